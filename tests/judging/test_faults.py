"""Everything that is judged is recorded or visibly refused, whatever fails: `tests/fuzzers/judging`.

The long form is ``scripts/fuzz judging --rounds 1000`` (docs/reliability.md).
"""

from __future__ import annotations

import pytest

from tests.fuzzers.judging import KINDS, rounds


@pytest.mark.processes
def test_nothing_is_lost_whatever_fails(browser, tmp_path):
    """A round of each kind, at moments by chance; each is checked by itself."""
    counts = rounds(browser, tmp_path, range(len(KINDS)))
    assert counts["acts"] > 2 * len(KINDS)
    assert counts["acts"] == counts["events"] + counts["not recorded"] + counts["same"]
    assert counts["not recorded"] >= 2  # half a letter, and what is too large
