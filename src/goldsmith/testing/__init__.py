"""Conformance suites for parts, for our own tests and for those of other packages.

They need hypothesis, which the `dev` extra installs.
"""

from goldsmith.testing.components import check_component
from goldsmith.testing.formats import check_format
from goldsmith.testing.metrics import check_metric
from goldsmith.testing.runners import check_runner
from goldsmith.testing.strategies import documents, two_set_documents

__all__ = [
    "check_component",
    "check_format",
    "check_metric",
    "check_runner",
    "documents",
    "two_set_documents",
]
