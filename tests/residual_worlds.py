"""What tests of residual collections share."""


def judged_pairs(text):
    """The pairs that lines of qrels judge, read in the slowest way there is."""
    found = set()
    for line in text.splitlines():
        topic, _, doc, grade = line.split()
        if int(grade) >= 0:
            found.add((topic, doc))
    return found


def without(text, pairs):
    """Lines of qrels or of a run but those of some pairs."""
    kept = [line for line in text.splitlines(True) if tuple(line.split()[0:3:2]) not in pairs]
    return "".join(kept)
