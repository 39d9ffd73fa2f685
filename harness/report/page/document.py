"""The page itself: template, style and scripts put together, with the payload inside."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from rcssmin import cssmin

from harness._version import __version__
from harness.core.faces import counted
from harness.core.harmless import visible
from harness.core.notes import Note, note_lines, shortened
from harness.report.page.modules import Section, joined, modules, sections
from harness.report.page.payload import packed, payload
from harness.report.report import Report
from harness.report.table import Column, shown
from harness.report.verdict import verdict

#: The section that no script draws; it is the last.
_ABOUT = Section("about", "About", 1000)


def render_page(report: Report) -> str:
    """The whole page as text. It loads nothing, and its policy forbids it to."""
    loader, scripts, content = read("loader.js"), _scripts(), payload(report)
    allowed = " ".join(map(_digest, (loader, scripts)))
    return str(
        environment()
        .get_template("page.html")
        .render(
            report=report,
            style=style(),
            loader=loader,
            policy=f"default-src 'none'; style-src 'unsafe-inline'; script-src {allowed}; "
            "img-src data:; base-uri 'none'; form-action 'none'",
            packed=packed({"scripts": scripts, "report": content}),
            version=__version__,
            sections=[*sections(modules()), _ABOUT],
            facts=_facts(report),
            verdict=verdict(report),
            remarks=_remarks(report, content["notes"]),
            refused=counted(len(report.results.manifest.get("refused", ())), "run"),
            several=counted,
            shown=lambda value, digits: shown(float(value), Column("", digits)),
        )
    )


def _facts(report: Report) -> list[str]:
    """What there is, in a few words each."""
    groups = len(set(report.groups.values()))
    inputs = report.results.manifest.get("inputs", {})
    judgments = inputs.get("qrels", {}).get("count", 0)
    judgments -= report.results.manifest.get("residual", {}).get("left_judgments", 0)
    refused = len(report.results.manifest.get("refused", ()))
    return [
        counted(len(report.runs), "run")
        + (f" of {counted(groups, 'group')}" if groups else "")
        + (f" ({refused} not evaluated)" if refused else ""),
        counted(len(report.topics), "topic"),
        *([counted(judgments, "judgment")] if judgments else []),
        counted(len(report.measures), "measure"),
        f"dialect {report.dialect}",
    ]


def _remarks(report: Report, notes: Iterable[Mapping[str, Any]]) -> list[str]:
    """What a reader must know besides the numbers: the notes of the payload, and the versions."""
    manifest = report.results.manifest
    versions = ", ".join(
        f"{name} {version}" for name, version in manifest.get("versions", {}).items()
    )
    return [
        *note_lines(shortened(map(Note.of, notes))),
        f"made with {versions}",
    ]


@cache
def read(name: str) -> str:
    """A file of the page's folder."""
    return files("harness.report.page").joinpath(name).read_text(encoding="utf-8")


@cache
def style() -> str:
    """The style of pages and sheets, without comments and blanks that mean nothing."""
    return str(cssmin(read("page.css")))


@cache
def _scripts() -> str:
    return joined(modules())


def _digest(script: str) -> str:
    """What the page's policy knows a script by."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


@cache
def environment() -> Any:
    """The templates; every value in them is escaped unless it is marked as safe."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("harness.report.page", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters["visible"] = visible
    made.filters["lines"] = note_lines
    return made
