"""`harness diff` as an organiser calls it who has corrected the judgments and evaluated again."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import polars as pl
import pytest

import harness as package
from harness.diff.differences import differences
from harness.results import read_results, write_results
from tests.cli.conftest import evaluated


@pytest.fixture(scope="module")
def after(copied, before) -> Path:
    """The same with one document of topic D03 relevant that was not, and one run cut short."""
    judgments = copied / "qrels/demo/qrels.txt"
    lines = judgments.read_text().splitlines()
    at = next(place for place, line in enumerate(lines) if line.split()[::3] == ["D03", "0"])
    lines[at] = lines[at][:-1] + "2"
    judgments.write_text("\n".join(lines) + "\n")
    run = copied / "runs/demo/keeper-qld.run"
    run.write_text("".join(run.read_text().splitlines(keepends=True)[:-20]))
    return evaluated(copied, "after")


def test_one_directory_twice_is_equal_in_one_sentence(harness, before):
    done = harness("diff", before, before)
    assert (done.status, done.err) == (0, "")
    assert done.out == (
        "All 1,080 values of 9 runs, 15 topics and 8 measures are equal.\n"
        "So are all inputs, rules and versions.\n"
    )


def test_what_differs_but_for_the_values_is_said(harness, before, tmp_path):
    shutil.copytree(before, tmp_path / "other")
    manifest = json.loads((before / "manifest.json").read_text())
    manifest["versions"]["numpy"] = "1.0"
    manifest["runs"][0]["group"] = "ti\x1b[2Jny"
    (tmp_path / "other/manifest.json").write_text(json.dumps(manifest))
    done = harness("diff", before, tmp_path / "other")
    assert (done.status, done.err) == (0, "")
    first, second, *lines = done.out.splitlines()
    assert first == "All 1,080 values of 9 runs, 15 topics and 8 measures are equal."
    assert second == "These inputs are not:"
    assert lines[0] == "  group of run atlantic-bm25t: atlantic → ti\\x1b[2Jny"
    assert lines[1].startswith("  version numpy: ")
    assert lines[1].endswith(" → 1.0")


def test_all_tables_are_printed_one_after_the_other(harness, before, after):
    done = harness("diff", before, after)
    assert (done.status, done.err) == (1, "")
    titles = ["What changed", "Why numbers differ", "Measures", "Runs by AP", "Topics by AP"]
    places = [done.out.index(title) for title in titles]
    assert places == sorted(places)
    for said in (
        "judgments of topic",
        "63 judged, 14 relevant",
        "1 run: keeper-qld",
        "1 topic: D03",
        f"before: {before}",
        "7 more measures: --measure NAME or --all",
    ):
        assert said in done.out
    assert "NOTHING" not in done.out


@pytest.mark.parametrize("part", ["inputs", "why", "measures", "summary", "topics"])
def test_each_part_is_what_was_found_as_data(harness, before, after, part):
    found = getattr(differences(read_results(before), read_results(after)), part)
    done = harness("diff", before, after, "--part", part, "--format", "json", "--all")
    assert done.status == 1
    shown = json.loads(done.out)
    assert len(shown) == found.height > 0
    assert {type(value) for row in shown for value in row.values()} <= {str, int, float, type(None)}
    numbers = sorted(v for row in shown for v in row.values() if isinstance(v, float))
    columns = [one for one in found.iter_columns() if one.dtype == pl.Float64]
    assert numbers == sorted(value for one in columns for value in one.drop_nulls().to_list())


def test_programs_get_the_changes_of_inputs_and_notes_beside_them(harness, before, after):
    done = harness("diff", before, after, "--format", "tsv")
    head, *lines = done.out.splitlines()
    assert head.split("\t") == ["what", "name", "before", "after"]
    assert [line.split("\t")[0] for line in lines] == [
        "run file",
        "file of judgments",
        "judgments of topic",
    ]
    assert done.err.splitlines() == [f"# before: {before}", f"# after: {after}"]


def test_only_what_changed_is_shown_unless_all_is_asked_for(harness, before, after):
    options = ("--part", "topics", "--format", "csv", "--measure", "P@10")
    some = harness("diff", before, after, *options).rows
    every = harness("diff", before, after, *options, "--all").rows
    assert {row["measure"] for row in every} == {"P@10"}
    assert len(every) == 15
    changed = [row for row in every if row["runs"] != "0" or row["judgments"] != "same"]
    assert some == changed
    assert [row["topic"] for row in some if row["judgments"] == "changed"] == ["D03"]


def test_named_measures_are_compared_and_no_others(harness, before, after):
    done = harness(
        "diff", before, after, "--measure", "RR", "--measure", "AP", "--part", "measures"
    )
    lines = [line.split()[0] for line in done.out.splitlines() if line[:3] in ("AP ", "RR ", "P@1")]
    assert lines == ["AP", "RR"]


def test_the_same_call_prints_the_same(harness, before, after):
    assert harness("diff", before, after) == harness("diff", before, after)


def test_what_nothing_explains_is_shouted(harness, before, tmp_path):
    shutil.copytree(before, tmp_path / "other")
    scores = pl.read_parquet(tmp_path / "other/scores.parquet")
    row = pl.int_range(pl.len()) == 8
    scores.with_columns(value=pl.when(row).then(0.3).otherwise("value")).write_parquet(
        tmp_path / "other/scores.parquet"
    )
    done = harness("diff", before, tmp_path / "other")
    assert done.status == 1
    assert done.err == (
        "Warning: no change explains 1 value and 0 summaries of 1 run: a bug, or damaged results\n"
    )
    assert "NOTHING EXPLAINS IT" in done.out
    data = harness("diff", before, tmp_path / "other", "--part", "why", "--format", "jsonl")
    assert json.loads(data.out)["cause"] == "NOTHING EXPLAINS IT"
    assert "Warning: no change explains 1 value" in data.err


def test_errors_of_both_directories_come_together(harness, tmp_path, before):
    done = harness("diff", tmp_path / "nowhere", tmp_path)
    assert (done.status, done.out) == (2, "")
    assert done.err.splitlines() == [
        f"Error: {tmp_path / 'nowhere'}: no such directory",
        f"Error: {tmp_path}: no results here",
    ]
    done = harness("diff", before, before, "--measure", "nDGC@10")
    assert (done.status, done.out) == (2, "")
    assert "did you mean nDCG@10?" in done.err
    assert harness("diff", before).status == 2


@pytest.mark.parametrize("style", ["markdown", "latex"])
def test_people_may_have_it_in_a_paper(harness, before, after, style):
    done = harness("diff", before, after, "--format", style, "--part", "summary")
    assert done.status == 1
    assert "keeper-qld" in done.out


@pytest.mark.long
def test_many_runs_are_cut_to_those_that_changed_most(harness, tmp_path):
    """Thirty runs, each with the documents of its number; d2 and d9 become relevant."""
    (tmp_path / "runs").mkdir()
    for number in range(30):
        docs = dict.fromkeys(f"d{number * step % 31}" for step in (1, 2, 3))
        lines = [f"1 Q0 {doc} {at} {9 - at} t" for at, doc in enumerate(docs, 1)]
        (tmp_path / f"runs/r{number:02}.run").write_text("\n".join(lines) + "\n")
    (tmp_path / "task.yaml").write_text(
        "qrels: q\nruns: runs/*.run\nrun_pattern: (?P<name>r[0-9]+).run$\nmeasures: [AP]\n"
    )
    places = []
    for relevant in ([1], range(1, 31, 2)):
        (tmp_path / "q").write_text("".join(f"1 0 d{number} 1\n" for number in relevant))
        results = package.run(tmp_path / "task.yaml").results()
        places.append(write_results(results, tmp_path / f"out{len(places)}"))
    found = differences(*map(read_results, places)).summary
    changed = found.filter(pl.col("differ") > 0)
    assert 20 < changed.height < 30
    part = ("diff", *places, "--part", "summary")
    text = harness(*part).out
    shown = [line.split()[0] for line in text.splitlines() if line[1:3].isdigit()]
    ordered = changed.sort(pl.col("difference").abs(), descending=True, maintain_order=True)
    assert shown == ordered["run"].to_list()[:20]
    assert f"AP: {changed.height} of 30 runs changed, the first 20 are shown" in text
    assert len(harness(*part, "--format", "csv").rows) == changed.height
    assert len(harness(*part, "--format", "csv", "--all").rows) == 30
