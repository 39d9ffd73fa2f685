"""Help shared by commands: ``harness help output`` and its like, and the next steps."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from harness.cli.options import (
    combine_options,
    execution_options,
    keep_going_option,
    table_options,
)

_TEXTS = {
    "output": """Options of output, the same in all commands that have them.

    Tables are drawn for people, and cut where a terminal has no room; a pipe or file gets them in
    full. Programs get rows alone (tsv, csv, json, jsonl), and the notes go to standard error.

    What a command writes of a task goes beside its file, under its name, wherever the command is
    called. For lab/web.yaml:

    \b
      lab/results/web            harness run; with RUNs or -m lab/results/web-RUN
      lab/results/web.html       harness report
      lab/results/web-sheets     harness report sheets; web-figures: report figures
      lab/pools/web              harness pool; web-2, web-3, …: harness judge next
      lab/packets/web            harness judge packet
      lab/receipts/web           harness receive
      lab/web.ledger             harness judge; web.ledger.key signs sessions

    -o writes elsewhere, as do the keys output, pool.output and judge.ledger of the task. Reports
    of a directory of results stand beside it.""",
    "workers": """Options of execution: workers, and runs that cannot be read.

    They change no number. By default the fastest way on this machine is used; a Dask scheduler
    adds the machines of a cluster (docs/scale.md).""",
    "layouts": """Layouts of files: what --from and --to take.

    A layout is recognised by the content, and --from names it where that is not enough. Those
    with a star can be written, too (--to).""",
}


def pages() -> dict[str, click.Command]:
    """Return the pages by name, as commands that do nothing."""
    made = {name: click.Command(name, help=text) for name, text in _TEXTS.items()}
    work_options = combine_options(execution_options, keep_going_option)
    for name, options in (("output", table_options), ("workers", work_options)):
        made[name].params = options(lambda: None).__click_params__[::-1]  # type: ignore[attr-defined]
    return made


def page(name: str) -> str:
    """Return the text of a page."""
    command = pages()[name]
    context = click.Context(command, info_name=name, help_option_names=[])
    formatter = context.make_formatter()
    command.format_help_text(context, formatter)
    command.format_options(context, formatter)
    if name == "layouts":
        _write_layouts(formatter)
    return formatter.getvalue().lstrip("\n")


def _write_layouts(formatter: click.HelpFormatter) -> None:
    from harness.formats.layouts import layouts
    from harness.starting.kinds import KINDS

    for kind, registered in KINDS.items():
        with formatter.section(kind):
            formatter.write_dl(
                [(f"{it.name}{' *' if it.write else ''}", it.summary) for it in layouts(registered)]
            )


def next_steps() -> list[str]:
    """Return the next steps, for ``harness`` without a command, by the current folder's content."""
    tasks = sorted(path.name for path in Path().glob("*.y*ml") if path.is_file())
    task = shlex.quote(tasks[0]) if tasks else "TASK"
    steps = [
        ("init", "look at the files here and write a task file"),
        (f"check {task} RUN...", "check runs against the rules of the task"),
        (f"run {task}", "score all runs of a task"),
        (f"run {task} RUN...", "score your own runs by the task's rules"),
        (f"report {task}", "one HTML page of everything"),
        ("eval QRELS RUN...", "score runs without a task, as trec_eval does"),
        ("help", "all commands; harness help COMMAND explains one"),
    ]
    width = max(len(step) for step, _ in steps)
    lines = [f"  harness {step:{width}}  {what}" for step, what in steps[bool(tasks) :]]
    return ["Evaluation of information retrieval. What you can do next:", *lines]
