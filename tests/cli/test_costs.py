"""What documents cost to read: from a file or a mapping, to the measures that weigh it."""

from __future__ import annotations

import json

import pytest

import harness as api
from harness.core.errors import InputError
from harness.formats.side_tables import read_costs
from harness.measures import parse_measure

QRELS = {"1": {"a": 1, "b": 0, "c": 1}, "2": {"a": 1}}
RUN = {"1": {"b": 3.0, "a": 2.0, "c": 1.0}, "2": {"x": 2.0, "a": 1.0}}
COSTS = {"a": 100.0, "b": 5000.0, "x": 10.0}


def tbg(*lengths: tuple[float, bool]) -> float:
    """Time-biased gain by hand: the length and relevance of each document."""
    seconds = saved = 0.0
    for length, relevant in lengths:
        saved += relevant * 0.4928 * 2 ** (-seconds / 224)
        seconds += 4.4 + (0.64 if relevant else 0.39) * (0.018 * length + 7.8)
    return saved


@pytest.mark.parametrize("form", ["mapping", "file"])
def test_time_biased_gain_uses_the_lengths_of_documents(tmp_path, form: str):
    costs = COSTS
    if form == "file":
        costs = tmp_path / "lengths.txt"
        costs.write_text("# words\n" + "".join(f"{doc}\t{cost}\n" for doc, cost in COSTS.items()))
    got = api.score(QRELS, RUN, ["TBG", 'ETC(user="P@2")'], costs=costs)
    expected = [tbg((5000, False), (100, True), (500, True)), tbg((10, False), (100, True))]
    assert got.per_topic("TBG")["run"].tolist() == pytest.approx(expected)
    assert got.per_topic('ETC(user="P@2")')["run"].tolist() == [5100, 110]


def test_the_command_line_takes_a_file_of_costs(harness, tmp_path):
    (tmp_path / "qrels").write_text("1 0 a 1\n1 0 b 0\n")
    (tmp_path / "run").write_text("1 Q0 b 1 2 t\n1 Q0 a 2 1 t\n")
    (tmp_path / "costs").write_text("b 5000\n")
    files = [tmp_path / "qrels", tmp_path / "run"]
    got = harness("eval", "-m", "TBG", "--costs", tmp_path / "costs", *files)
    assert float(got.out.split()[-1]) == pytest.approx(tbg((5000, False), (500, True)), abs=5e-5)
    wrong = harness("eval", "-m", "TBG", "--costs", tmp_path / "absent", *files)
    assert wrong.status == 2


def test_judged_only_keeps_the_costs_of_what_stays():
    got = api.score(QRELS, RUN, "TBG(judged_only=True)", costs=COSTS)
    assert got.per_topic("TBG(judged_only=True)")["run"]["2"] == pytest.approx(tbg((100, True)))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("# words\n", "there is no line with a cost"),
        ("a 1\nb\n", r":2"),
        ("a 1\nb x\n", r":2"),
        ("a 1\nb 0\n", "the cost 0 is not above 0"),
        ("a 1\na 2\n", r"a has a second line \(first at line 1\)"),
    ],
)
def test_wrong_lines_are_named(tmp_path, content: str, message: str):
    path = tmp_path / "costs.txt"
    path.write_text(content)
    with pytest.raises(InputError, match=message):
        read_costs(path)


def test_without_costs_a_document_costs_one():
    run = api.score(QRELS, RUN, 'EC(user="RBP")').per_topic('EC(user="RBP")')["run"]
    assert run.tolist() == pytest.approx([1.0, 1.0])
    assert parse_measure("EC").notation == "EC"


def test_a_task_names_a_file_of_costs_which_stands_in_the_manifest(harness, tmp_path):
    (tmp_path / "qrels").write_text("1 0 a 1\n1 0 b 0\n")
    (tmp_path / "run").write_text("1 Q0 b 1 2 t\n1 Q0 a 2 1 t\n")
    (tmp_path / "costs").write_text("b 5000\n")
    task = "name: t\nqrels: qrels\nruns: [run]\nmeasures: [TBG]\ncosts: costs\noutput: out\n"
    (tmp_path / "task.yaml").write_text(task)
    got = harness("run", tmp_path / "task.yaml")
    assert got.status == 0, got.err
    summary = (tmp_path / "out" / "summary.csv").read_text()
    assert f"{tbg((5000, False), (500, True)):.6f}"[:8] in summary
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert manifest["inputs"]["costs"]["path"] == "costs"
