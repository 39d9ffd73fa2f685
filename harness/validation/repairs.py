"""Repairs of a submission, by name, made only if a task requests them; and causes of findings."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace

import numpy as np

from harness.core.arrays import Bools
from harness.core.errors import Problem
from harness.core.identity import file_names
from harness.core.locations import is_here_only
from harness.core.model import Run
from harness.core.packages import pl
from harness.formats.delimited import is_unlikely
from harness.formats.files import first_records
from harness.formats.run_columns import in_evaluation_order
from harness.formats.submissions import in_order
from harness.hypotheses import Cause, Evidence, KnownIdentifiers, causes
from harness.hypotheses.evidence import JUDGED_TOPICS, WRONG
from harness.hypotheses.layout import values_of_measures
from harness.hypotheses.soundness import FEW
from harness.validation.documents import find_repeated
from harness.validation.findings import CHECKS, FindingSet
from harness.validation.grouped_run import GroupedRun
from harness.validation.requirements import Requirements

Repaired = tuple[GroupedRun, int]


@dataclass(frozen=True, slots=True)
class Repair:
    """A repair: its summary in one line, and its function.

    The function returns the repaired sheet and the number of lines of the file that are changed or
    dropped; ``drops`` marks repairs that drop what a run should have. A repair ``by_topic`` changes
    no topic without anything to settle. It is neither made nor recommended for a sheet that it does
    not ``fit``. `CHECKS` lists what it settles.
    """

    name: str
    summary: str
    apply: Callable[[GroupedRun, Requirements], Repaired]
    drops: bool = False
    by_topic: bool = False
    fits: Callable[[GroupedRun], bool] = lambda _: True

    @property
    def settles(self) -> tuple[str, ...]:
        """The codes of the findings that it settles."""
        return tuple(code for code, check in CHECKS.items() if self.name in check.repairs)


def _drop_unknown_topics(sheet: GroupedRun, requirements: Requirements) -> Repaired:
    if requirements.topics is None:
        return sheet, 0
    known = pl.Series(requirements.topics, dtype=pl.String)
    return _keep(sheet, sheet.frame["topic"].is_in(known.implode()).to_numpy())


def _drop_unknown_documents(sheet: GroupedRun, requirements: Requirements) -> Repaired:
    if requirements.documents is None:
        return sheet, 0
    return _keep(sheet, np.asarray(requirements.documents.has(sheet.frame["doc"])))


def _drop_lower_duplicates(sheet: GroupedRun, _requirements: Requirements) -> Repaired:
    kept = np.ones(sheet.height, dtype=bool)
    kept[find_repeated(sheet)[1]] = False
    return _keep(sheet, kept)


def _reorder(sheet: GroupedRun, requirements: Requirements) -> Repaired:
    for cause in find_causes(sheet, requirements):
        if cause.columns:
            fields = tuple("iter" if name == "Q0" else name for name in cause.columns)
            submission = in_order(sheet.submission, fields)
            return GroupedRun.of(submission), submission.given.height
    return sheet, 0


def _rename(sheet: GroupedRun, requirements: Requirements, column: str, cause: str) -> Repaired:
    """Rewrite the identifiers of a column in the task's form, unless two would become equal."""
    renames = {held.name: held.renamed for held in find_causes(sheet, requirements)}
    rename, old = renames.get(cause), sheet.frame[column]
    if rename is None:
        return sheet, 0
    names = old.unique(maintain_order=True)
    new = pl.Series(rename(names.to_list()), dtype=pl.String)
    if new.n_unique() < len(new):
        return sheet, 0
    renamed = old.replace_strict(names, new).alias(column)
    return sheet.having(sheet.frame.with_columns(renamed)), int((renamed != old).sum())


def _is_ranked(sheet: GroupedRun) -> bool:
    """Return whether the ranks give an order: none is missing, and they are not all equal."""
    if not sheet.has("rank") or sheet.unknown("rank"):
        return False
    ranks = sheet.numbers("rank")
    return bool((ranks != ranks[:1]).any())


def _rescore(sheet: GroupedRun, _requirements: Requirements) -> Repaired:
    frame = sheet.frame
    scores = (-frame["rank"]).cast(pl.Float64)
    changed = int((scores != frame["score"]).sum())
    return sheet.having(frame.with_columns(scores.alias("score"))), changed


def _cut(sheet: GroupedRun, requirements: Requirements) -> Repaired:
    depth = requirements.depth
    if depth is None or not (sheet.sizes > depth).any():
        return sheet, 0
    kept = _sort_best_first(sheet).filter(pl.col("rank") <= depth)["row"]
    return _keep(sheet, sheet.frame["row"].is_in(kept.implode()).to_numpy())


def _rerank(sheet: GroupedRun, requirements: Requirements) -> Repaired:
    frame = sheet.frame
    before = frame.select("row", pl.col("rank").alias("before"))
    new = _sort_best_first(sheet).with_columns(pl.col("rank") - 1 + requirements.first_rank)
    new = new.join(before, on="row", how="left", maintain_order="left")
    # A line is changed if its rank is, or its position in the topic.
    moved = new["row"].to_numpy() != frame["row"].to_numpy()
    changed = int((moved | new["rank"].ne_missing(new["before"]).to_numpy()).sum())
    if not changed:
        return sheet, 0
    return replace(sheet, given=new.select(frame.columns), by_file=False), changed


def _retag(sheet: GroupedRun, _requirements: Requirements) -> Repaired:
    names = file_names(sheet.submission.source)
    tags = sheet.frame["tag"]
    # A tag may be the file's name with its suffix.
    name = tags[0] if tags[0] in names else names[0]
    changed = int((tags.ne_missing(pl.Series([name]))).sum())
    return sheet.having(sheet.frame.with_columns(pl.lit(name).alias("tag"))), changed


#: Every repair by name, in the order in which they are made.
REPAIRS: dict[str, Repair] = {
    repair.name: repair
    for repair in (
        Repair("reorder-columns", "Read the columns in their actual order.", _reorder),
        Repair(
            "drop-unreadable-lines",
            "Drop the lines that cannot be read.",
            lambda sheet, _requirements: (sheet, sheet.submission.lost),
            drops=True,
        ),
        Repair(
            "match-topics",
            "Write topics as the task does: 1 for 001.",
            lambda sheet, requirements: _rename(sheet, requirements, "topic", "topics-renamed"),
        ),
        Repair(
            "match-documents",
            "Write documents as the task does: FT911-3 for docs/ft911-3.txt.",
            lambda sheet, requirements: _rename(sheet, requirements, "doc", "documents-renamed"),
        ),
        Repair(
            "drop-unknown-topics",
            "Drop the topics that the task does not have.",
            _drop_unknown_topics,
            drops=True,
            by_topic=True,
        ),
        Repair(
            "drop-unknown-documents",
            "Drop the documents that the collection does not have.",
            _drop_unknown_documents,
            drops=True,
            by_topic=True,
        ),
        Repair(
            "rescore-by-rank",
            "Replace each score by the negative rank: the ranks are right.",
            _rescore,
            fits=_is_ranked,
        ),
        Repair(
            "drop-lower-duplicates",
            "Keep only the line with the best score of a document that a topic has again.",
            _drop_lower_duplicates,
            drops=True,
            by_topic=True,
        ),
        Repair(
            "cut-to-depth",
            "Keep the best documents of each topic: by score, then by identifier, last one first.",
            _cut,
            by_topic=True,
        ),
        Repair(
            "rerank-by-score",
            "Put the lines of each topic in the order of evaluation and renumber the ranks.",
            _rerank,
            fits=lambda sheet: sheet.has("rank"),
        ),
        Repair(
            "tag-from-file-name",
            "Replace the tag by the file's name.",
            _retag,
            fits=lambda sheet: sheet.has("tag") and not is_here_only(sheet.submission.source),
        ),
    )
}


def repair(
    sheet: GroupedRun, requirements: Requirements, codes: Collection[str]
) -> tuple[GroupedRun, dict[str, int]]:
    """Make the requested repairs, and return the number of lines that each changed.

    A repair is made only if it settles one of the ``codes`` found. Whatever their order in
    ``requirements``, repairs are made in the order of `REPAIRS`: lines are dropped before the rest
    is sorted. Repairs that change nothing are not listed.
    """
    changed: dict[str, int] = {}
    for name in select_repairs(requirements, codes):
        if not sheet.height:
            break  # nothing is left for the others
        if REPAIRS[name].fits(sheet):
            sheet, lines = REPAIRS[name].apply(sheet, requirements)
            if lines:
                changed[name] = lines
    return sheet, changed


def find_fitting_repairs(code: str, sheet: GroupedRun) -> tuple[str, ...]:
    """Return the repairs that settle findings of a code and fit the sheet."""
    return tuple(name for name in CHECKS[code].repairs if REPAIRS[name].fits(sheet))


def select_repairs(requirements: Requirements, codes: Collection[str]) -> tuple[str, ...]:
    """Return the requested repairs that settle one of the codes, in order."""
    wanted = {code for code in codes if requirements.find_severity(code) != "off"}
    return tuple(
        name
        for name, declared in REPAIRS.items()
        if name in requirements.repairs and not wanted.isdisjoint(declared.settles)
    )


def _keep(sheet: GroupedRun, kept: Bools) -> Repaired:
    dropped = len(kept) - int(kept.sum())
    return (sheet.having(sheet.frame.filter(pl.Series(kept))), dropped) if dropped else (sheet, 0)


def _sort_best_first(sheet: GroupedRun) -> pl.DataFrame:
    """Sort the lines in the order of evaluation, with their ranks, from 1."""
    return in_evaluation_order(Run("", sheet.frame.drop("rank", strict=False)))


#: How many documents are looked up to see whether they are the task's.
_MOST = 20_000


def check_causes(sheet: GroupedRun, requirements: Requirements) -> Iterator[FindingSet]:
    """Yield the hypotheses that hold, each as one finding of the file."""
    for cause in find_causes(sheet, requirements):
        problem = Problem(str(cause), sheet.submission.source)
        yield FindingSet(cause.name, np.zeros(1, np.int64), [problem].__getitem__)


def find_causes(sheet: GroupedRun, requirements: Requirements) -> tuple[Cause, ...]:
    """Find the hypotheses that hold for the lines as a whole, in their present state."""
    submission, columns = sheet.submission, sheet.columns
    records = None if submission.reordered else submission.records
    content = b"" if records is None else records.content
    # Columns are recognised in a TREC file; in other files they have names.
    looked_at = content if submission.format == "trec" else b""
    held: tuple[Cause, ...] = ()
    if content and not looked_at and (cause := values_of_measures(Evidence("run", content))):
        held = (cause,)
    elif is_unlikely(first_records(looked_at, FEW), columns):
        if looked_at:
            held = causes(Evidence("run", looked_at), "layout")
        if not held:
            held = causes(Evidence("run", frame=sheet.read or sheet.frame), "order")
    if not any(cause.moves_identifiers for cause in held):
        known = _choose_topics(sheet, requirements), _choose_documents(sheet, requirements)
        held += causes(Evidence("run", b"", columns, *known), "topics", "documents")
    return tuple(cause for cause in held if cause.name in CHECKS)


def _choose_topics(sheet: GroupedRun, requirements: Requirements) -> KnownIdentifiers | None:
    """Return the topics of the task, or else the judged ones if the run answers none."""
    if requirements.topics is not None:
        return KnownIdentifiers.of("those of the task", requirements.topics)
    judged = requirements.measured.topics() if requirements.measured else ()
    known = not judged or not set(judged).isdisjoint(sheet.topics)
    return None if known else KnownIdentifiers.of(JUDGED_TOPICS, judged)


def _choose_documents(sheet: GroupedRun, requirements: Requirements) -> KnownIdentifiers | None:
    """Return the task's documents unless they include all of the run, or else judged ones."""
    documents = requirements.documents
    if documents is None:
        return requirements.measured.documents() if requirements.measured else None
    share = np.mean(documents.has(sheet.frame["doc"].head(_MOST)))
    if share == 1:
        return None
    what = f"those of {documents.what}"
    return KnownIdentifiers(what, documents.has) if share > WRONG else replace(documents, what=what)
