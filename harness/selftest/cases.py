"""Cases of a self-test: judgments, a run and options, with the facts that explain differences.

A case keeps the bytes of its files, since their form is part of the test. The facts are read from
them by a few plain lines that share no code with the readers.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import isnan

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
QRELS, RUN, STANDARDS = "qrels", "run", "zscores"
#: Kinds of judgments whose values only order documents.
PREFERENCES = ("prefs", "qrels_prefs")

Gains = Mapping[int, float]


@dataclass(frozen=True, slots=True)
class CaseOptions:
    """The options of an evaluation, as in trec_eval.

    ``relation`` is the kind of judgments (``-R``). ``odd`` are mistyped options, word by word.
    ``settings`` are the options of another evaluator, by name.
    """

    measures: tuple[str, ...] = ()
    per_topic: bool = False
    summary: bool = True
    complete: bool = False
    level: int = 1
    depth: int | None = None
    size: int | None = None
    judged_only: bool = False
    relation: str = "qrels"
    odd: tuple[str, ...] = ()
    settings: tuple[tuple[str, str], ...] = ()

    def setting(self, name: str) -> str | None:
        """Return the value of a setting, or None.

        >>> CaseOptions(settings=(("alpha", "0.25"),)).setting("alpha")
        '0.25'
        """
        return dict(self.settings).get(name)

    def arguments(self) -> tuple[str, ...]:
        """Return the options as words of a command line.

        >>> CaseOptions(("map",), per_topic=True, level=2).arguments()
        ('-q', '-l', '2', '-m', 'map')
        """
        flags = (
            ("-q", self.per_topic),
            ("-n", not self.summary),
            ("-c", self.complete),
            ("-J", self.judged_only),
        )
        values = (
            ("-R", self.relation if self.relation != "qrels" else None),
            ("-l", self.level if self.level != 1 else None),
            ("-M", self.depth),
            ("-N", self.size),
        )
        return (
            *(flag for flag, is_set in flags if is_set),
            *(part for flag, value in values if value is not None for part in (flag, str(value))),
            *self.odd,
            *(part for name in self.measures for part in ("-m", name)),
        )


@dataclass(frozen=True, slots=True)
class CaseFields:
    """The fields of a layout of judgments: their number, and the column of each.

    ``among`` are the fields that, with topic and document, identify a judgment.
    """

    width: int = 4
    doc: int = 2
    value: int = 3
    among: tuple[int, ...] = ()


LAYOUTS: Mapping[str, CaseFields] = {
    "qrels": CaseFields(),
    "qrels_jg": CaseFields(among=(1,)),
    "qrels_prefs": CaseFields(among=(1,)),
    "prefs": CaseFields(5, 3, 4, among=(1, 2)),
    "diversity": CaseFields(among=(1,)),
    "strata": CaseFields(5, 2, 4),
    "prels": CaseFields(5, 1, 2),
}


@dataclass(frozen=True)
class Case:
    """Judgments, a run, and the options of its evaluation.

    ``standards`` are means and deviations (``-Z``).
    """

    qrels: bytes
    run: bytes
    options: CaseOptions
    float_scores: bool = False
    standards: bytes | None = None

    def with_file(self, part: str, content: bytes) -> Case:
        """Return the same case with other ``qrels``, ``standards`` or another ``run``."""
        return replace(self, **{part: content})  # type: ignore[arg-type]

    @property
    def files(self) -> Mapping[str, bytes]:
        """The content of each file of the case, by name."""
        standards = {} if self.standards is None else {STANDARDS: self.standards}
        return {QRELS: self.qrels, RUN: self.run, **standards}

    @property
    def layout(self) -> CaseFields:
        """The fields of the lines of the judgments."""
        return LAYOUTS[self.options.relation]

    @property
    def judgments(self) -> Iterator[list[str]]:
        """The fields of each line of the judgments with enough fields."""
        return _parse_records(self.qrels, self.layout.width)

    @cached_property
    def grades(self) -> Mapping[str, Mapping[str, int]]:
        """The grade of each judged document, by topic."""
        grades: dict[str, dict[str, int]] = {}
        doc, value = self.layout.doc, self.layout.value
        for fields in self.judgments:
            grades.setdefault(fields[0], {})[fields[doc]] = _parse_whole_number(fields[value])
        return grades

    @cached_property
    def rankings(self) -> Mapping[str, tuple[str, ...]]:
        """The documents of each topic in the order of evaluation, cut at the depth."""
        values: dict[str, list[tuple[float, bytes, str]]] = {}
        for topic, _, doc, _, score, *_ in _parse_records(self.run, 6):
            row = (_as_kept(score, single=self.float_scores), _to_bytes(doc), doc)
            values.setdefault(topic, []).append(row)
        return {
            topic: tuple(doc for *_, doc in sorted(rows, reverse=True)[: self.options.depth])
            for topic, rows in values.items()
        }

    @cached_property
    def tied(self) -> frozenset[str]:
        """The topics with two documents of equal score in the run."""
        scores: dict[str, list[float]] = {}
        for topic, _, _, _, score, *_ in _parse_records(self.run, 6):
            scores.setdefault(topic, []).append(_as_kept(score, single=self.float_scores))
        return frozenset(
            topic for topic, values in scores.items() if len(set(values)) < len(values)
        )

    @cached_property
    def has_no_number(self) -> bool:
        """Whether a score or a grade is not a number (NaN is none)."""
        scores = (record[4] for record in _parse_records(self.run, 6))
        values = (fields[self.layout.value] for fields in self.judgments)
        is_grade = re.compile(r"[-+]?[0-9]+").fullmatch
        is_value = _is_score if self.options.relation in PREFERENCES else is_grade
        return not (all(map(_is_score, scores)) and all(map(is_value, values)))

    @cached_property
    def has_duplicates(self) -> bool:
        """Whether a document is judged or retrieved twice in a topic."""
        retrieved = ((topic, doc) for topic, _, doc, *_ in _parse_records(self.run, 6))
        once = (0, self.layout.doc, *self.layout.among)
        judged = (tuple(fields[number] for number in once) for fields in self.judgments)
        pairs: list[list[tuple[str, ...]]] = [list(judged), list(retrieved)]
        return any(len(set(values)) < len(values) for values in pairs)

    @cached_property
    def topics(self) -> tuple[str, ...]:
        """The evaluated topics: all judged ones with ``-c``, else the answered among them."""
        judged = (t for t in self.grades if self.options.complete or t in self.rankings)
        return tuple(sorted(judged, key=_to_bytes))

    @cached_property
    def unanswered(self) -> frozenset[str]:
        """The judged topics that the run does not answer."""
        return frozenset(self.grades) - frozenset(self.rankings)

    def concerned(self, topic: str) -> tuple[str, ...]:
        """Return the topics behind a line: all of them for the summary."""
        return self.topics if topic == "all" else (topic,)


def _parse_records(content: bytes, fewest: int) -> Iterator[list[str]]:
    text = content.removeprefix(BYTE_ORDER_MARK).decode("utf-8", "surrogateescape")
    for line in text.split("\n"):
        fields = line.split()
        if len(fields) >= fewest:
            yield fields


def _to_bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _is_score(text: str) -> bool:
    try:
        return not isnan(float(text))
    except ValueError:
        return False


def _parse_whole_number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        return 0


def _as_kept(text: str, *, single: bool) -> float:
    try:
        score = float(text)
        return struct.unpack("f", struct.pack("f", score))[0] if single else score
    except OverflowError:
        return float("-inf") if score < 0 else float("inf")
    except ValueError:
        return 0.0
