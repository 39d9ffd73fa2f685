"""What the statistics that share their work out have in common: the same bytes, whoever works."""

from __future__ import annotations

import inspect
from dataclasses import fields
from functools import partial

import numpy as np
import pytest

from harness import stats
from harness.core.errors import EvaluationError
from tests.each import each
from tests.stats.pairs_cases import matrix

#: Draws of more than one chunk each, and differences that take more than one block.
DIFFERENCES = np.random.default_rng(4).integers(-900, 1_000, (300, 30)) / 10_000
SAMPLED = matrix(25, 40)[:, :10].T - matrix(25, 40)[:, 10:20].T
SCORES = matrix(17, 23)
CALLS = {
    "agreement_curve": (partial(stats.agreement_curve, draws=70), SCORES),
    "bootstrap_shift": (partial(stats.bootstrap_shift, samples=4_100), SAMPLED),
    "joint_randomisation": (partial(stats.joint_randomisation, samples=4_100), SAMPLED),
    "learning_curve": (partial(stats.learning_curve, draws=70), SCORES.T),
    "randomisation": (stats.randomisation, DIFFERENCES),
    "rank_sets": (partial(stats.rank_sets, samples=4_500), SCORES),
    "sampled_randomisation": (partial(stats.sampled_randomisation, samples=4_100), SAMPLED),
    "signed_ranks": (stats.signed_ranks, DIFFERENCES),
    "swap_rates": (partial(stats.swap_rates, draws=50), SCORES),
}


def arrays_of(result: object) -> dict[str, bytes]:
    """The numbers of a result, by field."""
    values = {field.name: getattr(result, field.name) for field in fields(result)}
    return {
        name: value.tobytes() for name, value in values.items() if isinstance(value, np.ndarray)
    }


def test_whatever_is_shared_out_is_tried():
    public = {name: getattr(stats, name) for name in stats.__all__}
    functions = {name: call for name, call in public.items() if inspect.isfunction(call)}
    shared = {name for name, f in functions.items() if "workers" in inspect.signature(f).parameters}
    assert shared == set(CALLS)


@each(CALLS)
def test_any_number_of_workers_and_no_other_seed_gives_the_same_bytes(name):
    call, values = CALLS[name]
    seeded = "seed" in inspect.signature(call).parameters
    first = {"seed": 1} if seeded else {}
    alone = arrays_of(call(values, workers=1, **first))
    assert alone
    for workers in (2, 4):
        assert arrays_of(call(values, workers=workers, **first)) == alone
    assert not seeded or arrays_of(call(values, seed=2)) != alone


WRONG = {"confidence": 95, "draws": 0, "samples": 0, "seed": 0.5, "workers": 0}


@each(
    [
        (name, setting)
        for name, (call, _) in CALLS.items()
        for setting in inspect.signature(call).parameters
        if setting in WRONG
    ],
    "name",
    "setting",
)
def test_what_cannot_be_is_refused(name, setting):
    call, values = CALLS[name]
    seed = {"seed": 1} if "seed" in inspect.signature(call).parameters else {}
    message = f"{setting}: {WRONG[setting]} is not allowed"
    with pytest.raises(EvaluationError, match=message):
        call(values, **{**seed, setting: WRONG[setting]})
