"""Count the losses of a write by feature, and remove unsupported features from a document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Document, Mention, Metadata, Provenance, Span
from goldsmith.core.offsets import merge_spans
from goldsmith.formats.base import EVERYTHING, Feature, Format
from goldsmith.formats.shared.control_characters import (
    count_control_characters,
    replace_control_characters,
)


def count_losses(doc: Document, fmt: Format) -> Counter[str]:
    """Count what a format would drop from a document, by feature.

    Example:
        `count_losses(doc, get("text"))` returns `Counter({"types": 3, "codes": 2})` for a document
        with mentions of three types, two of them with a code.
    """
    counts: Counter[str] = Counter(fmt.count_own_losses(doc))
    for feature, count in _COUNTERS.items():
        if feature not in fmt.carries:
            lost = count(doc)
            if lost:
                counts[feature] += lost
    if counts:
        before, after = _select_sets(doc, fmt), drop_unsupported(doc, fmt)
        for feature in (Feature.RELATIONS, Feature.GROUPS, Feature.NOTES):
            if feature in fmt.carries:  # lost together with the mentions they refer to
                counts[feature] += _COUNTERS[feature](before) - _COUNTERS[feature](after)
    return +counts


def _select_sets(doc: Document, fmt: Format) -> Document:
    """Return the document with the annotation sets that the format can carry."""
    if Feature.SETS in fmt.carries:
        return doc
    return replace(doc, sets=dict(list(doc.sets.items())[:1]))


def drop_unsupported(doc: Document, fmt: Format) -> Document:
    """Return a document without the features that a format does not carry.

    A discontiguous mention becomes one span from its first fragment to its last. Of overlapping
    mentions, the one that starts first is kept, or the longest of several.
    """
    missing = EVERYTHING - fmt.carries
    doc = _select_sets(doc, fmt)
    if Feature.CONTROL_CHARACTERS in missing:
        doc = replace_control_characters(doc)
    sets = {name: _reduce_set(annotation_set, missing) for name, annotation_set in doc.sets.items()}
    return replace(
        doc,
        sets=sets,
        metadata=Metadata() if Feature.METADATA in missing else doc.metadata,
        sections=() if Feature.SECTIONS in missing else doc.sections,
    )


def _reduce_set(annotation_set: AnnotationSet, missing: frozenset[Feature]) -> AnnotationSet:
    mentions = [_reduce_mention(mention, missing) for mention in annotation_set.mentions]
    mentions = list(_select_mentions(mentions, missing))
    ids = {mention.id for mention in mentions}
    relations = tuple(
        replace(rel, attributes={} if Feature.RELATION_ATTRIBUTES in missing else rel.attributes)
        for rel in annotation_set.relations
        if Feature.RELATIONS not in missing and rel.arg1 in ids and rel.arg2 in ids
    )
    groups = tuple(
        replace(group, attributes={} if Feature.GROUP_ATTRIBUTES in missing else group.attributes)
        for group in annotation_set.groups
        if Feature.GROUPS not in missing and ids.issuperset(group.members)
    )
    targets = ids.union([rel.id for rel in relations], [group.id for group in groups], [""])
    return replace(
        annotation_set,
        mentions=tuple(mentions),
        relations=relations,
        groups=groups,
        notes=tuple(
            note
            for note in annotation_set.notes
            if Feature.NOTES not in missing and note.target in targets
        ),
        provenance=Provenance() if Feature.PROVENANCE in missing else annotation_set.provenance,
    )


def _reduce_mention(mention: Mention, missing: frozenset[Feature]) -> Mention:
    spans, codes = mention.spans, mention.codes
    if Feature.DISCONTIGUOUS in missing and len(spans) > 1:
        spans = (Span(spans[0].start, spans[-1].end),)
    if Feature.CODES in missing:
        codes = ()
    elif Feature.CODE_NAMES in missing:
        codes = tuple(replace(code, name="") for code in codes)
    attributes = {} if Feature.ATTRIBUTES in missing else mention.attributes
    return replace(mention, spans=spans, codes=codes, attributes=attributes)


def _select_mentions(mentions: list[Mention], missing: frozenset[Feature]) -> Iterator[Mention]:
    """Yield the mentions that the format can represent."""
    if Feature.OVERLAPPING in missing:
        mentions = sorted(mentions, key=lambda mention: (mention.start, -mention.end))
    keys: set[tuple[str, tuple[Span, ...]]] = set()
    last_end = -1
    for mention in mentions:
        key = (mention.type, merge_spans(mention.spans))
        unanchored = not mention.spans and Feature.UNANCHORED in missing
        duplicate = key in keys and Feature.DUPLICATES in missing
        overlapping = (
            bool(mention.spans) and mention.start < last_end and Feature.OVERLAPPING in missing
        )
        if not (unanchored or duplicate or overlapping):
            keys.add(key)
            last_end = max(last_end, mention.end)
            yield mention


def _sum_sets(count: Callable[[AnnotationSet], int]) -> Callable[[Document], int]:
    return lambda doc: sum(map(count, doc.sets.values()))


def _count_overlapping(annotation_set: AnnotationSet) -> int:
    """Count the mentions that share a character with an earlier mention."""
    spans = sorted(
        (span, index)
        for index, mention in enumerate(annotation_set.mentions)
        for span in merge_spans(mention.spans)
    )
    overlapping: set[int] = set()
    last_end, last_index = -1, -1
    for span, index in spans:
        if span.start < last_end and index != last_index:
            overlapping.add(index)
        if span.end > last_end:
            last_end, last_index = span.end, index
    return len(overlapping)


def _count_duplicates(annotation_set: AnnotationSet) -> int:
    keys = Counter(
        (mention.type, merge_spans(mention.spans)) for mention in annotation_set.mentions
    )
    return sum(keys.values()) - len(keys)


_COUNTERS: dict[Feature, Callable[[Document], int]] = {
    Feature.METADATA: lambda doc: int(doc.metadata != Metadata()),
    Feature.SECTIONS: lambda doc: len(doc.sections),
    Feature.SETS: lambda doc: max(0, len(doc.sets) - 1),
    Feature.PROVENANCE: _sum_sets(lambda anns: int(anns.provenance != Provenance())),
    Feature.TYPES: _sum_sets(lambda anns: len({m.type for m in anns.mentions})),
    Feature.OVERLAPPING: _sum_sets(_count_overlapping),
    Feature.DISCONTIGUOUS: _sum_sets(lambda anns: sum(m.is_discontiguous for m in anns.mentions)),
    Feature.DUPLICATES: _sum_sets(_count_duplicates),
    Feature.UNANCHORED: _sum_sets(lambda anns: sum(not m.spans for m in anns.mentions)),
    Feature.ATTRIBUTES: _sum_sets(lambda anns: sum(len(m.attributes) for m in anns.mentions)),
    Feature.CODES: _sum_sets(lambda anns: sum(len(m.codes) for m in anns.mentions)),
    Feature.CODE_NAMES: _sum_sets(
        lambda anns: sum(bool(code.name) for m in anns.mentions for code in m.codes)
    ),
    Feature.RELATIONS: _sum_sets(lambda anns: len(anns.relations)),
    Feature.RELATION_ATTRIBUTES: _sum_sets(
        lambda anns: sum(len(rel.attributes) for rel in anns.relations)
    ),
    Feature.GROUPS: _sum_sets(lambda anns: len(anns.groups)),
    Feature.GROUP_ATTRIBUTES: _sum_sets(
        lambda anns: sum(len(group.attributes) for group in anns.groups)
    ),
    Feature.NOTES: _sum_sets(lambda anns: len(anns.notes)),
    Feature.CONTROL_CHARACTERS: count_control_characters,
}
