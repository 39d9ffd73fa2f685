"""Whatever a message names by a code is explained."""

import pytest

from harness.core.notes import NOTES
from harness.settings.model import walk_keys
from harness.settings.task import TaskFile
from harness.validation import CHECKS, REPAIRS
from tests.each import each


@each(
    [
        ("document-twice", ["finding of harness check", "error (always", "drop-lower-duplicates:"]),
        ("rank-gap", ["severity: note", "--severity rank-gap=warning"]),
        ("rescore-by-rank", ["repair", "score-nan", "--repair rescore-by-rank"]),
        ("runs-identical-groups", ["note", "severity: warning", "docs/notes.md"]),
        ("check.tag", ["key of a task", "`trec`", "docs/config.md"]),
        ("deadline", ["receive.deadline: key of a task"]),
        ("qrels", ["The relevance judgments", "qrels.format"]),
        ("runs", ["runs: key of a task", "runs[].name"]),
        ("check", ["check: key of a task", "check.depth"]),
        ("nDCG@10", ["range: 0 to 1", "in trec_eval"]),
    ],
    "name",
    "said",
)
def test_a_name_is_explained_from_its_declaration(harness, name, said):
    got = harness("explain", name)
    assert got.status == 0
    for text in said:
        assert text in got.out


@pytest.mark.long
def test_every_code_and_key_is_explained(harness):
    names = [*CHECKS, *REPAIRS, *NOTES, *(key for key, _ in walk_keys(TaskFile))]
    got = harness("explain", *names)
    for name in names:
        assert f"{name}: " in got.out
    listed = harness("explain").out
    assert all(name in listed for name in names)


def test_what_nothing_is_called_has_the_nearest_name(harness):
    got = harness("explain", "document-twic")
    assert got.status == 2
    assert "did you mean document-twice?" in got.err
