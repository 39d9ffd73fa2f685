"""Files as other tools write them: ranx by itself, the others in the form that their code gives."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest

from harness.core.errors import InputError
from harness.formats.files import raw_bytes
from harness.formats.qrels import read_qrels
from harness.formats.runs import read_run
from harness.formats.submissions import parse_submission
from harness.formats.writing import write_run

Scores = dict[str, dict[str, float]]
RUN: Scores = {"q1": {"d1": 0.75, "d2": 0.5}, "q2": {"d2": 3.25, "d3": -1.0}}
QRELS = {"q1": {"d1": 2, "d2": 0}, "q2": {"d3": 1}}
META = {"model_name": "org/model", "revision": "abc"}
RANKED = [
    (topic, doc, rank, score)
    for topic, docs in RUN.items()
    for rank, (doc, score) in enumerate(docs.items())
]


def ranx_run(path: Path) -> None:
    if path.suffix == ".json":  # which ranx writes only where it is compiled
        path.write_bytes(orjson.dumps(RUN, option=orjson.OPT_INDENT_2))
    else:
        import ranx

        ranx.Run(RUN, name="bm25").save(str(path))


def ranx_qrels(path: Path) -> None:
    if path.suffix == ".json":
        path.write_bytes(orjson.dumps(QRELS, option=orjson.OPT_INDENT_2))
    else:
        import ranx

        ranx.Qrels(QRELS).save(str(path))


@pytest.mark.slow
def test_ranx_writes_json_as_it_is_written_here(tmp_path: Path) -> None:
    program = (
        f"import ranx; ranx.Run({RUN!r}).save('run.json'); ranx.Qrels({QRELS!r}).save('qrels.json')"
    )
    command = [sys.executable, "-W", "ignore", "-c", program]
    compiled = {**os.environ, "NUMBA_DISABLE_JIT": "0"}
    subprocess.run(command, cwd=tmp_path, env=compiled, check=True)
    for name, write in (("run.json", ranx_run), ("qrels.json", ranx_qrels)):
        write(tmp_path / f"own-{name}")
        assert (tmp_path / f"own-{name}").read_bytes() == (tmp_path / name).read_bytes()


def pyterrier_trec(path: Path) -> None:
    """pt.io.write_results, whose ranks count from 0, compressed as pt.Experiment saves runs."""
    import pandas as pd

    frame = pd.DataFrame(RANKED, columns=["qid", "docno", "rank", "score"])
    frame.insert(1, "Q0", "Q0")
    frame.insert(5, "run_name", "bm25")
    frame = frame[["qid", "Q0", "docno", "rank", "score", "run_name"]]
    frame.to_csv(path, sep=" ", header=False, index=False, compression="gzip")


def as_json(document: Any) -> Callable[[Path], None]:
    return lambda path: path.write_text(json.dumps(document)) and None


def anserini(path: Path) -> None:
    lines = [f"{t} Q0 {d} {r + 1} {s:.6f} Anserini\n" for t, d, r, s in RANKED]
    path.write_text("".join(lines))


@pytest.mark.parametrize(
    ("name", "write", "run"),
    [
        ("run.json", ranx_run, "run"),
        ("run.trec", ranx_run, "bm25"),
        ("run.parquet", ranx_run, "run"),
        ("bm25.res.gz", pyterrier_trec, "bm25"),
        ("run.robust04.bm25.topics.txt", anserini, "Anserini"),
        ("pytrec_eval.json", as_json(RUN), "pytrec_eval"),
        ("T_default_predictions.json", as_json(RUN), "T_default_predictions"),
        (
            "T_predictions.json",
            as_json({"mteb_model_meta": META, "default": {"test": RUN}}),
            "org/model",
        ),
        (
            "T_predictions.json",
            as_json({"mteb_model_meta": META, **{k: {"test": {k: v}} for k, v in RUN.items()}}),
            "org/model",
        ),
    ],
)
def test_a_run_reads_the_same_whoever_wrote_it(
    tmp_path: Path, name: str, write: Callable[[Path], None], run: str
) -> None:
    write(tmp_path / name)
    read = read_run(tmp_path / name)
    assert {(t, d): s for t, d, s in read.frame.rows()} == {(t, d): s for t, d, _, s in RANKED}
    assert read.name.removesuffix(".json").removesuffix(".parquet") == run


def test_the_minimal_layout_of_pyterrier_counts_ranks_from_0(tmp_path: Path) -> None:
    (tmp_path / "run.tsv").write_text("".join(f"{t}\t{d}\t{r}\n" for t, d, r, _ in RANKED))
    assert read_run(tmp_path / "run.tsv").frame["score"].to_list() == [0, -1, 0, -1]


def beir(path: Path) -> None:
    rows = [f"{topic}\t{doc}\t{g}\n" for topic, docs in QRELS.items() for doc, g in docs.items()]
    path.write_text("query-id\tcorpus-id\tscore\n" + "".join(rows))


def mteb_parquet(path: Path) -> None:
    import pandas as pd

    rows = [(topic, doc, grade) for topic, docs in QRELS.items() for doc, grade in docs.items()]
    pd.DataFrame(rows, columns=["query-id", "corpus-id", "score"]).to_parquet(path)


@pytest.mark.parametrize(
    ("name", "write"),
    [
        ("qrels.json", ranx_qrels),
        ("qrels.trec", ranx_qrels),
        ("qrels.parquet", ranx_qrels),
        ("test.tsv", beir),
        ("test-00000-of-00001.parquet", mteb_parquet),
        ("pytrec_eval.json", as_json(QRELS)),
    ],
)
def test_judgments_read_the_same_whoever_wrote_them(
    tmp_path: Path, name: str, write: Callable[[Path], None]
) -> None:
    write(tmp_path / name)
    assert sorted(read_qrels(tmp_path / name).frame.rows()) == [
        ("q1", "d1", 2),
        ("q1", "d2", 0),
        ("q2", "d3", 1),
    ]


@pytest.mark.parametrize("write", [beir, mteb_parquet])
def test_judgments_of_beir_are_refused_as_a_run(
    tmp_path: Path, write: Callable[[Path], None]
) -> None:
    name = "test.tsv" if write is beir else "test.parquet"
    write(tmp_path / name)
    with pytest.raises(InputError, match="look like judgments"):
        read_run(tmp_path / name)


@pytest.mark.parametrize(
    ("rows", "is_run"),
    [
        (["1\ta\t2", "1\tb\t1", "2\tc\t1"], False),  # counted down: as likely to be grades
        (["1\ta\t1", "1\tb\t0"], False),
        (["1\ta\t12", "1\tb\t12"], True),  # no scale has such a grade
        (["1\ta\t1.0", "1\tb\t1.0"], True),
        (["1\ta\t1", "1\tb\t1", "2\tc\t2"], False),
        (["1\ta\t1", "2\tb\t1"], False),
        (["1\ta\t2", "1\tb\t0"], False),
    ],
)
def test_whole_scores_in_columns_of_beir_are_grades_where_a_scale_has_them(
    tmp_path: Path, rows: list[str], is_run: bool
) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("\n".join(["query-id\tcorpus-id\tscore", *rows]) + "\n")
    if is_run:
        assert read_run(path).frame.height == len(rows)
        return
    with pytest.raises(InputError, match="look like judgments"):
        read_run(path)


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (
            {"default": {"test": RUN, "dev": RUN}},
            "topic 'q1' is in default/test and in default/dev",
        ),
        ({"a": {"b/c": RUN}, "a/b": {"c": RUN}}, "topic 'q2' is in a/b/c and in a/b/c"),
        ({"default": RUN["q1"]}, "default/d1: float where topics are expected"),
        ({"default": 1}, "subset 'default': int where splits are expected"),
        ({"default": {"test": {"q1": 1}}}, "topic 'q1': int where documents are expected"),
        ({"default": {"test": {"q1": {"d": "x"}}}}, "topic 'q1', document 'd'"),
        ({}, "there is no line with results"),
    ],
)
def test_predictions_of_mteb_that_are_no_one_run_are_refused(
    tmp_path: Path, document: Any, message: str
) -> None:
    path = tmp_path / "T_predictions.json"
    as_json({"mteb_model_meta": META, **document})(path)
    with pytest.raises(InputError) as caught:
        read_run(path)
    assert message in str(caught.value)


def test_splits_that_are_read_together_are_said(tmp_path: Path) -> None:
    path = tmp_path / "T_predictions.json"
    document = {"test": {"q1": RUN["q1"]}, "dev": {"q2": RUN["q2"]}}
    as_json({"mteb_model_meta": META, "default": document})(path)
    (note,) = read_run(path).warnings
    assert "default/test, default/dev together" in str(note)


# ranx leaves the file open.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_what_is_written_for_mteb_and_ranx_is_what_they_read(tmp_path: Path) -> None:
    with gzip.open(tmp_path / "a.run.gz", "wt") as file:
        file.writelines(f"{t} Q0 {d} {r + 1} {s} mine\n" for t, d, r, s in RANKED)
    run = read_run(tmp_path / "a.run.gz")
    assert json.loads(write_run(run, "mteb").content) == {
        "mteb_model_meta": {"model_name": "mine", "revision": None},
        "default": {"test": RUN},
    }
    (tmp_path / "a.json").write_bytes(write_run(run, "json").content)
    import ranx

    assert ranx.Run.from_file(str(tmp_path / "a.json")).to_dict() == RUN


def answers_of_ikat(*lists: list[tuple[str, float]]) -> dict[str, Any]:
    responses = [
        {"rank": rank, "text": "t", "passage_provenance": [{"id": i, "score": s} for i, s in pairs]}
        for rank, pairs in enumerate(lists, start=1)
    ]
    return {"run_name": "mine", "turns": [{"turn_id": "9-1_2", "responses": responses}]}


def test_answers_to_questions_are_runs_and_judgments(tmp_path: Path) -> None:
    questions = [{"id": "51a", "body": "?", "documents": ["u/7", "u/5"]}]
    as_json({"questions": questions})(path := tmp_path / "bioasq.json")
    run, qrels = read_run(path), read_qrels(path)
    assert [run.frame.sort("score", descending=True)["doc"].to_list(), run.topics] == [
        ["u/7", "u/5"],
        ("51a",),
    ]
    assert sorted(qrels.frame.rows()) == [("51a", "u/5", 1), ("51a", "u/7", 1)]
    as_json(answers_of_ikat([("c:0", 0.75), ("c:4", 0.5)], []))(path)
    run = read_run(path)
    assert (run.name, run.frame.rows()) == ("mine", [("9-1_2", "c:0", 0.75), ("9-1_2", "c:4", 0.5)])


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (answers_of_ikat([("a", 1.0)], [("b", 1.0)]), "object 1: no list of documents"),
        ({"questions": [{"documents": ["u/7"]}]}, "object 1: nothing says the topic"),
        ({"questions": [{"id": "1", "documents": [7.5]}]}, "topic '1', document 1"),
    ],
)
def test_answers_that_are_no_ranking_are_refused(
    tmp_path: Path, document: Any, message: str
) -> None:
    as_json(document)(path := tmp_path / "a.json")
    with pytest.raises(InputError) as caught:
        read_run(path)
    assert message in str(caught.value)


def test_letters_of_shopping_queries_are_grades(tmp_path: Path) -> None:
    import pandas as pd

    path = tmp_path / "esci.csv"
    path.write_text("query_id,product_id,esci_label\n1,B0,E\n1,B1,I\n2,B0,S\n2,B2,C\n")
    qrels = read_qrels(path)
    assert qrels.frame["grade"].to_list() == [3, 0, 2, 1]
    assert "E 3, S 2, C 1, I 0" in str(qrels.warnings[0])
    pd.read_csv(path, dtype={"query_id": str}).to_parquet(tmp_path / "esci.parquet")
    assert read_qrels(tmp_path / "esci.parquet").frame["grade"].to_list() == [3, 0, 2, 1]
    path.write_text("query_id,product_id,esci_label\n1,B0,X\n")
    with pytest.raises(InputError, match="'X'"):
        read_qrels(path)


HITS = {"701": [("GX0", 2.5), ("GX1", 1.25)], "0": [("7", 0.5)]}


def listed(form: Callable[[str, list[tuple[str, float]]], Any]) -> dict[str, Any]:
    return {topic: form(topic, docs) for topic, docs in HITS.items()}


def elastic(_topic: str, docs: list[tuple[str, float]]) -> Any:
    hits = [{"_index": "x", "_id": doc, "_score": score, "_source": {}} for doc, score in docs]
    return {"took": 3, "hits": {"total": {"value": 9}, "max_score": 2.5, "hits": hits}}


def solr(_topic: str, docs: list[tuple[str, float]]) -> Any:
    found = [{"id": doc, "score": score} for doc, score in docs]
    return {"responseHeader": {"status": 0}, "response": {"numFound": 9, "docs": found}}


def vespa(_topic: str, docs: list[tuple[str, float]]) -> Any:
    children = [
        {"id": f"index:x/0/{doc}", "relevance": score, "fields": {"docid": doc}}
        for doc, score in docs
    ]
    return {"root": {"id": "toplevel", "relevance": 1.0, "children": children}}


def rank_llm(topic: str, docs: list[tuple[str, float]]) -> Any:
    candidates = [{"docid": doc, "score": score, "doc": {"segment": "…"}} for doc, score in docs]
    return {"query": {"qid": int(topic), "text": "…"}, "candidates": candidates}


def bare(topic: str, docs: list[tuple[str, float]]) -> Any:
    return {"qid": int(topic), "docs": [doc for doc, _ in docs]}


@pytest.mark.parametrize("form", [elastic, solr, vespa, rank_llm, bare])
@pytest.mark.parametrize("lines", [True, False])
def test_what_engines_answer_is_a_run(tmp_path, form, lines):
    answers = listed(form)
    path = tmp_path / "answers.json"
    if form in (rank_llm, bare):
        text = "\n".join(map(json.dumps, answers.values()))
        path.write_text(text if lines else json.dumps(list(answers.values())))
    else:
        named = [{"qid": topic, **answer} for topic, answer in answers.items()]
        path.write_text("\n".join(map(json.dumps, named)) if lines else json.dumps(answers))
    expected = [
        (topic, doc, -float(rank) if form is bare else score)
        for topic, docs in HITS.items()
        for rank, (doc, score) in enumerate(docs, 1)
    ]
    assert read_run(path).frame.rows() == expected
    assert parse_submission(raw_bytes(path), "a").format == "hits"


def test_answers_that_do_not_say_their_topic_are_one_problem(tmp_path):
    path = tmp_path / "answers.jsonl"
    path.write_text("\n".join(map(json.dumps, listed(elastic).values())))
    with pytest.raises(InputError, match="nothing says the topic") as caught:
        read_run(path)
    assert len(caught.value.problems) == 1


@pytest.mark.parametrize("name", ["answer_pids", "gold_ids", "relevant"])
@pytest.mark.parametrize("lines", [True, False])
def test_lists_of_relevant_documents_are_judgments(tmp_path, name, lines):
    objects = [{"id": 0, "query": "why?", name: [12, "a/b.txt"]}, {"id": 1, name: []}]
    path = tmp_path / "answers.jsonl"
    path.write_text("\n".join(map(json.dumps, objects)) if lines else json.dumps(objects))
    assert read_qrels(path).frame.select("topic", "doc", "grade").rows() == [
        ("0", "12", 1),
        ("0", "a/b.txt", 1),
    ]


@pytest.mark.parametrize("lines", [True, False])
def test_documents_with_grades_are_judgments_and_no_ranking(tmp_path, lines):
    """As TREC's Fair Ranking has them; a relevance with decimals is the score of an engine."""
    judged = [{"doc_id": "a", "relevance": 0}, {"doc_id": "b", "relevance": 2}]
    objects = [{"qid": 7, "query": "why?", "documents": judged}, {"qid": 8, "documents": []}]
    path = tmp_path / "sample.json"
    path.write_text("\n".join(map(json.dumps, objects)) if lines else json.dumps(objects))
    qrels = read_qrels(path)
    assert qrels.frame.rows() == [("7", "a", 0), ("7", "b", 2)]
    with pytest.raises(InputError):
        read_run(path)
    for name, value in (("relevance", 0.5), ("score", 1)):
        objects[0]["documents"] = [{"doc_id": "a", "relevance": 3, name: value}]
        path.write_text(json.dumps(objects))
        assert read_run(path).details["format"] == "hits"


@pytest.mark.parametrize(
    "answer",
    [
        elastic("1", [("a", 2.0)]),
        {"hits": {"hits": [{"_id": "a", "_score": 1}]}},
        {"docs": ["a", "b"]},
    ],
)
def test_the_answer_to_one_query_says_no_topic(answer: object, tmp_path: Path) -> None:
    path = tmp_path / "answer.json"
    path.write_text(json.dumps(answer))
    with pytest.raises(InputError, match="the answer to one query, which does not say its topic"):
        read_run(path)
