"""A small corpus explained under any method."""

from __future__ import annotations

from pathlib import Path

from toy_corpus import write_corpus

from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.pipeline.explain.asked import ask
from hippo_exp.pipeline.explain.run import explain_question
from hippo_exp.pipeline.planning.one_method import method_settings, opened_bench
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.reporting.explain import Explained

SMALL = (
    "dataset=synthetic",
    "dataset.synthetic.n_passages=200",
    "dataset.synthetic.n_questions=12",
    "dataset.synthetic.hub_degree=10",
)


def toy(folder: Path) -> tuple[str, ...]:
    """Overrides of the toy corpus, written to a folder."""
    write_corpus(folder / "toy")
    return ("dataset=custom", f"dataset.dir={folder / 'toy'}")


def opened(
    cache: Path, method: str, overrides: tuple[str, ...]
) -> tuple[RetrievalSettings, Workbench]:
    settings = method_settings(method, [*overrides, f"cache.root={cache}"])
    return settings, opened_bench(settings)


def explained(
    cache: Path,
    method: str,
    overrides: tuple[str, ...],
    text: str,
    *,
    depth: int = 5,
    entities: list[str] | None = None,
) -> Explained:
    settings, bench = opened(cache, method, overrides)
    asked = ask(bench.inputs.dataset, text, entities)
    return explain_question(bench, settings, method, asked, depth=depth)
