"""Every registered format passes the conformance suite."""

import pytest

from goldsmith import formats
from goldsmith.testing import check_format


@pytest.mark.parametrize("name", formats.names())
def test_format_conforms(name: str) -> None:
    check_format(formats.get(name))
