"""The command ``hippo-exp`` and the runner behind ``python -m experiments.NAME``."""

from hippo_exp.cli.main import main

__all__ = ["main"]
