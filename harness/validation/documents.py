"""Checks of documents and topics: known ones, each document once in a topic, no topic left out."""

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
    """Every document is one that the task knows."""
    documents = requirements.documents
    if documents is None:
        return
    known = documents.known(sheet.frame["doc"])
    yield from sheet.findings(
        "document-unknown",
        np.flatnonzero(~known),
        "doc",
        lambda position: f"{sheet.value(position, 'doc')!r} is no document of {documents.what}",
    )


def check_judged_before(sheet: GroupedRun, requirements: Requirements) -> Iterator[FindingSet]:
    """No document is one that was judged before in its topic."""
    known = requirements.known_judgments
    if known is None:
        return
    judged = known.judged(sheet.frame["topic"], sheet.frame["doc"])

    def say(position: int) -> str:
        topic, doc = sheet.value(position, "topic"), sheet.value(position, "doc")
        return f"{doc!r} was judged before in topic {topic!r}, by {known.name}"

    yield from sheet.findings("document-judged-before", np.flatnonzero(judged), "doc", say)


def check_identical(sheet: GroupedRun, requirements: Requirements) -> Iterator[FindingSet]:
    """No document is its topic, where the task drops such documents."""
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
    """Yield a topic has each document once, or each passage or element of a document."""
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
            continue  # `check_repeated` says which of them counts
        by_row = {fault.row: fault for fault in group}

        def say(position: int, by_row: Mapping[int, RowFault] = by_row) -> str:
            fault = by_row[position]
            line = sheet.submission.locate(int(sheet.rows[fault.earlier]), "doc", "").line
            return f"{fault.message} (first in line {line})" if line else fault.message

        positions = np.fromiter(by_row, dtype=np.int64, count=len(by_row))
        yield from sheet.findings(code, positions, field, say)


Keys = npt.NDArray[np.uint64]


def find_repeated(sheet: GroupedRun) -> tuple[Ints, Ints]:
    """Return the places of documents that their topic has again: of the best [N], and of each other
    [N].

    The best has the highest score; of equal ones it is the first in the file.
    Where there are passages, a document may occur again with another one, or with one that is
    not known.
    """
    if not engine().repeated(sheet.columns.texts("doc"), None, sheet.sizes):
        nothing = np.zeros(0, dtype=np.int64)
        return nothing, nothing
    keys = _pair_keys(sheet.codes, sheet.frame["doc"])
    parts = [_with_equal(keys[start:end]) + start for start, end in _parts(sheet)]
    # Equal keys may still be different pairs; only the few lines that have one are compared.
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


def _parts(sheet: GroupedRun) -> Iterator[tuple[int, int]]:
    """Whole topics, some ten thousand lines at a time: what is searched stays in the cache."""
    ends = sheet.starts + sheet.sizes
    cuts = ends[np.searchsorted(ends, np.arange(_PART, sheet.height, _PART))]
    bounds = np.unique(np.concatenate([[0], cuts, ends[-1:]])).tolist()
    yield from pairwise(bounds)


def _pair_keys(codes: Ints, docs: pl.Series) -> Keys:
    """One number for each (topic code, document) [N]: equal pairs have equal ones."""
    keys: Keys = docs.to_frame().hash_rows().to_numpy().copy()
    topics = (codes.astype(np.uint64) + np.uint64(1)) * _MIX
    keys ^= topics ^ (topics >> np.uint64(29))
    return keys


def _with_equal(keys: Keys) -> Ints:
    """Return the ascending places of keys that are there more than once."""
    ascending = np.sort(keys)
    if not (ascending[1:] == ascending[:-1]).any():
        return np.zeros(0, dtype=np.int64)
    order = np.argsort(keys, kind="stable")
    equal = keys[order][1:] == keys[order][:-1]
    return np.sort(order[np.append(False, equal) | np.append(equal, False)])


def check_topics(sheet: GroupedRun, requirements: Requirements) -> Iterator[FindingSet]:
    """Each topic is one of the task's."""
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
    """Each topic of the task is there, where all are asked for."""
    yield from find_unanswered(sheet.topics, requirements, sheet.submission.source)


def find_unanswered(
    answered: Collection[str], requirements: Requirements, source: str
) -> Iterator[FindingSet]:
    """Yield the topics of the task that are not among those that a run answers.

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


def _too_few(sheet: GroupedRun, least: int) -> Iterator[FindingSet]:
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
