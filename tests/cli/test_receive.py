"""Submissions are received: checked, kept under their hashes, with receipts that stay."""

from __future__ import annotations

import hashlib
import json
import os
import resource
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from harness.core.errors import EvaluationError, InputError, UnavailableError
from harness.results.receipts import read_receipts
from harness.workflows.receive import (
    copy_counting,
    list_received,
    locate_receipts,
    receive,
    withdraw,
)
from tests.formats.test_archives import zipped

RUN = b"1 Q0 a 1 2.5 me\n1 Q0 b 2 1.5 me\n"
BETTER = RUN.replace(b"2.5", b"3.5")
WRONG = RUN.replace(b"Q0 b", b"Q0 a")
DEADLINE = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture
def task(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "qrels.txt").write_text("1 0 a 1\n1 0 b 0\n")
    path = tmp_path / "t.yaml"
    path.write_text(
        "qrels: qrels.txt\nmeasures: [AP]\ncheck: {depth: 5}\n"
        f"receive: {{deadline: '{DEADLINE.isoformat()}'}}\n"
    )
    return path


@pytest.fixture
def send(task):
    """Receives a content so many hours before the deadline."""

    def receive_one(content, hours=1, *, name="my.run", group="A"):
        path = Path(name)
        path.write_bytes(content)
        moment = DEADLINE - timedelta(hours=hours)
        (reception,) = receive(task, [name], group, now=lambda: moment)
        assert path.read_bytes() == content
        return reception

    return receive_one


def test_a_file_is_kept_under_its_hash_and_has_a_receipt(task, send):
    reception = send(RUN)
    digest = hashlib.sha256(RUN).hexdigest()
    assert (locate_receipts(task) / "files" / f"{digest}.run").read_bytes() == RUN
    for text in ("Receipt 1: t", "my.run, version 1", digest, "2026-11-30T11:00:00+00:00", "yes"):
        assert text in reception.text
    assert reception.path.read_text() == reception.text
    (receipt,) = read_receipts(locate_receipts(task))
    assert (receipt.group, receipt.sha256, receipt.runs, receipt.errors) == ("A", digest, 1, 0)


def test_the_newest_that_can_count_does(task, send):
    send(RUN, 4)
    send(BETTER, 3)
    send(WRONG, 2)
    send(RUN, -1)
    send(RUN, 1, group="B")
    reasons = [(each.receipt.group, each.version, each.reason) for each in list_received(task)]
    assert reasons == [
        ("A", 1, "version 2 counts"),
        ("A", 2, ""),
        ("A", 3, "it has errors"),
        ("A", 4, "it came after the deadline"),
        ("B", 1, ""),
    ]
    assert (
        len(list((locate_receipts(task) / "files").iterdir())) == 3
    )  # equal contents are kept once


def test_what_is_withdrawn_stays_on_record_and_the_one_before_counts(task, send):
    send(RUN, 4)
    send(BETTER, 3)
    with pytest.raises(EvaluationError, match=r"'B' has no receipt 2 \(the group has none\)"):
        withdraw(task, 2, "B")
    with pytest.raises(EvaluationError, match=r"'A' has no receipt 7 \(the group has 1, 2\)"):
        withdraw(task, 7, "A")
    withdraw(task, 2, "A")
    assert [each.reason for each in list_received(task)] == ["", "it was withdrawn"]
    with pytest.raises(EvaluationError, match="withdrawn already"):
        withdraw(task, 2, "A")
    with pytest.raises(EvaluationError, match="no receipt 3"):  # that of the withdrawal
        withdraw(task, 3, "A")
    assert len(read_receipts(locate_receipts(task))) == 3


def test_an_archive_is_one_submission_of_several_runs(task, send):
    other = RUN.replace(b" me", b" you")
    reception = send(zipped({"x/a.run": RUN, "x/b.run": other}), name="all.zip")
    assert reception.standing.receipt.runs == 2
    assert "2 runs" in reception.text
    refused = send(zipped({"x/a.run": RUN, "x/b.run": WRONG}), name="all.zip")
    assert refused.standing.reason == "it has errors"
    assert "all.zip!/x/b.run:2:6" in refused.text


@pytest.mark.parametrize("runs", [{"a.run": RUN}, {"a.run": RUN, "b.run": BETTER}])
def test_files_that_are_no_runs_are_named_in_the_receipt(send, runs):
    text = send(zipped({**runs, "../up.run": RUN, "/etc/b.run": RUN}), name="all.zip").text
    said = "../up.run (a path with .. in it), /etc/b.run (an absolute path)"
    assert text.count(f"warning: all.zip: left out, no runs: {said}\n") == 1


def test_names_of_any_bytes_and_length_are_received(task, send):
    name = os.fsdecode(b"caf\xe9." + b"a" * 240)
    reception = send(RUN, name=name, group=os.fsdecode(b"\xe9"))
    assert (reception.standing.receipt.group, reception.standing.reason) == (r"\xe9", "")
    assert rf"{chr(10)}caf\xe9.{'a' * 240}: nothing found" in reception.text
    assert withdraw(task, 1, os.fsdecode(b"\xe9")).withdraws == 1


def test_runs_of_one_tag_are_called_as_their_files_and_others_by_their_place_in_the_archive(send):
    assert send(zipped({"a.run": RUN, "b.run": BETTER}), name="all.zip").standing.reason == ""
    clash = send(zipped({"x/a.run": RUN, "y/a.run": BETTER}), name="all.zip")
    assert clash.standing.reason == "it has errors"
    assert "all.zip!/x/a.run: the name 'me' is also that of all.zip!/y/a.run\n" in clash.text
    assert "harness-" not in clash.text  # where it lay while it was checked


def test_a_receipt_says_nothing_that_the_judgments_know(send):
    text = send(WRONG).text
    assert "drop-lower-duplicates" in text
    assert "AP" not in text


def test_two_at_once_are_kept_apart(task):
    contents = [RUN.replace(b"2.5", str(number).encode()) for number in range(2, 10)]
    for number, content in enumerate(contents):
        Path(f"{number}.run").write_bytes(content)

    def one(number):
        return next(receive(task, [f"{number}.run"], f"G{number}")).standing.receipt.number

    with ThreadPoolExecutor(4) as pool:
        numbers = list(pool.map(one, range(8)))
    assert sorted(numbers) == list(range(1, 9))
    receipts = read_receipts(locate_receipts(task))
    assert {each.group: each.sha256 for each in receipts} == {
        f"G{number}": hashlib.sha256(content).hexdigest() for number, content in enumerate(contents)
    }


def test_where_one_file_cannot_be_had_none_is_received(task):
    Path("a.run").write_bytes(RUN)
    with pytest.raises(UnavailableError):
        list(receive(task, ["a.run", "b.run"], "A"))
    assert not locate_receipts(task).exists()


def test_a_full_disk_loses_nothing_and_says_so(task, send):
    send(RUN)
    before = {
        path: path.read_bytes() for path in locate_receipts(task).rglob("*") if path.is_file()
    }
    many = b"".join(b"1 Q0 d%d %d %d me\n" % (n, n, -n) for n in range(1, 6)) * 400
    Path("large.run").write_bytes(many)
    done = subprocess.run(  # a limit of the size of files stands for a disk without room
        [sys.executable, "-m", "harness", "receive", str(task), "large.run", "--group", "A"],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)),
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},  # it would be cut off, and stay so
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "cannot be written: File too large" in done.stderr
    after = {path: path.read_bytes() for path in locate_receipts(task).rglob("*") if path.is_file()}
    assert after == before


def test_a_fault_after_the_first_file_leaves_its_receipt_printed(harness, task, monkeypatch):
    from harness.workflows import receive as module

    keep = module.keep_file

    def fail_on_the_second(folder, copy, digest, suffix):
        if copy.name == "b.run":
            raise UnavailableError("no room")
        return keep(folder, copy, digest, suffix)

    monkeypatch.setattr(module, "keep_file", fail_on_the_second)
    Path("a.run").write_bytes(RUN)
    Path("b.run").write_bytes(BETTER)
    got = harness("receive", "t.yaml", "a.run", "b.run", "--group", "A")
    assert got.status == 2
    assert got.out.startswith("Receipt 1: t\n")
    assert "records/000001.txt" in got.err
    assert "no room" in got.err
    assert [each.file for each in read_receipts(locate_receipts(task))] == ["a.run"]


def test_the_files_that_count_are_written_by_group(task, send):
    send(RUN, 2, group="A/../x")
    send(BETTER, 2, name="b.run", group="B")
    assert [path.as_posix() for path in copy_counting(task, "out")] == [
        "out/A_.._x/my.run",
        "out/B/b.run",
    ]
    assert Path("out/B/b.run").read_bytes() == BETTER
    assert copy_counting(task, "out") == []


def test_a_folder_with_what_no_longer_counts_is_refused_whole(task, send):
    send(RUN, 4)
    send(RUN, 4, name="b.run")
    copy_counting(task, "out")
    withdraw(task, 2, "A")
    send(BETTER, 3)
    send(RUN, 3, name="c.run")
    with pytest.raises(InputError) as refused:
        copy_counting(task, "out")
    assert [(each.where, each.message) for each in refused.value.problems] == [
        ("out/A/my.run", "it does not count: version 2 counts"),
        ("out/A/b.run", "it does not count: it was withdrawn"),
    ]
    assert not Path("out/A/c.run").exists()


def test_the_command_receives_lists_and_withdraws(harness, task):
    Path("a.run").write_bytes(RUN)
    task.write_text(task.read_text().replace(str(DEADLINE.year), "2999"))
    got = harness("receive", "t.yaml", "a.run", "--group", "A")
    assert got.status == 0
    assert "counts    yes" in got.out
    assert "Text for a mail: receipts/t/records/000001.txt" in got.err
    Path("a.run").write_bytes(WRONG)
    assert harness("receive", "t.yaml", "a.run", "--group", "A").status == 1
    rows = json.loads(harness("receive", "t.yaml", "--list", "--format", "json").out)
    assert [row["standing"] for row in rows] == ["counts", "it has errors"]
    assert harness("receive", "t.yaml", "--withdraw", "1", "--group", "A").status == 0
    assert "it was withdrawn" in harness("receive", "t.yaml", "--list").out


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["a.run"], "name the group: --group NAME"),
        (["--group", "A"], "name FILEs, or give one of --list"),
        (["--list", "a.run"], "name FILEs, or give one of --list"),
        (["a.run", "--group", " "], "no group is named"),
    ],
)
def test_what_is_not_said_is_asked_for(harness, task, given, said):
    Path("a.run").write_bytes(RUN)
    got = harness("receive", "t.yaml", *given)
    assert got.status == 2
    assert said in got.err


def test_a_deadline_has_a_time_zone(harness, task):
    task.write_text("receive: {deadline: 2026-11-30T12:00}\n")
    got = harness("receive", "t.yaml", "--list")
    assert got.status == 2
    assert "does not say of which time zone it is" in got.err
