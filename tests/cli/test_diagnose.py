"""`harness diagnose` as a participant calls it: where a run loses, and which documents say why."""

from __future__ import annotations

import csv
import io
import json
import statistics
from collections import defaultdict
from pathlib import Path

import pytest

import harness as package
from harness.cli.diagnose import TABLES
from harness.report.table import RENDERERS
from tests.cli.conftest import Outcome

Rows = list[dict[str, str]]


def rows(got: Outcome) -> Rows:
    assert got.status == 0, got.err
    return list(csv.DictReader(io.StringIO(got.out)))


@pytest.fixture
def diagnose(harness, demo):
    """``diagnose("--run", …)`` on the demo task."""
    return lambda *args: harness("diagnose", demo / "configs/demo.yaml", *args)


@pytest.fixture
def table(diagnose):
    """One table of the demo task as rows of texts."""
    return lambda part, *args: rows(diagnose(*args, "--part", part, "--format", "csv"))


@pytest.fixture(scope="module")
def scores(demo):
    return package.run(demo / "configs/demo.yaml").scores


@pytest.fixture(scope="module")
def judged(demo) -> dict[str, dict[str, int]]:
    """The judgments of the demo, read by hand."""
    grades: dict[str, dict[str, int]] = defaultdict(dict)
    for line in (demo / "qrels/demo/qrels.txt").read_text().splitlines():
        topic, _, doc, grade = line.split()
        grades[topic][doc] = int(grade)
    return grades


@pytest.fixture(scope="module")
def rankings(demo) -> dict[str, dict[str, list[str]]]:
    """The documents of each run of the demo and topic, read and ordered by hand."""
    ranked: dict[str, dict[str, list[str]]] = {}
    for path in sorted((demo / "runs/demo").glob("*.run")):
        scored: dict[str, list[tuple[float, bytes, str]]] = defaultdict(list)
        for line in path.read_text().splitlines():
            topic, _, doc, _, score, _ = line.split()
            scored[topic].append((float(score), doc.encode(), doc))
        ranked[path.stem] = {
            topic: [doc for _, _, doc in sorted(found, reverse=True)]
            for topic, found in scored.items()
        }
    return ranked


# All runs


def test_all_runs_stand_in_the_order_of_the_leaderboard_with_parts_that_add_up(
    diagnose, harness, demo
):
    shown = rows(diagnose("--format", "csv"))
    board = rows(harness("compare", demo / "configs/demo.yaml", "--format", "csv"))
    assert [(row["run"], row["AP"]) for row in shown] == [(row["run"], row["AP"]) for row in board]
    for row in shown:
        parts = [float(row[name]) for name in ("missed", "ranked low", "unjudged on top")]
        assert float(row["AP"]) + sum(parts) == pytest.approx(float(row["perfect"]), abs=0.0003)
        assert row["group"] == row["run"].partition("-")[0]


def test_missed_is_the_mean_share_of_relevant_documents_that_are_not_retrieved(
    diagnose, judged, rankings
):
    for row in rows(diagnose("--format", "csv")):
        ranked = rankings[row["run"]]
        shares = [
            sum(grade > 0 and doc not in ranked.get(topic, ()) for doc, grade in grades.items())
            / sum(grade > 0 for grade in grades.values())
            for topic, grades in judged.items()
        ]
        assert row["missed"] == f"{statistics.fmean(shares):.4f}"
        firsts = [(topic, doc) for topic in judged for doc in ranked.get(topic, [])[:10]]
        unjudged = sum(doc not in judged[topic] for topic, doc in firsts)
        assert row["unjudged@10"] == f"{unjudged / len(firsts):.4f}"


def test_the_notes_say_what_each_part_means_and_what_the_means_are_over(diagnose):
    out = diagnose().out
    for said in (
        "AP: means over topics",
        "averaged over 15 topics",
        "rules: dialect trec_eval-10; all judged topics, a missing one as an empty ranking",
        "wick-coord (1 missing)",
        "perfect − AP = missed + ranked low + unjudged on top",
        "missed: lost to relevant documents that are not retrieved",
        "ranked low: lost because",
        "unjudged on top: lost to unjudged documents",
        "unjudged@10: the share",
    ):
        assert said in out


def test_another_measure_need_not_be_one_of_the_task(diagnose):
    shown = rows(diagnose("--measure", "P@3", "--format", "csv"))
    assert float(shown[0]["P@3"]) == max(float(row["P@3"]) for row in shown)
    own = rows(diagnose("--measure", "0.8*AP + 0.2*RR", "--format", "csv"))
    assert "0.8*AP + 0.2*RR" in own[0]
    assert "elsewhere it is summarised as geometric" in diagnose("--measure", "GMAP").out
    assert rows(diagnose("--measure", "NumRelRet", "--format", "csv"))[0]["ranked low"] == "0.00"


# One run


def test_the_summary_of_a_run_has_its_rank_the_best_run_and_the_mean(diagnose, scores):
    got = diagnose("--run", "keeper-qld", "--format", "csv")
    own, best, mean = rows(got)
    values = scores.summarise()[:, 0]
    rank = 1 + sum(values > values[scores.runs.index("keeper-qld")])
    assert (own["run"], own["rank"], best["run"]) == ("keeper-qld", str(rank), "keeper-rrf")
    assert mean["run"] == "mean of 9 runs"
    assert mean["AP"] == f"{values.mean():.4f}"
    assert "# keeper-qld loses 0.5265 of 1.0000: 35 % missed, 64 % ranked low" in got.err
    assert "demo: keeper-qld, 5 of 9 by AP" in diagnose("--run", "keeper-qld").out


def test_hard_topics_are_those_furthest_below_the_median_and_those_with_the_lowest_values(
    table, scores
):
    frame = scores.per_topic("AP")
    own, median = frame["tern-char4"], frame.median(axis=1)
    below = table("below", "--run", "tern-char4", "--topics", 99)
    expected = [topic for topic in frame.index if own[topic] < median[topic]]
    expected.sort(key=lambda topic: own[topic] - median[topic])
    assert [row["topic"] for row in below] == expected
    for row in below:
        assert row["AP"] == f"{own[row['topic']]:.4f}"
        assert row["median"] == f"{median[row['topic']]:.4f}"
        assert row["best"] == f"{frame.loc[row['topic']].max():.4f}"
    lowest = table("lowest", "--run", "tern-char4", "--topics", 3)
    assert [row["topic"] for row in lowest] == own.sort_values(kind="stable").index[:3].tolist()


def test_a_topic_tells_how_many_relevant_documents_there_are_found_and_where_the_first_is(
    table, judged, rankings
):
    for row in table("lowest", "--run", "atlantic-bm25t", "--topics", 99):
        relevant = {doc for doc, grade in judged[row["topic"]].items() if grade > 0}
        ranked = rankings["atlantic-bm25t"][row["topic"]]
        ranks = [rank for rank, doc in enumerate(ranked, 1) if doc in relevant]
        assert int(row["relevant"]) == len(relevant)
        assert int(row["found"]) == len(ranks)
        assert row["first"] == (str(ranks[0]) if ranks else "")
        titled = row["topic"] == "D15", row["title"] == "spending the night in a lighthouse"
        assert titled[0] == titled[1]


def test_missed_documents_are_those_that_most_others_have_high(table, judged, rankings):
    shown = table("missed", "--run", "tern-char4", "--depth", 1000)
    expected = set()
    for topic, grades in judged.items():
        for doc in (doc for doc, grade in grades.items() if grade > 0):
            others = sum(
                doc in ranked.get(topic, [])[:10]
                for run, ranked in rankings.items()
                if run != "tern-char4"
            )
            if others and doc not in rankings["tern-char4"][topic][:100]:
                expected.add((topic, doc, str(others)))
    assert {(row["topic"], row["document"], row["others"]) for row in shown} == expected
    counts = [int(row["others"]) for row in shown]
    assert counts == sorted(counts, reverse=True)
    assert all(row["title"] for row in shown)


def test_non_relevant_documents_come_by_rank(table, judged, rankings):
    shown = table("nonrelevant", "--run", "tern-char4", "--depth", 1000)
    expected = {
        (topic, doc, str(rank))
        for topic, ranked in rankings["tern-char4"].items()
        for rank, doc in enumerate(ranked[:10], 1)
        if judged[topic].get(doc) == 0
    }
    assert {(row["topic"], row["document"], row["rank"]) for row in shown} == expected
    ranks = [int(row["rank"]) for row in shown]
    assert ranks == sorted(ranks)


def test_what_is_not_listed_is_counted(diagnose):
    out = diagnose("--run", "tern-char4", "--depth", 2, "--topics", 1).out
    assert "; 1 listed, --topics lists more" in out
    assert "; 2 listed, --depth lists more" in out


# Two runs


def test_topics_of_two_runs_come_by_their_difference(table, scores):
    frame = scores.per_topic("AP")
    difference = frame["keeper-qld"] - frame["fresnel-rm3"]
    worse = table("worse", "--run", "keeper-qld", "--against", "fresnel-rm3", "--topics", 99)
    better = table("better", "--run", "keeper-qld", "--against", "fresnel-rm3", "--topics", 99)
    by_loss = difference.sort_values().index.tolist()
    assert [row["topic"] for row in worse[::2]] == [t for t in by_loss if difference[t] < 0]
    assert [row["topic"] for row in better[::2]] == [t for t in by_loss[::-1] if difference[t] > 0]
    for first, second in zip(worse[::2], worse[1::2], strict=True):
        topic = first["topic"]
        assert (first["run"], second["run"]) == ("keeper-qld", "fresnel-rm3")
        assert first["difference"] == f"{difference[topic]:.4f}"
        assert second["AP"] == f"{frame['fresnel-rm3'][topic]:.4f}"


def test_differences_are_explained_by_documents_that_one_has_in_its_first_ten(
    table, judged, rankings
):
    args = ("--run", "keeper-qld", "--against", "fresnel-rm3", "--topics", 99, "--depth", 99)
    x, y = rankings["keeper-qld"], rankings["fresnel-rm3"]
    for part in ("worse", "better"):
        topics = {row["topic"] for row in table(part, *args)}
        expected = set()
        for topic in topics:
            for doc in (doc for doc, grade in judged[topic].items() if grade > 0):
                has = (doc in x[topic][:10], doc in y[topic][:10])
                if has[0] != has[1]:
                    ranks = [
                        str(of.index(doc) + 1) if doc in of else "" for of in (x[topic], y[topic])
                    ]
                    expected.add((topic, "keeper-qld" if has[0] else "fresnel-rm3", doc, *ranks))
        shown = table(f"{part}-documents", *args)
        assert {
            (
                row["topic"],
                row["only in the first 10 of"],
                row["document"],
                row["keeper-qld"],
                row["fresnel-rm3"],
            )
            for row in shown
        } == expected
        assert len(shown) == len(expected)
    first = table("worse-documents", *args)[0]
    assert first["only in the first 10 of"] == "fresnel-rm3"  # what explains the loss comes first


def test_the_summary_of_two_runs_has_the_difference_of_each_part(diagnose):
    got = diagnose("--run", "keeper-qld", "--against", "tern", "--format", "json")
    own, other, difference = json.loads(got.out)
    assert other["run"] == "tern-char4"
    for name in ("AP", "missed", "ranked low", "unjudged on top"):
        assert difference[name] == pytest.approx(own[name] - other[name], abs=0.0002)
    assert "keeper-qld is better on 15 topics, worse on 0, equal on 0" in got.err


# One topic


def test_a_topic_shows_the_first_documents_of_both_runs_with_their_judgments(
    table, judged, rankings
):
    both = ("--run", "keeper-qld", "--against", "wick-coord", "--topic", "D08", "--depth", 20)
    shown = table("ranking", *both)
    words = {2: "relevant (2)", 1: "relevant (1)", 0: "not relevant (0)", None: "unjudged"}
    for run in ("keeper-qld", "wick-coord"):
        ranked = rankings[run]["D08"][:20]
        expected = [(doc, words[judged["D08"].get(doc)]) for doc in ranked]
        found = [(row[run], row[f"judgment ({run})"]) for row in shown]
        assert found == expected + [("", "")] * (len(shown) - len(expected))
    one = table("ranking", "--run", "keeper-qld", "--topic", "D08")
    assert len(one) == 10
    assert one[0] == {
        "rank": "1",
        "keeper-qld": "LH-015",
        "judgment": "not relevant (0)",
        "title": "Abbie Burgess and the hens",
    }


def test_a_topic_shows_the_ranks_of_all_relevant_documents_and_marks_missed_ones(
    table, judged, rankings
):
    runs = ("keeper-qld", "fresnel-rm3")
    shown = table("relevant", "--run", runs[0], "--against", runs[1], "--topic", "D08")
    relevant = {doc for doc, grade in judged["D08"].items() if grade > 0}
    assert {row["document"] for row in shown} == relevant
    for row in shown:
        missing = []
        for run in runs:
            ranked = rankings[run]["D08"]
            found = row["document"] in ranked
            assert row[run] == (str(ranked.index(row["document"]) + 1) if found else "")
            missing += [] if found else [run]
        assert row["missed by"] == ("both" if len(missing) == 2 else "".join(missing))
    one = table("relevant", "--run", "keeper-qld", "--topic", "D08")
    assert {row["document"] for row in one if row["missed"] == "missed"} == {
        row["document"] for row in shown if row["missed by"] in ("keeper-qld", "both")
    }


def test_a_topic_has_its_text_and_the_values_of_the_runs_beside_the_others(diagnose, scores):
    out = diagnose("--run", "keeper-qld", "--topic", "D08").out
    assert "How did engineers found and build lighthouses" in out
    assert "49 judged, 11 relevant" in out
    values = scores.per_topic("AP").loc["D08"]
    got = diagnose("--run", "keeper-qld", "--topic", "D08", "--part", "values", "--format", "json")
    (row,) = json.loads(got.out)
    assert row["rank"] == 1 + sum(values > values["keeper-qld"])
    assert row["median"] == pytest.approx(values.median(), abs=0.00006)


# Formats, errors


MODES = {
    "--run": ("--run", "tern"),
    "--against": ("--run", "tern", "--against", "wick"),
    "--topic": ("--run", "tern", "--topic", "D01"),
}


@pytest.mark.parametrize(
    ("style", "part"),
    [*((style, 0) for style in RENDERERS), *(("csv", part) for part in range(1, 4))],
)
def test_every_format_shows_every_table_with_what_it_rests_on(diagnose, style, part):
    for mode, args in MODES.items():
        got = diagnose(*args, "--part", TABLES[mode][part], "--format", style)
        assert (got.status, bool(got.out)) == (0, True)
        assert "dialect trec_eval-10" in (got.out + got.err).replace("\\", "")


def test_all_that_is_asked_for_is_printed_in_order(diagnose):
    out = diagnose("--run", "tern", "--against", "wick").out
    places = [out.index(f"Where tern-char4 {how}") for how in ("loses most to", "gains most over")]
    assert places == sorted(places)
    assert out.count("Relevant documents that one of the two has") == 2


def test_the_bytes_do_not_depend_on_workers(diagnose):
    args = ("--run", "tern", "--against", "wick")
    assert diagnose(*args, "--workers", 1).out == diagnose(*args, "--workers", 3).out


def test_names_that_stand_for_nothing_are_refused_together(diagnose):
    got = diagnose("--run", "keper-qld", "--against", "keeper", "--topic", "D088")
    assert (got.status, got.out) == (2, "")
    assert "unknown run 'keper-qld' (did you mean keeper-qld?)" in got.err
    assert "the group 'keeper' has 2 runs (name one of keeper-qld, keeper-rrf)" in got.err
    assert "unknown topic 'D088' (did you mean D08?)" in got.err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--measure", "nDGC@10"), "did you mean nDCG?"),
        (("--measure", "RelString"), "is a text"),
        (("--against", "tern"), "name it with --run"),
        (("--topic", "D01"), "name it with --run"),
        (("--run", "tern", "--against", "tern-char4"), "--run and --against are both tern-char4"),
        (("--run", "tern", "--part", "worse"), "the tables are summary, below, lowest"),
        (("--part", "summary"), "the tables are runs"),
        (("--depth", "0"), "--depth"),
    ],
)
def test_what_cannot_be_meant_is_refused(diagnose, args, said):
    got = diagnose(*args)
    assert (got.status, got.out) == (2, "")
    assert said in got.err
    assert "Traceback" not in got.err


def test_a_directory_of_results_is_not_enough(harness, tmp_path):
    got = harness("diagnose", tmp_path)
    assert got.status == 2
    assert "name the YAML file of the task" in got.err


# Tasks of one's own

TASK = """\
topics: topics.jsonl
qrels: qrels.txt
runs: ["*.run"]
measures: [NumRel, AP]
"""


def write(
    folder: Path, task: str, runs: dict[str, str], qrels: str, titles: dict[str, str]
) -> Path:
    (folder / "qrels.txt").write_text(qrels)
    lines = [json.dumps({"query_id": topic, "title": title}) for topic, title in titles.items()]
    (folder / "topics.jsonl").write_text("\n".join(lines) + "\n")
    for name, text in runs.items():
        (folder / f"{name}.run").write_text(text)
    (folder / "task.yaml").write_text(task)
    return folder / "task.yaml"


def test_a_run_that_cannot_be_read_is_named_and_the_status_is_1(harness, tmp_path):
    runs = {"one": "1 Q0 a 1 2.0 one\n", "two": "1 Q0 b 1 1.0 two\n", "bad": "1 Q0 a 1 x bad\n"}
    task = write(tmp_path, TASK, runs, "1 0 a 1\n1 0 b 0\n", {"1": "oysters"})
    got = harness("diagnose", task, "--run", "two")
    assert got.status == 1
    assert "bad.run:1" in got.err
    assert "task: two, 2 of 2 by AP" in got.out  # the first measure that is no count
    got = harness("diagnose", task, "--run", "bad")
    assert got.status == 2
    assert "unknown run 'bad'" in got.err
    assert "bad.run:1" in got.err


def test_topics_that_a_run_does_not_answer_can_be_left_out(harness, tmp_path):
    runs = {"one": "1 Q0 a 1 2.0 one\n", "two": "1 Q0 b 1 1.0 two\n2 Q0 a 1 1.0 two\n"}
    qrels = "1 0 a 1\n1 0 b 0\n2 0 a 1\n3 0 a 0\n"
    titles = dict.fromkeys("123", "pearls")
    task = write(tmp_path, TASK + "topic_policy: answered\n", runs, qrels, titles)
    got = harness("diagnose", task, "--run", "one")
    assert "one is not evaluated on 2 judged topics" in got.out
    got = harness("diagnose", task, "--run", "two", "--against", "one")
    assert "topics left out because not both are evaluated there: 2" in got.out
    got = harness("diagnose", task, "--run", "one", "--topic", "2")
    assert "one is not evaluated on the topic" in got.out
    got = harness("diagnose", task.rename(tmp_path / "t.yaml"))
    assert "the runs are NOT comparable" in got.out


def test_ranks_of_runs_over_different_topics_are_not_called_comparable(harness, tmp_path):
    runs = {
        "few": "1 Q0 a 1 2.0 few\n",
        "all": "1 Q0 a 1 2.0 all\n2 Q0 x 1 3.0 all\n2 Q0 a 2 1.0 all\n",
        "too": "1 Q0 a 1 2.0 too\n2 Q0 a 1 1.0 too\n",
    }
    qrels = "1 0 a 1\n2 0 a 1\n"
    titles = dict.fromkeys("12", "pearls")
    task = write(tmp_path, TASK + "topic_policy: answered\n", runs, qrels, titles)
    warning = "averaged over 1 to 2 topics: the runs are NOT comparable"
    assert warning in harness("diagnose", task, "--run", "few").out
    # Two runs with the same topics are still ranked among all.
    got = harness("diagnose", task, "--run", "all", "--against", "too", "--format", "json")
    assert [row["rank"] for row in json.loads(got.out)] == [3, 1, None]
    assert warning in got.err
    # The topics that two runs have in common can be compared, but say nothing of ranks.
    got = harness("diagnose", task, "--run", "few", "--against", "all", "--format", "json")
    few, other, _ = json.loads(got.out)
    assert (few["rank"], other["rank"]) == (None, None)
    assert (few["AP"], other["AP"], other["unjudged@10"]) == (1.0, 1.0, 0.0)
    assert "# averaged over the 1 topic of both" in got.err
    assert "NOT comparable" not in got.err
    assert "in the first 10 of these topics" in got.err


def test_of_a_measure_where_less_is_better_the_notes_say_how_to_read_it(harness, tmp_path):
    runs = {"one": "1 Q0 a 1 2.0 one\n2 Q0 b 1 1.0 one\n"}
    task = write(tmp_path, TASK, runs, "1 0 a 1\n2 0 b 0\n2 0 a 1\n", dict.fromkeys("12", "x"))
    args = ("diagnose", task, "--measure", "FDR")
    said = "parts below 0: FDR scores less by the perfect ranking"
    for more in ((), ("--run", "one"), ("--run", "one", "--topic", "2")):
        assert said in harness(*args, *more).out
    got = harness(*args, "--run", "one", "--part", "lowest", "--format", "csv")
    assert [row["topic"] for row in rows(got)] == ["2"]
    assert "left out because nothing can be gained there: 1 topic" in got.err  # it is perfect
    assert "parts below 0" not in harness("diagnose", task, "--run", "one").out


def test_what_two_runs_have_nothing_of_is_said_and_no_table(diagnose, table):
    args = ("--run", "keeper-qld", "--against", "tern-char4")
    out = diagnose(*args).out
    assert "nothing to list where keeper-qld loses to tern-char4" in out
    assert "Where keeper-qld loses most" not in out
    assert out.count("Relevant documents that one of the two has") == 1
    assert table("worse", *args) == table("worse-documents", *args) == []
    assert "Where keeper-qld loses most" in diagnose(*args, "--part", "worse").out


def test_topics_without_relevant_documents_are_no_hard_topics(harness, tmp_path):
    runs = {"one": "1 Q0 a 1 2.0 one\n2 Q0 b 1 1.0 one\n"}
    qrels = "1 0 a 1\n2 0 b 0\n"
    task = write(tmp_path, TASK, runs, qrels, {"1": "oysters", "2": "pearls"})
    got = harness("diagnose", task, "--run", "one", "--part", "lowest", "--format", "csv")
    assert [row["topic"] for row in rows(got)] == ["1"]
    assert "# left out because nothing can be gained there: 1 topic" in got.err


HOSTILE = (
    "<script>alert(1)</script>",
    "=cmd()|'/C'!A0",
    "אבג",
    "\"quotes'",
    "x" * 200,
)


@pytest.mark.parametrize("name", HOSTILE)
def test_names_and_titles_from_files_act_on_nobody(harness, tmp_path, name):
    tag = doc = topic = name
    runs = {
        "one": f"{topic} Q0 {doc} 1 2.0 {tag}\n{topic} Q0 other 2 1.0 {tag}\n",
        "two": f"{topic} Q0 other 1 2.0 two\n",
    }
    qrels = f"{topic} 0 {doc} 1\n{topic} 0 other 0\n"
    task = write(tmp_path, TASK, runs, qrels, {topic: f"{name}\x1b[2J\nnext line"})
    for args in (
        ("--run", tag),
        ("--run", "two", "--against", tag),
        ("--run", tag, "--topic", topic),
    ):
        got = harness("diagnose", task, *args)
        assert got.status == 0, got.err
        assert "\x1b" not in got.out
        markdown = harness("diagnose", task, *args, "--format", "markdown").out
        assert "<script" not in markdown.replace("\\<", "")
    cells = harness(
        *("diagnose", task, "--run", tag, "--topic", topic, "--part", "ranking", "--format", "csv")
    )
    assert not any(line.startswith("=") for line in cells.out.replace(",", "\n").splitlines())
    exact = harness("diagnose", task, "--format", "json")
    assert tag in [row["run"] for row in json.loads(exact.out)]


def test_texts_are_shown_by_their_beginning_where_there_is_no_title(harness, tmp_path):
    runs = {"one": "1 Q0 a 1 2.0 one\n1 Q0 b 2 1.0 one\n"}
    task = write(tmp_path, TASK, runs, "1 0 a 1\n1 0 b 0\n", {"1": "oysters"})
    args = ("--run", "one", "--topic", "1", "--part", "ranking", "--format", "csv")
    assert "title" not in rows(harness("diagnose", task, *args))[0]
    documents = [{"id": "a", "title": "Pearls", "text": "white"}, {"id": "b", "text": "word " * 40}]
    lines = [json.dumps(document) for document in documents]
    (tmp_path / "documents.jsonl").write_text("\n".join(lines) + "\n")
    task.write_text(TASK + "documents: documents.jsonl\n")
    first, second = rows(harness("diagnose", task, *args))
    assert first["title"] == "Pearls"
    assert second["title"] == ("word " * 12).rstrip() + "…"


@pytest.mark.parametrize(("length", "shown"), [(0, ""), (7, "word wo…"), (300, None)])
def test_no_more_of_a_text_is_shown_than_the_task_allows(harness, tmp_path, length, shown):
    runs = {"one": "1 Q0 a 1 2.0 one\n1 Q0 b 2 1.0 one\n"}
    task = write(tmp_path, TASK, runs, "1 0 a 1\n1 0 b 0\n", {"1": "oysters"})
    documents = [{"id": "a", "title": "Pearls", "text": "white"}, {"id": "b", "text": "word " * 40}]
    lines = [json.dumps(document) for document in documents]
    (tmp_path / "documents.jsonl").write_text("\n".join(lines) + "\n")
    task.write_text(TASK + f"documents: documents.jsonl\nreport: {{text: {length}}}\n")
    args = ("--run", "one", "--topic", "1", "--part", "ranking", "--format", "csv")
    first, second = rows(harness("diagnose", task, *args))
    assert first["title"] == "Pearls"
    assert second["title"] == (("word " * 12).rstrip() + "…" if shown is None else shown)


def test_trec_8_has_the_published_value_of_its_best_run(harness, shared, tmp_path):
    runs = shared / "data" / "trec8" / "runs"
    qrels = shared / "data" / "trec8" / "qrels.trec8.adhoc.txt"
    task = tmp_path / "t8.yaml"
    task.write_text(
        f"qrels: {qrels}\nruns: [{runs / 'READWARE2.gz'}, {runs / 'AntHoc1.gz'}]\nmeasures: [AP]\n"
    )
    best, other = rows(harness("diagnose", task, "--format", "csv"))
    assert (best["run"], best["AP"]) == ("READWARE2", "0.4692")
    assert (other["run"], other["unjudged@10"]) == ("AntHoc1", "0.0000")  # it was pooled
