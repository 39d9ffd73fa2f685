"""Directories of results: what is written, and read back."""

from __future__ import annotations

import csv
import hashlib
import json
import math
import os
import shutil
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from harness.config import load_task
from harness.core.errors import EvaluationError, InputError
from harness.core.model import Qrels
from harness.core.texts import Topic, Topics
from harness.evaluation.rules import Rules
from harness.measures import parse_measures
from harness.results.directory import SOMETIMES, TABLES, Results, read_results, write_results
from harness.results.manifest import describe_measures
from harness.results.tables import topics_table
from harness.workflows.evaluate import run
from tests.results.conftest import contents


def test_the_package_reads_and_writes_as_the_documentation_says(results, tmp_path):
    import harness.results

    documentation = (Path(__file__).parents[2] / "docs" / "config.md").read_text()
    assert "`harness.results.read_results(directory)`" in documentation
    harness.results.write_results(results, tmp_path / "out")
    read = harness.results.read_results(tmp_path / "out")
    assert isinstance(read, harness.results.Results)
    assert read.scores.equals(results.scores)


def test_the_files_are_those_that_are_documented(results, tmp_path):
    place = write_results(results, tmp_path / "new" / "deep")
    assert place == (tmp_path / "new" / "deep").resolve()
    always = {f"{name}{end}" for name in TABLES.keys() - {*SOMETIMES} for end in TABLES[name]}
    assert set(contents(place)) == always | {"manifest.json", "log.json"}
    documentation = (Path(__file__).parents[2] / "docs" / "config.md").read_text()
    for name in ("scores.csv", "summary.csv", "curves.csv", "manifest.json", "log.json"):
        assert name in documentation


def test_csv_json_and_parquet_hold_the_same_numbers_to_the_last_bit(results, evaluation, tmp_path):
    place = write_results(results, tmp_path / "out")
    for name in ("scores", "summary"):
        as_json = json.loads((place / f"{name}.json").read_text())
        as_parquet = pl.read_parquet(place / f"{name}.parquet").rows(named=True)
        with (place / f"{name}.csv").open(newline="") as file:
            as_csv = [row["value"] for row in csv.DictReader(file)]
        assert as_json == as_parquet
        assert [float(value) for value in as_csv] == [row["value"] for row in as_parquet]
    values = evaluation.scores.values[evaluation.scores.evaluated].ravel().tolist()
    assert pl.read_parquet(place / "scores.parquet")["value"].to_list() == values


def test_the_curves_are_the_same_in_both_files(results, tmp_path):
    place = write_results(results, tmp_path / "out")
    as_json = json.loads((place / "curves.json").read_text())
    assert as_json == read_results(place).curves.rows(named=True)
    assert as_json == results.curves.rows(named=True)


def test_the_judged_topics_are_the_same_in_all_files(results, tmp_path):
    place = write_results(results, tmp_path / "out")
    as_json = json.loads((place / "topics.json").read_text())
    assert as_json == results.topics.rows(named=True)
    assert as_json == pl.read_parquet(place / "topics.parquet").rows(named=True)
    with (place / "topics.csv").open(newline="", encoding="utf-8") as file:
        as_csv = list(csv.DictReader(file))
    assert as_csv == [{key: str(value) for key, value in row.items()} for row in as_json]


def test_the_judged_topics_say_what_the_judgments_file_says(results, demo):
    """Counted again line by line, and hashed one topic after the other."""
    by_topic: dict[str, list[str]] = {}
    for line in (demo / "qrels/demo/qrels.txt").read_text().splitlines():
        topic, _, doc, grade = line.split()
        by_topic.setdefault(topic, []).append(f"{doc} {grade}")
    assert results.topics["topic"].to_list() == sorted(by_topic, key=str.encode)
    for row in results.topics.iter_rows(named=True):
        lines = by_topic[row["topic"]]
        assert row["judged"] == len(lines)
        assert row["relevant"] == sum(int(line.split()[1]) >= 1 for line in lines)
        text = "".join(f"{line}\n" for line in sorted(lines, key=str.encode))
        assert row["digest"] == hashlib.sha256(text.encode()).hexdigest()[:16]
    assert results.topics["title"][0] == "Fresnel lens invention"


def test_a_topic_without_texts_has_none_and_what_is_not_judged_does_not_count():
    frame = pl.DataFrame({"topic": ["2", "10", "2"], "doc": ["b", "c", "a"], "grade": [3, -1, 1]})
    table = topics_table(Topics([Topic("2", title="fog"), Topic("3")]), Qrels(frame), 2)
    shown = table.select("topic", "title", "narrative", "judged", "relevant").rows()
    assert shown == [("10", None, None, 0, 0), ("2", "fog", None, 2, 1)]
    assert table["digest"][1] == hashlib.sha256(b"a 1\nb 3\n").hexdigest()[:16]
    again = topics_table(Topics([]), Qrels(frame.reverse()), 1)
    assert again["digest"].to_list() == table["digest"].to_list()


def test_measures_are_described_as_asked_for_and_as_computed():
    """A level that is written down stays; one that is not becomes that of the task."""
    measures = parse_measures(["AP", "P(rel=1)@5", "map", "0.5*AP + 0.5*RR(rel=3)", "nDCG"])
    described = describe_measures(measures, Rules(relevance_level=2))
    assert [(one["label"], one["notation"], one["asked"]) for one in described] == [
        ("AP", "AP(rel=2)", "AP"),
        ("P(rel=1)@5", "P@5", "P(rel=1)@5"),
        ("map", "AP(rel=2)", "AP"),
        ("0.5*AP + 0.5*RR(rel=3)", "0.5*AP(rel=2) + 0.5*RR(rel=3)", "0.5*AP + 0.5*RR(rel=3)"),
        ("nDCG", "nDCG", "nDCG"),
    ]
    ready = [one.with_default("rel", 2) for one in measures]
    assert describe_measures(ready, Rules(relevance_level=2)) == described


def test_a_table_of_topics_with_other_columns_is_damaged(results, tmp_path):
    place = write_results(results, tmp_path / "out")
    results.topics.drop("digest").write_parquet(place / "topics.parquet")
    with pytest.raises(InputError, match=r"damaged results: topics\.parquet has other columns"):
        read_results(place)


def test_reading_gives_what_was_written(results, tmp_path):
    write_results(results, tmp_path / "out")
    read = read_results(tmp_path / "out")
    assert read.scores.equals(results.scores)
    assert read.summary.equals(results.summary)
    assert read.curves.equals(results.curves)
    assert read.topics.equals(results.topics)
    assert {name: read.manifest[name] for name in results.manifest} == results.manifest
    assert (len(read.runs), read.measures[0]) == (9, "AP")


def test_a_measure_can_be_read_as_a_table_of_topics_and_runs(results, evaluation):
    table = results.per_topic("AP")
    expected = evaluation.scores.per_topic("AP")
    assert table.index.tolist() == list(evaluation.scores.topics)
    assert (table == expected).all(axis=None)
    with pytest.raises(EvaluationError, match=r"'nDGC' was not computed \(did you mean nDCG@10\?"):
        results.per_topic("nDGC")


def test_topics_that_a_run_is_not_evaluated_on_are_missing_in_the_table():
    frame = pl.DataFrame(
        {
            "run": ["a", "a", "b"],
            "group": ["", "", ""],
            "topic": ["1", "10", "2"],
            "measure": ["AP"] * 3,
            "value": [0.1, 0.2, 0.3],
        }
    )
    table = Results(frame, frame, frame).per_topic("AP")
    assert table.index.tolist() == ["1", "10", "2"]
    assert table["a"].tolist()[:2] == [0.1, 0.2]
    assert math.isnan(table["a"]["2"])


@pytest.mark.parametrize("workers", [1, 2, 7])
def test_the_same_input_gives_the_same_bytes_on_any_number_of_workers(demo, tmp_path, workers):
    task = load_task(demo / "configs" / "demo.yaml")
    for name, count in (("once", 4), ("again", workers)):
        results = run(task, workers=count).results()
        write_results(results, tmp_path / name, log={"name": name})
    once, again = contents(tmp_path / "once"), contents(tmp_path / "again")
    assert once.pop("log.json") != again.pop("log.json")
    assert once == again


@pytest.mark.slow
def test_the_same_bytes_come_from_another_process_and_another_directory(demo, tmp_path):
    shutil.copytree(demo / "runs", tmp_path / "runs")
    shutil.copytree(demo / "qrels", tmp_path / "qrels")
    shutil.copytree(demo / "configs", tmp_path / "configs")
    for seed, folder in (("1", demo), ("2", tmp_path)):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(demo)}
        command = [sys.executable, "-m", "harness", "run", folder / "configs" / "demo.yaml"]
        command += ["-o", tmp_path / f"out{seed}", "--quiet"]
        subprocess.run(command, check=True, env=environment)
    first, second = contents(tmp_path / "out1"), contents(tmp_path / "out2")
    first.pop("log.json"), second.pop("log.json")
    assert first == second


def test_names_with_commas_quotes_and_line_breaks_survive(results, tmp_path):
    odd = 'a, "b"\tü'
    frame = results.scores.with_columns(pl.lit(odd).alias("run"))
    changed = Results(frame, results.summary, results.curves.with_columns(run=pl.lit(odd)), {})
    write_results(changed, tmp_path / "out")
    read = read_results(tmp_path / "out")
    assert read.runs == (odd,)
    assert read.curves["run"][0] == odd
    with (tmp_path / "out" / "scores.csv").open(newline="", encoding="utf-8") as file:
        assert next(csv.DictReader(file))["run"] == odd
