"""The views of INEX: passages of articles in file order, and elements by score."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from harness.core.arrays import Floats, Ints
from harness.core.columns import Blocks
from harness.core.errors import EvaluationError, Problem, refuse
from harness.core.inex_runs import HIGHEST, UNKNOWN_LENGTH, ElementRun, PassageRun
from harness.core.judged_run import JudgedRun
from harness.core.model import Qrels, Run
from harness.core.notes import Note
from harness.core.numbers import count_noun
from harness.core.ordering import comparable_scores
from harness.core.packages import pl
from harness.core.run_faults import clashing_passages, refuse_rows, repeated_documents
from harness.evaluation.ranking import OrderedRun, topic_codes
from harness.evaluation.rules import Rules
from harness.evaluation.views import View, register


class JudgedPassages:
    """The relevant text of articles, made ready for any number of runs."""

    def __init__(self, qrels: Qrels) -> None:
        frame = qrels.frame.with_row_index("judged")
        self.rows = frame.select("topic", "doc", pl.col("judged").cast(pl.Int64))
        self.totals = {
            topic: (chars, articles)
            for topic, chars, articles in frame.group_by("topic")
            .agg(pl.col("relevant_chars").sum(), articles=(pl.col("relevant_chars") > 0).sum())
            .iter_rows()
        }
        # Row −1 stands for an unjudged article.
        self._chars = np.append(frame["relevant_chars"].to_numpy(), 0)
        self._entries = np.append(frame["best_entry"].cast(pl.Float64).fill_null(np.inf), np.inf)
        self._num = np.append(frame["passages"].list.len().cast(pl.Int64).to_numpy(), 0)
        self._first = np.cumsum(self._num) - self._num
        flat = frame["passages"].explode().drop_nulls().struct.unnest()
        self._starts = flat["offset"].to_numpy()
        self._ends = self._starts + flat["length"].to_numpy()

    def chars(self, rows: Ints) -> Ints:
        """Return the relevant characters of articles [N], by their rows."""
        return np.asarray(self._chars[rows])

    def distances(self, rows: Ints, offsets: Floats) -> Floats:
        """Return the distance of offsets [N] to best entry points; infinite if unknown."""
        distances = np.abs(offsets - self._entries[rows])
        return np.where(np.isnan(distances), np.inf, distances)

    def shared(self, rows: Ints, starts: Ints, lengths: Ints) -> Ints:
        """Count the relevant characters of passages [N], by the rows of their articles."""
        num = self._num[rows]
        passage = np.repeat(np.arange(len(rows)), num)
        nth = np.arange(len(passage)) - np.repeat(np.cumsum(num) - num, num)
        judged = self._first[rows][passage] + nth
        first = np.maximum(starts[passage], self._starts[judged])
        last = np.minimum((starts + lengths)[passage], self._ends[judged])
        return np.bincount(passage, np.maximum(last - first, 0), len(rows)).astype(np.int64)


def _passage_notes(qrels: Qrels) -> Iterator[Note]:
    """Yield notes on judgments whose two counts of relevant characters differ."""
    lengths = pl.col("passages").list.eval(pl.element().struct.field("length")).list.sum()
    differ = qrels.frame.filter(lengths != pl.col("relevant_chars"))
    if differ.height:
        topic, doc = differ.select("topic", "doc").row(0)
        text = (
            f"relevant_chars is not the length of the passages in "
            f"{count_noun(differ.height, 'judgment')}, as of {doc!r} in topic {topic!r}; recall is "
            "a share of relevant_chars"
        )
        where = qrels.source or "the judgments"
        yield Note("odd-content", text, where, numbers={"articles": differ.height})


def _refuse(run: Run, topics: frozenset[str], task: str) -> None:
    look = partial(clashing_passages, task=task, topics=topics)
    refuse_rows(run.frame, look, run.source or run.name)


def _see_passages(
    ordered: OrderedRun, joined: JudgedRun, prepared: JudgedPassages, rules: Rules
) -> PassageRun:
    """Build the batch of a run's passages, cut at the rules' depth."""
    row_of = {topic: row for row, topic in enumerate(joined.topics)}
    codes = topic_codes(ordered.retrieved.rows.topics(), row_of)
    frame = ordered.retrieved.frame.select("doc", "topic", "offset", "length").with_columns(
        pl.Series("code", codes)
    )
    frame = frame.filter(pl.col("code") >= 0).sort("code", maintain_order=True)
    if rules.depth is not None:
        frame = frame.filter(pl.int_range(pl.len()).over("code") < rules.depth)
    frame = frame.join(prepared.rows, on=["topic", "doc"], how="left", maintain_order="left")
    if rules.judged_only:
        frame = frame.drop_nulls("judged")
    rows = frame["judged"].fill_null(-1).to_numpy()
    known = frame["offset"].is_not_null() & frame["length"].is_not_null()
    lengths = frame["length"].fill_null(0).to_numpy()
    starts = frame["offset"].fill_null(0).to_numpy()
    totals = np.array([prepared.totals[topic] for topic in joined.topics], dtype=np.int64)
    return PassageRun(
        topics=joined.topics,
        num_chars=totals.reshape(-1, 2)[:, 0],
        num_articles=totals.reshape(-1, 2)[:, 1],
        topic=frame["code"].to_numpy(),
        article=frame.select(pl.struct("topic", "doc").rank("dense")).to_series().to_numpy(),
        retrieved=np.where(known, lengths, UNKNOWN_LENGTH),
        relevant=np.where(known, prepared.shared(rows, starts, lengths), 0),
        judged=prepared.chars(rows),
        distance=prepared.distances(rows, frame["offset"].cast(pl.Float64).to_numpy()),
        refuse=partial(_refuse, ordered.retrieved, frozenset(joined.topics)),
        name=joined.name,
        answered=joined.answered,
    )


register(
    View(
        "passages",
        PassageRun,
        columns=("relevant_chars", "best_entry", "passages"),
        layouts=("inex",),
        prepare=JudgedPassages,
        see=_see_passages,
        run_columns=("offset", "length"),
        notes=_passage_notes,
        own_order=True,
    )
)


def _judged_elements(qrels: Qrels) -> pl.DataFrame:
    """Return the judged elements on the scale of 2002 to 2004; refuse the scale of 2005."""
    frame = qrels.frame.select("topic", "doc", "path", "exhaustivity", "specificity")
    fraction = frame["specificity"] != frame["specificity"].floor()
    refuse(
        (
            Problem(
                f"the specificity {row[-1]:g} of {row[2]!r} in {row[1]!r} is no whole number",
                qrels.source,
                hint="the quantisations of INEX 2002 are of whole numbers from 0 to 3",
            )
            for row in frame.filter(fraction).head(1).iter_rows()
        ),
        EvaluationError,
    )
    return frame.with_columns(pl.col("exhaustivity", "specificity").cast(pl.Int64).fill_null(0))


def _see_elements(
    ordered: OrderedRun, joined: JudgedRun, judged: pl.DataFrame, rules: Rules
) -> ElementRun:
    """Build the batch of a run's elements by score, cut at the rules' depth.

    Scores are tied in the dialect's precision. Raises `RunFaultsError` for elements retrieved
    twice.
    """
    run = ordered.retrieved
    look = partial(repeated_documents, topics=joined.topics)
    refuse_rows(run.frame, look, run.source or run.name)
    row_of = {topic: row for row, topic in enumerate(joined.topics)}
    scores = pl.Series("score", comparable_scores(run, rules.dialect))
    codes = topic_codes(run.rows.topics(), row_of)
    frame = run.frame.select("topic", "doc", "path").with_columns(pl.Series("code", codes), scores)
    frame = frame.filter(pl.col("code") >= 0)
    frame = frame.sort("code", "score", descending=[False, True], maintain_order=True)
    if rules.depth is not None:
        frame = frame.filter(pl.int_range(pl.len()).over("code") < rules.depth)
    frame = frame.join(judged, on=["topic", "doc", "path"], how="left", maintain_order="left")
    if rules.judged_only:
        frame = frame.drop_nulls("exhaustivity")
    known = judged.filter(pl.col("topic").is_in(joined.topics))
    counts = np.zeros((len(joined.topics), HIGHEST + 1, HIGHEST + 1), dtype=np.int64)
    rows = topic_codes(Blocks.of(known["topic"]), row_of)
    np.add.at(counts, (rows, known["exhaustivity"].to_numpy(), known["specificity"].to_numpy()), 1)
    return ElementRun(
        topics=joined.topics,
        topic=frame["code"].to_numpy(),
        tie=frame.select(pl.struct("code", "score").rle_id()).to_series().cast(pl.Int64).to_numpy(),
        exhaustivity=frame["exhaustivity"].fill_null(0).to_numpy(),
        specificity=frame["specificity"].fill_null(0).to_numpy(),
        judged=counts,
        collection_size=rules.collection_size,
        name=joined.name,
        answered=joined.answered,
    )


register(
    View(
        "elements",
        ElementRun,
        columns=("path", "exhaustivity", "specificity"),
        layouts=("inex-elements", "inex-assessments"),
        prepare=_judged_elements,
        see=_see_elements,
        run_columns=("path",),
        own_order=True,
    )
)
