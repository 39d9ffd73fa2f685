"""A collection of the shape of TREC-8: FOLDER RUNS TOPICS DEPTH SEED [JUDGED]; run as a program.

Each topic has candidate documents, some judged, some of these relevant; each run scores them by
its quality and by chance, to two decimals, so that there are ties as in real runs. ``JUDGED`` is
how many documents of a topic are judged.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

_SOURCES = ("FBIS3", "FR940104", "FT923", "LA010189")
_CANDIDATES = 4  # documents of a topic for each document that a run retrieves
_JUDGED = 1.7  # as in TREC-8: 1,737 judged documents a topic at a depth of 1,000 …
_RELEVANT = 0.055  # … 5.5 % of them relevant


def main(
    folder: Path, runs: int, topics: int, depth: int, seed: int, judged: int | None = None
) -> None:
    generator = np.random.Generator(np.random.Philox(seed))
    relevant = _RELEVANT if judged is None else max(_RELEVANT, 1 / judged)
    judged = int(_JUDGED * depth) if judged is None else judged
    candidates = max(_CANDIDATES * depth, judged)
    docs = np.array([f"{_SOURCES[n % 4]}-{n * 7 + 1000}" for n in range(2 * candidates)])
    names = [str(401 + number) for number in range(topics)]
    pools = [generator.choice(len(docs), candidates, replace=False).astype(np.int32) for _ in names]
    grades = (generator.random((topics, judged)) < relevant).astype(np.int64)
    grades *= generator.integers(1, 3, grades.shape)  # grades 1 and 2
    with (folder / "qrels.txt").open("w") as file:
        for topic, pool, row in zip(names, pools, grades, strict=True):
            file.writelines(
                f"{topic} 0 {doc} {grade}\n"
                for doc, grade in zip(docs[pool[:judged]].tolist(), row.tolist(), strict=True)
            )
    (folder / "runs").mkdir()
    for number in range(runs):
        tag, quality = f"run{number:03}", generator.uniform(0.5, 2.5)
        with (folder / "runs" / tag).open("w") as file:
            for topic, pool, row in zip(names, pools, grades, strict=True):
                scores = generator.normal(size=candidates)
                scores[:judged] += 0.5 + quality * (row > 0)
                best = np.argsort(-scores, kind="stable")[:depth]
                ranked = zip(docs[pool[best]].tolist(), (10 + scores[best]).tolist(), strict=True)
                file.writelines(
                    f"{topic}\tQ0\t{doc}\t{rank}\t{score:.2f}\t{tag}\n"
                    for rank, (doc, score) in enumerate(ranked, 1)
                )


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:]))
