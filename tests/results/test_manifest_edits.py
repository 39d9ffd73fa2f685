"""Manifests that people edited: any key may be absent, or of any other type."""

from __future__ import annotations

import copy
import json
import random
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from harness.config import load_task
from harness.core.errors import HarnessError, InputError
from harness.diff.differences import differences
from harness.report.page import render_page
from harness.results import read_results, write_results
from harness.results.pools import write_pool
from harness.workflows.compare import compare_target
from harness.workflows.evaluate import run
from harness.workflows.judge import add
from harness.workflows.pool import make_pool, rebuild
from harness.workflows.report import gather_report

ABSENT = object()
#: Every type of JSON, and lists and mappings of them.
VALUES = (ABSENT, None, 7, -1.5, "x", "\ud800", True, 10**30, [], {}, [7], ["x"], {"x": 7}, [[]])

TASK = """\
name: edited
topics: topics.txt
qrels: qrels.txt
known_judgments: [known.txt]
runs: "*.run"
run_pattern: (?P<group>[a-z])[^/]*[.]run$
measures: [AP, P@2, 0.5*AP + 0.5*RR]
subsets: {early: ['1']}
check: {first_rank: 1, repairs: [rerank-by-score]}
pool: {depth: 2}
judge: {assessors: [ann, ben]}
"""
RUN = "1 Q0 a {} 3 {}\n1 Q0 b 2 2 {}\n2 Q0 c 1 3 {}\n2 Q0 d 2 2 {}\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """A task of which nearly every key of a manifest is filled, its results and its pool."""
    folder = tmp_path_factory.mktemp("edited")
    (folder / "topics.txt").write_text("1\tfog\n2\ttides\n3\tpearls\n")
    (folder / "qrels.txt").write_text("1 0 a 1\n1 0 b 0\n2 0 c 1\n2 0 d 0\n4 0 d 1\n")
    (folder / "known.txt").write_text("2 0 d 0\n")
    (folder / "one.run").write_text(RUN.format(1, *["one"] * 4))
    (folder / "same.run").write_text("# a comment\n" + RUN.format(1, *["same"] * 4))
    (folder / "zero.run").write_text(RUN.format(0, *["zero"] * 4))
    (folder / "task.yaml").write_text(TASK)
    task = load_task(folder / "task.yaml")
    write_pool(make_pool(task).files(), folder / "pool")
    (folder / "wrong.run").write_text("1 Q0 a 1 3 wrong\n" * 2)
    evaluated = run(load_task(folder / "task.yaml"))
    assert evaluated.refused
    write_results(evaluated.results(), folder / "results")
    (folder / "wrong.run").unlink()
    return folder


def places(node: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every key of a manifest, of lists the first entry; what a task holds is its own matter."""
    yield path
    if path[:1] == ("config",) and len(path) > 3:
        return
    below = (
        node.items()
        if isinstance(node, dict)
        else enumerate(node[:1])
        if isinstance(node, list)
        else ()
    )
    for key, value in below:
        yield from places(value, (*path, key))


def edits(place: Path, count: int) -> Iterator[str]:
    """Write a manifest with one value replaced, each time another; yield what it is now."""
    path = place / "manifest.json"
    original = json.loads(path.read_text())
    keys = [key for key in places(original) if key and key[0] not in ("format", "files")]
    every = [(key, value) for key in keys for value in VALUES]
    for key, value in random.Random(1).sample(every, min(count, len(every))):
        edited = at = copy.deepcopy(original)
        for step in key[:-1]:
            at = at[step]
        if value is ABSENT:
            del at[key[-1]]
        else:
            at[key[-1]] = value
        path.write_text(json.dumps(edited))
        yield f"{key}: {'absent' if value is ABSENT else value!r}"
    path.write_text(json.dumps(original))


def use(work: Callable[[], object], edit: str) -> bool:
    """Whether something could be used; it may be refused, but not break."""
    try:
        work()
    except HarnessError:
        return False
    except Exception as error:
        raise AssertionError(f"{edit}: {error!r}") from error
    return True


def report(place: Path, other: Path) -> None:
    render_page(gather_report(place).value)
    differences(read_results(other), read_results(place))
    compare_target(place)


def test_results_with_any_edit_are_used_or_refused(folder, tmp_path):
    other = shutil.copytree(folder / "results", tmp_path / "other")
    used = [
        use(partial(report, folder / "results", other), edit)
        for edit in edits(folder / "results", 40)
    ]
    assert 5 < sum(used) < 35


def test_a_pool_with_any_edit_is_used_or_refused(folder):
    def work() -> None:
        add(load_task(folder / "task.yaml"), folder / "pool")
        rebuild(folder / "pool", folder)

    used = []
    for edit in edits(folder / "pool", 40):
        used.append(use(work, edit))
        (folder / "edited.ledger").unlink(missing_ok=True)
    assert 5 < sum(used) < 35


def test_every_damaged_key_is_named(folder):
    path = folder / "results" / "manifest.json"
    original = path.read_text()
    path.write_text(json.dumps({**json.loads(original), "task": 7, "rules": [], "runs": [{}]}))
    with pytest.raises(InputError) as caught:
        read_results(folder / "results")
    path.write_text(original)
    assert [(problem.where, problem.key) for problem in caught.value.problems] == [
        (str(path), key) for key in ("task", "rules", "runs.0.name")
    ]
