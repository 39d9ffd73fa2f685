"""Writing runs and judgments in every layout that can hold them, and files in one piece.

Nothing is lost in silence: what a layout has no place for is counted in `Written.lost`, and what
it would make something else of is refused.
"""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path

from harness.core.errors import HarnessError, Problem
from harness.core.model import Qrels, Run
from harness.formats.layouts import written
from harness.formats.writing import Written


def write_run(run: Run, format: str = "trec") -> Written:
    r"""A run as a file's content, in a layout of runs.

    Ranks are counted from 1 in evaluation order, and scores are written so that reading gives the
    same float64. ``lost`` counts what the layout has no place for (scores, the run's name, …).
    Raises `InputError` for an unknown layout and for what the layout would change: identifiers
    with blanks in files of fields, a document twice in a topic in JSON.

    >>> import polars as pl
    >>> frame = pl.DataFrame({"topic": ["1", "1"], "doc": ["a", "b"], "score": [0.1, 2.0]})
    >>> write_run(Run("bm25", frame)).content.decode()
    '1 Q0 b 1 2.0 bm25\n1 Q0 a 2 0.1 bm25\n'
    >>> write_run(Run("bm25", frame), "msmarco").lost
    {'run name': 1, 'scores': 2}
    """
    result: Written = written("runs", format, run, run.source)
    return result


def write_qrels(qrels: Qrels, format: str = "trec") -> Written:
    r"""Judgments as a file's content, in a layout of judgments.

    ``lost`` counts, by column, the values that the layout has no place for. A column ``iter`` is
    written where the layout has that field, and 0 without one; reading does not keep it. Raises
    `InputError` for an unknown layout, when the layout needs columns that are not there, and for
    what it cannot tell apart or would change.

    >>> import polars as pl
    >>> frame = pl.DataFrame({"topic": ["1"], "subtopic": ["2"], "doc": ["a"], "grade": [1]})
    >>> write_qrels(Qrels(frame), "trec")
    Written(content=b'1 0 a 1\n', lost={'subtopic': 1})
    """
    result: Written = written("judgments", format, qrels, qrels.source)
    return result


# --- files -----------------------------------------------------------------------------------


def atomic_write(path: str | os.PathLike[str], content: bytes | str) -> None:
    """Write a file so that at any moment there is the old one or the new one, whole.

    A temporary file in the same directory is written, synchronised to the disk and renamed. A
    symbolic link stays one; the file's permissions stay, a new file's are the usual ones. Raises
    `HarnessError` when the file cannot be written.
    """
    target = Path(os.path.realpath(path))
    temporary = target.with_name(f".{target.name[:200]}.{secrets.token_hex(8)}")
    try:
        try:
            with temporary.open("xb") as file:
                file.write(content.encode() if isinstance(content, str) else content)
                file.flush()
                if target.exists():
                    os.fchmod(file.fileno(), target.stat().st_mode & 0o7777)
                os.fsync(file.fileno())
            temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        problem = Problem(f"cannot be written: {error.strerror}", os.fspath(path))
        raise HarnessError(problem) from None
    _sync_directory(target.parent)


def _sync_directory(directory: Path) -> None:
    """Make the rename itself last; not every system lets a directory be opened."""
    with contextlib.suppress(OSError):
        handle = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
