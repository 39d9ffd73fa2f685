"""What commands take grows no faster than their input, whatever is wrong with that.

A cell of a command and a shape costs little here; ``scripts/fuzz complexity`` measures all of them.
"""

from __future__ import annotations

import pytest

from harness.cli.main import COMMANDS
from tests.fuzzers import complexity
from tests.fuzzers.complexity import SHAPES

#: The largest ratios of each command, and what once had no budget, or easily could have none.
CELLS = [
    ("init", "n documents of one score"),
    ("init", "n runs of two lines"),
    ("run", "a subset of n unknown topics"),
    ("run", "n files that are missing"),
    ("run", "n unknown keys"),
    ("run", "n unknown runs"),
    ("check", "n scores that are none"),
    ("check", "n tags"),
    ("check TASK", "n documents, none judged"),
    ("check TASK", "n runs of two lines"),
    ("check TASK", "n files that are missing"),
    ("pool", "n runs of two lines"),
    ("pool", "n topics of one document"),
    ("judge add", "n files that are missing"),
    ("judge add", "n topics of one document"),
    ("judge import", "n files that are missing"),
    ("judge import, sheet", "n tags"),
    ("judge release", "n topics of one document"),
    ("compare", "n runs of two lines"),
    ("compare", "n topics of one document"),
    ("gate", "n topics of one document"),
    ("gate", "n unknown runs"),
    ("diff", "n topics of one document"),
    ("diagnose", "one topic of n documents"),
    ("diagnose", "n topics of one document"),
    ("report", "n topics of one document"),
    ("report sheets", "n topics of one document"),
    ("labels", "one topic of n documents"),
    ("labels", "n documents of one score"),
    ("eval", "identifiers of n characters"),
    ("eval", "n topics that are others"),
    ("eval, threads", "n documents, none judged"),
    ("info, topics", "a topic of n characters"),
    ("info, topics", "n topics of one document"),
    ("info, topics in CSV", "a header of n columns"),
    ("info, judgments", "a document n times"),
    ("convert, judgments", "one topic of n documents"),
    ("info", "JSON of n keys"),
    ("compare ties", "n documents of one score"),
    ("convert", "n tags"),
]
#: Those measured for every change: where guesses and messages grow.
SHORT = {("check TASK", "n documents, none judged"), ("eval", "n topics that are others")}


@pytest.mark.parametrize(
    ("command", "name"),
    [
        pytest.param(*cell, marks=pytest.mark.long if cell in SHORT else pytest.mark.slow)
        for cell in CELLS
    ],
)
def test_four_times_the_input_takes_less_than_six_times_as_long(command, name):
    [shape] = [shape for shape in SHAPES if shape.name == name]
    complexity.seconds(command, shape, 1)  # what is loaded once is not measured
    found = complexity.ratio(command, shape)
    assert found.passes, found


def test_every_command_is_measured_or_has_a_reason_why_not():
    measured = {command.split()[0].rstrip(",") for command, _ in CELLS}
    assert measured | complexity.WITHOUT.keys() == set(COMMANDS)
    assert not measured & complexity.WITHOUT.keys()
    assert {command for command, _ in CELLS} <= complexity.COMMANDS.keys()
