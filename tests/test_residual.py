"""Known judgments leave rankings and judgments: by definition, and on real runs."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest

import harness
from harness.core.errors import EvaluationError, InputError
from harness.evaluation.judgments import KnownJudgments
from harness.formats.qrels import parse_qrels
from harness.formats.runs import parse_run
from tests.residual_worlds import judged_pairs, without

pytestmark = pytest.mark.long


def a_world(draw):
    """Judgments of three rounds, the last in numbers of their own, and a run, as texts."""
    docs = [f"d{number:02}" for number in range(30)]
    topics = ["1", "10", "2", "b"]
    rounds = []
    for _ in range(3):
        lines = [
            f"{topic} 0 {doc} {draw.choice([-1, 0, 0, 1, 2])}\n"
            for topic in topics
            for doc in draw.permutation(docs)[: draw.integers(0, 18)]
        ]
        rounds.append("".join(lines) or "1 0 d00 1\n")
    lines = []
    for topic in [*topics, "z"]:
        if draw.random() < 0.85:
            scores = draw.integers(0, 15, 30) / 4
            for doc, score in zip(draw.permutation(docs), scores, strict=True):
                if draw.random() < 0.8:
                    lines.append(f"{topic} Q0 {doc} 1 {score} tag\n")
    return rounds, "".join(draw.permutation(lines)) or "1 Q0 d00 1 1 tag\n"


@pytest.mark.parametrize("dialect", ["trec_eval-9", "trec_eval-10"])
@pytest.mark.parametrize("policy", ["judged", "answered"])
@pytest.mark.parametrize("worlds", [10, pytest.param(60, marks=pytest.mark.slow)])
def test_every_measure_of_random_worlds_is_that_of_files_without_the_lines(dialect, policy, worlds):
    draw = np.random.default_rng(5)
    measures = ["all_trec", "ERR@10", "RBP(p=0.8)", "nERR@5", "Judged@10", "SetRelP"]
    scored = refused = 0
    for number in range(worlds):
        (first, second, last), ranked = a_world(draw)
        known = judged_pairs(first) | judged_pairs(second)
        rules = {"dialect": dialect, "topic_policy": policy, "depth": (None, 3)[number % 2]}
        rules |= {"judged_only": number % 5 == 0}
        given = [parse_qrels(text.encode(), name) for text, name in ((first, "1"), (second, "2"))]
        ask = (parse_qrels(last.encode(), "q"), parse_run(ranked.encode(), "r"), measures)
        kept = without(last, known), without(ranked, known)
        try:
            left = parse_qrels(kept[0].encode(), "q"), parse_run(kept[1].encode(), "r")
            expected = harness.score(*left, measures, **rules)
        except (InputError, EvaluationError, UserWarning):  # nothing is left, or nothing judged
            with pytest.raises((EvaluationError, UserWarning)):
                harness.score(*ask, known_judgments=given, **rules)
            refused += 1
            continue
        found = harness.score(*ask, known_judgments=given, **rules)
        assert (found.runs, found.topics) == (expected.runs, expected.topics)
        np.testing.assert_array_equal(found.values, expected.values)
        for kind in (None, "micro", "geometric"):
            np.testing.assert_array_equal(found.summarise(kind), expected.summarise(kind))
        gone = len(ranked.splitlines()) - len(kept[1].splitlines())
        assert found.coverage[0].known == gone
        assert found.coverage[0].retrieved == expected.coverage[0].retrieved
        scored += 1
    assert scored > worlds * 0.7
    assert scored + refused == worlds


def test_a_document_with_a_grade_below_0_was_pooled_and_not_judged():
    known = {"1": {"a": 0, "b": -1}, "2": {"c": -2}}
    qrels = {"1": {"a": 1, "b": 1, "d": 0}, "2": {"c": 1}}
    run = {"1": {"a": 3.0, "b": 2.0, "d": 1.0}, "2": {"c": 1.0}}
    found = harness.score(qrels, run, ["NumRet", "NumRel"], known_judgments=known)
    assert found.summary().loc["run"].tolist() == [3, 2]


def test_judged_in_one_round_and_pooled_only_in_another_is_judged():
    judged = parse_qrels(b"1 0 a -1\n", "r1"), parse_qrels(b"1 0 a 0\n", "r2")
    for order in (judged, judged[::-1]):
        known = KnownJudgments.of(order)
        assert (known.pairs.rows(), known.unjudged) == ([("1", "a")], 0)


def test_several_grades_of_a_document_are_one_judgment():
    """As the layouts with subtopics have them."""
    known = KnownJudgments.of([parse_qrels(b"1 1 a 0\n1 2 a 1\n", "d", "diversity")])
    assert known.pairs.rows() == [("1", "a")]


def test_the_same_document_of_another_topic_stays():
    run = {"1": {"a": 2.0, "b": 1.0}, "2": {"a": 2.0, "b": 1.0}}
    found = harness.score(
        {"1": {"b": 1}, "2": {"a": 1, "b": 0}}, run, ["RR"], known_judgments={"1": {"a": 0}}
    )
    assert found.per_topic("RR")["run"].to_dict() == {"1": 1.0, "2": 1.0}


@pytest.mark.parametrize("form", ["dictionary", "list", "path", "records", "frame", "Qrels"])
def test_known_judgments_are_given_as_judgments_are(tmp_path, form):
    known = {"1": {"a": 0}}
    path = tmp_path / "known.txt"
    path.write_text("1 0 a 0\n")
    frame = pl.DataFrame({"qid": ["1"], "docno": ["a"], "label": [0]})
    given = {
        "dictionary": known,
        "list": [known, path],
        "path": path,
        "records": [{"qid": "1", "docno": "a", "label": 0}],
        "frame": frame,
        "Qrels": harness.read_qrels(path),
    }[form]
    run = {"1": {"a": 2.0, "b": 1.0}}
    found = harness.score({"1": {"b": 1}}, run, ["RR"], known_judgments=given)
    assert found.summary().iloc[0, 0] == 1
    pool = harness.pool(run, depth=1, known_judgments=given)
    assert pool.frame["doc"].to_list() == ["b"]


def test_nothing_left_is_an_error_that_says_so():
    run, qrels = {"1": {"a": 2.0}}, {"1": {"a": 1, "b": 1}}
    with pytest.raises(EvaluationError, match="all 1 documents were judged before"):
        harness.score(qrels, run, ["AP"], known_judgments={"1": {"a": 1}})
    with pytest.raises(EvaluationError, match="all 2 judgments were known before"):
        harness.score(qrels, run, ["AP"], known_judgments=qrels)


@pytest.mark.slow
def test_trec_8_with_half_the_judgments_known_is_trec_8_without_these_lines(shared: Path, tmp_path):
    folder = shared / "data" / "trec8"
    text = (folder / "qrels.trec8.adhoc.txt").read_text()
    lines = text.splitlines(keepends=True)
    half = "".join(line for number, line in enumerate(lines) if number % 2)
    half += "".join(line for line in lines if line.startswith(("401 ", "450 ")))
    half = "".join(dict.fromkeys(half.splitlines(keepends=True)))
    (tmp_path / "known.txt").write_text(half)
    known = judged_pairs(half)
    (tmp_path / "q.txt").write_text(without(text, known))
    runs = sorted((folder / "runs").iterdir())[::26]
    assert len(runs) >= 4
    for path in runs:
        run = harness.read_run(path)
        rows = pl.DataFrame(sorted(known), schema=["topic", "doc"], orient="row")
        cut = run.frame.join(rows, on=["topic", "doc"], how="anti", maintain_order="left")
        expected = harness.score(
            tmp_path / "q.txt", harness.Run(run.name, cut), "all_trec", dialect="trec_eval-9"
        )
        found = harness.score(
            folder / "qrels.trec8.adhoc.txt",
            path,
            "all_trec",
            dialect="trec_eval-9",
            known_judgments=tmp_path / "known.txt",
        )
        assert found.topics == expected.topics
        assert "401" not in found.topics
        np.testing.assert_array_equal(found.values, expected.values)
        assert found.coverage[0].known == len(run) - len(cut)
