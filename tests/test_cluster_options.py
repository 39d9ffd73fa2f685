"""Options of clusters that are refused, and what is loaded and needed without one."""

from __future__ import annotations

import os
import socket
import threading
from contextlib import suppress

import pytest

import harness as package
from harness.core.errors import EvaluationError, HarnessError
from harness.core.execution import Execution
from harness.core.parallel import map_ordered
from tests.test_cluster import call

pytestmark = pytest.mark.long


def test_without_a_scheduler_there_is_an_error():
    import dask
    import distributed  # noqa: F401 - has its settings before one is changed

    with (
        dask.config.set({"distributed.comm.timeouts.connect": "1s"}),
        pytest.raises(HarnessError, match=r"^tcp://127\.0\.0\.1:1: no scheduler of Dask answers"),
    ):
        list(map_ordered(str, [1], Execution(scheduler="tcp://127.0.0.1:1")))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", "another kind of server answers"),
        (b"SSH-2.0-OpenSSH_9.6p1\r\n", "another kind of server answers"),
        (bytes(64), "another kind of server answers"),
        (b"", "the server accepts connections and does not answer"),
    ],
)
def test_what_is_no_scheduler_is_no_lack_of_memory(demo, words, message):
    """To Dask the first bytes are how many follow: those of a web server, some exabytes."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer():
            with suppress(OSError):
                while True:
                    kept.append(server.accept()[0])
                    kept[-1].sendall(words)

        kept = []
        threading.Thread(target=answer, daemon=True).start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        files = ["qrels/demo/qrels.txt", "runs/demo/keeper-qld.run"]
        env = {**os.environ, "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "1s"}
        done = call("eval", *files, "--scheduler", address, cwd=demo, env=env)
        assert done.communicate(timeout=60)[1] == (
            f"Error: {address}: no scheduler of Dask answers: {message} (an address looks like "
            "tcp://10.0.0.1:8786; DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT=60s waits longer)\n"
        )
        assert done.returncode == 2
        for connection in kept:
            connection.close()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"backend": "dusk"}, "unknown backend 'dusk' .did you mean dask"),
        ({"backend": "threads", "scheduler": "tcp://a:1"}, "scheduler: only the backend dask has"),
        ({"workers": 0}, "workers: 0 is not allowed"),
    ],
)
def test_senseless_executions_are_refused(options, message):
    with pytest.raises(EvaluationError, match=message):
        package.score({"t": {"d": 1}}, {"t": {"d": 1.0}}, "AP", **options)


def test_one_execution_comes_before_another():
    asked = Execution("dask", 3, "tcp://a:1")
    assert Execution(workers=2).over(asked) == Execution("dask", 2, "tcp://a:1")
    assert Execution("threads").over(asked) == Execution("threads", 3)
    assert Execution().over(asked) == asked


@pytest.mark.parametrize("args", [("--backend", "dask"), ("--scheduler", "tcp://127.0.0.1:1")])
def test_without_dask_the_error_says_what_to_install(demo, args):
    code = (
        "sys.modules['distributed'] = None; from harness.cli.main import main; main(sys.argv[1:])"
    )
    files = ["qrels/demo/qrels.txt", "runs/demo/keeper-qld.run"]
    done = call("eval", *files, *args, code=code, cwd=demo)
    assert done.communicate(timeout=30)[1] == (
        "Error: the backend dask needs the package distributed, which is not installed "
        "(pip install 'ir-harness[cluster]'; in a checkout pip install '.[cluster]')\n"
    )
    assert done.returncode == 2


def test_the_core_loads_no_dask_unless_it_is_asked_for(demo, tmp_path):
    code = (
        "from harness.cli.main import main; main(sys.argv[1:]); "
        "sys.stderr.write(str({'dask', 'distributed', 'cloudpickle', 'fsspec'} & set(sys.modules)))"
    )
    done = call("run", "configs/demo.yaml", "--quiet", "-o", tmp_path / "x", code=code, cwd=demo)
    assert done.communicate(timeout=600) == ("", "set()")


def test_standard_input_is_for_threads(demo):
    done = call("eval", "qrels/demo/qrels.txt", "-", "--backend", "dask", cwd=demo)
    assert done.communicate(timeout=30)[1].startswith("Error: only threads can read standard input")
