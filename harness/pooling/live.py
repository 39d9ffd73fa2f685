"""Asking and judging in turns: the next documents of a plan, given the judgments so far."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from itertools import chain, islice
from numbers import Integral

import numpy as np

from harness.core.errors import EvaluationError, Problem, refuse, suggest, suggester
from harness.core.model import Qrels
from harness.core.numbers import check_whole, count_noun
from harness.core.packages import pl
from harness.pooling.candidates import Candidates, TopicCandidates
from harness.pooling.plan import Plan, as_pool, check_budgets, describe_pool, with_earlier
from harness.pooling.pool import Pool, PoolStart, list_earlier_documents
from harness.pooling.strategies import EarlierDocuments, RequestingStrategy

_KEY = ["topic", "doc"]


class Live:
    """A plan that hands out documents and learns their grades, in turns.

    Only requests and judgments are kept. Each call of `next` replays the strategy on them, so a
    grade that is changed later changes later requests, and an interrupted loop continues from its
    `judged` and its `pool`, given as ``before``. `harness.adaptive_pool` makes one from runs in any
    form.

    Parameters
    ----------
    candidates
        The offers of runs, as united by `harness.pooling.gather`.
    plan
        An order, which ignores the grades, or an adaptive strategy.
    before
        Judgments or an earlier pool. Their documents are not asked for again; an adaptive strategy
        learns from them, and the budget counts them, as in `choose`.

    Raises
    ------
    EvaluationError
        For a strategy that draws a sample, and for budgets that `choose` refuses.

    Examples
    --------
    >>> from harness.core.model import Run
    >>> from harness.pooling import gather
    >>> columns = {"topic": ["1"] * 3, "doc": ["a", "b", "c"], "score": [3.0, 2.0, 1.0]}
    >>> live = Live(gather([Run("x", pl.DataFrame(columns))]), Plan.of("maxmean", budget=3))
    >>> live.next(2)
    [('1', 'a'), ('1', 'b')]
    >>> live.judge("1", {"a": 2})
    >>> live.waiting, live.judged.frame.rows()
    ([('1', 'b')], [('1', 'a', 2)])
    """

    def __init__(
        self, candidates: Candidates, plan: Plan, *, before: PoolStart | Qrels | Pool | None = None
    ) -> None:
        refuse(chain(_refuse_samples(plan), check_budgets(candidates, plan)), EvaluationError)
        self._candidates = candidates
        self._plan = plan
        self._topics: dict[str, TopicCandidates] = {
            candidate.topic: candidate for candidate in candidates
        }
        self._pooled = PoolStart.of(before).pooled
        earlier = list_earlier_documents(before)
        #: The batch of the next call.
        self._batch = 1 + max(earlier["batch"].to_list(), default=0)
        self._first = self._batch
        # By topic: earlier documents, grades, and the batch of each requested document.
        self._earlier: defaultdict[str, set[str]] = defaultdict(set)
        self._grades: defaultdict[str, dict[str, int]] = defaultdict(dict)
        self._asked: defaultdict[str, dict[str, int]] = defaultdict(dict)
        for topic, doc, grade in earlier.select(*_KEY, "grade").iter_rows():
            self._earlier[topic].add(doc)
            if grade is not None:
                self._grades[topic][doc] = grade

    def __repr__(self) -> str:
        asked, grades = (sum(map(len, each.values())) for each in (self._asked, self._grades))
        topics = count_noun(len(self._topics), "topic")
        return f"Live: {topics}; {count_noun(asked, 'document')} asked for, {grades:,} judged"

    def next(self, count: int | None = None, topic: str | None = None) -> list[tuple[str, str]]:
        """Return the next documents to judge, the most wanted of each topic first.

        No document is asked for twice. Each call that returns documents is a batch.

        Parameters
        ----------
        count
            How many documents of each topic, fewer if the budget or the candidates end; the plan's
            ``batch``, or 1, if None.
        topic
            A topic to ask for; all if None.

        Returns
        -------
        list of (topic, document)
            The documents that assessors are to see next.

        Raises
        ------
        EvaluationError
            For a topic that no run answers, and a count that is not a whole number of at least 1.

        Examples
        --------
        >>> import harness
        >>> runs = {"x": {"1": ["a", "b"], "2": ["c"]}}
        >>> live = harness.adaptive_pool(runs, "move-to-front", budget=5)
        >>> live.next(1)
        [('1', 'a'), ('2', 'c')]
        """
        wrong = () if count is None else check_whole(count, 1, f"count = {count!r}")
        refuse(chain(self._unknown(topic), wrong), EvaluationError)
        number = count or self._plan.batch or 1
        pairs: list[tuple[str, str]] = []
        for name in self._topics if topic is None else [topic]:
            docs = list(islice(self._choose_wanted(name), self._allowed(name, number)))
            self._asked[name] |= dict.fromkeys(docs, self._batch)
            pairs += [(name, doc) for doc in docs]
        self._batch += bool(pairs)
        return pairs

    def judge(self, topic: str, grades: Mapping[str, int]) -> None:
        """Take the grades of documents of a topic; the newest grade of a document counts.

        Any candidate may be judged, asked for or not.

        Parameters
        ----------
        topic
            The topic.
        grades
            Whole numbers of at least 0 by document.

        Raises
        ------
        EvaluationError
            For a topic that no run answers, and with every document that no run offers and every
            wrong grade; then no grade is taken.

        Examples
        --------
        >>> import harness
        >>> live = harness.adaptive_pool({"x": {"1": ["a", "b"]}}, "move-to-front", budget=5)
        >>> live.judge("1", {"b": 1})
        >>> live.next(5)
        [('1', 'a')]
        """
        refuse(self._unknown(topic), EvaluationError)
        refuse(_check_grades(self._topics[topic], grades), EvaluationError)
        self._grades[topic] |= {doc: int(grade) for doc, grade in grades.items()}

    @property
    def waiting(self) -> list[tuple[str, str]]:
        """The documents asked for and not judged yet, as (topic, document), in the order of
        requests.
        """
        rows = sorted(self._rows(self._asked), key=lambda row: row[2])
        return [(topic, doc) for topic, doc, _ in rows if doc not in self._grades[topic]]

    @property
    def judged(self) -> Qrels:
        """All judgments so far, earlier ones included, by topic and document."""
        schema = {"topic": pl.String, "doc": pl.String, "grade": pl.Int64}
        return Qrels(pl.DataFrame(sorted(self._rows(self._grades)), schema=schema, orient="row"))

    def pool(self) -> Pool:
        """Return the documents asked for; ``batch`` numbers the call of `next`.

        Calls count from 1, or from the last batch of the earlier pool. If the plan keeps earlier
        documents, the pool includes documents judged or pooled before, and documents judged without
        being asked for.
        """
        schema = {"topic": pl.String, "doc": pl.String, "batch": pl.Int64}
        asked = pl.DataFrame(list(self._rows(self._asked)), schema=schema, orient="row")
        frame = self._candidates.union.join(asked, on=_KEY).with_columns(
            pl.lit(1, pl.Int64).alias("stratum"), pl.lit(1.0).alias("probability")
        )
        if self._plan.earlier == "keep":
            earlier = list_earlier_documents(PoolStart(self.judged, self._pooled))
            earlier = earlier.join(asked, on=_KEY, how="anti")
            frame = with_earlier(frame, self._candidates.union, earlier)
        described = describe_pool(self._candidates, self._plan, max(self._first, self._batch - 1))
        return Pool(as_pool(frame), as_pool(frame.clear()), described)

    def _choose_wanted(self, name: str) -> Iterator[str]:
        """Yield the documents wanted and not handed out yet, most wanted first."""
        return choose_wanted(self._topics[name], self._plan, self._given(name), self._grades[name])

    def _allowed(self, name: str, number: int) -> int:
        """Return how many of ``number`` further documents of a topic the budget allows."""
        given, requested = len(self._given(name)), len(self._asked[name])
        left = self._plan.strategy.remaining(self._plan.budget.of(name), given, requested)
        return number if left is None else min(number, left)

    def _given(self, name: str) -> set[str]:
        """Return the documents of a topic that were asked for, judged, or given before."""
        return self._asked[name].keys() | self._grades[name].keys() | self._earlier[name]

    @staticmethod
    def _rows(numbers: Mapping[str, Mapping[str, int]]) -> Iterator[tuple[str, str, int]]:
        for topic, of_topic in numbers.items():
            for doc, number in of_topic.items():
                yield topic, doc, number

    def _unknown(self, topic: str | None) -> Iterator[Problem]:
        if topic is not None and topic not in self._topics:
            yield Problem(f"no run answers the topic {topic!r}", hint=suggest(topic, self._topics))


def choose_wanted(
    topic: TopicCandidates, plan: Plan, given: Collection[str], grades: Mapping[str, int]
) -> Iterator[str]:
    """Yield the documents of a topic that a plan asks for, the most wanted first.

    Documents in ``given`` are passed over. ``grades`` holds the known grades; a document without
    one changes nothing. The strategy is replayed from its beginning, so the same state yields the
    same documents. It must not be a strategy that draws a sample.

    >>> from harness.core.model import Run
    >>> from harness.pooling import gather
    >>> columns = {"topic": ["1"] * 3, "doc": ["a", "b", "c"], "score": [3.0, 2.0, 1.0]}
    >>> (topic,) = gather([Run("x", pl.DataFrame(columns))])
    >>> list(choose_wanted(topic, Plan.of("maxmean", budget=3), {"a"}, {"a": 1}))
    ['b', 'c']
    """
    known_grades = (grades.get(doc) for doc in topic.docs)
    known = [None if grade is None else grade >= plan.relevance_level for grade in known_grades]
    old = np.array([doc in given for doc in topic.docs])
    strategy = plan.strategy
    assert isinstance(strategy, RequestingStrategy)  # `_refuse_samples` refuses all others
    codes = strategy.next_documents(topic, EarlierDocuments(old, known), plan)
    return (topic.docs[code] for code in codes)


def _refuse_samples(plan: Plan) -> Iterator[Problem]:
    if plan.strategy.draws:
        hint = "choose() draws it; a loop takes an order or an adaptive strategy"
        yield Problem(f"the strategy {plan.strategy.name} draws everything at once", hint=hint)


def _check_grades(topic: TopicCandidates, grades: Mapping[str, object]) -> Iterator[Problem]:
    docs, nearest_doc = set(topic.docs), suggester(topic.docs)
    for doc, grade in grades.items():
        if doc not in docs:
            message = f"no run offers the document {doc!r} in topic {topic.topic!r}"
            yield Problem(message, hint=nearest_doc(doc))
        if isinstance(grade, bool) or not isinstance(grade, Integral) or int(grade) < 0:
            message = f"the grade {grade!r} of {doc!r} in topic {topic.topic!r} is not allowed"
            hint = "it must be a whole number of at least 0; leave out what is not judged"
            yield Problem(message, hint=hint)
