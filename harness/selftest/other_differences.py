"""The deliberate differences from other evaluators than trec_eval."""

from __future__ import annotations

from harness.selftest import at_work_others as at_work
from harness.selftest.difference import Difference

_SUBTOPICS = "printf '1 1 a 1\\n1 2 a 1\\n1 1 b 1\\n2 1 d 0\\n' > subtopics"
_RUN = "printf '1 Q0 b 1 3 t\\n1 Q0 a 2 2 t\\n2 Q0 d 1 3 t\\n' > ranked"
_STRATA = "printf '1 0 a 1 1\\n1 0 b 1 0\\n1 0 c 2 1\\n1 0 d 2 -1\\n3 0 a 1 1\\n' > strata"
_PRELS = "printf '1 a 1 1 .5\\n1 b 0 1 1\\n1 c 1 1 .2\\n2 d 0 1 1\\n' > prels"

FROM_OTHERS: tuple[Difference, ...] = (
    Difference(
        code="no-relevant-subtopic",
        tool="ndeval",
        theirs=("prints nan for `nNRBP` of a topic without a relevant document, and for the mean"),
        ours="0",
        why="one topic should not decide about the mean of the others",
        example=(
            _SUBTOPICS,
            _RUN,
            "harness eval --quiet --format ndeval -m nNRBP subtopics ranked",
        ),
        of_line=at_work.is_nan_of_ndeval,
    ),
    Difference(
        code="negative-subtopics",
        tool="ndeval",
        theirs="stops at a negative grade",
        ours="a document that was pooled and not judged",
        why="as in all judgments",
        example=(
            "printf '1 1 a 1\\n1 1 b -1\\n' > negative-subtopics",
            "printf '1 Q0 a 1 3 t\\n' > only-a",
            "harness eval --quiet --format ndeval -m P_IA@5 negative-subtopics only-a",
        ),
        of_refusal=at_work.has_negative,
    ),
    Difference(
        code="nothing-relevant",
        tool="gdeval",
        theirs="prints no topic, and a mean of nothing, where no document is relevant",
        ours="an error",
        why="there is nothing to measure",
        example=(
            "printf '1 0 a 0\\n' > nothing",
            "printf '1 Q0 a 1 3 t\\n' > only-a",
            "harness eval --quiet --format gdeval nothing only-a",
        ),
        of_refusal=at_work.has_nothing_relevant,
    ),
    Difference(
        code="all-relevant",
        tool="sample_eval",
        theirs="`inum_rel` of `all` adds up all judged topics, answered or not",
        ours="the topics that are evaluated; all of them with `-c`",
        why="the number belongs to the others printed with it",
        example=(
            _STRATA,
            _RUN,
            "harness eval --quiet --qrels-from strata -m estNumRel strata ranked",
            "harness eval --quiet -c --qrels-from strata -m estNumRel strata ranked",
        ),
        of_line=at_work.is_of_all_topics,
    ),
    Difference(
        code="topics-averaged",
        tool="statAP",
        theirs=(
            "leaves topics without a relevant document out, and those of which nothing was drawn "
            "by chance; stops where no topic is left"
        ),
        ours="each judged topic that is answered counts, with 0 where nothing is relevant",
        why="the number of topics should not depend on what was found relevant",
        example=(_PRELS, _RUN, "harness eval --quiet -q --qrels-from prels -m statAP prels ranked"),
        of_line=at_work.is_left_out,
        of_refusal=at_work.has_none_to_average,
    ),
    Difference(
        code="tied-scores",
        tool="rbp_eval",
        theirs="gives tied documents the mean of their weights",
        ours="orders them by identifier, descending, as all other measures do",
        why="every measure of a run is of one ranking",
        example=(
            "printf '1 0 a 1\\n1 0 b 0\\n' > binary",
            "printf '1 Q0 a 1 2 t\\n1 Q0 b 2 2 t\\n' > tied",
            "harness eval --quiet -m 'RBP(p=0.5, rel=1)' binary tied",
        ),
        of_line=at_work.is_tied,
    ),
    Difference(
        code="scattered-topics",
        tool="statAP",
        theirs="takes a ranking for as long as the last lines of its topic that stand together",
        ours="the order of lines means nothing",
        why="a run is the same in any order of its lines",
        example=(
            _PRELS,
            "printf '1 Q0 a 1 3 t\\n2 Q0 d 1 3 t\\n1 Q0 c 2 1 t\\n' > scattered",
            "harness eval --quiet -m statAP --qrels-from prels prels scattered",
        ),
        of_line=at_work.is_scattered,
    ),
    Difference(
        code="repeated-documents",
        tool="gdeval",
        theirs="adds the gain of a document that is listed twice twice",
        ours="an error with file, line and column",
        why="the file is wrong",
        example=(
            "printf '1 0 a 1\\n' > qrels",
            "printf '1 Q0 a 1 3 t\\n1 Q0 a 2 2 t\\n' > repeated",
            "harness eval --quiet --format gdeval qrels repeated",
        ),
        of_refusal=at_work.has_repeated,
    ),
    Difference(
        code="unjudged-topics",
        tool="ndeval",
        theirs=(
            "stops at a rank or document that is there twice in a topic without judgments; prints "
            "nan for the mean where no topic that is judged is answered"
        ),
        ours="leaves such topics out before they are looked at; an error where none is left",
        why="as for all judgments",
        example=(
            _SUBTOPICS,
            "printf '1 Q0 a 1 3 t\\n9 Q0 a 1 3 t\\n9 Q0 b 1 2 t\\n' > extra",
            "harness eval --quiet --format ndeval -m P_IA@5 subtopics extra",
        ),
        of_refusal=at_work.is_of_unjudged_topics,
    ),
    Difference(
        code="nothing-answered",
        tool="rbp_eval",
        theirs="prints nan as the mean where no judged topic is answered",
        ours="an error",
        why="a run and judgments of other topics are a mistake",
        example=(
            "printf '1 0 a 1\\n1 0 b 0\\n' > binary",
            "printf '9 Q0 a 1 2 t\\n' > elsewhere",
            "harness eval --quiet -m 'RBP(p=0.5, rel=1)' binary elsewhere",
        ),
        of_refusal=at_work.has_nothing_answered,
    ),
)
