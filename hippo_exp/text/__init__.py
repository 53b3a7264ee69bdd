"""Phrase normalisers and analysers."""

from hippo_exp.text.analyzers import ANALYZERS
from hippo_exp.text.counting import counted
from hippo_exp.text.nearest import did_you_mean, nearest
from hippo_exp.text.normalizers import NORMALIZERS, normalize_clean, normalize_paper

__all__ = [
    "ANALYZERS",
    "NORMALIZERS",
    "counted",
    "did_you_mean",
    "nearest",
    "normalize_clean",
    "normalize_paper",
]
