"""Inputs that grow in one respect: one topic, many topics, long names, nested keys."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

_TASK = """\
name: t
topics: topics.tsv
qrels: qrels
runs: {runs}
measures: [AP, P@5]
pool: {{{pool}}}
judge: {{assessors: [ann, ben]}}
{more}"""

_LABELS = "kind: classification\nqrels: gold.tsv\nruns: labels.tsv\nmeasures: [accuracy]\n"


@dataclass
class Inputs:
    """The files of a folder: two runs unless others are named."""

    qrels: str = "1 0 d1 1\n1 0 d2 0\n2 0 d1 1\n"
    topics: str = "1\tfirst words\n2\tother words\n"
    run: str = "1 Q0 d1 1 2 a\n1 Q0 d2 2 1 a\n2 Q0 d1 1 1 a\n"
    others: dict[str, str] = field(default_factory=dict)
    runs: list[str] = field(default_factory=lambda: ["a.run", "b.run"])
    pool: str = "depth: 3"
    more: str = ""

    def write(self, folder: Path) -> None:
        """Write all files, with a task that names them."""
        files = {"qrels": self.qrels, "topics.tsv": self.topics, "a.run": self.run}
        if "b.run" in self.runs:
            files["b.run"] = "1 Q0 d2 1 2 b\n2 Q0 d1 1 1 b\n"
        files["t.yaml"] = _TASK.format(runs=json.dumps(self.runs), pool=self.pool, more=self.more)
        files["docs.txt"] = "".join(
            f"{line.split()[2]}\n" for line in self.qrels.splitlines() if len(line.split()) > 2
        )
        lines = [line.split() for line in self.run.splitlines()]
        items = "".join(f"{line[2]}\t{line[4]}\n" for line in lines if len(line) > 4)
        files |= {"l.yaml": _LABELS, "gold.tsv": items, "labels.tsv": items}
        filled = "".join(f"{line[0]},{line[2]},1,{line[5]}\n" for line in lines if len(line) > 5)
        files["filled.csv"] = f"topic,doc,grade,assessor\n{filled}"
        files["c.yaml"] = files["t.yaml"] + "check: {documents: docs.txt}\n"
        for name, content in (files | self.others).items():
            (folder / name).write_text(content, encoding="utf-8")


def _numbered(count: int, line: str) -> str:
    return "".join(line.format(number) for number in range(1, count + 1))


def _long(n: int) -> Inputs:
    a, z = "a" * n, "z" * n
    return Inputs(
        qrels=f"1 0 d1 1\n2 0 {z} 1\n",
        run=f"1 Q0 {a} 1 2 a\n1 Q0 {'./' * (n // 2)} 2 1 a\n2 Q0 {'0' * n} 1 1 a\n",
    )


def _long_topic(n: int) -> Inputs:
    return Inputs(
        qrels=f"{'1' * n} 0 d1 1\n2 0 d1 1\n",
        topics=f"{'1' * n}\twords\n2\twords\n",
        run=f"{'.a' * (n // 2)} Q0 d1 1 2 a\n2 Q0 d1 1 2 a\n",
    )


def _long_tag(n: int) -> Inputs:
    return Inputs(run=f"1 Q0 d1 1 2 {'x' * n}\n2 Q0 d1 1 1 {'x' * n}\n")


def _wide(n: int) -> Inputs:
    return Inputs(
        qrels="1 0 d1 1 " + "x " * n + "\n2 0 d1 1\n",
        topics="1\t" + "x\t" * n + "\n2\twords\n",
        run="1 Q0 d1 1 2 a " + "x " * n + "\n2 Q0 d1 1 1 a\n",
    )


def _header(n: int) -> Inputs:
    columns = _numbered(n, ",c{}")
    values = ",1" * n
    return Inputs(
        others={
            "qrels": f"topic,doc,grade{columns}\n1,d1,1{values}\n2,d1,1{values}\n",
            "topics.tsv": f"topic,title{columns}\n1,words{values}\n2,more{values}\n".replace(
                ",", "\t"
            ),
            "topics.csv": f"id,title{columns}\n1,words{values}\n2,more{values}\n",
            "a.run": f"topic,doc,score{columns}\n1,d1,2{values}\n2,d1,1{values}\n",
        }
    )


def _one_topic(n: int) -> Inputs:
    return Inputs(
        qrels="2 0 d1 1\n" + _numbered(n, "1 0 d{} 1\n"),
        run="".join(f"1 Q0 d{i} {i} {n - i} a\n" for i in range(1, n + 1)) + "2 Q0 d1 1 1 a\n",
    )


def _topics(n: int) -> Inputs:
    return Inputs(
        qrels=_numbered(n, "{0} 0 d1 1\n"),
        topics=_numbered(n, "{0}\twords\n"),
        run=_numbered(n, "{0} Q0 d1 1 1 a\n"),
    )


def _other_topics(n: int) -> Inputs:
    return Inputs(
        qrels=_numbered(n, "{0} 0 d1 1\n") + "t0 0 d1 1\n",
        topics=_numbered(n, "{0}\twords\n"),
        run=_numbered(n, "x{0} Q0 d1 1 1 a\n") + "1 Q0 d1 1 1 a\n",
    )


def _tied(n: int) -> Inputs:
    return Inputs(
        qrels="2 0 d1 1\n" + _numbered(n, "1 0 d{} 1\n"),
        run=_numbered(n, "1 Q0 d{0} {0} 1 a\n") + "2 Q0 d1 1 1 a\n",
    )


def _unjudged(n: int) -> Inputs:
    return Inputs(
        qrels="2 0 e1 1\n" + _numbered(n, "1 0 e{}-x 1\n"),
        run="".join(f"1 Q0 d{i}/y {i} {n - i} a\n" for i in range(1, n + 1)) + "2 Q0 d1 1 1 a\n",
    )


def _missing(n: int) -> Inputs:
    return Inputs(runs=["a.run", *(f"no{number}.run" for number in range(n))])


def _many_runs(n: int) -> Inputs:
    names = [f"r{number}.run" for number in range(n)]
    return Inputs(
        runs=names,
        others={
            name: f"1 Q0 d{i % 2 + 1} 1 2 t{i}\n2 Q0 d1 1 1 t{i}\n" for i, name in enumerate(names)
        },
    )


def _twice(n: int) -> Inputs:
    return Inputs(
        qrels="1 0 d1 1\n2 0 d1 1\n" + "1 0 d1 1\n" * n,
        run="1 Q0 d1 1 2 a\n2 Q0 d1 1 1 a\n" + "1 Q0 d1 1 2 a\n" * n,
        topics="1\twords\n2\twords\n" + "1\twords\n" * n,
    )


def _bad_lines(n: int) -> Inputs:
    return Inputs(
        qrels="1 0 d1 1\n2 0 d1 1\n" + _numbered(n, "1 0 e{} x\n"),
        run="1 Q0 d1 1 2 a\n2 Q0 d1 1 1 a\n" + _numbered(n, "1 Q0 e{0} {0} x a\n"),
    )


def _few_fields(n: int) -> Inputs:
    return Inputs(
        qrels="1 0 d1 1\n" + _numbered(n, "1 e{}\n"),
        run="1 Q0 d1 1 2 a\n" + _numbered(n, "1 Q0 e{0}\n"),
        topics="1\twords\n" + _numbered(n, "\n{}"),
    )


def _tags(n: int) -> Inputs:
    return Inputs(run="2 Q0 d1 1 1 a\n" + _numbered(n, "1 Q0 d{0} {0} 1 t{0}\n"))


def _nested(n: int) -> Inputs:
    deep = "[" * n + "]" * n
    return Inputs(
        others={
            "qrels": f'{{"1": {{"d1": {deep}}}}}',
            "topics.tsv": f'{{"1": {deep}}}',
            "a.run": '{"1": ' * n + "1" + "}" * n,
        }
    )


def _keys(n: int) -> Inputs:
    docs = ", ".join(f'"d{number}": {number}' for number in range(n))
    grades = ", ".join(f'"d{number}": 1' for number in range(n))
    fields = ", ".join(f'"f{number}": "x"' for number in range(n))
    return Inputs(
        others={
            "qrels": f'{{"1": {{{grades}}}, "2": {{"d1": 1}}}}',
            "topics.tsv": f'[{{"id": "1", "title": "x", {fields}}}, {{"id": "2", "title": "y"}}]',
            "a.run": f'{{"1": {{{docs}}}, "2": {{"d1": 1}}}}',
        }
    )


def _unknown_keys(n: int) -> Inputs:
    return Inputs(more=_numbered(n, "mesures{}: x\n"))


def _unknown_measures(n: int) -> Inputs:
    measures = ", ".join(f"nDGC@{number}x" for number in range(n))
    return Inputs(more=f"summaries: [{measures}]\n")


def _unknown_runs(n: int) -> Inputs:
    names = ", ".join(f"x{number}" for number in range(n))
    depths = ", ".join(f"x{number}: 5" for number in range(n))
    return Inputs(pool=f"run_depths: {{{depths}}}", more=f"compare: {{baselines: [{names}]}}\n")


def _participants(n: int) -> Inputs:
    table = "run,group\n" + _numbered(n, "r{0},g{0}\n")
    return Inputs(others={"p.csv": table}, more="participants: p.csv\n")


def _subset(n: int) -> Inputs:
    wrong = ", ".join(f'"x{number}"' for number in range(n))
    return Inputs(
        topics=_numbered(n, "{0}\twords\n"),
        qrels=_numbered(n, "{0} 0 d1 1\n"),
        more=f"subsets: {{s: [{wrong}]}}\n",
    )


@dataclass(frozen=True)
class Shape:
    """What grows, and the size at which it is measured first."""

    name: str
    make: Callable[[int], Inputs]
    size: int


SHAPES = (
    Shape("identifiers of n characters", _long, 5_000),
    Shape("a topic of n characters", _long_topic, 5_000),
    Shape("a tag of n characters", _long_tag, 5_000),
    Shape("a line of n fields", _wide, 2_500),
    Shape("a header of n columns", _header, 500),
    Shape("one topic of n documents", _one_topic, 2_500),
    Shape("n topics of one document", _topics, 500),
    Shape("n topics that are others", _other_topics, 1_250),
    Shape("n documents of one score", _tied, 2_500),
    Shape("n documents, none judged", _unjudged, 2_500),
    Shape("n files that are missing", _missing, 250),
    Shape("n runs of two lines", _many_runs, 6),
    Shape("a document n times", _twice, 2_500),
    Shape("n scores that are none", _bad_lines, 2_500),
    Shape("n lines of too few fields", _few_fields, 2_500),
    Shape("n tags", _tags, 2_500),
    Shape("JSON n levels deep", _nested, 2_500),
    Shape("JSON of n keys", _keys, 2_500),
    Shape("n unknown keys", _unknown_keys, 125),
    Shape("n unknown summaries", _unknown_measures, 125),
    Shape("n unknown runs", _unknown_runs, 250),
    Shape("n participants", _participants, 1_250),
    Shape("a subset of n unknown topics", _subset, 500),
)
