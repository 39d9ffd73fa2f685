"""What is written reads back the same, and what a format cannot hold is counted or refused."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from harness.core.errors import HarnessError, InputError
from harness.core.model import Qrels, Run
from harness.formats.qrels import parse_qrels, read_qrels
from harness.formats.run_columns import in_evaluation_order
from harness.formats.runs import parse_run, read_run
from harness.formats.unfinished import atomic_write
from harness.formats.writing import write_qrels, write_run
from tests.each import each


def run_of(*rows: tuple[str, str, float], name: str = "bm25", **details: Any) -> Run:
    frame = pl.DataFrame(rows, schema=["topic", "doc", "score"], orient="row")
    return Run(name, frame, details=details)


RUN = run_of(("2", "a", 1.0), ("1", "b", 0.5), ("2", "c", 2.0), ("1", "a", 0.5), ("2", "b", 1.0))


# --- runs -------------------------------------------------------------------------------------


def test_trec_ranks_in_evaluation_order_topics_as_they_come() -> None:
    assert write_run(RUN).content.decode().splitlines() == [
        "2 Q0 c 1 2.0 bm25",
        "2 Q0 b 2 1.0 bm25",
        "2 Q0 a 3 1.0 bm25",
        "1 Q0 b 1 0.5 bm25",
        "1 Q0 a 2 0.5 bm25",
    ]
    assert write_run(RUN).lost == {}


@each(
    [
        ("trec", {}),
        ("msmarco", {"scores": 5, "run name": 1, "ir_metadata": 1}),
        ("json", {"run name": 1, "ir_metadata": 1}),
        ("jsonl", {"ir_metadata": 1}),
        ("csv", {"ir_metadata": 1}),
        ("parquet", {"ir_metadata": 1}),
    ],
    "format",
    "lost",
)
def test_what_a_format_cannot_hold_is_counted(format: str, lost: dict[str, int]) -> None:
    run = Run(RUN.name, RUN.frame, details={"ir_metadata": {"actor": {"team": "us"}}})
    assert write_run(run, format).lost == lost


@pytest.mark.parametrize(
    "header", [{"a": {"b": [1, 2.5, None]}, "ü": "x: y"}, "no: [yaml\n\n  x", "text"]
)
def test_metadata_is_written_as_a_header_and_read_back(header: Any) -> None:
    written = write_run(run_of(("1", "a", 1.0), ir_metadata=header))
    assert parse_run(written.content, "a").details["ir_metadata"] == header


def test_blanks_in_a_name_become_underscores_and_are_counted() -> None:
    written = write_run(run_of(("1", "a", 1.0), name="my  run\t1"))
    assert parse_run(written.content, "a").name == "my_run_1"
    assert written.lost == {"blanks in the run name": 2}


@each(["a b", "a\tb", "a\nb", ""], "name")
@each(["trec", "msmarco"], "format")
def test_identifiers_that_would_break_a_line_are_refused(name: str, format: str) -> None:
    with pytest.raises(InputError, match="csv and jsonl can hold it"):
        write_run(run_of(("1", name, 1.0)), format)


def test_a_topic_that_would_be_a_comment_is_refused() -> None:
    with pytest.raises(InputError, match="the topic '#1' cannot be written as trec"):
        write_run(run_of(("#1", "a", 1.0)))
    assert write_run(run_of(("1", "#a", 1.0))).lost == {}


@pytest.mark.parametrize("format", ["json", "jsonl"])
def test_infinite_scores_are_refused_where_json_has_no_number_for_them(format: str) -> None:
    with pytest.raises(InputError, match=f"the score -inf of 'b' cannot be written as {format}"):
        write_run(run_of(("1", "a", 1.0), ("1", "b", float("-inf"))), format)


@pytest.mark.parametrize("format", ["trec", "csv", "parquet"])
def test_infinite_scores_are_written_and_read_back(format: str, tmp_path: Path) -> None:
    run = run_of(("1", "a", float("inf")), ("1", "b", 1.0), ("1", "c", float("-inf")))
    (tmp_path / "run").write_bytes(write_run(run, format).content)
    assert read_run(tmp_path / "run", format=format).frame["score"].equals(run.frame["score"])


def test_a_document_twice_in_a_topic_has_no_place_in_json() -> None:
    with pytest.raises(InputError, match="json holds document 'a' only once in topic '1'"):
        write_run(run_of(("1", "a", 1.0), ("1", "a", 2.0)), "json")


def test_passages_stay_in_file_order_and_are_counted_where_they_are_lost() -> None:
    content = b"9 Q0 a 1 1.0 t 5 6\n9 Q0 b 2 2.0 t X X\n9 Q0 a 3 3.0 t 50 60\n"
    run = parse_run(content, "a.run", format="inex")
    assert write_run(run, "inex").content == content
    assert write_run(run, "trec").lost == {"offset": 2, "length": 2}
    for name in ("csv", "jsonl", "parquet"):
        assert parse_run(write_run(run, name).content, "a", format=name).frame.equals(run.frame)


def test_a_run_of_documents_is_no_inex_run() -> None:
    with pytest.raises(InputError, match="inex holds passages, and this run has none"):
        write_run(RUN, "inex")


def test_unknown_formats_name_the_nearest() -> None:
    with pytest.raises(InputError, match=r"unknown layout of runs 'cvs' \(did you mean csv\?\)"):
        write_run(RUN, "cvs")
    with pytest.raises(
        InputError, match=r"unknown layout of judgments 'prel' \(did you mean prels\?\)"
    ):
        write_qrels(Qrels.of({"1": {"a": 1}}), "prel")


# Identifiers as files of fields can hold them, and as tables can.
words = st.text(st.characters(codec="utf-8", min_codepoint=33), min_size=1, max_size=5).filter(
    lambda text: not text.startswith(("#", "\ufeff"))
)
anything = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=5)
scores = st.floats(allow_nan=False, allow_infinity=False)


def runs(ids: st.SearchStrategy[str]) -> st.SearchStrategy[Run]:
    rows = st.lists(st.tuples(ids, ids, scores), min_size=1, max_size=8, unique_by=lambda r: r[:2])
    return st.builds(lambda rows, name: run_of(*rows, name=name), rows, words)


@pytest.mark.parametrize("format", ["trec", "csv", "json", "jsonl", "parquet"])
@given(data=st.data())
def test_a_written_run_reads_as_the_same_run(format: str, data: st.DataObject) -> None:
    run = data.draw(runs(words if format == "trec" else anything))
    read = parse_run(write_run(run, format).content, f"{run.name}.x", format=format)
    assert read.frame.equals(in_evaluation_order(run).select("topic", "doc", "score"))
    if format != "json":
        assert read.name == run.name


@given(runs(words))
def test_a_written_msmarco_run_keeps_the_order(run: Run) -> None:
    read = parse_run(write_run(run, "msmarco").content, "x", format="msmarco")
    assert read.frame.select("topic", "doc").equals(in_evaluation_order(run).select("topic", "doc"))


@given(runs(words))
def test_writing_what_was_written_changes_nothing(run: Run) -> None:
    once = write_run(run).content
    assert write_run(parse_run(once, "x", format="trec")).content == once


@given(runs(words))
def test_ranking_leaves_the_run_alone(run: Run) -> None:
    before = run.frame.clone()
    write_run(run)
    assert run.frame.equals(before)


# --- judgments --------------------------------------------------------------------------------

grades = st.integers(-999, 20)
counts = st.integers(0, 10**6)
probabilities = st.none() | st.floats(0, 1)
levels = st.floats(-1, 10)
passages = st.lists(
    st.fixed_dictionaries({"offset": counts, "length": counts}), min_size=1, max_size=3
)
COLUMNS: dict[str, dict[str, Any]] = {
    "trec": {},
    "diversity": {"subtopic": words},
    "prels": {"method": grades, "probability": probabilities},
    "strata": {"stratum": words},
    "probs": {"probability": probabilities},
    "prefs": {"group": words, "subgroup": words, "level": levels},
    "qrels_prefs": {"group": words, "level": levels},
    "qrels_jg": {"group": words},
    "ntcir": {"letter": st.sampled_from("SABC"), "level": words},
}
TYPES = {"method": pl.Int64, "probability": pl.Float64, "level": pl.Float64}


@st.composite
def judgments(draw: st.DrawFn, format: str) -> Qrels:
    further = COLUMNS[format]
    row = st.tuples(words, words, grades, *further.values())
    rows = draw(st.lists(row, min_size=1, max_size=6, unique_by=lambda row: row[:2]))
    schema = {"topic": pl.String, "doc": pl.String, "grade": pl.Int64}
    schema |= {name: TYPES.get(name, pl.String) for name in further}
    if format == "ntcir":
        schema["level"] = pl.String
    frame = pl.DataFrame(rows, schema=schema, orient="row")
    if format in ("prefs", "qrels_prefs"):
        frame = frame.with_columns((pl.col("level") > 0).cast(pl.Int64).alias("grade"))
    if format == "qrels_prefs":
        frame = frame.with_columns(pl.lit("0").alias("subgroup"))
    if format == "ntcir":
        meaning = {"S": 3, "A": 2, "B": 1, "C": 0}
        frame = frame.with_columns(pl.col("letter").replace_strict(meaning).alias("grade"))
    return Qrels(frame)


@pytest.mark.parametrize("format", COLUMNS)
@given(data=st.data())
def test_written_judgments_read_as_the_same_judgments(format: str, data: st.DataObject) -> None:
    qrels = data.draw(judgments(format))
    written = write_qrels(qrels, format)
    read = parse_qrels(written.content, "x", format)
    assert read.frame.select(sorted(read.frame.columns)).equals(
        qrels.frame.select(sorted(qrels.frame.columns))
    )
    assert written.lost in ({}, {"subgroup": len(qrels)})


@pytest.mark.parametrize("format", ["csv", "jsonl", "parquet"])
@pytest.mark.parametrize("layout", ["trec", "diversity", "prels", "strata", "prefs"])
@settings(max_examples=settings().max_examples // 3)
@given(data=st.data())
def test_tables_hold_the_columns_of_every_layout(
    format: str, layout: str, data: st.DataObject
) -> None:
    qrels = data.draw(judgments(layout))
    written = write_qrels(qrels, format)
    read = parse_qrels(written.content, "x", format)
    assert written.lost == {}
    names = sorted(set(read.frame.columns) & set(qrels.frame.columns))
    absent = [name for name in qrels.frame.columns if name not in read.frame.columns]
    assert all(qrels.frame[name].null_count() == len(qrels) for name in absent)  # JSON lines
    assert read.frame.select(names).equals(qrels.frame.select(names))


@pytest.mark.slow
@given(
    st.lists(
        st.tuples(words, st.none() | passages), min_size=1, max_size=5, unique_by=lambda r: r[0]
    )
)
def test_inex_judgments_go_through_every_format_that_holds_them(rows: list[Any]) -> None:
    frame = pl.DataFrame(
        {
            "topic": ["9"] * len(rows),
            "doc": [doc for doc, _ in rows],
            "grade": [int(bool(parts)) for _, parts in rows],
            "relevant_chars": [7 if parts else 0 for _, parts in rows],
            "doc_chars": [9] * len(rows),
            "best_entry": [1 if parts else None for _, parts in rows],
            "passages": [parts or [] for _, parts in rows],
        },
        schema_overrides={
            "best_entry": pl.Int64,
            "passages": pl.List(pl.Struct({"offset": pl.Int64, "length": pl.Int64})),
        },
    )
    for name in ("inex", "csv", "jsonl", "parquet"):
        read = parse_qrels(write_qrels(Qrels(frame), name).content, "x", name).frame
        assume("best_entry" in read.columns)  # JSON lines leave out what is null throughout
        assert read.select(frame.columns).equals(frame)


def test_judgments_lose_columns_by_count() -> None:
    qrels = parse_qrels(b"1 d1 1 2 0.5\n1 d2 0 1 NA\n", "x", "prels")
    assert write_qrels(qrels, "trec").lost == {"method": 2, "probability": 1}
    assert write_qrels(qrels, "probs").content == b"1 0 d1 1 0.5\n1 0 d2 0 NA\n"
    assert write_qrels(qrels, "json").lost == {"method": 2, "probability": 1}


def test_judgments_that_a_layout_cannot_tell_apart_are_refused() -> None:
    qrels = parse_qrels(b"1 a d1 1\n1 b d1 0\n", "x", "diversity")
    for name in ("trec", "json"):
        with pytest.raises(InputError, match=f"{name} holds document 'd1' only once in topic '1'"):
            write_qrels(qrels, name)


def test_columns_that_are_absent_are_named() -> None:
    with pytest.raises(InputError) as caught:
        write_qrels(parse_qrels(b"1 0 d1 1\n", "x"), "prels")
    assert str(caught.value) == (
        "x: prels needs what these judgments do not have: method, probability "
        "(they have topic, doc, grade)"
    )


def test_grades_become_ntcir_letters_where_there_are_some() -> None:
    qrels = parse_qrels(b"1 0 a 3\n1 0 b 0\n", "x")
    assert write_qrels(qrels, "ntcir").content == b"1 S a L3\n1 C b L0\n"
    with pytest.raises(InputError, match="ntcir has no letter for the grade -1"):
        write_qrels(parse_qrels(b"1 0 a -1\n", "x"), "ntcir")


# --- real files -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "format"),
    [
        ("golden/inex/qrels.txt", "inex"),
        ("golden/statap/prels-odd.txt", "prels"),
        ("golden/xinfap/qrels.txt", "strata"),
        ("golden/ndeval/qrels.txt", "diversity"),
        ("golden/trec_eval_prefs/prefs.test", "prefs"),
        pytest.param("data/trec8/qrels.trec8.adhoc.txt", "trec", marks=pytest.mark.slow),
    ],
)
def test_real_judgments_go_there_and_back(shared: Path, path: str, format: str) -> None:
    qrels = read_qrels(shared / path, format=format)
    for other in {format, "csv", "jsonl", "parquet"}:
        read = parse_qrels(write_qrels(qrels, other).content, "x", other).frame
        assert read.select(qrels.frame.columns).equals(qrels.frame)


def test_a_real_run_goes_there_and_back(shared: Path) -> None:
    run = read_run(shared / "data/trec8/runs/READWARE2.gz")
    expected = in_evaluation_order(run).select("topic", "doc", "score")
    for name in ("trec", "csv", "parquet", "json"):
        read = parse_run(write_run(run, name).content, "x", format=name)
        assert read.frame.equals(expected)


# --- files ------------------------------------------------------------------------------------


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("x")
    atomic_write(tmp_path / "a", "é")
    assert (tmp_path / "a").read_bytes() == "é".encode()
    assert (tmp_path / "a").stat().st_mode == (tmp_path / "plain").stat().st_mode
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["a", "plain"]


def test_an_existing_file_keeps_its_permissions_and_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("old")
    (tmp_path / "a").chmod(0o640)
    (tmp_path / "link").symlink_to("a")
    atomic_write(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "a").read_text() == "new"
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o640


def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").write_text("old")

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("harness.formats.unfinished.os.fsync", full)
    with pytest.raises(HarnessError, match="a: cannot be written: No space left on device"):
        atomic_write(tmp_path / "a", "new")
    assert (tmp_path / "a").read_text() == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a"]


def test_a_missing_directory_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(HarnessError, match="b/a: cannot be written: No such file or directory"):
        atomic_write(tmp_path / "b" / "a", "x")
