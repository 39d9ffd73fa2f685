"""Comparison of systems: tests, effect sizes and intervals; arrays in, frozen results out."""

from __future__ import annotations

from harness.stats.anova import Anova, FactorialAnova, anova, factorial_anova
from harness.stats.bootstrap import bootstrap_interval, bootstrap_shift
from harness.stats.corrections import AdjustedPValues, adjust_p_values, joint_randomisation
from harness.stats.correlation import kendall_tau, tau_ap
from harness.stats.equivalence import Equivalence, equivalence
from harness.stats.families import (
    Letters,
    against,
    all_pairs,
    compact_letters,
    significant,
    subtract_pairs,
)
from harness.stats.gtheory import (
    Components,
    Reliability,
    reliability,
    topics_for_reliability,
    variance_components,
)
from harness.stats.leaderboard import RankSets, rank_sets
from harness.stats.learning import (
    CrossValidation,
    Curve,
    agreement_curve,
    cross_validate,
    learning_curve,
)
from harness.stats.nemenyi import (
    mean_ranks,
    nemenyi_critical_difference,
    nemenyi_test,
)
from harness.stats.power import (
    AnovaF,
    PairedT,
    compute_power,
    detectable_difference,
    expected_width,
    topics_for_width,
    topics_needed,
)
from harness.stats.ranks import Wins, sign_test, signed_ranks, wins_ties_losses
from harness.stats.rbo import Overlap, rank_biased_overlap, tied_groups
from harness.stats.replicability import RepeatedEffect, compare_means, repeated_effect, rmse
from harness.stats.results import Interval, TestResult
from harness.stats.risk import Risk, geo_risk, measure_risk
from harness.stats.sequential import always_valid_interval, always_valid_t
from harness.stats.sign_flips import randomisation, sampled_randomisation
from harness.stats.student import d_z, g_z, paired_t, t_interval
from harness.stats.swaps import Swaps, asl_curve, discriminative_power, swap_rates
from harness.stats.topics import TopicStatistics, standardise, topic_statistics
from harness.stats.tukey import tukey_hsd

__all__ = [
    "AdjustedPValues",
    "Anova",
    "AnovaF",
    "Components",
    "CrossValidation",
    "Curve",
    "Equivalence",
    "FactorialAnova",
    "Interval",
    "Letters",
    "Overlap",
    "PairedT",
    "RankSets",
    "Reliability",
    "RepeatedEffect",
    "Risk",
    "Swaps",
    "TestResult",
    "TopicStatistics",
    "Wins",
    "adjust_p_values",
    "against",
    "agreement_curve",
    "all_pairs",
    "always_valid_interval",
    "always_valid_t",
    "anova",
    "asl_curve",
    "bootstrap_interval",
    "bootstrap_shift",
    "compact_letters",
    "compare_means",
    "compute_power",
    "cross_validate",
    "d_z",
    "detectable_difference",
    "discriminative_power",
    "equivalence",
    "expected_width",
    "factorial_anova",
    "g_z",
    "geo_risk",
    "joint_randomisation",
    "kendall_tau",
    "learning_curve",
    "mean_ranks",
    "measure_risk",
    "nemenyi_critical_difference",
    "nemenyi_test",
    "paired_t",
    "randomisation",
    "rank_biased_overlap",
    "rank_sets",
    "reliability",
    "repeated_effect",
    "rmse",
    "sampled_randomisation",
    "sign_test",
    "signed_ranks",
    "significant",
    "standardise",
    "subtract_pairs",
    "swap_rates",
    "t_interval",
    "tau_ap",
    "tied_groups",
    "topic_statistics",
    "topics_for_reliability",
    "topics_for_width",
    "topics_needed",
    "tukey_hsd",
    "variance_components",
    "wins_ties_losses",
]
