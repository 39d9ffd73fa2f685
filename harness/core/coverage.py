"""Coverage: the topics and documents behind a run's averages, and its notes.

No library is loaded here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from harness.core.errors import some
from harness.core.notes import Note
from harness.core.numbers import count_noun

#: Topics and document counts that manifests record of a run.
_TOPICS = ("missing", "left_out", "extra", "without_relevant")
_COUNTS = (
    "retrieved",
    "unjudged",
    "pooled",
    "junk",
    "relevant",
    "relevant_retrieved",
    "tied",
    "known",
    "dropped",
)


class Coverage(NamedTuple):
    """The topics behind a run's averages, and how many of its documents were judged.

    ``averaged`` are the topics that count; among them, ``missing`` are not answered by the run and
    ``without_relevant`` have no relevant document (both score 0 in most measures). ``left_out`` are
    judged topics that the run does not answer and that do not count; ``extra`` are topics of the
    run without judgments, which do not count either. ``tied`` counts documents with the score of
    another one of their topic. Of the ``retrieved`` documents, ``unjudged`` have no judgment;
    ``pooled`` of these have a negative grade, the others are not in the pool. ``junk`` counts
    documents with a negative grade that means judged as junk. ``relevant`` counts the relevant
    documents of the averaged topics, ``relevant_retrieved`` the retrieved ones. None of them counts
    the ``known`` documents, which left the run because they were judged before, and the ``dropped``
    ones, which left it as unjudged where only judged ones count.
    """

    averaged: tuple[str, ...]
    missing: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    without_relevant: tuple[str, ...] = ()
    retrieved: int = 0
    unjudged: int = 0
    pooled: int = 0
    junk: int = 0
    relevant: int = 0
    relevant_retrieved: int = 0
    tied: int = 0
    known: int = 0
    dropped: int = 0

    def __repr__(self) -> str:
        """Show the numbers of topics and documents that are not 0."""
        shown = {"averaged": len(self.averaged)}
        shown |= {name: len(getattr(self, name)) for name in _TOPICS}
        shown |= {name: getattr(self, name) for name in _COUNTS}
        return f"Coverage({', '.join(f'{name}={many:,}' for name, many in shown.items() if many)})"

    def record(self) -> dict[str, Any]:
        """Return the coverage as manifests record it."""
        topics = {name: list(getattr(self, name)) for name in _TOPICS}
        counts = {name: getattr(self, name) for name in _COUNTS}
        return {"topics": {"averaged": len(self.averaged), **topics}, **counts}

    @classmethod
    def of(cls, facts: Any, averaged: tuple[str, ...]) -> Coverage:
        """Return the coverage of the averaged topics by a manifest's facts of the run."""
        known: dict[str, Any] = {name: getattr(facts, name) for name in _COUNTS}
        known |= {name: tuple(getattr(facts.topics, name)) for name in _TOPICS}
        return cls(averaged, **known)

    def select_topics(self, topics: Collection[str]) -> Coverage:
        """Return the coverage of some topics, without counts of documents.

        >>> cover = Coverage(("1", "2"), missing=("2",), retrieved=9)
        >>> cover.select_topics({"2"}).record()["retrieved"]
        0
        """
        lists: dict[str, Any] = {
            name: tuple(topic for topic in getattr(self, name) if topic in topics)
            for name in ("averaged", *_TOPICS)
        }
        return Coverage(**lists)

    @property
    def nothing_judged(self) -> bool:
        """Whether documents were retrieved and none is judged."""
        return self.retrieved == self.unjudged and self.retrieved + self.dropped > 0


class Coverages(tuple[Coverage, ...]):
    """The coverage of each run [R], shown in ten lines."""

    __slots__ = ()

    def __repr__(self) -> str:
        more = [f"… and {len(self) - 9} more"] if len(self) > 10 else map(repr, self[9:])
        return "\n".join([*map(repr, self[:9]), *more]) or "()"


def coverage_notes(runs: Sequence[str], covers: Sequence[Coverage]) -> tuple[Note, ...]:
    r"""Return the notes that a reader of these runs' numbers must know.

    ``runs`` [R] are the names, ``covers`` [R] the coverage of each.

    >>> print(*coverage_notes(["x"], [Coverage(("1", "2"), missing=("2",), tied=2)]), sep="\n")
    averaged over 2 topics
    1 run does not answer all topics: x (1 missing)
    ties: 1 run, 2 documents; broken by document identifier, descending
    """
    return (
        averaged_note(covers),
        *alarms(runs, covers),
        *_topic_notes(runs, covers),
        *_document_notes(runs, covers),
    )


def averaged_note(covers: Sequence[Coverage]) -> Note:
    """Note the number of averaged topics, and whether the runs are comparable."""
    counts = sorted({len(cover.averaged) for cover in covers})
    numbers = {"fewest": counts[0], "most": counts[-1]}
    if len(counts) > 1:
        text = f"averaged over {counts[0]} to {counts[-1]} topics: the runs are NOT comparable"
        return Note("topics-differ", text, numbers=numbers)
    text = f"averaged over {count_noun(counts[0], 'topic')}"
    return Note("topics-averaged", text, numbers=numbers)


def alarms(runs: Sequence[str], covers: Sequence[Coverage]) -> tuple[Note, ...]:
    """Return an alarm for each run without a judged document, usually due to wrong identifiers.

    >>> [note.line for note in alarms(["bm25"], [Coverage(("1",), retrieved=40, unjudged=40)])]
    ['Warning: bm25: NONE of its 40 documents is judged; are documents named as in the judgments?']
    """
    return tuple(
        Note(
            "nothing-judged",
            f"NONE of its {count_noun(documents, 'document')} is judged;"
            " are documents named as in the judgments?",
            run,
            run,
            numbers={"documents": documents},
        )
        for run, cover in zip(runs, covers, strict=True)
        if cover.nothing_judged and (documents := cover.retrieved + cover.dropped)
    )


def _topic_notes(runs: Sequence[str], covers: Sequence[Coverage]) -> Iterator[Note]:
    """Note runs with missing or extra topics, and topics without relevant documents."""
    for code, lack, short, lists in (
        ("topics-missing", "does not answer all topics", "missing", [c.missing for c in covers]),
        (
            "topics-left-out",
            "does not answer all judged topics",
            "left out",
            [c.left_out for c in covers],
        ),
        ("topics-extra", "answers topics without judgments", "ignored", [c.extra for c in covers]),
    ):
        counts = list(map(len, lists))
        named = [f"{run} ({n} {short})" for run, n in zip(runs, counts, strict=True) if n]
        if named:
            text = f"{count_noun(len(named), 'run', lack, of=len(runs))}: {some(named)}"
            yield Note(code, text, numbers={"runs": len(named), "topics": sum(counts)})
    yield from known_notes(len(runs), [cover.known for cover in covers])
    yield from note_without_relevant(covers)


def note_without_relevant(covers: Iterable[Coverage]) -> Iterator[Note]:
    """Note the averaged topics on which no run can find anything.

    >>> print(*note_without_relevant([Coverage(("1", "2"), without_relevant=("2",))]))
    1 topic without relevant documents, averaged as scored: 2
    """
    if without := {topic for cover in covers for topic in cover.without_relevant}:
        text = f"{count_noun(len(without), 'topic')} without relevant documents, averaged as scored"
        text += f": {some(sorted(without, key=str.encode))}"
        yield Note("topics-without-relevant", text, numbers={"topics": len(without)})


def _document_notes(runs: Sequence[str], covers: Sequence[Coverage]) -> Iterator[Note]:
    """Return notes on ties and unjudged documents."""
    tied = [cover.tied for cover in covers if cover.tied]
    if tied:
        count = f"{count_noun(len(tied), 'run', of=len(runs))}, {count_noun(sum(tied), 'document')}"
        text = f"ties: {count}; broken by document identifier, descending"
        yield Note("ties", text, numbers={"runs": len(tied), "documents": sum(tied)})
    if dropped := sum(cover.dropped for cover in covers):
        text = f"dropped as unjudged: {count_noun(dropped, 'document')}"
        yield Note("unjudged-dropped", text, numbers={"documents": dropped})
    retrieved = sum(cover.retrieved for cover in covers)
    sums = {words: sum(counts) for words, counts in unjudged_counts(covers).items()}
    for code, words, *parts in (
        ("unjudged", "unjudged", "not in the pool", "pooled, not judged"),
        ("junk", "judged as junk"),
    ):
        if documents := sums.get(words):
            text = count_noun(documents, "retrieved document", of=retrieved)
            divided = ", ".join(f"{sums[part]:,} {part}" for part in parts if part in sums)
            text = f"{words}: {text} ({100 * documents / retrieved:.1f} %)"
            text += f": {divided}" if divided else ""
            yield Note(code, text, numbers={"documents": documents, "retrieved": retrieved})


def unjudged_counts(covers: Sequence[Coverage]) -> dict[str, list[int]]:
    """Count retrieved documents without a grade of 0 or more, by kind [R each].

    Kinds that no run has are left out, as is *not in the pool* where it equals *unjudged*.

    >>> unjudged_counts([Coverage(("1",), unjudged=5, pooled=2)])
    {'unjudged': [5], 'not in the pool': [3], 'pooled, not judged': [2]}
    >>> unjudged_counts([Coverage(("1",), unjudged=3, junk=2), Coverage(("1",))])
    {'unjudged': [3, 0], 'judged as junk': [2, 0]}
    """
    pooled, junk = [cover.pooled for cover in covers], [cover.junk for cover in covers]
    counts = {"unjudged": [cover.unjudged for cover in covers]}
    if any(pooled):
        counts["not in the pool"] = [cover.unjudged - cover.pooled for cover in covers]
        counts["pooled, not judged"] = pooled
    return counts | ({"judged as junk": junk} if any(junk) else {})


def known_notes(runs: int, counts: Sequence[int]) -> Iterator[Note]:
    """Note how many documents left the rankings because they were judged before, if any.

    >>> print(*known_notes(2, [30, 0]))
    judged before: 30 documents of 1 of 2 runs left the rankings
    """
    left = [count for count in counts if count]
    if left:
        documents = count_noun(sum(left), "document")
        of = count_noun(len(left), "run", of=runs)
        text = f"judged before: {documents} of {of} left the rankings"
        yield Note("known-documents", text, numbers={"documents": sum(left), "runs": len(left)})
