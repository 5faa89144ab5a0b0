"""Counts what a document holds, feature by feature, so that a write can say what it would drop."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Document, Mention, Metadata, Provenance, Span
from goldsmith.core.offsets import merged
from goldsmith.formats.base import EVERYTHING, Feature, Format
from goldsmith.formats.shared.control_characters import cleaned, control_characters


def losses(doc: Document, fmt: Format) -> Counter[str]:
    """What a format would drop of a document: feature -> how many."""
    found: Counter[str] = Counter(fmt.own_losses(doc))
    for feature, count in _COUNTERS.items():
        if feature not in fmt.carries:
            number = count(doc)
            if number:
                found[feature] += number
    if found:
        after = reduced(doc, fmt)
        for feature in (Feature.RELATIONS, Feature.GROUPS, Feature.NOTES):
            if feature in fmt.carries:  # dropped with the mentions they spoke of
                found[feature] += _COUNTERS[feature](_first(doc, fmt)) - _COUNTERS[feature](after)
    return +found


def _first(doc: Document, fmt: Format) -> Document:
    """The document with the sets that the format takes."""
    if Feature.SETS in fmt.carries:
        return doc
    return replace(doc, sets=dict(list(doc.sets.items())[:1]))


def reduced(doc: Document, fmt: Format) -> Document:
    """What is left of a document in a format: everything that it does not carry taken out.

    Discontiguous mentions become the stretch from their first fragment to their last; of
    overlapping mentions the first and longest stays.
    """
    lacks = EVERYTHING - fmt.carries
    doc = _first(doc, fmt)
    if Feature.CONTROL_CHARACTERS in lacks:
        doc = cleaned(doc)
    changes: dict[str, object] = {
        "sets": {name: _reduced_set(one, lacks) for name, one in doc.sets.items()}
    }
    if Feature.METADATA in lacks:
        changes["metadata"] = Metadata()
    if Feature.SECTIONS in lacks:
        changes["sections"] = ()
    return replace(doc, **changes)


def _reduced_set(one: AnnotationSet, lacks: frozenset[Feature]) -> AnnotationSet:
    mentions = [_reduced_mention(mention, lacks) for mention in one.mentions]
    mentions = list(_left_over(mentions, lacks))
    ids = {mention.id for mention in mentions}
    relations = tuple(
        replace(rel, attributes={} if Feature.RELATION_ATTRIBUTES in lacks else rel.attributes)
        for rel in one.relations
        if Feature.RELATIONS not in lacks and rel.arg1 in ids and rel.arg2 in ids
    )
    groups = tuple(
        replace(group, attributes={} if Feature.GROUP_ATTRIBUTES in lacks else group.attributes)
        for group in one.groups
        if Feature.GROUPS not in lacks and ids.issuperset(group.members)
    )
    every = ids.union([rel.id for rel in relations], [group.id for group in groups], [""])
    notes = tuple(note for note in one.notes if Feature.NOTES not in lacks and note.target in every)
    provenance = Provenance() if Feature.PROVENANCE in lacks else one.provenance
    return AnnotationSet(
        one.name, tuple(mentions), relations, groups, notes, one.schema, provenance
    )


def _reduced_mention(mention: Mention, lacks: frozenset[Feature]) -> Mention:
    spans, codes = mention.spans, mention.codes
    if Feature.DISCONTIGUOUS in lacks and len(spans) > 1:
        spans = (Span(spans[0].start, spans[-1].end),)
    if Feature.CODES in lacks:
        codes = ()
    elif Feature.CODE_NAMES in lacks:
        codes = tuple(replace(code, name="") for code in codes)
    attributes = {} if Feature.ATTRIBUTES in lacks else mention.attributes
    return replace(mention, spans=spans, codes=codes, attributes=attributes)


def _left_over(mentions: list[Mention], lacks: frozenset[Feature]) -> Iterator[Mention]:
    if Feature.OVERLAPPING in lacks:
        mentions = sorted(mentions, key=lambda m: (m.start, -m.end))
    seen: set[tuple[str, tuple[Span, ...]]] = set()
    furthest = -1
    for mention in mentions:
        key = (mention.type, merged(mention.spans))
        unanchored = not mention.spans and Feature.UNANCHORED in lacks
        twice = key in seen and Feature.DUPLICATES in lacks
        covered = bool(mention.spans) and mention.start < furthest and Feature.OVERLAPPING in lacks
        if not (unanchored or twice or covered):
            seen.add(key)
            furthest = max(furthest, mention.end)
            yield mention


def _each(count: Callable[[AnnotationSet], int]) -> Callable[[Document], int]:
    return lambda doc: sum(map(count, doc.sets.values()))


def _overlapping(one: AnnotationSet) -> int:
    """Mentions that share a character with an earlier one."""
    spans = sorted(
        (span, number) for number, m in enumerate(one.mentions) for span in merged(m.spans)
    )
    hit: set[int] = set()
    furthest, owner = -1, -1
    for span, number in spans:
        if span.start < furthest and number != owner:
            hit.add(number)
        if span.end > furthest:
            furthest, owner = span.end, number
    return len(hit)


def _duplicates(one: AnnotationSet) -> int:
    seen = Counter((m.type, merged(m.spans)) for m in one.mentions)
    return sum(seen.values()) - len(seen)


_COUNTERS: dict[Feature, Callable[[Document], int]] = {
    Feature.METADATA: lambda doc: int(doc.metadata != Metadata()),
    Feature.SECTIONS: lambda doc: len(doc.sections),
    Feature.SETS: lambda doc: max(0, len(doc.sets) - 1),
    Feature.PROVENANCE: _each(lambda one: int(one.provenance != Provenance())),
    Feature.TYPES: _each(lambda one: len({m.type for m in one.mentions})),
    Feature.OVERLAPPING: _each(_overlapping),
    Feature.DISCONTIGUOUS: _each(lambda one: sum(m.is_discontiguous for m in one.mentions)),
    Feature.DUPLICATES: _each(_duplicates),
    Feature.UNANCHORED: _each(lambda one: sum(not m.spans for m in one.mentions)),
    Feature.ATTRIBUTES: _each(lambda one: sum(len(m.attributes) for m in one.mentions)),
    Feature.CODES: _each(lambda one: sum(len(m.codes) for m in one.mentions)),
    Feature.CODE_NAMES: _each(lambda one: sum(bool(c.name) for m in one.mentions for c in m.codes)),
    Feature.RELATIONS: _each(lambda one: len(one.relations)),
    Feature.RELATION_ATTRIBUTES: _each(lambda one: sum(len(r.attributes) for r in one.relations)),
    Feature.GROUPS: _each(lambda one: len(one.groups)),
    Feature.GROUP_ATTRIBUTES: _each(lambda one: sum(len(g.attributes) for g in one.groups)),
    Feature.NOTES: _each(lambda one: len(one.notes)),
    Feature.CONTROL_CHARACTERS: control_characters,
}
