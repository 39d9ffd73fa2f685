"""The view of documents, each with one grade."""

from __future__ import annotations

from collections.abc import Iterator

from harness.core.errors import Problem, some
from harness.core.judged_run import JudgedRun
from harness.core.model import Qrels
from harness.core.notes import Note
from harness.evaluation.views import View, register
from harness.measures import AnyMeasure, Measure


def _as_they_are(_: Qrels) -> None:
    """Prepare nothing: `JudgedTopics` is ready."""


def _notes(qrels: Qrels) -> Iterator[Note]:
    yield from (note for note in (qrels.merged,) if note is not None)


#: Measures that do not depend on relevance, and so are valid for a sample.
_NOT_OF_RELEVANCE = ("NumRet", "Judged", "Unjudged")


def _refuse(measure: AnyMeasure, qrels: Qrels) -> Problem | None:
    """Refuse to treat a sample as complete judgments."""
    note = qrels.sample_note
    families = [family.name for family in measure.requirements()]
    if note is None or set(families) <= set(_NOT_OF_RELEVANCE):
        return None
    from harness.measures.estimates import ESTIMATES

    known = [
        _bind_estimate(name, measure) for family in families for name in ESTIMATES.get(family, ())
    ]
    others = f"there are estimates of {some(list(ESTIMATES))}"
    hint = f"estimated by {' or '.join(known)}" if known else others
    hint += "; harness convert --to trec makes them judgments like any others"
    message = f"{measure.label} is a measure of complete judgments, and {note}"
    return Problem(message, qrels.source, hint=hint)


def _bind_estimate(estimate: str, measure: AnyMeasure) -> str:
    """Return an estimate of `ESTIMATES` with the cutoff or level of the measure it estimates."""
    name, _, letter = estimate.partition("@")
    given = measure.parameters if isinstance(measure, Measure) else {}
    value = given.get({"k": "cutoff", "r": "recall"}.get(letter, ""))
    return name if value is None else f"{name}@{value:g}"


register(
    View(
        "documents",
        JudgedRun,
        columns=(),
        layouts=("trec",),
        prepare=_as_they_are,
        see=lambda _, joined, __, ___: joined,
        notes=_notes,
        refuse=_refuse,
        by_judgments=True,
    )
)
