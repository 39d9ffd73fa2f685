"""Notes: records of everything the package says beside its tables.

A note has a code of `NOTES`, which gives its severity, a text, and its subject and numbers as
values. Terminal, page, JSON and manifest show the same notes; nobody parses their texts. No library
is loaded here: the command line needs notes at once.

A fault of an input is a `harness.core.errors.Problem`, part of an error; a check of a submission
gives a `harness.validation.Finding` with its line.
"""

from __future__ import annotations

import re
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from harness.core.errors import some
from harness.core.harmless import ShownPath, readable, shown_path
from harness.core.numbers import collect

#: How urgent a note is. A ``note`` keeps numbers honest, a ``warning`` asks for a look, an
#: ``alarm`` must not drown among notes.
SEVERITIES = ("note", "warning", "alarm")

#: The beginning of a note's line, by severity.
_LEAD = {"note": "", "warning": "warning: ", "alarm": "Warning: "}

#: The end of the note on missing topics: Python's functions have another default than the command.
_COUNTED = (
    'these count as empty rankings; topic_policy="answered" leaves them out, as harness eval does'
)
#: Notes on topics that count as empty or do not count: means of runs cannot be compared blindly.
_UNANSWERED = frozenset({"topics-missing", "topics-left-out", "run-empty"})

#: Numbers, which may differ between equal notes on several files.
_NUMBERS = re.compile(r"\d[\d.,]*")

#: The words for further notes of a kind that comes once per run.
_OTHERS = {
    "refused": "not evaluated",
    "unavailable": "not evaluated, because they could not be read",
    "repaired": "repaired",
}
#: The notes shown of a kind that comes once per run or file; manifests have all.
MOST = 5


class HarnessWarning(UserWarning):
    """Warning with the notes on a result in Python that need a look, all in one text.

    Examples
    --------
    >>> import warnings
    >>> warnings.filterwarnings("error", category=HarnessWarning)  # stop at them
    >>> warnings.filterwarnings("default", category=HarnessWarning)
    """


class HarnessDeprecationWarning(FutureWarning):
    """Warning of a name, option or key that the next version removes.

    Examples
    --------
    >>> issubclass(HarnessDeprecationWarning, FutureWarning)  # so that it is shown
    True
    """


class NoteKind(NamedTuple):
    """Kind of note: its code, its severity, and its meaning in a sentence.

    Only the first few notes of a kind with ``others`` are shown; ``others`` counts the rest.
    """

    code: str
    severity: str
    summary: str

    @property
    def others(self) -> str:
        """The text that counts further notes; empty for kinds that are shown in full."""
        before = _OTHERS.get(self.code, "")
        return before and f"{before}: {{}} more runs; manifest.json lists them"


def _kinds(severity: str, /, **summaries: str) -> Iterator[NoteKind]:
    for name, summary in summaries.items():
        yield NoteKind(name.replace("_", "-"), severity, summary)


#: Every kind of note by its code.
NOTES: dict[str, NoteKind] = {
    kind.code: kind
    for kind in (
        # The basis of averages.
        *_kinds(
            "note",
            topics_averaged="Over how many topics runs are averaged.",
            topics_differ="Runs are averaged over different numbers of topics.",
            topics_missing="Runs do not answer all topics, and the missing ones count.",
            run_empty="A run has no documents at all; its topics count as unanswered.",
            topics_left_out="Runs do not answer all judged topics, which do not count for them.",
            topics_not_relevant="Topics without a relevant document, which the dialect leaves out.",
            topics_extra="Runs answer topics without judgments, which are ignored.",
            topics_without_relevant="Topics have no relevant document, and are averaged.",
            known_documents="Documents left the rankings because they were judged before.",
            ties="Documents of a ranking have equal scores; how these ties are broken.",
            unjudged_dropped="Unjudged documents were dropped from the rankings.",
            unjudged="How many retrieved documents are unjudged.",
            junk="How many of the documents retrieved were judged as junk.",
            highest_grade="Documents have several judgments in a topic; the highest grade counts.",
            identical_ignored="Documents that have the identifier of their topic left a run.",
        ),
        *_kinds(
            "alarm",
            nothing_judged="No document of a run is judged: as a rule its identifiers are wrong.",
            unavailable="A run could not be read; the others were evaluated, as requested.",
        ),
        # How the evaluation was made.
        *_kinds(
            "note",
            rules="The rules of the evaluation: dialect, topics, grades, depth.",
            topics_not_judged="Topics of the task have no judgments, and are not averaged.",
            judged_not_in_topics="Judged topics are not among the task's topics.",
            known_judgments="How many judgments were known before and left those of the task.",
            known_topics="All judgments of a topic were known before; it is not averaged.",
            known_ungraded="Known judgments with a grade below 0 judge nothing.",
            sample="The judgments are a sample, from which measures are estimated.",
            refused="A run has errors and was not evaluated.",
            repaired="A run is evaluated and pooled after repairs.",
            runs_identical="Runs have the same ranking under several names.",
        ),
        # Oddities of files.
        *_kinds(
            "warning",
            runs_identical_groups="Runs of different groups have the same ranking.",
            encoding="A file, or a part of one, is not UTF-8 and was read as latin-1.",
            layout="The layout of a file had to be guessed.",
            layout_missing="A layout of an installed package cannot be loaded.",
            odd_content="Something in a file is odd, and was read as well as it can be.",
            columns_unused="A table has columns that are not used.",
            tags_differ="The lines of a run have different tags.",
            infinite_scores="Scores are infinite.",
            judgments_repeated="Judgments are repeated as they are.",
            documents_repeated="Documents occur again; the first text counts.",
            files_skipped="Files hold no documents and were skipped.",
            doubt="A whole file looks wrong, for a reason that was tried out.",
            guidelines_changed="The guidelines in a ledger are not those of its task now.",
            sample_unfinished="Documents of a sample were drawn and are not judged.",
            model_missing="Documents of a sample have no grade of the model.",
            sample_ungraded="Judgments of a sample have grades below 0, and are not used.",
            sample_unknown="Judgments of a sample have no probability, and are not used.",
            texts_missing="Documents that are shown have no text.",
            files_left_out="Files of a folder or pattern are no runs and were left out.",
            no_font="Names have characters of no installed font; they are drawn as escapes.",
            measure_left_out="A measure that is a text has no average and was left out.",
            rows_unused="The table of participants has rows for runs that are absent.",
            inner_marks_skipped="Byte-order marks within a concatenated file were skipped.",
            label_below_majority="A run is no more accurate than the most frequent label alone.",
        ),
        *_kinds(
            "note",
            other_version="The dialect has no such measure; another version's is computed.",
            ties_ascending="Documents with equal scores are ordered by identifier, ascending.",
            not_held="A format has no place for some values, which were lost.",
            no_comparison="Nothing can be compared, and why.",
            not_kept="A directory of results does not keep what was asked for.",
            # Skipped parts of files.
            comments_skipped="Lines that begin with # and are no records were skipped.",
            blank_lines_skipped="Blank lines were skipped.",
            description_skipped="The description of a system at the top of a run was skipped.",
            mark_skipped="The byte-order mark at the start of a file was skipped.",
        ),
        # The basis of comparisons.
        *_kinds(
            "note",
            basis="The measure, runs and topics of a table of scores.",
            topics_subset="Only the topics of a subset are compared.",
            topics_common="Topics were left out because not all runs have them.",
            lower_is_better="Less is better for the measure.",
            geometric="Logarithms of the measure are compared, its means are geometric.",
            means_compared="The measure is summarised otherwise elsewhere; means are compared.",
            logarithms="Statistics stay on the scale of logarithms.",
            test="Which test gave the p-values.",
            correction="How p-values allow for the number of comparisons.",
            alpha="The p below which a comparison is significant.",
            intervals="What intervals are, and how they were made.",
            rank_intervals="How confidence sets of ranks were made.",
            measured_rates="How often what is assured holds, or fails, in simulations.",
            long_table="A table of a paper goes on over pages.",
            standardised="Values are standardised among the runs of each topic.",
            not_standardised="Values are compared as they are, though the task standardises them.",
            least_p="With so few topics nothing can be significant.",
            not_offered="A test or interval is not offered for so few topics.",
            letters="What letters mean, and the test behind them.",
            significant_pairs="How many pairs differ significantly.",
            seed="The seed of all random draws.",
            identical="Two runs have the same value on every topic.",
            agreement="How well two leaderboards agree.",
            sample_errors="How uncertain the sample of judgments leaves means or differences.",
            unjudged_order="Whether unjudged documents could reverse the order of two runs.",
        ),
        # The basis of labels.
        *_kinds(
            "note",
            label_majority="What the most frequent label alone would reach.",
            label_undefined="A measure is undefined for some runs of labels.",
            item_missing="A run has no label for some items, which count as wrong.",
            item_extra="A run labels items that are not judged, which are ignored.",
        ),
        # Differences of two evaluations.
        *_kinds(
            "note",
            no_change="No input, rule or version changed.",
            no_effect="Something changed, and no value differs because of it.",
            no_cause="No value differs, and no change could make one.",
            rows_hidden="A table is cut to what changed most; how much there is.",
        ),
        # The basis of pools.
        *_kinds(
            "note",
            runs_not_pooled="Runs of the task were not pooled.",
            topic_unanswered="No run answers a topic.",
            pool_topics_missing="Pooled runs do not answer all topics.",
            pool_topics_extra="Pooled runs answer other topics too.",
            known_not_counted="Documents judged before do not count as judged or pooled.",
            not_judged_yet="Documents from which a strategy would learn are not judged.",
            budget_small="The budget is below one document a run.",
            residual="Documents judged before do not count.",
            left_out_of_ties="Measures have no closed form over ties and were left out.",
        ),
    )
}


@dataclass(frozen=True, slots=True)
class Note:
    """Something that a reader of results must know in addition to the numbers.

    ``code`` is a key of `NOTES`. ``text`` is a sentence that stands by itself; ``where`` is the
    file it is about, if any. ``subject`` names the run, topic or measure, and ``numbers`` holds the
    numbers of the text. A note of another version with an unknown code keeps its severity in
    ``given``.

    >>> note = Note("encoding", "not UTF-8; read as latin-1", "a.run", numbers={"offset": 3})
    >>> print(note), print(note.line)
    a.run: not UTF-8; read as latin-1
    warning: a.run: not UTF-8; read as latin-1
    (None, None)
    >>> Note.of(note.record()) == note
    True
    """

    code: str
    text: str
    where: str | None = None
    subject: str = ""
    numbers: Mapping[str, Any] = field(default_factory=dict, hash=False)
    given: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", readable(self.text))
        object.__setattr__(self, "subject", readable(self.subject))
        if self.where is not None:
            object.__setattr__(self, "where", shown_path(self.where))

    def __str__(self) -> str:
        return self.text if self.where is None else f"{self.where}: {self.text}"

    @property
    def severity(self) -> str:
        """One of `SEVERITIES`."""
        return NOTES[self.code].severity if self.code in NOTES else self.given

    @property
    def line(self) -> str:
        """The note as one line for people."""
        return f"{_LEAD[self.severity]}{self}"

    def record(self) -> dict[str, Any]:
        """Return the note as a record for JSON; `Note.of` reads it back."""
        return {
            "code": self.code,
            "severity": self.severity,
            "where": self.where,
            "subject": self.subject,
            "numbers": dict(self.numbers),
            "text": self.text,
        }

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> Note:
        """Read a note from its record."""
        own = {name: record[name] for name in ("code", "text", "where", "subject", "numbers")}
        own["where"] = own["where"] and ShownPath(own["where"])
        severity = record["severity"] if record["severity"] in SEVERITIES else SEVERITIES[1]
        return cls(**own, given="" if own["code"] in NOTES else severity)

    def about(self, path: object, shown: str) -> Note:
        """Return the note with a file's path as the task writes it, independent of the task's
        folder.

        >>> str(Note("sample", "of /home/a.txt", "/home/a.txt").about("/home/a.txt", "a.txt"))
        'a.txt: of a.txt'
        """
        name, where = shown_path(str(path)), self.where
        where = None if where is None else ShownPath(where.replace(name, shown))
        return replace(self, text=self.text.replace(name, shown), where=where)


def shorten_notes(notes: Iterable[Note]) -> tuple[Note, ...]:
    """Merge equal notes on several files into one that names the files.

    Equal notes may differ in numbers. Of a kind that comes once per run the first few are kept, and
    the last of them counts the rest.

    >>> two = [Note("encoding", f"not UTF-8 in line {n}", f"{n}.run") for n in (1, 2)]
    >>> print(*shorten_notes(two))
    1.run: not UTF-8 in line 1; likewise 2.run
    >>> many = [Note("refused", f"not evaluated: {run}") for run in "abcdefg"]
    >>> [str(note) for note in shorten_notes(many)][4:]
    ['not evaluated: e', 'not evaluated: 2 more runs; manifest.json lists them']
    """
    same = (
        (number if note.where is None else (note.code, _NUMBERS.sub("0", note.text)), note)
        for number, note in enumerate(notes)
    )
    notes = tuple(map(_join_notes, collect(same).values()))
    totals = Counter(map(_count_key, notes))
    seen: Counter[str] = Counter()
    shown: list[Note] = []
    for note in notes:
        name = _count_key(note)
        seen[name] += 1
        if not name or seen[name] <= MOST:
            shown.append(note)
        elif seen[name] == MOST + 1:
            rest = totals[name] - MOST
            others = _others(note) or "{} more in manifest.json"
            shown.append(Note(note.code, others.format(rest), numbers={"more": rest}))
    return tuple(shown)


def _join_notes(notes: Sequence[Note]) -> Note:
    """Merge notes into the first, which names the files of the others."""
    first, others = notes[0], [_likewise(note, notes[0]) for note in notes[1:]]
    if not others:
        return first
    text = f"{first.text}{'' if first.text.endswith('?') else ';'} likewise {some(others)}"
    return replace(first, text=text, numbers={**first.numbers, "more": len(others)})


def _likewise(note: Note, first: Note) -> str:
    """Return the file of a note, with its number of lines if that differs."""
    lines = note.numbers.get("lines")
    if lines is None or lines == first.numbers.get("lines"):
        return str(note.where)
    return f"{note.where} ({lines:,})"


def _count_key(note: Note) -> str:
    """Return the key under which a note is counted: its code if it comes once per run."""
    return note.code if _others(note) else "warning" * (note.severity == "warning")


def _others(note: Note) -> str:
    return NOTES[note.code].others if note.code in NOTES else ""


def asks_for_a_look(note: Note) -> bool:
    """Return whether a note warns, or reports unanswered topics.

    >>> asks_for_a_look(Note("ties", "ties: 1 run")), asks_for_a_look(Note("run-empty", "m"))
    (False, True)
    """
    return note.severity != SEVERITIES[0] or note.code in _UNANSWERED


def warn_about(notes: Iterable[Note], stacklevel: int) -> None:
    """Emit one warning with all the notes, if any; level 2 is the caller's caller."""
    lines = [
        f"{note}\n{_COUNTED}" if note.code == "topics-missing" else str(note)
        for note in dict.fromkeys(notes)
    ]
    if lines:
        warnings.warn("\n".join(lines), HarnessWarning, stacklevel=stacklevel + 1)


#: Codes of background notes on computation: pages fold them, JSON and documents have them, tables
#: on a terminal leave them out.
BACKGROUND = frozenset({"measured-rates"})


def note_lines(notes: Iterable[Note | str]) -> list[str]:
    """Return the lines of notes for people; texts that explain columns stay as they are."""
    return [note.line if isinstance(note, Note) else note for note in notes]
