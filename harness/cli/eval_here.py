"""``harness eval`` in this process: what it prints for a case, or why it does not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from harness.cli.eval import command, request_of
from harness.cli.eval_request import Answer, Request
from harness.cli.evaluator import evaluator, scores_of, table
from harness.core.errors import HarnessError
from harness.core.faults import fault_line
from harness.report.other_tools import TOOLS
from harness.report.table import render
from harness.selftest.evaluators import Output, write_inputs


def evaluated_here(arguments: Sequence[str], files: Mapping[str, bytes]) -> Output:
    """Return what ``harness eval`` prints when called with these arguments beside these files.

    An error is a refusal, with its message; a fault of the program is a crash.
    """
    with TemporaryDirectory(prefix="harness-selftest-") as name:
        folder = Path(name)
        write_inputs(files, folder)
        placed = [str(folder / word) if word in files else word for word in arguments]
        try:
            request = _request(placed)
            return Output(_text(evaluator(request)(request.runs[0]), request))
        except click.UsageError as error:
            return Output(ended="refused", message=error.format_message())
        except HarnessError as error:
            return Output(ended="refused", message=str(error).replace(f"{folder}/", ""))
        except Exception as error:  # a fault of ours is a finding here
            return Output(ended="crashed", message=fault_line(error))


def _request(arguments: Sequence[str]) -> Request:
    given = command.make_context("eval", list(arguments)).params
    return request_of(**{field.name: given[field.name] for field in fields(Request)})


def _text(answer: Answer | HarnessError, request: Request) -> str:
    if isinstance(answer, HarnessError):
        raise answer
    if request.format == "trec_eval":
        return "".join(answer.text)
    scores = scores_of([answer], request)
    if request.format in TOOLS:
        return TOOLS[request.format](scores, request.qrels)
    return render(table(scores, request), request.format)
