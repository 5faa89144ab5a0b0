"""Collect negated findings: when, and at which body site, notes say that a problem is absent."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from goldsmith.chronicle.merge.drafts import Draft
from goldsmith.chronicle.merge.names import normalise_name
from goldsmith.chronicle.observations.model import Observation, Statement

_NOWHERE: frozenset[str] = frozenset()


class Absence(NamedTuple):
    """The date of a note that negates something, and the words of the body site."""

    day: int
    place: frozenset[str]


#: Kind and name class -> when and where it is absent.
Absences = Mapping[tuple[str, int], Sequence[Absence]]


def collect_absences(drafts: Sequence[Draft], sources: Sequence[Statement]) -> Absences:
    """Return when and where notes negate each kind and name class.

    Args:
        drafts: The draft events.
        sources: The source of each observation, indexed by observation number.
    """
    absences: dict[tuple[str, int], list[Absence]] = defaultdict(list)
    for draft in drafts:
        if draft.episode.group == "negated":
            places = zip(draft.members, draft.observations, strict=True)
            denials = [
                Absence(day, get_place(entry))
                for number, entry in places
                if (day := sources[number].day)
            ]
            for class_number in draft.episode.classes:
                absences[draft.episode.kind, class_number] += denials
    return absences


def list_absences(draft: Draft, absences: Absences) -> list[int]:
    """Return the days on which notes negate the problem of an event.

    A negation at another body site does not count: "nodes free of tumour" does not rule out a
    tumour in the breast.
    """
    episode = draft.episode
    denials = [entry for n in episode.classes for entry in absences.get((episode.kind, n), ())]
    if not any(entry.place for entry in denials):
        return [entry.day for entry in denials]
    words = frozenset[str]().union(
        *(name.words for name in episode.names.values()), *map(get_place, draft.observations)
    )
    return [entry.day for entry in denials if not entry.place or entry.place & words]


def get_place(observation: Observation) -> frozenset[str]:
    """Return the normalised words of an observation's body site."""
    place = observation.details.get("place", "")
    return normalise_name(place, "locus").words if place else _NOWHERE
