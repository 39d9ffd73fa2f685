"""Files are opened in one way, whatever is read from them."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import shutil
import sys
from pathlib import Path

import pytest
import zstandard

from harness.core.errors import InputError, UnavailableError
from harness.formats.files import raw_bytes
from harness.formats.labels import read_labels
from harness.formats.qrels import read_qrels
from harness.formats.runs import read_run
from harness.formats.side_tables import (
    read_costs,
    read_document_ids,
    read_participants,
    read_zscores,
)
from harness.formats.submissions import parse_submission
from harness.formats.texts import read_texts
from harness.formats.topics import read_topics
from tests.each import each


def read_submitted(path, **options):
    return parse_submission(raw_bytes(path), str(path), **options)


RUN = b"1 Q0 d1 1 2.5 t\n1 Q0 d2 2 1.5 t\n"
#: By reader, a small file and how to count what it holds.
READERS = {
    read_run: (RUN, len),
    read_submitted: (RUN, lambda read: read.frame.height),
    read_qrels: (b"1 0 d1 1\n1 0 d2 0\n", len),
    read_topics: (b"q1\tpearls, farmed\n007\tgold fish\n", len),
    read_texts: (b"<DOC><DOCNO>d1</DOCNO>a</DOC>\n<DOC><DOCNO>d2</DOCNO>b</DOC>\n", len),
    read_document_ids: (b"d1\nd2\n", len),
    read_labels: (b"i1\tspam\ni2\tham\n", lambda read: len(read.items)),
    read_participants: (b"run,group\na,x\nb,y\n", len),
    read_costs: (b"d1 1.5\nd2 2\n", len),
    read_zscores: (b"1 map 0.5 0.1\n2 map 0.5 0.1\n", lambda _: 2),
}
PACKERS = {
    "plain": bytes,
    "BOM": lambda content: b"\xef\xbb\xbf" + content,
    "gz": gzip.compress,
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "zst": zstandard.compress,
}


@each(READERS)
@each(PACKERS, "pack")
def test_a_file_is_unpacked_by_its_content(reader, tmp_path: Path, pack: str) -> None:
    content, count = READERS[reader]
    path = tmp_path / "file"
    path.write_bytes(PACKERS[pack](content))
    assert count(reader(path)) == 2


@each(READERS)
@each(["gz", "bz2", "xz", "zst"], "pack")
def test_a_file_that_is_cut_off_is_refused(reader, tmp_path: Path, pack: str) -> None:
    packed = PACKERS[pack](READERS[reader][0])
    (tmp_path / "file").write_bytes(packed[:-5])
    with pytest.raises(InputError, match=r"file: damaged or truncated"):
        reader(tmp_path / "file")


@each(READERS)
def test_what_is_no_such_file_is_refused_and_what_is_not_there_unavailable(
    reader, tmp_path: Path
) -> None:
    for content, why in ((b"", "the file is empty"), (b"\x89PNG\r\n\0\0", "this is a binary file")):
        (tmp_path / "file").write_bytes(content)
        with pytest.raises(InputError, match=why):
            reader(tmp_path / "file")
    with pytest.raises(UnavailableError, match=r"no such file \(did you mean file\?\)"):
        reader(tmp_path / "fiel")
    (tmp_path / "link").symlink_to("nowhere")
    with pytest.raises(UnavailableError, match="this is a broken symbolic link"):
        reader(tmp_path / "link")
    shutil.rmtree(tmp_path)
    tmp_path.mkdir()
    with pytest.raises(InputError, match="director"):
        reader(tmp_path)


@each(READERS)
def test_standard_input_is_a_file(reader, monkeypatch: pytest.MonkeyPatch) -> None:
    content, count = READERS[reader]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(content))))
    assert count(reader("-")) == 2


@pytest.mark.parametrize("read", [read_run, read_submitted, read_qrels, read_topics, read_texts])
def test_a_layout_that_there_is_not_is_refused_with_the_nearest(read, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(READERS[read][0])
    why = r"file: unknown layout of (runs|judgments|topics|documents) "
    with pytest.raises(InputError, match=why + r"'jsnl' \(did you mean jsonl\?\)"):
        read(tmp_path / "file", format="jsnl")
    with pytest.raises(InputError, match=why + r"'qqqq' \(known are \w+, "):
        read(tmp_path / "file", format="qqqq")
