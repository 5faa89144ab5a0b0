"""Relations between two mentions, and groups of mentions."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Relation(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A typed, directed pair of mentions; `arg1` and `arg2` are mention ids of the same set."""

    id: str
    type: str
    arg1: str
    arg2: str
    attributes: Mapping[str, str] = {}

    def __hash__(self) -> int:
        return hash((self.id, self.type, self.arg1, self.arg2))


class Group(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Mentions that a source lists together without naming the pairs that connect them.

    Examples are brat's `*` equivalences, i2b2 chain lines and CoNLL clusters. A group with a
    single member is a singleton.
    """

    id: str
    type: str
    members: tuple[str, ...]
    attributes: Mapping[str, str] = {}

    def __hash__(self) -> int:
        return hash((self.id, self.type, self.members))
