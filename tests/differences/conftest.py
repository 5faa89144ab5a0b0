"""Differences of annotated sentences, as (kind, classes), with the words they name."""

from collections.abc import Callable

import pytest

from goldsmith.core import builtin
from goldsmith.differences import Difference, Roles, differences
from goldsmith.examples.inline import parse

Found = Callable[..., tuple[Difference, ...]]


@pytest.fixture
def found() -> Found:
    """The differences between two annotated versions of one text."""

    def compare(
        first: str, second: str, *, schema: str = "clef", roles: Roles | None = None
    ) -> tuple[Difference, ...]:
        a, b = parse(first, set_name="a"), parse(second, set_name="b")
        assert a.text == b.text
        chosen = builtin(schema) if schema else None
        return differences(a, a.sets["a"], b.sets["b"], chosen, roles=roles or Roles())

    return compare
