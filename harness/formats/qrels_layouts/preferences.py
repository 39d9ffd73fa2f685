"""What trec_eval takes for preferences between documents: its options ``-R prefs`` and others."""

from __future__ import annotations

from harness.core.frames import pl
from harness.formats.layouts import Layout
from harness.formats.qrels_fields import line_fields, named_layout

#: Levels only order: what is below 0 was judged, and is not relevant.


def _is_relevant() -> pl.Expr:
    return pl.col("level") > 0


def _one_subgroup() -> tuple[pl.Expr, ...]:
    return (pl.lit("0").alias("subgroup"),)


LAYOUTS: tuple[Layout, ...] = (
    named_layout(
        "prefs",
        "preferences, trec_eval -R prefs; the grade is 1 where the level is above 0",
        b"1 g1 s1 d1 5.5\n1 g1 s1 d2 0.0\n",
        line_fields("topic group subgroup doc level", integers="", decimals="level"),
        key=("topic", "group", "subgroup", "doc"),
        grade_read=_is_relevant,
    ),
    named_layout(
        "qrels_prefs",
        "judgments taken as preferences, trec_eval -R qrels_prefs; subgroup 0 throughout",
        b"1 g1 d1 2.0\n1 g1 d2 0.0\n",
        line_fields("topic group doc level", integers="", decimals="level"),
        key=("topic", "group", "doc"),
        grade_read=_is_relevant,
        further=_one_subgroup,
    ),
    named_layout(
        "qrels_jg",
        "judgment groups, trec_eval -R qrels_jg",
        b"1 g1 d1 2\n1 g2 d1 0\n",
        line_fields("topic group doc grade"),
        key=("topic", "group", "doc"),
    ),
)
