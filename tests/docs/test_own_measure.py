"""The documentation's example of a measure of one's own works as shown."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

EVAL = [sys.executable, "-m", "harness", "eval"]


@pytest.fixture
def own_measures(demo, tmp_path):
    text = (demo / "docs/measures.md").read_text()
    code = re.search(r"<!-- my_measures.py -->\n```python\n(.*?)```", text, re.DOTALL)[1]
    path = tmp_path / "my_measures.py"
    path.write_text(code)
    return path


def test_the_example_measure_works_in_eval(own_measures, tmp_path):
    (tmp_path / "q").write_text("1 0 a 1\n1 0 b 0\n1 0 c 0\n2 0 a 1\n")
    (tmp_path / "r").write_text("1 Q0 b 1 3 t\n1 Q0 a 2 2 t\n1 Q0 x 3 1 t\n2 Q0 a 1 1 t\n")
    names = ["-m", "Wasted@2", "-m", "Wasted(rel=2)@2", "-m", "0.5*Wasted@2 + 0.5*AP"]
    done = subprocess.run(
        [*EVAL, "-q", "--module", own_measures.name, *names, "q", "r"],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    rows = [tuple(line.split("\t")) for line in done.stdout.splitlines()]
    values = {(name.strip(), topic): value for name, topic, value in rows}
    assert values["Wasted@2", "1"] == "0.5000"  # b of b, a
    assert values["Wasted(rel=2)@2", "1"] == "1.0000"  # a has grade 1
    assert values["Wasted@2", "2"] == "0.0000"
    assert values["0.5*Wasted@2 + 0.5*AP", "1"] == "0.5000"  # AP of a at rank 2 is 1/2


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
