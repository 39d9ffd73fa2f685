"""What every registered measure promises, whatever it measures."""

from __future__ import annotations

import dataclasses
import inspect
import math
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.core.errors import EvaluationError, MeasureError
from harness.core.judged_run import JudgedRun
from harness.evaluation.views import all_views
from harness.measures import FAMILIES, Family, Ratio, measure, parse_measure, parse_measures
from harness.measures.bound import bind
from harness.measures.registry import all_or_nothing, find_family
from harness.measures.trec_names import PRINT_ORDER
from tests.each import each
from tests.measures.batches import (
    JUDGMENTS,
    MAX_GRADE,
    batch_of,
    batches,
    improvements,
    on_random_batches,
)
from tests.measures.drawn import measures_of, of_documents, own_families

each_measure, each_measure_of_documents = each(own_families()), each(of_documents())


#: The properties that every measure owes to the shared arrays alone need fewer examples.
a_third = settings(max_examples=settings().max_examples // 3)


def each_flagged(flag: str):
    return each(family for family in of_documents() if getattr(family, flag))


#: With a cutoff the precision in F is that of so many documents, retrieved or not.
WITHOUT_CUTOFF = [
    one for one in of_documents() if one.defaults.get("cutoff", 0) is None and one.name != "F"
]


def vars_of(family: Family) -> dict[str, object]:
    return {field.name: getattr(family, field.name) for field in dataclasses.fields(family)}


def values_of(result: object) -> list[object]:
    return list(getattr(result, "value", result))  # type: ignore[call-overload]


def parts_of(result: object) -> list[list[object]]:
    """Everything a measure returned: its values, or numerators and denominators."""
    if isinstance(result, Ratio):
        return [list(result.numerator), list(result.denominator)]
    return [values_of(result)]


def with_highest_grade(family: Family) -> dict[str, int]:
    """Parameters without which a measure refuses the grades of the random batches."""
    return {"max_grade": MAX_GRADE} if "max_grade" in family.defaults else {}


def test_random_judgments_are_drawn_for_every_view():
    assert set(all_views()) == {"JudgedRun", *JUDGMENTS}


@each_measure
def test_it_sees_what_a_view_shows(family: Family):
    assert family.sees in {*all_views(), "Batch"}


# --- declaration ----------------------------------------------------------------------------


@each_measure
def test_it_has_a_summary_line_a_worked_example_and_a_source(family: Family):
    text = inspect.getdoc(family.function)
    assert text
    assert family.title.endswith(".")
    assert ">>>" in text
    assert family.cite
    assert family.bounds[0] < family.bounds[1]
    assert family.summary in {"mean", "sum", "geometric", "text"}


#: How definitions write parameters for which the field has a symbol.
SYMBOLS = {"beta": "β", "p": "p", "factor": "x·R"}


@each_measure
def test_its_definition_names_every_parameter_of_its_own(family: Family):
    text = (inspect.getdoc(family.function) or "").lower()
    own = set(family.defaults) - {"rel", "cutoff"}
    unexplained = {name for name in own if SYMBOLS.get(name, name).lower() not in text}
    assert not unexplained or "parameters as for" in text


def test_no_two_measures_share_a_name_whatever_the_case():
    owners: dict[str, set[str]] = {}
    for family in own_families():
        for name in (family.name, *family.aliases):
            owners.setdefault(name.lower(), set()).add(family.name)
    assert {name: owner for name, owner in owners.items() if len(owner) > 1} == {}


def test_every_trec_eval_name_has_its_place_in_the_print_order():
    names = {name.name for family in own_families() for name in family.trec_names}
    assert names == set(PRINT_ORDER)


@each_measure
def test_every_alias_finds_the_measure(family: Family):
    for alias in family.aliases:
        assert find_family(alias.upper()) is family


# --- names round-trip -----------------------------------------------------------------------


@each(own_families())
@a_third
@given(drawn=st.data())
def test_its_canonical_name_parses_to_the_same_measure(family: Family, drawn: st.DataObject):
    one = drawn.draw(measures_of(family))
    again = parse_measure(one.notation)
    assert again == one
    assert again.notation == one.notation
    assert dict(again.parameters) == dict(one.parameters)  # type: ignore[union-attr]


@each(n.name for f in own_families() for n in f.trec_names)
def test_trec_eval_names_parse_to_measures_with_that_label(name: str):
    found = parse_measures(name)
    assert found
    for one in found:
        assert one.label == name or one.label.startswith(f"{name}_")
        again = parse_measure(one.label)
        assert (again.label, again.notation) == (one.label, one.notation)


# --- values ---------------------------------------------------------------------------------


@each_measure
@on_random_batches()
def test_its_values_are_within_its_bounds(family: Family, rows, run, one):
    if family.summary == "text":
        return
    low, high = family.bounds
    tolerance = 1e-9
    if "gains" in one.parameters:  # then a cut ideal may be beaten only by rounding
        tolerance = 1e-6
    for value in values_of(one.evaluate(run)):
        assert low - tolerance <= value <= high + tolerance  # type: ignore[operator]


@each_measure
@on_random_batches(share=3)
def test_asking_twice_gives_the_same_and_changes_nothing(family: Family, rows, run, one):
    arrays = [value for value in vars(run).values() if isinstance(value, np.ndarray)]
    before = [array.copy() for array in arrays]
    first, second = parts_of(one.evaluate(run)), parts_of(one.evaluate(run))
    assert first == second == parts_of(one.evaluate(batch_of(rows, family.sees)))
    assert all(np.array_equal(old, new) for old, new in zip(before, arrays, strict=True))


@each(family for family in own_families() if not family.across_topics)
@on_random_batches(share=3)
def test_a_batch_equals_its_topics_one_by_one(family: Family, rows, run, one):
    together = parts_of(one.evaluate(run))
    alone = [parts_of(one.evaluate(batch_of([row], family.sees))) for row in rows]
    assert together == [[topic[part][0] for topic in alone] for part in range(len(together))]


@each_measure
@on_random_batches(share=3)
def test_evaluating_in_pieces_changes_nothing(family: Family, rows, run, one):
    together = parts_of(one.evaluate(run))
    for max_cells in (1, 7, 20):
        pieces = [parts_of(one.evaluate(piece)) for piece in run.batches(max_cells)]
        joined = [[v for piece in pieces for v in piece[part]] for part in range(len(together))]
        assert joined == together, max_cells


@each(family for family in of_documents() if family.is_by_topic)
@on_random_batches(share=3)
def test_runs_in_one_batch_have_the_values_of_each(family: Family, rows, run, one):
    from_below = np.tile(np.arange(run.depth)[::-1], (len(run.topics), 1))
    runs = [run, run.condensed(), run.arranged(from_below)]
    each_alone = [parts_of(one.evaluate(alone)) for alone in runs]
    together = parts_of(one.evaluate(JudgedRun.stack(runs)))
    assert together == [[v for alone in each_alone for v in alone[n]] for n in range(len(together))]


@each_measure_of_documents
def test_it_takes_a_batch_without_topics_and_one_without_documents(family: Family):
    one = bind(family, with_highest_grade(family))
    assert values_of(one.evaluate(JudgedRun.of(collection_size=9))) == []
    empty = JudgedRun.of([], [], judged=[{}, {1: 2}], collection_size=9)
    assert len(values_of(one.evaluate(empty))) == 2


@each_flagged("rising")
@given(drawn=st.data())
def test_moving_a_better_document_up_never_hurts(family: Family, drawn: st.DataObject):
    topic, better = drawn.draw(improvements())
    one = drawn.draw(measures_of(family, without="gains"))
    run = JudgedRun.of(topic.grades, better, judged=[topic.judged] * 2, collection_size=500)
    worse, risen = values_of(one.evaluate(run))
    assert risen >= worse - 1e-9 * max(1.0, abs(worse))  # type: ignore[operator,arg-type]


@each_flagged("falling")
@given(drawn=st.data())
def test_where_low_is_good_moving_a_better_document_up_never_raises_it(
    family: Family, drawn: st.DataObject
):
    topic, better = drawn.draw(improvements())
    one = drawn.draw(measures_of(family))
    if family.name == "ETC":  # as in cwl_eval, users who read on at the last rank count as 0
        return
    if one.parameters.get("user") == "AP":  # who may read to what has come into reach
        return
    run = JudgedRun.of(topic.grades, better, judged=[topic.judged] * 2, collection_size=500)
    worse, fallen = values_of(one.evaluate(run))
    assert fallen <= worse + 1e-9  # type: ignore[operator,arg-type]


@each_measure
@on_random_batches()
def test_nothing_is_gained_by_leaving_it_undefined(family: Family, rows, run, one):
    result = one.evaluate(run)
    if isinstance(result, Ratio):
        worst = family.bounds[1] if family.falling else 0.0
        assert set(result.value[result.denominator == 0]) <= {worst}


@each(WITHOUT_CUTOFF)
@a_third
@given(drawn=st.data())
def test_a_cutoff_beyond_the_ranking_equals_none(family: Family, drawn: st.DataObject):
    _, run = drawn.draw(batches(family.sees))
    one = drawn.draw(measures_of(family, without="cutoff"))
    cut = bind(family, {**one.parameters, "cutoff": 10**6})
    assert values_of(cut.evaluate(run)) == pytest.approx(values_of(one.evaluate(run)), rel=1e-12)


@each_flagged("needs_collection_size")
def test_without_the_size_of_the_collection_it_refuses(family: Family):
    with pytest.raises(EvaluationError, match="number of documents in the collection"):
        bind(family, {}).evaluate(JudgedRun.of([1, 0]))


@each_flagged("needs_collection_size")
def test_a_collection_smaller_than_the_ranking_is_refused(family: Family):
    with pytest.raises(EvaluationError, match="collection_size 2 is too small: topic 1"):
        bind(family, {}).evaluate(JudgedRun.of([1, 0], judged=[{1: 2}], collection_size=2))


@each_measure_of_documents
def test_a_ratio_is_undefined_where_its_denominator_is_zero_and_then_the_worst(family: Family):
    run = JudgedRun.of([], judged=[{}], collection_size=9)
    result = bind(family, with_highest_grade(family)).evaluate(run)
    if isinstance(result, Ratio):
        assert all(math.isfinite(part[0]) for part in (result.numerator, result.denominator))
        assert result.value[0] == family.falling or result.denominator[0] > 0


# --- declaring measures ---------------------------------------------------------------------


def half(run: JudgedRun, *, rel: int = 1) -> np.ndarray:
    """Half of the documents."""
    return run.num_ret / 2


def test_a_taken_name_is_refused_and_says_whose_it_is():
    with all_or_nothing(), pytest.raises(MeasureError) as caught:
        measure("map", aliases=("ndcg", "Half"))(half)
    assert str(caught.value).splitlines() == [
        "the measure name 'map' is already taken by AP",
        "the measure name 'ndcg' is already taken by nDCG",
    ]
    assert "Half" not in FAMILIES


def test_a_function_of_the_same_name_in_another_module_does_not_replace_a_measure():
    def precision(run: JudgedRun) -> np.ndarray:
        return run.num_ret / 2

    precision.__qualname__ = "precision"
    with pytest.raises(MeasureError, match="'P' is already taken"):
        measure("P")(precision)


def test_parameters_must_be_keyword_only_with_defaults():
    def bad(run: JudgedRun, depth: int = 3) -> np.ndarray:
        return run.num_ret / depth

    with pytest.raises(MeasureError, match="'depth' must be keyword-only with a default"):
        measure("Bad")(bad)


def test_a_measure_that_returns_anything_but_one_number_a_topic_is_refused():
    def total_only(run: JudgedRun) -> np.ndarray:
        return run.num_ret.sum()

    family = Family(**{**vars_of(find_family("NumRet")), "name": "Total", "function": total_only})
    with pytest.raises(MeasureError, match=r"Total returned an array of shape \(\).*: \(2,\)"):
        bind(family, {}).evaluate(JudgedRun.of([1], [0]))


def test_a_grade_above_the_highest_of_err_is_an_error_that_says_what_to_do():
    with pytest.raises(EvaluationError, match=r"grade 5, above 4.*max_grade=5"):
        parse_measure("ERR@10").evaluate(JudgedRun.of([5, 0]))


def test_an_exponential_gain_that_no_number_can_hold_is_an_error():
    with pytest.raises(EvaluationError, match="grade 5000 is too large"):
        parse_measure('nDCG(dcg="exp-log2")').evaluate(JudgedRun.of([5000, 0]))


def test_ten_documents_and_a_patience_of_four_fifths_where_nothing_is_said():
    """However documents are counted: judged, estimated, corrected or by subtopics."""
    for name in ("P", "P_IA", "STREC", "P_avgjg", "estP", "ppiP", "infP", "Unjudged"):
        assert FAMILIES[name].defaults["cutoff"] == 10, name
    for name in ("RBP", "RBPResidual", "estRBP", "ppiRBP", "uRBP", "cRBP"):
        assert FAMILIES[name].defaults["p"] == 0.8, name


def test_the_default_relevance_level_is_set_only_where_none_was_given():
    assert parse_measure("P@5").with_default("rel", 2).notation == "P(rel=2)@5"
    assert parse_measure("P(rel=3)@5").with_default("rel", 2).notation == "P(rel=3)@5"
    assert parse_measure("RBP").with_default("rel", 2).notation == "RBP"
    assert parse_measure("nDCG").with_default("rel", 2).notation == "nDCG"
    assert parse_measure("P_5").with_default("rel", 2).label == "P_5"


@each_measure
def test_it_can_be_sent_to_another_process(family: Family):
    one = bind(family, with_highest_grade(family))
    assert pickle.loads(pickle.dumps(one)) == one
