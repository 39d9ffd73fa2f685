"""Everything that is shown of a task of labels: the evaluation, and the best run against others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from harness._version import __version__
from harness.core.notes import shortened
from harness.core.numbers import counted
from harness.report.verdict import Statement, alike
from harness.results.labels import LabelEvaluation, LabelPair

#: What accuracy, runs and labels are worth is said at the top.
_TELLING = ("label-majority", "label-below-majority", "label-constant")


@dataclass(frozen=True, eq=False)
class LabelReport:
    """An evaluation of labels, ready to be shown; ``pairs`` are the best run and each other."""

    evaluation: LabelEvaluation
    pairs: tuple[LabelPair, ...]

    @property
    def name(self) -> str:
        """What the task is called."""
        return self.evaluation.task.name

    @cached_property
    def runs(self) -> tuple[str, ...]:
        """The runs, the best by the first measure first."""
        return tuple(self.evaluation.runs[row].name for row in self.evaluation.order())

    @cached_property
    def groups(self) -> Mapping[str, str]:
        """The group of each run that has one."""
        return {run.name: run.file.group for run in self.evaluation.runs if run.file.group}

    @cached_property
    def attributes(self) -> Mapping[str, Mapping[str, str]]:
        """What the table of participants says of each run beside its name, group and priority."""
        files = [run.file for run in self.evaluation.runs]
        apart = ("run", "group", "priority")
        return {
            file.run_name: {
                name: value
                for name, value in file.attributes.items()
                if value and name not in apart
            }
            for file in files
        }

    @cached_property
    def refused(self) -> tuple[Mapping[str, Any], ...]:
        """The runs that were not evaluated, with their errors."""
        files = ((run.file, run.problems) for run in self.evaluation.refused)
        return tuple(
            {"name": file.run_name, "group": file.group, "path": file.path, "problems": problems}
            for file, problems in files
        )

    @property
    def origin(self) -> dict[str, Any]:
        """What the manifest of a directory says of the evaluation that its files show."""
        return {"task": self.name, "versions": {"harness": __version__}}

    @property
    def facts(self) -> list[str]:
        """What there is, in a few words each."""
        evaluation = self.evaluation
        groups, refused = len(set(self.groups.values())), len(self.refused)
        kind, labels = evaluation.task.keys.kind, len(evaluation.gold.classes)
        runs = counted(len(self.runs), "run")
        runs += f" of {counted(groups, 'group')}" if groups else ""
        return [
            kind,
            runs + (f" ({refused} not evaluated)" if refused else ""),
            counted(len(evaluation.gold.labelling.items), "item"),
            *([counted(labels, "label")] if labels else []),
        ]

    def verdict(self) -> Iterator[Statement]:
        """The outcome in a few sentences: who leads, what is certain, why accuracy misleads."""
        evaluation, (best, *others) = self.evaluation, self.runs
        measure = evaluation.task.measures[0]
        value = evaluation.values[evaluation.order()[0], 0]
        yield Statement(f"{best} leads with {measure.name} {value:.4f}.", "leaderboard")
        alpha = 1 - evaluation.task.keys.confidence
        tested = [pair for pair in self.pairs if pair.corrected is not None]
        near = [pair.b for pair in tested if float(pair.corrected or 0) >= alpha]
        if near or (others and len(tested) == len(others)):
            yield alike(best, near, "differences")
        for note in shortened([n for n in evaluation.notes if n.code in _TELLING]):
            text = str(note)
            yield Statement(f"{text[0].upper()}{text[1:]}.", "leaderboard")
