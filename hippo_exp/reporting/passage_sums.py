"""The file ``per_passage.csv.gz``: what each passage adds to the scores of an extraction."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from hippo_exp.errors import DataError
from hippo_exp.evaluation.carb_sums import CarbSums
from hippo_exp.reporting.csv_files import AGAIN, read_bytes, read_csv
from hippo_exp.reporting.records import csv_bytes, finite_number
from hippo_exp.storage import gzip_bytes
from hippo_exp.types import IntArray

PER_PASSAGE = "per_passage.csv.gz"
COLUMNS = ("extraction", "words", "gold", "extracted", "precision", "recall")


def passage_sums_bytes(lengths: IntArray, sums: Mapping[str, CarbSums]) -> bytes:
    """Gzipped CSV, a line for each extraction and passage, passages in the order of the gold.

    Args:
        lengths: (n_passages,) words of each passage.
        sums: name of an extraction -> its sums, of all passages.
    """
    lines = [
        (name, *values)
        for name, own in sums.items()
        for values in zip(
            lengths.tolist(),
            own.n_gold.tolist(),
            own.n_extracted.tolist(),
            own.precision.tolist(),
            own.recall.tolist(),
            strict=True,
        )
    ]
    return gzip_bytes(csv_bytes(COLUMNS, lines))


def read_passage_sums(path: Path) -> dict[str, tuple[IntArray, CarbSums]]:
    """Name of an extraction -> lengths and sums, as :func:`passage_sums_bytes` wrote them.

    Raises:
        DataError: the file is missing, damaged, or has other columns.
    """
    try:
        data = gzip.decompress(read_bytes(path))
    except (EOFError, OSError, zlib.error) as error:
        raise DataError(f"damaged ({error})", where=str(path), fix=AGAIN) from error
    rows: dict[str, list[list[float]]] = {}
    for number, (name, *texts) in enumerate(read_csv(path, COLUMNS, data), start=2):
        try:
            rows.setdefault(name, []).append([finite_number(text) for text in texts])
        except ValueError as error:
            raise DataError(str(error), where=f"{path}, line {number}", fix=AGAIN) from error
    return {name: _sums(np.array(values)) for name, values in rows.items()}


def _sums(values: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> tuple[IntArray, CarbSums]:
    lengths, gold, extracted = values[:, :3].T.astype(np.int64)
    return lengths, CarbSums(values[:, 3], values[:, 4], extracted, gold)
