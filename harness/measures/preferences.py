"""Measures of preferences between documents: how well a run satisfies them, and Compatibility.

A preference is *fulfilled* if the better document is ranked above the worse one; a document that is
not retrieved is below all that are. ``scope`` says which preferences count:

* ``all``: every one; if neither document is retrieved it is not fulfilled;
* ``implied``: preferences with at least one document retrieved (``_imp``);
* ``retrieved``: preferences with both retrieved (``_ret``), for collections that change.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from harness.core.arrays import Bools, Floats, Ints, divide, powers, total
from harness.core.batch import Hits
from harness.core.judged_run import JudgedRun
from harness.core.preference_run import PreferenceRun
from harness.measures.registry import TrecName, measure
from harness.measures.summaries import Ratio


def _ideal_ranks(run: JudgedRun, hits: Hits) -> Ints:
    """Return the rank of each hit in the ideal ranking [N].

    It is sorted by grade, then by the order of the run, and ends with documents that the run lacks.
    """
    levels, counts = run.judgments.levels, run.judgments.counts
    grades = run.grades[hits.topic, hits.position]
    higher = counts.sum(axis=1, keepdims=True) - np.cumsum(counts, axis=1)
    above = higher[hits.topic, np.searchsorted(levels, grades)] if len(levels) else hits.position
    in_order = np.lexsort((hits.position, -grades, hits.topic))
    group = np.stack([hits.topic, grades])[:, in_order]
    begins = np.ones(len(in_order), dtype=bool)
    begins[1:] = (group[:, 1:] != group[:, :-1]).any(axis=0)
    number = np.arange(len(in_order))
    nth = np.empty_like(number)
    nth[in_order] = number - np.maximum.accumulate(np.where(begins, number, 0))
    return np.asarray(above + nth + 1)


@measure(
    "Compat",
    aliases=("Compatibility",),
    # At each depth a better document takes the place of one that is no sooner in the ideal ranking.
    rising=True,
    cite="Clarke, Vtyurina, Smucker, Assessing top-k preferences, TOIS 2021",
)
def compatibility(run: JudgedRun, *, p: float = 0.95, normalize: bool = True) -> Ratio:
    """Compatibility: the rank-biased overlap of the ranking with the ideal one nearest to it.

    Σ p^(d − 1) · (documents common to their first d) / d, divided by Σ p^(d − 1), over all depths d
    to the end of the longer one. The ideal ranking has only the relevant documents, by grade; equal
    grades in the order of the run, and then documents that it lacks. With ``normalize`` the value
    is divided by that of the ideal ranking itself, so that 1 can be reached if it is short.
    Undefined (0) without relevant documents.

    Ideal: b, a, of the grades 2 and 1. The ranking a, b shares 0 of 1 and 2 of 2:
    (0 + 0.5 · 1) / (1 + 0.5).

    >>> compatibility(JudgedRun.of([1, 2]), p=0.5).value.round(4).tolist()
    [0.3333]
    """
    hits, relevant = run.hits(1), run.num_rel(1)
    ends = np.maximum(run.num_ret, relevant)[:, None]
    depths = np.arange(1, int(ends.max(initial=0)) + 1)
    shared_from = np.maximum(hits.position + 1, _ideal_ranks(run, hits))
    shared = np.zeros((len(ends), len(depths)))
    np.add.at(shared, (hits.topic, shared_from - 1), 1.0)
    weights = np.where(depths <= ends, powers(p, len(depths))[:-1], 0.0)
    reached = _overlap(np.cumsum(shared, axis=1), depths, weights)
    if not normalize:
        return Ratio(reached, np.where(relevant > 0, total(weights), 0.0), additive=False)
    best = _overlap(np.minimum(depths, relevant[:, None]), depths, weights)
    return Ratio(reached, best, additive=False)


def _overlap(shared: Floats | Ints, depths: Ints, weights: Floats) -> Floats:
    return total(weights * divide(shared, depths))


SCOPES = ("all", "retrieved", "implied")

_CITE = "trec_eval -R prefs, https://github.com/usnistgov/trec_eval"
_ANY = (0.0, float("inf"))
_declare = partial(measure, cite=_CITE)
_count = partial(_declare, summary="sum", bounds=_ANY, integer=True)
_SCOPED = {"scope": SCOPES}


def _names(name: str, *scopes: str) -> tuple[TrecName, ...]:
    """Return trec_eval's names of a measure in the given scopes."""
    suffixes = {"all": "", "retrieved": "_ret", "implied": "_imp"}
    return tuple(TrecName(name + suffixes[scope], fixed={"scope": scope}) for scope in scopes)


@_count("prefs_num_prefs_poss", trec_eval=TrecName("prefs_num_prefs_poss"))
def preferences_possible(run: PreferenceRun) -> Floats:
    """Count the preferences in the judgments [T], whatever was retrieved.

    >>> levels = {"a": 2, "b": 1, "c": 1}
    >>> preferences_possible(PreferenceRun.of(levels, ranking=["b", "a"])).tolist()
    [2.0]
    """
    return run.group_sums(run.counts("all")[1])


@_count(
    "prefs_num_prefs_ful",
    trec_eval=_names("prefs_num_prefs_ful", "all", "retrieved"),
    choices=_SCOPED,
)
def preferences_fulfilled(run: PreferenceRun, *, scope: str = "all") -> Floats:
    """Count the preferences in scope that the run fulfils [T].

    Below, b is above a, against their levels; c is not retrieved, so that a is above it.

    >>> run = PreferenceRun.of({"a": 2, "b": 1, "c": 1}, ranking=["b", "a"])
    >>> preferences_fulfilled(run).tolist(), preferences_fulfilled(run, scope="retrieved").tolist()
    ([1.0], [0.0])
    """
    return run.group_sums(run.counts(scope)[0])


@_declare("prefs_simp", trec_eval=_names("prefs_simp", *SCOPES), choices=_SCOPED)
def simple_ratio(run: PreferenceRun, *, scope: str = "all") -> Ratio:
    """Preferences fulfilled, divided by those in scope; every preference has the same weight.

    A preference is fulfilled if the better document is ranked above the worse one; a document that
    is not retrieved is below all that are. ``scope`` says which preferences count: ``all``, those
    with at least one document retrieved (``implied``), or with both (``retrieved``). Contradicting
    preferences of two groups all count, so that 1 may be out of reach. 0 without a preference in
    scope.

    >>> run = PreferenceRun.of({"a": 2, "b": 1, "c": 0, "d": 0}, ranking=["b", "a"])
    >>> simple_ratio(run).value.tolist(), simple_ratio(run, scope="retrieved").value.tolist()
    ([0.8], [0.0])
    """
    fulfilled, possible = run.counts(scope)
    return Ratio(run.group_sums(fulfilled), run.group_sums(possible))


@_declare("prefs_pair", trec_eval=_names("prefs_pair", *SCOPES), choices=_SCOPED)
def pair_ratio(run: PreferenceRun, *, scope: str = "all") -> Ratio:
    """Mean over the pairs of documents of the fulfilled share of their preferences.

    A pair with preferences of five groups, three of them fulfilled, counts 3/5. Equals the simple
    ratio unless several groups judge the same pair. Parameters as for prefs_simp.

    Below, two groups prefer a to b and one b to a: 2/3; one prefers c to a: 0.

    >>> run = PreferenceRun.of({"a": 1, "b": 0}, {"a": 1, "b": 0}, {"b": 1, "a": 0},
    ...                        {"c": 1, "a": 0}, ranking=["a", "b", "c"])
    >>> pair_ratio(run).value.round(4).tolist(), simple_ratio(run).value.tolist()
    ([0.3333], [0.5])
    """
    known, within = run.preferences, run.within(scope)
    pair, of_topic = known.pairs()
    stated = np.bincount(pair[within], minlength=len(of_topic))
    fulfilled = np.bincount(pair[within & run.fulfilled], minlength=len(of_topic))
    return Ratio(run.sums(of_topic, divide(fulfilled, stated)), run.sums(of_topic, stated > 0))


@_declare("prefs_avgjg", trec_eval=_names("prefs_avgjg", *SCOPES), choices=_SCOPED)
def group_ratio(run: PreferenceRun, *, scope: str = "all") -> Floats:
    """Mean over the judgment groups of the simple ratio of each: every group has the same weight.

    A group without a preference in scope counts 0.

    >>> run = PreferenceRun.of({"a": 2, "b": 1, "c": 0}, {"b": 1, "c": 0}, ranking=["a", "c", "b"])
    >>> group_ratio(run).round(4).tolist(), simple_ratio(run).value.tolist()
    ([0.3333], [0.5])
    """
    return run.group_means(divide(*run.counts(scope)))


@_declare(
    "prefs_avgjg_Rnonrel",
    trec_eval=_names("prefs_avgjg_Rnonrel", "all", "retrieved"),
    choices=_SCOPED,
)
def balanced_group_ratio(run: PreferenceRun, *, scope: str = "all") -> Floats:
    """Like the mean over judgment groups, with as many non-relevant documents as relevant ones.

    The number of judged non-relevant documents is an accident of judging, but decides how many
    preferences there are. Here each group is treated as if it had R of them, R being the number of
    its relevant documents (level above 0). Let N be the actual number (level 0 or below; with
    subgroups level 0); in the scope ``retrieved``, R and N count retrieved documents only.

    * N ≤ R: R' · (R − N) preferences over unretrieved documents are added, R' counting all relevant
      documents whatever the scope; those of retrieved documents are fulfilled.
    * N > R, group with subgroups: only the first R' of the ranking's documents of level 0 count.
    * N > R, group without subgroups: as in trec_eval, only the first R of the ranking's documents
      of the lowest level count, and each of these counts as preferred to those of its level below
      it unless neither is retrieved; the possible preferences are those among the other documents,
      and one of every document over each of these R. (A perfect ranking does not reach 1.) If the
      lowest level has fewer than R documents they all count; trec_eval reads past them in memory.

    The value is the mean over the groups, but 0 if a group has no possible preference at all.

    One relevant document is retrieved, none of the two others: 2·(2 − 1) = 2 preferences are added
    to the 2 stated ones, and the ones of a are fulfilled.

    >>> balanced_group_ratio(PreferenceRun.of({"a": 1, "b": 1, "n": 0}, ranking=["a"])).tolist()
    [0.5]
    """
    fulfilled, possible = _balance_group(run, scope)
    means = run.group_means(divide(fulfilled, possible))
    return np.where(run.group_sums(possible == 0) > 0, 0.0, means)


def _balance_group(run: PreferenceRun, scope: str) -> tuple[Floats, Floats]:
    """Return fulfilled and possible preferences of each group [G], with a balanced number of
    documents.
    """
    known = run.preferences
    retrieved = run.retrieved
    counted = retrieved if scope == "retrieved" else np.ones_like(retrieved)
    num_rel, rel_ret = _members(run, known.relevant), _members(run, known.relevant & retrieved)
    rel = _members(run, known.relevant & counted)
    lacking = rel - _members(run, known.nonrelevant & counted)
    fulfilled, possible = run.counts(scope)

    most = np.where(known.partial, num_rel, rel)
    first = known.lowest & (_positions(run) < most[known.member_group])
    kept = first | ~known.lowest
    among = run.within(scope) & kept[known.better] & kept[known.worse]
    num_first = _members(run, first & counted)
    num_lowest, lowest_ret = (_members(run, known.lowest & these) for these in (counted, retrieved))
    upon_each_other = np.where(known.partial, 0, num_first * num_lowest)
    in_order = _count_pairs(num_first) - _count_pairs(np.maximum(num_first - lowest_ret, 0))
    cut_fulfilled = known.per_group(among & run.fulfilled) + np.where(known.partial, 0, in_order)
    cut_possible = known.per_group(among) + upon_each_other

    too_many = lacking < 0
    return (
        np.where(too_many, cut_fulfilled, fulfilled + rel_ret * lacking),
        np.where(too_many, cut_possible, possible + num_rel * lacking),
    )


def _positions(run: PreferenceRun) -> Ints:
    """Return the index of each member among its group's lowest level, best ranked first [N].

    Members that are not retrieved follow in the order of their identifiers; the index of any other
    member is meaningless.
    """
    known = run.preferences
    order = np.lexsort((run.rank[known.member_doc], ~known.lowest, known.member_group))
    starts = np.searchsorted(known.member_group, np.arange(len(known.partial)))
    positions = np.empty(len(order), dtype=np.int64)
    positions[order] = np.arange(len(order)) - starts[known.member_group[order]]
    return positions


def _count_pairs(number: Ints) -> Ints:
    return number * (number - 1) // 2


def _members(run: PreferenceRun, chosen: Bools) -> Ints:
    known = run.preferences
    return np.bincount(known.member_group[chosen], minlength=len(known.partial))
