"""The view of samples: judgments of randomly drawn documents, with their probabilities."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from harness.core.arrays import Bools, Floats, Ints, divide
from harness.core.columns import Blocks
from harness.core.errors import Problem
from harness.core.judged_run import JudgedRun
from harness.core.model import Qrels
from harness.core.notes import Note
from harness.core.numbers import count_noun
from harness.core.packages import pl
from harness.core.sampled_run import JudgedSample, SampledRun
from harness.evaluation.ranking import OrderedRun, topic_codes
from harness.evaluation.rules import Rules
from harness.evaluation.views import View, register
from harness.measures import AnyMeasure, Measure
from harness.measures.corrected import CORRECTED
from harness.measures.estimates import find_estimated

#: Methods of the Million Query track by which documents were judged with certainty.
_CERTAIN = (0, 2)
#: The grade of drawn documents that wait for their judgment.
_TO_JUDGE = -2
#: Grades below 0 with a meaning in a layout: not drawn, or to be judged.
_MEANT: dict[str, tuple[int, ...]] = {"strata": (-1, -2), "prels": (-2, -999), "probs": ()}
#: The method of documents that were not drawn.
_NOT_DRAWN = 0


def derive_sample(qrels: Qrels) -> JudgedSample:
    """Derive the sample from judgments with the columns ``probability`` or ``stratum``.

    A given probability is used unchanged; documents judged with certainty (``method`` 0 or 2) have
    1. In strata without probabilities it is the judged share of the stratum. A judgment whose
    probability is missing, or not above 0 and at most 1, is not used.
    """
    frame, topics = qrels.frame, qrels.topics
    sample = _collect_drawn(frame, topics)
    if "model" not in frame.columns:
        return sample
    return replace(sample, model=frame["model"].fill_null(-1).to_numpy().astype(np.int64))


def _collect_drawn(frame: pl.DataFrame, topics: tuple[str, ...]) -> JudgedSample:
    """Collect the drawn documents and their probabilities."""
    code = {topic: code for code, topic in enumerate(topics)}
    codes = topic_codes(Blocks.of(frame["topic"]), code)
    grade = np.maximum(frame["grade"].to_numpy(), -1)
    if "probability" not in frame.columns:
        group = _number_pairs(codes, frame["stratum"])
        probability = divide(np.bincount(group, weights=grade >= 0), np.bincount(group))[group]
        return JudgedSample(topics, codes, group, probability, grade)
    given = _probabilities(frame)
    known = given > 0
    grade = np.where(known, grade, -1)
    strata = frame["stratum"] if "stratum" in frame.columns else None
    if "method" not in frame.columns:
        return _with_probabilities(topics, codes, strata, given, grade)
    method = frame["method"].to_numpy()
    by_chance = _with_probabilities(
        topics, codes, strata, given, np.where(method == _NOT_DRAWN, -1, grade)
    )
    certain = np.isin(method, _CERTAIN) & known
    every = _with_probabilities(topics, codes, strata, np.where(certain, 1.0, given), grade)
    return JudgedSample(every.topics, codes, every.group, every.probability, grade, by_chance)


def _probabilities(frame: pl.DataFrame) -> Floats:
    """Return the probability of each judgment [N]; 0 if missing or invalid."""
    given = frame["probability"].fill_null(0.0).fill_nan(0.0).to_numpy()
    return np.where((given > 0) & (given <= 1), given, 0.0)


def _with_probabilities(
    topics: tuple[str, ...], codes: Ints, strata: pl.Series | None, probability: Floats, grade: Ints
) -> JudgedSample:
    certain = pl.Series(probability >= 1) if strata is None else strata
    return JudgedSample(topics, codes, _number_pairs(codes, certain), probability, grade)


def _number_pairs(codes: Ints, names: pl.Series) -> Ints:
    """Return a number for each (topic, name) pair [N], in the order of topics."""
    number = names.rank("dense").to_numpy().astype(np.int64)
    _, group = np.unique(codes * (int(number.max(initial=0)) + 1) + number, return_inverse=True)
    return np.asarray(group, dtype=np.int64)


def _build_sampled_run(
    ordered: OrderedRun, joined: JudgedRun, sample: JudgedSample, _rules: Rules
) -> SampledRun:
    """Build the batch of a run from the ranks of a sample's documents."""
    rank = np.full(len(sample.topic), np.inf)
    there = ordered.judgments >= 0
    rank[ordered.judgments[there]] = ordered.ranks()[there]
    code = {topic: row for row, topic in enumerate(sample.topics)}
    rows = tuple(code[topic] for topic in joined.topics)
    chosen = sample.select_topics(rows)
    rank = rank if chosen is sample else rank[sample.mask_rows(rows)]
    return SampledRun(chosen, rank, joined.num_ret, name=joined.name, answered=joined.answered)


def _refuse(measure: AnyMeasure, qrels: Qrels) -> Problem | None:
    if {"stratum", "probability"} & set(qrels.frame.columns):
        if {family.name for family in measure.requirements()} & CORRECTED:
            return _without_model(measure, qrels)
        return None
    complete = isinstance(measure, Measure) and find_estimated(measure.family.name)
    hint = f"the layouts strata, prels and probs have them; of all judgments: {complete or 'none'}"
    message = f"{measure.label} needs a sample of judgments, with strata or probabilities"
    return Problem(message, qrels.source, hint=hint)


def _without_model(measure: AnyMeasure, qrels: Qrels) -> Problem | None:
    """Return the reason why judgments cannot be corrected: a model's grades are missing."""
    if "model" not in qrels.frame.columns:
        message = f"{measure.label} needs a model's grade of every document, in a column 'model'"
        hint = "harness judge release --model NAME writes judgments with it"
        return Problem(message, qrels.source, hint=hint)
    drawn, labelled = _drawn_and_labelled(qrels)
    if (~drawn).any() and not labelled[~drawn].any():
        message = f"{measure.label} needs a model's grade of every document, and those that nobody"
        return Problem(f"{message} judged have none", qrels.source)
    return None


def _drawn_and_labelled(qrels: Qrels) -> tuple[Bools, Bools]:
    """Return whether each document was judged by people, and whether by the model."""
    drawn = qrels.frame["grade"].to_numpy() >= 0
    return drawn, qrels.frame["model"].fill_null(-1).to_numpy() >= 0


def _notes(qrels: Qrels) -> Iterator[Note]:
    if qrels.sample_note is not None:
        yield qrels.sample_note
        text = (
            "se: the standard error that the sample leaves in an estimate; other judgments of the"
        )
        yield Note("sample-errors", f"{text} same topics would change it by about so much")
    waiting = int((qrels.frame["grade"] == _TO_JUDGE).sum())
    if waiting and qrels.format in ("strata", "prels"):
        text = count_noun(waiting, "drawn document", "is not judged")
        text += f" (grade {_TO_JUDGE}): estimates treat these as not drawn,"
        text += " which is right only if they were left out by chance"
        yield Note("sample-unfinished", text, qrels.source, numbers={"documents": waiting})
    grades = qrels.frame["grade"].to_numpy()
    no_grades = (grades < 0) & ~np.isin(grades, _MEANT.get(qrels.format, grades))
    if no_grades.any():
        text = count_noun(int(no_grades.sum()), "judgment", "has a grade below 0")
        text += ": not used, as if not drawn"
        yield Note(
            "sample-ungraded", text, qrels.source, numbers={"judgments": int(no_grades.sum())}
        )
    if "model" in qrels.frame.columns:
        yield from _model_notes(qrels)
    if "probability" in qrels.frame.columns:
        judged = qrels.frame["grade"].to_numpy() >= 0
        unknown = int((judged & (_probabilities(qrels.frame) == 0)).sum())
        if unknown:
            text = count_noun(unknown, "judgment", "has no probability above 0 and at most 1")
            text += ": not used, as if not drawn"
            yield Note("sample-unknown", text, qrels.source, numbers={"judgments": unknown})


def _model_notes(qrels: Qrels) -> Iterator[Note]:
    drawn, labelled = _drawn_and_labelled(qrels)
    without = int((~labelled).sum())
    if without and labelled.any():
        text = count_noun(without, "document", "has no grade of the model")
        text += f" ({int((drawn & ~labelled).sum())} of them judged by people): taken for grade 0,"
        text += " which is right only where people's judgments had no part in it"
        yield Note("model-missing", text, qrels.source, numbers={"documents": without})


register(
    View(
        "samples",
        SampledRun,
        columns=(),
        layouts=("strata", "prels", "probs"),
        prepare=derive_sample,
        see=_build_sampled_run,
        notes=_notes,
        refuse=_refuse,
        by_judgments=True,
    )
)
