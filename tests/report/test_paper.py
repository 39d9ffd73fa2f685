"""The table of a paper against slow recomputation: means, bold, and the marks of significance."""

from __future__ import annotations

import itertools
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from harness.comparison import Comparison, Options, ScoreTable
from harness.core.errors import EvaluationError
from harness.evaluation.scales import Scale
from harness.report.paper import paper_table
from harness.report.table import Mark, render
from tests.each import each
from tests.report.page.test_samples import sampled

RUNS = ("low", "high", "mid", "base", "other")


def table_of(measure: str, seed: int, runs: tuple[str, ...] = RUNS) -> ScoreTable:
    """Eight topics of runs of which some are clearly better; four decimals."""
    rng = np.random.default_rng(seed)
    values = rng.random((8, len(runs))) * 0.2 + np.linspace(0, 0.5, len(runs))[[0, 4, 3, 1, 2]]
    return ScoreTable(measure, runs, tuple("12345678"), np.round(values, 4))


@pytest.fixture
def comparison() -> Comparison:
    return Comparison((table_of("AP", 1), table_of("RR", 2)), Options(alpha=0.2))


def sign_flip_p(a: list[float], b: list[float]) -> Fraction:
    """The two-sided p-value over all 2^n sign vectors, in whole ten-thousandths."""
    differences = [round((x - y) * 10_000) for x, y in zip(a, b, strict=True)]
    seen = abs(sum(differences))
    sums = [
        abs(sum(sign * d for sign, d in zip(signs, differences, strict=True)))
        for signs in itertools.product((1, -1), repeat=len(differences))
    ]
    return Fraction(sum(one >= seen for one in sums), len(sums))


def holm(p: list[Fraction]) -> list[Fraction]:
    order = sorted(range(len(p)), key=lambda at: p[at])
    corrected, most = [Fraction(0)] * len(p), Fraction(0)
    for place, at in enumerate(order):
        most = max(most, min(Fraction(1), (len(p) - place) * p[at]))
        corrected[at] = most
    return corrected


def expected_marks(tables, baselines: dict[str, str], alpha: float) -> dict[tuple[str, str], str]:
    """Superscripts by measure and run, by brute force over a family a measure."""
    return {
        cell: signs for table in tables for cell, signs in marks_of(table, baselines, alpha).items()
    }


def marks_of(table, baselines: dict[str, str], alpha: float) -> dict[tuple[str, str], str]:
    """Superscripts of one measure, by brute force over one family."""
    pairs = [
        (table, run, base)
        for place, base in enumerate(baselines)
        for run in table.runs
        if run not in list(baselines)[: place + 1]
    ]
    columns = [(t.select_run(run).tolist(), t.select_run(base).tolist()) for t, run, base in pairs]
    corrected = holm([sign_flip_p(*pair) for pair in columns])
    above = {(table.measure, run): ["", ""] for run in table.runs}
    for (table, run, base), (a, b), p in zip(pairs, columns, corrected, strict=True):
        if p < alpha:
            worse = sum(a) < sum(b)
            above[table.measure, run][worse] += baselines[base]
            if run in baselines:
                above[table.measure, base][not worse] += baselines[run]
    return {
        cell: "".join(sorted(better)) + ("−" + "".join(sorted(worse)) if worse else "")
        for cell, (better, worse) in above.items()
    }


def superscripts(table, lead: int) -> dict[tuple[str, str], str]:
    return {
        (table.columns[place].name, str(row[lead - 1])): table.mark(at, place).superscript
        for at, row in enumerate(table.rows)
        for place in range(lead, len(table.columns))
    }


@pytest.mark.parametrize(
    ("baselines", "signs"),
    [
        (["base"], {"base": "†"}),
        (["mid", "base"], {"mid": "a", "base": "b"}),
        (["other", "low", "high"], {"other": "a", "low": "b", "high": "c"}),
    ],
)
def test_marks_are_those_of_all_sign_vectors_and_holm_over_all_measures(
    comparison, baselines, signs
):
    found = paper_table(comparison, baselines=baselines)
    expected = expected_marks(comparison.tables, signs, 0.2)
    assert superscripts(found, 1) == expected
    assert len(set(expected.values())) > 2
    assert any("−" in mark for mark in expected.values())
    of_names = {str(row[0]): found.mark(index, 0) for index, row in enumerate(found.rows)}
    assert {run: mark.superscript for run, mark in of_names.items() if mark.superscript} == signs


def test_marks_agree_with_the_comparison_that_is_asked_for_the_same_measures(comparison):
    asked = replace(comparison, baselines=("base",), named=("AP", "RR"))
    found = asked.against()
    marks = superscripts(paper_table(asked), 1)
    for row in found.rows:
        sign = "" if not row.significant else "†" if row.difference > 0 else "−†"
        assert marks[row.measure, row.run] == sign


def test_rows_are_best_first_by_the_first_measure_and_values_are_means(comparison):
    found = paper_table(comparison, measures=["RR", "AP"])
    rr, ap = comparison.scores_by("RR"), comparison.scores_by("AP")
    means = {run: sum(rr.select_run(run).tolist()) / 8 for run in RUNS}
    assert [row[0] for row in found.rows] == sorted(RUNS, key=lambda run: -means[run])
    for run, first, second in found.rows:
        assert first == pytest.approx(means[run], abs=1e-15)
        assert second == pytest.approx(sum(ap.select_run(run).tolist()) / 8, abs=1e-15)


def test_the_best_as_shown_are_bold():
    values = np.array([[0.50001, 0.50002, 0.1], [0.50001, 0.50002, 0.2]])
    table = ScoreTable("AP", ("x", "y", "z"), ("1", "2"), values)
    comparison = Comparison((table,), Options())
    found = paper_table(comparison)
    assert found.marks == {(0, 1): Mark(bold=True), (1, 1): Mark(bold=True)}
    assert paper_table(comparison, bold=False).marks == {}


def test_runs_that_share_a_letter_do_not_differ(comparison):
    comparison = comparison.with_options(correction="bonferroni")
    found = paper_table(comparison, marks="groups")
    letters = superscripts(found, 1)
    differ = set()
    for measure in ("AP", "RR"):
        board = comparison.leaderboard(measure)
        for a, b in itertools.combinations(range(5), 2):
            shared = set(letters[measure, board.runs[a]]) & set(letters[measure, board.runs[b]])
            assert bool(shared) == (board.corrected[a, b] >= 0.2)
            differ.add(bool(shared))
    assert differ == {True, False}
    assert any(note.startswith("letters: ") for note in map(str, found.notes))


def test_some_runs_are_a_family_of_their_own_with_the_baselines_in_their_places(comparison):
    found = paper_table(comparison, runs=["low", "high"], baselines="mid", title="Few")
    assert [row[0] for row in found.rows] == ["high", "mid", "low"]
    some = [table.only(["low", "high", "mid"]) for table in comparison.tables]
    assert superscripts(found, 1) == expected_marks(some, {"mid": "†"}, 0.2)
    assert any(
        note.startswith("family: the 2 comparisons of each measure of this table (1 b")
        for note in map(str, found.notes)
    )


def test_the_caption_and_the_notes_state_what_was_computed(comparison):
    found = paper_table(comparison, baselines="base", title="Two measures")
    assert found.title == (
        "Two measures. Means over 8 topics; the best of each column in bold. †: base. A superscript"
        " marks a mean that is significantly better than that run's; after −, one that is"
        " significantly worse (Student's paired t, two-sided; Holm, family of 4 comparisons; each"
        " measure by itself; alpha 0.2)."
    )
    assert str(found.notes[0]).startswith("AP, RR: mean over 8 topics; 5 runs")
    for part in ("7 degrees of freedom", "Holm, family of 4", "seed 1", "alpha 0.2"):
        assert any(part in note for note in map(str, found.notes))


def test_a_random_test_states_its_seed_and_samples(comparison):
    options = Options(test="bootstrap-t", samples=500, seed=7)
    values = np.random.default_rng(1).random((12, 2))
    table = ScoreTable("AP", ("x", "base"), tuple(map(str, range(12))), values)
    found = paper_table(Comparison((table,), options), baselines="base")
    assert any("500" in note and "seed 7" in note for note in map(str, found.notes))


def test_without_baselines_there_are_no_superscripts(comparison):
    found = paper_table(comparison)
    assert set(superscripts(found, 1).values()) == {""}
    assert [column.name for column in found.columns] == ["run", "AP", "RR"]
    named = replace(comparison, baselines=("base",))
    assert set(superscripts(paper_table(named, marks="none"), 1).values()) == {""}


def test_a_measure_that_is_no_mean_elsewhere_says_that_it_is_one_here(comparison):
    table = replace(comparison.tables[0], measure="NumRet", scale=Scale("sum"))
    found = paper_table(Comparison((table,), Options()))
    assert found.columns[1].name == "NumRet (mean)"


def test_measures_that_were_asked_for_are_those_of_the_table(comparison):
    assert len(paper_table(comparison).columns) == 3
    assert len(paper_table(replace(comparison, named=("RR",))).columns) == 2


def test_signs_stay_out_of_data(comparison):
    lines = render(paper_table(comparison, baselines="base"), "csv").splitlines()
    assert lines[0] == "run,AP,RR"
    assert all(float(number) >= 0 for line in lines[1:] for number in line.split(",")[1:])


@each(
    [
        ({"marks": "group"}, r"unknown choice of marks 'group' \(did you mean groups\?\)"),
        ({"marks": "baselines"}, "marks of baselines without a baseline"),
        ({"marks": "groups", "baselines": "base"}, "marks 'groups' compare with no baseline"),
        ({"baselines": ["base", "base"]}, "the baseline 'base' is named twice"),
        ({"baselines": "bas"}, r"unknown run 'bas' \(did you mean base\?\)"),
        ({"runs": ["low", "hgh"]}, r"unknown run 'hgh' \(did you mean high\?\)"),
        ({"runs": ["low"]}, "at least two runs"),
        ({"runs": ["low", "low"]}, "2 runs have the run name 'low'"),
        ({"measures": ["AP", "AP"]}, "the measure 'AP' is named twice"),
        ({"measures": []}, "no measure named"),
        ({"measures": ["APP", "QQ"]}, r"(?s)'APP' was not computed.*'QQ' was not computed"),
    ],
    "given",
    "message",
)
def test_what_cannot_be_is_refused(comparison, given, message):
    with pytest.raises(EvaluationError, match=message):
        paper_table(comparison, **given)


def test_more_baselines_than_letters_are_refused():
    names = tuple(f"r{place}" for place in range(28))
    values = np.arange(56.0).reshape(2, 28)
    comparison = Comparison((ScoreTable("AP", names, ("1", "2"), values),), Options())
    with pytest.raises(EvaluationError, match="27 baselines are too many"):
        paper_table(comparison, baselines=names[:27])


def test_estimates_have_the_errors_of_their_sample(tmp_path):
    comparison = sampled(tmp_path).comparison
    table = paper_table(comparison, measures=["estAP", "estP@3"], columns=["error"], digits=4)
    scores = comparison.scores_by("estAP")
    errors = dict(zip(scores.runs, scores.errors.estimate_means(scores.topics), strict=True))
    assert [column.name for column in table.columns] == ["run", "estAP", "se", "estP@3", "se"]
    assert {row[0]: row[2] for row in table.rows} == pytest.approx(errors)
    (note,) = [note for note in table.notes if "estAP is estimated" in str(note)]
    assert all(f"{end:.4f}" in str(note) for end in (min(errors.values()), max(errors.values())))
    with pytest.raises(EvaluationError, match="no measure is estimated"):
        paper_table(comparison, measures="NumRet", columns=["error"])
