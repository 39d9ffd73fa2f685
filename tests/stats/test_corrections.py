"""Corrections: the example of 1995, closed testing, the step procedures themselves, and scipy."""

from __future__ import annotations

import itertools
import json
import math

import numpy as np
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st

from harness.core.errors import EvaluationError
from harness.stats.corrections import CORRECTIONS, adjust_p_values
from tests.errors import problems_of

#: Families with ties, zeros and ones.
FAMILIES = st.lists(
    st.one_of(st.floats(0, 1), st.sampled_from([0.0, 0.01, 0.02, 0.05, 0.5, 1.0])),
    min_size=1,
    max_size=6,
)


def closed(p, combined):
    """Closed testing: the largest p of all sets of hypotheses that a hypothesis is in."""
    places = range(len(p))
    sets = [s for size in places for s in itertools.combinations(places, size + 1)]
    tested = {chosen: combined(sorted(p[place] for place in chosen)) for chosen in sets}
    return [max(tested[s] for s in sets if place in s) for place in places]


def simes(p):
    return min(len(p) * value / rank for rank, value in enumerate(p, 1))


def bonferroni(p):
    return min(1.0, len(p) * min(p))


def rejected(correction, p, level):
    """Which hypotheses the procedures of the papers reject at a level."""
    family, order = len(p), np.argsort(p, kind="stable")
    ranked = np.asarray(p)[order]
    ranks = np.arange(1, family + 1)
    harmonic = math.fsum(1 / rank for rank in ranks)
    bounds = {
        "bonferroni": level / np.full(family, family),
        "holm": level / (family + 1 - ranks),
        "benjamini-hochberg": level * ranks / family,
        "benjamini-yekutieli": level * ranks / (family * harmonic),
    }[correction]
    below = ranked <= bounds
    if correction == "bonferroni":
        count = int(below.sum())
    elif correction == "holm":  # step down: up to the first that is not
        count = int(np.logical_and.accumulate(below).sum())
    else:  # step up: down to the last that is
        count = int(np.flatnonzero(below)[-1]) + 1 if below.any() else 0
    result = np.zeros(family, dtype=bool)
    result[order[:count]] = True
    return result


def test_benjamini_hochberg_1995(stats):
    example = json.loads((stats / "bh1995.json").read_text())
    names = {"bh": "benjamini-hochberg", "by": "benjamini-yekutieli"}
    found = {
        name: int(
            np.count_nonzero(
                adjust_p_values(example["p_values"], names.get(name, name)).p <= example["alpha"]
            )
        )
        for name in example["rejections"]
        if name != "hochberg"
    }
    assert found == {name: example["rejections"][name] for name in found}
    assert {names.get(name, name) for name in found} == set(CORRECTIONS)


@given(FAMILIES)
def test_hommel_equals_closed_testing_with_simes(p):
    np.testing.assert_allclose(adjust_p_values(p, "hommel").p, closed(p, simes), rtol=1e-12)


@given(FAMILIES)
def test_holm_equals_closed_testing_with_bonferroni(p):
    np.testing.assert_allclose(adjust_p_values(p, "holm").p, closed(p, bonferroni), rtol=1e-12)


@given(FAMILIES, st.sampled_from([name for name in CORRECTIONS if name != "hommel"]))
def test_adjusted_p_is_the_least_level_that_rejects(p, correction):
    found = adjust_p_values(p, correction).p
    for place, level in enumerate(found):
        if level < 1:
            assert rejected(correction, p, level * (1 + 1e-9) + 1e-300)[place]
        if level > 1e-300:
            assert not rejected(correction, p, level * (1 - 1e-9))[place]


@given(FAMILIES)
def test_false_discovery_rates_equal_scipys(p):
    for correction, name in (("benjamini-hochberg", "bh"), ("benjamini-yekutieli", "by")):
        known = scipy.stats.false_discovery_control(p, method=name)
        np.testing.assert_allclose(adjust_p_values(p, correction).p, known, rtol=1e-12)


@given(FAMILIES)
def test_each_correction_rejects_at_least_what_a_weaker_one_does(p):
    by_name = {name: adjust_p_values(p, name).p for name in CORRECTIONS}
    weakest_first = ("bonferroni", "holm", "hommel", "benjamini-hochberg")
    for weaker, stronger in itertools.pairwise(weakest_first):
        assert (by_name[stronger] <= by_name[weaker] * (1 + 1e-12)).all()
    assert (by_name["benjamini-hochberg"] <= by_name["benjamini-yekutieli"]).all()
    assert (by_name["benjamini-hochberg"] >= np.array(p)).all()
    assert all((values <= 1).all() for values in by_name.values())


@given(FAMILIES, st.sampled_from(CORRECTIONS), st.randoms(use_true_random=False))
def test_order_and_shape_do_not_matter(p, correction, random):
    places = list(range(len(p)))
    random.shuffle(places)
    before, after = (
        adjust_p_values(p, correction),
        adjust_p_values([p[place] for place in places], correction),
    )
    assert after.p.tolist() == before.p[places].tolist()
    column = adjust_p_values(np.array(p)[:, None], correction)
    assert column.p.shape == (len(p), 1)
    assert column.p[:, 0].tolist() == before.p.tolist()


@pytest.mark.parametrize("correction", CORRECTIONS)
def test_a_family_of_one_is_not_changed(correction):
    found = adjust_p_values(0.03, correction)
    assert (found.p.tolist(), found.p.shape) == (0.03, ())
    assert found.how.endswith("family of 1 comparison")


def test_the_family_is_stated():
    found = adjust_p_values(np.linspace(0.001, 1, 8256), "hommel")
    assert found.how == "Hommel, family of 8,256 comparisons"


def test_p_values_are_not_changed():
    p = np.array([0.04, 0.01, 0.03])
    for correction in CORRECTIONS:
        adjust_p_values(p, correction)
    assert p.tolist() == [0.04, 0.01, 0.03]


def test_what_are_no_p_values_is_refused_with_its_place():
    assert problems_of(
        adjust_p_values, [[0.1, np.nan], [-0.1, 1.0], [1.1, np.inf]], kind=EvaluationError
    ) == [
        "p[0, 1]: NaN is no p-value",
        "p[1, 0]: -0.1 is not from 0 to 1",
        "p[2, 0]: 1.1 is not from 0 to 1",
        "p[2, 1]: inf is not from 0 to 1",
    ]
    with pytest.raises(EvaluationError, match="no p-values given"):
        adjust_p_values([])
    with pytest.raises(EvaluationError, match=r"unknown correction 'holmes' \(did you mean holm"):
        adjust_p_values([0.1], "holmes")
