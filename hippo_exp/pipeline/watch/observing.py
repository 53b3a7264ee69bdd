"""One degraded index: its recall, and what its keeper would see."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from hippo_exp.config.schema import RetrievalSettings
from hippo_exp.evaluation import evaluate
from hippo_exp.graph import collect_facts
from hippo_exp.graph.signals import SIGNALS, Observed
from hippo_exp.openie import capitalized_entities
from hippo_exp.pipeline.retrievers.stored_encoders import StoredEncoder
from hippo_exp.pipeline.retrievers.workbench import Workbench
from hippo_exp.pipeline.run.ranking import queries_of, rank_questions
from hippo_exp.pipeline.source.inputs import Inputs
from hippo_exp.storage import Store
from hippo_exp.text import NORMALIZERS
from hippo_exp.types import Extraction, FactTable, Vectors


@dataclass(frozen=True)
class KnownPhrases(StoredEncoder):
    """An encoder that has the vectors of the whole index's nodes, of which it gives parts.

    Attributes:
        nodes: (n_nodes,) phrases.
        vectors: (n_nodes, dim) theirs.
    """

    nodes: tuple[str, ...] = ()
    vectors: Vectors | None = None

    @cached_property
    def _places(self) -> dict[str, int]:
        return {node: place for place, node in enumerate(self.nodes)}

    def phrases(self, texts: list[str] | tuple[str, ...]) -> Vectors:  # type: ignore[override]
        """Vectors of phrases, taken from the known ones where all of them are known."""
        if self.vectors is None or any(text not in self._places for text in texts):
            return super().phrases(texts)
        return self.vectors[[self._places[text] for text in texts]]


@dataclass(frozen=True)
class Seen:
    """A degraded index.

    Attributes:
        loss, share, repeat: how it was degraded.
        recalls: metric -> percent.
        signals: id -> value.
    """

    loss: str
    share: float
    repeat: int
    recalls: dict[str, float]
    signals: dict[str, float]


class Observer:
    """Builds indexes over one data set.

    Args:
        settings: of the experiment.
        inputs: the data set with its whole extraction.
        store: stage outputs.
    """

    def __init__(self, settings: RetrievalSettings, inputs: Inputs, store: Store) -> None:
        self._settings = settings
        self._inputs = inputs
        self._store = store
        self.whole = inputs.extraction(settings)
        normalize = NORMALIZERS[settings.graph.normalizer]
        self._names = [
            [name for name in map(normalize, capitalized_entities(passage.text)) if name]
            for passage in inputs.dataset.passages
        ]
        bench = Workbench(inputs, store)
        encoder = bench.encoder(settings)
        assert isinstance(encoder, StoredEncoder)
        nodes = self.facts(self.whole).nodes
        self._encoder = KnownPhrases(
            encoder.encoder, store, encoder.watch, nodes, encoder.phrases(nodes)
        )

    def facts(self, extraction: Extraction) -> FactTable:
        """The facts of an extraction, normalised."""
        options = self._settings.graph
        normalize = NORMALIZERS[options.normalizer]
        return collect_facts(extraction, normalize, keep_empty=options.keep_empty_phrases)

    def see(self, extraction: Extraction, again: Extraction, how: tuple[str, float, int]) -> Seen:
        """Build the index of an extraction, ask every question, read every signal.

        Args:
            extraction: degraded.
            again: the same, degraded independently.
            how: loss, share, repeat.
        """
        settings = self._settings
        name = settings.openie.extractor
        inputs = replace(self._inputs, generated={name: extraction})
        bench = _Bench(inputs, self._store, known=self._encoder)
        retriever = bench.hipporag(settings)
        queries = queries_of(inputs.dataset)
        rankings = rank_questions(
            retriever, queries, ties=settings.retriever.ties, what=f"{how[0]} {how[1]:.0%}"
        )
        dataset, metrics = inputs.dataset, ("recall@2", "recall@5")
        frame = evaluate(rankings, dataset.questions, dataset.match_keys, metrics).frame
        means = frame.groupby("metric")["value"].mean()
        index = bench.index(settings)
        links = [entity.cosine for query in retriever.link(queries) for entity in query.entities]
        seen = Observed(
            passages=dataset.passages,
            names=self._names,
            facts=index.facts,
            graph=index.graph,
            cosines=np.array(links, dtype=np.float64),
            again=self.facts(again),
        )
        signals = {signal: function(seen) for signal, (_, function) in SIGNALS.items()}
        return Seen(*how, {name: float(means[name]) for name in metrics}, signals)


@dataclass
class _Bench(Workbench):
    """A workbench whose encoder knows the phrases already."""

    known: KnownPhrases | None = None

    def encoder(self, settings: RetrievalSettings) -> KnownPhrases:
        assert self.known is not None
        return self.known
