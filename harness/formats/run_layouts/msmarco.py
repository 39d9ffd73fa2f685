"""MS MARCO: no scores, so that the ranks order the documents; ColBERT's rankings have both."""

from __future__ import annotations

import io
from functools import partial

from harness.formats.layouts import Layout, Sample
from harness.formats.line_fields import LineFields
from harness.formats.run_writing import write_fields

_FIELDS = LineFields.of("topic doc rank", integers="rank")
_SCORED = LineFields.of("topic doc rank score", without="rank", infinite="score")
#: So many lines are looked at to recognise the layout.
_FIRST = 20
#: Ranks have fewer digits.
_LONGEST = 10


def _recognises(sample: Sample) -> bool:
    # One tab in a line of three words: a topic, and a text that has a blank.
    text = next(io.BytesIO(sample.content), b"").strip().count(b"\t") == 1
    records = sample.first(_FIRST)
    if text or {len(record) for record in records} != {len(_FIELDS.fields)}:
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


LAYOUTS: tuple[Layout, ...] = (
    Layout(
        "runs",
        "msmarco",
        "MS MARCO: `topic doc rank`; the score is the negative rank",
        b"1048585\t7187158\t1\n1048585\t7187157\t2\n",
        fields=_FIELDS,
        recognises=_recognises,
        write=partial(
            write_fields, layout="msmarco", fields=_FIELDS.fields, separator="\t", header=False
        ),
    ),
    Layout(
        "runs",
        "colbert",
        "ColBERT: `topic doc rank score`",
        b"1048585\t7187158\t1\t24.5\n1048585\t7187157\t2\t23.25\n",
        fields=_SCORED,
        recognises=_is_scored,
        write=partial(
            write_fields, layout="colbert", fields=_SCORED.fields, separator="\t", header=False
        ),
    ),
)
