"""Small evaluations for hypothesis, and what they are as plain dictionaries, slowly."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass

from hypothesis import strategies as st

from harness.core.dialects import VERSIONS
from harness.diagnosis import Rankings, RelevantDocuments, RetentionOptions, summarise_ranking
from harness.evaluation.judgments import JudgedTopics
from harness.evaluation.rules import Rules
from harness.evaluation.run_scores import join_run, order_run
from harness.evaluation.scoring import prepare_measures
from harness.formats.frames import qrels_from, run_from
from harness.measures import parse_measure

Grades = Mapping[str, Mapping[str, int]]
Scores = Mapping[str, Mapping[str, float]]

TOPICS = ("9", "10", "b", "ä")
DOCS = ("d1", "d2", "d10", "D3", "ö", "d5", "d6")


@dataclass(frozen=True)
class World:
    """Judgments and runs, each a dictionary of topics, and the rules of their evaluation."""

    qrels: Grades
    runs: Mapping[str, Scores]
    rules: Rules

    @property
    def topics(self) -> list[str]:
        return sorted(self.qrels, key=str.encode)

    @property
    def relevant(self) -> list[tuple[str, str]]:
        """The relevant documents, in the order of the qrels."""
        level = self.rules.relevance_level
        return [
            (topic, doc)
            for topic, grades in self.qrels.items()
            for doc, grade in grades.items()
            if grade >= level
        ]

    def grade(self, topic: str, doc: str) -> int:
        """As rankings have it: −1 not in the qrels, −2 in them with a negative grade."""
        grade = self.qrels[topic].get(doc)
        return -1 if grade is None else grade if grade >= 0 else -2

    def ranking(self, run: str, topic: str) -> list[str]:
        """The documents as they are evaluated: by score, ties by name, descending; cut; judged."""

        def score(doc: str) -> float:
            exact = self.runs[run][topic][doc]
            if self.rules.dialect.score_type == "float64":
                return exact
            return struct.unpack("f", struct.pack("f", exact))[0]

        retrieved = self.runs[run].get(topic, {})
        ranked = sorted(retrieved, key=lambda doc: (score(doc), doc.encode()), reverse=True)
        ranked = ranked[: self.rules.depth]
        if self.rules.judged_only:
            ranked = [doc for doc in ranked if self.grade(topic, doc) >= 0]
        return ranked

    def rank(self, run: str, topic: str, doc: str) -> int:
        """From 1 on; 0 where it is not retrieved."""
        ranked = self.ranking(run, topic)
        return ranked.index(doc) + 1 if doc in ranked else 0


def observed(
    world: World, *, depth: int = 10, measure: str | None = None, roc: bool = False
) -> Rankings:
    """The world as the package sees it."""
    qrels, rules = qrels_from(world.qrels), world.rules
    judged = JudgedTopics(qrels)
    relevant = RelevantDocuments.of(qrels, judged, rules.relevance_level)
    ready = None if measure is None else prepare_measures([parse_measure(measure)], rules)[0]
    kept = []
    for name, scores in world.runs.items():
        ordered = order_run(run_from(scores, name), judged, rules)
        joined = join_run(ordered, judged, rules)
        kept.append(
            summarise_ranking(ordered, joined, relevant, RetentionOptions(depth, ready, roc), rules)
        )
    return Rankings(judged.topics, relevant, tuple(kept), depth, rules.relevance_level)


_DIALECTS = [VERSIONS[name] for name in sorted(VERSIONS)]
# 0.1 and its neighbour are one number in float32.
_SCORES = st.sampled_from((3.0, 2.0, 1.0, 0.1, 0.1 + 1e-12, -1.0))
_RETRIEVED = st.dictionaries(st.sampled_from(DOCS), _SCORES, min_size=1, max_size=7)


@st.composite
def worlds(draw: st.DrawFn, *, least_runs: int = 1) -> World:
    """A few topics in any order, runs that answer some of them, with ties, and any rules."""
    qrels = draw(
        st.dictionaries(
            st.sampled_from(TOPICS),
            st.dictionaries(st.sampled_from(DOCS), st.integers(-2, 3), min_size=1, max_size=6),
            min_size=1,
            max_size=3,
        )
    )
    some = st.sampled_from(list(qrels))
    runs = {}
    for name in draw(st.permutations(("r2", "r1", "r10", "é")))[: draw(st.integers(least_runs, 4))]:
        retrieved = draw(st.dictionaries(st.sampled_from(TOPICS), _RETRIEVED, max_size=4))
        retrieved.setdefault(draw(some), draw(_RETRIEVED))
        runs[name] = retrieved
    rules = Rules.of(
        draw(st.sampled_from(("judged", "answered"))),
        draw(st.sampled_from(_DIALECTS)),
        relevance_level=draw(st.integers(1, 2)),
        depth=draw(st.sampled_from((None, 1, 2, 5))),
        judged_only=draw(st.booleans()),
    )
    return World(qrels, runs, rules)
