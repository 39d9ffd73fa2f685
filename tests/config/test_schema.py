"""The JSON Schema of task files: what a task may say, for editors."""

from __future__ import annotations

import importlib.util
import json

import pytest
import yaml

from harness.settings.names import SCHEMA_FILE
from tests.each import each
from tests.tasks import ROOT


@pytest.fixture(scope="module")
def complaints():
    """What the schema that ships says against a task; jsonschema takes long to load."""
    from jsonschema import Draft202012Validator

    schema = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    known = Draft202012Validator(schema)
    return lambda task: [error.message for error in known.iter_errors(task)]


def test_the_schema_that_ships_is_that_of_the_models():
    path = ROOT / "scripts" / "config_keys.py"
    spec = importlib.util.spec_from_file_location("config_keys", path)
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    shipped = SCHEMA_FILE.read_text(encoding="utf-8")
    assert script.schema() == shipped, "run: python scripts/config_keys.py"


@each(
    [
        *(path.read_text(encoding="utf-8") for path in sorted((ROOT / "configs").glob("*.yaml"))),
        "{qrels: irds:vaswani, runs: a.run, measures: AP, known_judgments: [a, {path: b}]}",
        "{qrels: q, runs: [a, {path: b, group: G}], collection_size: 528155}",
        "{qrels: q, runs: a, collection_size: irds:vaswani, description: }",
        "{qrels: q, runs: a, subsets: {a: [401-410], b: {type: x}, c: {topics: '1'}}}",
        "{qrels: q, runs: a, gate: {budgets: {AP: 2%}, worst_losses: AP=0.5}}",
        "{qrels: q, runs: a, judge: {assessors: [ann, {name: ben}], overlap: 0.5}}",
        "{qrels: q, runs: a, judge: {dimensions: {trust: {grades: {0: no, 1: {name: yes}}}}}}",
        "{kind: classification, qrels: q, runs: r, costs: {a: {b: 1}}}",
    ],
    "text",
)
def test_what_a_task_may_say_fits_the_schema(complaints, text):
    task = yaml.safe_load(text)
    grades = task.get("judge", {}).get("dimensions", {}).get("trust", {}).get("grades")
    if grades:  # JSON knows texts as keys only, and so do editors
        task["judge"]["dimensions"]["trust"]["grades"] = {
            str(value): {"name": "x"} for value in grades
        }
    assert complaints(task) == []


@each(
    [
        ("{qrels: q, runs: a, mesures: AP}", "'mesures' was unexpected"),
        ("{qrels: q, runs: a, dialect: trec}", "'trec' is not one of ['trec_eval-10'"),
        ("{qrels: q, runs: a, relevance_level: 0}", "0 is less than the minimum of 1"),
        ("{qrels: q, runs: a, check: {depht: 5}}", "is not valid under any of the given"),
        ("{kind: regression, qrels: q, runs: r, gold: g}", "'gold' was unexpected"),
        ("{kind: regression, runs: r}", "'qrels' is a required property"),
    ],
    "text",
    "said",
)
def test_what_a_task_may_not_say_does_not(complaints, text, said):
    assert any(said in message for message in complaints(yaml.safe_load(text)))


def test_the_command_prints_what_ships(harness):
    assert harness("schema").out == SCHEMA_FILE.read_text(encoding="utf-8")
    assert harness("schema", "--path").out == f"{SCHEMA_FILE}\n"
