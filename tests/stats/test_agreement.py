"""Coefficients of agreement against other implementations, published values and brute force."""

from itertools import combinations, pairwise

import krippendorff
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.core.errors import EvaluationError
from harness.stats.agreement import (
    LEVELS,
    WEIGHTS,
    cohen_kappa,
    fleiss_kappa,
    gwet_ac,
    krippendorff_alpha,
    percent_agreement,
    scott_pi,
    set_overlap,
)
from harness.stats.dawid_skene import dawid_skene
from tests.each import each

# 30 units × 3 assessors, "." where there is no judgment.
_ROWS = """
    122 22. .00 2.1 111 111 111 000 202 00. .02 101 .11 221 000
    102 02. 012 ..0 222 002 2.1 222 00. 000 101 000 2.2 0.0 2.2
"""
RATINGS = [[np.nan if c == "." else float(c) for c in row] for row in _ROWS.split()]

# irrCAC 0.4.4, CAC(frame, weights, digits=12, categories=[0.0, 1.0, 2.0]) of RATINGS: gwet()["est"]
# and fleiss()["est"], their coefficient_value, pa and pe.
IRRCAC = {
    "identity": {
        gwet_ac: (0.487409901216, 0.655172413793, 0.327283950617),
        fleiss_kappa: (0.473198142536, 0.655172413793, 0.345432098765),
    },
    "linear": {
        gwet_ac: (0.468943663071, 0.758620689655, 0.545473251029),
        fleiss_kappa: (0.480145595907, 0.758620689655, 0.535679012346),
    },
    "quadratic": {
        gwet_ac: (0.450962510167, 0.810344827586, 0.654567901235),
        fleiss_kappa: (0.486304331533, 0.810344827586, 0.630802469136),
    },
}

# Krippendorff's example of four observers and twelve units (2011, section C).
PUBLISHED = np.array(
    [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, np.nan, np.nan, np.nan],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, np.nan, 3],
        [np.nan, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, np.nan],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, np.nan],
    ]
).T


@each(WEIGHTS, "weights")
@each([gwet_ac, fleiss_kappa])
def test_weighted_coefficients_with_missing_judgments_are_those_of_irrcac(coefficient, weights):
    agreement = coefficient(RATINGS, weights)
    values = (agreement.value, agreement.observed, agreement.expected)
    assert values == pytest.approx(IRRCAC[weights][coefficient], abs=1e-11)


@pytest.mark.parametrize(
    ("level", "published"), [("nominal", 0.7434), ("ordinal", 0.8154), ("interval", 0.8491)]
)
def test_alpha_is_that_of_krippendorffs_example(level, published):
    assert round(krippendorff_alpha(PUBLISHED, level).value, 4) == published


@st.composite
def ratings(draw, most=4, missing=True):
    grades = st.sampled_from([0.0, 1.0, 2.0, 4.0, *([np.nan] if missing else [])])
    width = draw(st.integers(2, most))
    return np.array(draw(st.lists(st.lists(grades, min_size=width, max_size=width), min_size=1)))


@settings(deadline=None)
@given(ratings(), st.sampled_from(LEVELS))
def test_alpha_is_that_of_the_package_krippendorff(matrix, level):
    alpha = krippendorff_alpha(matrix, level)
    if alpha.value is None:
        return
    other = krippendorff.alpha(
        reliability_data=matrix.T, value_domain=[0.0, 1.0, 2.0, 4.0], level_of_measurement=level
    )
    assert alpha.value == pytest.approx(other, abs=1e-9)


@settings(deadline=None)
@given(ratings(2, missing=False), st.sampled_from(WEIGHTS))
def test_cohens_kappa_is_that_of_scikit_learn(matrix, weights):
    from sklearn.metrics import cohen_kappa_score

    kappa = cohen_kappa(matrix, weights)
    if kappa.value is None:
        assert len(np.unique(matrix)) == 1
        return
    other = {"identity": None}.get(weights, weights)
    expected = cohen_kappa_score(matrix[:, 0], matrix[:, 1], weights=other)
    assert kappa.value == pytest.approx(expected, abs=1e-12)


@settings(deadline=None)
@given(ratings(missing=False))
def test_fleiss_kappa_is_that_of_statsmodels(matrix):
    from statsmodels.stats.inter_rater import fleiss_kappa as statsmodels_fleiss

    kappa = fleiss_kappa(matrix)
    if kappa.value is None:
        return
    table = np.array([[np.sum(row == grade) for grade in (0, 1, 2, 4)] for row in matrix])
    assert kappa.value == pytest.approx(statsmodels_fleiss(table), abs=1e-12)


@given(ratings())
def test_percent_agreement_counts_pairs(matrix):
    shares = []
    for row in matrix:
        pairs = list(combinations(row[~np.isnan(row)], 2))
        if pairs:
            shares.append(np.mean([a == b for a, b in pairs]))
    agreement = percent_agreement(matrix)
    assert agreement.units == len(shares)
    if shares:
        assert agreement.value == pytest.approx(np.mean(shares))
    else:
        assert agreement.reason == "no document was judged by two assessors"


@each(
    [
        (cohen_kappa, [[1, 1], [1, 1]], "both gave the same single grade"),
        (cohen_kappa, [[1, np.nan]], "no document was judged by two"),
        (fleiss_kappa, [[1, 1, 1]], "all judgments are the same grade"),
        (scott_pi, np.empty((0, 2)), "no document was judged by two"),
        (gwet_ac, [[2, 2]], "all judgments are the same grade"),
        (krippendorff_alpha, [[1, 1], [0, np.nan]], "all pairable judgments are the same grade"),
    ],
    "coefficient",
    "matrix",
    "reason",
)
def test_what_is_not_defined_has_a_reason(coefficient, matrix, reason):
    agreement = coefficient(matrix)
    assert agreement.value is None
    assert agreement.reason.startswith(reason)


@each((cohen_kappa, fleiss_kappa, scott_pi))
def test_one_relevant_document_among_very_many_is_agreement(coefficient):
    matrix = np.zeros((300_000, 2))
    matrix[0] = 1
    assert coefficient(matrix).value == 1.0


def test_a_constant_assessor_has_a_kappa_of_zero():
    assert cohen_kappa([[1, 1], [1, 0], [1, 1]]).value == 0.0


def test_overlap_counts_what_both_judged():
    shared = set_overlap([[1, 1], [3, 1], [1, 0], [0, 0], [np.nan, 1]])
    assert (shared.both, shared.first, shared.second) == (2, 3, 2)
    assert (shared.overlap, shared.precision, shared.recall) == (2 / 3, 2 / 3, 1.0)
    assert set_overlap([[0, 0]]).overlap is None


@pytest.mark.long
def test_dawid_skene_finds_the_error_rates_of_simulated_assessors():
    random = np.random.default_rng(3)
    right = [(0.95, 0.9), (0.9, 0.85), (0.6, 0.7), (0.65, 0.6), (0.7, 0.6)]
    confusions = np.array([[[low, 1 - low], [1 - high, high]] for low, high in right])
    truth = (random.random(4000) < 0.35).astype(int)
    ratings = np.array(
        [[random.choice(2, p=confusions[a, grade]) for a in range(5)] for grade in truth]
    )
    fitted = dawid_skene(ratings)
    assert fitted.converged
    np.testing.assert_allclose(fitted.confusion, confusions, atol=0.05)
    np.testing.assert_allclose(fitted.prevalence, [0.65, 0.35], atol=0.03)
    assert np.mean(fitted.labels == truth) > np.mean(np.median(ratings, axis=1) == truth)


def test_dawid_skene_raises_the_likelihood_at_every_step():
    matrix = np.array(RATINGS)

    def likelihood(steps):
        fitted = dawid_skene(matrix, smoothing=1e-9, most_iterations=steps)
        total = 0.0
        for row in matrix:
            chances = fitted.prevalence.copy()
            for assessor, grade in enumerate(row):
                if not np.isnan(grade):
                    chances = chances * fitted.confusion[assessor, :, int(grade)]
            total += np.log(chances.sum())
        return total

    values = [likelihood(steps) for steps in range(1, 12)]
    assert all(after >= before - 1e-6 for before, after in pairwise(values))


@each(
    [
        (lambda: cohen_kappa([[1, 1, 0]]), "of two assessors, not of 3"),
        (lambda: krippendorff_alpha([[1, 1]], "ratio"), "unknown level 'ratio'"),
        (lambda: gwet_ac([[1, 0]], "square"), "unknown weights 'square'"),
        (lambda: percent_agreement([1, 2]), "ratings with 1 axes"),
        (lambda: percent_agreement([[1, 3]], [0, 1]), "the grade 3 is not of the scale"),
        (lambda: dawid_skene([[np.nan, np.nan]]), "there is no judgment"),
    ],
    "call",
    "message",
)
def test_wrong_input_is_refused(call, message):
    with pytest.raises(EvaluationError, match=message):
        call()
