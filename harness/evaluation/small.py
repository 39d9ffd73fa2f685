"""A small run joined with small judgments, from the fields of their files, without frames.

It is the same batch as `ranking.join` makes, or None: of whatever is wrong, in doubt or not in
order with a file nothing is said here.
"""

from __future__ import annotations

import re

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats, Ints
from harness.core.judged_run import UNJUDGED, UNPOOLED, JudgedRun
from harness.core.ordering import Words, best_first
from harness.core.small_file import SmallFile
from harness.evaluation.joining import Grades, count_grades, joined_run
from harness.evaluation.rules import Rules

_TOPIC, _ITERATION, _DOC, _GRADE = range(4)
_SCORE, _TAG = 4, 5
_GRADES = re.compile(rb"-?\d{1,4}\Z")
#: The second fields of NTCIR's judgments, which are another layout, or a doubtful one.
_LETTERS = (b"S", b"A", b"B", b"C")
#: Of these signs, Python's numbers are those that files have.
_SIGNS = b"0123456789.+-eE\0"
_MIX = np.uint64(0x9E3779B97F4A7C15)

Keys = npt.NDArray[np.uint64]
#: The topics of a file, in its order, and the number of lines of each.
Blocks = dict[bytes, int]


class SmallJudgments:
    """Small regular judgments, made ready to be joined with small runs."""

    def __init__(self, qrels: SmallFile, blocks: Blocks, grades: Grades) -> None:
        names = sorted(blocks)
        self.code = {name: code for code, name in enumerate(names)}
        self.codes = _codes(blocks, self.code)
        self._qrels, self._width = qrels, qrels.num_words(_DOC)
        self._looked_up: dict[int, tuple[Words, Ints, Keys]] = {}
        topics = tuple(name.decode() for name in names)
        levels = np.array(sorted(set(grades[grades >= 0].tolist())), dtype=np.int64)
        self.known = count_grades(self.codes, grades, levels, topics)
        self.grades = np.append(grades, np.int32(UNPOOLED))

    @classmethod
    def of(cls, qrels: SmallFile) -> SmallJudgments | None:
        """Those of a file; None unless the lines of each topic stand together, with usual grades.

        Whether a document is judged twice shows when a run is joined.
        """
        blocks, grades = _blocks(qrels), _grades(qrels)
        return None if blocks is None or grades is None else cls(qrels, blocks, grades)

    def join(self, run: SmallFile, rules: Rules) -> JudgedRun | None:
        """The batch of a run.

        None unless the lines of each topic stand together, no document stands twice in one, scores
        are finite numbers, all tags are one, and there is a judged topic.
        """
        blocks, scores = _blocks(run), _scores(run)
        if blocks is None or scores is None or not blocks.keys() & self.code.keys():
            return None
        with np.errstate(over="ignore"):
            scores = scores.astype(rules.dialect.score_type)
        codes = _codes(blocks, self.code)
        width = max(self._width, run.num_words(_DOC))
        docs = run.words(_DOC, width)
        if (codes < 0).any() or (codes[1:] < codes[:-1]).any():
            kept = np.argsort(codes, kind="stable")[np.count_nonzero(codes < 0) :]
            codes, scores, docs = codes[kept], scores[kept], docs[:, kept]
        rows = self._rows(codes, docs)
        if rows is None:
            return None
        order, num_tied = best_first(codes, scores, docs)
        return joined_run(
            codes,
            self.grades[rows if order is None else rows[order]],
            np.bincount(codes, minlength=len(self.code)) > 0,
            self.known.topics,
            self.known.rows,
            missing=rules.unanswered,
            dialect=rules.dialect,
            collection_size=rules.collection_size,
            name=run.text(_TAG, 0).decode(),
            extra_topics=tuple(name.decode() for name in sorted(blocks.keys() - self.code.keys())),
            num_tied=num_tied,
        )

    def _rows(self, codes: Ints, docs: Words) -> Ints | None:
        """The row of each (topic, document) [N] among the judged ones, −1 for those not there.

        None where one stands twice on either side, or where two have one key: pairs are found by
        keys, and what was found is compared.
        """
        judged, order, known = self._sorted(len(docs))
        asked = _keys(codes, docs)
        ascending = np.argsort(asked)  # what is looked up in order is found far sooner
        asked = asked[ascending]
        if (known[1:] == known[:-1]).any() or (asked[1:] == asked[:-1]).any():
            return None
        position = np.minimum(np.searchsorted(known, asked), len(known) - 1)
        rows = np.empty(len(asked), dtype=np.int64)
        rows[ascending] = np.where(known[position] == asked, order[position], -1)
        judged_rows = np.flatnonzero(rows >= 0)
        matched = rows[judged_rows]
        same = bool((self.codes[matched] == codes[judged_rows]).all())
        return rows if same and bool((judged[:, matched] == docs[:, judged_rows]).all()) else None

    def _sorted(self, width: int) -> tuple[Words, Ints, Keys]:
        """The judged documents in so many words, and their rows by keys, which ascend."""
        if width not in self._looked_up:
            docs = self._qrels.words(_DOC, width)
            keys = _keys(self.codes, docs)
            order = np.argsort(keys)
            self._looked_up[width] = docs, order, keys[order]
        return self._looked_up[width]


def _keys(codes: Ints, docs: Words) -> Keys:
    keys = (codes.astype(np.uint64) + np.uint64(1)) * _MIX
    for words in docs:
        keys = (keys ^ words) * _MIX
        keys ^= keys >> np.uint64(29)
    return keys


def _codes(blocks: Blocks, code: dict[bytes, int]) -> Ints:
    """The code of each line's topic, −1 for one that has none."""
    return np.repeat([code.get(name, -1) for name in blocks], list(blocks.values()))


def _blocks(file: SmallFile) -> Blocks | None:
    """The topics; None where a topic's lines have others between them."""
    words = file.words(_TOPIC)
    begins = np.flatnonzero((words[:, 1:] != words[:, :-1]).any(axis=0)) + 1
    begins = np.concatenate([[0], begins, [len(file)]])
    names = [file.text(_TOPIC, row) for row in begins[:-1].tolist()]
    blocks = dict(zip(names, np.diff(begins).tolist(), strict=True))
    return blocks if len(blocks) == len(names) else None


def _grades(qrels: SmallFile) -> Grades | None:
    """The grade in each line, `UNJUDGED` for those below 0; None where one is no usual grade."""
    if qrels.num_words(_GRADE) > 1 or qrels.text(_ITERATION, 0) in _LETTERS:
        return None
    written = qrels.words(_GRADE)[0]
    ascending = np.sort(written)
    distinct = ascending[np.flatnonzero(np.diff(ascending, prepend=0))]
    texts = [word.to_bytes(8, "big").rstrip(b"\0") for word in distinct.tolist()]
    if not all(map(_GRADES.match, texts)):
        return None
    values = np.array([int(text) for text in texts], dtype=np.int32)
    values[values < 0] = UNJUDGED
    return np.asarray(values[np.searchsorted(distinct, written)])


def _scores(run: SmallFile) -> Floats | None:
    """The scores of a run, where they and its tags are such that nothing is said of them."""
    tags = run.words(_TAG)
    if run.words(_SCORE).tobytes().translate(None, _SIGNS) or (tags != tags[:, :1]).any():
        return None
    try:
        scores = np.array(list(map(float, run.texts(_SCORE))))
    except ValueError:
        return None
    if not np.isfinite(scores).all() or np.ptp(scores) == 0:
        return None
    return scores
