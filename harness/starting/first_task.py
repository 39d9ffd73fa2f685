"""The first task file of a folder: every important key, with values suggested by the files."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from harness.config import Task
from harness.config.loading import parse_task
from harness.config.sources import rebase_path
from harness.config.yaml_positions import read_yaml
from harness.core.dialects import DEFAULT_DIALECT, DIALECTS
from harness.core.errors import InputError, Problem, some
from harness.core.harmless import real_path, shown_path, visible
from harness.core.identity import RunFile, as_folders, file_names, spellings
from harness.core.locations import DATASET_PREFIX
from harness.core.numbers import collect, count_noun
from harness.evaluation.ranking import no_common_topic
from harness.formats.side_tables import read_participants
from harness.report.findings import Checks, list_causes
from harness.settings.names import SCHEMA_FILE
from harness.starting.folder import FolderContents, best_qrels, find_qrels_folders
from harness.starting.kinds import guess_kinds, recognise_dimension
from harness.starting.run_names import RunNames, run_names, run_patterns

#: Usual depths of tasks; the least one that all runs satisfy is suggested.
_DEPTHS = (5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)
#: The most bytes of documents' texts that every report may read.
_READ_EACH_TIME = 200_000_000
#: The unused files listed for each reason.
_MOST_UNUSED = 20
_PLAIN = re.compile(r"(?:irds:)?[\w./][\w./*+-]*", re.ASCII)


@dataclass(frozen=True, slots=True)
class FirstTask:
    """A task file to write: its text, the next commands, and notes.

    ``refused`` has the faults of runs, each cause once.
    """

    text: str
    commands: tuple[str, ...]
    notes: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


#: Function that returns the errors of some runs of a task.
Check = Callable[[Sequence[RunFile], Task], Checks]


def first_task(contents: FolderContents, path: Path, check: Check) -> FirstTask:
    """Return the task file at ``path`` (which is not written) for the contents of a folder.

    Guessed checks are tested: ``check`` is called for runs that they may refuse. Raises
    `InputError` for a folder with neither topics nor judgments nor runs.
    """
    if contents.empty:
        seen = some([f"{name}: {why}" for name, why in contents.left_out.items()])
        raise InputError(
            Problem(
                "there are no topics, judgments or runs in it",
                str(contents.folder),
                hint=seen or "it has no files that could be data",
            )
        )
    draft = _Draft(contents, path)
    checked, refused = _check_runs(draft, check)
    return FirstTask(
        draft.text(checked), tuple(draft.commands()), tuple(draft.notes()), tuple(refused)
    )


def _check_runs(draft: _Draft, check: Check) -> tuple[bool, list[str]]:
    """Check the runs by the guessed checks; return whether all pass, and the errors."""
    if not draft.contents.runs:
        return True, []
    task = draft.task()
    certain = set(draft.certain())
    checks = check([it for it in task.runs if it.set_aside or it.path not in certain], task)
    return not checks.files, list_causes(checks, of=len(task.runs))


#: Parts of a task file that do not depend on the folder.
_NO_RUNS = """\
# A pattern or a directory. Until then runs are named on the command line:
# harness run TASK RUN...
# runs: runs/*"""
_CHECKED = "# What every run must satisfy; one with errors is not evaluated."
_NOT_CHECKED = """\
# With this key runs with errors are not evaluated. Some runs have errors:
# harness check says which, and what repairs (repairs: [...]) would settle."""
_IDENTICAL = """\
# Runs retrieve documents with the identifiers of their topics. Where these are the
# topics themselves, they are to be dropped, as BEIR does:"""
_COMPARE = """\
# How runs are compared: harness compare (docs/comparing.md).
# compare:
#   baselines: []  # runs that all others are compared with
#   test: randomisation
#   correction: holm
# What a new version may lose: harness gate (docs/gate.md).
# gate:
#   budgets: {nDCG@10: 2%}  # of the baseline's mean"""


class _Draft:
    """Keys of a task file, suggested by the files of a folder."""

    def __init__(self, contents: FolderContents, path: Path) -> None:
        self.path = path
        self.answered = frozenset[str]().union(*(run.topics for run in contents.runs))
        self.qrels = best_qrels(contents.qrels, self.answered)
        home, self.elsewhere = find_qrels_folders(contents, self.qrels)
        runs = [run for run in contents.runs if run.path not in self.elsewhere]
        self.contents = contents = replace(contents, runs=runs)
        wanted = self.qrels.topics if self.qrels else self.answered
        fitting = {
            name: (
                len(wanted & topics.keys()),
                guess_kinds(PurePosixPath(name))[:1] == ["topics"],
                home in PurePosixPath(name).parents,
            )
            for name, topics in contents.topics.items()
        }
        self.topics = max(fitting, key=lambda name: fitting[name], default=None)
        if self.topics and wanted and not fitting[self.topics][0]:
            self.topics = None
        paths = [run.path for run in contents.runs]
        self.patterns = [self._rebase(pattern) for pattern in run_patterns(contents.folder, paths)]
        self.deepest = max((run.deepest for run in contents.runs), default=0)
        self.depth = next((d for d in _DEPTHS if d >= self.deepest > 0), None)

    def text(self, active: bool) -> str:
        """Return the task file; with ``active`` the runs are checked."""
        parts = (
            self._head(),
            self._inputs(),
            self._runs(),
            self._measures(),
            self._check(active),
            self._pool(),
            [_COMPARE],
            self._unused(),
        )
        texts = ("\n".join(lines) for lines in parts)
        return "\n".join(f"{text}\n" for text in texts if text)

    def commands(self) -> Iterator[str]:
        """Yield the next commands."""
        task = shlex.quote(self.path.as_posix())
        if self.qrels is None:
            yield f"harness check {task}" if self.contents.runs else f"harness check {task} RUN..."
            yield f"harness pool {task}"
        elif self.contents.runs:
            yield from (f"harness {verb} {task}" for verb in ("run", "check", "compare", "report"))
        else:
            yield from (f"harness {verb} {task} RUN..." for verb in ("check", "run"))

    def notes(self) -> Iterator[str]:
        """Yield notes on files that the task file leaves out, or cannot use, with reasons."""
        folder = self.contents.folder
        for home in dict.fromkeys(self.elsewhere.values()):
            command = f"harness init {(folder / home).as_posix()}"
            yield f"runs in {home} are left out, with judgments beside them: {command}"
        if self.qrels is None:
            answered = sorted(self.answered)
            for facts in self.contents.qrels:
                theirs = sorted(facts.topics), facts.path
                yield str(no_common_topic("the runs have", answered, None, *theirs))
            return
        judged, source = sorted(self.qrels.topics), self.qrels.path
        given = (
            []
            if self.topics
            else [
                ("the topics have", list(topics), name)
                for name, topics in self.contents.topics.items()
            ]
        )
        given += [
            ("the run has", sorted(run.topics), run.path)
            for run in self.contents.runs
            if run.topics.isdisjoint(judged)
        ]
        yield from (str(no_common_topic(*strange, judged, source)) for strange in given)

    def certain(self) -> Iterator[str]:
        """Yield the runs that no check of the task refuses: sound ones of known topics."""
        judged = self.qrels.topics if self.qrels else None
        known = frozenset(self.contents.topics[self.topics]) if self.topics else judged
        runs = (run for run in self.contents.runs if run.sound)
        yield from (self._rebase(r.path) for r in runs if known is None or r.topics <= known)

    def task(self) -> Task:
        """Return the task in which the runs are checked."""
        with TemporaryDirectory() as scratch:
            file = Path(scratch, self.path.name)
            file.write_text(self.text(active=True), encoding="utf-8")
            document = read_yaml(file)
        tags = {self._rebase(run.path): run.tag for run in self.contents.runs}
        without = () if self.qrels else ("qrels",)
        return parse_task(document, self.path.parent, self.path.stem, without=without, tags=tags)

    def _rebase(self, name: str) -> str:
        """Return a path of the folder relative to the task file."""
        if name.startswith(DATASET_PREFIX):
            return name
        return rebase_path(self.path.parent, str(self.contents.folder / real_path(name)))

    def _head(self) -> Iterator[str]:
        name = shown_path(self.contents.folder.resolve().name) or "task"
        yield (
            f"# Written by harness init, from what is in {name}. Paths are relative to this file;\n"
            "# docs/config.md explains every key.\n"
            f"# yaml-language-server: $schema={SCHEMA_FILE.as_uri()}\n"
            f"name: {_yaml(shown_path(self.path.stem))}"
        )

    def _inputs(self) -> Iterator[str]:
        yield from _choice("topics", self.topics, self.contents.topics, self._rebase)
        judgments = {facts.path: facts for facts in self.contents.qrels}
        chosen = self.qrels.path if self.qrels else None
        if chosen is None:
            yield "# Without judgments documents are pooled; this is where they will be:"
            yield "# qrels: qrels.txt"
        yield from _choice("qrels", chosen, judgments, self._rebase)
        for path in self.contents.left_out:
            if guess_kinds(PurePosixPath(path))[:1] == ["qrels"]:
                shown = _yaml(self._rebase(path))
                yield f"# harness info {shown} says why it is not read:"
                yield f"# qrels: {{path: {shown}, format: trec}}"
        others = [
            self._rebase(path)
            for path, facts in judgments.items()
            if self.qrels and path != chosen and facts.topics & self.qrels.topics
        ]
        earlier = [_yaml(name) for name in others if not recognise_dimension(name)]
        if earlier:
            yield "# Of an earlier round? Then their documents leave runs and judgments:"
            yield f"# known_judgments: [{', '.join(earlier)}]"
        further = {what: name for name in reversed(others) if (what := recognise_dimension(name))}
        if further:
            listed = ", ".join(f"{what}: {_yaml(further[what])}" for what in reversed(further))
            yield "# Of something else than relevance? Measures such as uRBP take them from here:"
            yield f"# dimensions: {{{listed}}}"
        for name in self.contents.documents:
            lead = "" if name == self.contents.documents[0] and self._is_small(name) else "# "
            yield f"{lead}documents: {_yaml(self._rebase(name))}  # their texts, shown in reports"

    def _is_small(self, name: str) -> bool:
        """Return whether every report may read the documents; a dataset may not be downloaded."""
        if name.startswith(DATASET_PREFIX):
            return False
        return (self.contents.folder / real_path(name)).stat().st_size <= _READ_EACH_TIME

    def _runs(self) -> Iterator[str]:
        if not self.contents.runs:
            yield _NO_RUNS
            return
        if len(self.patterns) == 1:
            yield f"runs: {_yaml(self.patterns[0])}"
        else:
            yield "runs:"
            yield from (f"  - {_yaml(pattern)}" for pattern in self.patterns)
        yield from self._names()
        for name in self.contents.participants:
            key, why = f"participants: {_yaml(self._rebase(name))}", self._no_participants(name)
            yield f"# {key}  # {visible(why)}" if why else key

    def _named(self) -> RunNames | None:
        """Return the ``run_pattern`` for runs with equal tags, and for groups from folders."""
        runs = self.contents.runs
        return run_names([self._rebase(run.path) for run in runs], [run.name for run in runs])

    def _names(self) -> Iterator[str]:
        if (named := self._named()) is None:
            yield "# If file names start with the group:\n# run_pattern: (?P<group>[^/_.-]+)[^/]*$"
        else:
            yield f"# {named.why}\nrun_pattern: {_yaml(named.pattern)}"

    def _unused(self) -> Iterator[str]:
        """Yield the files that the task does not use, each with the reason."""
        reasons = collect((why, self._rebase(it)) for it, why in self.contents.left_out.items())
        if reasons:
            yield "# Not used, and why:"
        for why, paths in reasons.items():
            yield from (f"# {line}" for line in _shorten(paths, why))

    def _no_participants(self, name: str) -> str:
        """Return why a table of participants is not used; empty if it lists every run."""
        if name != self.contents.participants[0]:
            return "another table comes first"
        rows, runs = read_participants(self.contents.folder / real_path(name)), self.contents.runs
        pattern = (named := self._named()) and re.compile(named.pattern)
        missing = []
        for run in runs:
            match = pattern and pattern.search(as_folders(self._rebase(run.path)))
            own = match["name"] if match and "name" in match.groupdict() else None
            if len(rows.keys() & spellings(run.path, run.name, own).keys()) != 1:
                missing.append(own or run.name)
        if not missing:
            return ""
        how_many = count_noun(len(missing), "run", "has no row", of=len(runs))
        return f"{how_many}: {some(missing, 3)}"

    def _measures(self) -> Iterator[str]:
        grades = self.qrels.grades if self.qrels else ()
        graded = any(grade > 1 for grade in grades)
        if self.qrels:
            listed = ", ".join(map(str, grades))
            yield f"# The judgments are {'graded' if graded else 'binary'}: grades {listed}."
        recall = next((c for c in (1000, 100, 50, 20) if c <= (self.deepest or 1000)), 10)
        first, second = ("nDCG@10", "AP") if graded else ("AP", "nDCG@10")
        yield "# The first sorts the leaderboard; harness measures lists all."
        yield f"measures: [{first}, {second}, P@10, Rprec, RR, R@{recall}]"
        if graded:
            yield "relevance_level: 1  # the lowest relevant grade, where only that counts"
        yield f"dialect: {DEFAULT_DIALECT.name}  # whose conventions: {', '.join(DIALECTS)}"
        yield "topic_policy: judged  # a topic without an answer counts; answered: it does not"
        yield from self._identical()

    def _identical(self) -> Iterator[str]:
        """Yield the key for documents with the identifiers of their topics, if they are the topics.

        Numbers may be of other documents; the judged ones decide.
        """
        topics = frozenset[str]().union(*(run.identical for run in self.contents.runs))
        if not topics or (self.qrels and self.qrels.identical):
            return
        lead = "# " if any(map(str.isdigit, topics)) else ""
        yield f"{_IDENTICAL}\n{lead}ignore_identical: true"

    def _check(self, active: bool) -> Iterator[str]:
        lead = "" if active else "# "
        yield f"{_CHECKED if active else _NOT_CHECKED}\n{lead}check:"
        depth = f"depth: {self.depth}" if self.depth else "# depth: 1000"
        yield f"{lead}  {depth}  # the most documents of a topic"
        if frozenset[int]().union(*(run.first_ranks for run in self.contents.runs)) == {0}:
            yield f"{lead}  first_rank: 0"
        every = str(self._all_answered()).lower()
        yield f"{lead}  all_topics: {every}  # whether every topic must have documents"
        runs = self.contents.runs
        renamed = (named := self._named()) is not None and named.renames
        if len(runs) > 1 and not renamed and all(r.name in file_names(r.path) for r in runs):
            yield f"{lead}  tag_is_file_name: true"
        yield f"{lead}  # runs_per_group: 5"

    def _all_answered(self) -> bool:
        known = self.contents.topics[self.topics].keys() if self.topics else frozenset[str]()
        runs = self.contents.runs  # a single run tells nothing about others
        return len(runs) > 1 and all(run.topics >= known for run in runs)

    def _pool(self) -> Iterator[str]:
        lead = "# " if self.qrels else ""
        grades = sorted({0, 1, *(g for g in self.qrels.grades if g > 0)}) if self.qrels else [0, 1]
        names = {0: "not relevant", 1: "relevant"}
        listed = ", ".join(f"{g}: {names.get(g, f'relevance {g}')}" for g in grades[:12])
        yield (
            "# Which documents assessors see: harness pool (docs/pooling.md).\n"
            f"{lead}pool:\n"
            f"{lead}  depth: {min(100, self.depth or 100)}  # of each run and topic\n"
            f"{lead}  # strategy: depth  # harness pool strategies lists them\n"
            f"{lead}  # budget: 200  # documents of a topic, for strategies that have one\n"
            "# Who judges them: harness judge (docs/judging.md).\n"
            "# judge:\n"
            "#   assessors: [ann, ben]\n"
            f"#   dimensions: {{relevance: {{grades: {{{listed}}}}}}}"
        )


def _choice(
    key: str, chosen: str | None, candidates: Iterable[str], seen: Callable[[str], str]
) -> Iterator[str]:
    """Yield the line of a key with one file, and other candidates as comments."""
    others = [name for name in candidates if name != chosen]
    if chosen is not None:
        yield f"{key}: {_yaml(seen(chosen))}"
    if others:
        yield "# These could be meant, too:" if chosen else "# None of these fits the runs:"
        yield from (f"# {key}: {_yaml(seen(name))}" for name in others)


def _shorten(paths: Sequence[str], why: str) -> Iterator[str]:
    """Yield a line for each of the first files, and one for the rest."""
    reason = " ".join(visible(why).split())
    for path in paths[:_MOST_UNUSED]:
        yield f"{visible(path)}: {reason}"
    if len(paths) > _MOST_UNUSED:
        yield f"and {len(paths) - _MOST_UNUSED:,} more: {reason}"


def _yaml(text: str) -> str:
    """Format a text for YAML, in quotes if needed."""
    return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)
