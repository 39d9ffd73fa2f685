"""Numbers as files write them, one reader of each kind, and as messages say them.

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
#: A number as spreadsheets write it where a comma stands before the decimals; read nowhere.
DECIMAL_COMMA = re.compile(r"[+-]?\d+,\d+(?:[eE][+-]?\d+)?", re.ASCII)
#: Whole numbers are below this, above its negative: each has its opposite in 64 bits.
LARGEST = 2**63
#: Means that agree to so many decimals are tied: means of the same numbers, added in another order,
#: differ in their last bits.
DECIMALS = 10
#: Verbs as they are said of many things; of all others an s is left out.
_OF_MANY = {"is": "are", "was": "were", "has": "have", "does": "do"}


def integer(text: str) -> int:
    """Return a whole number as files have it (``+1``, ``-2``, ``007``); `ValueError` says what is
    wrong.

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
    """Return a finite number as files have it (``1``, ``.5``, ``-2e-3``); `ValueError` otherwise.

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
    """Return a number or an infinity as C's ``strtod`` reads it (``inf``, ``-Infinity``,
    ``1e400``).

    Whatever else is no decimal number is a `ValueError`, NaN too: it has no place in a ranking.

    >>> score("-inf"), score("1e400"), score("2.5")
    (-inf, inf, 2.5)
    """
    if not _DECIMAL.match(text) and not _INFINITE.match(text):
        raise ValueError(f"is not a number{decimal_comma(text)}")
    return float(text)


def decimal_comma(value: object) -> str:
    """Return a hint if a value that is not a number is one with a decimal comma.

    >>> decimal_comma("2,5"), decimal_comma("two")
    ('; it has a decimal comma', '')
    """
    return "; it has a decimal comma" if DECIMAL_COMMA.fullmatch(str(value)) else ""


def is_read(read: Callable[[str], object], text: str) -> bool:
    """Whether a reader of numbers takes a text.

    >>> is_read(integer, "7"), is_read(integer, "7.0")
    (True, False)
    """
    try:
        read(text)
    except ValueError:
        return False
    return True


def count_noun(number: int, what: str, verb: str = "", *, of: int | None = None) -> str:
    """Return a number with its noun and a predicate, in agreement.

    ``of`` is how many there are, where the number is of some of them; one of one is not said.

    >>> count_noun(1, "run"), count_noun(2400, "judgment"), count_noun(2, "query")
    ('1 run', '2,400 judgments', '2 queries')
    >>> count_noun(1, "run", "does not answer", of=9), count_noun(2, "line", "has more fields")
    ('1 of 9 runs does not answer', '2 lines have more fields')
    """
    of = None if number == of == 1 else of
    every = number if of is None else of
    if every != 1:
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
    """Return those that are there more than once, in their order.

    >>> find_repeated(["b", "a", "c", "a", "b"])
    ['b', 'a']
    """
    return [name for name, count in Counter(names).items() if count > 1]


def check_whole(value: object, least: int, words: str) -> Iterator[Problem]:
    """Return the error in what must be a whole number of at least ``least``; ``words`` name it.

    >>> [str(problem) for problem in check_whole(0, 1, "depth = 0")]
    ['depth = 0 is not allowed (it must be a whole number of at least 1)']
    """
    if isinstance(value, bool) or not isinstance(value, Integral) or int(value) < least:
        hint = f"it must be a whole number of at least {least}"
        yield Problem(f"{words} is not allowed", hint=hint)
