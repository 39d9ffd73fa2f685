"""Where differences from other evaluators than trec_eval can be at work."""

from __future__ import annotations

from itertools import groupby

from harness.selftest.at_work import OutputLine, Refusal
from harness.selftest.cases import Case

#: Every NRBP is 0 with these parameters, that of the best ranking too.
_NO_GAIN = {"alpha": "0", "beta": "1"}


def is_nan_of_ndeval(line: OutputLine) -> bool:
    """A topic without a relevant document, or the mean over such topics too."""
    if line.measure != "nNRBP" or (line.theirs or "").lstrip("-") != "nan":
        return False
    if dict(line.case.options.settings) | _NO_GAIN == dict(line.case.options.settings):
        return True
    topics = line.case.grades if line.topic == "amean" else [line.topic]
    return any(_has_no_relevant(line, topic) for topic in topics)


def _has_no_relevant(line: OutputLine, topic: str) -> bool:
    fields = (row for row in line.case.judgments if row[0] == topic)
    return not any(int(row[3]) > 0 for row in fields)


def has_negative(refusal: Refusal) -> bool:
    """A negative grade, which stops ndeval."""
    negative = any(fields[3].startswith("-") for fields in refusal.case.judgments)
    return refusal.theirs.ended == "refused" and negative


def has_nothing_relevant(refusal: Refusal) -> bool:
    """No topic of the judgments, or of those answered, has a relevant document."""
    case = refusal.case
    topics = {topic for topic, docs in case.grades.items() if max(docs.values()) > 0}
    return refusal.ours.ended == "refused" and topics.isdisjoint(case.rankings)


def is_of_all_topics(line: OutputLine) -> bool:
    """sample_eval's estimate of all relevant documents, those of unanswered topics too."""
    return (line.label, line.topic) == ("inum_rel", "all") and bool(line.case.unanswered)


def is_left_out(line: OutputLine) -> bool:
    """A topic that statAP does not average, or a mean over such topics too."""
    case = line.case
    topics = set(case.grades) & set(case.rankings) if line.topic == "all" else {line.topic}
    return not topics <= _averaged(case)


def has_none_to_average(refusal: Refusal) -> bool:
    """StatAP divides by the number of topics that it averages."""
    case = refusal.case
    none = _averaged(case).isdisjoint(case.rankings)
    return (
        refusal.theirs.ended == "refused" and "division by zero" in refusal.theirs.message and none
    )


def _averaged(case: Case) -> set[str]:
    """The topics with a document that was sampled, and one that is relevant."""
    rows = list(case.judgments)
    sampled = {topic for topic, _, _, method, *_ in rows if method in ("1", "2", "4")}
    return sampled & {topic for topic, _, grade, *_ in rows if int(grade) > 0}


def is_tied(line: OutputLine) -> bool:
    """A topic with tied scores, or the mean over such topics too."""
    return any(topic in line.case.tied for topic in line.case.concerned(line.topic))


def is_scattered(line: OutputLine) -> bool:
    """The lines of a topic do not stand together in the run, or a mean over such topics too."""
    rows = [row.split() for row in line.case.run.decode(errors="surrogateescape").splitlines()]
    blocks = [topic for topic, _ in groupby(row[0] for row in rows if row)]
    return any(blocks.count(topic) > 1 for topic in line.case.concerned(line.topic))


def has_repeated(refusal: Refusal) -> bool:
    """A document that is retrieved twice, which gdeval does not see."""
    return refusal.ours.ended == "refused" and "is retrieved twice" in refusal.ours.message


def is_of_unjudged_topics(refusal: Refusal) -> bool:
    """A topic of the run without judgments, which ndeval reads too; or only such topics."""
    case = refusal.case
    extra = set(case.rankings) - set(case.grades)
    stopped = refusal.theirs.ended == "refused" and "duplicate" in refusal.theirs.message
    none = refusal.ours.ended == "refused" and extra == set(case.rankings)
    return bool(extra) and (stopped or none)


def has_nothing_answered(refusal: Refusal) -> bool:
    """No judged topic is answered."""
    case = refusal.case
    return refusal.ours.ended == "refused" and set(case.grades).isdisjoint(case.rankings)
