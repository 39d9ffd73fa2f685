"""Judgments of subtopics and grades as the evaluators of the web track take them, and runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from harness.core.dialects import Dialect
from harness.selftest.cases import Case, CaseOptions
from harness.selftest.drawn.documents import Score, docs_of, run_of, text_of, topics_of

_NUMBERS = ("1", "2", "10", "51", "100", "401", "7", "33")
_SCORES: tuple[Score, ...] = (
    lambda rng: f"{rng.uniform(-3, 30):.6f}",
    lambda rng: repr(rng.gauss(0, 1)),
    lambda rng: str(rng.randint(1, 4)),
    lambda rng: str(rng.randint(-50, 0)),
)


def subtopics(rng: Random, _: Dialect) -> Case:
    """Draw judgments of subtopics, a run, and the options of ndeval."""
    judged, answered = topics_of(rng, _NUMBERS)
    docs = docs_of(rng)
    rows: list[Sequence[str]] = []
    for topic in judged:
        parts, share = rng.choice([1, 2, 3, 6]), rng.choice([0.1, 0.3, 0.7])
        grades = rng.choice([("1",), ("0", "1"), ("0", "0", "0", "1"), ("0", "1", "2")])
        chosen = [
            (topic, str(part), doc, rng.choice(grades))
            for part in range(1, parts + 1)
            for doc in docs
            if rng.random() < share
        ]
        rows += chosen or [(topic, "1", docs[0], "1")]
    options = CaseOptions(
        relation="diversity",
        complete=rng.random() < 0.3,
        depth=rng.choice([None, None, None, 1, 3, 20]),
        settings=_settings(rng),
    )
    run = run_of(rng, answered, docs, _SCORES)
    case = Case(text_of(rng, rows), run, options)
    return rng.choice(_DAMAGES)(case) if rng.random() < 0.05 else case


def _settings(rng: Random) -> tuple[tuple[str, str], ...]:
    drawn = {
        "traditional": rng.choice(["", "", "yes"]),
        "alpha": rng.choice(["", "", "0", "0.25", "0.9", "1"]),
        "beta": rng.choice(["", "", "0", "0.8", "1"]),
    }
    return tuple((name, value) for name, value in drawn.items() if value)


def _negative(case: Case) -> Case:
    return replace(case, qrels=case.qrels.rstrip() + b"\n1 1 negative -1\n")


def _unknown_topic(case: Case) -> Case:
    return replace(case, run=case.run.rstrip() + b"\n999 Q0 d01 1 1 tag\n")


def _no_number(case: Case) -> Case:
    return replace(case, run=case.run.rstrip() + b"\n1 Q0 another x 0.x tag\n")


def _short(case: Case) -> Case:
    return replace(case, run=case.run.rstrip() + b"\n1 Q0 another 1001\n")


def _same_rank(case: Case) -> Case:
    topic = case.run.split()[0]
    return replace(case, run=case.run.rstrip() + b"\n" + topic + b" Q0 another 1 0 tag\n")


def _same_document(case: Case) -> Case:
    topic, _, doc, *_ = case.run.split()
    return replace(case, run=case.run.rstrip() + b"\n" + topic + b" Q0 " + doc + b" 2000 0 tag\n")


_DAMAGES = (_negative, _unknown_topic, _no_number, _short, _same_rank, _same_document)


def grades(rng: Random, _: Dialect) -> Case:
    """Draw judgments up to grade 4, a run, and the options of gdeval."""
    judged, answered = topics_of(rng, _NUMBERS)
    docs = docs_of(rng)
    rows = [
        (topic, "0", doc, rng.choice(scale))
        for topic, scale in ((topic, rng.choice(_SCALES)) for topic in judged)
        for doc in docs
        if rng.random() < 0.5
    ] or [(judged[0], "0", docs[0], "1")]
    options = CaseOptions(
        complete=rng.random() < 0.3, settings=(("k", rng.choice(["1", "5", "10", "20", "1000"])),)
    )
    case = Case(text_of(rng, rows), run_of(rng, answered, docs, _SCORES), options)
    return rng.choice(_DAMAGES_OF_GRADES)(case) if rng.random() < 0.05 else case


_SCALES = (("0", "1"), ("-2", "0", "1", "2", "3", "4"), ("0", "0", "0", "1", "4"), ("0",))


def _fifth(case: Case) -> Case:
    return replace(case, qrels=case.qrels.rstrip() + b"\n1 0 another 5\n")


_DAMAGES_OF_GRADES = (_fifth, _unknown_topic, _no_number, _short, _same_document)
