"""What is skipped of a file is said by every command that reads it."""

from __future__ import annotations

import re

import pytest

import harness
from tests.command import call

MARK = "\ufeff"
FILES = {
    "q": "# by hand\n1 0 a 1\n\n1 0 b 0\n2 0 a 1\n# end\n",
    "r": f"1 Q0 a 1 2 x\n1 Q0 b 2 1 x\n{MARK}2 Q0 a 1 2 x\n \n# bye\n",
    "r2": "1 Q0 b 1 2 y\n1 Q0 a 2 1 y\n2 Q0 a 1 2 y\n2 Q0 b 2 1 y\n",
    "t": f"{MARK}1\tone\n\n\n2\ttwo\n#c\n",
    "task.yaml": "topics: t\nqrels: q\nruns: [r, r2]\n",
    "checked.yaml": "topics: t\nqrels: q\nruns: [r, r2]\ncheck: {}\n",
}
OF_QRELS = (
    "q: 2 lines that begin with # were skipped (first: line 1)",
    "q: 1 blank line was skipped (line 3)",
)
OF_RUN = (
    "r: 1 byte-order mark within the file was skipped (line 3)",
    "r: 1 blank line was skipped (line 4)",
    "r: 1 line that begins with # was skipped (line 5)",
)
OF_TOPICS = (
    "t: 1 byte-order mark at the start was skipped (line 1)",
    "t: 1 line that begins with # was skipped (line 5)",
    "t: 2 blank lines were skipped (first: line 2)",
)
#: The command lines, and what each has to say.
COMMANDS = {
    "eval q r": (*OF_QRELS, *OF_RUN),
    "eval q r2 r": (*OF_QRELS, *OF_RUN),
    "run task.yaml": (*OF_QRELS, *OF_RUN, *OF_TOPICS),
    "run checked.yaml": (*OF_QRELS, *OF_RUN, *OF_TOPICS),
    "pool task.yaml --depth 2 -o p": (*OF_RUN, *OF_TOPICS),
    "compare task.yaml": (*OF_QRELS, *OF_RUN, *OF_TOPICS),
    "check task.yaml": OF_TOPICS,
    "info q": OF_QRELS,
    "convert q --to csv": OF_QRELS,
    "info r": OF_RUN,
    "convert r --to csv": OF_RUN,
    "info t": OF_TOPICS,
    "convert t --to csv": OF_TOPICS,
    "diagnose task.yaml": (*OF_QRELS, *OF_RUN, *OF_TOPICS),
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def is_said(sentence: str, text: str) -> bool:
    """Whether a note is shown, perhaps together with the same of another file."""
    text = " ".join(text.split())
    where, rest = sentence.split(": ", 1)
    kind = re.split(r"lines?|marks?", rest.partition(" (")[0], maxsplit=1)[0].split()[1:]
    said = re.findall(r"likewise ([^#]*?)(?= \w+:|#|$)", text)
    return sentence in text or (bool(said) and " ".join(kind) in text and where in " ".join(said))


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_says_what_was_skipped_of_its_files(command, folder, capsys, monkeypatch):
    outcome = call(capsys, monkeypatch, *command.split())
    assert outcome.status in (0, 1), outcome.err
    for sentence in COMMANDS[command]:
        assert is_said(sentence, outcome.out + outcome.err), (sentence, outcome.out, outcome.err)


def test_nothing_is_said_where_nothing_was_skipped(folder, capsys, monkeypatch):
    (folder / "q").write_text("1 0 a 1\n1 0 b 0\n2 0 a 1\n")
    (folder / "t").write_text("1\tone\n2\ttwo\n")
    (folder / "r").write_text((folder / "r2").read_text().replace("y", "x"))
    for command in COMMANDS:
        outcome = call(capsys, monkeypatch, *command.split(), *(["--force"] * ("-o" in command)))
        assert outcome.status in (0, 1), outcome.err
        assert "skipped" not in outcome.out + outcome.err, command


def test_check_finds_what_was_skipped_of_a_run(folder, capsys, monkeypatch):
    outcome = call(capsys, monkeypatch, "check", "r")
    for code, place in (("byte-order-mark-within", 3), ("comment", 5), ("blank-line", 4)):
        assert f"{code} {place}:1:" in " ".join(outcome.out.split())


def test_score_warns_of_what_was_skipped(folder):
    with pytest.warns(UserWarning, match="skipped") as caught:
        scores = harness.score("q", ["r"], ["AP"])
    [one] = caught
    assert str(one.message).splitlines() == [
        OF_QRELS[0],
        f"{OF_QRELS[1]}; likewise r",
        OF_RUN[2],
        OF_RUN[0],
    ]
    assert scores.runs == ("x",)


def test_topics_that_begin_with_a_hash_are_averaged(folder, capsys, monkeypatch):
    (folder / "h").write_text("#8 0 a 1\n#8 0 b 0\n1 0 a 1\n")
    (folder / "s").write_text("#8 Q0 b 1 2 t\n#8 Q0 a 2 1 t\n1 Q0 a 1 1 t\n")
    outcome = call(capsys, monkeypatch, "eval", "-q", "-m", "map", "h", "s")
    values = [line.split()[1:] for line in outcome.out.splitlines()]
    assert values == [["#8", "0.5000"], ["1", "1.0000"], ["all", "0.7500"]]
    assert "skipped" not in outcome.err


def test_files_put_together_with_a_mark_are_the_files(folder, capsys, monkeypatch):
    (folder / "q").write_text("1 0 a 1\n2 0 a 1\n")
    (folder / "ab").write_text(f"1 Q0 a 1 2 x\n{MARK}2 Q0 a 1 2 x\n", encoding="utf-8")
    outcome = call(capsys, monkeypatch, "eval", "-q", "-m", "map", "q", "ab")
    assert [line.split()[1] for line in outcome.out.splitlines()] == ["1", "2", "all"]
    assert "warning: ab: 1 byte-order mark within the file was skipped (line 2)" in outcome.err
