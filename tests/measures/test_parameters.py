"""What every parameter of every measure owes: it does something, everywhere that it matters."""

from __future__ import annotations

import math
import re
from contextlib import nullcontext, suppress
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from harness.core.errors import EvaluationError, MeasureError
from harness.core.judged_run import PADDING, JudgedRun
from harness.diagnosis import measure_losses
from harness.evaluation.rules import Rules
from harness.evaluation.ties.tie_report import is_supported
from harness.evaluation.unjudged import possible_values, refuse_unbounded
from harness.measures import FAMILIES, Family, parse_measure
from harness.measures.bound import JUDGED_ONLY, bind
from harness.measures.parameters import RULES, convert_value, write_value
from tests.each import each
from tests.measures.batches import MAX_GRADE, batches, examples_of
from tests.measures.drawn import measures_of, of_documents, own_families
from tests.measures.test_registry import parts_of, with_highest_grade


@cache
def batches_of(sees: str) -> list[Any]:
    """Batches; of documents also such whose costs are known."""
    made = [run for _, run in examples_of(batches(sees))]
    return made + [priced(run) for run in made if isinstance(run, JudgedRun)]


def priced(run: JudgedRun) -> JudgedRun:
    random = np.random.default_rng(run.grades.size)
    costs = random.choice([np.nan, 0.5, 3.0, 700.0], run.grades.shape)
    return replace(run, costs=np.where(run.grades == PADDING, np.nan, costs), _memo={})


def needed(family: Family, parameters: dict[str, Any]) -> dict[str, Any]:
    """The parameters, and the highest grade where a measure has to know it."""
    wanting = "max_grade" in family.defaults and parameters.get("gains") is None
    return {"max_grade": MAX_GRADE + 5} | parameters if wanting else parameters


#: What changes nothing: measures of what is judged and retrieved do not look at unjudged documents,
#: random samples are of strata and drawn by chance alone.
IDLE = {
    *((name, JUDGED_ONLY) for name in ("NumRel", "NumRelRet", "NumNonRelJudgedRet", "IDCG")),
    *((name, JUDGED_ONLY) for name in ("Bpref", "GMBpref", "Generality")),
    *((name, "method") for name in ("statAP", "statAPVar", "statRprec")),
}


@pytest.mark.long
@each(own_families())
def test_changing_any_parameter_changes_some_value(family: Family):
    every = {JUDGED_ONLY: True} if family.sees == "JudgedRun" else {}
    alone = {name for name, words in family.choices.items() if len(words) == 1}
    idle = {*family.defaults, *every} - alone - {of for name, of in IDLE if name == family.name}
    # Most parameters show in the first few; only for the others more have to be made.
    for measure in (
        one for most in (8, 60) if idle for one in examples_of(measures_of(family), most)
    ):
        changed = {**measure.parameters, **every}
        for name in idle & changed.keys():
            others = {key: value for key, value in measure.parameters.items() if key != name}
            with_it = bind(family, needed(family, {**others, name: changed[name]}))
            without = bind(family, needed(family, others))
            if any(
                parts_of(with_it.evaluate(run)) != parts_of(without.evaluate(run))
                for run in batches_of(family.sees)
            ):
                idle.remove(name)
    assert not idle


WITH_GAINS = [family for family in own_families() if "gains" in family.defaults]


@pytest.mark.long
@pytest.mark.parametrize("least", [-2.0, 0.0])
@pytest.mark.parametrize("tables", [3, pytest.param(20, marks=pytest.mark.slow)])
@each(WITH_GAINS)
def test_bounds_know_the_gains_that_a_measure_is_given(family: Family, least: float, tables: int):
    random = np.random.default_rng(4)
    for _ in range(tables):
        drawn = random.choice([least, 0.0, 0.25, 1.0], MAX_GRADE + 1).tolist()
        try:
            measure = bind(family, {"gains": dict(enumerate(drawn))})
        except MeasureError:
            assert least < 0  # only shares are allowed
            return
        low, high = measure.bounds
        assert (low == -np.inf) == (measure.family.bounds[0] == -np.inf or min(drawn) < 0)
        for run in batches_of(family.sees):
            result = measure.evaluate(run)
            values = np.asarray(getattr(result, "value", result), dtype=float)
            assert (values >= low - 1e-6).all()
            assert (values <= high + 1e-6).all()


#: A document counts by what it is and where it stands, whether its costs are known or not.
OF_DOCUMENTS = [f for f in of_documents() if f.summary != "text" and f.sees == "JudgedRun"]


@each(OF_DOCUMENTS)
def test_costs_go_with_their_documents(family: Family):
    measure = bind(family, needed(family, {}))
    for run in batches_of("JudgedRun")[-8:]:
        together = parts_of(measure.evaluate(run))
        pieces = [parts_of(measure.evaluate(piece)) for piece in run.batches(1)]
        assert together == [[v for p in pieces for v in p[part]] for part in range(len(together))]
        losses = measure_losses(run, measure, Rules(dialect=run.dialect))
        assert losses.parts.sum(axis=1) == pytest.approx(losses.total, abs=1e-9)
        # The best order has the same documents, with their costs.
        same = run.arranged(np.broadcast_to(np.arange(run.depth), run.grades.shape))
        assert parts_of(measure.evaluate(same)) == together


@pytest.mark.parametrize("most", [5, pytest.param(12, marks=pytest.mark.slow)])
@each(family for family in OF_DOCUMENTS if family.rising or family.falling)
def test_what_unjudged_documents_could_be_holds_the_value_with_any_parameters(
    family: Family, most: int
):
    for measure in examples_of(measures_of(family), most):
        for run in batches_of("JudgedRun")[::7]:
            # The grade 31 may be above the highest that the measure knows.
            with suppress(MeasureError, EvaluationError):
                known = possible_values(run, refuse_unbounded(measure, run.judgments), 31)
                assert (known.least <= known.values).all()
                assert (known.values <= known.greatest).all()


#: Others are refused, although some of them would rise, too.
BOUNDED = """P R Success Rprec RR AP YAAP APRetrieved NormAP CG DCG nDCG binG F Accuracy ErrorRate
    BalancedAccuracy Fallout Specificity NPV FDR FOR FNR MCC Jaccard IPrec IPrecAvg
    PrecisionAtRecall BreakEven AUPRC Efficiency RBP ERR nERR EC ETC ED INSQ SDCG RelP
    RprecMult SetP SetAP Rndcg Compat NERR8 NERR9 NERR10 NERR11"""


@each(BOUNDED.split())
def test_the_bounds_of_measures_that_rise_are_known(name: str):
    needed = {"collection_size": 9} if FAMILIES[name].needs_collection_size else {}
    run = JudgedRun.of([-1, 1], judged=[{0: 1, 1: 2}], **needed)
    measure = bind(FAMILIES[name], with_highest_grade(FAMILIES[name]))
    known = possible_values(run, refuse_unbounded(measure, run.judgments), 1)
    assert known.least <= known.values <= known.greatest


@each(
    [
        ("TBG(halflife=0)", False),
        ("TBG(halflife=1000000000)", True),
        ("TBG(halflife=1000000001)", False),
        ("INST(T=0.5)", True),
        ("INST(T=0.49)", False),
        ("uRBP(gains={1: -0.1})", False),
        ("uRBP(gains={1: 1})", True),
        ("uRBP(gains={1: 1.1})", False),
        ("SetP(relative=True)", True),
        ("SetP(relative=1)", False),
    ],
    "notation",
    "allowed",
)
def test_what_is_allowed_has_an_end(notation: str, allowed: bool):
    with nullcontext() if allowed else pytest.raises(MeasureError, match="is not allowed"):
        parse_measure(notation)


@pytest.mark.parametrize("value", [True, "half", None, np.nan, np.inf])
def test_a_number_is_neither_a_word_nor_true_nor_without_end(value: object):
    for name, given in (("ERR_IA", {"alpha": value}), ("nDCG", {"gains": {1: value}})):
        with pytest.raises(MeasureError, match="is not allowed"):
            bind(FAMILIES[name], given)


@pytest.mark.parametrize("name", ["nDCG(gains={1: 5, 2: 1})", "P(judged_only=True)@5"])
def test_bounds_of_what_does_not_rise_with_grades_are_refused(name: str):
    known = JudgedRun.of([1, -1], judged=[{1: 1, 2: 1}]).judgments
    with pytest.raises(MeasureError, match="are not known"):
        refuse_unbounded(parse_measure(name), known)
    assert refuse_unbounded(parse_measure("nDCG(gains={1: 1, 2: 5})"), known)
    assert not is_supported(parse_measure("AP(judged_only=True)"))


#: What users are told of parameters, and nothing else is allowed.
WORDS = {
    "a whole number of at least 1": ["cutoff", "rel", "n"],
    "a whole number from 1 to 1000": ["max_grade"],
    "a whole number from 0 to 999": ["min_grade"],
    "a whole number from 2 to 100000": ["depth"],
    "a whole number of at least 2": ["points"],
    "a number from 0 to 1": ["recall", "alpha", "NRBP beta", "nNRBP beta"],
    "a number above 0 and up to 1": ["F alpha", "level", "gamma"],
    "a number above 0 and below 1": ["p"],
    "a number above 1": ["base"],
    "a number above 0 and up to 1000000000": ["T", "A", "halflife", "L", "length"],
    "a number from 0.5 to 1000000000": ["INST T"],
    "a number from 0 to 1000000": [
        *("beta", "beta2", "factor", "hb", "hc", "gain_med", "b1", "b2", "R1", "R2", "snippet")
    ],
    "one of 0, 0.1, 0.2 … 1": ["infIPrec recall"],
    "a gain from 0 to 1 for each grade, as in {1: 0.4, 2: 1}": ["uRBP gains", "cRBP gains"],
    "a gain for each grade, as in {1: 3, 2: 9}": ["gains", "stops"],
    "a list of numbers from 0 to 1": ["levels"],
    "a list of four numbers": ["weights"],
}
#: Numbers at the ends, next to them, and what is no number.
PROBES = [
    *(
        None,
        "x",
        True,
        False,
        math.nan,
        math.inf,
        -math.inf,
        0.5,
        0.1,
        0.3,
        0.1 + 0.2,
        0.25,
        -0.0,
        1.1,
    ),
    *(0, 1, 2, -1, 10, 999, 1000, 1001, 10**5, 10**5 + 1, 10**6, 10**6 + 1, 10**9, 10**9 + 1),
    *(0.0, 1.0, 2.0, 1000.0, 1e5),
    *(it for end in (0, 1, 1e6, 1e9) for it in np.nextafter(float(end), [-1e99, 1e99]).tolist()),
    *((), (1,), (0, 1), (0.0, 0.5, 1.0), (0, 1.01), (-0.01, 1), (1, 2, True, 4), (1, math.nan)),
    *((1, 2, 3, 4), (1, 2, 3), (0.5, 2, 3, -4.0), (1, 2, 3, 4, 5)),
    *(((1, 2),), ((1, 1.0), (2, 0)), ((1, -0.5),), ((0.5, 1),), ((1, True),), ((1,),), (1, (1, 1))),
    *(((True, 1),), ((1, 1, 1),), ((1, math.inf),), ((1, 0.5), (2, 1.5)), [(1, 1)], ((1, "x"),)),
]


def is_number(value: object) -> bool:
    return type(value) in (int, float) and abs(value) < math.inf


def allows(words: str, value: Any) -> bool:
    """Whether words allow a value, as somebody reads them who does not know the code."""
    if "list" in words or "gain" in words:
        parts = value if type(value) is tuple else ()
        if "gain" in words:
            if not all(type(it) is tuple and list(map(type, it))[:1] == [int] for it in parts):
                return False
            parts = [number for it in parts for number in it[1:] if len(it) == 2] or [None]
            parts += [None] * (len(parts) != len(value if type(value) is tuple else ()))
        ends = all(is_number(it) and 0 <= it <= 1 for it in parts)
        right = len(parts) == 4 if "four" in words else len(parts) > 0
        return right and all(map(is_number, parts)) and (ends or "0 to 1" not in words)
    if not is_number(value) or ("whole" in words and type(value) is not int):
        return False
    if "one of" in words:
        return any(value == tenths / 10 for tenths in range(11))
    low, *high = [float(it) for it in re.findall("[0-9.]+", words)]
    if words == "a whole number of at least 1":  # more make no sense
        high = [1e9]
    above = value > low if "above" in words else value >= low
    return above and (value < high[0] if "below" in words else value <= high[0] if high else True)


TOLD = {name: words for words, names in WORDS.items() for name in names}


def test_users_are_told_what_is_allowed():
    # The value of "measure" is a measure.
    assert {name: words for name, (_, words) in RULES.items() if name != "measure"} == TOLD


@each(TOLD)
def test_what_users_are_told_is_allowed_and_nothing_else(name: str):
    rule, words = RULES[name]
    for value in PROBES:
        assert rule(value) == allows(words, value), (words, value)


@each(
    [
        (None, lambda value: True),
        (True, lambda value: type(value) is bool),
        (3, lambda value: type(value) is int),
        (2.5, is_number),
        ("a", lambda value: type(value) is str),
        ((1.0,), lambda value: type(value) is tuple),
    ],
    "default",
    "takes",
)
def test_a_parameter_of_an_own_measure_takes_what_is_like_its_default(default, takes):
    numbers = [0, 2, 3, -7, 2.5, -1e30]
    for value in (*numbers, None, True, False, math.inf, "a", "", (), (1.0,), (2, 0.5), ("a",)):
        kept, problem = convert_value("Mine", "mine", value, default)
        assert (problem is None) == takes(value), (value, problem)
        assert kept == value
        # Equal measures have equal names.
        if problem is None and default == 2.5:
            assert type(kept) is float
        if value == (2, 0.5) and default == (1.0,):
            assert type(kept[0]) is float


@each(
    [
        (999_999_999_999_999.0, "999999999999999"),
        (1e15, "1000000000000000.0"),
        (-1e15, "-1000000000000000.0"),
        (0.5, "0.5"),
        (2, "2"),
        (True, "True"),
        ('a"\\', '"a\\"\\\\"'),
        ((), "[]"),
        ((1, 0.5), "[1, 0.5]"),
        (((1, 2.0),), "{1: 2}"),
    ],
    "value",
    "text",
)
def test_a_value_is_written_in_one_way(value, text):
    assert write_value(value) == text
