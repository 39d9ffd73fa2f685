"""The tables of a pool's bias: columns, order of rows, notes."""

from __future__ import annotations

import math

import pytest

from harness.evaluation.rules import Rules
from harness.pooling import gather
from harness.pooling.bias import (
    compare_leaderboards,
    leave_out,
    measure_judged_share,
    unique_documents,
)
from harness.report.pools import comparison_table, judged_table, leave_out_table, uniques_table

from .biased import GROUPS

#: Runs made by chance may well hold nothing that is judged.
pytestmark = pytest.mark.filterwarnings("ignore:.*NONE of its:UserWarning")


def test_the_table_of_uniques_puts_the_most_relevant_first(runs, qrels):
    table = uniques_table(unique_documents(gather(runs, groups=GROUPS), qrels))
    assert [column.name for column in table.columns] == ["group", "unique", "judged", "relevant"]
    assert table.rows == [("a", 3, 3, 2), ("b", 2, 0, 0)]
    assert tuple(map(str, table.notes)) == (
        "3 runs of 2 groups contributed 6 documents",
        "from one group only: 5 of these, 3 of 4 judged and 2 of 3 relevant documents",
    )
    by_run = uniques_table(unique_documents(gather(runs, groups=GROUPS), qrels), "run")
    assert [row[0] for row in by_run.rows] == ["a1", "b", "a2"]


def test_the_table_of_left_out_groups_says_what_it_rests_on(runs, qrels):
    pool = gather(runs[:1] + runs[2:], groups=GROUPS)
    table = leave_out_table(leave_out(runs, pool, qrels, ["AP", "P@1"], Rules()))
    assert [column.name for column in table.columns] == [
        *("group", "run", "before", "after", "difference"),
        *("rank before", "rank after", "tau"),
    ]
    group, run, before, after, difference, *others = table.rows[0]
    assert (group, run, before) == ("a", "a1", 1.0)
    assert (after, difference) == pytest.approx((1 / 3, -2 / 3))
    assert others == pytest.approx([1, 2, -2 / math.sqrt(6)])
    assert [row[1] for row in table.rows] == ["a1", "b"]
    assert table.notes[:6] == (
        "AP, 3 runs, dialect trec_eval-10, all judged topics",
        "left out one by one: 2 groups; what only one group contributed becomes unjudged",
        "largest drop: a1 -0.6667, rank 1 to 2",
        "Kendall's tau-b with the leaderboard by all judgments: at least -0.8165 (without a)",
        "1 of 3 scored runs belong to no pooled group: ranked, not listed",
        "1 judged documents come from no pooled run: they stay",
    )


def test_the_table_of_left_out_runs_names_each_run_once(runs, qrels):
    rules = Rules(missing="drop", relevance_level=1, depth=3, judged_only=True)
    table = leave_out_table(leave_out(runs, gather(runs), qrels, "AP", rules, by="run"))
    assert [column.name for column in table.columns][:2] == ["run", "before"]
    assert {len(row) for row in table.rows} == {7}
    rules = "topics that a run answers, first 3 documents, judged documents only"
    assert str(table.notes[0]) == f"AP, 3 runs, dialect trec_eval-10, {rules}"


def test_the_table_of_judged_shares_puts_the_least_judged_first(runs, qrels):
    table = judged_table(measure_judged_share(runs, qrels, Rules(), cutoffs=(1, 3)), Rules())
    assert [column.name for column in table.columns] == ["run", "Judged@1", "Judged@3"]
    assert table.rows == [("b", 1, 1 / 3), ("a1", 1, 1), ("a2", 1, 1)]
    assert "3 runs, dialect trec_eval-10, all judged topics" in str(table.notes[0])


def test_the_table_of_two_leaderboards_names_its_tau_and_ties(runs, qrels):
    high = Rules(relevance_level=2)
    compared = compare_leaderboards(runs, qrels, qrels, "AP", Rules(), rules_b=high)
    table = comparison_table(compared, "all", "high")
    assert [column.name for column in table.columns] == [
        *("run", "all", "high", "rank all", "rank high")
    ]
    assert table.rows[0] == ("a1", 1.0, 0.0, 1, 1)
    said = "dialect trec_eval-10, all judged topics"
    assert tuple(map(str, table.notes)) == (
        "Kendall's tau-b between all and high: nan",
        "pairs of runs with equal values: 0 in all, 3 in high",
        f"AP, 3 runs; all: {said}; high: {said}, relevant from grade 2 on",
    )
