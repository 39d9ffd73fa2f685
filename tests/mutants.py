"""Small faults put into the code, one at a time: which do the fast tests find?

Where ``--sample`` of all such faults are drawn by ``--seed``, those that no test finds are printed
for a person to look at: a test is missing, or the code does the same with the fault.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
#: Tests that take longer than this with a fault have found it: it does not end.
LONGEST = 900
#: Where the fast tests are.
EVERYWHERE = ["harness", "tests"]

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
    before: str
    after: str
    content: str


def mutants_of(path: Path) -> Iterator[Mutant]:
    """All faults of a file: another operator or number, a condition turned round."""
    content = path.read_bytes()
    starts = [0]
    for line in content.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node in _expressions(ast.parse(content)):
        for changed in _changed(node):
            start = starts[node.lineno - 1] + node.col_offset
            end = starts[node.end_lineno - 1] + node.end_col_offset
            after = f"({ast.unparse(changed)})"
            whole = content[:start] + after.encode() + content[end:]
            yield Mutant(path, node.lineno, content[start:end].decode(), after, whole.decode())


def _expressions(tree: ast.AST) -> Iterator[ast.expr]:
    """The expressions that are computed: no annotations, and nothing inside f-strings."""
    for name, value in ast.iter_fields(tree):
        for node in value if isinstance(value, list) else [value]:
            if name in ("annotation", "returns") or not isinstance(node, ast.AST):
                continue
            if isinstance(node, ast.expr):
                yield node
            if not isinstance(node, ast.JoinedStr):
                yield from _expressions(node)


def _changed(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.Compare):
        for i, operator in enumerate(node.ops):
            yield from _with_other(node, "ops", operator, i)
    elif isinstance(node, ast.BoolOp | ast.BinOp):
        yield from _with_other(node, "op", node.op)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        yield node.operand
    elif isinstance(node, ast.IfExp):
        yield ast.IfExp(node.test, node.orelse, node.body)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        yield ast.Constant(node.value + 1)


def _with_other(node: ast.expr, name: str, operator: ast.AST, i: int = -1) -> Iterator[ast.expr]:
    """The expression with the opposite of an operator, where it has one."""
    if type(operator) not in OPERATORS:
        return
    changed, other = copy.deepcopy(node), OPERATORS[type(operator)]()
    if i < 0:
        setattr(changed, name, other)
    else:
        getattr(changed, name)[i] = other
    yield changed


def is_found(root: Path, mutant: Mutant) -> bool:
    """Whether a test fails: of the module's room first, then any that is fast."""
    target = root / mutant.path.relative_to(ROOT)
    kept = target.read_bytes()
    target.write_text(mutant.content, encoding="utf-8")
    try:
        room = target.relative_to(root / "harness").parts[0]
        near = [str(target), *(str(p) for p in [root / "tests" / room] if p.exists())]
        return _fails(root, near) or _fails(root, EVERYWHERE)
    finally:
        target.write_bytes(kept)


def _fails(root: Path, places: list[str]) -> bool:
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-m", "fast"]
    environment = {**os.environ, "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            [*command, *places],
            cwd=root,
            env=environment,
            capture_output=True,
            timeout=LONGEST,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return True
    return done.returncode not in (0, 5)  # 5: there is no such test


def main() -> None:
    """Print each fault that is drawn and whether it was found."""
    parser = argparse.ArgumentParser(prog="scripts/mutate", description=__doc__)
    parser.add_argument("places", nargs="*", help="files and folders of harness/")
    parser.add_argument("--since", help="instead: the files that differ from this commit")
    parser.add_argument("--sample", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    if given.since:
        listed = ["git", "diff", "--name-only", "--diff-filter=d", given.since, "--", "harness"]
        places = subprocess.check_output(listed, cwd=ROOT, text=True).split()
    else:
        places = given.places or ["harness"]
    files = sorted(
        {
            path
            for place in places
            for path in ([ROOT / place] if place.endswith(".py") else (ROOT / place).rglob("*.py"))
        }
    )
    every = [mutant for path in files for mutant in mutants_of(path)]
    drawn = random.Random(given.seed).sample(every, min(given.sample, len(every)))
    left = 0
    with tempfile.TemporaryDirectory(dir=ROOT.parent) as folder:
        root = Path(folder)
        ignored = shutil.ignore_patterns(".git", ".venv*", "node_modules")
        shutil.copytree(ROOT, root, ignore=ignored, symlinks=True, dirs_exist_ok=True)
        if _fails(root, EVERYWHERE):
            sys.exit("a fast test fails in the copy as it is: every fault would seem to be found")
        for mutant in drawn:
            found = is_found(root, mutant)
            left += not found
            place = f"{mutant.path.relative_to(ROOT)}:{mutant.line}"
            verdict = "found" if found else "NOT FOUND"
            print(f"{verdict}\t{place}\t{mutant.before} → {mutant.after}", flush=True)
    print(f"{len(drawn) - left} of {len(drawn)} faults found, of {len(every)} possible")


if __name__ == "__main__":
    main()
