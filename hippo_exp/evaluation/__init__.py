"""Measures of rankings, bootstrap intervals, paired tests, and costs that meet."""

from hippo_exp.evaluation.agreement import kendall_tau, overlap
from hippo_exp.evaluation.all_recall import all_recall
from hippo_exp.evaluation.bootstrap import bootstrap_interval, mean, paired_interval
from hippo_exp.evaluation.break_even import LinearCost, crossing, resampled
from hippo_exp.evaluation.candidates import (
    candidate_hit,
    expected_candidate_rank,
    sampled_candidate_rank,
)
from hippo_exp.evaluation.chance import chance_recall, check_above_chance
from hippo_exp.evaluation.evaluate import Evaluation, evaluate
from hippo_exp.evaluation.hits import hits
from hippo_exp.evaluation.holm import holm
from hippo_exp.evaluation.measure import MEASURES, Measure, parse_measure
from hippo_exp.evaluation.out_of_fold import choose_out_of_fold
from hippo_exp.evaluation.permutation import paired_permutation
from hippo_exp.evaluation.proportion import proportion_interval
from hippo_exp.evaluation.quantile import quantile, quantile_interval
from hippo_exp.evaluation.rank import expected_rank, mean_rank
from hippo_exp.evaluation.recall import recall
from hippo_exp.evaluation.seeds import rng_for
from hippo_exp.evaluation.wilson import wilson_interval

__all__ = [
    "MEASURES",
    "Evaluation",
    "LinearCost",
    "Measure",
    "all_recall",
    "bootstrap_interval",
    "candidate_hit",
    "chance_recall",
    "check_above_chance",
    "choose_out_of_fold",
    "crossing",
    "evaluate",
    "expected_candidate_rank",
    "expected_rank",
    "hits",
    "holm",
    "kendall_tau",
    "mean",
    "mean_rank",
    "overlap",
    "paired_interval",
    "paired_permutation",
    "parse_measure",
    "proportion_interval",
    "quantile",
    "quantile_interval",
    "recall",
    "resampled",
    "rng_for",
    "sampled_candidate_rank",
    "wilson_interval",
]
