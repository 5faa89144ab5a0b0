"""Registered metrics by name."""

from __future__ import annotations

from goldsmith import registry
from goldsmith.metrics.engine.base import Metric


def names() -> tuple[str, ...]:
    """Return the names of all registered metrics, sorted."""
    return registry.names("metrics")


def get(name: str) -> Metric:
    """Return a metric with its default options.

    A part registers an instance or a subclass of `Metric`; the metric returned carries the name it
    is registered under.

    Raises:
        UnknownName: No metric has that name.
    """
    part: Metric | type[Metric] = registry.load("metrics", name)
    metric = part() if isinstance(part, type) else part
    return metric if metric.name == name else metric.with_name(name)
