"""What every layout of topics has in common: identifiers, problems, recognition, files."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.errors import MAX_PROBLEMS, InputError, Problem
from harness.core.texts import Topics
from harness.formats.layouts import layout_names
from harness.formats.topics import parse_topics
from tests.each import each
from tests.formats.topics_cases import EXAMPLES, problems_of, read

#: How a layout is named, wherever one is.
NAMED = "name the layout: topics.format in a task, --from of harness info, format= in Python"

# --- what every layout has in common ------------------------------------------------------------

TWICE = {
    "trec-sgml": ("<top>\n<num> Number: 1\n</top>\n<top>\n<num> Number: 1 \n</top>", 1, 4),
    "smart-doc": ("<DOC>\n<DOCNO>1</DOCNO>a</DOC>\n<DOC><DOCNO> 1 </DOCNO>b</DOC>", 1, 3),
    "inex-xml-2009": ("<t>\n<topic id='1'/>\n\n<topic id=' 1 '/></t>", 2, 4),
    "clef-xml": (
        "<t>\n<topic><identifier>1</identifier></topic>\n<topic><identifier> 1</identifier></topic></t>",
        2,
        3,
    ),
    "tsv": ("1\ta\n\n 1 \tb\n", 1, 3),
    "million-query": ("1:a\n2:b\n1:c\n", 1, 3),
    "id-only": ("a\nb\na\n", 1, 3),
    "csv": ('id,title\n1,"a\nb"\n1,c\n', 2, 4),
    "jsonl": ('{"id": "1"}\n\n{"id": 1}\n', 1, 3),
    "json-list": ('[{"id": "1"},\n{"id": "2"}, {"id":\n"1"}]', 1, 2),
}


@each(TWICE)
def test_a_topic_id_used_twice_is_an_error_that_names_both_lines(format: str) -> None:
    text, first, second = TWICE[format]
    topic_id = "a" if format == "id-only" else "1"
    (message,) = problems_of(text, format)
    where = f"topics:{second}: topic id {topic_id!r} is already used at line {first}"
    assert message == f"{where} (expected every topic once)"


@each(
    [
        ("trec-sgml", "<top>\n<num> Number: 1\n</top>\n<top>\n<title> a\n</top>", 4),
        ("trec-sgml", "<top>\n<num> Number: \n<title> a\n</top>", 1),
        ("smart-doc", "<DOC><DOCNO> </DOCNO>a</DOC>", 1),
        ("trec-web-xml", "<t>\n<topic number='1'/>\n<topic type='x'/></t>", 3),
        ("clef-xml", "<t>\n<topic><identifier/></topic></t>", 2),
        ("clef-xml", "<t>\n<topic><title>a</title></topic></t>", 2),
        ("tsv", "1\ta\n \tb\n", 2),
        ("million-query", "1:a\n:b\n", 2),
        ("csv", "id,title\n,b\n", 2),
        ("jsonl", '{"id": "1"}\n{"title": "a"}', 2),
        ("json-list", '[{"id": "1"},\n{"id": null}]', 2),
        ("json-map", '{"1": "a",\n"": "b"}', 2),
    ],
    "format",
    "text",
    "line",
)
def test_a_topic_without_an_id_is_an_error_with_its_line(format: str, text: str, line: int) -> None:
    (message,) = problems_of(text, format)
    assert message.startswith(f"topics:{line}: a topic without an id (expected ")


def test_at_most_25_problems_are_collected() -> None:
    text = "".join(f"line {number}\n" for number in range(100))
    messages = problems_of(text, "tsv")
    assert len(messages) == MAX_PROBLEMS
    assert messages[-1].startswith("topics:25: ")


def test_problems_of_different_kinds_are_reported_together() -> None:
    text = "1\ta\n\tb\nc\n1\td\n"
    assert [message.split(" (")[0] for message in problems_of(text, "tsv")] == [
        "topics:3: 1 tab-separated columns in 'c'",
        "topics:2: a topic without an id",
        "topics:4: topic id '1' is already used at line 1",
    ]


@each([None, *layout_names("topics")])
def test_an_empty_file_is_an_error(format: str | None) -> None:
    for content in (b"", b"\xef\xbb\xbf", b" \n\r\n\t"):
        assert problems_of(content, format) == ["topics: the file is empty"]


@each(layout_names("topics"))
def test_a_file_without_a_topic_is_an_error_in_every_layout(format: str) -> None:
    for text in ("<topics/>", "<top>no</top>", "[]", "{}", "plain words here"):
        # "id-only" takes any word alone as an id.
        assert problems_of(text + " more" * (format == "id-only"), format), text


@pytest.mark.parametrize(
    "text", ["<topics/>", "just some words", "1 0 d 1\n2 0 e 0\n", "<a><b/></a>"]
)
def test_a_file_that_fits_no_layout_lists_them(text: str) -> None:
    message = problems_of(text)[0]
    assert message.startswith("topics: no layout of topics fits (known are ")
    assert all(name in message for name in layout_names("topics"))


def test_a_file_that_almost_fits_says_up_to_where() -> None:
    messages = problems_of("1\ta b\n2\tb c\n\n3 c d\n4\td e\n")
    assert messages[1] == "topics:4: tsv would fit up to here"
    assert messages[0].endswith(f"({NAMED})")


def test_an_empty_list_has_no_topic() -> None:
    assert f"no topic found (tried json-list) ({NAMED})" in problems_of("[]")[0]


def test_a_turn_that_paths_of_a_conversation_share_is_one_topic() -> None:
    start, other = (f'{{"number": "1-1", "utterance": "{text}"}}' for text in ("X?", "Y?"))
    paths = [f'[{start}, {{"number": "1-{end}", "utterance": "why?"}}]' for end in (3, 5)]
    conversations = [f'{{"number": 132, "turn": {turns}}}' for turns in paths]
    topics = read(f"[{','.join(conversations)}]")
    assert list(topics) == ["132_1-1", "132_1-3", "132_1-5"]
    (warning,) = topics.warnings
    assert "1 turn repeated word for word, first '132_1-1'" in str(warning)
    conversations.append(f'{{"number": 132, "turn": [{other}]}}')
    (message,) = problems_of(f"[{','.join(conversations)}]", "json-list")
    assert "topic id '132_1-1' is already used" in message


def test_turns_of_a_conversation_are_topics_of_their_own() -> None:
    turns = (
        '{"number": 1, "raw_utterance": "and X?", "manual_rewritten_utterance": "is X ok?"}',
        '{"turn_id": 2, "utterance": "why?", "resolved_utterance": "why is X?"}',
        '{"number": 3, "raw_utterance": "how?"}',
    )
    topics = read(f'[{{"number": 31, "title": "X", "turn": [{",".join(turns)}]}}]')
    assert [topic.title for topic in topics.values()] == ["is X ok?", "why is X?", "how?"]
    assert list(topics) == ["31_1", "31_2", "31_3"]
    assert topics["31_1"].attributes == {"conversation": "31"}
    # What has other turns is one topic.
    assert list(read('[{"id": "1", "turns": ["left"]}]')) == ["1"]


@pytest.mark.parametrize(
    ("text", "candidates"),
    [
        ("1:a\n2:b\n", "million-query, id-only"),
        ("1:a\tb\n", "million-query, tsv"),
        ("id,title\n1,a\n", "csv, id-only"),
        ("<t><topic number='1'><query>a</query></topic></t>", "trec-web-xml, trec-covid-xml"),
        ("<t><topic id='1'><identifier>1</identifier></topic></t>", "clef-xml, inex-xml-2009"),
    ],
)
def test_two_layouts_that_fit_are_listed_and_never_guessed(text: str, candidates: str) -> None:
    (message,) = problems_of(text)
    assert message == f"topics: more than one layout of topics fits: {candidates} ({NAMED})"
    for name in candidates.split(", "):
        assert read(text, name).format == name


def test_a_suffix_decides_only_between_layouts_that_fit() -> None:
    ambiguous = "id,title\n1,a\n"
    assert read(ambiguous, source="topics.csv").format == "csv"
    assert read(ambiguous, source="dir.v1/topics.csv.gz").format == "csv"
    assert read("1\ta\n", source="topics.csv").format == "tsv"
    with pytest.raises(InputError):
        read(ambiguous, source="topics.tsv")


@pytest.mark.parametrize("char", ["\u00a0", "\u2028", "\ufeff", "\x01", "\x85"])
def test_an_id_with_an_invisible_character_is_an_error(char: str) -> None:
    (message,) = problems_of(f"a{char}b\tpearls\n", "tsv")
    assert f"holds the invisible character U+{ord(char):04X}" in message


def test_ids_keep_leading_zeros_and_lose_blanks_around() -> None:
    assert list(read(" 001 \ta\n1\tb\n01\tc\n", "tsv")) == ["001", "1", "01"]


@pytest.mark.slow
@pytest.mark.long
def test_a_large_file_of_odd_lines_is_read_in_no_time() -> None:
    # Each of these made some version of the search for tags or lines quadratic.
    for text in (
        "<!-- " * 25_000,
        "<b " * 25_000,
        "\n" * 75_000 + "x y",
        "<top><num>1" * 5_000,
    ):
        with pytest.raises(InputError):
            read(text)


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """An example with pieces cut out, doubled or replaced."""
    text = draw(st.sampled_from([text for text, _ in EXAMPLES.values()])).encode()
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 40)))
        text = (
            text[:start] + draw(st.binary(max_size=3) | st.just(text[start:end] * 2)) + text[end:]
        )
    return text


@given(
    content=damaged() | st.binary(max_size=60),
    format=st.sampled_from([None, *layout_names("topics")]),
)
def test_whatever_is_in_a_file_it_gives_topics_or_an_input_error(
    content: bytes, format: str | None
) -> None:
    problems, topics = outcome_of(content, format)
    assert (topics is None) == (1 <= len(problems) <= MAX_PROBLEMS)
    assert all(problem.where == "topics" for problem in problems)
    assert topics is None or len(topics) >= 1
    assert all(topic.id and topic.id == topic.id.strip() for topic in (topics or {}).values())


def outcome_of(content: bytes, format: str | None) -> tuple[tuple[Problem, ...], Topics | None]:
    try:
        return (), parse_topics(content, source="topics", format=format)
    except InputError as error:
        return error.problems, None


# --- files --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["topics", "questions"])
def test_a_list_in_an_object_of_its_own_is_one_of_topics(name):
    """As TREC BioGen and BioASQ have them."""
    text = json.dumps({name: [{"id": 116, "topic": "a", "type": "x"}, {"id": 117, "topic": "b"}]})
    topics = parse_topics(text.encode(), source="file")
    assert [(topic.id, topic.title) for topic in topics.values()] == [("116", "a"), ("117", "b")]
