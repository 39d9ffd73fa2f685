"""When to stop judging: inference on relevant documents that nobody has judged yet.

Documents judged in random order give estimates with intervals, documents chosen by an adaptive
strategy give a test.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

import numpy as np

from harness.core.faces import natural
from harness.core.packages import pl
from harness.judging.judgments import document_judgments
from harness.judging.ledger import Ledger
from harness.judging.policies import Policy, decide
from harness.judging.pools import drawable

_UNIT = ["topic", "doc"]


@dataclass(frozen=True, slots=True)
class RecallEstimate:
    """Estimated recall of a topic so far: the share of its relevant documents that are found.

    ``judged`` of ``documents`` in the draw are judged, and ``relevant`` of them are relevant.
    ``low`` and ``high`` bound the interval of ``recall``. All three are None without a relevant
    document; ``recall`` is also None if a stratum has no judgment.
    """

    topic: str
    documents: int
    judged: int
    relevant: int
    recall: float | None
    low: float | None
    high: float | None


def recall_so_far(ledger: Ledger, kinds: tuple[str, ...]) -> list[RecallEstimate]:
    """Return `recall_estimates` of all pools of a ledger, by assessors of these kinds."""
    # By a policy that leaves nothing open: documents with disagreement are no random part.
    grades = decide(document_judgments(ledger), Policy("median", kinds=kinds)).grades
    relevant = ledger.guidelines[1].dimension().relevant
    return recall_estimates(drawable(ledger), grades.select("topic", "doc", "grade"), relevant)


def recall_estimates(
    drawable: pl.DataFrame, grades: pl.DataFrame, relevance_level: int, confidence: float = 0.95
) -> list[RecallEstimate]:
    """Estimate the recall of each topic so far, among the documents in the draw of a pool.

    ``drawable`` has topic, doc and stratum of all documents, drawn or not; ``grades`` topic, doc
    and grade. Lists are in random order, so that the judged documents of a stratum are a random
    sample of it: with n of N documents judged and r relevant, N·r/n is the estimate, with the exact
    interval of the hypergeometric distribution. Intervals of several strata hold together
    (Bonferroni). It tells nothing about documents that no run retrieved, and for adaptive pools
    nothing beyond the documents handed out.

    >>> docs = pl.DataFrame({"topic": ["1"] * 4, "doc": list("abcd"), "stratum": [1, 2, 2, 2]})
    >>> grades = pl.DataFrame({"topic": ["1", "1"], "doc": ["a", "b"], "grade": [1, 1]})
    >>> recall_estimates(docs, grades, 1)
    [RecallEstimate(topic='1', documents=4, judged=2, relevant=2, recall=0.5, low=0.5, high=1.0)]
    """
    judged = drawable.join(grades, on=_UNIT, how="left").with_columns(
        relevant=pl.col("grade") >= relevance_level
    )
    strata = judged.group_by("topic", pl.col("stratum").cast(pl.String).fill_null("")).agg(
        documents=pl.len(),
        judged=pl.col("grade").is_not_null().sum(),
        relevant=pl.col("relevant").sum(),
    )
    topics = strata.sort("topic", "stratum").partition_by("topic", maintain_order=True)
    return [_estimate(topic, confidence) for topic in topics]


def _estimate(strata: pl.DataFrame, confidence: float) -> RecallEstimate:
    counts = strata.select("documents", "judged", "relevant").rows()
    documents, judged, relevant = (sum(column) for column in zip(*counts, strict=True))
    each = 1 - (1 - confidence) / len(counts)
    bounds = [relevant_interval(*row, confidence=each) for row in counts]
    least, most = (sum(ends) for ends in zip(*bounds, strict=True))
    recall = low = high = None
    if relevant:
        low, high = relevant / most, relevant / least
        if all(n for _, n, _ in counts):
            recall = relevant / math.fsum(size * r / n for size, n, r in counts)
    return RecallEstimate(strata["topic"][0], documents, judged, relevant, recall, low, high)


def relevant_interval(
    documents: int, judged: int, relevant: int, *, confidence: float = 0.95
) -> tuple[int, int]:
    """Return an interval for the number of relevant documents among N, if r of n drawn ones are.

    It has every number that a two-sided exact test does not reject: each tail of the hypergeometric
    distribution has more than (1 − confidence) / 2.

    >>> relevant_interval(100, 20, 3), relevant_interval(100, 100, 3), relevant_interval(9, 0, 0)
    ((5, 35), (3, 3), (0, 9))
    """
    from scipy.stats import hypergeom

    totals = np.arange(relevant, documents - judged + relevant + 1)
    drawn = hypergeom(documents, totals, judged)
    tail = (1 - confidence) / 2
    kept = totals[(drawn.cdf(relevant) > tail) & (drawn.sf(relevant - 1) > tail)]
    return int(kept[0]), int(kept[-1])


#: The recall to reach.
TARGET = 0.9


@dataclass(frozen=True, slots=True)
class StoppingAdvice:
    """State of a topic whose documents an adaptive strategy hands out.

    Of the ``candidates`` of runs ``judged`` are judged, ``relevant`` of them are relevant, and
    ``since`` were judged after the last relevant one. ``p`` is `missed_p` for a recall of
    ``TARGET``.
    """

    topic: str
    candidates: int
    judged: int
    relevant: int
    since: int
    p: float


def stopping_advice(ledger: Ledger, policy: Policy) -> list[StoppingAdvice]:
    """Return the state of each live topic, to decide whether judging may stop."""
    query = """
        SELECT u.topic, max(q.candidates) FROM asked q JOIN assignment a ON a.id = q.assignment
        JOIN unit u ON u.id = a.unit GROUP BY u.topic
    """
    offered = dict(ledger.rows(query))
    if not offered:
        return []
    judgments = document_judgments(ledger)
    first = judgments.group_by(_UNIT).agg(pl.col("event").min())
    level = ledger.guidelines[1].dimension().relevant
    graded = decide(judgments, policy).grades.join(first, on=_UNIT).sort("event")
    answers: dict[str, list[bool]] = {topic: [] for topic in sorted(offered, key=natural)}
    for topic, grade in graded.select("topic", "grade").iter_rows():
        if topic in answers:
            answers[topic].append(grade >= level)
    return [_advice(topic, offered[topic], given) for topic, given in answers.items()]


def _advice(topic: str, candidates: int, answers: Sequence[bool]) -> StoppingAdvice:
    since = len(answers) if True not in answers else [*reversed(answers)].index(True)
    p = missed_p(answers, candidates)
    return StoppingAdvice(topic, candidates, len(answers), sum(answers), since, p)


def missed_p(answers: Sequence[bool], candidates: int, target: float = TARGET) -> float:
    """Return the probability of so few recent relevant documents if recall were below ``target``.

    ``answers`` tell whether each judged document, in the order of judging, is relevant. Documents
    judged since a moment count as drawn at random from all candidates left at that moment. A
    strategy that finds relevant documents sooner than chance is on the safe side; one worse than
    chance makes p too small. If recall is below the target, at least ⌊r / target⌋ + 1 documents are
    relevant: p is the least, over all moments, of the probability that no more than r of so many
    were found. Below 0.05 judging can stop by this rule.

    Only the beginning and the moments after a relevant document are tried: a longer stretch without
    one gives a smaller p.

    >>> round(missed_p([True] + [False] * 9, 20), 4)  # of 19 one more, not among 9 drawn: 10 / 19
    0.5263
    >>> missed_p([True] * 9, 9), missed_p([], 5)
    (0.0, 1.0)

    Callaghan, Müller-Hansen, Statistical stopping criteria for automated screening in systematic
    reviews, Systematic Reviews 2020.
    """
    from scipy.stats import hypergeom

    seen = [0, *accumulate(map(int, answers))]
    least = int(seen[-1] / Fraction(str(target))) + 1
    starts = np.array([0, *(i for i, is_relevant in enumerate(answers, start=1) if is_relevant)])
    relevant = np.array(seen)[starts]
    chances = hypergeom.cdf(
        seen[-1] - relevant, candidates - starts, least - relevant, len(answers) - starts
    )
    return float(np.nan_to_num(chances).min())  # NaN: there are not so many candidates
