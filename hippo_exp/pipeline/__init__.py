"""Experiments end to end: from settings to a folder of results."""

from hippo_exp.pipeline.pathfinding.table import run_pathfinding
from hippo_exp.pipeline.retrieval import run_retrieval

__all__ = ["run_pathfinding", "run_retrieval"]
