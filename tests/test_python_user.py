"""Lines that a user writes run, and are typed."""

from __future__ import annotations

import subprocess
import sys

import pytest

#: What a user writes; the lines of a review of this library.
USER = """
import matplotlib.pyplot as plt
import harness as h
from harness.measures import AP, nDCG

qrels: dict[str, dict[str, int]] = {"1": {"a": 1}, "2": {"b": 2}, "3": {"a": 1}}
bm25 = {"1": {"a": 2.0, "b": 1.0}, "2": {"a": 2.0, "b": 1.0}, "3": {"a": 2.0}}
hits = {"1": ["b", "a"], "2": ["b"], "3": ["b", "a"]}
ev = h.Evaluator(qrels, [nDCG @ 10, "AP"])
value: float = ev.mean(bm25)["nDCG@10"]
scores = h.score(qrels, {"bm25": bm25, "dense": hits}, [nDCG @ 10, AP], topic_policy="answered")
print(scores)
dense: float = scores["nDCG@10"]["dense"]
values = scores.to_dict()
cmp = h.compare(scores, baseline="bm25", test="t", correction="holm")
print(cmp)
print(cmp.to_latex(caption="Three topics", digits=3))
fig, ax = plt.subplots(1, 2)
cmp.plot.leaderboard(ax=ax[0])
cmp.plot.difference("bm25", "dense", ax=ax[1])
h.plots(scores).runs()
h.score({1: {"a": 1}}, {1: {"x": 1.0, "a": 2.0}}, [lambda ranking, judged: 1.0])
pool = h.pool({"bm25": bm25, "dense": hits}, depth=20, judged=qrels)
scores.save("r.json")
assert h.read_scores("r.json") == scores
"""

WRONG = """
import harness as h
scores = h.score({"1": {"a": 1}}, {"1": {"a": 1.0}}, "AP", topic_policy="some")
h.score({"1": {"a": 1}}, {"1": {"a": 1.0}}, "AP", topik_policy="judged")
h.compare(scores, tset="t")
h.compare(scores, test="ttest")
scores.plot.leaderbord()
scores.to_frame("arrow")
h.plots(scores).leaderboard(axis=None)
"""


def test_the_lines_of_a_user_run(tmp_path):
    script = tmp_path / "user.py"
    script.write_text("import matplotlib\nmatplotlib.use('Agg')\n" + USER)
    command = [sys.executable, "-W", "error", str(script)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "against bm25" in done.stdout.lower()


@pytest.mark.slow
def test_types_complete_and_refuse_what_there_is_not(tmp_path):
    """The types of what users write: right lines pass ``mypy --strict``, each wrong one fails."""
    (tmp_path / "user.py").write_text(USER)
    (tmp_path / "wrong.py").write_text(WRONG)
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "user.py"]
    command += ["wrong.py", "--cache-dir", str(tmp_path / ".mypy_cache")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    lines = [line for line in done.stdout.splitlines() if ": error:" in line]
    assert [line for line in lines if line.startswith("user.py")] == []
    found = {int(line.split(":")[1]) for line in lines if line.startswith("wrong.py")}
    assert found == set(range(3, 10)), done.stdout


def test_pandas_is_not_imported_for_dictionaries() -> None:
    code = (
        "import sys; from harness.formats.frames import run_from;"
        "run_from({'1': {'d': 1.0}});"
        "sys.exit(bool({'pandas', 'pyarrow', 'ir_datasets'} & set(sys.modules)))"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
