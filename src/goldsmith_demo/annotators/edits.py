"""Changes to a set that leave it whole: nothing points at what is gone, nothing is there twice."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

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
from goldsmith.core.chain import components, identity_links
from goldsmith.core.offsets import covered, merged
from goldsmith.core.validation import argument_problems


def without(one: AnnotationSet, gone: Collection[str]) -> AnnotationSet:
    """The set without some mentions and without what was said about them."""
    if not gone:
        return one
    groups = (
        replace(group, members=tuple(id_ for id_ in group.members if id_ not in gone))
        for group in one.groups
    )
    left = replace(
        one,
        mentions=tuple(mention for mention in one.mentions if mention.id not in gone),
        relations=tuple(r for r in one.relations if r.arg1 not in gone and r.arg2 not in gone),
        groups=tuple(group for group in groups if group.members),
    )
    known = {item.id for item in left.annotations}
    notes = tuple(note for note in one.notes if not note.target or note.target in known)
    return replace(left, notes=notes)


def changed(one: AnnotationSet, changes: Mapping[str, Mention]) -> AnnotationSet:
    """The set with some mentions changed, but never into what another mention already is."""
    taken = {(mention.type, mention.spans) for mention in one.mentions}
    made = []
    for mention in one.mentions:
        new = changes.get(mention.id, mention)
        place = (new.type, new.spans)
        if new is not mention and place != (mention.type, mention.spans):
            new = mention if place in taken else new
            taken.add(place)
        made.append(new)
    return replace(one, mentions=tuple(made))


def added(
    one: AnnotationSet, mentions: Iterable[Mention] = (), relations: Iterable[Relation] = ()
) -> AnnotationSet:
    """The set with more in it; what says the same as something there already is left out."""
    there = {(mention.type, mention.spans) for mention in one.mentions}
    links = {(rel.type, rel.arg1, rel.arg2) for rel in one.relations}
    return replace(
        one,
        mentions=(*one.mentions, *(m for m in mentions if (m.type, m.spans) not in there)),
        relations=(
            *one.relations,
            *(rel for rel in relations if (rel.type, rel.arg1, rel.arg2) not in links),
        ),
    )


def fresh(one: AnnotationSet, stem: str) -> str:
    """An id that the set does not use yet."""
    used = {item.id for item in one.annotations}
    number, name = 1, stem
    while name in used:
        number, name = number + 1, f"{stem}-{number + 1}"
    return name


def respanned(mention: Mention, spans: Iterable[Span], text: str) -> Mention:
    """A mention on other spans; the wording that the source recorded follows."""
    new = merged(tuple(spans))
    return replace(mention, spans=new, text=covered(text, new) if mention.text else "")


def retyped(mention: Mention, kind: MentionType) -> Mention:
    """A mention as one of another type, with what that type takes and demands."""
    kept = {
        name: value
        for name, value in mention.attributes.items()
        if ":" in name or _takes(kind.attributes.get(name), value)
    }
    return replace(
        mention,
        type=kind.name,
        attributes=completed(kept, kind.attributes),
        codes=coded(mention.codes, kind),
    )


def completed(given: Mapping[str, str], kinds: Mapping[str, AttributeType]) -> dict[str, str]:
    """Attributes with all that are demanded: the default, or else the first value there is."""
    missing = {
        name: kind.default or (kind.values[0] if kind.values else "")
        for name, kind in kinds.items()
        if kind.required and name not in given
    }
    return {**given, **missing}


def coded(codes: tuple[Code, ...], kind: MentionType) -> tuple[Code, ...]:
    """The codes that a type takes: none, or CUI-less where it demands one."""
    if kind.codes == "none":
        return ()
    if kind.codes == "required" and not codes:
        return (Code(CUI_LESS, kind.code_system),)
    return codes


def mended(one: AnnotationSet, schema: Schema) -> AnnotationSet:
    """The set without the relations that its changes have made impossible under the schema."""
    kinds = {kind.name: kind for kind in schema.relation}
    mentions = one.by_id()
    seen: set[tuple[str, str, str]] = set()
    kept = []
    for rel in one.relations:
        key, rule = (rel.type, rel.arg1, rel.arg2), kinds.get(rel.type)
        if key not in seen and not (rule and any(argument_problems(rel, rule, mentions))):
            kept.append(rel)
        seen.add(key)
    return _told(_unchained(replace(one, relations=tuple(kept)), schema))


def _unchained(one: AnnotationSet, schema: Schema) -> AnnotationSet:
    """The set without pairs that deny the identity of two mentions of one chain."""
    parts = components(identity_links(one, schema))
    chain_of = {id_: number for number, part in enumerate(parts) for id_ in part}
    kinds = {kind.name: kind for kind in schema.relation if kind.identity}

    def denies(rel: Relation) -> bool:
        rule, here = kinds.get(rel.type), chain_of.get(rel.arg1)
        if rule is None or rule.makes_identity(rel.attributes):
            return False
        return here is not None and here == chain_of.get(rel.arg2)

    return replace(one, relations=tuple(rel for rel in one.relations if not denies(rel)))


def _told(one: AnnotationSet) -> AnnotationSet:
    """The set without notes about what is gone."""
    known = {item.id for item in one.annotations}
    notes = tuple(note for note in one.notes if not note.target or note.target in known)
    return replace(one, notes=notes)


def _takes(kind: AttributeType | None, value: str) -> bool:
    return kind is not None and (not kind.values or value in kind.values)
