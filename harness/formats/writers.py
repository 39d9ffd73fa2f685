"""Writing runs and judgments in every layout that can hold them, and files in one piece.

Nothing is lost in silence: what a layout has no place for is counted in `Written.lost`, and what
it would make something else of is refused.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from pathlib import Path

from harness.core.model import Qrels, Run
from harness.formats.layouts import written
from harness.formats.unfinished import unwritten_explained, whole_file
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
    """Write a file in one piece, as `whole_file` does.

    Raises `HarnessError` when the file cannot be written.
    """
    with whole_file(path) as partial, unwritten_explained(path):
        partial.write_bytes(content.encode() if isinstance(content, str) else content)


def write_together(files: Mapping[Path, bytes]) -> None:
    """Write files in one piece each, all of them or none; directories are made for them.

    Raises `HarnessError` when one of them cannot be written. Only where a rename itself fails,
    those before it stay.
    """
    made = dict.fromkeys(
        folder for path in files for folder in path.absolute().parents if not folder.exists()
    )
    try:
        with ExitStack() as stack:
            for path, content in files.items():
                with unwritten_explained(path):
                    path.parent.mkdir(parents=True, exist_ok=True)
                partial = stack.enter_context(whole_file(path))
                with unwritten_explained(path):
                    partial.write_bytes(content)
    except BaseException:
        with suppress(OSError):  # there is something in them
            for folder in made:
                folder.rmdir()
        raise
