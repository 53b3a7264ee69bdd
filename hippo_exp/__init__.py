"""hippo_exp: a reproduction harness for HippoRAG (NeurIPS 2024, arXiv:2405.14831).

From Python, four functions (the experiments are commands, see README)::

    from hippo_exp import build_index, evaluate, load_dataset, retrieve

    dataset = load_dataset("synthetic")
    index = build_index(dataset, encoder="char_ngram")
    rankings = retrieve(index, dataset.questions, method="hipporag", k=5)
    scores = evaluate(rankings, dataset, metrics=["recall@2", "recall@5"])

They are loaded on first use, so that ``import hippo_exp`` costs nothing.
"""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from hippo_exp.api import build_index, evaluate, load_dataset, retrieve

__all__ = ["build_index", "evaluate", "load_dataset", "retrieve"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        import importlib

        return getattr(importlib.import_module("hippo_exp.api"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
