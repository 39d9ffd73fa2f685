"""The workflow of judging: add a pool to the ledger, import judgments, release them."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from harness.comparison.family import test_family
from harness.comparison.table import ScoreTable
from harness.config import Task
from harness.core.arrays import Ints
from harness.core.errors import EvaluationError, Problem, all_or_errors, attempt, refuse
from harness.core.execution import Workers
from harness.core.model import Qrels
from harness.core.numbers import count_noun
from harness.core.packages import pl
from harness.core.texts import Offsets
from harness.evaluation.scores import Scores
from harness.inputs.prepared import (
    read_judgments,
    read_task_qrels,
    read_task_texts,
    read_task_topics,
)
from harness.judging.agreeing import AgreementReport, LeaderboardEffect, agreement_report
from harness.judging.entries import is_entries, record_entries
from harness.judging.exports import ExportScope, export
from harness.judging.incoming import FilledSheet, Preview, SheetRow, record_sheets
from harness.judging.judgments import document_judgments, newest_votes, progress, standing_judgments
from harness.judging.ledger import Ledger, record_in_ledger
from harness.judging.models import mark_as_model, people_judged, record_model, simulate
from harness.judging.policies import Policy
from harness.judging.pools import PoolAddition, add_known, add_pool, unite_pools
from harness.judging.recording import Passage, record_assessor, record_guidelines
from harness.judging.releases import Release, add_model, release_judgments
from harness.judging.sheets import read_sheets
from harness.measures import AnyMeasure
from harness.pooling import PoolStart
from harness.pooling.bias import compare_leaderboards
from harness.results.pools import read_pool
from harness.settings.compare import Options
from harness.stats.families import all_pairs, mean_gaps
from harness.workflows.compare import read_options
from harness.workflows.judge_preconditions import is_live, refuse_unfit
from harness.workflows.ledgers import (
    ledger_path,
    ledgers_with,
    list_assessors,
    open_ledger,
    read_guidelines,
    task_to_judge,
)
from harness.workflows.models import model_guidelines
from harness.workflows.pool import Pooling, make_pool
from harness.workflows.pool_analysis import read_leaderboard


@dataclass(frozen=True, slots=True)
class AddedPool:
    """Counts of added documents: of the pool, for training, and hidden ones with known grades.

    ``idle`` are the assessors who have none.
    """

    pool: PoolAddition
    training: int
    gold: int
    idle: tuple[str, ...]


def add_to_ledger(
    task: Task | str | os.PathLike[str],
    pool: str | os.PathLike[str],
    roles: Mapping[str, Sequence[str]] | None = None,
) -> AddedPool:
    """Put a pool into the ledger of a task, which is made if there is none.

    Parameters
    ----------
    task
        A task, or its YAML file; its key ``judge`` names the assessors and rules.
    pool
        The directory of a pool from ``harness pool``.
    roles
        Further people by their role: ``organiser``, ``adjudicator``.

    Returns
    -------
    AddedPool
        The numbers of added documents.

    Raises
    ------
    HarnessError
        With every problem; then nothing was added.

    Examples
    --------
    >>> add_to_ledger("nowhere.yaml", "pools/task")
    Traceback (most recent call last):
    harness.core.errors.UnavailableError: nowhere.yaml: no such file
    """
    return add(task if isinstance(task, Task) else task_to_judge(task), pool, roles)


_OTHER_NAME = "let them sign in for that under another name"


def add(
    task: Task, directory: str | os.PathLike[str], roles: Mapping[str, Sequence[str]] | None = None
) -> AddedPool:
    """Put a pool into the ledger of a task, which is made if there is none.

    The key ``judge`` gives assessors, overlap and repeats; ``roles`` names further people: each
    ``organiser`` may see progress, both they and each ``adjudicator`` decide conflicts. Raises
    `HarnessError` with every problem; then nothing was added.
    """
    refuse_unfit(task)
    pool, manifest = read_pool(directory)
    topics = read_task_topics(task)
    people = list_assessors(task, topics, [str(run["group"]) for run in pool.plan["runs"]])
    known = {
        reason: read_judgments(source, task)
        for reason, source in (("training", task.judge.training), ("gold", task.judge.gold))
        if source is not None
    }
    settings = task.judge
    judges = {person.name for person in people}
    refuse(
        Problem(f"{name!r} judges, and as {role} would see what others judged", hint=_OTHER_NAME)
        for role, persons in (roles or {}).items()
        for name in persons
        if name in judges
    )
    digest = hashlib.sha256(Path(directory, "manifest.json").read_bytes()).hexdigest()
    guidelines, names = read_guidelines(task), [person.name for person in people]

    def record(ledger: Ledger) -> AddedPool:
        with ledger.transaction() as writing:
            record_guidelines(writing, guidelines)
            for role, persons in (roles or {}).items():
                for name in persons:
                    record_assessor(writing, name, role=role)
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
                share_by=settings.share,
                own_documents=settings.own_documents,
                topics=topics,
            )
            counts = {
                reason: add_known(ledger, qrels, reason, names, seed=settings.seed)
                for reason, qrels in known.items()
            }
            query = "SELECT 1 FROM assignment JOIN person p ON p.id = assessor WHERE p.name = ?"
            idle = () if is_live(task) else [it for it in names if not ledger.value(query, (it,))]
        return AddedPool(added, counts.get("training", 0), counts.get("gold", 0), tuple(idle))

    path = ledger_path(task)
    refuse([] if path.exists() else ledgers_with(path, digest))
    return record_in_ledger(path, record)


def next_pool(task: Task, *, workers: Workers = None) -> Pooling:
    """Return the next batch of the task's strategy, by the judgments and pools in the ledger.

    Raises `HarnessError` as `make_pool`, for an unfinished batch, and if the pages ask the strategy
    themselves.
    """
    if is_live(task):
        hint = "harness judge pool TASK -o DIRECTORY writes what was handed out"
        message = "judge.next is live: the pages hand out what the strategy asks for"
        raise EvaluationError(Problem(message, hint=hint))
    with open_ledger(task) as ledger:
        frame = progress(ledger)
        left = int(frame["left"].sum())
        if left:
            names = ", ".join(frame.filter(pl.col("left") > 0)["assessor"].unique().sort())
            message = f"{count_noun(left, 'document', 'is not judged yet')} on lists ({names})"
            hint = "the next batch follows from their grades; organisers may close what stays open"
            raise EvaluationError(Problem(message, hint=hint))
        judged = released(task, ledger).qrels
        pool = unite_pools(ledger)
    judged = Qrels(judged.frame.select("topic", "doc", "grade").filter(pl.col("grade") >= 0))
    task = task.model_copy(update={"pool": task.pool.model_copy(update={"earlier": "keep"})})
    return make_pool(task, before=PoolStart(judged, pool), workers=workers)


def choose_policy(task: Task, name: str | None = None) -> Policy:
    """Return a task's policy, or another by name, for the kinds of assessors that count."""
    settings = task.judge
    return Policy(name or settings.policy, settings.agreeing, settings.kinds)


def released(
    task: Task,
    ledger: Ledger,
    *,
    policy: str | None = None,
    dimension: str | None = None,
    layout: str | None = None,
    position: int | None = None,
    model: str | None = None,
) -> Release:
    """Release the judgments by the task's or another policy, perhaps with a ``model``'s grades."""
    chosen = choose_policy(task, policy)
    made = release_judgments(ledger, chosen, dimension=dimension, layout=layout, position=position)
    return made if model is None else add_model(ledger, made, model)


def import_judgments(
    task: Task,
    files: Sequence[str | os.PathLike[str]],
    *,
    assessor: str | None = None,
    model: str | None = None,
    layout: str | None = None,
    conflicts: str = "refuse",
    keep: bool = True,
) -> list[Preview]:
    """Record the judgments in files, all or none; with ``keep=False`` only preview them.

    ``model`` names the task's model whose answers they are. ``conflicts`` decides if a file and the
    ledger both have a change (`CONFLICTS`). ``layout`` is the layout of qrels, if not recognised.
    Raises `HarnessError` with the problems of all files.
    """

    def sheets_in(path: str | os.PathLike[str]) -> list[FilledSheet] | None:
        if is_entries(path) and model is None:
            return None
        sheets = read_sheets(path, ledger, assessor=model or assessor, layout=layout)
        sheets = [_in_texts(task, sheet) for sheet in sheets]
        return sheets if model is None else [mark_as_model(sheet, model) for sheet in sheets]

    def recorded(file: tuple[str | os.PathLike[str], list[FilledSheet] | None]) -> list[Preview]:
        path, sheets = file
        if sheets is None:
            return [record_entries(writing, path, conflicts)]
        return record_sheets(writing, sheets, conflicts)

    with open_ledger(task) as ledger:
        guidelines = None if model is None else model_guidelines(task, ledger, model)
        read = all_or_errors(attempt(sheets_in, path) for path in files)
        with ledger.transaction(keep=keep) as writing:
            if model is not None and guidelines is not None:
                record_model(writing, model, guidelines)
            made = (attempt(recorded, file) for file in zip(files, read, strict=True))
            return [preview for previews in all_or_errors(made) for preview in previews]


def agreement(task: Task, ledger: Ledger, dimension: str | None = None) -> AgreementReport:
    """Compute the agreement of the assessors of a task."""
    scale = ledger.guidelines[1].dimension(dimension)
    return agreement_report(
        standing_judgments(ledger).filter(pl.col("assessor_kind").is_in(task.judge.kinds)),
        scale,
        confidence=task.compare.confidence,
        seed=task.compare.seed,
    )


def effects(
    task: Task,
    ledger: Ledger,
    measure: str | AnyMeasure | None = None,
    dimension: str | None = None,
    *,
    workers: Workers = None,
) -> dict[str, LeaderboardEffect]:
    """Compute the effect of each assessor on the leaderboard, by one measure (the task's first).

    The task's policy makes the release; an assessor's newest grades replace the released ones
    (Voorhees, Variations in relevance judgments and the measurement of retrieval effectiveness,
    1998, where each judged everything). Pairs of runs are tested by the key ``compare``, on all
    topics. Raises `HarnessError` with the problems of all runs, and if nothing is released.
    """
    base = released_grades(released(task, ledger, dimension=dimension, layout="trec")).frame
    counted_kinds = pl.col("assessor_kind").is_in(task.judge.kinds)
    judgments = newest_votes(document_judgments(ledger, dimension).filter(counted_kinds))
    what = "what a leaderboard owes to assessors"
    runs, chosen, rules = read_leaderboard(task, measure, what, workers)
    options = read_options(task, workers)
    made: dict[str, LeaderboardEffect] = {}
    for name in sorted(judgments["assessor"].unique()):
        own = judgments.filter(pl.col("assessor") == name).select("topic", "doc", "grade")
        other = pl.concat([base.join(own, on=["topic", "doc"], how="anti"), own])
        changed = own.join(base, on=["topic", "doc", "grade"], how="anti").height
        compared = compare_leaderboards(
            runs, Qrels(base), Qrels(other.sort("topic", "doc")), chosen, rules
        )
        a, b = compared.rank_a, compared.rank_b
        swaps = np.count_nonzero(np.triu((a[:, None] - a) * (b[:, None] - b) < 0))
        moved = int(np.abs(a - b).max())
        verdicts = [_verdicts(scores, options) for scores in (compared.scores_a, compared.scores_b)]
        made[name] = LeaderboardEffect(
            own.height,
            changed,
            compared.tau,
            int(swaps),
            moved,
            significant=int(np.count_nonzero(verdicts[0])),
            lost=int(np.count_nonzero((verdicts[0] != 0) & (verdicts[1] != verdicts[0]))),
            reversed=int(np.count_nonzero(verdicts[0] * verdicts[1] < 0)),
        )
    return made


def _verdicts(scores: Scores, options: Options) -> Ints:
    """Return 1 or −1 for the significantly better one of each pair of runs, else 0."""
    table = ScoreTable.of(scores)
    pairs = all_pairs(len(table.runs))
    family = test_family([table], [pairs], options)
    gaps = mean_gaps(table.compared, *pairs)
    return np.where(family.corrected < options.alpha, np.sign(gaps), 0).astype(np.int64)


def _make_locator(task: Task, docs: Collection[str]) -> Callable[[str], Offsets | None]:
    """Return a function that gives the offsets of a document's shown text in its file."""
    texts = dict(read_task_texts(task, set(docs)) if docs else {})
    fields = task.documents.fields if task.documents else ()
    return lambda doc: texts[doc].offsets(fields) if doc in texts else None


def _in_texts(task: Task, sheet: FilledSheet) -> FilledSheet:
    """Convert passages of a sheet from offsets in files to offsets in the shown texts."""
    offsets_of = _make_locator(task, {row.unit.doc for row in sheet.rows if row.passages})

    def in_text(row: SheetRow) -> SheetRow:
        offsets = offsets_of(row.unit.doc)
        parts = [offsets.in_text(it.start, it.length) for it in row.passages] if offsets else []
        return replace(row, passages=tuple(Passage(*part) for part in parts)) if parts else row

    return replace(sheet, rows=tuple(map(in_text, sheet.rows)))


def export_judgments(task: Task, ledger: Ledger, to: str, dimension: str | None = None) -> bytes:
    """Return an export (`harness.judging.exports`); passages need the documents' texts."""
    docs = [doc for (doc,) in ledger.rows("SELECT DISTINCT doc FROM unit") if to == "inex"]
    return export(ledger, to, ExportScope(dimension, _make_locator(task, docs), task.judge.kinds))


def simulate_assessors(
    task: Task,
    error_rates: Mapping[str, float],
    *,
    error: float,
    seed: int,
    copy: str | os.PathLike[str] | None = None,
) -> tuple[int, Path]:
    """Judge all open documents by simulated assessors, with the task's own judgments as truth.

    A ledger in which people have judged stays unchanged: then, or if ``copy`` names a file, the
    judgments go to a copy. Returns the number of judgments, and the path of their ledger.
    """
    frame = read_task_qrels(task).documents.frame
    with open_ledger(task) as ledger:
        path = ledger.path
        if copy is not None or people_judged(ledger):
            path = Path(copy or path.with_name(f"{path.stem}.simulated{path.suffix}"))
            ledger.backup(path)
    values: tuple[int, ...]
    try:
        with Ledger(path) as ledger:
            values = ledger.guidelines[1].dimensions[0].values
            truth = {
                (topic, doc): min(max(grade, values[0]), values[-1])
                for topic, doc, grade in frame.select("topic", "doc", "grade").iter_rows()
            }
            return simulate(ledger, truth, error_rates, default_error=error, seed=seed), path
    except BaseException:
        if path != ledger_path(task):
            path.unlink()
        raise


def released_grades(made: Release) -> Qrels:
    """Return the grades of a release; raises `EvaluationError` if there are none."""
    frame = made.qrels.frame.select("topic", "doc", "grade")
    if frame.is_empty():
        raise EvaluationError(Problem("no document is judged yet", hint="harness judge status"))
    return Qrels(frame)
