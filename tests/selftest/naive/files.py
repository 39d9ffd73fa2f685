"""Judgments and runs as plain dictionaries."""

import sys
from collections import defaultdict
from pathlib import Path


def records(path):
    """The fields of each line."""
    return [line.split() for line in Path(path).read_text(encoding="utf-8").splitlines()]


def run_of(path):
    """By topic: the documents with rank and score, in the order of the file."""
    run = defaultdict(dict)
    for topic, _, doc, rank, score, _ in (row for row in records(path) if row):
        if doc in run[topic]:
            sys.exit(f"duplicate docno ({doc}) for topic {topic}")
        run[topic][doc] = (int(rank), float(score))
    return run


def by_score(docs):
    """The documents by score and then by identifier, both descending."""
    return sorted(docs, key=lambda doc: (docs[doc][1], doc.encode()), reverse=True)


def tag_of(path):
    """The tag of the first line."""
    return records(path)[0][5]


def options_of(words, flags=(), valued=()):
    """The options before the two files, and the files."""
    given = {}
    while words and words[0].startswith("-"):
        name, *words = words
        if name in valued:
            given[name], *words = words
        elif name in flags:
            given[name] = True
        else:
            sys.exit(f"no option {name}")
    return given, words
