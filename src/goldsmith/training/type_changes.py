"""Changes of annotation types before training and scoring: rename, merge and drop."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Document, Group, Relation, Schema
from goldsmith.core.schema import RelationType
from goldsmith.errors import UnknownName
from goldsmith.pipeline import Example, TypeChanges


def change_examples(
    examples: Sequence[Example], changes: TypeChanges, *, check: bool = True
) -> list[Example]:
    """Change the types of the gold annotations of training examples.

    Args:
        examples: The training examples.
        changes: The changes.
        check: Raise an error for a type that no annotation has.

    Raises:
        UnknownName: No annotation has a type that is to be changed.
    """
    if not changes:
        return list(examples)
    if check:
        _check_types(changes, (example.gold for example in examples))
    return [Example(analysis, change_set(gold, changes)) for analysis, gold in examples]


def change_documents(
    docs: Sequence[Document], changes: TypeChanges, *, check: bool = True
) -> list[Document]:
    """Change the types in all annotation sets of documents.

    Args:
        docs: The documents.
        changes: The changes.
        check: Raise an error for a type that no annotation has.

    Raises:
        UnknownName: No annotation has a type that is to be changed.
    """
    if not changes:
        return list(docs)
    if check:
        _check_types(changes, (annotations for doc in docs for annotations in doc.sets.values()))
    return [
        replace(doc, sets={name: change_set(old, changes) for name, old in doc.sets.items()})
        for doc in docs
    ]


def _check_types(changes: TypeChanges, sets: Iterable[AnnotationSet]) -> None:
    types = {annotation.type for annotations in sets for annotation in annotations.annotations}
    for name in (*changes.rename, *changes.drop):
        if name not in types:
            raise UnknownName("annotation type", name, types)


def change_set(annotations: AnnotationSet, changes: TypeChanges) -> AnnotationSet:
    """Return a set with renamed types and without the dropped ones.

    Relations and group members whose mention is dropped are dropped too, and so are notes on them.
    """
    mentions = tuple(
        replace(mention, type=changes.rename.get(mention.type, mention.type))
        for mention in annotations.mentions
        if mention.type not in changes.drop
    )
    ids = {mention.id for mention in mentions}
    relations = tuple(
        _rename_relation(rel, changes)
        for rel in annotations.relations
        if rel.type not in changes.drop and {rel.arg1, rel.arg2} <= ids
    )
    groups = tuple(
        _rename_group(group, changes, ids)
        for group in annotations.groups
        if group.type not in changes.drop and not ids.isdisjoint(group.members)
    )
    ids |= {rel.id for rel in relations} | {group.id for group in groups}
    notes = tuple(note for note in annotations.notes if not note.target or note.target in ids)
    return replace(
        annotations, mentions=mentions, relations=relations, groups=groups, notes=notes, schema=""
    )


def _rename_relation(rel: Relation, changes: TypeChanges) -> Relation:
    return replace(rel, type=changes.rename.get(rel.type, rel.type))


def _rename_group(group: Group, changes: TypeChanges, ids: set[str]) -> Group:
    members = tuple(member for member in group.members if member in ids)
    return replace(group, type=changes.rename.get(group.type, group.type), members=members)


def change_schema(schema: Schema, changes: TypeChanges) -> Schema:
    """Return a schema without a name, with renamed types and without the dropped ones.

    Merged types take the definition of the first of them; a type that already has the new name
    takes precedence.
    """
    if not changes:
        return schema
    mention = {entry.name: entry for entry in schema.mention if entry.name not in changes.rename}
    relation = {entry.name: entry for entry in schema.relation if entry.name not in changes.rename}
    for old, new in changes.rename.items():
        if kind := schema.get_mention_type(old):
            mention.setdefault(new, replace(kind, name=new))
        if rel := schema.get_relation_type(old):
            relation.setdefault(new, replace(rel, name=new))
    return replace(
        schema,
        name="",
        title=f"{schema.title}, types changed",
        mention=tuple(entry for name, entry in mention.items() if name not in changes.drop),
        relation=tuple(
            changed
            for name, entry in relation.items()
            if name not in changes.drop
            and (changed := _rename_arguments(entry, changes)).first
            and changed.second
        ),
    )


def _rename_arguments(kind: RelationType, changes: TypeChanges) -> RelationType:
    def rename(names: Sequence[str]) -> tuple[str, ...]:
        remaining = (changes.rename.get(name, name) for name in names if name not in changes.drop)
        return tuple(dict.fromkeys(remaining))

    return replace(kind, first=rename(kind.first), second=rename(kind.second))
