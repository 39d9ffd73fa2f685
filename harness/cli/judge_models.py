"""``harness judge model``: let a model judge what is in the pools."""

from __future__ import annotations

import click

from harness.cli.judging import judged_task
from harness.cli.options import HELP, quiet_option, task_argument
from harness.cli.output import say, tell
from harness.core.numbers import counted
from harness.workflows.judge import open_ledger
from harness.workflows.models import judge_by_model


@click.command("model", context_settings=HELP)
@click.option("--most", type=click.IntRange(0), metavar="N", help="Ask about N documents at most.")
@click.option(
    "--at-once", type=click.IntRange(1, 64), default=1, help="Ask so many at the same time. [1]"
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
    it. Every answer is in the ledger at once, with prompt, parameters, words and cost; the same
    command again goes on with what is left. The exit status is 1 when calls failed.
    """
    task = judged_task(task_file)
    with open_ledger(task) as ledger:
        work = judge_by_model(task, ledger, name, most=most, at_once=at_once, tell=_tell)
    say(
        f"{counted(work.judged, 'document')} judged, {work.unusable:,} answers without a right "
        f"grade, {work.failed:,} failed; {work.left:,} left"
    )
    say(f"in the ledger: {counted(work.answers, 'answer')}, cost {work.cost:g}")
    if work.without_text:
        tell(f"{counted(work.without_text, 'document')} left because there is no text")
    if work.failed:
        tell(f"the first failure: {work.first_failure}; the same command again goes on")
        context.exit(1)


def _tell(done: int, number: int) -> None:
    if done % 100 == 0:
        tell(f"{done:,} of {number:,}")
