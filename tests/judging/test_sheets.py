"""What comes back in sheets, and leaves in exports, is neither lost nor mixed."""

import subprocess
import sys
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from harness.core.errors import EvaluationError, InputError
from harness.judging.exports import ExportScope, export
from harness.judging.incoming import FilledSheet, SheetRow
from harness.judging.recording import Passage, Unit, record_assessor
from harness.judging.sheets import read_sheets

from .commands import import_sheets


def test_other_passages_of_the_same_grade_are_another_judgment(ledger):
    for number, (passages, counted) in enumerate(
        [
            ((Passage(3, 10),), (1, 0, 0)),
            ((Passage(3, 10),), (0, 0, 1)),
            ((), (0, 0, 1)),  # of a layout without passages
            ((Passage(3, 20), Passage(4)), (0, 1, 0)),
        ]
    ):
        sheet = FilledSheet(
            "x", (SheetRow(Unit("1", "a"), {"relevance": 1}, passages=passages),), "file"
        )
        [seen] = import_sheets(ledger, [sheet])
        assert (seen.judgments, seen.changed, seen.same) == counted, number
    assert ledger.rows("SELECT start, length FROM passage ORDER BY event, number") == [
        *[(3, 10)],
        *[(3, 20), (4, 0)],
    ]


def test_a_column_of_a_workbook_without_a_name_moves_no_other(ledger, tmp_path):
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in (("topic", None, "doc", "grade"), ("1", "my word", "a", 2), ("1", None, "b")):
        book.active.append(row)
    book.save(tmp_path / "ann.xlsx")
    [sheet] = read_sheets(tmp_path / "ann.xlsx", ledger, assessor="ann")
    assert [(row.unit.doc, dict(row.grades)) for row in sheet.rows] == [
        *[("a", {"relevance": 2}), ("b", {})]
    ]
    book.active["B1"] = "doc"
    book.save(tmp_path / "ann.xlsx")
    with pytest.raises(InputError, match="more than one column is called 'doc'"):
        read_sheets(tmp_path / "ann.xlsx", ledger, assessor="ann")


def changed_workbook(path, name, change):
    """A workbook with one row, in which a part of the archive is changed."""
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.active.append(("topic", "doc", "grade"))
    book.save(path)
    with ZipFile(path) as whole:
        parts = {part: whole.read(part) for part in whole.namelist()}
    with ZipFile(path, "w", ZIP_DEFLATED) as damaged:
        for part, content in parts.items():
            damaged.writestr(part, change(content) if part == name else content)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("xl/worksheets/sheet1.xml", lambda content: content[: len(content) // 2]),
        ("xl/worksheets/sheet1.xml", lambda content: content.replace(b"<sheetData>", b"&x;")),
        ("xl/workbook.xml", lambda content: content.replace(b"sheets>", b"none>")),
        ("xl/workbook.xml", lambda _: b"no XML"),
        ("[Content_Types].xml", lambda _: b"no XML"),
    ],
)
def test_a_damaged_workbook_is_the_files_fault(ledger, tmp_path, name, change):
    changed_workbook(tmp_path / "ann.xlsx", name, change)
    with pytest.raises(InputError, match=r"ann\.xlsx: this is no workbook: "):
        read_sheets(tmp_path / "ann.xlsx", ledger, assessor="ann")


FULL = """
import resource
import polars as pl
from harness.core.errors import UnavailableError
from harness.judging.workbooks import workbook
from harness.settings.judge import Guidelines
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
try:
    workbook(pl.DataFrame({"topic": ["words of a topic"] * 2000}), Guidelines(), {})
except UnavailableError as error:
    print(error)
"""


def test_a_disk_without_room_is_no_fault_of_the_program():
    """A limit of the size of files stands for it."""
    pytest.importorskip("openpyxl")
    done = subprocess.run(
        [sys.executable, "-B", "-c", FULL], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("the workbook cannot be made: ")
    assert "TMPDIR" in done.stdout


def test_a_workbook_unpacks_to_no_more_than_other_files(ledger, tmp_path):
    blanks = b" " * 100_000_000
    changed_workbook(
        tmp_path / "ann.xlsx",
        "xl/worksheets/sheet1.xml",
        lambda content: content.replace(b"</sheetData>", blanks + b"</sheetData>"),
    )
    with pytest.raises(InputError, match=r"unpack to more than 67\.1 MB"):
        read_sheets(tmp_path / "ann.xlsx", ledger, assessor="ann")


def test_assessors_are_not_mixed_where_names_have_no_blanks(ledger):
    for name in ("ann b", "ann_b"):
        row = SheetRow(Unit("1", "a"), {"relevance": 1})
        import_sheets(ledger, [FilledSheet(name, (row,), "file")])
    for layout in ("qrels_jg", "prefs"):
        with pytest.raises(EvaluationError, match="'ann_b'"):
            export(ledger, layout)


@pytest.mark.parametrize("layout", ["qrels_jg", "prefs", "ntcir", "inex"])
def test_no_export_is_of_an_unknown_dimension(ledger, layout):
    with pytest.raises(EvaluationError, match=r"unknown dimension 'relevnce' .did you mean"):
        export(ledger, layout, ExportScope("relevnce"))


def test_a_grade_beside_a_skip_is_refused_unless_the_skip_stood_before(ledger):
    both = SheetRow(Unit("1", "a"), {"relevance": 1}, skip="a scan")
    with pytest.raises(EvaluationError, match="a grade and a reason why it is skipped"):
        import_sheets(ledger, [FilledSheet("x", (both,), "file")])
    [seen] = import_sheets(
        ledger, [FilledSheet("x", (SheetRow(Unit("1", "a"), {}, skip="a scan"),), "f")]
    )
    assert seen.skips == 1
    [seen] = import_sheets(ledger, [FilledSheet("x", (both,), "file")])
    assert seen.judgments == 1


def test_a_grade_may_be_written_by_its_name(ledger, tmp_path):
    with ledger.transaction() as writing:
        record_assessor(writing, "ann")
    path = tmp_path / "ann.csv"
    path.write_text("topic,doc,grade\n1,a,Highly relevant\n1,b,not relevant\n1,c,1\n")
    (sheet,) = read_sheets(path, ledger)
    assert [row.grades["relevance"] for row in sheet.rows] == [2, 0, 1]
    path.write_text("topic,doc,grade\n1,a,very relevant\n")
    with pytest.raises(InputError, match=r"ann.csv:2: the grade 'very relevant'"):
        read_sheets(path, ledger)


def test_times_and_numbers_of_a_sheet_are_all_checked(ledger, tmp_path):
    sheet = tmp_path / "ann.csv"
    rows = ("a,tomorrow,-5", "b,2026-03-01T09:30:00Z,many", "c,2026-03-01 09:30,7")
    sheet.write_text(
        "\n".join(
            [
                "topic,doc,grade,judged_at,active_ms",
                *(f"1,{row.replace(',', ',1,', 1)}" for row in rows),
            ]
        )
    )
    with pytest.raises(InputError) as caught:
        list(read_sheets(sheet, ledger, assessor="ann"))
    found = [(problem.line, problem.message.split("'")[0]) for problem in caught.value.problems]
    assert found == [
        (2, "the judged_at "),
        (2, "the active_ms -5 is below 0"),
        (3, "the active_ms "),
    ]
