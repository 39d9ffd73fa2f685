"""Each deliberate difference explains what it should, and nothing beside it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from harness.cli.selftest import evaluated
from harness.core.dialects import DIALECTS
from harness.selftest.cases import Case, CaseOptions
from harness.selftest.comparing import OutputPair, compared, smallest, tally
from harness.selftest.evaluators import Output
from harness.selftest.generated import generated
from harness.selftest.reasons import CODES

NINE, TEN = DIALECTS["trec_eval-9"], DIALECTS["trec_eval-10"]
PAGE = Path(__file__).parents[2] / "docs/trec_eval.md"
#: Rows of the page that cases do not provoke: other kinds of judgments, measures and options.
NOT_GENERATED = {"unanswered-9", "preferences-possible", "contradictory-preferences", "options"}

QRELS = b"1 0 a 1\n1 0 b 0\n2 0 a 2\n2 0 c 1\n"
RUN = b"1 Q0 a 1 2 t\n1 Q0 x 2 1 t\n"
UNJUDGED = b"1 Q0 x 1 2 t\n"
NEGATIVE = b"1 0 a -1\n1 0 b -1\n2 0 a 1\n"
BOM = b"\xef\xbb\xbf"


def case(*measures, qrels=QRELS, run=RUN, **options):
    return Case(qrels, run, CaseOptions(measures, **options))


def text(label, topic, value):
    return f"{label:<22}\t{topic}\t{value}\n"


#: By code: dialect, case, the line that trec_eval prints and ours (None: no line), then the same
#: with one thing changed so that nothing explains it: of the case, or the line.
LINES = {
    "nan": [
        (
            NINE,
            case("11pt_avg", run=UNJUDGED, judged_only=True),
            "11pt_avg",
            "all",
            "-nan",
            "0.0000",
        ),
        {"judged_only": False, "run": RUN, "theirs": "0.0001"},
    ],
    "num-rel-level": [
        (NINE, case("num_rel", complete=True, level=2), "num_rel", "all", "3", "1"),
        {"complete": False, "level": 1, "theirs": "2", "ours": "2"},
    ],
    "rbp-range": [
        (TEN, case("rbp", run=b"2 Q0 c 1 2 t\n"), "rbp", "all", "0.1000", "0.0500"),
        {"qrels": b"1 0 a 1\n2 0 c 1\n", "dialect": NINE, "label": "rbp_resid"},
    ],
    "fractional-gains": [
        (NINE, case("ndcg.1=3.5,2=3"), "ndcg_1=3.5,2=3", "1", "0.9000", "1.0000"),
        {"label": "ndcg_1=4.5,2=3"},
    ],
    "unanswered-10": [
        (TEN, case("relstring", complete=True), "relstring_10", "2", "'-'", "''"),
        {"complete": False, "topic": "1", "dialect": NINE, "label": "map"},
    ],
    "cutoffs-twice": [
        (NINE, case("P.5", "P.10"), "P_10", "all", None, "0.1000"),
        {"theirs": "0.2000", "label": "recall_10", "measures": ("P.5,10",)},
    ],
    "levels-in-order": [
        (NINE, case("11pt_avg.0.8,0.2"), "11pt_avg_0.8,0.2", "all", "0.5000", "1.0000"),
        {"label": "11pt_avg_0.2,0.8"},
    ],
    "byte-order-mark": [
        (NINE, case("map", qrels=BOM + QRELS), "map", "1", None, "1.0000"),
        {"qrels": QRELS, "topic": "2"},
    ],
    "negative-topic": [
        (NINE, case("map", qrels=NEGATIVE), "map", "1", "0.5000", "0.0000"),
        {"qrels": QRELS, "topic": "2"},
    ],
}

PRINTED = Output(text("map", "all", "1.0000"))
REFUSED = Output(ended="refused", message="no")
#: By code: dialect, case, how trec_eval and we end; then a case of which nothing explains it.
REFUSALS = {
    "new-measures": (
        NINE,
        case("rbp"),
        Output(ended="refused", message="trec_eval: illegal measure 'rbp'"),
        PRINTED,
        case("map"),
    ),
    "no-parameters": (NINE, case("map.3"), PRINTED, REFUSED, case("P.3")),
    "cutoffs-twice": (NINE, case("P.5,5"), REFUSED, PRINTED, case("P.5,10")),
    "relevance-level": (NINE, case("map", level=0), PRINTED, REFUSED, case("map", level=1)),
    "unknown-topics": (TEN, case("map"), REFUSED, PRINTED, case("map", complete=True)),
    "byte-order-mark": (NINE, case("map", run=BOM + RUN), REFUSED, PRINTED, case("map")),
    "no-number": (
        NINE,
        case("map", run=RUN.replace(b"2 t", b"2,5 t")),
        PRINTED,
        REFUSED,
        case("map"),
    ),
    "duplicates": (NINE, case("map", qrels=QRELS + b"2 0 c 1\n"), PRINTED, REFUSED, case("map")),
    "negative-topic": (
        NINE,
        case("map", qrels=NEGATIVE),
        Output(ended="crashed", message="signal 11"),
        PRINTED,
        case("map", qrels=NEGATIVE, run=b"2 Q0 a 1 1 t\n"),
    ),
}


def verdict(dialect, of, label, topic, theirs, ours):
    outcomes = [Output(text(label, topic, value) if value else "") for value in (theirs, ours)]
    return compared(of, dialect, *outcomes)


@pytest.mark.parametrize("code", LINES)
def test_a_line_is_explained_by_its_reason(code):
    line, _ = LINES[code]
    found = verdict(*line)
    assert dict(found.reasons) == {code: 1}
    assert not found.unexplained


@pytest.mark.parametrize(
    ("code", "change"), [(code, change) for code in LINES for change in LINES[code][1].items()]
)
def test_a_line_is_not_explained_where_the_reason_is_not_at_work(code, change):
    (dialect, of, *line), name, value = LINES[code][0], *change
    if name in ("qrels", "run"):
        of = of.with_file(name, value)
    elif name == "dialect":
        dialect = value
    elif name in ("label", "topic", "theirs", "ours"):
        line[("label", "topic", "theirs", "ours").index(name)] = value
    else:
        of = replace(of, options=replace(of.options, **{name: value}))
    found = verdict(dialect, of, *line)
    assert found.subject is not None
    assert code not in found.reasons


@pytest.mark.parametrize("code", REFUSALS)
def test_a_refusal_is_explained_by_its_reason_alone(code):
    dialect, of, theirs, ours, other = REFUSALS[code]
    assert dict(compared(of, dialect, theirs, ours).refused) == {code: 1}
    assert compared(other, dialect, theirs, ours).subject is not None


def test_parameters_that_may_be_equal_explain_nothing():
    utility = case("utility.1,-1,0,0")
    assert compared(utility, NINE, REFUSED, PRINTED).subject == "trec_eval refused"


def test_every_reason_is_tried_and_stands_on_the_page():
    rows = set(re.findall(r"^\| `([\w-]+)` \|", PAGE.read_text(), re.MULTILINE))
    assert set(CODES) == LINES.keys() | REFUSALS.keys()
    assert rows == set(CODES) | NOT_GENERATED


def test_a_fault_of_ours_is_never_explained():
    crashed = Output(ended="crashed", message="KeyError")
    for dialect, of, theirs, *_ in REFUSALS.values():
        assert compared(of, dialect, theirs, crashed).subject == "harness crashed"


def test_lines_in_another_order_are_not_equal():
    lines = [text("map", "all", "1.0000"), text("P_5", "all", "0.2000")]
    found = compared(case(), NINE, Output("".join(lines)), Output("".join(lines[::-1])))
    assert found.subject == "the text"


# --- golden outputs ------------------------------------------------------------------------------

FLAGS = {"-q": "per_topic", "-c": "complete", "-J": "judged_only"}
NUMBERS = {"-l": "level", "-M": "depth", "-N": "size"}


def options_of(arguments):
    given, measures, left = {}, [], iter(arguments)
    for argument in left:
        if argument == "-m":
            measures.append(next(left))
        elif argument == "-n":
            given["summary"] = False
        elif argument in FLAGS:
            given[FLAGS[argument]] = True
        else:
            given[NUMBERS[argument]] = int(next(left))
    made = CaseOptions(tuple(measures), **given)
    assert sorted(made.arguments()) == sorted(arguments)
    return made


def test_every_golden_case_is_equal_or_explained(shared):
    reasons, equal = {}, 0
    for folder in sorted((shared / "golden/trec_eval/cases").iterdir()):
        qrels, run = (folder / "qrels.txt").read_bytes(), (folder / "run.txt").read_bytes()
        for golden in json.loads((folder / "cases.json").read_text()):
            for dialect, file in ((NINE, golden["v9"]), (TEN, golden["v10"])):
                of = Case(qrels, run, options_of(golden["args"]), dialect is NINE)
                theirs = REFUSED if file is None else Output((folder / file).read_text())
                found = compared(of, dialect, theirs, evaluated(dialect, of))
                assert found.subject is None, (folder.name, golden["args"], found)
                equal += found.equal
                for code in (*found.reasons, *found.refused):
                    reasons.setdefault(code, set()).add(folder.name)
    assert set(reasons) == {"nan", "unknown-topics"}
    assert equal > 20_000


# --- generated cases -----------------------------------------------------------------------------


def test_a_seed_gives_the_same_cases():
    for number in range(50):
        assert generated(3, number, NINE) == generated(3, number, NINE)
    assert generated(3, 0, NINE) != generated(4, 0, NINE)


@pytest.mark.parametrize("dialect", [NINE, TEN], ids=["9", "10"])
def test_generated_cases_have_what_evaluators_stumble_on(dialect):
    cases = [generated(0, number, dialect) for number in range(400)]
    options = [one.options for one in cases]
    grades = [grade for one in cases for topic in one.grades.values() for grade in topic.values()]
    assert {"all_trec", "official", "set"} <= {name for one in options for name in one.measures}
    assert all(any(getattr(one, name) for one in options) for name in FLAGS.values())
    assert min(grades) < 0 < 4 < max(grades)
    assert any(one.unanswered for one in cases)
    assert any(set(one.rankings) - set(one.grades) for one in cases)
    assert any(len(docs) == 1 for one in cases for docs in one.rankings.values())
    assert any("猫" in docs for one in cases for docs in one.rankings.values())
    assert sum("=" in name for one in options for name in one.measures) > 20


def test_our_own_evaluation_differs_nowhere_from_itself():
    ours = lambda of: evaluated(NINE, of)  # noqa: E731
    result = tally(OutputPair(ours, ours, NINE), (generated(1, n, NINE) for n in range(120)), 2)
    assert result.complete + result.both_refused == result.cases == 120
    assert not result.examples
    assert not result.cases_of


def test_an_unexplained_case_is_made_as_small_as_it_can_be():
    def ours(of):
        return evaluated(NINE, of)

    def wrong(of):
        """Wrong where document d03 of grade 1 or more is retrieved."""
        outcome = ours(of)
        relevant = any(
            of.grades.get(topic, {}).get("d03", 0) >= 1 and "d03" in docs
            for topic, docs in of.rankings.items()
        )
        return (
            replace(outcome, text=outcome.text.replace("Rprec  ", "Wrong  "))
            if relevant
            else outcome
        )

    pair = OutputPair(wrong, ours, NINE)
    result = tally(pair, (generated(0, number, NINE) for number in range(60)), 1)
    assert set(result.examples) == {"Rprec", "Wrong"}
    small, found = smallest(pair, result.examples["Rprec"], "Rprec")
    assert small.run.count(b"\n") <= 1
    assert small.qrels.count(b"\n") <= 1
    assert small.options == CaseOptions(("Rprec",))
    assert {line.label for line in found.unexplained} == {"Rprec", "Wrong"}
