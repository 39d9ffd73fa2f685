"""What assessors are told and may say: guidelines, dimensions, grades."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import Field, field_validator

from harness.core.errors import EvaluationError, unknown
from harness.core.settings import SettingsModel, Text

_COLOUR = re.compile("#[0-9a-f]{6}", re.IGNORECASE)


class GradeEntry(SettingsModel):
    """What assessors see of a grade."""

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
    """What is judged on a scale of its own: relevance, trust, understandability."""

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
    """What assessors are told and may say; every judgment records under which version it was made.

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
        """The dimension of a name, or the first; `EvaluationError` where there is none."""
        known = {dimension.name: dimension for dimension in self.dimensions}
        if name is not None and name not in known:
            raise EvaluationError(unknown("dimension", name, known))
        return self.dimensions[0] if name is None else known[name]
