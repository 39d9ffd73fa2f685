"""Topics, judgments and documents by ir_datasets identifier (``irds:gov2/trec-tb-2004``).

ir_datasets keeps what it downloads under ``~/.ir_datasets`` (or ``$IR_DATASETS_HOME``); a file
that is there already is used as it is, which is how to work without a network.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import wraps
from pathlib import Path
from threading import RLock
from typing import Any

import polars as pl

from harness.core.errors import MAX_PROBLEMS, DatasetError, Problem, nearest, refuse
from harness.core.model import DocumentText, Qrels, Subtopic, Topic, Topics
from harness.core.notes import Note

#: How a text says that it is an ir_datasets identifier.
DATASET_PREFIX = "irds:"
#: What ir_datasets can have for a dataset, and what we call it.
_KINDS = {"docs": "documents", "queries": "topics", "qrels": "judgments"}
#: Fields of a query that hold what a system would use, best first.
_TITLES = ("title", "query", "text")
_DESCRIPTIONS = ("description", "desc", "question")
_NARRATIVES = ("narrative", "narr")
_LANGUAGES = ("lang", "language")
#: Fields that say something about the topic instead of being part of its text.
_ATTRIBUTES = ("type", "url", "doc_id")
#: Columns of ours under ir_datasets' names for them.
_COLUMNS = {
    "query_id": "topic",
    "doc_id": "doc",
    "relevance": "grade",
    "subtopic_id": "subtopic",
    "iprob": "probability",
}
#: The columns that tell judgments apart; ``start`` and ``length`` are passages of a document.
_KEY = ("topic", "subtopic", "doc", "start", "length")
_TYPES: dict[type, type[pl.DataType]] = {str: pl.String, int: pl.Int64, float: pl.Float64}

#: What to do with a document that is judged twice in a topic: refuse, or keep one row.
DUPLICATES: dict[str, Callable[[pl.DataFrame, Sequence[str]], pl.DataFrame]] = {
    "error": lambda frame, _key: frame,
    "first": lambda frame, key: frame.unique(key, keep="first", maintain_order=True),
    "last": lambda frame, key: frame.unique(key, keep="last", maintain_order=True),
    "highest": lambda frame, key: frame.sort("grade", descending=True, maintain_order=True).unique(
        key, keep="first", maintain_order=True
    ),
}


@dataclass(frozen=True, slots=True)
class Document:
    """A document of a collection: its text as ir_datasets would index it, and all its fields."""

    id: str
    text: str
    fields: Mapping[str, Any]


def load_topics(dataset_id: str) -> Topics:
    """The topics of a dataset, whatever fields its queries have.

    The title is what ir_datasets takes for the query (``default_text``: mostly the ``title``,
    ``query`` or ``text``); subtopics, description, narrative and language are kept where there are
    any, and all other texts in ``fields``. White space is collapsed. Raises `DatasetError` for an
    unknown identifier, a dataset without topics (saying what it has) and files that cannot be
    downloaded (saying where to put them).
    """
    name, dataset = _load(dataset_id, "queries")
    language = dataset.queries_lang()
    with _Reading(name, dataset, "queries"):
        queries = list(dataset.queries_iter())
    seen: dict[str, Topic] = {}
    problems = []
    for query in queries:
        topic = _topic(query, language)
        if seen.setdefault(topic.id, topic) is not topic:
            problems.append(Problem(f"topic {topic.id!r} occurs twice", name))
    refuse(problems, DatasetError)
    return Topics(list(seen.values()), source=name, format="ir_datasets")


def load_qrels(dataset_id: str, *, duplicates: str = "error") -> Qrels:
    """The judgments of a dataset, whatever fields they have.

    ``topic``, ``doc`` and ``grade`` come from ``query_id``, ``doc_id`` and ``relevance``; further
    fields are kept (``subtopic``, ``iteration``, ``method``, ``probability``, and what the
    dataset calls its own). A judgment that is repeated as it is counts once, with a warning; a
    document with different judgments in a topic (or subtopic) is an error, unless ``duplicates``
    says to keep the ``first``, ``last`` or ``highest``. Raises `DatasetError` as `load_topics`.
    """
    if duplicates not in DUPLICATES:
        hint = nearest(duplicates, DUPLICATES) or f"known are {', '.join(DUPLICATES)}"
        raise DatasetError(Problem(f"unknown way with duplicates {duplicates!r}", hint=hint))
    name, dataset = _load(dataset_id, "qrels")
    with _Reading(name, dataset, "qrels"):
        judgments = list(dataset.qrels_iter())
    if not judgments:
        raise DatasetError(Problem("there is no judgment", name))
    frame = _qrels_frame(judgments, name)
    frame, warnings = _without_duplicates(frame, name, duplicates)
    return Qrels(frame, source=name, format="ir_datasets", warnings=warnings)


def load_documents(dataset_id: str) -> Iterator[Document]:
    """The documents of a dataset, one after the other. Raises `DatasetError` as `load_topics`.

    A document with the fields of ir_datasets in ``fields`` (texts, bytes, numbers as they are).
    """
    name, dataset = _load(dataset_id, "docs")
    return _documents(name, dataset)


def _documents(name: str, dataset: Any) -> Iterator[Document]:
    with _Reading(name, dataset, "docs"):
        for document in dataset.docs_iter():
            fields = _fields(document)
            text = document.default_text() if hasattr(document, "default_text") else ""
            yield Document(str(fields.pop("doc_id")), text, fields)


def documents_count(dataset_id: str) -> int:
    """How many documents a dataset has: counted, or as ir_datasets documents it.

    Nothing is downloaded. Raises `DatasetError` as `load_topics`, and when nobody knows.
    """
    name, dataset = _load(dataset_id, "docs")
    with _Reading(name, dataset, "docs"), _from_disk(name):
        count = dataset.docs_count()
    if count is None:
        raise DatasetError(Problem("the number of documents is not known", name))
    return int(count)


def document_finder(
    dataset_id: str, *, download: bool = False
) -> Callable[[Iterable[str]], set[str]]:
    """What tells which of some identifiers are documents of a dataset, by its document store.

    The store is made where there is none yet, which takes as long as reading the collection. What
    is not there is downloaded only where that is asked for: collections are large. Raises
    `DatasetError` as `load_topics`, at once or when documents are looked for.
    """
    name, dataset = _load(dataset_id, "docs")
    store = _store(name, dataset, download=download)

    def find(ids: Iterable[str]) -> set[str]:
        with _Reading(name, dataset, "docs"):
            return {str(found) for found in store.get_many(list(ids))}

    return find


def _store(name: str, dataset: Any, *, download: bool) -> Any:
    """The store of a dataset's documents, which is made now where there is none."""
    with _Reading(name, dataset, "docs"), nullcontext() if download else _from_disk(name):
        store = dataset.docs_store()
        if hasattr(store, "build") and not store.built():
            next(iter(dataset.docs_iter()), None)  # says what is absent; building would log more
            store.build()
    return store


#: What is exchanged in ir_datasets while nothing may be downloaded is so for all threads.
_ALONE = RLock()


@contextmanager
def _from_disk(name: str) -> Iterator[None]:
    """Whatever ir_datasets would have to download is a `DatasetError` instead.

    It has no such setting. All its ways to the network go through one class, whose two methods are
    exchanged.
    """
    from ir_datasets.util import Download

    def here(method: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(method)
        def guarded(self: Any, *args: Any, **further: Any) -> Any:
            # Without a place of its own a file is downloaded even where only its path is asked for.
            forced = further.get("force", (*args, True)[0]) or self._cache_path is None
            if forced and _is_remote(self):
                raise DatasetError(Problem("the documents are not downloaded", name, hint=_ASK))
            return method(self, *args, **further)

        return guarded

    with _ALONE:
        path, stream = Download.path, Download.stream
        try:
            Download.path, Download.stream = here(path), here(stream)
            yield
        finally:
            Download.path, Download.stream = path, stream


_ASK = "harness check TASK --download does it"


def _is_remote(download: Any) -> bool:
    """Whether a download of ir_datasets needs the network."""
    if download._path is not None or all(hasattr(one, "_path") for one in download.mirrors):  # noqa: SLF001
        return False
    cache = download._cache_path  # noqa: SLF001
    local = [one._path for one in download.mirrors if hasattr(one, "_path")]  # noqa: SLF001
    return not any(Path(place).exists() for place in (*local, *([cache] if cache else [])))


def texts_of(dataset_id: str, ids: Iterable[str]) -> dict[str, DocumentText]:
    """What readers are shown of some documents of a dataset; those that it has not are missing.

    Title and text are those of `DocumentText.of`; where no field is a text it is what ir_datasets
    takes for one (``default_text``). The documents come in the order of ``ids``, each once. The
    store is made as for `document_finder`; nothing is downloaded. Raises `DatasetError` as
    `load_topics`.
    """
    name, dataset = _load(dataset_id, "docs")
    wanted = list(dict.fromkeys(ids))
    store = _store(name, dataset, download=False)
    with _Reading(name, dataset, "docs"):
        found = store.get_many(wanted)
        return {one: _document_text(one, found[one]) for one in wanted if one in found}


def _document_text(doc_id: str, document: Any) -> DocumentText:
    text = DocumentText.of(doc_id, _fields(document))
    return text if text.text else replace(text, text=_default_text(document) or "")


# --- finding a dataset -----------------------------------------------------------------------


def _load(dataset_id: str, kind: str) -> tuple[str, Any]:
    """The dataset's name as messages show it, and the dataset, which has what is asked for."""
    registry = _registry()
    plain = dataset_id.removeprefix(DATASET_PREFIX)
    name = DATASET_PREFIX + plain
    try:
        dataset = registry[plain]
    except KeyError:
        hint = nearest(plain, registry) or "see https://ir-datasets.com for the identifiers"
        raise DatasetError(Problem("unknown dataset", name, hint=hint)) from None
    if not dataset.has(kind):
        raise DatasetError(_lacking(plain, dataset, kind, registry))
    return name, dataset


def _registry() -> Any:
    try:
        import ir_datasets
    except ImportError:
        message = "datasets need the package ir_datasets"
        raise DatasetError(Problem(message, hint="pip install ir_datasets")) from None
    return ir_datasets.registry


def _lacking(plain: str, dataset: Any, kind: str, registry: Iterable[str]) -> Problem:
    has = [words for own, words in _KINDS.items() if dataset.has(own)]
    hint = f"it has {' and '.join(has) or 'none of the others either'}"
    below = [other for other in registry if other.startswith(f"{plain}/")]
    with_it = [other for other in below if _has(registry, other, kind)]
    if with_it:
        more = ", …" if len(with_it) > 5 else ""
        hint += f"; {_KINDS[kind]}: {', '.join(with_it[:5])}{more}"
    return Problem(f"this dataset has no {_KINDS[kind]}", DATASET_PREFIX + plain, hint=hint)


def _has(registry: Any, name: str, kind: str) -> bool:
    return bool(registry[name].has(kind))


class _Reading:
    """Makes of whatever ir_datasets raises while it reads a `DatasetError` that helps."""

    def __init__(self, name: str, dataset: Any, kind: str) -> None:
        self.name, self.dataset, self.kind = name, dataset, kind

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: object
    ) -> None:
        # EOFError: a password was asked for, and there is nobody to type it.
        known = (OSError, RuntimeError, ValueError, LookupError, AssertionError, EOFError)
        if isinstance(error, ImportError):
            message = f"ir_datasets needs another package for this: {error}"
            raise DatasetError(Problem(message, self.name)) from error
        if isinstance(error, known):
            raise DatasetError(list(self._problems(error))) from error

    def _problems(self, error: BaseException) -> Iterator[Problem]:
        absent = _absent_files(getattr(self.dataset, f"{self.kind}_handler")())
        if not absent:
            message = f"the {_KINDS[self.kind]} cannot be read: {_first_line(error)}"
            yield Problem(message, self.name, hint=f"ir_datasets keeps its files in {_home()}")
        for path, source in absent:
            message = f"the {_KINDS[self.kind]} cannot be downloaded: {_first_line(error)}"
            hint = f"put {source} at {path}" if source else f"put the file at {path}"
            yield Problem(message, self.name, hint=hint)


def _first_line(error: BaseException) -> str:
    text = str(error).strip().split("\n")[0]
    if len(text) > 200:
        text = f"{text[:200]}…"
    return text or type(error).__name__


def _home() -> Path:
    return Path(os.environ.get("IR_DATASETS_HOME", Path.home() / ".ir_datasets"))


def _absent_files(handler: Any, depth: int = 5) -> list[tuple[str, str | None]]:
    """Where ir_datasets looks for the files of a handler that are not there, and their address.

    It has no list of them: they are found by walking its wrappers (`GzipExtract`, `Cache`, …).
    """
    found: dict[str, str | None] = {}
    for download in _downloads(handler, depth, set()):
        cache = getattr(download, "_cache_path", None)
        local = [str(m._path) for m in download.mirrors if hasattr(m, "_path")]  # noqa: SLF001
        urls = [str(mirror.url) for mirror in download.mirrors if hasattr(mirror, "url")]
        places = [str(cache)] if cache else local
        if places and not any(Path(place).exists() for place in (*places, *local)):
            found[places[0]] = urls[0] if urls else None
    return list(found.items())


def _downloads(thing: Any, depth: int, seen: set[int]) -> Iterator[Any]:
    if id(thing) in seen or depth < 0:
        return
    seen.add(id(thing))
    if type(thing).__name__ == "Download" and hasattr(thing, "mirrors"):
        yield thing
        return
    inner: Iterable[Any] = ()
    if isinstance(thing, list | tuple):
        inner = thing
    elif type(thing).__module__.startswith("ir_datasets"):
        inner = vars(thing).values() if hasattr(thing, "__dict__") else ()
    for part in inner:
        yield from _downloads(part, depth - 1, seen)


# --- topics ----------------------------------------------------------------------------------


def _fields(record: Any) -> dict[str, Any]:
    """The fields of a named tuple or data class."""
    if hasattr(record, "_asdict"):
        named: dict[str, Any] = dict(record._asdict())
        return named
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
        return _collapsed(query.default_text())
    except (AttributeError, TypeError):  # it has none, or puts together texts that are absent
        return None


def _first(texts: Mapping[str, str], names: Iterable[str]) -> str | None:
    return next((texts[name] for name in names if name in texts), None)


def _texts(name: str, value: Any) -> Iterator[tuple[str, str]]:
    """A field as texts: a dictionary gives ``name.key`` each, a list is joined by semicolons."""
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from _texts(f"{name}.{key}", part)
        return
    if isinstance(value, list | tuple | set | frozenset):
        value = "; ".join(str(part) for part in value)
    text = "" if value is None or isinstance(value, bytes) else _collapsed(str(value))
    if text:
        yield name, text


def _subtopics(value: Any) -> tuple[Subtopic, ...]:
    subtopics = []
    for place, part in enumerate(value or (), start=1):
        fields = _fields(part) if hasattr(part, "_asdict") else {"text": part}
        number = fields.get("number", fields.get("subtopic_id", place))
        kind = fields.get("type")
        text = _collapsed(str(fields.get("text", "")))
        subtopics.append(Subtopic(str(number), text, None if kind is None else str(kind)))
    return tuple(subtopics)


def _collapsed(text: str) -> str:
    return " ".join(text.split())


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
    if len(types) == 1 and (known := _TYPES.get(types.pop())):
        return pl.Series(name, values, known)
    return pl.Series(name, [None if value is None else str(value) for value in values], pl.String)


def _grades(values: list[Any], where: str) -> pl.Series:
    wrong = [v for v in values if not isinstance(v, int | float) or v != v // 1 or abs(v) >= 2**31]
    problems = (Problem(f"the grade {value!r} is not a whole number", where) for value in wrong)
    refuse(problems, DatasetError)
    return pl.Series("grade", [int(value) for value in values], pl.Int64)


def _without_duplicates(
    frame: pl.DataFrame, name: str, duplicates: str
) -> tuple[pl.DataFrame, tuple[Note, ...]]:
    key = [column for column in _KEY if column in frame.columns]
    warnings: list[Note] = []
    once = frame.unique([*key, "grade"], keep="first", maintain_order=True)
    if once.height < frame.height:
        repeated = frame.height - once.height
        text = f"{repeated} judgments are repeated as they are; each counts once"
        warnings.append(Note("judgments-repeated", text, name, numbers={"judgments": repeated}))
    kept = DUPLICATES[duplicates](once, key)
    if kept.height < once.height:
        dropped = once.height - kept.height
        text = f"{dropped} judgments contradict others; the {duplicates} counts"
        warnings.append(Note("judgments-contradict", text, name, numbers={"judgments": dropped}))
    twice = kept.filter(kept.select(key).is_duplicated()).unique(key, maintain_order=True)
    refuse(
        [
            Problem(
                f"document {row['doc']!r} has different judgments in topic {row['topic']!r}",
                name,
                hint="say which counts: the first, last or highest",
            )
            for row in twice.head(MAX_PROBLEMS).iter_rows(named=True)
        ],
        DatasetError,
    )
    return kept, tuple(warnings)
