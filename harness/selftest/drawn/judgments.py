"""Random preferences, judgments of several assessors, and standard scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from harness.core.dialects import Dialect
from harness.measures.trec_names import NICKNAMES
from harness.selftest.cases import Case
from harness.selftest.drawn.documents import (
    docs_of,
    documents,
    options,
    run_of,
    text_of,
    topics_of,
)

_LEVELS = (
    ("0", "1"),
    ("0", "1", "2", "3"),
    ("1", "2", "3", "4", "5", "6", "7"),
    ("0.5", "1.5", "2", "2.25", "0.0"),
    ("-1", "0", "1", "2"),
    ("-2", "-0.5", "1"),
)
_GRADES = (("0", "1"), ("0", "0", "1", "2"), ("-1", "0", "1"), ("0", "1", "3"))
#: Measures whose lines have their names, or their names and a cutoff, for standards to name.
_STANDARD = ("map", "Rprec", "bpref", "recip_rank", "ndcg", "num_ret", "num_rel_ret", "infAP")
_PLAIN = (*_STANDARD, "gm_map", "num_q", "P.5,10", "success.1", "recall.5", "iprec_at_recall.0.1")
_CUT = ("P_5", "P_10", "success_1", "recall_5", "iprec_at_recall_0.10", "num_rel", "gm_map")


def other_judgments(rng: Random, dialect: Dialect) -> Case:
    """Draw judgments of the kinds of ``-R``, and a run."""
    kind = rng.choice(["prefs", "qrels_prefs", "qrels_jg"])
    judged, answered = topics_of(rng)
    docs = docs_of(rng)[: rng.choice([4, 9, 30])]
    rows = [row for topic in judged for row in _rows(rng, kind, topic, docs)]
    drawn = options(rng, dialect)
    names = NICKNAMES["qrels_jg" if kind == "qrels_jg" else "all_prefs"]
    chosen = rng.choice([("qrels_jg" if kind == "qrels_jg" else "all_prefs",), tuple(names)])
    if len(chosen) > 1:
        chosen = tuple(rng.sample(chosen, rng.randint(1, len(chosen))))
    drawn = replace(drawn, relation=kind, measures=chosen, size=None)
    if kind != "qrels_jg":
        drawn = replace(drawn, level=1, judged_only=False)
    return Case(
        text_of(rng, rows), run_of(rng, answered, docs), drawn, dialect.score_type == "float32"
    )


def _rows(rng: Random, kind: str, topic: str, docs: Sequence[str]) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for group in rng.sample(["0", "1", "anna", "B"], rng.choice([1, 1, 2, 3])):
        parts = ["0"] if kind != "prefs" else rng.sample(["0", "1", "x"], rng.choice([1, 1, 2]))
        levels = rng.choice(_GRADES if kind == "qrels_jg" else _LEVELS)
        left = rng.sample(docs, len(docs))
        for part in parts:  # groups of documents of their own cannot contradict each other
            size = rng.randint(1, max(1, len(left) // len(parts)))
            chosen, left = left[:size], left[size:]
            more = (part,) if kind == "prefs" else ()
            rows += [(topic, group, *more, doc, rng.choice(levels)) for doc in chosen]
    return rows


def standard_scores(rng: Random, dialect: Dialect) -> Case:
    """Draw a case with means and deviations for each topic and measure; now and then without."""
    case = documents(rng, dialect)
    names = rng.sample(_PLAIN, rng.randint(1, 5))
    topics = sorted({*case.grades, *case.rankings, *(["extra"] if rng.random() < 0.3 else [])})
    labels = [*_STANDARD, *_CUT]
    rows = [(topic, label, *_moments(rng)) for topic in topics for label in labels]
    if rng.random() < 0.1:
        del rows[rng.randrange(len(rows))]
    if rng.random() < 0.2:
        rng.shuffle(rows)
    standards = "".join(" ".join(row) + "\n" for row in rows).encode("utf-8", "surrogateescape")
    return replace(case, options=replace(case.options, measures=tuple(names)), standards=standards)


def _moments(rng: Random) -> tuple[str, str]:
    if rng.random() < 0.03:
        return rng.choice(["0", "0.5", "1"]), "0"
    return f"{rng.uniform(0, 1):.4f}", f"{rng.uniform(0.01, 0.5):.4f}"
