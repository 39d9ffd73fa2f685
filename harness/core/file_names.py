r"""Names of files as texts: every name in one way, and no two names alike.

On most systems a name is any bytes. Those that are not UTF-8 come to Python as halves of surrogate
pairs, which no file, table or terminal takes. Texts have an escape in their place, ``caf\xe9.run``;
where a name itself has what looks like one, its backslashes are doubled. Task files name such files
as they are shown.
"""

from __future__ import annotations

import os
import re

#: A byte that is no UTF-8, or what looks like its escape, with the backslashes before it.
_BYTE = re.compile("(\\\\*)([\udc80-\udcff])")
_LOOKS = re.compile(r"(\\+)(?=x[89a-f][0-9a-f])")
_ESCAPE = re.compile(r"(\\+)(x[89a-f][0-9a-f])")
#: Other halves of pairs, which names of Windows may have.
_HALF = re.compile("[\ud800-\udfff]")


class ShownPath(str):
    """A path as it is shown and stored, made by `shown_path`."""

    __slots__ = ()


def shown_path(path: str | os.PathLike[str]) -> ShownPath:
    r"""Return a path as it is shown and stored: UTF-8, different for different paths.

    One that is a `ShownPath` stays as it is.

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
    return ShownPath(_HALF.sub(_as_half, _BYTE.sub(_as_byte, text)))


def real_path(shown: str) -> str:
    r"""Return the path that is shown like this, for the operating system.

    >>> os.fsencode(real_path(r"runs/caf\xe9.run")), real_path(r"caf\\xe9.run")
    (b'runs/caf\xe9.run', 'caf\\xe9.run')
    """
    if "\\" not in shown or os.sep == "\\":
        return str(shown)
    return _ESCAPE.sub(_as_name, shown)


def readable(text: str) -> str:
    r"""Return a text in which names may stand, with escapes for what is no UTF-8.

    >>> readable(os.fsdecode(b"there is no caf\xe9.run")) == r"there is no caf\xe9.run"
    True
    """
    return text if text.isascii() else _HALF.sub(_as_half, _BYTE.sub(_as_byte, text))


def _as_byte(match: re.Match[str]) -> str:
    return f"{match[1]}{match[1]}\\x{ord(match[2]) - 0xDC00:02x}"


def _as_half(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"


def _as_name(match: re.Match[str]) -> str:
    slashes, byte = match.groups()
    kept = "\\" * (len(slashes) // 2)
    return f"{kept}{chr(0xDC00 + int(byte[1:], 16))}" if len(slashes) % 2 else f"{kept}{byte}"
