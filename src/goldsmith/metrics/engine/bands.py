"""Verbal bands of kappa by Landis and Koch (1977), which ODIE uses."""

from __future__ import annotations

from typing import Final

#: The greatest kappa of each band, and its name; a kappa below 0 is poor.
_BANDS: Final = (
    (0.20, "slight"),
    (0.40, "fair"),
    (0.60, "moderate"),
    (0.80, "substantial"),
    (1.00, "almost perfect"),
)
#: The values of metrics that are kappas.
KAPPAS: Final = frozenset({"kappa", "fleiss_kappa"})


def name_kappa(kappa: float) -> str:
    """Return the band of a kappa, after rounding it to two digits.

    Example:
        >>> name_kappa(0.66), name_kappa(0.41), name_kappa(-0.2)
        ('substantial', 'moderate', 'poor')
    """
    rounded = round(kappa, 2)
    if rounded < 0:
        return "poor"
    return next((name for greatest, name in _BANDS if rounded <= greatest), _BANDS[-1][1])
