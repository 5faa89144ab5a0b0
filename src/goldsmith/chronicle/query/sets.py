"""Define sets of names and codes to which a query refers by name: `symptom`, `adenocarcinoma`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from goldsmith.chronicle.data_files import read_built_in
from goldsmith.chronicle.model import Kind

Sets = Mapping[str, "NameSet"]


class NameSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A group of names and codes.

    `names` are words that match the event names containing them. `codes` are SYSTEM:CODE and
    include their descendants in a terminology. `kinds` restricts the events unless the query does.
    """

    names: tuple[str, ...] = ()
    codes: tuple[str, ...] = ()
    kinds: tuple[Kind, ...] = ()


@cache
def load_sets() -> Sets:
    """Load the built-in sets."""
    return read_built_in(__package__, "data/sets", dict[str, NameSet])
