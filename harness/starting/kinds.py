"""Recognise the kind of a file by its content: topics, judgments, run, participants, documents.

If several readers could read it, its name decides.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path, PurePath

from harness.core.errors import HarnessError, InputError, Problem, some
from harness.core.identity import find_suffix
from harness.core.notes import Note
from harness.formats.files import (
    PARQUET,
    TABLE_SUFFIXES,
    Stream,
    numbered_records,
    open_pieces,
    raw_bytes,
)
from harness.formats.ir_datasets import DATASET_PREFIX
from harness.formats.layouts import Sample, find_layout, recognise_layout
from harness.formats.qrels import parse_qrels
from harness.formats.remote import local
from harness.formats.runs import parse_block
from harness.formats.side_tables import read_participants
from harness.formats.texts import read_first_document
from harness.formats.topics import read_topics
from harness.hypotheses.layout import are_values_of_measures

#: Kinds of files, with the words in a path that indicate them. If content and words leave several,
#: the first counts: a table of judgments could be one of topics, but hardly is.
_WORDS = {
    kind: re.compile(rf"(?i)(^|[^a-z])({words})([^a-z]|$)")
    for kind, words in {
        "runs": "runs?|submissions?|results?|input",
        "qrels": "[a-z]*qrels[a-z]*|p?rels|judge?ments?|relevancy",
        "participants": "participants?|teams?|groups?",
        "topics": "topics?|query|queries",
        "documents": "docs?|documents?|corpus|collection",
    }.items()
}
#: Dimensions of judgments, by words in the names of their files.
_DIMENSIONS = {
    **dict.fromkeys(("qunder", "understand", "qread", "readab"), "understandability"),
    **dict.fromkeys(("qtrust", "trustw", "credib"), "credibility"),
}
#: The most bytes of a file of topics or participants.
_SMALL = 50_000_000
#: The kinds that are recognised, and the names under which their layouts are registered.
KINDS = {"topics": "topics", "qrels": "judgments", "runs": "runs"}
_ASK = "name it: --kind topics, --kind qrels or --kind runs"


def recognise_kind(name: str, layout: str | None = None) -> tuple[str, tuple[Note, ...]]:
    """Recognise the kind of a file, with a note if its content fits several.

    A ``layout`` that only one kind has decides. Raises `InputError` for a file of no kind, and for
    a dataset, which has topics and judgments.
    """
    if name.startswith(DATASET_PREFIX):
        raise InputError(Problem("a dataset has topics and judgments", name, hint=_ASK))
    among = _kinds_with(layout)
    if len(among) == 1:
        return among[0], ()
    with local(name) as path, open_pieces(str(path)) as stream:
        words = guess_kinds(PurePath(name))
        offered = dict.fromkeys(find_kinds(stream, words, name))
        fitting = [kind for kind in offered if kind in among]
        first = fitting or (*_by_first_line(stream), *words)
        fitting = fitting or [kind for kind in first if kind in among][:1]
    if not fitting:
        message = "neither topics nor judgments nor a run can be recognised in it"
        raise InputError(Problem(message, name, hint=_ASK))
    if len(fitting) == 1 or fitting[0] in words:
        return fitting[0], ()
    text = f"read as {fitting[0]}, could be {some(fitting[1:])} (--kind says which)"
    return fitting[0], (Note("layout", text, name),)


def _kinds_with(layout: str | None) -> list[str]:
    """Return the kinds that have a layout with a name; all without a name or for an unknown one."""
    if layout is None:
        return list(KINDS)
    among = [kind for kind, registered in KINDS.items() if find_layout(registered, layout)]
    return among or list(KINDS)


def _by_first_line(stream: Stream) -> Sequence[str]:
    """Return the kinds that the first record alone fits, if later ones are damaged."""
    lines = stream.head.split(b"\n")
    number = next((number for number, _ in numbered_records(stream.head)), 1)
    readers: dict[str, Callable[[], object]] = {
        "runs": partial(parse_block, lines[number - 1], stream.name, ranks=True),
        "qrels": partial(_judgments, lines[number - 1], stream.name),
    }
    return [kind for kind, read in readers.items() if _reads(read)]


def find_kinds(stream: Stream, words: Sequence[str], name: str | None = None) -> Iterator[str]:
    """Yield the kinds that a file's beginning fits, the likeliest by its ``words`` first.

    ``name`` is the file's name if it is a copy. Raises `InputError` for an unreadable file, and for
    judgments by name with the lines of a run.
    """
    path, where = Path(stream.name), name or stream.name
    if problem := stream.find_fault(where):
        raise InputError(problem)
    head = stream.head
    if head.startswith(PARQUET) and stream.size <= _SMALL:
        head = raw_bytes(path)  # only the whole file can be read
    _refuse_evaluated(head, where)
    parse_run = partial(parse_block, head, where, ranks=True, is_first=False)  # without doubts
    fitting = ["runs"] if _reads(parse_run) else []
    named = _words(PurePath(where).name)
    if fitting and words[:1] == ["runs"] and "qrels" not in named:
        yield "runs"  # others are tried only for those who ask for the next
    fitting += ["qrels"] if _reads(partial(_judgments, head, where)) else []
    if fitting == ["runs"] and "qrels" in named:
        raise InputError(Problem("named as judgments, with the lines of a run", where))
    # A question of three words that ends in a number looks like a judgment.
    if not fitting or words[:1] == ["topics"]:
        fitting += _recognise_small(path) if stream.size <= _SMALL else []
    table = find_suffix(PurePath(where).name) in TABLE_SUFFIXES and "documents" in named
    if b"<DOC" in head[:4096].upper() or (table and _reads(partial(read_first_document, path))):
        fitting.append("documents")
    if _CORPUS in head:
        words = [*words, "qrels"]
    yield from (kind for kind in (*words, *fitting) if kind in fitting)


def _refuse_evaluated(head: bytes, where: str) -> None:
    """Raise `InputError` for lines of topic, measure and value, the first two in any order."""
    if are_values_of_measures(head[:4096].decode(errors="replace").splitlines()):
        raise InputError(Problem("values of measures, as evaluators print them, and no run", where))


def _recognise_small(path: Path) -> list[str]:
    """Return the kinds that a file of at most `_SMALL` bytes fits, read as a whole."""
    others: dict[str, Callable[[], object]] = {"topics": partial(_topics, path)}
    if find_suffix(path.name) in TABLE_SUFFIXES:  # with a column of runs: hardly topics
        others = {"participants": partial(_participants, path), **others}
    return [kind for kind, read in others.items() if _reads(read)]


#: A column of BEIR's judgments, which call grades scores, also in tables on Hugging Face.
_CORPUS = b"corpus-id"


def _judgments(content: bytes, where: str) -> None:
    """Raise `ValueError` if no layout of judgments fits, without a reason."""
    layout, _ = recognise_layout("judgments", Sample(content, where))
    if layout is None:
        raise ValueError("no layout of judgments fits")
    parse_qrels(content, where, layout.name)


def _topics(path: Path) -> None:
    """Raise `ValueError` for anything but topics; bare words need a name that says topics."""
    if read_topics(path).format == "id-only" and "topics" not in _words(path.name):
        raise ValueError("nothing shows that these words are topics")


def _participants(path: Path) -> None:
    """Raise `ValueError` for objects with more than the cells of a table."""
    if any(
        cell.startswith(("[", "{"))
        for row in read_participants(path).values()
        for cell in row.values()
    ):
        raise ValueError("a cell is a list or an object")


def guess_kinds(path: PurePath) -> list[str]:
    """Return the kinds of files that the parts of a path indicate, the last part first.

    >>> guess_kinds(PurePath("runs/group/topics.json"))
    ['topics', 'participants', 'runs']
    """
    return [word for part in reversed(path.parts) for word in _words(part)]


def recognise_dimension(path: str) -> str | None:
    """Return the dimension, beside relevance, in the name of a file of judgments.

    >>> [recognise_dimension(name) for name in ("qread.test.txt", "qtrust.txt", "qrels.txt")]
    ['understandability', 'credibility', None]
    """
    name = PurePath(path).name.lower()
    return next((what for word, what in _DIMENSIONS.items() if word in name), None)


def _words(name: str) -> list[str]:
    """Return the kinds of files that a name indicates."""
    return [kind for kind, words in _WORDS.items() if words.search(name)]


def _reads(read: Callable[[], object]) -> bool:
    try:
        read()
    except (HarnessError, ValueError):
        return False
    return True
