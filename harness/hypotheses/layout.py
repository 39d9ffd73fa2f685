"""Hypotheses about how the lines of a file are written: what it is, its separators, its columns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, permutations

from harness.core.numbers import DECIMAL_COMMA
from harness.hypotheses.evidence import (
    HEADER,
    RIGHT,
    SWAPPED,
    WRONG,
    Cause,
    Evidence,
    fields_of,
    hypothesis,
)
from harness.hypotheses.soundness import (
    ITERATION,
    QRELS_FIELDS,
    RUN_FIELDS,
    FieldColumn,
    Record,
    judged,
    number,
    readable,
    sound,
    whole_number,
)

#: The question that every message on exchanged inputs ends with.

#: Blanks that separate fields nowhere: no-break spaces, wide and narrow ones, none at all.
_STRANGE_BLANK = re.compile("[\u00a0\u1680\u2000-\u200b\u202f\u205f\u2060\u3000\ufeff]")
_SEPARATORS = {",": "commas", ";": "semicolons", "|": "bars"}
_MARKUP = re.compile(r"\s*<(?:[!?/]?[A-Za-z])")
_PAGE = re.compile(r"<(?:!doctype html|html)", re.IGNORECASE)
_GRADE = re.compile(r"[-\d.]+")
_FEATURE = re.compile(r"\d+:\S+")
_DECIMALS = re.compile(r"(?<=\d)\.0*\Z", re.ASCII)
#: Orders of columns are tried out on so many lines before they are on all.
_FEW = 200
#: What a run can be told without; a rank is counted then.
#: In a file of fewer lines, columns cannot be told apart; that one is missing can.
_FEWEST, _FEWEST_WITHOUT = 10, 3
_OPTIONAL = ("Q0", "rank", "tag")
_EXPECTED = {"run": "a run", "judgments": "judgments"}
_LINE = ("fields", "score-not-a-number", "rank-not-a-number", "unreadable")
_COLUMNS = (
    *_LINE,
    "iter-not-q0",
    "tags-differ",
    "tag-characters",
    "document-twice",
    "rank-start",
    "rank-twice",
    "rank-gap",
    "rank-order",
    "score-order",
    "score-tied",
    "score-tied-float32",
)


def _right(evidence: Evidence, records: Sequence[Record]) -> int:
    return readable(records) if evidence.kind == "run" else judged(records)


def _fields(evidence: Evidence) -> tuple[str, ...]:
    return RUN_FIELDS if evidence.kind == "run" else QRELS_FIELDS


@hypothesis("markup", "layout", explains=_LINE)
def markup(evidence: Evidence) -> Cause | None:
    """The file is HTML or XML: a page, perhaps of an error, or topics."""
    lines = evidence.lines
    if not lines or evidence.right or not _MARKUP.match(lines[0]):
        return None
    what = "XML (topics?)"
    if _PAGE.search(evidence.text[:4096]):
        what = "HTML (a page of an error?)"
    elif lines[0].lstrip().lower().startswith("<top"):
        what = "a file of topics"
    message = f"this is {what}, not {_EXPECTED[evidence.kind]}"
    remedy = f"lines are {' '.join(_fields(evidence))}"
    return Cause("markup", message, 0, 0, len(lines), evidence.unit, "", remedy)


@hypothesis("features", "layout", explains=_LINE)
def features(evidence: Evidence) -> Cause | None:
    """The lines are features of documents, from which a ranking is still to be learned."""
    lines = evidence.lines
    number = sum(map(_has_features, lines))
    if not number or number < RIGHT * len(lines):
        return None
    message = f"these are features for learning to rank (LETOR), not {_EXPECTED[evidence.kind]}"
    remedy = f"lines are {' '.join(_fields(evidence))}"
    return Cause("features", message, 0, 0, len(lines), evidence.unit, "", remedy)


def _has_features(line: str) -> bool:
    """Whether a line has a grade, a topic and features, and perhaps a comment.

    >>> _has_features("2 qid:q1 1:0.5 2:1.25 # a"), _has_features("1 Q0 d1 1 2.5 me")
    (True, False)
    """
    fields = line.partition("#")[0].split()
    return (
        len(fields) > 2
        and _GRADE.fullmatch(fields[0]) is not None
        and fields[1].startswith("qid:")
        and all(map(_FEATURE.fullmatch, fields[2:]))
    )


@hypothesis("swapped-files", "layout", explains=_LINE)
def swapped_files(evidence: Evidence) -> Cause | None:
    """A run is given where judgments are expected, or judgments where a run is."""
    records = evidence.records
    before = evidence.right
    if evidence.kind == "run":
        after = _four_with_a_grade(records)
        what, tried = "these look like judgments (topic iter doc grade)", "as judgments"
    else:
        after = readable(item for item in records if len(item) == 6)
        what, tried = "this looks like a run (topic Q0 doc rank score tag)", "as a run"
    if before or len(records) < 2 or after < RIGHT * len(records):
        return None
    counted = before, after, len(records), evidence.unit, tried
    return Cause("swapped-files", f"{what}: {SWAPPED}", *counted, "")


def _four_with_a_grade(records: Sequence[Record]) -> int:
    return sum(
        len(item) == len(QRELS_FIELDS) and whole_number(item[3]) is not None for item in records
    )


@hypothesis("strange-blanks", "layout", explains=_LINE)
def strange_blanks(evidence: Evidence) -> Cause | None:
    """No-break spaces, or other blanks that separate nothing, stand between the fields."""
    matches = Counter(_STRANGE_BLANK.findall(evidence.text))
    if not matches:
        return None
    code = f"U+{ord(matches.most_common(1)[0][0]):04X}"
    what = "no-break spaces" if code == "U+00A0" else f"the blank {code}"
    return _rewritten(
        evidence,
        "strange-blanks",
        f"the fields look separated by {what}",
        lambda line: fields_of(_STRANGE_BLANK.sub(" ", line)),
        ("with plain blanks", "separate fields by blanks or tabs"),
    )


@hypothesis("blanks-in-identifiers", "layout", explains=("more-fields", *_COLUMNS))
def blanks_in_identifiers(evidence: Evidence) -> Cause | None:
    """Identifiers of documents or topics have blanks, which separate fields."""
    records, wanted = evidence.records, len(RUN_FIELDS)
    longer = sum(len(record) > wanted for record in records)
    if evidence.kind != "run" or not longer or evidence.sound >= WRONG * len(records):
        return None
    for field, what in ((2, "documents"), (0, "topics")):
        joined = [
            [*record[:field], " ".join(record[field:end]), *record[end:]]
            for record in records
            for end in [len(record) - wanted + field + 1]
        ]
        after = sound(item for item in joined if ITERATION.fullmatch(item[1]))
        if after >= RIGHT * len(records):
            example = next(item[field] for item in joined if " " in item[field])
            message = f"identifiers of {what} look to have blanks ({example!r:.60})"
            counted = evidence.sound, after, len(records), evidence.unit, "with them joined"
            remedy = "blanks separate fields: replace those in identifiers"
            return Cause("blanks-in-identifiers", message, *counted, remedy)
    return None


@hypothesis("separator", "layout", explains=_LINE)
def separator(evidence: Evidence) -> Cause | None:
    """Commas, semicolons or bars separate the fields, not blanks."""
    for mark, name in _SEPARATORS.items():
        for decimals in (False, True):
            if decimals and mark == ",":
                continue
            matches = _rewritten(
                evidence,
                "separator",
                f"the fields look separated by {name}" + decimals * ", with decimal commas",
                _splitting(mark, decimals=decimals),
                (f"split at {name}", f"separate fields by blanks or tabs{_OR_A_TABLE}"),
            )
            if matches is not None:
                return matches
    return None


_OR_A_TABLE = ", or name the columns in the first line, which makes a table"


def _splitting(mark: str, *, decimals: bool) -> Callable[[str], list[str]]:
    def split(line: str) -> list[str]:
        parts = [part.strip(' \t\r"') for part in line.split(mark)]
        return [_with_point(part) for part in parts] if decimals else parts

    return split


def _with_point(text: str) -> str:
    return text.replace(",", ".") if DECIMAL_COMMA.fullmatch(text) else text


@hypothesis("decimal-comma", "layout", explains=_LINE)
def decimal_comma(evidence: Evidence) -> Cause | None:
    """Scores are written with a decimal comma."""
    return _rewritten(
        evidence,
        "decimal-comma",
        "the scores look written with a decimal comma",
        lambda line: [_with_point(part) for part in fields_of(line)],
        ("with a point", "write 1.5, not 1,5"),
    )


@hypothesis("decimal-grades", "layout", explains=_LINE)
def decimal_grades(evidence: Evidence) -> Cause | None:
    """Grades are whole numbers that are written with decimals, as data frames write them."""
    if evidence.kind == "run":
        return None
    return _rewritten(
        evidence,
        "decimal-grades",
        "the grades look written with decimals",
        lambda line: [_DECIMALS.sub("", part) for part in fields_of(line)],
        ("without", "write 1, not 1.0"),
    )


def _rewritten(
    evidence: Evidence,
    name: str,
    message: str,
    split: Callable[[str], list[str]],
    words: tuple[str, str],
) -> Cause | None:
    """The cause, if most lines are right only when they are split in another way."""
    before = evidence.right
    if before >= WRONG * len(evidence.records):
        return None
    records = [split(line) for line in evidence.lines]
    if records == evidence.records:
        return None
    after = _right(evidence, records)
    if after < RIGHT * len(records):
        order = _order_of(evidence, records)
        if order is None:
            return None
        message = f"{message}, and the columns look like {' '.join(order)}"
        after = _right_in_order(evidence, records, order)
    return Cause(name, message, before, after, len(records), evidence.unit, *words)


@hypothesis("names-of-columns", "layout", explains=("header",))
def names_of_columns(evidence: Evidence) -> Cause | None:
    """The first line names the columns."""
    records = evidence.records
    if len(records) < 2 or len(records[0]) < 2 or _right(evidence, records[:1]):
        return None
    named = [
        (any(sign.isalpha() for sign in text) and number(text) is None)
        or (index == 1 and ITERATION.fullmatch(text) is not None)
        for index, text in enumerate(records[0])
    ]
    after = _right(evidence, records[1:])
    if not all(named) or after < RIGHT * (len(records) - 1):
        return None
    remedy = "drop it (harness check --repair drop-unreadable-lines does)"
    if evidence.kind != "run":
        remedy = "drop it"
    counted = after, after, len(records), evidence.unit, ""
    return Cause("names-of-columns", HEADER, *counted, remedy)


#: What is said of a line that names columns, wherever one is found.


# --- columns ----------------------------------------------------------------------------------


@hypothesis("rank-score-swapped", "layout", explains=_COLUMNS, repairs=("reorder-columns",))
def rank_score_swapped(evidence: Evidence) -> Cause | None:
    """The rank stands in the column of the score, and the score in that of the rank."""
    order = ("topic", "Q0", "doc", "score", "rank", "tag")
    arranged = _arranged(evidence)
    if arranged is None or arranged[0] != order:
        return None
    rank, score = evidence.records[0][3:5]
    first = f"the first rank is {rank!r:.40}, its score {score!r:.40}"
    message = f"rank and score look swapped: {first}"
    return _of_columns("rank-score-swapped", message, evidence, arranged)


@hypothesis("columns-missing", "layout", explains=_COLUMNS)
def columns_missing(evidence: Evidence) -> Cause | None:
    """A column is left out: the tag, the Q0, the rank, or several of them."""
    arranged = _arranged(evidence)
    expected = _fields(evidence)
    if arranged is None or len(arranged[0]) == len(expected):
        return None
    order = arranged[0]
    missing = [name for name in expected if name not in order]
    look = "the column looks" if len(missing) == 1 else "columns look"
    message = f"{look} left out: {', '.join(missing)}; lines are {' '.join(order)}"
    return _of_columns("columns-missing", message, evidence, arranged)


@hypothesis("columns-permuted", "layout", explains=_COLUMNS, repairs=("reorder-columns",))
def columns_permuted(evidence: Evidence) -> Cause | None:
    """The columns stand in another order."""
    arranged = _arranged(evidence)
    if arranged is None or len(arranged[0]) < len(_fields(evidence)):
        return None
    message = f"the columns look like {' '.join(arranged[0])}"
    return _of_columns("columns-permuted", message, evidence, arranged)


#: The order in which columns stand, and how many lines are right as they are, and in that order.
_Arranged = tuple[tuple[str, ...], int, int]


def _of_columns(name: str, message: str, evidence: Evidence, arranged: _Arranged) -> Cause:
    order, before, after = arranged
    counted = before, after, len(evidence.records), evidence.unit, "read so"
    remedy = f"write {' '.join(_fields(evidence))}"
    return Cause(name, message, *counted, remedy, columns=order)


def _arranged(evidence: Evidence) -> _Arranged | None:
    """The order of the columns, looked for once for all hypotheses about columns."""
    if "arranged" not in evidence.memo:
        evidence.memo["arranged"] = _arrangement(evidence)
    matches: _Arranged | None = evidence.memo["arranged"]
    return matches


def _arrangement(evidence: Evidence) -> _Arranged | None:
    records = evidence.records
    before = evidence.sound if evidence.kind == "run" else evidence.right
    if not records or before >= WRONG * len(records):
        return None
    # Scores that ascend are another matter. With the ranks as scores, and topics that are counted,
    # topic and rank could be exchanged, too.
    if evidence.kind == "run" and sound(records, sign=-1) >= RIGHT * len(records):
        return None
    order = _order_of(evidence, records)
    return None if order is None else (order, before, _right_in_order(evidence, records, order))


def _order_of(evidence: Evidence, records: Sequence[Record]) -> tuple[str, ...] | None:
    """The order of columns in which nearly all lines are right; None where there is none."""
    count = Counter(len(record) for record in records).most_common(1)[0][0] if records else 0
    whole_ones = [record for record in records if len(record) == count]
    few = whole_ones[:_FEW]
    fewest = _FEWEST if count == len(_fields(evidence)) else _FEWEST_WITHOUT
    if count > len(_fields(evidence)) or len(whole_ones) < max(RIGHT * len(records), fewest):
        return None
    columns = [FieldColumn.of(values) for values in zip(*whole_ones, strict=True)]
    for order in _orders(_fields(evidence), count):
        of = dict(zip(order, columns, strict=True))
        if (
            all(column.can_be(name) for name, column in of.items())
            and of["topic"].distinct <= of["doc"].distinct
            and _right_in_order(evidence, few, order) >= RIGHT * len(few)
            and _right_in_order(evidence, records, order) >= RIGHT * len(records)
        ):
            return order
    return None


@cache
def _orders(names: tuple[str, ...], count: int) -> tuple[tuple[str, ...], ...]:
    """Every order of ``count`` of the columns, those with the fewest in another place first."""
    optional = [name for name in names if name in (*_OPTIONAL, "iter")]
    every: list[tuple[str, ...]] = []
    for dropped in combinations(optional[::-1], len(names) - count):
        kept = [name for name in names if name not in dropped]
        orders = permutations(kept)
        every += sorted(orders, key=lambda it: sum(a != b for a, b in zip(it, kept, strict=True)))
    return tuple(every)


def _right_in_order(evidence: Evidence, records: Sequence[Record], order: tuple[str, ...]) -> int:
    if evidence.kind == "run":
        return sound(_in_order(records, order))
    named = (dict(zip(order, item, strict=False)) for item in records if len(item) == len(order))
    return judged([[item.get(name, "0") for name in QRELS_FIELDS] for item in named])


def _in_order(records: Sequence[Record], order: tuple[str, ...]) -> Iterator[Record]:
    """The fields in the order of a run; a rank that is left out is counted."""
    ranks: Counter[str] = Counter()
    for record in records:
        if len(record) == len(order):
            of = dict(zip(order, record, strict=True))
            ranks[of["topic"]] += 1
            further = {"Q0": "Q0", "rank": str(ranks[of["topic"]]), "tag": "run"} | of
            yield [further[name] for name in RUN_FIELDS]
