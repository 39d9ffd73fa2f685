"""Packages that only extras bring: each import says which one, and what to install."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from harness.core.packages import MissingPackageError, extra
from tests.syntax import tree

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def names_of(requirements: list[str]) -> set[str]:
    return {re.match(r"[\w.-]+", one)[0].lower().replace("_", "-") for one in requirements}


EXTRAS = {
    name: names_of(requirements)
    for name, requirements in PROJECT["optional-dependencies"].items()
    if name not in ("docs", "gzip", "test")  # where zlib-ng is not, zlib does the same
}
ALWAYS = names_of(PROJECT["dependencies"])
#: Whatever is drawn here is drawn after `harness.report.figures.styles.matplotlib` was called.
DRAWING = ROOT / "harness" / "report" / "figures"


@cache
def brought_by() -> dict[str, set[str]]:
    """What modules are installed by, such as argon2-cffi of argon2; all of them are looked at."""
    return {
        module: {name.lower().replace("_", "-") for name in names}
        for module, names in packages_distributions().items()
    }


def imports_of(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name.partition(".")[0] for alias in node.names)
    if isinstance(node, ast.ImportFrom) and node.module:
        yield node.module.partition(".")[0]


def extra_of(node: ast.AST) -> str | None:
    """The extra that ``with extra("NAME", …)`` names."""
    for item in node.items if isinstance(node, ast.With) else ():
        call = item.context_expr
        if isinstance(call, ast.Call) and getattr(call.func, "id", None) == "extra":
            return ast.literal_eval(call.args[0])
    return None


def is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and getattr(node.test, "id", None) == "TYPE_CHECKING"


def optional_imports(node: ast.AST, under: str | None = None) -> Iterator[tuple[str, str | None]]:
    """Modules that only an extra brings, and the extra that is named where they are imported."""
    for below in ast.iter_child_nodes(node):
        for module in imports_of(below):
            by = brought_by().get(module, set())
            if by & set().union(*EXTRAS.values()) and not by & ALWAYS:
                yield module, under
        if not is_for_types(below):
            yield from optional_imports(below, extra_of(below) or under)


@pytest.mark.long
def test_every_import_of_an_optional_package_names_the_extra_that_brings_it():
    found = [
        (f"{path.relative_to(ROOT)}: {module}", module, under)
        for path in sorted((ROOT / "harness").rglob("*.py"))
        for module, under in optional_imports(tree(path))
        if (module, path.parent) != ("matplotlib", DRAWING) or under
    ]
    wrong = [
        place
        for place, module, under in found
        if not EXTRAS.get(under, set()) & brought_by()[module]
    ]
    assert wrong == [], "import it in a block of `harness.core.packages.extra`"
    assert len({module for _, module, _ in found}) >= 7


@pytest.mark.parametrize(
    "source", ["import uvicorn", "def f():\n    from openpyxl import Workbook"]
)
def test_an_import_without_its_extra_is_found(source):
    assert [under for _, under in optional_imports(ast.parse(source))] == [None]


def test_every_package_is_named_as_it_is_installed():
    for name, packages in EXTRAS.items():
        for module, by in brought_by().items():
            beside = module in ("mpl_toolkits", "pylab")  # of matplotlib; nothing here imports them
            if by & packages and by <= packages and not module.startswith("_") and not beside:
                with (
                    pytest.raises(MissingPackageError) as caught,
                    extra(name, "this needs", "a.xlsx"),
                ):
                    raise ModuleNotFoundError(name=f"{module}.inner")
                (problem,) = caught.value.problems
                assert problem.message.split()[4].strip(",") in by
                assert problem.where == "a.xlsx"
                assert f"pip install 'ir-harness[{name}]'" in problem.hint
                assert f"pip install '.[{name}]'" in problem.hint


DRAWN = {
    "figures": ["report", "figures", "configs/demo.yaml", "-o", "OUT"],
    "sheets": ["report", "sheets", "configs/demo.yaml", "-o", "OUT"],
    "pdf": ["report", "sheets", "configs/demo.yaml", "-o", "OUT", "--format", "pdf"],
    "curve": ["pool", "replay", "configs/demo.yaml", "--curve", "OUT.svg"],
}


@pytest.mark.parametrize("name", DRAWN)
def test_what_draws_says_which_extra_it_needs_before_it_reads_runs(
    harness, tmp_path, monkeypatch, name
):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    out = str(tmp_path / "out")
    found = harness(*(part.replace("OUT", out) for part in DRAWN[name]))
    assert (found.status, found.out) == (2, "")
    assert "need the package matplotlib, which is not installed" in found.err
    assert "pip install 'ir-harness[figures]'" in found.err
    assert not list(tmp_path.iterdir())


def test_pages_and_tables_need_no_library_that_draws(harness, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    for command in (["report"], ["report", "table"], ["compare"], ["run"]):
        out = ["-o", str(tmp_path / command[-1])] if command[-1] in ("report", "run") else []
        assert harness(*command, "configs/demo.yaml", *out).status == 0, command


def test_a_module_of_ours_that_is_missing_stays_a_fault():
    with pytest.raises(ModuleNotFoundError), extra("labels", "this needs"):
        raise ModuleNotFoundError(name="harness.stats.gone")
