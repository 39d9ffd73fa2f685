"""A task of five rounds: in each, what was judged before leaves everything."""

import csv
import json

import numpy as np
import polars as pl
import pytest

import harness as package
from harness.diff.differences import differences
from harness.results import read_results
from harness.workflows.evaluate import run as evaluate
from harness.workflows.pool import make_pool
from harness.workflows.pool_analysis import estimate_bias
from tests.residual_worlds import judged_pairs, without

TOPICS = [str(number) for number in range(1, 9)]


@pytest.fixture
def rounds(tmp_path):
    """A collection judged in five rounds; two runs of the fifth, one of which repeats the past."""
    draw = np.random.default_rng(2020)
    relevance = {(t, f"doc{n}"): int(draw.choice([0, 0, 1, 2])) for t in TOPICS for n in range(300)}
    for number in range(5):
        chosen = range(60 * number, 60 * number + 60)
        lines = [f"{t} {number} doc{n} {relevance[t, f'doc{n}']}\n" for t in TOPICS for n in chosen]
        (tmp_path / f"round{number + 1}.txt").write_text("".join(lines))
    cumulative = "".join((tmp_path / f"round{number}.txt").read_text() for number in range(1, 6))
    (tmp_path / "cumulative.txt").write_text(cumulative)
    (tmp_path / "runs").mkdir()
    for name, old in (("fresh", 0), ("repeating", 30)):
        lines = []
        again = np.random.default_rng(3)
        for topic in TOPICS:
            earlier = again.permutation(240)[:30][:old]
            docs = [*earlier.tolist(), *(240 + again.permutation(60)[:40]).tolist()]
            lines += [
                f"{topic} Q0 doc{doc} {rank} {1000 - rank} {name}\n"
                for rank, doc in enumerate(docs, 1)
            ]
        (tmp_path / "runs" / f"{name}.run").write_text("".join(lines))
    topics = "".join(f"{t}\ttopic {t}\n" for t in TOPICS)
    (tmp_path / "topics.tsv").write_text(topics)
    return tmp_path


TASK = """\
qrels: round5.txt
known_judgments: [round1.txt, {path: round2.txt, format: trec}, round3.txt, round4.txt]
runs: runs/*.run
measures: [AP, nDCG@20, P@5, Bpref, R@20]
"""


def written(folder, text=TASK, name="task.yaml"):
    path = folder / name
    path.write_text(text)
    return path


def equal_runs(values):
    """Whether the run that repeats the past has every value of the one that does not."""
    by_run = {}
    for row in values:
        key = tuple(v for k, v in row.items() if k not in ("run", "value"))
        by_run.setdefault(row["run"], {})[key] = row["value"]
    return by_run["fresh"] == by_run["repeating"] and len(by_run["fresh"]) > 0


@pytest.mark.parametrize("qrels", ["round5.txt", "cumulative.txt"])
def test_a_round_5_run_with_30_earlier_documents_on_top_scores_as_without_them(
    rounds, qrels, harness
):
    task = written(rounds, TASK.replace("round5.txt", qrels))
    result = harness("run", task, "-o", rounds / "out")
    assert result.status == 0, result.out + result.err
    for table in ("scores.csv", "summary.csv", "curves.csv"):
        rows = list(csv.DictReader((rounds / "out" / table).read_text().splitlines()))
        if table == "curves.csv":
            rows = [{"run": r["run"], "by": r["by"], "at": r["at"], "value": r["precision"] + r["recall"]} for r in rows]  # fmt: skip
        assert equal_runs(rows), table
    expected = package.score(rounds / "round5.txt", rounds / "runs" / "fresh.run", ["AP"])
    scores = pl.read_csv(rounds / "out" / "scores.csv").filter(pl.col("measure") == "AP")
    repeating = scores.filter(pl.col("run") == "repeating")["value"].to_list()
    assert repeating == expected.per_topic("AP")["fresh"].to_list()
    manifest = json.loads((rounds / "out" / "manifest.json").read_text())
    assert [run["known"] for run in manifest["runs"]] == [0, 240]
    known = [name for name in manifest["inputs"] if name.startswith("known_judgments")]
    assert known == [f"known_judgments[{number}]" for number in range(4)]
    assert all(len(manifest["inputs"][name]["sha256"]) == 64 for name in known)
    left = 4 * 60 * len(TOPICS) if qrels == "cumulative.txt" else 0
    assert manifest["residual"] == {
        "policy": "residual",
        "known": 4 * 60 * len(TOPICS),
        "not_judged": 0,
        "left_judgments": left,
        "topics_left": [],
    }


@pytest.mark.parametrize(
    "command",
    [
        ("run", "TASK", "-o", "OUT"),
        ("compare", "TASK"),
        ("compare", "TASK", "fresh", "repeating"),
        ("diagnose", "TASK"),
        ("compare", "ties", "TASK"),
        ("pool", "TASK", "-o", "OUT"),
        ("pool", "bias", "TASK"),
        ("report", "table", "TASK"),
        ("report", "TASK", "-o", "OUT.html", "--participant", "repeating"),
        ("eval", "--known", "KNOWN", "-m", "map", "QRELS", "RUNS"),
    ],
)  # fmt: skip
def test_every_output_says_how_many_documents_left_how_many_runs(rounds, command, harness):
    task = written(rounds)
    names = {
        "TASK": task,
        "OUT": rounds / "out",
        "OUT.html": rounds / "out.html",
        "KNOWN": rounds / "round1.txt",
        "QRELS": rounds / "round5.txt",
    }
    runs = sorted((rounds / "runs").iterdir())
    arguments = [part for name in command for part in (runs if name == "RUNS" else [names.get(name, name)])]  # fmt: skip
    result = harness(*arguments)
    assert result.status == 0, result.out + result.err
    sheet = rounds / "out.html"
    shown = " ".join((sheet.read_text() if sheet.exists() else (result.out + result.err)).split())
    of = "1 run" if sheet.exists() else "1 of 2 runs"  # a sheet knows those of its participant only
    assert f"documents of {of} left the rankings" in shown


def test_a_pool_does_not_hold_what_was_judged_before_and_reads_on_instead(rounds):
    text = TASK + "pool: {depth: 10}\n"
    plain = make_pool(written(rounds, text.replace("known_judgments", "description").replace("[round1.txt, {path: round2.txt, format: trec}, round3.txt, round4.txt]", "none")))  # fmt: skip
    residual = make_pool(written(rounds, text, "residual.yaml"))
    known = set().union(
        *(judged_pairs((rounds / f"round{number}.txt").read_text()) for number in range(1, 5))
    )

    def best(name, taken):
        lines = (rounds / "runs" / f"{name}.run").read_text()
        kept = without(lines, known).splitlines() if taken else lines.splitlines()
        seen, first = {}, set()
        for line in kept:
            topic, _, doc, *_ = line.split()
            seen[topic] = seen.get(topic, 0) + 1
            if seen[topic] <= 10:
                first.add((topic, doc))
        return first

    for pooling, taken in ((plain, False), (residual, True)):
        pairs = set(pooling.pool.frame.select("topic", "doc").rows())
        assert pairs == best("fresh", taken) | best("repeating", taken)
    assert any("240 documents of 1 of 2 runs left" in note for note in map(str, residual.notes))
    assert residual.manifest["residual"]["known"] == len(known)


def test_judgments_to_subtract_and_earlier_pools_lose_what_was_known_before(rounds):
    """One rule, whatever `earlier` says: the collection has no such documents."""
    text = TASK + "pool: {depth: 5, judged: round1.txt, earlier: keep}\n"
    pooling = make_pool(written(rounds, text))
    known = judged_pairs((rounds / "round1.txt").read_text())
    assert known.isdisjoint(pooling.pool.frame.select("topic", "doc").rows())
    assert any(
        "480 documents of pool.judged do not count" in note for note in map(str, pooling.notes)
    )


def test_a_pool_with_known_judgments_is_rebuilt_to_the_byte(rounds, harness):
    task = written(rounds, TASK + "pool: {depth: 5}\n")
    assert harness("pool", task, "-o", rounds / "pool").status == 0
    result = harness("pool", "rebuild", rounds / "pool")
    assert (result.status, "every file the same" in (result.out + result.err)) == (0, True), (
        result.out + result.err
    )
    (rounds / "round3.txt").write_text("1 0 doc1 1\n")
    assert "changed since: round3.txt" in harness("pool", "rebuild", rounds / "pool").out


def test_bias_is_that_of_the_files_without_the_lines(rounds):
    known = set().union(
        *(judged_pairs((rounds / f"round{number}.txt").read_text()) for number in range(1, 5))
    )
    found = estimate_bias(package.load_task(written(rounds)), by="run")
    (rounds / "cut").mkdir()
    for path in (rounds / "runs").iterdir():
        (rounds / "cut" / path.name).write_text(without(path.read_text(), known))
    plain = "qrels: round5.txt\nruns: cut/*.run\nmeasures: [AP]\n"
    expected = estimate_bias(package.load_task(written(rounds, plain, "plain.yaml")), by="run")
    np.testing.assert_array_equal(found.left_out.before, expected.left_out.before)
    np.testing.assert_array_equal(found.left_out.after, expected.left_out.after)
    np.testing.assert_array_equal(found.judged.values, expected.judged.values)


def test_check_finds_documents_of_earlier_rounds(rounds, harness):
    task = written(rounds)
    result = harness("check", task, rounds / "runs" / "repeating.run", "--format", "json")
    found = json.loads(result.out + result.err)
    assert "document-judged-before" in json.dumps(found)
    assert result.status == 1
    clean = harness("check", task, rounds / "runs" / "fresh.run")
    assert "document-judged-before" not in (clean.out + clean.err)
    (rounds / "round1.txt").unlink()
    alone = harness("check", task, rounds / "runs" / "fresh.run")
    assert "known judgments: there is no file round1.txt" in " ".join(
        (alone.out + alone.err).split()
    )


def test_check_without_a_task_is_told_what_was_known(rounds, harness):
    run = rounds / "runs" / "repeating.run"
    assert "document-judged-before" not in harness("check", run).out
    known = [part for number in (1, 2) for part in ("--known", rounds / f"round{number}.txt")]
    one, both = (harness("check", run, *part, "--format", "json") for part in (known[:2], known))
    counts = [(result.out + result.err).count('"document-judged-before"') for result in (one, both)]
    assert 0 < counts[0] <= counts[1]
    assert "document-judged-before" in harness("check", written(rounds), run, *known).out


def test_a_task_may_refuse_runs_that_repeat_the_past(rounds):
    text = TASK + "check: {topics: [1-8], severity: {document-judged-before: error}}\n"
    evaluation = evaluate(written(rounds, text))
    assert evaluation.scores.runs == ("fresh",)
    assert "was judged before in topic" in str(evaluation.refused[0].problems[0])


def test_diff_names_known_judgments_as_a_cause_and_explains_every_value(rounds, harness):
    plain = TASK.replace(TASK.splitlines(keepends=True)[1], "")
    for text, name in ((plain, "before"), (TASK, "after")):
        task = written(rounds, text.replace("round5.txt", "cumulative.txt"))
        assert harness("run", task, "-o", rounds / name, "--force").status == 0
    before, after = (read_results(rounds / name) for name in ("before", "after"))
    found = differences(before, after)
    assert [(why["cause"], why["what"]) for why in found.why.to_dicts()] == [
        ("known judgments", "none → 1920 judgments")
    ]
    (why,) = found.why.to_dicts()
    assert why["values"] == why["only"] > 0
    named = found.inputs.filter(pl.col("what") == "known judgments")["name"].to_list()
    assert named == [f"round{number}.txt" for number in range(1, 5)]
    again = differences(after, after)
    assert again.inputs.is_empty()


def test_wrong_known_judgments_are_problems_of_the_task(rounds, harness):
    text = TASK.replace("round1.txt", "roun1.txt").replace("format: trec", "format: trek")
    result = harness("run", written(rounds, text), "-o", rounds / "out")
    assert result.status == 2
    assert "did you mean round1.txt?" in (result.out + result.err)
    assert "known_judgments" in (result.out + result.err)
