"""``scripts/bench``: that its table holds what it says and that all tools did the same work."""

from __future__ import annotations

import ast
import gzip
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from scripts.benchmarks import collection as collections
from scripts.benchmarks import growth, paths
from scripts.benchmarks.__main__ import collect, parse
from scripts.benchmarks.agreement import compare
from scripts.benchmarks.groups import planned
from scripts.benchmarks.measuring import FailedError, Measurement, interleaved, launch, ratios
from scripts.benchmarks.tables import SPEED_HEAD, table
from scripts.benchmarks.tools import SAMPLED, TOOLS

ROOT = Path(__file__).resolve().parent.parent
RUNS, TOPICS, DEPTH = 4, 6, 30


def bench(*arguments, path=None):
    """What the program printed; numba takes a minute to compile ranx, so ranx is left out."""
    done = subprocess.run(
        [sys.executable, "-m", "scripts.benchmarks", *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, "PATH": str(path or Path(sys.executable).parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """The Markdown and the JSON of one round on a tiny collection."""
    file = tmp_path_factory.mktemp("bench") / "bench.json"
    tools = ",".join(name for name in TOOLS if name not in SAMPLED)
    shape = f"{RUNS}x{TOPICS}x{DEPTH}"
    text = bench("--synthetic", shape, "--tools", tools, "--json", file, "--rounds", "1")
    return text, json.loads(file.read_text())


def tables_of(text):
    """The tables of a Markdown text as lists of rows of cells, without the rule."""
    blocks = [block.splitlines() for block in text.split("\n\n") if block.startswith("|")]
    cells = [[[c.strip() for c in line.strip("|").split("|")] for line in b] for b in blocks]
    return [[rows[0], *rows[2:]] for rows in cells]


def test_the_table_has_a_full_row_for_each_tool_and_says_which_one_is_not_there(report):
    text, _ = report
    head, *rows = tables_of(text)[0]
    assert head == list(SPEED_HEAD)
    assert {len(row) for row in rows} == {len(head)}
    by_title = {row[0]: row for row in rows}
    assert by_title.keys() == {tool.title for name, tool in TOOLS.items() if name not in SAMPLED}
    assert by_title["trec_eval, a shell loop"][3] == "skipped: trec_eval is not on PATH"
    measures = {title: row[2] for title, row in by_title.items() if row[1] == str(RUNS)}
    assert measures == {
        "harness": "96",
        "pytrec_eval": "90",
        "ir_measures": "64",
        "polars, reading and joining only": "none",
    }


@pytest.mark.parametrize(("tool", "measures"), [("pytrec_eval", 90), ("ir_measures", 64)])
def test_every_value_of_the_other_tools_is_harness_s_at_four_decimals(report, tool, measures):
    _, result = report
    (row,) = [row for row in result["rows"] if row["tool"] == tool]
    found = row["agreement"]
    assert found["differing_measures"] == [], found["examples"]
    assert found["runs"] == RUNS
    assert found["equal"] == found["shared"] == found["printed"] == RUNS * TOPICS * measures


def test_the_report_says_on_what_and_how_it_was_measured(report):
    text, result = report
    size = f"{RUNS} runs, {TOPICS} topics, {RUNS * TOPICS * DEPTH} lines of runs"
    assert size in text
    assert "synthetic, 4×6×30 (runs × topics × depth), seed 8" in text
    assert f"Python {sys.version.split()[0]}" in text
    assert result["machine"]["cpus"] == os.cpu_count()
    assert {"harness", "pytrec_eval", "ir_measures", "polars"} <= result["versions"].keys()
    (group,) = result["groups"]
    (measured,) = group["rounds"]
    assert [each["tool"] for each in measured] == [
        "harness",
        "pytrec_eval",
        "ir_measures",
        "polars",
    ]
    assert all(each["seconds"] > 0 and each["memory"] > 0 for each in measured)


def test_trec_eval_is_measured_when_it_is_on_the_path(tmp_path):
    stand_in = tmp_path / "trec_eval"
    stand_in.write_text(
        "#!/bin/sh\n"
        '[ "$1" = --version ] && echo trec_eval version 9.0.8 >&2 && exit\n'
        f'exec "{sys.executable}" -m harness eval --dialect trec_eval-9 --quiet "$@"\n'
    )
    stand_in.chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    quick = ["--synthetic", "1x3x10", "--rounds", "1"]
    rows = tables_of(bench(*quick, "--tools", "trec_eval", path=path))[0]
    assert [row[0] for row in rows] == ["tool", "harness", "trec_eval, a shell loop"]
    assert rows[2][-1] == f"{3 * 91} of {3 * 91}"


def lines(*triples):
    return "".join(f"{measure:22}\t{topic}\t{value}\n" for measure, topic, value in triples)


def test_the_comparison_finds_a_value_that_differs_in_the_fourth_decimal(tmp_path):
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    runid, summary = ("runid", "all", "a"), ("map", "all", "0.9000")
    ours.write_text(
        lines(("map", "1", "0.1234"), ("num_ret", "1", "3"), ("rbp", "1", "1"), runid, summary)
        + lines(("map", "1", "0.5000"), runid, summary)
    )
    theirs.write_text(
        lines(("map", "1", "0.1235"), ("num_ret", "1", "3.0000"), ("map", "2", "1"), runid)
        + lines(("map", "1", "0.5000"), runid)
    )
    found = compare(theirs, ours)
    assert (found.runs, found.printed, found.shared, found.equal) == (2, 4, 3, 2)
    assert found.differing_measures == {"map"}
    assert found.examples == ["run 1: map 1 0.1235 harness 0.1234"]


def test_outputs_for_different_numbers_of_runs_are_not_compared(tmp_path):
    one, two = tmp_path / "one", tmp_path / "two"
    block = lines(("map", "1", "0.1"), ("runid", "all", "a"))
    one.write_text(block)
    two.write_text(block * 2)
    with pytest.raises(ValueError, match="same number of runs"):
        compare(one, two)


def test_each_round_starts_with_the_next_tool_and_ratios_are_within_a_round():
    seconds = {"a": iter((1.0, 2.0, 4.0)), "b": iter((3.0, 4.0, 20.0))}
    turns = {
        name: lambda values=values: Measurement(next(values), 0, 0)
        for name, values in seconds.items()
    }
    rounds = interleaved(turns, 3, {})
    assert [list(each) for each in rounds] == [["a", "b"], ["b", "a"], ["a", "b"]]
    spread = ratios(rounds, "b", "a")
    assert (spread.low, spread.median, spread.high) == (2, 3, 5)


def test_a_tool_that_fails_is_noted_and_left_out_of_all_rounds(tmp_path):
    def broken():
        return launch([sys.executable, "-c", "raise SystemExit('no such file')"], tmp_path / "out")

    failures = {}
    rounds = interleaved({"a": lambda: Measurement(1, 1, 1), "b": broken}, 2, failures)
    assert failures == {"b": "exit status 1: no such file"}
    assert [list(each) for each in rounds] == [["a"], ["a"]]


def test_launch_measures_time_memory_and_what_was_said(tmp_path):
    program = "import sys, time; time.sleep(0.05); print('x'); print('said', file=sys.stderr)"
    found = launch([sys.executable, "-c", program], tmp_path / "out")
    assert found.seconds >= 0.05
    assert found.memory > 1e6
    assert found.said == "said"
    assert (tmp_path / "out").read_text() == "x\n"
    with pytest.raises(FailedError, match="exit status 3"):
        launch([sys.executable, "-c", "import sys; sys.exit(3)"], tmp_path / "out")


@pytest.mark.long
def test_memory_is_that_of_the_process_whatever_its_starter_holds(tmp_path):
    held = bytearray(b"x" * 400_000_000)
    small = launch([sys.executable, "-c", "pass"], tmp_path / "out")
    large = launch([sys.executable, "-c", "b'x' * 200_000_000"], tmp_path / "out")
    assert small.memory < 50e6 < 200e6 < large.memory < len(held)


def test_every_tool_starts_in_one_environment_without_threads_of_libraries(tmp_path, monkeypatch):
    program = "import os; print(sorted(os.environ.items()))"
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "7")
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    data = collections.Collection("c", Path("qrels"), (), 0, 0, 0, 0)
    given = {}
    for name, tool in TOOLS.items():
        start = (sys.executable, "-c", program)
        replace(tool, start=start, cache="").turn(data, (), tmp_path / name, tmp_path / "cache")()
        given[name] = dict(ast.literal_eval((tmp_path / name).read_text()))
    assert all(each == given["harness"] for each in given.values())
    threads = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
    assert [given["harness"][name] for name in threads] == ["1"] * 3
    assert not given["harness"]["PYTHONDONTWRITEBYTECODE"]


def test_a_command_that_is_not_there_is_said_to_be(tmp_path):
    with pytest.raises(FailedError, match="No such file"):
        launch(["no-such-command"], tmp_path / "out", statuses=(0, 1))


def test_runs_of_middling_size_stand_for_all(tmp_path):
    for name, size in zip("abcde", (9, 1, 5, 7, 3), strict=True):
        (tmp_path / name).write_bytes(b"x" * size)
    files = sorted(tmp_path.iterdir())
    for count, names in ((1, "c"), (3, "cde"), (0, "abcde"), (9, "abcde")):
        assert [Path(file).name for file in paths.middling(files, count)] == list(names)


def test_gzipped_files_are_decompressed_and_counted(tmp_path):
    for name in ("b", "a"):
        with gzip.open(tmp_path / f"{name}.gz", "wt") as file:
            file.write(f"1 Q0 d1 1 2.0 {name}\n2 Q0 d2 1 1.0 {name}\n")
    qrels = tmp_path / "qrels"
    qrels.write_text("1 0 d1 1\n1 0 d2 0\n2 0 d2 1\n")
    folder = tmp_path / "plain"
    folder.mkdir()
    options = parse(["--qrels", str(qrels), "--runs", str(tmp_path / "*.gz")])
    found = collect(options, folder)
    assert (found.lines, found.judgments, found.topics) == (4, 3, 2)
    assert [path.read_text().split()[5] for path in found.runs] == ["a", "b"]


def test_without_trec8_the_collection_is_made_and_always_the_same(tmp_path, monkeypatch):
    monkeypatch.setattr(collections, "TREC8", tmp_path / "absent")
    monkeypatch.setattr(collections, "SHAPE", (2, 3, 5))
    texts = []
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        made = collect(parse([]), tmp_path / name)
        texts.append([path.read_bytes() for path in (made.qrels, *made.runs)])
        assert (len(made.runs), made.topics, made.lines) == (2, 3, 30)
    assert texts[0] == texts[1]


def test_slow_tools_get_a_sample_with_harness_beside_them_or_all_the_runs(tmp_path):
    runs = tuple(Path(str(number)) for number in range(10))
    data = collections.Collection("c", Path("qrels"), runs, 0, 0, 0, 0)
    tools = [TOOLS[name] for name in ("harness", "ranx", "polars")]

    def plan(*arguments):
        folder = tmp_path / "-".join(("plan", *arguments))
        folder.mkdir()
        groups = planned(parse(list(arguments)), data, tools, folder)
        return [(list(group.tools), [run.name for run in group.runs]) for group in groups]

    every = [run.name for run in runs]
    assert plan("--sample", "3") == [
        (["harness", "polars"], every),
        (["harness", "ranx"], ["0", "3", "6"]),
    ]
    assert plan("--all") == [(["harness", "ranx", "polars"], every)]


def test_bars_in_cells_are_escaped():
    assert table(["tool"], [["a|b"]]) == "| tool |\n| --- |\n| a\\|b |"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--qrels", "q"],
        ["--qrels", "absent", "--runs", "*"],
        ["--rounds", "0"],
        ["--tools", "bm25"],
        ["--synthetic", "3x4"],
        ["--json", "absent/file.json"],
    ],
)
def test_wrong_options_are_refused_before_anything_is_measured(arguments, capsys):
    with pytest.raises(SystemExit):
        parse(arguments)
    assert "usage: scripts/bench" in capsys.readouterr().err


@pytest.mark.slow
def test_paths_are_measured_and_written_into_the_page(monkeypatch, tmp_path):
    tiny = paths.Shape(3, 5, 10, paths=("--help", *paths._COMMANDS, paths._BASE, "pytrec_eval"))
    steps = ("harness.score from frames", "replay of hedge", next(iter(paths._TESTS)))
    other = paths.Shape(2, 4, 10, 3, 1, (*steps, "trec_eval", "eval"))
    monkeypatch.setattr(paths, "SHAPES", {"tiny": tiny, "other": other})
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "images").mkdir()
    page = tmp_path / "page.md"
    page.write_text("before\n<!-- scripts/bench paths -->\nold\n<!-- end of paths -->\nafter\n")
    unlimited = ["--minutes", "600", "--most", "3600"]  # no path is ended on a busy machine
    assert paths.main(["--write", str(page), *unlimited]) == 0
    text = page.read_text()
    assert text.startswith("before\n")
    assert text.endswith("<!-- end of paths -->\nafter\n")
    assert "old" not in text
    _, *rows = tables_of(text)[0]
    assert [row[:2] for row in rows] == [
        [name, path] for name, shape in paths.SHAPES.items() for path in shape.paths
    ]
    for _, path, seconds, *others in rows:
        if path == "trec_eval":
            assert seconds == "trec_eval is not on PATH"
        else:
            assert float(seconds) > 0, path
            assert all(map(float, filter(None, others)))
    assert "harness eval -q -m all_trec" in (tmp_path / "images" / "benchmarks.svg").read_text()


def test_what_takes_too_long_is_ended(tmp_path, monkeypatch):
    with pytest.raises(FailedError, match="-9"):
        launch([sys.executable, "-c", "import time; time.sleep(60)"], tmp_path / "o", most=0.5)
    monkeypatch.setattr(paths, "SHAPES", {"tiny": paths.Shape(1, 2, 10, paths=("eval", "run"))})
    rows = list(paths.Paths(tmp_path, minutes=1, most=0.01, rounds=1).rows("tiny"))
    assert [row[2] for row in rows] == ["ended after 0 s"] * 2
    assert list(paths.Paths(tmp_path, minutes=0, most=1, rounds=1).rows("tiny")) == []


@pytest.mark.processes
def test_growth_has_an_exponent_for_each_step(tmp_path, monkeypatch):
    shapes = [(1, 2, 10), (2, 2, 10), (4, 2, 10)]
    monkeypatch.setattr(growth, "_GROWTH", {"runs": [(("eval",), shapes)]})
    [(command, what, lines, *told)] = growth.growth(tmp_path, 5, ["runs"])
    assert (command, what, lines) == ("eval", "runs", "20 → 40 → 80")
    assert [len(part.split(" → ")) for part in told[::2]] == [3, 3]
    assert [len(part.split(", ")) for part in told[1::2]] == [2, 2]
    costs = [(10, Measurement(0, 2.0, 30 * 2**20)), (100, Measurement(0, 11.0, 120 * 2**20))]
    told = list(growth.described(costs, Measurement(0, 1.0, 20 * 2**20)))
    assert told == ["10 → 100", "2.00 → 11.00", "1.00", "30 → 120", "1.00"]
