"""Writers that are stopped, or people who type, at every moment of the writing of a directory.

A process is forked for each event on the file system that a writing causes (Python's audit events:
what is opened, made, renamed, deleted), and something happens there: the process is killed, it is
interrupted, or somebody saves a file. Whatever it is, the directory is the old one or the new one,
whole; what is left is gone after the next reading or writing; what people saved is still there.
"""

from __future__ import annotations

import itertools
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from harness.core.errors import InputError
from harness.formats.unfinished import atomic_write, whole_file
from harness.report.figures import Row, Rows, write_figures
from harness.report.figures.plots import KIND
from harness.results.atomic import beside, open_directory, write_directory
from harness.results.existing import DirectoryKind
from tests.nightly import now, one_in

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")

OLD = {"a.txt": b"old\n", "packets/ann.tsv": b"old\n", "packets/bob.tsv": b"old\n"}
NEW = {"a.txt": b"new\n", "packets/ann.tsv": b"new\n"}
TYPED = b"years of work\n"
APPLES = DirectoryKind("harness apples 1", "apples")
EVENTS = ("open", "os.", "shutil.", "fcntl.")


def every(moment: int) -> pytest.MarkDecorator:
    """Try each n-th moment for every change, and all of them at night."""
    all_of_them = pytest.param(1, id="all", marks=pytest.mark.slow)
    return pytest.mark.parametrize("step", [pytest.param(moment, id="some"), all_of_them])


@pytest.fixture(autouse=True)
def _fast(monkeypatch):
    """What reaches the disk matters when the power fails, not when a process is stopped."""
    monkeypatch.setattr(os, "fsync", lambda _handle: None)


def write_new(place: Path) -> None:
    write_directory(NEW, place, APPLES, log={"by": "child"})


def happens(place: Path, number: int, act, write=write_new) -> bool:
    """Whether a new writing, in a process of its own, came as far as its n-th event."""
    child = os.fork()
    if not child:
        count = 0

        def hook(event, arguments):
            nonlocal count
            ours = any(
                isinstance(one, (str, Path)) and str(place.parent) in str(one) for one in arguments
            )
            if event.startswith(EVENTS) and (ours or event.startswith("fcntl.")):
                count += 1
                if count == number:
                    count += 10**9  # once
                    act()

        sys.addaudithook(hook)
        status = 0
        try:
            write(place)
        except InputError:
            status = 3
        except KeyboardInterrupt:
            status = 4
        finally:
            os._exit(status if count >= 10**9 else 2 if count else 5)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    assert code in (0, 2, 3, 4, -9)
    return code != 2


def contents(directory: Path) -> dict[str, bytes]:
    return {
        path.relative_to(directory).as_posix(): path.read_bytes()
        for path in sorted(directory.rglob("*"))
        if path.is_file() and path.name not in ("manifest.json", "log.json")
    }


def kill():
    os.kill(os.getpid(), 9)


def interrupt():
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("name", "act", "old"),
    one_in(
        3,
        itertools.product(
            ["a.html", "a*[x].html", 240 * "a", "caf\udce9"], [kill, interrupt], [True, False]
        ),
    ),
)
@every(4)
def test_a_stop_of_a_single_file_leaves_nothing_for_the_next_writer(tmp_path, act, old, name, step):
    place = tmp_path / name
    seen = set()
    for number in range(1, 1000, step):
        if old:
            place.write_bytes(b"old")
        else:
            place.unlink(missing_ok=True)
        if not happens(place, number, act, lambda path: atomic_write(path, b"new")):
            break
        seen.add(place.read_bytes() if place.exists() else b"")
        atomic_write(place, b"newer")
        assert [entry.read_bytes() for entry in tmp_path.iterdir()] == [b"newer"]
    assert number > 10
    assert seen == {b"old" if old else b"", b"new"}


def test_what_a_living_writer_has_not_finished_stays(tmp_path):
    with whole_file(tmp_path / "a") as file:
        file.write_bytes(b"slow")
        atomic_write(tmp_path / "a", b"fast")
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"slow"]


def test_what_a_database_had_beside_it_goes_with_it(tmp_path):
    for name in ("", "-journal"):
        (tmp_path / f".a.0123456789ab.partial{name}").touch()
    mine = tmp_path / ".a.0123456789ab.partial.mine"
    mine.touch()
    atomic_write(tmp_path / "a", b"new")
    assert sorted(tmp_path.iterdir()) == [mine, tmp_path / "a"]


@pytest.mark.processes
@pytest.mark.parametrize(
    ("act", "next_one", "old"),
    [
        (kill, "reads", True),
        (kill, "writes", True),
        (kill, "reads", False),
        (interrupt, "reads", True),
    ],
)
@every(8)
def test_a_stop_at_any_moment_leaves_the_old_or_the_new_whole(tmp_path, act, next_one, old, step):
    seen = set()
    for number in range(1, 1000, step):
        folder = tmp_path / str(number)
        folder.mkdir()
        place = folder / "out"
        if old:
            write_directory(OLD, place, APPLES)
        if not happens(place, number, act):
            break
        if next_one == "writes":
            write_directory(OLD, place, APPLES, log={"by": "next"})
            assert contents(place) == OLD
        elif old or place.exists():
            with open_directory(place, APPLES) as (where, manifest):
                found = contents(where)
                assert found in (OLD, NEW)
                assert set(manifest["files"]) == set(found)
                seen.add(found["a.txt"])
            assert json.loads((place / "log.json").read_text()).get("by") in (None, "child")
        else:
            write_directory(OLD, place, APPLES)
        assert [entry.name for entry in folder.iterdir()] == ["out"]
        shutil.rmtree(folder)
    assert number > 40
    if next_one == "reads":
        assert seen == ({b"old\n", b"new\n"} if old else {b"new\n"})


@pytest.mark.processes
@every(5)  # drawing takes its time
def test_figures_are_the_old_or_the_new_ones_wherever_their_writer_is_killed(tmp_path, step):
    def figures(place: Path, value: float, *stems: str) -> None:
        one = Rows("t", "x", "y", [Row("a", value)])
        write_figures(dict.fromkeys(stems, one), place, force=True)

    figures(tmp_path / "old", 1.0, "a", "b")
    figures(tmp_path / "new", 2.0, "b", "c")
    old, new = contents(tmp_path / "old"), contents(tmp_path / "new")
    seen = []
    for number in range(1, 1000, 5 * step):
        place = tmp_path / str(number) / "out"
        figures(place, 1.0, "a", "b")
        if not happens(place, number, kill, lambda place: figures(place, 2.0, "b", "c")):
            break
        with open_directory(place, KIND) as (where, _):
            found = contents(where)
        assert found in (old, new)
        seen.append(found == new)
        assert [entry.name for entry in place.parent.iterdir()] == ["out"]
        shutil.rmtree(place.parent)
    assert seen == sorted(seen)
    assert set(seen) == {False, True}


@pytest.mark.processes
@pytest.mark.parametrize(
    ("how", "name"),
    now(
        [("anew", "packets/ann.tsv"), ("in place", "manifest.json")],
        [
            ("in place", "a.txt"),
            ("anew", "packets/ann.tsv"),
            ("anew", "notes.txt"),
            ("in place", "manifest.json"),
        ],
    ),
)
@every(8)
def test_what_is_saved_at_any_moment_is_not_lost(tmp_path, how, name, step):
    kept = 0
    for number in range(1, 1000, step):
        folder = tmp_path / str(number)
        folder.mkdir()
        place = folder / "out"
        write_directory(OLD, place, APPLES)
        saved = folder / "saved"

        def save(place=place, saved=saved):
            try:
                if how == "in place":
                    (place / name).write_bytes(TYPED)
                else:
                    (place / "new~").write_bytes(TYPED)
                    (place / "new~").rename(place / name)
            except OSError:  # for a moment there is no directory: whoever saves notices
                return
            saved.write_bytes(b"")

        if not happens(place, number, save):
            break
        if saved.exists():
            kept += 1
            texts = [path.read_bytes() for path in folder.rglob("*") if path.is_file()]
            assert TYPED in texts, number
            assert (place / name).read_bytes() == TYPED
        shutil.rmtree(folder)
    assert kept > 20 / step


def test_a_living_writer_is_left_alone_and_a_dead_one_is_swept(tmp_path):
    place = tmp_path / "out"
    write_directory(OLD, place, APPLES)
    with beside(place, APPLES, place) as partial:
        (partial / "a.txt").write_text("half")
        with open_directory(place, APPLES):
            assert (partial / "a.txt").read_text() == "half"
        code = "import sys; from tests.results.test_stops import *; "
        code += "write_directory(NEW, sys.argv[1], APPLES)"
        subprocess.run([sys.executable, "-c", code, str(place)], check=True)
        assert (partial / "a.txt").read_text() == "half"
        assert contents(place) == NEW
    dead = tmp_path / ".out.0123456789ab.partial"
    dead.mkdir()
    (dead / "a.txt").write_text("half")
    others = (".out.0123.partial", ".outer.0123456789ab.partial", ".out.0123456789ab.part")
    for name in others:
        (tmp_path / name).mkdir()
    with open_directory(place, APPLES):
        assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*others, "out"])


def test_what_was_moved_aside_and_then_changed_is_kept_and_named(tmp_path):
    place = write_directory(OLD, tmp_path / "out", APPLES)
    place.rename(tmp_path / ".out.old")
    (tmp_path / ".out.old" / "a.txt").write_bytes(TYPED)
    (tmp_path / "out").mkdir()
    write_directory(NEW, place, APPLES)
    with open_directory(place, APPLES):
        assert (tmp_path / ".out.old" / "a.txt").read_bytes() == TYPED
    with pytest.raises(InputError, match=r"\.out\.old: this is in the way, .*move it away"):
        write_directory(NEW, place, APPLES)
    assert contents(place) == NEW
    assert (tmp_path / ".out.old" / "a.txt").read_bytes() == TYPED
