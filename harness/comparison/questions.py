"""The questions that are asked of runs: what answers each, over which family, in which words."""

from __future__ import annotations

from dataclasses import dataclass

#: All that an absent significance says, wherever it is said.
NOT_WORSE = "not shown to be worse"

#: The same of two runs of which either could be the worse one.
NEITHER_WORSE = f"{NOT_WORSE} or better"

#: Letters in words.
SHARED_LETTERS = f"runs that share one are {NOT_WORSE} than each other"


@dataclass(frozen=True, slots=True)
class Question:
    """A question about runs, as people ask it.

    ``answer`` names the test and the correction, ``family`` the comparisons that are corrected
    together. ``shown`` are the words for what the test shows, ``not_shown`` for what it does not.
    """

    text: str
    answer: str
    family: str
    shown: str
    not_shown: str


#: Every question, by the name that code has for it.
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
