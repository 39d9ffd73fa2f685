"""Patterns of others on texts of others."""

from __future__ import annotations

import time
import warnings

import pytest

from harness.core.errors import EvaluationError
from harness.core.listing import Pattern
from tests.each import each

SLOW = "(a|aa)+$"


@pytest.mark.parametrize(
    "call", [lambda one, text: one.groups(text), lambda one, text: one.fits([text])]
)
def test_a_pattern_has_a_time(call, monkeypatch):
    monkeypatch.setattr("harness.core.listing._SECONDS", 0.2)
    started = time.process_time()
    with pytest.raises(EvaluationError) as caught:
        call(Pattern(SLOW, "run_pattern"), 200 * "a" + "!")
    assert time.process_time() - started < 30
    said = str(caught.value)
    assert said.startswith("run_pattern: the pattern '(a|aa)+$' takes more than 0 seconds at 'aaa")
    assert len(said) < 1000


def test_all_texts_together_have_a_time(monkeypatch):
    monkeypatch.setattr("harness.core.listing._SECONDS", -1.0)
    with pytest.raises(EvaluationError):
        Pattern("a", "check.tag").fits(["a", "a"])


@each(
    ["(x", "[[", "[", "(" * 5000 + ")" * 5000, "a{99999999999}", "(a{1000}){1000}", "x" * 100_000]
)
def test_a_pattern_that_cannot_be_used_says_why(text):
    with pytest.raises(ValueError, match=r"regular expression|repetitions"):
        Pattern(text, "check.tag")


def test_a_set_in_a_set_is_no_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert Pattern("[[a]+", "run_pattern").fits(["[a[", "b"]) == [True, False]


def test_a_task_whose_pattern_is_slow_names_the_key(tmp_path, monkeypatch):
    from harness.config import load_task

    monkeypatch.setattr("harness.core.listing._SECONDS", 0.2)
    (tmp_path / "q").write_text("1 0 a 1\n")
    (tmp_path / f"{200 * 'a'}!").write_text("1 Q0 a 1 1 t\n")
    (tmp_path / "t.yaml").write_text(
        f"name: x\nqrels: q\nruns: 'a*'\nrun_pattern: '(?P<group>{SLOW}'\n".replace("$'", "$)'")
    )
    with pytest.raises(EvaluationError, match="run_pattern: the pattern"):
        load_task(tmp_path / "t.yaml")
