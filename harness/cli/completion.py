"""``harness completion``: completions for the shell's Tab key.

Commands, options and choices come from click. Values that this package knows (measures, the runs of
the task on the line, strategies, layouts, repairs) are completed by metavar: the word for the value
in the help.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import click
from click.shell_completion import (
    CompletionItem,
    get_completion_class,
    shell_complete,
    split_arg_string,
)

from harness.cli.output import put_content
from harness.core.errors import HarnessError
from harness.core.trust import set_trust, trust

#: The variable by which a shell asks for completions.
VARIABLE = "_HARNESS_COMPLETE"
_SHELLS = ("bash", "zsh", "fish")
_TASKS = (".yaml", ".yml")
_CUTOFFS = (5, 10, 20, 100, 1000)
#: The word for the value of options whose metavar is NAME.
_NAMES = {
    "measure": "MEASURE",
    "measures": "MEASURE",
    "baselines": "RUN",
    "runs": "RUN",
    "strategy": "STRATEGY",
    "strategies": "STRATEGY",
    "repairs": "REPAIR",
    "layout": "LAYOUT",
    "qrels_format": "LAYOUT",
    "judged_format": "LAYOUT",
    "judged_layout": "LAYOUT",
}

#: How each shell loads the script when it starts.
_INSTALL = {
    "bash": '# Put this line into ~/.bashrc:  eval "$(harness completion bash)"\n',
    "zsh": '# Put this line into ~/.zshrc, after compinit:  eval "$(harness completion zsh)"\n',
    "fish": "# harness completion fish > ~/.config/fish/completions/harness.fish\n",
}
#: bash splits words at @, so that it would complete 10 and not nDCG@10.
_WHOLE_WORDS = "COMP_WORDBREAKS=${COMP_WORDBREAKS//@}\n"


@click.command("completion", context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("shell", type=click.Choice(_SHELLS))
@click.pass_context
def command(context: click.Context, shell: str) -> None:
    """Print the script that completes commands, measures, runs and files in SHELL.

    For bash: eval "$(harness completion bash)", best in ~/.bashrc; docs/commands.md has the others.
    """
    kind = get_completion_class(shell)
    if kind is None:  # all three are click's own
        raise click.UsageError(f"click knows no completion for {shell}")
    script = kind(context.find_root().command, {}, "harness", VARIABLE).source()
    extra = _WHOLE_WORDS if shell == "bash" else ""
    put_content(f"{_INSTALL[shell]}{extra}{script.strip()}\n", None, force=False)


def answer(cli: click.Command) -> int:
    """Print completions for a shell; the exit status tells whether its request was understood."""
    # Completion must have no effects: no code is executed, and no server contacted.
    with set_trust(trust().narrowed(no_modules=True, no_urls=True)):
        return shell_complete(cli, {}, "harness", VARIABLE, os.environ[VARIABLE])


def equip(command: click.Command) -> click.Command:
    """Let a command and its subcommands complete the values of this package."""
    for below in getattr(command, "parts", ()):
        equip(below)
    if hasattr(command, "default"):  # a group whose first argument may be a task
        vars(command)["shell_complete"] = partial(_or_files, command.shell_complete)
    for param in command.params:
        if (propose := PROPOSED.get(choose_word(command, param))) is not None:
            vars(param)["shell_complete"] = partial(_proposals, param, propose)
    return command


def choose_word(command: click.Command, param: click.Parameter) -> str:
    """Return the word for a value in the help: MEASURE, RUN, TASK; empty for other values.

    For the metavar NAME the name of the option decides.
    """
    metavar = getattr(param, "metavar", None) or ""
    if metavar.startswith(("TASK", "[TASK]")):
        return "TASK"
    word = (metavar.strip("[]").split() or [""])[0].split(",")[0].strip("[].…")
    if word not in ("", "NAME"):
        return word
    if command.name == "measures":
        return "MEASURE"
    return _NAMES.get(param.name or "", "")


Proposals = Callable[[click.Context, str], Iterator[str]]


def _or_files(
    complete: Callable[[click.Context, str], list[CompletionItem[str]]],
    context: click.Context,
    incomplete: str,
) -> list[CompletionItem[str]]:
    """Propose files before other values: bash forgets what comes before the offer of files."""
    return [CompletionItem(incomplete, type="file"), *complete(context, incomplete)]


def _proposals(
    param: click.Parameter, propose: Proposals, context: click.Context, incomplete: str
) -> list[CompletionItem[str]]:
    """Return the proposals with the typed beginning; in a list with commas, for the last part."""
    several = "," in (getattr(param, "metavar", None) or "")
    lead, comma, begun = incomplete.rpartition(",") if several else ("", "", incomplete)
    files = isinstance(param, click.Argument) and propose is not _measures
    items = [CompletionItem(incomplete, type="file")] if files else []
    with suppress(HarnessError, OSError):
        known = dict.fromkeys(propose(context, begun))
        begins = (name for name in known if name.lower().startswith(begun.lower()))
        items += [CompletionItem(f"{lead}{comma}{name}") for name in begins]
    return items


def _measures(context: click.Context, begun: str) -> Iterator[str]:
    """Yield measures in notation, with cutoffs after ``@``; for eval trec_eval's names."""
    from harness.measures import FAMILIES

    stem, cutoff_mark, _ = begun.partition("@")
    for name, family in FAMILIES.items():
        if cutoff_mark and name.lower() == stem.lower() and family.suffix:
            yield from (f"{name}@{cutoff}" for cutoff in _CUTOFFS)
        elif not cutoff_mark:
            yield name
            if family.suffix and name.lower() == begun.lower():
                yield from (f"{name}@{cutoff}" for cutoff in _CUTOFFS)
            if context.info_name == "eval":
                yield from (trec.name for trec in family.trec_names)


def _runs(_context: click.Context, _begun: str) -> Iterator[str]:
    """Yield the runs of the task, or of the directory of results, on the line."""
    task = _task_on_line()
    if task is None:
        return
    if Path(task).is_dir():
        from harness.results.directory import read_results

        yield from read_results(task).runs
    else:
        from harness.config.loading import load_runs

        yield from (run.run_name for run in load_runs(task, groups=False))


def _topics(_context: click.Context, _begun: str) -> Iterator[str]:
    from harness.config import load_task
    from harness.inputs.prepared import read_task_topics

    if (task := _task_on_line()) is not None:
        yield from read_task_topics(load_task(task, without=_NO_TOPICS))


#: Keys of a task that topics do not depend on, and that may be wrong or execute code.
_NO_TOPICS = ("qrels", "runs", "participants", "compare", "measures", "measure_modules")


def _task_on_line() -> str | None:
    """Return the task file or directory on the line, which click cannot parse while incomplete."""
    words = split_arg_string(os.environ.get("COMP_WORDS", ""))
    tasks = (word for word in words[2:] if word.lower().endswith(_TASKS) or Path(word).is_dir())
    return next(tasks, None)


def _strategies(_context: click.Context, _begun: str) -> Iterator[str]:
    from harness.pooling import STRATEGIES

    yield from STRATEGIES


def _layouts(context: click.Context, _begun: str) -> Iterator[str]:
    from harness.formats.layouts import layout_names
    from harness.starting.kinds import KINDS

    words = context.command_path.split()
    if words[-1] in ("info", "convert"):
        kinds = [context.params["kind"]] if context.params.get("kind") else list(KINDS)
        yield from dict.fromkeys(name for kind in kinds for name in layout_names(KINDS[kind]))
    else:
        yield from layout_names("judgments" if {"eval", "pool", "judge"} & set(words) else "runs")


def _repairs(_context: click.Context, _begun: str) -> Iterator[str]:
    from harness.validation import REPAIRS

    yield from REPAIRS


def _severities(_context: click.Context, begun: str) -> Iterator[str]:
    from harness.settings.names import FINDING_SETTINGS
    from harness.validation import CHECKS

    code, equals, _ = begun.partition("=")
    yield from (
        (f"{code}={setting}" for setting in FINDING_SETTINGS)
        if equals
        else (f"{c}=" for c in CHECKS)
    )


def _files_only(_context: click.Context, _begun: str) -> Iterator[str]:
    return iter(())


#: The function that proposes values, by their word in the help.
PROPOSED: dict[str, Proposals] = {
    "MEASURE": _measures,
    "RUN": _runs,
    "CANDIDATE": _runs,
    "TOPIC": _topics,
    "STRATEGY": _strategies,
    "LAYOUT": _layouts,
    "REPAIR": _repairs,
    "CODE=SEVERITY": _severities,
    "TASK": _runs,
    "TARGET": _files_only,
    "SHARD": _files_only,
}
