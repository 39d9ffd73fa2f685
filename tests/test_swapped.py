"""Judgments and runs in each other's place: an error that says so, and none for what is right."""

import json
from typing import NamedTuple

import numpy as np
import polars as pl
import pytest

import harness
from harness.core.errors import HarnessError
from tests.each import each


class Qrel(NamedTuple):
    query_id: str
    doc_id: str
    relevance: int


class ScoredDoc(NamedTuple):
    query_id: str
    doc_id: str
    score: float


QRELS = {"1": {"a": 1, "b": 0, "c": 2, "d": 1}, "2": {"a": 0, "e": 1}}
DECIMALS = {"1": {"a": 4.5, "b": 3.25, "z": 0.5}, "2": {"e": 1.5, "a": 1.25}}


def long(nested, *columns):
    rows = [(topic, doc, value) for topic, docs in nested.items() for doc, value in docs.items()]
    return dict(zip(columns, map(list, zip(*rows, strict=True)), strict=True))


def forms(tmp_path):
    """The same judgments and run in every form, (judgments, run) each."""
    import pandas as pd

    ranks = {"rank": [0, 1, 2, 0, 1]}
    written = tmp_path / "q.txt", tmp_path / "r.run"
    written[0].write_text(
        "".join(f"{t} 0 {d} {g}\n" for t, ds in QRELS.items() for d, g in ds.items())
    )
    written[1].write_text(
        "".join(f"{t} Q0 {d} 1 {s} tag\n" for t, ds in DECIMALS.items() for d, s in ds.items())
    )
    as_json = tmp_path / "q.json", tmp_path / "r.json"
    for path, nested in zip(as_json, (QRELS, DECIMALS), strict=True):
        path.write_text(json.dumps(nested))
    frames = {
        kind.__module__.partition(".")[0]: (
            kind(long(QRELS, "qid", "docno", "label")),
            kind({**long(DECIMALS, "qid", "docno", "score"), **ranks}),
        )
        for kind in (pd.DataFrame, pl.DataFrame)
    }
    tables = tmp_path / "q.csv", tmp_path / "r.csv"
    for path, frame in zip(tables, frames["polars"], strict=True):
        frame.write_csv(path)
    records = tuple(
        [kind(t, d, v) for t, ds in nested.items() for d, v in ds.items()]
        for kind, nested in ((Qrel, QRELS), (ScoredDoc, DECIMALS))
    )
    return {
        "dictionaries": (QRELS, DECIMALS),
        "named dictionaries": (QRELS, {"mine": DECIMALS}),
        "paths": written,
        "texts": tuple(map(str, written)),
        "a pattern": (written[0], str(tmp_path / "*.run")),
        "a list of paths": (written[0], [written[1]]),
        "a named path": (written[0], {"mine": written[1]}),
        "JSON": as_json,
        "CSV": tables,
        "values": (harness.read_qrels(written[0]), harness.read_run(written[1])),
        "a list of values": (harness.read_qrels(written[0]), [harness.read_run(written[1])]),
        "named frames": (frames["pandas"][0], {"mine": frames["pandas"][1]}),
        "frames without ranks": (frames["pandas"][0], frames["pandas"][1].drop(columns="rank")),
        "records": records,
        **frames,
    }


@pytest.mark.parametrize("number", range(16))
def test_swapped_arguments_are_an_error_in_every_form_and_right_ones_score(tmp_path, number):
    name, (qrels, runs) = list(forms(tmp_path).items())[number]
    right = harness.score(qrels, runs, ["AP"])
    assert right.summary().iloc[0, 0] == pytest.approx((1 / 3 + 1) / 2), name
    with pytest.raises(HarnessError, match="swapped\\?"):
        harness.score(runs, qrels, ["AP"])


@pytest.mark.parametrize(
    ("qrels", "run"),
    [
        ({"1": {"a": 1, "b": 0, "c": 2, "d": 1}}, {"1": {"a": 4, "b": 3, "c": 2, "d": 1}}),
        ({"1": {"a": 1, "b": 0}, "2": {"c": 2}}, {"1": {"a": 3, "b": 2, "z": 1}, "2": {"c": 2, "d": 1}}),
        ({"1": {"a": 1, "b": 1}}, {"1": {"x": 1000, "a": 999, "b": 998}}),
        # one relevant document a topic, and rankings that count down from 100
        (
            {str(topic): {f"d{topic}": 1} for topic in range(5)},
            {str(topic): {f"d{n}": 100 - n for n in range(100)} for topic in range(5)},
        ),
        # whole scores with ties and zeros
        (
            {"1": {f"d{n}": n % 3 for n in range(50)}},
            {"1": {f"d{n}": 60 - n + n % 2 for n in range(60)}},
        ),
    ],
)  # fmt: skip
def test_numbers_of_dictionaries_speak_where_both_sides_say_the_same(tmp_path, qrels, run):
    harness.score(qrels, run, ["AP"])
    with pytest.raises(HarnessError, match="swapped\\?"):
        harness.score(run, qrels, ["AP"])
    for name, nested in (("q.json", qrels), ("r.json", run)):
        (tmp_path / name).write_text(json.dumps(nested))
    with pytest.raises(HarnessError, match="swapped\\?"):
        harness.score(tmp_path / "r.json", tmp_path / "q.json", ["AP"])


@each([
        ({"1": {"a": 3, "b": 2, "c": 1}}, {"1": {"c": 3, "a": 2, "b": 1}}),
        ({"1": {"a": 3, "b": 2, "c": 1}}, {"1": {"c": 2, "a": 1, "b": 0}}),
        ({"1": {"a": 3, "b": 2, "c": 1}}, {"1": {"a": 1.0, "b": 1.0, "c": 1.0}}),
        ({"1": {"a": 2, "b": 1, "c": 0}}, {"1": {"a": 1, "b": 1, "c": 1}}),
        ({"1": {"a": 2, "b": 1}}, {"1": {"a": 1, "b": 1}}),
        ({"1": {"a": 1}}, {"1": {"a": 1}}),
        ({"1": {"a": 1, "b": 0}}, {"1": {"a": 1, "b": 0}}),
        ({"1": {"a": 3, "b": 2, "c": 1}}, {"1": {"a": 1000, "b": 1000, "c": 999}}),
        # magnitudes as grades
        (
            {"1": {f"d{n}": n for n in range(100)}},
            {"1": {f"d{n}": 100 - n for n in range(100)}},
        ),
    ], "qrels", "run")  # fmt: skip
def test_small_examples_in_their_right_places_are_not_refused(qrels, run):
    assert harness.score(qrels, run, ["AP"]).summary().shape == (1, 1)


def test_values_that_say_what_they_are_are_never_guessed_about():
    qrels, run = {"1": {"a": 3, "b": 2, "c": 1}}, {"1": {"a": 1, "b": 1, "c": 1}}
    with pytest.raises(HarnessError, match="with decimals"):
        harness.score(qrels, run, ["AP"])
    frame = pl.DataFrame({"topic": ["1"] * 3, "doc": ["a", "b", "c"], "score": [1.0, 1.0, 1.0]})
    for typed in (harness.Run("mine", frame), [harness.Run("mine", frame)]):
        assert harness.score(qrels, typed, ["AP"]).summary().iloc[0, 0] == 1
    judged = frame.select("topic", "doc", pl.Series("grade", [3, 2, 1]))
    assert harness.score(harness.Qrels(judged), run, ["AP"]).summary().iloc[0, 0] == 1


@pytest.mark.slow
def test_judgments_and_whole_scores_as_made_by_chance_are_told_apart():
    """1,000 pairs as collections have them: none is refused, none swapped goes through."""
    draw = np.random.default_rng(12)
    for _ in range(1000):
        topics = [str(number) for number in range(draw.integers(2, 6))]
        docs = [f"d{number}" for number in range(40)]
        top = int(draw.integers(1, 5))
        qrels = {t: dict.fromkeys(docs, 0) | {d: int(g) for d, g in zip(docs, draw.integers(0, top + 1, 40), strict=True)} for t in topics}  # fmt: skip
        size = int(draw.integers(12, 41))
        run = {
            t: {docs[d]: int(size - n + 5) for n, d in enumerate(draw.permutation(40)[:size])}
            for t in topics
        }
        harness.score(qrels, run, ["P@5"])
        with pytest.raises(HarnessError, match="swapped"):
            harness.score(run, qrels, ["P@5"])


def test_one_fractional_grade_is_a_slip_and_no_run():
    with pytest.raises(HarnessError) as caught:
        harness.score({"1": {"a": 1, "b": 0, "c": 0.5}}, DECIMALS, ["AP"])
    assert "swapped" not in str(caught.value)
