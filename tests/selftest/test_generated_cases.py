"""Generated and golden cases: what they contain, and that each is equal or explained."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from random import Random

import pytest

from harness.cli.selftest import run_eval_here
from harness.selftest.cases import Case, CaseOptions
from harness.selftest.comparing import (
    OutputPair,
    smallest,
    tally,
)
from harness.selftest.drawn.documents import documents
from harness.selftest.evaluators import Output
from harness.selftest.tools import TOOLS, TREC_EVAL
from tests.each import each
from tests.selftest.test_reasons import NINE, REFUSED, TEN, refused_or_printed


def ours_of(dialect):
    """What harness prints for a case."""
    return lambda of: run_eval_here(TREC_EVAL.ours(of, dialect), of.files)


FLAGS = {"-q": "per_topic", "-c": "complete", "-J": "judged_only"}

NUMBERS = {"-l": "level", "-M": "depth", "-N": "size"}


def options_of(arguments):
    given, measures, left = {}, [], iter(arguments)
    for argument in left:
        if argument == "-m":
            measures.append(next(left))
        elif argument == "-n":
            given["summary"] = False
        elif argument in FLAGS:
            given[FLAGS[argument]] = True
        else:
            given[NUMBERS[argument]] = int(next(left))
    made = CaseOptions(tuple(measures), **given)
    assert sorted(made.arguments()) == sorted(arguments)
    return made


@pytest.mark.slow
def test_every_golden_case_is_equal_or_explained(shared):
    reasons, equal = {}, 0
    for folder in sorted((shared / "golden/trec_eval/cases").iterdir()):
        qrels, run = (folder / "qrels.txt").read_bytes(), (folder / "run.txt").read_bytes()
        for golden in json.loads((folder / "cases.json").read_text()):
            for dialect, file in ((NINE, golden["v9"]), (TEN, golden["v10"])):
                of = Case(qrels, run, options_of(golden["args"]), dialect is NINE)
                theirs = REFUSED if file is None else Output((folder / file).read_text())
                found = refused_or_printed(dialect, of, theirs, ours_of(dialect)(of))
                assert found.subject is None, (folder.name, golden["args"], found)
                equal += found.equal
                for code in (*found.reasons, *found.refused):
                    reasons.setdefault(code, set()).add(folder.name)
    assert set(reasons) == {"nan", "unknown-topics"}
    assert equal > 20_000


def generated(seed, number, dialect=NINE, tool=TREC_EVAL):
    return tool.draw(Random(f"{seed}/{number}"), dialect)


@each(TOOLS.values())
def test_a_seed_gives_the_same_cases(tool):
    draw = partial(generated, tool=tool, dialect=tool.dialects[0])
    for number in range(30):
        assert draw(3, number) == draw(3, number)
    assert [draw(3, n) for n in range(5)] != [draw(4, n) for n in range(5)]


@pytest.mark.parametrize("dialect", [NINE, TEN], ids=["9", "10"])
def test_generated_cases_have_what_evaluators_stumble_on(dialect):
    cases = [generated(0, number, dialect) for number in range(900)]
    options = [one.options for one in cases]
    grades = [grade for one in cases for topic in one.grades.values() for grade in topic.values()]
    assert {"all_trec", "official", "set"} <= {name for one in options for name in one.measures}
    assert all(any(getattr(one, name) for one in options) for name in FLAGS.values())
    assert min(grades) < 0 < 4 < max(grades)
    assert any(one.unanswered for one in cases)
    assert any(set(one.rankings) - set(one.grades) for one in cases)
    assert any(len(docs) == 1 for one in cases for docs in one.rankings.values())
    assert any("猫" in docs for one in cases for docs in one.rankings.values())
    assert sum("=" in name for one in options for name in one.measures) > 20
    assert {one.relation for one in options} == {"qrels", "qrels_jg", "prefs", "qrels_prefs"}
    assert sum(one.standards is not None for one in cases) > 20
    files = [content for one in cases for content in (one.qrels, one.run)]
    assert any(not line.split() for content in files for line in content.split(b"\n")[:-1])
    assert any(content.startswith(b"TOPIC") for content in files)
    assert any(b"\n#" in content for content in files)
    assert any(content.startswith(b"\xef\xbb\xbf") for content in files)
    assert any(b"\r" in content and b"\n" not in content for content in files)
    assert any(b" one\n" in one.run and b" two\n" in one.run for one in cases)
    levels = [
        fields[3]
        for one in cases
        if one.options.relation == "qrels_prefs"
        for fields in one.judgments
    ]
    assert any(level.startswith("-") for level in levels)


class Themselves(OutputPair):
    """Ourselves on both sides, one of them spoilt."""

    __slots__ = ()

    def theirs(self, of):
        return self.program(of)


def ourselves(spoilt=lambda _, outcome: outcome):
    program = lambda of: spoilt(of, ours_of(NINE)(of))  # noqa: E731
    return Themselves(program, TREC_EVAL, NINE, run_eval_here)


@pytest.mark.long
def test_our_own_evaluation_differs_nowhere_from_itself():
    result = tally(ourselves(), (generated(1, n) for n in range(120)), 2)
    assert result.complete + result.both_refused == result.cases == 120
    assert not result.examples
    assert not result.cases_of


@pytest.mark.slow
def test_an_unexplained_case_is_made_as_small_as_it_can_be():
    def wrong(of, outcome):
        """Wrong where document d03 of grade 1 or more is retrieved."""
        relevant = any(
            of.grades.get(topic, {}).get("d03", 0) >= 1 and "d03" in docs
            for topic, docs in of.rankings.items()
        )
        spoilt = replace(outcome, text=outcome.text.replace("Rprec  ", "Wrong  "))
        return spoilt if relevant and of.standards is None else outcome

    pair = ourselves(wrong)
    result = tally(pair, (documents(Random(f"0/{number}"), NINE) for number in range(90)), 1)
    assert set(result.examples) == {"Rprec", "Wrong"}
    small, found = smallest(pair, result.examples["Rprec"], "Rprec")
    assert small.run.count(b"\n") <= 1
    assert small.qrels.count(b"\n") <= 1
    assert small.options == CaseOptions(("Rprec",))
    assert {line.label for line in found.unexplained} == {"Rprec", "Wrong"}
