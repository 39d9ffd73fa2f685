"""Find the files of a task in a folder: topics, judgments, runs, participants and documents."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any

import numpy as np

from harness.core.columns import Columns, TextColumn
from harness.core.errors import InputError, Problem, some
from harness.core.harmless import shown_path
from harness.core.kernel import engine
from harness.core.limits import explain_memory
from harness.core.listing import NO_DATA
from harness.core.locations import find_archive
from harness.core.model import Qrels
from harness.core.numbers import collect, count_noun
from harness.core.parallel import map_ordered
from harness.core.texts import Topics
from harness.evaluation.ranking import no_common_topic
from harness.formats.blocks import Block
from harness.formats.files import Stream, open_pieces
from harness.formats.members import files_in, list_left_out
from harness.formats.qrels import read_qrels
from harness.formats.remote import keep_copies
from harness.formats.runs import parse_block, read_run
from harness.formats.tablefiles import table_or_lines
from harness.formats.texts import read_first_document
from harness.formats.topics import read_topics
from harness.results.existing import is_ours
from harness.starting.kinds import find_kinds, guess_kinds, recognise_dimension
from harness.starting.run_names import run_patterns
from harness.validation import CHECKS, Requirements
from harness.validation.checking import check_block

#: The most files in the folder of a task.
MOST_FILES = 5_000
_DEEPEST = 4
#: The documents of a run by which a collection is recognised.
_FIRST = 100
_ERRORS_ALONE = Requirements(
    severity={code: "off" for code, check in CHECKS.items() if check.severity != "error"}
)


@dataclass(frozen=True, slots=True)
class RunFacts:
    """Facts about a run for a task file.

    ``first`` are some of the documents that it retrieves. ``identical`` topics retrieve a document
    with their own identifier. A ``sound`` run has no error in any task.
    """

    path: str
    name: str
    tag: str | None
    topics: frozenset[str]
    deepest: int
    first_ranks: frozenset[int]
    first: frozenset[str] = frozenset()
    identical: frozenset[str] = frozenset()
    sound: bool = False


@dataclass(frozen=True, slots=True)
class QrelsFacts:
    """Facts about judgments for a task file.

    ``identical`` topics have a judged document with their own identifier.
    """

    path: str
    judgments: int
    topics: frozenset[str]
    grades: tuple[int, ...]
    identical: frozenset[str] = frozenset()


@dataclass(slots=True)
class FolderContents:
    """Files of a folder by kind, with paths relative to it.

    ``left_out`` has the reason for each file of no kind.
    """

    folder: Path
    runs: list[RunFacts] = field(default_factory=list)
    qrels: list[QrelsFacts] = field(default_factory=list)
    topics: dict[str, Topics] = field(default_factory=dict)
    participants: list[str] = field(default_factory=list)
    documents: list[str] = field(default_factory=list)
    left_out: dict[str, str] = field(default_factory=dict)

    @property
    def empty(self) -> bool:
        """Whether there is nothing for a task."""
        return not (self.runs or self.qrels or self.topics)


@keep_copies()
def scan_folder(
    folder: str | os.PathLike[str], *, progress: Callable[[int, int], None] | None = None
) -> FolderContents:
    """Recognise all files of a folder, four levels deep, except hidden ones and our own output.

    Members of an archive with several files count, too. Runs and judgments are read in full, others
    as far as needed. Raises `InputError` if it is no folder, or has too many files.
    """
    root = Path(folder)
    if not root.is_dir():
        what = "this is a file, not a folder" if root.exists() else "there is no such folder"
        raise InputError(Problem(what, str(folder)))
    paths = [Path(file) for path in _files(root, 0) for file in files_in(str(path))]
    if len(paths) > MOST_FILES:
        message = f"more than {MOST_FILES} files: name the folder of one task"
        raise InputError(Problem(message, str(folder)))
    contents = FolderContents(root)
    for done, (path, kind, facts) in enumerate(map_ordered(partial(_facts, root), paths), start=1):
        _put(contents, shown_path(path.relative_to(root).as_posix()), kind, facts)
        if progress is not None:
            progress(done, len(paths))
    for archive in dict.fromkeys(find_archive(str(path)) for path in paths):
        for address, why in list_left_out(archive).items():
            contents.left_out[shown_path(Path(address).relative_to(root).as_posix())] = why
    _move_collections(contents)
    return contents


def _move_collections(contents: FolderContents) -> None:
    """Move tables of what runs retrieve from the topics, which look alike, to the documents."""
    answered = frozenset[str]().union(*(run.topics for run in contents.runs))
    retrieved = frozenset[str]().union(*(run.first for run in contents.runs))
    for name, table in list(contents.topics.items()):
        if answered.isdisjoint(table) and 2 * len(retrieved & table.keys()) > len(retrieved):
            contents.documents.append(name)
            del contents.topics[name]


def with_dataset(contents: FolderContents, dataset: str) -> FolderContents:
    """Return the runs of a folder with the topics and judgments of a dataset, ``irds:…``.

    They are downloaded if ir_datasets does not have them yet. Raises `DatasetError` for a dataset
    that is unknown, or has neither.
    """
    from harness.formats.ir_datasets import load_qrels, load_topics
    from harness.formats.ir_datasets_access import list_parts, load_dataset

    held = list_parts(dataset)
    if not held & {"queries", "qrels"}:
        load_dataset(dataset, "queries")  # reports which datasets below it have topics
    topics = {dataset: load_topics(dataset)} if "queries" in held else {}
    qrels = []
    if "qrels" in held:
        qrels = [QrelsFacts(dataset, *_qrels_facts(load_qrels(dataset)))]
    documents = [dataset] if "docs" in held else []
    return replace(contents, topics=topics, qrels=qrels, documents=documents)


def _files(folder: Path, depth: int) -> Iterator[Path]:
    try:
        entries = sorted(folder.iterdir(), key=os.fsencode)
    except OSError:
        return
    for entry in entries:
        if entry.is_dir():
            if depth < _DEEPEST and not (entry.name.startswith(".") or is_ours(entry)):
                yield from _files(entry, depth + 1)
        elif not NO_DATA.fullmatch(entry.name):
            yield entry


def _put(contents: FolderContents, path: str, kind: str, facts: Any) -> None:
    if kind == "runs":
        contents.runs.append(RunFacts(path, *facts))
    elif kind == "qrels":
        contents.qrels.append(QrelsFacts(path, *facts))
    elif kind == "topics":
        contents.topics[path] = facts
    elif kind in ("participants", "documents"):
        getattr(contents, kind).append(path)
    else:
        contents.left_out[path] = facts


def _facts(root: Path, path: Path) -> tuple[Path, str, Any]:
    """Return the kind of a file and its facts for a task file, or the reason for no kind."""
    kind = ""
    try:
        words = guess_kinds(path.relative_to(root.parent))
        with open_pieces(str(path)) as stream:
            kind = next(find_kinds(stream, words), "")
            if kind == "runs":
                return path, kind, _run_facts(str(path), stream)
        if kind == "qrels":
            return path, kind, _qrels_facts(read_qrels(path))
        reader = next((_READERS[word] for word in words if word in _READERS), None)
        if not kind and reader is not None:
            reader(path)  # reports what is wrong
        return path, kind, read_topics(path) if kind == "topics" else "no layout fits"
    except InputError as error:
        problem = error.problems[0]
        where = f"line {problem.line}: " if problem.line else ""
        hint = f" ({problem.hint})" if problem.hint and not kind else ""
        return path, "", f"{where}{problem.message}{hint}"


#: The readers of files whose names suggest their kind.
_READERS: dict[str, Callable[[Path], object]] = {
    "runs": read_run, "qrels": read_qrels, "topics": read_topics, "documents": read_first_document
}  # fmt: skip


@explain_memory
def _run_facts(
    path: str | os.PathLike[str], stream: Stream
) -> tuple[
    str, str | None, frozenset[str], int, frozenset[int], frozenset[str], frozenset[str], bool
]:
    """Return the facts of a run; errors are those of `read_run`."""
    where, content, run = str(path), stream.raw(), None
    with suppress(InputError):
        run, _, checked = check_block(Block(where, None, content), _ERRORS_ALONE, ranks=True)
        tag = checked.tags[0]
    if not (sound := run is not None):
        run, lines = parse_block(table_or_lines(content, where), where, ranks=True, is_first=False)
        tag = lines.tag
    topics, ranks = run.rows.topics(), run.rows.columns.get("rank")
    names, sizes, firsts = topics.names, Counter[str](), dict[str, int]()
    for name, size in zip(names, topics.sizes.tolist(), strict=True):
        sizes[name] += size
    if isinstance(ranks, np.ndarray):  # not every table has ranks
        least = np.minimum.reduceat(ranks, topics.starts).tolist()
        for name, rank in zip(names, least, strict=True):
            firsts[name] = min(rank, firsts.get(name, rank))
    ranked = run.rows.texts("doc")
    first = frozenset(ranked[np.arange(min(len(ranked), _FIRST))].texts())
    facts = frozenset(sizes), max(sizes.values()), frozenset(firsts.values()), first
    return run.name, tag, *facts, _identical(run.rows), sound


def _identical(rows: Columns) -> frozenset[str]:
    """Return the topics with a document of the same identifier."""
    topics, docs = rows.topics(), rows.texts("doc")
    names, blocks = TextColumn.made(topics.names), np.arange(len(topics.names) + 1)
    codes = np.repeat(blocks[:-1], topics.sizes)
    alike = np.flatnonzero(docs.lengths == names.lengths[codes])
    sizes = np.bincount(codes[alike], minlength=len(names))
    numbers, _ = engine().table(names, blocks).find(docs[alike], blocks[:-1], sizes)
    return frozenset(topics.names[block] for block in numbers[numbers >= 0].tolist())


def _qrels_facts(qrels: Qrels) -> tuple[int, frozenset[str], tuple[int, ...], frozenset[str]]:
    if qrels.lookup.repeated:
        message = f"a document is judged more than once in a topic ({qrels.format})"
        raise InputError(Problem(message, qrels.source))
    grades = tuple(np.unique(qrels.rows.numbers("grade")).tolist())
    return len(qrels), frozenset(qrels.topics), grades, _identical(qrels.rows)


def best_qrels(qrels: Sequence[QrelsFacts], answered: frozenset[str]) -> QrelsFacts | None:
    """Return the judgments of most topics that runs answer; without runs those of test topics.

    Topics that the runs write in another way count, too.
    """

    def worth(facts: QrelsFacts) -> tuple[int, bool, bool, bool, int]:
        path = facts.path.lower()
        relevance = recognise_dimension(path) is None and "quality" not in path
        named = "qrels" in guess_kinds(PurePosixPath(path))
        return len(facts.topics & answered), relevance, named, "test" in path, facts.judgments

    best = max(qrels, key=worth, default=None)
    if best is None or not answered or worth(best)[0]:
        return best
    topics = sorted(answered)
    lacking = [no_common_topic("", topics, None, sorted(it.topics), None) for it in qrels]
    renamed = [it for it, why in zip(qrels, lacking, strict=True) if why.code == "topics-renamed"]
    return max(renamed, key=worth, default=None)


def find_qrels_folders(
    contents: FolderContents, qrels: QrelsFacts | None
) -> tuple[PurePosixPath | None, dict[str, PurePosixPath]]:
    """Return the folder of the chosen judgments, and the folders of runs beside other judgments.

    Runs belong to the judgments in their folder, if every folder has its own.
    """
    homes = {PurePosixPath(facts.path).parent for facts in contents.qrels}
    own = PurePosixPath(qrels.path).parent if qrels else None
    of_runs = {
        run.path: next((f for f in PurePosixPath(run.path).parents if f in homes), None)
        for run in contents.runs
    }
    if own not in of_runs.values():
        return own, {}
    return own, {path: home for path, home in of_runs.items() if home and home != own}


def describe_files(contents: FolderContents) -> Iterator[str]:
    """Yield lines on recognised and unrecognised files."""
    for path, topics in contents.topics.items():
        yield f"topics        {path}: {count_noun(len(topics), 'topic')} ({topics.format})"
    for qrels in contents.qrels:
        grades = ", ".join(map(str, qrels.grades[:8]))
        yield (
            f"qrels         {qrels.path}: {count_noun(qrels.judgments, 'judgment')} of "
            f"{count_noun(len(qrels.topics), 'topic')}, grades {grades}"
        )
    if contents.runs:
        deepest = max(run.deepest for run in contents.runs)
        files = some(run_patterns(contents.folder, [run.path for run in contents.runs]), 3)
        runs, documents = count_noun(len(contents.runs), "run"), count_noun(deepest, "document")
        yield f"runs          {files}: {runs}, up to {documents} a topic"
    for kind in ("participants", "documents"):
        for path in getattr(contents, kind):
            yield f"{kind:13} {path}"
    for why, paths in collect((why, path) for path, why in contents.left_out.items()).items():
        yield f"not used      {some(paths, 3)}: {why}"
