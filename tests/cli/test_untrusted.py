"""What the task of a stranger does on the machine of whoever runs it: nothing but what was asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.core.errors import InputError
from harness.core.listing import matching, report_listing
from harness.core.trust import UNTRUSTED, Trust, set_trust, trust
from tests.each import each

MODULE = """\
from pathlib import Path
Path("{there}").write_text("executed")
"""
#: How a command is reporting not to trust a task: by an option, anywhere, or by the environment.
WAYS = ["before", "after", "environment"]


@pytest.fixture
def world(tmp_path, monkeypatch) -> Path:
    """A task in a folder that is not the working directory, and files beside it."""
    for folder in ("task", "outside"):
        (tmp_path / folder).mkdir()
    (tmp_path / "task/q").write_text("1 0 d1 1\n")
    (tmp_path / "task/r").write_text("1 Q0 d1 1 1.0 mine\n")
    (tmp_path / "outside/secret").write_text("1 Q0 d1 1 1.0 secret\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def task_with(world: Path, text: str = "") -> Path:
    path = world / "task/task.yaml"
    own = "" if "runs:" in text else "runs: r\n"
    path.write_text(f"qrels: q\n{own}measures: [AP]\n{text}")
    return path


@pytest.mark.parametrize("way", WAYS)
def test_nobodys_code_is_executed(world, harness, monkeypatch, way):
    there = world / "outside/executed"
    (world / "task/mine.py").write_text(MODULE.format(there=there))
    task = task_with(world, "measure_modules: mine.py\n")
    if way == "environment":
        monkeypatch.setenv("HARNESS_UNTRUSTED", "yes")
    words = ["run", task, "-o", "results"]
    words = {"before": ["--untrusted", *words], "after": [*words, "--untrusted"]}.get(way, words)
    done = harness(*words)
    assert (done.status, done.out) == (2, "")
    assert done.err == (
        f"Error: {task}:4:18: measure_modules: the module mine.py is not executed "
        "(--untrusted or HARNESS_UNTRUSTED forbids it)\n"
    )
    assert not there.exists()
    assert not (world / "results").exists()


@each(
    [
        ["run", "TASK"],
        ["run", "TASK", "task/r"],
        ["check", "TASK"],
        ["check", "TASK", "task/r"],
        ["pool", "TASK"],
        ["compare", "TASK"],
        ["diagnose", "TASK"],
        ["gate", "TASK", "mine", "--budget", "AP=1%"],
        ["report", "TASK"],
        ["compare", "ties", "TASK"],
        ["judge", "status", "TASK"],
    ],
    "words",
)
def test_every_command_asks_before_it_looks(world, harness, words):
    task = task_with(world, "participants: ../outside/secret\n")
    done = harness("--untrusted", *(task if word == "TASK" else word for word in words))
    assert (done.status, done.out) == (2, "")
    assert "participants: ../outside/secret leads out of the task's folder" in done.err
    assert done.err.count("\n") == 1


def test_an_untrusted_task_in_its_folder_is_evaluated(world, harness):
    """What the command line names, such as the output, is the caller's."""
    task = task_with(world, "output: out\n")
    done = harness("--untrusted", "run", task)
    assert (done.status, done.err) == (0, f"Results: {world}/task/out\n")
    done = harness("--untrusted", "run", task, "outside/secret", "-o", "elsewhere")
    assert done.status == 0, done.err
    assert Path("elsewhere/manifest.json").is_file()


def test_a_link_among_uploads_is_not_followed_out_of_its_directory(world, harness):
    (world / "uploads").mkdir()
    (world / "uploads/own").write_text("1 Q0 d1 1 1.0 own\n")
    (world / "uploads/same").symlink_to("own")
    (world / "uploads/out").symlink_to("../outside/secret")
    task = task_with(world)
    for upload in ("uploads/own", "uploads/same", "outside/secret"):
        assert harness("--untrusted", "check", task, upload).status == 0
        assert harness("--untrusted", "eval", "task/q", upload).status == 0
    done = harness("--untrusted", "eval", "task/q", "uploads/out")
    assert done.status == 2
    assert "uploads/out: this is a symbolic link that leads out of its directory" in done.err
    for upload in ("uploads/out", "uploads/*", "uploads/o?t"):
        done = harness("--untrusted", "check", task, upload)
        assert done.status in (1, 2)
        assert "secret" not in done.out + done.err
    assert harness("check", task, "uploads/out").status == 0


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("results", ["run", "TASK"]),
        ("results/task", ["run", "TASK"]),
        ("results/task.html", ["report", "TASK", "--force"]),
        ("pools", ["pool", "TASK"]),
        ("packets/task", ["judge", "packet", "TASK"]),
        ("receipts/task/files", ["receive", "TASK", "task/r", "--group", "us"]),
        ("task.ledger", ["judge", "add", "TASK", "pool", "--anyway"]),
        ("task.ledger-wal", ["judge", "status", "TASK"]),
    ],
)
def test_no_output_follows_a_link_out_of_the_folder(world, harness, place, words):
    task = task_with(world, "judge: {assessors: [ann]}\n")
    assert harness("pool", task, "-o", "pool").status == 0
    link = world / "task" / place
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(world / "outside")
    done = harness("--untrusted", *(task if word == "TASK" else word for word in words))
    assert (done.status, done.out) == (2, "")
    assert f"{place} leads out of the task's folder" in done.err
    assert [path.name for path in (world / "outside").iterdir()] == ["secret"]


def test_outputs_may_be_links_inside_the_folder(world, harness):
    (world / "task/disk").mkdir()
    (world / "task/results").symlink_to("disk")
    assert harness("--untrusted", "run", task_with(world)).status == 0
    assert (world / "task/disk/task/manifest.json").is_file()


def test_what_stands_beside_a_run_is_no_way_out(world, harness):
    (world / "task/run.txt").write_text("1 Q0 d1 1 1.0 mine\n")
    (world / "task/ir-metadata.yml").symlink_to("../outside/secret")
    task = task_with(world, "runs: run.txt\n")
    done = harness("--untrusted", "run", task, "-o", "out")
    assert "symbolic link that leads out of its directory" in done.err
    assert done.status in (1, 2)
    assert harness("run", task, "-o", "own").status == 0


def test_no_manifest_beside_judgments_is_a_way_out(world, harness):
    (world / "task/q").write_text("1 0 d1 1 1\n1 0 d2 2 0\n")  # of several layouts, if not named
    (world / "outside/manifest.json").write_text('{"layouts": {"q": "strata"}}')
    (world / "task/manifest.json").symlink_to("../outside/manifest.json")
    done = harness("--untrusted", "info", "task/q")
    assert done.status == 2
    assert "neither topics nor judgments" in done.err
    assert harness("info", "task/q").status == 0


def test_the_name_of_a_task_is_no_path(world, harness):
    task = task_with(world, "name: ../outside/taken\njudge: {assessors: [ann]}\n")
    harness("--untrusted", "pool", task, "-o", "pool")
    harness("--untrusted", "judge", "add", task, "pool", "--anyway")
    assert [path.name for path in (world / "outside").iterdir()] == ["secret"]
    assert (world / "task/task.ledger").is_file()


def test_a_pool_does_not_say_where_its_task_is(world, harness):
    task = task_with(world, "pool: {depth: 1}\n")
    assert harness("pool", task, "-o", "pool").status == 0
    done = harness("--untrusted", "pool", "rebuild", "pool")
    assert done.status == 2
    assert "an untrusted pool does not choose where its paths start" in done.err
    assert "--inputs FOLDER" in done.err
    assert harness("--untrusted", "pool", "rebuild", "pool", "--inputs", "task").status == 0


def test_no_module_is_executed_for_a_tab(world, monkeypatch):
    from harness.cli.completion import answer
    from harness.cli.main import cli

    there = world / "outside/executed"
    (world / "task/mine.py").write_text(MODULE.format(there=there))
    task = task_with(world, "measure_modules: mine.py\n")
    for line in (f"harness compare topics {task} --topic ", f"harness run {task} "):
        monkeypatch.setenv("_HARNESS_COMPLETE", "bash_complete")
        monkeypatch.setenv("COMP_WORDS", line)
        monkeypatch.setenv("COMP_CWORD", str(len(line.split())))
        answer(cli)
    assert not there.exists()


def test_no_library_takes_a_path_for_another(world, monkeypatch):
    """polars expands a ~ at the beginning of a path, and patterns in it."""
    import polars as pl

    from harness.formats.texts import read_texts

    monkeypatch.setenv("HOME", str(world / "outside"))
    monkeypatch.chdir(world / "task")
    for folder, text in (("~", "own"), (world / "outside", "secret"), ("[x]", "own")):
        Path(folder).mkdir(exist_ok=True)
        with Path(folder).absolute().joinpath("t.parquet").open("wb") as file:
            pl.DataFrame({"doc": ["d"], "text": [text]}).write_parquet(file)
    for name in ("~/t.parquet", "[x]/t.parquet"):
        assert read_texts(name)["d"].text == "own"


# Switches


@pytest.mark.parametrize("value", ["1", "true", "YES", "on", "anything"])
def test_the_environment_forbids(monkeypatch, value):
    monkeypatch.setenv("HARNESS_UNTRUSTED", value)
    assert trust() == UNTRUSTED
    monkeypatch.delenv("HARNESS_UNTRUSTED")
    monkeypatch.setenv("HARNESS_NO_URLS", value)
    assert (trust().urls, trust().modules, trust().anywhere) == (False, True, True)


@pytest.mark.parametrize("value", ["", "0", "no", "False", "off"])
def test_the_environment_may_say_that_it_does_not(monkeypatch, value):
    monkeypatch.setenv("HARNESS_UNTRUSTED", value)
    assert trust() == Trust()


def test_workers_trust_what_who_started_them_trusts():
    from harness.core.processes import pack_work, pickle_work, worker

    with set_trust(Trust(urls=False)):
        work = worker(pack_work(lambda: lambda _: trust()))
    assert work(pickle_work(None)) == (Trust(urls=False), None)


def test_a_scheduler_is_named_by_the_command_line_or_the_environment(world, harness, monkeypatch):
    """It is asked for a few seconds; a backend of this machine needs none."""
    monkeypatch.setenv("HARNESS_SCHEDULER", "tcp://127.0.0.1:9")
    monkeypatch.setattr("harness.core.cluster._PATIENCE", "100ms")
    task = task_with(world)
    done = harness("run", task, "-o", "out")
    assert done.status == 2
    assert "tcp://127.0.0.1:9: no scheduler of Dask answers" in done.err
    assert not Path("out").exists()
    assert harness("run", task, "-o", "out", "--backend", "threads").status == 0
    assert "--scheduler ADDRESS" in harness("help", "workers").out


# How far patterns look


@pytest.fixture
def deep(tmp_path) -> Path:
    """A directory with 9 files, 3 directories deep, and a link back to its top."""
    for folder in ("a", "a/b", "a/b/c"):
        (tmp_path / folder).mkdir()
        for name in range(3):
            (tmp_path / folder / f"{name}.run").touch()
    (tmp_path / "a/b/c/top").symlink_to(tmp_path, target_is_directory=True)
    return tmp_path


def test_a_pattern_comes_round_no_circle(deep):
    assert len(matching("**/*.run", deep)) == 9
    assert matching("a/**/0.run", deep) == ["a/0.run", "a/b/0.run", "a/b/c/0.run"]


def test_a_pattern_looks_at_so_many_files_and_so_deep(deep):
    said: list[str] = []
    with set_trust(Trust(entries=13)), report_listing(said.append):
        assert len(matching("**/*.run", deep)) == 9
    with (
        set_trust(Trust(entries=12)),
        pytest.raises(InputError, match="looks at more than 12 files"),
    ):
        matching("**/*.run", deep)
    with (
        set_trust(Trust(levels=2)),
        pytest.raises(InputError, match="more than 2 directories deep"),
    ):
        matching("**/*.run", deep)
    assert not said


@pytest.mark.parametrize("key", ["runs: ['/**/*']", "runs: r\ndocuments: '/**/*'"])
def test_a_pattern_of_everything_ends(world, harness, monkeypatch, key):
    """In a trusted task, too, with its place and what to do."""
    monkeypatch.setattr("harness.core.trust.trust", lambda: Trust(entries=500))
    monkeypatch.setattr("harness.core.listing.trust", lambda: Trust(entries=500))
    task = task_with(world, f"{key}\n")
    done = harness("check", task) if "documents" not in key else harness("run", task, "-o", "o")
    assert done.status == 2
    assert "/**/* looks at more than 500 files (which is the limit" in done.err
    assert str(task) in done.err


def test_who_waits_is_told_how_far_a_look_is(deep, monkeypatch):
    monkeypatch.setattr("harness.core.listing._STEP", 5)
    said: list[str] = []
    with report_listing(said.append):
        matching("**/*.run", deep)
    assert said == ["**/*.run: looked at 5 files …", "**/*.run: looked at 10 files …"]


def test_patterns_find_what_those_of_the_standard_library_find(deep):
    import glob

    (deep / "a/.hidden.run").touch()
    (deep / "a/[x].run").touch()
    (deep / ".git").mkdir()
    (deep / ".git/0.run").touch()
    (deep / "a/b/c/top").unlink()
    for pattern in (
        *("*", "*/", "a/*", "a/*.run", "a/?.run", "a/[01].run", "a/[!0].run", "a/.*", ".*/*"),
        *("**", "a/**", "**/*", "**/*.run", "*/b/**/1.run", "a/**/c/*", "**/c", "nowhere/*"),
        *("a/b/../*.run", "./a/*.run", "a/[[]x].run", f"{deep}/a/*.run", "**/b/**/*.run", "a/**b"),
    ):
        names = {str(Path(name)) for name in glob.glob(pattern, root_dir=deep, recursive=True)}  # noqa: PTH207
        own = {str(Path(name)) for name in matching(pattern, deep)}
        assert own - {"."} == names - {"."}, pattern
