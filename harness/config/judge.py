"""The keys of a task file that say how documents are judged."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from harness.config.parts import AnySource, ExistingDirectory, ExistingFile, OneOrigin, OutputPath
from harness.core.settings import (
    Count,
    Natural,
    OneOf,
    SettingsModel,
    Share,
    Text,
    Texts,
    listed,
    listed_entry,
)
from harness.judging.assessors import Assessor
from harness.judging.assignments import OWN_DOCUMENTS
from harness.judging.policies import KINDS, PEOPLE, POLICIES, Policy
from harness.judging.settings import RELEVANCE, Dimension, Grade, GradeEntry


def _name_alone(value: Any) -> Any:
    """``1: relevant`` for ``1: {name: relevant}``, ``ann`` for ``{name: ann}``."""
    return {"name": value} if isinstance(value, str) else value


class AssessorEntry(SettingsModel):
    """Who judges."""

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

    def assessor(self) -> Assessor:
        """The assessor to whom documents are given."""
        return Assessor(**{name: getattr(self, name) for name in type(self).model_fields})


class Proposers(OneOrigin):
    """Who proposed which topic: a table, or an attribute of the topics."""

    path: ExistingFile | None = Field(
        default=None,
        description="A table with the columns `topic` and `assessor`; a topic may have several.",
    )
    attribute: Text | None = Field(
        default=None, description="The attribute of each topic that names its proposer."
    )


class DimensionEntry(SettingsModel):
    """A scale on which documents are judged."""

    grades: dict[int, Annotated[GradeEntry, BeforeValidator(_name_alone)]] = Field(
        description="What each grade is called: `{0: not relevant, 1: relevant}`."
    )
    relevant: int = Field(default=1, description="The lowest grade that is positive.")

    def dimension(self, name: str) -> Dimension:
        """The dimension of a name with these grades."""
        grades = tuple(
            Grade(value=value, **entry.model_dump()) for value, entry in self.grades.items()
        )
        return Dimension(name=name, grades=grades, relevant=self.relevant)


class JudgeSettings(SettingsModel):
    """How documents are judged, and how judgments become qrels."""

    assessors: Annotated[
        tuple[Annotated[AssessorEntry, BeforeValidator(_name_alone)], ...],
        BeforeValidator(listed_entry),
    ] = Field(
        default=(),
        description="Who judges: names, or mappings; `groups` alone for every pooled group.",
    )
    share: Annotated[Text, OneOf("share", ("topics", "documents"))] = Field(
        default="topics",
        description="What assessors share: `topics`, each judged by one of them, or the "
        "`documents` of every topic.",
    )
    overlap: Share = Field(
        default=0.0,
        description="The share of each topic's documents that a second assessor judges too.",
    )
    repeats: Share = Field(
        default=0.0,
        description="The share of each topic's documents that its assessor is shown again.",
    )
    own_documents: Annotated[Text, OneOf("choice", OWN_DOCUMENTS)] = Field(
        default="all",
        description="Which documents that runs of the own group brought somebody judges: `all`, "
        "those that other groups brought too (`shared`), or `none`.",
    )
    proposers: Proposers | None = Field(
        default=None, description="Who proposed which topic, and judges it."
    )
    seed: Natural = Field(default=1, description="The seed of who judges what, in which order.")
    ledger: OutputPath | None = Field(
        default=None,
        description="The file in which all judgments are kept, relative to the task file. Default: "
        "the task's name with `.ledger`.",
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
        description="Whether it is recorded how long assessors work on each document; their page "
        "says so.",
    )
    pdfs: ExistingDirectory | None = Field(
        default=None,
        description="A directory with a file `DOC.pdf` for each document that assessors see as "
        "PDF, in the browser's viewer.",
    )
    training: AnySource | None = Field(
        default=None,
        description="Judgments of documents that every assessor judges first, with an answer.",
    )
    gold: AnySource | None = Field(
        default=None,
        description="Judgments of documents that are hidden among the others, to see how far each "
        "assessor gives the same.",
    )
    lease: Count | None = Field(
        default=None,
        description="After how many days without a judgment of an assessor what is open on the "
        "list goes to others, while the pages are served. Default: never.",
    )
    policy: Annotated[Text, OneOf("policy", tuple(POLICIES))] = Field(
        default=Policy().name, description="How judgments of several assessors become one grade."
    )
    agreeing: Count = Field(
        default=Policy().agreeing, description="How many must agree, for the policy `m-of-n`."
    )

    kinds: Annotated[
        tuple[Annotated[Text, OneOf("kind of assessor", KINDS)], ...], BeforeValidator(listed)
    ] = Field(
        default=PEOPLE,
        description="The kinds of assessors whose judgments count, in releases, conflicts and "
        f"agreement: of {', '.join(f'`{kind}`' for kind in KINDS)}.",
    )

    def scales(self) -> tuple[Dimension, ...]:
        """The dimensions, the first of which is released when none is named."""
        named = tuple(entry.dimension(name) for name, entry in self.dimensions.items())
        return named or (RELEVANCE,)
