"""What assessors get to fill in: as files, read back, and with what is known already."""

from __future__ import annotations

import polars as pl
import pytest

import harness
from harness.core.errors import EvaluationError, InputError
from harness.core.model import Qrels, Run
from harness.formats.writing import write_qrels
from harness.pooling import Plan, Pool, choose, gather
from harness.pooling.pool import SCHEMA, blank_qrels, list_earlier_documents


def run(name, topics):
    rows = [
        (topic, doc, float(-place))
        for topic, docs in topics.items()
        for place, doc in enumerate(docs)
    ]
    schema = {"topic": pl.String, "doc": pl.String, "score": pl.Float64}
    return Run(name, pl.DataFrame(rows, schema=schema, orient="row"))


#: Topics and documents that sort otherwise as numbers and without regard to case.
RUNS = [
    run("one", {"10": "abcdEf", "9": "ghijkl"}),
    run("two", {"10": "fEdcba", "9": ["g", "doc-1", "Z9", "h"]}),
]
PLANS = {
    "depth": (Plan.of("depth", budget=3), "trec"),
    "rrf": (Plan.of("rrf", budget=4), "trec"),
    "uniform": (Plan.of("uniform", budget=3), "strata"),
    "stratified": (Plan.of("stratified", {"strata": ("1:1:1", "2:3:0.4", "5:9:1")}), "strata"),
    "proportional": (Plan.of("proportional", budget=3), "prels"),
}


def read_back(tmp_path, judgments):
    written = write_qrels(judgments, judgments.format)
    assert written.lost == {}
    path = tmp_path / "blank.qrels"
    path.write_bytes(written.content)
    return harness.read_qrels(path, format=judgments.format)


@pytest.mark.parametrize("name", PLANS)
def test_the_written_file_reads_back_as_the_same_judgments(tmp_path, name):
    plan, layout = PLANS[name]
    judgments = blank_qrels(choose(gather(RUNS), plan))
    assert judgments.format == layout
    again = read_back(tmp_path, judgments)
    assert again.format == layout
    assert again.frame.equals(judgments.frame.drop("iter", strict=False))
    assert again.frame.schema == judgments.frame.drop("iter", strict=False).schema


@pytest.mark.parametrize("name", PLANS)
def test_all_documents_with_a_chance_are_there_once_in_bytewise_order(name):
    pool = choose(gather(RUNS), PLANS[name][0])
    pairs = blank_qrels(pool).frame.select("topic", "doc").rows()
    both = pl.concat([pool.frame, pool.left_out]).select("topic", "doc").rows()
    assert pairs == sorted(both)
    assert len(pairs) == {"depth": 6, "rrf": 8, "stratified": 13}.get(name, 14)
    assert pairs[0][0] == "10"


@pytest.mark.parametrize(
    ("name", "to_judge", "not_drawn"),
    [("depth", -1, None), ("uniform", -2, -1), ("stratified", -2, -1), ("proportional", -2, -999)],
)
def test_what_is_to_be_judged_and_what_is_not_have_grades_of_their_own(name, to_judge, not_drawn):
    pool = choose(gather(RUNS), PLANS[name][0])
    grades = dict(graded(blank_qrels(pool)))
    assert {grades[pair] for pair in pool.frame.select("topic", "doc").rows()} == {to_judge}
    left_out = {grades[pair] for pair in pool.left_out.select("topic", "doc").rows()}
    assert left_out == (set() if not_drawn is None else {not_drawn})


def graded(judgments):
    return [
        ((t, d), grade) for t, d, grade in judgments.frame.select("topic", "doc", "grade").rows()
    ]


def made_pool(strategy, **columns):
    """A pool as a second batch leaves it: a is from before, b was drawn, c was not."""
    everything = {
        "topic": ["1", "1", "1"],
        "doc": ["b", "a", "c"],
        "runs": [["x"]] * 3,
        "groups": [["x"]] * 3,
        "best_rank": [2, 1, 3],
        "stratum": [1, 3, 1],
        "probability": [0.5, 0.1, 0.5],
        "batch": [2, 1, None],
    }
    rows = pl.DataFrame(everything | columns, schema=SCHEMA)
    return Pool(rows[:2], rows[2:], {"strategy": strategy, "batch": 2})


@pytest.mark.parametrize(
    ("strategy", "expected"),
    [
        ("rrf", b"1 1 a 3\n1 2 b -1\n"),
        ("uniform", b"1 1 a 0 3\n1 2 b 1 -2\n1 2 c 1 -1\n"),
        ("stratified", b"1 1 a 0 3\n1 2 b 1 -2\n1 2 c 1 -1\n"),
        ("proportional", b"1 a 3 1 1.0\n1 b -2 1 0.5\n1 c -999 1 0.5\n"),
    ],
)
def test_the_lines_hold_batches_strata_probabilities_and_known_grades(strategy, expected):
    known = pl.DataFrame({"topic": ["1", "1", "2"], "doc": ["a", "b", "a"], "grade": [3, -1, 1]})
    judgments = blank_qrels(made_pool(strategy), Qrels(known))
    assert write_qrels(judgments, judgments.format).content == expected


def test_documents_that_were_pooled_and_never_judged_are_to_be_judged():
    pool = made_pool("uniform")
    assert graded(blank_qrels(pool, pool)) == [(("1", "a"), -2), (("1", "b"), -2), (("1", "c"), -1)]


def test_the_highest_of_several_grades_of_a_document_counts():
    columns = {"topic": ["1", "1"], "subtopic": ["1", "2"], "doc": ["a", "a"], "grade": [2, 0]}
    judgments = blank_qrels(made_pool("rrf"), Qrels(pl.DataFrame(columns)))
    assert graded(judgments) == [(("1", "a"), 2), (("1", "b"), -1)]


def test_what_is_judged_but_in_no_pool_was_chosen_by_nobody():
    (row,) = list_earlier_documents(
        Qrels(pl.DataFrame({"topic": "1", "doc": "a", "grade": 2}))
    ).rows(named=True)
    chosen = {"runs": [], "groups": [], "stratum": 0, "probability": 1.0, "batch": 0}
    assert {name: row[name] for name in chosen} == chosen
    assert row["grade"] == 2


@pytest.mark.parametrize("second", [0, 2])
def test_judgments_in_conflict_are_refused_by_whoever_uses_them(second):
    twice = {"topic": ["1", "1"], "doc": ["a", "a"], "grade": [2, second]}
    said = rf"document 'a' is judged 2 times in topic '1': 2, {second} \(decide which"
    for use in (list_earlier_documents, lambda judged: blank_qrels(made_pool("rrf"), judged)):
        with pytest.raises(EvaluationError, match=said):
            use(Qrels(pl.DataFrame(twice)))


@pytest.mark.parametrize("name", PLANS)
def test_kept_documents_have_their_grades_and_new_ones_the_batch_of_their_round(name):
    known = pl.DataFrame({"topic": ["10", "9"], "doc": ["a", "g"], "grade": [0, 1]})
    before = Qrels(known)
    plan, layout = PLANS[name]
    keeping = Plan.of(
        name, dict(plan.parameters), budget=plan.budget.default, earlier="keep", seed=5
    )
    judgments = blank_qrels(choose(gather(RUNS), keeping, before=before), before)
    assert judgments.format == layout
    rows = {(row["topic"], row["doc"]): row for row in judgments.frame.iter_rows(named=True)}
    kept = [rows.pop(("10", "a")), rows.pop(("9", "g"))]
    assert [row["grade"] for row in kept] == [0, 1]
    assert all(row["grade"] < 0 for row in rows.values())
    if layout == "strata":
        assert [row["stratum"] for row in kept] == ["0", "0"]
    if layout == "prels":
        assert [row["probability"] for row in kept] == [1.0, 1.0]
    else:
        assert [row["iter"] for row in kept] == [0, 0]
        assert {row["iter"] for row in rows.values()} == {1}


def test_a_pool_made_by_no_known_strategy_is_one_where_nothing_was_drawn():
    pool = Pool(made_pool("rrf").frame, pl.DataFrame(schema=SCHEMA))
    assert blank_qrels(pool).format == "trec"


def test_writing_keeps_the_second_field_and_refuses_one_of_several_words():
    frame = pl.DataFrame({"topic": ["1"], "iter": ["4.5"], "doc": ["a"], "grade": [1]})
    assert write_qrels(Qrels(frame)).content == b"1 4.5 a 1\n"
    assert write_qrels(Qrels(frame)).lost == {}
    wrong = frame.with_columns(iter=pl.lit("round 4"))
    with pytest.raises(InputError, match="the iter 'round 4' cannot be written as trec"):
        write_qrels(Qrels(wrong))
