"""How runs are evaluated, apart from the measures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from harness.core.dialects import DEFAULT_DIALECT, Dialect
from harness.core.errors import EvaluationError, Problem, unknown
from harness.settings.names import TOPIC_POLICIES


@dataclass(frozen=True, slots=True)
class Rules:
    """How runs are evaluated, apart from the measures.

    ``missing`` is what becomes of judged topics that a run does not answer: ``drop`` leaves them
    out, ``empty`` evaluates an empty ranking, ``zero`` does that too but lets every measure that
    the dialect's evaluator has and that is not a count be 0, whatever an empty ranking has;
    ``relevance_level`` the lowest relevant grade for measures that do not set their own.
    """

    dialect: Dialect = DEFAULT_DIALECT
    missing: str = "empty"
    relevance_level: int = 1
    depth: int | None = None
    judged_only: bool = False
    collection_size: int = 0

    @classmethod
    def of(cls, topic_policy: str, dialect: Dialect, **others: Any) -> Rules:
        """The rules of a topic policy: ``judged`` averages all judged topics, ``answered`` those
        that a run answers. What an unanswered topic becomes is the dialect's choice.
        """
        if topic_policy not in TOPIC_POLICIES:
            raise EvaluationError(unknown("topic policy", topic_policy, TOPIC_POLICIES))
        missing = dialect.missing_topic if topic_policy == "judged" else "drop"
        return cls(dialect, missing, **others)

    def __post_init__(self) -> None:
        """Raise `EvaluationError` with every value that makes no sense."""
        wrong = [
            Problem(f"{name} = {value!r} is not allowed", hint=f"it must be {words}")
            for name, value, least, words in (
                ("relevance_level", self.relevance_level, 1, "a whole number of at least 1"),
                ("depth", 1 if self.depth is None else self.depth, 1, "None or at least 1"),
                ("collection_size", self.collection_size, 0, "a whole number of at least 0"),
            )
            if type(value) is not int or value < least
        ]
        if wrong:
            raise EvaluationError(wrong)

    @property
    def unanswered(self) -> str:
        """What `ranking.judge` does with judged topics that a run does not answer."""
        return "drop" if self.missing == "drop" else "empty"
