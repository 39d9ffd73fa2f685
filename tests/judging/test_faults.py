"""Everything that is judged is recorded or visibly refused, whatever fails: `tests/fuzzers/judging`.

The long form is ``scripts/fuzz judging --rounds 1000`` (docs/reliability.md).
"""

from __future__ import annotations

import pytest

from tests.fuzzers.judging import KINDS, rounds
from tests.fuzzers.judging_server import Act, is_in_order


def test_an_act_that_is_refused_and_done_again_is_in_order():
    """Judged 0, which is refused, for it was judged elsewhere; then judged 0 again, and recorded."""
    zero, one = Act((7, "judged", "0")), Act((7, "judged", "1"))
    assert is_in_order([zero], [zero, zero])
    assert is_in_order([one, zero], [zero, one, zero])
    assert not is_in_order([one, zero], [zero, one])


#: A round of each class: a statement, the process, the network, an entry, another machine.
SHORT = ("disk", "after", "kill", "cut after", "half a letter", "elsewhere", "reload", "too large")


@pytest.mark.processes
@pytest.mark.parametrize("kinds", [SHORT, pytest.param(KINDS, marks=pytest.mark.slow)], ids=len)
def test_nothing_is_lost_whatever_fails(browser, tmp_path, kinds):
    """Rounds of these kinds, at moments by chance; each is checked by itself."""
    counts = rounds(browser, tmp_path, [KINDS.index(kind) for kind in kinds])
    assert counts["acts"] > 2 * len(kinds)
    assert counts["acts"] == counts["events"] + counts["not recorded"] + counts["same"]
    assert counts["not recorded"] >= 2  # half a letter, and what is too large
