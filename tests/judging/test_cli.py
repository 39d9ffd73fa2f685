"""The whole way of judging by commands: from a pool to a release, with files and exit statuses."""

from __future__ import annotations

import csv
import json
import re
import shutil
import signal
from pathlib import Path

import polars as pl
import pytest
import yaml

from harness.cli.main import main
from harness.judging.ledger import Ledger
from scripts.benchmarks.judging import Server, assignments, kill, prepare

ROOT = Path(__file__).parents[2]
TASK = "configs/demo.yaml"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A copy of the demo, where commands are called."""
    for name in ("configs", "qrels", "runs"):
        shutil.copytree(ROOT / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def judge(capsys):
    """``judge("status", …)`` → status, standard output, standard error of `harness judge`."""

    def call(*words, command="judge"):
        capsys.readouterr()
        status = 0
        try:
            main([command, *map(str, words)])
        except SystemExit as stop:
            status = int(stop.code or 0)
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return call


@pytest.fixture
def ready(folder, judge):
    """The demo with its pool in the ledger."""
    change(folder, judge={"assessors": ["ann", "ben", "cleo"], "overlap": 0.3})
    assert judge("build", TASK, "-o", "pool", command="pool")[0] == 0
    status, _, err = judge("add", TASK, "pool", "--organiser", "olga", "--adjudicator", "adele")
    assert status == 0, err
    return folder


def change(folder, **keys):
    """Set keys of the task."""
    path = folder / TASK
    task = yaml.safe_load(path.read_text()) | keys
    path.write_text(yaml.safe_dump(task))


def position(folder):
    with Ledger(folder / "configs/demo.ledger") as ledger:
        return ledger.position


def rows_of(judge, *words):
    status, out, err = judge(*words, "--format", "json")
    assert status == 0, err
    return json.loads(out)


def fill(path, grade, share=1.0):
    """Type grades into the first rows of a sheet."""
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows[: round(share * len(rows))]:
        row["grade"] = grade(row)
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    return len(rows)


# Into the ledger


def test_a_pool_is_added_once_and_status_counts_what_is_left(ready, judge):
    status, out, err = judge("add", TASK, "pool")
    assert (status, out, "0 new documents" in err, "already" in err) == (0, "", True, True)
    rows = rows_of(judge, "status", TASK)
    assert [row["assessor"] for row in rows] == ["ann", "ben", "cleo"]
    assert sum(row["left"] for row in rows) == sum(row["assigned"] for row in rows) > 430
    for form in ("table", "csv", "tsv", "jsonl", "markdown", "latex"):
        assert judge("status", TASK, "--format", form)[0] == 0


def test_proposers_of_a_table_or_of_the_topics_judge_what_they_proposed(folder, judge):
    assert judge("build", TASK, "-o", "pool", command="pool")[0] == 0
    (folder / "configs/who.csv").write_text("topic,group\nD01,keeper\nD02,keeper\nD02,ben\n")
    people = [{"name": "ann", "group": "keeper"}, "ben", "cleo"]
    change(folder, judge={"assessors": people, "proposers": {"path": "who.csv"}})
    rows = rows_of(judge, "add", TASK, "pool")
    assert [row["assessor"] for row in rows] == ["ann", "ben", "cleo"]
    with Ledger("configs/demo.ledger") as ledger:
        query = "SELECT DISTINCT u.topic, s.name FROM assignment a JOIN unit u ON u.id = a.unit"
        query += " JOIN assessor s ON s.id = a.assessor WHERE u.topic IN ('D01', 'D02')"
        given = sorted(ledger.rows(query))
    assert given == [("D01", "ann"), ("D02", "ann"), ("D02", "ben")]


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"assessors": ["ann"], "proposers": {"path": "who.csv"}}, "unknown assessor 'an'"),
        ({"assessors": ["ann"], "proposers": {"attribute": "x"}}, "no topic has the attribute 'x'"),
        ({"assessors": ["ann"], "proposers": {}}, "give one of path and attribute"),
        ({"assessors": [{"nam": "ann"}]}, "judge.assessors.0..nam: unknown key"),
        ({"assessors": ["ann"], "overlap": 2}, "must be a number from 0 to 1"),
        ({"assessors": [{"name": "ann", "topics": "D99"}]}, "unknown topic 'D99'"),
        ({"assessors": []}, "nobody is named to judge"),
    ],
)
def test_wrong_assessors_are_refused_and_leave_no_list(folder, judge, keys, message):
    judge("build", TASK, "-o", "pool", command="pool")
    (folder / "configs/who.csv").write_text("topic,assessor\nD01,an\n")
    change(folder, judge=keys)
    status, out, err = judge("add", TASK, "pool")
    assert (status, out) == (2, "")
    assert re.search(message, err)
    assert judge("status", TASK)[1].count("ann") == 0 or judge("status", TASK)[0] == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["status", TASK], "there is no ledger"),
        (["add", TASK, "nowhere"], "nowhere"),
        (["serve", TASK], "there is no ledger"),
    ],
)
def test_before_there_is_a_ledger(folder, judge, words, message):
    status, _, err = judge(*words)
    assert (status, message in err) == (2, True), err
    assert not (folder / "configs/demo.ledger").exists()


def test_roles_do_not_change_and_unknown_names_are_told_the_nearest(ready, judge):
    status, _, err = judge("add", TASK, "pool", "--organiser", "ann")
    assert (status, "'ann' is in the ledger as assessor, not as organiser" in err) == (2, True)
    status, _, err = judge("link", TASK, "an")
    assert (status, "did you mean ann" in err) == (2, True)
    status, out, _ = judge("link", TASK, "ann", "olga", "adele")
    assert (status, len(re.findall("/link/[-_A-Za-z0-9]{40,}", out))) == (0, 3)


# Simulated assessors


def test_agreement_recovers_the_error_rates_of_simulated_assessors(ready, judge):
    change(ready, judge={"assessors": ["ann", "ben", "cleo"], "overlap": 1.0})
    (ready / "configs/demo.ledger").unlink()
    judge("add", TASK, "pool")
    status, out, _ = judge("simulate", TASK, "--error", "0.1", "--error", "ann=0", "--seed", 3)
    assert (status, "860 judgments" in out) == (0, True)
    pairs = rows_of(judge, "agreement", TASK, "--part", "pairs")
    for row in pairs:
        # Two who err independently on two grades agree with (1 − a)(1 − b) + ab.
        a, b = (0.0 if row[side] == "ann" else 0.1 for side in ("first", "second"))
        assert row["same grade"] == pytest.approx((1 - a) * (1 - b) + a * b, abs=0.09)
    effects = rows_of(judge, "agreement", TASK, "--part", "leaderboards", "-m", "nDCG@10")
    assert [row["assessor"] for row in effects] == ["ann", "ben", "cleo"]
    assert all(0 < row["τ"] <= 1 for row in effects)
    status, out, _ = judge("agreement", TASK, "--leaderboards")
    assert (status, "Leaderboards by AP" in out) == (0, True)


def test_an_assessor_who_judges_everything_otherwise_reorders_the_runs(ready, judge):
    """The effect is that of `harness pool bias --against`, with the released and the own grades."""
    judge("simulate", TASK)
    (tmp := ready / "contrary.csv").write_text("topic,doc,grade,assessor\n")
    frame = pl.read_parquet("pool/pool.parquet").select("topic", "doc").sort("topic", "doc")
    with tmp.open("a") as file:
        for i, (topic, doc) in enumerate(frame.iter_rows()):
            file.write(f"{topic},{doc},{i % 2},contrary\n")
    change(ready, judge={"policy": "owner"})
    owners = judge("release", TASK, "-o", "owners.txt")
    assert owners[0] == 0
    assert judge("import", TASK, "contrary.csv")[0] == 0
    rows = {r["assessor"]: r for r in rows_of(judge, "agreement", TASK, "--part", "leaderboards")}
    assert rows["ann"]["swaps"] == 0
    assert rows["contrary"]["judged"] == 430
    with tmp.open() as file:
        lines = [f"{r['topic']} 0 {r['doc']} {r['grade']}\n" for r in csv.DictReader(file)]
    (ready / "contrary.txt").write_text("".join(lines))
    change(ready, qrels="../owners.txt")
    status, out, err = judge("bias", TASK, "--against", "contrary.txt", command="pool")
    assert status == 0, err
    tau = re.search(r"between the task and \S+: (-?\d\.\d+)", out + err)
    assert tau is not None
    assert rows["contrary"]["τ"] == pytest.approx(float(tau[1]), abs=6e-4)


def test_simulation_needs_judgments_and_the_rest_does_not(ready, judge):
    path = ready / TASK
    path.write_text(path.read_text().replace("qrels: ../qrels/demo/qrels.txt\n", ""))
    assert judge("status", TASK)[0] == 0
    status, _, err = judge("simulate", TASK)
    assert (status, "the key 'qrels' is missing" in err) == (2, True)
    for rate in ("2", "ann=x", "nan"):
        assert judge("simulate", TASK, "--error", rate)[0] == 2


# Out and back


def test_sheets_go_out_and_come_back_in_parts(ready, judge):
    for form in ("html", "xlsx", "csv"):
        assert judge("packet", TASK, "--to", form)[0] == 0
    names = sorted(path.name for path in (ready / "packets").iterdir())
    assert names == sorted(
        f"{n}.{s}" for n in ("ann", "ben", "cleo") for s in ("csv", "html", "xlsx")
    )
    assert judge("packet", TASK, "--to", "csv")[0] == 2  # they are there already
    sheet = ready / "packets/ann.csv"
    total = fill(sheet, lambda row: "1", 0.5)
    (row,) = rows_of(judge, "import", TASK, sheet, "--dry-run")
    assert (row["new"], row["blank"]) == (round(total / 2), total - round(total / 2))
    assert position(ready) == 0
    assert rows_of(judge, "import", TASK, sheet) == [row]
    fill(sheet, lambda row: row["grade"] or "0")
    (rest,) = rows_of(judge, "import", TASK, sheet)
    assert (rest["new"], rest["known"]) == (row["blank"], row["new"])
    (again,) = rows_of(judge, "import", TASK, sheet)
    assert (again["new"], again["changed"], again["known"]) == (0, 0, total)
    fill(sheet, lambda row: "0", 0.1)
    (changed,) = rows_of(judge, "import", TASK, sheet)
    assert changed["changed"] == round(0.1 * total)
    assert position(ready) == total + changed["changed"]
    (ann,) = [r for r in rows_of(judge, "status", TASK) if r["assessor"] == "ann"]
    assert (ann["judged"], ann["left"]) == (total, 0)


WRONG = {
    "no such file": ("gone.csv", None, "gone.csv"),
    "a grade that is none": ("ann.csv", "topic,doc,grade\nD01,x,7\n", "ann.csv:2: 7 is no grade"),
    "no columns": ("ann.csv", "a,b\n1,2\n", "there is no column"),
    "nobody's": ("zed.csv", "topic,doc,grade\nD01,x,1\n", "whose judgments"),
    "no workbook": ("ann.xlsx", "PK", "ann.xlsx"),
    "half a saved page": ("ann.json", '{"format": "harness judgments 1", "ent', "ann.json"),
    "of another ledger": (
        "ann.json",
        '{"format": "harness judgments 1", "assessor": "zed", "entries": []}',
        "there is no assessor 'zed'",
    ),
    "empty": ("ann.csv", "", "ann.csv"),
    "bytes": ("x.qrels", "\x00\x01", "x.qrels"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_files_are_refused_with_the_good_ones_beside_them(ready, judge, case):
    name, content, message = WRONG[case]
    (ready / "ben.csv").write_text("topic,doc,grade\nD01,LH-026,1\n")
    if content is not None:
        (ready / name).write_text(content)
    status, out, err = judge("import", TASK, "ben.csv", name)
    assert (status, out) == (2, ""), err
    assert message in err
    assert "Traceback" not in err
    assert position(ready) == 0


# Releases

STRATA = {"parameters": {"strata": ["1:5:1", "6:20:0.3"]}}


def test_a_release_has_a_manifest_and_the_same_bytes_for_ever(ready, judge):
    judge("simulate", TASK, "--error", "0.2")
    for words, status in (([], 0), ([], 2), (["--force"], 0)):
        got = judge("release", TASK, "--name", "first", "-o", "q.txt", *words)
        assert got[0] == status, got
    manifest = json.loads((ready / "q.txt.manifest.json").read_text())
    assert (manifest["policy"]["name"], manifest["position"]) == ("adjudicated", position(ready))
    assert manifest["judged"] + manifest["open"] == 430
    assert manifest["open"] > 0
    before = (ready / "q.txt").read_bytes()
    (ready / "ben.csv").write_text("topic,doc,grade\nD01,LH-001,1\n")
    assert judge("import", TASK, "ben.csv")[0] == 0
    assert judge("release", TASK, "--name", "first", "-o", "again.txt")[0] == 0
    assert (ready / "again.txt").read_bytes() == before
    assert judge("release", TASK, "--name", "now", "--policy", "max")[0] == 0
    assert judge("diff", TASK, "first", "first")[0] == 0
    status, out, _ = judge("diff", TASK, "first", "now", "--format", "json")
    changed = json.loads(out)
    assert status == 1
    assert {"topic": "D01", "doc": "LH-001", "before": None, "after": 1} in changed
    assert len(changed) == manifest["open"] + 1
    assert judge("diff", TASK, "first", "nwo")[0] == 2
    # What is released scores the runs.
    change(ready, qrels="../again.txt")
    assert judge(TASK, "-o", "results", command="run")[0] == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--policy", "majorty"], "did you mean majority"),
        (["--position", "99999"], "there is no position"),
        (["--dimension", "trust"], "there is no dimension"),
        (["--to", "nonsense"], "nonsense"),
    ],
)
def test_wrong_releases_write_nothing(ready, judge, words, message):
    status, out, err = judge("release", TASK, "-o", "q.txt", *words)
    assert (status, out, message in err) == (2, "", True), err
    assert not (ready / "q.txt").exists()


@pytest.mark.parametrize("to", ["qrels_jg", "prefs", "diversity", "ntcir", "jsonl", "parquet"])
def test_every_export_is_written_and_the_same_again(ready, judge, to):
    judge("simulate", TASK)
    for name in ("one", "two"):
        status, _, err = judge("export", TASK, "--to", to, "-o", name)
        assert status == 0, err
    assert (ready / "one").read_bytes() == (ready / "two").read_bytes() != b""


def test_relevant_documents_without_a_passage_are_not_exported_as_not_relevant(ready, judge):
    judge("simulate", TASK)
    status, _, err = judge("export", TASK, "--to", "inex", "-o", "q.txt")
    assert (status, "but no passage is marked" in err) == (2, True)
    assert not (ready / "q.txt").exists()


@pytest.mark.parametrize(
    "pool",
    [
        {"strategy": "depth", "depth": 5},
        {"strategy": "stratified", "budget": 40, "depth": 20, **STRATA},
        {"strategy": "proportional", "budget": 15},
    ],
    ids=lambda pool: pool["strategy"],
)
def test_what_was_released_comes_back_and_is_released_the_same(folder, judge, pool):
    change(folder, pool=pool, judge={"assessors": ["ann", "ben"]})
    assert judge("build", TASK, "-o", "pool", command="pool")[0] == 0
    judge("add", TASK, "pool")
    judge("simulate", TASK)
    status, _, err = judge("release", TASK, "-o", "q.txt")
    assert status == 0, err
    first = (folder / "q.txt").read_bytes()
    (folder / "configs/demo.ledger").unlink()
    judge("add", TASK, "pool")
    layout = json.loads((folder / "q.txt.manifest.json").read_text())["layout"]
    status, _, err = judge("import", TASK, "q.txt", "--assessor", "nist", "--from", layout)
    assert status == 0, err
    assert judge("release", TASK, "-o", "q.txt", "--force")[0] == 0
    assert (folder / "q.txt").read_bytes() == first


# Batches


def test_an_adaptive_pool_goes_on_by_what_was_judged(folder, judge):
    pool = {"strategy": "maxmean", "budget": 15, "batch": 5}
    change(folder, pool=pool, judge={"assessors": ["ann", "ben"]})
    assert judge("build", TASK, "-o", "round1", command="pool")[0] == 0
    judge("add", TASK, "round1")
    for number in (2, 3):
        status, _, err = judge("next", TASK, "-o", f"round{number}")
        assert (status, "75 documents on lists are not judged yet (ann, ben)" in err) == (2, True)
        assert judge("simulate", TASK)[1].startswith("75 judgments")
        status, _, err = judge("next", TASK, "-o", f"round{number}")
        assert status == 0, err
        assert "75 new documents" in err
    assert judge("next", TASK, "-o", "round3")[0] == 2  # the directory is there
    judge("simulate", TASK)
    frame = pl.read_parquet("round3/pool.parquet")
    assert frame.group_by("topic").len()["len"].unique().to_list() == [15]
    status, _, err = judge("release", TASK, "-o", "q.txt")
    assert f"{frame.height} documents judged" in err


def test_a_backup_is_a_ledger_and_replaces_nothing(ready, judge):
    judge("simulate", TASK)
    assert judge("backup", TASK, "copy.ledger")[0] == 0
    assert judge("backup", TASK, "copy.ledger")[0] == 2
    with Ledger("copy.ledger") as copy:
        assert copy.position == position(ready)
    judge("release", TASK, "-o", "before.txt")
    (ready / "configs/demo.ledger").unlink()
    for log in ready.glob("configs/demo.ledger-*"):
        log.unlink()
    shutil.move("copy.ledger", "configs/demo.ledger")
    assert judge("release", TASK, "-o", "after.txt")[0] == 0
    assert (ready / "before.txt").read_bytes() == (ready / "after.txt").read_bytes()


# The server


def test_a_server_that_is_killed_loses_and_doubles_nothing(tmp_path):
    tokens = prepare(tmp_path, ["ann"])
    done = kill(tmp_path, tokens["ann"], assignments(tmp_path, "ann"), times=20)
    assert done.pop("acknowledged") > 20
    assert done == {"kills": 20, "lost": 0, "doubled": 0, "altered": 0}


def test_a_second_server_is_refused_and_others_write_beside_the_first(ready, judge):
    server = Server(ready)
    try:
        status, _, err = judge("serve", TASK, "--port", "0")
        assert (status, "another server has this ledger" in err) == (2, True)
        (ready / "ben.csv").write_text("topic,doc,grade\nD01,LH-026,1\n")
        assert judge("import", TASK, "ben.csv")[0] == 0
        assert judge("backup", TASK, "copy.ledger")[0] == 0
    finally:
        status = server.stop(signal.SIGINT)
    assert status in (0, 130)
    with Ledger("configs/demo.ledger") as ledger:
        assert ledger.position == 1


def test_a_port_or_address_that_cannot_be_had_is_named(ready, judge):
    status, _, err = judge("serve", TASK, "--host", "no.such.host.invalid")
    assert (status, "nothing can listen on 'no.such.host.invalid'" in err) == (2, True)
