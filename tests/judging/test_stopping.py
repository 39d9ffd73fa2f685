"""When to stop: intervals for what is still to be found, known grades met, leases."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import comb

import polars as pl
import pytest

import harness
from harness.core.model import Qrels
from harness.judging.access import find_linked_person, new_link, revoke
from harness.judging.assessors import Assessor, HoldingRules, return_overdue
from harness.judging.incoming import FilledSheet, SheetRow
from harness.judging.judgments import gold_drift, progress, standing_skips
from harness.judging.ledger import now
from harness.judging.pools import add_known, drawable
from harness.judging.recording import Entry, Unit, record_entry
from harness.judging.sheets import csv_sheet, sheet_rows
from harness.judging.stopping import recall_estimates, relevant_interval
from tests.each import each

from .commands import import_sheets
from .conftest import add


def chance(size, relevant, drawn, found):
    """That so many of the drawn documents are relevant, by counting all draws."""
    return comb(relevant, found) * comb(size - relevant, drawn - found) / comb(size, drawn)


@each([0.8, 0.95], "confidence")
@each([(12, 5), (30, 7), (25, 24), (9, 9), (6, 0)], "size", "drawn")
def test_intervals_hold_as_often_as_they_say_whatever_is_true(size, drawn, confidence):
    for relevant in range(size + 1):
        held = sum(
            chance(size, relevant, drawn, found)
            for found in range(max(0, drawn - size + relevant), min(drawn, relevant) + 1)
            if (ends := relevant_interval(size, drawn, found, confidence=confidence))
            and ends[0] <= relevant <= ends[1]
        )
        assert held >= confidence - 1e-12


def test_an_interval_is_what_the_two_tails_leave():
    low, high = relevant_interval(100, 20, 3, confidence=0.95)

    def tails(relevant):
        counts = range(min(20, relevant) + 1)
        chances = {n: chance(100, relevant, 20, n) for n in counts if 20 - n <= 100 - relevant}
        above = sum(share for n, share in chances.items() if n >= 3)
        return above, sum(share for n, share in chances.items() if n <= 3)

    fine = [relevant for relevant in range(3, 84) if min(tails(relevant)) > 0.025]
    assert (low, high) == (fine[0], fine[-1])


def test_recall_is_certain_when_all_is_judged_and_unknown_before(pooled_by_three, truth):
    ledger = pooled_by_three
    docs = drawable(ledger)
    assert docs.height == 430
    rows = [(topic, doc, truth.get((topic, doc), 0)) for topic, doc, _ in docs.rows()]
    grades = pl.DataFrame(rows, schema=["topic", "doc", "grade"], orient="row")
    assert {(it.recall, it.low, it.high) for it in recall_estimates(docs, grades, 1)} == {(1, 1, 1)}
    nothing = recall_estimates(docs, grades.clear(), 1)
    assert {(it.judged, it.recall, it.low) for it in nothing} == {(0, None, None)}
    for it in recall_estimates(docs, grades.sample(fraction=0.5, seed=1), 1):
        if it.relevant:
            total = sum(grade > 0 for topic, _, grade in rows if topic == it.topic)
            assert it.low <= it.relevant / total <= it.high or it.low <= it.recall <= it.high


PEOPLE = [Assessor("ann"), Assessor("ben", conflicts=("D01",)), Assessor("cyd", group="keeper")]


@pytest.fixture
def pooled_by_three(ledger, pool_directory):
    add(ledger, pool_directory, PEOPLE)
    return ledger


def judge(ledger, name, grades, *, reason="pool"):
    query = """SELECT a.id FROM assignment a JOIN assessor s ON s.id = a.assessor
               WHERE s.name = ? AND a.reason = ? ORDER BY a.position, a.id"""
    with ledger.transaction() as writing:
        numbers = [row[0] for row in writing.execute(query, (name, reason))]
        for number, grade in zip(numbers, grades, strict=False):
            entry = Entry("judged", f"key-{reason}-{number}", {"relevance": grade})
            record_entry(writing, number, entry)


def test_drift_is_seen_in_the_second_half_of_the_known_grades(pooled_by_three, demo):
    known = harness.read_qrels(demo / "qrels/demo/qrels.txt")
    shown = pooled_by_three.rows(
        "SELECT u.topic, u.doc FROM unit u JOIN assignment a ON a.unit = u.id"
        " JOIN assessor s ON s.id = a.assessor WHERE s.name = 'ann'"
    )
    mine = {topic for topic, _ in shown}
    frame = known.frame.filter(pl.col("topic").is_in(mine) & (pl.col("grade") == 1))
    seen = pl.DataFrame(shown, schema=["topic", "doc"], orient="row")
    hidden = frame.join(seen, on=["topic", "doc"], how="anti").head(4)
    assert add_known(pooled_by_three, replace(known, frame=hidden), "gold", ["ann"], seed=1) == 4
    judge(pooled_by_three, "ann", [1, 1, 0, 0], reason="gold")
    (row,) = gold_drift(pooled_by_three)
    assert (row.judged, row.right, row.early, row.late, row.direction) == (4, 2, 1.0, 0.0, -0.5)


def left(ledger):
    frame = progress(ledger).group_by("assessor").agg(pl.col("left", "closed").sum())
    return {name: (open_, closed) for name, open_, closed in frame.rows()}


def test_what_is_overdue_goes_to_who_is_at_work(pooled_by_three):
    ledger = pooled_by_three
    before = left(ledger)
    given = ledger.value("SELECT max(recorded_at) FROM assignment")
    with ledger.transaction() as writing:
        assert return_overdue(writing, given[:-1]) == 0  # nothing is as old as that
        assert return_overdue(writing, "9999") == 0  # everybody is late: nobody can take anything
    later = _wait_for_another_moment(given)
    for name in ("ben", "cyd"):
        judge(ledger, name, [1])
    with ledger.transaction() as writing:
        assert return_overdue(writing, later) == 0  # nobody can sign in
    for name in ("ben", "cyd"):
        new_link(ledger, name)
    with ledger.transaction(keep=False) as writing:
        # Room for two more than they have, each.
        sizes = {name: sum(before[name]) + 2 for name in ("ben", "cyd")}
        assert return_overdue(writing, later, HoldingRules(capacities=sizes)) == 4
    with ledger.transaction() as writing:
        moved = return_overdue(writing, later)
    assert moved == before["ann"][0]
    after = left(ledger)
    assert after["ann"] == (0, moved)
    assert after["ben"][0] + after["cyd"][0] == sum(n for n, _ in before.values()) - 2
    assert set(standing_skips(ledger)["state"]) == {"closed"}
    assert progress(ledger).filter(assessor="ben", topic="D01").is_empty()
    with ledger.transaction() as writing:
        assert return_overdue(writing, later) == 0


@pytest.mark.parametrize("end", [revoke, partial(new_link, days=-1)])
def test_who_has_finished_and_cannot_sign_in_any_more_takes_nothing(pooled_by_three, end):
    ledger = pooled_by_three
    later = _wait_for_another_moment(ledger.value("SELECT max(recorded_at) FROM assignment"))
    for name in ("ben", "cyd"):
        judge(ledger, name, [1])
        assert find_linked_person(ledger, new_link(ledger, name, days=9)).name == name
    end(ledger, "cyd")
    before = left(ledger)
    with ledger.transaction() as writing:
        assert return_overdue(writing, later) > 0
    assert left(ledger)["cyd"] == before["cyd"]


def test_numbers_do_not_tell_hidden_documents_from_others(pooled_by_three, demo):
    ledger = pooled_by_three
    rows = "SELECT id, reason FROM assignment"
    first = dict(ledger.rows(rows))
    docs = {doc for (doc,) in ledger.rows("SELECT doc FROM unit")}
    known = pl.DataFrame(
        {"topic": ["D01"] * 40, "doc": [f"G{i}" for i in range(40)], "grade": [1] * 40}
    )
    assert not docs & set(known["doc"])
    made = add_known(ledger, Qrels(known), "gold", ["ann", "ben", "cyd"], seed=1)
    gold = [number for number, reason in ledger.rows(rows) if reason == "gold"]
    assert len(gold) == made >= 40
    # Among the others, by the normal approximation of the rank sum: no sign of what came later.
    both = sorted([*first, *gold])
    places = [both.index(number) for number in gold]
    mean, spread = (len(both) - 1) / 2, len(both) / (12 * made) ** 0.5
    assert abs(sum(places) / made - mean) < 4 * spread


def _wait_for_another_moment(given):
    while (moment := now()) <= given:
        pass
    return moment


def test_nobody_takes_over_what_the_own_group_brought(pooled_by_three):
    ledger = pooled_by_three
    later = _wait_for_another_moment(ledger.value("SELECT max(recorded_at) FROM assignment"))
    judge(ledger, "cyd", [1])  # of the group keeper, and the only one at work
    new_link(ledger, "cyd")
    with ledger.transaction() as writing:
        moved = return_overdue(writing, later, HoldingRules("none"))
    theirs = ledger.rows(
        "SELECT p.groups FROM assignment a JOIN assessor s ON s.id = a.assessor"
        " JOIN pooled p ON p.unit = a.unit WHERE s.name = 'cyd' ORDER BY a.position DESC LIMIT ?",
        (moved,),
    )
    assert moved
    assert not [groups for (groups,) in theirs if '"keeper"' in groups]


def test_what_comes_back_for_closed_lists_is_counted_and_the_rest_recorded(pooled_by_three):
    ledger = pooled_by_three
    later = _wait_for_another_moment(ledger.value("SELECT max(recorded_at) FROM assignment"))
    sheet = csv_sheet(sheet_rows(ledger, "ann")).decode().splitlines()
    judge(ledger, "cyd", [1])
    new_link(ledger, "cyd")
    with ledger.transaction() as writing:
        return_overdue(writing, later)
    numbers = [row.split(",") for row in sheet[1:]]
    rows = tuple(SheetRow(Unit(row[2], row[4]), {"relevance": 1}, int(row[0])) for row in numbers)
    (done,) = import_sheets(ledger, [FilledSheet("ann", rows, "ann.csv")])
    assert (done.closed, done.judgments, done.adds) == (len(rows), 0, 0)
