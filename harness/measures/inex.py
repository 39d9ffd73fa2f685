"""Measures of INEX: ranked elements (2002), and passages (2007 to 2010).

Elements: precision by expected search length, over recall. Passages: focused, relevant in context,
best in context.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from harness.core.arrays import Floats, divide, running_sum, total
from harness.core.inex_runs import QUANTISATIONS, Articles, ElementRun, PassageRun
from harness.measures.registry import measure
from harness.measures.summaries import Ratio

_CITE_ELEMENTS = (
    "Gövert, Kazai, Overview of INEX 2002; Raghavan, Bollmann, Jung, A critical investigation of "
    "recall and precision as measures of retrieval system performance, TOIS 1989; quantisations: "
    "Gövert, Fuhr, Lalmas, Kazai, Evaluating the effectiveness of content-oriented XML retrieval "
    "methods, Information Retrieval 2006"
)
_CHOICES = {"quantisation": tuple(QUANTISATIONS)}
#: The tolerance for sums of quarters times levels of recall, which should be whole.
_NEARLY = 1e-9


def _element_precisions(run: ElementRun, quantisation: str, levels: Floats) -> Floats:
    """Return P(relevant | retrieved) at recall levels above 0 [T, L]; see `precision_by_length`."""
    ties, relevant = run.ties(quantisation), run.total(quantisation)[:, None]
    rows = np.arange(len(run.topics))
    wanted = levels * relevant
    # A user stops at a whole element, or at the end.
    stop = np.minimum(np.ceil(wanted - _NEARLY), relevant)
    # The first score of each topic at which so much is retrieved, for all topics at once.
    step = float(relevant.max(initial=0.0)) + 1.0
    reached = ties.topic * step + ties.above + ties.within
    index = np.searchsorted(reached, rows[:, None] * step + stop - _NEARLY)
    within = np.minimum(index, max(len(reached) - 1, 0))
    retrieved = (index < len(reached)) & (
        ties.topic[within] == rows[:, None] if len(reached) else False
    )
    columns = (ties.above, ties.within, ties.nonrel_above, ties.nonrel_within)
    # Everything that is not retrieved is one more group, the last.
    num_ret = np.bincount(run.topic, minlength=len(rows))[:, None]
    above = np.bincount(ties.topic, ties.within, len(rows))[:, None]
    size = run.collection_size or np.inf
    rest = (above, relevant - above, num_ret - above, size - num_ret - (relevant - above))
    k, r, j, i = (
        np.where(retrieved, column[within] if len(column) else 0.0, other)
        for column, other in zip(columns, rest, strict=True)
    )
    length = j + divide((stop - k) * np.where(stop > k, np.maximum(i, 0.0), 0.0), r + 1)
    return np.where(relevant > 0, divide(wanted, wanted + length), 0.0)


@measure("PRR", suffix="level", choices=_CHOICES, cite=_CITE_ELEMENTS)
def precision_by_length(
    run: ElementRun, *, quantisation: str = "strict", level: float = 0.1
) -> Floats:
    """Precision of ranked elements at a level of recall, by the expected search length.

    The probability that a retrieved element is relevant, if the user stops at that level: x·n /
    (x·n + esl), where n is the relevance of all judged elements, x the level, and esl = j + s·i /
    (r + 1) the expected number of non-relevant elements seen until then. At the score where ⌈x·n⌉
    is reached, r is the relevance and i the non-relevance; j is the non-relevance above it and s
    the relevance still to be found there. Elements of equal scores have no order. Elements that are
    not retrieved come last, as one group; its size follows from ``collection_size``, the number of
    elements in the collection, without which precision is 0 there.

    ``quantisation`` combines exhaustivity and specificity (in 2002: relevance and coverage) into
    one relevance. "strict" is 1 for (3, 3) alone; "generalised" is 1 for (3, 3), .75 for (2, 3),
    (3, 2) and (3, 1), .5 for (1, 3), (2, 2) and (2, 1), .25 for (1, 2) and (1, 1): the function
    f_gen of INEX 2003 and 2004, in which the coverages "too small" and "too large" of 2002 count
    alike.

    Recall 1 is reached among two elements of one score, below one that is not relevant:
    2 / (2 + 1 + 1·1/(1 + 1)).

    >>> run = ElementRun.of([(3, 3)], [(0, 0)], [(3, 3), (1, 1)])
    >>> precision_by_length(run, level=1).round(4).tolist()
    [0.5714]
    """
    return _element_precisions(run, quantisation, np.array([level]))[:, 0]


@measure("AvgPRR", choices=_CHOICES, cite=_CITE_ELEMENTS)
def average_precision_by_length(
    run: ElementRun, *, quantisation: str = "strict", points: int = 100
) -> Ratio:
    """Average precision of ranked elements, as in INEX 2002: the mean of PRR over levels of recall.

    The levels are 1/points, 2/points, …, 1; ``quantisation`` as for PRR. Undefined (0) without a
    relevant element.

    A half of the relevance is at the top (precision 1), the other half is missed.

    >>> run = ElementRun.of([(3, 3)], missed=[(3, 3)])
    >>> average_precision_by_length(run).value.tolist()
    [0.5]
    """
    sums = total(_element_precisions(run, quantisation, np.arange(1, points + 1) / points))
    return Ratio(sums, np.where(run.total(quantisation) > 0, float(points), 0.0), additive=False)


# --- passages -----------------------------------------------------------------------------------

_CITE = "Kamps, Pehcevski, Kazai, Lalmas, Robertson, INEX 2007 evaluation measures, 2008"
_count = partial(measure, summary="sum", bounds=(0.0, float("inf")), integer=True, cite=_CITE)
_TASKS = {"task": ("relevant-in-context", "best-in-context")}


@measure("iP", suffix="recall", cite=_CITE)
def interpolated_character_precision(run: PassageRun, *, recall: float = 0.0) -> Floats:
    """Interpolated precision of a focused run, by characters, at a recall level.

    After every passage, in file order, precision is the share of relevant characters among those
    retrieved so far, recall the share of the topic's relevant characters retrieved. The best
    precision of each recall point 0, .01, …, 1 is taken, ⌊100 · recall⌋ being the point, and at
    each level the best of it and those above. INEX ranked by iP@0.01.

    Half of the first passage is relevant (recall .5), all of the second (recall 1): 15/20.

    >>> run = PassageRun.of([("a", 0, 10), ("b", 0, 10)], {"a": [(5, 5)], "b": [(0, 10)]})
    >>> interpolated_character_precision(run, recall=0.01).tolist()
    [0.75]
    """
    return run.best_precisions()[:, int(np.ceil(round(recall * 100, 9)))]


@measure("AiP", aliases=("MAiP",), cite=_CITE)
def average_interpolated_precision(run: PassageRun) -> Ratio:
    """Average interpolated precision of a focused run: the mean of iP at recall 0, .01, …, 1.

    Its mean over topics is MAiP. Undefined (0) without relevant text.

    Precision is 1 up to recall .5, then nothing more is retrieved: 51 of 101 points.

    >>> run = PassageRun.of([("a", 0, 10)], {"a": [(0, 10), (50, 10)]})
    >>> average_interpolated_precision(run).value.round(4).tolist()
    [0.505]
    """
    points = run.best_precisions()
    return Ratio(total(points), np.where(run.num_chars > 0, points.shape[1], 0.0), additive=False)


def _scores(articles: Articles, task: str, beta: float, n: int) -> Floats:
    """Return the score of each article [A]; see `generalised_precision`."""
    if task == "best-in-context":
        return np.maximum(n - articles.distance, 0.0) / n
    p, r = divide(articles.relevant, articles.retrieved), divide(articles.relevant, articles.judged)
    return divide((1 + beta**2) * p * r, beta**2 * p + r)


def _precisions(run: PassageRun, task: str, beta: float, n: int) -> Floats:
    """Return generalised precision at each rank [T, D]; past the end, of the last rank."""
    articles, num_topics = run.articles(task), len(run.topics)
    sums = running_sum(articles.by_rank(_scores(articles, task, beta, n), num_topics))
    num_ret = np.maximum(np.bincount(articles.topic, minlength=num_topics), 1)
    return sums / np.minimum(np.arange(1, sums.shape[1] + 1), num_ret[:, None])


@measure("gP", choices=_TASKS, exclusive=("beta", "n"), cite=_CITE)
def generalised_precision(
    run: PassageRun,
    *,
    task: str = "relevant-in-context",
    beta: float = 0.25,
    n: int = 500,
    cutoff: int | None = None,
) -> Floats:
    """Generalised precision: the mean score of the first k articles of a run in context.

    With ``task="relevant-in-context"`` an article scores F of its retrieved text: (1 + β²) · p · r
    / (β² · p + r), where p is the share of the retrieved characters that are relevant and r the
    share of its relevant characters that are retrieved. With ``task="best-in-context"`` it scores
    (n − d) / n, d being the characters between the passage's start and the best entry point, and 0
    beyond n. Articles without relevant text score 0. A ranking of fewer than k articles is taken
    whole; 0 for an empty one.

    Half of what is retrieved of a is relevant, and all of its relevant text: F with β = 1 is 2/3.

    >>> run = PassageRun.of([("a", 0, 10), ("b", 0, 10)], {"a": [(5, 5)]})
    >>> generalised_precision(run, beta=1, cutoff=2).round(4).tolist()
    [0.3333]
    >>> generalised_precision(run, task="best-in-context", n=10, cutoff=1).tolist()
    [0.5]
    """
    precisions = _precisions(run, task, beta, n)
    column = min(cutoff or precisions.shape[1], precisions.shape[1]) - 1
    return precisions[:, column] if column >= 0 else np.zeros(len(run.topics))


@measure("gR", cite=_CITE)
def generalised_recall(run: PassageRun, *, cutoff: int | None = None) -> Ratio:
    """Generalised recall: the share of the relevant articles among the first k.

    An article with relevant text counts, even if none of it is retrieved. Undefined (0) without
    relevant articles.

    >>> run = PassageRun.of([("a", 0, 10), ("b", 0, 9)], {"a": [(5, 5)], "c": [(0, 9)]})
    >>> generalised_recall(run, cutoff=1).value.tolist()
    [0.5]
    """
    articles = run.articles()
    counted = (articles.judged > 0) & (articles.rank <= (cutoff or np.inf))
    retrieved = np.bincount(articles.topic[counted], minlength=len(run.topics))
    return Ratio(retrieved.astype(float), run.num_articles.astype(float))


@measure("AgP", aliases=("MAgP",), choices=_TASKS, exclusive=("beta", "n"), cite=_CITE)
def average_generalised_precision(
    run: PassageRun, *, task: str = "relevant-in-context", beta: float = 0.25, n: int = 500
) -> Ratio:
    """Average generalised precision of a run in context; its mean over topics is MAgP.

    The sum of the generalised precisions (see gP) at the ranks of relevant articles, divided by
    their number. Parameters as for gP; undefined (0) without any.

    Two articles are relevant, b at rank 2 with a score of 1: gP is 1/2 there.

    >>> run = PassageRun.of([("a", 0, 9), ("b", 5, 5)], {"b": [(5, 5)], "c": [(0, 9)]})
    >>> average_generalised_precision(run).value.tolist()
    [0.25]
    """
    articles = run.articles(task)
    relevant = articles.by_rank(articles.judged > 0, len(run.topics)) > 0
    sums = total(np.where(relevant, _precisions(run, task, beta, n), 0.0))
    return Ratio(sums, run.num_articles.astype(float))


@measure("igP", suffix="recall", choices=_TASKS, exclusive=("beta", "n"), cite=_CITE)
def interpolated_generalised_precision(
    run: PassageRun,
    *,
    task: str = "relevant-in-context",
    beta: float = 0.25,
    n: int = 500,
    recall: float = 0.0,
) -> Floats:
    """Generalised precision interpolated at a level of generalised recall, of 0, .1, …, 1.

    Each level ⌊10 · gR⌋ has its best gP, and each ``recall`` the best from there on. Other
    parameters as for gP.

    >>> run = PassageRun.of([("a", 0, 9), ("b", 5, 5)], {"b": [(5, 5)], "c": [(0, 9)]})
    >>> interpolated_generalised_precision(run, recall=0.5).tolist()
    [0.5]
    """
    articles, column = run.articles(task), int(np.ceil(round(recall * 10, 9)))
    at_rank = articles.topic, articles.rank - 1
    so_far = running_sum(articles.by_rank(articles.judged > 0, len(run.topics)))
    recalls = divide(so_far[at_rank], run.num_articles[articles.topic])
    precisions = _precisions(run, task, beta, n)[at_rank]
    return run.interpolated(articles.topic, recalls, precisions, 10)[:, column]


@_count("RetSize", aliases=("ret_size",))
def size_retrieved(run: PassageRun) -> Floats:
    """Characters retrieved, 18 for an unknown passage.

    >>> size_retrieved(PassageRun.of([("a", 0, 10), ("b", 5, 5)], {"a": [(4, 8)]})).tolist()
    [15.0]
    """
    return run.sums(run.retrieved)


@_count("RelSize", aliases=("rel_size",))
def size_relevant(run: PassageRun) -> Floats:
    """Relevant characters, retrieved or not.

    >>> size_relevant(PassageRun.of([("a", 0, 10), ("b", 5, 5)], {"a": [(4, 8)]})).tolist()
    [8.0]
    """
    return run.num_chars.astype(float)


@_count("RelRetSize", aliases=("rel_ret_size",))
def size_relevant_retrieved(run: PassageRun) -> Floats:
    """Relevant characters retrieved.

    >>> size_relevant_retrieved(PassageRun.of([("a", 0, 10)], {"a": [(4, 8)]})).tolist()
    [6.0]
    """
    return run.sums(run.relevant)
