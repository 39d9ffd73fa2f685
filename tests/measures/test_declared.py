"""What measures declare follows from their definitions, and is written here once more."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest

from harness.measures import Family, Ratio
from harness.measures.bound import bind
from tests.each import each
from tests.measures.batches import batches, examples_of
from tests.measures.drawn import own_families
from tests.measures.test_registry import with_highest_grade

DECLARED = {
    "rising": """P R Success Rprec RR AP GMAP YAAP APRetrieved NormAP CG DCG nDCG binG F Accuracy
        BalancedAccuracy Specificity NPV MCC Jaccard IPrec IPrecAvg PrecisionAtRecall BreakEven
        AUPRC Efficiency NumRelRet RBP ERR nERR INSQ SDCG Rndcg Compat NERR8 NERR9 NERR10 NERR11
        RelP RprecMult SetP SetAP""",
    "falling": "ErrorRate Fallout FDR FOR FNR NumNonRelJudgedRet EC ETC ED statAPVar",
    "needs_collection_size": """Accuracy ErrorRate BalancedAccuracy Fallout Specificity NPV FOR MCC
        Generality""",
    "integer": """NumQ NumRet NumRel NumRelRet NumNonRelJudgedRet RetSize RelSize RelRetSize
        prefs_num_prefs_poss prefs_num_prefs_ful""",
    "across_topics": "ppiP ppiDCG ppiRBP",
}
BOUNDS = {
    (-1.0, 1.0): "MCC",
    (-math.inf, math.inf): """YAAP Utility estR estnDCG estAP ppiP ppiDCG ppiRBP Residual OverGroups
        statAPVar""",
    (0.0, math.inf): """CG DCG IDCG NumQ NumRet NumRel NumRelRet NumNonRelJudgedRet TBG U estNumRel
        estP estDCG estRBP ETU EC ETC ED RetSize RelSize RelRetSize prefs_num_prefs_poss
        prefs_num_prefs_ful xinfAP infNDCG infP infIPrec infNumRelRet statAP statRprec""",
    (0.0, 1 / (1 - 1 / math.e)): "alpha_nDCG nERR_IA nNRBP",  # of a greedy ideal ranking
}


def test_what_is_declared_follows_from_the_definitions():
    for flag, names in DECLARED.items():
        assert {one.name for one in own_families() if getattr(one, flag)} == {*names.split()}, flag
    unusual = {name: ends for ends, names in BOUNDS.items() for name in names.split()}
    for one in own_families():
        assert one.bounds == pytest.approx(unusual.get(one.name, (0.0, 1.0)), rel=1e-12), one.name


#: Ratios that are defined for every topic.
DEFINED = {*"P Accuracy ErrorRate Fallout Specificity NPV FOR Generality Unjudged".split()}


@cache
def a_few_batches(sees: str) -> list[object]:
    return [run for _, run in examples_of(batches(sees), 12)]


@each(own_families())
def test_an_undefined_ratio_has_neither_numerator_nor_denominator(family: Family):
    measure = bind(family, with_highest_grade(family))
    results = map(measure.evaluate, a_few_batches(family.sees))
    ratios = [it for it in results if isinstance(it, Ratio)]
    if ratios:
        numerators = np.concatenate([ratio.numerator for ratio in ratios])
        denominators = np.concatenate([ratio.denominator for ratio in ratios])
        values = np.concatenate([ratio.value for ratio in ratios])
        undefined = denominators == 0
        assert not numerators[undefined].any()
        # A value of its own comes from other operations on the same sums.
        for value, numerator, denominator in zip(values, numerators, denominators, strict=True):
            if denominator:
                assert value == pytest.approx(numerator / denominator, rel=1e-9)
        assert undefined.any() == (family.name not in DEFINED)


#: Every default once more, as the definitions say: of all measures that have the parameter, and of
#: some of them.
DEFAULTS = {
    "rel": 1, "cutoff": None, "gains": None, "max_grade": 1, "min_grade": 0, "depth": 1000,
    "dcg": "log2", "base": 2.0, "gain": "linear", "divisor": "R", "relative": False,
    "recall": 0.5, "levels": tuple(tenths / 10 for tenths in range(11)), "points": None,
    "beta": 1.0, "beta2": None, "alpha": 0.5, "factor": 1.0, "p": 0.8, "gamma": 0.95,
    "halflife": 224.0, "length": 500.0, "L": 132000.0, "snippet": 200.0, "n": 500,
    "T": 1.0, "hb": 0.0, "hc": 0.0, "gain_med": 0.5, "A": 0.2, "by": "both",
    "b1": 0.9, "b2": 0.9, "R1": 1.0, "R2": 1.0, "user": "INST", "of": "EU",
    "curve": "trapezoid", "over": "judged", "negative": "unjudged", "estimator": "ht",
    "weights": (1.0, -1.0, 0.0, 0.0), "measure": "AP", "take": "sd", "scope": "all",
    "quantisation": "strict", "level": 0.1, "task": "relevant-in-context", "stop": "gu",
    "utility": "BR", "stops": None, "normalize": True, "version": "nist2011", "method": "all",
}  # fmt: skip
OTHERS = {
    ("rel", None): "NumRet RBP",
    ("cutoff", 10): """P Unjudged RelString estP ppiP infP SDCG BPM NERR8 NERR9 P_IA STREC
        P_avgjg""",
    ("cutoff", 20): "alpha_DCG alpha_nDCG ERR_IA nERR_IA",
    ("cutoff", 1000): "xinfAP infNDCG infIPrec infNumRelRet",
    ("beta", 0.5): "NRBP nNRBP",
    ("beta", 0.25): "gP AgP igP",
    ("alpha", None): "F",
    ("recall", 0.0): "IPrec iP igP",
    ("points", 100): "AvgPRR",
    ("length", 3000.0): "U",
    ("max_grade", 4): "U ERR nERR",
    ("p", 0.9): "NERR10",
    ("p", 0.95): "Compat",
    ("T", 2.0): "IFT",
    ("version", "v3"): "statAPVar",
}


def test_every_default_is_that_of_the_definition():
    others = {
        (name, key): value for (key, value), names in OTHERS.items() for name in names.split()
    }
    for family in own_families():
        for key, value in family.defaults.items():
            expected = others.get((family.name, key), DEFAULTS[key])
            assert (type(value), value) == (type(expected), expected), (family.name, key)
