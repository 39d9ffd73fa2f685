"""Render pages from templates, serve their files, and make offline pages of one file."""

from __future__ import annotations

import hashlib
import json
import re
from base64 import b64encode
from functools import cache
from importlib.resources import files
from typing import Any

from markupsafe import Markup

from harness.judging.access import Person
from harness.judging.server.assessing import find_pdf, item, work_list
from harness.judging.server.site import Site

_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


def page(name: str, site: Site, **values: Any) -> str:
    """Render a page; foreign texts are escaped."""
    return str(template(name).render(title=site.title, **values))


def static(name: str) -> tuple[bytes, str] | None:
    """Return a file that pages load, and its type; None for an unknown name."""
    folder = files("harness.judging.server").joinpath("static")
    known = {entry.name for entry in folder.iterdir()}
    suffix = name[name.rfind(".") :]
    if name not in known or suffix not in _TYPES:
        return None
    return folder.joinpath(name).read_bytes(), _TYPES[suffix]


def static_text(name: str) -> str:
    """Return the content of a file that pages load."""
    return files("harness.judging.server").joinpath("static", name).read_text(encoding="utf-8")


def template(name: str) -> Any:
    """Return the template of a page, by its name."""
    return _templates().get_template(f"{name}.html")


@cache
def _templates() -> Any:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    loader = PackageLoader("harness.judging.server", "templates")
    made = Environment(loader=loader, autoescape=True, undefined=StrictUndefined)
    _, _, table = static_text("texts.js").partition("export const PAGES = ")
    made.globals["texts"], _ = json.JSONDecoder().raw_decode(table)
    return made


#: The modules of the page, each after the modules that it uses.
_SCRIPTS = (
    "texts.js",
    "elements.js",
    "rendering.js",
    "dialogs.js",
    "marking.js",
    "documents.js",
    "document_view.js",
    "queue.js",
    "list.js",
    "outbox.js",
    "assessor.js",
    "offline.js",
)
_MODULE = re.compile(r"^(?:import .*|export )", re.MULTILINE)


def offline_page(site: Site, name: str) -> str:
    """Return one HTML file with all documents on an assessor's list, which needs no network.

    Judgments stay in the browser and can be saved to a file at any time, for
    `harness.judging.entries.record_entries`. The page's policy forbids the network. Training
    documents are not in it, because their answers would be. Raises `EvaluationError` for an unknown
    assessor.
    """
    number, role = site.reading.assessor(name)
    person = Person(number, name, role, 0)
    listed = work_list(site, person)
    listed["items"] = [entry for entry in listed["items"] if not entry[3]]
    listed |= {
        "total": len(listed["items"]),
        "done": sum(entry[4] is not None for entry in listed["items"]),
    }
    items = ((entry[0], item(site, person, entry[0])) for entry in listed["items"])
    shown = {assignment: shown for assignment, shown in items if shown is not None}
    digest = hashlib.sha256(json.dumps([name, sorted(shown)]).encode()).hexdigest()[:16]
    paths = {shown[it]["sha256"]: find_pdf(site, person, it) for it in shown if shown[it]["pdf"]}
    pdfs = {
        digest: b64encode(path.read_bytes()).decode()
        for digest, path in sorted(paths.items())
        if path
    }
    content = {"packet": digest, "list": listed, "shown": shown, "pdfs": pdfs}
    # As text of a script element, which nothing in it may end.
    packet = json.dumps(content, ensure_ascii=False).replace("<", "\\u003c")
    script = "".join(_MODULE.sub("", static_text(part)) for part in _SCRIPTS)
    style = static_text("judging.css")
    return str(
        template("packet").render(
            title=site.title,
            person=name,
            packet=Markup(packet),
            script=Markup(script),
            style=Markup(style),
            script_hash=_hash(script),
            style_hash=_hash(style),
        )
    )


def _hash(content: str) -> str:
    return b64encode(hashlib.sha256(content.encode()).digest()).decode()
