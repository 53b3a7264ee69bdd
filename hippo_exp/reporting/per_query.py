"""The file ``per_query.csv.gz``: every value behind every mean."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from hippo_exp.errors import DataError, VerificationError
from hippo_exp.reporting.csv_files import AGAIN, read_bytes, read_csv
from hippo_exp.reporting.records import csv_bytes, finite_number
from hippo_exp.storage import gzip_bytes

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = ("row", "qid", "metric", "value")


def per_query_bytes(frame: pd.DataFrame) -> bytes:
    """Gzipped CSV of ``row,qid,metric,value`` without a time stamp.

    Args:
        frame: these columns, lines in the order wanted; values finite.

    Raises:
        VerificationError: a value is NaN or infinite.
    """
    rows = (
        (str(row), str(qid), str(metric), float(value))
        for row, qid, metric, value in frame[list(COLUMNS)].itertuples(index=False)
    )
    return gzip_bytes(csv_bytes(COLUMNS, rows))


def read_per_query(path: Path) -> pd.DataFrame:
    """Read ``per_query.csv.gz``; ids stay text.

    Raises:
        DataError: the file is missing, damaged, or has other columns.
    """
    import pandas as pd

    try:
        data = gzip.decompress(read_bytes(path))
    except (EOFError, OSError, zlib.error) as error:
        raise DataError(f"damaged ({error})", where=str(path), fix=AGAIN) from error
    records = []
    for number, (row, qid, metric, value) in enumerate(read_csv(path, COLUMNS, data), start=2):
        try:
            records.append((row, qid, metric, finite_number(value)))
        except ValueError as error:
            raise DataError(str(error), where=f"{path}, line {number}", fix=AGAIN) from error
    return pd.DataFrame(records, columns=list(COLUMNS))


def values_by_cell(frame: pd.DataFrame) -> Mapping[tuple[str, str], Mapping[str, float]]:
    """(row, metric) -> question id -> value, in the order of the frame.

    Raises:
        VerificationError: a question stands twice under one row and metric.
    """
    found: dict[tuple[str, str], dict[str, float]] = {}
    for row, qid, metric, value in frame[list(COLUMNS)].itertuples(index=False):
        values = found.setdefault((row, metric), {})
        if qid in values:
            raise VerificationError(
                f"question {qid!r} has two values",
                where=f"{row}, {metric}",
                fix="score each question once",
            )
        values[qid] = float(value)
    return found
