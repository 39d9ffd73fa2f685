"""``harness measures``: list the measures, or explain one, from their declarations."""

from __future__ import annotations

import inspect
import textwrap

import click

from harness.cli.options import HELP, table_options
from harness.cli.output import show, write
from harness.evaluation.views import view_of
from harness.measures import FAMILIES, Family, parse_measures
from harness.measures.plugins import load_entry_points, load_module
from harness.measures.trec_names import NICKNAMES
from harness.report.table import Column, Table


@click.command("measures", context_settings=HELP, short_help="List the measures, or explain one.")
@table_options
@click.option(
    "--module",
    "modules",
    multiple=True,
    help="A module or file with your measures. Repeatable.",
)
@click.argument("names", nargs=-1, metavar="[NAME]…")
def command(format: str, modules: tuple[str, ...], names: tuple[str, ...]) -> None:
    """List every measure, or explain the ones named.

    A NAME may be in notation (nDCG@10) or trec_eval's (ndcg_cut_10, official).
    """
    load_entry_points()
    for module in modules:
        load_module(module)
    if not names:
        show(overview(), format)
        return
    asked = parse_measures(names)
    families = dict.fromkeys(family for measure in asked for family in measure.requirements())
    write("\n".join(explanation(family) for family in families))


def overview() -> Table:
    """One row for each measure: notation, trec_eval's names, and what it is in a few words."""
    columns = (Column("measure"), Column("trec_eval"), Column("what it is"))
    rows = [
        (
            _notation(family),
            " ".join(name.name for name in family.trec_names),
            family.title.split(":")[0].rstrip("."),
        )
        for family in FAMILIES.values()
    ]
    notes = (
        "harness measures NAME explains one; parameters are written P(rel=2)@5.",
        *(f"{name} = {' '.join(parts)}" for name, parts in NICKNAMES.items()),
    )
    return Table(columns, rows, notes=notes)


def _notation(family: Family) -> str:
    cutoff = {None: "", "cutoff": "@k"}.get(family.suffix, f"@{family.suffix}")
    return family.name + cutoff


def explanation(family: Family) -> str:
    """The definition of a measure and everything its declaration says, as text."""
    lines = [_notation(family), ""]
    text = (inspect.getdoc(family.function) or "").replace("``", "")
    lines += textwrap.indent(text, "  ").splitlines()
    view = view_of(family)
    facts = {
        "parameters": ", ".join(f"{name}={value!r}" for name, value in family.defaults.items()),
        "also called": ", ".join(family.aliases),
        "in trec_eval": ", ".join(name.name for name in family.trec_names),
        "over topics": family.summary,
        "range": "{} to {}".format(*(f"{bound:g}" for bound in family.bounds)),
        "judged": "" if view.name == "documents" else f"{view.name} ({', '.join(view.layouts)})",
        "needs": "the size of the collection" if family.needs_collection_size else "",
        "source": family.cite,
    }
    lines += ["", *(f"  {name}: {fact}" for name, fact in facts.items() if fact), ""]
    return "\n".join(lines)
