"""Judgments that are read in pieces: the same as read at once, and little beside them in memory."""

from __future__ import annotations

import gzip
import pickle
import tracemalloc

import numpy as np
import polars as pl
import pytest

from harness.cli.eval_request import Request
from harness.cli.evaluator import evaluator
from harness.core.errors import HarnessError
from harness.core.model import Qrels, Topics
from harness.core.ordering import whole_topics
from harness.evaluation.ranking import JudgedTopics
from harness.formats.qrels import read_qrels
from harness.results import tables
from tests.pieces.run_lines import changed, late, lines_of, skipped

#: What is done to the lines of judgments, and whether they are still read in pieces.
CASES = {
    "as it is": (lambda lines: lines, True),
    "comments at the top": (lambda lines: ["# made by us", *lines], True),
    "what is no record": (skipped, True),
    "tabs": (lambda lines: [line.replace(" ", "\t") for line in lines], True),
    "aligned columns": (lambda lines: [line.replace(" ", "   ", 1) for line in lines], True),
    "negative grades": (lambda lines: [line.replace(" 2", " -1") for line in lines], True),
    "large grades": (lambda lines: changed(lines, late(lines), "new 0 d1 70000"), True),
    "a topic that comes back": (lambda lines: [*lines, "1 0 other 1"], False),
    "a document twice": (lambda lines: changed(lines, late(lines), lines[late(lines) + 1]), False),
    "no number": (lambda lines: changed(lines, late(lines), "7 0 d1 x"), False),
    "too few fields": (lambda lines: changed(lines, late(lines), "7 0 d1"), False),
    "latin-1": (lambda lines: changed(lines, late(lines), "new 0 \xe9 1"), False),
    "letters that are NTCIR's": (lambda lines: [x.replace(" 0 d", " A d") for x in lines], False),
}


@pytest.fixture
def judged_lines(qrels):
    return qrels.read_text().splitlines()


def outcome(path, format=None):
    try:
        qrels = read_qrels(path, format=format)
    except HarnessError as error:
        return error.problems, 0
    known = qrels.frame.rows(), qrels.frame.schema, qrels.topics, qrels.format, qrels.warnings
    return known, qrels.frame.n_chunks()


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("name", CASES)
def test_judgments_in_pieces_are_the_judgments(name, packed, judged_lines, pieces, tmp_path):
    change, divisible = CASES[name]
    content = "".join(f"{line}\n" for line in change(judged_lines)).encode("latin-1")
    path = tmp_path / ("qrels.gz" if packed else "qrels")
    path.write_bytes(gzip.compress(content) if packed else content)
    pieces(False)
    once, _ = outcome(path)
    pieces(True)
    divided, chunks = outcome(path)
    assert divided == once
    assert (chunks > 3) is divisible


def test_a_named_layout_is_that_of_all_pieces(judged_lines, pieces, tmp_path):
    lines = [line.replace(" 0 ", f" {part} ", 1) for line in judged_lines for part in (1, 2)]
    path = tmp_path / "qrels"
    path.write_text("\n".join(lines))
    pieces(False)
    once, _ = outcome(path, "diversity")
    pieces(True)
    divided, chunks = outcome(path, "diversity")
    assert divided == once
    assert chunks > 3


@pytest.mark.parametrize("grades", [[0, 1, -1], [5, 300, -9], [2**31 - 1, 0, 1]])
def test_grades_are_those_of_the_file_in_any_size(grades):
    frame = pl.DataFrame({"topic": ["1", "1", "2"], "doc": ["a", "b", "a"], "grade": grades})
    judged = JudgedTopics(Qrels(frame))
    expected = [-2 if grade < 0 else grade for grade in (*grades,)]
    assert judged.grades(np.array([0, 1, 2, -1])).tolist() == [*expected, -1]
    assert judged.grades(np.array([0])).dtype == np.int32


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
    tracemalloc.start()
    judged = JudgedTopics(Qrels(frame))
    codes = np.array([judged.code[topic] for topic in ("3", "7", "9")])
    docs = pl.Series(["12", "499", "x"])
    keys = judged.keys(codes, docs)
    found = judged.find(keys, codes, docs)
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
        texts.append(answer(names[0]).text)
    one, of_several = texts
    assert not isinstance(one, tuple)
    assert isinstance(of_several, tuple)
    assert pickle.loads(pickle.dumps(one)) == tuple(one)
    assert [block.replace("runid", "") for block in one][:-1] == list(of_several)[:-1]


def test_judgments_behind_a_url_are_fetched_once(qrels, pieces, monkeypatch):
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
    pieces(True)
    read = read_qrels("memory://judgments/qrels")
    assert fetched == ["memory://judgments/qrels"]
    assert read.frame.n_chunks() > 3
