"""The evaluation harness for shared tasks in information retrieval.

>>> import harness
>>> qrels = {"t1": {"d1": 1, "d2": 0}, "t2": {"d3": 1}}
>>> runs = {"mine": {"t1": {"d2": 2.0, "d1": 1.0}, "t2": {"d3": 1.0}}}
>>> harness.score(qrels, runs, ["AP", "P@1"]).summary()
        AP  P@1
run
mine  0.75  0.5

Everything public is named in ``__all__``; the parts are imported when they are first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from harness._version import __version__
from harness.core import register_public

if TYPE_CHECKING:
    from harness.comparison import TESTS, Comparison
    from harness.config import load_task
    from harness.core.errors import HarnessError, UnavailableError, keep_going
    from harness.core.model import Qrels, Run
    from harness.core.notes import HarnessDeprecationWarning, HarnessWarning
    from harness.core.texts import Topic, Topics
    from harness.evaluation.scores import Scores
    from harness.formats.qrels import read_qrels
    from harness.formats.runs import read_run, read_runs
    from harness.formats.topics import read_topics
    from harness.judging.ledger import Ledger
    from harness.judging.releases import release_judgments
    from harness.measures import FAMILIES, measure, parse_measure
    from harness.pooling import STRATEGIES, Live, Pool
    from harness.report.notebook import plots, to_latex
    from harness.results.directory import Results, read_results
    from harness.workflows.check import check
    from harness.workflows.compare import compare, find_differences
    from harness.workflows.diagnose import diagnose, diagnose_runs
    from harness.workflows.evaluate import Evaluation, run
    from harness.workflows.evaluator import Evaluator
    from harness.workflows.judge import add_to_ledger
    from harness.workflows.ledgers import read_ledger
    from harness.workflows.pool_runs import adaptive_pool, pool
    from harness.workflows.report import make_report
    from harness.workflows.score import read_scores, score, write_scores

#: The module of each public name.
_HOME = {
    "Comparison": "harness.comparison",
    "Evaluation": "harness.workflows.evaluate",
    "Evaluator": "harness.workflows.evaluator",
    "FAMILIES": "harness.measures",
    "HarnessDeprecationWarning": "harness.core.notes",
    "HarnessError": "harness.core.errors",
    "HarnessWarning": "harness.core.notes",
    "Ledger": "harness.judging.ledger",
    "Live": "harness.pooling",
    "Pool": "harness.pooling",
    "Qrels": "harness.core.model",
    "Results": "harness.results.directory",
    "Run": "harness.core.model",
    "STRATEGIES": "harness.pooling",
    "Scores": "harness.evaluation.scores",
    "TESTS": "harness.comparison",
    "Topic": "harness.core.texts",
    "Topics": "harness.core.texts",
    "UnavailableError": "harness.core.errors",
    "adaptive_pool": "harness.workflows.pool_runs",
    "add_to_ledger": "harness.workflows.judge",
    "check": "harness.workflows.check",
    "compare": "harness.workflows.compare",
    "diagnose": "harness.workflows.diagnose",
    "diagnose_runs": "harness.workflows.diagnose",
    "find_differences": "harness.workflows.compare",
    "keep_going": "harness.core.errors",
    "load_task": "harness.config",
    "make_report": "harness.workflows.report",
    "measure": "harness.measures",
    "parse_measure": "harness.measures",
    "plots": "harness.report.notebook",
    "pool": "harness.workflows.pool_runs",
    "read_ledger": "harness.workflows.ledgers",
    "read_qrels": "harness.formats.qrels",
    "read_results": "harness.results.directory",
    "read_run": "harness.formats.runs",
    "read_runs": "harness.formats.runs",
    "read_scores": "harness.workflows.score",
    "read_topics": "harness.formats.topics",
    "release_judgments": "harness.judging.releases",
    "run": "harness.workflows.evaluate",
    "score": "harness.workflows.score",
    "to_latex": "harness.report.notebook",
    "write_scores": "harness.workflows.score",
}
#: Functions that lower packages get by name, so that values can create themselves from any form.
_HIDDEN = {
    "_load_qrels": ("harness.workflows.given", "convert_judgments"),
    "_results_table": ("harness.report.results_table", "results_table"),
    "_load_run": ("harness.formats.frames", "load_run"),
    "_save": ("harness.formats.writing", "save"),
    "_save_pool": ("harness.results.pools", "save_pool"),
}

__all__ = [
    "FAMILIES",
    "STRATEGIES",
    "TESTS",
    "Comparison",
    "Evaluation",
    "Evaluator",
    "HarnessDeprecationWarning",
    "HarnessError",
    "HarnessWarning",
    "Ledger",
    "Live",
    "Pool",
    "Qrels",
    "Results",
    "Run",
    "Scores",
    "Topic",
    "Topics",
    "UnavailableError",
    "__version__",
    "adaptive_pool",
    "add_to_ledger",
    "check",
    "compare",
    "diagnose",
    "diagnose_runs",
    "find_differences",
    "keep_going",
    "load_task",
    "make_report",
    "measure",
    "parse_measure",
    "plots",
    "pool",
    "read_ledger",
    "read_qrels",
    "read_results",
    "read_run",
    "read_runs",
    "read_scores",
    "read_topics",
    "release_judgments",
    "run",
    "score",
    "to_latex",
    "write_scores",
]


def __getattr__(name: str) -> Any:
    if name in _HIDDEN:
        home, name = _HIDDEN[name]
        return getattr(importlib.import_module(home), name)
    try:
        home = _HOME[name]
    except KeyError:
        raise AttributeError(f"module 'harness' has no attribute {name!r}") from None
    return getattr(importlib.import_module(home), name)


def __dir__() -> list[str]:
    return __all__


# Results show themselves; the rooms that compute them do not know what draws.
register_public(__getattr__)
