"""The rules of an evaluation, apart from its measures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypedDict

from harness.core.dialects import DEFAULT_DIALECT, Dialect, get_dialect
from harness.core.errors import EvaluationError, Problem, refuse_unknown
from harness.settings.names import TOPIC_POLICIES

#: Topics to average, and conventions to follow.
TopicPolicy: TypeAlias = Literal["judged", "answered"]
DialectName: TypeAlias = Literal["trec_eval-10", "trec_eval-9", "ndeval", "gdeval"]


class RuleOptions(TypedDict, total=False):
    """Options of an evaluation, as Python's functions take them.

    topic_policy : {"judged", "answered"}
        ``"judged"`` (the default) averages over all judged topics, evaluating an unanswered one as
        an empty ranking (0 in trec_eval's own measures, in the dialect trec_eval-9); ``"answered"``
        averages over the topics that a run answers, as ``harness eval`` and pytrec_eval do.
    dialect : str
        The conventions: ``"trec_eval-10"`` (the default), ``"trec_eval-9"``, ``"ndeval"``,
        ``"gdeval"``.
    relevance_level : int
        The lowest relevant grade, for measures that do not set their own.
    depth : int or None
        How many documents of each topic to keep.
    judged_only : bool
        Whether to remove unjudged documents from rankings.
    collection_size : int
        The number of documents in the collection, for measures that need it.
    """

    topic_policy: TopicPolicy
    dialect: DialectName
    relevance_level: int
    depth: int | None
    judged_only: bool
    collection_size: int


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of an evaluation, apart from its measures.

    ``missing`` is the treatment of judged topics that a run does not answer: ``drop`` leaves them
    out, ``empty`` evaluates an empty ranking, ``zero`` does so too but sets to 0 every measure of
    the dialect's evaluator that is not a count; ``relevance_level`` is the lowest relevant grade
    for measures that do not set their own; ``negative`` the meaning of a negative grade, as in
    `JudgedTopics`.
    """

    dialect: Dialect = DEFAULT_DIALECT
    missing: str = "empty"
    relevance_level: int = 1
    depth: int | None = None
    judged_only: bool = False
    collection_size: int = 0
    negative: str | None = None

    @classmethod
    def of(cls, topic_policy: str, dialect: Dialect, **others: Any) -> Rules:
        """Return the rules of a topic policy.

        ``judged`` averages all judged topics, ``answered`` the answered ones. The dialect decides
        how an unanswered topic is evaluated.
        """
        refuse_unknown("topic policy", [topic_policy], TOPIC_POLICIES)
        missing = dialect.missing_topic if topic_policy == "judged" else "drop"
        return cls(dialect, missing, **others)

    @classmethod
    def of_options(cls, options: RuleOptions) -> Rules:
        """Return the rules of Python options; `EvaluationError` for wrong ones."""
        others: dict[str, Any] = dict(options)
        dialect = get_dialect(others.pop("dialect", DEFAULT_DIALECT.name))
        return cls.of(others.pop("topic_policy", TOPIC_POLICIES[0]), dialect, **others)

    def __post_init__(self) -> None:
        """Raise `EvaluationError` with every invalid value."""
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
        """Treatment of judged topics that a run does not answer, by `ranking.judge`."""
        return "drop" if self.missing == "drop" else "empty"
