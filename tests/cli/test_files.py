"""`harness topics|qrels|runs info|convert` and `harness measures`, as people call them."""

from __future__ import annotations

import json

import pytest

from harness.formats.qrels import read_qrels
from harness.formats.runs import read_run
from harness.formats.topics import read_topics


def cells(text):
    return [row.split() for row in text.splitlines() if row.strip()]


def test_topics_info_counts_topics_and_their_parts(harness, demo):
    got = harness("topics", "info", demo / "qrels/demo/topics.txt")
    assert got.status == 0
    assert ["topics", "15"] in cells(got.out)
    assert ["with", "narrative", "15"] in cells(got.out)
    assert ["format", "trec-sgml"] in cells(got.out)


def test_topics_list_shows_titles(harness, demo):
    got = harness("topics", "info", "--list", demo / "qrels/demo/topics.txt")
    assert "D05     lightships" in got.out


def test_topics_are_converted_and_what_is_lost_is_told(harness, demo, tmp_path):
    target = tmp_path / "topics.tsv"
    got = harness("topics", "convert", demo / "qrels/demo/topics.txt", "--to", "tsv", "-o", target)
    assert got.status == 0
    assert "not held by this format: narrative (15)" in got.err
    original, converted = read_topics(demo / "qrels/demo/topics.txt"), read_topics(target)
    assert [(t.id, t.title) for t in original.values()] == [
        (t.id, t.title) for t in converted.values()
    ]


def test_an_existing_file_is_not_replaced_unless_asked(harness, demo, tmp_path):
    target = tmp_path / "topics.tsv"
    target.write_text("mine")
    arguments = ["topics", "convert", demo / "qrels/demo/topics.txt", "--to", "tsv", "-o", target]
    got = harness(*arguments)
    assert (got.status, target.read_text()) == (2, "mine")
    assert "--force" in got.err
    assert harness(*arguments, "--force").status == 0
    assert target.read_text().startswith("D01\t")


def test_qrels_info_counts_grades(harness, demo):
    got = harness("qrels", "info", "--format", "json", demo / "qrels/demo/qrels.txt")
    facts = {row["what"]: row["value"] for row in json.loads(got.out)}
    qrels = read_qrels(demo / "qrels/demo/qrels.txt")
    counts = qrels.frame["grade"].value_counts().sort("grade").rows()
    assert facts["grades"] == ", ".join(f"{grade}: {count}" for grade, count in counts)
    assert facts["judgments"] == str(len(qrels))


def test_qrels_info_by_topic_adds_up(harness, demo):
    got = harness("qrels", "info", "--topics", "--format", "json", demo / "qrels/demo/qrels.txt")
    rows = json.loads(got.out)
    qrels = read_qrels(demo / "qrels/demo/qrels.txt")
    assert sum(row["judged"] for row in rows) == len(qrels)
    assert sum(row["relevant"] for row in rows) == (qrels.frame["grade"] >= 1).sum()
    assert [row["topic"] for row in rows] == list(qrels.topics)


def test_runs_info_shows_ties_and_depth(harness, demo):
    got = harness("runs", "info", "--format", "json", demo / "runs/demo/wick-coord.run")
    (row,) = json.loads(got.out)
    assert (row["run"], row["topics"], row["documents"]) == ("wick-coord", 14, 260)
    assert row["tied"] > 0
    assert row["twice"] == 0


@pytest.mark.parametrize("to", ["trec", "csv", "jsonl", "parquet", "json"])
def test_a_converted_run_scores_the_same(harness, demo, tmp_path, to):
    source, target = demo / "runs/demo/keeper-qld.run", tmp_path / f"run.{to}"
    assert harness("runs", "convert", source, "--to", to, "-o", target).status == 0
    arguments = ["eval", "-q", "-m", "all_trec", "--quiet", demo / "qrels/demo/qrels.txt"]
    expected = harness(*arguments, source).out
    got = harness(*arguments, target).out
    name = read_run(target).name
    assert got.replace(f"all\t{name}\n", "all\tkeeper-qld\n") == expected


def test_measures_lists_every_declared_measure(harness):
    from harness.measures import FAMILIES

    got = harness("measures", "--format", "json")
    listed = {row["measure"].split("@")[0] for row in json.loads(got.out)}
    assert set(FAMILIES) <= listed


def test_the_list_of_measures_is_by_subject_and_fits_a_terminal(harness):
    from harness.measures import FAMILIES

    got = harness("measures")
    lines = got.out.splitlines()
    assert max(map(len, lines)) <= 80
    listed = [line.split()[0].split("@")[0] for line in lines if line.startswith("  ")]
    assert set(FAMILIES) <= set(listed)
    assert "Measures of graded relevance from NTCIR" in lines


def test_measures_about_something_are_those_with_it_in_their_names_or_definition(harness):
    got = harness("measures", "--about", "ntcir", "--format", "json")
    listed = {row["measure"] for row in json.loads(got.out)}
    assert {"Q@k", "AP@k"} <= listed
    assert "P@k" not in listed
    nothing = harness("measures", "--about", "zzz")
    assert (nothing.status, "no measure has 'zzz'" in nothing.err) == (2, True)


def test_a_measure_is_explained_from_its_declaration(harness):
    got = harness("measures", "map_cut_10")
    assert got.out.startswith("AP@k\n")
    assert "in trec_eval: map, map_cut" in got.out
    assert "source: Buckley, Voorhees" in got.out


def test_an_unknown_measure_is_an_error(harness):
    got = harness("measures", "bprf")
    assert got.status == 2
    assert "did you mean bpref?" in got.err.lower()


def test_a_measure_of_ones_own_is_listed_from_its_file(harness, tmp_path):
    (tmp_path / "own_measures.py").write_text(
        "from harness.measures import measure\n"
        "@measure('Depth', bounds=(0, float('inf')))\n"
        "def depth(run):\n"
        "    '''How far the ranking goes.'''\n"
        "    return run.num_ret.astype(float)\n"
    )
    got = harness("measures", "--module", tmp_path / "own_measures.py", "Depth")
    assert got.status == 0, got.err
    assert "How far the ranking goes." in got.out
