"""Runs that are read in blocks: the same answers, warnings and errors as of runs read at once."""

from __future__ import annotations

import gc
import gzip
import subprocess
import sys
import weakref

import numpy as np
import pytest

import harness
from harness.config import load_task
from harness.core.errors import HarnessError
from harness.core.execution import Execution
from harness.diagnosis import RetentionOptions
from harness.evaluation.judgments import JudgedTopics
from harness.evaluation.rules import Rules
from harness.evaluation.run_scores import score_run
from harness.evaluation.scoring import prepare_measures
from harness.formats.qrels import parse_qrels
from harness.formats.runs import parse_run
from harness.settings.eval import Request
from harness.workflows import evaluate
from harness.workflows.eval import evaluator
from harness.workflows.pool import make_pool
from tests.blocks.run_lines import CASES, lines_of
from tests.nightly import one_in


def answers(request, path, blocks, workers=1):
    """What eval makes of a run that is read at once, in blocks, and by several at once."""
    for on, count in ((False, 1), (True, workers)):
        blocks(on)
        [answer] = evaluator(request, count)([str(path)])
        yield answer.problems if isinstance(answer, HarnessError) else comparable(answer)


def comparable(answer):
    """All of an answer that does not know its arrays."""
    return answer._replace(scores=None, text=tuple(answer.text))


@pytest.mark.parametrize("name", one_in(3, CASES))
def test_a_run_in_blocks_is_the_run(name, topics, qrels, blocks, tmp_path):
    change, divisible = CASES[name]
    path = tmp_path / "a.run"
    content = "\n".join(change(list(lines_of(topics)))) + "\n"
    path.write_bytes(content.encode("latin-1"))
    request = Request(str(qrels), (str(path),), ("all_trec",), "trec_eval-10", per_topic=True)
    once, divided = answers(request, path, blocks, workers=2)
    assert divided == once
    assert any(count > 3 for count in blocks.together) is divisible


def test_another_form_of_unicode_is_said_of_a_run_in_blocks(topics, blocks, tmp_path, monkeypatch):
    monkeypatch.setattr("harness.hypotheses.identifiers.FORM_LINES", 1000)
    judged, path = tmp_path / "qrels", tmp_path / "a.run"
    lines = [line.replace(" d1", " d{}1") for line in lines_of(topics)]  # some, not all
    words = [line.format("é").split() for line in lines]
    known = {(topic, doc) for topic, _, doc, *_ in words}
    judged.write_text("".join(f"{topic} 0 {doc} 1\n" for topic, doc in sorted(known)))
    path.write_text("".join(line.format("é") + "\n" for line in lines))
    request = Request(str(judged), (str(path),), ("map",), "trec_eval-10")
    once, divided = answers(request, path, blocks)
    assert divided == once
    assert "another form of Unicode" in str(once)
    assert blocks.together


_PROGRAM = """
import sys
from harness.formats import blocks
blocks.LARGE, blocks.BLOCK, blocks.BEGINNING = 1, 2**14, 2**16
from harness.cli.main import main
main(sys.argv[1:])
"""


@pytest.mark.parametrize("damage", [None, "7 Q0 d1 1 inf mine", "7 Q0 d1 1 x mine"])
def test_processes_print_the_same_of_large_runs(damage, topics, qrels, tmp_path):
    lines = list(lines_of(topics))
    (tmp_path / "a.run").write_text("\n".join(lines))
    (tmp_path / "b.run").write_text("\n".join(lines[::-1] if damage is None else [*lines, damage]))
    (tmp_path / "c.run.gz").write_bytes(gzip.compress("\n".join(lines).encode()))
    words = ["eval", "-q", "-m", "all_trec", "--format", "trec_eval", str(qrels)]
    words += [str(tmp_path / name) for name in ("a.run", "b.run", "c.run.gz")]
    shown = [
        subprocess.run(
            [sys.executable, "-c", _PROGRAM, *words, *more], capture_output=True, check=False
        )
        for more in ((), ("--backend", "threads"))
    ]
    assert shown[0].stdout == shown[1].stdout
    assert shown[0].stderr == shown[1].stderr
    assert [done.returncode for done in shown] == [2, 2] if "x" in (damage or "") else [0, 0]


@pytest.mark.parametrize(
    "settings",
    [
        {"complete": True},
        {"complete": True, "dialect": "trec_eval-9"},
        {"judged_only": True},
        {"depth": 5},
        {"level": 2, "complete": True},
        {"measures": ("relstring", "AP", "nDCG@10 + RR")},
        {"measures": ("runid",)},
    ],
    ids=str,
)
def test_rules_hold_for_runs_in_blocks(settings, topics, qrels, blocks, tmp_path):
    path = tmp_path / "a.run.gz"
    path.write_bytes(gzip.compress("\r\n".join(lines_of(topics)).encode()))
    fields = {"measures": ("all_trec",), "dialect": "trec_eval-10", "per_topic": True, **settings}
    request = Request(str(qrels), (str(path),), **fields)
    once, divided = answers(request, path, blocks, workers=2)
    assert divided == once
    assert [count > 3 for count in blocks.together] == [True]


def test_what_was_judged_before_leaves_the_blocks(topics, qrels, blocks, tmp_path):
    path, known = tmp_path / "a.run", tmp_path / "known.txt"
    path.write_text("\n".join(lines_of(topics)))
    known.write_text("".join(qrels.read_text().splitlines(keepends=True)[::9]))
    request = Request(str(qrels), (str(path),), ("AP",), "trec_eval-10", known=(str(known),))
    once, divided = answers(request, path, blocks)
    assert divided == once
    assert once.coverage.known
    assert blocks.together


@pytest.mark.long
@pytest.mark.parametrize("backend", ["threads", "processes"])
def test_scores_in_python_are_the_same_on_any_workers(backend, topics, qrels, blocks, tmp_path):
    path = tmp_path / "a.run"
    path.write_text("\n".join(lines_of(topics)))
    scores = []
    for on, workers in ((False, 1), (True, Execution(backend, 2))):
        blocks(on)
        scores.append(harness.score(qrels, {"named": path}, ["AP", "nDCG@10"], workers=workers))
    once, divided = scores
    assert (divided.runs, divided.topics, divided.coverage) == (
        ("named",),
        once.topics,
        once.coverage,
    )
    for name in ("values", "numerators", "denominators", "evaluated"):
        np.testing.assert_array_equal(getattr(divided, name), getattr(once, name))


@pytest.mark.parametrize("policy", ["judged", "answered"])
def test_tasks_have_the_same_results(policy, topics, qrels, blocks, tmp_path):
    (tmp_path / "a.run").write_text("\n".join(lines_of(topics)))
    (tmp_path / "b.run").write_text("\n".join(lines_of(topics[::-1], 9, "other")))
    task = tmp_path / "task.yaml"
    task.write_text(
        "name: t\nqrels: qrels.txt\nruns: '*.run'\nmeasures: [AP, nDCG@10, RR, GMAP]\n"
        f"topic_policy: {policy}\nsubsets: {{some: {topics[4:9]}}}\n"
    )
    evaluations = []
    for on, workers in ((False, 1), (True, 2)):
        blocks(on)
        evaluations.append(evaluate.run(task, workers=workers).results())
    once, divided = evaluations
    assert len(blocks.together) == 2
    for name in ("scores", "summary", "curves"):
        assert getattr(divided, name).equals(getattr(once, name))
    assert divided.manifest == once.manifest


@pytest.mark.parametrize("policy", ["judged", "answered"])
def test_reports_have_the_same_rankings_and_losses(policy, topics, qrels, blocks, tmp_path):
    (tmp_path / "a.run").write_text("\n".join(lines_of([*topics[7:], "other", "others"])))
    task = tmp_path / "task.yaml"
    task.write_text(
        "name: t\nqrels: qrels.txt\nruns: '*.run'\nmeasures: [AP, nDCG@10]\n"
        f"topic_policy: {policy}\n"
    )
    reports = []
    for on, workers in ((False, 1), (True, 2)):
        blocks(on)
        [ranking] = harness.diagnose(task, workers=workers).rankings.runs
        reports.append(ranking)
    once, divided = reports
    assert len(blocks.together) == 1
    assert (divided.run, divided.docs, divided.losses.topics) == (
        once.run,
        once.docs,
        once.losses.topics,
    )
    for name in ("grades", "starts", "ranks", "unjudged", "shown", "num_ret"):
        np.testing.assert_array_equal(getattr(divided, name), getattr(once, name))
    for name in ("value", "perfect", "parts"):
        np.testing.assert_array_equal(getattr(divided.losses, name), getattr(once.losses, name))


@pytest.mark.parametrize("policy", ["judged", "answered"])
def test_roc_curves_are_those_of_the_run(policy, topics, qrels, blocks, tmp_path):
    (tmp_path / "a.run").write_text("\n".join(lines_of([*topics[7:], "other"])))
    task = tmp_path / "task.yaml"
    task.write_text(
        f"name: t\nqrels: qrels.txt\nruns: a.run\nmeasures: [AP]\ntopic_policy: {policy}\n"
    )
    curves = []
    for on in (False, True):
        blocks(on)
        [ranking] = evaluate.run(task, retention=RetentionOptions(roc=True)).rankings.runs
        curves.append(ranking.roc)
    once, divided = curves
    assert len(blocks.together) == 1
    assert divided.num_topics == once.num_topics > 60
    assert divided.topics == once.topics
    np.testing.assert_array_equal(divided.true, once.true)
    np.testing.assert_array_equal(divided.by_topic, once.by_topic)


@pytest.mark.parametrize(
    ("name", "divided_runs"), [("as it is", 4), ("a topic that comes back", 2), ("no number", 1)]
)
def test_pools_of_runs_in_blocks_are_the_same(name, divided_runs, topics, blocks, tmp_path):
    change, _ = CASES[name]
    (tmp_path / "a.run").write_text("\n".join(change(list(lines_of(topics)))))
    (tmp_path / "b.run").write_text("\n".join(lines_of([*topics[::-1], "extra"], 9, "other")))
    task = tmp_path / "task.yaml"
    task.write_text("name: t\nruns: '*.run'\npool: {depth: 7}\n")
    outcomes = []
    for on, workers in ((False, 1), (True, 2)):
        blocks(on)
        try:
            made = make_pool(load_task(task, without=("qrels",)), workers=workers)
            outcomes.append((made.pool.frame.rows(), made.manifest, made.notes))
            given = [tmp_path / "a.run", tmp_path / "b.run"]
            assert harness.pool(given, depth=7, workers=workers).frame.equals(made.pool.frame)
        except HarnessError as error:
            outcomes.append(error.problems)
    once, divided = outcomes
    assert divided == once
    assert [count > 3 for count in blocks.together] == [True] * divided_runs


def test_memory_does_not_wait_for_the_garbage_collector():
    qrels = parse_qrels(b"1 0 a 1\n", "a.qrels")
    run = parse_run(b"1 Q0 a 1 2.5 me\n1 Q0 b 2 1.5 me\n", "a.run")
    judged, ends = JudgedTopics(qrels), weakref.ref(run)
    gc.disable()
    try:
        score_run(run, judged, prepare_measures("official", Rules()), Rules())
        del run
        assert ends() is None
    finally:
        gc.enable()
