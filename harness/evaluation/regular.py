"""Regular lines of a run joined with those of judgments, without frames.

It is the same batch as `ranking.join` makes, or an `UnusualError`: of whatever is wrong, in doubt
or not in order with a file nothing is said here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice

import numpy as np

from harness.core.arrays import Ints
from harness.core.errors import UnusualError
from harness.core.judged_run import UNJUDGED, UNPOOLED, JudgedRun
from harness.core.key_table import Keys, KeyTable, any_twice
from harness.core.lines import Blocks, QrelsLines, RunLines
from harness.core.ordering import best_first
from harness.core.text_columns import TextColumn
from harness.evaluation.joining import count_grades, joined_run
from harness.evaluation.merging import merge
from harness.evaluation.rules import Rules
from harness.evaluation.scores import RunScores
from harness.evaluation.scoring import score_judged, suspicious
from harness.hypotheses import Evidence, Identifiers, Known, mismatches
from harness.hypotheses.evidence import (
    FIRST_DOCUMENTS,
    FIRST_TOPICS,
    JUDGED_DOCUMENTS,
    JUDGED_TOPICS,
)
from harness.measures import AnyMeasure

_MIX = np.uint64(0x9E3779B97F4A7C15)
#: The highest bit of each of eight characters.
_BEYOND_ASCII = np.uint64(0x8080808080808080)


class RegularJudgments:
    """Judgments of regular lines, made ready to be joined with runs of such."""

    def __init__(self, qrels: QrelsLines) -> None:
        """`UnusualError` where a document may be judged twice in a topic.

        So is what is beyond ASCII: runs may write it in another form of Unicode.
        """
        names = sorted(qrels.topics)
        self.topics = tuple(name.decode() for name in names)
        self.code = {name: code for code, name in enumerate(names)}
        codes = _codes(qrels.topics, self.code)
        self._width = qrels.docs.width
        self._words = [qrels.docs.word(number) for number in range(self._width)]
        if any(bool((word & _BEYOND_ASCII).any()) for word in self._words):
            raise UnusualError("an identifier is beyond ASCII")
        keys = self._keys(codes, qrels.docs)
        if any_twice(keys):
            raise UnusualError("a document is judged twice")
        self._table = KeyTable(keys)
        self._docs = qrels.docs
        ends = np.cumsum(list(qrels.topics.values())).tolist()
        self._rows = {
            topic: slice(end - length, end)
            for (topic, length), end in zip(qrels.topics.items(), ends, strict=True)
        }
        grades = np.where(qrels.grades < 0, np.int32(UNJUDGED), qrels.grades)
        levels = np.array(sorted(set(np.unique(grades[grades >= 0]).tolist())), dtype=np.int64)
        self.judgments = count_grades(codes, grades, levels, self.topics)
        self._grades = np.append(grades, np.int32(UNPOOLED))

    def join(self, run: RunLines, rules: Rules) -> JudgedRun:
        """The batch of the judged topics that the lines of a run answer.

        `UnusualError` where a document may stand twice in a topic.
        """
        codes, docs = _codes(run.topics, self.code), run.docs
        with np.errstate(over="ignore"):
            scores = run.scores.astype(rules.dialect.score_type)
        if (codes < 0).any() or (codes[1:] < codes[:-1]).any():
            kept = np.argsort(codes, kind="stable")[np.count_nonzero(codes < 0) :]
            codes, scores, docs = codes[kept], scores[kept], docs[kept]
        keys = self._keys(codes, docs)
        rows = self._table.find(keys)
        judged = np.flatnonzero(rows >= 0)
        if any_twice(keys) or self._differ(rows[judged], docs[judged]):
            raise UnusualError("a document is there twice, or two have one key")
        order, num_tied = best_first(codes, scores, docs, rows >= 0)
        return joined_run(
            codes,
            self._grades[rows if order is None else rows[order]],
            np.bincount(codes, minlength=len(self.topics)) > 0,
            self.judgments,
            missing="drop",
            dialect=rules.dialect,
            collection_size=rules.collection_size,
            name=run.tag,
            extra_topics=tuple(
                name.decode() for name in sorted(run.topics.keys() - self.code.keys())
            ),
            num_tied=num_tied,
        )

    def unanswered(self, name: str, topics: Sequence[str], rules: Rules) -> JudgedRun:
        """The batch of some judged topics that a run does not answer."""
        none: Ints = np.zeros(0, dtype=np.int64)
        chosen = np.isin(self.topics, topics)
        joined = joined_run(
            none,
            none.astype(np.int32),
            chosen,
            self.judgments,
            dialect=rules.dialect,
            collection_size=rules.collection_size,
            name=name,
        )
        return replace(joined, answered=np.zeros(len(topics), dtype=bool), left_out=())

    @cached_property
    def known(self) -> tuple[Known, Known]:
        """The judged topics and documents, for guessing at identifiers that are not among them."""
        judged = frozenset(self._docs.texts())
        documents = Known(
            JUDGED_DOCUMENTS,
            lambda docs: [doc.encode() in judged for doc in docs],
            lambda: _decoded(self._docs),
            lambda most: _decoded(self._docs[:most]),
            self._judged_of,
            judged=True,
        )
        return Known.of(JUDGED_TOPICS, self.topics), documents

    def _judged_of(self, topic: str) -> list[str]:
        """The judged documents of a topic, if it has any."""
        rows = self._rows.get(topic.encode())
        return [] if rows is None else _decoded(self._docs[rows])

    def _differ(self, rows: Ints, docs: TextColumn) -> bool:
        """Whether any of the judgments in these rows, found by keys, is of another document.

        Of one document equal keys have equal seeds, so that the topics need not be compared.
        """
        pairs = ((words[rows], docs.word(number)) for number, words in enumerate(self._words))
        return docs.width > self._width or any(bool((a != b).any()) for a, b in pairs)

    def _keys(self, codes: Ints, docs: TextColumn) -> Keys:
        seeds = (codes.astype(np.uint64) + np.uint64(1)) * _MIX
        return docs.hashes(self._width, seeds)


def _codes(blocks: Blocks, code: dict[bytes, int]) -> Ints:
    """The code of each line's topic, −1 for one that has none."""
    return np.repeat([code.get(name, -1) for name in blocks], list(blocks.values()))


def score_lines(
    run: RunLines, judged: RegularJudgments, measures: tuple[AnyMeasure, ...], rules: Rules
) -> RunScores:
    """Every measure of the judged topics that the lines of a run answer."""
    return score_judged(judged.join(run, rules), measures, replace(rules, missing="drop"))


def merge_scores(
    parts: Sequence[RunScores],
    judged: RegularJudgments,
    measures: tuple[AnyMeasure, ...],
    rules: Rules,
    given: Identifiers,
    where: str,
) -> RunScores:
    """The scores of a run whose parts `score_lines` has scored; `UnusualError` if they do not tell.

    ``given`` are the identifiers of the run, of which it is said what looks wrong with them if they
    are others than those of the judgments; ``where`` is its file.
    """
    names = {part.run for part in parts}

    def others(topics: tuple[str, ...]) -> tuple[RunScores, None]:
        joined = judged.unanswered(parts[0].run, topics, rules)
        return score_judged(joined, measures, rules), None

    merged = merge([(part, None) for part in parts], judged.topics, rules, others)
    if merged is None or len(names) > 1 or not merged[0].topics:
        raise UnusualError("its parts do not tell what it has")
    scores, _, _ = merged
    subjects = suspicious(scores.coverage)
    if not subjects:
        return scores
    topics, documents = judged.known
    evidence = Evidence("run", topics=topics, documents=documents, given=given)
    return replace(scores, warnings=mismatches(evidence, subjects, where))


def identifiers_of(run: RunLines) -> Identifiers:
    """The identifiers in the lines of a run that are looked at."""
    docs: dict[str, list[str]] = {}
    start = 0
    for topic, length in islice(run.topics.items(), FIRST_TOPICS):
        docs[topic.decode()] = _decoded(run.docs[start : start + min(length, FIRST_DOCUMENTS)])
        start += length
    return Identifiers([topic.decode() for topic in run.topics], docs)


def _decoded(docs: TextColumn) -> list[str]:
    return [doc.decode() for doc in docs.texts()]
