"""Where the mass of passages comes from: the query entities, or the passage reset."""

from hippo_exp.pipeline.mass.run import run_mass

__all__ = ["run_mass"]
