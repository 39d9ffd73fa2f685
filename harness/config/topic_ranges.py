"""Ranges of topics, as keys that list topics may have them: ``401-450``, ``D01-D12``."""

from __future__ import annotations

import re

_RANGE = re.compile(r"(?P<lead>\D*)(?P<first>\d{1,18})-(?P=lead)(?P<last>\d{1,18})", re.ASCII)
#: No collection has as many topics; a slip in a range should not fill the memory.
_LONGEST = 1_000_000


def is_range(text: str) -> bool:
    """Whether a text can stand for several topics."""
    return _RANGE.fullmatch(text) is not None


def topics_in(text: str) -> tuple[str, ...]:
    """The topics of a range, both ends included; of any other text itself.

    Numbers keep the width of the first one.

    >>> topics_in("D08-D10"), topics_in("008-010"), topics_in("9")
    (('D08', 'D09', 'D10'), ('008', '009', '010'), ('9',))
    """
    match = _RANGE.fullmatch(text)
    if match is None:
        return (text,)
    lead, first, last = match.group("lead", "first", "last")
    numbers = range(int(first), int(last) + 1)
    return tuple(f"{lead}{number:0{len(first)}d}" for number in numbers)


def range_problem(text: str) -> tuple[str, str | None] | None:
    """What is wrong with a range, and a hint; None for one that is right, and for other texts.

    >>> range_problem("450-401")
    ('the range 450-401 is empty', 'write it first-last')
    """
    match = _RANGE.fullmatch(text)
    if match and int(match["last"]) < int(match["first"]):
        return f"the range {text} is empty", "write it first-last"
    if match and int(match["last"]) - int(match["first"]) >= _LONGEST:
        return f"the range {text} is too long", None
    return None
