"""`harness report table`, `figures`, `topics`: what programs get, and what is said aloud."""

from __future__ import annotations

import contextlib
import csv
import io
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from harness.report.page.payload import payload
from harness.workflows import report as reporting
from harness.workflows.report import gather_report
from tests.nightly import one_in

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
DEMO = ROOT / "configs" / "demo.yaml"
RUNS = sorted(ROOT.glob("runs/demo/*.run"))


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def task(tmp_path: Path) -> Path:
    """Two runs, of which one answers one topic of three."""
    (tmp_path / "qrels.txt").write_text("1 0 a 1\n1 0 b 0\n2 0 a 1\n3 0 a 1\n")
    (tmp_path / "few.run").write_text("1 Q0 b 1 2 few\n1 Q0 a 2 1 few\n")
    (tmp_path / "all.run").write_text("".join(f"{at} Q0 a 1 1 all\n" for at in (1, 2, 3)))
    path = tmp_path / "small.yaml"
    path.write_text("qrels: qrels.txt\nmeasures: [AP, RR]\nruns: [few.run, all.run]\n")
    return path


def test_programs_get_the_superscripts_as_columns_and_the_notes_beside(harness):
    got = harness("report", "table", DEMO, "--measure", "AP", "--baseline", "wick-coord",
                  "--format", "csv")  # fmt: skip
    rows = list(csv.DictReader(io.StringIO(got.out)))
    assert (rows[0]["run"], rows[0]["AP"], rows[0]["AP marks"]) == ("keeper-rrf", "0.5315", "†")
    assert rows[-1]["AP marks"] == ""
    assert "# corrected p: Holm, family of 8 comparisons" in got.err


def test_any_name_of_a_measure_will_do(harness):
    short = harness("report", "topics", DEMO, "--measure", "map", "--format", "tsv")
    assert short.status == 0
    assert short.out == harness("report", "topics", DEMO, "--measure", "AP", "--format", "tsv").out


def test_what_is_no_regular_file_is_neither_replaced_nor_waited_for(harness, here):
    os.mkfifo(here / "pipe")
    for arguments in (["table", DEMO, "-o", "pipe", "--force"], [DEMO, "-o", "pipe", "--force"]):
        got = harness("report", *arguments)
        assert got.status == 2
        assert "pipe: this is not a regular file" in got.err
    assert (here / "pipe").is_fifo()


def test_figures_say_why_there_are_only_curves(harness, here, task):
    task.write_text(task.read_text() + "topic_policy: answered\n")
    got = harness("report", "figures", task, "-o", "figs")
    assert got.status == 0
    assert "# only curves, nothing can be compared: " in got.err
    wrong = harness("report", "figures", task, "-o", "more", "--pair", "few", "al")
    assert (wrong.status, "unknown run 'al' (did you mean all?)" in wrong.err) == (2, True)
    assert not (here / "more").exists()


def test_a_pair_is_two_runs(harness):
    got = harness("report", "figures", DEMO, "-o", "figs", "--pair", "wick-coord", "wick-coord")
    assert (got.status, "name two runs" in got.err) == (2, True)


def test_the_curves_of_a_directory_have_no_roc_and_that_is_said(harness, here, task):
    assert harness("run", task, "--quiet", "-o", "out").status == 0
    got = harness("report", "figures", "out", "-o", "figs", "--figure", "roc", "--figure", "runs")
    assert (got.status, "no ROC curves: " in got.err) == (0, True)
    assert not (here / "figs/roc.svg").exists()
    assert (
        harness("report", "figures", task, "-o", "figs", "--figure", "roc", "--force").status == 0
    )
    assert (here / "figs/roc.svg").exists()


def test_tables_need_no_documents(harness, here, task):
    (here / "docs.jsonl").write_bytes(b"\0\1")
    task.write_text(task.read_text() + "documents: docs.jsonl\n")
    assert harness("report", "table", task).status == 0
    got = harness("report", task)
    assert (got.status, "docs.jsonl" in got.err) == (2, True)


def test_documents_of_another_collection_are_noticed(harness, here, task):
    (here / "docs.tsv").write_text("doc\ttext\nzzz\tnothing\n")
    task.write_text(task.read_text() + "documents: docs.tsv\n")
    got = harness("report", task)
    assert got.status == 0
    assert "docs.tsv: no text of 2 of the 2 documents shown" in got.err


def test_a_topic_with_half_a_character_is_evaluated(harness, here, task):
    (here / "topics.json").write_text('[{"id": "1", "title": "x\\ud800y"}]')
    task.write_text(task.read_text() + "topics: topics.json\n")
    got = harness("run", task, "--quiet", "-o", "out")
    assert got.status == 0, got.err
    assert gather_report("out").value.results.topics["title"][0] == "x\ufffdy"


def test_a_report_is_made_as_the_task_says(task, here):
    more = (
        "name: plain\nreport: {title: Shown, text: 7, depth: 1}\n"
        "compare: {measures: [RR], alpha: 0.2, seed: 9, topics: common}\n"
    )
    task.write_text(task.read_text() + more)
    report = gather_report(task).value
    assert (report.name, report.text_length, report.rankings.depth) == ("Shown", 7, 1)
    assert report.leaders == ("RR",)
    options = report.comparison.options
    assert (options.alpha, options.seed) == (0.2, 9)


def test_a_directory_is_compared_as_its_task_says(harness, task):
    settings = "compare: {measures: [RR], alpha: 0.2, seed: 9}\n"
    task.write_text(task.read_text() + settings)
    assert harness("run", task, "--quiet", "-o", "out").status == 0
    found, same = gather_report("out").value, gather_report(task).value
    assert found.leaders == same.leaders == ("RR",)
    assert (found.comparison.options.alpha, found.comparison.options.seed) == (0.2, 9)


def test_large_evaluations_list_fewer_documents_unless_a_depth_is_asked_for(task, monkeypatch):
    monkeypatch.setattr(reporting, "MOST_DOCUMENTS", 6)
    assert gather_report(task).value.rankings.depth == 1  # 2 runs, 3 topics
    task.write_text(task.read_text() + "report: {depth: 4}\n")
    assert gather_report(task).value.rankings.depth == 4


def test_a_table_for_a_venue_is_set_in_its_column_and_a_wide_one_in_both(harness):
    asked = ("report", "table", DEMO, "-m", "AP", "-m", "nDCG@10", "--format", "latex")
    column = harness(*asked, "--for", "acm", "--top", "3", "--baseline", "wick-coord")
    assert r"\fontsize" in column.out
    assert column.out.count(r" \\") == 1 + 3 + 1, "the heading, the best and the baseline"
    assert "Holm, family of 3 comparisons; " in column.out
    assert r"\begin{table*}" in harness(*asked, "--wide").out
    more = harness(*asked, "--column", "rank", "--column", "interval", "--digits", "2")
    assert r"{rank} & run & {AP} & interval & {nDCG@10} & interval \\" in more.out
    assert r"\textendash{}" in more.out


def test_a_table_that_has_no_room_is_not_written(harness):
    measures = ("AP", "nDCG@10", "P@10", "Rprec", "RR", "P@5", "R@10", "Bpref")
    named = [word for measure in measures for word in ("-m", measure)]
    asked = ("report", "table", Path("tiny.yaml"), "--format", "latex", "--for", "acm")
    Path("qrels.txt").write_text("1 0 a 1\n1 0 b 0\n2 0 a 1\n3 0 a 1\n")
    for run in "xy":
        Path(f"{run}.run").write_text("".join(f"{i} Q0 a 1 1 {run * 20}\n" for i in (1, 2, 3)))
    Path("tiny.yaml").write_text(
        f"qrels: qrels.txt\nmeasures: [{', '.join(measures)}]\nruns: [x.run, y.run]\n"
    )
    refused = harness(*asked, *named, "-o", "table.tex")
    assert (refused.status, Path("table.tex").exists()) == (2, False)
    assert "with letters of 7 points" in refused.err
    assert harness(*asked, "-m", "AP").status == 0


@pytest.mark.parametrize("option", [("--for", "acm"), ("--label", "tab:a")])
def test_options_of_latex_are_refused_for_other_forms(harness, option):
    got = harness("report", "table", DEMO, *option)
    assert got.status == 2
    assert f"{option[0]} is for --format latex" in got.err


def test_top_is_the_first_rows_of_tables_in_every_form(harness):
    board = harness("report", "leaderboard", DEMO, "--top", "2")
    assert "keeper-rrf" in board.out
    assert "wick-coord " not in board.out.split("\n\n")[1]
    assert "the first 2 of 9 rows" in board.out
    rows = harness("compare", DEMO, "--top", "2", "--format", "tsv").out.splitlines()
    assert len(rows) == 1 + 2


@pytest.mark.parametrize(
    ("arguments", "steps"),
    one_in(
        6,
        [
            (["report", DEMO, "-o", "page.html"], ["evaluating runs", "drawing the page"]),
            (["compare", DEMO], ["compare at work", "evaluating runs", "compare at work"]),
            (["compare", "out"], ["compare at work", "reading results", "compare at work"]),
            (["eval", ROOT / "qrels/demo/qrels.txt", *RUNS], ["eval at work"]),
            (["check", DEMO], ["check at work"]),
            (["compare", DEMO, "--quiet"], []),
        ],
    ),
)
def test_a_terminal_is_told_the_step_from_the_beginning_to_the_end(harness, here, arguments, steps):
    assert harness("run", DEMO, "--quiet", "-o", "out").status == 0
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "harness", *map(str, arguments)]
    with subprocess.Popen(command, stderr=theirs, stdout=subprocess.DEVNULL) as running:
        os.close(theirs)
        told = b""
        with contextlib.suppress(OSError):  # the other end is closed
            while piece := os.read(ours, 65536):
                told += piece
        running.wait()
    os.close(ours)
    position = 0
    for step in [f"loading harness {arguments[0]} …", *steps]:
        position = told.index(step.encode(), position) + 1
    assert steps or b"at work" not in told
    assert told[position:].count(b"\x1b[2K")  # the last one is taken away


def test_reports_standardise_as_the_task_says_or_say_that_they_do_not(harness, here, task):
    task.write_text(task.read_text() + "name: small\ncompare: {standardise: linear}\n")
    compared = harness("compare", task, "--format", "tsv").out.splitlines()
    assert compared[0].split("\t")[1] == "AP (linear)"
    means = {row.split("\t")[0]: float(row.split("\t")[1]) for row in compared[1:]}
    for asked in ([], ["-m", "AP"]):
        table = harness("report", "table", task, "--format", "tsv", *asked).out.splitlines()
        assert table[0].split("\t")[:2] == ["run", "AP (linear)"]
        shown = {row.split("\t")[0]: float(row.split("\t")[1]) for row in table[1:]}
        assert shown == pytest.approx(means, abs=5e-5)
        assert harness("report", "figures", task, "-o", "figs", "--force", *asked).status == 0
        caption = (here / "figs/leaderboard-AP.tex").read_text()
        assert "AP (linear): leaderboard" in caption
        assert "not standardised" not in caption
        assert "AP (linear)" in harness("report", "leaderboard", task, *asked).out
    assert "AP (linear)" in reporting.make_report(task).to_latex()
    said = "compared as they are, not standardised (linear)"
    assert harness("report", task, "--participant", "few", "-o", "sheet.html").status == 0
    assert said in (here / "sheet.html").read_text()
    assert any(said in note for note in payload(gather_report(task).value)["boards"][0]["over"])


@pytest.mark.parametrize("piped", [False, True])
def test_notes_on_a_terminal_break_at_words_and_in_a_pipe_do_not(tmp_path, piped):
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "harness", "report", "table", str(DEMO), "--format", "csv"]
    environment = {**os.environ, "COLUMNS": "50", "TERM": "dumb"}
    aside = subprocess.PIPE if piped else theirs
    with subprocess.Popen(
        command, stderr=aside, stdout=subprocess.DEVNULL, env=environment
    ) as running:
        os.close(theirs)
        text = running.stderr.read() if piped else b""
        with contextlib.suppress(OSError):  # the other end is closed
            while piece := os.read(ours, 65536):
                text += piece
    os.close(ours)
    lines = [line for line in text.decode().splitlines() if "evaluating" not in line]
    assert any("trec_eval-10" in line for line in lines)
    assert (max(map(len, lines)) <= 50) is not piped


def test_a_label_makes_a_floating_table_with_a_caption(harness, task):
    got = harness("report", "table", task, "--format", "latex", "--label", "tab:small")
    assert got.status == 0
    assert "\\begin{table}" in got.out
    assert "\\label{tab:small}" in got.out
    wrong = harness("report", "table", task, "--label", "tab:small")
    assert (wrong.status, "--label is for --format latex" in wrong.err) == (2, True)
