"""How many questions of a data set are path-following, path-finding, or neither."""

from hippo_exp.pipeline.classes.run import run_classes

__all__ = ["run_classes"]
