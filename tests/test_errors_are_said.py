"""No code passes over every error."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import harness
from tests.syntax import nodes

HOUSE = Path(harness.__file__).parent


@pytest.mark.long
def test_no_code_passes_over_every_error_of_ours():
    """Completion alone proposes nothing, whatever is wrong with what was typed so far."""
    found = []
    for path in HOUSE.rglob("*.py"):
        if not re.search(r"suppress|except\b", path.read_text(encoding="utf-8")):
            continue
        for node in nodes(path):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("suppress"):
                caught = [ast.unparse(kind) for kind in node.args]
            elif isinstance(node, ast.ExceptHandler) and isinstance(node.body[0], ast.Pass):
                caught = [ast.unparse(node.type)] if node.type else ["everything"]
            else:
                continue
            if {"HarnessError", "Exception", "everything"} & set(caught):
                found.append(str(path.relative_to(HOUSE)))
    assert found == ["cli/completion.py"]
