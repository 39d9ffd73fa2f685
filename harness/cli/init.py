"""``harness init`` and ``demo``: write a first task file; ``schema``: for editors to check it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from harness.cli.options import HELP
from harness.cli.output import progress_bar, put_content, say, tell, tell_all, warn
from harness.core.errors import InputError, Problem
from harness.core.harmless import visible
from harness.core.locations import DATASET_PREFIX
from harness.settings.names import SCHEMA_FILE

if TYPE_CHECKING:
    from harness.starting.first_task import FirstTask


#: The most notes shown.
_MOST_NOTES = 5


@click.command("init", context_settings=HELP, short_help="Write a task file for a folder.")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    help="The task file, - for standard output. [FOLDER/FOLDER.yaml]",
)
@click.option("--force", is_flag=True, help="Replace an existing file.")
@click.option(
    "--from",
    "dataset",
    metavar="irds:ID",
    help="The topics and judgments of a dataset of ir_datasets, for the runs in FOLDER.",
)
@click.argument("folder", type=click.Path(), default=".")
def command(output: str | None, force: bool, dataset: str | None, folder: str) -> None:
    """Look at the files in FOLDER and write a commented task file that runs.

    Topics, judgments, runs, the table of participants and documents are recognised by their
    content, also in folders below. If several files fit, one is used and the others become
    comments. Nothing else is written, and no existing file is replaced.
    """
    from harness.inputs.runs import find_errors
    from harness.starting.first_task import first_task
    from harness.starting.folder import describe_files, scan_folder, with_dataset

    if dataset is not None and not dataset.startswith(DATASET_PREFIX):
        raise click.UsageError(f"--from {dataset}: write irds:ID, an identifier of ir_datasets")
    # The root of a disk has no name.
    name = re.sub(r"[^\w.-]", "_", Path(folder).resolve().name) or "task"
    path = Path(output) if output not in (None, "-") else Path(folder, f"{name}.yaml")
    if output != "-" and path.exists() and not force:
        raise InputError(Problem("the file exists", str(path), hint="--force replaces it"))
    with progress_bar("looking into files") as progress:
        contents = scan_folder(folder, progress=progress)
    if dataset is not None:
        contents = with_dataset(contents, dataset)
    task = first_task(contents, path, find_errors)
    show = tell if output == "-" else say
    for line in describe_files(contents):
        show(line)
    _warn(task)
    put_content(task.text, "-" if output == "-" else str(path), force=force)
    if output != "-":
        say()
        say(f"Task: {path}. Next:")
        for line in task.commands:
            say(f"  {line}")


def _warn(task: FirstTask) -> None:
    for note in task.notes[:_MOST_NOTES]:
        warn(note)
    if task.refused:
        warn("runs have errors, so the key check is commented out:")
        tell_all("".join(f"{visible(line)}\n" for line in task.refused))


@click.command("demo", context_settings=HELP, short_help="Write and evaluate the demo task.")
@click.option("--open/--no-open", "shown", default=True, help="Open the report in a browser.")
@click.argument("folder", type=click.Path(path_type=Path), default=Path("harness-demo"))
def demo_command(shown: bool, folder: Path) -> None:
    """Write the demo task to FOLDER, evaluate it, and open its report.

    The task has topics, judgments, documents and nine runs of invented groups, and a task file to
    start from. Files of FOLDER that are there already stay; another file in the place of one of the
    demo is an error. FOLDER is harness-demo unless named.
    """
    from harness.cli.report import command as report
    from harness.cli.report import open_page
    from harness.cli.run import command as run
    from harness.starting import write_demo

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


@click.command("schema", context_settings=HELP)
@click.option("--path", is_flag=True, help="Print its path in the installed package.")
def schema_command(path: bool) -> None:
    """Print the JSON Schema of task files, by which editors complete and check them.

    An editor with a YAML language server finds it by the line that harness init writes; any other
    task file can begin with it: # yaml-language-server: $schema=PATH
    """
    text = f"{SCHEMA_FILE}\n" if path else SCHEMA_FILE.read_text(encoding="utf-8")
    put_content(text, None, force=False)
