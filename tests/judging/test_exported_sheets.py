"""What sheets and exports show, and that imported they export the same again."""

import csv

import pytest

from harness.core.texts import Offsets, Topic
from harness.judging.exports import ExportScope, export
from harness.judging.ledger import create
from harness.judging.recording import (
    Entry,
    Passage,
    Unit,
    record_assessor,
    record_assignment,
    record_entry,
    record_guidelines,
    record_units,
)
from harness.judging.server.site import Content
from harness.judging.sheets import csv_sheet, grade_columns, read_sheets, sheet_rows
from harness.judging.workbooks import workbook
from harness.settings.judge import Dimension, Grade

from .commands import import_sheets
from .conftest import GRADED

pytestmark = pytest.mark.long


def test_sheets_show_what_is_judged_and_hold_no_formula(ledger, tmp_path):
    with ledger.transaction() as writing:
        ann = record_assessor(writing, "ann")
        for unit in record_units(writing, [Unit("1", 'a,"b"'), Unit("1", "=cmd()")]).values():
            record_assignment(writing, unit, ann, "pool")
    text = "=1+1, and\nmore \x1b[2J" + 40_000 * "x"
    content = Content("@title", text, "")
    rows = sheet_rows(ledger, "ann", {"1": Topic("1", "+topic")}, lambda _: content)
    assert rows["doc_text"][0].startswith("=1+1, and\nmore \\x1b[2Jxxx")
    assert max(map(len, rows["doc_text"])) <= 32_767
    (tmp_path / "ann.csv").write_bytes(csv_sheet(rows))
    with (tmp_path / "ann.csv").open(newline="") as file:
        written = list(csv.DictReader(file))
    assert [row["doc"] for row in written] == ['a,"b"', "'=cmd()"]
    for name, shown in (("topic_title", "'+topic"), ("doc_title", "'@title")):
        assert {row[name] for row in written} == {shown}
    assert all(row["doc_text"].startswith("'=1+1, and\n") for row in written)
    (sheet,) = read_sheets(tmp_path / "ann.csv", ledger)
    assert [row.unit.doc for row in sheet.rows] == ['a,"b"', "=cmd()"]
    # The same as a workbook, in which a text is one anyway.
    guidelines = ledger.guidelines[1]
    (tmp_path / "ann.xlsx").write_bytes(workbook(rows, guidelines, grade_columns(guidelines)))
    (sheet,) = read_sheets(tmp_path / "ann.xlsx", ledger)
    assert [row.unit.doc for row in sheet.rows] == ['a,"b"', "=cmd()"]


TWO = GRADED.model_copy(
    update={
        "dimensions": (
            *GRADED.dimensions,
            Dimension(name="trust", grades=(Grade(value=0, name="no"), Grade(value=1, name="yes"))),
        )
    }
)


@pytest.mark.parametrize(
    ("to", "guidelines"),
    [
        *(("qrels_jg", GRADED), ("prefs", GRADED), ("ntcir", GRADED), ("inex", GRADED)),
        *(("diversity", GRADED), ("diversity", TWO)),
    ],
)
def test_what_is_exported_imported_and_exported_again_is_the_same(tmp_path, to, guidelines):
    with create(tmp_path / "first.ledger") as ledger, ledger.transaction() as writing:
        record_guidelines(writing, guidelines)
        units = record_units(writing, [Unit(t, d) for t in ("1", "2") for d in "abcd"])
        for name in ("ann", "ben"):
            person = record_assessor(writing, name)
            for i, unit in enumerate(units.values()):
                # Whole marks for what is relevant; ben differs from ann nowhere but in order.
                grades = {it.name: (i + n) % 2 for n, it in enumerate(guidelines.dimensions)}
                marks = (Passage(3, 4), Passage(9, 2), Passage(5)) if i % 2 else ()
                number = record_assignment(writing, unit, person, "pool")
                key = f"round-trip-{name}-{i}"
                record_entry(writing, number, Entry("judged", key, grades, passages=marks))
    with create(tmp_path / "first.ledger") as ledger:
        first = export(ledger, to, ExportScope(offsets_of=lambda _: Offsets.same(80)))
    (tmp_path / "exported").write_bytes(first)
    with create(tmp_path / "second.ledger") as ledger:
        with ledger.transaction() as writing:
            record_guidelines(writing, guidelines)
        sheets = read_sheets(tmp_path / "exported", ledger, layout=to)
        previews = import_sheets(ledger, sheets)
        lines = first.count(b"\n") // (len(guidelines.dimensions) if to == "diversity" else 1)
        assert sum(it.judgments for it in previews) == lines
        assert export(ledger, to, ExportScope(offsets_of=lambda _: Offsets.same(80))) == first
        assert all(it.adds == 0 for it in import_sheets(ledger, sheets))
