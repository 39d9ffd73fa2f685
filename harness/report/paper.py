"""The results table of a paper: means, the best in bold, and marks of significance."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from string import ascii_lowercase

import numpy as np

from harness.comparison import BaselineFamily, Comparison, Options, ScoreTable, against, leaderboard
from harness.comparison.assurances import sentence
from harness.comparison.board import MOST_LETTERED, estimate_mean_errors
from harness.comparison.family import ComparisonFamily
from harness.comparison.significance import significance_test
from harness.comparison.statements import SHARED_LETTERS
from harness.core.errors import (
    EvaluationError,
    Problem,
    all_or_errors,
    attempt,
    refuse,
    unknown,
)
from harness.core.notes import Note
from harness.core.numbers import check_whole, count_noun, find_repeated
from harness.evaluation.scales import Scale
from harness.report.boards import letters_note
from harness.report.comparison import BOTH_PARTS, against_rates, family_notes, join_table_notes
from harness.report.table import Cell, Column, Mark, Table, render_cell
from harness.settings.names import MARKS, PAPER_COLUMNS

#: The sign of a single baseline; several have letters.
DAGGER = "†"

#: This precedes the signs of baselines that a run is significantly worse than.
WORSE = "−"

_DIGITS = 4

#: The superscripts of a measure's column by run.
Superscripts = dict[str, str]


def paper_table(
    comparison: Comparison,
    *,
    measures: str | Sequence[str] | None = None,
    baselines: str | Sequence[str] | None = None,
    runs: Sequence[str] | None = None,
    top: int | None = None,
    marks: str | None = None,
    columns: Sequence[str] = (),
    groups: Mapping[str, str] | None = None,
    types: Mapping[str, str] | None = None,
    digits: int = _DIGITS,
    bold: bool = True,
    title: str = "",
) -> Table:
    """Return a row per run, the best first by the first measure, and a column of means per measure.

    ``measures`` defaults to those the comparison was asked for, or all. ``runs`` selects runs,
    ``top`` the best ones; baselines are always included, at their ranks. ``bold`` marks the best
    value of a column, and all values equal to it when shown with ``digits``. Possible further
    ``columns`` are "rank" by the first measure, a run's "group" and "type", which ``groups`` and
    ``types`` give by run, the "interval" of each mean by itself, and for estimates the standard
    "error" due to the sample of judgments.

    ``marks`` selects the meaning of superscripts. "baselines", the default if there are any
    (``baselines``, by default those of the comparison), marks a run with the baselines that it
    differs from significantly by the comparison's test: those it is better than, and after a −
    those it is worse than. The sign of a single baseline is †; several are a, b, c …, shown after
    their names. All comparisons of the table, baselines × runs × measures, are one family and
    corrected together, as in `Comparison.against`; two baselines are compared once. With "groups",
    runs that share a letter are not shown to be worse than each other, by the leaderboard's test of
    all pairs of runs in the table, each measure by itself. "none" gives no superscripts.

    The title can be used as the paper's caption and begins with the given ``title``; the notes
    state in full what was computed. Raises `EvaluationError` for unknown or repeated measures, runs
    and baselines, for more than 26 baselines, for unknown marks or marks without baselines, for
    unknown columns, and for less than one run or no decimals.

    >>> import numpy as np
    >>> values = np.array([[0.9, 0.5, 0.4]] * 8) + np.arange(8)[:, None] / 100
    >>> table = ScoreTable("AP", ("x", "y", "base"), tuple("12345678"), values)
    >>> found = paper_table(Comparison((table,), Options()), baselines="base")
    >>> found.rows[0], found.marks[0, 1]
    (('x', 0.935), Mark(bold=True, superscript='†'))
    """
    options = comparison.options
    based = _make_names(comparison.baselines if baselines is None else baselines)
    kind = ("baselines" if based else "none") if marks is None else marks
    problems = [*_check_marks(kind, based, baselines is not None)]
    known = {"group": groups or {}, "type": types or {}}
    problems += check_further_columns(columns, PAPER_COLUMNS, known)
    problems += check_whole(digits, 0, f"digits = {digits!r}")
    problems += () if top is None else check_whole(top, 1, f"top = {top!r}")
    refuse(problems, EvaluationError)
    based = based if kind == "baselines" else ()
    chosen = _select_tables(comparison, measures)
    if "error" in columns and all(table.errors is None for table in chosen):
        raise EvaluationError(Problem("no measure is estimated from a sample of judgments"))
    if runs is not None:
        kept = [*runs, *(name for name in based if name not in runs)]
        chosen = [table.only(kept) for table in chosen]
    chosen = [chosen[0].best_first(), *chosen[1:]]
    if top is not None:
        kept = [run for run in chosen[0].runs if run in chosen[0].runs[:top] or run in based]
        chosen = [table.only(kept) for table in chosen]
    above, text, notes = _KINDS[kind](chosen, based, options)
    caption = " ".join(
        part for part in (_end_sentence(title), _describe_means(chosen, bold), text) if part
    )
    if "interval" in columns:
        words = sentence("mean-interval", chosen, percent=options.percent)
        notes = [*notes, f"interval: {words}"]
    made = lead_columns(chosen[0].runs, chosen[0].ranks.tolist(), columns, known)
    lead = [name for name, _ in made].index("run")
    marked = {
        (chosen[0].runs.index(run), lead): Mark(superscript=sign)
        for run, sign in _assign_signs(based).items()
    }
    for table, signs in zip(chosen, above, strict=True):
        heading, means = (
            Column(_choose_heading(table), digits),
            _select_means(table, chosen[0].runs),
        )
        marks_of_means = column_marks(table.scale, means, heading, signs, bold=bold)
        marked |= {(row, len(made)): mark for row, mark in marks_of_means.items()}
        made.append((heading, list(means.values())))
        made += _list_beside(table, chosen[0].runs, columns, options.confidence, digits)
        notes = [*notes, *_sampling_notes(table, digits)]
    notes = [*join_table_notes(chosen, measures=False), *notes]
    return Table.of_columns(*made, title=caption, notes=notes, marks=marked)


def check_further_columns(
    columns: Sequence[str], allowed: Sequence[str], attributes: Mapping[str, Mapping[str, str]]
) -> Iterator[Problem]:
    """Yield the problems of further columns: unknown names, and columns that would be empty."""
    yield from (unknown("column", name, allowed) for name in columns if name not in allowed)
    for name, of_runs in attributes.items():
        if name in columns and not any(of_runs.values()):
            yield Problem(f"no run has a {name}")


def lead_columns(
    runs: Sequence[str],
    ranks: Sequence[Cell],
    columns: Sequence[str],
    attributes: Mapping[str, Mapping[str, str]],
) -> list[tuple[Column | str, Sequence[Cell]]]:
    """Return the columns before the measures: the run names, and those that are asked for."""
    known: dict[str, Sequence[Cell]] = {
        "rank": ranks,
        "run": runs,
        **{name: [of.get(run, "") for run in runs] for name, of in attributes.items()},
    }
    return [(name, cells) for name, cells in known.items() if name == "run" or name in columns]


def column_marks(
    scale: Scale, means: Mapping[str, float], heading: Column, signs: Superscripts, *, bold: bool
) -> dict[int, Mark]:
    """Return the marks of a measure's column by row; bold for all values that look the best."""
    best = render_cell(scale.best(np.array(list(means.values()))), heading) if bold else None
    marks = (
        Mark(render_cell(mean, heading) == best, signs.get(run, "")) for run, mean in means.items()
    )
    return {row: mark for row, mark in enumerate(marks) if mark != Mark()}


def with_mark_columns(table: Table) -> Table:
    """Return the table with superscripts in columns of their own, for formats without marks.

    >>> marked = Table((Column("run"), Column("AP")), [("x", 0.5)], marks={(0, 1): Mark(True, "a")})
    >>> with_mark_columns(marked).columns[2].name, with_mark_columns(marked).rows
    ('AP marks', [('x', 0.5, 'a')])
    """
    columns: list[tuple[Column | str, Sequence[Cell]]] = []
    for number, column in enumerate(table.columns):
        columns.append((column, table.cells(number)))
        signs = [table.mark(row, number).superscript for row in range(len(table.rows))]
        columns += [(f"{column.name} marks", signs)] if any(signs) else []
    return Table.of_columns(*columns, title=table.title, notes=table.notes)


def _make_names(names: str | Sequence[str]) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else tuple(names)


def _check_marks(kind: str, baselines: Sequence[str], given: bool) -> Iterator[Problem]:
    if kind not in MARKS:
        yield unknown("choice of marks", kind, MARKS)
    elif kind == "baselines" and not baselines:
        yield Problem("marks of baselines without a baseline", hint="name one or several runs")
    elif kind != "baselines" and given and baselines:
        yield Problem(f"marks {kind!r} compare with no baseline", hint="leave the baselines out")
    if len(baselines) > len(ascii_lowercase):
        message = f"{len(baselines)} baselines are too many to be told apart by letters"
        yield Problem(message, hint=f"at most {len(ascii_lowercase)}")


def _select_tables(
    comparison: Comparison, measures: str | Sequence[str] | None
) -> list[ScoreTable]:
    """Return the tables of the measures, or report all problems of the names at once."""
    if measures is None:
        names = comparison.named or tuple(table.measure for table in comparison.tables)
    else:
        names = _make_names(measures)
    problems = [Problem(f"the measure {name!r} is named twice") for name in find_repeated(names)]
    refuse(problems or ([] if names else [Problem("no measure named")]), EvaluationError)
    return all_or_errors(attempt(comparison.scores_by, name) for name in names)


def _choose_heading(table: ScoreTable) -> str:
    """Return the measure as heading; a measure that is summed elsewhere is marked as a mean."""
    summed = table.summary not in ("mean", "geometric")
    return f"{table.measure} (mean)" if summed else table.measure


def _select_means(table: ScoreTable, runs: Sequence[str]) -> dict[str, float]:
    """Return the means of runs in the given order."""
    means = dict(zip(table.runs, table.means.tolist(), strict=True))
    return {run: means[run] for run in runs}


def _assign_signs(baselines: Sequence[str]) -> dict[str, str]:
    """Return the sign of each baseline.

    >>> _assign_signs(["x"]), _assign_signs(["x", "y"])
    ({'x': '†'}, {'x': 'a', 'y': 'b'})
    """
    return dict(zip(baselines, DAGGER if len(baselines) == 1 else ascii_lowercase, strict=False))


def _list_beside(
    table: ScoreTable, runs: Sequence[str], columns: Sequence[str], confidence: float, digits: int
) -> Iterator[tuple[Column | str, Sequence[Cell]]]:
    """Yield the columns beside the means: intervals as text, errors of estimates."""
    order = [table.column(run) for run in runs]
    if "interval" in columns:
        ends = table.scale.mean_intervals(table.compared.T, confidence)
        low, high = np.asarray(ends.low)[order], np.asarray(ends.high)[order]
        yield "interval", [f"{a:.{digits}f}–{b:.{digits}f}" for a, b in zip(low, high, strict=True)]
    if "error" in columns and (errors := estimate_mean_errors(table)):
        yield Column("se", digits), errors.sample[order].tolist()


def _sampling_notes(table: ScoreTable, digits: int) -> Iterator[Note]:
    """Yield the notes on the standard errors of estimated means."""
    if errors := estimate_mean_errors(table):
        low, high = errors.sample.min(), errors.sample.max()
        text = (
            f"{table.measure} is estimated from a sample of judgments: se, its standard error on"
            f" these topics, is {low:.{digits}f} to {high:.{digits}f}; {BOTH_PARTS}"
        )
        yield Note("sample-errors", text, subject=table.measure)


def _mark_baselines(
    tables: Sequence[ScoreTable], baselines: Sequence[str], options: Options
) -> tuple[list[Superscripts], str, list[Note | str]]:
    """Return the superscripts of each table, the words for the caption, and the notes."""
    pairs = against(tables, baselines, options)
    signs = _assign_signs(baselines)
    named = "; ".join(f"{sign}: {run}" for run, sign in signs.items())
    caption = (
        f"{named}. A superscript marks a mean that is significantly better than that run's; after"
        f" {WORSE}, one that is significantly worse ({_describe_test(pairs.family, options)};"
        f" alpha {options.alpha:g})."
    )
    return _sign_better_and_worse(pairs, signs), caption, _family_notes(pairs)


def _describe_test(family: ComparisonFamily, options: Options) -> str:
    """Return the test and the correction in words for a caption."""
    if family.own_test:
        return family.procedure
    each = "; each measure by itself" if family.num_families > 1 else ""
    return f"{significance_test(options.test).label}, two-sided; {family.procedure}{each}"


def _sign_better_and_worse(pairs: BaselineFamily, signs: Mapping[str, str]) -> list[Superscripts]:
    """Return superscripts of runs by measure: the runs it is better than, then − and those it is
    worse than.

    When two baselines are compared, both get marks.
    """
    better: dict[tuple[str, str], set[str]] = defaultdict(set)
    worse: dict[tuple[str, str], set[str]] = defaultdict(set)
    for row in pairs.rows:
        if not row.significant or row.better is None:
            continue
        winner, loser = (row.run, row.baseline) if row.better else (row.baseline, row.run)
        better[row.measure, winner].add(signs.get(loser, ""))
        worse[row.measure, loser].add(signs.get(winner, ""))

    def superscript(measure: str, run: str) -> str:
        above, below = ("".join(sorted(known.get((measure, run), ()))) for known in (better, worse))
        return above + (WORSE + below if below else "")

    return [{run: superscript(table.measure, run) for run in table.runs} for table in pairs.tables]


def _family_notes(pairs: BaselineFamily) -> list[Note | str]:
    size, options = pairs.family.size, pairs.options
    each = pairs.family.num_families > 1
    which = (
        f"the {size} comparisons of each measure"
        if each
        else f"all {count_noun(size, 'comparison')}"
    )
    counts = [
        count_noun(len(pairs.baselines), "baseline"),
        count_noun(len(pairs.tables[0].runs), "run"),
        count_noun(len(pairs.tables), "measure"),
    ]
    what = f"corrected p below alpha {options.alpha:g}; better by the mean, or after {WORSE} worse"
    return [
        f"superscripts: the baselines that a run differs from significantly, {what}",
        *family_notes(pairs.family, ""),
        f"family: {which} of this table ({', '.join(counts)}), each pair once",
        *pairs.family.limits(options),
        *against_rates(pairs),
        f"seed {options.seed}, of whatever is random",
    ]


def _mark_groups(
    tables: Sequence[ScoreTable], _baselines: Sequence[str], options: Options
) -> tuple[list[Superscripts], str, list[Note | str]]:
    """Return the letters of each table's leaderboard, the words for the caption, and the notes."""
    if len(tables[0].runs) > MOST_LETTERED:
        message = f"letters for {len(tables[0].runs)} runs are unreadable"
        hint = f"at most {MOST_LETTERED}: name runs, take the top ones, or name baselines"
        raise EvaluationError(Problem(message, hint=hint))
    boards = [leaderboard(table, options) for table in tables]
    family = boards[0].family
    caption = (
        f"Superscripts: letters; in a column {SHARED_LETTERS}"
        f" ({_describe_test(family, options)}; each measure by itself; alpha {options.alpha:g})."
    )
    above = [dict(zip(board.runs, board.run_letters(), strict=True)) for board in boards]
    return above, caption, list(dict.fromkeys(map(letters_note, boards)))


#: The functions that find superscripts, by kind of marks.
_KINDS: dict[
    str,
    Callable[
        [Sequence[ScoreTable], Sequence[str], Options],
        tuple[list[Superscripts], str, list[Note | str]],
    ],
] = {
    "baselines": _mark_baselines,
    "groups": _mark_groups,
    "none": lambda tables, _baselines, _options: ([{} for _ in tables], "", []),
}


def _describe_means(tables: Sequence[ScoreTable], bold: bool) -> str:
    counts = [f"{count:,}" for count in sorted({len(table.topics) for table in tables})]
    topics = " to ".join(dict.fromkeys((counts[0], counts[-1])))
    best = "; the best of each column in bold" if bold else ""
    geometric = [table.measure for table in tables if table.scale.geometric]
    lower = [table.measure for table in tables if table.scale.lower_is_better]
    kinds = f" (of {', '.join(geometric)} geometric)" if geometric else ""
    text = f"; of {', '.join(lower)} less is better" if lower else ""
    return f"Means{kinds} over {topics} topics{best}{text}."


def _end_sentence(text: str) -> str:
    """Return a title as the beginning of a caption, ending in a full stop."""
    return text if not text or text.endswith((".", "!", "?")) else f"{text}."
