"""Quality of an extraction against gold triples, by passage length (tables 9 and 16)."""

from hippo_exp.pipeline.quality.gaps import quality_faults, quality_gaps
from hippo_exp.pipeline.quality.run import run_quality

__all__ = ["quality_faults", "quality_gaps", "run_quality"]
