"""Imports: packages of extras, polars on first use, foreign modules, a package of our name.

Each import of an optional package stands under `extra`. A foreign module is executed only where
`harness.core.trust` allows it. polars is loaded on first use: ``from harness.core.packages import
pl`` stands where ``import polars as pl`` would.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any

from harness.core.errors import HarnessError, InputError, Problem, UnavailableError
from harness.core.trust import NO_MODULES_VARIABLE, trust

if TYPE_CHECKING:
    import polars as pl
else:

    class _Polars:
        """Proxy of the library until its first use."""

        def __getattr__(self, name: str) -> Any:
            value = getattr(importlib.import_module("polars"), name)
            if _FORKED and not isinstance(value, type | ModuleType):
                require_threads()
            setattr(self, name, value)
            return value

    pl = _Polars()

#: Not empty if this process was forked from one in which polars had started threads.
_FORKED: list[int] = []


def require_threads() -> None:
    """Raise `HarnessError` if a fork left the threads of polars behind.

    Any call of polars would wait for ever.
    """
    if _FORKED:
        message = "this process was forked after frames had been used"
        hint = "start it with spawn or forkserver, or give judgments and runs as dictionaries"
        raise HarnessError(Problem(message, hint=hint))


def _after_fork() -> None:
    threads = ["polars-0"] if "polars" in sys.modules else []
    if threads and sys.platform == "linux":
        with suppress(OSError):
            tasks = Path(f"/proc/{os.getppid()}/task").iterdir()
            threads = [(task / "comm").read_text().strip() for task in tasks]
    if "polars-0" in threads:
        _FORKED.append(os.getpid())
        pl.__dict__.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)

__all__ = [
    "MissingPackageError",
    "docstring",
    "extra",
    "import_named",
    "install_command",
    "is_file_of_module",
    "pl",
    "refuse_module",
    "refuse_other_package",
    "require_threads",
    "run_module",
]

#: Names by which packages are installed, where they differ from the import.
_INSTALLED_AS = {
    "argon2": "argon2-cffi",
    "ir_measures": "ir-measures",
    "sklearn": "scikit-learn",
}


class MissingPackageError(UnavailableError):
    """Missing optional package, which an extra of the installation brings."""


@contextmanager
def extra(name: str, what: str, where: str | None = None) -> Iterator[None]:
    """Explain a failed import in this block by the extra that brings the package.

    ``what`` begins the message, verb included (*… need*); ``where`` is the input that needs the
    package. A failed import of our own modules is raised unchanged.

    >>> with extra("judging", "the pages of assessors need"):
    ...     raise ModuleNotFoundError(name="argon2.exceptions")
    Traceback (most recent call last):
    harness.core.packages.MissingPackageError: the pages of assessors need the package \
argon2-cffi, which is not installed \
(pip install 'ir-harness[judging]'; in a checkout pip install '.[judging]')
    """
    try:
        yield
    except ImportError as error:
        package = (error.name or "").partition(".")[0]
        if package in ("", "harness"):
            raise
        package = _INSTALLED_AS.get(package, package)
        absent = isinstance(error, ModuleNotFoundError)
        state = "which is not installed" if absent else f"which cannot be loaded: {error}"
        message = f"{what} the package {package}, {state}"
        raise MissingPackageError(Problem(message, where, hint=install_command(name))) from error


def install_command(name: str) -> str:
    """Return the command that installs an extra, from an index or in a checkout.

    >>> install_command("judging")
    "pip install 'ir-harness[judging]'; in a checkout pip install '.[judging]'"
    """
    return f"pip install 'ir-harness[{name}]'; in a checkout pip install '.[{name}]'"


#: The directory in which this package is installed.
_SITE = Path(__file__).parents[2]


def refuse_other_package() -> None:
    """Raise `HarnessError` if another package named `harness` is installed.

    Both install a module and a command called harness over each other's files, without a word from
    pip.
    """
    try:
        other = next(_SITE.glob("harness-[0-9]*.*-info"), None)
    except OSError:  # a directory that cannot be listed fails elsewhere with its own message
        return
    if other is None:
        return
    version = other.name.removeprefix("harness-").rpartition(".")[0]
    message = f"the unrelated package harness {version} is installed over files of ir-harness"
    hint = "pip uninstall harness ir-harness, then pip install ir-harness"
    raise HarnessError(Problem(message, str(_SITE), hint=hint))


def is_file_of_module(name_or_path: str) -> bool:
    """Return whether a module is named by the path of its file."""
    return name_or_path.endswith(".py") or os.sep in name_or_path


def refuse_module(name_or_path: str) -> None:
    """Raise `InputError` if no foreign module may be executed."""
    if not trust().modules:
        hint = trust().why("--no-modules", NO_MODULES_VARIABLE)
        raise InputError(Problem("this module is not executed", name_or_path, hint=hint))


def run_module(name_or_path: str, *, prefix: str, with_what: str) -> ModuleType:
    """Execute a module; a file is run anew each time, under a name that begins with ``prefix``.

    Raises `InputError` if it is forbidden or missing (``with_what`` describes the file); exceptions
    of the module itself pass.
    """
    refuse_module(name_or_path)
    if not is_file_of_module(name_or_path):
        return import_named(name_or_path)
    path = Path(name_or_path)
    if not path.is_file():
        raise InputError(Problem(f"there is no such file {with_what}", where=name_or_path))
    return _execute(path, prefix)


def import_named(name: str) -> ModuleType:
    """Import a module by name; raises `InputError` if there is none."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise
        hint = "a module that can be imported, or the path of a file ending in .py"
        raise InputError(Problem(f"there is no module {error.name!r}", hint=hint)) from None


class _SourceOnly(SourceFileLoader):
    """A loader without cached bytecode, which cannot tell files of one size and second apart."""

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002
        return self.source_to_code(self.get_data(self.path), self.path)


def _execute(path: Path, prefix: str) -> ModuleType:
    """Run the module of a file anew, so that edits take effect."""
    resolved = str(path.resolve())
    name = f"{prefix}{path.stem}_{zlib.crc32(resolved.encode()):08x}"
    loader = _SourceOnly(name, resolved)
    spec = importlib.util.spec_from_file_location(name, resolved, loader=loader)
    if spec is None or spec.loader is None:
        raise InputError(Problem("the file cannot be imported as a Python module", resolved))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def docstring(documented: Any) -> str:
    """Return the docstring of a function or a module, without indentation.

    ``python -OO`` drops docstrings; then it is read from the source. Empty without source.

    >>> docstring(docstring).partition(",")[0]
    'Return the docstring of a function or a module'
    """
    import inspect

    if text := inspect.getdoc(documented):
        return text
    import ast
    import textwrap

    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(documented)))
    except (OSError, TypeError, SyntaxError):
        return ""
    holder = tree if inspect.ismodule(documented) else tree.body[0]
    known = ast.Module | ast.FunctionDef | ast.ClassDef
    return (ast.get_docstring(holder) or "") if isinstance(holder, known) else ""
