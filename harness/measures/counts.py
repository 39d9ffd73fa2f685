"""Counts and sums of retrieved documents, on which all other measures rest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from harness.core.arrays import Floats
from harness.core.batch import Batch
from harness.core.judged_run import UNPOOLED, JudgedRun
from harness.measures.registry import Texts, TrecName, measure

_ANY = (0.0, float("inf"))
_TREC = "trec_eval, https://github.com/usnistgov/trec_eval"


@measure(
    "NumQ",
    trec_eval=TrecName("num_q", summary_only=True),
    summary="sum",
    bounds=_ANY,
    integer=True,
    cite=_TREC,
)
def num_q(run: Batch) -> Floats:
    """Number of topics evaluated: 1 for each topic, summed.

    >>> num_q(JudgedRun.of([1, 0], [0])).tolist()
    [1.0, 1.0]
    """
    return np.ones(len(run.topics))


@measure(
    "NumRet", trec_eval=TrecName("num_ret"), summary="sum", bounds=_ANY, integer=True, cite=_TREC
)
def num_ret(run: JudgedRun, *, rel: int | None = None) -> Floats:
    """Number of documents retrieved; with ``rel``, only those of at least that grade.

    >>> num_ret(JudgedRun.of([1, 0, 0])).tolist(), num_ret(JudgedRun.of([1, 0, 0]), rel=1).tolist()
    ([3.0], [1.0])
    """
    return run.num_ret.astype(float) if rel is None else run.num_rel_ret(rel).astype(float)


@measure(
    "NumRel", trec_eval=TrecName("num_rel"), summary="sum", bounds=_ANY, integer=True, cite=_TREC
)
def num_rel(run: JudgedRun, *, rel: int = 1) -> Floats:
    """Number of relevant documents, counted in the judgments: R in every other definition.

    >>> num_rel(JudgedRun.of([1, 0], judged=[{2: 3, 1: 4, 0: 9}])).tolist()
    [7.0]
    """
    return run.num_rel(rel).astype(float)


@measure(
    "NumRelRet",
    trec_eval=TrecName("num_rel_ret"),
    aliases=("Hits",),
    summary="sum",
    bounds=_ANY,
    integer=True,
    rising=True,
    cite=_TREC,
)
def num_rel_ret(run: JudgedRun, *, rel: int = 1, cutoff: int | None = None) -> Floats:
    """Number of relevant documents retrieved, in the first ``cutoff`` ranks if given.

    >>> num_rel_ret(JudgedRun.of([1, 0, 2])).tolist()
    [2.0]
    """
    return run.hits(rel).within(cutoff).astype(float)


@measure(
    "NumNonRelJudgedRet",
    trec_eval=TrecName("num_nonrel_judged_ret"),
    summary="sum",
    bounds=_ANY,
    integer=True,
    falling=True,
    cite=_TREC,
)
def num_nonrel_judged_ret(run: JudgedRun, *, rel: int = 1) -> Floats:
    """Number of retrieved documents that were judged non-relevant (unjudged ones do not count).

    >>> num_nonrel_judged_ret(JudgedRun.of([1, 0, -1, -2])).tolist()
    [1.0]
    """
    return np.asarray(run.num_judged_nonrel(rel).max(axis=1, initial=0), dtype=float)


def _coefficients(text: str) -> Mapping[str, Any]:
    values = [float(part) for part in text.split(",")]
    if len(values) != 4:
        raise ValueError("four numbers are expected, as in utility.1,-1,0,0")
    return {"weights": tuple(values)}


@measure(
    "Utility",
    trec_eval=TrecName("utility", parse=_coefficients),
    bounds=(float("-inf"), float("inf")),
    cite="Lewis, The TREC-5 filtering track, TREC 1996 (linear utility); trec_eval",
)
def utility(
    run: JudgedRun, *, rel: int = 1, weights: tuple[float, ...] = (1.0, -1.0, 0.0, 0.0)
) -> Floats:
    """Linear utility of the retrieved set.

    a·(relevant retrieved) + b·(others retrieved) + c·(relevant not retrieved) + d·(others not
    retrieved), with ``weights`` = (a, b, c, d). The fourth term uses the collection's size, taken
    as 0 if it is not set.

    >>> run = JudgedRun.of([1, 0, 0], judged=[{1: 2, 0: 2}])
    >>> utility(run, weights=(3.0, -1.0, -0.5, 0.0)).tolist()
    [0.5]
    """
    a, b, c, d = weights
    relevant, retrieved, hits = run.num_rel(rel), run.num_ret, run.num_rel_ret(rel)
    rest = run.collection_size + hits - retrieved - relevant
    return np.asarray(a * hits + b * (retrieved - hits) + c * (relevant - hits) + d * rest)


def _length(text: str) -> Mapping[str, Any]:
    return {"cutoff": int(float(text))}


@measure("RelString", trec_eval=TrecName("relstring", parse=_length), summary="text", cite=_TREC)
def relstring(run: JudgedRun, *, cutoff: int = 10) -> Texts:
    """Grades of the first ``cutoff`` documents as one text, a character each.

    A digit is the grade, ``>`` a grade above 9, ``-`` a document that is not in the qrels, ``.``
    one that was pooled but not judged.

    >>> relstring(JudgedRun.of([1, 0, -1, -2, 12])).tolist()
    ['10-.>']
    """
    codes = np.clip(run.grades[:, :cutoff], UNPOOLED - 1, 10) + 2
    letters = np.frombuffer(b".-0123456789>", dtype=np.uint8)[codes].tobytes().decode()
    starts = np.arange(len(codes)) * codes.shape[1]
    rows = map(slice, starts.tolist(), (starts + np.minimum(run.num_ret, cutoff)).tolist())
    return np.array([letters[row] for row in rows], dtype=object)
