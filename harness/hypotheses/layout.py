"""Hypotheses about the lines of a file: its kind, its separators, its columns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from operator import gt, lt

from harness.core.numbers import DECIMAL_COMMA
from harness.hypotheses.evidence import (
    HEADER,
    RIGHT,
    SWAPPED,
    WRONG,
    Cause,
    Evidence,
    expected_fields,
    hypothesis,
    right_records,
    split_fields,
)
from harness.hypotheses.order import find_column_order, right_in_order
from harness.hypotheses.soundness import (
    ITERATION,
    OF_COLUMNS,
    OF_LINES,
    QRELS_FIELDS,
    RUN_FIELDS,
    count_run_lines,
    number,
    readable,
    whole_number,
)

#: Blanks that do not separate fields: no-break spaces, wide, narrow and zero-width ones.
_STRANGE_BLANK = re.compile("[\u00a0\u1680\u2000-\u200b\u202f\u205f\u2060\u3000\ufeff]")
_SEPARATORS = {",": "commas", ";": "semicolons", "|": "bars"}
_MARKUP = re.compile(r"\s*<(?:[!?/]?[A-Za-z])")
_PAGE = re.compile(r"<(?:!doctype html|html)", re.IGNORECASE)
#: A line of YAML: a key with a value, an item of a list.
_YAML = re.compile(r"\s*(?:- |---|[A-Za-z][\w.-]*:(?:\s|$))")
_GRADE = re.compile(r"[-\d.]+")
_FEATURE = re.compile(r"\d+:\S+")
_DECIMALS = re.compile(r"(?<=\d)\.0*\Z", re.ASCII)
_EXPECTED = {"run": "a run", "judgments": "judgments"}
#: Lines searched for names of measures.
_FIRST = 100
#: Names of measures in trec_eval, and in the evaluator of technologically assisted reviews.
_TREC_EVAL = ("num_q", "num_ret", "num_rel", "num_rel_ret", "map", "Rprec", "recip_rank")
_REVIEWS = ("num_shown", "num_rels", "rels_found", "last_rel", "wss_95", "wss_100")
#: The beginnings of names of counts.
_COUNTS = ("num_", "rels_", "last_")


@hypothesis("markup", "layout", explains=OF_LINES)
def markup(evidence: Evidence) -> Cause | None:
    """The file is HTML or XML: a page, perhaps of an error, or topics."""
    lines = evidence.lines
    if not lines or not _MARKUP.match(lines[0]) or evidence.right:
        return None
    what = "XML (topics?)"
    if _PAGE.search(evidence.text[:4096]):
        what = "HTML (a page of an error?)"
    elif lines[0].lstrip().lower().startswith("<top"):
        what = "a file of topics"
    return _blame_content("markup", f"this is {what}", evidence)


def _blame_content(name: str, what: str, evidence: Evidence) -> Cause:
    """Return the cause that a file is something else, none of whose lines is right."""
    message = f"{what}, not {_EXPECTED[evidence.kind]}"
    remedy = f"lines are {' '.join(expected_fields(evidence))}"
    return Cause(name, message, evidence.right, 0, len(evidence.lines), evidence.unit, "", remedy)


@hypothesis("features", "layout", explains=OF_LINES)
def features(evidence: Evidence) -> Cause | None:
    """The lines are features of documents, from which a ranking is still to be learned."""
    lines = evidence.lines
    number = sum(map(_has_features, lines))
    if not number or number < RIGHT * len(lines):
        return None
    return _blame_content("features", "these are features for learning to rank (LETOR)", evidence)


def _has_features(line: str) -> bool:
    """Return whether a line has a grade, a topic and features, and perhaps a comment.

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


@hypothesis("values-of-measures", "layout", explains=("more-fields", *OF_COLUMNS))
def values_of_measures(evidence: Evidence) -> Cause | None:
    """The lines are values of measures, as evaluators print them."""
    if not are_values_of_measures(evidence.lines):
        return None
    what = "these are values of measures, as evaluators print them"
    return _blame_content("values-of-measures", what, evidence)


def are_values_of_measures(lines: Sequence[str]) -> bool:
    """Return whether lines are topic, measure and value, the first two in any order.

    Names alone are no proof, because documents may have them: the topic must be `all`, or the
    values be of these measures: some are counts, or do not descend in each topic as scores do.

    >>> are_values_of_measures(["map all 0.25", "Rprec all 0.3"])
    True
    >>> are_values_of_measures(["map q1 2.5", "Rprec q1 1.5"])
    False
    """
    records = [record for record in map(str.split, lines[:_FIRST]) if len(record) == 3]
    return any(_have_values(records, column) for column in (0, 1))


def _have_values(records: Sequence[Sequence[str]], column: int) -> bool:
    """Return whether a column has measures, and the one after them their values."""
    named = [record for record in records if record[column] in _TREC_EVAL + _REVIEWS]
    if len({record[column] for record in named}) < 2:
        return False
    topics: dict[str, tuple[list[str], list[float]]] = {}
    for record in records:
        names, values = topics.setdefault(record[1 - column], ([], []))
        if (value := number(record[2])) is not None:
            names.append(record[column])
            values.append(value)
    if "all" in topics:
        return True
    if not all(_is_possible(record[column], number(record[2])) for record in named):
        return False
    if len({record[column].startswith(_COUNTS) for record in named}) == 2:
        return any(not (number(record[2]) or 0.0).is_integer() for record in named)
    rises = any(any(map(lt, values, values[1:])) for _, values in topics.values())
    falls = any(any(map(gt, values, values[1:])) for _, values in topics.values())
    return rises and (falls or len({tuple(names) for names, _ in topics.values()}) < len(topics))


def _is_possible(measure: str, value: float | None) -> bool:
    """Return whether a measure can have a value: counts are whole, others at most 1."""
    if value is None:
        return False
    return value.is_integer() if measure.startswith(_COUNTS) else value <= 1


@hypothesis("swapped-files", "layout", explains=OF_LINES)
def swapped_files(evidence: Evidence) -> Cause | None:
    """A run is given where judgments are expected, or judgments where a run is."""
    records = evidence.records
    before = evidence.right
    if evidence.kind == "run":
        four = (record for record in records if len(record) == len(QRELS_FIELDS))
        after = sum(whole_number(record[3]) is not None for record in four)
        what, tried = "these look like judgments (topic iter doc grade)", "as judgments"
    else:
        after = readable(item for item in records if len(item) == 6)
        what, tried = "this looks like a run (topic Q0 doc rank score tag)", "as a run"
    if before or len(records) < 2 or after < RIGHT * len(records):
        return None
    counted = before, after, len(records), evidence.unit, tried
    return Cause("swapped-files", f"{what}: {SWAPPED}", *counted, "")


@hypothesis("strange-blanks", "layout", explains=OF_LINES)
def strange_blanks(evidence: Evidence) -> Cause | None:
    """No-break spaces, or other blanks that separate nothing, stand between the fields."""
    matches = Counter(_STRANGE_BLANK.findall(evidence.text))
    if not matches:
        return None
    code = f"U+{ord(matches.most_common(1)[0][0]):04X}"
    what = "no-break spaces" if code == "U+00A0" else f"the blank {code}"
    return _explain_split(
        evidence,
        "strange-blanks",
        f"the fields look separated by {what}",
        lambda line: split_fields(_STRANGE_BLANK.sub(" ", line)),
        ("with plain blanks", "separate fields by blanks or tabs"),
    )


@hypothesis("blanks-in-identifiers", "layout", explains=("more-fields", *OF_COLUMNS))
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
        after = count_run_lines(item for item in joined if ITERATION.fullmatch(item[1]))
        if after >= RIGHT * len(records):
            example = next(item[field] for item in joined if " " in item[field])
            message = f"identifiers of {what} seem to have blanks ({example!r:.60})"
            counted = evidence.sound, after, len(records), evidence.unit, "with them joined"
            remedy = "blanks separate fields: replace those in identifiers"
            return Cause("blanks-in-identifiers", message, *counted, remedy)
    return None


@hypothesis("separator", "layout", explains=OF_LINES)
def separator(evidence: Evidence) -> Cause | None:
    """Commas, semicolons or bars separate the fields, not blanks."""
    for mark, name in _SEPARATORS.items():
        for decimals in (False, True):
            if decimals and mark == ",":
                continue
            matches = _explain_split(
                evidence,
                "separator",
                f"the fields look separated by {name}" + decimals * ", with decimal commas",
                partial(_split_line, mark, decimals=decimals),
                (f"split at {name}", f"separate fields by blanks or tabs{_OR_A_TABLE}"),
            )
            if matches is not None:
                return matches
    return None


_OR_A_TABLE = ", or name the columns in the first line, which makes a table"


def _split_line(mark: str, line: str, *, decimals: bool) -> list[str]:
    parts = [part.strip(' \t\r"') for part in line.split(mark)]
    return [_with_point(part) for part in parts] if decimals else parts


def _with_point(text: str) -> str:
    return text.replace(",", ".") if DECIMAL_COMMA.fullmatch(text) else text


@hypothesis("decimal-comma", "layout", explains=OF_LINES)
def decimal_comma(evidence: Evidence) -> Cause | None:
    """Scores are written with a decimal comma."""
    return _explain_split(
        evidence,
        "decimal-comma",
        "the scores look written with a decimal comma",
        lambda line: [_with_point(part) for part in split_fields(line)],
        ("with a point", "write 1.5, not 1,5"),
    )


@hypothesis("decimal-grades", "layout", explains=OF_LINES)
def decimal_grades(evidence: Evidence) -> Cause | None:
    """Grades are whole numbers that are written with decimals, as data frames write them."""
    if evidence.kind == "run":
        return None
    return _explain_split(
        evidence,
        "decimal-grades",
        "the grades look written with decimals",
        lambda line: [_DECIMALS.sub("", part) for part in split_fields(line)],
        ("without", "write 1, not 1.0"),
    )


def _explain_split(
    evidence: Evidence,
    name: str,
    message: str,
    split: Callable[[str], list[str]],
    words: tuple[str, str],
) -> Cause | None:
    """Return the cause if most lines are right only when split in another way."""
    before = evidence.right
    if before >= WRONG * len(evidence.records):
        return None
    records = [split(line) for line in evidence.lines]
    if records == evidence.records:
        return None
    after = right_records(evidence, records)
    if after < RIGHT * len(records):
        order = find_column_order(evidence, records)
        if order is None:
            return None
        message = f"{message}, and the columns look like {' '.join(order)}"
        after = right_in_order(evidence, records, order)
    return Cause(name, message, before, after, len(records), evidence.unit, *words)


@hypothesis("names-of-columns", "layout", explains=("header",))
def names_of_columns(evidence: Evidence) -> Cause | None:
    """The first line names the columns."""
    records = evidence.records
    if len(records) < 2 or len(records[0]) < 2 or right_records(evidence, records[:1]):
        return None
    named = [
        (any(sign.isalpha() for sign in text) and number(text) is None)
        or (index == 1 and ITERATION.fullmatch(text) is not None)
        for index, text in enumerate(records[0])
    ]
    after = right_records(evidence, records[1:])
    if not all(named) or after < RIGHT * (len(records) - 1):
        return None
    remedy = "drop it (harness check --repair drop-unreadable-lines does)"
    if evidence.kind != "run":
        remedy = "drop it"
    counted = after, after, len(records), evidence.unit, ""
    return Cause("names-of-columns", HEADER, *counted, remedy)


@hypothesis("other-text", "layout", explains=("more-fields", *OF_LINES))
def other_text(evidence: Evidence) -> Cause | None:
    """The file is a task file, a document, or text or code, whose lines are hardly numbers."""
    lines, records = evidence.lines, evidence.records
    if not lines or evidence.right > (1 - RIGHT) * len(records):  # more than it may quote
        return None
    [(_, alike)] = Counter(map(len, records)).most_common(1)
    numbers = sum(any(number(field) is not None for field in record[1:]) for record in records)
    what = "this looks like text or code"
    if lines[0].startswith("%PDF"):
        what = "this is a PDF document"
    elif lines[0].startswith("version https://git-lfs."):
        what = "this is a pointer of Git LFS (git lfs pull fetches the file)"
    elif all(map(_YAML.match, lines)):
        what = "this is YAML (a task file?)"
    elif numbers >= WRONG * len(records) or alike >= RIGHT * len(records):
        return None
    return _blame_content("other-text", what, evidence)
