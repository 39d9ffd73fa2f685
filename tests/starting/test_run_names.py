"""Names and groups that ``harness init`` gives to runs, and the patterns that name their files."""

import re
from random import Random

import pytest

from harness.core.identity import as_folders, file_names
from harness.starting.run_names import run_names, run_patterns
from tests.each import each
from tests.formats.test_archives import RUN, zipped

#: Paths, and the group and name that each gets; all runs have one tag.
NAMED = {
    "one folder": (
        ["runs/run.beir.scifact.bm25.txt", "runs/run.beir.scifact.ql.txt.gz"],
        [(None, "bm25"), (None, "ql")],
    ),
    "groups with files": (
        ["runs/A/x.out", "runs/A/y.out", "runs/B/z.out"],
        [("A", "x"), ("A", "y"), ("B", "z")],
    ),
    "groups with equal files": (
        ["runs/A/r1.txt", "runs/B/r1.txt", "runs/B/r2.txt"],
        [("A", "A/r1"), ("B", "B/r1"), ("B", "B/r2")],
    ),
    "a folder for each run": (
        ["runs/A/input.txt", "runs/B/input.txt"],
        [(None, "A"), (None, "B")],
    ),
    "archives": (
        ["subs/A.zip!/runs/a.txt", "subs/A.zip!/runs/b.txt", "subs/B.tar.gz!/c.txt"],
        [("A", "a"), ("A", "b"), ("B", "c")],
    ),
    "folders of a group": (
        ["A.out.zip!/A/DTA/abs/b.out", "A.out.zip!/A/DTA/full/b.out", "B.out.zip!/B/x/c.out"],
        [("A.out", "A/DTA/abs/b"), ("A.out", "A/DTA/full/b"), ("B.out", "B/x/c")],
    ),
    "a name that is all they share": (["r/a.b.run", "r/a.run"], [(None, "a.b"), (None, "a")]),
}


@each(NAMED.values(), "paths", "expected")
def test_runs_with_one_tag_are_called_by_what_tells_them_apart(paths, expected):
    named = run_names(paths, ["x"] * len(paths))
    assert named is not None
    matches = [re.search(named.pattern, as_folders(path)).groupdict() for path in paths]
    assert [(match.get("group"), match["name"]) for match in matches] == expected


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        (["ance.dev.tsv", "bm25.dev.tsv"], ["ance", "bm25"]),
        (["runs/ance.json", "runs/bm25.csv.gz"], ["ance", "bm25"]),
        (["a/run.tsv", "b/run.tsv"], ["a", "b"]),
    ],
)
def test_files_without_tags_are_called_without_what_they_share(paths, expected):
    named = run_names(paths, [file_names(path)[0] for path in paths])
    assert [re.search(named.pattern, path)["name"] for path in paths] == expected


def test_a_tag_that_ends_like_a_table_is_kept_among_others():
    assert run_names(["runs/1.txt", "runs/2.txt"], ["x.tsv", "y"]) is None


def test_tags_that_differ_stay_the_names():
    named = run_names(["runs/A/1.txt", "runs/B/1.txt"], ["x", "y"])
    assert "name" not in named.pattern
    assert run_names(["runs/1.txt", "runs/2.txt"], ["x", "y"]) is None


@pytest.fixture
def folder(tmp_path):
    for name in ("A/1.txt", "A/2.txt", "B/1.txt"):
        path = tmp_path / "runs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(RUN)
    (tmp_path / "runs" / "C.zip").write_bytes(zipped({"a.run": RUN, "b.run": RUN}))
    return tmp_path


RUNS = [
    *(f"runs/{name}.txt" for name in ("A/1", "A/2", "B/1")),
    *(f"runs/C.zip!/{name}.run" for name in "ab"),
]


def test_patterns_fit_all_runs_and_nothing_else(folder):
    assert run_patterns(folder, RUNS) == ["runs/*/*.txt", "runs/*.zip"]
    (folder / "runs" / "B" / "notes.txt").write_text("notes")
    assert run_patterns(folder, RUNS) == ["runs/A/*.txt", "runs/B/1.txt", "runs/*.zip"]


def test_an_archive_with_something_else_is_named_by_its_members(folder):
    content = zipped({"a.run": RUN, "b.run": RUN, "c.txt": b"notes"})
    (folder / "runs" / "C.zip").write_bytes(content)
    assert run_patterns(folder, RUNS) == ["runs/*/*.txt", "runs/C.zip!/*.run"]


@each(range(40), "seed")
def test_each_run_is_fitted_by_one_pattern_and_nothing_else_is(tmp_path, seed):
    random = Random(seed)
    names = [f"{name}{end}" for name in "ab" for end in (".txt", ".out", ".run1", "", ".txt.gz")]
    paths = {
        "/".join(["runs", *random.choices("xyz", k=random.randint(0, 2)), random.choice(names)])
        for _ in range(14)
    }
    files = {path for path in paths if not any(other.startswith(f"{path}/") for other in paths)}
    for path in files:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("1 Q0 a 1 1 t\n")
    runs = sorted(random.sample(sorted(files), len(files) - 1))
    fitted = [
        str(path.relative_to(tmp_path))
        for pattern in run_patterns(tmp_path, runs)
        for path in tmp_path.glob(pattern)
        if path.is_file()
    ]
    assert sorted(fitted) == runs
