"""Tables of judging: progress, what came back, agreement."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from harness.comparison.assurances import Circumstances, sentence
from harness.comparison.statements import ASSURANCES
from harness.core.numbers import count_noun
from harness.core.packages import pl
from harness.judging.agreeing import (
    DRAWS,
    AgreementReport,
    LeaderboardEffect,
    ModelAgreement,
    ModelTau,
)
from harness.judging.assignments import Assignments
from harness.judging.incoming import Preview
from harness.judging.stopping import RecallEstimate, StoppingAdvice
from harness.report.table import Column, Table, complete_headings

#: The headings of agreement between pairs, with their fields.
_OF_PAIRS = {
    "same grade": "percent agreement",
    "Cohen's κ": "Cohen's κ",
    "quadratic κ": "Cohen's κ (quadratic)",
}
_COUNTS = ("assigned", "judged", "skipped", "closed", "left")


def assignments_table(assigned: Assignments) -> Table:
    """Return a row per assessor: topics, documents shown, and how many of them a second time."""
    reasons = ("pool", "overlap", "repeat")
    counts = assigned.table.group_by("assessor").agg(
        pl.col("topic").n_unique(), *((pl.col("reason") == it).sum().alias(it) for it in reasons)
    )
    by_name = {name: tuple(rest) for name, *rest in counts.rows()}
    rows = [(name, shown, *by_name.get(name, (0,) * 4)) for name, shown in assigned.loads.items()]
    names = ("assessor", "documents shown", "topics", "first", "overlap", "repeats")
    notes = [
        "overlap: another assessor judges them too; repeats: the same assessor, a second time",
        f"seed {assigned.plan['seed']}",
    ]
    return Table(complete_headings(*names), rows, "Assessors", tuple(notes))


def progress_table(frame: pl.DataFrame, title: str) -> Table:
    """Return each assessor's progress, a row each; see `harness.judging.judgments.progress`."""
    rows = frame.group_by("assessor", maintain_order=True).agg(
        pl.len().alias("topics"), *(pl.col(name).sum() for name in _COUNTS)
    )
    return Table(complete_headings(*rows.columns), rows.rows(), title=title)


#: Notes on a test of recall.
_OF_STOPPING = (
    f"{ASSURANCES['stopping'].text} (docs/calibration.md)",
    "since: judged since the last relevant one",
)


def recall_table(topics: Sequence[RecallEstimate]) -> Table:
    """Return the recall of each topic so far with its interval, a row per topic."""
    columns = ("topic", "documents", "judged", "relevant")
    shares = [(Column(name, 4), name) for name in ("recall", "low", "high")]
    interval = ASSURANCES["recall-interval"].text.format(percent="95 %")
    notes = (f"documents: in the draw; low, high: {interval}",)
    return Table.of_records(topics, *columns, *shares, title="When to stop", notes=notes)


def stopping_table(topics: Sequence[StoppingAdvice]) -> Table:
    """Return a test of recall for each topic that is judged live, a row per topic."""
    columns: Any = ("topic", "candidates", "judged", "relevant", "since", (Column("p", 4), "p"))
    return Table.of_records(topics, *columns, title="When to stop", notes=_OF_STOPPING)


#: Notes on what the columns of previews count.
_OF_PREVIEWS = (
    "known: recorded before; blank: neither a grade nor a reason to skip",
    "untouched: as in the packet, while the ledger has changed since; the ledger counts",
    "closed: of what an organiser closed or gave to others; not recorded",
    "outside: not on the assessor's list; new documents: of these, those new to the ledger",
)


def previews_table(previews: Sequence[Preview], title: str) -> Table:
    """Return what each file would add, a row per sheet."""
    remarks = dict.fromkeys(remark for preview in previews for remark in preview.remarks)
    return Table.of_records(
        previews,
        "assessor",
        ("file", "source"),
        ("new", "judgments"),
        "changed",
        "skips",
        "notes",
        ("known", "same"),
        "untouched",
        "blank",
        "closed",
        "outside",
        ("new documents", "new_units"),
        title=title,
        notes=(*remarks, *_OF_PREVIEWS),
    )


def agreement_tables(report: AgreementReport) -> dict[str, Table]:
    """Return the agreement of all, of pairs, and of each assessor with earlier judgments, as
    tables.
    """
    interval = _over_topics(report.confidence, report.samples, len(report.by_topic))
    return {
        "overall": Table.of_records(
            report.overall.items(),
            ("coefficient", lambda row: row[0]),
            (Column("value", 4), lambda row: row[1].agreement.value),
            (Column("low", 4), lambda row: row[1].low),
            (Column("high", 4), lambda row: row[1].high),
            ("documents", lambda row: row[1].agreement.units),
            ("pairs", lambda row: row[1].agreement.pairs),
            ("why not", lambda row: row[1].agreement.reason or ""),
            title=f"Agreement on {report.dimension}",
            notes=(
                "Fleiss' κ, AC1, AC2: chance is of all documents' grades, also of one judgment",
                f"low, high: {interval}, seed {report.seed}",
            ),
        ).without_empty("why not"),
        "pairs": Table.of_records(
            report.pairs,
            "first",
            "second",
            ("documents", "units"),
            *(
                (Column(heading, 4), lambda pair, name=name: pair.coefficients[name].value)
                for heading, name in _OF_PAIRS.items()
            ),
            (Column("overlap", 4), "overlap.overlap"),
            (Column("difference", 4), "difference"),
            title="Pairs of assessors",
            notes=("difference: the mean grade of the first less that of the second",),
        ),
        "consistency": Table(
            complete_headings("assessor", "documents", Column("same grade", 4)),
            [(name, own.units, own.value) for name, own in report.consistency.items()],
            title="Each assessor on what was shown again",
        ),
    }


def _over_topics(confidence: float, samples: int, topics: int) -> str:
    """Return the sentence on intervals from topics drawn with replacement."""
    percent, known = f"{100 * confidence:g} %", Circumstances.of_judging(max(topics, 1))
    return sentence("topics-interval", known, percent=percent, samples=f"{samples:,}")


def effects_table(effects: Mapping[str, LeaderboardEffect], measure: str) -> Table:
    """Return each assessor's effect on the leaderboard, a row each."""
    table = Table.of_records(
        effects.values(),
        "judged",
        ("other grade", "changed"),
        (Column("τ", 4), "tau"),
        "swaps",
        ("largest move", "moved"),
        "significant",
        "lost",
        "reversed",
    )
    note = "where the assessor judged, his or her grade stands; against the leaderboard as released"
    pairs = (
        "significant: pairs of runs as released; lost, reversed: of these, with his or her grades"
    )
    rows = [(name, *row) for name, row in zip(effects, table.rows, strict=True)]
    columns = complete_headings("assessor", *table.columns)
    return Table(columns, rows, f"Leaderboards by {measure}", (note, pairs))


def model_tables(made: Sequence[ModelAgreement], confidence: float) -> dict[str, Table]:
    """Return the confusion of models with people by grade, and their agreement by run, group and
    family of runs.
    """
    topics = min((each.both["topic"].n_unique() for each in made), default=1)
    confusion = [
        (each.model, grade, *row, sum(row)) + ((each.same, each.kappa) if not i else (None, None))
        for each in made
        for i, (grade, row) in enumerate(zip(each.grades, each.counts.tolist(), strict=True))
    ]
    grades = tuple(f"model {grade}" for grade in made[0].grades)
    heads = complete_headings(
        "model", "people", *grades, "documents", Column("same", 4), Column("κ", 4)
    )
    counted_on = "documents that both judged; people's grade is that of the policy"
    favours = [(each.model, favour) for each in made for favour in each.favours]
    return {
        "models": Table(heads, confusion, "Models and people, by grade", (counted_on,)),
        "favours": Table.of_records(
            favours,
            ("model", lambda row: row[0]),
            ("of", lambda row: row[1].of),
            ("name", lambda row: row[1].name),
            ("own", lambda row: "own" if row[1].own else ""),
            ("documents", lambda row: row[1].documents),
            (Column("same", 4), lambda row: row[1].same),
            (Column("κ", 4), lambda row: row[1].kappa),
            (Column("people's mean", 4), lambda row: row[1].people),
            (Column("model's mean", 4), lambda row: row[1].model),
            (Column("favour", 4), lambda row: row[1].favour),
            (Column("low", 4), lambda row: row[1].low),
            (Column("high", 4), lambda row: row[1].high),
            title="Models and people, by family, group and run",
            notes=(
                "favour: model's mean less people's on these documents, less that on all others",
                f"low, high: {_over_topics(confidence, DRAWS, topics)}",
                "documents: those brought to the pool",
            ),
        ).without_empty("own"),
    }


def taus_table(taus: Iterable[ModelTau], measure: str) -> Table:
    """Return how similar the leaderboards by people and by models are, a row per model."""
    return Table.of_records(
        taus,
        "model",
        "documents",
        (Column("τ", 4), "tau"),
        title=f"Leaderboards by {measure}, of people and of models",
        notes=("by the same documents, those that both judged; all others count as unjudged",),
    )


def changes_table(frame: pl.DataFrame, before: str, after: str) -> Table:
    """Return every document that two releases grade differently."""
    title = f"{count_noun(frame.height, 'grade')} changed from {before} to {after}"
    return Table(complete_headings("topic", "doc", "before", "after"), frame.rows(), title=title)
