"""Every exception the package raises on purpose, and the one way a problem is described.

The tree::

    HarnessError                 anything a person can put right; exit status 2
    ├── InputError               a data file (topics, qrels, run, …) with a wrong content
    ├── UnavailableError         what could not be had, whatever is in it: a file that is not there,
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
    from 1 (the column counts characters); ``key`` is a configuration key such as
    ``runs[2].group``; ``hint`` says what is allowed or the nearest valid name; ``code`` is that of
    the finding which `harness check` makes of it. A word of more than a few hundred characters is
    shortened: what is wrong may be an identifier without end.

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
        """The words of a problem that a file as a whole has; none of another."""
        return "" if self.where is None or self.line or self.key else self.words


def in_words(problems: Iterable[object]) -> Iterator[str]:
    """Each problem in words; and that there may be more, where a file has as many as are listed.

    Of one problem of more files than are listed the first three are named, and the others counted.

    >>> *_, last = in_words([Problem("wrong", "a.run", line) for line in range(MAX_PROBLEMS)])
    >>> last
    'a.run: at most 25 problems of a file are listed; there may be more'
    >>> *_, third, last = in_words([Problem("no run", f"{n}.txt") for n in range(30)])
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


#: How many files are named of those that have the same problem.
_NAMED = 3
#: What is said where no more problems were looked for.
MORE = f"at most {MAX_PROBLEMS} problems of a file are listed; there may be more"


class HarnessError(Exception):
    """Base of every error a person can put right.

    Parameters
    ----------
    problems
        All that was found: what, where, and what is allowed; or one text.

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
        super().__init__("\n".join(in_words(self.problems)))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled by its problems: workers hand their errors to the process that started them."""
        return type(self), (self.problems,)


class InputError(HarnessError):
    """A data file with a wrong content: it is refused, and others may be used."""


class UnavailableError(HarnessError):
    """Input that could not be had: missing, forbidden, unreachable, cut off, too large for memory.

    Nothing is known of its content, so that it is no fault of who wrote it. A command ends with it,
    whatever else it has read, unless it was asked to `keep_going`.

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


#: What is known is listed whole up to so many names; of more, the first five.
_LISTED_WHOLE = 24
#: The nearest name is looked for among so many, of so many characters.
_MOST_COMPARED, _LONGEST_COMPARED = 2000, 200
#: A wrong name of so few letters resembles many.
_SHORT = 3


def suggest(name: object, known: Iterable[object], otherwise: str | None = None) -> str | None:
    """Return a hint on an unknown name: the nearest known one, or which are known.

    The one phrasing for every kind of name. ``otherwise`` is said in place of the list, where the
    names are not for people to choose from ("": nothing). None when no name is known.

    >>> suggest("nDGC", ["AP", "nDCG", "P"]), suggest("zzz", ["AP", "P"])
    ('did you mean nDCG?', 'known are AP, P')
    >>> suggest("zzz", map(str, range(100)))
    'known are 0, 1, 2, 3, 4 and 95 more'
    """
    return suggester(known, otherwise)(name)


def suggester(
    known: Iterable[object], otherwise: str | None = None
) -> Callable[[object], str | None]:
    """As `suggest`, for one wrong name after the other: for as many as problems are listed.

    Of a name after these nothing is said. What is compared is bounded: of many known names those
    that begin as the wrong one does, and none of hundreds of characters.

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
        close = _closest(wanted, by_lower) if len(wanted) <= _LONGEST_COMPARED else None
        if close is not None:
            return nearest(by_lower[close])
        if otherwise is not None or not names:
            return otherwise or None
        return f"known are {some(names, len(names) if len(names) <= _LISTED_WHOLE else 5)}"

    return say


def find_unknown(
    wanted: Iterable[T], known: Collection[object], otherwise: str | None = None
) -> Iterator[tuple[int, T, str | None]]:
    """Yield the position of each name that is not known, the name, and the hint of `suggest`.

    >>> list(find_unknown(["rm3", "bm52"], ["bm25", "rm3"]))
    [(1, 'bm52', 'did you mean bm25?')]
    """
    names, say = frozenset(known), suggester(known, otherwise)
    return ((i, name, say(name)) for i, name in enumerate(wanted) if name not in names)


def _closest(wanted: str, names: Iterable[str]) -> str | None:
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
    """Return the first few names, and how many more there are.

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
    """Return the problem of an unknown measure, run, topic …: with the nearest name, or known ones.

    >>> str(unknown("run", "bm52", ["bm25", "rm3"])), str(unknown("run", "x", ["bm25", "rm3"]))
    ("unknown run 'bm52' (did you mean bm25?)", "unknown run 'x' (known are bm25, rm3)")
    """
    return Problem(f"unknown {what} {name!r}", where, key=key, hint=suggest(name, known))


def refuse_unknown(what: str, wanted: Iterable[object], known: Collection[object]) -> None:
    """Raise `EvaluationError` for the names that are not known, as `unknown` says it of one."""
    unlike = find_unknown(wanted, known)
    refuse(
        (Problem(f"unknown {what} {it!r}", hint=hint) for _, it, hint in unlike), EvaluationError
    )


def look_up(what: str, name: str, known: Mapping[str, T]) -> T:
    """Return the value that has a name; `EvaluationError` with the nearest name where none has it.

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
    """Return the results; or raise the one error there was, or one with the problems of all."""
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
    r"""Return the one error there is, or one with the problems of all: of what could not be had, if
    any.

    >>> join_errors([InputError("no number"), UnavailableError("no such file")])
    UnavailableError('no number\nno such file')
    """
    if len(errors) == 1:
        return errors[0]
    kind: type[HarnessError] = EvaluationError
    if any(isinstance(error, UnavailableError) for error in errors):
        kind = UnavailableError
    elif all(isinstance(error, InputError) for error in errors):
        kind = InputError
    return kind(dict.fromkeys(problem for error in errors for problem in error.problems))


_ASKED: ContextVar[bool] = ContextVar("keep going", default=False)


def keeps_going() -> bool:
    """Whether runs that could not be had are left out, and said to be."""
    return _ASKED.get()


@contextmanager
def keep_going() -> Iterator[None]:
    """Leave out runs that could not be had (`harness.UnavailableError`), and say so.

    Without it they are an error of all that is done with the runs: who is missing from a
    leaderboard because a server was busy has not been beaten.

    Returns
    -------
    context manager
        It holds for what is done inside.

    Examples
    --------
    >>> with keep_going():
    ...     keeps_going()
    True
    """
    with set_meanwhile(_ASKED, True):
        yield
