"""What becomes of topics that a run does not answer, and of measures that a dialect lacks."""

from __future__ import annotations

import json

import numpy as np
import pytest

from harness import score
from harness.core.dialects import VERSIONS
from harness.measures import FAMILIES
from harness.measures.trec_names import is_of
from tests.each import each
from tests.measures.drawn import for_grades, of_documents

QRELS = {"1": {"a": 1, "x": 0}, "2": {"b": 1, "c": 1}, "3": {"d": 2}}
FULL = {"1": {"a": 2.0, "y": 1.0}, "2": {"b": 2.0, "z": 1.0}, "3": {"d": 1.0}}
SIZE = 100


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "q").write_text("1 0 a 1\n2 0 b 1\n2 0 c 1\n")
    (tmp_path / "r").write_text("1 Q0 a 1 1 t\n")
    return tmp_path


@pytest.fixture
def output(harness, files):
    def evaluated(*arguments: str) -> tuple[str, str]:
        done = harness("eval", *arguments, "q", "r")
        assert done.status == 0, done.err
        return done.out, done.err

    return evaluated


#: Of these neither end is better, or nothing of what is relevant matters.
NEITHER = ("Utility", "Residual", "EC")
NUMERIC = [f.name for f in of_documents() if f.summary == "mean" and f.name not in NEITHER]
#: An empty set makes no false alarms: that is what these two measure, and no gap in them.
EMPTY_IS_BEST = {"Fallout", "Specificity"}


@pytest.mark.parametrize("dialect", VERSIONS)
@each(NUMERIC)
def test_a_topic_left_out_is_never_better_than_a_perfect_answer(name, dialect):
    perfect = {topic: {d: float(g) for d, g in docs.items() if g} for topic, docs in QRELS.items()}
    partial = {"1": perfect["1"]}
    scores = score(
        QRELS, {"perfect": perfect, "partial": partial}, for_grades(FAMILIES[name]), dialect=dialect,
        collection_size=SIZE,
    )  # fmt: skip
    best, found = scores.summarise()[:, 0]
    if FAMILIES[name].falling:
        assert best <= found
    else:
        assert found <= best
    if name not in EMPTY_IS_BEST and FAMILIES[name].falling:
        assert best < found


@pytest.mark.parametrize("kind", [None, "micro"])
@each(NUMERIC)
def test_dialect_9_makes_only_its_own_measures_zero(name, kind):
    partial = {"1": FULL["1"]}
    nine, ten = (
        score(
            QRELS, {"r": partial}, for_grades(FAMILIES[name]), dialect=dialect, collection_size=SIZE
        )
        for dialect in ("trec_eval-9", "trec_eval-10")
    )
    family = FAMILIES[name]
    if is_of(VERSIONS["trec_eval-9"], family):
        assert nine.values[0, 1:, 0].tolist() == [0.0, 0.0]
    else:
        assert np.array_equal(nine.summarise(kind), ten.summarise(kind), equal_nan=True)


def test_each_term_of_a_combination_is_treated_as_itself():
    scores = score(
        QRELS, {"r": {"1": {"a": 1.0}}}, ["FNR", "YAAP", "FNR + YAAP"], dialect="trec_eval-9"
    )
    fnr, yaap, both = scores.values[0, 1]
    assert (fnr, yaap, both) == (1.0, 0.0, 1.0)  # YAAP of an empty ranking is log(1/3)


def test_a_measure_that_the_dialect_lacks_is_computed_and_noted(output):
    out, err = output("--dialect", "trec_eval-9", "-c", "-m", "rbp", "-m", "unj.5")
    assert out == "rbp                   \tall\t0.0500\nunj_5                 \tall\t0.0000\n"
    assert "# trec_eval-9 has no rbp, unj: computed as in trec_eval-10" in err
    assert "has no" not in output("-c", "-m", "rbp")[1]


def test_all_trec_is_what_the_dialect_has(output):
    for extra in ([], ["-m", "P.3"]):
        out, err = output("--dialect", "trec_eval-9", "-m", "all_trec", *extra)
        assert "rbp" not in out
        assert "has no" not in err


def test_a_task_computes_and_notes_what_eval_does(harness, files, output):
    (files / "task.yaml").write_text(
        "qrels: q\nruns: [r]\ndialect: trec_eval-9\ntopic_policy: judged\n"
        "measures: [rbp, FNR, set]\noutput: out\n"
    )
    done = harness("run", "task.yaml")
    assert done.status == 0, done.err
    manifest = json.loads((files / "out/manifest.json").read_text())
    texts = [note["text"] for note in manifest["warnings"]]
    assert texts == ["trec_eval-9 has no rbp: computed as in trec_eval-10"]
    rows = [line.split(",") for line in (files / "out/summary.csv").read_text().splitlines()]
    column = {name: place for place, name in enumerate(rows[0])}
    means = {
        row[column["measure"]]: f"{float(row[column['value']]):.4f}"
        for row in rows[1:]
        if row[column["summary"]] == "mean"
    }
    for name in ("rbp", "FNR", "set_F"):
        out = output("--dialect", "trec_eval-9", "-c", "-m", name)[0]
        assert out.split()[2] == means[name]


def test_runid_alone_prints_the_name_of_the_run(harness, output):
    assert output("-m", "runid")[0] == "runid                 \tall\tt\n"
    assert output("-q", "-m", "runid")[0] == "runid                 \tall\tt\n"
    refused = harness("eval", "-m", "runid", "--format", "csv", "q", "r")
    assert refused.status == 2
    assert "add a measure" in refused.err


@pytest.mark.parametrize(
    ("name", "printed", "before"),
    [("Rndcg.1=7", "0.1177", "0.1149"), ("ndcg_rel.1=7", "0.1555", "0.1651")],
)
def test_gains_of_the_averaged_ndcgs(harness, shared, name, printed, before):
    """Both versions of trec_eval print these for the golden graded case."""
    folder = shared / "golden/trec_eval/cases/graded"
    for asked, value in ((name, printed), (name.split(".")[0], before)):
        done = harness("eval", "-m", asked, folder / "qrels.txt", folder / "run.txt")
        assert done.out.split()[2] == value


def test_there_is_a_micro_average_only_where_one_exists():
    qrels = {"1": {"a": 1}, "2": {"b": 0}, "3": {"c": 0}}
    run = {"1": {"a": 1.0}, "2": {"b": 1.0}, "3": {"c": 1.0}}
    names = ["MCC", "BalancedAccuracy", "AP", "RBP", "R"]
    scores = score(qrels, {"r": run}, names, collection_size=SIZE)
    for topics in (None, ["1"], ["2", "3"]):
        micro = dict(zip(names, scores.summarise("micro", topics)[0], strict=True))
        defined = {name for name, value in micro.items() if not np.isnan(value)}
        assert defined == (set() if topics == ["2", "3"] else {"AP", "R"}), topics
