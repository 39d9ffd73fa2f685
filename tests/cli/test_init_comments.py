"""Every line of `harness init` that is a comment with a key can be uncommented."""

from __future__ import annotations

import re

import pytest

from harness.config import load_task
from harness.settings.task import TaskFile

RUN = "1 Q0 a 1 3 {0}\n1 Q0 b 2 2 {0}\n2 Q0 a 1 1 {0}\n"
QRELS = "1 0 a 2\n1 0 b 0\n2 0 a 1\n"
KEY = re.compile(r"(?P<lead> *)# (?P<key>[a-z_]+):(?P<rest>.*)")


def suggestions(lines):
    """Each comment with a key, as the numbers of its lines: those further in belong to it."""
    found = []
    for number, line in enumerate(lines):
        match = KEY.fullmatch(line)
        if match is None or not (match["lead"] or match["key"] in TaskFile.model_fields):
            continue
        last = number + 1
        while not match["lead"] and last < len(lines) and lines[last].startswith("#   "):
            last += 1
        found.append((match["key"], bool(match["lead"]), range(number, last)))
    return found


def uncommented(lines, key, nested, chosen):
    """The file with a suggestion in the place of what it has for the key."""
    kept, own = [], False
    for number, line in enumerate(lines):
        if number in chosen:
            kept.append(re.sub(r"^( *)# ", r"\1", line))
            continue
        if not line.startswith(" "):
            own = line.startswith(f"{key}:") and not nested
        kept.append(f"# {line}" if own and line else line)
    return "\n".join(kept) + "\n"


FOLDERS = {
    "everything": {
        "qrels.txt": QRELS,
        "old/qrels.txt": QRELS,
        "qread.test.txt": QRELS,
        "qread.train.txt": QRELS,
        "qtrust.txt": QRELS,
        "topics.tsv": "1\tlight\n2\tsea\n",
        "other/topics.tsv": "1\tlight\n2\tsea\n",
        "runs/grp-x.run": RUN.format("x"),
        "runs/grp-y.run": RUN.format("y"),
        "participants.tsv": "run\tgroup\nx\tG\n",
        "documents.jsonl": '{"id": "a", "text": "x"}\n{"id": "b", "text": "y"}\n',
    },
    "runs with errors": {
        "qrels.txt": QRELS,
        "runs/x.run": RUN.format("x") + "1 Q0 a 3 1 x\n",
    },
    "no judgments": {"topics.tsv": "1\tlight\n2\tsea\n", "runs/x.run": RUN.format("x")},
    "no runs": {"qrels.txt": QRELS, "runs/README.md": "none yet"},
    "judgments that are not read": {
        "runs/x.run": RUN.format("x"),
        "qrels.tsv": "1 0 a 1\n1 0 b\n",
    },
    "one tag": {
        "qrels.txt": QRELS,
        "runs/A/one.run": RUN.format("x"),
        "runs/B/two.run": RUN.format("x"),
    },
}


@pytest.mark.parametrize("name", FOLDERS)
def test_each_comment_with_a_key_can_be_uncommented(harness, tmp_path, name):
    place = tmp_path / "track"
    for path, text in FOLDERS[name].items():
        (place / path).parent.mkdir(parents=True, exist_ok=True)
        (place / path).write_text(text)
    assert harness("init", place).status == 0
    lines = (place / "track.yaml").read_text(encoding="utf-8").splitlines()
    (place / "qrels.txt").touch()  # where judgments are said to be going to be
    (place / "runs/later.run").write_text(RUN.format("later"))
    if (place / "participants.tsv").exists():  # a run has no row in it
        (place / "participants.tsv").write_text("run\tgroup\nx\tG\ny\tG\nlater\tG\n")
    found = suggestions(lines)
    assert {"compare", "gate"} <= {key for key, _, _ in found}
    for key, nested, chosen in found:
        text = uncommented(lines, key, nested, chosen)
        changed = place / "changed.yaml"
        changed.write_text(text, encoding="utf-8")
        task = load_task(
            changed, without=[name for name in ("qrels", "runs") if f"\n{name}:" not in text]
        )
        assert nested or key in task.document.root, (key, text)


def test_the_suggestions_of_a_folder_with_everything_are_many(harness, tmp_path):
    for path, text in FOLDERS["everything"].items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    out = harness("init", tmp_path, "-o", "-").out
    keys = {key for key, _, _ in suggestions(out.splitlines())}
    assert {"known_judgments", "dimensions", "topics", "pool", "judge", "compare", "gate"} <= keys
