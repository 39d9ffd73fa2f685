"""Runs that are read in pieces: the same answers, warnings and errors as of runs read at once."""

from __future__ import annotations

import gc
import gzip
import random
import weakref
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

import harness
from harness.cli.eval_request import Request
from harness.cli.evaluator import evaluator
from harness.config import load_task
from harness.core.errors import HarnessError
from harness.core.execution import Execution
from harness.core.identity import RunFile
from harness.evaluation.ranking import JudgedTopics
from harness.evaluation.rules import Rules
from harness.evaluation.run_scores import score_run
from harness.evaluation.scoring import prepare_measures
from harness.formats import run_pieces
from harness.formats.qrels import parse_qrels
from harness.formats.run_pieces import last_topic
from harness.formats.runs import parse_run, read_run
from harness.report.findings import Listing, as_json, text
from harness.report.sarif import sarif
from harness.validation import Requirements, matching, parts
from harness.workflows import evaluate, reading
from harness.workflows.check import check_files
from harness.workflows.pool import make_pool

TOPICS, DEPTH = 80, 100


def lines_of(topics, seed=1, tag="mine", *, ranks_agree=False):
    """Lines of a run, some of them tied or, unless their ranks and scores agree, out of order."""
    generator = random.Random(seed)
    for topic in topics:
        documents = generator.sample(range(1000), DEPTH)
        for rank, document in enumerate(documents, 1):
            chance = 0 if ranks_agree else generator.random() / 5
            score = round(10 - rank / 15 + chance, 1)
            yield f"{topic} Q0 d{document} {rank} {score} {tag}"


@pytest.fixture
def topics():
    names = [str(number) for number in range(1, TOPICS + 1)]
    random.Random(2).shuffle(names)
    return names


@pytest.fixture
def qrels(tmp_path, topics):
    generator = random.Random(3)
    path = tmp_path / "qrels.txt"
    path.write_text(
        "".join(
            f"{topic} 0 d{document} {generator.choice([0, 0, 1, 2])}\n"
            for topic in [*topics[:-3], "unanswered", "z"]
            for document in generator.sample(range(1000), 300)
        )
    )
    return path


@pytest.fixture
def pieces(monkeypatch):
    """Read runs of any size in small pieces, and count those that were put together."""
    monkeypatch.setattr(run_pieces, "PIECE", 2**14)
    monkeypatch.setattr(run_pieces, "BEGINNING", 2**16)
    together = []
    merge = reading.Divisible

    def counted(undivided, part, merged, finish):
        def count(parts):
            scores = merged(parts)
            if scores is not None:
                together.append(len(parts))
            return scores

        return merge(undivided, part, count, finish)

    def switch(on):
        monkeypatch.setattr(run_pieces, "LARGE", 1 if on else 2**40)
        together.clear()

    for user in ("prepared", "evaluate", "pool_pieces"):
        monkeypatch.setattr(f"harness.workflows.{user}.Divisible", counted)
    switch.together = together
    return switch


def answers(request, path, pieces, workers=1):
    """What eval makes of a run that is read at once, in pieces, and by several at once."""
    for on, count in ((False, 1), (True, workers)):
        pieces(on)
        answer = evaluator(request, count)(str(path))
        yield answer.problems if isinstance(answer, HarnessError) else replace(answer, scores=None)


def changed(lines, at, line):
    return [*lines[:at], line, *lines[at + 1 :]]


def late(lines):
    return len(lines) - 450


#: What is done to the lines of a run, and whether it is still read in pieces.
CASES = {
    "as it is": (lambda lines: lines, True),
    "comments at the top": (lambda lines: ["# made by us", *lines], True),
    "a comment in the middle": (lambda lines: [*lines[:3000], "# half", *lines[3000:]], True),
    "aligned columns": (lambda lines: [line.replace(" ", "   ", 1) for line in lines], True),
    "indented": (lambda lines: [f"  {line}" for line in lines], True),
    "tabs": (lambda lines: [line.replace(" ", "\t") for line in lines], True),
    "blank lines": (lambda lines: [part for line in lines for part in (line, "")], False),
    "a topic that comes back": (lambda lines: [*lines[1:], lines[0]], False),
    "a document twice, far apart": (lambda lines: [*lines, lines[0]], False),
    "a document twice": (lambda lines: changed(lines, late(lines), lines[late(lines) + 1]), False),
    "rank by rank": (lambda lines: sorted(lines, key=lambda line: int(line.split()[3])), False),
    "no number": (lambda lines: changed(lines, late(lines), "7 Q0 d1 1 x mine"), False),
    "too few fields": (lambda lines: changed(lines, late(lines), "7 Q0 d1"), False),
    "more fields": (lambda lines: [*lines[:-1], lines[-1] + " more"], False),
    "infinite": (lambda lines: changed(lines, late(lines), "new Q0 d1 1 inf mine"), False),
    "latin-1": (lambda lines: changed(lines, late(lines), "new Q0 \xe9 1 1 mine"), False),
    "another tag": (lambda lines: [*lines[:4000], *(x + "2" for x in lines[4000:])], False),
    "one score": (lambda lines: [" ".join([*x.split()[:4], "1 t"]) for x in lines], False),
    "nothing judged": (lambda lines: [x.replace(" d", " e") for x in lines], False),
    "other topics": (lambda lines: [*lines, *(a + x for a in "xyz" for x in lines)], False),
}


@pytest.mark.parametrize("name", CASES)
def test_a_run_in_pieces_is_the_run(name, topics, qrels, pieces, tmp_path):
    change, divisible = CASES[name]
    path = tmp_path / "a.run"
    content = "\n".join(change(list(lines_of(topics)))) + "\n"
    path.write_bytes(content.encode("latin-1"))
    request = Request(str(qrels), (str(path),), ("all_trec",), "trec_eval-10", per_topic=True)
    once, divided = answers(request, path, pieces, workers=2)
    assert divided == once
    assert any(count > 3 for count in pieces.together) is divisible


@pytest.mark.parametrize(
    "settings",
    [
        {"complete": True},
        {"complete": True, "dialect": "trec_eval-9"},
        {"judged_only": True},
        {"depth": 5},
        {"level": 2, "complete": True},
        {"measures": ("relstring", "AP", "nDCG@10 + RR")},
        {"measures": ("runid",)},
    ],
    ids=str,
)
def test_rules_hold_for_runs_in_pieces(settings, topics, qrels, pieces, tmp_path):
    path = tmp_path / "a.run.gz"
    path.write_bytes(gzip.compress("\r\n".join(lines_of(topics)).encode()))
    fields = {"measures": ("all_trec",), "dialect": "trec_eval-10", "per_topic": True, **settings}
    request = Request(str(qrels), (str(path),), **fields)
    once, divided = answers(request, path, pieces, workers=2)
    assert divided == once
    assert [count > 3 for count in pieces.together] == [True]


def test_what_was_judged_before_leaves_the_pieces(topics, qrels, pieces, tmp_path):
    path, known = tmp_path / "a.run", tmp_path / "known.txt"
    path.write_text("\n".join(lines_of(topics)))
    known.write_text("".join(qrels.read_text().splitlines(keepends=True)[::9]))
    request = Request(str(qrels), (str(path),), ("AP",), "trec_eval-10", known=(str(known),))
    once, divided = answers(request, path, pieces)
    assert divided == once
    assert once.coverage.known
    assert pieces.together


@pytest.mark.parametrize("backend", ["threads", "processes"])
def test_scores_in_python_are_the_same_on_any_workers(backend, topics, qrels, pieces, tmp_path):
    path = tmp_path / "a.run"
    path.write_text("\n".join(lines_of(topics)))
    scores = []
    for on, workers in ((False, 1), (True, Execution(backend, 2))):
        pieces(on)
        scores.append(harness.score(qrels, {"named": path}, ["AP", "nDCG@10"], workers=workers))
    once, divided = scores
    assert (divided.runs, divided.topics, divided.coverage) == (
        ("named",),
        once.topics,
        once.coverage,
    )
    for name in ("values", "numerators", "denominators", "evaluated"):
        np.testing.assert_array_equal(getattr(divided, name), getattr(once, name))


@pytest.mark.parametrize("policy", ["judged", "answered"])
def test_tasks_have_the_same_results(policy, topics, qrels, pieces, tmp_path):
    (tmp_path / "a.run").write_text("\n".join(lines_of(topics)))
    (tmp_path / "b.run").write_text("\n".join(lines_of(topics[::-1], 9, "other")))
    task = tmp_path / "task.yaml"
    task.write_text(
        "name: t\nqrels: qrels.txt\nruns: '*.run'\nmeasures: [AP, nDCG@10, RR, GMAP]\n"
        f"topic_policy: {policy}\n"
    )
    evaluations = []
    for on, workers in ((False, 1), (True, 2)):
        pieces(on)
        evaluations.append(evaluate.run(task, workers=workers).results())
    once, divided = evaluations
    assert len(pieces.together) == 2
    for name in ("scores", "summary", "curves"):
        assert getattr(divided, name).equals(getattr(once, name))
    assert divided.manifest == once.manifest


@pytest.mark.parametrize("policy", ["judged", "answered"])
def test_reports_have_the_same_rankings_and_losses(policy, topics, qrels, pieces, tmp_path):
    (tmp_path / "a.run").write_text("\n".join(lines_of([*topics[7:], "other", "others"])))
    task = tmp_path / "task.yaml"
    task.write_text(
        "name: t\nqrels: qrels.txt\nruns: '*.run'\nmeasures: [AP, nDCG@10]\n"
        f"topic_policy: {policy}\n"
    )
    reports = []
    for on, workers in ((False, 1), (True, 2)):
        pieces(on)
        [ranking] = harness.diagnose(task, workers=workers).rankings.runs
        reports.append(ranking)
    once, divided = reports
    assert len(pieces.together) == 1
    assert (divided.run, divided.docs, divided.losses.topics) == (
        once.run,
        once.docs,
        once.losses.topics,
    )
    for name in ("grades", "starts", "ranks", "unjudged", "shown", "num_ret"):
        np.testing.assert_array_equal(getattr(divided, name), getattr(once, name))
    for name in ("value", "perfect", "parts"):
        np.testing.assert_array_equal(getattr(divided.losses, name), getattr(once.losses, name))


@pytest.mark.parametrize(
    ("name", "divided_runs"), [("as it is", 4), ("a topic that comes back", 2), ("no number", 1)]
)
def test_pools_of_runs_in_pieces_are_the_same(name, divided_runs, topics, pieces, tmp_path):
    change, _ = CASES[name]
    (tmp_path / "a.run").write_text("\n".join(change(list(lines_of(topics)))))
    (tmp_path / "b.run").write_text("\n".join(lines_of([*topics[::-1], "extra"], 9, "other")))
    task = tmp_path / "task.yaml"
    task.write_text("name: t\nruns: '*.run'\npool: {depth: 7}\n")
    outcomes = []
    for on, workers in ((False, 1), (True, 2)):
        pieces(on)
        try:
            made = make_pool(load_task(task, without=("qrels",)), workers=workers)
            outcomes.append((made.pool.frame.rows(), made.manifest, made.notes))
            given = [tmp_path / "a.run", tmp_path / "b.run"]
            assert harness.pool(given, depth=7, workers=workers).frame.equals(made.pool.frame)
        except HarnessError as error:
            outcomes.append(error.problems)
    once, divided = outcomes
    assert divided == once
    assert [count > 3 for count in pieces.together] == [True] * divided_runs


def reports(checks):
    """All that harness check says of runs."""
    listings = [Listing(every=True), Listing(), Listing(statistics=True)]
    facts = [(run.format, run.name, run.tag, run.newlines, run.repairs) for run in checks.files]
    return [text(checks, listing) for listing in listings], as_json(checks), sarif(checks), facts


@pytest.fixture
def checked_pieces(pieces, monkeypatch):
    """As `pieces`, of runs that are checked."""
    merge = parts.merged_check

    def counted(checked, *given):
        outcome = merge(checked, *given)
        pieces.together.append(len(checked))
        return outcome

    monkeypatch.setattr(parts, "merged_check", counted)
    return pieces


#: What is done to the lines of a run that is checked, beside `CASES`: what is found in it that its
#: pieces can tell, and whether it is read in pieces.
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
    "blank lines": (CASES["blank lines"][0], False),
    "too few fields": (CASES["too few fields"][0], False),
    "no number": (CASES["no number"][0], False),
    "latin-1": (CASES["latin-1"][0], False),
    "another tag": (CASES["another tag"][0], False),
    "a strange tag": (lambda lines: [line.replace("mine", "mi+ne") for line in lines], False),
    "a byte-order mark": (lambda lines: ["\xef\xbb\xbf" + lines[0], *lines[1:]], False),
    "one score": (CASES["one score"][0], False),
    "distances": (lambda lines: [x.replace(" 1", " -1") for x in lines], False),
}


def ranked_from_0(line):
    topic, zero, document, rank, *rest = line.split()
    return " ".join([topic, zero, document, str(int(rank) - 1), *rest])


@pytest.mark.parametrize("name", CHECKED)
def test_checks_of_a_run_in_pieces_say_the_same(name, topics, checked_pieces, tmp_path):
    change, divisible = CHECKED[name]
    path = tmp_path / "a.run"
    content = "\n".join(change(list(lines_of(topics, ranks_agree=True)))) + "\n"
    path.write_bytes(content.encode("latin-1"))
    said = []
    for on, workers in ((False, 1), (True, 2)):
        checked_pieces(on)
        said.append(reports(harness.check(path, workers=workers)))
    once, divided = said
    assert divided == once
    assert any(count > 3 for count in checked_pieces.together) is divisible


#: What a task asks for, and whether a run is still read in pieces.
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
        {"documents": matching(r"d\d{1,2}"), "repairs": ("drop-unknown-documents",)},
        True,
    ),
    "few documents": ({"least_depth": 200, "severity": {"too-few-documents": "warning"}}, True),
    "ranks": ({"first_rank": 0, "repairs": ("rerank-by-score",)}, True),
    "tag": ({"tag": "other", "severity": {"tag-characters": "warning"}}, True),
    "tag of the file": ({"tag_is_file_name": True, "repairs": ("tag-from-file-name",)}, True),
    "layout": ({"layouts": ("inex",), "severity": {"layout": "warning"}}, True),
    "nothing": ({"severity": {"score-tied": "off"}, "repairs": ("drop-lower-duplicates",)}, True),
}


@pytest.mark.parametrize("name", ASKED)
def test_what_a_task_asks_for_is_found_in_pieces(name, topics, checked_pieces, tmp_path):
    asked, divisible = ASKED[name]
    path = tmp_path / "a.run"
    path.write_text("\n".join(lines_of(topics, ranks_agree=True)))
    said = []
    for on in (False, True):
        checked_pieces(on)
        given = [RunFile(str(path))]
        said.append(reports(check_files(given, Requirements(**asked), by_task=True, workers=2)))
    once, divided = said
    assert divided == once
    assert any(count > 3 for count in checked_pieces.together) is divisible


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
    settings, divisible, topics, qrels, checked_pieces, tmp_path
):
    lines = [*lines_of(topics, ranks_agree=True), "z Q0 z 1 3 mine", "z Q0 d1 2 1 mine"]
    (tmp_path / "a.run").write_text("\n".join(lines))
    task = tmp_path / "task.yaml"
    task.write_text(f"name: t\nqrels: qrels.txt\nruns: '*.run'\nmeasures: [AP]\n{settings}\n")
    evaluations = []
    for on, workers in ((False, 1), (True, 2)):
        checked_pieces(on)
        try:
            evaluations.append(evaluate.run(task, workers=workers).results())
        except HarnessError as error:
            evaluations.append(error.problems)
    once, divided = evaluations
    if not isinstance(once, tuple):
        assert divided.scores.equals(once.scores)
        once, divided = once.manifest, divided.manifest
    assert divided == once
    assert bool(checked_pieces.together) is divisible


@pytest.mark.parametrize("size", [100, 5000, 2**16])
@pytest.mark.parametrize("line", ["{}", " {}", "# {}\n{}"])
@pytest.mark.parametrize("counted", [False, True])
def test_pieces_are_the_file_and_no_topic_is_parted(
    size, line, counted, topics, monkeypatch, tmp_path
):
    monkeypatch.setattr(run_pieces, "PIECE", size)
    monkeypatch.setattr(run_pieces, "BEGINNING", size)
    path = tmp_path / "a.run"
    path.write_text("\n".join(line.format(*[each] * 2) for each in lines_of(topics)))
    parts = list(run_pieces.pieces_of(path, counted=counted))
    assert b"".join(part.content() for part in parts) == path.read_bytes()
    assert len(parts) > 2
    lines = [part.content().count(b"\n") * counted for part in parts]
    assert [part.lines_before for part in parts] == [sum(lines[:i]) for i in range(len(parts))]
    if "#" not in line:
        runs = [part.run() for part in parts]
        assert all(not set(a.topics) & set(b.topics) for a, b in pairwise(runs))
        assert sum(map(len, runs)) == len(read_run(path))


@pytest.mark.parametrize("size", [1, 3, 20, 10**6])
def test_the_last_topic_is_found_by_looking_at_any_number_of_bytes(size, monkeypatch):
    monkeypatch.setattr(run_pieces, "_END", size)
    for content, begin in (
        (b"1 a\n1 b\n2 a\n2 b\n2 c", 8),
        (b"1 a\n1 b\n", 0),
        (b"1 a\n11 b\n", 4),
        (b"2 a\n12 a\n1 b\n", 9),
        (b"1 a", 0),
        (b"", 0),
    ):
        assert last_topic(content) == begin


def test_memory_does_not_wait_for_the_garbage_collector():
    qrels = parse_qrels(b"1 0 a 1\n", "a.qrels")
    run = parse_run(b"1 Q0 a 1 2.5 me\n1 Q0 b 2 1.5 me\n", "a.run")
    judged, ends = JudgedTopics(qrels), weakref.ref(run)
    gc.disable()
    try:
        score_run(run, judged, prepare_measures("official", Rules()), Rules())
        del run
        assert ends() is None
    finally:
        gc.enable()
