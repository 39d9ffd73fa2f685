"""How documents are judged: the keys of a task file, and what assessors are told and may say."""

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
    """A grade as assessors see it."""

    name: Text = Field(description="What it is called: `relevant`.")
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

    name: str = Field(description="What is judged.")
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


#: What is judged when nothing is said.
RELEVANCE = Dimension(
    name="relevance", grades=(Grade(value=0, name="not relevant"), Grade(value=1, name="relevant"))
)


class Guidelines(SettingsModel):
    """Instructions and scales for assessors; each judgment records the version it was made under.

    The first dimension is the one whose grades are released when none is named.
    """

    text: str = Field(default="", description="The instructions, in Markdown.")
    dimensions: Annotated[tuple[Dimension, ...], Field(min_length=1)] = Field(
        default=(RELEVANCE,), description="What is judged."
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
        """Return the dimension of a name, or the first; `EvaluationError` where there is none."""
        known = {dimension.name: dimension for dimension in self.dimensions}
        return self.dimensions[0] if name is None else look_up("dimension", name, known)


def name_alone(value: Any) -> Any:
    """``1: relevant`` for ``1: {name: relevant}``, ``ann`` for ``{name: ann}``."""
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
        description="What each grade is called: `{0: not relevant, 1: relevant}`."
    )
    relevant: int = Field(default=1, description="The lowest grade that is positive.")

    def dimension(self, name: str) -> Dimension:
        """Return the dimension of a name with these grades."""
        grades = tuple(
            Grade(value=value, **entry.model_dump()) for value, entry in self.grades.items()
        )
        return Dimension(name=name, grades=grades, relevant=self.relevant)


class ModelEntry(SettingsModel):
    """A model that judges beside people, under a name of its own."""

    module: Annotated[Text, CODE] | None = Field(
        default=None,
        description="The Python module whose function `judge(topic, document, guidelines)` asks "
        "the model: a name as in an import statement, or a path ending in `.py`.",
    )
    prompt: ExistingFile | None = Field(
        default=None, description="What the model is asked: a text."
    )
    family: Text | None = Field(
        default=None,
        description="The value of the attribute `family` of runs in the table of participants that "
        "are of the model's own family: whether it favours them is told by `judge agreement`.",
    )
    parameters: dict[Text, Any] = Field(
        default_factory=dict,
        description="Settings of the module; recorded, so no place for passwords.",
    )


class JudgeSettings(SettingsModel):
    """How documents are judged, and how judgments become qrels."""

    assessors: Annotated[
        tuple[Annotated[AssessorEntry, BeforeValidator(name_alone)], ...],
        BeforeValidator(make_entry_list),
    ] = Field(
        default=(),
        description="Who judges: names, or mappings; `groups` alone for every pooled group.",
    )
    share: Annotated[Text, OneOf("share", ("topics", "documents"))] = Field(
        default="topics",
        description="What is shared out to assessors: `topics`, each judged by one of them, or "
        "the `documents` of every topic.",
    )
    overlap: Share = Field(
        default=0.0,
        description="The share of each topic's documents that a second assessor judges too.",
    )
    repeats: Share = Field(
        default=0.0,
        description="The share of each topic's documents that its assessor is shown again.",
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
        default=None, description="Who proposed which topic, and judges it."
    )
    seed: Natural = Field(default=1, description="The seed of assignments and their order.")
    ledger: OutputPath | None = Field(
        default=None,
        description="The file in which all judgments are kept, relative to the task file. Default: "
        "the task file's name with `.ledger`, beside it.",
    )
    guidelines: ExistingFile | None = Field(
        default=None, description="What assessors read: a text, in Markdown."
    )
    dimensions: dict[Text, DimensionEntry] = Field(
        default_factory=dict,
        description="What is judged, by name, with the grades of each. Default: `relevance`, "
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
        default=DEFAULT_AGREEING, description="How many must agree, for the policy `m-of-n`."
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
        """Return the dimensions, the first of which is released when none is named."""
        named = tuple(entry.dimension(name) for name, entry in self.dimensions.items())
        return named or (RELEVANCE,)
