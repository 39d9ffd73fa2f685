"""Comparing systems: tests, effect sizes and intervals; arrays in, frozen results out."""

from __future__ import annotations

from harness.stats.bootstrap import bootstrap_interval, bootstrap_shift
from harness.stats.correlation import kendall_tau, tau_ap
from harness.stats.effects import d_z, g_z, glass_delta
from harness.stats.lattice import on_lattice
from harness.stats.pairs import all_pairs, differences_of
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
    "Interval",
    "Overlap",
    "Standardised",
    "Swaps",
    "Tested",
    "TopicStatistics",
    "Wins",
    "all_pairs",
    "asl_curve",
    "bootstrap_interval",
    "bootstrap_shift",
    "d_z",
    "differences_of",
    "discriminative_power",
    "g_z",
    "glass_delta",
    "kendall_tau",
    "on_lattice",
    "paired_t",
    "randomisation",
    "rank_biased_overlap",
    "sampled_randomisation",
    "sampled_randomisation_of_pairs",
    "sign_test",
    "signed_ranks",
    "standardise",
    "swap_rates",
    "t_interval",
    "tau_ap",
    "tied_groups",
    "topic_statistics",
    "wins_ties_losses",
]
