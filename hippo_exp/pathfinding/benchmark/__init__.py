"""Path-finding questions as a benchmark: difficulty axes, checked questions, export."""

from hippo_exp.pathfinding.benchmark.checks import parameter_faults
from hippo_exp.pathfinding.benchmark.draft import draft_benchmark
from hippo_exp.pathfinding.benchmark.generate import generate_benchmark
from hippo_exp.pathfinding.benchmark.parameters import BenchmarkParameters

__all__ = [
    "BenchmarkParameters",
    "draft_benchmark",
    "generate_benchmark",
    "parameter_faults",
]
