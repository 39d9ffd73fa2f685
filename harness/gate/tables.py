"""Render a gate: tables for people and programs, JUnit XML for pipelines."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from xml.etree import ElementTree as ET

from harness.comparison.assurances import Circumstances, rate_notes, sentence
from harness.comparison.significance import TESTS
from harness.comparison.statements import ASSURANCES
from harness.core.harmless import visible
from harness.core.notes import Note
from harness.core.numbers import count_noun
from harness.gate.verdicts import POWER, Gate, GateCase
from harness.report.comparison import P, choose_mean_decimals, join_table_notes, p_text
from harness.report.table import Column, Table, render_cell
from harness.settings.gate import IDENTICAL, UNCLEAR, WITHIN, WORSE

#: The verdicts in words.
VERDICTS = {
    IDENTICAL: "identical on all topics",
    WITHIN: "within the budget",
    UNCLEAR: "inconclusive",
    WORSE: "worse beyond the budget",
}

#: Verdicts that show nothing.
_OPEN = (IDENTICAL, UNCLEAR)


def gate_tables(gate: Gate, *, all_topics: bool = False) -> dict[str, Table]:
    """Return the tables of a gate by name: one row per budget and run, and the topics that lost
    most.

    For people, topics are listed for the cases that fail, or for all if none does.
    """
    digits = max(choose_mean_decimals(case.contest.table) for case in gate.cases)
    cases = gate.cases
    budgets = Table.of_records(
        cases,
        ("run", "contest.candidate"),
        ("baseline", "contest.baseline"),
        ("measure", "contest.table.measure"),
        ("budget", "contest.budget.allowed"),
        (Column("before", digits), "baseline_mean"),
        (Column("after", digits), "mean"),
        (Column("difference", digits), "difference"),
        (Column("at worst", digits), "at_worst"),
        (replace(P, name="p within"), "p_within"),
        (replace(P, name="p worse"), "p_worse"),
        ("topics", "n"),
        ("lost", "num_lost"),
        ("needed", lambda case: case.topics_needed if case.verdict in _OPEN else None),
        ("verdict", lambda case: VERDICTS[case.verdict]),
        ("gate", lambda case: "FAIL" if case in gate.failed else "pass"),
        title=headline(gate),
        notes=tuple(_list_notes(gate)),
    )
    chosen = cases if all_topics or gate.passed else gate.failed
    rows = [(case, lost) for case in chosen for lost in case.lost]
    topics = Table.of_records(
        rows,
        ("run", lambda row: row[0].contest.candidate),
        ("measure", lambda row: row[0].contest.table.measure),
        ("topic", lambda row: row[1].topic),
        (Column("before", digits), lambda row: row[1].b),
        (Column("after", digits), lambda row: row[1].a),
        (Column("difference", digits), lambda row: row[1].difference),
        title="The topics that lost most",
    )
    return {"budgets": budgets, "topics": topics}


def headline(gate: Gate) -> str:
    """Return in one line whether the gate is passed."""
    budgets = count_noun(len(gate.cases), "budget")
    if gate.passed:
        return f"Gate passed: {budgets}"
    return f"Gate failed: {len(gate.failed)} of {budgets}"


def explanation(case: GateCase) -> str:
    """Return the verdict on a case in one sentence."""
    column = Column("", choose_mean_decimals(case.contest.table))
    budget, table = case.contest.budget, case.contest.table
    loss = "ratio" if table.scale.geometric else "difference"
    means = (
        f"{table.measure} {render_cell(case.baseline_mean, column)} → "
        f"{render_cell(case.mean, column)}, {loss} "
        f"{render_cell(case.difference, column)}, budget {budget.allowed}"
    )
    same = f"identical on all {case.n} topics: " if case.is_identical else ""
    if case.verdict == WITHIN:
        return f"{means}: {same}within the budget ({p_text(case.p_within)})"
    if case.verdict == IDENTICAL:
        return f"{means}: {same}{_describe_risk(case)}"
    if case.verdict == WORSE:
        return f"{means}: worse beyond the budget ({p_text(case.p_worse)})"
    return f"{means}: inconclusive; {_explain_few_topics(case)}"


def _explain_few_topics(case: GateCase) -> str:
    """Return the reason why there are too few topics."""
    if case.least_p >= case.alpha:
        return (
            f"with {case.n} topics no p is below {case.least_p:.2g}, and {case.alpha:.2g} is asked"
        )
    if case.touches_too_few:
        return f"too few topics touched: {case.num_lost} of {case.n} lost, {_describe_risk(case)}"
    if case.topics_needed is None:
        return f"{case.n} topics are too few, and nothing says how many are enough"
    if case.topics_needed > case.n:
        return f"{case.n} topics are too few, about {case.topics_needed:,} are needed"
    return f"a difference of {case.at_worst:.4g} is not excluded"


def _describe_risk(case: GateCase) -> str:
    """Return the losses that so few topics cannot exclude."""
    missed = ASSURANCES["missed-share"].text.format(
        share=f"{100 * case.share_bound:.2g} %", percent=f"{100 * (1 - case.alpha):.3g} %"
    )
    return f"{missed}, and {_describe_worst(case)}"


def _describe_worst(case: GateCase) -> str:
    """Return the largest loss possible on a topic, in words."""
    loss = case.contest.worst_loss
    if math.isinf(loss):
        return "no limit to what one topic may lose (--worst-loss sets it)"
    if case.contest.table.scale.geometric:
        return f"a topic may lose {100 * (1 - math.exp(-loss)):.3g} %"
    return f"a topic may lose {loss:.3g}"


def _list_notes(gate: Gate) -> Iterator[Note | str]:
    options = gate.options
    tables = [case.contest.table for case in gate.cases]
    yield from join_table_notes(tables)
    test, known = TESTS["t"].label, Circumstances.of(tables)
    within = sentence("gate", known, alpha=f"{options.alpha:.3g}")
    condition = ASSURANCES["gate"].condition
    yield f"{within}, by {test} and by what so few topics can miss, if {condition}"
    stated = [case.contest for case in gate.cases if case.contest.stated is not None]
    worst = ", ".join(dict.fromkeys(str(contest.stated) for contest in stated))
    if len(stated) < len(gate.cases):
        worst += f"{', else ' if worst else ''}all that the baseline has on its best topic"
        worst += " (--worst-loss states less, where you know it)"
    yield f"worst loss: {worst}"
    yield f"worse: {test}, alpha {options.alpha:.3g}; p corrected for {len(gate.cases)} by Holm"
    yield "at worst: the worst difference that the topics do not exclude"
    if any(case.verdict in _OPEN and case.topics_needed for case in gate.cases):
        yield (
            f"needed: topics that show with a chance of {100 * POWER:g} % that a run which loses"
            " nothing is within the budget (t test, and none lost)"
        )
    fails = (
        "identical, inconclusive, or worse"
        if gate.settings.fail_on == UNCLEAR
        else "worse beyond the budget"
    )
    yield f"fails: {fails}"
    yield from rate_notes(["gate"], tables)
    for case in gate.failed:
        yield f"{case.contest.candidate}: {explanation(case)}"


def junit(gate: Gate) -> str:
    """Return the gate as JUnit XML: one test suite, with a test case per run and budget.

    A failing case has a failure; an inconclusive one that does not fail is skipped.
    """
    cases, failed = gate.cases, gate.failed
    skipped = [case for case in cases if case.verdict in _OPEN and case not in failed]
    counts = {"tests": len(cases), "failures": len(failed), "skipped": len(skipped), "errors": 0}
    attributes = {name: str(count) for name, count in counts.items()}
    root = ET.Element("testsuites", attributes)
    suite = ET.SubElement(root, "testsuite", {"name": "harness gate", **attributes})
    for case in cases:
        name, run = visible(str(case.contest.budget)), visible(case.contest.candidate)
        item = ET.SubElement(suite, "testcase", {"classname": f"gate.{run}", "name": name})
        text = visible(explanation(case))
        if case in failed:
            failure = ET.SubElement(item, "failure", {"message": text, "type": case.verdict})
            failure.text = "\n".join(
                visible(f"topic {lost.topic}: {lost.b:.4f} → {lost.a:.4f}") for lost in case.lost
            )
        elif case in skipped:
            ET.SubElement(item, "skipped", {"message": text})
        else:
            ET.SubElement(item, "system-out").text = text
    ET.indent(root)
    return f"{ET.tostring(root, encoding='unicode')}\n"
