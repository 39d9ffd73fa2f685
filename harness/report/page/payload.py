"""The data of the page's scripts as one JSON object; `payload` describes its parts.

Numbers are rounded to what is shown, to keep the page small; the tables of an evaluation have all
digits.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

import numpy as np

from harness.comparison import Board
from harness.comparison.assurances import Circumstances, sentence
from harness.comparison.statements import QUESTIONS
from harness.config import ALL_TOPICS
from harness.core.harmless import visible
from harness.core.notes import Note, note_lines
from harness.evaluation.curves import Curves
from harness.report.boards import Headings, board_notes, letters_note, pairs_that_differ
from harness.report.comparison import pairs_text, table_notes
from harness.report.figures.kinds import DESCRIPTIONS
from harness.report.figures.styles import COLOURS, DASHES, SHADES
from harness.report.names import short_names
from harness.report.page.paper_tables import paper_tables
from harness.report.page.retrieved_documents import describe_documents, shorten_texts
from harness.report.page.rounding import LEAST_P, multiples, printable, round_values, short_p
from harness.report.report import TYPE, Report
from harness.report.verdict import (
    Statement,
    group_by_type,
    ranked_types,
    to_mind,
    verdict,
    verdicts,
)

#: Values are sent as whole numbers of this unit, counts unchanged.
UNIT = 10_000

#: The signs of base 85 that have a meaning in HTML, and their replacements in the page.
_HARMLESS = bytes.maketrans(b"<&", b",.")

#: The most runs and subsets, multiplied, for which the page has curves.
MOST_SUBSET_CURVES = 1_000

#: The data on coverage of a run's averages in the page: documents, and topics.
_COVERED = ("retrieved", "unjudged", "pooled", "junk", "tied", "missing", "left_out", "extra")

#: The page's column names. Intervals are drawn, runs that could be best are shaded, and letters are
#: shown on request with a note of their own.
_HEADINGS = Headings("interval", "ranks", best="", letters="")

#: Decimals of means on the page.
DIGITS_SHOWN = 4

#: Lengths of shortened run names, for places with little room.
ROOMS = (10, 16, 24, 32)


def pack_payload(content: dict[str, Any]) -> str:
    """Pack a payload for the page: JSON, deflated, in a base 85 without signs of markup."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    deflate = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9)
    compressed = deflate.compress(text.encode()) + deflate.flush()
    return base64.b85encode(compressed).translate(_HARMLESS).decode()


def payload(report: Report) -> dict[str, Any]:
    """Return the object that the scripts read.

    R runs, T topics and M measures are lists; everything else refers to their indices. ``values``
    [M][T][R] are multiples of 1/``unit``, or of 1 for counts, and null where not evaluated.
    ``summary`` [M][R] and ``intervals`` [M] (low and high [R], or null) are numbers, as are
    ``errors`` [M][R], the errors of estimates due to a sample of judgments (null for others).
    ``boards`` are leaderboards with their uncertainty, for some measures and perhaps over subsets;
    ``tested`` has the p-values of each, uncorrected and corrected. They are separate so that the
    words of the boards are adjacent and compress well. ``figures`` and ``palette`` are the words,
    dashes and shades that printed figures also have. `describe_documents` describes what the runs
    retrieved. ``verdicts`` and ``ranked`` belong to each tested choice: sentences, and the sets of
    ranks of the runs of a type among each other, in leaderboard order; ``papers`` are those of
    `paper_tables`. ``short`` are names of runs cut to each length in ``rooms``, if they are longer
    than the first. Unknown data are null.
    """
    shown = describe_documents(report, UNIT)
    ranked_among = ranked_types(report)
    return {
        "dialect": report.dialect,
        "unit": UNIT,
        "least_p": LEAST_P,
        "first_measure": report.measure(),
        "measures": [
            {
                "label": measure.label,
                "summary": measure.summary,
                "digits": measure.digits,
                "lower_is_better": measure.scale.lower_is_better,
                "interval": _name_interval(report, index),
            }
            for index, measure in enumerate(report.measures)
        ],
        "notes": [note.record() for note in report.results.notes],
        "runs": [
            {
                "name": run,
                "group": report.groups.get(run, ""),
                "attributes": report.attributes[run],
                "averaged": len(cover.averaged),
                **{name: getattr(cover, name) for name in _COVERED},
                "findings": file.findings,
                "repairs": file.repairs,
                "warnings": [str(Note.of(dict(note))) for note in file.warnings],
            }
            for run, cover in zip(report.runs, report.coverage, strict=True)
            for file in (report.results.described[run],)
        ],
        "topics": _describe_topics(report),
        "subsets": {
            name: [report.topic(topic) for topic in topics]
            for name, topics in report.subsets.items()
        },
        "values": _scale_values(report),
        "summary": printable(report.summary.T, 6, shown=DIGITS_SHOWN),
        "intervals": [_describe_interval(report, index) for index in range(len(report.measures))],
        "errors": round_values(report.sampling_errors.T, DIGITS_SHOWN),
        "boards": [
            _describe_board(report, subset, label, board)
            for subset, boards in {"": report.boards, **report.subset_boards}.items()
            for label, board in boards.items()
        ],
        "papers": paper_tables(report),
        "tested": [
            [
                short_p(p, board.options.alpha, UNIT)
                for p in (board.family.p, board.family.corrected)
            ]
            for boards in (report.boards, *report.subset_boards.values())
            for board in boards.values()
        ],
        "verdicts": [
            {
                "subset": choice.subset,
                "type": choice.type,
                "measure": choice.measure,
                "lines": list_statements(statements),
            }
            for choice, statements in verdicts(report, ranked_among).items()
        ],
        "verdict": list_statements(verdict(report)),
        "mind": list_statements(to_mind(report)),
        "types": {"name": TYPE, "values": list(group_by_type(report))},
        "ranked": [
            {
                "subset": subset,
                "type": name,
                "measure": report.measure(label),
                "low": ranked.ranks.low.tolist(),
                "high": ranked.ranks.high.tolist(),
            }
            for (subset, name), by_measure in ranked_among.items()
            for label, ranked in by_measure.items()
        ],
        "rooms": ROOMS,
        "short": _shorten_names(report),
        "source": visible(report.source),
        "not_compared": visible(report.not_compared),
        "confidence": _choose_confidence(report),
        "words": {name: asdict(question) for name, question in QUESTIONS.items()},
        "refused": len(report.refused),
        "checked": any("findings" in run.model_fields_set for run in report.results.facts.runs),
        "curves": _describe_curves(report),
        "figures": {name: asdict(words) for name, words in DESCRIPTIONS.items()},
        "palette": {"hues": len(COLOURS), "dashes": DASHES, "shades": SHADES},
        "roc": _describe_rocs(report),
        **shown,
        "texts": shorten_texts(report, shown),
    }


def _shorten_names(report: Report) -> dict[str, list[str]]:
    """Return names longer than the least room, shortened to each room; different names stay
    different.
    """
    names = [visible(run) for run in report.runs]
    rooms = [short_names(names, room) for room in ROOMS]
    return {
        run: list(shown)
        for run, name, *shown in zip(report.runs, names, *rooms, strict=True)
        if len(name) > ROOMS[0]
    }


def _describe_topics(report: Report) -> list[dict[str, Any]]:
    known = {row["topic"]: row for row in report.results.topics.iter_rows(named=True)}
    parts = ("title", "description", "narrative", "judged", "relevant")
    return [
        {"id": topic, **{part: known.get(topic, {}).get(part) for part in parts}}
        for topic in report.topics
    ]


def _scale_values(report: Report) -> list[list[list[int | None]]]:
    return [
        multiples(report.values[:, :, index].T, UNIT if measure.digits else 1)
        for index, measure in enumerate(report.measures)
    ]


def _describe_interval(report: Report, index: int) -> dict[str, list[float]] | None:
    """Return the t interval of each mean over topics; null if there is none, or a board has it."""
    measure, values = report.measures[index], report.values[:, :, index]
    ends = measure.mean_intervals(values, _choose_confidence(report))
    if ends is None or measure.label in report.boards:
        return None
    return {"low": round_values(ends.low, 4), "high": round_values(ends.high, 4)}


def _name_interval(report: Report, index: int) -> str:
    known = Circumstances.of_values(report.values[:, :, index], report.measures[index].scale)
    return sentence("mean-interval", known, percent=f"{100 * _choose_confidence(report):g} %")


def _choose_confidence(report: Report) -> float:
    return 0.95 if report.comparison is None else report.comparison.options.confidence


def _describe_board(report: Report, subset: str, label: str, board: Board) -> dict[str, Any]:
    """Return a leaderboard; its arrays are in the order of ``order``, indices of runs.

    ``mean`` is null if the means are the measure's own summaries; ``subset`` is "" for all topics.
    """
    pairs, measure = len(board.family.corrected), report.measure(label)
    order = [report.run(name) for name in board.runs]
    means = np.asarray(board.means.estimate)
    own = (
        not subset and np.abs(means - report.summary[order, measure]).max() < 0.5 / 10**DIGITS_SHOWN
    )
    return {
        "subset": subset,
        "measure": measure,
        "order": order,
        "mean": None if own else printable(means, 6, shown=DIGITS_SHOWN),
        "low": round_values(board.means.low, 4),
        "high": round_values(board.means.high, 4),
        "rank": np.asarray(board.ranks.rank).tolist(),
        "letters": list(board.run_letters()) if board.letters else None,
        "errors": _pair_errors(board),
        "apart": _mark_apart(board),
        "quantile": _find_quantile(board),
        "limit": _find_limit(board),
        "alpha": board.options.alpha,
        "differ": pairs_that_differ(board),
        "test": f"{board.method}; {pairs_text(pairs)} tested",
        "over": _list_sentences(table_notes(board.table)),
        "notes": _list_sentences(board_notes(board, _HEADINGS)),
        "lettered": _list_sentences([letters_note(board)] if board.letters else ()),
    }


def _mark_apart(board: Board) -> list[str]:
    """Return a text per run with a sign for each other run: "<" if it is shown to be better, ">" if
    worse.
    """
    signs = np.where(board.ranks.better, "<", np.where(board.ranks.worse, ">", "."))
    return ["".join(row) for row in signs]


def _find_quantile(board: Board) -> float:
    """Return the factor from a standard error to the interval of a difference."""
    from scipy.special import stdtrit

    return float(stdtrit(len(board.table.topics) - 1, (1 + board.options.confidence) / 2))


def _find_limit(board: Board) -> float | None:
    """Return the largest difference of means that there can be; None if it is not known."""
    scale = board.table.scale
    limit = scale.bounds_of_differences[1]
    return limit if np.isfinite(limit) and not scale.estimated else None


def _pair_errors(board: Board) -> Any:
    """Return standard errors of differences of all pairs; None without a sample of judgments."""
    table = board.table.only(board.runs)
    if table.errors is None:
        return None
    pairs = np.triu_indices(len(board.runs), 1)
    return round_values(table.errors.estimate_differences(table.topics, *pairs), DIGITS_SHOWN)


def _describe_curves(report: Report) -> dict[str, Any]:
    """Return precision at recall levels, and precision and recall at cutoffs, for each subset.

    ``subsets`` has them by name, "" for all topics: three lists of multiples of 1/``unit`` for each
    run, null if it was evaluated on none of the topics.
    """
    by_subset = report.subset_curves
    first = next(iter(by_subset[ALL_TOPICS].values()), None)
    return {
        "levels": [] if first is None else round_values(first.levels, 4),
        "cutoffs": [] if first is None else first.cutoffs.tolist(),
        "subsets": {
            shown: [_run_curves(by_subset[name].get(run)) for run in report.runs]
            for shown, name in _list_curve_subsets(report).items()
        },
    }


def _list_curve_subsets(report: Report) -> dict[str, str]:
    """Return the subsets with curves, by their names in the page; if there are too many, only all
    topics.
    """
    few = len(report.runs) * len(report.subsets) <= MOST_SUBSET_CURVES
    return {"": ALL_TOPICS} | ({name: name for name in report.subsets} if few else {})


def _describe_rocs(report: Report) -> dict[str, Any] | None:
    """Return the mean ROC curve of each run over each subset with its number of topics, or null.

    ``true`` [R][L] has the true positive rate at each false positive rate, null without topics.
    """
    by_subset = {shown: report.rocs(name) for shown, name in _list_curve_subsets(report).items()}
    if not by_subset[""]:
        return None
    return {
        "false": round_values(by_subset[""][0].false, 4),
        "subsets": {
            shown: {
                "true": [round_values(curve.true, 4) for curve in curves],
                "topics": [curve.num_topics for curve in curves],
            }
            for shown, curves in by_subset.items()
        },
    }


def _run_curves(curves: Curves | None) -> list[list[int]] | None:
    if curves is None:
        return None
    parts = (curves.precision_at_levels, curves.precision_at_cutoffs, curves.recall_at_cutoffs)
    return [multiples(part, UNIT) for part in parts]


def _list_sentences(notes: Iterable[Note | str]) -> list[str]:
    """Return notes as text without the separate marking of names."""
    return [keep_percent_together(visible(line)) for line in note_lines(notes)]


def list_statements(statements: Iterable[Statement]) -> list[list[str]]:
    """Return statements as lists of text, section, and type of runs."""
    return [[keep_percent_together(visible(it.text)), it.section, it.type] for it in statements]


def keep_percent_together(text: str) -> str:
    r"""Keep a number and its percent sign on one line.

    >>> keep_percent_together("95 % of all")
    '95\xa0% of all'
    """
    return re.sub(r"(?<=\d) (?=%)", "\u00a0", text)
