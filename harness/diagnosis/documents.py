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

#: A document within so many ranks is one that a person would see.
SEEN = 10

#: A relevant document beyond this rank is missed, as one that is not retrieved at all.
BEYOND = 100


@dataclass(frozen=True, slots=True)
class MissedDocument:
    """A relevant document that a run does not retrieve, or ranks low, and others rank high.

    ``rank`` is the run's, None where it does not retrieve the document. ``others`` is the number of
    other runs that have it among their first ones, ``best`` the best rank it has in any of them.
    """

    run: str
    topic: str
    doc: str
    grade: int
    rank: int | None
    others: int
    best: int


@dataclass(frozen=True, slots=True)
class NonRelevantDocument:
    """A document judged not relevant that a run ranks among its first ones.

    ``others`` is the number of other runs that do so too: many are misled together, one alone errs
    in its own way.
    """

    run: str
    topic: str
    doc: str
    grade: int
    rank: int
    others: int


@dataclass(frozen=True, slots=True)
class FoundDocument:
    """A relevant document of a topic, and where some runs have it.

    ``ranks`` are those of the runs that were named, None where one does not retrieve the document.
    ``high`` is the number of all runs that have it among their first ones, ``best`` the best rank
    it has in any, None where no run retrieves it.
    """

    doc: str
    grade: int
    ranks: tuple[int | None, ...]
    high: int
    best: int | None


def missed_documents(
    rankings: Rankings, run: str, *, within: int = SEEN, beyond: int = BEYOND
) -> Iterator[MissedDocument]:
    """Return the relevant documents that a run misses and others have among their first ``within``.

    Missed is what is not retrieved, or ranked below ``beyond``. Those that most other runs have
    come first; then higher grades, topics and documents in bytewise order. There may be many, of
    which few are ever looked at: they are made one by one.
    """
    own = rankings.select_run(run).ranks
    # What the others have is what all have less the run's own, so that no run is counted anew.
    high = rankings.high(within) - is_high(own, within)
    first, second = rankings.two_best
    best = np.where(own == first, second, first)
    relevant = rankings.relevant
    chosen = np.flatnonzero(((own == 0) | (own > beyond)) & (high > 0))
    keys = (rankings.bytewise[chosen], -relevant.grades[chosen], -high[chosen])
    return (
        MissedDocument(
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
) -> list[NonRelevantDocument]:
    """Return the documents judged not relevant among a run's first ``within``, as far as they are
    kept.

    The first ranks come first; among equal ones those that fewest other runs have.
    """
    level, own = rankings.relevance_level, rankings.select_run(run)
    shown = rankings.shown(within)
    documents = [
        NonRelevantDocument(run, topic, doc, grade, rank, shown[code][doc] - 1)
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
    """Return the relevant documents of a topic as some runs have them, by the rank in the first
    run.

    What that one does not retrieve comes last: by the rank in the next, or else the highest grades
    first. Raises `EvaluationError` for a run or topic that is not there.
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
    return sorted(documents, key=_by_ranks)


def _by_ranks(document: FoundDocument) -> tuple[object, ...]:
    """Return the order by ranks; None comes after every rank."""
    ranks = [(rank is None, rank or 0) for rank in document.ranks]
    return *ranks, -document.grade, document.doc.encode()


def found_by_one(
    rankings: Rankings, topic: str, run: str, other: str, *, within: int = SEEN
) -> list[FoundDocument]:
    """Return the relevant documents that ``run`` has among its first ``within`` and ``other`` has
    not.

    Their ``ranks`` are those of the two, in this order; the first come first.
    """
    return [
        relevant_document
        for relevant_document in relevant_documents(rankings, topic, (run, other), within=within)
        if _within(relevant_document.ranks[0], within)
        and not _within(relevant_document.ranks[1], within)
    ]


def unique_relevant(
    rankings: Rankings, groups: Mapping[str, str], *, depth: int = BEYOND
) -> dict[str, int]:
    """How many relevant documents each group alone retrieved within ``depth``.

    A run without a group stands for itself. The groups are in bytewise order.
    """
    contributor = [groups.get(name) or name for name in rankings.names]
    names = sorted(set(contributor), key=str.encode)
    code = {name: i for i, name in enumerate(names)}
    have = np.zeros((len(names), len(rankings.relevant)), dtype=bool)
    for name, run in zip(contributor, rankings.runs, strict=True):
        have[code[name]] |= is_high(run.ranks, depth)
    alone = have.sum(axis=0) == 1
    return dict(zip(names, have[:, alone].sum(axis=1).tolist(), strict=True))


def _within(rank: int | None, within: int) -> bool:
    return rank is not None and rank <= within


#: What is lost is nothing if it is no more.
TOLERANCE = 1e-9


def round_values(values: npt.ArrayLike) -> Floats:
    """Values as they are compared: those that agree to so many decimals are tied.

    They are as many as on leaderboards.

    >>> bool(round_values(0.1 + 0.2) == round_values(0.3))
    True
    """
    return np.asarray(values, dtype=np.float64).round(DECIMALS)


@dataclass(frozen=True, eq=False)
class LossTable(FrozenArrays):
    """Losses of R runs by one measure on T topics; NaN where a run was not evaluated.

    ``values`` and ``perfect`` are [R, T], ``parts`` [R, T, 3] as those of `Losses`.
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
        """Return the table of the runs' losses; `EvaluationError` where these were not observed."""
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
        """How the means are compared."""
        return Scale(lower_is_better=self.lower_is_better)

    @property
    def evaluated(self) -> Bools:
        """Which runs were evaluated on which topics [R, T]."""
        return ~np.isnan(self.values)

    def means(self, over: Bools | None = None) -> Floats:
        """Value, perfect value and parts of the loss, means over topics [R, 5].

        Each run's are over the topics on which it was evaluated, of those marked in ``over`` [T].
        """
        every = np.concatenate([self.values[..., None], self.perfect[..., None], self.parts], 2)
        wanted = self.evaluated if over is None else self.evaluated & over
        rows = [mean(values[chosen].T) for values, chosen in zip(every, wanted, strict=True)]
        return np.stack(rows)

    def best_first(self) -> list[int]:
        """Return the places of the runs by their means, equal ones by name: the order of
        leaderboards.
        """
        return self.scale.order(self.means()[:, 0], self.runs)

    def rank(self, run: str) -> int:
        """One more than the runs with a better mean, as far as leaderboards tell means apart."""
        return int(self.scale.ranks(self.means()[:, 0])[self.runs.index(run)])


@dataclass(frozen=True, slots=True)
class TopicLoss:
    """How a run does on a topic on which it was evaluated.

    ``median`` and ``best`` are the values of all runs that were, this one included; ``parts`` those
    of what it loses against ``perfect``. Of the ``relevant`` documents ``num_rel_ret`` are
    retrieved, the first of them at the rank ``first``.
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
        """Return a value, or a difference, as a number of which more is better."""
        return float(round_values(Scale(lower_is_better=self.lower_is_better).better(value)))


def topic_losses(rankings: Rankings, table: LossTable, run: str) -> list[TopicLoss]:
    """How a run does on each topic on which it was evaluated, in the order of the topics."""
    own = rankings.select_run(run).ranks
    row = rankings.names.index(run)
    codes = rankings.relevant.codes
    relevant = np.bincount(codes, minlength=len(rankings.topics))
    num_hits = np.bincount(codes[own > 0], minlength=len(rankings.topics))
    first = _first(codes, own, len(rankings.topics))
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


def _first(codes: Ints, ranks: Ints, num_topics: int) -> Ints:
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
    """Return the topics by a run's value, worst first, without those on which nothing can be
    gained.

    Nothing can be gained where the perfect value is 0; but where a run has more than that, less is
    better, and there is something to gain.
    """
    possible = [loss for loss in losses if max(loss.perfect, loss.value) > TOLERANCE]
    return sorted(possible, key=lambda loss: (loss.better(loss.value), loss.topic.encode()))


def side_by_side(
    losses: Sequence[TopicLoss], others: Sequence[TopicLoss]
) -> list[tuple[TopicLoss, TopicLoss]]:
    """Two runs on each topic that both have: where the first loses most to the second first."""
    second = {other.topic: other for other in others}
    pairs = [(loss, second[loss.topic]) for loss in losses if loss.topic in second]
    return sorted(pairs, key=lambda pair: (advantage(*pair), pair[0].topic.encode()))


def advantage(loss: TopicLoss, other: TopicLoss) -> float:
    """How much better the first value is; 0 where the two are tied."""
    return loss.better(difference(loss, other))


def difference(loss: TopicLoss, other: TopicLoss) -> float:
    """How much higher the first value is; 0 where the two are tied."""
    return float(round_values(loss.value - other.value))
