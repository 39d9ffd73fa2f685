"""Ties: against all orders of small runs, one by one, other closed forms, and real runs."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import dcg_score

import harness.evaluation.ties.tie_report
from harness.core.dialects import VERSIONS, get_dialect
from harness.core.errors import EvaluationError, InputError
from harness.core.judged_run import JudgedRun
from harness.core.model import Qrels, Run
from harness.core.run_faults import RunFaultsError
from harness.evaluation.ranking import JudgedTopics
from harness.evaluation.rules import Rules
from harness.evaluation.run_scores import score_run
from harness.evaluation.scoring import prepare_measures
from harness.evaluation.ties.expected import TiedRun, chances_to_stop, expected
from harness.evaluation.ties.groups import TieGroups
from harness.evaluation.ties.tie_report import SUPPORTED, TieReport, is_supported, tie_report
from harness.formats.qrels import read_qrels
from harness.formats.runs import read_run
from harness.measures import FAMILIES, Family, Measure, parse_measure
from harness.measures.summaries import SUMMARIES
from harness.report.table import render
from harness.report.ties import ties_table
from tests.measures.batches import measures_of
from tests.oracles import ORACLES, Topic


def make_run(rows: list[tuple[str, str, float]], name: str = "run") -> Run:
    schema = {"topic": pl.String, "doc": pl.String, "score": pl.Float64}
    return Run(name, pl.DataFrame(rows, schema=schema, orient="row"))


def make_qrels(rows: list[tuple[str, str, int]]) -> JudgedTopics:
    schema = {"topic": pl.String, "doc": pl.String, "grade": pl.Int64}
    return JudgedTopics(Qrels(pl.DataFrame(rows, schema=schema, orient="row")))


def one_topic(*groups: list[int]) -> tuple[Run, JudgedTopics]:
    """A topic whose documents have the given grades (−1: not in the qrels), a list a score."""
    documents = [
        (f"{number}-{place}", float(-number), grade)
        for number, group in enumerate(groups)
        for place, grade in enumerate(group)
    ]
    run = make_run([("1", doc, score) for doc, score, _ in documents])
    return run, make_qrels([("1", doc, grade) for doc, _, grade in documents if grade >= 0])


def averages(report: TieReport, place: int = 0) -> list[float]:
    """Lowest, expected, highest and ordinary average of a measure."""
    ties = report.measures[place]
    return [ties.average(v) for v in (ties.lowest, ties.expected, ties.highest, ties.ordered)]


def bounds(groups: tuple[list[int], ...], name: str, **rules: Any) -> list[float]:
    run, judged = one_topic(*groups)
    return averages(tie_report(run, judged, Rules(**rules), measures=[parse_measure(name)]))[:3]


# By hand


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


@pytest.mark.parametrize(
    ("name", "values"),
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
)
def test_one_relevant_document_among_three_tied_ones(name, values):
    assert bounds(([0, 1, -1],), name) == pytest.approx(values, rel=1e-14)


def test_average_precision_counts_relevant_documents_of_the_same_tie():
    # Relevant at ranks 2–4 in the orders RRN, RNR, NRR after a non-relevant document, R = 2.
    sums = [1 / 2 + 2 / 3, 1 / 2 + 2 / 4, 1 / 3 + 2 / 4]
    lowest, mean, highest = bounds(([0], [1, 0, 1]), "AP")
    assert (lowest, highest) == pytest.approx((min(sums) / 2, max(sums) / 2), rel=1e-14)
    assert mean == pytest.approx(sum(sums) / 6, rel=1e-14)


@pytest.mark.parametrize("name", sorted(n for n in SUPPORTED if "gains" in FAMILIES[n].defaults))
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


# All orders, one by one

PARAMETERS = {"max_grade": st.integers(3, 5)}
#: The last two are tied in single precision only, as are the first two.
SCORES = (16777217.0, 16777216.0, 3.0, 0.0, -0.0, -7.5, -7.5 - 1e-9)
TOPICS = ("1", "10", "2", "q-7")


@st.composite
def supported_measures(draw: st.DrawFn, family: Family) -> Measure:
    """A measure of the family; grades here do not pass 3, so that max_grade may be small."""
    measure = draw(measures_of(family))
    allowed = family.defaults.keys() - (family.exclusive if "gains" in measure.parameters else ())
    own = {name: draw(PARAMETERS[name]) for name in PARAMETERS if name in allowed}
    cutoff = {"cutoff": draw(st.integers(1, 9))} if "cutoff" in measure.parameters else {}
    return family(**{**measure.parameters, **cutoff, **own})


@st.composite
def collections(draw: st.DrawFn) -> tuple[list[Any], list[Any]]:
    """Rows of a run and of judgments: few documents with few scores, in any order.

    Topics may be without judgments, without documents of the run, or without relevant ones.
    """
    run, qrels = [], []
    for topic in draw(st.lists(st.sampled_from(TOPICS), min_size=1, max_size=3, unique=True)):
        scores = draw(st.lists(st.sampled_from(SCORES), max_size=6))  # at most 720 orders
        docs = draw(st.permutations([f"d{number}" for number in range(len(scores))]))
        run += [(topic, doc, score) for doc, score in zip(docs, scores, strict=True)]
        for number in range(len(scores) + 2):
            grade = draw(st.sampled_from((None, None, -1, 0, 0, 1, 1, 2, 3)))
            if grade is not None:
                qrels.append((topic, f"d{number}", grade))
    run.append(("common", "z", 1.0))
    qrels.append(("common", "z", draw(st.integers(0, 3))))
    return draw(st.permutations(run)), qrels


rule_sets = st.builds(
    lambda dialect, missing, cut: Rules(get_dialect(dialect), missing, **cut),
    st.sampled_from(sorted(VERSIONS)),
    st.sampled_from(["drop", "empty", "zero"]),
    st.one_of(
        st.just({}),
        st.integers(1, 6).map(lambda depth: {"depth": depth}),
        st.just({"judged_only": True}),
    ),
)


def orders(scored: list[tuple[float, int]]) -> Iterator[list[int]]:
    """The grades of one topic in every order that its scores allow, each order as often as it is.

    ``scored`` are pairs of score and grade.
    """
    values = sorted({score for score, _ in scored}, reverse=True)
    groups = [[grade for score, grade in scored if score == value] for value in values]
    for chosen in itertools.product(*(itertools.permutations(group) for group in groups)):
        yield [grade for group in chosen for grade in group]


def slow_bounds(
    run: list[Any], qrels: list[Any], rules: Rules, measures: list[Measure]
) -> dict[str, list[tuple[float, float, float]]]:
    """Lowest, mean and highest value of each averaged topic, straight from the definitions."""
    found = {}
    for topic in sorted({row[0] for row in qrels}, key=str.encode):
        grades = {doc: grade for name, doc, grade in qrels if name == topic}
        judged = [grade for grade in grades.values() if grade >= 0]
        counts = {grade: judged.count(grade) for grade in set(judged)}
        precision = np.dtype(rules.dialect.score_type).type
        scored = [
            (float(precision(score)), grade if (grade := grades.get(doc, -1)) >= 0 else -1)
            for name, doc, score in run
            if name == topic
        ]
        if not scored and rules.missing == "drop":
            continue
        rankings = [
            [g for g in order if g >= 0] if rules.judged_only else order[: rules.depth]
            for order in orders(scored)
        ]
        topics = [Topic(ranking, counts) for ranking in rankings]
        zero = not scored and rules.missing == "zero"
        found[topic] = [slow_bound(topics, one, zero and one.summary != "sum") for one in measures]
    return found


def slow_bound(topics: list[Topic], measure: Measure, zero: bool) -> tuple[float, float, float]:
    if zero:
        return 0.0, 0.0, 0.0
    parameters = {
        name: dict(value) if name == "gains" else value
        for name, value in measure.parameters.items()
    }
    values = [float(ORACLES[measure.family.name](topic, **parameters)) for topic in topics]
    return min(values), math.fsum(values) / len(values), max(values)


SOME = {
    "found": ["P", "R", "RelP", "SetP", "NumRelRet", "Rprec", "RprecMult", "F"],
    "relevant": ["Success", "RR", "AP"],
    "graded": ["CG", "DCG", "nDCG", "RBP", "ERR", "nERR"],
}


def test_every_supported_measure_is_compared_with_all_orders():
    assert sorted(SUPPORTED) == sorted(name for names in SOME.values() for name in names)


@pytest.mark.parametrize("names", SOME.values(), ids=SOME)
@given(drawn=st.data(), rows=collections(), rules=rule_sets)
def test_bounds_and_mean_are_those_of_all_orders_one_by_one(names, drawn, rows, rules):
    run, qrels = rows
    measures = [drawn.draw(supported_measures(FAMILIES[name])) for name in names]
    report = tie_report(make_run(run), make_qrels(qrels), rules, measures=measures)
    slow = slow_bounds(run, qrels, rules, measures)
    assert report.topics == tuple(slow)
    for column, ties in enumerate(report.measures):
        for row, topic in enumerate(report.topics):
            ours = (ties.lowest[row], ties.expected[row], ties.highest[row])
            theirs = slow[topic][column]
            for one, other in zip(ours, theirs, strict=True):
                assert math.isclose(one, other, rel_tol=1e-12), (ties.measure, topic, ours, theirs)
            assert ties.undecided[row] == (theirs[2] - theirs[0] > 1e-11 * theirs[2])


@given(collections(), rule_sets, st.sampled_from([1, 7, 10**6]))
def test_the_ordinary_value_is_the_score_and_lies_within_the_bounds(rows, rules, max_cells):
    run, judged = make_run(rows[0]), make_qrels(rows[1])
    names = [
        "AP",
        "AP@3",
        "P@3",
        "Rprec",
        "RR@2",
        "nDCG",
        "NumRelRet@2",
        "nERR@3",
        "F",
        "0.3*F+R@2",
    ]
    measures = prepare_measures(names, rules)
    with pytest.MonkeyPatch.context() as patch:  # pieces of any size give the same
        patch.setattr(harness.evaluation.ties.tie_report, "MAX_CELLS", max_cells)
        report = tie_report(run, judged, rules, measures=measures, cutoffs=[1, 3])
    scores = score_run(run, judged, measures, rules)
    assert report.topics == scores.topics
    if not rules.judged_only:
        assert report.tied.sum() == scores.coverage.tied
    for column, ties in enumerate(report.measures):
        assert ties.ordered.tolist() == scores.values[:, column].tolist()
        assert (ties.lowest <= ties.expected).all()
        assert (ties.expected <= ties.highest).all()
        assert (ties.lowest <= ties.ordered).all()
        assert (ties.ordered <= ties.highest).all()
        summarise = SUMMARIES[ties.measure.summary]
        assert ties.average(ties.ordered) == summarise(scores.values[:, column])


@given(collections(), rule_sets, st.integers(1, 8))
def test_ties_across_a_cutoff_equal_those_counted_one_by_one(rows, rules, cutoff):
    run, qrels = rows
    report = tie_report(make_run(run), make_qrels(qrels), rules, cutoffs=[cutoff])
    inner = min(cutoff, rules.depth or cutoff)
    judged = {(topic, doc) for topic, doc, grade in qrels if grade >= 0}
    precision = np.dtype(rules.dialect.score_type).type
    for row, topic in enumerate(report.topics):
        scores = sorted(
            (
                float(precision(score))
                for name, doc, score in run
                if name == topic and (not rules.judged_only or (name, doc) in judged)
            ),
            reverse=True,
        )
        assert report.tied[row] == sum(scores.count(score) > 1 for score in scores)
        documents = inside = 0
        if len(scores) > inner and scores[inner - 1] == scores[inner]:
            documents = scores.count(scores[inner])
            inside = scores[:inner].count(scores[inner])
        across = report.cutoffs[cutoff]
        assert (across.documents[row], across.inside[row]) == (documents, inside)


# Closed forms of others


@given(st.integers(0, 2**32 - 1), st.integers(2, 300), st.integers(1, 40), st.integers(1, 300))
def test_expected_dcg_is_that_of_scikit_learn(seed, length, num_scores, cutoff):
    random = np.random.default_rng(seed)
    grades, scores = random.integers(0, 4, length), random.integers(0, num_scores, length)
    docs = [f"d{number}" for number in range(length)]
    run = make_run([("1", doc, float(score)) for doc, score in zip(docs, scores, strict=True)])
    judged = make_qrels([("1", doc, int(grade)) for doc, grade in zip(docs, grades, strict=True)])
    report = tie_report(run, judged, measures=[parse_measure(f"DCG@{cutoff}")])
    theirs = dcg_score(grades[None, :], scores[None, :], k=cutoff)
    assert averages(report)[1] == pytest.approx(theirs, rel=1e-12)


@pytest.mark.parametrize(("relevant", "cutoff"), [(1, 10), (3, 10), (50, 10), (999, 1000)])
def test_a_thousand_tied_documents_follow_the_hypergeometric_distribution(relevant, cutoff):
    grades = [1] * relevant + [0] * (1000 - relevant)
    missed = math.comb(1000 - relevant, cutoff) / math.comb(1000, cutoff)
    first = [
        math.comb(1000 - rank, relevant - 1) / math.comb(1000, relevant)
        for rank in range(1, 1002 - relevant)
    ]
    assert math.fsum(first) == pytest.approx(1, rel=1e-12)
    assert bounds((grades,), f"Success@{cutoff}")[1] == pytest.approx(1 - missed, rel=1e-12)
    mean = math.fsum(chance / rank for rank, chance in enumerate(first, start=1))
    assert bounds((grades,), "RR")[1] == pytest.approx(mean, rel=1e-12)
    assert bounds((grades,), f"P@{cutoff}")[1] == pytest.approx(relevant / 1000, rel=1e-12)


CHANCES = st.lists(st.sampled_from([0.0, 1 / 16, 0.25, 0.5, 15 / 16]), min_size=1, max_size=30)


@given(CHANCES, st.integers(1, 30))
def test_chances_to_stop_and_to_pass_everything_add_up_to_one(chances, depth):
    stops = chances_to_stop(np.array(chances), len(chances))
    assert (stops >= 0).all()
    passes = math.prod(1 - chance for chance in chances)
    assert math.fsum(stops) + passes == pytest.approx(1, rel=1e-12)
    assert stops[0] == pytest.approx(math.fsum(chances) / len(chances), rel=1e-12)
    assert chances_to_stop(np.array(chances), depth).tolist() == stops[:depth].tolist()


@pytest.mark.parametrize("form", FAMILIES["DCG"].choices["dcg"])
def test_every_form_of_dcg_is_known(form):
    values = bounds(([2, 1, 0],), f'nDCG(dcg="{form}")')
    assert values[0] < values[1] < values[2] == 1


# Real runs

OFFICIAL = ["official", "nDCG", "nDCG@10", "ERR@20", "F@10", "Success@5", "RR@10", "RBP"]


@pytest.fixture(scope="module")
def trec8_runs(shared) -> list[Run]:
    return [read_run(path) for path in sorted((shared / "data/trec8/runs").glob("*.gz"))]


@pytest.fixture(scope="module")
def trec8_judged(shared) -> JudgedTopics:
    return JudgedTopics(read_qrels(shared / "data/trec8/qrels.trec8.adhoc.txt"))


def supported(names: list[str], rules: Rules) -> list[Any]:
    return [measure for measure in prepare_measures(names, rules) if is_supported(measure)]


def test_121_of_the_129_runs_of_trec_8_have_ties(trec8_runs):
    tied = [int(tie_report(run).tied.sum()) for run in trec8_runs]
    assert (len(tied), sum(count > 0 for count in tied)) == (129, 121)


def test_runs_without_ties_have_one_value_only(trec8_runs, trec8_judged):
    rules = Rules()
    measures = supported(OFFICIAL, rules)
    assert {"num_rel_ret", "map", "Rprec", "recip_rank", "P_10"} <= {m.label for m in measures}
    untied = [run for run in trec8_runs if not tie_report(run).tied.any()]
    assert len(untied) == 8
    for run in untied:
        report = tie_report(run, trec8_judged, rules, measures=measures)
        scores = score_run(run, trec8_judged, tuple(measures), rules)
        for column, ties in enumerate(report.measures):
            ordinary = scores.values[:, column].tolist()
            assert ties.lowest.tolist() == ties.highest.tolist() == ordinary
            assert ties.expected.tolist() == ties.ordered.tolist() == ordinary


def test_closed_forms_of_a_run_without_ties_are_the_measures_themselves():
    random = np.random.default_rng(8)
    run = JudgedRun.of(*random.integers(-2, 4, (20, 200)).tolist())
    tied = TiedRun(run, TieGroups.of(-np.arange(200.0) * np.ones((20, 1))))
    for measure in supported(["all_trec", *OFFICIAL, "nERR", "DCG", "CG@7"], Rules()):
        result = measure.evaluate(run)
        values = getattr(result, "value", result)
        assert expected(tied, measure) == pytest.approx(values, rel=1e-12), measure


def renamed(frame: pl.DataFrame, seed: int) -> pl.DataFrame:
    """The same documents under other names, which puts tied ones in another order."""
    return frame.with_columns(doc=pl.col("doc").hash(seed).cast(pl.String) + pl.col("doc"))


def test_orders_of_the_run_of_trec_8_with_most_ties_lie_within_its_bounds(shared, trec8_runs):
    run = max(trec8_runs, key=lambda run: int(tie_report(run).tied.sum()))
    qrels = read_qrels(shared / "data/trec8/qrels.trec8.adhoc.txt")
    rules = Rules()
    measures = tuple(supported(OFFICIAL, rules))
    report = tie_report(run, JudgedTopics(qrels), rules, measures=measures)
    for seed in range(5):
        other = Run(run.name, renamed(run.frame, seed))
        judged = JudgedTopics(Qrels(renamed(qrels.frame, seed)))
        values = score_run(other, judged, measures, rules).values
        moved = False
        for column, ties in enumerate(report.measures):
            assert (ties.lowest <= values[:, column] * (1 + 1e-12)).all()
            assert (values[:, column] <= ties.highest * (1 + 1e-12)).all()
            changed = values[:, column] != ties.ordered
            assert not (changed & ~ties.undecided).any()
            moved = moved or changed.any()
        assert moved


# What is refused


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


# The table


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
