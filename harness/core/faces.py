"""Faces: results as a console or notebook shows them, a line and a small table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar, cast, overload

from harness.core import public
from harness.core.errors import EvaluationError, unknown
from harness.core.harmless import visible
from harness.core.numbers import count_noun

T = TypeVar("T")

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    from matplotlib.axes import Axes

#: The most rows of a face.
MOST_ROWS = 10
#: The most columns of a face.
MOST_COLUMNS = 8
#: The most notes of a face, and characters of each.
MOST_NOTES, _LONGEST_NOTE = 5, 160
#: Numbers too small for four decimals, mostly p-values, have an exponent.
_LEAST = 0.00005


def natural(name: str) -> tuple[object, ...]:
    """Return a key that sorts numbers in names by their size.

    >>> sorted(["10", "2", "D10", "D9"], key=natural)
    ['2', '10', 'D9', 'D10']
    >>> natural("9" * 5000) < natural("1" * 5001), natural("007") == natural("7")
    (True, True)
    """
    parts = re.split(r"(\d+)", name)
    return tuple(_size_key(part) if part.isdecimal() else (1, 0, part) for part in parts if part)


def _size_key(digits: str) -> tuple[int, int, str]:
    """Return a key that sorts whole numbers of any length by size (`int` refuses long ones)."""
    if not digits.isascii():
        digits = "".join(str(int(digit)) for digit in digits)
    digits = digits.lstrip("0")
    return 0, len(digits), digits


@dataclass(frozen=True, slots=True)
class Face:
    """A line about a value, and a table of its first rows.

    ``rows`` start with a name; ``total`` is the number of rows in all. ``notes`` are lines below
    the table; the first few are shown.

    >>> print(Face("Scores: 2 runs", ("run", "AP"), [("a", 0.5), ("b", 0.25)], 12).text())
    Scores: 2 runs
    run       AP
    a     0.5000
    b     0.2500
    … and 10 more
    """

    line: str
    columns: Sequence[str]
    rows: Sequence[Sequence[object]]
    total: int
    notes: Sequence[str] = ()

    def text(self) -> str:
        """Return the text for a console."""
        cells = [list(self.columns[:MOST_COLUMNS]), *self._cells()]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines = [
            "  ".join(
                cell.rjust(width) if i else cell.ljust(width)
                for i, (cell, width) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
            for row in cells
        ]
        return "\n".join([self.line, *lines, *self._more(), *self._noted()])

    def html(self) -> str:
        """Return the HTML for a notebook, with all content of files escaped."""
        head = _row("th", self.columns[:MOST_COLUMNS])
        rows = "".join(_row("td", row) for row in self._cells())
        more = "".join(f"<p>{escape(line)}</p>" for line in [*self._more(), *self._noted()])
        table = f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>"
        return f"<p>{escape(visible(self.line))}</p>{table}{more}"

    def _cells(self) -> list[list[str]]:
        return [
            [_render_cell(cell) for cell in row[:MOST_COLUMNS]] for row in self.rows[:MOST_ROWS]
        ]

    def _noted(self) -> Iterable[str]:
        more = len(self.notes) - MOST_NOTES
        shown = [visible(shorten_text(note, _LONGEST_NOTE)) for note in self.notes[:MOST_NOTES]]
        return [*shown, f"… and {count_noun(more, 'more note')}: .notes"] if more > 0 else shown

    def _more(self) -> Iterable[str]:
        rows, columns = (
            self.total - min(len(self.rows), MOST_ROWS),
            len(self.columns) - MOST_COLUMNS,
        )
        rest = [f"{rows:,} more"] if rows > 0 else []
        rest += [count_noun(columns, "more column")] if columns > 0 else []
        return [f"… and {' and '.join(rest)}"] if rest else []


class HasFace:
    """Mixin of results that a console and a notebook show by their face."""

    __slots__ = ()

    def face(self) -> Face:
        """Return a line, and the first rows of a table."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return self.face().text()

    def _repr_html_(self) -> str:
        return self.face().html()


class HasFrame:
    """Mixin of results that are frames of pandas or polars, too."""

    __slots__ = ()

    @overload
    def to_frame(self, library: Literal["pandas"] = "pandas") -> pd.DataFrame: ...
    @overload
    def to_frame(self, library: Literal["polars"]) -> pl.DataFrame: ...
    def to_frame(self, library: str = "pandas") -> pd.DataFrame | pl.DataFrame:
        """Return the rows as a frame.

        Parameters
        ----------
        library
            "pandas", where named rows are indexed by name, or "polars", where the names are the
            first column.

        Returns
        -------
        pandas.DataFrame or polars.DataFrame
            One row for each row of the result.

        Raises
        ------
        EvaluationError
            For another library.

        Examples
        --------
        >>> from harness import score
        >>> score({"1": {"a": 1}}, {"x": {"1": {"a": 1.0}}}, "AP").to_frame("polars").rows()
        [('x', '1', 'AP', 1.0)]
        """
        columns, index = self._columns()
        if library == "polars":
            from harness.core.packages import pl

            return pl.DataFrame({name: list(of) for name, of in columns.items()}, strict=False)
        if library == "pandas":
            import pandas as pd

            frame = pd.DataFrame(dict(columns))
            return frame if index is None else frame.set_index(index)
        raise EvaluationError(unknown("library of frames", library, ("pandas", "polars")))

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Export the rows to readers of Arrow: ``pyarrow.table(scores)``, DuckDB, datasets."""
        return self.to_frame("polars").__arrow_c_stream__(requested_schema)

    def _columns(self) -> tuple[Mapping[str, Any], str | None]:
        """Return the columns, and the name of the column that names the rows."""
        raise NotImplementedError


class Figures(Protocol):
    """Figures of runs; `harness.report.notebook.Plots` describes each."""

    def leaderboard(
        self,
        measure: str | None = ...,
        *,
        runs: Sequence[str] = ...,
        top: int | None = ...,
        ax: Axes | None = ...,
    ) -> Axes:
        """Draw means with their intervals."""

    def runs(
        self, measure: str | None = ..., *, top: int | None = ..., ax: Axes | None = ...
    ) -> Axes:
        """Draw a box plot of each run."""

    def topics(self, measure: str | None = ..., *, ax: Axes | None = ...) -> Axes:
        """Draw a box plot of each topic."""

    def heat_map(
        self, measure: str | None = ..., *, top: int | None = ..., ax: Axes | None = ...
    ) -> Axes:
        """Draw a heat map of runs and topics."""

    def difference(
        self, a: str, b: str, measure: str | None = ..., *, ax: Axes | None = ...
    ) -> Axes:
        """Draw the differences of two runs, topic by topic."""

    def precision_recall(
        self, runs: Sequence[str] = ..., *, cutoffs: bool = ..., ax: Axes | None = ...
    ) -> Axes:
        """Draw precision at recall levels, or at cutoffs."""


class HasPlots(HasFace):
    """Mixin of results with figures and LaTeX tables: `harness.plots`, `harness.to_latex`.

    Drawing is in a room above: `harness.core.public` loads it on first use.
    """

    __slots__ = ()

    @property
    def plot(self) -> Any:
        """Figures on matplotlib's axes, by name: ``.plot.leaderboard()``."""
        return public("plots")(self)

    def to_latex(self, baseline: str | Sequence[str] | None = None, **content: Any) -> str:
        """Return the table of a paper; see `harness.to_latex`.

        Parameters
        ----------
        baseline
            The runs that superscripts refer to; those of a comparison if None.
        content
            Other arguments of `harness.to_latex`: measures, caption, label, digits, columns, venue.

        Returns
        -------
        str
            LaTeX, with the packages that it needs in a comment.

        Raises
        ------
        EvaluationError
            For measures and runs that are not there.

        Examples
        --------
        >>> from harness import score
        >>> qrels = {"1": {"a": 1}, "2": {"a": 1}}
        >>> runs = {"x": {"1": ["a"], "2": ["a"]}, "y": {"1": ["b", "a"], "2": ["a"]}}
        >>> "Two topics" in score(qrels, runs, "RR").to_latex(caption="Two topics")
        True
        """
        return str(public("to_latex")(self, baseline, **content))


class HasRunPlots(HasPlots):
    """Mixin of results with figures of runs: scores, comparisons and reports."""

    __slots__ = ()

    @property
    def plot(self) -> Figures:
        """Figures on matplotlib's axes, by name: ``.plot.leaderboard(ax=ax)``."""
        return cast("Figures", public("plots")(self))


class ShownTable(Protocol):
    """A table of results, printed and shown; `harness.report.results_table` makes it."""

    @overload
    def to_frame(self, library: Literal["pandas"] = "pandas") -> pd.DataFrame: ...
    @overload
    def to_frame(self, library: Literal["polars"]) -> pl.DataFrame: ...

    def to_latex(self, *, label: str = ..., venue: str | None = ...) -> str:
        """Return the table in LaTeX."""

    def _repr_html_(self) -> str: ...


def long_columns(rows: Sequence[tuple[str, str, str, float]]) -> dict[str, list[Any]]:
    """Return the columns of values in long form: run, topic, measure, value."""
    names = ("run", "topic", "measure", "value")
    return {name: [row[number] for row in rows] for number, name in enumerate(names)}


def shorten_text(text: str, length: int) -> str:
    """Cut a text to a length, with an ellipsis if it is longer."""
    return text if len(text) <= length else f"{text[: length - 1]}…"


def _render_cell(cell: object) -> str:
    if not isinstance(cell, float):
        return "" if cell is None else visible(str(cell))
    return f"{cell:.0e}" if 0 < cell < _LEAST else f"{cell:.4f}"


def _row(kind: str, cells: Sequence[str]) -> str:
    """Return a row whose first cell is a name; notebooks align cells to the right."""
    first, *rest = (escape(cell) for cell in cells)
    name = f'<{kind} style="text-align: left">{first}</{kind}>'
    return f"<tr>{name}{''.join(f'<{kind}>{cell}</{kind}>' for cell in rest)}</tr>"


class NamedValues(dict[str, T]):
    """A dictionary whose `KeyError` for a missing name has the nearest one.

    >>> NamedValues("run", {"bm25": 0.5})["bm52"]
    Traceback (most recent call last):
    ...
    KeyError: "unknown run 'bm52' (did you mean bm25?)"
    """

    __slots__ = ("what",)

    def __init__(self, what: str, values: Mapping[str, T]) -> None:
        super().__init__(values)
        self.what = what

    def __missing__(self, name: str) -> T:
        raise KeyError(str(unknown(self.what, name, self)))

    def __reduce__(self) -> tuple[type[NamedValues[T]], tuple[str, dict[str, T]]]:
        return NamedValues, (self.what, dict(self))
