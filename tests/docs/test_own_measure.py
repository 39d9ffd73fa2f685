"""Measures of one's own that are wrong, and those that the documentation names."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

EVAL = [sys.executable, "-m", "harness", "eval"]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("return 1 / 0", "Bad failed: ZeroDivisionError: division by zero"),
        ("return run.num_ret * float('nan')", "Bad returned nan for topic '1'"),
        (
            "return run.num_ret * 7.0",
            "Bad returned 7 for topic '1' (its declared bounds are 0 to 1",
        ),
        ("return run.num_ret[:1].repeat(5)", "Bad returned an array of shape (5,)"),
    ],
)
def test_a_wrong_measure_of_ones_own_is_explained(tmp_path, body, message):
    (tmp_path / "bad.py").write_text(
        f"from harness.measures import measure\n@measure('Bad')\ndef bad(run):\n    {body}\n"
    )
    (tmp_path / "q").write_text("1 0 a 1\n")
    (tmp_path / "r").write_text("1 Q0 a 1 1 t\n")
    done = subprocess.run(
        [*EVAL, "--module", "bad.py", "-m", "Bad", "q", "r"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_every_measure_named_in_the_documentation_exists(demo):
    from harness.measures import parse_measures

    text = (demo / "docs/measures.md").read_text()
    table = text.split("| written | means |")[1].split("\n\n")[0]
    named = [name for row in table.splitlines() for name in re.findall(r"`([^`]+)`", row)]
    assert len(named) >= 8
    parse_measures(named)
