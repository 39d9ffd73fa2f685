"""Runs whose identifiers match nothing: said louder than that a part of them was not judged."""

from __future__ import annotations

import contextlib
import warnings

import pytest

import harness
from harness.cli.main import main
from harness.core.coverage import Coverage, alarms, coverage_notes
from harness.core.notes import note_lines, shorten_notes
from harness.workflows.evaluate import run as evaluate

QRELS = "1 0 GX1 1\n1 0 GX2 0\n2 0 GX3 1\n"
RUN = "1 Q0 GX1 1 3 good\n1 Q0 GX9 2 2 good\n2 Q0 GX3 1 1 good\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "q.txt").write_text(QRELS)
    (tmp_path / "good.run").write_text(RUN)
    (tmp_path / "lower.run").write_text(RUN.replace("GX", "gx").replace("good", "lower"))
    (tmp_path / "t.yaml").write_text("qrels: q.txt\nruns: '*.run'\nmeasures: [AP, P@5]\n")
    return tmp_path


@pytest.fixture
def call(capsys, monkeypatch, folder):
    """Both outputs of a command: standard output, standard error."""
    monkeypatch.chdir(folder)

    def called(*arguments):
        capsys.readouterr()
        with contextlib.suppress(SystemExit):
            main([str(argument) for argument in arguments])
        return capsys.readouterr()

    return called


def loud(text):
    return [line for line in text.splitlines() if line.lstrip("# ").startswith("Warning")]


@pytest.mark.parametrize("options", [(), ("-J",), ("-c",), ("--dialect", "trec_eval-9"), ("-M1",)])
def test_eval_warns_of_the_run_that_matches_nothing_and_of_no_other(call, options):
    assert not loud(call("eval", *options, "q.txt", "good.run").err)
    (line,) = loud(call("eval", *options, "q.txt", "good.run", "lower.run").err)
    assert line.startswith("Warning: lower: NONE of its ")


@pytest.mark.parametrize(
    "command", [("run", "t.yaml", "-o", "out"), ("compare", "t.yaml"), ("diagnose", "t.yaml")]
)
def test_tasks_warn_too(call, command):
    shown = call(*command)
    every = " ".join((shown.out + shown.err).split())
    assert "Warning: lower: NONE of its 3 documents is judged" in every
    assert "Warning: good" not in every


def test_results_and_sheets_keep_the_warning(call, folder):
    call("run", "t.yaml", "-o", "out")
    found = " ".join(call("compare", "out").out.split())
    assert "Warning: lower: NONE of its 3 documents is judged" in found
    call("report", "out", "--participant", "lower", "-o", "sheet.html")
    assert "NONE of its 3 documents is judged" in (folder / "sheet.html").read_text()
    scores = evaluate("t.yaml").scores
    covers = dict(zip(scores.runs, scores.coverage, strict=True))
    assert (covers["lower"].nothing_judged, covers["good"].nothing_judged) == (True, False)


def test_python_warns(folder):
    with pytest.warns(UserWarning, match="lower: NONE of its 3 documents is judged"):
        harness.score(folder / "q.txt", folder / "lower.run", ["AP"])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        harness.score(folder / "q.txt", folder / "good.run", ["AP"])


def test_many_such_runs_are_one_line_that_names_them():
    names, cover = [f"r{n}" for n in range(9)], Coverage(("1",), retrieved=4, unjudged=4)
    lines = note_lines(shorten_notes(alarms(names, [cover] * 9)))
    (line,) = lines
    assert line.startswith("Warning: r0: NONE of its 4 documents is judged")
    assert line.endswith("? likewise r1, r2, r3, r4, r5 and 3 more")
    assert note_lines(shorten_notes(coverage_notes(names, [cover] * 9)))[1] == line


def test_a_run_that_answers_no_topic_has_no_documents_to_warn_of():
    assert alarms(["empty"], [Coverage(("1",), missing=("1",))]) == ()
