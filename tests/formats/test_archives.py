"""Archives with one file of data: what is read, what is refused, and that nothing is written."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from harness.core.errors import InputError
from harness.core.limits import Limits, limited
from harness.formats.files import raw_bytes, read_bytes
from harness.formats.run_columns import first_tag
from harness.formats.runs import read_run
from harness.formats.side_tables import read_participants
from harness.formats.submissions import parse_submission
from tests.each import each

RUN = b"1 Q0 d1 1 2.5 mine\n1 Q0 d2 2 1.5 mine\n"
METADATA = b"tag: mine\nactor:\n  team: us\n"
BESIDE = {
    "ir-metadata.yml": METADATA,
    ".ir-metadata.yml": METADATA,
    "README.md": b"How it was made.\n",
    "stdout.txt": b"indexing\n",
    "stderr.txt": b"",
    "run.prototext": b'measure{ key: "x" }\n',
    "__MACOSX/._run.txt": b"\0\1",
}


def zipped(files: Mapping[str, bytes]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, member in files.items():
            archive.writestr(name, member)
    return content.getvalue()


def tarred(files: Mapping[str, bytes]) -> bytes:
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w") as archive:
        folder = tarfile.TarInfo("output")
        folder.type = tarfile.DIRTYPE
        archive.addfile(folder)
        for name, member in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(member)
            archive.addfile(info, io.BytesIO(member))
    return content.getvalue()


PACK: dict[str, Callable[[Mapping[str, bytes]], bytes]] = {
    ".zip": zipped,
    ".tar": tarred,
    ".tar.gz": lambda files: gzip.compress(tarred(files)),
}


@pytest.fixture(params=PACK)
def pack(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[Mapping[str, bytes]], Path]:
    def write(files: Mapping[str, bytes]) -> Path:
        path = tmp_path / f"a{request.param}"
        path.write_bytes(PACK[request.param](files))
        return path

    return write


Pack = Callable[[Mapping[str, bytes]], Path]


@pytest.mark.parametrize(
    "member",
    [("run.txt", RUN), ("output/run.txt.gz", gzip.compress(RUN)), ("./run.txt", RUN)],
    ids=lambda member: str(member[0]),
)
def test_the_one_run_of_an_archive_is_read_by_all_readers(
    pack: Pack, member: tuple[str, bytes]
) -> None:
    path = pack({**BESIDE, member[0]: member[1]})
    assert read_bytes(path) == RUN
    assert read_run(path).frame.rows() == [("1", "d1", 2.5), ("1", "d2", 1.5)]
    assert parse_submission(raw_bytes(path), "a").frame.height == 2
    assert first_tag(str(path)) == "mine"
    assert list(path.parent.iterdir()) == [path]


@each(
    [
        ({}, "an archive with no files of data where 1 is expected"),
        (BESIDE, "an archive with no files of data where 1 is expected"),
        (
            {"a.run": RUN, "b.run": RUN},
            "2 files of data where 1 is expected (a.run, b.run; name one: ",
        ),
        ({"../../run.txt": RUN}, "no files of data where 1 is expected (../../run.txt: a path"),
        ({"/run.txt": RUN}, "no files of data where 1 is expected (/run.txt: an absolute path)"),
        ({"run.txt": b""}, "the file is empty"),
        ({"run.txt": zipped({"run.txt": RUN})}, "this is a binary file"),
    ],
    "files",
    "message",
)
def test_an_archive_with_anything_else_is_refused(
    pack: Pack, files: Mapping[str, bytes], message: str
) -> None:
    with pytest.raises(InputError) as caught:
        read_bytes(pack(files))
    assert message in str(caught.value)


@pytest.mark.parametrize("places", [9, pytest.param(10_000, marks=pytest.mark.slow)])
def test_a_damaged_archive_is_refused_or_read_and_never_a_crash(pack: Pack, places: int) -> None:
    path = pack({**BESIDE, "run.txt": RUN})
    content = path.read_bytes()
    for position in range(0, len(content), max(101, len(content) // places)):
        for damaged in (content[:position], _changed(content, position)):
            path.write_bytes(damaged)
            try:
                read_bytes(path)
            except InputError:
                continue


def _changed(content: bytes, position: int) -> bytes:
    return content[:position] + bytes([content[position] ^ 0xFF]) + content[position + 1 :]


def test_an_archive_of_an_archive_unpacks_to_no_more_than_its_own_size_allows(pack: Pack) -> None:
    once = gzip.compress(b"1 Q0 d 1 1 t\n" * 2**18)
    path = pack({"run.txt.gz": once})
    with limited(Limits(ratio=200, free=2**20)), pytest.raises(InputError) as caught:
        read_bytes(path)
    assert "--max-size" in str(caught.value)


def test_a_link_is_no_file_of_data(tmp_path: Path) -> None:
    path = tmp_path / "a.tar"
    with tarfile.open(path, mode="w") as archive:
        link = tarfile.TarInfo("run.txt")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    with pytest.raises(InputError, match="no files of data"):
        read_bytes(path)


def test_an_encrypted_zip_says_what_to_do(tmp_path: Path) -> None:
    content = bytearray(zipped({"run.txt": RUN}))
    content[6] |= 1
    content[content.index(b"PK\x01\x02") + 8] |= 1
    path = tmp_path / "a.zip"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"password required.*unpack it"):
        read_bytes(path)


def test_lz4_of_ranx_says_how_to_save_what_is_read(tmp_path: Path) -> None:
    from ranx import Run

    Run({"q": {"d": 1.0}}).save(str(tmp_path / "a.lz4"))
    with pytest.raises(InputError, match=r'Run.from_file\("a.lz4"\).save\("a.json"\)'):
        read_bytes(tmp_path / "a.lz4")


def test_a_workbook_is_no_archive_of_runs_and_the_message_says_how(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.active.append(["run", "group"])
    path = tmp_path / "participants.xlsx"
    book.save(path)
    for content, message in (
        (path.read_bytes(), "this is a workbook (XLSX)"),
        (b"PK\x03\x04", "damaged workbook (XLSX): File is not a zip file"),
    ):
        path.write_bytes(content)
        for read in (read_participants, read_run):
            with pytest.raises(InputError) as caught:
                read(path)
            (problem,) = caught.value.problems
            assert (problem.message, problem.hint) == (message, "save its sheet as CSV")


@pytest.mark.parametrize(
    "members", [("[Content_Types].xml", "word/document.xml"), ("mimetype", "content.xml")]
)
def test_a_text_of_an_office_program_is_no_archive_of_runs(tmp_path: Path, members) -> None:
    path = tmp_path / "report.docx"
    with zipfile.ZipFile(path, "w") as archive:
        for member in members:
            archive.writestr(member, "<x/>")
    with pytest.raises(InputError, match=r"this is a document of an office program \(save it as"):
        read_run(path)
