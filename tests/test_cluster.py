"""Past one process and past one machine: the same bytes, whoever works and whoever is lost."""

from __future__ import annotations

import gzip
import os
import re
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import harness as package
from harness.core.errors import HarnessError
from harness.core.execution import Execution, clusters_kept
from harness.core.limits import Limits, limited
from harness.core.parallel import collect_arrays, map_ordered, map_prepared
from harness.formats import blocks
from harness.inputs import reading
from tests.clusters import RUNS, large_task, started, written
from tests.nightly import now

pytestmark = pytest.mark.long

MODULE = """
from harness.measures import measure

@measure('Mine', bounds=(0, 1000))
def mine(run):
    '''How many were retrieved.'''
    return run.num_ret.astype(float)
"""


@pytest.fixture(scope="module")
def client():
    with started() as client:
        yield client


@pytest.fixture(scope="module")
def scheduler(client):
    return client.scheduler.address


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    return large_task(tmp_path_factory.mktemp("large"))


@pytest.fixture(scope="module")
def expected(large, tmp_path_factory):
    return written(large, tmp_path_factory.mktemp("expected") / "out", workers=1)


def pids(client, *, without=frozenset()):
    """The processes of both workers by their addresses, once the scheduler has no others.

    It learns that a worker has ended a while after that, and nobody may be asked until then.
    """
    until = time.monotonic() + 60
    while len(there := set(client.scheduler_info()["workers"])) != 2 or there & without:
        assert time.monotonic() < until, there
        time.sleep(0.05)
    return client.run(os.getpid)


def killed_of(client, number):
    """The addresses of so many workers, which are killed."""
    chosen = dict(sorted(pids(client).items())[:number])
    for pid in chosen.values():
        os.kill(pid, signal.SIGKILL)
    return set(chosen)


# The same bytes


@pytest.mark.parametrize(
    "options", [{"backend": "threads", "workers": 3}, {"backend": "processes"}]
)
def test_whoever_works_the_bytes_are_the_same(large, expected, tmp_path, options):
    assert written(large, tmp_path / "out", **options) == expected


@pytest.mark.slow
@pytest.mark.parametrize("lost", [0, 1, 2])
def test_lost_workers_cost_only_their_tasks(client, scheduler, large, expected, tmp_path, lost):
    killed, seen = set(), []
    pids(client)

    def progress(done, total):
        seen.append((done, total))
        if done == RUNS // 3:
            killed.update(killed_of(client, lost))

    got = written(large, tmp_path / "out", scheduler=scheduler, progress=progress)
    assert got == expected
    assert len(killed) == lost
    assert seen == [(number, RUNS) for number in range(1, RUNS + 1)]
    pids(client, without=killed)


@pytest.mark.parametrize("lost", now([2], [1, 2]))
def test_workers_that_have_just_ended_are_no_fault(client, scheduler, lost):
    """What is sent to them is sent again, once the scheduler knows it."""
    from harness.core import cluster

    items = [b"x" * size for size in (1, 2 * cluster._LARGE)] * 5
    with clusters_kept():
        execution = Execution(scheduler=scheduler)
        list(map_ordered(len, items, execution))
        killed = killed_of(client, lost)
        assert list(map_ordered(len, items, execution)) == list(map(len, items))
    pids(client, without=killed)


def test_the_blocks_of_one_large_run_are_tasks(large, scheduler, tmp_path, monkeypatch):
    lines = gzip.decompress((large.parent / "runs/run00.gz").read_bytes())
    (tmp_path / "one.run").write_bytes(lines.replace(b"run00", 200 * b"x"))
    task = tmp_path / "task.yaml"
    task.write_text(f"qrels: {large.parent}/qrels.txt\nruns: one.run\nmeasures: [AP, official]\n")
    expected = written(task, tmp_path / "whole", workers=1)
    shared_out = []

    def counted(work, items, execution):
        for made in map_ordered(work, items, execution):
            shared_out.append(execution.backend)
            yield made

    monkeypatch.setattr(blocks, "LARGE", 1)
    monkeypatch.setattr(blocks, "BLOCK", 2**12)
    monkeypatch.setattr(blocks, "BEGINNING", 2**12)
    monkeypatch.setattr(reading, "map_ordered", counted)
    assert written(task, tmp_path / "pieces", scheduler=scheduler) == expected
    assert len(shared_out) > 4
    assert set(shared_out) == {"dask"}


@pytest.mark.parametrize("test", ["randomisation", "bootstrap-t", "wilcoxon"])
def test_blocks_of_resamples_and_permutations_are_tasks(scheduler, test):
    chance = np.random.default_rng(1)
    frame = package.score(
        {f"t{t}": {f"d{d}": int(chance.integers(0, 3)) for d in range(20)} for t in range(30)},
        {
            f"run{r}": {f"t{t}": {f"d{d}": chance.random() for d in range(25)} for t in range(30)}
            for r in range(4)
        },
        ["AP", "nDCG"],
    )

    def everything(**execution):
        options = {
            "test": test,
            "samples": 2_000,
            "correction": "holm" if test == "bootstrap-t" else "joint",
        }
        comparison = package.compare(frame, **options, **execution)
        board = comparison.leaderboard()
        made = repr(
            (
                board,
                comparison.pairs("AP").matrix("corrected").to_numpy().tolist(),
                comparison.measures(),
            )
        )
        return re.sub(r"Execution\([^)]*\)", "", made)

    with clusters_kept():
        assert everything(scheduler=scheduler) == everything()


def test_large_values_and_results_in_the_order_of_the_items(scheduler):
    arrays = [np.arange(number, number + 50_000) for number in range(30)]
    sums = [int(array.sum()) for array in arrays]
    execution = Execution(scheduler=scheduler)
    assert list(map_ordered(lambda array: int(array.sum()), arrays, execution)) == sums
    assert collect_arrays(lambda number: sums[number], range(30), execution) == sums


# Measures, limits and errors


@pytest.mark.parametrize("backend", ["processes", "dask"])
def test_measures_of_a_file_errors_and_limits_reach_the_workers(
    large, scheduler, tmp_path, backend
):
    (tmp_path / "mine.py").write_text(MODULE.replace("'Mine'", f"'Mine_{backend}'"))
    (tmp_path / "bad.run").write_text("T1 Q0 D1 1 nan bad\n")
    task = tmp_path / "task.yaml"
    runs = [str(large.parent / f"runs/run0{number}.gz") for number in range(3)]
    task.write_text(
        f"qrels: {large.parent}/qrels.txt\nruns: {[*runs, 'bad.run']}\n"
        "measure_modules: mine.py\nmeasures: [Mine_BACKEND, AP]\n".replace("BACKEND", backend)
    )
    address = {"scheduler": scheduler} if backend == "dask" else {}
    results = [
        package.run(task, workers=1),
        package.run(task, backend=backend, workers=2, **address),
    ]
    assert results[0].scores.values.tobytes() == results[1].scores.values.tobytes()
    assert results[1].scores.values[:, :, 0].max() == 100
    assert results[1].scores.measures == results[0].scores.measures
    problems = [
        str(problem) for result in results for run in result.refused for problem in run.problems
    ]
    assert len(problems) == 2
    assert problems[0] == problems[1]
    assert "the score 'nan' is not a number" in problems[0]
    if backend == "processes":  # which start anew each time
        return
    with limited(Limits(size=10, ratio=None)), pytest.raises(HarnessError, match="unpack to more"):
        package.score(large.parent / "qrels.txt", runs, "AP", backend=backend, **address)


def test_workers_prepare_once(scheduler):
    def prepare():
        made = os.getpid()
        return lambda item: (item, made)

    for execution in (Execution("processes", 2), Execution(scheduler=scheduler)):
        got = list(map_prepared(prepare, range(12), execution))
        assert [item for item, _ in got] == list(range(12))
        assert len({process for _, process in got}) <= 2
        # A cluster gets what was prepared here.
        assert (os.getpid() in {process for _, process in got}) == (execution.backend == "dask")


def test_workers_of_another_version_are_refused(scheduler, monkeypatch):
    from harness.core import cluster

    ours = {**cluster._versions(), "polars": "0.1"}
    monkeypatch.setattr(cluster, "_versions", lambda: ours)
    with pytest.raises(HarnessError, match=r"a worker has polars \S+, and here is 0\.1 "):
        list(map_ordered(str, [1], Execution(scheduler=scheduler)))


def test_what_ends_every_worker_is_given_up(scheduler, monkeypatch):
    from harness.core import cluster

    monkeypatch.setattr(cluster, "_LOSSES", 0)

    def work(item):
        if item == 2:
            os.kill(os.getpid(), signal.SIGKILL)
        return item

    got = map_ordered(work, range(4), Execution(scheduler=scheduler))
    with pytest.raises(HarnessError, match="ended before their work was done, again and again"):
        list(got)


# The command line


def call(*args, code="from harness.cli.main import main; main(sys.argv[1:])", **options):
    command = [sys.executable, "-W", "error", "-c", f"import sys; {code}", *map(str, args)]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options
    )


def processes_of(group):
    """The processes of a group that are still there, as far as they are not dead already."""
    listed = subprocess.run(
        ["ps", "-eo", "pgid=,stat="], capture_output=True, text=True, check=True
    )
    return [
        line
        for line in listed.stdout.splitlines()
        if line.split()[0] == str(group) and not line.split()[1].startswith("Z")
    ]


def left_in(group):
    """The processes of a group that do not end within some seconds: to exit takes a moment."""
    until = time.monotonic() + 10
    while processes_of(group) and time.monotonic() < until:
        time.sleep(0.05)
    return processes_of(group)


def test_a_cluster_is_started_and_ended(demo):
    eval_of = ["eval", "-q", "qrels/demo/qrels.txt", *sorted((demo / "runs/demo").glob("*.run"))]
    asked = [*eval_of, "--format", "trec_eval"]
    local = call(*asked, "--backend", "dask", "--workers", 2, cwd=demo, start_new_session=True)
    out, err = local.communicate(timeout=600)
    assert (local.returncode, left_in(local.pid)) == (0, []), err
    alone = call(*asked, "--workers", 1, cwd=demo)
    assert (out, err) == alone.communicate(timeout=600)


@pytest.mark.slow
def test_ctrl_c_ends_everything_and_leaves_nothing(large, tmp_path):
    (tmp_path / "slow.py").write_text(
        MODULE.replace("    return", "    import time; time.sleep(20)\n    return")
    )
    task = tmp_path / "task.yaml"
    task.write_text(
        f"qrels: {large.parent}/qrels.txt\nruns: {large.parent}/runs\n"
        "measure_modules: slow.py\nmeasures: [Mine]\n"
    )
    started = call("run", task, "--backend", "dask", "-o", tmp_path / "out", start_new_session=True)
    until = time.monotonic() + 30
    while len(processes_of(started.pid)) < 3 and time.monotonic() < until:
        time.sleep(0.1)
    time.sleep(2)
    os.killpg(started.pid, signal.SIGINT)  # as a terminal does
    out, err = started.communicate(timeout=30)
    assert (started.returncode, out) == (130, ""), err
    assert "Traceback" not in err
    assert sorted(path.name for path in tmp_path.iterdir() if path.name != "__pycache__") == [
        "slow.py",
        "task.yaml",
    ]
    assert left_in(started.pid) == []


# Workers in another place
