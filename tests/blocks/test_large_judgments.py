"""Judgments of any size: little stands beside them in memory."""

from __future__ import annotations

import pickle
import tracemalloc

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.batch import count_grades
from harness.core.columns import TextColumn, extract_columns
from harness.core.kernel import engine
from harness.core.kernel_twin import TWIN
from harness.core.model import Qrels
from harness.core.ordering import whole_topics
from harness.core.texts import Topics
from harness.evaluation.judgments import JudgedTopics
from harness.formats.qrels import read_qrels
from harness.report import trec_eval
from harness.results import tables
from harness.settings.eval import Request
from harness.workflows.eval import evaluator
from tests.blocks.run_lines import lines_of


@pytest.mark.parametrize("grades", [[0, 1, -1], [5, 300, -9], [2**31 - 1, 0, 1]])
def test_grades_are_those_of_the_file_in_any_size(grades):
    frame = pl.DataFrame({"topic": ["1", "1", "2"], "doc": ["a", "b", "a"], "grade": grades})
    judged = JudgedTopics(Qrels(frame))
    expected = [-2 if grade < 0 else grade for grade in (*grades,)]
    assert judged.grades(np.array([0, 1, 2, -1])).tolist() == [*expected, -1]


@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(-3, 20) | st.sampled_from([127, 2**31 - 1]))),
    st.sampled_from([2, 40, 2**31]),
)
def test_grades_are_counted_by_topic(judgments, highest):
    judgments = [(topic, grade) for topic, grade in judgments if grade <= highest]
    codes, grades = np.array(judgments, dtype=np.int64).reshape(-1, 2).T
    parts = np.array_split(codes, 3)
    counted = count_grades(parts, grades.astype(np.int32), tuple("abcd"))
    levels = sorted({grade for _, grade in judgments if grade >= 0})
    assert counted.levels.tolist() == levels
    assert counted.counts.tolist() == [
        [judgments.count((topic, level)) for level in levels] for topic in range(4)
    ]
    below = [sum(grade < 0 for of, grade in judgments if of == topic) for topic in range(4)]
    assert counted.num_negative.tolist() == below


@pytest.mark.skipif(engine() is TWIN, reason="the twin looks up in Python's dictionaries")
def test_ready_judgments_hold_no_array_of_wide_numbers():
    size = 2_000_000
    numbers = pl.Series(range(size))
    frame = pl.DataFrame(
        {
            "topic": (numbers // 500).cast(pl.String),
            "doc": (numbers % 500).cast(pl.String),
            "grade": numbers % 3,
        }
    )
    columns = extract_columns(frame)  # as lines are read
    tracemalloc.start()
    judged = JudgedTopics(Qrels(columns))
    codes = np.sort([judged.code[topic] for topic in ("3", "7", "9")])
    docs = TextColumn.made(["12", "499", "x"])
    found, _ = judged.find(codes, np.ones(3, dtype=np.int64), docs)
    held, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found.tolist() == [3 * 500 + 12, 7 * 500 + 499, -1]
    assert held < 4 * size
    assert peak < 14 * size


def test_parts_of_whole_topics_are_the_table_of_topics(qrels, monkeypatch):
    read = read_qrels(qrels)
    expected = tables.topics_table(Topics([]), read, 1)
    monkeypatch.setattr(tables, "_ROWS", 700)
    lengths = np.full(len(read.topics), len(read) // len(read.topics))
    assert len(whole_topics(read.topics, lengths, 700)) > 20
    assert tables.topics_table(Topics([]), read, 1).equals(expected)


def test_the_text_of_one_run_is_made_block_by_block(topics, qrels, tmp_path):
    paths = [tmp_path / name for name in ("a.run", "b.run")]
    for path in paths:
        path.write_text("\n".join(lines_of([*topics, *(f"{topic}x" for topic in topics)])))
    texts = []
    for runs in (paths[:1], paths):
        names = tuple(map(str, runs))
        answer = evaluator(Request(str(qrels), names, ("AP",), "trec_eval-10", per_topic=True))
        texts.append(answer(names[:1])[0].text)
    one, of_several = texts
    assert not isinstance(one, tuple)
    assert isinstance(of_several, tuple)
    assert pickle.loads(pickle.dumps(one)) == tuple(one)
    assert [block.replace(b"runid", b"") for block in one][:-1] == list(of_several)[:-1]


def test_workers_write_the_topics_of_one_run_in_order(topics, qrels, tmp_path, monkeypatch):
    monkeypatch.setattr(trec_eval, "_TOPICS", 1)
    run = tmp_path / "a.run"
    run.write_text("\n".join(lines_of(topics)))
    request = Request(str(qrels), (str(run),), ("AP", "P@5"), "trec_eval-10", per_topic=True)
    alone, together = (evaluator(request, workers)(request.runs)[0].text for workers in (1, 3))
    assert list(alone) == list(together)
    assert len(list(alone)) > 3


def test_judgments_behind_a_url_are_fetched_once(qrels, monkeypatch):
    pytest.importorskip("fsspec")
    import fsspec

    from harness.formats import remote

    fsspec.filesystem("memory").pipe("/judgments/qrels", qrels.read_bytes())
    fetched = []
    fetch = remote._download

    def counted(url):
        fetched.append(url)
        return fetch(url)

    monkeypatch.setattr(remote, "_download", counted)
    read_qrels("memory://judgments/qrels")
    assert fetched == ["memory://judgments/qrels"]
