"""The whole story in a browser: an organiser, assessors on line and off, a late run, a release."""

from __future__ import annotations

import json
import re
import shutil

import pytest

from harness.judging.judgments import progress, standing_judgments
from harness.judging.ledger import Ledger
from scripts.benchmarks.judging import Server

from .browsing import begun, expect
from .commands import ROOT, TASK, change, fill, rows_of

LATE = "skerry-tfidf.run"
PEOPLE = ["ann", "ben", "cleo", "dora"]


@pytest.fixture
def organised(folder, judge):
    """The demo without a run that comes late, on the lists of four assessors."""
    shutil.move(folder / "runs/demo" / LATE, folder / LATE)
    change(folder, pool={"depth": 2}, judge={"assessors": PEOPLE, "overlap": 0.2, "repeats": 0.1})
    assert judge(TASK, "-o", "pool", command="pool")[0] == 0
    status, _, err = judge(
        "add", TASK, "pool", "--anyway", "--organiser", "olga", "--adjudicator", "adele"
    )
    assert status == 0, err
    return folder


def truth():
    lines = (ROOT / "qrels/demo/qrels.txt").read_text().splitlines()
    return {(topic, doc): int(grade) for topic, _, doc, grade in map(str.split, lines)}


def work_through(page, right, *, wrong_once=False):
    """Judge a whole list by key, as the collection's own judgments say; one grade may be wrong."""
    begun(page)
    total = int(page.inner_text("#progress-text").split()[2])
    # Some documents come twice: then the page names none of them.
    query = "SELECT a.id, u.topic, u.doc FROM assignment a JOIN unit u ON u.id = a.unit"
    with Ledger("configs/demo.ledger") as ledger:
        units = {number: tuple(unit) for number, *unit in ledger.rows(query)}
    for done in range(1, total + 1):
        page.wait_for_selector("#document:not([aria-busy])")
        unit = units[int(page.evaluate("location.hash.slice(1)"))]
        assert unit[0] == page.inner_text("#topic-id")
        assert unit[1] not in page.content()
        relevant = right.get(unit, 0) > 0
        page.keyboard.press(str(int(relevant != (wrong_once and done == total))))
        expect(page.locator("#progress-text")).to_have_text(f"{done} of {total} done")
    return total


def grade_of(right, row):
    return int(right.get((row["topic"], row["doc"]), 0) > 0)


def open_of(name):
    with Ledger("configs/demo.ledger") as ledger:
        return dict(progress(ledger).group_by("assessor").agg(left=_left()).rows())[name]


def _left():
    import polars as pl

    return pl.col("left").sum()


@pytest.mark.long
def test_from_a_pool_to_a_release_with_everybody_and_a_late_run(organised, judge, open_page):
    right = truth()
    _, out, _ = judge("link", TASK, "ann", "ben", "olga", "adele")
    tokens = dict(re.findall(r"^(\w+): \S+/link/(\S+)$", out, re.MULTILINE))
    server = Server(organised)
    try:
        address = f"http://{server.host}:{server.port}"
        for name in ("ann", "ben"):
            page = open_page(f"{address}/link/{tokens[name]}")
            # Ben errs once: in what is shown again, in the overlap, or in a document of his own.
            work_through(page, right, wrong_once=name == "ben")
            expect(page.locator("#connection")).to_have_text("all saved")
            assert open_of(name) == 0
        # Cleo judges in a page without network, dora in a workbook.
        assert judge("packet", TASK, "cleo")[0] == 0
        assert judge("packet", TASK, "dora", "--to", "xlsx")[0] == 0
        offline = (organised / "configs/packets/demo/cleo.html").as_uri()
        page = open_page(offline, offline=True, accept_downloads=True)
        judged = work_through(page, right)
        with page.expect_download() as download:
            page.click("#save-file")
        download.value.save_as(organised / "cleo.judgments.json")
        import openpyxl

        book = openpyxl.load_workbook(organised / "configs/packets/demo/dora.xlsx")
        header, *rows = book.worksheets[0].iter_rows()
        columns = {cell.value: i for i, cell in enumerate(header)}
        for row in rows:
            unit = row[columns["topic"]].value, row[columns["doc"]].value
            row[columns["grade"]].value = int(right.get(unit, 0) > 0)
        # Where she shares a document, dora sees it otherwise: conflicts to decide.
        shared = shared_with("dora")
        other = next(row for row in rows if _unit(row, columns) in shared)
        other[columns["grade"]].value = 1 - other[columns["grade"]].value
        book.save(organised / "dora.xlsx")
        files = ["cleo.judgments.json", "dora.xlsx"]
        previews = rows_of(judge, "import", TASK, *files)
        assert [row["new"] for row in previews] == [judged, len(rows)]
        # A late run: its documents alone are new, and go to the same people.
        shutil.move(organised / LATE, organised / "runs/demo" / LATE)
        assert judge(TASK, "-o", "late", "--pooled", "pool", command="pool")[0] == 0
        _, _, err = judge("add", TASK, "late", "--anyway")
        new = int(re.search(r"(\d+) new documents, 0 known", err)[1])
        assert new > 0
        left = {row["assessor"]: row["left"] for row in rows_of(judge, "status", TASK)}
        assert sum(left.values()) >= new
        page = open_page(f"{address}/link/{tokens['ann']}")
        begun(page)
        assert page.inner_text("#progress-text").endswith("done")
        assert judge("packet", TASK, "-o", "rest", "--to", "csv")[0] == 0
        for name in PEOPLE:
            fill(organised / f"rest/{name}.csv", lambda row: row["grade"] or grade_of(right, row))
        previews = rows_of(judge, "import", TASK, *(f"rest/{name}.csv" for name in PEOPLE))
        assert {row["assessor"]: row["new"] for row in previews} == left
        # The adjudicator decides what is open, by key.
        page = open_page(f"{address}/link/{tokens['adele']}")
        page.wait_for_selector("form fieldset input")
        count = int(page.inner_text("#count").split()[-1])
        assert count >= 1
        for decided in range(1, count + 1):
            topic, doc = (page.inner_text(f"{it} >> nth=0").split()[0] for it in ("h2", "h3"))
            page.keyboard.press(str(int(right.get((topic, doc), 0) > 0)))
            page.keyboard.press("Enter")
            last = f"{decided + 1} of {count}" if decided < count else f"all {count} decided"
            expect(page.locator("#count")).to_have_text(last)
        page = open_page(f"{address}/link/{tokens['olga']}")
        expect(page.locator("#progress caption")).to_contain_text(
            " 0 left; 0 conflicts", timeout=30_000
        )
        page.click("summary:has-text('Leaderboard')")
        expect(page.locator("#leaderboard table tbody tr")).to_have_count(9)
    finally:
        server.stop()
    assert judge("release", TASK, "--name", "final", "-o", "final.txt")[0] == 0
    with Ledger("configs/demo.ledger") as ledger:
        assert set(standing_judgments(ledger)["reason"]) == {
            *("pool", "overlap", "repeat", "adjudication")
        }
    released = {
        (topic, doc): int(grade)
        for topic, _, doc, grade in map(
            str.split, (organised / "final.txt").read_text().splitlines()
        )
    }
    # What ben got wrong may be a document that nobody else saw: at most that one differs.
    wrong = [unit for unit, grade in released.items() if grade != int(right.get(unit, 0) > 0)]
    assert len(wrong) <= 1
    manifest = json.loads((organised / "final.txt.manifest.json").read_text())
    assert (manifest["judged"], manifest["open"]) == (len(released), 0)
    change(organised, qrels="../final.txt")
    status, out, err = judge(TASK, "--format", "json", command="run")
    assert status == 0, err
    assert len({row["run"] for row in json.loads(out)}) == 9


def _unit(row, columns):
    return row[columns["topic"]].value, row[columns["doc"]].value


def shared_with(name):
    """The documents of an assessor that somebody else has judged."""
    query = """SELECT u.topic, u.doc FROM unit u JOIN assignment a ON a.unit = u.id
               JOIN assessor s ON s.id = a.assessor JOIN assignment b ON b.unit = u.id
               WHERE s.name = ? AND b.assessor <> a.assessor AND a.reason <> 'repeat'"""
    with Ledger("configs/demo.ledger") as ledger:
        return set(ledger.rows(query, (name,)))
