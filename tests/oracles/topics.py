"""Topics as plain values, and what oracles of several kinds share: numpy and `harness` are not used."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Gains = dict[int, float] | None


@dataclass(frozen=True)
class Topic:
    grades: list[int]
    judged: dict[int, int]
    collection: int = 0
    dialect: str = "trec_eval-10"
    negative: int = 0

    @property
    def judged_grades(self) -> list[int]:
        """The grade of every judged document, best first."""
        grades = [grade for grade, number in self.judged.items() for _ in range(number)]
        return sorted(grades, reverse=True)

    def relevant(self, rel: int = 1) -> int:
        return sum(grade >= rel for grade in self.judged_grades)

    def nonrelevant(self, rel: int = 1) -> int:
        return sum(grade < rel for grade in self.judged_grades)

    def top(self, cutoff: int | None) -> list[int]:
        return self.grades if cutoff is None else self.grades[:cutoff]

    def found(self, rel: int = 1, cutoff: int | None = None) -> int:
        return sum(grade >= rel for grade in self.top(cutoff))


Oracle = Callable[..., "float | str"]
ORACLES: dict[str, Oracle] = {}


def oracle(name: str) -> Callable[[Oracle], Oracle]:
    def declare(function: Oracle) -> Oracle:
        if name in ORACLES:
            raise ValueError(f"two oracles for {name}")
        ORACLES[name] = function
        return function

    return declare


def over(top: float, bottom: float, undefined: float = 0.0) -> float:
    return top / bottom if bottom else undefined


def unfrozen(value: object) -> object:
    """Gains as the oracles take them."""
    if isinstance(value, tuple) and value and isinstance(value[0], tuple):
        return dict(value)
    return value
