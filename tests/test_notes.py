"""Notes are records from where they arise to where they are shown."""

from __future__ import annotations

import ast
import contextlib
import json
import re
from pathlib import Path

import pytest

import harness
from harness.cli.main import main
from harness.core.notes import NOTES, SEVERITIES, Note, note_lines, shorten_notes
from harness.report.page.document import render_page
from harness.report.page.payload import payload
from harness.results.directory import read_results
from harness.workflows.evaluate import run
from harness.workflows.report import gather_report
from tests.syntax import nodes

ROOT = Path(__file__).parents[1]
SOURCES = sorted((ROOT / "harness").rglob("*.py"))

QRELS = "1 0 a 1\n1 0 b 0\n2 0 c 1\n3 0 d 0\n3 0 é 0\n"
RUNS = {
    # Unjudged z, tied a and b, an extra topic 9, a missing topic 3.
    "ties": "1 Q0 a 1 2 ties\n1 Q0 b 2 2 ties\n1 Q0 z 3 1 ties\n2 Q0 c 1 1 ties\n9 Q0 c 1 1 ties\n",
    # Ranks contradict scores, which a repair settles.
    "back": "1 Q0 a 1 1 back\n1 Q0 b 2 2 back\n2 Q0 c 1 1 back\n3 Q0 d 1 1 back\n",
    # A document twice, which none settles.
    "twice": "1 Q0 a 1 2 twice\n1 Q0 a 2 1 twice\n2 Q0 c 1 1 twice\n",
}
TASK = """\
qrels: q.txt
runs: '*.run'
measures: [AP, P@5]
topic_policy: judged
check:
  repairs: [rerank-by-score]
  severity: {topic-unknown: warning, tags-differ: warning, encoding: note}
"""
#: What is to be known of these runs, with the numbers that make it checkable.
EXPECTED = {
    "topics-averaged": {"fewest": 3, "most": 3},
    "topics-missing": {"runs": 1, "topics": 1},
    "topics-extra": {"runs": 1, "topics": 1},
    "topics-without-relevant": {"topics": 1},
    "ties": {"runs": 1, "documents": 2},
    "unjudged": {"documents": 1, "retrieved": 8},
    "repaired": {"rerank-by-score": 2},
    "refused": {"problems": 1},
    "encoding": {"offset": 36},
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "q.txt").write_bytes(QRELS.encode("latin-1"))
    for name, lines in RUNS.items():
        (tmp_path / f"{name}.run").write_text(lines)
    (tmp_path / "task.yaml").write_text(TASK)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def called(capsys, *arguments):
    capsys.readouterr()
    with contextlib.suppress(SystemExit):
        main([str(argument) for argument in arguments])
    return capsys.readouterr()


def test_terminal_page_manifest_and_python_have_the_same_notes(folder, capsys):
    out, _ = called(capsys, "run", "task.yaml", "-o", "out")
    evaluation = run("task.yaml")
    notes = list(evaluation.notes)
    assert {n.code: dict(n.numbers) for n in notes if n.code in EXPECTED} == EXPECTED

    def printed(text):
        return " ".join(text.split())

    places = [printed(out).find(printed(line)) for line in note_lines(notes)]
    assert -1 not in places, note_lines(notes)[places.index(-1)]
    assert places == sorted(places)

    manifest = json.loads((folder / "out/manifest.json").read_text())
    assert list(map(Note.of, manifest["notes"])) == notes
    assert list(read_results(folder / "out").notes) == notes
    for target in ("task.yaml", "out"):
        report = gather_report(target).value
        assert list(map(Note.of, payload(report)["notes"])) == notes
        page = re.sub(r"<[^>]+>", "", render_page(report))
        page = page.replace("&#39;", "'").replace("&amp;", "&")
        assert not [line for line in note_lines(shorten_notes(notes)) if line not in page]


def test_shell_and_python_first_say_which_topics_they_average(folder, capsys):
    (folder / "one.run").write_text("1 Q0 a 1 2 one\n")
    _, told = called(capsys, "eval", "q.txt", "one.run", "-m", "map")
    assert "averaged over 1 topic" in told.splitlines()[0]
    assert "2 left out" in told.splitlines()[1]
    with pytest.warns(harness.HarnessWarning) as warned:
        scores = harness.score("q.txt", "one.run", ["map"])
    first, second, *_ = str(warned[0].message).splitlines()
    assert "one (2 missing)" in first
    assert 'topic_policy="answered" leaves them out, as harness eval does' in second
    assert str(scores.notes[0]) == "averaged over 3 topics"


def test_programs_get_rows_and_their_users_the_notes(folder, capsys):
    called(capsys, "run", "task.yaml", "-o", "out")
    for command in (
        ("run", "task.yaml", "-o", "out"),
        ("compare", "out"),
        ("report", "topics", "out"),
        ("eval", "q.txt", "ties.run", "back.run"),
        ("report", "table", "out"),
    ):
        out, err = called(capsys, *command, "--format", "json")
        assert all(isinstance(row, dict) for row in json.loads(out)), command
        lines = [line for line in err.splitlines() if line.startswith("# ")]
        assert lines, command
        assert len(lines) == len(set(lines)), command
    assert "# ties: 1 of 2 runs" in called(capsys, "run", "task.yaml", "--format", "tsv").err


def test_a_pool_has_the_notes_in_its_manifest_that_it_shows(folder, capsys):
    (folder / "task.yaml").write_text(TASK.replace("[rerank", "[drop-lower-duplicates, rerank"))
    (folder / "pool.yaml").write_text(
        (folder / "task.yaml").read_text() + "pool: {strategy: depth, depth: 2}\n"
    )
    out, err = called(capsys, "pool", "make", "pool.yaml", "-o", "pool")
    if not (folder / "pool").exists():
        out, err = called(capsys, "pool", "pool.yaml", "-o", "pool")
    notes = list(map(Note.of, json.loads((folder / "pool/manifest.json").read_text())["notes"]))
    assert "repaired" in {note.code for note in notes}
    shown = " ".join((out + err).split())
    assert not [line for line in note_lines(notes) if " ".join(line.split()) not in shown]


def test_scores_in_python_warn_by_the_words_of_the_notes():
    with pytest.warns(UserWarning, match="NONE of its 1 document is judged") as caught:
        harness.score({"1": {"a": 1}}, {"x": {"1": {"A": 1.0}}}, ["AP"])
    assert [str(one.message).count("Warning") for one in caught] == [0]


# --- the registry -----------------------------------------------------------------------------


def _calls():
    """Every place that makes a note, with its code; None where that is no literal."""
    for path in SOURCES:
        for node in nodes(path):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Note" and node.args:
                code = node.args[0]
                literal = isinstance(code, ast.Constant)
                yield f"{path}:{node.lineno}", code.value if literal else ast.unparse(code)


def test_every_code_that_is_used_is_registered():
    computed = {"code", "note.code", "f'pool-topics-{key}'"}  # tested by what they give
    unknown = [(at, code) for at, code in _calls() if code not in NOTES and code not in computed]
    assert not unknown


def test_every_registered_code_is_used():
    text = "".join(path.read_text() for path in SOURCES if path.name != "notes.py")
    unused = [code for code in NOTES if f'"{code}"' not in text]
    assert [code for code in unused if not code.startswith("pool-topics-")] == []


def test_codes_are_words_and_summaries_are_sentences():
    for code, kind in NOTES.items():
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", code)
        assert kind.severity in SEVERITIES
        assert re.fullmatch(r"[A-Z].*\.", kind.summary), kind.summary


def test_nothing_is_read_out_of_a_message():
    """No text of a note, a problem or a description is taken apart again."""
    texts = r"(message|text|how|note|warning|said|str\(\w+\)|correction|procedure|hint)"
    cut = re.compile(rf"\b{texts}\.(r?partition|split|removeprefix|removesuffix|startswith)\(")
    reads_files = {"formats", "selftest", "core", "measures", "hypotheses"}
    found = {
        f"{path.relative_to(ROOT).as_posix()}: {line.strip()}"
        for path in SOURCES
        if path.relative_to(ROOT / "harness").parts[0] not in reads_files
        for line in path.read_text().splitlines()
        if cut.search(line)
    }
    assert found <= OF_PEOPLE


#: What people write, and words that are joined: options of the command line, cells of a table, keys of a task.
OF_PEOPLE = {
    'harness/settings/gate.py: measure, _, amount = (part.strip() for part in text.rpartition("="))',
    'harness/cli/judge.py: name, _, number = text.rpartition("=")',
    'harness/settings/gate.py: twice = find_repeated(text.rpartition("=")[0].strip() for text in texts)',
    "harness/report/table/terminal.py: for word in text.split():",
    "harness/report/figures/lettering.py: for word in map(drawable, text.split()):",
    'harness/report/diagnosis.py: return " ".join(text.split())',
    'harness/stats/corrections.py: name = "-".join(part.capitalize() for part in correction.split("-"))',
    'harness/cli/output.py: return [float(part) for part in text.split(",")]',
    'harness/cli/output.py: return [int(part) for part in text.split(",")]',
    'harness/cli/pool.py: name, equals, value = text.partition("=")',
    'harness/report/table/programs.py: return text[1:] if text.startswith("\'") and _FORMULA.match(text) else text',
}


@pytest.mark.parametrize("severity", [*SEVERITIES, "grave"])
def test_a_note_of_another_version_is_shown_as_that_gave_it(folder, capsys, severity):
    """A code that this version does not know: all that reads directories of results shows it."""
    called(capsys, "run", "task.yaml", "-o", "out")
    path = folder / "out/manifest.json"
    manifest = json.loads(path.read_text())
    (described,) = (run for run in manifest["runs"] if run["name"] == "ties")
    note = Note("encoding", "something of another time", "ties.run").record()
    described["warnings"] = [note | {"code": "of-another-time", "severity": severity, "new": 1}]
    path.write_text(json.dumps(manifest))
    wanted = severity if severity in SEVERITIES else "warning"
    (shown,) = (note for note in read_results("out").notes if note.code == "of-another-time")
    assert shown.severity == wanted
    for command in (("report", "-o", "x.html"), ("report", "sheets", "-o", "sheets")):
        assert "Fault" not in called(capsys, *command, "out")[1]
    for page in (folder / "x.html", folder / "sheets/ties.html"):
        assert "something of another time" in page.read_text()
