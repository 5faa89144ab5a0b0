"""The recall that users request, for all kinds of identifiers or for one kind."""

from __future__ import annotations

from collections.abc import Iterable

from goldsmith.errors import InputError, UnknownName
from goldsmith.privacy.identifiers import KINDS


def parse_recalls(values: Iterable[str]) -> dict[str, float]:
    """Parse recalls such as "0.99" for all kinds and "NAME=0.995" for names.

    Returns:
        The recall of each kind that has one; the key "" applies to all other kinds.

    Raises:
        InputError: A recall is not a number between 0 and 1.
        UnknownName: There is no such kind of identifier.
    """
    recalls = {}
    for value in values:
        kind, equals, number = value.rpartition("=")
        kind = kind.strip().upper()
        if equals and kind not in KINDS:
            raise UnknownName("kind of identifier", kind, KINDS)
        recalls[kind] = _parse_recall(number)
    return recalls


def _parse_recall(text: str) -> float:
    try:
        recall = float(text)
    except ValueError:
        recall = 0.0
    if not 0 < recall < 1:
        raise InputError(
            f"{text.strip()!r} is no recall",
            where="recall",
            expected="a number above 0 and below 1, such as 0.99 or NAME=0.995",
        )
    return recall
