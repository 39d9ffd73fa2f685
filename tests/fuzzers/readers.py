"""One contract for the readers of fields: whichever way a file takes, it is the same file.

For every declared layout kernel, twin and the slow reader below make the same frame or name the
same places; `harness check` finds what reading refuses; and what trec_eval
reads of runs and judgments is what is read here.
"""

from __future__ import annotations

import ctypes
import math
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from random import Random
from unittest.mock import patch

import polars as pl

from harness.core import kernel
from harness.core.errors import MAX_PROBLEMS, InputError
from harness.formats.delimited import read_fields
from harness.formats.files import lines_bytes
from harness.formats.layouts import layouts
from harness.formats.qrels import parse_qrels
from harness.formats.records import LineFields, Records
from harness.formats.runs import parse_run
from harness.formats.side_tables import ZSCORES, parse_zscores
from harness.formats.submissions import Submission, parse_submission
from tests.fuzzers.generated import content_of


@dataclass(frozen=True)
class Declared:
    """A declared layout and what reads whole files that have it."""

    layout: LineFields
    parse: Callable[[bytes], object]
    is_run: bool = False


def _run(name: str) -> Callable[[bytes], object]:
    def parse(content: bytes) -> object:
        run = parse_run(content, "f", format=name, ranks=False)
        return run.frame.schema, run.frame.rows(), run.warnings, run.name

    return parse


def _qrels(name: str) -> Callable[[bytes], object]:
    def parse(content: bytes) -> object:
        qrels = parse_qrels(content, "f", name)
        return qrels.frame.schema, qrels.frame.rows(), qrels.warnings

    return parse


DECLARED: dict[str, Declared] = {
    **{
        f"run {it.name}": Declared(it.fields, _run(it.name), True)
        for it in layouts("runs")
        if it.fields
    },
    **{
        f"qrels {it.name}": Declared(it.fields, _qrels(it.name))
        for it in layouts("judgments")
        if it.fields
    },
    "zscores": Declared(ZSCORES, lambda content: parse_zscores(content, "f")),
}

# --- a slow reader ---------------------------------------------------------------------------------

MARK = b"\xef\xbb\xbf"
Places = list[tuple[int, int]]
_FIELD = re.compile(rb"[^ \t\r\v\f]+")


def prepared(content: bytes) -> bytes | None:
    """The text of a file with line feeds; None for a file that is none."""
    text = content.removeprefix(MARK)
    if not text.strip() or text[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in text[:65536]:
        return None
    return content if b"\n" in content else content.replace(b"\r", b"\n")


def records_of(content: bytes, layout: LineFields) -> list[tuple[int, bytes]]:
    """(number of the line, line) of every record: no comment, no blank line, without marks."""
    lines = ((number, unmarked(line)) for number, line in enumerate(content.split(b"\n"), start=1))
    return [(number, line) for number, line in lines if is_record(line, layout)]


def unmarked(line: bytes) -> bytes:
    return re.sub(b"^(" + MARK + b")+", b"", line)


def is_record(line: bytes, layout: LineFields) -> bool:
    """Whether a line is neither blank nor a comment: with ``#``, it has the fields of the layout."""
    fields = [field.decode("utf-8", "replace") for field in _FIELD.findall(line)]
    if not fields or line[:1] != b"#":
        return bool(fields)
    if fields[0] == "#" or len(fields) < len(layout.fields):
        return False
    rest = fields[len(layout.fields) :]
    if rest and not layout.extra:
        return False
    if layout.rest_like and not layout.rest_like.match(" ".join(rest)):
        return False
    values = [
        value_of(text, layout, name) for name, text in zip(layout.fields, fields, strict=False)
    ]
    patterns = [
        re.match(pattern, fields[layout.fields.index(name)])
        for name, pattern in layout.like.items()
    ]
    ranks = [fields[layout.fields.index("rank")]] if "rank" in layout.fields else []
    is_whole = [re.fullmatch("[+-]?[0-9]+", text) and abs(Decimal(text)) < 2**63 for text in ranks]
    return ... not in values and all(patterns) and all(is_whole)


def skipped_of(content: bytes, layout: LineFields) -> dict[str, tuple[int, int]]:
    """How many of each kind are no records, and the line of the first."""
    found: list[tuple[str, int]] = []
    for number, line in enumerate(content.split(b"\n"), start=1):
        plain = unmarked(line)
        marks = (len(line) - len(plain)) // len(MARK)
        found += [("inner-marks" if number > 1 or it else "mark", number) for it in range(marks)]
        is_last = number == content.count(b"\n") + 1
        if not _FIELD.search(plain):
            found += [] if is_last and not plain else [("blank-lines", number)]
        elif not is_record(plain, layout):
            found.append(("comments", number))
    kinds = dict.fromkeys(f"{kind}-skipped" for kind, _ in found)
    of = {code: [number for kind, number in found if code == f"{kind}-skipped"] for code in kinds}
    return {code: (len(numbers), numbers[0]) for code, numbers in of.items()}


def encoding_of(records: list[tuple[int, bytes]]) -> str:
    try:
        b"\n".join(line for _, line in records).decode("utf-8")
    except UnicodeDecodeError:
        return "latin-1"
    return "utf-8"


def slowly(content: bytes, layout: LineFields) -> tuple[list[tuple[object, ...]], Places]:
    """The rows of a layout, and where (line, column) something is wrong."""
    records = records_of(content, layout)
    encoding = encoding_of(records)
    rows: list[tuple[object, ...]] = []
    places: Places = []
    for number, line in records:
        found = list(_FIELD.finditer(line))
        wanted = len(layout.fields)
        if len(found) < wanted or (len(found) > wanted and not layout.extra):
            at = found[wanted].start() if len(found) > wanted else found[-1].end()
            places.append((number, len(line[:at].decode(encoding)) + 1))
            continue
        row: list[object] = []
        for name in layout.keep:
            if name == layout.rest:
                row.append(" ".join(one[0].decode(encoding) for one in found[wanted:]))
                continue
            field = found[layout.fields.index(name)]
            value = value_of(field[0].decode(encoding), layout, name)
            if value is ...:
                places.append((number, len(line[: field.start()].decode(encoding)) + 1))
            row.append(value)
        rows.append(tuple(row))
        if len(places) >= MAX_PROBLEMS:
            break
    return rows, places[:MAX_PROBLEMS]


def value_of(text: str, layout: LineFields, name: str) -> object:
    """What a text means in a column; an ellipsis when it means nothing there."""
    if text in layout.missing.get(name, ()):
        return None
    if name in layout.integers:
        is_integer = re.fullmatch("[+-]?[0-9]+", text) and abs(Decimal(text)) < 2**63
        return int(Decimal(text)) if is_integer else ...
    if name in layout.decimals:
        written = re.fullmatch("[+-]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][+-]?[0-9]+)?", text)
        if name in layout.infinite and re.fullmatch("[+-]?inf(inity)?", text.lower()):
            return math.copysign(math.inf, -1 if text[0] == "-" else 1)
        value = strtod(text.encode())[0] if written else math.nan
        return value if math.isfinite(value) or (written and name in layout.infinite) else ...
    return text


_C = ctypes.CDLL(None)
_C.strtod.restype = ctypes.c_double
_C.strtoll.restype = ctypes.c_longlong
_C.strtod.argtypes = [ctypes.c_char_p, ctypes.POINTER(ctypes.c_char_p)]


def strtod(text: bytes) -> tuple[float, bool]:
    """What C reads, and whether it reads all of it."""
    end = ctypes.c_char_p()
    return _C.strtod(text, ctypes.byref(end)), not end.value


def as_trec_eval(content: bytes, layout: LineFields) -> list[list[bytes]] | None:
    """What trec_eval reads of our records, as texts; None where it stops at one of them.

    It has neither comments nor blank lines nor marks.
    """
    records = []
    wanted, extra = len(layout.fields), layout.extra
    for _, line in records_of(content, layout):
        records.append(line.split())  # C's isspace
        if len(records[-1]) < wanted or (len(records[-1]) > wanted and not extra):
            return None
    return records


# --- the contract ----------------------------------------------------------------------------------


class BrokenContractError(AssertionError):
    """Two ways of reading differ."""


def outcome(read: Callable[[], object]) -> object:
    """What is read, or the problems in words: both can be compared."""
    try:
        return read()
    except InputError as error:
        return [str(problem) for problem in error.problems]


@contextmanager
def by_the_twin() -> Iterator[None]:
    with patch.dict(os.environ, {kernel.VARIABLE: "0"}):
        yield


def agree(what: str, a: object, b: object) -> None:
    # As text, so that one NaN is another, and 0.0 is not -0.0.
    if repr(a) != repr(b):
        raise BrokenContractError(f"{what}:\n  {a!r:.2000}\n  {b!r:.2000}")


def case(seed: int) -> tuple[str, bytes]:
    """The name of a declared layout and the raw bytes of a file."""
    rng = Random(seed)
    name = rng.choice(list(DECLARED))
    return name, content_of(rng, DECLARED[name].layout)


def holds(name: str, raw: bytes) -> str:
    """How a file was read: read, refused, unread; `BrokenContractError` names a difference."""
    declared = DECLARED[name]
    text = prepared(raw)
    content = outcome(lambda: lines_bytes(raw, "f"))
    if text is None:
        agree("a file that is no text", isinstance(content, list), True)
        return "unread"
    agree("the text of the file", content, text)
    found = outcome(lambda: declared.parse(text))
    with by_the_twin():
        agree("kernel, twin", found, outcome(lambda: declared.parse(text)))
    _as_the_slow_reader(text, declared.layout)
    skipped = dict(Records(text, "f", declared.layout).skipped.lines)
    agree(
        "what is skipped",
        sorted(skipped.items()),
        sorted(skipped_of(text, declared.layout).items()),
    )
    if name in ("run trec", "qrels trec"):
        _as_trec_eval(text, declared.layout)
    if declared.is_run:
        _as_checked(raw, text, name.removeprefix("run "), declared.layout)
    return "refused" if isinstance(found, list) else "read"


def _read(text: bytes, layout: LineFields) -> tuple[list[tuple[object, ...]], Places]:
    try:
        return read_fields(Records(text, "f", layout), layout)[0].rows(), []
    except InputError as error:
        return [], [(problem.line or 0, problem.column or 0) for problem in error.problems]


def _as_the_slow_reader(text: bytes, layout: LineFields) -> None:
    rows, places = slowly(text, layout)
    read_rows, read_places = _read(text, layout)
    agree("places of problems, slow reader's", read_places, places)
    if not places:
        agree("rows, slow reader's", read_rows, rows)


def _as_trec_eval(text: bytes, layout: LineFields) -> None:
    records = as_trec_eval(text, layout)
    rows, places = _read(text, layout)
    if records is None:
        agree("trec_eval refuses a line, so do we", bool(places), True)
        return
    encoding = encoding_of(records_of(text, layout))
    number = "score" if "score" in layout.fields else "grade"
    topic, doc, value = (layout.fields.index(field) for field in ("topic", "doc", number))
    columns = [layout.keep.index(field) for field in ("topic", "doc", number)]
    if not places:
        ours = [[row[column] for column in columns] for row in rows]
        theirs = [
            [
                record[topic].decode(encoding),
                record[doc].decode(encoding),
                _c(record[value], number),
            ]
            for record in records
        ]
        agree("rows, trec_eval's", ours, theirs)
    plain = all(_is_plain(record[value], number) for record in records)
    agree("what trec_eval reads without guessing is read", bool(places), not plain)


def _c(text: bytes, kind: str) -> float:
    """What C's atof or atol makes of a text."""
    return strtod(text)[0] if kind == "score" else _C.strtoll(text, None, 10)


def _is_plain(text: bytes, kind: str) -> bool:
    """Whether C reads all of a text, and what we call a number."""
    value, complete = strtod(text)
    if kind == "grade":
        return bool(re.fullmatch(rb"[+-]?[0-9]+", text)) and abs(Decimal(text.decode())) < 2**63
    return complete and not math.isnan(value) and b"x" not in text.lower()


def _as_checked(raw: bytes, text: bytes, name: str, layout: LineFields) -> None:
    checked = outcome(lambda: parse_submission(raw, "f", format=name))
    with by_the_twin():
        again = outcome(lambda: parse_submission(raw, "f", format=name))
    agree("check, kernel and twin", _of_submission(checked), _of_submission(again))
    _, places = _read(text, layout)
    run = outcome(lambda: parse_run(text, "f", format=name).frame)
    if not isinstance(checked, Submission):
        agree("check reads nothing, so does reading", isinstance(run, list), True)
        return
    # A score that is NaN is a finding beside ranks, which then tell the order: no line is lost.
    refuses = checked.lost > 0 or "score-nan" in checked.defects
    agree("check loses lines, or scores, where reading refuses", refuses, isinstance(run, list))
    if isinstance(run, pl.DataFrame):
        agree("rows of check", checked.frame.select(run.columns).rows(), run.rows())
    elif places:
        defects = {code: of.first for code, of in checked.defects.items() if code != "more-fields"}
        at = sorted((one.line or 0, one.column or 0) for of in defects.values() for one in of)
        if "header" not in defects and "passage-not-a-number" not in defects:
            agree("places of check", at[:MAX_PROBLEMS], sorted(places))


def _of_submission(checked: object) -> object:
    if not isinstance(checked, Submission):
        return checked
    defects = [(code, of.count, of.first) for code, of in checked.defects.items()]
    frame = checked.frame
    return frame.schema, frame.rows(), defects, checked.lost, checked.encoding


def smaller(name: str, raw: bytes) -> bytes:
    """A file with fewer lines for which the contract is broken too."""
    lines = raw.split(b"\n")
    step = max(1, len(lines) // 2)
    while step:
        at = 0
        while at < len(lines):
            fewer = lines[:at] + lines[at + step :]
            if _breaks(name, b"\n".join(fewer)):
                lines = fewer
            else:
                at += step
        step //= 2
    return b"\n".join(lines)


def _breaks(name: str, raw: bytes) -> bool:
    try:
        holds(name, raw)
    except Exception:  # a crash breaks it as well
        return True
    return False


def run_one(seed: int) -> tuple[str, str]:
    """The layout of a case and how it was read; an assertion with the smallest file otherwise."""
    name, raw = case(seed)
    try:
        return name, holds(name, raw)
    except Exception:  # a crash breaks it as well
        least = smaller(name, raw)
    try:
        return name, holds(name, least)
    except Exception as error:
        what = f"seed {seed}, {name}, {least!r:.3000}"
        raise BrokenContractError(f"{what}\n{type(error).__name__}: {error}") from error
