"""Texts that stand in docstrings, and are shown: also where Python was told to drop them."""

from __future__ import annotations

import ast
import inspect
import textwrap
from typing import Any


def docstring(documented: Any) -> str:
    """Return the docstring of a function or a module, without indentation.

    ``python -OO`` drops docstrings; then it is read from the source, and is empty only where there
    is no source either.

    >>> docstring(docstring).partition(",")[0]
    'Return the docstring of a function or a module'
    """
    if text := inspect.getdoc(documented):
        return text
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(documented)))
    except (OSError, TypeError, SyntaxError):
        return ""
    holder = tree if inspect.ismodule(documented) else tree.body[0]
    known = ast.Module | ast.FunctionDef | ast.ClassDef
    return (ast.get_docstring(holder) or "") if isinstance(holder, known) else ""
