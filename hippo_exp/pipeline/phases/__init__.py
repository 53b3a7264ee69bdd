"""Phase diagrams of path-finding as an experiment."""

from hippo_exp.pipeline.phases.run import phase_faults, run_phases

__all__ = ["phase_faults", "run_phases"]
