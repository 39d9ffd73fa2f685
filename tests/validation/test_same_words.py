"""Reading a run and checking it say the same fault in the same words."""

from __future__ import annotations

import re

import pytest

from harness.core.errors import EvaluationError, InputError
from harness.formats.runs import read_run
from harness.validation import Requirements, check_run
from harness.workflows.pool import make_pool

LINES = [f"{topic} Q0 d{n} {n + 1} {9 - n}.5 me" for topic in (1, 2) for n in range(6)]

#: A fault of all lines or of one, by name.
FAULTS = {
    "commas": [line.replace(" ", ",") for line in LINES],
    "decimal commas": [line.replace(".5", ",5") for line in LINES],
    "no tag": [line.rpartition(" ")[0] for line in LINES],
    "topics": ["<topics>", "<topic number='1'><title>pearls</title></topic>", "</topics>"],
    "a line too short": [*LINES, "2 Q0 d9 7"],
    "a line without a tag": [*LINES, "2 Q0 d9 7 0.5"],
    "a score that is none": [*LINES, "2 Q0 d9 7 high me"],
    "a score that is nan": [*LINES, "2 Q0 d9 7 nan me"],
}


def _fault(text):
    """A message without what only one of the two adds: its severity and its repair."""
    return re.sub(r" \(repair: [^()]*\)$", "", text)


@pytest.mark.parametrize("fault", FAULTS)
def test_reading_and_checking_use_the_same_words(tmp_path, fault):
    path = tmp_path / "a.run"
    path.write_text("".join(f"{line}\n" for line in FAULTS[fault]))
    with pytest.raises(InputError) as caught:
        read_run(path)
    read = {str(problem) for problem in caught.value.problems}
    try:
        folds = check_run(path, Requirements()).folds
    except InputError as error:
        checked = {str(problem) for problem in error.problems}
    else:
        checked = {f"{path}:{_fault(str(fold))}" for fold in folds if fold.severity == "error"}
    assert read == checked


def test_a_pool_without_checks_says_why_no_topic_is_answered(tmp_path):
    (tmp_path / "a.run").write_text("".join(f"00{line}\n" for line in LINES))
    (tmp_path / "topics.tsv").write_text("1\tpearls\n2\tfarms\n")
    (tmp_path / "t.yaml").write_text("topics: topics.tsv\nruns: a.run\npool: {depth: 2}\n")
    with pytest.raises(EvaluationError, match=r"a\.run: topics seem padded with zeros"):
        make_pool(tmp_path / "t.yaml")
    (tmp_path / "b.run").write_text("".join(f"{line}\n".replace("me", "us") for line in LINES))
    (tmp_path / "t.yaml").write_text("topics: topics.tsv\nruns: '*.run'\npool: {depth: 2}\n")
    notes = make_pool(tmp_path / "t.yaml").notes
    assert [(note.where, note.subject) for note in notes if note.code == "doubt"] == [
        ("a.run", "topics-renamed")
    ]
