"""INEX: how much of an article is relevant, its best entry point and its relevant passages."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial

import polars as pl

from harness.core.errors import Problem, refuse
from harness.core.model import Qrels
from harness.core.numbers import integer
from harness.formats.layouts import Layout, Locate, Sample, register
from harness.formats.qrels_fields import line_fields, many_records, write_fields
from harness.formats.tables import PASSAGES, parse_passage
from harness.formats.writing import passage_text

_FIELDS = replace(
    line_fields(
        "topic iter doc relevant_chars doc_chars", integers="relevant_chars doc_chars", rest="rest"
    ),
    rest_like=re.compile(r"(?:\d+(?: \d+:\d+)+)?\Z", re.ASCII),
)
_IS_RELEVANT = pl.col("relevant_chars") > 0


def _recognises(sample: Sample) -> bool:
    """By a line with passages; it may come late, after many articles that are not relevant."""
    if not sample.records or len(sample.records[0]) < len(_FIELDS.fields):
        return False
    records = sample.once(many_records)
    longest = max(map(len, records), default=0)
    return longest > len(_FIELDS.fields) and all(map(_FIELDS.fits, records))


_Passages = list[dict[str, int]]


def _from_passages(frame: pl.DataFrame, locate: Locate) -> pl.DataFrame:
    """An article is relevant (grade 1) when some of its text is."""
    hint = "expected best_entry offset:length offset:length …, or nothing"
    problems: list[Problem] = []
    entries: list[int | None] = []
    passages: list[_Passages] = []
    for row, rest in enumerate(frame["rest"]):
        entry, listed, wrong = _best_entry_and_passages(rest.split(" ") if rest else [])
        entries.append(entry)
        passages.append(listed)
        first = len(_FIELDS.fields)
        problems += [locate(row, first + index, message, hint) for index, message in wrong]
    refuse(problems)
    frame = frame.drop("rest").with_columns(
        _IS_RELEVANT.cast(pl.Int64).alias("grade"),
        pl.Series("best_entry", entries, pl.Int64),
        pl.Series("passages", passages, PASSAGES),
    )
    empty = (frame["grade"] == 1) & (frame["passages"].list.len() == 0)
    refuse(
        locate(row, "relevant_chars", "the article is relevant but no passage is given", hint)
        for row in empty.arg_true().to_list()
    )
    return frame


def _best_entry_and_passages(
    rest: list[str],
) -> tuple[int | None, _Passages, list[tuple[int, str]]]:
    """What follows the lengths of a line, and what is wrong with it, by index in the rest."""
    if not rest:
        return None, [], []
    wrong: list[tuple[int, str]] = []
    passages: _Passages = []
    entry = None
    try:
        entry = integer(rest[0])
    except ValueError as error:
        wrong.append((0, f"the best_entry {rest[0]!r} {error}"))
    if entry is not None and not rest[0].isdigit():
        wrong.append((0, f"the best_entry {rest[0]!r} has a sign"))
    for index, text in enumerate(rest[1:], start=1):
        try:
            passages.append(parse_passage(text))
        except ValueError as error:
            wrong.append((index, str(error)))
    if len(rest) == 1 and not wrong:
        wrong.append((1, "no passage follows the best_entry"))
    return entry, passages, wrong


def _with_rest(qrels: Qrels) -> pl.DataFrame:
    frame = qrels.frame
    if not {"best_entry", "passages"} <= set(frame.columns):
        return frame
    rests = [
        "" if entry is None else f"{entry} {passage_text(passages)}"
        for entry, passages in zip(frame["best_entry"], frame["passages"].to_list(), strict=True)
    ]
    return frame.drop("best_entry", "passages").with_columns(pl.Series("rest", rests, pl.String))


register(
    Layout(
        "judgments",
        "inex",
        f"INEX 2007-2010: `{_FIELDS}`; the grade is 1 when relevant_chars is above 0",
        b"9 Q0 d1 60 100 1 1:10 20:50\n9 Q0 d2 0 30\n",
        fields=_FIELDS,
        derive=_from_passages,
        recognises=_recognises,
        write=partial(
            write_fields,
            layout="inex",
            fields=_FIELDS,
            prepare=_with_rest,
            grade_read=_IS_RELEVANT,
        ),
    )
)
