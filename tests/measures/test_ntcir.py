"""Every value of NTCIREVAL, under its names, to the last printed digit."""

from __future__ import annotations

import csv
import json
import math

import pytest

from harness.core.judged_run import JudgedRun
from harness.measures import Ratio, parse_measure
from tests.each import each
from tests.measures.test_reference_tools import GOLDEN, batch_of, pytestmark  # noqa: F401
from tests.oracles import read_topics

NTCIR = GOLDEN / "ntcir"
GAINS = {
    "1:2:3": "{1: 1, 2: 2, 3: 3}",
    "1:2:4": "{1: 1, 2: 2, 3: 4}",
    "1:3:7": "{1: 1, 2: 3, 3: 7}",
}


def notation(label: str, **options: str) -> str:
    """Our notation of a measure under its name in NTCIREVAL, with the options of a command line."""
    name, at, cutoff = label.partition("@")
    gains = f"gains={GAINS[options.get('-g', '1:2:3')]}"
    beta = f"beta={options.get('--beta', 1)}"
    base = float(options.get("--logb", 2))
    stops = f"stops={GAINS['1:2:3']}" if "-s" not in options else "stops={1: 1, 2: 1, 3: 3}"
    if options.get("-g", "1:2:3") != "1:2:3":
        stops = stops.replace(GAINS["1:2:3"], GAINS[options["-g"]])
    parameters = {
        "AP": 'divisor="min"' if at else "",
        "RBP": f"p={options.get('--rbp', 0.95)}, {gains}",
        "ERR": gains,
        "nERR": gains,
        "nDCG": f'dcg="jk", base={base or math.e}, {gains}',
        "MSnDCG": gains,
        **dict.fromkeys(("QMeasure", "OMeasure", "PMeasure", "PPlusMeasure"), f"{beta}, {gains}"),
        "NCUguP": f"{gains}, {stops}",
        "NCUguBR": f"{beta}, {gains}, {stops}",
        "NCUrbP": f"gamma={options.get('--gamma', 0.95)}, {gains}",
        "NCUrbBR": f"{beta}, gamma={options.get('--gamma', 0.95)}, {gains}",
    }.get(name, "")
    parameters += ", judged_only=True" if "-j" in options else ""
    return f"{name}({parameters.strip(', ')}){at}{cutoff}"


def values(name: str, run: JudgedRun) -> list[float]:
    result = parse_measure(name).evaluate(run)
    return (result.value if isinstance(result, Ratio) else result).tolist()


@pytest.mark.parametrize("run_name", ["a", "b", "c"])
def test_all_values_at_full_precision(run_name: str):
    topics = read_topics(NTCIR / "qrels.txt", NTCIR / f"run-{run_name}.txt")
    run, rows = batch_of(topics), list(topics)
    compared = 0
    with (NTCIR / "expected.full-precision.tsv").open() as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            if row["run"] == f"run-{run_name}":
                got = values(notation(row["measure"]), run)[rows.index(row["topic"])]
                assert got == pytest.approx(float(row["value"]), rel=1e-14), row
                compared += 1
    assert compared == 200


def options_of(arguments: list[str]) -> dict[str, str]:
    """The options of a command line, each with what follows it."""
    following = [*arguments[1:], ""]
    return {name: value for name, value in zip(arguments, following, strict=True) if name[0] == "-"}


CASES = json.loads((NTCIR / "cases.json").read_text())["cases"] if NTCIR.is_dir() else []


@each(CASES)
def test_all_printed_values_under_each_option(case: dict):
    topics = read_topics(NTCIR / case["qrels"], NTCIR / case["run"])
    run, rows = batch_of(topics), list(topics)
    compared = 0
    for line in (NTCIR / case["expected"]).read_text().splitlines():
        topic, label, *value = line.replace("=", " ").split()
        if label == "#":
            continue
        got = values(notation(label, **options_of(case["args"])), run)[rows.index(topic)]
        # Printed with 4 decimals; 0.38125 is printed either way, by the order of a sum.
        assert got == pytest.approx(float(value[0]), abs=5.01e-5), label
        compared += 1
    assert compared >= 45


#: Sakai's C program: gains, cutoff and the ranking with its labels, and the names that it prints.
SAMPLE = {
    "res_test_compute": ("1:2:3", [-1, 3, -1, 2]),
    "res_test_compute_grade": ("1:4:9", [-1, 3, -1, 2]),
    "res_test_compute_cutoff": ("1:2:3", [0, 3, -1, 2]),
    "res_test_compute_label_j": ("1:2:3", [0, 3, 2]),
}
GAINS["1:4:9"] = "{1: 1, 2: 4, 3: 9}"
LONG = {
    "O-measure": "OMeasure",
    "P-measure": "PMeasure",
    "P-plus": "PPlusMeasure",
    "Q-measure": "QMeasure",
    "Q": "QMeasure",
    "P": "Precision",
}


@pytest.mark.parametrize("file", SAMPLE)
def test_the_sample_of_the_original_program_under_the_names_it_prints(file: str):
    gains, ranking = SAMPLE[file]
    run = JudgedRun.of(ranking, judged=[{3: 3, 2: 3, 1: 4, 0: 1}])
    compared = 0
    for line in (NTCIR / "sample" / f"{file}.txt").read_text().splitlines():
        label, _, value = line.strip().partition("= ")
        if not value:
            continue
        name, at, cutoff = label.partition("@")
        long = LONG.get(name, name.replace(",", ""))
        asked = notation(f"{long}{at}{cutoff}", **{"-g": gains}).replace(f"{long}(", f"{name}(", 1)
        assert values(asked, run)[0] == pytest.approx(float(value), abs=5.01e-5), asked
        compared += 1
    assert compared == 19


@each(["Q", "O", "PMeasure", "PPlus", "NCUguBR"])
def test_documents_that_only_harm_are_not_relevant(name: str):
    run = JudgedRun.of([1, 1], [0], judged=[{1: 2}, {1: 1}])
    result = parse_measure(f"{name}(gains={{1: -1}})").evaluate(run)
    assert list(getattr(result, "value", result)) == [0.0, 0.0]
