"""The evaluators that harness is compared with, one record each.

A record says how a program is recognised and called, which cases are drawn for it, how ``harness
eval`` is called for the same values, and how both outputs are parsed into lines.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from random import Random

from harness.core.dialects import DIALECTS, VERSIONS, Dialect
from harness.measures.notation import parse_measure
from harness.measures.trec_names import NICKNAMES
from harness.selftest.at_work import has_levels_below
from harness.selftest.cases import QRELS, RUN, STANDARDS, Case, CaseOptions
from harness.selftest.drawn.documents import documents
from harness.selftest.drawn.judgments import (
    binary,
    grades,
    other_judgments,
    probabilities,
    standard_scores,
    strata,
    subtopics,
)
from harness.selftest.evaluators import Fault, Lines, Tool


def _draw(rng: Random, dialect: Dialect) -> Case:
    kinds = (documents, documents, documents, documents, other_judgments, standard_scores)
    return rng.choice(kinds)(rng, dialect)


def _trec_arguments(case: Case) -> tuple[str, ...]:
    standards = () if case.standards is None else ("-Z", STANDARDS)
    return (*standards, *case.options.arguments(), QRELS, RUN)


def _ours_as_trec_eval(case: Case, dialect: Dialect) -> tuple[str, ...]:
    return ("--quiet", "--dialect", dialect.name, *_trec_arguments(case))


def trec_lines(text: str, _: Case) -> Lines:
    r"""Parse values by label and topic; a repeated line has a word added to its label.

    >>> trec_lines("map   \tall\t0.5000\n", None)
    {('map', 'all'): '0.5000'}
    """
    values: dict[tuple[str, str], str] = {}
    for row in text.splitlines():
        label, topic, value = (*row.split("\t", 2), "", "")[:3]
        key = (label.rstrip(), topic)
        while key in values:
            key = (f"{key[0]} again", topic)
        values[key] = value.strip()
    return values


def _has_shared_gains(case: Case) -> bool:
    names = [name.partition(".") for name in case.options.measures]
    return any(name == "dcg" and "=" in gains for name, _, gains in names)


TREC_EVAL = Tool(
    name="trec_eval",
    dialects=tuple(VERSIONS.values()),
    usage=r"Usage: trec_eval ",
    draw=_draw,
    theirs=_trec_arguments,
    ours=_ours_as_trec_eval,
    lines=trec_lines,
    our_lines=trec_lines,
    plain=documents,
    faults=(
        Fault(
            "gains-twice",
            r"SIGABRT|SIGSEGV|double free|free\(\)",
            "trec_eval 10 frees gains twice where dcg has gains beside ndcg or ideal_dcg",
            _has_shared_gains,
        ),
        Fault(
            "negative-topic",
            r"SIGSEGV|SIGABRT",
            "trec_eval reads beyond its counts where all judgments of a topic are negative",
            lambda case: any(
                all(grade < 0 for grade in of_topic.values()) for of_topic in case.grades.values()
            ),
        ),
        Fault(
            "option-values",
            r"SIGSEGV|SIGABRT",
            "trec_eval reads before its results where -M is below 0",
            lambda case: "-M" in case.options.odd,
        ),
        Fault(
            "preferences-memory",
            r"SIGSEGV|SIGABRT",
            "trec_eval reads past the levels of a judgment group that has one below 0",
            has_levels_below,
        ),
    ),
)


# --- evaluators of the web track ------------------------------------------------------------------


def _csv_lines(text: str, _: Case) -> Lines:
    head, *rows = csv.reader(text.splitlines()) if text else [[]]
    values = {
        (name, topic): value
        for _, topic, *row in rows
        for name, value in zip(head[2:], row, strict=False)
    }
    runs = " ".join(sorted({row[0] for row in rows if row}))
    return {("columns", "all"): " ".join(head), ("runid", "all"): runs, **values}


def _ndeval_arguments(case: Case) -> tuple[str, ...]:
    chosen = case.options
    words = ["-c"] if chosen.complete else []
    words += ["-traditional"] if chosen.setting("traditional") else []
    words += [] if chosen.depth is None else ["-M", str(chosen.depth)]
    for name in ("alpha", "beta"):
        words += [f"-{name}", value] if (value := chosen.setting(name)) else []
    return (*words, QRELS, RUN)


def _ours_as_ndeval(case: Case, _: Dialect) -> tuple[str, ...]:
    chosen = case.options
    words = ["-c"] if chosen.complete else []
    words += ["--dialect", "trec_eval-10"] if chosen.setting("traditional") else []
    words += [] if chosen.depth is None else ["-M", str(chosen.depth)]
    measures: list[str] = []
    if chosen.setting("alpha") or chosen.setting("beta"):
        measures = [_with_settings(name, chosen) for name in NICKNAMES["ndeval"]]
    asked = [word for measure in measures for word in ("-m", measure)]
    return ("--quiet", "--format", "ndeval", *words, *asked, QRELS, RUN)


#: Measures of ndeval without alpha, and measures with beta.
_NOT_OF_ALPHA = ("AP_IA", "P_IA", "STREC")
_OF_BETA = ("NRBP", "nNRBP")


def _with_settings(name: str, chosen: CaseOptions) -> str:
    family, sign, cutoff = name.partition("@")
    alpha, beta = chosen.setting("alpha"), chosen.setting("beta")
    given = [f"alpha={alpha}"] if alpha and family not in _NOT_OF_ALPHA else []
    given += [f"beta={beta}"] if beta and family in _OF_BETA else []
    return f"{family}({', '.join(given)}){sign}{cutoff}" if given else name


NDEVAL = Tool(
    name="ndeval",
    dialects=(DIALECTS["ndeval"],),
    usage=r"ndeval: Usage: ",
    draw=subtopics,
    theirs=_ndeval_arguments,
    ours=_ours_as_ndeval,
    lines=_csv_lines,
    our_lines=_csv_lines,
)


def _read_k(case: Case) -> str:
    return case.options.setting("k") or "20"


def _ours_as_gdeval(case: Case, _: Dialect) -> tuple[str, ...]:
    k = _read_k(case)
    words = ["-c"] if case.options.complete else []
    asked = ["-m", f'nDCG(dcg="exp-log2")@{k}', "-m", f"ERR@{k}"]
    return ("--quiet", "--format", "gdeval", *words, *asked, QRELS, RUN)


GDEVAL = Tool(
    name="gdeval",
    dialects=(DIALECTS["gdeval"],),
    usage=r"(?i)usage:.*gdeval.*\[options\] qrels run",
    draw=grades,
    theirs=lambda case: (
        *(["-c"] if case.options.complete else []),
        "-k",
        _read_k(case),
        QRELS,
        RUN,
    ),
    ours=_ours_as_gdeval,
    lines=_csv_lines,
    our_lines=_csv_lines,
)


def _complete_is_nothing(rng: Random, dialect: Dialect) -> Case:
    case = grades(rng, dialect)
    return replace(case, options=replace(case.options, complete=False))


#: The script in ir_measures: neither options nor means.
GDEVAL_BY_TOPIC = replace(
    GDEVAL,
    name="gdeval-by-topic",
    usage=r"(?i)usage:.*gdeval.* qrels run k",
    draw=_complete_is_nothing,
    theirs=lambda case: (QRELS, RUN, _read_k(case)),
    our_lines=lambda text, case: {
        key: value for key, value in _csv_lines(text, case).items() if key[1] != "amean"
    },
    same_text=False,
)


# --- evaluators of samples ------------------------------------------------------------------------

_LEVELS = tuple(f"{tenths / 10:.2f}" for tenths in range(11))
#: Names of measures in sample_eval, and here.
_OF_SAMPLE_EVAL = {
    "infAP": "xinfAP",
    "infNDCG": "infNDCG",
    **{f"iP{k}": f"infP@{k}" for k in (10, 50, 1000)},
    "inum_rel_ret": "infNumRelRet",
    "inum_rel": "estNumRel",
    "num_ret": "NumRet",
    **{f"iprec@rec{level}": f"infIPrec@{float(level):g}" for level in _LEVELS},
}


def _table_arguments(names: Sequence[str], case: Case) -> tuple[str, ...]:
    """Return arguments that request all digits of these measures."""
    topics = ["-q"] if case.options.per_topic else []
    asked = [word for name in names for word in ("-m", name)]
    return ("--quiet", "--format", "tsv", *topics, *_layout(case), *asked, QRELS, RUN)


def _layout(case: Case) -> tuple[str, ...]:
    relation = case.options.relation
    return () if relation == "qrels" else ("--qrels-from", relation)


def _ours_by_table(names: Sequence[str]) -> Callable[[Case, Dialect], tuple[str, ...]]:
    return lambda case, _: _table_arguments(names, case)


def _named_lines(names: Mapping[str, str], digits: Mapping[str, str], text: str, _: Case) -> Lines:
    """Parse a table of all digits into lines with another tool's names and decimals."""
    theirs = {parse_measure(ours): name for name, ours in names.items()}
    values: dict[tuple[str, str], str] = {}
    for _run, label, topic, value in islice(csv.reader(text.splitlines(), delimiter="\t"), 1, None):
        if label.startswith("se("):  # standard errors are ours alone
            continue
        if (name := theirs.get(parse_measure(label))) is not None:
            values[name, topic] = digits.get(name, digits[""]) % float(value or "nan")
    return values


def _sample_lines(text: str, _: Case) -> Lines:
    rows = [row.split() for row in text.splitlines() if row.strip()]
    return {(name, topic): value for name, topic, value in rows}


def _our_sample_lines(text: str, case: Case) -> Lines:
    lines = _named_lines(_OF_SAMPLE_EVAL, {"": "%.4f", "num_ret": "%d"}, text, case)
    return {
        key: value
        for key, value in lines.items()
        if key[1] == "all" or not key[0].startswith("iprec")
    }


SAMPLE_EVAL = Tool(
    name="sample_eval",
    dialects=(DIALECTS["trec_eval-10"],),
    usage=r"Usage: +sample_eval",
    draw=strata,
    theirs=lambda case: (*(["-q"] if case.options.per_topic else []), QRELS, RUN),
    ours=_ours_by_table(tuple(_OF_SAMPLE_EVAL.values())),
    lines=_sample_lines,
    our_lines=_our_sample_lines,
    same_text=False,
)

#: Names of statAP's estimates, and here; then statAP's names of their means.
_OF_STATAP = {"AP": "statAP", "R-prec": "statRprec", "Relevant": "estNumRel"}
_MEANS_OF_STATAP = {"statMAP": "AP", "statMRP": "R-prec"}


def _statap_lines(text: str, _: Case) -> Lines:
    values: dict[tuple[str, str], str] = {}
    topic = "all"
    for line in text.splitlines():
        if (start := re.match(r"\s*topic=(\S+)", line)) is not None:
            topic = start[1]
        values |= {
            (name, topic): value
            for name, value in re.findall(r"(?:^|\s)(AP|R-prec|Relevant)=(\S+)", line)
        }
        values |= {
            (_MEANS_OF_STATAP[name], "all"): value
            for name, value in re.findall(r"(statM[AR]P)_on_valid_topics=(\S+)", line)
        }
    return values


def _our_statap_lines(text: str, case: Case) -> Lines:
    lines = _named_lines(_OF_STATAP, {"": "%.17g"}, text, case)
    shown = {
        key: value if key[1] == "all" else f"{float(value):.3f}" for key, value in lines.items()
    }
    return {key: value for key, value in shown.items() if key != ("Relevant", "all")}


STATAP = Tool(
    name="statAP",
    dialects=(DIALECTS["trec_eval-10"],),
    usage=r"sta\w*AP_MQ_eval",
    draw=probabilities,
    theirs=lambda case: (*(["-q"] if case.options.per_topic else []), QRELS, RUN),
    ours=_ours_by_table(tuple(_OF_STATAP.values())),
    lines=_statap_lines,
    our_lines=_our_statap_lines,
    same_text=False,
    tolerance=1e-12,
)


# --- rbp_eval -------------------------------------------------------------------------------------


def _name_rbp(case: Case) -> Mapping[str, str]:
    p = case.options.setting("p") or "0.8"
    residual = f'Residual(user="RBP(p={p})")'
    return {f"rbp p={float(p):.2f}": f"RBP(p={p}, rel=1)", f"+ p={float(p):.2f}": residual}


def _rbp_arguments(case: Case) -> tuple[str, ...]:
    topics = ["-q"] if case.options.per_topic else []
    return ("-H", "-W", "-B", *topics, "-p", case.options.setting("p") or "0.8", QRELS, RUN)


def _rbp_lines(text: str, _: Case) -> Lines:
    values: dict[tuple[str, str], str] = {}
    row = r"p= *(\S+) q= *(\S+) d= *\S+ rbp= *(\S+) \+(\S+)"
    for p, topic, value, residual in re.findall(row, text):
        values[f"rbp p={p}", topic] = value
        values[f"+ p={p}", topic] = residual
    return values


RBP_EVAL = Tool(
    name="rbp_eval",
    dialects=(DIALECTS["trec_eval-10"],),
    usage=r"USAGE: .*\[options\] <qrels-file> <run-file>",
    draw=binary,
    theirs=_rbp_arguments,
    ours=lambda case, _: _table_arguments(tuple(_name_rbp(case).values()), case),
    lines=_rbp_lines,
    our_lines=lambda text, case: _named_lines(_name_rbp(case), {"": "%.4f"}, text, case),
    same_text=False,
)

#: Every known evaluator, by name.
TOOLS: Mapping[str, Tool] = {
    tool.name: tool
    for tool in (
        TREC_EVAL,
        NDEVAL,
        GDEVAL,
        GDEVAL_BY_TOPIC,
        SAMPLE_EVAL,
        STATAP,
        RBP_EVAL,
    )
}
