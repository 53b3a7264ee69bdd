"""What one run of extraction leaves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from hippo_exp.openie.extract.asking import FAILURES
from hippo_exp.openie.extract.usage import Usage
from hippo_exp.storage import digest_json
from hippo_exp.types import Extraction, PassageExtraction


@dataclass(frozen=True)
class PassageRecord:
    """One passage.

    Attributes:
        extraction: entities, triples, status.
        failures: runs, one after another, whose replies were cut off or could not be read.
        dropped: reason -> elements of the replies that were left out.
        detail: why it failed, with the beginning of the reply; empty otherwise.
        usage: of the last run that asked for it.
    """

    extraction: PassageExtraction
    failures: int = 0
    dropped: Mapping[str, int] = field(default_factory=dict)
    detail: str = ""
    usage: Usage = field(default_factory=Usage)

    @property
    def failed(self) -> bool:
        """Whether a re-run repeats it."""
        return self.extraction.status in FAILURES


@dataclass(frozen=True)
class ExtractionRun:
    """A whole corpus.

    Attributes:
        records: (n_passages,) in corpus order.
        extractor_digest: of prompts and settings.
        asked: distinct passages that this run asked for; the others were taken over.
    """

    records: tuple[PassageRecord, ...]
    extractor_digest: str
    asked: int

    def extraction(self, name: str, source: str = "language model") -> Extraction:
        """The records as every other extraction, with the same digest as when read from a file."""
        passages = tuple(record.extraction for record in self.records)
        return Extraction(name, passages, digest_json(passages), source)

    @property
    def statuses(self) -> Mapping[str, int]:
        """Status -> number of passages, sorted."""
        return dict(sorted(Counter(item.extraction.status for item in self.records).items()))

    @property
    def dropped(self) -> Mapping[str, int]:
        """Reason -> number of elements that were left out, sorted."""
        total: Counter[str] = Counter()
        for record in self.records:
            total.update(record.dropped)
        return dict(sorted(total.items()))

    @property
    def usage(self) -> Usage:
        """Over the records; passages with equal contents count each."""
        return sum((record.usage for record in self.records), Usage())
