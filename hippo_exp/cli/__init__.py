"""The command ``hippo-exp`` (``cli.main``) and the runner behind ``python -m experiments.NAME``."""
