"""Relations between two mentions, and groups of mentions said to belong together."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Relation(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A typed, directed pair; `arg1` and `arg2` are ids of mentions of the same set."""

    id: str
    type: str
    arg1: str
    arg2: str
    attributes: Mapping[str, str] = {}

    def __hash__(self) -> int:
        return hash((self.id, self.type, self.arg1, self.arg2))


class Group(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Mentions that a source lists as one, without saying by which pairs (a chain in a file).

    brat's `*` equivalences, i2b2 chain lines, CoNLL clusters. A group of one is a singleton.
    """

    id: str
    type: str
    members: tuple[str, ...]
    attributes: Mapping[str, str] = {}

    def __hash__(self) -> int:
        return hash((self.id, self.type, self.members))
