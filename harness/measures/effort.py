"""Measures of users whose attention runs out with time or with what they read.

What each document costs, its length, may be known of a run (`JudgedRun.costs`): in words for TBG,
in characters for U. Documents of which it is not known have the length that the parameter says.
"""

from __future__ import annotations

import numpy as np

from harness.core.arrays import Floats, total
from harness.core.judged_run import JudgedRun
from harness.measures.gain import refuse_grades_above
from harness.measures.registry import measure

_ANY = (0.0, float("inf"))


def _lengths(run: JudgedRun, length: float) -> Floats:
    """The length of each document retrieved [T, D]."""
    if run.costs is None:
        return np.full(run.grades.shape, length)
    return np.where(np.isnan(run.costs), length, run.costs)


def _before(amounts: Floats) -> Floats:
    """Return the effort spent before each rank [T, D]."""
    return np.cumsum(amounts, axis=1) - amounts


@measure(
    "TBG",
    aliases=("TimeBiasedGain",),
    bounds=_ANY,
    cite="Smucker, Clarke, Time-based calibration of effectiveness measures, SIGIR 2012",
)
def time_biased_gain(
    run: JudgedRun, *, rel: int = 1, halflife: float = 224.0, length: float = 500.0
) -> Floats:
    """Time-biased gain: relevant documents that users save, who go away as time passes.

    A rank takes 4.4 s for its summary, and 0.018·length + 7.8 s for reading the document, whose
    length is in words, with the chance to click: 0.64 if it is relevant, 0.39 if not. A relevant
    document is clicked and then saved with the chance 0.64 · 0.77; half of the users are gone after
    each ``halflife`` seconds. The sum over the relevant documents of the chance to save them and to
    be there still. All numbers are those measured in the paper. ``length`` is that of documents of
    which it is not known.

    The second document is reached after 4.4 + 0.39 · (9 + 7.8) s: 0.4928 · 2^(−10.952 / 224).

    >>> time_biased_gain(JudgedRun.of([0, 1])).round(4).tolist()
    [0.4764]
    """
    relevant = run.grades >= rel
    reading = 0.018 * _lengths(run, length) + 7.8
    seconds = 4.4 + reading * np.where(relevant, 0.64, 0.39)
    return total(np.where(relevant, 0.64 * 0.77 * 2.0 ** (-_before(seconds) / halflife), 0.0))


@measure(
    "U",
    aliases=("UMeasure",),
    bounds=_ANY,
    cite="Sakai, Dou, Summaries, ranked retrieval and sessions: a unified framework for "
    "information access evaluation, SIGIR 2013; Sakai, U-measure, Encyclopedia of Database Systems "
    "2018",
)
def u_measure(
    run: JudgedRun,
    *,
    max_grade: int = 4,
    L: float = 132000.0,  # noqa: N803 (the name of the paper)
    snippet: float = 200.0,
    length: float = 3000.0,
) -> Floats:
    """U-measure: gains that fade with the text that a user has read to get them.

    Users read the ``snippet`` of 200 characters of each document, and a fifth of each relevant one.
    A document of grade g gives (2^g − 1) / 2^max_grade, times 1 − (characters read so far) / L,
    and nothing after L characters (132,000, as in the paper); ``max_grade`` is the highest grade
    that can be given. A document has ``length`` characters where its length is not known.

    The relevant document ends after 200 + 200 + 600 characters: 1/2 · (1 − 1000 / 132000).

    >>> u_measure(JudgedRun.of([0, 1]), max_grade=1).round(4).tolist()
    [0.4962]
    """
    refuse_grades_above(max_grade, run.judgments, "U-measure")
    grades = np.maximum(run.grades, 0)
    read = snippet + np.where(grades > 0, 0.2 * _lengths(run, length), 0.0)
    gains = (2.0**grades - 1) / 2.0**max_grade
    return total(gains * np.maximum(0.0, 1 - np.cumsum(read, axis=1) / L))
