"""The order of a ranking is written once: two engines, held equal to each other and to an oracle."""

import ast
import math
from collections import Counter
from functools import cmp_to_key
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from harness.core.columns import TextColumn
from harness.core.dialects import DEFAULT_DIALECT, VERSIONS
from harness.core.errors import InputError
from harness.core.kernel import engine
from harness.core.kernel_twin import TWIN
from harness.core.model import Run
from harness.core.ordering import ORDERS, by_score, comparable_scores, order_rows, rank_rows
from tests.by_hand import single
from tests.syntax import nodes

ROOT = Path(__file__).resolve().parents[1] / "harness"

#: Scores at which comparisons go wrong: zeros with signs, infinities, numbers that are equal in
#: single precision only, beyond its range, below it, and neighbours of one another.
TRAPS = [
    *(0.0, -0.0, 1.0, 1.0 + 1e-9, 1.0 + 2**-23, 1.0 + 2**-24, 16777216.0, 16777217.0),
    *(math.inf, -math.inf, 1e300, -1e300, 2e300, 3.5e38, 1e-300, -1e-300, 5e-324, 1e-46, 0.1),
    *(math.nextafter(1.0, 2.0), math.nextafter(0.1, 1.0), 3.4028235e38, 3.4028236e38),
]
scores = st.sampled_from(TRAPS) | st.floats(allow_nan=False)
docs = st.sampled_from(["a", "b", "B", "é", "z", "", "a0", "10", "9", "ﬀ", "𝒂"])
rows = st.lists(st.tuples(st.integers(0, 2), docs, scores), max_size=12)


def best_first(worker, codes, scores, docs):
    """The order of rows by kernel or twin, and how many are tied."""
    sizes = np.bincount(codes, minlength=3)
    return worker.best_first(TextColumn.of(docs), scores.astype(np.float64), sizes, None)


def slowly(rows, precision, last_first=True):
    """The numbers of the rows in order, by comparing two at a time."""
    seen = single if precision == "float32" else float

    def compare(i, j):
        (topic, doc, score), (other_topic, other_doc, other_score) = rows[i], rows[j]
        score, other_score = seen(score), seen(other_score)
        if topic != other_topic:
            return topic - other_topic
        if score != other_score:
            return -1 if score > other_score else 1
        if doc == other_doc:
            return 0
        first = doc.encode() > other_doc.encode()
        return -1 if first == last_first else 1

    return sorted(range(len(rows)), key=cmp_to_key(compare))


def frame_of(rows):
    columns = {"topic": pl.String, "doc": pl.String, "score": pl.Float64, "row": pl.Int64}
    return pl.DataFrame(
        [(str(topic), doc, score, row) for row, (topic, doc, score) in enumerate(rows)],
        schema=columns,
        orient="row",
    )


@pytest.mark.parametrize("dialect", VERSIONS.values(), ids=lambda dialect: dialect.name)
@given(rows=rows)
@example(rows=[(0, "a", 0.0), (0, "b", -0.0)])
@example(rows=[(0, "b", -0.0), (0, "a", 0.0), (0, "c", 5e-324)])
@example(rows=[(0, "a", 1e300), (0, "b", 2e300), (0, "c", math.inf)])
@example(rows=[(0, "a", 16777217.0), (0, "b", 16777216.0)])
def test_all_engines_order_alike(dialect, rows):
    expected = slowly(rows, dialect.score_type)
    frame = frame_of(rows)

    by_frame = rank_rows(frame, score_type=dialect.score_type)
    same = [(rows[i][0], rows[i][1]) for i in expected]
    assert list(zip(by_frame["topic"].cast(pl.Int64), by_frame["doc"], strict=True)) == same

    numbers = comparable_scores(Run("x", frame), dialect)
    codes = np.array([topic for topic, _, _ in rows], dtype=np.int64)
    by_topic = np.argsort(codes, kind="stable")
    texts = frame["doc"].gather(by_topic)
    by_both = [best_first(it, codes[by_topic], numbers[by_topic], texts) for it in (engine(), TWIN)]
    for order, tied in by_both:
        by_arrays = by_topic if order is None else by_topic[order]
        assert [(rows[i][0], rows[i][1]) for i in by_arrays.tolist()] == same
        equal = Counter(zip(codes.tolist(), numbers.tolist(), strict=True))
        assert tied == sum(count for count in equal.values() if count > 1)

    order = by_score(codes, numbers)
    sorted_only = numbers if order is None else numbers[order]
    assert sorted_only.tolist() == [float(numbers[i]) for i in expected]


@given(rows=rows, depth=st.integers(1, 4))
def test_a_depth_keeps_the_first_and_ranks_count_from_one(rows, depth):
    frame = frame_of(rows)
    for precision in ("float64", "float32"):
        for order, last_first in (("docno-desc", True), ("docno-asc", False)):
            got = rank_rows(frame, order, depth=depth, score_type=precision)
            expected, counts = [], [0, 0, 0]
            for i in slowly(rows, precision, last_first):
                topic, doc, _ = rows[i]
                counts[topic] += 1
                if counts[topic] <= depth:
                    expected.append((str(topic), doc, counts[topic]))
            assert got.select("topic", "doc", "rank").rows() == expected


@given(rows=rows)
def test_every_order_of_arrays_is_that_of_frames(rows):
    """What pools are cut from is ordered as what is written; without a document as it stands."""
    rows = sorted(rows, key=lambda row: row[0])
    frame = frame_of(rows)
    sizes = np.bincount([topic for topic, _, _ in rows], minlength=3)
    values = np.array([score for _, _, score in rows], dtype=np.float64)
    for name, order in ORDERS.items():
        got = order_rows(TextColumn.of(frame["doc"]), values, sizes, order)
        if order.then is None:
            sign = 1 if order.by == "rank" else -1
            expected = sorted(range(len(rows)), key=lambda i: (rows[i][0], sign * rows[i][2]))
        else:
            expected = rank_rows(frame, name)["row"].to_list()
        assert got.tolist() == expected, name


@given(rows=rows)
def test_how_many_are_tied(rows):
    """A row is tied when another of its topic has its score."""
    for dialect in VERSIONS.values():
        ordered = sorted(rows, key=lambda row: row[0])
        seen = single if dialect.score_type == "float32" else float
        keys = [(topic, seen(score) + 0.0) for topic, _, score in ordered]
        numbers = comparable_scores(Run("x", frame_of(ordered)), dialect)
        codes = np.array([topic for topic, _, _ in ordered], dtype=np.int64)
        _, tied = best_first(engine(), codes, numbers, frame_of(ordered)["doc"])
        assert tied == sum(keys.count(key) > 1 for key in keys)


def test_topics_may_stay_as_they_come():
    frame = frame_of([(2, "a", 1.0), (0, "b", 1.0), (2, "c", 3.0), (0, "d", 1.0)])
    got = rank_rows(frame, keep_topics=True)
    assert got.select("topic", "doc", "rank").rows() == [
        *(("2", "c", 1), ("2", "a", 2)),
        *(("0", "d", 1), ("0", "b", 2)),
    ]


def test_no_score_is_nan():
    with pytest.raises(InputError, match="a score is NaN"):
        comparable_scores(Run("x", frame_of([(0, "a", math.nan)])), DEFAULT_DIALECT)


def test_the_order_is_written_nowhere_else():
    """Nobody else sorts documents by score: neither an array nor a frame."""
    sorting = {"sort", "lexsort", "arg_sort_by", "sort_by", "argsort"}
    others = {
        # The documents of a run of passages have the best score of any of their parts.
        "core/model.py",
        # Elements of one score are a group: INEX knows only their weak order.
        "evaluation/views/inex.py",
        # Items of a curve over thresholds: those of one score are one point.
        "labels/scores.py",
        # Repairs keep the best of several lines of a document, the first of equal ones.
        "validation/documents.py",
        # Checks look for scores that rise, and ties, in the order of the file's own ranks.
        "validation/grouped_run.py",
        "validation/ranks.py",
    }
    for path in sorted(ROOT.rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if name == "core/ordering.py" or name in others:
            continue
        for node in nodes(path):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in sorting:
                assert "'score'" not in ast.dump(node), (name, node.lineno)
                assert "'scores'" not in ast.dump(node), (name, node.lineno)
