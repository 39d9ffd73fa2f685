"""The table of results that a paper prints: means, the best in bold, and what is significant."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from string import ascii_lowercase

from harness.comparison import (
    TESTS,
    Against,
    Comparison,
    Options,
    ScoreTable,
    against,
    leaderboard,
)
from harness.comparison.board import MOST_LETTERED
from harness.comparison.family import ComparisonFamily
from harness.core.errors import (
    EvaluationError,
    HarnessError,
    Problem,
    all_or_errors,
    refuse,
    unknown,
)
from harness.core.notes import Note
from harness.report.boards import letters_note
from harness.report.comparison import family_notes, notes_of_tables
from harness.report.table import Cell, Column, Mark, Table, shown

#: What superscripts may say.
MARKS = ("baselines", "groups", "none")

#: The sign of the one baseline; several have letters.
DAGGER = "†"

#: It stands before the signs of those baselines that a run is significantly worse than.
WORSE = "−"

_DIGITS = 4

#: The superscripts of a measure's column, by run.
Superscripts = dict[str, str]


def paper_table(
    comparison: Comparison,
    *,
    measures: str | Sequence[str] | None = None,
    baselines: str | Sequence[str] | None = None,
    runs: Sequence[str] | None = None,
    marks: str | None = None,
    bold: bool = True,
    title: str = "",
) -> Table:
    """One row a run, the best first by the first measure; one column a measure, means over topics.

    ``measures`` are by default those that the comparison was asked for, or else all. ``runs`` takes
    some of the runs; baselines are always among the rows, in their places. The best value of a
    column is ``bold``, with all that are equal to it as shown.

    ``marks`` says what superscripts tell. With "baselines", which is meant where there are any
    (``baselines``, by default those of the comparison), they name the baselines that a run differs
    from significantly, by the comparison's test: those it is better than, and after a − those it is
    worse than. The sign of one baseline is †, several are a, b, c …, shown in a column before the
    names. All comparisons of the table, baselines × runs × measures, are one family, corrected
    together, as in `Comparison.against`; two baselines are compared once. With "groups", runs that
    share a letter do not differ significantly, by the leaderboard's test of all pairs of runs
    in the table, each measure by itself. "none" has no superscripts.

    The title is a caption that a paper can take over, after what is given as ``title``; the notes
    state in full what was computed. Raises `EvaluationError` for measures, runs and baselines that
    are not there or named twice, for more than 26 baselines, and for a choice of marks that there
    is not or that has no baselines.

    >>> import numpy as np
    >>> values = np.array([[0.9, 0.5, 0.4]] * 8) + np.arange(8)[:, None] / 100
    >>> table = ScoreTable("AP", ("x", "y", "base"), tuple("12345678"), values)
    >>> found = paper_table(Comparison((table,), Options()), baselines="base")
    >>> found.rows[0], found.marks[0, 2]
    (('', 'x', 0.935), Mark(bold=True, superscript='†'))
    """
    options = comparison.options
    based = _named(comparison.baselines if baselines is None else baselines)
    kind = ("baselines" if based else "none") if marks is None else marks
    refuse(_of_marks(kind, based, baselines is not None), EvaluationError)
    based = based if kind == "baselines" else ()
    chosen = _tables(comparison, measures)
    if runs is not None:
        kept = [*runs, *(name for name in based if name not in runs)]
        chosen = [table.only(kept) for table in chosen]
    chosen = [chosen[0].best_first(), *chosen[1:]]
    above, text, notes = _KINDS[kind](chosen, based, options)
    caption = " ".join(part for part in (_sentence(title), _of_means(chosen, bold), text) if part)
    return Table(
        _columns(chosen, based),
        _rows(chosen, based),
        caption,
        (*notes_of_tables(chosen, measures=False), *notes),
        _marks(chosen, above, bold, 2 if based else 1),
        ranked=True,
    )


def with_mark_columns(table: Table) -> Table:
    """The table with superscripts in columns of their own, for formats that have no marks.

    >>> marked = Table((Column("run"), Column("AP")), [("x", 0.5)], marks={(0, 1): Mark(True, "a")})
    >>> with_mark_columns(marked).columns[2].name, with_mark_columns(marked).rows
    ('AP marks', [('x', 0.5, 'a')])
    """
    columns_shown = range(len(table.columns))
    marked = {column for (_, column), mark in table.marks.items() if mark.superscript}
    columns: list[Column] = []
    for column in columns_shown:
        columns.append(table.columns[column])
        columns += [Column(f"{table.columns[column].name} marks")] if column in marked else []
    rows: list[tuple[Cell, ...]] = []
    for row, cells in enumerate(table.rows):
        wide: list[Cell] = []
        for column in columns_shown:
            wide.append(cells[column])
            wide += [table.mark(row, column).superscript] if column in marked else []
        rows.append(tuple(wide))
    return Table(tuple(columns), rows, table.title, table.notes)


def _named(names: str | Sequence[str]) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else tuple(names)


def _of_marks(kind: str, baselines: Sequence[str], given: bool) -> Iterator[Problem]:
    if kind not in MARKS:
        yield unknown("choice of marks", kind, MARKS)
    elif kind == "baselines" and not baselines:
        yield Problem("marks of baselines without a baseline", hint="name one or several runs")
    elif kind != "baselines" and given and baselines:
        yield Problem(f"marks {kind!r} compare with no baseline", hint="leave the baselines out")
    if len(baselines) > len(ascii_lowercase):
        message = f"{len(baselines)} baselines are too many to be told apart by letters"
        yield Problem(message, hint=f"at most {len(ascii_lowercase)}")


def _tables(comparison: Comparison, measures: str | Sequence[str] | None) -> list[ScoreTable]:
    """The tables of the measures; what is wrong with the names is said all at once."""
    if measures is None:
        names = comparison.named or tuple(table.measure for table in comparison.tables)
    else:
        names = _named(measures)
    problems = [Problem(f"the measure {name!r} is named twice") for name in _repeated(names)]
    refuse(problems or ([] if names else [Problem("no measure named")]), EvaluationError)
    return all_or_errors(_attempts(comparison.table, names))


def _attempts(
    function: Callable[[str], ScoreTable], names: Iterable[str]
) -> Iterator[ScoreTable | HarnessError]:
    for name in names:
        try:
            yield function(name)
        except HarnessError as error:
            yield error


def _repeated(names: Sequence[str]) -> list[str]:
    return [name for name in dict.fromkeys(names) if names.count(name) > 1]


def _columns(tables: Sequence[ScoreTable], baselines: Sequence[str]) -> tuple[Column, ...]:
    lead = [Column("mark")] if baselines else []
    return (*lead, Column("run"), *(Column(_heading(table), _DIGITS) for table in tables))


def _heading(table: ScoreTable) -> str:
    """The measure; a count, which is summed elsewhere, is said to be a mean here."""
    summed = table.summary not in ("mean", "geometric")
    return f"{table.measure} (mean)" if summed else table.measure


def _rows(tables: Sequence[ScoreTable], baselines: Sequence[str]) -> list[tuple[Cell, ...]]:
    signs = _signs(baselines)
    means = [_means(table) for table in tables]
    return [
        (*([signs.get(run, "")] if baselines else ()), run, *(by_run[run] for by_run in means))
        for run in tables[0].runs
    ]


def _means(table: ScoreTable) -> dict[str, float]:
    return dict(zip(table.runs, table.means.tolist(), strict=True))


def _signs(baselines: Sequence[str]) -> dict[str, str]:
    """The sign of each baseline.

    >>> _signs(["x"]), _signs(["x", "y"])
    ({'x': '†'}, {'x': 'a', 'y': 'b'})
    """
    signs = DAGGER if len(baselines) == 1 else ascii_lowercase
    return dict(zip(baselines, signs, strict=False))


def _marks(
    tables: Sequence[ScoreTable], above: Sequence[Superscripts], bold: bool, lead: int
) -> dict[tuple[int, int], Mark]:
    marks = {}
    for nth, (table, signs) in enumerate(zip(tables, above, strict=True)):
        means = _means(table)
        column = Column("", _DIGITS)
        best = shown(table.scale.best(table.means), column) if bold else None
        for row, run in enumerate(tables[0].runs):
            mark = Mark(shown(means[run], column) == best, signs.get(run, ""))
            if mark != Mark():
                marks[row, lead + nth] = mark
    return marks


def _of_nothing(
    tables: Sequence[ScoreTable], _baselines: Sequence[str], _options: Options
) -> tuple[list[Superscripts], str, list[Note | str]]:
    return [{} for _ in tables], "", []


def _of_baselines(
    tables: Sequence[ScoreTable], baselines: Sequence[str], options: Options
) -> tuple[list[Superscripts], str, list[Note | str]]:
    """The superscripts of each table, what the caption says of them, and the notes."""
    pairs = against(tables, baselines, options)
    signs = _signs(baselines)
    named = "; ".join(f"{sign}: {run}" for run, sign in signs.items())
    caption = (
        f"{named}. A superscript marks a mean that is significantly better than that run's; after"
        f" {WORSE}, one that is significantly worse ({_tested(pairs.family, options)};"
        f" alpha {options.alpha:g})."
    )
    return _better_and_worse(pairs, signs), caption, _family_notes(pairs)


def _tested(family: ComparisonFamily, options: Options) -> str:
    """The test and the correction, in so many words as a caption has."""
    if family.own_test:
        return family.procedure
    return f"{TESTS[options.test].label}, two-sided; {family.procedure}"


def _better_and_worse(pairs: Against, signs: Mapping[str, str]) -> list[Superscripts]:
    """For each measure the superscript of each run: whom it is better than, then − and whom worse.

    A baseline that is compared with another has the sign of that one, too.
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


def _family_notes(pairs: Against) -> list[Note | str]:
    size, options = pairs.family.size, pairs.options
    each = pairs.family.num_families > 1
    which = f"the {size} comparisons of each measure" if each else f"all {size} comparisons"
    counts = [
        f"{len(pairs.baselines)} {'baseline' if len(pairs.baselines) == 1 else 'baselines'}",
        f"{len(pairs.tables[0].runs)} runs",
        f"{len(pairs.tables)} {'measure' if len(pairs.tables) == 1 else 'measures'}",
    ]
    what = f"corrected p below alpha {options.alpha:g}; better by the mean, or after {WORSE} worse"
    return [
        f"superscripts: the baselines that a run differs from significantly, {what}",
        *family_notes(pairs.family, ""),
        f"family: {which} of this table ({', '.join(counts)}), each pair once",
        *pairs.family.limits(options),
        f"seed {options.seed}, of whatever is random",
    ]


def _of_groups(
    tables: Sequence[ScoreTable], _baselines: Sequence[str], options: Options
) -> tuple[list[Superscripts], str, list[Note | str]]:
    """The letters of each table's leaderboard, what the caption says of them, and the notes."""
    if len(tables[0].runs) > MOST_LETTERED:
        message = f"letters of {len(tables[0].runs)} runs cannot be read"
        hint = f"at most {MOST_LETTERED}: name runs, or mark the differences from baselines"
        raise EvaluationError(Problem(message, hint=hint))
    boards = [leaderboard(table, options) for table in tables]
    family = boards[0].family
    caption = (
        "Means of a column that share a letter cannot be told apart"
        f" ({_tested(family, options)}; each measure by itself; alpha {options.alpha:g})."
    )
    above = [dict(zip(board.runs, board.run_letters(), strict=True)) for board in boards]
    return above, caption, list(dict.fromkeys(map(letters_note, boards)))


#: How superscripts are found, by what they tell.
_KINDS: dict[
    str,
    Callable[
        [Sequence[ScoreTable], Sequence[str], Options],
        tuple[list[Superscripts], str, list[Note | str]],
    ],
] = {"baselines": _of_baselines, "groups": _of_groups, "none": _of_nothing}


def _of_means(tables: Sequence[ScoreTable], bold: bool) -> str:
    counts = sorted({len(table.topics) for table in tables})
    topics = f"{counts[0]}" if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    best = "; the best of each column in bold" if bold else ""
    geometric = [table.measure for table in tables if table.scale.geometric]
    lower = [table.measure for table in tables if table.scale.lower_is_better]
    kinds = f" (of {', '.join(geometric)} geometric)" if geometric else ""
    text = f"; of {', '.join(lower)} less is better" if lower else ""
    return f"Means{kinds} over {topics} topics{best}{text}."


def _sentence(text: str) -> str:
    """A title as the beginning of a caption, with a full stop."""
    return text if not text or text.endswith((".", "!", "?")) else f"{text}."
