"""INEX: retrieved passages or elements, behind TREC's columns."""

from __future__ import annotations

import re
from functools import partial

from harness.core.errors import InputError, Problem
from harness.core.model import Run
from harness.formats.layouts import Layout, Sample, layout_names
from harness.formats.line_fields import LineFields
from harness.formats.run_columns import write_fields
from harness.formats.writing import Written

#: "X" or -1 as the offset is a passage that is not known.
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
#: So many lines are looked at to recognise the layout.
_FIRST = 20


def _has_passages(sample: Sample) -> bool:
    records = sample.first(_FIRST)
    return (
        bool(records)
        and all(
            len(record) == len(_PASSAGES.fields)
            # A fraction is a mistake in a passage, which its reader tells.
            and all(text == "X" or re.fullmatch(r"-?\d+(\.\d+)?", text) for text in record[-2:])
            for record in records
        )
    )


def _has_elements(sample: Sample) -> bool:
    records = sample.first(_FIRST)
    wanted = len(_ELEMENTS.fields)
    return bool(records) and all(
        len(record) == wanted and record[-1].startswith("/") for record in records
    )


def _write(run: Run, layout: Layout, *, what: str) -> Written:
    assert layout.fields is not None
    if not set(layout.fields.fields) - {"iter", "rank", "tag"} <= set(run.frame.columns):
        others = [
            name for name in layout_names("runs", written=True) if not name.startswith("inex")
        ]
        hint = f"the layouts for documents are {', '.join(others)}"
        message = f"{layout.name} holds {what}, and this run has none"
        raise InputError(Problem(message, run.source, hint=hint))
    return write_fields(run, layout)


LAYOUTS: tuple[Layout, ...] = (
    Layout(
        "runs",
        "inex",
        "INEX: retrieved passages, `topic Q0 doc rank score tag offset length`",
        b"9 Q0 d1 1 2.5 focused 5 60\n9 Q0 d1 2 1.5 focused 80 20\n9 Q0 d2 3 1.0 focused X X\n",
        fields=_PASSAGES,
        recognises=_has_passages,
        doubt=lambda _: "read as inex: the last two of eight fields are an offset and a length",
        write=partial(_write, what="passages"),
    ),
    Layout(
        "runs",
        "inex-elements",
        "INEX: retrieved elements, `topic Q0 doc rank score tag path`; the path is an XPath",
        b"9 Q0 d1 1 2.5 thorough /article[1]/sec[2]\n9 Q0 d1 2 1.5 thorough /article[1]\n",
        fields=_ELEMENTS,
        recognises=_has_elements,
        doubt=lambda _: "read as inex-elements: the last of seven fields is the path of an element",
        write=partial(_write, what="elements"),
    ),
)
