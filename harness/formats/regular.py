"""The fast way through a file of fields: polars' parser, for files that have no irregularity.

What a file has to be for that is checked on its bytes, because the parser does not say: it reads
past surplus fields when not all columns are wanted, and takes text for what it is not.
"""

from __future__ import annotations

import numpy as np
import polars as pl

from harness.core.numbers import LARGEST
from harness.formats.files import foreign_byte
from harness.formats.line_fields import LineFields

_NEWLINE, _SPACE, _TAB = b"\n \t"
#: So many bytes are looked at together: they stay in the processor's cache.
_PIECE = 2**18


def regular(content: bytes, declared: LineFields) -> pl.DataFrame | None:
    """The kept columns of records through polars' parser; None where anything is irregular."""
    if b"\r\n" in content[:4096]:
        content = content.replace(b"\r\n", b"\n")
    known = _grid(content, len(declared.fields))
    if known is None:
        content = _single_blanks(content)
        known = _grid(content, len(declared.fields))
    if known is None:
        return None
    separator, height = known
    try:
        frame = (
            pl.scan_csv(
                content,
                has_header=False,
                separator=chr(separator),
                quote_char=None,
                schema={name: declared.type_of(name) for name in declared.fields},
            )
            # The last column is null where a line is too short.
            .select(*dict.fromkeys((*declared.keep, declared.fields[-1])))
            .collect()
        )
    except (pl.exceptions.PolarsError, OSError):  # OSError: it begins like a compressed file
        return None
    sound = frame.height == height and all(_is_sound(column, declared) for column in frame)
    if not sound:
        return None
    # To select what is there already takes as long as reading some thousand lines.
    return frame if frame.columns == list(declared.keep) else frame.select(declared.keep)


def _single_blanks(content: bytes) -> bytes:
    r"""The content with one space for blanks and tabs between fields, and none around lines.

    >>> _single_blanks(b" 1  0\td1 \t 1 \n 2 0 d1 1\n")
    b'1 0 d1 1\n2 0 d1 1\n'
    """
    parts = []
    previous = _NEWLINE
    values = np.frombuffer(content, dtype=np.uint8)
    for start in range(0, len(values), _PIECE):
        piece = values[start : start + _PIECE]
        blank = (piece == _SPACE) | (piece == _TAB)
        after = np.concatenate([[previous], piece[:-1]])
        between = (after != _SPACE) & (after != _TAB) & (after != _NEWLINE)
        parts.append(np.where(blank, np.uint8(_SPACE), piece)[between | ~blank])
        previous = int(piece[-1])
    single = np.concatenate([np.zeros(0, dtype=np.uint8), *parts]).tobytes()
    return single.replace(b" \n", b"\n").removesuffix(b" ")


def _grid(content: bytes, fields: int) -> tuple[int, int] | None:
    """The one blank that separates the fields of a file throughout, and the number of its lines.

    None unless there are as many blanks as lines of so many fields have, none beside another, and
    nothing that only the other way understands: controls, bytes that are not UTF-8. So one line may
    be longer only where another one is shorter.
    """
    first = content[: content.find(b"\n") + 1] or content
    separator = _TAB if b"\t" in first else _SPACE
    ends = content.endswith(b"\n")
    blanks = lines = int(not ends)
    separators = 0
    after_blank = True
    values = np.frombuffer(content, dtype=np.uint8)
    for start in range(0, len(values), _PIECE):
        piece = values[start : start + _PIECE]
        blank = piece <= _SPACE  # controls too
        if (after_blank and blank[0]) or bool((blank[1:] & blank[:-1]).any()):
            return None
        after_blank = bool(blank[-1])
        blanks += int(np.count_nonzero(blank))
        separators += int(np.count_nonzero(piece == separator))
        lines += int(np.count_nonzero(piece == _NEWLINE))
    if separators != (fields - 1) * lines or blanks != separators + lines:
        return None
    if not content or foreign_byte(content) is not None:
        return None
    return separator, lines


def _is_sound(column: pl.Series, declared: LineFields) -> bool:
    """Whether a column has a value in each row that the other way would take too."""
    if column.null_count():
        return False
    if column.dtype == pl.Int64:
        return bool(column.min() > -LARGEST)  # type: ignore[operator]
    if column.dtype == pl.Float64:
        values = column.to_numpy()
        wrong = np.isnan(values) if column.name in declared.infinite else ~np.isfinite(values)
        return not wrong.any()
    return True
