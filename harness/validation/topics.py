"""Checks of the topics: known ones, all of them, and not too many documents of each."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import numpy as np

from harness.core.errors import Problem
from harness.core.numbers import counted
from harness.evaluation.ranking import no_common_topic
from harness.validation.findings import FindingSet
from harness.validation.grouped_run import GroupedRun
from harness.validation.requirements import Requirements


def check_topics(sheet: GroupedRun, requirements: Requirements) -> Iterator[FindingSet]:
    """Each topic is one of the task's."""
    known = requirements.topics
    if known is None:
        return
    allowed, answered = set(known), sheet.topics
    strange = [number for number, topic in enumerate(answered) if topic not in allowed]
    if strange:
        sizes = dict(zip(answered, sheet.sizes.tolist(), strict=True))
        there = ", ".join(known[:3]) + (", …" if len(known) > 3 else "")

        def say(position: int) -> str:
            topic = sheet.value(position, "topic")
            lines = counted(sizes[topic], "line")
            return f"there is no topic {topic!r} ({lines}); topics are {there}"

        yield sheet.findings("topic-unknown", sheet.starts[strange], "topic", say)


def check_unanswered(sheet: GroupedRun, requirements: Requirements) -> Iterator[FindingSet]:
    """Each topic of the task is there, where all are asked for."""
    yield from unanswered(sheet.topics, requirements, sheet.submission.source)


def unanswered(
    answered: Collection[str], requirements: Requirements, source: str
) -> Iterator[FindingSet]:
    """The topics of the task that are not among those that a run answers.

    Where the task names none, some topic must be judged.
    """
    if requirements.topics is None:
        yield from _unjudged(answered, requirements, source)
    known, there = requirements.topics or (), frozenset(answered)
    absent = [position for position, topic in enumerate(known) if topic not in there]
    if absent and requirements.all_topics:
        yield FindingSet(
            "topic-unanswered",
            np.array(absent),
            lambda n: Problem(f"topic {known[absent[n]]!r} has no document", source),
            lambda numbers: tuple(known[absent[number]] for number in numbers.tolist()),
            len(known),
            "no document",
        )


def _unjudged(
    answered: Collection[str], requirements: Requirements, source: str
) -> Iterator[FindingSet]:
    judged = requirements.measured.topics() if requirements.measured else ()
    if judged and set(judged).isdisjoint(answered):
        given = sorted(answered)
        problem = no_common_topic("the run has", given, source, judged, "the judgments")
        yield FindingSet("topics-unjudged", np.zeros(1, np.int64), [problem].__getitem__)


def check_depth(sheet: GroupedRun, requirements: Requirements) -> Iterator[FindingSet]:
    """No topic has more documents than allowed, or fewer than asked for.

    It is said at the first line too many, and at the first of too few.
    """
    yield from _too_few(sheet, requirements.least_depth)
    depth = requirements.depth
    if depth is None:
        return
    long = np.flatnonzero(sheet.sizes > depth)
    if len(long):
        sizes = dict(zip((sheet.starts[long] + depth).tolist(), sheet.sizes[long], strict=True))
        yield sheet.findings(
            "too-many-documents",
            sheet.starts[long] + depth,
            "topic",
            lambda position: (
                f"topic {sheet.value(position, 'topic')!r} has "
                f"{counted(sizes[position], 'document')}; at most {depth} are allowed"
            ),
        )


def _too_few(sheet: GroupedRun, least: int) -> Iterator[FindingSet]:
    short = np.flatnonzero(sheet.sizes < least)
    if len(short):
        sizes = dict(zip(sheet.starts[short].tolist(), sheet.sizes[short], strict=True))
        yield sheet.findings_of_topics(
            "too-few-documents",
            short,
            "topic",
            lambda position: (
                f"topic {sheet.value(position, 'topic')!r} has "
                f"{counted(sizes[position], 'document')}; at least {least} are asked for"
            ),
        )
