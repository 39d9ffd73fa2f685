"""Documents and topics that explain a run's values: relevant missed, others on top, hard topics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Bools, Floats, FrozenArrays, Ints
from harness.core.errors import EvaluationError
from harness.core.numbers import DECIMALS
from harness.diagnosis.losses import PARTS
from harness.diagnosis.rankings import NOWHERE, Rankings, is_high
from harness.evaluation.scales import Scale
from harness.measures.summaries import mean

#: A document within this rank is seen by a reader.
SEEN = 10

#: A relevant document below this rank counts as missed, like one that is not retrieved.
BEYOND = 100


@dataclass(frozen=True, slots=True)
class MisplacedDocument:
    """A document at a rank that costs a run: a relevant one that it misses or ranks low and that
    other runs rank high, or one judged not relevant among its first ones.

    ``rank`` is its rank in the run, None if not retrieved; ``others`` the number of other runs with
    the document among their first ones: if many rank a non-relevant one there, it misleads systems
    of all kinds; if none does, the fault is this run's. ``best`` is the best rank of a relevant one
    in any other run.
    """

    run: str
    topic: str
    doc: str
    grade: int
    rank: int | None
    others: int
    best: int | None = None


@dataclass(frozen=True, slots=True)
class FoundDocument:
    """A relevant document of a topic, with its ranks in some runs.

    ``ranks`` are its ranks in the named runs, None if not retrieved. ``high`` is the number of all
    runs that have it among their first ones, ``best`` its best rank in any run, None if no run
    retrieves it.
    """

    doc: str
    grade: int
    ranks: tuple[int | None, ...]
    high: int
    best: int | None


def missed_documents(
    rankings: Rankings, run: str, *, within: int = SEEN, beyond: int = BEYOND
) -> Iterator[MisplacedDocument]:
    """Yield the relevant documents that a run misses and others have among their first ``within``.

    A document is missed if it is not retrieved, or ranked below ``beyond``. Documents that most
    other runs have come first, then higher grades, then topics and documents in bytewise order.
    They are yielded one by one, as there may be many and few are looked at.
    """
    own = rankings.select_run(run).ranks
    # Count for all runs once, then subtract this run: counting the others anew is slow.
    high = rankings.high(within) - is_high(own, within)
    first, second = rankings.two_best
    best = np.where(own == first, second, first)
    relevant = rankings.relevant
    chosen = np.flatnonzero(((own == 0) | (own > beyond)) & (high > 0))
    keys = (rankings.bytewise[chosen], -relevant.grades[chosen], -high[chosen])
    return (
        MisplacedDocument(
            run,
            rankings.topics[relevant.codes[i]],
            relevant.docs[i],
            int(relevant.grades[i]),
            int(own[i]) or None,
            int(high[i]),
            int(best[i]),
        )
        for i in chosen[np.lexsort(keys)].tolist()
    )


def non_relevant_documents(
    rankings: Rankings, run: str, *, within: int = SEEN
) -> list[MisplacedDocument]:
    """Return the documents judged not relevant among a run's first ``within`` that are kept.

    They are sorted by rank; at equal ranks, documents that fewest other runs have come first.
    """
    level, own = rankings.relevance_level, rankings.select_run(run)
    shown = rankings.shown(within)
    documents = [
        MisplacedDocument(run, topic, doc, grade, rank, shown[code][doc] - 1)
        for code, topic in enumerate(rankings.topics)
        for rank, (doc, grade) in enumerate(own.first(code)[:within], start=1)
        if 0 <= grade < level
    ]
    return sorted(
        documents,
        key=lambda document: (
            document.rank,
            document.others,
            document.topic.encode(),
            document.doc.encode(),
        ),
    )


def relevant_documents(
    rankings: Rankings, topic: str, runs: Sequence[str], *, within: int = SEEN
) -> list[FoundDocument]:
    """Return the relevant documents of a topic with their ranks in some runs, sorted by the first
    run.

    Documents that it does not retrieve come last, sorted by the next run, and finally by grade,
    highest first. Raises `EvaluationError` for an unknown run or topic.
    """
    relevant = rankings.relevant
    chosen = np.flatnonzero(relevant.codes == rankings.code(topic))
    own = np.stack([rankings.select_run(run).ranks[chosen] for run in runs], axis=1)
    high = rankings.high(within)[chosen]
    best = rankings.two_best[0, chosen]
    documents = [
        FoundDocument(
            relevant.docs[index],
            int(relevant.grades[index]),
            tuple(rank or None for rank in own[i].tolist()),
            int(high[i]),
            int(best[i]) if best[i] < NOWHERE else None,
        )
        for i, index in enumerate(chosen.tolist())
    ]
    return sorted(documents, key=_order_by_ranks)


def _order_by_ranks(document: FoundDocument) -> tuple[object, ...]:
    """Return the sort key by ranks; None sorts after every rank."""
    ranks = [(rank is None, rank or 0) for rank in document.ranks]
    return *ranks, -document.grade, document.doc.encode()


def found_by_one(
    rankings: Rankings, topic: str, run: str, other: str, *, within: int = SEEN
) -> list[FoundDocument]:
    """Return the relevant documents among the first ``within`` of ``run`` but not of ``other``.

    Their ``ranks`` are those in ``run`` and ``other``; they are sorted by the former.
    """
    return [
        relevant_document
        for relevant_document in relevant_documents(rankings, topic, (run, other), within=within)
        if _is_within(relevant_document.ranks[0], within)
        and not _is_within(relevant_document.ranks[1], within)
    ]


def unique_relevant(
    rankings: Rankings, groups: Mapping[str, str], *, depth: int = BEYOND
) -> dict[str, int]:
    """Count the relevant documents that only one group retrieved within ``depth``, by group.

    A run without a group is its own group. Groups are in bytewise order.
    """
    contributor = [groups.get(name) or name for name in rankings.names]
    names = sorted(set(contributor), key=str.encode)
    code = {name: i for i, name in enumerate(names)}
    have = np.zeros((len(names), len(rankings.relevant)), dtype=bool)
    for name, run in zip(contributor, rankings.runs, strict=True):
        have[code[name]] |= is_high(run.ranks, depth)
    return dict(zip(names, have[:, have.sum(axis=0) == 1].sum(axis=1).tolist(), strict=True))


def _is_within(rank: int | None, within: int) -> bool:
    return rank is not None and rank <= within


#: A loss of at most this is no loss.
TOLERANCE = 1e-9


def round_values(values: npt.ArrayLike) -> Floats:
    """Round values to the decimals of a leaderboard, so that equal ones are tied.

    >>> bool(round_values(0.1 + 0.2) == round_values(0.3))
    True
    """
    return np.asarray(values, dtype=np.float64).round(DECIMALS)


@dataclass(frozen=True, eq=False)
class LossTable(FrozenArrays):
    """Losses of R runs by one measure on T topics; NaN for topics not evaluated.

    ``values`` and ``perfect`` are [R, T], ``parts`` [R, T, 3] in the order of `PARTS`.
    """

    measure: str
    runs: tuple[str, ...]
    topics: tuple[str, ...]
    values: Floats
    perfect: Floats
    parts: Floats
    lower_is_better: bool = False

    @classmethod
    def of(cls, rankings: Rankings) -> LossTable:
        """Collect the losses of the runs; `EvaluationError` if they were not recorded."""
        losses_of_runs = [run.losses for run in rankings.runs if run.losses is not None]
        if not losses_of_runs or len(losses_of_runs) < len(rankings.runs):
            raise EvaluationError("losses were not recorded: no measure was named")
        code = {topic: i for i, topic in enumerate(rankings.topics)}
        shape = (len(losses_of_runs), len(rankings.topics))
        values, perfect = np.full(shape, np.nan), np.full(shape, np.nan)
        parts = np.full((*shape, len(PARTS)), np.nan)
        for row, losses in enumerate(losses_of_runs):
            columns = [code[topic] for topic in losses.topics]
            values[row, columns] = losses.value
            perfect[row, columns] = losses.perfect
            parts[row, columns] = losses.parts
        named = (losses_of_runs[0].measure, rankings.names, rankings.topics)
        return cls(*named, values, perfect, parts, losses_of_runs[0].lower_is_better)

    @property
    def scale(self) -> Scale:
        """The scale on which means are compared."""
        return Scale(lower_is_better=self.lower_is_better)

    @property
    def evaluated(self) -> Bools:
        """Whether each run was evaluated on each topic [R, T]."""
        return ~np.isnan(self.values)

    def means(self, over: Bools | None = None) -> Floats:
        """Return value, perfect value and parts of the loss, as means over topics [R, 5].

        A run's means are over the topics it was evaluated on, among those marked in ``over`` [T].
        """
        every = np.concatenate([self.values[..., None], self.perfect[..., None], self.parts], 2)
        wanted = self.evaluated if over is None else self.evaluated & over
        rows = [mean(values[chosen].T) for values, chosen in zip(every, wanted, strict=True)]
        return np.stack(rows)

    def best_first(self) -> list[int]:
        """Return the indices of the runs in leaderboard order: by mean, ties by name."""
        return self.scale.order(self.means()[:, 0], self.runs)

    def rank(self, run: str) -> int:
        """Return a run's rank: one more than the runs with a better mean, as on leaderboards."""
        return int(self.scale.ranks(self.means()[:, 0])[self.runs.index(run)])


@dataclass(frozen=True, slots=True)
class TopicLoss:
    """The loss of a run on one topic.

    ``median`` and ``best`` are over all runs evaluated on the topic, this one included; ``parts``
    add up to the loss against ``perfect``. ``num_rel_ret`` of the ``relevant`` documents are
    retrieved, the first of them at rank ``first``.
    """

    run: str
    topic: str
    value: float
    median: float
    best: float
    perfect: float
    parts: tuple[float, ...]
    relevant: int
    num_rel_ret: int
    first: int | None
    lower_is_better: bool = False

    def better(self, value: float) -> float:
        """Return a value, or a difference, with its sign turned so that more is better."""
        return float(round_values(Scale(lower_is_better=self.lower_is_better).better(value)))


def topic_losses(rankings: Rankings, table: LossTable, run: str) -> list[TopicLoss]:
    """Return the loss of a run on each topic it was evaluated on, in the order of the topics."""
    own = rankings.select_run(run).ranks
    row = rankings.names.index(run)
    codes = rankings.relevant.codes
    relevant = np.bincount(codes, minlength=len(rankings.topics))
    num_hits = np.bincount(codes[own > 0], minlength=len(rankings.topics))
    first = _find_first(codes, own, len(rankings.topics))
    losses = []
    for i in np.flatnonzero(table.evaluated[row]).tolist():
        values = table.values[table.evaluated[:, i], i]
        losses.append(
            TopicLoss(
                run,
                rankings.topics[i],
                float(table.values[row, i]),
                float(np.median(values)),
                table.scale.best(values),
                float(table.perfect[row, i]),
                tuple(table.parts[row, i].tolist()),
                int(relevant[i]),
                int(num_hits[i]),
                int(first[i]) or None,
                table.lower_is_better,
            )
        )
    return losses


def _find_first(codes: Ints, ranks: Ints, num_topics: int) -> Ints:
    """Return the rank of each topic's first relevant document [T], 0 for none."""
    beyond = np.iinfo(np.int64).max
    first = np.full(num_topics, beyond)
    np.minimum.at(first, codes[ranks > 0], ranks[ranks > 0])
    return np.where(first == beyond, 0, first)


def furthest_below_median(losses: Sequence[TopicLoss]) -> list[TopicLoss]:
    """Return the topics on which a run is worse than the median of all runs, the furthest first."""
    below = [loss for loss in losses if loss.better(loss.value) < loss.better(loss.median)]
    return sorted(
        below, key=lambda loss: (loss.better(loss.value - loss.median), loss.topic.encode())
    )


def lowest(losses: Sequence[TopicLoss]) -> list[TopicLoss]:
    """Return the topics by a run's value, worst first, without topics on which nothing can be
    gained.

    Nothing can be gained if both the perfect value and the run's are 0. (A perfect value of 0 with
    a run above it means that lower is better, and there is something to gain.)
    """
    possible = [loss for loss in losses if max(loss.perfect, loss.value) > TOLERANCE]
    return sorted(possible, key=lambda loss: (loss.better(loss.value), loss.topic.encode()))


def side_by_side(
    losses: Sequence[TopicLoss], others: Sequence[TopicLoss]
) -> list[tuple[TopicLoss, TopicLoss]]:
    """Pair two runs on their common topics, sorted by how much the first loses to the second."""
    second = {other.topic: other for other in others}
    pairs = [(loss, second[loss.topic]) for loss in losses if loss.topic in second]
    return sorted(pairs, key=lambda pair: (advantage(*pair), pair[0].topic.encode()))


def advantage(loss: TopicLoss, other: TopicLoss) -> float:
    """Return how much better the first value is; 0 for a tie."""
    return loss.better(difference(loss, other))


def difference(loss: TopicLoss, other: TopicLoss) -> float:
    """Return how much higher the first value is; 0 for a tie."""
    return float(round_values(loss.value - other.value))
