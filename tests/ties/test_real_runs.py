"""Closed forms of ties against those of others, and on real runs."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.judged_run import JudgedRun
from harness.core.model import Qrels, Run
from harness.evaluation.judgments import JudgedTopics
from harness.evaluation.rules import Rules
from harness.evaluation.run_scores import score_run
from harness.evaluation.scoring import prepare_measures
from harness.evaluation.ties.expected import TiedRun, TieGroups, chances_to_stop, expected
from harness.evaluation.ties.tie_report import is_supported, tie_report
from harness.formats.qrels import read_qrels
from harness.formats.runs import read_run
from harness.measures import FAMILIES, parse_measure
from tests.ties.worlds import averages, bounds, make_qrels, make_run

#: All runs of a collection are read.
pytestmark = pytest.mark.slow


@given(st.integers(0, 2**32 - 1), st.integers(2, 300), st.integers(1, 40), st.integers(1, 300))
def test_expected_dcg_is_that_of_scikit_learn(seed, length, num_scores, cutoff):
    from sklearn.metrics import dcg_score

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
