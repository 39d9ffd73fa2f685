"""Data sets of ir_datasets from files that are put where it looks."""

from __future__ import annotations

import gzip
import io
import json
import os
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import pytest

from tests.ir_datasets_files import put

SGML = """<top>
<num> Number: 701
<title> U.S. oil industry history
<desc> Description:
Describe the history.
<narr> Narrative:
Relevant are histories.
</top>
"""


def run_in(home: Path, code: str, **environment: str) -> Any:
    """What a fresh interpreter prints as JSON, with ir_datasets' home there and no network."""
    nowhere = "http://127.0.0.1:9"  # a port where nobody listens: downloads fail at once
    done = subprocess.run(
        [sys.executable, "-c", f"import json\nfrom harness.formats.ir_datasets import *\n{code}"],
        env={
            **os.environ,
            "IR_DATASETS_HOME": str(home),
            "IR_DATASETS_TMP": str(home / "tmp"),
            "IR_DATASETS_DL_TRIES": "1",
            "HTTP_PROXY": nowhere,
            "HTTPS_PROXY": nowhere,
            "http_proxy": nowhere,
            "https_proxy": nowhere,
            **environment,
        },
        cwd=Path(__file__).parent.parent,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


LOAD = """
topics, qrels = load_topics({name!r}), load_qrels({name!r})
print(json.dumps([
    [[t.id, t.title, t.description, t.narrative, t.language] for t in topics.values()],
    qrels.frame.columns, qrels.frame.rows()]))
"""


def test_gov2_from_files_that_are_there(tmp_path: Path) -> None:
    put(tmp_path, "gov2/trec-tb-2004/queries.txt", SGML)
    put(tmp_path, "gov2/trec-tb-2004/qrels.txt", "701 0 GX000-00-1 2\n701 0 GX000-00-2 0\n")
    topics, columns, rows = run_in(tmp_path, LOAD.format(name="irds:gov2/trec-tb-2004"))
    assert topics == [
        [
            "701",
            "U.S. oil industry history",
            "Describe the history.",
            "Relevant are histories.",
            "en",
        ]
    ]
    assert columns == ["topic", "doc", "grade", "iteration"]
    assert rows == [["701", "GX000-00-1", 2, "0"], ["701", "GX000-00-2", 0, "0"]]


def test_clef_ehealth_from_files_that_are_there(tmp_path: Path) -> None:
    xml = "<queries><query><id>101001</id><title>headaches & more</title></query></queries>"
    put(tmp_path, "clueweb12/clef-ehealth/queries.xml", xml)
    put(tmp_path, "clueweb12/clef-ehealth-2016/2016.qrels", "101001 0 d1 1\n")
    put(tmp_path, "clueweb12/clef-ehealth/2016.qtrust", "101001 0 d1 7\n")
    put(tmp_path, "clueweb12/clef-ehealth/2016.qunder", "101001 0 d1 9\n")
    put(tmp_path, "clueweb12/clef-ehealth/2017.qrels", "101001 0 d2 2\n")
    put(tmp_path, "clueweb12/clef-ehealth/2017.qtrust", "101001 0 d2 5\n")
    put(tmp_path, "clueweb12/clef-ehealth/2017.qureads", "101001 0 d2 6\n")
    topics, columns, rows = run_in(tmp_path, LOAD.format(name="clueweb12/b13/clef-ehealth"))
    assert topics == [["101001", "headaches & more", None, None, "en"]]
    assert columns == ["topic", "doc", "grade", "trustworthiness", "understandability", "iteration"]
    assert rows == [["101001", "d1", 1, 7, 9, "0"], ["101001", "d2", 2, 5, 6, "1"]]


def tar_gz(name: str, content: str) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        entry = tarfile.TarInfo(name)
        entry.size = len(content)
        archive.addfile(entry, io.BytesIO(content.encode()))
    return packed.getvalue()


def test_trec_8_from_archives_that_are_there(tmp_path: Path) -> None:
    put(tmp_path, "disks45/topics.401-450.gz", gzip.compress(SGML.replace("701", "401").encode()))
    packed = tar_gz("qrels.trec8.adhoc.parts1-5", "401 0 FBIS3-1 1\n")
    put(tmp_path, "disks45/qrels.trec8.adhoc.parts1-5.tar.gz", packed)
    topics, _, rows = run_in(tmp_path, LOAD.format(name="disks45/nocr/trec8"))
    assert topics[0][:2] == ["401", "U.S. oil industry history"]
    assert rows == [["401", "FBIS3-1", 1, "0"]]


def test_real_gov2_files_read_the_same_by_either_way(shared: Path, tmp_path: Path) -> None:
    from harness.formats.qrels import read_qrels

    (tmp_path / "gov2/trec-tb-2004").mkdir(parents=True)
    source = shared / "data/gov2/topics.terabyte04.701-750.txt"
    (tmp_path / "gov2/trec-tb-2004/queries.txt").symlink_to(source)
    qrels = read_qrels(shared / "data/gov2/qrels.terabyte04.701-750.txt.gz")
    lines = "".join(f"{topic} 0 {doc} {grade}\n" for topic, doc, grade in qrels.frame.rows())
    put(tmp_path, "gov2/trec-tb-2004/qrels.txt", lines)
    code = """
qrels = load_qrels("gov2/trec-tb-2004")
print(json.dumps([len(load_topics("gov2/trec-tb-2004")), len(qrels), int(qrels.frame["grade"].sum())]))
"""
    assert run_in(tmp_path, code) == [50, len(qrels), qrels.frame["grade"].sum()]


def test_the_texts_of_vaswani_from_an_archive_that_is_there(tmp_path: Path) -> None:
    put(
        tmp_path,
        "vaswani/npl.tar.gz",
        tar_gz("doc-text", "1\ncompact   memories\nhave\n   /\n2\nx\n   /\n"),
    )
    code = """
texts = fetch_texts("vaswani", ["2", "9", "1"])
print(json.dumps([[one.id, one.title, one.text] for one in texts.values()]))
"""
    found = run_in(tmp_path, code)
    assert found == [["2", None, "x"], ["1", None, "compact memories have"]]
    assert run_in(tmp_path, code) == found  # from the store that is there now


FAIL = """
try:
    {call}
except Exception as error:
    print(json.dumps([type(error).__name__, [[p.message, p.hint] for p in error.problems]]))
"""


def answers(home: Path, *calls: str) -> Any:
    """The errors of calls in one interpreter."""
    code = "".join(FAIL.format(call=call) for call in calls).replace(
        "print(json.dumps(", "each.append(("
    )
    return run_in(home, f"each = []{code}\nprint(json.dumps(each))")


def test_a_count_that_ir_datasets_has_written_down_needs_no_files(tmp_path: Path) -> None:
    assert run_in(tmp_path, "print(json.dumps(documents_count('vaswani')))") == 11_429


def test_a_failed_download_says_where_each_file_belongs(tmp_path: Path) -> None:
    (kind, problems), (_, of_topics), (_, of_judgments) = answers(
        tmp_path,
        "load_qrels('disks45/nocr/trec8')",
        "load_topics('clueweb12/b13/clef-ehealth')",
        "load_qrels('clueweb12/b13/clef-ehealth')",
    )
    assert kind == "DatasetError"
    assert problems[0][0].startswith("the judgments cannot be downloaded: ")
    assert problems[0][1] == (
        "put https://trec.nist.gov/data/qrels_eng/qrels.trec8.adhoc.parts1-5.tar.gz "
        f"at {tmp_path}/disks45/qrels.trec8.adhoc.parts1-5.tar.gz"
    )
    assert of_topics[0][1].endswith(f"at {tmp_path}/clueweb12/clef-ehealth/queries.xml")
    assert len(of_judgments) == 6


def test_texts_that_cannot_be_had_say_where_the_collection_belongs(tmp_path: Path) -> None:
    kind, problems = run_in(tmp_path, FAIL.format(call="fetch_texts('gov2', ['GX000-00-0000000'])"))
    assert kind == "DatasetError"
    assert problems[0][1] == f"put the file at {tmp_path}/gov2/corpus"


#: Ways of asking for documents that are not there.
ASKS = (
    "document_finder('vaswani')",
    "document_finder('msmarco-passage')",
    "document_finder('cord19/trec-covid')",
    "document_finder('beir/scifact')",
    "document_finder('antique')",
    "fetch_texts('vaswani', ['1'])",
)


def test_documents_are_not_downloaded_unasked(tmp_path: Path) -> None:
    hint = "harness check TASK --download does it"
    refused = ["DatasetError", [["it is not downloaded", hint]]]
    assert answers(tmp_path, *ASKS) == [refused] * len(ASKS)
    # A store without documents may be there.
    assert sum(path.stat().st_size for path in tmp_path.rglob("*") if path.is_file()) < 1000


def test_documents_are_downloaded_where_that_is_asked_for(tmp_path: Path) -> None:
    call = "document_finder('vaswani', download=True)"
    kind, problems = run_in(tmp_path, FAIL.format(call=call))
    assert kind == "DatasetError"
    assert problems[0][0].startswith("the documents cannot be downloaded: ")  # there is no network


def test_documents_that_are_there_are_found_without_a_download(tmp_path: Path) -> None:
    put(tmp_path, "vaswani/npl.tar.gz", tar_gz("doc-text", "1\none\n   /\n2\nx\n   /\n"))
    code = "print(json.dumps(sorted(document_finder('vaswani')(['2', '9', '1']))))"
    assert run_in(tmp_path, code) == ["1", "2"]
    (tmp_path / "vaswani/npl.tar.gz").unlink()  # the store is there now
    assert run_in(tmp_path, code) == ["1", "2"]


def test_a_damaged_file_is_an_error_that_names_the_dataset(tmp_path: Path) -> None:
    put(tmp_path, "gov2/trec-tb-2004/qrels.txt", "701 0 GX000-00-1\n")
    kind, problems = run_in(tmp_path, FAIL.format(call="load_qrels('gov2/trec-tb-2004')"))
    assert kind == "DatasetError"
    assert problems == [
        [
            "the judgments cannot be read: expected 4 columns, got 3",
            f"ir_datasets keeps its files in {tmp_path}",
        ]
    ]


def command(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """`harness WORDS` in its parent's folder, with ir_datasets' home there and no network.

    Further commands follow "then", in the same process as long as nothing fails.
    """
    code = """import sys
from harness.cli.main import main
for words in " ".join(sys.argv[1:]).split(" then "):
    try:
        main(words.split())
    except SystemExit as end:
        if end.code:
            raise
"""
    nowhere = "http://127.0.0.1:9"
    return subprocess.run(
        [sys.executable, "-c", code, *words],
        env={
            **os.environ,
            "IR_DATASETS_HOME": str(home),
            "IR_DATASETS_TMP": str(home / "tmp"),
            "IR_DATASETS_DL_TRIES": "1",
            "HTTPS_PROXY": nowhere,
            "HTTP_PROXY": nowhere,
        },
        cwd=home.parent,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )


@pytest.fixture
def vaswani(tmp_path: Path) -> Path:
    """ir_datasets' home with a small Vaswani, in the folder of two runs."""
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
    return home


def test_init_writes_a_task_of_a_dataset_that_runs(vaswani: Path) -> None:
    done = command(vaswani, "init", "--from", "irds:vaswani", "runs", "-o", "t.yaml")
    assert done.returncode == 0, done.stderr
    text = (vaswani.parent / "t.yaml").read_text()
    for line in ("topics: irds:vaswani", "qrels: irds:vaswani", "# documents: irds:vaswani"):
        assert f"\n{line}" in text
    done = command(vaswani, "run", "t.yaml", "--format", "json")
    assert done.returncode == 0, done.stderr
    rows = {row["run"]: row["AP"] for row in json.loads(done.stdout)}
    assert rows == {"a": pytest.approx((0.5 + 1) / 2), "b": pytest.approx(0.5 / 2)}


def test_assessors_see_the_documents_of_a_dataset(vaswani: Path) -> None:
    (vaswani.parent / "t.yaml").write_text(
        "topics: irds:vaswani\nqrels: irds:vaswani\ndocuments: irds:vaswani\nruns: runs/*.run\n"
        "pool: {depth: 3}\njudge: {assessors: [ann]}\n"
    )
    calls = (
        "pool t.yaml -o pool then judge add t.yaml pool then judge packet t.yaml --to csv -o packet"
    )
    done = command(vaswani, *calls.split())
    assert done.returncode == 0, done.stderr
    text = "".join(path.read_text() for path in (vaswani.parent / "packet").rglob("*.csv"))
    for shown in ("compact memories", "fog horns", "lamps", "MEMORIES OF LAMPS"):
        assert shown in text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("named", "said"),
    [
        ("vaswani", "--from vaswani: write irds:ID"),
        ("irds:vaswanni", "did you mean vaswani?"),
        ("irds:gov2", "this dataset has no topics"),
    ],
)
def test_init_says_what_is_no_dataset_with_topics(vaswani: Path, named: str, said: str) -> None:
    done = command(vaswani, "init", "--from", named, "runs")
    assert done.returncode == 2
    assert said in done.stderr
    assert not (vaswani.parent / "runs/runs.yaml").exists()


@pytest.mark.slow
def test_assessors_get_the_texts_of_a_dataset(vaswani: Path) -> None:
    put(
        vaswani.parent,
        "t.yaml",
        "topics: irds:vaswani\nqrels: irds:vaswani\ndocuments: irds:vaswani\nruns: runs/*.run\n"
        "pool: {depth: 2}\njudge: {assessors: [ann]}\n",
    )
    for words in (["pool", "t.yaml"], ["judge", "add", "t.yaml", "pools/t"]):
        done = command(vaswani, *words)
        assert done.returncode == 0, done.stderr
    assert "3 of 3" in done.stdout + done.stderr  # documents with text
    done = command(vaswani, "judge", "packet", "t.yaml", "--to", "html")
    assert done.returncode == 0, done.stderr
    (page,) = (vaswani.parent / "packets/t").glob("*.html")
    for text in ("MEMORIES OF LAMPS", "compact memories", "fog horns", "lamps"):
        assert text in page.read_text()
