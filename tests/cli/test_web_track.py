"""What ndeval and gdeval print, to the byte."""

from __future__ import annotations

import json

import pytest

from tests.measures.test_web_track import TOOLS, measures_of, options_of

#: Runs whose topics have prefixes, which the tools cut off; what is no number, and added twice; a
#: sum of powers of 1/2 that ends in a half of the last decimal, and is a bit above it there.
NOT_HERE = ("run-d", "norel.csv", "odd", "beta1.csv")


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
    assert compared == {"ndeval": 18, "gdeval": 14}[tool]


def test_columns_of_one_name_are_told_apart(harness, shared):
    folder = shared / "golden/ndeval"
    measures = ("-m", "NRBP(beta=0.2)", "-m", "NRBP(beta=0.4)", "-m", "P_IA@5")
    out = harness(
        *("eval", "--quiet", "--format", "ndeval", *measures),
        *(folder / "qrels.txt", folder / "run-a.txt", folder / "run-b.txt"),
    ).out.splitlines()
    assert out[0] == "runid,topic,NRBP(beta=0.2),NRBP(beta=0.4),P_IA@5"
    assert [line.split(",")[0] for line in out if ",amean," in line] == ["alpha-a", "beta_b"]
