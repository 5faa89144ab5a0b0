"""The conformance suites that every part passes; public, for parts of other packages too.

They need the packages of the `dev` extra (hypothesis).
"""

from goldsmith.testing.formats import check_format
from goldsmith.testing.metrics import check_metric
from goldsmith.testing.strategies import compared, documents

__all__ = ["check_format", "check_metric", "compared", "documents"]
