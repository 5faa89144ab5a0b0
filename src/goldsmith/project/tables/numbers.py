"""The number formats of the papers: rounding, percentages, zeros and missing values."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal

from goldsmith.errors import InputError

#: A style of numbers: its name, a percent sign, and the digits after the point.
_STYLE = re.compile(r"(count|grouped|fraction|short|trim|thousands|percent)(%?)(?:-(\d))?")


def format_number(value: float, style: str) -> str:
    """Format a number in the style of a paper, rounded half away from zero.

    Args:
        value: The number.
        style: `count` (1601), `grouped` (1,601), `thousands` (94K), `fraction-4` (0.6607), `trim-3`
            (0.83), `short-4` (0 for zero, and -1.20E-05 where rounding would leave nothing),
            `percent-0` (77), `percent%-1` (75.7%).

    Raises:
        InputError: There is no such style.
    """
    match = _STYLE.fullmatch(style)
    if match is None:
        raise InputError(f"there is no style {style!r}", expected="count, fraction-4, percent-0 …")
    name, sign, digits = match[1], match[2], int(match[3] or 0)
    if name in ("count", "grouped"):
        return f"{_round(value, 0):,}" if name == "grouped" else str(_round(value, 0))
    if name == "thousands":
        return f"{_round(value / 1000, 0):,}K" if value >= 1000 else str(_round(value, 0))
    if name == "short" and value == 0:
        return "0"
    if name == "short" and _round(value, digits) == 0:
        return f"{value:.2E}"
    if name == "trim":
        return f"{_round(value, digits).normalize():f}"
    return f"{_round(100 * value if name == 'percent' else value, digits)}{sign}"


def _round(value: float, digits: int) -> Decimal:
    # Twelve digits remove the error of binary arithmetic in a decimal fraction such as 0.285.
    exact = Decimal(f"{value:.12f}")
    rounded = exact.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    return abs(rounded) if rounded == 0 else rounded
