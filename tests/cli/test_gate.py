"""`harness gate` as a pipeline calls it: runs of a task, and two evaluations of one system."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.cli.conftest import evaluated

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def after(copied, before) -> Path:
    """The same, but that one run retrieves what another one does, which is worse."""
    run = copied / "runs/demo/fresnel-rm3.run"
    kept = run.read_bytes()
    other = (copied / "runs/demo/wick-coord.run").read_text()
    run.write_text(other.replace("wick-coord", "fresnel-rm3"))
    directory = evaluated(copied, "after")
    run.write_bytes(kept)
    return directory


def test_a_better_run_passes(harness, task):
    done = harness("gate", task, "keeper-rrf", "--baseline", "skerry-tfidf", "--budget", "AP=2%")
    assert done.status == 0
    assert done.out.startswith("Gate passed: 1 budget\n")
    assert "within the budget" in done.out


def test_a_worse_run_fails_and_the_topics_are_named(harness, task):
    call = ["gate", task, "wick-coord", "--baseline", "fresnel-rm3", "--budget", "AP=2%"]
    done = harness(*call)
    assert done.status == 1
    assert done.out.startswith("Gate failed: 1 of 1 budget\n")
    assert "wick-coord: AP 0.5006 → 0.1080, difference -0.3926, budget 2%: worse" in done.out
    assert "D07" in done.out.split("The topics that lost most")[1]


def test_what_cannot_be_told_says_how_many_topics_would(harness, task):
    call = ["gate", task, "keeper-qld", "--baseline", "fresnel-rm3", "--budget", "nDCG@10=1%"]
    done = harness(*call)
    assert done.status == 1
    assert "inconclusive; 15 topics are too few, about" in done.out
    assert harness(*call, "--fail-on", "worse").status == 0


def test_a_file_is_scored_by_the_rules_of_the_task(harness, demo, task, tmp_path):
    file = tmp_path / "mine.run"
    text = (demo / "runs/demo/keeper-qld.run").read_text()
    file.write_text(text.replace("keeper-qld", "mine"))
    call = [
        "gate",
        task,
        file,
        "--baseline",
        "keeper-qld",
        "--budget",
        "AP=1%",
        "--budget",
        "RR=1%",
    ]
    done = harness(*call, "--format", "csv")
    found = done.rows
    assert done.status == 1
    assert [row["verdict"] for row in found] == ["identical on all topics"] * 2
    assert [row["run"] for row in found] == ["mine", "mine"]
    assert (found[0]["before"], found[0]["difference"]) == ("0.4735", "0.0000")


def test_a_new_version_under_the_old_name_is_compared_with_the_old_one(
    harness, demo, task, tmp_path
):
    file = tmp_path / "keeper-qld.run"
    worse = (demo / "runs/demo/wick-coord.run").read_text()
    file.write_text(worse.replace("wick-coord", "keeper-qld"))
    done = harness("gate", task, file, "--baseline", "keeper-qld", "--budget", "AP=2%")
    assert done.status == 1
    assert "keeper-qld   keeper-qld" in done.out


def test_the_baseline_is_the_tasks_and_the_test_is_t(harness, copied, task):
    settings = "\ncompare: {baselines: [skerry-tfidf], test: randomisation}\n"
    own = copied / "configs/own.yaml"
    own.write_text(task.read_text() + settings)
    done = harness("gate", own, "keeper-rrf", "--budget", "AP=2%")
    assert done.status == 0
    assert "keeper-rrf   skerry-tfidf" in done.out
    assert "alpha 0.05, by Student's paired t and" in done.out


def test_two_evaluations_are_compared_run_by_run(harness, before, after):
    done = harness("gate", before, after, "--budget", "AP=2%", "--format", "csv")
    verdicts = {row["run"]: (row["verdict"], row["gate"]) for row in done.rows}
    assert done.status == 1
    assert len(verdicts) == 9
    assert verdicts.pop("fresnel-rm3") == ("worse beyond the budget", "FAIL")
    assert set(verdicts.values()) == {("identical on all topics", "FAIL")}
    some = ["gate", before, after, "--budget", "AP=2%", "--run", "keeper-qld"]
    assert harness(*some, "--worst-loss", "AP=0.01").status == 0
    other = ["--baseline", "fresnel-rm3", "--run", "keeper-rrf"]
    assert (
        "keeper-rrf   fresnel-rm3"
        in harness("gate", before, after, "--budget", "AP=9%", *other).out
    )


def test_two_runs_of_one_directory(harness, before):
    call = ["gate", before, "keeper-rrf", "--baseline", "skerry-tfidf", "--budget", "AP=2%"]
    assert harness(*call).status == 0


def test_a_task_against_results_kept_from_before(harness, copied, before):
    call = ["gate", before, copied / "configs/demo.yaml", "--budget", "AP=0.01"]
    done = harness(*call)
    assert (done.status, done.err) == (1, "")
    assert done.out.startswith("Gate failed: 9 of 9 budgets")
    assert "identical on all 15 topics: a loss on up to 18 % of topics cannot be" in done.out
    assert harness(*call, "--fail-on", "worse").status == 0
    assert harness(*call, "--worst-loss", "AP=0.02").out.startswith("Gate passed: 9 budgets")


# Forms


# The key of the task


def keyed(folder: Path, gate: str) -> Path:
    text = (folder / "configs/demo.yaml").read_text()
    (folder / "configs/keyed.yaml").write_text(f"{text}\ngate: {gate}\n")
    return folder / "configs/keyed.yaml"


def test_the_key_stands_in_the_place_of_options(harness, copied):
    both = "{AP: 2%, nDCG@10: 0.05}"
    own = keyed(copied, f"{{baseline: skerry-tfidf, budgets: {both}, worst_losses: {{AP: 0.4}}}}")
    alone = harness("gate", own, "keeper-rrf", "--format", "csv")
    options = ["--baseline", "skerry-tfidf", "--budget", "AP=2%", "--budget", "nDCG@10=0.05"]
    options += ["--worst-loss", "AP=0.4", "--format", "csv"]
    given = harness("gate", copied / "configs/demo.yaml", "keeper-rrf", *options)
    assert (alone.status, alone.out) == (given.status, given.out)
    assert alone.status == 0
    other = harness("gate", own, "keeper-rrf", "--budget", "AP=0.5", "--baseline", "keeper-qld")
    assert "keeper-rrf   keeper-qld   AP" in other.out
    assert "nDCG@10=0.05" not in other.out


def test_fail_on_worse_may_be_said_by_the_key(harness, copied):
    budget = "baseline: fresnel-rm3, budgets: nDCG@10=1%"
    strict, mild = (
        harness("gate", keyed(copied, f"{{{budget}{more}}}"), "keeper-qld").status
        for more in ("", ", fail_on: worse")
    )
    assert (strict, mild) == (1, 0)


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ("{budgets: {AP: 200%}}", "'AP=200%' is not a budget"),
        ("{budgets: [AP=1%, AP=2%]}", "the measure 'AP' has two budgets"),
        ("{budgets: {AP: 1%}, baseline: keeper-rff}", "unknown run 'keeper-rff'"),
        ("{budgets: {AP: 1%}, fail_on: wors}", "did you mean worse?"),
    ],
)
def test_the_key_is_checked_where_it_stands(harness, copied, key, message):
    done = harness("gate", keyed(copied, key), "keeper-rrf")
    assert done.status == 2
    assert message in done.err
    assert "keyed.yaml:" in done.err


def test_without_budgets_the_ways_to_say_them_are_named(harness, copied):
    done = harness("gate", copied / "configs/demo.yaml", "keeper-rrf")
    assert done.status == 2
    assert "no budget given (--budget nDCG@10=2%, or the key gate.budgets of the task)" in done.err


def test_junit_has_a_test_case_for_each_budget(harness, task):
    call = ["gate", task, "wick-coord", "--baseline", "fresnel-rm3", "--format", "junit"]
    done = harness(*call, "--budget", "AP=2%", "--budget", "nDCG@10=0.9")
    suite = ET.fromstring(done.out).find("testsuite")
    assert done.status == 1
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    first, second = suite.findall("testcase")
    assert (first.get("classname"), first.get("name")) == ("gate.wick-coord", "AP=2%")
    assert first.find("failure").get("type") == "worse"
    assert "topic D07: 0.7721 → 0.0000" in first.find("failure").text
    assert second.find("failure") is None


def test_junit_skips_what_cannot_be_told_and_does_not_fail(harness, task):
    call = ["gate", task, "keeper-qld", "--baseline", "fresnel-rm3", "--format", "junit"]
    done = harness(*call, "--budget", "nDCG@10=1%", "--fail-on", "worse")
    case = ET.fromstring(done.out).find("testsuite/testcase")
    assert done.status == 0
    assert "inconclusive" in case.find("skipped").get("message")


def test_json_and_markdown(harness, task):
    call = ["gate", task, "wick-coord", "--baseline", "fresnel-rm3", "--budget", "AP=2%"]
    (row,) = json.loads(harness(*call, "--format", "json").out)
    assert (row["verdict"], row["gate"]) == ("worse beyond the budget", "FAIL")
    assert harness(*call, "--format", "markdown").out.startswith("**Gate failed: 1 of 1 budget**")
    lost = harness(*call, "--format", "csv", "--part", "topics").rows
    assert lost[0]["topic"] == "D07"


def test_a_stated_worst_loss_counts(harness, task):
    call = ["gate", task, "keeper-rrf", "--baseline", "skerry-tfidf", "--budget", "AP=2%"]
    assert "worst loss: all that the baseline has on its best topic" in harness(*call).out
    done = harness(*call, "--worst-loss", "AP=0.9")
    assert "worst loss: AP=0.9" in done.out
    refused = harness(*call, "--worst-loss", "AP=0.1")
    assert (refused.status, "is exceeded by topic D12" in refused.err) == (2, True)


# Refusals


def test_other_judgments_and_rules_are_refused(harness, copied, before):
    qrels = copied / "qrels/demo/qrels.txt"
    kept = qrels.read_text()
    task = copied / "configs/strict.yaml"
    task.write_text((copied / "configs/demo.yaml").read_text() + "\nrelevance_level: 2\n")
    qrels.write_text(kept + "D03 0 nothing 2\n")
    done = harness("gate", before, task, "--budget", "AP=2%")
    qrels.write_text(kept)
    assert (done.status, done.out) == (2, "")
    assert "not the same rules: judgments of topic D03" in done.err
    assert "not the same rules: rule relevance_level: 1 before, 2 after" in done.err


def test_other_topics_are_refused_unless_the_common_ones_are_asked_for(harness, copied, tmp_path):
    task = copied / "configs/answered.yaml"
    task.write_text((copied / "configs/demo.yaml").read_text() + "\ntopic_policy: answered\n")
    call = ["gate", task, "wick-coord", "--baseline", "fresnel-rm3", "--budget", "AP=2%"]
    done = harness(*call)
    assert done.status == 2
    assert "was not evaluated for all runs" in done.err
    assert "candidate lacks 1" in done.err
    assert harness(*call, "--topics", "common").status == 1


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (["TASK", "keeper-qld", "--budget", "AP=2%"], "which run is the baseline?"),
        (["TASK", "keeper-qld", "--baseline", "keeper-qldd", "--budget", "AP=2%"], "keeper-qld?"),
        (["TASK", "nothing", "--baseline", "keeper-qld", "--budget", "AP=2%"], "nothing"),
        (["TASK", "wick-coord", "--baseline", "keeper-qld", "--budget", "APP=2%"], "did you mean"),
        (
            ["TASK", "wick-coord", "--baseline", "keeper-qld", "--budget", "AP=2%", "--run", "x"],
            "runs: x cannot be chosen",
        ),
        (["BEFORE", "AFTER", "--budget", "AP=2%", "--run", "x"], "the baseline has no run 'x'"),
        (["BEFORE", "AFTER", "--budget", "P@3=2%"], "P@3"),
        (["BEFORE", "keeper-qldd", "--baseline", "keeper-qld", "--budget", "AP=2%"], "keeper-qld?"),
        (["BEFORE", "RUN", "--baseline", "keeper-qld", "--budget", "AP=2%"], "no judgments"),
        (["TASK", "TASK", "--budget", "AP=2%", "--test", "wilcoxon"], "No such option"),
    ],
)
def test_what_is_wrong_is_said(harness, demo, task, before, after, call, message):
    files = {
        "TASK": task,
        "BEFORE": before,
        "AFTER": after,
        "RUN": demo / "runs/demo/keeper-qld.run",
    }
    done = harness("gate", *(files.get(word, word) for word in call))
    assert (done.status, done.out) == (2, "")
    assert message in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    ("call", "messages"),
    [
        (
            ["TASK", "keeper-qldd", "--budget", "APP=2%"],
            ["which run is the baseline?", "'keeper-qldd'", "unknown measure 'APP'"],
        ),
        (
            ["BEFORE", "keeper-qldd", "--budget", "APP=2%"],
            ["which run is the baseline?", "'keeper-qldd'", "'APP' was not computed"],
        ),
        (
            ["TASK", "nothin", "--baseline", "keeper-qldd", "--budget", "AP"],
            ["'AP' is not a budget", "'keeper-qldd'", "'nothin'"],
        ),
        (
            ["BEFORE", "STRICT", "--budget", "AP=2%", "--baseline", "nobody", "--run", "x"],
            ["measure AP", "rule relevance_level", "'nobody'", "'x'"],
        ),
    ],
)
def test_all_that_is_wrong_is_said_at_once(harness, demo, copied, task, before, call, messages):
    strict = copied / "configs/strict.yaml"
    strict.write_text((copied / "configs/demo.yaml").read_text() + "\nrelevance_level: 2\n")
    files = {"TASK": task, "BEFORE": before, "STRICT": strict}
    done = harness("gate", *(files.get(word, word) for word in call))
    assert (done.status, done.out) == (2, "")
    lines = done.err.splitlines()
    assert len(lines) == len(messages)
    for line, message in zip(lines, messages, strict=True):
        assert message in line


def test_a_run_with_errors_is_refused_with_its_reason(harness, task, tmp_path):
    file = tmp_path / "broken.run"
    file.write_text("D01 Q0 a 1 2 broken\nD01 Q0 a 2 1 broken\n")
    done = harness("gate", task, file, "--baseline", "keeper-qld", "--budget", "AP=2%")
    assert done.status == 2
    assert "broken.run:2" in done.err


def test_refused_runs_of_two_evaluations_are_not_left_out_in_silence(harness, tmp_path):
    (tmp_path / "q.txt").write_text("1 0 a 1\n2 0 a 1\n")
    for run in ("fine", "broken"):
        lines = [f"{topic} Q0 {doc} 1 2 {run}\n" for topic in "12" for doc in "ab"]
        (tmp_path / f"{run}.run").write_text("".join(lines))
    with (tmp_path / "broken.run").open("a") as file:
        file.write("2 Q0 a 2 1 broken\n")
    task = tmp_path / "t.yaml"
    task.write_text("qrels: q.txt\nruns: '*.run'\nmeasures: [AP]\n")
    done = harness("gate", task, task, "--budget", "AP=0.1")
    assert (done.status, done.out) == (2, "")
    assert "broken.run:5" in done.err
    assert (
        harness(
            "gate", task, task, "--budget", "AP=0.1", "--run", "fine", "--fail-on", "worse"
        ).status
        == 0
    )


def test_a_measure_chooses_among_the_budgets(harness, demo, tmp_path):
    text = (demo / "configs/demo.yaml").read_text(encoding="utf-8").replace("../", f"{demo}/")
    task = tmp_path / "task.yaml"
    task.write_text(f"{text}gate: {{baseline: keeper-rrf, budgets: {{AP: 90%, RR: 1%}}}}\n")
    rows = {}
    for asked in ((), ("-m", "map")):
        got = harness("gate", task, "wick-coord", *asked, "--part", "budgets", "--format", "json")
        assert got.status == 1, got.err
        rows[asked] = [row["measure"] for row in json.loads(got.out)]
    assert rows == {(): ["AP", "RR"], ("-m", "map"): ["AP"]}
    got = harness("gate", task, "wick-coord", "-m", "nDCG@10")
    assert (got.status, got.out) == (2, "")
    assert "unknown measure with a budget 'nDCG@10'" in got.err
