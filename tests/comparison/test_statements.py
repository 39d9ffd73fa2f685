"""Every sentence of an output that promises something is of a record, wherever it is written."""

from __future__ import annotations

import ast
import html
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from harness.comparison import Comparison
from harness.comparison.board import average_ranks
from harness.comparison.collection import (
    design_topic_set,
    estimate_power,
    estimate_reliability,
    estimate_swaps,
)
from harness.comparison.statements import (
    AS_GOOD,
    ASSURANCES,
    NEITHER_WORSE,
    NO_DIFFERENCE,
    NOT_WORSE,
    QUESTIONS,
    Assurance,
    family_assurance,
)
from harness.comparison.statements import test_assurance as assurance_of_test
from harness.core.notes import Note
from harness.gate.tables import gate_tables
from harness.gate.verdicts import GateContest, gate
from harness.judging.agreeing import AgreementReport, Estimate
from harness.judging.stopping import RecallEstimate
from harness.report.agreement import measures_table
from harness.report.boards import leaderboard_table, mean_ranks_table
from harness.report.collection import (
    design_tables,
    power_tables,
    reliability_tables,
    swaps_table,
)
from harness.report.comparison import against_table, matrix_table
from harness.report.components import components_tables
from harness.report.judging import agreement_tables, recall_table, stopping_table
from harness.report.pair import pair_tables
from harness.report.paper import paper_table
from harness.report.table import Table
from harness.settings.gate import LossBudget
from harness.settings.names import ALL_CORRECTIONS, P_VALUE_CORRECTIONS, TEST_NAMES
from harness.stats.agreement import percent_agreement
from tests.conftest import ROOT
from tests.syntax import nodes

#: Words by which something is promised.
PROMISES = re.compile(
    r"\bcontrols\b|\bat most\b|\bintervals?\b|\d ?%|significan|\bchance\b|\binconclusive|could be"
    r"|not shown|confiden|\btrust|hardly|probabl|guarantee|\bsure\b|equivalent|as good\b|not worse"
)

#: What the fields of a record look like.
_FIELDS = {
    "share": r"[\d.e+]+\s%",
    "percent": r"(?:[\d.]+\s%|\{\w*\})",
    "size": r"[\d,]+",
    "samples": r"[\d,]+",
    "margin": r"[\d.]+",
    "alpha": r"(?:[\d.]+|\{\})",
    "verdict": r"(?:not )?shown",
    "how": r".+",
}

RECORDS: list[Assurance] = [
    *ASSURANCES.values(),
    *map(assurance_of_test, TEST_NAMES),
    *(
        family_assurance(correction, test)
        for correction in ALL_CORRECTIONS
        for test in TEST_NAMES
        if correction in P_VALUE_CORRECTIONS or test == "t"
    ),
]


def pattern(text: str) -> str:
    """A record's text with what its fields look like."""
    parts = re.split(r"\{(\w+)\}", text)
    return "".join(_FIELDS[part] if i % 2 else re.escape(part) for i, part in enumerate(parts))


#: The records, the longest first; and the words of questions.
KNOWN = re.compile(
    "|".join(
        sorted(
            {pattern(record.text) for record in RECORDS if "p: {how}" not in record.text}
            | {
                re.escape(text)
                for each in QUESTIONS.values()
                for text in (each.shown, each.not_shown, each.text, each.answer)
            }
            | set(map(re.escape, (AS_GOOD, NEITHER_WORSE, NO_DIFFERENCE, NOT_WORSE))),
            key=len,
            reverse=True,
        )
    )
)

#: The records that have rates by kinds of values.
MEASURED = re.compile(
    "|".join({pattern(each.text) for each in RECORDS if each.cells and "p: {how}" not in each.text})
)

#: Sentences with such words that promise nothing, and what they say instead.
EXPLAINED = {
    "what a mark stands for": r"\* corrected p below|^superscripts?: |superscript marks a mean"
    r"|one that is significantly worse|pairs differ significantly|pairs are significant"
    r"|^significant: pairs of runs",
    "what was measured, with its numbers": r"\[\S+, \d+ topics[^]]*\]",
    "a column, a row or a title": r"^(?:low|high|(?:[\d.]+ % )?interval|significant|[\w, ]*interval, mean|run .*|difference .* interval)$"
    r"|^(?:interval|low, high|difference, .*): ?…?(?:, approximate)?$|^(?:interval|low, high): \{\}$|^[\d.]+ %$|^p of "
    r"|^(?:difference|ratio), (?:[\d.]+ %|…) (?:t|always valid|bootstrap \(BCa\))|^\{\} interval"
    r"|^[\d.]+ % t: …|^The chance to find a difference$|significant pairs",
    "how many topics a plan needs, which is computed": r"with a chance of|on average no wider"
    r"|^width: that of the",
    "bounds of what is unseen, by arithmetic": r"^rank-biased overlap",
    "a count": r"unjudged"
    r"|% of (?:the first \d|all judged)",
    "an input, or a limit of one": r"\d%|at most$|at most \{\}(?:$|:| characters)",
    "a question": r"\?$",
    "a verdict that is none": r"inconclusive|^not shown$|was not tested",
    "what was drawn": r"^low, high: the middle \S+ % of the draws from these topics|of tests, \S+ of intervals|p is off by at most|drawn by chance|grey: by chance",
    "a distance that was computed": r"mean ranks are at most",
    "what other judgments would do": r"could turn|could be before|of other samples",
    "logarithms": r"0\.01 is about 1 %",
    "that something is not there": r"there are no intervals|no intervals,"
    r"|can(?:not)? be significant at|no intervals of ranks",
    "coefficients of agreement": r"chance is of all documents|α \(interval\)",
    "what an error is of": r"by the chance of the sample|so that tests and intervals"
    r"|the thick part of intervals|intervals hold it and that of",
}
_EXPLAINED = re.compile("|".join(f"(?:{text})" for text in EXPLAINED.values()))


def unrecorded(line: str) -> list[str]:
    """The clauses of a line that promise something, and are of no record."""
    line = html.unescape(line).replace("\u00a0", " ").replace("\\[", "[")
    clauses = re.split(r"; |(?<=[a-z)])\. (?=[A-Z])", KNOWN.sub("…", line))
    return [c.strip() for c in clauses if PROMISES.search(c) and not _EXPLAINED.search(c.strip())]


def agreement_of_three_topics() -> AgreementReport:
    """A report with an interval, of judgments that nobody made."""
    agreed = percent_agreement(np.array([[1.0, 1.0], [0.0, 1.0], [0.0, 0.0]]), [0.0, 1.0])
    estimate, by_topic = Estimate(agreed, 0.4, 0.9), dict.fromkeys("123", agreed)
    return AgreementReport(
        "relevance", {"percent agreement": estimate}, (), {}, by_topic, 0.95, 1000, 1
    )


def outputs(comparison: Comparison) -> Iterator[tuple[str, Table]]:
    """The notes of every table of a comparison, by what it is."""
    yield "board", leaderboard_table(comparison.leaderboard())
    yield "board of logarithms", leaderboard_table(comparison.leaderboard("GMAP"))
    for options in (
        {},
        {"simultaneous": True},
        {"test": "always-valid"},
        {"test": "wilcoxon"},
        *({"correction": name} for name in ALL_CORRECTIONS),
    ):
        other = comparison.with_options(**options)
        yield f"board {options}", leaderboard_table(other.leaderboard())
        yield f"against {options}", against_table(other.against("a"))
        yield f"pairs {options}", against_table(other.pairs())
        yield f"matrix {options}", matrix_table(other.pairs(), "corrected")
    for test in ("t", "always-valid"):
        other = comparison.with_options(test=test)
        for name, table in pair_tables(other.pair("a", "b"), all_tests=True).items():
            yield f"pair {test} {name}", table
    for name, table in components_tables(comparison.components("model", "stemmer")).items():
        yield f"components {name}", table
    yield "paper", paper_table(comparison, baselines=("a",), columns=["interval"])
    two = comparison.tables[0].only(("a", "b"))
    contests = [GateContest(LossBudget("AP", 0.02), two, "a", "b")]
    yield "gate", gate_tables(gate(contests))["budgets"]
    yield from other_outputs(comparison)


def other_outputs(comparison: Comparison) -> Iterator[tuple[str, Table]]:
    """The tables about topics, measures and judging."""
    yield "measures", measures_table(comparison.measures())
    table = comparison.tables[0]
    yield "swaps", swaps_table(table, estimate_swaps(table, draws=5), 0.05)
    for name, made in design_tables(design_topic_set(0.02, differences=[0.1])).items():
        yield f"design {name}", made
    for name, made in reliability_tables(table, estimate_reliability(table)).items():
        yield f"reliability {name}", made
    for name, made in power_tables(table, estimate_power(table)).items():
        yield f"power {name}", made
    yield "mean ranks", mean_ranks_table(average_ranks(table))
    yield "recall", recall_table([RecallEstimate("1", 9, 4, 2, 0.5, 0.3, 0.9)])
    yield "stopping", stopping_table([])
    for name, made in agreement_tables(agreement_of_three_topics()).items():
        yield f"agreement {name}", made


@pytest.mark.long
def test_every_promise_of_a_table_is_of_a_record(comparison):
    found, seen = [], set()
    for name, table in outputs(comparison):
        lines = [str(note) for note in table.notes] + [table.title]
        lines += [column.name for column in table.columns]
        lines += [str(cell) for row in table.rows for cell in row if isinstance(cell, str)]
        found += [(name, clause) for line in lines for clause in unrecorded(line)]
        seen |= {match[0] for line in lines for match in KNOWN.finditer(line)}
    assert found == []
    assert len(seen) > 15


@pytest.mark.parametrize(
    "line",
    [
        "95 % interval of everything",
        "it controls any false rejection",
        "low, high: 95 % confidence; that is sure",
        "runs that share a letter are equivalent",
        "could be the best with 95 % probability",
    ],
)
def test_a_promise_without_a_record_is_found(line):
    assert unrecorded(line)


@pytest.mark.long
def test_tables_say_how_often_what_they_promise_holds(comparison):
    for name, table in outputs(comparison):
        promised = any(MEASURED.search(str(note)) for note in table.notes)
        notes = [note for note in table.notes if isinstance(note, Note)]
        rates = [note for note in notes if note.code == "measured-rates"]
        if promised and not name.startswith(
            (
                "matrix",
                "reliability",
                "agreement",
                "pair always-valid tests",
            )
        ):
            assert rates, name
            assert all(0 <= rate <= 1 for note in rates for rate in note.numbers.values())


def test_what_docs_and_readme_show_promises_what_records_do():
    found = []
    for path in [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md"]:
        text = path.read_text(encoding="utf-8")
        for block in re.findall(r"```(?:console|text|pycon)\n(.*?)```", text, re.DOTALL):
            found += [(path.name, c) for line in block.splitlines() for c in unrecorded(line)]
    assert found == []


#: What a promise is in prose, where the other words are common.
IN_PROSE = re.compile(
    r"\bcontrols (?:any|share)|at most alpha|not chance|confidence set of|% confidence"
    r"|non-inferiority of|% (?:\S+ )?(?:t )?intervals? of (?:each|all)|interval of each mean by"
    r"|however often one looks|\(two one-sided|other samples, these topics|ε \(Green"
)


def test_docs_promise_what_records_do_or_say_where_it_was_measured():
    found = []
    for path in sorted((ROOT / "docs").glob("*.md")):
        for paragraph in path.read_text(encoding="utf-8").split("\n\n"):
            measured = path.stem == "calibration" or "calibration.md" in paragraph
            found += [
                f"{path.name}: {line[:120]}"
                for line in paragraph.splitlines()
                if IN_PROSE.search(line) and not KNOWN.search(line) and not measured
            ]
    assert found == [], "\n".join(found)


def _texts(path: Path) -> Iterator[str]:
    """The texts of a module that are no docstrings, with {} for what is formatted into them."""
    inner = {
        id(value)
        for node in nodes(path)
        if isinstance(node, ast.JoinedStr)
        for value in node.values
    }
    inner |= {
        id(node.body[0].value)
        for node in nodes(path)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in nodes(path):
        if isinstance(node, ast.JoinedStr):
            parts = (v.value if isinstance(v, ast.Constant) else "{}" for v in node.values)
            yield "".join(map(str, parts))
        elif (
            isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inner
        ):
            yield node.value


def test_no_code_writes_a_promise_of_its_own():
    """Texts of records are written in one module; docstrings promise nothing to readers."""
    written = {"harness/comparison/statements.py", "harness/comparison/assurances.py"}
    found = []
    for folder in ("comparison", "report", "diff"):
        for path in sorted((ROOT / "harness" / folder).rglob("*.py")):
            name = str(path.relative_to(ROOT))
            if name not in written:
                found += [
                    f"{name}: {clause}"
                    for text in _texts(path)
                    if " " in text.strip()
                    for clause in unrecorded(text)
                ]
    assert found == [], "\n".join(found)


def test_no_script_of_the_page_writes_a_promise_of_its_own():
    found = []
    comments = re.compile(r"/\*\*.*?\*/|//.*|^ ?\*.*|^/\*.*")
    texts = re.compile(r"`[^`]*`|\"[^\"]*\"")
    for path in sorted((ROOT / "harness/report/page").rglob("*.js")):
        if "libraries" in path.parts or path.name == "bundle.js":
            continue
        for line in path.read_text(encoding="utf-8").splitlines():
            for text in texts.findall(comments.sub("", line)):
                words = re.sub(r"\$\{[^}]*\}", "{}", text[1:-1])
                if " " in words.strip() and "class=" not in words:
                    found += [f"{path.name}: {clause}" for clause in unrecorded(words)]
    assert found == [], "\n".join(found)
