"""The kernel in C does what its twin in Python does, whatever bytes it gets."""

from __future__ import annotations

import locale
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from harness.core import kernel, kernel_lines
from harness.core.columns import TextColumn
from harness.core.engines import BLOCKS, DECIMAL, INTEGER, REST, SKIP, TEXT
from harness.core.kernel_twin import TWIN
from tests.by_hand import decimal
from tests.each import each

HERE = Path(__file__).parent
SOURCE = Path(kernel.__file__).with_name("kernel.c")


@pytest.fixture
def native():
    if kernel.why_not():
        pytest.skip(kernel.why_not())
    return kernel.engine()


def built():
    """The kernel outside of a fixture, for examples that are drawn."""
    if kernel.why_not():
        pytest.skip(kernel.why_not())
    return kernel.engine()


def plain(lines, left):
    """What was made of lines, to be compared, with bits in the place of doubles."""
    columns = []
    for field, made in enumerate(lines.columns):
        values = [array.view(np.int64) if array.dtype == float else array for array in made]
        # What is written for a number that is not read is nobody's business.
        columns.append(
            [
                [
                    0 if (row, field) in left and len(made) == 1 else value
                    for row, value in enumerate(array.tolist())
                ]
                for array in values
            ]
        )
    return columns, lines.height, lines.faults.tolist(), lines.longer, lines.beyond_ascii


def left_of(lines):
    return set(map(tuple, lines.left.tolist()))


PIECES = st.sampled_from(
    [
        *(b"\n", b"\n\n", b"\r\n", b" ", b"  ", b"\t", b" \n", b"\v\f", b"\x1c", b"\0", b"\x80"),
        *(b"#", b"<", b"\xef\xbb\xbf", b"\xc3\xa9", b"\xff", b"d" * 63, b"x" * 130),
        *(b"1", b"-1", b"+", b".", b"2.5", b"1e5", b"1e-300", b"1e400", b"inf", b"0x10", b"1_0"),
        *(b"0.7071067811865476", b"9007199254740993", b"18446744073709551616", b"9" * 25),
        *(b"1 Q0 d1 1 2.5 a\n", b"1 Q0 d1 1 2.5 a\n" * 7, b"2\tQ0\td2\t1\t-0.0\tb\n"),
    ]
)
CONTENTS = st.one_of(st.lists(PIECES, max_size=40).map(b"".join), st.binary(max_size=300))
KINDS = st.lists(st.sampled_from([SKIP, TEXT, BLOCKS, DECIMAL, INTEGER]), min_size=1, max_size=7)


@settings(max_examples=5 * settings().max_examples)
@given(CONTENTS, KINDS, st.booleans(), st.booleans(), st.booleans())
@example(b"1 a" + b" " * 61 + b"\nb c\n", [TEXT, TEXT], False, False, False)
@example(b"18446744073709551616", [DECIMAL], False, False, False)
@example(b"a" * 64, [TEXT], False, False, False)
@example(b"a" * 63 + b"\n", [TEXT], False, False, False)
def test_lines_are_taken_apart_as_by_the_twin(content, kinds, rest, extra, records):
    kinds = [*kinds, REST] if rest else kinds
    how = {"extra": extra or rest, "records": records}
    here, there = built().parse(content, kinds, **how), TWIN.parse(content, kinds, **how)
    if here is None or there is None:
        assert here is there
        return
    # The kernel leaves more numbers to be read than the twin, none of which is wrong then.
    more = left_of(here) - left_of(there)
    assert left_of(there) <= left_of(here)
    for *_, start, length in more:
        text = content[start : start + length].decode()
        assert decimal(text) is not None or text.lstrip("+-").isdigit()
    left = {(row, field) for row, field, *_ in left_of(here)}
    assert plain(here, left) == plain(there, left)


@settings(max_examples=2 * settings().max_examples)
@given(CONTENTS, KINDS, st.booleans(), st.booleans(), st.booleans(), st.integers(1, 90))
@example(b"1 a\n1 b\n2 c\n2 d\n2 e\n", [BLOCKS, TEXT], False, False, False, 4)
@example(b"1 a\n1\n1 b\n2 c\n2 d\n", [BLOCKS, TEXT], False, False, False, 4)
def test_pieces_of_lines_are_parsed_as_all_at_once(content, kinds, rest, extra, records, size):
    kinds = [*kinds, REST] if rest else kinds
    how = {"extra": extra or rest, "records": records}
    whole = built().parse(content, kinds, **how)
    with patch.object(kernel_lines, "_PIECE", size):
        parts = built().parse(content, kinds, **how)
    if parts is None:  # a piece that begins with < may be XML
        assert whole is None or b"\n<" in content
        return
    assert whole is not None
    assert left_of(parts) == left_of(whole)
    left = {(row, field) for row, field, *_ in left_of(whole)}
    assert plain(parts, left) == plain(whole, left)


_digits = st.text("0123456789", max_size=22)
_numbers = st.one_of(
    st.builds("{}{}.{}".format, st.sampled_from(["", "-", "+"]), _digits, _digits),
    st.builds("{}{}".format, st.sampled_from(["", "-"]), st.integers(0, 10**20)),
    st.builds(
        "{}{}.{}e{}".format, st.sampled_from(["", "-"]), _digits, _digits, st.integers(-45, 45)
    ),
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.floats(-1e6, 1e6).map(repr),
    st.floats(-1e6, 1e6).map("{:.4f}".format),
)
EDGES = [
    *("9007199254740991", "9007199254740992", "9007199254740993", "0.1", "-0", "-0.0", "5."),
    *(".5", "-.5", "123456789012345.6", "1.23456789012345", "0000000000000001", "00.000000001"),
    *("4.35", "0.000001", "8.5", "2.2250738585072014e-308", "1e23", "72057594037927933"),
    *("0.7071067811865476", "9007199254740993e-27", "9223372036854775809e27", "1e22", "1e-22"),
    *("18014398509481985", "18014398509481987", "9007199254740993.0", "4503599627370497.5"),
    # Halfway between two doubles, and a bit beside.
    *("136.90608242222712000000000000000000", "0.000100", "100.0", "1.010010"),
    *("9007199254740994.9999", "1.00000000000000011102", "1.0000000000000001110", "0.3e-5"),
]


def one_number(text):
    """The value of a number by the kernel; None where it is left to be read elsewhere."""
    lines = built().parse(text.encode() + b"\n", [DECIMAL], extra=False, records=True)
    return None if len(lines.left) else lines.columns[0][0][0]


@settings(max_examples=10 * settings().max_examples)
@given(_numbers)
def test_each_number_is_the_double_next_to_it(text):
    if decimal(text) is None:
        return
    value = one_number(text)
    assert value is None or value.view(np.uint64) == np.float64(text).view(np.uint64)


@each(EDGES)
def test_at_the_ends_of_what_is_exact(text):
    value = one_number(text)
    assert value is None or value.view(np.uint64) == np.float64(text).view(np.uint64)


@pytest.mark.parametrize("text", ["0.7071067811865476", "12.5", "1e-9", "123456789.123456789"])
def test_what_is_usual_is_not_left(text, native):
    assert one_number(text) == float(text)


@each(["nan", "inf", "1e400", "0x10", "1_0", "٣", "1,5", "-", "", "1e", "."])
def test_what_is_no_usual_number_is_left(text, native):
    if text:
        assert one_number(text) is None


def test_numbers_do_not_depend_on_the_locale(native):
    before = locale.setlocale(locale.LC_NUMERIC)
    known = subprocess.run(["locale", "-a"], capture_output=True, text=True, check=False).stdout
    comma = next((name for name in known.split() if name.startswith(("de_", "fr_", "nl_"))), None)
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ)
        if comma is None:
            if not shutil.which("localedef") or not Path("/usr/share/i18n/locales/de_DE").exists():
                pytest.skip("no locale with a decimal comma can be had here")
            comma = f"{folder}/de_DE.UTF-8"
            subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", comma], check=True)
            environment["LOCPATH"] = folder
        program = (
            "import locale, sys\nfrom harness.core.engines import DECIMAL\nfrom harness.core.kernel import engine\n"
            f"locale.setlocale(locale.LC_ALL, {Path(comma).name!r})\n"
            "assert locale.localeconv()['decimal_point'] == ','\n"
            "lines = engine().parse(b'0.7071067811865476\\n2.5\\n', [DECIMAL], extra=False, records=True)\n"
            "print(engine().name, lines.columns[0][0].tolist(), len(lines.left))"
        )
        done = subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            env=environment,
            check=True,
        )
    assert done.stdout.split() == ["kernel", "[0.7071067811865476,", "2.5]", "0"]
    assert locale.setlocale(locale.LC_NUMERIC) == before


# --- numbers and rows as text --------------------------------------------------------------------

_written = st.one_of(
    st.floats(),
    st.floats(0, 1),
    st.floats(-1e9, 1e9),
    st.integers(-(10**10), 10**10).map(float),
    st.builds(
        lambda digits, places: digits / 10**places, st.integers(0, 10**17), st.integers(0, 21)
    ),
    st.builds(lambda part, whole: part / whole, st.integers(0, 1000), st.integers(1, 1000)),
    st.builds(lambda digits, places: digits / 2**places, st.integers(0, 2**20), st.integers(0, 40)),
    st.builds(
        lambda base, exponent, side: float(np.nextafter(float(base) ** exponent, side)),
        st.sampled_from([2, 10]),
        st.integers(-20, 12),
        st.sampled_from([0, np.inf]),
    ),
)


@settings(max_examples=10 * settings().max_examples)
@given(st.lists(st.tuples(_written, st.sampled_from([-1, 0, 1, 4, 9, 12])), max_size=8))
@example([(0.5, -1), (0.1, -1), (2.0, -1), (-0.0, -1), (-0.0, 4), (2.0**-13, -1), (1e-4, -1)])
@example([(0.03125, 4), (0.09375, 4), (0.5, 0), (1.5, 0), (2.5, 0), (-1e-9, 4), (1e9, 4)])
@example([(0.1 + 0.2, -1), (5e-324, -1), (5e-324, 9), (2.0**29, -1), (9007199254740993.0, -1)])
@example([(999999999.9999999, -1), (999999999.9999999, 4), (0.9999999999999999, -1)])
def test_numbers_are_written_as_by_python(numbers):
    values = np.array([value for value, _ in numbers], dtype=float)
    decimals = np.array([places for _, places in numbers], dtype=np.int8)
    expected = [repr(v) if places < 0 else f"{v:.{places}f}" for v, places in numbers]
    for engine in (built(), TWIN):
        content, starts, lengths, rows = engine.decimals(values, decimals)
        texts, left = TextColumn(content, starts, lengths).texts(), rows.tolist()
        assert [
            expected[row] if row in left else text for row, text in enumerate(texts)
        ] == expected
        assert all(texts[row] == "" for row in left)


@pytest.mark.parametrize("number", [0.0, 0.5, 1 / 3, 0.2, 17.0, 123456.789, 0.00012, -0.7])
def test_what_is_usual_is_written(number, native):
    values, decimals = np.full(2, number), np.array([-1, 4], np.int8)
    *_, left = native.decimals(values, decimals)
    assert not len(left)


@given(
    st.integers(1, 4).flatmap(
        lambda count: st.lists(st.tuples(*[st.text(max_size=40)] * count), min_size=1, max_size=6)
    ),
    st.data(),
)
def test_rows_are_texts_one_after_the_other(rows, data):
    count = len(rows[0])
    between = data.draw(st.lists(st.text(max_size=40), min_size=count + 1, max_size=count + 1))
    columns = [TextColumn.made(texts) for texts in zip(*rows, strict=True)]
    expected = "".join(
        between[0] + "".join(text + behind for text, behind in zip(row, between[1:], strict=True))
        for row in rows
    )
    for engine in (built(), TWIN):
        assert engine.rows(columns, [text.encode() for text in between]).decode() == expected


# --- look-up and order --------------------------------------------------------------------------

_docs = st.lists(
    st.text(st.sampled_from("ab\u00e9"), max_size=3)
    | st.sampled_from(["d" * 7, "d" * 8, "d" * 9, "d" * 8 + "e"]),
    max_size=12,
)


@given(_docs)
def test_hashes_are_those_of_the_twin(docs):
    texts = TextColumn.made(docs)
    assert built().hashes(texts).tolist() == TWIN.hashes(texts).tolist()


@settings(max_examples=3 * settings().max_examples)
@given(
    st.lists(_docs, min_size=1, max_size=4),
    st.lists(st.tuples(st.integers(0, 3), _docs), max_size=5),
)
def test_documents_are_found_as_by_the_twin(judged, asked):
    native = built()
    docs = TextColumn.made([doc for topic in judged for doc in topic])
    firsts = np.cumsum([0, *map(len, judged)])
    tables = native.table(docs, firsts), TWIN.table(docs, firsts)
    assert tables[0].repeated == tables[1].repeated
    blocks = [(code % len(judged), found) for code, found in asked]
    sought = TextColumn.made([doc for _, found in blocks for doc in found])
    codes, sizes = np.array([c for c, _ in blocks], int), np.array([len(f) for _, f in blocks], int)
    if tables[0].repeated >= 0:
        return
    rows, keys = tables[0].find(sought, codes, sizes)
    assert rows.tolist() == tables[1].find(sought, codes, sizes)[0].tolist()
    repeated = TWIN.repeated(sought, None, sizes)
    assert native.repeated(sought, keys, sizes) == native.repeated(sought, None, sizes) == repeated


@settings(max_examples=3 * settings().max_examples)
@given(
    st.lists(
        st.lists(st.sampled_from([0.0, -0.0, 1.5, 2.0, np.inf, -np.inf]), max_size=40), max_size=4
    ),
    st.randoms(use_true_random=False),
    st.booleans(),
)
def test_rankings_have_the_order_of_the_twin(blocks, random, some):
    scores = np.array([score for block in blocks for score in block], dtype=float)
    docs = TextColumn.made([f"d{random.randrange(50)}" for _ in scores])
    sizes = np.array([len(block) for block in blocks], dtype=np.int64)
    chosen = np.array([random.random() < 0.3 for _ in scores], dtype=bool) if some else None
    (order, tied), (expected, num_tied) = (
        engine.best_first(docs, scores, sizes, chosen) for engine in (built(), TWIN)
    )
    every = list(range(len(scores)))
    assert tied == num_tied
    assert (every if order is None else order.tolist()) == (
        every if expected is None else expected.tolist()
    )


# --- which of both works -------------------------------------------------------------------------


def test_the_twin_works_where_that_is_asked_for(monkeypatch):
    monkeypatch.setenv(kernel.VARIABLE, "0")
    assert kernel.engine() is TWIN
    assert kernel.describe() == "twin (HARNESS_KERNEL=0)"


def test_the_twin_works_on_what_is_not_trusted(monkeypatch):
    monkeypatch.setenv("HARNESS_UNTRUSTED", "1")
    assert kernel.engine() is TWIN


def test_two_processes_have_two_seeds(native):
    program = "from harness.core.kernel import engine; print(engine()._seed)"
    seeds = {subprocess.check_output([sys.executable, "-c", program]) for _ in range(2)}
    assert len(seeds) == 2


def test_random_bytes_do_no_harm_under_sanitizers(tmp_path):
    """Memory that is not ours, and arithmetic without a meaning, end the program."""
    program = tmp_path / "fuzzer"
    flags = ["-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-DALONE"]
    for compiler in filter(shutil.which, ("gcc", "clang")):
        command = [compiler, *flags, "-o", str(program), str(HERE / "fuzzer.c"), "-lm"]
        if subprocess.run(command, capture_output=True, check=False).returncode == 0:
            break
    else:
        pytest.skip("there is no compiler with sanitizers")
    done = subprocess.run([str(program), "20000"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "20000 inputs" in done.stdout
