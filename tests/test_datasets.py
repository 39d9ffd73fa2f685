"""Data sets of ir_datasets: topics, judgments, documents, and what is not there."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

import ir_datasets
import pytest
from ir_datasets.formats import (
    BaseDocs,
    BaseQrels,
    BaseQueries,
    BaseScoredDocs,
    GenericDoc,
    GenericQrel,
    GenericQuery,
    GenericScoredDoc,
    TitleUrlTextDoc,
    TrecPrel,
    TrecQrel,
    TrecQuery,
    TrecSubQrel,
)
from ir_datasets.formats.trec import TrecSubtopic

import harness
from harness.core.errors import DatasetError
from harness.core.texts import DocumentText
from harness.formats.ir_datasets import documents_count, fetch_texts, load_qrels, load_topics


class Queries(BaseQueries):
    def __init__(self, *queries: Any, lang: str | None = None) -> None:
        self.queries, self.lang = queries, lang

    def queries_iter(self) -> Iterator[Any]:
        return iter(self.queries)

    def queries_cls(self) -> type:
        return type(self.queries[0]) if self.queries else GenericQuery

    def queries_lang(self) -> str | None:
        return self.lang


class Judgments(BaseQrels):
    def __init__(self, *qrels: Any) -> None:
        self.qrels = qrels

    def qrels_iter(self) -> Iterator[Any]:
        return iter(self.qrels)

    def qrels_defs(self) -> dict[int, str]:
        return {}


class Documents(BaseDocs):
    def __init__(self, *documents: Any, count: int | None = None) -> None:
        self.documents, self.count = documents, count

    def docs_iter(self) -> Iterator[Any]:
        return iter(self.documents)

    def docs_count(self) -> int | None:
        return self.count

    def docs_store(self, *_: Any, **__: Any) -> Any:
        return self

    def get_many(self, ids: list[str]) -> dict[str, Any]:
        found = {document.doc_id: document for document in self.documents}
        return {one: found[one] for one in reversed(ids) if one in found}


class WebQuery(NamedTuple):
    query_id: str
    query: str
    description: str
    type: str
    subtopics: tuple[TrecSubtopic, ...]

    def default_text(self) -> str:
        return self.query


class OddQuery(NamedTuple):
    query_id: str
    disease: str
    year: int
    tags: list[str]
    narrative_by_relevance: dict[str, str]
    lang: str
    url: str
    nothing: str | None

    def default_text(self) -> str:
        return f"{self.disease} {self.year}"


class PaperDoc(NamedTuple):
    doc_id: str
    title: str
    abstract: str
    body: bytes


class ArgumentDoc(NamedTuple):
    doc_id: str
    conclusion: str
    png: bytes

    def default_text(self) -> str:
        return f"{self.conclusion}!\n"


class ImageDoc(NamedTuple):
    doc_id: str
    png: bytes
    url: str


class PlainQuery(NamedTuple):
    query_id: str
    text: str


def test_trec_queries_become_topics(register: Any) -> None:
    name = register("made/trec", Queries(TrecQuery("001", "a \n b", "desc.", "narr."), lang="en"))
    topics = load_topics(f"irds:{name}")
    topic = topics["001"]
    assert (topic.title, topic.description, topic.narrative) == ("a b", "desc.", "narr.")
    assert topic.language == "en"
    assert topic.fields == {"title": "a b", "description": "desc.", "narrative": "narr."}
    assert (topics.source, topics.format) == ("irds:made/trec", "ir_datasets")


def test_web_track_queries_keep_their_subtopics_and_type(register: Any) -> None:
    parts = (TrecSubtopic("1", " find\nit ", "inf"), TrecSubtopic("2", "go", "nav"))
    name = register("made/web", Queries(WebQuery("51", "horse hooves", "d", "faceted", parts)))
    topic = load_topics(name)["51"]
    assert topic.title == "horse hooves"
    assert [(part.id, part.text, part.type) for part in topic.subtopics] == [
        ("1", "find it", "inf"),
        ("2", "go", "nav"),
    ]
    assert topic.attributes == {"type": "faceted"}


def test_queries_of_any_other_kind_keep_every_text(register: Any) -> None:
    query = OddQuery(
        "x", "flu", 2020, ["a", "b"], {"1": "some", "2": "all"}, "de", "http://x", None
    )
    topic = load_topics(register("made/odd", Queries(query, lang="en")))["x"]
    assert (topic.title, topic.language) == ("flu 2020", "de")
    assert topic.fields == {
        "disease": "flu",
        "year": "2020",
        "tags": "a; b",
        "narrative_by_relevance.1": "some",
        "narrative_by_relevance.2": "all",
        "lang": "de",
    }
    assert topic.attributes == {"url": "http://x"}


def test_a_query_without_a_text_of_its_own_kind(register: Any) -> None:
    assert load_topics(register("made/plain", Queries(PlainQuery("1", "t"))))["1"].title == "t"
    assert load_topics(register("made/gen", Queries(GenericQuery("1", "t"))))["1"].title == "t"


def test_a_topic_twice_is_an_error(register: Any) -> None:
    query = GenericQuery("1", "t")
    with pytest.raises(DatasetError, match="irds:made/twice: topic '1' occurs twice"):
        load_topics(register("made/twice", Queries(query, query)))


@pytest.mark.parametrize(
    "name", ["antique/test", "clueweb09/catb/trec-web-2009", "medline/2017/trec-pm-2017"]
)
def test_the_query_types_of_ir_datasets_have_what_is_relied_on(name: str) -> None:
    kind = ir_datasets.load(name).queries_cls()
    assert kind._fields[0] == "query_id"
    assert callable(kind.default_text)


def test_judgments_of_every_kind_keep_their_columns(register: Any) -> None:
    generic = load_qrels(register("made/q1", Judgments(GenericQrel("01", "d", 2))))
    assert generic.frame.rows(named=True) == [{"topic": "01", "doc": "d", "grade": 2}]
    trec = load_qrels(register("made/q2", Judgments(TrecQrel("1", "d", -2, "4.5"))))
    assert trec.frame.row(0, named=True)["iteration"] == "4.5"
    sub = load_qrels(
        register("made/q3", Judgments(TrecSubQrel("1", "d", 1, "a"), TrecSubQrel("1", "d", 0, "b")))
    )
    assert sub.frame["subtopic"].to_list() == ["a", "b"]
    prel = load_qrels(register("made/q4", Judgments(TrecPrel("1", "d", 1, 2, 0.5))))
    assert prel.frame.row(0, named=True) == {
        "topic": "1",
        "doc": "d",
        "grade": 1,
        "method": 2,
        "probability": 0.5,
    }


def test_repeated_judgments_count_once_and_contradictions_are_refused(register: Any) -> None:
    rows = [TrecQrel("1", "d", grade, "0") for grade in (1, 1, 2, 0)]
    name = register("made/q5", Judgments(*rows, TrecQrel("1", "e", 1, "0")))
    with pytest.raises(DatasetError, match="'d' has different judgments in topic '1'"):
        load_qrels(name)
    qrels = load_qrels(register("made/q9", Judgments(rows[0], rows[1])))
    assert qrels.frame.select("doc", "grade").rows() == [("d", 1)]
    assert tuple(map(str, qrels.warnings)) == (
        "irds:made/q9: 1 judgments are repeated as they are; each counts once",
    )


def test_grades_must_be_whole_numbers(register: Any) -> None:
    assert load_qrels(register("made/q6", Judgments(GenericQrel("1", "d", 1.0)))).frame[
        "grade"
    ].to_list() == [1]
    with pytest.raises(DatasetError, match=r"the grade 0.5 is not a whole number"):
        load_qrels(register("made/q7", Judgments(GenericQrel("1", "d", 0.5))))
    with pytest.raises(DatasetError, match="there is no judgment"):
        load_qrels(register("made/q8", Judgments()))


def test_documents_are_counted(register: Any) -> None:
    name = register("made/d1", Documents(GenericDoc("d1", "a b"), GenericDoc("d2", ""), count=2))
    assert documents_count(name) == 2


def test_a_count_may_be_unknown(register: Any) -> None:
    with pytest.raises(DatasetError, match="the number of documents is not known"):
        documents_count(register("made/d2", Documents()))


def test_texts_are_found_by_identifier_in_the_order_asked_for(register: Any) -> None:
    documents = (
        GenericDoc("d1", " a \n b "),
        TitleUrlTextDoc("d2", "A title", "http://a", "its text"),
        TitleUrlTextDoc("d3", "", "http://a", ""),
        PaperDoc("d4", "A paper", "Its abstract.", b"not shown"),
        ArgumentDoc("d5", "So be it", b""),
        ImageDoc("d6", b"", "http://b"),
    )
    name = register("made/texts", Documents(*documents))
    texts = fetch_texts(f"irds:{name}", ["d6", "d1", "nowhere", "d5", "d4", "d3", "d2", "d1"])
    assert list(texts.values()) == [
        DocumentText("d6", "http://b", ""),
        DocumentText("d1", None, "a b"),
        DocumentText("d5", None, "So be it!"),
        DocumentText("d4", "A paper", "Its abstract."),
        DocumentText("d3", "http://a", ""),
        DocumentText("d2", "A title", "its text"),
    ]
    assert fetch_texts(name, []) == {}


def test_a_dataset_without_documents_has_no_texts(register: Any) -> None:
    with pytest.raises(DatasetError, match="has no documents"):
        fetch_texts(register("made/without", Queries(GenericQuery("1", "t"))), ["d1"])


def test_an_unknown_dataset_names_the_nearest() -> None:
    with pytest.raises(DatasetError) as caught:
        load_topics("irds:vaswanni")
    assert str(caught.value) == "irds:vaswanni: unknown dataset (did you mean vaswani?)"


def test_a_dataset_without_judgments_says_what_it_has_and_who_has_them() -> None:
    with pytest.raises(DatasetError) as caught:
        load_qrels("gov2")
    assert str(caught.value).startswith(
        "irds:gov2: this dataset has no judgments (it has documents; judgments: gov2/trec-mq-2007, "
    )
    with pytest.raises(DatasetError, match=r"has no judgments \(it has documents and topics\)"):
        load_qrels("clueweb12/b13/ntcir-www-3")


def test_importing_the_module_does_not_import_ir_datasets() -> None:
    code = "import sys, harness.formats.ir_datasets; sys.exit('ir_datasets' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


class Ranked(BaseScoredDocs):
    def scoreddocs_iter(self) -> Iterator[Any]:
        yield GenericScoredDoc("1", "b", 2.0)
        yield GenericScoredDoc("1", "a", 1.0)

    def scoreddocs_cls(self) -> type:
        return GenericScoredDoc


def test_a_loaded_dataset_is_judgments_a_run_topics_and_documents(register):
    judged = Judgments(GenericQrel("1", "a", 1), GenericQrel("1", "b", 0))
    parts = Queries(GenericQuery("1", "sea")), Documents(GenericDoc("b", "Of harbours."))
    loaded = ir_datasets.load(register("made/all", judged, Ranked(), *parts))
    assert harness.score(loaded, loaded, "RR").values.ravel().tolist() == [0.5]
    found = harness.diagnose_runs(loaded, loaded, "RR", topics=loaded, documents=loaded)
    assert "sea" in repr(found.worst("run"))
    assert "Of harbours." in repr(found.first("run", "1"))
