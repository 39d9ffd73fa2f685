"""sample_eval: ``[-q] qrels run``; estimates from samples by strata."""

import math
import sys
from collections import Counter, defaultdict

from tests.selftest.naive.files import by_score, options_of, records, run_of

LITTLE, MORE = 0.00001, 0.00003


class Sample:
    """The judgments of a topic: the stratum of each document, its grade where it was drawn."""

    def __init__(self):
        self.stratum, self.grade = {}, {}

    def sizes(self):
        """By stratum: its documents, those drawn, and those drawn that are relevant."""
        drawn = [self.stratum[doc] for doc in self.grade]
        relevant = [self.stratum[doc] for doc, grade in self.grade.items() if grade > 0]
        return Counter(self.stratum.values()), Counter(drawn), Counter(relevant)

    def scale(self, stratum):
        """How many documents one that was drawn stands for."""
        every, drawn, _ = self.sizes()
        return every[stratum] / drawn[stratum]

    def num_rel(self):
        """The estimated number of relevant documents."""
        return sum(number * self.scale(stratum) for stratum, number in self.sizes()[2].items())


def expected(sample, docs):
    """The estimated number of relevant ones among documents."""
    inside = [doc for doc in docs if doc in sample.stratum]
    total = 0.0
    for stratum in set(sample.stratum.values()):
        own = [doc for doc in inside if sample.stratum[doc] == stratum]
        drawn = [doc for doc in own if doc in sample.grade]
        relevant = sum(sample.grade[doc] > 0 for doc in drawn)
        total += len(own) * (relevant + LITTLE) / (len(drawn) + MORE)
    return total


def ap(sample, order):
    """Inferred average precision: by strata, the mean precision at relevant documents."""
    total = 0.0
    for rank, doc in enumerate(order, 1):
        if sample.grade.get(doc, 0) > 0:
            precision = (1 + expected(sample, order[: rank - 1])) / rank
            total += precision * sample.scale(sample.stratum[doc])
    return total / sample.num_rel() if sample.num_rel() else 0.0


def ndcg(sample, order):
    """Inferred nDCG; the best ranking has as many of each grade as there are, rounded."""
    total = 0.0
    for stratum in set(sample.stratum.values()):
        own = [doc for doc in order if sample.stratum.get(doc) == stratum]
        drawn = [doc for doc in own if doc in sample.grade]
        gain = sum(max(sample.grade[doc], 0) / math.log2(order.index(doc) + 2) for doc in drawn)
        total += gain * len(own) / len(drawn) if drawn else 0.0
    of_grade = defaultdict(float)
    for doc, grade in sample.grade.items():
        if grade > 0:
            of_grade[grade] += sample.scale(sample.stratum[doc])
    best = []
    for grade in sorted(of_grade, reverse=True):
        best += [grade] * math.floor(round(of_grade[grade], 9) + 0.5)
    ideal = sum(grade / math.log2(rank + 1) for rank, grade in enumerate(best, 1))
    return total / ideal if ideal else 0.0


def interpolated(sample, order):
    """Precision at eleven levels of recall; each rank ends one level."""
    numbers = [expected(sample, order[:rank]) for rank in range(1, len(order) + 1)]
    levels = [tenths / 10 * sample.num_rel() for tenths in range(11)]
    found = [0.0] * 11
    level = max((n for n in range(11) if round(levels[n] - numbers[-1], 12) <= 0), default=-1)
    highest = 0.0
    for rank in range(len(order), 0, -1):
        highest = max(highest, numbers[rank - 1] / rank)
        if level >= 0 and round(levels[level] - numbers[rank - 1], 12) > 0:
            found[level] = highest
            level -= 1
    return [highest if n <= level else value for n, value in enumerate(found)]


def samples_of(qrels):
    """The sample of each topic."""
    samples = defaultdict(Sample)
    for topic, _, doc, stratum, grade in records(qrels):
        samples[topic].stratum[doc] = stratum
        if int(grade) >= 0:
            samples[topic].grade[doc] = int(grade)
    return samples


def main(words):
    """Print the judged topics of the run, where asked for, and the means."""
    if len(words) < 2:
        sys.exit("Usage:  sample_eval.pl [-q] <qrel_file> <trec_file>")
    given, (qrels, run) = options_of(words, ("-q",))
    samples = samples_of(qrels)
    rows, curves, ends = [], [], []
    for topic, docs in run_of(run).items():
        if topic not in samples:
            continue
        sample, order = samples[topic], by_score(docs)[:1000]
        retrieved = expected(sample, order)
        row = {"infAP": ap(sample, order), "infNDCG": ndcg(sample, order)}
        row |= {f"iP{k}": expected(sample, order[:k]) / k for k in (10, 50, 1000)}
        rows.append(row)
        ends.append((retrieved, len(order)))
        curves.append(interpolated(sample, order))
        if "-q" in given:
            for name, value in row.items():
                print(f"{name}\t\t{topic}\t\t{value:.4f}")
            print(f"inum_rel_ret\t{topic}\t{retrieved:.4f}")
            print(f"inum_rel\t{topic}\t{sample.num_rel():.4f}\nnum_ret\t\t{topic}\t{len(order)}")
    for name in rows[0]:
        print(f"{name}\t\tall\t\t{sum(row[name] for row in rows) / len(rows):.4f}")
    for tenths in range(11):
        mean = sum(curve[tenths] for curve in curves) / len(curves)
        print(f"iprec@rec{tenths / 10:.2f}\tall\t\t{mean:.4f}")
    every = sum(sample.num_rel() for sample in samples.values())
    print(f"inum_rel_ret\tall\t{sum(number for number, _ in ends):.4f}")
    print(f"inum_rel\tall\t{every:.4f}\nnum_ret\t\tall\t{sum(length for _, length in ends)}")


if __name__ == "__main__":
    main(sys.argv[1:])
