"""Questions about runs with their answers, and every sentence that promises something.

A question has a procedure that answers it, a family, and words. A sentence that promises something
("95 % interval", "controls any false rejection") is printed from its record here only;
`harness.comparison.assurances` says how far it holds.
"""

from __future__ import annotations

from dataclasses import dataclass

#: The words for a missing significance.
NOT_WORSE = "not shown to be worse"

#: The same for two runs, of which either could be the worse.
NEITHER_WORSE = f"{NOT_WORSE} or better"

#: The same for a run beside a chosen one, on the page.
NO_DIFFERENCE = "not shown to differ from"

#: The words for runs that could be the best, beside the first.
AS_GOOD = "could be as good"

#: A caution: comparing all runs with the first one ignores that it was chosen.
FIRST_WAS_CHOSEN = (
    "{run} has the best mean, but p assumes that it was chosen before values were seen; the stars"
    " of the leaderboard allow for that choice and show which runs could be the best"
)

#: The condition of the p of a pair.
PAIR_CHOSEN = "for this pair, chosen before values were seen; not corrected"

#: The meaning of letters.
SHARED_LETTERS = f"runs that share one are {NOT_WORSE} than each other"


@dataclass(frozen=True, slots=True)
class Question:
    """A question about runs, as people ask it.

    ``answer`` names the test and the correction, ``family`` the comparisons that are corrected
    together. ``shown`` are the words for a positive result, ``not_shown`` for a negative one.
    """

    text: str
    answer: str
    family: str
    shown: str
    not_shown: str


#: Every question, by its name in code.
QUESTIONS: dict[str, Question] = {
    "best": Question(
        "Which of the runs could be the best?",
        "its rank confidence set has rank 1 (multiple comparisons with the best)",
        "each run against all others",
        "shown to be worse than another run",
        "could be the best",
    ),
    "ranks": Question(
        "Between which ranks does a run lie?",
        "its rank confidence set: step-down over both sides of its comparisons",
        "each run against all others",
        "shown to be better, or worse",
        NEITHER_WORSE,
    ),
    "against": Question(
        "Which runs differ from X?",
        "the test of each pair with X, by Holm unless another correction is chosen",
        "all runs against X",
        "differs significantly",
        NEITHER_WORSE,
    ),
    "pair": Question(
        "Do these two, which I chose before I saw values, differ?",
        "the difference with its interval, one p, one effect size",
        "the pair alone",
        "differs significantly",
        NEITHER_WORSE,
    ),
    "pairs": Question(
        "Which of all pairs differ?",
        "the test of each pair, by Holm unless another correction is chosen; letters",
        "all pairs",
        "differs significantly",
        NEITHER_WORSE,
    ),
    "table": Question(
        "Which runs of a paper's table differ from its baselines?",
        "the test of each pair with a baseline, by Holm unless another correction is chosen",
        "the comparisons of a measure; of all measures when asked",
        "differs significantly",
        NEITHER_WORSE,
    ),
}


@dataclass(frozen=True, slots=True)
class Assurance:
    """A sentence that promises something.

    ``text`` has fields in braces. ``condition`` is its assumption, ``check`` how the data at hand
    are checked for it. ``cells`` are the statements of `Cell` that measured it; the ones after the
    first are quoted as ``also``. With ``holds`` they count how often it holds, as for intervals,
    otherwise how often it is wrong. ``measured`` are the words for its rate. A sentence whose rate
    does not depend on the kind of values has a ``section`` of docs/calibration.md instead.
    """

    text: str
    condition: str
    check: str
    measured: str = ""
    cells: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    holds: bool = False
    section: str = ""


#: How assumptions on the distribution of values are checked.
_BY_KIND = "the nearest cell by kind of values, topics and runs; off: approximate"
_NEAR_NORMAL = "means of differences are near normal"
_SYMMETRIC = "differences of equal runs are symmetric around 0"

#: Every assurance by name. Corrections have one per test, in `family_assurance`.
ASSURANCES: dict[str, Assurance] = {
    "mean-interval": Assurance(
        "{percent} interval of each mean by itself",
        "means are near normal over topics; of values that are 0 or 1 nothing",
        f"Clopper and Pearson where all values are ends of the scale; else {_BY_KIND}",
        "intervals of means hold the mean",
        ("mean-interval:all", "mean-interval:best", "mean-interval:last"),
        ("the best fifteen runs", "the last fifteen"),
        holds=True,
    ),
    "rank-set": Assurance(
        "confidence set of ranks ({percent}, of each run by itself)",
        _NEAR_NORMAL,
        _BY_KIND,
        "sets hold all ranks of tied runs",
        ("rank-set",),
        holds=True,
    ),
    "rank-sets-at-once": Assurance(
        "confidence set of ranks ({percent}, all at once)",
        _NEAR_NORMAL,
        _BY_KIND,
        "all sets of ranks hold at once",
        ("rank-sets-at-once",),
        holds=True,
    ),
    "could-be-best": Assurance(
        "{percent} confidence",
        _NEAR_NORMAL,
        _BY_KIND,
        "the best of tied runs is said to be one that could be",
        ("could-be-best",),
        holds=True,
    ),
    "difference-interval": Assurance(
        "{percent} t interval of each difference by itself, not corrected",
        _NEAR_NORMAL,
        _BY_KIND,
        "intervals of differences hold 0 for equal runs",
        ("difference-interval:t",),
        holds=True,
    ),
    "equal-differences": Assurance(
        "where all differences are equal there is no t, and no equivalence is tested: p is that of"
        " their signs, the interval that of the share of topics that may have another (Clopper and"
        " Pearson)",
        "topics are a sample of topics",
        "none is needed: exact",
        section="Intervals of a difference",
    ),
    "differences-at-once": Assurance(
        "{percent} t intervals of all {size} differences at once (Bonferroni)",
        _NEAR_NORMAL,
        _BY_KIND,
        "all intervals of differences hold at once",
        ("differences-at-once",),
        holds=True,
    ),
    "always-valid": Assurance(
        "{percent} always-valid t interval of each difference, however often one looks",
        "the topics that are judged first are not chosen by their values; 20 of them at least",
        f"refused below 20 topics; {_BY_KIND}",
        "looking after every topic finds a difference of equal runs",
        ("looks:always-valid",),
    ),
    "bca": Assurance(
        "bootstrap interval (BCa)",
        "at least 15 topics",
        f"not offered below; {_BY_KIND}",
        "BCa intervals hold 0 for equal runs",
        ("difference-interval:bca",),
        holds=True,
    ),
    "equivalent": Assurance(
        "equivalent within ±{margin}: {verdict} (two one-sided tests, t, alpha {alpha})",
        _NEAR_NORMAL,
        _BY_KIND,
        "runs whose difference is the margin are called equivalent",
        ("equivalent", "not-worse"),
        ("called not worse",),
    ),
    "gate": Assurance(
        "within: one-sided non-inferiority of means, alpha {alpha}",
        "no topic loses more than the worst loss",
        "a topic that lost more is refused; of what few topics can miss there is a second test",
        "candidates that lose the whole budget pass",
        ("gate:real", "gate:0", "gate:1", "gate:2", "gate:3", "gate:4", "gate:5"),
        (
            "2 % of topics lose .5",
            "5 % lose .5",
            "10 % lose .5",
            "5 % lose .2",
            "5 % lose .4 and all change a little",
            "normal losses",
        ),
    ),
    "own-F": Assurance(
        "own F, own p: against the effect's own interaction with the topics, both degrees of"
        " freedom times ε (Greenhouse and Geisser)",
        "the interaction with topics is near normal",
        "ε is estimated from the values at hand",
        "F by Greenhouse and Geisser finds equal runs different",
        ("anova:own",),
    ),
    "F": Assurance(
        "F, p: against the residual, which pools the errors of all effects: supposes that all"
        " differences vary as much over topics, which those of runs do not",
        "all differences vary as much over topics",
        "not: it is shown as published analyses have it, beside own F",
        "uncorrected F finds equal runs different",
        ("anova:F",),
    ),
    "reliability": Assurance(
        "{percent} interval, {how}",
        "effects of runs, topics and what is left are near normal; runs are a sample of runs",
        _BY_KIND,
        "intervals of Eρ² hold it",
        ("reliability:generalizability", "reliability:dependability"),
        ("of Φ",),
        holds=True,
    ),
    "estimated-interval": Assurance(
        "{percent} interval of each mean by itself (t, effective degrees of freedom), but for the"
        " bias of the estimate",
        "judgments were drawn with known probabilities; the estimate has little bias",
        "the probabilities, or strata, that judgments have",
        "intervals of means of estimates, over topics and samples",
        section="Models corrected by samples",
    ),
    "recall-interval": Assurance(
        "{percent} interval of the recall among the documents in the draw",
        "what is judged of a stratum is a random part of it",
        "lists in an order by chance; adaptive pools have none",
        "intervals of the recall hold it",
        section="Judging",
    ),
    "topics-interval": Assurance(
        "{percent} intervals over topics, percentiles of {samples} draws",
        "topics are a sample of topics, and many",
        "the nearest cell by topics; off: approximate",
        "intervals of agreement hold it",
        ("topics-interval:agreement", "topics-interval:favour"),
        ("of a model's favour",),
        holds=True,
    ),
    "stopping": Assurance(
        "p: how probable so few relevant documents of late are, at one look, if less than 90 % were"
        " found and the strategy finds them no later than chance would; looking after every"
        " document misleads more often",
        "the strategy finds relevant documents no later than chance would",
        "nothing",
        "looks after every document say to stop too early",
        section="Judging",
    ),
    "missed-share": Assurance(
        "a loss on up to {share} of topics cannot be excluded ({percent}, Clopper and Pearson)",
        "topics are a sample of topics",
        "none is needed: exact",
        section="Gate",
    ),
    "sample-interval": Assurance(
        "{percent} of other samples, these topics, approximate",
        "judgments were drawn with known probabilities, and many",
        "the probabilities, or strata, that judgments have",
        "intervals of differences by the sample of judgments",
        section="Samples of judgments",
    ),
}


def test_assurance(test: str) -> Assurance:
    """Return the assurance of a test of one pair: its p.

    >>> test_assurance("t").cells
    ('test:t',)
    """
    conditions = {"randomisation": _SYMMETRIC, "always-valid": ASSURANCES["always-valid"].condition}
    ranks = "differences are symmetric around 0, which is what the test asks, and not equal means"
    condition = conditions.get(test, ranks if test in ("wilcoxon", "sign") else _NEAR_NORMAL)
    words = "p below .05 for runs of equal means"
    return Assurance("p: {how}, two-sided", condition, _BY_KIND, words, (f"test:{test}",))


#: The families of all pairs that are also quoted, as they are harder.
_HARDER = ("of near-identical runs", "where all runs are equal")


def family_assurance(correction: str, test: str, *, of_baselines: bool = False) -> Assurance:
    """Return the assurance of a correction of a test's p-values, for all pairs or with baselines.
    >>> family_assurance("holm", "t").text
    'controls any false rejection if means of differences are near normal'
    """
    shares = correction in ("benjamini-hochberg", "benjamini-yekutieli")
    what = "share of false rejections" if shares else "any false rejection"
    condition = _NEAR_NORMAL if test == "always-valid" else test_assurance(test).condition
    if correction == "nemenyi" or test in ("wilcoxon", "sign"):
        condition = _SYMMETRIC if correction != "nemenyi" else "orders of equal runs are chance"
    elif correction == "joint":
        condition = _SYMMETRIC
    elif correction == "tukey":
        condition = "all differences are near normal with the same variance"
    if correction in ("hommel", "benjamini-hochberg"):
        condition += ", and tests depend positively on each other"
    own = correction in ("tukey", "nemenyi")
    name = f"pairs:{correction}" if own else f"pairs:{correction}:{test}"
    cells: tuple[str, ...] = (name,)
    also: tuple[str, ...] = ()
    if name == "pairs:holm:t":
        cells, also = (name, "pairs-variants:holm", "pairs-all-equal:holm"), _HARDER
        if of_baselines:
            cells, also = ("against:holm",), ()
    words = f"{'share' if shares else 'families with any'} of false rejections"
    words = words if shares else "families with a false rejection"
    return Assurance(f"controls {what} if {condition}", condition, _BY_KIND, words, cells, also)
