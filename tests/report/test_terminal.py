"""The leaderboard as drawn, the table of topics, and what a terminal is given."""

from __future__ import annotations

import itertools
import math
import os
import pty
import statistics
import subprocess
import sys
from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from rich.cells import cell_len

from harness.comparison import Board, Options, ScoreTable, leaderboard
from harness.core.errors import EvaluationError
from harness.report.boards import leaderboard_table
from harness.report.report import Report
from harness.report.table import Screen, render
from harness.report.terminal import draw_leaderboard, topics_table
from harness.workflows.report import gather_report


def leaderboard_text(
    board: Board, groups: dict[str, str] | None = None, screen: Screen | None = None
) -> str:
    """The drawing of a leaderboard as printed."""
    return render(draw_leaderboard(board, groups, screen), "table", screen=screen)


@pytest.fixture(scope="module")
def board() -> Board:
    """Eight runs on ten topics, two of them equal."""
    rng = np.random.default_rng(5)
    values = rng.random((10, 1)) * 0.3 + rng.random((10, 8)) * 0.2 + np.arange(8) * 0.06
    values[:, 3] = values[:, 4]
    runs = tuple(f"run{place}" for place in range(8))
    table = ScoreTable("AP", runs, tuple(map(str, range(10))), np.round(values, 4))
    return leaderboard(table, Options(samples=500))


def drawn_rows(text: str, count: int) -> tuple[str, list[str]]:
    """The heading and the rows of a leaderboard."""
    lines = text.split("\n")
    return lines[0], lines[2 : 2 + count]


@pytest.mark.parametrize("width", [None, 84, 100])
def test_whiskers_stand_where_the_intervals_are(board, width):
    heading, rows = drawn_rows(leaderboard_text(board, None, Screen(width)), 8)
    low, high = (float(end) for end in heading.split()[3:5])
    start = heading.index(f"{low:.2f}")
    end = heading.index(f"{high:.2f}") + len(f"{high:.2f}")
    assert low <= board.means.low.min() < low + 0.01
    assert high - 0.01 < board.means.high.max() <= high
    step = (high - low) / (end - start - 1)
    for row, *bounds in zip(
        rows, board.means.low, board.means.estimate, board.means.high, strict=True
    ):
        places = [row[start:end].index(sign) for sign in "├●┤"]
        for place, value in zip(places, bounds, strict=True):
            assert abs(low + place * step - value) <= step / 2 + 1e-9
        assert set(row[start:end][places[0] : places[2]]) == {"├", "─", "●"}


def test_runs_share_a_bar_if_they_do_not_differ(board):
    heading, rows = drawn_rows(leaderboard_text(board), 8)
    start = heading.index("groups")
    shared = set()
    for (a, first), (b, second) in itertools.combinations(enumerate(rows), 2):
        common = any(x == y == "│" for x, y in zip(first[start:], second[start:], strict=False))
        assert common == (board.corrected[a, b] >= board.options.alpha)
        shared.add(common)
    assert shared == {True, False}


def test_rows_have_rank_run_group_mean_and_interval_of_the_rank(board):
    text = leaderboard_text(board, {"run7": "seven"})
    heading, rows = drawn_rows(text, 8)
    assert heading.split()[:4] == ["rank", "run", "group", "AP"]
    assert rows[0].split()[:4] == ["1", "run7", "seven", f"{board.means.estimate[0]:.4f}"]
    for place, row in enumerate(rows):
        low, high = board.ranks.low[place], board.ranks.high[place]
        assert (f" {low}–{high} " if low < high else f" {low} ") in row
        assert ("*" in row) == board.could_be_best[place]
        assert row.split()[0] == str(board.ranks.rank[place])
    ranks = [row.split()[0] for row in rows]
    assert len(ranks) - len(set(ranks)) == 1


def test_the_notes_are_those_of_the_leaderboard_without_the_background(board):
    text = leaderboard_text(board)
    every = leaderboard_table(board).notes
    notes = [note for note in every if getattr(note, "code", "") != "measured-rates"]
    assert len(notes) == len(every) - 1
    assert text.endswith("".join(f"{note}\n" for note in notes))
    assert "drawn: low, mean and high on a scale from" in text


def test_without_unicode_it_is_drawn_in_ascii(board):
    text = leaderboard_text(board, None, Screen(80, unicode=False))
    _, rows = drawn_rows(text, 8)
    drawn = "".join(rows)
    assert drawn.isascii()
    assert all("-o" in row and row.count("|") >= 3 for row in rows)


@pytest.mark.parametrize("width", [40, 60, 80, 120, 200])
def test_it_fits_the_screen(board, width):
    lines = leaderboard_text(board, {"run1": "one"}, Screen(width)).split("\n")
    notes = next(place for place, line in enumerate(lines) if line.startswith("drawn: "))
    assert max(map(cell_len, lines[:notes])) <= width


def test_names_of_the_best_are_bold_where_the_screen_has_that(board):
    text = leaderboard_text(board, None, Screen(100, colour=True))
    tied = [run for run, best in zip(board.runs, board.could_be_best, strict=True) if best]
    assert 0 < len(tied) < 8
    for run in board.runs:
        assert (f"\x1b[1m{run}\x1b[0m" in text) == (run in tied)
    assert "\x1b" not in leaderboard_text(board, None, Screen(100))


def test_runs_that_are_all_the_same_have_a_point_for_an_interval():
    table = ScoreTable("mine", ("x", "y"), ("1", "2"), np.full((2, 2), 0.25))
    _, rows = drawn_rows(leaderboard_text(leaderboard(table, Options(samples=50))), 2)
    assert all(row.count("●") == 1 and "─" not in row for row in rows)


def test_a_hostile_run_stays_on_its_line():
    names = ("\x1b[2J\nfirst", "שלום", "<b>|\u202e")
    values = np.array([[0.9, 0.5, 0.1], [0.8, 0.4, 0.2], [0.9, 0.6, 0.1]])
    board = leaderboard(ScoreTable("AP", names, ("1", "2", "3"), values), Options(samples=50))
    text = leaderboard_text(board, {names[0]: "\x07bell"})
    _, rows = drawn_rows(text, 3)
    assert rows[0].split()[:2] == ["1", r"\x1b[2J\nfirst"]
    assert r"\x07bell" in rows[0]
    assert rows[2].split()[1] == r"<b>|\u202e"
    assert not set(text) & set("\x1b\x07\u202e")


def slow_topics(topics, values, names, by):
    """Topic, best run, best, median and worst, one by one."""
    rows = []
    for at, topic in enumerate(topics):
        there = [
            (row[at], name) for row, name in zip(values, names, strict=True) if row[at] == row[at]
        ]
        if not there:
            rows.append((topic, "", None, None, None))
            continue
        numbers = [value for value, _ in there]
        named = [name for value, name in there if value == max(numbers)]
        more = f" +{len(named) - 1}" if len(named) > 1 else ""
        rows.append(
            (topic, named[0] + more, max(numbers), statistics.median(numbers), min(numbers))
        )
    if by == "median":
        infinity = float("inf")
        return sorted(rows, key=lambda row: (infinity if row[3] is None else row[3], row[0]))
    return sorted(rows)


def scored(report: Report, values: np.ndarray, topics: list[str], titles: dict[str, str]) -> Report:
    """A report of the demo's runs with other values [R, T] of AP."""
    rows = [
        {"run": run, "group": "", "topic": topic, "measure": "AP", "value": value}
        for run, of_run in zip(report.results.runs, values.tolist(), strict=False)
        for topic, value in zip(topics, of_run, strict=True)
        if value == value
    ]
    rows += [{**rows[0], "run": run} for run in report.results.runs[len(values) :]]
    texts = [{"topic": topic, "title": titles.get(topic), "relevant": 7} for topic in topics]
    results = replace(report.results, scores=pl.DataFrame(rows), topics=pl.DataFrame(texts))
    return replace(report, results=results)


@pytest.fixture(scope="module")
def demo() -> Report:
    return gather_report("configs/demo.yaml", needs="scores").value


@pytest.mark.parametrize("by", ["topic", "median"])
@pytest.mark.parametrize("seed", range(4))
def test_topics_have_best_median_and_worst(demo, seed, by):
    rng = np.random.default_rng(seed)
    values = rng.integers(0, 4, (len(demo.results.runs), 30)) / 4
    values[rng.random(values.shape) < 0.2 + 0.2 * seed] = np.nan
    values[:, 0] = np.nan
    values[0, 0] = 0.5
    topics = [str(number) for number in rng.permutation(30)]
    report = scored(demo, values, topics, {})
    names = list(report.runs)
    own = values[[demo.results.runs.index(name) for name in names]]
    there = [at for at, topic in enumerate(topics) if topic in report.topics]
    found = topics_table(report, "AP", by=by)
    assert [column.name for column in found.columns][:3] == ["topic", "relevant", "best run"]
    rows = [(row[0], *row[2:]) for row in found.rows]
    kept = [topics[at] for at in there]
    assert rows == slow_topics(kept, own[:, there].tolist(), names, by)


def test_chosen_runs_stand_beside_the_median_with_titles_and_relevant(demo):
    values = np.array([[0.5, 0.25], [0.1, 0.75], [0.3, np.nan]])
    x, y, z, *_ = demo.results.runs
    found = topics_table(scored(demo, values, ["2", "1"], {"1": "first"}), "AP", runs=[z, x])
    names = [column.name for column in found.columns]
    assert names[:4] == ["topic", "title", "relevant", "best run"]
    assert names[4:] == ["best", "median", "worst", z, f"Δ {z}", x, f"Δ {x}"]
    first, second = found.rows
    assert first[:4] == ("1", "first", 7, y)
    assert str(found.notes[1]) == "best, median, worst: of 9 runs; Δ: difference to the median"
    assert second[1] is None
    assert math.isnan(first[7])
    assert (second[7], second[9]) == (0.3, 0.5)
    assert second[10] == second[9] - second[5]


def test_an_unknown_run_is_refused_with_the_nearest_name(demo):
    with pytest.raises(EvaluationError, match="did you mean keeper-rrf"):
        topics_table(demo, runs=["keeper-rff"])


SHOW = """
from harness.cli.output import show
from harness.report.table import Column, Mark, Table
table = Table((Column("run"), Column("d √", 1)), [("é", 0.5)], marks={(0, 1): Mark(bold=True)})
show(table, %r)
"""


def environment(**more: str) -> dict[str, str]:
    dropped = ("NO_COLOR", "FORCE_COLOR", "PYTHONIOENCODING", "COLUMNS", "TERM")
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    return {**kept, "TERM": "xterm", "PYTHONUTF8": "1", **more}


def in_a_terminal(style: str, **more: str) -> str:
    """What a table looks like to a real terminal."""
    ours, theirs = pty.openpty()
    code = [sys.executable, "-c", SHOW % style]
    subprocess.run(code, stdout=theirs, stdin=theirs, check=True, env=environment(**more))
    os.close(theirs)
    text = os.read(ours, 65536).decode()
    os.close(ours)
    return text


def in_a_file(style: str, **more: str) -> bytes:
    code = [sys.executable, "-c", SHOW % style]
    return subprocess.run(code, capture_output=True, check=True, env=environment(**more)).stdout


def test_a_terminal_gets_bold_unless_no_color_is_set_or_it_is_dumb():
    assert "\x1b[1m0.5\x1b[0m" in in_a_terminal("table")
    for plain in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        text = in_a_terminal("table", **plain)
        assert "\x1b" not in text
        assert "*0.5" in text


def test_a_file_gets_plain_text():
    assert b"\x1b" not in in_a_file("table", FORCE_COLOR="1")
    assert "é" in in_a_file("table").decode()


def test_an_output_that_is_not_utf8_gets_ascii_drawings_and_utf8_data():
    table = in_a_file("table", PYTHONIOENCODING="ascii", PYTHONUTF8="0").decode("ascii")
    assert r"\xe9" in table
    assert "---" in table
    assert in_a_file("csv", PYTHONIOENCODING="ascii", PYTHONUTF8="0").decode() == "run,d √\né,0.5\n"
