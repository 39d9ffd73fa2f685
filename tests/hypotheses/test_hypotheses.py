"""Hypotheses about whole files: each recognises its fault, and none a file without one."""

from __future__ import annotations

import json
import random
import unicodedata
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from harness.formats.qrels import read_qrels
from harness.formats.runs import parse_run, read_run
from harness.hypotheses import Evidence, KnownIdentifiers, causes, hypotheses
from harness.validation import check_run
from tests.each import each

ROOT = Path(__file__).parents[2]
RUNS = sorted((ROOT / "runs" / "demo").glob("*.run"))
QRELS = ROOT / "qrels" / "demo" / "qrels.txt"
TOPICS = KnownIdentifiers.of("the topics", read_qrels(QRELS).topics)
JUDGED = KnownIdentifiers.of(
    "the judged ones", read_qrels(QRELS).frame["doc"].to_list(), judged=True
)

Rows = list[list[str]]
Change = Callable[[Rows], Rows]


def rows_of(path: Path) -> Rows:
    return [line.split() for line in path.read_text().splitlines() if not line.startswith("#")]


def written(rows: Rows, separator: str = " ") -> bytes:
    return "".join(separator.join(row) + "\n" for row in rows).encode()


def column(place: int, change: Callable[[str], str]) -> Change:
    return lambda rows: [[*row[:place], change(row[place]), *row[place + 1 :]] for row in rows]


def ordered(*places: int) -> Change:
    return lambda rows: [[row[place] for place in places] for row in rows]


def shuffled(rows: Rows) -> Rows:
    scores = [row[4] for row in rows]
    random.Random(1).shuffle(scores)
    return [[*row[:4], score, row[5]] for row, score in zip(rows, scores, strict=True)]


def with_comma(score: str) -> str:
    return score.replace(".", ",")


def fullwidth(name: str) -> str:
    """The name with digits as Chinese and Japanese keyboards write them."""
    return name.translate({ord("0") + digit: 0xFF10 + digit for digit in range(10)})


def same(rows: Rows) -> Rows:
    return rows


LETOR = b"2 qid:q1 1:0.5 2:1.25 # docno = a\n0 qid:q1 1:0.1 2:0 #docno = b\n"
VALUES = b"num_ret all 9\nmap all 0.1\nRprec all 0.2\nP_10 all 0.3\n"
PAGE = b"<!DOCTYPE html>\n<html><title>404</title>\n<p>Not found\n</html>\n"
TOPIC_FILE = b"<top>\n<num> Number: 401\n<title> foreign minorities\n</top>\n"
XML = b"<?xml version='1.0'?>\n<topics>\n<topic number='1'>lighthouses</topic>\n</topics>\n"

#: Files that cannot be read as a run, by the hypothesis that says why, and a word it says.
UNREADABLE: list[tuple[str, bytes, str]] = [
    ("features", LETOR, "learning to rank"),
    ("values-of-measures", VALUES, "not a run"),
    ("markup", PAGE, "HTML"),
    ("markup", XML, "XML"),
    ("markup", TOPIC_FILE, "topics"),
    ("other-text", b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n", "a PDF document"),
    (
        "other-text",
        b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a21\nsize 12345\n",
        "Git LFS",
    ),
    ("other-text", (ROOT / "configs" / "demo.yaml").read_bytes(), "YAML (a task file?)"),
    ("other-text", (ROOT / "README.md").read_bytes(), "text or code, not a run"),
    ("other-text", (ROOT / "conftest.py").read_bytes(), "text or code, not a run"),
    ("swapped-files", QRELS.read_bytes(), "are qrels and run swapped?"),
    *(
        (name, written(change(rows_of(RUNS[0])), separator), word)
        for name, change, separator, word in (
            ("separator", same, ",", "commas"),
            ("separator", same, ";", "semicolons"),
            ("separator", same, " | ", "bars"),
            ("separator", column(4, with_comma), ";", "with decimal commas"),
            ("separator", ordered(0, 2, 4), ",", "topic doc score"),
            ("strange-blanks", same, "\u00a0", "no-break spaces"),
            ("strange-blanks", same, " \u2003", "U+2003"),
            ("decimal-comma", column(4, with_comma), " ", "decimal comma"),
            ("blanks-in-identifiers", column(2, lambda doc: doc.replace("-", " ")), " ", "LH 126"),
            ("blanks-in-identifiers", column(0, lambda topic: f"{topic} b c"), " ", "of topics"),
            ("columns-missing", ordered(0, 1, 2, 3, 4), " ", "left out: tag"),
            ("columns-missing", ordered(0, 2, 3, 4, 5), "\t", "left out: Q0"),
            ("columns-missing", ordered(0, 1, 2, 4, 5), " ", "left out: rank"),
            ("columns-missing", ordered(0, 2, 3, 4), " ", "left out: Q0, tag"),
            ("columns-missing", ordered(0, 2, 4), " ", "left out: Q0, rank, tag"),
            ("columns-permuted", ordered(0, 1, 2, 3, 5, 4), " ", "topic Q0 doc rank tag score"),
        )
    ),
    (
        "names-of-columns",
        b"qid Q0 docno rank score tag\n" + written(rows_of(RUNS[0])),
        "the first line names the columns",
    ),
    (
        "names-of-columns",  # the field that nobody reads has no name
        b"tweet 0 claim rank score tag\n" + written(rows_of(RUNS[0])),
        "the first line names the columns",
    ),
]
#: What is wrong with runs that can be read.
READABLE: list[tuple[str, Change, str]] = [
    ("rank-score-swapped", ordered(0, 1, 2, 4, 3, 5), "rank and score look swapped"),
    (
        "rank-score-swapped",  # both are whole numbers
        lambda rows: [[*row[:3], str(1000 - int(row[3])), row[3], row[5]] for row in rows],
        "rank and score look swapped",
    ),
    ("blanks-in-identifiers", column(2, lambda doc: f"{doc} b"), "of documents"),
    ("columns-permuted", ordered(2, 1, 0, 3, 4, 5), "look like doc Q0 topic rank score tag"),
    ("scores-ascending", column(4, lambda score: str(-float(score))), "distances"),
    ("ranks-contradict-scores", shuffled, "contradict"),
    ("scores-constant", column(4, lambda _: "1"), "all scores are '1'"),
    ("topics-renamed", column(0, lambda topic: topic.replace("D", "D0")), "padded with zeros"),
    ("topics-renamed", column(0, lambda topic: topic[1:]), "lack the prefix 'D'"),
    ("topics-renamed", column(0, lambda topic: str(int(topic[1:]))), "'1' for 'D01'"),
    ("topics-renamed", column(0, lambda topic: f"CV{topic}"), "prefix 'CV'"),
    ("topics-renamed", column(0, lambda topic: f"MED-{topic[1:]}"), "'MED-' instead of 'D'"),
    ("topics-renamed", column(0, lambda topic: f"{topic}-en"), "suffix '-en'"),
    ("topics-renamed", column(0, str.lower), "in another case"),
    ("topics-renamed", column(0, fullwidth), "another form of Unicode"),
    ("documents-unjudged", column(2, str.lower), "in another case"),
    ("documents-unjudged", column(2, lambda doc: f"docs/{doc}.txt"), "a path or"),
    ("documents-unjudged", column(2, lambda doc: doc.replace("-", "_")), "other marks between"),
    ("documents-unjudged", column(2, lambda doc: f"{doc}.html"), "file name extension"),
    ("documents-unjudged", column(2, lambda doc: f"col:{doc}"), "the prefix 'col:'"),
    ("documents-unjudged", column(2, lambda doc: doc.replace("LH", "ZZ")), "'ZZ' instead of 'LH'"),
]
JUDGMENTS: list[tuple[str, bytes, str]] = [
    ("swapped-files", RUNS[0].read_bytes(), "are qrels and run swapped?"),
    ("features", LETOR, "not judgments"),
    ("values-of-measures", VALUES, "not judgments"),
    ("markup", PAGE, "not judgments"),
    ("other-text", b"qrels: qrels.txt\nruns:\n- a.run\n", "YAML (a task file?), not judgments"),
    ("other-text", (ROOT / "README.md").read_bytes(), "text or code, not judgments"),
    ("names-of-columns", b"topic iter doc rel\n" + QRELS.read_bytes(), "names the columns"),
    *(
        (name, written(change(rows_of(QRELS)), separator), word)
        for name, change, separator, word in (
            ("separator", same, ",", "commas"),
            ("strange-blanks", same, "\u00a0", "no-break spaces"),
            ("columns-missing", ordered(0, 2, 3), " ", "left out: iter"),
            ("columns-permuted", ordered(0, 2, 1, 3), " ", "topic doc iter grade"),
            ("columns-permuted", ordered(0, 1, 3, 2), " ", "topic iter grade doc"),
            ("decimal-grades", column(3, "{}.0".format), " ", "write 1, not 1.0"),
        )
    ),
]


def of_run(content: bytes, documents: KnownIdentifiers = JUDGED) -> Evidence:
    frame = parse_run(content, "a.run", format="trec").frame
    return Evidence("run", content, frame, TOPICS, documents)


def test_every_hypothesis_has_a_file_in_which_it_holds():
    examples = {one[0] for one in (*UNREADABLE, *READABLE, *JUDGMENTS)} | {
        "documents-renamed",
        "topics-are-documents",
    }
    assert examples == hypotheses().keys(), "a hypothesis needs an example above"
    assert all(one.summary.endswith(".") for one in hypotheses().values())


def test_topics_that_stand_where_documents_should_are_not_renamed():
    rows = rows_of(QRELS)
    topics, docs = (sorted({row[place] for row in rows}) for place in (0, 2))
    exchanged = Evidence(
        "run",
        given=topics,
        topics=KnownIdentifiers.of("those of the judgments", docs),
        documents=KnownIdentifiers.of("the judged ones", topics, judged=True),
    )
    [cause] = causes(exchanged, "topics")
    assert (cause.name, cause.renamed, cause.after) == ("topics-are-documents", None, len(topics))
    right = Evidence("run", given=topics, topics=TOPICS, documents=JUDGED)
    assert causes(right, "topics") == ()


@each(UNREADABLE, "name", "content", "word")
def test_what_cannot_be_read_as_a_run_is_explained(name, content, word):
    [cause] = causes(Evidence("run", content))
    assert cause.name == name
    assert word in str(cause)
    of_content = ("features", "markup", "other-text", "values-of-measures")
    tried = name not in (*of_content, "names-of-columns")
    assert cause.after > cause.before or not tried


@each(JUDGMENTS, "name", "content", "word")
def test_what_cannot_be_read_as_judgments_is_explained(name, content, word):
    [cause] = causes(Evidence("judgments", content))
    assert cause.name == name
    assert word in str(cause)


#: Each change with two of the runs for every change of the project, with all of them at night. The
#: scores of wick-coord are tied nearly everywhere: it has no order that could be wrong.
CHANGED = [
    pytest.param(
        run,
        *case,
        marks=[] if (number - place) % len(RUNS) < 2 else pytest.mark.slow,
        id=f"{run.stem}-{case[0]}-{number}",
    )
    for number, case in enumerate(READABLE)
    for place, run in enumerate(RUNS)
    if run.stem != "wick-coord" or hypotheses()[case[0]].subject != "order"
]


@each(CHANGED, "run", "name", "change", "word")
def test_what_is_wrong_with_a_run_that_can_be_read_is_recognised(run, name, change, word):
    found = {cause.name: cause for cause in causes(of_run(written(change(rows_of(run)))))}
    if name == "columns-permuted":  # where topics are documents, nothing is known
        found.pop("topics-renamed", None)
    assert list(found) == [name]
    assert word in str(found[name])


COLLECTION = KnownIdentifiers.of(
    "the documents", [f"LH-{number:03d}" for number in range(1, 400)], judged=False
)


@each([one[1:] for one in READABLE if one[0] == "documents-unjudged"], "change", "word")
@each([True, False], "listed")
def test_documents_of_a_collection_are_recognised_where_it_is_listed_or_looked_up(
    change, word, listed
):
    known = COLLECTION if listed else KnownIdentifiers("the documents", COLLECTION.has)
    content = written(change(rows_of(RUNS[0])))
    found = [cause.name for cause in causes(of_run(content, known))]
    # What cannot be listed cannot be compared: the prefix of others is not known.
    expected = [] if not listed and "instead of" in word else ["documents-renamed"]
    assert found == expected


@pytest.mark.parametrize(
    ("judged", "name"), [(True, "documents-unjudged"), (False, "documents-renamed")]
)
def test_documents_in_another_form_of_unicode_are_recognised_among_others(judged, name):
    docs = {f"d{n}": f"d{n}" for n in range(80)} | {f"é{n}": f"é{n}" for n in range(20)}
    known = KnownIdentifiers.of("the judged ones", list(docs), judged=judged)
    for given, expected in ((docs.values(), [name]), (docs, [])):
        frame = pl.DataFrame({"topic": "1", "doc": list(given), "score": 1.0})
        found = causes(Evidence("run", frame=frame, documents=known), "documents")
        assert [cause.name for cause in found] == expected
        assert all("form of Unicode (NFD, not NFC)" in cause.message for cause in found)


def test_there_are_several_causes_of_different_subjects():
    rows = column(2, str.lower)(column(0, lambda topic: topic[1:])(rows_of(RUNS[0])))
    swapped = ordered(0, 1, 2, 4, 3, 5)(rows)
    assert [cause.name for cause in causes(of_run(written(swapped)))] == [
        "rank-score-swapped",
        "topics-renamed",
        "documents-unjudged",
    ]


# --- no false alarms --------------------------------------------------------------------------


@each(RUNS)
def test_nothing_is_wrong_with_the_runs_of_the_demo(run):
    assert causes(of_run(run.read_bytes())) == ()
    # Nor where nothing is known that is judged, and half of the topics are others.
    known = KnownIdentifiers.of("other topics", read_qrels(QRELS).topics[::2])
    frame = parse_run(run.read_bytes(), "a.run").frame
    assert causes(Evidence("run", run.read_bytes(), frame, known)) == ()


def test_nothing_is_wrong_with_judgments():
    assert causes(Evidence("judgments", QRELS.read_bytes())) == ()


def test_scores_that_are_the_ranks_make_no_topics_of_ranks():
    topics, docs = range(1, 13), range(1, 9)
    rows = [[str(t), "Q0", f"d{t}-{n}", str(n), str(n), "t"] for t in topics for n in docs]
    content = written(rows)
    assert not causes(Evidence("run", content), "layout")
    frame = parse_run(content, "a.run").frame
    assert [one.name for one in causes(Evidence("run", frame=frame), "order")] == [
        "scores-ascending"
    ]


@pytest.mark.parametrize("suffix", ["json", "csv"])
def test_documents_that_stand_in_any_order_are_no_fault_where_there_are_no_ranks(tmp_path, suffix):
    rows = [(row[0], row[2], row[4]) for row in shuffled(rows_of(RUNS[0]))]
    path = tmp_path / f"a.{suffix}"
    rankings: dict[str, dict[str, float]] = {}
    for topic, doc, score in rows:
        rankings.setdefault(topic, {})[doc] = float(score)
    lines = ["topic,doc,score", *(",".join(row) for row in rows)]
    path.write_text(json.dumps(rankings) if suffix == "json" else "\n".join(lines))
    run = read_run(path)
    assert run.warnings == ()
    codes = {finding.code for finding in check_run(path).findings}
    assert codes <= {"score-tied", "score-tied-float32", "read-as"}


@each([True, False], "listed")
@each(
    [
        (["31_1", "31_2"], ["31-1", "31-2"]),
        (["Ångström-1", "é-2"], ["Ångström-1", "é-2"]),
        (["q.1", "q.2"], ["q:1", "q:2"]),
    ],
    "known",
    "given",
)
def test_identifiers_with_other_marks_or_in_another_form_of_unicode_are_matched(
    known, given, listed
):
    for form in ("NFC", "NFD"):
        ids = [unicodedata.normalize(form, name) for name in known]
        other = "NFD" if form == "NFC" else "NFC"
        given = [unicodedata.normalize(other, name) for name in given]
        of = (
            KnownIdentifiers.of("the topics", ids)
            if listed
            else KnownIdentifiers("them", KnownIdentifiers.of("them", ids).has)
        )
        frame = pl.DataFrame({"topic": given, "doc": ["a", "b"], "score": [2.0, 1.0]})
        [cause] = causes(Evidence("run", b"", frame, of), "topics")
        assert cause.renamed is not None
        assert cause.renamed(given) == ids
