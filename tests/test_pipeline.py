"""From a task to an evaluation: numbers worked by hand, subsets, and everything that can go wrong."""

from __future__ import annotations

import json
import math
import threading
from pathlib import Path

import pytest

import harness
from harness.config import RunFile, Source, SubsetEntry, Task, load_task
from harness.core.errors import ConfigError, EvaluationError, HarnessError
from harness.evaluation.ranking import JudgedTopics
from harness.evaluation.rules import Rules
from harness.evaluation.run_scores import score_run
from harness.evaluation.scores import Scores
from harness.evaluation.scoring import prepare_measures
from harness.formats.qrels import read_qrels
from harness.formats.runs import read_run
from harness.measures import parse_measures
from harness.workflows.evaluate import run

TOPICS = """\
<topics>
<topic number="1" type="single"><query>pearl farming</query></topic>
<topic number="2" type="faceted"><query>lighthouses</query></topic>
<topic number="3" type="single"><query>fog</query></topic>
<topic number="9" type="faceted"><query>nobody judged this</query></topic>
</topics>
"""
QRELS = "1 0 a 1\n1 0 b 0\n1 0 c 2\n2 0 a 1\n2 0 d 1\n3 0 a 0\n"
#: Topic 1: a of a, c at rank 1. Topic 2: d of a, d at rank 2. Topic 3: not answered.
FIRST = "1 Q0 a 1 3 first\n1 Q0 b 2 2 first\n1 Q0 x 3 1 first\n2 Q0 b 1 2 first\n2 Q0 d 2 1 first\n"
#: Topic 1: a and c at the top. Topic 3: nothing relevant. Topic 7: nobody judged it.
SECOND = "1 Q0 a 1 3 second\n1 Q0 c 2 2 second\n3 Q0 a 1 1 second\n7 Q0 a 1 1 second\n"


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "topics.xml").write_text(TOPICS)
    (tmp_path / "qrels.txt").write_text(QRELS)
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "lab-first.run").write_text(FIRST)
    (tmp_path / "runs" / "other-second.run").write_text(SECOND)
    return tmp_path


@pytest.fixture
def evaluate(files):
    """Evaluates a task with the given lines added to the usual ones."""

    def call(more: str = "", *, measures: str = "AP, P@2, R@2", **options):
        text = (
            "topics: {path: topics.xml, format: trec-web-xml}\nqrels: qrels.txt\nruns: runs/*.run\n"
        )
        text = "".join(line for line in text.splitlines(True) if line.split()[0] not in more)
        (files / "task.yaml").write_text(f"{text}measures: [{measures}]\n{more}")
        return run(load_task(files / "task.yaml"), **options)

    return call


def problems_of(call, *args, kind=HarnessError, **options) -> list[str]:
    with pytest.raises(kind) as caught:
        call(*args, **options)
    return [str(problem) for problem in caught.value.problems]


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
    assert levels.scores.labels[0] == "AP(rel=2)"
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
    alone = Scores.of([score_run(read_run(path), judged, measures, rules) for path in paths])
    assert (evaluation.scores.values == alone.values).all()
    assert (evaluation.summarise() == alone.summarise()).all()
    assert evaluation.groups["keeper-rrf"] == "keeper"


def test_the_map_of_trec_8_is_the_official_one(shared):
    folder = shared / "data" / "trec8"
    official = dict(line.split() for line in (folder / "official.map.txt").read_text().splitlines())
    names = ("AntHoc1", "READWARE2", "orcl99man")
    task = Task(
        name="trec8",
        qrels=Source(path="qrels.trec8.adhoc.txt"),
        runs=tuple(RunFile(f"runs/{name}.gz", name) for name in names),
        measures=parse_measures("AP"),
        folder=folder,
    )
    found = dict(zip(names, run(task).summarise()[:, 0].tolist(), strict=True))
    assert {name: f"{value:.4f}" for name, value in found.items()} == {
        name: official[name] for name in names
    }


def test_the_number_of_workers_changes_nothing(evaluate):
    one, many = evaluate(workers=1), evaluate(workers=8)
    assert (one.scores.values == many.scores.values).all()
    assert one.manifest == many.manifest
    for table in ("scores", "summary", "curves"):
        assert getattr(one.results(), table).equals(getattr(many.results(), table))


def test_runs_are_read_by_several_workers_and_reported_one_by_one(evaluate, monkeypatch):
    seen, names = [], set()

    def reading(*args, **options):
        names.add(threading.current_thread().name)
        return read_run(*args, **options)

    monkeypatch.setattr("harness.workflows.reading.read_run", reading)
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
    assert table.columns == ["run", "group", "by", "at", "precision", "recall", "topics"]
    first = table.filter(table["run"] == "first").drop("run", "group").rows()
    assert first == [
        ("recall", 0.0, 0.5, 0.0, 3),
        ("recall", 1.0, 0.0, 1.0, 3),
        ("cutoff", 1.0, 1 / 3, 1 / 6, 3),
    ]


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


def test_the_manifest_says_which_measures_of_a_nickname_were_left_out(evaluate):
    noted = evaluate(measures="all_trec").manifest["warnings"]
    assert [note["text"] for note in noted] == [
        "relstring is a text, which has no average: left out; harness eval prints it"
    ]
    assert evaluate().manifest["warnings"] == []


def test_the_hashes_are_those_of_the_files(evaluate, files):
    import hashlib

    manifest = evaluate().manifest
    named = {**manifest["inputs"], **{one["path"]: one for one in manifest["runs"]}}
    for name, path in {"qrels": "qrels.txt", "topics": "topics.xml"}.items():
        assert named[name]["sha256"] == hashlib.sha256((files / path).read_bytes()).hexdigest()
    path = "runs/lab-first.run"
    assert named[path]["sha256"] == hashlib.sha256((files / path).read_bytes()).hexdigest()


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


# What goes wrong


def test_runs_with_errors_are_not_evaluated_and_the_result_says_so(evaluate, files):
    (files / "runs" / "bad.run").write_text("1 Q0 a 1 high bad\n1 Q0 b 2 2.0\n")
    (files / "runs" / "empty.run").write_text("")
    (files / "runs" / "strange.run").write_text("77 Q0 a 1 1.0 strange\n")
    (files / "runs" / "twice.run").write_text(
        "1 Q0 a 1 2 twice\n2 Q0 a 1 2 twice\n1 Q0 a 2 1 twice\n"
    )
    evaluation = evaluate()
    assert evaluation.scores.runs == ("first", "second")
    found = [str(problem) for one in evaluation.refused for problem in one.problems]
    places = [text.removeprefix(f"{files}/runs/") for text in found]
    assert places[0].startswith("bad.run:1:10: the score 'high' is not a")
    assert places[1].startswith("bad.run:2:")
    assert places[2].startswith("empty.run: the file is empty")
    assert places[3].startswith("strange.run: no topic in common with")
    assert places[4].startswith("twice.run:3:6: document 'a' is retrieved twice in topic '1'")
    assert len(places) == 5
    recorded = evaluation.manifest["refused"]
    assert [one["path"] for one in recorded] == [
        "runs/bad.run",
        "runs/empty.run",
        "runs/strange.run",
        "runs/twice.run",
    ]
    assert recorded[0]["problems"][0].startswith("runs/bad.run:1:10: the score 'high'")


def test_problems_of_all_runs_are_raised_together_when_none_is_left(evaluate, files):
    for path in (files / "runs").iterdir():
        path.write_text("1 Q0 a 1 high bad\n")
    found = problems_of(evaluate, kind=EvaluationError)
    assert len(found) == 3
    assert all("the score 'high' is not" in text for text in found[:2])
    assert "harness check" in found[2]


DUPLICATE = "1 Q0 a 1 2 twice\n1 Q0 b 2 1.5 twice\n1 Q0 a 3 1 twice\n"


def test_without_a_policy_a_run_with_errors_is_refused_and_with_one_repaired(evaluate, files):
    (files / "runs" / "twice.run").write_text(DUPLICATE)
    head = "qrels: qrels.txt\nruns: runs/*.run\n"
    task = load_task_after(files, head + "check: {all_topics: false}\n")
    (refused,) = run(task).refused
    assert "twice.run:3:6: document 'a' again in topic '1'" in str(refused.problems[0])
    assert "drop-lower-duplicates" in str(refused.problems[0])
    task = load_task_after(files, head + "check: {repairs: [drop-lower-duplicates]}\n")
    repaired = run(task)
    assert repaired.refused == ()
    (described,) = [one for one in repaired.manifest["runs"] if one["name"] == "twice"]
    assert described["repairs"] == {"drop-lower-duplicates": 1}
    assert described["findings"]["document-twice"] == 1
    assert described["retrieved"] == 2
    assert (files / "runs" / "twice.run").read_text() == DUPLICATE


def test_two_runs_with_one_tag_are_refused(evaluate, files):
    (files / "runs" / "third.run").write_text(FIRST)
    (text,) = problems_of(evaluate)
    assert (
        "2 runs are called 'first': runs/lab-first.run, runs/third.run (give each its own" in text
    )


def test_a_run_that_vanishes_is_a_problem_of_that_run(evaluate, files):
    task = load_task_after(files, "qrels: qrels.txt\nruns: runs/*.run\n")
    (files / "runs" / "lab-first.run").unlink()
    (refused,) = run(task).refused
    assert "lab-first.run: cannot be read: No such file" in str(refused.problems[0])


def load_task_after(files: Path, text: str) -> Task:
    (files / "task.yaml").write_text(text)
    return load_task(files / "task.yaml")


def test_problems_of_topics_and_judgments_are_raised_together(evaluate, files):
    (files / "topics.xml").write_text("<topics><topic></topics>")
    (files / "qrels.txt").write_text("1 0 a one\n1 0 b 1.5\n")
    found = problems_of(evaluate)
    assert sum("topics.xml" in text for text in found) >= 1
    assert sum("qrels.txt:" in text for text in found) == 2


def test_topics_and_judgments_without_a_common_topic_are_refused(evaluate, files):
    (files / "topics.tsv").write_text("MB01\tpearls\n")
    (text,) = problems_of(evaluate, "topics: topics.tsv\n")
    assert "topics.tsv: no topic in common with" in text
    assert "(the topics have MB01, …; the judgments have 1, 2, 3, …)" in text


def test_a_subset_that_does_not_exist_is_refused_with_the_nearest_name(evaluate):
    evaluation = evaluate("facets: [type]")
    with pytest.raises(EvaluationError, match=r"did you mean type=single\?"):
        evaluation.summarise(subset="type=singel")


def test_of_judgments_by_subtopic_the_highest_grade_of_a_document_counts(evaluate, files):
    doc = "a"
    (files / "qrels.txt").write_text(f"1 1 {doc} 0\n1 2 {doc} 1\n")
    evaluation = evaluate("qrels: {path: qrels.txt, format: diversity}\n", measures="RR")
    assert evaluation.scores.values.max() > 0
    assert evaluation.judged_topics["relevant"].to_list() == [1]
    (note,) = (note for note in evaluation.notes if note.code == "highest-grade")
    assert "over a document's subtopics: 2 judgments of 1 documents" in note.text


@pytest.mark.parametrize(
    ("more", "key", "message", "hint"),
    [
        ("subsets: {s: [1, 11]}", "subsets.s[1]", "unknown topic '11'", "did you mean 1?"),
        ("subsets: {s: {type: simple}}", "subsets.s.type", "no topic has type 'simple'", "single?"),
        ("subsets: {s: {kind: x}}", "subsets.s.kind", "no topic has the attribute 'kind'", "type"),
        ("subsets: {s: [9]}", "subsets.s", "no topic of 's' is judged", None),
        (
            "subsets: {s: {type: single, query: fog}, t: {type: faceted, query: fog}}",
            "subsets.t",
            "no topic of 't' is judged",
            None,
        ),
        ("facets: [typ]", "facets[0]", "no topic has the attribute 'typ'", "did you mean type?"),
        ("facets: [zzz]", "facets[0]", "no topic has the attribute 'zzz'", "known are query, type"),
        ("facets: [qeury]", "facets[0]", "no topic has the attribute 'qeury'", "mean query?"),
    ],
)
def test_a_subset_that_cannot_be_made_is_refused_with_its_line(evaluate, more, key, message, hint):
    with pytest.raises(ConfigError) as caught:
        evaluate(more)
    (problem,) = caught.value.problems
    assert (problem.key, problem.line) == (key, 5)
    assert problem.message == message
    assert hint is None or hint in problem.hint


@pytest.mark.parametrize(
    ("facet", "hint"),
    [
        ("titel", "did you mean title?"),
        ("zzz", "known are id, title"),
    ],
)
def test_the_text_fields_are_listed_where_no_topic_has_attributes(evaluate, files, facet, hint):
    (files / "topics.csv").write_text("id,title\n1,pearls\n2,fog\n")
    topics = "topics: {path: topics.csv, format: csv}\n"
    with pytest.raises(ConfigError) as caught:
        evaluate(f"{topics}facets: [{facet}]")
    assert caught.value.problems[0].hint == hint
    named = {subset.name for subset in evaluate(f"{topics}facets: [title]").subsets}
    assert named == {"all", "title=fog", "title=pearls"}


def test_the_language_is_listed_where_topics_have_one(evaluate, files):
    topics = TOPICS.replace("<topic ", '<topic xml:lang="en" ')
    (files / "topics.xml").write_text(topics)
    (text,) = problems_of(evaluate, "facets: [langauge]")
    assert "did you mean language?" in text


def test_judged_topics_that_are_not_in_the_topic_file_may_be_in_a_subset(evaluate, files):
    (files / "topics.xml").write_text(TOPICS.replace('number="3"', 'number="33"'))
    subsets = evaluate("subsets: {s: [3]}").subsets
    assert subsets[1].judged == ("3",)


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


def test_a_task_may_be_given_by_its_file(demo):
    by_path = harness.run(demo / "configs/demo.yaml")
    by_task = harness.run(harness.load_task(demo / "configs/demo.yaml"))
    assert by_path.scores.values.tobytes() == by_task.scores.values.tobytes()
