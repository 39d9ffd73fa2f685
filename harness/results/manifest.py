"""Manifests of results: the task, the hash of every input, versions, rules and notes.

The same inputs give the same manifest, byte for byte: it has no times, threads or absolute paths.
"""

from __future__ import annotations

import hashlib
import platform
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from typing import Any

from harness._version import __version__
from harness.config import Source, Task
from harness.core.coverage import Coverage, coverage_notes
from harness.core.errors import some
from harness.core.kernel import describe
from harness.core.model import Qrels
from harness.core.notes import Note
from harness.core.packages import pl
from harness.core.texts import Topics
from harness.evaluation.judgments import KnownJudgments
from harness.evaluation.rules import Rules
from harness.evaluation.scales import find_scale
from harness.evaluation.views import note_judgments
from harness.formats.remote import source
from harness.measures import AnyMeasure, Combination, Measure

#: The key of the reader of lines: the kernel or its twin.
READER = "lines read by"

#: The packages whose versions may change a result.
PACKAGES = ("numpy", "polars", "pydantic", "PyYAML")


def fingerprint(path: str | Path, shown: str) -> dict[str, Any]:
    """Return size and SHA-256 of a file, still packed; ``shown`` is the path to record."""
    with source(path) as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        size = file.tell()
    return {"path": shown, "bytes": size, "sha256": digest}


def topics_digest(topics: Topics) -> str:
    """Return the SHA-256 of topics without a file: identifier, title, description, narrative."""
    digest = hashlib.sha256()
    for topic in topics.values():
        texts = (topic.id, topic.title, topic.description, topic.narrative)
        digest.update("\t".join(text or "" for text in texts).encode() + b"\n")
    return digest.hexdigest()


def qrels_digest(qrels: Qrels) -> str:
    """Return the SHA-256 of judgments without a file: sorted lines ``topic doc grade``."""
    frame = qrels.frame.select("topic", "doc", pl.col("grade").cast(pl.String)).sort("topic", "doc")
    text = frame.write_csv(separator=" ", include_header=False, quote_style="never")
    return hashlib.sha256(text.encode()).hexdigest()


def describe_source(task: Task, source: Source, read: Topics | Qrels) -> dict[str, Any]:
    """Return the record of the source of topics or judgments, with a hash."""
    if source.path is not None:
        origin = fingerprint(task.input(source.path), source.path)
    else:
        digest = topics_digest(read) if isinstance(read, Topics) else qrels_digest(read)
        origin = {"dataset": source.dataset, "sha256": digest}
    records = [note.record() for note in task.input_notes(source, read)]
    return {**origin, "format": read.format, "count": len(read), "warnings": records}


def describe_rules(rules: Rules, topic_policy: str) -> dict[str, Any]:
    """Return the record of the rules."""
    return {
        "dialect": rules.dialect.name,
        "score_precision": rules.dialect.score_type,
        "ties": None if rules.dialect.by_rank else "document identifier, bytewise descending",
        "topic_policy": topic_policy,
        "missing_topics": rules.missing,
        "relevance_level": rules.relevance_level,
        "depth": rules.depth,
        "judged_only": rules.judged_only,
        "collection_size": rules.collection_size or None,
    }


def describe_measures(measures: Iterable[AnyMeasure], rules: Rules) -> list[dict[str, Any]]:
    """Return the records of measures: label, complete notation, and summary as computed.

    ``asked`` is the notation in the task, before its relevance level is applied; ``code`` the
    SHA-256 of the modules that declare it, null for measures of this package. ``lower_is_better``
    is present if true.
    """
    ready = [measure.with_default("rel", rules.relevance_level) for measure in measures]
    return [
        {
            "label": measure.label,
            "notation": measure.notation,
            "summary": measure.summary,
            "asked": _as_asked(measure),
            "code": _foreign_code(measure),
            **({"lower_is_better": True} if find_scale(measure).lower_is_better else {}),
        }
        for measure in ready
    ]


def _as_asked(measure: AnyMeasure) -> str:
    """Return the notation with only the relevance level written for the measure itself."""
    if isinstance(measure, Combination):
        terms = tuple((weight, _drop_level(term)) for weight, term in measure.terms)
        return replace(measure, terms=terms).notation
    return _drop_level(measure).notation


def _drop_level(measure: Measure) -> Measure:
    kept = {name: value for name, value in measure.parameters.items() if name != "rel"}
    if "rel" in measure.given:
        kept["rel"] = measure.parameters.get("rel", measure.family.defaults["rel"])
    return replace(measure, parameters=kept)


def _foreign_code(measure: AnyMeasure) -> str | None:
    """Return the SHA-256 of the foreign modules that declare a measure; None without any."""
    names = {family.function.__module__ for family in measure.requirements()}
    modules = [sys.modules.get(name) for name in names if name.split(".")[0] != "harness"]
    files = [Path(str(getattr(module, "__file__", None))) for module in modules]
    hashes = sorted(fingerprint(file, file.name)["sha256"] for file in files if file.is_file())
    return hashlib.sha256("\n".join(hashes).encode()).hexdigest() if hashes else None


def describe_known(task: Task, known: KnownJudgments | None) -> dict[str, dict[str, Any]]:
    """Return the known judgments among the inputs, each by its key."""
    given = () if known is None else known.given
    return {
        f"known_judgments[{i}]": describe_source(task, source, read)
        for i, (source, read) in enumerate(zip(task.known_judgments, given, strict=True))
    }


def list_packages(task: Task) -> tuple[str, ...]:
    """Return the packages used to compute a task."""
    sources = (task.topics, task.qrels, *task.known_judgments, task.collection_size)
    with_datasets = any(source is not None and source.dataset for source in sources)
    return (*PACKAGES, "ir_datasets") if with_datasets else PACKAGES


def versions(packages: Iterable[str]) -> dict[str, str]:
    """Return the versions of Python, this package and others, and the reader of lines."""
    return {
        "python": platform.python_version(),
        "harness": __version__,
        READER: describe(),
        **{name.lower(): metadata.version(name) for name in packages},
    }


def build_manifest(
    task: Task,
    topics: Topics,
    qrels: Qrels,
    rules: Rules,
    runs: Sequence[Mapping[str, Any]],
    subsets: Mapping[str, Sequence[str]],
    *,
    known: KnownJudgments | None = None,
) -> dict[str, Any]:
    """Return the manifest of an evaluation; ``runs`` describes each run, ``subsets`` lists topics.

    ``qrels`` are the task's; those left after removing ``known`` ones were evaluated.
    """
    given = task.document.root if task.document else None
    inputs = {"qrels": describe_source(task, task.qrels, qrels)} if task.qrels else {}
    if inputs:
        seen = note_judgments(task.measures, qrels, rules)
        inputs["qrels"]["warnings"][:0] = [note.record() for note in seen]
    inputs |= describe_known(task, known)
    inputs |= {
        f"dimensions.{name}": {"dataset": source.dataset}
        if source.path is None
        else fingerprint(task.resolve_path(source.path), source.path)
        for name, source in task.dimensions.items()
    }
    if task.costs is not None:
        inputs["costs"] = fingerprint(task.resolve_path(task.costs), task.costs)
    if task.topics is not None:
        inputs["topics"] = describe_source(task, task.topics, topics)
        judged = qrels.topics
        inputs["topics"]["not_judged"] = sorted(set(topics) - set(judged), key=str.encode)
        inputs["qrels"]["not_in_topics"] = sorted(set(judged) - set(topics), key=str.encode)
    return {
        "task": task.name,
        "warnings": [note.record() for note in task.warnings],
        "versions": versions(list_packages(task)),
        "rules": describe_rules(rules, task.topic_policy),
        **({} if known is None else {"residual": known.facts(qrels)}),
        "measures": describe_measures(task.measures, rules),
        "inputs": inputs,
        "runs": list(runs),
        "subsets": {name: list(ids) for name, ids in subsets.items()},
        "config": {"given": given, "resolved": task.resolved()},
    }


#: The treatment of unanswered topics, in words.
_MISSING = {
    "drop": "only the topics that each run answers",
    "empty": "all judged topics, a missing one as an empty ranking",
    "zero": "all judged topics, a missing one as 0 in trec_eval's measures, else as empty",
}

#: The note of a task with known judgments.
RESIDUAL = Note("residual", "residual collection: documents judged before do not count")


def task_notes(task: Task) -> tuple[Note, ...]:
    """Return the notes on a task of which no results are shown."""
    return (*task.warnings, RESIDUAL) if task.known_judgments else task.warnings


def evaluation_notes(
    runs: Sequence[str], covers: Sequence[Coverage], manifest: Mapping[str, Any]
) -> tuple[Note, ...]:
    """Return all notes on some runs of an evaluation.

    ``runs`` [R] are their names, ``covers`` [R] their coverage.
    """
    return *coverage_notes(runs, covers), rules_note(manifest), *caveats(manifest)


def rules_note(manifest: Mapping[str, Any]) -> Note:
    """Return the note on the rules of the evaluation, in one line.

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
    """Yield the notes on files: topics without judgments, refusals, repairs, warnings."""
    inputs, runs = manifest.get("inputs", {}), manifest.get("runs", ())
    for name, key, code, what in (
        ("topics", "not_judged", "topics-not-judged", "topics without judgments, not averaged"),
        (
            "qrels",
            "not_in_topics",
            "judged-not-in-topics",
            "judged topics that the topics do not have",
        ),
    ):
        if topics := inputs.get(name, {}).get(key):
            yield Note(code, f"{what}: {some(topics)}", numbers={"topics": len(topics)})
    if "residual" in manifest:
        yield from residual_notes(manifest["residual"])
    yield from map(_refused_note, manifest.get("refused", ()))
    for same in manifest.get("identical", ()):
        yield identical_note(same["runs"], same["groups"])
    for run in runs:
        if run.get("repairs"):
            yield repaired_note(run["name"], run["repairs"])
    for part in (manifest, *inputs.values(), *runs):
        yield from map(Note.of, part.get("warnings", ()))


def identical_note(runs: Sequence[str], groups: Sequence[str]) -> Note:
    """Return the note on runs with equal rankings, a warning if of different groups.

    >>> print(identical_note(["a", "b"], ["X", "Y"]))
    runs with identical rankings: a, b, of different groups (X, Y)
    """
    text, own = f"runs with identical rankings: {some(runs, 5)}", sorted({g for g in groups if g})
    if len(own) > 1:
        text += f", of different groups ({some(own, 5)})"
    code = "runs-identical-groups" if len(own) > 1 else "runs-identical"
    return Note(code, text, numbers={"runs": list(runs), "groups": own})


def _refused_note(run: Mapping[str, Any]) -> Note:
    """Return the note on a run that was not evaluated, for errors or as unavailable."""
    first, *others = run["problems"]
    numbers = {"problems": len(run["problems"])}
    if run.get("unavailable"):
        text = f"not evaluated, because it could not be read: {first}"
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
    """Return the note on the repairs of a run."""
    return Note("repaired", f"repaired: {run} ({format_repairs(repairs)})", None, run, repairs)


def format_repairs(repairs: Mapping[str, int]) -> str:
    """Return the repairs of a run in words, with the lines that each changed."""
    return ", ".join(f"{name}, lines changed: {lines}" for name, lines in repairs.items())
