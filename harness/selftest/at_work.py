"""Conditions of differences: whether a difference explains a line, or a refusal, of a case."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations

from harness.core.dialects import Dialect
from harness.core.numbers import collect
from harness.formats.layouts import get_layout
from harness.formats.records import Records
from harness.formats.skipped import BLANK, COMMENT, Skip, SkippedLines
from harness.measures.registry import load_own
from harness.measures.trec_names import base_name
from harness.selftest.cases import BYTE_ORDER_MARK, PREFERENCES, Case
from harness.selftest.evaluators import Output

load_own()  # the output of an evaluator names any measure

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
    """A line that differs: measure, topic, and both values, None without a line."""

    case: Case = field(repr=False)
    tool: str
    dialect: Dialect = field(repr=False)
    label: str
    topic: str
    theirs: str | None
    ours: str | None

    @property
    def measure(self) -> str:
        """The measure without the parameters in its label: ``P`` of ``P_5``."""
        label = self.label if self.case.standards is None else self.label.removeprefix("Z")
        return base_name(label) or label


@dataclass(frozen=True, slots=True)
class Refusal:
    """A case for which only one evaluator, or none, prints values, and how each ended."""

    case: Case
    tool: str
    dialect: Dialect
    theirs: Output
    ours: Output


# --- lines -------------------------------------------------------------------------------------


def is_nan(line: OutputLine) -> bool:
    """Recognise a division of 0 by 0, for which harness prints 0."""
    if line.theirs not in ("nan", "-nan") or line.ours is None:
        return False
    if line.topic != "all" and line.ours != "0.0000" and line.case.standards is None:
        return False
    return any(_divides_zero(line, topic) for topic in line.case.concerned(line.topic))


def _divides_zero(line: OutputLine, topic: str) -> bool:
    case = line.case
    grades = case.grades.get(topic, {})
    if line.measure in ("iprec_at_recall", "11pt_avg"):
        judged = [doc for doc in case.rankings.get(topic, ()) if grades.get(doc, -1) >= 0]
        return case.options.judged_only and not judged
    if line.measure == "Rndcg":
        return all(_find_gain(line, grade) <= 0 for grade in grades.values())
    return False


def is_num_rel(line: OutputLine) -> bool:
    """Recognise the number of relevant documents over all topics, counted at level 1."""
    options = line.case.options
    if not (
        options.complete and options.level > 1 and (line.label, line.topic) == ("num_rel", "all")
    ):
        return False
    return (line.theirs, line.ours) == (
        _format_num_rel(line.case, 1),
        _format_num_rel(line.case, options.level),
    )


def _format_num_rel(case: Case, level: int) -> str:
    return str(sum(grade >= level for grades in case.grades.values() for grade in grades.values()))


def is_rbp_range(line: OutputLine) -> bool:
    """Recognise a topic with grades that `rbp` would have to scale."""
    return line.measure == "rbp" and any(
        grade not in (0, 1)
        for topic in line.case.concerned(line.topic)
        for grade in line.case.grades.get(topic, {}).values()
    )


def is_fractional(line: OutputLine) -> bool:
    """Recognise two gains that differ by less than 1."""
    if line.measure not in _OF_GAINS:
        return False
    return any(
        first != second and int(first - second) == 0
        for topic in line.case.concerned(line.topic)
        for first, second in combinations(
            _list_gains(line, line.case.grades.get(topic, {}).values()), 2
        )
    )


def is_all_negative(line: OutputLine) -> bool:
    """Recognise a topic with negative grades only, or a mean over such topics too."""
    return any(_all_negative(line.case, topic) for topic in line.case.concerned(line.topic))


def _all_negative(case: Case, topic: str) -> bool:
    return all(grade < 0 for grade in case.grades.get(topic, {0: 0}).values())


def _parse_gains(line: OutputLine) -> dict[int, float]:
    """Parse the gains set by the parameters in a label, by grade."""
    written = line.label.removeprefix(f"{line.measure}_")
    pairs = (pair.partition("=") for pair in written.split(",") if "=" in pair)
    return {int(grade): float(gain) for grade, _, gain in pairs}


def _find_gain(line: OutputLine, grade: int) -> float:
    return _parse_gains(line).get(grade, float(grade))


def _list_gains(line: OutputLine, grades: Iterable[int]) -> tuple[float, ...]:
    """Return the gains of 0, of positive grades that occur, and of grades with a set gain."""
    levels = {0, *(grade for grade in grades if grade > 0), *_parse_gains(line)}
    return tuple(_find_gain(line, grade) for grade in levels)


def is_made_up(line: OutputLine) -> bool:
    """Recognise a string measure of an unanswered topic, or a mean over such topics too."""
    return (
        line.case.options.complete
        and line.measure in ("relstring", "utility")
        and not line.case.unanswered.isdisjoint(line.case.concerned(line.topic))
    )


def is_repeated(line: OutputLine) -> bool:
    """Recognise a measure requested twice: trec_eval uses the cutoffs of the first only."""
    names = [name.partition(".")[0] for name in line.case.options.measures]
    return line.theirs is None and names.count(line.measure) > 1


def is_out_of_order(line: OutputLine) -> bool:
    """Recognise levels of recall that do not ascend."""
    if line.measure != "11pt_avg":
        return False
    levels = [float(level) for level in re.findall(r"[\d.]+", line.label.partition("avg_")[2])]
    return levels != sorted(levels)


def is_marked(line: OutputLine) -> bool:
    """Recognise a byte-order mark read as part of the first topic of a file."""
    marked = [file for file in (line.case.qrels, line.case.run) if file.startswith(BYTE_ORDER_MARK)]
    first = {
        file.removeprefix(BYTE_ORDER_MARK).split()[0].decode(errors="surrogateescape")
        for file in marked
    }
    glued = {f"{BYTE_ORDER_MARK.decode()}{topic}" for topic in first}
    return bool(marked) and line.topic in {"all", *first, *glued}


# --- cases that one of both does not evaluate ----------------------------------------------------


def asks_for_new(refusal: Refusal) -> bool:
    """Recognise a measure that the other version lacks."""
    names = {name.partition(".")[0] for name in refusal.case.options.measures}
    is_new = not names.isdisjoint(refusal.dialect.lacks)
    return is_new and "illegal measure" in refusal.theirs.message


def ignores_parameters(refusal: Refusal) -> bool:
    """Recognise parameters of a measure without parameters, or unreadable ones."""
    wrong = any(_NO_PARAMETERS.fullmatch(name) for name in refusal.case.options.measures)
    return wrong and refusal.ours.ended == "refused"


def refuses_twice(refusal: Refusal) -> bool:
    """Recognise a cutoff given twice."""
    parts = [name.partition(".") for name in refusal.case.options.measures]
    cutoffs = [written.split(",") for name, _, written in parts if name in _OF_CUTOFFS]
    return refusal.theirs.ended == "refused" and any(len(set(cut)) < len(cut) for cut in cutoffs)


def refuses_level(refusal: Refusal) -> bool:
    """Recognise a relevance level that harness refuses."""
    return refusal.case.options.odd[:1] == ("-l",) and refusal.ours.ended == "refused"


def refuses_value(refusal: Refusal) -> bool:
    """Recognise a malformed value of an option."""
    return bool(refusal.case.options.odd) and refusal.ours.ended == "refused"


def refuses_persistence(refusal: Refusal) -> bool:
    """Recognise rbp.0.5, which trec_eval only accepts as rbp.p=0.5."""
    names = refusal.case.options.measures
    given = any(re.fullmatch(r"rbp(_resid)?\.[\d.]+", name) for name in names)
    return given and refusal.theirs.ended == "refused"


def has_no_common_topic(refusal: Refusal) -> bool:
    """Recognise a run that answers no judged topic."""
    case = refusal.case
    apart = set(case.grades).isdisjoint(case.rankings)
    return apart and refusal.ours.ended == "refused" and case.options.complete


def refuses_topics(refusal: Refusal) -> bool:
    """Recognise topics that only the judgments, or only the run, have."""
    foreign = set(refusal.case.rankings) - set(refusal.case.grades)
    lacking = refusal.case.unanswered if not refusal.case.options.complete else frozenset[str]()
    return refusal.theirs.ended == "refused" and bool(foreign or lacking)


def refuses_negative(refusal: Refusal) -> bool:
    """Recognise an evaluated topic with negative grades only."""
    return refusal.theirs.ended != "printed" and any(
        _all_negative(refusal.case, topic) for topic in refusal.case.topics
    )


def refuses_marked(refusal: Refusal) -> bool:
    """Recognise a file that begins with a byte-order mark."""
    files = (refusal.case.qrels, refusal.case.run)
    marked = any(file.startswith(BYTE_ORDER_MARK) for file in files)
    return marked and refusal.theirs.ended == "refused"


def has_duplicates(refusal: Refusal) -> bool:
    """Recognise a duplicate that trec_eval overlooks: in other topics, or below the depth."""
    return refusal.ours.ended == "refused" and refusal.case.has_duplicates


def is_no_number(refusal: Refusal) -> bool:
    """Recognise a score or a grade that is not a number."""
    return refusal.ours.ended == "refused" and refusal.case.has_no_number


# --- lines of files that are no records ----------------------------------------------------------


def _find_skipped(kind: str, name: str, content: bytes) -> SkippedLines:
    """Return the lines that the readers of harness skip in a file."""
    return Records(content, kind, get_layout(kind, name).fields).skipped


def _name_layout(case: Case) -> str:
    """Return the layout of a case's judgments."""
    relation = case.options.relation
    return "trec" if relation == "qrels" else relation


def _skips(case: Case, skip: Skip) -> bool:
    """Return whether harness skips lines of a kind in judgments or run."""
    of_qrels = _find_skipped("judgments", _name_layout(case), case.qrels)
    return skip.code in (of_qrels + _find_skipped("runs", "trec", case.run)).lines


def refuses_blank(refusal: Refusal) -> bool:
    """Recognise a blank line."""
    return refusal.theirs.ended == "refused" and _skips(refusal.case, BLANK)


def refuses_comment(refusal: Refusal) -> bool:
    """Recognise a comment."""
    return refusal.theirs.ended == "refused" and _skips(refusal.case, COMMENT)


def counts_comment(line: OutputLine) -> bool:
    """Recognise a comment with as many words as a record has fields: a topic to trec_eval."""
    case = line.case
    return case.options.complete and any(
        len(text.split()) >= case.layout.width
        and _find_skipped("judgments", _name_layout(case), text)
        for text in case.qrels.split(b"\n")
        if text.startswith(b"#")
    )


def refuses_header(refusal: Refusal) -> bool:
    """Recognise a first line with column names."""
    case = refusal.case
    files = ((case.layout.value, case.qrels), (4, case.run))
    firsts = [(number, content.split(b"\n")[0].split()) for number, content in files]
    named = any(len(row) > number and row[number].isalpha() for number, row in firsts)
    return named and refusal.ours.ended == "refused"


def reads_one_line(shown: OutputLine | Refusal) -> bool:
    """Recognise a file whose lines end in carriage returns."""
    files = (shown.case.qrels, shown.case.run)
    return any(b"\r" in file.replace(b"\r\n", b"\n") for file in files)


def is_other_tag(line: OutputLine) -> bool:
    """Recognise the tag of a run with several tags."""
    rows = [row.split() for row in line.case.run.split(b"\n")]
    return line.label == "runid" and len({fields[5] for fields in rows if len(fields) > 5}) > 1


# --- standard scores -----------------------------------------------------------------------------

#: Printed by trec_eval for a missing standard score.
_MISSING = "-1000000.0000"


def _format_deviations(case: Case) -> dict[tuple[str, str], str]:
    text = (case.standards or b"").decode("utf-8", "surrogateescape")
    rows = (line.split() for line in text.split("\n"))
    return {(row[0], row[1]): row[3] for row in rows if len(row) > 3}


def is_far_from_equal(line: OutputLine) -> bool:
    """Recognise a deviation of 0 with a value other than the mean."""
    if line.case.standards is None or line.theirs is None:
        return False
    name, deviations = line.label.removeprefix("Z"), _format_deviations(line.case)
    topics = line.case.concerned(line.topic)
    equal = any(float(deviations.get((topic, name), 1)) == 0 for topic in topics)
    return equal and (line.topic == "all" or line.theirs == _MISSING)


def is_standard_of_unanswered(line: OutputLine) -> bool:
    """Recognise the mean of standard scores with unanswered topics."""
    case = line.case
    unanswered = case.options.complete and bool(case.unanswered)
    return case.standards is not None and unanswered and line.topic == "all"


def is_standard_of_logarithms(line: OutputLine) -> bool:
    """Recognise the standard score of a geometric mean."""
    return line.label in ("Zgm_map", "Zgm_bpref")


def lacks_standards(refusal: Refusal) -> bool:
    """Recognise a topic without mean and deviation of a measure."""
    return "no mean and deviation" in refusal.ours.message


# --- preferences ---------------------------------------------------------------------------------


def _group_levels(case: Case) -> dict[tuple[str, str], list[float]]:
    """Return the levels of each judgment group, by topic and group."""
    return collect(
        ((fields[0], fields[1]), float(fields[case.layout.value])) for fields in case.judgments
    )


def _is_of_preferences(case: Case) -> bool:
    return case.options.relation in PREFERENCES


def reads_past_levels(line: OutputLine) -> bool:
    """Recognise preferences whose levels trec_eval reads past."""
    if not _is_of_preferences(line.case):
        return False
    topics = line.case.concerned(line.topic)
    groups = [levels for (topic, _), levels in _group_levels(line.case).items() if topic in topics]
    if line.measure == "prefs_avgjg_Rnonrel":
        return any(min(levels) < 0 for levels in groups)
    return any(max(levels) == -3 for levels in groups)


def has_levels_below(case: Case) -> bool:
    """Recognise preferences with a level below 0."""
    return _is_of_preferences(case) and any(min(each) < 0 for each in _group_levels(case).values())


def counts_answered(line: OutputLine) -> bool:
    """Recognise the number of possible preferences over all judged topics."""
    named = (line.label, line.topic) == ("prefs_num_prefs_poss", "all")
    return named and line.case.options.complete and bool(line.case.unanswered)
