"""Directories of any kind: which files are theirs, and systems that lock or sync less."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from pathlib import Path

import polars as pl
import pytest

from harness.core.errors import InputError
from harness.results.atomic import (
    beside,
    check_target,
    open_directory,
    swap,
    write_directory,
    write_files,
    write_parquet,
)
from harness.results.existing import DirectoryKind, Owner

APPLES = DirectoryKind("harness apples 1", "apples")
PEARS = DirectoryKind("harness pears 1", "pears")
FILES = {"a.txt": b"a", "packets/ann.tsv": b"1", "packets/bob.tsv": b"2"}


def write(directory, files=FILES, kind=APPLES, **named):
    return write_directory(files, directory, kind, **named)


def contents(directory: Path) -> dict[str, bytes]:
    return {
        path.relative_to(directory).as_posix(): path.read_bytes()
        for path in directory.rglob("*")
        if path.is_file()
    }


# Which files are theirs


def test_files_are_written_where_they_are_named_and_listed_in_the_manifest(tmp_path):
    place = write(tmp_path / "out", {**FILES, "b.txt": lambda path: path.write_text("b")})
    found = contents(place)
    text = found.pop("manifest.json")
    manifest = json.loads(text)
    assert json.loads(found.pop("log.json")) == {"manifest.json": hashlib.sha256(text).hexdigest()}
    assert found == {**FILES, "b.txt": b"b"}
    assert manifest["files"] == {
        name: hashlib.sha256(content).hexdigest() for name, content in found.items()
    }
    with open_directory(place, APPLES) as (where, read):
        assert (where, read) == (place, manifest)


def test_what_a_manifest_says_of_format_and_files_does_not_count(tmp_path):
    place = write(tmp_path / "out", manifest={"files": ["x"], "format": "other", "task": "T"})
    with open_directory(place, APPLES) as (_, read):
        assert read["format"] == APPLES.format
        assert set(FILES) == set(read["files"])
        assert read["task"] == "T"


def test_files_that_only_the_older_manifest_lists_go_with_the_older_directory(tmp_path):
    write(tmp_path / "out")
    place = write(tmp_path / "out", {"a.txt": b"new"})
    assert set(contents(place)) == {"a.txt", "manifest.json", "log.json"}
    assert not (place / "packets").exists()
    assert [entry.name for entry in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize("foreign", ["notes.txt", "packets/notes.txt", "mine/notes.txt"])
def test_a_file_that_no_manifest_lists_is_refused_wherever_it_lies(tmp_path, foreign):
    place = write(tmp_path / "out")
    (place / foreign).parent.mkdir(exist_ok=True)
    (place / foreign).write_text("years of work")
    before = contents(place)
    with pytest.raises(InputError, match=rf"out/{foreign}: this file was added"):
        write(place)
    assert contents(place) == before


def test_an_empty_folder_that_no_manifest_lists_is_refused(tmp_path):
    place = write(tmp_path / "out")
    (place / "mine").mkdir()
    with pytest.raises(InputError, match="out/mine: this was added"):
        check_target(place, APPLES)


def test_a_manifest_without_a_list_of_files_owns_none(tmp_path):
    place = write(tmp_path / "out")
    for files in (None, "a.txt", [1, {}], {"a.txt": 1}, {"a.txt": None}):
        text = json.dumps({"format": APPLES.format, "files": files})
        (place / "manifest.json").write_text(text)
        with pytest.raises(
            InputError, match=r"a.txt: this file was added\n(.*\n)*.*packets: this was"
        ):
            check_target(place, APPLES)


def test_one_kind_does_not_replace_another(tmp_path):
    place = write(tmp_path / "out")
    before = contents(place)
    with pytest.raises(InputError, match="the directory holds other files than pears"):
        write(place, kind=PEARS)
    with pytest.raises(InputError, match="no pears here"), open_directory(place, PEARS):
        pass
    assert contents(place) == before


def test_without_replacing_an_older_directory_is_refused_and_an_empty_one_filled(tmp_path):
    (tmp_path / "out").mkdir()
    place = write(tmp_path / "out", replace=False)
    before = contents(place)
    with pytest.raises(InputError, match=r"there are apples here already \(--force replaces them"):
        write(place, {"a.txt": b"new"}, replace=False)
    with pytest.raises(InputError, match="these are the apples of another task"):
        write(place, {"a.txt": b"new"}, owner=Owner("T", "t.yaml"))
    assert contents(place) == before


def test_without_replacing_one_that_came_after_the_check_stays_too(tmp_path):
    target = check_target(tmp_path / "out", APPLES, replace=False)

    def write_late():
        with beside(target, APPLES, "out") as partial:
            write_files({"a.txt": b"late"}, partial, APPLES, {}, {})
            write(tmp_path / "out")
            swap(partial, target, APPLES, "out", replace=False)

    with pytest.raises(InputError, match="out: there are apples here already"):
        write_late()
    assert contents(target)["a.txt"] == b"a"
    assert [entry.name for entry in tmp_path.iterdir()] == ["out"]


def test_what_a_stopped_writer_of_another_kind_moved_aside_comes_back(tmp_path):
    place = write(tmp_path / "out")
    before = contents(place)
    place.rename(tmp_path / ".out.old")
    with pytest.raises(InputError, match="holds other files than pears"):
        write(place, kind=PEARS)
    assert contents(place) == before


def test_what_cannot_be_read_inside_is_damaged(tmp_path):
    place = write(tmp_path / "out")
    with (
        pytest.raises(InputError, match=r"damaged apples: there is no gone"),
        open_directory(place, APPLES),
    ):
        (place / "gone").read_bytes()
    with (
        pytest.raises(InputError, match="damaged apples: not a number"),
        open_directory(place, APPLES),
    ):
        raise ValueError("not a number")


# Systems that do less


def test_a_system_without_locks_writes_and_reads_all_the_same(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "fcntl", None)
    place = write(tmp_path / "out")
    write(place, {"a.txt": b"new"})
    with open_directory(place, APPLES) as (where, _):
        assert (where / "a.txt").read_bytes() == b"new"


def test_a_system_that_opens_no_directories_writes_and_reads_all_the_same(tmp_path, monkeypatch):
    real = os.open

    def refuse_directories(path, flags, *args):
        if Path(path).is_dir():
            raise PermissionError(13, "Permission denied")
        return real(path, flags, *args)

    monkeypatch.setattr(os, "open", refuse_directories)
    place = write(tmp_path / "out")
    write(place, {"a.txt": b"new"})
    with open_directory(place, APPLES) as (where, _):
        assert (where / "a.txt").read_bytes() == b"new"


def test_every_file_and_every_folder_is_synced(tmp_path, monkeypatch):
    synced = []
    real = os.fsync

    def fsync(handle):
        synced.append(os.fstat(handle).st_ino)
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    place = write(tmp_path / "out")
    everything = [tmp_path, place, *place.rglob("*")]
    assert len(everything) == 8
    assert sorted(synced) == sorted(path.stat().st_ino for path in everything)


def test_a_file_that_cannot_be_synced_is_an_error(tmp_path, monkeypatch):
    def fail(_handle):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(InputError, match="the apples cannot be written: Input/output error"):
        write(tmp_path / "new" / "out")
    assert list(tmp_path.iterdir()) == []


def test_the_same_rows_give_the_same_parquet_however_they_lie_in_memory(tmp_path):
    size, step = 300_000, 77_777  # Parquet files are written in parts of 262,144 rows
    whole = pl.DataFrame({"n": range(size)}).with_columns(doc=pl.col("n").cast(str))
    parts = pl.concat([whole.slice(a, step) for a in range(0, size, step)], rechunk=False)
    assert parts.n_chunks() > 1
    for name, frame in (("one", whole), ("other", parts)):
        write_parquet(frame, tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()
    assert pl.read_parquet(tmp_path / "other").equals(whole)
