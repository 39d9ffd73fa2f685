"""Hypotheses about identifiers that nobody knows: how theirs may differ from those there are."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from harness.hypotheses.evidence import Cause, Evidence, Known, hypothesis

if TYPE_CHECKING:  # a run that begins as few do is looked at without it
    import polars as pl

Renaming = Callable[[str], str]

#: So many different identifiers are tried out.
_MOST = 1000
#: So many documents are looked up first.
_FIRST = 100
_FOLDER = re.compile(r".*[/\\]", re.DOTALL)
_SUFFIX = re.compile(r"(?:\.[A-Za-z][A-Za-z0-9]{0,4})+$")
_ZEROS = re.compile(r"(?<!\d)0+(?=\d)", re.ASCII)
_NUMBER = re.compile(r"\d+", re.ASCII)
#: Marks between the parts of an identifier.
_SEPARATOR = re.compile(r"[-_.:/ ]+")
_QUOTES = "\"'<>[]()"
#: Where a prefix may end: a number or a word is never cut.
_EDGE = re.compile(r"(?<=[^0-9])(?=[0-9])|(?<=[^A-Za-z0-9])(?=[A-Za-z0-9])|(?<=[0-9])(?=[A-Za-z])")


@hypothesis("topics-renamed", "topics", explains=("topic-unknown", "topic-unanswered"),
            repairs=("match-topics",))  # fmt: skip
def topics_renamed(evidence: Evidence) -> Cause | None:
    """Topics are written in another way: 001, CV1 or MED-1 for 1."""
    if evidence.frame is None or evidence.topics is None:
        return None
    given = evidence.frame["topic"].unique(maintain_order=True).to_list()
    return _renamed("topics-renamed", "topics", given, evidence.topics)


@hypothesis("documents-renamed", "documents", explains=("document-unknown",),
            repairs=("match-documents",))  # fmt: skip
def documents_renamed(evidence: Evidence) -> Cause | None:
    """Documents are written in another way: another case, prefix, path or file name extension."""
    known = evidence.documents
    return None if known is None or known.judged else _of_documents("documents-renamed", evidence)


@hypothesis("documents-unjudged", "documents")
def documents_unjudged(evidence: Evidence) -> Cause | None:
    """No document is judged as it is written, but many are when written in another way."""
    known = evidence.documents
    return (
        None if known is None or not known.judged else _of_documents("documents-unjudged", evidence)
    )


def _of_documents(name: str, evidence: Evidence) -> Cause | None:
    known = evidence.documents
    if evidence.frame is None or known is None:
        return None
    docs = evidence.frame["doc"].head(20 * _MOST)
    # Mostly one of the first is judged: nothing is wrong then, but with what has several forms.
    judged = known.judged and any(known.has(docs.head(_FIRST).to_list()))
    every = [] if judged else docs.unique(maintain_order=True).to_list()
    cause = _renamed(name, "documents", every, known)
    return cause or _renamed(name, "documents", of_several_forms(docs), known)


def of_several_forms(names: pl.Series) -> list[str]:
    """The identifiers that Unicode can write in several ways, such as those with accents.

    >>> import polars as pl
    >>> of_several_forms(pl.Series(["a", "é", "ß"]))
    ['é']
    """
    beyond = names.filter(names.str.len_bytes() > names.str.len_chars()).unique(maintain_order=True)
    forms = (tuple(unicodedata.normalize(form, name) for form in ("NFC", "NFD")) for name in beyond)
    return [name for name, (short, long) in zip(beyond, forms, strict=True) if short != long]


def _renamed(name: str, unit: str, given: Sequence[str], known: Known) -> Cause | None:
    given = given[:_MOST]
    before = sum(known.has(given))
    if not given or not known.is_wrong(before, len(given)):
        return None
    for rename in _renamings(given, known.ids):
        new = [rename(given_name) for given_name in given]
        if new == given or len(set(new)) < len(new):
            continue
        fits = known.has(new)
        if known.is_right(sum(fits), len(given)):
            pairs = [(a, b) for a, b, fit in zip(given, new, fits, strict=True) if fit and a != b]
            message = f"{unit} look {_difference(*pairs[0])} ({_shown(pairs)})"
            return Cause(
                name,
                message,
                before,
                sum(fits),
                len(given),
                unit,
                "renamed so",
                f"write them as {known.what} are",
                renamed=_Unknown(rename, known),
            )
    return None


@dataclass(frozen=True, slots=True)
class _Unknown:
    """Renames identifiers that are not known into ones that are; leaves the others."""

    rename: Renaming
    known: Known

    def __call__(self, name: str) -> str:
        new = self.rename(name)
        here, there = self.known.has([name, new])
        return new if there and not here else name


def _shown(pairs: Sequence[tuple[str, str]]) -> str:
    return ", ".join(f"{given!r:.40} for {known!r:.40}" for given, known in pairs[:2])


# --- the ways to rename -----------------------------------------------------------------------


def _renamings(given: Sequence[str], known: Sequence[str] | None) -> Iterator[Renaming]:
    """What may turn given identifiers into known ones, the simplest first."""
    for key in _KEYS:
        yield key if known is None else _matching(key, known)
    yield from _prefixes(given, known)


def _matching(key: Renaming, known: Sequence[str]) -> Renaming:
    """Renames to the only known identifier with the same key."""
    of: dict[str, str | None] = {}
    for given_name in dict.fromkeys(known):
        of[key(given_name)] = None if key(given_name) in of else given_name
    return lambda name: of.get(key(name)) or name


def _number(name: str) -> str:
    """The number in an identifier that has one only; else the identifier.

    >>> _number("MED-001"), _number("GX000-12")
    ('1', 'GX000-12')
    """
    numbers = _NUMBER.findall(name)
    return str(int(numbers[0][:18])) if len(numbers) == 1 else name


def _plain(name: str) -> str:
    return _SUFFIX.sub("", _FOLDER.sub("", name))


_KEYS: tuple[Renaming, ...] = (
    str.lower,
    str.upper,
    lambda name: name.strip(_QUOTES),
    lambda name: _ZEROS.sub("", name),
    _number,
    lambda name: _FOLDER.sub("", name),
    lambda name: _SUFFIX.sub("", name),
    _plain,
    lambda name: _plain(name).lower(),
    lambda name: _plain(name).upper(),
    partial(unicodedata.normalize, "NFC"),
    partial(unicodedata.normalize, "NFD"),
    partial(unicodedata.normalize, "NFKC"),
    *(partial(_SEPARATOR.sub, mark) for mark in "-_.:"),
)


def _prefixes(given: Sequence[str], known: Sequence[str] | None) -> Iterator[Renaming]:
    """Drop what all given identifiers begin with, and put what all known ones begin with."""
    ours, theirs = _beginnings(given), _beginnings(known or [])
    for drop in ours:
        for put in theirs:
            if drop or put:
                yield _replacing(len(drop), put)
    # The longest beginning of ours that is a word of its own: the collection may have many.
    yield from (_replacing(len(drop), "", fold=True) for drop in ours if drop)


def _replacing(dropped: int, put: str, *, fold: bool = False) -> Renaming:
    if fold:
        return lambda name: (put + name[dropped:]).upper()
    return lambda name: put + name[dropped:]


def _beginnings(names: Sequence[str]) -> list[str]:
    """Nothing, and what all names begin with, cut where a word or number ends.

    >>> _beginnings(["MED-10", "MED-12"])
    ['', 'MED-']
    """
    common = _common(names)
    edges = (parts.start() for parts in _EDGE.finditer(names[0])) if names else ()
    return ["", *(names[0][:edge] for edge in edges if edge <= len(common))]


def _common(names: Sequence[str]) -> str:
    """What all names begin with."""
    first, last = min(names, default=""), max(names, default="")
    same = next(
        (position for position, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), None
    )
    return first[: len(first) if same is None else same]


# --- what the difference is called ------------------------------------------------------------


#: What is said of identifiers that differ, but not by a key.
_DIFFERENCES: tuple[tuple[Renaming, str], ...] = (
    (str.lower, "to be in another case"),
    (partial(unicodedata.normalize, "NFKC"), "to be in another form of Unicode ({}, not {})"),
    (partial(_SEPARATOR.sub, "-"), "to have other marks between their parts"),
)


def _difference(given: str, known: str) -> str:
    """How an identifier differs from the known one that it is taken for.

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
    return _of_both(given, known)


def _form(name: str) -> str:
    r"""The first normal form that an identifier is in; most screens show all of them alike.

    >>> _form("\u00e9"), _form("e\u0301")
    ('NFC', 'NFD')
    """
    forms = (form for form in ("NFC", "NFD") if unicodedata.is_normalized(form, name))
    return next(forms, "mixed")


def _of_both(given: str, known: str) -> str:
    """What differs at the beginning, where the ends are the same; else no more than that."""
    same = len(_common([given[::-1], known[::-1]]))
    ours, theirs = given[: len(given) - same], known[: len(known) - same]
    if same and ours and theirs:
        return f"to have the prefix {ours!r:.40} instead of {theirs!r:.40}"
    return "to be written in another way"
