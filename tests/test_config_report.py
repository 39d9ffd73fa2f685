"""The keys `documents` and `report` of a task, and the texts that a task names."""

from __future__ import annotations

import ir_datasets
import pytest
from ir_datasets.formats import BaseDocs, GenericDoc

from harness.config import load_task
from harness.core.errors import ConfigError
from harness.inputs.prepared import read_task_texts
from harness.settings.sources import TextSource
from harness.settings.task import ReportSettings
from tests.each import each

GOOD = "qrels: qrels.txt\nruns: a.run\n"


@pytest.fixture
def task_of(tmp_path):
    (tmp_path / "qrels.txt").write_text("1 0 d1 1\n")
    (tmp_path / "a.run").write_text("1 Q0 d1 1 1.0 a\n")
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts/one.csv").write_text("id,title,text\nd1,One,first\n")
    (tmp_path / "texts/two.jsonl").write_text('{"id": "d2", "text": "second"}\n')
    (tmp_path / "bare.txt").write_text("d3\tthird\n")

    def make(text):
        (tmp_path / "task.yaml").write_text(GOOD + text)
        return load_task(tmp_path / "task.yaml")

    return make


@pytest.fixture
def problem_of(task_of):
    def find(text):
        with pytest.raises(ConfigError) as caught:
            task_of(text)
        (problem,) = caught.value.problems
        return problem

    return find


# --- documents --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("documents", "source"),
    [
        ("texts/one.csv", TextSource(path="texts/one.csv")),
        ("texts", TextSource(path="texts")),
        ("texts/*.csv", TextSource(path="texts/*.csv")),
        ("irds:vaswani", TextSource(dataset="vaswani")),
        ("{path: bare.txt, format: tsv}", TextSource(path="bare.txt", format="tsv")),
        ("{dataset: vaswani}", TextSource(dataset="vaswani")),
    ],
)
def test_documents_are_a_file_a_directory_a_pattern_or_a_dataset(task_of, documents, source):
    assert task_of(f"documents: {documents}\n").documents == source


def test_a_task_needs_no_documents(task_of):
    task = task_of("")
    assert task.documents is None
    texts = read_task_texts(task, ["d1"])
    assert (len(texts), texts.warnings) == (0, ())


@each([
        ("texts/one.cvs", "documents", "there is no file texts/one.cvs", "did you mean one.csv?"),
        ("text", "documents", "there is no file text", "did you mean texts?"),
        ("texts/*.xml", "documents", "no file matches texts/*.xml", "texts has 2 files"),
        ("no/*.xml", "documents", "no file matches no/*.xml", "there is no directory"),
        ("'a/{0}'", "documents", "there is no file a/{0}", "there is no directory"),
        ("{path: texts, dataset: x}", "documents", "give one of path and dataset", None),
        ("{path: bare.txt, format: tvs}", "documents.format", "unknown format 'tvs'", "did you mean tsv?"),
        ("{dataset: x, format: tsv}", "documents", "format is for files; a dataset has its own", None),
        ("x" * 5000, "documents", "… cannot be a file: ", None),
    ], "documents", "key", "message", "hint")  # fmt: skip
def test_documents_that_are_nowhere_are_explained(problem_of, documents, key, message, hint):
    problem = problem_of(f"documents: {documents}\n")
    assert (problem.key, problem.line) == (key, 3)
    assert message in problem.message
    assert (hint or "") in (problem.hint or "")


def test_a_broken_link_is_explained(problem_of, tmp_path):
    (tmp_path / "link").symlink_to("nowhere")
    assert problem_of("documents: link\n").message == "link is a broken symbolic link"


def test_the_texts_of_a_task_are_found_relative_to_the_task_file(task_of):
    texts = read_task_texts(task_of("documents: texts\n"), {"d2", "d1", "d9"})
    assert [(one.id, one.title, one.text) for one in texts.values()] == [
        ("d1", "One", "first"),
        ("d2", None, "second"),
    ]
    texts = read_task_texts(task_of("documents: texts/*.jsonl\n"), {"d2", "d1"})
    assert list(texts) == ["d2"]
    texts = read_task_texts(task_of("documents: {path: bare.txt, format: tsv}\n"), ["d3"])
    assert texts["d3"].text == "third"


class Documents(BaseDocs):
    """Documents that have a store."""

    def docs_store(self, *_, **__):
        return self

    def get_many(self, ids):
        return {one: GenericDoc(one, f"text  of {one}") for one in ids if one in ("d1", "d2")}


def test_the_texts_of_a_task_may_be_a_datasets(task_of):
    ir_datasets.registry.register("made/texts", ir_datasets.Dataset(Documents()))
    try:
        texts = read_task_texts(task_of("documents: irds:made/texts\n"), {"d2", "d1", "d9"})
    finally:
        del ir_datasets.registry._registered["made/texts"]
    assert {one.id: one.text for one in texts.values()} == {"d1": "text of d1", "d2": "text of d2"}
    assert (list(texts), texts.source) == (["d1", "d2"], "irds:made/texts")


# --- report -----------------------------------------------------------------------------------


def test_a_report_has_defaults(task_of):
    expected = ReportSettings(depth=None, text=300, roc=False, title=None)
    assert task_of("").report == task_of("report: {}\n").report == expected


def test_every_key_of_the_report_arrives_in_the_task(task_of):
    task = task_of("report: {depth: 5, text: 0, roc: yes, title: <b>Pearls</b>}\n")
    assert task.report == ReportSettings(depth=5, text=0, roc=True, title="<b>Pearls</b>")


@each(
    [
        ("{depth: 0}", "report.depth", "it must be a whole number of at least 1"),
        ("{text: -1}", "report.text", "'-1' is not allowed"),
        ("{text: all}", "report.text", "'all' is not a whole number"),
        ("{roc: maybe}", "report.roc", "'maybe' is neither true nor false"),
        ("{title: ''}", "report.title", "the text is empty"),
        ("{colour: red}", "report.colour", "unknown key"),
        ("short", "report", "a mapping of keys is expected"),
    ],
    "report",
    "key",
    "message",
)
def test_what_is_wrong_with_the_report_is_explained(problem_of, report, key, message):
    problem = problem_of(f"report: {report}\n")
    assert (problem.key, problem.line) == (key, 3)
    assert message in problem.message


def test_neither_key_is_part_of_the_resolved_task(task_of):
    plain = task_of("").resolved()
    assert task_of("documents: texts\nreport: {depth: 3}\n").resolved() == plain
    assert {"documents", "report"}.isdisjoint(plain)


def test_the_demo_has_texts(demo):
    task = load_task(demo / "configs/demo.yaml")
    assert read_task_texts(task, ["LH-002"])["LH-002"].title == "Hostel on the headland"
