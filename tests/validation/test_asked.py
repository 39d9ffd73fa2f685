"""What a task asks of runs: severities, requirements that make sense, lists, patterns."""

from __future__ import annotations

import gzip

import numpy as np
import polars as pl
import pytest

from harness.core.errors import EvaluationError
from harness.validation import Requirements, find_listed, find_matching
from tests.each import each
from tests.validation.check_cases import CLEAN, line

# What is asked for


def test_severities_can_be_changed_and_checks_turned_off(check):
    text = line(rank="3", iteration="9") + line("2", rank="3")
    asked = {"rank-start": "error", "iter-not-q0": "off"}
    checked = check(text, severity=asked)
    assert checked.counts == {"rank-start": 2}
    assert (checked.worst, checked.run) == ("error", None)
    softer = check(text, severity=asked | {"rank-start": "note"})
    assert (softer.worst, softer.clean) == ("note", True)
    assert softer.run is not None


def test_the_files_name_is_known_with_and_without_its_suffixes(check):
    for file in ("me", "me.run", "me.run.gz"):
        content = CLEAN.encode()
        content = gzip.compress(content) if file.endswith(".gz") else content
        assert check(content, file=file, tag_is_file_name=True).clean
    assert check(CLEAN.replace("me", "me.v2"), file="me.v2", tag_is_file_name=True).clean


@each(
    [
        ({"tag": "("}, "not a regular expression", ""),
        ({"severity": {"rank-strat": "off"}}, "unknown code 'rank-strat'", "rank-start?"),
        ({"severity": {"rank-start": "of"}}, "unknown severity 'of' of rank-start", "off?"),
        ({"severity": {"document-twice": "off"}}, "stays an error", "drop-lower-duplicates"),
        ({"repairs": ("cut",)}, "unknown repair 'cut'", ""),
        ({"repairs": ("cut-to-depth",)}, "cut-to-depth needs the key depth", ""),
        ({"layouts": ("trek",)}, "unknown layout 'trek'", "trec?"),
        ({"depth": 10, "least_depth": 11}, "11 is more than depth allows, which is 10", ""),
        ({"repairs": ("rerank-by-score", "rescore-by-rank")}, "contradict each other", "which"),
    ],
    "asked",
    "message",
    "hint",
)
def test_requirements_that_make_no_sense_are_refused(asked, message, hint):
    with pytest.raises(EvaluationError, match=message) as caught:
        Requirements(**asked)
    assert hint in (caught.value.problems[0].hint or "")


def test_all_that_is_wrong_with_requirements_is_said_at_once():
    with pytest.raises(EvaluationError) as caught:
        Requirements(tag="(", severity={"a": "off"}, repairs=("b",))
    assert [problem.key for problem in caught.value.problems] == ["tag", "severity", "repairs"]


# Documents


@each(
    [
        r"FT\d{3}-\d+",
        r"(FBIS|FT)[0-9]+-\d*",
        r"(?i)ft9\d\d-.*",
        r"(?!FT)\w+-\d+",
        r"FT91[12]-3|LA.+",
        "",
        r"[^F].*",
    ]
)
def test_a_pattern_means_what_it_means_in_python(pattern):
    import re

    ids = ["FT911-3", "ft911-3", "FBIS4-1", "FT911-3\u0663", "LA", "LA0", "xFT911-3", "FT911-3x"]
    expected = [re.fullmatch(pattern, one) is not None for one in ids]
    assert find_matching(pattern).has(ids).tolist() == expected


def test_a_list_knows_its_documents_and_no_others():
    rng = np.random.default_rng(7)
    pool = [f"d{n}" for n in range(2000)]
    ids, asked = rng.choice(pool, 900), rng.choice(pool, 5000)
    known = set(ids)
    expected = [one in known for one in asked]
    assert (
        find_listed(pl.Series(ids.tolist()), "x").has(pl.Series(asked.tolist())).tolist()
        == expected
    )
