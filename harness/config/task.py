"""A task: all that one evaluation needs to know, its subsets of topics, where its outputs go.

Outputs go beside the task's file, under its name, wherever a command is called. For
``lab/web.yaml`` they are ``lab/results/web`` (and, beside it, ``web.html``, ``web-sheets`` and
``web-figures``), ``lab/pools/web``, ``lab/packets/web``, ``lab/receipts/web`` and
``lab/web.ledger``. The keys `output` and `judge.ledger` of the task, and -o, say otherwise.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import count
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from harness.config.yaml_positions import Path as KeyPath
from harness.config.yaml_positions import YamlDocument
from harness.core.dialects import DEFAULT_DIALECT, Dialect
from harness.core.errors import Problem
from harness.core.harmless import real_path
from harness.core.identity import RunFile, file_names
from harness.core.notes import Note
from harness.evaluation.rules import Rules
from harness.formats.remote import located
from harness.measures import AnyMeasure, parse_measures
from harness.settings.names import DEFAULT_MEASURES
from harness.settings.task import TaskKeys


def place_of(kind: str, path: str | os.PathLike[str], chosen: Sequence[str] = ()) -> Path:
    """The directory for outputs of a kind; ``chosen`` are runs, or measures, that were named.

    >>> place_of("results", "lab/web.yaml").as_posix(), place_of("pools", "web.yaml").as_posix()
    ('lab/results/web', 'pools/web')
    """
    return Path(path).parent / kind / stem_with(path, chosen)


def next_place(kind: str, path: str | os.PathLike[str]) -> Path:
    """The directory for the next outputs of a kind: ``pools/web-2`` after ``pools/web``.

    >>> next_place("pools", "/nowhere/web.yaml").as_posix()
    '/nowhere/pools/web-2'
    """
    first = place_of(kind, path)
    numbered = (first.with_name(f"{first.name}-{number}") for number in count(2))
    return next(free for free in numbered if not free.exists())


def stem_with(path: str | os.PathLike[str], runs: Sequence[str]) -> str:
    """The stem of files about a task; those about chosen runs are not the organisers'.

    >>> stem_with("configs/demo.yaml", []), stem_with("demo.yaml", ["runs/my best.run", "b"])
    ('demo', 'demo-my_best+b')
    """
    stem, names = Path(path).stem, [file_names(run)[0] for run in runs]
    if not names:
        return stem
    few = names if len(names) <= 3 else [names[0], f"{len(names) - 1}_more"]
    safe = re.sub(r"[^\w.+@-]", "_", "+".join(few))[:100]
    return f"{stem}-{safe}"


#: Keys that change no value.
_SHOWING = frozenset(
    ("participants", "receive", "pool", "judge", "compare", "gate", "documents", "report")
)


class _AsItIs:
    """Marks a field whose value is made by this package, and not looked into."""

    def __get_pydantic_core_schema__(self, _: Any, __: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.any_schema()


class Task(TaskKeys):
    """One evaluation: which runs, against which judgments, by which measures.

    `load_task` makes it from a file; the fields are that file's keys, which `docs/config.md`
    explains. ``folder`` is where relative paths start; ``document`` is the file itself, None for
    a task that was made in Python; ``warnings`` say what of the file was left out. ``qrels`` is
    None where no judgments are needed: when documents are pooled.

    >>> task = Task(name="demo", runs=(RunFile("bm25.run"),), folder=Path("/x"))
    >>> task.path_of("qrels.txt").as_posix(), [str(measure) for measure in task.measures][:2]
    ('/x/qrels.txt', ['AP', 'nDCG@10'])
    """

    name: str
    runs: Annotated[tuple[RunFile, ...], _AsItIs()] = ()
    measures: Annotated[tuple[AnyMeasure, ...], _AsItIs()] = parse_measures(DEFAULT_MEASURES)
    dialect: Annotated[Dialect, _AsItIs()] = DEFAULT_DIALECT
    output: Path | None = None
    folder: Path = Path()
    document: Annotated[YamlDocument | None, _AsItIs()] = None
    warnings: tuple[Note, ...] = ()

    def path_of(self, path: str) -> Path:
        """Where a file is that the task names."""
        return self.folder / real_path(path)

    def input(self, path: str) -> str:
        """Where an input is that the task names: a file or a URL."""
        return located(self.folder, path)

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

        That leaves out how work is done, what is pooled, compared and shown, and where it goes.
        """
        keys = [key for key in TaskKeys.model_fields if key not in _SHOWING]
        return {
            "name": self.name,
            **{key: _plain(getattr(self, key)) for key in keys},
            "runs": [asdict(run) for run in self.runs],
            "measures": [
                {"label": measure.label, "notation": measure.notation, "summary": measure.summary}
                for measure in self.measures
            ],
            "dialect": self.dialect.name,
        }


def _plain(value: Any) -> Any:
    """The values of a key as JSON has them, without the keys that are not given."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", exclude_none=True)
    if isinstance(value, Mapping):
        return {name: _plain(part) for name, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, tuple) else value
