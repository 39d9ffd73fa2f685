"""Passages against inex_eval 1.0: every value that it prints, and what it refuses."""

from __future__ import annotations

import json
import math
import warnings
from pathlib import Path
from typing import Any

import pytest

import harness
from harness.core.errors import HarnessError

TASKS = {"-f": "focused", "-r": "relevant-in-context", "-b": "best-in-context"}
CUTOFFS = (1, 2, 3, 5, 10, 25, 50)


def golden(shared: Path) -> tuple[Path, dict[str, Any]]:
    folder = shared / "golden" / "inex"
    return folder, json.loads((folder / "cases.json").read_text())


def option(args: list[str], name: str) -> str | None:
    return args[args.index(name) + 1] if name in args else None


def measures_of(args: list[str]) -> dict[str, str]:
    """Our notation of each name that the tool prints."""
    if "-f" in args:
        levels = {f"iP[{level}]": f"iP@{level}" for level in ("0.00", "0.01", "0.05", "0.10")}
        curve = {f"ircl_prn.{i / 100:.2f}": f"iP@{i / 100}" for i in range(101)}
        sizes = {name: name for name in ("ret_size", "rel_size", "rel_ret_size")}
        return {**levels, **curve, **sizes, "AiP": "AiP", "MAiP": "AiP"}
    task = next(TASKS[name] for name in args if name in TASKS)
    settings = {"beta": option(args, "-beta"), "n": option(args, "-n")}
    inside = "".join(f", {name}={value}" for name, value in settings.items() if value)
    parameters = f'(task="{task}"{inside})'
    return {
        **{f"gP[{k}]": f"gP{parameters}@{k}" for k in CUTOFFS},
        **{f"gR[{k}]": f"gR@{k}" for k in CUTOFFS},
        **{f"ircl_prn.{i / 10:.2f}": f"igP{parameters}@{i / 10}" for i in range(11)},
        "AgP": f"AgP{parameters}",
        "MAgP": f"AgP{parameters}",
    }


def printed(text: str, names: dict[str, str]) -> list[tuple[str, str, float]]:
    rows = (line.split() for line in text.splitlines())
    return [(f[0], f[1], float(f[2])) for f in rows if len(f) == 3 and f[0] in names]


def test_every_value_is_that_of_the_evaluator(shared: Path) -> None:
    folder, cases = golden(shared)
    compared = undefined = 0
    for case in cases["cases"]:
        args, run = case["args"], case["run"]
        if isinstance(run, list) or "nested" in run:
            continue  # two runs at once; a passage in another, which is refused here
        names = measures_of(args)
        scores = harness.score(
            folder / case["qrels"],
            folder / run,
            list(dict.fromkeys(names.values())),
            topic_policy="judged" if "-c" in args else "answered",
        )
        means = scores.summarise()[0]
        everything = "-c" in args
        topics = {topic: row for row, topic in enumerate(scores.topics)}
        for name, topic, expected in printed((folder / case["expected"]).read_text(), names):
            if name == "rel_size" and topic == "all" and not everything:
                continue  # the tool's is of all topics, also of those that are not averaged
            column = scores.column_of(names[name])
            value = means[column] if topic == "all" else scores.values[0, topics[topic], column]
            if math.isnan(expected):  # 0/0 there, here a topic without a value, which counts 0
                assert scores.undefined()[0, column] == 1
                undefined += 1
            else:
                assert math.isclose(value, expected, rel_tol=1e-12, abs_tol=1e-15), (case, name)
                compared += 1
    assert (compared, undefined) == (4258, 2)


#: What is not refused here, and where this is stricter.
ALLOWED = {"err-blankline.txt", "err-leadingblank.txt"}
STRICTER = [(["-f"], "odd-foc-nested.txt", ":2:12")]


@pytest.mark.slow
def test_what_the_evaluator_refuses_is_refused_with_its_line(shared: Path) -> None:
    folder, cases = golden(shared)
    refused = [
        (case["args"], case["files"][1], None)
        for case in cases["errors"]
        if case["args"][0] in TASKS and case["files"][1].startswith("err-")
    ]
    for args, run, place in [*refused, *STRICTER]:
        names = list(measures_of(args).values())
        if run in ALLOWED:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # a blank line that was skipped
                harness.score(
                    folder / "qrels.txt", harness.read_run(folder / run, format="inex"), names
                )
            continue
        with pytest.raises(HarnessError) as caught:
            harness.score(folder / "qrels.txt", {"run": folder / run}, names)
        [problem, *_] = caught.value.problems
        if run not in ("err-7columns.txt", "err-9columns.txt"):  # taken for runs without passages
            assert problem.line is not None
            assert (place or "") in str(problem)


def test_counts_of_articles_are_those_of_documents(shared: Path) -> None:
    folder, _ = golden(shared)
    scores = harness.score(
        folder / "qrels.txt", folder / "foc-a.txt", ["num_ret", "num_rel", "num_rel_ret"]
    )
    assert scores.summarise()[0].tolist() == [150.0, 31.0, 24.0]


def test_judgments_that_contradict_themselves_are_pointed_out(tmp_path: Path) -> None:
    qrels, run = tmp_path / "qrels", tmp_path / "a.run"
    qrels.write_text("9 Q0 d1 60 100 1 1:10 20:40\n9 Q0 d2 5 30 0 0:5\n")
    run.write_text("9 Q0 d1 1 1 me 0 10\n")
    with pytest.warns(UserWarning, match="relevant_chars is not the length of the passages"):
        harness.score(qrels, run, ["MAiP"])
