"""What the tests of pseudonymisation share: one note, its record, and what becomes of it."""

from collections.abc import Callable

import pytest

from goldsmith.core import Document, Metadata
from goldsmith.privacy import Options, Outcome, Pseudonymiser, Record

KEY = b"a key for the tests"
Run = Callable[..., Outcome]


def _run(
    text: str,
    record: Record | None = None,
    *,
    date: str = "2012-05-24",
    options: Options | None = None,
    key: bytes = KEY,
) -> Outcome:
    worker = Pseudonymiser(key, {"P": record} if record else {}, options=options or Options())
    doc = Document("d", text, Metadata(patient="P", date=date))
    worker.survey(doc)
    return worker.apply(doc)


@pytest.fixture
def run() -> Run:
    """Pseudonymises one note of the patient P."""
    return _run


@pytest.fixture
def replaced() -> Callable[..., list[str]]:
    """What is replaced in one note of the patient P, in order."""
    return lambda text, record=None, **given: [
        one.old for one in _run(text, record, **given).replaced
    ]
