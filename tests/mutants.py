"""Small faults put into the code, one at a time: which do the fast tests of its line find?

Where ``--sample`` of all such faults are drawn by ``--seed``, those that no test finds are printed
for a person to look at: a test is missing, or the code does the same with the fault.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from coverage import CoverageData

ROOT = Path(__file__).parent.parent
#: The name of a test, or of a file of tests.
TEST = re.compile(r"[^\s[]+\.py[^\s[]*")
#: Tests that take longer than this, and a second each, have found a fault: it does not end.
LONGEST = 300
#: What a contributor runs, `scripts/test --fast`: 7,000 tests.
EVERY = ["harness", "tests", "-nauto", "--dist=worksteal"]

OPERATORS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """A file with one expression replaced."""

    path: Path
    line: int
    lines: range
    text: str
    content: str


def mutants_of(path: Path) -> Iterator[Mutant]:
    """All faults of a file: another operator or number, a condition turned round."""
    content = path.read_bytes()
    starts = [0, *accumulate(map(len, content.splitlines(keepends=True)))]
    for statement, node in _expressions(ast.parse(content)):
        lines = range(statement.lineno, statement.end_lineno + 1)
        for changed in _changed(node):
            start = starts[node.lineno - 1] + node.col_offset
            end = starts[node.end_lineno - 1] + node.end_col_offset
            after = f"({ast.unparse(changed)})".encode()
            text = f"{content[start:end].decode()} → {after.decode()}"
            whole = content[:start] + after + content[end:]
            yield Mutant(path, node.lineno, lines, text, whole.decode())


def _expressions(tree: ast.AST, around: ast.AST | None = None) -> Iterator[tuple[ast.AST, ...]]:
    """The expressions that are computed, with their statements: no annotations, no f-strings."""
    around = tree if isinstance(tree, ast.stmt) else around
    for name, value in ast.iter_fields(tree):
        for node in value if isinstance(value, list) else [value]:
            if name in ("annotation", "returns") or not isinstance(node, ast.AST):
                continue
            if isinstance(node, ast.expr):
                yield around, node
            if not isinstance(node, ast.JoinedStr):
                yield from _expressions(node, around)


def _changed(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.Compare | ast.BoolOp | ast.BinOp):
        yield from _with_other(node)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        yield node.operand
    elif isinstance(node, ast.IfExp):
        yield ast.IfExp(node.test, node.orelse, node.body)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        yield ast.Constant(not node.value if isinstance(node.value, bool) else node.value + 1)


def _with_other(node: ast.expr) -> Iterator[ast.expr]:
    """The expression with the opposite of each operator that has one."""
    operators = getattr(node, "ops", None) or [node.op]
    for i, operator in enumerate(operators):
        if other := OPERATORS.get(type(operator)):
            changed = copy.copy(node)
            changed.op, changed.ops = other(), [*operators[:i], other(), *operators[i + 1 :]]
            yield changed


def finders(root: Path, mutant: Mutant, covered: CoverageData) -> list[str]:
    """Examples of the file that fail, or tests of the statement, 40 at most, or else any fast test.

    Tests that name the file and those of the room come first. Of what runs when it is imported they
    are the tests of the whole file.
    """
    target = root / mutant.path.relative_to(ROOT)
    contexts = covered.contexts_by_lineno(str(target))
    near = {context for line in mutant.lines for context in contexts.get(line, ())}
    if not near or "" in near:
        near = {context for of_line in contexts.values() for context in of_line if context}
    near = {context.rpartition("|")[0].partition("[")[0] for context in near}  # any parameters
    room = f"/{target.relative_to(root / 'harness').parts[0]}/"
    tests = sorted(near, key=lambda test: (target.stem not in test, room not in test, test))
    kept = target.read_bytes()
    target.write_text(mutant.content, encoding="utf-8")
    first = failed(root, "-x", str(target), *tests[:40], longest=LONGEST)
    first = first or failed(root, "-x", *EVERY, longest=LONGEST + 7000)
    target.write_bytes(kept)
    return first


def failed(root: Path, *options: str, longest: float | None = None) -> list[str]:
    """The fast tests that fail, whatever their parameters, or the last line of what ended them."""
    command = [sys.executable, "-m", "pytest", "-q", "-m", "fast", *options]
    environment = {**os.environ, "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"}
    settings = {"cwd": root, "env": environment, "capture_output": True, "text": True}
    try:
        done = subprocess.run(command, check=False, timeout=longest, **settings)
    except subprocess.TimeoutExpired:
        return ["no end"]
    if done.returncode in (0, 5):  # 5: there is no such test
        return []
    named = re.findall(rf"^(?:FAILED|ERROR) ({TEST.pattern})", done.stdout, re.MULTILINE)
    return sorted(set(named)) or (done.stdout + done.stderr).split("\n")[-2:-1]


def main() -> None:
    """Print each fault that is drawn and whether it was found."""
    parser = argparse.ArgumentParser(prog="scripts/mutate", description=__doc__)
    parser.add_argument("places", nargs="*", help="files and folders of harness/")
    parser.add_argument("--since", help="instead: the files that differ from this commit")
    parser.add_argument("--sample", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    places = given.places or ["harness"]
    if given.since:
        listed = ["git", "diff", "--name-only", "--diff-filter=d", given.since, "--", "harness"]
        places = subprocess.check_output(listed, cwd=ROOT, text=True).split()
    paths = [it for place in places for it in (ROOT / place, *(ROOT / place).rglob("*.py"))]
    files = sorted({path for path in paths if path.suffix == ".py"})
    every = [mutant for path in files for mutant in mutants_of(path)]
    drawn = random.Random(given.seed).sample(every, min(given.sample, len(every)))
    left, tests = 0, set()
    with tempfile.TemporaryDirectory(dir=ROOT.parent) as folder:
        root = Path(folder)
        ignored = shutil.ignore_patterns(".git", ".venv*", ".pytest_cache", "node_modules")
        shutil.copytree(ROOT, root, ignore=ignored, symlinks=True, dirs_exist_ok=True)
        measured = {f"--cov={path.relative_to(ROOT).parent}" for path in files}
        options = [f"--cov-config={os.devnull}", "--cov-context=test", "--cov-report="]
        if wrong := failed(root, *EVERY, *measured, *options):
            sys.exit(f"fails in the copy as it is: {wrong}")
        covered = CoverageData(str(root / ".coverage"))
        covered.read()
        for mutant in drawn:
            found = finders(root, mutant, covered)
            tests.update(filter(TEST.fullmatch, found))
            left += not found
            verdict = f"found by {found[0]}" if found else "NOT FOUND"
            place = f"{mutant.path.relative_to(ROOT)}:{mutant.line}"
            print(f"{verdict}\t{place}\t{mutant.text}", flush=True)
        if tests and (wrong := failed(root, *tests)):
            sys.exit(f"find faults, but fail without one: {wrong}")
    print(f"{len(drawn) - left} of {len(drawn)} faults found, of {len(every)} possible")


if __name__ == "__main__":
    main()
