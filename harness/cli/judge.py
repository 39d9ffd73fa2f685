"""``harness judge``: from a pool to judgments, through the ledger."""

from __future__ import annotations

import click

from harness.cli.judge_pages import link, packet, serve
from harness.cli.judge_results import (
    agreement_command,
    diff_command,
    export_command,
    judged_task,
    opened,
    release_command,
)
from harness.cli.options import (
    HELP,
    PlainGroup,
    execution_options,
    quiet_option,
    table_options,
    task_argument,
)
from harness.cli.output import say, show, tell
from harness.core.errors import some
from harness.core.execution import Workers
from harness.core.numbers import count_noun
from harness.settings.names import CONFLICTS


@click.command("model", context_settings=HELP)
@click.option("--most", type=click.IntRange(0), metavar="N", help="Ask about N documents at most.")
@click.option(
    "--at-once",
    type=click.IntRange(1, 64),
    default=1,
    help="Number of concurrent requests. [1]",
)
@quiet_option
@task_argument
@click.argument("name", metavar="NAME")
@click.pass_context
def model_command(
    context: click.Context, task_file: str, name: str, most: int | None, at_once: int
) -> None:
    """Let the model NAME of TASK judge every document of its pools, drawn or not.

    TASK declares it under judge.models; the function `judge` of its module, which is executed, asks
    it. Every answer is recorded at once, with prompt, parameters, words and cost; run the command
    again to continue. The exit status is 1 when calls failed.
    """
    from harness.workflows.models import judge_by_model

    with opened(task_file) as (task, ledger):
        work = judge_by_model(task, ledger, name, most=most, at_once=at_once, tell=_tell)
    say(
        f"{count_noun(work.judged, 'document')} judged, {work.unusable:,} answers without a valid "
        f"grade, {work.failed:,} failed; {work.left:,} left"
    )
    say(f"in the ledger: {count_noun(work.answers, 'answer')}, cost {work.cost:g}")
    if work.without_text:
        tell(f"{count_noun(work.without_text, 'document')} skipped: no text")
    if work.failed:
        tell(f"the first failure: {work.first_failure}; run the same command again to continue")
        context.exit(1)


def _tell(done: int, number: int) -> None:
    if done % 100 == 0:
        tell(f"{done:,} of {number:,}")


@click.group("judge", cls=PlainGroup, context_settings=HELP)
def command() -> None:
    """Judge documents: hand a pool out, collect judgments, agree, release.

    TASK is a YAML file; its key `judge` says what is judged. Everything is kept in one file, an
    append-only ledger (docs/judging.md).
    """


@command.command("add", context_settings=HELP)
@click.option(
    "--organiser",
    "organisers",
    metavar="PERSON",
    multiple=True,
    help="Somebody who may see progress and decide conflicts. Repeatable.",
)
@click.option(
    "--adjudicator",
    "adjudicators",
    metavar="PERSON",
    multiple=True,
    help="Somebody who may decide conflicts. Repeatable.",
)
@click.option("--anyway", is_flag=True, help="Add it although the checklist says NO.")
@table_options
@task_argument
@click.argument("pool", metavar="DIRECTORY", type=click.Path())
def add_command(
    task_file: str,
    pool: str,
    organisers: tuple[str, ...],
    adjudicators: tuple[str, ...],
    anyway: bool,
    format: str,
) -> None:
    """Put the pool of a DIRECTORY into the ledger of TASK, its documents on assessors' lists.

    First a checklist says what assessors will find: texts of topics and documents, grades that fit
    the task's judgments and measures, guidelines. Where it says NO nothing is added.

    The ledger is made when there is none. Documents that it knows keep their lists and judgments;
    a later pool adds what is new. The same pool again adds only new assessors.
    """
    from harness.report.judging import assignments_table
    from harness.workflows.judge import add
    from harness.workflows.judge_preconditions import preconditions, refuse_unmet
    from harness.workflows.ledgers import ledger_path, task_to_judge

    task = task_to_judge(task_file)
    checked = preconditions(task, pool)
    for line in checked:
        tell(line)
    if not anyway:
        refuse_unmet(checked)
    brought = add(task, pool, {"organiser": organisers, "adjudicator": adjudicators})
    added = brought.pool
    if added.already:
        tell(f"{pool} is in the ledger already")
    tell(f"{added.new:,} new documents, {added.known:,} known; ledger: {ledger_path(task)}")
    if added.assigned is not None:
        show(assignments_table(added.assigned), format)
    if brought.idle:
        hint = "harness judge link TASK NAME --end-role gives the open documents of NAME to others"
        tell(f"nothing is on the list of {some(brought.idle)} ({hint})")
    for what, count in (("training", brought.training), ("hidden", brought.gold)):
        if count:
            tell(f"{what} documents on lists: {count}")


@command.command("status", context_settings=HELP)
@click.option("--stopping", is_flag=True, help="When to stop, by topic, instead.")
@table_options
@task_argument
def status(task_file: str, stopping: bool, format: str) -> None:
    """Say how far each assessor of TASK is, or for which topics judging may stop.

    For lists in random order, --stopping estimates recall; for documents that a strategy hands out
    live (judge.next), a test says whether enough are found.
    """
    from harness.judging.judgments import progress
    from harness.judging.stopping import recall_so_far, stopping_advice
    from harness.report.judging import progress_table, recall_table, stopping_table
    from harness.workflows.judge import choose_policy
    from harness.workflows.judge_preconditions import is_live

    with opened(task_file) as (task, ledger):
        if not stopping:
            table = progress_table(progress(ledger), task.name)
        elif is_live(task):
            table = stopping_table(stopping_advice(ledger, choose_policy(task)))
        else:
            table = recall_table(recall_so_far(ledger, task.judge.kinds))
        show(table, format)


@command.command("pool", context_settings=HELP)
@click.option("-o", "--output", metavar="DIRECTORY", required=True, help="Where to write the pool.")
@execution_options
@quiet_option
@task_argument
def pool_command(task_file: str, output: str, workers: Workers) -> None:
    """Write the pool of TASK, with all that its strategy handed out live.

    The strategy is asked again for each document, with the judgments that were there then; where it
    asks for another one nothing is written.
    """
    from harness.results.atomic import check_target
    from harness.results.pools import KIND, write_pool
    from harness.workflows.judge_site import live_pool

    check_target(output, KIND, replace=False)
    with opened(task_file) as (task, ledger):
        files, asked = live_pool(task, ledger, workers)
    write_pool(files, output)
    tell(f"{output}: {len(files.pool):,} documents, {asked:,} of them handed out live")


@command.command("import", context_settings=HELP)
@click.option("--assessor", metavar="NAME", help="The assessor of these judgments. [from the file]")
@click.option(
    "--from", "layout", metavar="LAYOUT", help="The layout of files of qrels. [recognised]"
)
@click.option(
    "--conflicts",
    type=click.Choice(CONFLICTS),
    default="refuse",
    help="Which version counts if packet and ledger were both changed. [refuse]",
)
@click.option("--model", metavar="NAME", help="These are answers of a model that TASK declares.")
@click.option("--dry-run", is_flag=True, help="Show what would be recorded; record nothing.")
@table_options
@task_argument
@click.argument("files", metavar="FILE…", nargs=-1, required=True)
def import_command(
    task_file: str,
    files: tuple[str, ...],
    assessor: str | None,
    layout: str | None,
    conflicts: str,
    model: str | None,
    dry_run: bool,
    format: str,
) -> None:
    """Import judgments: packet files, sheets (CSV, XLSX, JSON …), qrels in any layout.

    Half-filled sheets are fine; a file imported again adds only what is new. All files are
    recorded, or none.
    """
    from harness.report.judging import previews_table
    from harness.workflows.judge import import_judgments

    task = judged_task(task_file)
    if assessor and model:
        raise click.UsageError("give one of --assessor and --model")
    previews = import_judgments(
        task,
        files,
        assessor=assessor,
        model=model,
        layout=layout,
        conflicts=conflicts,
        keep=not dry_run,
    )
    show(previews_table(previews, "Would be recorded" if dry_run else "Recorded"), format)


@command.command("next", context_settings=HELP)
@click.option(
    "-o", "--output", metavar="DIRECTORY", help="Where to write the pool. [the next pools/TASK-N]"
)
@execution_options
@table_options
@task_argument
def next_command(task_file: str, output: str | None, workers: Workers, format: str) -> None:
    """Choose the next batch of the strategy of TASK by the judgments so far, and add it.

    The pool is written to DIRECTORY and put into the ledger.
    """
    from harness.config.task import choose_next_directory
    from harness.report.judging import assignments_table
    from harness.results.atomic import check_target
    from harness.results.pools import KIND, write_pool
    from harness.workflows.judge import add, next_pool
    from harness.workflows.ledgers import task_to_judge

    task = task_to_judge(task_file)
    output = output or str(choose_next_directory("pools", task_file))
    check_target(output, KIND, replace=False)
    write_pool(next_pool(task, workers=workers).files(), output)
    added = add(task, output).pool
    tell(f"{added.new:,} new documents: {output}")
    if added.assigned is not None:
        show(assignments_table(added.assigned), format)


@command.command("simulate", context_settings=HELP)
@click.option(
    "--error",
    "errors",
    metavar="NAME=RATE",
    multiple=True,
    help="The share of wrong grades of one assessor; RATE alone: of all. Repeatable. [0]",
)
@click.option("--seed", type=int, default=1, help="The seed. [1]")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(),
    help="Simulate in a copy of the ledger. [NAME.simulated.ledger if people have judged]",
)
@quiet_option
@task_argument
def simulate_command(
    task_file: str, errors: tuple[str, ...], seed: int, output: str | None
) -> None:
    """Simulate assessors: judge the open documents of TASK by its own qrels.

    Use it to try out a plan. If people have judged, a copy of the ledger is used. Simulated
    judgments count only if the key judge.kinds names them.
    """
    from harness.workflows.judge import simulate_assessors
    from harness.workflows.ledgers import ledger_path

    rates, default = _rates(errors)
    task = judged_task(task_file, judged=True)
    done, path = simulate_assessors(task, rates, error=default, seed=seed, copy=output)
    say(f"{done:,} judgments simulated (seed {seed})")
    if path != ledger_path(task):
        tell(f"in the copy {path}; judge: {{ledger: FILE, kinds: [simulated]}} makes a task of it")


@command.command("backup", context_settings=HELP)
@quiet_option
@task_argument
@click.argument("file", metavar="FILE", type=click.Path())
def backup(task_file: str, file: str) -> None:
    """Copy the ledger of TASK to a new FILE, even while others judge."""
    from harness.workflows.ledgers import open_ledger, task_to_judge

    with open_ledger(task_to_judge(task_file)) as ledger:
        ledger.backup(file)
        say(f"{file}: {ledger.position} events")


def _rates(errors: tuple[str, ...]) -> tuple[dict[str, float], float]:
    rates: dict[str, float] = {}
    for text in errors:
        name, _, number = text.rpartition("=")
        try:
            rate = float(number)
        except ValueError:
            rate = -1.0
        if not 0 <= rate <= 1:
            raise click.UsageError(f"--error: {text!r} is not a share from 0 to 1, or NAME=share")
        rates[name] = rate
    default = rates.pop("", 0.0)
    return rates, default


for further in (
    link,
    serve,
    packet,
    model_command,
    release_command,
    export_command,
    agreement_command,
    diff_command,
):
    command.add_command(further)
