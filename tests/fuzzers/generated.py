"""Files of fields for fuzzing readers: records of a layout, mostly sound, and what befalls files.

Faults are those that files have: a lost line end, a field moved to another line, a foreign byte.
So most files get far into a reader, and many are still accepted.
"""

from __future__ import annotations

from random import Random

from harness.formats.records import LineFields

IDS = [
    *("a", "007", "1e5", "null", "NA", "-0", '"q', "'", "a,b", "#", "x#y", "true", "L2", "S", "X"),
    *("é", "猫", "\ufeff", "\x85", "\xa0", "\u2028", "\x01", "\x1c", "\x1f", "\x7f", "y" * 300),
]
INTEGERS = [
    *("+1", "-0", "007", "-1", "-2", "2147483648", "9223372036854775807", "9223372036854775808"),
    *("-9223372036854775807", "-9223372036854775808", "-9223372036854775809", "9" * 25),
    *("0" * 5000 + "1", "9" * 5000, "1.0", "1e3", "0x1", "٣", "1_0", "-", "+", "--1", "X", "NA"),
]
DECIMALS = [
    *("+1.5", ".5", "5.", "-0", "1e-3", "-2E+1", "1e400", "-1e400", "1e-400", "1e-310", "4.9e-324"),
    *("1.7976931348623157e308", "1.7976931348623159e308", "0.1234567890123456789", "9" * 400),
    *("inf", "-inf", "+Inf", "INFINITY", "-infinity", "infinit", "infx", "nan", "-NaN", "nan(1)"),
    *("0x10", "1_0", "1d5", "2,5", "1e", "1e+", "e5", ".", "+", "-", "1.2.3", "٣", "1f", "X", "NA"),
    *("9007199254740993", "1" + "0" * 5000, "0." + "0" * 400 + "1", "-.5e-5", "+-1", "true"),
]
RESTS = [
    *("", "1 1:60", "126 126:28761 28893:20397", "0 0:1", "x 1:2", "1", "1 1-2", "-1 1:2"),
    *(
        "9" * 25 + " 1:2",
        "9" * 5000 + " 1:2",
        "1 1:" + "9" * 30,
        "1 " + "9" * 5000 + ":1",
        "+1 1:2",
    ),
]


def content_of(rng: Random, layout: LineFields) -> bytes:
    """The bytes of a file that has, or should have, records of a layout."""
    separator = rng.choice([" ", " ", "\t"])
    oddity = rng.choice([0.0, 0.0, 0.0, 0.002, 0.02, 0.3])
    size = rng.choice(
        [rng.randint(1, 4), rng.randint(1, 4), rng.randint(5, 40), rng.randint(90, 300)]
    )
    lines = [
        separator.join(_record(rng, layout, row, oddity)).encode("utf-8") for row in range(size)
    ]
    for _ in range(rng.choice([0, 0, 0, 1, 1, 1, 2, 3, 8])):
        rng.choice(LINE_FAULTS)(rng, lines, separator.encode())
    content = b"\n".join(lines) + (b"\n" if rng.random() < 0.8 else b"")
    for _ in range(rng.choice([0, 0, 0, 0, 1, 1, 2])):
        content = rng.choice(FILE_FAULTS)(rng, content)
    return content


def _record(rng: Random, layout: LineFields, row: int, oddity: float) -> list[str]:
    fields = [_field(rng, layout, name, row, oddity) for name in layout.fields]
    if layout.rest:
        fields += rng.choice(RESTS if rng.random() < oddity else RESTS[:4]).split()
    return fields


def _field(rng: Random, layout: LineFields, name: str, row: int, oddity: float) -> str:
    odd = rng.random() < oddity
    if name in layout.integers:
        return rng.choice(INTEGERS) if odd else str(rng.randint(0, 4))
    if name in layout.decimals:
        return rng.choice(DECIMALS) if odd else f"{rng.uniform(-3, 30):.{rng.randint(0, 7)}f}"
    if name == "doc":
        return f"d{row}{rng.choice(IDS) if odd else ''}"
    if name == "letter":
        return rng.choice("SABC")
    if name == "level":
        return f"L{rng.randint(0, 3)}"
    return (
        rng.choice(IDS) if odd else {"topic": str(row // 50), "rank": str(row % 50)}.get(name, "t")
    )


# --- what befalls lines: (random numbers, lines, separator) ----------------------------------------


def _change(rng: Random, lines: list[bytes], old: bytes, new: bytes) -> None:
    """Replace one of the places where a line has something."""
    row = rng.randrange(len(lines))
    parts = lines[row].split(old)
    if len(parts) > 1:
        cut = rng.randrange(1, len(parts))
        lines[row] = old.join(parts[:cut]) + new + old.join(parts[cut:])


def _another_blank(rng: Random, lines: list[bytes], separator: bytes) -> None:
    _change(rng, lines, separator, rng.choice([b"  ", b"\t", b" ", b"\v", b"\f", b"\r", b" \t "]))


def _lost_separator(rng: Random, lines: list[bytes], separator: bytes) -> None:
    _change(rng, lines, separator, b"")


def _split_line(rng: Random, lines: list[bytes], separator: bytes) -> None:
    _change(rng, lines, separator, b"\n")


def _more_fields(rng: Random, lines: list[bytes], separator: bytes) -> None:
    _change(rng, lines, separator, separator + rng.choice([b"1", b"x"]) + separator)


def _further_field(rng: Random, lines: list[bytes], separator: bytes) -> None:
    lines[rng.randrange(len(lines))] += separator + rng.choice([b"1", b"x", b"", b"x y"])


def _fewer_fields(rng: Random, lines: list[bytes], separator: bytes) -> None:
    row = rng.randrange(len(lines))
    fields = lines[row].split(separator)
    del fields[rng.randrange(len(fields))]
    lines[row] = separator.join(fields)


def _moved_field(rng: Random, lines: list[bytes], separator: bytes) -> None:
    """One line too long and another too short: their sum is right."""
    taken, given = rng.randrange(len(lines)), rng.randrange(len(lines))
    fields = lines[taken].split(separator)
    moved = fields.pop(rng.randrange(len(fields)))
    lines[taken] = separator.join(fields)
    fields = lines[given].split(separator)
    fields.insert(rng.randint(0, len(fields)), moved)
    lines[given] = separator.join(fields)


def _merged(rng: Random, lines: list[bytes], separator: bytes) -> None:
    if len(lines) > 1:
        row = rng.randrange(len(lines) - 1)
        lines[row] += rng.choice([b"", separator, b"\r"]) + lines.pop(row + 1)


def _around(rng: Random, lines: list[bytes], separator: bytes) -> None:
    row = rng.randrange(len(lines))
    blank = rng.choice([b" ", b"\t", b"\r", b"\v", b"  "])
    lines[row] = blank + lines[row] if rng.random() < 0.5 else lines[row] + blank


def _no_record(rng: Random, lines: list[bytes], separator: bytes) -> None:
    line = rng.choice(
        [
            b"",
            b" ",
            b"\t",
            b"\r",
            b"#",
            b"# made by hand",
            "# é".encode(),
            b"# \xe9",
            b"#\xc3",
            b" # x",
            b"#x y",
            b"\xef\xbb\xbf# x",
            b"\xef\xbb\xbf",
        ]
    )
    lines.insert(rng.choice([0, 0, len(lines), rng.randint(0, len(lines))]), line)


def _hashtag(rng: Random, lines: list[bytes], separator: bytes) -> None:
    row = rng.randrange(len(lines))
    lines[row] = rng.choice([b"#", b"# ", b"\xef\xbb\xbf", b"\xef\xbb\xbf#"]) + lines[row]


def _foreign(rng: Random, lines: list[bytes], separator: bytes) -> None:
    row = rng.randrange(len(lines))
    at = rng.randint(0, len(lines[row]))
    byte = rng.choice(
        [b"\xe9", b"\xff", b"\xc3", b"\x80", b"\x01", b"\x1c", b"\0", b'"', b"\xef\xbb\xbf"]
    )
    lines[row] = lines[row][:at] + byte + lines[row][at:]


def _junk(rng: Random, lines: list[bytes], separator: bytes) -> None:
    junk = [b"junk", b"topic iter doc grade", b"qid Q0 docno rank score tag", b'"', b"(\xb5/\xfd"]
    lines.insert(rng.choice([0, rng.randint(0, len(lines))]), rng.choice(junk))


LINE_FAULTS = [
    *(_another_blank, _lost_separator, _split_line, _more_fields, _further_field, _fewer_fields),
    *(_moved_field, _merged, _around, _no_record, _hashtag, _foreign, _junk),
]


# --- what befalls files: (random numbers, content) -------------------------------------------------


def _one_line_end(rng: Random, content: bytes) -> bytes:
    ends = [at for at, byte in enumerate(content) if byte == 10]
    at = rng.choice(ends) if ends else 0
    return content[:at] + rng.choice([b"\r\n", b"\r", b"\n\n"]) + content[at + 1 :]


FILE_FAULTS = [
    lambda rng, content: content.replace(b"\n", b"\r\n"),
    lambda rng, content: content.replace(b"\n", b"\r"),
    lambda rng, content: content.replace(b"\r", b"").replace(b"\n", b"\r"),
    lambda rng, content: b"\xef\xbb\xbf" + content,
    lambda rng, content: (
        content.rstrip() + rng.choice([b"\n\n\n", b" \n", b" ", b"\r\n\r\n", b"\t\n\n"])
    ),
    lambda rng, content: content.decode("latin-1").encode(rng.choice(["utf-8", "utf-16"])),
    lambda rng, content: content.decode("utf-8", "replace").encode("latin-1", "replace"),
    lambda rng, content: content[: rng.randint(0, len(content))],
    _one_line_end,
]
