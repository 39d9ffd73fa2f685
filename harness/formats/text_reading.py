"""Decode texts, split lines and parse XML, and collect the problems of a file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

from harness.core.errors import MAX_PROBLEMS, InputError, Problem
from harness.core.notes import Note
from harness.core.texts import well_formed
from harness.formats.files import BOM, PARQUET, decode, without_mark
from harness.formats.skipped import MARK, SkippedLines, records_only
from harness.formats.tablefiles import parquet_as_lines
from harness.formats.tables import InputTable

_ENCODING = re.compile(rb"""\s*<\?xml[^>]*?\bencoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")
#: Encodings a declaration may name. UTF-16 is not among them: text that declares it here starts
#: with plain ASCII, so that the declaration is wrong (some tools always write it).
_BYTE_ENCODING = re.compile(r"iso|latin|windows|cp\d|koi8|mac|ascii|us-|gb|big5|euc|shift|sjis|tis")


class TextReading:
    """State of reading one file: problems, up to `MAX_PROBLEMS`, and warnings."""

    __slots__ = ("_warned", "marked", "problems", "source", "warnings")

    def __init__(self, source: str) -> None:
        self.source = source
        self.marked = False
        self.problems: list[Problem] = []
        self.warnings: list[Note] = []
        self._warned: set[str] = set()

    def problem(
        self,
        message: str,
        *,
        line: int | None = None,
        column: int | None = None,
        hint: str | None = None,
    ) -> None:
        """Record a problem; raises `InputError` with all of them when there are too many."""
        self.add(Problem(message, where=self.source, line=line, column=column, hint=hint))

    def add(self, problem: Problem) -> None:
        """Record a problem made elsewhere."""
        self.problems.append(problem)
        if len(self.problems) >= MAX_PROBLEMS:
            self.check()

    def warn(self, message: str, *, line: int | None = None) -> None:
        """Record a warning on oddities of a usable file; the same only once."""
        if message not in self._warned:
            self._warned.add(message)
            where = self.source if line is None else f"{self.source}:{line}"
            self.warnings.append(Note("odd-content", message, where))

    def check(self) -> None:
        """Raise `InputError` with the problems, if any."""
        if self.problems:
            raise InputError(self.problems)


def collapse(text: str) -> str:
    r"""Collapse every run of white space to a single blank, with none at the ends.

    Lone surrogates are replaced, as in documents (`well_formed`).

    >>> collapse("  pearl\r\n farming ")
    'pearl farming'
    """
    return well_formed(" ".join(text.split()))


def as_text(content: bytes, reading: TextReading) -> str:
    r"""Decode content to text with `` `` line ends: UTF-8, else as declared, else latin-1.

    A Parquet file gives its rows as JSON, one per line.
    """
    if content.startswith(PARQUET):
        return parquet_as_lines(content, reading.source)
    reading.marked = content.startswith(BOM)
    content = without_mark(content)
    text = _as_declared(content)
    if text is None:
        text, warnings = decode(content, reading.source)
        reading.warnings.extend(warnings)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _as_declared(content: bytes) -> str | None:
    declared = _ENCODING.match(content)
    if declared is None:
        return None
    encoding = declared[1].decode("ascii").lower()
    if not _BYTE_ENCODING.match(encoding):
        return None
    try:
        return content.decode(encoding)
    except (LookupError, UnicodeDecodeError):
        return None


def enumerate_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that are not blank, with their numbers.

    ``splitlines`` would also break a line at U+2028, U+0085 and others, which occur inside queries.
    """
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield number, line


#: Function that tells whether a line of topics that begins with ``#`` is a record.
IsRecord = Callable[[bytes], bool]


def record_lines(text: str, is_record: IsRecord) -> tuple[list[tuple[int, str]], SkippedLines]:
    r"""Return the lines that are records, with their numbers, and the skipped lines.

    >>> record_lines("#8\tpearls\n# farms\n", lambda line: b"\t" in line)
    ([(1, '#8\tpearls')], SkippedLines(lines={'comments-skipped': (1, 2)}))
    """
    kept = records_only(text.encode("utf-8", "surrogatepass"), is_record)
    lines = kept.content.decode("utf-8", "surrogatepass").removesuffix("\n").split("\n")
    numbered = [(kept.number(row) + 1, line) for row, line in enumerate(lines) if line.strip()]
    return numbered, kept.skipped


def read_record_lines(
    text: str, reading: TextReading, is_record: IsRecord
) -> list[tuple[int, str]]:
    """Return `record_lines`, and note the skipped lines."""
    numbered, skipped = record_lines(text, is_record)
    mark = SkippedLines({MARK.code: (1, 1)} if reading.marked else {})
    reading.warnings.extend((mark + skipped).notes(reading.source))
    return numbered


_DECLARATION = re.compile(r"<\?xml\s[^<>]*\?>")
_START_TAG = re.compile(rb"""<[^\s<>/]+(?:\s+[^\s=]+\s*=\s*(?:"[^"]*"|'[^']*'))*""")
_ENTITY = re.compile(rb"&(?!(?:lt|gt|amp|quot|apos);)([^\s;#&]+);")
#: Deep enough for every topic file; bounds the recursion of functions that walk a tree.
_MAX_DEPTH = 64
_HINTS = {
    "no element found": "is the file truncated?",
    "unclosed token": "is the file truncated?",
    "unclosed CDATA section": "is the file truncated?",
    "undefined entity": "write the character itself, or a reference by number such as &#233;",
    "not well-formed (invalid token)": "in a text, & is written &amp; and < is written &lt;",
    "junk after document element": "expected one element around all topics",
}


#: A row under our names, and its line.
XmlRow = tuple[Mapping[str, str | None], int]


@dataclass(slots=True)
class Node:
    """XML element; ``content`` holds its texts and its child elements in file order."""

    name: str
    attributes: dict[str, str]
    line: int
    content: list[str | Node] = field(default_factory=list)

    @property
    def children(self) -> list[Node]:
        """The child elements."""
        return [part for part in self.content if isinstance(part, Node)]

    def called(self, name: str) -> list[Node]:
        """Return the child elements with a name."""
        return [child for child in self.children if child.name == name]

    @property
    def text(self) -> str:
        """Return the text of an element and its descendants."""
        return "".join(part if isinstance(part, str) else part.text for part in self.content)

    @property
    def has_own_text(self) -> bool:
        """Return whether there is text between the child elements."""
        return any(isinstance(part, str) and part.strip() for part in self.content)

    def walk(self) -> Iterator[Node]:
        """Yield this element and all below it, in file order."""
        yield self
        for child in self.children:
            yield from child.walk()


def parse(text: str, reading: TextReading) -> Node:
    """Parse an XML text into its root element; raises `InputError` with line and column.

    Consecutive elements of one name without a common root, as in topics of NTCIR, get a root
    without a name.

    >>> parse("<a>1 &lt; 2<b c='d'/></a>", TextReading("x.xml")).text
    '1 < 2'
    >>> [node.text for node in parse("<a>1</a><a>2</a>", TextReading("x.xml")).children]
    ['1', '2']
    """
    # The text is decoded already, so the declaration's encoding no longer holds. Blanked out, it
    # may also follow an empty line, as in some files.
    body = _DECLARATION.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text, count=1)
    builder = _Builder(body.encode("utf-8"), reading)
    error = builder.run()
    if error is not None and builder.repeats_root(error):
        several = _Builder(builder.body, reading, b"<_>")
        fault = several.run()
        if fault or len({child.name for child in several.root.children}) == 1:
            builder, error = several, fault
    if error is not None:
        builder.report(error)
    reading.check()
    return builder.root


class _Builder:
    """Builder of elements from expat's events."""

    __slots__ = ("_has_doctype", "_open", "_reading", "_start_tag", "body", "parser", "root")

    def __init__(self, body: bytes, reading: TextReading, start_tag: bytes = b"") -> None:
        self.body = body
        self._start_tag = start_tag
        self._has_doctype = False
        self._reading = reading
        self._open: list[Node] = []
        self.root = Node("", {}, 0)
        # Without name spaces: topic files use none, and a prefix stays part of the name.
        self.parser = expat.ParserCreate("utf-8")
        self.parser.buffer_text = True
        self.parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.EntityDeclHandler = self._entity_declared
        self.parser.SkippedEntityHandler = self._entity_skipped

    def run(self) -> expat.ExpatError | None:
        """Parse the whole text; return expat's error, if any."""
        try:
            self.parser.Parse(self._start_tag + self.body, False)
            end_tag = self._start_tag.replace(b"<", b"</") if len(self._open) == 1 else b""
            self.parser.Parse(end_tag, True)
        except expat.ExpatError as error:
            return error
        return None

    def repeats_root(self, error: expat.ExpatError) -> bool:
        """Return whether another element with the root's name begins where expat stopped."""
        again = rb"<%s[\s/>]" % re.escape(self.root.name.encode())
        return bool(
            expat.ErrorString(error.code) == "junk after document element"
            and re.compile(again).match(self.body, self.parser.ErrorByteIndex)
        )

    def report(self, error: expat.ExpatError) -> None:
        """Record expat's message, and which element is still open."""
        message = expat.ErrorString(error.code)
        opened = ""
        if self._open and message in ("no element found", "unclosed token", "mismatched tag"):
            node = self._open[-1]
            opened = f"; <{node.name}> of line {node.line} is still open"
        self._reading.problem(
            f"not well-formed XML: {message.removeprefix('not well-formed ')}{opened}",
            line=error.lineno,
            column=self._column(error.lineno, error.offset),
            hint=_HINTS.get(message),
        )

    def _here(self) -> tuple[int, int]:
        line = self.parser.CurrentLineNumber
        return line, self._column(line, self.parser.CurrentColumnNumber)

    def _column(self, line: int, before: int) -> int:
        """Return the column in the file after so many characters."""
        return before + 1 - (len(self._start_tag) if line == 1 else 0)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if self._has_doctype and attributes:
            self._check_attributes()
        line, column = self._here()
        node = Node(name, attributes, line)
        if self._open:
            self._open[-1].content.append(node)
        else:
            self.root = node
        self._open.append(node)
        if len(self._open) > _MAX_DEPTH:
            message = f"elements are nested more than {_MAX_DEPTH} deep"
            self._reading.problem(message, line=line, column=column)
            self._reading.check()

    def _end(self, _name: str) -> None:
        self._open.pop()

    def _characters(self, text: str) -> None:
        self._open[-1].content.append(text)

    def _entity_declared(self, name: str, *_details: object) -> None:
        # expat handles the five predefined entities itself: they never come here.
        line, column = self._here()
        self._reading.problem(
            f"the DTD declares the entity {name!r}",
            line=line,
            column=column,
            hint="entities are not expanded: write the text itself",
        )
        self._reading.check()

    def _doctype(self, *_details: object) -> None:
        self._has_doctype = True

    def _check_attributes(self) -> None:
        """Report entities in the attributes of the current tag.

        In a file with an external DTD expat drops them without calling any handler.
        """
        tag = _START_TAG.match(self.body, self.parser.CurrentByteIndex - len(self._start_tag))
        for name in _ENTITY.findall(tag[0] if tag else b""):
            self._entity_skipped(name.decode("utf-8"), 0)

    def _entity_skipped(self, name: str, _is_parameter: int) -> None:
        # Reached when the file names an external DTD, which could declare the entity.
        line, column = self._here()
        message = f"the entity {name!r} is not declared in the file, and DTDs are not fetched"
        self._reading.problem(message, line=line, column=column, hint=_HINTS["undefined entity"])


# --- rows of tables ----------------------------------------------------------------------------


def read_elements(
    content: bytes, where: str, name: str, rows_of: Callable[[Node, TextReading], Iterator[XmlRow]]
) -> InputTable:
    """Return the rows of each element of a name; all have the same columns."""
    reading = TextReading(where)
    root = parse(as_text(content, reading), reading)
    parts = [node for node in root.walk() if node.name == name]
    if not parts:
        reading.problem(f"there is no element <{name}>", line=root.line)
    rows = [row for part in parts for row in rows_of(part, reading)]
    reading.check()
    names = dict.fromkeys(name for values, _ in rows for name in values)
    for values, line in rows:
        for name in (name for name in names if name not in values):
            message = f"there is no {name} here, as other results have"
            reading.problem(message, line=line, hint="elements and passages are runs of their own")
    reading.check()
    lines = [line for _, line in rows]
    return InputTable(
        {name: [values[name] for values, _ in rows] for name in names},
        where,
        line=lines.__getitem__,
        warnings=tuple(reading.warnings),
        written=True,
    )
