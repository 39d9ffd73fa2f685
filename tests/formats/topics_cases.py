"""Topics in every layout, and how tests read them."""

from __future__ import annotations

import pytest

from harness.core.errors import InputError
from harness.core.texts import Topics
from harness.formats.topics import parse_topics

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

TRIALS = """<?xml version="1.0"?>
<topics task="T">
<topic number="1">
A man with
  melanoma &amp; pain
</topic>
<topic number="2"><disease>melanoma</disease><gene>BRAF (V600E)</gene></topic>
<topic number="3" type="test"><description>A man.</description><summary>s</summary></topic>
</topics>
"""

SESSIONS = """<sessiontrack>
<session num="1" userid="u1">
<topic num="7"><title>wines</title><desc>You want some.</desc></topic>
<interaction num="1"><query>wine</query></interaction>
<currentquery><query>red wine</query></currentquery>
</session>
<session num="2"><topic num="7"><title>wines</title></topic></session>
</sessiontrack>
"""

PODCASTS = """<topics>
<topic><num>1</num><query>virus spread</query><type>topical</type></topic>
<topic><number>2</number><title>Should teachers get tenure?</title></topic>
</topics>
"""

CLEF = """<?xml version="1.0" encoding="UTF-8"?>
<topics lang="fr">
<topic><identifier>251-AH</identifier><title>Médecines douces</title>
<description>Trouver.</description><narrative>Pertinents.</narrative></topic>
<topic lang="de"><identifier> 252-AH </identifier><title>Renten</title></topic>
</topics>
"""

CLEF_IP = """<topics><topic><tid>PSG-1</tid><tfile>EP-1-A1.xml</tfile>
<tclaims>/doc/claims/claim[1] /doc/claims/claim[2]</tclaims></topic></topics>"""

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
    "trec-clinical-xml": (
        TRIALS,
        [
            ("1", "A man with melanoma & pain", "text"),
            ("2", None, "disease gene"),
            ("3", None, "description summary"),
        ],
    ),
    "trec-session-xml": (
        SESSIONS,
        [
            ("1", "wines", "title desc interaction/query currentquery/query"),
            ("2", "wines", "title"),
        ],
    ),
    "trec-topic-xml": (
        PODCASTS,
        [
            ("1", "virus spread", "num query type"),
            ("2", "Should teachers get tenure?", "number title"),
        ],
    ),
    "clef-xml": (
        CLEF,
        [
            ("251-AH", "Médecines douces", "identifier title description narrative"),
            ("252-AH", "Renten", "identifier title"),
        ],
    ),
    "clef-ip-xml": (CLEF_IP, [("PSG-1", None, "tid tfile tclaims")]),
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
    "csv": (CSV, [("001", "pearls, farmed", "qid title desc"), ("2", "plain", "qid title desc")]),
    "id-only": (
        CAR,
        [
            ("enwiki:Taste", "Taste", "id"),
            ("enwiki:Taste/Flavor%20of%20caf%C3%A9", "Flavor of café", "id"),
            ("enwiki:Taste/Top/Sub%20part", "Sub part", "id"),
        ],
    ),
}


def read(text: str | bytes, format: str | None = None, source: str = "topics") -> Topics:
    content = text if isinstance(text, bytes) else text.encode()
    return parse_topics(content, source=source, format=format)


def problems_of(text: str | bytes, format: str | None = None, source: str = "topics") -> list[str]:
    with pytest.raises(InputError) as caught:
        read(text, format, source)
    return [str(problem) for problem in caught.value.problems]
