"""Values and summaries of two evaluations side by side, with the causes that explain each.

A cause is a condition on values and a condition on summaries. It says what a change *can* explain,
not what it did: judgments of another topic cannot explain a value, nor can a depth explain a
missing one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from polars import selectors

from harness.config import ALL_TOPICS
from harness.core.errors import MeasureError, some
from harness.core.numbers import count_noun
from harness.core.packages import pl
from harness.diff.changes import Change
from harness.diff.evaluations import EvaluationPair
from harness.measures import parse_measures

#: A cause that no change states, since only the values show it.
OTHER_TOPICS = "other topics"

#: Causes by kind of change of a run.
_OF_RUNS = {
    "run file": "run file",
    "run layout": "layout of run",
    "run repairs": "repairs of run",
}

_NEVER, _ALWAYS = pl.lit(value=False), pl.lit(value=True)
#: Both evaluations have the value; otherwise one of them did not average the run over the topic.
_IN_BOTH = pl.col("alone").is_null()


@dataclass(frozen=True, eq=False)
class ChangeCause:
    """A change, in words, and the values and summaries it can explain.

    ``values`` is a condition on columns of values: ``run`` and ``measure`` (indices of pairs),
    ``topic``, ``alone`` (null, before or after) and ``unanswered``. ``summaries`` is a condition on
    columns of summaries: ``run``, ``measure``, ``subset``, ``own`` and ``other_topics``; it applies
    to summaries that their values do not explain. A cause with ``arithmetic`` can change the
    summary of equal values.
    """

    name: str
    what: str
    # Older versions of polars have expressions without a hash, which dataclasses refuse as
    # defaults.
    values: pl.Expr = field(default_factory=lambda: _NEVER)
    summaries: pl.Expr = field(default_factory=lambda: _NEVER)
    arithmetic: bool = False


def find_causes(both: EvaluationPair, changes: Sequence[Change]) -> tuple[ChangeCause, ...]:
    """Return the causes among the changes, whether or not a value differs."""
    return (
        *_explain_runs(both, changes),
        *_explain_judgments(both, changes),
        *_explain_computation(both, changes),
        ChangeCause(OTHER_TOPICS, "means over other topics", summaries=pl.col("other_topics")),
        *_explain_versions(changes),
    )


def _explain_runs(both: EvaluationPair, changes: Sequence[Change]) -> Iterator[ChangeCause]:
    """Yield causes in files, layouts and repairs of runs.

    The topics that a run answers matter if the other topics are dropped.
    """
    facts = (both.before.facts, both.after.facts)
    reach = _ALWAYS if any(side.rules.missing_topics == "drop" for side in facts) else _IN_BOTH
    changed = {(change.what, change.name) for change in changes}
    repaired = set()
    if facts[0].settings.get("check") != facts[1].settings.get("check"):
        repaired = {i for i, old, new in both.run_facts() if old.repairs or new.repairs}
    for cause, what in _OF_RUNS.items():
        indexes = [
            i
            for i, run in enumerate(both.runs)
            if (what, run.name) in changed or (what == "repairs of run" and i in repaired)
        ]
        if indexes:
            which = _list_names("run", [both.runs[i].name for i in indexes])
            yield ChangeCause(cause, which, pl.col("run").is_in(indexes) & reach)


def _explain_judgments(both: EvaluationPair, changes: Sequence[Change]) -> Iterator[ChangeCause]:
    """Yield the causes in judgments and in known judgments.

    Known judgments remove documents from rankings and judgments, and so change topics too.
    """
    topics = both.topics().filter("changed")["topic"].to_list()
    another = any(change.what == "file of judgments" for change in changes)
    facts = (both.before.facts, both.after.facts)
    hashes = [{known.sha256 for known in side.known_judgments.values()} for side in facts]
    same_known = hashes[0] == hashes[1]
    if topics and (another or same_known):
        yield ChangeCause("judgments", _list_names("topic", topics), pl.col("topic").is_in(topics))
    elif another:
        yield ChangeCause("judgments", "another file, the same judgments")
    if not same_known:
        old, new = ("none" if side.residual is None else side.residual.known for side in facts)
        words = f"{old} → {new} judgments" + (", others" if old == new else "")
        runs = [i for i, a, b in both.run_facts() if a.known or b.known]
        reach = pl.col("run").is_in(runs) | pl.col("topic").is_in(topics)
        yield ChangeCause("known judgments", words, reach)


def _explain_computation(both: EvaluationPair, changes: Sequence[Change]) -> Iterator[ChangeCause]:
    """Yield causes in measures (parameters, summary, code), rules and subsets."""
    numbers = {pair.name: i for i, pair in enumerate(both.measures)}
    by_level = _find_by_level(both, changes)
    for what, name, before, after in changes:
        words = f"{before or 'none'} → {after or 'none'}"
        here = pl.col("measure") == numbers.get(name, -1)
        if what == "measure" and name not in by_level:
            yield ChangeCause(f"measure {name}", words, here & _IN_BOTH)
        elif what == "summary of measure":
            yield ChangeCause(f"summary of {name}", words, summaries=here & pl.col("own"))
        elif what == "code of measure":
            yield ChangeCause(f"code of {name}", "another module", here & _IN_BOTH)
        elif what == "rule":
            yield ChangeCause(f"rule {name}", words, _reach(both, name))
        elif what == "subset" and before and after:
            yield ChangeCause(f"subset {name}", words, summaries=pl.col("subset") == name)


def _find_by_level(both: EvaluationPair, changes: Sequence[Change]) -> set[str]:
    """Return the measures whose notation differs by the task's relevance level alone."""
    if not any(change.what == "rule" and change.name == "relevance_level" for change in changes):
        return set()
    return {both.measures[i].name for i, a, b in both.measure_facts() if a.asked == b.asked}


def _reach(both: EvaluationPair, rule: str) -> pl.Expr:
    """Return the condition on the values that a rule can change."""
    if rule in ("topic_policy", "missing_topics"):
        return pl.col("unanswered")
    if rule == "relevance_level":
        return _IN_BOTH & pl.col("measure").is_in(_with_level(both))
    if rule == "collection_size":
        return _IN_BOTH & pl.col("measure").is_in(
            [
                i
                for i, old, new in both.measure_facts()
                if any(_needs_collection(facts.notation) for facts in (old, new))
            ]
        )
    return _IN_BOTH


def _with_level(both: EvaluationPair) -> list[int]:
    """Return the measures whose notation differs."""
    return [i for i, a, b in both.measure_facts() if a.notation != b.notation]


def _needs_collection(notation: str) -> bool:
    try:
        measures = parse_measures(notation)
    except MeasureError:
        return True
    return any(
        family.needs_collection_size for measure in measures for family in measure.requirements()
    )


def _explain_versions(changes: Sequence[Change]) -> Iterator[ChangeCause]:
    words = [
        f"{change.name} {change.before or '–'} → {change.after or '–'}"
        for change in changes
        if change.what == "version"
    ]
    if words:
        yield ChangeCause("versions", ", ".join(words), _ALWAYS, arithmetic=True)


def _list_names(what: str, names: Sequence[str]) -> str:
    return f"{count_noun(len(names), what)}: {some(names)}"


#: Differences below this are rounding.
ROUNDING = 1e-12
_KEY = ("run", "topic", "measure")
_SUMMARY_KEY = ("run", "measure", "subset", "kind")


def name_column(index: int) -> str:
    """Return the column that says whether a cause can explain a row."""
    return f"cause {index}"


def join_values(evaluations: EvaluationPair, causes: Sequence[ChangeCause]) -> pl.DataFrame:
    """Return a row per value of the common runs and measures, given by their indices.

    Columns: ``before``, ``after``, ``difference``; whether it ``differs``, and whether by
    ``rounding`` only; ``alone``, the only side with the value, else null; ``unanswered``, whether
    the run leaves the topic unanswered in either; then a column per cause.
    Rows are sorted by run, measure and topic.
    """
    first, second = (
        _index_pairs(evaluations, which, "scores").select(
            *_KEY, pl.col("value").alias(which), pl.lit(value=True).alias(f"in {which}")
        )
        for which in ("before", "after")
    )
    alone = (
        pl.when(pl.col("in after").is_null())
        .then(pl.lit("before"))
        .when(pl.col("in before").is_null())
        .then(pl.lit("after"))
    )
    both = first.join(second, on=_KEY, how="full", coalesce=True)
    compared = _compare_values(both.with_columns(alone=alone)).drop("in before", "in after")
    marked = compared.join(_list_unanswered(evaluations), on=["run", "topic"], how="left")
    return (
        marked.with_columns(pl.col("unanswered").fill_null(value=False))
        .with_columns(cause.values.alias(name_column(i)) for i, cause in enumerate(causes))
        .sort("run", "measure", "topic")
    )


def join_summaries(
    evaluations: EvaluationPair, values: pl.DataFrame, causes: Sequence[ChangeCause]
) -> pl.DataFrame:
    """Return a row per common summary, runs first: before, after, whether it differs, its causes.

    The measures' own summaries are compared even if they are of different kinds. A summary is
    explained by the causes of the values that differ among its topics. A micro average also rests
    on numerators and denominators, which may change where the quotient does not: it is explained by
    any cause that could have changed one of its values.
    """
    kind = pl.when("own").then(pl.lit("own")).otherwise("summary").alias("kind")
    first, second = (
        _index_pairs(evaluations, which, "summary")
        .with_columns(kind)
        .select(*_SUMMARY_KEY, "own", "summary", pl.col("value").alias(which))
        for which in ("before", "after")
    )
    both = first.join(second.drop("own", "summary"), on=_SUMMARY_KEY, how="inner")
    compared = _compare_values(both.with_columns(alone=pl.lit(None, dtype=pl.String)))
    about = _find_values(evaluations, values, len(causes))
    explained = compared.join(about, on=["run", "measure", "subset"], how="left")
    explained = explained.with_columns(selectors.boolean().fill_null(value=False))
    return explained.with_columns(
        (pl.col("differs") & _explains(cause, i)).alias(name_column(i))
        for i, cause in enumerate(causes)
    ).sort(*_SUMMARY_KEY)


def _explains(cause: ChangeCause, index: int) -> pl.Expr:
    possible = (pl.col("summary") == "micro") & pl.col(f"could {index}")
    return pl.col(f"by {index}") | possible | cause.summaries | pl.lit(cause.arithmetic)


def _index_pairs(both: EvaluationPair, which: str, table: str) -> pl.DataFrame:
    """Return a table of one side with indices of pairs for names; other names are dropped."""
    side = both.before if which == "before" else both.after
    frame: pl.DataFrame = getattr(side, table)
    for name, pairs in (("run", both.runs), ("measure", both.measures)):
        named = pl.DataFrame(
            {name: [getattr(pair, which) for pair in pairs], "place": range(len(pairs))},
            schema={name: pl.String, "place": pl.Int64},
        )
        frame = frame.join(named, on=name).with_columns(pl.col("place").alias(name)).drop("place")
    return frame


def _compare_values(frame: pl.DataFrame) -> pl.DataFrame:
    """Compare values before and after as floats; a missing value differs from any number."""
    differs = pl.col("alone").is_not_null() | pl.col("before").ne_missing(pl.col("after"))
    difference = pl.col("after") - pl.col("before")
    small = pl.col("differs") & (pl.col("difference").abs() < ROUNDING)
    return frame.with_columns(differs=differs, difference=difference).with_columns(
        rounding=small.fill_null(value=False)
    )


def _list_unanswered(both: EvaluationPair) -> pl.DataFrame:
    rows = [
        (i, topic, True)
        for i, *facts in both.run_facts()
        for topic in {
            topic for fact in facts for topic in (*fact.topics.missing, *fact.topics.left_out)
        }
    ]
    schema = {"run": pl.Int64, "topic": pl.String, "unanswered": pl.Boolean}
    return pl.DataFrame(rows, schema=schema, orient="row")


def _find_values(both: EvaluationPair, values: pl.DataFrame, num_causes: int) -> pl.DataFrame:
    """Return the known values behind a run's summary of a measure over a subset.

    ``other_topics`` says whether its topics changed; for each cause, ``by`` says whether it
    explains a value that differs, ``could`` whether it could explain any value.
    """
    differing = pl.col("differs")
    return (
        values.join(_list_members(both, values), on="topic")
        .group_by("run", "measure", "subset")
        .agg(
            pl.col("alone").is_not_null().any().alias("other_topics"),
            *(
                (differing & pl.col(name_column(i))).any().alias(f"by {i}")
                for i in range(num_causes)
            ),
            *(pl.col(name_column(i)).any().alias(f"could {i}") for i in range(num_causes)),
        )
    )


def _list_members(both: EvaluationPair, values: pl.DataFrame) -> pl.DataFrame:
    """Return the topics of each subset in either evaluation."""
    subsets = {ALL_TOPICS: set(values["topic"].unique().to_list())}
    for side in (both.before, both.after):
        for name, topics in side.facts.subsets.items():
            if name != ALL_TOPICS:
                subsets.setdefault(name, set()).update(topics)
    rows = [(name, topic) for name, topics in subsets.items() for topic in topics]
    return pl.DataFrame(rows, schema={"subset": pl.String, "topic": pl.String}, orient="row")
