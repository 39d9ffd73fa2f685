"""A measure is looked up by name in one way, with one answer for a name that is not there."""

import ast
from pathlib import Path

import pytest

from harness.core.dialects import DEFAULT_DIALECT
from harness.core.errors import EvaluationError, MeasureError
from harness.evaluation.rules import Rules
from harness.evaluation.scoring import prepare_measures
from harness.measures import (
    find_measure,
    find_measure_index,
    numeric_measures,
    parse_measure,
    parse_measures,
    single_measure,
)
from tests.each import each
from tests.syntax import nodes

ROOT = Path(__file__).resolve().parents[2] / "harness"
AMONG = ["P@5", "AP", "nDCG@10", "my own column", "0.5*AP + 0.5*P@5"]


@each(
    [
        *(("AP", 1), ("map", 1), ("ap", 1), ("P_5", 0), ("P.5", 0), ("ndcg_cut_10", 2)),
        *(("my own column", 3), ("0.5*AP+0.5*P@5", 4)),
        *(("P@10", None), ("another column", None), ("P.5,10", None), ("", None)),
    ],
    "name",
    "index",
)
def test_a_measure_is_found_by_any_of_its_names(name, index):
    assert find_measure(name, AMONG) == index
    if name in ("AP", "P@10"):
        assert find_measure(parse_measure(name), AMONG) == index
        assert find_measure(name, parse_measures(["P@5", "AP"])) == index


def test_a_name_without_a_grade_has_that_of_the_rules():
    asked = parse_measures(["RR(rel=2)", "AP", "0.5*AP + 0.5*R@5", "P(rel=3)@5"])
    own = prepare_measures(asked, Rules(DEFAULT_DIALECT, relevance_level=2))
    names = ["AP", "map", "AP(rel=2)", "RR", "0.5*AP+0.5*R@5", "P(rel=3)@5"]
    assert [find_measure(name, own) for name in names] == [1, 1, 1, 0, 2, 3]
    assert [find_measure(name, own) for name in ("P@5", "AP(rel=1)")] == [None, None]
    # Who asked for grade 2 alone has no other measure.
    assert find_measure("RR", asked) is None


def test_one_answer_for_what_was_not_computed():
    with pytest.raises(EvaluationError) as error:
        find_measure_index("nDGC@10", AMONG)
    assert str(error.value) == "the measure 'nDGC@10' was not computed (did you mean nDCG@10?)"
    with pytest.raises(EvaluationError) as error:
        find_measure_index("Bpref", ["AP", "P@5"])
    assert str(error.value) == "the measure 'Bpref' was not computed (known are AP, P@5)"


def test_measures_of_a_task_are_meant_as_it_has_them():
    own = parse_measures(["P(rel=2)@5", "AP"])
    assert numeric_measures(["P(rel=2)@5", "RR"], own)[0] is own[0]
    assert single_measure("AP", own) is own[1]
    for names, problem in (
        ("relstring", "relstring is a text"),
        (["AP", "nonsense"], "unknown measure 'nonsense'"),
    ):
        with pytest.raises(MeasureError, match=problem):
            numeric_measures(names)
    with pytest.raises(MeasureError, match="stands for 2 measures"):
        single_measure("P.5,10")


def test_nobody_else_compares_notations():
    """A set of notations is what a look-up of one's own begins with."""
    for path in sorted(ROOT.rglob("*.py")):
        if path.name == "notation.py" or ".notation" not in path.read_text(encoding="utf-8"):
            continue
        for node in nodes(path):
            if isinstance(node, ast.SetComp) and isinstance(node.elt, ast.Attribute):
                assert node.elt.attr != "notation", (path, node.lineno)
