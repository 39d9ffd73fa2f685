"""Hypotheses about unknown identifiers: how they may differ from known ones."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from typing import cast

from harness.core.identity import common_start
from harness.hypotheses.evidence import FORM_LINES, Cause, Evidence, KnownIdentifiers, hypothesis

Renaming = Callable[[str], str]
_OF_TOPICS = ("topic-unknown", "topic-unanswered", "topics-unjudged")

#: Distinct identifiers of a run that are tested, each way to rename first on a few.
_MOST, _FEW = 1000, 64
#: Known documents to compare with: judged ones of the run's topics, or others.
_NEAR_JUDGED, _NEAR = 2**11, 2**16
#: Longer identifiers are ignored: real ones are shorter, and the work on each is bounded.
_LONGEST = 256
#: Judged documents that are searched for several Unicode forms.
_MOST_FORMS = 2**17
#: Beginnings of identifiers tested as prefixes, the shortest and the longest.
_MOST_EDGES = 12
#: Choices of known identifiers whose prepared values are kept.
_KEPT = 4 * 17
_ZEROS = re.compile(r"(?<!\d)0+(?=\d)", re.ASCII)
_NUMBER = re.compile(r"\d+", re.ASCII)
#: A part of a file name extension.
_EXTENSION = re.compile(r"[A-Za-z][A-Za-z0-9]{0,4}")
#: Marks between the parts of an identifier.
_SEPARATOR = re.compile(r"[-_.:/ ]+")
_QUOTES = "\"'<>[]()"
#: The positions at which a prefix may end: never within a number or a word.
_EDGE = re.compile(r"(?<=[^0-9])(?=[0-9])|(?<=[^A-Za-z0-9])(?=[A-Za-z0-9])|(?<=[0-9])(?=[A-Za-z])")


@hypothesis("topics-are-documents", "topics", explains=_OF_TOPICS)
def topics_are_documents(evidence: Evidence) -> Cause | None:
    """The run's topics are judged documents: columns are exchanged in one of the two files."""
    topics, docs, given = evidence.topics, evidence.documents, evidence.run_topics
    if topics is None or docs is None or not docs.judged or any(topics.has(given)):
        return None
    there = sum(docs.has(given))
    if not docs.is_right(there, len(given)):
        return None
    message = "topics and documents look exchanged, in the run or in the judgments"
    tried, remedy = f"among {docs.what}", "the topic is the first field, the document the third"
    return Cause("topics-are-documents", message, 0, there, len(given), "topics", tried, remedy)


@hypothesis("topics-renamed", "topics", explains=_OF_TOPICS, repairs=("match-topics",))
def topics_renamed(evidence: Evidence) -> Cause | None:
    """Topics are written in another way: 001, CV1 or MED-1 for 1."""
    known = evidence.topics
    if known is None:
        return None
    given = evidence.run_topics
    unit = "topics" if len(given) <= _MOST else "topics looked at"
    return _rename("topics-renamed", unit, given, known, _Near((), known.some(_NEAR)))


@hypothesis("documents-renamed", "documents", explains=("document-unknown",),
            repairs=("match-documents",))  # fmt: skip
def documents_renamed(evidence: Evidence) -> Cause | None:
    """Documents are written in another way: another case, prefix, path or file name extension."""
    known = evidence.documents
    if known is None or known.judged:
        return None
    return _blame_documents("documents-renamed", evidence)


@hypothesis("documents-unjudged", "documents")
def documents_unjudged(evidence: Evidence) -> Cause | None:
    """No document is judged as it is written, but many are when written in another way."""
    known = evidence.documents
    if known is None or not known.judged:
        return None
    return _blame_documents("documents-unjudged", evidence)


def _blame_documents(name: str, evidence: Evidence) -> Cause | None:
    known = evidence.documents
    if known is None:
        return None
    docs, near = _beside(evidence, known)
    cause = _rename(name, "documents looked at", docs, known, near)
    if cause is not None or evidence.columns is None:
        return cause
    written = evidence.columns.texts("doc")[:FORM_LINES]
    if written.lines().isascii():
        return None
    return _rename(name, "documents looked at", find_several_forms(written.texts()), known, near)


@dataclass(frozen=True, slots=True)
class _Near:
    """Known identifiers to compare a run's with: all of some topics, or a sample."""

    topics: tuple[str, ...]
    ids: Sequence[str]


def _beside(evidence: Evidence, known: KnownIdentifiers) -> tuple[list[str], _Near]:
    """Return the documents of a run to test, and the known ones to compare with.

    Among judged documents they are those of the first judged topics, if any; the search stops at
    the first document judged in its topic.
    """
    chosen: list[str] = []
    near: list[str] = []
    of_topic = known.of_topic or (lambda _topic: ())
    for topic in sorted(evidence.first_rows):
        if len(near) < _NEAR_JUDGED and (theirs := of_topic(topic)):
            chosen.append(topic)
            near += theirs[: _NEAR_JUDGED - len(near)]
    given: dict[str, None] = {}
    judged = frozenset(near if known.judged else ())
    for topic in chosen or evidence.first_rows:
        given |= dict.fromkeys(evidence.first_documents(topic))
        if len(given) > _MOST or not judged.isdisjoint(given):
            break
    if chosen:
        return list(given), _Near(tuple(chosen), near)
    return list(given), _Near((), known.some(_NEAR_JUDGED if known.judged else _NEAR))


def find_several_forms(names: Sequence[str]) -> list[str]:
    """Return the identifiers with several Unicode forms, such as those with accents.

    >>> find_several_forms(["a", "é", "ß"])
    ['é']
    """
    beyond = dict.fromkeys(name for name in names if not name.isascii())
    return [name for name in islice(beyond, _MOST_FORMS) if has_forms(name)]


def has_forms(name: str) -> bool:
    """Return whether an identifier has several Unicode forms."""
    return len(name) <= _LONGEST and not all(
        unicodedata.is_normalized(form, name) for form in ("NFC", "NFD")
    )


def _rename(
    name: str, unit: str, names: Sequence[str], known: KnownIdentifiers, near: _Near
) -> Cause | None:
    """Return the first way to rename that makes most names known, unless they are already."""
    given = [given_name for given_name in names[:_MOST] if len(given_name) <= _LONGEST]
    if not given or (known.judged and not frozenset(near.ids).isdisjoint(given)):
        return None  # usually some document is judged in its topic
    before = int(sum(known.has(given)))
    if not known.is_wrong(before, len(given)):
        return None
    few = given[:: -(-len(given) // _FEW)]
    # The rules that may turn given identifiers into known ones, the simplest first.
    keyed = [_Way(partial(_match_keys, key, _key_once(key, known, near)), key) for key in _KEYS]
    ways = [*keyed, *map(_Way, _prefixes(given, near.ids))]
    forms = [[way.rename(given_name) for given_name in few] for way in ways]
    fits = known.has(list(chain.from_iterable(forms)))
    for number, way in enumerate(ways):
        if not any(fits[number * len(few) : (number + 1) * len(few)]):
            continue
        new = [way.rename(given_name) for given_name in given]
        if new == given or len(set(new)) < len(new):
            continue
        there = list(map(bool, known.has(new)))
        if known.is_right(sum(there), len(given)):
            pairs = [(a, b) for a, b, fit in zip(given, new, there, strict=True) if fit and a != b]
            some = ", ".join(f"{name!r:.40} for {other!r:.40}" for name, other in pairs[:2])
            message = f"{unit.split(maxsplit=1)[0]} seem {_difference(*pairs[0])} ({some})"
            return Cause(
                name,
                message,
                before,
                sum(there),
                len(given),
                unit,
                "after renaming",
                f"write them like {known.what}",
                renamed=_Renaming(way, known),
            )
    return None


@dataclass(frozen=True, slots=True)
class _Way:
    """A way to rename; with a ``key``, to the known identifier with the same key."""

    rename: Renaming
    key: Renaming | None = None

    def among(self, known: KnownIdentifiers) -> Renaming:
        """Return the renaming by all known identifiers."""
        if self.key is None or known.ids is None:
            return self.rename
        return partial(_match_keys, self.key, _by_key(self.key, known.ids()))


@dataclass(frozen=True, slots=True)
class _Renaming:
    """Renaming of unknown identifiers to known ones; known ones stay."""

    way: _Way
    known: KnownIdentifiers

    def __call__(self, names: Sequence[str]) -> list[str]:
        rename = self.way.among(self.known)
        new = [rename(name) if len(name) <= _LONGEST else name for name in names]
        here, there = self.known.has(names), self.known.has(new)
        return [
            other if is_there and not is_here else name
            for name, other, is_here, is_there in zip(names, new, here, there, strict=True)
        ]


# --- the ways to rename -----------------------------------------------------------------------


def _key_once(key: Renaming, known: KnownIdentifiers, near: _Near) -> dict[str, str | None]:
    """Return `_by_key`, computed once for all files with the same known identifiers."""
    wanted = (key, near.topics)
    if wanted not in known.memo:
        for other in list(known.memo)[: len(known.memo) - _KEPT]:
            known.memo.pop(other, None)
        known.memo[wanted] = _by_key(key, near.ids)
    return cast("dict[str, str | None]", known.memo[wanted])


def _by_key(key: Renaming, names: Sequence[str]) -> dict[str, str | None]:
    """Return the only identifier with each key; None if there are several."""
    short = [name for name in dict.fromkeys(names) if len(name) <= _LONGEST]
    keys = [key(name) for name in short]
    of: dict[str, str | None] = dict(zip(keys, short, strict=True))
    if len(of) < len(keys):
        of |= {its_key: None for its_key, count in Counter(keys).items() if count > 1}
    return of


def _match_keys(key: Renaming, of: Mapping[str, str | None], name: str) -> str:
    """Rename to the only identifier with the same key, else to the key itself."""
    its_key = key(name)
    return of.get(its_key, its_key) or name


def _number(name: str) -> str:
    """Return the number in an identifier with only one; else the identifier.

    >>> _number("MED-001"), _number("GX000-12")
    ('1', 'GX000-12')
    """
    numbers = _NUMBER.findall(name)
    return str(int(numbers[0][:18])) if len(numbers) == 1 else name


def _strip_folder(name: str) -> str:
    r"""Return the part after the last slash.

    >>> _strip_folder("docs/a.txt"), _strip_folder(r"docs\\a"), _strip_folder("a")
    ('a.txt', 'a', 'a')
    """
    return name.rpartition("/")[2].rpartition("\\")[2]


def _strip_suffix(name: str) -> str:
    """Strip file name extensions: up to five letters and digits after each dot.

    >>> _strip_suffix("a.1.tar.gz"), _strip_suffix("FT911-3"), _strip_suffix(".txt")
    ('a.1', 'FT911-3', '')
    """
    while True:
        before, dot, end = name.rpartition(".")
        if not dot or not _EXTENSION.fullmatch(end):
            return name
        name = before


def _plain(name: str) -> str:
    return _strip_suffix(_strip_folder(name))


_KEYS: tuple[Renaming, ...] = (
    str.lower,
    str.upper,
    lambda name: name.strip(_QUOTES),
    lambda name: _ZEROS.sub("", name),
    _number,
    _strip_folder,
    _strip_suffix,
    _plain,
    lambda name: _plain(name).lower(),
    lambda name: _plain(name).upper(),
    partial(unicodedata.normalize, "NFC"),
    partial(unicodedata.normalize, "NFD"),
    partial(unicodedata.normalize, "NFKC"),
    *(partial(_SEPARATOR.sub, mark) for mark in "-_.:"),
)


def _prefixes(given: Sequence[str], near: Sequence[str]) -> Iterator[Renaming]:
    """Yield renamings that replace the common prefix of the given identifiers by the known."""
    ours, theirs = _droppable(given), _beginnings(near)
    for drop in ours:
        for put in theirs:
            if drop or put:
                yield _replace_prefix(len(drop), put)
    # The longest beginning of known ones that is a whole word: the collection may have many.
    yield from (_replace_prefix(len(drop), "", fold=True) for drop in ours if drop)


def _replace_prefix(dropped: int, put: str, *, fold: bool = False) -> Renaming:
    if fold:
        return lambda name: (put + name[dropped:]).upper()
    return lambda name: put + name[dropped:]


def _beginnings(names: Sequence[str]) -> list[str]:
    """Return the common beginnings of all names, cut at words and numbers, and the empty one.

    >>> _beginnings(["MED-10", "MED-12"])
    ['', 'MED-']
    """
    first = names[0][: len(common_start(names)) + 1] if names else ""
    edges = [parts.start() for parts in _EDGE.finditer(first)]
    some = dict.fromkeys([*edges[: _MOST_EDGES // 2], *edges[-_MOST_EDGES // 2 :]])
    return ["", *(first[:edge] for edge in some)]


def _droppable(names: Sequence[str]) -> list[str]:
    """Return `_beginnings`, and letters before the words of all names.

    >>> _droppable(["xFT-1", "xLA-1"]), _droppable(["11", "12"]), _droppable(["x"])
    (['', 'x'], [''], [''])
    """
    common = common_start(names)
    ours = _beginnings(names)
    if common[-1:].isalpha() and len(common) < len(min(names, key=len)):
        ours.append(common)
    return ours


# --- descriptions of the difference ------------------------------------------------------------


#: Descriptions of differences that are not by a key.
_DIFFERENCES: tuple[tuple[Renaming, str], ...] = (
    (str.lower, "to be in another case"),
    (partial(unicodedata.normalize, "NFKC"), "to be in another form of Unicode ({}, not {})"),
    (partial(_SEPARATOR.sub, "-"), "to have other marks between their parts"),
)


def _difference(given: str, known: str) -> str:
    """Describe how an identifier differs from the known one it is taken for.

    >>> _difference("001", "1"), _difference("CV1", "1"), _difference("1", "MED-1")
    ('padded with zeros', "to have the prefix 'CV'", "to lack the prefix 'MED-'")
    >>> _difference("docs/FT911-3.txt", "FT911-3"), _difference("X01", "D01")
    ('to have a path or a file name extension', "to have the prefix 'X' instead of 'D'")
    """
    for key, words in _DIFFERENCES:
        if key(given) == key(known):
            return words.format(_form(given), _form(known))
    if _ZEROS.sub("", given) == _ZEROS.sub("", known):
        longer = len(given) > len(known)
        return "padded with zeros" if longer else "to lack the zeros that pad them"
    if _plain(given).lower() == known.lower():
        return "to have a path or a file name extension"
    if given.endswith(known):
        return f"to have the prefix {given[: -len(known)]!r:.40}"
    if given.startswith(known):
        return f"to have the suffix {given[len(known) :]!r:.40}"
    if known.endswith(given):
        return f"to lack the prefix {known[: -len(given)]!r:.40}"
    return _contrast_prefixes(given, known)


def _form(name: str) -> str:
    r"""Return the first Unicode normal form that an identifier is in; most screens show all alike.

    >>> _form("\u00e9"), _form("e\u0301")
    ('NFC', 'NFD')
    """
    forms = (form for form in ("NFC", "NFD") if unicodedata.is_normalized(form, name))
    return next(forms, "mixed")


def _contrast_prefixes(given: str, known: str) -> str:
    """Describe differing prefixes of identifiers with equal ends; else only that they differ."""
    same = len(common_start([given[::-1], known[::-1]]))
    ours, theirs = given[: len(given) - same], known[: len(known) - same]
    if same and ours and theirs:
        return f"to have the prefix {ours!r:.40} instead of {theirs!r:.40}"
    return "to be written in another way"
