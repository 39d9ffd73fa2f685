"""Results in the formats of other tools, for scripts that read those.

ranx, MTEB and pytrec_eval use JSON; ndeval and gdeval, the web track's evaluators, use CSV.
"""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import PurePath
from typing import Any

import numpy as np

from harness.core.arrays import Floats
from harness.core.errors import EvaluationError, Problem
from harness.core.faces import natural
from harness.core.harmless import harmless_json, visible
from harness.evaluation.run_scores import order_by_number
from harness.evaluation.scores import Scores
from harness.measures.bound import AnyMeasure, Measure
from harness.measures.summaries import logarithms

#: Names of measures in ranx and MTEB; any other measure keeps its label.
_NAMES = {
    "nDCG": "ndcg",
    "AP": "map",
    "RR": "mrr",
    "P": "precision",
    "R": "recall",
    "Success": "hit_rate",
    "Rprec": "r-precision",
    "Bpref": "bpref",
}
#: The main score of MTEB's retrieval tasks, and MTEB's words for an unknown version.
_MAIN, _NO_REVISION = "ndcg_at_10", "no_revision_available"


def ranx_dict(scores: Scores, _qrels: str) -> dict[str, Any]:
    """Return the part of ``ranx.Report.to_dict`` without tests: each run's summaries."""
    names = [_name(measure, "@") for measure in scores.measures]
    rows = zip(scores.runs, scores.summarise(), strict=True)
    models = {run: {"scores": _numbers(names, values)} for run, values in rows}
    return {"metrics": names, "model_names": list(scores.runs), **models}


def mteb_dict(scores: Scores, qrels: str) -> dict[str, Any]:
    """Return one run's summaries in the form of MTEB's saved task results.

    The main score is ndcg_at_10, as in MTEB's retrieval tasks, or else the first measure.

    For judgments in ``NAME/qrels/SPLIT.tsv`` name and split are the data set's. For any other file
    the name is that of the file, and the split is ``test``.
    """
    path = PurePath(qrels)
    of_folder = path.parent.name == "qrels" and path.parent.parent.name
    task = path.parent.parent.name if of_folder else path.name.partition(".")[0]
    split = path.name.partition(".")[0].partition("-")[0] if of_folder else "test"
    names = [_name(measure, "_at_") for measure in scores.measures]
    values = _numbers(names, _only_run(scores, "mteb", scores.summarise()))
    main = values.get(_MAIN, next(iter(values.values()), None))
    of_split: dict[str, Any] = {
        **values,
        "main_score": main,
        "hf_subset": "default",
        "languages": [],
    }
    return {
        "task_name": task,
        "dataset_revision": _NO_REVISION,
        "mteb_version": None,
        "evaluation_time": None,
        "scores": {split: [of_split]},
    }


def pytrec_eval_dict(scores: Scores, _qrels: str) -> dict[str, Any]:
    """Return one run's values by topic, in the form of ``RelevanceEvaluator.evaluate``.

    A measure summarised by the geometric mean has the logarithms that it averages.
    """
    names = [measure.label for measure in scores.measures]
    values = _only_run(scores, "pytrec_eval", scores.values).copy()
    columns = [i for i, measure in enumerate(scores.measures) if measure.summary == "geometric"]
    values[:, columns] = logarithms(values[:, columns])
    return {
        topic: _numbers(names, row)
        for topic, row, counted in zip(scores.topics, values, scores.evaluated[0], strict=True)
        if counted
    }


def _name(measure: AnyMeasure, before_cutoff: str) -> str:
    """Return the name in other tools of a measure without parameters other than a cutoff."""
    if not isinstance(measure, Measure) or set(measure.parameters) - {"cutoff"}:
        return measure.label
    name = _NAMES.get(measure.family.name, measure.label)
    cutoff = measure.parameters.get("cutoff")
    return name if cutoff is None or name == measure.label else f"{name}{before_cutoff}{cutoff}"


def _only_run(scores: Scores, form: str, values: Floats) -> Floats:
    if len(scores.runs) != 1:
        message = f"{form} holds one run, and these are {len(scores.runs)}"
        raise EvaluationError(Problem(message, hint="give the runs one by one"))
    return np.asarray(values[0])


def _numbers(names: list[str], values: Floats) -> dict[str, float | None]:
    """Return values by name; None for values that JSON cannot represent."""
    return {
        name: value if math.isfinite(value) else None
        for name, value in zip(names, np.asarray(values).tolist(), strict=True)
    }


def web_track_csv(scores: Scores, names: Mapping[str, str], digits: int, *, extra: bool) -> str:
    """Return each run's topics and their mean, in the format of ndeval and gdeval.

    ``names`` are the tool's names of measures, to which cutoffs are added; other parameters are not
    in its headings. Topics that a run does not answer are not listed. ``extra`` lists topics
    without judgments, with zeros.
    """
    heads = [_column(measure, names) for measure in scores.measures]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    labels = heads if len(set(heads)) == len(heads) else scores.labels
    writer.writerow(["runid", "topic", *labels])
    means = order_by_number(scores).summarise()
    for row, (run, cover) in enumerate(zip(scores.runs, scores.coverage, strict=True)):
        listed = scores.evaluated[row] & ~np.isin(scores.topics, cover.missing)
        values = {scores.topics[i]: scores.values[row, i] for i in np.flatnonzero(listed)}
        values |= dict.fromkeys(cover.extra if extra else (), np.zeros(len(heads)))
        last = ("amean", means[row])
        for topic, numbers in (*sorted(values.items(), key=lambda item: natural(item[0])), last):
            shown = [f"{number:.{digits}f}" for number in numbers.tolist()]
            writer.writerow([visible(run), visible(topic), *shown])
    return text.getvalue()


def _column(measure: AnyMeasure, names: Mapping[str, str]) -> str:
    if not isinstance(measure, Measure) or measure.family.name not in names:
        return measure.label
    cutoff = measure.parameters.get("cutoff")
    return names[measure.family.name] + ("" if cutoff is None else f"@{cutoff}")


_NDEVAL = {
    **{name: name.replace("_", "-") for name in ("ERR_IA", "nERR_IA", "alpha_DCG", "alpha_nDCG")},
    "NRBP": "NRBP",
    "nNRBP": "nNRBP",
    "AP_IA": "MAP-IA",
    "P_IA": "P-IA",
    "STREC": "strec",
}
_GDEVAL = {"nDCG": "ndcg", "ERR": "err"}


def _json(make: Callable[[Scores, str], dict[str, Any]], scores: Scores, qrels: str) -> str:
    return harmless_json(json.dumps(make(scores, qrels), ensure_ascii=False, indent=2)) + "\n"


#: The functions that write scores in a tool's format, by its name; they get the judgments' path.
TOOLS: Mapping[str, Callable[[Scores, str], str]] = {
    "ranx": partial(_json, ranx_dict),
    "mteb": partial(_json, mteb_dict),
    "pytrec_eval": partial(_json, pytrec_eval_dict),
    "ndeval": lambda scores, _: web_track_csv(scores, _NDEVAL, 6, extra=True),
    "gdeval": lambda scores, _: web_track_csv(scores, _GDEVAL, 5, extra=False),
}
