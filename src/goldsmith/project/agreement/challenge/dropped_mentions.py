"""A warning if relaxed accuracy ranks a system higher because it dropped mentions.

Relaxed accuracy covers only the mentions that a system found. A system that drops the mentions it
is unsure of gets a higher value (SemEval-2014 §4).
"""

from __future__ import annotations

from collections.abc import Mapping

from goldsmith.metrics import Result
from goldsmith.project.agreement.challenge.leaderboard import get_order

METRIC = "normalisation"
_STRICT, _RELAXED, _RECALL = "strict_accuracy", "relaxed_accuracy", "strict_recall"
_MOST = 5


def list_dropped(results: Mapping[str, Result]) -> list[str]:
    """List the systems that rank higher by relaxed than by strict accuracy.

    Strict accuracy is relaxed accuracy times strict recall, so such a system has fewer of the gold
    mentions than a system that it overtakes.

    Args:
        results: System -> its result by the metric `normalisation`.
    """
    values = {
        name: result.micro.values
        for name, result in results.items()
        if result.micro
        and None not in (result.micro.values[_STRICT], result.micro.values[_RELAXED])
    }
    strict, relaxed = (_rank(values, value) for value in (_STRICT, _RELAXED))
    risen = sorted(
        (name for name in values if relaxed[name] < strict[name]),
        key=lambda name: (relaxed[name] - strict[name], name),
    )
    notices = [
        f"{name} is number {relaxed[name]} by relaxed accuracy ({values[name][_RELAXED]:.3f}) but "
        f"number {strict[name]} by strict accuracy ({values[name][_STRICT]:.3f}), because it has "
        f"{100 * (values[name][_RECALL] or 0):.1f} % of the gold mentions: relaxed accuracy rises "
        "when mentions are dropped"
        for name in risen[:_MOST]
    ]
    if len(risen) > _MOST:
        notices.append(f"the same is true of {len(risen) - _MOST:,} more systems")
    return notices


def _rank(values: Mapping[str, Mapping[str, float | None]], value: str) -> dict[str, int]:
    """Return the rank of each system; systems with equal values have the same rank."""
    keys = {name: get_order(row[value]) for name, row in values.items()}
    return {name: 1 + sum(key < own for key in keys.values()) for name, own in keys.items()}
