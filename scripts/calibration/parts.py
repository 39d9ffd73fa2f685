"""The parts of docs/calibration.md: what is simulated for each, of what sizes, and how often."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from harness.comparison.significance import TESTS
from harness.settings.names import P_VALUE_CORRECTIONS
from scripts.calibration import boards, judging, pairs
from scripts.calibration.samples import BEST, Outcomes, Sampling

#: What is simulated: outcomes of samples.
Simulate: TypeAlias = Callable[[Sampling], Outcomes]


@dataclass(frozen=True, eq=False, slots=True)
class Simulation:
    """A simulation at some ``sizes``, runs × topics, until there are ``wanted`` samples of each.

    Of its statements, each with the title of its table, the first is always an outcome where any
    is. ``batch`` samples are drawn at a time. What is ``invented`` is of no score table, and has
    that name in its place.
    """

    simulate: Simulate
    tables: Mapping[str, str]
    sizes: tuple[tuple[int, int], ...]
    wanted: int = 2000
    batch: int = 2000
    invented: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the page: its heading and words, and what is simulated for it."""

    heading: str
    words: str
    simulations: tuple[Simulation, ...]

    @property
    def tables(self) -> dict[str, str]:
        """The title of each statement's table."""
        return {name: title for each in self.simulations for name, title in each.tables.items()}


def _sizes(runs: tuple[int, ...], topics: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    return tuple(product(runs, topics))


_ALL_TOPICS = (4, 8, 15, 25, 50, 100, 200)
_BOARDS = (*_sizes((9, 30), (15, 25, 50)), (BEST, 50))

_NULL = """Topics are drawn with replacement from TREC-8's, by weights under which the means of the
runs are exactly equal: those nearest to equal weights (exponential tilting). Values, ties and
skewness stay as runs have them."""


_OTHER_TESTS = [name for name in TESTS if name != "t"]

_OF_T: dict[str, str] = {
    "pairs:holm:t": "Holm over t, all pairs",
    "against:holm": "Holm over t, against one run",
    **{f"pairs:{n}:t": f"{n} over t" for n in P_VALUE_CORRECTIONS if n != "holm"},
    "pairs:tukey": "Tukey",
    "differences-at-once": "All intervals of differences from one run hold (Bonferroni)",
}

_OF_OTHERS: dict[str, str] = {
    "pairs:nemenyi": "Nemenyi",
    **{
        f"pairs:{correction}:{test}": f"{correction} over {test}"
        for test in _OTHER_TESTS
        for correction in (*P_VALUE_CORRECTIONS, "joint")
    },
}

#: What is simulated, in the order of the page.
PARTS: dict[str, Part] = {
    "means": Part(
        "Intervals of means",
        """\
Coverage of the 95 % interval of a run's mean, for all runs, the best fifteen and the last fifteen
of 110, by number of topics. Intervals are Student's t, or Clopper and Pearson's interval of a share
if every value is 0 or 1.""",
        (
            Simulation(
                pairs.means,
                {
                    "mean-interval:all": "All runs",
                    "mean-interval:best": "The best fifteen",
                    "mean-interval:last": "The last fifteen",
                },
                _sizes((BEST,), _ALL_TOPICS),
                wanted=10_000,
                batch=10_000,
            ),
        ),
    ),
    "tests": Part(
        "Tests of two runs",
        f"""\
How often a test finds a difference (p < .05) between two neighbours on the leaderboard whose
means are equal. {_NULL} Wilcoxon's and the sign test answer another question: their rows show how
often they mislead if they are taken as tests of the mean. *t, p < .001* is the tail that matters
for families of many comparisons.""",
        (
            Simulation(
                pairs.t_tests,
                {"test:t": "t", "tail:t": "t, p < .001"},
                _sizes((2,), _ALL_TOPICS[1:]),
                wanted=10_000,
                batch=10_000,
            ),
            Simulation(
                pairs.other_tests,
                {f"test:{name}": name for name in _OTHER_TESTS},
                _sizes((2,), _ALL_TOPICS[1:-1]),
                batch=1000,
            ),
        ),
    ),
    "looks": Part(
        "Looking while topics arrive",
        """\
The same with a test after every topic, with t from the second topic on, with `always-valid` from
the 20th: how often a difference was found in any test so far.""",
        (
            Simulation(
                pairs.looks,
                {"looks:t": "t", "looks:always-valid": "always-valid"},
                _sizes((2,), _ALL_TOPICS),
            ),
        ),
    ),
    "intervals": Part(
        "Intervals of a difference",
        """\
How often 95 % intervals of the mean difference of such pairs include 0. Intervals are cut off at
a measure's bounds, which changes no coverage.""",
        (
            Simulation(
                pairs.t_intervals,
                {"difference-interval:t": "t"},
                _sizes((2,), _ALL_TOPICS[1:]),
                wanted=10_000,
                batch=10_000,
            ),
            Simulation(
                pairs.bootstrap_intervals,
                {"difference-interval:bca": "bootstrap, BCa"},
                _sizes((2,), _ALL_TOPICS[2:]),
                batch=1000,
            ),
        ),
    ),
    "equivalences": Part(
        "Equivalence and non-inferiority",
        f"""\
Neighbours shifted so that the second is better by exactly the margin, {pairs.MARGIN:g}: how
often they are called equivalent, and how often the first is called not worse by that much.""",
        (
            Simulation(
                pairs.equivalences,
                {"equivalent": "Called equivalent", "not-worse": "Called not worse"},
                _sizes((2,), _ALL_TOPICS[1:]),
                wanted=10_000,
                batch=10_000,
            ),
        ),
    ),
    "ranks": Part(
        "Ranks",
        f"""\
Nine of the best runs with equal means, beside unchanged others. {_NULL} How often the confidence
set of the rank of one of the nine includes all its possible ranks; how often a truly best run is
among the runs that could be the best; how often all sets hold at once (`simultaneous`). Columns
are runs × topics.""",
        (
            Simulation(
                boards.ranks,
                {
                    "rank-set": "Set of a tied run",
                    "could-be-best": "A best run could be the best",
                    "rank-sets-at-once": "All sets at once",
                },
                (*_sizes((9,), (15, 25, 50)), (30, 25), (30, 50), (BEST, 50)),
                batch=200,
            ),
        ),
    ),
    "families": Part(
        "Families of comparisons",
        f"""\
Nine of the best runs with equal means, beside unchanged others. {_NULL} How often any two of the
nine differ with corrected p-values below .05, in the family of all pairs, or of all against one
of them; for the Benjamini corrections the share of such pairs among all significant ones.
*Near-identical*: the nine runs whose differences vary least. *All equal*: all runs shifted to
the same mean, for measures whose values stay possible when shifted. Tests other than t: nine
runs, 25 topics; for Wilcoxon's, the sign test and Nemenyi's test scores are exchanged within
topics, since these tests assume symmetry. Columns are runs × topics.""",
        (
            Simulation(boards.families, _OF_T, _BOARDS),
            Simulation(
                boards.joint_families,
                {"pairs:joint:t": "joint over t"},
                (*_sizes((9,), (15, 25, 50)), (30, 50)),
                batch=200,
            ),
            Simulation(
                boards.variants,
                {"pairs-variants:holm": "Holm over t, near-identical runs"},
                _sizes((9,), (15, 25, 50)),
            ),
            Simulation(
                boards.equal_runs, {"pairs-all-equal:holm": "Holm over t, all equal"}, _BOARDS
            ),
            Simulation(boards.families_of_other_tests, _OF_OTHERS, ((9, 25),), batch=40),
        ),
    ),
    "gates": Part(
        "Gate",
        f"""\
How often a gate passes a candidate that loses exactly its budget. *Real pairs*: neighbours,
shifted to a loss of {pairs.MARGIN:g}; the worst loss of a topic is the range of the measure.
The others are synthetic, and the stated worst loss is the true one.""",
        (
            Simulation(
                pairs.gates,
                {
                    "gate:real": "Real pairs",
                    **{f"gate:{i}": words for i, words in enumerate(pairs.LOSSES)},
                },
                _sizes((2,), _ALL_TOPICS[2:]),
            ),
        ),
    ),
    "analyses": Part(
        "Analysis of variance",
        """\
Neighbours shifted to equal means: how often F finds a difference, uncorrected and with Greenhouse
and Geisser's ε. Uncorrected F assumes that all differences have the same variance. Columns are runs
× topics.""",
        (
            Simulation(
                boards.analyses,
                {"anova:own": "F with ε", "anova:F": "F, uncorrected"},
                _sizes((3, 9, 30, BEST), (15, 25, 50)),
            ),
        ),
    ),
    "reliabilities": Part(
        "Reliability of the leaderboard",
        """\
Runs are drawn at random from 110, and topics with replacement: coverage of the 95 % intervals of
Eρ² and Φ for the values of all runs and topics. Columns are runs × topics.""",
        (
            Simulation(
                boards.reliabilities,
                {"reliability:generalizability": "Eρ²", "reliability:dependability": "Φ"},
                _sizes((9, 30), (25, 50)),
            ),
        ),
    ),
    "risks": Part(
        "TRisk",
        """\
Differences of equal runs with random signs: how often TRisk is below −2. This is why it has no
verdict.""",
        (
            Simulation(
                pairs.risks,
                {"risk:1": "alpha 1", "risk:5": "alpha 5"},
                _sizes((2,), (15, 50, 200)),
            ),
        ),
    ),
    "judging": Part(
        "Judging",
        f"""\
Coverage of the intervals for judging. *Recall*: up to half of {judging.IN_DRAW} documents in the
draw are relevant; columns are documents judged in random order. *When to stop*: up to a fifth of
the documents are relevant, in random order; how often p is below .05 at any moment before 90 % are
found, testing after each; columns are documents. *Over topics*: two assessors judge
{judging.DOCUMENTS} documents of each topic; percentiles, over topics drawn with replacement, of
Krippendorff's α and of how much the second favours some of the documents; columns are topics.""",
        (
            Simulation(
                judging.recalls,
                {"recall-interval": "Recall so far"},
                _sizes((2,), (10, 30, 100)),
                invented="judgments",
            ),
            Simulation(
                judging.stops,
                {"stopping": "When to stop"},
                _sizes((2,), (50, 100, 200)),
                invented="judgments",
            ),
            Simulation(
                judging.over_topics,
                {
                    "topics-interval:agreement": "Over topics: agreement",
                    "topics-interval:favour": "Over topics: a model's favour",
                },
                _sizes((2,), (5, 10, 25, 50)),
                invented="judgments",
            ),
        ),
    ),
}
