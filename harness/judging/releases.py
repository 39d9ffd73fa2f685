"""Releases: the judgments of a ledger by a named policy, up to a position, as bytes of qrels."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from harness.core.errors import EvaluationError, Problem, unknown
from harness.core.model import Qrels
from harness.core.packages import pl
from harness.formats.writing import write_qrels
from harness.judging.judgments import document_judgments, model_grades, standing_skips
from harness.judging.ledger import Ledger, now
from harness.judging.policies import Policy, PolicyDecisions, decide
from harness.judging.pools import unite_pools
from harness.pooling.pool import blank_qrels


@dataclass(frozen=True, eq=False)
class Release:
    """Released judgments, and how they were made.

    ``manifest`` has policy, dimension, position (the number of the last event that counts), layout,
    hash of ``content``, the numbers of documents judged, open and skipped, and the number of
    judgments ``not_counted``, by other kinds of assessors. The same ledger, policy and position
    give the same bytes, whatever was recorded since.
    """

    qrels: Qrels
    content: bytes
    decided: PolicyDecisions
    manifest: Mapping[str, Any]


def release_judgments(
    ledger: Ledger,
    policy: Policy | str = "adjudicated",
    *,
    dimension: str | None = None,
    layout: str | None = None,
    position: int | None = None,
) -> Release:
    """Release the judgments of a ledger, one grade per document, by a policy.

    Parameters
    ----------
    ledger
        A ledger from `harness.read_ledger`.
    policy
        The rule for documents that several people judged.
    dimension
        The dimension; None for the first of the guidelines.
    layout
        The layout of the judgments; None for the pool's: ``trec``, or for samples ``strata`` or
        ``prels`` with the probabilities of the pool.
    position
        The number of the last event that counts; None for all.

    Returns
    -------
    Release
        With ``qrels`` for `harness.score`. Documents that the policy leaves open are not in them,
        but counted.

    Raises
    ------
    EvaluationError
        For an unknown policy, dimension or position.

    Examples
    --------
    >>> import tempfile
    >>> from harness.judging.ledger import create
    >>> from harness.judging.recording import record_guidelines
    >>> from harness.settings.judge import Guidelines
    >>> with tempfile.TemporaryDirectory() as folder, create(f"{folder}/t.ledger") as ledger:
    ...     with ledger.transaction() as writing:
    ...         _ = record_guidelines(writing, Guidelines())
    ...     release_judgments(ledger).manifest["judged"]
    0
    """
    policy = Policy(policy) if isinstance(policy, str) else policy
    newest = ledger.position
    position = newest if position is None else position
    if not 0 <= position <= newest:
        hint = f"the newest event has the number {newest}"
        raise EvaluationError(Problem(f"there is no position {position}", hint=hint))
    scale = ledger.guidelines[1].dimension(dimension)
    judgments = document_judgments(ledger, scale.name, position)
    decided = decide(judgments, policy)
    qrels = _qrels(ledger, decided, layout)
    content = write_qrels(qrels, qrels.format).content
    open_units = decided.open.height
    manifest = {
        "format": "harness release 1",
        "policy": asdict(policy),
        "dimension": scale.name,
        "position": position,
        "layout": qrels.format,
        "sha256": hashlib.sha256(content).hexdigest(),
        "judged": decided.grades.height,
        "open": open_units,
        "skipped": standing_skips(ledger, position).height,
        "relevant": int((decided.grades["grade"] >= scale.relevant).sum()),
        "not_counted": _not_counted(judgments, policy),
    }
    return Release(qrels, content, decided, manifest)


def add_model(ledger: Ledger, made: Release, name: str) -> Release:
    """Add a model's grade of every document to the release of a sample, as CSV.

    Raises `EvaluationError` if the pool is no sample, or the model judged nothing.
    """
    if made.qrels.format not in ("strata", "prels"):
        message = "the pool is not a sample, so people's judgments cannot correct a model's"
        hint = "strategies that draw: uniform, stratified, proportional (docs/pooling.md)"
        raise EvaluationError(Problem(message, hint=hint))
    judgments = document_judgments(ledger, made.manifest["dimension"], made.manifest["position"])
    labels = model_grades(judgments, name)
    if labels.is_empty():
        hint = f"harness judge model TASK {name}"
        raise EvaluationError(Problem(f"the model {name!r} has judged nothing", hint=hint))
    columns = ("topic", "doc", "grade", "stratum", "method", "probability")
    kept = [column for column in columns if column in made.qrels.frame.columns]
    frame = made.qrels.frame.select(kept).join(labels, on=["topic", "doc"], how="left")
    qrels = Qrels(frame.sort("topic", "doc"), format="csv")
    content = write_qrels(qrels, "csv").content
    digest = hashlib.sha256(content).hexdigest()
    added = {"layout": "csv", "sha256": digest, "model": name, "labelled": labels.height}
    return Release(qrels, content, made.decided, {**made.manifest, **added})


def _not_counted(judgments: pl.DataFrame, policy: Policy) -> dict[str, int]:
    """Count the judgments by kinds of assessors that a policy does not name."""
    left_out = judgments.filter(~pl.col("assessor_kind").is_in(policy.kinds))
    return dict(left_out.group_by("assessor_kind").len().sort("assessor_kind").rows())


def count_unjudged(ledger: Ledger, made: Release) -> int:
    """Count the documents of all pools that have neither a grade in a release nor are open in it.

    They may have come later than the release, whose manifest does not count them.
    """
    query = "SELECT DISTINCT topic, doc FROM pooled JOIN unit ON unit.id = unit WHERE drawn"
    parts = (made.decided.grades, made.decided.open)
    decided = {pair for part in parts for pair in part.select("topic", "doc").iter_rows()}
    return len(set(ledger.rows(query)) - decided)


def record_release(ledger: Ledger, name: str, made: Release) -> None:
    """Record a release under a name, so that its bytes can be reproduced.

    Raises `EvaluationError` for a name that another release has.
    """
    manifest = made.manifest
    settings = {
        key: manifest[key] for key in ("policy", "dimension", "layout", "model") if key in manifest
    }
    content = json.dumps(settings, ensure_ascii=False, sort_keys=True)
    row = (name, content, made.manifest["position"], made.manifest["sha256"])
    with ledger.transaction() as writing:
        query = "SELECT policy, position, sha256 FROM release WHERE name = ?"
        known = writing.execute(query, (name,)).fetchone()
        if known is not None and known != row[1:]:
            hint = "a release never changes: give this one a name of its own"
            raise EvaluationError(Problem(f"there is another release {name!r}", hint=hint))
        if known is None:
            insert = (
                "INSERT INTO release (name, policy, position, sha256, recorded_at) "
                "VALUES (?, ?, ?, ?, ?)"
            )
            writing.execute(insert, (*row, now()))


def reproduce_release(ledger: Ledger, name: str) -> Release:
    """Reproduce a recorded release; raises `EvaluationError` if its bytes differ."""
    rows = ledger.rows("SELECT policy, position, sha256 FROM release WHERE name = ?", (name,))
    if not rows:
        names = [row[0] for row in ledger.rows("SELECT name FROM release ORDER BY id")]
        raise EvaluationError(unknown("release", name, names))
    settings, position, digest = json.loads(rows[0][0]), *rows[0][1:]
    given = settings["policy"]
    policy = Policy(given["name"], given["agreeing"], tuple(given["kinds"]))
    made = release_judgments(
        ledger,
        policy,
        dimension=settings["dimension"],
        layout=None if "model" in settings else settings["layout"],
        position=position,
    )
    if "model" in settings:
        made = add_model(ledger, made, settings["model"])
    if made.manifest["sha256"] != digest:
        message = f"the release {name!r} cannot be made again: its bytes would differ"
        raise EvaluationError(Problem(message, hint="another version of harness made it"))
    return made


def compare_releases(ledger: Ledger, before: str, after: str) -> pl.DataFrame:
    """Compare two releases: topic, doc, before, after; null if not released.

    Raises `EvaluationError` for a name that no release has.
    """
    first, second = (
        reproduce_release(ledger, name).qrels.frame.select(
            "topic", "doc", pl.col("grade").alias(as_)
        )
        for name, as_ in ((before, "before"), (after, "after"))
    )
    both = first.join(second, on=["topic", "doc"], how="full", coalesce=True)
    return both.filter(~pl.col("before").eq_missing(pl.col("after"))).sort("topic", "doc")


def _qrels(ledger: Ledger, decided: PolicyDecisions, layout: str | None) -> Qrels:
    """Return the grades in a layout; by default the newest pool's, with its probabilities."""
    grades = decided.grades.select("topic", "doc", "grade")
    if ledger.value("SELECT count(*) FROM pool"):
        blank = blank_qrels(unite_pools(ledger), Qrels(grades))
        if layout in (None, blank.format) and blank.format != "trec":
            return blank
    batches = _batches(ledger)
    frame = grades.join(batches, on=["topic", "doc"], how="left").with_columns(
        pl.col("iter").fill_null(0)
    )
    return Qrels(frame.sort("topic", "doc"), format=layout or "trec")


def _batches(ledger: Ledger) -> pl.DataFrame:
    """Return the batch of each document in the first pool with it."""
    query = """
        SELECT u.topic, u.doc, p.batch
        FROM (SELECT unit, min(pool) AS pool FROM pooled WHERE drawn GROUP BY unit) earliest
        JOIN pooled p USING (pool, unit) JOIN unit u ON u.id = p.unit WHERE u.kind = 'document'
    """
    schema = {"topic": pl.String, "doc": pl.String, "iter": pl.Int64}
    return pl.DataFrame(ledger.rows(query), schema=schema, orient="row")
