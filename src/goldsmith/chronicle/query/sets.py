"""Sets of names and codes that a query refers to by one name: `symptom`, `adenocarcinoma`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from goldsmith.chronicle.data_files import read_built_in
from goldsmith.chronicle.model import Kind

Sets = Mapping[str, "NameSet"]


class NameSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A group of names and codes.

    `names` are words that the name of an event contains. `codes` are SYSTEM:CODE and include what
    a terminology has below them. `kinds` restricts the events, if the query does not.
    """

    names: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    kinds: tuple[Kind, ...] = ()


@cache
def load_sets() -> Sets:
    """Read the sets that are built in."""
    return read_built_in(__package__, "data/sets", dict[str, NameSet])
