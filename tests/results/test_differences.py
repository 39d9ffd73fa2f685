"""What changed between two evaluations: one thing at a time, and counted again from the CSV files.

Each task is evaluated for real and written to a directory; the slow recount reads scores.csv and
summary.csv as text and compares value by value.
"""

from __future__ import annotations

import polars as pl
import pytest

import harness
from harness.diff.differences import UNEXPLAINED, differences
from harness.report.differences import PARTS
from harness.results import read_results, write_results
from tests.results.differences_cases import (
    QRELS,
    RUNS,
    TOPICS,
    causes_of,
    changes_of,
    compared,
    found_differing,
    manifest_of,
    recount,
    scores_of,
    slow_differing,
    tamper,
    why,
    write_manifest,
)

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
    assert found.measures["measure"].to_list() == ["AP", "P@2", "nDCG", "RR", "map", "R@2"]
    old, new = scores_of(base), scores_of(after)
    expected = {key: (value, new[key]) for key, value in old.items() if value != new[key]}
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
    assert list(changes_of(found)) == [("run only before", "three"), ("run only after", "four")]
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
