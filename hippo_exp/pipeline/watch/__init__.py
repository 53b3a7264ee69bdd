"""How lost facts show without gold triples: signals of an index against its recall."""

from hippo_exp.pipeline.watch.run import run_watch

__all__ = ["run_watch"]
