"""The documents that a task knows: by a pattern, a list, or whatever can look them up."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock

import numpy as np
import polars as pl

from harness.core.pair_table import PairTable
from harness.core.patterns import Pattern
from harness.validation.grouped_run import Mask

#: Patterns that polars' faster engine takes as Python does: plain characters, classes, groups,
#: repetitions.
_PLAIN = re.compile(
    r"(?:(?:[\w./:-]|\\[dw.\-/]|\[[\w.-]+\]|\))(?:[?*+]|\{\d+(?:,\d+)?\})?|\((?:\?:)?|\|)*",
    re.ASCII,
)


@dataclass(frozen=True, slots=True, eq=False)
class KnownDocuments:
    """Which identifiers are documents: ``known`` tells it of each [N]; ``what`` says how.

    ``ids`` are all of them, where they are listed.
    """

    what: str
    known: Callable[[pl.Series], Mask]
    ids: pl.Series | None = None


def matching(pattern: str) -> KnownDocuments:
    r"""The documents whose whole identifier fits a regular expression (Python's).

    >>> matching(r"FT\d{3}-\d+").known(pl.Series(["FT911-3", "FT91-3", "FT911-3x"])).tolist()
    [True, False, False]
    """
    compiled = Pattern(pattern, "check.documents.pattern")
    if _PLAIN.fullmatch(pattern) and "--" not in pattern:
        anchored = f"^(?:{pattern})$"
        with suppress(pl.exceptions.ComputeError):  # too large for that engine
            pl.Series([""]).str.contains(anchored)
            return KnownDocuments(
                f"the pattern {pattern}", lambda docs: docs.str.contains(anchored).to_numpy()
            )

    def known(docs: pl.Series) -> Mask:
        return np.array(compiled.fits(docs.to_list()), dtype=bool)

    return KnownDocuments(f"the pattern {pattern}", known)


def listed(ids: pl.Series, source: str) -> KnownDocuments:
    """The documents of a list; ``source`` names it.

    >>> listed(pl.Series(["d1", "d2"]), "docs.txt").known(pl.Series(["d2", "d3"])).tolist()
    [True, False]
    """
    ids = ids.unique()
    table = PairTable(np.zeros(len(ids), dtype=np.int64), ids)

    def known(docs: pl.Series) -> Mask:
        zeros = np.zeros(len(docs), dtype=np.int64)
        return np.asarray(table.find(table.keys(zeros, docs), zeros, docs) >= 0)

    return KnownDocuments(source, known, ids)


def looked_up(find: Callable[[Iterable[str]], set[str]], source: str) -> KnownDocuments:
    """The documents that ``find`` finds among some identifiers; each is asked for once only.

    Runs of one task have most of their documents in common. Threads wait for each other.

    >>> known = looked_up(lambda ids: {one for one in ids if one < "b"}, "the collection")
    >>> known.known(pl.Series(["a1", "b1", "a1"])).tolist()
    [True, False, True]
    """
    answers: dict[str, bool] = {}
    lock = Lock()

    def known(docs: pl.Series) -> Mask:
        distinct = docs.unique(maintain_order=True)
        with lock:
            new = [doc for doc in distinct.to_list() if doc not in answers]
            there_now = find(new) if new else set()
            answers.update((doc, doc in there_now) for doc in new)
            there = [answers[doc] for doc in distinct.to_list()]
        mask: Mask = docs.replace_strict(distinct, there, return_dtype=pl.Boolean).to_numpy()
        return mask

    return KnownDocuments(source, known)
