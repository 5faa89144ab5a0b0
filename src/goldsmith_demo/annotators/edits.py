"""Edits of an annotation set that keep it consistent: no dangling references, no duplicates."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from msgspec.structs import replace

from goldsmith.core import (
    CUI_LESS,
    AnnotationSet,
    AttributeType,
    Code,
    Mention,
    MentionType,
    Relation,
    Schema,
    Span,
)
from goldsmith.core.chain import collect_identity_links, find_components
from goldsmith.core.offsets import get_covered_text, merge_spans
from goldsmith.core.validation import check_arguments


def remove_mentions(annotation_set: AnnotationSet, ids: Collection[str]) -> AnnotationSet:
    """Remove mentions, and the relations, group members and notes that refer to them."""
    if not ids:
        return annotation_set
    groups = (
        replace(group, members=tuple(id_ for id_ in group.members if id_ not in ids))
        for group in annotation_set.groups
    )
    remaining = replace(
        annotation_set,
        mentions=tuple(mention for mention in annotation_set.mentions if mention.id not in ids),
        relations=tuple(
            r for r in annotation_set.relations if r.arg1 not in ids and r.arg2 not in ids
        ),
        groups=tuple(group for group in groups if group.members),
    )
    return _remove_stray_notes(remaining)


def replace_mentions(
    annotation_set: AnnotationSet, changes: Mapping[str, Mention]
) -> AnnotationSet:
    """Replace mentions by id, but never by a copy of another mention."""
    places = {(mention.type, mention.spans) for mention in annotation_set.mentions}
    mentions = []
    for mention in annotation_set.mentions:
        changed = changes.get(mention.id, mention)
        place = (changed.type, changed.spans)
        if changed is not mention and place != (mention.type, mention.spans):
            changed = mention if place in places else changed
            places.add(place)
        mentions.append(changed)
    return replace(annotation_set, mentions=tuple(mentions))


def add_annotations(
    annotation_set: AnnotationSet,
    mentions: Iterable[Mention] = (),
    relations: Iterable[Relation] = (),
) -> AnnotationSet:
    """Add mentions and relations that the set does not have yet."""
    places = {(mention.type, mention.spans) for mention in annotation_set.mentions}
    links = {(rel.type, rel.arg1, rel.arg2) for rel in annotation_set.relations}
    return replace(
        annotation_set,
        mentions=(
            *annotation_set.mentions,
            *(m for m in mentions if (m.type, m.spans) not in places),
        ),
        relations=(
            *annotation_set.relations,
            *(rel for rel in relations if (rel.type, rel.arg1, rel.arg2) not in links),
        ),
    )


def make_id(annotation_set: AnnotationSet, stem: str) -> str:
    """Make an id that the set does not use yet."""
    used = {item.id for item in annotation_set.annotations}
    number, name = 1, stem
    while name in used:
        number, name = number + 1, f"{stem}-{number + 1}"
    return name


def set_spans(mention: Mention, spans: Iterable[Span], text: str) -> Mention:
    """Return the mention with other spans and, if it records its text, the new text."""
    merged = merge_spans(tuple(spans))
    return replace(
        mention, spans=merged, text=get_covered_text(text, merged) if mention.text else ""
    )


def set_type(mention: Mention, kind: MentionType) -> Mention:
    """Return the mention with another type, and the attributes and codes that the type allows."""
    attributes = {
        name: value
        for name, value in mention.attributes.items()
        if ":" in name or _accepts(kind.attributes.get(name), value)
    }
    return replace(
        mention,
        type=kind.name,
        attributes=fill_required(attributes, kind.attributes),
        codes=adjust_codes(mention.codes, kind),
    )


def fill_required(
    attributes: Mapping[str, str], kinds: Mapping[str, AttributeType]
) -> dict[str, str]:
    """Add missing required attributes, with the default or the first listed value."""
    missing = {
        name: kind.default or (kind.values[0] if kind.values else "")
        for name, kind in kinds.items()
        if kind.required and name not in attributes
    }
    return {**attributes, **missing}


def adjust_codes(codes: tuple[Code, ...], kind: MentionType) -> tuple[Code, ...]:
    """Return the codes that a type allows: none, or CUI-less if it requires a code and has none."""
    if kind.codes == "none":
        return ()
    if kind.codes == "required" and not codes:
        return (Code(CUI_LESS, kind.code_system),)
    return codes


def make_mention(new_id: str, kind: MentionType, span: Span) -> Mention:
    """Make a mention with the attributes and codes that its type requires."""
    attributes = fill_required({}, kind.attributes)
    return Mention(new_id, kind.name, (span,), attributes, adjust_codes((), kind))


def keep_relations(
    annotation_set: AnnotationSet, is_kept: Callable[[Relation], bool]
) -> AnnotationSet:
    """Keep only the relations that fulfil a condition."""
    return replace(annotation_set, relations=tuple(filter(is_kept, annotation_set.relations)))


def remove_invalid(annotation_set: AnnotationSet, schema: Schema) -> AnnotationSet:
    """Remove the relations and notes that edits have made invalid under the schema."""
    kinds = {kind.name: kind for kind in schema.relation}
    mentions = annotation_set.mentions_by_id()
    keys: set[tuple[str, str, str]] = set()
    valid = []
    for rel in annotation_set.relations:
        key, rule = (rel.type, rel.arg1, rel.arg2), kinds.get(rel.type)
        if key not in keys and not (rule and any(check_arguments(rel, rule, mentions))):
            valid.append(rel)
        keys.add(key)
    return _remove_stray_notes(
        _remove_contradictions(replace(annotation_set, relations=tuple(valid)), schema)
    )


def _remove_contradictions(annotation_set: AnnotationSet, schema: Schema) -> AnnotationSet:
    """Remove relations that deny the identity of two mentions in the same chain."""
    parts = find_components(collect_identity_links(annotation_set, schema))
    chain_of = {id_: number for number, part in enumerate(parts) for id_ in part}
    kinds = {kind.name: kind for kind in schema.relation if kind.identity}

    def is_consistent(rel: Relation) -> bool:
        rule, chain = kinds.get(rel.type), chain_of.get(rel.arg1)
        if rule is None or rule.is_identity(rel.attributes):
            return True
        return chain is None or chain != chain_of.get(rel.arg2)

    return keep_relations(annotation_set, is_consistent)


def _remove_stray_notes(annotation_set: AnnotationSet) -> AnnotationSet:
    """Remove notes about removed annotations."""
    ids = {item.id for item in annotation_set.annotations}
    notes = tuple(note for note in annotation_set.notes if not note.target or note.target in ids)
    return replace(annotation_set, notes=notes)


def _accepts(kind: AttributeType | None, value: str) -> bool:
    return kind is not None and (not kind.values or value in kind.values)
