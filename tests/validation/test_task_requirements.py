"""What a task file asks for, strictly for organisers and leniently for participants."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from ir_datasets.formats import BaseDocs, BaseQueries, GenericDoc, GenericQuery

from harness.config import load_task
from harness.core.errors import ConfigError, DatasetError, InputError, UnavailableError
from harness.formats.ir_datasets import document_finder
from harness.inputs.requirements import load_requirements, read_requirements
from harness.settings.names import ANY_TAG
from harness.validation import check_run, find_listed


class Store:
    """Documents by identifier; says what it was asked for."""

    def __init__(self, ids: list[str]) -> None:
        self.ids, self.asked = ids, []

    def get_many(self, ids: list[str]) -> dict[str, GenericDoc]:
        self.asked.append(list(ids))
        return {one: GenericDoc(one, "text") for one in ids if one in self.ids}


class Documents(BaseDocs):
    def __init__(self, *ids: str, error: Exception | None = None) -> None:
        self.store, self.error = Store(list(ids)), error

    def docs_store(self, *_: object, **__: object) -> Any:
        if self.error is not None:
            raise self.error
        return self.store


class Queries(BaseQueries):
    def queries_iter(self) -> Any:
        return iter([GenericQuery("q1", "a"), GenericQuery("q2", "b")])

    def queries_cls(self) -> type:
        return GenericQuery

    def queries_lang(self) -> str:
        return "en"


@pytest.fixture
def task_file(tmp_path: Path) -> Callable[..., Path]:
    """A task file beside a run, judgments and topics; ``alone`` without any of them."""

    def put(text: str, *, alone: bool = False) -> Path:
        (tmp_path / "task.yaml").write_text(
            "qrels: qrels.txt\nruns: a.run\ntopics: topics.tsv\n" + text
        )
        (tmp_path / "a.run").write_text("1 Q0 d1 1 2 me\n")
        if not alone:
            (tmp_path / "qrels.txt").write_text("1 0 d1 1\n")
            (tmp_path / "topics.tsv").write_text("1\tpearls\n2\tlights\n")
            (tmp_path / "docs.txt").write_text("d1\nd2\n")
        return tmp_path / "task.yaml"

    return put


EVERYTHING = """\
check:
  tag: "[a-z]+"
  tag_is_file_name: yes
  depth: 100
  topics: [1-3, 007-009, A9-A11, x]
  all_topics: no
  documents: docs.txt
  first_rank: 0
  severity: {rank-start: off, score-tied: warning}
  repairs: cut-to-depth
"""


def test_every_key_arrives_in_the_requirements(task_file):
    path = task_file(EVERYTHING)
    for asked in (read_requirements(load_task(path)), load_requirements(path)):
        assert (asked.tag, asked.tag_is_file_name, asked.depth) == ("[a-z]+", True, 100)
        ids = ("1", "2", "3", "007", "008", "009", "A9", "A10", "A11", "x")
        assert (asked.topics, asked.all_topics, asked.first_rank) == (ids, False, 0)
        assert asked.severity == {"rank-start": "off", "score-tied": "warning"}
        assert asked.repairs == ("cut-to-depth",)
        assert asked.documents.has(["d2", "d3"]).tolist() == [True, False]
        assert asked.documents.what == "docs.txt"
        assert asked.not_checked == ()


def test_a_task_that_asks_for_nothing_has_the_defaults_and_its_own_topics(task_file):
    path = task_file("")
    assert load_task(path).check is None
    for asked in (read_requirements(load_task(path)), load_requirements(path)):
        assert (asked.tag, asked.depth, asked.documents) == (ANY_TAG, None, None)
        assert (asked.topics, asked.all_topics, asked.first_rank) == (("1", "2"), True, 1)


def test_topics_that_were_read_before_are_not_read_again(task_file, tmp_path):
    task = load_task(task_file(""))
    (tmp_path / "topics.tsv").unlink()
    assert read_requirements(task, ["7"]).topics == ("7",)
    with pytest.raises(UnavailableError):
        read_requirements(task)


def test_a_task_without_topics_checks_none(tmp_path):
    (tmp_path / "task.yaml").write_text("check: {depth: 5}\n")
    asked = load_requirements(tmp_path / "task.yaml")
    assert (asked.topics, asked.depth, asked.not_checked) == (None, 5, ())


def test_a_participant_needs_the_task_file_alone(task_file):
    path = task_file("check: {depth: 10, documents: docs.txt}\n", alone=True)
    with pytest.raises(ConfigError):
        load_task(path)
    asked = load_requirements(path)
    assert (asked.depth, asked.topics, asked.documents) == (10, None, None)
    assert asked.not_checked == (
        "topics: there is no file topics.tsv",
        "documents: there is no file docs.txt",
    )


def test_topics_in_the_check_itself_need_no_file(task_file):
    asked = load_requirements(task_file("check: {topics: 1-2}\n", alone=True))
    assert (asked.topics, asked.not_checked) == (("1", "2"), ())


def test_wrong_keys_are_refused_even_where_files_may_be_absent(task_file):
    text = "check:\n  dept: 5\n  severity: {rank-strat: off}\nmesures: AP\n"
    with pytest.raises(ConfigError) as caught:
        load_requirements(task_file(text, alone=True))
    found = {(problem.line, problem.key, problem.hint) for problem in caught.value.problems}
    assert found == {
        (5, "check.dept", "did you mean depth?"),
        (7, "mesures", "did you mean measures?"),
    }


def test_a_file_that_is_there_and_wrong_is_refused(task_file, tmp_path):
    path = task_file("check: {documents: docs.txt}\n")
    (tmp_path / "docs.txt").write_text("two words\n")
    with pytest.raises(InputError, match="more than one word"):
        load_requirements(path)


# Datasets


def test_documents_are_looked_up_in_the_store_and_only_once(task_file, tmp_path, register):
    documents = Documents("d1", "d2")
    register("made/store", documents)
    path = task_file("check: {documents: irds:made/store, topics: 1}\n")
    asked = read_requirements(load_task(path))
    for doc, known in (("d1", True), ("d9", False), ("d1", True)):
        (tmp_path / "a.run").write_text(f"1 Q0 {doc} 1 2 me\n")
        checked = check_run(tmp_path / "a.run", asked)
        assert checked.counts == ({} if known else {"document-unknown": 1})
    assert checked.clean
    # What is asked for beside them are other ways to write the one that is not there.
    assert documents.store.asked[:2] == [["d1"], ["d9"]]
    assert [doc for asked in documents.store.asked[2:] for doc in asked] == ["D9", "9"]


def test_topics_of_a_dataset_are_the_tasks(tmp_path, register):
    register("made/topics", Queries())
    (tmp_path / "task.yaml").write_text("topics: irds:made/topics\n")
    assert load_requirements(tmp_path / "task.yaml").topics == ("q1", "q2")


def test_a_dataset_that_cannot_be_had_is_said_not_to_be_checked(tmp_path, register):
    register("made/offline", Documents(error=OSError("no network")))
    (tmp_path / "task.yaml").write_text(
        "topics: irds:no/such\ncheck: {documents: irds:made/offline}\n"
    )
    asked = load_requirements(tmp_path / "task.yaml")
    assert (asked.topics, asked.documents) == (None, None)
    topics, documents = asked.not_checked
    assert "unknown dataset" in topics
    assert "no network" in documents


def test_the_finder_of_a_dataset_finds_what_there_is(register):
    find = document_finder(register("made/found", Documents("a", "b")))
    assert find(["b", "c"]) == {"b"}


def test_a_dataset_without_documents_has_no_finder(register):
    with pytest.raises(DatasetError, match="has no documents"):
        document_finder(register("made/without", Queries()))


def test_the_documents_of_a_list_stay_in_its_order():
    """Some of them are looked at beside those of a run: the same ones each time."""
    ids = [f"d{number}" for number in range(2000)]
    documents = find_listed(pl.Series([*ids, *ids]), "docs.txt").ids
    assert documents is not None
    assert documents() == ids
