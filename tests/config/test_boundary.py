"""What a task may name: every key is classified, and refused where a stranger's task names it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from harness.config import TaskFile, load_task
from harness.config.labels import load_label_task
from harness.config.sources import keep_inside
from harness.config.yaml_positions import YamlDocument
from harness.core.errors import MAX_PROBLEMS, ConfigError
from harness.core.trust import CODE, DATASET, UNTRUSTED, UNTRUSTED_HINT, Reach, set_trust
from harness.settings.model import OneOf, SettingsModel, find_mark, types_in, walk_keys
from harness.settings.task import LabelTaskFile
from tests.each import each

#: Keys whose texts name nothing outside of the task, and what they are.
NOTHING = {
    "check.documents.pattern": "a regular expression, which has a time limit",
    "check.layout": "names of layouts, built in or of installed packages",
    "check.repairs": "names of repairs",
    "check.severity": "codes of findings",
    "check.tag": "a regular expression, which has a time limit",
    "check.topics": "topics",
    "compare.baselines": "names of runs",
    "compare.measures": "measures, in notation",
    "compare.topics": "the name of a subset",
    "description": "shown, escaped",
    "documents.fields": "names of fields of documents",
    "documents.url": "a link that assessors may follow; nothing here opens it",
    "facets": "attributes of topics",
    "gate.baseline": "the name of a run",
    "gate.budgets": "measures and amounts",
    "gate.worst_losses": "measures and amounts",
    "judge.language": "the name of a field of topics",
    "judge.assessors[].conflicts": "topics",
    "judge.assessors[].group": "shown, escaped",
    "judge.assessors[].name": "shown, escaped",
    "judge.assessors[].topics": "topics",
    "judge.dimensions.*.grades.*.colour": "a colour, of a fixed form",
    "judge.dimensions.*.grades.*.description": "shown, escaped",
    "judge.dimensions.*.grades.*.name": "shown, escaped",
    "judge.models.*.family": "an attribute of runs",
    "judge.models.*.parameters": "what the module is told; it is not executed for a stranger",
    "judge.proposers.attribute": "an attribute of topics",
    "labels": "labels",
    "measures": "measures, in notation",
    "name": "shown, escaped; in the ledger's name without separators of folders",
    "pool.groups": "names of groups",
    "pool.parameters": "values of a strategy's declared parameters",
    "pool.topics": "topics",
    "pool.where": "values of columns",
    "positive": "a label",
    "receive.deadline": "a date and time",
    "report.title": "shown, escaped",
    "run_pattern": "a regular expression, which has a time limit",
    "runs[].group": "shown, escaped",
    "runs[].name": "shown, escaped",
    "subsets.*.topics": "topics",
    "subsets.*.where": "values of attributes",
}
#: So do these wherever they stand: the name of a layout, built in or of an installed package.
NOTHING_ANYWHERE = ("format",)

KEYS = {
    (model, key): field for model in (TaskFile, LabelTaskFile) for key, field in walk_keys(model)
}
NAMING = [(model, key, reach) for (model, key), f in KEYS.items() if (reach := find_mark(f, Reach))]


def test_every_key_of_a_task_says_whether_it_names_anything():
    """Numbers and fixed choices name nothing; of a text somebody has to say it."""
    assert len(KEYS) > 120
    unsaid = set()
    for (_, key), field in KEYS.items():
        closed = find_mark(field, OneOf) is not None or set(types_in(field.annotation)) <= {
            *(int, float, bool),
            type(None),
        }
        known = key in NOTHING or key.rpartition(".")[2] in NOTHING_ANYWHERE
        if find_mark(field, Reach) is not None:
            assert not known, f"{key} names something"
        elif not (closed or known):
            unsaid.add(key)
    assert not unsaid, "mark their types (READS, WRITES, CODE, …), or say here what they are"
    assert NOTHING.keys() <= {key for _, key in KEYS}


def test_a_key_that_nobody_classified_is_found():
    from pydantic import Field

    from harness.settings.model import Text

    class More(SettingsModel):
        anywhere: Text = Field(default="", description="Who knows.")

    ((key, field),) = walk_keys(More)
    assert (key, find_mark(field, Reach)) == ("anywhere", None)
    assert str in types_in(field.annotation)
    assert key not in NOTHING


# What is refused

_LISTENING: list[list[str]] = []


def _audited(event: str, args: tuple[Any, ...]) -> None:
    if _LISTENING and event in ("open", "os.listdir", "os.scandir"):
        name = args[0]
        _LISTENING[-1].append(os.fsdecode(name) if isinstance(name, str | bytes) else "")


@cache
def _listen() -> None:
    """Have it told from now on: a hook stays, and costs every test after it."""
    sys.addaudithook(_audited)


@contextmanager
def opened() -> Iterator[list[str]]:
    """Every file and directory that is opened or listed meanwhile."""
    _listen()
    _LISTENING.append([])
    try:
        yield _LISTENING[-1]
    finally:
        _LISTENING.pop()


@pytest.fixture
def world(tmp_path: Path) -> Path:
    """A folder of a task, and beside it what it must not touch."""
    for folder in ("task/in", "outside"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "a.run").write_text("1 Q0 d1 1 1.0 secret\n")
    (tmp_path / "task/link").symlink_to(tmp_path / "outside")
    (tmp_path / "task/in/link.run").symlink_to(tmp_path / "outside/a.run")
    return tmp_path


#: Ways out of a folder, for what is read and what is written.
WAYS = {
    "above": "../outside/a.run",
    "absolute": "{world}/outside/a.run",
    "down and up": "in/../../outside/a.run",
    "link": "in/link.run",
    "link to a directory": "link/a.run",
    "URL": "http://127.0.0.1:9/a.run",
    "URL of a file": "file://{world}/outside/a.run",
    "local URL": "local://{world}/outside/a.run",
}
#: What stands for several files, where a key takes that.
SEVERAL = {
    "directory with a link": "in",
    "pattern above": "../outside/*.run",
    "pattern of directories": "*/a.run",
    "pattern that finds a link": "in/*.run",
    "pattern through a link": "link/*.run",
    "pattern that enters a link": "*/*.run",
    "pattern of all below": "**/*.run",
}


def given(key: str, value: str) -> dict[str, Any]:
    """A task in which a key has a value: the mappings and lists on the way to it."""
    inner: Any = value
    for step in reversed(key.split(".")):
        inner = [inner] if step.endswith("[]") else inner
        inner = {"understandability" if step == "*" else step.removesuffix("[]"): inner}
    return inner


def task(model: type[SettingsModel], key: str, value: str) -> dict[str, Any]:
    """The smallest task with this key."""
    kind = {"kind": "classification"} if model is LabelTaskFile else {}
    return {"qrels": "in/q", "runs": "in/a.run"} | kind | given(key, value)


def refused(world: Path, model: type[SettingsModel], key: str, value: str) -> str:
    """What is said of the one key that is refused, with its place; nothing beyond was touched."""
    path = world / "task/task.yaml"
    path.write_text(yaml.safe_dump(task(model, key, value.format(world=world))))
    load = load_label_task if model is LabelTaskFile else load_task
    before = sorted(world.rglob("*"))
    with set_trust(UNTRUSTED), opened() as files, pytest.raises(ConfigError) as caught:
        load(path)
    beyond = tuple(str(world / name) for name in ("outside", "task/link", "task/in/link"))
    assert not [name for name in files if name.startswith(beyond)]
    assert sorted(world.rglob("*")) == before
    (problem,) = caught.value.problems
    assert problem.line
    assert problem.key == key.replace("*", "understandability").replace("[]", "[0]")
    assert problem.hint == UNTRUSTED_HINT
    return problem.message


@each(NAMING, "model", "key", "reach")
def test_an_untrusted_task_names_nothing_beyond_its_folder(world, model, key, reach):
    if reach in (CODE, DATASET):
        assert "is not" in refused(world, model, key, "own_measures")
        return
    for value in WAYS.values():
        said = refused(world, model, key, value)
        assert "leads out of the task's folder" in said or "is a URL" in said, value
    with set_trust(UNTRUSTED):  # what is refused is where it leads, not the key
        keep_inside(YamlDocument("t", task(model, key, "in/a.run")), world / "task", model)


@each(["runs[].path", "documents.path"], "key")
@each(SEVERAL.values(), "value")
def test_what_stands_for_several_files_leads_nowhere_else(world, key, value):
    assert "leads out of" in refused(world, TaskFile, key, value)


@pytest.mark.parametrize("key", ["judge.pdfs", "pool.pooled"])
def test_directories_that_are_read_have_no_link_out_of_the_folder(world, key):
    assert refused(world, TaskFile, key, "in") == "in/link.run leads out of the task's folder"


def test_a_trusted_task_may_name_all_of_it(world):
    """By default a task is read as a script of one's own is."""
    for value in ("../outside/a.run", "{world}/outside/a.run", "link/a.run", "link/*.run"):
        path = world / "task/task.yaml"
        path.write_text(yaml.safe_dump(task(TaskFile, "runs[].path", value.format(world=world))))
        assert load_task(path, without=("qrels",)).runs


def test_what_python_and_the_command_line_give_is_the_callers(world, monkeypatch):
    """The environment forbids it to the file; a value that is given besides may lead anywhere."""
    monkeypatch.setenv("HARNESS_UNTRUSTED", "1")
    path = world / "task/task.yaml"
    path.write_text(yaml.safe_dump(task(TaskFile, "name", "x")))
    judged = str(world / "outside/a.run")
    assert load_task(path, without=("qrels",), pool={"judged": judged}).pool.judged.path == judged
    path.write_text(yaml.safe_dump(task(TaskFile, "pool.judged", judged)))
    with pytest.raises(ConfigError, match="leads out of the task's folder"):
        load_task(path, without=("qrels",), pool={"judged": "in/a.run"})


@pytest.mark.parametrize("value", ["~/a.run", "$HOME/a.run", "${HOME}/a.run", "%HOME%/a.run"])
def test_nothing_in_a_path_is_expanded(world, monkeypatch, value):
    monkeypatch.setenv("HOME", str(world / "outside"))
    monkeypatch.chdir(world / "task")
    Path("task.yaml").write_text(yaml.safe_dump(task(TaskFile, "costs", value)))
    with pytest.raises(ConfigError, match="there is no file"):
        load_task("task.yaml", without=("qrels",))


def test_of_many_missing_runs_the_first_are_listed_and_looked_for(world):
    """A directory is listed for the nearest name as often as a problem is shown, and no more."""
    path = world / "task/task.yaml"
    path.write_text(yaml.safe_dump({"qrels": "in/q", "runs": [f"in/{n}.run" for n in range(400)]}))
    with opened() as files, pytest.raises(ConfigError) as caught:
        load_task(path, without=("qrels",))
    *listed, last = str(caught.value).split("\n")
    assert len(listed) == MAX_PROBLEMS
    for number, line in enumerate(listed):
        assert f"runs[{number}]: there is no file in/{number}.run" in line
    assert last.endswith("at most 25 problems of a file are listed; there may be more")
    assert 0 < files.count(str(world / "task/in")) <= MAX_PROBLEMS
