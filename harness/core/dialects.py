"""The named evaluator dialects: the conventions on which published evaluators differ."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from harness.core.errors import look_up

if TYPE_CHECKING:  # the command line knows the dialects before it loads any library
    from harness.core.arrays import Floats, Ints


def _add_nine_tenths(level: float | Floats, num_rel: Ints) -> Ints:
    """``int(level * R + 0.9)``, the rule of trec_eval 9."""
    return (level * num_rel + 0.9).astype("int64")


def _half_away_from_zero(level: float | Floats, num_rel: Ints) -> Ints:
    """``level * R`` rounded to the nearest whole number, halves upwards (all values are >= 0)."""
    return (level * num_rel + 0.5).astype("int64")


class Dialect(NamedTuple):
    """Choices of one evaluator where others differ.

    ``score_type`` is the precision in which scores are compared (float32 creates ties);
    ``recall_count`` returns the number of relevant documents that a recall level needs, from the
    level, or several [L, 1], and the relevant documents of each topic [T]; ``missing_topic`` is the
    treatment of an unanswered topic when all judged topics are averaged: ``"zero"`` counts 0 in
    every mean of the evaluator's own measures and is not listed, ``"empty"`` is evaluated as an
    empty ranking and listed; ``residual_needs_unjudged`` keeps a residual of 0 where every document
    is judged; ``lacks`` names the measures of trec_eval that this version does not have;
    ``by_rank`` orders documents by the rank column of runs, whatever their scores;
    ``only_relevant`` leaves out topics without a relevant document.
    """

    name: str
    score_type: str
    recall_count: Callable[[float | Floats, Ints], Ints]
    missing_topic: str
    residual_needs_unjudged: bool
    lacks: frozenset[str] = frozenset()
    by_rank: bool = False
    only_relevant: bool = False


#: Measures that version 10 of trec_eval added.
_NEW_IN_10 = ("dcg", "ideal_dcg", "rbp", "rbp_resid", "unj")

#: The versions of trec_eval, by name.
VERSIONS: dict[str, Dialect] = {
    dialect.name: dialect
    for dialect in (
        Dialect("trec_eval-10", "float64", _half_away_from_zero, "empty", True),
        Dialect("trec_eval-9", "float32", _add_nine_tenths, "zero", True, frozenset(_NEW_IN_10)),
    )
}

DEFAULT_DIALECT = VERSIONS["trec_eval-10"]

#: Every dialect, by name, with those of the web track's evaluators.
DIALECTS: dict[str, Dialect] = {
    **VERSIONS,
    "ndeval": DEFAULT_DIALECT._replace(name="ndeval", by_rank=True),
    "gdeval": DEFAULT_DIALECT._replace(name="gdeval", only_relevant=True),
}


def get_dialect(name: str) -> Dialect:
    """Return the dialect with a name; raises `EvaluationError` with the known names.

    >>> get_dialect("trec_eval-9").score_type
    'float32'
    """
    return look_up("dialect", name, DIALECTS)
