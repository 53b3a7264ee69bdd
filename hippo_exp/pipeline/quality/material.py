"""Gold triples, and the triples of each extraction on the same passages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from hippo_exp.config import absolute, public, row_settings
from hippo_exp.config.schema import GeneratedSettings, RetrievalSettings, RowSettings
from hippo_exp.config.schema.quality import NoiseSettings
from hippo_exp.errors import DataError
from hippo_exp.evaluation.carb_gold import GoldPassage, read_gold_triples
from hippo_exp.openie import read_openie
from hippo_exp.pathfinding import SyntheticParameters, extract_again
from hippo_exp.pipeline.quality.extracted import Extracted
from hippo_exp.pipeline.quality.gaps import has_own_gold, is_of_files
from hippo_exp.pipeline.source.generated import synthetic_parameters
from hippo_exp.pipeline.source.inputs import Inputs, read_inputs
from hippo_exp.storage import digest_json
from hippo_exp.types import Extraction, Passage, Triple

CHOSEN = "chosen"
"""Name of the extraction that the settings choose, beside those with faults of their own."""


@dataclass(frozen=True)
class Material:
    """What is scored.

    Attributes:
        name: data set, or the gold file's name where no data set is read.
        gold: (n_gold_passages,) passages with their gold triples.
        gold_source: where they are from, for the table.
        extractions: :data:`CHOSEN` or a row's id -> its extraction.
        notes: labels that the table must carry.
    """

    name: str
    gold: tuple[GoldPassage, ...]
    gold_source: str
    extractions: Mapping[str, Extracted]
    notes: tuple[str, ...] = ()

    @property
    def gold_digest(self) -> str:
        """SHA-256 over passages and gold triples."""
        return digest_json([(item.contents, item.triples) for item in self.gold])


def source_of(row: RowSettings) -> str:
    """Name of the extraction that a row scores."""
    return row.id if row.score is not None and row.score.noise is not None else CHOSEN


def read_material(settings: RetrievalSettings, rows: Sequence[RowSettings]) -> Material:
    """Read or generate gold and extractions.

    Args:
        settings: of the experiment.
        rows: those that can run.

    Raises:
        FaultListError: files are missing.
        DataError: a file is damaged, or gold passages are not in the corpus or the extraction.
    """
    inputs = None if is_of_files(settings) else read_inputs(settings)
    if has_own_gold(settings):
        assert inputs is not None
        return _generated(settings, rows, inputs)
    assert settings.gold is not None
    path = absolute(settings.gold, "gold")
    gold = read_gold_triples(path)
    twice = len(gold) - len(dict.fromkeys(item.contents for item in gold))
    if twice:
        what = f"{twice} of {len(gold)} passages stand there more than once"
        raise DataError(what, where=str(path), fix="give each passage one document")
    found = (
        _from_file(settings, gold) if inputs is None else _of_corpus(settings, rows, gold, inputs)
    )
    name = path.stem if inputs is None else inputs.dataset.name
    notes = () if inputs is None else (*inputs.dataset.notes, *settings.dataset.notes)
    return Material(name, gold, path.name, {CHOSEN: found}, notes)


def _generated(
    settings: RetrievalSettings, rows: Sequence[RowSettings], inputs: Inputs
) -> Material:
    assert isinstance(settings.dataset, GeneratedSettings)
    parameters = synthetic_parameters(settings.dataset)
    noisy = {
        row.id: _with(parameters, row.score.noise)
        for row in rows
        if row.score is not None and row.score.noise is not None
    }
    exact = _with(parameters, NoiseSettings())
    truth, *found = extract_again(parameters, [exact, *noisy.values()])
    passages = inputs.dataset.passages
    gold = tuple(
        GoldPassage(passage.contents, triples)
        for passage, triples in zip(passages, _triples(truth), strict=True)
    )
    extractions = {}
    if settings.extraction is not None:
        extractions[CHOSEN] = _from_file(settings, gold)
    elif any(source_of(row) == CHOSEN for row in rows):
        chosen = inputs.extraction(row_settings(settings, rows[0]))
        extractions[CHOSEN] = _extracted(_triples(chosen), _rates(parameters))
    for (name, other), extraction in zip(noisy.items(), found, strict=True):
        extractions[name] = _extracted(_triples(extraction), _rates(other))
    source = "what the passages state, by the generator"
    return Material(inputs.dataset.name, gold, source, extractions, inputs.dataset.notes)


def _of_corpus(
    settings: RetrievalSettings,
    rows: Sequence[RowSettings],
    gold: Sequence[GoldPassage],
    inputs: Inputs,
) -> Extracted:
    """The chosen extraction of a data set, on the passages that have gold.

    Raises:
        DataError: a gold passage that the corpus lacks.
    """
    resolved = row_settings(settings, rows[0])
    extraction = inputs.extraction(resolved)
    places = {passage.contents: n for n, passage in enumerate(inputs.dataset.passages)}
    missing = [item.contents for item in gold if item.contents not in places]
    if missing:
        raise DataError(
            f"{len(missing)} of {len(gold)} gold passages are not in the corpus of "
            f"{inputs.dataset.name}, the first {missing[0][:60]!r}",
            where=f"gold={public(str(settings.gold))}",
            fix="use the gold file of this corpus, or give extraction=FILE too",
        )
    triples = _triples(extraction)
    chosen = tuple(triples[places[item.contents]] for item in gold)
    return _extracted(chosen, f"{resolved.openie.extractor} ({extraction.source})")


def _from_file(settings: RetrievalSettings, gold: Sequence[GoldPassage]) -> Extracted:
    """The extraction of a file, joined to the gold passages by their contents."""
    assert settings.extraction is not None
    path = absolute(settings.extraction, "extraction")
    passages = [Passage(str(n), "", item.contents) for n, item in enumerate(gold, start=1)]
    odd_parts = settings.graph.odd_parts
    found = read_openie(path, passages, name=path.stem, corpus="the gold file", odd_parts=odd_parts)
    return _extracted(_triples(found), found.source)


def _extracted(triples: tuple[tuple[Triple, ...], ...], source: str) -> Extracted:
    return Extracted(triples, digest_json(triples), source)


def _triples(extraction: Extraction) -> tuple[tuple[Triple, ...], ...]:
    """(n_passages,) the rows of exactly three parts, the only ones that enter the graph."""
    return tuple(
        tuple(Triple(*row) for row in record.rows if len(row) == 3)
        for record in extraction.passages
    )


def _with(parameters: SyntheticParameters, noise: NoiseSettings) -> SyntheticParameters:
    """The parameters with other faults of the extraction."""
    return replace(
        parameters,
        missing_facts=noise.missing_facts,
        spurious_facts=noise.spurious_facts,
        malformed_rows=noise.malformed_rows,
        failed_passages=noise.failed_passages,
        literal_facts=noise.literal_facts,
    )


def _rates(parameters: SyntheticParameters) -> str:
    rates = [(name, getattr(parameters, name)) for name in NoiseSettings.model_fields]
    listed = ", ".join(f"{name.replace('_', ' ')} {rate:g}" for name, rate in rates if rate)
    return f"by the generator ({listed or 'no faults'})"
