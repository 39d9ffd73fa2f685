"""Every exception the package raises on purpose, and the record of a problem.

The tree::

    HarnessError                 anything a person can put right; exit status 2
    ├── InputError               a data file (topics, qrels, run, …) with a wrong content
    ├── UnavailableError         input that could not be had, whatever its content: a missing file,
    │                            a server that does not answer, a disk that fails
    ├── ConfigError              a task configuration with one or more wrong keys
    ├── MeasureError             an unknown measure, or a parameter it does not take
    ├── DatasetError             an ir_datasets identifier that cannot be resolved or loaded
    └── EvaluationError          inputs that are valid one by one but do not fit together

Each carries *all* the problems that were found, as :class:`Problem` rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import TypeVar

from harness.core import set_meanwhile
from harness.core.harmless import brief, readable, shown_path

A = TypeVar("A")
T = TypeVar("T")

#: The longest path that systems allow.
_PATH = 4096

#: A parser stops collecting after this many problems of one file.
MAX_PROBLEMS = 25


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, and where.

    ``where`` is a file, an ir_datasets id or a configuration file; ``line`` and ``column`` count
    from 1 (the column counts characters); ``key`` is a configuration key such as ``runs[2].group``;
    ``hint`` says what is allowed or the nearest valid name; ``code`` is the code of the finding in
    `harness check`. Words of more than a few hundred characters are shortened.

    >>> str(Problem("the score 'abc' is not a number", where="a.run", line=3, column=21))
    "a.run:3:21: the score 'abc' is not a number"
    >>> str(Problem("unknown key", where="task.yaml", key="measure", hint="did you mean measures?"))
    'task.yaml: measure: unknown key (did you mean measures?)'
    """

    message: str
    where: str | None = None
    line: int | None = None
    column: int | None = None
    key: str | None = None
    hint: str | None = None
    code: str = "unreadable"

    def __post_init__(self) -> None:
        for name in ("message", "key", "hint"):
            text = getattr(self, name)
            if text is not None:
                object.__setattr__(self, name, brief(readable(text)))
        if self.where is not None:
            where = shown_path(self.where)
            object.__setattr__(self, "where", where if len(where) <= _PATH else brief(where))

    def __str__(self) -> str:
        position = ":".join(
            str(part) for part in (self.where, self.line, self.column) if part is not None
        )
        lead = ": ".join(part for part in (position, self.key) if part)
        return f"{lead}: {self.words}" if lead else self.words

    @property
    def words(self) -> str:
        """The message with its hint, and without the place."""
        return f"{self.message} ({self.hint})" if self.hint else self.message

    @property
    def of_file(self) -> str:
        """The words of a problem of a whole file; empty for a problem at a line, column or key."""
        return "" if self.where is None or self.line or self.key else self.words


def list_problems(problems: Iterable[object]) -> Iterator[str]:
    """Yield each problem in words, and a line where a file may have more than are listed.

    A problem that many files share names the first three and counts the others.

    >>> *_, last = list_problems([Problem("wrong", "a.run", line) for line in range(MAX_PROBLEMS)])
    >>> last
    'a.run: at most 25 problems of a file are listed; there may be more'
    >>> *_, third, last = list_problems([Problem("no run", f"{n}.txt") for n in range(30)])
    >>> third, last
    ('2.txt: no run', '27 other files: no run')
    """
    listed = list(problems)
    words = (problem.of_file for problem in listed if isinstance(problem, Problem))
    files = Counter(text for text in words if text)
    counts: Counter[str] = Counter()
    named: Counter[str] = Counter()
    for problem in listed:
        if isinstance(problem, Problem) and files[problem.of_file] > MAX_PROBLEMS:
            named[problem.of_file] += 1
            if named[problem.of_file] > _NAMED:
                continue
        yield str(problem)
        if isinstance(problem, Problem) and problem.where is not None:
            counts[problem.where] += 1
    for text in named:
        yield f"{files[text] - _NAMED:,} other files: {text}"
    for where, count in counts.items():
        if count == MAX_PROBLEMS:
            yield f"{where}: {MORE}"


#: Files named of all that have the same problem.
_NAMED = 3
#: The line for a file with as many problems as are listed.
MORE = f"at most {MAX_PROBLEMS} problems of a file are listed; there may be more"


class HarnessError(Exception):
    """Base of every error a person can put right.

    Parameters
    ----------
    problems
        All problems found: what, where, and what is allowed; or one text.

    Examples
    --------
    >>> str(HarnessError("no runs given"))
    'no runs given'
    """

    problems: tuple[Problem, ...]

    def __init__(self, problems: str | Problem | Iterable[Problem]) -> None:
        if isinstance(problems, str):
            problems = Problem(problems)
        self.problems = (problems,) if isinstance(problems, Problem) else tuple(problems)
        super().__init__("\n".join(list_problems(self.problems)))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the problems: workers send errors to the process that started them."""
        return type(self), (self.problems,)


class InputError(HarnessError):
    """A data file with a wrong content: it is refused, and others may be used."""


class UnavailableError(HarnessError):
    """Input that could not be had: missing, forbidden, unreachable, cut off, too large for memory.

    Its content is unknown, so its author is not at fault. It ends a command, unless inside
    `keep_going`.

    Examples
    --------
    >>> isinstance(UnavailableError("no such file"), HarnessError)
    True
    """


class ConfigError(HarnessError):
    """A task configuration with one or more wrong keys."""


class MeasureError(HarnessError):
    """An unknown measure, or a parameter that it does not take."""


class DatasetError(HarnessError):
    """An ir_datasets identifier that cannot be resolved or loaded."""


class EvaluationError(HarnessError):
    """Inputs that are valid one by one but do not fit together."""


def refuse(problems: Iterable[Problem], kind: type[HarnessError] = InputError) -> None:
    """Raise ``kind`` with the first 25 problems, if there are any."""
    listed = list(islice(problems, MAX_PROBLEMS))
    if listed:
        raise kind(listed)


#: So many known names are listed in full; of more, the first five.
_LISTED_WHOLE = 24
#: The nearest name is sought among so many names, of so many characters.
_MOST_COMPARED, _LONGEST_COMPARED = 2000, 200
#: A wrong name with so few letters is near to too many others.
_SHORT = 3


def suggest(name: object, known: Iterable[object], otherwise: str | None = None) -> str | None:
    """Return the hint for an unknown name: the nearest known name, or a list of known names.

    ``otherwise`` replaces the list, where people do not choose among the names ("": no hint). None
    if there are no known names.

    >>> suggest("nDGC", ["AP", "nDCG", "P"]), suggest("zzz", ["AP", "P"])
    ('did you mean nDCG?', 'known are AP, P')
    >>> suggest("zzz", map(str, range(100)))
    'known are 0, 1, 2, 3, 4 and 95 more'
    """
    return suggester(known, otherwise)(name)


def suggester(
    known: Iterable[object], otherwise: str | None = None
) -> Callable[[object], str | None]:
    """Return `suggest` as a function of the wrong name, for the first 25 of them.

    It returns None for later ones. The work is bounded: among many known names only those with the
    same beginning are compared, and none of hundreds of characters.

    >>> nearest_run = suggester(["bm25", "rm3"])
    >>> [nearest_run("bm52") for _ in range(MAX_PROBLEMS + 1)][-2:]
    ['did you mean bm25?', None]
    """
    asked = iter(range(MAX_PROBLEMS))

    @cache
    def all_known() -> tuple[list[str], dict[str, str]]:
        names = list(dict.fromkeys(map(str, known)))
        return names, {name.lower(): name for name in names if len(name) <= _LONGEST_COMPARED}

    def say(name: object) -> str | None:
        if next(asked, None) is None:
            return None
        names, by_lower = all_known()
        wanted = str(name).lower()
        close = closest(wanted, by_lower) if len(wanted) <= _LONGEST_COMPARED else None
        if close is not None:
            return nearest(by_lower[close])
        if otherwise is not None or not names:
            return otherwise or None
        return f"known are {some(names, len(names) if len(names) <= _LISTED_WHOLE else 5)}"

    return say


def find_unknown(
    wanted: Iterable[T], known: Collection[object], otherwise: str | None = None
) -> Iterator[tuple[int, T, str | None]]:
    """Yield each unknown name: its position, the name, and the hint of `suggest`.

    >>> list(find_unknown(["rm3", "bm52"], ["bm25", "rm3"]))
    [(1, 'bm52', 'did you mean bm25?')]
    """
    names, say = frozenset(known), suggester(known, otherwise)
    return ((i, name, say(name)) for i, name in enumerate(wanted) if name not in names)


def closest(wanted: str, names: Iterable[str]) -> str | None:
    """Return the nearest name; None if none is near."""
    from difflib import get_close_matches

    every = list(names)
    if len(every) > _MOST_COMPARED:
        every = [name for name in every if name[:1] == wanted[:1]][:_MOST_COMPARED]
    # With three letters, one substitution reaches too many names to guess.
    short = len(wanted) <= _SHORT and len(every) > _LISTED_WHOLE
    moved = (name for name in every if short and sorted(name) == sorted(wanted))
    close: Sequence[str] = get_close_matches(wanted, every, n=1, cutoff=0.75 if short else 0.54)
    return next(moved, None) or (close[0] if close else None)


def nearest(name: object) -> str:
    """Return a hint with the name that was probably meant."""
    return f"did you mean {name}?"


def some(names: Sequence[str], most: int = 5) -> str:
    """Join the first few names, and count the rest.

    >>> some(["a", "b"]), some(list("abcdefg"))
    ('a, b', 'a, b, c, d, e and 2 more')
    """
    rest = len(names) - most
    return ", ".join(names[:most]) + (f" and {rest:,} more" if rest > 0 else "")


def unknown(
    what: str,
    name: object,
    known: Iterable[object],
    *,
    where: str | None = None,
    key: str | None = None,
) -> Problem:
    """Return the problem of an unknown measure, run, topic …, with the hint of `suggest`.

    >>> str(unknown("run", "bm52", ["bm25", "rm3"])), str(unknown("run", "x", ["bm25", "rm3"]))
    ("unknown run 'bm52' (did you mean bm25?)", "unknown run 'x' (known are bm25, rm3)")
    """
    return Problem(f"unknown {what} {name!r}", where, key=key, hint=suggest(name, known))


def refuse_unknown(what: str, wanted: Iterable[object], known: Collection[object]) -> None:
    """Raise `EvaluationError` with the `unknown` problem of each unknown name."""
    unlike = find_unknown(wanted, known)
    refuse(
        (Problem(f"unknown {what} {it!r}", hint=hint) for _, it, hint in unlike), EvaluationError
    )


def look_up(what: str, name: str, known: Mapping[str, T]) -> T:
    """Return the value of a name; raises `EvaluationError` with the nearest name.

    >>> look_up("order", "score", {"score": 1})
    1
    """
    if name not in known:
        raise EvaluationError(unknown(what, name, known))
    return known[name]


def attempt(call: Callable[[A], T], argument: A) -> T | HarnessError:
    """Return the result of a call, or the error that it raised."""
    try:
        return call(argument)
    except HarnessError as error:
        return error


def all_or_errors(outcomes: Iterable[T | HarnessError]) -> list[T]:
    """Return the results; raises one error with the problems of all that failed."""
    good: list[T] = []
    errors: list[HarnessError] = []
    for outcome in outcomes:
        if isinstance(outcome, HarnessError):
            errors.append(outcome)
        else:
            good.append(outcome)
    if errors:
        raise join_errors(errors)
    return good


def join_errors(errors: Sequence[HarnessError]) -> HarnessError:
    r"""Join errors into one: of the kind that all have, but an `UnavailableError` if any is one.

    >>> join_errors([InputError("no number"), UnavailableError("no such file")])
    UnavailableError('no number\nno such file')
    """
    if len(errors) == 1:
        return errors[0]
    kinds = (InputError, MeasureError)
    common = (kind for kind in kinds if all(isinstance(error, kind) for error in errors))
    kind: type[HarnessError] = next(common, EvaluationError)
    if any(isinstance(error, UnavailableError) for error in errors):
        kind = UnavailableError
    return kind(dict.fromkeys(problem for error in errors for problem in error.problems))


_ASKED: ContextVar[bool] = ContextVar("keep going", default=False)


def keeps_going() -> bool:
    """Return whether `keep_going` is in force."""
    return _ASKED.get()


@contextmanager
def keep_going() -> Iterator[None]:
    """Leave out unavailable runs (`harness.UnavailableError`), with a note.

    Without it one of them fails the whole operation: a run missing from a leaderboard because a
    server was busy has not been beaten.

    Returns
    -------
    context manager
        In force inside the block.

    Examples
    --------
    >>> with keep_going():
    ...     keeps_going()
    True
    """
    with set_meanwhile(_ASKED, True):
        yield
