"""Real collections beside the checkout: official values of CLEF and TREC-8, judgments of GOV2."""

from __future__ import annotations

import csv
import gzip

import pytest
from click.testing import CliRunner

import harness
from harness.cli.eval import command

CLEF_RUNS = [
    "BM25",
    "Hiemstra_LM",
    "PL2",
    "Stemmer_BM25",
    "Stemmer_PL2",
    "Stemmer_TF_IDF",
    "Stopword_BM25",
    "Stopword_PL2",
    "Stopword_TF_IDF",
    "TF_IDF",
]


def values(text):
    rows = (line.split("\t") for line in text.splitlines() if line.strip())
    return {(name.strip(), topic.strip()): value.strip() for name, topic, value in rows}


@pytest.mark.parametrize("name", CLEF_RUNS)
def test_clef_russian_runs_have_their_official_values(shared, name):
    """As published with the runs, by trec_eval 9: per topic and in the mean."""
    clef = shared / "data/clef"
    with gzip.open(clef / f"results-ru/ru_{name}.txt.gz", "rt") as file:
        official = values(file.read())
    measures = {key[0] for key in official} - {"runid"}
    run = clef / f"runs-ru/ru_{name}.txt.gz"
    arguments = ["-q", "-m", "all_trec", "--dialect", "trec_eval-9"]
    result = CliRunner().invoke(
        command, [*arguments, str(clef / "qrels/ru_qrels.txt.gz"), str(run)]
    )
    got = values(result.stdout)
    assert len(official) > 1600
    assert {key: got.get(key) for key in official if key[0] in measures} == {
        key: value for key, value in official.items() if key[0] in measures
    }


def test_trec_8_runs_have_the_official_map(shared):
    folder = shared / "data/trec8"
    official = {}
    for line in (folder / "official.map.txt").read_text().splitlines():
        name, value = line.split()[0], line.split()[-1]
        official[name] = value
    runs = sorted(str(path) for path in (folder / "runs").glob("*.gz"))[::8]
    scores = harness.score(folder / "qrels.trec8.adhoc.txt", runs, ["AP"])
    got = scores.summary()["AP"]
    assert len(got) == 17
    assert {name: f"{got[name]:.4f}" for name in got.index} == {n: official[n] for n in got.index}


def test_trec_8_groups_and_runs_agree_with_the_list_of_participants(shared):
    with (shared / "data/trec8/participants.tsv").open() as file:
        listed = {row["run"] for row in csv.DictReader(file, delimiter="\t")}
    paths = sorted((shared / "data/trec8/runs").glob("*.gz"))[:10]
    assert {run.name for run in harness.read_runs(paths)} <= listed


@pytest.mark.parametrize(
    ("year", "topics", "judged", "grades"),
    [
        ("04.701-750", 49, 58077, {0: 47460, 1: 9327, 2: 1290}),
        ("05.751-800", 50, 45291, {0: 34884, 1: 7772, 2: 2635}),
        ("06.801-850", 50, 31984, {0: 26091, 1: 5467, 2: 426}),
    ],
)
def test_gov2_topics_and_judgments_have_their_known_counts(shared, year, topics, judged, grades):
    gov2 = shared / "data/gov2"
    qrels = harness.read_qrels(gov2 / f"qrels.terabyte{year}.txt.gz")
    found = harness.read_topics(gov2 / f"topics.terabyte{year}.txt")
    assert len(found) == 50
    assert (len(qrels.topics), len(qrels)) == (topics, judged)
    assert dict(qrels.frame["grade"].value_counts().rows()) == grades
    assert all(topic.title and topic.description and topic.narrative for topic in found.values())
    assert set(qrels.topics) <= set(found)
