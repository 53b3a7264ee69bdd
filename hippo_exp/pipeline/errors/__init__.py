"""Why questions are missed, row by row, and which misses other rows mend (table 11)."""

from hippo_exp.pipeline.errors.run import run_errors

__all__ = ["run_errors"]
