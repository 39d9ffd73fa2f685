"""Every layout of topics with its traps, and everything that can be wrong with a topic file.

The examples are made up here; only their layout is that of the campaigns.
"""

from __future__ import annotations

import pytest

import harness
from harness.core.texts import Subtopic, Topic, Topics
from harness.formats.layouts import layout_names
from harness.formats.topics.topic_builder import in_language
from tests.each import each
from tests.formats.topics_cases import (
    CLASSIC,
    CLEF,
    CLEF_SGML,
    COVID,
    EXAMPLES,
    FIRE,
    INEX_2002,
    INEX_2005,
    INEX_2009,
    LINKING,
    WEB,
    problems_of,
    read,
)


def seen(topics: Topics) -> list[tuple[str, str | None, str]]:
    return [(topic.id, topic.title, " ".join(topic.fields)) for topic in topics.values()]


def only(text: str | bytes, format: str | None = None) -> Topic:
    (topic,) = read(text, format).values()
    return topic


def test_there_is_an_example_of_every_layout() -> None:
    assert {*EXAMPLES, "parquet"} == set(layout_names("topics"))  # all others are texts


@each(EXAMPLES)
def test_a_layout_is_recognised_and_read(name: str) -> None:
    text, expected = EXAMPLES[name]
    topics = read(text)
    assert topics.format == name
    assert sorted(seen(topics)) == sorted(seen(read(text, name)))
    found = [(id_, title, set(fields.split())) for id_, title, fields in seen(topics)]
    assert found == [(id_, title, set(fields.split())) for id_, title, fields in expected]
    assert topics.source == "topics"


@each(EXAMPLES, "name")
@each(["\r\n", "\r"], "ends")
def test_line_ends_and_a_byte_order_mark_change_nothing(name: str, ends: str) -> None:
    text = EXAMPLES[name][0].replace("\r\n", "\n")
    other = b"\xef\xbb\xbf" + text.replace("\n", ends).encode()
    assert dict(read(other)) == dict(read(text))


@each(EXAMPLES)
def test_a_missing_or_additional_final_line_end_changes_nothing(name: str) -> None:
    text = EXAMPLES[name][0]
    assert dict(read(text.rstrip() + "\n\n \n")) == dict(read(text.rstrip()))


# --- classic SGML -------------------------------------------------------------------------------


def test_lead_words_are_no_part_of_the_text() -> None:
    topic = read(CLASSIC)["051"]
    assert topic.fields["num"] == "051"
    assert topic.fields["dom"] == "Husbandry"
    assert topic.description == "How are pearls grown?"
    assert topic.fields["smry"] == "Growing of pearls & oysters < 3 years old."
    assert topic.fields["con"] == "1. oyster 2. mussel"
    assert topic.fields["fac"] == "Nationality: Japan"
    assert topic.fields["def"] == ""
    assert topic.fields["head"] == "Made-up Topic Description"


def test_only_the_lead_word_of_the_own_tag_is_taken_away() -> None:
    text = "<top><num> Number: 1 <title> Number: three <desc> Topic: x <narr> Narrative: Narrative: y</top>"
    topic = only(text)
    assert (topic.title, topic.description, topic.narrative) == (
        "Number: three",
        "Topic: x",
        "Narrative: y",
    )


def test_an_unknown_tag_inside_a_line_is_text() -> None:
    assert read(CLASSIC)["051"].narrative == "Real <b>and</b> cultured ones."


def test_an_unknown_tag_at_the_start_of_a_line_is_a_field() -> None:
    topic = only("<top>\n<num> Number: 1\n<title> a\n<wish> to be kept\n</top>")
    assert topic.fields["wish"] == "to be kept"


def test_entities_are_characters_and_a_bare_ampersand_stays() -> None:
    topic = only(
        "<top>\n<num>1\n<title> AT&T &lt;b&gt; &amp;lt; &#233;&#xe9; &copy; &#0; &#xD800;\n</top>"
    )
    assert topic.title == "AT&T <b> &lt; éé &copy; &#0; &#xD800;"


def test_tags_in_capitals_are_read_and_keep_their_spelling() -> None:
    topic = only("<TOP>\n<NUM> Number: 1\n<TITLE> Pearls\n<DESC> Description: d\n</TOP>")
    assert (topic.id, topic.title, topic.description) == ("1", "Pearls", "d")
    assert list(topic.fields) == ["NUM", "TITLE", "DESC"]


def test_a_url_closed_by_an_opening_tag_is_one_url() -> None:
    topic = only(LINKING)
    assert topic.fields["url"] == "https://news.example/a?b=1&c=2"


def test_a_file_that_never_closes_its_topics_is_read() -> None:
    topics = read("<top>\n<num> Number: 1\n<title> a\n<top>\n<num> Number: 2\n<title> b\n")
    assert [topic.title for topic in topics.values()] == ["a", "b"]


def test_a_cut_off_file_is_an_error_with_the_line_of_the_last_topic() -> None:
    cut = "<top>\n<num> 1\n<title> a\n</top>\n<top>\n<num> 2\n<title> b"
    assert problems_of(cut) == [
        "topics:5: the topic that starts here has no </top> (is the file truncated?)"
    ]


def test_an_id_that_swallowed_the_next_line_is_an_error() -> None:
    (message,) = problems_of("<top>\n<num> Number: 401\nforeign minorities\n</top>")
    assert "topics:1: topic id '401\\nforeign minorities' runs over more than one line" in message


def test_two_titles_are_an_error() -> None:
    (message,) = problems_of("<top>\n<num> 1\n<title> a\n<title> b\n</top>")
    assert message == "topics:1: topic '1' has 2 times 'title' (expected once)"


def test_two_numbers_are_an_error() -> None:
    (message,) = problems_of("<top>\n<num> 1\n<num> 2\n<title> b\n</top>")
    assert message == "topics:1: a topic with 2 times <num> (expected once)"


def test_text_between_elements_is_ignored_with_a_warning() -> None:
    topics = read("Topics of 1999\n<top>\n<num>1</num> stray\n<title>a</title>\n</top>\n")
    assert topics["1"].title == "a"
    assert tuple(map(str, topics.warnings)) == (
        "topics:1: 2 pieces of text outside any element are ignored",
    )


def test_a_title_that_some_topics_lack_is_a_warning() -> None:
    text = "<top>\n<num>1\n<title> a\n</top>\n<top>\n<num>2\n<desc> b\n</top>"
    assert tuple(map(str, read(text).warnings)) == (
        "topics: 1 of 2 topics has no title, first '2'",
    )


def test_numbered_aspects_in_sgml_are_subtopics() -> None:
    text = (
        "<top>\n<num> Number: 9 </num>\n<docid>d</docid>\n<title>t</title>\n<subtopics>\n"
        '<sub num="1"> one </sub>\n<sub num="2">two</sub>\n</subtopics>\n</top>'
    )
    assert only(text).subtopics == (Subtopic("1", "one"), Subtopic("2", "two"))
    assert read(text).format == "trec-background-linking"


def test_the_language_is_said_by_the_attribute_or_by_the_prefix_of_the_tags() -> None:
    assert only(FIRE).language == "hi"
    topic = only(CLEF_SGML)
    assert (topic.language, topic.description) == ("fr", "Trouver des documents.")


def test_titles_in_two_languages_give_the_first_and_a_warning() -> None:
    text = "<top>\n<num> 1 </num>\n<DE-title> Perlen </DE-title>\n<EN-title> pearls </EN-title>\n</top>"
    topics = read(text)
    assert (topics["1"].title, topics["1"].language) == ("Perlen", "de")
    assert "several languages (de, en): the first is used" in str(topics.warnings[0])


NTCIR_GEOTIME = """<TOPIC_SET><TOPIC ID="GeoTime-0001">
<DESCRIPTION LANG="EN">&lt;![CDATA[When did she die?]]&gt;</DESCRIPTION>
<DESCRIPTION LANG="JA">&lt;![CDATA[ いつ？]]&gt;</DESCRIPTION>
<NARRATIVE LANG="EN">&lt;![CDATA[In what city]&gt;</NARRATIVE>
<NARRATIVE LANG="JA">どの都市</NARRATIVE>
</TOPIC></TOPIC_SET>"""


def test_elements_in_several_languages_are_texts_of_their_own() -> None:
    topics = read(NTCIR_GEOTIME)
    topic = topics["GeoTime-0001"]
    assert (topic.title, topic.description, topic.narrative, topic.language) == (
        None,
        "When did she die?",
        "In what city",
        "en",
    )
    assert "several languages (en, ja): the first is used" in str(topics.warnings[0])
    japanese = in_language(topic, "ja")
    assert (japanese.description, japanese.narrative, japanese.language) == (
        "いつ？",
        "どの都市",
        "ja",
    )
    assert in_language(topic, "fr") == topic


# --- XML ----------------------------------------------------------------------------------------


def test_web_topics_have_type_description_and_subtopics() -> None:
    topic = only(WEB)
    assert topic.description == "Find things & others."
    assert topic.attributes == {"type": "faceted"}
    assert topic.subtopics == (
        Subtopic("1", "What are hooves?", "inf"),
        Subtopic("2", "Find the home page.", "nav"),
    )


def test_a_covid_question_is_the_description() -> None:
    topic = only(COVID)
    assert (topic.description, topic.narrative) == ("what is the origin", "seeking origin")


def test_clef_xml_takes_the_language_of_the_topic_or_of_the_file() -> None:
    assert [topic.language for topic in read(CLEF).values()] == ["fr", "de"]


def test_inex_2002_words_and_contexts_stand_line_by_line() -> None:
    topic = read(INEX_2002)["09"]
    assert topic.fields["Title/cw"].split("\n") == ["nonmonotonic reasoning", "-calendar", "1999"]
    assert topic.fields["Title/ce"].split("\n") == ["bdy/sec", "", "hdr//yr"]
    assert topic.fields["Title/te"] == "article"
    assert topic.description == "All of it."
    assert topic.attributes == {"query-type": "CAS", "ct-no": "048"}


def test_a_nexi_query_keeps_its_less_than_whatever_the_dtd_says() -> None:
    assert only(INEX_2009).fields["castitle"] == "//article[.//year < 1990]"


def test_a_topic_may_be_the_whole_file() -> None:
    assert only(INEX_2005).attributes == {"query_type": "CO+S", "ct_no": "2"}


def test_attributes_of_an_element_are_kept() -> None:
    text = "<t><topic id='1'><title x='y'>a</title></topic></t>"
    assert only(text).attributes == {"title@x": "y"}


def test_the_same_attribute_of_a_repeated_element_keeps_every_value() -> None:
    text = "<t><topic id='1'><note n='1'>a</note><note n='2'>b</note><title>c</title></topic></t>"
    topic = only(text)
    assert topic.attributes == {"note@n": "1\n2"}
    assert topic.fields["note"] == "a\nb"


def test_elements_inside_elements_are_named_by_their_path() -> None:
    text = "<t><topic id='1'><title>c</title><user><age>7</age><town>Ulm</town></user></topic></t>"
    fields = only(text).fields
    assert fields == {"title": "c", "user/age": "7", "user/town": "Ulm"}


def test_text_directly_in_the_topic_is_its_text() -> None:
    topic = only("<t><topic id='1'>red\n pearls</topic></t>")
    assert (topic.title, topic.fields) == ("red pearls", {"text": "red pearls"})


def test_bytes_that_contradict_the_declared_encoding_are_read_as_latin_1() -> None:
    text = (
        '<?xml version="1.0" encoding="cp1252"?><t><topic id="1"><title>a\x81</title></topic></t>'
    )
    topics = read(text.encode("latin-1"))
    assert topics["1"].title == "a\x81"
    assert "read as latin-1" in str(topics.warnings[0])


def test_one_json_object_is_a_topic_when_it_has_an_id_and_topics_when_it_has_not() -> None:
    assert read('{"id": "1", "title": "x"}').format == "jsonl"
    assert list(read('{"1": "x", "2": "y"}')) == ["1", "2"]


def test_an_unclosed_quote_in_the_first_line_is_not_csv() -> None:
    assert read('id,"a title\t1\n').format == "tsv"


def test_the_declared_encoding_of_xml_is_used() -> None:
    text = '<?xml version="1.0" encoding="windows-1251"?>\n<t><topic id="1"><title>мир</title></topic></t>'
    topics = read(text.encode("windows-1251"))
    assert topics["1"].title == "мир"
    assert topics.warnings == ()


@pytest.mark.parametrize("encoding", ["utf-16", "unicode_escape", "no-such-codec", "hex"])
def test_a_wrong_declaration_of_encoding_does_no_harm(encoding: str) -> None:
    text = f'<?xml version="1.0" encoding="{encoding}"?>\n<t><topic id="1"><title>é\\n</title></topic></t>'
    assert only(text).title == "é\\n"


def test_blank_lines_before_the_declaration_do_no_harm() -> None:
    assert (
        only('\n\n<?xml version="1.0"?>\n<t><topic id="1"><title>a</title></topic></t>').title
        == "a"
    )


def test_text_beside_elements_in_xml_is_ignored_with_a_warning() -> None:
    topics = read("<t><topic id='1'>\n<title>a</title> stray</topic></t>")
    assert tuple(map(str, topics.warnings)) == (
        "topics:1: text outside the elements of a topic is ignored",
    )


def test_markup_inside_a_text_leaves_the_text() -> None:
    text = "<t><topic id='1'><title>a <b>bold</b> word</title></topic></t>"
    assert only(text).title == "a bold word"


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        (WEB[: WEB.index("</description>")], 10, "<description> of line 10 is still open"),
        ("<t>\n<topic id='1'>\n<title>a</topic></t>", 3, "mismatched tag"),
        ("<t>\n<topic id='1'><title>A & B</title></topic></t>", 2, "& is written &amp;"),
        ("<topic id='1'></topic>\n<other id='2'></other>", 2, "one element around all topics"),
        ("<t><topic id='1'><title>a", 1, "is the file truncated?"),
    ],
)
def test_xml_that_is_not_well_formed_is_an_error_with_its_line(
    text: str, line: int, why: str
) -> None:
    (message,) = problems_of(text)
    assert message.startswith(f"topics:{line}:")
    assert why in message


def test_subtopics_need_a_number_and_not_the_same() -> None:
    text = WEB.replace('number="2"', 'number="1"').replace(
        "</topic>", '<subtopic number="">x</subtopic></topic>'
    )
    assert problems_of(text) == [
        "topics:7: topic '51' has two subtopics '1'",
        "topics:7: a subtopic of topic '51' has no number",
    ]


def test_two_identifiers_in_one_topic_are_an_error() -> None:
    text = "<t><topic>\n<identifier>1</identifier>\n<identifier>2</identifier></topic></t>"
    assert problems_of(text) == ["topics:3: a topic with 2 times <identifier> (expected once)"]


def test_lone_surrogates_are_replaced_as_in_documents(tmp_path):
    """JSON can hold them; no page, table or ledger can."""
    path = tmp_path / "topics.jsonl"
    path.write_text('{"id": "1", "title": "a \\ud83d b", "description": "\\udc00"}\n')
    topic = harness.read_topics(path)["1"]
    assert (topic.title, topic.description) == ("a \ufffd b", "\ufffd")
    assert set(topic.fields.values()) == {"1", "a \ufffd b", "\ufffd"}
