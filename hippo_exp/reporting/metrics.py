"""How each metric is printed: its heading, its digits, and the block of a table it stands in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from hippo_exp.errors import ConfigError
from hippo_exp.text import did_you_mean


@dataclass(frozen=True, slots=True)
class MetricStyle:
    """Presentation of one metric.

    Attributes:
        name: as in ``cells.csv``.
        heading: column heading.
        digits: decimals in print, those of the paper.
        percent: True for a percentage.
        block: metrics of one block share a table.
    """

    name: str
    heading: str
    digits: int
    percent: bool
    block: str


BLOCKS: Mapping[str, str] = {
    "recall": "Recall (%)",
    "all_recall": "All-recall: questions with every gold passage in the top k (%)",
    "answer": "Question answering (%)",
    "rank": "Rank of the answer (1 is best)",
    "hits": "Hits: one that is sought is among the top k (%)",
    "extraction": "Extraction quality (%)",
    "statistics": "Counts",
    "cost": "Cost",
}
"""Block id -> title, in the order of print."""

_AT_K = {"recall": ("R@", "recall"), "all_recall": ("AR@", "all_recall"), "hits": ("Hits@", "hits")}
_PLAIN: Mapping[str, tuple[str, int, bool, str]] = {
    "em": ("EM", 1, True, "answer"),
    "f1": ("F1", 1, True, "answer"),
    "mean_rank": ("Mean rank", 2, False, "rank"),
    "expected_rank": ("Expected rank", 2, False, "rank"),
    "auc": ("AUC", 1, True, "extraction"),
    "precision": ("Precision", 1, True, "extraction"),
    "recall": ("Recall", 1, True, "extraction"),
    "share": ("Share", 0, True, "extraction"),
    "passages": ("Passages", 0, False, "statistics"),
    "unique_nodes": ("Nodes", 0, False, "statistics"),
    "unique_edges": ("Relations", 0, False, "statistics"),
    "unique_triples": ("Triples", 0, False, "statistics"),
    "synonym_edges": ("Synonym edges", 0, False, "statistics"),
    "contriever_synonym_edges": ("Synonym edges (Contriever)", 0, False, "statistics"),
    "colbertv2_synonym_edges": ("Synonym edges (ColBERTv2)", 0, False, "statistics"),
    "api_usd": ("API (USD)", 2, False, "cost"),
    "minutes": ("Minutes", 0, False, "cost"),
}


def metric_style(name: str) -> MetricStyle:
    """Presentation of the metric called ``name``.

    Raises:
        ConfigError: no such metric.
    """
    if name in _PLAIN:
        return MetricStyle(name, *_PLAIN[name])
    match = re.fullmatch(r"(\w+)@([1-9]\d*)", name)
    if match and match[1] in _AT_K:
        heading, block = _AT_K[match[1]]
        return MetricStyle(name, f"{heading}{match[2]}", 1, True, block)
    known = [*(f"{family}@5" for family in _AT_K), *_PLAIN]
    fix = did_you_mean(name, known, cutoff=0.0)
    raise ConfigError(f"unknown metric {name!r}", where="metrics", fix=fix)
