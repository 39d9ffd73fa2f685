"""What runs offer to a pool, of a large run piece by piece."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import polars as pl

from harness.pooling.candidates import Offer
from harness.workflows.reading import Divisible, TaskRun

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Cut:
    """The first documents of a run, or of a part of it, and all its topics as they come."""

    offer: Offer
    topics: tuple[str, ...]


def cutting(
    offered: Callable[[TaskRun], Offer], finish: Callable[[TaskRun, Cut], R]
) -> Divisible[Cut, Cut, R]:
    """Build the candidates of one run for ``finish``, piece by piece if it is large."""

    def cut(read: TaskRun) -> Cut:
        topics = read.run.frame["topic"].unique(maintain_order=True)
        return Cut(offered(read), tuple(topics.to_list()))

    return Divisible(cut, cut, _together, finish)


def _together(parts: Sequence[Cut]) -> Cut | None:
    """The cut of the run that has these parts; None where one topic is in two of them."""
    topics = [topic for part in parts for topic in part.topics]
    if len(set(topics)) < len(topics):
        return None
    documents = pl.concat(part.offer.documents for part in parts).sort("topic", "rank")
    return Cut(replace(parts[0].offer, documents=documents), tuple(topics))
