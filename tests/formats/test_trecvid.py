"""Runs of TRECVID in XML: shots by topic, one run a file."""

from __future__ import annotations

import pytest

from harness.formats.runs import parse_run
from tests.errors import problems_of

DOCTYPE = b"""<!DOCTYPE videoAdhocSearchResults SYSTEM
"https://www-nlpir.nist.gov/projects/tv2016/dtds/videoAdhocSearchResults.dtd">
"""


def submission(*topics: bytes, kind: bytes = b"Adhoc") -> bytes:
    run = b'<video%sSearchRunResult pid="me" priority="1">%s</video%sSearchRunResult>\n'
    runs = [run % (kind, topic, kind) for topic in topics]
    return DOCTYPE + b"<results>\n" + b"".join(runs) + b"</results>\n"


def topic(items: bytes, number: bytes = b"1501", kind: bytes = b"Adhoc") -> bytes:
    name = b"video%sSearchTopicResult" % kind
    return b'<%s tNum="%s" elapsedTime="1.5">\n%s</%s>\n' % (name, number, items, name)


FIRST, SECOND = b'<item seqNum="1" shotId="shot1_2"/>\n', b'<item seqNum="2" shotId="shot3_4"/>\n'


@pytest.mark.parametrize("kind", [b"Adhoc", b"Instance", b""])
def test_a_submission_is_a_run(kind: bytes) -> None:
    topics = topic(FIRST + SECOND, kind=kind) + topic(SECOND, b"1502", kind)
    run = parse_run(submission(topics, kind=kind), "me_1.xml")
    assert (run.name, run.details["format"]) == ("me_1.xml", "trecvid-xml")
    assert run.frame.rows() == [
        ("1501", "shot1_2", -1.0),
        ("1501", "shot3_4", -2.0),
        ("1502", "shot3_4", -2.0),
    ]


@pytest.mark.parametrize(
    ("topics", "message"),
    [
        ([topic(FIRST), topic(FIRST)], "a second run (each run is a file of its own)"),
        ([topic(FIRST.replace(b"shotId", b"id"))], "5: a <item> without shotId"),
        ([topic(FIRST, b" ")], "4: a <videoAdhocSearchTopicResult> without tNum"),
        ([topic(FIRST.replace(b"1", b"x", 1))], "5: column 'rank': 'x' is not a whole number"),
    ],
)
def test_what_is_no_run_is_refused_with_its_line(topics: list[bytes], message: str) -> None:
    problems = problems_of(parse_run, submission(*topics), "a.xml")
    assert message in problems[0]
