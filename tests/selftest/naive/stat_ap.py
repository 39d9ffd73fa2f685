"""The evaluator of statAP: ``[-q] prels run``; average precision from inclusion probabilities."""

import sys

from tests.selftest.naive.files import by_score, options_of, records, run_of


def values_of(order, judged):
    """AP, R-precision and the number of relevant documents, estimated."""
    chances = {doc: chance for doc, (grade, chance) in judged.items() if grade > 0}
    total = sum(1 / chance for chance in chances.values())
    above = summed = 0.0
    within = None
    for rank, doc in enumerate(order, 1):
        if doc in chances:
            summed += (1 + above) / rank / chances[doc]
            above += 1 / chances[doc]
        if rank == int(total + 0.5):
            within = above / rank
    return summed / total, above / total if within is None else within, total


def samples_of(prels):
    """By topic: grade and chance of each document; and the topics of which some were drawn."""
    topics, sampled = {}, set()
    for topic, doc, grade, method, chance in records(prels):
        known = 1.0 if method in ("0", "2") else float(chance)
        topics.setdefault(topic, {})[doc] = (int(grade), known)
        if method in ("1", "2", "4"):
            sampled.add(topic)
    return topics, sampled


def main(words):
    """Print the judged topics of the run, where asked for, and the means of what can be averaged."""
    if len(words) < 2:
        sys.exit("Usage: statAP_MQ_eval [-q] prels run")
    given, (prels, run) = options_of(words, ("-q",))
    topics, sampled = samples_of(prels)
    rows = []
    for topic, docs in run_of(run).items():
        if topic not in sampled:
            continue
        if not any(grade > 0 for grade, _ in topics[topic].values()):
            print(f"\ttopic={topic}\n\tAP=NA--no relevant docs")
            continue
        rows.append(values_of(by_score(docs), topics[topic]))
        if "-q" in given:
            value, within, total = rows[-1]
            print(f"\ttopic={topic}\n\tRelevant={total:.3f}  sampled=1")
            print(f"\tAP={value:.3f}  R-prec={within:.3f}")
    if not rows:
        sys.exit("Illegal division by zero")
    means = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
    print(f"\n statMAP_on_valid_topics={means[0]!r}\n statMRP_on_valid_topics={means[1]!r}")


if __name__ == "__main__":
    main(sys.argv[1:])
