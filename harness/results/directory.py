"""Write a directory of results, whole or not at all, and read it again.

=======================  ===========================================================================
``scores.*``             run, group, topic, measure, value
``summary.*``            run, group, measure, subset, summary, own, value, and the topics behind it
``curves.*``             run, group, subset, by, at, precision, recall, topics
``topics.*``             topic, title, description, narrative, judged, relevant, digest
``errors.parquet``       of estimates from a sample of judgments: run, topic, measure, deviations
``manifest.json``        task, inputs and their hashes, versions, rules, notes
``log.json``             when, where and how long; the only file that differs from run to run
=======================  ===========================================================================

Tables are CSV and JSON, all but curves Parquet too. Values are written in full.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from harness.core.coverage import Coverage
from harness.core.faces import HasFrame
from harness.core.notes import Note
from harness.core.packages import pl
from harness.evaluation.scales import Scale, find_scale
from harness.measures import find_measure_index
from harness.results.atomic import (
    Content,
    open_directory,
    read_parquet,
    write_csv,
    write_directory,
    write_parquet,
)
from harness.results.existing import MANIFEST, DirectoryKind, Owner
from harness.results.facts import ManifestFacts, ManifestRun, MeasureFacts
from harness.results.manifest import evaluation_notes

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Owner", "Results", "read_results", "write_results"]

KIND = DirectoryKind("harness results 3", "results")
#: The tables, and the suffixes of the files of each.
TABLES = {
    "scores": (".csv", ".json", ".parquet"),
    "summary": (".csv", ".json", ".parquet"),
    "curves": (".csv", ".json"),
    "topics": (".csv", ".json", ".parquet"),
    "errors": (".parquet",),
}
#: The tables that not every evaluation has.
SOMETIMES = ("errors",)

#: The columns of the curves, which have no Parquet file.
CURVES = {
    "run": str,
    "group": str,
    "subset": str,
    "by": str,
    "at": float,
    "precision": float,
    "recall": float,
    "topics": int,
}

#: The columns of the judged topics.
TOPICS = {
    "topic": str,
    "title": str,
    "description": str,
    "narrative": str,
    "judged": int,
    "relevant": int,
    "digest": str,
}

#: The columns of sampling errors by run and topic (`harness.stats.sampling`).
ERRORS: dict[str, Any] = {
    "run": str,
    "topic": str,
    "measure": str,
    "deviations": list[float],
}


@dataclass(frozen=True, eq=False)
class Results(HasFrame):
    """Content of a directory of results; the module docstring lists the columns.

    Attributes
    ----------
    scores, summary, curves
        The tables, as frames of polars.
    manifest
        The inputs, rules and versions behind the numbers.
    topics
        A row per judged topic, in bytewise order.
    errors
        Rows for measures that are estimates from a sample.
    subset
        The subset of topics, from `of_subset`.

    Examples
    --------
    >>> import harness
    >>> results = harness.run("configs/demo.yaml").results()
    >>> results.per_topic("AP").shape, results.summary.columns[:3]
    ((15, 9), ['run', 'group', 'measure'])
    """

    scores: pl.DataFrame
    summary: pl.DataFrame
    curves: pl.DataFrame
    manifest: Mapping[str, Any] = field(default_factory=dict)
    topics: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=TOPICS))
    errors: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=ERRORS))
    subset: str = "all"

    @cached_property
    def facts(self) -> ManifestFacts:
        """The facts of the manifest; `InputError` names every key that is damaged."""
        return ManifestFacts.of(self.manifest, MANIFEST)

    @cached_property
    def described(self) -> Mapping[str, ManifestRun]:
        """The manifest's facts of each run; empty ones of a run that it does not have."""
        known = {facts.name: facts for facts in self.facts.runs}
        return {run: known.get(run, ManifestRun(name=run)) for run in self.runs}

    @cached_property
    def computed(self) -> Mapping[str, MeasureFacts]:
        """The manifest's facts of each measure; its label alone of one that it does not have."""
        known = {facts.label: facts for facts in self.facts.measures}
        return {it: known.get(it, MeasureFacts(label=it, notation=it)) for it in self.measures}

    def of_subset(self, name: str) -> Results:
        """Return the results on the topics of a subset alone.

        Parameters
        ----------
        name
            The subset's name in the task.

        Returns
        -------
        Results
            The tables of these topics.
        """
        topics = self.manifest["subsets"][name]
        of_topics, of_subset = pl.col("topic").is_in(topics), pl.col("subset") == name
        return Results(
            self.scores.filter(of_topics),
            self.summary.filter(of_subset),
            self.curves.filter(of_subset),
            {**self.manifest, "subsets": {name: topics}},
            self.topics.filter(of_topics),
            self.errors.filter(of_topics),
            name,
        )

    def _columns(self) -> tuple[Mapping[str, Any], None]:
        """Return the columns of `scores`."""
        return {name: self.scores[name].to_list() for name in self.scores.columns}, None

    @property
    def runs(self) -> tuple[str, ...]:
        """The runs, in the order of the task."""
        return tuple(self.scores["run"].unique(maintain_order=True).to_list())

    @property
    def measures(self) -> tuple[str, ...]:
        """The labels of the measures, in the order of the task."""
        return tuple(self.scores["measure"].unique(maintain_order=True).to_list())

    def scale(self, measure: str) -> Scale:
        """Return the scale of a measure for comparisons, from the manifest or the measure itself.

        Parameters
        ----------
        measure
            Its label.

        Returns
        -------
        Scale
            Direction, summary, bounds.
        """
        known = find_scale(measure)
        facts = self.computed.get(measure, MeasureFacts(label=measure, notation=measure))
        lower, summary = facts.lower_is_better, facts.summary or known.summary
        lower = known.lower_is_better if lower is None else lower
        return replace(known, summary=summary, lower_is_better=lower)

    @property
    def notes(self) -> tuple[Note, ...]:
        """The notes for readers of the numbers, as in the manifest."""
        return evaluation_notes(self.runs, self.coverage(self.runs), self.manifest)

    def coverage(self, runs: Sequence[str]) -> tuple[Coverage, ...]:
        """Return the coverage of runs, as far as the manifest records it.

        Parameters
        ----------
        runs
            Their names.

        Returns
        -------
        tuple
            One `Coverage` per run.
        """
        topics = self.scores.group_by("run").agg(pl.col("topic").unique())
        averaged = {run: tuple(sorted(own, key=str.encode)) for run, own in topics.iter_rows()}
        covers = (Coverage.of(self.described[run], averaged[run]) for run in runs)
        topics_of_subset = self.facts.subsets[self.subset] if self.subset != "all" else None
        return tuple(
            cover if topics_of_subset is None else cover.select_topics(topics_of_subset)
            for cover in covers
        )

    def label_of(self, measure: str) -> str:
        """Return the label of a measure; raises `EvaluationError` for one that was not computed.

        Parameters
        ----------
        measure
            Any of its names.

        Returns
        -------
        str
        """
        return self.measures[find_measure_index(measure, self.measures, self.level)]

    @property
    def level(self) -> int | None:
        """The lowest relevant grade of the rules, as far as the manifest records it."""
        return self.facts.rules.relevance_level

    def per_topic(self, measure: str) -> pd.DataFrame:
        """Return the values of one measure by topic.

        Parameters
        ----------
        measure
            Any of its names.

        Returns
        -------
        pandas.DataFrame
            A row per topic, a column per run; NaN where not evaluated.
        """
        import pandas as pd

        rows = self.scores.filter(pl.col("measure") == self.label_of(measure))
        wide = rows.pivot(on="run", index="topic", values="value").sort("topic")
        index = pd.Index(wide["topic"].to_list(), name="topic")
        return pd.DataFrame({run: wide[run].to_numpy() for run in self.runs}, index=index)


def write_results(
    results: Results,
    directory: str | os.PathLike[str],
    *,
    log: Mapping[str, Any] | None = None,
    owner: Owner | None = None,
) -> Path:
    """Write a directory of results, in place of older ones, and return its real path.

    Everything is written and synced to disk beside it first; then directories are renamed. After an
    earlier failure older results stay unchanged. The last of several concurrent writers wins.
    Raises `InputError` as `atomic.check_target` does, and if the disk refuses.
    """
    files: dict[str, Content] = {
        f"{name}{suffix}": partial(_WRITERS[suffix], getattr(results, name))
        for name, suffixes in TABLES.items()
        for suffix in suffixes
        if name not in SOMETIMES or getattr(results, name).height
    }
    return write_directory(files, directory, KIND, manifest=results.manifest, log=log, owner=owner)


def read_results(directory: str | os.PathLike[str]) -> Results:
    """Read the results in a directory written by `write_results`.

    Parameters
    ----------
    directory
        Its path.

    Returns
    -------
    Results
        Tables and manifest; topics if the manifest lists them.

    Raises
    ------
    InputError
        For any other directory, and for results of a later version of the format.

    Examples
    --------
    >>> read_results("configs")
    Traceback (most recent call last):
    harness.core.errors.InputError: configs: no results here...
    """
    with open_directory(directory, KIND) as (folder, manifest):
        scores = read_parquet(folder / "scores.parquet")
        summary = read_parquet(folder / "summary.parquet")
        schema = pl.DataFrame(schema=CURVES).schema
        curves = pl.read_csv((folder / "curves.csv").read_bytes(), schema=schema)
        topics, errors = read_parquet(folder / "topics.parquet"), pl.DataFrame(schema=ERRORS)
        if "errors.parquet" in manifest.get("files", ()):
            errors = read_parquet(folder / "errors.parquet")
        if topics.schema != pl.DataFrame(schema=TOPICS).schema:
            raise ValueError("topics.parquet has other columns than judged topics")
    return Results(scores, summary, curves, manifest, topics, errors)


def _write_json(frame: pl.DataFrame, path: Path) -> None:
    """Write a list of objects, one per line."""
    lines = frame.write_ndjson().rstrip("\n").replace("\n", ",\n")
    path.write_text(f"[\n{lines}\n]\n", encoding="utf-8", newline="\n")


_WRITERS = {".csv": write_csv, ".json": _write_json, ".parquet": write_parquet}
