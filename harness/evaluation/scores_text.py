"""Encode scores as JSON, with a version, and decode them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np

from harness.core.arrays import Floats
from harness.core.coverage import Coverage
from harness.core.errors import InputError, Problem
from harness.core.notes import Note
from harness.measures import AnyMeasure, Combination, parse_measure
from harness.stats.sampling import SamplingErrors

#: The marks of the format and its version, which rises if older readers cannot read the text.
FORMAT, VERSION = "harness-scores", 2


def encode_scores(scores: Mapping[str, Any]) -> str:
    """Encode the fields of scores as JSON."""
    record = {
        "format": FORMAT,
        "version": VERSION,
        "dialect": scores["dialect"],
        "runs": scores["runs"],
        "topics": scores["topics"],
        "measures": [_measure_record(measure) for measure in scores["measures"]],
        "values": scores["values"].tolist(),
        "evaluated": scores["evaluated"].tolist(),
        "numerators": _or_null(scores["numerators"]),
        "denominators": _or_null(scores["denominators"]),
        "texts": {label: texts.tolist() for label, texts in scores["texts"].items()},
        "errors": {label: _errors_record(each) for label, each in scores["errors"].items()},
        "coverage": [
            {**cover.record(), "averaged": cover.averaged} for cover in scores["coverage"]
        ],
        "notes": [note.record() for note in scores["notes"]],
    }
    return json.dumps(record, ensure_ascii=False, allow_nan=False)


def decode_fields(text: str, where: str | None = None) -> dict[str, Any]:
    """Decode the fields of scores from text; `InputError`, naming ``where``, for other text."""
    try:
        record = json.loads(text)
    except ValueError as error:
        raise InputError(Problem(f"this is no JSON: {error}", where)) from None
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        hint = "Scores.to_json and Scores.save write such texts"
        raise InputError(Problem(f"these are no scores (format {FORMAT!r})", where, hint=hint))
    if record.get("version") != VERSION:
        message = f"scores of version {record.get('version')}, and version {VERSION} is read here"
        raise InputError(Problem(message, where))
    try:
        return _fields(record)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        message = f"the scores are incomplete ({type(error).__name__}: {error})"
        raise InputError(Problem(message, where)) from None


def _fields(record: Mapping[str, Any]) -> dict[str, Any]:
    shape = (len(record["runs"]), len(record["topics"]), len(record["measures"]))
    return dict(
        runs=tuple(record["runs"]),
        topics=tuple(record["topics"]),
        measures=tuple(map(_measure, record["measures"])),
        values=_numbers(record["values"], shape),
        evaluated=np.array(record["evaluated"], dtype=bool).reshape(shape[:2]),
        numerators=_numbers(record["numerators"], shape),
        denominators=_numbers(record["denominators"], shape),
        coverage=tuple(
            Coverage.of(
                SimpleNamespace(**each | {"topics": SimpleNamespace(**each["topics"])}),
                tuple(each["averaged"]),
            )
            for each in record["coverage"]
        ),
        dialect=record["dialect"],
        texts={
            label: np.array(texts, dtype=object).reshape(shape[:2])
            for label, texts in record["texts"].items()
        },
        errors={label: _errors(each, shape[0]) for label, each in record["errors"].items()},
        notes=tuple(map(Note.of, record["notes"])),
    )


def _measure_record(measure: AnyMeasure) -> dict[str, Any]:
    given = [] if isinstance(measure, Combination) else sorted(measure.given)
    own = {"label": measure.label, "trec_name": measure.trec_name, "given": given}
    return {"notation": measure.notation, **own}


def _measure(record: Mapping[str, Any]) -> AnyMeasure:
    measure = parse_measure(record["notation"])
    own = (record["label"], record["trec_name"], frozenset(record["given"]))
    return replace(measure, label=own[0], trec_name=own[1], given=own[2])


def _errors_record(errors: SamplingErrors) -> dict[str, Any]:
    numbers = {"topic": errors.topic.tolist(), "deviations": errors.deviations.tolist()}
    return {"topics": errors.topics, **numbers}


def _errors(record: Mapping[str, Any], runs: int) -> SamplingErrors:
    topic = np.array(record["topic"], dtype=np.int64)
    deviations = _numbers(record["deviations"], (runs, len(topic)))
    return SamplingErrors(tuple(record["topics"]), topic, deviations)


def _or_null(values: Floats) -> Any:
    listed = values.astype(object)
    listed[np.isnan(values)] = None
    return listed.tolist()


def _numbers(values: Any, shape: tuple[int, ...]) -> Floats:
    return np.array(values, dtype=np.float64).reshape(shape)
