"""What the guides of extensions show is done as they say, in a copy of the project."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GUIDES = ROOT / "docs" / "extending"


def blocks(guide: str, language: str) -> list[str]:
    text = (GUIDES / guide).read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of what the tests of a room need."""
    skipped = shutil.ignore_patterns("__pycache__", "node_modules")
    for name in ("harness", "tests", "docs"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=skipped)
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def run_tests(house: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run tests of the copy, on a few examples."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *arguments],
        cwd=house,
        env={**os.environ, "PYTHONPATH": str(house), "HYPOTHESIS_PROFILE": "ci"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_the_measure_of_the_guide_passes_the_tests_of_measures(house: Path) -> None:
    declared, slow = blocks("measure.md", "python")
    (house / "harness/measures/missed.py").write_text(declared, encoding="utf-8")
    with (house / "tests/oracles/counts_and_sets.py").open("a", encoding="utf-8") as oracles:
        oracles.write(f"\n\n{slow}")
    paths = ("tests/measures/test_against_oracles.py", "tests/measures/test_registry.py")
    of_others = "(same_measure or better_document or beyond_the_ranking) and not Missed"
    done = run_tests(house, *paths, "-k", f"not ({of_others})")
    assert done.returncode == 0, done.stdout[-3000:]
    assert int(re.search(r"(\d+) passed", done.stdout)[1]) >= 8


@pytest.mark.slow
def test_the_layouts_of_the_guide_pass_the_tests_of_layouts(house: Path) -> None:
    topics, judgments = blocks("layout.md", "python")
    (house / "harness/formats/topics/bars.py").write_text(topics)
    (house / "harness/formats/qrels_layouts/certain.py").write_text(judgments)
    done = run_tests(house, "tests/formats/test_layouts.py", "-k", "a_layout_says or example")
    assert done.returncode == 0, done.stdout[-3000:]
    assert int(re.search(r"(\d+) passed", done.stdout)[1]) >= 5


def insert_after(path: Path, line: str, inserted: str) -> None:
    """Put lines below the only place of a file with these ones."""
    text = path.read_text(encoding="utf-8")
    assert text.count(f"\n{line}\n") == 1, f"{path.name} does not have {line!r} once"
    path.write_text(text.replace(f"\n{line}\n", f"\n{line}\n{inserted}"), encoding="utf-8")


@pytest.mark.slow
def test_the_command_of_the_guide_passes_the_tests_of_commands(house: Path) -> None:
    module, name, call = blocks("command.md", "python")
    (house / "harness/cli/answers.py").write_text(module, encoding="utf-8")
    insert_after(house / "harness/cli/main.py", "COMMANDS = {", name)
    insert_after(house / "tests/cli/test_runs_as_checked.py", "TAKES_A_TASK = {", call)
    files = ("every_command", "grammar", "runs_as_checked")
    paths = [f"tests/cli/test_{name}.py" for name in files]
    of_all = "is_documented or follow_the_grammar or the_same_everywhere or explained_on_one"
    done = run_tests(house, *paths, "-k", f"answers or known_to_take or {of_all}")
    assert done.returncode == 0, done.stdout[-3000:]
    assert int(re.search(r"(\d+) passed", done.stdout)[1]) >= 6


@pytest.mark.slow
def test_the_section_of_the_guide_is_on_the_page(
    house: Path, node: str, browser: object, tmp_path: Path
) -> None:
    page = house / "harness/report/page"
    (page / "scripts/how-many.js").write_text(*blocks("page-section.md", "js"), encoding="utf-8")
    bundler = ROOT / "scripts/web/bundle.mjs"
    subprocess.run([node, bundler, page / "scripts", page / "bundle.js"], check=True)
    written = tmp_path / "report.html"
    command = [sys.executable, "-m", "harness", "report", ROOT / "configs/demo.yaml", "-o", written]
    subprocess.run(command, cwd=house, check=True)
    window = browser.new_page()
    window.goto(written.as_uri())
    section = window.locator("#how-many")
    section.scroll_into_view_if_needed()
    section.get_by_text("15 topics", exact=True).wait_for()
    section.get_by_role("heading", name="How many topics").wait_for()
    window.close()


@pytest.mark.slow
def test_the_significance_test_of_the_guide_passes_the_tests_of_tests(house: Path) -> None:
    arithmetic, record, slow, oracle = blocks("significance-test.md", "python")
    (house / "harness/stats/normal_scores.py").write_text(arithmetic, encoding="utf-8")
    records = house / "harness/comparison/significance.py"
    insert_after(records, "TESTS: dict[str, SignificanceTest] = {", record)
    imported = "from harness.stats.normal_scores import normal_scores\n"
    insert_after(records, "from harness.stats.bootstrap import bootstrap_shift", imported)
    tests = house / "tests/comparison/test_every_test.py"
    insert_after(tests, "SAMPLES = 40_000", f"\n\n{slow}")
    insert_after(tests, "ORACLES = {", oracle)
    insert_after(
        house / "docs/comparing.md",
        "| name | what it is |\n| --- | --- |",
        *blocks("significance-test.md", "markdown"),
    )
    names = house / "harness/settings/names.py"
    text = names.read_text(encoding="utf-8")
    names.write_text(text.replace("TEST_NAMES = (", 'TEST_NAMES = ("normal-scores", '), "utf-8")
    paths = ("harness/stats/normal_scores.py", "tests/comparison/test_every_test.py")
    done = run_tests(house, *paths, "-k", "normal or oracle or documented")
    assert done.returncode == 0, done.stdout[-3000:]
    assert int(re.search(r"(\d+) passed", done.stdout)[1]) >= 4
