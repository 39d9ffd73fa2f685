"""The deliberate differences from trec_eval, each as a question about a case and a measure.

The codes are those of the table in ``docs/trec_eval.md``. A reason holds for a line only where it
can be at work, and only for the value that it predicts, as far as it does predict one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import combinations

from harness.core.dialects import Dialect
from harness.measures.trec_names import base_name
from harness.selftest.cases import BYTE_ORDER_MARK, Case
from harness.selftest.evaluators import Output

_OF_GAINS = frozenset({"ndcg", "ndcg_rel", "Rndcg", "G", "dcg", "ideal_dcg"})
_OF_CUTOFFS = frozenset(
    {"P", "recall", "relative_P", "success", "ndcg_cut", "map_cut", "unj"}
    | {"iprec_at_recall", "Rprec_mult", "11pt_avg"}
)
_NO_PARAMETERS = re.compile(
    r"(num_\w+|map|gm_\w+|Rprec|bpref|recip_rank|infAP|binG|set_(P|recall|relative_P|map)|yaap)"
    r"\..+|ndcg_cut\.\d+=.*"
)


@dataclass(frozen=True, slots=True)
class OutputLine:
    """A line of a case that is not the same: measure and topic, both values (None: no line)."""

    case: Case = field(repr=False)
    dialect: Dialect = field(repr=False)
    label: str
    topic: str
    theirs: str | None
    ours: str | None

    @property
    def measure(self) -> str:
        """The measure without what its label adds: ``P`` of ``P_5``."""
        return base_name(self.label) or self.label


@dataclass(frozen=True, slots=True)
class Refusal:
    """A case that at least one of both evaluators prints nothing for, and how each ended."""

    case: Case
    dialect: Dialect
    theirs: Output
    ours: Output


def reason_of_line(line: OutputLine) -> str | None:
    """The code of the difference that explains a line, or None."""
    return next((code for code, holds in _OF_LINES.items() if holds(line)), None)


def reason_of_refusal(refusal: Refusal) -> str | None:
    """The code of the difference that explains why one of both printed nothing, or None."""
    return next((code for code, holds in _OF_REFUSALS.items() if holds(refusal)), None)


# --- lines -------------------------------------------------------------------------------------


def _is_nan(line: OutputLine) -> bool:
    if line.theirs not in ("nan", "-nan") or line.ours is None:
        return False
    if line.topic != "all" and line.ours != "0.0000":
        return False
    return any(_divides_zero(line, topic) for topic in line.case.concerned(line.topic))


def _divides_zero(line: OutputLine, topic: str) -> bool:
    case = line.case
    grades = case.grades.get(topic, {})
    if line.measure in ("iprec_at_recall", "11pt_avg"):
        judged = [doc for doc in case.rankings.get(topic, ()) if grades.get(doc, -1) >= 0]
        return case.options.judged_only and not judged
    if line.measure == "Rndcg":
        return all(_gain(line, grade) <= 0 for grade in grades.values())
    return False


def _is_num_rel(line: OutputLine) -> bool:
    options = line.case.options
    if not (
        options.complete and options.level > 1 and (line.label, line.topic) == ("num_rel", "all")
    ):
        return False
    return (line.theirs, line.ours) == (_num_rel(line.case, 1), _num_rel(line.case, options.level))


def _num_rel(case: Case, level: int) -> str:
    return str(sum(grade >= level for grades in case.grades.values() for grade in grades.values()))


def _is_rbp_range(line: OutputLine) -> bool:
    return (
        line.dialect.name == "trec_eval-10"
        and line.measure == "rbp"
        and any(
            grade not in (0, 1)
            for topic in line.case.concerned(line.topic)
            for grade in line.case.grades.get(topic, {}).values()
        )
    )


def _is_fractional(line: OutputLine) -> bool:
    if line.measure not in _OF_GAINS:
        return False
    return any(
        first != second and int(first - second) == 0
        for topic in line.case.concerned(line.topic)
        for first, second in combinations(_gains(line, line.case.grades.get(topic, {}).values()), 2)
    )


def _is_all_negative(line: OutputLine) -> bool:
    return any(_all_negative(line.case, topic) for topic in line.case.concerned(line.topic))


def _all_negative(case: Case, topic: str) -> bool:
    return all(grade < 0 for grade in case.grades.get(topic, {0: 0}).values())


def _given(line: OutputLine) -> dict[int, float]:
    """The gains that the parameters in a label set, by grade."""
    written = line.label.removeprefix(f"{line.measure}_")
    pairs = (pair.partition("=") for pair in written.split(",") if "=" in pair)
    return {int(grade): float(gain) for grade, _, gain in pairs}


def _gain(line: OutputLine, grade: int) -> float:
    return _given(line).get(grade, float(grade))


def _gains(line: OutputLine, grades: Iterable[int]) -> tuple[float, ...]:
    """The gain of each grade that occurs, or that a gain is set for; of 0, too."""
    levels = {0, *(grade for grade in grades if grade > 0), *_given(line)}
    return tuple(_gain(line, grade) for grade in levels)


def _is_made_up(line: OutputLine) -> bool:
    return (
        line.dialect.name == "trec_eval-10"
        and line.case.options.complete
        and line.measure in ("relstring", "utility")
        and not line.case.unanswered.isdisjoint(line.case.concerned(line.topic))
    )


def _is_repeated(line: OutputLine) -> bool:
    """A measure given twice: trec_eval takes the cutoffs of the first only."""
    names = [name.partition(".")[0] for name in line.case.options.measures]
    return line.theirs is None and names.count(line.measure) > 1


def _is_out_of_order(line: OutputLine) -> bool:
    if line.measure != "11pt_avg":
        return False
    levels = [float(level) for level in re.findall(r"[\d.]+", line.label.partition("avg_")[2])]
    return levels != sorted(levels)


def _is_marked(line: OutputLine) -> bool:
    """A byte-order mark is glued to the first topic of a file."""
    marked = [file for file in (line.case.qrels, line.case.run) if file.startswith(BYTE_ORDER_MARK)]
    first = {
        file.removeprefix(BYTE_ORDER_MARK).split()[0].decode(errors="surrogateescape")
        for file in marked
    }
    glued = {f"{BYTE_ORDER_MARK.decode()}{topic}" for topic in first}
    return bool(marked) and line.topic in {"all", *first, *glued}


_OF_LINES: dict[str, Callable[[OutputLine], bool]] = {
    "negative-topic": _is_all_negative,
    "nan": _is_nan,
    "num-rel-level": _is_num_rel,
    "rbp-range": _is_rbp_range,
    "fractional-gains": _is_fractional,
    "unanswered-10": _is_made_up,
    "cutoffs-twice": _is_repeated,
    "levels-in-order": _is_out_of_order,
    "byte-order-mark": _is_marked,
}


# --- cases that one of both does not evaluate ----------------------------------------------------


def _asks_for_new(refusal: Refusal) -> bool:
    names = {name.partition(".")[0] for name in refusal.case.options.measures}
    return (
        not names.isdisjoint(refusal.dialect.lacks) and "illegal measure" in refusal.theirs.message
    )


def _ignores_parameters(refusal: Refusal) -> bool:
    wrong = any(_NO_PARAMETERS.fullmatch(name) for name in refusal.case.options.measures)
    return wrong and refusal.ours.ended == "refused"


def _refuses_twice(refusal: Refusal) -> bool:
    parts = [name.partition(".") for name in refusal.case.options.measures]
    cutoffs = [written.split(",") for name, _, written in parts if name in _OF_CUTOFFS]
    return refusal.theirs.ended == "refused" and any(len(set(cut)) < len(cut) for cut in cutoffs)


def _refuses_level(refusal: Refusal) -> bool:
    return refusal.case.options.level < 1 and refusal.ours.ended == "refused"


def _refuses_topics(refusal: Refusal) -> bool:
    foreign = set(refusal.case.rankings) - set(refusal.case.grades)
    lacking = refusal.case.unanswered if not refusal.case.options.complete else frozenset[str]()
    return (
        refusal.dialect.name == "trec_eval-10"
        and refusal.theirs.ended == "refused"
        and bool(foreign or lacking)
    )


def _refuses_negative(refusal: Refusal) -> bool:
    return refusal.theirs.ended != "printed" and any(
        _all_negative(refusal.case, topic) for topic in refusal.case.topics
    )


def _refuses_marked(refusal: Refusal) -> bool:
    marked = refusal.case.qrels.startswith(BYTE_ORDER_MARK) or refusal.case.run.startswith(
        BYTE_ORDER_MARK
    )
    return marked and refusal.theirs.ended == "refused"


def _has_duplicates(refusal: Refusal) -> bool:
    """trec_eval looks for them in what it evaluates: not in other topics, nor below the depth."""
    return refusal.ours.ended == "refused" and refusal.case.has_duplicates


def _is_no_number(refusal: Refusal) -> bool:
    return refusal.ours.ended == "refused" and refusal.case.has_no_number


_OF_REFUSALS: dict[str, Callable[[Refusal], bool]] = {
    "new-measures": _asks_for_new,
    "no-parameters": _ignores_parameters,
    "cutoffs-twice": _refuses_twice,
    "relevance-level": _refuses_level,
    "unknown-topics": _refuses_topics,
    "byte-order-mark": _refuses_marked,
    "no-number": _is_no_number,
    "duplicates": _has_duplicates,
    "negative-topic": _refuses_negative,
}

#: Every code that a difference may be put down to.
CODES = tuple(dict.fromkeys((*_OF_LINES, *_OF_REFUSALS)))
