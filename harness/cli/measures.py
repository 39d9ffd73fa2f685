"""``harness measures`` and ``harness explain``: lists, and explanations from declarations."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

import click

from harness.cli.options import HELP, table_options
from harness.cli.output import show, write
from harness.core.errors import EvaluationError, MeasureError, Problem, suggest
from harness.core.notes import NOTES
from harness.core.numbers import collect
from harness.core.packages import docstring

if TYPE_CHECKING:
    from harness.measures import Family
    from harness.report.table import Table


@click.command("measures", context_settings=HELP, short_help="List the measures, or explain one.")
@table_options
@click.option(
    "--module", "modules", multiple=True, help="A module or file with your measures. Repeatable."
)
@click.option(
    "--about", metavar="TEXT", help="List measures with TEXT in their name or definition."
)
@click.argument("names", nargs=-1, metavar="[NAME]…")
def command(
    format: str, modules: tuple[str, ...], about: str | None, names: tuple[str, ...]
) -> None:
    """List every measure, or explain the ones named.

    A NAME may be in notation (nDCG@10) or that of another tool (ndcg_cut_10, official, hit_rate@5).
    """
    from harness.measures import FAMILIES
    from harness.measures.plugins import load_entry_points, load_module
    from harness.measures.trec_names import NICKNAMES

    load_entry_points()
    for module in modules:
        load_module(module)
    if not names:
        families = [family for family in FAMILIES.values() if _is_about(family, about or "")]
        if not families:
            hint = "harness measures lists them all"
            raise MeasureError(Problem(f"no measure has {about!r} in its definition", hint=hint))
        if format == "table":
            write("\n".join(_list_measures(families, {} if about else NICKNAMES)))
        else:
            show(overview(families), format)
        return
    write("\n".join(explanations(names)))


def explanations(names: Iterable[str]) -> Iterator[str]:
    """Yield the explanation of each family of the named measures."""
    from harness.measures import parse_measures

    asked = parse_measures(names)
    named = dict.fromkeys(family for measure in asked for family in measure.requirements())
    yield from map(explanation, named)


def _is_about(family: Family, text: str) -> bool:
    """Return whether a text is in the names or the definition of a measure, in any case."""
    trec = (name.name for name in family.trec_names)
    words = (*family.names, *trec, docstring(family.function), family.cite)
    return any(text.lower() in word.lower() for word in words)


def _subject(family: Family) -> str:
    """Return the subject of a measure: the beginning of its module's docstring."""
    text = docstring(inspect.getmodule(family.function)) or family.function.__module__
    return re.split(r"[:.](?:\s|$)", text, maxsplit=1)[0].replace("\n", " ")


def overview(families: Iterable[Family]) -> Table:
    """Return a row for each measure: subject, notation, other names, and definition."""
    from harness.report.table import Column, Table

    columns = (Column("subject"), Column("measure"), Column("also called"), Column("what it is"))
    rows = [
        (
            _subject(family),
            _notation(family),
            " ".join([*family.names[1:], *(name.name for name in family.trec_names)]),
            family.title.rstrip("."),
        )
        for family in families
    ]
    return Table(columns, rows)


def _list_measures(
    families: Iterable[Family], nicknames: Mapping[str, tuple[str, ...]]
) -> Iterator[str]:
    """Yield the measures by subject, one per line of at most 80 columns."""
    for subject, members in collect((_subject(family), family) for family in families).items():
        yield subject
        for family in members:
            title = textwrap.shorten(family.title.replace("``", ""), 52, placeholder=" …")
            yield f"  {_notation(family):<24}  {title}"
        yield ""
    yield "harness measures NAME explains one, --about TEXT lists some. Parameters are"
    yield "written P(rel=2)@5; judged_only=True drops unjudged documents."
    yield from [""] if nicknames else []
    for name, parts in nicknames.items():
        yield from textwrap.wrap(f"{name} = {' '.join(parts)}", 80, subsequent_indent="  ")


def _notation(family: Family) -> str:
    return family.name + {None: "", "cutoff": "@k"}.get(family.suffix, f"@{family.suffix}")


#: Paragraphs of sentences; examples and lists begin with signs.
_PROSE = re.compile(r"(?:^\w.*(?:\n|\Z))+", re.MULTILINE)


def explanation(family: Family) -> str:
    """Return the definition and declared properties of a measure, as text."""
    from harness.evaluation.views import find_view

    lines = [_notation(family), ""]
    text = _PROSE.sub(
        lambda paragraph: f"{textwrap.fill(paragraph[0], 78)}\n",
        docstring(family.function).replace("``", ""),
    )
    lines += textwrap.indent(text, "  ").splitlines()
    view = find_view(family)
    facts = {
        "parameters": ", ".join(f"{name}={value!r}" for name, value in family.defaults.items()),
        "also called": ", ".join(family.names[1:]),
        "in trec_eval": ", ".join(name.name for name in family.trec_names),
        "over topics": family.summary,
        "range": "{} to {}".format(*(f"{bound:g}" for bound in family.bounds)),
        "judged": "" if view.name == "documents" else f"{view.name} ({', '.join(view.layouts)})",
        "needs": "the size of the collection" if family.needs_collection_size else "",
        "source": family.cite,
    }
    lines += ["", *(f"  {name}: {fact}" for name, fact in facts.items() if fact), ""]
    return "\n".join(lines)


_SETTING = "severity: {{{}: warning}} of the key check, or --severity {}=warning, makes it another"


@click.command("explain", context_settings=HELP, short_help="Explain a code, key or measure.")
@click.argument("names", nargs=-1, metavar="[NAME]…")
def explain_command(names: tuple[str, ...]) -> None:
    """Explain each NAME: the code of a finding or a note, a repair, a key, or a measure.

    A key is named in full (check.depth) or by its last part (depth), which explains all such keys.
    Without NAME all codes and keys are listed.
    """
    lines = (
        [line for name in names for line in explain_name(name)] if names else list(_list_codes())
    )
    write("\n".join(lines).rstrip("\n") + "\n")


def explain_name(name: str) -> Iterator[str]:
    """Yield the lines that explain a name; raises `EvaluationError` for an unknown one."""
    from harness.validation.findings import CHECKS
    from harness.validation.repairs import REPAIRS

    parts = [*_describe_finding(name), *_repair(name), *_note(name), *_keys(name)] or list(
        _measure(name)
    )
    if not parts:
        known = [*CHECKS, *REPAIRS, *NOTES, *_all_keys()]
        hint = suggest(name, known, "harness explain lists all; harness measures lists measures")
        raise EvaluationError(Problem(f"nothing is called {name!r}", hint=hint))
    for part in parts:
        yield from (*part, "")


def _entry(name: str, kind: str, words: str, facts: Iterable[tuple[str, str]]) -> list[str]:
    """Return the lines of an entry: its name and kind, description, and facts."""
    named = (f"  {label:<10}{fact}" for label, fact in facts)
    return [f"{name}: {kind}", "", *_wrap_lines(words), "", *named]


def _describe_finding(code: str) -> Iterator[list[str]]:
    from harness.validation.findings import CAUSES, CHECKS
    from harness.validation.repairs import REPAIRS

    if (check := CHECKS.get(code)) is None:
        return
    explains = ", ".join(CAUSES[code].explains) if code in CAUSES else ""
    always = " (always: such a run cannot be evaluated)" if check.vital else ""
    facts = [
        ("severity:", f"{check.severity}{always}"),
        *([] if check.vital else [("", _SETTING.format(code, code))]),
        *(("repair:", f"{name}: {REPAIRS[name].summary}") for name in check.repairs),
        *([("explains:", explains)] if explains else []),
        ("read:", "docs/checking.md"),
    ]
    yield _entry(code, "finding of harness check", check.summary, facts)


def _repair(name: str) -> Iterator[list[str]]:
    from harness.validation.repairs import REPAIRS

    if (repair := REPAIRS.get(name)) is not None:
        facts = [
            ("settles:", ", ".join(repair.settles)),
            ("asked by:", f"repairs: [{name}] of the key check, or --repair {name}"),
            ("read:", "docs/checking.md"),
        ]
        yield _entry(name, "repair", repair.summary, facts)


def _note(code: str) -> Iterator[list[str]]:
    if (note := NOTES.get(code)) is not None:
        facts = [("severity:", note.severity), ("read:", "docs/notes.md")]
        yield _entry(code, "note", note.summary, facts)


def _all_keys() -> dict[str, str]:
    """Return each key of a task with its description, which lists inner keys."""
    from harness.settings.model import describe_field, walk_keys
    from harness.settings.task import LabelTaskFile, TaskFile

    keys = {name: describe_field(field) for name, field in walk_keys(LabelTaskFile)}
    plain = {name: describe_field(field) for name, field in walk_keys(TaskFile)}
    for name, field in TaskFile.model_fields.items():
        inner = [key for key in plain if re.match(rf"{name}(?:\[\]|\.\*)?\.", key)]
        if inner:
            keys[name] = f"{describe_field(field)} Keys in it: {', '.join(inner)}."
    return keys | plain


def _keys(name: str) -> Iterator[list[str]]:
    for key, words in _all_keys().items():
        if name in (key, key.rsplit(".", 1)[-1]):
            yield _entry(key, "key of a task", words, [("read:", "docs/config.md")])


def _measure(name: str) -> Iterator[list[str]]:
    try:
        yield [text.rstrip("\n") for text in explanations([name])]
    except MeasureError:
        return


def _wrap_lines(text: str) -> list[str]:
    return textwrap.wrap(
        text,
        78,
        initial_indent="  ",
        subsequent_indent="  ",
        break_on_hyphens=False,
        break_long_words=False,
    )


def _list_codes() -> Iterator[str]:
    from harness.validation.findings import CHECKS
    from harness.validation.repairs import REPAIRS

    for what, names in (
        ("findings of harness check", list(CHECKS)),
        ("repairs", list(REPAIRS)),
        ("notes", list(NOTES)),
        ("keys of a task", list(_all_keys())),
    ):
        yield what
        yield from _wrap_lines(", ".join(names))
        yield ""
    yield "harness explain NAME explains one; harness measures lists the measures."
