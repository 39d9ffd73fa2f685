"""Checking a run part by part, each of some topics: what is found in the parts is that of the run.

Where it takes more than its parts to tell (what errors there are and what would settle them, lines
that cannot be read, guesses at the file) there is an `UnusualError`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import chain
from operator import add

from harness.core.errors import UnusualError
from harness.core.identity import run_name
from harness.core.model import Run
from harness.core.run_faults import has_parts
from harness.formats.run_pieces import Piece
from harness.formats.submissions import parse_submission
from harness.hypotheses import Evidence, Identifiers, Known, causes
from harness.validation.documents import unanswered
from harness.validation.findings import CHECKS
from harness.validation.repairs import REPAIRS, check_causes, wanted_repairs
from harness.validation.requirements import Requirements
from harness.validation.structure import TextFacts
from harness.validation.submission import Checked, concluded, is_plain, run_left, tag_of
from harness.validation.verdicts import TOPIC_CHECKS, Examination, VerdictCount, counted

#: What is found once in a file: as in its first part, if all parts have one tag.
_ONCE = ("layout", "read-as", "tag-characters", "tag-not-file-name")
#: What says of a part that the whole file has to be looked at.
_OF_ALL = frozenset(("nothing-left", "rank-not-a-number", "tags-differ", "topics-renamed"))


@dataclass(frozen=True, slots=True)
class CheckedPart:
    """Findings in a part of a run, counted, and what repairs did to it.

    ``source`` and ``format`` are those of the file; ``verdicts`` are by code; ``tried`` are the
    repairs that had something to settle; ``topics`` those before repairs, ``tags`` the first before
    and after them. ``plain``, of the first part, says that an editor would change the file.
    """

    source: str
    format: str
    verdicts: Mapping[str, VerdictCount]
    facts: TextFacts
    tried: tuple[str, ...]
    changed: Mapping[str, int]
    topics: tuple[str, ...]
    tags: tuple[str | None, str | None]
    plain: bool


def check_part(
    piece: Piece,
    requirements: Requirements,
    *,
    name: str | None = None,
    named: bool = False,
    ranks: bool = False,
) -> tuple[Run, CheckedPart]:
    """The run that repairs leave of a piece, and what was found in it; as `check_run`."""
    submission = parse_submission(
        piece.content(), piece.where, format=piece.format, before=piece.lines_before
    )
    if submission.defects or submission.encoding != "utf-8":
        raise UnusualError("some of it cannot be read as it is")
    if has_parts(submission.frame.columns) or piece.is_constant(
        submission.frame["score"].to_numpy()
    ):
        raise UnusualError("it has one score only, or is of passages or elements")
    checks = (check_causes, *TOPIC_CHECKS) if piece.is_first else TOPIC_CHECKS
    examination = Examination.of(submission, requirements, checks, named=named)
    outcome = examination.after(requirements)
    topics = tuple(examination.sheet.topics)
    if outcome.uncovers or outcome.errors or set(topics) != set(outcome.sheet.topics):
        raise UnusualError("repairs or advice concern all of it")
    of_text = {findings.code for findings in examination.facts.findings(piece.where)}
    tags = tag_of(examination.sheet), tag_of(outcome.sheet)
    return (
        run_left(outcome.sheet, run_name(piece.where, tags[1], name), ranks=ranks),
        CheckedPart(
            piece.where,
            submission.format,
            {
                code: verdict.counted()
                for code, verdict in outcome.verdicts.items()
                if code not in of_text
            },
            examination.facts,
            wanted_repairs(requirements, examination.codes),
            outcome.changed,
            topics,
            tags,
            piece.is_first and is_plain(submission),
        ),
    )


def merged_check(
    parts: Sequence[CheckedPart], requirements: Requirements, name: str | None = None
) -> Checked:
    """Merge the findings of a run's parts."""
    first = parts[0]
    topics = list(chain.from_iterable(part.topics for part in parts))
    by_topic = {name for name, repair in REPAIRS.items() if repair.by_topic}
    if (
        len(set(topics)) < len(topics)
        or len({part.tags for part in parts}) > 1
        or len({tuple(n for n in part.tried if n not in by_topic) for part in parts}) > 1
        or not _OF_ALL.isdisjoint(chain.from_iterable(part.verdicts for part in parts))
        or _about_topics(topics, requirements)
    ):
        raise UnusualError("its parts do not tell what the file does")
    verdicts: dict[str, VerdictCount] = {}
    for part in parts:
        for code, verdict in part.verdicts.items():
            if code not in verdicts:
                verdicts[code] = verdict
            elif code not in _ONCE:
                verdicts[code] += verdict
    facts = reduce(add, (part.facts for part in parts))
    of_file = (*facts.findings(first.source), *unanswered(topics, requirements, first.source))
    verdicts = {code: verdict.of_topics(len(topics)) for code, verdict in verdicts.items()}
    verdicts |= dict(counted(of_file, requirements))
    changed = {
        name: sum(part.changed.get(name, 0) for part in parts)
        for name in REPAIRS
        if any(name in part.changed for part in parts)
    }
    tag, tag_left = first.tags
    checked = concluded(
        first.source,
        first.format,
        {code: verdicts[code] for code in CHECKS if code in verdicts},
        changed,
        tag=tag,
        name=run_name(first.source, tag_left, name),
        newlines=facts.newlines if first.plain else None,
    )
    if checked.worst == "error":
        raise UnusualError("what is to be done about its errors concerns all of it")
    return checked


def _about_topics(topics: Sequence[str], requirements: Requirements) -> bool:
    """Whether there is a guess at why topics are none of the task's."""
    if requirements.topics is None:
        return False
    known = Known.of("those of the task", requirements.topics)
    return bool(causes(Evidence("run", given=Identifiers(topics), topics=known), "topics"))
