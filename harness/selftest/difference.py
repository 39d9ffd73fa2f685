"""A deliberate difference from another evaluator, as a record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from harness.selftest.at_work import OutputLine, Refusal


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference that is meant, and why.

    ``versions`` are those of trec_eval, where it is not all; of another ``tool`` there is one.
    ``theirs`` and ``ours`` say what each does. ``example`` are commands that show ours, and
    ``before`` what to know first. ``of_line`` and ``of_refusal`` tell whether it is at work on a
    line, or why one of both printed nothing; without either, no case of a self-test shows it.
    """

    code: str
    theirs: str
    ours: str
    why: str
    example: tuple[str, ...] = ()
    before: str = ""
    tool: str = "trec_eval"
    versions: tuple[str, ...] = ()
    of_line: Callable[[OutputLine], bool] | None = None
    of_refusal: Callable[[Refusal], bool] | None = None

    def concerns(self, case: OutputLine | Refusal) -> bool:
        """Whether it is a difference from the tool and version at hand."""
        version = case.dialect.name.removeprefix("trec_eval-")
        return self.tool in case.tool and (not self.versions or version in self.versions)
