"""Agreement and scoring: align the annotations, count, compute.

Every metric is one module of this package, or a part that another package registers under the
entry point group `goldsmith.metrics`. The module name is the name of the metric.

Example:
    >>> pairs = [SetPair(doc, doc.sets["gold"], doc.sets["system"]) for doc in docs]
    >>> measure(get("spans"), pairs).compute_result().get_value("strict")
    0.874
"""

from goldsmith.metrics.engine.base import (
    MACRO,
    MICRO,
    Columns,
    Metric,
    NameKind,
    Place,
    SetPair,
    Tally,
    Value,
    compute_f1,
    divide,
)
from goldsmith.metrics.engine.catalogue import get, names
from goldsmith.metrics.engine.measure import Measurement, Result, Row, SliceFunction, measure
from goldsmith.metrics.engine.significance import Comparison, compare

__all__ = [
    "MACRO",
    "MICRO",
    "Columns",
    "Comparison",
    "Measurement",
    "Metric",
    "NameKind",
    "Place",
    "Result",
    "Row",
    "SetPair",
    "SliceFunction",
    "Tally",
    "Value",
    "compare",
    "compute_f1",
    "divide",
    "get",
    "measure",
    "names",
]
