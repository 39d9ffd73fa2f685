"""Outputs of two evaluators for one case, and a deliberate difference between them as a record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from harness.core.dialects import Dialect
from harness.measures.trec_names import base_name
from harness.selftest.cases import Case


@dataclass(frozen=True, slots=True)
class Output:
    """Output of an evaluator for a case, or the reason why there is none.

    ``ended`` is how: ``printed``, ``refused`` (with a status), ``crashed`` (by a signal) or
    ``timed out``; ``message`` what it said of it.
    """

    text: str = ""
    ended: str = "printed"
    message: str = ""


@dataclass(frozen=True, slots=True)
class OutputLine:
    """A line of a case that is not the same: measure and topic, both values (None: no line)."""

    case: Case = field(repr=False)
    dialect: Dialect = field(repr=False)
    label: str
    topic: str
    theirs: str | None
    ours: str | None

    @property
    def measure(self) -> str:
        """The measure without what its label adds: ``P`` of ``P_5``."""
        label = self.label if self.case.standards is None else self.label.removeprefix("Z")
        return base_name(label) or label


@dataclass(frozen=True, slots=True)
class Refusal:
    """A case that at least one of both evaluators prints nothing for, and how each ended."""

    case: Case
    dialect: Dialect
    theirs: Output
    ours: Output


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference that is meant, and why.

    ``versions`` are those of trec_eval, where it is not all. ``theirs`` and ``ours`` say what each
    does. ``example`` are commands that show ours, and ``before`` what to know first. ``of_line``
    and ``of_refusal`` tell whether it is at work on a line, or why one of both printed nothing;
    without either, no case of a self-test shows it.
    """

    code: str
    theirs: str
    ours: str
    why: str
    example: tuple[str, ...] = ()
    before: str = ""
    versions: tuple[str, ...] = ()
    of_line: Callable[[OutputLine], bool] | None = None
    of_refusal: Callable[[Refusal], bool] | None = None

    def concerns(self, case: OutputLine | Refusal) -> bool:
        """Whether it is a difference from the version at hand."""
        version = case.dialect.name.removeprefix("trec_eval-")
        return not self.versions or version in self.versions
