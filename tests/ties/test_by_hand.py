"""Ties worked by hand; what is refused; the table."""

from __future__ import annotations

import math

import pytest

from harness.core.dialects import VERSIONS, get_dialect
from harness.core.errors import EvaluationError, InputError
from harness.core.run_faults import RunFaultsError
from harness.evaluation.rules import Rules
from harness.evaluation.ties.tie_report import SUPPORTED, is_supported, tie_report
from harness.measures import FAMILIES, parse_measure
from harness.report.left_open import ties_table
from harness.report.table import render
from tests.each import each
from tests.ties.worlds import averages, bounds, make_qrels, make_run, one_topic


def test_counts_across_a_cutoff_without_judgments():
    rows = [("1", "a", 3.0), ("1", "b", 2.0), ("1", "c", 2.0), ("1", "d", 2.0), ("1", "e", 1.0)]
    rows += [("2", "a", 3.0), ("2", "b", 3.0), ("2", "c", 1.0)]
    report = tie_report(make_run(rows), cutoffs=[1, 2, 3, 4, 9])
    assert (report.topics, report.tied.tolist(), report.judged) == (("1", "2"), [3, 2], False)
    found = {
        cutoff: (across.documents.tolist(), across.inside.tolist(), across.num_topics)
        for cutoff, across in report.cutoffs.items()
    }
    assert found == {
        1: ([0, 2], [0, 1], 1),
        2: ([3, 0], [1, 0], 1),
        3: ([3, 0], [2, 0], 1),
        4: ([0, 0], [0, 0], 0),
        9: ([0, 0], [0, 0], 0),
    }


@each(
    [
        # One relevant document among three, one of which is within the cutoff.
        ("P@1", [0, 1 / 3, 1]),
        ("Success@2", [0, 2 / 3, 1]),
        ("RR", [1 / 3, (1 + 1 / 2 + 1 / 3) / 3, 1]),
        ("AP", [1 / 3, (1 + 1 / 2 + 1 / 3) / 3, 1]),
        ("AP@2", [0, (1 + 1 / 2) / 3, 1]),
        ("Rprec", [0, 1 / 3, 1]),
        ("R@3", [1, 1, 1]),
        ("RBP(p=0.5)", [1 / 8, (1 / 2 + 1 / 4 + 1 / 8) / 3, 1 / 2]),
        ("DCG", [1 / 2, (1 + 1 / math.log2(3) + 1 / 2) / 3, 1]),
        ("ERR(max_grade=1)", [1 / 6, (1 / 2 + 1 / 4 + 1 / 6) / 3, 1 / 2]),
        ("0.5*P@1 + 0.5*R@2", [0, (1 / 3 + 2 / 3) / 2, 1]),
    ],
    "name",
    "values",
)
def test_one_relevant_document_among_three_tied_ones(name, values):
    assert bounds(([0, 1, -1],), name) == pytest.approx(values, rel=1e-14)


def test_average_precision_counts_relevant_documents_of_the_same_tie():
    # Relevant at ranks 2–4 in the orders RRN, RNR, NRR after a non-relevant document, R = 2.
    sums = [1 / 2 + 2 / 3, 1 / 2 + 2 / 4, 1 / 3 + 2 / 4]
    lowest, mean, highest = bounds(([0], [1, 0, 1]), "AP")
    assert (lowest, highest) == pytest.approx((min(sums) / 2, max(sums) / 2), rel=1e-14)
    assert mean == pytest.approx(sum(sums) / 6, rel=1e-14)


@each(sorted(n for n in SUPPORTED if "gains" in FAMILIES[n].defaults))
def test_every_measure_of_gains_takes_its_own_table(name):
    lowest, mean, highest = bounds(([2, 1],), f"{name}(gains={{1: 8, 2: 1}})@1")
    assert lowest < mean < highest


def test_gains_of_its_own_decide_what_is_the_best_order():
    # Grade 1 is worth more than grade 2.
    lowest, mean, highest = bounds(([2, 1],), "DCG(gains={1: 8, 2: 1})")
    second = math.log2(3)
    assert (lowest, highest) == pytest.approx((1 + 8 / second, 8 + 1 / second), rel=1e-14)
    assert mean == pytest.approx((9 + 9 / second) / 2, rel=1e-14)


def test_sums_that_differ_by_rounding_only_are_decided():
    # 0.1 + 0.2 + 0.3 is not 0.3 + 0.2 + 0.1 in floating point.
    run, judged = one_topic([1, 2, 3])
    measure = parse_measure("CG(gains={1: 0.1, 2: 0.2, 3: 0.3})")
    (ties,) = tie_report(run, judged, measures=[measure]).measures
    assert not ties.undecided.any()
    assert ties.lowest == ties.expected == ties.highest == ties.ordered


def test_a_document_with_a_negative_gain_is_worse_than_an_unjudged_one():
    lowest, mean, highest = bounds(([0, -1, 1],), "CG(gains={0: -4, 1: 2})@1")
    assert (lowest, highest) == (-4, 2)
    assert mean == pytest.approx((-4 + 0 + 2) / 3, rel=1e-14)


def test_a_depth_cuts_through_a_tie_in_every_order():
    # Two of four documents are evaluated; F divides by the two, not by the four.
    assert bounds(([1, 0, 0, 0],), "F", depth=2) == pytest.approx([0, (2 / 3) / 2, 2 / 3])
    run, judged = one_topic([1, 0, 0, 0])
    report = tie_report(run, judged, Rules(depth=2), cutoffs=[1, 2, 3])
    assert [across.inside.tolist() for across in report.cutoffs.values()] == [[1], [2], [2]]


def test_single_precision_makes_ties():
    run = make_run([("1", "a", 16777217.0), ("1", "b", 16777216.0), ("1", "c", 1e300)])
    judged = make_qrels([("1", "a", 1)])
    measures = [parse_measure("RR")]
    found = {}
    for name in VERSIONS:
        rules = Rules(dialect=get_dialect(name))
        report = tie_report(run, judged, rules, measures=measures)
        found[name] = (int(report.tied.sum()), averages(report))
    assert found["trec_eval-10"] == (0, [1 / 2] * 4)
    assert found["trec_eval-9"] == (2, pytest.approx([1 / 3, 5 / 12, 1 / 2, 1 / 3], rel=1e-14))


def test_scores_too_large_for_single_precision_are_tied():
    run = make_run([("1", "a", 1e300), ("1", "b", 1e200), ("1", "c", 1.0)])
    assert tie_report(run, None, Rules(get_dialect("trec_eval-9"))).tied.tolist() == [2]


def test_measures_that_are_not_supported_are_refused_all_at_once():
    run, judged = one_topic([1, 0])
    measures = [parse_measure(name) for name in ("Bpref", "AP - P@5", "GMAP", "RR")]
    with pytest.raises(EvaluationError) as caught:
        tie_report(run, judged, measures=measures, cutoffs=[0])
    messages = [str(problem) for problem in caught.value.problems]
    assert len(messages) == 4
    assert messages[0].startswith("the cutoff 0 is not allowed")
    assert "Bpref" in messages[1]
    assert "supported: P, R, " in messages[1]
    assert "a difference of measures" in messages[2]
    assert "GMAP" in messages[3]


def test_terms_that_disagree_on_what_is_better_are_refused():
    run, judged = one_topic([1, 0])
    measure = parse_measure("AP + DCG(gains={1: 0.5, 2: 0.1})")
    assert not is_supported(measure)
    with pytest.raises(EvaluationError, match="which documents are better"):
        tie_report(run, judged, measures=[measure])


def test_measures_need_judgments_and_a_depth_no_judged_only():
    run, judged = one_topic([1, 0])
    with pytest.raises(EvaluationError, match="measures need judgments"):
        tie_report(run, measures=[parse_measure("AP")])
    with pytest.raises(EvaluationError, match="depth and judged_only do not go together"):
        tie_report(run, judged, Rules(depth=5, judged_only=True))


def test_scores_that_are_nan_duplicates_and_foreign_topics_are_refused():
    judged = make_qrels([("1", "a", 1)])
    with pytest.raises(InputError, match="a score is NaN"):
        tie_report(make_run([("1", "a", math.nan)]))
    with pytest.raises(RunFaultsError):
        tie_report(make_run([("1", "a", 1.0), ("1", "a", 1.0)]), judged)
    with pytest.raises(EvaluationError, match="no topic in common"):
        tie_report(make_run([("9", "a", 1.0)]), judged)


def test_an_empty_run_has_no_ties():
    report = tie_report(make_run([]), cutoffs=[10])
    assert (report.topics, report.tied.tolist()) == ((), [])
    assert report.cutoffs[10].num_topics == 0


def test_the_table_has_a_row_for_each_cutoff_and_measure():
    run, judged = one_topic([1], [0, 1])
    measures = [parse_measure("AP"), parse_measure("P@2")]
    report = tie_report(run, judged, measures=measures, cutoffs=[1])
    assert render(ties_table([report]), "tsv").splitlines() == [
        "run\tmeasure\ttied\ttopics\tacross\tinside\tundecided\tlowest\texpected\thighest\tordered",
        "run\ttop 1\t2\t0\t0\t0\t\t\t\t\t",
        "run\tAP\t2\t0\t0\t0\t1\t0.8333\t0.9167\t1.0000\t1.0000",
        "run\tP@2\t2\t1\t2\t1\t1\t0.5000\t0.7500\t1.0000\t1.0000",
    ]


def test_the_notes_state_dialect_depth_and_topic_policy():
    run, judged = one_topic([1, 0])
    rules = Rules.of("judged", get_dialect("trec_eval-9"), depth=7)
    notes = ties_table([tie_report(run, judged, rules, measures=[parse_measure("AP")])]).notes
    assert notes[:3] == (
        "dialect trec_eval-9: scores are compared as float32",
        "depth: the first 7 documents of a topic count",
        "topics that a run does not answer are averaged as 0",
    )


def test_without_measures_the_table_has_counts_only():
    run, _ = one_topic([1, 0])
    table = ties_table([tie_report(run, cutoffs=[1])])
    assert [column.name for column in table.columns] == [
        "run", "measure", "tied", "topics", "across", "inside",
    ]  # fmt: skip
    assert list(table.rows) == [("run", "top 1", 2, 1, 2, 1)]
    assert not any("lowest" in note or "answer" in note for note in map(str, table.notes))
