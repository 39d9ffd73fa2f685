"""The record of a deliberate difference, and differences from evaluators other than trec_eval."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby

from harness.selftest.at_work import OutputLine, Refusal
from harness.selftest.cases import Case


@dataclass(frozen=True, slots=True)
class Difference:
    """A deliberate difference from another evaluator, with its reason.

    ``versions`` are versions of trec_eval, all if empty. ``theirs`` and ``ours`` say what each
    evaluator does. ``example`` lists commands that show ours, and ``before`` introduces them.
    ``of_line`` and ``of_refusal`` decide whether the difference explains a line, or a refusal;
    without either, no case of a self-test shows it.
    """

    code: str
    theirs: str
    ours: str
    why: str
    example: tuple[str, ...] = ()
    before: str = ""
    tool: str = "trec_eval"
    versions: tuple[str, ...] = ()
    of_line: Callable[[OutputLine], bool] | None = None
    of_refusal: Callable[[Refusal], bool] | None = None

    def concerns(self, case: OutputLine | Refusal) -> bool:
        """Return whether the difference is from the tool and version of a case."""
        version = case.dialect.name.removeprefix("trec_eval-")
        return self.tool in case.tool and (not self.versions or version in self.versions)


#: Parameters with which every NRBP is 0, the best ranking's too.
_NO_GAIN = {"alpha": "0", "beta": "1"}


def is_nan_of_ndeval(line: OutputLine) -> bool:
    """Recognise a topic without a relevant document, or the mean over such topics too."""
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
    """Recognise a negative grade, which stops ndeval."""
    negative = any(fields[3].startswith("-") for fields in refusal.case.judgments)
    return refusal.theirs.ended == "refused" and negative


def has_nothing_relevant(refusal: Refusal) -> bool:
    """Recognise judgments, or answered topics, without a relevant document."""
    case = refusal.case
    topics = {topic for topic, docs in case.grades.items() if max(docs.values()) > 0}
    return refusal.ours.ended == "refused" and topics.isdisjoint(case.rankings)


def is_left_out(line: OutputLine) -> bool:
    """Recognise a topic that statAP does not average, or a mean over such topics too."""
    case = line.case
    topics = set(case.grades) & set(case.rankings) if line.topic == "all" else {line.topic}
    return not topics <= _list_averaged(case)


def has_none_to_average(refusal: Refusal) -> bool:
    """Recognise judgments that leave statAP no topic to average, so that it divides by 0."""
    case = refusal.case
    none = _list_averaged(case).isdisjoint(case.rankings)
    return (
        refusal.theirs.ended == "refused" and "division by zero" in refusal.theirs.message and none
    )


def _list_averaged(case: Case) -> set[str]:
    """Return the topics with a sampled document and a relevant one."""
    rows = list(case.judgments)
    sampled = {topic for topic, _, _, method, *_ in rows if method in ("1", "2", "4")}
    return sampled & {topic for topic, _, grade, *_ in rows if int(grade) > 0}


def is_scattered(line: OutputLine) -> bool:
    """Recognise a topic whose lines are scattered in the run, or a mean over such topics too."""
    rows = [row.split() for row in line.case.run.decode(errors="surrogateescape").splitlines()]
    blocks = [topic for topic, _ in groupby(row[0] for row in rows if row)]
    return any(blocks.count(topic) > 1 for topic in line.case.concerned(line.topic))


def is_of_unjudged_topics(refusal: Refusal) -> bool:
    """Recognise unjudged topics of the run, which ndeval reads, or a run with no others."""
    case = refusal.case
    extra = set(case.rankings) - set(case.grades)
    stopped = refusal.theirs.ended == "refused" and "duplicate" in refusal.theirs.message
    none = refusal.ours.ended == "refused" and extra == set(case.rankings)
    return bool(extra) and (stopped or none)


def has_nothing_answered(refusal: Refusal) -> bool:
    """Recognise a run that answers no judged topic."""
    case = refusal.case
    return refusal.ours.ended == "refused" and set(case.grades).isdisjoint(case.rankings)


_SUBTOPICS = "printf '1 1 a 1\\n1 2 a 1\\n1 1 b 1\\n2 1 d 0\\n' > subtopics"
_RUN = "printf '1 Q0 b 1 3 t\\n1 Q0 a 2 2 t\\n2 Q0 d 1 3 t\\n' > ranked"
_STRATA = "printf '1 0 a 1 1\\n1 0 b 1 0\\n1 0 c 2 1\\n1 0 d 2 -1\\n3 0 a 1 1\\n' > strata"
_PRELS = "printf '1 a 1 1 .5\\n1 b 0 1 1\\n1 c 1 1 .2\\n2 d 0 1 1\\n' > prels"

FROM_OTHERS: tuple[Difference, ...] = (
    Difference(
        code="no-relevant-subtopic",
        tool="ndeval",
        theirs="prints nan for `nNRBP` of a topic without a relevant document, and for the mean",
        ours="0",
        why="one topic must not decide the mean of the others",
        example=(
            _SUBTOPICS,
            _RUN,
            "harness eval --quiet --format ndeval -m nNRBP subtopics ranked",
        ),
        of_line=is_nan_of_ndeval,
    ),
    Difference(
        code="negative-subtopics",
        tool="ndeval",
        theirs="stops at a negative grade",
        ours="reads it as pooled and not judged",
        why="as in all judgments",
        example=(
            "printf '1 1 a 1\\n1 1 b -1\\n' > negative-subtopics",
            "printf '1 Q0 a 1 3 t\\n' > only-a",
            "harness eval --quiet --format ndeval -m P_IA@5 negative-subtopics only-a",
        ),
        of_refusal=has_negative,
    ),
    Difference(
        code="nothing-relevant",
        tool="gdeval",
        theirs="prints no topic, and a mean over none, if no document is relevant",
        ours="an error",
        why="there is nothing to measure",
        example=(
            "printf '1 0 a 0\\n' > nothing",
            "printf '1 Q0 a 1 3 t\\n' > only-a",
            "harness eval --quiet --format gdeval nothing only-a",
        ),
        of_refusal=has_nothing_relevant,
    ),
    Difference(
        code="all-relevant",
        tool="sample_eval",
        theirs="`inum_rel` of `all` sums over all judged topics, answered or not",
        ours="sums over the evaluated topics; over all of them with `-c`",
        why="the measures beside it use the evaluated topics",
        example=(
            _STRATA,
            _RUN,
            "harness eval --quiet --qrels-from strata -m estNumRel strata ranked",
            "harness eval --quiet -c --qrels-from strata -m estNumRel strata ranked",
        ),
        of_line=lambda line: (
            (line.label, line.topic) == ("inum_rel", "all") and bool(line.case.unanswered)
        ),
    ),
    Difference(
        code="topics-averaged",
        tool="statAP",
        theirs=(
            "leaves out topics without a relevant document and topics without a randomly "
            "drawn one; stops if no topic is left"
        ),
        ours="averages each judged topic that is answered, with 0 if nothing is relevant",
        why="the number of topics must not depend on the documents found relevant",
        example=(_PRELS, _RUN, "harness eval --quiet -q --qrels-from prels -m statAP prels ranked"),
        of_line=is_left_out,
        of_refusal=has_none_to_average,
    ),
    Difference(
        code="tied-scores",
        tool="rbp_eval",
        theirs="gives tied documents the mean of their weights",
        ours="orders them by identifier, descending, as for all other measures",
        why="all measures of a run must see one ranking",
        example=(
            "printf '1 0 a 1\\n1 0 b 0\\n' > binary",
            "printf '1 Q0 a 1 2 t\\n1 Q0 b 2 2 t\\n' > tied",
            "harness eval --quiet -m 'RBP(p=0.5, rel=1)' binary tied",
        ),
        of_line=lambda line: any(
            topic in line.case.tied for topic in line.case.concerned(line.topic)
        ),
    ),
    Difference(
        code="scattered-topics",
        tool="statAP",
        theirs="takes the length of a ranking from the last block of lines of its topic",
        ours="ignores the order of lines",
        why="a run is the same in any order of its lines",
        example=(
            _PRELS,
            "printf '1 Q0 a 1 3 t\\n2 Q0 d 1 3 t\\n1 Q0 c 2 1 t\\n' > scattered",
            "harness eval --quiet -m statAP --qrels-from prels prels scattered",
        ),
        of_line=is_scattered,
    ),
    Difference(
        code="repeated-documents",
        tool="gdeval",
        theirs="counts the gain of a document that is listed twice twice",
        ours="an error with file, line and column",
        why="the file is wrong",
        example=(
            "printf '1 0 a 1\\n' > qrels",
            "printf '1 Q0 a 1 3 t\\n1 Q0 a 2 2 t\\n' > repeated",
            "harness eval --quiet --format gdeval qrels repeated",
        ),
        of_refusal=lambda refusal: (
            refusal.ours.ended == "refused" and "is retrieved twice" in refusal.ours.message
        ),
    ),
    Difference(
        code="unjudged-topics",
        tool="ndeval",
        theirs=(
            "stops at a duplicate rank or document in an unjudged topic; prints nan for the"
            " mean if no judged topic is answered"
        ),
        ours="drops unjudged topics before checking them; an error if none is left",
        why="as for all judgments",
        example=(
            _SUBTOPICS,
            "printf '1 Q0 a 1 3 t\\n9 Q0 a 1 3 t\\n9 Q0 b 1 2 t\\n' > extra",
            "harness eval --quiet --format ndeval -m P_IA@5 subtopics extra",
        ),
        of_refusal=is_of_unjudged_topics,
    ),
    Difference(
        code="nothing-answered",
        tool="rbp_eval",
        theirs="prints nan as the mean if no judged topic is answered",
        ours="an error",
        why="run and judgments with no common topic are a mistake",
        example=(
            "printf '1 0 a 1\\n1 0 b 0\\n' > binary",
            "printf '9 Q0 a 1 2 t\\n' > elsewhere",
            "harness eval --quiet -m 'RBP(p=0.5, rel=1)' binary elsewhere",
        ),
        of_refusal=has_nothing_answered,
    ),
)
