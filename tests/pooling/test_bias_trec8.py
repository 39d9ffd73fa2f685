"""The bias of TREC-8's pool, against published figures and against qrels that are rewritten."""

from __future__ import annotations

import gzip
from collections import Counter

import numpy as np
import polars as pl
import pytest
import scipy

import harness
from harness.core.model import Qrels
from harness.evaluation.rules import Rules
from harness.pooling import gather
from harness.pooling.bias import (
    compare_leaderboards,
    leave_out,
    measure_judged_share,
    unique_documents,
)
from tests.measures.drawn import of_documents

#: All runs of a collection are read.
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def groups(trec8):
    return {name: row["group"] for name, row in trec8.participants.items()}


@pytest.fixture(scope="module")
def everybody(trec8, groups):
    """What all 129 runs offer to depth 100, judged or not."""
    return gather(trec8.runs.values(), depth=100, groups=groups)


@pytest.fixture(scope="module")
def without_groups(trec8, everybody):
    return leave_out(trec8.runs.values(), everybody, trec8.qrels, "AP", Rules())


def published(path):
    return {run: float(value) for run, value in map(str.split, path.read_text().splitlines())}


def test_935_relevant_documents_come_from_one_group_only(trec8, everybody):
    found = unique_documents(everybody, trec8.qrels)
    assert (found.num_judged, found.num_relevant) == (86_830, 4_728)
    relevant = {one.name: one.num_relevant for one in found.groups}
    assert len(relevant) == 41
    assert sum(relevant.values()) == 935
    most = {"miti": 439, "oracle": 95, "iit": 65, "ge": 42, "claritech": 38, "cir": 38}
    assert dict(Counter(relevant).most_common(6)) == most


def test_unique_documents_of_every_group_are_those_that_nist_annotated(trec8, everybody):
    judged, relevant = Counter(), Counter()
    with gzip.open(trec8.folder / "annotated-qrels.txt.gz", "rt") as file:
        for line in file:
            _, _, _, grade, number, *who = line.split()
            if number == "1":
                judged[who[0]] += 1
                relevant[who[0]] += grade == "1"
    for one in unique_documents(everybody, trec8.qrels).groups:
        assert (one.num_judged, one.num_relevant) == (judged[one.name], relevant[one.name])


def test_the_71_judged_runs_alone_found_more_each(trec8, groups):
    judged = gather(trec8.judged_runs, depth=100, groups=groups)
    found = unique_documents(judged, trec8.qrels)
    assert sum(one.num_relevant for one in found.groups) == 1_134
    assert all(one.num_judged == one.num_unique for one in found.groups)


# NIST's own evaluation without each group's documents, trec_eval's values of two runs (its public
# repository trec8-scores, loo/). Its qrels hold what other groups have among their first 100
# documents in file order, so documents that only the official order brings are gone as well.
LEFT_OUT_BY_NIST = {
    "READWARE2": {
        "map": 0.4277, "gm_map": 0.3269, "Rprec": 0.4660, "bpref": 0.4928, "P_10": 0.7260,
        "ndcg": 0.6244, "recip_rank": 0.8585, "num_rel": 4282, "num_rel_ret": 2333,
        "num_nonrel_judged_ret": 1547,
    },
    "orcl99man": {
        "map": 0.3996, "gm_map": 0.3035, "Rprec": 0.4265, "bpref": 0.4460, "P_10": 0.7100,
        "ndcg": 0.6706, "recip_rank": 0.8884, "num_rel": 4627, "num_rel_ret": 3285,
        "num_nonrel_judged_ret": 11861,
    },
}  # fmt: skip


def test_without_their_group_runs_score_as_nist_found(trec8, groups):
    in_file_order = gather(trec8.runs.values(), depth=100, groups=groups, order="file")
    runs = [trec8.runs[name] for name in LEFT_OUT_BY_NIST]
    measures = list(LEFT_OUT_BY_NIST["orcl99man"])
    without = leave_out(
        runs, in_file_order, trec8.qrels, measures, Rules(), uncontributed="drop"
    )  # fmt: skip
    assert without.num_uncontributed == 2230
    for measure in measures:
        found = {one.run: one.after for one in without.changes(measure)}
        expected = {run: values[measure] for run, values in LEFT_OUT_BY_NIST.items()}
        assert {run: round(value, 4) for run, value in found.items()} == expected


def test_in_the_official_order_the_manual_runs_lose_most(without_groups):
    assert without_groups.num_uncontributed == 0
    found = [
        (one.contributor, one.run, f"{one.before:.4f}", f"{one.after:.4f}")
        for one in without_groups.changes()[:3]
    ]
    assert found == [
        ("miti", "READWARE2", "0.4692", "0.4273"),
        ("miti", "READWARE", "0.4001", "0.3703"),
        ("oracle", "orcl99man", "0.4130", "0.3996"),
    ]
    drop = without_groups.largest_drop()
    assert (drop.rank_before, drop.rank_after) == (1, 2)


@pytest.mark.parametrize("group", ["miti", "cir", "ge"])
def test_the_leaderboard_without_a_group_is_that_of_rewritten_qrels(
    trec8, everybody, without_groups, group
):
    only = everybody.union.filter(pl.col("groups") == [group])
    left = trec8.qrels.frame.join(only, on=["topic", "doc"], how="anti")
    assert 0 < left.height < len(trec8.qrels)
    expected = harness.score(Qrels(left), list(trec8.runs.values()), "AP").summarise()
    place = without_groups.contributors.index(group)
    np.testing.assert_array_equal(without_groups.after[place], expected)
    assert without_groups.num_dropped[place] == len(trec8.qrels) - left.height


def test_every_measure_without_a_run_is_that_of_rewritten_qrels(trec8):
    names = ("READWARE2", "orcl99man", "Dm8Nbn")
    runs = [trec8.runs[name] for name in names]
    measures = [family.name for family in of_documents() if family.summary != "text"]
    pool = gather([*runs, trec8.runs["weaver2"]], depth=100)
    rules = Rules(collection_size=528_155)
    without = leave_out(runs, pool, trec8.qrels, measures, rules, by="run")
    only = pool.union.filter(pl.col("runs") == ["READWARE2"])
    left = trec8.qrels.frame.join(only, on=["topic", "doc"], how="anti")
    expected = harness.score(Qrels(left), runs, measures, collection_size=528_155)
    place = without.contributors.index("READWARE2")
    np.testing.assert_array_equal(without.after[place], expected.summarise())
    assert without.num_uncontributed > 0
    assert (without.after[place, 0] != without.before[0]).mean() > 0.8


def test_the_leaderboards_of_depth_100_and_depth_10_agree_as_nist_found(trec8):
    shallow = harness.read_qrels(trec8.folder / "depth10.qrels.txt.gz")
    compared = compare_leaderboards(
        trec8.runs.values(),
        trec8.qrels,
        shallow,
        "map",
        Rules(),
        rules_b=Rules(judged_only=True),  # trec_eval -J
    )
    assert len(compared.runs) == 129
    deep, shallow = ([float(f"{value:.4f}") for value in side] for side in (compared.a, compared.b))
    names = compared.runs
    assert dict(zip(names, deep, strict=True)) == published(trec8.folder / "official.map.txt")
    assert dict(zip(names, shallow, strict=True)) == published(trec8.folder / "depth10.map.txt")
    assert scipy.stats.kendalltau(deep, shallow).statistic == pytest.approx(
        0.918489790184312, rel=0, abs=1e-15
    )
    assert compared.tau == pytest.approx(scipy.stats.kendalltau(compared.a, compared.b).statistic)


def test_the_first_100_of_judged_runs_are_judged_and_less_of_the_others(trec8):
    found = measure_judged_share(trec8.runs.values(), trec8.qrels, Rules())
    assert found.labels == ("Judged@10", "Judged@20", "Judged@50", "Judged@100")
    shares = dict(zip(found.runs, found.summarise().tolist(), strict=True))
    judged = {run.name for run in trec8.judged_runs}
    others = {run for run, row in shares.items() if row == [1, 1, 1, 1]} - judged
    assert others == {"Dm8TFidf"}  # its first documents are those of Dm8TFbn, but for one
    assert all(shares[run] == [1, 1, 1, 1] for run in judged)
    known = set(trec8.qrels.frame.select("topic", "doc").rows())
    run = trec8.runs["surffal2"]
    by_topic = {}
    for topic, doc, score in run.frame.select("topic", "doc", "score").rows():
        by_topic.setdefault(topic, []).append((score, doc))
    top = {t: sorted(docs, reverse=True)[:20] for t, docs in by_topic.items()}
    slow = [sum((t, doc) in known for _, doc in docs) / len(docs) for t, docs in top.items()]
    assert shares["surffal2"][1] == pytest.approx(sum(slow) / 50)
