"""Values that the field's own tools printed for single topics: trec_eval and gdeval.

The whole of trec_eval, with its options and output, is compared in ``test_trec_eval_golden.py``;
here a wrong formula shows as the name of a measure.
"""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from pathlib import Path

import pytest

from harness.core.dialects import get_dialect
from harness.core.judged_run import JudgedRun
from harness.measures import Measure, Ratio, parse_measure, parse_measures
from tests.each import each
from tests.oracles import Topic, read_topics

SHARED = Path(__file__).resolve().parents[3] / "shared"
GOLDEN = SHARED / "golden"

pytestmark = pytest.mark.skipif(
    not GOLDEN.is_dir(), reason="the reference collections are not beside this checkout"
)

FAMILIES = (
    *("binary", "deep", "extra_topics", "graded", "missing_topics"),
    *("no_relevant", "short_runs", "ties", "unjudged_in_pool"),
)


def batch_of(topics: dict[str, Topic], version: str = "10") -> JudgedRun:
    return JudgedRun.of(
        *(topic.grades for topic in topics.values()),
        judged=[topic.judged for topic in topics.values()],
        dialect=get_dialect(f"trec_eval-{version}"),
    )


def printed(measure: Measure, run: JudgedRun) -> list[str]:
    result = measure.evaluate(run)
    values = result.value if isinstance(result, Ratio) else result
    if measure.summary == "text":
        return [f"'{value}'" for value in values]
    return [f"{value:d}" if measure.family.integer else f"{value:6.4f}" for value in (
        values.astype(int) if measure.family.integer else values)]  # fmt: skip


@each(FAMILIES)
def test_every_topic_has_the_values_of_trec_eval(name: str):
    folder = GOLDEN / "trec_eval" / "cases" / name
    topics = read_topics(folder / "qrels.txt", folder / "run.txt")
    compared = 0
    for number in (0, 7, 9):  # all_trec; measures with parameters; measures by name only
        case = json.loads((folder / "cases.json").read_text())[number]
        names = [value for value in case["args"] if not value.startswith("-")]
        measures = {one.label: one for one in parse_measures(names)}
        for version in ("9", "10"):
            expected: dict[str, dict[str, str]] = defaultdict(dict)
            if case[f"v{version}"] is None:  # trec_eval itself stopped
                continue
            for line in (folder / case[f"v{version}"]).read_text().splitlines():
                label, topic, value = line.split("\t")
                if topic != "all":
                    expected[label.strip()][topic] = value
            run = batch_of(topics, version)
            for label, values in expected.items():
                assert set(values) == set(topics)
                got = dict(zip(topics, printed(measures[label], run), strict=True))
                assert got == values, (label, version)
                compared += len(values)
    assert compared > 200


@each([5, 10, 20], "cutoff")
@each(["a", "b"])
def test_every_topic_has_the_values_of_gdeval(run_name: str, cutoff: int):
    folder = GOLDEN / "gdeval"
    topics = read_topics(folder / "qrels.txt", folder / f"run-{run_name}.txt")
    run = batch_of(topics)
    ndcg = parse_measure(f'nDCG(dcg="exp-log2")@{cutoff}').evaluate(run).value
    err = parse_measure(f"ERR@{cutoff}").evaluate(run)
    compared = 0
    with (folder / f"expected.run-{run_name}.k{cutoff}.csv").open() as lines:
        for _, topic, expected_ndcg, expected_err in csv.reader(lines):
            if topic in topics:
                row = list(topics).index(topic)
                assert ndcg[row] == pytest.approx(float(expected_ndcg), abs=5.1e-6)
                assert err[row] == pytest.approx(float(expected_err), abs=5.1e-6)
                compared += 1
    assert compared >= 8
