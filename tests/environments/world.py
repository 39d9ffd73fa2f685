"""A small shared task with everything that commands work on, under names of any bytes."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

#: What a participant's file is called, and how it is shown.
ODD, SHOWN = os.fsdecode(b"caf\xe9"), r"caf\xe9"
#: A file whose name has what looks like that escape, and how it is shown.
TWIN, SHOWN_TWIN = r"caf\xe9", r"caf\\xe9"

TOPICS = ("t1", "t2", "t3", "t4")
DOCS = tuple(f"d{number}" for number in range(8))
#: Two runs have no usable tag, so that they are called as their files.
TASK = r"""
name: task
topics: topics.jsonl
qrels: {odd}.qrels
participants: table.csv
runs: ['{odd}.run', '{twin}.run', a.run]
measures: [AP, nDCG@5]
documents: docs.jsonl
run_pattern: '(?P<name>[^/]+)\.run$'
check: {{}}
pool: {{depth: 3}}
judge: {{assessors: [ann, {{name: ben, group: g}}], overlap: 0.5, ledger: task.ledger,
  kinds: [human, import, simulated]}}
"""


def make(folder: Path, call: Callable[[list[str]], int], odd: str = ODD, twin: str = TWIN) -> None:
    """Write the files into a folder, and what commands make of them; ``call`` runs a command."""
    shown = {ODD: SHOWN, TWIN: SHOWN_TWIN}
    lines = [
        f"{topic} 0 {doc} {(i * j + i) % 3}"
        for i, topic in enumerate(TOPICS)
        for j, doc in enumerate(DOCS)
    ]
    (folder / f"{odd}.qrels").write_text("\n".join(lines) + "\n")
    for shift, name in enumerate((odd, twin, "a")):
        tag = name if name.isascii() and name.isalnum() else "x"
        (folder / f"{name}.run").write_text(
            "".join(
                f"{topic} Q0 {DOCS[(at * (2 * shift + 1)) % 8]} {at + 1} {9 - at} {tag}\n"
                for topic in TOPICS
                for at in range(len(DOCS))
            )
        )
    topics = [{"id": topic, "title": f"about {topic}", "description": "what"} for topic in TOPICS]
    (folder / "topics.jsonl").write_text("".join(json.dumps(one) + "\n" for one in topics))
    docs = [{"id": doc, "title": doc, "text": f"text of {doc}"} for doc in DOCS]
    (folder / "docs.jsonl").write_text("".join(json.dumps(one) + "\n" for one in docs))
    (folder / "table.csv").write_text(
        f"run,group,retriever\n{shown.get(odd, odd)},g,dense\n{shown.get(twin, twin)},h,sparse\na,h,sparse\n"
    )
    task = TASK.format(odd=shown.get(odd, odd), twin=shown.get(twin, twin))
    (folder / f"{odd}.yaml").write_text(task)
    (folder / "changed.yaml").write_text(task.replace("[AP, nDCG@5]", "[AP]\ndepth: 2"))
    (folder / "gold.csv").write_text("item,label\n1,a\n2,b\n3,a\n")
    (folder / f"{odd}.csv").write_text("item,label\n1,a\n2,b\n3,b\n")
    (folder / "labels.yaml").write_text(
        f"kind: classification\nqrels: gold.csv\nruns: ['{shown.get(odd, odd)}.csv']\n"
    )
    (folder / "back.jsonl").write_text(
        json.dumps({"topic": "t1", "doc": "d0", "grade": 1, "assessor": "cy"}) + "\n"
    )
    for made in (
        ["run", f"{odd}.yaml", "-o", "results"],
        ["run", "changed.yaml", "-o", "changed"],
        ["pool", f"{odd}.yaml", "-o", "pool"],
        ["judge", "add", f"{odd}.yaml", "pool", "--anyway", "--organiser", "olga"],
        ["judge", "simulate", f"{odd}.yaml"],
        ["judge", "release", f"{odd}.yaml", "--name", "first", "--policy", "last"],
        ["judge", "release", f"{odd}.yaml", "--name", "second", "--policy", "max"],
    ):
        status = call(made)
        assert status in (0, 1), (made, status)


def commands(odd: str = ODD, twin: str = TWIN, out: str = "out") -> dict[str, list[str]]:
    """A call of every command by its name, writing below ``out``."""
    task, shown = f"{odd}.yaml", {ODD: SHOWN}.get(odd, odd)
    return {
        "run": [task, "-o", f"{out}/run"],
        "init": [".", "-o", f"{out}/init.yaml"],
        "completion": ["bash"],
        "check": [task],
        "judge add": [task, "pool", "--anyway", "--organiser", "mia"],
        "judge agreement": [task],
        "judge backup": [task, f"{out}/copy.ledger"],
        "judge diff": [task, "first", "second"],
        "judge export": [task, "--to", "jsonl", "-o", f"{out}/export.jsonl"],
        "judge import": [task, "back.jsonl"],
        "judge link": [task, "olga"],
        "judge model": [task, "nobody"],
        "judge next": [task, "-o", f"{out}/next"],
        "judge pool": [task, "-o", f"{out}/live"],
        "judge packet": [task, "-o", f"{out}/packets"],
        "judge release": [task, "-o", f"{out}/release.txt"],
        "judge serve": [task, "--host", "256.0.0.1"],
        "judge simulate": [task],
        "judge status": [task],
        "pool": [task, "-o", f"{out}/pool"],
        "pool cost": [task],
        "pool bias": [task],
        "pool rebuild": ["pool"],
        "pool replay": [task],
        "pool strategies": [],
        "compare components": ["results", "--factor", "retriever"],
        "compare design": ["--variance", "0.1"],
        "compare leaderboards": ["results", "changed"],
        "compare measures": ["results"],
        "compare power": ["results"],
        "compare ranks": ["results"],
        "compare unjudged": [task, shown, "a"],
        "compare reliability": ["results"],
        "compare replicability": ["results", "changed"],
        "compare risk": ["results", "--baseline", "a"],
        "compare": ["results"],
        "compare swaps": ["results"],
        "compare topics": ["results"],
        "compare variants": ["results", shown, "a"],
        "diff": ["results", "changed"],
        "gate": ["results", "changed", "--budget", "AP=2%"],
        "diagnose": [task, "--run", shown],
        "report figures": ["results", "-o", f"{out}/figures"],
        "report leaderboard": ["results"],
        "report": [task, "-o", f"{out}/page.html"],
        "report sheets": [task, "-o", f"{out}/sheets"],
        "report table": ["results"],
        "report topics": ["results"],
        "eval": ["-q", "-m", "map", f"{odd}.qrels", f"{odd}.run"],
        "selftest": ["--against", "/bin/false", "--cases", "1", "-o", f"{out}/kept"],
        "labels": ["labels.yaml"],
        "measures": ["nDCG@10"],
        "convert": [f"{odd}.run", "--to", "csv", "-o", f"{out}/run.csv"],
        "info": ["topics.jsonl", f"{odd}.qrels", f"{odd}.run", f"{twin}.run"],
        "schema": [],
        "demo": [f"{out}/demo", "--no-open"],
        "explain": ["score-tied"],
        "receive": [task, f"{odd}.run", "--group", "lab"],
        "compare ties": [f"{odd}.run", "--qrels", f"{odd}.qrels"],
    }


def further(odd: str = ODD, twin: str = TWIN, out: str = "out") -> dict[str, list[str]]:
    """More ways of some commands: what they write in other forms."""
    task = f"{odd}.yaml"
    return {
        "check several": ["check", f"{odd}.run", f"{twin}.run", "a.run"],
        "check json": ["check", task, "--format", "json"],
        "check sarif": ["check", task, "--format", "sarif"],
        "check repaired": ["check", task, "-o", f"{out}/repaired"],
        "eval several": ["eval", f"{odd}.qrels", f"{odd}.run", f"{twin}.run", "a.run"],
        "eval json": ["eval", f"{odd}.qrels", f"{odd}.run", f"{twin}.run", "--format", "json"],
        "eval parquet": ["eval", f"{odd}.qrels", f"{odd}.run", "--format", "parquet"],
        "eval no such run": ["eval", f"{odd}.qrels", f"{odd}{odd}.run"],
        "run chosen": ["run", task, f"{odd}.run", "-o", f"{out}/{odd}"],
        "run json": ["run", task, "-o", f"{out}/{odd}", "--format", "json"],
        "info json": ["info", f"{odd}.run", f"{twin}.run", "--format", "json"],
        "report of results": ["report", "results", "-o", f"{out}/{odd}.html"],
        "report sheets pdf": [
            "report",
            "sheets",
            "results",
            "--format",
            "pdf",
            "-o",
            f"{out}/{odd}",
        ],
        "report table latex": [
            "report",
            "table",
            "results",
            "--format",
            "latex",
            "-o",
            f"{out}/{odd}.tex",
        ],
        "judge packet xlsx": ["judge", "packet", task, "--to", "xlsx", "-o", f"{out}/{odd}"],
        "judge packet csv": ["judge", "packet", task, "--to", "csv", "-o", f"{out}/{odd}"],
        "judge backup odd": ["judge", "backup", task, f"{out}/{odd}.ledger"],
        "compare json": ["compare", task, "--format", "json"],
        "compare latex": ["compare", "results", "--format", "latex"],
        "pool odd": ["pool", task, "-o", f"{out}/{odd}", "--by-topic"],
        "convert topics": ["convert", "topics.jsonl", "--to", "tsv", "-o", f"{out}/topics.tsv"],
        "convert qrels": ["convert", f"{odd}.qrels", "--to", "csv", "-o", f"{out}/qrels.csv"],
        "convert odd": [
            "convert",
            f"{odd}.run",
            "--to",
            "parquet",
            "-o",
            f"{out}/{odd}.parquet",
        ],
        "gate junit": ["gate", "results", "changed", "--budget", "AP=2%", "--format", "junit"],
        "diff page": ["diff", "results", "changed", "--all", "--format", "json"],
    }
