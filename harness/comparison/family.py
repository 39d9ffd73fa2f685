"""A family of comparisons: the p-values of many pairs of runs, corrected for their number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from harness.comparison.assurances import Circumstances, sentence
from harness.comparison.significance import (
    TESTS,
    SignificanceTest,
    refuse_few_topics,
    significance_test,
)
from harness.comparison.statements import Assurance, family_assurance
from harness.comparison.table import ScoreTable
from harness.core.arrays import Floats, FrozenArrays, Ints
from harness.core.errors import EvaluationError, Problem
from harness.core.notes import Note
from harness.core.numbers import count_noun
from harness.core.parallel import pieces
from harness.settings.compare import Options
from harness.stats.corrections import adjust_p_values, joint_floor, joint_randomisation
from harness.stats.families import subtract_pairs
from harness.stats.nemenyi import nemenyi_floor, nemenyi_test
from harness.stats.results import TestResult
from harness.stats.tukey import tukey_hsd

#: Differences that are tested at once, in pairs × topics.
_AT_ONCE = 2**20

#: Comparisons that are tested jointly: all pairs of 316 runs, 10,000 sign vectors in a minute.
MOST_JOINT = 50_000

#: The pairs of one table: the columns of the first and of the second runs.
Columns = tuple[Ints, Ints]
_Procedure = Callable[[Floats, Columns, Options], TestResult]


@dataclass(frozen=True, eq=False)
class ComparisonFamily(FrozenArrays):
    """The p-values [K] of comparisons, table by table.

    ``p`` is of the chosen test by itself, ``corrected`` allows for all ``size`` comparisons of its
    family; there are ``num_families`` if each measure is one. ``test`` and ``procedure`` (the
    correction) describe the computation in words, ``further`` adds to the latter. ``floor`` is the
    least p that the test can reach with these topics, ``corrected_floor`` the least corrected p.
    With ``own_test`` the corrected p-values are not made from ``p``. ``assurance`` is the promise
    of the correction.
    """

    p: Floats
    corrected: Floats
    size: int
    test: str
    procedure: str
    floor: float
    corrected_floor: float
    further: str = ""
    num_families: int = 1
    own_test: bool = False
    assurance: Assurance | None = None

    @property
    def correction(self) -> str:
        """The description of the correction in words."""
        return _join_words((self.procedure, self.further))

    @property
    def method(self) -> str:
        """The test and the correction in words; a correction that is a test stands alone."""
        return self.correction if self.own_test else f"{self.test}; {self.correction}"

    @property
    def clauses(self) -> list[str]:
        """The method in short lines, a clause each."""
        test = [] if self.own_test else [self.test]
        return [*test, *filter(None, (self.procedure, *self.further.split("; ")))]

    def limits(self, options: Options) -> Iterator[Note]:
        """Yield a note if so few topics cannot show anything, however far apart the runs are.

        >>> few = ComparisonFamily(np.ones(6), np.ones(6), 6, "sign", "Holm", 0.0625, 0.375)
        >>> str(next(few.limits(Options()))).partition(":")[0]
        'with so few topics nothing can be significant at alpha 0.05'
        """
        if self.corrected_floor < options.alpha:
            return
        least = f"the least p that the test can reach is {self.floor:.2g}"
        if options.correction == "joint":
            least = f"the least corrected p is {self.corrected_floor:.2g}"
        elif self.corrected_floor > self.floor:
            least += f", corrected for {self.size:,} comparisons {self.corrected_floor:.2g}"
        others = ["more topics"]
        if options.correction == "joint":
            others += ["--correction holm (of t)"]
        elif self.floor < options.alpha:
            others += ["fewer comparisons", "--correction joint (of randomisation and t)"]
        others += ["--test t"] if self.floor and options.test != "t" else []
        yield Note(
            "least-p",
            f"with so few topics nothing can be significant at alpha {options.alpha:g}: {least};"
            f" what could help: {', '.join(others)}",
            numbers={"least": self.floor, "corrected": self.corrected_floor, "family": self.size},
        )


def _join_words(parts: Iterable[str]) -> str:
    """Join parts of an explanation, each of them once."""
    return "; ".join(dict.fromkeys(filter(None, parts)))


#: The corrected p-values of a family, the procedure, further words, and the least p.
Corrected = tuple[Floats, str, str, float]


def test_family(
    tables: Sequence[ScoreTable], pairs: Sequence[Columns], options: Options
) -> ComparisonFamily:
    """Test the pairs of each table by the chosen test, and correct all of them together.

    The comparisons of each table are a family of their own, unless ``over_measures``. Procedures
    for the runs of one table ("tukey", "nemenyi") have corrected p-values of their own; with
    several measures these are multiplied by their number (Bonferroni). Raises `EvaluationError` for
    a test that is not offered for so few topics, and for a test that a correction cannot be
    combined with.
    """
    if not options.over_measures and len(tables) > 1:
        parts = [test_family([t], [c], options) for t, c in zip(tables, pairs, strict=True)]
        return ComparisonFamily(
            np.concatenate([part.p for part in parts]),
            np.concatenate([part.corrected for part in parts]),
            parts[0].size,
            _join_words(part.test for part in parts),
            _join_words(part.procedure for part in parts),
            max(part.floor for part in parts),
            max(part.corrected_floor for part in parts),
            _join_words([*(part.further for part in parts), "each measure is a family by itself"]),
            len(parts),
            parts[0].own_test,
            parts[0].assurance,
        )
    test = significance_test(options.test)
    refuse_few_topics(options.test, min(len(table.topics) for table in tables))
    tests = [
        _compute_p_values(test, t.compared, c, options) for t, c in zip(tables, pairs, strict=True)
    ]
    p, floors = (np.concatenate(parts) for parts in list(zip(*tests, strict=True))[:2])
    how = _join_words(how for *_, how in tests)
    own = options.correction in _OF_TABLES
    if options.correction == "joint":
        corrected, procedure, further, floor = _test_jointly(tables, pairs, options)
    elif own:
        corrected, procedure, further, floor = _test_by_table(tables, pairs, options)
    else:
        corrected, procedure, further, floor = _adjust_p_values(p, floors, options)
    num_runs = len(tables[0].runs)
    some_pairs = len(pairs[0][0]) < num_runs * (num_runs - 1) // 2
    assurance = None
    if options.correction != "none":
        assurance = family_assurance(options.correction, options.test, of_baselines=some_pairs)
    if len(p) > 1 and assurance is not None:
        further = _join_words((further, sentence(assurance, Circumstances.of(tables))))
    return ComparisonFamily(
        p,
        corrected,
        len(p),
        f"{test.label} ({how})",
        procedure,
        float(floors.min()),
        floor,
        further,
        own_test=own,
        assurance=assurance,
    )


def _compute_p_values(
    test: SignificanceTest, scores: Floats, pairs: Columns, options: Options
) -> tuple[Floats, Floats, str]:
    """Return the p-values of pairs by themselves, the least possible ones [P], and the method.

    A test that sees each pair alone gets the pairs in parts, which bounds memory.
    """
    first, second = pairs
    size = _AT_ONCE // len(scores) if test.each_alone else len(first)
    p, floors, how = [], [], []
    for part in pieces(len(first), max(1, size)) or [slice(0)]:
        differences = subtract_pairs(scores, (first[part], second[part]))
        tested = test.compute(differences, options, "two-sided")
        p.append(tested.p)
        floors.append(test.least_p(tested, differences, options))
        how.append(tested.how)
    return np.concatenate(p), np.concatenate(floors), _join_words(how)


def _adjust_p_values(p: Floats, floors: Floats, options: Options) -> Corrected:
    """Correct the p-values of the test itself for their number, if requested."""
    if options.correction == "none":
        return p, f"no correction for {count_noun(len(p), 'comparison')}", "", float(floors.min())
    outcome = adjust_p_values(p, options.correction)
    floor = float(adjust_p_values(floors, options.correction).p.min()) if floors.any() else 0.0
    return outcome.p, outcome.how, "", floor


def _test_jointly(
    tables: Sequence[ScoreTable], pairs: Sequence[Columns], options: Options
) -> Corrected:
    """Test all comparisons under the same sign vectors, one sign per topic for all measures."""
    signed = significance_test(options.test).signed
    if signed is None:
        message = f"the correction joint is for tests of signs, and {options.test} is none"
        names = [name for name, test in TESTS.items() if test.signed]
        raise EvaluationError(Problem(message, hint=f"--test {' or '.join(names)}"))
    rows = [subtract_pairs(t.compared, c) for t, c in zip(tables, pairs, strict=True)]
    topics = {topic: i for i, topic in enumerate(sorted({t for a in tables for t in a.topics}))}
    family = np.zeros((sum(map(len, rows)), len(topics)))
    start = 0
    for table, differences in zip(tables, rows, strict=True):
        columns = [topics[topic] for topic in table.topics]
        family[start : start + len(differences), columns] = signed(differences, options)
        start += len(differences)
    samples = options.draws(len(topics))
    if len(family) > MOST_JOINT:
        message = f"the correction joint takes {len(family):,} × {samples:,} sign vectors"
        hint = f"it is for {MOST_JOINT:,} comparisons at most; --correction holm takes a second"
        raise EvaluationError(Problem(message, hint=hint))
    tested = joint_randomisation(
        family, seed=options.seed, samples=samples, workers=options.workers
    )
    further = f"family of {len(family):,} comparisons"
    return tested.p, tested.how, further, joint_floor(family, samples)


def _test_by_table(
    tables: Sequence[ScoreTable], pairs: Sequence[Columns], options: Options
) -> Corrected:
    """Return the p-values of a procedure for all runs of a table, table by table."""
    procedure, floor_of = _OF_TABLES[options.correction]
    tests = [procedure(t.compared, c, options) for t, c in zip(tables, pairs, strict=True)]
    p = np.concatenate([tested.p for tested in tests])
    further = ""
    if len(tests) > 1:
        further = f"times {len(tests)} for as many measures (Bonferroni): family of {len(p):,}"
    floor = max(floor_of(table.compared, options) for table in tables)
    text = _join_words(f"{tested.test}, {tested.how}" for tested in tests)
    return np.minimum(p * len(tests), 1.0), text, further, min(1.0, floor * len(tests))


def _ignore_options(procedure: Callable[[Floats, Columns], TestResult]) -> _Procedure:
    return lambda scores, pairs, _: procedure(scores, pairs)


#: Corrections that are tests of all runs of a table, with the least p that they can reach.
_OF_TABLES: dict[str, tuple[_Procedure, Callable[[Floats, Options], float]]] = {
    "tukey": (_ignore_options(tukey_hsd), lambda _scores, _options: 0.0),
    "nemenyi": (
        _ignore_options(nemenyi_test),
        lambda scores, _options: nemenyi_floor(*scores.shape),
    ),
}
