"""The parameters of measures: their values, and their notation."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from harness.core.errors import MeasureError, Problem, suggest


def _is_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def _numbers(value: Any) -> bool:
    return isinstance(value, tuple) and all(_number(part) for part in value)


def _is_gain_table(value: Any) -> bool:
    return (
        isinstance(value, tuple)
        and bool(value)
        and all(
            isinstance(pair, tuple) and len(pair) == 2 and _is_integer(pair[0]) and _number(pair[1])
            for pair in value
        )
    )


Rule = tuple[Callable[[Any], bool], str]

#: The choices of measures that may count a negative grade as a judgment.
NEGATIVE = {"negative": ("unjudged", "judged")}

#: Larger numbers make no sense and would exceed the range of the arrays' types.
_LARGEST, _LARGEST_WEIGHT = 10**9, 10**6

_FROM_ONE: Rule = (lambda v: _is_integer(v) and 1 <= v <= _LARGEST, "a whole number of at least 1")
_NOT_NEGATIVE: Rule = (
    lambda v: _number(v) and 0 <= v <= _LARGEST_WEIGHT,
    f"a number from 0 to {_LARGEST_WEIGHT}",
)

_SHARES: Rule = (
    lambda v: _is_gain_table(v) and all(0 <= gain <= 1 for _, gain in v),
    "a gain from 0 to 1 for each grade, as in {1: 0.4, 2: 1}",
)
_SHARE: Rule = (lambda v: _number(v) and 0 <= v <= 1, "a number from 0 to 1")
_ABOVE_0: Rule = (lambda v: _number(v) and 0 < v <= 1, "a number above 0 and up to 1")
_POSITIVE: Rule = (
    lambda v: _number(v) and 0 < v <= _LARGEST,
    f"a number above 0 and up to {_LARGEST}",
)
_TABLE: Rule = (_is_gain_table, "a gain for each grade, as in {1: 3, 2: 9}")

#: The rule of a parameter by its name, which families share; some families have their own; the rule
#: for measures comes from their notation.
RULES: dict[str, Rule] = {
    "cutoff": _FROM_ONE,
    "rel": _FROM_ONE,
    "max_grade": (lambda v: _is_integer(v) and 1 <= v <= 1000, "a whole number from 1 to 1000"),
    "recall": _SHARE,
    "infIPrec recall": (
        lambda v: _number(v) and v in [tenths / 10 for tenths in range(11)],
        "one of 0, 0.1, 0.2 … 1",
    ),
    "p": (lambda v: _number(v) and 0 < v < 1, "a number above 0 and below 1"),
    "alpha": _SHARE,
    "F alpha": _ABOVE_0,
    "level": _ABOVE_0,
    "n": _FROM_ONE,
    "uRBP gains": _SHARES,
    "cRBP gains": _SHARES,
    "NRBP beta": _SHARE,
    "nNRBP beta": _SHARE,
    "beta": _NOT_NEGATIVE,
    "beta2": _NOT_NEGATIVE,
    "gamma": (lambda v: _number(v) and 0 < v <= 1, "a number above 0 and up to 1"),
    "factor": _NOT_NEGATIVE,
    **dict.fromkeys(("T", "A", "halflife", "L", "length"), _POSITIVE),
    **dict.fromkeys(("hb", "hc", "gain_med", "b1", "b2", "R1", "R2", "snippet"), _NOT_NEGATIVE),
    "INST T": (
        lambda v: _number(v) and 0.5 <= v <= _LARGEST,
        f"a number from 0.5 to {_LARGEST}",  # below, chances to continue would be above 1
    ),
    "depth": (lambda v: _is_integer(v) and 2 <= v <= 10**5, "a whole number from 2 to 100000"),
    "min_grade": (lambda v: _is_integer(v) and 0 <= v < 1000, "a whole number from 0 to 999"),
    "base": (lambda v: _number(v) and v > 1, "a number above 1"),
    "points": (lambda v: _is_integer(v) and v >= 2, "a whole number of at least 2"),
    "levels": (
        lambda v: _numbers(v) and bool(v) and min(v) >= 0 and max(v) <= 1,
        "a list of numbers from 0 to 1",
    ),
    "weights": (lambda v: _numbers(v) and len(v) == 4, "a list of four numbers"),
    "gains": _TABLE,
    "stops": _TABLE,
}


def convert_value(
    family: str, name: str, value: Any, default: Any, choices: tuple[str, ...] = ()
) -> tuple[Any, str | None]:
    """Convert the value of a parameter; if it is not allowed, also describe the allowed values.

    A whole number becomes a float if the default is one, a list a tuple, and a mapping of gains a
    sorted tuple of pairs, so that equal measures have equal names.

    >>> convert_value("RBP", "p", 2, 0.8)
    (2.0, 'it must be a number above 0 and below 1')
    """
    value = _cast_like(value, default)
    if value == default and type(value) is type(default):
        return value, None
    if choices:
        return value, None if value in choices else suggest(str(value), choices)
    alike: Rule = (lambda v: _alike(v, default), f"a value like {default!r}")
    rule, words = RULES.get(f"{family} {name}", RULES.get(name, alike))
    return value, None if rule(value) else f"it must be {words}"


def _cast_like(value: Any, default: Any) -> Any:
    if isinstance(default, float) and _is_integer(value):
        return float(value)
    if isinstance(value, list):
        value = tuple(value)
    if isinstance(value, Mapping):
        value = tuple(value.items())
        if _is_gain_table(value):
            return tuple(sorted((key, float(gain)) for key, gain in value))
    if isinstance(default, tuple) and _numbers(value):
        return tuple(float(part) for part in value)
    return value


def _alike(value: Any, default: Any) -> bool:
    if default is None or isinstance(default, bool):
        return default is None or isinstance(value, bool)
    if isinstance(default, (int, float)):
        return _number(value) and (isinstance(default, float) or _is_integer(value))
    return isinstance(value, type(default))


def write_value(value: Any) -> str:
    """Return a value in the notation of measures; parsing it gives the value again.

    >>> write_value(0.5), write_value(2.0), write_value("jk"), write_value(((1, 3.0), (2, 9.0)))
    ('0.5', '2', '"jk"', '{1: 3, 2: 9}')
    """
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, tuple) and value and all(isinstance(pair, tuple) for pair in value):
        return "{" + ", ".join(f"{key}: {write_value(gain)}" for key, gain in value) + "}"
    if isinstance(value, tuple):
        return "[" + ", ".join(write_value(part) for part in value) + "]"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return repr(value)


def list_parameters(name: str, parameters: Sequence[inspect.Parameter]) -> dict[str, Any]:
    """Return the parameters of a measure with their defaults, as its function declares them."""
    for parameter in parameters:
        if parameter.kind is not parameter.KEYWORD_ONLY or parameter.default is parameter.empty:
            raise MeasureError(
                Problem(
                    f"{name}: the parameter {parameter.name!r} must be keyword-only with a default"
                )
            )
    return {parameter.name: parameter.default for parameter in parameters}
