"""Phrase normalisers and analysers."""

from hippo_exp.text.analyzers import ANALYZERS
from hippo_exp.text.normalizers import NORMALIZERS, normalize_clean, normalize_paper

__all__ = ["ANALYZERS", "NORMALIZERS", "normalize_clean", "normalize_paper"]
