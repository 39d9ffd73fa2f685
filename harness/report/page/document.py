"""The page itself, assembled from template, style, scripts and payload."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from markupsafe import Markup

from harness._version import __version__
from harness.core.harmless import visible
from harness.core.notes import Note, note_lines, shorten_notes
from harness.core.numbers import count_noun
from harness.report.figures import FigureStyle, inline_svg
from harness.report.figures.styles import COLOURS, COLOURS_ON_DARK
from harness.report.page.payload import list_statements, pack_payload, payload
from harness.report.report import Report
from harness.report.table import Column, Table
from harness.report.table.neutral import print_cell
from harness.report.verdict import verdict


@dataclass(frozen=True, slots=True)
class Scripts:
    """The scripts of a page: the loader, the packed scripts with data, and what may be executed."""

    loader: str
    packed: str
    digests: str

    @classmethod
    def of(cls, script: str, content: Mapping[str, Any] | None = None) -> Scripts:
        """Return a script that receives some content when the page has loaded."""
        loader = read("loader.js")
        digests = " ".join(map(_digest, (loader, script)))
        return cls(loader, pack_payload({"scripts": script, "report": content}), digests)


def render_page(report: Report) -> str:
    """Return the whole page as text; it loads nothing, and its policy forbids loading."""
    content = payload(report)
    return render_template(
        "page.html",
        Scripts.of(read("bundle.js"), content),
        report=report,
        description=report.description,
        facts=_list_facts(report),
        verdict=list_statements(verdict(report)),
        columns=[Column(measure.label, measure.digits) for measure in report.measures],
        remarks=_list_remarks(report, content["notes"]),
    )


def render_template(template: str, scripts: Scripts | None = None, **values: Any) -> str:
    """Return a template of this folder filled with values; without scripts nothing is executed."""
    return str(
        environment()
        .get_template(template)
        .render(style=style(), version=__version__, scripts=scripts, **values)
    )


def render_table(table: Table) -> str:
    """Return a table with title and notes as HTML, in which all text is escaped."""
    return str(environment().get_template("macros.html").module.alone(table))


def _list_facts(report: Report) -> list[str]:
    """Return short facts about the evaluation."""
    groups = len(set(report.groups.values()))
    facts = report.results.facts
    judgments = facts.inputs["qrels"].count or 0 if "qrels" in facts.inputs else 0
    judgments -= facts.residual.left_judgments if facts.residual else 0
    return [
        count_noun(len(report.runs), "run")
        + (f" of {count_noun(groups, 'group')}" if groups else "")
        + (f" ({len(report.refused)} not evaluated)" if report.refused else ""),
        count_noun(len(report.topics), "topic"),
        *([count_noun(judgments, "judgment")] if judgments else []),
        count_noun(len(report.measures), "measure"),
        f"dialect {report.dialect}",
    ]


def _list_remarks(report: Report, notes: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the remarks beside the numbers: the notes of the payload, and the versions."""
    made_with = report.results.facts.versions.items()
    versions = ", ".join(f"{name} {version}" for name, version in made_with)
    return [*note_lines(shorten_notes(map(Note.of, notes))), f"made with {versions}"]


@cache
def read(name: str) -> str:
    """Return a file of the page's folder."""
    return files("harness.report.page").joinpath(name).read_text(encoding="utf-8")


@cache
def style() -> str:
    """Return the style of pages and sheets, including the hues used in print."""
    pairs = zip(COLOURS, COLOURS_ON_DARK, strict=True)
    hues = (f"--hue-{number}:light-dark({','.join(pair)});" for number, pair in enumerate(pairs))
    return f":root{{{''.join(hues)}}}\n{read('page.css')}"


def _digest(script: str) -> str:
    """Return the digest that allows a script in the page's policy."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


@cache
def environment() -> Any:
    """Return the template environment; it escapes every value that is not marked as safe."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("harness.report.page", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters |= {"visible": visible, "lines": note_lines}
    made.globals |= {
        "counted": count_noun,
        "drawn": lambda figure, width: Markup(inline_svg(figure, FigureStyle(width=width))),
        "printed": print_cell,
    }
    return made
