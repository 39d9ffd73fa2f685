"""How models agree with people on what both judged, and whose documents they favour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from harness.core.arrays import Bools, Floats, Ints, generator
from harness.judging.judgments import newest_votes
from harness.judging.policies import Policy, decide
from harness.settings.judge import Dimension
from harness.stats.agreement import cohen_kappa

#: Draws of topics for an interval.
DRAWS = 1000


@dataclass(frozen=True, slots=True)
class Favour:
    """How a model grades the documents of a run, a group or a family of runs (``of``).

    ``same`` is the share of documents with the same grade as people's, ``kappa`` Cohen's κ (None
    where it is not defined). ``favour`` is the mean grade of the model less that of people on these
    documents, less the same on all others: above 0 the model is kinder to them. ``low`` and
    ``high`` are its interval over topics drawn with replacement; NaN where all documents are of
    these. ``own`` says that the family is the model's.
    """

    of: str
    name: str
    documents: int
    same: float
    kappa: float | None
    people: float
    model: float
    favour: float
    low: float
    high: float
    own: bool


@dataclass(frozen=True, eq=False)
class ModelAgreement:
    """A model against people's grades by a policy, on the documents that both judged.

    ``counts`` [G, G] has a row for each grade of people and a column for each of the model.
    """

    model: str
    grades: tuple[int, ...]
    counts: Ints
    same: float
    kappa: float | None
    both: pl.DataFrame
    favours: tuple[Favour, ...]


@dataclass(frozen=True, slots=True)
class ModelTau:
    """Kendall's τ of two leaderboards, by people's and by a model's grades of the same documents.

    ``low`` and ``high`` are its interval over topics drawn with replacement.
    """

    model: str
    documents: int
    tau: float
    low: float
    high: float


def with_people(judgments: pl.DataFrame, policy: Policy, model: str) -> pl.DataFrame:
    """The documents that people, by a policy, and a model judged: topic, doc, people, model."""
    people = decide(judgments, policy).grades.select("topic", "doc", people="grade")
    own = (pl.col("assessor") == model) & (pl.col("assessor_kind") == "model")
    labels = newest_votes(judgments.filter(own)).select("topic", "doc", model="grade")
    return people.join(labels, on=["topic", "doc"], how="inner").sort("topic", "doc")


def model_agreement(
    model: str,
    both: pl.DataFrame,
    scale: Dimension,
    members: Mapping[tuple[str, str], Sequence[tuple[str, str]]],
    own: tuple[str, str] | None = None,
    *,
    confidence: float = 0.95,
    seed: int = 1,
) -> ModelAgreement:
    """How a model agrees with people on ``both`` (`with_people`).

    ``members`` are the documents (topic, identifier) of each ``("run", name)``, ``("group", name)``
    and ``("family", name)``; ``own`` is the one that is the model's.
    """
    pairs = both.select("people", "model").to_numpy().astype(np.float64)
    code = {grade: row for row, grade in enumerate(scale.values)}
    counts = np.zeros((len(code), len(code)), dtype=np.int64)
    for people, given in pairs.astype(int).tolist():
        counts[code[people], code[given]] += 1
    topics = np.unique(both["topic"].to_numpy(), return_inverse=True)[1]
    known = list(zip(both["topic"], both["doc"], strict=True))
    number = int(topics.max(initial=-1)) + 1
    draws = generator(seed, "favour").integers(0, max(number, 1), (DRAWS, number))
    apart = pairs[:, 1] - pairs[:, 0]
    favours = []
    for (of, name), documents in members.items():
        wanted = set(documents)
        inside = np.array([each in wanted for each in known], dtype=bool)
        if inside.any():
            favour, low, high = _favour(apart, inside, topics, draws, confidence)
            own_pairs = pairs[inside]
            favours.append(
                Favour(
                    of,
                    name,
                    documents=len(own_pairs),
                    same=float((own_pairs[:, 0] == own_pairs[:, 1]).mean()),
                    kappa=_kappa(own_pairs, scale),
                    people=float(own_pairs[:, 0].mean()),
                    model=float(own_pairs[:, 1].mean()),
                    favour=favour,
                    low=low,
                    high=high,
                    own=(of, name) == own,
                )
            )
    same = float((pairs[:, 0] == pairs[:, 1]).mean()) if len(pairs) else float("nan")
    return ModelAgreement(
        model, scale.values, counts, same, _kappa(pairs, scale), both, tuple(favours)
    )


def _kappa(pairs: Floats, scale: Dimension) -> float | None:
    return cohen_kappa(pairs, grades=[float(value) for value in scale.values]).value


def _favour(
    apart: Floats, inside: Bools, topics: Ints, draws: Ints, confidence: float
) -> tuple[float, float, float]:
    """The mean of ``apart`` inside less that outside, with its interval over topics."""
    if inside.all():
        return float("nan"), float("nan"), float("nan")
    sums = [
        (np.bincount(topics, apart * part), np.bincount(topics, part.astype(float)))
        for part in (inside, ~inside)
    ]
    value = apart[inside].mean() - apart[~inside].mean()
    with np.errstate(invalid="ignore", divide="ignore"):
        means = [total[draws].sum(axis=1) / number[draws].sum(axis=1) for total, number in sums]
    drawn = means[0] - means[1]
    tail = (1 - confidence) / 2
    low, high = np.nanquantile(drawn, [tail, 1 - tail])
    return float(value), float(low), float(high)
