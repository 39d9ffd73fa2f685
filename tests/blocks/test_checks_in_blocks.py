"""Runs that are checked in blocks: the same findings as of runs checked at once."""

from __future__ import annotations

import pytest

import harness
from harness.core.errors import HarnessError
from harness.core.identity import RunFile
from harness.report.findings import Listing, as_json, text
from harness.report.sarif import sarif
from harness.validation import Requirements, find_matching
from harness.workflows import evaluate
from harness.workflows.check import check_files
from tests.blocks.run_lines import CASES, changed, late, lines_of, skipped
from tests.nightly import one_in


def reports(checks):
    """All that harness check says of runs."""
    listings = [Listing(every=True), Listing(), Listing(statistics=True)]
    facts = [(run.format, run.name, run.tag, run.newlines, run.repairs) for run in checks.files]
    return [text(checks, listing) for listing in listings], as_json(checks), sarif(checks), facts


#: What is done to the lines of a run that is checked, beside `CASES`: what is found in it that its
#: blocks can tell, and whether it is read in blocks.
CHECKED = {
    "as it is": (lambda lines: lines, True),
    "ranks from 0": (lambda lines: list(map(ranked_from_0, lines)), True),
    "ranks from 0, later": (lambda lines: [*lines[:5000], *map(ranked_from_0, lines[5000:])], True),
    "no rank": (lambda lines: changed(lines, late(lines), "1 Q0 d1 x 1 mine"), False),
    "a rank left out": (lambda lines: [*lines[: late(lines)], *lines[late(lines) + 1 :]], True),
    "another second field": (lambda lines: changed(lines, 7950, "x 0 d1 1 2 mine"), True),
    "infinite": (
        lambda lines: [
            *lines,
            "new Q0 d1 1 inf mine",
            "new Q0 d2 2 1 mine",
            "new Q0 d3 3 -inf mine",
        ],
        True,
    ),
    "topics of one score": (
        lambda lines: [
            *lines,
            *(f"{t} Q0 d{i} {i} {ord(t)} mine" for t in "xyz" for i in range(1, 40)),
        ],
        True,
    ),
    "a document twice": (CASES["a document twice"][0], False),
    "a topic that comes back": (CASES["a topic that comes back"][0], False),
    "rank by rank": (CASES["rank by rank"][0], False),
    "comments": (lambda lines: ["# by us", *lines[:4000], "# half", *lines[4000:]], True),
    "carriage returns": (lambda lines: [f"{line}\r" for line in lines], True),
    "some carriage returns": (
        lambda lines: [*lines[:6000], *(f"{line}\r" for line in lines[6000:])],
        True,
    ),
    "aligned columns": (CASES["aligned columns"][0], True),
    "blank lines": (CASES["blank lines"][0], True),
    "too few fields": (CASES["too few fields"][0], False),
    "no number": (CASES["no number"][0], False),
    "latin-1": (CASES["latin-1"][0], False),
    "another tag": (CASES["another tag"][0], False),
    "a strange tag": (lambda lines: [line.replace("mine", "mi+ne") for line in lines], True),
    "a byte-order mark": (lambda lines: ["\xef\xbb\xbf" + lines[0], *lines[1:]], True),
    "what is no record": (skipped, True),
    "one score": (CASES["one score"][0], False),
    "distances": (lambda lines: [x.replace(" 1", " -1") for x in lines], False),
    "four decimals, late": (
        lambda lines: changed(lines, late(lines), with_score(lines[late(lines)], "6.6001")),
        True,
    ),
    "no rank tells an order": (lambda lines: list(map(ranked_1, lines)), True),
}


def ranked_from_0(line):
    topic, zero, document, rank, *rest = line.split()
    return " ".join([topic, zero, document, str(int(rank) - 1), *rest])


def ranked_1(line):
    topic, zero, document, _, *rest = line.split()
    return " ".join([topic, zero, document, "1", *rest])


def with_score(line, score):
    return " ".join([*line.split()[:4], score, line.split()[5]])


@pytest.mark.parametrize("name", one_in(3, CHECKED))
def test_checks_of_a_run_in_blocks_say_the_same(name, topics, blocks, tmp_path):
    change, divisible = CHECKED[name]
    path = tmp_path / "a.run"
    content = "\n".join(change(list(lines_of(topics, ranks_agree=True)))) + "\n"
    path.write_bytes(content.encode("latin-1"))
    said = []
    for on, workers in ((False, 1), (True, 2)):
        blocks(on)
        said.append(reports(harness.check(path, workers=workers)))
    once, divided = said
    assert divided == once
    assert any(count > 3 for count in blocks.together) is divisible


def test_rounding_is_told_of_all_blocks_together(topics, blocks, tmp_path):
    """One score with more decimals, in whatever block, says that none was rounded."""
    blocks(True)
    path = tmp_path / "a.run"
    lines = list(lines_of(topics, ranks_agree=True))
    scores = [line.split()[0:5:4] for line in lines]
    tied = sum(scores.count(one) > 1 for one in scores[:100]) / 100  # topics have the same scores
    counts = []
    for at, score in ((0, "9.9"), (0, "9.9001"), (late(lines), "6.6001")):
        path.write_text("\n".join(changed(lines, at, with_score(lines[at], score))))
        (checked,) = harness.check(path, workers=1).files
        counts.append(checked.counts.get("scores-rounded", 0))
        said = [one.message for one in checked.folds if one.code == "scores-rounded"]
        assert all(f" 1 decimal, and {tied:.0%} of the documents" in one for one in said)
    assert counts == [1, 0, 0]
    assert len(blocks.together) == 3


#: What a task asks for, and whether a run is still read in blocks.
ASKED = {
    "topics": ({"topics": ("1", "2", "unknown", "elsewhere")}, False),
    "topics that are unknown, as notes": (
        {"topics": ("1", "2", "elsewhere"), "severity": {"topic-unknown": "note"}},
        True,
    ),
    "unanswered topics": ({"topics": (*map(str, range(1, 90)),)}, True),
    "renamed topics": (
        {
            "topics": tuple(f"T{n}" for n in range(1, 90)),
            "severity": {"topic-unknown": "note", "topics-renamed": "note"},
        },
        False,
    ),
    "depth": ({"depth": 50}, False),
    "depth, repaired": ({"depth": 50, "repairs": ("cut-to-depth",)}, True),
    "documents": (
        {"documents": find_matching(r"d\d{1,2}"), "repairs": ("drop-unknown-documents",)},
        True,
    ),
    "few documents": ({"least_depth": 200, "severity": {"too-few-documents": "warning"}}, True),
    "ranks": ({"first_rank": 0, "repairs": ("rerank-by-score",)}, True),
    "tag": ({"tag": "other", "severity": {"tag-characters": "warning"}}, True),
    "tag, as an error": ({"tag": "other"}, False),
    "tag of the file": ({"tag_is_file_name": True, "repairs": ("tag-from-file-name",)}, True),
    "layout": ({"layouts": ("inex",), "severity": {"layout": "warning"}}, True),
    "scores by ranks": ({"repairs": ("rescore-by-rank",)}, True),
    "scores by ranks, where scores are rounded": (
        {
            "severity": {"score-tied": "off", "first-ten-differ": "off"},
            "repairs": ("rescore-by-rank",),
        },
        False,
    ),
    "rounded scores, as an error": ({"severity": {"scores-rounded": "error"}}, False),
    "rounded scores, whatever": ({"severity": {"scores-rounded": "off"}}, True),
    "nothing": ({"severity": {"score-tied": "off"}, "repairs": ("drop-lower-duplicates",)}, True),
}


def test_a_rank_that_is_no_number_counts_for_the_whole_file_also_where_it_is_allowed(
    topics, blocks, tmp_path
):
    lines = list(lines_of(topics, ranks_agree=True))
    words = lines[late(lines)].split()
    lines[late(lines)] = " ".join([*words[:3], "x", *words[4:]])
    del lines[55]  # a gap in the ranks, of which nothing is said where one is no number
    path = tmp_path / "a.run"
    path.write_text("\n".join(lines))
    allowed = Requirements(severity={"rank-not-a-number": "off"})
    said = []
    for on in (False, True):
        blocks(on)
        said.append(reports(check_files([RunFile(str(path))], allowed, by_task=True, workers=2)))
    assert said[0] == said[1]


@pytest.mark.parametrize("name", one_in(3, ASKED))
def test_what_a_task_asks_for_is_found_in_blocks(name, topics, blocks, tmp_path):
    asked, divisible = ASKED[name]
    path = tmp_path / "a.run"
    path.write_text("\n".join(lines_of(topics, ranks_agree=True)))
    said = []
    for on in (False, True):
        blocks(on)
        given = [RunFile(str(path))]
        said.append(reports(check_files(given, Requirements(**asked), by_task=True, workers=2)))
    once, divided = said
    assert divided == once
    assert any(count > 3 for count in blocks.together) is divisible


@pytest.mark.parametrize(
    ("settings", "divisible"),
    [
        ("check: {depth: 50, repairs: [cut-to-depth]}", True),
        ("check: {depth: 50, severity: {too-many-documents: warning}}", True),
        ("check: {depth: 50}", False),
        ("check: {repairs: [drop-lower-duplicates]}\nignore_identical: true", True),
        ("dialect: trec_eval-10\nignore_identical: true", True),
        ("dialect: ndeval", True),
    ],
)
def test_tasks_that_check_or_go_by_ranks_have_the_same_results(
    settings, divisible, topics, qrels, blocks, tmp_path
):
    lines = [*lines_of(topics, ranks_agree=True), "z Q0 z 1 3 mine", "z Q0 d1 2 1 mine"]
    (tmp_path / "a.run").write_text("\n".join(lines))
    task = tmp_path / "task.yaml"
    task.write_text(f"name: t\nqrels: qrels.txt\nruns: '*.run'\nmeasures: [AP]\n{settings}\n")
    evaluations = []
    for on, workers in ((False, 1), (True, 2)):
        blocks(on)
        try:
            evaluations.append(evaluate.run(task, workers=workers).results())
        except HarnessError as error:
            evaluations.append(error.problems)
    once, divided = evaluations
    if not isinstance(once, tuple):
        assert divided.scores.equals(once.scores)
        once, divided = once.manifest, divided.manifest
    assert divided == once
    assert any(count > 3 for count in blocks.together) is divisible
