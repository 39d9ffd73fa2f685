"""How runs are evaluated, apart from the measures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypedDict

from harness.core.dialects import DEFAULT_DIALECT, Dialect, get_dialect
from harness.core.errors import EvaluationError, Problem, refuse_unknown
from harness.settings.names import TOPIC_POLICIES

#: Which topics are averaged, and by which conventions.
TopicPolicy: TypeAlias = Literal["judged", "answered"]
DialectName: TypeAlias = Literal["trec_eval-10", "trec_eval-9", "ndeval", "gdeval"]


class RuleOptions(TypedDict, total=False):
    """How runs are evaluated, as Python's functions take it.

    topic_policy : {"judged", "answered"}
        ``"judged"`` (the default) averages over all judged topics, an unanswered one as an empty
        ranking (0 in trec_eval's own measures, in the dialect trec_eval-9); ``"answered"`` over
        those that a run answers, as ``harness eval`` and pytrec_eval do.
    dialect : str
        Whose conventions: ``"trec_eval-10"`` (the default), ``"trec_eval-9"``, ``"ndeval"``,
        ``"gdeval"``.
    relevance_level : int
        The lowest grade that is relevant, for measures that do not set their own.
    depth : int or None
        So many documents of each topic are kept.
    judged_only : bool
        Documents that nobody judged leave the rankings.
    collection_size : int
        How many documents the collection has, for measures that need it.
    """

    topic_policy: TopicPolicy
    dialect: DialectName
    relevance_level: int
    depth: int | None
    judged_only: bool
    collection_size: int


@dataclass(frozen=True, slots=True)
class Rules:
    """How runs are evaluated, apart from the measures.

    ``missing`` is what becomes of judged topics that a run does not answer: ``drop`` leaves them
    out, ``empty`` evaluates an empty ranking, ``zero`` does that too but lets every measure that
    the dialect's evaluator has and that is not a count be 0, whatever an empty ranking has;
    ``relevance_level`` the lowest relevant grade for measures that do not set their own;
    ``negative`` what a negative grade says, as `JudgedTopics` takes it.
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
        """Return the rules of a topic policy: ``judged`` averages all judged topics, ``answered``
        those that a run answers. What an unanswered topic becomes is the dialect's choice.
        """
        refuse_unknown("topic policy", [topic_policy], TOPIC_POLICIES)
        missing = dialect.missing_topic if topic_policy == "judged" else "drop"
        return cls(dialect, missing, **others)

    @classmethod
    def of_options(cls, options: RuleOptions) -> Rules:
        """Return the rules that options of Python say; `EvaluationError` for wrong ones."""
        others: dict[str, Any] = dict(options)
        dialect = get_dialect(others.pop("dialect", DEFAULT_DIALECT.name))
        return cls.of(others.pop("topic_policy", TOPIC_POLICIES[0]), dialect, **others)

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
        """Treatment of judged topics that a run does not answer, by `ranking.judge`."""
        return "drop" if self.missing == "drop" else "empty"
