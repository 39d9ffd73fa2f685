"""What a reader must know of an evaluation besides its numbers, as notes made of its manifest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from harness.core.coverage import Coverage, coverage_notes
from harness.core.errors import some
from harness.core.notes import Note

#: What becomes of topics that a run does not answer.
_MISSING = {
    "drop": "only the topics that each run answers",
    "empty": "all judged topics, a missing one as an empty ranking",
    "zero": "all judged topics, a missing one as 0 in trec_eval's measures, else as empty",
}

#: What a task with known judgments is about.
RESIDUAL = Note("residual", "residual collection: documents judged before do not count")


def evaluation_notes(
    runs: Sequence[str], covers: Sequence[Coverage], manifest: Mapping[str, Any]
) -> tuple[Note, ...]:
    """Everything that is to be known of some runs of an evaluation.

    ``runs`` [R] are their names, ``covers`` [R] what their averages rest on.
    """
    return *coverage_notes(runs, covers), rules_note(manifest), *caveats(manifest)


def rules_note(manifest: Mapping[str, Any]) -> Note:
    """How the numbers were made, in one line.

    >>> rules = {"dialect": "trec_eval-10", "missing_topics": "drop", "depth": 5}
    >>> print(rules_note({"rules": rules}))
    rules: dialect trec_eval-10; only the topics that each run answers; the first 5 documents
    """
    rules = manifest.get("rules", {})
    parts = [f"dialect {rules.get('dialect')}", _MISSING.get(rules.get("missing_topics"), "")]
    if rules.get("relevance_level", 1) > 1:
        parts.append(f"relevant from grade {rules['relevance_level']}")
    if rules.get("depth") is not None:
        parts.append(f"the first {rules['depth']} documents")
    if rules.get("judged_only"):
        parts.append("unjudged documents dropped")
    if "residual" in manifest:
        parts.append(str(RESIDUAL))
    return Note("rules", "rules: " + "; ".join(part for part in parts if part), numbers=rules)


def caveats(manifest: Mapping[str, Any]) -> Iterator[Note]:
    """Return the notes on the files: topics without judgments, refusals, repairs, warnings."""
    inputs, runs = manifest.get("inputs", {}), manifest.get("runs", ())
    for source, key, code, what in (
        ("topics", "not_judged", "topics-not-judged", "topics without judgments, not averaged"),
        (
            "qrels",
            "not_in_topics",
            "judged-not-in-topics",
            "judged topics that the topics do not have",
        ),
    ):
        if topics := inputs.get(source, {}).get(key):
            yield Note(code, f"{what}: {some(topics)}", numbers={"topics": len(topics)})
    if "residual" in manifest:
        yield from residual_notes(manifest["residual"])
    yield from map(_refused_note, manifest.get("refused", ()))
    for run in runs:
        if run.get("repairs"):
            yield repaired_note(run["name"], run["repairs"])
    for source in (manifest, *inputs.values(), *runs):
        yield from map(Note.of, source.get("warnings", ()))


def _refused_note(run: Mapping[str, Any]) -> Note:
    """That a run was not evaluated: for its errors, or because it could not be had."""
    first, *others = run["problems"]
    numbers = {"problems": len(run["problems"])}
    if run.get("unavailable"):
        text = f"not evaluated, because it could not be had: {first}"
        return Note("unavailable", text, None, run["name"], numbers)
    more = " (and more; harness check lists them)" if others else ""
    return Note("refused", f"not evaluated: {first}{more}", None, run["name"], numbers)


def residual_notes(residual: Mapping[str, Any]) -> Iterator[Note]:
    """Return the notes on judgments known before and what was removed with them."""
    left, known = residual.get("left_judgments", 0), residual["known"]
    text = f"known before: {known} judgments; {left} of them left the judgments of the task"
    yield Note("known-judgments", text, numbers={"known": known, "left": left})
    if topics := residual.get("topics_left"):
        text = "topics of which all judgments were known before, not averaged"
        yield Note("known-topics", f"{text}: {some(topics)}", numbers={"topics": len(topics)})
    if count := residual.get("not_judged"):
        text = f"known judgments with a grade below 0, which judge nothing: {count}"
        yield Note("known-ungraded", text, numbers={"judgments": count})


def repaired_note(run: str, repairs: Mapping[str, int]) -> Note:
    """Which repairs a run was evaluated after."""
    return Note("repaired", f"repaired: {run} ({repairs_made(repairs)})", None, run, repairs)


def repairs_made(repairs: Mapping[str, int]) -> str:
    """The repairs that were made to a run, and how many lines each changed."""
    return ", ".join(f"{name}, lines changed: {lines}" for name, lines in repairs.items())
