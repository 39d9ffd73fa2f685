"""Rules of all rooms that no other tool checks: whom they name, and what is equal."""

import ast
import tomllib
from functools import cache
from pathlib import Path

import pytest

from tests.each import each
from tests.syntax import nodes, tree

ROOT = Path(__file__).parent.parent
LAYERS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
#: The rooms from the top down, those that do not know each other in one set.
ROOMS = [
    {room.strip().removeprefix("harness.") for room in layer.split("|")}
    for layer in LAYERS[0]["layers"]
]


def named_modules(tree):
    """The modules of this package that a text of the code names, docstrings apart."""
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node)
    }
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) and id(node) not in docs else None
        if isinstance(text, str) and text.isprintable() and text.startswith("harness."):
            yield text


def test_every_room_has_a_layer():
    rooms = {path.parent.name for path in (ROOT / "harness").glob("*/__init__.py")}
    assert rooms == set().union(*ROOMS)


@pytest.mark.slow
@each(sorted(set().union(*ROOMS)))
def test_no_room_names_a_module_of_a_room_above_it(room):
    height = next(height for height, rooms in enumerate(ROOMS) if room in rooms)
    above = set().union(*ROOMS[:height]) | ROOMS[height] - {room}
    for path in (ROOT / "harness" / room).rglob("*.py"):
        for name in named_modules(tree(path)):
            assert name.split(".")[1] not in above, f"{path}: {name}"


def test_core_does_not_take_the_package_from_the_loaded_modules():
    for path in (ROOT / "harness" / "core").rglob("*.py"):
        for node in nodes(path):
            if (
                isinstance(node, ast.Subscript)
                and isinstance(node.ctx, ast.Load)
                and ast.unparse(node.value) == "sys.modules"
            ):
                raise AssertionError(f"{path}: {ast.unparse(node)}")


ARRAYS = {"Floats", "Ints", "Bools", "Grades", "NDArray", "DataFrame", "Series", "TextColumn"}

#: Records that are filled step by step; no other one changes.
FILLED = {
    *("Contents", "Defects", "Draft", "FolderContents", "Holder", "Lease", "LineTally", "Node"),
    *("Part", "RunFiles", "_Field", "_Letters", "_Look", "_Measures", "_Scanner"),
}


@cache
def records():
    """Every record: where it is, its class, and how it is made."""
    return [
        (f"{path.relative_to(ROOT)}:{node.lineno} {node.name}", node, decorator)
        for path in sorted((ROOT / "harness").rglob("*.py"))
        for node in nodes(path)
        if isinstance(node, ast.ClassDef)
        for decorator in map(ast.unparse, node.decorator_list)
        if decorator.startswith("dataclass")
    ]


def test_a_record_of_arrays_is_equal_to_itself_alone():
    assert not [
        place
        for place, node, decorator in records()
        if any(isinstance(it, ast.AnnAssign) and holds_arrays(it.annotation) for it in node.body)
        and "eq=False" not in decorator
    ]


def test_a_record_changes_no_more_unless_it_is_filled_step_by_step():
    changing = {node.name for _, node, decorator in records() if "frozen=True" not in decorator}
    assert changing == FILLED


def test_a_record_of_plain_values_takes_little_memory():
    """Nothing is remembered beside its values, unless it says so."""
    assert not [
        place
        for place, node, decorator in records()
        if "eq=False" not in decorator
        and "slots=True" not in decorator
        and node.name not in FILLED
        and "cached_property" not in ast.unparse(node)
    ]


def holds_arrays(annotation):
    """True where arrays are the values of a field, not what a function takes."""
    return not ast.unparse(annotation).startswith("Callable") and any(
        isinstance(it, ast.Name | ast.Attribute) and ast.unparse(it).rpartition(".")[2] in ARRAYS
        for it in ast.walk(annotation)
    )
