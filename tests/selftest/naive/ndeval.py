"""ndeval: ``[-c] [-traditional] [-M N] [-alpha A] [-beta B] qrels run``, as CSV.

A ranking's gain at a rank is what its subtopics are worth there, each a factor 1 − alpha less for
every earlier document about it; measures are sums of gains by their discounts.
"""

import math
import sys
from collections import defaultdict

from tests.selftest.naive.files import by_score, options_of, records, run_of, tag_of

HEADS = [
    *(f"{name}@{k}" for name in ("ERR-IA", "nERR-IA") for k in (5, 10, 20)),
    *(f"{name}@{k}" for name in ("alpha-DCG", "alpha-nDCG") for k in (5, 10, 20)),
    *("NRBP", "nNRBP", "MAP-IA"),
    *(f"{name}@{k}" for name in ("P-IA", "strec") for k in (5, 10, 20)),
]


def gains(ranking, about, alpha):
    """What each document adds."""
    seen = defaultdict(int)
    found = []
    for doc in ranking:
        found.append(sum((1 - alpha) ** seen[part] for part in sorted(about.get(doc, ()))))
        for part in about.get(doc, ()):
            seen[part] += 1
    return found


def best(about, alpha):
    """The greedy ranking: always what adds most, of several the last by name."""
    left, ranking = set(about), []
    while left:
        added = {doc: gains([*ranking, doc], about, alpha)[-1] for doc in left}
        chosen = max(left, key=lambda doc: (round(added[doc], 12), doc.encode()))
        ranking.append(chosen)
        left.remove(chosen)
    return ranking


def discounted(found, discount):
    """The gains, each times the discount of its rank."""
    return sum(gain * discount(rank) for rank, gain in enumerate(found, 1))


def values_of(ranking, about, alpha, beta):
    """The values of a topic in the order of the columns."""
    parts = {part for of_doc in about.values() for part in of_doc}
    found, ideal = gains(ranking, about, alpha), gains(best(about, alpha), about, alpha)
    total = len(parts) or 1
    row = []
    for discount in (lambda rank: 1 / rank, lambda rank: 1 / math.log2(rank + 1)):
        every = [total * (1 - alpha) ** rank for rank in range(20)]
        plain = [
            discounted(found[:k], discount) / discounted(every[:k], discount) for k in (5, 10, 20)
        ]
        tops = [discounted(ideal[:k], discount) for k in (5, 10, 20)]
        row += plain
        row += [
            discounted(found[:k], discount) / top if top else 0.0
            for k, top in zip((5, 10, 20), tops, strict=True)
        ]
    weights = lambda rank: beta ** (rank - 1)  # noqa: E731
    scale = (1 - (1 - alpha) * beta) / total
    nrbp, top = (discounted(each, weights) * scale for each in (found, ideal))
    row += [nrbp, nrbp / top if top else math.nan]
    precisions = []
    for part in parts:
        hits = [part in about.get(doc, ()) for doc in ranking]
        relevant = sum(part in of_doc for of_doc in about.values())
        sums = sum(sum(hits[:rank]) / rank for rank, hit in enumerate(hits, 1) if hit)
        precisions.append(sums / relevant)
    row.append(sum(precisions) / total)
    row += [sum(len(about.get(doc, ())) for doc in ranking[:k]) / k / total for k in (5, 10, 20)]
    for k in (5, 10, 20):
        row.append(len({part for doc in ranking[:k] for part in about.get(doc, ())}) / total)
    return row


def main(words):
    """Print the topics of the run, with zeros where nothing was judged, and the means."""
    if len(words) < 2:
        sys.exit("ndeval: Usage: ndeval [options] qrels run")
    given, (qrels, run) = options_of(words, ("-c", "-traditional"), ("-M", "-alpha", "-beta"))
    alpha, beta = float(given.get("-alpha", 0.5)), float(given.get("-beta", 0.5))
    judged = {}
    for topic, part, doc, grade in records(qrels):
        if int(grade) < 0:
            sys.exit("a negative grade")
        about = judged.setdefault(int(topic), defaultdict(set))
        if int(grade) > 0:
            about[doc].add(part)
    rows = []
    print(",".join(["runid", "topic", *HEADS]))
    for topic, docs in sorted(run_of(run).items(), key=lambda item: int(item[0])):
        if len({rank for rank, _ in docs.values()}) < len(docs) and "-traditional" not in given:
            sys.exit(f"duplicate rank for topic {topic}")
        order = by_score(docs) if "-traditional" in given else sorted(docs, key=docs.get)
        order = order[: int(given["-M"])] if "-M" in given else order
        row = [0.0] * len(HEADS)
        if int(topic) in judged:
            row = values_of(order, dict(judged[int(topic)]), alpha, beta)
            rows.append(row)
        print(",".join([tag_of(run), topic, *(f"{value:.6f}" for value in row)]))
    count = len(judged) if "-c" in given else len(rows)
    means = [sum(column) / count for column in zip(*rows, strict=True)] or [math.nan] * len(HEADS)
    print(",".join([tag_of(run), "amean", *(f"{value:.6f}" for value in means)]))


if __name__ == "__main__":
    main(sys.argv[1:])
