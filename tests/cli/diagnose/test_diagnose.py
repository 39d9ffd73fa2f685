"""`harness diagnose` as a participant calls it: where a run loses, and which documents say why."""

from __future__ import annotations

import statistics

import pytest

from harness.cli.diagnose import TABLES
from harness.report.table import RENDERERS
from tests.nightly import one_in

pytestmark = pytest.mark.long

# All runs


def test_all_runs_stand_in_the_order_of_the_leaderboard_with_parts_that_add_up(
    diagnose, harness, demo
):
    shown = diagnose("--format", "csv").rows
    board = harness("compare", demo / "configs/demo.yaml", "--format", "csv").rows
    assert [(row["run"], row["AP"]) for row in shown] == [(row["run"], row["AP"]) for row in board]
    for row in shown:
        parts = [float(row[name]) for name in ("missed", "ranked low", "unjudged on top")]
        assert float(row["AP"]) + sum(parts) == pytest.approx(float(row["perfect"]), abs=0.0003)
        assert row["group"] == row["run"].partition("-")[0]


def test_missed_is_the_mean_share_of_relevant_documents_that_are_not_retrieved(
    diagnose, judged, rankings
):
    for row in diagnose("--format", "csv").rows:
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
    shown = diagnose("--measure", "P@3", "--format", "csv").rows
    assert float(shown[0]["P@3"]) == max(float(row["P@3"]) for row in shown)
    own = diagnose("--measure", "0.8*AP + 0.2*RR", "--format", "csv").rows
    assert "0.8*AP + 0.2*RR" in own[0]
    assert "elsewhere it is summarised as geometric" in diagnose("--measure", "GMAP").out
    assert diagnose("--measure", "NumRelRet", "--format", "csv").rows[0]["ranked low"] == "0.00"


# One run


def test_the_summary_of_a_run_has_its_rank_the_best_run_and_the_mean(diagnose, scores):
    got = diagnose("--run", "keeper-qld", "--format", "csv")
    own, best, mean = got.rows
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


# Formats, errors


MODES = {
    "--run": ("--run", "tern"),
    "--against": ("--run", "tern", "--against", "wick"),
    "--topic": ("--run", "tern", "--topic", "D01"),
}


@pytest.mark.long
@pytest.mark.parametrize(
    ("style", "part"),
    one_in(3, [*((style, 0) for style in RENDERERS), *(("csv", part) for part in range(1, 4))]),
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


def test_names_that_stand_for_nothing_are_refused_together(diagnose):
    got = diagnose("--run", "keper-qld", "--against", "keeper", "--topic", "D088")
    assert (got.status, got.out) == (2, "")
    assert "unknown run 'keper-qld' (did you mean keeper-qld?)" in got.err
    assert "the group 'keeper' has 2 runs (name one of keeper-qld, keeper-rrf)" in got.err
    assert "unknown topic 'D088' (did you mean D08?)" in got.err


def test_groups_are_named_in_the_order_of_the_runs(diagnose):
    err = diagnose("--run", "bm52").err
    assert "wick-coord, atlantic, fresnel, keeper, skerry, tern, wick)" in err


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--measure", "nDGC@10"), "did you mean nDCG@10?"),
        (("--measure", "RelString"), "is a text"),
        (("--against", "tern"), "need --run"),
        (("--topic", "D01"), "need --run"),
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


def test_trec_8_has_the_published_value_of_its_best_run(harness, shared, tmp_path):
    runs = shared / "data" / "trec8" / "runs"
    qrels = shared / "data" / "trec8" / "qrels.trec8.adhoc.txt"
    task = tmp_path / "t8.yaml"
    task.write_text(
        f"qrels: {qrels}\nruns: [{runs / 'READWARE2.gz'}, {runs / 'AntHoc1.gz'}]\nmeasures: [AP]\n"
    )
    best, other = harness("diagnose", task, "--format", "csv").rows
    assert (best["run"], best["AP"]) == ("READWARE2", "0.4692")
    assert (other["run"], other["unjudged@10"]) == ("AntHoc1", "0.0000")  # it was pooled
