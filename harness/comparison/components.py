"""The contribution of the runs' components: stemmer, model and others, and their interactions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

import numpy as np

from harness.comparison.board import Board, leaderboard
from harness.comparison.table import ScoreTable
from harness.core.arrays import Floats
from harness.core.errors import EvaluationError, Problem, refuse, some, unknown
from harness.settings.compare import Options
from harness.stats.anova import OTHER, RUN, SHARD, TOPIC, FactorialAnova, factorial_anova
from harness.stats.results import Interval

#: Attributes of runs, by the runs' names.
Attributes = Mapping[str, Mapping[str, str]]

#: The runs of each combination of levels.
Cells = Mapping[tuple[str, ...], tuple[str, ...]]


@dataclass(frozen=True, eq=False)
class RunComponents:
    """The runs of a table by the levels of some factors, and the contribution of these.

    ``table`` has the means over the ``num_shards``. ``cells`` has the runs of each combination of
    levels, in the order of ``levels``, equally many each. The ``boards`` rank the levels of each
    factor, by means over the other factors.
    """

    table: ScoreTable
    levels: Mapping[str, tuple[str, ...]]
    cells: Cells
    num_shards: int
    options: Options
    anova: FactorialAnova
    boards: Mapping[str, Board]

    def select_runs(self, wanted: Mapping[str, str]) -> list[str]:
        """Return the runs with these levels of some factors."""
        return _select_runs(self.levels, self.cells, wanted)

    def average_pairs(self) -> Iterator[tuple[Mapping[str, str], Interval]]:
        """Yield the mean of each pair of levels of two factors, over the other factors.

        Each has its own t interval, in the measure's own terms.
        """
        for first, second in combinations(self.levels, 2):
            for pair in product(self.levels[first], self.levels[second]):
                wanted = dict(zip((first, second), pair, strict=True))
                values = _average_runs(self.table, self.select_runs(wanted))
                yield wanted, self.table.scale.mean_intervals(values, self.options.confidence)


def estimate_components(
    tables: Sequence[ScoreTable],
    attributes: Attributes,
    factors: Sequence[str],
    options: Options | None = None,
    order: int | None = None,
) -> RunComponents:
    """Split the variance of a table's values by some ``factors``, attributes of runs.

    Several tables are of the same runs and topics on shards of the collection. All combinations of
    levels must have equally many runs. Interactions have up to ``order`` factors, all by default.
    Raises `EvaluationError` with every problem: factors that are unknown, missing for some run, or
    of one level; missing combinations; and tables that do not fit each other.

    >>> values = np.array([[0.1, 0.1, 0.3, 0.3], [0.5, 0.5, 0.7, 0.8], [0.2, 0.3, 0.3, 0.4]])
    >>> table = ScoreTable("AP", ("a", "b", "c", "d"), ("1", "2", "3"), values)
    >>> known = {"a": ("none", "bm25"), "b": ("none", "ql"), "c": ("s", "bm25"), "d": ("s", "ql")}
    >>> runs = {run: {"stemmer": both[0], "model": both[1]} for run, both in known.items()}
    >>> found = estimate_components([table], runs, ["stemmer", "model"])
    >>> round(found.anova.effects["stemmer",].f, 2), found.boards["stemmer"].runs
    (33.0, ('s', 'none'))
    """
    options, first = options or Options(), tables[0]
    refuse(_check_factors(first.runs, attributes, factors), EvaluationError)
    tables = _select_matching(tables, options)
    given = {name: [attributes[run][name] for run in first.runs] for name in factors}
    levels = {name: tuple(dict.fromkeys(known)) for name, known in given.items()}
    cells: dict[tuple[str, ...], tuple[str, ...]] = dict.fromkeys(product(*levels.values()), ())
    for run, cell in zip(first.runs, zip(*given.values(), strict=True), strict=True):
        cells[cell] += (run,)
    refuse(_check_design(levels, cells), EvaluationError)
    compared = np.stack([table.compared for table in tables], axis=1)
    table = replace(tables[0], values=first.scale.shown(compared.mean(axis=1)))
    columns = [first.runs.index(run) for runs in cells.values() for run in runs]
    shape = [len(known) for known in levels.values()]
    shards = compared[..., columns].reshape(len(table.topics), len(tables), *shape, -1)
    values = shards if len(tables) > 1 else shards[:, 0]
    anova = factorial_anova(values, list(factors), order=order, shards=len(tables) > 1)
    boards = {
        factor: _rank_levels(
            table, {level: _select_runs(levels, cells, {factor: level}) for level in known}, options
        )
        for factor, known in levels.items()
    }
    return RunComponents(table, levels, cells, len(tables), options, anova, boards)


def _rank_levels(
    table: ScoreTable, runs_of_levels: Mapping[str, Sequence[str]], options: Options
) -> Board:
    """Rank the levels of a factor like runs, by the means of their runs on each topic."""
    values = [_average_runs(table, runs) for runs in runs_of_levels.values()]
    shown = table.scale.shown(np.stack(values, axis=1))
    return leaderboard(replace(table, runs=tuple(runs_of_levels), values=shown), options)


def _select_runs(
    levels: Mapping[str, tuple[str, ...]], cells: Cells, wanted: Mapping[str, str]
) -> list[str]:
    """Return the runs of the combinations with the given levels of some factors."""
    positions = [list(levels).index(factor) for factor in wanted]
    having = [
        runs
        for cell, runs in cells.items()
        if [cell[i] for i in positions] == list(wanted.values())
    ]
    return [run for runs in having for run in runs]


def _average_runs(table: ScoreTable, runs: Sequence[str]) -> Floats:
    """Return the mean of some runs on each topic [T], on the scale of comparison."""
    return np.asarray(table.compared[:, [table.column(run) for run in runs]].mean(axis=1))


def _select_matching(tables: Sequence[ScoreTable], options: Options) -> list[ScoreTable]:
    """Return the tables of all shards with the same runs and topics."""
    refuse(_check_shards(tables, options), EvaluationError)
    topics = set.intersection(*(set(table.topics) for table in tables))
    fitting = []
    for table in tables:
        rows = [row for row, topic in enumerate(table.topics) if topic in topics]
        columns = [table.column(run) for run in tables[0].runs]
        fitting.append(
            replace(
                table,
                runs=tables[0].runs,
                topics=tuple(table.topics[row] for row in rows),
                values=table.values[np.ix_(rows, columns)],
            )
        )
    return fitting


def _check_factors(
    runs: Sequence[str], attributes: Attributes, factors: Sequence[str]
) -> Iterator[Problem]:
    known = list(dict.fromkeys(name for run in runs for name in attributes.get(run, {})))
    listed = f"attributes of the runs are {some(known)}"
    if not known:
        listed = "the key participants of the task names a table with a row per run"
    if not factors:
        yield Problem("no factor is named", hint=listed)
    for index, name in enumerate(factors):
        if name in factors[:index]:
            yield Problem(f"the factor {name!r} is named twice")
        elif name in (TOPIC, SHARD, RUN, OTHER):
            yield Problem(f"{name!r} cannot be a factor: topics and runs are in every model")
        elif name not in known:
            yield (
                unknown("attribute of runs", name, known)
                if known
                else Problem(f"the runs have no attribute {name!r}", hint=listed)
            )
        else:
            yield from _check_levels(name, {run: attributes[run].get(name, "") for run in runs})


def _check_levels(factor: str, given: Mapping[str, str]) -> Iterator[Problem]:
    if lacking := [run for run, level in given.items() if not level]:
        hint = "fill the table of participants, or evaluate some of the runs"
        yield Problem(f"runs have no {factor!r}: {some(lacking)}", hint=hint)
    elif len(set(given.values())) < 2:
        only = next(iter(given.values()))
        yield Problem(f"all runs have the {factor} {only!r}", hint="it explains nothing")


def _check_shards(tables: Sequence[ScoreTable], options: Options) -> Iterator[Problem]:
    first = tables[0]
    for number, table in enumerate(tables[1:], 2):
        if set(table.runs) != set(first.runs):
            alone = sorted(set(table.runs) ^ set(first.runs), key=str.encode)
            yield Problem(f"shard {number} lacks runs of the first: {some(alone)}")
        if set(table.topics) != set(first.topics) and options.topics != "common":
            alone = sorted(set(table.topics) ^ set(first.topics), key=str.encode)
            hint = "--topics common takes the topics that all shards have"
            yield Problem(
                f"shard {number} has not the topics of the first: {some(alone)}", hint=hint
            )


def _check_design(levels: Mapping[str, tuple[str, ...]], cells: Cells) -> Iterator[Problem]:
    """Refuse an unbalanced grid: the error rate of F was not measured there."""
    most = max(map(len, cells.values()))
    if lacking := [" × ".join(cell) for cell, runs in cells.items() if len(runs) < most]:
        message = f"analysis of variance needs equally many runs of all {' × '.join(levels)}; fewer"
        hint = "an F test of the others alone is not calibrated: add runs of these"
        for factor, spare in _find_unbalanced(levels, cells):
            hint += f", or leave out the runs whose {factor} is {spare}"
        yield Problem(f"{message} than {most} have {some(lacking)}", hint=hint)


def _find_unbalanced(
    levels: Mapping[str, tuple[str, ...]], cells: Cells
) -> Iterator[tuple[str, str]]:
    """Yield each factor and level whose removal balances the grid."""
    for column, (factor, known) in enumerate(levels.items()):
        for level in known:
            left = {len(runs) for cell, runs in cells.items() if cell[column] != level}
            if len(left) == 1 and len(known) > 2:
                yield factor, level
