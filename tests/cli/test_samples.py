"""Samples of judgments on the command line, in tasks, results and Python."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from harness.comparison import ScoreTable
from harness.comparison.board import (
    estimate_difference_errors,
    estimate_mean_errors,
    sample_interval,
)
from harness.core.errors import MeasureError
from harness.core.model import Qrels, Run
from harness.results.directory import read_results
from harness.stats.sampling import SamplingErrors
from harness.workflows.evaluate import run as evaluate
from harness.workflows.given import make_tables
from harness.workflows.score import score

#: Two strata: all of one judged, of the other two of four documents.
LINES = "".join(
    f"{topic} 0 {doc} {stratum} {grade}\n"
    for topic, grades in (("1", (1, 0, 1, 0, -1, -1)), ("2", (0, 1, 0, 2, -1, -1)))
    for doc, stratum, grade in zip("abcdef", "112222", grades, strict=True)
)
RANKINGS = {"x": {"1": "acebdf", "2": "dfbeac"}, "y": {"1": "fdbeca", "2": "bdacef"}}
TASK = """name: sampled
qrels: {path: qrels.txt, format: strata}
runs: [x.run, y.run]
measures: [estAP, estP@3, 0.5*estAP + 0.5*estP@3, NumRet]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "qrels.txt").write_text(LINES)
    (tmp_path / "t.yaml").write_text(TASK)
    for name, topics in RANKINGS.items():
        lines = [
            f"{topic} Q0 {doc} {rank} {-rank} {name}\n"
            for topic, docs in topics.items()
            for rank, doc in enumerate(docs, 1)
        ]
        (tmp_path / f"{name}.run").write_text("".join(lines))
    return tmp_path


@pytest.fixture
def called(harness: Callable[..., Any], folder: Path) -> Callable[[str], tuple[int, str, str]]:
    """A command, in which names of files are those of the folder."""

    def call(command: str, *words: str) -> tuple[int, str, str]:
        names = {"qrels.txt", "t.yaml", "x.run", "y.run", "out"}
        parts = [str(folder / word) if word in names else word for word in command.split()]
        outcome = harness(*parts, *words)
        return outcome.status, outcome.out, outcome.err

    return call


def test_eval_estimates_from_a_sample_and_says_that_it_is_one(called):
    status, out, err = called("eval --qrels-from strata qrels.txt x.run")
    assert status == 0
    labels = [line.split()[0] for line in out.splitlines()]
    estimates = ["estAP", "estnDCG@10", "estP@10", "estR@1000", "estNumRel"]
    assert labels == [label for name in estimates for label in (name, f"se({name})")]
    assert "a sample: 8 of 12 documents are judged, drawn by chance" in err
    # 1 + 1 · 2 relevant documents of each topic.
    assert out.splitlines()[-2].split()[-1] == "6.0000"
    # Of two relevant and irrelevant ones drawn of four: N² (1 − n/N) s² / n, in each topic.
    assert out.splitlines()[-1].split()[-1] == f"{(2 * 16 * 0.5 * 0.5 / 2) ** 0.5:.4f}"


@pytest.mark.parametrize(
    ("layout", "lines", "unused"),
    [
        ("prels", "1 a 1 1 0.5\n1 b 1 1 NA\n1 c 0 2 0\n1 d -999 0 NA\n", 2),
        ("probs", "1 0 a 1 0.5\n1 0 b 1 1.5\n1 0 c -1 0\n", 1),
        ("prels", "1 a 1 1 0.5\n1 d -999 0 NA\n", 0),
    ],
)
def test_judgments_that_estimates_cannot_use_are_counted(called, folder, layout, lines, unused):
    (folder / "qrels.txt").write_text(lines)
    status, out, err = called(f"eval --qrels-from {layout} qrels.txt x.run -m estNumRel")
    assert (status, out.splitlines()[0].split()[-1]) == (0, "2.0000")  # 1 / 0.5
    assert ("no probability above 0 and at most 1: not used" in err) is bool(unused)
    assert not unused or f"{unused} judgment" in err


@pytest.mark.parametrize(
    ("layout", "lines", "unused"),
    [
        ("strata", "1 0 a 1 1\n1 0 b 1 -1\n", 0),
        ("strata", "1 0 a 1 1\n1 0 b 1 -2\n", 0),
        ("strata", "1 0 a 1 1\n1 0 b 1 -3\n", 1),
        ("prels", "1 a 1 1 0.5\n1 b -2 1 0.5\n1 c -999 0 NA\n", 0),
        ("prels", "1 a 1 1 0.5\n1 b -1 1 0.5\n1 c -5 1 0.5\n", 2),
        ("probs", "1 0 a 1 0.5\n1 0 b -1 0.5\n", 1),
    ],
)
def test_grades_below_0_that_no_layout_gives_a_meaning_are_counted(
    called, folder, layout, lines, unused
):
    (folder / "qrels.txt").write_text(lines)
    status, out, err = called(f"eval --qrels-from {layout} qrels.txt x.run -m estNumRel")
    assert (status, out.splitlines()[0].split()[-1]) == (0, "2.0000")
    assert ("a grade below 0: not used" in err) is bool(unused)
    assert not unused or f"{unused} judgment" in err


def test_every_way_of_showing_estimates_has_the_same_errors(called, folder: Path):
    from harness.report.leaderboard import leaderboard

    scores = evaluate(folder / "t.yaml").scores
    errors = scores.sampling_errors()
    assert np.isnan(errors[:, -1]).all()  # a count
    assert (errors[:, :-1] > 0).all()
    by_name = leaderboard(scores)
    heads = [column.name for column in by_name.columns]
    labels = [f"se({label})" for label in scores.labels[:-1]]
    assert [head for head in heads if head.startswith("se(")] == labels
    for row in by_name.rows:
        own = [row[heads.index(label)] for label in labels]
        assert own == pytest.approx(errors[scores.runs.index(str(row[0])), :-1])
    # In results, over a part of the topics, and in what eval prints.
    assert called("run t.yaml -o out")[0] == 0
    kept = read_results(folder / "out").summary
    assert kept["se_sample"].drop_nulls().to_list() == pytest.approx(errors[:, :-1].ravel())
    of_first = scores.sampling_errors(["1"])
    means = [each.estimate_means(["1"]) for each in scores.errors.values()]
    assert of_first[:, :-1] == pytest.approx(np.array(means).T)
    command = "eval --qrels-from strata -m estAP --format csv qrels.txt x.run y.run"
    rows = [line.split(",") for line in called(command)[1].splitlines()]
    shown = [float(row[-1]) for row in rows if row[1] == "se(estAP)"]
    assert shown == pytest.approx(errors[:, 0])


@pytest.mark.parametrize(
    ("measure", "hint"),
    [
        ("map", "estimated by estAP or xinfAP or statAP"),
        ("P@5", "estimated by estP@5"),
        ("recip_rank", "there are estimates of AP, nDCG, P, R, Rprec"),
        ("0.5*AP + 0.5*estP@3", "estimated by estAP"),
    ],
)
def test_a_measure_of_complete_judgments_refuses_a_sample(called, measure: str, hint: str):
    command = "eval --qrels-from strata qrels.txt x.run"
    status, out, err = called(command, "-m", measure)
    assert (status, out) == (2, "")
    assert "is a measure of complete judgments, and these judgments are a sample" in err
    assert hint in err
    assert "harness convert --to trec" in err


def test_an_estimate_refuses_judgments_without_strata_and_probabilities(called, folder: Path):
    trec = "".join(f"{topic} 0 {doc} 1\n" for topic in "12" for doc in "abc")
    (folder / "qrels.txt").write_text(trec)
    status, _, err = called("eval -m estAP qrels.txt x.run")
    assert status == 2
    assert "estAP needs a sample of judgments, with strata or probabilities" in err
    assert "of all judgments: AP" in err


def test_measures_of_rankings_do_not_care(called):
    command = "eval --qrels-from strata -m num_ret -m Judged@3 -m num_q qrels.txt x.run"
    status, out, _ = called(command)
    assert status == 0
    assert [line.split()[-1] for line in out.splitlines()][:2] == ["2", "12"]


def test_in_python_estimates_are_the_default_and_others_an_error():
    rows = [line.split() for line in LINES.splitlines()]
    frame = pl.DataFrame(
        [(topic, doc, int(grade), stratum) for topic, _, doc, stratum, grade in rows],
        ["topic", "doc", "grade", "stratum"],
        orient="row",
    )
    runs = [
        Run(
            name,
            pl.DataFrame(
                [
                    (topic, doc, -float(i))
                    for topic, docs in t.items()
                    for i, doc in enumerate(docs)
                ],
                ["topic", "doc", "score"],
                orient="row",
            ),
        )
        for name, t in RANKINGS.items()
    ]
    scores = score(Qrels(frame), runs)
    assert scores.labels[0] == "estAP"
    assert set(scores.errors) == set(scores.labels)
    with pytest.raises(MeasureError, match="complete judgments"):
        score(Qrels(frame), runs, ["AP"])
    # With nothing left out, it is no sample.
    complete = Qrels(frame.filter(pl.col("grade") >= 0))
    values = score(complete, runs, ["AP", "estAP"]).summarise()
    assert values[:, 0] == pytest.approx(values[:, 1], abs=1e-12)


def test_results_keep_the_errors_and_compare_shows_them(called, folder: Path):
    assert called("run t.yaml -o out")[0] == 0
    boards = [called(f"compare {target}")[1] for target in ("t.yaml", "out")]
    assert boards[0] == boards[1]
    assert "se topics   se sample" in boards[0].splitlines()[2]
    tables = [
        make_tables(each) for each in (evaluate(folder / "t.yaml"), read_results(folder / "out"))
    ]
    for task, kept in zip(*tables, strict=True):
        assert (task.errors is None) == (kept.errors is None) == (task.measure == "NumRet")
        if task.errors is not None:
            parts = [estimate_mean_errors(table.best_first()) for table in (task, kept)]
            assert parts[0] is not None
            assert parts[1] is not None
            assert parts[0].sample == pytest.approx(parts[1].sample)
            assert (parts[0].sample > 0).all()
    status, out, _ = called("compare t.yaml x y --part estimates")
    assert status == 0
    assert "difference, 95 % of other samples, these topics, approximate" in out
    assert "the interval of other samples of judgments does not hold 0" in out
    status, out, _ = called("compare t.yaml --pairs --format csv")
    assert "se sample" in out.splitlines()[0]
    assert (folder / "out/curves.csv").read_text().count("\n") == 1  # none of a sample


def test_standardised_values_have_no_errors_of_the_measures_own_values(called):
    for option in ([], ["--pairs"]):
        status, out, _ = called("compare t.yaml --standardise z --format csv", *option)
        assert status == 0
        assert "estAP (z)" in out
        assert "se sample" not in out


def test_a_combination_has_the_errors_of_the_sum(folder: Path):
    tables = {table.measure: table for table in make_tables(evaluate(folder / "t.yaml"))}
    parts = [tables[name].errors for name in ("estAP", "estP@3", "0.5*estAP + 0.5*estP@3")]
    ap, precision, both = (part.estimate_means(("1", "2")) for part in parts if part is not None)
    assert (both <= 0.5 * (ap + precision) + 1e-12).all()
    assert (both >= 0.5 * np.abs(ap - precision) - 1e-12).all()


def test_errors_of_differences_know_what_runs_share():
    random = np.random.default_rng(5)
    topic = np.repeat([0, 1, 2], [9, 2, 5])
    parts = [
        SamplingErrors(("1", "2", "3"), topic, random.normal(scale=0.1, size=(1, len(topic))))
        for _ in range(4)
    ]
    errors = SamplingErrors.of(parts)
    assert errors.deviations.shape == (4, 4 + 2 + 4)
    rows = np.concatenate([part.deviations for part in parts])
    for topics, chosen in ((("1", "2", "3"), topic >= 0), (("1", "3"), topic != 1)):
        part = rows[:, chosen] / len(topics)
        assert errors.estimate_means(topics) == pytest.approx(np.sqrt((part**2).sum(axis=1)))
        apart = np.sqrt(((part[0] - part[3]) ** 2).sum())
        found = errors.estimate_differences(topics, np.array([0]), np.array([3]))
        assert found == pytest.approx([apart])
    table = ScoreTable(
        "estAP", tuple("abcd"), ("1", "2", "3"), random.random((3, 4)), errors=errors
    )
    whole = estimate_difference_errors(table, "a", "d")
    assert whole is not None
    total = table.compared_differences("a", "d").std(ddof=1) / np.sqrt(3)
    assert whole.topics**2 == pytest.approx(max(0.0, total**2 - whole.sample**2))
    interval = sample_interval(table, "a", "d", 0.95)
    assert interval is not None
    assert float(interval.high - interval.low) == pytest.approx(2 * 1.959964 * whole.sample)
    assert estimate_mean_errors(ScoreTable("AP", ("a", "b"), ("1", "2"), np.ones((2, 2)))) is None


#: The same judgments as a table, with a model's grade of every document.
MODEL = "".join(
    f"{topic},{doc},{grade},{stratum},{model}\n"
    for topic, grades, models in (
        ("1", (1, 0, 1, 0, -1, -1), (1, 0, 1, 1, 0, 1)),
        ("2", (0, 1, 0, 2, -1, -1), (0, 1, 0, 1, 1, 0)),
    )
    for doc, stratum, grade, model in zip("abcdef", "112222", grades, models, strict=True)
)


def with_model(folder, lines=MODEL):
    (folder / "m.csv").write_text(f"topic,doc,grade,stratum,model\n{lines}")
    return str(folder / "m.csv")


def test_a_models_grades_beside_a_sample_are_corrected_by_it(folder, harness, called):
    qrels, run = with_model(folder), str(folder / "x.run")
    status, out, err = called("eval", qrels, run)
    assert status == 0, err
    names = [line.split()[0] for line in out.splitlines()]
    assert names[:4] == ["ppiP@10", "se(ppiP@10)", "estP@10", "se(estP@10)"]
    (folder / "t.yaml").write_text(
        f"qrels: {qrels}\nruns: [x.run, y.run]\nmeasures: [ppiP@3, estP@3]\n"
    )
    status, out, err = called("compare t.yaml x y --part estimates")
    assert status == 0, err
    assert "of other samples, these topics, approximate" in out


@pytest.mark.parametrize(
    ("change", "measure", "message"),
    [
        (("stratum,model", "stratum,other"), "ppiP@3", "ppiP@3 needs a model's grade of every doc"),
        ((",2,1\n", ",2,\n"), "ppiP@3", None),
        (("", ""), "ppiAP", "it divides by something that the judgments must tell"),
        (("", ""), "ppinDCG@3", "it divides by something that the judgments must tell"),
        (("", ""), "P@3", "estimated by estP@3 or ppiP@3"),
        ((",0\n", ",x\n"), "ppiP@3", "model"),
    ],
)
def test_what_cannot_be_corrected_is_refused_with_the_reason(
    folder, called, change, measure, message
):
    qrels = Path(with_model(folder))
    qrels.write_text(qrels.read_text().replace(*change) if change[0] else qrels.read_text())
    status, out, err = called("eval", str(qrels), str(folder / "x.run"), "-m", measure)
    if message is None:
        assert status == 0
        assert "5 documents have no grade of the model" in err
    else:
        assert (status, out) == (2, "")
        assert message in err


def test_grades_of_a_model_on_what_people_judged_alone_correct_nothing(folder, called):
    lines = MODEL.replace("-1,2,0", "-1,2,").replace("-1,2,1", "-1,2,")
    status, _, err = called(
        "eval", with_model(folder, lines), str(folder / "x.run"), "-m", "ppiP@3"
    )
    assert status == 2
    assert "those that nobody judged have none" in err
