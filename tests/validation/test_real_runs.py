"""Real submissions: what is known to be in them is what is found in them."""

from __future__ import annotations

import gzip
from collections import Counter, defaultdict

import pytest

from harness.formats.runs import read_run
from harness.validation import Requirements, check_run, find_matching

pytestmark = [pytest.mark.long, pytest.mark.slow]

TOPICS = tuple(str(number) for number in range(401, 451))
#: The documents of TREC disks 4 and 5 without the Congressional Record.
TREC8 = find_matching(r"(?:FBIS[34]|FR94\d{4}|FT9\d\d|LA\d{6})-[0-9-]+")


@pytest.fixture(scope="module")
def trec8(shared):
    """What is found in the 129 runs of TREC-8's ad hoc task, by file."""
    asked = Requirements(topics=TOPICS, depth=1000, documents=TREC8)
    files = sorted((shared / "data/trec8/runs").glob("*.gz"))
    return {file: check_run(file, asked, ranks=True) for file in files}


def test_54_of_the_runs_of_trec8_start_at_rank_0_and_121_have_ties(trec8):
    assert len(trec8) == 129
    starts = [one for one in trec8.values() if "rank-start" in one.counts]
    at_0 = [one for one in starts if any("start at 0," in found.message for found in one.findings)]
    assert len(at_0) == 54
    assert all(one.counts["rank-start"] == 50 for one in at_0)
    assert sum("score-tied" in one.counts for one in trec8.values()) == 121


def test_nothing_else_is_found_in_the_runs_of_trec8_than_what_is_there(trec8):
    assert Counter(code for one in trec8.values() for code in one.counts) == {
        "score-tied": 121,
        "rank-start": 55,  # disco1 starts its topics anywhere
        "score-tied-float32": 15,
        "rank-order": 8,
        "ranks-contradict-scores": 5,  # CL99SD and its relatives
        "score-constant": 1,  # three topics of cirtrc82
        "rank-gap": 5,
        "score-order": 4,
        "first-ten-differ": 30,
        "scores-rounded": 1,  # UB99SW
    }


def first_ten_differ(file) -> int:
    """The topics whose first ten by rank are not those by score and identifier, slowly."""
    topics = defaultdict(list)
    with gzip.open(file, "rt", errors="replace") as lines:
        for topic, _, doc, rank, score, *_ in map(str.split, lines):
            topics[topic].append((int(rank), float(score), doc))
    count = 0
    for rows in topics.values():
        by_rank = sorted(rows, key=lambda row: row[0])[:10]
        by_doc = sorted(rows, key=lambda row: row[2], reverse=True)
        by_score = sorted(by_doc, key=lambda row: row[1], reverse=True)[:10]
        one_score = len({score for _, score, _ in rows}) == 1
        count += not one_score and {row[2] for row in by_rank} != {row[2] for row in by_score}
    return count


def test_first_ten_that_differ_are_those_that_a_slow_reader_finds(trec8):
    for file, one in trec8.items():
        assert one.counts.get("first-ten-differ", 0) == first_ten_differ(file)


def test_a_run_without_errors_is_the_one_that_reading_gives(trec8):
    accepted = {file: one for file, one in trec8.items() if one.worst != "error"}
    assert len(accepted) == 121
    for file, one in accepted.items():
        read = read_run(file, ranks=True)
        assert one.run.frame.equals(read.frame)
        assert (one.run.name, one.run.details) == (read.name, read.details)


def test_counting_the_ranks_anew_makes_every_run_of_trec8_pass(trec8):
    # Ranks that are right say nothing about scores that are all the same.
    asked = Requirements(
        repairs=("rerank-by-score",),
        severity=dict.fromkeys(("score-constant", "scores-rounded"), "off"),
    )
    for file, before in trec8.items():
        if not before.passes and "scores-rounded" not in before.counts:
            checked = check_run(file, asked)
            assert checked.passes
            assert not checked.clean  # it is repaired
            assert checked.run is not None
            assert checked.number("repaired") >= before.number("warning") + before.number("error")


def test_the_russian_runs_of_clef_start_at_rank_0_and_have_ties(shared):
    files = sorted((shared / "data/clef/runs-ru").glob("*.gz"))
    assert len(files) == 10
    for file in files:
        checked = check_run(file, ranks=True)
        ties = {"score-tied-float32", "first-ten-differ"}
        assert set(checked.counts) - ties == {"rank-start", "score-tied"}
        assert checked.counts["rank-start"] == len(checked.run.topics)
        assert "start at 0, not at 1" in checked.findings[0].message
        assert checked.run.frame.equals(read_run(file, ranks=True).frame)
