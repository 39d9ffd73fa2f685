"""A pool: documents with their provenance, earlier judgments, and blank judgments."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from harness.core import public
from harness.core.errors import EvaluationError, Problem, refuse
from harness.core.faces import Face, HasFrame, HasPlots, natural
from harness.core.model import Qrels
from harness.core.packages import pl
from harness.pooling.strategies import STRATEGIES

if TYPE_CHECKING:
    from collections.abc import Mapping


#: The columns of a pool, with their types.
SCHEMA: dict[str, pl.DataType] = {
    "topic": pl.String(),
    "doc": pl.String(),
    "runs": pl.List(pl.String()),
    "groups": pl.List(pl.String()),
    "best_rank": pl.Int64(),
    "stratum": pl.Int64(),
    "probability": pl.Float64(),
    "batch": pl.Int64(),
}


@dataclass(frozen=True, eq=False, repr=False)
class Pool(HasPlots, HasFrame):
    """The documents to judge, each once per topic.

    ``frame`` has these columns, sorted by topic and document, bytewise:

    ===============  ===========================================================================
    ``topic, doc``   the document
    ``runs``         the pooled runs that brought it, in bytewise order; empty if none of them did
    ``groups``       the groups of these runs, each once, in bytewise order
    ``best_rank``    the best rank, from 1, that any of these runs gave it
    ``stratum``      the stratum it was drawn from, from 1; 1 where strategies draw nothing; 0 for
                     what was judged before
    ``probability``  the probability with which it came into the pool; 1 where nothing is drawn
    ``batch``        the round of judging: 0 for what was judged before, then from 1
    ===============  ===========================================================================

    Attributes
    ----------
    frame
        The documents.
    left_out
        The same columns for the documents that were in the draw and were not drawn (``batch``
        is null); empty for strategies that draw nothing.
    plan
        How the pool was made: strategy, parameters, budget, seed, order, runs with group and
        depth.

    Examples
    --------
    >>> import harness
    >>> pool = harness.pool({"x": {"1": ["a", "b"]}, "y": {"1": ["c", "a"]}}, depth=1)
    >>> pool.sizes(), pool.frame["doc"].to_list()
    ({'1': 2}, ['a', 'c'])
    """

    frame: pl.DataFrame
    left_out: pl.DataFrame
    plan: Mapping[str, Any] = field(default_factory=dict)

    def __len__(self) -> int:
        return self.frame.height

    def __repr__(self) -> str:
        strategy = self.plan.get("strategy")
        return f"Pool({len(self)} documents, {len(self.topics)} topics, strategy={strategy!r})"

    def face(self) -> Face:
        """Return the number of documents to judge of each topic."""
        sizes = sorted(self.sizes().items(), key=lambda item: natural(item[0]))
        return Face(repr(self), ("topic", "documents to judge"), sizes, len(sizes))

    @property
    def topics(self) -> tuple[str, ...]:
        """The topics that have documents in the pool, in bytewise order."""
        return tuple(self.frame["topic"].unique().sort().to_list())

    @property
    def to_judge(self) -> pl.DataFrame:
        """The rows of the newest batch, which assessors have not seen."""
        return self.frame.filter(pl.col("batch") == self.plan.get("batch", 1))

    def sizes(self) -> dict[str, int]:
        """Return the number of documents to judge now, by topic."""
        counted = self.to_judge.group_by("topic").len().sort("topic")
        return dict.fromkeys(self.topics, 0) | dict(counted.rows())

    def save(self, directory: str | os.PathLike[str]) -> None:
        """Write the pool and its blank judgments, as ``harness pool`` does.

        Parameters
        ----------
        directory
            The directory to create; `harness.add_to_ledger` takes it.

        Raises
        ------
        InputError
            For a directory that holds anything else, or was changed.
        """
        public("_save_pool")(self, directory)

    def _columns(self) -> tuple[Mapping[str, Any], None]:
        """Return the columns of `frame`; ``runs`` and ``groups`` are lists."""
        return {name: self.frame[name].to_list() for name in self.frame.columns}, None


#: Grades of documents without a judgment. In trec: pooled, not judged yet.
POOLED = -1
#: In strata and prels: drawn, to be judged.
TO_JUDGE = -2
#: In strata: in the draw, not drawn.
NOT_DRAWN = -1
#: In prels: in the draw, not drawn.
NOT_SAMPLED = -999

#: Samples whose probabilities differ by stratum only, so that strata describe them fully.
_STRATIFIED = ("uniform", "stratified")
#: The code of judgments from sampling, in the Million Query track.
_METHOD = 1


def blank_qrels(pool: Pool, before: PoolStart | Qrels | Pool | None = None) -> Qrels:
    """Return blank judgments of a pool, with grades below 0 for documents to be judged.

    ``format`` names the layout that the columns fit. Rows are sorted by topic and document,
    bytewise. Grades known from ``before`` are filled in.

    ==========  ============================  ====================================================
    ``trec``    nothing was drawn             grade −1: pooled, not judged
    ``strata``  ``uniform``, ``stratified``   grade −2: drawn, to be judged; −1: not drawn
    ``prels``   all other samples             grade −2: drawn, to be judged; −999: not drawn;
                                              method 1 and the inclusion probability
    ==========  ============================  ====================================================

    Documents of earlier batches had no part in the draw and represent only themselves: stratum 0,
    probability 1, even if they were drawn in their time.

    ``iter`` is the batch of the document, or of the draw for documents not drawn. Layouts without
    the field lack it. Documents without a chance (ranks in no stratum) are absent.

    A negative grade means not judged to trec_eval, and not sampled to sample_eval (xinfAP), which
    therefore evaluates a half-judged file as a smaller sample. statAP's evaluator leaves out −999
    only and would count −2 as not relevant: judge all of a prels file before using it.

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
    judged = PoolStart.of(before).judged
    if judged is not None:
        frame = _fill_grades(frame, judged)
    return Qrels(frame.sort("topic", "doc"), format=layout)


def _prels(pool: Pool) -> pl.DataFrame:
    method = pl.lit(_METHOD, pl.Int64).alias("method")
    return _both(pool, NOT_SAMPLED).select("topic", "doc", "grade", method, "probability")


_ITER = pl.col("batch").alias("iter")
_STRATUM = pl.col("stratum").cast(pl.String)  # strata may have names in files

#: The frame of each layout, by its name.
_LAYOUTS: dict[str, Callable[[Pool], pl.DataFrame]] = {
    "trec": lambda pool: pool.frame.select("topic", "doc", _grade(POOLED), _ITER),
    "strata": lambda pool: _both(pool, NOT_DRAWN).select("topic", "doc", "grade", _ITER, _STRATUM),
    "prels": _prels,
}


def _both(pool: Pool, not_drawn: int) -> pl.DataFrame:
    """Return documents drawn and not drawn, with grades and the batch of the draw."""
    newest = pool.plan["batch"]
    earlier = pl.col("batch") != newest
    frame = pool.frame.with_columns(
        _grade(TO_JUDGE),
        pl.when(earlier).then(0).otherwise("stratum").alias("stratum"),
        pl.when(earlier).then(1.0).otherwise("probability").alias("probability"),
    )
    batch = pl.lit(newest, pl.Int64).alias("batch")
    return pl.concat([frame, pool.left_out.with_columns(_grade(not_drawn), batch)])


def _fill_grades(frame: pl.DataFrame, judged: Qrels) -> pl.DataFrame:
    """Fill in the known grades."""
    known = select_known_grades(judged).rename({"grade": "known"})
    joined = frame.join(known, on=["topic", "doc"], how="left")
    return joined.with_columns(pl.coalesce("known", "grade").alias("grade")).drop("known")


def _grade(grade: int) -> pl.Expr:
    return pl.lit(grade, pl.Int64).alias("grade")


#: The columns that distinguish judgments of one document.
_APART = ("subtopic", "group", "subgroup")


@dataclass(frozen=True, eq=False)
class PoolStart:
    """The start of a pool: judgments, and an earlier pool that this one adds to."""

    judged: Qrels | None = None
    pooled: Pool | None = None

    def without(self, leave: Callable[[pl.DataFrame], pl.DataFrame]) -> PoolStart:
        """Return the start without the documents that ``leave`` drops from a frame with topics and
        docs.
        """
        judged, pooled = self.judged, self.pooled
        if judged is not None:
            judged = replace(judged, frame=leave(judged.frame))
        if pooled is not None:
            pooled = replace(pooled, frame=leave(pooled.frame))
        return PoolStart(judged, pooled)

    @classmethod
    def of(cls, before: PoolStart | Qrels | Pool | None) -> PoolStart:
        """Wrap judgments alone, a pool alone, both, or neither."""
        if isinstance(before, Qrels):
            return cls(judged=before)
        return before if isinstance(before, PoolStart) else cls(pooled=before)


def list_earlier_documents(before: PoolStart | Qrels | Pool | None) -> pl.DataFrame:
    """Return the documents judged or pooled before, with the columns of a pool and ``grade``.

    Documents of the pool have its provenance and batch; others have batch 0. The grade is null if
    unknown. Documents with a grade below 0 are not judged yet, and left out unless pooled;
    `select_known_grades` decides which grade counts, and raises `EvaluationError` for conflicting
    judgments.
    """
    known = PoolStart.of(before)
    grades = pl.DataFrame(
        schema={name: SCHEMA.get(name, pl.Int64()) for name in ("topic", "doc", "grade")}
    )
    if known.judged is not None:
        grades = select_known_grades(known.judged)
    pooled = pl.DataFrame(schema=SCHEMA) if known.pooled is None else known.pooled.frame
    key = ["topic", "doc"]
    besides = grades.join(pooled.select(key), on=key, how="anti", maintain_order="left")
    pooled = pooled.join(grades, on=key, how="left", maintain_order="left")
    return pl.concat([pooled, besides], how="diagonal").with_columns(
        pl.col("runs", "groups").fill_null([]),
        pl.col("stratum").fill_null(0),
        pl.col("probability").fill_null(1.0),
        pl.col("batch").fill_null(0),
    )


def select_known_grades(judged: Qrels) -> pl.DataFrame:
    """Return ``topic``, ``doc`` and ``grade`` of judged documents (grade of at least 0), one row
    each.

    Judgments by several subtopics, or by several assessors in columns of their own (``group``,
    ``subgroup``), do not conflict: the highest grade counts, as a document is worth pooling for
    whatever it is relevant to. A document judged twice without such a column raises
    `EvaluationError`, as in the reader of a file.

    >>> columns = {"topic": ["1", "1"], "subtopic": ["1", "2"], "doc": ["a", "a"], "grade": [0, 2]}
    >>> select_known_grades(Qrels(pl.DataFrame(columns))).rows()
    [('1', 'a', 2)]
    """
    frame = judged.frame.filter(pl.col("grade") >= 0)
    key = [name for name in ("topic", "doc", *_APART) if name in frame.columns]
    twice = (
        frame.group_by(key, maintain_order=True).agg("grade").filter(pl.col("grade").list.len() > 1)
    )
    refuse(
        (
            Problem(
                f"document {row['doc']!r} is judged {len(row['grade'])} times in topic "
                f"{row['topic']!r}: {', '.join(map(str, row['grade']))}",
                judged.source,
                hint="decide which judgment counts",
            )
            for row in twice.iter_rows(named=True)
        ),
        EvaluationError,
    )
    return frame.group_by("topic", "doc").agg(pl.col("grade").max()).sort("topic", "doc")
