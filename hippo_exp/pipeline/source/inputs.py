"""Reading what an experiment starts from: data set, extraction, query entities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from hippo_exp.config import selected_rows
from hippo_exp.config.schema import GENERATED_FORMATS, RetrievalSettings
from hippo_exp.config.schema.extractors import GENERATOR
from hippo_exp.config.schema.retrievers import names_entities
from hippo_exp.datasets import (
    entities_digest,
    read_custom,
    read_musique,
    read_supporting_facts,
    sample_questions,
    with_entities,
)
from hippo_exp.errors import DataError, FaultListError
from hippo_exp.openie import capitalized_entities, read_openie, read_query_entities
from hippo_exp.pipeline.source.files import (
    dataset_faults,
    dataset_folder,
    file_state,
    openie_file,
    query_entities_file,
)
from hippo_exp.pipeline.source.integrity import check_integrity
from hippo_exp.pipeline.source.kept import kept_corpus
from hippo_exp.pipeline.source.sought import seeking_answers
from hippo_exp.types import Dataset, Extraction, Question

QUERY_NER_NOTE = "query entities by the capitalised-words rule (query_ner=capitalized)"


@dataclass
class Inputs:
    """A data set and the extractions read for it.

    Attributes:
        dataset: with query entities where there are any.
        entities_missing: why there are no query entities; empty when there are.
        generated: extractor name -> extraction that came with a generated data set.
        whole_gold: question id -> all of its gold keys, where a table looks for a part of them.
    """

    dataset: Dataset
    entities_missing: str = ""
    generated: dict[str, Extraction] = field(default_factory=dict)
    whole_gold: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _read: dict[tuple[str, str], Extraction] = field(default_factory=dict)
    _places: dict[str, int] = field(default_factory=dict)
    _entities: tuple[Dataset, str] | None = None

    @property
    def entities_digest(self) -> str:
        """Digest of the query entities of all questions, computed once for the data set."""
        if self._entities is None or self._entities[0] is not self.dataset:
            self._entities = (self.dataset, entities_digest(self.dataset.questions))
        return self._entities[1]

    def chain_positions(self, question: Question) -> tuple[int, ...]:
        """Where all gold passages of a question stand, each by its first occurrence."""
        return self.positions(self.whole_gold.get(question.id, question.gold))

    def positions(self, keys: Sequence[str]) -> tuple[int, ...]:
        """Where passages stand, each by its first occurrence.

        Args:
            keys: match keys that the corpus has.
        """
        if not self._places:
            for place, key in enumerate(self.dataset.match_keys):
                self._places.setdefault(key, place)
        return tuple(self._places[key] for key in keys)

    @property
    def extractions(self) -> dict[str, Extraction]:
        """Extractor name -> what was read or generated so far."""
        read = {name: extraction for (name, _), extraction in sorted(self._read.items())}
        return self.generated | read

    def extraction(self, settings: RetrievalSettings) -> Extraction:
        """The chosen extractor's output, read once.

        Raises:
            DataError: the file is missing, damaged, or of another corpus.
        """
        name, odd_parts = settings.openie.extractor, settings.graph.odd_parts
        if name in self.generated:
            return self.generated[name]
        if (name, odd_parts) not in self._read:
            path = openie_file(settings)
            if path is None:
                raise DataError(f"no OpenIE file of {name} is known", where=self.dataset.name)
            self._read[name, odd_parts] = read_openie(
                path,
                self.dataset.passages,
                name=name,
                corpus=self.dataset.name,
                odd_parts=odd_parts,
            )
        return self._read[name, odd_parts]


def read_inputs(settings: RetrievalSettings) -> Inputs:
    """Read the data set, its query entities, and draw a sample when ``limit`` asks for one.

    Raises:
        FaultListError: files are missing, all of them named.
        DataError: a file is damaged or inconsistent.
    """
    faults = dataset_faults(settings)
    if faults:
        raise FaultListError(faults)
    if settings.dataset.format in GENERATED_FORMATS:
        inputs = _generated(settings)
    else:
        notes = _checked_notes(settings)
        dataset = _read_dataset(settings)
        dataset = replace(dataset, notes=(*dataset.notes, *notes))
        by_rule = settings.query_ner == "capitalized"
        inputs = Inputs(dataset) if by_rule else _with_query_entities(settings, dataset)
    if not inputs.dataset.questions:
        raise DataError("no question has gold labels", where=settings.dataset.name)
    if settings.query_ner == "capitalized":
        inputs = _with_capitalized(inputs)
    if settings.limit is not None and settings.limit < len(inputs.dataset.questions):
        inputs.dataset = sample_questions(inputs.dataset, settings.limit, settings.seed)
    if settings.experiment.sought == "answer":
        inputs.whole_gold = {question.id: question.gold for question in inputs.dataset.questions}
        inputs.dataset = seeking_answers(inputs.dataset)
    return inputs


def _checked_notes(settings: RetrievalSettings) -> tuple[str, ...]:
    """Labels for files that are not the released ones.

    Raises:
        FaultListError: a file is another data set's; with ``strict=true`` also one that is not
            the released file.
    """
    integrity = check_integrity(settings)
    faults = [*integrity.misplaced, *(integrity.altered if settings.strict else ())]
    if faults:
        raise FaultListError(faults)
    return integrity.notes


def _read_dataset(settings: RetrievalSettings) -> Dataset:
    options = settings.dataset
    folder = dataset_folder(settings)
    if options.format == "custom":
        return read_custom(
            folder, name=options.name, gold_unit=options.gold_unit, split=options.split
        )
    assert options.format != "synthetic"
    assert options.format != "pathfinding"
    questions = folder / options.files["questions"].file
    corpus = folder / options.files["corpus"].file
    if options.format == "musique":
        return read_musique(
            questions,
            corpus,
            name=options.name,
            gold_unit=options.gold_unit,
            trim_titles=options.trim_titles,
        )
    return read_supporting_facts(
        questions,
        corpus,
        name=options.name,
        gold_unit=options.gold_unit,
        trim_titles=options.trim_titles,
        gold_source_prefix=options.gold_source_prefix,
    )


def _generated(settings: RetrievalSettings) -> Inputs:
    corpus = kept_corpus(settings)
    generated = {GENERATOR: corpus.extraction}
    return Inputs(dataset=corpus.dataset, generated=generated)


def _with_query_entities(settings: RetrievalSettings, dataset: Dataset) -> Inputs:
    entry = settings.dataset.query_entities
    path = query_entities_file(settings)
    if entry is None or path is None:
        return Inputs(dataset, entities_missing="the data set has no query-entity file")
    state = file_state(settings, entry)
    if state != "there":
        why = (
            "is not in the data set's folder" if state == "missing" else f"cannot be read ({state})"
        )
        return Inputs(dataset, entities_missing=f"{entry.file} {why}")
    try:
        return Inputs(with_entities(dataset, read_query_entities(path)))
    except DataError as error:
        asked = settings.experiment.layout != "index_cost"
        if asked and any(names_entities(row.searcher) for row in selected_rows(settings)):
            raise
        return Inputs(dataset, entities_missing=str(error))


def _with_capitalized(inputs: Inputs) -> Inputs:
    texts = [question.text for question in inputs.dataset.questions]
    entities = {text: capitalized_entities(text) for text in texts}
    return Inputs(with_entities(inputs.dataset, entities), generated=inputs.generated)
