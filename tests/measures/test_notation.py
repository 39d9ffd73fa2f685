"""Names of measures: what is accepted, what it means, and what is said of everything else."""

from __future__ import annotations

import pickle

import pytest

from harness.core.errors import MeasureError
from harness.core.judged_run import JudgedRun
from harness.measures import (
    Combination,
    notation,
    parse_measure,
    parse_measures,
    registry,
    trec_names,
)
from harness.measures.expressions import UnknownNameError
from harness.measures.trec_names import NICKNAMES
from tests.each import each
from tests.errors import problems_of


def labels(*names: str) -> list[str]:
    return [one.label for one in parse_measures(list(names))]


@each(
    [
        ("AP", "AP"),
        ("ap", "AP"),
        ("MAP", "AP"),
        (" nDCG@10 ", "nDCG@10"),
        ("P(rel=1)", "P@10"),
        ("P@5", "P@5"),
        ("P(rel=2)@5", "P(rel=2)@5"),
        ("P(cutoff=5, rel=2)", "P(rel=2)@5"),
        ("P(rel=1)@5", "P@5"),
        ("nDCG(dcg='exp-log2')@20", 'nDCG(dcg="exp-log2")@20'),
        ("nDCG(dcg='log2')@20", "nDCG@20"),
        ("nDCG(gains={2: 9, 1: 3})", "nDCG(gains={1: 3, 2: 9})"),
        ("IPrec@0.5", "IPrec@0.5"),
        ("IPrec@1", "IPrec@1"),
        ("IPrecAvg(levels=[0.2, .5, 0.8])", "IPrecAvg(levels=[0.2, 0.5, 0.8])"),
        ("IPrecAvg(points=3)", "IPrecAvg(points=3)"),
        ("SetF(beta=2)", "F(beta=2)"),
        ("F(alpha=0.25)@10", "F(alpha=0.25)@10"),
        ("RBP(p=0.5, rel=1)", "RBP(p=0.5, rel=1)"),
        ("RBP(rel=1, p=0.5)", "RBP(p=0.5, rel=1)"),
        ("Utility(weights=(2, -1, 0, 0))", "Utility(weights=[2, -1, 0, 0])"),
        ("Utility(weights=[1, -1, 0, 0])", "Utility"),
    ],
    "written",
    "canonical",
)
def test_notation_is_read_and_written_canonically(written: str, canonical: str):
    assert parse_measure(written).notation == canonical
    assert parse_measure(canonical).notation == canonical


@each([
        ("map", {"map": "AP"}),
        ("gm_map", {"gm_map": "GMAP"}),
        ("P.5,10", {"P_5": "P@5", "P_10": "P@10"}),
        ("P.10,5,10", {"P_5": "P@5", "P_10": "P@10"}),
        ("P_5", {"P_5": "P@5"}),
        ("ndcg_cut_10", {"ndcg_cut_10": "nDCG@10"}),
        ("ndcg_cut.3,11", {"ndcg_cut_3": "nDCG@3", "ndcg_cut_11": "nDCG@11"}),
        ("success", {"success_1": "Success@1", "success_5": "Success@5", "success_10": "Success@10"}),
        ("iprec_at_recall.0.1,.25", {
            "iprec_at_recall_0.10": "IPrec@0.1", "iprec_at_recall_0.25": "IPrec@0.25"}),
        ("iprec_at_recall_0.10", {"iprec_at_recall_0.10": "IPrec@0.1"}),
        ("Rprec_mult.0.35", {"Rprec_mult_0.35": "RprecMult@0.35"}),
        ("11pt_avg", {"11pt_avg": "IPrecAvg"}),
        ("11pt_avg.0,.5,1", {"11pt_avg_0,.5,1": "IPrecAvg(levels=[0, 0.5, 1])"}),
        ("set_F", {"set_F": "F"}),
        ("set_F.2", {"set_F_2": "F(beta2=2)"}),
        ("set_F.0.50", {"set_F_0.50": "F(beta2=0.5)"}),
        ("set_F_2", {"set_F_2": "F(beta2=2)"}),
        ("utility.2,-1,0,0", {"utility_2,-1,0,0": "Utility(weights=[2, -1, 0, 0])"}),
        ("ndcg.1=3,2=9", {"ndcg_1=3,2=9": "nDCG(gains={1: 3, 2: 9})"}),
        ("rbp", {"rbp": "RBP(p=0.9)"}),
        ("rbp.p=0.8", {"rbp_p=0.8": "RBP"}),
        ("rbp_resid.p=0.8", {"rbp_resid_p=0.8": "RBPResidual"}),
        ("relstring.5", {"relstring_5": "RelString@5"}),
        ("unj", {"unj_5": "Unjudged@5", "unj_10": "Unjudged@10", "unj_20": "Unjudged@20"}),
        ("runid", {}),
    ], "name", "expected")  # fmt: skip
def test_names_of_trec_eval_keep_their_label_and_have_a_notation(name: str, expected: dict):
    assert {one.label: one.notation for one in parse_measures(name)} == expected


def test_nicknames_stand_for_the_measures_trec_eval_prints():
    assert labels("set") == [
        *("num_q", "num_ret", "num_rel", "num_rel_ret", "utility"),
        *("set_P", "set_recall", "set_relative_P", "set_map", "set_F"),
    ]
    assert len(labels("official")) == 29
    assert "yaap" not in labels("all_trec")


def test_each_measure_comes_once_but_under_each_label_asked_for():
    assert labels("P@5", "P_5", "P.5,10", "P@5") == ["P@5", "P_5", "P_10"]


def test_a_level_that_is_written_down_is_another_measure_until_a_task_sets_its_own():
    plain, written = parse_measures(["P@5", "P(rel=1)@5"])
    assert plain == written
    assert plain.with_default("rel", 2).notation == "P(rel=2)@5"
    assert written.with_default("rel", 2).notation == "P@5"


def test_a_measure_object_passes_through():
    assert parse_measures(["AP", parse_measure("nDCG@5")])[1].notation == "nDCG@5"


def test_equal_measures_are_equal_and_can_be_keys():
    one, other = parse_measure("P(cutoff=5)"), parse_measure("P_5")
    assert one == other
    assert len({one, other, parse_measure("P@6")}) == 2


# --- combinations ---------------------------------------------------------------------------


def test_a_combination_has_2000_characters_at_most():
    assert parse_measure("AP + " + " " * 1993 + "RR").notation == "AP + RR"
    with pytest.raises(MeasureError, match="a measure of 2001 characters"):
        parse_measure("AP + " + " " * 1994 + "RR")


@each(
    [
        ("0.8*F@10 + 0.2*AP", "0.8*F@10 + 0.2*AP"),
        ("0.5*P@10", "0.5*P@10"),
        ("P@10*0.5 - AP", "0.5*P@10 - AP"),
        ("-P@5 + 2*AP", "-P@5 + 2*AP"),
        ("-2*P@5", "-2*P@5"),
        ("AP*-2", "-2*AP"),
        ("0.5*(AP + P(rel=2)@5)", "0.5*AP + 0.5*P(rel=2)@5"),
        ("AP - (RR - 2*P_5)", "AP - RR + 2*P@5"),
        ("0.123456789*map + 1e-7*P@5", "0.123456789*AP + 1e-07*P@5"),
    ],
    "written",
    "canonical",
)
def test_weighted_sums_are_read_and_written_canonically(written: str, canonical: str):
    one = parse_measure(written)
    assert isinstance(one, Combination)
    assert (one.notation, one.label) == (canonical, written)
    assert parse_measure(canonical) == one


def test_a_weighted_sum_is_the_sum_topic_by_topic():
    run = JudgedRun.of([1, 0, 1], [0, 0], judged=[{1: 2}, {1: 1}])
    # AP (1 + 2/3)/2 and 0; RR 1 and 0; R@1 1/2 and 0.
    values = parse_measure("0.6*AP - RR + 2*R@1").evaluate(run)
    assert values.tolist() == pytest.approx([0.6 * 5 / 6 - 1 + 1, 0.0])


def test_one_times_a_measure_is_the_measure():
    assert parse_measure("1*AP") == parse_measure("AP")


def test_the_default_relevance_level_reaches_every_term():
    graded = parse_measure("0.5*AP + nDCG@5").with_default("rel", 2)
    assert (graded.label, graded.notation) == ("0.5*AP + nDCG@5", "0.5*AP(rel=2) + nDCG@5")


# --- what is wrong, and what was probably meant ---------------------------------------------


@each([
        ("nDGC@10", "unknown measure 'nDGC' (did you mean nDCG@10?)"),
        ("ndcg_cot.10", "unknown measure 'ndcg_cot.10' (did you mean nDCG@10?)"),
        ("0.5*AP + precison@5", "unknown measure 'precison' (did you mean Precision?)"),
        ("zzzzzz", "unknown measure 'zzzzzz' (harness measures lists them)"),
        ("", "unknown measure '' (harness measures lists them)"),
        ("P(", "unknown measure 'P(' (did you mean P?)"),
        ("AP/2", "unknown measure 'AP/2' (did you mean AP?)"),
        ("3", "unknown measure '3' (harness measures lists them)"),
        ("P(rell=2)@5", "P has no parameter 'rell' (did you mean rel?)"),
        ("NumQ(foo=2)", "NumQ has no parameter 'foo' (it takes none)"),
        ("NumQ@5", "'NumQ@5': NumQ takes nothing after @"),
        ("P(cutoff=5)@10", "'P(cutoff=5)@10': cutoff is given twice"),
        ("P(2)@5", "'P(2)@5': parameters are written name=value"),
        ("P(rel=two)@5", "'P(rel=two)@5': 'two' is not a value (numbers plain, words in quotes)"),
        ("__import__('os')", "\"__import__('os')\": parameters are written name=value"),
        ("P@0", "P: cutoff=0 is not allowed (it must be a whole number of at least 1)"),
        ("P@5.5", "P: cutoff=5.5 is not allowed (it must be a whole number of at least 1)"),
        ("P@True", "P: cutoff=True is not allowed (it must be a whole number of at least 1)"),
        ("P.0", "P: cutoff=0 is not allowed (it must be a whole number of at least 1)"),
        ("P.abc", "P.abc: 'abc' is not a number"),
        ("map.5", "'map' takes no parameters (did you mean MAP@5?)"),
        ("set_P.5", "'set_P' takes no parameters (remove .5)"),
        ("RBP(p=1)", "RBP: p=1.0 is not allowed (it must be a number above 0 and below 1)"),
        ("rbp.q=0.5", "rbp.q=0.5: only p can be set, as in rbp.p=0.8"),
        ("F(beta=-1)", "F: beta=-1.0 is not allowed (it must be a number from 0 to 1000000)"),
        ("F(beta=1e999)", "F: beta=inf is not allowed (it must be a number from 0 to 1000000)"),
        ("F(beta=2, alpha=0.5)", "F: give only one of beta, alpha"),
        ("IPrecAvg(points=1)", "IPrecAvg: points=1 is not allowed (it must be a whole number of at least 2)"),
        ("IPrecAvg(levels=[])", "IPrecAvg: levels=() is not allowed (it must be a list of numbers from 0 to 1)"),
        ("nDCG(dcg='exp')", "nDCG: dcg='exp' is not allowed (did you mean exp-log2?)"),
        ("nDCG(dcg=2)", "nDCG: dcg=2 is not allowed (known are log2, exp-log2, jk)"),
        ("nDCG(gains={'a': 1})", "nDCG: gains=(('a', 1),) is not allowed (it must be a gain for each grade, as in {1: 3, 2: 9})"),
        ("nDCG(gains=3)", "nDCG: gains=3 is not allowed (it must be a gain for each grade, as in {1: 3, 2: 9})"),
        ("ndcg.x", "ndcg.x: 'x' is not grade=gain, as in ndcg.1=3,2=9"),
        ("infAPP", "unknown measure 'infAPP' (did you mean infAP?)"),
        ("set_F.x", "set_F.x: 'x' is not a number"),
        ("utility.1,x,0,0", "utility.1,x,0,0: 'x' is not a number"),
        ("ndcg.a=1", "ndcg.a=1: 'a' is not a number"),
        ("utility.1,2", "utility.1,2: four numbers are expected, as in utility.1,-1,0,0"),
        ("Utility(weights=[1, 2])", "Utility: weights=(1.0, 2.0) is not allowed (it must be a list of four numbers)"),
    ], "written", "message")  # fmt: skip
def test_a_wrong_name_says_what_is_wrong_and_what_is_allowed(written: str, message: str):
    with pytest.raises(MeasureError) as caught:
        parse_measures(written)
    assert str(caught.value) == message


@each([
        *((text, "nDCG@10") for text in ("nDCG10", "ndcg_10", "ndcg-10", "nDCG at 10", "ndcg(10)", "ndcg_cut@10")),
        ("MRR10", "MRR@10"),
        ("P 10", "P@10"),
        ("R100", "R@100"),
        ("recall@1k", "Recall@1000"),
        ("MAP@1,000", "MAP@1000"),
        ("ndcg@10,100", "[nDCG@10, nDCG@100], or -m nDCG@10 -m nDCG@100"),
        ("P@5,10", "[P@5, P@10], or -m P@5 -m P@10"),
        ("P@1O", "P@10"),
        ("P_1O", "P_10"),
        ("Success@l0", "Success@10"),
        ("ndcg_cut.5,1O", "ndcg_cut.5,10"),
        ("ndgc_cut.5,10", "ndcg_cut.5,10"),
        ("nDCG＠１０", "nDCG@10"),
        ("RBP(p=0.5", "RBP(p=0.5)"),
    ], "written", "hint")  # fmt: skip
def test_a_cutoff_in_another_form_is_told_how_to_be_written(written: str, hint: str):
    with pytest.raises(MeasureError) as caught:
        parse_measures(written)
    assert caught.value.problems[0].hint in (f"did you mean {hint}?", f"write a list: {hint}")


@each(
    [
        *[  # ranx
            ("hits@5", "NumRelRet@5"),
            ("hit_rate@5", "Success@5"),
            ("precision@5", "P@5"),
            ("precision@5-l2", "P(rel=2)@5"),
            ("recall@100", "R@100"),
            ("f1@10", "F@10"),
            ("r-precision", "Rprec"),
            ("r-precision-l2", "Rprec(rel=2)"),
            ("bpref", "Bpref"),
            ("rbp.95", "RBP(p=0.95, rel=1)"),
            ("dcg_burges@5", 'DCG(dcg="exp-log2")@5'),
            ("ndcg_burges", 'nDCG(dcg="exp-log2")'),
        ],
        *[  # MTEB
            ("ndcg_at_10", "nDCG@10"),
            ("map_at_100", "AP@100"),
            ("hit_rate_at_5", "Success@5"),
        ],
        *[  # NTCIREVAL
            ("Q@0010", "Q@10"),
            ("P-plus", "PPlus"),
            ("P+", "PPlus"),
            ("O-measure(beta=2)", "O(beta=2)"),
            ("NCUrb,BR", 'NCU(stop="rb")'),
            ("Hit@0005", "Success@5"),
        ],
        *[  # ir_measures
            ("SetF1", "F"),
            ("NumRet(rel=2)", "NumRet(rel=2)"),
            ("SetP(relative=True)", "SetP(relative=True)"),
            ("nDCG(judged_only=True)@10", "nDCG(judged_only=True)@10"),
            ("nDCG(judged_only=False)", "nDCG"),
        ],
    ],
    "written",
    "notation",
)
def test_names_of_other_tools_are_read(written: str, notation: str):
    measure = parse_measure(written)
    assert (measure.label, measure.notation) == (written, notation)
    assert parse_measure(notation) == measure


def test_what_a_name_says_already_is_not_said_again():
    with pytest.raises(MeasureError, match="ndcg_burges says dcg already"):
        parse_measure("ndcg_burges(dcg='log2')@5")


def test_judged_only_leaves_unjudged_documents_out_of_any_measure():
    run = JudgedRun.of([-1, 1, -2, 0, 2], judged=[{2: 2, 1: 1, 0: 4}])
    condensed = JudgedRun.of([1, 0, 2], judged=[{2: 2, 1: 1, 0: 4}])
    for name in ("AP", "nDCG", "Rprec", "Q", "RBP", "NumRet"):
        asked = parse_measure(f"{name}(judged_only=True)").evaluate(run)
        expected = parse_measure(name).evaluate(condensed)
        values = [getattr(result, "value", result).tolist() for result in (asked, expected)]
        assert values[0] == values[1], name


def test_all_problems_are_reported_at_once():
    assert problems_of(
        parse_measures, ["nDGC@10", "AP", "P(rell=2, cutoff=0)", "nDGC@10"], kind=MeasureError
    ) == [
        "unknown measure 'nDGC' (did you mean nDCG@10?)",
        "P has no parameter 'rell' (did you mean rel?)",
        "P: cutoff=0 is not allowed (it must be a whole number of at least 1)",
    ]


def test_a_name_of_several_measures_is_refused_where_one_is_wanted():
    with pytest.raises(MeasureError, match="'success' stands for 3 measures"):
        parse_measure("success")


@each(
    [
        ("SetF", "SetF", "F"),
        ("setf(beta=2)", "setf(beta=2)", "F(beta=2)"),
        ("MRR@10", "MRR@10", "RR@10"),
        ("mrr", "mrr", "RR"),
        ("map", "map", "AP"),
        ("ndcg@10", "ndcg@10", "nDCG@10"),
        (" RBP( p = 0.80 )\n", "RBP( p = 0.80 )", "RBP"),
        ("P(rel=1)@5", "P(rel=1)@5", "P@5"),
        ("ERR(max_rel=4)@20", "ERR(max_rel=4)@20", "ERR@20"),
        ("iP@0.10", "iP@0.10", "iP@0.1"),
        ("Q-measure@0010", "Q-measure@0010", "Q@10"),
        ("precision@5-l2", "precision@5-l2", "P(rel=2)@5"),
        ("P_10", "P_10", "P@10"),
        ("P.10", "P_10", "P@10"),
        ("iprec_at_recall_0.1", "iprec_at_recall_0.10", "IPrec@0.1"),
        ("1*AP", "1*AP", "AP"),
        ("0.2*RR+0.8*ap", "0.2*RR+0.8*ap", "0.2*RR + 0.8*AP"),
    ],
    "asked",
    "label",
    "notation",
)
def test_a_measure_is_labelled_as_it_was_asked_for(asked, label, notation):
    measure = parse_measure(asked)
    assert (measure.label, measure.notation) == (label, notation)
    graded = measure.with_default("rel", 2)
    assert graded.label == label
    assert parse_measure(graded.label).with_default("rel", 2) == graded
    assert graded.with_default("rel", 1) == measure
    assert pickle.loads(pickle.dumps(graded)).label == graded.label


@pytest.mark.parametrize(
    "modules", [registry._COMMON, (*registry._COMMON, *registry._TREC_EVAL)], ids=len
)
def test_a_name_means_the_same_whichever_modules_are_loaded(monkeypatch, modules):
    names = [*registry.known_names(), *trec_names.trec_names(), *NICKNAMES]
    spelled = [f"{name}{suffix}" for name in names for suffix in ("", "@5", ".5", "_5")]
    expected = {name: meaning(name) for name in spelled}
    common = {
        name: family
        for name, family in registry.FAMILIES.items()
        if family.function.__module__.rpartition(".")[2] in modules
    }
    by_name = {key.lower(): family for family in common.values() for key in family.names}
    monkeypatch.setattr(registry, "FAMILIES", common)
    named = {name: it for name, it in registry.TREC_NAMES.items() if it[0].name in common}
    monkeypatch.setattr(registry, "TREC_NAMES", named)
    monkeypatch.setattr(trec_names, "TREC_NAMES", named)
    monkeypatch.setattr(registry, "_BY_ANY_NAME", by_name)
    found = {name: meaning(name) for name in spelled}
    settled = {name for name, measures in found.items() if measures}
    assert {"AP", "P.5", "P_5", "nDCG@5"} <= settled < expected.keys()
    assert {name: found[name] for name in settled} == {name: expected[name] for name in settled}


def meaning(name: str) -> tuple[tuple[str, str], ...]:
    """Labels and notations of the measures that a name stands for, as far as they are known."""
    try:
        return tuple((it.label, it.notation) for it in notation._expand_known(name))
    except (MeasureError, UnknownNameError):
        return ()
