"""Validation of an annotation set against a schema."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec

from goldsmith.core.annotation_set import AnnotationSet
from goldsmith.core.chain import (
    collect_identity_links,
    find_components,
    find_repeated_members,
    select_identity_groups,
)
from goldsmith.core.document import Document
from goldsmith.core.mention import Mention
from goldsmith.core.problem import Problem, ProblemReporter
from goldsmith.core.relation import Group, Relation
from goldsmith.core.schema import ANY, AttributeType, MentionType, RelationType, Schema
from goldsmith.core.structure import check_recorded_text, check_structure
from goldsmith.errors import shorten_id

#: The kind of problem of an incomplete annotation, which is acceptable in work in progress.
INCOMPLETE: Final = "incomplete"


def validate(doc: Document, annotation_set: AnnotationSet, schema: Schema) -> list[Problem]:
    """Return every problem of an annotation set under a schema.

    Args:
        doc: The document that the set annotates.
        annotation_set: The set; it need not be one of `doc.sets`.
        schema: The schema it should follow.

    Example:
        >>> for problem in validate(doc, doc.sets["gold"], load_builtin_schema("clef")):
        ...     print(problem)
        note-1 [gold] T3 line 2 (offset 41): unknown mention type Fever; known: Condition, …
    """
    only = msgspec.structs.replace(doc, sets={annotation_set.name: annotation_set})
    problems = [*check_structure(only), *check_recorded_text(doc, annotation_set)]
    reporter = ProblemReporter(doc, annotation_set)
    mention_types = {kind.name: kind for kind in schema.mention}
    for mention in annotation_set.mentions:
        problems += _check_mention(mention, mention_types, reporter)
    relation_types = {kind.name: kind for kind in schema.relation}
    mentions = annotation_set.mentions_by_id()
    for rel in annotation_set.relations:
        problems += _check_relation(rel, relation_types, mentions, reporter)
    for group in annotation_set.groups:
        problems += _check_group(group, relation_types, mentions, reporter)
    problems += check_clusters(doc, annotation_set, select_identity_groups(annotation_set, schema))
    problems += _check_chains(annotation_set, schema, reporter)
    return problems


def _check_mention(
    mention: Mention, types: Mapping[str, MentionType], reporter: ProblemReporter
) -> Iterator[Problem]:
    kind = types.get(mention.type)
    if kind is None:
        names = ", ".join(types)
        message = f"unknown mention type {shorten_id(mention.type)}; known: {names}"
        yield reporter.report_mention(mention, "type", message)
        return
    if kind.anchored and not mention.spans:
        yield reporter.report_mention(mention, "span", f"a {kind.name} needs a place in the text")
    if kind.codes == "required" and not mention.codes:
        message = f"a {kind.name} needs a code (CUI-less is one)"
        yield reporter.report_mention(mention, INCOMPLETE, message)
    if kind.codes == "none" and mention.codes:
        yield reporter.report_mention(mention, "code", f"a {kind.name} takes no code")
    for message in _check_values(mention.attributes, kind.attributes, kind.name):
        yield reporter.report_mention(mention, "attribute", message)
    for message in _find_missing(mention.attributes, kind.attributes, kind.name):
        yield reporter.report_mention(mention, INCOMPLETE, message)


def check_attributes(
    attributes: Mapping[str, str], types: Mapping[str, AttributeType], owner: str
) -> Iterator[str]:
    """Yield the problems of the attributes of an annotation.

    Attributes of an exchange format (`brat:event`) are always permitted.

    Args:
        attributes: The attributes of the annotation.
        types: The attributes that its type has.
        owner: The name of its type, for the messages.
    """
    yield from _check_values(attributes, types, owner)
    yield from _find_missing(attributes, types, owner)


def _check_values(
    attributes: Mapping[str, str], types: Mapping[str, AttributeType], owner: str
) -> Iterator[str]:
    forced = _find_forced(attributes, types)
    for name, value in attributes.items():
        if name not in types:
            if ":" not in name:
                listed = ", ".join(types) or "none"
                yield f"{owner} has no attribute {shorten_id(name)}; known: {listed}"
        elif name in forced:
            if value != forced[name]:
                yield f"{name} must be {forced[name]!r} here"
        elif types[name].values and value not in types[name].values:
            yield f"the value of {name} is not one of: {', '.join(types[name].values)}"


def _find_missing(
    attributes: Mapping[str, str], types: Mapping[str, AttributeType], owner: str
) -> Iterator[str]:
    forced = _find_forced(attributes, types)
    for name, kind in types.items():
        if (kind.required or name in forced) and name not in attributes:
            yield f"{owner} needs the attribute {name}"


def _find_forced(
    attributes: Mapping[str, str], types: Mapping[str, AttributeType]
) -> dict[str, str]:
    """Return the attribute values that the values of other attributes imply."""
    return {
        name: value
        for trigger, kind in types.items()
        if kind.implies
        for name, value in kind.implies.get(attributes.get(trigger, kind.default), {}).items()
    }


def _check_relation(
    rel: Relation,
    types: Mapping[str, RelationType],
    mentions: Mapping[str, Mention],
    reporter: ProblemReporter,
) -> Iterator[Problem]:
    kind = types.get(rel.type)
    if kind is None:
        names = ", ".join(types) or "none"
        yield reporter.report(
            rel.id, "type", f"unknown relation type {shorten_id(rel.type)}; known: {names}"
        )
        return
    for message in check_arguments(rel, kind, mentions):
        yield reporter.report(rel.id, "argument", message)
    for message in _check_values(rel.attributes, kind.attributes, kind.name):
        yield reporter.report(rel.id, "attribute", message)
    for message in _find_missing(rel.attributes, kind.attributes, kind.name):
        yield reporter.report(rel.id, INCOMPLETE, message)


def check_arguments(
    rel: Relation, kind: RelationType, mentions: Mapping[str, Mention]
) -> Iterator[str]:
    """Yield the arguments whose mention type the relation type does not accept (CLEF Table 3).

    Args:
        rel: The relation.
        kind: Its type.
        mentions: The mentions of its set by id; arguments that are missing there are ignored.
    """
    if rel.arg1 == rel.arg2:
        yield "both arguments are the same mention"
    orders = [(kind.first, kind.second)]
    if kind.symmetric:  # the arguments have no order: report the order that fits better
        orders.append((kind.second, kind.first))
    pair = (mentions.get(rel.arg1), mentions.get(rel.arg2))
    yield from min((_find_misfits(kind.name, pair, order) for order in orders), key=len)


def _find_misfits(
    name: str,
    pair: tuple[Mention | None, Mention | None],
    types: tuple[tuple[str, ...], tuple[str, ...]],
) -> list[str]:
    return [
        f"the {side} argument of {name} is a {shorten_id(mention.type)}; "
        f"expected {' or '.join(allowed)}"
        for side, mention, allowed in zip(("first", "second"), pair, types, strict=True)
        if mention is not None and not _is_allowed(mention, allowed)
    ]


def _is_allowed(mention: Mention, types: tuple[str, ...]) -> bool:
    return ANY in types or mention.type in types


def _check_group(
    group: Group,
    types: Mapping[str, RelationType],
    mentions: Mapping[str, Mention],
    reporter: ProblemReporter,
) -> Iterator[Problem]:
    kind = types.get(group.type)
    if kind is None or not (kind.identity or kind.symmetric):
        names = ", ".join(name for name, kind in types.items() if kind.identity or kind.symmetric)
        yield reporter.report(
            group.id,
            "type",
            f"unknown group type {shorten_id(group.type)}; known: {names or 'none'}",
        )
        return
    for member in group.members:
        mention = mentions.get(member)
        if mention is not None and not kind.takes_member(mention.type):
            yield reporter.report(
                group.id,
                "argument",
                f"its member {shorten_id(member)} is a {shorten_id(mention.type)}; "
                f"expected {' or '.join(kind.members)}",
            )
    # A chain in a file need not set the attributes that each of its pairs must set.
    optional = {
        name: msgspec.structs.replace(attribute, required=False)
        for name, attribute in kind.attributes.items()
    }
    for message in check_attributes(group.attributes, optional, kind.name):
        yield reporter.report(group.id, "attribute", message)


def check_clusters(
    doc: Document, annotation_set: AnnotationSet, groups: Sequence[Group]
) -> Iterator[Problem]:
    """Yield the mentions that are in more than one of the groups.

    Args:
        doc: The document that the set annotates.
        annotation_set: The set.
        groups: The groups of the set that are clusters of mentions of the same thing.
    """
    reporter = ProblemReporter(doc, annotation_set)
    mentions = annotation_set.mentions_by_id()
    for repeated in find_repeated_members(annotation_set, groups):
        if repeated.mention in mentions:
            yield reporter.report_mention(
                mentions[repeated.mention],
                "chain",
                f"it is in the groups {shorten_id(repeated.home)} and {shorten_id(repeated.group)}"
                f"; expected in one of them, and it counts in {shorten_id(repeated.home)} only",
            )


def _check_chains(
    annotation_set: AnnotationSet, schema: Schema, reporter: ProblemReporter
) -> Iterator[Problem]:
    """Yield the pairs within one chain that are marked as not identical."""
    types = {kind.name: kind for kind in schema.relation if kind.identity}
    contradictions = [
        rel
        for rel in annotation_set.relations
        if rel.type in types and not types[rel.type].is_identity(rel.attributes)
    ]
    if not contradictions:
        return
    chain_of = {
        member: number
        for number, members in enumerate(
            find_components(collect_identity_links(annotation_set, schema))
        )
        for member in members
    }
    for rel in contradictions:
        if rel.arg1 in chain_of and chain_of[rel.arg1] == chain_of.get(rel.arg2):
            yield reporter.report(
                rel.id,
                "chain",
                f"{shorten_id(rel.arg1)} and {shorten_id(rel.arg2)} are in one chain, "
                "but this pair is not an identity",
            )
