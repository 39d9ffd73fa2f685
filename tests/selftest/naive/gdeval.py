"""gdeval: ``[-c] [-k K] qrels run``; nDCG by 2^grade − 1 and ERR, as CSV."""

import math
import sys

from tests.selftest.naive.files import by_score, options_of, records, run_of, tag_of


def dcg(grades):
    """Gains of 2^grade − 1, each divided by the logarithm of its rank plus 1."""
    total = 0.0
    for rank, grade in enumerate(grades, 1):
        total += (2**grade - 1) / math.log(rank + 1)
    return total


def err(grades):
    """The expected reciprocal rank at which a user stops."""
    total, goes_on = 0.0, 1.0
    for rank, grade in enumerate(grades, 1):
        stops = (2**grade - 1) / 16
        total += stops * goes_on / rank
        goes_on *= 1 - stops
    return total


def main(words):
    """Print the topics that have a relevant document, and their means."""
    if len(words) < 2:
        sys.exit("usage: gdeval [options] qrels run")
    given, (qrels, run) = options_of(words, ("-c",), ("-k",))
    k = int(given.get("-k", 20))
    grades = {}
    for topic, _, doc, grade in records(qrels):
        if int(grade) > 4:
            sys.exit("a grade above 4")
        if int(grade) > 0:
            grades.setdefault(int(topic), {})[doc] = int(grade)
    rankings = {int(topic): by_score(docs) for topic, docs in run_of(run).items()}
    print(f"runid,topic,ndcg@{k},err@{k}")
    rows = []
    for topic in sorted(rankings):
        if topic in grades:
            seen = [grades[topic].get(doc, 0) for doc in rankings[topic]][:k]
            ideal = sorted(grades[topic].values(), reverse=True)[:k]
            rows.append((dcg(seen) / dcg(ideal), err(seen)))
            print(f"{tag_of(run)},{topic},{rows[-1][0]:.5f},{rows[-1][1]:.5f}")
    count = len(grades) if "-c" in given else len(rows)
    means = [sum(column) / count if rows else 0.0 for column in zip(*rows, strict=True)]
    print(f"{tag_of(run)},amean,{means[0]:.5f},{means[1]:.5f}")


if __name__ == "__main__":
    main(sys.argv[1:])
