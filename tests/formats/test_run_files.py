"""Runs of files: by name, pattern and standard input; what stands in them twice, with its line."""

from __future__ import annotations

import gzip
import io
import os
import threading
from functools import partial
from pathlib import Path

import pytest

from harness.core.errors import MAX_PROBLEMS, InputError, UnavailableError
from harness.core.run_faults import repeated_documents
from harness.formats.runs import locate_faults, read_run, read_runs, run_files

TREC = b"1 Q0 d1 1 2.5 bm25\n1 Q0 d2 2 1.5 bm25\n"


# --- files ------------------------------------------------------------------------------------


def test_the_name_without_a_tag_is_the_files_name(tmp_path: Path) -> None:
    path = tmp_path / "my.run.json.gz"
    path.write_bytes(gzip.compress(b'{"1": {"d1": 1}}'))
    assert read_run(path).name == "my.run.json"


def test_standard_input_and_pipes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"1 d1 1\n")))
    assert read_run("-").name == "stdin"
    reading, writing = os.pipe()
    writer = threading.Thread(target=lambda: (os.write(writing, TREC), os.close(writing)))
    writer.start()
    assert len(read_run(f"/dev/fd/{reading}")) == 2
    writer.join()
    os.close(reading)


def test_a_broken_link_that_a_pattern_finds_is_not_left_out_in_silence(tmp_path: Path) -> None:
    write_runs(tmp_path, "a.run")
    (tmp_path / "b.run").symlink_to("gone.run")
    with pytest.raises(UnavailableError, match=r"b\.run: this is a broken symbolic link"):
        read_runs(tmp_path / "*.run")


def write_runs(directory: Path, *names: str) -> None:
    for name in names:
        (directory / f"{name}.txt").write_bytes(TREC.replace(b"bm25", name.encode()))


def test_a_pattern_gives_its_files_by_name(tmp_path: Path) -> None:
    write_runs(tmp_path, "b", "a", "c")
    assert [run.name for run in read_runs(f"{tmp_path}/*.txt")] == ["a", "b", "c"]
    paths = [tmp_path / "c.txt", f"{tmp_path}/*.txt"]
    assert [run.name for run in read_runs(paths)] == ["c", "a", "b"]


def test_a_file_whose_name_looks_like_a_pattern_is_that_file(tmp_path: Path) -> None:
    write_runs(tmp_path, "a[1]")
    assert [run.name for run in read_runs(tmp_path / "a[1].txt")] == ["a[1]"]


def test_what_stands_for_no_file_is_an_error_all_at_once(tmp_path: Path) -> None:
    with pytest.raises(UnavailableError) as caught:
        run_files([f"{tmp_path}/*.run", tmp_path])
    assert [problem.message for problem in caught.value.problems] == [
        "no file matches this pattern",
        "this is a directory, not a run",
    ]
    assert caught.value.problems[1].hint == f"for all the files in it: {tmp_path}/*"
    with pytest.raises(UnavailableError, match="no such file"):
        read_runs(tmp_path / "absent.txt")
    with pytest.raises(InputError, match="no runs given"):
        read_runs([])


def test_the_problems_of_all_files_are_told_together(tmp_path: Path) -> None:
    write_runs(tmp_path, "a", "b")
    (tmp_path / "x.txt").write_text("1 Q0 d\n")
    (tmp_path / "y.txt").write_text("1 Q0 d 1 nan y\n" * 90)
    with pytest.raises(InputError) as caught:
        read_runs(f"{tmp_path}/*")
    assert len(caught.value.problems) == 1 + MAX_PROBLEMS
    assert {Path(problem.where or "").name for problem in caught.value.problems} == {
        "x.txt",
        "y.txt",
    }


# --- duplicates -------------------------------------------------------------------------------


def test_each_further_occurrence_has_its_line(tmp_path: Path) -> None:
    path = tmp_path / "a.run"
    path.write_bytes(b"# c\n" + TREC + b"\n  1 Q0 d1 3 1 t\n1 Q0 d1 4 0 t\n2 Q0 d2 5 0 t\n")
    assert [
        str(problem) for problem in locate_faults(path, partial(repeated_documents, topics=["1"]))
    ] == [
        f"{path}:5:8: document 'd1' is retrieved twice in topic '1' (first at line 2)",
        f"{path}:6:6: document 'd1' is retrieved twice in topic '1' (first at line 2)",
    ]
    assert locate_faults(path, partial(repeated_documents, topics=["2"])) == []


def test_duplicates_in_a_table_have_lines_too(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"qid,docno,score\n1,d1,2\n1,d2,1\n1,d1,0\n")
    [problem] = locate_faults(path, partial(repeated_documents, topics=["1"]))
    assert (problem.line, problem.message) == (
        4,
        "document 'd1' is retrieved twice in topic '1' (first at line 2)",
    )


def test_many_duplicates_stop_at_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "a.run"
    path.write_bytes(TREC * 1000)
    assert len(locate_faults(path, partial(repeated_documents, topics=["1"]))) == MAX_PROBLEMS
