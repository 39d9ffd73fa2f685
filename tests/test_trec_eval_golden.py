"""Every value that trec_eval 9 and 10 gave for TREC-8 and for families of edge cases."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from harness.cli.eval import command
from harness.core.dialects import get_dialect
from harness.core.parallel import map_ordered
from harness.evaluation.judgments import JudgedTopics
from harness.evaluation.rules import Rules
from harness.evaluation.run_scores import score_run
from harness.evaluation.scoring import prepare_measures
from harness.formats.qrels import read_qrels
from harness.formats.runs import read_run
from harness.report.trec_eval import TrecText, sort_for_printing
from tests.nightly import now, unless

FAMILIES = (
    "binary",
    "deep",
    "extra_topics",
    "graded",
    "missing_topics",
    "no_relevant",
    "short_runs",
    "ties",
    "unjudged_in_pool",
)

#: Values of trec_eval that come from a defect, by (family, case): with -J and nothing judged in a
#: topic, the interpolated precision at recall 0 divides 0 by 0 and prints -nan, which spoils the
#: 11-point average and both means. An empty ranking has interpolated precision 0.
NAN_WITHOUT_JUDGED_DOCUMENTS = {
    (family, 3): {"iprec_at_recall_0.00", "11pt_avg"}
    for family in ("graded", "missing_topics", "ties", "unjudged_in_pool")
}


def cases(shared: Path, family: str) -> list[dict[str, object]]:
    return json.loads((shared / "golden/trec_eval/cases" / family / "cases.json").read_text())


def lines_of(text: str) -> dict[tuple[str, str], str]:
    split = (line.split("\t") for line in text.splitlines())
    return {(name.strip(), topic): value for name, topic, value in split}


def answers(text: str, defects: set[str]) -> list[str]:
    return [line for line in text.splitlines() if line.split("\t")[0].strip() not in defects]


@pytest.mark.parametrize(
    ("family", "version"),
    [
        unless((family, version), number % 2 == (version == "10"))
        for number, family in enumerate(FAMILIES)
        for version in ("9", "10")
    ],
)
def test_edge_cases_are_byte_identical_with_trec_eval(shared, family, version):
    folder = shared / "golden/trec_eval/cases" / family
    compared = 0
    for number, case in enumerate(cases(shared, family)):
        expected_file = case[f"v{version}"]
        if expected_file is None:  # trec_eval itself stopped
            assert family == "missing_topics"
            continue
        expected = (folder / str(expected_file)).read_text()
        arguments = ["--dialect", f"trec_eval-{version}", *case["args"]]
        result = CliRunner().invoke(
            command, [*arguments, str(folder / "qrels.txt"), str(folder / "run.txt")]
        )
        assert result.exit_code == 0, result.output
        defects = NAN_WITHOUT_JUDGED_DOCUMENTS.get((family, number), set())
        if "nan" in expected:
            bad = {key[0] for key, value in lines_of(expected).items() if "nan" in value}
            assert bad == defects
            assert answers(result.stdout, defects) == answers(expected, defects), case["args"]
        else:
            assert result.stdout == expected, case["args"]
        compared += 1
    assert compared >= 1


def expected_values(path: Path) -> Iterator[tuple[str, str, str, str]]:
    with gzip.open(path, "rt") as lines:
        next(lines)
        for line in lines:
            run, measure, topic, value = line.rstrip("\n").split("\t")
            yield run, measure, topic, value


@pytest.mark.parametrize(
    ("version", "step", "count"),
    now([("10", 10, 63_687)], [("9", 1, 599_076), ("10", 1, 631_971), ("10", 10, 63_687)]),
)
def test_all_values_of_trec_8_agree_with_trec_eval(shared, version, step, count):
    """Those of every tenth run for each change, of all runs at night."""
    dialect = get_dialect(f"trec_eval-{version}")
    rules = Rules(dialect, missing="drop")
    measures = sort_for_printing(prepare_measures(["all_trec"], rules))
    judged = JudgedTopics(read_qrels(shared / "data/trec8/qrels.trec8.adhoc.txt"))
    text = TrecText(measures)
    files = sorted((shared / "data/trec8/runs").glob("*.gz"))
    assert len(files) == 129
    files = files[::step]
    got = {}
    for scores in map_ordered(
        lambda path: score_run(read_run(path), judged, measures, rules), files
    ):
        for (name, topic), value in lines_of(
            (b"".join(text.topics(scores)) + text.summary(scores)).decode()
        ).items():
            got[scores.run, name, topic] = value
    runs = {run for run, *_ in got}
    golden = shared / f"golden/trec_eval/trec8.all_trec.v{version}.tsv.gz"
    expected = {(run, *key): value for run, *key, value in expected_values(golden) if run in runs}
    wrong = [(key, value, got.get(key)) for key, value in expected.items() if got.get(key) != value]
    assert not wrong[:10]
    assert len(got) == len(expected) == count
