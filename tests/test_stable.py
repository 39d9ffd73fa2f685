"""What others build on is as recorded: names, options, keys, codes, files and their columns.

A change that is meant is recorded by ``python -m tests.test_stable``, and said in CHANGELOG.md.
"""

from __future__ import annotations

import inspect
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import polars as pl
from click.testing import CliRunner

import harness
from harness.cli.main import COMMANDS, cli
from harness.core.notes import NOTES
from harness.settings.model import walk_keys
from harness.settings.task import LabelTaskFile, TaskFile
from harness.validation import CHECKS, REPAIRS

ROOT = Path(__file__).resolve().parents[1]
RECORD = ROOT / "tests/golden/stable.json"


def commands(group: click.Group, name: str) -> Iterator[tuple[str, list[str]]]:
    """Each command with its options and arguments."""
    context = click.Context(group, info_name=name)
    for word in group.list_commands(context):
        command = group.get_command(context, word)
        assert command is not None
        own = [*command.params, *getattr(getattr(command, "default", None), "params", [])]
        opts = sorted({opt for one in own for opt in (*one.opts, *one.secondary_opts)})
        yield f"{name} {word}", opts
        if isinstance(command, click.Group):
            yield from commands(command, f"{name} {word}")


def parameters(value: Any) -> list[str]:
    """The parameters of a function; of a class its public attributes and methods."""
    if inspect.isclass(value):
        return sorted(name for name in dir(value) if not name.startswith("_"))
    return list(inspect.signature(value).parameters) if callable(value) else []


def files(folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Each file of a directory, with the columns of a table and the keys of a manifest."""
    for path in sorted(folder.iterdir()):
        if path.suffix == ".parquet":
            yield path.name, pl.read_parquet(path).columns
        elif path.suffix == ".csv":
            yield path.name, path.read_text(encoding="utf-8").splitlines()[0].split(",")
        elif path.name == "manifest.json":
            yield path.name, list(json.loads(path.read_text(encoding="utf-8")))
        else:
            yield path.name, []


def interface() -> dict[str, Any]:
    """All that is promised to stay."""
    with tempfile.TemporaryDirectory() as scratch:
        results, pool = Path(scratch, "results"), Path(scratch, "pool")
        for word, folder in (("run", results), ("pool", pool)):
            done = CliRunner().invoke(
                cli, [word, str(ROOT / "configs/demo.yaml"), "-o", str(folder)]
            )
            assert done.exit_code == 0, done.output
        written = {"results": dict(files(results)), "pools": dict(files(pool))}
    keys = dict.fromkeys(
        name for model in (TaskFile, LabelTaskFile) for name, _ in walk_keys(model)
    )
    return {
        "commands": dict(commands(cli, "harness")),
        "python": {n: parameters(getattr(harness, n)) for n in sorted(harness.__all__)},
        "keys": sorted(keys),
        "findings": {code: check.severity for code, check in CHECKS.items()},
        "repairs": sorted(REPAIRS),
        "notes": {code: note.severity for code, note in NOTES.items()},
        "files": written,
    }


def test_what_others_build_on_is_as_recorded() -> None:
    recorded = json.loads(RECORD.read_text(encoding="utf-8"))
    now = json.loads(json.dumps(interface()))
    assert set(COMMANDS) <= {name.removeprefix("harness ") for name in now["commands"]}
    assert now == recorded, "meant? python -m tests.test_stable, and a line in CHANGELOG.md"


if __name__ == "__main__":
    RECORD.write_text(json.dumps(interface(), indent=1, ensure_ascii=False) + "\n", "utf-8")
