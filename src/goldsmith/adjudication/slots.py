"""Slots: the places that annotators marked, each with the version of every annotator."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from goldsmith.alignment.clusters import cluster_mentions
from goldsmith.core import AnnotationSet, Mention, Span

#: What two annotators agree on if they make the same mention.
Version = tuple[tuple[Span, ...], str]


class Slot(msgspec.Struct, frozen=True):
    """Mentions of several annotators that are the same mention, one at most of each annotator."""

    mentions: Mapping[str, Mention]
    """Annotator -> mention."""

    @property
    def versions(self) -> dict[Version, tuple[str, ...]]:
        """The different spans and types, each with the annotators who made it, in order."""
        makers: dict[Version, list[str]] = {}
        for annotator, mention in sorted(self.mentions.items()):
            makers.setdefault(get_version(mention), []).append(annotator)
        return {version: tuple(makers[version]) for version in sorted(makers)}


def get_version(mention: Mention) -> Version:
    """Return the spans and the type of a mention."""
    return mention.spans, mention.type


class Slots:
    """The slots of a document, in the order of the text.

    Args:
        sets: Annotator -> annotation set.
    """

    def __init__(self, sets: Mapping[str, AnnotationSet]) -> None:
        self._sets = sets
        # The order of annotators must not decide what is the same mention.
        order = sorted(sets, key=lambda name: (_get_content(sets[name]), name))
        clusters = cluster_mentions([sets[name].mentions for name in order])
        slots = [
            Slot({order[index]: mention for index, mention in members}) for members in clusters
        ]
        self.slots = sorted(slots, key=lambda slot: sorted(slot.versions.items()))
        self._numbers = {
            (annotator, mention.id): number
            for number, slot in enumerate(self.slots)
            for annotator, mention in slot.mentions.items()
        }

    def find(self, annotator: str, mention_id: str) -> int:
        """Return the number of the slot of a mention."""
        return self._numbers[annotator, mention_id]


def _get_content(annotation_set: AnnotationSet) -> list[Version]:
    return sorted(map(get_version, annotation_set.mentions))
