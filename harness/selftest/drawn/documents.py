"""Random judgments and runs: ties, odd grades, malformed lines, topics on one side only.

Most of a case is well-formed, so that both evaluators print values; some cases hold a known cause
of disagreement.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from harness.core.dialects import VERSIONS, Dialect
from harness.measures.trec_names import NICKNAMES, PRINT_ORDER
from harness.selftest.cases import BYTE_ORDER_MARK, Case, CaseOptions

#: Identifiers that sort differently as text, as numbers, in UTF-16 and ignoring case.
_TOPICS = ("1", "2", "10", "100", "401", "007", "7", "-3", "CV1", "a", "B", "Ä", "猫", "t.1", "x#1")
_ODD_DOCS = ("9", "10", "009", "a", "B", "b", "é", "z", "猫", "\U0001f600", "\uffee", "a-1", "a.1")
#: Grades to draw from, one set per topic.
_GRADES = (
    (0, 1),
    (0, 0, 0, 1),
    (0, 1, 2),
    (0, 0, 1, 2, 3, 4),
    (-1, 0, 1, 2),
    (-2, -1, 0, 1, 3),
    (0, 1, 12),
    (0, 0),
    (1, 1),
    (2, 3),
)
#: Measures of other kinds of judgments (-R).
_OF_OTHER_JUDGMENTS = (*NICKNAMES["qrels_jg"][2:], *NICKNAMES["all_prefs"][2:])
_LEVELS = ("0", "0.05", "0.1", "0.2", "0.25", "0.33", "0.5", "0.7", "0.75", "0.9", "1.0")
Score = Callable[[Random], str]
_CUTOFFS = (1, 2, 3, 5, 7, 10, 15, 20, 30, 100, 1000)


def documents(rng: Random, dialect: Dialect) -> Case:
    """Draw judgments, a run, and options of trec_eval."""
    judged, answered, docs = draw_world(rng)
    case = Case(
        _qrels(rng, judged, docs),
        draw_run(rng, answered, docs),
        options(rng, dialect),
        dialect.score_type == "float32",
    )
    share = rng.random()
    if share < 0.08:
        return rng.choice(_PROVOCATIONS)(rng, case)
    if share < 0.2:
        return with_odd_lines(rng, case)
    return case


def draw_world(
    rng: Random, names: Sequence[str] = _TOPICS
) -> tuple[list[str], list[str], list[str]]:
    """Draw the judged and the answered topics, of which some are nearly always both; documents."""
    topics = rng.sample(names, rng.choice([1, 1, 2, 3, 4, 6]))
    judged = [topic for topic in topics if len(topics) == 1 or rng.random() < 0.9] or topics[:1]
    answered = [topic for topic in topics if rng.random() < 0.85]
    if not set(answered) & set(judged) and rng.random() < 0.95:
        answered.append(judged[0])
    docs = [f"d{number:02}" for number in range(rng.choice([3, 8, 25, 60]))]
    docs += rng.sample(_ODD_DOCS, rng.choice([0, 0, 3, len(_ODD_DOCS)]))
    return judged, answered or topics[:1], docs


def _qrels(rng: Random, topics: Sequence[str], docs: Sequence[str]) -> bytes:
    share = rng.choice([0.2, 0.5, 1.0])
    rows = []
    for topic in topics:
        grades = rng.choice(_GRADES)
        chosen = [doc for doc in docs if rng.random() < share] or docs[:1]
        chosen = rng.sample(chosen, len(chosen))
        rows += [(topic, "0", doc, str(rng.choice(grades))) for doc in chosen]
    if not any(int(grade) >= 0 for *_, grade in rows):
        rows[0] = (*rows[0][:3], "1")
    return lay_out(rng, rows)


def draw_run(
    rng: Random, topics: Sequence[str], docs: Sequence[str], scores: Sequence[Score] = ()
) -> bytes:
    """Draw a run for these topics of these documents, and of a few unjudged ones."""
    score = rng.choice(scores or _SCORES)
    most = rng.choice([1, 2, 5, len(docs), len(docs), len(docs)])
    rows = []
    for topic in topics:
        scored = [
            (doc, score(rng)) for doc in rng.sample([*docs, "u1", "u2", "u3"], rng.randint(1, most))
        ]
        if rng.random() < 0.7:
            scored.sort(key=lambda row: -float(row[1]))
        rows += [
            (topic, "Q0", doc, str(rank), value, "tag")
            for rank, (doc, value) in enumerate(scored, start=1)
        ]
    if rng.random() < 0.2:
        rows = rng.sample(rows, len(rows))
    return lay_out(rng, rows)


def lay_out(rng: Random, rows: Sequence[Sequence[str]]) -> bytes:
    """Join rows into lines, with a random separator and line end of real files."""
    separator = rng.choice([" ", " ", " ", "\t", "  ", " \t "])
    end = rng.choice(["\n", "\n", "\n", "\r\n", " \n"])
    lines = [separator.join(row) + end for row in rows]
    if rng.random() < 0.1:
        lines[-1] = lines[-1].rstrip()
    return "".join(lines).encode()


#: Ways to draw a score, as text.
_SCORES: tuple[Score, ...] = (
    lambda rng: f"{rng.uniform(-3, 30):.6f}",
    lambda rng: repr(rng.gauss(0, 1)),
    lambda rng: str(rng.randint(1, 4)),
    lambda rng: str(rng.randint(-50, 0)),
    lambda _: "1",
    # Distinct as doubles, tied in single precision.
    lambda rng: repr(7.0 + rng.randint(0, 9) * 1e-8),
    lambda rng: str(16_777_216 + rng.randint(0, 9)),
    lambda rng: rng.choice(
        ["1e30", "3e38", "1e39", "2e39", "-1e39", "1e-40", "0", "-0.0", "1e-46"]
    ),
    lambda rng: rng.choice(["inf", "-inf", "+1", "1.", ".5", "1E2", "0.1", "0.10000000149011612"]),
)


def options(rng: Random, dialect: Dialect) -> CaseOptions:
    """Draw options of trec_eval, with measures of documents."""
    return CaseOptions(
        measures=_measures(rng, dialect),
        per_topic=rng.random() < 0.7,
        summary=rng.random() < 0.95,
        complete=rng.random() < 0.35,
        level=rng.choice([1, 1, 1, 2, 3, 4]),
        depth=rng.choice([None, None, 1, 2, 5, 10, 100]),
        size=rng.choice([None, None, 0, 20, 1000]),
        judged_only=rng.random() < 0.2,
    )


def _measures(rng: Random, dialect: Dialect) -> tuple[str, ...]:
    kind = rng.random()
    if kind < 0.3:
        return ("all_trec",)
    if kind < 0.45:
        return rng.choice([(), ("official",), ("set",)])
    names = [name for name in PRINT_ORDER if name not in (*dialect.lacks, *_OF_OTHER_JUDGMENTS)]
    return tuple(_with_parameters(rng, name) for name in rng.sample(names, rng.randint(1, 6)))


def _with_parameters(rng: Random, name: str) -> str:
    parameters = _PARAMETERS.get(name)
    return name if parameters is None or rng.random() < 0.4 else f"{name}.{parameters(rng)}"


def _levels(rng: Random) -> str:
    return ",".join(sorted(rng.sample(_LEVELS, rng.randint(1, 5)), key=float))


def _gains(rng: Random) -> str:
    complete = rng.random() < 0.85
    levels = sorted(rng.sample(range(1, 5), rng.randint(1, 3)))
    gains = [
        rng.randint(0, 9) if complete else rng.choice([0.5, 1.5, 2.25, 3.5, 9]) for _ in levels
    ]
    return ",".join(f"{level}={gain}" for level, gain in zip(levels, gains, strict=True))


_PARAMETERS: dict[str, Callable[[Random], str]] = {
    **dict.fromkeys(
        ("P", "recall", "relative_P", "success", "ndcg_cut", "map_cut", "unj"),
        lambda rng: ",".join(map(str, rng.sample(_CUTOFFS, rng.randint(1, 4)))),
    ),
    **dict.fromkeys(("ndcg", "ndcg_rel", "Rndcg", "G", "dcg", "ideal_dcg"), _gains),
    **dict.fromkeys(("rbp", "rbp_resid"), lambda rng: f"p={rng.choice(['0.5', '0.8', '0.95'])}"),
    "iprec_at_recall": _levels,
    "11pt_avg": _levels,
    "Rprec_mult": lambda rng: _levels(rng).removeprefix("0,") if rng.random() < 0.5 else "0.35,1.7",
    "set_F": lambda rng: rng.choice(["0.5", "1", "2", "3.0"]),
    "utility": lambda rng: rng.choice(["1,-1,0,0", "2,-1,0,0", "1,0,-1,0.5", "0.5,-0.25,0,0"]),
    "relstring": lambda rng: rng.choice(["1", "3", "10", "30"]),
}


#: Mistyped options, which trec_eval reads as far as C parses a number.
_MISTYPED = (
    ("-l", "0"),
    ("-l", "-1"),
    ("-M", "0"),
    ("-M", "2.5"),
    ("-M", "x"),
    ("-N", "-5"),
    ("-N", "1e3"),
    ("-l", "one"),
    ("-M", "-3"),
)


def _mistyped(case: Case, words: tuple[str, ...]) -> Case:
    plain = replace(case.options, level=1, depth=None, size=None)
    return replace(case, options=replace(plain, odd=words))


def _measured(case: Case, *names: str) -> Case:
    return replace(case, options=replace(case.options, measures=names))


def _in_a_score(rng: Random, case: Case) -> Case:
    fields = case.run.split()
    fields[4] = rng.choice([b"abc", b"2,5", b"nan"])
    lines = (b" ".join(fields[index : index + 6]) for index in range(0, len(fields), 6))
    return replace(case, run=b"\n".join(lines) + b"\n")


def _in_a_grade(_: Random, case: Case) -> Case:
    fields = case.qrels.split()
    fields[3] = b"1.5"
    lines = (b" ".join(fields[index : index + 4]) for index in range(0, len(fields), 4))
    return replace(case, qrels=b"\n".join(lines) + b"\n")


def _marked(rng: Random, case: Case) -> Case:
    if rng.random() < 0.5:
        return replace(case, qrels=BYTE_ORDER_MARK + case.qrels)
    return replace(case, run=BYTE_ORDER_MARK + case.run)


def _negative(_: Random, case: Case) -> Case:
    """Make all judgments of one topic negative."""
    first = case.qrels.split()[0]
    rows = [line.split() for line in case.qrels.splitlines()]
    changed = [[*row[:3], b"-1"] if row[0] == first else row for row in rows]
    return replace(case, qrels=b"".join(b" ".join(row) + b"\n" for row in changed))


def _foreign(rng: Random, case: Case) -> Case:
    """Request a measure that only one dialect has."""
    return _measured(case, rng.choice(sorted(VERSIONS["trec_eval-9"].lacks)))


def _twice(rng: Random, case: Case) -> Case:
    part = rng.choice(["run", "qrels"])
    content: bytes = getattr(case, part)
    return case.with_file(part, content.rstrip() + b"\n" + content.splitlines()[-1] + b"\n")


def _apart(_: Random, case: Case) -> Case:
    """Make the run answer no judged topic."""
    return replace(case, run=b"nowhere Q0 d00 1 1 tag\n")


#: Known disagreements, and input that both evaluators must refuse.
_PROVOCATIONS: tuple[Callable[[Random, Case], Case], ...] = (
    _in_a_score,
    _in_a_grade,
    _marked,
    _negative,
    _foreign,
    _twice,
    _apart,
    lambda _, case: _measured(case, "map.3"),
    lambda _, case: _measured(case, "ndcg_cut.1=2"),
    lambda _, case: _measured(case, "P.5,5"),
    lambda _, case: _measured(case, "P.5", "P.10"),
    lambda _, case: _measured(case, "11pt_avg.0.8,0.2"),
    lambda _, case: _measured(case, "rbp.0.5"),
    lambda _, case: _measured(case, "runid"),
    lambda rng, case: _mistyped(case, rng.choice(_MISTYPED)),
    lambda _, case: _measured(case, "no_such_measure"),
)


def with_odd_lines(rng: Random, case: Case) -> Case:
    """Change the lines of one file in one way."""
    part = rng.choice(["qrels", "run"])
    lines = (case.qrels if part == "qrels" else case.run).splitlines(keepends=True)
    return case.with_file(part, b"".join(rng.choice(_WAYS)(rng, lines)))


Lines = list[bytes]


def _put(rng: Random, lines: Lines, line: bytes) -> Lines:
    where = rng.choice([0, len(lines), rng.randint(0, len(lines))])
    if where == len(lines) and not lines[-1].endswith(b"\n"):
        lines = [*lines[:-1], lines[-1] + b"\n"]
    return [*lines[:where], line, *lines[where:]]


def _headed(_: Random, lines: Lines) -> Lines:
    names = [b"TOPIC", b"Q0", b"DOC", b"RANK", b"SCORE", b"TAG"]
    width = len(lines[0].split())
    return [b" ".join(names if width == 6 else [b"TOPIC", b"0", b"DOC", b"GRADE"]) + b"\n", *lines]


def _hash_first_topic(_: Random, lines: Lines) -> Lines:
    """Put # before the first topic, in all its lines."""
    first = lines[0].split()[0]
    return [b"#" + line.lstrip() if line.split()[0] == first else line for line in lines]


def _short(rng: Random, lines: Lines) -> Lines:
    return _put(rng, lines, b" ".join(lines[0].split()[:-1]) + b"\n")


def _long(rng: Random, lines: Lines) -> Lines:
    where = rng.randrange(len(lines))
    return [
        line.rstrip() + b" more\n" if number == where else line for number, line in enumerate(lines)
    ]


def _vary_tags(rng: Random, lines: Lines) -> Lines:
    """Draw several tags in a run, or iterations in judgments."""
    column = -1 if len(lines[0].split()) == 6 else 1
    changed = []
    for line in lines:
        fields = line.split()
        fields[column] = rng.choice([b"one", b"two"])
        changed.append(b" ".join(fields) + b"\n")
    return changed


_WAYS: tuple[Callable[[Random, Lines], Lines], ...] = (
    lambda rng, lines: _put(rng, lines, rng.choice([b"\n", b"  \n", b"\t\n", b"\r\n"])),
    lambda rng, lines: _put(
        rng, lines, rng.choice([b"# comment\n", b"#\n", b"# two words more\n"])
    ),
    _headed,
    _hash_first_topic,
    lambda _, lines: [line.rstrip(b"\r\n") + b"\r" for line in lines],
    _short,
    _long,
    _vary_tags,
)
