"""The comparison of two runs as neutral tables: tests, estimates, effects and topics."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import isfinite

from harness.comparison import PairComparison
from harness.comparison.assurances import Circumstances, rate_notes, sentence
from harness.comparison.board import estimate_difference_errors, sample_interval
from harness.comparison.significance import significance_test
from harness.comparison.statements import ASSURANCES, PAIR_CHOSEN, Assurance, test_assurance
from harness.core.notes import Note
from harness.report.comparison import (
    BOTH_PARTS,
    P,
    alpha_note,
    choose_mean_decimals,
    difference_name,
    logarithm_notes,
    p_text,
    table_notes,
)
from harness.report.table import Cell, Column, Notes, Table, complete_headings, finite, render_cell
from harness.stats.results import Interval, TestResult


def pair_tables(
    pair: PairComparison, *, title: str = "", all_tests: bool = False
) -> dict[str, Table]:
    """Return the tables of a pair by name: test, estimates and effect, topics.

    ``all_tests`` adds every other test and estimate, for readers who ask for them.
    """
    digits = choose_mean_decimals(pair.table)
    return {
        "tests": _tests_table(pair, title, all_tests),
        "estimates": _estimates_table(pair, digits, all_tests),
        "topics": Table.of_records(
            pair.by_topic,
            "topic",
            (Column(pair.a, digits), "a"),
            (Column(pair.b, digits), "b"),
            (Column(difference_name(pair.table), digits), "difference"),
            title=f"{pair.table.measure} by topic, best for {pair.a} first",
        ),
    }


def _tests_table(pair: PairComparison, title: str, all_tests: bool) -> Table:
    options = pair.options
    rows = list(pair.tests.items())
    return Table.of_records(
        rows if all_tests else rows[:1],
        ("test", lambda row: significance_test(row[0]).label),
        ("chosen", lambda row: "*" if row[0] == options.test else ""),
        (Column("statistic", 4), lambda row: _show_statistic(row[1].two_sided)),
        (P, lambda row: float(row[1].two_sided.p)),
        (replace(P, name="p better"), lambda row: float(row[1].greater.p)),
        (replace(P, name="p worse"), lambda row: float(row[1].less.p)),
        (replace(P, name="least p"), lambda row: row[1].floor or None),
        ("question", lambda row: significance_test(row[0]).question),
        ("how", lambda row: row[1].two_sided.how),
        title=title or f"{pair.a} against {pair.b}",
        notes=tuple(_test_notes(pair, all_tests)),
    )


def _show_statistic(tested: TestResult) -> float | None:
    """Return the statistic; there is no t if all differences are equal."""
    return float(tested.statistic) if isfinite(tested.statistic) else None


def _test_notes(pair: PairComparison, all_tests: bool) -> Iterator[Note | str]:
    a, b, options = pair.a, pair.b, pair.options
    if pair.identical:
        identical = f"{a} and {b} are identical: the same value on every topic"
        yield Note("identical", identical, subject=f"{a}, {b}")
    yield from table_notes(pair.table, runs=f"{a} against {b}")
    chosen = f"* the chosen test ({options.test}): {p_text(pair.p)}, alpha {options.alpha:g}"
    yield alpha_note(f"{chosen}; {PAIR_CHOSEN}", options)
    yield f"p: two-sided; p better, p worse: one-sided, {a} is better or worse than {b}"
    yield (
        "least p: the least the test can reach with these topics; t has none unless all differences"
        " are equal"
    )
    if options.test == "always-valid":
        words = sentence("always-valid", pair.table, percent=options.percent)
        condition = ASSURANCES["always-valid"].condition
        yield f"always valid: {words}, if {condition}; that of t is for one look"
    if all_tests:
        yield from (Note("not-offered", f"not offered: {text}") for text in pair.not_offered)
    else:
        yield "--all-tests: other tests and estimates; a test that is chosen by its p is none"
    yield from _note_limits(pair)
    yield from logarithm_notes(pair.table)
    if pair.table.scale.lower_is_better:
        yield f"statistic: of differences with their sign turned, above 0 where {a} is better"
    flips, draws = options.flips(pair.n), options.draws(pair.n)
    samples = f"samples: {flips:,} of tests, {draws:,} of intervals"
    yield Note(
        "seed",
        f"seed {options.seed}; {samples}",
        numbers={"seed": options.seed, "flips": flips, "draws": draws},
    )


def _note_limits(pair: PairComparison) -> Iterator[Note]:
    alpha, floor = pair.options.alpha, pair.tests[pair.options.test].floor
    if floor >= alpha and not pair.identical:
        text = f"with so few topics the chosen test cannot be significant at alpha {alpha:g}: its"
        text += f" least p is {render_cell(floor, P)}"
        if pair.options.test != "t":
            text += "; --test t has no such limit"
        yield Note("least-p", text, numbers={"least": floor, "alpha": alpha})


def _estimates_table(pair: PairComparison, digits: int, all_tests: bool) -> Table:
    percent, known = pair.options.percent, Circumstances.of(pair.table)
    effects, none = pair.effects, (None, None)
    r, difference = pair.options.equivalence, difference_name(pair.table)
    sample = sample_interval(pair.table, pair.a, pair.b, pair.options.confidence)
    equal = pair.is_constant
    intervals = {"of a share" if equal else "t": pair.t_interval}
    intervals |= {"bootstrap (BCa)": pair.bootstrap} if pair.bootstrap and all_tests else {}
    intervals |= {"always valid": pair.always_valid} if pair.always_valid else {}
    of_samples = sentence("sample-interval", known, percent=percent)
    listed: list[tuple[str, float | None, float | None, float | None]] = [
        (f"mean {pair.a}", pair.mean_a, *none),
        (f"mean {pair.b}", pair.mean_b, *none),
        *(
            (f"{difference}, {percent} {name}", pair.difference, *_get_bounds(interval))
            for name, interval in intervals.items()
        ),
        *(
            (f"{difference}, {of_samples}", pair.difference, *bounds)
            for bounds in ([] if sample is None else [_get_bounds(sample)])
        ),
        ("effect size: gap/√V_E, of all runs", effects.gap, *none),
    ]
    if all_tests:
        listed += [
            ("d_z: difference / deviation of differences", effects.d_z, *none),
            ("g_z: d_z without bias", effects.g_z, *none),
        ]
    if pair.equivalence is not None:
        listed += [
            (f"p of equivalence within ±{r:g}, t", float(pair.equivalence.p), *none),
            (f"p of {pair.a} not worse by {r:g}, t", float(pair.equivalence.p_above), *none),
        ]
    rows: list[tuple[Cell, ...]] = [
        (name, *(None if number is None else finite(number) for number in numbers))
        for name, *numbers in listed
    ]
    counts = pair.counts
    notes: Notes = (
        f"wins/ties/losses of {pair.a}: {counts.wins}/{counts.ties}/{counts.losses}",
        *_state_verdicts(pair),
        *logarithm_notes(pair.table),
        Note("intervals", sentence("equal-differences", known))
        if equal
        else Note(
            "intervals", f"{percent} t: {sentence('difference-interval', known, percent=percent)}"
        ),
        *_sample_notes(pair, sample),
        *([_bootstrap_note(pair)] if all_tests else []),
        *_note_rates(pair, all_tests),
    )
    columns = complete_headings(
        "estimate", Column("value", digits, small=True), "low", "high", digits=digits
    )
    return Table(columns, rows, "Estimates and effect sizes", notes)


def _note_rates(pair: PairComparison, all_tests: bool) -> Iterator[Note]:
    """Return the rates of a pair's assurances in the nearest simulations."""
    assured: list[Assurance | str] = [test_assurance(pair.options.test), "difference-interval"]
    assured += ["equivalent"] if pair.equivalence else []
    assured += ["always-valid"] if pair.always_valid else []
    assured += ["bca"] if all_tests and pair.bootstrap else []
    yield from rate_notes(assured, pair.table)


def _state_verdicts(pair: PairComparison) -> Iterator[str]:
    """Yield whether the runs are equivalent, and how many topics would show such a difference."""
    r, alpha = pair.options.equivalence, pair.options.alpha
    if pair.equivalence is not None:
        verdict = "shown" if float(pair.equivalence.p) < alpha else "not shown"
        fields = {"margin": f"{r:g}", "verdict": verdict, "alpha": f"{alpha:g}"}
        yield sentence("equivalent", pair.table, **fields)
    needed = pair.topics_needed
    if needed is not None:
        topics = f"{needed:,} topics show a difference like this one in 4 of 5 samples"
        yield f"{topics} (t test, alpha {alpha:g}; here are {pair.n})"


def _sample_notes(pair: PairComparison, sample: Interval | None) -> Iterator[Note]:
    """Yield a note on whether other samples of judgments could reverse the result."""
    errors = estimate_difference_errors(pair.table, pair.a, pair.b)
    if sample is None or errors is None:
        return
    verdict = "holds 0" if float(sample.low) <= 0 <= float(sample.high) else "does not hold 0"
    text = (
        f"the interval of other samples of judgments {verdict}; standard error of the sample"
        f" {float(errors.sample):.4f}, of the topics {float(errors.topics):.4f}; {BOTH_PARTS}"
    )
    yield Note("sample-errors", text, subject=f"{pair.a}, {pair.b}")


def _bootstrap_note(pair: PairComparison) -> Note:
    if pair.bootstrap is None:
        return Note("not-offered", pair.not_offered[-1])
    words = sentence("bca", pair.table)
    return Note("intervals", f"{words}: {pair.bootstrap.how}")


def _get_bounds(interval: Interval) -> tuple[float, float]:
    return float(interval.low), float(interval.high)
