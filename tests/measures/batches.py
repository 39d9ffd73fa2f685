"""Random batches of rankings, and random parameters of any measure, for hypothesis."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import cycle, islice
from typing import Any, TypeVar

import polars as pl
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from harness.core.dialects import DEFAULT_DIALECT, get_dialect
from harness.core.judged_run import JudgedRun
from harness.core.model import Qrels, Run
from harness.evaluation.judgments import JudgedTopics
from harness.evaluation.rules import Rules
from harness.evaluation.run_scores import join_run, order_run
from harness.evaluation.views import View, all_views
from harness.evaluation.views.subtopics import DIMENSIONS
from harness.formats.tables import passages_type
from harness.measures import FAMILIES, Family
from tests.measures.drawn import LARGE_GRADES, MAX_GRADE, measures_of
from tests.oracles import Topic

T = TypeVar("T")
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "ci")
_EXAMPLES = min(60, settings().max_examples)

#: Examples are made once, and not made smaller.
making = settings(
    max_examples=60,
    phases=[Phase.generate],
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)


def examples_of(strategy: st.SearchStrategy[T], most: int = 60) -> list[T]:
    """Some sixty examples of a strategy, or so many at most, always the same."""
    made: list[T] = []

    @settings(making, max_examples=most)
    @given(strategy)
    def collect(example: T) -> None:
        made.append(example)

    collect()
    return made


#: Above any collection that `topics` can make.
COLLECTION = 500

_GRADES = st.sampled_from((0, 0, 0, 1, 1, 2, 3, 4, *LARGE_GRADES))


@st.composite
def topics(draw: st.DrawFn) -> Topic:
    """A topic: some documents are judged, some of those retrieved, among unjudged ones.

    Often nothing is retrieved, nothing judged, nothing relevant, or everything.
    """
    judged = draw(st.lists(_GRADES, max_size=12))
    kept = draw(st.integers(0, len(judged)))
    unjudged = draw(st.lists(st.sampled_from((-1, -1, -2)), max_size=8))
    ranking = draw(st.permutations([*judged[:kept], *unjudged]))
    counts = {grade: judged.count(grade) for grade in set(judged)}
    return Topic(
        list(ranking),
        counts,
        COLLECTION,
        draw(st.sampled_from(("trec_eval-10", "trec_eval-9"))),
        unjudged.count(-2) + draw(st.integers(0, 2)),
    )


@dataclass(frozen=True)
class OtherTopic:
    """A topic of other judgments: their columns without that of the topic, and a ranking.

    What is ranked is a document, or the columns of a part of one.
    """

    judgments: tuple[dict[str, Any], ...]
    ranking: tuple[str | dict[str, Any], ...]


def batch_of(rows: Sequence[Any], sees: str = "JudgedRun") -> Any:
    """The batch of these topics as measures see them that are given batches of that class."""
    return of_grades(rows) if sees in _GRADED else of_judgments(rows, all_views()[sees])


def of_judgments(rows: Sequence[OtherTopic], view: View, rules: Rules | None = None) -> Any:
    """The batch of these topics as evaluations make it."""
    rules = rules or Rules()
    judged = [
        {"topic": str(number), **judgment}
        for number, row in enumerate(rows)
        for judgment in row.judgments
    ]
    retrieved = [
        {"topic": str(number), "score": float(-rank)}
        | (part if isinstance(part, dict) else {"doc": part})
        for number, row in enumerate(rows)
        for rank, part in enumerate(row.ranking)
    ]
    topics = JudgedTopics(Qrels(typed(judged)))
    ordered = order_run(Run("r", typed(retrieved)), topics, rules)
    joined = join_run(ordered, topics, rules)
    return view.see(ordered, joined, topics.compute_once(view.prepare), rules)


def typed(rows: list[dict[str, Any]]) -> pl.DataFrame:
    """A frame with the types that readers give, whatever values there are."""
    integers = dict.fromkeys(("offset", "length", "best_entry", *DIMENSIONS), pl.Int64)
    types = {**integers, "passages": passages_type()}
    return pl.DataFrame(
        rows, schema_overrides={name: kind for name, kind in types.items() if name in rows[0]}
    )


def of_grades(rows: Sequence[Topic]) -> JudgedRun:
    """The batch of these topics, in the dialect of the first."""
    return JudgedRun.of(
        *(row.grades for row in rows),
        judged=[{**row.judged, -2: row.negative} for row in rows],
        collection_size=COLLECTION,
        dialect=get_dialect(rows[0].dialect) if rows else DEFAULT_DIALECT,
    )


@st.composite
def improvements(draw: st.DrawFn) -> tuple[Topic, list[int]]:
    """A topic, and its ranking after a better document changed places with one further up."""
    topic = draw(topics())
    best = draw(st.sampled_from((1, 2, 3, MAX_GRADE)))
    grades = [*topic.grades, draw(st.sampled_from((-2, -1)))]
    grades.insert(draw(st.integers(1, len(grades))), best)
    judged = {**topic.judged, best: topic.judged.get(best, 0) + 1}
    chances = [
        (upper, lower)
        for lower in range(len(grades))
        for upper in range(lower)
        if max(grades[upper], 0) < max(grades[lower], 0)
    ]
    better = list(grades)
    if chances:
        upper, lower = draw(st.sampled_from(chances))
        better[upper], better[lower] = better[lower], better[upper]
    return Topic(grades, judged, COLLECTION), better


_GRADED = ("JudgedRun", "Batch")
_DOCS = "abcdef"
_RANKINGS = st.permutations(_DOCS + "xyz").flatmap(
    lambda docs: st.integers(1, len(docs)).map(lambda length: tuple(docs[:length]))
)


def _judgments(column: str, values: str, **more: Any) -> st.SearchStrategy[Any]:
    """Grades of documents by the values of a column; ``more`` columns follow from the grade."""
    pairs = st.dictionaries(
        st.tuples(st.sampled_from(values), st.sampled_from(_DOCS)),
        st.sampled_from((0, 0, 1, 1, 2, 3)),
        min_size=1,
    )
    return pairs.map(
        lambda grades: tuple(
            {
                column: value,
                "doc": doc,
                "grade": grade,
                **{name: of(grade) for name, of in more.items()},
            }
            for (value, doc), grade in grades.items()
        )
    )


def _sampled() -> st.SearchStrategy[Any]:
    """Grades of documents of two strata, some of which were not drawn, and those of a model."""
    grades = st.sampled_from((-1, -1, 0, 0, 1, 1, 2, 3))
    drawn = st.tuples(st.sampled_from("12"), grades, st.sampled_from((0, 0, 1, 2)))
    documents = st.dictionaries(st.sampled_from(_DOCS), drawn, min_size=1)
    return documents.map(
        lambda known: tuple(
            {"stratum": stratum, "doc": doc, "grade": grade, "model": model}
            for doc, (stratum, grade, model) in known.items()
        )
    )


#: Passages: gaps before them, and lengths.
_SPANS = st.lists(st.tuples(st.integers(0, 9), st.integers(1, 9)), min_size=1, max_size=3)


def _laid(spans: Sequence[tuple[int, int]]) -> list[dict[str, int]]:
    """Passages one after the other."""
    listed, start = [], 0
    for gap, length in spans:
        listed.append({"offset": start + gap, "length": length})
        start += gap + length
    return listed


def _article(doc: str, spans: Sequence[tuple[int, int]], entry: int) -> dict[str, Any]:
    passages = _laid(spans)
    size = sum(part["length"] for part in passages)
    entries = {"best_entry": entry if size else None, "passages": passages}
    return {"doc": doc, "grade": int(size > 0), "relevant_chars": size, "doc_chars": 99, **entries}


_PARTS = st.sampled_from(
    [{"offset": 4 * (step % 5), "length": 3 + step} for step in range(8)]
    + [{"offset": None, "length": None}]
)
#: A passage of each of some articles, so that the run suits every task; some are not known.
_PASSAGES = _RANKINGS.flatmap(
    lambda docs: st.tuples(
        *(_PARTS.map(lambda part, doc=doc: {"doc": doc, **part}) for doc in docs)
    )
)
_ARTICLES = st.dictionaries(
    st.sampled_from(_DOCS),
    st.tuples(st.one_of(st.just([]), _SPANS), st.integers(0, 20)),
    min_size=1,
).map(lambda known: tuple(_article(doc, spans, entry) for doc, (spans, entry) in known.items()))

_PATHS = st.tuples(st.sampled_from(_DOCS), st.sampled_from(("/a[1]", "/a[1]/b[1]", "/a[1]/b[2]")))
_ELEMENTS = st.dictionaries(
    _PATHS, st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1
).map(
    lambda known: tuple(
        {"doc": doc, "path": path, "grade": e, "exhaustivity": e, "specificity": float(s)}
        for (doc, path), (e, s) in known.items()
    )
)
#: Elements with few different scores, so that there are ties.
_TIED = st.lists(st.tuples(_PATHS, st.integers(0, 3)), unique_by=lambda pair: pair[0], min_size=1)
_TIED_ELEMENTS = _TIED.map(
    lambda listed: tuple(
        {"doc": doc, "path": path, "score": float(score)} for (doc, path), score in listed
    )
)


def _twice_graded(column: str) -> st.SearchStrategy[Any]:
    """Grades of relevance and of another dimension, which some documents do not have."""
    pairs = st.tuples(st.sampled_from((0, 1, 2)), st.sampled_from((None, 0, 1, 2)))
    return st.dictionaries(st.sampled_from(_DOCS), pairs, min_size=1).map(
        lambda grades: tuple(
            {"doc": doc, "grade": grade, column: other} for doc, (grade, other) in grades.items()
        )
    )


#: What may be judged of a topic, by the class of the batches that measures see.
JUDGMENTS: dict[str, st.SearchStrategy[Any]] = {
    "SampledRun": _sampled(),
    "GroupJudgedRun": _judgments("group", "ABC"),
    "SubtopicRun": _judgments("subtopic", "123"),
    "UnderstandabilityRun": _twice_graded("understandability"),
    "CredibilityRun": _twice_graded("credibility"),
    "PreferenceRun": _judgments("group", "ABC", subgroup=lambda _: "0", level=float),
    "PassageRun": _ARTICLES,
    "ElementRun": _ELEMENTS,
}
#: What may be ranked, where it is no document.
_RANKED = {"PassageRun": _PASSAGES, "ElementRun": _TIED_ELEMENTS}


@st.composite
def batches(draw: st.DrawFn, sees: str = "JudgedRun") -> tuple[list[Any], Any]:
    """Topics, and the batch of them for measures that are given batches of that class."""
    if sees in _GRADED:
        return draw(graded_batches())
    topics = st.builds(OtherTopic, JUDGMENTS[sees], _RANKED.get(sees, _RANKINGS))
    rows = draw(st.lists(topics, min_size=1, max_size=4))
    return rows, batch_of(rows, sees)


@cache
def several_runs(sees: str, runs: int, topics: int) -> list[Any]:
    """Batches of so many runs that answer the same topics of other judgments, always the same."""
    ranked = st.tuples(*[_RANKED.get(sees, _RANKINGS)] * runs)
    drawn = examples_of(st.tuples(JUDGMENTS[sees], ranked))[-topics:]
    return [
        of_judgments([OtherTopic(judged, of[run]) for judged, of in drawn], all_views()[sees])
        for run in range(runs)
    ]


@st.composite
def graded_batches(draw: st.DrawFn) -> tuple[list[Topic], JudgedRun]:
    """Topics in one dialect, and the batch of them."""
    dialect = draw(st.sampled_from(("trec_eval-10", "trec_eval-9")))
    rows = [
        Topic(row.grades, row.judged, COLLECTION, dialect, row.negative)
        for row in draw(st.lists(topics(), min_size=1, max_size=4))
    ]
    return rows, of_grades(rows)


_drawn_batches = cache(lambda sees: examples_of(batches(sees), _EXAMPLES))
_drawn_measures = cache(lambda name: examples_of(measures_of(FAMILIES[name]), _EXAMPLES))


def on_random_batches(share: int = 1) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Turn ``test(family, rows, run, one)`` into a test of a family, on random batches and
    parameters.

    All measures that see the same share the batches of a change, which are made once; of as many
    as the profile has examples one in ``share`` is taken. The profile "deep" draws each anew.
    """

    def decorated(test: Callable[..., None]) -> Callable[..., None]:
        def on_each(family: Family) -> None:
            drawn = zip(
                _drawn_batches(family.sees), cycle(_drawn_measures(family.name)), strict=False
            )
            for (rows, run), one in islice(drawn, settings().max_examples // share):
                try:
                    test(family, rows, run, one)
                except BaseException as error:
                    error.add_note(f"{one.notation} on {rows}")
                    raise

        @given(drawn=st.data())
        def on_drawn(family: Family, drawn: st.DataObject) -> None:
            rows, run = drawn.draw(batches(family.sees))
            test(family, rows, run, drawn.draw(measures_of(family)))

        chosen = on_drawn if PROFILE == "deep" else on_each
        chosen.__name__ = chosen.__qualname__ = test.__name__
        chosen.__module__ = test.__module__
        return chosen

    return decorated
