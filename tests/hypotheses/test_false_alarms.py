"""Files in which nothing is wrong, and what alone is no evidence."""

from __future__ import annotations

import gzip

import pytest

from harness.formats.qrels import read_qrels
from harness.formats.runs import parse_run, read_run
from harness.hypotheses import Evidence, KnownIdentifiers, causes
from harness.hypotheses.layout import are_values_of_measures
from harness.validation import check_run
from harness.validation.requirements import Requirements
from tests.each import each

#: Ranks of these runs of TREC-8 contradict their scores, and nothing is wrong with the others.
CONTRADICT = ("CL99SD", "CL99SDopt1", "CL99SDopt2", "CL99XT", "CL99XTopt")


@pytest.mark.parametrize("step", [100, pytest.param(1, marks=pytest.mark.slow)])
def test_of_the_runs_of_trec_8_five_have_ranks_that_contradict_their_scores(shared, step):
    qrels = read_qrels(shared / "data/trec8/qrels.trec8.adhoc.txt")
    topics = KnownIdentifiers.of("the topics", qrels.topics)
    judged = KnownIdentifiers.of(
        "the judged ones", qrels.frame["doc"].unique().to_list(), judged=True
    )
    files = sorted((shared / "data/trec8/runs").glob("*.gz"))
    assert len(files) == 129
    said = {}
    for number, file in enumerate(files):
        if number % step and file.stem not in CONTRADICT:
            continue
        content = gzip.decompress(file.read_bytes())
        frame = read_run(file).frame
        said[file.stem] = causes(Evidence("run", content, frame, topics, judged))
    assert {name: [cause.name for cause in found] for name, found in said.items() if found} == {
        name: ["ranks-contradict-scores"] for name in CONTRADICT
    }


@pytest.mark.slow
def test_nothing_is_wrong_with_the_runs_of_clef_and_real_judgments(shared):
    for file in sorted((shared / "data/clef/runs-ru").glob("*.gz")):
        assert (
            causes(Evidence("run", gzip.decompress(file.read_bytes()), read_run(file).frame)) == ()
        )
    for name in ("trec8/qrels.trec8.adhoc.txt", *(f"gov2/qrels.terabyte0{n}" for n in "456")):
        for file in (shared / "data").glob(f"{name}*"):
            content = file.read_bytes()
            content = gzip.decompress(content) if file.suffix == ".gz" else content
            assert causes(Evidence("judgments", content)) == ()


@each(
    [
        (["2", "3"], ["12", "13"]),  # a number is never cut
        (["1", "2"], ["401", "402"]),
        (["1", "2", "3"], ["a", "b", "c"]),
        (["x1", "y1"], ["1"]),  # which of the two?
        (["1"], ["01", "001"]),  # two would become one
        (["1", "2", "3", "4"], ["1", "2", "03"]),  # most of them are known
    ],
    "known",
    "given",
)
def test_topics_are_not_taken_for_others(known, given):
    content = "".join(f"{topic} Q0 d 1 1 t\n" for topic in given).encode()
    frame = parse_run(content, "a.run").frame
    assert causes(Evidence("run", frame=frame, topics=KnownIdentifiers.of("those", known))) == ()


def test_a_single_file_line_is_no_evidence_of_columns():
    for line in (b"1 Q0 a 1 nan t\n", b"1 Q0 a t 2 1\n", b"1 Q0 a 1\n", b"one\n"):
        assert causes(Evidence("run", line)) == ()


def test_a_line_of_one_word_names_no_columns():
    run = b"1 Q0 a 1 2 t\n1 Q0 b 2 1 t\n"
    header = b"topic Q0 doc rank score tag\n"
    found = [causes(Evidence("run", first + run), "layout") for first in (header, b"junk\n")]
    assert [[one.name for one in some] for some in found] == [["names-of-columns"], []]


@each(
    [
        ("runid all x\nnum_q all 2\nmap all 0.2\nRprec all 0.3\n", True),
        ("num_ret 7 9\nnum_rel 7 4\nnum_rel_ret 7 3\nmap 7 0.3\nRprec 7 0.5\n", True),
        ("map 1 0.1\nRprec 1 0.2\nmap 2 0.2\nRprec 2 0.3\n", True),  # by topic, in one order
        ("1 num_shown 9\n1 rels_found 4\n1 last_rel 7\n1 wss_95 0.5\n", True),
        # Runs of three fields whose documents or topics are called as measures are.
        ("q1 map 0.9\nq1 Rprec 0.8\nq2 map 0.7\nq2 Rprec 0.6\n", False),
        ("q1 Rprec 8.5\nq1 map 9.5\nq1 bpref 7.5\n", False),
        ("map d1 3.5\nmap d2 2.5\nRprec d2 2.5\nRprec d1 0.25\n", False),
        ("map q1 2.5\nRprec q1 1.5\n", False),
    ],
    "text",
    "expected",
)
def test_names_of_measures_alone_do_not_make_the_output_of_an_evaluator(text, expected):
    assert are_values_of_measures(text.splitlines()) is expected


def test_a_run_of_three_fields_may_name_documents_as_measures_are(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("q1 map 1\nq1 Rprec 2\nq2 num_ret 1\nq2 num_rel 2\n")
    report = check_run(path, Requirements(), advised=True)
    assert "values-of-measures" not in report.counts
    assert report.run.frame["doc"].to_list() == ["map", "Rprec", "num_ret", "num_rel"]
