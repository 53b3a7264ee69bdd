"""Bounds: the true passages, a random order, and an iterative retriever whose reader never errs."""

from hippo_exp.retrieval.oracle.chain import Chain, chain_of
from hippo_exp.retrieval.oracle.known import OracleRetriever
from hippo_exp.retrieval.oracle.perfect_reader import PerfectReaderRetriever
from hippo_exp.retrieval.oracle.random_order import RandomRetriever

__all__ = [
    "Chain",
    "OracleRetriever",
    "PerfectReaderRetriever",
    "RandomRetriever",
    "chain_of",
]
