"""What the pages are of: a ledger, the topics, the documents' texts; a connection a thread."""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from sqlite3 import Connection
from typing import Any

from harness.core.model import DocumentText, Topic
from harness.judging.access import Sessions
from harness.judging.ledger import Ledger

#: A row a run by the judgments so far: its name and the value of the task's first measure.
MakeLeaderboard = Callable[[Ledger], Mapping[str, Any]]

#: The text of a document by its identifier; None where there is none.
FindText = Callable[[str], DocumentText | None]


@dataclass(slots=True)
class Lease:
    """After how many ``days`` what is open goes to others; looked at once in ten minutes."""

    days: float
    own_documents: str = "all"
    _next: float = 0.0

    def is_due(self) -> bool:
        """Whether it is time to look; then it is not again for ten minutes."""
        moment = time.monotonic()
        due = moment >= self._next
        if due:
            self._next = moment + 600
        return due


@dataclass(frozen=True, eq=False)
class Site:
    """Everything that requests are answered from.

    ``title`` names the task. ``secure`` says that browsers come by HTTPS (through a proxy), so
    that cookies are sent over nothing else. ``leaderboard`` scores the task's runs by what is
    judged so far; ``lease`` says when open documents go to others. ``pdfs`` are the documents
    that are shown as PDF.
    """

    ledger: Ledger
    topics: Mapping[str, Topic]
    text_of: FindText
    title: str = "Judging"
    secure: bool = False
    leaderboard: MakeLeaderboard | None = None
    lease: Lease | None = None
    pdfs: Mapping[str, Path] = field(default_factory=dict)
    sessions: Sessions = field(init=False)
    _connections: threading.local = field(init=False, default_factory=threading.local)
    _writing: threading.Lock = field(init=False, default_factory=threading.Lock)

    def __post_init__(self) -> None:
        object.__setattr__(self, "sessions", Sessions.beside(self.ledger.path))

    @property
    def reading(self) -> Ledger:
        """This thread's connection."""
        if not hasattr(self._connections, "ledger"):
            self._connections.ledger = self.ledger.another()
        opened: Ledger = self._connections.ledger
        return opened

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """A transaction; threads of this server wait for each other in turn."""
        with self._writing, self.reading.transaction() as writing:
            yield writing

    def pdf_address(self, unit: int, doc: str) -> str | None:
        """Where the PDF of a document is served; None where it has none."""
        return f"/api/documents/{unit}/pdf" if doc in self.pdfs else None

    def content(self, doc: str) -> tuple[str, str, str] | None:
        """What assessors see of a document: its title, its text, and the hash of what is shown.

        The hash is the PDF's where there is one, else of title and text. None of a document that
        has neither a text nor a PDF.
        """
        text, pdf = self.text_of(doc), self.pdfs.get(doc)
        if text is None and pdf is None:
            return None
        title, body = (text.title or "", text.text or "") if text else ("", "")
        shown = pdf.read_bytes() if pdf else f"{title}\n{body}".encode()
        return title, body, hashlib.sha256(shown).hexdigest()
