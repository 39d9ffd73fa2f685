"""The pages of a task: its topics, its documents' texts as they are asked for, its leaderboard."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from harness.config import Task
from harness.core.errors import HarnessError
from harness.core.model import DocumentText, Topic
from harness.evaluation.scoring import prepare_measures
from harness.evaluation.views import main_measure, require_documents
from harness.judging.ledger import Ledger
from harness.judging.live import LiveStrategy
from harness.judging.server.site import Collection, Lease, Site
from harness.pooling.bias import compare_leaderboards
from harness.workflows.inputs import readable_topics, size_of, texts_of_task
from harness.workflows.judge import holding_rules, released, released_grades, task_to_judge
from harness.workflows.pool_analysis import read_all


def site_of(
    task: Task, ledger: Ledger, *, secure: bool = False, live: LiveStrategy | None = None
) -> Site:
    """The pages of a task: its topics, and the texts of all documents on lists.

    What comes onto lists later is looked up when it is asked for. ``live`` hands documents out.
    """
    settings = task.judge
    lease = Lease(settings.lease) if settings.lease else None
    documents = task.documents
    collection = Collection(
        _Texts(task, ledger).get,
        fields=documents.fields if documents else (),
        pdfs=task.path_of(settings.pdfs) if settings.pdfs else None,
        images=task.path_of(settings.images) if settings.images else None,
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
    """The texts of documents on lists; read again when one is asked for that came later."""

    def __init__(self, task: Task, ledger: Ledger) -> None:
        self._task = task
        self._ledger = ledger.another
        self._reading = threading.Lock()
        self._known: dict[str, DocumentText | None] = {}
        self._read(ledger)

    def get(self, doc: str) -> DocumentText | None:
        """The text of a document; None where the collection has none."""
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
        texts = texts_of_task(self._task, wanted)
        self._known |= {doc: texts.get(doc) for doc in wanted}


class _Topics(Mapping[str, Topic]):
    """The topics of a task as assessors see them; read again when one came later.

    Where a topic has no title the text of a language is one: that of the key ``judge.language``,
    else English, else the first that there is.
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
            except HarnessError:  # the file is being changed: what was read stays
                return self._topics[name]
        return self._topics[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._topics)

    def __len__(self) -> int:
        return len(self._topics)


def _leaderboard(task: Task, ledger: Ledger) -> dict[str, Any]:
    """The runs of a task by its first measure and what is judged so far, the best first.

    The file is read again: runs may have come since the server started.
    """
    if task.document is not None:
        task = task_to_judge(task.document.source)
    qrels = released_grades(released(task, ledger, layout="trec"))
    rules = task.rules(size_of(task))
    measure = main_measure(task.measures)
    require_documents(prepare_measures([measure], rules), "a leaderboard of judgments so far")
    runs = [run for run, _ in read_all(task)]
    compared = compare_leaderboards(runs, qrels, qrels, measure, rules)
    rows = sorted(zip(compared.rank_a.tolist(), compared.runs, compared.a.tolist(), strict=True))
    return {"measure": str(measure), "documents": len(qrels), "rows": rows}
