"""Try repairs out: which to recommend, and what they would change in a file."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from harness.core.model import Run
from harness.core.packages import pl
from harness.formats.files import raw_bytes
from harness.formats.submissions import Submission, parse_submission
from harness.validation.findings import CAUSES, CHECKS
from harness.validation.grouped_run import GroupedRun
from harness.validation.repairs import REPAIRS, find_fitting_repairs
from harness.validation.requirements import LazyJudgments, Requirements
from harness.validation.verdicts import Examination, RepairOutcome

#: Repairs that drop more of a run than this are not recommended: the rest, even without errors,
#: would be measured as if it were the intended run.
MOST_DROPPED = 0.5
_CONTRARY = {"rerank-by-score": "rescore-by-rank", "rescore-by-rank": "rerank-by-score"}


@dataclass(frozen=True, slots=True)
class Advice:
    """A recommendation for the errors of a run.

    ``repairs`` were tried out and settle all errors; empty if nothing is recommended, for the
    ``reason``. ``topics`` and ``documents`` are their numbers, and ``scores`` the values of
    ``measure``, before and after; None for a run that cannot be scored.

    >>> print(Advice(("drop-lower-duplicates",), "", (2, 2), (9, 8), "AP", (None, 0.25)))
    --repair drop-lower-duplicates leaves 2 of 2 topics, 8 of 9 documents; AP – → 0.2500
    """

    repairs: tuple[str, ...]
    reason: str = ""
    topics: tuple[int, int] = (0, 0)
    documents: tuple[int, int] = (0, 0)
    measure: str = ""
    scores: tuple[float | None, float | None] = (None, None)

    def __str__(self) -> str:
        if not self.repairs:
            return f"no repair is recommended: {self.reason}"
        names = " ".join(f"--repair {name}" for name in self.repairs)
        left = ", ".join(
            f"{after:,} of {before:,} {what}"
            for (before, after), what in ((self.topics, "topics"), (self.documents, "documents"))
        )
        scored = ""
        if self.measure:
            before, after = ("–" if score is None else f"{score:.4f}" for score in self.scores)
            scored = f"; {self.measure} {before} → {after}"
        return f"{names} leaves {left}{scored}"


def advise(
    examined: Examination, outcome: RepairOutcome, requirements: Requirements
) -> Advice | None:
    """Recommend repairs for errors that the requested repairs leave.

    Repairs of a hypothesis about the whole file come first; a hypothesis without repairs forbids
    all others, which would turn a misread run into a wrong one. None if there are no errors, or if
    some error has no repair.
    """
    if not outcome.errors:
        return None
    attempt = _Attempt(examined, requirements, {requirements.repairs: outcome})
    causes = [code for code in outcome.errors if code in CAUSES]
    chosen = attempt.further(causes, ()) if causes else ()
    if causes and not chosen:
        settled = " and ".join(f"{code} is settled" for code in causes)
        return Advice((), f"first make sure that {settled}")
    while True:
        result = attempt.with_repairs(chosen)
        if dropped := attempt.refused(chosen, result):
            return Advice((), dropped)
        if not result.errors:
            return attempt.advice(_select_needed(attempt, chosen))
        more = attempt.further(result.errors, chosen)
        if not more:
            return None
        chosen = (*chosen, *more)


def _select_needed(attempt: _Attempt, chosen: tuple[str, ...]) -> tuple[str, ...]:
    """Return the repairs without redundant ones."""
    for name in chosen:
        fewer = tuple(other for other in chosen if other != name)
        if fewer and not attempt.with_repairs(fewer).errors:
            chosen = fewer
    return tuple(name for name in REPAIRS if name in chosen)


@dataclass(frozen=True, slots=True)
class _Attempt:
    """A submission with the outcomes of repairs ``tried`` out beside the requested ones."""

    examined: Examination
    requirements: Requirements
    tried: dict[tuple[str, ...], RepairOutcome]

    def with_repairs(self, names: Iterable[str]) -> RepairOutcome:
        repairs = tuple(dict.fromkeys((*self.requirements.repairs, *names)))
        if repairs not in self.tried:
            self.tried[repairs] = self.examined.after(replace(self.requirements, repairs=repairs))
        return self.tried[repairs]

    def further(self, codes: Iterable[str], chosen: tuple[str, ...]) -> tuple[str, ...]:
        """Return the first untried repair of each code that contradicts no other."""
        more: list[str] = []
        for code in codes:
            taken = {*self.requirements.repairs, *chosen, *more}
            allowed = [
                name
                for name in find_fitting_repairs(code, self.examined.sheet)
                if name not in taken and _CONTRARY.get(name) not in taken
            ]
            if taken.isdisjoint(CHECKS[code].repairs) or code == "rank-not-a-number":
                more += allowed[:1]
        return tuple(dict.fromkeys(more))

    def refused(self, chosen: tuple[str, ...], result: RepairOutcome) -> str:
        """Return why the repairs leave too little; empty if they do not."""
        lines = self.examined.sheet.height + self.examined.sheet.submission.lost
        drops = [name for name in chosen if REPAIRS[name].drops and result.changed.get(name)]
        dropped = sum(result.changed[name] for name in drops)
        if dropped <= MOST_DROPPED * lines:
            return ""
        return f"{' and '.join(drops)} would drop {dropped:,} of {lines:,} lines, more than half"

    def advice(self, repairs: tuple[str, ...]) -> Advice:
        before, after = self.examined.sheet, self.with_repairs(repairs).sheet
        measured = self.requirements.measured
        return Advice(
            repairs,
            "",
            (len(before.topics), len(after.topics)),
            (before.height, after.height),
            measured.measure() if measured else "",
            (_score(before, measured), _score(after, measured)) if measured else (None, None),
        )


def _score(sheet: GroupedRun, measured: LazyJudgments) -> float | None:
    return measured.value(Run("run", sheet.columns.select("topic", "doc", "score")))


#: How many unchanged lines are shown around changes.
_CONTEXT = 3
#: A line of the repaired file: the index of its original line, and its text.
_New = tuple[int, str]


def repair_diff(
    path: str,
    requirements: Requirements,
    repairs: Sequence[str] = (),
    *,
    format: str | None = None,
) -> Iterator[str]:
    r"""Yield the lines of a unified diff from a run file to its repaired form.

    The repairs are the ones of ``requirements`` and ``repairs``. Nothing is yielded if they change
    nothing. Compressed files are compared unpacked, Windows line ends are line ends, and tables are
    compared by row, with tabs between fields. Raises `InputError` like `parse_submission`.

    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "my.run")
    ...     _ = file.write_text("1 Q0 a 1 2.5 me\n1 Q0 a 2 1.5 me\n1 Q0 b 3 1.0 me\n")
    ...     for line in list(repair_diff(str(file), Requirements(), ["drop-lower-duplicates"]))[2:]:
    ...         print(line)
    @@ -1,3 +1,2 @@
     1 Q0 a 1 2.5 me
    -1 Q0 a 2 1.5 me
     1 Q0 b 3 1.0 me
    """
    submission = parse_submission(raw_bytes(path), path, format=format)
    asked = replace(requirements, repairs=(*requirements.repairs, *repairs))
    outcome = Examination.of(submission, asked, named=format is not None).after(asked)
    if outcome.changed:
        yield f"--- {path}"
        yield f"+++ {path}\trepaired by {', '.join(outcome.changed)}"
        old = _list_lines(submission)
        yield from _format_hunks(old, _repair_lines(outcome.sheet, submission, old))


def _list_lines(submission: Submission) -> list[str]:
    """Return the lines of a file with their line ends, or the rows of a table as lines."""
    records = submission.records
    if records is None:
        names = _list_names(submission)
        return ["\t".join(map(str, row)) + "\n" for row in submission.frame.select(names).rows()]
    lines = submission.content.decode(records.encoding).split("\n")
    return [f"{line}\n" for line in lines[:-1]] + lines[-1:] * bool(lines[-1])


def _list_names(submission: Submission) -> list[str]:
    """Return the fields of the file itself, in its order."""
    declared = submission.layout.fields
    if declared is not None:
        return list(declared.fields)
    return [name for name in submission.frame.columns if name in submission.fields]


def _repair_lines(sheet: GroupedRun, given: Submission, old: Sequence[str]) -> list[_New]:
    """Return the lines of the repaired file; comments stay before their records."""
    frame = sheet.frame.sort("row") if sheet.by_file else sheet.frame
    rows = frame["row"].to_list()
    kept = set(rows)
    comments: list[_New] = []
    of_row: dict[int, list[_New]] = {}
    for index, row in enumerate(_find_positions(given, len(old))):
        if row is None:
            comments.append((index, old[index]))
        elif row in kept:
            of_row[row], comments = [*comments, (index, old[index])], []
    new: list[_New] = []
    for row, text in zip(rows, _list_texts(sheet, frame, _list_names(given)), strict=True):
        *ahead, (index, was) = of_row[row]
        new += [*ahead, (index, was if text is None else text)]
    new += comments
    ended = [(index, text if text.endswith("\n") else f"{text}\n") for index, text in new[:-1]]
    return ended + new[-1:]


def _list_texts(
    sheet: GroupedRun, frame: pl.DataFrame, names: Sequence[str]
) -> Iterator[str | None]:
    """Yield the repaired line of each row; None if unchanged."""
    submission = sheet.submission
    values = {name: frame[name].to_list() for name in names if name in frame.columns}
    given = frame.select("row").join(submission.frame, on="row", maintain_order="left")
    before = {name: given[name].to_list() for name in values}
    separator = "\t" if b"\t" in submission.content[:1000] else " "
    for position, row in enumerate(frame["row"].to_list()):
        now = {name: column[position] for name, column in values.items()}
        changed = {name for name, value in now.items() if value != before[name][position]}
        if not (changed or submission.reordered):
            yield None
            continue
        texts = (
            str(now[name]) if name in changed else submission.text(row, name) for name in names
        )
        yield separator.join(texts) + "\n"


def _find_positions(given: Submission, count: int) -> list[int | None]:
    """Return the record of each line of a file; None for comments and blank lines."""
    if given.records is None:
        return list(range(count))
    rows: list[int | None] = [None] * count
    for row in range(len(given.records)):
        rows[given.records.number(row) - 1] = row
    return rows


def _format_hunks(old: Sequence[str], new: Sequence[_New]) -> Iterator[str]:
    """Yield the hunks of a unified diff; a longest ascending subsequence of lines is unchanged."""
    operations = list(_list_operations(old, new))
    changes = [position for position, (sign, _) in enumerate(operations) if sign != " "]
    before = after = position = 0
    while changes:
        start = max(changes[0] - _CONTEXT, position)
        last = 0
        while last + 1 < len(changes) and changes[last + 1] - changes[last] <= 2 * _CONTEXT:
            last += 1
        stop = min(changes[last] + _CONTEXT + 1, len(operations))
        before, after = before + start - position, after + start - position
        hunk = operations[start:stop]
        numbers = [sum(sign != other for sign, _ in hunk) for other in "+-"]
        spans = [
            f"{first + (number > 0)},{number}"
            for first, number in zip((before, after), numbers, strict=True)
        ]
        yield f"@@ -{spans[0]} +{spans[1]} @@"
        for sign, line in hunk:
            yield sign + line.removesuffix("\n")
            if not line.endswith("\n"):
                yield "\\ No newline at end of file"
        before, after, position = before + numbers[0], after + numbers[1], stop
        changes = changes[last + 1 :]


def _list_operations(old: Sequence[str], new: Sequence[_New]) -> Iterator[tuple[str, str]]:
    """Yield each line that is kept (" "), removed ("-") or added ("+")."""
    stays = [position for position, (index, text) in enumerate(new) if text == old[index]]
    anchors = {
        stays[position]
        for position in _find_longest_ascending([new[position][0] for position in stays])
    }
    done, coming = 0, list[str]()
    for position, (index, text) in enumerate(new):
        if position not in anchors:
            coming.append(text)
            continue
        yield from (("-", line) for line in old[done:index])
        yield from (("+", line) for line in coming)
        yield " ", text
        done, coming = index + 1, []
    yield from (("-", line) for line in old[done:])
    yield from (("+", line) for line in coming)


def _find_longest_ascending(values: Sequence[int]) -> list[int]:
    """Return the positions of a longest ascending subsequence of distinct values (patience
    sorting).

    >>> _find_longest_ascending([3, 0, 1, 4, 2])
    [1, 2, 4]
    """
    tops: list[int] = []
    tails: list[int] = []
    below: list[int | None] = []
    for position, value in enumerate(values):
        pile = bisect_left(tops, value)
        below.append(tails[pile - 1] if pile else None)
        tops[pile : pile + 1] = [value]
        tails[pile : pile + 1] = [position]
    longest: list[int] = []
    last = tails[-1] if tails else None
    while last is not None:
        longest.append(last)
        last = below[last]
    return longest[::-1]
