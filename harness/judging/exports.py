"""Export a ledger beside releases: every assessor's judgments, passages, the whole history."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from harness.core.errors import EvaluationError, Problem, look_up, refuse, some
from harness.core.model import Qrels
from harness.core.numbers import collect
from harness.core.packages import pl
from harness.core.texts import Offsets
from harness.formats.tables import passages_type
from harness.formats.writing import parquet_content, write_qrels
from harness.judging.judgments import document_judgments, newest_votes
from harness.judging.ledger import Ledger
from harness.judging.policies import Policy
from harness.judging.releases import release_judgments
from harness.settings.names import PEOPLE

#: Function that returns the offsets of a document's text; None without a text.
OffsetsOf = Callable[[str], Offsets | None]

_HISTORY = """
    SELECT e.id AS event, e.kind, u.topic, u.doc, u.kind AS unit, u.part, s.name AS assessor,
           CASE e.source WHEN 'simulation' THEN 'simulated' ELSE s.kind END AS assessor_kind,
           o.name AS actor, a.id AS assignment, a.reason, a.batch,
           a.position, e.text, e.undoes, e.guideline, e.content_sha256, e.source, e.key,
           e.shown_at, e.judged_at, e.active_ms, e.recorded_at,
           (SELECT json_group_object(dimension, value) FROM grade WHERE event = e.id) AS grades,
           (SELECT json_group_array(json_array(start, length)) FROM
             (SELECT start, length FROM passage WHERE event = e.id ORDER BY number)) AS passages
    FROM event e JOIN assignment a ON a.id = e.assignment JOIN unit u ON u.id = a.unit
    JOIN assessor s ON s.id = a.assessor JOIN assessor o ON o.id = e.actor ORDER BY e.id
"""
_NUMBERS = ("event", "assignment", "batch", "position", "undoes", "guideline", "active_ms")


def history(ledger: Ledger) -> pl.DataFrame:
    """Return all events, one per row, in the order of recording."""
    rows = ledger.rows(_HISTORY)
    names = [
        "event", "kind", "topic", "doc", "unit", "part", "assessor", "assessor_kind", "actor",
        "assignment", "reason", "batch", "position", "text", "undoes", "guideline",
        "content_sha256", "source", "key", "shown_at", "judged_at", "active_ms", "recorded_at",
        "grades", "passages",
    ]  # fmt: skip
    schema = {name: pl.Int64 if name in _NUMBERS else pl.String for name in names}
    return pl.DataFrame(rows, schema=schema, orient="row")


@dataclass(frozen=True, slots=True)
class ExportScope:
    """Scope of an export: a dimension, and kinds of assessors.

    ``offsets_of`` returns the offsets of a text's characters in its document, which passages need.
    """

    dimension: str | None = None
    offsets_of: OffsetsOf = lambda _: None
    kinds: tuple[str, ...] = PEOPLE

    def votes(self, ledger: Ledger) -> pl.DataFrame:
        """Return the newest judgment of each document by each assessor."""
        of_kinds = pl.col("assessor_kind").is_in(self.kinds)
        return newest_votes(document_judgments(ledger, self.dimension).filter(of_kinds))

    def released(self, ledger: Ledger, dimension: str | None) -> pl.DataFrame:
        """Return one grade per document: unanimous, or decided by an adjudicator."""
        policy = Policy(kinds=self.kinds)
        return release_judgments(ledger, policy, dimension=dimension, layout="trec").qrels.frame


def export(ledger: Ledger, to: str, wanted: ExportScope = ExportScope()) -> bytes:
    """Return the content of an export, by its name in `EXPORTS`.

    Raises `EvaluationError` for an unknown name, and for passages of a document without a text.
    """
    return look_up("export", to, EXPORTS)(ledger, wanted)


def _jsonl(ledger: Ledger, _: ExportScope) -> bytes:
    lines = []
    for row in history(ledger).rows(named=True):
        content = {**row, "grades": json.loads(row["grades"])}
        content["passages"] = json.loads(row["passages"])
        lines.append(json.dumps(content, ensure_ascii=False) + "\n")
    return "".join(lines).encode()


def _votes(ledger: Ledger, wanted: ExportScope) -> pl.DataFrame:
    """Return the newest judgment of each document by each assessor, who becomes its ``group``.

    Raises `EvaluationError` for assessors with equal names once blanks, which layouts forbid, are
    replaced.
    """
    frame = wanted.votes(ledger)
    frame = frame.with_columns(group=pl.col("assessor").str.replace_all(r"\s+", "_"))
    names = frame.select("group", "assessor").unique().sort("assessor")
    refuse(
        (
            Problem(f"the assessors {some(same)} would have one name without blanks: {group!r}")
            for group, same in names.group_by("group", maintain_order=True).agg("assessor").rows()
            if len(same) > 1
        ),
        EvaluationError,
    )
    return frame.sort("topic", "group", "doc")


def _by_assessor(ledger: Ledger, wanted: ExportScope) -> bytes:
    frame = _votes(ledger, wanted).select("topic", "group", "doc", "grade")
    return write_qrels(Qrels(frame, format="qrels_jg"), "qrels_jg").content


def _preferences(ledger: Ledger, wanted: ExportScope) -> bytes:
    """Export the preferences of each assessor, by their grades."""
    frame = _votes(ledger, wanted).select(
        "topic",
        "doc",
        "grade",
        "group",
        subgroup=pl.lit("0"),
        level=pl.col("grade").cast(pl.Float64),
    )
    return write_qrels(Qrels(frame), "prefs").content


def _diversity(ledger: Ledger, wanted: ExportScope) -> bytes:
    """Export each dimension as a subtopic, numbered from 1 in the order of the guidelines."""
    dimensions = enumerate(ledger.guidelines[1].dimensions, start=1)
    frames = [
        wanted.released(ledger, scale.name).select(
            "topic", pl.lit(str(number)).alias("subtopic"), "doc", "grade"
        )
        for number, scale in dimensions
    ]
    frame = pl.concat(frames).sort("topic", "subtopic", "doc")
    return write_qrels(Qrels(frame), "diversity").content


def _inex(ledger: Ledger, wanted: ExportScope) -> bytes:
    """Export the passages of each document's newest judgment, in characters of its file."""
    frame = wanted.votes(ledger).unique(["topic", "doc"], keep="last", maintain_order=True)
    query = "SELECT event, start, length FROM passage ORDER BY event, number"
    passages = collect((event, (start, length)) for event, start, length in ledger.rows(query))
    rows: list[dict[str, Any]] = []
    for row in frame.sort("topic", "doc").rows(named=True):
        offsets = wanted.offsets_of(row["doc"])
        parts = passages.get(row["event"], [])
        parts = [offsets.in_file(*part) for part in parts] if offsets else parts
        marked = [(start, length) for start, length in parts if length]
        entry = next((start for start, length in parts if not length), None)
        rows.append(
            {
                "topic": row["topic"],
                "doc": row["doc"],
                "grade": int(bool(marked)),
                "relevant_chars": sum(length for _, length in marked),
                "doc_chars": offsets.size if offsets else None,
                "best_entry": (entry if entry is not None else marked[0][0]) if marked else None,
                "passages": [{"offset": start, "length": length} for start, length in marked],
            }
        )
    refuse(_without_passages(rows, frame, ledger, wanted.dimension), EvaluationError)
    numbers = ("grade", "relevant_chars", "doc_chars", "best_entry")
    schema: dict[str, Any] = {
        **dict.fromkeys(("topic", "doc"), pl.String),
        **dict.fromkeys(numbers, pl.Int64),
        "passages": passages_type(),
    }
    return write_qrels(Qrels(pl.DataFrame(rows, schema=schema), format="inex"), "inex").content


def _without_passages(
    rows: Sequence[Mapping[str, Any]], votes: pl.DataFrame, ledger: Ledger, dimension: str | None
) -> Iterator[Problem]:
    """Yield problems of documents that INEX's layout cannot hold: no length, or no passage."""
    relevant = ledger.guidelines[1].dimension(dimension).relevant
    positive = set(votes.filter(pl.col("grade") >= relevant).select("topic", "doc").rows())
    for row in rows:
        topic, doc = row["topic"], row["doc"]
        if row["doc_chars"] is None:
            hint = "the key documents names texts"
            yield Problem(f"the length of {doc!r} is not known", hint=hint)
        if (topic, doc) in positive and not row["grade"]:
            message = f"document {doc!r} is relevant to topic {topic!r}, but no passage is marked"
            yield Problem(message, hint="judge.passages lets assessors mark them")


#: Every export, by its name.
EXPORTS: dict[str, Callable[[Ledger, ExportScope], bytes]] = {
    "qrels_jg": _by_assessor,
    "prefs": _preferences,
    "diversity": _diversity,
    "ntcir": lambda ledger, wanted: (
        write_qrels(Qrels(wanted.released(ledger, wanted.dimension)), "ntcir").content
    ),
    "inex": _inex,
    "jsonl": _jsonl,
    "parquet": lambda ledger, _: parquet_content(history(ledger)),
}
