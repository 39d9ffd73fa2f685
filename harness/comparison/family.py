"""A family of comparisons: the p-values of many pairs of runs, corrected for their number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from harness.comparison.options import MAX_T, Options
from harness.comparison.significance import TESTS
from harness.comparison.table import ScoreTable
from harness.core.arrays import Floats, Ints
from harness.stats.corrections import adjusted
from harness.stats.maxt import max_t
from harness.stats.pairs import differences_of
from harness.stats.results import TestResult

#: The pairs of one table: the columns of the first and of the second runs.
Columns = tuple[Ints, Ints]


@dataclass(frozen=True, eq=False)
class ComparisonFamily:
    """The p-values [K] of comparisons, those of all tables one after the other.

    ``p`` is that of the chosen test by itself, ``corrected`` the one that allows for all ``size``
    comparisons. ``test`` and ``correction`` say in plain words what was computed.
    """

    p: Floats
    corrected: Floats
    size: int
    test: str
    correction: str


def tested_family(
    tables: Sequence[ScoreTable], pairs: Sequence[Columns], options: Options
) -> ComparisonFamily:
    """Test the pairs of each table by the chosen test, and correct all of them together.

    With "maxt" the corrected p-values come from the permutations of each table; those of several
    measures are multiplied by their number (Bonferroni), for the permutations of one measure say
    nothing of the others.
    """
    tests = [
        TESTS[options.test].compute(differences_of(table.compared, columns), options, "two-sided")
        for table, columns in zip(tables, pairs, strict=True)
    ]
    p = np.concatenate([tested.p for tested in tests])
    how = "; ".join(dict.fromkeys(part for tested in tests for part in tested.how.split("; ")))
    test = f"{TESTS[options.test].label} ({how})"
    if options.correction != MAX_T:
        found = adjusted(p, options.correction)
        return ComparisonFamily(
            p, found.p, found.family, test, f"{found.how}; controls {found.controls}"
        )
    together, said = _max_t(tables, pairs, options)
    return ComparisonFamily(p, together, len(p), test, said)


def _max_t(
    tables: Sequence[ScoreTable], pairs: Sequence[Columns], options: Options
) -> tuple[Floats, str]:
    def tested(table: ScoreTable, columns: Columns) -> TestResult:
        return max_t(
            table.compared,
            columns,
            seed=options.seed,
            samples=options.draws,
            threads=options.threads,
        )

    tests = [tested(table, columns) for table, columns in zip(tables, pairs, strict=True)]
    p = np.concatenate([one.p for one in tests])
    said = "; ".join(dict.fromkeys(one.how for one in tests))
    if len(tests) > 1:
        said += f"; times {len(tests)} for as many measures (Bonferroni): family of {len(p)}"
    return np.minimum(p * len(tests), 1.0), said
