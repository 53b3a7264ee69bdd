"""Path-finding questions with known difficulty: instances, candidate rankers, exact ranks."""

from hippo_exp.pathfinding.arithmetic import (
    CandidateMass,
    MassReport,
    Solver,
    arrival_mass,
    candidate_mass,
    has_closed_form,
    mass_after_steps,
    mass_report,
    stationary_mass,
)
from hippo_exp.pathfinding.benchmark import (
    BenchmarkParameters,
    draft_benchmark,
    generate_benchmark,
    parameter_faults,
)
from hippo_exp.pathfinding.corpus import (
    SyntheticCorpus,
    SyntheticParameters,
    extract_again,
    generate_corpus,
)
from hippo_exp.pathfinding.instance import Instance, generate_instance, instance_rng
from hippo_exp.pathfinding.parameters import InstanceParameters
from hippo_exp.pathfinding.passages import render_fact, render_passages, render_question
from hippo_exp.pathfinding.rankers import (
    candidate_scores_from_nodes,
    candidate_scores_from_passages,
    degree,
    mention_count,
)
from hippo_exp.pathfinding.ranks import chance_deviation, chance_rank
from hippo_exp.pathfinding.reach import distances, rivals, seeds_reaching_answer
from hippo_exp.pathfinding.reference import (
    REFERENCE_MEAN_RANK,
    ReferenceInterval,
    chance_interval,
    reference_interval,
)

__all__ = [
    "REFERENCE_MEAN_RANK",
    "BenchmarkParameters",
    "CandidateMass",
    "Instance",
    "InstanceParameters",
    "MassReport",
    "ReferenceInterval",
    "Solver",
    "SyntheticCorpus",
    "SyntheticParameters",
    "arrival_mass",
    "candidate_mass",
    "candidate_scores_from_nodes",
    "candidate_scores_from_passages",
    "chance_deviation",
    "chance_interval",
    "chance_rank",
    "degree",
    "distances",
    "draft_benchmark",
    "extract_again",
    "generate_benchmark",
    "generate_corpus",
    "generate_instance",
    "has_closed_form",
    "instance_rng",
    "mass_after_steps",
    "mass_report",
    "mention_count",
    "parameter_faults",
    "reference_interval",
    "render_fact",
    "render_passages",
    "render_question",
    "rivals",
    "seeds_reaching_answer",
    "stationary_mass",
]
