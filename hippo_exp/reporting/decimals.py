"""Decimal arithmetic for everything that is printed or judged: no binary artefact decides."""

from __future__ import annotations

import math
import re
from decimal import ROUND_HALF_UP, Decimal

from hippo_exp.errors import VerificationError

MINUS = "\N{MINUS SIGN}"
_NOISE = Decimal("1e-9")
_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")


def exact(value: float) -> Decimal:
    """The decimal that ``value`` stands for, freed of summation noise below 1e-9.

    41.000000000000004 becomes 41, so that a difference of 0.1 is 0.1.

    Raises:
        VerificationError: NaN or infinite.
    """
    if not math.isfinite(value):
        raise VerificationError(
            f"the value {value} is not finite", fix="a result must be a number or be absent"
        )
    return Decimal(repr(float(value))).quantize(_NOISE, ROUND_HALF_UP)


def rounded(value: float, digits: int) -> Decimal:
    """``value`` at ``digits`` decimals, halves away from zero; never a negative zero."""
    result = exact(value).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    return abs(result) if result == 0 else result


def printed(value: float, digits: int) -> str:
    """``value`` as tables print it: a true minus sign, thousands separated."""
    return f"{rounded(value, digits):,}".replace("-", MINUS)


def printed_signed(value: Decimal) -> str:
    """A difference with its sign; zero has none."""
    text = f"{abs(value):,}" if value == value.to_integral_value() else f"{abs(value)}"
    if value == 0:
        return str(abs(value))
    return f"{MINUS if value < 0 else '+'}{text}"


def parse_printed(text: str) -> Decimal | None:
    """The number that a printed figure shows, at its printed digits; None when it is none.

    Accepts a true minus sign, thousands separators, a percent sign and Markdown bold.
    """
    plain = text.strip().strip("*").strip().removesuffix("%").strip()
    plain = plain.replace(MINUS, "-").replace(",", "")
    return Decimal(plain) if _NUMBER.fullmatch(plain) else None


def decimals_of(number: Decimal) -> int:
    """How many decimals a printed number shows."""
    exponent = number.as_tuple().exponent
    return -exponent if isinstance(exponent, int) and exponent < 0 else 0
