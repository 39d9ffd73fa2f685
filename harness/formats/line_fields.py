"""The fields of a line: their names and types, and what else may stand there."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from harness.core.frames import pl
from harness.core.numbers import counted, decimal, integer, is_read, score
from harness.formats.files import BLANKS

FIELD = re.compile(f"[^{BLANKS}]+")
#: A label of SemEval.
TRUTH = re.compile(r"(?:true|false)\Z")

#: The texts of a column that stand for "no value", by column.
Missing = Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class LineFields:
    """The fields of a line, in order; the columns that are kept; how many more fields may follow.

    ``integers`` and ``decimals`` name the numeric columns, all others are text; ``infinite`` are
    the decimals that may be infinities. ``extra`` allows any number of further fields: ignored, or
    kept as one text in the column named by ``rest``, which should look like ``rest_like``.
    ``missing`` lists the texts that mean "no value" (a null) in a numeric column; ``like`` are the
    patterns of columns of which no other text is a value.
    """

    fields: tuple[str, ...]
    keep: tuple[str, ...]
    integers: frozenset[str] = frozenset()
    decimals: frozenset[str] = frozenset()
    infinite: frozenset[str] = frozenset()
    extra: bool = False
    rest: str | None = None
    rest_like: re.Pattern[str] | None = None
    missing: Missing = field(default_factory=dict)
    like: Mapping[str, re.Pattern[str]] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        names: str,
        *,
        without: str = "iter",
        integers: str = "",
        decimals: str = "",
        infinite: str = "",
        rest: str | None = None,
        **more: Any,
    ) -> LineFields:
        """Fields named with blanks between, of which some are not kept.

        >>> LineFields.of("topic iter doc grade", integers="grade").keep
        ('topic', 'doc', 'grade')
        """
        fields = tuple(names.split())
        return cls(
            fields,
            (*(name for name in fields if name not in without.split()), *([rest] if rest else [])),
            integers=frozenset(integers.split()),
            decimals=frozenset((*decimals.split(), *infinite.split())),
            infinite=frozenset(infinite.split()),
            rest=rest,
            **more,
        )

    def type_of(self, name: str) -> type[pl.DataType]:
        """The polars type of a column."""
        if name in self.integers:
            return pl.Int64
        return pl.Float64 if name in self.decimals else pl.String

    def reader(self, name: str) -> Callable[[str], object]:
        """Return the parser of a field's text, which raises a `ValueError` that says why."""
        if name in self.integers:
            read: Callable[[str], object] = integer
        elif name in self.decimals:
            read = score if name in self.infinite else decimal
        else:
            return str
        missing = self.missing.get(name)
        if missing is None:
            return read
        return lambda text: None if text in missing else read(text)

    def wrong_count(self, count: int) -> str:
        """Describe the fault of a line with so many fields."""
        wanted = f"at least {len(self.fields)}" if self.rest else len(self.fields)
        return f"{counted(count, 'field')} where {wanted} are expected"

    def __str__(self) -> str:
        return " ".join((*self.fields, *([f"{self.rest} …"] if self.rest else [])))

    def fits(self, record: Sequence[str]) -> bool:
        """Whether a line can have these: the right number of fields, numbers where expected."""
        count = len(self.fields)
        if len(record) < count or (len(record) > count and not self.extra):
            return False
        if self.rest_like and not self.rest_like.match(" ".join(record[count:])):
            return False
        return all(map(self._reads, self.fields, record))

    def record_test(self) -> Callable[[bytes], bool]:
        """The test of a line that begins with ``#``: whether its fields are those of a record.

        A rank has to be a number, though otherwise nobody looks at it.

        >>> run = LineFields.of("topic iter doc rank score tag", decimals="score", extra=True)
        >>> test = run.record_test()
        >>> test(b"#8 Q0 d1 1 2.5 me"), test(b"#tuned on fold 3 of five parts")
        (True, False)
        """
        numbers = {*self.integers, *self.decimals, "rank"} & set(self.fields)
        readers = [
            (self.fields.index(name), self.reader(name) if name != "rank" else integer)
            for name in numbers
        ]
        patterns = [(self.fields.index(name), pattern) for name, pattern in self.like.items()]
        wanted, most = len(self.fields), None if self.extra else len(self.fields)

        def test(line: bytes) -> bool:
            fields = line.split()
            if len(fields) < wanted or (most and len(fields) > most):
                return False
            texts = [field.decode("utf-8", "replace") for field in fields]
            return (
                (not self.rest_like or bool(self.rest_like.match(" ".join(texts[wanted:]))))
                and all(is_read(read, texts[index]) for index, read in readers)
                and all(pattern.match(texts[index]) for index, pattern in patterns)
            )

        return test

    def _reads(self, name: str, text: str) -> bool:
        pattern = self.like.get(name)
        return is_read(self.reader(name), text) and (pattern is None or bool(pattern.match(text)))
