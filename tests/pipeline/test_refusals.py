"""From a task to an evaluation: everything that can go wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.config import Task, load_task
from harness.core.errors import ConfigError, EvaluationError, UnavailableError, keep_going
from harness.core.identity import RunFile
from harness.inputs.reading import RefusedRun, RunReader
from harness.workflows.evaluate import run
from harness.workflows.pool import make_pool
from tests.each import each
from tests.errors import problems_of
from tests.tasks import FIRST, TOPICS

# What goes wrong


def test_runs_with_errors_are_not_evaluated_and_the_result_says_so(evaluate, files):
    (files / "runs" / "bad.run").write_text("1 Q0 a 1 high bad\n1 Q0 b 2 2.0\n")
    (files / "runs" / "empty.run").write_text("")
    (files / "runs" / "strange.run").write_text("77 Q0 a 1 1.0 strange\n")
    (files / "runs" / "twice.run").write_text(
        "1 Q0 a 1 2 twice\n2 Q0 a 1 2 twice\n1 Q0 a 2 1 twice\n"
    )
    evaluation = evaluate()
    assert evaluation.scores.runs == ("first", "second")
    found = [str(problem) for one in evaluation.refused for problem in one.problems]
    places = [text.removeprefix(f"{files}/runs/") for text in found]
    assert places[0].startswith("bad.run:1:10: the score 'high' is not a")
    assert places[1].startswith("bad.run:2:")
    assert places[2].startswith("empty.run: the file is empty")
    assert places[3].startswith("strange.run: no topic in common with")
    assert places[4].startswith("twice.run:3:6: document 'a' is retrieved twice in topic '1'")
    assert len(places) == 5
    recorded = evaluation.manifest["refused"]
    assert [one["path"] for one in recorded] == [
        "runs/bad.run",
        "runs/empty.run",
        "runs/strange.run",
        "runs/twice.run",
    ]
    assert recorded[0]["problems"][0].startswith("runs/bad.run:1:10: the score 'high'")


def test_problems_of_all_runs_are_raised_together_when_none_is_left(evaluate, files):
    for path in (files / "runs").iterdir():
        path.write_text("1 Q0 a 1 high bad\n")
    found = problems_of(evaluate, kind=EvaluationError)
    assert len(found) == 3
    assert all("the score 'high' is not" in text for text in found[:2])
    assert "harness check" in found[2]


DUPLICATE = "1 Q0 a 1 2 twice\n1 Q0 b 2 1.5 twice\n1 Q0 a 3 1 twice\n"


def test_without_a_policy_a_run_with_errors_is_refused_and_with_one_repaired(evaluate, files):
    (files / "runs" / "twice.run").write_text(DUPLICATE)
    head = "qrels: qrels.txt\nruns: runs/*.run\n"
    task = load_task_after(files, head + "check: {all_topics: false}\n")
    (refused,) = run(task).refused
    assert "twice.run:3:6: document 'a' again in topic '1'" in str(refused.problems[0])
    assert "drop-lower-duplicates" in str(refused.problems[0])
    task = load_task_after(files, head + "check: {repairs: [drop-lower-duplicates]}\n")
    repaired = run(task)
    assert repaired.refused == ()
    (described,) = [one for one in repaired.manifest["runs"] if one["name"] == "twice"]
    assert described["repairs"] == {"drop-lower-duplicates": 1}
    assert described["findings"]["document-twice"] == 1
    assert described["retrieved"] == 2
    assert (files / "runs" / "twice.run").read_text() == DUPLICATE


def test_the_later_of_two_runs_with_one_tag_is_set_aside(evaluate, files):
    (files / "runs" / "third.run").write_text(FIRST)
    evaluation = evaluate()
    assert evaluation.scores.runs == ("first", "second")
    (refused,) = evaluation.refused
    assert refused.path.endswith("third.run")
    assert "runs/lab-first.run" in str(refused.problems[0])


def test_without_a_run_that_vanishes_nothing_is_evaluated(evaluate, files):
    task = load_task_after(files, "qrels: qrels.txt\nruns: runs/*.run\n")
    (files / "runs" / "lab-first.run").unlink()
    with pytest.raises(UnavailableError, match=r"lab-first\.run: no such file"):
        run(task)
    with keep_going():
        (refused,) = run(task).refused
    assert "lab-first.run: no such file" in str(refused.problems[0])


def load_task_after(files: Path, text: str) -> Task:
    (files / "task.yaml").write_text(text)
    return load_task(files / "task.yaml")


def test_problems_of_topics_and_judgments_are_raised_together(evaluate, files):
    (files / "topics.xml").write_text("<topics><topic></topics>")
    (files / "qrels.txt").write_text("1 0 a one\n1 0 b 1.5\n")
    found = problems_of(evaluate)
    assert sum("topics.xml" in text for text in found) >= 1
    assert sum("qrels.txt:" in text for text in found) == 2


def test_topics_and_judgments_without_a_common_topic_are_refused(evaluate, files):
    (files / "topics.tsv").write_text("MB01\tpearls\n")
    (text,) = problems_of(evaluate, "topics: topics.tsv\n")
    assert "topics.tsv: no topic in common with" in text
    assert "(the topics have MB01; the judgments have 1, 2, 3; " in text


def test_a_subset_that_does_not_exist_is_refused_with_the_nearest_name(evaluate):
    evaluation = evaluate("facets: [type]")
    with pytest.raises(EvaluationError, match=r"did you mean type=single\?"):
        evaluation.summarise(subset="type=singel")


def test_of_judgments_by_subtopic_the_highest_grade_of_a_document_counts(evaluate, files):
    doc = "a"
    (files / "qrels.txt").write_text(f"1 1 {doc} 0\n1 2 {doc} 1\n")
    evaluation = evaluate("qrels: {path: qrels.txt, format: diversity}\n", measures="RR")
    assert evaluation.scores.values.max() > 0
    assert evaluation.judged_topics["relevant"].to_list() == [1]
    (note,) = (note for note in evaluation.notes if note.code == "highest-grade")
    assert "over a document's subtopics: 2 judgments of 1 documents" in note.text


@each(
    [
        ("subsets: {s: [1, 11]}", "subsets.s[1]", "unknown topic '11'", "did you mean 1?"),
        ("subsets: {s: {type: simple}}", "subsets.s.type", "no topic has type 'simple'", "single?"),
        ("subsets: {s: {kind: x}}", "subsets.s.kind", "no topic has the attribute 'kind'", "type"),
        ("subsets: {s: {id: 1-2}}", "subsets.s.id", "no topic has the attribute 'id'", "s: [1-2]"),
        ("subsets: {s: {i: [1, 2]}}", "subsets.s.i", "no topic has the attribute 'i'", "s: [1, 2]"),
        ("subsets: {s: '1, 2'}", "subsets.s[0]", "unknown topic '1, 2'", "written s: [1, 2]"),
        ("subsets: {s: [9]}", "subsets.s", "no topic of 's' is judged", None),
        (
            "subsets: {s: {type: single, query: fog}, t: {type: faceted, query: fog}}",
            "subsets.t",
            "no topic of 't' is judged",
            None,
        ),
        ("facets: [typ]", "facets[0]", "no topic has the attribute 'typ'", "did you mean type?"),
        ("facets: [zzz]", "facets[0]", "no topic has the attribute 'zzz'", "known are query, type"),
        ("facets: [qeury]", "facets[0]", "no topic has the attribute 'qeury'", "mean query?"),
    ],
    "more",
    "key",
    "message",
    "hint",
)
def test_a_subset_that_cannot_be_made_is_refused_with_its_line(evaluate, more, key, message, hint):
    with pytest.raises(ConfigError) as caught:
        evaluate(more)
    (problem,) = caught.value.problems
    assert (problem.key, problem.line) == (key, 5)
    assert problem.message == message
    assert hint is None or hint in problem.hint


@pytest.mark.parametrize(
    ("facet", "hint"), [("titel", "did you mean title?"), ("zzz", "known are id, title")]
)
def test_the_text_fields_are_listed_where_no_topic_has_attributes(evaluate, files, facet, hint):
    (files / "topics.csv").write_text("id,title\n1,pearls\n2,fog\n")
    topics = "topics: {path: topics.csv, format: csv}\n"
    with pytest.raises(ConfigError) as caught:
        evaluate(f"{topics}facets: [{facet}]")
    assert caught.value.problems[0].hint == hint
    named = {subset.name for subset in evaluate(f"{topics}facets: [title]").subsets}
    assert named == {"all", "title=fog", "title=pearls"}


def test_the_language_is_listed_where_topics_have_one(evaluate, files):
    topics = TOPICS.replace("<topic ", '<topic xml:lang="en" ')
    (files / "topics.xml").write_text(topics)
    (text,) = problems_of(evaluate, "facets: [langauge]")
    assert "did you mean language?" in text


def test_judged_topics_that_are_not_in_the_topic_file_may_be_in_a_subset(evaluate, files):
    (files / "topics.xml").write_text(TOPICS.replace('number="3"', 'number="33"'))
    subsets = evaluate("subsets: {s: [3]}").subsets
    assert subsets[1].judged == ("3",)


@pytest.mark.parametrize("added", [b"1 Q0 z 9 0.1 more\n", b""])
def test_a_run_that_is_replaced_while_it_is_read_is_no_result(tmp_path, added):
    """Its hash and its parts would be of two contents."""
    path = tmp_path / "a.run"
    path.write_bytes(FIRST.encode())

    def replaced(read):
        new = tmp_path / "new"
        new.write_bytes(FIRST.encode() + added)
        new.replace(path)
        return read.run.name

    found = RunReader(described=True).outcome(RunFile(str(path)), replaced)
    assert isinstance(found, RefusedRun)
    assert found.is_unavailable
    assert str(found.error) == f"{path}: it changed while it was read"


@pytest.mark.parametrize(
    ("work", "name"),
    [
        *((run, name) for name in ("topics.xml", "qrels.txt", "known.txt")),
        *((make_pool, name) for name in ("topics.xml", "known.txt")),
    ],
)
def test_topics_or_judgments_replaced_while_runs_are_read_are_no_result(files, work, name):
    """Their hashes would be of another content than the values."""
    (files / "known.txt").write_text("1 0 nothing 0\n")
    path = files / "task.yaml"
    path.write_text(
        "topics: {path: topics.xml, format: trec-web-xml}\nqrels: qrels.txt\nruns: runs/*.run\nmeasures: [AP]\n"
        "known_judgments: [known.txt]\n"
    )

    def replaced(done: int, total: int) -> None:
        (files / "new").write_bytes((files / name).read_bytes())
        (files / "new").replace(files / name)

    with pytest.raises(UnavailableError) as caught:
        work(path, progress=replaced)
    assert str(caught.value) == f"{files / name}: it changed while it was read"
