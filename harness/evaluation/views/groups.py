"""The view of judgment groups: several assessors side by side, each with grades of its own."""

from __future__ import annotations

import numpy as np

from harness.core.arrays import Ints
from harness.core.judged_run import JudgedRun
from harness.core.model import Qrels
from harness.core.several_grades import GroupJudgedRun
from harness.evaluation.ranking import JudgedTopics, Ordered, judge
from harness.evaluation.rules import Rules
from harness.evaluation.views.registry import View, register


class _Groups:
    """The judgments of each group, and how many groups judged each topic."""

    def __init__(self, qrels: Qrels) -> None:
        parts = (
            qrels.frame.select("topic", "doc", "grade", "group").sort("group").partition_by("group")
        )
        self.groups = tuple(JudgedTopics(Qrels(part, source=qrels.source)) for part in parts)
        self.counts: dict[str, int] = {}
        for group in self.groups:
            for topic in group.topics:
                self.counts[topic] = self.counts.get(topic, 0) + 1


def _see(ordered: Ordered, joined: JudgedRun, prepared: _Groups, rules: Rules) -> GroupJudgedRun:
    row_of = {topic: row for row, topic in enumerate(joined.topics)}
    retrieved = set(ordered.run.topics)
    parts: list[tuple[Ints, JudgedRun]] = []
    for group in prepared.groups:
        if retrieved.isdisjoint(group.topics):
            continue  # all of its topics are unanswered, which is 0
        part = judge(
            ordered.run,
            group,
            dialect=rules.dialect,
            missing="drop",
            depth=rules.depth,
            judged_only=rules.judged_only,
            collection_size=rules.collection_size,
        )
        parts.append((np.array([row_of[topic] for topic in part.topics]), part))
    num_groups = np.array([prepared.counts[topic] for topic in joined.topics], dtype=np.int64)
    return GroupJudgedRun(
        joined.topics, tuple(parts), num_groups, name=joined.name, answered=joined.answered
    )


register(
    View(
        "judgment groups",
        GroupJudgedRun,
        columns=("group",),
        layouts=("qrels_jg",),
        prepare=_Groups,
        see=_see,
    )
)
