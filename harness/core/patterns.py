"""Regular expressions that others wrote, tried on texts that others wrote: never for ever.

They are Python's, by the package ``regex``, which can be given a time: an expression such as
``(a+)+$`` takes 2^n steps to see that it does not fit a text of n letters.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Iterable, Mapping
from typing import Any

from harness.core.errors import EvaluationError, Problem

#: So many seconds one text may take, and all texts together beyond what texts take usually.
_SECONDS = 2.0
_USUAL = 50e-6

#: A repetition such as {1000} is written out; nested ones multiply.
_COUNTED = re.compile(r"\{(?:\d*,)?(\d+),?\}")
_MOST_REPEATED = 100_000
_LONGEST = 10_000


class Pattern:
    """A regular expression; ``key`` says where it stands, such as ``run_pattern``.

    Raises `ValueError` with what is wrong with it, or what makes it too large.

    >>> Pattern("(?P<group>[^/]+)/", "run_pattern").groups("unipd/a.run")
    {'group': 'unipd'}
    >>> Pattern("(x", "check.tag")
    Traceback (most recent call last):
        ...
    ValueError: not a regular expression: missing ) at position 2
    """

    def __init__(self, text: str, key: str) -> None:
        self.text, self.key = text, key
        _refuse_wrong(text)
        import regex

        try:
            self._compiled: Any = regex.compile(text)
        except (regex.error, RecursionError, OverflowError) as error:
            raise ValueError(f"not a regular expression: {error}") from None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its groups."""
        return tuple(self._compiled.groupindex)

    def groups(self, text: str) -> Mapping[str, str | None] | None:
        """The named groups of its first match in a text; None where it does not match."""
        try:
            match = self._compiled.search(text, timeout=_SECONDS)
        except TimeoutError:
            raise self._too_slow(text, _SECONDS) from None
        return None if match is None else dict(match.groupdict())

    def fits(self, texts: Iterable[str]) -> list[bool]:
        """Of each text, whether it fits as a whole. Raises `EvaluationError` when that takes long.

        >>> Pattern("[a-z]+", "check.tag").fits(["bm25", "bm"])
        [False, True]
        """
        every = list(texts)
        seconds = _SECONDS + _USUAL * len(every)
        end = time.monotonic() + seconds
        fit = []
        for text in every:
            left = end - time.monotonic()
            try:
                fit.append(self._compiled.fullmatch(text, timeout=max(left, 0.0)) is not None)
            except TimeoutError:
                left = 0.0
            if left <= 0:
                raise self._too_slow(text, seconds)
        return fit

    def _too_slow(self, text: str, seconds: float) -> EvaluationError:
        message = f"the pattern {self.text!r} takes more than {seconds:.0f} seconds at {text!r}"
        hint = "repeat nothing that is repeated inside, as in (a+)+"
        return EvaluationError(Problem(message, key=self.key, hint=hint))


def _refuse_wrong(text: str) -> None:
    if len(text) > _LONGEST:
        raise ValueError(f"a regular expression has at most {_LONGEST:,} characters")
    if math.prod(max(1, int(count[-9:])) for count in _COUNTED.findall(text)) > _MOST_REPEATED:
        raise ValueError(f"the repetitions in it multiply to more than {_MOST_REPEATED:,}")
