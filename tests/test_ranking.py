"""Joining and ordering, against a slow ranking that sorts Python tuples."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.dialects import VERSIONS
from harness.core.errors import EvaluationError
from harness.core.framed import replace_fields
from harness.core.judged_run import PADDING, UNJUDGED, UNPOOLED
from harness.core.model import Qrels
from harness.core.run_faults import RunFaultsError
from harness.evaluation.judgments import JudgedTopics
from harness.evaluation.ranking import in_one_order, judge, no_common_topic, order
from tests.each import each
from tests.ties.worlds import make_run

DOCS = ["a", "b", "c", "D", "d10", "d9", "é", "zß", "x#1", "longer-than-twelve-bytes", "Ω"]
TOPICS = ["1", "2", "10", "001", "q-7"]


def make_qrels(rows):
    schema = {"topic": pl.String, "doc": pl.String, "grade": pl.Int64}
    return Qrels(pl.DataFrame(rows, schema=schema, orient="row"))


def rankings(judged_run):
    return {
        topic: judged_run.grades[row, : judged_run.num_ret[row]].tolist()
        for row, topic in enumerate(judged_run.topics)
    }


def slow_rankings(run_rows, qrel_rows, *, score_type, depth=None, judged_only=False, every=False):
    """Sort by (−score, document bytes descending), cut, drop: as the definition says."""
    judged = {}
    for topic, doc, grade in qrel_rows:
        judged.setdefault(topic, {})[doc] = grade if grade >= 0 else -2
    result = {}
    for topic in sorted(judged, key=str.encode):
        with np.errstate(over="ignore"):
            rows = [
                (float(np.dtype(score_type).type(s)), d.encode(), d)
                for t, d, s in run_rows
                if t == topic
            ]
        if not rows and not every:
            continue
        rows.sort(key=lambda row: row[:2], reverse=True)
        grades = [judged[topic].get(doc, -1) for _, _, doc in rows[:depth]]
        result[topic] = [grade for grade in grades if grade >= 0] if judged_only else grades
    return result


pairs = st.tuples(st.sampled_from(TOPICS), st.sampled_from(DOCS))
scores = st.one_of(
    st.integers(-2, 2).map(float),
    st.sampled_from([0.1, 0.1 + 1e-12, 1e-30, 16777216.0, 16777217.0, -0.0]),
    # Infinities have their place, and 1e39 is one in single precision.
    st.sampled_from([np.inf, -np.inf, 1e39, -1e39, 3e38]),
)
run_rows = st.lists(st.tuples(pairs, scores), unique_by=lambda row: row[0], min_size=1).map(
    lambda rows: [(topic, doc, score) for (topic, doc), score in rows]
)
qrel_rows = st.lists(
    st.tuples(pairs, st.integers(-2, 4)), unique_by=lambda row: row[0], min_size=1
).map(lambda rows: [(topic, doc, grade) for (topic, doc), grade in rows])


@given(
    run_rows,
    qrel_rows,
    st.sampled_from(list(VERSIONS)),
    st.one_of(st.none(), st.integers(1, 4)),
    st.booleans(),
    st.booleans(),
)
def test_rankings_equal_those_of_a_sort_by_tuples(rows, judgments, dialect, depth, only, every):
    dialect = VERSIONS[dialect]
    run, judged = make_run(rows), JudgedTopics(make_qrels(judgments))
    if not {row[0] for row in rows} & {row[0] for row in judgments}:
        with pytest.raises(EvaluationError, match="no topic in common"):
            judge(run, judged, dialect=dialect)
        return
    before = run.frame.clone()
    result = judge(
        run,
        judged,
        dialect=dialect,
        depth=depth,
        judged_only=only,
        missing="empty" if every else "drop",
    )
    expected = slow_rankings(
        rows, judgments, score_type=dialect.score_type, depth=depth, judged_only=only, every=every
    )
    assert rankings(result) == expected
    assert run.frame.equals(before)


@given(run_rows, qrel_rows, st.randoms())
def test_the_order_of_the_lines_does_not_matter(rows, judgments, random):
    judged = JudgedTopics(make_qrels(judgments))
    shuffled = list(rows)
    random.shuffle(shuffled)
    try:
        expected = judge(make_run(rows), judged, missing="empty")
    except EvaluationError:
        return
    result = judge(make_run(shuffled), judged, missing="empty")
    assert np.array_equal(result.grades, expected.grades)
    assert result.num_tied == expected.num_tied


def test_ties_are_broken_by_document_descending_bytewise():
    qrels = make_qrels([("1", doc, grade) for grade, doc in enumerate(["b", "a", "B", "é"])])
    run = make_run([("1", doc, 1.0) for doc in ["a", "B", "é", "b"]])
    assert rankings(judge(run, JudgedTopics(qrels))) == {"1": [3, 0, 1, 2]}  # é b a B


def test_scores_that_differ_only_in_double_precision_are_tied_for_trec_eval_9():
    qrels = JudgedTopics(make_qrels([("1", "a", 1), ("1", "b", 0)]))
    run = make_run([("1", "a", 1.0000000001), ("1", "b", 1.0)])
    by_dialect = {name: judge(run, qrels, dialect=dialect) for name, dialect in VERSIONS.items()}
    assert rankings(by_dialect["trec_eval-10"]) == {"1": [1, 0]}
    assert rankings(by_dialect["trec_eval-9"]) == {"1": [0, 1]}
    assert by_dialect["trec_eval-10"].num_tied == 0
    assert by_dialect["trec_eval-9"].num_tied == 2


def test_topics_stand_in_bytewise_order_and_leading_zeros_count():
    qrels = JudgedTopics(make_qrels([(topic, "a", 1) for topic in ["2", "10", "1", "001"]]))
    run = make_run([(topic, "a", 1.0) for topic in ["1", "2", "10", "001"]])
    assert judge(run, qrels).topics == ("001", "1", "10", "2")


def test_a_document_retrieved_twice_is_named_with_its_topic():
    qrels = JudgedTopics(make_qrels([("1", "a", 1), ("2", "b", 1)]))
    run = make_run([("1", "a", 3.0), ("2", "b", 2.0), ("1", "a", 1.0), ("2", "c", 1.0)])
    with pytest.raises(RunFaultsError) as caught:
        judge(run, qrels)
    assert "document 'a' is retrieved twice in topic '1'" in str(caught.value)


def test_the_same_document_in_two_topics_is_no_duplicate():
    qrels = JudgedTopics(make_qrels([("1", "a", 1), ("2", "a", 0)]))
    run = make_run([("1", "a", 1.0), ("2", "a", 1.0)])
    assert rankings(judge(run, qrels)) == {"1": [1], "2": [0]}


def test_what_is_missing_and_what_is_extra_is_told():
    qrels = JudgedTopics(make_qrels([("1", "a", 1), ("2", "b", 1)]))
    run = make_run([("1", "a", 1.0), ("7", "x", 1.0), ("9", "x", 1.0), ("7", "y", 2.0)])
    result = judge(run, qrels, missing="empty")
    assert result.extra_topics == ("7", "9")
    assert result.answered.tolist() == [True, False]
    assert result.num_ret.tolist() == [1, 0]
    assert (result.grades[1] == PADDING).all()
    assert judge(run, qrels).topics == ("1",)


def test_a_run_without_a_common_topic_says_what_both_sides_have():
    qrels = JudgedTopics(make_qrels([("qtest.1", "a", 1)]))
    with pytest.raises(EvaluationError) as caught:
        judge(make_run([("1", "a", 1.0)]), qrels)
    assert "the run has 1" in str(caught.value)
    assert "the judgments have qtest.1" in str(caught.value)


@each(
    [(0, "none"), (1, "t0"), (3, "t0, t1, t2"), (4, "t0, t1, t2, …"), (9, "t0, t1, t2, …")],
    "count",
    "listed",
)
def test_the_first_topics_are_listed(count, listed):
    given = [f"t{number}" for number in range(count)]
    problem = no_common_topic("the run has", given, "a.run", ["1"], "qrels")
    assert f"the run has {listed}; the judgments have 1" in problem.hint


@given(run_rows, qrel_rows)
def test_runs_with_the_same_topics_share_what_depends_on_the_judgments(rows, judgments):
    judged = JudgedTopics(make_qrels(judgments))
    run = make_run(rows)
    if set(run.topics) & set(judged.topics):
        assert judge(run, judged).judgments is judge(run, judged).judgments


def test_judgments_by_subtopic_are_refused_with_their_layout():
    frame = make_qrels([("1", "a", 1), ("1", "a", 0), ("2", "b", 1)]).frame
    with pytest.raises(EvaluationError, match=r"judged more than once, as 'a' in '1' .*diversity"):
        JudgedTopics(Qrels(frame, source="div.qrels", format="diversity"))


few_pairs = st.tuples(st.sampled_from(["1", "2"]), st.sampled_from(DOCS[:6]))


@given(
    st.lists(st.tuples(few_pairs, st.sampled_from([0.0, 1.0])), unique_by=lambda row: row[0]),
    st.lists(few_pairs, unique=True, min_size=1),
    st.booleans(),
    st.none() | st.integers(1, 4),
)
def test_judged_documents_have_their_ranks_where_others_stay_as_they_stand(
    retrieved, judged_pairs, judged_only, depth
):
    run = make_run([(topic, doc, score) for (topic, doc), score in retrieved])
    judged = JudgedTopics(make_qrels([(*pair, i % 3 - 1) for i, pair in enumerate(judged_pairs)]))
    if not {topic for (topic, _), _ in retrieved} & set(judged.topics):
        return
    rules = {"judged_only": judged_only, "depth": depth}
    all_ranks, some = (
        order(run, judged, **rules, only_judged_ranks=only) for only in (False, True)
    )
    for name in ("codes", "judgments", "grades", "num_tied", "num_dropped"):
        np.testing.assert_array_equal(getattr(some, name), getattr(all_ranks, name))
    there = all_ranks.judgments >= 0
    assert some.docs(there).texts() == all_ranks.docs(there).texts()


@given(
    run_rows,
    qrel_rows,
    st.lists(st.integers(0, 2), min_size=5, max_size=5),
    st.none() | st.integers(1, 4),
    st.booleans(),
    st.integers(0, 3),
)
def test_a_run_in_blocks_of_topics_has_the_order_of_the_whole(
    rows, judgments, block_of, depth, judged_only, first
):
    judged = JudgedTopics(make_qrels(judgments))
    rules = {"depth": depth, "judged_only": judged_only}
    whole = order(make_run(rows), judged, **rules)
    blocks = [
        [row for row in rows if block_of[TOPICS.index(row[0])] == number] for number in range(3)
    ]
    runs = [replace_fields(make_run(rows), known=len(rows)) for rows in blocks if rows]
    joined = in_one_order(
        [order(run, judged, **rules).compact(first) for run in runs], judged, first
    )
    assert (joined.num_topics, joined.extra_topics) == (whole.num_topics, whole.extra_topics)
    for name in ("topics", "sizes", "judgments", "grades", "num_tied", "num_dropped", "codes"):
        np.testing.assert_array_equal(getattr(joined, name), getattr(whole, name), name)
    np.testing.assert_array_equal(joined.num_ret, whole.num_ret)
    np.testing.assert_array_equal(joined.answered, whole.answered)
    np.testing.assert_array_equal(joined.ranks(), whole.ranks())
    assert joined.run.known == len(rows)
    if first:  # these have identifiers, others none
        there = whole.ranks() <= first
        assert joined.docs(there).texts() == whole.docs(there).texts()
        assert (joined.rows >= 0).tolist() == there.tolist()
    assert in_one_order([whole], judged, first) is whole


def test_others_have_their_ranks_too_unless_they_may_stay():
    run = make_run([("1", "a", 1.0), ("1", "b", 1.0), ("1", "c", 0.0)])
    judged = JudgedTopics(make_qrels([("1", "c", 1)]))
    every, some = (order(run, judged, only_judged_ranks=only) for only in (False, True))
    assert every.docs(slice(None)).texts() == ["b", "a", "c"]
    assert some.docs(slice(None)).texts() == ["a", "b", "c"]


def test_the_first_judgment_is_one_too():
    run = make_run([("1", "a", 1.0), ("1", "b", 1.0)])
    judged = JudgedTopics(make_qrels([("1", "a", 1)]))
    assert rankings(judge(run, judged)) == {"1": [UNPOOLED, 1]}
    assert order(run, judged, only_judged_ranks=True).docs(slice(None)).texts() == ["b", "a"]


def test_what_is_known_of_judgments_is_made_once_for_all_runs():
    judged = JudgedTopics(make_qrels([("1", "a", 1)]))
    assert judged.known is judged.known


@each([0, 1, 127, 128, 129, 255, 256, 32_767, 32_768, 2**31 - 1])
def test_grades_of_any_size_are_kept(grade):
    judged = JudgedTopics(make_qrels([("1", "a", grade), ("1", "b", -1)]))
    joined = judge(make_run([("1", "a", 2.0), ("1", "b", 1.0), ("1", "c", 0.5)]), judged)
    assert joined.grades.tolist() == [[grade, UNJUDGED, UNPOOLED]]
    assert joined.judgments.levels.tolist() == [grade]
    assert joined.judgments.counts.tolist() == [[1]]


@pytest.mark.parametrize("count", [127, 128, 129, 300])
def test_any_number_of_topics_is_kept(count):
    topics = sorted(map(str, range(count)))
    judged = JudgedTopics(make_qrels([(topic, "a", 1) for topic in topics]))
    joined = judge(make_run([(topic, "a", 1.0) for topic in topics]), judged)
    assert joined.topics == tuple(topics)
    assert joined.grades.tolist() == [[1]] * count
