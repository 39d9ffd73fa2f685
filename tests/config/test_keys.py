"""The task file: every key, and what the documentation says of them."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from pydantic import Field

from harness.config import RunFile, Source, load_task
from harness.core.errors import ConfigError
from harness.settings.task import CollectionSize, CurveSettings
from tests.errors import problems_of
from tests.tasks import GOOD, PLUGIN, ROOT

# What is right


def test_a_minimal_task_has_every_default(task_of, tmp_path):
    task = task_of(GOOD)
    assert task.name == "task"
    assert task.qrels == Source(path="qrels.txt")
    assert task.runs == (
        RunFile("runs/a.run", tag="tag-of-a"),
        RunFile("runs/b.run", tag="tag-of-b"),
    )
    assert [str(measure) for measure in task.measures][:2] == ["AP", "nDCG@10"]
    assert task.rules().missing == "empty"
    assert task.rules().dialect.name == "trec_eval-10"
    assert task.curves.cutoffs == (5, 10, 15, 20, 30, 100, 200, 500, 1000)
    assert task.output is None
    assert task.resolve_path("qrels.txt") == tmp_path / "qrels.txt"


def test_every_key_arrives_in_the_task(task_of, tmp_path):
    task = task_of(
        """\
name: My task
description: "Lights: at sea"
topics: {path: topics.txt, format: tsv}
qrels: {path: qrels.txt, format: trec}
runs:
  - {path: runs/a.run, name: first, group: G1}
  - path: runs/deep/*.run
    format: trec
measures: ["P.5,10", nDCG@20, 0.8*AP + 0.2*RR]
dialect: trec_eval-9
relevance_level: 2
depth: 100
judged_only: yes
collection_size: 1000
topic_policy: answered
subsets:
  odd: [001, 3]
  typed: {type: [a, b]}
facets: type
curves: {recall_levels: [0.5, 0.1], cutoffs: 10}
summaries: [mean, micro]
output: out/here
"""
    )
    assert (task.name, task.description) == ("My task", "Lights: at sea")
    assert task.topics == Source(path="topics.txt", format="tsv")
    assert task.runs == (
        RunFile("runs/a.run", "first", "G1", tag="tag-of-a"),
        RunFile("runs/deep/c.run", format="trec", tag="tag-of-c"),
    )
    labels = [measure.label for measure in task.measures]
    assert labels == ["P_5", "P_10", "nDCG@20", "0.8*AP + 0.2*RR"]
    assert task.measures[-1].notation == "0.8*AP(rel=2) + 0.2*RR(rel=2)"
    rules = task.rules(1000)
    assert (rules.dialect.name, rules.relevance_level, rules.depth) == ("trec_eval-9", 2, 100)
    assert (rules.judged_only, rules.missing, rules.collection_size) == (True, "drop", 1000)
    assert task.subsets["odd"].topics == ("001", "3")
    assert task.subsets["typed"].where == {"type": ("a", "b")}
    assert task.facets == ("type",)
    assert task.curves == CurveSettings(recall_levels=(0.1, 0.5), cutoffs=(10,))
    assert task.summaries == ("mean", "micro")
    assert task.output == tmp_path / "out" / "here"


def test_a_missing_topic_is_zero_in_the_dialect_of_trec_eval_9(task_of):
    assert task_of(GOOD + "dialect: trec_eval-9").rules().missing == "zero"


def test_datasets_need_no_files(task_of):
    task = task_of(
        "topics: {dataset: vaswani}\nqrels: {dataset: vaswani}\n"
        "collection_size: {dataset: vaswani}\nruns: runs/a.run\nmeasures: [Accuracy@10]"
    )
    assert task.qrels.dataset == "vaswani"
    assert task.collection_size == CollectionSize(dataset="vaswani")


def test_a_text_with_irds_is_a_dataset(task_of):
    task = task_of("topics: irds:a/b\nqrels: irds:c\ncollection_size: irds:d\nruns: runs/a.run")
    assert (task.topics, task.qrels) == (Source(dataset="a/b"), Source(dataset="c"))
    assert task.collection_size == CollectionSize(dataset="d")


def test_texts_stay_as_they_are_written(task_of):
    task = task_of(GOOD + "name: 010\ndescription: no\nsubsets: {s: [001, 1e3, 2024-01-01, yes]}")
    assert (task.name, task.description) == ("010", "no")
    assert task.subsets["s"].topics == ("001", "1e3", "2024-01-01", "yes")


def test_a_pattern_with_two_stars_finds_runs_in_all_directories(task_of):
    task = task_of("qrels: qrels.txt\nruns: ['runs/**/*.run']")
    assert [run.path for run in task.runs] == ["runs/a.run", "runs/b.run", "runs/deep/c.run"]


def test_a_file_whose_name_looks_like_a_pattern_is_the_file(task_of):
    task = task_of("qrels: qrels.txt\nruns: ['runs/x[1].txt']")
    assert task.runs == (RunFile("runs/x[1].txt", tag="tag-of-x[1]"),)


def test_the_run_pattern_tells_group_and_name_and_an_entry_overrides_it(task_of):
    task = task_of(
        "qrels: qrels.txt\n"
        "runs: [runs/a.run, {path: runs/b.run, group: mine}]\n"
        r"run_pattern: '(?P<group>\w+)/(?P<name>\w+)\.run'"
    )
    assert task.runs == (
        RunFile("runs/a.run", "a", "runs", tag="tag-of-a"),
        RunFile("runs/b.run", "b", "mine", tag="tag-of-b"),
    )


def test_a_measure_of_a_module_beside_the_task_is_known(task_of, tmp_path):
    (tmp_path / "mine.py").write_text(PLUGIN.format(name="Mine", function="mine"))
    task = task_of(GOOD + "measure_modules: mine.py\nmeasures: [Mine, AP]")
    assert [measure.label for measure in task.measures] == ["Mine", "AP"]


def test_anchors_may_be_used(task_of):
    task = task_of(GOOD + "subsets: {a: &ids ['1', '2'], b: *ids}")
    assert task.subsets["a"] == task.subsets["b"]


def test_the_demo_task_is_right():
    task = load_task(ROOT / "configs" / "demo.yaml")
    assert len(task.runs) == 9
    assert {run.group for run in task.runs} >= {"keeper", "tern", "wick"}


def test_a_task_cannot_be_changed(task_of):
    task = task_of(GOOD)
    with pytest.raises(ValueError, match="frozen"):
        task.depth = 3
    with pytest.raises(ValueError, match="frozen"):
        task.qrels.path = "other"


# Nicknames of trec_eval


def test_a_text_measure_of_a_nickname_is_left_out_and_said(task_of):
    task = task_of(GOOD + "measures: [all_trec]\n")
    labels = [measure.label for measure in task.measures]
    assert {"map", "P_5", "num_q"} <= set(labels)
    assert not any("relstring" in label for label in labels)
    assert tuple(map(str, task.warnings)) == (
        "relstring is a text, which has no average: left out; harness eval prints it",
    )


def test_nothing_is_said_about_measures_that_are_all_there(task_of):
    task = task_of(GOOD + "measures: [official, runid]\n")
    assert task.warnings == ()
    assert task.measures[0].label == "num_q"


def test_a_text_measure_that_is_named_itself_is_refused_beside_a_nickname_too(problem_of):
    for name in ("relstring", "relstring_20", "RelString@5"):
        problem = problem_of(f"{GOOD}measures: [all_trec, {name}]\n")
        assert problem.key == "measures[1]"
        assert "is a text, which has no average" in problem.message


# Slips


@pytest.mark.parametrize(
    ("text", "key", "said"),
    [
        ("measures: AP, P@10\n", "measures", "write a list: [AP, P@10]"),
        ("compare: {measures: 'AP, P@10'}\n", "compare.measures", "write a list: [AP, P@10]"),
    ],
)
def test_names_in_one_text_are_told_to_be_a_list(problems_of, text, key, said):
    (problem,) = problems_of(GOOD + text)
    assert (problem.key, problem.line) == (key, 3)
    assert said in str(problem)


def test_one_measure_or_run_may_be_a_text_and_runs_a_directory(task_of):
    task = task_of("qrels: qrels.txt\nruns: runs\nmeasures: P.5,10\n")
    assert [run.path for run in task.runs] == ["runs/a.run", "runs/b.run", "runs/x[1].txt"]
    assert [str(measure) for measure in task.measures] == ["P@5", "P@10"]


@pytest.mark.parametrize("key", ["{scheduler: 'tcp://127.0.0.1:9'}", "{workers: 3}", "dask"])
def test_who_works_is_said_by_who_runs_the_task(problem_of, key):
    problem = problem_of(f"{GOOD}execution: {key}\n")
    assert (problem.key, problem.line, problem.column) == ("execution", 3, 1)
    assert problem.message == "a task does not choose its workers"
    assert "--scheduler ADDRESS or HARNESS_SCHEDULER" in problem.hint


def test_what_is_given_comes_before_the_keys_and_is_named_as_such(tmp_path, task_of):
    task_of(GOOD + "compare: {alpha: 0.1}\n")
    path = tmp_path / "task.yaml"
    task = load_task(path, compare={"alpha": 0.2, "test": None}, report={"title": "x"})
    assert (task.compare.alpha, task.compare.test, task.report.title) == (0.2, "t", "x")
    with pytest.raises(ConfigError) as caught:
        load_task(path, compare={"alpha": 7, "test": "tt"}, pool={"depth": "x"})
    assert sorted(str(problem).partition(": ")[0] for problem in caught.value.problems) == [
        "compare.alpha",
        "compare.test",
        "pool.depth",
    ]


# The documentation


def _keys_script():
    path = ROOT / "scripts" / "config_keys.py"
    spec = importlib.util.spec_from_file_location("config_keys", path)
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    return script


def test_the_documentation_has_every_key_as_the_models_declare_them():
    script, text = _keys_script(), (ROOT / "docs" / "config.md").read_text(encoding="utf-8")
    for page in script.PAGES:
        shown = page.read_text(encoding="utf-8")
        assert script.filled(shown) == shown, "run: python scripts/config_keys.py"
    assert script.boundary().count("\n") > 30
    assert script.boundary() in (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    told = set(re.findall(r"<!-- keys of (\w+)", text))
    # Of these there is nothing to say but their short forms.
    short = {"CollectionSize", "SubsetEntry"}
    assert {model.__name__ for model in script.models()} - told == short
    rows = re.sub(r"<!-- keys.*?<!-- end -->", "", text, flags=re.DOTALL)
    assert not re.search(r"^\| key \|", rows, flags=re.MULTILINE)  # no table by hand


def test_a_new_setting_is_a_key_an_option_and_documented(tmp_path):
    """One field is all that it takes."""
    from typing import Annotated

    from harness.cli.options import add_options
    from harness.settings.model import Count, OneOf, SettingsModel, Text

    class Tea(SettingsModel):
        cups: Count = Field(default=2, description="How many.")
        kinds: tuple[Text, ...] = Field(default=(), description="Which.")
        milk: Annotated[Text, OneOf("milk", ("none", "oat"))] = Field(
            default="none", description="What goes in."
        )

    @click.command()
    @add_options(Tea)
    def brew(**given):
        click.echo(Tea.of(**{name: value for name, value in given.items() if value}))

    shown = CliRunner().invoke(brew, ["--cups", "3", "--kind", "black", "--kind", "green"])
    assert shown.output == "cups=3 kinds=('black', 'green') milk='none'\n"
    assert "How many. [2]" in CliRunner().invoke(brew, ["--help"]).output
    table = _keys_script().table(Tea, None).splitlines()
    assert table[2:] == [
        "| `cups` | How many. Default: `2`. |",
        "| `kinds` | Which. |",
        "| `milk` | What goes in. One of `none`, `oat`. Default: `none`. |",
    ]
    assert problems_of(Tea.of, cups=0, milk="oats", sugar=1) == [
        "cups: '0' is not allowed: it must be a whole number of at least 1",
        "milk: unknown milk 'oats' (did you mean oat?)",
        "unknown option 'sugar' (known are cups, kinds, milk)",
    ]


def test_the_examples_of_the_documentation_are_right(task_of, tmp_path):
    text = (ROOT / "docs" / "config.md").read_text(encoding="utf-8")
    blocks = [part.split("```")[0] for part in text.split("```yaml\n")[1:]]
    assert blocks
    for name in ("runs/lab/one.run", "runs/lab/two.run", "runs/other/baseline.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(f"1 Q0 d1 1 1.0 {Path(name).stem}\n")
    (tmp_path / "my_measures.py").write_text(PLUGIN.format(name="DocMine", function="doc_mine"))
    rows = "run\tgroup\tpriority\none\tlab\t1\ntwo\tlab\t2\n"
    (tmp_path / "participants.tsv").write_text(rows)
    (tmp_path / "round1.txt").write_text("401 0 d1 1\n")
    (tmp_path / "guidelines.md").write_text("What is relevant.")
    for block in blocks:
        needed = GOOD.splitlines(keepends=True)
        task_of("".join(line for line in needed if line.split()[0] not in block) + block)
