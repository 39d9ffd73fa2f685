"""A faster way leaves to the usual one what is unusual, and nothing else; what it refuses is looked
at again."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import harness
from harness.core.errors import InputError, UnavailableError, UnusualError, WrongRefusalError
from harness.formats import spans
from harness.workflows.reading import Reading

HOUSE = Path(harness.__file__).parent
RUN = "".join(f"{t} Q0 d{d} {d} {9 - d} a\n" for t in range(1, 5) for d in range(6))
QRELS = "".join(f"{t} 0 d{d} {d % 2}\n" for t in range(1, 5) for d in range(6))


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.setattr(spans, "LARGE", 1)
    monkeypatch.setattr(spans, "PIECE", 1)
    monkeypatch.setattr(spans, "BEGINNING", 1)
    (tmp_path / "q").write_text(QRELS)
    (tmp_path / "r").write_text(RUN)
    return tmp_path


WAYS = [
    (Reading, "_parts", lambda folder: harness.score(folder / "q", folder / "r", "AP")),
    (Reading, "_parts", lambda folder: harness.check(folder / "r")),
]


@pytest.mark.parametrize(("where", "name", "work"), WAYS)
@pytest.mark.parametrize(
    ("error", "surfaces"),
    [
        (InputError("a wrong refusal"), WrongRefusalError),
        (UnavailableError("cut off"), UnavailableError),
        (UnusualError("left to the usual way"), None),
        (ZeroDivisionError("a fault"), ZeroDivisionError),
    ],
)
def test_only_what_is_left_to_the_usual_way_is_given_to_it(
    files, monkeypatch, where, name, work, error, surfaces
):
    def raising(*_, **__):
        raise error

    monkeypatch.setattr(where, name, raising)
    if surfaces is None:
        work(files)
    elif where is Reading and surfaces is UnavailableError and name == "_parts":
        assert "cut off" in outcome_text(work, files)
    else:
        with pytest.raises(surfaces):
            work(files)


def outcome_text(work, files):
    try:
        return str(work(files))
    except UnavailableError as error:
        return str(error)


def test_no_code_passes_over_every_error_of_ours():
    """Completion alone proposes nothing, whatever is wrong with what was typed so far."""
    found = []
    for path in HOUSE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("suppress"):
                caught = [ast.unparse(kind) for kind in node.args]
            elif isinstance(node, ast.ExceptHandler) and isinstance(node.body[0], ast.Pass):
                caught = [ast.unparse(node.type)] if node.type else ["everything"]
            else:
                continue
            if {"HarnessError", "Exception", "everything"} & set(caught):
                found.append(str(path.relative_to(HOUSE)))
    assert found == ["cli/completion.py"]
