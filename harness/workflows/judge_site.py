"""The pages of a task for judging, and the strategy of its live pool.

The pages show the task's topics, texts of documents on demand, and its leaderboard; the strategy of
a live pool chooses documents while people judge.
"""

from __future__ import annotations

import json
import os
import threading
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from harness.config import Task
from harness.core.errors import EvaluationError, HarnessError, InputError, Problem
from harness.core.execution import Workers
from harness.core.packages import pl
from harness.core.texts import DocumentText, Topic
from harness.inputs.prepared import (
    read_known_judgments,
    read_task_texts,
    read_task_topics,
    readable_topics,
)
from harness.judging.ledger import Ledger
from harness.judging.live import LiveStrategy
from harness.judging.pools import unite_pools
from harness.judging.server.site import Collection, Lease, Site
from harness.pooling.bias import compare_leaderboards
from harness.pooling.plan import describe_pool, parse_plan
from harness.pooling.pool import PoolStart, blank_qrels, list_earlier_documents
from harness.results.pools import PoolFiles, pool_manifest
from harness.workflows.judge import choose_policy, released, released_grades
from harness.workflows.judge_preconditions import is_live, refuse_unfit
from harness.workflows.ledgers import holding_rules, list_assessors, task_to_judge
from harness.workflows.pool import PoolInputs, read_candidates, read_pool_start
from harness.workflows.pool_analysis import read_leaderboard


def make_site(
    task: Task, ledger: Ledger, *, secure: bool = False, live: LiveStrategy | None = None
) -> Site:
    """Return the pages of a task: its topics, and the texts of all documents on lists.

    Documents added to lists later are looked up on demand. ``live`` hands documents out.
    """
    settings = task.judge
    lease = Lease(settings.lease) if settings.lease else None
    documents = task.documents
    collection = Collection(
        _Texts(task, ledger).get,
        fields=documents.fields if documents else (),
        pdfs=task.resolve_path(settings.pdfs) if settings.pdfs else None,
        images=task.resolve_path(settings.images) if settings.images else None,
        address_of=documents.address if documents else lambda _: None,
    )
    return Site(
        ledger,
        _Topics(task),
        collection,
        task.description or task.name,
        secure,
        leaderboard=partial(_leaderboard, task),
        lease=lease,
        rules=holding_rules(task),
        kinds=settings.kinds,
        live=live,
    )


class _Texts:
    """Texts of documents on lists; read again for documents added later."""

    def __init__(self, task: Task, ledger: Ledger) -> None:
        self._task = task
        self._ledger = ledger.another
        self._reading = threading.Lock()
        self._known: dict[str, DocumentText | None] = {}
        self._read(ledger)

    def get(self, doc: str) -> DocumentText | None:
        """Return the text of a document; None if the collection has none."""
        if doc not in self._known:
            with self._reading:
                if doc not in self._known:
                    ledger = self._ledger()
                    try:
                        self._read(ledger)
                    finally:
                        ledger.close()
                    self._known.setdefault(doc, None)
        return self._known[doc]

    def _read(self, ledger: Ledger) -> None:
        listed = {doc for (doc,) in ledger.rows("SELECT DISTINCT doc FROM unit")}
        pairs = {doc for (doc,) in ledger.rows("SELECT part FROM unit WHERE kind = 'pair'")}
        wanted = (listed | pairs) - self._known.keys()
        texts = read_task_texts(self._task, wanted)
        self._known |= {doc: texts.get(doc) for doc in wanted}


class _Topics(Mapping[str, Topic]):
    """Topics of a task as shown to assessors; read again for topics added later.

    For a topic without a title, the text in one language is the title: in that of the key
    ``judge.language``, else English, else the first one.
    """

    def __init__(self, task: Task) -> None:
        self._task = task
        self._topics = readable_topics(task)
        self._missing: set[str] = set()

    def __getitem__(self, name: str) -> Topic:
        if name not in self._topics and name not in self._missing:
            self._missing.add(name)
            try:
                self._topics = readable_topics(self._task)
            except HarnessError:  # the file is being changed: keep the old topics
                return self._topics[name]
        return self._topics[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._topics)

    def __len__(self) -> int:
        return len(self._topics)


def _leaderboard(task: Task, ledger: Ledger) -> dict[str, Any]:
    """Return the leaderboard of a task by its first measure and the judgments so far.

    The task file is read again: runs may have been added since the server started.
    """
    if task.document is not None:
        task = task_to_judge(task.document.source)
    qrels = released_grades(released(task, ledger, layout="trec"))
    runs, measure, rules = read_leaderboard(task, None, "a leaderboard of judgments so far")
    compared = compare_leaderboards(runs, qrels, qrels, measure, rules)
    rows = sorted(zip(compared.rank_a.tolist(), compared.runs, compared.a.tolist(), strict=True))
    return {"measure": str(measure), "documents": len(qrels), "rows": rows}


def live_strategy(task: Task, ledger: Ledger) -> LiveStrategy | None:
    """Return the strategy of a live task for its pages; None for other tasks.

    Raises `HarnessError` if the task cannot be live, and if its runs or key ``pool`` differ from
    the newest pool in the ledger.
    """
    return None if not is_live(task) else _live_strategy(task, ledger, None)[0]


def live_pool(task: Task, ledger: Ledger, workers: Workers = None) -> tuple[PoolFiles, int]:
    """Return the pool of a ledger with all documents handed out, and their number.

    The strategy is asked again for each of them, with the judgments made by then; raises
    `EvaluationError` if it chooses another one. The same ledger and runs give the same bytes.
    """
    if not is_live(task):
        hint = "harness pool and harness judge next write theirs"
        raise EvaluationError(Problem("judge.next is not live", hint=hint))
    strategy, offered, before = _live_strategy(task, ledger, workers)
    number = strategy.repeat(ledger)
    pool = unite_pools(ledger)
    manifest = pool_manifest(
        task, pool, offered.runs, offered.notes, before.judged, read_known_judgments(task)
    )
    manifest["live"] = {"position": ledger.position, "asked": number}
    return PoolFiles.of(pool, blank_qrels(pool, before.judged), manifest), number


def _live_strategy(
    task: Task, ledger: Ledger, workers: Workers
) -> tuple[LiveStrategy, PoolInputs, PoolStart]:
    refuse_unfit(task)
    pool = unite_pools(ledger)
    known = read_known_judgments(task)
    before = read_pool_start(task)
    if known is not None:
        before = before.without(known.leave_frame)
    offered = read_candidates(task, known=known, workers=workers)
    plan = parse_plan(task.pool, task.relevance_level)
    newest = int(pool.plan.get("batch", 1))
    now = json.loads(json.dumps(describe_pool(offered.candidates, plan, newest)))
    if dict(pool.plan) != now or _hashes(offered.runs) != _hashes(_pooled_runs(ledger)):
        message = "the runs of the task, or its key pool, are not those of the pool in the ledger"
        hint = "harness pool TASK -o POOL, then harness judge add TASK POOL"
        raise InputError(Problem(message, os.fspath(ledger.path), hint=hint))
    people = list_assessors(
        task, read_task_topics(task), [str(run["group"]) for run in pool.plan["runs"]]
    )
    strategy = LiveStrategy.of(
        offered.candidates,
        plan,
        choose_policy(task),
        people,
        every_topic=task.judge.share == "documents",
        before=_by_topic(list_earlier_documents(before)),
    )
    return strategy, offered, before


def _pooled_runs(ledger: Ledger) -> list[Mapping[str, Any]]:
    manifest = ledger.value("SELECT manifest FROM pool ORDER BY id DESC LIMIT 1")
    return list(json.loads(manifest)["runs"])


def _hashes(runs: Any) -> list[tuple[str, str]]:
    return sorted((str(run["name"]), str(run.get("sha256"))) for run in runs)


def _by_topic(frame: pl.DataFrame) -> dict[str, dict[str, int | None]]:
    grades: defaultdict[str, dict[str, int | None]] = defaultdict(dict)
    for topic, doc, grade in frame.select("topic", "doc", "grade").iter_rows():
        grades[topic][doc] = grade
    return dict(grades)
