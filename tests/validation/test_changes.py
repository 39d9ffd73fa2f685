"""The diff of repairs, applied to the file, gives the run that repairs leave."""

from __future__ import annotations

import random
import re

from harness.formats.runs import read_run
from harness.validation import REPAIRS, Requirements, check_run, repair_diff
from tests.each import each
from tests.nightly import one_in

HUNK = re.compile(r"@@ -(\d+),(\d+) \+(\d+),(\d+) @@")


def applied(old: str, diff: list[str]) -> str:
    """The text that a unified diff makes of another, every line of it compared."""
    lines, new, done, came = old.splitlines(keepends=True), [], 0, False
    for line in diff[2:]:
        if hunk := HUNK.fullmatch(line):
            start = int(hunk[1]) - (int(hunk[2]) > 0)
            new += lines[done:start]
            done = start
            assert len(new) == int(hunk[3]) - (int(hunk[4]) > 0)
        elif line.startswith("\\"):
            if new and came:
                new[-1] = new[-1].removesuffix("\n")
        else:
            came = line[0] != "-"
            if line[0] in " -":
                assert lines[done].removesuffix("\n") == line[1:]
                done += 1
            if came:
                new.append(line[1:] + "\n")
    return "".join([*new, *lines[done:]])


def drawn(seed: int) -> str:
    """A run with whatever repairs settle."""
    draw = random.Random(seed)
    lines = ["# by hand"]
    for _ in range(draw.randint(2, 40)):
        topic, doc = draw.choice("123x"), draw.choice("abcdefgh")
        score = draw.choice(["1", "2.5", "3e0", "-1"])
        lines.append(f"{topic} Q0 {doc} {draw.randint(1, 9)} {score} me")
        if draw.random() < 0.1:
            lines.append(draw.choice(["", "# a remark", "1 Q0 d 1 none me"]))
    return "\n".join(lines) + draw.choice(["", "\n"])


SETS = [
    ["drop-lower-duplicates", "drop-unknown-topics", "drop-unreadable-lines"],
    ["rerank-by-score", "drop-lower-duplicates", "drop-unknown-topics", "drop-unreadable-lines"],
    ["cut-to-depth", *(name for name in REPAIRS if name.startswith("drop")), "tag-from-file-name"],
    ["rescore-by-rank", "drop-lower-duplicates", "drop-unknown-topics", "drop-unreadable-lines"],
]


@each(SETS, "repairs")
@each(one_in(4, range(25)), "seed")
def test_the_repaired_file_is_the_repaired_run(tmp_path, repairs, seed):
    path = tmp_path / "my.run"
    path.write_text(drawn(seed))
    asked = Requirements(
        topics=("1", "2", "3"), depth=3, tag_is_file_name=True, repairs=tuple(repairs),
        severity={"rank-order": "error"},
    )  # fmt: skip
    checked = check_run(path, asked)
    diff = list(repair_diff(str(path), asked))
    assert bool(diff) == bool(checked.repairs)
    if diff and checked.run is not None:
        assert diff[1] == f"+++ {path}\trepaired by {', '.join(checked.repairs)}"
        repaired = tmp_path / "repaired.run"
        repaired.write_text(applied(path.read_text(), diff))
        again = read_run(repaired, name="x").frame.select("topic", "doc", "score")
        assert again.rows() == checked.run.frame.select("topic", "doc", "score").rows()


def test_columns_in_another_order_are_written_in_theirs(tmp_path):
    path = tmp_path / "swapped.run"
    rows = [(topic, n) for topic in "12" for n in range(1, 21)]
    path.write_text("".join(f"{t} Q0 FT-{n:03} {21 - n}.5 {n} me\n" for t, n in rows))
    diff = list(repair_diff(str(path), Requirements(), ["reorder-columns"]))
    assert diff[1].endswith("repaired by reorder-columns")
    repaired = applied(path.read_text(), diff).splitlines()
    assert repaired == [f"{t} Q0 FT-{n:03} {n} {21 - n}.5 me" for t, n in rows]


def test_the_rows_of_a_table_are_lines(tmp_path):
    path = tmp_path / "run.csv"
    path.write_text("topic,doc,score\n1,a,2\n1,a,1\n1,b,0.5\n")
    diff = list(repair_diff(str(path), Requirements(), ["drop-lower-duplicates"]))
    assert diff[2:] == ["@@ -1,3 +1,2 @@", " 1\ta\t2.0", "-1\ta\t1.0", " 1\tb\t0.5"]
