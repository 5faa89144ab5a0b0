"""Changes, their receipts, and which changes contradict each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal

import msgspec

from goldsmith.errors import InputError
from goldsmith.store.journal.steps import NewId, Remove, Step, get_references, get_target

#: The origin of a change.
Source = Literal["human", "suggestion", "adjudication", "coding", "import", "system"]
#: Origins that a person's change cannot claim.
_SERVER_SOURCES = ("import", "system", "adjudication")
#: The maximum number of steps in one change.
MAX_STEPS = 20_000


class Change(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Steps that are applied together or not at all.

    Attributes:
        id: Made by the client (UUIDv7). A change that is sent again gets the same receipt.
        base: The revision that the change is based on.
        steps: What it does.
        source: Its origin.
        guideline: The version of the guideline that the annotator followed.
        undoes: The id of the change that it undoes; set by the server.
        action: The id of a bulk action, whose changes are undone together.
    """

    id: NewId
    base: Annotated[int, msgspec.Meta(ge=0)]
    steps: Annotated[tuple[Step, ...], msgspec.Meta(max_length=MAX_STEPS)]
    source: Source = "human"
    guideline: Annotated[str, msgspec.Meta(max_length=200)] = ""
    undoes: str = ""
    action: Annotated[str, msgspec.Meta(max_length=200)] = ""


class Receipt(msgspec.Struct, frozen=True):
    """The answer to a change: it is durable and has this revision."""

    id: str
    revision: int
    at: int


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A change in the journal."""

    id: str
    revision: int
    base: int
    steps: tuple[Step, ...]
    source: str
    at: int
    person: str
    guideline: str = ""
    undoes: str = ""
    action: str = ""
    inverse: tuple[Step, ...] = ()


def refuse_reserved(change: Change) -> None:
    """Check that a client's change claims nothing that only the server may claim.

    Raises:
        InputError: It says that it undoes another change, or comes from an import, a decision or
            the system.
    """
    if change.undoes:
        raise InputError(
            "only the server sets what a change undoes", where="undoes", expected="none"
        )
    if change.source in _SERVER_SOURCES:
        raise InputError(
            f"a person's change does not come from {change.source}",
            where="source",
            expected="human, suggestion or coding",
        )


class Footprint(msgspec.Struct, frozen=True):
    """The annotations that a change writes, and those that it refers to."""

    written: frozenset[str]
    read: frozenset[str]

    def contradicts(self, footprint: Footprint) -> bool:
        """Return whether two changes conflict if neither takes the other into account.

        Two relations of one mention do not conflict; a relation of a mention and a new type of that
        mention do.
        """
        return bool(
            self.written & footprint.written
            or self.written & footprint.read
            or self.read & footprint.written
        )


def drop_undone(entries: Sequence[Entry]) -> list[Entry]:
    """Return entries without pairs of which one undoes the other.

    Together, the two change nothing, so nothing can conflict with them.
    """
    ids = {entry.id for entry in entries}
    cancelled: set[str] = set()
    for entry in reversed(entries):
        if entry.undoes in ids and entry.id not in cancelled:
            cancelled |= {entry.id, entry.undoes}
    return [entry for entry in entries if entry.id not in cancelled]


def find_footprint(steps: Iterable[Step], inverse: Iterable[Step] = ()) -> Footprint:
    """Return the footprint of a change.

    Args:
        steps: The steps of the change.
        inverse: Its inverse; it names the dependants of an annotation that the change removed.
    """
    written: set[str] = set()
    read: set[str] = set()
    for step in steps:
        written.add(get_target(step))
        read.update(get_references(step))
    for step in inverse:
        if not isinstance(step, Remove):
            written.add(get_target(step))
    return Footprint(frozenset(written), frozenset(read - written))
