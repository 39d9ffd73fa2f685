"""From a task to an evaluation: numbers worked by hand, subsets, curves, manifests, datasets."""

from __future__ import annotations

import json
import math
import threading
from pathlib import Path

import polars as pl
import pytest

from harness import workflows
from harness.config import RunFile, Source, SubsetEntry, Task, load_task
from harness.evaluation.judgments import JudgedTopics
from harness.evaluation.rules import Rules
from harness.evaluation.run_scores import join_scores, score_run
from harness.evaluation.scoring import prepare_measures
from harness.formats.qrels import read_qrels
from harness.formats.runs import parse_block, read_run
from harness.inputs.prepared import prepare
from harness.measures import parse_measures
from harness.workflows.evaluate import run
from tests.errors import problems_of
from tests.tasks import FIRST

# Numbers


def test_the_scores_are_those_worked_by_hand(evaluate):
    evaluation = evaluate()
    scores = evaluation.scores
    assert (scores.runs, scores.topics) == (("first", "second"), ("1", "2", "3"))
    expected = [
        [[1 / 2, 1 / 2, 1 / 2], [1 / 4, 1 / 2, 1 / 2], [0, 0, 0]],
        [[1, 1, 1], [0, 0, 0], [0, 0, 0]],
    ]
    assert scores.values.tolist() == expected
    assert evaluation.summarise()[:, 0].tolist() == [0.25, 1 / 3]


def test_answered_topics_only_are_averaged_when_the_task_says_so(evaluate):
    evaluation = evaluate("topic_policy: answered")
    assert evaluation.summarise()[:, 0].tolist() == [0.375, 0.5]
    assert [len(one.averaged) for one in evaluation.scores.coverage] == [2, 2]
    assert [curves.num_topics for curves in evaluation.curves] == [2, 2]


def test_depth_judged_only_and_relevance_level_arrive_in_the_scores(evaluate):
    assert evaluate("depth: 1").summarise()[:, 0].tolist() == [1 / 6, 1 / 6]
    levels = evaluate("relevance_level: 2")
    assert levels.scores.labels[0] == "AP"
    assert levels.summarise()[:, 0].tolist() == [0, (1 / 2) / 3]
    dropped = evaluate("judged_only: true", measures="NumRet")
    assert dropped.summarise()[:, 0].tolist() == [3, 3]


def test_the_demo_task_scores_as_each_run_does_alone(demo):
    task = load_task(demo / "configs" / "demo.yaml")
    evaluation = run(task, workers=3)
    judged = JudgedTopics(read_qrels(demo / "qrels" / "demo" / "qrels.txt"))
    rules = Rules(collection_size=159)
    measures = prepare_measures(task.measures, rules)
    paths = sorted((demo / "runs" / "demo").glob("*.run"))
    alone = join_scores([score_run(read_run(path), judged, measures, rules) for path in paths])
    assert (evaluation.scores.values == alone.values).all()
    assert (evaluation.summarise() == alone.summarise()).all()
    assert evaluation.groups["keeper-rrf"] == "keeper"


def test_runs_are_read_by_several_workers_and_reported_one_by_one(evaluate, monkeypatch):
    seen, names = [], set()

    def reading(*args, **options):
        names.add(threading.current_thread().name)
        return parse_block(*args, **options)

    monkeypatch.setattr("harness.inputs.reading.parse_block", reading)
    evaluate(workers=2, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 2), (2, 2)]
    assert threading.main_thread().name not in names


def test_a_task_made_in_python_needs_no_file(files):
    task = Task(
        name="mine",
        qrels=Source(path="qrels.txt"),
        runs=(RunFile("runs/lab-first.run", "one", "lab"), RunFile("runs/other-second.run")),
        measures=parse_measures(["AP"]),
        subsets={"some": SubsetEntry(topics=("1", "2"))},
        folder=files,
    )
    evaluation = run(task)
    assert evaluation.scores.runs == ("one", "second")
    assert evaluation.summarise(subset="some")[:, 0].tolist() == [0.375, 0.5]
    assert evaluation.manifest["config"]["given"] is None


# Subsets, summaries, curves


def test_subsets_by_list_attribute_and_facet(evaluate):
    evaluation = evaluate(
        "subsets: {low: [2, 1], alone: {type: single}}\nfacets: [type]\nsummaries: [micro, sd]\n"
    )
    named = {subset.name: subset.judged for subset in evaluation.subsets}
    assert named == {
        "all": ("1", "2", "3"),
        "low": ("1", "2"),
        "alone": ("1", "3"),
        "type=faceted": ("2",),
        "type=single": ("1", "3"),
    }
    table = evaluation.results().summary
    rows = {
        (row["run"], row["measure"], row["subset"], row["summary"]): row
        for row in table.iter_rows(named=True)
    }
    assert rows["first", "AP", "low", "mean"]["value"] == 0.375
    assert rows["first", "AP", "type=single", "mean"]["value"] == 0.25
    assert rows["second", "R@2", "all", "micro"]["value"] == 2 / 4
    assert rows["first", "AP", "low", "sd"]["value"] == pytest.approx(math.sqrt(2) / 8)
    assert not rows["first", "AP", "low", "sd"]["own"]


def test_the_summary_counts_the_topics_behind_each_number(evaluate):
    table = evaluate("facets: [type]", measures="AP").results().summary
    counts = ("topics", "missing", "extra", "without_relevant", "undefined")
    found = {
        (row["run"], row["subset"]): tuple(row[name] for name in counts)
        for row in table.iter_rows(named=True)
    }
    # Topic 3 has no relevant document: AP is 0/0 there. Topic 7 is not even among the topics.
    assert found == {
        ("first", "all"): (3, 1, 0, 1, 1),
        ("first", "type=faceted"): (1, 0, 0, 0, 0),
        ("first", "type=single"): (2, 1, 0, 1, 1),
        ("second", "all"): (3, 1, 1, 1, 1),
        ("second", "type=faceted"): (1, 1, 0, 0, 0),
        ("second", "type=single"): (2, 0, 0, 1, 1),
    }


def test_a_summary_over_no_topic_has_no_value(evaluate):
    table = (
        evaluate("facets: [type]\ntopic_policy: answered", measures="AP, GMAP, NumRet")
        .results()
        .summary
    )
    (row,) = (
        row
        for row in table.iter_rows(named=True)
        if (row["run"], row["measure"], row["subset"]) == ("second", "AP", "type=faceted")
    )
    assert (row["topics"], row["value"]) == (0, None)


def test_each_measure_keeps_its_own_summary_beside_the_others(evaluate):
    table = evaluate("summaries: [mean, micro]", measures="AP, GMAP, NumRet").results().summary
    first = table.filter(table["run"] == "first")
    kinds = first.select("measure", "summary", "own").rows()
    assert kinds == [
        ("AP", "mean", True),
        ("AP", "micro", False),
        ("GMAP", "geometric", True),
        ("GMAP", "mean", False),
        ("NumRet", "sum", True),
        ("NumRet", "mean", False),
    ]


def test_curves_are_made_at_the_points_of_the_task(evaluate):
    table = evaluate("curves: {recall_levels: [0, 1], cutoffs: [1]}").results().curves
    assert table.columns == ["run", "group", "subset", "by", "at", "precision", "recall", "topics"]
    first = table.filter(table["run"] == "first").drop("run", "group", "subset").rows()
    assert first == [
        ("recall", 0.0, 0.5, 0.0, 3),
        ("recall", 1.0, 0.0, 1.0, 3),
        ("cutoff", 1.0, 1 / 3, 1 / 6, 3),
    ]


@pytest.mark.parametrize("policy", ["judged", "answered"])
def test_curves_of_a_subset_are_those_of_an_evaluation_with_only_its_topics(files, policy):
    demo = Path(__file__).parents[2]
    subsets = {"few": ("D01", "D04", "D09"), "alone": ("D07",), "unanswered": ("D15",)}
    lines = {
        path.name: path.read_text().splitlines(True)
        for path in [demo / "qrels/demo/qrels.txt", *sorted((demo / "runs/demo").glob("*.run"))[:3]]
    }
    late, *_ = runs = sorted(lines.keys() - {"qrels.txt"})
    lines[late] = [line for line in lines[late] if not line.startswith("D15")]

    def curves(topics: tuple[str, ...] | None, more: str = "") -> pl.DataFrame:
        for name, text in lines.items():
            kept = [line for line in text if topics is None or line.split()[0] in topics]
            (files / name).write_text("".join(kept))
        named = [name for name in runs if (files / name).read_text()]
        (files / "task.yaml").write_text(
            f"qrels: qrels.txt\nruns: {named}\nmeasures: [AP]\ntopic_policy: {policy}\n{more}"
        )
        return run(load_task(files / "task.yaml")).results().curves

    together = curves(None, f"subsets: { {name: list(ids) for name, ids in subsets.items()} }\n")
    assert together["subset"].unique(maintain_order=True).to_list() == ["all", *subsets]
    for name, topics in subsets.items():
        own = together.filter(subset=name).drop("subset")
        if policy == "judged" and name == "unanswered":  # by a run that has no topic of it
            own = own.filter(pl.col("run") != late.removesuffix(".run"))
        assert own.equals(curves(topics).drop("subset"))


# What the manifest says


def test_the_manifest_tells_what_the_numbers_rest_on(evaluate, files):
    manifest = evaluate(
        "run_pattern: (?P<group>[a-z]+)-\ncollection_size: 10\ndialect: trec_eval-9"
    ).manifest
    assert manifest["rules"] == {
        "dialect": "trec_eval-9",
        "score_precision": "float32",
        "ties": "document identifier, bytewise descending",
        "topic_policy": "judged",
        "missing_topics": "zero",
        "relevance_level": 1,
        "depth": None,
        "judged_only": False,
        "collection_size": 10,
    }
    first, second = manifest["runs"]
    assert (first["name"], first["group"], first["path"]) == ("first", "lab", "runs/lab-first.run")
    assert first["bytes"] == len(FIRST)
    assert second["topics"] == {
        "averaged": 3,
        "left_out": [],
        "missing": ["2"],
        "extra": ["7"],
        "without_relevant": ["3"],
    }
    assert (first["retrieved"], first["unjudged"], first["tied"]) == (5, 2, 0)
    assert manifest["inputs"]["qrels"]["path"] == "qrels.txt"
    assert {"python", "harness", "numpy", "polars"} <= set(manifest["versions"])
    assert manifest["config"]["given"]["dialect"] == "trec_eval-9"
    assert manifest["config"]["resolved"]["collection_size"] == {"documents": 10}
    json.dumps(manifest, allow_nan=False)


def test_the_hashes_are_those_of_the_files(evaluate, files):
    import hashlib

    manifest = evaluate().manifest
    named = {**manifest["inputs"], **{one["path"]: one for one in manifest["runs"]}}
    for name, path in {"qrels": "qrels.txt", "topics": "topics.xml"}.items():
        assert named[name]["sha256"] == hashlib.sha256((files / path).read_bytes()).hexdigest()
    path = "runs/lab-first.run"
    assert named[path]["sha256"] == hashlib.sha256((files / path).read_bytes()).hexdigest()
    without = {key: value for key, value in named[path].items() if key not in ("bytes", "sha256")}
    task = load_task(files / "task.yaml")
    made = workflows.evaluate.evaluate(task, prepare(task), 1, hashed=False)
    assert without in made.manifest["runs"]


def test_the_manifest_does_not_depend_on_where_the_task_is_called_from(
    evaluate, files, monkeypatch
):
    (files / "runs" / "lab-first.run").write_bytes(
        FIRST.encode() + "1 Q0 é 9 0.1 first\n".encode("latin-1")
    )
    from_elsewhere = evaluate().manifest
    monkeypatch.chdir(files)
    here = run(load_task("task.yaml")).manifest
    assert here == from_elsewhere
    assert here["runs"][0]["warnings"]
    assert str(files) not in json.dumps(here)


def test_whatever_a_run_says_in_its_header_can_be_written(evaluate, files):
    header = "# ir_metadata.start\n# date: 2026-01-01\n# a: &a [*a, .nan]\n# ir_metadata.end\n"
    (files / "runs" / "lab-first.run").write_text(header + FIRST)
    json.dumps(evaluate().manifest, allow_nan=False)


# Datasets


@pytest.fixture
def dataset(files):
    """The same topics and judgments as a dataset of ir_datasets, without a network."""
    import ir_datasets

    (files / "queries.tsv").write_text("1\tpearl farming\n2\tlighthouses\n3\tfog\n")
    (files / "docs.tsv").write_text("".join(f"{doc}\ttext of {doc}\n" for doc in "abcdx"))
    made = ir_datasets.create_dataset(
        docs_tsv=str(files / "docs.tsv"),
        queries_tsv=str(files / "queries.tsv"),
        qrels_trec=str(files / "qrels.txt"),
    )
    made.docs_count = lambda: 5  # ir_datasets counts only what it has indexed
    name = "harness-pipeline-test"
    if name in ir_datasets.registry:
        del ir_datasets.registry._registered[name]
    ir_datasets.registry.register(name, made)
    yield name
    del ir_datasets.registry._registered[name]


def test_a_dataset_gives_the_same_scores_as_its_files(evaluate, dataset):
    from_files = evaluate("collection_size: 5", measures="AP, Accuracy@2")
    from_dataset = evaluate(
        f"topics: irds:{dataset}\nqrels: irds:{dataset}\ncollection_size: irds:{dataset}\n",
        measures="AP, Accuracy@2",
    )
    assert (from_files.scores.values == from_dataset.scores.values).all()
    origin = from_dataset.manifest["inputs"]["qrels"]
    assert (origin["dataset"], origin["count"], len(origin["sha256"])) == (dataset, 6, 64)
    assert "ir_datasets" in from_dataset.manifest["versions"]


def test_unknown_datasets_are_reported_together(evaluate):
    found = problems_of(
        evaluate, "topics: irds:vaswanni\nqrels: irds:vaswanny\ncollection_size: irds:vaswany\n"
    )
    assert len(found) == 3
    assert all("unknown dataset" in text and "vaswani" in text for text in found)


def test_a_measure_of_a_module_is_computed(evaluate, files):
    (files / "mine.py").write_text(
        "from harness.measures import measure\n\n\n"
        "@measure('PipelineMine', cite='none', bounds=(0, 9))\n"
        "def pipeline_mine(run, *, cutoff: int | None = None):\n"
        "    '''Documents retrieved, at most the cutoff.'''\n"
        "    return run.num_ret.clip(0, cutoff) * 1.0\n"
    )
    evaluation = evaluate("measure_modules: mine.py", measures="PipelineMine@2")
    assert evaluation.summarise()[:, 0].tolist() == [4 / 3, 1.0]
