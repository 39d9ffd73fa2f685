"""Pages made from templates, and the files that they load."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from harness.judging.server.site import Site

_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


def page(name: str, site: Site, **values: Any) -> str:
    """A page, with what its template asks for; texts of others are escaped."""
    html: str = template(name).render(title=site.title, **values)
    return html


def static(name: str) -> tuple[bytes, str] | None:
    """A file that pages load, and its type; None where there is none of this name."""
    folder = files("harness.judging.server").joinpath("static")
    known = {entry.name for entry in folder.iterdir()}
    suffix = name[name.rfind(".") :]
    if name not in known or suffix not in _TYPES:
        return None
    return folder.joinpath(name).read_bytes(), _TYPES[suffix]


def static_text(name: str) -> str:
    """The content of a file that pages load."""
    return files("harness.judging.server").joinpath("static", name).read_text(encoding="utf-8")


def template(name: str) -> Any:
    """The template of a page, by its name."""
    return _templates().get_template(f"{name}.html")


@cache
def _templates() -> Any:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    loader = PackageLoader("harness.judging.server", "templates")
    made = Environment(loader=loader, autoescape=True, undefined=StrictUndefined)
    _, _, table = static_text("texts.js").partition("export const PAGES = ")
    made.globals["texts"], _ = json.JSONDecoder().raw_decode(table)
    return made
