"""The documents that explain a run's values: relevant ones missed, non-relevant ones on top."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from harness.diagnosis.rankings import NOWHERE, Rankings, is_high

#: A document within so many ranks is one that a person would see.
SEEN = 10

#: A relevant document beyond this rank is missed, as one that is not retrieved at all.
BEYOND = 100


@dataclass(frozen=True, slots=True)
class Missed:
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
class NonRelevant:
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
) -> Iterator[Missed]:
    """The relevant documents that a run misses and others have among their first ``within``.

    Missed is what is not retrieved, or ranked below ``beyond``. Those that most other runs have
    come first; then higher grades, topics and documents in bytewise order. There may be many, of
    which few are ever looked at: they are made one by one.
    """
    own = rankings.of_run(run).ranks
    # What the others have is what all have less the run's own, so that no run is counted anew.
    high = rankings.high(within) - is_high(own, within)
    first, second = rankings.two_best
    best = np.where(own == first, second, first)
    relevant = rankings.relevant
    chosen = np.flatnonzero(((own == 0) | (own > beyond)) & (high > 0))
    keys = (rankings.bytewise[chosen], -relevant.grades[chosen], -high[chosen])
    return (
        Missed(
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
) -> list[NonRelevant]:
    """The documents judged not relevant among a run's first ``within``, as far as they are kept.

    The first ranks come first; among equal ones those that fewest other runs have.
    """
    level, own = rankings.relevance_level, rankings.of_run(run)
    shown = rankings.shown(within)
    documents = [
        NonRelevant(run, topic, doc, grade, rank, shown[code][doc] - 1)
        for code, topic in enumerate(rankings.topics)
        for rank, (doc, grade) in enumerate(own.first(code)[:within], start=1)
        if 0 <= grade < level
    ]
    return sorted(
        documents,
        key=lambda document: (
            document.rank,
            document.others,
            *_named(document.topic, document.doc),
        ),
    )


def relevant_documents(
    rankings: Rankings, topic: str, runs: Sequence[str], *, within: int = SEEN
) -> list[FoundDocument]:
    """The relevant documents of a topic as some runs have them, by the rank in the first run.

    What that one does not retrieve comes last: by the rank in the next, or else the highest grades
    first. Raises `EvaluationError` for a run or topic that is not there.
    """
    relevant = rankings.relevant
    chosen = np.flatnonzero(relevant.codes == rankings.code(topic))
    own = np.stack([rankings.of_run(run).ranks[chosen] for run in runs], axis=1)
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
    """The order by ranks; None comes after every rank."""
    ranks = [(rank is None, rank or 0) for rank in document.ranks]
    return *ranks, -document.grade, document.doc.encode()


def found_by_one(
    rankings: Rankings, topic: str, run: str, other: str, *, within: int = SEEN
) -> list[FoundDocument]:
    """The relevant documents that ``run`` has among its first ``within`` and ``other`` has not.

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


def _named(topic: str, doc: str) -> tuple[bytes, bytes]:
    return topic.encode(), doc.encode()
