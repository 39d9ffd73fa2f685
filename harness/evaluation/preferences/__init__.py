"""The kinds of judgments that runs are evaluated against: trec_eval's option ``-R``.

Graded judgments are the rule. Beside them there are several assessors side by side
(``qrels_jg``), and preferences between documents (``prefs``, ``qrels_prefs``); each kind has its
own measures, under trec_eval's names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import numpy as np
import polars as pl

from harness.core.arrays import Floats
from harness.core.errors import MAX_PROBLEMS, MeasureError, Problem, suggest
from harness.core.judged_run import JudgedRun
from harness.core.model import Qrels, Run
from harness.evaluation.preferences.preference_measures import PREFERENCE_MEASURES
from harness.evaluation.preferences.preferences import PreferenceTopics
from harness.evaluation.ranking import JudgedTopics
from harness.evaluation.scores import RunScores
from harness.evaluation.scoring import Rules, coverage, judge_run, prepare_measures, score_run
from harness.measures import AnyMeasure, Measure, Ratio
from harness.measures.registry import FAMILIES
from harness.measures.trec_names import (
    NICKNAMES,
    Table,
    base_name,
    expand_trec_name,
    nickname_of,
)

Nicknames = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Relation:
    """How one kind of judgments is read and scored.

    ``format`` is the layout of its files; ``default`` what is measured when nobody says what;
    ``measures`` are the names it knows (None: all measures of graded judgments). ``ready`` makes
    judgments ready for any number of runs, and ``score`` evaluates one; ``notes`` is what a reader
    of the numbers must know.
    """

    name: str
    format: str
    default: str
    nicknames: Nicknames
    measures: Table | None
    ready: Callable[[Qrels], Any]
    score: Callable[[Run, Any, tuple[AnyMeasure, ...], Rules], RunScores]
    notes: tuple[str, ...] = ()

    def prepare(self, names: Sequence[str], rules: Rules) -> tuple[AnyMeasure, ...]:
        """The measures of the given names, in trec_eval's order where it is this kind's own.

        There are none when only the run's name is asked for (``runid``).
        Raises `MeasureError` with every name that this kind of judgments has no measure of.
        """
        known = {
            name: nickname_of(name, rules.dialect, self.nicknames) or () for name in self.nicknames
        }
        wanted = list(_without_defaults([name.strip() for name in names], known))
        if wanted and all(name == "runid" for name in wanted):
            return ()
        if self.measures is None:
            _refuse_others(wanted)
            return prepare_measures(wanted, rules)
        return self._own(wanted, self.measures, rules)

    def _own(self, names: Sequence[str], table: Table, rules: Rules) -> tuple[AnyMeasure, ...]:
        by_label: dict[str, Measure] = {}
        problems: list[Problem] = []
        for name in names:
            measures = expand_trec_name(name.strip(), table, self.nicknames)
            if measures is None:
                known = [*table, *self.nicknames]
                hint = suggest(name, known)
                problems.append(Problem(f"{name!r} is no measure of -R {self.name}", hint=hint))
            by_label.update((measure.label, measure) for measure in measures or ())
        if problems:
            raise MeasureError(problems[:MAX_PROBLEMS])
        order = {name: i for i, name in enumerate(table)}
        listed = sorted(
            by_label.values(), key=lambda measure: order[base_name(measure.label, table) or ""]
        )
        return tuple(measure.with_default("rel", rules.relevance_level) for measure in listed)


def _without_defaults(names: Sequence[str], nicknames: Nicknames) -> Iterator[str]:
    """The names, without measures that another name gives parameters to.

    As in trec_eval, ``all_trec`` and ``relstring.20`` together mean one relstring.

    >>> list(_without_defaults(["set", "set_F.2", "P"], {"set": ("set_P", "set_F")}))
    ['set_P', 'set_F.2', 'P']
    """
    given = {name.partition(".")[0] for name in names if "." in name}
    for name in names:
        members = nicknames.get(name, (name,))
        if given.isdisjoint(members):
            yield name
        else:
            yield from (member for member in members if member not in given)


def _refuse_others(names: Iterable[str]) -> None:
    problems = []
    for name in names:
        kinds = [
            kind.name
            for kind in RELATIONS.values()
            if kind.measures is not None and _is_own(name.strip(), kind)
        ]
        if kinds:
            hint = f"give {' or '.join(f'-R {kind}' for kind in kinds)}"
            problems.append(Problem(f"{name!r} is no measure of graded judgments", hint=hint))
    if problems:
        raise MeasureError(problems[:MAX_PROBLEMS])


def _is_own(name: str, kind: Relation) -> bool:
    table = kind.measures or {}
    base = base_name(name.partition(".")[0], table)
    return name in kind.nicknames or (base is not None and base != "num_q")


# --- several assessors side by side ----------------------------------------------------------


def _averaged(name: str, trec_name: str) -> Table:
    family = FAMILIES[name]
    declared = next(known for known in family.trec_names if known.name == trec_name)
    renamed = replace(declared, name=f"{trec_name}_avgjg")
    return {renamed.name: (family, renamed)}


_NUM_Q = PREFERENCE_MEASURES["num_q"]

#: Measures that are averaged over a topic's judgment groups, in trec_eval's order.
GROUP_MEASURES: Table = MappingProxyType(
    {
        "num_q": _NUM_Q,
        **_averaged("AP", "map"),
        **_averaged("P", "P"),
        **_averaged("RprecMult", "Rprec_mult"),
    }
)


class GroupedTopics:
    """Judgments of several groups (assessors), each ready for any number of runs.

    ``groups`` holds each group's judgments; ``judged`` the topics of all of them together, with
    the highest grade that a group gave. ``num_groups`` [T] counts each topic's groups.
    """

    def __init__(self, qrels: Qrels) -> None:
        frame = qrels.frame
        highest = frame.group_by("topic", "doc").agg(pl.col("grade").max()).sort("topic", "doc")
        self.judged = JudgedTopics(Qrels(highest, source=qrels.source))
        self.groups = tuple(
            JudgedTopics(Qrels(part, source=qrels.source)) for part in frame.partition_by("group")
        )
        self.num_groups = np.zeros(len(self.judged.topics))
        for group in self.groups:
            self.num_groups[[self.judged.code[topic] for topic in group.topics]] += 1


def score_groups(
    run: Run, judged: GroupedTopics, measures: tuple[AnyMeasure, ...], rules: Rules
) -> RunScores:
    """Every measure of every topic of one run: its mean over the groups that judged the topic.

    Documents are ordered as for graded judgments. A group without a relevant document counts as
    the measure does for such a topic (0); a group that did not judge the topic does not count.
    """
    joined = judge_run(run, judged.judged, rules)
    values = np.zeros((len(judged.judged.topics), len(measures)))
    retrieved = set(run.topics)
    for group in judged.groups:
        if retrieved.isdisjoint(group.topics):
            continue  # all of its topics are unanswered, which is 0
        part = score_run(run, group, measures, replace(rules, missing="drop"))
        values[[judged.judged.code[topic] for topic in part.topics]] += part.values
    values /= judged.num_groups[:, None]
    for column, measure in enumerate(measures):
        if measure.trec_name == "num_q":
            values[:, column] = 1.0
    return _scores(joined, judged.judged, values, measures, rules)


# --- preferences -----------------------------------------------------------------------------


def score_preferences(
    run: Run, judged: PreferenceTopics, measures: tuple[AnyMeasure, ...], rules: Rules
) -> RunScores:
    """Every measure of every topic of one run, from preferences between documents.

    ``measures`` are those of `PREFERENCE_MEASURES`; any other one is a `MeasureError`.
    """
    order, joined = judged.order(
        run, dialect=rules.dialect, missing=rules.unanswered, depth=rules.depth
    )
    values = np.zeros((len(judged.judged.topics), len(measures)))
    for column, measure in enumerate(measures):
        if measure.trec_name not in PREFERENCE_MEASURES or not isinstance(measure, Measure):
            raise MeasureError(Problem(f"{measure.label} is no measure of preferences"))
        result = measure.family.function(order, **measure.parameters)
        values[:, column] = result.value if isinstance(result, Ratio) else result
    # The number of tied documents is reported as broken by descending identifiers: not so here.
    return _scores(replace(joined, num_tied=0), judged.judged, values, measures, rules)


def _scores(
    joined: JudgedRun,
    judged: JudgedTopics,
    values: Floats,
    measures: tuple[AnyMeasure, ...],
    rules: Rules,
) -> RunScores:
    """The values of the topics that count; no measure of these kinds has a micro average."""
    rows = [judged.code[topic] for topic in joined.topics]
    nothing = np.full((len(rows), len(measures)), np.nan)
    cover = coverage(joined, rules.relevance_level)
    return RunScores(
        joined.name, joined.topics, measures, values[rows], nothing, nothing.copy(), cover
    )


_ALL_PREFERENCES = ("runid", *PREFERENCE_MEASURES)
_PREFERENCES: dict[str, Any] = {
    "default": "all_prefs",
    "nicknames": {
        "all_prefs": _ALL_PREFERENCES,
        "prefs": _ALL_PREFERENCES[: _ALL_PREFERENCES.index("prefs_avgjg") + 1],
    },
    "measures": PREFERENCE_MEASURES,
    "ready": PreferenceTopics,
    "score": score_preferences,
    "notes": ("documents with equal scores are ordered by identifier, ascending",),
}

#: Every kind of judgments, by the name that trec_eval's option -R has for it.
RELATIONS: dict[str, Relation] = {
    relation.name: relation
    for relation in (
        Relation("qrels", "trec", "official", NICKNAMES, None, JudgedTopics, score_run),
        Relation(
            "qrels_jg",
            "qrels_jg",
            "qrels_jg",
            {"qrels_jg": ("runid", *GROUP_MEASURES)},
            GROUP_MEASURES,
            GroupedTopics,
            score_groups,
        ),
        Relation("prefs", "prefs", **_PREFERENCES),
        Relation("qrels_prefs", "qrels_prefs", **_PREFERENCES),
    )
}
