"""Neutral tables of what changed between two evaluations, and of why their numbers differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from harness.core.notes import Note
from harness.core.numbers import count_noun
from harness.core.packages import pl
from harness.report.table import Column, Table, complete_headings

#: The tables, in reading order.
PARTS = ("inputs", "why", "measures", "summary", "topics")

#: Limits on rows of a kind and on the length of a text, unless all is asked for.
_ROWS, _CHANGES, _LETTERS = 20, 10, 40


@dataclass(frozen=True, slots=True)
class DifferenceView:
    """Options for showing two evaluations, called ``before`` and ``after``.

    ``measures`` selects the tables with a row per run or topic; ``everything`` also shows what is
    unchanged. ``complete`` tables are for programs: no row or text is cut, no number rounded.
    """

    before: str
    after: str
    measures: tuple[str, ...]
    everything: bool = False
    complete: bool = False

    def number(self, name: str) -> Column:
        """Return a column of values that never shows a small value as 0."""
        return Column(name) if self.complete else Column(name, 4, small=True)

    def cut(self, text: str | None) -> str | None:
        """Return a text, shortened for people."""
        if self.complete or self.everything or text is None or len(text) <= _LETTERS:
            return text
        return text[: _LETTERS - 1] + "…"


def difference_tables(frames: Mapping[str, pl.DataFrame], view: DifferenceView) -> dict[str, Table]:
    """Return the tables for the frames that `harness.diff.differences` found, by their names."""
    return {
        "inputs": _tabulate_inputs(frames["inputs"], view),
        "why": _tabulate_causes(frames["why"]),
        "measures": _tabulate_measures(frames["measures"], view),
        "summary": _tabulate_summary(frames["summary"], view),
        "topics": _tabulate_topics(frames["topics"], view),
    }


def change_lines(inputs: pl.DataFrame) -> Iterator[str]:
    """Yield a line per change: what, name, before → after."""
    view = DifferenceView("", "", ())
    for what, name, *values in inputs.iter_rows():
        old, new = (view.cut(text) or "–" for text in values)
        yield f"{' '.join(filter(None, (what, name)))}: {old} → {new}"


def _tabulate_inputs(frame: pl.DataFrame, view: DifferenceView) -> Table:
    notes: list[Note | str] = [f"before: {view.before}", f"after: {view.after}"]
    shown = frame
    if not (view.everything or view.complete):
        position = pl.int_range(pl.len()).over("what")
        shown = frame.filter(position < _CHANGES)
        for what, count in (
            frame.filter(position >= _CHANGES).group_by("what", maintain_order=True).len().rows()
        ):
            text = f"{what}: {count} more; --all lists them"
            notes.append(Note("rows-hidden", text, subject=what, numbers={"more": count}))
    if frame.is_empty():
        notes.append(Note("no-change", "no input, rule or version changed"))
    rows = [
        (what, view.cut(name), view.cut(old), view.cut(new))
        for what, name, old, new in shown.rows()
    ]
    return Table(
        complete_headings("what", "name", "before", "after"), rows, "What changed", tuple(notes)
    )


def _tabulate_causes(frame: pl.DataFrame) -> Table:
    notes: list[Note | str] = [
        Note(
            "no-effect",
            f"{cause}: this changed ({what}), and no value differs because of it",
            subject=cause,
        )
        for cause, what, _, values, _, summaries in frame.rows()
        if not values and not summaries
    ]
    if frame.is_empty():
        notes.append(Note("no-cause", "no cause: no value differs, and no change could make one"))
    notes += [
        "values: by run, topic and measure, that differ and that the change can explain",
        "only this: of these, the values that no other change can explain",
        "summaries: over all topics or subsets, of every kind, that differ and that it can explain",
    ]
    columns = complete_headings("cause", "what", "runs", "values", "only this", "summaries")
    return Table(columns, frame.rows(), "Why numbers differ", tuple(notes))


def _tabulate_measures(frame: pl.DataFrame, view: DifferenceView) -> Table:
    columns = ("measure", "values", *_COUNTS, "runs", "largest", "largest_run", "ranks", "tau")
    notes = (
        "values: compared, of the runs that both have; differ: how many of them are not equal",
        "runs: with a value that differs; largest: difference of a run's summary over all topics",
        "ranks: runs whose rank changed; τ: Kendall's τ-b between the leaderboards, ties included",
    )
    return _build_table(frame, columns, "Measures", notes, view)


def _tabulate_summary(frame: pl.DataFrame, view: DifferenceView) -> Table:
    changed = (pl.sum_horizontal(*_COUNTS) > 0) | pl.col("before").ne_missing(pl.col("after"))
    chosen = frame.filter(pl.col("measure").is_in(view.measures))
    picked, notes = _pick_rows(chosen, changed, pl.col("difference").abs(), "runs", view)
    columns = (
        "measure",
        "run",
        "before",
        "after",
        "difference",
        "rank_before",
        "rank_after",
        *_COUNTS,
        "largest",
        "largest_topic",
    )
    notes += [
        "before, after: the measure's own summary over all topics; ranks: among the runs of both",
        "differ: topics whose value differs; largest: difference of a topic",
    ]
    return _build_table(picked, columns, f"Runs{_count_hidden(frame, view)}", notes, view)


def _tabulate_topics(frame: pl.DataFrame, view: DifferenceView) -> Table:
    changed = (pl.col("runs") > 0) | (pl.col("judgments") != "same")
    chosen = frame.filter(pl.col("measure").is_in(view.measures))
    picked, notes = _pick_rows(chosen, changed, pl.col("largest").abs(), "topics", view)
    columns = (
        "measure",
        "topic",
        "judgments",
        "judged_before",
        "judged_after",
        "relevant_before",
        "relevant_after",
        "runs",
        "mean",
        "largest",
        "largest_run",
    )
    notes.append("judgments: those of the topic; runs: whose value differs")
    notes.append("mean, largest: differences of values")
    return _build_table(picked, columns, f"Topics{_count_hidden(frame, view)}", notes, view)


#: Counts of values that differ in some way; the last two columns are shown only if not empty.
_COUNTS = ("differ", "rounding", "only_one")
#: The headings of columns that differ from their names.
_HEADINGS = {
    "only_one": "in one only",
    "largest_run": "its run",
    "largest_topic": "its topic",
    "tau": "τ",
}
_RARE = {
    "rounding": "rounding: differences below 1e-12, counted apart",
    "only_one": "in one only: values on topics that the other does not average for the run",
}


def _build_table(
    frame: pl.DataFrame,
    columns: Sequence[str],
    title: str,
    notes: Sequence[Note | str],
    view: DifferenceView,
) -> Table:
    """Return a table of some columns; for people without empty counts or a measure that is the
    same.
    """
    hidden = set()
    if not view.complete:
        hidden = {name for name in _RARE if name in columns and not frame[name].sum()}
        if len(view.measures) == 1 and {"run", "topic"} & {*columns}:
            hidden.add("measure")
    kept = [name for name in columns if name not in hidden]
    headings = [_HEADINGS.get(name, name.replace("_", " ")) for name in kept]
    shown = tuple(
        view.number(heading) if frame[name].dtype.is_float() else Column(heading)
        for name, heading in zip(kept, headings, strict=True)
    )
    notes_shown = (*notes, *(note for name, note in _RARE.items() if name in kept))
    return Table(shown, frame.select(*kept).rows(), title, notes_shown)


def _pick_rows(
    frame: pl.DataFrame, changed: pl.Expr, size: pl.Expr, what: str, view: DifferenceView
) -> tuple[pl.DataFrame, list[Note | str]]:
    """Return the rows to show, most changed first by measure, and notes on hidden rows."""
    ordered = (
        frame.with_columns(place=pl.col("measure").rle_id())
        .sort("place", size, descending=[False, True], nulls_last=True, maintain_order=True)
        .drop("place")
    )
    if view.everything:
        return ordered, []
    differing = ordered.filter(changed)
    most = len(ordered) if view.complete else _ROWS
    kept = differing.filter(pl.int_range(pl.len()).over("measure") < most)
    notes: list[Note | str] = []
    for measure in view.measures:
        of_measure = pl.col("measure") == measure
        every, moved = (rows.filter(of_measure).height for rows in (ordered, differing))
        shown = kept.filter(of_measure).height
        some = f", the first {shown} are shown" if shown < moved else ""
        if shown < every:
            text = f"{measure}: {moved} of {every} {what} changed{some}; --all shows all"
            numbers = {"changed": moved, "of": every}
            notes.append(Note("rows-hidden", text, subject=measure, numbers=numbers))
    return kept, notes


def _count_hidden(frame: pl.DataFrame, view: DifferenceView) -> str:
    """Return the part of the title that counts the measures that are not shown."""
    others = frame["measure"].n_unique() - len(view.measures)
    named = "--measure NAME or --all"
    more = f"; {count_noun(others, 'more measure')}: {named}" if others > 0 else ""
    return f" by {', '.join(view.measures)}{more}" if len(view.measures) <= 3 else ""
