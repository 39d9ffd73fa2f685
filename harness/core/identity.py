"""Names of runs: the one rule that every command, table, pool and report follows.

The name of a run is the one given to it, else its tag, else its file's name without the suffixes in
`SUFFIXES`. Any other dot belongs to the name: ``covidex.r5.1s`` is called that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from os.path import commonprefix
from pathlib import PurePath
from typing import Any

from harness.core.errors import EvaluationError, Problem, refuse, some
from harness.core.harmless import shown_path
from harness.core.locations import ARCHIVE, MEMBER
from harness.core.numbers import collect

#: The path that stands for standard input.
_STDIN = "-"
#: Suffixes of packed files.
PACKED = (".gz", ".bz2", ".xz", ".zst", ".zip", ".tar")
#: Suffixes left off a file's name. TREC's files often have dots in their names and no suffix.
SUFFIXES = (*PACKED, ".txt", ".run")
#: The hint on equal names in a task.
NAME_IN_TASK = "give each its own: runs[].name, or run_pattern: (?P<name>[^/]+)$ for file names"
#: The hint on equal names in Python.
NAME_IN_PYTHON = "give each its own: {name: run}"


def run_name(path: str, tag: str | None = None, name: str | None = None) -> str:
    """Name a run: its ``name``, else its ``tag``, else its file's name.

    >>> run_name("runs/input.bm25.gz", "bm25"), run_name("runs/10x10.prf.unipd.it")
    ('bm25', '10x10.prf.unipd.it')
    >>> run_name("runs/input.bm25.gz", "bm25", "baseline"), run_name("-")
    ('baseline', 'stdin')
    """
    return name or tag or file_names(path)[0]


@dataclass(frozen=True, slots=True)
class RunFile:
    """A run to be evaluated: ``path`` as the task gives it, relative to the task file.

    It is the shown path; `harness.core.harmless.real_path` turns it into the system's. ``name`` is
    given by the task, ``tag`` by the file; `run_name` is the name in force. ``attributes`` is its
    row in the table of participants. ``set_aside`` is the reason why it is refused; it then has its
    file's name.
    """

    path: str
    name: str | None = None
    group: str = ""
    format: str | None = None
    priority: int | None = None
    attributes: Mapping[str, str] = field(default_factory=dict)
    tag: str | None = None
    set_aside: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "path", shown_path(self.path))

    @property
    def run_name(self) -> str:
        """Name of the run."""
        if self.set_aside is not None:
            return self.path
        return run_name(self.path, self.tag, self.name)


def file_names(path: str) -> tuple[str, ...]:
    """Return the names that a file can give its run: first without `SUFFIXES`, then with them.

    >>> file_names("runs/smith.ql.RUN.gz"), file_names("smith.ql"), file_names("-")
    (('smith.ql', 'smith.ql.RUN', 'smith.ql.RUN.gz'), ('smith.ql',), ('stdin',))
    """
    if path == _STDIN:
        return ("stdin",)
    names = [PurePath(shown_path(path)).name]
    while (suffix := PurePath(names[0]).suffix).lower() in SUFFIXES:
        names.insert(0, names[0][: -len(suffix)])
    return tuple(names)


def as_folders(path: str) -> str:
    """Return a path with archives as folders, without suffixes, for ``run_pattern`` to match.

    >>> as_folders("runs/teamC.tar.gz!/runs/a.txt"), as_folders("runs/a.zip")
    ('runs/teamC/runs/a.txt', 'runs/a.zip')
    """
    *archives, last = path.split(MEMBER)
    return "/".join((*(ARCHIVE.sub("", archive) for archive in archives), last))


def find_suffix(path: str) -> str:
    """Return the suffix of a file's name in lower case, without the suffixes of packing.

    >>> find_suffix("runs/bm25.v2.JSON.gz"), find_suffix("gold.tsv.tar.xz"), find_suffix("bm25")
    ('.json', '.tsv', '')
    """
    name = PurePath(path)
    while name.suffix.lower() in PACKED:
        name = name.with_suffix("")
    return name.suffix.lower()


def common_start(names: Sequence[Any]) -> Any:
    """Return the common beginning of all texts, or of all lists.

    >>> common_start(["a.run", "ab.run"]), common_start([["runs", "a"], ["runs", "b"]])
    ('a', ['runs'])
    """
    return commonprefix(names)  # noqa: RUF071  (these are no paths)


def spellings(path: str, tag: str | None = None, name: str | None = None) -> dict[str, str]:
    """Return the names that a table may use for a run, each with its kind.

    >>> spellings("runs/input.bm25.gz", "bm25")
    {'bm25': 'tag', 'input.bm25.gz': "file's name", 'input.bm25': "file's name"}
    """
    known = {} if name is None else {name: "name"}
    if tag is not None:
        known.setdefault(tag, "tag")
    for own in reversed(file_names(path)):
        known.setdefault(own, "file's name")
    return known


def find_name_clashes(runs: Iterable[tuple[str, str | None]], way_out: str) -> Iterator[Problem]:
    """Yield a problem for each name that several runs have; ``runs`` are (name, file).

    >>> [str(it) for it in find_name_clashes([("x", "a.run"), ("y", "b.run"), ("x", "c")], "new")]
    ["2 runs are called 'x': a.run, c (new)"]
    """
    for name, same in collect(runs).items():
        if len(same) > 1:
            known = [file for file in same if file is not None]
            listed = f": {some(known)}" if known else ""
            yield Problem(f"{len(same)} runs are called {name!r}{listed}", hint=way_out)


def distinguish_names(runs: Sequence[tuple[str, str | None]]) -> list[str]:
    """Return the names of runs, or of their files for runs with equal names, if these differ.

    ``runs`` are (name, file).

    >>> distinguish_names([("Anserini", "bm25.txt"), ("Anserini", "rm3.txt"), ("dense", "d.run")])
    ['bm25', 'rm3', 'dense']
    """
    counts = Counter(name for name, _ in runs)
    stems = [file_names(file)[0] if file else name for name, file in runs]
    alone = Counter(stems)
    return [
        stem if counts[name] > 1 and alone[stem] == 1 else name
        for (name, _), stem in zip(runs, stems, strict=True)
    ]


def require_unique_names(runs: Iterable[tuple[str, str | None]]) -> None:
    """Raise `EvaluationError` with every name that several runs have."""
    refuse(find_name_clashes(runs, NAME_IN_PYTHON), EvaluationError)
