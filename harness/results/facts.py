"""Facts of manifests: what the package reads of them, each with its type.

A manifest is a file that people can edit, so it is checked once, where its directory is opened.
Keys that an earlier version did not write are empty.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StrictInt, ValidationError

from harness.core.errors import Problem, refuse
from harness.settings.model import SettingsModel, complaint


class _ManifestPart(BaseModel):
    """A part of a manifest."""

    model_config = ConfigDict(frozen=True)


class NoteFacts(_ManifestPart):
    """A note, as `Note.record` makes it."""

    code: str
    severity: str
    where: str | None
    subject: str
    numbers: Mapping[str, Any]
    text: str


class RuleFacts(_ManifestPart):
    """The rules, and any others of a later version."""

    model_config = ConfigDict(extra="allow")
    dialect: str = ""
    missing_topics: str | None = None
    relevance_level: StrictInt | None = None
    depth: StrictInt | None = None


class RunTopics(_ManifestPart):
    """The topics of a run that are no matter of course; ``left_out`` ones are not averaged."""

    missing: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    without_relevant: tuple[str, ...] = ()


class ManifestRun(_ManifestPart):
    """A run's file, its findings and repairs, and its documents as `Coverage` counts them."""

    name: str
    path: str | None = None
    sha256: str | None = None
    bytes: StrictInt | None = None
    group: str = ""
    attributes: Mapping[str, str] = {}
    format: str | None = None
    findings: Mapping[str, StrictInt] = {}
    repairs: Mapping[str, StrictInt] = {}
    warnings: tuple[NoteFacts, ...] = ()
    topics: RunTopics = RunTopics()
    retrieved: StrictInt = 0
    unjudged: StrictInt = 0
    pooled: StrictInt = 0
    junk: StrictInt = 0
    relevant: StrictInt = 0
    relevant_retrieved: StrictInt = 0
    tied: StrictInt = 0
    known: StrictInt = 0
    dropped: StrictInt = 0


class MeasureFacts(_ManifestPart):
    """A measure as computed, and as ``asked`` for; None if unknown."""

    label: str
    notation: str
    summary: str = ""
    asked: str | None = None
    code: str | None = None
    lower_is_better: bool | None = None


class InputFacts(_ManifestPart):
    """The source of topics or judgments."""

    path: str | None = None
    dataset: str | None = None
    sha256: str | None = None
    format: str | None = None
    count: StrictInt | None = None
    warnings: tuple[NoteFacts, ...] = ()
    not_judged: tuple[str, ...] = ()
    not_in_topics: tuple[str, ...] = ()


class ResidualFacts(_ManifestPart):
    """The number of known judgments, and what left the task with them."""

    known: StrictInt
    left_judgments: StrictInt = 0
    not_judged: StrictInt = 0
    topics_left: tuple[str, ...] = ()


class RefusedFacts(_ManifestPart):
    """A run that was not evaluated."""

    name: str
    path: str
    group: str
    problems: Annotated[tuple[str, ...], Field(min_length=1)]
    unavailable: bool = False


class IdenticalFacts(_ManifestPart):
    """Runs with the same rankings, and their groups."""

    runs: tuple[str, ...]
    groups: tuple[str, ...]


class PlanFacts(_ManifestPart):
    """The plan of a pool."""

    strategy: str
    batch: StrictInt = 1
    runs: tuple[ManifestRun, ...]


class ResolvedKeys(_ManifestPart):
    """The keys of the task with their resolved values."""

    model_config = ConfigDict(extra="allow")
    description: str = ""


class TaskFacts(_ManifestPart):
    """The task, as given and as resolved."""

    given: Mapping[str, Any] | None = None
    resolved: ResolvedKeys = ResolvedKeys()


class ManifestFacts(_ManifestPart):
    """The facts of the manifest of results or of a pool."""

    task: str = ""
    versions: Mapping[str, str] = {}
    rules: RuleFacts = RuleFacts()
    inputs: Mapping[str, InputFacts] = {}
    runs: tuple[ManifestRun, ...] = ()
    refused: tuple[RefusedFacts, ...] = ()
    identical: tuple[IdenticalFacts, ...] = ()
    measures: tuple[MeasureFacts, ...] = ()
    subsets: Mapping[str, tuple[str, ...]] = {}
    residual: ResidualFacts | None = None
    warnings: tuple[NoteFacts, ...] = ()
    notes: tuple[NoteFacts, ...] = ()
    plan: PlanFacts | None = None
    config: TaskFacts = TaskFacts()
    files: Mapping[str, str] = {}

    @classmethod
    def of(cls, manifest: Mapping[str, Any], where: str, kind: str = "results") -> ManifestFacts:
        """Check a manifest; `InputError` names every key whose value is not of its type.

        >>> ManifestFacts.of({"runs": [{"name": 7}]}, "a/manifest.json")
        Traceback (most recent call last):
        harness.core.errors.InputError: a/manifest.json: runs.0.name: damaged results: a text is...
        """
        try:
            return cls.model_validate(manifest)
        except ValidationError as error:
            hint = "run the command that wrote them again"
            refuse(
                Problem(
                    f"damaged {kind}: {complaint(detail, SettingsModel)[0]}",
                    where,
                    key=".".join(map(str, detail["loc"])),
                    hint=hint,
                )
                for detail in error.errors()
            )
            raise

    @property
    def known_judgments(self) -> Mapping[str, InputFacts]:
        """The sources of known judgments, by file or dataset."""
        known = [facts for name, facts in self.inputs.items() if name.startswith("known_judgments")]
        return {facts.path or facts.dataset or "": facts for facts in known}

    @property
    def settings(self) -> Mapping[str, Any]:
        """The keys of the task with their resolved values."""
        return dict(self.config.resolved)
