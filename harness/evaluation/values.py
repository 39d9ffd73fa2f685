"""Judgments and rankings held as dictionaries, joined without frames: fast, and safe after a fork.

The batch is the one that `ranking.join` makes of the same values, or there is an `UnusualError`:
of what is wrong, or in doubt, nothing is said here, and the road of frames says it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain, islice, repeat
from typing import Any

import numpy as np

from harness.core.arrays import Floats, Ints
from harness.core.coverage import Coverage
from harness.core.errors import UnusualError
from harness.core.judged_run import UNJUDGED, UNPOOLED, JudgedRun
from harness.core.notes import Note
from harness.core.ordering import best_first, infinite_scores, positions_in_topic
from harness.evaluation.joining import count_grades, joined_run
from harness.evaluation.rules import Rules
from harness.evaluation.scores import RunScores
from harness.evaluation.scoring import score_judged, suspicious
from harness.hypotheses import Evidence, Identifiers, Known, doubts, mismatches
from harness.hypotheses.evidence import (
    FIRST_DOCUMENTS,
    FIRST_LINES,
    FIRST_TOPICS,
    JUDGED_DOCUMENTS,
    JUDGED_TOPICS,
    RIGHT,
)
from harness.hypotheses.identifiers import has_forms
from harness.measures import AnyMeasure

#: ``{topic: {document: number}}``.
Nested = Mapping[str, Mapping[str, Any]]
#: Types of numbers that are taken as they are; of any other each value is looked at elsewhere.
_INTEGERS: frozenset[type] = frozenset({int, np.int64, np.int32})
_NUMBERS: frozenset[type] = frozenset({*_INTEGERS, float, np.float64, np.float32})
#: Grades are computed with as 32-bit integers.
_LARGEST_GRADE = 2**31 - 1


@dataclass(frozen=True, slots=True, eq=False)
class ValueRun:
    """A run held as ``{topic: {document: score}}``, and its scores in that order [N].

    ``starts`` has where the scores of each topic begin; ``whole_numbers`` tells that none has
    decimals.
    `UnusualError` for anything but texts and numbers.
    """

    name: str
    rankings: Nested
    scores: Floats
    starts: Mapping[str, int]
    whole_numbers: bool

    @classmethod
    def of(cls, rankings: Nested, name: str) -> ValueRun:
        """The run of that name."""
        blocks = _checked(rankings)
        scores, types = _numbers(blocks, _NUMBERS, np.float64)
        if np.isnan(scores).any():
            raise UnusualError("a score is NaN")
        begins = accumulate(map(len, blocks), initial=0)
        starts = {
            t: begin for (t, docs), begin in zip(rankings.items(), begins, strict=False) if docs
        }
        return cls(name, rankings, scores, starts, types <= _INTEGERS)

    def scores_of(self, topics: Iterable[tuple[str, int]]) -> Floats:
        """The scores of some topics, given with their lengths, one topic after the other."""
        starts = ((self.starts[topic], length) for topic, length in topics)
        parts = [self.scores[start : start + length] for start, length in starts]
        return np.concatenate(parts) if parts else self.scores

    def identifiers(self) -> Identifiers:
        """The identifiers that are looked at where hardly any is judged."""
        first = islice(self.starts, FIRST_TOPICS)
        docs = {topic: list(islice(self.rankings[topic], FIRST_DOCUMENTS)) for topic in first}
        return Identifiers(list(self.starts), docs)

    def codes(self) -> Ints:
        """The number of each score's topic [N], from 0."""
        lengths = [len(self.rankings[topic]) for topic in self.starts]
        return np.repeat(np.arange(len(lengths)), lengths)

    def notes(self) -> tuple[Note, ...]:
        """Return the notes on odd scores: infinite, all the same, or ascending."""
        infinite = infinite_scores(self.scores, self.name)
        codes = self.codes()
        same = codes[1:] == codes[:-1]
        rising = np.count_nonzero((self.scores[1:] > self.scores[:-1])[same])
        constant = bool((self.scores == self.scores[:1]).all())
        if not same.any() or not (constant or rising >= RIGHT * np.count_nonzero(same)):
            return infinite
        lines = (
            [topic, "Q0", doc, str(rank), str(score), "run"]
            for topic in self.starts
            for rank, (doc, score) in enumerate(self.rankings[topic].items(), start=1)
        )
        evidence = Evidence("run", in_memory=list(islice(lines, FIRST_LINES)))
        looks = doubts(evidence, self.name)
        return (
            *infinite,
            *(note for note in looks if constant or note.subject != "scores-constant"),
        )


class ValueJudgments:
    """Judgments of documents, ready to be joined with any number of runs held in dictionaries.

    ``topics`` are the judged topics in bytewise order, ``grades`` [N] the grades as given and
    ``codes`` [N] the numbers of their topics.
    """

    def __init__(self, qrels: Nested) -> None:
        """Raise `UnusualError` for anything but texts and whole numbers."""
        _checked(qrels)
        names = sorted(topic for topic, docs in qrels.items() if docs)
        blocks = [qrels[name] for name in names]
        self.topics: tuple[str, ...] = tuple(names)
        self.grades, _ = _numbers(blocks, _INTEGERS, np.int64)
        if not len(self.grades) or np.abs(self.grades).max() > _LARGEST_GRADE:
            raise UnusualError("there is no judgment, or a grade is too large")
        self.codes: Ints = np.repeat(np.arange(len(names)), list(map(len, blocks)))
        stored = np.where(self.grades < 0, UNJUDGED, self.grades).astype(np.int32)
        given = iter(stored.tolist())
        self._blocks = [dict(zip(docs, given, strict=False)) for docs in blocks]
        self._judged = frozenset(names)
        levels = np.unique(stored[stored >= 0]).astype(np.int64)
        self.judgments = count_grades(self.codes, stored, levels, self.topics)

    def nested(self) -> dict[str, dict[str, int]]:
        """The judgments as ``{topic: {document: grade}}``, as they were given."""
        grades = iter(self.grades.tolist())
        return {
            topic: dict(zip(docs, grades, strict=False))
            for topic, docs in zip(self.topics, self._blocks, strict=True)
        }

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as they were given: what was remembered of them is made anew."""
        return type(self), (self.nested(),)

    def join(self, run: ValueRun, rules: Rules, *, only_judged_ranks: bool = False) -> JudgedRun:
        """The batch of a run; `UnusualError` where it has no topic in common.

        Where ``only_judged_ranks`` are wanted, documents tied with none that is judged stay as they
        stand.
        """
        given = run.rankings
        held = [(code, docs) for code, t in enumerate(self.topics) if (docs := given.get(t))]
        extra = (t for t in given.keys() - self._judged if given[t])
        if not held and run.starts:
            raise UnusualError("no topic in common")
        blocks = [docs for _, docs in held]
        numbers = np.array([code for code, _ in held], dtype=np.int64)
        lengths = np.array(list(map(len, blocks)), dtype=np.int64)
        codes = np.repeat(numbers, lengths)
        known = (map(self._blocks[code].get, docs, repeat(UNPOOLED)) for code, docs in held)
        grades = np.fromiter(chain.from_iterable(known), np.int32, len(codes))
        wanted = (self.topics[code] for code, _ in held)
        scores = run.scores_of(zip(wanted, lengths.tolist(), strict=True))
        with np.errstate(over="ignore"):
            scores = scores.astype(rules.dialect.score_type, copy=False)
        chosen = grades != UNPOOLED if only_judged_ranks and rules.depth is None else None
        order, num_tied = best_first(
            codes, scores, lambda: list(chain.from_iterable(blocks)), chosen
        )
        if order is not None:
            grades = grades[order]
        if rules.depth is not None:
            kept = positions_in_topic(codes) < rules.depth
            codes, grades = codes[kept], grades[kept]
        answered = np.zeros(len(self.topics), dtype=bool)
        answered[numbers] = True
        every = len(codes)
        if rules.judged_only:
            kept = grades >= 0
            codes, grades = codes[kept], grades[kept]
        return joined_run(
            codes,
            grades,
            answered,
            self.judgments,
            missing=rules.unanswered,
            dialect=rules.dialect,
            collection_size=rules.collection_size,
            name=run.name,
            extra_topics=tuple(sorted(extra)),
            num_tied=num_tied,
            num_dropped=every - len(codes),
        )

    def score(self, run: ValueRun, measures: tuple[AnyMeasure, ...], rules: Rules) -> RunScores:
        """Every measure of every topic of a run, by measures of documents alone."""
        joined = self.join(run, rules, only_judged_ranks=True)
        return score_judged(joined, measures, rules)

    def notes(self, run: ValueRun, cover: Coverage) -> tuple[Note, ...]:
        """Return the notes on an odd run: its scores, and identifiers unknown to the judgments."""
        subjects = suspicious(cover)
        if self._has_several_forms and "documents" not in subjects:
            subjects.append("documents")
        if not subjects or not run.starts:
            return run.notes()
        topics, documents = self._known
        given = run.identifiers()
        evidence = Evidence("run", topics=topics, documents=documents, given=given)
        return (*run.notes(), *mismatches(evidence, subjects, run.name))

    @cached_property
    def _has_several_forms(self) -> bool:
        """Whether Unicode can write an identifier of a judged document in several ways."""
        docs = chain.from_iterable(self._blocks)
        return any(has_forms(doc) for doc in docs if not doc.isascii())

    @cached_property
    def _known(self) -> tuple[Known, Known]:
        """The judged topics and documents, for guessing at identifiers that are not among them."""
        docs = list(dict.fromkeys(chain.from_iterable(self._blocks)))
        among = frozenset(docs)
        of_topic = dict(zip(self.topics, self._blocks, strict=True))
        documents = Known(
            JUDGED_DOCUMENTS,
            lambda given: [doc in among for doc in given],
            lambda: docs,
            lambda most: docs[:most],
            lambda topic: list(of_topic.get(topic, ())),
            judged=True,
        )
        return Known.of(JUDGED_TOPICS, self.topics), documents


def _checked(nested: Nested) -> list[Mapping[str, Any]]:
    """The documents of each topic; `UnusualError` unless topics and documents are sound texts."""
    blocks = list(nested.values())
    if not all(type(docs) is dict or isinstance(docs, Mapping) for docs in blocks):
        raise UnusualError("a topic has no dictionary")
    if "" in nested or any("" in docs for docs in blocks):
        raise UnusualError("an identifier is empty")
    try:
        texts = "".join(chain(nested, chain.from_iterable(blocks)))
    except TypeError:
        raise UnusualError("an identifier is no text") from None
    if not texts.isascii():
        try:
            texts.encode()
        except UnicodeEncodeError:
            raise UnusualError("a text has half a character") from None
    return blocks


def _numbers(
    blocks: Collection[Mapping[str, Any]], allowed: frozenset[type], dtype: type
) -> tuple[Any, set[type]]:
    """The values of all blocks [N], and the types that they have."""
    # Looked through twice: a list of all values is slower than the dictionaries themselves.
    types = set(map(type, chain.from_iterable(docs.values() for docs in blocks)))
    if not types <= allowed:
        raise UnusualError("a value is no plain number")
    values = chain.from_iterable(docs.values() for docs in blocks)
    try:
        return np.fromiter(values, dtype, sum(map(len, blocks))), types
    except OverflowError:
        raise UnusualError("a number is too large") from None
