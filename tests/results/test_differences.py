"""What changed between two evaluations: one thing at a time, and counted again from the CSV files.

Each task is evaluated for real and written to a directory; the slow recount reads scores.csv and
summary.csv as text and compares value by value.
"""

from __future__ import annotations

import csv
import dataclasses
import json
import math
from itertools import combinations
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import harness
from harness.core.errors import EvaluationError, InputError
from harness.diff.differences import UNEXPLAINED, Differences, differences
from harness.report.differences import PARTS, DifferenceView, change_lines, difference_tables
from harness.report.table import RENDERERS, render
from harness.results import Results, read_results, write_results

TOPICS = """\
<topics>
<topic number="1" type="single"><query>pearl farming</query></topic>
<topic number="2" type="faceted"><query>lighthouses</query></topic>
<topic number="3" type="single"><query>fog</query></topic>
<topic number="4" type="single"><query>tides</query></topic>
</topics>
"""
#: topic: grade of each document.
QRELS = {
    "1": {"a": 1, "b": 0, "c": 2},
    "2": {"a": 1, "d": 2, "e": 0},
    "3": {"b": 2, "c": 0},
    "4": {"a": 1, "b": 1, "f": 0},
}
#: run: topic: documents, the best first. The third does not answer topic 4.
RUNS = {
    "one": {"1": "acbx", "2": "edaf", "3": "cb", "4": "fab"},
    "two": {"1": "bxca", "2": "da", "3": "bxc", "4": "abf"},
    "three": {"1": "xcb", "2": "aed", "3": "xb"},
}
SETTINGS = {
    "measures": "[AP, P@2, nDCG, RR, map, R@2]",
    "collection_size": "50",
    "summaries": "[mean, micro, median, sd]",
    "subsets": "{early: ['1', '2'], late: ['3', '4']}",
}


class Task:
    """A task in a directory; each evaluation writes its files and results anew."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.count = 0

    def evaluate(self, qrels=QRELS, runs=RUNS, topics=TOPICS, names=None, **settings) -> Path:
        """The directory of the results; ``names`` gives files another run name."""
        (self.folder / "topics.xml").write_text(topics)
        lines = [f"{t} 0 {d} {g}" for t, judged in qrels.items() for d, g in judged.items()]
        (self.folder / "qrels.txt").write_text("\n".join(lines) + "\n")
        listed = []
        for name, ranked in runs.items():
            self.write_run(name, ranked)
            listed.append({"path": f"{name}.run", "name": (names or {}).get(name, name)})
        chosen = {**SETTINGS, **settings}
        text = [
            "name: tiny",
            "topics: {path: topics.xml, format: trec-web-xml}",
            "qrels: qrels.txt",
            f"runs: {json.dumps(listed)}",
            *(f"{key}: {value}" for key, value in chosen.items() if value is not None),
        ]
        (self.folder / "task.yaml").write_text("\n".join(text) + "\n")
        self.count += 1
        place = self.folder / f"results{self.count}"
        return write_results(harness.run(self.folder / "task.yaml").results(), place)

    def write_run(self, name: str, ranked) -> None:
        lines = [
            f"{topic} Q0 {doc} {rank} {score} {name}"
            for topic, docs in ranked.items()
            for rank, (doc, score) in enumerate(
                docs if isinstance(docs, list) else zip(docs, range(9, 0, -1), strict=False), 1
            )
        ]
        (self.folder / f"{name}.run").write_text("\n".join(lines) + "\n")


@pytest.fixture
def task(tmp_path) -> Task:
    return Task(tmp_path)


@pytest.fixture
def base(task) -> Path:
    return task.evaluate()


def compared(before: Path, after: Path, **options) -> Differences:
    return differences(read_results(before), read_results(after), **options)


def scores_of(place: Path) -> dict[tuple[str, str, str], float]:
    with (place / "scores.csv").open(newline="", encoding="utf-8") as file:
        return {
            (row["run"], row["measure"], row["topic"]): float(row["value"])
            for row in csv.DictReader(file)
        }


def summaries_of(place: Path) -> dict[tuple[str, str, str, str], str]:
    """Text of every summary; the measure's own is called so, whichever it is."""
    with (place / "summary.csv").open(newline="", encoding="utf-8") as file:
        return {
            (
                *(row["run"], row["measure"], row["subset"]),
                "own" if row["own"] == "true" else row["summary"],
            ): row["value"]
            for row in csv.DictReader(file)
        }


def slow_differing(before: Path, after: Path) -> dict[tuple[str, str, str], tuple]:
    """The values that differ, of runs and measures of the same name, read from the CSV files."""
    old, new = scores_of(before), scores_of(after)
    runs = {key[0] for key in old} & {key[0] for key in new}
    measures = {key[1] for key in old} & {key[1] for key in new}
    return {
        key: (old.get(key), new.get(key))
        for key in {**old, **new}
        if key[0] in runs and key[1] in measures and old.get(key) != new.get(key)
    }


def found_differing(found: Differences) -> dict[tuple[str, str, str], tuple]:
    rows = found.values.select("run", "measure", "topic", "before", "after").rows()
    return {row[:3]: row[3:] for row in rows}


def causes_of(found: Differences) -> set[tuple[str, ...]]:
    return {tuple(names) for names in found.values["causes"].to_list()}


def changes_of(found: Differences) -> dict[tuple[str, str], tuple]:
    return {(what, name): (old, new) for what, name, old, new in found.inputs.rows()}


def why(found: Differences) -> dict[str, dict]:
    return {row["cause"]: row for row in found.why.iter_rows(named=True)}


def slow_tau(x: list[float], y: list[float]) -> float:
    """Kendall's τ-b by its definition."""
    pairs = list(combinations(range(len(x)), 2))
    signs = [
        (
            (x[i] > x[j]) - (x[i] < x[j]),
            (y[i] > y[j]) - (y[i] < y[j]),
        )
        for i, j in pairs
    ]
    untied = [sum(one[side] != 0 for one in signs) for side in (0, 1)]
    return sum(a * b for a, b in signs) / math.sqrt(untied[0] * untied[1])


def recount(found: Differences, before: Path, after: Path) -> None:
    """Compare every frame with the CSV files, the slow way; runs and measures of one name only."""
    differing = slow_differing(before, after)
    assert found_differing(found) == differing
    old, new = summaries_of(before), summaries_of(after)
    both = [key for key in old if key in new]
    assert found.num_summaries == sum(old[key] != new[key] for key in both)
    for row in found.summary.iter_rows(named=True):
        mine = {
            topic: pair
            for (run, measure, topic), pair in differing.items()
            if (run, measure) == (row["run"], row["measure"])
        }
        both_have = {t: b - a for t, (a, b) in mine.items() if a is not None and b is not None}
        assert row["differ"] + row["rounding"] == len(both_have)
        assert row["only_one"] == len(mine) - len(both_have)
        if both_have:
            largest = max(both_have, key=lambda topic: (abs(both_have[topic]), [-ord(topic[0])]))
            assert (row["largest"], row["largest_topic"]) == (both_have[largest], largest)
        for which, texts in (("before", old), ("after", new)):
            values = {run: float(texts[run, row["measure"], "all", "own"]) for run in found.runs}
            assert row[which] == values[row["run"]]
            higher = sum(round(one, 10) > round(row[which], 10) for one in values.values())
            assert row[f"rank_{which}"] == higher + 1
        assert row["difference"] == row["after"] - row["before"]
    for row in found.measures.iter_rows(named=True):
        of = found.summary.filter(pl.col("measure") == row["measure"])
        mine = [key for key in differing if key[1] == row["measure"]]
        assert row["differ"] + row["rounding"] + row["only_one"] == len(mine)
        assert row["runs"] == len({run for run, _, _ in mine})
        assert row["ranks"] == sum(a != b for a, b in of.select("rank_before", "rank_after").rows())
        x, y = (of[which].to_list() for which in ("before", "after"))
        if len(set(x)) == 1 or len(set(y)) == 1:
            assert row["tau"] is None
        else:
            assert row["tau"] == pytest.approx(slow_tau(x, y), abs=1e-12)
    for row in found.topics.iter_rows(named=True):
        mine = [key for key in differing if key[1:] == (row["measure"], row["topic"])]
        assert row["runs"] == len(mine)


# Nothing changed


def test_two_evaluations_of_one_task_are_equal(task, base):
    found = compared(base, task.evaluate())
    assert found.equal
    assert (found.num_values, found.num_topics, len(found.runs)) == (3 * 4 * 6, 4, 3)
    assert found.inputs.is_empty()
    assert found.why.is_empty()
    assert found.measures["tau"].to_list() == [1.0] * 6
    recount(found, base, base)


def test_the_frames_are_the_same_each_time(task, base):
    other = task.evaluate({**QRELS, "1": {"a": 2, "b": 1}}, relevance_level="2")
    first, second = (compared(base, other) for _ in range(2))
    for name in (*PARTS, "values"):
        assert getattr(first, name).equals(getattr(second, name), null_equal=True)


# One thing at a time


def test_a_changed_judgment_explains_the_values_of_its_topic_and_no_others(task, base):
    after = task.evaluate({**QRELS, "2": {"a": 1, "d": 0, "e": 2}})
    found = compared(base, after)
    recount(found, base, after)
    assert {topic for _, _, topic in found_differing(found)} == {"2"}
    assert causes_of(found) == {("judgments",)}
    assert changes_of(found)["judgments of topic", "2"] == (
        "3 judged, 2 relevant",
        "3 judged, 2 relevant",
    )
    (row,) = why(found).values()
    count = len(slow_differing(base, after))
    assert (row["values"], row["only"], row["runs"]) == (count, count, 3)
    assert row["summaries"] == found.num_summaries
    by_topic = {row["topic"]: row["judgments"] for row in found.topics.iter_rows(named=True)}
    assert by_topic == {"1": "same", "2": "changed", "3": "same", "4": "same"}


def test_another_order_of_the_same_judgments_changes_the_file_and_nothing_else(task, base):
    after = task.evaluate({t: dict(reversed(judged.items())) for t, judged in QRELS.items()})
    found = compared(base, after)
    assert found.equal
    assert list(found.inputs["what"]) == ["file of judgments"]
    (row,) = why(found).values()
    assert (row["cause"], row["values"], row["summaries"]) == ("judgments", 0, 0)
    assert "the same judgments" in row["what"]


def test_a_judgment_that_no_run_retrieved_changes_what_counts_all_relevant_documents(task, base):
    after = task.evaluate({**QRELS, "3": {**QRELS["3"], "z": 1}})
    found = compared(base, after)
    recount(found, base, after)
    assert {measure for _, measure, _ in found_differing(found)} == {"AP", "map", "nDCG", "R@2"}
    row = found.topics.filter(pl.col("topic") == "3").row(0, named=True)
    assert (row["judged_before"], row["judged_after"]) == (2, 3)
    assert (row["relevant_before"], row["relevant_after"]) == (1, 2)


def test_a_micro_average_is_explained_where_the_quotient_stays_the_same(task):
    """Half of 2 and half of 4 relevant documents are retrieved: only the micro average moves."""
    runs = {"one": {"1": "ab", "2": "c"}}
    before = task.evaluate(
        {"1": {"a": 1, "y": 1}, "2": {"c": 1}}, runs, measures="[R@2]", subsets=None
    )
    judged = {"1": {"a": 1, "b": 1, "y": 1, "z": 1}, "2": {"c": 1}}
    after = task.evaluate(judged, runs, measures="[R@2]", subsets=None)
    found = compared(before, after)
    recount(found, before, after)
    assert found.values.is_empty()
    assert found.num_summaries == 1
    (row,) = why(found).values()
    assert (row["cause"], row["values"], row["summaries"]) == ("judgments", 0, 1)


def test_a_changed_run_line_explains_the_values_of_its_run(task, base):
    after = task.evaluate(runs={**RUNS, "two": {**RUNS["two"], "1": "abxc"}})
    found = compared(base, after)
    recount(found, base, after)
    assert {(run, topic) for run, _, topic in found_differing(found)} == {("two", "1")}
    assert causes_of(found) == {("run file",)}
    assert list(changes_of(found)) == [("run file", "two")]


def test_a_run_file_may_change_without_any_value(task, base):
    after = task.evaluate(runs={**RUNS, "one": {**RUNS["one"], "4": "fabz"}})
    found = compared(base, after)
    assert found.equal
    assert why(found)["run file"]["values"] == 0
    assert why(found)["run file"]["what"] == "1 run: one"


def test_another_dialect_explains_what_a_coarser_precision_ties(task):
    close = {"one": {"1": [("b", 1.00000001), ("a", 1.0)], "2": "da", "3": "b", "4": "ab"}}
    before = task.evaluate(runs=close)
    after = task.evaluate(runs=close, dialect="trec_eval-9")
    found = compared(before, after)
    recount(found, before, after)
    assert found.values.is_empty()  # b before a, bytewise descending, as without a tie
    close["one"]["1"] = [("a", 1.00000001), ("b", 1.0)]
    before, after = task.evaluate(runs=close), task.evaluate(runs=close, dialect="trec_eval-9")
    found = compared(before, after)
    recount(found, before, after)
    assert causes_of(found) == {("rule dialect",)}
    assert changes_of(found)["rule", "dialect"] == ("trec_eval-10", "trec_eval-9")
    assert ("rule", "score_precision") not in changes_of(found)


def test_a_relevance_level_pairs_measures_and_explains_only_those_that_take_it(task, base):
    after = task.evaluate(relevance_level="2")
    found = compared(base, after)
    assert "AP → AP(rel=2)" in found.measures["measure"].to_list()
    assert "map" in found.measures["measure"].to_list()  # trec_eval's name stays
    old, new = scores_of(base), scores_of(after)
    names = {"AP": "AP(rel=2)", "P@2": "P(rel=2)@2", "RR": "RR(rel=2)", "R@2": "R(rel=2)@2"}
    expected = {
        (run, f"{m} → {names[m]}" if m in names else m, t): (value, new[run, names.get(m, m), t])
        for (run, m, t), value in old.items()
        if value != new[run, names.get(m, m), t]
    }
    assert found_differing(found) == expected
    assert causes_of(found) == {("rule relevance_level",)}
    assert "nDCG" not in {measure for _, measure, _ in expected}
    assert changes_of(found)["measure", "map"] == ("AP", "AP(rel=2)")


def test_a_relevance_level_does_not_explain_a_measure_that_it_leaves_alone(task, base):
    after = task.evaluate(relevance_level="2")
    tamper(after, "one", "nDCG", "1", 0.123)
    found = compared(base, after)
    assert found.values.filter(pl.col("measure") == "nDCG")["causes"].to_list() == [[]]


def test_another_cutoff_is_another_measure(task, base):
    after = task.evaluate(measures="[AP, P@3, nDCG, RR, map, R@2]")
    found = compared(base, after)
    assert not found.equal
    assert found.values.is_empty()
    assert changes_of(found)["measure only before", "P@2"] == ("P@2", None)
    assert changes_of(found)["measure only after", "P@3"] == (None, "P@3")
    assert differences(read_results(base), read_results(after), measures=["AP", "RR"]).equal


def test_a_label_with_other_parameters_is_named_with_both(task, base):
    after = task.evaluate(relevance_level="1")
    described = manifest_of(after)
    for one in described["measures"]:
        if one["label"] == "RR":
            one.update(notation="RR(rel=3)", asked="RR(rel=3)", summary="geometric")
    write_manifest(after, described)
    tamper(after, "one", "RR", "1", 0.125)
    found = compared(base, after)
    assert causes_of(found) == {("measure RR",)}
    assert why(found)["measure RR"]["what"] == "RR → RR(rel=3)"
    assert changes_of(found)["summary of measure", "RR"] == ("mean", "geometric")


def test_a_depth_explains_values_of_all_runs(task, base):
    after = task.evaluate(depth="1")
    found = compared(base, after)
    recount(found, base, after)
    assert causes_of(found) == {("rule depth",)}
    assert why(found)["rule depth"]["what"] == "none → 1"


def test_a_collection_size_explains_measures_that_need_one(task):
    before = task.evaluate(measures="[AP, Accuracy]")
    after = task.evaluate(measures="[AP, Accuracy]", collection_size="60")
    tamper(after, "one", "AP", "1", 0.25)
    found = compared(before, after)
    recount(found, before, after)
    causes = dict(found.values.select("measure", "causes").rows())
    assert causes == {"AP": [], "Accuracy": ["rule collection_size"]}


def test_answered_topics_only_make_a_mean_over_other_topics(task, base):
    after = task.evaluate(topic_policy="answered")
    found = compared(base, after)
    recount(found, base, after)
    assert {(run, topic) for run, _, topic in found_differing(found)} == {("three", "4")}
    assert causes_of(found) == {("rule topic_policy",)}
    assert ("rule", "missing_topics") not in changes_of(found)
    row = found.summary.filter(pl.col("run") == "three", pl.col("measure") == "AP")
    assert row["only_one"].to_list() == [1]
    assert row["after"][0] == pytest.approx(row["before"][0] * 4 / 3, abs=1e-15)
    assert why(found)["other topics"]["summaries"] == found.num_summaries
    assert UNEXPLAINED not in why(found)


def test_a_topic_that_is_judged_no_more_is_in_one_only(task, base):
    fewer = {topic: judged for topic, judged in QRELS.items() if topic != "1"}
    after = task.evaluate(fewer, subsets="{early: ['1', '2'], late: ['3', '4']}")
    found = compared(base, after)
    recount(found, base, after)
    assert causes_of(found) == {("judgments",)}
    assert set(found_differing(found).values()) == {
        (v, None) for v, _ in found_differing(found).values()
    }
    assert changes_of(found)["judgments of topic", "1"] == ("3 judged, 2 relevant", None)
    assert changes_of(found)["subset", "early"] == ("2 topics, with 1", "1 topics")
    assert UNEXPLAINED not in why(found)


def test_a_subset_explains_its_own_summaries(task, base):
    after = task.evaluate(subsets="{early: ['1', '2', '3'], late: ['3', '4']}")
    found = compared(base, after)
    recount(found, base, after)
    assert found.values.is_empty()
    assert not found.equal
    assert changes_of(found) == {("subset", "early"): ("2 topics", "3 topics, with 3")}
    (row,) = why(found).values()
    assert (row["cause"], row["summaries"]) == ("subset early", found.num_summaries)


def test_a_dropped_and_a_new_run_are_named(task, base):
    others = {**RUNS, "four": {"1": "ca", "2": "d"}}
    after = task.evaluate(runs={name: others[name] for name in ("one", "two", "four")})
    found = compared(base, after)
    assert found.runs == ("one", "two")
    assert found.values.is_empty()
    assert not found.equal
    assert list(changes_of(found)) == [
        ("run only before", "three"),
        ("run only after", "four"),
    ]
    assert set(found.summary["rank_before"]) == {1, 2}


def test_a_renamed_run_is_the_same_run(task, base):
    after = task.evaluate(names={"two": "second", "three": "third"})
    found = compared(base, after)
    assert found.equal
    assert found.runs == ("one", "two → second", "three → third")
    assert changes_of(found) == {
        ("run renamed", "two → second"): ("two", "second"),
        ("run renamed", "three → third"): ("three", "third"),
    }
    assert why(found) == {}


def test_a_run_that_is_refused_is_said_to_be(task, base):
    (task.folder / "bad.run").write_text("1 Q0 a\n")
    listed = "runs: [{path: one.run, name: one}, {path: two.run, name: two}, {path: bad.run}]"
    lines = (task.folder / "task.yaml").read_text().splitlines()
    text = "\n".join(listed if line.startswith("runs:") else line for line in lines)
    (task.folder / "task.yaml").write_text(text)
    after = write_results(harness.run(task.folder / "task.yaml").results(), task.folder / "refused")
    found = compared(base, after)
    assert changes_of(found)["run only before", "three"][1] is None
    (said,) = [new for (what, name), (_, new) in changes_of(found).items() if what == "run refused"]
    assert "bad.run" in said


def test_a_repair_explains_a_run(task):
    """The ranks say a, the scores say b: one repair believes the ranks, the other the scores."""
    odd = {**RUNS, "one": {**RUNS["one"], "1": [("a", 1.0), ("b", 2.0)]}}
    before = task.evaluate(runs=odd, check="{repairs: [rescore-by-rank]}")
    after = task.evaluate(runs=odd, check="{repairs: [rerank-by-score]}")
    found = compared(before, after)
    recount(found, before, after)
    assert {(run, topic) for run, _, topic in found_differing(found)} == {("one", "1")}
    assert causes_of(found) == {("run repairs",)}
    old, new = changes_of(found)["repairs of run", "one"]
    assert old.startswith("rescore-by-rank ")
    assert new.startswith("rerank-by-score ")
    assert ("setting", "check.repairs") in changes_of(found)


def test_new_texts_of_topics_are_listed_and_change_no_value(task, base):
    after = task.evaluate(topics=TOPICS.replace("<query>fog", "<query>dense fog"))
    found = compared(base, after)
    assert found.equal
    assert list(changes_of(found)) == [("file of topics", ""), ("title of topic", "3")]
    assert changes_of(found)["title of topic", "3"] == ("fog", "dense fog")
    assert found.why.is_empty()


def test_summaries_and_curves_are_settings(task, base):
    after = task.evaluate(summaries="[mean]", curves="{cutoffs: [5]}")
    found = compared(base, after)
    assert found.equal
    assert changes_of(found)["setting", "curves.cutoffs"][1] == "[5]"
    assert changes_of(found)["setting", "summaries"] == (
        '["mean", "micro", "median", "sd"]',
        '["mean"]',
    )


def test_the_code_of_a_measure_of_ones_own_is_watched(task):
    code = (
        "from harness.measures import measure\n\n\n@measure('Edited')\ndef edited(run):\n"
        "    '''Something.'''\n    return run.num_ret * 0.0 + {value}\n"
    )
    places = []
    for value in (0.25, 0.5):
        (task.folder / "mine.py").write_text(code.format(value=value))
        settings = {"measures": "[AP, Edited, 0.5*Edited + 0.5*AP]", "measure_modules": "[mine.py]"}
        places.append(task.evaluate(**settings))
    found = compared(*places)
    recount(found, *places)
    assert causes_of(found) == {("code of Edited",), ("code of 0.5*Edited + 0.5*AP",)}
    assert "AP" not in {measure for _, measure, _ in found_differing(found)}
    assert manifest_of(places[0])["measures"][0]["code"] is None


# Several at once


def test_each_value_has_every_cause_that_can_explain_it(task, base):
    after = task.evaluate(
        {**QRELS, "1": {"a": 0, "b": 1, "c": 2}, "4": {"a": 1, "f": 1}},
        {**RUNS, "two": {"1": "cab", "2": "ad", "3": "bxc", "4": "baf"}},
    )
    found = compared(base, after)
    recount(found, base, after)
    for (run, _, topic), names in zip(
        found.values.select("run", "measure", "topic").rows(), found.values["causes"], strict=True
    ):
        expected = ["run file"] * (run == "two") + ["judgments"] * (topic in "14")
        assert names.to_list() == expected
    lists = found.values["causes"].to_list()
    for cause in ("run file", "judgments"):
        assert why(found)[cause]["values"] == sum(cause in one for one in lists)
        assert why(found)[cause]["only"] == lists.count([cause])


# What nothing explains


def manifest_of(place: Path) -> dict:
    return json.loads((place / "manifest.json").read_text(encoding="utf-8"))


def write_manifest(place: Path, manifest: dict) -> None:
    (place / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")


def tamper(place: Path, run: str, measure: str, topic: str, value: float | None) -> None:
    """Another value, or none, in the tables of a directory, behind its back."""
    scores = pl.read_parquet(place / "scores.parquet")
    here = (pl.col("run") == run) & (pl.col("measure") == measure) & (pl.col("topic") == topic)
    if value is None:
        scores = scores.filter(~here)
    else:
        scores = scores.with_columns(value=pl.when(here).then(value).otherwise("value"))
    scores.write_parquet(place / "scores.parquet")
    scores.write_csv(place / "scores.csv")


@pytest.mark.parametrize("value", [0.5555, None, float("nan")])
def test_a_value_that_was_tampered_with_is_unexplained(task, base, value):
    after = task.evaluate()
    tamper(after, "two", "AP", "3", value)
    found = compared(base, after)
    if value == value:
        recount(found, base, after)
    assert found.values.select("run", "measure", "topic", "causes").rows() == [
        ("two", "AP", "3", [])
    ]
    assert found.unexplained.rows() == [(UNEXPLAINED, "a bug, or damaged results", 1, 1, 0, 0)]
    assert found.why.row(0)[0] == UNEXPLAINED


def test_other_changes_do_not_excuse_a_value_they_cannot_explain(task, base):
    after = task.evaluate(
        {**QRELS, "2": {"a": 1, "d": 0}}, {**RUNS, "one": {**RUNS["one"], "1": "ca"}}
    )
    tamper(after, "three", "RR", "3", 0.9)
    found = compared(base, after)
    recount(found, base, after)
    assert found.unexplained["values"].to_list() == [1]
    nothing = found.values.filter(pl.col("causes").list.len() == 0)
    assert nothing.select("run", "measure", "topic").rows() == [("three", "RR", "3")]


def test_a_summary_that_does_not_follow_is_unexplained(task, base):
    after = task.evaluate()
    summary = pl.read_parquet(after / "summary.parquet")
    row = pl.int_range(pl.len()) == 3
    summary = summary.with_columns(value=pl.when(row).then(0.99).otherwise("value"))
    summary.write_parquet(after / "summary.parquet")
    found = compared(base, after)
    assert not found.equal
    assert found.values.is_empty()
    assert found.unexplained.rows() == [(UNEXPLAINED, "a bug, or damaged results", 1, 0, 0, 1)]


def test_other_versions_explain_any_value_and_are_named(task, base):
    after = task.evaluate()
    described = manifest_of(after)
    described["versions"]["numpy"] = "9.9"
    write_manifest(after, described)
    tamper(after, "two", "AP", "3", 0.5555)
    found = compared(base, after)
    assert causes_of(found) == {("versions",)}
    assert why(found)["versions"]["what"].endswith("→ 9.9")
    assert changes_of(found)["version", "numpy"][1] == "9.9"


def test_rounding_is_counted_apart_and_is_a_difference(task, base):
    after = task.evaluate()
    value = scores_of(base)["two", "AP", "1"]
    tamper(after, "two", "AP", "1", value + 2e-13)
    tamper(after, "one", "AP", "1", scores_of(base)["one", "AP", "1"] + 2e-12)
    found = compared(base, after)
    recount(found, base, after)
    assert not found.equal
    row = found.measures.filter(pl.col("measure") == "AP").row(0, named=True)
    assert (row["differ"], row["rounding"]) == (1, 1)


# Directories of earlier versions, and damaged ones


def older(place: Path) -> Path:
    """As it was before there were tables of topics and measures in full."""
    described = manifest_of(place)
    del described["measures"]
    described["files"] = [one for one in described["files"] if not one.startswith("topics")]
    write_manifest(place, described)
    for suffix in (".csv", ".json", ".parquet"):
        (place / f"topics{suffix}").unlink()
    return place


def test_without_a_table_of_topics_any_judgment_may_have_changed(task, base):
    after = task.evaluate({**QRELS, "2": {"a": 1, "d": 0, "e": 2}})
    for before in (base, older(task.evaluate())):
        found = compared(before, older(after) if (after / "topics.csv").exists() else after)
        recount(found, before, after)
        assert causes_of(found) == {("judgments",)}
        assert why(found)["judgments"]["what"] == "of which topics is not recorded"
        assert set(found.topics["judgments"]) == {"not recorded"}


def test_without_measures_in_full_a_relevance_level_explains_all(task):
    before, after = older(task.evaluate()), older(task.evaluate(relevance_level="2"))
    found = compared(before, after)
    recount(found, before, after)  # of map and nDCG, whose labels stay
    assert causes_of(found) == {("rule relevance_level",)}


def test_a_manifest_that_says_nothing_leaves_only_the_numbers(task, base):
    bare = dataclasses.replace(read_results(task.evaluate()), manifest={})
    found = differences(bare, bare)
    assert found.equal
    assert found.inputs.is_empty()


@pytest.mark.parametrize(
    "change",
    [
        {"rules": 3},
        {"runs": [{"name": 7}]},
        {"subsets": {"all": 5}},
        {"measures": [{"label": "AP"}]},
        {"config": {"resolved": {"measures": [5]}}, "measures": []},
        {"versions": []},
    ],
)
def test_a_damaged_manifest_is_refused(task, base, change):
    after = task.evaluate()
    write_manifest(after, {**manifest_of(after), **change})
    with pytest.raises(InputError, match="damaged results") as caught:
        compared(base, after)
    assert "after" in str(caught.value)


def test_damaged_tables_are_refused(base):
    good = read_results(base)
    twice = dataclasses.replace(good, scores=pl.concat([good.scores, good.scores.head(1)]))
    renamed = dataclasses.replace(good, scores=good.scores.rename({"value": "worth"}))
    texts = dataclasses.replace(good, summary=good.summary.with_columns(value=pl.lit("x")))
    for damaged, said in (
        (twice, "two values of 'one' on topic '1' for 'AP'"),
        (renamed, "scores has no proper columns value"),
        (texts, "summary has no proper columns value"),
    ):
        with pytest.raises(InputError, match=said):
            differences(good, damaged)


def test_a_measure_that_is_not_in_both_is_refused_with_the_nearest(task, base):
    after = task.evaluate(measures="[AP, P@3, nDCG, RR]")
    with pytest.raises(EvaluationError, match=r"'nDGC' was not .* \(did you mean nDCG\?\)"):
        compared(base, after, measures=["nDGC"])
    with pytest.raises(EvaluationError, match=r"'P@3' was not computed in both \(only after"):
        compared(base, after, measures=["P@3"])


# Any values at all

_NUMBERS = st.sampled_from([0.0, 0.25, 0.25 + 1e-13, 0.5, 1.0, float("nan")])
_KEYS = st.tuples(st.sampled_from("rst"), st.sampled_from(["AP", "P@5"]), st.sampled_from("1234"))
_TABLES = st.dictionaries(_KEYS, _NUMBERS, min_size=1)


def results_of(values: dict[tuple[str, str, str], float]) -> Results:
    """Results that hold these values and nothing else."""
    rows = [(run, "", topic, measure, value) for (run, measure, topic), value in values.items()]
    text = dict.fromkeys(("run", "group", "topic", "measure"), pl.String)
    scores = pl.DataFrame(rows, {**text, "value": pl.Float64}, orient="row")
    summary = pl.DataFrame(
        schema={
            **dict.fromkeys(("run", "measure", "subset", "summary"), pl.String),
            "own": pl.Boolean,
            "value": pl.Float64,
        }
    )
    return Results(scores, summary, scores, {})


@given(_TABLES, _TABLES)
def test_of_any_values_those_that_are_not_the_same_float_differ(old, new):
    found = differences(results_of(old), results_of(new))
    runs = {key[0] for key in old} & {key[0] for key in new}
    measures = {key[1] for key in old} & {key[1] for key in new}
    every = {k for k in {**old, **new} if k[0] in runs and k[1] in measures}
    expected = {k for k in every if repr(old.get(k)) != repr(new.get(k))}
    assert set(found_differing(found)) == expected
    assert found.num_values == len(every)
    small = {k for k in expected if k in old and k in new and abs(new[k] - old[k]) < 1e-12}
    rows = found.values.filter("rounding").select("run", "measure", "topic").rows()
    assert set(rows) == small
    back = differences(results_of(new), results_of(old))
    assert set(found_differing(back)) == expected
    if expected:
        assert found.unexplained["values"].to_list() == [len(expected)]


# How it is shown

HOSTILE = '=cmd()|"<script>\x1b[2J\u202e' + "ä" * 200


def test_hostile_names_are_shown_harmlessly_in_every_format(task):
    results = read_results(task.evaluate())
    scores = results.scores.with_columns(run=pl.col("run").replace({"two": HOSTILE}))
    summary = results.summary.with_columns(run=pl.col("run").replace({"two": HOSTILE}))
    odd = dataclasses.replace(results, scores=scores, summary=summary)
    changed = scores.with_columns(value=pl.col("value") / 2)
    found = differences(odd, dataclasses.replace(odd, scores=changed))
    frames = {name: getattr(found, name) for name in PARTS}
    for complete in (False, True):
        view = DifferenceView(HOSTILE, HOSTILE, ("AP",), complete=complete)
        tables = difference_tables(frames, view)
        for style in ("table", "markdown", "latex"):
            for table in tables.values():
                text = render(table, style)
                assert "\x1b" not in text
                assert "\u202e" not in text
        assert tables["summary"].rows
        assert json.loads(render(tables["summary"], "json"))
    gone = differences(odd, dataclasses.replace(results, scores=results.scores))
    assert any(HOSTILE[:10] in line for line in change_lines(gone.inputs))


def test_tables_for_programs_are_complete_and_exact(task, base):
    after = task.evaluate({**QRELS, "1": {"a": 2, "b": 1}, "2": {"a": 1, "d": 0}}, depth="2")
    found = compared(base, after)
    frames = {name: getattr(found, name) for name in PARTS}
    every = tuple(found.measures["measure"].to_list())
    tables = difference_tables(
        frames, DifferenceView("x", "y", every, everything=True, complete=True)
    )
    rows = json.loads(render(tables["summary"], "json"))
    columns = ("run", "measure", "before", "after", "difference", "differ", "largest")
    assert [tuple(row[name] for name in columns) for row in rows] == sorted(
        found.summary.select(columns).rows(),
        key=lambda row: (every.index(row[1]), -abs(row[4]), found.runs.index(row[0])),
    )
    assert len(json.loads(render(tables["topics"], "json"))) == 4 * 6
    for style in RENDERERS:
        for table in tables.values():
            assert render(table, style)


def test_long_texts_and_long_lists_are_cut_for_people_who_are_told(task):
    topics = {str(number): {"a": 1} for number in range(100, 130)}
    runs = {"one": dict.fromkeys(topics, "ab")}
    before = task.evaluate(topics, runs, topics=TOPICS.replace('"1"', '"100"'), subsets=None)
    changed = {topic: {"a": 1, "b": 1} for topic in topics}
    title = TOPICS.replace('"1"', '"100"').replace("pearl", "pearl " * 30)
    after = task.evaluate(changed, runs, topics=title, subsets=None)
    found = compared(before, after)
    frames = {name: getattr(found, name) for name in PARTS}
    people = difference_tables(frames, DifferenceView("x", "y", ("P@2",)))
    assert "judgments of topic: 20 more; --all lists them" in list(map(str, people["inputs"].notes))
    assert max(len(str(cell)) for row in people["inputs"].rows for cell in row) <= 40
    assert len(people["topics"].rows) == 20
    assert str(people["topics"].notes[0]) == (
        "P@2: 30 of 30 topics changed, the first 20 are shown; --all shows all"
    )
    everything = difference_tables(frames, DifferenceView("x", "y", ("P@2",), everything=True))
    assert len(everything["inputs"].rows) == found.inputs.height == 33
    assert len(everything["topics"].rows) == 30


def test_the_mean_of_a_topic_is_that_of_the_runs_that_have_it_in_both(task, base):
    after = task.evaluate({**QRELS, "1": {"a": 0, "b": 2, "c": 2}}, topic_policy="answered")
    found = compared(base, after)
    for row in found.topics.iter_rows(named=True):
        own = [
            new - old
            for (_, measure, topic), (old, new) in slow_differing(base, after).items()
            if (measure, topic) == (row["measure"], row["topic"]) and None not in (old, new)
        ]
        assert row["mean"] == (math.fsum(own) / len(own) if own else None)


def test_a_changed_run_does_not_excuse_a_value_that_is_not_there(task, base):
    """All judged topics are averaged, whatever the run answers."""
    after = task.evaluate(runs={**RUNS, "two": {**RUNS["two"], "1": "abxc"}})
    tamper(after, "two", "AP", "1", None)
    found = compared(base, after)
    gone = found.values.filter(pl.col("after").is_null())
    assert gone.select("run", "topic", "causes").rows() == [("two", "1", [])]


def test_a_run_that_answers_another_topic_explains_a_mean_over_other_topics(task):
    before = task.evaluate(topic_policy="answered")
    runs = {**RUNS, "three": {**RUNS["three"], "4": "ab"}}
    after = task.evaluate(runs=runs, topic_policy="answered")
    found = compared(before, after)
    recount(found, before, after)
    assert {key[::2] for key in found_differing(found)} == {("three", "4")}
    assert causes_of(found) == {("run file",)}
    assert UNEXPLAINED not in why(found)


def test_a_topic_policy_does_not_excuse_a_topic_that_the_run_answers(task, base):
    after = task.evaluate(topic_policy="answered")
    tamper(after, "one", "RR", "1", 0.9)
    found = compared(base, after)
    recount(found, base, after)
    assert found.values.filter(pl.col("run") == "one")["causes"].to_list() == [[]]


def test_a_value_that_was_blanked_differs(base):
    good = read_results(base)
    first = pl.int_range(pl.len()) == 0
    blank = pl.when(first).then(None).otherwise("value")
    found = differences(
        good, dataclasses.replace(good, scores=good.scores.with_columns(value=blank))
    )
    assert found.values.select("after", "causes").rows() == [(None, [])]
    assert found.measures["differ"].sum() == 1
