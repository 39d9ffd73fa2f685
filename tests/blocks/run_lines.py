"""Lines of runs, and what may be done to them."""

from __future__ import annotations

import random

TOPICS, DEPTH = 80, 100


def lines_of(topics, seed=1, tag="mine", *, ranks_agree=False):
    """Lines of a run, some of them tied or, unless their ranks and scores agree, out of order."""
    generator = random.Random(seed)
    for topic in topics:
        documents = generator.sample(range(1000), DEPTH)
        for rank, document in enumerate(documents, 1):
            chance = 0 if ranks_agree else generator.random() / 5
            score = round(10 - rank / 15 + chance, 1)
            yield f"{topic} Q0 d{document} {rank} {score} {tag}"


def changed(lines, at, line):
    return [*lines[:at], line, *lines[at + 1 :]]


def late(lines):
    return len(lines) - 450


def skipped(lines):
    """Lines between which stands what is no record, late in the file too."""
    half = len(lines) // 2
    later = late(lines)
    some = ["# half", "", *lines[half:later], "\t", "#", "\xef\xbb\xbf" + lines[later], "# end"]
    return ["\xef\xbb\xbf# made by us", *lines[:half], *some, *lines[later + 1 :]]


#: What is done to the lines of a run, and whether it is still read in blocks.
CASES = {
    "as it is": (lambda lines: lines, True),
    "comments at the top": (lambda lines: ["# made by us", *lines], True),
    "a comment in the middle": (lambda lines: [*lines[:3000], "# half", *lines[3000:]], True),
    "what is no record": (skipped, True),
    "aligned columns": (lambda lines: [line.replace(" ", "   ", 1) for line in lines], True),
    "indented": (lambda lines: [f"  {line}" for line in lines], True),
    "tabs": (lambda lines: [line.replace(" ", "\t") for line in lines], True),
    "scores that ascend": (
        lambda lines: [" ".join([*x.split()[:4], x.split()[3], "t"]) for x in lines],
        True,
    ),
    "blank lines": (lambda lines: [part for line in lines for part in (line, "")], True),
    "a topic that comes back": (lambda lines: [*lines[1:], lines[0]], False),
    "a document twice, far apart": (lambda lines: [*lines, lines[0]], False),
    "a document twice": (lambda lines: changed(lines, late(lines), lines[late(lines) + 1]), False),
    "rank by rank": (lambda lines: sorted(lines, key=lambda line: int(line.split()[3])), False),
    "no number": (lambda lines: changed(lines, late(lines), "7 Q0 d1 1 x mine"), False),
    "too few fields": (lambda lines: changed(lines, late(lines), "7 Q0 d1"), False),
    "more fields": (lambda lines: [*lines[:-1], lines[-1] + " more"], True),
    "infinite": (lambda lines: changed(lines, late(lines), "new Q0 d1 1 inf mine"), True),
    "latin-1": (lambda lines: changed(lines, late(lines), "new Q0 \xe9 1 1 mine"), False),
    "another tag": (lambda lines: [*lines[:4000], *(x + "2" for x in lines[4000:])], True),
    "one score": (lambda lines: [" ".join([*x.split()[:4], "1 t"]) for x in lines], False),
    "nothing judged": (lambda lines: [x.replace(" d", " e") for x in lines], True),
    "other topics": (lambda lines: [*lines, *(a + x for a in "xyz" for x in lines)], True),
}
