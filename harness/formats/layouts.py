"""File layouts: a record for each, in one registry; all lists of layouts derive from it.

A layout comes from one file that lists it in its ``LAYOUTS``: a module of the package of its kind
(`KINDS`), or one that an installed package offers under the entry point group ``harness.layouts``::

    [project.entry-points."harness.layouts"]
    mine = "my_package.my_layout"

Layouts of installed packages are loaded when a name is unknown, or no own layout recognises a file;
they come last, so that they cannot change the reading of other files.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar, cast

from harness.core.errors import HarnessError, InputError, Problem, some, suggest
from harness.core.identity import find_suffix
from harness.core.notes import Note
from harness.core.packages import pl
from harness.formats.files import split_records, without_mark
from harness.formats.records import LineFields

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")

#: The entry point group in which installed packages offer modules with layouts.
GROUP = "harness.layouts"
_PYTHON = "format= in Python"


class Kind(NamedTuple):
    """Kind of file: its name, the package of its layouts, and the hint on naming one.

    ``default`` is the layout for files that none recognises, if any.
    """

    name: str
    package: str
    naming: str
    default: str | None = None


#: The kinds of files that have layouts.
KINDS = {
    kind.name: kind
    for kind in (
        Kind(
            "runs",
            "harness.formats.run_layouts",
            "name the layout: runs[].format in a task, --from of harness info and harness check, "
            f"{_PYTHON}",
            "trec",
        ),
        Kind(
            "judgments",
            "harness.formats.qrels_layouts",
            "name the layout: qrels.format in a task, --qrels-from of harness eval, "
            f"--from of harness info, {_PYTHON}",
        ),
        Kind(
            "topics",
            "harness.formats.topics",
            f"name the layout: topics.format in a task, --from of harness info, {_PYTHON}",
        ),
        Kind(
            "documents",
            "harness.formats.texts",
            f"name the layout: documents.format in a task, {_PYTHON}",
        ),
    )
}


class Sample:
    """Content whose layout is sought (of documents the beginning); ``where`` names the file.

    ``content`` has no byte-order mark. ``text`` is the decoded content of topics. ``problems``
    collects near misses, reported if no layout fits.
    """

    def __init__(self, content: bytes, where: str, text: str = "") -> None:
        self.content = without_mark(content)
        self.text = text
        self.where = where
        self.suffix = find_suffix(where)
        self.problems: list[Problem] = []
        self._results: dict[Callable[[Sample], Any], Any] = {}
        self._first: list[list[str]] = []
        self._others = split_records(self.content)

    def derive(self, look: Callable[[Sample], T]) -> T:
        """Return ``look(self)``, computed once for all layouts that ask for it."""
        if look not in self._results:
            self._results[look] = look(self)
        return cast("T", self._results[look])

    def first(self, count: int) -> list[list[str]]:
        """Return the blank-separated fields of the first lines that may be records."""
        self._first.extend(islice(self._others, max(count - len(self._first), 0)))
        return self._first[:count]

    @property
    def records(self) -> list[list[str]]:
        """The fields of the first hundred lines."""
        return self.first(100)


def has_lines_of(fields: LineFields, sample: Sample) -> bool:
    """Return whether there are lines, and each of the first ones fits these fields."""
    # Mostly the first line fails, and no other is parsed.
    return all(sample.first(n) and all(map(fields.fits, sample.first(n))) for n in (1, 100))


def has_element(name: str, sample: Sample) -> bool:
    """Return whether a content begins as XML and has an element of this name."""
    start = sample.content.lstrip(b"\xef\xbb\xbf \t\r\n")
    return start[:1] == b"<" and f"<{name}".encode() in start


def has_label(label: Callable[[Sample], str | None], name: str, sample: Sample) -> bool:
    """Return whether ``label`` gives this name for the sample, as the one layout of a family."""
    return sample.derive(label) == name


#: Function that makes a row's problem: (row, name or index of the field, message, hint).
Locate = Callable[[int, str | int, str, str | None], Problem]
Derive: TypeAlias = "Callable[[pl.DataFrame, Locate], pl.DataFrame]"


def unchanged(frame: pl.DataFrame, _locate: Locate) -> pl.DataFrame:
    """Return the frame unchanged."""
    return frame


def no_doubt(_sample: Sample) -> str | None:
    """Return no doubt about a sample."""
    return None


@dataclass(frozen=True, slots=True)
class FileContent:
    """A file's content (UTF-8), and counts, by kind, of values without a place in it."""

    content: bytes
    lost: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """A layout of files, and everything the program knows about it.

    ``kind`` is one of `KINDS`; ``summary`` describes it and ``example`` is a small file, or a
    function that makes it.

    A file of lines with blank-separated fields has ``fields``; `skipped` decides which of its lines
    are no records. For judgments ``derive`` converts columns (a grade from a letter), and ``key``
    are the columns that identify one. In runs ranks may replace scores. Any other layout has
    ``read``:

    * runs and judgments: (content, file name) → `InputTable`
    * topics: (text, `Reading`) → list of `Draft`
    * documents: (`Stream`, `Reading`) → iterator of `Offer`

    ``recognises`` tells whether a sample can have this layout; if lines cannot tell, it
    ``must_be_named``. Layouts are tried by ``turn``, the lowest first: 0 for unmistakable ones, -1
    for their special cases. If several of one turn recognise a file, its ``suffixes`` decide.
    ``doubt`` returns the warning on a file that was recognised rather than named. ``write`` makes
    the content of a file from a `Run`, `Qrels` or `Topics` and the layout; ``unwritten`` is the
    reason for no writer. ``package`` is the installed package that provides a layout.
    """

    kind: str
    name: str
    summary: str
    example: bytes | Callable[[], bytes]
    fields: LineFields | None = None
    derive: Derive = unchanged
    key: tuple[str, ...] = ("topic", "doc")
    read: Callable[..., Any] | None = None
    recognises: Callable[[Sample], bool] = lambda _sample: False
    must_be_named: bool = False
    turn: int = 1
    suffixes: tuple[str, ...] = ()
    doubt: Callable[[Sample], str | None] = no_doubt
    write: Callable[[Any, Layout], FileContent] | None = None
    unwritten: str = ""
    package: str | None = None

    def __post_init__(self) -> None:
        """Raise `ValueError` for an unknown kind, and for neither or both of fields and read."""
        if self.kind not in KINDS:
            raise ValueError(f"there is no kind {self.kind!r} (there are {', '.join(KINDS)})")
        if (self.fields is None) == (self.read is None):
            raise ValueError(f"the layout {self.name!r} needs either fields or read")

    @property
    def example_content(self) -> bytes:
        """The content of the example."""
        return self.example if isinstance(self.example, bytes) else self.example()

    def call_read(self, *arguments: Any) -> Any:
        """Call ``read``."""
        if self.read is None:
            raise TypeError(f"the layout {self.name!r} is one of lines of fields")
        with self.guarded():
            return self.read(*arguments)

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """Attribute errors of a package's code to the package."""
        try:
            yield
        except HarnessError:
            raise
        except Exception as error:
            if self.package is None:
                raise
            raise InputError(_fault(self.package, f"the layout {self.name!r}", error)) from error


def _fault(package: str, what: str, error: BaseException) -> Problem:
    message = f"{what} of the installed package {package!r} failed: {type(error).__name__}: {error}"
    return Problem(message, hint=f"update or remove {package}")


# --- the registry ----------------------------------------------------------------------------


@cache
def _own_layouts(kind: str) -> tuple[Layout, ...]:
    """Return the ``LAYOUTS`` of the kind's modules: the default first, then files of lines.

    Within a turn they are in the order of the modules, whichever was imported first.
    """
    package = importlib.import_module(KINDS[kind].package)
    names = sorted(module.name for module in pkgutil.iter_modules(package.__path__))
    modules = [importlib.import_module(f"{package.__name__}.{name}") for name in names]
    own = (layout for module in modules for layout in getattr(module, "LAYOUTS", ()))
    default = KINDS[kind].default
    return tuple(sorted(own, key=lambda it: (it.name != default, it.fields is None, it.turn)))


@cache
def _installed_layouts() -> tuple[tuple[Layout, ...], tuple[Problem, ...]]:
    """Return the ``LAYOUTS`` of installed packages, and their problems."""
    from importlib.metadata import entry_points

    points = sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value))
    known = {(kind, it.name) for kind in KINDS for it in _own_layouts(kind)} if points else set()
    layouts: list[Layout] = []
    problems: list[Problem] = []
    for point in points:
        package = point.dist.name if point.dist else point.value
        try:
            layouts += _load_layouts(point, package, known | {(it.kind, it.name) for it in layouts})
        except (Exception, SystemExit) as error:
            problems.append(_fault(package, f"the module {point.value!r}", error))
    return tuple(layouts), tuple(problems)


def _load_layouts(point: EntryPoint, package: str, known: set[tuple[str, str]]) -> list[Layout]:
    offered = [replace(it, package=package) for it in point.load().LAYOUTS]
    for it in offered:
        if (it.kind, it.name) in known:
            raise ValueError(f"there is a layout of {it.kind} called {it.name!r} already")
    return offered


def package_problems() -> tuple[Problem, ...]:
    """Return the problems of installed packages' layouts, if these were loaded."""
    return _installed_layouts()[1] if _installed_layouts.cache_info().currsize else ()


def _find_package_layouts(kind: str) -> tuple[Layout, ...]:
    return tuple(it for it in _installed_layouts()[0] if it.kind == kind)


def layouts(kind: str) -> tuple[Layout, ...]:
    """Return the layouts of a kind, of this package and of installed ones."""
    return (*_own_layouts(kind), *_find_package_layouts(kind))


def layout_names(kind: str, *, written: bool = False) -> tuple[str, ...]:
    """Return the names of the own layouts of a kind, or only of writable ones.

    >>> layout_names("runs")[:3]
    ('trec', 'inex', 'inex-elements')
    """
    return tuple(it.name for it in _own_layouts(kind) if it.write or not written)


def find_layout(kind: str, name: str) -> Layout | None:
    """Return the layout with a name; None if there is none."""
    own = next((it for it in _own_layouts(kind) if it.name == name), None)
    return own or next((it for it in _find_package_layouts(kind) if it.name == name), None)


def get_layout(kind: str, name: str, where: str | None = None) -> Layout:
    """Return the layout with a name; raises `InputError` with the nearest name."""
    layout = find_layout(kind, name)
    if layout is None:
        hint = suggest(name, [it.name for it in layouts(kind)])
        raise InputError(
            [Problem(f"unknown layout of {kind} {name!r}", where, hint=hint), *package_problems()]
        )
    return layout


def write_content(kind: str, name: str, content: Any, source: str | None = None) -> FileContent:
    """Write content in a layout; raises `InputError` if it has no writer."""
    layout = get_layout(kind, name)
    if layout.write is None:
        hint = f"those that can be written are {', '.join(layout_names(kind, written=True))}"
        message = f"{kind} cannot be written as {name}: {layout.unwritten}"
        raise InputError(Problem(message, source, hint=hint))
    with layout.guarded():
        return layout.write(content, layout)


# --- recognition -----------------------------------------------------------------------------


def recognise_layout(kind: str, sample: Sample) -> tuple[Layout | None, tuple[Note, ...]]:
    """Return the one layout that fits a sample (None without one), and notes on the choice.

    Raises `InputError` that lists the layouts if several fit.
    """
    layout = _choice(kind, sample, _own_layouts(kind)) or _choice(
        kind, sample, _find_package_layouts(kind)
    )
    if layout is None:
        return None, tuple(
            Note("layout-missing", str(problem), sample.where) for problem in package_problems()
        )
    doubt = layout.doubt(sample)
    text = f"{doubt} ({KINDS[kind].naming})"
    return layout, (Note("layout", text, sample.where, layout.name),) if doubt else ()


def _choice(kind: str, sample: Sample, among: Sequence[Layout]) -> Layout | None:
    for turn in sorted({layout.turn for layout in among}):
        fitting = [it for it in among if it.turn == turn and _recognises(it, sample)]
        if len(fitting) > 1:
            fitting = [it for it in fitting if sample.suffix in it.suffixes] or fitting
        if len(fitting) > 1:
            listed = some([layout.name for layout in fitting], len(fitting))
            message = f"more than one layout of {kind} fits: {listed}"
            raise InputError(Problem(message, sample.where, hint=KINDS[kind].naming))
        if fitting:
            return fitting[0]
    return None


def _recognises(layout: Layout, sample: Sample) -> bool:
    with layout.guarded():
        return layout.recognises(sample)


def choose_layout(kind: str, format: str | None, sample: Sample) -> tuple[Layout, tuple[Note, ...]]:
    """Return the layout by name, by recognition or by default, and notes on the choice.

    Raises `InputError` for an unknown name, and if no layout fits and there is no default.
    """
    if format is not None:
        return get_layout(kind, format, sample.where), ()
    layout, warnings = recognise_layout(kind, sample)
    if layout is None and (default := KINDS[kind].default):
        layout = find_layout(kind, default)
    if layout is None:
        message = f"no layout of {kind} fits (known are {', '.join(layout_names(kind))})"
        problem = Problem(message, sample.where, hint=KINDS[kind].naming)
        raise InputError([problem, *sample.problems, *package_problems()])
    return layout, warnings
