"""Writing topics: what is read back is what was written, and what is lost is counted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.errors import InputError
from harness.core.texts import Subtopic, Topic, Topics
from harness.formats.layouts import layout_names
from harness.formats.topics import parse_topics, write_topics
from tests.each import each

WRITTEN = layout_names("topics", written=True)

HOSTILE = (
    *("<title>", "</top>", "<top>", "<b>", "< 3", "&amp;", "&lt;top&gt;", "&#65;", "AT&T", "<!--"),
    *("]]>", '"', "''", ",", ":", "Topic: ", "Number:", "title:", "Description:", "\n", "\r\n"),
    *("\t", "\u2028", "\x85", "\xa0", "\ufeff", "नरेगा", "北京", "é", "e\u0301", "😀", "1:", "#"),
    *('{"id": 1}', "[", "id", "query", "\\n", "%20", "<url>", "<?xml?>", "&lt", "&#x41;", " "),
)
#: Everything but what is no character (Cs) or has no place in XML (Cc, U+FFFE, U+FFFF).
letters = st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff")
texts = st.lists(st.one_of(st.sampled_from(HOSTILE), st.text(letters, max_size=6)), max_size=8).map(
    "".join
)
odd_ids = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Z"], exclude_characters=":\ufffe\uffff\ufeff"),
    min_size=1,
    max_size=8,
)
ids = st.one_of(st.sampled_from(["001", "1", "01", "251-AH", "qtest.1", "<top>", "&lt;"]), odd_ids)


@st.composite
def topics(draw: st.DrawFn) -> Topics:
    chosen = draw(st.lists(ids, min_size=1, max_size=4, unique=True))
    return Topics(
        [
            Topic(
                topic_id,
                title=draw(st.none() | texts),
                description=draw(st.none() | texts),
                narrative=draw(st.none() | texts),
                language=draw(st.sampled_from([None, "fr"])),
            )
            for topic_id in chosen
        ]
    )


def collapsed(text: str | None) -> str | None:
    return " ".join((text or "").split()) or None


def again(found: Topics, format: str) -> Topics:
    text = write_topics(found, format).content.decode()
    return parse_topics(text.encode(), source="again", format=format)


@pytest.mark.parametrize("format", WRITTEN)
@given(found=topics())
def test_reading_what_was_written_gives_the_same_ids_and_titles(format: str, found: Topics) -> None:
    result = again(found, format)
    assert list(result) == list(found)
    expected = [collapsed(topic.title) for topic in found.values()]
    assert [topic.title for topic in result.values()] == expected


@pytest.mark.parametrize("format", WRITTEN)
@given(found=topics())
def test_what_is_not_counted_as_dropped_is_read_back(format: str, found: Topics) -> None:
    dropped = write_topics(found, format).lost
    result = again(found, format)
    for name in ("description", "narrative", "language"):
        kept = [collapsed(getattr(topic, name)) for topic in found.values()]
        if name in dropped:
            assert dropped[name] == sum(
                getattr(topic, name) not in (None, "") for topic in found.values()
            )
        else:
            assert [getattr(topic, name) for topic in result.values()] == kept, name


FULL = Topics(
    [
        Topic(
            "007",
            title="pearls",
            description="How are pearls farmed?",
            narrative="Mussels are relevant.",
            language="en",
            fields={
                "num": "007",
                "title": "pearls",
                "desc": "How are pearls farmed?",
                "narr": "Mussels are relevant.",
                "con": "1. oyster",
                "Title/ce": "bdy\n",
                "sub": "one\ntwo",
            },
            attributes={"type": "faceted"},
            subtopics=(Subtopic("1", "one", "inf"), Subtopic("2", "two")),
        ),
        Topic("008", title="plain"),
    ]
)
LOST = {
    "tsv": {
        *("description", "narrative", "language", "attributes", "subtopics", "con", "Title/ce")
    },
    "trec-sgml": {"language", "attributes", "subtopics", "Title/ce"},
    "csv": {"attributes", "subtopics"},
    "jsonl": set(),
    "json-list": set(),
    "clef-xml": {"attributes", "subtopics", "con", "Title/ce"},
    "trec-covid-xml": {"language", "attributes", "subtopics", "con", "Title/ce"},
    "trec-web-xml": {"narrative", "language", "attributes", "con", "Title/ce"},
}
LOST["million-query"] = LOST["tsv"]


@each(WRITTEN)
def test_every_part_that_a_layout_cannot_hold_is_counted(format: str) -> None:
    assert write_topics(FULL, format).lost == dict.fromkeys(LOST[format], 1)


@pytest.mark.parametrize("format", ["jsonl", "json-list"])
def test_json_gives_back_subtopics_and_attributes(format: str) -> None:
    topic = again(FULL, format)["007"]
    assert topic.subtopics == FULL["007"].subtopics
    assert topic.attributes == FULL["007"].attributes
    assert topic.fields["con"] == "1. oyster"
    assert topic.fields["Title/ce"] == "bdy\n"


@pytest.mark.parametrize("format", ["jsonl", "json-list", "csv", "trec-sgml"])
def test_a_topic_without_a_title_does_not_get_another_text_as_its_title(format: str) -> None:
    found = Topics([Topic("1", None, fields={"question": "why?"}), Topic("2", "x")])
    assert [topic.title for topic in again(found, format).values()] == [None, "x"]


def test_web_xml_gives_back_subtopics() -> None:
    assert again(FULL, "trec-web-xml")["007"].subtopics == FULL["007"].subtopics


def test_sgml_gives_back_extra_fields_as_elements() -> None:
    assert again(FULL, "trec-sgml")["007"].fields["con"] == "1. oyster"


def test_a_field_whose_name_says_something_else_there_is_counted() -> None:
    found = Topics([Topic("1", "a", fields={"num": "77", "a b": "c"})])
    assert write_topics(found, "jsonl").lost == {"num": 1}
    assert write_topics(found, "trec-sgml").lost == {"num": 1, "a b": 1}


def test_sgml_looks_as_nist_writes_it() -> None:
    found = Topics([Topic("007", "AT&T pearls", "How?", "Mussels.")])
    assert write_topics(found, "trec-sgml").content.decode() == (
        "<top>\n\n<num> Number: 007\n<title> AT&T pearls\n\n<desc> Description:\nHow?\n\n"
        "<narr> Narrative:\nMussels.\n\n</top>\n"
    )


@each([name for name in WRITTEN if name != "million-query"])
def test_what_is_written_is_recognised(format: str) -> None:
    found = Topics([Topic("007", "red pearls", "How?", "Mussels."), Topic("8", "x y")])
    if format == "trec-web-xml":
        found = Topics([Topic("007", "red pearls", "How?"), Topic("8", "x y")])
    text = write_topics(found, format).content.decode()
    assert parse_topics(text.encode(), source="a").format == format


@each(
    [
        ("million-query", Topic("a:b", "x"), "its id has a colon"),
        ("tsv", Topic("a\tb", "x"), "U+0009"),
        ("tsv", Topic("a\nb", "x"), "more than one line"),
        ("tsv", Topic("qid", "query"), "taken for a header"),
        ("csv", Topic(" a", "x"), "blanks around"),
        ("jsonl", Topic("", "x"), "its id is empty"),
        ("jsonl", Topic("\ufeff1", "x"), "U+FEFF"),
        ("clef-xml", Topic("1", "a\x01b"), "XML has no character U+0001"),
        ("trec-web-xml", Topic("1", "x", subtopics=(Subtopic("1", "\ufffe"),)), "U+FFFE"),
    ],
    "format",
    "topic",
    "why",
)
def test_what_cannot_be_held_at_all_is_an_error(format: str, topic: Topic, why: str) -> None:
    with pytest.raises(InputError) as caught:
        write_topics(Topics([topic, Topic("9", "fine")], source="in.txt"), format)
    assert why in str(caught.value)
    assert f"cannot be written as {format}" in str(caught.value)
    assert len(caught.value.problems) == 1


def test_an_unknown_layout_names_the_nearest() -> None:
    with pytest.raises(InputError, match="did you mean jsonl"):
        write_topics(FULL, "jsnl")
    with pytest.raises(InputError, match="known are parquet, trec-sgml"):
        write_topics(FULL, "zzzz")
