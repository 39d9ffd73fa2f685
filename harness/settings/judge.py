"""Settings of judging: the keys of a task file, and the guidelines and grades of assessors."""

from __future__ import annotations

import re
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, field_validator

from harness.core.errors import look_up
from harness.core.trust import CODE
from harness.settings.model import (
    Count,
    Natural,
    OneOf,
    SettingsModel,
    Share,
    Text,
    Texts,
    make_entry_list,
    make_list,
)
from harness.settings.names import (
    ASSESSOR_KINDS,
    DEFAULT_AGREEING,
    DEFAULT_POLICY,
    OWN_DOCUMENTS,
    PEOPLE,
    POLICY_NAMES,
)
from harness.settings.sources import (
    AnySource,
    ExistingDirectory,
    ExistingFile,
    OneOrigin,
    OutputPath,
)

_COLOUR = re.compile("#[0-9a-f]{6}", re.IGNORECASE)


class GradeEntry(SettingsModel):
    """A grade as shown to assessors."""

    name: Text = Field(description="Its name: `relevant`.")
    colour: Text | None = Field(default=None, description="`#rrggbb`, on the assessors' page.")
    description: Text | None = Field(default=None, description="When to give it, in a sentence.")

    @field_validator("colour")
    @classmethod
    def _is_colour(cls, value: str | None) -> str | None:
        if value is not None and not _COLOUR.fullmatch(value):
            raise ValueError(f"{value!r} is not a colour like #1b7f4d")
        return value


class Grade(GradeEntry):
    """One grade of a dimension."""

    value: int = Field(description="The number that stands in qrels.")


class Dimension(SettingsModel):
    """A property that is judged on a scale of its own: relevance, trust, understandability."""

    name: str = Field(description="The property that is judged.")
    grades: Annotated[tuple[Grade, ...], Field(min_length=2)] = Field(
        description="Its grades, each with its number and name."
    )
    relevant: int = Field(default=1, description="The lowest grade that is positive.")

    @field_validator("grades")
    @classmethod
    def _distinct(cls, grades: tuple[Grade, ...]) -> tuple[Grade, ...]:
        for what in ("value", "name"):
            values = [getattr(grade, what) for grade in grades]
            if len(set(values)) < len(values):
                raise ValueError(f"two grades have the same {what}")
        return tuple(sorted(grades, key=lambda grade: grade.value))

    @property
    def values(self) -> tuple[int, ...]:
        """The numbers of its grades, lowest first."""
        return tuple(grade.value for grade in self.grades)


#: The default dimension.
RELEVANCE = Dimension(
    name="relevance", grades=(Grade(value=0, name="not relevant"), Grade(value=1, name="relevant"))
)


class Guidelines(SettingsModel):
    """Instructions and scales for assessors; each judgment records the version it was made under.

    The grades of the first dimension are released by default.
    """

    text: str = Field(default="", description="The instructions, in Markdown.")
    dimensions: Annotated[tuple[Dimension, ...], Field(min_length=1)] = Field(
        default=(RELEVANCE,), description="The properties that are judged."
    )
    passages: bool = Field(
        default=False, description="Assessors mark relevant text and a best entry point."
    )
    active_time: bool = Field(
        default=False, description="How long assessors work on each document is recorded."
    )

    @field_validator("dimensions")
    @classmethod
    def _names(cls, dimensions: tuple[Dimension, ...]) -> tuple[Dimension, ...]:
        names = [dimension.name for dimension in dimensions]
        if len(set(names)) < len(names):
            raise ValueError("two dimensions have the same name")
        return dimensions

    def dimension(self, name: str | None = None) -> Dimension:
        """Return the dimension with a name, or the first; raises `EvaluationError`."""
        known = {dimension.name: dimension for dimension in self.dimensions}
        return self.dimensions[0] if name is None else look_up("dimension", name, known)


def name_alone(value: Any) -> Any:
    """Expand ``1: relevant`` to ``1: {name: relevant}``, ``ann`` to ``{name: ann}``."""
    return {"name": value} if isinstance(value, str) else value


class AssessorEntry(SettingsModel):
    """An assessor, or a group that judges."""

    name: Text = Field(description="The assessor, or the group that judges a share.")
    topics: Texts = Field(default=(), description="The topics it proposed, which it should judge.")
    group: Text | None = Field(
        default=None, description="Assessors of one group take one share of the topics together."
    )
    capacity: Count | None = Field(
        default=None,
        description="The most documents that it judges; overlap and repeats come on top.",
    )
    conflicts: Texts = Field(default=(), description="Topics that it must not judge.")


class Proposers(OneOrigin):
    """The proposers of topics: a table, or an attribute of the topics."""

    path: ExistingFile | None = Field(
        default=None,
        description="A table with the columns `topic` and `assessor`; a topic may have several.",
    )
    attribute: Text | None = Field(
        default=None, description="The attribute of each topic that names its proposer."
    )


class DimensionEntry(SettingsModel):
    """A scale on which documents are judged."""

    grades: dict[int, Annotated[GradeEntry, BeforeValidator(name_alone)]] = Field(
        description="The name of each grade: `{0: not relevant, 1: relevant}`."
    )
    relevant: int = Field(default=1, description="The lowest grade that is positive.")

    def dimension(self, name: str) -> Dimension:
        """Return the dimension with these grades, under a name."""
        grades = tuple(
            Grade(value=value, **entry.model_dump()) for value, entry in self.grades.items()
        )
        return Dimension(name=name, grades=grades, relevant=self.relevant)


class ModelEntry(SettingsModel):
    """A model that judges beside people, under its own name."""

    module: Annotated[Text, CODE] | None = Field(
        default=None,
        description="The Python module whose function `judge(topic, document, guidelines)` asks "
        "the model: a name as in an import statement, or a path ending in `.py`.",
    )
    prompt: ExistingFile | None = Field(default=None, description="The file with the prompt.")
    family: Text | None = Field(
        default=None,
        description="The value of the attribute `family` of runs in the table of participants that "
        "are of the model's own family; `judge agreement` shows whether it favours them.",
    )
    parameters: dict[Text, Any] = Field(
        default_factory=dict,
        description="Settings of the module; recorded, so no place for passwords.",
    )


class JudgeSettings(SettingsModel):
    """Settings of judging, and of turning judgments into qrels."""

    assessors: Annotated[
        tuple[Annotated[AssessorEntry, BeforeValidator(name_alone)], ...],
        BeforeValidator(make_entry_list),
    ] = Field(
        default=(),
        description="The assessors: names, or mappings; `groups` alone for every pooled group.",
    )
    share: Annotated[Text, OneOf("share", ("topics", "documents"))] = Field(
        default="topics",
        description="Share out `topics`, each to one assessor, or the `documents` of every topic.",
    )
    overlap: Share = Field(
        default=0.0,
        description="The share of each topic's documents, rounded up, that a second assessor "
        "judges too.",
    )
    repeats: Share = Field(
        default=0.0,
        description="The share of each topic's documents, rounded up, that its assessor is shown "
        "again.",
    )
    next: Annotated[Text, OneOf("way", ("batch", "live"))] = Field(
        default="batch",
        description="When an adaptive strategy is asked for further documents: after each `batch`, "
        "by `harness judge next`, or `live`, by the pages with each judgment.",
    )
    own_documents: Annotated[Text, OneOf("choice", OWN_DOCUMENTS)] = Field(
        default="all",
        description="Which documents retrieved by the runs of their own group assessors judge: "
        "`all`, those that other groups retrieved too (`shared`), or `none`.",
    )
    proposers: Proposers | None = Field(
        default=None, description="The proposers of topics, who judge them."
    )
    seed: Natural = Field(default=1, description="The seed of assignments and their order.")
    ledger: OutputPath | None = Field(
        default=None,
        description="The file in which all judgments are kept, relative to the task file. Default: "
        "the task file's name with `.ledger`, beside it.",
    )
    guidelines: ExistingFile | None = Field(
        default=None, description="The instructions for assessors: a text in Markdown."
    )
    dimensions: dict[Text, DimensionEntry] = Field(
        default_factory=dict,
        description="The judged properties, by name, with their grades. Default: `relevance`, "
        "0 not relevant, 1 relevant.",
    )
    passages: bool = Field(
        default=False, description="Assessors mark relevant text and a best entry point."
    )
    active_time: bool = Field(
        default=False,
        description="Whether to record how long assessors work on each document; their page "
        "says so.",
    )
    pdfs: ExistingDirectory | None = Field(
        default=None,
        description="A directory with a file `DOC.pdf` for each document that assessors see as "
        "PDF, in the browser's viewer.",
    )
    images: ExistingDirectory | None = Field(
        default=None,
        description="A directory with the pictures that documents in HTML show, by file name.",
    )
    language: Text | None = Field(
        default=None,
        description="The language of topics that assessors read, where topics have several: `fr`.",
    )
    training: AnySource | None = Field(
        default=None,
        description="Judgments of documents that every assessor judges first, with an answer.",
    )
    gold: AnySource | None = Field(
        default=None,
        description="Judgments of documents hidden among the others, to see how well each "
        "assessor agrees with them.",
    )
    lease: Count | None = Field(
        default=None,
        description="Days without a judgment after which an assessor's open documents go to "
        "others, while the pages are served. Default: never.",
    )
    policy: Annotated[Text, OneOf("policy", POLICY_NAMES)] = Field(
        default=DEFAULT_POLICY, description="How judgments of several assessors become one grade."
    )
    agreeing: Count = Field(
        default=DEFAULT_AGREEING, description="The number that must agree, for the policy `m-of-n`."
    )

    models: dict[Text, ModelEntry] = Field(
        default_factory=dict,
        description="Models that judge beside people, by name; a changed prompt is another model.",
    )
    kinds: Annotated[
        tuple[Annotated[Text, OneOf("kind of assessor", ASSESSOR_KINDS)], ...],
        BeforeValidator(make_list),
    ] = Field(
        default=PEOPLE,
        description="The kinds of assessors whose judgments count, in releases, conflicts and "
        f"agreement: of {', '.join(f'`{kind}`' for kind in ASSESSOR_KINDS)}.",
    )

    def scales(self) -> tuple[Dimension, ...]:
        """Return the dimensions; the first is released by default."""
        named = tuple(entry.dimension(name) for name, entry in self.dimensions.items())
        return named or (RELEVANCE,)
