"""What help shows of public names: sections that say everything, and few parameters."""

from __future__ import annotations

import dataclasses
import inspect
import json
import os
import re
import shutil
import subprocess
import sys
import types
from pathlib import Path

import pytest

import harness
from tests.each import each
from tests.test_python_user import USER, WRONG

ROOT = Path(__file__).resolve().parents[1]
FUNCTIONS = sorted(
    name for name in harness.__all__ if isinstance(getattr(harness, name), types.FunctionType)
)
CLASSES = sorted(name for name in harness.__all__ if isinstance(getattr(harness, name), type))
#: The methods of these classes that are ours, each once.
METHODS = sorted(
    {
        getattr(function, "__func__", function)
        for name in CLASSES
        if not issubclass(getattr(harness, name), Exception)
        for method, function in inspect.getmembers(getattr(harness, name), callable)
        if (not method.startswith("_") or method == "__call__") and inspect.isroutine(function)
        if function.__module__.startswith("harness")
    },
    key=lambda function: function.__qualname__,
)
#: They raise nothing of their own.
RAISE_NOTHING = {"keep_going"}


def sections(function):
    """The sections of a docstring in the form of numpydoc, by their headings."""
    text = inspect.getdoc(function)
    parts = re.split(r"^(\w+)\n-{3,}\n", text, flags=re.MULTILINE)
    assert len(parts[0].strip().splitlines()[0]) <= 100
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def listed(section):
    """The names that a section explains."""
    headings = re.findall(r"^(?! )(.+)$", section, flags=re.MULTILINE)
    return {part.strip() for heading in headings for part in heading.split(",")}


def parameters(function):
    """The names of what is given to a function, a class or a method."""
    return set(inspect.signature(function).parameters) - {"self", "cls"}


@each(FUNCTIONS)
def test_help_says_of_each_parameter_what_it_is(name):
    function = getattr(harness, name)
    found = sections(function)
    assert listed(found.get("Parameters", "")) == parameters(function)
    returned = inspect.signature(function).return_annotation
    assert ("Returns" in found) == (returned not in ("None", None))
    assert "Raises" in found or name in RAISE_NOTHING
    assert ">>>" in found["Examples"]


@each(CLASSES)
def test_help_says_of_each_class_what_it_holds(name):
    kind = getattr(harness, name)
    found = sections(kind)
    assert ">>>" in found["Examples"]
    if dataclasses.is_dataclass(kind):
        assert listed(found["Attributes"]) == {
            field.name for field in dataclasses.fields(kind) if not field.name.startswith("_")
        }
    elif name != "UnavailableError" and not issubclass(kind, Warning):  # made by no one else
        assert listed(found["Parameters"]) == parameters(kind)


@each(METHODS)
def test_help_says_of_each_parameter_of_a_method_what_it_is(method):
    found = sections(method)
    assert listed(found.get("Parameters", "")) == parameters(method)
    if parameters(method):
        assert ("Returns" in found) == (inspect.signature(method).return_annotation != "None")


def test_no_function_has_more_than_nine_parameters():
    functions = [*(getattr(harness, name) for name in FUNCTIONS), *METHODS]
    many = [it for it in functions if len(inspect.signature(it).parameters) > 9]
    assert [it.__qualname__ for it in many] == []


@pytest.fixture(scope="module")
def pyright() -> str:
    """The checker of types that editors use, as the lock file of `scripts/web` has it."""
    installed = ROOT / "scripts" / "web" / "node_modules" / ".bin" / "pyright"
    if not installed.exists() or shutil.which("node") is None:
        if os.environ.get("HARNESS_REQUIRE_NODE"):
            pytest.fail("no pyright in scripts/web, and HARNESS_REQUIRE_NODE is set")
        pytest.skip("pyright is not installed: npm ci --prefix scripts/web")
    return str(installed)


@pytest.mark.slow
def test_pyright_agrees_with_what_users_write(pyright, tmp_path):
    (tmp_path / "user.py").write_text(USER)
    (tmp_path / "wrong.py").write_text(WRONG)
    command = [pyright, "--outputjson", "--pythonpath", sys.executable, "user.py", "wrong.py"]
    made = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    found = [
        (Path(each["file"]).name, each["range"]["start"]["line"] + 1, each["message"])
        for each in json.loads(made.stdout)["generalDiagnostics"]
        if each["severity"] == "error"
    ]
    assert [error for error in found if error[0] == "user.py"] == []
    assert {line for name, line, _ in found if name == "wrong.py"} == set(range(3, 10)), found
