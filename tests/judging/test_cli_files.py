"""Judging by commands: packets, sheets, releases and exports, with files and exit statuses."""

from __future__ import annotations

import json
import shutil

import polars as pl
import pytest

from harness.judging.ledger import Ledger
from harness.judging.recording import Entry, Passage, record_entry

from .commands import KINDS, TASK, change, fill, position, rows_of

pytestmark = pytest.mark.long

# Out and back


@pytest.mark.slow
def test_sheets_go_out_and_come_back_in_parts(ready, judge):
    for form in ("html", "xlsx", "csv"):
        assert judge("packet", TASK, "--to", form)[0] == 0
    names = sorted(path.name for path in (ready / "configs/packets/demo").iterdir())
    assert names == sorted(
        f"{n}.{s}" for n in ("ann", "ben", "cleo") for s in ("csv", "html", "xlsx")
    )
    assert judge("packet", TASK, "--to", "csv")[0] == 2  # they are there already
    sheet = ready / "configs/packets/demo/ann.csv"
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
        "unknown assessor 'zed'",
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


def test_all_that_is_wrong_with_all_files_comes_at_once(ready, judge):
    table = "topic,doc,grade\nD01,LH-026,7\nD01,LH-027,x\nD01,LH-028,1.5\nD01,LH-029,1\n"
    (ready / "ann.csv").write_text(table)
    (ready / "zed.csv").write_text(table.replace("LH-026,7", "LH-026,1"))
    status, out, err = judge("import", TASK, "ann.csv", "zed.csv", "bem.csv", "--assessor", "ann")
    assert (status, out) == (2, "")
    assert [line.split(": ")[1] for line in err.splitlines()] == [
        *("ann.csv:2", "ann.csv:3", "ann.csv:4", "zed.csv:3", "zed.csv:4", "bem.csv")
    ]
    assert "no such file" in err


def test_a_newcomer_and_an_encoding_are_told_before_anything_is_recorded(ready, judge):
    """What is in a ledger stays there, a mistyped name too."""
    (ready / "few.csv").write_bytes("topic,doc,grade,note\nD01,LH-026,1,naïve\n".encode("latin-1"))
    status, out, _ = judge("import", TASK, "few.csv", "--assessor", "bem", "--dry-run")
    assert status == 0
    assert "bem: a new assessor (did you mean ben?)" in out
    assert "few.csv: not UTF-8" in out
    assert "a new assessor" not in judge("import", TASK, "few.csv", "--assessor", "ben")[1]
    judge("packet", TASK, "--to", "csv")
    fill(ready / "configs/packets/demo/ann.csv", lambda row: "1")
    status, out, err = judge("import", TASK, "configs/packets/demo/ann.csv", "--assessor", "bem")
    assert (status, out, len(err.splitlines())) == (2, "", 1)
    assert "configs/packets/demo/ann.csv: unknown assessor 'bem' (did you mean ben?)" in err


def test_guidelines_that_are_not_utf_8_are_refused(ready, judge):
    change(ready, judge={"guidelines": "guide.md"})
    (ready / "configs/guide.md").write_bytes("one line\nnaïve\n".encode("latin-1"))
    status, _, err = judge("status", TASK)
    assert status == 2
    assert "guide.md:2: this is not UTF-8 text" in err


# Releases


def test_a_release_without_its_manifest_is_not_written(ready, judge):
    (ready / "ann.csv").write_text("topic,doc,grade\nD01,LH-026,1\n")
    assert judge("import", TASK, "ann.csv")[0] == 0
    (ready / "out.manifest.json").symlink_to("no/such/folder")
    status, _, err = judge("release", TASK, "-o", "out")
    assert status == 2
    assert "out.manifest.json: cannot be written" in err
    assert not (ready / "out").exists()


STRATA = {"parameters": {"strata": ["1:5:1", "6:20:0.3"]}}


@pytest.mark.slow
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
    same = judge("diff", TASK, "first", "first")
    assert same[:2] == (0, "No grade changed from first to first.\n")
    assert json.loads(judge("diff", TASK, "first", "first", "--format", "json")[1]) == []
    status, out, _ = judge("diff", TASK, "first", "now", "--format", "json")
    changed = json.loads(out)
    assert status == 1
    assert {"topic": "D01", "doc": "LH-001", "before": None, "after": 1} in changed
    assert len(changed) == manifest["open"] + 1
    assert judge("diff", TASK, "first", "nwo")[0] == 2
    # What is released scores the runs.
    change(ready, qrels="../again.txt")
    assert judge(TASK, "-o", "results", command="run")[0] == 0


def test_a_release_says_how_many_documents_nobody_judged_yet(ready, judge):
    pooled = pl.read_csv("pool/pool.tsv", separator="\t").head(12).select("topic", "doc")
    pooled.head(10).with_columns(grade=1).write_csv("ann.csv")
    pooled.head(12).tail(4).with_columns(grade=0).write_csv("ben.csv")
    assert judge("import", TASK, "ann.csv", "ben.csv")[0] == 0
    err = judge("release", TASK)[2]
    told = "10 documents judged (8 relevant), 2 left open by the policy adjudicated, 418 not judged"
    assert err.startswith(told)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--policy", "majorty"], "did you mean majority"),
        (["--position", "99999"], "there is no position"),
        (["--dimension", "trust"], "unknown dimension"),
        (["--to", "nonsense"], "nonsense"),
    ],
)
def test_wrong_releases_write_nothing(ready, judge, words, message):
    status, out, err = judge("release", TASK, "-o", "q.txt", *words)
    assert (status, out, message in err) == (2, "", True), err
    assert not (ready / "q.txt").exists()


@pytest.mark.parametrize("command", ["agreement", "export"])
def test_no_command_takes_an_unknown_dimension(ready, judge, command):
    to = ("--to", "ntcir", "-o", "q.txt") if command == "export" else ()
    status, _, err = judge(command, TASK, *to, "--dimension", "trust")
    assert (status, "unknown dimension 'trust'" in err) == (2, True), err


def test_a_release_that_is_not_written_gets_no_name_and_one_with_a_name_does_not_change(
    ready, judge
):
    words = ("release", TASK, "-o", "q.txt", "--name", "first")
    status, _, err = judge(*words)
    assert (status, "no document has a grade" in err) == (2, True)
    judge("simulate", TASK, "--error", "0.2")
    (ready / "q.txt.manifest.json").write_text("of another")
    assert judge(*words)[0] == 2
    assert not (ready / "q.txt").exists()
    assert "unknown release 'first'" in judge("diff", TASK, "first", "first")[2]
    assert judge(*words, "--force", "--policy", "max")[0] == 0
    kept = (ready / "q.txt").read_bytes()
    status, _, err = judge(*words, "--force", "--policy", "median", "--position", "3")
    assert (status, "has the policy max, not median" in err, "not 3" in err) == (2, True, True)
    assert (ready / "q.txt").read_bytes() == kept
    assert judge(*words, "--force", "--policy", "max")[0] == 0


def test_packets_are_written_all_or_none(ready, judge):
    (ready / "configs/packets/demo").mkdir(parents=True)
    (ready / "configs/packets/demo/cleo.csv").write_text("filled in")
    status, _, err = judge("packet", TASK, "--to", "csv")
    assert (status, "cleo.csv: the file exists" in err) == (2, True)
    assert [path.name for path in (ready / "configs/packets/demo").iterdir()] == ["cleo.csv"]


def test_every_export_is_written_and_the_same_again(ready, judge):
    judge("simulate", TASK)
    for to in ("qrels_jg", "prefs", "diversity", "ntcir", "jsonl", "parquet"):
        for name in ("one", "two"):
            status, _, err = judge("export", TASK, "--to", to, "-o", f"{name}.{to}")
            assert status == 0, err
        assert (ready / f"one.{to}").read_bytes() == (ready / f"two.{to}").read_bytes() != b"", to


def test_relevant_documents_without_a_passage_are_not_exported_as_not_relevant(ready, judge):
    judge("simulate", TASK)
    status, _, err = judge("export", TASK, "--to", "inex", "-o", "q.txt")
    assert (status, "but no passage is marked" in err) == (2, True)
    assert not (ready / "q.txt").exists()


@pytest.mark.parametrize("layout", ["jsonl", "sgml"])
def test_passages_and_lengths_are_of_the_characters_that_stand_in_the_file(ready, judge, layout):
    path = ready / "qrels/demo/documents.jsonl"
    documents = [json.loads(line) for line in path.read_text().splitlines()]
    for document in documents:
        words = ["\N{OLD PERSIAN SIGN A}", *document["text"].split(" ")]
        document["text"] = "\n  ".join(words) + "\n\n"
    texts = {document["doc_id"]: document["text"] for document in documents}
    shown, written = texts, "".join(json.dumps(document) + "\n" for document in documents)
    if layout == "sgml":
        texts = {
            doc: f"<DOC><DOCNO>{doc}</DOCNO>\n<TEXT><!-- 1 -->5 &lt; 6<P>{text}</TEXT>"
            for doc, text in texts.items()
        }
        shown = {doc: f"5 < 6 {text}".strip() for doc, text in shown.items()}
        written = "".join(f"{text}</DOC>\n" for text in texts.values())
    path.with_suffix(f".{layout}").write_text(written)
    where = {"path": f"../qrels/demo/documents.{layout}", "fields": ["title", "text"]}
    change(ready, documents=where)
    with Ledger(ready / "configs/demo.ledger") as ledger, ledger.transaction() as writing:
        query = "SELECT a.id, u.doc FROM assignment a JOIN unit u ON u.id = a.unit ORDER BY 1"
        for number, doc in writing.execute(query).fetchall()[:20]:
            last = shown[doc].split()[-1]
            marked = Passage(shown[doc].rindex(last), len(last))
            entry = Entry("judged", f"passages-{number}", {"relevance": 1}, (marked,))
            record_entry(writing, number, entry)
    status, _, err = judge("export", TASK, "--to", "inex", "-o", "q.txt")
    assert status == 0, err
    lines = (ready / "q.txt").read_text().splitlines()
    assert len(lines) > 10
    for line in lines:
        _, _, doc, marked, length, entry, passage = line.split()
        start, size = map(int, passage.split(":"))
        assert texts[doc][start : start + size] == shown[doc].split()[-1]
        assert (int(marked), int(length), int(entry)) == (size, len(texts[doc]), start)
    # What comes back is of the file's characters, too.
    status, _, err = judge("import", TASK, "q.txt")
    assert status == 0, err
    assert judge("export", TASK, "--to", "inex", "-o", "again.txt")[0] == 0
    assert (ready / "again.txt").read_bytes() == (ready / "q.txt").read_bytes()
    with Ledger(ready / "configs/demo.ledger") as ledger:
        parts = ledger.rows("SELECT DISTINCT start, length FROM passage")
    assert len(parts) <= 20


@pytest.mark.slow
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
    change(folder, pool=pool, judge={"assessors": ["ann", "ben"], "kinds": KINDS})
    assert judge(TASK, "-o", "pool", command="pool")[0] == 0
    judge("add", TASK, "pool", "--anyway")
    judge("simulate", TASK)
    status, _, err = judge("release", TASK, "-o", "q.txt")
    assert status == 0, err
    first = (folder / "q.txt").read_bytes()
    (folder / "configs/demo.ledger").unlink()
    judge("add", TASK, "pool", "--anyway")
    layout = json.loads((folder / "q.txt.manifest.json").read_text())["layout"]
    status, _, err = judge("import", TASK, "q.txt", "--assessor", "nist", "--from", layout)
    assert status == 0, err
    assert judge("release", TASK, "-o", "q.txt", "--force")[0] == 0
    assert (folder / "q.txt").read_bytes() == first


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


def test_changed_grades_are_told_until_they_are_in_the_ledger_and_can_be_taken_back(ready, judge):
    two = {0: "no", 1: "yes"}
    three = two | {2: "very"}

    def of(grades):
        dimensions = {"relevance": {"grades": grades}}
        change(ready, judge={"assessors": ["ann", "ben", "cleo"], "dimensions": dimensions})

    def graded():
        with Ledger("configs/demo.ledger") as ledger:
            return list(ledger.guidelines[1].dimensions[0].values)

    for grades, before in ((three, [0, 1]), (two, [0, 1, 2]), (three, [0, 1])):
        of(grades)
        status, _, err = judge("status", TASK)
        assert (status, "guidelines or grades of the task have changed" in err) == (0, True), before
        assert graded() == before
        assert judge("add", TASK, "pool", "--anyway")[0] == 0
        assert graded() == list(grades)
        assert "have changed" not in judge("status", TASK)[2]
