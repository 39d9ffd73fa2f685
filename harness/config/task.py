"""A task: the settings of one evaluation, its subsets of topics, and the paths of its outputs.

Outputs go beside the task's file, under its name, wherever a command is called. For
``lab/web.yaml`` they are ``lab/results/web`` (and, beside it, ``web.html``, ``web-sheets`` and
``web-figures``), ``lab/pools/web``, ``lab/packets/web``, ``lab/receipts/web`` and
``lab/web.ledger``. The keys `output` and `judge.ledger` of the task, and -o, override this.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from harness.config.yaml_positions import Path as KeyPath
from harness.config.yaml_positions import YamlDocument
from harness.core.dialects import DEFAULT_DIALECT, Dialect
from harness.core.errors import ConfigError, Problem, find_unknown, some, suggest, suggester
from harness.core.harmless import real_path
from harness.core.identity import RunFile, file_names
from harness.core.model import Qrels
from harness.core.notes import Note
from harness.core.texts import Topic, Topics
from harness.evaluation.rules import Rules
from harness.formats.remote import locate
from harness.measures import AnyMeasure, parse_measures
from harness.settings.names import DEFAULT_MEASURES
from harness.settings.sources import Source, is_range, range_problem, topics_in
from harness.settings.task import TaskKeys

#: The name of the subset of all topics.
ALL_TOPICS = "all"


def choose_directory(kind: str, path: str | os.PathLike[str], chosen: Sequence[str] = ()) -> Path:
    """Return the directory for outputs of a kind; ``chosen`` are named runs or measures.

    >>> print(choose_directory("results", "lab/web.yaml").as_posix())
    lab/results/web
    """
    return Path(path).parent / kind / stem_with(path, chosen)


def choose_next_directory(kind: str, path: str | os.PathLike[str]) -> Path:
    """Return the directory for the next outputs of a kind: ``pools/web-2`` after ``pools/web``.

    >>> choose_next_directory("pools", "/nowhere/web.yaml").as_posix()
    '/nowhere/pools/web-2'
    """
    first = choose_directory(kind, path)
    numbered = (first.with_name(f"{first.name}-{number}") for number in count(2))
    return next(free for free in numbered if not free.exists())


def stem_with(path: str | os.PathLike[str], runs: Sequence[str]) -> str:
    """Return the stem of files about a task, which differs for chosen runs.

    >>> stem_with("configs/demo.yaml", []), stem_with("demo.yaml", ["runs/my best.run", "b"])
    ('demo', 'demo-my_best+b')
    """
    stem, names = Path(path).stem, [file_names(run)[0] for run in runs]
    if not names:
        return stem
    few = names if len(names) <= 3 else [names[0], f"{len(names) - 1}_more"]
    safe = re.sub(r"[^\w.+@-]", "_", "+".join(few))[:100]
    return f"{stem}-{safe}"


#: Keys that change no value.
_SHOWING = frozenset(
    ("participants", "receive", "pool", "judge", "compare", "gate", "documents", "report")
)


class _AsItIs:
    """Mark of a field whose value this package makes, so that it is not validated."""

    def __get_pydantic_core_schema__(self, _: Any, __: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.any_schema()


class Task(TaskKeys):
    """Settings of one evaluation: runs, judgments and measures.

    `load_task` makes it from a file; the fields are the file's keys, which `docs/config.md`
    explains. ``folder`` is the start of relative paths; ``document`` is the file itself, None for a
    task made in Python; ``warnings`` are notes on parts of the file that were left out. ``qrels``
    is None where no judgments are needed, as in pooling.

    >>> task = Task(name="demo", runs=(RunFile("bm25.run"),), folder=Path("/x"))
    >>> task.resolve_path("qrels.txt").as_posix(), [str(measure) for measure in task.measures][:2]
    ('/x/qrels.txt', ['AP', 'nDCG@10'])
    """

    name: str
    runs: Annotated[tuple[RunFile, ...], _AsItIs()] = ()
    measures: Annotated[tuple[AnyMeasure, ...], _AsItIs()] = parse_measures(DEFAULT_MEASURES)
    dialect: Annotated[Dialect, _AsItIs()] = DEFAULT_DIALECT
    output: Path | None = None
    folder: Path = Path()
    document: Annotated[YamlDocument | None, _AsItIs()] = None
    warnings: tuple[Note, ...] = ()

    def resolve_path(self, path: str) -> Path:
        """Return the path of a file that the task names."""
        return self.folder / real_path(path)

    def input(self, path: str) -> str:
        """Return the path or URL of an input that the task names."""
        return locate(self.folder, path)

    def inputs(self) -> list[str]:
        """Return the paths and URLs of topics, judgments and costs."""
        judgments = (self.qrels, *self.known_judgments, *self.dimensions.values(), self.pool.judged)
        named = [source.path for source in (self.topics, *judgments) if source is not None]
        return [self.input(path) for path in (*named, self.costs) if path is not None]

    def input_notes(self, source: Source | None, read: Topics | Qrels) -> tuple[Note, ...]:
        """Return the notes on topics or judgments, with their file named as in the task."""
        if source is None or source.path is None:
            return read.warnings
        path = self.input(source.path)
        return tuple(note.about(path, source.path) for note in read.warnings)

    def rules(self, collection_size: int = 0) -> Rules:
        """Return the rules of the evaluation, apart from the measures."""
        return Rules.of(
            self.topic_policy,
            self.dialect,
            relevance_level=self.relevance_level,
            depth=self.depth,
            judged_only=self.judged_only,
            negative=self.negative,
            collection_size=collection_size,
        )

    def problem(self, path: KeyPath, message: str, hint: str | None = None) -> Problem:
        """Return a problem of the value of a key, with file and line if known."""
        return (self.document or YamlDocument(self.name, {})).problem(path, message, hint=hint)

    def resolved(self) -> dict[str, Any]:
        """Return every key that affects a value, resolved to plain values.

        Keys of execution, pooling, comparison, display and output are left out.
        """
        keys = [key for key in TaskKeys.model_fields if key not in _SHOWING]
        return {
            "name": self.name,
            **{key: _plain(getattr(self, key)) for key in keys},
            "runs": [asdict(run) for run in self.runs],
            "measures": [
                {"label": measure.label, "notation": measure.notation, "summary": measure.summary}
                for measure in self.measures
            ],
            "dialect": self.dialect.name,
        }


def _plain(value: Any) -> Any:
    """Return the values of a key for JSON, without absent keys."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", exclude_none=True)
    if isinstance(value, Mapping):
        return {name: _plain(part) for name, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


@dataclass(frozen=True, slots=True)
class Subset:
    """Named set of topics: all its topics (None: any), and the judged ones."""

    name: str
    named: tuple[str, ...] | None
    judged: tuple[str, ...]

    def count(self, topics: Iterable[str]) -> int:
        """Count the given distinct topics that are in the subset."""
        given = set(topics)
        return len(given if self.named is None else given.intersection(self.named))


def find_subsets(task: Task, topics: Topics, judged: tuple[str, ...]) -> tuple[Subset, ...]:
    """Return the subset of all topics, then a task's subsets; raises `ConfigError` for wrong ones.

    Each value of a facet is a subset named ``attribute=value``. Wrong are topics that are neither
    in the topics nor judged, unknown attributes and values, and subsets without a judged topic. A
    list may have ranges (``401-450``), whose topics must all exist.
    """
    known = tuple(dict.fromkeys([*topics, *judged]))
    named: dict[str, tuple[str, ...]] = {}
    problems: list[Problem] = []
    for name, entry in task.subsets.items():
        if entry.topics is not None:
            wrong = list(_unknown_topics(task, name, entry.topics, known))
            ids = () if wrong else _list_topics(entry.topics, known)
        else:
            where = entry.where or {}
            wrong = list(_unknown_values(task, name, where, topics, known))
            ids = () if wrong else tuple(_select_having(where, topics))
        problems += wrong
        named[name] = ids
    for index, attribute in enumerate(task.facets):
        values = list_values(topics, attribute)
        if not values:
            problems.append(_unknown_attribute(task, ("facets", index), attribute, topics))
        for value in values:
            named[f"{attribute}={value}"] = tuple(_select_having({attribute: (value,)}, topics))
    subsets = tuple(
        Subset(name, ids, tuple(sorted(set(ids) & set(judged), key=str.encode)))
        for name, ids in named.items()
    )
    problems = problems or [
        task.problem(("subsets", subset.name), f"no topic of {subset.name!r} is judged")
        for subset in subsets
        if not subset.judged and subset.name in task.subsets
    ]
    if problems:
        raise ConfigError(problems)
    return Subset(ALL_TOPICS, None, judged), *subsets


def _list_topics(texts: Sequence[str], known: Collection[str]) -> tuple[str, ...]:
    """Return the topics of a list, each once, with ranges expanded unless a topic has that name."""
    of = frozenset(known)
    names = (name for text in texts for name in ((text,) if text in of else topics_in(text)))
    return tuple(dict.fromkeys(names))


def find_attribute(topic: Topic, name: str) -> str | None:
    """Return the value of a topic's attribute, text field or ``language``; None without one.

    >>> find_attribute(Topic("1", attributes={"type": "faceted"}), "type")
    'faceted'
    """
    return (
        topic.attributes.get(name)
        or topic.fields.get(name)
        or (topic.language if name == "language" else None)
    )


def list_values(topics: Topics, attribute: str) -> tuple[str, ...]:
    """Return every value of an attribute, in bytewise order."""
    values = {find_attribute(topic, attribute) for topic in topics.values()}
    return tuple(sorted((value for value in values if value is not None), key=str.encode))


def _select_having(where: Mapping[str, tuple[str, ...]], topics: Topics) -> Iterator[str]:
    for name, topic in topics.items():
        if all(find_attribute(topic, attribute) in values for attribute, values in where.items()):
            yield name


def _unknown_topics(
    task: Task, name: str, wanted: tuple[str, ...], known: tuple[str, ...]
) -> Iterator[Problem]:
    say, of = suggester(known), frozenset(known)
    for index, text in enumerate(wanted):
        key = ("subsets", name, index)
        if text in of:
            continue
        if problem := range_problem(text):
            yield task.problem(key, *problem)
            continue
        absent = [topic for topic in topics_in(text) if topic not in of]
        if is_range(text) and absent:
            yield task.problem(key, f"not all topics of the range {text} are there: {some(absent)}")
        elif absent:
            hint = _as_list(name, re.split(r"[,;\s]+", text), of) or say(text)
            yield task.problem(key, f"unknown topic {text!r}", hint)


def _as_list(name: str, texts: Sequence[str], known: Collection[str]) -> str | None:
    """Return the hint on how to write a list of topics, if all texts are topics or ranges.

    >>> _as_list("odd", ["401-416"], ["401"]), _as_list("odd", ["401", "x"], ["401"])
    ('a list of topics is written odd: [401-416]', None)
    """
    if not all(text in known or is_range(text) for text in texts):
        return None
    return f"a list of topics is written {name}: [{', '.join(texts)}]"


def _unknown_values(
    task: Task,
    name: str,
    where: Mapping[str, tuple[str, ...]],
    topics: Topics,
    known: Collection[str],
) -> Iterator[Problem]:
    for attribute, wanted in where.items():
        key = ("subsets", name, attribute)
        values = list_values(topics, attribute)
        if not values:
            yield _unknown_attribute(task, key, attribute, topics, _as_list(name, wanted, known))
            continue
        for _, value, hint in find_unknown(wanted, values):
            yield task.problem(key, f"no topic has {attribute} {value!r}", hint)


def _unknown_attribute(
    task: Task, key: tuple[str | int, ...], attribute: str, topics: Topics, hint: str | None = None
) -> Problem:
    names = sorted({name for topic in topics.values() for name in _names(topic)}, key=str.encode)
    hint = hint or suggest(attribute, names) or "they have none"
    return task.problem(key, f"no topic has the attribute {attribute!r}", hint)


def _names(topic: Topic) -> Iterator[str]:
    """Yield the names of all attributes that `find_attribute` finds."""
    for name in (*topic.attributes, *topic.fields, "language"):
        if find_attribute(topic, name):
            yield name
