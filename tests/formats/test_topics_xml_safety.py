"""A topic file in XML cannot make us expand, fetch or misread anything."""

from __future__ import annotations

import http.server
import threading
from pathlib import Path

import pytest

from harness.core.errors import InputError
from harness.core.texts import Topics
from harness.formats.topics import parse_topics, read_topics


def inex(dtd: str, title: str = "pearls", ct_no: str = "1") -> str:
    return (
        f'<?xml version="1.0"?>\n{dtd}\n<inex-topic-file>\n'
        f'<topic id="2009001" ct_no="{ct_no}"><title>{title}</title></topic>\n</inex-topic-file>\n'
    )


def read(text: str, format: str | None = "inex-xml-2009") -> Topics:
    return parse_topics(text.encode(), source="topics.xml", format=format)


def problem_of(text: str, format: str | None = "inex-xml-2009") -> str:
    with pytest.raises(InputError) as caught:
        read(text, format)
    return str(caught.value)


def test_a_dtd_cannot_redefine_the_predefined_entities() -> None:
    dtd = (
        '<!DOCTYPE inex-topic-file [<!ENTITY lt "lessthan"><!ENTITY gt "greaterthan">'
        '<!ENTITY amp "ampersand"><!ENTITY quot "quote"><!ENTITY apos "tick">]>'
    )
    every = "&lt;&gt;&amp;&quot;&apos;"
    topic = read(inex(dtd, title=every, ct_no=every))["2009001"]
    assert topic.title == "<>&\"'"
    assert topic.attributes == {"ct_no": "<>&\"'"}


@pytest.mark.parametrize(
    "declaration",
    [
        '<!ENTITY word "pearl">',
        '<!ENTITY word SYSTEM "file:///etc/passwd">',
        '<!ENTITY word PUBLIC "-//X//Y" "http://127.0.0.1:1/x.dtd">',
        '<!ENTITY % word "pearl">',
        '<!ENTITY % word SYSTEM "http://127.0.0.1:1/x.dtd"> %word;',
    ],
)
def test_a_file_that_declares_an_entity_is_refused_with_its_line(declaration: str) -> None:
    dtd = f"<!DOCTYPE inex-topic-file [\n{declaration}\n]>"
    for title in ("pearls", "&word;"):
        message = problem_of(inex(dtd, title))
        assert "topics.xml:3:" in message
        assert "the DTD declares the entity 'word'" in message


def test_a_billion_laughs_is_refused_before_the_first_laugh() -> None:
    laughs = ['<!ENTITY l0 "lol">']
    laughs += [f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12)]
    dtd = f"<!DOCTYPE inex-topic-file [{''.join(laughs)}]>"
    assert "declares the entity 'l0'" in problem_of(inex(dtd, "&l11;"))
    assert "declares the entity 'l0'" in problem_of(inex(dtd, ct_no="&l11;"))
    # Looking for the format reads the file as well.
    assert "declares the entity 'l0'" in problem_of(inex(dtd, "&l11;"), None)


def test_no_dtd_is_fetched_from_the_network() -> None:
    asked: list[str] = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b'<!ENTITY word "fetched">')

        def log_message(self, *_arguments: object) -> None:
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/topics.dtd"
        topics = read(inex(f'<!DOCTYPE inex-topic-file SYSTEM "{address}">'))
        server.shutdown()
    assert topics["2009001"].title == "pearls"
    assert asked == []


def test_no_dtd_is_read_from_disk_and_an_entity_from_it_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "topics.dtd").write_text('<!ENTITY eacute "e">')
    path = tmp_path / "topics.xml"
    path.write_text(inex('<!DOCTYPE inex-topic-file SYSTEM "topics.dtd">', "caf&eacute; &lt;"))
    with pytest.raises(InputError) as caught:
        read_topics(path)
    assert f"{path}:4:" in str(caught.value)
    assert "'eacute' is not declared in the file, and DTDs are not fetched" in str(caught.value)


def test_an_entity_of_an_external_dtd_in_an_attribute_is_an_error_too() -> None:
    # expat would leave it out: the id "&year;001" would become "001".
    dtd = '<!DOCTYPE inex-topic-file SYSTEM "topics.dtd">'
    message = problem_of(inex(dtd, ct_no="a&lt;&#38;&word;\n1"))
    assert "topics.xml:4:1: the entity 'word' is not declared in the file" in message


def test_a_parameter_entity_that_is_not_declared_is_passed_over() -> None:
    dtd = '<!DOCTYPE inex-topic-file SYSTEM "topics.dtd" [ %word; ]>'
    assert read(inex(dtd))["2009001"].title == "pearls"


def test_an_undefined_entity_without_a_dtd_is_an_error_with_line_and_column() -> None:
    message = problem_of("<topics>\n<topic id='1'><title>éé &eacute;</title></topic></topics>")
    assert "topics.xml:2:25: not well-formed XML: undefined entity" in message
    assert "&#233;" in message


def test_numeric_references_are_characters() -> None:
    assert read(inex("", "caf&#233; &#x4e2d;"))["2009001"].title == "café 中"


def test_defaults_of_the_internal_dtd_hold() -> None:
    # Not an entity: the web track declares that a topic without a type is "ambiguous".
    text = (
        '<!DOCTYPE w [<!ATTLIST topic number CDATA #REQUIRED type (ambiguous|faceted) "ambiguous">]>'
        '<w><topic number="1"><query>pearls</query><description>d</description></topic></w>'
    )
    assert read(text, "trec-web-xml")["1"].attributes == {"type": "ambiguous"}


def test_very_deep_nesting_is_an_error_and_not_a_crash() -> None:
    text = "<topics>" + "<a>" * 100_000 + "</a>" * 100_000 + "</topics>"
    assert "nested more than 64 deep" in problem_of(text)


def test_comments_processing_instructions_and_cdata_are_no_text_of_a_topic() -> None:
    text = "<t><?php x ?><topic id='1'><!-- no --><title>a<!-- b -->c <![CDATA[<b>]]></title></topic></t>"
    assert read(text)["1"].title == "ac <b>"


NTCIR = """<TOPIC>
<NUM>013</NUM><SLANG>CH</SLANG>
<TITLE>NBA labor dispute</TITLE>
<NARR><BACK>It ended.</BACK><REL>On its end.</REL></NARR>
</TOPIC>
<TOPIC>
<NUM>014</NUM><SLANG>CH</SLANG>
<TITLE>{}</TITLE>
</TOPIC>
"""


def test_topics_without_an_element_around_them_are_read_as_ntcir_writes_them() -> None:
    topics = read(NTCIR.format("Nazca lines"), None)
    assert [(topic.id, topic.title) for topic in topics.values()] == [
        ("013", "NBA labor dispute"),
        ("014", "Nazca lines"),
    ]
    assert topics["013"].fields["NARR/REL"] == "On its end."


@pytest.mark.parametrize(
    ("text", "position", "message"),
    [
        (NTCIR.format("a & b"), "8:11", "(invalid token)"),
        (NTCIR.format("a") + "<TOPIC>", "10:8", "<TOPIC> of line 10 is still open"),
        (NTCIR.format("a") + "<other/>", "6:1", "expected one element around all topics"),
        ("<topic><num>1</num></topic><topic>&</topic>", "1:36", "(invalid token)"),
    ],
)
def test_of_topics_without_an_element_around_them_errors_have_their_positions(
    text: str, position: str, message: str
) -> None:
    problem = problem_of(text, "trec-topic-xml")
    assert f"topics.xml:{position}:" in problem
    assert message in problem
