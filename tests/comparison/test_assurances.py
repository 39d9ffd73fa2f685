"""Every sentence that promises something has a record, and its record a simulated rate."""

from __future__ import annotations

import ast
import json
import re

import numpy as np
import pytest

import harness
from harness.comparison import Comparison, Options, ScoreTable
from harness.comparison.assurances import (
    KINDS,
    OFF,
    Circumstances,
    cells,
    is_off,
    kind_of,
    nearest,
    rates_note,
    sentence,
    unsupported_tail,
)
from harness.comparison.gate import GateContest, gate
from harness.comparison.statements import ASSURANCES, Assurance, family_assurance
from harness.comparison.statements import test_assurance as assurance_of_test
from harness.core.notes import Note
from harness.evaluation.scales import Scale
from harness.report.boards import leaderboard_table
from harness.report.comparison import against_table, matrix_table
from harness.report.components import components_tables
from harness.report.gate import gate_tables
from harness.report.pair import pair_tables
from harness.report.paper import paper_table
from harness.settings.compare import LossBudget
from harness.settings.names import ALL_CORRECTIONS, P_VALUE_CORRECTIONS, TEST_NAMES
from tests.conftest import ROOT

#: Words by which something is promised.
PROMISES = re.compile(
    r"\bcontrols (?:any|share)|at most alpha|not chance|confidence set of|% confidence"
    r"|non-inferiority of|% (?:\S+ )?(?:t )?intervals? of (?:each|all)|interval of each mean by"
    r"|however often one looks|\(two one-sided|other samples, these topics|ε \(Green"
)

FAMILIES = [
    family_assurance(correction, test)
    for correction in ALL_CORRECTIONS
    for test in TEST_NAMES
    if correction in P_VALUE_CORRECTIONS or test == "t"
]
RECORDS: list[Assurance] = [*ASSURANCES.values(), *map(assurance_of_test, TEST_NAMES), *FAMILIES]


def pattern(text: str) -> str:
    """A record's text with anything in the place of its fields."""
    return r".+?".join(re.escape(part) for part in re.split(r"\{\w+\}", text))


KNOWN = re.compile(
    "|".join({pattern(record.text) for record in RECORDS if "{how}" not in record.text})
)


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    random = np.random.default_rng(3)
    hard = random.beta(0.8, 2, (30, 1))
    values = np.clip(hard + random.normal(0, 0.1, (30, 4)) + np.linspace(0.1, 0, 4), 0, 1)
    runs, topics = tuple("abcd"), tuple(f"{i:02}" for i in range(30))
    tables = (
        ScoreTable("AP", runs, topics, values),
        ScoreTable("GMAP", runs, topics, np.where(values < 0.05, 0.0, values)),
    )
    kinds = {"a": ("x", "s"), "b": ("x", "t"), "c": ("y", "s"), "d": ("y", "t")}
    attributes = {run: {"model": both[0], "stemmer": both[1]} for run, both in kinds.items()}
    return Comparison(tables, Options(samples=500), attributes=attributes)


def outputs(comparison: Comparison):
    """The notes of every table of a comparison, by what it is."""
    yield "board", leaderboard_table(comparison.leaderboard())
    yield "board of logarithms", leaderboard_table(comparison.leaderboard("GMAP"))
    for options in (
        {},
        {"simultaneous": True},
        {"test": "always-valid"},
        {"test": "wilcoxon"},
        *({"correction": name} for name in ALL_CORRECTIONS),
    ):
        other = comparison.tested_by(**options)
        yield f"board {options}", leaderboard_table(other.leaderboard())
        yield f"against {options}", against_table(other.against("a"))
        yield f"pairs {options}", against_table(other.pairs())
        yield f"matrix {options}", matrix_table(other.pairs(), "corrected")
    for test in ("t", "always-valid"):
        other = comparison.tested_by(test=test)
        for name, table in pair_tables(other.pair("a", "b"), all_tests=True).items():
            yield f"pair {test} {name}", table
    for name, table in components_tables(comparison.components("model", "stemmer")).items():
        yield f"components {name}", table
    yield "paper", paper_table(comparison, baselines=("a",), columns=["interval"])
    two = comparison.tables[0].only(("a", "b"))
    contests = [GateContest(LossBudget("AP", 0.02), two, "a", "b")]
    yield "gate", gate_tables(gate(contests))["budgets"]


def test_every_promise_of_a_comparison_is_of_a_record(comparison):
    seen = set()
    for name, table in outputs(comparison):
        lines = [str(note) for note in table.notes] + [table.title]
        lines += [str(cell) for row in table.rows for cell in row if isinstance(cell, str)]
        for line in lines:
            if PROMISES.search(line):
                assert KNOWN.search(line), (name, line)
                seen.add(KNOWN.search(line)[0].split(" ")[0])
    assert len(seen) > 5


def test_tables_say_how_often_what_they_promise_holds(comparison):
    for name, table in outputs(comparison):
        promised = any(PROMISES.search(str(note)) for note in table.notes)
        notes = [note for note in table.notes if isinstance(note, Note)]
        rates = [note for note in notes if note.code == "measured-rates"]
        if promised and not name.startswith(
            ("matrix", "components means", "components cells", "pair always-valid tests")
        ):
            assert rates, name
            assert all(0 <= rate <= 1 for note in rates for rate in note.numbers.values())


def test_no_code_writes_a_promise_of_its_own():
    """Texts of records are written in one module; docstrings promise nothing to readers."""
    allowed = {"harness/comparison/assurances.py"}
    found = []
    for folder in ("comparison", "report", "cli", "workflows", "diff"):
        for path in (ROOT / "harness" / folder).rglob("*.py"):
            name = str(path.relative_to(ROOT))
            tree = ast.parse(path.read_text(encoding="utf-8"))
            documented = {
                id(node.body[0].value)
                for node in ast.walk(tree)
                if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
                and node.body
                and isinstance(node.body[0], ast.Expr)
            }
            found += [
                f"{name}:{node.lineno}: {node.value}"
                for node in ast.walk(tree)
                if isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and id(node) not in documented
                and PROMISES.search(node.value)
                and name not in allowed
            ]
    comments = re.compile(r"/\*\*.*?\*/|//.*|^ \*.*")
    found += [
        f"{path.name}:{number}: {line.strip()}"
        for path in (ROOT / "harness/report/page").rglob("*.js")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if PROMISES.search(comments.sub("", line)) and "libraries" not in path.parts
    ]
    assert found == [], "\n".join(found)


def test_the_docs_promise_what_records_do_or_say_where_it_was_measured():
    found = []
    for path in sorted((ROOT / "docs").glob("*.md")):
        if path.stem == "calibration":
            continue
        for paragraph in path.read_text(encoding="utf-8").split("\n\n"):
            for line in paragraph.splitlines():
                measured = "calibration.md" in paragraph
                if PROMISES.search(line) and not KNOWN.search(line) and not measured:
                    found.append(f"{path.name}: {line[:120]}")
    assert found == [], "\n".join(found)


def test_every_record_has_a_condition_and_a_cell_or_a_section():
    page = (ROOT / "docs/calibration.md").read_text(encoding="utf-8")
    for record in RECORDS:
        assert record.condition
        assert record.check
        if record.section:
            assert f"\n## {record.section}\n" in page
        else:
            assert len(record.also) < len(record.cells)
            assert set(record.cells) <= set(cells()), record.cells


def test_what_is_offered_is_calibrated():
    for test in TEST_NAMES:
        assert f"test:{test}" in cells()
    for correction in (*P_VALUE_CORRECTIONS, "joint"):
        measures = {cell.measure for cell in cells()[f"pairs:{correction}:t"]}
        assert all(measures & set(kind) for kind in KINDS.values()), correction


def test_the_page_of_the_docs_has_every_rate_and_every_record():
    page = (ROOT / "docs/calibration.md").read_text(encoding="utf-8")
    for name in ("mean-interval:all", "test:t", "rank-set", "pairs:holm:t", "gate:real"):
        for cell in cells()[name]:
            assert re.search(rf"\| {re.escape(cell.measure)} \|.*\b{cell.rate:.3f}\b", page)
    for record in RECORDS:
        assert record.text in page


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([0.0, 1.0, 1.0, 0.0, 1.0, 1.0], "yes or no"),
        ([1.0, 0.5, 1 / 3, 0.2, 1.0, 0.0], "reciprocal ranks"),
        ([0.31, 0.517, 0.08, 0.4, 0.222, 0.61], "graded"),
        ([0.2, 0.4, 0.4, 0.2, 0.8, 0.6, 0.2, 0.4, 0.4, 0.2, 0.8, 0.6], "few steps"),
    ],
)
def test_kinds_are_told_by_values(values, kind):
    grid = np.array(values).reshape(-1, 2)
    topics = tuple(map(str, range(len(grid))))
    table = ScoreTable("mine", ("x", "y"), topics, grid, scale=Scale(bounds=(0, 1)))
    assert kind_of(table) == kind


def test_the_nearest_cell_is_that_of_the_kind_with_the_worst_rate():
    known = Circumstances(("graded",), 48, 9)
    found = nearest("pairs:holm:t", known)
    others = [c for c in cells()["pairs:holm:t"] if (c.topics, c.runs) == (50, 9)]
    graded = [c for c in others if c.measure in KINDS["graded"]]
    assert found == max(graded, key=lambda cell: cell.rate)
    assert nearest("nothing", known) is None
    assert sentence(Assurance("x", "c", "k", "m", ("nothing",)), known) == ""


def test_what_is_off_is_approximate():
    assert is_off(1.01 * OFF * 0.05, 0.05, holds=False)
    assert not is_off(0.05, 0.05, holds=False)
    few = Circumstances(("graded",), 4, 9)
    assert sentence("mean-interval", few, percent="95 %").endswith("(approximate)")
    exact = Circumstances(("yes or no",), 50, 9)
    assert not sentence("mean-interval", exact, percent="95 %").endswith("(approximate)")


def test_logarithms_at_a_floor_have_no_letters_where_their_tail_is_looked_at(comparison):
    few = comparison.leaderboard("GMAP")
    assert few.letters is not None  # six pairs ask for p < .0083
    table = comparison.tables[1]
    many = np.tile(table.values, 3) * np.repeat([1, 0.97, 0.95], 4)
    runs = tuple(f"r{i}" for i in range(12))
    board = Comparison((ScoreTable("GMAP", runs, table.topics, many),), Options(samples=500))
    found = board.leaderboard()
    assert found.letters is None
    notes = [str(note) for note in leaderboard_table(found).notes]
    assert any(note.startswith("no letters: ") and "at the floor" in note for note in notes)
    assert unsupported_tail(comparison.tables[0], 0.05, 1000) == ""


def test_rates_are_in_json_with_their_numbers(comparison):
    note = rates_note(["mean-interval"], comparison.tables[0])
    assert note is not None
    assert json.loads(json.dumps(note.record()))["numbers"] == dict(note.numbers)
    assert harness.compare is not None
