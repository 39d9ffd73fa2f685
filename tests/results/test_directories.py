"""Directories of results: whole or not at all, and never over what is not theirs."""

from __future__ import annotations

import errno
import os
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from harness.core.errors import InputError
from harness.results import atomic
from harness.results.atomic import check_target
from harness.results.directory import KIND, Owner, Results, read_results, write_results
from tests.results.conftest import contents


def test_an_empty_directory_is_filled(results, tmp_path):
    (tmp_path / "out").mkdir()
    write_results(results, tmp_path / "out")
    assert read_results(tmp_path / "out").scores.equals(results.scores)


def test_a_link_to_a_directory_stays_a_link(results, tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    write_results(results, tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert read_results(tmp_path / "real").scores.equals(results.scores)


@pytest.mark.parametrize("step", ["write_files", "sync", "swap"])
def test_a_failure_before_the_renaming_leaves_older_results_as_they_are(
    results, tmp_path, monkeypatch, step
):
    place = write_results(results, tmp_path / "out")
    before = contents(place)

    def fail(*_args, **_named):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(atomic, step, fail)
    with pytest.raises(InputError, match="cannot be written: No space left on device"):
        write_results(Results(results.scores.head(1), results.summary, results.curves), place)
    assert contents(place) == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["out"]


def test_a_rename_that_fails_brings_older_results_back(results, tmp_path, monkeypatch):
    place = write_results(results, tmp_path / "out")
    before = contents(place)
    rename = Path.rename

    def fail(self, target):
        if self.name.endswith(".partial"):
            raise OSError(5, "Input/output error")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", fail)
    with pytest.raises(InputError, match="Input/output error"):
        write_results(results, place)
    assert contents(place) == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["out"]


def test_a_directory_with_other_files_is_not_touched(results, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "thesis.tex").write_text("years of work")
    with pytest.raises(InputError, match="holds other files than results"):
        write_results(results, tmp_path / "out")
    assert contents(tmp_path / "out") == {"thesis.tex": b"years of work"}


def test_a_manifest_of_something_else_does_not_make_a_directory_ours(results, tmp_path):
    for text in ('{"format": "other"}', "[]", "not json", ""):
        (tmp_path / "out").mkdir(exist_ok=True)
        (tmp_path / "out" / "manifest.json").write_text(text)
        with pytest.raises(InputError, match="holds other files than results"):
            check_target(tmp_path / "out", KIND)


def test_a_file_in_the_place_of_the_directory_is_refused(results, tmp_path):
    (tmp_path / "out").write_text("a file")
    with pytest.raises(InputError, match="need a directory, this is a file"):
        write_results(results, tmp_path / "out")
    with pytest.raises(InputError, match="is a file, not a directory"):
        check_target(tmp_path / "out" / "below", KIND)


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_place_without_permission_is_refused(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(InputError, match="nothing can be written in"):
        check_target(tmp_path / "out", KIND)


@pytest.mark.parametrize("place", [".", "..", "../..", "link"])
def test_the_working_directory_and_those_it_lies_in_are_not_replaced(
    results, tmp_path, monkeypatch, place
):
    here = tmp_path / "a" / "b"
    here.mkdir(parents=True)
    (here / "link").symlink_to("..")
    monkeypatch.chdir(here)
    for attempt in (
        lambda target: check_target(target, KIND),
        lambda target: write_results(results, target),
    ):
        with pytest.raises(InputError, match=r"the working directory is (this one|inside it)"):
            attempt(place)
    assert sorted(entry.name for entry in tmp_path.rglob("*")) == ["a", "b", "link"]


def test_standard_output_holds_no_directory(results, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=r"^-: results are files in a directory"):
        write_results(results, "-")
    assert not list(tmp_path.iterdir())
    assert write_results(results, "./-").name == "-"


def test_older_results_are_not_replaced_from_inside_them(results, tmp_path, monkeypatch):
    place = write_results(results, tmp_path / "out")
    before = contents(place)
    monkeypatch.chdir(place)
    with pytest.raises(InputError, match="the working directory is this one"):
        write_results(results, place)
    assert contents(place) == before


def test_results_of_another_task_are_refused_with_its_name_and_file(results, tmp_path):
    mine, other = Owner("Demo", "/here/a.yaml"), Owner("Demo", "/there/a.yaml")
    written = Results(results.scores, results.summary, results.curves, {"task": "Demo"})
    place = write_results(written, tmp_path / "out", log={"task_file": mine.file}, owner=mine)
    before = contents(place)
    said = r"these are the results of the task 'Demo' \(/here/a\.yaml\) \(--force replaces them"
    for owner in (other, Owner("Else", "/here/a.yaml")):
        with pytest.raises(InputError, match=said):
            check_target(place, KIND, owner=owner)
        with pytest.raises(InputError, match=said):
            write_results(written, place, owner=owner)
    assert contents(place) == before
    assert check_target(place, KIND, owner=mine) == check_target(place, KIND) == place


def test_results_without_a_log_belong_to_every_task_of_their_name(results, tmp_path):
    written = Results(results.scores, results.summary, results.curves, {"task": "Demo"})
    place = write_results(written, tmp_path / "out")
    (place / "log.json").unlink()
    assert check_target(place, KIND, owner=Owner("Demo", "/x/a.yaml")) == place
    with pytest.raises(InputError, match=r"of the task 'Demo' \(--force"):
        check_target(place, KIND, owner=Owner("Other", "/x/a.yaml"))


@pytest.mark.long
def test_several_writers_at_once_leave_whole_results_and_nothing_else(results, tmp_path):
    def write(number: int) -> str:
        try:
            write_results(results, tmp_path / "out", log={"run": number})
        except InputError as error:
            return str(error)
        return ""

    with ThreadPoolExecutor(8) as pool:
        said = set(pool.map(write, range(40)))
    assert said == {""}
    assert read_results(tmp_path / "out").scores.equals(results.scores)
    assert [entry.name for entry in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize("code", [errno.ENOENT, errno.ENOTEMPTY, errno.EEXIST])
def test_another_writer_is_named_where_directories_cannot_be_locked(
    results, tmp_path, monkeypatch, code
):
    place = write_results(results, tmp_path / "out")

    def fail(_self, _target):
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(Path, "rename", fail)
    with pytest.raises(InputError, match="another process is writing there"):
        write_results(results, place)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="there is no /proc here")
def test_no_other_writer_is_named_where_nothing_can_be_made(results):
    with pytest.raises(InputError, match="cannot be written: No such file or directory"):
        write_results(results, Path("/proc/results"))


@pytest.mark.long
def test_a_reader_does_not_disturb_a_writer(results, tmp_path):
    write_results(results, tmp_path / "out")
    stop = threading.Event()
    problems = []

    def read() -> None:
        while not stop.is_set():
            try:
                check_target(tmp_path / "out", KIND)
                if not read_results(tmp_path / "out").scores.equals(results.scores):
                    problems.append("half a result")
            except InputError as error:
                problems.append(str(error))

    reader = threading.Thread(target=read)
    reader.start()
    for number in range(15):
        write_results(results, tmp_path / "out", log={"run": number})
    stop.set()
    reader.join()
    assert problems == []


@pytest.mark.parametrize("step", ["write_files", "sync", "swap"])
def test_a_stop_while_writing_leaves_no_new_directory(results, tmp_path, monkeypatch, step):
    def stop(*_args, **_named):
        raise KeyboardInterrupt

    monkeypatch.setattr(atomic, step, stop)
    with pytest.raises(KeyboardInterrupt):
        write_results(results, tmp_path / "new" / "deep" / "out")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "missing", ["scores.parquet", "summary.parquet", "curves.csv", "topics.parquet"]
)
def test_damaged_results_are_refused_when_read(results, tmp_path, missing):
    place = write_results(results, tmp_path / "out")
    (place / missing).unlink()
    with pytest.raises(InputError, match="damaged results"):
        read_results(place)


def test_results_of_another_version_are_called_so(results, tmp_path):
    place = write_results(results, tmp_path / "out")
    manifest = place / "manifest.json"
    form = re.search(r'"harness results \d+"', manifest.read_text())[0]
    manifest.write_text(manifest.read_text().replace(form, '"harness results 0"'))
    for use in (read_results, lambda path: write_results(results, path)):
        with pytest.raises(
            InputError, match=r"of another version of harness \('harness results 0'"
        ):
            use(place)


def test_a_directory_without_results_is_refused_when_read(tmp_path):
    for place, wrong in (
        (tmp_path, "no results here"),
        (tmp_path / "nowhere", "no such directory"),
    ):
        with pytest.raises(InputError, match=wrong):
            read_results(place)


def test_a_manifest_that_is_nested_too_deeply_is_nobodys(tmp_path):
    (tmp_path / "manifest.json").write_text("[" * 100_000)
    with pytest.raises(InputError, match="other files than results"):
        check_target(tmp_path, KIND)
    with pytest.raises(InputError, match="no results here"):
        read_results(tmp_path)
