"""Topics in lines, CSV and JSON."""

from __future__ import annotations

import sys

import pytest

from tests.each import each
from tests.formats.topics_cases import JSON_LIST, MILLION, problems_of, read

# --- lines, CSV, JSON ---------------------------------------------------------------------------


def _comma(before: str, place: str) -> str:
    """Return what the library finds wrong: Python 3.13 knows a trailing comma."""
    if sys.version_info < (3, 13):
        return before
    return f"topics:{place}: not JSON: Illegal trailing comma"


def test_double_quotes_in_tsv_are_text() -> None:
    assert read('1\t"a" b\n2\t"unbalanced\n')["2"].title == '"unbalanced'


def test_a_tsv_header_is_no_topic_and_a_warning() -> None:
    topics = read("query_id\ttext\n1\tpearls\n")
    assert list(topics) == ["1"]
    assert tuple(map(str, topics.warnings)) == (
        "topics:1: the first line names the columns (query_id, text): not a topic",
    )


def test_million_query_splits_at_the_first_colon_only() -> None:
    assert read(MILLION)["002"].title == "time 12:30 at noon"


def test_only_a_line_feed_ends_a_line() -> None:
    assert read("1\ta\u2028b\x0bc\n2\td\n")["1"].title == "a b c"


def test_quoted_csv_fields_may_hold_commas_quotes_and_line_ends() -> None:
    topics = read('id,title,narr\n1,"a, ""b""","one\ntwo"\n\n2,c,d\n', "csv")
    assert (topics["1"].title, topics["1"].narrative) == ('a, "b"', "one two")
    assert topics["2"].title == "c"


def test_an_id_alone_that_says_nothing_gives_no_title() -> None:
    assert [topic.title for topic in read("401\n402\n").values()] == [None, None]


def test_numbers_in_json_keep_their_digits() -> None:
    topics = read(JSON_LIST)
    assert topics["7"].fields["more/n"] == "1.50"
    assert topics["7"].fields["more/deep"] == "true"
    assert topics["EQ001"].fields["tags"] == "a\nb"
    assert topics["EQ001"].description == "what is it"


def test_latin_1_is_read_with_a_warning() -> None:
    topics = read("1\tNestlé\n".encode("latin-1"))
    assert topics["1"].title == "Nestlé"
    assert tuple(map(str, topics.warnings)) == (
        "topics: not UTF-8 (byte 0xe9 at offset 7); read as latin-1",
    )


@each(
    [
        ("tsv", "1\ta\n2 b\n3\tc\td\n", ["topics:2: 1 tab-separated", "topics:3: 3 tab-separated"]),
        ("million-query", "1:a\nno colon\n", ["topics:2: no colon in 'no colon'"]),
        ("id-only", "a\nb c\n", ["topics:2: more than an id in 'b c'"]),
        ("csv", "id,title\n1,a,b\n2,c\n3\n", ["topics:2: 3 columns", "topics:4: 1 columns"]),
        ("csv", 'id,title\n1,"a\n', ["topics:2: not a table"]),
        ("csv", "a,title\n1,b\n", ["topics:1: no column for the topic id in 'a, title'"]),
        ("csv", "id,num,title\n1,2,b\n", ["topics:1: 'id' and 'num' could each be the topic id"]),
        ("csv", "id,title,title\n1,2,b\n", ["topics:1: the column 'title' occurs twice"]),
        (
            "jsonl",
            '{"id": "1"}\n{"id": \n[1]\n',
            ["topics:2:8: not JSON", "topics:3: expected an obj"],
        ),
        ("jsonl", '{"id": "1"} {"id": "2"}', ["topics:1:13: not JSON: Extra data"]),
        (
            "jsonl",
            '{"id": "1", "id": "2"}',
            ["topics:1: not usable JSON: the name 'id' occurs twice"],
        ),
        ("jsonl", '{"id": NaN}', ["topics:1: not usable JSON: NaN is no JSON value"]),
        ("jsonl", '{"id": "1", "num": "2"}', ["topics:1: 'id' and 'num' could each be"]),
        ("jsonl", '{"id": ["1"], "title": "x"}', ["topics:1: a topic without an id"]),
        ("jsonl", '{"id": "1", "title": ["x", "y"]}', ["topics:1: topic '1' has 2 times 'title'"]),
        (
            "json-list",
            '[{"id": "1"},\n{"id": "2"}\n',
            ["topics:3:1: not JSON: Expecting ',' delimiter"],
        ),
        (
            "json-list",
            '[\n{"id": "1"},\n]',
            [_comma("topics:3:1: not JSON: Expecting value", "2:12")],
        ),
        ("json-list", '[{"id": "1"}] x', ["topics:1:15: not JSON: Extra data"]),
        ("json-list", '{"id": "1"}', ["topics:1: this is {'id': '1'}, not a list"]),
        (
            "json-list",
            '["a",\n3]',
            ['topics:1: expected an object, found "a"', "topics:2: expected"],
        ),
        (
            "json-map",
            '{"1": "a",\n "1": "b"}',
            ["topics:2: topic id '1' is already used at line 1"],
        ),
        (
            "json-list",
            '[{"id": "1"},\n{"a": 1, "a": 2}]',
            ["topics:2: not usable JSON: the name 'a'"],
        ),
        ("json-map", '{"a": [{"id": "1"}], "b": 2}', ["topics:1: topic 'a': expected a text"]),
        ("json-map", '{"topics":\n[{"title": "a"}]}', ["topics:1: a topic without an id"]),
        ("json-map", '{"1": {"d1": 0.5, "d2": 1}}', ["topics:1: documents with numbers"]),
        (
            "json-map",
            '{"id": "1", "title": "x"}',
            ["topics:1: the keys (id, title) are those of one"],
        ),
        ("json-map", '{"1" "a"}', ["topics:1:6: not JSON: Expecting ':' delimiter"]),
        ("json-map", '{1: "a"}', ["topics:1:2: not JSON: Expecting property name"]),
        (
            "json-map",
            '{"1": "a",}',
            [_comma("topics:1:11: not JSON: Expecting property name", "1:10")],
        ),
        ("json-map", '{"1": ' + '{"a":' * 100_000, ["topics: not usable JSON: nested too deeply"]),
        ("json-map", '{"1": {"a": "\ud800', ["topics:1:13: not JSON"]),
    ],
    "format",
    "text",
    "expected",
)
def test_what_is_wrong_is_said_with_its_line(format: str, text: str, expected: list[str]) -> None:
    content = text.encode("utf-8", "replace")
    messages = problems_of(content, format)
    assert len(messages) == len(expected)
    for message, start in zip(messages, expected, strict=True):
        assert message.startswith(start)


@pytest.mark.parametrize(
    ("first", "is_header"),
    [("tweet_id\ttweet_content", True), ("Question ID\ttext", True), ("wi_id\ttwo words", False)],
)
def test_a_line_that_names_columns_in_words_of_its_own_is_no_topic(first, is_header):
    topics = read(f"{first}\n80001\ta claim\n")
    assert len(topics) == 2 - is_header
    assert [note.code for note in topics.warnings] == ["odd-content"] * is_header
