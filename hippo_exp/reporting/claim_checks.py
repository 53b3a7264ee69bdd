"""A quoted number beside the one in the results."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from hippo_exp.errors import VerificationError
from hippo_exp.reporting.claims import Claim
from hippo_exp.reporting.decimals import decimals_of, parse_printed, printed, rounded
from hippo_exp.reporting.verdict import ABSENT

_NUMBER = r"([+\-−]?\d[\d.]*)"
_INTERVAL = re.compile(rf"\[?\s*{_NUMBER}\s*(?:,|to|–)\s*{_NUMBER}\s*\]?")


def check_claim(
    claim: Claim, value: float | None, low: float | None, high: float | None
) -> list[VerificationError]:
    """Faults of a claim against the numbers in ``results/``, each at its printed digits."""
    faults = []
    if not _same(claim.value, value):
        faults.append(_mismatch(claim, "value", claim.value, _shown([value])))
    match = _INTERVAL.fullmatch(claim.interval.strip())
    ends = list(match.groups()) if match else [claim.interval, claim.interval]
    if not (_same(ends[0], low) and _same(ends[1], high)):
        faults.append(_mismatch(claim, "interval", claim.interval, _shown([low, high])))
    return faults


def _same(text: str, found: float | None) -> bool:
    number: Decimal | None = parse_printed(text)
    if number is None or found is None:
        return found is None and text.strip() in (ABSENT, "")
    return rounded(found, decimals_of(number)) == number


def _shown(values: Sequence[float | None]) -> str:
    return " to ".join(ABSENT if value is None else printed(value, 4) for value in values)


def _mismatch(claim: Claim, what: str, quoted: str, found: str) -> VerificationError:
    return VerificationError(
        f"{what} of {claim.reference} is printed as {quoted!r} and found as {found}",
        where=claim.place,
        fix="quote results/ at its printed digits, or run the experiment again",
    )
