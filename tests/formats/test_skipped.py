"""What is no record is skipped and counted, the same by every layout on every way of reading."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.core.notes import NOTES
from harness.formats import delimited, submissions
from harness.formats.layouts import Layout, layouts
from harness.formats.qrels import parse_qrels
from harness.formats.records import LineFields
from harness.formats.runs import parse_run
from harness.formats.skipped import SKIPS, SkippedLines, records_only
from harness.formats.submissions import parse_submission
from harness.formats.topics import parse_topics
from tests.each import each
from tests.nightly import one_in

FIELDS = [it for kind in ("runs", "judgments") for it in layouts(kind) if it.fields]
NAMES = [f"{it.kind}-{it.name}" for it in FIELDS]
MARK = b"\xef\xbb\xbf"

#: What is inserted, and as what it is counted.
INSERTED = {
    "comment": (b"# by hand\n", "comments-skipped"),
    "a comment without a blank": (b"#by hand\n", "comments-skipped"),
    "a comment in latin-1": (b"# \xe9\n", "comments-skipped"),
    "blank line": (b"\n", "blank-lines-skipped"),
    "blanks": (b" \t\v\f\r\n", "blank-lines-skipped"),
    "mark": (MARK, "inner-marks-skipped"),
}


@dataclass(frozen=True)
class Read:
    rows: object
    skipped: SkippedLines


def read(layout: Layout, content: bytes) -> Read:
    if layout.kind == "runs":
        run = parse_run(content, "f", format=layout.name)
        return Read(run.frame.rows(), SkippedLines.of(run.warnings))
    qrels = parse_qrels(content, "f", layout.name)
    return Read(qrels.frame.rows(), SkippedLines.of(qrels.warnings))


@contextmanager
def changed(**values: object) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for name, value in values.items():
            for module in (delimited, submissions):
                if hasattr(module, name):
                    patch.setattr(module, name, value)
        yield


#: The ways of reading lines.
WAYS: dict[str, dict[str, object]] = {
    "polars": {},
    "line by line": {"regular": lambda *_: None},
    "block by block": {"_BLOCK": 8},
}


def cases(lines: list[bytes]) -> Iterator[tuple[bytes, dict[str, tuple[int, int]]]]:
    """Contents with something inserted at the start, in the middle and at the end."""
    for at in range(len(lines) + 1):
        for text, code in INSERTED.values():
            # A mark stands before a line, and at the start it is another kind.
            if text == MARK and at in (0, len(lines)):
                continue
            yield b"".join([*lines[:at], text, *lines[at:]]), {code: (1, at + 1)}
    yield MARK + b"".join(lines), {"mark-skipped": (1, 1)}
    yield (
        MARK + b"# x\n" + MARK + b"\n" + b"".join(lines) + b"#\n \n#x",
        {
            "mark-skipped": (1, 1),
            "comments-skipped": (3, 1),
            "blank-lines-skipped": (2, 2),
            "inner-marks-skipped": (1, 2),
        }
        | {"blank-lines-skipped": (2, 2), "comments-skipped": (3, 1)},
    )


@each(WAYS, "way")
@each(one_in(3, FIELDS))
def test_what_is_inserted_is_counted_and_changes_nothing(layout: Layout, way: str) -> None:
    lines = layout.example_content.splitlines(keepends=True)
    clean = read(layout, layout.example_content)
    assert not clean.skipped
    with changed(**WAYS[way]):
        for content, expected in cases(lines):
            found = read(layout, content)
            assert found.rows == clean.rows, content
            assert dict(found.skipped.lines) == expected, content
            if layout.kind == "runs":
                submission = parse_submission(content, "f", format=layout.name)
                assert dict(submission.skipped.lines) == expected, content
                assert submission.frame.height == len(lines), content


@each(WAYS, "way")
@each(FIELDS)
def test_a_topic_may_begin_with_a_hash(layout: Layout, way: str) -> None:
    lines = layout.example_content.splitlines(keepends=True)
    tagged = b"".join(b"#" + line for line in lines)
    with changed(**WAYS[way]):
        plain, found = read(layout, layout.example_content), read(layout, tagged)
        assert not found.skipped
        assert [f"#{row[0]}" for row in plain.rows] == [row[0] for row in found.rows]
        # A # by itself begins a comment, whatever follows it.
        mixed = read(
            layout, layout.example_content + lines[0].replace(lines[0].split()[0], b"#", 1)
        )
        assert mixed.rows == plain.rows
        assert dict(mixed.skipped.lines) == {"comments-skipped": (1, len(lines) + 1)}


@pytest.mark.parametrize(
    ("kind", "content"),
    [("judgments", b"#8 0 a 1\n#9 0 a 0\n"), ("runs", b"#8 Q0 a 1 2.5 t\n#9 Q0 a 1 2 t\n")],
)
def test_files_of_hashtags_alone_are_recognised(kind: str, content: bytes) -> None:
    frame = (parse_run if kind == "runs" else parse_qrels)(content, "f").frame
    assert frame["topic"].to_list() == ["#8", "#9"]


#: Layouts of topics by lines: their lines, one that begins with a hash, and comments.
TOPICS = {
    "tsv": (b"1\tone\n2\ttwo\n", b"#8\thash\n", b"# c\n#c\n# c\td\n"),
    "million-query": (b"1:one word\n2:two words\n", b"#8:a hash\n", b"# c\n#c\n# c:d\n"),
    "id-only": (b"en:a\nen:b\n", b"#8\n", b"# c\n#c d\n#\n"),
}


@each(TOPICS, "name")
@each([True, False], "format")
def test_topics_by_lines_have_records_comments_and_blank_lines(name: str, format: bool) -> None:
    lines, tagged, comments = TOPICS[name]
    named = name if format else None
    content = MARK + lines + b"\n" + comments + tagged
    topics = parse_topics(content, source="f", format=named)
    assert topics.format == name
    clean = parse_topics(lines + tagged, source="f", format=name)
    assert dict(topics) == dict(clean)
    assert not SkippedLines.of(clean.warnings)
    assert "#8" in topics
    assert dict(SkippedLines.of(topics.warnings).lines) == {
        "mark-skipped": (1, 1),
        "comments-skipped": (3, 4),
        "blank-lines-skipped": (1, 3),
    }


@pytest.mark.parametrize(
    ("read_it", "content"),
    [
        (lambda content: parse_qrels(content, "f.csv"), b"qid,docno,label\n\n1,a,1\n\n"),
        (lambda content: parse_run(content, "f.csv"), b"qid,docno,score\n\n1,a,1\n\n"),
        (
            lambda content: parse_qrels(content, "f.jsonl"),
            b'{"qid":"1","docno":"a","label":1}\n\n{"qid":"1","docno":"b","label":1}\n \n',
        ),
    ],
)
def test_blank_lines_of_tables_are_counted(
    read_it: Callable[[bytes], object], content: bytes
) -> None:
    skipped = SkippedLines.of(read_it(content).warnings)  # type: ignore[attr-defined]
    assert dict(skipped.lines) == {"blank-lines-skipped": (2, 2)}


def test_every_kind_has_a_note_and_only_inner_marks_are_a_warning() -> None:
    severities = {code: NOTES[code].severity for code in SKIPS}
    assert severities == dict.fromkeys(SKIPS, "note") | {"inner-marks-skipped": "warning"}


def test_prose_is_no_record() -> None:
    run = LineFields.of("topic iter doc rank score tag", infinite="score", extra=True)
    test = run.record_test()
    assert test(b"#8 Q0 d1 1 2.5 t")
    assert test(b"#8 Q0 d1 1 inf t more")
    assert not test(b"#tuned on fold 3 of 5 parts")
    assert not test(b"#8 Q0 d1 1 nan t")
    assert not test(b"#8 Q0 d1 1 2.5")


@given(
    st.lists(
        st.sampled_from(
            [b"", b" ", b"#", b"# a", b"#a b", b"a b", MARK, MARK + b"#a b", b"\xe9 \t"]
        ),
        max_size=9,
    ),
    st.sampled_from([b"", b"\n"]),
)
def test_lines_and_bytes_that_are_left_stand_where_they_stood(
    lines: list[bytes], end: bytes
) -> None:
    content = b"\n".join(lines) + end
    kept = records_only(content, lambda line: len(line.split()) == 2)
    every = content.split(b"\n")
    left = kept.content.split(b"\n")
    for row, line in enumerate(left[:-1] if kept.content.endswith(b"\n") else left):
        if line:
            assert every[kept.number(row)].endswith(line)
    for position, byte in enumerate(kept.content):
        assert content[kept.offset(position)] == byte
