"""Topics, judgments and documents by ir_datasets identifier (``irds:gov2/trec-tb-2004``).

ir_datasets keeps downloads under ``~/.ir_datasets`` (or ``$IR_DATASETS_HOME``); a file that is
there already is used, so that one can work without a network.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

from harness.core.errors import MAX_PROBLEMS, DatasetError, Problem, refuse
from harness.core.locations import DATASET_PREFIX
from harness.core.model import Qrels
from harness.core.notes import Note
from harness.core.packages import pl
from harness.core.texts import DocumentText, Subtopic, Topic, Topics
from harness.formats.ir_datasets_access import explain_dataset_errors, from_disk, load_dataset
from harness.formats.text_reading import collapse

__all__ = [
    "DATASET_PREFIX",
    "document_finder",
    "documents_count",
    "fetch_texts",
    "load_qrels",
    "load_topics",
]

#: Fields of a query that can be its title, best first.
_TITLES = ("title", "query", "text")
_DESCRIPTIONS = ("description", "desc", "question")
_NARRATIVES = ("narrative", "narr")
_LANGUAGES = ("lang", "language")
#: Fields that describe the topic and are not part of its text.
_ATTRIBUTES = ("type", "url", "doc_id")
#: Our names of columns, by ir_datasets' names.
_COLUMNS = {
    "query_id": "topic",
    "doc_id": "doc",
    "relevance": "grade",
    "subtopic_id": "subtopic",
    "iprob": "probability",
}
#: The columns that identify a judgment; ``start`` and ``length`` are passages of a document.
_KEY = ("topic", "subtopic", "doc", "start", "length")


def load_topics(dataset_id: str) -> Topics:
    """Load the topics of a dataset, whatever fields its queries have.

    The title is ir_datasets' ``default_text`` (mostly the ``title``, ``query`` or ``text``);
    subtopics, description, narrative and language are kept if there are any, and all other texts in
    ``fields``. White space is collapsed. Raises `DatasetError` for an unknown identifier, a dataset
    without topics (with what it has) and files that cannot be downloaded (with the path to put
    them).
    """
    name, dataset = load_dataset(dataset_id, "queries")
    language = dataset.queries_lang()
    with explain_dataset_errors(name, dataset, "queries"):
        queries = list(dataset.queries_iter())
    seen: dict[str, Topic] = {}
    problems = []
    for query in queries:
        topic = _topic(query, language)
        if seen.setdefault(topic.id, topic) is not topic:
            problems.append(Problem(f"topic {topic.id!r} occurs twice", name))
    refuse(problems, DatasetError)
    return Topics(list(seen.values()), source=name, format="ir_datasets")


def load_qrels(dataset_id: str) -> Qrels:
    """Load the judgments of a dataset, whatever fields they have.

    ``topic``, ``doc`` and ``grade`` come from ``query_id``, ``doc_id`` and ``relevance``; further
    fields are kept (``subtopic``, ``iteration``, ``method``, ``probability``, and the dataset's
    own). An exactly repeated judgment counts once, with a warning; a document with different
    judgments in a topic (or subtopic) is an error. Raises `DatasetError` as `load_topics`, too.
    """
    name, dataset = load_dataset(dataset_id, "qrels")
    with explain_dataset_errors(name, dataset, "qrels"):
        judgments = list(dataset.qrels_iter())
    if not judgments:
        raise DatasetError(Problem("there is no judgment", name))
    frame = _qrels_frame(judgments, name)
    frame, warnings = _without_duplicates(frame, name)
    return Qrels(frame, source=name, format="ir_datasets", warnings=warnings)


def documents_count(dataset_id: str) -> int:
    """Return the number of documents of a dataset, counted or as ir_datasets documents it.

    Nothing is downloaded. Raises `DatasetError` as `load_topics`, and if the number is unknown.
    """
    name, dataset = load_dataset(dataset_id, "docs")
    with explain_dataset_errors(name, dataset, "docs"), from_disk(name):
        count = dataset.docs_count()
    if count is None:
        raise DatasetError(Problem("the number of documents is not known", name))
    return int(count)


def document_finder(
    dataset_id: str, *, download: bool = False
) -> Callable[[Iterable[str]], set[str]]:
    """Return a function that finds which identifiers are documents of a dataset.

    The store is built if there is none, which takes as long as reading the collection. Missing
    files are fetched only with ``download``: collections are large. Raises `DatasetError` as
    `load_topics`, at once or when the function is called.
    """
    name, dataset = load_dataset(dataset_id, "docs")
    store = _store(name, dataset, download=download)

    def find(ids: Iterable[str]) -> set[str]:
        with explain_dataset_errors(name, dataset, "docs"):
            return {str(doc_id) for doc_id in store.get_many(list(ids))}

    return find


def _store(name: str, dataset: Any, *, download: bool) -> Any:
    """Return the store of a dataset's documents, and build it if there is none."""
    with (
        explain_dataset_errors(name, dataset, "docs"),
        nullcontext() if download else from_disk(name),
    ):
        store = dataset.docs_store()
        if hasattr(store, "build") and not store.built():
            next(iter(dataset.docs_iter()), None)  # reports missing files; building would log more
            store.build()
    return store


def fetch_texts(dataset_id: str, ids: Iterable[str]) -> dict[str, DocumentText]:
    """Load the texts of some documents of a dataset, without those that it lacks.

    Title and text are as in `DocumentText.of`; without a field of text, ir_datasets'
    ``default_text`` is used. The documents come in the order of ``ids``, each once. The store is
    built as for `document_finder`; nothing is downloaded. Raises `DatasetError` as `load_topics`.
    """
    name, dataset = load_dataset(dataset_id, "docs")
    wanted = list(dict.fromkeys(ids))
    store = _store(name, dataset, download=False)
    with explain_dataset_errors(name, dataset, "docs"):
        documents = store.get_many(wanted)
        return {
            doc_id: _document_text(doc_id, documents[doc_id])
            for doc_id in wanted
            if doc_id in documents
        }


def _document_text(doc_id: str, document: Any) -> DocumentText:
    text = DocumentText.of(doc_id, _fields(document))
    return text if text.text else replace(text, text=_default_text(document) or "")


# --- topics ----------------------------------------------------------------------------------


def _fields(record: Any) -> dict[str, Any]:
    """Return the fields of a named tuple or data class."""
    if hasattr(record, "_asdict"):
        return dict(record._asdict())
    return dict(vars(record))


def _topic(query: Any, language: str | None) -> Topic:
    values = _fields(query)
    topic_id = str(values.pop("query_id"))
    subtopics = _subtopics(values.pop("subtopics", None))
    texts = {key: text for name, value in values.items() for key, text in _texts(name, value)}
    attributes = {name: texts.pop(name) for name in _ATTRIBUTES if name in texts}
    return Topic(
        topic_id,
        title=_default_text(query) or _first(texts, _TITLES),
        description=_first(texts, _DESCRIPTIONS),
        narrative=_first(texts, _NARRATIVES),
        language=_first(texts, _LANGUAGES) or language,
        fields=texts,
        attributes=attributes,
        subtopics=subtopics,
    )


def _default_text(query: Any) -> str | None:
    try:
        return collapse(query.default_text())
    except (AttributeError, TypeError):  # it has none, or joins missing texts
        return None


def _first(texts: Mapping[str, str], names: Iterable[str]) -> str | None:
    return next((texts[name] for name in names if name in texts), None)


def _texts(name: str, value: Any) -> Iterator[tuple[str, str]]:
    """Yield a field as texts: a dictionary gives ``name.key`` each, a list is joined by
    semicolons.
    """
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from _texts(f"{name}.{key}", part)
        return
    if isinstance(value, list | tuple | set | frozenset):
        value = "; ".join(str(part) for part in value)
    text = "" if value is None or isinstance(value, bytes) else collapse(str(value))
    if text:
        yield name, text


def _subtopics(value: Any) -> tuple[Subtopic, ...]:
    subtopics = []
    for index, part in enumerate(value or (), start=1):
        fields = _fields(part) if hasattr(part, "_asdict") else {"text": part}
        number = fields.get("number", fields.get("subtopic_id", index))
        kind = fields.get("type")
        text = collapse(str(fields.get("text", "")))
        subtopics.append(Subtopic(str(number), text, None if kind is None else str(kind)))
    return tuple(subtopics)


# --- judgments -------------------------------------------------------------------------------


def _qrels_frame(judgments: list[Any], name: str) -> pl.DataFrame:
    rows = [_fields(judgment) for judgment in judgments]
    fields = list(rows[0])
    if not {"query_id", "doc_id", "relevance"} <= set(fields):
        message = f"these judgments have no grades; they have {', '.join(fields)}"
        raise DatasetError(Problem(message, name))
    columns = {own: [row[own] for row in rows] for own in fields}
    series = [_series(_COLUMNS.get(own, own), values, name) for own, values in columns.items()]
    frame = pl.DataFrame(series)
    first = ("topic", "doc", "grade")
    return frame.select(*first, *(column for column in frame.columns if column not in first))


def _series(name: str, values: list[Any], where: str) -> pl.Series:
    if name in ("topic", "doc"):
        return pl.Series(name, [str(value) for value in values], pl.String)
    if name == "grade":
        return _grades(values, where)
    types = {type(value) for value in values} - {type(None)}
    plain = {str: pl.String, int: pl.Int64, float: pl.Float64}
    if len(types) == 1 and (known := plain.get(types.pop())):
        return pl.Series(name, values, known)
    return pl.Series(name, [None if value is None else str(value) for value in values], pl.String)


def _grades(values: list[Any], where: str) -> pl.Series:
    wrong = [v for v in values if not isinstance(v, int | float) or v != v // 1 or abs(v) >= 2**31]
    problems = (Problem(f"the grade {value!r} is not a whole number", where) for value in wrong)
    refuse(problems, DatasetError)
    return pl.Series("grade", [int(value) for value in values], pl.Int64)


def _without_duplicates(frame: pl.DataFrame, name: str) -> tuple[pl.DataFrame, tuple[Note, ...]]:
    key = [column for column in _KEY if column in frame.columns]
    warnings: list[Note] = []
    once = frame.unique([*key, "grade"], keep="first", maintain_order=True)
    if once.height < frame.height:
        repeated = frame.height - once.height
        text = f"{repeated} judgments are repeated as they are; each counts once"
        warnings.append(Note("judgments-repeated", text, name, numbers={"judgments": repeated}))
    twice = once.filter(once.select(key).is_duplicated()).unique(key, maintain_order=True)
    refuse(
        [
            Problem(
                f"document {row['doc']!r} has different judgments in topic {row['topic']!r}",
                name,
                hint="a file of judgments with one of them can be named in its place",
            )
            for row in twice.head(MAX_PROBLEMS).iter_rows(named=True)
        ],
        DatasetError,
    )
    return once, tuple(warnings)
