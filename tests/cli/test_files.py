"""`harness topics|qrels|runs info|convert` and `harness measures`, as people call them."""

from __future__ import annotations

import json

import pytest

from harness.formats.qrels import read_qrels
from harness.formats.runs import read_run
from harness.formats.topics import read_topics
from harness.starting.kinds import recognise_kind


def cells(text):
    return [row.split() for row in text.splitlines() if row.strip()]


def test_topics_info_counts_topics_and_their_parts(harness, demo):
    got = harness("info", demo / "qrels/demo/topics.txt")
    assert got.status == 0
    assert ["topics", "15"] in cells(got.out)
    assert ["with", "narrative", "15"] in cells(got.out)
    assert ["format", "trec-sgml"] in cells(got.out)


def test_topics_list_shows_titles(harness, demo):
    got = harness("info", "--by-topic", demo / "qrels/demo/topics.txt")
    assert "D05     lightships" in got.out


def test_topics_are_converted_and_what_is_lost_is_told(harness, demo, tmp_path):
    target = tmp_path / "topics.tsv"
    got = harness("convert", demo / "qrels/demo/topics.txt", "--to", "tsv", "-o", target)
    assert got.status == 0
    assert "not held by this format: narrative (15)" in got.err
    original, converted = read_topics(demo / "qrels/demo/topics.txt"), read_topics(target)
    assert [(t.id, t.title) for t in original.values()] == [
        (t.id, t.title) for t in converted.values()
    ]


def test_an_existing_file_is_not_replaced_unless_asked(harness, demo, tmp_path):
    target = tmp_path / "topics.tsv"
    target.write_text("mine")
    arguments = ["convert", demo / "qrels/demo/topics.txt", "--to", "tsv", "-o", target]
    got = harness(*arguments)
    assert (got.status, target.read_text()) == (2, "mine")
    assert "--force" in got.err
    assert harness(*arguments, "--force").status == 0
    assert target.read_text().startswith("D01\t")


def test_qrels_info_counts_grades(harness, demo):
    got = harness("info", "--format", "json", demo / "qrels/demo/qrels.txt")
    facts = {row["what"]: row["value"] for row in json.loads(got.out)}
    qrels = read_qrels(demo / "qrels/demo/qrels.txt")
    counts = qrels.frame["grade"].value_counts().sort("grade").rows()
    assert facts["grades"] == ", ".join(f"{grade}: {count}" for grade, count in counts)
    assert facts["judgments"] == str(len(qrels))


def test_qrels_info_by_topic_adds_up(harness, demo):
    got = harness("info", "--by-topic", "--format", "json", demo / "qrels/demo/qrels.txt")
    rows = json.loads(got.out)
    qrels = read_qrels(demo / "qrels/demo/qrels.txt")
    assert sum(row["judged"] for row in rows) == len(qrels)
    assert sum(row["relevant"] for row in rows) == (qrels.frame["grade"] >= 1).sum()
    assert [row["topic"] for row in rows] == list(qrels.topics)


def test_runs_info_shows_ties_and_depth(harness, demo):
    got = harness("info", "--format", "json", demo / "runs/demo/wick-coord.run")
    (row,) = json.loads(got.out)
    assert (row["run"], row["topics"], row["documents"]) == ("wick-coord", 14, 260)
    assert row["tied"] > 0
    assert row["twice"] == 0


@pytest.mark.parametrize("to", ["trec", "csv", "jsonl", "parquet", "json"])
def test_a_converted_run_scores_the_same(harness, demo, tmp_path, to):
    source, target = demo / "runs/demo/keeper-qld.run", tmp_path / f"run.{to}"
    assert harness("convert", source, "--to", to, "-o", target).status == 0
    arguments = ["eval", "-q", "-m", "all_trec", "--quiet", demo / "qrels/demo/qrels.txt"]
    expected = harness(*arguments, source).out
    got = harness(*arguments, target).out
    name = read_run(target).name
    assert got.replace(f"all\t{name}\n", "all\tkeeper-qld\n") == expected


def test_a_directory_stands_for_the_files_in_it(harness, demo):
    got = harness("info", demo / "runs/demo", "--format", "json")
    assert len(json.loads(got.out)) == 9


def test_files_of_several_kinds_have_a_table_each_and_runs_one(harness, demo):
    files = [demo / "qrels/demo/topics.txt", demo / "qrels/demo/qrels.txt"]
    runs = [demo / "runs/demo/wick-coord.run", demo / "runs/demo/keeper-qld.run"]
    got = harness("info", *runs, *files)
    shown = cells(got.out)
    assert [row[0] for row in shown if row[0] in ("what", "run")] == ["what", "what", "run"]
    assert ["judgments", "755"] in shown
    assert {"wick-coord", "keeper-qld"} <= {row[0] for row in shown}
    got = harness("info", *files, "--format", "csv")
    assert (got.status, got.out) == (2, "")
    assert "one table: of runs, or of one other file" in got.err


def test_runs_by_topic_add_up_to_the_runs(harness, demo):
    run = demo / "runs/demo/wick-coord.run"
    (whole,) = json.loads(harness("info", run, "--format", "json").out)
    rows = json.loads(harness("info", run, "--by-topic", "--format", "json").out)
    assert len(rows) == whole["topics"]
    for column in ("documents", "tied", "twice"):
        assert sum(row[column] for row in rows) == whole[column]
    for column, extreme in (("lowest", min), ("highest", max)):
        assert extreme(row[column] for row in rows) == whole[column]


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("a.txt", "1 Q0 d1 1 2.5 t\n", "runs"),
        ("a.txt", "1 0 d1 1\n", "qrels"),
        ("topics.tsv", "1\tlamps of ships\n", "topics"),
        ("topics.tsv", "1\twhale oil 2\n", "topics"),  # could be a judgment, but for its name
        ("a.txt", "<top>\n<num> Number: 1\n<title> lamps\n</top>\n", "topics"),
        ("a.tsv", "query-id\tcorpus-id\tscore\nq1\td1\t1\n", "qrels"),
        ("a.jsonl", '{"topic": "1", "doc": "a", "score": 2.5, "tag": "t"}\n', "runs"),
        ("a.txt", "1 0 d1 1\n1 0 12 34 1\n", "qrels"),  # damaged
    ],
)
def test_the_kind_of_a_file_is_recognised(tmp_path, name, text, kind):
    path = tmp_path / name
    path.write_text(text)
    assert recognise_kind(str(path))[0] == kind


def test_a_damaged_file_is_explained_as_what_its_beginning_is(harness, tmp_path):
    path = tmp_path / "q.txt"
    path.write_text("1 0 d1 1\n1 0 12 34 1\n")
    got = harness("info", path)
    assert (got.status, got.out) == (2, "")
    assert "q.txt:2:11: 5 fields where 4 are expected" in got.err


def test_what_is_of_no_kind_is_asked_for(harness, tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("We ran it twice, on Monday and on Tuesday.\n\nBoth runs are here.\n")
    for command in (("info",), ("convert", "--to", "csv")):
        got = harness(*command, path)
        assert (got.status, got.out) == (2, "")
        assert "--kind topics, --kind qrels or --kind runs" in got.err
    got = harness("info", "irds:vaswani")
    assert "a dataset has topics and judgments" in got.err


def test_the_kind_can_be_named_and_a_layout_of_one_kind_names_it(harness, tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("1\twhale oil 2\n")
    assert ["judgments", "1"] in cells(harness("info", path, "--kind", "qrels").out)
    assert ["topics", "1"] in cells(harness("info", path, "--kind", "topics").out)
    assert recognise_kind(str(path), "trec-sgml") == ("topics", ())


def test_a_name_is_for_a_run(harness, demo):
    call = ["convert", demo / "qrels/demo/qrels.txt", "--to", "csv", "--name", "x"]
    assert "--name is for a run" in harness(*call).err


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
