"""Preconditions of judging, checked before people spend time: texts, grades, packages."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from harness.config import Task, load_task
from harness.core.errors import EvaluationError, HarnessError, Problem, attempt, refuse, some
from harness.core.packages import install_command
from harness.core.texts import Topic
from harness.evaluation.scoring import prepare_measures
from harness.inputs.prepared import (
    read_collection_size,
    read_task_qrels,
    read_task_texts,
    readable_topics,
)
from harness.measures import Measure
from harness.pooling.plan import parse_plan
from harness.results.manifest import fingerprint
from harness.results.pools import read_pool

#: Packages of the extra ``judging``: for pages, passwords and workbooks.
_PACKAGES = ("starlette", "uvicorn", "argon2", "openpyxl")


@dataclass(frozen=True, slots=True)
class Precondition:
    """Line of the checklist: whether it is met, and whether judging needs it."""

    name: str
    text: str
    met: bool = True
    needed: bool = True
    hint: str | None = None

    def __str__(self) -> str:
        unmet = "NO" if self.needed else "--"
        hint = f" ({self.hint})" if self.hint and not self.met else ""
        return f"{'ok' if self.met else unmet}  {self.name}: {self.text}{hint}"


def preconditions(task: Task, directory: str | os.PathLike[str]) -> list[Precondition]:
    """Return the checklist of a task and a pool, before it goes to assessors.

    Runs should be those that were pooled; topics and documents need a text (documents: or a PDF, or
    an address); the grades must cover the task's judgments, and be enough for its measures; there
    should be guidelines; the packages of the pages should be installed.
    """
    pool, manifest = read_pool(directory)
    wanted = pool.to_judge
    return [
        _runs(task, manifest.get("runs", ())),
        *_topics(task, wanted["topic"].unique().sort().to_list()),
        _documents(task, set(wanted["doc"])),
        *_grades(task),
        _guidelines(task),
        _packages(),
    ]


def refuse_unmet(checked: Sequence[Precondition]) -> None:
    """Raise `EvaluationError` with every needed precondition that is not met."""
    unmet = [it for it in checked if it.needed and not it.met]
    problems = [Problem(f"{it.name}: {it.text}", hint=it.hint) for it in unmet]
    further = Problem("nothing was added", hint="--anyway adds it as it is")
    refuse([*problems, further] if problems else (), EvaluationError)


def is_live(task: Task) -> bool:
    """Return whether the strategy of a task is asked after each judgment."""
    return task.judge.next == "live"


def refuse_unfit(task: Task) -> None:
    """Raise `EvaluationError` with every reason why a task cannot be live."""
    if is_live(task):
        refuse(_unfit(task), EvaluationError)


def _unfit(task: Task) -> Iterator[Problem]:
    strategy, judge = parse_plan(task.pool, task.relevance_level).strategy, task.judge
    where = os.fspath(task.document.source) if task.document else None
    if not strategy.learns:
        hint = "adaptive strategies do: maxmean, mtf, hedge (docs/pooling.md)"
        message = f"judge.next is live, and the strategy {strategy.name} learns from no judgment"
        yield Problem(message, where, hint=hint)
    for key, value, usual in (
        ("overlap", judge.overlap, 0),
        ("repeats", judge.repeats, 0),
        ("own_documents", judge.own_documents, "all"),
    ):
        if value != usual:
            message = f"judge.{key} is drawn from a list that is known, and judge.next is live"
            yield Problem(message, where, hint=f"{key}: {usual}, or next: batch")
    if judge.policy == "dawid-skene":
        message = "the policy dawid-skene looks at all topics together, and judge.next is live"
        yield Problem(message, where, hint="policy: adjudicated, or next: batch")


def _runs(task: Task, pooled: Sequence[Mapping[str, Any]]) -> Precondition:
    kept = [run for run in pooled if "path" in run]
    # A pool may be judged where its runs are not.
    now = [attempt(lambda run: fingerprint(task.input(run["path"]), ""), run) for run in kept]
    there = [(run, it["sha256"]) for run, it in zip(kept, now, strict=True) if isinstance(it, dict)]
    changed = [str(run["name"]) for run, digest in there if digest != run["sha256"]]
    same, absent = len(there) - len(changed), len(pooled) - len(there)
    text = f"{same} of {len(pooled)} as they were pooled{_some(changed)}"
    text += f"; {absent} not here" if absent else ""
    hint = "harness pool makes the pool of the runs as they are now"
    return Precondition("runs", text, not changed, needed=False, hint=hint)


def _topics(task: Task, wanted: Sequence[str]) -> Iterator[Precondition]:
    known = readable_topics(task)
    without = [topic for topic in wanted if not _has_text(known.get(topic))]
    text = f"{len(wanted) - len(without)} of {len(wanted)}{_some(without)}"
    hint = "the key topics names a file with title, description or narrative"
    yield Precondition("topics with text", text, not without, hint=hint)
    if language := task.judge.language:
        spoken = {name: (topic.language or "").lower() for name, topic in known.items()}
        others = [topic for topic in wanted if spoken.get(topic) != language.lower()]
        text = f"{len(wanted) - len(others)} of {len(wanted)}{_some(others)}"
        known_languages = sorted({*spoken.values()} - {""})
        hint = f"the key judge.language; they are in {some(known_languages) or 'no known language'}"
        yield Precondition(f"topics in {language}", text, not others, bool(known_languages), hint)


def _has_text(topic: Topic | None) -> bool:
    return topic is not None and bool(topic.title or topic.description or topic.narrative)


def _documents(task: Task, wanted: Collection[str]) -> Precondition:
    """Return the precondition on documents: with texts, as PDF, or by link."""
    texts = read_task_texts(task, wanted)
    folder = task.resolve_path(task.judge.pdfs) if task.judge.pdfs else None
    pdfs = {path.stem for path in folder.glob("*.pdf")} if folder else set()
    linked = task.documents is not None and task.documents.url is not None
    without = sorted(wanted - texts.keys())
    nowhere = [] if linked else [doc for doc in without if doc not in pdfs]
    parts = [f"{len(wanted) - len(without)} of {len(wanted)}"]
    as_pdf = sum(doc in pdfs for doc in without)
    parts += [f"{as_pdf} as PDF"] if as_pdf else []
    parts += [f"{len(without) - as_pdf} by link"] if linked and len(without) > as_pdf else []
    text = ", ".join(parts) + _some(nowhere)
    hint = "the key documents names the collection, or an address of each document (url)"
    return Precondition("documents with text", text, not nowhere, len(nowhere) == len(wanted), hint)


def _grades(task: Task) -> Iterator[Precondition]:
    """Yield the preconditions on grades: those of the task's judgments and measures."""
    scale = task.judge.scales()[0]
    given = ", ".join(map(str, scale.values))
    given += "; measures take those below 0 as unjudged" if min(scale.values) < 0 else ""
    known = _known_grades(task)
    missing = [grade for grade in known if grade not in scale.values]
    grades = ", ".join(f"{grade}: …" for grade in sorted({*known, *scale.values}))
    hint = f"judge: {{dimensions: {{{scale.name}: {{grades: {{{grades}}}}}}}}}"
    graded = [] if len(scale.values) > 2 else _graded_measures(task)
    if missing:
        text = f"{given}; the judgments of the task have {', '.join(map(str, missing))}, too"
        yield Precondition("grades", text, False, hint=hint)
    elif graded and not known:
        text = f"{given}; {graded[0]} can use more grades"
        yield Precondition("grades", text, False, needed=not task.judge.dimensions, hint=hint)
    else:
        yield Precondition("grades", given)


def _known_grades(task: Task) -> list[int]:
    """Return the grades of the task's judgments; none if they do not exist yet."""
    if task.document is None:
        return []
    try:  # the task was loaded without them: they may be what is being made
        frame = read_task_qrels(load_task(task.document.source)).documents.frame
    except HarnessError:
        return []
    return sorted(int(grade) for grade in frame["grade"].unique() if grade >= 0)


def _graded_measures(task: Task) -> list[str]:
    """Return the measures of a task that use more than two grades."""
    measures = (
        prepare_measures(task.measures, task.rules(read_collection_size(task)))
        if task.measures
        else ()
    )
    return [
        str(measure)
        for measure in measures
        if isinstance(measure, Measure) and "gains" in measure.family.defaults
    ]


def _guidelines(task: Task) -> Precondition:
    path = task.judge.guidelines
    text = Path(path).name if path else "none"
    hint = "the key judge.guidelines names a text, in Markdown"
    return Precondition("guidelines", text, path is not None, needed=False, hint=hint)


def _packages() -> Precondition:
    missing = [name for name in _PACKAGES if find_spec(name) is None]
    text = f"{', '.join(missing)} not installed" if missing else "installed"
    hint = f"CSV and offline packets need nothing; for the rest {install_command('judging')}"
    return Precondition("pages and workbooks", text, not missing, needed=False, hint=hint)


def _some(names: Sequence[str]) -> str:
    if not names:
        return ""
    return f"; not {', '.join(names[:3])}" + (", …" if len(names) > 3 else "")
