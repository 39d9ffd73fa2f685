"""Checks of documents and topics: unknown, repeated, unanswered, too many, too few."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import groupby, pairwise

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Ints
from harness.core.errors import Problem
from harness.core.kernel import engine
from harness.core.numbers import count_noun
from harness.core.packages import pl
from harness.core.run_faults import RowFault, clashing_passages, has_parts, overlapping_elements
from harness.evaluation.ranking import no_common_topic
from harness.validation.findings import FindingSet
from harness.validation.grouped_run import GroupedRun
from harness.validation.requirements import Requirements

_MIX = np.uint64(0x9E3779B97F4A7C15)
_PART = 2**15


def check_known(sheet: GroupedRun, requirements: Requirements) -> Iterator[FindingSet]:
    """Find documents that the task does not know."""
    documents = requirements.documents
    if documents is None:
        return
    known = np.asarray(documents.has(sheet.frame["doc"]))
    yield from sheet.findings(
        "document-unknown",
        np.flatnonzero(~known),
        "doc",
        lambda position: f"{sheet.value(position, 'doc')!r} is no document of {documents.what}",
    )


def check_judged_before(sheet: GroupedRun, requirements: Requirements) -> Iterator[FindingSet]:
    """Find documents judged before in their topic."""
    known = requirements.known_judgments
    if known is None:
        return
    judged = known.judged(sheet.frame["topic"], sheet.frame["doc"])

    def say(position: int) -> str:
        topic, doc = sheet.value(position, "topic"), sheet.value(position, "doc")
        return f"{doc!r} was judged before in topic {topic!r}, by {known.name}"

    yield from sheet.findings("document-judged-before", np.flatnonzero(judged), "doc", say)


def check_identical(sheet: GroupedRun, requirements: Requirements) -> Iterator[FindingSet]:
    """Find documents that are their topic, if the task drops these."""
    if not requirements.ignore_identical:
        return
    identical = (sheet.frame["topic"] == sheet.frame["doc"]).to_numpy()
    yield from sheet.findings(
        "document-identical",
        np.flatnonzero(identical),
        "doc",
        lambda position: f"{sheet.value(position, 'doc')!r} is the topic itself; it is dropped",
    )


def check_repeated(sheet: GroupedRun, _requirements: Requirements) -> Iterator[FindingSet]:
    """Find documents, passages or elements that occur again in their topic."""
    best, others = find_repeated(sheet)
    best_of = dict(zip(others.tolist(), best.tolist(), strict=True))
    parts = {"offset": "this passage of document", "path": "this element of document"}
    what = next((parts[name] for name in parts if name in sheet.names), "document")

    def say(position: int) -> str:
        topic, doc = sheet.value(position, "topic"), sheet.value(position, "doc")
        kept = best_of[position]
        first = sheet.submission.locate(int(sheet.rows[kept]), "doc", "").line
        how = "first" if kept < position else "with a better score"
        return (
            f"{what} {doc!r} again in topic {topic!r}{f' ({how} in line {first})' if first else ''}"
        )

    yield from sheet.findings("document-twice", others, "doc", say)


def check_parts(sheet: GroupedRun, requirements: Requirements) -> Iterator[FindingSet]:
    """Check that passages are disjoint and ordered by their task; note overlapping elements."""
    if not has_parts(sheet.names):
        return
    if "offset" in sheet.names:
        field, faults = "offset", clashing_passages(sheet.frame, requirements.passages)
    else:
        field, faults = "path", overlapping_elements(sheet.frame)
    for code, group in groupby(faults, key=lambda fault: fault.code):
        if code == "document-twice":
            continue  # `check_repeated` finds these, and the one that counts
        by_row = {fault.row: fault for fault in group}

        def say(position: int, by_row: Mapping[int, RowFault] = by_row) -> str:
            fault = by_row[position]
            line = sheet.submission.locate(int(sheet.rows[fault.earlier]), "doc", "").line
            return f"{fault.message} (first in line {line})" if line else fault.message

        positions = np.fromiter(by_row, dtype=np.int64, count=len(by_row))
        yield from sheet.findings(code, positions, field, say)


Keys = npt.NDArray[np.uint64]


def find_repeated(sheet: GroupedRun) -> tuple[Ints, Ints]:
    """Find documents that occur again in their topic: the position of the best [N], and of each
    other [N].

    The best has the highest score; ties go to the first in the file. A document may occur again
    with another passage or element, or with an unknown one.
    """
    if not engine().repeated(sheet.columns.texts("doc"), None, sheet.sizes):
        nothing = np.zeros(0, dtype=np.int64)
        return nothing, nothing
    keys = _pair_keys(sheet.codes, sheet.frame["doc"])
    parts = [_with_equal(keys[start:end]) + start for start, end in _split_topics(sheet)]
    # Equal keys may be of different pairs; only these few lines are compared.
    positions = np.concatenate([np.zeros(0, dtype=np.int64), *parts])
    if not len(positions):
        return positions, positions
    columns = [
        "doc",
        *(name for name in ("offset", "length", "path") if name in sheet.names),
    ]
    lines = (
        sheet.frame[positions]
        .select(columns)
        .with_columns(pl.Series("topic", sheet.codes[positions]), pl.Series("place", positions))
        .drop_nulls()
    )
    lines = lines.with_columns(sheet.frame["score"].gather(lines["place"]))
    best_first = lines.sort("score", "place", descending=[True, False])
    best = pl.col("place").first().over("topic", *columns)
    twice = best_first.select("place", best.alias("best")).filter(pl.col("place") != pl.col("best"))
    twice = twice.sort("place")
    return twice["best"].to_numpy(), twice["place"].to_numpy()


def _split_topics(sheet: GroupedRun) -> Iterator[tuple[int, int]]:
    """Yield the bounds of whole topics in parts of some ten thousand lines, which fit into the
    cache.
    """
    ends = sheet.starts + sheet.sizes
    cuts = ends[np.searchsorted(ends, np.arange(_PART, sheet.height, _PART))]
    yield from pairwise(np.unique(np.concatenate([[0], cuts, ends[-1:]])).tolist())


def _pair_keys(codes: Ints, docs: pl.Series) -> Keys:
    """Return a number for each (topic code, document) [N]; equal for equal pairs."""
    keys: Keys = docs.to_frame().hash_rows().to_numpy().copy()
    topics = (codes.astype(np.uint64) + np.uint64(1)) * _MIX
    keys ^= topics ^ (topics >> np.uint64(29))
    return keys


def _with_equal(keys: Keys) -> Ints:
    """Return the ascending positions of keys that occur more than once."""
    ascending = np.sort(keys)
    if not (ascending[1:] == ascending[:-1]).any():
        return np.zeros(0, dtype=np.int64)
    order = np.argsort(keys, kind="stable")
    equal = keys[order][1:] == keys[order][:-1]
    return np.sort(order[np.append(False, equal) | np.append(equal, False)])


def check_topics(sheet: GroupedRun, requirements: Requirements) -> Iterator[FindingSet]:
    """Find topics that are not the task's."""
    known = requirements.topics
    if known is None:
        return
    allowed, answered = set(known), sheet.topics
    strange = [number for number, topic in enumerate(answered) if topic not in allowed]
    sizes = dict(zip(answered, sheet.sizes.tolist(), strict=True))
    there = ", ".join(known[:3]) + (", …" if len(known) > 3 else "")

    def say(position: int) -> str:
        topic = sheet.value(position, "topic")
        lines = count_noun(sizes[topic], "line")
        return f"there is no topic {topic!r} ({lines}); topics are {there}"

    yield from sheet.findings("topic-unknown", sheet.starts[strange], "topic", say)


def check_unanswered(sheet: GroupedRun, requirements: Requirements) -> Iterator[FindingSet]:
    """Find topics of the task without documents, if all are required."""
    yield from find_unanswered(sheet.topics, requirements, sheet.submission.source)


def find_unanswered(
    answered: Collection[str], requirements: Requirements, source: str
) -> Iterator[FindingSet]:
    """Find topics of the task that a run does not answer.

    If the task names no topics, some topic must be judged.
    """
    if requirements.topics is None:
        yield from _find_unjudged(answered, requirements, source)
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


def _find_unjudged(
    answered: Collection[str], requirements: Requirements, source: str
) -> Iterator[FindingSet]:
    judged = requirements.measured.topics() if requirements.measured else ()
    if judged and set(judged).isdisjoint(answered):
        problem = no_common_topic("the run has", sorted(answered), source, judged, "the judgments")
        yield FindingSet("topics-unjudged", np.zeros(1, np.int64), [problem].__getitem__)


def check_depth(sheet: GroupedRun, requirements: Requirements) -> Iterator[FindingSet]:
    """Find topics with more documents than allowed, or fewer than required.

    The finding is at the first excess line, or at the first line of too few.
    """
    yield from _find_too_few(sheet, requirements.least_depth)
    depth = requirements.depth
    if depth is None:
        return
    long = np.flatnonzero(sheet.sizes > depth)
    sizes = dict(zip((sheet.starts[long] + depth).tolist(), sheet.sizes[long], strict=True))
    yield from sheet.findings(
        "too-many-documents",
        sheet.starts[long] + depth,
        "topic",
        lambda position: (
            f"topic {sheet.value(position, 'topic')!r} has "
            f"{count_noun(sizes[position], 'document')}; at most {depth} are allowed"
        ),
    )


def _find_too_few(sheet: GroupedRun, least: int) -> Iterator[FindingSet]:
    short = np.flatnonzero(sheet.sizes < least)
    sizes = dict(zip(sheet.starts[short].tolist(), sheet.sizes[short], strict=True))
    yield from sheet.report_topics(
        "too-few-documents",
        short,
        "topic",
        lambda position: (
            f"topic {sheet.value(position, 'topic')!r} has "
            f"{count_noun(sizes[position], 'document')}; at least {least} are asked for"
        ),
    )
