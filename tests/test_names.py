"""Names are words of the field: no identifier is one of those that mean nothing in particular."""

import ast
import collections
from pathlib import Path

from tests.each import each
from tests.syntax import nodes

ROOT = Path(__file__).resolve().parents[1] / "harness"

#: What is not the name of anything.
NO_NAMES = {"one", "ones", "place", "places", "said", "found", "at", "whole", "sides", "told"}

#: Rooms that still have such names; a room that has none leaves this list.
TO_BE_CLEANED: set[str] = set()

#: Names that two public classes have; one of each is to be called something else.
SHARED_CLASSES: set[str] = set()

ROOMS = sorted({path.relative_to(ROOT).parts[0] for path in ROOT.rglob("*.py")})


def definitions(nodes):
    """Every identifier that a module gives to something, with its line."""
    for node in nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.lineno, node.name
        elif isinstance(node, ast.alias) and node.asname:
            yield node.lineno, node.asname


def without_meaning(room):
    paths = [ROOT / room] if room.endswith(".py") else sorted((ROOT / room).rglob("*.py"))
    return [
        f"{path.relative_to(ROOT)}:{line} {name}"
        for path in paths
        for line, name in definitions(nodes(path))
        if name.strip("_").lower() in NO_NAMES
    ]


@each([room for room in ROOMS if room not in TO_BE_CLEANED])
def test_names_are_those_of_things(room):
    assert without_meaning(room) == []


def test_the_list_of_rooms_to_be_cleaned_is_of_rooms_that_need_it():
    assert set(ROOMS) >= TO_BE_CLEANED
    clean = [room for room in sorted(TO_BE_CLEANED) if not without_meaning(room)]
    assert clean == [], "these rooms are clean: take them off the list"


def test_every_kind_of_definition_is_looked_at():
    code = """
import os as one
class Found: at = 1
def told(place, *, whole):
    for said in place: pass
    [places for places in whole]
    with open(whole) as sides: pass
    (lambda ones: ones)(1)
"""
    names = collections.Counter(name.lower() for _, name in definitions(ast.walk(ast.parse(code))))
    assert set(names) == NO_NAMES


def test_no_two_public_classes_share_a_name():
    homes = collections.defaultdict(list)
    for path in sorted(ROOT.rglob("*.py")):
        for node in nodes(path):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].append(str(path.relative_to(ROOT)))
    shared = {name for name, paths in homes.items() if len(paths) > 1}
    assert shared == SHARED_CLASSES


@each(ROOMS)
def test_a_docstring_names_what_is_returned_or_done(room):
    paths = [ROOT / room] if room.endswith(".py") else sorted((ROOT / room).rglob("*.py"))
    clauses = [
        f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"
        for path in paths
        for node in nodes(path)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        and (ast.get_docstring(node) or "").startswith(("What ", "Who ", "Whether what "))
    ]
    assert clauses == []
