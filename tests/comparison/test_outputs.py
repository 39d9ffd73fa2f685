"""Every surface is walked: whatever is printed, drawn or shown promises only what records do."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator

import click
import pytest

from harness import compare
from harness.cli.main import cli
from harness.core.faces import HasFace
from harness.settings.compare import CompareSettings
from harness.settings.gate import GateSettings
from harness.settings.names import ALL_CORRECTIONS, TEST_NAMES
from tests.comparison.test_statements import unrecorded
from tests.conftest import ROOT
from tests.each import each
from tests.nightly import now

TASK = str(ROOT / "configs/demo.yaml")

#: A command for every kind of comparison.
COMMANDS = [
    ("compare", TASK),
    ("compare", TASK, "--simultaneous", "-m", "P@10"),
    ("compare", TASK, "--pairs", "--correction", "tukey"),
    ("compare", TASK, "--baseline", "keeper-qld"),
    ("compare", TASK, "--matrix", "corrected"),
    ("compare", TASK, "keeper-rrf", "keeper-qld", "--all-tests"),
    ("compare", "measures", TASK),
    ("compare", "leaderboards", TASK, TASK),
    ("compare", "unjudged", TASK, "keeper-rrf", "fresnel-lsa"),
    ("compare", "topics", TASK),
    ("compare", "ties", TASK),
    ("compare", "variants", TASK, "keeper-rrf", "keeper-qld"),
    ("compare", "reliability", TASK),
    ("compare", "replicability", TASK, TASK, "--baseline", "keeper-qld"),
    ("compare", "risk", TASK, "--baseline", "keeper-qld"),
    ("compare", "ranks", TASK),
    ("compare", "swaps", TASK),
    ("compare", "power", TASK),
    ("compare", "design", "--variance", "0.02"),
    ("gate", TASK, "keeper-rrf", "--baseline", "keeper-qld", "--budget", "AP=0.01"),
    ("report", "table", TASK, "--baseline", "keeper-qld", "--column", "interval"),
]

#: Sentences of help pages with such words: of options, and of what a command computes.
_OF_HELP = re.compile(
    r"^-|^\W*at most|The leaderboard has intervals|It has intervals of means|Three kinds of design"
    r"|curves of achieved significance|by chance|is estimated|several files could be meant"
    r"|at most \d+ of a|baselines, superscripts|cannot be run"
)


def texts_of(output: str, form: str) -> Iterator[str]:
    """The texts of an output: its notes, and the cells of its tables."""
    if form == "json":
        yield from _strings(json.loads(output))
        return
    for raw in output.splitlines():
        line = raw.strip().removeprefix("% ").removeprefix("# ").strip("*| ")
        parts = {"latex": r"(?<!\\)&", "markdown": r" \| ", "table": r"\s{3,}"}[form]
        for part in re.split(parts, line):
            yield re.sub(r"\\(?=[_%&$#])|\\\\$", "", part).strip("{} ")


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for one in value:
            yield from _strings(one)
    elif isinstance(value, dict):
        for name, one in value.items():
            yield from (re.sub(r" \(\d+\)$", "", name), *_strings(one))


@pytest.mark.long
@pytest.mark.parametrize("form", now(["table", "json"], ["table", "markdown", "latex", "json"]))
@each(COMMANDS, "command")
def test_what_commands_print_promises_what_records_do(harness, command, form):
    done = harness(*command, "--format", form)
    assert done.status in (0, 1), done.err
    found = [text for text in texts_of(done.out, form) if unrecorded(text)]
    found += [text for text in texts_of(done.err, "table") if unrecorded(text)]
    assert found == []


def _commands(command: click.Command, name: str) -> Iterator[tuple[str, str]]:
    context = click.Context(command, info_name=name)
    yield name, command.get_help(context)
    if isinstance(command, click.Group):
        for one in command.list_commands(context):
            found = command.get_command(context, one)
            assert found is not None
            yield from _commands(found, f"{name} {one}")


def test_help_promises_what_records_do():
    found = []
    for name, text in _commands(cli, "harness"):
        for paragraph in re.split(r"\n\s*\n|\n(?=  -)", text):
            line = " ".join(paragraph.split())
            found += [f"{name}: {c}" for c in unrecorded(line) if not _OF_HELP.search(c)]
    assert found == [], "\n".join(found)


#: Tests, corrections, estimates and options that were cut, however they are written.
CUT = re.compile(
    r"\bmaxt\b|tukey[-_ ]randomised|randomised[-_ ]tukey|sign[-_ ]minimum"
    r"|randomisation[-_ ]sampled|(?<!benjamini-)(?<!benjamini and )\bhochberg\b|\bglass\b"
    r"|\bposterior\b|friedman|\bF\(\d+|bootstrap[- ](?:shift of the )?mean\b|every[-_ ]commit"
    r"|do(?:es)? not differ|p\(best\)|--mixed\b|(?<!linear )\bmixed[- ]model",
    re.IGNORECASE,
)


def test_what_was_cut_is_in_no_option_help_or_page():
    fields = [*CompareSettings.model_fields, *GateSettings.model_fields]
    texts = {"choices": [*TEST_NAMES, *ALL_CORRECTIONS, *fields]}
    texts |= {name: text.splitlines() for name, text in _commands(cli, "harness")}
    pages = [*sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs/how-to").glob("*.md"))]
    texts |= {path.name: path.read_text("utf-8").splitlines() for path in pages}
    assert {"harness compare", "harness gate", "comparing.md", "gate.md"} <= texts.keys()
    found = [f"{name}: {line}" for name in texts for line in texts[name] if CUT.search(line)]
    assert found == []


@each(
    [
        "--test [t|sign|sign-minimum]",
        "  --every-commit  Look at each commit.",
        "| `hochberg` | step-up |",
        "ANOVA (runs, topics): V_E 0.0136, F(128, 6272) = 34.5",
        "Glass's delta",
        "P(difference > 0), posterior",
        "runs that share one do not differ",
    ]
)
def test_what_was_cut_would_be_found(line):
    assert CUT.search(line)


def test_what_python_shows_promises_what_records_do():
    values = {
        "x": {"1": 0.5, "2": 0.7, "3": 0.6, "4": 0.9},
        "y": {"1": 0.4, "2": 0.3, "3": 0.5, "4": 0.9},
        "z": {"1": 0.1, "2": 0.3, "3": 0.4, "4": 0.2},
    }
    made = compare(values, measures="AP")
    assert made.leaderboard().runs == ("x", "y", "z")
    shown: list[HasFace] = [
        made,
        made.leaderboard(),
        made.pair("x", "y"),
        made.against("z"),
        made.pairs(),
        made.table(baseline="z"),
    ]
    for one in shown:
        page = html.unescape(re.sub(r"<[^>]+>", "\n", one._repr_html_()))
        lines = [*repr(one).splitlines(), *page.splitlines()]
        parts = [part for line in lines for part in re.split(r"\s{2,}", line.strip())]
        assert [clause for part in parts for clause in unrecorded(part)] == []
