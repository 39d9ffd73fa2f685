"""What a command says does not depend on who works: not on threads, not on a cluster."""

from __future__ import annotations

import pytest

from tests.clusters import started
from tests.nightly import one_in

TASK, RUNS, QRELS = "configs/demo.yaml", "runs/demo/*.run", "qrels/demo/qrels.txt"
COMMANDS = [
    ["check", TASK],
    ["check", RUNS],
    ["info", RUNS],
    ["compare", TASK, "keeper-qld", "keeper-rrf", "--samples", "2500", "--format", "csv"],
    ["compare", TASK, "--format", "csv"],
    ["compare", TASK, "--pairs", "--correction", "joint", "--samples", "2500", "--format", "csv"],
    ["eval", "-q", QRELS, RUNS, "--format", "tsv"],
    ["diagnose", TASK, "--format", "csv"],
    ["compare", "ties", RUNS, "--qrels", QRELS, "--format", "csv"],
    ["pool", "bias", TASK, "--format", "csv"],
    ["compare", "ties", TASK, "--format", "csv"],
]


@pytest.fixture(scope="module")
def scheduler():
    with started() as client:
        yield client.scheduler.address


@pytest.mark.long
@pytest.mark.parametrize("words", one_in(5, COMMANDS), ids=" ".join)
def test_a_cluster_says_what_any_number_of_threads_say(
    harness, demo, monkeypatch, scheduler, words
):
    monkeypatch.chdir(demo)
    runs = sorted(str(path) for path in demo.glob(RUNS))
    call = [part for word in words for part in (runs if word == RUNS else [word])]
    here = harness(*call, "--workers", 1)
    assert here.status in (0, 1)
    assert here.out
    for execution in (("--workers", 3), ("--scheduler", scheduler)):
        assert harness(*call, *execution) == here
