"""Frames, dictionaries and lists of several runs."""

from __future__ import annotations

from importlib import import_module

import polars as pl
import pytest

from harness.core.errors import EvaluationError, InputError
from harness.formats.frames import run_from, runs_from

RUN = {"1": {"d1": 2.5, "d2": 1.5}, "2": {"d1": 0.5}}
RUN_ROWS = [("1", "d1", 2.5), ("1", "d2", 1.5), ("2", "d1", 0.5)]


def test_several_runs() -> None:
    import pandas as pd

    frame = pd.DataFrame(RUN_ROWS, columns=["qid", "docno", "score"])
    both = pd.concat([frame.assign(name="b"), frame.assign(name="a")])
    for obj in (
        {"b": frame, "a": RUN},
        {"b": RUN, "a": RUN},
        [run_from(RUN, "b"), run_from(RUN, "a")],
        both,
        pl.DataFrame({name: both[name].tolist() for name in both}),
    ):
        runs = runs_from(obj)
        assert [(run.name, run.frame.rows()) for run in runs] == [("b", RUN_ROWS), ("a", RUN_ROWS)]


def test_one_run_is_a_list_of_one() -> None:
    import pandas as pd

    for obj in (RUN, pd.DataFrame(RUN_ROWS, columns=["qid", "docno", "score"]), run_from(RUN)):
        assert [len(run) for run in runs_from(obj)] == [3]


def test_two_runs_of_one_name_are_an_error() -> None:
    with pytest.raises(EvaluationError, match="2 runs are called 'a'"):
        runs_from([run_from(RUN, "a"), run_from(RUN, "a")])


@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_rows_without_the_name_of_their_run_are_not_dropped(package: str) -> None:
    kind = import_module(package).DataFrame
    frame = kind({"run": ["a", None], "qid": ["1", "1"], "docno": ["x", "y"], "score": [2.0, 1.0]})
    with pytest.raises(InputError, match="rows without the name of a run"):
        runs_from(frame)
