"""The way of judging: a pool into the ledger, lists to assessors, judgments back, a release out."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from harness.config import Task, load_task
from harness.core.errors import ConfigError, EvaluationError, Problem
from harness.core.model import Qrels
from harness.judging.agreeing import AgreementReport, agreement_report
from harness.judging.entries import import_entries, is_entries
from harness.judging.exports import export
from harness.judging.hidden import add_known
from harness.judging.incoming import Preview, import_sheets, preview
from harness.judging.judgments import standing_judgments
from harness.judging.ledger import Ledger, create
from harness.judging.policies import Policy
from harness.judging.pools import Added, add_pool, pool_of
from harness.judging.recording import record_assessor, record_guidelines
from harness.judging.releases import Release, release
from harness.judging.settings import Guidelines
from harness.judging.sheets import read_sheets
from harness.judging.simulation import Simulated, simulate
from harness.pooling import Before
from harness.pooling.packets import Assessor
from harness.results.pools import read_pool
from harness.workflows.inputs import judgments_of, texts_of_task, topics_of
from harness.workflows.pool import EVERY_GROUP, Pooling, make_pool

if TYPE_CHECKING:
    from harness.judging.server.site import Site


def task_to_judge(path: str | os.PathLike[str]) -> Task:
    """The task of a file, which needs no judgments yet."""
    return load_task(path, without=("qrels",))


def ledger_path(task: Task) -> Path:
    """Where the ledger of a task is."""
    return task.path_of(task.judge.ledger or f"{task.name}.ledger")


def open_ledger(task: Task) -> Ledger:
    """The ledger of a task; `InputError` where there is none yet."""
    return Ledger(ledger_path(task))


def guidelines_of(task: Task) -> Guidelines:
    """What the task tells its assessors."""
    settings = task.judge
    text = ""
    if settings.guidelines:
        text = task.path_of(settings.guidelines).read_text(encoding="utf-8")
    return Guidelines(text=text, dimensions=settings.scales(), passages=settings.passages)


@dataclass(frozen=True, slots=True)
class AddedPool:
    """What came into the ledger: of the pool, of training and of hidden documents."""

    pool: Added
    training: int
    gold: int


def add(task: Task, directory: str | os.PathLike[str], organisers: Sequence[str] = ()) -> AddedPool:
    """Put a pool into the ledger of a task, which is made when there is none.

    Assessors, overlap and repeats are those of the key ``pool``; ``organisers`` may sign in to see
    progress and to decide conflicts. Raises `HarnessError` with what is wrong; then nothing was
    added.
    """
    pool, manifest = read_pool(directory)
    people = _assessors(task, [str(run["group"]) for run in pool.plan["runs"]])
    if not people:
        hint = "pool: {assessors: [ann, ben]}"
        raise ConfigError(task.problem((), "nobody is named to judge: pool.assessors", hint))
    known = {
        reason: judgments_of(source, task)
        for reason, source in (("training", task.judge.training), ("gold", task.judge.gold))
        if source is not None
    }
    settings = task.pool
    digest = hashlib.sha256(Path(directory, "manifest.json").read_bytes()).hexdigest()
    with create(ledger_path(task)) as ledger:
        with ledger.transaction() as writing:
            record_guidelines(writing, guidelines_of(task))
            for name in organisers:
                record_assessor(writing, name, role="organiser")
        added = add_pool(
            ledger,
            pool,
            people,
            name=Path(directory).name,
            sha256=digest,
            manifest=manifest,
            overlap=settings.overlap,
            repeats=settings.repeats,
            seed=settings.seed,
        )
        names = [person.name for person in people]
        counts = {
            reason: add_known(ledger, qrels, reason, names, seed=settings.seed)
            for reason, qrels in known.items()
        }
    return AddedPool(added, counts.get("training", 0), counts.get("gold", 0))


def next_pool(task: Task) -> Pooling:
    """The next batch of the task's strategy, by the judgments and pools that the ledger has.

    Raises `HarnessError` as `make_pool`, and for a batch that is not judged to its end.
    """
    with open_ledger(task) as ledger:
        judged = released(task, ledger).qrels
        pool = pool_of(ledger)
    judged = Qrels(judged.frame.select("topic", "doc", "grade").filter(pl.col("grade") >= 0))
    settings = task.pool.model_copy(update={"earlier": "keep"})
    return make_pool(task.model_copy(update={"pool": settings}), before=Before(judged, pool))


def released(
    task: Task,
    ledger: Ledger,
    *,
    policy: str | None = None,
    dimension: str | None = None,
    layout: str | None = None,
    position: int | None = None,
) -> Release:
    """The judgments of a task by its policy, or another one."""
    settings = task.judge
    chosen = Policy(policy or settings.policy, settings.agreeing)
    return release(ledger, chosen, dimension=dimension, layout=layout, position=position)


def bring_back(
    task: Task,
    files: Sequence[str | os.PathLike[str]],
    *,
    assessor: str | None = None,
    keep: bool = True,
) -> list[Preview]:
    """Record what files hold, all of them or none; with ``keep=False`` only say what would be."""
    with open_ledger(task) as ledger:
        if any(map(is_entries, files)):
            if not all(map(is_entries, files)):
                message = "files that pages saved and sheets are brought back one kind at a time"
                raise EvaluationError(Problem(message))
            return [import_entries(ledger, path, keep=keep) for path in files]
        sheets = [sheet for path in files for sheet in read_sheets(path, ledger, assessor=assessor)]
        return import_sheets(ledger, sheets) if keep else preview(ledger, sheets)


def agreement(task: Task, ledger: Ledger, dimension: str | None = None) -> AgreementReport:
    """How far the assessors of a task agree."""
    scale = ledger.guidelines[1].dimension(dimension)
    return agreement_report(
        standing_judgments(ledger),
        scale,
        confidence=task.compare.confidence,
        seed=task.compare.seed,
    )


def exported(task: Task, ledger: Ledger, to: str, dimension: str | None = None) -> bytes:
    """The content of an export (`harness.judging.exports`); passages need the documents' texts."""

    def length_of(doc: str) -> int | None:
        text = texts.get(doc)
        return None if text is None else len(text.text)

    wanted = (
        {doc for (doc,) in ledger.rows("SELECT DISTINCT doc FROM unit")} if to == "inex" else ()
    )
    texts = texts_of_task(task, set(wanted))
    return export(ledger, to, dimension, length_of)


def simulated(
    task: Task, ledger: Ledger, error_rates: Mapping[str, float], *, error: float, seed: int
) -> Simulated:
    """Let simulated assessors judge what is left, by the task's own judgments."""
    if task.qrels is None:
        hint = "assessors are simulated by the judgments that the key qrels names"
        raise ConfigError(task.problem((), "the key 'qrels' is missing", hint))
    frame = judgments_of(task.qrels, task).frame
    values = ledger.guidelines[1].dimensions[0].values
    truth = {
        (topic, doc): min(max(grade, values[0]), values[-1])
        for topic, doc, grade in frame.select("topic", "doc", "grade").iter_rows()
    }
    return simulate(ledger, truth, error_rates, default_error=error, seed=seed)


def site_of(task: Task, ledger: Ledger, *, secure: bool = False) -> Site:
    """What the pages of a task show: its topics, and the texts of all documents on lists."""
    from harness.judging.server.site import Site

    wanted = {doc for (doc,) in ledger.rows("SELECT DISTINCT doc FROM unit")}
    texts = texts_of_task(task, wanted)
    return Site(ledger, topics_of(task), texts.get, task.description or task.name, secure)


def _assessors(task: Task, groups: Sequence[str]) -> list[Assessor]:
    people = [Assessor(who.name, who.topics, who.group) for who in task.pool.assessors]
    if [who.name for who in people] == [EVERY_GROUP]:
        return [Assessor(group) for group in dict.fromkeys(groups)]
    return people
