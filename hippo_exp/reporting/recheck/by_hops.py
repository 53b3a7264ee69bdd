"""``by_hops.csv`` against the cells that it divides."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

from hippo_exp.errors import VerificationError
from hippo_exp.reporting.by_hops import BY_HOPS, read_hops
from hippo_exp.reporting.recheck.home import Home
from hippo_exp.types import Cell

TOLERANCE = 1e-9


def hop_faults(home: Home, cells: Sequence[Cell]) -> list[VerificationError]:
    """Groups whose sizes do not add up to a cell's n, or whose means not to its number.

    Raises:
        DataError: the file is missing or unreadable.
    """
    groups = read_hops(home.folder / BY_HOPS)
    faults = []
    for cell in cells:
        own = [item for item in groups if (item.row, item.metric) == (cell.row, cell.metric)]
        place = f"{BY_HOPS}: {cell.row}/{cell.metric}"
        n = sum(item.n for item in own)
        if n != cell.n:
            faults.append(home.fault(f"its groups hold {n} questions of {cell.n}", place))
        elif cell.measured is not None:
            average = fsum(item.n * item.measured for item in own) / n
            if abs(average - cell.measured) > TOLERANCE * max(1.0, abs(cell.measured)):
                what = f"its groups average {average} and the cell says {cell.measured}"
                faults.append(home.fault(what, place))
    return faults
