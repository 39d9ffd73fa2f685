r"""A table as LaTeX for papers: booktabs rules, siunitx columns, marks as superscripts and bold.

The output compiles in any document with ``\usepackage{booktabs}`` and ``\usepackage{siunitx}``
(version 3). Non-ASCII characters are written as UTF-8. lualatex and xelatex show those in the font.
pdflatex needs ``\usepackage[T1]{fontenc}``, and shows characters that it lacks, such as Hebrew or
Chinese, by their numbers.
"""

from __future__ import annotations

import math
import re
import string
from collections.abc import Callable, Iterable, Iterator, Sequence

from harness.core.errors import EvaluationError, Problem, refuse
from harness.core.harmless import visible
from harness.core.notes import note_lines
from harness.report.table.neutral import Mark, Table

_ESCAPES = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "_": r"\_",
        "&": r"\&",
        "%": r"\%",
        "$": r"\$",
        "#": r"\#",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        "`": r"\textasciigrave{}",
        '"': r"\char34{}",
        "[": "{[}",
        "]": "{]}",
        # Signs of our own headings, marks and captions; every engine has these.
        "−": r"\ensuremath{-}",
        "–": r"\textendash{}",
        "…": r"\dots{}",
        "×": r"\ensuremath{\times}",
        "±": r"\ensuremath{\pm}",
        "·": r"\ensuremath{\cdot}",
        "√": r"\ensuremath{\surd}",
        "∞": r"\ensuremath{\infty}",
        "Δ": r"\ensuremath{\Delta}",
        "Φ": r"\ensuremath{\Phi}",
        "α": r"\ensuremath{\alpha}",
        "ρ": r"\ensuremath{\rho}",
        "σ": r"\ensuremath{\sigma}",
        "τ": r"\ensuremath{\tau}",
        "²": r"\textsuperscript{2}",
        "†": r"\textdagger{}",
    }
)

#: Characters that become another sign when doubled: a dash, a quotation mark.
_LIGATURE = re.compile(r"([-',])(?=\1)")

#: A number that siunitx can read; other cells of its columns need braces.
_NUMBER = re.compile(r"(-?)(\d+)(?:\.(\d+))?(?:e([-+]?)0*(\d+))?")

#: Set numbers in the text's font, which may be bold, with digits as they are written.
_SETTINGS = (
    r"\sisetup{mode=text, reset-text-series=false, group-digits=none,",
    r"  table-align-exponent=false}",
)

#: The space below captions, which many classes put only above.
_SPACE_BELOW = (r"\setlength{\belowcaptionskip}{6pt}%",)

_LABEL = re.compile(r"[A-Za-z0-9:._/+-]+")

#: Tables with more rows than this continue over pages.
MOST_ROWS = 45
#: Letter size and half the space between columns, in points, from the most comfortable on.
_SIZES = ((9.0, 6.0), (9.0, 4.0), (8.0, 4.0), (8.0, 3.0), (7.0, 3.0), (7.0, 2.0), (7.0, 1.5))
#: How much wider small letters are drawn than scaled larger ones.
_SMALL = {9.0: 1.03, 8.0: 1.07, 7.0: 1.14}

#: Widths of characters relative to the letter size, of Computer Modern, which is a wide font.
_EMS = {
    **dict.fromkeys(f"{string.ascii_uppercase}−", 0.78),
    **dict.fromkeys(".,:;|!il'", 0.28),
    **dict.fromkeys("mwMW@%", 0.98),
    **dict.fromkeys(string.digits, 0.5),
}


def latex_table(
    table: Table,
    *,
    floating: bool = False,
    label: str = "",
    width: float | None = None,
    across: bool = False,
) -> str:
    r"""Return a tabular between booktabs rules; the notes follow as comments.

    Columns with numbers are siunitx columns with a fitting ``table-format``. ``floating`` makes a
    ``table`` environment with the title as caption and the ``label``, ``across`` both columns of a
    page (``table*``); otherwise the title is a comment. ``width`` in centimetres selects the
    largest letters from 9 to 7 points that fit (`choose_letter_size`). A table longer than a page
    becomes a ``longtable``, for pages of one column. Raises `EvaluationError` for a label with
    other characters than letters, digits and ``:._/+-``, and for a label or both columns without
    the environment.
    """
    refuse(_problems(label, floating=floating, across=across), EvaluationError)
    title = [table.title] if table.title else []
    typeset = [*(title if floating else ()), *_typeset(table)]
    size = None if width is None else choose_letter_size(table, width) or _SIZES[-1]
    kind = "longtable" if len(table.rows) > MOST_ROWS else "tabular"
    captions = [rf"\caption{{{escape_tex(text)}}}" for text in title if floating]
    captions += [rf"\label{{{label}}}"] if label else []
    floats = floating and kind == "tabular"
    environment = ("table*" if across else "table") if floats else ""
    lines = [
        *_needs(typeset, kind),
        *_comments(() if floating else title),
        *((rf"\begin{{{environment}}}", r"\centering") if floats else (r"\begingroup",)),
        *_escape_unknown(typeset),
        *_SETTINGS,
        *((*_SPACE_BELOW[: len(title)], *captions) if floats else ()),
        *(_size_lines(*size) if size else ()),
        *_tabular(table, kind, () if floats else captions),
        rf"\end{{{environment}}}" if floats else r"\endgroup",
        *_comments(note_lines(table.notes)),
    ]
    return "\n".join(lines) + "\n"


def _problems(label: str, *, floating: bool, across: bool) -> Iterator[Problem]:
    if label and not (floating and _LABEL.fullmatch(label)):
        hint = "letters, digits and : . _ / + -" if floating else "only a floating table has one"
        yield Problem(f"the label {label!r} is not allowed", hint=hint)
    if across and not floating:
        yield Problem("only a floating table goes across both columns", hint="give it a label")


def choose_letter_size(table: Table, width: float) -> tuple[float, float] | None:
    """Return the largest letter size and column space, in points, with which the table fits a
    width.

    The width is in centimetres. None if nothing fits; letter widths are estimated for wide fonts.
    """
    points = width / 2.54 * 72.27
    ems = math.fsum(_column_ems(table, column) for column in range(len(table.columns)))
    gaps = 2 * len(table.columns)
    return next(
        (
            (letters, gap)
            for letters, gap in _SIZES
            if ems * letters * _SMALL[letters] + gaps * gap <= points
        ),
        None,
    )


def fit_table(make: Callable[..., Table], width: float) -> Table:
    """Return the table that ``make`` creates, with three decimals if it would not fit the width
    otherwise.
    """
    made = make()
    return make(digits=3) if choose_letter_size(made, width) is None else made


def _column_ems(table: Table, column: int) -> float:
    """Return the width of a column; numbers all leave room for the widest superscript."""
    marks = [table.mark(row, column) for row in range(len(table.rows))]
    bold = (1.14 if mark.bold else 1.0 for mark in marks)
    texts = (_ems(text) * wider for text, wider in zip(table.texts(column), bold, strict=True))
    most = max(texts, default=0.0) + 0.9 * max(
        (_ems(mark.superscript) for mark in marks), default=0
    )
    return max(_ems(table.columns[column].name), most)


def _ems(text: str) -> float:
    """Return the maximum width of a text, relative to its letter size.

    >>> round(_ems("0.5315"), 2), round(_ems("WM"), 2)
    (2.78, 1.96)
    """
    return math.fsum(_EMS.get(sign, 0.55) for sign in text)


def _size_lines(letters: float, gap: float) -> tuple[str, str]:
    return (
        rf"\fontsize{{{letters:g}}}{{{letters * 1.2:g}}}\selectfont",
        rf"\setlength{{\tabcolsep}}{{{gap:g}pt}}",
    )


def _typeset(table: Table) -> list[str]:
    """Return every text of the tabular."""
    cells = [text for number in range(len(table.columns)) for text in table.texts(number)]
    marks = [mark.superscript for mark in table.marks.values()]
    return [*(column.name for column in table.columns), *cells, *marks]


def _needs(typeset: Iterable[str], kind: str) -> list[str]:
    lines = [r"% needs \usepackage{booktabs} and \usepackage{siunitx} (version 3)"]
    if kind == "longtable":
        lines.append(r"% and \usepackage{longtable}, which needs pages of one column (\onecolumn)")
    if any(not escape_tex(text).isascii() for text in typeset):
        lines.append(r"% not all of it is ASCII: pdflatex also needs \usepackage[T1]{fontenc}")
    return lines


def _escape_unknown(typeset: Iterable[str]) -> list[str]:
    """Define characters that pdflatex lacks by their numbers, so that it does not stop.

    The names are LaTeX's for the characters of an 8-bit engine; defined ones stay unchanged. In
    other engines the lines have no effect.
    """
    rare = sorted({sign for text in typeset for sign in escape_tex(text) if sign > "\u00ff"})
    return [
        rf"\expandafter\providecommand\csname u8:\detokenize{{{sign}}}\endcsname"
        rf"{{[U+{ord(sign):04X}]}}%"
        for sign in rare
    ]


def _comments(lines: Iterable[str]) -> list[str]:
    return [f"% {visible(line)}" for line in lines]


def _tabular(table: Table, kind: str, captions: Sequence[str]) -> list[str]:
    """Return the environment of a kind; one that continues over pages repeats its heading."""
    columns = [_column(table, column) for column in range(len(table.columns))]
    heading, *rows = [_row(cells) for cells in zip(*(cells for _, cells in columns), strict=True)]
    return [
        rf"\begin{{{kind}}}{{",
        *(f"  {kind}" for kind, _ in columns),
        "}",
        *((*captions[:-1], rf"{captions[-1]}\\") if captions else ()),
        r"\toprule",
        heading,
        r"\midrule",
        *((r"\endhead", r"\bottomrule", r"\endfoot") if kind == "longtable" else ()),
        *rows,
        *(() if kind == "longtable" else (r"\bottomrule",)),
        rf"\end{{{kind}}}",
    ]


def _row(cells: Iterable[str]) -> str:
    """Return a row; ``{}`` keeps a star at its start from belonging to the command before it."""
    line = " & ".join(cells)
    return ("{}" if line.startswith("*") else "") + line + r" \\"


def _column(table: Table, column: int) -> tuple[str, list[str]]:
    """Return a column's type and its cells, heading first."""
    texts = table.texts(column)
    marks = [table.mark(row, column) for row in range(len(texts))]
    heading = escape_tex(table.columns[column].name)
    if not table.is_number(column):
        return "l", [heading, *(_text(*cell) for cell in zip(texts, marks, strict=True))]
    cells = [_number(*cell) for cell in zip(texts, marks, strict=True)]
    return f"S[table-format={_format(texts, marks)}]", [f"{{{heading}}}", *cells]


def _text(text: str, mark: Mark) -> str:
    body = escape_tex(text)
    return (rf"\textbf{{{body}}}" if mark.bold and body else body) + _above(mark)


def _number(text: str, mark: Mark) -> str:
    r"""Return a cell of a siunitx column: a number with its mark, or a text in braces.

    >>> _number("1.8e-05", Mark()), _number("∞", Mark()), _number("", Mark())
    ('1.8e-5', '{\\ensuremath{\\infty}}', '')
    >>> print(_number("0.5315", Mark(bold=True, superscript="a")))
    \bfseries 0.5315{\textsuperscript{\textmd{a}}}
    """
    match = _NUMBER.fullmatch(text)
    if not match:
        return f"{{{_text(text, mark)}}}" if text or mark.superscript else ""
    sign, whole_digits, decimals, exponent_sign, exponent = match.groups(default="")
    number = sign + whole_digits + (f".{decimals}" if decimals else "")
    number += f"e{exponent_sign.replace('+', '')}{exponent}" if exponent else ""
    above = f"{{{_above(mark)}}}" if mark.superscript else ""
    return (r"\bfseries " if mark.bold else "") + number + above


def _above(mark: Mark) -> str:
    """Return the superscript of a mark, which is never bold."""
    if not mark.superscript:
        return ""
    text = escape_tex(mark.superscript)
    return (
        rf"\textsuperscript{{\textmd{{{text}}}}}" if mark.bold else rf"\textsuperscript{{{text}}}"
    )


def _format(texts: list[str], marks: list[Mark]) -> str:
    r"""Return the table-format: sign, digits before and after the point, exponent, widest
    superscript.

    Room is left for the widest letters of about the same width, whatever the font.

    >>> print(_format(["0.0312", "-1.8e-15", "", "∞"], [Mark(superscript="ac")]))
    -1.4e-2{\textsuperscript{dd}}
    """
    escaped = [match.groups(default="") for match in map(_NUMBER.fullmatch, texts) if match]
    signs, wholes, decimals, exponent_signs, exponents = zip(
        *(escaped or [("", "0", "", "", "")]), strict=True
    )
    kind = ("-" if "-" in signs else "") + str(max(map(len, wholes)))
    kind += f".{max(map(len, decimals))}"
    if any(exponents):
        kind += f"e{'-' if '-' in exponent_signs else ''}{max(map(len, exponents))}"
    widest = re.sub(
        "[a-ln-vx-z]", "d", max((mark.superscript for mark in marks), key=_ems, default="")
    )
    return kind + (f"{{{_above(Mark(superscript=widest))}}}" if widest else "")


def escape_tex(text: str) -> str:
    r"""Return a text without anything that has a meaning in TeX.

    >>> print(escape_tex(r"a_b & c--d \today"))
    a\_b \& c-{}-d \textbackslash{}today
    """
    return _LIGATURE.sub(r"\1{}", visible(text).translate(_ESCAPES))
