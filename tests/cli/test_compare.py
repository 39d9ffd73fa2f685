"""`harness compare` as an organiser calls it: on a task, and on a directory of results."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

import harness as package
from harness.config import load_task
from harness.core.errors import ConfigError
from harness.settings.compare import CompareSettings, Options
from harness.workflows.compare import compare_target
from tests.each import each

pytestmark = pytest.mark.long

TASK = """\
qrels: qrels.txt
runs:
  - {path: one.run, name: one}
  - {path: two.run, name: two}
  - {path: three.run, name: three}
measures: [AP, P@1, RR]
"""
RUNS = {
    "one": {"1": "ab", "2": "cd", "3": "ba", "4": "ca"},
    "two": {"1": "ba", "2": "dc", "3": "cb", "4": "ac"},
    "three": {"1": "ca", "2": "ac", "3": "ca"},
}


@pytest.fixture
def task(tmp_path: Path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "qrels.txt").write_text("1 0 a 1\n2 0 c 1\n3 0 b 1\n4 0 a 1\n4 0 c 0\n")
    for name, ranked in RUNS.items():
        lines = [
            f"{topic} Q0 {doc} {rank} {9 - rank} {name}"
            for topic, docs in ranked.items()
            for rank, doc in enumerate(docs, 1)
        ]
        (tmp_path / f"{name}.run").write_text("\n".join(lines) + "\n")
    (tmp_path / "small.yaml").write_text(TASK)
    return tmp_path / "small.yaml"


@pytest.fixture(scope="module")
def results(demo, tmp_path_factory) -> Path:
    """The results of the demo task."""
    from harness.results import write_results

    place = tmp_path_factory.mktemp("compare") / "results"
    return write_results(package.run(demo / "configs/demo.yaml").results(), place)


def test_the_leaderboard_of_a_task_and_of_its_results_are_the_same(harness, demo, results):
    by_task = harness("compare", demo / "configs/demo.yaml")
    by_results = harness("compare", results)
    assert by_task.status == by_results.status == 0
    assert by_task.out == by_results.out
    board = package.compare(results).leaderboard("AP")
    shown = harness("compare", results, "--format", "csv").rows
    assert [row["run"] for row in shown] == list(board.runs)
    assert [row["letters"] for row in shown] == list(board.letters.label_runs())
    for row, mean in zip(shown, board.means.estimate, strict=True):
        assert row["AP"] == f"{mean:.4f}"


def test_what_a_leaderboard_rests_on_stands_below_it(harness, demo):
    out = harness("compare", demo / "configs/demo.yaml", "--seed", 7, "--samples", 300).out
    for said in (
        "AP: mean over 15 topics; 9 runs; dialect trec_eval-10",
        "runs that do not answer all topics: wick-coord (1 missing)",
        "all 36 pairs tested: Student's paired t",
        "Holm, family of 36 comparisons",
        "at alpha 0.05",
        "by 300 draws with the correlations of the differences, seed 7",
    ):
        assert said in out
    assert "every run has a value on every topic" not in out
    assert not re.search(r"F\(\d|Friedman", out)


def test_a_pair_has_its_tests_estimates_and_topics(harness, results):
    got = harness("compare", results, "keeper-rrf", "keeper-qld")
    pair = package.compare(results).pair("keeper-rrf", "keeper-qld")
    assert f"p = {pair.p:.4f}, alpha 0.05; for this pair, chosen before" in got.out
    assert "Student's paired t" in got.out
    assert "is the mean difference 0?" in got.out
    assert f"{pair.topics_needed} topics show a difference like this one in 4 of 5" in got.out
    assert not {"bootstrap", "d_z", "sign"} & set(re.split(r"[^a-z_]+", got.out))
    every = harness("compare", results, "keeper-rrf", "keeper-qld", "--all-tests").out
    assert "difference, 95 % bootstrap (BCa)" in every
    assert "d_z: difference / deviation" in every
    assert got.out.index("D04") < got.out.index("D13")  # the best topic of keeper-rrf first
    tests = json.loads(
        harness("compare", results, "keeper-rrf", "keeper-qld", "--format", "json").out
    )
    assert [row["test"] for row in tests] == ["Student's paired t"]
    by_topic = harness(
        *("compare", results, "keeper-rrf", "keeper-qld", "--part", "topics", "--format", "csv")
    )
    assert len(by_topic.rows) == 15
    assert by_topic.rows[0]["topic"] == "D04"


def test_data_formats_put_the_notes_on_standard_error(harness, results):
    got = harness("compare", results, "--baseline", "tern-char4", "--format", "jsonl")
    assert len([json.loads(line) for line in got.out.splitlines()]) == 8
    assert "# corrected p: Holm, family of 8 comparisons" in got.err


def test_baselines_and_measures_are_one_family_where_that_is_asked_for(harness, results):
    args = ("--measure", "AP", "--measure", "P@10", "--baseline", "tern-char4", "--over-measures")
    got = harness("compare", results, *args, "--baseline", "keeper-qld", "--format", "csv")
    assert len(got.rows) == 2 * (8 + 7)
    assert "family of 30 comparisons" in got.err
    found = package.compare(
        results, measures=["AP", "P@10"], baseline=["tern-char4", "keeper-qld"], over_measures=True
    ).against()
    shown = [(row["measure"], row["baseline"], row["run"]) for row in got.rows]
    assert shown == [(row.measure, row.baseline, row.run) for row in found.rows]
    for row, one in zip(got.rows, found.rows, strict=True):
        assert float(row["corrected p"]) == pytest.approx(one.corrected, abs=5.1e-5)


def test_all_pairs_are_marked_as_the_letters_are(harness, results):
    got = harness("compare", results, "--pairs", "--test", "t", "--format", "csv")
    assert len(got.rows) == 36
    board = package.compare(results).leaderboard()
    marked = sum(row["significant"] == "*" for row in got.rows)
    assert marked == board.num_significant
    assert "p: Student's paired t" in got.err


def test_small_p_values_are_never_zero(harness, task, tmp_path):
    topics = range(60)
    (tmp_path / "qrels.txt").write_text("".join(f"{topic} 0 a 1\n" for topic in topics))
    for name, docs in (("one", "ab"), ("two", "ba"), ("three", "bc")):
        lines = (f"{t} Q0 {doc} 1 {9 - at} {name}\n" for t in topics for at, doc in enumerate(docs))
        (tmp_path / f"{name}.run").write_text("".join(lines))
    for style in ("csv", "json"):
        got = harness("compare", task, "one", "two", "--format", style)
        first = got.rows[0] if style == "csv" else json.loads(got.out)[0]
        assert float(first["p"]) == pytest.approx(2 * 0.5**60, rel=0.05)
    assert "1.7e-18" in harness("compare", task, "one", "two").out


def test_measures_and_two_leaderboards(harness, demo, results):
    got = harness("compare", "measures", results, "--format", "csv")
    shown = {row["measure"]: row for row in got.rows}
    assert 0.8 < float(shown["AP"]["τ GMAP"]) <= 1  # of the same values by topic
    assert len(shown) == 8
    assert "GMAP: compared are natural logarithms" in got.err
    got = harness("compare", "leaderboards", demo / "configs/demo.yaml", results)
    assert "Kendall's τ-b 1.0000" in got.out
    assert "rank-biased overlap 1.0000" in got.out


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("topics",), "topics that separate the runs best, by item-rest above 0: D09"),
        (("reliability", "--drop", "0.2"), "the worst 20 % by their means are left out"),
        (("power", "--differences", "0.05"), "topics with which the paired t test at alpha 0.05"),
        (("swaps", "--sizes", "3,7", "--draws", "20"), "20 draws of two sets without common"),
        (("variants",), "mean on topics that a variant was not chosen on"),
    ],
)
def test_what_topics_are_worth(harness, results, args, said):
    runs = ("keeper-rrf", "keeper-qld", "fresnel-lsa") if args[0] == "variants" else ()
    command, *options = args
    got = harness("compare", command, *options, results, *runs)
    assert (got.status, got.err) == (0, "")
    assert said in got.out


def test_some_runs_of_a_directory_can_be_compared(results):
    chosen = package.compare(results, runs=["tern-char4", "keeper-qld"])
    assert chosen.leaderboard().runs == ("keeper-qld", "tern-char4")
    assert chosen.tables[0].notes == ()  # all that do not answer all topics are not among them
    assert chosen.tables[0].dialect == "trec_eval-10"


# Mistakes


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("one",), "1 RUN given: name two, or none"),
        (("one", "two", "--pairs"), "give one of RUN RUN, --baseline, --pairs and --matrix"),
        (("one", "tow"), "unknown run 'tow' (did you mean two?)"),
        (("--baseline", "onee"), "unknown run 'onee' (did you mean one?)"),
        (("--measure", "APP"), "unknown measure 'APP' (did you mean AP?)"),
        (("--measure", "relstring"), "relstring is a text, which has no mean"),
        (("--measure", "AP", "--measure", "map"), "'AP' and 'map' are one measure, AP"),
        (("--alpha", "5", "--equivalence", "-1"), "compare.equivalence: '-1' is not allowed"),
        (("--part", "tests"), "--part is for a pair: name RUN RUN"),
    ],
)
def test_mistakes_are_explained(harness, task, args, said):
    got = harness("compare", task, *args)
    assert (got.status, got.out) == (2, "")
    assert said in got.err
    assert "Traceback" not in got.err


def test_topics_that_not_all_runs_have(harness, task):
    task.write_text(TASK + "topic_policy: answered\n")
    got = harness("compare", task)
    assert (got.status, got.out) == (2, "")
    assert "1 of 4 topics was not evaluated for all runs: 4 (three lacks 1" in got.err
    assert "--topics of harness compare" in got.err
    got = harness("compare", task, "--topics", "common")
    assert "AP: mean over 3 topics" in got.out
    assert "left out because not all runs have them: 1 of 4 topics, 4" in got.out


def test_one_run_and_one_topic_are_too_few(harness, task, tmp_path):
    task.write_text("qrels: qrels.txt\nruns: one.run\nmeasures: AP\n")
    (tmp_path / "qrels.txt").write_text("1 0 a 1\n")
    got = harness("compare", task)
    assert got.status == 2
    assert "AP: 1 run: at least two runs are needed" in got.err
    assert "AP: 1 topic: at least two topics are needed" in got.err


def test_a_directory_without_results_is_explained(harness, tmp_path):
    got = harness("compare", tmp_path)
    assert got.status == 2
    assert str(tmp_path) in got.err


# The task's key


def test_the_key_compare_says_how_and_options_come_first(harness, task):
    keys = "compare: {measures: [P@1, AP], baselines: [two], test: t, alpha: 0.2, seed: 9}\n"
    task.write_text(TASK + keys)
    target = compare_target(task)
    assert [table.measure for table in target.value.tables] == ["P@1", "AP"]
    assert target.value.baselines == ("two",)
    options = target.value.options
    assert (options.test, options.alpha, options.seed) == ("t", 0.2, 9)
    again = compare_target(task, measures=["RR"], baselines=["one"], alpha=0.3, test=None)
    assert [table.measure for table in again.value.tables] == ["RR"]
    assert again.value.baselines == ("one",)
    assert (again.value.options.alpha, again.value.options.test) == (0.3, "t")
    out = harness("compare", task).out
    assert out.index("Holm, family of 3 comparisons") < out.index("Against two")
    assert "family of 2 comparisons" in out  # two runs by each measure
    named = package.compare(package.run(task).scores, measures=["P@1", "AP"], test="t")
    rows_of = [row.p for row in named.against("two").rows]
    assert rows_of == [row.p for row in target.value.against().rows]


def test_every_key_of_compare_has_a_default(task):
    settings = load_task(task).compare
    assert settings == CompareSettings()
    assert Options(**dict(settings)) == package.compare(package.run(task).scores).options


@each(
    [
        ("{measures: [nDCGG]}", "compare.measures[0]", "'nDCGG' is not a measure of the task"),
        ("{measures: [map, AP, AP]}", "compare.measures[2]", "the measure 'AP' is named twice"),
        ("{baselines: [onee]}", "compare.baselines[0]", "unknown run 'onee'"),
        ("{baselines: [one, one]}", "compare.baselines[1]", "the baseline 'one' is named twice"),
        ("{test: ttest}", "compare.test", "unknown test 'ttest'"),
        ("{correction: bonferoni}", "compare.correction", "unknown correction 'bonferoni'"),
        ("{topics: some}", "compare.topics", "unknown choice of topics 'some'"),
        ("{alpha: 2}", "compare.alpha", "'2' is not allowed"),
        ("{equivalence: -0.5}", "compare.equivalence", "'-0.5' is not allowed"),
        ("{alfa: 0.1}", "compare.alfa", "unknown key"),
        ("{samples: 0}", "compare.samples", "at least 1"),
    ],
    "keys",
    "key",
    "said",
)
def test_what_is_wrong_with_the_key_is_said_with_its_place(task, keys, key, said):
    task.write_text(f"{TASK}compare: {keys}\n")
    with pytest.raises(ConfigError) as caught:
        load_task(task)
    (problem,) = caught.value.problems
    assert (problem.key, problem.line) == (key, 7)
    assert said in problem.message


def test_a_baseline_is_looked_for_among_the_tags_before_runs_are_read(harness, task):
    task.write_text("qrels: qrels.txt\nruns: '*.run'\nmeasures: AP\ncompare: {baselines: [no]}\n")
    with pytest.raises(ConfigError, match="unknown run 'no'"):
        load_task(task)
    got = harness("compare", task)
    assert got.status == 2
    assert "compare.baselines[0]: unknown run 'no' (known are one, three, two)" in got.err


def test_runs_are_compared_on_the_topics_of_a_subset(demo, tmp_path, harness):
    """The same as of an evaluation of these topics alone, whose judgments are all there is."""
    task_file = demo / "configs/demo.yaml"
    kept = ("D05", "D11", "D12")
    text = (demo / "qrels/demo/qrels.txt").read_text()
    lines = [line for line in text.splitlines(keepends=True) if line.startswith(kept)]
    (tmp_path / "few.txt").write_text("".join(lines))
    task = f"qrels: few.txt\nruns: {demo}/runs/demo/*.run\nmeasures: [AP, GMAP]\n"
    (tmp_path / "few.yaml").write_text(task)
    whole = compare_target(tmp_path / "few.yaml").value
    subset = compare_target(task_file, topics="seafaring").value
    for measure in ("AP", "GMAP"):
        np.testing.assert_array_equal(
            *(each.pairs(measure).matrix("corrected").to_numpy() for each in (subset, whole))
        )
    assert subset.tables[0].topics == kept
    evaluated = tmp_path / "results"
    assert harness("run", str(task_file), "-o", str(evaluated)).status == 0
    given = ("--topics", "seafaring", "--pairs", "--format", "csv")
    of_task, of_results = (
        harness("compare", str(target), *given) for target in (task_file, evaluated)
    )
    assert of_task.out == of_results.out
    assert "topics: the subset seafaring" in of_task.err
    wrong = harness("compare", str(task_file), "--topics", "seafearing")
    assert wrong.status == 2
    assert "did you mean seafaring?" in wrong.err
