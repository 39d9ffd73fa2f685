"""Check a run file, whole or block by block: findings, and the effect of repairs."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import chain
from operator import add
from typing import Any

import numpy as np

from harness.core.columns import Columns, TextColumn
from harness.core.identity import run_name
from harness.core.kernel import engine
from harness.core.locations import is_read_once
from harness.core.model import Run
from harness.core.packages import pl
from harness.core.run_faults import has_parts
from harness.formats.blocks import Block
from harness.formats.remote import source
from harness.formats.run_columns import LineFacts, ir_metadata
from harness.formats.submissions import Submission, parse_submission
from harness.hypotheses import Evidence, KnownIdentifiers, causes
from harness.validation.advice import Advice, advise
from harness.validation.documents import find_unanswered
from harness.validation.findings import CHECKS
from harness.validation.grouped_run import GroupedRun
from harness.validation.ranks import DIFFER, effect, with_effect
from harness.validation.repairs import REPAIRS, check_causes, select_repairs
from harness.validation.requirements import LazyJudgments, Requirements
from harness.validation.rounding import ROUNDED, ScoreFacts
from harness.validation.structure import TextFacts, first_tag
from harness.validation.submission import CheckResult, Tally
from harness.validation.verdicts import (
    LINE_CHECKS,
    TOPIC_CHECKS,
    Examination,
    RepairOutcome,
    VerdictCount,
    find_repair,
    fold_verdicts,
    list_counted,
)

_EVERYTHING = Requirements()
#: A file is plain text if it starts with the same bytes as its decoded content.
_COMPARED = 64
#: Findings about a file, made in its first block if all blocks have one tag.
_ONCE = ("layout", "read-as", "tag-characters", "tag-not-file-name")
#: Findings in a block that require a check of the whole file.
_OF_ALL = frozenset(("nothing-left", "tags-differ", "topics-renamed"))


@dataclass(frozen=True, slots=True)
class CheckedBlock:
    """Counted findings in a run or some of its topics, and the effect of repairs.

    ``source`` and ``format`` are the file's; ``verdicts`` are by code; ``tried`` lists the repairs
    that had something to settle; ``topics`` are the topics before repairs, ``tags`` the first tags
    before and after. ``head`` is the beginning of a file of lines. ``tells`` is False for a block
    whose findings depend on the whole file: errors and their repairs, unreadable lines, one score
    throughout. ``scores`` are facts of the block's scores before and after repairs. ``effect`` says
    how ties change the first measure, ``documents`` is a hash of the documents.
    """

    source: str
    format: str
    is_all: bool
    tells: bool
    verdicts: Mapping[str, VerdictCount]
    facts: TextFacts
    scores: tuple[ScoreFacts, ...]
    tried: tuple[str, ...]
    changed: Mapping[str, int]
    topics: tuple[str, ...]
    tags: tuple[str | None, str | None]
    head: bytes
    advice: Advice | None = None
    effect: str = ""
    documents: int = 0

    @property
    def has_error(self) -> bool:
        """Whether there is an unrepaired error."""
        return any(v.severity == "error" and v.standing.count for v in self.verdicts.values())


def check_run(
    path: str | os.PathLike[str],
    requirements: Requirements = _EVERYTHING,
    *,
    name: str | None = None,
    format: str | None = None,
    ranks: bool = False,
    advised: bool = False,
) -> CheckResult:
    """Check a run file against the requirements of a task, and make the requested repairs.

    ``name``, ``format`` and ``ranks`` are as in `harness.read_run`, and so is the run of a file
    without errors. A repair turns the findings it settles into findings of severity ``repaired``;
    the file itself is not changed. With ``advised``, other repairs are tried out if errors stand.
    Raises `InputError` for a file that cannot be read at all (missing, empty, binary, damaged,
    without a usable line, a table with wrong columns or values).
    """
    block = Block(os.fspath(path), format)
    run, facts, checked = check_block(
        block, requirements, named=format is not None, ranks=ranks, advised=advised
    )
    result = join_block_checks([checked], requirements, name)
    assert result is not None
    if run is None:
        return result
    return replace(result, run=replace(run, name=result.name or "", warnings=facts.notes()))


def check_block(
    block: Block,
    requirements: Requirements,
    *,
    named: bool = False,
    ranks: bool = False,
    advised: bool = False,
) -> tuple[Run | None, LineFacts, CheckedBlock]:
    """Check a block: return its repaired run, the facts for its notes, and its findings.

    The run is None if an error stands.
    """
    submission = parse_submission(
        block.read(), block.where, format=block.format, before=block.lines_before
    )
    checks = LINE_CHECKS if block.is_all else TOPIC_CHECKS
    if block.is_first and not block.is_all:
        checks = (check_causes, *TOPIC_CHECKS)
    examination = Examination.of(submission, requirements, checks, named=named)
    outcome = examination.after(requirements)
    # Findings about bytes are made for all blocks together.
    of_text = set()
    if not block.is_all:
        of_text = {findings.code for findings in examination.facts.findings(block.where)}
    checked = CheckedBlock(
        block.where,
        submission.format,
        block.is_all,
        block.is_all or _tells(submission, examination, outcome, is_first=block.is_first),
        {
            code: verdict.counted(requirements.listed)
            for code, verdict in outcome.verdicts.items()
            if code not in of_text
        },
        examination.facts,
        () if block.is_all else _score_facts(examination, outcome),
        select_repairs(requirements, examination.codes),
        outcome.changed,
        tuple(examination.sheet.topics),
        (_find_tag(examination.sheet), _find_tag(outcome.sheet)),
        b"" if submission.layout.fields is None else submission.content[:_COMPARED],
        advise(examination, outcome, requirements) if advised else None,
        _describe_tie_effect(outcome, requirements.measured) if advised and block.is_all else "",
        _hash_documents(outcome.sheet, requirements),
    )
    facts = LineFacts(block.where, doubts=submission.warnings, skipped=submission.skipped)
    return (None if checked.has_error else _run_left(outcome.sheet, ranks=ranks)), facts, checked


def _hash_documents(sheet: GroupedRun, requirements: Requirements) -> int:
    """Return a hash of topics and documents that does not depend on order; hashes of blocks add up.

    0 if the task does not compare runs.
    """
    if set(map(requirements.find_severity, ("run-identical", "run-identical-group"))) == {"off"}:
        return 0
    topics, docs = sheet.columns.topics(), sheet.columns.texts("doc")
    of_topics, of_docs = map(engine().hashes, (TextColumn.made(topics.names), docs))
    return int((of_docs * np.repeat(of_topics | np.uint64(1), topics.sizes)).sum())


def _score_facts(examination: Examination, outcome: RepairOutcome) -> tuple[ScoreFacts, ...]:
    """Return the facts of the scores before and after repairs."""
    before = ScoreFacts.of(examination.sheet)
    repaired = outcome.sheet is not examination.sheet
    return before, ScoreFacts.of(outcome.sheet) if repaired else before


def _describe_tie_effect(outcome: RepairOutcome, measured: LazyJudgments | None) -> str:
    """Return the effect of ties on a run whose first documents they change; "" if unknown."""
    if DIFFER not in outcome.verdicts or measured is None or not measured.measure():
        return ""
    return effect(outcome.sheet, measured)


def _tells(
    submission: Submission, examination: Examination, outcome: RepairOutcome, *, is_first: bool
) -> bool:
    """Return whether a check of the whole file finds in these topics the same as this one."""
    sheet = examination.sheet
    scores = sheet.numbers("score")
    return not (
        submission.defects
        or submission.encoding != "utf-8"
        or has_parts(sheet.names)
        or ("rank" in sheet.names and sheet.unknown("rank"))
        or (is_first and bool((scores == scores[0]).all()))
        or outcome.uncovers
        or outcome.errors
        or set(sheet.topics) != set(outcome.sheet.topics)
    )


def join_block_checks(
    blocks: Sequence[CheckedBlock], requirements: Requirements, name: str | None = None
) -> CheckResult | None:
    """Join the checks of a file's blocks; None if the whole file must be checked."""
    first = blocks[0]
    documents = sum(block.documents for block in blocks) % 2**64
    if first.is_all:
        known = _conclude(first, first.verdicts, first.changed, first.facts, name)
        return replace(known, documents=documents)
    topics = list(chain.from_iterable(block.topics for block in blocks))
    by_topic = {name for name, repair in REPAIRS.items() if repair.by_topic}
    if (
        not all(block.tells for block in blocks)
        or len({block.tags for block in blocks}) > 1
        or len({tuple(n for n in block.tried if n not in by_topic) for block in blocks}) > 1
        or not _OF_ALL.isdisjoint(chain.from_iterable(block.verdicts for block in blocks))
        or _are_renamed(topics, requirements)
    ):
        return None
    rounding = _check_rounding(blocks, requirements)
    if rounding is None:
        return None
    verdicts: dict[str, VerdictCount] = {}
    for block in blocks:
        for code, verdict in block.verdicts.items():
            if code not in verdicts:
                verdicts[code] = verdict
            elif code not in _ONCE:
                verdicts[code] += verdict
    facts = reduce(add, (block.facts for block in blocks))
    of_file = (*facts.findings(first.source), *find_unanswered(topics, requirements, first.source))
    verdicts = {code: verdict.replace_topics(len(topics)) for code, verdict in verdicts.items()}
    verdicts |= {**dict(list_counted(of_file, requirements)), **rounding}
    changed = {
        name: sum(block.changed.get(name, 0) for block in blocks)
        for name in REPAIRS
        if any(name in block.changed for block in blocks)
    }
    in_order = {code: verdicts[code] for code in CHECKS if code in verdicts}
    checked = _conclude(first, in_order, changed, facts, name)
    # Advice about errors concerns the whole file.
    return None if checked.worst == "error" else replace(checked, documents=documents)


def _check_rounding(
    blocks: Sequence[CheckedBlock], requirements: Requirements
) -> Mapping[str, VerdictCount] | None:
    """Return the verdict on rounding; None if a repair causes it, or its own repair was not tried.

    Blocks do not see rounding, so they are repaired for other findings only.
    """
    before, after = (
        reduce(add, each) for each in zip(*(block.scores for block in blocks), strict=True)
    )
    source = blocks[0].source
    findings, left = tuple(before.findings(source)), tuple(after.findings(source))
    wanted = select_repairs(requirements, [each.code for each in findings])
    if len(left) > len(findings) or not set(wanted).issubset(blocks[0].tried):
        return None
    verdicts = list_counted(findings, requirements, stand=bool(left))
    repairs = CHECKS[ROUNDED].repairs if before.tells_order else ()
    return {code: replace(verdict, repairs=repairs) for code, verdict in verdicts}


def _conclude(
    first: CheckedBlock,
    verdicts: Mapping[str, VerdictCount],
    changed: Mapping[str, int],
    facts: TextFacts,
    name: str | None,
) -> CheckResult:
    """Make the result from the verdicts, which are by code in the order of `CHECKS`."""
    tag, tag_left = first.tags

    def by(code: str) -> str:
        return find_repair(code, changed)

    return CheckResult(
        source=first.source,
        run=None,
        findings=tuple(
            finding
            for code, verdict in verdicts.items()
            for finding in verdict.listed(first.source, by(code))
        ),
        tallies={
            code: Tally(verdict.severity, verdict.standing.count, verdict.settled.count)
            for code, verdict in verdicts.items()
        },
        repairs=changed,
        format=first.format,
        folds=with_effect(fold_verdicts(verdicts, by), first.effect),
        tag=tag,
        newlines=facts.newlines if _is_plain(first, verdicts) else None,
        name=run_name(first.source, tag_left, name),
        advice=first.advice,
    )


def _are_renamed(topics: Sequence[str], requirements: Requirements) -> bool:
    """Return whether some guess explains why the topics are not the task's."""
    if requirements.topics is None:
        return False
    known = KnownIdentifiers.of("those of the task", requirements.topics)
    return bool(causes(Evidence("run", given=topics, topics=known), "topics"))


def _is_plain(first: CheckedBlock, codes: Iterable[str]) -> bool:
    """Return whether an editor could delete lines of the file."""
    if not any(CHECKS[code].drops for code in codes) or is_read_once(first.source):
        return False
    with source(first.source) as file:
        return bool(first.head) and file.read(_COMPARED) == first.head


def _find_tag(sheet: GroupedRun) -> str | None:
    """Return the first tag of a sheet, or None."""
    return first_tag(sheet) if sheet.has("tag") and sheet.height else None


def _run_left(sheet: GroupedRun, *, ranks: bool) -> Run:
    """Return the run with the columns, and in the order, of `read_run`."""
    submission = sheet.submission
    wanted = ("topic", "doc", "score", "offset", "length", "path", *(("rank",) if ranks else ()))
    details: dict[str, Any] = {"format": submission.format}
    header = ir_metadata(submission.content)
    if header is not None and submission.layout.fields is not None:
        details["ir_metadata"] = header
    columns = [name for name in wanted if name in sheet.names]
    rows: Columns | pl.DataFrame
    if sheet.read is not None and not has_parts(columns):
        rows = sheet.read.select(*columns)
    else:
        frame = sheet.frame
        if sheet.by_file and not frame["row"].is_sorted():
            frame = frame.sort("row")
        rows = frame[columns]
    name = run_name(submission.source, _find_tag(sheet))
    return Run(name, rows, submission.source, (), details)
