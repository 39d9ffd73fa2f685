"""Sheets: a participant's own runs, right numbers, and nobody else's name."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from harness.core.errors import EvaluationError
from harness.core.texts import DocumentText
from harness.report.sheets import make_sheet, participants, render_sheet, sheet_stem
from harness.results.directory import read_results, write_results
from harness.workflows.report import gather_report
from tests.by_hand import rankings
from tests.report.sheet_cases import DEMO, made_report, measured, rows, small, table_of, tables_in

pytestmark = pytest.mark.long

report = pytest.fixture(made_report, scope="module")


def test_everybody_who_took_part_has_a_sheet(report):
    assert participants(report) == ("atlantic", "fresnel", "keeper", "skerry", "tern", "wick")


def test_values_ranks_and_spread_are_those_of_the_tables_of_results(report):
    frame = report.results.summary.filter(pl.col("own") & (pl.col("subset") == "all"))
    for row in measured(make_sheet(report, "keeper")):
        of_all = dict(frame.filter(pl.col("measure") == row["measure"])["run", "value"].rows())
        values = sorted(of_all.values(), reverse=True)
        assert row["value"] == of_all[row["run"]]
        assert row["rank"] == 1 + sum(value > row["value"] for value in values)
        assert (row["best"], row["median"], row["worst"]) == (values[0], values[4], values[8])


def test_topics_are_sorted_by_what_is_missing_to_the_median(report):
    found = rows(table_of(make_sheet(report, "wick"), "wick-coord by topic"))
    scores = report.results.scores.filter(pl.col("measure") == "AP")
    for row in found:
        values = sorted(scores.filter(pl.col("topic") == row["topic"])["value"])
        own = scores.filter((pl.col("topic") == row["topic"]) & (pl.col("run") == "wick-coord"))
        assert row["AP"] == own["value"].item()
        assert (row["worst"], row["median"], row["best"]) == (values[0], values[4], values[8])
        assert row["to the median"] == pytest.approx(row["AP"] - values[4], abs=1e-12)
        lost = row["missed"] + row["ranked low"] + row["unjudged on top"]
        assert lost == pytest.approx(1 - row["AP"], abs=1e-12)
    gaps = [row["to the median"] for row in found]
    assert gaps == sorted(gaps)
    assert len(found) == 15


def test_a_sheet_names_nobody_else(tmp_path):
    runs = sorted((DEMO.parents[1] / "runs" / "demo").glob("*.run"))
    listed = "".join(
        f"  - {{path: {run}, name: secretrun{at}, group: secretgroup{at // 2}}}\n"
        for at, run in enumerate(runs)
    )
    text = DEMO.read_text().replace("../", f"{DEMO.parents[1]}/")
    text = re.sub(r"(?m)^runs:.*\n", f"runs:\n{listed}", text)
    task = tmp_path / "secret.yaml"
    task.write_text(re.sub(r"(?m)^run_pattern:.*\n", "", text))
    report = gather_report(task).value
    names = participants(report)
    assert len(names) == 5
    for name in names:
        page = render_sheet(make_sheet(report, name))
        own = {run for run in report.runs if report.groups[run] == name}
        assert set(re.findall(r"secretrun\d+", page)) == own
        assert set(re.findall(r"secretgroup\d+", page)) == {name}


def test_a_run_without_group_has_a_sheet_of_its_own(tmp_path):
    report = gather_report(small(tmp_path)).value
    assert participants(report) == ("G", "low")
    sheet = make_sheet(report, "low")
    assert (sheet.runs, "upper" in render_sheet(sheet)) == (("low",), False)


def test_a_run_may_be_named_instead_of_its_group(report):
    assert make_sheet(report, "keeper-qld").runs == ("keeper-qld",)


def test_an_unknown_participant_is_refused_with_the_nearest_name(report):
    with pytest.raises(EvaluationError, match=r"unknown participant 'keper'.*keeper"):
        make_sheet(report, "keper")


def test_a_group_learns_why_its_run_was_not_evaluated_and_nobody_else_does(tmp_path):
    task = small(tmp_path, "  - {path: broken.run, group: H}\n")
    (tmp_path / "broken.run").write_text("1 Q0 a 1\n")
    read_in = gather_report(task)
    assert participants(read_in.value) == ("G", "H", "low")
    sheet = make_sheet(read_in.value, "H")
    assert sheet.runs == ()
    assert "broken.run" in sheet.problems[0]
    assert "broken.run" in render_sheet(sheet)
    assert "broken.run" not in render_sheet(make_sheet(read_in.value, "G"))


def test_a_directory_of_results_gives_a_sheet_without_documents(tmp_path, report):
    write_results(report.results, tmp_path / "results")
    known = gather_report(tmp_path / "results").value
    assert known.rankings is None
    titles = [table.title for table in make_sheet(known, "keeper").details]
    assert "Relevant documents missed" not in titles
    pages = make_sheet(known, "keeper").pages
    for page, other in zip(pages, make_sheet(report, "keeper").pages, strict=True):
        shown, others = tables_in(page), tables_in(other)
        for title in ("Counts", "Precision at recall", "After so many documents", "Measures"):
            assert shown[title] == others[title]
        assert page.facts == other.facts
        (unknown,) = others.keys() - shown.keys()
        assert unknown.startswith("Loss of AP: ")
    assert read_results(tmp_path / "results").topics.equals(report.results.topics)


def test_warnings_of_the_task_and_of_other_runs_are_not_passed_on(tmp_path):
    task = small(tmp_path)
    (tmp_path / "low.run").write_bytes(b"1 Q0 b 1 2 low\n1 Q0 a 2 1 low\n1 Q0 \xe9 3 0 low\n")
    rows = "run,group\nlow,L\nhigh,G\nsecret-run-of-wick,W\n"
    (tmp_path / "part.csv").write_text(rows)
    task.write_text(f"{task.read_text()}participants: part.csv\n")
    report = gather_report(task).value
    assert "secret-run-of-wick" in report.results.manifest["warnings"][0]["text"]
    own, other = (make_sheet(report, name) for name in ("L", "G"))
    assert [note for note in map(str, own.notes) if "low.run" in note]
    assert not [note for note in map(str, other.notes) if "low" in note]
    for sheet in (own, other):
        assert "secret" not in render_sheet(sheet)


@pytest.mark.parametrize("name", ["low", "refused"])
def test_two_participants_that_are_called_the_same_are_refused(tmp_path, name):
    task = small(tmp_path, "  - refused.run\n")
    (tmp_path / "refused.run").write_text("1 Q0 a 1\n")
    task.write_text(task.read_text().replace("group: G", f"group: {name}"))
    report = gather_report(task).value
    for asked in (lambda: participants(report), lambda: make_sheet(report, name)):
        with pytest.raises(EvaluationError, match=f"'{name}' is not one: the group '{name}'; the"):
            asked()


def test_a_refused_file_does_not_get_the_sheet_of_a_run_that_is_called_like_it(tmp_path):
    task = small(tmp_path, "  - upper.run\n")  # high.run of the group G calls itself upper
    (tmp_path / "upper.run").write_text("1 Q0 a 1\n")
    report = gather_report(task).value
    assert participants(report) == ("G", "low", "upper")
    sheet = make_sheet(report, "upper")
    assert (sheet.runs, sheet.details) == ((), ())
    assert "upper.run" in sheet.problems[0]


def test_a_refused_run_without_group_has_a_sheet_under_the_name_of_its_file(tmp_path):
    task = small(tmp_path, "  - sub/bad.v1.run\n")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub/bad.v1.run").write_text("1 Q0 a 1\n")
    report = gather_report(task).value
    assert participants(report) == ("G", "bad.v1", "low")
    assert "bad.v1.run" in make_sheet(report, "bad.v1").problems[0]


def test_file_names_of_sheets_differ_and_do_not_depend_on_others():
    names = ["a-b", "a b", "A-B", "Plain_1.x", "שלום", "...", "x" * 300, "y-00000000", "-o"]
    stems = [sheet_stem(name, names) for name in names]
    assert len({stem.lower() for stem in stems}) == len(names)
    assert all(re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,90}", stem) for stem in stems)
    assert stems[3] == "Plain_1.x"
    assert sheet_stem("a-b", ["a-b", "a b"]) == "a-b"
    alone = [sheet_stem(name, [name]) for name in names if name.lower() != "a-b"]
    assert alone == [stem for name, stem in zip(names, stems, strict=True) if name.lower() != "a-b"]


def test_no_more_of_a_text_is_shown_than_the_task_allows(report):
    missed = table_of(make_sheet(report, "wick"), "Relevant documents missed")
    first, second = (row["document"] for row in rows(missed)[:2])
    texts = {
        first: DocumentText(first, "", "t" * 400),
        second: DocumentText(second, "Title", "t" * 400),
    }
    for length, wanted in ((0, ""), (7, "ttttttt…"), (300, "t" * 60 + "…")):
        known = replace(report, texts=texts, text_length=length)
        found = rows(table_of(make_sheet(known, "wick"), "Relevant documents missed"))
        titles = {row["document"]: row["title"] for row in found}
        assert (titles[first], titles[second]) == (wanted, "Title")


def test_runs_over_different_topics_are_said_not_to_be_comparable(tmp_path):
    task = small(tmp_path)
    task.write_text(f"{task.read_text()}topic_policy: answered\n")
    report = gather_report(task).value
    for name, missing in (("G", "1: 3"), ("low", "2: 2, 3")):
        sheet = make_sheet(report, name)
        assert str(sheet.notes[0]) == "averaged over 1 to 2 topics: the runs are NOT comparable"
        assert not [note for note in map(str, sheet.notes[1:]) if "averaged over" in note]
        checks = rows(table_of(sheet, "Ties, topics, checks"))
        assert [row["missing topics"] for row in checks] == [missing]


@pytest.mark.parametrize(("depth", "said"), [(3, 3), (10, 10), (20, 10)])
def test_the_depth_that_is_said_is_the_one_that_was_looked_at(tmp_path, depth, said):
    text = DEMO.read_text().replace("../", f"{DEMO.parents[1]}/")
    task = tmp_path / "deep.yaml"
    task.write_text(f"{text}\nreport: {{depth: {depth}}}\n")
    table = table_of(
        make_sheet(gather_report(task).value, "wick"), "Non-relevant documents ranked first"
    )
    assert f"within their first {said}, too" in str(table.notes[0])
    assert max(row["rank"] for row in rows(table)) <= said


def test_what_was_not_looked_at_is_said(tmp_path, report):
    unread = "losses and documents are not known: these are results, the runs were not read"
    write_results(report.results, tmp_path / "results")
    assert unread in make_sheet(gather_report(tmp_path / "results").value, "keeper").notes
    sheet = make_sheet(report, "keeper")
    assert unread not in sheet.notes
    for row in rows(table_of(sheet, "Ties, topics, checks")):
        assert (row["findings"], row["repairs"]) == ("not checked", "not checked")


def test_what_a_check_finds_is_shown(tmp_path):
    task = small(tmp_path)
    task.write_text(f"{task.read_text()}check: {{}}\n")
    checks = rows(table_of(make_sheet(gather_report(task).value, "G"), "Ties, topics, checks"))
    assert "not checked" not in {checks[0]["findings"], checks[0]["repairs"]}


def test_losses_of_another_measure_are_not_shown(report):
    others = tuple(
        replace(one, losses=replace(one.losses, measure="RR")) for one in report.rankings.runs
    )
    known = replace(report, rankings=replace(report.rankings, runs=others))
    table = table_of(make_sheet(known, "wick"), "wick-coord by topic")
    assert "missed" not in [column.name for column in table.columns]
    assert len(table.notes) == 1


def test_relevant_documents_that_only_a_group_has_are_those_of_all_its_runs(report):
    folder = DEMO.parents[1]
    judged = [line.split() for line in (folder / "qrels/demo/qrels.txt").read_text().splitlines()]
    relevant = {(topic, doc) for topic, _, doc, grade in judged if int(grade) > 0}
    by_run = {
        path.stem: first_100(path) & relevant for path in (folder / "runs/demo").glob("*.run")
    }
    for group in ("keeper", "atlantic", "wick"):
        own = [found for run, found in by_run.items() if run.startswith(group)]
        others = [found for run, found in by_run.items() if not run.startswith(group)]
        alone = len(set().union(*own) - set().union(*others))
        said = table_of(make_sheet(report, group), "Judgments").notes[-1]
        assert said == f"relevant documents that only your runs have within rank 100: {alone}"


def test_only_the_runs_of_a_group_are_taken_away_from_what_others_have(tmp_path):
    task = small(tmp_path, "  - {path: twin.run, group: G}\n")
    (tmp_path / "twin.run").write_text("2 Q0 a 1 1 twin\n")
    said = table_of(make_sheet(gather_report(task).value, "G"), "Judgments").notes[-1]
    assert said.endswith("within rank 100: 1")  # a of topic 2, which both runs of G have


def first_100(path: Path) -> set[tuple[str, str]]:
    return {(topic, doc) for topic, docs in rankings(path).items() for doc in docs[:100]}


def test_texts_that_act_on_who_reads_them_are_shown_as_escapes(report):
    evil = "x\u202ey\x1b[2J"
    sheet = make_sheet(report, "keeper")
    tables = tuple(replace(table, title=evil, notes=(evil,)) for table in sheet.details)
    pages = tuple(
        replace(page, title=evil, text=(evil,), facts=(f"{evil}: {evil}",)) for page in sheet.pages
    )
    page = render_sheet(
        replace(
            *(sheet,),
            participant=evil,
            name=evil,
            pages=pages,
            side_by_side=(),
            details=tables,
            notes=(evil,),
            problems=(evil,),
        )
    )
    assert not re.findall("[\u202e\x1b]", page)
    shown = page.count("x\\u202ey\\x1b[2J")
    labelled = sum(len(tables_in(own)) for own in pages)  # by the run and the title
    # Each page is in the contents, too, and each table beside its heading, its label and its note.
    assert shown == 4 + 1 + 1 + 4 * len(tables) + 5 * len(pages) + labelled


def test_hostile_names_and_texts_are_shown_as_text(tmp_path):
    evil = "<script>alert(1)</script>\"'&\u202e"
    task = small(tmp_path)
    path = tmp_path / "evil.run"
    path.write_text("1 Q0 <img/src=x> 1 2 low\n1 Q0 a 2 1 low\n", encoding="utf-8")
    text = task.read_text().replace("low.run", "{path: evil.run, group: 'EVIL', name: 'NAME'}")
    quoted = evil.replace("'", "''")
    task.write_text(text.replace("EVIL", quoted).replace("NAME", f"r{quoted}"), encoding="utf-8")
    page = render_sheet(make_sheet(gather_report(task).value, evil))
    assert "<script" not in page
    assert "<img" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert "&lt;img/src=x&gt;" in page
