"""Agreement of assessors with each other and with themselves, and of models with people."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from harness.core.arrays import Bools, Floats, Ints, generator
from harness.core.packages import pl
from harness.judging.judgments import UNIT, model_grades, newest_votes, ratings
from harness.judging.policies import Policy, decide
from harness.settings.judge import Dimension
from harness.stats.agreement import (
    AgreementCoefficient,
    SetOverlap,
    cohen_kappa,
    fleiss_kappa,
    gwet_ac,
    krippendorff_alpha,
    percent_agreement,
    scott_pi,
    set_overlap,
)

Coefficient = Callable[[Floats, Sequence[float]], AgreementCoefficient]

#: The coefficients of all assessors together.
OF_ALL: dict[str, Coefficient] = {
    "percent agreement": percent_agreement,
    "Fleiss' κ": lambda ratings, grades: fleiss_kappa(ratings, grades=grades),
    "Krippendorff's α (nominal)": lambda r, g: krippendorff_alpha(r, "nominal", g),
    "Krippendorff's α (ordinal)": lambda r, g: krippendorff_alpha(r, "ordinal", g),
    "Krippendorff's α (interval)": lambda r, g: krippendorff_alpha(r, "interval", g),
    "Gwet's AC1": lambda ratings, grades: gwet_ac(ratings, grades=grades),
    "Gwet's AC2 (quadratic)": lambda ratings, grades: gwet_ac(ratings, "quadratic", grades),
}

#: The coefficients of each pair of assessors.
OF_PAIRS: dict[str, Coefficient] = {
    "percent agreement": percent_agreement,
    "Cohen's κ": lambda ratings, grades: cohen_kappa(ratings, grades=grades),
    "Cohen's κ (linear)": lambda ratings, grades: cohen_kappa(ratings, "linear", grades),
    "Cohen's κ (quadratic)": lambda ratings, grades: cohen_kappa(ratings, "quadratic", grades),
    "Scott's π": scott_pi,
}


@dataclass(frozen=True, slots=True)
class Estimate:
    """Coefficient with its interval from resampled topics; None where it has none."""

    agreement: AgreementCoefficient
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class OfPair:
    """Agreement of two assessors on the documents that both judged.

    ``difference`` is the mean grade of the first minus that of the second on the same units: below
    0 the first is stricter.
    """

    first: str
    second: str
    units: int
    coefficients: dict[str, AgreementCoefficient]
    overlap: SetOverlap
    difference: float | None


@dataclass(frozen=True, eq=False)
class AgreementReport:
    """Agreement of all assessors, of each pair, and of each assessor with earlier judgments.

    ``consistency`` covers the units that an assessor judged twice: the share of same grades.
    """

    dimension: str
    overall: dict[str, Estimate]
    pairs: tuple[OfPair, ...]
    consistency: dict[str, AgreementCoefficient]
    by_topic: dict[str, AgreementCoefficient]
    confidence: float
    samples: int
    seed: int


@dataclass(frozen=True, slots=True)
class LeaderboardEffect:
    """Effect of one assessor: the release compared with one by the assessor's own grades.

    ``judged`` counts the assessor's documents, ``changed`` those with another grade, or none, in
    the release. ``swaps`` counts pairs of runs in opposite order, ``moved`` is the most ranks that
    a run moves. ``significant`` counts the significant pairs of the release, ``lost`` those no
    longer significant in the same direction, ``reversed`` those of them significant in the opposite
    one.
    """

    judged: int
    changed: int
    tau: float
    swaps: int
    moved: int
    significant: int
    lost: int
    reversed: int


def agreement_report(
    judgments: pl.DataFrame,
    dimension: Dimension,
    *,
    confidence: float = 0.95,
    samples: int = 1000,
    seed: int = 1,
) -> AgreementReport:
    """Compute the agreement of the judgments of one dimension (`standing_judgments`).

    Repeats do not count for the agreement between assessors. Intervals are percentiles over topics
    drawn with replacement; draws with an undefined coefficient are left out and counted.
    """
    of_dimension = judgments.filter(pl.col("dimension") == dimension.name)
    units, names, grid = ratings(newest_votes(of_dimension, ("repeat", "training", "adjudication")))
    topics = units["topic"].to_numpy()
    grades = [float(value) for value in dimension.values]
    overall = {
        name: _estimate(of, grid, topics, grades, confidence, samples, seed)
        for name, of in OF_ALL.items()
    }
    pairs = tuple(
        pair
        for a, b in combinations(range(len(names)), 2)
        if (pair := _pair(names[a], names[b], grid[:, [a, b]], dimension)).units
    )
    by_topic = {
        topic: percent_agreement(grid[topics == topic], grades)
        for topic in dict.fromkeys(topics.tolist())
    }
    consistency = _consistency(of_dimension, grades)
    return AgreementReport(
        dimension.name, overall, pairs, consistency, by_topic, confidence, samples, seed
    )


def _estimate(
    coefficient: Coefficient,
    grid: Floats,
    topics: np.ndarray,
    grades: Sequence[float],
    confidence: float,
    samples: int,
    seed: int,
) -> Estimate:
    agreement = coefficient(grid, grades)
    distinct = np.unique(topics)
    if agreement.value is None or len(distinct) < 2:
        return Estimate(agreement, None, None)
    rows = [np.flatnonzero(topics == topic) for topic in distinct]
    random = generator(seed, "agreement")
    values = []
    for _ in range(samples):
        drawn = random.integers(len(rows), size=len(rows))
        value = coefficient(grid[np.concatenate([rows[i] for i in drawn])], grades).value
        if value is not None:
            values.append(value)
    if not values:
        return Estimate(agreement, None, None)
    tail = (1 - confidence) / 2
    low, high = np.quantile(values, [tail, 1 - tail])
    return Estimate(agreement, float(low), float(high))


def _pair(first: str, second: str, grid: Floats, dimension: Dimension) -> OfPair:
    both = grid[~np.isnan(grid).any(axis=1)]
    grades = [float(value) for value in dimension.values]
    difference = float((both[:, 0] - both[:, 1]).mean()) if len(both) else None
    coefficients = {name: of(both, grades) for name, of in OF_PAIRS.items()}
    overlap = set_overlap(both, dimension.relevant)
    return OfPair(first, second, len(both), coefficients, overlap, difference)


def _consistency(
    judgments: pl.DataFrame, grades: Sequence[float]
) -> dict[str, AgreementCoefficient]:
    """Return each assessor's agreement with the own first judgments, on repeated documents."""
    twice = judgments.sort("event").group_by([*UNIT, "assessor"], maintain_order=True).agg("grade")
    twice = twice.filter(pl.col("grade").list.len() > 1)
    return {
        str(name): percent_agreement(
            np.array([row[:2] for row in of_assessor["grade"].to_list()], dtype=np.float64), grades
        )
        for (name,), of_assessor in sorted(twice.group_by("assessor"), key=lambda item: item[0])
    }


#: Resamples of topics for an interval.
DRAWS = 1000


@dataclass(frozen=True, slots=True)
class Favour:
    """Bias of a model for the documents of a run, a group or a family of runs (``of``).

    ``same`` is the share of documents with the same grade as people's, ``kappa`` Cohen's κ (None if
    undefined). ``favour`` is the model's mean grade minus people's on these documents, minus the
    same difference on all others: above 0 the model favours them. ``low`` and ``high`` are its
    interval over topics drawn with replacement; NaN without other documents. ``own`` marks the
    model's own family.
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
    """Agreement of a model with people's grades by a policy, on the documents that both judged.

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
    """Kendall's τ between leaderboards by people's and a model's grades of the same documents."""

    model: str
    documents: int
    tau: float


def join_people(judgments: pl.DataFrame, policy: Policy, model: str) -> pl.DataFrame:
    """Join people's grades, by a policy, with a model's: topic, doc, people, model."""
    people = decide(judgments, policy).grades.select("topic", "doc", people="grade")
    labels = model_grades(judgments, model)
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
    """Compute the agreement of a model with people on ``both`` (`join_people`).

    ``members`` are the documents (topic, identifier) of each ``("run", name)``, ``("group", name)``
    and ``("family", name)``; ``own`` is the model's own key.
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
    """Return the mean of ``apart`` inside minus outside, with its interval over topics."""
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
