"""INEX in XML and as elements: what is read, and what is refused, with its line."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from harness.core.errors import InputError
from harness.formats.qrels import parse_qrels
from harness.formats.runs import parse_run
from tests.each import each


def submission(*results: str) -> bytes:
    listed = "\n".join(f"<result>{result}</result>" for result in results)
    return (
        '<?xml version="1.0"?>\n<inex-submission run-id="mine" task="Thorough">\n'
        f'<topic topic-id="9">\n{listed}\n</topic>\n</inex-submission>\n'
    ).encode()


FILE = "<file>an/1995/a1</file>"


@pytest.mark.parametrize(
    ("results", "rows"),
    [
        (
            [
                f"{FILE}<path>/a[1]</path><rank>1</rank>",
                f"{FILE}<path>/a[1]/b[1]</path><rank>2</rank>",
            ],
            [("9", "an/1995/a1", -1.0, "/a[1]"), ("9", "an/1995/a1", -2.0, "/a[1]/b[1]")],
        ),
        (
            [f"{FILE}<path>/a[1]</path><rank>1</rank><rsv>0.5</rsv>"],
            [("9", "an/1995/a1", 0.5, "/a[1]")],
        ),
        (
            [f'{FILE}<fol offset="5" length="60"/>', '<file>d2</file><fol offset="0" length="1"/>'],
            [("9", "an/1995/a1", -1.0, 5, 60), ("9", "d2", -2.0, 0, 1)],
        ),
        ([FILE], [("9", "an/1995/a1", -1.0)]),
    ],
    ids=["paths", "scores", "passages", "articles"],
)
def test_a_submission_is_a_run(results: list[str], rows: list[tuple[object, ...]]) -> None:
    run = parse_run(submission(*results), "mine.xml")
    assert (run.name, run.details["format"], run.frame.rows()) == ("mine", "inex-xml", rows)


def test_assessments_are_judgments_of_elements() -> None:
    content = (
        b'<assessments pool="7" topic="91" version="2">\n<file collection="ieee" name="a1">\n'
        b'<element path="/a[1]" exhaustivity="2" specificity="0.5"/>\n'
        b'<element path="/a[1]/b[1]" exhaustivity="?" specificity="1"/>\n</file>\n</assessments>\n'
    )
    qrels = parse_qrels(content, "91.xml")
    assert qrels.format == "inex-assessments"
    assert qrels.frame.rows() == [
        ("91", "a1", 2, "/a[1]", 2, 0.5),
        ("91", "a1", 0, "/a[1]/b[1]", None, 1.0),
    ]


def run_of(content: bytes, name: str | None = None) -> object:
    return parse_run(content, "f", format=name)


def qrels_of(content: bytes, name: str | None = None) -> object:
    return parse_qrels(content, "f", name)


@each(
    [
        (run_of, submission("<path>/a[1]</path>"), "f:4: a <result> without <file>"),
        (
            run_of,
            submission(f"{FILE}<path>/a[1]</path>", f'{FILE}<fol offset="1" length="2"/>'),
            "f:4: there is no offset here, as other results have",
        ),
        (
            run_of,
            submission(f'{FILE}<passage start="/a[1]" end="/a[2]"/>'),
            "f:4: a <passage> from one element to another: its characters are not known",
        ),
        (run_of, submission(f'{FILE}<fol offset="x" length="2"/>'), "f:4: column 'offset': 'x'"),
        (
            run_of,
            submission(f'{FILE}<fol offset="1" length="-2"/>'),
            "f:4: the length of a passage",
        ),
        (run_of, submission(f"{FILE}<rsv>high</rsv>"), "f:4: column 'score': 'high'"),
        (run_of, b"<inex-submission><topic/></inex-submission>", "f:1: a <topic> without topic-id"),
        (run_of, b"<inex-submission><topic>", "f:1:25: not well-formed XML"),
        (
            qrels_of,
            b'<assessments topic="1"><file name="d">\n<element path="/a[1]"/></file></assessments>',
            "f:2: an <element> without exhaustivity, specificity",
        ),
        (
            qrels_of,
            b"9 Q0 d1 /a[1] 3 2\n9 Q0 d1 /a[1] 3 2\n",
            "f:2:6: document 'd1' is judged twice in topic '9', path '/a[1]' (first at line 1)",
        ),
        (qrels_of, b"9 Q0 d1 /a[1] 4 2\n", "f:1:15: 4 is not from 0 to 3"),
        (
            lambda content: qrels_of(content, "inex-elements"),
            b"9 Q0 d1 /a[1] 3 X\n",
            "f:1:17: the specificity 'X' is neither from 0 to 3 nor a coverage",
        ),
    ],
    "read",
    "content",
    "problem",
)
def test_what_is_wrong_has_its_line(
    read: Callable[[bytes], object], content: bytes, problem: str
) -> None:
    with pytest.raises(InputError) as caught:
        read(content)
    assert str(caught.value).startswith(problem)
