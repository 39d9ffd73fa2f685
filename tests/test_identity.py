"""Who a run is: its name in the task, else its tag, else its file's name, for everybody alike."""

from __future__ import annotations

import csv
import gzip
import json
import shutil
from pathlib import Path

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import harness
from harness.config import load_task
from harness.core.errors import ConfigError, EvaluationError, InputError
from harness.core.identity import file_names, run_name
from harness.formats.run_columns import first_tag
from harness.formats.runs import parse_run, read_run
from harness.settings.pool import pooled_runs
from harness.validation import Requirements, check_run
from harness.workflows.evaluate import run
from harness.workflows.pool import make_pool
from tests.each import each

LINES = "1 Q0 d1 1 2 {0}\n1 Q0 d2 2 1 {0}\n"
QRELS = "1 0 d1 1\n1 0 d2 0\n"
HEAD = "qrels: q.txt\nruns: runs\nmeasures: [AP]\n"


@each(
    [
        ("covidex.r5.1s", ("covidex.r5.1s",)),
        ("10x10.prf.unipd.it", ("10x10.prf.unipd.it",)),
        ("smith.bm25.gz", ("smith.bm25", "smith.bm25.gz")),
        ("runs/a.run.xz", ("a", "a.run", "a.run.xz")),
        ("a.TXT", ("a", "a.TXT")),
        ("b.csv.zst", ("b.csv", "b.csv.zst")),
        (".run", (".run",)),
        ("a.", ("a.",)),
        ("...run", ("..", "...run")),
        ("-", ("stdin",)),
    ],
    "file",
    "names",
)
def test_only_some_suffixes_are_left_off(file, names):
    assert file_names(file) == names
    assert run_name(file) == names[0]


# --- the tag, without reading the file ---------------------------------------------------------


def _parquet(path):
    frame = pl.DataFrame({"qid": ["1"], "docno": ["d"], "score": [1.0], "run": ["p"]})
    frame.write_parquet(path)
    return path.read_bytes()


CONTENTS = {
    "spaces": b"1 Q0 d 1 2 t.a\n",
    "tabs and comments": b"# made by\n\n1\tQ0\td\t1\t2\tt\t\n",
    "carriage returns": b"1 Q0 d 1 2 t\r1 Q0 e 2 1 t\r",
    "a mark": b"\xef\xbb\xbf1 Q0 d 1 2 t\n",
    "latin": "1 Q0 d 1 2 é\n".encode("latin-1"),
    "several tags": b"1 Q0 d 1 2 a\n1 Q0 e 2 1 b\n",
    "passages": b"1 Q0 d 1 2 t X X\n",
    "no tags": b"1 d 1\n",
    "csv": b"qid,docno,score,tag\n1,d,2,t\n",
    "csv without tags": b"qid,docno,score\n1,d,2\n",
    "csv, the first tag missing": b"qid,docno,score,tag\n1,d,2,\n1,e,1,t\n",
    "csv, no tag in the first lines": b"qid,docno,score,tag\n"
    + b"".join(b"1,d%d,2,\n" % n for n in range(20_000))
    + b"1,e,1,t\n",
    "lines of JSON": b'{"qid": "1", "docno": "d", "score": 1, "tag": "t"}\n',
    "JSON": b'[{"qid": "1", "docno": "d", "score": 1, "tag": "t"}]',
    "nested JSON": b'{"1": {"d": 1.5}}',
    "many lines": b"".join(b"1 Q0 d%d 1 2 t\n" % n for n in range(20_000)),
}


@each(CONTENTS.values(), "content")
@each(["", ".gz"], "suffix")
def test_the_first_lines_give_the_name_that_reading_gives(tmp_path, content, suffix):
    path = tmp_path / f"x.y{suffix}"
    path.write_bytes(gzip.compress(content) if suffix else content)
    name = run_name(str(path), first_tag(path))
    assert name == read_run(path).name == check_run(path).name


def test_a_parquet_file_has_its_tag(tmp_path):
    _parquet(tmp_path / "x.parquet")
    assert first_tag(tmp_path / "x.parquet") == read_run(tmp_path / "x.parquet").name == "p"


@given(
    st.lists(st.text("ab.-é\u2003 \t", min_size=0, max_size=9), min_size=1, max_size=4),
    st.sampled_from(["\n", "\r\n", "\n\n"]),
)
def test_whatever_reading_takes_for_the_name_the_first_lines_have(tmp_path_factory, tags, ends):
    content = "".join(f"1 Q0 d{n} 1 2 {tag}{ends}" for n, tag in enumerate(tags)).encode()
    path = tmp_path_factory.mktemp("runs") / "x.y"
    path.write_bytes(content)
    try:
        expected = parse_run(content, str(path)).name
    except InputError:
        return
    assert run_name(str(path), first_tag(path)) == expected


def test_lines_that_repairs_drop_give_no_name(tmp_path):
    path = tmp_path / "x"
    path.write_text("topic Q0 docno rank score run\n1 Q0 d\n" + LINES.format("t"))
    repaired = check_run(path, Requirements(repairs=("drop-unreadable-lines",)))
    assert first_tag(path) == repaired.run.name == "t"


# --- a task ------------------------------------------------------------------------------------


@pytest.fixture
def task(tmp_path):
    """Writes runs ``{file: tag}`` and a table of rows, and gives the task file."""
    (tmp_path / "runs").mkdir()
    (tmp_path / "q.txt").write_text(QRELS)

    def make(files, rows="", more="", head=HEAD):
        for file, tag in files.items():
            content = LINES.format(tag) if tag else "1 d1 1\n1 d2 2\n"
            (tmp_path / "runs" / file).write_text(content)
        text = head + more
        if rows:
            table = "".join(f"{row}\tG-{row}\n" for row in rows.split())
            (tmp_path / "p.tsv").write_text(f"run\tgroup\n{table}")
            text += "participants: p.tsv\n"
        (tmp_path / "t.yaml").write_text(text)
        return tmp_path / "t.yaml"

    return make


DOTTED = ("covidex.r5.1s", "covidex.r5.2s", "10x10.prf.unipd.it", "smith.bm25", "smith.ql")
#: File → tag; row names; run name → row.
FITTING = {
    "dotted tags": (dict(zip(DOTTED, DOTTED, strict=True)), None),
    "TREC's input.TAG": ({f"input.{tag}": tag for tag in DOTTED}, None),
    "compressed, by tag": ({"a.gz": "x"}, {"x": "x"}),
    "by the whole file name": ({"a.run.txt": "x"}, {"x": "a.run.txt"}),
    "by the file name without suffixes": ({"a.run.txt": "x"}, {"x": "a"}),
    "without one suffix": ({"a.run.txt": "x"}, {"x": "a.run"}),
    "no tag": ({"a.b": None}, {"a.b": "a.b"}),
    "no tag, known suffix": ({"a.b.run": None}, {"a.b": "a.b"}),
    "rows of absent runs": ({"a": "x"}, {"x": "x", None: "late"}),
}


@pytest.mark.parametrize(("files", "rows"), FITTING.values(), ids=FITTING)
def test_each_run_has_the_group_of_its_row(task, files, rows):
    rows = rows or {tag: tag for tag in files.values()}
    evaluation = run(task(files, " ".join(rows.values())))
    expected = {name: f"G-{row}" for name, row in rows.items() if name is not None}
    assert dict(evaluation.groups) == expected


def test_results_pool_and_depths_call_a_run_alike(task):
    files = {"input.one": "one.v1", "input.two": "two.v1"}
    more = "pool: {run_depths: {one.v1: 1}}\ncompare: {baselines: [two.v1]}\n"
    path = task(files, "one.v1 two.v1", more)
    loaded = load_task(path)
    assert {one.file.run_name: one.depth for one in pooled_runs(loaded.pool, loaded.runs)} == {
        "one.v1": 1,
        "two.v1": 100,
    }
    names = ("one.v1", "two.v1")
    assert run(loaded).scores.runs == make_pool(loaded).candidates.runs == names
    assert make_pool(loaded).candidates.groups == ("G-one.v1", "G-two.v1")
    runs = [str(path.parent / "runs" / file) for file in files]
    assert harness.score(path.parent / "q.txt", runs).runs == names
    assert [one.name for one in harness.read_runs(runs)] == list(names)


#: File → tag, rows, and what is said, each with the files that it names.
WRONG = {
    "a row for two runs": (
        {"x": "a", "f": "x"},
        "x",
        ["one row 'x' for 2 runs: runs/f (tag), runs/x (file's name)"],
    ),
    "two rows for a run": (
        {"x": "a"},
        "x a",
        ["has 2 rows for runs/x: 'a' (tag) and 'x' (file's name)"],
    ),
    "a part of a name": (
        {"covidex.r5.1s": "covidex.r5.1s", "covidex.r5.2s": "covidex.r5.2s"},
        "covidex.r5",
        ["no row for runs/covidex.r5.1s (tag 'covidex.r5.1s')", "no row for runs/covidex.r5.2s"],
    ),
    "everything at once": (
        {"prc1": "prc", "prc2": "prc", "x": "a", "none": "n"},
        "prc x a",
        [
            "has 2 rows for runs/x",
            "no row for runs/none",
        ],
    ),
}


@pytest.mark.parametrize(("files", "rows", "said"), WRONG.values(), ids=WRONG)
def test_what_does_not_fit_is_said_with_the_files_and_all_at_once(task, files, rows, said):
    path = task(files, rows)
    with pytest.raises(ConfigError) as caught:
        load_task(path)
    problems = [str(problem) for problem in caught.value.problems]
    assert len(problems) == len(said)
    for text in said:
        assert any(text in problem for problem in problems), (text, problems)


def test_the_ways_out_that_are_named_work(task):
    files = {"prc1": "prc", "prc2": "prc", "x": "a", "f": "x"}
    named = run(task(files, more="run_pattern: (?P<name>[^/]+)$\n"))
    assert named.scores.runs == ("f", "prc1", "prc2", "x")
    entries = "runs: [{path: runs/x, name: a}, {path: runs/f, name: b}]\n"
    head = HEAD.replace("runs: runs\n", entries)
    # The row x is the tag of one and the file's name of the other; a and b have rows of their own.
    assert dict(run(task(files, "a b x", head=head)).groups) == {"a": "G-a", "b": "G-b"}


def test_a_run_that_cannot_be_read_keeps_nobody_from_being_evaluated(task):
    path = task({"a": "x"})
    for folder in ("one", "two"):  # both would be called the same
        (path.parent / folder).mkdir()
        (path.parent / folder / "z.gz").write_bytes(gzip.compress(LINES.encode())[:30])
    path.write_text(HEAD.replace("runs: runs", "runs: [runs, one/z.gz, two/z.gz]"))
    evaluation = run(path)
    assert evaluation.scores.runs == ("x",)
    assert [one.path for one in evaluation.refused] == ["one/z.gz", "two/z.gz"]


def test_the_repair_of_tags_gives_the_name_to_everything(task):
    files = {"mine.v2.run": "bad/tag", "input.good": "good"}
    more = "check: {tag: trec, repairs: [tag-from-file-name]}\npool: {run_depths: {mine.v2: 1}}\n"
    path = task(files, "mine.v2 good", more)
    assert dict(run(path).groups) == {"mine.v2": "G-mine.v2", "good": "G-good"}
    assert make_pool(load_task(path)).candidates.runs == ("good", "mine.v2")
    strict = "check: {tag_is_file_name: true, repairs: [tag-from-file-name]}\n"
    assert run(task(files, more=strict)).scores.runs == ("input.good", "mine.v2")


def test_a_run_with_several_tags_is_called_by_the_first_and_that_is_said(task):
    path = task({"a": "x"})
    (path.parent / "runs" / "a").write_text("1 Q0 d1 1 2 x\n1 Q0 d2 2 1 y\n")
    evaluation = run(path)
    assert evaluation.scores.runs == ("x",)
    (described,) = evaluation.manifest["runs"]
    assert "2 different run tags" in described["warnings"][0]["text"]


def test_in_python_files_of_one_tag_are_called_as_their_files(task):
    path = task({"prc1": "prc", "prc2": "prc", "other": "o"})
    folder, qrels = path.parent / "runs", path.parent / "q.txt"
    names = ("prc1", "prc2", "o")
    for runs in ([folder / name for name in ("prc1", "prc2", "other")], f"{folder}/*"):
        assert sorted(harness.score(qrels, runs).runs) == sorted(names)
        assert {run["name"] for run in harness.pool(runs).plan["runs"]} == set(names)
        assert {run.name for run in harness.read_runs(runs)} == set(names)


def test_in_python_files_are_named_in_the_error_about_one_name(task):
    path = task({"prc": "prc"})
    (path.parent / "more").mkdir()
    shutil.copy(path.parent / "runs/prc", path.parent / "more/prc")
    runs, qrels = [path.parent / name / "prc" for name in ("runs", "more")], path.parent / "q.txt"
    for call in (
        lambda: harness.score(qrels, runs),
        lambda: harness.pool(runs),
        lambda: harness.read_runs(runs),
    ):
        with pytest.raises(EvaluationError, match=r"2 runs are called 'prc': .*runs/prc, .*more/"):
            call()


# --- directories -------------------------------------------------------------------------------


def test_a_directory_stands_for_its_files_and_what_is_left_out_is_said(task):
    path = task({"b": "b", "a.x": "a"})
    folder = path.parent / "runs"
    (folder / "README.md").write_text("about")
    (folder / ".DS_Store").write_bytes(b"\0")
    (folder / "old").mkdir()
    loaded = load_task(path)
    assert [one.path for one in loaded.runs] == ["runs/a.x", "runs/b"]
    assert tuple(map(str, loaded.warnings)) == (
        "runs: left out, no runs: .DS_Store, README.md, old/",
    )
    assert json.loads(json.dumps(run(loaded).manifest["warnings"])) == [
        note.record() for note in loaded.warnings
    ]


def test_a_directory_without_runs_is_an_error(task):
    path = task({})
    (path.parent / "runs" / "README").write_text("none yet")
    with pytest.raises(ConfigError, match=r"no run in the directory runs \(left out: README\)"):
        load_task(path)


def test_of_runs_with_one_name_the_first_has_it_and_stops_nobody(task):
    loaded = load_task(task({"a": "same", "b": "same", "c": "other"}, "same other"))
    evaluation = run(loaded)
    assert evaluation.scores.runs == ("same", "other")
    assert dict(evaluation.groups) == {"same": "G-same", "other": "G-other"}
    (refused,) = evaluation.refused
    assert (refused.name, refused.path) == ("runs/b", "runs/b")
    assert "it is called 'same', as runs/a is (give each its own: runs[].name" in str(
        refused.problems[0]
    )
    assert evaluation.manifest["refused"][0]["path"] == "runs/b"


def test_identical_runs_are_noted_and_those_of_different_groups_are_a_warning(task):
    path = task({"a": "x", "b": "y", "c": "z"})
    (path.parent / "runs" / "c").write_text("1 Q0 d2 1 9 z\n1 Q0 d1 2 8 z\n")
    (note,) = (note for note in run(path).notes if note.code == "runs-identical")
    assert str(note) == "runs with identical rankings: x, y"
    path.write_text(path.read_text() + "run_pattern: '(?P<group>[^/]+)$'\n")
    evaluation = run(path)
    (note,) = (note for note in evaluation.notes if note.code == "runs-identical-groups")
    assert str(note).endswith("identical rankings: x, y, of different groups (a, b)")
    assert evaluation.manifest["identical"] == [{"runs": ["x", "y"], "groups": ["a", "b"]}]


def test_equal_scores_of_other_documents_are_not_identical_runs(task):
    path = task({"a": "x", "b": "y"})
    (path.parent / "q.txt").write_text("1 0 d9 1\n")
    (path.parent / "runs" / "b").write_text("1 Q0 d7 1 2 y\n1 Q0 d8 2 1 y\n")
    assert not [note for note in run(path).notes if note.code.startswith("runs-identical")]


def test_what_the_pattern_does_not_fit_is_set_aside(task):
    loaded = load_task(task({"a.run": "x", "b": "y"}, more="run_pattern: '(?P<name>.+)[.]run$'\n"))
    evaluation = run(loaded)
    assert evaluation.scores.runs == ("runs/a",)
    assert [refused.path for refused in evaluation.refused] == ["runs/b"]
    assert "run_pattern does not fit runs/b" in str(evaluation.refused[0].problems[0])


# --- a real collection -------------------------------------------------------------------------


@pytest.mark.slow
def test_all_runs_of_trec_8_are_in_their_table_by_tag_and_by_file_name(shared, tmp_path):
    folder = shared / "data/trec8"
    (tmp_path / "t.yaml").write_text(
        f"qrels: {folder}/qrels.trec8.adhoc.txt\nruns: {folder}/runs\n"
        f"participants: {folder}/participants.tsv\nmeasures: [AP]\n"
    )
    loaded = load_task(tmp_path / "t.yaml")
    with (folder / "participants.tsv").open() as file:
        rows = {row["run"]: row["group"] for row in csv.DictReader(file, delimiter="\t")}
    assert {one.run_name: one.group for one in loaded.runs} == rows
    files = sorted(Path(folder, "runs").glob("*.gz"))
    assert [first_tag(file) for file in files] == [file_names(str(file))[0] for file in files]
