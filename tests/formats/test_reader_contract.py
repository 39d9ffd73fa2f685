"""Kernel and twin read every declared layout the same: a short form of `tests.fuzzers`."""

from __future__ import annotations

from collections import Counter
from unittest.mock import patch

import pytest

from harness.core.engines import ParsedLines
from harness.core.kernel_twin import Twin
from tests.each import each
from tests.fuzzers.readers import DECLARED, BrokenContractError, holds, run_one


@pytest.mark.long
@pytest.mark.parametrize("cases", [250, pytest.param(3000, marks=pytest.mark.slow)])
def test_generated_files_are_read_the_same_by_kernel_twin_and_slow_reader(cases: int) -> None:
    outcomes = Counter(run_one(seed) for seed in range(cases))
    assert {name for name, _ in outcomes} == set(DECLARED)
    for way in ("read", "refused", "unread"):
        assert sum(number for (_, how), number in outcomes.items() if how == way) > cases / 50


#: Files that were read differently on different ways, or not as they should be.
KNOWN = [
    ("qrels trec", b"701 0 d1 1\n701 0 12 34 1\n701 0 d3 0\n"),
    ("qrels trec", b"1 0 d0 1\n" * 100 + b"1 0 12 34 1\n"),
    ("qrels trec", b"1 0 12 34 1\n1 0 d\n"),
    ("qrels probs", b"1 0 a 1 .5\n1 0 b c 1 .5\n"),
    ("qrels strata", b"1 0 a 1 1\n1 0 b c 1 1\n"),
    ("qrels prels", b"1 a -9223372036854775808 1 .5\n"),
    ("qrels inex", b"1 Q0 a 10 100 " + b"5" * 25 + b" 0:10\n"),
    ("qrels inex", b"1 Q0 a 10 100 5 1:" + b"9" * 5000 + b"\n"),
    ("qrels trec", b"#\xe9\n1 0 \xc3\xa9 1\n"),
    ("qrels trec", b"\xe9 0 \xc3\xa9 1\n"),
    ("run trec", b"701 Q0 d1 1 3 t\n701 Q0 d2 2 2 t701 Q0 d3 3 1 t\n701 Q0 d4 4 0 t\n"),
    ("run trec", b"junk\n701 Q0 d1 1 3 t\r701 Q0 d2 2 2 t\r701 Q0 d3 3 1 t"),
    ("run trec", b"junk\n1 Q0 \xc3\xa9 1 3 \xff\n1 Q0 \xc3\xa9 1 3 t\n"),
    ("run trec", b"1 Q0 d1 1 -inf t\n1 Q0 d2 2 1e400 t\n1 Q0 d3 2 nan t\n"),
    ("run trec", b"\xef\xbb\xbf\xef\xbb\xbf1 Q0 d1 1 1 t\n"),
    ("run inex", b"1 Q0 a 1 2 me 0 9\n1 Q0 a 2 1 me 20 9 x\n"),
    ("run msmarco", b"1\ta\t-9223372036854775808\n"),
    ("run msmarco", b"1\ta\t" + b"0" * 5000 + b"1\n"),
]


@each(KNOWN, "name", "raw")
def test_files_that_were_read_differently_are_not(name: str, raw: bytes) -> None:
    holds(name, raw)
    holds(name, raw.replace(b"\n", b"\r\n"))


def test_the_contract_notices_when_surplus_fields_are_not_counted() -> None:
    """The fuzzer finds what it is there for, within the cases of the test above."""
    parse = Twin.parse

    def uncounted(self: Twin, content: bytes, kinds: list[int], **how: bool) -> ParsedLines | None:
        return parse(self, content, kinds, **{**how, "extra": True})

    with patch.object(Twin, "parse", uncounted), pytest.raises(BrokenContractError):
        Counter(run_one(seed) for seed in range(1500))
