"""What help shows of public names: sections that say everything, and few parameters."""

from __future__ import annotations

import inspect
import re
import shutil
import subprocess
import sys
import types

import pytest

import harness
from tests.test_python_values import USER

FUNCTIONS = sorted(
    name for name in harness.__all__ if isinstance(getattr(harness, name), types.FunctionType)
)
#: They raise nothing of their own.
RAISE_NOTHING = {"keep_going"}


def sections(function):
    """The sections of a docstring in the form of numpydoc, by their headings."""
    text = inspect.getdoc(function)
    parts = re.split(r"^(\w+)\n-{3,}\n", text, flags=re.MULTILINE)
    assert len(parts[0].strip().splitlines()[0]) <= 100
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_help_says_of_each_parameter_what_it_is(name):
    function = getattr(harness, name)
    wanted = set(inspect.signature(function).parameters)
    found = sections(function)
    headings = re.findall(r"^(?! )(.+)$", found.get("Parameters", ""), flags=re.MULTILINE)
    explained = {part.strip() for heading in headings for part in heading.split(",")}
    assert explained == wanted
    returned = inspect.signature(function).return_annotation
    assert ("Returns" in found) == (returned not in ("None", None))
    assert "Raises" in found or name in RAISE_NOTHING
    assert ">>>" in found["Examples"]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_no_function_has_more_than_nine_parameters(name):
    assert len(inspect.signature(getattr(harness, name)).parameters) <= 9


@pytest.mark.parametrize("name", ["Comparison", "Evaluator", "Live", "Pool", "Scores"])
def test_no_method_of_results_has_more_than_nine_parameters(name):
    for method, function in inspect.getmembers(getattr(harness, name), inspect.isfunction):
        if not method.startswith("_"):
            assert len(inspect.signature(function).parameters) <= 9, method


def test_pyright_agrees_with_what_users_write(tmp_path):
    pyright = shutil.which("pyright")
    if pyright is None:
        pytest.skip("pyright is not installed (npm install pyright, and on PATH)")
    script = tmp_path / "user.py"
    script.write_text(USER)
    command = [pyright, "--pythonpath", sys.executable, str(script)]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout
