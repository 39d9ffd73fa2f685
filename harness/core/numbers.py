"""Numbers: one parser of each kind for files, and their words in messages.

Python's own `int` and `float` read more than files mean (``1_0``, ``٣``) and refuse long digits.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from numbers import Integral
from typing import TypeVar

from harness.core.errors import Problem

H = TypeVar("H", bound=Hashable)
T = TypeVar("T")

_INTEGER = re.compile(r"[+-]?\d+\Z", re.ASCII)
_DECIMAL = re.compile(r"[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?\Z", re.ASCII)
_INFINITE = re.compile(r"[+-]?inf(inity)?\Z", re.ASCII | re.IGNORECASE)
#: A number with a decimal comma, as some spreadsheets write it; no parser accepts it.
DECIMAL_COMMA = re.compile(r"[+-]?\d+,\d+(?:[eE][+-]?\d+)?", re.ASCII)
#: The magnitude of whole numbers is below this, so that each has its opposite in 64 bits.
LARGEST = 2**63
#: Means equal to so many decimals are tied: sums of the same numbers in another order differ in the
#: last bits.
DECIMALS = 10
#: Plural forms of verbs; all others drop an s.
_OF_MANY = {"is": "are", "was": "were", "has": "have", "does": "do"}


def integer(text: str) -> int:
    """Parse a whole number of a file (``+1``, ``-2``, ``007``); raises `ValueError`.

    >>> integer("+1")
    1
    """
    if not _INTEGER.match(text):
        raise ValueError(f"is not a whole number{decimal_comma(text)}")
    # Longer texts are not converted: Python refuses to after 4,300 digits, zeros included.
    digits = text.lstrip("+-").lstrip("0") or "0"
    if len(digits) > 19 or int(digits) >= LARGEST:
        raise ValueError("is too large for a whole number")
    return -int(digits) if text.startswith("-") else int(digits)


def decimal(text: str) -> float:
    """Parse a finite number of a file (``1``, ``.5``, ``-2e-3``); raises `ValueError`.

    >>> decimal("1e3")
    1000.0
    """
    if not _DECIMAL.match(text):
        raise ValueError(f"is not a finite number{decimal_comma(text)}")
    value = float(text)
    if not math.isfinite(value):
        raise ValueError("is too large for a number")
    return value


def score(text: str) -> float:
    """Parse a number or an infinity as C's ``strtod`` does (``inf``, ``-Infinity``, ``1e400``).

    Raises `ValueError` for anything else, also NaN, which has no place in a ranking.

    >>> score("-inf"), score("1e400"), score("2.5")
    (-inf, inf, 2.5)
    """
    if not _DECIMAL.match(text) and not _INFINITE.match(text):
        raise ValueError(f"is not a number{decimal_comma(text)}")
    return float(text)


def decimal_comma(value: object) -> str:
    """Return a hint for a value with a decimal comma; else an empty text.

    >>> decimal_comma("2,5"), decimal_comma("two")
    ('; it has a decimal comma', '')
    """
    return "; it has a decimal comma" if DECIMAL_COMMA.fullmatch(str(value)) else ""


def is_read(read: Callable[[str], object], text: str) -> bool:
    """Return whether a parser accepts a text.

    >>> is_read(integer, "7"), is_read(integer, "7.0")
    (True, False)
    """
    try:
        read(text)
    except ValueError:
        return False
    return True


def count_noun(number: int, what: str, verb: str = "", *, of: int | None = None) -> str:
    """Return a number with its noun and verb, in agreement.

    ``of`` is the total, if the number counts a part; *1 of 1* is just *1*.

    >>> count_noun(1, "run"), count_noun(2400, "judgment"), count_noun(2, "query")
    ('1 run', '2,400 judgments', '2 queries')
    >>> count_noun(1, "run", "does not answer", of=9), count_noun(2, "line", "has more fields")
    ('1 of 9 runs does not answer', '2 lines have more fields')
    >>> count_noun(0, "pair", "differs", of=1)
    '0 of 1 pairs differ'
    """
    of = None if number == of == 1 else of
    if (number if of is None or not number else of) != 1:
        noun, of_them, rest = what.partition(" of ")
        noun = f"{noun[:-1]}ies" if noun.endswith("ry") else f"{noun}s"
        what = f"{noun}{of_them}{rest}"
    share = "" if of is None else f" of {of:,}"
    return f"{number:,}{share} {what} {agree_verb(verb, number)}".rstrip()


def agree_verb(verb: str, number: int) -> str:
    """Put a singular phrase, whose first word is the verb, into the form for ``number`` things.

    >>> agree_verb("is", 1), agree_verb("is not finite", 3), agree_verb("answers", 0)
    ('is', 'are not finite', 'answer')
    """
    first, space, rest = verb.partition(" ")
    if number != 1:
        first = _OF_MANY.get(first) or first.removesuffix("s")
    return f"{first}{space}{rest}"


def collect(pairs: Iterable[tuple[H, T]]) -> dict[H, list[T]]:
    """Return the values of each key, in their order.

    >>> collect([("a.run", 3), ("b.run", 1), ("a.run", 2)])
    {'a.run': [3, 2], 'b.run': [1]}
    """
    values: dict[H, list[T]] = {}
    for key, value in pairs:
        values.setdefault(key, []).append(value)
    return values


def find_repeated(names: Iterable[H]) -> list[H]:
    """Return the names that occur more than once, in their order.

    >>> find_repeated(["b", "a", "c", "a", "b"])
    ['b', 'a']
    """
    return [name for name, count in Counter(names).items() if count > 1]


def check_whole(value: object, least: int, words: str) -> Iterator[Problem]:
    """Yield the problem of a value that is no whole number of at least ``least``; ``words`` name
    it.

    >>> [str(problem) for problem in check_whole(0, 1, "depth = 0")]
    ['depth = 0 is not allowed (it must be a whole number of at least 1)']
    """
    if isinstance(value, bool) or not isinstance(value, Integral) or int(value) < least:
        hint = f"it must be a whole number of at least {least}"
        yield Problem(f"{words} is not allowed", hint=hint)
