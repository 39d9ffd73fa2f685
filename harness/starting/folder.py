"""What a folder holds that a task can be made of: topics, judgments, runs, participants, documents.

Files are recognised by their content, as they are when a task names them; what several readers
could read is told by its name.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path, PurePath
from typing import Any, TypeVar

import polars as pl

from harness.core.errors import HarnessError, InputError, Problem, some
from harness.core.file_names import shown_path
from harness.core.identity import suffix_of
from harness.core.locations import archive_of
from harness.core.model import Qrels, Run, Topics
from harness.core.numbers import counted
from harness.core.parallel import map_ordered
from harness.formats.archives import NO_DATA
from harness.formats.files import PARQUET, TABLE_SUFFIXES
from harness.formats.members import files_in, left_out_of
from harness.formats.qrels import parse_qrels, read_qrels
from harness.formats.remote import copies_kept, source
from harness.formats.runs import parse_run, read_run
from harness.formats.side_tables import read_participants
from harness.formats.streams import opened
from harness.formats.topics import read_topics
from harness.results.existing import is_ours
from harness.starting.run_paths import run_patterns

T = TypeVar("T")

#: Kinds of files, with the words in a path that tell them apart. Where content and words leave
#: several, the first counts: a table of judgments could be one of topics, but is hardly meant so.
KINDS = {
    kind: re.compile(rf"(?i)(^|[^a-z])({words})([^a-z]|$)")
    for kind, words in {
        "runs": "runs?|submissions?|results?|input",
        "qrels": "[a-z]*qrels[a-z]*|p?rels|judge?ments?|relevancy",
        "participants": "participants?|teams?|groups?",
        "topics": "topics?|query|queries",
        "documents": "docs?|documents?|corpus|collection",
    }.items()
}
#: What else judgments are of, by the words in the names of their files.
_DIMENSIONS = {
    **dict.fromkeys(("qunder", "understand", "qread", "readab"), "understandability"),
    **dict.fromkeys(("qtrust", "trustw", "credib"), "credibility"),
}
#: Topics and participants are in files of no more bytes.
_SMALL = 50_000_000
#: A folder with more files than this is no folder of a task.
MOST_FILES = 5_000
_DEEPEST = 4


@dataclass(frozen=True, slots=True)
class RunFacts:
    """A run, as far as a task file depends on it.

    ``identical`` topics retrieve a document with their own identifier.
    """

    path: str
    name: str
    topics: frozenset[str]
    deepest: int
    first_ranks: frozenset[int]
    identical: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class QrelsFacts:
    """Judgments, as far as a task file depends on them.

    Of ``identical`` topics the document with their own identifier is judged.
    """

    path: str
    judgments: int
    topics: frozenset[str]
    grades: tuple[int, ...]
    identical: frozenset[str] = frozenset()


@dataclass(slots=True)
class FolderContents:
    """The files of a folder by what they are, their paths relative to it.

    ``left_out`` says of each file that is none of it why.
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
        """Whether there is nothing that a task can be made of."""
        return not (self.runs or self.qrels or self.topics)


@copies_kept()
def look_into(
    folder: str | os.PathLike[str], *, progress: Callable[[int, int], None] | None = None
) -> FolderContents:
    """Look at all files of a folder, four levels deep; hidden ones and our own output are passed.

    The members of an archive with several are files, too. Runs and judgments are read in full,
    others as far as need be. Raises `InputError` for what is no folder and for one with too many
    files.
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
    for archive in {archive_of(str(path)) for path in paths}:
        for address, why in left_out_of(archive).items():
            contents.left_out[shown_path(Path(address).relative_to(root).as_posix())] = why
    return contents


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
    """The kind of a file and its facts for a task file; or the reason why it has none."""
    kind = ""
    try:
        words = words_of(path.relative_to(root.parent))
        kind = _kind(path, words)
        if kind == "runs":
            return path, kind, _run_facts(read_run(path, ranks=True))
        if kind == "qrels":
            return path, kind, _qrels_facts(read_qrels(path))
        if not kind:
            _refuse(path, words)
        return path, kind, read_topics(path) if kind == "topics" else "no layout fits"
    except InputError as error:
        problem = error.problems[0]
        where = f"line {problem.line}: " if problem.line else ""
        hint = f" ({problem.hint})" if problem.hint and not kind else ""
        return path, "", f"{where}{problem.message}{hint}"


def _refuse(path: Path, words: Sequence[str]) -> None:
    """Raise the `InputError` of the reader that the words of a path call for, if any."""
    read = next((_READERS[word] for word in words if word in _READERS), None)
    if read is not None:
        read(path)


#: The readers of files that are called after what they hold.
_READERS: dict[str, Callable[[Path], object]] = {
    "runs": read_run, "qrels": read_qrels, "topics": read_topics
}  # fmt: skip


def _identical(frame: pl.DataFrame) -> frozenset[str]:
    return frozenset(frame.filter(pl.col("topic") == pl.col("doc"))["topic"])


def _run_facts(run: Run) -> tuple[str, frozenset[str], int, frozenset[int], frozenset[str]]:
    topics = run.frame.group_by("topic").agg(pl.len())
    first: frozenset[int] = frozenset()
    if "rank" in run.frame.columns:  # not every table has one
        ranks = run.frame.group_by("topic").agg(pl.col("rank").min())["rank"]
        first = frozenset(ranks.drop_nulls().to_list())
    deepest = max(topics["len"].to_list())
    return run.name, frozenset(topics["topic"]), deepest, first, _identical(run.frame)


def _qrels_facts(qrels: Qrels) -> tuple[int, frozenset[str], tuple[int, ...], frozenset[str]]:
    if qrels.frame.select("topic", "doc").is_duplicated().any():
        message = f"a document is judged more than once in a topic ({qrels.format})"
        raise InputError(Problem(message, qrels.source))
    grades = tuple(sorted(qrels.frame["grade"].unique().to_list()))
    return len(qrels.frame), frozenset(qrels.topics), grades, _identical(qrels.frame)


def _kind(path: Path, words: Sequence[str]) -> str:
    """The kind of a file by its beginning: the readers that take it, then the words of its path."""
    return next(iter(fitting_kinds(path, words)), "")


def fitting_kinds(path: Path, words: Sequence[str], name: str | None = None) -> list[str]:
    """The kinds that a file can have by its beginning, the likeliest by its ``words`` first.

    ``name`` is what the file is called where it is a copy. Raises `InputError` for what cannot be
    read at all, and for judgments by name that are a run by their lines.
    """
    where = name or str(path)
    with opened(str(path)) as stream:
        if stream.fault:
            raise InputError(Problem(stream.fault, where))
        head = stream.head
        if head.startswith(PARQUET) and _size(path) <= _SMALL:
            head = stream.content()  # only the whole of it can be read
        more = bool(stream.rest.read(1))
    if more:
        head = head[: head.rfind(b"\n") + 1]
    lines: dict[str, Callable[[], object]] = {
        "runs": partial(parse_run, head, where, ranks=True),
        "qrels": partial(parse_qrels, head, where),
    }
    fitting = [kind for kind, read in lines.items() if _reads(read)]
    if fitting == ["runs"] and "qrels" in _words(PurePath(where).name):
        raise InputError(Problem("named as judgments, with the lines of a run", where))
    # A question of three words that ends in a number looks like a judgment.
    if not fitting or words[:1] == ["topics"]:
        fitting += _kinds_of_small(path)
    if b"<DOC" in head[:4096].upper() or (
        suffix_of(PurePath(where).name) in TABLE_SUFFIXES
        and "documents" in _words(PurePath(where).name)
    ):
        fitting.append("documents")
    if _CORPUS in head:
        words = [*words, "qrels"]
    likely = [word for word in words if word in fitting]
    return list(dict.fromkeys([*likely, *fitting]))


def _size(path: Path) -> int:
    with source(path) as file:
        return os.fstat(file.fileno()).st_size


def _kinds_of_small(path: Path) -> list[str]:
    """The kinds that a file of no more than `_SMALL` bytes can have, read as a whole."""
    if _size(path) > _SMALL:
        return []
    others: dict[str, Callable[[], object]] = {"topics": partial(_topics, path)}
    if suffix_of(path.name) in TABLE_SUFFIXES:  # with a column of runs: hardly topics
        others = {"participants": partial(_participants, path), **others}
    return [kind for kind, read in others.items() if _reads(read)]


#: A column of BEIR's judgments, whose grades are called scores, in a table of Hugging Face too.
_CORPUS = b"corpus-id"


def _topics(path: Path) -> None:
    """Raises `ValueError` for what are no topics; bare words are some only where the name says."""
    if read_topics(path).format == "id-only" and "topics" not in _words(path.name):
        raise ValueError("nobody says that these words are topics")


def _participants(path: Path) -> None:
    """Raises `ValueError` for objects that hold more than a table does."""
    if any(
        cell.startswith(("[", "{"))
        for row in read_participants(path).values()
        for cell in row.values()
    ):
        raise ValueError("a cell is a list or an object")


def words_of(path: PurePath) -> list[str]:
    """The kinds of files that the parts of a path speak of, the last part first.

    >>> words_of(PurePath("runs/group/topics.json"))
    ['topics', 'participants', 'runs']
    """
    return [word for part in reversed(path.parts) for word in _words(part)]


def dimension_of(path: str) -> str | None:
    """The dimension beside relevance that the name of a file of judgments tells.

    >>> [dimension_of(name) for name in ("qread.test.txt", "qtrust.txt", "qrels.txt")]
    ['understandability', 'credibility', None]
    """
    name = PurePath(path).name.lower()
    return next((what for word, what in _DIMENSIONS.items() if word in name), None)


def _words(name: str) -> list[str]:
    """The kinds of files that a name speaks of."""
    return [kind for kind, words in KINDS.items() if words.search(name)]


def _reads(read: Callable[[], object]) -> bool:
    try:
        read()
    except (HarnessError, ValueError):
        return False
    return True


def described(contents: FolderContents) -> Iterator[str]:
    """Lines on the files that were recognised, and those that were not."""
    for path, topics in contents.topics.items():
        yield f"topics        {path}: {counted(len(topics), 'topic')} ({topics.format})"
    for qrels in contents.qrels:
        grades = ", ".join(map(str, qrels.grades[:8]))
        yield (
            f"qrels         {qrels.path}: {counted(qrels.judgments, 'judgment')} of "
            f"{counted(len(qrels.topics), 'topic')}, grades {grades}"
        )
    if contents.runs:
        deepest = max(run.deepest for run in contents.runs)
        files = some(run_patterns(contents.folder, [run.path for run in contents.runs]), 3)
        runs, documents = counted(len(contents.runs), "run"), counted(deepest, "document")
        yield f"runs          {files}: {runs}, up to {documents} a topic"
    for kind in ("participants", "documents"):
        for path in getattr(contents, kind):
            yield f"{kind:13} {path}"
    reasons: dict[str, list[str]] = {}
    for path, why in contents.left_out.items():
        reasons.setdefault(why, []).append(path)
    for why, paths in reasons.items():
        yield f"not used      {some(paths, 3)}: {why}"
