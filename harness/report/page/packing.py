"""How the payload lies in the page: its many numbers as short texts, all as deflated JSON."""

from __future__ import annotations

import base64
import itertools
import json
import zlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from harness.report.page.number_encoding import (
    fractions,
    from_indexed,
    from_recency,
    in_rows,
    indexed,
    names,
    names_of,
    numbers_of,
    numerals,
    recency,
    rows_of,
)

#: A part of the payload, and how it is written and read back; both may look at the whole payload.
Way = tuple[Callable[[Any, dict[str, Any]], Any], Callable[[Any, dict[str, Any]], Any]]


def packed(content: dict[str, Any]) -> str:
    """A payload as it lies in the page: compact, as JSON, deflated, in base64."""
    text = json.dumps(compact(content), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15, 9)
    return base64.b64encode(deflate.compress(text.encode()) + deflate.flush()).decode()


def unpacked(text: str) -> Any:
    """The payload that `packed` made a text of."""
    return expanded(json.loads(zlib.decompress(base64.b64decode(text), -15)))


def compact(content: dict[str, Any]) -> dict[str, Any]:
    """A payload with its large parts written as `numerals.py` says; the others as they are."""
    there = {**content, "documents": _documents(content)}
    return {
        part: WAYS[part][0](value, there) if part in WAYS and value is not None else value
        for part, value in there.items()
    }


def expanded(content: dict[str, Any]) -> dict[str, Any]:
    """The payload of `compact`."""
    found = dict(content)
    for part, (_, read) in WAYS.items():
        if found.get(part) is not None:
            found[part] = read(found[part], found)
    del found["documents"]
    return found


def _documents(content: dict[str, Any]) -> list[str] | None:
    """All documents that the page names, in bytewise order."""
    if content.get("first") is None:
        return None
    found = {doc for topic in content["first"]["topics"] for doc in topic["docs"]}
    found |= {one[1] for missed in content["missed"] or () for one in missed}
    return sorted(found, key=str.encode)


# --- values and other tables -------------------------------------------------------------------


def _write_values(values: list[Any], content: dict[str, Any]) -> list[Any]:
    """Each measure by what deflates best; one with the values of an earlier one is its place."""
    return [
        values.index(rows)
        if values.index(rows) < at
        else min((fractions(rows, content["unit"]), indexed(rows)), key=_weight)
        for at, rows in enumerate(values)
    ]


def _read_values(written: list[Any], content: dict[str, Any]) -> list[Any]:
    found: list[Any] = []
    for one in written:
        if isinstance(one, int):
            found.append(found[one])
        elif len(one) == len(("parts", "numbers")):
            found.append(rows_of(one, content["unit"]))
        else:
            found.append(from_indexed(one))
    return found


def _weight(written: Any) -> int:
    return len(zlib.compress(json.dumps(written).encode(), 9))


def _write_losses(losses: dict[str, Any], content: dict[str, Any]) -> dict[str, Any]:
    unit = content["unit"]
    return {**losses, **{part: fractions(losses[part], unit) for part in _LOST}}


def _read_losses(losses: dict[str, Any], content: dict[str, Any]) -> dict[str, Any]:
    return {**losses, **{part: rows_of(losses[part], content["unit"]) for part in _LOST}}


#: The parts of losses that are sent; the third follows.
_LOST = ("missed", "unjudged")


def _write_decimals(rows: Sequence[Sequence[float | None]], digits: int) -> list[Any]:
    """Rows of one length of numbers with so many decimals."""
    unit = 10**digits
    written = numerals(None if one is None else round(one * unit) for row in rows for one in row)
    return [len(rows), unit, written]


def _read_decimals(written: Sequence[Any]) -> list[list[Any]]:
    height, unit, text = written
    return in_rows([None if one is None else one / unit for one in numbers_of(text)], height)


def _write_intervals(intervals: list[Any], _: Any) -> dict[str, Any]:
    """Which measures have intervals, their low ends and, as smaller numbers, their widths."""
    there = [one for one in intervals if one is not None]
    width = [
        [high - low for low, high in zip(one["low"], one["high"], strict=True)] for one in there
    ]
    return {
        "of": [one is not None for one in intervals],
        "low": _write_decimals([one["low"] for one in there], 4),
        "width": _write_decimals(width, 4),
    }


def _read_intervals(written: dict[str, Any], _: Any) -> list[Any]:
    lows, widths = (iter(_read_decimals(written[part])) for part in ("low", "width"))
    return [
        {
            "low": (low := next(lows)),
            "high": [round(one + wide, 4) for one, wide in zip(low, next(widths), strict=True)],
        }
        if there
        else None
        for there in written["of"]
    ]


def _write_curves(curves: dict[str, Any], _: Any) -> dict[str, Any]:
    return {
        by: {**kinds, **{kind: _write_decimals(kinds[kind], 4) for kind in _KINDS & kinds.keys()}}
        for by, kinds in curves.items()
    }


def _read_curves(curves: dict[str, Any], _: Any) -> dict[str, Any]:
    return {
        by: {**kinds, **{kind: _read_decimals(kinds[kind]) for kind in _KINDS & kinds.keys()}}
        for by, kinds in curves.items()
    }


_KINDS = {"precision", "recall"}


# --- documents ---------------------------------------------------------------------------------


def _write_first(first: dict[str, Any], content: dict[str, Any]) -> dict[str, Any]:
    """The documents of each topic as their places among all; see `recency` for the runs."""
    place = _places(content)
    topics = first["topics"]
    return {
        "depth": first["depth"],
        "sizes": [len(topic["docs"]) for topic in topics],
        "docs": numerals(place[doc] for topic in topics for doc in topic["docs"]),
        "grades": numerals(grade for topic in topics for grade in topic["grades"]),
        "lengths": numerals(len(ranked) for topic in topics for ranked in topic["runs"]),
        "places": numerals(one for topic in topics for one in recency(topic["runs"])),
    }


def _read_first(first: dict[str, Any], content: dict[str, Any]) -> dict[str, Any]:
    documents, sizes = content["documents"], first["sizes"]
    parts = ("docs", "grades", "lengths", "places")
    docs, grades, lengths, places = (iter(numbers_of(first[part])) for part in parts)
    topics = []
    for size in sizes:
        own = [documents[at] for at in itertools.islice(docs, size)]
        counts = list(itertools.islice(lengths, len(content["runs"])))
        ranked = iter(from_recency(itertools.islice(places, sum(counts))))
        topics.append(
            {
                "docs": own,
                "grades": list(itertools.islice(grades, size)),
                "runs": [list(itertools.islice(ranked, count)) for count in counts],
            }
        )
    return {"depth": first["depth"], "topics": topics}


def _write_missed(missed: list[list[Any]], content: dict[str, Any]) -> dict[str, Any]:
    """How many each run misses, and a column for each of what is said of them."""
    place = _places(content)
    rows = [[one[0], place[one[1]], *one[2:]] for of_run in missed for one in of_run]
    columns = list(zip(*rows, strict=True))
    return {"sizes": [len(of_run) for of_run in missed], "columns": [*map(numerals, columns)]}


def _read_missed(missed: dict[str, Any], content: dict[str, Any]) -> list[list[Any]]:
    columns = map(numbers_of, missed["columns"])
    rows = iter(list(zip(*columns, strict=True)))
    documents = content["documents"]
    return [
        [[topic, documents[at], *rest] for topic, at, *rest in itertools.islice(rows, size)]
        for size in missed["sizes"]
    ]


def _places(content: dict[str, Any]) -> dict[str, int]:
    documents: Iterable[str] = content["documents"]
    return {doc: at for at, doc in enumerate(documents)}


#: The parts that are written in another way; ``documents`` is read before what refers to it.
WAYS: dict[str, Way] = {
    "values": (_write_values, _read_values),
    "summary": (lambda rows, _: _write_decimals(rows, 6), lambda rows, _: _read_decimals(rows)),
    "intervals": (_write_intervals, _read_intervals),
    "curves": (_write_curves, _read_curves),
    "losses": (_write_losses, _read_losses),
    "documents": (lambda listed, _: names(listed), lambda written, _: names_of(written)),
    "first": (_write_first, _read_first),
    "missed": (_write_missed, _read_missed),
}
