"""What `harness eval` measures by which rules, and its text: for runs of any size and kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harness.cli.eval_request import Request
from harness.core.dialects import Dialect, get_dialect
from harness.core.errors import MeasureError, Problem
from harness.evaluation.rules import Rules
from harness.evaluation.scores import RunScores
from harness.evaluation.scoring import prepare_measures
from harness.measures import AnyMeasure
from harness.measures.plugins import load_module
from harness.measures.trec_names import nickname_of
from harness.report.trec_eval import TrecText, in_print_order, shows_runid


def rules_of(request: Request) -> Rules:
    """How runs are evaluated."""
    return Rules.of(
        "judged" if request.complete else "answered",
        get_dialect(request.dialect),
        relevance_level=request.level,
        depth=request.depth,
        judged_only=request.judged_only,
        collection_size=request.collection_size,
    )


def measures_of(request: Request, asked: Sequence[str]) -> tuple[AnyMeasure, ...]:
    """The measures of these names, in the order of printing."""
    for module in request.modules:
        load_module(module)
    names = list(_without_defaults(asked, get_dialect(request.dialect)))
    if any(name != "runid" for name in names):
        return in_print_order(prepare_measures(names, rules_of(request)))
    if request.format != "trec_eval":
        raise MeasureError(Problem("runid alone makes no table", hint="add a measure with -m"))
    return ()


def _without_defaults(names: Sequence[str], dialect: Dialect) -> Iterator[str]:
    """The names, without measures that another name gives parameters to.

    As in trec_eval, ``all_trec`` and ``relstring.20`` together mean one relstring.

    >>> list(_without_defaults(["qrels_jg", "P_avgjg.2", "P"], get_dialect("trec_eval-10")))
    ['runid', 'num_q', 'map_avgjg', 'Rprec_mult_avgjg', 'P_avgjg.2', 'P']
    """
    given = {name.partition(".")[0] for name in names if "." in name}
    for name in names:
        members = nickname_of(name, dialect) or (name,)
        if given.isdisjoint(members):
            yield name
        else:
            yield from (member for member in members if member not in given)


def text_maker(
    request: Request, measures: tuple[AnyMeasure, ...], asked: Sequence[str]
) -> TrecText:
    """What renders each run as trec_eval does."""
    return TrecText(
        measures,
        # Of several runs, each summary must say whose it is.
        runid=len(request.runs) > 1 or shows_runid(asked),
        list_missing=get_dialect(request.dialect).missing_topic == "empty",
    )


def written(text: TrecText, scores: RunScores, request: Request) -> tuple[str, ...]:
    """The text of a run: its topics and its summary, as far as they are asked for, in blocks."""
    topics = text.topics(scores) if request.per_topic else ()
    return (*topics, *([text.summary(scores)] if request.summary else []))
