"""Random samples, preferences, subtopics and graded judgments of the Web track."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from random import Random

from harness.core.dialects import Dialect
from harness.measures.trec_names import NICKNAMES
from harness.selftest.cases import Case, CaseOptions
from harness.selftest.drawn.documents import (
    Score,
    documents,
    draw_run,
    draw_world,
    lay_out,
    options,
)

_NUMBERS = ("1", "2", "10", "100", "401", "7", "33")
_DISTINCT: tuple[Score, ...] = (
    lambda rng: f"{rng.uniform(-3, 30):.9f}",
    lambda rng: repr(rng.gauss(0, 1)),
)
_TIED: tuple[Score, ...] = (*_DISTINCT, lambda rng: str(rng.randint(1, 4)))


def strata(rng: Random, _: Dialect) -> Case:
    """Draw a stratified sample, a run, and the options of sample_eval."""
    judged, answered, docs = draw_world(rng, _NUMBERS)
    rows: list[Sequence[str]] = []
    for topic in judged:
        chances = {name: rng.choice([1, 0.5, 0.2, 0.05]) for name in rng.sample("123", 2)}
        grades = rng.choice([("0", "1"), ("0", "0", "1", "2"), ("0",), ("0", "1", "3")])
        for doc in docs:
            stratum = rng.choice(list(chances))
            drawn = rng.random() < chances[stratum]
            rows.append((topic, "0", doc, stratum, rng.choice(grades) if drawn else "-1"))
    options = CaseOptions(relation="strata", per_topic=rng.random() < 0.7)
    return Case(lay_out(rng, rows), draw_run(rng, answered, docs, _TIED), options)


def probabilities(rng: Random, _: Dialect) -> Case:
    """Draw a sample with probabilities, a run, and the options of statAP."""
    judged, answered, docs = draw_world(rng, _NUMBERS)
    rows: list[Sequence[str]] = []
    for topic in judged:
        methods = rng.choice([("1",), ("0", "1", "2"), ("1", "4"), ("0",)])
        grades = rng.choice([("0", "1"), ("0", "0", "1", "2"), ("0",)])
        for doc in docs:
            chance = rng.choice(["1", "0.5", f"{rng.uniform(0.05, 1):.4f}"])
            rows.append((topic, doc, rng.choice(grades), rng.choice(methods), chance))
    options = CaseOptions(relation="prels", per_topic=True)
    return Case(lay_out(rng, rows), draw_run(rng, answered, docs, _DISTINCT), options)


def binary(rng: Random, _: Dialect) -> Case:
    """Draw judgments of grade 0 and 1, a run, and the options of rbp_eval."""
    judged, answered, docs = draw_world(rng, _NUMBERS)
    share = rng.choice([0.2, 0.5, 1.0])
    rows = [
        (topic, "0", doc, rng.choice("0001"))
        for topic in judged
        for doc in docs
        if rng.random() < share
    ] or [(judged[0], "0", docs[0], "1")]
    options = CaseOptions(
        per_topic=rng.random() < 0.8, settings=(("p", rng.choice(["0.5", "0.8", "0.95"])),)
    )
    scores = _TIED if rng.random() < 0.2 else _DISTINCT
    return Case(lay_out(rng, rows), draw_run(rng, answered, docs, scores), options)


_LEVELS = (
    ("0", "1"),
    ("0", "1", "2", "3"),
    ("1", "2", "3", "4", "5", "6", "7"),
    ("0.5", "1.5", "2", "2.25", "0.0"),
    ("-1", "0", "1", "2"),
    ("-2", "-0.5", "1"),
)
_GRADES = (("0", "1"), ("0", "0", "1", "2"), ("-1", "0", "1"), ("0", "1", "3"))
#: Measures whose labels are their names, for standards to name; more measures; labels with cutoffs.
_STANDARD = ("map", "Rprec", "bpref", "recip_rank", "ndcg", "num_ret", "num_rel_ret", "infAP")
_PLAIN = (*_STANDARD, "gm_map", "num_q", "P.5,10", "success.1", "recall.5", "iprec_at_recall.0.1")
_CUT = ("P_5", "P_10", "success_1", "recall_5", "iprec_at_recall_0.10", "num_rel", "gm_map")


def other_judgments(rng: Random, dialect: Dialect) -> Case:
    """Draw judgments of a kind of ``-R``, and a run."""
    kind = rng.choice(["prefs", "qrels_prefs", "qrels_jg"])
    judged, answered, docs = draw_world(rng)
    docs = docs[: rng.choice([4, 9, 30])]
    rows = [row for topic in judged for row in _rows(rng, kind, topic, docs)]
    drawn = options(rng, dialect)
    names = NICKNAMES["qrels_jg" if kind == "qrels_jg" else "all_prefs"]
    chosen = rng.choice([("qrels_jg" if kind == "qrels_jg" else "all_prefs",), tuple(names)])
    if len(chosen) > 1:
        chosen = tuple(rng.sample(chosen, rng.randint(1, len(chosen))))
    drawn = replace(drawn, relation=kind, measures=chosen, size=None)
    if kind != "qrels_jg":
        drawn = replace(drawn, level=1, judged_only=False)
    return Case(
        lay_out(rng, rows), draw_run(rng, answered, docs), drawn, dialect.score_type == "float32"
    )


def _rows(rng: Random, kind: str, topic: str, docs: Sequence[str]) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for group in rng.sample(["0", "1", "anna", "B"], rng.choice([1, 1, 2, 3])):
        parts = ["0"] if kind != "prefs" else rng.sample(["0", "1", "x"], rng.choice([1, 1, 2]))
        levels = rng.choice(_GRADES if kind == "qrels_jg" else _LEVELS)
        left = rng.sample(docs, len(docs))
        for part in parts:  # disjoint documents, so that groups cannot contradict each other
            size = rng.randint(1, max(1, len(left) // len(parts)))
            chosen, left = left[:size], left[size:]
            more = (part,) if kind == "prefs" else ()
            rows += [(topic, group, *more, doc, rng.choice(levels)) for doc in chosen]
    return rows


def standard_scores(rng: Random, dialect: Dialect) -> Case:
    """Draw a case with means and deviations by topic and measure, some of them missing at times."""
    case = documents(rng, dialect)
    names = rng.sample(_PLAIN, rng.randint(1, 5))
    topics = sorted({*case.grades, *case.rankings, *(["extra"] if rng.random() < 0.3 else [])})
    labels = [*_STANDARD, *_CUT]
    rows = [(topic, label, *_moments(rng)) for topic in topics for label in labels]
    if rng.random() < 0.1:
        del rows[rng.randrange(len(rows))]
    if rng.random() < 0.2:
        rng.shuffle(rows)
    standards = "".join(" ".join(row) + "\n" for row in rows).encode("utf-8", "surrogateescape")
    return replace(case, options=replace(case.options, measures=tuple(names)), standards=standards)


def _moments(rng: Random) -> tuple[str, str]:
    if rng.random() < 0.03:
        return rng.choice(["0", "0.5", "1"]), "0"
    return f"{rng.uniform(0, 1):.4f}", f"{rng.uniform(0.01, 0.5):.4f}"


_NUMBERS_WEB_TRACK = ("1", "2", "10", "51", "100", "401", "7", "33")
_SCORES: tuple[Score, ...] = (
    lambda rng: f"{rng.uniform(-3, 30):.6f}",
    lambda rng: repr(rng.gauss(0, 1)),
    lambda rng: str(rng.randint(1, 4)),
    lambda rng: str(rng.randint(-50, 0)),
)


def subtopics(rng: Random, _: Dialect) -> Case:
    """Draw judgments of subtopics, a run, and the options of ndeval."""
    judged, answered, docs = draw_world(rng, _NUMBERS_WEB_TRACK)
    rows: list[Sequence[str]] = []
    for topic in judged:
        parts, share = rng.choice([1, 2, 3, 6]), rng.choice([0.1, 0.3, 0.7])
        grades = rng.choice([("1",), ("0", "1"), ("0", "0", "0", "1"), ("0", "1", "2")])
        chosen = [
            (topic, str(part), doc, rng.choice(grades))
            for part in range(1, parts + 1)
            for doc in docs
            if rng.random() < share
        ]
        rows += chosen or [(topic, "1", docs[0], "1")]
    options = CaseOptions(
        relation="diversity",
        complete=rng.random() < 0.3,
        depth=rng.choice([None, None, None, 1, 3, 20]),
        settings=_settings(rng),
    )
    case = Case(lay_out(rng, rows), draw_run(rng, answered, docs, _SCORES), options)
    return rng.choice(_DAMAGES)(case) if rng.random() < 0.05 else case


def _settings(rng: Random) -> tuple[tuple[str, str], ...]:
    drawn = {
        "traditional": rng.choice(["", "", "yes"]),
        "alpha": rng.choice(["", "", "0", "0.25", "0.9", "1"]),
        "beta": rng.choice(["", "", "0", "0.8", "1"]),
    }
    return tuple((name, value) for name, value in drawn.items() if value)


def _with_judgment(line: bytes, case: Case) -> Case:
    return replace(case, qrels=case.qrels.rstrip() + b"\n" + line + b"\n")


def _with_result(line: bytes, case: Case) -> Case:
    return replace(case, run=case.run.rstrip() + b"\n" + line + b"\n")


def _same_document(case: Case) -> Case:
    topic, _, doc, *_ = case.run.split()
    return _with_result(topic + b" Q0 " + doc + b" 2000 0 tag", case)


_UNKNOWN_TOPIC = partial(_with_result, b"999 Q0 d01 1 1 tag")
_NO_NUMBER = partial(_with_result, b"1 Q0 another x 0.x tag")
_SHORT = partial(_with_result, b"1 Q0 another 1001")
_NEGATIVE = partial(_with_judgment, b"1 1 negative -1")
_DAMAGES = (
    _NEGATIVE,
    _UNKNOWN_TOPIC,
    _NO_NUMBER,
    _SHORT,
    lambda case: _with_result(case.run.split()[0] + b" Q0 another 1 0 tag", case),
    _same_document,
)


def grades(rng: Random, _: Dialect) -> Case:
    """Draw judgments up to grade 4, a run, and the options of gdeval."""
    judged, answered, docs = draw_world(rng, _NUMBERS_WEB_TRACK)
    rows = [
        (topic, "0", doc, rng.choice(scale))
        for topic, scale in ((topic, rng.choice(_SCALES)) for topic in judged)
        for doc in docs
        if rng.random() < 0.5
    ] or [(judged[0], "0", docs[0], "1")]
    options = CaseOptions(
        complete=rng.random() < 0.3, settings=(("k", rng.choice(["1", "5", "10", "20", "1000"])),)
    )
    case = Case(lay_out(rng, rows), draw_run(rng, answered, docs, _SCORES), options)
    return rng.choice(_DAMAGES_OF_GRADES)(case) if rng.random() < 0.05 else case


_SCALES = (("0", "1"), ("-2", "0", "1", "2", "3", "4"), ("0", "0", "0", "1", "4"), ("0",))


_FIFTH = partial(_with_judgment, b"1 0 another 5")
_DAMAGES_OF_GRADES = (_FIFTH, _UNKNOWN_TOPIC, _NO_NUMBER, _SHORT, _same_document)
