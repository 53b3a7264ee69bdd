"""Do the numbers of a results folder follow from the values beside them?"""

from hippo_exp.reporting.recheck.folder import BENCHMARKS, recheck_folder
from hippo_exp.reporting.recheck.home import is_recomputed

__all__ = ["BENCHMARKS", "is_recomputed", "recheck_folder"]
