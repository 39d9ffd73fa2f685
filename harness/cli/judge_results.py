"""Commands of ``harness judge`` for its results: releases, exports, agreement."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from harness.cli.options import (
    HELP,
    execution_options,
    measure_option,
    output_option,
    part_option,
    quiet_option,
    table_options,
    task_argument,
)
from harness.cli.output import (
    check_output,
    put_content,
    put_tables,
    say,
    show,
    tell,
    tell_notes,
)
from harness.core.errors import EvaluationError, Problem, refuse
from harness.core.execution import Workers
from harness.core.numbers import count_noun
from harness.settings.names import EXPORT_NAMES, POLICY_NAMES

if TYPE_CHECKING:
    from harness.config import Task
    from harness.judging.ledger import Ledger
    from harness.report.table import Table


policy_option = click.option(
    "--policy",
    metavar="NAME",
    help=f"How to combine several judgments: {', '.join(POLICY_NAMES)}. [what TASK says]",
)
dimension_option = click.option(
    "--dimension", metavar="NAME", help="The judged dimension. [the first]"
)


#: The tables of models.
_OF_MODELS = ("models", "favours", "model-leaderboards")


@click.command("release", context_settings=HELP)
@policy_option
@dimension_option
@click.option("--name", help="Keep the release under this name; made again, it has the same bytes.")
@click.option("--model", metavar="NAME", help="Add a model's grades beside people's, as CSV.")
@click.option(
    "--position", type=click.IntRange(0), help="Use nothing recorded after this event. [the newest]"
)
@click.option("--to", "layout", metavar="LAYOUT", help="The layout of the qrels. [the pool's]")
@output_option
@quiet_option
@task_argument
def release_command(
    task_file: str, name: str | None, output: str | None, force: bool, **chosen: Any
) -> None:
    """Write the judgments of TASK as qrels, by a policy; documents without a grade are counted.

    With -o a manifest is written beside the qrels: the policy, the position in the ledger and the
    hash, from which the same bytes can be made again.
    """
    from harness.formats.unfinished import write_together
    from harness.judging.releases import count_unjudged, record_release
    from harness.judging.releases import reproduce_release as released_before
    from harness.workflows.judge import released

    files = [output, f"{output}.manifest.json"] if output and output != "-" else []
    for file in files:
        check_output(file, force=force)
    with opened(task_file) as (task, ledger):
        if name and ledger.value("SELECT count(*) FROM release WHERE name = ?", (name,)):
            made = released_before(ledger, name)
            refuse(_other_settings(name, made.manifest, chosen), EvaluationError)
        else:
            made = released(task, ledger, **chosen)
        if not made.manifest["judged"]:
            message = f"no document has a grade; the policy leaves {made.manifest['open']} open"
            hint = ", ".join(_not_counted(made.manifest)) or "harness judge status"
            raise EvaluationError(Problem(message, hint=hint))
        if files:
            manifest = json.dumps(made.manifest, ensure_ascii=False, indent=2) + "\n"
            write_together({Path(files[0]): made.content, Path(files[1]): manifest.encode()})
        else:
            put_content(made.content, output, force=force)
        if name:
            record_release(ledger, name, made)
        unjudged = count_unjudged(ledger, made)
    facts = made.manifest
    tell(
        f"{facts['judged']:,} documents judged ({facts['relevant']:,} relevant), "
        f"{facts['open']:,} left open by the policy {facts['policy']['name']}, "
        f"{unjudged:,} not judged; {facts['skipped']:,} skipped or closed; "
        f"position {facts['position']}"
    )
    for line in _not_counted(facts):
        tell(line)


def _not_counted(manifest: Mapping[str, Any]) -> Iterator[str]:
    """Yield a line for each kind of assessor that a release leaves out."""
    for kind, count in manifest["not_counted"].items():
        judgments = count_noun(count, "judgment")
        yield f"{judgments} of the kind {kind} not counted (judge.kinds would name it)"


def _other_settings(
    name: str, manifest: Mapping[str, Any], chosen: Mapping[str, Any]
) -> Iterator[Problem]:
    """Yield problems of settings that differ from those of the named release."""
    for option, wanted in chosen.items():
        before = manifest["policy"]["name"] if option == "policy" else manifest.get(option)
        if wanted not in (None, before):
            hint = "a release never changes: give another one a name of its own"
            yield Problem(
                f"the release {name!r} has the {option} {before}, not {wanted}", hint=hint
            )


@click.command("export", context_settings=HELP)
@click.option("--to", type=click.Choice(EXPORT_NAMES), required=True, help="What to write.")
@dimension_option
@output_option
@quiet_option
@task_argument
def export_command(
    task_file: str, to: str, dimension: str | None, output: str | None, force: bool
) -> None:
    """Export the ledger of TASK: judgments of every assessor, passages, the whole history.

    qrels_jg: all assessors side by side; prefs: what each prefers; diversity: dimensions as
    subtopics; ntcir; inex: passages; jsonl and parquet: every event.
    """
    from harness.workflows.judge import export_judgments

    with opened(task_file) as (task, ledger):
        put_content(export_judgments(task, ledger, to, dimension), output, force=force)


@click.command("agreement", context_settings=HELP)
@dimension_option
@part_option("overall", "pairs", "consistency", "leaderboards", *_OF_MODELS)
@click.option("--models", is_flag=True, help="How models agree with people, and whom they favour.")
@click.option("--leaderboards", is_flag=True, help="Score the runs by each assessor's grades, too.")
@measure_option("The measure of the leaderboards. [the first of TASK]", several=False)
@execution_options
@table_options
@task_argument
def agreement_command(
    task_file: str,
    dimension: str | None,
    part: str | None,
    models: bool,
    leaderboards: bool,
    measure: str | None,
    workers: Workers,
    format: str,
) -> None:
    """Say how far the assessors of TASK agree: together, in pairs, and with themselves.

    With --leaderboards also how the order of the runs would differ if each assessor's grades
    stood wherever he or she judged: Kendall's τ, swapped pairs, the largest move of a run.

    With --models the grades of models against people's: by grade, and by family, group and run of
    those who brought the documents; with --leaderboards also Kendall's τ of the runs' order.
    """
    from harness.evaluation.views import main_measure
    from harness.report.judging import agreement_tables, effects_table, model_tables, taus_table
    from harness.workflows.judge import agreement, effects
    from harness.workflows.models import compare_model_leaderboards, measure_model_agreement

    with opened(task_file) as (task, ledger):
        tables: dict[str, Table] = {}
        named = measure or str(main_measure(task.measures))
        if part in (None, "overall", "pairs", "consistency"):
            tables |= agreement_tables(agreement(task, ledger, dimension))
        if (leaderboards and part is None) or part == "leaderboards":
            made = effects(task, ledger, measure, dimension, workers=workers)
            tables["leaderboards"] = effects_table(made, named)
        if (models and part is None) or part in _OF_MODELS:
            against = measure_model_agreement(task, ledger, dimension)
            tables |= model_tables(against, task.compare.confidence)
            if (leaderboards and part is None) or part == "model-leaderboards":
                taus = compare_model_leaderboards(task, against, measure, workers=workers)
                tables["model-leaderboards"] = taus_table(taus, named)
    put_tables(tables, format, part)


@click.command("diff", context_settings=HELP)
@table_options
@task_argument
@click.argument("before", metavar="BEFORE")
@click.argument("after", metavar="AFTER")
@click.pass_context
def diff_command(
    context: click.Context, task_file: str, before: str, after: str, format: str
) -> None:
    """List the grades that changed from BEFORE to AFTER, two named releases of TASK.

    The exit status is 0 when none did, 1 when some did.
    """
    from harness.judging.releases import compare_releases
    from harness.report.judging import changes_table
    from harness.settings.names import DATA

    with opened(task_file) as (_, ledger):
        changed = compare_releases(ledger, before, after)
    if not changed.height and format not in DATA:
        say(f"No grade changed from {before} to {after}.")
        return
    show(changes_table(changed, before, after), format)
    if changed.height:
        context.exit(1)


@contextmanager
def opened(task_file: str) -> Iterator[tuple[Task, Ledger]]:
    """Yield the task of a file and its ledger, which must be there; see `judged_task`."""
    from harness.workflows.ledgers import open_ledger

    task = judged_task(task_file)
    with open_ledger(task) as ledger:
        yield task, ledger


def judged_task(task_file: str, *, judged: bool = False) -> Task:
    """Load a task; print a warning if its ledger has other guidelines."""
    from harness.workflows.ledgers import other_guidelines, task_to_judge

    task = task_to_judge(task_file, judged=judged)
    tell_notes(other_guidelines(task))
    return task
