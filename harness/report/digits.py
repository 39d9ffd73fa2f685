"""Many numbers as text at once: the same characters as ``%`` makes of each."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from harness.core.arrays import Floats

Characters = npt.NDArray[np.uint8]

_ZERO, _POINT, _MINUS = b"0.-"
#: Larger numbers have digits that are not computed exactly here.
_LARGEST = 1e9
#: So near to the middle between two numbers, the exact value decides which is printed.
_NEAR = 1e-6


def fixed(values: Floats, decimals: int) -> Characters | None:
    """The characters [R, C, W] of numbers [R, C] with so many decimals, 0 where there is none.

    None where one of them is large or not finite.

    >>> [row.tobytes().replace(bytes(1), b"") for row in fixed(np.array([[0.5], [12.34567]]), 4)]
    [b'0.5000', b'12.3457']
    """
    scaled = np.abs(values) * 10**decimals
    if not (scaled <= _LARGEST).all():
        return None
    negative = np.signbit(values) if decimals else values < 0
    number = np.rint(scaled)
    left = number.astype(np.int64)
    width = max(decimals + 1, len(str(int(left.max(initial=0)) + 1)))
    signed = bool(negative.any())
    characters = np.zeros((*values.shape, signed + width + (decimals > 0)), dtype=np.uint8)
    if signed:
        characters[..., 0] = np.where(negative, _MINUS, 0)
    position = characters.shape[-1] - 1
    for digit_number in range(width):
        if decimals and digit_number == decimals:
            characters[..., position] = _POINT
            position -= 1
        rest = left // 10
        digit = left - 10 * rest + _ZERO
        # Leading zeros are none, but the one before the point.
        is_there = (left > 0) | (digit_number <= decimals)
        characters[..., position] = np.where(is_there, digit, 0)
        left, position = rest, position - 1
    for cell in zip(*np.nonzero(np.abs(np.abs(scaled - number) - 0.5) < _NEAR), strict=True):
        text = f"{values[cell]:.{decimals}f}".encode()
        characters[cell] = np.frombuffer(text.rjust(characters.shape[-1], b"\0"), dtype=np.uint8)
    return characters


def encoded(texts: list[str]) -> Characters:
    r"""The characters [R, W] of texts that have no zero byte.

    >>> encoded(["a", "bc"]).tobytes()
    b'a\x00bc'
    """
    names = np.array([text.encode() for text in texts], dtype=np.bytes_)
    return names.view(np.uint8).reshape(len(texts), -1)


def joined(rows: int, parts: Iterable[Characters]) -> str:
    r"""The text of so many rows of parts [R, W] (or [1, W]: the same in each) beside each other.

    >>> joined(2, [encoded(["a", "bc"]), encoded(["\n"])])
    'a\nbc\n'
    """
    known = list(parts)
    stops = np.cumsum([part.shape[1] for part in known]).tolist()
    characters = np.empty((rows, stops[-1]), dtype=np.uint8)
    for part, stop in zip(known, stops, strict=True):
        characters[:, stop - part.shape[1] : stop] = part
    text: str = characters[characters != 0].tobytes().decode()
    return text
