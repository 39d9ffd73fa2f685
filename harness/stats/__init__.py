"""Comparing systems: tests, effect sizes and intervals; arrays in, frozen results out."""

from __future__ import annotations

from harness.stats.bayes import Posterior, posterior
from harness.stats.bootstrap import bootstrap_interval, bootstrap_shift
from harness.stats.correlation import kendall_tau, tau_ap
from harness.stats.effects import d_z, g_z, glass_delta
from harness.stats.folds import CrossValidation, cross_validate
from harness.stats.gtheory import (
    Components,
    Reliability,
    reliability,
    topics_for_reliability,
    variance_components,
)
from harness.stats.lattice import on_lattice
from harness.stats.leaderboard import Ranks, mean_intervals, rank_intervals, tied_with_best
from harness.stats.learning import Curve, agreement_curve, learning_curve
from harness.stats.pairs import all_pairs, differences_of
from harness.stats.power import (
    AnovaF,
    PairedT,
    detectable_difference,
    expected_width,
    power_of,
    topics_for_width,
    topics_needed,
)
from harness.stats.rbo import Overlap, rank_biased_overlap, tied_groups
from harness.stats.results import Interval, Tested
from harness.stats.sign import Wins, sign_test, wins_ties_losses
from harness.stats.sign_flips import (
    randomisation,
    sampled_randomisation,
    sampled_randomisation_of_pairs,
)
from harness.stats.standardisation import Standardised, standardise
from harness.stats.student import paired_t, t_interval
from harness.stats.swaps import Swaps, asl_curve, discriminative_power, swap_rates
from harness.stats.topics import TopicStatistics, topic_statistics
from harness.stats.wilcoxon import signed_ranks

__all__ = [
    "AnovaF",
    "Components",
    "CrossValidation",
    "Curve",
    "Interval",
    "Overlap",
    "PairedT",
    "Posterior",
    "Ranks",
    "Reliability",
    "Standardised",
    "Swaps",
    "Tested",
    "TopicStatistics",
    "Wins",
    "agreement_curve",
    "all_pairs",
    "asl_curve",
    "bootstrap_interval",
    "bootstrap_shift",
    "cross_validate",
    "d_z",
    "detectable_difference",
    "differences_of",
    "discriminative_power",
    "expected_width",
    "g_z",
    "glass_delta",
    "kendall_tau",
    "learning_curve",
    "mean_intervals",
    "on_lattice",
    "paired_t",
    "posterior",
    "power_of",
    "randomisation",
    "rank_biased_overlap",
    "rank_intervals",
    "reliability",
    "sampled_randomisation",
    "sampled_randomisation_of_pairs",
    "sign_test",
    "signed_ranks",
    "standardise",
    "swap_rates",
    "t_interval",
    "tau_ap",
    "tied_groups",
    "tied_with_best",
    "topic_statistics",
    "topics_for_reliability",
    "topics_for_width",
    "topics_needed",
    "variance_components",
    "wins_ties_losses",
]
