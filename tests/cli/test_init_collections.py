"""`harness init` on collections as they are handed out."""

from __future__ import annotations

import polars as pl
import pytest
import yaml

from harness.config import load_task
from harness.formats.texts import read_texts


def test_the_layout_of_beir(harness, tmp_path):
    (tmp_path / "qrels").mkdir()
    head = "query-id\tcorpus-id\tscore\n"
    for split, topic in (("train", "1"), ("test", "2")):
        (tmp_path / "qrels" / f"{split}.tsv").write_text(f"{head}{topic}\td1\t1\n{topic}\td2\t2\n")
    (tmp_path / "queries.jsonl").write_text(
        '{"_id": "1", "text": "light"}\n{"_id": "2", "text": "sea"}\n'
    )
    (tmp_path / "corpus.jsonl").write_text('{"_id": "d1", "title": "", "text": "A light"}\n')
    assert harness("init", tmp_path, "-o", tmp_path / "t.yaml").status == 0
    task = yaml.safe_load((tmp_path / "t.yaml").read_text())
    assert task["qrels"] == "qrels/test.tsv"
    assert (task["topics"], task["documents"]) == ("queries.jsonl", "corpus.jsonl")


@pytest.mark.long
def test_the_layout_of_hugging_face(harness, tmp_path):
    rows = [str(number) for number in range(20_000)]  # more than is looked at of other files
    for name, columns in {
        "corpus/corpus-00000-of-00001": {"_id": rows, "title": rows, "text": rows},
        "queries/queries-00000-of-00001": {"_id": rows, "text": rows},
        "qrels/test-00000-of-00001": {"query-id": rows, "corpus-id": rows, "score": [1] * 20_000},
    }.items():
        (tmp_path / name).parent.mkdir()
        pl.DataFrame(columns).write_parquet(tmp_path / f"{name}.parquet", compression="zstd")
    assert harness("init", tmp_path, "-o", tmp_path / "t.yaml").status == 0
    task = yaml.safe_load((tmp_path / "t.yaml").read_text())
    assert {key: task[key].partition("/")[0] for key in ("topics", "qrels", "documents")} == {
        "topics": "queries", "qrels": "qrels", "documents": "corpus"
    }  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("trec8", {"qrels": "qrels.trec8.adhoc.txt", "runs": "runs/*.gz"}),
        ("clef", {"qrels": "qrels/ru_qrels.txt.gz", "topics": "topics/ru_topics.xml"}),
        ("gov2", {"qrels": "qrels.terabyte04.701-750.txt.gz"}),
    ],
)
def test_real_collections(harness, shared, tmp_path, name, expected):
    task_file = tmp_path / "t.yaml"
    got = harness("init", shared / "data" / name, "-o", task_file)
    assert got.status == 0, got.err
    task = yaml.safe_load(task_file.read_text())
    assert all(task[key].endswith(value) for key, value in expected.items())
    load_task(task_file, without=() if "runs" in task else ("runs",))


@pytest.mark.parametrize("line", ["1 Q0 doc 1 2 a", "1\tQ0\tdoc", "[1, 2]"])
@pytest.mark.parametrize("command", ["compare", "run", "diagnose"])
def test_who_names_other_files_than_a_task_is_led_to_init(harness, tmp_path, command, line):
    (tmp_path / "other.txt").write_text(f"{line}\n")
    got = harness(command, tmp_path / "other.txt")
    assert got.status == 2
    assert "other.txt:1:" in got.err
    assert "which harness init writes from a folder; instead of one, name a file" in got.err


#: CheckThat! 2020 as pandas wrote it: an index without a name, tabs, quoted cells.
TWEETS = '\ttweet_content\n0\t"They call it ""news"", again"\n11\tBricks on the coast\n'
CLAIMS = '\tvclaim\ttitle\n7\t"A ""law"" was made."\tWas it?\n8\tBricks washed up.\tDid they?\n'
ANSWERS = "0\tQ0\t7\t1\t2\tlab\n0\tQ0\t8\t2\t1\tlab\n11\tQ0\t8\t1\t2\tlab\n11\tQ0\t7\t2\t1\tlab\n"


def test_tables_whose_identifiers_have_no_name(harness, tmp_path):
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs/lab.tsv").write_text(ANSWERS)
    (tmp_path / "pairs.qrels").write_text("0\t0\t7\t1\n11\t0\t8\t1\n")
    (tmp_path / "tweets.queries.tsv").write_text(TWEETS)
    (tmp_path / "claims.docs.tsv").write_text(CLAIMS)
    assert harness("init", tmp_path, "-o", tmp_path / "t.yaml").status == 0
    task = load_task(tmp_path / "t.yaml")
    assert task.topics is not None
    assert task.documents is not None
    topics = harness("convert", tmp_path / "tweets.queries.tsv", "--to", "tsv")
    assert topics.out == '0\tThey call it "news", again\n11\tBricks on the coast\n'
    assert "the first column has no name: it is read as the id" in topics.err
    assert read_texts(tmp_path / "claims.docs.tsv")["7"].title == "Was it?"


def test_a_table_of_what_runs_retrieve_is_of_documents(harness, tmp_path):
    (tmp_path / "run.txt").write_text(ANSWERS.replace("\t7", "\td7").replace("\t8", "\td8"))
    (tmp_path / "passages.jsonl").write_text(
        '{"id": "d7", "contents": "a"}\n{"id": "d8", "contents": "b"}\n'
    )
    (tmp_path / "more.tsv").write_text("d7\tof these only one is retrieved\nd9\tnot this one\n")
    got = harness("init", tmp_path, "-o", tmp_path / "t.yaml")
    assert "documents     passages.jsonl\n" in got.out
    assert "more.tsv: 2 topics" in got.out


def test_documents_that_cannot_be_read_are_not_proposed(harness, tmp_path):
    (tmp_path / "run.txt").write_text(ANSWERS)
    (tmp_path / "docs.csv").write_text("author,title\n7,Was it?\n")
    got = harness("init", tmp_path, "-o", tmp_path / "t.yaml")
    assert "not used      docs.csv: there is no column for the doc (expected one of doc" in got.out
    assert "documents:" not in (tmp_path / "t.yaml").read_text()
