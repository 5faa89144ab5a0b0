"""Every registered metric passes the conformance suite."""

import pytest

from goldsmith import metrics
from goldsmith.testing import check_metric


@pytest.mark.parametrize("name", metrics.names())
def test_metric_conforms(name: str) -> None:
    check_metric(metrics.get(name))
