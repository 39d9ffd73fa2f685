"""Data sets of ir_datasets from files that are put where it looks."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from harness.core.errors import DatasetError
from harness.core.model import Qrels
from harness.formats.ir_datasets import (
    document_finder,
    documents_count,
    fetch_texts,
    load_qrels,
    load_topics,
)
from harness.formats.qrels import read_qrels
from tests.each import each
from tests.ir_datasets_files import kept_at, put

SGML = """<top>
<num> Number: 701
<title> U.S. oil industry history
<desc> Description:
Describe the history.
<narr> Narrative:
Relevant are histories.
</top>
"""


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    """Where ir_datasets looks for files."""
    with kept_at(tmp_path):
        yield tmp_path


def load(name: str) -> tuple[list[tuple[Any, ...]], Qrels]:
    """The topics of a dataset, and its judgments."""
    topics, qrels = load_topics(name), load_qrels(name)
    return [(t.id, t.title, t.description, t.narrative, t.language) for t in topics.values()], qrels


def test_gov2_from_files_that_are_there(home: Path) -> None:
    put(home, "gov2/trec-tb-2004/queries.txt", SGML)
    put(home, "gov2/trec-tb-2004/qrels.txt", "701 0 GX000-00-1 2\n701 0 GX000-00-2 0\n")
    topics, qrels = load("irds:gov2/trec-tb-2004")
    texts = "U.S. oil industry history", "Describe the history.", "Relevant are histories."
    assert topics == [("701", *texts, "en")]
    assert qrels.frame.columns == ["topic", "doc", "grade", "iteration"]
    assert qrels.frame.rows() == [("701", "GX000-00-1", 2, "0"), ("701", "GX000-00-2", 0, "0")]


def test_clef_ehealth_from_files_that_are_there(home: Path) -> None:
    xml = "<queries><query><id>101001</id><title>headaches & more</title></query></queries>"
    put(home, "clueweb12/clef-ehealth/queries.xml", xml)
    put(home, "clueweb12/clef-ehealth-2016/2016.qrels", "101001 0 d1 1\n")
    put(home, "clueweb12/clef-ehealth/2016.qtrust", "101001 0 d1 7\n")
    put(home, "clueweb12/clef-ehealth/2016.qunder", "101001 0 d1 9\n")
    put(home, "clueweb12/clef-ehealth/2017.qrels", "101001 0 d2 2\n")
    put(home, "clueweb12/clef-ehealth/2017.qtrust", "101001 0 d2 5\n")
    put(home, "clueweb12/clef-ehealth/2017.qureads", "101001 0 d2 6\n")
    topics, qrels = load("clueweb12/b13/clef-ehealth")
    assert topics == [("101001", "headaches & more", None, None, "en")]
    names = ["topic", "doc", "grade", "trustworthiness", "understandability", "iteration"]
    assert qrels.frame.columns == names
    assert qrels.frame.rows() == [("101001", "d1", 1, 7, 9, "0"), ("101001", "d2", 2, 5, 6, "1")]


def tar_gz(name: str, content: str) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        entry = tarfile.TarInfo(name)
        entry.size = len(content)
        archive.addfile(entry, io.BytesIO(content.encode()))
    return packed.getvalue()


def test_trec_8_from_archives_that_are_there(home: Path) -> None:
    put(home, "disks45/topics.401-450.gz", gzip.compress(SGML.replace("701", "401").encode()))
    packed = tar_gz("qrels.trec8.adhoc.parts1-5", "401 0 FBIS3-1 1\n")
    put(home, "disks45/qrels.trec8.adhoc.parts1-5.tar.gz", packed)
    topics, qrels = load("disks45/nocr/trec8")
    assert topics[0][:2] == ("401", "U.S. oil industry history")
    assert qrels.frame.rows() == [("401", "FBIS3-1", 1, "0")]


def test_real_gov2_files_read_the_same_by_either_way(shared: Path, home: Path) -> None:
    (home / "gov2/trec-tb-2004").mkdir(parents=True)
    source = shared / "data/gov2/topics.terabyte04.701-750.txt"
    (home / "gov2/trec-tb-2004/queries.txt").symlink_to(source)
    qrels = read_qrels(shared / "data/gov2/qrels.terabyte04.701-750.txt.gz")
    lines = "".join(f"{topic} 0 {doc} {grade}\n" for topic, doc, grade in qrels.frame.rows())
    put(home, "gov2/trec-tb-2004/qrels.txt", lines)
    topics, found = load("gov2/trec-tb-2004")
    assert len(topics) == 50
    assert sorted(found.frame.select("topic", "doc", "grade").rows()) == sorted(qrels.frame.rows())


def test_the_texts_of_vaswani_from_an_archive_that_is_there(home: Path) -> None:
    put(
        home,
        "vaswani/npl.tar.gz",
        tar_gz("doc-text", "1\ncompact   memories\nhave\n   /\n2\nx\n   /\n"),
    )
    for _ in range(2):
        with kept_at(home):  # the second time there is a store
            texts = fetch_texts("vaswani", ["2", "9", "1"])
        found = [(one.id, one.title, one.text) for one in texts.values()]
        assert found == [("2", None, "x"), ("1", None, "compact memories have")]


def refused(call: Callable[..., object], *words: object, **options: object) -> Any:
    """What is said of data that cannot be had: messages and hints."""
    with pytest.raises(DatasetError) as caught:
        call(*words, **options)
    return [(problem.message, problem.hint) for problem in caught.value.problems]


@pytest.mark.usefixtures("home")
def test_a_count_that_ir_datasets_has_written_down_needs_no_files() -> None:
    assert documents_count("vaswani") == 11_429


def test_a_failed_download_says_where_each_file_belongs(home: Path) -> None:
    ((message, hint),) = refused(load_qrels, "disks45/nocr/trec8")
    assert message.startswith("the judgments cannot be downloaded: ")
    assert hint == (
        "put https://trec.nist.gov/data/qrels_eng/qrels.trec8.adhoc.parts1-5.tar.gz "
        f"at {home}/disks45/qrels.trec8.adhoc.parts1-5.tar.gz"
    )
    ((_, hint), *_) = refused(load_topics, "clueweb12/b13/clef-ehealth")
    assert hint.endswith(f"at {home}/clueweb12/clef-ehealth/queries.xml")
    assert len(refused(load_qrels, "clueweb12/b13/clef-ehealth")) == 6


def test_texts_that_cannot_be_had_say_where_the_collection_belongs(home: Path) -> None:
    ((_, hint), *_) = refused(fetch_texts, "gov2", ["GX000-00-0000000"])
    assert hint == f"put the file at {home}/gov2/corpus"


@each(["vaswani", "msmarco-passage", "cord19/trec-covid", "beir/scifact", "antique"])
def test_documents_are_not_downloaded_unasked(name: str, home: Path) -> None:
    said = [("it is not downloaded", "harness check TASK --download does it")]
    assert refused(document_finder, name) == said
    assert name != "vaswani" or refused(fetch_texts, name, ["1"]) == said
    # A store without documents may be there.
    assert sum(path.stat().st_size for path in home.rglob("*") if path.is_file()) < 1000


@pytest.mark.usefixtures("home")
def test_documents_are_downloaded_where_that_is_asked_for() -> None:
    ((message, _), *_) = refused(document_finder, "vaswani", download=True)
    assert message.startswith("the documents cannot be downloaded: ")  # there is no network


def test_documents_that_are_there_are_found_without_a_download(home: Path) -> None:
    put(home, "vaswani/npl.tar.gz", tar_gz("doc-text", "1\none\n   /\n2\nx\n   /\n"))
    for _ in range(2):
        with kept_at(home):
            assert document_finder("vaswani")(["2", "9", "1"]) == {"1", "2"}
        (home / "vaswani/npl.tar.gz").unlink(missing_ok=True)  # the store is there now


def test_a_damaged_file_is_an_error_that_names_the_dataset(home: Path) -> None:
    put(home, "gov2/trec-tb-2004/qrels.txt", "701 0 GX000-00-1\n")
    assert refused(load_qrels, "gov2/trec-tb-2004") == [
        (
            "the judgments cannot be read: expected 4 columns, got 3",
            f"ir_datasets keeps its files in {home}",
        )
    ]


@pytest.fixture
def vaswani(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of two runs, which is entered, and ir_datasets with a small Vaswani."""
    home = tmp_path / "home"
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name, content in (
            ("doc-text", "1\ncompact memories\n   /\n2\nfog horns\n   /\n3\nlamps\n   /\n"),
            ("query-text", "1\nMEMORIES OF LAMPS\n   /\n2\nFOG\n   /\n"),
            ("rlv-ass", "1\n1 3\n   /\n2\n2\n   /\n"),
        ):
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content.encode()))
    put(home, "vaswani/npl.tar.gz", packed.getvalue())
    put(tmp_path, "runs/a.run", "1 Q0 1 1 3 a\n1 Q0 2 2 2 a\n2 Q0 2 1 1 a\n")
    put(tmp_path, "runs/b.run", "1 Q0 3 1 3 b\n2 Q0 1 1 1 b\n")
    monkeypatch.chdir(tmp_path)
    with kept_at(home):
        yield tmp_path


def test_init_writes_a_task_of_a_dataset_that_runs(harness, vaswani: Path) -> None:
    done = harness("init", "--from", "irds:vaswani", "runs", "-o", "t.yaml")
    assert done.status == 0, done.err
    text = (vaswani / "t.yaml").read_text()
    for line in ("topics: irds:vaswani", "qrels: irds:vaswani", "# documents: irds:vaswani"):
        assert f"\n{line}" in text
    done = harness("run", "t.yaml", "--format", "json")
    assert done.status == 0, done.err
    rows = {row["run"]: row["AP"] for row in json.loads(done.out)}
    assert rows == {"a": pytest.approx((0.5 + 1) / 2), "b": pytest.approx(0.5 / 2)}


def test_assessors_see_the_documents_of_a_dataset(harness, vaswani: Path) -> None:
    (vaswani / "t.yaml").write_text(
        "topics: irds:vaswani\nqrels: irds:vaswani\ndocuments: irds:vaswani\nruns: runs/*.run\n"
        "pool: {depth: 3}\njudge: {assessors: [ann]}\n"
    )
    for words in (
        "pool t.yaml -o pool",
        "judge add t.yaml pool",
        "judge packet t.yaml --to csv -o packet",
    ):
        done = harness(*words.split())
        assert done.status == 0, done.err
    text = "".join(path.read_text() for path in (vaswani / "packet").rglob("*.csv"))
    for shown in ("compact memories", "fog horns", "lamps", "MEMORIES OF LAMPS"):
        assert shown in text


@each(
    [
        ("vaswani", "--from vaswani: write irds:ID"),
        ("irds:vaswanni", "did you mean vaswani?"),
        ("irds:gov2", "this dataset has no topics"),
    ],
    "named",
    "said",
)
def test_init_says_what_is_no_dataset_with_topics(
    harness, vaswani: Path, named: str, said: str
) -> None:
    done = harness("init", "--from", named, "runs")
    assert done.status == 2
    assert said in done.err
    assert not (vaswani / "runs/runs.yaml").exists()


@pytest.mark.slow
def test_assessors_get_the_texts_of_a_dataset(harness, vaswani: Path) -> None:
    put(
        vaswani,
        "t.yaml",
        "topics: irds:vaswani\nqrels: irds:vaswani\ndocuments: irds:vaswani\nruns: runs/*.run\n"
        "pool: {depth: 2}\njudge: {assessors: [ann]}\n",
    )
    for words in (["pool", "t.yaml"], ["judge", "add", "t.yaml", "pools/t"]):
        done = harness(*words)
        assert done.status == 0, done.err
    assert "3 of 3" in done.out + done.err  # documents with text
    done = harness("judge", "packet", "t.yaml", "--to", "html")
    assert done.status == 0, done.err
    (page,) = (vaswani / "packets/t").glob("*.html")
    for text in ("MEMORIES OF LAMPS", "compact memories", "fog horns", "lamps"):
        assert text in page.read_text()
