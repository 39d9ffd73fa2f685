"""Workers: the same results in the same order, whatever they are and whatever happens to them."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap

import pytest

from harness.core.errors import EvaluationError, HarnessError, InputError, Problem
from harness.core.parallel import map_ordered, map_prepared

EVAL = [sys.executable, "-m", "harness", "eval"]


def double(value):
    return 2 * value


def prepare_double():
    return double


@pytest.mark.parametrize("workers", [1, 2, 5, None])
def test_results_come_in_the_order_of_the_items(workers):
    assert list(map_ordered(double, range(50), workers)) == [2 * n for n in range(50)]


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_an_exception_is_raised_at_its_items_turn(workers):
    def fail_at_seven(value):
        if value == 7:
            raise EvaluationError("seven")
        return value

    results = map_ordered(fail_at_seven, range(20), workers)
    assert [next(results) for _ in range(7)] == list(range(7))
    with pytest.raises(EvaluationError, match="seven"):
        next(results)


def test_items_are_not_read_far_ahead():
    taken = []

    def items():
        for value in range(1000):
            taken.append(value)
            yield value

    results = map_ordered(double, items(), 2)
    next(results)
    assert len(taken) <= 4


def test_a_process_with_libraries_uses_threads():
    assert list(map_prepared(prepare_double, range(20), 2)) == [2 * n for n in range(20)]


def in_a_new_process(code):
    """Run code in an interpreter that has loaded no library yet, so that it may fork."""
    script = f"""
import os, sys, time
from harness.core.parallel import map_prepared, may_fork
from harness.core.errors import EvaluationError, InputError, Problem
{textwrap.dedent(code)}
"""
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        capture_output=True,
        check=False,
        text=True,
        timeout=600,
    )


needs_fork = pytest.mark.skipif(
    sys.platform != "linux", reason="processes are forked on Linux only"
)


@needs_fork
def test_forked_workers_share_what_was_prepared_and_keep_the_order():
    done = in_a_new_process("""
        def prepare():
            os.write(1, bytes("prepared ", "ascii"))
            return lambda value: (value, os.getpid())
        assert may_fork()
        found = list(map_prepared(prepare, range(21), 3))
        assert [value for value, _ in found] == list(range(21))
        assert len({process for _, process in found}) == 3
        assert os.getpid() not in {process for _, process in found}
    """)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "prepared "


@needs_fork
def test_a_process_in_which_preparing_starts_threads_is_not_forked():
    done = in_a_new_process("""
        def prepare():
            import polars
            return lambda value: (value, os.getpid())
        assert may_fork()
        found = list(map_prepared(prepare, range(16), 2))
        assert found == [(value, os.getpid()) for value in range(16)]
    """)
    assert done.returncode == 0, done.stderr


@needs_fork
def test_an_error_of_a_worker_keeps_its_kind_and_problems():
    done = in_a_new_process("""
        def work(value):
            if value == 5:
                raise InputError([Problem("bad", "a.run", 3), Problem("worse", "a.run", 4)])
            return value
        taken = []
        try:
            for value in map_prepared(lambda: work, range(16), 2):
                taken.append(value)
        except InputError as error:
            assert taken == [0, 1, 2, 3, 4]
            assert [str(problem) for problem in error.problems] == ["a.run:3: bad", "a.run:4: worse"]
            print("told")
    """)
    assert done.stdout == "told\n", done.stderr


@needs_fork
def test_an_error_while_preparing_is_told():
    done = in_a_new_process("""
        def prepare():
            raise EvaluationError("no such measure")
        try:
            list(map_prepared(prepare, range(16), 2))
        except EvaluationError as error:
            print(error)
    """)
    assert done.stdout == "no such measure\n", done.stderr


@needs_fork
def test_a_worker_that_dies_is_noticed():
    done = in_a_new_process("""
        def work(value):
            if value == 6:
                os._exit(9)
            return value
        try:
            list(map_prepared(lambda: work, range(16), 2))
        except Exception as error:
            print(error)
    """)
    assert done.stdout == "a worker process ended before its work was done\n", done.stderr


@needs_fork
def test_no_worker_is_left_when_the_results_are_not_wanted_any_more():
    done = in_a_new_process("""
        import multiprocessing
        results = map_prepared(lambda: str, range(16), 2)
        assert next(results) == "0"
        results.close()
        assert multiprocessing.active_children() == []
        print("none")
    """)
    assert done.stdout == "none\n", done.stderr


@pytest.mark.parametrize(
    "error", [HarnessError("plain"), InputError([Problem("bad", "a", 1, 2, hint="good")])]
)
def test_errors_survive_pickling(error):
    import pickle

    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert again.problems == error.problems


@pytest.mark.slow
def test_eval_prints_the_same_bytes_with_threads_and_processes(demo):
    runs = sorted(str(path) for path in (demo / "runs/demo").glob("*.run"))
    command = [*EVAL, "-q", "-m", "all_trec"]
    outputs = [
        subprocess.run(
            [*command, "--format", style, "--workers", workers, "qrels/demo/qrels.txt", *runs],
            capture_output=True,
            check=True,
            cwd=demo,
            env={**os.environ, "PYTHONWARNINGS": "error"},
        )
        for workers in ("1", "2", "4")
        for style in ("trec_eval", "tsv")
    ]
    assert len({done.stdout for done in outputs[0::2]}) == 1
    assert len({done.stdout for done in outputs[1::2]}) == 1
    assert len({done.stderr for done in outputs}) == 1
    assert outputs[0].stdout.count(b"runid") == len(runs)


def test_eval_with_processes_tells_a_bad_run_and_prints_nothing(demo, tmp_path):
    bad = tmp_path / "bad.run"
    bad.write_text("D01 Q0 LH-001 1 nan bad\n")
    runs = sorted(str(path) for path in (demo / "runs/demo").glob("*.run"))
    done = subprocess.run(
        [*EVAL, "--format", "trec_eval", "--workers", "2", "qrels/demo/qrels.txt", *runs, str(bad)],
        capture_output=True,
        check=False,
        text=True,
        cwd=demo,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "bad.run:1:17: the score 'nan' is not a number" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
@needs_fork
def test_eval_shares_many_runs_out_to_processes_with_what_is_loaded(demo, tmp_path):
    (tmp_path / "seen.py").write_text(
        "import os\n"
        "from pathlib import Path\n"
        "from harness.measures import measure\n"
        "Path(__file__).with_name(f'{os.getpid()}.pid').touch()\n"
        "@measure('Seen', bounds=(0, 1000))\n"
        "def seen(run):\n"
        "    return run.num_ret.astype(float)\n"
    )
    runs = sorted(str(path) for path in (demo / "runs/demo").glob("*.run"))
    options = ["--module", str(tmp_path / "seen.py"), "-m", "Seen", "--format", "trec_eval"]
    options += ["--backend", "processes"]  # small runs are shared out only where that is asked for
    loaded = []
    for workers in ("1", "3"):
        done = subprocess.run(
            [*EVAL, *options, "--workers", workers, "qrels/demo/qrels.txt", *runs],
            capture_output=True,
            check=True,
            cwd=demo,
        )
        loaded.append((len(list(tmp_path.glob("*.pid"))), done.stdout))
    assert loaded[0][0] == 1
    assert loaded[1][0] == 1 + 1
    assert loaded[0][1] == loaded[1][1]
