"""What the paper prints, and whether it agrees with itself."""

from __future__ import annotations

from collections.abc import Sequence

from hippo_exp.config import config_folder
from hippo_exp.reporting import PaperTable, load_paper_table

AVERAGE = "average"
"""The paper's column of means over its data sets."""


def paper_table(name: str) -> PaperTable:
    """A table of the paper, from ``configs/paper``."""
    return load_paper_table(config_folder() / "paper", name)


def own_averages(
    tables: Sequence[PaperTable],
) -> tuple[int, list[tuple[str, str, str, float, float]]]:
    """The paper's averages recomputed from its own cells.

    Returns:
        How many were recomputed, and (table, row's label, metric, printed, recomputed) of those
        that cannot be the mean: they differ by more than rounding of all figures explains.
    """
    count, wrong = 0, []
    for table in tables:
        names = [name for name in table.datasets if name != AVERAGE]
        slack = 10.0**-table.digits
        for row in table.rows.values():
            for metric, printed in row.data.get(AVERAGE, {}).items():
                values = [
                    float(value)
                    for name in names
                    if isinstance(value := row.data.get(name, {}).get(metric), int | float)
                ]
                if isinstance(printed, tuple) or not values or len(values) < len(names):
                    continue
                mean = sum(values) / len(values)
                count += 1
                if abs(mean - printed) > slack + 1e-9:
                    wrong.append((table.id, row.label, metric, float(printed), mean))
    return count, wrong
