"""Runs scored together, in batches of any size, against each of their topics scored alone."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from harness.core.dialects import VERSIONS
from harness.core.judged_run import JudgedRun
from harness.evaluation import scoring
from harness.evaluation.judgments import JudgedTopics
from harness.evaluation.ranking import judge
from harness.evaluation.rules import Rules
from harness.evaluation.scoring import prepare_measures, score_each, score_judged
from harness.measures import Measure
from tests.ties.worlds import make_qrels, make_run

#: Values, counts, logarithms, ratios, sums of measures, texts; with and without a cutoff.
MEASURES = [
    *("AP", "P@2", "NumRet", "YAAP", "relstring@2", "SetF", "NumRel", "0.5*AP + 0.5*P@2"),
    *("2*P(rel=2)@1 - RR", "nDCG", "Bpref"),
]
TOPICS = ["1", "10", "2", "q"]
DOCS = ["a", "b", "c", "d", "e"]

pairs = st.tuples(st.sampled_from(TOPICS), st.sampled_from(DOCS))
scores = st.sampled_from([0.0, 1.0, 1.0 + 1e-12, 2.0, -1.0])
retrieved = st.dictionaries(pairs, scores, min_size=1, max_size=12)
judgments = st.dictionaries(pairs, st.integers(-2, 3), min_size=1, max_size=12)
rules = st.builds(
    Rules,
    dialect=st.sampled_from(list(VERSIONS.values())),
    missing=st.sampled_from(["drop", "empty", "zero"]),
    relevance_level=st.integers(1, 2),
)


def joined(run: dict, judged: JudgedTopics, rules: Rules, name: str = "run") -> JudgedRun | None:
    """The run among its judgments, if it has a judged topic."""
    if not {topic for topic, _ in run} & set(judged.topics):
        return None
    rows = [(topic, doc, score) for (topic, doc), score in run.items()]
    return judge(make_run(rows, name), judged, dialect=rules.dialect, missing=rules.missing)


@given(st.lists(retrieved, min_size=1, max_size=4), judgments, rules, st.integers(1, 40))
def test_a_topic_has_the_values_in_any_batch_that_it_has_alone(runs, judged, rules, most):
    judged = make_qrels([(topic, doc, grade) for (topic, doc), grade in judged.items()])
    every = [joined(run, judged, rules, str(i)) for i, run in enumerate(runs)]
    every = [run for run in every if run is not None]
    measures = tuple(prepare_measures(MEASURES, rules))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scoring, "MAX_CELLS", most)
        together = [*score_each(({"JudgedRun": run} for run in every), measures, rules)]
    assert [scores.run for scores in together] == [run.name for run in every]
    for run, got in zip(every, together, strict=True):
        alone = [score_judged(topic, measures, rules) for topic in run.batches(1)]
        for field in ("values", "numerators", "denominators"):
            expected = np.concatenate([getattr(scores, field) for scores in alone])
            np.testing.assert_array_equal(getattr(got, field), expected, field)
        for column, texts in got.texts.items():
            assert [*texts] == [text for scores in alone for text in scores.texts[column]]
        assert got.topics == run.topics


#: Two topics of two documents: two runs have 8 grades.
_SQUARE = {(topic, doc): 1 for topic in ("1", "10") for doc in "ab"}


@given(st.lists(retrieved, max_size=6), judgments, rules, st.integers(1, 60))
@example([_SQUARE] * 5, _SQUARE, Rules(), 8)
@example([_SQUARE] * 5, _SQUARE, Rules(), 7)
def test_neighbours_of_the_same_topics_are_batched_as_long_as_they_fit(runs, judged, rules, most):
    judged = make_qrels([(topic, doc, grade) for (topic, doc), grade in judged.items()])
    every = [run for run in (joined(run, judged, rules) for run in runs) if run is not None]
    expected = []
    for run in every:
        shape = len(run.topics), run.depth
        rows, depth, last = expected[-1] if expected else (0, 0, None)
        fits = (rows + shape[0]) * max(depth, shape[1]) <= most
        if last == run.topics and fits:
            expected[-1] = rows + shape[0], max(depth, shape[1]), run.topics
        else:
            expected.append((*shape, run.topics))
    seen = []
    evaluate = Measure.evaluate
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scoring, "MAX_CELLS", most)
        patch.setattr(JudgedRun, "batches", lambda self, _: [self])  # of this run they are cut
        patch.setattr(Measure, "evaluate", lambda own, run: seen.append(run) or evaluate(own, run))
        for _ in score_each(
            ({"JudgedRun": run} for run in every), prepare_measures("P@1", rules), rules
        ):
            pass
    assert [run.grades.shape for run in seen] == [shape[:2] for shape in expected]


#: One judged topic is answered, one is not.
_HALF = {("1", "a"): 1, ("10", "a"): 1}


@given(retrieved, judgments, rules, st.none() | st.integers(1, 3), st.booleans(), st.booleans())
@example({("1", "a"): 1.0, ("2", "a"): 1.0}, _HALF, Rules(missing="drop"), None, False, False)
@example({(it, "a"): 1.0 for it in "12q"}, _HALF, Rules(missing="drop"), None, False, False)
def test_what_a_run_covers_is_counted_document_by_document(
    run, grades, rules, depth, judged_only, junk
):
    rows = [(topic, doc, grade) for (topic, doc), grade in grades.items()]
    judged = JudgedTopics(make_qrels(rows).qrels, negative="junk" if junk else "unjudged")
    rel, seen = rules.relevance_level, rules.dialect.score_type
    answered = {topic for topic, _ in run}
    if not answered & set(judged.topics):
        return
    kept, tied, dropped = {}, 0, 0
    for topic in answered & set(judged.topics):
        own = {doc: np.dtype(seen).type(score) for (of, doc), score in run.items() if of == topic}
        tied += sum([*own.values()].count(score) > 1 for score in own.values())
        ranked = sorted(own, key=lambda doc: (own[doc], doc), reverse=True)[:depth]
        kept[topic] = [
            doc for doc in ranked if not judged_only or grades.get((topic, doc), -1) >= 0
        ]
        dropped += len(ranked) - len(kept[topic])
    found = [grades.get((topic, doc)) for topic, docs in kept.items() for doc in docs]
    averaged = [it for it in judged.topics if rules.missing != "drop" or it in answered]
    relevant = {
        it: sum(of == it and grade >= rel for (of, _), grade in grades.items()) for it in averaged
    }
    negative = sum(grade is not None and grade < 0 for grade in found)
    options = {"depth": depth, "judged_only": judged_only}
    got = scoring.coverage(
        judge(
            make_run([(*pair, score) for pair, score in run.items()]),
            judged,
            dialect=rules.dialect,
            missing=rules.missing,
            **options,
        ),
        rel,
    )
    unanswered = tuple(it for it in judged.topics if it not in answered)
    assert got.averaged == tuple(averaged)
    assert got.missing == (() if rules.missing == "drop" else unanswered)
    assert got.left_out == (unanswered if rules.missing == "drop" else ())
    assert got.extra == tuple(sorted(answered - set(judged.topics)))
    assert got.without_relevant == tuple(it for it in averaged if not relevant[it])
    assert got.retrieved == len(found)
    assert got.unjudged == found.count(None) + (0 if junk else negative)
    assert (got.pooled, got.junk) == ((0, negative) if junk else (negative, 0))
    assert got.relevant == sum(relevant.values())
    assert got.relevant_retrieved == sum(grade is not None and grade >= rel for grade in found)
    assert (got.tied, got.dropped, got.known) == (tied, dropped, 0)
    doubts = ["topics"] * (len(got.extra) > len(kept))
    assert scoring.suspicious(got) == doubts + ["documents"] * (0 < got.retrieved == got.unjudged)
