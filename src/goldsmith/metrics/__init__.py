"""Agreement and scoring: align, count, compute. One file per metric; _ files are shared."""

from goldsmith import registry
from goldsmith.metrics.engine.base import MACRO, MICRO, Compared, Metric, Place, Tally
from goldsmith.metrics.engine.measure import Measured, Result, Row, SliceOf, measure
from goldsmith.metrics.engine.significance import Comparison, compare

__all__ = [
    "MACRO",
    "MICRO",
    "Compared",
    "Comparison",
    "Measured",
    "Metric",
    "Place",
    "Result",
    "Row",
    "SliceOf",
    "Tally",
    "compare",
    "get",
    "measure",
    "names",
]


def names() -> tuple[str, ...]:
    """The names of all metrics."""
    return registry.names("metrics")


def get(name: str) -> Metric:
    """The metric registered under a name."""
    metric: Metric = registry.load("metrics", name)
    return metric
