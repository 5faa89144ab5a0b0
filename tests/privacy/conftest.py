"""Fixtures that pseudonymise a single note."""

from collections.abc import Callable

import pytest

from goldsmith.core import Document, Metadata
from goldsmith.privacy import Options, Outcome, Pseudonymiser, Record

KEY = b"a key for the tests"
Pseudonymise = Callable[..., Outcome]


def _pseudonymise(
    text: str,
    record: Record | None = None,
    *,
    date: str = "2012-05-24",
    options: Options | None = None,
    key: bytes = KEY,
) -> Outcome:
    pseudonymiser = Pseudonymiser(
        key, {"P": record} if record else {}, options=options or Options()
    )
    doc = Document("d", text, Metadata(patient="P", date=date))
    pseudonymiser.survey(doc)
    return pseudonymiser.apply(doc)


@pytest.fixture
def pseudonymise() -> Pseudonymise:
    """Return a function that pseudonymises a note of the patient P."""
    return _pseudonymise


@pytest.fixture
def find_replaced() -> Callable[..., list[str]]:
    """Return a function that lists the replaced texts of a note of the patient P, in order."""
    return lambda text, record=None, **options: [
        replacement.old for replacement in _pseudonymise(text, record, **options).replacements
    ]
