"""The path-finding experiment: every ranker over many generated instances."""

from hippo_exp.pipeline.pathfinding.rankers import RANKERS, Ranker, RankerSettings, solve_ppr
from hippo_exp.pipeline.pathfinding.study import Record, run_study

__all__ = ["RANKERS", "Ranker", "RankerSettings", "Record", "run_study", "solve_ppr"]
