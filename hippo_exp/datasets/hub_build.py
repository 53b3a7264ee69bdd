"""Writing a sample of a hub copy as a data set of one's own."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from hippo_exp import __version__
from hippo_exp.datasets.custom import read_custom
from hippo_exp.datasets.hub_sample import corpus_of, draw_questions, pool_passages
from hippo_exp.datasets.hub_shapes import Row
from hippo_exp.datasets.registry import HubSource, RegisteredDataset
from hippo_exp.errors import ConfigError
from hippo_exp.storage import git_blob_id, write_atomic
from hippo_exp.types import Dataset, GoldUnit

MANIFEST = "build.json"


def build_sample(
    folder: Path,
    rows: Iterable[Row],
    dataset: RegisteredDataset,
    source: HubSource,
    *,
    questions: int,
    seed: int,
) -> Dataset:
    """Draw questions, pool their candidate passages, write both and a manifest.

    The folder gets ``FOLDER.json`` and ``FOLDER_corpus.json`` in the release's layout, which
    ``dataset=custom dataset.dir=FOLDER`` reads, and at the end ``build.json`` with the ids, the
    seed, the revision and the counts. The same rows, number and seed give the same bytes.

    Args:
        folder: where to write; its name names the data set.
        rows: of the split.
        dataset: whose questions they are.
        source: where the rows are from.
        questions: how many to draw.
        seed: of the draw.

    Returns:
        The data set, read back from what was written.

    Raises:
        ConfigError: see :func:`draw_questions`.
        DataError: too few rows, rows of another shape, or gold that no candidate passage has.
        StoreError: the folder cannot be written.

    Source: paper, section 3.1. The paper's own 1,000 questions are another draw.
    """
    where = f"{source.repository}, split {source.split}"
    sample = draw_questions(rows, questions, seed, kind=dataset.format, where=where)
    passages = pool_passages(sample.questions)
    corpus = corpus_of(passages, source.corpus)
    files = {f"{folder.name}.json": sample.questions, f"{folder.name}_corpus.json": corpus}
    for name, content in files.items():
        write_atomic(folder / name, _json(content))
    built = read_custom(folder, name=folder.name, gold_unit=_gold_unit(dataset))
    manifest = {
        "made_by": f"hippo-exp {__version__}",
        "dataset": dataset.name,
        "repository": source.repository,
        "configuration": source.configuration,
        "split": source.split,
        "revision": source.revision,
        "seed": seed,
        "rows": sample.rows,
        "rows_unanswerable": sample.unanswerable,
        "corpus_layout": "titles" if isinstance(corpus, dict) else "list",
        "gold_unit": built.gold_unit,
        "counts": dict(built.counts),
        "licence": dataset.licence,
        "citation": dataset.citation,
        "git_blobs": {name: git_blob_id(folder / name) for name in files},
        "questions": [
            record["_id"] if "_id" in record else record["id"] for record in sample.questions
        ],
    }
    write_atomic(folder / MANIFEST, _json(manifest))
    return built


def hub_source(
    dataset: RegisteredDataset, *, repository: str | None, split: str | None, revision: str | None
) -> HubSource:
    """The data set's hub copy, with what the user has changed.

    Args:
        dataset: the data set.
        repository: another copy; its revision is then ``revision`` alone.
        split: another split.
        revision: another revision.

    Raises:
        ConfigError: no hub copy of the data set is known.
    """
    known = dataset.hub
    if known is None:
        raise ConfigError(
            f"no hub copy of {dataset.name} is known",
            where="data build",
            fix="build from musique, 2wikimultihopqa or hotpotqa",
        )
    return HubSource(
        repository=repository or known.repository,
        configuration=None if repository else known.configuration,
        split=split or known.split,
        revision=revision or (None if repository else known.revision),
        corpus=known.corpus,
    )


def _gold_unit(dataset: RegisteredDataset) -> GoldUnit:
    return "title" if dataset.gold_unit == "title" else "passage"


def _json(value: object) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode("utf-8")
