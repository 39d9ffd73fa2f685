"""What is written here goes through the loaders of BEIR and MTEB, and what they write comes back.

Neither needs to be importable, for both load models with torch: single functions are taken from
their source. `.ci/run` installs them without what they depend on.
"""

from __future__ import annotations

import ast
import json
from collections import defaultdict
from contextlib import nullcontext
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import harness
from harness.formats.qrels import read_qrels
from harness.formats.runs import read_run
from harness.formats.texts import read_texts
from harness.formats.topics import read_topics
from harness.formats.writing import write_run
from harness.report.other_tools import mteb_dict

QRELS = {"q1": {"d1": 2, "d2": 0}, "q2": {"d3": 1}}
RUN = {"q1": {"d1": 0.75, "d2": 0.5}, "q2": {"d2": 3.25, "d3": -1.0}}
#: By hand: q1 has d1 first, 1; q2 has d3 second, 1 / 2.
RR = 0.75


def source_of(module: str) -> ast.Module:
    """The parsed source of a module of BEIR or MTEB, which is not imported."""
    package, *parts = module.split(".")
    found = find_spec(package)
    if found is None or found.origin is None:
        pytest.skip(f"{package} is not installed: pip install --no-deps {package}")
    file = Path(found.origin).parent.joinpath(*parts).with_suffix(".py")
    return ast.parse(file.read_text(encoding="utf-8"))


def function(module: str, name: str, **known: Any) -> Any:
    """A function or method by itself; ``known`` are the names of the module that it uses."""
    definitions = (
        node
        for node in ast.walk(source_of(module))
        if isinstance(node, ast.FunctionDef) and node.name == name
    )
    definition = next(definitions)
    definition.decorator_list = []
    tree = ast.Module([definition], [])
    exec(compile(tree, module, "exec", flags=annotations.compiler_flag), known)
    return known[name]


# Their loader leaves files open.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_folder_of_beir_is_for_its_loader_what_it_is_here(tmp_path: Path) -> None:
    loading = pytest.importorskip("beir.datasets.data_loader")
    texts = {"d1": "On 1", "d2": "On 2", "d3": "On 3"}
    for name, records in (("corpus", texts), ("queries", {"q1": "pearls", "q2": "oysters"})):
        lines = [json.dumps({"_id": key, "text": text}) for key, text in records.items()]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(lines) + "\n")
    (tmp_path / "qrels").mkdir()
    judged = tmp_path / "qrels" / "test.tsv"
    rows = [f"{topic}\t{doc}\t{g}\n" for topic, docs in QRELS.items() for doc, g in docs.items()]
    judged.write_text("query-id\tcorpus-id\tscore\n" + "".join(rows))
    corpus, queries, qrels = loading.GenericDataLoader(str(tmp_path)).load(split="test")
    topics = read_topics(tmp_path / "queries.jsonl")
    documents = read_texts(str(tmp_path / "corpus.jsonl"), texts)
    assert {name: topic.title for name, topic in topics.items()} == queries
    assert {doc: documents[doc].text for doc in documents} == {
        doc: fields["text"] for doc, fields in corpus.items()
    }
    assert read_qrels(judged).frame.rows() == harness.Qrels.of(qrels).frame.rows()
    assert harness.score(qrels, RUN, "RR")["RR"] == {"run": RR}


def test_runs_of_beir_go_through_its_functions_and_come_back(tmp_path: Path) -> None:
    save = function("beir.util", "save_runfile")
    load = function("beir.util", "load_runfile")
    theirs, ours = tmp_path / "theirs.trec", tmp_path / "ours.trec"
    save(str(theirs), RUN, run_name="dense")
    run = read_run(theirs)
    assert run.name == "dense"
    assert harness.score(QRELS, run, "RR")["RR"] == {"dense": RR}
    ours.write_bytes(write_run(run, "trec").content)
    assert load(str(ours)) == load(str(theirs)) == RUN


def test_results_of_beir_in_memory_are_a_run_and_results(tmp_path: Path) -> None:
    """``EvaluateRetrieval.evaluate`` takes the dictionary that is taken here, and rounds to 5."""
    save = function("beir.util", "save_results", json=json, logger=SimpleNamespace(info=print))
    scores = harness.score(QRELS, RUN, ["ndcg@10", "map@10"], topic_policy="answered")
    means = {name: {f"{name.upper()}@10": scores[f"{name}@10"]["run"]} for name in ("ndcg", "map")}
    save(str(tmp_path / "r.json"), means["ndcg"], means["map"], {}, {})
    assert json.loads((tmp_path / "r.json").read_text())["map"] == {"MAP@10": RR}


def test_predictions_of_mteb_go_through_its_functions_and_come_back(tmp_path: Path) -> None:
    save = function("mteb.abstasks.abstask", "_save_task_predictions", json=json)
    meta = SimpleNamespace(name="org/model", revision="abc")
    path = tmp_path / "T_predictions.json"
    task = SimpleNamespace(_predictions_path=lambda _: path)
    save(task, RUN, SimpleNamespace(mteb_model_meta=meta), tmp_path, "test", "default")
    run = read_run(path)
    assert run.name == "org/model"
    assert harness.score(QRELS, run, "RR")["RR"] == {"org/model": RR}
    path.write_bytes(write_run(run, "mteb").content)
    load = function(
        "mteb.abstasks.retrieval",
        "convert_to_reranking",
        Path=Path,
        json=json,
        defaultdict=defaultdict,
    )
    dataset: dict[str, Any] = {"default": {"test": {}}}
    load(SimpleNamespace(data_loaded=True, dataset=dataset), path)
    assert dataset["default"]["test"]["top_ranked"] == {"q1": ["d1", "d2"], "q2": ["d2", "d3"]}


def test_results_for_mteb_are_what_its_class_of_results_takes() -> None:
    """The fields of ``TaskResult`` that have no default are there, and its validator is content."""
    (kind,) = (
        node
        for node in source_of("mteb.results.task_result").body
        if isinstance(node, ast.ClassDef) and node.name == "TaskResult"
    )
    fields = {
        node.target.id: node.value is None
        for node in kind.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    scores = harness.score(QRELS, RUN, ["ndcg@10", "RR"], topic_policy="answered")
    made = mteb_dict(scores, "nfcorpus/qrels/test.tsv")
    required = {name for name, needed in fields.items() if needed}
    assert required <= made.keys() <= fields.keys()
    validate = function("mteb.results.task_result", "_validate_scores_dict", json=json)
    for of_subset in made["scores"]["test"]:
        validate(of_subset)
        assert of_subset["main_score"] == scores["ndcg@10"]["run"]


def test_mteb_rounds_what_it_writes_to_six_decimals() -> None:
    """As the documentation says; its ``from_disk`` keeps the digits that were written here."""
    of_class = SimpleNamespace(
        date=None,
        _round_scores=lambda scores, digits: round_scores(of_class, scores, digits),
    )
    round_scores = function("mteb.results.task_result", "_round_scores")
    scores = harness.score(QRELS, RUN, ["ndcg@10", "RR"], topic_policy="answered")
    made = mteb_dict(scores, "nfcorpus/qrels/test.tsv")
    save = function("mteb.results.task_result", "to_disk", json=json)
    saved: list[str] = []
    file = SimpleNamespace(
        open=lambda *_, **__: nullcontext(SimpleNamespace(write=saved.append)),
    )
    of_class.model_dump = lambda: made
    save(of_class, file)
    (written,) = json.loads("".join(saved))["scores"]["test"]
    assert written["ndcg_at_10"] == round(scores["ndcg@10"]["run"], 6) != scores["ndcg@10"]["run"]


def test_predictions_have_the_form_that_mteb_documents() -> None:
    written = json.loads(write_run(harness.Run.of(RUN, "org/model"), "mteb").content)
    assert written["default"] == {"test": RUN}
    assert written["mteb_model_meta"]["model_name"] == "org/model"
