"""What a task names, read: topics, judgments, the size of the collection.

Datasets, texts and costs are loaded only where the task has them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from harness.config import Source, Task
from harness.core.errors import ConfigError, EvaluationError, HarnessError, Problem
from harness.core.locations import DATASET_PREFIX
from harness.core.model import Qrels, Texts, Topic, Topics
from harness.evaluation.judgments import KnownJudgments
from harness.evaluation.ranking import no_common_topic
from harness.evaluation.views.documents import with_dimensions
from harness.formats.qrels import read_qrels
from harness.formats.topics import read_topics
from harness.measures import AnyMeasure
from harness.workflows.prepared import Inputs, Prepared

T = TypeVar("T")
#: The name of a language, by which a topic may call its text.
_LANGUAGE = re.compile("[a-z]{2}")


def read_inputs(task: Task) -> Inputs:
    """The topics, judgments and collection size; all their problems together."""
    problems: list[Problem] = []
    topics = tried(lambda: topics_of(task), problems)
    judgments = tried(lambda: qrels_of(task), problems)
    size = tried(lambda: size_of(task), problems)
    known = tried(lambda: known_of(task), problems)
    costs = tried(lambda: costs_of(task), problems)
    if topics is None or judgments is None or size is None or problems:
        raise EvaluationError(problems)
    inputs = Inputs.of(judgments, known, topics, size, costs)
    if topics and topics.keys().isdisjoint(inputs.qrels.topics):
        given, judged = list(topics), inputs.qrels
        raise EvaluationError(
            no_common_topic("the topics have", given, topics.source, judged.topics, judged.source)
        )
    return inputs


def prepare(task: Task, measures: Sequence[AnyMeasure] | None = None) -> Prepared:
    """Read what the runs of a task are evaluated with; ``measures`` replace the task's."""
    inputs = read_inputs(task)
    rules = task.rules(inputs.collection_size)
    return Prepared.of(inputs, task.measures if measures is None else measures, rules)


def topics_of(task: Task) -> Topics:
    """The topics of a task; none where it names none."""
    source = task.topics
    if source is None:
        return Topics([])
    if source.dataset is not None:
        from harness.formats.ir_datasets import load_topics

        return load_topics(source.dataset)
    return read_topics(task.input(source.path or ""), format=source.format)


def readable_topics(task: Task) -> dict[str, Topic]:
    """The topics of a task with a title to read wherever one of their fields can be it.

    Labs with topics in several languages have a field for each (``<en>``, ``<fr>``): the one that
    the key ``judge.language`` names, else English, else the first.
    """
    return {name: _readable(topic, task.judge.language) for name, topic in topics_of(task).items()}


def _readable(topic: Topic, language: str | None) -> Topic:
    texts = {name: text for name, text in topic.fields.items() if _LANGUAGE.fullmatch(name)}
    chosen = language if language in texts else None
    if chosen is None and (topic.title or not texts):
        return topic
    chosen = chosen or ("en" if "en" in texts else next(iter(texts)))
    return replace(topic, title=texts[chosen], language=chosen)


def qrels_of(task: Task) -> Qrels:
    """The judgments of a task, those of further dimensions too; `HarnessError` without any."""
    source = task.qrels
    if source is None:
        raise ConfigError(task.problem((), "the key 'qrels' is missing"))
    problems: list[Problem] = []
    qrels = tried(lambda: judgments_of(source, task), problems)
    others = {
        name: tried(partial(judgments_of, other, task), problems)
        for name, other in task.dimensions.items()
    }
    if qrels is None or problems:
        raise EvaluationError(problems)
    return with_dimensions(qrels, {name: other for name, other in others.items() if other})


def known_of(task: Task) -> KnownJudgments | None:
    """Read the judgments before the round that a task is of; None where it names none."""
    problems: list[Problem] = []
    judgments = [
        tried(partial(judgments_of, source, task), problems) for source in task.known_judgments
    ]
    if problems:
        raise EvaluationError(problems)
    return (
        KnownJudgments.of(source for source in judgments if source is not None)
        if judgments
        else None
    )


def judgments_of(source: Source, task: Task) -> Qrels:
    """The judgments of a file or dataset that a task names."""
    if source.dataset is not None:
        from harness.formats.ir_datasets import load_qrels

        return load_qrels(source.dataset)
    return read_qrels(task.input(source.path or ""), format=source.format)


def texts_of_task(task: Task, wanted: Collection[str]) -> Texts:
    """The texts of the wanted documents, as far as there are any; none where no key names them."""
    source = task.documents
    if source is None or (source.path is None and source.dataset is None):
        return Texts([])
    if source.dataset is not None:
        from harness.formats.ir_datasets import texts_of

        name = DATASET_PREFIX + source.dataset.removeprefix(DATASET_PREFIX)
        texts = texts_of(source.dataset, sorted(wanted, key=str.encode))
        return Texts(texts.values(), source=name, format="ir_datasets")
    from harness.formats.texts import read_texts

    return read_texts(task.input(source.path or ""), wanted, format=source.format)


def size_of(task: Task) -> int:
    """The number of documents of the collection of a task; 0 where it is not said."""
    size = task.collection_size
    if size is None:
        return 0
    if size.dataset is not None:
        from harness.formats.ir_datasets import documents_count

        return documents_count(size.dataset)
    return size.documents or 0


def costs_of(task: Task) -> dict[str, float] | None:
    """Read the costs of documents that a task names; None where it names none."""
    if task.costs is None:
        return None
    from harness.formats.side_tables import read_costs

    return read_costs(task.path_of(task.costs))


def tried(read: Callable[[], T], problems: list[Problem]) -> T | None:
    """Call ``read``; None, and its problems with the others, when it fails."""
    try:
        return read()
    except HarnessError as error:
        problems += error.problems
        return None
