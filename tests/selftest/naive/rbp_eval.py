"""rbp_eval: ``-H -W -B [-q] -p P qrels run``; rank-biased precision and its residual.

Of documents with one score each has the mean of their weights.
"""

import math
import sys

from tests.selftest.naive.files import by_score, options_of, records, run_of


def values_of(docs, judged, p):
    """Value and residual of a topic."""
    order = by_score(docs)
    scores = [docs[doc][1] for doc in order]
    value = residual = 0.0
    for doc, score in zip(order, scores, strict=True):
        tied = [(1 - p) * p**place for place, other in enumerate(scores) if other == score]
        weight = sum(tied) / len(tied)
        if doc not in judged:
            residual += weight
        elif judged[doc] >= 1:
            value += weight
    return value, residual + p ** len(order)


def main(words):
    """Print the judged topics of the run, where asked for, and their means."""
    if len(words) < 2:
        sys.exit("USAGE: rbp_eval [options] <qrels-file> <run-file>")
    given, (qrels, run) = options_of(words, ("-H", "-W", "-B", "-q"), ("-p",))
    p = float(given["-p"])
    judged = {}
    for topic, _, doc, grade in records(qrels):
        judged.setdefault(topic, {})[doc] = int(grade)
    rows = {}
    for topic, docs in run_of(run).items():
        if topic in judged:
            rows[topic] = values_of(docs, judged[topic], p)
    shown = dict(rows) if "-q" in given else {}
    columns = list(zip(*rows.values(), strict=True)) or [[math.nan], [math.nan]]
    shown["all"] = tuple(sum(column) / len(column) for column in columns)
    for topic, (value, residual) in shown.items():
        print(f"p= {p:.2f} q= {topic:>4} d= full rbp= {value:.4f} +{residual:.4f}")


if __name__ == "__main__":
    main(sys.argv[1:])
