"""Who a run is: the one rule by which every command, table, pool and report calls a run.

A run is called by the name that it is given, else by its tag, else by its file's name without the
suffixes in `SUFFIXES`. Any other dot belongs to the name: ``covidex.r5.1s`` is called that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

from harness.core.errors import EvaluationError, Problem, refuse, some
from harness.core.harmless import shown_path
from harness.core.locations import ARCHIVE, MEMBER
from harness.core.numbers import collect

#: The path that stands for standard input.
_STDIN = "-"
#: How the names of files end that are packed.
PACKED = (".gz", ".bz2", ".xz", ".zst", ".zip", ".tar")
#: What may be left off a file's name. TREC's files often have dots in their names and no suffix.
SUFFIXES = (*PACKED, ".txt", ".run")
#: How runs get names of their own where a task names them.
NAME_IN_TASK = "give each its own: runs[].name, or run_pattern: (?P<name>[^/]+)$ for file names"
#: How runs get names of their own in Python.
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

    It is the path as it is shown; `harness.core.harmless.real_path` has it for the system.
    ``name`` is the one that the task gives it, ``tag`` that of its file; `run_name` is who it is.
    ``attributes`` is its row in the table of participants. ``set_aside`` says why it is not used:
    it is called as its file then, and refused.
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
    """Return the names that a run can have from its file: without `SUFFIXES`, which comes first,
    and with.

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
    """Return a path in which each archive is a folder, without its suffix: what ``run_pattern``
    sees.

    >>> as_folders("runs/teamC.tar.gz!/runs/a.txt"), as_folders("runs/a.zip")
    ('runs/teamC/runs/a.txt', 'runs/a.zip')
    """
    *archives, last = path.split(MEMBER)
    return "/".join((*(ARCHIVE.sub("", archive) for archive in archives), last))


def find_suffix(path: str) -> str:
    """Return the suffix of a file's name in lower case, as if it were not packed.

    >>> find_suffix("runs/bm25.v2.JSON.gz"), find_suffix("gold.tsv.tar.xz"), find_suffix("bm25")
    ('.json', '.tsv', '')
    """
    name = PurePath(path)
    while name.suffix.lower() in PACKED:
        name = name.with_suffix("")
    return name.suffix.lower()


def spellings(path: str, tag: str | None = None, name: str | None = None) -> dict[str, str]:
    """Return the names by which a table may call a run, each with its kind.

    >>> spellings("runs/input.bm25.gz", "bm25")
    {'bm25': 'tag', 'input.bm25.gz': "file's name", 'input.bm25': "file's name"}
    """
    known = {} if name is None else {name: "name"}
    if tag is not None:
        known.setdefault(tag, "tag")
    for own in reversed(file_names(path)):
        known.setdefault(own, "file's name")
    return known


def name_clashes(runs: Iterable[tuple[str, str | None]], way_out: str) -> Iterator[Problem]:
    """Yield the names that several runs have; ``runs`` are names with the files that they are from.

    >>> [str(one) for one in name_clashes([("x", "a.run"), ("y", "b.run"), ("x", "c")], "rename")]
    ["2 runs are called 'x': a.run, c (rename)"]
    """
    for name, same in collect(runs).items():
        if len(same) > 1:
            known = [file for file in same if file is not None]
            listed = f": {some(known)}" if known else ""
            yield Problem(f"{len(same)} runs are called {name!r}{listed}", hint=way_out)


def names_apart(runs: Sequence[tuple[str, str | None]]) -> list[str]:
    """Return the names of runs; runs that share one get those of their files, if these differ.

    ``runs`` are names with the files that they are from.

    >>> names_apart([("Anserini", "bm25.txt"), ("Anserini", "rm3.txt"), ("dense", "d.run")])
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
    """Raise `EvaluationError` with all names that several runs have."""
    refuse(name_clashes(runs, NAME_IN_PYTHON), EvaluationError)
