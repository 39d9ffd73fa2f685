"""`harness diagnose` of tasks with something wrong, missing or hostile in them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

# Tasks of one's own

TASK = """\
topics: topics.jsonl
qrels: qrels.txt
runs: ["*.run"]
measures: [NumRel, AP]
"""


def write(
    folder: Path, task: str, runs: dict[str, str], qrels: str, titles: dict[str, str]
) -> Path:
    (folder / "qrels.txt").write_text(qrels)
    lines = [json.dumps({"query_id": topic, "title": title}) for topic, title in titles.items()]
    (folder / "topics.jsonl").write_text("\n".join(lines) + "\n")
    for name, text in runs.items():
        (folder / f"{name}.run").write_text(text)
    (folder / "task.yaml").write_text(task)
    return folder / "task.yaml"


def test_a_run_that_cannot_be_read_is_named_and_the_status_is_1(harness, tmp_path):
    runs = {"one": "1 Q0 a 1 2.0 one\n", "two": "1 Q0 b 1 1.0 two\n", "bad": "1 Q0 a 1 x bad\n"}
    task = write(tmp_path, TASK, runs, "1 0 a 1\n1 0 b 0\n", {"1": "oysters"})
    got = harness("diagnose", task, "--run", "two")
    assert got.status == 1
    assert "bad.run:1" in got.err
    assert "task: two, 2 of 2 by AP" in got.out  # the first measure that is no count
    got = harness("diagnose", task, "--run", "bad")
    assert got.status == 2
    assert "unknown run 'bad'" in got.err
    assert "bad.run:1" in got.err


def test_topics_that_a_run_does_not_answer_can_be_left_out(harness, tmp_path):
    runs = {"one": "1 Q0 a 1 2.0 one\n", "two": "1 Q0 b 1 1.0 two\n2 Q0 a 1 1.0 two\n"}
    qrels = "1 0 a 1\n1 0 b 0\n2 0 a 1\n3 0 a 0\n"
    titles = dict.fromkeys("123", "pearls")
    task = write(tmp_path, TASK + "topic_policy: answered\n", runs, qrels, titles)
    got = harness("diagnose", task, "--run", "one")
    assert "one is not evaluated on 2 judged topics" in got.out
    got = harness("diagnose", task, "--run", "two", "--against", "one")
    assert "topics left out because not both are evaluated there: 2" in got.out
    got = harness("diagnose", task, "--run", "one", "--topic", "2")
    assert "one is not evaluated on the topic" in got.out
    got = harness("diagnose", task.rename(tmp_path / "t.yaml"))
    assert "the runs are NOT comparable" in got.out


def test_ranks_of_runs_over_different_topics_are_not_called_comparable(harness, tmp_path):
    runs = {
        "few": "1 Q0 a 1 2.0 few\n",
        "all": "1 Q0 a 1 2.0 all\n2 Q0 x 1 3.0 all\n2 Q0 a 2 1.0 all\n",
        "too": "1 Q0 a 1 2.0 too\n2 Q0 a 1 1.0 too\n",
    }
    qrels = "1 0 a 1\n2 0 a 1\n"
    titles = dict.fromkeys("12", "pearls")
    task = write(tmp_path, TASK + "topic_policy: answered\n", runs, qrels, titles)
    warning = "averaged over 1 to 2 topics: the runs are NOT comparable"
    assert warning in harness("diagnose", task, "--run", "few").out
    # Two runs with the same topics are still ranked among all.
    got = harness("diagnose", task, "--run", "all", "--against", "too", "--format", "json")
    assert [row["rank"] for row in json.loads(got.out)] == [3, 1, None]
    assert warning in got.err
    # The topics that two runs have in common can be compared, but say nothing of ranks.
    got = harness("diagnose", task, "--run", "few", "--against", "all", "--format", "json")
    few, other, _ = json.loads(got.out)
    assert (few["rank"], other["rank"]) == (None, None)
    assert (few["AP"], other["AP"], other["unjudged@10"]) == (1.0, 1.0, 0.0)
    assert "# averaged over the 1 topic of both" in got.err
    assert "NOT comparable" not in got.err
    assert "in the first 10 of these topics" in got.err


def test_of_a_measure_where_less_is_better_the_notes_say_how_to_read_it(harness, tmp_path):
    runs = {"one": "1 Q0 a 1 2.0 one\n2 Q0 b 1 1.0 one\n"}
    task = write(tmp_path, TASK, runs, "1 0 a 1\n2 0 b 0\n2 0 a 1\n", dict.fromkeys("12", "x"))
    args = ("diagnose", task, "--measure", "FDR")
    said = "parts below 0: FDR scores less by the perfect ranking"
    for more in ((), ("--run", "one"), ("--run", "one", "--topic", "2")):
        assert said in harness(*args, *more).out
    got = harness(*args, "--run", "one", "--part", "lowest", "--format", "csv")
    assert [row["topic"] for row in got.rows] == ["2"]
    assert "left out because nothing can be gained there: 1 topic" in got.err  # it is perfect
    assert "parts below 0" not in harness("diagnose", task, "--run", "one").out


def test_what_two_runs_have_nothing_of_is_said_and_no_table(diagnose, table):
    args = ("--run", "keeper-qld", "--against", "tern-char4")
    out = diagnose(*args).out
    assert "nothing to list where keeper-qld loses to tern-char4" in out
    assert "Where keeper-qld loses most" not in out
    assert out.count("Relevant documents that one of the two has") == 1
    assert table("worse", *args) == table("worse-documents", *args) == []
    assert "Where keeper-qld loses most" in diagnose(*args, "--part", "worse").out


def test_topics_without_relevant_documents_are_no_hard_topics(harness, tmp_path):
    runs = {"one": "1 Q0 a 1 2.0 one\n2 Q0 b 1 1.0 one\n"}
    qrels = "1 0 a 1\n2 0 b 0\n"
    task = write(tmp_path, TASK, runs, qrels, {"1": "oysters", "2": "pearls"})
    got = harness("diagnose", task, "--run", "one", "--part", "lowest", "--format", "csv")
    assert [row["topic"] for row in got.rows] == ["1"]
    assert "# left out because nothing can be gained there: 1 topic" in got.err


def test_texts_are_shown_by_their_beginning_where_there_is_no_title(harness, tmp_path):
    runs = {"one": "1 Q0 a 1 2.0 one\n1 Q0 b 2 1.0 one\n"}
    task = write(tmp_path, TASK, runs, "1 0 a 1\n1 0 b 0\n", {"1": "oysters"})
    args = ("--run", "one", "--topic", "1", "--part", "ranking", "--format", "csv")
    assert "title" not in harness("diagnose", task, *args).rows[0]
    documents = [{"id": "a", "title": "Pearls", "text": "white"}, {"id": "b", "text": "word " * 40}]
    lines = [json.dumps(document) for document in documents]
    (tmp_path / "documents.jsonl").write_text("\n".join(lines) + "\n")
    task.write_text(TASK + "documents: documents.jsonl\n")
    first, second = harness("diagnose", task, *args).rows
    assert first["title"] == "Pearls"
    assert second["title"] == ("word " * 12).rstrip() + "…"


@pytest.mark.parametrize(("length", "shown"), [(0, ""), (7, "word wo…"), (300, None)])
def test_no_more_of_a_text_is_shown_than_the_task_allows(harness, tmp_path, length, shown):
    runs = {"one": "1 Q0 a 1 2.0 one\n1 Q0 b 2 1.0 one\n"}
    task = write(tmp_path, TASK, runs, "1 0 a 1\n1 0 b 0\n", {"1": "oysters"})
    documents = [{"id": "a", "title": "Pearls", "text": "white"}, {"id": "b", "text": "word " * 40}]
    lines = [json.dumps(document) for document in documents]
    (tmp_path / "documents.jsonl").write_text("\n".join(lines) + "\n")
    task.write_text(TASK + f"documents: documents.jsonl\nreport: {{text: {length}}}\n")
    args = ("--run", "one", "--topic", "1", "--part", "ranking", "--format", "csv")
    first, second = harness("diagnose", task, *args).rows
    assert first["title"] == "Pearls"
    assert second["title"] == (("word " * 12).rstrip() + "…" if shown is None else shown)
