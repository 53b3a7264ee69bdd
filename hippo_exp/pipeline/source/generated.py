"""Data sets that no file holds: their parameters, and the corpus that these determine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hippo_exp.config.schema import BenchmarkSettings, GeneratedSettings, RetrievalSettings
from hippo_exp.errors import HippoExpError

if TYPE_CHECKING:
    from hippo_exp.pathfinding import BenchmarkParameters, SyntheticCorpus, SyntheticParameters


def generated_faults(settings: RetrievalSettings) -> list[HippoExpError]:
    """Every fault of the generator's parameters."""
    from hippo_exp.pathfinding import parameter_faults

    dataset = settings.dataset
    if isinstance(dataset, BenchmarkSettings):
        return parameter_faults(benchmark_parameters(dataset))
    assert isinstance(dataset, GeneratedSettings)
    return synthetic_parameters(dataset).check()


def generated_corpus(settings: RetrievalSettings) -> SyntheticCorpus:
    """The corpus with its extraction.

    Raises:
        ConfigError: the parameters allow too few questions.
        FaultListError: parameters out of range.
    """
    from hippo_exp.pathfinding import generate_benchmark, generate_corpus

    dataset = settings.dataset
    if isinstance(dataset, BenchmarkSettings):
        return generate_benchmark(benchmark_parameters(dataset), dataset.name)
    assert isinstance(dataset, GeneratedSettings)
    return generate_corpus(synthetic_parameters(dataset))


def benchmark_parameters(dataset: BenchmarkSettings) -> BenchmarkParameters:
    """The axes of a corpus of the benchmark."""
    from hippo_exp.pathfinding import BenchmarkParameters

    return BenchmarkParameters(**dataset.pathfinding.model_dump())


def synthetic_parameters(dataset: GeneratedSettings) -> SyntheticParameters:
    """The parameters of the corpus of mixed questions."""
    from hippo_exp.pathfinding import SyntheticParameters

    return SyntheticParameters(**dataset.synthetic.model_dump())


def generated_size(settings: RetrievalSettings) -> int:
    """Number of passages of the corpus."""
    dataset = settings.dataset
    if isinstance(dataset, BenchmarkSettings):
        return dataset.pathfinding.n_passages
    assert isinstance(dataset, GeneratedSettings)
    return dataset.synthetic.n_passages
