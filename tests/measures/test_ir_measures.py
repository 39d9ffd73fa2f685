"""Every measure of ir_measures and of ranx: computed as there, or different for a reason told."""

from __future__ import annotations

import random
from collections import defaultdict
from contextlib import suppress

import ir_measures
import pytest
from ir_measures.measures.base import registry as registered

import harness
from harness.core.errors import MeasureError
from harness.measures import FAMILIES, parse_measure
from tests import uncompiled_ranx
from tests.errors import problems_of

#: The measures of ir_measures itself: ours are registered where `harness.ir_measures` is imported.
registry = {
    name: measure
    for name, measure in registered.items()
    if type(measure).__module__.startswith("ir_measures")
}

#: Measures of subtopics need judgments of their own.
SUBTOPICS = {
    *("alpha_DCG", "alpha_nDCG", "ERR_IA", "nERR_IA", "NRBP", "nNRBP", "AP_IA", "P_IA", "StRecall")
}
#: Their provider, cwl_eval, is compared by its own output in test_cwl.py.
OF_CWL = {"BPM", "INST", "INSQ", "SDCG", "NERR8", "NERR9", "NERR10", "NERR11"}
#: What no provider installed with the tests has, though it is documented.
NOT_PROVIDED = {
    *(("ERR",), ("NumRel", "rel"), ("RBP",), ("RBP", "rel"), ("RBP", "cutoff"), ("RBP", "p"))
}
PARAMETERS = {
    "cutoff": (3, 10),
    "rel": (1, 2),
    "recall": (0.5,),
    "judged_only": (True,),
    "p": (0.5,),
    "normalize": (False,),
    "dcg": ("exp-log2",),
    "gains": ({0: 0, 1: 3, 2: 5, 3: 11},),
    "relative": (True,),
    "beta": (2.0,),
    "T": (2.0,),
    "max_rel": (3,),
}


def random_task(seed: int):
    """Graded judgments, some of them negative, and a run without ties."""
    draw = random.Random(seed)
    qrels, run = defaultdict(dict), defaultdict(dict)
    for number in range(20):
        topic = str(number + 101)  # gdeval takes numbers only
        for document in range(30):
            if draw.random() < 0.6:
                qrels[topic][f"d{document}"] = draw.choice((0, 0, 0, 1, 2, 3))
            if draw.random() < 0.7:
                run[topic][f"d{document}"] = draw.random()
        qrels[topic]["sure"], run[topic]["sure"] = 3, draw.random()
    return dict(qrels), dict(run)


QRELS, RUN = random_task(1)


def variants():
    """Each measure with what it must have, and with each other parameter set to each value."""
    for name in dict.fromkeys(measure.NAME for measure in registry.values()):
        base = registry[name]
        needed = {
            key: PARAMETERS[key][0] for key, info in base.SUPPORTED_PARAMS.items() if info.required
        }
        yield base(**needed)
        for key in sorted(base.SUPPORTED_PARAMS.keys() - needed.keys() - {"min_rel", "alpha"}):
            if (name, key) == ("SDCG", "dcg"):
                continue
            for value in PARAMETERS[key]:
                with_cutoff = {"cutoff": 10} if (name, key) == ("nDCG", "dcg") else {}
                yield base(**{**needed, **with_cutoff, key: value})


def values_there(measure, known):
    """The values of ir_measures; its Accuracy has none, or fails, without a pair: 0 here."""
    for topic, judgments in known.items():
        found = []
        with suppress(ZeroDivisionError):
            found = list(ir_measures.iter_calc([measure], {topic: judgments}, RUN))
        if not found:
            assert measure.NAME == "Accuracy"
        yield from found or [ir_measures.Metric(topic, measure, 0.0)]


def by_gdeval(measure):
    """True for what ir_measures has computed by another program."""
    return measure.NAME == "ERR" or "exp-log2" in str(measure)


@pytest.mark.parametrize(
    "measure",
    [
        pytest.param(one, marks=pytest.mark.processes if by_gdeval(one) else ())
        for one in variants()
        if one.NAME not in SUBTOPICS
    ],
    ids=str,
)
def test_every_measure_object_has_the_values_of_ir_measures(measure):
    if "exp-log2" in str(measure) and "@" not in str(measure):
        pytest.skip("gdeval, the provider, needs a cutoff")
    known = QRELS
    found = harness.score(known, RUN, measure)
    mine = found.per_topic(found.labels[0])["run"].to_dict()
    if measure.NAME in OF_CWL:
        assert all(0 <= value <= 1 for value in mine.values())
        return
    try:
        theirs = list(values_there(measure, known))
    except ValueError:
        assert (measure.NAME, *measure.params) in NOT_PROVIDED
        return
    assert len(theirs) == len(known)
    for metric in theirs:
        # gdeval prints 5 decimals.
        tolerance = 5.1e-6 if measure.NAME == "ERR" or "exp-log2" in str(measure) else 1e-9
        assert mine[metric.query_id] == pytest.approx(metric.value, abs=tolerance), metric


def test_measures_where_our_own_name_means_another_thing_are_translated_from_objects_only():
    objects = [ir_measures.Accuracy, ir_measures.Judged @ 5, ir_measures.SetF(beta=2.0)]
    labels = harness.score(QRELS, RUN, objects).labels
    assert labels == ('AUC(over="retrieved")', 'Judged(negative="judged")@5', "F(beta2=2)")
    assert parse_measure("Accuracy").notation == "Accuracy"


@pytest.mark.parametrize(
    ("measure", "message"),
    [
        (
            ir_measures.Accuracy @ 0,
            "Accuracy: cutoff=0 is not allowed (it must be a whole number of at least 1)",
        ),
        (
            ir_measures.SetF(beta=-1.0),
            "SetF: beta=-1.0 is not allowed (it must be a number from 0 to 1000000)",
        ),
        (
            ir_measures.INST(max_rel=0),
            "INST: max_rel=0 is not allowed (it must be a whole number from 1 to 1000)",
        ),
        (ir_measures.AP(rell=2), "AP has no parameter 'rell' (did you mean rel?)"),
        (
            ir_measures.define_byquery(lambda qrels, run: 1.0, name="Zzz"),
            "Zzz of ir_measures is no measure here (harness measures lists them)",
        ),
    ],
    ids=lambda value: value.split()[0] if isinstance(value, str) else "",
)
def test_what_is_wrong_with_an_object_is_told_in_its_own_names(measure, message):
    assert problems_of(harness.score, QRELS, RUN, measure, kind=MeasureError) == [message]


def test_objects_are_found_in_the_scores_by_object_and_by_any_name():
    objects = [ir_measures.nDCG @ 10, ir_measures.Accuracy @ 5, ir_measures.MAP(rel=2)]
    scores = harness.score(QRELS, RUN, objects)
    assert scores.labels == ("nDCG@10", 'AUC(over="retrieved")@5', "AP(rel=2)")
    for column, measure in enumerate(objects):
        assert scores.column_of(measure) == column
    assert scores.column_of("ndcg_cut_10") == 0


@pytest.mark.parametrize("form", ["namedtuples", "generators", "dictionaries", "frames"])
def test_judgments_and_runs_are_taken_as_ir_measures_takes_them(form: str):
    qrels = [ir_measures.Qrel(t, d, g) for t, row in QRELS.items() for d, g in row.items()]
    run = [ir_measures.ScoredDoc(t, d, s) for t, row in RUN.items() for d, s in row.items()]
    if form == "generators":
        qrels, run = iter(qrels), iter(run)
    elif form == "dictionaries":
        qrels, run = ([row._asdict() for row in rows] for rows in (qrels, run))
    elif form == "frames":
        pd = pytest.importorskip("pandas")
        qrels, run = pd.DataFrame(qrels), pd.DataFrame(run)
    found = harness.score(qrels, run, [ir_measures.AP, ir_measures.nDCG @ 10])
    expected = ir_measures.calc_aggregate([ir_measures.AP, ir_measures.nDCG @ 10], QRELS, RUN)
    assert found.summary().loc["run"].to_dict() == pytest.approx(
        {str(measure): value for measure, value in expected.items()}
    )


#: ranx without a cutoff: precision is that of all that was retrieved, which is SetP here.
RANX = (
    *("hits", "hits@5", "hit_rate@5", "precision@5", "precision@5-l2", "recall@10-l2", "recall@10"),
    *("f1", "f1@10", "r-precision", "mrr", "mrr@2", "map", "map@10", "map-l2"),
    *("dcg@5", "dcg_burges@5", "ndcg", "ndcg@10", "ndcg_burges", "ndcg_burges@10", "bpref"),
)


@pytest.mark.slow
def test_every_name_of_ranx_has_its_values():
    # ranx multiplies by the grade in RBP, which can then be above 1: grades of 0 and 1 are alike.
    binary = {t: {d: int(grade > 0) for d, grade in row.items()} for t, row in QRELS.items()}
    for qrels, names in ((QRELS, RANX), (binary, (*RANX, "rbp.95"))):
        theirs = uncompiled_ranx.values_by_topic(qrels, RUN, names)
        for name in names:
            label = parse_measure(name).label
            mine = harness.score(qrels, RUN, name).per_topic(label)["run"]
            assert mine.tolist() == pytest.approx(theirs[name]), name


def test_every_measure_of_documents_has_a_definition_under_its_name_there():
    names = {measure.NAME for measure in registry.values()} - SUBTOPICS
    families = {name for family in FAMILIES.values() for name in family.names}
    assert names - families == set()
