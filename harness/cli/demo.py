"""``harness demo``: the first step after installing, a task to look at."""

from __future__ import annotations

from pathlib import Path

import click

from harness.cli.options import HELP
from harness.cli.output import say, tell


@click.command("demo", context_settings=HELP, short_help="Write and evaluate the demo task.")
@click.option("--open/--no-open", "shown", default=True, help="Open the report in a browser.")
@click.argument("folder", type=click.Path(path_type=Path), default=Path("harness-demo"))
def command(shown: bool, folder: Path) -> None:
    """Write the demo task to FOLDER, evaluate it, and open its report.

    The task has topics, judgments, documents and nine runs of invented groups, and a task file to
    start from. Files of FOLDER that are there already stay; another file in the place of one of the
    demo is an error. FOLDER is harness-demo unless named.
    """
    from harness.cli.report import command as report
    from harness.cli.report import open_page
    from harness.cli.run import command as run
    from harness.starting.demo import write_demo

    task = str(write_demo(folder))
    page = folder / "report.html"
    tell(f"Demo: {folder}")
    run.main([task], prog_name="harness run", standalone_mode=False)
    report.main(
        [task, "-o", str(page), "--quiet"],
        prog_name="harness report",
        standalone_mode=False,
    )
    tell(f"Report: {page}")
    if shown:
        open_page(page)
    say()
    say("Next:")
    for verb in ("check", "compare", "pool", "report"):
        say(f"  harness {verb} {task}")
