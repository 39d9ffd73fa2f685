"""Files that match a pattern or are in a directory, and foreign regular expressions, with limits.

Patterns are the shell's: ``*``, ``?`` and ``[…]`` in a name, ``**`` for any number of directories;
hidden names match only patterns that begin with a full stop. A long search shows its progress on
the terminal (`report_listing`), and ends at a number of entries, at a depth, and at directories
that link to one of their parents. Without trust it follows no link out of its root.

Foreign regular expressions are Python's, matched by the package ``regex``, which has a timeout: an
expression such as ``(a+)+$`` takes 2^n steps to fail on a text of n letters.
"""

from __future__ import annotations

import math
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from fnmatch import translate
from pathlib import Path
from typing import Any

from harness.core import set_meanwhile
from harness.core.errors import EvaluationError, InputError, Problem
from harness.core.trust import UNTRUSTED_HINT, Trust, leads_out, trust

#: Files without data, by suffix or name: texts for people, metadata (with TIRA's), hidden files.
NO_DATA = re.compile(
    r"(?i)readme.*|license.*|\..*|thumbs\.db|desktop\.ini|std(out|err)\.txt|file-list\.txt"
    r"|.*\.(prototext|md|ya?ml|py|sh|html?|pdf|png|svg|tex|toml|ipynb|log)"
)
_MAGIC = re.compile(r"[*?\[]")
_STEP = 10_000

_REPORTER: ContextVar[Callable[[str], None] | None] = ContextVar("reporter", default=None)


def report_listing(show: Callable[[str], None]) -> AbstractContextManager[None]:
    """Show the progress of long searches by ``show``, every few thousand entries."""
    return set_meanwhile(_REPORTER, show)


def is_pattern(path: str) -> bool:
    """Return whether a path has wildcards.

    >>> is_pattern("runs/*.gz"), is_pattern("runs/a.gz")
    (True, False)
    """
    return _MAGIC.search(path) is not None


def fixed_part(pattern: str) -> Path:
    """Return the directory in which the search for a pattern starts.

    >>> fixed_part("runs/2024-*/a.run").as_posix(), fixed_part("*.run").as_posix()
    ('runs', '.')
    """
    return Path(_MAGIC.split(pattern, maxsplit=1)[0] + "x").parent


def matching(pattern: str, folder: Path = Path()) -> list[str]:
    """Return the paths that match a pattern, as it spells them, in bytewise order, with
    directories.

    Relative patterns start at ``folder``. Raises `InputError` when the limits are reached.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as name:
    ...     for file in ("b.run", "a.run", "a.txt", ".run"):
    ...         _ = Path(name, file).touch()
    ...     matching("*.run", Path(name))
    ['a.run', 'b.run']
    """
    path = Path(pattern)
    fixed = fixed_part(pattern)
    look = _Look(pattern, trust(), folder / fixed if leads_out(fixed, folder) else folder)
    start, parts = (path.anchor, path.parts[1:]) if path.anchor else ("", path.parts)
    return sorted(set(look.below(folder, start, parts)), key=os.fsencode)


def below(directory: Path) -> Iterator[Path]:
    """Yield everything in and below a directory except hidden entries; links are not followed.

    Raises `InputError` when the limits are reached.
    """
    yield from _Look(os.fspath(directory), trust(), directory).everything(directory, 0)


@dataclass(slots=True)
class _Look:
    """One search through directories: its pattern, limits and progress.

    Without trust it looks at nothing outside ``root``.
    """

    name: str
    limits: Trust
    root: Path
    seen: int = 0
    last: tuple[Path, list[os.DirEntry[str]]] | None = None
    inside: list[tuple[int, int, int]] = field(default_factory=list)

    def below(
        self, folder: Path, start: str, parts: tuple[str, ...], level: int = 0
    ) -> Iterator[str]:
        """List what matches the parts of a pattern in a directory, spelled as ``start``."""
        if not parts:
            if start and os.path.lexists(folder / start):
                yield start
            return
        part, rest = parts[0], parts[1:]
        if part == "**":
            with self._entered(folder / start, len(parts)) as new:
                if new:
                    yield from self.below(folder, start, rest, level)
                    yield from self._deeper(folder, start, parts, level)
        elif _MAGIC.search(part) is None:
            yield from self.below(folder, os.path.join(start, part), rest, level)  # noqa: PTH118
        else:
            fits = re.compile(translate(part)).match
            for entry in self.entries(folder / start):
                hidden = entry.name.startswith(".") and not part.startswith(".")
                if not hidden and fits(entry.name) and (not rest or is_directory(entry)):
                    name = os.path.join(start, entry.name)  # noqa: PTH118
                    yield from self.below(folder, name, rest, level)

    def _deeper(
        self, folder: Path, start: str, parts: tuple[str, ...], level: int
    ) -> Iterator[str]:
        """List paths that match ``**`` and the parts after it below a directory."""
        for entry in self.entries(folder / start):
            if entry.name.startswith("."):
                continue
            name = os.path.join(start, entry.name)  # noqa: PTH118
            if is_directory(entry):
                self._deep(level)
                yield from self.below(folder, name, parts, level + 1)
            elif len(parts) == 1:
                yield name

    def everything(self, directory: Path, level: int) -> Iterator[Path]:
        """List a directory and everything below."""
        for entry in self.entries(directory):
            if not entry.name.startswith("."):
                path = directory / entry.name
                yield path
                if entry.is_dir(follow_symlinks=False):
                    self._deep(level)
                    yield from self.everything(path, level + 1)

    def entries(self, directory: Path) -> list[os.DirEntry[str]]:
        """List the entries of a directory and count them; none if it cannot be listed."""
        if self.last is not None and self.last[0] == directory:
            return self.last[1]
        if not self.limits.anywhere and leads_out(directory.absolute(), self.root):
            message = f"{self.name} follows a link that leads out of {self.root}"
            raise InputError(Problem(message, hint=UNTRUSTED_HINT))
        entries: list[os.DirEntry[str]] = []
        try:
            with os.scandir(directory) as listing:
                for entry in listing:
                    entries.append(entry)
                    self._count()
        except (OSError, ValueError):  # ValueError: a NUL in its name
            return []
        self.last = directory, entries
        return entries

    def _count(self) -> None:
        self.seen += 1
        if self.seen > self.limits.entries:
            raise self._too_much(f"looks at more than {self.limits.entries:,} files")
        if self.seen % _STEP == 0 and (show := _REPORTER.get()) is not None:
            show(f"{self.name}: looked at {self.seen:,} files …")

    def _deep(self, level: int) -> None:
        if level >= self.limits.levels:
            raise self._too_much(f"goes more than {self.limits.levels} directories deep")

    def _too_much(self, message: str) -> InputError:
        hint = "which is the limit: name a directory nearer to the files"
        return InputError(Problem(f"{self.name} {message}", hint=hint))

    @contextmanager
    def _entered(self, directory: Path, left: int) -> Iterator[bool]:
        """Enter a directory, with ``left`` parts of the pattern to match; False in a circle of
        links.
        """
        try:
            status = os.stat(directory)  # noqa: PTH116
        except (OSError, ValueError):
            yield False
            return
        own = (status.st_dev, status.st_ino, left)
        if own in self.inside:
            yield False
            return
        self.inside.append(own)
        try:
            yield True
        finally:
            self.inside.remove(own)


def is_directory(entry: Path | os.DirEntry[str]) -> bool:
    """Return whether there is a directory; False for too long a name or a link to itself."""
    try:
        return entry.is_dir()
    except OSError:
        return False


#: Seconds that one text may take to match, and all texts together beyond the usual time.
_SECONDS = 2.0
_USUAL = 50e-6

#: Repetitions such as {1000} are expanded; nested ones multiply.
_COUNTED = re.compile(r"\{(?:\d*,)?(\d+),?\}")
_MOST_REPEATED = 100_000
_LONGEST = 10_000


class Pattern:
    """A regular expression from ``key``, such as ``run_pattern``.

    Raises `ValueError` for one that is wrong or too large.

    >>> Pattern("(?P<group>[^/]+)/", "run_pattern").groups("unipd/a.run")
    {'group': 'unipd'}
    >>> Pattern("(x", "check.tag")
    Traceback (most recent call last):
        ...
    ValueError: not a regular expression: missing ) at position 2
    """

    def __init__(self, text: str, key: str) -> None:
        self.text, self.key = text, key
        _refuse_wrong(text)
        import regex

        try:
            self._compiled: Any = regex.compile(text)
        except (regex.error, RecursionError, OverflowError) as error:
            raise ValueError(f"not a regular expression: {error}") from None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its groups."""
        return tuple(self._compiled.groupindex)

    def groups(self, text: str) -> Mapping[str, str | None] | None:
        """Return the named groups of the first match in a text; None without a match."""
        try:
            match = self._compiled.search(text, timeout=_SECONDS)
        except TimeoutError:
            raise self._too_slow(text, _SECONDS) from None
        return None if match is None else dict(match.groupdict())

    def fits(self, texts: Iterable[str]) -> list[bool]:
        """Return whether each text matches as a whole. Raises `EvaluationError` if it takes too
        long.

        >>> Pattern("[a-z]+", "check.tag").fits(["bm25", "bm"])
        [False, True]
        """
        every = list(texts)
        seconds = _SECONDS + _USUAL * len(every)
        end = time.monotonic() + seconds
        fit = []
        for text in every:
            left = end - time.monotonic()
            try:
                fit.append(self._compiled.fullmatch(text, timeout=max(left, 0.0)) is not None)
            except TimeoutError:
                left = 0.0
            if left <= 0:
                raise self._too_slow(text, seconds)
        return fit

    def _too_slow(self, text: str, seconds: float) -> EvaluationError:
        message = f"the pattern {self.text!r} takes more than {seconds:.0f} seconds at {text!r}"
        hint = "repeat nothing that is repeated inside, as in (a+)+"
        return EvaluationError(Problem(message, key=self.key, hint=hint))


def _refuse_wrong(text: str) -> None:
    if len(text) > _LONGEST:
        raise ValueError(f"a regular expression has at most {_LONGEST:,} characters")
    if math.prod(max(1, int(count[-9:])) for count in _COUNTED.findall(text)) > _MOST_REPEATED:
        raise ValueError(f"the repetitions in it multiply to more than {_MOST_REPEATED:,}")
