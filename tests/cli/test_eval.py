"""`harness eval` as people call it: one run, many runs, every format, every mistake."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from importlib import import_module

import polars as pl
import pytest

from harness.report.table import Screen
from tests.each import each
from tests.nightly import now

QRELS = "1 0 a 1\n1 0 b 0\n1 0 c 2\n2 0 a 1\n2 0 d 1\n3 0 a 0\n"
RUN = (
    "1 Q0 a 1 3.0 mine\n1 Q0 b 2 2.0 mine\n1 Q0 x 3 1.0 mine\n2 Q0 b 1 1.5 mine\n2 Q0 d 2 1 mine\n"
)


@pytest.fixture
def files(tmp_path):
    (tmp_path / "qrels").write_text(QRELS)
    (tmp_path / "run").write_text(RUN)
    (tmp_path / "other").write_text(RUN.replace("mine", "other").replace("1 Q0 b", "1 Q0 c"))
    return tmp_path


def line(name, topic, value):
    return f"{name:<22}\t{topic}\t{value}\n"


def test_one_run_prints_trec_evals_text_worked_by_hand(harness, files):
    got = harness("eval", "-q", "-m", "map", "-m", "P.2", files / "qrels", files / "run")
    assert got.status == 0
    # Topic 1: relevant a (rank 1) of a, c: 1/2. Topic 2: relevant d (rank 2) of a, d: (1/2)/2.
    assert got.out == (
        line("map", "1", "0.5000")
        + line("P_2", "1", "0.5000")
        + line("map", "2", "0.2500")
        + line("P_2", "2", "0.5000")
        + line("map", "all", "0.3750")
        + line("P_2", "all", "0.5000")
    )


def test_the_notes_tell_topics_and_unjudged_documents_on_standard_error(harness, files):
    got = harness("eval", "-c", files / "qrels", files / "run")
    assert "averaged over 3 topics" in got.err
    assert "1 run does not answer all topics: mine (1 missing)" in got.err
    assert "1 topic without relevant documents, averaged as scored: 3" in got.err
    assert "unjudged: 2 of 5 retrieved documents (40.0 %)" in got.err
    assert harness("eval", "--quiet", files / "qrels", files / "run").err == ""


def test_several_runs_become_one_table_best_first(harness, files):
    got = harness(
        "eval", "-m", "map", "-m", "num_ret", files / "qrels", files / "run", files / "other"
    )
    lines = [row.split() for row in got.out.splitlines() if row.strip()]
    assert lines[0] == ["run", "num_ret", "map"]
    # mine: (1/2 + 1/4)/2; other: topic 1 has a and c first, so 1, and (1 + 1/4)/2.
    assert lines[2:] == [["other", "5", "0.6250"], ["mine", "5", "0.3750"]]


@pytest.mark.parametrize("width", [None, 60, 140])
def test_several_runs_without_measures_make_a_table_as_wide_as_there_is_room(
    harness, files, monkeypatch, width
):
    import_module("harness.cli.eval")  # loaded later, it would keep what is patched
    monkeypatch.setattr("harness.cli.output.standard_output", lambda: Screen(width, unicode=True))
    got = harness("eval", files / "qrels", files / "run", files / "other")
    heading, rule, *rows = got.out.split("\n\n")[0].splitlines()
    assert heading.split()[:3] == ["run", "num_q", "num_ret"]
    assert (width or 100) - 26 < len(rule) <= (width or 100)
    assert len(rows) == 2
    shown = len(heading.split()) - 1
    assert f"hidden: {29 - shown} columns" in got.out
    if width is None:
        wide = harness("eval", "-w", files / "qrels", files / "run", files / "other")
        assert len(wide.out.splitlines()[0].split()) == 30


def test_topics_of_several_runs_are_tsv_for_a_file_and_where_they_are_many(
    harness, files, monkeypatch
):
    asked = ("eval", "-q", "-m", "map", files / "qrels", files / "run", files / "other")
    plain = harness(*asked[:2], "--format", "tsv", *asked[2:])
    assert plain.out.count("\n") == 1 + 2 * 3
    assert harness(*asked) == plain
    monkeypatch.setattr("harness.cli.eval.output_width", lambda: 100)
    assert "────" in harness(*asked).out
    monkeypatch.setattr("harness.cli.eval._MANY", 5)
    assert harness(*asked).out == plain.out


def test_tsv_has_run_measure_topic_value(harness, files):
    got = harness(
        "eval", "-q", "-m", "AP", "-m", "num_ret", "--format", "tsv", files / "qrels", files / "run"
    )
    rows = list(csv.reader(io.StringIO(got.out), delimiter="\t"))
    assert rows[0] == ["run", "measure", "topic", "value"]
    assert ["mine", "AP", "1", "0.5"] in rows
    assert ["mine", "num_ret", "all", "5"] in rows
    assert len(rows) == 1 + 2 * 3


@pytest.mark.parametrize("style", ["csv", "json", "jsonl"])
def test_data_formats_hold_the_same_values(harness, files, style):
    got = harness("eval", "-q", "-m", "AP", "--format", style, files / "qrels", files / "run")
    if style == "csv":
        rows = list(csv.DictReader(io.StringIO(got.out)))
    elif style == "json":
        rows = json.loads(got.out)
    else:
        rows = [json.loads(row) for row in got.out.splitlines()]
    values = {row["topic"]: float(row["value"]) for row in rows}
    assert values == {"1": 0.5, "2": 0.25, "all": 0.375}


@pytest.mark.parametrize(
    "style", now(["tsv", "arrow"], ["table", "tsv", "json", "parquet", "arrow"])
)
def test_processes_print_the_same_bytes_as_one_thread(files, style):
    runs = []
    for number in range(9):
        runs.append(files / f"run{number}")
        runs[-1].write_text(RUN.replace("mine", f"run{number}"))
    module = files / "own.py"
    module.write_text(
        "from harness.measures import measure\n@measure('Own')\ndef own(run):\n"
        "    'Documents retrieved.'\n    return run.num_ret / 100\n"
    )
    asked = ("-q", "-m", "AP", "-m", "Own", "-m", "num_ret", "--module", module, "--format", style)
    printed = []
    for workers in ("1", "2"):
        command = [sys.executable, "-m", "harness", "eval", *asked, "--workers", workers]
        done = subprocess.run([*command, files / "qrels", *runs], capture_output=True, check=False)
        assert not done.returncode, done.stderr.decode()
        printed.append(done.stdout)
    assert printed[0] == printed[1]
    if style in ("parquet", "arrow"):
        read = pl.read_parquet if style == "parquet" else pl.read_ipc
        frame = read(io.BytesIO(printed[0]))
        assert frame.columns == ["run", "measure", "topic", "value"]
        assert ("run0", "AP", "1", 0.5) in frame.rows()
        assert frame.height == 9 * 3 * 3


def test_latex_is_a_booktabs_table_with_escaped_names(harness, files):
    (files / "run").write_text(RUN.replace("mine", "my_run&50%"))
    got = harness("eval", "-m", "map", "--format", "latex", files / "qrels", files / "run")
    assert r"my\_run\&50\% & 0.3750 \\" in got.out
    assert "\\begin{tabular}{\n  l\n  S[table-format=1.4]\n}\n\\toprule\n" in got.out


def test_the_run_may_come_from_standard_input(harness, files):
    got = harness("eval", "-m", "map", files / "qrels", "-", stdin=RUN.encode())
    assert got.out == line("map", "all", "0.3750")


BAD_RUNS = {
    "five columns": ("1 Q0 a 1 mine\n", ":1:14: 5 fields where 6 are expected"),
    "score is a word": ("1 Q0 a 1 3.0 t\n1 Q0 b 2 abc t\n", ":2:10: the score 'abc' is not a"),
    "score with comma": ("1 Q0 a 1 2,5 t\n", ":1:10: the scores look written with a decimal comma"),
    "score is NaN": ("1 Q0 a 1 nan t\n", ":1:10: the score 'nan' is not a number"),
    "score is hexadecimal": ("1 Q0 a 1 0x10 t\n", ":1:10: the score '0x10' is not a number"),
    "document twice": (
        "1 Q0 a 1 3 t\n1 Q0 b 2 2 t\n1 Q0 a 3 1 t\n",
        ":3:6: document 'a' is retrieved twice in topic '1' (first at line 1)",
    ),
    "no common topic": ("7 Q0 a 1 3 t\n", "no topic in common with"),
    "empty": ("", "the file is empty"),
    "only blanks": (" \n\n", "the file is empty"),
    "binary": ("1 Q0 a\0 1 3 t\n", "this is a binary file"),
}


@each(BAD_RUNS, "mistake")
def test_a_bad_run_gets_one_clear_message_and_status_2(harness, files, mistake):
    text, message = BAD_RUNS[mistake]
    (files / "run").write_text(text)
    got = harness("eval", files / "qrels", files / "run")
    assert got.status == 2
    assert got.out == ""
    assert f"{files / 'run'}" in got.err
    assert message in got.err
    assert "Traceback" not in got.err


@pytest.mark.parametrize(
    ("dialect", "ranks"), [("trec_eval-9", {"c": 1, "b": 2, "a": 3}), ("trec_eval-10", {"b": 1})]
)
@pytest.mark.parametrize("infinity", ["inf", "Infinity", "1e400"])
def test_infinite_scores_are_ranked_as_trec_eval_does_and_said(
    harness, files, dialect, ranks, infinity
):
    # In single precision 1e39 is an infinity too, and ties are broken by the identifier.
    (files / "run").write_text(
        f"1 Q0 d 1 -inf t\n1 Q0 c 2 1e39 t\n1 Q0 b 3 {infinity} t\n1 Q0 a 4 2 t\n"
    )
    for doc, rank in {"d": 4, **ranks}.items():
        (files / "one").write_text(f"1 0 {doc} 1\n")
        got = harness(
            "eval", "--dialect", dialect, "-m", "recip_rank", files / "one", files / "run"
        )
        assert got.out == line("recip_rank", "all", f"{1 / rank:.4f}")
        assert f"warning: {files / 'run'}: 2 scores are infinite (inf: 1, -inf: 1)" in got.err


BAD_QRELS = {
    "three columns": ("1 0 a\n", "qrels:1: no layout of judgments fits lines with 3 fields"),
    "grade 1.5": ("1 0 a 1.5\n", ":1:7: the grade '1.5' is not a whole number"),
    "document twice": ("1 0 a 1\n1 0 b 1\n1 0 a 0\n", ":3:5: document 'a'"),
    "empty": ("", "the file is empty"),
}


@pytest.mark.parametrize("mistake", BAD_QRELS)
def test_bad_judgments_get_one_clear_message_and_status_2(harness, files, mistake):
    text, message = BAD_QRELS[mistake]
    (files / "qrels").write_text(text)
    got = harness("eval", files / "qrels", files / "run")
    assert (got.status, got.out) == (2, "")
    assert message in got.err
    assert "Traceback" not in got.err


def test_all_problems_of_a_run_are_told_at_once(harness, files):
    (files / "run").write_text("1 Q0 a 1 x t\n1 Q0 b\n1 Q0 c 1 nan t\n")
    err = harness("eval", files / "qrels", files / "run").err
    assert [f"run:{number}:" in err for number in (1, 2, 3)] == [True, True, True]


def test_an_unknown_measure_names_the_nearest_one(harness, files):
    got = harness("eval", "-m", "ndgc", "-m", "P@ten", "-m", "bprf", files / "qrels", files / "run")
    assert (got.status, got.out) == (2, "")
    assert "unknown measure 'ndgc' (did you mean" in got.err
    assert "unknown measure 'bprf' (did you mean bpref?)" in got.err.replace("Bpref", "bpref")
    assert "P@ten" in got.err


def test_an_unknown_command_names_the_nearest_one(harness):
    got = harness("evl")
    assert got.status == 2
    assert "did you mean eval?" in got.err


def test_debug_shows_the_traceback(harness, files):
    got = harness("eval", files / "nothing", files / "run", "--debug")
    assert got.status == 2
    assert "Traceback (most recent call last)" in got.err
    assert got.err.splitlines()[-1] == f"Error: {files}/nothing: no such file"


def test_a_bad_run_among_good_ones_stops_the_table_before_anything_is_printed(harness, files):
    (files / "bad").write_text("1 Q0 a 1 nan t\n")
    got = harness("eval", files / "qrels", files / "run", files / "bad")
    assert (got.status, got.out) == (2, "")


def test_trec_evals_cutoff_lists_are_sorted_and_unique(harness, files):
    got = harness("eval", "-m", "P.10,5,5", files / "qrels", files / "run")
    assert [row.split()[0] for row in got.out.splitlines()] == ["P_5", "P_10"]


def test_a_cutoff_of_zero_is_refused(harness, files):
    got = harness("eval", "-m", "P.0", files / "qrels", files / "run")
    assert got.status == 2
    assert "cutoff=0 is not allowed" in got.err


def test_a_measure_among_the_runs_is_said_to_be_one(harness, files):
    got = harness("eval", files / "qrels", files / "run", "-m", "AP", "P@10", "P@5")
    assert got.status == 2
    assert "P@10 is no file but a measure: -m P@10" in got.err
    (files / "P@10").write_text((files / "run").read_text())
    assert harness("eval", "-m", "AP", files / "qrels", files / "P@10").status == 0
    assert "no@10: no such file" in harness("eval", files / "qrels", "no@10").err


def test_judgments_of_another_dimension_are_named_with_it(harness, files):
    (files / "easy").write_text((files / "qrels").read_text())
    asked = ["-m", "uRBP", "-m", "RBP(rel=1)", files / "qrels", files / "run"]
    given = harness("eval", "--dimension", "understandability", files / "easy", *asked)
    easy, all_relevant = (row.split()[-1] for row in given.out.splitlines())
    assert easy == all_relevant != "0.0000"
    lacking = harness("eval", *asked)
    assert lacking.status == 2
    assert "uRBP needs judgments of understandability; these judge documents" in lacking.err
