"""Where a run loses: what it misses, ranks low, or has unjudged on top, topic by topic."""

from __future__ import annotations

from harness.diagnosis.documents import (
    BEYOND,
    SEEN,
    FoundDocument,
    Missed,
    NonRelevant,
    found_by_one,
    missed_documents,
    non_relevant_documents,
    relevant_documents,
    unique_relevant,
)
from harness.diagnosis.losses import PARTS, Losses, losses_of
from harness.diagnosis.rankings import (
    CUTOFFS,
    DEPTH,
    Rankings,
    Relevant,
    RetentionOptions,
    RunRanking,
    merged_ranking,
    summarise_ranking,
)
from harness.diagnosis.topics import (
    TOLERANCE,
    LossTable,
    TopicLoss,
    advantage,
    difference,
    furthest_below_median,
    lowest,
    rounded,
    side_by_side,
    topic_losses,
)

__all__ = [
    "BEYOND",
    "CUTOFFS",
    "DEPTH",
    "PARTS",
    "SEEN",
    "TOLERANCE",
    "FoundDocument",
    "LossTable",
    "Losses",
    "Missed",
    "NonRelevant",
    "Rankings",
    "Relevant",
    "RetentionOptions",
    "RunRanking",
    "TopicLoss",
    "advantage",
    "difference",
    "found_by_one",
    "furthest_below_median",
    "losses_of",
    "lowest",
    "merged_ranking",
    "missed_documents",
    "non_relevant_documents",
    "relevant_documents",
    "rounded",
    "side_by_side",
    "summarise_ranking",
    "topic_losses",
    "unique_relevant",
]
