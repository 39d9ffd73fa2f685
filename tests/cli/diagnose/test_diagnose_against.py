"""`harness diagnose` of two runs, and of one topic."""

from __future__ import annotations

import json

import pytest

pytestmark = pytest.mark.long

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
