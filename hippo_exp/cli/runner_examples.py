"""Two examples for each experiment; they end its help."""

from __future__ import annotations

from collections.abc import Mapping

from hippo_exp.cli.parser import examples

_TRY = "out=/tmp/try"
_TABLE = ("dataset=synthetic dry_run=true", f"dataset=synthetic limit=20 {_TRY}")
_COUNTS = ("dataset=synthetic dry_run=true", f"dataset=synthetic {_TRY}")
_LLM = (
    "dataset=synthetic llm=local dry_run=true",
    f"dataset=synthetic llm=local limit=5 {_TRY}   # beside: hippo-exp llm serve",
)
_OWN: Mapping[str, tuple[str, str]] = {
    "paper": ("dry_run=true", "'tables=[table2]' 'datasets=[2wikimultihopqa]' dry_run=true"),
    "pathfinding": ("dry_run=true", f"'hops=[1,2]' n_instances=50 {_TRY}"),
    "pathfinding_benchmark": (
        "dataset=pathfinding_easy dry_run=true",
        f"dataset=pathfinding_easy 'rows=[bm25,mention_count]' limit=20 {_TRY}",
    ),
    "phases": ("dry_run=true", f"quick=true 'rows=[missing]' {_TRY}"),
    "table1": _COUNTS,
    "table3": _LLM,
    "table4": _LLM,
    "table8": _COUNTS,
    "table14": _LLM,
    "table16": _COUNTS,
    "table18": _COUNTS,
}


def examples_of(name: str) -> str:
    """The examples of ``python -m experiments.NAME``."""
    return examples(*(f"python -m experiments.{name} {text}" for text in _OWN.get(name, _TABLE)))
