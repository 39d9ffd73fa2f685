"""Results as other tools write them, for scripts that read theirs: ranx, MTEB, pytrec_eval."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from pathlib import PurePath
from typing import Any

import numpy as np

from harness.core.arrays import Floats
from harness.core.errors import EvaluationError, Problem
from harness.core.harmless import harmless_json
from harness.evaluation.scores import Scores
from harness.measures.combination import AnyMeasure
from harness.measures.registry import Measure

#: What ranx and MTEB call our measures; any other keeps its label.
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
#: The main score of MTEB's retrieval tasks; its words for a data set of no known version.
_MAIN, _NO_REVISION = "ndcg_at_10", "no_revision_available"


def ranx_dict(scores: Scores, _qrels: str) -> dict[str, Any]:
    """The part of ``ranx.Report.to_dict`` that needs no test: each run's summaries."""
    names = [_name(measure, "@") for measure in scores.measures]
    rows = zip(scores.runs, scores.summarise(), strict=True)
    models = {run: {"scores": _numbers(names, values)} for run, values in rows}
    return {"metrics": names, "model_names": list(scores.runs), **models}


def mteb_dict(scores: Scores, qrels: str) -> dict[str, Any]:
    """One run's summaries as MTEB saves the results of a task.

    The main score is ndcg_at_10, as in MTEB's retrieval tasks, or the first where it is absent.

    Of judgments in ``NAME/qrels/SPLIT.tsv`` name and split are the data set's; those of any other
    file are called by it, and their split is ``test``.
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
    """One run's values as ``RelevanceEvaluator.evaluate`` gives them: of each topic."""
    names = [measure.label for measure in scores.measures]
    values = _only_run(scores, "pytrec_eval", scores.values)
    return {
        topic: _numbers(names, row)
        for topic, row, counted in zip(scores.topics, values, scores.evaluated[0], strict=True)
        if counted
    }


def _name(measure: AnyMeasure, before_cutoff: str) -> str:
    """What the others call a measure that has no parameter but a cutoff."""
    if not isinstance(measure, Measure) or set(measure.parameters) - {"cutoff"}:
        return measure.label
    name = _NAMES.get(measure.family.name, measure.label)
    cutoff = measure.parameters.get("cutoff")
    return name if cutoff is None or name == measure.label else f"{name}{before_cutoff}{cutoff}"


def _only_run(scores: Scores, form: str, values: Floats) -> Floats:
    if len(scores.runs) != 1:
        message = f"{form} holds one run, and these are {len(scores.runs)}"
        raise EvaluationError(Problem(message, hint="give the runs one by one"))
    only: Floats = values[0]
    return only


def _numbers(names: list[str], values: Floats) -> dict[str, float | None]:
    """Values by name; None for what JSON has no number for."""
    return {
        name: value if math.isfinite(value) else None
        for name, value in zip(names, np.asarray(values).tolist(), strict=True)
    }


_DICTS: Mapping[str, Callable[[Scores, str], dict[str, Any]]] = {
    "ranx": ranx_dict,
    "mteb": mteb_dict,
    "pytrec_eval": pytrec_eval_dict,
}


def tools_json(form: str, scores: Scores, qrels: str) -> str:
    """The scores as a tool writes them; ``qrels`` is the path of the judgments."""
    document = _DICTS[form](scores, qrels)
    return harmless_json(json.dumps(document, ensure_ascii=False, indent=2)) + "\n"
