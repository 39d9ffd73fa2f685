"""The data of the pages: a ledger (with a connection per thread), topics, and documents."""

from __future__ import annotations

import hashlib
import mimetypes
import re
import threading
import time
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from sqlite3 import Connection
from typing import Any, cast

from harness.core.texts import ABSTRACT, TEXT_FIELDS, DocumentText, Topic
from harness.judging.access import Sessions
from harness.judging.assessors import HoldingRules
from harness.judging.ledger import Ledger
from harness.judging.live import LiveStrategy
from harness.settings.names import PEOPLE

#: Function that returns each run's value of the task's first measure by the judgments so far.
MakeLeaderboard = Callable[[Ledger], Mapping[str, Any]]

#: Function that returns a document's text by its identifier; None without one.
FindText = Callable[[str], DocumentText | None]


@dataclass(slots=True)
class Lease:
    """Days after which open documents go to others; checked every ten minutes."""

    days: float
    _next: float = 0.0

    def is_due(self) -> bool:
        """Return whether a check is due; then none is for ten minutes."""
        moment = time.monotonic()
        due = moment >= self._next
        if due:
            self._next = moment + 600
        return due


_HTML = re.compile(
    r"\s*(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html[\s>])", re.IGNORECASE | re.DOTALL
)


@dataclass(frozen=True, slots=True)
class Content:
    """Content of a document as shown to assessors.

    ``text`` is as written: passages are offsets in it. ``facts`` are further fields, each with its
    name. ``html`` marks a page to be rendered; ``images`` has the available pictures in it, as data
    by their address in the page. ``sha256`` is the hash of the shown content: of the PDF if there
    is one, else of title and text.
    """

    title: str
    text: str
    sha256: str
    is_there: bool = True
    facts: tuple[tuple[str, str], ...] = ()
    html: bool = False
    images: Mapping[str, str] = field(default_factory=dict)
    address: str | None = None


@dataclass(frozen=True, slots=True)
class Collection:
    """Documents shown to assessors, and their sources.

    ``text_of`` returns texts, ``pdfs`` and ``images`` are directories, ``fields`` are the shown
    fields, ``address_of`` makes a link.
    """

    text_of: FindText
    fields: tuple[str, ...] = ()
    pdfs: Path | None = None
    images: Path | None = None
    address_of: Callable[[str], str | None] = lambda _: None

    def pdf(self, doc: str) -> Path | None:
        """Return the PDF of a document; None without one.

        The directory is listed, as identifiers of documents come from participants and must not
        become paths.
        """
        if self.pdfs is None:
            return None
        return next((path for path in self.pdfs.glob("[!.]*.pdf") if path.stem == doc), None)

    def content(self, doc: str) -> Content | None:
        """Return the content of a document; None without any."""
        text, pdf, address = self.text_of(doc), self.pdf(doc), self.address_of(doc)
        if text is None and pdf is None and address is None:
            return None
        if text is None:
            shown = pdf.read_bytes() if pdf else (address or "").encode()
            digest = hashlib.sha256(shown).hexdigest()
            return Content("", "", digest, is_there=False, address=address)
        body, title = text.body(self.fields), text.title or ""
        shown = pdf.read_bytes() if pdf else f"{title}\n{body}".encode()
        html = _HTML.match(body) is not None
        return Content(
            title,
            body,
            hashlib.sha256(shown).hexdigest(),
            facts=tuple(
                (name, text.written[name])
                for name in self.fields
                if name not in (ABSTRACT, *TEXT_FIELDS, "title") and name in text.written
            ),
            html=html,
            images=self._images_in(body) if html else {},
            address=address,
        )

    def _images_in(self, page: str) -> dict[str, str]:
        """Return the available pictures of a page, as data, by their address in the page."""
        if self.images is None:
            return {}
        there = {path.name: path for path in self.images.glob("[!.]*") if path.is_file()}
        paths = {source: there.get(source.rpartition("/")[2]) for source in _IMAGE.findall(page)}
        return {source: _as_data(path) for source, path in paths.items() if path is not None}


#: The addresses of pictures in a page.
_IMAGE = re.compile(r"""<img\b[^<>]*?\bsrc\s*=\s*["']?([^"'\s<>]+)""", re.IGNORECASE)


def _as_data(path: Path) -> str:
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return f"data:{kind};base64,{b64encode(path.read_bytes()).decode()}"


@dataclass(frozen=True, eq=False)
class Site:
    """Everything that requests need.

    ``title`` names the task. ``secure`` means that browsers use HTTPS (through a proxy), so that
    cookies are sent only over it. ``leaderboard`` scores the task's runs by the judgments so far;
    ``lease`` is the time after which open documents go to others. ``kinds`` are the kinds of
    assessors that count, ``rules`` limit their lists, ``live`` hands out further documents.
    """

    ledger: Ledger
    topics: Mapping[str, Topic]
    collection: Collection
    title: str = "Judging"
    secure: bool = False
    leaderboard: MakeLeaderboard | None = None
    lease: Lease | None = None
    rules: HoldingRules = field(default_factory=HoldingRules)
    kinds: tuple[str, ...] = PEOPLE
    live: LiveStrategy | None = None
    sessions: Sessions = field(init=False)
    _connections: threading.local = field(init=False, default_factory=threading.local)
    _writing: threading.Lock = field(init=False, default_factory=threading.Lock)

    def __post_init__(self) -> None:
        object.__setattr__(self, "sessions", Sessions.beside(self.ledger))

    @property
    def reading(self) -> Ledger:
        """The connection of this thread."""
        if not hasattr(self._connections, "ledger"):
            self._connections.ledger = self.ledger.another()
        return cast("Ledger", self._connections.ledger)

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Yield a transaction; threads of this server take turns."""
        with self._writing, self.reading.transaction() as writing:
            yield writing
