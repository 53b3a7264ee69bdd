"""Surface variety of names beside what synonymy edges and node specificity are worth."""

from hippo_exp.pipeline.variety.run import run_variety

__all__ = ["run_variety"]
