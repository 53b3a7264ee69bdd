"""Statistics of corpus and knowledge graph, extractor by extractor (tables 1 and 8)."""

from hippo_exp.pipeline.statistics.gaps import gaps_of_cell, gaps_of_row
from hippo_exp.pipeline.statistics.run import run_statistics

__all__ = ["gaps_of_cell", "gaps_of_row", "run_statistics"]
