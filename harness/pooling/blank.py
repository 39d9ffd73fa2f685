"""The judgments of a pool before anybody has judged: what assessors are to fill in."""

from __future__ import annotations

from collections.abc import Callable

import polars as pl

from harness.core.model import Qrels
from harness.pooling.earlier import Before, known_grades
from harness.pooling.pool import Pool
from harness.pooling.strategies import STRATEGIES

#: Grades of documents without a judgment. In trec: pooled, not judged yet.
POOLED = -1
#: In strata and prels: drawn, to be judged.
TO_JUDGE = -2
#: In strata: in the draw, not drawn.
NOT_DRAWN = -1
#: In prels: in the draw, not drawn.
NOT_SAMPLED = -999

#: Samples whose probabilities differ by stratum only, so that the strata say it all.
_STRATIFIED = ("uniform", "stratified")
#: The judgments come from sampling, in the Million Query track's words.
_METHOD = 1


def blank_qrels(pool: Pool, before: Before | Qrels | Pool | None = None) -> Qrels:
    """The judgments of a pool, with grades below 0 for what is still to be judged.

    ``format`` names the layout for which the frame has all columns. It is sorted by topic and
    document, bytewise. Grades that ``before`` knows are filled in.

    ==========  ============================  ====================================================
    ``trec``    nothing was drawn             grade −1: pooled, not judged
    ``strata``  ``uniform``, ``stratified``   grade −2: drawn, to be judged; −1: not drawn
    ``prels``   all other samples             grade −2: drawn, to be judged; −999: not drawn;
                                              method 1 and the inclusion probability
    ==========  ============================  ====================================================

    Documents of earlier batches had no part in the draw and stand for themselves only: stratum 0,
    probability 1, also where they were drawn in their time.

    ``iter`` is the batch of the document; for what was not drawn, that of the draw. Layouts
    without the field do not have it. Documents without a chance (ranks of no stratum) are absent.

    A negative grade is not judged for trec_eval, and not sampled for sample_eval (xinfAP), which
    therefore evaluates a half-judged file as a smaller sample. statAP's evaluator leaves out −999
    only and would count −2 as not relevant: judge all of a prels file before it is used.

    >>> from harness.pooling import Plan, choose, gather
    >>> from harness.core.model import Run
    >>> frame = pl.DataFrame({"topic": ["1"] * 3, "doc": ["a", "b", "c"], "score": [3.0, 2.0, 1.0]})
    >>> candidates = gather([Run("x", frame)])
    >>> blank_qrels(choose(candidates, Plan.of("depth", budget=2))).frame.rows()
    [('1', 'a', -1, 1), ('1', 'b', -1, 1)]
    >>> plan = Plan.of("stratified", {"strata": "1:1:1,2:3:0.5"}, seed=3)
    >>> judgments = blank_qrels(choose(candidates, plan))
    >>> judgments.format, judgments.frame.columns
    ('strata', ['topic', 'doc', 'grade', 'iter', 'stratum'])
    >>> judgments.frame.rows()
    [('1', 'a', -2, 1, '1'), ('1', 'b', -1, 1, '2'), ('1', 'c', -2, 1, '2')]
    """
    name = str(pool.plan.get("strategy"))
    drawn = name in STRATEGIES and STRATEGIES[name].draws
    layout = ("strata" if name in _STRATIFIED else "prels") if drawn else "trec"
    frame = _LAYOUTS[layout](pool)
    judged = Before.of(before).judged
    if judged is not None:
        frame = _filled_in(frame, judged)
    return Qrels(frame.sort("topic", "doc"), format=layout)


def _trec(pool: Pool) -> pl.DataFrame:
    return pool.frame.select("topic", "doc", _grade(POOLED), _ITER)


def _strata(pool: Pool) -> pl.DataFrame:
    return _both(pool, NOT_DRAWN).select("topic", "doc", "grade", _ITER, _STRATUM)


def _prels(pool: Pool) -> pl.DataFrame:
    method = pl.lit(_METHOD, pl.Int64).alias("method")
    return _both(pool, NOT_SAMPLED).select("topic", "doc", "grade", method, "probability")


#: The frame of each layout, by its name.
_LAYOUTS: dict[str, Callable[[Pool], pl.DataFrame]] = {
    "trec": _trec,
    "strata": _strata,
    "prels": _prels,
}

_ITER = pl.col("batch").alias("iter")
_STRATUM = pl.col("stratum").cast(pl.String)  # strata may have names in files


def _both(pool: Pool, not_drawn: int) -> pl.DataFrame:
    """What was drawn and what was not, with grades and the batch of the draw."""
    newest = pool.plan["batch"]
    earlier = pl.col("batch") != newest
    frame = pool.frame.with_columns(
        _grade(TO_JUDGE),
        pl.when(earlier).then(0).otherwise("stratum").alias("stratum"),
        pl.when(earlier).then(1.0).otherwise("probability").alias("probability"),
    )
    batch = pl.lit(newest, pl.Int64).alias("batch")
    return pl.concat([frame, pool.left_out.with_columns(_grade(not_drawn), batch)])


def _filled_in(frame: pl.DataFrame, judged: Qrels) -> pl.DataFrame:
    """The frame with the grades that are known."""
    known = known_grades(judged).rename({"grade": "known"})
    joined = frame.join(known, on=["topic", "doc"], how="left")
    return joined.with_columns(pl.coalesce("known", "grade").alias("grade")).drop("known")


def _grade(grade: int) -> pl.Expr:
    return pl.lit(grade, pl.Int64).alias("grade")
