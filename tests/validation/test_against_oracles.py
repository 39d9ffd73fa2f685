"""The checks and repairs against slow and obvious versions, line by line in plain Python."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from harness.validation import Requirements, check_run, find_matching
from harness.validation.findings import CAUSES
from tests.by_hand import decimal, single

ALLOWED = ("1", "2", "5")
KNOWN = re.compile(r"d\d")
DEPTH = 4
#: The last four are equal, or too large, as 32-bit floats.
SCORES = (
    "3",
    "2.5",
    "2",
    "-1",
    "1e-3",
    "0.1",
    "0.10000000000000001",
    "0.1000000001",
    "1e300",
    "2e300",
)


@dataclass(frozen=True)
class Line:
    number: int
    topic: str
    iteration: str
    doc: str
    rank: int | None
    score: float
    tag: str


def taken_apart(text: str) -> tuple[list[Line], list[tuple[str, int]]]:
    """The lines that can be used, and (code, line) of what is wrong with lines by themselves."""
    good, found = [], []
    for number, line in enumerate(text.split("\n"), start=1):
        fields = line.split()
        if line.startswith("#") or not fields:
            continue
        if len(fields) < 6:
            found.append(("fields", number))
            continue
        if len(fields) > 6:
            found.append(("more-fields", number))
        score = decimal(fields[4])
        if score is None:
            found.append(("score-not-a-number", number))
            continue
        whole = re.fullmatch(r"-?\d+", fields[3])
        rank = int(fields[3]) if whole else None
        if rank is None:
            found.append(("rank-not-a-number", number))
        good.append(Line(number, fields[0], fields[1], fields[2], rank, score, fields[5]))
    return good, found


def of_tags(lines: list[Line]) -> Iterator[tuple[str, int]]:
    seen = set()
    for line in lines:
        if line.iteration not in ("Q0", "q0", "0"):
            yield "iter-not-q0", line.number
        if line.tag != lines[0].tag:
            yield "tags-differ", line.number
        if line.tag not in seen and not re.fullmatch(r"[A-Za-z0-9_.-]{1,24}", line.tag):
            yield "tag-characters", line.number
        seen.add(line.tag)


def best_of(lines: list[Line], line: Line) -> Line:
    """The line of a topic and document with the best score, the first of equal ones."""
    same = [one for one in lines if (one.topic, one.doc) == (line.topic, line.doc)]
    return max(same, key=lambda one: one.score)


def of_documents(lines: list[Line]) -> Iterator[tuple[str, int | None]]:
    per_topic: Counter[str] = Counter()
    for line in lines:
        per_topic[line.topic] += 1
        if per_topic[line.topic] == 1 and line.topic not in ALLOWED:
            yield "topic-unknown", line.number
        if per_topic[line.topic] == DEPTH + 1:
            yield "too-many-documents", line.number
        if not KNOWN.fullmatch(line.doc):
            yield "document-unknown", line.number
        if line is not best_of(lines, line):
            yield "document-twice", line.number
    yield from (("topic-unanswered", None) for topic in ALLOWED if topic not in per_topic)


def of_scores(lines: list[Line]) -> Iterator[tuple[str, int]]:
    for topic in {line.topic for line in lines}:
        own = [line for line in lines if line.topic == topic]
        if len(own) > 1 and len({line.score for line in own}) == 1:
            yield "score-constant", own[0].number
        for before, line in pairwise(own):
            if line.score > before.score:
                yield "score-order", line.number
        for line in own:
            others = [other.score for other in own if other is not line]
            if line.score in others:
                yield "score-tied", line.number
            # Equal to one that differs; what is tied with such a line is so as well.
            alike = [s for s in others if single(s) == single(line.score)]
            if any(score != line.score for score in alike):
                yield "score-tied-float32", line.number


def of_ranks(lines: list[Line], *, whole: bool) -> Iterator[tuple[str, int]]:
    for topic in {line.topic for line in lines}:
        own = [line for line in lines if line.topic == topic and line.rank is not None]
        levels: dict[int, list[Line]] = {}
        for line in sorted(own, key=lambda line: (line.rank, -line.score, line.number)):
            levels.setdefault(line.rank, []).append(line)
        ranks = list(levels)
        if whole and ranks and ranks[0] != 1:
            yield "rank-start", levels[ranks[0]][0].number
        for rank in ranks:
            yield from (("rank-twice", line.number) for line in levels[rank][1:])
        for before, rank in pairwise(ranks):
            best = levels[rank][0]
            if whole and rank > before + 1:
                yield "rank-gap", best.number
            if best.score > min(line.score for line in levels[before]):
                yield "rank-order", best.number


def expected(text: str) -> Counter[tuple[str, int | None]]:
    lines, found = taken_apart(text)
    whole = not any(
        code in ("fields", "score-not-a-number", "rank-not-a-number") for code, _ in found
    )
    found = [*found, *of_tags(lines), *of_documents(lines), *of_scores(lines)]
    return Counter([*found, *of_ranks(lines, whole=whole)])


ranks = st.one_of(st.integers(0, 5).map(str), st.sampled_from(["1.0", "x", "-1", "7"]))
results = st.tuples(
    st.sampled_from(["1", "2", "3"]),
    st.sampled_from(["Q0", "Q0", "q0", "0"]),
    st.sampled_from(["d1", "d2", "d3", "d4", "dé"]),
    ranks,
    st.sampled_from([*SCORES, "x"]),  # NaN, which a rank repairs, is tested by itself
    st.sampled_from(["me", "me", "you", "us!", "me too"]),
).map(" ".join)
good_results = st.tuples(
    st.sampled_from(["1", "2", "3"]),
    st.just("Q0"),
    st.sampled_from([f"d{n}" for n in range(10)]),
    st.integers(0, 5).map(str),
    st.sampled_from(SCORES),
    st.just("me"),
).map(" ".join)
odd_lines = st.sampled_from(["", "  ", "# 1 Q0 d1 1 1 me", "1 Q0 d1", "\t1\tQ0  d9 1 2 me  "])
files = st.lists(st.one_of(good_results, good_results, results, odd_lines), min_size=1, max_size=12)
good_files = st.lists(good_results, min_size=1, max_size=20)
_shared = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


def found_in(path: Path, text: str, **asked: object) -> Counter[tuple[str, int | None]]:
    path.write_text(text, encoding="utf-8")
    known = {
        "tag": "trec",
        "topics": ALLOWED,
        "depth": DEPTH,
        "documents": find_matching(KNOWN.pattern),
    }
    # What looks wrong with a file as a whole is tested by itself.
    off = dict.fromkeys(("comment", "blank-line", "line-ends", *CAUSES), "off")
    checked = check_run(path, Requirements(**known, severity=off, **asked))
    found = Counter((one.code, one.line) for one in checked.findings)
    assert checked.counts == Counter(code for code, _ in found.elements())
    return found


@_shared
@given(lines=files, end=st.sampled_from(["", "\n"]))
def test_exactly_what_a_slow_reader_finds_is_found_in_any_file(tmp_path, lines, end):
    text = "\n".join(lines) + end
    if not taken_apart(text)[0]:
        return  # no run at all
    assert found_in(tmp_path / "a.run", text) == expected(text)


@_shared
@given(lines=good_files)
def test_exactly_what_a_slow_reader_finds_is_found_in_a_regular_file(tmp_path, lines):
    text = "".join(f"{line}\n" for line in lines)
    assert found_in(tmp_path / "a.run", text) == expected(text)


# Repairs


def rows(checked) -> list[tuple[str, str, float]]:
    return checked.run.frame.select("topic", "doc", "score").rows()


def best_first(lines: list[Line]) -> list[Line]:
    """The order of evaluation: by score, then by identifier, last one first."""
    by_doc = sorted(lines, key=lambda line: line.doc.encode(), reverse=True)
    return sorted(by_doc, key=lambda line: line.score, reverse=True)


def cleaned(text: str) -> list[Line]:
    """What dropping leaves: known topics and documents, each once, the best of each topic."""
    lines, _ = taken_apart(text)
    kept: list[Line] = []
    for line in lines:
        known = line.topic in ALLOWED and KNOWN.fullmatch(line.doc)
        if known and line is best_of(lines, line):
            kept.append(line)
    best = [
        one
        for topic in ALLOWED
        for one in best_first([line for line in kept if line.topic == topic])[:DEPTH]
    ]
    return [line for line in kept if line in best]


DROPS = (
    "cut-to-depth",
    "drop-unreadable-lines",
    "drop-lower-duplicates",
    "drop-unknown-topics",
    "drop-unknown-documents",
)


@_shared
@given(lines=files)
def test_dropping_leaves_what_a_slow_reader_leaves(tmp_path, lines):
    text = "\n".join(lines)
    if not taken_apart(text)[0]:
        return
    (tmp_path / "a.run").write_text(text, encoding="utf-8")
    asked = {
        "tag": "trec",
        "topics": ALLOWED,
        "depth": DEPTH,
        "documents": find_matching(KNOWN.pattern),
    }
    soft = dict.fromkeys(
        ("rank-order", "rank-not-a-number", "tag-characters", "tags-differ"), "note"
    )
    checked = check_run(tmp_path / "a.run", Requirements(**asked, repairs=DROPS, severity=soft))
    kept = cleaned(text)
    if not kept:
        assert (checked.run, checked.counts["nothing-left"]) == (None, 1)
        return
    assert rows(checked) == [(line.topic, line.doc, line.score) for line in kept]
    records = [line for line in lines if line.split() and not line.startswith("#")]
    assert sum(checked.repairs.values()) == len(records) - len(kept)
    assert checked.number("error") == 0
    again = tmp_path / "again.run"
    again.write_text(
        "".join(f"{one.topic} Q0 {one.doc} 1 {one.score!r} {one.tag}\n" for one in kept)
    )
    still = check_run(again, Requirements(**asked, severity=soft)).counts
    assert not {"document-twice", "too-many-documents", "document-unknown"} & still.keys()


@_shared
@given(lines=good_files)
def test_ranks_counted_anew_are_those_of_evaluation_and_nothing_is_wrong_with_them(tmp_path, lines):
    unique = {tuple(line.split()[0:3:2]): line for line in lines}.values()
    text = "".join(f"{line}\n" for line in unique)
    (tmp_path / "a.run").write_text(text)
    checked = check_run(tmp_path / "a.run", Requirements(repairs=("rerank-by-score",)), ranks=True)
    wrong = {"rank-start", "rank-twice", "rank-gap", "rank-order", "score-order"}
    if not wrong & checked.counts.keys():
        assert checked.repairs == {}
        return
    own, _ = taken_apart(text)
    topics = list(dict.fromkeys(line.topic for line in own))
    ordered = [
        (line.topic, line.doc, line.score, rank)
        for topic in topics
        for rank, line in enumerate(best_first([one for one in own if one.topic == topic]), 1)
    ]
    assert checked.run.frame.rows() == ordered
    assert checked.number("error") == 0
    assert checked.number("warning") == checked.counts.get("score-constant", 0)
    was = {(line.topic, line.doc): line.rank for line in own}
    moved = sum(was[topic, doc] != rank for topic, doc, _, rank in ordered)
    assert moved <= checked.repairs["rerank-by-score"] <= len(own)


@_shared
@given(lines=good_files)
def test_scores_of_ranks_are_the_negative_ranks(tmp_path, lines):
    unique = {tuple(line.split()[0:3:2]): line for line in lines}.values()
    text = "".join(f"{line}\n" for line in unique)
    (tmp_path / "a.run").write_text(text)
    checked = check_run(tmp_path / "a.run", Requirements(repairs=("rescore-by-rank",)))
    settled = {"rank-order", "score-tied", "score-tied-float32"}
    own, _ = taken_apart(text)
    if settled & checked.counts.keys():
        assert rows(checked) == [(line.topic, line.doc, float(-line.rank)) for line in own]
    else:
        assert rows(checked) == [(line.topic, line.doc, line.score) for line in own]
    assert checked.number("error") == 0


@pytest.mark.parametrize("name", ["rank-order", "score-order"])
def test_what_dropping_a_line_uncovers_is_found(tmp_path, name):
    """3.5 stands behind a higher 6, which is dropped: then it stands behind a lower 3."""
    lines = [("a", 7.0), ("b", 3.0), ("a", 6.0), ("c", 3.5)]
    text = "".join(f"1 Q0 {doc} {n} {score} me\n" for n, (doc, score) in enumerate(lines, 1))
    (tmp_path / "a.run").write_text(text)
    checked = check_run(
        tmp_path / "a.run",
        Requirements(severity={name: "error"}, repairs=("drop-lower-duplicates",)),
    )
    found = [(one.line, one.severity) for one in checked.findings if one.code == name]
    assert found == [(4, "error"), (3, "repaired")]
    assert checked.run is None
