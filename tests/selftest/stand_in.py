"""A program with the command line and the text of trec_eval 9, on the C code in pytrec_eval.

It reads, cuts rankings and averages by itself; every value of a topic is the C code's. What
pytrec_eval cannot express (texts, gains, most parameters) it refuses.
"""

import argparse
import math
import struct
import sys
from collections import defaultdict
from pathlib import Path

import pytrec_eval


def read(path, document, value, kind):
    found = defaultdict(dict)
    with Path(path).open(encoding="utf-8", newline="\n") as lines:
        for line in lines:
            fields = line.split()
            assert fields[document] not in found[fields[0]], "duplicate docs"
            found[fields[0]][fields[document]] = kind(fields[value])
    return found


def single(text):
    try:
        return struct.unpack("f", struct.pack("f", float(text)))[0]
    except OverflowError:
        return math.copysign(math.inf, float(text))


def cut(ranking, depth):
    order = sorted(ranking.items(), key=lambda row: (row[1], row[0].encode()), reverse=True)
    return dict(order[:depth])


def line(label, topic, value):
    shown = f"{int(value)}" if label.startswith("num_") else f"{value:6.4f}"
    print(f"{label:<22}\t{topic}\t{shown}")


def mean(label, values, num_topics, qrels, complete):
    if label == "num_q":
        return num_topics
    if label == "num_rel" and complete:
        return sum(grade >= 1 for grades in qrels.values() for grade in grades.values())
    total = 0.0
    for value in values:
        total += value
    if label.startswith("num_"):
        return total
    if label.startswith("gm_"):
        total += (num_topics - len(values)) * math.log(0.00001)
        return math.exp(total / num_topics)
    return total / num_topics


def options():
    parser = argparse.ArgumentParser(add_help=False)
    for flag in "qcnJv":
        parser.add_argument(f"-{flag}", action="store_true")
    parser.add_argument("-l", type=int, default=1)
    parser.add_argument("-M", type=int)
    parser.add_argument("-N", type=int)
    parser.add_argument("-m", action="append", default=[])
    parser.add_argument("files", nargs="*")
    return parser.parse_args()


def main():
    asked = options()
    if asked.v:
        sys.exit("stand-in version of trec_eval 9")
    qrels = read(asked.files[0], 2, 3, int)
    run = read(asked.files[1], 2, 4, single)
    run = {topic: cut(ranking, asked.M) for topic, ranking in run.items()}
    evaluator = pytrec_eval.RelevanceEvaluator(qrels, asked.m, asked.l, asked.J)
    topics = dict(sorted(evaluator.evaluate(run).items(), key=lambda row: row[0].encode()))
    labels = list(next(iter(topics.values())))
    for topic, values in topics.items() if asked.q else ():
        for label in labels:
            if not label.startswith("gm_") and label != "num_q":
                line(label, topic, values[label])
    if asked.n:
        return
    num_topics = len(qrels if asked.c else topics)
    for label in labels:
        column = [values[label] for values in topics.values()]
        line(label, "all", mean(label, column, num_topics, qrels, asked.c))


if __name__ == "__main__":
    main()
