"""Slots: the places that annotators marked, each with the version of every annotator."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from goldsmith.alignment.clusters import cluster_mentions
from goldsmith.core import AnnotationSet, Mention, Span

#: The spans and the type, on which two annotators agree if they make the same mention.
Version = tuple[tuple[Span, ...], str]


class Slot(msgspec.Struct, frozen=True):
    """Mentions of several annotators that are the same mention, at most one per annotator."""

    mentions: Mapping[str, Mention]
    """Annotator -> mention, in the order of names."""
    versions: Mapping[Version, tuple[str, ...]]
    """The different spans and types, each with the annotators who made it, in order."""


def make_slot(mentions: Iterable[tuple[str, Mention]]) -> Slot:
    """Make the slot of the mentions of several annotators."""
    ordered = dict(sorted(mentions, key=_get_first))
    makers: dict[Version, list[str]] = {}
    for annotator, mention in ordered.items():
        makers.setdefault((mention.spans, mention.type), []).append(annotator)
    versions = sorted(makers) if len(makers) > 1 else makers
    return Slot(ordered, {version: tuple(makers[version]) for version in versions})


def _get_first(pair: tuple[str, Mention]) -> str:
    return pair[0]


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
        order = _order_annotators(sets)
        clusters = cluster_mentions([sets[name].mentions for name in order])
        slots = [
            make_slot((order[index], mention) for index, mention in members) for members in clusters
        ]
        self.slots = sorted(slots, key=lambda slot: tuple(slot.versions.items()))
        self._numbers = {
            (annotator, mention.id): number
            for number, slot in enumerate(self.slots)
            for annotator, mention in slot.mentions.items()
        }

    def find(self, annotator: str, mention_id: str) -> int:
        """Return the number of the slot of a mention."""
        return self._numbers[annotator, mention_id]


def _order_annotators(sets: Mapping[str, AnnotationSet]) -> list[str]:
    """Order annotators by their mentions, so that the slots do not depend on names.

    The alignment of two sets is the same in either order.
    """
    if len(sets) == 2:
        return sorted(sets)
    return sorted(sets, key=lambda name: (_get_content(sets[name]), name))


def _get_content(annotation_set: AnnotationSet) -> list[Version]:
    return sorted(map(get_version, annotation_set.mentions))
