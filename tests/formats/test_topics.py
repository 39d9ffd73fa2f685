"""Every layout of topics with its traps, and everything that can be wrong with a topic file.

The examples are made up here; only their layout is that of the campaigns.
"""

from __future__ import annotations

import gzip
import io
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.errors import MAX_PROBLEMS, InputError, Problem
from harness.core.model import Subtopic, Topic, Topics
from harness.formats.layouts import layout_names
from harness.formats.topics import parse_topics, read_topics

CLASSIC = """
<top>

<head> Made-up Topic Description
<num> Number:  051
<dom> Domain:  Husbandry
<title> Topic:  Pearl
  farming

<desc> Description:

How are pearls
grown?

<smry> Summary:
Growing of pearls & oysters < 3 years old.

<narr> Narrative:
Real <b>and</b> cultured ones.

<con> Concept(s):
1. oyster
2. mussel

<fac> Factor(s):
<nat> Nationality: Japan
</fac>

<def> Definition(s):

</top>

<top>
<num> Number: AR26
<title> Topic models: a survey

<desc>
No lead word here.
</top>
"""

MICROBLOG = """<top>
<num> Number: MB001 </num>
<title> staff  cuts </title>
<querytime> Tue Feb 08 12:30:27 +0000 2011 </querytime>
</top>
<top>
<num> Number: MB002 </num>
<query> water shortage </query>
</top>
"""

LINKING = """<top>
<num> Number: 321 </num>
<docid>9f00</docid>
<url>https://news.example/a?b=1&c=2<url>
</top>
"""

FIRE = """<?xml version="1.0"?>
<topics>
<top lang='hi'>
<num>176</num>
<title>मोती की खेती</title>
<desc>मोती</desc>
<narr>सीप</narr>
</top>
</topics>
"""

CLEF_SGML = """<top>
<num> C041 </num>
<FR-title> Aliments pour bébés </FR-title>
<FR-desc> Trouver des documents. </FR-desc>
<FR-narr> Les documents pertinents. </FR-narr>
</top>
"""

EHEALTH_2015 = """<topics>
<top><num>clef2015.test.1</num><query>taches rouges</query></top>
<top><num>clef2015.test.2</num><query>peau sèche</query></top>
</topics>
"""

SMART = """<DOC>
<DOCNO> 1 </DOCNO>

 What about TSS (time sharing), an
operating system?
</DOC>
<DOC>
<DOCNO>2</DOCNO>
Codes
</DOC>
"""

WEB = """<?xml version="1.0"?>
<!DOCTYPE webtrack [
  <!ATTLIST topic number CDATA #REQUIRED type (ambiguous|faceted) "ambiguous">
]>
<webtrack>
<!-- <top> is not used here -->
<topic number="51" type="faceted">
  <query>horse
    hooves</query>
  <description>Find things &amp; others.</description>
  <subtopic number="1" type="inf">
    What are hooves?
  </subtopic>
  <subtopic number="2" type="nav">Find the home page.</subtopic>
</topic>
</webtrack>
"""

COVID = """<topics task="T" batch="1">
  <topic number="1">
    <query>virus origin</query>
    <question>what is the origin</question>
    <narrative>seeking origin</narrative>
  </topic>
</topics>
"""

CLEF = """<?xml version="1.0" encoding="UTF-8"?>
<topics lang="fr">
<topic><identifier>251-AH</identifier><title>Médecines douces</title>
<description>Trouver.</description><narrative>Pertinents.</narrative></topic>
<topic lang="de"><identifier> 252-AH </identifier><title>Renten</title></topic>
</topics>
"""

EHEALTH = "<queries><query>\n<id>101001</id><title>hernia repair</title></query></queries>"

NTCIR = """<queries><query><qid>0001</qid><content>calendar</content>
<description>You need one.</description></query></queries>"""

INEX_2002 = """<INEX-Topics>
<INEX-Topic topic-id="09" query-type="CAS" ct-no="048">
  <Title><te>article</te> <cw>nonmonotonic reasoning</cw> <ce>bdy/sec</ce>
    <cw>-calendar</cw> <cw>1999</cw> <ce>hdr//yr</ce></Title>
  <Description>All of it.</Description>
  <Keywords>belief</Keywords>
</INEX-Topic>
<INEX-Topic topic-id="45" query-type="CO"><Title><cw>reality</cw></Title></INEX-Topic>
</INEX-Topics>"""

INEX_2005 = """<?xml version="1.0" encoding="ISO-8859-1"?>
<inex_topic topic_id="202" query_type="CO+S" ct_no="2">
<title>ontologies</title><castitle>//article[about(., ontologies)]</castitle>
<description>d</description><narrative>n</narrative></inex_topic>"""

INEX_2009 = """<!DOCTYPE inex-topic-file [<!ENTITY lt "lessthan">]>
<inex-topic-file>
<topic id="2009001" ct_no="186"><title>Nobel prize</title>
<castitle>//article[.//year &lt; 1990]</castitle><phrasetitle>"Nobel prize"</phrasetitle></topic>
</inex-topic-file>"""

JSON_LIST = """[
  {"question_id": "EQ001", "question": "what is it", "query": "virus", "tags": ["a", "b"]},
  {"question_id": 7, "question": "who?", "query": null, "more": {"deep": true, "n": 1.50}}
]
"""

MILLION = "1:after school\n002:time 12:30 at noon\n"
TSV = 'q1\tthe film "Alone" and\r\n007\tgoldfish\r\n'
CSV = 'qid,title,desc\n001,"pearls, farmed","a ""b"""\n2,plain,\n'
CAR = "enwiki:Taste\nenwiki:Taste/Flavor%20of%20caf%C3%A9\nenwiki:Taste/Top/Sub%20part\n"

#: format -> example, and of every topic the id, title and names of its fields
EXAMPLES: dict[str, tuple[str, list[tuple[str, str | None, str]]]] = {
    "trec-sgml": (
        CLASSIC,
        [
            ("051", "Pearl farming", "head num dom title desc smry narr con fac def"),
            ("AR26", "Topic models: a survey", "num title desc"),
        ],
    ),
    "trec-sgml-closed": (
        MICROBLOG,
        [("MB001", "staff cuts", "num title querytime"), ("MB002", "water shortage", "num query")],
    ),
    "trec-background-linking": (LINKING, [("321", None, "num docid url")]),
    "fire": (FIRE, [("176", "मोती की खेती", "num title desc narr")]),
    "clef-sgml": (CLEF_SGML, [("C041", "Aliments pour bébés", "num FR-title FR-desc FR-narr")]),
    "clef-ehealth-2015-xml": (
        EHEALTH_2015,
        [
            ("clef2015.test.1", "taches rouges", "num query"),
            ("clef2015.test.2", "peau sèche", "num query"),
        ],
    ),
    "smart-doc": (
        SMART,
        [
            ("1", "What about TSS (time sharing), an operating system?", "DOCNO text"),
            ("2", "Codes", "DOCNO text"),
        ],
    ),
    "trec-web-xml": (WEB, [("51", "horse hooves", "query description subtopic")]),
    "trec-covid-xml": (COVID, [("1", "virus origin", "query question narrative")]),
    "clef-xml": (
        CLEF,
        [
            ("251-AH", "Médecines douces", "identifier title description narrative"),
            ("252-AH", "Renten", "identifier title"),
        ],
    ),
    "clef-ehealth-xml": (EHEALTH, [("101001", "hernia repair", "id title")]),
    "ntcir-www-xml": (NTCIR, [("0001", "calendar", "qid content description")]),
    "inex-xml-2002": (
        INEX_2002,
        [
            (
                "09",
                "nonmonotonic reasoning -calendar 1999",
                "Title/te Title/cw Title/ce Description Keywords",
            ),
            ("45", "reality", "Title/cw"),
        ],
    ),
    "inex-xml-2005": (INEX_2005, [("202", "ontologies", "title castitle description narrative")]),
    "inex-xml-2009": (INEX_2009, [("2009001", "Nobel prize", "title castitle phrasetitle")]),
    "json-list": (
        JSON_LIST,
        [
            ("EQ001", "virus", "question_id question query tags"),
            ("7", "who?", "question_id question more/deep more/n"),
        ],
    ),
    "json-map": (
        '{"001": "red pearls",\n "1": {"title": "blue", "narr": "n"}}',
        [("001", "red pearls", "text"), ("1", "blue", "title narr")],
    ),
    "jsonl": (
        '{"_id": "q1", "text": "red\\u2028pearls"}\n\n{"_id": "q2", "text": "blue"}\n',
        [("q1", "red pearls", "_id text"), ("q2", "blue", "_id text")],
    ),
    "million-query": (
        MILLION,
        [("1", "after school", "text"), ("002", "time 12:30 at noon", "text")],
    ),
    "tsv": (TSV, [("q1", 'the film "Alone" and', "text"), ("007", "goldfish", "text")]),
    "csv": (
        CSV,
        [("001", "pearls, farmed", "qid title desc"), ("2", "plain", "qid title desc")],
    ),
    "id-only": (
        CAR,
        [
            ("enwiki:Taste", "Taste", "id"),
            ("enwiki:Taste/Flavor%20of%20caf%C3%A9", "Flavor of café", "id"),
            ("enwiki:Taste/Top/Sub%20part", "Sub part", "id"),
        ],
    ),
}

#: How a layout is named, wherever one is.
NAMED = "name the layout: topics.format in a task, --from of harness topics, format= in Python"


def read(text: str | bytes, format: str | None = None, source: str = "topics") -> Topics:
    content = text if isinstance(text, bytes) else text.encode()
    return parse_topics(content, source=source, format=format)


def problems_of(text: str | bytes, format: str | None = None, source: str = "topics") -> list[str]:
    with pytest.raises(InputError) as caught:
        read(text, format, source)
    return [str(problem) for problem in caught.value.problems]


def seen(topics: Topics) -> list[tuple[str, str | None, str]]:
    return [(topic.id, topic.title, " ".join(topic.fields)) for topic in topics.values()]


def only(text: str | bytes, format: str | None = None) -> Topic:
    (topic,) = read(text, format).values()
    return topic


def test_there_is_an_example_of_every_layout() -> None:
    assert {*EXAMPLES, "parquet"} == set(layout_names("topics"))  # all others are texts


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_layout_is_recognised_and_read(name: str) -> None:
    text, expected = EXAMPLES[name]
    topics = read(text)
    assert topics.format == name
    assert sorted(seen(topics)) == sorted(seen(read(text, name)))
    found = [(id_, title, set(fields.split())) for id_, title, fields in seen(topics)]
    assert found == [(id_, title, set(fields.split())) for id_, title, fields in expected]
    assert topics.source == "topics"


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("ends", ["\r\n", "\r"])
def test_line_ends_and_a_byte_order_mark_change_nothing(name: str, ends: str) -> None:
    text = EXAMPLES[name][0].replace("\r\n", "\n")
    other = b"\xef\xbb\xbf" + text.replace("\n", ends).encode()
    assert dict(read(other)) == dict(read(text))


@pytest.mark.parametrize("name", EXAMPLES)
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
        "topics:5: the topic that starts here has no </top> (is the file cut off?)"
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
        "topics: 1 of 2 topics have no title, first '2'",
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
        "topics:1: text beside the elements of a topic is ignored",
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
        ("<topic id='1'></topic>\n<topic id='2'></topic>", 2, "one element around all topics"),
        ("<t><topic id='1'><title>a", 1, "is the file cut off?"),
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


# --- lines, CSV, JSON ---------------------------------------------------------------------------


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


@pytest.mark.parametrize(
    ("format", "text", "expected"),
    [
        ("tsv", "1\ta\n2 b\n3\tc\td\n", ["topics:2: 1 tab-separated", "topics:3: 3 tab-separated"]),
        ("million-query", "1:a\nno colon\n", ["topics:2: no colon in 'no colon'"]),
        ("id-only", "a\nb c\n", ["topics:2: more than an id in 'b c'"]),
        ("csv", "id,title\n1,a,b\n2,c\n3\n", ["topics:2: 3 columns", "topics:4: 1 columns"]),
        ("csv", 'id,title\n1,"a\n', ["topics:2: not CSV"]),
        ("csv", "a,title\n1,b\n", ["topics:1: no column for the topic id in 'a, title'"]),
        ("csv", "id,num,title\n1,2,b\n", ["topics:1: 'id' and 'num' could each be the topic id"]),
        ("csv", "id,title,title\n1,2,b\n", ["topics:1: the column 'title' occurs twice"]),
        (
            "jsonl",
            '{"id": "1"}\n{"id": \n[1]\n',
            ["topics:2:8: not JSON", "topics:3: expected an obj"],
        ),
        ("jsonl", '{"id": "1"} {"id": "2"}', ["topics:1:12: not JSON: more behind the end"]),
        ("jsonl", '{"id": "1", "id": "2"}', ["topics:1: not JSON: the name 'id' occurs twice"]),
        ("jsonl", '{"id": NaN}', ["topics:1: not JSON: NaN is no JSON value"]),
        ("jsonl", '{"id": "1", "num": "2"}', ["topics:1: 'id' and 'num' could each be"]),
        ("jsonl", '{"id": ["1"], "title": "x"}', ["topics:1: a topic without an id"]),
        ("jsonl", '{"id": "1", "title": ["x", "y"]}', ["topics:1: topic '1' has 2 times 'title'"]),
        ("json-list", '[{"id": "1"},\n{"id": "2"}\n', ["topics:3:1: not JSON: expected , or ]"]),
        ("json-list", '[\n{"id": "1"},\n]', ["topics:3:1: not JSON: Expecting value"]),
        ("json-list", '[{"id": "1"}] x', ["topics:1: not JSON: more behind the end: 'x'"]),
        ("json-list", '{"id": "1"}', ["topics:1:1: not JSON: expected [, found {"]),
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
        ("json-map", '{"topics": [{"id": "1"}]}', ["topics:1: topic 'topics': expected a text"]),
        (
            "json-map",
            '{"id": "1", "title": "x"}',
            ["topics:1: the keys (id, title) are those of one"],
        ),
        ("json-map", '{"1" "a"}', ["topics:1:6: not JSON: expected :"]),
        ("json-map", '{1: "a"}', ['topics:1:2: not JSON: expected ", found 1']),
        ("json-map", '{"1": "a",}', ['topics:1:11: not JSON: expected ", found }']),
        ("json-map", '{"1": ' + '{"a":' * 3000, ["topics:1: nested too deeply"]),
        ("json-map", '{"1": {"a": "\ud800', ["topics:1:13: not JSON"]),
    ],
)
def test_what_is_wrong_is_said_with_its_line(format: str, text: str, expected: list[str]) -> None:
    content = text.encode("utf-8", "replace")
    messages = problems_of(content, format)
    assert len(messages) == len(expected)
    for message, start in zip(messages, expected, strict=True):
        assert message.startswith(start)


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


@pytest.mark.parametrize("format", TWICE)
def test_a_topic_id_used_twice_is_an_error_that_names_both_lines(format: str) -> None:
    text, first, second = TWICE[format]
    topic_id = "a" if format == "id-only" else "1"
    (message,) = problems_of(text, format)
    where = f"topics:{second}: topic id {topic_id!r} is already used at line {first}"
    assert message == f"{where} (expected every topic once)"


@pytest.mark.parametrize(
    ("format", "text", "line"),
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


@pytest.mark.parametrize("format", [None, *layout_names("topics")])
@pytest.mark.parametrize("content", [b"", b"\xef\xbb\xbf", b" \n\r\n\t"])
def test_an_empty_file_is_an_error(format: str | None, content: bytes) -> None:
    assert problems_of(content, format) == ["topics: the file is empty"]


@pytest.mark.parametrize("text", ["<topics/>", "<top>no</top>", "[]", "{}", "plain words here"])
@pytest.mark.parametrize("format", layout_names("topics"))
def test_a_file_without_a_topic_is_an_error_in_every_layout(format: str, text: str) -> None:
    if format == "id-only":  # for which any word is an id
        text += " more"
    assert problems_of(text, format)


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


def test_an_unknown_format_names_the_nearest() -> None:
    assert problems_of("1\ta", "trec-sgm") == [
        "topics: unknown layout of topics 'trec-sgm' (did you mean trec-sgml?)"
    ]
    assert "known are parquet, trec-sgml, " in problems_of("1\ta", "qqqq")[0]


@pytest.mark.parametrize(
    ("text", "candidates"),
    [
        ("1:a\n2:b\n", "million-query, id-only"),
        ("1:a\tb\n", "million-query, tsv"),
        ("id,title\n1,a\n", "csv, id-only"),
        ("<t><topic number='1'><query>a</query></topic></t>", "trec-web-xml, trec-covid-xml"),
        (
            "<t><topic id='1'><identifier>1</identifier></topic></t>",
            "clef-xml, inex-xml-2009",
        ),
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


def test_a_large_file_of_odd_lines_is_read_in_no_time() -> None:
    # Each of these made some version of the search for tags or lines quadratic.
    for text in (
        "<!-- " * 100_000,
        "<b " * 100_000,
        "\n" * 300_000 + "x y",
        "<top><num>1" * 20_000,
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


def test_a_compressed_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "topics.txt.gz"
    path.write_bytes(gzip.compress(CLASSIC.encode()))
    topics = read_topics(path)
    assert list(topics) == ["051", "AR26"]
    assert topics.source == str(path)


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TSV.encode())))
    assert list(read_topics("-")) == ["q1", "007"]


@pytest.mark.parametrize(
    ("content", "why"),
    [(b"", "the file is empty"), (b"\x89PNG\r\n\0\0", "this is a binary file")],
)
def test_an_empty_or_binary_file_is_an_error(tmp_path: Path, content: bytes, why: str) -> None:
    path = tmp_path / "topics.txt"
    path.write_bytes(content)
    with pytest.raises(InputError, match=why):
        read_topics(path)


def test_a_directory_or_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="this is a directory"):
        read_topics(tmp_path)
    with pytest.raises(InputError, match="no such file"):
        read_topics(tmp_path / "topics.txt")
