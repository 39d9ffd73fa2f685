"""Small runs and judgments with ties, and what is reported of them."""

from __future__ import annotations

from typing import Any

import polars as pl

from harness.core.model import Qrels, Run
from harness.evaluation.judgments import JudgedTopics
from harness.evaluation.rules import Rules
from harness.evaluation.ties.tie_report import TieReport, tie_report
from harness.measures import parse_measure


def make_run(rows: list[tuple[str, str, float]], name: str = "run") -> Run:
    schema = {"topic": pl.String, "doc": pl.String, "score": pl.Float64}
    return Run(name, pl.DataFrame(rows, schema=schema, orient="row"))


def make_qrels(rows: list[tuple[str, str, int]]) -> JudgedTopics:
    schema = {"topic": pl.String, "doc": pl.String, "grade": pl.Int64}
    return JudgedTopics(Qrels(pl.DataFrame(rows, schema=schema, orient="row")))


def one_topic(*groups: list[int]) -> tuple[Run, JudgedTopics]:
    """A topic whose documents have the given grades (−1: not in the qrels), a list a score."""
    documents = [
        (f"{number}-{place}", float(-number), grade)
        for number, group in enumerate(groups)
        for place, grade in enumerate(group)
    ]
    run = make_run([("1", doc, score) for doc, score, _ in documents])
    return run, make_qrels([("1", doc, grade) for doc, _, grade in documents if grade >= 0])


def averages(report: TieReport, place: int = 0) -> list[float]:
    """Lowest, expected, highest and ordinary average of a measure."""
    ties = report.measures[place]
    return [ties.average(v) for v in (ties.lowest, ties.expected, ties.highest, ties.ordered)]


def bounds(groups: tuple[list[int], ...], name: str, **rules: Any) -> list[float]:
    run, judged = one_topic(*groups)
    return averages(tie_report(run, judged, Rules(**rules), measures=[parse_measure(name)]))[:3]
