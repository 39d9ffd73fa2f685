"""Files of fields: kernel and twin read the same of every way to write them, and problems have a place."""

from __future__ import annotations

import polars as pl
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from harness.core import kernel
from harness.core.errors import MAX_PROBLEMS, InputError, Problem
from harness.core.notes import Note
from harness.core.numbers import decimal, integer
from harness.formats.delimited import read_fields
from harness.formats.files import first_records, text_bytes
from harness.formats.records import LineFields, Records
from tests.each import each

LAYOUT = LineFields(
    fields=("topic", "doc", "rank", "score"),
    keep=("topic", "doc", "rank", "score"),
    integers=frozenset({"rank"}),
    decimals=frozenset({"score"}),
)
EXTRA = LineFields(("topic", "doc"), ("topic", "doc"), extra=True)
REST = LineFields(("topic", "doc"), ("topic", "doc", "rest"), extra=True, rest="rest")


def read(content: bytes, layout: LineFields = LAYOUT) -> tuple[pl.DataFrame, tuple[Note, ...]]:
    return read_fields(Records(content, "a.txt", layout), layout)


def rows(content: bytes, layout: LineFields = LAYOUT) -> list[tuple[object, ...]]:
    return read(content, layout)[0].rows()


def problems(content: bytes, layout: LineFields = LAYOUT) -> list[str]:
    with pytest.raises(InputError) as caught:
        read(content, layout)
    return [str(problem) for problem in caught.value.problems]


@pytest.fixture(params=["kernel", "twin"], autouse=True)
def engine(request, monkeypatch):
    if request.param == "twin":
        monkeypatch.setenv(kernel.VARIABLE, "0")
    elif kernel.why_not():
        pytest.skip(kernel.why_not())


ONE = [("1", "d1", 1, 2.5)]


@each(
    [
        b"1 d1 1 2.5\n",
        b"1\td1\t1\t2.5\n",
        b"1 d1 1 2.5",
        b"1 d1 1 2.5\r\n",
        b"1 d1 1 2.5\n\n\n",
        b"# head  er\n#\n1 d1 1 2.5\n",
        b"1  d1 1 2.5\n",
        b" 1 d1 1 2.5\n",
        b"1 d1\t1 2.5\n",
        b"1 d1 1 2.5 \n",
        b"1 d1 1 2.5 \n1 d1 1 2.5\n",
        b"\n\n1 d1 1 2.5\n",
        b" \n\t\r\n1 d1 1 2.5\n# c\n\n1 d1 1 2.5\n",
        b"\xef\xbb\xbf1 d1 1 2.5\n\xef\xbb\xbf1 d1 1 2.5\n",
        b"1 d1 1 2.5\r",
        b"1\vd1\f1 2.5\n",
        b"\t1 \t d1   1\t\t2.5 \t\n 1 d1 1 2.5",
    ]
)
def test_every_way_to_write_a_record_reads_the_same(content: bytes) -> None:
    assert set(rows(content)) == set(ONE)


def test_classic_mac_line_ends_are_line_ends() -> None:
    assert len(rows(text_bytes(b"1 d1 1 2.5\r1 d2 2 2.0\r", "a.txt"))) == 2


def test_a_comment_is_a_line_that_begins_with_a_hash_and_is_no_record() -> None:
    content = b"1 a#b 1 2\n#1 x 1 2\n# x 1 2\n#1 x y 2\n#1 x 1\n1 #c 2 1\n"
    expected = [("1", "a#b"), ("#1", "x"), ("1", "#c")]
    for irregular in (content, content.replace(b"b 1 2\n", b"b  1 2\n")):
        frame, notes = read(irregular)
        assert [row[:2] for row in frame.rows()] == expected
        assert list(map(str, notes)) == [
            "a.txt: 3 lines that begin with # were skipped (first: line 3)"
        ]


def test_identifiers_stay_as_they_are_written() -> None:
    ids = ["001", "1e5", "null", "NA", "-0", '"q"', "Ünï", "a,b", "true", "x\ufeff"]
    content = "".join(f"{name} {name} 1 1.0\n" for name in ids).encode()
    assert [row[:2] for row in rows(content)] == [(name, name) for name in ids]
    assert [row[:2] for row in rows(b"\n" + content)] == [(name, name) for name in ids]


@each(["\u00a0", "\u2003", "\x1c", "\x1f", "\x85", "\u3000"], "blank")
@each(["", "\n"], "lead")
def test_only_ascii_blanks_separate_fields(blank: str, lead: str) -> None:
    content = f"{lead}1 d{blank}1 1 2.5\n".encode()
    assert rows(content) == [("1", f"d{blank}1", 1, 2.5)]


@pytest.mark.parametrize("blank", [" ", "  "])
def test_comments_do_not_decide_how_identifiers_are_decoded(blank: str) -> None:
    for comment in (b"#\xe9\n", b"# ok\n#\xc3\n"):
        content = comment + f"1{blank}d\u00e9 1 2.5\n".encode()
        assert {note.code for note in read(content)[1]} == {"comments-skipped"}
        assert rows(content) == rows(content + b"#\xff\n") == [("1", "d\u00e9", 1, 2.5)]


def test_latin_1_is_read_with_a_warning() -> None:
    frame, warnings = read("#\u00e9\n1 d\u00e9 1 2.5\n".encode("latin-1"))
    assert frame["doc"].to_list() == ["d\u00e9"]
    assert tuple(map(str, warnings)) == (
        "a.txt: 1 line that begins with # was skipped (line 1)",
        "a.txt: not UTF-8 (byte 0xe9 at offset 6); read as latin-1",
    )


@each(["nan", "inf", "-Infinity", "1e999", "0x10", "1_0", "abc", "2,5"])
def test_a_score_that_is_no_finite_number_is_an_error_with_its_place(score: str) -> None:
    [problem] = problems(f"1 d0 1 3.5\n1 d1 1 {score}\n".encode())
    assert problem.startswith(f"a.txt:2:8: the score '{score}' is")


@each(["1.5", "1.0", "x", "9223372036854775808", "9" * 5000, "-", "٣"])
def test_a_rank_that_is_no_whole_number_is_an_error(rank: str) -> None:
    [problem] = problems(f"1 d1 {rank} 1\n".encode())
    assert problem.startswith("a.txt:1:6: the rank ")


def test_numbers_may_have_signs_zeros_and_exponents() -> None:
    assert rows(b"1 d +1 -2.5E+1\n1 e -007 .5\n1 f 0 5.\n") == [
        ("1", "d", 1, -25.0),
        ("1", "e", -7, 0.5),
        ("1", "f", 0, 5.0),
    ]


def test_wrong_field_counts_say_where_the_line_ends_or_goes_on() -> None:
    assert problems(b"1 d1 1 2\n1 d2 2\n1 d3 3 1 x\n") == [
        "a.txt:2:7: 3 fields where 4 are expected (layout: topic doc rank score)",
        "a.txt:3:10: 5 fields where 4 are expected (layout: topic doc rank score)",
    ]


def test_problems_stop_at_the_limit_and_lines_count_comments_and_blanks() -> None:
    found = problems(b"# c\n\n" + b"1 d1 x y\n" * 100)
    assert len(found) == MAX_PROBLEMS
    assert found[0] == "a.txt:3:6: the rank 'x' is not a whole number"
    assert found[1] == "a.txt:3:8: the score 'y' is not a finite number"


def test_columns_count_characters_not_bytes() -> None:
    assert problems("1 däöü x 1\n".encode())[0].startswith("a.txt:1:8: ")


def test_further_fields_are_counted_where_they_are_ignored() -> None:
    frame, warnings = read(b"1 d1 my tag\n1 d2 my\n", EXTRA)
    assert frame.rows() == [("1", "d1"), ("1", "d2")]
    assert tuple(map(str, warnings)) == (
        "a.txt: 2 lines have more than 2 fields; what follows the doc is ignored",
    )


def test_further_fields_can_be_kept_as_one_text() -> None:
    assert rows(b"1 d1 a  b\n1 d2\n", REST) == [("1", "d1", "a b"), ("1", "d2", "")]


def test_a_column_may_have_texts_that_mean_no_value() -> None:
    missing = LineFields(
        ("doc", "p"), ("doc", "p"), decimals=frozenset("p"), missing={"p": frozenset({"NA"})}
    )
    assert rows(b"a NA\nb 0.5\n", missing) == [("a", None), ("b", 0.5)]
    assert problems(b"a NA\nb NaN\n", missing) == ["a.txt:2:3: the p 'NaN' is not a finite number"]


def test_first_records_stop_where_asked() -> None:
    assert first_records(b"# c\n" + b"1 2\n" * 9, 3) == [["1", "2"]] * 3


texts = st.text(
    st.characters(codec="utf-8", exclude_characters=" \t\n\r\v\f\0"), min_size=1, max_size=8
)
records = st.lists(
    st.tuples(
        texts.filter(lambda text: text != "#" and not text.startswith("\ufeff")),
        texts,
        st.integers(-(2**62), 2**62),
        st.floats(allow_nan=False, allow_infinity=False),
    ),
    min_size=1,
    max_size=8,
)


@given(records, st.sampled_from([" ", "\t", "  ", " \t"]), st.sampled_from(["\n", "\r\n"]))
def test_what_is_written_is_read(
    written: list[tuple[str, str, int, float]], blank: str, end: str
) -> None:
    content = "".join(
        f"{topic}{blank}{doc}{blank}{rank}{blank}{score!r}{end}"
        for topic, doc, rank, score in written
    ).encode()
    assert read(content)[0].rows() == written


@given(st.integers(-(2**63) + 1, 2**63 - 1))
def test_integer_reads_what_python_writes(number: int) -> None:
    assert integer(str(number)) == integer(f"{number:+d}") == number


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_decimal_reads_what_python_writes(number: float) -> None:
    assert decimal(repr(number)) == number


@given(st.binary(max_size=80))
@example(b"(\xb5/\xfd")  # begins like a Zstandard file
def test_any_bytes_give_records_or_an_input_error(content: bytes) -> None:
    problems: tuple[Problem, ...] = ()
    frame = None
    try:
        frame, _ = read(content)
    except InputError as error:
        problems = error.problems
    assert (frame is None) == (0 < len(problems) <= MAX_PROBLEMS)
    assert frame is None or frame.dtypes == [pl.String, pl.String, pl.Int64, pl.Float64]


@pytest.mark.slow
def test_a_regular_file_of_a_million_fields_takes_the_fast_path() -> None:
    content = b"".join(b"%d d%d %d %d.5\n" % (at % 50, at, at, at) for at in range(250_000))
    frame, _ = read(content)
    assert frame.height == 250_000
