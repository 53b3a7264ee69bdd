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
    "parts": "Recall by the parts of the mass alone, and gain (%; points)",
    "mass": "Mass that comes from the passage reset (%)",
    "moved": "Questions whose recall@5 is above or below HippoRAG's (%)",
    "all_recall": "All-recall: questions with every gold passage in the top k (%)",
    "answer": "Question answering (%)",
    "rank": "Rank of the answer (1 is best)",
    "hits": "Hits: one that is sought is among the top k (%)",
    "agreement": "Agreement with the ranking of the baseline, whatever is right",
    "maintenance": "Node weights that one passage changes (mean over passages)",
    "missed": "Questions that are missed, by cause (% of all questions)",
    "causes": "Causes of the misses (% of the questions that the row misses)",
    "classes": "Classes of questions (%): each has one of the first three; followable may be any",
    "extraction": "Extraction quality (%)",
    "watch": "Rank correlation of the signal with recall@5 over degraded indexes (-1 to 1)",
    "variety": "Surface variety of the corpus",
    "gain": "Gain in recall@5: full system minus the ablation (points)",
    "statistics": "Counts",
    "cost": "Cost",
    "tokens": "Calls and tokens of the language model (mean)",
    "latency_p50": "Latency of one question: median (ms)",
    "latency_p95": "Latency of one question: 95th percentile (ms)",
    "wall": "Wall time of the index, stage by stage (s)",
    "crossing": "Queries from which on HippoRAG is cheaper than IRCoT",
    "crossing_calls": (
        "Queries for each passage from which on HippoRAG is cheaper, by IRCoT's thoughts a query"
    ),
    "bills_equal": (
        "Queries for each passage at which HippoRAG's queries have cost as much as its index"
    ),
    "hipporag_usd": "HippoRAG: index and queries (USD), by number of queries",
    "ircot_usd": "IRCoT: queries (USD), by number of queries",
}
"""Block id -> title, in the order of print."""
UNSAMPLED = ("statistics", "cost", "wall")
"""Blocks whose numbers need not rest on the questions of the others."""
OWN_N = (*UNSAMPLED, "causes", "extraction", "watch", "maintenance", "variety", "gain")
"""These, and blocks each of whose rows is measured on a sample of its own."""

_AT_K: Mapping[str, tuple[str, int, bool, str]] = {
    "recall": ("R@{}", 1, True, "recall"),
    "all_recall": ("AR@{}", 1, True, "all_recall"),
    "hipporag_recall": ("HippoRAG R@{}", 1, True, "parts"),
    "entities_recall": ("From entities alone R@{}", 1, True, "parts"),
    "reset_recall": ("From the reset alone R@{}", 1, True, "parts"),
    "recall_gain": ("Gain over HippoRAG, R@{}", 1, False, "parts"),
    "hits": ("Hits@{}", 1, True, "hits"),
    "overlap": ("Shared of the top {} (%)", 1, True, "agreement"),
    "kendall": ("Kendall's tau of the top {}", 2, False, "agreement"),
    "crossing": ("{:,} passages", 0, False, "crossing"),
    "crossing_calls": ("{}", 3, False, "crossing_calls"),
    "hipporag_usd": ("{:,}", 2, False, "hipporag_usd"),
    "ircot_usd": ("{:,}", 2, False, "ircot_usd"),
}
"""Name of ``NAME@k`` -> heading with a place for k, digits, percent, block."""
_STAGES: Mapping[str, str] = {
    "llm": "NER, thoughts",
    "linking": "Linking",
    "ppr": "PPR",
    "scoring": "Scoring",
    "retrieval": "Retrieval",
    "total": "Total",
}
"""Stage of a question, as in ``STAGE_ms_p50`` -> heading."""
_PLAIN: Mapping[str, tuple[str, int, bool, str]] = {
    "em": ("EM", 1, True, "answer"),
    "f1": ("F1", 1, True, "answer"),
    "restarts_at_passages": ("Restarts at passages", 1, True, "mass"),
    "gold_from_reset": ("Gold passages", 1, True, "mass"),
    "other_from_reset": ("Best other passage", 1, True, "mass"),
    "won": ("Above", 1, True, "moved"),
    "lost": ("Below", 1, True, "moved"),
    "mean_rank": ("Mean rank", 2, False, "rank"),
    "expected_rank": ("Expected rank", 2, False, "rank"),
    "weights_changed": ("Weights", 1, False, "maintenance"),
    "auc": ("AUC", 1, True, "extraction"),
    "precision": ("Precision", 1, True, "extraction"),
    "recall": ("Recall", 1, True, "extraction"),
    "triple_f1": ("F1", 1, True, "extraction"),
    "ner_missed": ("NER", 1, True, "missed"),
    "openie_missed": ("OpenIE", 1, True, "missed"),
    "ppr_missed": ("PPR", 1, True, "missed"),
    "ner_share": ("NER", 0, True, "causes"),
    "openie_share": ("OpenIE", 0, True, "causes"),
    "ppr_share": ("PPR", 0, True, "causes"),
    "spearman": ("All losses", 2, False, "watch"),
    "spearman_facts": ("Facts lost", 2, False, "watch"),
    "spearman_passages": ("Passages lost", 2, False, "watch"),
    "path_following": ("Path-following", 1, True, "classes"),
    "path_finding": ("Path-finding", 1, True, "classes"),
    "neither": ("Neither", 1, True, "classes"),
    "followable": ("Followable", 1, True, "classes"),
    "nodes_per_cluster": ("Nodes per cluster", 2, False, "variety"),
    "links_by_synonym": ("Links by synonym (%)", 1, True, "variety"),
    "df_gini": ("Gini of doc. frequency", 2, False, "variety"),
    "synonymy_gain": ("Synonymy", 1, False, "gain"),
    "specificity_gain": ("Specificity", 1, False, "gain"),
    "gold_triples": ("Gold triples", 0, False, "statistics"),
    "extracted_triples": ("Extracted triples", 0, False, "statistics"),
    "passages": ("Passages", 0, False, "statistics"),
    "unique_nodes": ("Nodes", 0, False, "statistics"),
    "unique_edges": ("Relations", 0, False, "statistics"),
    "unique_triples": ("Triples", 0, False, "statistics"),
    "synonym_edges": ("Synonym edges", 0, False, "statistics"),
    "contriever_synonym_edges": ("Synonym edges (Contriever)", 0, False, "statistics"),
    "colbertv2_synonym_edges": ("Synonym edges (ColBERTv2)", 0, False, "statistics"),
    "api_usd": ("API (USD)", 2, False, "cost"),
    "minutes": ("Minutes", 2, False, "cost"),
    "llm_calls": ("Calls", 2, False, "tokens"),
    "prompt_tokens": ("Prompt tokens", 1, False, "tokens"),
    "completion_tokens": ("Reply tokens", 1, False, "tokens"),
    "extraction_s": ("Extraction", 2, False, "wall"),
    "encoding_s": ("Encoding", 2, False, "wall"),
    "synonymy_s": ("Synonymy", 2, False, "wall"),
    "graph_s": ("Graph", 2, False, "wall"),
    "crossing_per_passage": ("For each passage", 3, False, "crossing"),
    "bills_equal_per_passage": ("For each passage", 3, False, "bills_equal"),
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
        heading, digits, percent, block = _AT_K[match[1]]
        return MetricStyle(name, heading.format(int(match[2])), digits, percent, block)
    match = re.fullmatch(r"([a-z]+)_ms_(p50|p95)", name)
    if match and match[1] in _STAGES:
        return MetricStyle(name, _STAGES[match[1]], 2, False, f"latency_{match[2]}")
    known = [*(f"{family}@5" for family in _AT_K), *_PLAIN]
    fix = did_you_mean(name, known, cutoff=0.0)
    raise ConfigError(f"unknown metric {name!r}", where="metrics", fix=fix)
