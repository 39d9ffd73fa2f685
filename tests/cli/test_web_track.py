"""What ndeval and gdeval print, to the byte."""

from __future__ import annotations

import json

import pytest

from harness import score
from harness.evaluation.run_scores import order_by_number
from harness.formats.qrels import read_qrels
from tests.measures.test_web_track import TOOLS, measures_of, options_of

#: Runs whose topics have prefixes, which the tools cut off; what is no number, and added twice.
NOT_HERE = ("run-d", "norel.csv", "odd")


@pytest.mark.slow
@pytest.mark.parametrize("tool", TOOLS)
def test_the_output_is_that_of_the_tool(harness, shared, tool):
    folder, compared = shared / "golden" / tool, 0
    for case in json.loads((folder / "cases.json").read_text())["cases"]:
        options, name = options_of(case["args"]), case["expected"]
        if options["-baseline"] or any(part in name for part in NOT_HERE):
            continue
        chosen = [word for measure in measures_of(tool, options) for word in ("-m", measure)]
        depth = [] if options["-M"] is None else ["-M", int(options["-M"])]
        by_score = ["--dialect", "trec_eval-10"] if options["-traditional"] else []
        usual = case["args"] in ([], ["-k", "20"], ["-traditional"])
        outcome = harness(
            *("eval", "--quiet", "--format", tool, *([] if usual else chosen), *depth, *by_score),
            *([*["-c"] * options["-c"], folder / case["qrels"], folder / case["run"]]),
        )
        assert (outcome.status, outcome.err) == (0, ""), name
        assert outcome.out == (folder / name).read_text(), name
        compared += 1
    assert compared == {"ndeval": 19, "gdeval": 14}[tool]


def test_columns_of_one_name_are_told_apart(harness, shared):
    folder = shared / "golden/ndeval"
    measures = ("-m", "NRBP(beta=0.2)", "-m", "NRBP(beta=0.4)", "-m", "P_IA@5")
    out = harness(
        *("eval", "--quiet", "--format", "ndeval", *measures),
        *(folder / "qrels.txt", folder / "run-a.txt", folder / "run-b.txt"),
    ).out.splitlines()
    assert out[0] == "runid,topic,NRBP(beta=0.2),NRBP(beta=0.4),P_IA@5"
    assert [line.split(",")[0] for line in out if ",amean," in line] == ["alpha-a", "beta_b"]


def test_a_value_that_ends_in_a_half_of_the_last_decimal_is_rounded_as_ndeval_rounds_it(
    harness, tmp_path
):
    judged = "".join(f"1 {n} {doc} 1\n" for n, doc in enumerate("vwcfz", start=1))
    (tmp_path / "qrels").write_text(judged)
    ranked = "".join(f"1 Q0 {doc} {rank} {9 - rank} t\n" for rank, doc in enumerate("abcdef", 1))
    (tmp_path / "run").write_text(ranked)
    files = ("--qrels-from", "diversity", tmp_path / "qrels", tmp_path / "run")
    outcome = harness("eval", "--quiet", "--format", "ndeval", "-m", "NRBP", *files)
    assert outcome.out.splitlines()[1] == "t,1,0.042187"


def test_topics_are_added_up_by_number(harness, tmp_path):
    judged = {9: "ab", 10: "abcdefg", 100: "abc"}
    (tmp_path / "qrels").write_text(
        "".join(f"{t} {n} {doc} 1\n" for t, docs in judged.items() for n, doc in enumerate(docs, 1))
    )
    (tmp_path / "run").write_text("".join(f"{topic} Q0 a 1 1 t\n" for topic in judged))
    files = ("--qrels-from", "diversity", tmp_path / "qrels", tmp_path / "run")
    listed = harness("eval", "--quiet", "--format", "ndeval", "-m", "STREC@5", *files).out
    assert [line.split(",")[1] for line in listed.splitlines()[1:]] == ["9", "10", "100", "amean"]
    by_number, as_text = (1 / 2 + 1 / 7 + 1 / 3) / 3, (1 / 7 + 1 / 3 + 1 / 2) / 3
    assert by_number != as_text
    qrels = read_qrels(tmp_path / "qrels", format="diversity")
    scores = score(qrels, [str(tmp_path / "run")], ["STREC@5"])
    assert scores.summarise()[0, 0] == as_text
    assert order_by_number(scores).summarise()[0, 0] == by_number
