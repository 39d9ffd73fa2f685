r"""Escapes that make texts from files, such as run tags, and file names safe to display.

Every displayed text passes through one of these functions: the lines and blocks of the command line
in `harness.cli.output`, tables and pages in their renderers.

On most systems a file name is any bytes. Python turns bytes that are not UTF-8 into lone
surrogates, which no file, table or terminal accepts. Texts show an escape instead, ``caf\xe9.run``;
where a name contains the look of an escape, its backslashes are doubled, so that different names
stay different. Task files name such files as they are shown.
"""

from __future__ import annotations

import os
import re
from unicodedata import bidirectional

#: A byte that is not UTF-8, or the look of its escape, with the backslashes before it.
_BYTE = re.compile("(\\\\*)([\udc80-\udcff])")
_LOOKS = re.compile(r"(\\+)(?=x[89a-f][0-9a-f])")
_ESCAPE = re.compile(r"(\\+)(x[89a-f][0-9a-f])")
#: Other lone surrogates, which names on Windows may have.
_HALF = re.compile("[\ud800-\udfff]")


class ShownPath(str):
    """A path as it is shown and stored, made by `shown_path`."""

    __slots__ = ()


def shown_path(path: str | os.PathLike[str]) -> ShownPath:
    r"""Return a path as it is shown and stored: UTF-8, different for different paths.

    A `ShownPath` is returned unchanged.

    >>> shown_path(os.fsdecode(b"runs/caf\xe9.run")) == r"runs/caf\xe9.run"
    True
    >>> shown_path(r"caf\xe9.run") == r"caf\\xe9.run"
    True
    >>> shown_path("café.run"), shown_path(r"a\b.run") == r"a\b.run"
    ('café.run', True)
    """
    if isinstance(path, ShownPath):
        return path
    text = os.fspath(path)
    if "\\" in text and os.sep != "\\":
        text = _LOOKS.sub(r"\1\1", text)
    return ShownPath(readable(text))


def real_path(shown: str) -> str:
    r"""Return the operating system's path for a shown path.

    >>> os.fsencode(real_path(r"runs/caf\xe9.run")), real_path(r"caf\\xe9.run")
    (b'runs/caf\xe9.run', 'caf\\xe9.run')
    """
    if "\\" not in shown or os.sep == "\\":
        return str(shown)
    return _ESCAPE.sub(_as_name, shown)


def readable(text: str) -> str:
    r"""Return a text that may contain names, with escapes for invalid UTF-8.

    >>> readable(os.fsdecode(b"there is no caf\xe9.run")) == r"there is no caf\xe9.run"
    True
    """
    return (
        text
        if text.isascii()
        else _HALF.sub(lambda half: f"\\u{ord(half[0]):04x}", _BYTE.sub(_as_byte, text))
    )


def _as_byte(match: re.Match[str]) -> str:
    return f"{match[1]}{match[1]}\\x{ord(match[2]) - 0xDC00:02x}"


def _as_name(match: re.Match[str]) -> str:
    slashes, byte = match.groups()
    kept = "\\" * (len(slashes) // 2)
    return f"{kept}{chr(0xDC00 + int(byte[1:], 16))}" if len(slashes) % 2 else f"{kept}{byte}"


#: Characters that move a cursor, end a line or turn the direction of writing, and lone surrogates.
_ACTING = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
#: Those that our own drawings lack: drawings use line ends, tabs, bold and the marks of `isolate`.
_FOREIGN = re.compile(
    "\x1b(?!\\[[0-9;]{0,9}m)"
    "|[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f-\x9f\u061c\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
#: Harmless ASCII, with line feeds and tabs.
_PLAIN = bytes([0x09, 0x0A, *range(0x20, 0x7F)])
#: Those that a JSON encoder does not escape.
_IN_JSON = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")

#: A text that a spreadsheet takes for a formula (some drop leading white space), or one with
#: apostrophes in front, which would equal another guarded text.
_FORMULA = re.compile(r"'*\s*[=+\-@＝＋－＠]")

#: The most characters of a word; the first and the last characters shown of a longer one.
_LONGEST, _FIRST, _LAST = 300, 120, 40
_LONG_WORD = re.compile(rf"\S{{{_LONGEST + 1},}}")
#: The most characters of a message, about.
_LONGEST_TEXT = 2000


def visible(text: str) -> str:
    r"""Escape the control characters, line ends and direction marks of a text.

    >>> print(visible("\x1b[2J \u202eabc\n"))
    \x1b[2J \u202eabc\n
    """
    return _ACTING.sub(_escape, text)


def drawing(text: str) -> str:
    r"""Escape our own drawing of several lines, which may keep bold and nothing else that acts.

    >>> print(drawing("run\tAP\n\x1b]0;mine\x07 0.25").expandtabs())
    run     AP
    \x1b]0;mine\x07 0.25
    """
    content = text.encode(errors="surrogatepass")
    drawn = draw(content)
    return text if drawn is content else drawn.decode()


def draw(content: bytes) -> bytes:
    """Encode a `drawing` in UTF-8."""
    # Long outputs are mostly plain: deleting plain bytes takes a fraction of the search.
    left = content.translate(None, _PLAIN)
    if b"\x1b" in left or _FOREIGN.search(left.decode(errors="surrogatepass")):
        return _FOREIGN.sub(_escape, content.decode(errors="surrogatepass")).encode()
    return content


def harmless_json(text: str) -> str:
    r"""Return an equivalent JSON text without characters that act on a terminal.

    >>> print(harmless_json('"\x9b2J \u202e"'))
    "\u009b2J \u202e"
    """
    return _IN_JSON.sub(_json_escape, text)


def _json_escape(match: re.Match[str]) -> str:
    escape = readable(match[0])  # for a name that is not UTF-8
    return f"\\u{ord(match[0]):04x}" if escape == match[0] else f"\\{escape}"


def _escape(match: re.Match[str]) -> str:
    escape = readable(match[0])  # for a name that is not UTF-8
    return escape if escape != match[0] else match[0].encode("unicode_escape").decode()


def guard(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula.

    >>> guard("=cmd()"), guard("bm25"), guard("'=cmd()")
    ("'=cmd()", 'bm25', "''=cmd()")
    """
    return f"'{text}" if _FORMULA.match(text) else text


def unguard(text: str) -> str:
    """Undo `guard`.

    >>> unguard("'=cmd()"), unguard("bm25"), unguard("'tis")
    ('=cmd()', 'bm25', "'tis")
    """
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text


def brief(text: str) -> str:
    """Shorten a long message, and long words in it.

    An identifier in a file may have millions of characters.

    >>> brief("the tag 'bm25' is wrong")
    "the tag 'bm25' is wrong"
    >>> len(brief("the tag " + 1_000_000 * "x"))
    192
    """
    text = _LONG_WORD.sub(_shorten, text)
    return text if len(text) <= _LONGEST_TEXT else f"{text[: _LONGEST_TEXT - 200]} … {text[-100:]}"


def _shorten(match: re.Match[str]) -> str:
    word = match[0]
    return f"{word[:_FIRST]}…{word[-_LAST:]} ({len(word):,} characters)"


def isolate(text: str) -> str:
    r"""Isolate the direction of a text from the text around it.

    Hebrew letters, for example, reverse the numbers after them on a line, so that columns of a
    table change places. Direction marks, which have no width, prevent it.

    >>> isolate("abc"), isolate("אבג").encode("unicode_escape")
    ('abc', b'\\u200e\\u05d0\\u05d1\\u05d2\\u200e')
    """
    if text.isascii():
        return text
    turned = any(bidirectional(character) in ("R", "AL", "AN") for character in text)
    return f"\u200e{text}\u200e" if turned else text
