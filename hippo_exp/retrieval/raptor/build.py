"""Builds the tree from the leaves up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np

from hippo_exp.errors import ConfigError, DataError, EncoderError
from hippo_exp.retrieval.raptor.groups import GroupSettings, group_vectors
from hippo_exp.retrieval.raptor.tree import Summary, SummaryTree
from hippo_exp.types import IntArray, Vectors

Summarize: TypeAlias = Callable[[Sequence[str]], str]
"""Texts of a group, in the order of their positions, to one summary."""


def count_words(text: str) -> int:
    """Number of words between white space."""
    return len(text.split())


def build_tree(
    contents: Sequence[str],
    embed: Callable[[Sequence[str]], Vectors],
    summarize: Summarize,
    *,
    settings: GroupSettings | None = None,
    max_levels: int = 5,
    last_layer: int = 11,
    measure: Callable[[str], int] = count_words,
) -> SummaryTree:
    """Group the nodes of a layer, summarise each group, go on with the summaries.

    Source: Sarthi et al., ICLR 2024, section 3, and its released code, from which this differs in
    the reduction (see ``reduction``), in leaving groups of one without a summary, and in counting
    words where the original counts GPT-4 tokens, unless ``measure`` does.

    Args:
        contents: (n_passages,) the leaves.
        embed: texts to (n_texts, dim) vectors for grouping.
        summarize: called once for each group of two or more, in a fixed order.
        settings: how groups are made; None takes the defaults.
        max_levels: levels of summaries, at most.
        last_layer: a layer of at most so many nodes gets no level above it; the original's is
            ``reduction_dim + 1``.
        measure: length of a text in the unit of ``settings.max_length``.

    Returns:
        The tree; the same in every run where ``embed`` and ``summarize`` are.

    Raises:
        ConfigError: a negative number of levels, or ``last_layer`` below 1.
        DataError: no passages.
        EncoderError: ``embed`` returned another number of vectors.
    """
    if max_levels < 0 or last_layer < 1:
        raise ConfigError(
            f"max_levels={max_levels}, last_layer={last_layer} is out of range",
            where="raptor",
            fix="use max_levels >= 0 and last_layer >= 1",
        )
    if not len(contents):
        raise DataError("the corpus has no passages", where="raptor", fix="give at least one")
    texts = list(contents)
    summaries: list[Summary] = []
    layer = np.arange(len(texts), dtype=np.int64)
    for level in range(1, max_levels + 1):
        if layer.size <= last_layer:
            break
        groups = _groups([texts[node] for node in layer], embed, settings, measure)
        if not 0 < len(groups) < layer.size:
            break  # nothing belongs together, or a level above would not be smaller
        children = [layer[group] for group in groups]
        new = [Summary(summarize([texts[n] for n in c]), _plain(c), level) for c in children]
        layer = np.arange(len(texts), len(texts) + len(new), dtype=np.int64)
        summaries += new
        texts += [summary.text for summary in new]
    counts = {
        "passages": len(contents),
        "summaries": len(summaries),
        "levels": summaries[-1].level if summaries else 0,
        "blank_summaries": sum(not summary.text.strip() for summary in summaries),
    }
    return SummaryTree(len(contents), tuple(summaries), counts)


def _groups(
    texts: Sequence[str],
    embed: Callable[[Sequence[str]], Vectors],
    settings: GroupSettings | None,
    measure: Callable[[str], int],
) -> list[IntArray]:
    vectors = embed(texts)
    if vectors.shape[0] != len(texts):
        raise EncoderError(
            f"{vectors.shape[0]} vectors for {len(texts)} texts",
            where="raptor",
            fix="return one vector per text",
        )
    lengths = np.array([measure(text) for text in texts], dtype=np.int64)
    groups = group_vectors(vectors, lengths, settings or GroupSettings())
    return [group for group in groups if group.size > 1]


def _plain(nodes: IntArray) -> tuple[int, ...]:
    return tuple(nodes.tolist())
