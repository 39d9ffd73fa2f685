"""The sentences at the top of a report, against the numbers they are about."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import scipy

from harness.report.verdict import ranked_types, verdict, verdicts
from harness.workflows.report import gather_report


@pytest.fixture(scope="module")
def report():
    from tests.conftest import ROOT

    return gather_report(ROOT / "configs/demo.yaml").value


def sentences(report) -> str:
    return "\n".join(f"{statement.section}: {statement.text}" for statement in verdict(report))


def test_the_demo_is_told_in_numbers_that_its_tables_have(report):
    board = report.boards["AP"]
    means = dict(zip(board.runs, board.means.estimate, strict=True))
    first = max(means, key=lambda run: means[run])
    text = sentences(report)
    near = [run for run, low in zip(board.runs, board.ranks.low, strict=True) if low == 1][1:]
    could = f"{len(near)} other runs could be as good (95 % confidence): {', '.join(near)}."
    assert f"leaderboard: {first} is first: AP {means[first]:.4f}.\nleaderboard: {could}\n" in text
    assert "automatic" not in text
    tied = sum(cover.tied > 0 for cover in report.coverage)
    assert f"repairs: {tied} runs have documents with equal scores." in text
    assert "repairs: 1 run does not answer every topic." in text
    unjudged = report.rankings.unjudged()[:, 0]
    worst = report.rankings.names[unjudged.argmax()]
    assert (unjudged > 0).sum() == 1
    share = f"{worst}, {100 * unjudged.max():.1f} %."
    assert f"1 of 9 runs has unjudged documents among the first 10: {share}" in text


def test_what_is_not_known_is_not_said(report):
    without = replace(report, rankings=None, comparison=None)
    assert {statement.section for statement in verdict(without)} == {"leaderboard", "repairs"}
    assert "could be" not in sentences(without)


def test_refused_and_repaired_runs_are_counted(report):
    manifest = {
        **report.results.manifest,
        "refused": [{"name": "c", "path": "c.run", "group": "", "problems": ["x"]}],
        "runs": [{"name": "a", "repairs": {"x": 1}}, {"name": "b", "repairs": {"x": 2}}],
    }
    text = sentences(replace(report, results=replace(report.results, manifest=manifest)))
    assert "repairs: 2 runs were repaired." in text
    assert "about: 1 run was refused." in text


def test_the_best_automatic_run_is_named_where_the_first_is_not_one(report):
    board = report.boards["AP"]
    kinds = dict.fromkeys(board.runs, "manual") | {board.runs[3]: "automatic"}
    attributes = {run: {**report.attributes[run], "type": kinds[run]} for run in report.runs}
    typed = replace(report, results=report.results)
    typed.__dict__["attributes"] = attributes
    text = sentences(typed)
    assert f"{board.runs[0]} (manual) is first: AP {board.means.estimate[0]:.4f}." in text
    value = f"AP {board.means.estimate[3]:.4f}, rank 4 of all"
    low, high = board.ranks.low[3], board.ranks.high[3]
    found = (
        f"Best automatic run: {board.runs[3]} ({value}; its true rank is {low} to {high} with 95 %"
    )
    assert found in text


def test_no_other_run_could_be_as_good_where_all_are_shown_to_be_worse(report):
    board = report.boards["AP"]
    better = np.zeros_like(board.ranks.better)
    better[1:, 0] = True
    alone = replace(board, ranks=replace(board.ranks, better=better))
    typed = replace(report)
    typed.__dict__["boards"] = {"AP": alone}
    assert "\nleaderboard: Every other run is shown to be worse than another run (95 % " in (
        sentences(typed)
    )


def test_nothing_is_said_of_other_runs_where_there_are_none(tmp_path):
    run = Path("runs/demo/keeper-rrf.run").read_text()
    names = ["a", "b", "c"]
    for name in names:
        (tmp_path / name).write_text(run.replace("keeper-rrf", name))
    paths = [tmp_path / name for name in names]
    equal = sentences(gather_report("configs/demo.yaml", paths).value)
    assert equal.startswith("leaderboard: a, b, c are first, equal: AP 0.5315.\ncoverage: ")
    (tmp_path / "c").write_text("".join(f"D{n:02d} Q0 x 1 1 c\n" for n in range(1, 16)))
    two = sentences(gather_report("configs/demo.yaml", paths).value)
    assert "a, b are first, equal: AP 0.5315.\nleaderboard: The other run is shown to be" in two


def test_topics_on_which_nothing_can_be_found_are_told(tmp_path):
    lines = Path("qrels/demo/qrels.txt").read_text().splitlines()
    judged = [line[:-1] + "0" if line.startswith("D03") else line for line in lines]
    (tmp_path / "qrels.txt").write_text("\n".join(judged))
    task = tmp_path / "task.yaml"
    task.write_text(f"qrels: qrels.txt\nruns: {Path('runs/demo').resolve()}\nmeasures: [AP]\n")
    told = gather_report(task).value
    words = "1 topic without relevant documents, averaged as scored: D03"
    assert f"\ntopics: {words}." in sentences(told)
    assert words in [note.text for note in told.comparison.scores_by("AP").notes]


@pytest.mark.long
def test_each_choice_has_the_sentences_of_its_own_runs_topics_and_measure(report):
    kinds = {
        run: "manual" if place % 3 == 0 else "automatic" for place, run in enumerate(report.runs)
    }
    typed = replace(report)
    typed.__dict__["attributes"] = {run: {"type": kinds[run]} for run in report.runs}
    made = verdicts(typed, ranked_types(typed))
    subsets, types = ["", *report.subsets], ["", "automatic", "manual"]
    assert {(choice.subset, choice.type) for choice in made} == {
        (subset, kind) for subset in subsets for kind in types
    }
    for choice, statements in made.items():
        label = report.measures[choice.measure].label
        those = [run for run in report.runs if choice.type in ("", kinds[run])]
        comparison = report.comparison.of_runs(those)
        if choice.subset:
            comparison = comparison.of_subset(choice.subset, report.subsets[choice.subset])
        board = comparison.leaderboard(label)
        text = statements[0].text
        named = [run for run, rank in zip(board.runs, board.ranks.rank, strict=True) if rank == 1]
        assert text.startswith(named[0]), choice
        assert f"{label} {board.means.estimate[0]:.4f}." in text
        assert (f"of the {len(those)} {choice.type} runs" in text) == bool(choice.type)
        near = int(board.could_be_best.sum()) - len(named)
        told = statements[1].text if len(statements) > 1 else "none"
        other = "Every other run is shown" if len(named) < len(board.runs) else "none"
        assert told.startswith(f"{near} other run" if near else other), choice


def test_one_run_is_told_by_its_mean_and_interval(report):
    alone = gather_report("configs/demo.yaml", ["runs/demo/keeper-rrf.run"]).value
    values = alone.values[0, :, 0]
    half = scipy.stats.t.ppf(0.975, len(values) - 1) * values.std(ddof=1) / len(values) ** 0.5
    low, high = values.mean() - half, values.mean() + half
    said = [statement.text for statement in verdict(alone)]
    assert said[0] == f"keeper-rrf: AP {values.mean():.4f} over 15 topics."
    assert said[1].startswith("95 % interval of each mean by itself")
    assert said[1].endswith(f": {low:.4f} to {high:.4f}.")
