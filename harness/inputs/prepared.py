"""Prepare an evaluation: topics, judgments, measures and rules.

Topics, datasets, texts and costs are loaded only if a task has them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import tee
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from harness.core.coverage import Coverage
from harness.core.errors import (
    ConfigError,
    EvaluationError,
    HarnessError,
    Problem,
    all_or_errors,
    attempt,
)
from harness.core.judged_run import JudgedRun
from harness.core.locations import DATASET_PREFIX
from harness.core.model import Qrels, Run
from harness.core.notes import Note
from harness.evaluation.judgments import JudgedTopics, KnownJudgments
from harness.evaluation.measure_set import MeasureSet
from harness.evaluation.ranking import CompactOrder, OrderedRun, in_one_order, no_common_topic
from harness.evaluation.rules import Rules
from harness.evaluation.run_scores import (
    join_any_run,
    join_run,
    order_run,
    unlikely,
)
from harness.evaluation.scoring import (
    RunScores,
    coverage,
    prepare_measures,
    score_each,
    score_judged,
)
from harness.evaluation.views import Batches, build_batches, require, see_judgments
from harness.formats.qrels import read_qrels
from harness.formats.remote import watch
from harness.inputs.blocks import ByTopic, TaskRun
from harness.measures import AnyMeasure

if TYPE_CHECKING:
    from harness.config import Source, Task
    from harness.core.texts import Texts, Topic, Topics

R = TypeVar("R")
#: A language code, which may be the name of a topic's field.
_LANGUAGE = re.compile("[a-z]{2}")

#: The order of the documents of a run, or of some of its topics.
Order = OrderedRun | CompactOrder


class Inputs(NamedTuple):
    """Inputs of an evaluation, except the runs.

    ``judgments`` are as given; ``qrels`` are those that count, without the ``known`` ones of
    earlier rounds; ``costs`` are the reading costs of documents. ``unchanged`` raises
    `UnavailableError` if a file was written or replaced after it was read.
    """

    given_topics: Topics | None
    qrels: Qrels
    judgments: Qrels
    collection_size: int = 0
    known: KnownJudgments | None = None
    costs: Mapping[str, float] | None = None
    unchanged: Callable[[], None] = watch(())

    @classmethod
    def of(
        cls,
        judgments: Qrels,
        known: KnownJudgments | None = None,
        topics: Topics | None = None,
        collection_size: int = 0,
        costs: Mapping[str, float] | None = None,
    ) -> Inputs:
        """Return the inputs with the judgments that count."""
        qrels = judgments if known is None else known.leave_judgments(judgments)
        return cls(topics, qrels, judgments, collection_size, known, costs)

    @property
    def topics(self) -> Topics:
        """The topics that were given; none where there are none."""
        from harness.core.texts import Topics

        return self.given_topics or Topics([])


class JoinedRun(NamedTuple):
    """A run joined with its judgments, to be scored: its batches, and the notes on its file."""

    seen: Batches
    warnings: tuple[Note, ...]


@dataclass(frozen=True, slots=True, eq=False)
class EvaluationSetup:
    """Judgments, measures and rules for the evaluation of any run.

    Only inputs, measures and rules are pickled; lookup tables are rebuilt.
    """

    inputs: Inputs
    judged: JudgedTopics
    measures: MeasureSet
    rules: Rules

    @classmethod
    def of(
        cls, inputs: Inputs, measures: Iterable[str | AnyMeasure], rules: Rules
    ) -> EvaluationSetup:
        """Prepare judgments, measures and rules; raises `MeasureError` for impossible measures."""
        ready = prepare_measures(measures, rules)
        if rules.dialect.only_relevant:
            relevant = inputs.qrels.with_relevant(rules.relevance_level)
            if not len(relevant):
                raise EvaluationError(Problem("no topic has a relevant document", relevant.source))
            inputs = inputs._replace(qrels=relevant)
        judged = JudgedTopics(inputs.qrels, inputs.costs, rules.negative)
        require(judged, ready)
        return cls(inputs, judged, ready, rules)

    def __reduce__(self) -> tuple[Any, ...]:
        return EvaluationSetup.of, (self.inputs, self.measures, self.rules)

    def joined(self, run: Run) -> tuple[JudgedRun, Batches]:
        """Join a run in memory with its judgments; return it with its batches, without checks of
        doubt.

        An empty run answers no topic, and needs measures of documents.
        """
        ordered = order_run(run, self.judged, self.rules, self.measures)
        if not len(ordered.topics) and not len(run):
            joined = join_any_run(ordered, self.judged, self.rules)
            return joined, {JudgedRun.__name__: joined}
        joined = join_run(ordered, self.judged, self.rules)
        return joined, build_batches(ordered, joined, self.judged, self.measures, self.rules)

    def values(self, run: Run) -> RunScores:
        """Score a run in memory: every measure on every topic, as `joined`."""
        joined, seen = self.joined(run)
        return score_judged(joined, self.measures, self.rules, seen)

    def joining(self, look: Callable[[Run], None]) -> ByTopic[Order, JoinedRun]:
        """Join a run with its judgments, to be scored; ``look`` sees it before."""

        def finish(read: TaskRun, blocks: Sequence[Order]) -> JoinedRun:
            ordered = in_one_order(blocks, self.judged)
            joined = join_run(ordered, self.judged, self.rules)
            seen = build_batches(ordered, joined, self.judged, self.measures, self.rules)
            doubts = self.unlikely(read, coverage(joined, self.rules.relevance_level))
            return JoinedRun(seen, (*read.run.warnings, *doubts))

        return self.ordering(finish, look)

    def score(self, runs: Iterable[JoinedRun]) -> Iterator[RunScores | HarnessError]:
        """Yield the scores of joined runs, with the notes on their files, or their errors."""
        runs, scored = tee(runs)
        scores = score_each((run.seen for run in runs), self.measures, self.rules)
        for each, run in zip(scores, scored, strict=True):
            yield each if isinstance(each, HarnessError) else replace(each, warnings=run.warnings)

    def ordering(
        self,
        finish: Callable[[TaskRun, Sequence[Order]], R],
        look: Callable[[Run], None] = lambda _: None,
        *,
        depth: int | None = None,
    ) -> ByTopic[Order, R]:
        """Return the work of ordering a run for ``finish``, with identifiers of the first
        ``depth``.

        Without identifiers, unjudged tied documents keep their order if the measures allow it.
        """
        measures = self.measures if depth is None else None

        def part(read: TaskRun) -> Order:
            look(read.run)
            ordered = order_run(read.run, self.judged, self.rules, measures)
            return ordered if read.is_all else ordered.compact(depth or 0)

        divides = see_judgments(self.measures) and not self.judged.has_costs
        return ByTopic(part, finish, divides=divides)

    def unlikely(self, read: TaskRun, cover: Coverage) -> tuple[Note, ...]:
        """Return the doubts about the identifiers of a run with this coverage."""
        return unlikely(read.run, self.judged, cover, None if read.is_all else read.topics)


def read_inputs(task: Task) -> Inputs:
    """Read topics, judgments and collection size; raises all their problems together."""
    unchanged = watch(task.inputs())
    topics, judgments, known, size, costs = all_or_errors(attempt(read, task) for read in _READERS)
    inputs = Inputs.of(judgments, known, topics, size, costs)._replace(unchanged=unchanged)
    if topics and topics.keys().isdisjoint(inputs.qrels.topics):
        given, judged = list(topics), inputs.qrels
        raise EvaluationError(
            no_common_topic("the topics have", given, topics.source, judged.topics, judged.source)
        )
    return inputs


def prepare(task: Task, measures: Sequence[AnyMeasure] | None = None) -> EvaluationSetup:
    """Read judgments, measures and rules of a task; ``measures`` replace its own."""
    inputs = read_inputs(task)
    rules = task.rules(inputs.collection_size)
    return EvaluationSetup.of(inputs, task.measures if measures is None else measures, rules)


def read_task_topics(task: Task) -> Topics:
    """Read the topics of a task; empty if it names none."""
    from harness.core.texts import Topics

    source = task.topics
    if source is None:
        return Topics([])
    if source.dataset is not None:
        from harness.formats.ir_datasets import load_topics

        return load_topics(source.dataset)
    from harness.formats.topics import read_topics

    return read_topics(task.input(source.path or ""), format=source.format)


def readable_topics(task: Task) -> dict[str, Topic]:
    """Return the topics of a task, with a title from a field where it is missing.

    Topics in several languages have a field for each (``<en>``, ``<fr>``): the title is the one of
    the key ``judge.language``, else English, else the first. Texts with prefixes (``<JA-title>``)
    or attributes (``<DESCRIPTION LANG="JA">``) are those of the key, else the first ones.
    """
    from harness.formats.topics.topic_builder import in_language

    language = (task.judge.language or "").lower()
    return {
        name: _readable(in_language(topic, language) if language else topic, language)
        for name, topic in read_task_topics(task).items()
    }


def _readable(topic: Topic, language: str) -> Topic:
    texts = {name: text for name, text in topic.fields.items() if _LANGUAGE.fullmatch(name)}
    chosen = language if language in texts else None
    if chosen is None and (topic.title or not texts):
        return topic
    chosen = chosen or ("en" if "en" in texts else next(iter(texts)))
    return replace(topic, title=texts[chosen], language=chosen)


def read_task_qrels(task: Task) -> Qrels:
    """Read the judgments of a task, with further dimensions; raises `HarnessError` without any."""
    source = task.qrels
    if source is None:
        raise ConfigError(task.problem((), "the key 'qrels' is missing"))
    qrels, *others = _read_each([source, *task.dimensions.values()], task)
    if not others:
        return qrels
    from harness.evaluation.views.subtopics import with_dimensions

    return with_dimensions(qrels, dict(zip(task.dimensions, others, strict=True)))


def read_known_judgments(task: Task) -> KnownJudgments | None:
    """Read the known judgments of a task, from earlier rounds; None without any."""
    judgments = _read_each(task.known_judgments, task)
    return KnownJudgments.of(judgments) if judgments else None


def _read_each(sources: Iterable[Source], task: Task) -> list[Qrels]:
    return all_or_errors(attempt(partial(read_judgments, task=task), each) for each in sources)


def read_judgments(source: Source, task: Task) -> Qrels:
    """Read the judgments of a file or dataset that a task names."""
    if source.dataset is not None:
        from harness.formats.ir_datasets import load_qrels

        return load_qrels(source.dataset)
    return read_qrels(task.input(source.path or ""), format=source.format)


def read_task_texts(task: Task, wanted: Collection[str]) -> Texts:
    """Read the available texts of the wanted documents; none if the task names no texts."""
    from harness.core.texts import Texts

    source = task.documents
    if source is None or (source.path is None and source.dataset is None):
        return Texts([])
    if source.dataset is not None:
        from harness.formats.ir_datasets import fetch_texts

        name = DATASET_PREFIX + source.dataset.removeprefix(DATASET_PREFIX)
        texts = fetch_texts(source.dataset, sorted(wanted, key=str.encode))
        return Texts(texts.values(), source=name, format="ir_datasets")
    from harness.formats.texts import read_texts

    return read_texts(task.input(source.path or ""), wanted, format=source.format)


def read_collection_size(task: Task) -> int:
    """Return the number of documents in the collection of a task; 0 if unknown."""
    size = task.collection_size
    if size is None:
        return 0
    if size.dataset is not None:
        from harness.formats.ir_datasets import documents_count

        return documents_count(size.dataset)
    return size.documents or 0


def read_task_costs(task: Task) -> dict[str, float] | None:
    """Read the costs of documents that a task names; None without any."""
    if task.costs is None:
        return None
    from harness.formats.side_tables import read_costs

    return read_costs(task.resolve_path(task.costs))


#: The readers of the parts of `Inputs`.
_READERS: tuple[Callable[[Task], Any], ...] = (
    read_task_topics,
    read_task_qrels,
    read_known_judgments,
    read_collection_size,
    read_task_costs,
)
