"""Retrieval interleaved with reasoning."""

from hippo_exp.retrieval.ircot.retriever import IRCoTRetriever
from hippo_exp.retrieval.ircot.settings import IRCoTSettings, Thinker
from hippo_exp.retrieval.ircot.trace import IRCoTEnd, IRCoTStep, IRCoTTrace

__all__ = [
    "IRCoTEnd",
    "IRCoTRetriever",
    "IRCoTSettings",
    "IRCoTStep",
    "IRCoTTrace",
    "Thinker",
]
