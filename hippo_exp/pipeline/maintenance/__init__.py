"""The upkeep of an index: what one passage more costs, and two weights of query nodes."""

from hippo_exp.pipeline.maintenance.run import run_maintenance

__all__ = ["run_maintenance"]
