"""Which end of a measure is the better one, in everything that compares, orders or marks runs."""

from __future__ import annotations

import gzip
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import harness
from harness.comparison import (
    Comparison,
    Options,
    ScoreTable,
    against,
    compare_leaderboards,
    compare_measures,
    compare_pair,
    leaderboard,
)
from harness.comparison.baseline import every_pair
from harness.comparison.collection import (
    compare_variants,
    describe_topics,
    estimate_reliability,
    estimate_swaps,
)
from harness.evaluation.judgments import JudgedTopics
from harness.evaluation.rules import Rules
from harness.evaluation.run_scores import join_scores, score_run
from harness.evaluation.scales import Scale, find_scale
from harness.evaluation.scoring import prepare_measures
from harness.formats.frames import qrels_from, runs_from
from harness.measures import FAMILIES
from harness.measures.bound import bind
from harness.report.paper import paper_table
from tests.each import each
from tests.measures.batches import several_runs
from tests.measures.drawn import for_grades, of_documents, own_families

OPTIONS = Options(samples=200)
RUNS = tuple("abcde")

#: Every measure of the package that has numbers: of documents, of other judgments.
OTHERS = sorted({family.name for family in own_families()} - {f.name for f in of_documents()})
NUMERIC = sorted(family.name for family in of_documents() if family.summary != "text")
#: Those of each change; the others are for the night.
FEW = {"AP", *NUMERIC[::8], *OTHERS[::8]}


def evaluated(name):
    """Runs of very different worth, by a measure and by its mirror image."""
    return evaluated_at_once(few=name in FEW)[name]


@cache
def evaluated_at_once(few):
    """The values of the measures of each change, or of all others."""
    names, others = ([it for it in kind if (it in FEW) == few] for kind in (NUMERIC, OTHERS))
    rng = np.random.default_rng(11)
    topics = [str(number) for number in range(8)]
    grades = {
        topic: {f"d{doc}": int(rng.integers(0, 3)) for doc in range(12)} | {"d0": 1, "d1": 0}
        for topic in topics
    }
    found = {
        run: {
            topic: {
                doc: float(skill * grade + rng.random())
                for doc, grade in [*grades[topic].items(), ("x", 0), ("y", 0)]
                if rng.random() < 0.9 - 0.3 * (grade == 0) * (skill > 1)
            }
            | {"d0": 1.0 + skill}
            for topic in topics
        }
        for run, skill in zip(RUNS, (0.0, 0.4, 0.9, 1.5, 3.0), strict=True)
    }
    rules = Rules(collection_size=100)
    chosen = prepare_measures(
        [NAMED.get(name, for_grades(FAMILIES[name])) for name in names], rules
    )
    measures = [*chosen, *map(mirrored, chosen)]
    judged = JudgedTopics(qrels_from(grades))
    scores = join_scores([score_run(run, judged, measures, rules) for run in runs_from(found)], "")
    tables = [
        ScoreTable(
            chosen[at % len(chosen)].label,
            scores.runs,
            scores.topics,
            scores.values[:, :, at].T,
            scale=find_scale(measure),
        )
        for at, measure in enumerate(measures)
    ]
    of_documents = zip(names, zip(tables, tables[len(chosen) :], strict=False), strict=True)
    return {**dict(of_documents), **dict(map(of_other_judgments, others))}


def of_other_judgments(name: str) -> tuple[str, tuple[ScoreTable, ScoreTable]]:
    """The values of random runs by a measure of other judgments, and by its mirror image."""
    measure, batches = bind(FAMILIES[name], {}), several_runs(FAMILIES[name].sees, len(RUNS), 8)
    tables, (low, high) = [], find_scale(measure).true_bounds
    for one in (measure, mirrored(measure)):
        results = [one.evaluate(batch) for batch in batches]
        values = np.array([getattr(result, "value", result) for result in results], dtype=float)
        topics, scale = batches[0].topics, find_scale(one)
        if one is not measure:
            scale = replace(scale, true_bounds=(-high, -low))
        tables.append(ScoreTable(name, RUNS, topics, values.T, scale=scale))
    return name, (tables[0], tables[1])


#: Measures that need a parameter to tell runs apart.
NAMED = {"P": "P@5", "Success": "Success@1"}


def mirrored(measure):
    """The measure with all values negated, declared to be good at the other end."""

    def negated(run, **parameters):
        found = measure.family.function(run, **parameters)
        return 0.0 - np.asarray(getattr(found, "value", found), dtype=float)

    family = replace(
        measure.family,
        name=f"negated_{measure.family.name}",
        function=negated,
        falling=not measure.family.falling,
        summary="mean" if measure.summary == "geometric" else measure.summary,
        # Sums may be off by their last bit, and measures of others are held to their bounds.
        bounds=(-measure.family.bounds[1] - 1e-12, -measure.family.bounds[0] + 1e-12),
    )
    return replace(measure, family=family)


def same(one, other):
    np.testing.assert_allclose(one, other, rtol=1e-9, atol=1e-9)


def plain(table: ScoreTable) -> ScoreTable:
    """A geometric measure as a mean, which its mirror image is."""
    return replace(table, scale=replace(table.scale, summary="mean"))


def some_of(names):
    """Names of measures, most of them for the night."""
    return [pytest.param(name, marks=[] if name in FEW else pytest.mark.slow) for name in names]


@pytest.mark.long
@each(some_of([*NUMERIC, *OTHERS]))
def test_mirroring_a_measure_and_its_direction_leaves_every_conclusion(name):
    table, mirror = (plain(one) for one in evaluated(name))
    assert table.scale.lower_is_better != mirror.scale.lower_is_better
    one, other = leaderboard(table, OPTIONS), leaderboard(mirror, OPTIONS)
    assert one.runs == other.runs
    assert one.run_letters() == other.run_letters()
    for part in ("rank", "low", "high", "could_be_best"):
        assert getattr(one.ranks, part).tolist() == getattr(other.ranks, part).tolist()
    assert one.p.tolist() == other.p.tolist()
    same(one.means.estimate, -other.means.estimate)
    same(one.means.low, -other.means.high)
    same(one.needed, other.needed)
    for ours, theirs in (
        (every_pair(table, OPTIONS), every_pair(mirror, OPTIONS)),
        (against(table, "c", OPTIONS), against(mirror, "c", OPTIONS)),
    ):
        for mine, yours in zip(ours.rows, theirs.rows, strict=True):
            assert (mine.run, mine.baseline, mine.better) == (
                yours.run,
                yours.baseline,
                yours.better,
            )
            assert (mine.p, mine.corrected, mine.wins) == (yours.p, yours.corrected, yours.wins)
            same(
                [mine.difference, mine.low, mine.high], [-yours.difference, -yours.high, -yours.low]
            )
    found, turned = (compare_pair(one, "a", "d", OPTIONS) for one in (table, mirror))
    for test, outcome in found.tests.items():
        assert outcome.greater.p == turned.tests[test].greater.p
        assert outcome.less.p == turned.tests[test].less.p
    assert [one.topic for one in found.by_topic] == [one.topic for one in turned.by_topic]
    assert found.counts == turned.counts


@each(some_of(NUMERIC))
def test_mirroring_a_measure_leaves_marks_and_choices(name):
    table, mirror = (plain(one) for one in evaluated(name))
    for more in ({}, {"baselines": "a"}, {"marks": "groups"}):
        papers = [paper_table(Comparison((one,), OPTIONS), **more) for one in (table, mirror)]
        assert papers[0].marks == papers[1].marks
        assert [row[:-1] for row in papers[0].rows] == [row[:-1] for row in papers[1].rows]
    first, second = (compare_variants(one, RUNS, OPTIONS) for one in (table, mirror))
    assert first.crossed.best == second.crossed.best
    assert first.crossed.chosen.tolist() == second.crossed.chosen.tolist()
    same(first.curve.low, -second.curve.high)
    assert describe_topics(table).hardest().tolist() == describe_topics(mirror).hardest().tolist()
    drops = [estimate_reliability(one, drop=0.25).components.system for one in (table, mirror)]
    same(*drops)
    rates = [estimate_swaps(one, OPTIONS, sizes=[4], draws=20).swapped for one in (table, mirror)]
    assert rates[0].tolist() == rates[1].tolist()
    if np.ptp(np.round(table.means, 10)):
        agreement = compare_leaderboards(table, mirror)
        assert agreement.tau == pytest.approx(1)
        assert agreement.rank_first.tolist() == agreement.rank_second.tolist()
        both = [table, replace(mirror, measure="mirror")]
        assert compare_measures(both, OPTIONS).tau[0, 1] == pytest.approx(1)


def test_the_other_direction_alone_turns_everything_round():
    table, _ = evaluated("AP")
    turned = replace(table, scale=Scale(lower_is_better=True))
    up, down = leaderboard(table, OPTIONS), leaderboard(turned, OPTIONS)
    assert up.runs == down.runs[::-1]
    assert up.ranks.rank.tolist() == down.ranks.rank.tolist() == [1, 2, 3, 4, 5]
    assert up.runs[0] == "e"
    assert not down.could_be_best[-1]
    one, other = compare_pair(table, "a", "e", OPTIONS), compare_pair(turned, "a", "e", OPTIONS)
    for name, outcome in one.tests.items():
        if not name.startswith("bootstrap"):
            assert outcome.greater.p == pytest.approx(other.tests[name].less.p)
    assert (one.counts.wins, one.counts.losses) == (other.counts.losses, other.counts.wins)
    assert one.difference == other.difference


def test_geometric_means_mirror_as_ratios(table_of):
    values = np.random.default_rng(4).uniform(0.001, 1, (9, 4))
    table = table_of(values, "GMAP")
    mirror = table_of(0.001 / values, "cost", scale=Scale("geometric", lower_is_better=True))
    one, other = leaderboard(table, OPTIONS), leaderboard(mirror, OPTIONS)
    assert (one.runs, one.run_letters()) == (other.runs, other.run_letters())
    same(one.means.estimate, 0.001 / other.means.estimate)
    same(one.means.low, 0.001 / other.means.high)
    for mine, yours in zip(every_pair(table).rows, every_pair(mirror).rows, strict=True):
        same([mine.difference, mine.low, mine.high], [1 / x for x in ends(yours)])
        assert mine.p == pytest.approx(yours.p)


def ends(row):
    return row.difference, row.high, row.low


def test_ratios_are_those_of_geometric_means_with_t_intervals_of_logarithms(table_of):
    values = np.array([[0.5, 0.25], [0.0, 0.1], [1.0, 0.4], [0.3, 0.3]])
    pair = compare_pair(table_of(values, "GMAP"), "r0", "r1", OPTIONS)
    logs = np.log(np.maximum(values, 1e-5))
    gap = logs[:, 0] - logs[:, 1]
    assert pair.mean_a == pytest.approx(np.exp(logs[:, 0].mean()))
    assert pair.difference == pytest.approx(pair.mean_a / pair.mean_b)
    half = 3.182446305284263 * gap.std(ddof=1) / 2  # t with 3 degrees of freedom, √4 topics
    assert float(pair.t_interval.low) == pytest.approx(np.exp(gap.mean() - half))
    assert float(pair.t_interval.high) == pytest.approx(np.exp(gap.mean() + half))


@pytest.mark.parametrize("lower", [False, True])
def test_what_is_undefined_is_never_the_best(lower):
    scale = Scale(lower_is_better=lower)
    values = [np.nan, 0.5, 0.25]
    assert scale.order(values, "xyz")[-1] == 0
    assert scale.ranks(values)[0] == 3
    assert scale.best(values) == (0.25 if lower else 0.5)
    assert scale.worst(values) == (0.5 if lower else 0.25)
    assert np.isnan(scale.best([np.nan]))


@each(
    [
        ("FNR", True),
        ("FDR@10", True),
        ("AP", False),
        ("0.5*AP + 0.5*RR", False),
        ("0.5*FNR + 0.5*Fallout", True),
        ("FNR - AP", True),
        ("0.5*AP + 0.5*FNR", False),
    ],
    "notation",
    "lower",
)
def test_a_combination_is_lower_where_every_term_is(notation, lower):
    assert find_scale(notation).lower_is_better is lower


def test_a_frame_can_say_that_less_is_better():
    import pandas as pd

    frame = pd.DataFrame({"x": [0.5, 0.7, 0.6], "y": [0.4, 0.3, 0.5]}, index=["1", "2", "3"])
    assert harness.compare(frame, measures="cost").leaderboard().runs == ("x", "y")
    told = harness.compare(frame, measures="cost", lower_is_better="cost")
    assert told.leaderboard().runs == ("y", "x")
    assert harness.compare(frame, measures="FNR").leaderboard().runs == ("y", "x")
    long = frame.melt(ignore_index=False, var_name="run").rename_axis("topic").reset_index()
    told = harness.compare(long.assign(measure="cost"), lower_is_better=["cost"])
    assert told.leaderboard().runs == ("y", "x")
    with pytest.raises(harness.HarnessError, match=r"unknown measure .cots.*did you mean cost"):
        harness.compare(frame, measures="cost", lower_is_better="cots")


def test_on_trec_8_fnr_turns_recall_round_and_gmap_is_trec_evals(shared):
    folder = shared / "data" / "trec8"
    wanted = {}
    with gzip.open(shared / "golden" / "trec_eval" / "trec8.all_trec.v9.tsv.gz", "rt") as file:
        for line in file:
            run, measure, topic, value = line.rstrip("\n").split("\t")
            if measure == "gm_map" and topic == "all":
                wanted[run] = float(value)
    names = sorted(wanted)[::12]
    runs = [harness.read_run(folder / "runs" / f"{name}.gz", name=name) for name in names]
    qrels = harness.read_qrels(folder / "qrels.trec8.adhoc.txt")
    scores = harness.score(qrels, runs, ["R", "FNR", "GMAP"])
    found = harness.compare(scores, samples=100)
    recall, fnr = (found.leaderboard(name) for name in ("R", "FNR"))
    assert recall.runs == fnr.runs
    assert recall.ranks.rank.tolist() == fnr.ranks.rank.tolist()
    assert (np.diff(fnr.means.estimate) >= 0).all()
    gmap = found.leaderboard("GMAP")
    means = dict(zip(gmap.runs, gmap.means.estimate.tolist(), strict=True))
    assert means == pytest.approx({name: wanted[name] for name in names}, abs=0.0000501)
    assert [wanted[run] for run in gmap.runs] == sorted(wanted[run] for run in names)[::-1]
