"""A small run joined with small judgments, from the columns of their files, without frames.

It is the same batch as `ranking.join` makes, or None: of whatever is wrong, in doubt or not in
order with a file nothing is said here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import repeat

import numpy as np

from harness.core.arrays import Floats, Ints
from harness.core.judged_run import UNJUDGED, UNPOOLED, JudgedRun
from harness.core.judged_topics import Judgments
from harness.core.ordering import docs_best_first
from harness.core.soundness import FEW, is_likely
from harness.evaluation.joining import joined_run
from harness.evaluation.rules import Rules

Column = Sequence[bytes]

_GRADE = re.compile(rb"-?\d{1,4}\Z")
#: The second fields of NTCIR's judgments, which are another layout, or a doubtful one.
_LETTERS = (b"S", b"A", b"B", b"C")


def join_small(qrels: Sequence[Column], run: Sequence[Column], rules: Rules) -> JudgedRun | None:
    """The batch of a run of six columns and judgments of four, each of which is one text a line.

    None unless the lines of each topic stand together, no document stands twice in one, scores are
    finite numbers that look like a run's, all tags are one, and the two have a topic in common.
    """
    judged, scores = _judged(qrels), _scores(run)
    blocks = _blocks(run[0])
    if judged is None or scores is None or blocks is None or not judged.keys() & blocks.keys():
        return None
    known = _judgments(judged)
    with np.errstate(over="ignore"):
        scores = scores.astype(rules.dialect.score_type)
    codes: list[Ints] = []
    grades: list[int] = []
    tied = 0
    for code, topic in enumerate(sorted(judged)):
        rows = blocks.get(topic, slice(0))
        docs, num_tied = docs_best_first(scores[rows], run[2][rows])
        if len(set(docs)) < len(docs):
            return None
        codes.append(np.full(len(docs), code))
        grades += map(judged[topic].get, docs, repeat(UNPOOLED))
        tied += num_tied
    return joined_run(
        np.concatenate(codes),
        np.array(grades, dtype=np.int32),
        np.array([topic in blocks for topic in sorted(judged)]),
        known.topics,
        known.rows,
        missing=rules.unanswered,
        dialect=rules.dialect,
        collection_size=rules.collection_size,
        name=run[5][0].decode(),
        extra_topics=tuple(topic.decode() for topic in sorted(blocks.keys() - judged.keys())),
        num_tied=tied,
    )


def _blocks(topics: Column) -> dict[bytes, slice] | None:
    """The lines of each topic; None where others stand between them."""
    blocks: dict[bytes, slice] = {}
    start = 0
    for topic, count in Counter(topics).items():
        rows = slice(start, start + count)
        if topics[rows].count(topic) < count:
            return None
        blocks[topic] = rows
        start += count
    return blocks


def _judged(qrels: Sequence[Column]) -> dict[bytes, dict[bytes, int]] | None:
    """The grade of each document of each topic, `UNJUDGED` for those below 0."""
    topics, iterations, docs, written = qrels
    blocks = _blocks(topics)
    values = {text: int(text) for text in set(written) if _GRADE.match(text)}
    if blocks is None or len(values) < len(set(written)) or iterations[0] in _LETTERS:
        return None
    values = {text: UNJUDGED if grade < 0 else grade for text, grade in values.items()}
    judged = {
        topic: dict(zip(docs[rows], map(values.__getitem__, written[rows]), strict=True))
        for topic, rows in blocks.items()
    }
    return judged if sum(map(len, judged.values())) == len(docs) else None


def _judgments(judged: dict[bytes, dict[bytes, int]]) -> Judgments:
    counts = [Counter(judged[topic].values()) for topic in sorted(judged)]
    levels = sorted({grade for counted in counts for grade in counted if grade >= 0})
    table = [[counted[level] for level in levels] for counted in counts]
    return Judgments(
        tuple(topic.decode() for topic in sorted(judged)),
        np.array(levels, dtype=np.int64),
        np.array(table, dtype=np.int64).reshape(len(counts), len(levels)),
        np.array([counted[UNJUDGED] for counted in counts], dtype=np.int64),
    )


def _scores(run: Sequence[Column]) -> Floats | None:
    """The scores of a run, where they and its first lines are such that nothing is said of them."""
    *_, written, tags = run
    # Of these signs, Python's numbers are those that files have.
    if b"".join(written).translate(None, b"0123456789.+-eE") or tags.count(tags[0]) < len(tags):
        return None
    try:
        scores = np.array(list(map(float, written)))
    except ValueError:
        return None
    likely = is_likely(list(_records(run)))
    return scores if likely and np.isfinite(scores).all() and np.ptp(scores) > 0 else None


def _records(run: Sequence[Column]) -> Iterator[list[str]]:
    for texts in zip(*(column[:FEW] for column in run), strict=True):
        yield [text.decode() for text in texts]
