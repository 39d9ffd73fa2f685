"""Files that workers of a cluster do not see, and a scheduler that is lost."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.clusters import FILES, large_task

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def far(tmp_path_factory):
    """The scheduler of a cluster whose only worker was started in another directory."""
    from distributed import LocalCluster

    place = tmp_path_factory.mktemp("elsewhere")
    options = {"n_workers": 0, "dashboard_address": "127.0.0.1:0", "silence_logs": 50}
    with LocalCluster(**options) as local:
        address = local.scheduler_address
        options = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--death-timeout", "60"]
        command = [sys.executable, "-m", "distributed.cli.dask_worker", address, *options]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        with subprocess.Popen(command, cwd=place, **quiet) as process:
            yield address
            process.terminate()


@pytest.fixture
def near(tmp_path, monkeypatch):
    large_task(tmp_path, runs=3)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_relative_paths_start_where_the_command_does(harness, near, far):
    for out, who in (("here", []), ("there", ["--scheduler", far])):
        assert harness("run", "task.yaml", "-o", out, *who).status == 0
    assert all((near / "here" / n).read_bytes() == (near / "there" / n).read_bytes() for n in FILES)
    runs = [f"runs/run0{number}.gz" for number in range(3)]
    for command in (["eval", "qrels.txt", *runs], ["check", *runs], ["info", *runs]):
        assert harness(*command, "--scheduler", far) == harness(*command)


@pytest.mark.skipif(not Path("/proc/self/cwd").exists(), reason="needs Linux's /proc/self/cwd")
@pytest.mark.parametrize("commands", [2, pytest.param(7, marks=pytest.mark.slow)])
def test_what_a_worker_does_not_see_is_a_fault_of_the_cluster(harness, near, far, commands):
    (near / "mounted").symlink_to("/proc/self/cwd/runs")  # in the worker's directory are no runs
    (near / "task.yaml").write_text("qrels: qrels.txt\nruns: mounted\nmeasures: [AP]\n")
    before = sorted(near.iterdir())
    runs = [f"mounted/run0{number}.gz" for number in range(3)]
    every = (
        ["run", "task.yaml", "-o", "out"],
        ["eval", "qrels.txt", *runs],
        ["run", "task.yaml", "-o", "out", "--keep-going"],
        ["pool", "task.yaml", "-o", "out"],
        ["compare", "task.yaml", "--keep-going"],
        ["check", *runs],
        ["info", *runs],
    )
    for command in every[:commands]:
        done = harness(*command, "--scheduler", far)
        assert (done.status, done.out) == (2, ""), command
        assert re.match(
            f"Error: {far}: a worker of the cluster cannot read what can be read here: "
            r"(/\S+/)?mounted/run0",
            done.err,
        )
        assert "no such file" in done.err
        assert sorted(near.iterdir()) == before


DEADLY = """
import os, signal
from harness.measures import measure

@measure('Deadly', bounds=(0, 1000))
def deadly(run):
    if 'SCHEDULER' in os.environ:
        os.kill(os.getpid(), signal.SIGKILL)
    return run.num_ret.astype(float)
"""


@pytest.mark.slow
def test_a_scheduler_that_is_lost_is_no_fault_of_the_output(near):
    """It is killed, with its only worker, while that is at work."""
    (near / "deadly.py").write_text(DEADLY)
    (near / "task.yaml").write_text(
        "qrels: qrels.txt\nruns: runs\nmeasure_modules: [deadly.py]\nmeasures: [Deadly]\n"
    )
    code = "import time; from distributed import LocalCluster; cluster = LocalCluster("
    code += "n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None, "
    code += "host='127.0.0.1', protocol='tcp://'); print(cluster.scheduler_address, flush=True); "
    code += "time.sleep(600)"
    with subprocess.Popen(
        [sys.executable, "-c", code],
        env={**os.environ, "SCHEDULER": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        address = process.stdout.readline().strip()
        done = subprocess.run(
            [sys.executable, "-m", "harness", "run", "task.yaml", "--scheduler", address],
            env={**os.environ, "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "2s"},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        process.kill()
    assert done.returncode == 2, done.stderr
    assert done.stderr.splitlines()[-1].startswith(f"Error: {address}: ")
    assert "cannot be written" not in done.stderr
    assert "Traceback" not in done.stderr
    assert not (near / "results").exists()
