"""Whatever is unknown is answered in one phrasing, by one function."""

import ast
from pathlib import Path

import pytest

from harness.core.errors import suggest, unknown
from tests.each import each

ROOT = Path(__file__).resolve().parents[1] / "harness"
HOME = ROOT / "core" / "errors.py"


@each(
    [
        ("nDGC", ["AP", "nDCG"], None, "did you mean nDCG?"),
        ("ndcg", ["AP", "nDCG"], "", "did you mean nDCG?"),
        ("zzz", ["AP", "P"], None, "known are AP, P"),
        ("zzz", [f"t{i}" for i in range(24)], None, None),
        ("zzz", [f"t{i}" for i in range(25)], None, "known are t0, t1, t2, t3, t4 and 20 more"),
        ("zzz", ["AP"], "see the manual", "see the manual"),
        ("zzz", ["AP"], "", None),
        ("zzz", [], None, None),
        ("foo", ["FOR", *map(str, range(24))], "see the manual", "see the manual"),
        ("PA", ["AP", *map(str, range(24))], None, "did you mean AP?"),
        ("foo", ["FOR", "P"], None, "did you mean FOR?"),
        (7, [7, 77, "x"], None, "did you mean 7?"),
    ],
    "name",
    "known",
    "otherwise",
    "hint",
)
def test_the_nearest_or_what_is_known(name, known, otherwise, hint):
    if hint is None and len(known) == 24:
        hint = "known are " + ", ".join(known)
    assert suggest(name, known, otherwise) == hint


def test_an_unknown_name_says_where():
    problem = unknown("run", "x", ["bm25"], where="a.yaml", key="runs")
    assert str(problem) == "a.yaml: runs: unknown run 'x' (known are bm25)"


def test_nobody_else_looks_for_the_nearest_name():
    others = [path for path in sorted(ROOT.rglob("*.py")) if path != HOME]
    assert len(others) > 200
    for path in others:
        text = path.read_text()
        assert "difflib" not in text, path
        for phrase in ("known: {", "did you mean {"):
            assert phrase not in text, (path, phrase)


@pytest.mark.long
def test_an_unknown_name_is_said_in_one_way():
    """f"unknown … {name!r}" is written by `unknown`, or has a hint of `suggest`."""
    for path in sorted(ROOT.rglob("*.py")):
        if path == HOME:
            continue
        text = path.read_text()
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and _is_unknown(node):
                around = "\n".join(text.splitlines()[node.lineno - 4 : node.end_lineno])
                assert "suggest(" in around or "hint" in around, (path, node.lineno)


def _is_unknown(call: ast.Call) -> bool:
    named = isinstance(call.func, ast.Name) and call.func.id in ("Problem", "wrong")
    first = call.args[0] if call.args else None
    return (
        named
        and isinstance(first, ast.JoinedStr)
        and isinstance(first.values[0], ast.Constant)
        and str(first.values[0].value).startswith("unknown ")
    )
