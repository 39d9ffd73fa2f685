"""Modules of others that are executed: named as in an import statement, or by the path of a file.

A module is code, and is executed only where `harness.core.trust` allows it.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
import zlib
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

from harness.core.errors import InputError, Problem
from harness.core.trust import NO_MODULES_VARIABLE, trust


def is_file_of_module(name_or_path: str) -> bool:
    """Whether a module is named by the path of its file."""
    return name_or_path.endswith(".py") or os.sep in name_or_path


def refuse_module(name_or_path: str) -> None:
    """Raise `InputError` where no module of others may be executed."""
    if not trust().modules:
        hint = trust().why("--no-modules", NO_MODULES_VARIABLE)
        raise InputError(Problem("this module is not executed", name_or_path, hint=hint))


def run_module(name_or_path: str, *, prefix: str, with_what: str) -> ModuleType:
    """Execute a module; that of a file anew each time, under a name that begins with ``prefix``.

    `InputError` where it may not be, or is not there (a file ``with_what``); whatever the module
    itself raises passes.
    """
    refuse_module(name_or_path)
    if not is_file_of_module(name_or_path):
        return imported(name_or_path)
    path = Path(name_or_path)
    if not path.is_file():
        raise InputError(Problem(f"there is no such file {with_what}", where=name_or_path))
    return _executed(path, prefix)


def imported(name: str) -> ModuleType:
    """The module that an import statement names; `InputError` where there is none."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise
        hint = "a module that can be imported, or the path of a file ending in .py"
        raise InputError(Problem(f"there is no module {error.name!r}", hint=hint)) from None


class _SourceOnly(SourceFileLoader):
    """A loader that compiles the file as it is: compiled code that Python keeps is told from that
    of an earlier file of the same size by whole seconds only.
    """

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002
        return self.source_to_code(self.get_data(self.path), self.path)


def _executed(path: Path, prefix: str) -> ModuleType:
    """The module of a file, run anew each time, so that an edited file counts."""
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
