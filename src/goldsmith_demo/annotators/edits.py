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


def get_place(mention: Mention) -> tuple[str, tuple[Span, ...]]:
    """Return the type and the spans of a mention; no two mentions of a set share both."""
    return mention.type, mention.spans


def get_triple(rel: Relation) -> tuple[str, str, str]:
    """Return the type and the arguments of a relation; no two relations of a set share all."""
    return rel.type, rel.arg1, rel.arg2


def index_chains(annotation_set: AnnotationSet, schema: Schema) -> dict[str, int]:
    """Map each mention that is linked to another to the number of its chain."""
    chains = find_components(collect_identity_links(annotation_set, schema))
    return {member: number for number, chain in enumerate(chains) for member in chain}


def change_relations(
    annotation_set: AnnotationSet, change: Callable[[Relation], Relation | None]
) -> AnnotationSet:
    """Change each relation, or remove it if the change is None."""
    changed = map(change, annotation_set.relations)
    return replace(annotation_set, relations=tuple(rel for rel in changed if rel is not None))


def remove_mentions(annotation_set: AnnotationSet, ids: Collection[str]) -> AnnotationSet:
    """Remove mentions, and the relations and group members that refer to them."""
    groups = (
        replace(group, members=tuple(id_ for id_ in group.members if id_ not in ids))
        for group in annotation_set.groups
    )
    return replace(
        annotation_set,
        mentions=tuple(mention for mention in annotation_set.mentions if mention.id not in ids),
        relations=tuple(
            r for r in annotation_set.relations if r.arg1 not in ids and r.arg2 not in ids
        ),
        groups=tuple(group for group in groups if group.members),
    )


def replace_mentions(
    annotation_set: AnnotationSet, changes: Mapping[str, Mention]
) -> AnnotationSet:
    """Replace mentions by id, but never by a copy of another mention."""
    places = set(map(get_place, annotation_set.mentions))
    mentions = []
    for mention in annotation_set.mentions:
        changed = changes.get(mention.id, mention)
        place = get_place(changed)
        if place != get_place(mention):
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
    places = set(map(get_place, annotation_set.mentions))
    triples = set(map(get_triple, annotation_set.relations))
    new_mentions = (mention for mention in mentions if get_place(mention) not in places)
    new_relations = (rel for rel in relations if get_triple(rel) not in triples)
    return replace(
        annotation_set,
        mentions=(*annotation_set.mentions, *new_mentions),
        relations=(*annotation_set.relations, *new_relations),
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


def make_mention(new_id: str, kind: MentionType, span: Span) -> Mention:
    """Make a mention with the attributes and codes that its type requires."""
    codes = (Code(CUI_LESS, kind.code_system),) if kind.codes == "required" else ()
    return Mention(new_id, kind.name, (span,), fill_required({}, kind.attributes), codes)


def remove_invalid(annotation_set: AnnotationSet, schema: Schema) -> AnnotationSet:
    """Remove relations that edits have made invalid, and notes about removed annotations."""
    rules = {kind.name: kind for kind in schema.relation}
    mentions = annotation_set.mentions_by_id()
    first = {get_triple(rel): rel for rel in reversed(annotation_set.relations)}

    def keep_valid(rel: Relation) -> Relation | None:
        rule = rules.get(rel.type)
        is_allowed = rule is None or not any(check_arguments(rel, rule, mentions))
        return rel if is_allowed and first[get_triple(rel)] is rel else None

    valid = _remove_contradictions(change_relations(annotation_set, keep_valid), schema)
    ids = {item.id for item in valid.annotations}
    notes = tuple(note for note in valid.notes if not note.target or note.target in ids)
    return replace(valid, notes=notes)


def _remove_contradictions(annotation_set: AnnotationSet, schema: Schema) -> AnnotationSet:
    """Remove relations that deny the identity of two mentions in the same chain."""
    chain_of = index_chains(annotation_set, schema)
    rules = {kind.name: kind for kind in schema.relation if kind.identity}

    def keep_consistent(rel: Relation) -> Relation | None:
        rule, chain = rules.get(rel.type), chain_of.get(rel.arg1)
        denies = rule is not None and not rule.is_identity(rel.attributes)
        is_same = chain is not None and chain == chain_of.get(rel.arg2)
        return None if denies and is_same else rel

    return change_relations(annotation_set, keep_consistent)
