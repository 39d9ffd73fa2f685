"""A measure is called what it was asked for, in every output, and found by any of its names."""

from __future__ import annotations

import csv
import html
import json
import pickle
import re
from keyword import iskeyword

import polars as pl
import pytest

from harness import run, score
from harness.measures import FAMILIES, find_measure, parse_measure
from harness.measures.parameters import write_value
from harness.report.page.payload import payload
from harness.results import read_results, write_results
from harness.workflows.report import gather_report
from tests.tasks import FIRST, QRELS, SECOND

pytestmark = pytest.mark.long

#: What each of these is called in canonical notation.
ASKED = {
    "RBP(p=0.8)": "RBP",
    "P(rel=1)@5": "P@5",
    "ERR( max_rel=4 )@020": "ERR@20",
    "F(beta=1)@10": "F(rel=2)@10",
    "Q-measure": "Q",
    "ndcg_at_10": "nDCG@10",
    "AP": "AP(rel=2)",
    "IPrec@0.10": "IPrec(rel=2)@0.1",
    "0.50*map+RR(rel=1)": "0.5*AP(rel=2) + RR",
    "iprec_at_recall_0.20": "IPrec(rel=2)@0.2",
}
LEVEL = 2


def spellings(family):
    """Names of a measure that are not canonical: with its defaults, in other letters, padded."""
    inside = {
        name: value
        for name, value in family.defaults.items()
        if value is not None and name != family.suffix
    }
    if family.exclusive:
        inside = {name: value for name, value in inside.items() if name not in family.exclusive[1:]}
    at = family.defaults.get(family.suffix)
    suffix = "@010" if family.suffix == "cutoff" else "" if at is None else f"@{at:.2f}"
    texts = [f"{name}={write_value(value)}" for name, value in inside.items()]
    for name in family.names:
        if name not in family.variants:
            yield f"{name}({', '.join(texts)}){suffix}"
    if not iskeyword(family.name.lower()):
        yield f"{family.name.lower()}({' ,  '.join(texts)} ){suffix}"


@pytest.mark.slow
def test_every_measure_in_every_spelling_is_labelled_as_it_was_asked_for():
    names = {}
    for family in FAMILIES.values():
        own = [parse_measure(name) for name in spellings(family)]
        assert len({measure.notation for measure in own}) == 1
        assert {measure.family for measure in own} == {family}
        for name, measure in zip(spellings(family), own, strict=True):
            assert measure.label == " ".join(name.split())
            graded = measure.with_default("rel", LEVEL)
            assert graded.label == pickle.loads(pickle.dumps(graded)).label == measure.label
            assert parse_measure(measure.label) == measure
            names[measure.label] = measure
    assert len(names) > 2 * len(FAMILIES)
    for label, measure in names.items():
        assert find_measure(label, [measure.notation]) == 0
        assert find_measure(measure.notation, [label]) == 0


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A task that asks for measures in spellings of its own, and what it was evaluated to."""
    place = tmp_path_factory.mktemp("labels")
    (place / "qrels.txt").write_text(QRELS)
    for name, lines in (("first", FIRST), ("second", SECOND)):
        (place / f"{name}.run").write_text(lines)
    (place / "task.yaml").write_text(
        f"qrels: qrels.txt\nruns: [first.run, second.run]\nrelevance_level: {LEVEL}\n"
        f"measures: {json.dumps(list(ASKED))}\n"
    )
    (place / "lower.yaml").write_text(
        (place / "task.yaml").read_text().replace(f"level: {LEVEL}", "level: 1")
    )
    for name, to in (("task", "out"), ("lower", "lower")):
        write_results(run(place / f"{name}.yaml").results(), place / to)
    return place


LABELS = [" ".join(name.split()) for name in ASKED]


def test_every_file_of_results_has_the_names_that_were_asked_for(place):
    out = place / "out"
    for table in ("scores", "summary"):
        with (out / f"{table}.csv").open() as file:
            rows = list(csv.DictReader(file))
        for found in (
            [row["measure"] for row in rows],
            [row["measure"] for row in json.loads((out / f"{table}.json").read_text())],
            pl.read_parquet(out / f"{table}.parquet")["measure"].to_list(),
        ):
            assert list(dict.fromkeys(found)) == LABELS
    described = json.loads((out / "manifest.json").read_text())["measures"]
    assert [row["label"] for row in described] == LABELS
    assert [row["notation"] for row in described] == list(ASKED.values())


@pytest.mark.parametrize("asked", ASKED)
def test_results_and_scores_find_a_measure_by_any_name(place, asked):
    results = read_results(place / "out")
    scores = score(place / "qrels.txt", place / "first.run", list(ASKED), relevance_level=2)
    assert list(scores.summary().columns) == LABELS
    label = " ".join(asked.split())
    same = [name for name, notation in ASKED.items() if notation == ASKED[asked]]
    for name in (asked, label, ASKED[asked]):
        value = results.per_topic(name)["first"].to_list()
        assert value == results.per_topic(label)["first"].to_list()
        assert value == scores.per_topic(name)[scores.runs[0]].to_list()
    assert results.label_of(label) == label
    assert results.label_of(ASKED[asked]) in {" ".join(name.split()) for name in same}


def shown(text: str) -> str:
    """An output without what its form does to signs and lines."""
    plain = re.sub(r"\\([_{}&%$#*|])", r"\1", html.unescape(text)).replace("\\allowbreak ", "")
    return re.sub(r"\s+", " ", plain)


NAMED = [word for name in ASKED for word in ("-m", name)]
TABLES = ("table", "markdown", "tsv", "csv", "json", "jsonl", "latex")
FORMS = {
    **{
        f"eval {form}": ["eval", *NAMED, "-l", LEVEL, "--format", form, "qrels.txt", "first.run"]
        for form in ("trec_eval", *TABLES)
    },
    "diff": ["diff", "out", "lower"],
    **{f"paper {form}": ["report", "table", "out", "--format", form] for form in TABLES},
    "run": ["run", "task.yaml", "-o", "written"],
    "gate": [
        "gate",
        "out",
        "first",
        "--baseline",
        "second",
        *(word for name in ASKED for word in ("--budget", f"{name}=90%")),
    ],
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_output_has_the_names_that_were_asked_for(place, harness, monkeypatch, form):
    monkeypatch.chdir(place)
    monkeypatch.setenv("COLUMNS", "1000")
    outcome = harness(*map(str, FORMS[form]))
    assert outcome.status in (0, 1), outcome.err
    text = shown(outcome.out)
    assert [label for label in LABELS if label not in text] == []


@pytest.mark.parametrize("asked", ASKED)
def test_a_comparison_is_of_a_measure_by_any_name(place, harness, monkeypatch, asked):
    """Of a task under the name that is asked for, of results under that of the results."""
    monkeypatch.chdir(place)
    label = " ".join(asked.split())
    for target, name in (("task.yaml", asked), ("out", asked), ("out", ASKED[asked])):
        outcome = harness("compare", target, "-m", name, "--format", "csv")
        assert outcome.status == 0, outcome.err
        assert label in shown(outcome.out + outcome.err) or name != asked


@pytest.mark.slow
def test_pages_figures_and_sheets_have_the_names_that_were_asked_for(place, harness, monkeypatch):
    monkeypatch.chdir(place)
    report = gather_report("out").value
    assert [row["label"] for row in payload(report)["measures"]] == LABELS
    every = [word for label in LABELS for word in ("-m", label)]
    assert harness("report", "figures", "out", "-o", "figures", *every).status == 0
    captions = shown("".join(path.read_text() for path in (place / "figures").glob("*.tex")))
    assert [label for label in LABELS if label not in captions] == []
    assert harness("report", "sheets", "out", "-o", "sheets").status == 0
    for sheet in (place / "sheets").glob("*.html"):
        text = shown(sheet.read_text())
        assert sheet.name == "index.html" or [one for one in LABELS if one not in text] == []


def test_evaluations_are_compared_whatever_their_spellings(place, harness, monkeypatch):
    monkeypatch.chdir(place)
    measures = f"measures: {json.dumps(list(ASKED.values()))}"
    task = re.sub(r"measures:.*", measures, (place / "lower.yaml").read_text())
    (place / "canonical.yaml").write_text(task)
    write_results(run(place / "canonical.yaml").results(), place / "canonical")
    named = [word for names in ASKED.items() for name in names for word in ("-m", name)]
    for chosen in ([], named):
        outcome = harness("diff", "out", "canonical", *chosen)
        assert "3 topics and 10 measures are equal" in outcome.out, outcome.err
