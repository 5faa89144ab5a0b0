"""Load the merge rules, which are data."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from goldsmith.chronicle.data_files import read_built_in, read_settings
from goldsmith.chronicle.merge.names import Name
from goldsmith.chronicle.model import Assertion, Kind


class KindRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How observations of one kind merge; see rules.toml for what each key means."""

    agree: tuple[str, ...] = ()
    agree_if_undated: tuple[str, ...] = ()
    reach: int = 0
    quoted: frozenset[str] = frozenset()
    short_names: bool = False
    recurs_after: int = 0
    gap: int = 0
    near: int = 0
    tolerance: int = 0
    one_day: bool = False
    timeless: bool = False
    apart_if_vague: bool = False
    votes: bool = False
    silence: int = 0

    @property
    def compared(self) -> tuple[str, ...]:
        """The details that distinguish things of this kind."""
        return (*self.agree, *self.agree_if_undated)


class Episodic(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Names whose mentions are separate episodes if they are more than `gap` days apart."""

    kind: Kind
    gap: int
    names: frozenset[str]


class Reference(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """General words, and the endings of the names of the events to which they refer."""

    kind: Kind
    words: frozenset[str]
    endings: tuple[str, ...]
    same_place: bool = False
    named_later: int = 0


class Confidence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The confidence of each kind of evidence for an event."""

    record: float
    mention: float
    uncertain: float
    short_name: float
    ambiguous: float
    generic: float


class MergeRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All merge rules."""

    together: tuple[Assertion, ...]
    #: Detail -> the values that contradict each other; any two different values if empty.
    contradictions: Mapping[str, tuple[str, ...]]
    kinds: Mapping[Kind, KindRules]
    episodic: tuple[Episodic, ...]
    confidence: Confidence
    references: tuple[Reference, ...] = ()

    def get_gap(self, kind: Kind, name: Name) -> int:
        """Return the days between mentions after which a new episode begins; 0 if none does."""
        return self.get_bout(kind, name) or self.kinds[kind].gap

    def get_bout(self, kind: Kind, name: Name) -> int:
        """Return the gap of an episodic name; 0 if the name is not episodic."""
        for entry in self.episodic:
            if entry.kind == kind and (
                name.key in entry.names or not name.words.isdisjoint(entry.names)
            ):
                return entry.gap
        return 0


@cache
def load_merge_rules(path: str = "") -> MergeRules:
    """Return the rules from a TOML file; the built-in ones by default.

    Raises:
        InputError: The file cannot be read, or does not contain valid rules.
    """
    if path:
        return read_settings(path, MergeRules)
    return read_built_in("goldsmith.chronicle.merge", "rules", MergeRules)
