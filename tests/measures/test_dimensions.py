"""Relevance together with other dimensions, against the sums as the papers write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import harness
from harness.core.errors import HarnessError
from harness.measures.bound import bind
from tests.measures.batches import batches
from tests.measures.drawn import measures_of, own_families

RUN = {"mine": {"1": {"a": 3.0, "b": 2.0, "c": 1.0}}}
RELEVANCE = {"1": {"a": 1, "b": 0, "c": 2}}
EASY = {"1": {"a": 0, "c": 3}}


@pytest.mark.parametrize(
    "family", own_families("UnderstandabilityRun", "CredibilityRun"), ids=lambda family: family.name
)
@given(drawn=st.data())
def test_every_document_gains_what_it_is_worth_in_the_dimension(family, drawn):
    rows, run = drawn.draw(batches(family.sees))
    parameters = dict(family.defaults) | dict(drawn.draw(measures_of(family)).parameters)
    for cutoff in (1, 2, parameters["cutoff"]):
        _hold_to_sums(family, rows, run, {**parameters, "cutoff": cutoff})


def _hold_to_sums(family, rows, run, parameters):
    p, rel, cutoff = parameters["p"], parameters["rel"], parameters["cutoff"]
    worth = {0: 0.0, 1: 1.0, 2: 1.0, None: 0.0} | dict(parameters["gains"] or ())
    column = "understandability" if family.name == "uRBP" else "credibility"
    for row, value in zip(rows, bind(family, parameters).evaluate(run), strict=True):
        judged = {judgment["doc"]: judgment for judgment in row.judgments}
        wanted = sum(
            (1 - p) * p ** (rank - 1) * worth[judged[doc][column]]
            for rank, doc in enumerate(row.ranking[:cutoff], start=1)
            if doc in judged and judged[doc]["grade"] >= rel
        )
        assert value == pytest.approx(wanted, abs=1e-12)


def test_python_takes_the_judgments_of_a_dimension_as_any_others():
    scores = harness.score(
        RELEVANCE, RUN, ["uRBP(p=0.5)", "RBP(p=0.5, rel=1)"], dimensions={"understandability": EASY}
    )
    assert scores.values.ravel().tolist() == [0.125, 0.625]


@pytest.mark.parametrize(
    ("dimensions", "problem"),
    [
        ({}, "uRBP needs judgments of understandability; these judge documents"),
        ({"understandibility": EASY}, "did you mean understandability"),
    ],
)
def test_what_is_lacking_is_said(dimensions, problem):
    with pytest.raises(HarnessError, match=problem):
        harness.score(RELEVANCE, RUN, "uRBP", dimensions=dimensions)


def written(grades: dict[str, dict[str, int]]) -> str:
    return "".join(
        f"{t} 0 {doc} {grade}\n" for t, of in grades.items() for doc, grade in of.items()
    )


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "q").write_text(written(RELEVANCE))
    (tmp_path / "easy").write_text(written(EASY))
    (tmp_path / "r").write_text(
        "".join(f"1 Q0 {d} 1 {s} mine\n" for d, s in RUN["mine"]["1"].items())
    )
    return tmp_path


def test_a_task_names_the_file_of_a_dimension(folder):
    (folder / "t.yaml").write_text(
        "qrels: q\nruns: r\nmeasures: ['uRBP(p=0.5)']\ndimensions: {understandability: easy}\n"
    )
    evaluation = harness.run("t.yaml")
    assert evaluation.scores.values.ravel().tolist() == [0.125]
    assert evaluation.manifest["inputs"]["dimensions.understandability"]["path"] == "easy"


def test_a_table_of_judgments_may_have_dimensions_as_columns(folder):
    (folder / "q.csv").write_text("topic,doc,grade,understandability\n1,a,1,0\n1,b,0,\n1,c,2,3\n")
    scores = harness.score("q.csv", RUN, "uRBP(p=0.5)")
    assert scores.values.ravel().tolist() == [0.125]
