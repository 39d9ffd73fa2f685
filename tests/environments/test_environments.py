"""Every command under every fault of its environment: what it ends with, says and leaves.

The table of docs/reliability.md has a row for each fault, with how many calls end with each status.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from harness.cli.main import cli
from tests.cli.test_hostile import leaves
from tests.environments.cells import OPTIONAL
from tests.environments.world import ODD, SHOWN, SHOWN_TWIN, commands
from tests.test_extras import EXTRAS, brought_by

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/reliability.md"
#: What stays for good reason: a lock, for which others may wait, and what SQLite has beside a ledger
#: that it could not open, which its next connection takes away.
KEPT = re.compile(r".*\.ledger(\.lock=0|\.key|-wal(=0)?|-shm)")
UNFINISHED = re.compile(r".*(\.partial\S*|\.old|=0)")
#: What mounts a file system that only these tests see.
MOUNT = (
    'mount -t tmpfs -o size=4m none "$PLACE" && mkdir "$PLACE/w" && cp -a "$PRISTINE/." "$PLACE/w" '
    '&& cd "$PLACE/w" && '
)
FILL = 'dd if=/dev/zero of="$PLACE/filled" bs=1k 2>/dev/null; '
READ_ONLY = 'mount -o remount,ro "$PLACE" && '
COPY = 'mkdir -p "$PLACE/$NAME" && cp -a "$PRISTINE/." "$PLACE/$NAME" && cd "$PLACE/$NAME" && '

#: Commands that stand for all: what is read, written, printed, kept in a ledger and brought by extras.
FEW = (
    "run", "eval", "eval no such run", "check", "check several", "pool", "judge add",
    "judge serve", "judge packet xlsx", "compare", "report leaderboard", "report", "labels",
)  # fmt: skip
#: A few commands for each change, all for the night.
few_or_all = pytest.mark.parametrize(
    "only", [pytest.param(FEW, id="few"), pytest.param((), marks=pytest.mark.slow, id="all")]
)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="faults are those of Linux")


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """The world as it is made, in a directory whose name is not UTF-8 either."""
    folder = tmp_path_factory.mktemp("environments") / ODD
    folder.mkdir()
    code = "import sys; from tests.environments.cells import made; made(sys.argv[1])"
    done = subprocess.run(
        [sys.executable, "-c", code, folder], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return folder


def cells(world, place, faults, *, python=(), without=(), mounted=None, only=()):
    """What commands end with under faults, in a copy of the world in a place of its own."""
    place.mkdir(exist_ok=True)
    program = [sys.executable, *python, "-m", "tests.environments.cells", ",".join(faults)]
    start = ["bash", "-c", (COPY if mounted is None else MOUNT + mounted) + 'exec "$@"', "-"]
    if mounted is not None:
        start = ["unshare", "--map-root-user", "--mount", *start]
    environment = {
        **{name: value for name, value in os.environ.items() if name not in without},
        "PRISTINE": world,
        "PLACE": place,
        "NAME": ODD,
        "PYTHONPATH": ROOT,
        "PYTHONDONTWRITEBYTECODE": "1",
        "ONLY": ",".join(only),
    }
    done = subprocess.run(
        [*start, *program], capture_output=True, text=True, check=False, env=environment
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def wrong(found):
    """The cells that end as no command may, with what they say and leave."""
    for name, cell in found.items():
        left = [name for name in cell["left"] if not KEPT.fullmatch(name)]
        if (
            cell["status"] not in (0, 1, 2, 130)
            or any(UNFINISHED.fullmatch(name) for name in left)
            or re.search(r"Traceback|panicked|Fault:|\\udc", cell["said"])
        ):
            yield name, cell


def refused(found):
    """What cells said that ended with status 2."""
    return {name: cell for name, cell in found.items() if cell["status"] == 2}


def listed(fault, found):
    """A row of the table: how many calls end with each status."""
    counts = Counter(cell["status"] for cell in found.values())
    return f"| {fault} | " + " | ".join(f"{counts[status]}" for status in (0, 1, 2, 130)) + " |"


def check_row(fault, found, only=()):
    if only:  # the table is of all commands
        return
    row = listed(fault, found)
    assert row in PAGE.read_text(encoding="utf-8").splitlines(), f"docs/reliability.md: {row}"


def check_nothing_left(found):
    for name, cell in refused(found).items():
        assert [left for left in cell["left"] if not KEPT.fullmatch(left)] == [], (name, cell)


def needs_mounts():
    try:
        done = subprocess.run(
            ["unshare", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "none", "/mnt"],
            capture_output=True,
            check=False,
        )
    except FileNotFoundError:
        pytest.skip("unshare is not installed")
    if done.returncode:
        pytest.skip(f"no file system can be mounted here: {done.stderr.decode().strip()}")


def test_every_command_is_called():
    assert sorted(commands()) == sorted(leaves(cli))


def test_every_optional_package_is_away():
    brought = {name for packages in EXTRAS.values() for name in packages}
    modules = {module for module, by in brought_by().items() if by & brought and module[0] != "_"}
    assert modules - {"dask", "distributed"} <= set(OPTIONAL)


@pytest.mark.slow
@few_or_all
def test_names_that_are_not_utf_8(world, tmp_path, only):
    found = cells(world, tmp_path, ["plain"], only=only)["plain"]
    assert list(wrong(found)) == []
    check_nothing_left(found)
    check_row("names that are not UTF-8", found, only)
    said = found["eval no such run"]["said"]
    assert f"{SHOWN}{SHOWN}.run: no such file (did you mean {SHOWN}.run?)" in said
    runs = json.loads((world / "results/manifest.json").read_text())["runs"]
    assert [run["name"] for run in runs] == [SHOWN, SHOWN_TWIN, "a"]
    assert [run["path"] for run in runs] == [f"{SHOWN}.run", f"{SHOWN_TWIN}.run", "a.run"]
    assert [run["group"] for run in runs] == ["g", "h", "h"]


@pytest.mark.slow
@few_or_all
def test_output_that_takes_nothing_and_inputs_that_come_once(world, tmp_path, only):
    found = cells(world, tmp_path, ["full output", "pipes", "read errors"], only=only)
    for fault in ("full output", "pipes", "read errors"):
        assert list(wrong(found[fault])) == []
    check_row("full output", found["full output"], only)
    for cell in refused(found["read errors"]).values():
        assert "cannot be written" not in cell["said"]
    check_nothing_left(found["pipes"])
    # A check reports on the files that it could read, and says which it could not.
    others = {name: cell for name, cell in found["read errors"].items() if "check" not in name}
    check_nothing_left(others)
    assert (
        "the output cannot be written: No space left on device"
        in (found["full output"]["report leaderboard"]["said"])
    )


@pytest.mark.slow
@few_or_all
def test_few_file_descriptors(world, tmp_path, only):
    found = cells(world, tmp_path, ["descriptors"], only=only)["descriptors"]
    assert list(wrong(found)) == []
    check_nothing_left(found)


@few_or_all
def test_without_extras(world, tmp_path, only):
    found = cells(world, tmp_path, ["packages"], only=only)["packages"]
    assert list(wrong(found)) == []
    check_nothing_left(found)
    check_row("no extras", found, only)
    missing = {name for name, cell in found.items() if "is not installed" in cell["said"]}
    of_extras = {
        "judge serve",
        "judge packet xlsx",
        "judge import of a workbook",
        "run on a cluster",
        "eval of a URL",
        "labels",
        "report figures",
        "report sheets",
        "report sheets pdf",
    }
    assert missing == of_extras & found.keys()
    for name in missing:
        assert re.search(
            r"\(pip install 'ir-harness\[(\w+)\]'; in a checkout pip install '\.\[\1\]'\)",
            found[name]["said"],
        )


@pytest.mark.slow
@few_or_all
def test_without_docstrings_and_home(world, tmp_path, only):
    optimised = cells(world, tmp_path, ["plain"], python=["-OO"], without=["HOME"], only=only)[
        "plain"
    ]
    assert list(wrong(optimised)) == []
    check_nothing_left(optimised)
    check_row("`python -OO`, no `HOME`", optimised, only)


@pytest.mark.parametrize(
    ("fault", "mounted"),
    [
        pytest.param("full disk", FILL, id="full"),
        pytest.param("read-only disk", READ_ONLY, id="read-only", marks=pytest.mark.slow),
    ],
)
@few_or_all
def test_disks_that_cannot_be_written(fault, mounted, world, tmp_path, only):
    needs_mounts()
    found = cells(world, tmp_path, ["plain"], mounted=mounted, only=only)["plain"]
    assert list(wrong(found)) == []
    check_nothing_left(found)
    check_row(fault, found, only)
    said = found["report"]["said"]
    reason = "No space left on device" if fault == "full disk" else "Read-only file system"
    assert "cannot be" in said or "nothing can be written" in said, (reason, said)


@pytest.mark.parametrize(
    "megabytes",
    [
        *(200, 1500),
        *(pytest.param(size, marks=pytest.mark.slow) for size in (300, 500, 700, 800, 1000, 1300)),
    ],
)
def test_little_memory(megabytes, world, tmp_path):
    call = 'ulimit -v "$0"; exec "$@"'
    command = [sys.executable, "-m", "harness", "run", "changed.yaml", "-o", tmp_path / "out"]
    done = subprocess.run(
        ["bash", "-c", call, str(1000 * megabytes), *command],
        cwd=world,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in (0, 2), done.stderr
    if done.returncode:
        assert done.stderr.startswith("Error: there is not enough memory: this process may take ")
        assert list(tmp_path.iterdir()) == []
