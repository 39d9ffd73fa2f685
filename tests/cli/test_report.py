"""`harness report` as people call it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import polars as pl
import pytest

from tests.nightly import one_in

pytestmark = pytest.mark.long

DEMO = Path(__file__).parents[2] / "configs" / "demo.yaml"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch) -> Path:
    place = tmp_path / "here"
    place.mkdir()
    monkeypatch.chdir(place)
    return place


@pytest.fixture
def task(tmp_path: Path) -> Path:
    (tmp_path / "qrels.txt").write_text("1 0 a 1\n1 0 b 0\n2 0 a 1\n3 0 a 0\n")
    (tmp_path / "low.run").write_text("1 Q0 b 1 2 low\n1 Q0 a 2 1 low\n")
    (tmp_path / "high.run").write_text("1 Q0 a 1 1 high\n2 Q0 a 1 1 high\n2 Q0 x 2 1 high\n")
    path = tmp_path / "small.yaml"
    path.write_text(
        "name: Small\nqrels: qrels.txt\nmeasures: [AP, NumRet]\n"
        "runs: [low.run, {path: high.run, group: G}]\n"
    )
    return path


@pytest.fixture
def demo_here(here: Path) -> Path:
    """The demo task in a folder of its own, because outputs go beside it."""
    text = DEMO.read_text(encoding="utf-8").replace("../", f"{DEMO.parents[1]}/")
    (here / "demo.yaml").write_text(text, encoding="utf-8")
    return here / "demo.yaml"


def test_a_page_is_written_beside_the_results_and_again_over_itself(harness, here, demo_here):
    for _ in range(2):
        got = harness("report", "demo.yaml")
        assert (got.status, got.out) == (0, "")
        assert got.err.startswith("Report: results/demo.html (")
    assert "<title>demo – evaluation</title>" in (here / "results/demo.html").read_text()


def test_a_file_that_is_no_page_is_not_replaced_unless_by_force(harness, here, task):
    (here / "notes.html").write_text("mine")
    got = harness("report", task, "-o", "notes.html")
    assert (got.status, (here / "notes.html").read_text()) == (2, "mine")
    assert "notes.html: the file exists, and is not a page of this kind" in got.err
    assert harness("report", task, "-o", "notes.html", "--force").status == 0
    assert (here / "notes.html").read_text().startswith("<!doctype html>")


def test_results_of_an_earlier_evaluation_give_a_page_with_the_same_values(harness, here, task):
    assert harness("run", task, "--quiet", "-o", "out").status == 0
    assert harness("report", "out").status == 0
    page = (here / "out.html").read_text()
    assert "<bdi>high</bdi>" in page
    assert "<td>0.5000" in page  # AP of high: (1 + ½ + 0) / 3


def test_the_sheet_of_a_participant_goes_beside_the_page(harness, here, demo_here):
    got = harness("report", demo_here, "--participant", "keeper")
    assert (got.status, (here / "results/demo-keeper.html").exists()) == (0, True)
    wrong = harness("report", DEMO, "--participant", "keper")
    assert (wrong.status, wrong.out) == (2, "")
    assert "unknown participant 'keper' (did you mean keeper?)" in wrong.err


def test_sheets_and_figures_go_beside_the_results_unless_told(harness, here, task):
    assert harness("report", "sheets", task).status == 0
    assert (task.parent / "results/small-sheets/manifest.json").exists()
    assert harness("report", "figures", task).status == 0
    assert (task.parent / "results/small-figures/manifest.json").exists()
    assert harness("run", task, "-o", "out", "--quiet").status == 0
    assert harness("report", "sheets", "out").status == 0
    assert (here / "out-sheets/manifest.json").exists()


def test_all_sheets_go_to_one_directory(harness, here):
    got = harness("report", "sheets", DEMO, "-o", "sheets")
    groups = ["atlantic", "fresnel", "keeper", "skerry", "tern", "wick"]
    lines = [f"sheets/{name}.html: {name}\n" for name in groups]
    assert (got.status, got.err) == (0, "".join([*lines, "Sheets: 6 in sheets\n"]))
    names = sorted(path.name for path in (here / "sheets").iterdir())
    assert names == sorted([*(f"{name}.html" for name in groups), "log.json", "manifest.json"])
    manifest = json.loads((here / "sheets/manifest.json").read_text())
    assert manifest["task"] == "demo"
    assert manifest["inputs"]["qrels"]["sha256"]


@pytest.mark.parametrize(
    ("kind", "force"),
    one_in(
        3, [("sheets", ()), ("sheets", ("--force",)), ("figures", ()), ("figures", ("--force",))]
    ),
)
def test_a_set_is_not_written_among_other_files_or_over_changed_ones(
    harness, here, task, kind, force
):
    (here / "set").mkdir()
    (here / "set/wick.html").write_text("mine")
    got = harness("report", kind, task, "-o", "set", *force)
    assert (got.status, f"other files than {kind}" in got.err) == (2, True)
    assert [path.name for path in (here / "set").iterdir()] == ["wick.html"]
    assert harness("report", kind, task, "-o", "new").status == 0
    changed = min((here / "new").iterdir())
    changed.write_text("mine")
    (here / "new/notes.txt").write_text("mine")
    got = harness("report", kind, task, "-o", "new", *force)
    assert got.status == 2
    assert f"new/{changed.name}: changed since it was written\n" in got.err
    assert "new/notes.txt: this file was added\n" in got.err
    assert changed.read_text() == "mine"


def test_sheets_of_another_task_are_replaced_only_by_force(harness, here, task):
    other = task.with_name("other.yaml")
    other.write_text(task.read_text().replace("Small", "other").replace("group: G", "group: wick"))
    assert harness("report", "sheets", other, "-o", "sheets").status == 0
    before = {path.name: path.read_bytes() for path in (here / "sheets").iterdir()}
    assert "wick.html" in before
    got = harness("report", "sheets", task, "-o", "sheets")
    assert got.status == 2
    assert "these are the sheets of the task 'other' (--force replaces them)" in got.err
    assert {path.name: path.read_bytes() for path in (here / "sheets").iterdir()} == before
    assert harness("report", "sheets", task, "-o", "sheets", "--force").status == 0
    assert not (here / "sheets/wick.html").exists()


def test_a_page_that_was_changed_is_replaced_only_by_force(harness, here, task):
    for _ in range(2):
        assert harness("report", task, "-o", "page.html").status == 0
    page = (here / "page.html").read_text()
    (here / "page.html").write_text(page.replace("<h1", "<p>Read this first</p><h1", 1))
    got = harness("report", task, "-o", "page.html")
    assert got.status == 2
    assert "page.html: the page was changed since it was written (--force replaces it)" in got.err
    assert "Read this first" in (here / "page.html").read_text()
    assert harness("report", task, "-o", "page.html", "--force").status == 0
    assert (here / "page.html").read_text() == page


def test_names_that_are_spelled_alike_have_files_of_their_own(harness, here, task):
    text = task.read_text().replace("[low.run,", "[{path: low.run, group: a b},")
    task.write_text(text.replace("group: G", "group: a-b"))
    for name in ("a b", "a-b"):
        assert harness("report", task, "--participant", name).status == 0
    single = sorted(path.name for path in (task.parent / "results").iterdir())
    assert single == ["small-a-b-c8687a08.html", "small-a-b.html"]
    assert "upper" not in (task.parent / "results/small-a-b-c8687a08.html").read_text()
    got = harness("report", "sheets", task, "-o", "sheets")
    assert "sheets/a-b-c8687a08.html: a b\nsheets/a-b.html: a-b\n" in got.err
    assert sorted(path.name for path in (here / "sheets").iterdir()) == [
        *("a-b-c8687a08.html", "a-b.html", "log.json", "manifest.json")
    ]


def test_names_of_participants_are_printed_harmlessly(harness, here, task):
    task.write_text(task.read_text().replace("group: G", 'group: "G\\u202e"'))
    got = harness("report", "sheets", task, "-o", "sheets")
    assert "\u202e" not in got.err
    assert ": G\\u202e\n" in got.err


def test_sheets_of_an_earlier_time_are_named(harness, here, task):
    assert harness("report", "sheets", task, "-o", "sheets").status == 0
    task.write_text(task.read_text().replace("group: G", "group: H"))
    got = harness("report", "sheets", task, "-o", "sheets")
    assert (got.status, got.err.splitlines()[-1]) == (0, "Warning: sheets: no longer there: G.html")
    assert not (here / "sheets/G.html").exists()


def test_a_run_that_is_called_like_a_group_has_no_sheet(harness, here, task):
    task.write_text(task.read_text().replace("group: G", "group: low"))
    got = harness("report", "sheets", task, "-o", "sheets")
    assert (got.status, (here / "sheets").exists()) == (2, False)
    assert "the group 'low'; the run 'low', which has no group" in got.err


def test_the_directory_itself_may_be_the_target(harness, here, task, monkeypatch):
    assert harness("run", task, "--quiet", "-o", "out").status == 0
    monkeypatch.chdir(here / "out")
    assert harness("report", ".").status == 0
    assert (here / "out.html").exists()


def test_a_directory_without_a_name_is_refused(harness):
    got = harness("report", "/")
    assert got.status == 2
    assert "/: this directory has no name to write beside it (-o says where" in got.err


@pytest.mark.parametrize("force", [(), ("--force",)])
def test_what_is_no_regular_file_is_neither_opened_nor_replaced(harness, here, task, force):
    os.mkfifo(here / "pipe")
    for place in ("pipe", "/dev/null"):
        got = harness("report", task, "-o", place, *force)
        assert got.status == 2
        assert f"{place}: this is not a regular file\n" in got.err
    assert (here / "pipe").is_fifo()


def test_a_run_with_errors_is_named_and_the_page_is_written(harness, here, task, tmp_path):
    (tmp_path / "bad.run").write_text("1 Q0 a 1\n")
    task.write_text(task.read_text().replace("[low.run", "[bad.run, low.run"))
    got = harness("report", task)
    assert got.status == 1
    assert "bad.run:1" in got.err
    assert "not evaluated: " in (task.parent / "results/small.html").read_text()


def test_a_table_for_a_paper_marks_what_differs_from_the_baseline(harness, here):
    got = harness("report", "table", DEMO, "--measure", "AP", "--baseline", "wick-coord",
                  "--format", "markdown")  # fmt: skip
    assert got.status == 0
    assert "**0.5315**<sup>†</sup>" in got.out
    assert "family of 8 comparisons" in got.out


def test_a_table_is_written_as_parquet_in_full(harness, here):
    assert harness("report", "table", DEMO, "--format", "parquet").status == 2
    got = harness("report", "table", DEMO, "--format", "parquet", "-o", "t.parquet")
    assert got.status == 0
    frame = pl.read_parquet(here / "t.parquet")
    assert frame["run"][0] == "keeper-rrf"
    assert frame["AP"][0] == pytest.approx(0.53146, abs=1e-4)
    assert round(frame["AP"][0], 4) != frame["AP"][0]
    again = harness("report", "table", DEMO, "--format", "parquet", "-o", "t.parquet")
    assert "the file exists (--force replaces it)" in again.err


def test_figures_and_their_captions_are_written(harness, here):
    got = harness("report", "figures", DEMO, "-o", "figs", "--measure", "AP",
                  "--pair", "keeper-rrf", "wick-coord")  # fmt: skip
    assert got.status == 0
    names = {path.name for path in (here / "figs").iterdir()}
    wanted = {"leaderboard-AP.svg", "difference-AP.svg", "precision-recall-at-levels.svg"}
    assert wanted | {"leaderboard-AP.tex"} <= names
    assert "leaderboard-RR.svg" not in names
    caption = (here / "figs/difference-AP.tex").read_text()
    assert "Topics on which keeper-rrf is better: 15, equal: 0, worse: 0." in caption


def test_only_what_is_asked_for_is_drawn(harness, here, task):
    def drawn(name, *asked):
        assert harness("report", "figures", task, "-o", name, *asked).status == 0
        return {path.stem for path in (here / name).glob("*.svg")}

    curves = {"precision-recall-at-levels", "precision-recall-at-cutoffs"}
    assert drawn("usual") == {*curves, "leaderboard-AP", "runs-AP"}
    assert drawn("topics", "--figure", "topics") == {"topics-AP"}
    assert drawn("both", "--figure", "heat-map", "-m", "AP", "-m", "NumRet") == {
        "heat-map-AP", "heat-map-NumRet"
    }  # fmt: skip
    got = harness("report", "figures", task, "-o", "x", "--figure", "difference")
    assert (got.status, (here / "x").exists()) == (2, False)


def test_figures_of_a_subset_are_over_its_topics_alone(harness, here):
    kinds = ("precision-recall", "roc", "leaderboard", "runs", "heat-map")
    asked = (word for kind in kinds for word in ("--figure", kind))
    given = ("-o", "figs", "-m", "AP", "--topics", "seafaring", *asked)
    got = harness("report", "figures", DEMO, *given)
    assert got.status == 0
    for name in ("precision-recall-at-levels", "roc", "leaderboard-AP", "runs-AP", "heat-map-AP"):
        caption = " ".join((here / f"figs/{name}.tex").read_text().split())
        assert "the subset seafaring" in caption, name
    caption = (here / "figs/precision-recall-at-levels.tex").read_text()
    assert "mean over 3 topics of the subset seafaring" in " ".join(caption.split())


@pytest.mark.parametrize("kind", one_in(2, ["figures", "sheets"]))
def test_another_subset_than_the_one_compared_may_be_shown(harness, here, kind):
    text = Path(DEMO).read_text().replace("../", f"{Path(DEMO).parents[1]}/")
    text = text.replace("seafaring: [D05, D11, D12]", "seafaring: [D05]")
    Path("task.yaml").write_text(f"{text}compare: {{topics: seafaring}}\n")
    shown = ("report", kind, "task.yaml", "-o", "shown", "--force")
    assert harness(*shown, "--topics", "engineering").status == 0
    manifest = json.loads((here / "shown/manifest.json").read_text())
    assert manifest["task"] == "demo, subset engineering"
    assert harness(*shown, "--topics", "seafaring").status == 0  # of one topic, not compared
    written = " ".join(path.read_text() for path in (here / "shown").iterdir())
    assert "seafaring" in written
    assert "engineering" not in written
    assert harness(*shown, "--topics", "seafarin").status == 2


def test_the_leaderboard_is_drawn_with_what_it_rests_on(harness):
    got = harness("report", "leaderboard", DEMO, "--measure", "RR")
    assert got.status == 0
    assert "├" in got.out
    assert "RR: mean over 15 topics; 9 runs; dialect trec_eval-10" in got.out
    assert "Holm, family of 36 comparisons" in got.out


def test_the_topics_are_shown_hardest_first(harness):
    got = harness("report", "topics", DEMO, "--by", "median", "--run", "wick-coord",
                  "--format", "json")  # fmt: skip
    rows = json.loads(got.out)
    medians = [row["median"] for row in rows]
    assert medians == sorted(medians)
    assert (rows[0]["topic"], rows[0]["best run"]) == ("D03", "keeper-rrf")
    assert rows[0]["Δ wick-coord"] == round(rows[0]["wick-coord"] - rows[0]["median"], 4)


def test_what_cannot_be_compared_says_why_and_still_has_a_page(harness, here, task):
    text = task.read_text().replace(", {path: high.run, group: G}", "")
    task.write_text(text)
    got = harness("report", "table", task, "--marks", "groups")
    assert got.status == 2
    assert "nothing can be compared: " in got.err
    assert harness("report", task).status == 0


def test_one_run_and_one_topic_have_a_table_for_a_paper(harness, here):
    """By hand: the first documents of topics 1 and 2 are relevant, that of 3 is second."""
    (here / "qrels.txt").write_text("".join(f"{topic} 0 a 1\n" for topic in (1, 2, 3)))
    (here / "one.run").write_text(
        "1 Q0 a 1 2 one\n2 Q0 a 1 2 one\n3 Q0 b 1 2 one\n3 Q0 a 2 1 one\n"
    )
    task = here / "one.yaml"
    task.write_text("qrels: qrels.txt\nruns: [one.run]\nmeasures: [AP, NumRet]\n")
    got = harness("report", "table", task, "--column", "interval", "--format", "json")
    (row,) = json.loads(got.out)
    # Mean 5/6, deviation .288675, t(2) .975 = 4.302653: 5/6 ± .717109.
    assert row == {"run": "one", "AP": 0.8333, "interval": "0.1162–1.0000"}
    assert "not compared: AP: 1 run" in got.err
    (here / "two.run").write_text("1 Q0 b 1 2 two\n1 Q0 a 2 1 two\n")
    (here / "first.txt").write_text("1 0 a 1\n")
    task.write_text("qrels: first.txt\nruns: [one.run, two.run]\nmeasures: [AP]\n")
    latex = harness("report", "table", task, "--format", "latex", "--for", "acm").out
    assert r"one & \bfseries 1.0000 \\" in latex
    assert r"two & 0.5000 \\" in latex


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["leaderboard", DEMO, "--measure", "nDGC@10"], "did you mean nDCG@10?"),
        (["topics", DEMO, "--run", "keeper-rff"], "did you mean keeper-rrf?"),
        (["table", DEMO, "--baseline", "wick"], "unknown run 'wick'"),
        (["figures", DEMO, "-o", "figs", "--run", "wick-cord"], "did you mean wick-coord?"),
        (["figures", DEMO, "-o", "figs", "--measure", "APP"], "unknown measure 'APP'"),
        (["figures", DEMO, "-o", "figs", "--topics", "seafarin"], "did you mean seafaring?"),
        (["nothing.yaml"], "nothing.yaml"),
    ],
)
def test_what_is_not_there_is_refused_with_what_was_meant(harness, here, arguments, said):
    got = harness("report", *arguments)
    assert (got.status, got.out) == (2, "")
    assert said in got.err
    assert not (here / "figs").exists()


def test_measures_of_the_command_line_are_those_of_sheets_and_pages(harness, here, task):
    assert harness("report", "sheets", task, "-o", "sheets", "-m", "P@1").status == 0
    sheet = (here / "sheets/G.html").read_text()
    assert "P@1" in sheet
    assert "NumRet" not in sheet
    assert harness("report", task, "-o", "page.html", "-m", "P@1").status == 0
    assert harness("run", task, "--quiet", "-o", "out").status == 0
    got = harness("report", "sheets", "out", "-m", "P@1")
    assert (got.status, got.out) == (2, "")
    assert "out: a directory of results has the measures that it was made with" in got.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["table", "-m", "P@2", "--format", "tsv"],
        ["leaderboard", "-m", "P@2"],
        ["topics", "-m", "P@2", "--format", "tsv"],
        ["figures", "-o", "figs", "-m", "P@2", "--figure", "leaderboard"],
    ],
    ids=lambda words: words[0],
)
def test_any_measure_can_be_asked_for_of_a_task(harness, here, task, arguments):
    kind, *options = arguments
    got = harness("report", kind, task, *options)
    assert got.status == 0, got.err
    shown = got.out + "".join(path.read_text() for path in here.glob("figs/*.tex"))
    assert ("1\thigh +1\t0.5000" if kind == "topics" else "P@2") in shown
    assert "AP" not in shown
    assert harness("run", task, "--quiet", "-o", "out").status == 0
    got = harness("report", kind, "out", *options, *(["--force"] if kind == "figures" else []))
    assert got.status == 2
    assert "'P@2' was not computed" in got.err
