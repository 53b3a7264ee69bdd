"""Scores of an extraction against what each passage adds to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hippo_exp.errors import HippoExpError, VerificationError
from hippo_exp.evaluation import rng_for
from hippo_exp.evaluation.carb_sums import QUALITY_METRICS, CarbSums
from hippo_exp.evaluation.length_groups import length_group
from hippo_exp.reporting.passage_sums import PER_PASSAGE, read_passage_sums
from hippo_exp.reporting.recheck.home import Home
from hippo_exp.reporting.recheck.numbers import TOLERANCE
from hippo_exp.types import Cell

GROUPS = "groups"
"""Key of the manifest: row -> extraction, group of passages and its size."""


def quality_faults(home: Home, cells: Sequence[Cell]) -> list[HippoExpError]:
    """Cells whose value or interval is not what the passages of their row give.

    Intervals are drawn again where the manifest's packages are those that are here.

    Raises:
        DataError: the file of passages is missing or damaged.
    """
    sums = read_passage_sums(home.folder / PER_PASSAGE)
    groups = home.manifest.get(GROUPS)
    faults: list[HippoExpError] = []
    for row in dict.fromkeys(cell.row for cell in cells):
        own = [cell for cell in cells if cell.row == row]
        if all(cell.measured is None for cell in own):
            continue
        group = groups.get(row) if isinstance(groups, Mapping) else None
        if not isinstance(group, Mapping) or group.get("extraction") not in sums:
            faults.append(home.fault("the manifest does not say which passages it is of", row))
            continue
        lengths, whole = sums[str(group["extraction"])]
        places = length_group(lengths, str(group["passages"]), size=int(str(group["size"])))
        faults += _row_faults(home, own, whole.of(places))
    return faults


def _row_faults(home: Home, cells: Sequence[Cell], sums: CarbSums) -> list[VerificationError]:
    expected: dict[str, float] = {
        **sums.scores(),
        "passages": len(sums),
        "gold_triples": int(sums.n_gold.sum()),
        "extracted_triples": int(sums.n_extracted.sum()),
    }
    drawn, intervals = home.random_settings(), None
    if drawn is not None:
        generator = rng_for(drawn[0], cells[0].row, "passages")
        intervals = sums.intervals(generator, resamples=drawn[1])
    faults = []
    for cell in cells:
        place, value = f"{cell.row}/{cell.metric}", expected.get(cell.metric)
        if value is None or cell.measured is None or abs(cell.measured - value) > TOLERANCE:
            what = f"measured is {cell.measured} and its passages give {value}"
            faults.append(home.fault(what, place))
        if drawn is not None and cell.metric in QUALITY_METRICS:
            wanted = (intervals or {}).get(cell.metric, (None, None))
            if not _same((cell.ci_low, cell.ci_high), wanted):
                what = f"the interval is {cell.ci_low}, {cell.ci_high} and should be {wanted}"
                faults.append(home.fault(what, place))
    return faults


def _same(one: tuple[float | None, float | None], two: tuple[float | None, float | None]) -> bool:
    return all(
        (a is None and b is None) or (a is not None and b is not None and abs(a - b) <= TOLERANCE)
        for a, b in zip(one, two, strict=True)
    )
