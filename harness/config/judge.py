"""The keys of a task file that say how documents are judged."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from harness.config.parts import AnySource, ExistingFile
from harness.core.settings import Count, OneOf, SettingsModel, Text
from harness.judging.policies import POLICIES, Policy
from harness.judging.settings import RELEVANCE, Dimension, Grade


def _name_alone(value: Any) -> Any:
    """``1: relevant`` for ``1: {name: relevant}``."""
    return {"name": value} if isinstance(value, str) else value


class GradeEntry(SettingsModel):
    """What assessors see of a grade."""

    name: Text = Field(description="What it is called: `relevant`.")
    colour: Text | None = Field(default=None, description="`#rrggbb`, on the assessors' page.")
    description: Text | None = Field(default=None, description="When to give it, in a sentence.")


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

    ledger: Text | None = Field(
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
    training: AnySource | None = Field(
        default=None,
        description="Judgments of documents that every assessor judges first, with an answer.",
    )
    gold: AnySource | None = Field(
        default=None,
        description="Judgments of documents that are hidden among the others, to see how far each "
        "assessor gives the same.",
    )
    policy: Annotated[Text, OneOf("policy", tuple(POLICIES))] = Field(
        default=Policy().name,
        description="How judgments of several assessors become one grade.",
    )
    agreeing: Count = Field(
        default=Policy().agreeing, description="How many must agree, for the policy `m-of-n`."
    )

    def scales(self) -> tuple[Dimension, ...]:
        """The dimensions, the first of which is released when none is named."""
        named = tuple(entry.dimension(name) for name, entry in self.dimensions.items())
        return named or (RELEVANCE,)
