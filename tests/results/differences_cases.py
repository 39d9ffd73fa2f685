"""What tests of two evaluations share: a task that is changed, and slow ways to what changed."""

from __future__ import annotations

import csv
import json
import math
from itertools import combinations
from pathlib import Path

import polars as pl
import pytest

import harness
from harness.diff.differences import Differences, differences
from harness.results import read_results, write_results

TOPICS = """\
<topics>
<topic number="1" type="single"><query>pearl farming</query></topic>
<topic number="2" type="faceted"><query>lighthouses</query></topic>
<topic number="3" type="single"><query>fog</query></topic>
<topic number="4" type="single"><query>tides</query></topic>
</topics>
"""

#: topic: grade of each document.
QRELS = {
    "1": {"a": 1, "b": 0, "c": 2},
    "2": {"a": 1, "d": 2, "e": 0},
    "3": {"b": 2, "c": 0},
    "4": {"a": 1, "b": 1, "f": 0},
}

#: run: topic: documents, the best first. The third does not answer topic 4.
RUNS = {
    "one": {"1": "acbx", "2": "edaf", "3": "cb", "4": "fab"},
    "two": {"1": "bxca", "2": "da", "3": "bxc", "4": "abf"},
    "three": {"1": "xcb", "2": "aed", "3": "xb"},
}

SETTINGS = {
    "measures": "[AP, P@2, nDCG, RR, map, R@2]",
    "collection_size": "50",
    "summaries": "[mean, micro, median, sd]",
    "subsets": "{early: ['1', '2'], late: ['3', '4']}",
}


class Task:
    """A task in a directory; each evaluation writes its files and results anew."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.count = 0

    def evaluate(self, qrels=QRELS, runs=RUNS, topics=TOPICS, names=None, **settings) -> Path:
        """The directory of the results; ``names`` gives files another run name."""
        (self.folder / "topics.xml").write_text(topics)
        lines = [f"{t} 0 {d} {g}" for t, judged in qrels.items() for d, g in judged.items()]
        (self.folder / "qrels.txt").write_text("\n".join(lines) + "\n")
        listed = []
        for name, ranked in runs.items():
            self.write_run(name, ranked)
            listed.append({"path": f"{name}.run", "name": (names or {}).get(name, name)})
        chosen = {**SETTINGS, **settings}
        text = [
            "name: tiny",
            "topics: {path: topics.xml, format: trec-web-xml}",
            "qrels: qrels.txt",
            f"runs: {json.dumps(listed)}",
            *(f"{key}: {value}" for key, value in chosen.items() if value is not None),
        ]
        (self.folder / "task.yaml").write_text("\n".join(text) + "\n")
        self.count += 1
        place = self.folder / f"results{self.count}"
        return write_results(harness.run(self.folder / "task.yaml").results(), place)

    def write_run(self, name: str, ranked) -> None:
        lines = [
            f"{topic} Q0 {doc} {rank} {score} {name}"
            for topic, docs in ranked.items()
            for rank, (doc, score) in enumerate(
                docs if isinstance(docs, list) else zip(docs, range(9, 0, -1), strict=False), 1
            )
        ]
        (self.folder / f"{name}.run").write_text("\n".join(lines) + "\n")


def compared(before: Path, after: Path, **options) -> Differences:
    return differences(read_results(before), read_results(after), **options)


def scores_of(place: Path) -> dict[tuple[str, str, str], float]:
    with (place / "scores.csv").open(newline="", encoding="utf-8") as file:
        return {
            (row["run"], row["measure"], row["topic"]): float(row["value"])
            for row in csv.DictReader(file)
        }


def summaries_of(place: Path) -> dict[tuple[str, str, str, str], str]:
    """Text of every summary; the measure's own is called so, whichever it is."""
    with (place / "summary.csv").open(newline="", encoding="utf-8") as file:
        return {
            (
                *(row["run"], row["measure"], row["subset"]),
                "own" if row["own"] == "true" else row["summary"],
            ): row["value"]
            for row in csv.DictReader(file)
        }


def slow_differing(before: Path, after: Path) -> dict[tuple[str, str, str], tuple]:
    """The values that differ, of runs and measures of the same name, read from the CSV files."""
    old, new = scores_of(before), scores_of(after)
    runs = {key[0] for key in old} & {key[0] for key in new}
    measures = {key[1] for key in old} & {key[1] for key in new}
    return {
        key: (old.get(key), new.get(key))
        for key in {**old, **new}
        if key[0] in runs and key[1] in measures and old.get(key) != new.get(key)
    }


def found_differing(found: Differences) -> dict[tuple[str, str, str], tuple]:
    rows = found.values.select("run", "measure", "topic", "before", "after").rows()
    return {row[:3]: row[3:] for row in rows}


def causes_of(found: Differences) -> set[tuple[str, ...]]:
    return {tuple(names) for names in found.values["causes"].to_list()}


def changes_of(found: Differences) -> dict[tuple[str, str], tuple]:
    return {(what, name): (old, new) for what, name, old, new in found.inputs.rows()}


def why(found: Differences) -> dict[str, dict]:
    return {row["cause"]: row for row in found.why.iter_rows(named=True)}


def slow_tau(x: list[float], y: list[float]) -> float:
    """Kendall's τ-b by its definition."""
    pairs = list(combinations(range(len(x)), 2))
    signs = [((x[i] > x[j]) - (x[i] < x[j]), (y[i] > y[j]) - (y[i] < y[j])) for i, j in pairs]
    untied = [sum(one[side] != 0 for one in signs) for side in (0, 1)]
    return sum(a * b for a, b in signs) / math.sqrt(untied[0] * untied[1])


def recount(found: Differences, before: Path, after: Path) -> None:
    """Compare every frame with the CSV files, the slow way; runs and measures of one name only."""
    differing = slow_differing(before, after)
    assert found_differing(found) == differing
    old, new = summaries_of(before), summaries_of(after)
    both = [key for key in old if key in new]
    assert found.num_summaries == sum(old[key] != new[key] for key in both)
    for row in found.summary.iter_rows(named=True):
        mine = {
            topic: pair
            for (run, measure, topic), pair in differing.items()
            if (run, measure) == (row["run"], row["measure"])
        }
        both_have = {t: b - a for t, (a, b) in mine.items() if a is not None and b is not None}
        assert row["differ"] + row["rounding"] == len(both_have)
        assert row["only_one"] == len(mine) - len(both_have)
        if both_have:
            largest = max(both_have, key=lambda topic: (abs(both_have[topic]), [-ord(topic[0])]))
            assert (row["largest"], row["largest_topic"]) == (both_have[largest], largest)
        for which, texts in (("before", old), ("after", new)):
            values = {run: float(texts[run, row["measure"], "all", "own"]) for run in found.runs}
            assert row[which] == values[row["run"]]
            higher = sum(round(one, 10) > round(row[which], 10) for one in values.values())
            assert row[f"rank_{which}"] == higher + 1
        assert row["difference"] == row["after"] - row["before"]
    for row in found.measures.iter_rows(named=True):
        of = found.summary.filter(pl.col("measure") == row["measure"])
        mine = [key for key in differing if key[1] == row["measure"]]
        assert row["differ"] + row["rounding"] + row["only_one"] == len(mine)
        assert row["runs"] == len({run for run, _, _ in mine})
        assert row["ranks"] == sum(a != b for a, b in of.select("rank_before", "rank_after").rows())
        x, y = (of[which].to_list() for which in ("before", "after"))
        if len(set(x)) == 1 or len(set(y)) == 1:
            assert row["tau"] is None
        else:
            assert row["tau"] == pytest.approx(slow_tau(x, y), abs=1e-12)
    for row in found.topics.iter_rows(named=True):
        mine = [key for key in differing if key[1:] == (row["measure"], row["topic"])]
        assert row["runs"] == len(mine)


# What nothing explains


def manifest_of(place: Path) -> dict:
    return json.loads((place / "manifest.json").read_text(encoding="utf-8"))


def write_manifest(place: Path, manifest: dict) -> None:
    (place / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")


def tamper(place: Path, run: str, measure: str, topic: str, value: float | None) -> None:
    """Another value, or none, in the tables of a directory, behind its back."""
    scores = pl.read_parquet(place / "scores.parquet")
    here = (pl.col("run") == run) & (pl.col("measure") == measure) & (pl.col("topic") == topic)
    if value is None:
        scores = scores.filter(~here)
    else:
        scores = scores.with_columns(value=pl.when(here).then(value).otherwise("value"))
    scores.write_parquet(place / "scores.parquet")
    scores.write_csv(place / "scores.csv")
