"""Runs as lines of fields: TREC's six, MS MARCO's, ColBERT's, SemEval's, INEX's.

MS MARCO has no scores, so that ranks order the documents; ColBERT has both. INEX has passages or
elements after TREC's columns.
"""

from __future__ import annotations

import io
import re
from functools import partial

from harness.core.errors import InputError, Problem
from harness.core.model import Run
from harness.formats.layouts import FileContent, Layout, Sample, has_lines_of, layout_names
from harness.formats.records import TRUTH, LineFields
from harness.formats.run_columns import write_fields

#: Lines checked to recognise a layout.
_FIRST = 20
#: The offset of an unknown passage; so is -1.
_UNKNOWN = frozenset({"X"})
_PASSAGES = LineFields.of(
    "topic iter doc rank score tag offset length",
    without="iter rank",
    infinite="score",
    integers="offset length",
    missing={"offset": _UNKNOWN, "length": _UNKNOWN},
)
_ELEMENTS = LineFields.of(
    "topic iter doc rank score tag path", without="iter rank", infinite="score"
)


def _first_records(sample: Sample, fields: LineFields) -> list[list[str]]:
    """Return the first lines if each has the right number of fields, else none."""
    for count in (1, _FIRST):
        if {len(record) for record in sample.first(count)} != {len(fields.fields)}:
            return []
    return sample.first(_FIRST)


def _has_passages(sample: Sample) -> bool:
    records = _first_records(sample, _PASSAGES)
    # A fraction is a mistake in a passage, which the reader reports.
    return bool(records) and all(
        text == "X" or re.fullmatch(r"-?\d+(\.\d+)?", text)
        for record in records
        for text in record[-2:]
    )


def _has_elements(sample: Sample) -> bool:
    records = _first_records(sample, _ELEMENTS)
    return bool(records) and all(record[-1].startswith("/") for record in records)


def _write_inex(run: Run, layout: Layout, *, what: str) -> FileContent:
    assert layout.fields is not None
    if not set(layout.fields.fields) - {"iter", "rank", "tag"} <= set(run.frame.columns):
        others = [
            name for name in layout_names("runs", written=True) if not name.startswith("inex")
        ]
        hint = f"the layouts for documents are {', '.join(others)}"
        message = f"{layout.name} holds {what}, and this run has none"
        raise InputError(Problem(message, run.source, hint=hint))
    return write_fields(run, layout)


_OF_INEX: tuple[Layout, ...] = (
    Layout(
        "runs",
        "inex",
        "INEX: retrieved passages, `topic Q0 doc rank score tag offset length`",
        b"9 Q0 d1 1 2.5 focused 5 60\n9 Q0 d1 2 1.5 focused 80 20\n9 Q0 d2 3 1.0 focused X X\n",
        fields=_PASSAGES,
        recognises=_has_passages,
        doubt=lambda _: "read as inex: the last two of eight fields are an offset and a length",
        write=partial(_write_inex, what="passages"),
    ),
    Layout(
        "runs",
        "inex-elements",
        "INEX: retrieved elements, `topic Q0 doc rank score tag path`; the path is an XPath",
        b"9 Q0 d1 1 2.5 thorough /article[1]/sec[2]\n9 Q0 d1 2 1.5 thorough /article[1]\n",
        fields=_ELEMENTS,
        recognises=_has_elements,
        doubt=lambda _: "read as inex-elements: the last of seven fields is the path of an element",
        write=partial(_write_inex, what="elements"),
    ),
)


_FIELDS = LineFields.of(
    "topic iter doc rank score tag", without="iter rank", infinite="score", extra=True
)


def _recognises(sample: Sample) -> bool:
    # Usually the first is enough.
    return any(
        len(record) >= len(_FIELDS.fields) for count in (1, 100) for record in sample.first(count)
    )


_RANKED = LineFields.of("topic doc rank", integers="rank")
_SCORED = LineFields.of("topic doc rank score", without="rank", infinite="score")
#: The most digits of a rank.
_LONGEST = 10


def _is_ranked(sample: Sample) -> bool:
    # One tab in a line of three words: a topic, and a text with a blank.
    text = next(io.BytesIO(sample.content), b"").strip().count(b"\t") == 1
    records = _first_records(sample, _RANKED)
    if text or not records:
        return False
    # Ranks in the second field and numeric documents in the third: no known layout.
    return _count_up(records, 2) or not _count_up(records, 1)


def _count_up(records: list[list[str]], field: int) -> bool:
    """Return whether a field counts the lines of each topic, from 0 or 1."""
    last: dict[str, int] = {}
    for record in records:
        text = record[field]
        rank = int(text) if text.isdecimal() and len(text) < _LONGEST else -1
        if rank not in ((0, 1) if record[0] not in last else (last[record[0]] + 1,)):
            return False
        last[record[0]] = rank
    return True


def _is_scored(sample: Sample) -> bool:
    """Return whether lines fit ColBERT's columns, with ranks that count from the first line."""
    records = _first_records(sample, _SCORED)
    return (
        bool(records)
        and records[0][2] in ("0", "1")
        and records[0][1] not in ("0", "Q0", "q0")
        and all(record[2].isdigit() and _SCORED.fits(record) for record in records)
    )


def _write_tabbed(run: Run, layout: Layout) -> FileContent:
    return write_fields(run, layout, separator="\t", header=False)


_LABELLED = LineFields.of(
    "topic doc rank score label", without="rank label", infinite="score", like={"label": TRUTH}
)


LAYOUTS: tuple[Layout, ...] = (
    *_OF_INEX,
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
