"""What the page's scripts draw, as one JSON object; its parts are described in `payload`.

Numbers are rounded to what is shown, so that the page stays small; the tables of an evaluation have
them in full.
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

#: Values are sent as whole numbers of this unit, counts as they are.
UNIT = 10_000

#: The signs of base 85 that mean something to HTML, and what stands for them in the page.
_HARMLESS = bytes.maketrans(b"<&", b",.")

#: Of so many runs and subsets the page has curves.
MOST_SUBSET_CURVES = 1_000

#: What the page has of what a run's averages rest on: documents, and topics.
_COVERED = ("retrieved", "unjudged", "pooled", "junk", "tied", "missing", "left_out", "extra")

#: The names of columns on the page: intervals are drawn, runs that could be best are shaded, and
#: letters are shown, with a note of their own, when asked for.
_HEADINGS = Headings("interval", "ranks", best="", letters="")

#: Decimals of means, which the page shows.
DIGITS_SHOWN = 4

#: Names of runs are shown in so many characters where there is little room.
ROOMS = (10, 16, 24, 32)


def pack_payload(content: dict[str, Any]) -> str:
    """Return a payload as it lies in the page: JSON, deflated, in base 85 whose signs are no
    markup.
    """
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    deflate = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, 9)
    compressed = deflate.compress(text.encode()) + deflate.flush()
    return base64.b85encode(compressed).translate(_HARMLESS).decode()


def payload(report: Report) -> dict[str, Any]:
    """Return the object that the scripts read.

    R runs, T topics and M measures are lists, to whose places everything else refers. ``values``
    [M][T][R] are multiples of 1/``unit``, of 1 for counts, null where not evaluated; ``summary``
    [M][R] and ``intervals`` [M] (low and high [R], or null) are numbers, and so are ``errors``
    [M][R], what a sample of judgments leaves in estimates (null in others). ``boards`` are
    leaderboards with their uncertainty, for some measures and perhaps over subsets; ``tested`` has
    the p-values of each, of pairs by themselves and corrected. They stand apart, so that what the
    boards say in words stands together, and is packed once. ``figures`` and ``palette`` are the
    words, dashes and shades that figures in print have, too. What the runs retrieved is described
    in `describe_documents`. ``verdicts`` and ``ranked`` are what was tested of each choice:
    sentences, and the sets of ranks of the runs of a type among each other, in the order of the
    leaderboard; ``papers`` are those of `paper_tables`. ``short`` are names of runs in each of
    ``rooms`` characters, where they are longer than the first. What is not known is null.
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
                "interval": _interval_words(report, index),
            }
            for index, measure in enumerate(report.measures)
        ],
        "notes": [note.record() for note in report.results.notes],
        "runs": _runs(report),
        "topics": _topics(report),
        "subsets": {
            name: [report.topic(topic) for topic in topics]
            for name, topics in report.subsets.items()
        },
        "values": _values(report),
        "summary": printable(report.summary.T, 6, shown=DIGITS_SHOWN),
        "intervals": [_interval(report, index) for index in range(len(report.measures))],
        "errors": round_values(report.sampling_errors.T, DIGITS_SHOWN),
        "boards": [
            _board(report, subset, label, board)
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
        "short": _short(report),
        "source": visible(report.source),
        "not_compared": visible(report.not_compared),
        "confidence": _confidence(report),
        "words": {name: asdict(question) for name, question in QUESTIONS.items()},
        "refused": len(report.refused),
        "checked": any("findings" in run for run in report.results.manifest.get("runs", ())),
        "curves": _curves(report),
        "figures": {name: asdict(words) for name, words in DESCRIPTIONS.items()},
        "palette": {"hues": len(COLOURS), "dashes": DASHES, "shades": SHADES},
        "roc": _rocs(report),
        **shown,
        "texts": shorten_texts(report, shown),
    }


def _runs(report: Report) -> list[dict[str, Any]]:
    files = {run["name"]: run for run in report.results.manifest.get("runs", ())}
    return [
        {
            "name": run,
            "group": report.groups.get(run, ""),
            "attributes": report.attributes[run],
            "averaged": len(cover.averaged),
            **{name: getattr(cover, name) for name in _COVERED},
            **{name: file.get(name, {}) for name in ("findings", "repairs")},
            "warnings": [str(Note.of(note)) for note in file.get("warnings", ())],
        }
        for run, cover in zip(report.runs, report.coverage, strict=True)
        for file in (files.get(run, {}),)
    ]


def _short(report: Report) -> dict[str, list[str]]:
    """Names that are longer than the least room, as shown in each: different ones differently."""
    names = [visible(run) for run in report.runs]
    rooms = [short_names(names, room) for room in ROOMS]
    return {
        run: list(shown)
        for run, name, *shown in zip(report.runs, names, *rooms, strict=True)
        if len(name) > ROOMS[0]
    }


def _topics(report: Report) -> list[dict[str, Any]]:
    known = {row["topic"]: row for row in report.results.topics.iter_rows(named=True)}
    parts = ("title", "description", "narrative", "judged", "relevant")
    return [
        {"id": topic, **{part: known.get(topic, {}).get(part) for part in parts}}
        for topic in report.topics
    ]


def _values(report: Report) -> list[list[list[int | None]]]:
    return [
        multiples(report.values[:, :, index].T, UNIT if measure.digits else 1)
        for index, measure in enumerate(report.measures)
    ]


def _interval(report: Report, index: int) -> dict[str, list[float]] | None:
    """Return the t interval of each mean over topics; null where there is none, or a board has its
    own.
    """
    measure, values = report.measures[index], report.values[:, :, index]
    ends = measure.mean_intervals(values, _confidence(report))
    if ends is None or measure.label in report.boards:
        return None
    return {"low": round_values(ends.low, 4), "high": round_values(ends.high, 4)}


def _interval_words(report: Report, index: int) -> str:
    known = Circumstances.of_values(report.values[:, :, index], report.measures[index].scale)
    return sentence("mean-interval", known, percent=f"{100 * _confidence(report):g} %")


def _confidence(report: Report) -> float:
    return 0.95 if report.comparison is None else report.comparison.options.confidence


def _board(report: Report, subset: str, label: str, board: Board) -> dict[str, Any]:
    """Return a leaderboard; its arrays have the order of ``order``, positions among the runs.

    ``mean`` is null where the means are the measure's own summaries, ``subset`` "" of all topics.
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
        "apart": _apart(board),
        "quantile": _quantile(board),
        "alpha": board.options.alpha,
        "differ": pairs_that_differ(board),
        "test": f"{board.method}; {pairs_text(pairs)} tested",
        "over": _sentences(table_notes(board.table)),
        "notes": _sentences(board_notes(board, _HEADINGS)),
        "lettered": _sentences([letters_note(board)] if board.letters else ()),
    }


def _apart(board: Board) -> list[str]:
    """Return a text a run with a sign for each: "<" of one shown to be better, ">" of one shown
    worse.
    """
    signs = np.where(board.ranks.better, "<", np.where(board.ranks.worse, ">", "."))
    return ["".join(row) for row in signs]


def _quantile(board: Board) -> float:
    """Return the number by which a standard error is multiplied for the interval of a
    difference.
    """
    from scipy.special import stdtrit

    return float(stdtrit(len(board.table.topics) - 1, (1 + board.options.confidence) / 2))


def _pair_errors(board: Board) -> Any:
    """Return standard errors of differences of all pairs; None without a sample of judgments."""
    table = board.table.only(board.runs)
    if table.errors is None:
        return None
    pairs = np.triu_indices(len(board.runs), 1)
    return round_values(table.errors.estimate_differences(table.topics, *pairs), DIGITS_SHOWN)


def _curves(report: Report) -> dict[str, Any]:
    """Precision at recall levels, and precision and recall at cutoffs, over topics of each subset.

    ``subsets`` have them by name, "" of all topics: for each run three lists of multiples of
    1/``unit``, null where it was evaluated on none of the topics.
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
    """Return the subsets whose curves the page has, by their names in it; of very many only all
    topics.
    """
    few = len(report.runs) * len(report.subsets) <= MOST_SUBSET_CURVES
    return {"": ALL_TOPICS} | ({name: name for name in report.subsets} if few else {})


def _rocs(report: Report) -> dict[str, Any] | None:
    """Return the mean ROC curve of each run over each subset, and over how many topics it is; or
    null.

    ``true`` [R][L] has the true positive rate at each of the false positive ones, null where there
    are no topics.
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


def _sentences(notes: Iterable[Note | str]) -> list[str]:
    """Return notes, in which names cannot be kept apart from the text around them."""
    return [keep_percent_together(visible(line)) for line in note_lines(notes)]


def list_statements(statements: Iterable[Statement]) -> list[list[str]]:
    """Statements as the page has them: text, section, and the type of runs that they are of."""
    return [[keep_percent_together(visible(it.text)), it.section, it.type] for it in statements]


def keep_percent_together(text: str) -> str:
    r"""Keep a number and its sign of percent on one line.

    >>> keep_percent_together("95 % of all")
    '95\xa0% of all'
    """
    return re.sub(r"(?<=\d) (?=%)", "\u00a0", text)
