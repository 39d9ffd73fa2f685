"""Reading JSON so that nothing is lost in silence and problems have their line."""

from __future__ import annotations

import json
import sys
from collections import Counter
from typing import Any

from harness.core.errors import InputError, Problem


class NameTwiceError(ValueError):
    """A JSON object that has a name twice, which would silently lose the first value."""


def unique_members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; json itself would keep the last of two equal names.

    >>> unique_members([("a", 1), ("a", 2)])
    Traceback (most recent call last):
        ...
    harness.formats.json_text.NameTwiceError: the name 'a' occurs twice in one object
    """
    members = dict(pairs)
    if len(members) < len(pairs):
        counts = Counter(name for name, _ in pairs)
        twice = next(name for name, count in counts.items() if count > 1)
        raise NameTwiceError(f"the name {twice!r} occurs twice in one object")
    return members


def parse_json(text: str, where: str, line: int | None = None) -> Any:
    """Parse a text; ``line`` is where one line is in the file. `InputError` if it is no JSON."""
    try:
        return json.loads(text, object_pairs_hook=unique_members)
    except json.JSONDecodeError as error:
        number = error.lineno if line is None else line
        raise InputError(Problem(f"not JSON: {error.msg}", where, number, error.colno)) from None
    except RecursionError:
        raise InputError(Problem("not usable JSON: nested too deeply", where, line)) from None
    except NameTwiceError as error:
        raise InputError(Problem(f"not usable JSON: {error}", where, line)) from None
    except ValueError:  # all that is left: a whole number too long for Python
        message = (
            f"not usable JSON: a whole number of more than {sys.get_int_max_str_digits():,} digits"
        )
        raise InputError(Problem(message, where, line)) from None
