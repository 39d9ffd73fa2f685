"""A ledger is only added to, survives what happens to it, and says so when it is damaged."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
import threading

import pytest

from harness.core.errors import EvaluationError, InputError, UnavailableError
from harness.judging import recording
from harness.judging.judgments import progress, standing_judgments, standing_skips
from harness.judging.ledger import Ledger, create, record_in_ledger
from harness.judging.recording import (
    Entry,
    Unit,
    record_assessor,
    record_assignment,
    record_entry,
    record_units,
)
from harness.judging.schema import MIGRATIONS
from tests.fuzzers.faulty_server import FAULTS, FaultyConnection, plan
from tests.fuzzers.faulty_server import recording as recording_entries


@pytest.fixture
def assigned(ledger):
    """Three documents on ann's list."""
    with ledger.transaction() as writing:
        ann = record_assessor(writing, "ann")
        units = record_units(writing, [Unit("1", doc) for doc in "abc"])
        return [record_assignment(writing, unit, ann, "pool") for unit in units.values()]


def judge(ledger, assignment, grade, key=None, **more):
    entry = Entry("judged", key or f"{assignment}-{grade}", {"relevance": grade}, **more)
    with ledger.transaction() as writing:
        return record_entry(writing, assignment, entry)


def fill(ledger, assignment):
    for number in range(10_000):
        judge(ledger, assignment, 1, key=f"{number}-{'x' * 500}")


def grades(ledger, position=None):
    return dict(standing_judgments(ledger, position).select("doc", "grade").rows())


_ROWS = {
    "credential": "(assessor, kind, recorded_at) VALUES (1, 'revoked', '')",
    "pool": "(name, sha256, layout, manifest, recorded_at) VALUES ('p', 'h', 'depth', '{}', '')",
    "pooled": "(pool, unit, drawn) VALUES (1, 1, 1)",
    "gold": "(unit, dimension, value, recorded_at) VALUES (1, 'relevance', 1, '')",
    "asked": "(assignment, position, candidates) SELECT min(id), 0, 1 FROM assignment",
    "role": "(assessor, role, recorded_at) VALUES (1, 'organiser', '')",
    "words": "(assessor, topic, text, key, recorded_at) VALUES (1, 't', 'reef', 'words-01', '')",
    "passage": "(event, number, start, length) VALUES (1, 0, 0, 1)",
    "release": "(name, policy, position, sha256, recorded_at) VALUES ('r', '{}', 1, 'h', '')",
}


@pytest.mark.parametrize("table", re.findall(r"CREATE TABLE (\w+)", "".join(MIGRATIONS)))
def test_no_row_is_changed_or_removed(ledger, assigned, table):
    judge(ledger, assigned[0], 1)
    with ledger.transaction() as writing:
        for name, row in _ROWS.items():
            writing.execute(f"INSERT INTO {name} {row}")
    rows = ledger.rows(f"SELECT * FROM {table}")
    assert rows
    column = ledger.rows(f"PRAGMA table_info({table})")[-1][1]
    for statement in (f"DELETE FROM {table}", f"UPDATE {table} SET {column} = {column}"):
        with (
            pytest.raises(sqlite3.IntegrityError, match="only ever added to"),
            ledger.transaction() as writing,
        ):
            writing.execute(statement)
    assert ledger.rows(f"SELECT * FROM {table}") == rows


def test_the_newest_judgment_stands_and_undoing_goes_back(ledger, assigned):
    judge(ledger, assigned[0], 1)
    position = ledger.position
    judge(ledger, assigned[0], 2)
    assert grades(ledger) == {"a": 2}
    with ledger.transaction() as writing:
        record_entry(writing, assigned[0], Entry("undone", "u1"))
    assert grades(ledger) == {"a": 1}
    with ledger.transaction() as writing:
        record_entry(writing, assigned[0], Entry("undone", "u2"))
    assert grades(ledger) == {}
    assert grades(ledger, position) == {"a": 1}
    with (
        pytest.raises(EvaluationError, match="nothing to take back"),
        ledger.transaction() as writing,
    ):
        record_entry(writing, assigned[0], Entry("undone", "u3"))


def test_a_clock_that_is_set_back_changes_no_order(ledger, assigned, monkeypatch):
    judge(ledger, assigned[0], 1)
    monkeypatch.setattr(recording, "now", lambda: "1999-12-31T23:59:59.000Z")
    judge(ledger, assigned[0], 2)
    position = ledger.position
    with ledger.transaction() as writing:
        record_entry(writing, assigned[0], Entry("undone", "back"))
    assert (grades(ledger), grades(ledger, position)) == ({"a": 1}, {"a": 2})
    times = [row[0] for row in ledger.rows("SELECT recorded_at FROM event ORDER BY id")]
    assert times[0] > times[1] == times[2]


def test_what_is_skipped_leaves_its_reason(ledger, assigned):
    with ledger.transaction() as writing:
        record_entry(writing, assigned[1], Entry("skipped", "s", text="it is in Finnish"))
    assert standing_skips(ledger).select("doc", "state", "text").rows() == [
        ("b", "skipped", "it is in Finnish")
    ]
    (row,) = progress(ledger).rows(named=True)
    assert (row["judged"], row["skipped"], row["left"]) == (0, 1, 2)


def test_the_same_entry_again_is_recorded_once(ledger, assigned):
    first = judge(ledger, assigned[0], 1, key="k")
    assert judge(ledger, assigned[0], 1, key="k") == first
    assert ledger.position == first
    with pytest.raises(EvaluationError, match="'k' stands for another entry"):
        judge(ledger, assigned[0], 2, key="k")


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (Entry("judged", "x", {"relevance": 7}), "7 is no grade of 'relevance'"),
        (Entry("judged", "x", {"trust": 1}), "unknown dimension 'trust'"),
        (Entry("judged", "x"), "there is no grade of 'relevance'"),
        (Entry("skipped", "x", text=" "), "a text is needed"),
        (Entry("noted", "x"), "a text is needed"),
        (Entry("noted", "x", {"relevance": 1}, text="t"), "grades are given"),
    ],
)
def test_wrong_entries_are_refused_and_leave_nothing(ledger, assigned, entry, message):
    with pytest.raises(EvaluationError, match=message), ledger.transaction() as writing:
        record_entry(writing, assigned[0], entry)
    assert ledger.position == 0


def test_a_closed_assignment_takes_no_judgment(ledger, assigned):
    with ledger.transaction() as writing:
        record_entry(writing, assigned[0], Entry("closed", "c", text="the topic was dropped"))
    with pytest.raises(EvaluationError, match="was closed"):
        judge(ledger, assigned[0], 1)


def test_the_names_of_people_models_and_files_are_kept_apart(ledger, assigned):
    with pytest.raises(EvaluationError, match="of the kind human"), ledger.transaction() as writing:
        record_assessor(writing, "ann", kind="model")


def test_other_files_are_no_ledger(tmp_path):
    with pytest.raises(InputError, match="there is no ledger"):
        Ledger(tmp_path / "none")
    (tmp_path / "text").write_text("1 0 a 1\n" * 100)
    with pytest.raises(InputError, match="cannot be opened"):
        Ledger(tmp_path / "text")
    other = sqlite3.connect(tmp_path / "other.db")
    other.execute("CREATE TABLE t (x)")
    other.close()
    with pytest.raises(InputError, match="no ledger of judgments"):
        Ledger(tmp_path / "other.db")


def test_a_ledger_of_every_earlier_version_is_brought_to_this_one(tmp_path, monkeypatch):
    for version in range(1, len(MIGRATIONS)):
        path = tmp_path / f"{version}.ledger"
        with monkeypatch.context() as earlier:
            earlier.setattr("harness.judging.ledger.MIGRATIONS", MIGRATIONS[:version])
            with create(path) as ledger, ledger.transaction() as writing:
                columns = "(name, kind, role, recorded_at)"
                row = "('ann', 'human', 'assessor', '')"
                writing.execute(f"INSERT INTO assessor {columns} VALUES {row}")
        with Ledger(path) as ledger, create(tmp_path / f"new{version}.ledger") as new:
            tables = "SELECT sql FROM sqlite_master ORDER BY name"
            assert ledger.rows(tables) == new.rows(tables)
            assert ledger.rows("PRAGMA user_version") == [(len(MIGRATIONS),)]
            assert ledger.rows("SELECT name FROM assessor") == [("ann",)]


def test_a_ledger_of_a_newer_version_is_left_alone(ledger):
    ledger.rows(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    with pytest.raises(InputError, match="a newer version of harness is needed"):
        Ledger(ledger.path)


def test_a_damaged_ledger_says_so_and_stays_as_it_is(ledger, assigned, tmp_path):
    judge(ledger, assigned[0], 1)
    copy = tmp_path / "copy.ledger"
    ledger.backup(copy)
    content = bytearray(copy.read_bytes())
    content[4096 * 3 : 4096 * 3 + 64] = b"\xff" * 64
    copy.write_bytes(content)
    with pytest.raises(InputError, match=r"damaged|cannot be opened"):
        Ledger(copy)
    assert copy.read_bytes() == content


def test_a_backup_is_the_ledger_in_one_file(ledger, assigned, tmp_path):
    judge(ledger, assigned[0], 2)
    copy = tmp_path / "copy.ledger"
    ledger.backup(copy)
    judge(ledger, assigned[1], 1)
    with Ledger(copy) as restored:
        assert grades(restored) == {"a": 2}
    with pytest.raises(InputError, match="there is a file already"):
        ledger.backup(copy)


def test_many_writers_wait_for_each_other(ledger, assigned):
    def write(number):
        with Ledger(ledger.path) as own:
            for i in range(20):
                judge(own, assigned[0], i % 2, key=f"{number}-{i}")

    threads = [threading.Thread(target=write, args=(number,)) for number in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ledger.position == 100


def test_two_processes_may_make_one_ledger(tmp_path):
    code = f"from harness.judging.ledger import create; create({str(tmp_path / 'l')!r}).close()"
    processes = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(3)]
    assert [process.wait(60) for process in processes] == [0, 0, 0]
    Ledger(tmp_path / "l").close()


_STREAM = """
import sys
from harness.judging.ledger import Ledger
from harness.judging.recording import Entry, record_entry
ledger = Ledger(sys.argv[1])
number = 0
while True:
    number += 1
    entry = Entry("judged", f"{sys.argv[2]}-{number}", {"relevance": number % 3})
    with ledger.transaction() as writing:
        record_entry(writing, 1, entry)
    print(entry.key, flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")
def test_no_acknowledged_judgment_is_lost_when_the_writer_is_killed(ledger, assigned):
    acknowledged = []
    for round_number in range(6):
        command = [sys.executable, "-c", _STREAM, str(ledger.path), str(round_number)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            acknowledged += [process.stdout.readline().strip() for _ in range(2 * round_number + 1)]
            process.send_signal(signal.SIGKILL)
            acknowledged += process.stdout.read().split()
    with Ledger(ledger.path) as again:
        keys = {key for (key,) in again.rows("SELECT key FROM event")}
    assert len(acknowledged) >= 36
    assert set(acknowledged) - {""} <= keys


def test_a_full_disk_records_nothing_and_says_so(ledger, assigned):
    pages = ledger.value("PRAGMA page_count")
    ledger.rows(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(UnavailableError, match="nothing was recorded"):
        fill(ledger, assigned[0])
    position = ledger.position
    ledger.rows("PRAGMA max_page_count = 1000000")
    assert judge(ledger, assigned[0], 2, key="after") == position + 1


@pytest.fixture
def faulty_connections(monkeypatch):
    """Connections of which a statement fails when the plan says so."""
    connect = sqlite3.connect
    monkeypatch.setattr(
        sqlite3,
        "connect",
        lambda *given, **more: connect(*given, **more | {"factory": FaultyConnection}),
    )
    token = recording_entries.set(True)
    yield
    recording_entries.reset(token)
    plan.arm("none", 0)


@pytest.mark.parametrize("fault", ["disk", "damage", "lock", "memory", "thread", "after"])
def test_whatever_statement_fails_what_is_recorded_next_is_on_the_disk(
    ledger, assigned, faulty_connections, fault
):
    """The commit and taking back fail, too; nothing stays open that swallows the next judgment."""
    failed = 0
    with Ledger(ledger.path) as faulty, Ledger(ledger.path) as another:
        for number in range(1, 40):
            plan.arm(fault, number)
            try:
                judge(faulty, assigned[0], 1, key=f"first-{number}")
            except (UnavailableError, MemoryError, RuntimeError):
                failed += 1
            reached, plan.fault = plan.fault == "none", "none"
            judge(faulty, assigned[1], 1, key=f"second-{number}")
            keys = {key for (key,) in another.rows("SELECT key FROM event")}
            assert f"second-{number}" in keys
            if not reached:
                break
    assert 5 <= failed < 39


@pytest.mark.parametrize("statement", [1, 2, 3])
def test_a_disk_that_fails_while_a_connection_is_opened_is_no_fault_of_the_file(
    ledger, faulty_connections, statement
):
    plan.arm("damage", statement)
    with pytest.raises(UnavailableError, match="cannot be opened: disk I/O error"):
        ledger.another()
    ledger.another().close()


@pytest.mark.parametrize("fault", ["disk", "damage"])
def test_a_disk_that_fails_while_a_ledger_is_opened_is_told_as_such(
    ledger, faulty_connections, fault
):
    """It is not damaged, nor is the program; the first opening writes, too: it begins the log."""
    failed = 0
    for statement in range(1, 30):
        plan.arm(fault, statement)
        try:
            Ledger(ledger.path).close()
        except UnavailableError as error:
            failed += f"cannot be opened: {FAULTS[fault]}" in str(error)
        if plan.fault != "none":
            break
    assert 6 <= failed == statement - 1


def test_create_keeps_what_is_there(ledger, assigned):
    judge(ledger, assigned[0], 1)
    with create(ledger.path) as again:
        assert grades(again) == {"a": 1}


def files_in(folder):
    return sorted(path.name for path in folder.iterdir())


def test_what_fails_leaves_no_new_ledger(tmp_path):
    def fails(ledger):
        with ledger.transaction() as writing:
            record_assessor(writing, "ann")
        raise InputError("no pool")

    with pytest.raises(InputError, match="no pool"):
        record_in_ledger(tmp_path / "a.ledger", fails)
    assert files_in(tmp_path) == []
    record_in_ledger(tmp_path / "a.ledger", lambda _: None)
    with pytest.raises(InputError, match="no pool"):
        record_in_ledger(tmp_path / "a.ledger", fails)
    assert files_in(tmp_path) == ["a.ledger"]


def test_transactions_in_a_transaction_are_parts_of_it(tmp_path):
    def fails(ledger):
        with ledger.transaction():
            with ledger.transaction() as writing:
                record_assessor(writing, "ann")
            raise InputError("wrong")

    with create(tmp_path / "a.ledger") as ledger:
        with pytest.raises(InputError, match="wrong"):
            fails(ledger)
        assert ledger.rows("SELECT name FROM assessor") == []


def test_a_ledger_that_another_process_made_meanwhile_is_recorded_in(tmp_path):
    path = tmp_path / "a.ledger"
    calls = []

    def record(ledger):
        calls.append(ledger)
        if len(calls) == 1:
            create(path).close()
        with ledger.transaction() as writing:
            return record_assessor(writing, "ann")

    record_in_ledger(path, record)
    assert len(calls) == 2
    with Ledger(path) as ledger:
        assert ledger.rows("SELECT name FROM assessor") == [("ann",)]
    assert files_in(tmp_path) == ["a.ledger"]
