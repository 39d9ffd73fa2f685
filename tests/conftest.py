"""Shared fixtures and marks: Hypothesis profiles, the browser, the reference collections.

The profile "ci" has the same few examples each time, so that a change is judged by itself; "few",
which `scripts/test --fast` takes, less than half of them; "deep", which `scripts/test --random`
takes, many and random ones.

Tests are marked `browser` and `processes` by what they use, and `fast` is what has no other mark.
"""

from __future__ import annotations

import builtins
import gc
import inspect
import os
import platform
import shutil
import subprocess
import sys
import types
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from math import isfinite
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests import by_hand
from tests.command import call

# Tests share the processors with each other: a library with threads of its own only gets in the way.
for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(_name, "1")
# What ranx does is done in seconds if it is not compiled, which takes longer than all of it.
os.environ.setdefault("NUMBA_DISABLE_JIT", "1")
# A command that a test starts would compile all modules again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

#: Slow versions of measures: they have no examples, and are imported by those who need them.
collect_ignore = ["oracles"]

#: Without a deadline, and however slow examples are made: machines are busy. From the profile
#: "default", because where CI is set Hypothesis loads its own, neither random nor keeping failures.
_PATIENT = settings(
    settings.get_profile("default"), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("ci", _PATIENT, max_examples=9, derandomize=True)
settings.register_profile("few", settings.get_profile("ci"), max_examples=4)
settings.register_profile("deep", _PATIENT, max_examples=2000)
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "ci")
settings.load_profile(PROFILE)

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"

#: Names of a browser, the one that draws no window, in half the time, first.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")

#: Nothing but the page: no updates, no looking for hosts.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


#: Names by which the code of a test starts a process.
_STARTS = (subprocess, subprocess.run, subprocess.Popen, subprocess.check_output, os.fork)
_STARTING = {"subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn"}
_MARKS = {"browser", "processes", "slow", "long"}


@cache
def starts_processes(function: types.FunctionType) -> bool:
    """True where a function, or one of the tests' that it calls, names what starts a process."""
    seen, left = set(), [(function.__code__, function.__globals__)]
    while left:
        code, names = left.pop()
        if code in seen:
            continue
        seen.add(code)
        left += [(inner, names) for inner in code.co_consts if isinstance(inner, types.CodeType)]
        named = [names[name] for name in code.co_names if name in names]
        for module in [one for one in named if isinstance(one, types.ModuleType)]:
            if module.__name__.startswith("tests"):
                named += [vars(module)[name] for name in code.co_names if name in vars(module)]
        for value in named:
            if any(value is start for start in _STARTS):
                return True
            if isinstance(value, types.FunctionType) and value.__module__.startswith("tests"):
                left.append((value.__code__, value.__globals__))
    return False


@cache
def _uses_processes(functions: tuple[Callable[..., object], ...]) -> bool:
    """True where the function of a test, or one of its fixtures, starts processes."""
    inner = [inspect.unwrap(function) for function in functions]
    return any(starts_processes(it) for it in inner if isinstance(it, types.FunctionType))


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark a test by what it uses."""
    if isinstance(item, pytest.Function):
        if "browser" in item.fixturenames:
            item.add_marker("browser")
        defined = getattr(item, "_fixtureinfo").name2fixturedefs  # noqa: B009
        if _uses_processes((item.function, *(it[-1].func for it in defined.values()))):
            item.add_marker("processes")
        if "shared" in item.fixturenames and "stats" not in item.fixturenames:
            item.add_marker("long")  # reads whole collections
    if _MARKS.isdisjoint(mark.name for mark in item.iter_markers()):
        item.add_marker("fast")


@pytest.hookimpl(trylast=True)  # after Hypothesis has marked its tests
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the examples of random tests that fail; with a seed Hypothesis does so by key only."""
    for item in items:
        if PROFILE == "deep" and item.get_closest_marker("hypothesis"):
            test = getattr(item, "function")  # noqa: B009
            test._hypothesis_internal_database_key = item.nodeid.partition("[")[0].encode()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Two workers more than processors: servers, browsers and commands are waited for."""
    return None if config.getoption("markexpr") == "fast" else 2 + (os.cpu_count() or 1)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[object]:
    """Collect without looking for garbage.

    Nothing is frozen after it: with the oldest Hypothesis random tests would be flaky.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


_plain_sum = builtins.sum


def _sum_no_floats(values: Iterable[Any], /, start: Any = 0) -> Any:
    """Sum as the built-in function; refuse floats of ours, whose sum Python 3.12 changed."""
    total = _plain_sum(values, start)
    if (
        type(total) is float
        and isfinite(total)
        and sys._getframe(1).f_globals.get("__name__", "")[:8] == "harness."
    ):
        raise AssertionError("sum() of floats differs between Pythons: take math.fsum")
    return total


_running: list[pytest.Item] = []
#: What the running test would have started.
_refused: list[str] = []


def pytest_configure(config: pytest.Config) -> None:
    """Leave out what starts a process after all, where only fast tests are asked for."""

    def skip(event: str, _: object) -> None:
        if _running and event in _STARTING:
            _refused.append(event)
            pytest.skip("starts a process")

    builtins.sum = _sum_no_floats  # type: ignore[assignment]
    if config.getoption("markexpr") == "fast":
        platform.platform()  # runs `uname` the first time, in whichever test that is
        sys.addaudithook(skip)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Know that a test runs."""
    _running.append(item)
    done = yield
    _running.clear()
    _refused.clear()
    return done


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    """Skip a test that fails because a command took the skip for a fault of its own."""
    try:
        return (yield)
    except Exception:
        if _refused:
            pytest.skip("starts a process")
        raise


@pytest.fixture(autouse=True)
def own_measures() -> Iterator[None]:
    """Measures that a test declares are gone after it: other tests go through all there are."""
    registry = sys.modules.get("harness.measures.registry")
    if registry:
        registry.load_own()
    tables = [registry.FAMILIES, registry._BY_ANY_NAME, registry.TREC_NAMES] if registry else []
    known = [dict(table) for table in tables]
    yield
    for table, before in zip(tables, known, strict=True):
        if table != before:
            table.clear()
            table.update(before)


@pytest.fixture
def harness(capsys, monkeypatch):
    """``harness("eval", …, stdin=b"…")`` → status, standard output, standard error, rows."""
    return partial(call, capsys, monkeypatch)


@pytest.fixture
def register() -> Iterator[Callable[..., str]]:
    """``register(name, *parts)``: a dataset of ir_datasets, which is gone after the test."""
    import ir_datasets

    names = []

    def put(name: str, *parts: object) -> str:
        ir_datasets.registry.register(name, ir_datasets.Dataset(*parts))
        names.append(name)
        return name

    yield put
    for name in names:
        del ir_datasets.registry._registered[name]


@pytest.fixture(scope="session")
def shared() -> Path:
    """The reference collections; tests that need them are skipped where they are absent."""
    if not SHARED.is_dir():
        pytest.skip("the reference collections are not beside this checkout")
    return SHARED


@pytest.fixture(scope="session")
def stats(shared: Path) -> Path:
    """The directory of the statistics' data; its README says what must come out."""
    return shared / "data" / "stats"


@pytest.fixture(scope="session")
def demo() -> Path:
    """The root of the repository, for tests that use the demo task."""
    return ROOT


@pytest.fixture(scope="session")
def judged() -> dict[str, dict[str, int]]:
    """The judgments of the demo: topic → document → grade."""
    return by_hand.judgments(ROOT / "qrels/demo/qrels.txt")


@pytest.fixture(scope="session")
def rankings() -> dict[str, dict[str, list[str]]]:
    """The runs of the demo: run → topic → documents in order."""
    return {path.stem: by_hand.rankings(path) for path in sorted(ROOT.glob("runs/demo/*.run"))}


@pytest.fixture(scope="session")
def browser() -> Iterator[object]:
    """Chromium; where there is none the tests are skipped, unless one is required."""
    found = next((shutil.which(name) for name in NAMES if shutil.which(name)), None)
    if found is None:
        if os.environ.get("HARNESS_REQUIRE_BROWSER"):
            pytest.fail("no Chromium, and HARNESS_REQUIRE_BROWSER is set")
        pytest.skip("no Chromium on this machine")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def node() -> str:
    """Node, where the tools of `scripts/web` are installed as its lock file has them."""
    installed = ROOT / "scripts" / "web" / "node_modules" / "esbuild" / "package.json"
    if not installed.exists() or shutil.which("node") is None:
        if os.environ.get("HARNESS_REQUIRE_NODE"):
            pytest.fail("no esbuild in scripts/web, and HARNESS_REQUIRE_NODE is set")
        pytest.skip("the tools are not installed: npm ci --prefix scripts/web")
    return str(shutil.which("node"))
