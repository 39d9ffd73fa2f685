"""Expressions of measures, ``nDCG(rel=2)@10`` or ``0.8*F@10 + 0.2*AP``, parsed safely."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterable, Mapping
from typing import Any

from harness.core.errors import MeasureError, Problem
from harness.measures.bound import AnyMeasure, Combination, Measure, bind
from harness.measures.registry import Family, find_family, is_known
from harness.measures.trec_names import expand_trec_name

#: No sensible combination is longer; Python's parser has its limits.
_LONGEST = 2000


class UnknownNameError(LookupError):
    """An expression with a name that no module loaded so far declares."""


def parse_expression(text: str) -> AnyMeasure:
    """Parse one measure or a weighted sum of measures; `MeasureError` for anything else.

    `UnknownNameError` is raised with the unknown name.
    """
    if len(text) > _LONGEST:
        raise MeasureError(Problem(f"a measure of {len(text)} characters", hint=f"{text[:40]}…"))
    try:
        terms = list(_terms(ast.parse(text, mode="eval").body, 1.0, text))
    except (SyntaxError, ValueError):
        raise UnknownNameError(text) from None
    except (RecursionError, MemoryError):
        raise MeasureError(Problem("a measure that is nested too deeply", hint=text[:40])) from None
    _refuse_senseless(terms, text)
    if len(terms) == 1 and terms[0][0] == 1.0:
        return terms[0][1]
    return Combination(tuple(terms), text)


def _refuse_senseless(terms: list[tuple[float, Measure]], text: str) -> None:
    if any(not math.isfinite(weight) for weight, _ in terms):
        raise MeasureError(Problem(f"{text!r}: a weight is not a finite number"))
    texts = [term.label for _, term in terms if term.summary == "text"]
    if texts and (len(terms) > 1 or terms[0][0] != 1.0):
        raise MeasureError(Problem(f"{text!r}: {texts[0]} is a text, which cannot be weighted"))


def _terms(node: ast.expr, weight: float, text: str) -> Iterable[tuple[float, Measure]]:
    node = _at_first(node)
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
        sign = 1.0 if isinstance(node.op, ast.Add) else -1.0
        yield from _terms(node.left, weight, text)
        yield from _terms(node.right, weight * sign, text)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        factor, rest = (node.left, node.right) if _is_number(node.left) else (node.right, node.left)
        yield from _terms(rest, weight * _factor(factor, text), text)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield from _terms(node.operand, -weight, text)
    else:
        yield weight, _one_measure(node, text)


def _factor(node: ast.expr, text: str) -> float:
    try:
        return float(_literal(node, text))
    except OverflowError:
        return math.inf


def _at_first(node: ast.expr) -> ast.expr:
    """Read ``2*P@5`` as 2*(P@5), which Python reads as (2*P)@5, and ``-P@5`` as -(P@5).

    INEX's ``gP[10]`` is ``gP@10``.
    """
    if isinstance(node, ast.Subscript):
        return ast.BinOp(node.value, ast.MatMult(), node.slice)
    if not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult)):
        return node
    left = node.left
    if isinstance(left, ast.BinOp) and isinstance(left.op, ast.Mult):
        return ast.BinOp(left.left, ast.Mult(), ast.BinOp(left.right, ast.MatMult(), node.right))
    if isinstance(left, ast.UnaryOp) and isinstance(left.op, ast.USub):
        return ast.UnaryOp(ast.USub(), ast.BinOp(left.operand, ast.MatMult(), node.right))
    return node


def _one_measure(node: ast.expr, text: str) -> Measure:
    parameters: dict[str, Any] = {}
    cutoff: Any = None
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
        cutoff = _literal(node.right, text)
        node = node.left
    if isinstance(node, ast.Call):
        if node.args or any(keyword.arg is None for keyword in node.keywords):
            raise MeasureError(Problem(f"{text!r}: parameters are written name=value"))
        parameters = {str(keyword.arg): _literal(keyword.value, text) for keyword in node.keywords}
        node = node.func
    if not isinstance(node, ast.Name):
        raise UnknownNameError(text)
    return _measure_called(node.id, parameters, cutoff, text)


def _measure_called(name: str, parameters: Mapping[str, Any], cutoff: Any, text: str) -> Measure:
    if cutoff is None and not parameters:
        named = expand_trec_name(name)
        if named is not None and len(named) == 1:
            return named[0]
    if not is_known(name):
        raise UnknownNameError(name)
    family = find_family(name)
    parameters, spelled = with_implied(family, name, parameters, text)
    if cutoff is None:
        return bind(family, parameters, spelled=spelled)
    if family.suffix is None:
        raise MeasureError(Problem(f"{text!r}: {name} takes nothing after @"))
    if family.suffix in parameters:
        raise MeasureError(Problem(f"{text!r}: {family.suffix} is given twice"))
    return bind(family, {**parameters, family.suffix: cutoff}, spelled=spelled)


#: Parameters under another tool's names.
_RENAMED = {"max_rel": "max_grade", "min_rel": "min_grade"}


def with_implied(
    family: Family, name: str, parameters: Mapping[str, Any], text: str
) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the parameters under their own names, with those of a variant, and spellings."""
    own_names = {
        key: _RENAMED[key] if key not in family.defaults and key in _RENAMED else key
        for key in parameters
    }
    own = {own_names[key]: value for key, value in parameters.items()}
    spelled = {family.name: name, **{mine: key for key, mine in own_names.items()}}
    variant = next((known for known in family.variants if known.lower() == name.lower()), "")
    implied = family.variants.get(variant, {})
    twice = own.keys() & implied.keys()
    if twice:
        implied_names = " and ".join(sorted(twice))
        raise MeasureError(Problem(f"{text!r}: {variant} says {implied_names} already"))
    return {**own, **implied}, spelled


def _is_number(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node = node.operand
    return isinstance(node, ast.Constant) and isinstance(node.value, (int, float))


def _literal(node: ast.expr, text: str) -> Any:
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError):
        written = ast.unparse(node)
        raise MeasureError(
            Problem(f"{text!r}: {written!r} is not a value", hint="numbers plain, words in quotes")
        ) from None
