"""Each deliberate difference explains what it should, and nothing beside it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from harness.core.dialects import DIALECTS
from harness.selftest.cases import Case, CaseOptions
from harness.selftest.comparing import (
    CODES,
    DIFFERENCES,
    compare_outputs,
)
from harness.selftest.evaluators import Output
from harness.selftest.tools import NDEVAL, RBP_EVAL, SAMPLE_EVAL, STATAP, TOOLS, TREC_EVAL
from tests.each import each

NINE, TEN = DIALECTS["trec_eval-9"], DIALECTS["trec_eval-10"]
#: Rows that no line and no refusal shows: of measures and options that are not drawn, errors on
#: both sides, and a fault that ends the other program.
NOT_AT_WORK = {"unanswered-9", "contradictory-preferences", "options", "gains-twice"}

QRELS = b"1 0 a 1\n1 0 b 0\n2 0 a 2\n2 0 c 1\n"
RUN = b"1 Q0 a 1 2 t\n1 Q0 x 2 1 t\n"
UNJUDGED = b"1 Q0 x 1 2 t\n"
NEGATIVE = b"1 0 a -1\n1 0 b -1\n2 0 a 1\n"
BOM = b"\xef\xbb\xbf"


RETURNS = QRELS.replace(b"\n", b"\r")
SUBTOPICS = {"relation": "diversity", "qrels": b"1 1 a 0\n2 1 b 1\n"}
STRATA = {"relation": "strata", "qrels": b"1 0 a 1 1\n2 0 a 1 1\n"}
PRELS = {"relation": "prels", "qrels": b"1 a 1 0 1\n2 a 1 1 1\n", "run": RUN + b"2 Q0 a 1 2 t\n"}
PREFS = {"relation": "qrels_prefs", "qrels": b"1 0 a 1\n1 0 b -1\n"}


def case(*measures, qrels=QRELS, run=RUN, standards=None, **options):
    return Case(qrels, run, CaseOptions(measures, **options), standards=standards)


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
    "comment-lines": [
        (NINE, case(qrels=b"# two words more\n" + QRELS, complete=True), "map", "all", "0", "1"),
        {"complete": False, "qrels": b"#8 0 a 1\n" + QRELS},
    ],
    "carriage-returns": [
        (NINE, case("map", qrels=RETURNS), "map", "all", "1.0000", "0.5000"),
        {"qrels": QRELS.replace(b"\n", b"\r\n")},
    ],
    "several-tags": [
        (NINE, case("runid", run=RUN + b"2 Q0 c 1 1 u\n"), "runid", "all", "u", "t"),
        {"run": RUN, "label": "map"},
    ],
    "preferences-possible": [
        (
            NINE,
            case(**(PREFS | {"qrels": QRELS}), complete=True),
            *("prefs_num_prefs_poss", "all", "1", "2"),
        ),
        {"complete": False, "label": "prefs_simp", "dialect": TEN},
    ],
    "preferences-memory": [
        (NINE, case(**PREFS), "prefs_avgjg_Rnonrel", "1", "0.0000", "1.0000"),
        {"qrels": QRELS, "label": "prefs_simp"},
    ],
    "deviation-0": [
        (NINE, case("map", standards=b"1 map .5 0\n"), "Zmap", "1", "-1000000.0000", "0.0000"),
        {"topic": "2", "label": "ZP_5", "theirs": "1.0000"},
    ],
    "standards-unanswered": [
        (NINE, case("map", standards=b"", complete=True), "Zmap", "all", "1.0000", "0.5000"),
        {"complete": False, "topic": "1", "dialect": TEN},
    ],
    "standards-geometric": [
        (NINE, case("gm_map", standards=b""), "Zgm_map", "all", "0.2000", "0.0000"),
        {"label": "Zmap"},
    ],
    "no-relevant-subtopic": [
        (NDEVAL, case(**SUBTOPICS), "nNRBP", "1", "-nan", "0.000000"),
        {"topic": "2", "label": "NRBP", "theirs": "0.100000", "dialect": NINE},
    ],
    "all-relevant": [
        (SAMPLE_EVAL, case(**STRATA), "inum_rel", "all", "2.0000", "1.0000"),
        {"label": "infAP", "topic": "1", "qrels": b"1 0 a 1 1\n"},
    ],
    "topics-averaged": [
        (STATAP, case(**PRELS), "AP", "1", None, "1.000"),
        {"topic": "2", "qrels": b"1 a 1 1 1\n2 a 1 1 1\n"},
    ],
    "scattered-topics": [
        (
            STATAP,
            case(**(PRELS | {"run": b"2 Q0 a 1 2 t\n1 Q0 a 1 2 t\n2 Q0 b 1 1 t\n"})),
            "AP",
            "2",
            "0.500",
            "1.000",
        ),
        {"run": b"2 Q0 a 1 2 t\n2 Q0 b 1 1 t\n"},
    ],
    "tied-scores": [
        (RBP_EVAL, case(run=b"1 Q0 a 1 1 t\n1 Q0 b 2 1 t\n"), "rbp p=0.80", "1", "0.1", "0.2"),
        {"run": RUN, "topic": "2"},
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
    "relevance-level": (NINE, case(odd=("-l", "0")), PRINTED, REFUSED, case("map", level=1)),
    "option-values": (NINE, case(odd=("-M", "x")), PRINTED, REFUSED, case("map", depth=1)),
    "rbp-parameter": (
        TEN,
        case("rbp.0.5", complete=True),
        REFUSED,
        PRINTED,
        case("rbp.p=0.5", complete=True),
    ),
    "nothing-in-common": (
        TEN,
        case(run=b"9 Q0 a 1 1 t\n", complete=True),
        PRINTED,
        REFUSED,
        case(complete=True),
    ),
    "blank-lines": (NINE, case(qrels=b"\n" + QRELS), REFUSED, PRINTED, case()),
    "comment-lines": (NINE, case(run=b"# c\n" + RUN), REFUSED, PRINTED, case()),
    "carriage-returns": (NINE, case(qrels=RETURNS), REFUSED, PRINTED, case()),
    "header-line": (
        NINE,
        case(run=b"TOPIC Q0 DOC RANK SCORE TAG\n" + RUN),
        PRINTED,
        REFUSED,
        case(),
    ),
    "standards-missing": (
        NINE,
        case(standards=b""),
        PRINTED,
        Output(ended="refused", message="no mean and deviation of map for topic 1"),
        None,
    ),
    "negative-subtopics": (
        NDEVAL,
        case(relation="diversity", qrels=b"1 1 a -1\n"),
        REFUSED,
        PRINTED,
        case(**SUBTOPICS),
    ),
    "unjudged-topics": (
        NDEVAL,
        case(relation="diversity", qrels=b"2 1 a 1\n"),
        PRINTED,
        REFUSED,
        case(**SUBTOPICS),
    ),
    "nothing-answered": (RBP_EVAL, case(run=b"9 Q0 a 1 1 t\n"), PRINTED, REFUSED, case()),
    "nothing-relevant": (
        TOOLS["gdeval"],
        case(qrels=b"1 0 a 0\n2 0 a 1\n"),
        PRINTED,
        REFUSED,
        case(),
    ),
    "repeated-documents": (
        TOOLS["gdeval"],
        case(run=RUN + RUN),
        PRINTED,
        Output(ended="refused", message="document 'a' is retrieved twice in topic '1'"),
        None,
    ),
    "topics-averaged": (
        STATAP,
        case(relation="prels", qrels=b"1 a 0 1 1\n"),
        Output(ended="refused", message="Illegal division by zero"),
        PRINTED,
        case(**(PRELS | {"run": b"2 Q0 a 1 2 t\n"})),
    ),
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
        Output(ended="refused", message="Can't calculate measure 'map'"),
        PRINTED,
        case("map", qrels=NEGATIVE, run=b"2 Q0 a 1 1 t\n"),
    ),
}


def of_what(subject):
    """The evaluator and the dialect of a dialect of trec_eval, or of another evaluator."""
    return (TREC_EVAL, subject) if subject in (NINE, TEN) else (subject, subject.dialects[0])


def verdict(subject, of, label, topic, theirs, ours):
    """What comes of one line that both print."""
    tool, dialect = of_what(subject)

    def lines(printed, _):
        return {} if printed == "None" else {(label, topic): printed}

    plain = replace(tool, lines=lines, our_lines=lines, same_text=False)
    outcomes = [Output(str(value)) for value in (theirs, ours)]
    return compare_outputs(of, plain, dialect, *outcomes)


def refused_or_printed(subject, of, theirs, ours):
    return compare_outputs(of, *of_what(subject), theirs, ours)


@each(LINES)
def test_a_line_is_explained_by_its_reason(code):
    line, _ = LINES[code]
    found = verdict(*line)
    assert dict(found.reasons) == {code: 1}
    assert not found.unexplained


@each([(code, change) for code in LINES for change in LINES[code][1].items()], "code", "change")
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


@each(REFUSALS)
def test_a_refusal_is_explained_by_its_reason_alone(code):
    subject, of, theirs, ours, other = REFUSALS[code]
    assert dict(refused_or_printed(subject, of, theirs, ours).refused) == {code: 1}
    if other is None:  # what was said explains it
        other, ours = of, REFUSED
    assert refused_or_printed(subject, other, theirs, ours).subject is not None


def test_parameters_that_may_be_equal_explain_nothing():
    utility = case("utility.1,-1,0,0")
    assert refused_or_printed(NINE, utility, REFUSED, PRINTED).subject == "trec_eval refused"


def test_every_reason_is_tried():
    assert set(CODES) == LINES.keys() | REFUSALS.keys()
    assert {one.code for one in DIFFERENCES} == set(CODES) | NOT_AT_WORK
    assert len(DIFFERENCES) == len({one.code for one in DIFFERENCES})


def test_a_fault_of_ours_is_never_explained():
    crashed = Output(ended="crashed", message="KeyError")
    for subject, of, theirs, *_ in REFUSALS.values():
        assert refused_or_printed(subject, of, theirs, crashed).subject == "harness crashed"
        assert refused_or_printed(subject, of, crashed, crashed).subject == "harness crashed"


#: By code: a case on which trec_eval crashes by that fault, and one on which nothing is known.
CRASHES = {
    "option-values": (case(odd=("-M", "-3")), "signal 11 (SIGSEGV)", case(depth=3)),
    "gains-twice": (case("dcg.2=1", "ndcg"), "signal 6 (SIGABRT) double free", case("ndcg.2=1")),
    "negative-topic": (case("map", qrels=NEGATIVE), "signal 11 (SIGSEGV)", case("map")),
    "preferences-memory": (
        case(**PREFS),
        "signal 11 (SIGSEGV)",
        case(**(PREFS | {"qrels": QRELS})),
    ),
}


@pytest.mark.parametrize("code", CRASHES)
def test_a_crash_is_counted_by_its_fault_and_is_no_difference(code):
    of, message, other = CRASHES[code]
    crashed = Output("map all 1", ended="crashed", message=message)
    for reason, found in ((of, code), (other, "unknown")):
        verdict = refused_or_printed(TEN, reason, crashed, PRINTED)
        assert (verdict.crash, verdict.subject) == (found, None)
    assert (
        refused_or_printed(TEN, of, replace(crashed, message="signal 4"), PRINTED).crash
        == "unknown"
    )


def test_every_known_fault_is_tried_and_has_a_row():
    faults = {fault.code for tool in TOOLS.values() for fault in tool.faults}
    assert faults == CRASHES.keys()
    assert faults <= {one.code for one in DIFFERENCES}


def test_lines_in_another_order_are_not_equal():
    lines = [text("map", "all", "1.0000"), text("P_5", "all", "0.2000")]
    theirs, ours = Output("".join(lines)), Output("".join(lines[::-1]))
    found = refused_or_printed(NINE, case(), theirs, ours)
    assert found.subject == "the text"


# --- golden outputs ------------------------------------------------------------------------------


# --- generated cases -----------------------------------------------------------------------------
