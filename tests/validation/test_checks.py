"""Each check: a file in which it finds something, and nothing else does; and one without fault."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace

import polars as pl
import pytest

from harness.core.errors import InputError, UnavailableError
from harness.evaluation.judgments import KnownJudgments
from harness.formats.qrels import parse_qrels
from harness.formats.runs import read_run
from harness.validation import CHECKS, REPAIRS, Requirements, check_run, find_listed, find_matching
from harness.validation.findings import CAUSES
from tests.each import each
from tests.validation.check_cases import CLEAN, line

TOPICS = ("1", "2")

#: Of topic 1 the document b, of topic 2 a; that c was pooled says nothing.
KNOWN = KnownJudgments.of([parse_qrels(b"1 0 b 0\n1 0 z 1\n2 0 a 2\n2 0 c -1\n", "round1.txt")])


@dataclass(frozen=True)
class Example:
    """A file with one fault: where it is said (line, column), and how often it is there."""

    text: str | bytes
    places: list[tuple[int | None, int | None]]
    asked: Mapping[str, object] = field(default_factory=dict)
    file: str = "a.run"
    format: str | None = None


PASSAGES = "1 Q0 a 1 2 me 0 9\n1 Q0 a 2 1.5 me 20 9\n1 Q0 b 3 1 me X X\n1 Q0 b 4 .5 me -1 -1\n"

#: Every code, and files in which it is the only one.
EXAMPLES: dict[str, list[Example]] = {
    "fields": [
        Example(CLEAN + "3 Q0 d 1 2.5\n", [(5, 13)]),
        Example("3\n" + CLEAN, [(1, 2)]),
        Example("a\tb\n" + CLEAN, [(1, 4)]),
        # The layout of passages has no more than eight fields.
        Example(PASSAGES + "2 Q0 a 1 2 me 0 9 x\n", [(5, 19)], format="inex"),
    ],
    "header": [Example("qid Q0 docno rank score tag\n" + CLEAN, [(1, 1)])],
    "score-not-a-number": [
        Example(CLEAN + line("3", score="high"), [(5, 10)]),
        Example(CLEAN + line("3", score="0x10"), [(5, 10)]),
        Example(CLEAN + line("3", score="1,5"), [(5, 10)]),
        # Where ranks stand for scores.
        Example("1\ta\t1\n2\ta\tx\n", [(2, 5)], format="msmarco"),
    ],
    "passage-not-a-number": [
        Example(PASSAGES + "2 Q0 a 1 2 me x 9\n", [(5, 15)], format="inex"),
        Example(PASSAGES + "2 Q0 a 1 2 me 0 -2\n", [(5, 17)], format="inex"),
    ],
    "rank-not-a-number": [
        Example(CLEAN + line("3", rank="1.0"), [(5, 8)]),
        Example(CLEAN + line("3", rank="first"), [(5, 8)]),
    ],
    "more-fields": [Example(CLEAN.replace("4.25 me", "4.25 me too"), [(2, 18)])],
    "byte-order-mark": [
        Example(b"\xef\xbb\xbf" + CLEAN.encode(), [(1, 1)]),
        Example(gzip.compress(b"\xef\xbb\xbf" + CLEAN.encode()), [(1, 1)], file="a.run.gz"),
    ],
    "encoding": [Example((CLEAN + line("3", doc="é")).encode("latin-1"), [(5, 6)])],
    "line-ends": [
        Example(CLEAN.replace("\n", "\r\n"), [(1, 16)]),
        Example(CLEAN.replace("4.25 me\n", "4.25 me\r\n"), [(2, 17)]),
    ],
    "line-ends-cr": [Example(CLEAN.replace("\n", "\r"), [(1, 16)])],
    "comment": [
        Example("# mine\n" + CLEAN, [(1, 1)]),
        Example(CLEAN + "# 1 Q0 a 1 1 me\n# and so on\n", [(5, 1)]),
    ],
    "blank-line": [Example(CLEAN.replace("\n", "\n\n", 1) + " \n", [(2, 1)])],
    "byte-order-mark-within": [
        Example(CLEAN + "\ufeff" + line("3") + "\ufeff" + line("4"), [(5, 1)])
    ],
    "description": [Example("<SYSDESC>BM25</SYSDESC>\n" + CLEAN, [(1, 1)])],
    "read-as": [
        Example("1 Q0 a 1 2 me 0 9\n", [(None, None)]),
        Example("qid,docno,score,colour\n1,a,2,red\n", [(None, None)], file="a.csv"),
        # Where nothing says which layout it is, what is no TREC run is said to be none.
        Example("1\ta\t1\n", [(None, None)]),
        Example('{"1": {"a": 2.5}}', [(None, None)], file="a.json"),
    ],
    "layout": [
        Example("1\ta\t1\n", [(None, None)], {"layouts": ("trec",)}),
        Example("1\ta\t1\n", [(None, None)], {"layouts": ("trec", "csv")}, format="msmarco"),
        Example("qid,docno,score\n1,a,2\n", [(None, None)], {"layouts": ("inex",)}),
        Example(CLEAN, [(None, None)], {"layouts": ("msmarco",)}),
    ],
    "iter-not-q0": [Example(CLEAN.replace("1 Q0 b", "1 9 b").replace("1 Q0 a", "1 0 a"), [(2, 3)])],
    "tag-characters": [
        Example(CLEAN.replace("me", "my/run"), [(1, 14)], {"tag": "trec"}),
        Example(CLEAN.replace("me", "x" * 25), [(1, 14)], {"tag": "trec"}),
        Example(CLEAN, [(1, 14)], {"tag": "[0-9]+"}),
        # The first of the file is meant, wherever the lines of its topic stand.
        Example(
            "qid,docno,score,tag\n2,a,2,\n1,a,2,a b\n2,b,1,a b\n",
            [(3, None)],
            {"tag": "trec"},
            format="csv",
        ),
        Example("qid,docno,score,tag\n1,a,2,a b\n", [(2, None)], {"tag": "trec"}, format="csv"),
    ],
    "tags-differ": [Example(CLEAN.replace("4.25 me", "4.25 you"), [(2, 15)])],
    "tag-not-file-name": [
        Example(CLEAN, [(1, 14)], {"tag_is_file_name": True}),
        Example(CLEAN, [(1, 14)], {"tag_is_file_name": True}, file="you.run"),
    ],
    "topic-unknown": [
        Example(CLEAN, [(3, 1)], {"topics": ("1",)}),
        Example(line("2") + line("1") + line("2", doc="z", rank="2", score="2"), [(1, 1)],
                {"topics": ("1", "02"), "all_topics": False}),
    ],
    "topics-unjudged": [
        Example(CLEAN, [(None, None)], {"measured": SimpleNamespace(topics=lambda: ("north", "south"), documents=lambda: None)}),
    ],
    "topic-unanswered": [Example(CLEAN, [(None, None)] * 2, {"topics": ("0", "1", "2", "3")})],
    "too-many-documents": [Example(CLEAN, [(2, 1), (4, 1)], {"depth": 1})],
    "too-few-documents": [
        Example(CLEAN + line("3"), [(5, 1)], {"least_depth": 2}),
        Example(CLEAN, [(1, 1), (3, 1)], {"least_depth": 1000, "depth": 1000}),
        # Topics without any are not meant.
        Example(CLEAN + line("1", doc="z", rank="3", score="4"), [(3, 1)],
                {"least_depth": 3, "topics": TOPICS}),
    ],
    "document-unknown": [
        Example(CLEAN, [(4, 6)], {"documents": find_matching("[ab]")}),
        Example(CLEAN, [(1, 6), (3, 6)], {"documents": find_listed(pl.Series(["c", "b"]), "list")}),
    ],
    "document-twice": [
        Example(CLEAN + line("2", rank="3", score="-4"), [(5, 6)]),
        # The lines of a topic need not stand together.
        Example(CLEAN + line("1", rank="3", doc="b", score="4"), [(5, 6)]),
        # Passages are the same when both ends are.
        Example(PASSAGES + "1 Q0 a 5 .25 me 20 9\n", [(5, 6)], format="inex"),
        Example(
            "1 Q0 a 1 2 me /x[1]\n1 Q0 a 2 1 me /x[1]\n", [(2, 6)], format="inex-elements"
        ),
    ],
    "passage-overlap": [Example(PASSAGES + "1 Q0 a 5 .25 me 8 3\n", [(5, 17)], format="inex")],
    "article-interleaved": [
        Example(
            PASSAGES + "1 Q0 a 5 .25 me 40 3\n",
            [(5, 17)],
            {"passages": "relevant-in-context"},
            format="inex",
        )
    ],
    "entry-point-twice": [
        Example(
            "".join(PASSAGES.splitlines(keepends=True)[:2]),
            [(2, 17)],
            {"passages": "best-in-context"},
            format="inex",
        )
    ],
    "element-overlap": [
        Example(
            "1 Q0 a 1 2 me /x[1]\n1 Q0 a 2 1 me /x[1]/y[1]\n", [(2, 15)], format="inex-elements"
        )
    ],
    "document-judged-before": [
        Example(CLEAN, [(2, 6), (3, 6)], {"known_judgments": KNOWN}),
    ],
    "document-identical": [
        Example(CLEAN.replace(" a ", " 1 ", 1), [(1, 6)], {"ignore_identical": True}),
    ],
    "rank-start": [
        Example(CLEAN.replace("a 1 4.5", "a 0 4.5").replace("b 2", "b 1"), [(1, 8)]),
        Example(CLEAN, [(1, 8), (3, 8)], {"first_rank": 0}),
        Example("1\ta\t2\n1\tb\t3\n", [(1, 5)], format="msmarco"),
    ],
    "rank-twice": [Example(CLEAN.replace("b 2", "b 1"), [(2, 8)])],
    "rank-gap": [
        Example(CLEAN.replace("b 2", "b 3"), [(2, 8)]),
        Example(CLEAN.replace("b 2", "b 9223372036854775807"), [(2, 8)]),
    ],
    "rank-order": [Example(line(rank="2", score="2") + line(doc="b", score="1"), [(1, 8)])],
    "score-infinite": [
        Example(CLEAN + line("3", score="-inf"), [(5, 10)]),
        Example(CLEAN + line("3", score="1e999") + line("4", score="-INFINITY"), [(5, 10), (6, 10)]),
        Example('{"1": {"a": Infinity, "b": 1}}', [(None, None)], format="json"),
    ],
    "score-order": [Example(line(rank="2", score="1") + line(doc="b", score="2"), [(2, 10)])],
    "score-constant": [
        Example(CLEAN.replace("4.25", "4.5"), [(1, 10)], {"severity": {"score-tied": "off"}}),
        Example(line() + line("2") + line(doc="b", rank="2") + line("2", doc="b", rank="2"),
                [(1, 10), (2, 10)], {"severity": {"score-tied": "off"}}),
    ],
    "score-tied": [
        Example(CLEAN.replace("4.25", "4.5") + line("1", doc="z", rank="3", score="4"),
                [(1, 10), (2, 10)]),
    ],
    "score-tied-float32": [
        Example(CLEAN.replace("4.25", "4.4999999999"), [(1, 10), (2, 10)]),
        Example(CLEAN.replace("4.5", "2e300").replace("4.25", "1e300"), [(1, 10), (2, 10)]),
    ],
    "score-nan": [
        Example(CLEAN + line("3", score="nan") + line("3", doc="b", rank="2", score="-NaN"),
                [(5, 10), (6, 10)]),
    ],
    "first-ten-differ": [
        # The eleventh by rank has the last identifier of those with the score of the tenth.
        Example(CLEAN + "".join(line("3", doc=f"d{n:02}", rank=str(n), score=str(99 - min(n, 10)))
                                for n in range(1, 12)), [(5, 10)], {"severity": {"score-tied": "off"}}),
    ],
    "scores-rounded": [
        Example("".join(line(doc=f"d{n:03}", rank=str(201 - n), score=f"{n // 2}.5")
                        for n in range(200, 0, -1)), [(None, None)],
                {"severity": {"score-tied": "off"}}),
    ],
    "nothing-left": [],
    "name-twice": [],
    "tag-twice": [],
    "run-identical": [],
    "run-identical-group": [],
    "set-aside": [],
    "too-many-runs": [],
    "unreadable": [],
}  # fmt: skip


@each([(code, one) for code, them in EXAMPLES.items() for one in them], "code", "example")
def test_a_fault_is_found_where_it_is_and_nothing_else_is_found(tmp_path, code, example):
    path = tmp_path / example.file
    path.write_bytes(example.text.encode() if isinstance(example.text, str) else example.text)
    checked = check_run(path, Requirements(**example.asked), format=example.format)
    assert checked.counts == {code: len(example.places)}
    assert [(one.line, one.column) for one in checked.findings] == example.places
    severity = CHECKS[code].severity
    assert {(one.code, one.severity) for one in checked.findings} == {(code, severity)}
    assert checked.worst == severity
    assert (checked.run is None) == (severity == "error")
    assert checked.clean == (severity == "note")


def test_every_code_has_its_examples():
    # Causes are tested by themselves.
    assert EXAMPLES.keys() | CAUSES.keys() == CHECKS.keys(), "a code needs an example here"
    assert {code for code, examples in EXAMPLES.items() if not examples} == {
        "nothing-left",  # below, with repairs
        "unreadable",  # below: the file is no run
        *("name-twice", "tag-twice", "too-many-runs"),  # test_together: of several files
        *("run-identical", "run-identical-group", "set-aside"),  # test_check_sets: of a task
    }


@each(
    [
        (CLEAN, "trec"),
        (CLEAN.replace(" ", "\t"), "trec"),
        (CLEAN.replace(" ", "  "), "trec"),
        (" " + CLEAN.replace("\n", " \t\n ").rstrip(" "), "trec"),
        (CLEAN.rstrip("\n"), "trec"),
        (CLEAN.replace("a", "ä").replace("b", "猫#"), "trec"),
        # The lines of topics do not stand together.
        ("".join(sorted(CLEAN.splitlines(True), key=lambda line: line[5])), "trec"),
        (PASSAGES, "inex"),
        ("1\ta\t1\n1\tb\t2\n", "msmarco"),
        ('{"1": {"a": 2.5, "b": 1}}', "json"),
        ('{"qid": "1", "docno": "a", "score": 2, "rank": 1}\n', "jsonl"),
        ("qid,docno,score,rank,tag\n1,a,2.5,1,me\n1,b,2,2,me\n", "csv"),
    ],
    "text",
    "format",
)
def test_in_a_good_file_nothing_is_found_and_the_run_is_what_reading_gives(tmp_path, text, format):
    path = tmp_path / "a.run"
    path.write_text(text, encoding="utf-8")
    checked = check_run(path, format=format, ranks=True)
    assert (checked.findings, checked.counts, checked.worst) == ((), {}, None)
    assert checked.clean
    read = read_run(path, format=format, ranks=True)
    assert checked.run is not None
    assert checked.run.frame.equals(read.frame)
    assert (checked.run.name, checked.run.details) == (read.name, read.details)
    assert (checked.run.source, checked.format) == (read.source, format)


def test_a_parquet_file_is_checked_as_well(tmp_path):
    frame = pl.DataFrame({"qid": ["1", "1"], "docno": ["a", "a"], "score": [2.0, 1.0]})
    frame.write_parquet(tmp_path / "a.parquet")
    checked = check_run(tmp_path / "a.parquet", format="parquet")
    assert checked.counts == {"document-twice": 1}
    assert "row 1 (counted from 0)" in checked.findings[0].message


def test_a_run_without_faults_has_no_rank_unless_it_is_asked_for(check):
    assert check(CLEAN).run.frame.columns == ["topic", "doc", "score"]
    assert check(CLEAN, ranks=True).run.frame.columns == ["topic", "doc", "score", "rank"]


def test_a_name_may_be_given_and_a_header_is_kept(tmp_path):
    path = tmp_path / "a.run"
    path.write_text("# ir_metadata.start\n# tag: x\n# ir_metadata.end\n" + CLEAN)
    checked = check_run(path, name="other")
    assert (checked.name, checked.run.name) == ("other", "other")
    assert checked.run.details == {"format": "trec", "ir_metadata": {"tag": "x"}}


# How much is found


# What cannot be read at all


@each(
    [
        (b"", "the file is empty"),
        (b" \n", "the file is empty"),
        (b"\0\1\2", "binary"),
        (b"\x1f\x8bgarbage", "damaged or truncated gzip"),
        (b"# nothing but a comment\n", "no line with results"),
        (b"1 0 a 1\n1 0 b 0\n", "are qrels and run swapped"),
        (b"one\ntwo words\n", "1 field where 6 are expected"),
        (b'{"1": {"a": "high"}}', "'high' is not a number"),
    ],
    "content",
    "message",
)
def test_a_file_that_is_no_run_is_refused_as_reading_does(check, content, message):
    with pytest.raises(InputError, match=message):
        check(content)


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(UnavailableError, match="no such file"):
        check_run(tmp_path / "none.run")


def test_repairs_and_codes_refer_to_each_other():
    named = {name for check in CHECKS.values() for name in check.repairs}
    assert named == REPAIRS.keys()
    assert all(repair.settles for repair in REPAIRS.values())
    vital_without_repair = {c.code for c in CHECKS.values() if c.vital and not c.repairs}
    assert vital_without_repair == {"unreadable", "nothing-left"}
