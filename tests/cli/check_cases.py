"""What tests of `harness check` share: a folder with good and bad runs, and their task."""

from __future__ import annotations

GOOD = "1 Q0 a 1 2 me\n1 Q0 b 2 1 me\n2 Q0 a 1 2 me\n"

TIED = GOOD.replace("2 1 me", "2 2 me") + "1 Q0 c 3 1 me\n"

#: Its scores do not descend.
MIXED = "1 Q0 b 2 1 me\n1 Q0 a 1 2 me\n2 Q0 b 2 1 me\n2 Q0 a 1 2 me\n"

TWICE = GOOD.replace("me", "two") + "2 Q0 a 2 1 two\n"

TASK = """\
qrels: qrels.txt
runs: [good.run, {path: "other/*.run", name: twice}]
topics: topics.tsv
check: {depth: 10}
"""


def made_folder(tmp_path, monkeypatch):
    """A task with runs, judgments and topics, in the working directory."""
    (tmp_path / "other").mkdir()
    for name, content in (
        ("good.run", GOOD),
        ("tied.run", TIED),
        ("mixed.run", MIXED),
        ("other/twice.run", TWICE),
        ("bad.run", GOOD + "3 Q0 a first x me\n3 Q0\n"),
        ("qrels.txt", "1 0 a 1\n"),
        ("topics.tsv", "1\tpearls\n2\tlights\n"),
        ("task.yaml", TASK),
    ):
        (tmp_path / name).write_text(content)
    monkeypatch.chdir(tmp_path)
    return tmp_path
