"""A task: everything that one evaluation needs to know, checked and resolved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from harness.config.check import CheckSettings
from harness.config.compare import CompareSettings
from harness.config.parts import Source
from harness.config.pool import PoolSettings
from harness.config.report import ReportSettings, TextSource
from harness.config.schema import CollectionSize, CurveSettings, SubsetEntry
from harness.config.sources import RunFile
from harness.config.yaml_positions import Path as KeyPath
from harness.config.yaml_positions import YamlDocument
from harness.core.dialects import DEFAULT_DIALECT, Dialect
from harness.core.errors import Problem
from harness.core.notes import Note
from harness.evaluation.scoring import DEFAULT_MEASURES, Rules
from harness.measures import AnyMeasure, parse_measures


@dataclass(frozen=True, slots=True)
class Task:
    """One evaluation: which runs, against which judgments, by which measures.

    `load_task` makes it from a file; the fields are that file's keys, which `docs/config.md`
    explains. ``folder`` is where relative paths start; ``document`` is the file itself, None for
    a task that was made in Python; ``warnings`` say what of the file was left out. ``qrels`` is
    None where no judgments are needed: when documents are pooled.

    >>> task = Task("demo", Source(path="qrels.txt"), (RunFile("bm25.run"),), folder=Path("/x"))
    >>> task.place("qrels.txt").as_posix(), [str(measure) for measure in task.measures][:2]
    ('/x/qrels.txt', ['AP', 'nDCG@10'])
    """

    name: str
    qrels: Source | None
    runs: tuple[RunFile, ...]
    measures: tuple[AnyMeasure, ...] = parse_measures(DEFAULT_MEASURES)
    description: str = ""
    topics: Source | None = None
    known_judgments: tuple[Source, ...] = ()
    measure_modules: tuple[str, ...] = ()
    dialect: Dialect = DEFAULT_DIALECT
    relevance_level: int = 1
    depth: int | None = None
    judged_only: bool = False
    collection_size: CollectionSize | None = None
    topic_policy: str = "judged"
    subsets: Mapping[str, SubsetEntry] = field(default_factory=dict)
    facets: tuple[str, ...] = ()
    curves: CurveSettings = field(default_factory=CurveSettings)
    summaries: tuple[str, ...] = ()
    participants: str | None = None
    check: CheckSettings | None = None
    pool: PoolSettings = field(default_factory=PoolSettings)
    compare: CompareSettings = field(default_factory=CompareSettings)
    documents: TextSource | None = None
    report: ReportSettings = field(default_factory=ReportSettings)
    output: Path | None = None
    folder: Path = Path()
    document: YamlDocument | None = None
    warnings: tuple[Note, ...] = ()

    def place(self, path: str) -> Path:
        """Where a file is that the task names."""
        return self.folder / path

    def rules(self, collection_size: int = 0) -> Rules:
        """How runs are evaluated, apart from the measures."""
        return Rules.of(
            self.topic_policy,
            self.dialect,
            relevance_level=self.relevance_level,
            depth=self.depth,
            judged_only=self.judged_only,
            collection_size=collection_size,
        )

    def problem(self, path: KeyPath, message: str, hint: str | None = None) -> Problem:
        """A problem with the value of a key, with file and line where they are known."""
        document = self.document or YamlDocument(self.name, {})
        return document.problem(path, message, hint=hint)

    def resolved(self) -> dict[str, Any]:
        """Every key that has to do with a value, as it counts, as plain values.

        That leaves out ``output``, ``pool``, ``compare``, ``documents`` and ``report``.
        """
        size = self.collection_size
        return {
            "name": self.name,
            "description": self.description,
            "topics": self.topics.model_dump(exclude_none=True) if self.topics else None,
            "qrels": self.qrels.model_dump(exclude_none=True) if self.qrels else None,
            "known_judgments": [
                source.model_dump(exclude_none=True) for source in self.known_judgments
            ],
            "runs": [asdict(run) for run in self.runs],
            "measures": [
                {"label": measure.label, "notation": measure.notation, "summary": measure.summary}
                for measure in self.measures
            ],
            "measure_modules": list(self.measure_modules),
            "dialect": self.dialect.name,
            "relevance_level": self.relevance_level,
            "depth": self.depth,
            "judged_only": self.judged_only,
            "collection_size": size.model_dump(exclude_none=True) if size else None,
            "topic_policy": self.topic_policy,
            "subsets": {
                name: entry.model_dump(mode="json", exclude_none=True)
                for name, entry in self.subsets.items()
            },
            "facets": list(self.facets),
            "curves": self.curves.model_dump(mode="json"),
            "summaries": list(self.summaries),
            "check": self.check.model_dump(mode="json", exclude_none=True) if self.check else None,
        }
