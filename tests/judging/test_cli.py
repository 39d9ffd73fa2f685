"""Judging by commands: pools and batches into the ledger, simulated assessors, agreement."""

from __future__ import annotations

import csv
import json
import re

import polars as pl
import pytest

from harness.judging.access import find_linked_person
from harness.judging.judgments import progress, standing_judgments
from harness.judging.ledger import Ledger
from harness.judging.recording import Entry, list_units, record_entry

from .commands import KINDS, TASK, change, fill, position, rows_of

pytestmark = pytest.mark.long

# Into the ledger


def test_a_pool_is_added_once_and_status_counts_what_is_left(ready, judge):
    status, out, err = judge("add", TASK, "pool", "--anyway")
    assert (status, out, "0 new documents" in err, "already" in err) == (0, "", True, True)
    rows = rows_of(judge, "status", TASK)
    assert [row["assessor"] for row in rows] == ["ann", "ben", "cleo"]
    assert sum(row["left"] for row in rows) == sum(row["assigned"] for row in rows) > 430
    for form in ("table", "csv", "tsv", "jsonl", "markdown", "latex"):
        assert judge("status", TASK, "--format", form)[0] == 0


def test_proposers_of_a_table_or_of_the_topics_judge_what_they_proposed(folder, judge):
    assert judge(TASK, "-o", "pool", command="pool")[0] == 0
    (folder / "configs/who.csv").write_text("topic,group\nD01,keeper\nD02,keeper\nD02,ben\n")
    people = [{"name": "ann", "group": "keeper"}, "ben", "cleo"]
    change(folder, judge={"assessors": people, "proposers": {"path": "who.csv"}})
    rows = rows_of(judge, "add", TASK, "pool", "--anyway")
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
        ({"assessors": []}, "no assessors are named"),
    ],
)
def test_wrong_assessors_are_refused_and_leave_no_list(folder, judge, keys, message):
    judge(TASK, "-o", "pool", command="pool")
    (folder / "configs/who.csv").write_text("topic,assessor\nD01,an\n")
    change(folder, judge=keys)
    status, out, err = judge("add", TASK, "pool", "--anyway")
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


def test_a_ledger_called_as_version_0_1_did_is_not_passed_over(ready, judge):
    old, new = ready / "configs/Lighthouses 2025.ledger", ready / "configs/demo.ledger"
    task = ready / "configs/demo.yaml"
    task.write_text(re.sub(r"(?m)^name: .*$", "name: Lighthouses 2025", task.read_text()))
    new.rename(old)
    for words in (["status", TASK], ["add", TASK, "pool", "--anyway"]):
        status, _, err = judge(*words)
        assert (status, "rename it to demo.ledger" in err) == (2, True), err
    assert not new.exists()
    task.with_name("Lighthouses 2025.yaml").touch()  # it is that task's
    assert "there is no ledger" in judge("status", TASK)[2]


def test_roles_do_not_change_and_unknown_names_are_told_the_nearest(ready, judge):
    status, _, err = judge("add", TASK, "pool", "--anyway", "--organiser", "adele")
    assert (status, "'adele' is in the ledger as adjudicator, not as" in err) == (2, True)
    status, _, err = judge("link", TASK, "an")
    assert (status, "did you mean ann" in err) == (2, True)
    status, out, _ = judge("link", TASK, "ann", "olga", "adele")
    assert (status, len(re.findall("/link/[-_A-Za-z0-9]{40,}", out))) == (0, 3)


@pytest.mark.slow
def test_a_role_that_ends_leaves_nothing_but_what_was_judged(ready, judge):
    _, out, _ = judge("link", TASK, "ann", "ben", "cleo", "olga")
    tokens = dict(re.findall(r"(\w+): \S+/link/(\S+)", out))

    def people(*names):
        with Ledger(ready / "configs/demo.ledger") as ledger:
            known = (find_linked_person(ledger, tokens[name]) for name in names)
            return [it and (it.name, it.role) for it in known]

    def open_documents(*names):
        with Ledger(ready / "configs/demo.ledger") as ledger:
            frame = progress(ledger).filter(pl.col("assessor").is_in(names))
            return frame["left"].sum()

    with Ledger(ready / "configs/demo.ledger") as ledger, ledger.transaction() as writing:
        number, _ = ledger.assessor("ann")
        (first, *_) = list_units(ledger.rows, number)
        record_entry(writing, first, Entry("judged", "the only one", {"relevance": 1}))
    assert people("ann", "olga") == [("ann", "assessor"), ("olga", "organiser")]
    left, others = open_documents("ann"), open_documents("ben", "cleo")
    status, out, _ = judge("link", TASK, "ann", "olga", "--end-role")
    assert status == 0
    moved = int(re.search(r"ann: the role has ended; (\d+) documents went to others", out)[1])
    assert "olga: the role has ended; 0 documents went to others" in out
    # What was judged stays, what was open went to others, and neither can sign in.
    assert people("ann", "olga", "ben") == [None, None, ("ben", "assessor")]
    assert moved > left / 2
    assert open_documents("ann") == left - moved
    assert open_documents("ben", "cleo") == others + moved
    with Ledger(ready / "configs/demo.ledger") as ledger:
        assert standing_judgments(ledger)["assessor"].to_list() == ["ann"]
    # Whose role has ended may judge; while it lasts, not.
    change(ready, judge={"assessors": ["ben", "cleo", "adele"], "kinds": KINDS})
    assert judge(TASK, "--depth", "40", "-o", "later", command="pool")[0] == 0
    again = ("add", TASK, "later", "--anyway")
    assert "'adele' is in the ledger as adjudicator, not as assessor" in judge(*again)[2]
    change(ready, judge={"assessors": ["ben", "cleo", "olga"], "kinds": KINDS})
    status, out, err = judge(*again)
    assert (status, "0 new" in out) == (0, False), err


def test_a_renamed_task_does_not_begin_again_beside_its_ledger(ready, judge):
    change(ready, name="lamps")
    (ready / TASK).rename(ready / "configs/other.yaml")
    status, _, err = judge("add", "configs/other.yaml", "pool", "--anyway")
    assert status == 2
    assert "configs/demo.ledger: this ledger has the pool, and 0 events (rename it to other." in err
    (ready / "configs/demo.ledger").rename(ready / "configs/other.ledger")
    assert (
        "pool is in the ledger already" in judge("add", "configs/other.yaml", "pool", "--anyway")[2]
    )


def test_the_work_of_who_leaves_goes_to_who_comes_though_nobody_signs_in(ready, judge):
    """People who judge in packets never get a link."""
    change(ready, judge={"assessors": ["ann", "ben", "dora"], "kinds": KINDS})
    _, _, err = judge("add", TASK, "pool", "--anyway")
    assert "nothing is on the list of dora (harness judge link TASK NAME --end-role gives" in err
    with Ledger(ready / "configs/demo.ledger") as ledger:
        left = dict(progress(ledger).group_by("assessor").agg(pl.col("left").sum()).rows())
    out = judge("link", TASK, "cleo", "--end-role")[1]
    assert out.startswith(f"cleo: the role has ended; {left['cleo']} documents went to others\n")
    with Ledger(ready / "configs/demo.ledger") as ledger:
        now = dict(progress(ledger).group_by("assessor").agg(pl.col("left").sum()).rows())
    # Each document to the shortest list: the new one first, until all are equally long.
    assert sum(now.values()) == sum(left.values())
    assert (now["cleo"], max(now.values()) - now["dora"] <= 1) == (0, True)
    for name in ("ann", "ben", "dora"):
        out = judge("link", TASK, name, "--end-role")[1]
    assert re.search(r"0 documents went to others; \d+ stay: all others are signed out", out)


def test_nobody_who_judges_gets_a_role_by_a_slip_and_nothing_is_half_added(folder, judge):
    change(folder, judge={"assessors": ["ann", "ben"]})
    assert judge(TASK, "-o", "pool", command="pool")[0] == 0
    status, _, err = judge("add", TASK, "pool", "--anyway", "--organiser", "ann")
    assert (status, "'ann' judges, and as organiser would see" in err) == (2, True)
    assert not (folder / "configs/demo.ledger").exists()
    # Wrong in another way, found only while everything is recorded.
    change(folder, judge={"assessors": [{"name": "ann", "topics": ["X9"]}]})
    status, _, err = judge("add", TASK, "pool", "--anyway", "--organiser", "olga")
    assert (status, "unknown topic 'X9'" in err) == (2, True)
    assert not (folder / "configs/demo.ledger").exists()


# Preconditions


def test_what_assessors_will_miss_is_said_before_anything_is_added(folder, judge):
    change(folder, judge={"assessors": ["ann", "ben"]})
    assert judge(TASK, "-o", "pool", command="pool")[0] == 0
    status, _, err = judge("add", TASK, "pool")
    assert status == 2
    assert "ok  topics with text: 15 of 15" in err
    assert "ok  documents with text: 146 of 146" in err
    assert "NO  grades: 0, 1; the judgments of the task have 2, too" in err
    assert "grades: {0: …, 1: …, 2: …}" in err
    assert not (folder / "configs/demo.ledger").exists()
    grades = {"relevance": {"grades": {0: "no", 1: "some", 2: "high"}}}
    change(folder, judge={"assessors": ["ann", "ben"], "dimensions": grades})
    assert judge("add", TASK, "pool")[0] == 0
    (folder / "configs/demo.ledger").unlink()
    grades["relevance"]["grades"][-2] = "junk"
    change(folder, judge={"assessors": ["ann", "ben"], "dimensions": grades})
    told = "ok  grades: -2, 0, 1, 2; measures take those below 0 as unjudged\n"
    assert told in judge("add", TASK, "pool")[2]


def test_runs_that_are_not_those_of_the_pool_are_said(folder, judge):
    grades = {"relevance": {"grades": {0: "no", 1: "some", 2: "high"}}}
    change(folder, judge={"assessors": ["ann"], "dimensions": grades})
    assert judge(TASK, "-o", "pool", command="pool")[0] == 0
    assert "ok  runs: 9 of 9 as they were pooled\n" in judge("add", TASK, "pool")[2]
    run = folder / "runs/demo/keeper-rrf.run"
    run.write_text(run.read_text().replace("LH-0", "LH-1"))
    (folder / "runs/demo/wick-coord.run").unlink()
    status, _, err = judge("add", TASK, "pool")
    assert (
        status,
        "--  runs: 7 of 9 as they were pooled; not keeper-rrf; 1 not here (" in err,
    ) == (
        0,
        True,
    )


def test_a_language_that_topics_have_not_is_said(folder, judge):
    keys = {"assessors": ["ann"], "dimensions": {"relevance": {"grades": {0: "no", 2: "high"}}}}
    change(folder, judge=keys | {"language": "de"}, qrels=None, topics="../topics.xml")
    xml = "<topics lang='fr'><topic><identifier>D01</identifier>{}</topic></topics>"
    xml = xml.format("<description>Quand ?</description>")
    (folder / "topics.xml").write_text(xml)
    assert judge(TASK, "-o", "pool", command="pool")[0] == 0
    _, _, err = judge("add", TASK, "pool", "--anyway")
    assert "NO  topics in de: 0 of 1; not D01 (the key judge.language; they are in fr)" in err
    change(folder, judge=keys | {"language": "FR"})
    assert "ok  topics in FR: 1 of 1" in judge("add", TASK, "pool", "--anyway")[2]
    assert judge("packet", TASK, "ann", "--to", "csv")[0] == 0
    packet = pl.read_csv(folder / "configs/packets/demo/ann.csv")
    assert set(packet["topic_title"]) == {"Quand ?"}  # there is no other place for it


def test_documents_and_topics_without_text_are_counted(folder, judge):
    grades = {"relevance": {"grades": {0: "no", 1: "some", 2: "high"}}}
    change(folder, judge={"assessors": ["ann"], "dimensions": grades})
    assert judge(TASK, "-o", "pool", command="pool")[0] == 0
    lines = (folder / "qrels/demo/documents.jsonl").read_text().splitlines()
    (folder / "some.jsonl").write_text("\n".join(lines[:100]))
    have = {json.loads(line)["doc_id"] for line in lines[:100]}
    pooled = set(pl.read_parquet("pool/pool.parquet")["doc"])
    found = len(have & pooled)
    assert 0 < found < len(pooled) == 146
    change(folder, documents="../some.jsonl")
    status, _, err = judge("add", TASK, "pool")
    assert (status, f"--  documents with text: {found} of 146; not " in err) == (0, True)
    change(folder, documents={"url": "https://example.org/{docno}"})
    _, _, err = judge("add", TASK, "pool")
    assert "ok  documents with text: 0 of 146, 146 by link" in err
    (folder / "topics.txt").write_text("<top>\n<num> Number: D01\n<title> Lamps\n</top>\n")
    change(folder, topics="../topics.txt", documents=None)
    status, _, err = judge("add", TASK, "pool")
    assert (status, "NO  topics with text: 1 of 15; not D02, D03, D04, …" in err) == (2, True)
    assert "NO  documents with text: 0 of 146; not" in err


# Simulated assessors


@pytest.mark.slow
def test_a_ledger_in_which_people_judged_is_never_simulated_in(ready, judge):
    assert judge("packet", TASK, "ann", "--to", "csv")[0] == 0
    fill(ready / "configs/packets/demo/ann.csv", lambda _: 1, 0.1)
    assert judge("import", TASK, "configs/packets/demo/ann.csv")[0] == 0
    before = judge("release", TASK)[1], position(ready)
    status, out, err = judge("simulate", TASK)
    assert (status, "demo.simulated.ledger" in err) == (0, True)
    assert (judge("release", TASK)[1], position(ready)) == before
    assert judge("simulate", TASK)[0] == 2  # the copy is there, and stays
    assert judge("simulate", TASK, "-o", "trial.ledger", "--error", "bne=0.3")[0] == 2
    assert not (ready / "trial.ledger").exists()
    keys = {"assessors": ["ann", "ben", "cleo"], "ledger": "demo.simulated.ledger"}
    change(ready, judge=keys)
    status, out, err = judge("release", TASK)
    assert out == before[0]
    assert re.search(r"\d+ judgments of the kind simulated not counted", err)
    change(ready, judge=keys | {"kinds": KINDS})
    assert len(judge("release", TASK, "--policy", "owner")[1].splitlines()) == 430


@pytest.mark.slow
@pytest.mark.long
def test_agreement_recovers_the_error_rates_of_simulated_assessors(ready, judge):
    change(ready, judge={"assessors": ["ann", "ben", "cleo"], "overlap": 1.0, "kinds": KINDS})
    (ready / "configs/demo.ledger").unlink()
    judge("add", TASK, "pool", "--anyway")
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


@pytest.mark.slow
def test_an_assessor_who_judges_everything_otherwise_reorders_the_runs(ready, judge):
    """The effect is that of `harness pool bias --against`, with the released and the own grades."""
    judge("simulate", TASK)
    (tmp := ready / "contrary.csv").write_text("topic,doc,grade,assessor\n")
    frame = pl.read_parquet("pool/pool.parquet").select("topic", "doc").sort("topic", "doc")
    with tmp.open("a") as file:
        for i, (topic, doc) in enumerate(frame.iter_rows()):
            file.write(f"{topic},{doc},{i % 2},contrary\n")
    change(ready, judge={"policy": "owner", "kinds": KINDS})
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


def test_a_simulated_rate_is_of_an_assessor_who_is_known(ready, judge):
    status, _, err = judge("simulate", TASK, "--error", "bne=0.3")
    assert (status, "unknown assessor 'bne' (did you mean ben" in err) == (2, True)
    assert position(ready) == 0


# Batches


@pytest.mark.slow
def test_an_adaptive_pool_goes_on_by_what_was_judged(folder, judge):
    pool = {"strategy": "maxmean", "budget": 15, "batch": 5}
    change(folder, pool=pool, judge={"assessors": ["ann", "ben"], "kinds": KINDS})
    assert judge(TASK, "-o", "round1", command="pool")[0] == 0
    judge("add", TASK, "round1", "--anyway")
    for number in (2, 3):
        status, _, err = judge("next", TASK, "-o", f"round{number}")
        assert (status, "75 documents are not judged yet on lists (ann, ben)" in err) == (2, True)
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


def test_an_option_that_is_missing_is_said_in_one_line_with_its_choices(ready, judge):
    status, _, err = judge("export", TASK)
    assert status == 2
    assert "Error: Missing option '--to'. Choose from: qrels_jg, prefs," in err
