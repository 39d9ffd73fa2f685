"""This engine and its measures in ir_measures, its command and PyTerrier's Experiment.

Importing this module registers the provider ``harness`` with ir_measures, and the measures that
ir_measures lacks under their names here. After `use` ir_measures asks this provider first, so
``ir_measures.calc_aggregate`` and PyTerrier's ``Experiment`` also use it. ``python -m
harness.ir_measures`` is the command of ir_measures with this provider.

>>> import ir_measures
>>> import harness.ir_measures
>>> qrels, run = {"1": {"a": 1}}, {"1": {"b": 2.0, "a": 1.0}}
>>> measures = map(ir_measures.parse_measure, ["AP", "RBPResidual(p=0.5)"])
>>> provider = ir_measures.providers.registry["harness"]
>>> sorted(provider.calc_aggregate(measures, qrels, run).items(), key=str)
[(AP, 0.5), (RBPResidual(p=0.5), 0.75)]
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

import numpy as np

from harness.core.errors import HarnessError
from harness.core.packages import extra
from harness.evaluation.scoring import RunScores
from harness.evaluation.views import see_documents
from harness.measures import FAMILIES
from harness.measures.notation import parse_measures
from harness.measures.registry import Family
from harness.measures.summaries import SUMMARIES
from harness.workflows.evaluator import Evaluator

with extra("ir-measures", "its provider needs"):
    import ir_measures as theirs
    from ir_measures.__main__ import main_cli
    from ir_measures.measures.base import Agg, MeanAgg, ParamInfo, SumAgg, register, registry
    from ir_measures.util import QrelsConverter, RunConverter


class GeometricAgg(Agg):
    """The geometric mean over topics, computed as in `harness.measures.summaries`."""

    def __init__(self) -> None:
        self._values: list[float] = []

    def add(self, value: float) -> None:
        """Add the value of a topic."""
        self._values.append(value)

    def result(self) -> float:
        """Return the mean of all added values."""
        return float(SUMMARIES["geometric"](np.array(self._values)))


_AGGREGATORS = {"mean": MeanAgg, "sum": SumAgg, "geometric": GeometricAgg}


class PreparedJudgments(theirs.Evaluator):
    """Judgments and measures for any number of runs, with the interface of ir_measures."""

    def __init__(self, measures: Iterable[theirs.Measure], qrels: Any) -> None:
        measures = list(measures)
        if not hasattr(qrels, "columns"):
            qrels = QrelsConverter(qrels).as_dict_of_dict()
        # An unanswered topic gets the value that ir_measures gives it.
        self._evaluator = Evaluator(qrels, measures, dialect="trec_eval-9", topic_policy="answered")
        super().__init__(measures, set(self._evaluator.topics))

    def _iter_calc(self, run: Any) -> Iterator[theirs.Metric]:
        if not hasattr(run, "columns"):
            run = RunConverter(run).as_dict_of_dict()
        values = self._values(run)
        if values is None:
            return
        for topic, row in zip(values.topics, values.values.tolist(), strict=True):
            for measure, value in zip(self.measures, row, strict=True):
                yield theirs.Metric(query_id=topic, measure=measure, value=value)

    def _values(self, run: Any) -> RunScores | None:
        """Return the values of answered topics; None without any, which ir_measures accepts."""
        topics = run if isinstance(run, Mapping) else map(str, run["query_id"].unique())
        if set(self.qrel_qids).isdisjoint(topics):
            return None
        return self._evaluator.values(run)


class HarnessProvider(theirs.Provider):
    """Provider of all measures that need only documents."""

    NAME = "harness"

    def supports(self, measure: theirs.Measure) -> bool:
        """Return whether this provider computes a measure of ir_measures with its parameters."""
        measure.validate_params()
        try:
            (own,) = parse_measures([cast("Any", measure)])
        except HarnessError:
            return False
        return see_documents(own) and own.summary in _AGGREGATORS

    def _evaluator(self, measures: Iterable[theirs.Measure], qrels: Any) -> PreparedJudgments:
        return PreparedJudgments(measures, qrels)


def _is_offered(family: Family) -> bool:
    """Return whether a family is unknown to ir_measures and computable from a single topic."""
    known = any(name in registry for name in family.names)
    simple = family.sees == "JudgedRun" and family.summary in _AGGREGATORS
    fixed = family.across_topics or family.needs_collection_size
    return family.name.isidentifier() and simple and not known and not fixed


def _declare(family: Family) -> theirs.Measure:
    """Declare the measure in the form of ir_measures' own measures."""
    suffix = {} if family.suffix is None else {"AT_PARAM": family.suffix}
    parameters = {name: ParamInfo(default=default) for name, default in family.defaults.items()}
    own = {
        "__name__": family.name,
        "NAME": family.name,
        "SUPPORTED_PARAMS": parameters,
        "aggregator": lambda _: _AGGREGATORS[family.summary](),
        **suffix,
    }
    return cast("theirs.Measure", type(family.name, (theirs.Measure,), own)())


def use() -> None:
    """Let ``ir_measures.calc_aggregate``, and anything else without a provider, ask this one first.

    Measures that it does not support go to the other providers, as before.
    """
    provider = theirs.providers.registry[HarnessProvider.NAME]
    pipeline = theirs.DefaultPipeline.providers
    pipeline[:] = [provider, *(other for other in pipeline if other is not provider)]


def _enter() -> None:
    """Register the provider and the measures, once."""
    if HarnessProvider.NAME in theirs.providers.registry:
        return
    theirs.providers.register(HarnessProvider())
    for family in list(FAMILIES.values()):
        if _is_offered(family):
            register(_declare(family), name=family.name)


_enter()

if __name__ == "__main__":
    use()
    sys.exit(main_cli())
