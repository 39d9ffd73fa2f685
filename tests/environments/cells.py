"""Run every command under a fault, in one process: ``python -m tests.environments.cells FAULT``.

The working directory holds the world of `tests.environments.world`, and PRISTINE the same. What
each command ended with, said and left is printed as JSON. ONLY lists the commands, if not all.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.environments.world import ODD, commands, further, make

#: Seconds after which a command hangs.
_PATIENCE = 120
#: What only extras bring, as it is imported.
OPTIONAL = (
    "argon2", "cloudpickle", "cryptography", "dask", "distributed", "filelock", "fsspec", "ir_measures",
    "matplotlib", "mpl_toolkits", "openpyxl", "pylab", "sklearn", "starlette",
    "uvicorn",
)  # fmt: skip


def made(folder: str) -> None:
    """Make the world in a folder, in this process."""
    from harness.cli.main import main

    def status_of(arguments: list[str]) -> int:
        try:
            main(arguments)
        except SystemExit as stop:
            return int(stop.code or 0)
        return 0

    os.chdir(folder)
    make(Path(), status_of)
    Path("out").mkdir()


def calls() -> dict[str, list[str]]:
    """Each command with its arguments, by what the table calls it."""
    of_commands = {name: [*name.split(), *rest] for name, rest in commands().items()}
    every = {**of_commands, **further()}
    only = os.environ.get("ONLY")
    return {name: every[name] for name in only.split(",")} if only else every


class Run:
    """Calls commands in this process, and puts the world back in order after each."""

    def __init__(self, pristine: Path) -> None:
        self._pristine = pristine
        self._scratch = Path(tempfile.mkdtemp(prefix="cells-"))
        self.world = Path.cwd()

    def call(self, arguments: list[str], *, full: bool = False) -> dict[str, Any]:
        """What a command ended with; with ``full`` its standard output takes nothing."""
        from harness.cli.main import main

        out, err = self._scratch / "out", self._scratch / "err"
        status: int | str = 0
        with self._redirected(Path("/dev/full") if full else out, err), _patience():
            try:
                main(arguments)
            except SystemExit as stop:
                status = int(stop.code or 0)
            except BaseException as error:
                status = f"{type(error).__name__}: {error}"
            with contextlib.suppress(OSError):
                sys.stdout.flush()
        gc.collect()  # connections that nobody holds any more
        said = err.read_text(errors="replace")
        return {"status": status, "said": said[-1500:], "left": self._restored()}

    @contextlib.contextmanager
    def _redirected(self, out: Path, err: Path) -> Iterator[None]:
        """Everything that this process prints goes to files, also what libraries print."""
        kept = [os.dup(1), os.dup(2)]
        streams = sys.stdout, sys.stderr
        handles = [
            os.open(out, os.O_WRONLY | os.O_CREAT | os.O_TRUNC),
            os.open(err, os.O_WRONLY | os.O_CREAT | os.O_TRUNC),
        ]
        try:
            for number, handle in enumerate(handles, start=1):
                os.dup2(handle, number)
                os.close(handle)
            sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
            sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
            yield
        finally:
            sys.stdout, sys.stderr = streams
            for number, handle in enumerate(kept, start=1):
                os.dup2(handle, number)
                os.close(handle)

    def _restored(self) -> list[str]:
        """What a command left that was not there before, with ``=0`` after empty files."""
        left = []
        for path in sorted(self.world.rglob("*"), reverse=True):
            own = self._pristine / path.relative_to(self.world)
            if not os.path.lexists(own):
                empty = path.is_file() and not path.stat().st_size
                left.append(f"{path.relative_to(self.world)}{'=0' if empty else ''}")
                with contextlib.suppress(OSError):
                    path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()
            elif path.is_file() and not path.is_symlink() and path.read_bytes() != own.read_bytes():
                with contextlib.suppress(OSError):
                    shutil.copyfile(own, path)
        return [os.fsencode(name).decode("latin-1") for name in left]


@contextlib.contextmanager
def _patience() -> Iterator[None]:
    def hangs(*_: object) -> None:
        raise TimeoutError("it hangs")

    before = signal.signal(signal.SIGALRM, hangs)
    signal.alarm(_PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def plain(run: Run, called: dict[str, list[str]]) -> dict[str, Any]:
    return {name: run.call(arguments) for name, arguments in called.items()}


def full_output(run: Run, called: dict[str, list[str]]) -> dict[str, Any]:
    """Standard output takes nothing: no space is left on the device."""
    return {name: run.call(arguments, full=True) for name, arguments in called.items()}


def descriptors(run: Run, called: dict[str, list[str]]) -> dict[str, Any]:
    """No file, or few files, can be opened any more; everything is imported already."""
    import resource

    plain(run, called)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    cells = {}
    for free in (6, 12):
        for name, arguments in called.items():
            top = max(int(entry.name) for entry in Path("/proc/self/fd").iterdir())
            resource.setrlimit(resource.RLIMIT_NOFILE, (top + free, hard))
            try:
                cells[f"{name} ({free} free)"] = run.call(arguments)
            finally:
                resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return cells


def read_errors(run: Run, called: dict[str, list[str]]) -> dict[str, Any]:
    """A run, or results, are on a disk that cannot be read: EIO."""
    cells = {}
    for name in (f"{ODD}.run", "results/scores.parquet"):
        place, aside = run.world / name, run.world.parent / "aside"
        place.rename(aside)
        place.symlink_to("/proc/self/mem")
        try:
            for command, arguments in called.items():
                cells[f"{command} ({os.fsencode(name).decode('latin-1')})"] = run.call(arguments)
        finally:
            place.unlink()
            aside.rename(place)
    return cells


def pipes(run: Run, called: dict[str, list[str]]) -> dict[str, Any]:
    """The judgments, or a run, come through a pipe, once."""
    cells = {}
    for name in (f"{ODD}.qrels", f"{ODD}.run"):
        place, aside = run.world / name, run.world.parent / "aside"
        content = place.read_bytes()
        for command, arguments in called.items():
            if name not in arguments:
                continue
            place.rename(aside)
            os.mkfifo(place)
            try:
                with _fed(place, content):
                    cells[f"{command} ({os.fsencode(name).decode('latin-1')})"] = run.call(
                        arguments
                    )
            finally:
                place.unlink()
                aside.rename(place)
    return cells


@contextlib.contextmanager
def _fed(pipe: Path, content: bytes) -> Iterator[None]:
    """The content goes through a pipe to whoever reads it first."""

    def feed() -> None:
        with contextlib.suppress(OSError):
            pipe.write_bytes(content)

    feeder = threading.Thread(target=feed, daemon=True)
    feeder.start()
    try:
        yield
    finally:
        while feeder.is_alive():  # nobody read it
            with contextlib.suppress(OSError):
                handle = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
                feeder.join(0.05)
                os.close(handle)


class _Without:
    """A finder of modules that finds no package of an extra."""

    def __init__(self, finder: Any) -> None:
        self._finder = finder

    def __getattr__(self, name: str) -> Any:
        return getattr(self._finder, name)

    def find_spec(self, name: str, *more: Any) -> Any:
        """The spec that the finder finds, or None."""
        return None if name.partition(".")[0] in OPTIONAL else self._finder.find_spec(name, *more)


def packages(run: Run, called: dict[str, list[str]]) -> dict[str, Any]:
    """An installation without extras."""
    assert not {name.partition(".")[0] for name in sys.modules} & set(OPTIONAL)
    sys.meta_path[:] = [_Without(finder) for finder in sys.meta_path]
    of_extras = {
        "judge password": ["judge", "link", f"{ODD}.yaml", "olga", "--password"],
        "run on a cluster": ["run", f"{ODD}.yaml", "--backend", "dask", "-o", "out/x"],
        "eval of a URL": ["eval", "https://127.0.0.1:9/q", f"{ODD}.run"],
        "judge import of a workbook": ["judge", "import", f"{ODD}.yaml", "back.xlsx"],
    }
    return plain(run, {**called, **of_extras})


#: What is wrong, by name.
FAULTS: dict[str, Callable[[Run, dict[str, list[str]]], dict[str, Any]]] = {
    "plain": plain,
    "full output": full_output,
    "descriptors": descriptors,
    "read errors": read_errors,
    "pipes": pipes,
    "packages": packages,
}

if __name__ == "__main__":
    runner = Run(Path(os.environ["PRISTINE"]))
    asked = {name: FAULTS[name](runner, calls()) for name in sys.argv[1].split(",")}
    print(json.dumps(asked))
