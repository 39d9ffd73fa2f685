"""`harness compare` of few topics and runs: no sentence promises more than they bear."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.each import each

pytestmark = pytest.mark.long

#: The run p ranks every relevant document first; q is its copy; r loses on all topics but one.
RANKED = {"p": ["ab"] * 5, "q": ["ab"] * 5, "r": ["ba", "ab", "ba", "ba", "ba"]}


def write_task(folder: Path, topics: int) -> Path:
    """A task of the first topics; a is relevant to each, and b is judged."""
    lines = [f"{topic} 0 {doc}\n" for topic in range(topics) for doc in ("a 1", "b 0")]
    (folder / "qrels.txt").write_text("".join(lines))
    for name, rankings in RANKED.items():
        ranked = [
            f"{topic} Q0 {doc} {rank} {-rank} {name}\n"
            for topic, docs in enumerate(rankings[:topics])
            for rank, doc in enumerate(docs)
        ]
        (folder / f"{name}.run").write_text("".join(ranked))
    task = folder / "small.yaml"
    task.write_text("qrels: qrels.txt\nruns: '*.run'\nmeasures: [RR]\n")
    return task


@pytest.fixture
def five(tmp_path: Path) -> Path:
    return write_task(tmp_path, 5)


@pytest.fixture
def two(tmp_path: Path) -> Path:
    return write_task(tmp_path, 2)


def test_runs_with_one_mean_are_not_put_one_before_the_other(harness, five):
    said = harness("compare", "unjudged", five, "p", "q").out
    assert "RR: p and q have the same mean: all that they retrieve is judged" in said
    assert "RR: p stays before r: all that they retrieve is judged" in (
        harness("compare", "unjudged", five, "p", "r").out
    )


def test_a_topic_that_orders_the_runs_against_the_others_separates_none(harness, five):
    for run, docs in {"p": "ab", "q": "ba", "r": "ba"}.items():  # topic 4 turned around
        lines = (five.parent / f"{run}.run").read_text().replace("4 Q0", "9 Q0")
        lines += "".join(f"4 Q0 {doc} {n} {-n} {run}\n" for n, doc in enumerate(docs[::-1]))
        (five.parent / f"{run}.run").write_text(lines)
    said = harness("compare", "topics", five).out
    assert "by item-rest above 0: 0, 2, 3\n" in said


def test_a_difference_that_no_pair_has_makes_none_significant(harness, five, two):
    [row] = harness("compare", "measures", two, "--format", "csv").rows
    assert (row["significant pairs"], row["needed"]) == ("0", "∞")
    said = harness("compare", "measures", two).out
    assert "above which all pairs are significant; ∞: none is" in said


def test_numbers_of_topics_are_listed_once(harness, two):
    assert "difference   2 topics   4 topics   8 topics\n" in harness("compare", "power", two).out


def test_what_could_help_is_not_what_was_done(harness, five):
    said = harness("compare", five, "--pairs", "--correction", "joint").out
    assert "the least corrected p is 0.12; what could help: more topics, --correction holm" in said
    assert "--correction joint" not in said


def test_without_a_correction_nothing_is_said_to_be_corrected(harness, five):
    said = harness("compare", five, "--pairs", "--test", "sign", "--correction", "none").out
    assert "the least p that the test can reach is 0.12; what could help: more topics" in said


def test_ranks_of_so_few_topics_that_all_share_a_letter(harness, five, two):
    assert "apart, as all are with so few topics)" in harness("compare", "ranks", two).out


def test_p_of_a_pair_has_its_condition(harness, five):
    assert "for this pair, chosen before values were seen" in harness("compare", five, "p", "r").out


@each(
    [
        (("power",), "of the paired t test"),
        (("topics",), "topics that separate the runs best"),
        (("ranks",), "mean rank"),
        (("reliability",), "Eρ²"),
        (("swaps",), "share of pairs"),
        (("risk", "--baseline", "p"), "among all 2 runs"),
        (("measures", "-m", "RR", "-m", "AP"), "significant pairs"),
        (("unjudged", "-m", "RR"), "RR: p stays before r: all that they retrieve is judged"),
    ],
    "command",
    "said",
)
def test_judgments_and_files_of_runs_are_enough_for_every_analysis(harness, five, command, said):
    files = [five.parent / name for name in ("qrels.txt", "p.run", "r.run")]
    got = harness("compare", *command, *files)
    assert (got.status, got.err) == (0, "")
    assert said in got.out
    assert got.out.startswith("qrels: p, r")


def test_a_leaderboard_without_an_order_is_named(harness, five):
    tied = five.with_name("tied.yaml")
    tied.write_text(five.read_text().replace("measures: [RR]", "measures: [R@5]"))
    got = harness("compare", "leaderboards", five, tied)
    assert (got.status, got.err) == (
        2,
        "Error: all runs of the second leaderboard have one mean (it has no order)\n",
    )
