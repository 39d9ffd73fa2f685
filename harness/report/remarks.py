"""What a reader must know of an evaluation besides its numbers: its rules, what was noticed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from harness.core.errors import some

#: What becomes of topics that a run does not answer.
_MISSING = {
    "drop": "only the topics that each run answers",
    "empty": "all judged topics, a missing one as an empty ranking",
    "zero": "all judged topics, a missing one as 0 in trec_eval's measures, else as empty",
}

#: What a task with known judgments is about.
RESIDUAL = "residual collection: documents judged before do not count"

#: So many of a kind are listed.
_MOST = 5


def rules_line(manifest: Mapping[str, Any]) -> str:
    """How the numbers were made, in one line.

    >>> rules_line({"rules": {"dialect": "trec_eval-10", "missing_topics": "drop", "depth": 5}})
    'rules: dialect trec_eval-10; only the topics that each run answers; the first 5 documents'
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
        parts.append(RESIDUAL)
    return "rules: " + "; ".join(part for part in parts if part)


def remarks(manifest: Mapping[str, Any]) -> Iterator[str]:
    """What was noticed in the files, a line each; the manifest has all of it."""
    inputs, runs = manifest.get("inputs", {}), manifest.get("runs", ())
    for source, key, said in (
        ("topics", "not_judged", "topics without judgments, not averaged"),
        ("qrels", "not_in_topics", "judged topics that the topics do not have"),
    ):
        if topics := inputs.get(source, {}).get(key):
            yield f"{said}: {some(topics, _MOST)}"
    yield from _of_residual(manifest.get("residual"))
    refused = manifest.get("refused", ())
    for one in refused[:_MOST]:
        yield f"not evaluated: {one['problems'][0]}{_further(one['problems'])}"
    if len(refused) > _MOST:
        yield f"not evaluated: {len(refused) - _MOST} more runs; manifest.json lists them"
    repaired = [one for one in runs if one.get("repairs")]
    for one in repaired[:_MOST]:
        yield f"repaired: {one['name']} ({repairs_of(one)})"
    if len(repaired) > _MOST:
        yield f"repaired: {len(repaired) - _MOST} more runs; manifest.json lists them"
    sources = (manifest, *inputs.values(), *runs)
    warnings = [warning for source in sources for warning in source.get("warnings", ())]
    yield from (f"warning: {warning}" for warning in warnings[:_MOST])
    if len(warnings) > _MOST:
        yield f"warning: {len(warnings) - _MOST} more in manifest.json"


def _of_residual(residual: Mapping[str, Any] | None) -> Iterator[str]:
    """What was known before, and what left the judgments with it."""
    if residual is None:
        return
    left = residual.get("left_judgments", 0)
    known = residual["known"]
    yield f"known before: {known} judgments; {left} of them left the judgments of the task"
    if residual.get("topics_left"):
        topics = some(residual["topics_left"], _MOST)
        yield f"topics of which all judgments were known before, not averaged: {topics}"
    if residual.get("not_judged"):
        count = residual["not_judged"]
        yield f"known judgments with a grade below 0, which judge nothing: {count}"


def repairs_of(run: Mapping[str, Any]) -> str:
    """The repairs that were made to a run, and how many lines each changed."""
    made = run.get("repairs", {}).items()
    return ", ".join(f"{name}, lines changed: {lines}" for name, lines in made)


def _further(problems: Sequence[str]) -> str:
    return " (and more; harness check lists them)" if len(problems) > 1 else ""
