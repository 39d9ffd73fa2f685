"""``harness run --format codabench|tira``: the scoring program of a platform."""

from __future__ import annotations

from pathlib import Path

import click

from harness.cli.output import check_output, progress_bar, tell, tell_notes, warn
from harness.config import Task
from harness.core.errors import EvaluationError
from harness.core.execution import Execution
from harness.formats.unfinished import write_together
from harness.report.platforms import platform_files
from harness.workflows.report import report_of_task


def run_for(
    platform: str, task: Task, directory: Path | None, workers: Execution, *, force: bool
) -> None:
    """Write the files that a platform reads of one run; what is refused is an error, no file."""
    if directory is None:
        raise click.UsageError(f"--format {platform} needs --output, the directory that it reads")
    with progress_bar() as progress:
        outcome = report_of_task(task, workers=workers, progress=progress)
    if outcome.refused:
        raise EvaluationError([problem for run in outcome.refused for problem in run.problems])
    made, without = platform_files(outcome.value, platform)
    files = {directory / name: text.encode() for name, text in made.items()}
    for path in files:
        check_output(str(path), force=force)
    write_together(files)
    tell_notes(outcome.value.warnings)
    if without:
        warn(f"no value, and so no score: {', '.join(without)}")
    for path in files:
        tell(str(path))
