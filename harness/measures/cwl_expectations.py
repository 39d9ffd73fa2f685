"""What is expected of the users of C/W/L: what they gain, what it costs, how far they read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from harness.core.arrays import Floats
from harness.core.errors import EvaluationError, Problem, suggest
from harness.core.judged_run import JudgedRun
from harness.measures.bound import Measure
from harness.measures.cwl import QUANTITIES, SCALE, USERS, Model, expected, keywords
from harness.measures.notation import parse_measure
from harness.measures.registry import measure

_TOOL = (
    "Azzopardi, Thomas, Moffat, cwl_eval: an evaluation tool for information retrieval, SIGIR 2019"
)


def _user_called(text: str, scale: Mapping[str, Any]) -> tuple[Model, dict[str, Any]]:
    """The model of a measure in notation, with its parameters; `EvaluationError` for others."""
    known = parse_measure(text)
    if not isinstance(known, Measure) or known.family.name not in USERS:
        hint = suggest(known.notation, USERS)
        raise EvaluationError(Problem(f"user={text!r} has no user model", hint=hint))
    model = USERS[known.family.name]
    taken = {parameter.name for parameter in keywords(model)}
    given = {**known.family.defaults, **known.parameters}
    foreign = set(known.parameters) - taken - set(SCALE)
    if foreign:
        what = f"the user model of user={text!r} has no {' or '.join(sorted(foreign))}"
        raise EvaluationError(Problem(what, hint=f"it has {', '.join(sorted(taken)) or 'none'}"))
    own = {name: value for name, value in known.parameters.items() if name in SCALE}
    return model, {**{name: given[name] for name in taken}, **scale, **own}


def _of_user(
    run: JudgedRun, of: str, user: str, scale: Mapping[str, Any], *, residual: bool = False
) -> Floats:
    model, parameters = _user_called(user, scale)
    return expected(run, model, parameters, of=of, residual=residual)


_ANY = (0.0, float("inf"))


def _expectation(of: str, name: str, text: str, **declared: Any) -> Callable[..., Floats]:
    """Declare what is expected of a user as a measure; ``text`` is its docstring."""

    def value(
        run: JudgedRun,
        *,
        user: str = "INST",
        min_grade: int = 0,
        max_grade: int = 1,
        depth: int = 1000,
    ) -> Floats:
        return _of_user(run, of, user, _given(min_grade, max_grade, depth))

    value.__name__ = value.__qualname__ = name
    value.__doc__ = text
    return measure(of, cite=_TOOL, **declared)(value)


def _given(min_grade: int, max_grade: int, depth: int) -> dict[str, int]:
    return {"min_grade": min_grade, "max_grade": max_grade, "depth": depth}


expected_utility = _expectation(
    "EU",
    "expected_utility",
    """Expected utility, or rate of gain, of a user model: the weighted mean gain of the ranks.

    ``user`` is a measure in notation that has a user model, such as "INST(T=2)", "P@10",
    "RBP(p=0.8)", "RR", "AP" or "SDCG@10". Each rank weighs as often as such users look at it. All
    gains are graded, also those of P, RR and AP, and AP knows only what was retrieved, as in
    cwl_eval. Other parameters as for INST.

    Gains 1 and 1/2 of the first 2 documents.

    >>> expected_utility(JudgedRun.of([2, 1, 2]), user="P@2", max_grade=2).tolist()
    [0.75]
    """,
)
expected_total_utility = _expectation(
    "ETU",
    "expected_total_utility",
    """Expected total utility of a user model: the mean gain with which users leave.

    ``user`` is a measure with a user model, as for EU; parameters as for INST.

    >>> expected_total_utility(JudgedRun.of([2, 1, 2]), user="P@2", max_grade=2).tolist()
    [1.5]
    """,
    bounds=_ANY,
)
expected_cost = _expectation(
    "EC",
    "expected_cost",
    """Expected cost of a user model: the weighted mean of what a rank costs.

    A document costs 1 unless costs are given. ``user`` is a measure with a user model, as for EU;
    parameters as for INST.

    >>> expected_cost(JudgedRun.of([2, 1, 2]), user="P@2", max_grade=2).tolist()
    [1.0]
    """,
    bounds=_ANY,
    falling=True,
)
expected_total_cost = _expectation(
    "ETC",
    "expected_total_cost",
    """Expected total cost of a user model: the mean cost at which users leave.

    Less is better. A document costs 1 unless costs are given. Users who have not left at the last
    rank, as those of RR where nothing is relevant, count as 0, as in cwl_eval. ``user`` is a
    measure with a user model, as for EU; parameters as for INST.

    >>> expected_total_cost(JudgedRun.of([2, 1, 2]), user="P@2", max_grade=2).tolist()
    [2.0]
    """,
    bounds=_ANY,
    falling=True,
)
expected_depth = _expectation(
    "ED",
    "expected_depth",
    """Expected depth of a user model: the mean number of documents looked at.

    Less is better: who finds sooner leaves sooner (but for users of IFT, who may stay because they
    find). ``user`` is a measure with a user model, as for EU; parameters as for INST.

    Users of RR read to the first relevant document.

    >>> expected_depth(JudgedRun.of([0, 0, 1, 1]), user="RR").tolist()
    [3.0]
    """,
    bounds=_ANY,
    falling=True,
)


@measure("Residual", bounds=(-float("inf"), float("inf")), choices={"of": QUANTITIES}, cite=_TOOL)
def residual(
    run: JudgedRun,
    *,
    of: str = "EU",
    user: str = "INST",
    min_grade: int = 0,
    max_grade: int = 1,
    depth: int = 1000,
) -> Floats:
    """Residual: how much higher a value would be if all that nobody judged had the highest gain.

    Unjudged documents and the ranks past the end count, to rank ``depth``. ``of`` is what becomes
    higher: the expected utility "EU", "ETU", "EC", "ETC" or "ED" of the ``user``, a measure with a
    user model, as for EU. Of adaptive users it can be negative: they would leave sooner. Other
    parameters as for INST.

    The second document could be relevant, and the ranks from 3 on: 1/4 + 1/4.

    >>> residual(JudgedRun.of([1, -1]), user="RBP(p=0.5)").tolist()
    [0.5]
    """
    return _of_user(run, of, user, _given(min_grade, max_grade, depth), residual=True)
