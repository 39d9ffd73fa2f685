"""The names that settings may have, and defaults that are names or numbers.

Implementations are registered elsewhere under the same names, in the same order:
``tests/settings/test_names.py`` compares each list with its registry.
"""

from __future__ import annotations

from pathlib import Path

#: The JSON Schema of task files, which ships with the package.
SCHEMA_FILE = Path(__file__).with_name("task.schema.json")
#: Default measures of a task.
DEFAULT_MEASURES = ("AP", "nDCG@10", "P@10", "Rprec", "RR", "R@1000")
#: Default estimates from a sample.
DEFAULT_ESTIMATES = ("estAP", "estnDCG@10", "estP@10", "estR@1000", "estNumRel")
#: The same if a model judged everything: its corrected measures beside people's alone.
DEFAULT_CORRECTED = ("ppiP@10", "estP@10", "ppiDCG@10", "estDCG@10", "estAP", "estNumRel")
#: Summaries over topics: those of `harness.measures.summaries`, and the ratio of sums.
SUMMARY_KINDS = ("mean", "sum", "geometric", "median", "sd", "micro")
#: Topics that a measure is averaged over: all judged ones, or those that a run answers.
TOPIC_POLICIES = ("judged", "answered")

#: Meanings of a negative grade.
NEGATIVE_GRADES = ("unjudged", "junk")
#: Recall levels and cutoffs of precision–recall curves (`harness.measures`).
RECALL_LEVELS = tuple(step / 10 for step in range(11))
CURVE_CUTOFFS = (5, 10, 15, 20, 30, 100, 200, 500, 1000)
#: Judged properties beside relevance (`harness.evaluation.views.subtopics.DIMENSIONS`).
DIMENSION_NAMES = ("understandability", "credibility")

#: Orders of a run (`harness.core.ordering.ORDERS`); the first is used in evaluations.
RUN_ORDERS = ("docno-desc", "docno-asc", "file", "rank")
#: Tasks of passages: ranked passages, passages by article, one entry point per article.
PASSAGE_TASKS = ("focused", "relevant-in-context", "best-in-context")
#: Severities that a task may give a finding.
FINDING_SETTINGS = ("error", "warning", "note", "off")
#: Repairs of runs (`harness.validation.REPAIRS`).
REPAIR_NAMES = (
    "reorder-columns",
    "drop-unreadable-lines",
    "match-topics",
    "match-documents",
    "drop-unknown-topics",
    "drop-unknown-documents",
    "rescore-by-rank",
    "drop-lower-duplicates",
    "cut-to-depth",
    "rerank-by-score",
    "tag-from-file-name",
)

#: Kinds of tasks whose runs are not rankings.
LABEL_KINDS = ("classification", "regression", "clustering")

#: Tests of two runs (`harness.comparison.significance.TESTS`); the first is the default.
TEST_NAMES = ("t", "randomisation", "wilcoxon", "sign", "bootstrap-t", "always-valid")
#: Corrections of p-values (`harness.stats.corrections.CORRECTIONS`).
P_VALUE_CORRECTIONS = ("bonferroni", "holm", "hommel", "benjamini-hochberg", "benjamini-yekutieli")
#: Treatments of many comparisons: corrections of p-values, and tests of all runs at once.
ALL_CORRECTIONS = (*P_VALUE_CORRECTIONS, "joint", "tukey", "nemenyi")
#: Tests and corrections, by their names in ranx, scipy, statsmodels and R.
ELSEWHERE = {
    **dict.fromkeys(("ttest", "t-test", "ttest_rel", "student"), "t"),
    **dict.fromkeys(("fisher", "permutation"), "randomisation"),
    **dict.fromkeys(("fdr", "fdr_bh", "bh"), "benjamini-hochberg"),
    **dict.fromkeys(("fdr_by", "by"), "benjamini-yekutieli"),
}
#: Standardisations of values by topic (`harness.stats.topics.STANDARDISATIONS`), or none.
STANDARDISATIONS = ("none", "z", "normal", "linear", "empirical")
#: Topics that runs are compared on, beside the name of a subset.
TOPIC_CHOICES = ("all", "common")
#: Default differences for which topics are counted.
DIFFERENCES = (0.01, 0.02, 0.03, 0.05, 0.1)
#: Default numbers of topics whose power is computed.
SIZES = (25, 50, 100)
#: The coefficients for which topics are counted.
TARGETS = (0.8, 0.9, 0.95)

#: Strategies of pooling (`harness.pooling.STRATEGIES`).
STRATEGY_NAMES = (
    "maxmean",
    "maxmean-ns",
    "thompson",
    "thompson-ns",
    "hedge",
    "move-to-front",
    "rrf",
    "borda",
    "combsum",
    "combmnz",
    "depth",
    "rbp",
    "dcg",
    "stratified",
    "uniform",
    "proportional",
)
#: Treatments of documents judged or pooled before.
EARLIER = ("subtract", "keep")

#: Policies that turn several judgments into one grade (`harness.judging.policies.POLICIES`).
POLICY_NAMES = (
    "adjudicated",
    "owner",
    "last",
    "majority",
    "m-of-n",
    "median",
    "max",
    "dawid-skene",
)
DEFAULT_POLICY, DEFAULT_AGREEING = "adjudicated", 2
#: Kinds of assessors whose judgments count unless a policy names others, and all kinds.
PEOPLE = ("human", "crowd", "import")
ASSESSOR_KINDS = (*PEOPLE, "model", "simulated")
#: Treatments of documents retrieved by runs of an assessor's own group.
OWN_DOCUMENTS = ("all", "shared", "none")
#: Treatments of a change in an imported file that conflicts with one in the ledger.
CONFLICTS = ("refuse", "file", "ledger")
#: Forms of exports of the ledger (`harness.judging.exports.EXPORTS`).
EXPORT_NAMES = ("qrels_jg", "prefs", "diversity", "ntcir", "inex", "jsonl", "parquet")

#: Rules for tags of runs, by name. TREC's, 1 to 24 letters, digits, dots, underscores and hyphens,
#: is the rule of most of NIST's checking scripts (others allow 12, 15 or 25 characters).
TAG_RULES = {"any": None, "trec": r"[A-Za-z0-9_.-]{1,24}"}
ANY_TAG = "any"

#: Treatments of judged documents without a contributor, when groups are left out.
UNCONTRIBUTED = ("keep", "drop")

#: Forms of a table (`harness.report.table.RENDERERS`).
TABLE_FORMS = ("table", "markdown", "tsv", "csv", "json", "jsonl", "latex")
#: The forms for programs: rows alone, in full.
DATA = ("tsv", "csv", "json", "jsonl")
#: Binary forms of tables, loaded without parsing (`harness.report.table.FILES`).
FILE_FORMS = ("parquet", "arrow")
#: Meanings of superscripts in a table for papers.
MARKS = ("baselines", "groups", "none")
#: Further columns of such a table; the last two are beside each mean.
PAPER_COLUMNS = ("rank", "group", "type", "interval", "error")
#: Venues whose columns figures and tables fit (`harness.report.figures.VENUES`).
VENUE_NAMES = ("acm", "ieee", "lncs", "springer", "beamer")
#: The kinds of figures, in the order of making.
FIGURE_KINDS = (
    "precision-recall",
    "roc",
    "leaderboard",
    "runs",
    "topics",
    "heat-map",
    "difference",
)
#: Formats of figures (`harness.report.figures.plots.FORMATS`).
FIGURE_FORMATS = ("svg", "pdf", "png", "pgf")
#: Formats of sheets: a page for the browser, or for paper.
SHEET_FORMATS = ("html", "pdf")
#: Orders of topics in a table: by identifier, or the hardest first.
TOPIC_ORDERS = ("topic", "median")

#: Known other evaluators (`harness.selftest.tools.TOOLS`).
EVALUATOR_NAMES = (
    "trec_eval",
    "ndeval",
    "gdeval",
    "gdeval-by-topic",
    "sample_eval",
    "statAP",
    "rbp_eval",
)
