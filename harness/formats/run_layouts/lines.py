"""Runs as lines of fields: TREC's six, which trec_eval reads, MS MARCO's, ColBERT's, SemEval's.

MS MARCO has no scores, so that the ranks order the documents; ColBERT's rankings have both.
"""

from __future__ import annotations

import io
from functools import partial

from harness.core.model import Run
from harness.formats.layouts import Layout, Sample, has_lines_of
from harness.formats.line_fields import TRUTH, LineFields
from harness.formats.run_columns import write_fields
from harness.formats.writing import Written

_FIELDS = LineFields.of(
    "topic iter doc rank score tag", without="iter rank", infinite="score", extra=True
)


def _recognises(sample: Sample) -> bool:
    # Nearly always the first will do.
    return any(
        len(record) >= len(_FIELDS.fields) for count in (1, 100) for record in sample.first(count)
    )


_RANKED = LineFields.of("topic doc rank", integers="rank")
_SCORED = LineFields.of("topic doc rank score", without="rank", infinite="score")
#: So many lines are looked at to recognise the layout.
_FIRST = 20
#: Ranks have fewer digits.
_LONGEST = 10


def _is_ranked(sample: Sample) -> bool:
    # One tab in a line of three words: a topic, and a text that has a blank.
    text = next(io.BytesIO(sample.content), b"").strip().count(b"\t") == 1
    records = sample.first(_FIRST)
    if text or {len(record) for record in records} != {len(_RANKED.fields)}:
        return False
    # Ranks in the second field, and documents that are numbers in the third: nobody's layout.
    return _count_up(records, 2) or not _count_up(records, 1)


def _count_up(records: list[list[str]], field: int) -> bool:
    """Whether a field counts the lines of each topic, from 0 or 1."""
    last: dict[str, int] = {}
    for record in records:
        text = record[field]
        rank = int(text) if text.isdecimal() and len(text) < _LONGEST else -1
        if rank not in ((0, 1) if record[0] not in last else (last[record[0]] + 1,)):
            return False
        last[record[0]] = rank
    return True


def _is_scored(sample: Sample) -> bool:
    """Whether the columns are those, and no judgments: ranks count from the first line of all."""
    records = sample.first(_FIRST)
    return (
        {len(record) for record in records} == {len(_SCORED.fields)}
        and records[0][2] in ("0", "1")
        and records[0][1] not in ("0", "Q0", "q0")
        and all(record[2].isdigit() and _SCORED.fits(record) for record in records)
    )


def _write_tabbed(run: Run, layout: Layout) -> Written:
    return write_fields(run, layout, separator="\t", header=False)


_LABELLED = LineFields.of(
    "topic doc rank score label", without="rank label", infinite="score", like={"label": TRUTH}
)


LAYOUTS: tuple[Layout, ...] = (
    Layout(
        "runs",
        "trec",
        "TREC, trec_eval: `topic Q0 doc rank score tag`",
        b"701 Q0 GX000 1 2.5 bm25\n701 Q0 GX001 2 1.25 bm25\n",
        fields=_FIELDS,
        recognises=_recognises,
        turn=2,
        write=write_fields,
    ),
    Layout(
        "runs",
        "msmarco",
        "MS MARCO: `topic doc rank`; the score is the negative rank",
        b"1048585\t7187158\t1\n1048585\t7187157\t2\n",
        fields=_RANKED,
        recognises=_is_ranked,
        write=_write_tabbed,
    ),
    Layout(
        "runs",
        "colbert",
        "ColBERT: `topic doc rank score`",
        b"1048585\t7187158\t1\t24.5\n1048585\t7187157\t2\t23.25\n",
        fields=_SCORED,
        recognises=_is_scored,
        write=_write_tabbed,
    ),
    Layout(
        "runs",
        "semeval",
        f"SemEval, community question answering: `{_LABELLED}`, the label true or false; neither "
        "rank nor label counts",
        b"Q268\tQ268_R4\t0\t0.75\ttrue\nQ268\tQ268_R5\t0\t0.25\tfalse\n",
        fields=_LABELLED,
        recognises=partial(has_lines_of, _LABELLED),
        unwritten="trec holds the same",
    ),
)
