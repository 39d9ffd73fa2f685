"""Fuzzing for as long as asked: ``python -m tests.fuzzers readers --seconds 600 --seed 1``."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable
from importlib.metadata import version
from itertools import count

from tests.fuzzers import complexity, readers

#: What can be fuzzed: makes and checks the case of a seed, and says what it was and what came of it.
SUBJECTS: dict[str, Callable[[int], tuple[str, str]]] = {"readers": readers.run_one}


def main() -> int:
    """Print how many cases there were, by what came of them; 1 at the first that fails.

    ``complexity`` and ``judging`` have options of their own.
    """
    if sys.argv[1:2] == ["complexity"]:
        return complexity.main(sys.argv[2:])
    if sys.argv[1:2] == ["judging"]:
        from tests.fuzzers import judging  # it needs a browser

        return judging.main(sys.argv[2:])
    parser = argparse.ArgumentParser(prog="scripts/fuzz", description=__doc__)
    parser.add_argument("subject", choices=SUBJECTS)
    parser.add_argument("--seconds", type=float, default=60, help="of processor time (60)")
    parser.add_argument("--seed", type=int, default=0, help="the first case (0)")
    asked = parser.parse_args()
    outcomes: Counter[str] = Counter()
    start = time.process_time()
    for seed in count(asked.seed):
        try:
            outcomes[SUBJECTS[asked.subject](seed)[1]] += 1
        except AssertionError as error:
            print(error)
            return 1
        if time.process_time() - start >= asked.seconds:
            break
    listed = ", ".join(f"{name} {number:,}" for name, number in sorted(outcomes.items()))
    versions = ", ".join(f"{name} {version(name)}" for name in ("polars", "numpy"))
    print(
        f"{asked.subject}: {outcomes.total():,} cases from seed {asked.seed} ({listed}); {versions}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
