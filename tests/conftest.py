"""What all tests share: hypothesis profiles and the reference collections beside the checkout.

The profile "ci" has the same few examples each time, so that a change is judged by itself; "deep",
which `scripts/test --random` takes, has many and random ones.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests import by_hand
from tests.command import call

#: Slow versions of measures: they have no examples, and are imported by those who need them.
collect_ignore = ["oracles"]

#: Without a deadline, and however slow examples are made: machines are busy. From the profile
#: "default", because where CI is set Hypothesis loads its own, neither random nor keeping failures.
_PATIENT = settings(
    settings.get_profile("default"), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("ci", _PATIENT, max_examples=60, derandomize=True)
settings.register_profile("deep", _PATIENT, max_examples=2000)
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "ci")
settings.load_profile(PROFILE)

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"

#: Where a browser may be, if its name is not on the path.
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")

#: Nothing but the page: no updates, no looking for hosts.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


@pytest.hookimpl(trylast=True)  # after Hypothesis has marked its tests
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the examples of random tests that fail; with a seed Hypothesis does so by key only."""
    for item in items:
        if PROFILE == "deep" and item.get_closest_marker("hypothesis"):
            test = getattr(item, "function")  # noqa: B009
            test._hypothesis_internal_database_key = item.nodeid.partition("[")[0].encode()


@pytest.fixture(autouse=True)
def own_measures() -> Iterator[None]:
    """Measures that a test declares are gone after it: other tests go through all there are."""
    registry = sys.modules.get("harness.measures.registry")
    tables = [registry.FAMILIES, registry._BY_ANY_NAME] if registry else []
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
