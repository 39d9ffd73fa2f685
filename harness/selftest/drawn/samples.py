"""Samples of judgments: strata, probabilities, and binary grades for a user who may stop."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from harness.core.dialects import Dialect
from harness.selftest.cases import Case, CaseOptions
from harness.selftest.drawn.documents import Score, docs_of, run_of, text_of, topics_of

_NUMBERS = ("1", "2", "10", "100", "401", "7", "33")
_DISTINCT: tuple[Score, ...] = (
    lambda rng: f"{rng.uniform(-3, 30):.9f}",
    lambda rng: repr(rng.gauss(0, 1)),
)
_TIED: tuple[Score, ...] = (*_DISTINCT, lambda rng: str(rng.randint(1, 4)))


def strata(rng: Random, _: Dialect) -> Case:
    """Draw a stratified sample, a run, and the options of sample_eval."""
    judged, answered = topics_of(rng, _NUMBERS)
    docs = docs_of(rng)
    rows: list[Sequence[str]] = []
    for topic in judged:
        chances = {name: rng.choice([1, 0.5, 0.2, 0.05]) for name in rng.sample("123", 2)}
        grades = rng.choice([("0", "1"), ("0", "0", "1", "2"), ("0",), ("0", "1", "3")])
        for doc in docs:
            stratum = rng.choice(list(chances))
            drawn = rng.random() < chances[stratum]
            rows.append((topic, "0", doc, stratum, rng.choice(grades) if drawn else "-1"))
    options = CaseOptions(relation="strata", per_topic=rng.random() < 0.7)
    return Case(text_of(rng, rows), run_of(rng, answered, docs, _TIED), options)


def probabilities(rng: Random, _: Dialect) -> Case:
    """Draw a sample with probabilities, a run, and the options of statAP."""
    judged, answered = topics_of(rng, _NUMBERS)
    docs = docs_of(rng)
    rows: list[Sequence[str]] = []
    for topic in judged:
        methods = rng.choice([("1",), ("0", "1", "2"), ("1", "4"), ("0",)])
        grades = rng.choice([("0", "1"), ("0", "0", "1", "2"), ("0",)])
        for doc in docs:
            chance = rng.choice(["1", "0.5", f"{rng.uniform(0.05, 1):.4f}"])
            rows.append((topic, doc, rng.choice(grades), rng.choice(methods), chance))
    options = CaseOptions(relation="prels", per_topic=True)
    return Case(text_of(rng, rows), run_of(rng, answered, docs, _DISTINCT), options)


def binary(rng: Random, _: Dialect) -> Case:
    """Draw judgments of grade 0 and 1, a run, and the options of rbp_eval."""
    judged, answered = topics_of(rng, _NUMBERS)
    docs = docs_of(rng)
    share = rng.choice([0.2, 0.5, 1.0])
    rows = [
        (topic, "0", doc, rng.choice("0001"))
        for topic in judged
        for doc in docs
        if rng.random() < share
    ] or [(judged[0], "0", docs[0], "1")]
    options = CaseOptions(
        per_topic=rng.random() < 0.8, settings=(("p", rng.choice(["0.5", "0.8", "0.95"])),)
    )
    scores = _TIED if rng.random() < 0.2 else _DISTINCT
    return Case(text_of(rng, rows), run_of(rng, answered, docs, scores), options)
