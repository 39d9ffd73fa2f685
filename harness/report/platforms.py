"""A run's scores in the files that platforms of shared tasks read, with its sheet for participants.

Codabench (https://docs.codabench.org) reads ``scores.json``, whose names are the keys of columns of
the leaderboard, and shows ``detailed_results.html``; TIRA (https://www.tira.io) reads
``evaluation.prototext``, a ``measure`` with ``key`` and ``value`` for each score.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping

from harness.core.errors import EvaluationError, Problem
from harness.core.harmless import harmless_json, visible
from harness.report.report import Report
from harness.report.sheets.files import render_sheet
from harness.report.sheets.participants import owner_of
from harness.report.sheets.sheet import sheet_of


def codabench_scores(values: Mapping[str, float]) -> str:
    """The scores as Codabench reads them.

    >>> print(codabench_scores({"AP": 0.5, "P@5": 0.25}))
    {
     "AP": 0.5,
     "P@5": 0.25
    }
    <BLANKLINE>
    """
    return harmless_json(json.dumps(values, indent=1, ensure_ascii=False)) + "\n"


def tira_scores(values: Mapping[str, float]) -> str:
    """The scores as TIRA reads them: a line holds one colon, and quotation marks end a text.

    >>> print(tira_scores({"AP": 0.5}))
    measure {
      key: "AP"
      value: "0.5"
    }
    <BLANKLINE>
    """
    plain = str.maketrans({'"': "'", ":": " "})
    return "".join(
        f'measure {{\n  key: "{visible(name).translate(plain)}"\n  value: "{value}"\n}}\n'
        for name, value in values.items()
    )


#: For each platform the file of the scores with what makes it, and the page of details.
PLATFORMS: Mapping[str, tuple[str, Callable[[Mapping[str, float]], str], str]] = {
    "codabench": ("scores.json", codabench_scores, "detailed_results.html"),
    "tira": ("evaluation.prototext", tira_scores, "detailed_results.html"),
}


def platform_files(report: Report, platform: str) -> tuple[dict[str, str], tuple[str, ...]]:
    """The files of a platform by their names, and the measures that have no value.

    Raises `EvaluationError` for more runs than one, and where no measure has a value.
    """
    if len(report.runs) != 1:
        message = f"{platform} takes one run, and these are {len(report.runs)}"
        raise EvaluationError(Problem(message, hint="harness run TASK RUN names it"))
    [run], [values] = report.runs, report.summary.tolist()
    labels = [measure.label for measure in report.measures]
    known = {name: value for name, value in zip(labels, values, strict=True) if _is_score(value)}
    if not known:
        raise EvaluationError(Problem("no measure has a value", run))
    name, make, details = PLATFORMS[platform]
    sheet = render_sheet(sheet_of(report, owner_of(report, run)))
    return {name: make(known), details: sheet}, tuple(n for n in labels if n not in known)


def _is_score(value: float | None) -> bool:
    return value is not None and math.isfinite(value)
