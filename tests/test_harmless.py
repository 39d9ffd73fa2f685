"""What acts on a terminal is shown as an escape, in drawings too."""

from __future__ import annotations

import pytest

from harness.core.harmless import drawing


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("─" * 9 + "\nplain\t1\n", None),
        ("─\x1b[1mbold\x1b[0m\u200eא\u200e", None),
        ("plain\x1b[2J", "plain\\x1b[2J"),
        ("─\x1b]0;mine\x07", "─\\x1b]0;mine\\x07"),
        ("─\u202e\ud800\x9b", "─\\u202e\\ud800\\x9b"),
    ],
)
def test_nothing_acts_in_what_is_drawn(text, shown):
    assert drawing(text) == (shown or text)
