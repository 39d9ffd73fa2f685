"""Other tools' frames, dictionaries and tuples: read, refused and given back."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

import ir_measures
import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import harness
from harness.core.errors import MAX_PROBLEMS, HarnessError, InputError
from harness.formats.frames import qrels_from, run_from, runs_from
from tests.each import each

if TYPE_CHECKING:
    import pandas as pd

QRELS = {"1": {"d1": 2, "d2": 0}, "2": {"d1": 1}}
RUN = {"1": {"d1": 2.5, "d2": 1.5}, "2": {"d1": 0.5}}
QRELS_ROWS = [("1", "d1", 2), ("1", "d2", 0), ("2", "d1", 1)]
RUN_ROWS = [("1", "d1", 2.5), ("1", "d2", 1.5), ("2", "d1", 0.5)]


class TrecQrel(NamedTuple):
    query_id: str
    doc_id: str
    relevance: int
    iteration: str


def frame_of(rows: list[tuple[Any, ...]], *names: str) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(rows, columns=list(names))


def missing() -> object:
    import pandas as pd

    return pd.NA


# --- reading ----------------------------------------------------------------------------------


@each(
    lambda: [
        QRELS,
        frame_of(QRELS_ROWS, "qid", "docno", "label"),
        frame_of(QRELS_ROWS, "query_id", "doc_id", "relevance"),
        frame_of([(int(row[0]), *row[1:]) for row in QRELS_ROWS], "qid", "docno", "label"),
        frame_of(QRELS_ROWS, "qid", "docno", "label").astype("object"),
        frame_of(QRELS_ROWS, "qid", "docno", "label").astype({"qid": "category", "label": "int8"}),
        frame_of(QRELS_ROWS, "qid", "docno", "label").astype({"label": "float64"}),
        frame_of(QRELS_ROWS, "qid", "docno", "label").astype({"label": "Int64"}),
        frame_of(QRELS_ROWS, "qid", "docno", "label").set_axis([9, 9, 9]),
        pl.DataFrame(QRELS_ROWS, schema=["topic", "doc", "grade"], orient="row"),
        pl.DataFrame(
            QRELS_ROWS,
            schema={"qid": pl.Categorical, "docno": pl.String, "rel": pl.UInt8},
            orient="row",
        ),
        [TrecQrel(*row, "0") for row in QRELS_ROWS],
        iter([TrecQrel(*row, "0") for row in QRELS_ROWS]),
        [{"qid": topic, "docno": doc, "rel": grade} for topic, doc, grade in QRELS_ROWS],
        {1: {"d1": np.int64(2), "d2": np.int32(0)}, 2: {"d1": np.uint8(1)}},
    ]
)
def test_every_kind_of_judgments_gives_the_same_frame(obj: Any) -> None:
    qrels = qrels_from(obj)
    assert qrels.frame.select("topic", "doc", "grade").rows() == QRELS_ROWS
    assert qrels.frame.schema["grade"] == pl.Int64


@each(
    lambda: [
        RUN,
        frame_of(RUN_ROWS, "qid", "docno", "score"),
        frame_of(RUN_ROWS, "qid", "docno", "score").astype({"score": "float32"}),
        frame_of(RUN_ROWS, "qid", "docno", "score").astype("object"),
        pl.DataFrame(RUN_ROWS, schema=["query_id", "doc_id", "score"], orient="row"),
        [ir_measures.ScoredDoc(*row) for row in RUN_ROWS],
        {topic: {doc: np.float32(score) for doc, score in of.items()} for topic, of in RUN.items()},
    ]
)
def test_every_kind_of_run_gives_the_same_frame(obj: Any) -> None:
    run = run_from(obj, "bm25")
    assert (run.name, run.frame.rows()) == ("bm25", RUN_ROWS)
    assert run.frame.schema == {"topic": pl.String, "doc": pl.String, "score": pl.Float64}


def test_whole_scores_and_numbers_as_identifiers() -> None:
    assert run_from({1: {7: 3}}).frame.rows() == [("1", "7", 3.0)]


def test_subtopics_are_kept_and_part_of_what_is_judged() -> None:
    rows = [("1", "d1", 1, "a"), ("1", "d1", 0, "b")]
    qrels = qrels_from(frame_of(rows, "query_id", "doc_id", "relevance", "subtopic_id"))
    assert qrels.frame.columns == ["topic", "doc", "grade", "subtopic"]


def test_runs_and_qrels_are_passed_on() -> None:
    qrels, run = qrels_from(QRELS), run_from(RUN, "a")
    assert qrels_from(qrels) is qrels
    assert run_from(run) is run
    assert run_from(run, "b").name == "b"


@each(lambda: [bool, "boolean", "polars"], "dtype")
def test_a_column_of_booleans_is_grades(dtype: Any) -> None:
    frame = frame_of([("1", "d1", 1), ("1", "d2", 0)], "qid", "docno", "label")
    frame = frame.astype({"label": bool if dtype == "polars" else dtype})
    qrels = qrels_from(pl.from_pandas(frame) if dtype == "polars" else frame)
    assert qrels.frame["grade"].to_list() == [1, 0]


def test_a_column_alone_is_no_run() -> None:
    with pytest.raises(InputError, match="neither judgments nor a run can be made of Series"):
        run_from(frame_of([("1", "d1", 2.5)], "qid", "docno", "score")["score"])


# --- refusing ---------------------------------------------------------------------------------


@each(
    lambda: [
        ("score", float("nan"), "column 'score': nan is not a finite number"),
        ("score", np.float32("nan"), "column 'score': nan is not a finite number"),
        ("score", "inf", "column 'score': 'inf' is not a number"),
        ("score", None, "column 'score': the value is missing"),
        ("score", "1.5", "column 'score': '1.5' is not a number"),
        ("score", True, "column 'score': True is not a number"),
        ("qid", None, "column 'qid': the value is missing"),
        ("qid", 1.5, "column 'qid': 1.5 is not text or a whole number"),
        ("qid", False, "column 'qid': False is not text or a whole number"),
        ("docno", "", "column 'docno': the identifier is empty"),
        ("docno", b"d1", "column 'docno': b'd1' is not text or a whole number"),
        ("docno", missing(), "column 'docno': the value is missing"),
    ],
    "column",
    "value",
    "problem",
)
def test_a_wrong_value_names_column_and_row(column: str, value: Any, problem: str) -> None:
    frame = frame_of([("1", "d1", 2.5), ("1", "d2", 1.5)], "qid", "docno", "score").astype("object")
    frame.loc[1, column] = value
    with pytest.raises(InputError) as caught:
        run_from(frame, "bm25")
    assert str(caught.value) == f"bm25: row 1 (counted from 0): {problem}"


def test_nan_in_a_column_of_floats_is_caught() -> None:
    frame = frame_of([("1", "d1", np.nan), ("1", "d2", np.inf)], "qid", "docno", "score")
    for obj in (frame, pl.from_dict({name: frame[name].tolist() for name in frame})):
        with pytest.raises(InputError) as caught:
            run_from(obj, "x")
        assert [problem.message.split(": ", 2)[2] for problem in caught.value.problems] == [
            "nan is not a finite number"
        ]


def test_infinite_scores_are_scores_and_counted_in_a_warning() -> None:
    scores = [np.inf, -np.inf, 1.0]
    frame = frame_of(
        [("1", f"d{at}", score) for at, score in enumerate(scores)], "qid", "docno", "score"
    )
    of_topic = {f"d{at}": score for at, score in enumerate(scores)}
    for obj in (
        frame,
        frame.astype("object"),
        pl.DataFrame(frame.to_dict("list")),
        {"1": of_topic},
    ):
        run = run_from(obj, "x")
        assert run.frame["score"].to_list() == scores
        assert [warning.partition(";")[0] for warning in map(str, run.warnings)] == [
            "x: 2 scores are infinite (inf: 1, -inf: 1)"
        ]


def test_objects_of_many_rows_are_what_they_hold_and_a_wrong_one_is_named() -> None:
    topics = [topic for topic in ("10", "2", "10", "ü") for _ in range(40)]
    frame = frame_of([(t, f"d{at}", 0.5) for at, t in enumerate(topics)], "qid", "docno", "score")
    objects = frame.astype({"qid": "object", "docno": "object"})
    rows = run_from(objects, "x").frame
    assert rows["topic"].to_list() == topics
    assert rows["doc"].to_list() == frame["docno"].to_list()
    for wrong in (None, float("nan"), 1.5, np.zeros(2), ["2"], "\udcff", ""):
        objects.at[133, "qid"] = wrong
        with pytest.raises(InputError, match="row 133"):
            run_from(objects, "x")
    objects.at[133, "qid"] = 7
    assert run_from(objects, "x").frame["topic"][132:135].to_list() == ["ü", "7", "ü"]


@pytest.mark.parametrize("value", [-(2**63), 2**63 - 1, 1 - 2**63, 2**63, 10**400])
def test_whole_numbers_have_one_range_however_they_are_held(value: int) -> None:
    import pandas as pd

    rows = [{"qid": "1", "docno": doc, "rank": rank} for doc, rank in (("a", 1), ("b", value))]
    held: list[Any] = [rows]
    if -(2**63) <= value < 2**63:
        held += [pl.DataFrame(rows), pd.DataFrame(rows)]
    for obj in held:
        if abs(value) < 2**63:
            assert run_from(obj, "x").frame["score"].to_list() == [-1.0, float(-value)]
            continue
        with pytest.raises(InputError, match="too large"):
            run_from(obj, "x")


@pytest.mark.parametrize("label", [1.5, "1", None, True, 2**31])
def test_a_grade_that_is_no_whole_number_is_an_error(label: Any) -> None:
    frame = frame_of([("1", "d1", label)], "qid", "docno", "label").astype("object")
    with pytest.raises(InputError, match=r"the qrels: row 0 \(counted from 0\): "):
        qrels_from(frame)


def test_nan_is_no_grade_and_no_identifier() -> None:
    frame = frame_of([("1", np.nan, np.nan)], "qid", "docno", "label")
    with pytest.raises(InputError) as caught:
        qrels_from(frame)
    assert [problem.message.split(": ", 1)[1] for problem in caught.value.problems] == [
        "column 'docno': the value is missing",
        "column 'label': nan is not a finite number",
    ]


def test_duplicates_name_both_rows() -> None:
    with pytest.raises(InputError) as caught:
        qrels_from(frame_of([*QRELS_ROWS, ("1", "d1", 2)], "qid", "docno", "label"))
    assert str(caught.value) == (
        "the qrels: row 3 (counted from 0): document 'd1' is judged twice in topic '1' "
        "(first at row 0 (counted from 0))"
    )
    with pytest.raises(InputError, match=r"row 3 .*'d1' is retrieved twice in topic '1'"):
        run_from(frame_of([*RUN_ROWS, ("1", "d1", 2.5)], "qid", "docno", "score"), "x")


def test_identifiers_that_become_the_same_text_are_duplicates() -> None:
    with pytest.raises(InputError, match="judged twice"):
        qrels_from({1: {"d": 1}, "1": {"d": 0}})


def test_an_absent_column_lists_those_that_are_there() -> None:
    with pytest.raises(InputError) as caught:
        run_from(frame_of([("1", 2.5)], "qid", "score"), "x")
    assert str(caught.value) == (
        "x: there is no column for the doc (expected one of doc, docno, doc_id, document_id, "
        "corpus_id, docid, document, pid, passage_id, product_id; the columns are 'qid', 'score')"
    )


def test_columns_of_one_name_are_an_error() -> None:
    with pytest.raises(InputError, match="several columns are called qid"):
        run_from(frame_of([("1", "2", "d", 1.0)], "qid", "qid", "docno", "score"))


@each(
    lambda: [
        None,
        3,
        "a.run",
        b"x",
        {},
        [],
        [(1, 2)],
        {"1": 2},
        {"1": ["d", "d"]},
        {"1": [None]},
        pl.DataFrame(),
        frame_of([]),
    ]
)
def test_what_is_no_run_is_an_error(obj: Any) -> None:
    with pytest.raises(InputError):
        run_from(obj, "x")
    with pytest.raises(InputError):
        qrels_from(obj)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (np.nan, "row 0 (counted from 0): column 'score': nan is not a finite number"),
        ({"a": "x" * 500}, "is not a number"),
        ("19,78", "19,78' is not a number"),
    ],
)
def test_a_column_that_is_wrong_throughout_is_one_problem_that_counts(value, words) -> None:
    rows = [("1", f"d{row}", value) for row in range(99)] + [("1", "e", 1.0)]
    with pytest.raises(InputError) as caught:
        run_from(frame_of(rows, "qid", "docno", "score"))
    [problem] = caught.value.problems
    assert words in str(problem)
    assert "99 of 100 values are wrong, also row 1" in str(problem)
    assert ("decimal comma" in str(problem)) == (value == "19,78")
    assert len(str(problem)) < 300


def test_that_problems_stop_at_the_limit_is_said() -> None:
    frame = frame_of([("1", "d", 1.0) for _ in range(99)], "qid", "docno", "score")
    with pytest.raises(InputError) as caught:
        run_from(frame, "a")
    assert len(caught.value.problems) == MAX_PROBLEMS
    assert str(caught.value).endswith("at most 25 problems of a file are listed; there may be more")


# --- several runs -----------------------------------------------------------------------------


def empty() -> pd.DataFrame:
    return frame_of([], "qid", "docno", "score", "name")


@each(
    lambda: [
        empty(),
        pl.DataFrame(empty().to_dict("list")),
        {"a": {}, "b": RUN},
        {"a": empty(), "b": RUN},
    ]
)
def test_a_run_without_documents_is_not_left_out(obj: Any) -> None:
    with pytest.raises(InputError, match="there is no retrieved document"):
        runs_from(obj)
    if not isinstance(obj, dict):
        with pytest.raises(HarnessError, match="there is no retrieved document"):
            harness.score({"1": {"d": 1}}, obj, ["AP"])
    several = obj if isinstance(obj, dict) else [obj, RUN]
    with pytest.warns(harness.HarnessWarning, match="the run has no documents"):
        scores = harness.score({"1": {"d": 1}}, several, ["AP"])
    assert len(scores.runs) == 2
    assert scores.values[0].tolist() == [[0.0]]


def test_a_lazy_frame_is_what_it_holds() -> None:
    frame = pl.DataFrame(RUN_ROWS, schema=["qid", "docno", "score"], orient="row").lazy()
    assert run_from(frame).frame.rows() == RUN_ROWS
    assert [len(run) for run in runs_from(frame.with_columns(name=pl.col("qid")))] == [2, 1]


@pytest.mark.slow
def test_objects_of_ranx_are_what_they_hold() -> None:
    code = (
        f"import ranx; from harness.formats.frames import qrels_from, runs_from;"
        f"[run] = runs_from(ranx.Run({RUN!r}, name='bm25'));"
        f"assert (run.name, sorted(run.frame.rows())) == ('bm25', {RUN_ROWS!r});"
        f"assert sorted(qrels_from(ranx.Qrels({QRELS!r})).frame.rows()) == {QRELS_ROWS!r}"
    )
    quick = os.environ | {"NUMBA_DISABLE_JIT": "1"}  # to compile it takes a minute
    subprocess.run([sys.executable, "-c", code], check=True, env=quick)


ids = st.text(st.characters(codec="utf-8"), min_size=1, max_size=4)
nested_runs = st.dictionaries(
    ids,
    st.dictionaries(ids, st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=4),
    min_size=1,
    max_size=4,
)


@given(nested_runs)
def test_dictionaries_are_read_whole(nested: dict[str, dict[str, float]]) -> None:
    rows = [(topic, doc, score) for topic, docs in nested.items() for doc, score in docs.items()]
    assert run_from(nested).frame.rows() == rows
