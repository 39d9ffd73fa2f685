"""What readers of documents share: what they offer of each, and how pieces are decoded."""

from __future__ import annotations

from collections.abc import Callable

from harness.core.model import DocumentText
from harness.formats.files import decode
from harness.formats.topics.reading import TextReading

#: A document's identifier, and what makes its text for those who want it.
Offer = tuple[str, Callable[[], DocumentText]]


class Decoder:
    """Decodes the pieces of one file: UTF-8, or latin-1 where a piece is not, which is counted."""

    __slots__ = ("_first", "_others", "_what")

    def __init__(self, what: str) -> None:
        self._what = what
        self._others = 0
        self._first = 0

    def text(self, content: bytes, line: int) -> str:
        """A piece that starts in a line."""
        text, warnings = decode(content, "")
        if warnings:
            self._first = self._first or line
            self._others += 1
        return text

    def report(self, reading: TextReading) -> None:
        """Note how many pieces were not UTF-8."""
        if self._others:
            message = f"{self._what} that are not UTF-8, read as latin-1: {self._others}"
            reading.warn(message, line=self._first)
