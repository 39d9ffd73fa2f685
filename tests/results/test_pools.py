"""The directory of a pool: what is in it, that it is the same each time, that it is read back."""

from __future__ import annotations

import csv
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.errors import InputError
from harness.core.model import Run
from harness.pooling import Plan, choose, gather
from harness.pooling.pool import SCHEMA, Pool
from harness.results.atomic import check_target
from harness.results.pools import KIND, PoolFiles, read_pool, write_pool


def make_runs(num_docs=12):
    """Three runs over two topics that share some of their documents."""
    schema = {"topic": pl.String, "doc": pl.String, "score": pl.Float64}
    return [
        Run(
            name,
            pl.DataFrame(
                [
                    (topic, f"d{(number * step) % 31:02}", -float(number))
                    for topic in ("1", "2")
                    for number in range(num_docs)
                ],
                schema=schema,
                orient="row",
            ),
        )
        for name, step in (("one", 1), ("another 5% run", 3), ("two", 7))
    ]


@pytest.fixture(scope="module")
def pool() -> Pool:
    groups = {"one": "X", "another 5% run": "Y Z", "two": "X"}
    return choose(gather(make_runs(), groups=groups), Plan.of("depth", budget=5))


@pytest.fixture(scope="module")
def contents(pool) -> PoolFiles:
    return PoolFiles(pool, b"1 0 d00 -1\n", {"task": "Demo", "versions": {"x": "1"}})


def files(directory: Path) -> dict[str, bytes]:
    return {
        path.relative_to(directory).as_posix(): path.read_bytes()
        for path in directory.rglob("*")
        if path.is_file()
    }


def table(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def split(text: str) -> list[str]:
    return text.split(" ") if text else []


def equal(one: Pool, other: Pool) -> bool:
    frames = one.frame.equals(other.frame) and one.left_out.equals(other.left_out)
    types = one.frame.schema == other.frame.schema == other.left_out.schema
    return frames and types and one.plan == other.plan


# What is written


def test_the_files_are_those_that_are_documented(contents, pool, tmp_path):
    place = write_pool(contents, tmp_path / "new" / "out", log={"made": "now"})
    assert set(files(place)) == {
        "pool.parquet",
        "pool.tsv",
        "qrels.txt",
        "manifest.json",
        "log.json",
    }
    assert (place / "qrels.txt").read_bytes() == b"1 0 d00 -1\n"
    log = json.loads((place / "log.json").read_text())
    assert log.keys() == {"made", "manifest.json"}
    manifest = json.loads((place / "manifest.json").read_text())
    assert manifest == {
        "format": "harness pool 2",
        "task": "Demo",
        "versions": {"x": "1"},
        "plan": pool.plan,
        "layouts": {"qrels.txt": "trec"},
        "grades_known": 0,
        "files": {
            name: hashlib.sha256(content).hexdigest()
            for name, content in files(place).items()
            if name not in ("manifest.json", "log.json")
        },
    }


def test_the_table_for_people_names_runs_and_groups_between_blanks(contents, tmp_path):
    place = write_pool(contents, tmp_path / "out")
    rows = {(row["topic"], row["doc"]): row for row in table(place / "pool.tsv")}
    assert rows["1", "d00"] == {
        "topic": "1",
        "doc": "d00",
        "runs": "another%205%25%20run one two",
        "groups": "X Y%20Z",
        "best_rank": "1",
        "stratum": "1",
        "probability": "1.0",
        "batch": "1",
    }


def test_empty_fields_stand_for_no_runs_no_rank_and_no_batch(tmp_path):
    row = ("1", "d", [], [], None, 0, 1 / 3, None)
    frame = pl.DataFrame([row], schema=SCHEMA, orient="row")
    place = write_pool(PoolFiles(Pool(frame, frame.clear()), b""), tmp_path / "out")
    lines = (place / "pool.tsv").read_text().splitlines()
    assert lines == ["\t".join(SCHEMA), "1\td\t\t\t\t0\t0.3333333333333333\t"]


names = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=5)
texts = st.text(st.sampled_from('ab1 "%\t\r\n,#ü'), min_size=1, max_size=6)
lists = st.lists(st.one_of(names, texts), max_size=3)
pool_rows = st.tuples(
    *(texts, texts, lists, lists),
    *(st.none() | st.integers(1, 2**40), st.integers(0, 9)),
    *(st.floats(0, 1, exclude_min=True), st.none() | st.integers(0, 9)),
)
plans = st.dictionaries(texts, st.none() | st.integers() | st.floats(0, 9) | lists, max_size=3)


@given(st.lists(pool_rows, max_size=5), st.lists(pool_rows, max_size=2), plans)
def test_any_pool_is_read_back_and_people_read_the_same(tmp_path_factory, rows, left, plan):
    frame, left_out = (pl.DataFrame(part, schema=SCHEMA, orient="row") for part in (rows, left))
    pool = Pool(frame, left_out, {**plan, "strategy": "depth", "runs": []})
    place = write_pool(PoolFiles(pool, b""), tmp_path_factory.mktemp("pool") / "out")
    read, manifest = read_pool(place)
    assert equal(read, pool)
    assert ("left_out.parquet" in manifest["files"]) == bool(left)
    kinds = {"best_rank": int, "stratum": int, "probability": float, "batch": int}
    shown = [
        {
            **{name: row[name] for name in ("topic", "doc")},
            **{name: list(map(unquote, split(row[name]))) for name in ("runs", "groups")},
            **{name: kind(row[name]) if row[name] else None for name, kind in kinds.items()},
        }
        for row in table(place / "pool.tsv")
    ]
    assert shown == frame.rows(named=True)


def test_a_pool_that_was_drawn_is_read_back_with_what_was_left_out(tmp_path):
    candidates = gather(make_runs())
    pool = choose(candidates, Plan.of("uniform", budget=6, seed=5))
    assert pool.left_out.height > 0
    place = write_pool(PoolFiles(pool, b""), tmp_path / "out")
    assert "left_out.parquet" in files(place)
    assert equal(read_pool(place)[0], pool)
    again, manifest = read_pool(place)
    other = write_pool(PoolFiles(again, b"", manifest=manifest), tmp_path / "other")
    assert files(other) == files(place)


# The same bytes

MAKE = """
import sys
import numpy as np
import polars as pl
from harness.core.model import Run
from harness.pooling import Plan, choose, gather
from harness.results import atomic
from harness.results.pools import PoolFiles, write_pool

random = np.random.default_rng(1)
runs = [
    Run(
        f"run{number}",
        pl.DataFrame(
            {
                "topic": np.repeat([f"t{n}" for n in range(60)], 100),
                "doc": np.concatenate(
                    [random.choice(400, 100, replace=False).astype(str) for _ in range(60)]
                ),
                "score": random.random(6000),
            }
        ),
    )
    for number in range(6)
]
pool = choose(gather(runs), Plan.of("depth"))
write_pool(PoolFiles(pool, b"x", {"task": "T"}), sys.argv[1], log={"to": sys.argv[1]})
"""


@pytest.mark.slow
def test_another_process_with_other_workers_writes_the_same_bytes(demo, tmp_path):
    for workers in (1, 2, 5):
        environment = {
            **os.environ,
            "POLARS_MAX_THREADS": str(workers),
            "PYTHONHASHSEED": str(workers),
            "PYTHONPATH": str(demo),
        }
        command = [sys.executable, "-c", MAKE, str(tmp_path / str(workers))]
        subprocess.run(command, check=True, env=environment)
    one, two, five = (files(tmp_path / str(workers)) for workers in (1, 2, 5))
    assert len({found.pop("log.json") for found in (one, two, five)}) == 3
    assert one == two == five
    assert len(read_pool(tmp_path / "5")[0]) > 15_000


# An older pool


def test_an_older_pool_stays_unless_it_is_forced_away(contents, pool, tmp_path):
    place = write_pool(contents, tmp_path / "out")
    before = files(place)
    for attempt in (
        lambda where: check_target(where, KIND, replace=False),
        lambda where: write_pool(contents, where),
    ):
        with pytest.raises(
            InputError, match=r"there are pool files here already .--force replaces"
        ):
            attempt(place)
    assert files(place) == before
    assert check_target(place, KIND) == place
    write_pool(PoolFiles(pool, b""), place, force=True)
    assert files(place)["qrels.txt"] == b""
    assert [entry.name for entry in tmp_path.iterdir()] == ["out"]


# What is refused when read


def test_a_directory_without_a_pool_is_refused(tmp_path):
    (tmp_path / "manifest.json").write_text('{"format": "harness results 1", "files": []}')
    for place in (tmp_path, tmp_path / "manifest.json"):
        with pytest.raises(InputError, match="no pool files here"):
            read_pool(place)
    (tmp_path / "pool").mkdir()
    with pytest.raises(InputError, match=r"no such directory .did you mean pool\?"):
        read_pool(tmp_path / "pol")


@pytest.mark.parametrize("name", ["pool.parquet", "left_out.parquet"])
@pytest.mark.parametrize("damage", ["gone", "empty", "half", "other columns", "other types"])
def test_damaged_tables_are_refused(tmp_path, pool, name, damage):
    contents = PoolFiles(Pool(pool.frame, pool.frame.head(1), pool.plan), b"")
    path = write_pool(contents, tmp_path / "out") / name
    frame, content = pl.read_parquet(path), path.read_bytes()
    {
        "gone": path.unlink,
        "empty": lambda: path.write_bytes(b""),
        "half": lambda: path.write_bytes(content[: len(content) // 2]),
        "other columns": lambda: frame.drop("batch").write_parquet(path),
        "other types": lambda: frame.with_columns(pl.col("batch").cast(float)).write_parquet(path),
    }[damage]()
    with pytest.raises(InputError, match="damaged pool files"):
        read_pool(path.parent)


@pytest.mark.parametrize("key", ["plan", "files"])
def test_a_manifest_without_a_plan_or_a_list_of_files_is_refused(contents, tmp_path, key):
    place = write_pool(contents, tmp_path / "out")
    manifest = json.loads((place / "manifest.json").read_text())
    (place / "manifest.json").write_text(json.dumps({**manifest, key: "x"}))
    with pytest.raises(InputError, match=f"{key}: damaged pool files"):
        read_pool(place)
