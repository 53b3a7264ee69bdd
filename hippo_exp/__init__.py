"""hippo_exp: a reproduction harness for HippoRAG (NeurIPS 2024, arXiv:2405.14831)."""

__version__ = "0.1.0"
