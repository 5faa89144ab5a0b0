"""What is wrong with an annotation set, by itself and against a schema."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import msgspec

from goldsmith.core.annotation_set import AnnotationSet
from goldsmith.core.chain import components, identity_links
from goldsmith.core.document import Document
from goldsmith.core.mention import Mention
from goldsmith.core.offsets import covered, line_of
from goldsmith.core.relation import Group, Relation
from goldsmith.core.schema import ANY, AttributeType, MentionType, RelationType, Schema


class Problem(msgspec.Struct, frozen=True):
    """One thing that is wrong, and where. Never holds the note's text."""

    document: str
    set: str
    kind: str
    annotation: str
    message: str
    start: int = -1
    line: int = 0

    def __str__(self) -> str:
        place = f" line {self.line} (offset {self.start})" if self.line else ""
        return f"{self.document} [{self.set}] {self.annotation}{place}: {self.message}"


def structure(doc: Document) -> Iterator[Problem]:
    """What no schema allows: duplicate ids, spans outside the text, arguments that do not exist."""
    length = len(doc.text)
    for section in doc.sections:
        start, end = section.span.start, section.span.end
        if not 0 <= start < end <= length:
            message = f"the section {start}-{end} is not inside the text; expected up to {length}"
            yield Problem(doc.id, "", "section", "section", message)
    for annotation_set in doc.sets.values():
        report = _Reporter(doc, annotation_set)
        ids = {mention.id for mention in annotation_set.mentions}
        yield from _duplicates(annotation_set, ids, report)
        for mention in annotation_set.mentions:
            last = 0
            for span in mention.spans:
                if not last <= span.start < span.end <= length:
                    yield report.span(mention, length)
                    break
                last = span.end
        yield from _dangling(annotation_set, ids, report)


def mismatches(doc: Document, annotation_set: AnnotationSet) -> Iterator[Problem]:
    """Mentions whose source recorded another wording than the document has there.

    Those that are not inside the text are left to `structure`: each fault is told once.
    """
    text = doc.text
    for mention in annotation_set.mentions:
        recorded = mention.text
        if not recorded or covered(text, mention.spans) == recorded:
            continue
        differs = covered(text, mention.spans).split() != recorded.split()
        if differs and _inside(mention, len(text)):
            yield _Reporter(doc, annotation_set).about(
                mention, "text", "the recorded text is not the text at these offsets"
            )


def _inside(mention: Mention, length: int) -> bool:
    """Whether the spans are inside the text, in order and apart; `structure` checks it inline."""
    last = 0
    for span in mention.spans:
        if not last <= span.start < span.end <= length:
            return False
        last = span.end
    return True


def validate(doc: Document, annotation_set: AnnotationSet, schema: Schema) -> list[Problem]:
    """Everything that is wrong with one set of a document, measured against a schema."""
    one = msgspec.structs.replace(doc, sets={annotation_set.name: annotation_set})
    problems = list(structure(one)) + list(mismatches(doc, annotation_set))
    report = _Reporter(doc, annotation_set)
    kinds = {kind.name: kind for kind in schema.mention}
    for mention in annotation_set.mentions:
        problems += _check_mention(mention, kinds, report)
    links = {kind.name: kind for kind in schema.relation}
    mentions = annotation_set.by_id()
    for rel in annotation_set.relations:
        problems += _check_relation(rel, links, mentions, report)
    for group in annotation_set.groups:
        problems += _check_group(group, links, mentions, report)
    problems += _check_chains(annotation_set, schema, report)
    return problems


class _Reporter:
    """Makes problems for one set of one document."""

    def __init__(self, doc: Document, annotation_set: AnnotationSet) -> None:
        self.doc, self.set = doc, annotation_set.name
        self.mentions = annotation_set

    def about(self, mention: Mention, kind: str, message: str) -> Problem:
        start = mention.start
        line = line_of(self.doc.text, start) if 0 <= start <= len(self.doc.text) else 0
        return Problem(self.doc.id, self.set, kind, mention.id, message, start, line)

    def link(self, link_id: str, kind: str, message: str) -> Problem:
        return Problem(self.doc.id, self.set, kind, link_id, message)

    def span(self, mention: Mention, length: int) -> Problem:
        given = ", ".join(f"{span.start}-{span.end}" for span in mention.spans)
        return self.about(
            mention,
            "span",
            f"the spans {given} are not inside the text, in order and apart; "
            f"expected 0 <= start < end <= {length}",
        )


def _duplicates(
    annotation_set: AnnotationSet, ids: set[str], report: _Reporter
) -> Iterator[Problem]:
    links = [rel.id for rel in annotation_set.relations]
    links += [group.id for group in annotation_set.groups]
    if len(ids.union(links)) == len(annotation_set.mentions) + len(links):
        return
    for one, times in Counter(item.id for item in annotation_set.annotations).items():
        if times > 1:
            yield report.link(one, "duplicate", f"the id is used {times} times")


def _dangling(annotation_set: AnnotationSet, ids: set[str], report: _Reporter) -> Iterator[Problem]:
    for rel in annotation_set.relations:
        for side, target in (("first", rel.arg1), ("second", rel.arg2)):
            if target not in ids:
                yield report.link(
                    rel.id, "dangling", f"its {side} argument {target} does not exist"
                )
    for group in annotation_set.groups:
        for member in group.members:
            if member not in ids:
                yield report.link(group.id, "dangling", f"its member {member} does not exist")
    if annotation_set.notes:
        every = {item.id for item in annotation_set.annotations}
        for note in annotation_set.notes:
            if note.target and note.target not in every:
                yield report.link(
                    note.target, "dangling", "a note is about it, but it does not exist"
                )


def _check_mention(
    mention: Mention, kinds: Mapping[str, MentionType], report: _Reporter
) -> Iterator[Problem]:
    kind = kinds.get(mention.type)
    if kind is None:
        known = ", ".join(kinds)
        yield report.about(mention, "type", f"unknown mention type {mention.type}; known: {known}")
        return
    if kind.anchored and not mention.spans:
        yield report.about(mention, "span", f"a {kind.name} needs a place in the text")
    if kind.codes == "required" and not mention.codes:
        yield report.about(mention, "code", f"a {kind.name} needs a code (CUI-less is one)")
    if kind.codes == "none" and mention.codes:
        yield report.about(mention, "code", f"a {kind.name} takes no code")
    for message in attribute_problems(mention.attributes, kind.attributes, kind.name):
        yield report.about(mention, "attribute", message)


def attribute_problems(
    given: Mapping[str, str], kinds: Mapping[str, AttributeType], owner: str
) -> Iterator[str]:
    """What is wrong with the attributes of one annotation; a format's own (`brat:event`) pass."""
    forced = {
        other: value
        for name, kind in kinds.items()
        for other, value in kind.implies.get(given.get(name, kind.default), {}).items()
    }
    for name, value in given.items():
        if name not in kinds:
            if ":" not in name:
                yield f"{owner} has no attribute {name}; known: {', '.join(kinds) or 'none'}"
        elif name in forced:
            if value != forced[name]:
                yield f"{name} must be {forced[name]!r} here"
        elif kinds[name].values and value not in kinds[name].values:
            yield f"the value of {name} is not one of: {', '.join(kinds[name].values)}"
    for name, kind in kinds.items():
        if (kind.required or name in forced) and name not in given:
            yield f"{owner} needs the attribute {name}"


def _check_relation(
    rel: Relation,
    kinds: Mapping[str, RelationType],
    mentions: Mapping[str, Mention],
    report: _Reporter,
) -> Iterator[Problem]:
    kind = kinds.get(rel.type)
    if kind is None:
        known = ", ".join(kinds) or "none"
        yield report.link(rel.id, "type", f"unknown relation type {rel.type}; known: {known}")
        return
    for message in argument_problems(rel, kind, mentions):
        yield report.link(rel.id, "argument", message)
    for message in attribute_problems(rel.attributes, kind.attributes, kind.name):
        yield report.link(rel.id, "attribute", message)


def argument_problems(
    rel: Relation, kind: RelationType, mentions: Mapping[str, Mention]
) -> Iterator[str]:
    """Arguments of a type that the relation does not take (CLEF Table 3)."""
    if rel.arg1 == rel.arg2:
        yield "both arguments are the same mention"
    ways = [(kind.first, kind.second)]
    if kind.symmetric:  # its arguments have no order: the way round that fits better counts
        ways.append((kind.second, kind.first))
    pair = (mentions.get(rel.arg1), mentions.get(rel.arg2))
    yield from min((_misfits(kind.name, pair, way) for way in ways), key=len)


def _misfits(
    name: str,
    pair: tuple[Mention | None, Mention | None],
    way: tuple[tuple[str, ...], tuple[str, ...]],
) -> list[str]:
    return [
        f"the {side} argument of {name} is a {mention.type}; expected {' or '.join(allowed)}"
        for side, mention, allowed in zip(("first", "second"), pair, way, strict=True)
        if mention is not None and not _takes(allowed, mention)
    ]


def _takes(allowed: tuple[str, ...], mention: Mention) -> bool:
    return ANY in allowed or mention.type in allowed


def _check_group(
    group: Group,
    kinds: Mapping[str, RelationType],
    mentions: Mapping[str, Mention],
    report: _Reporter,
) -> Iterator[Problem]:
    kind = kinds.get(group.type)
    if kind is None or not (kind.identity or kind.symmetric):
        known = ", ".join(name for name, one in kinds.items() if one.identity or one.symmetric)
        yield report.link(
            group.id, "type", f"unknown group type {group.type}; known: {known or 'none'}"
        )
        return
    allowed = tuple(dict.fromkeys((*kind.first, *kind.second)))
    for member in group.members:
        mention = mentions.get(member)
        if mention is not None and not _takes(allowed, mention):
            yield report.link(
                group.id,
                "argument",
                f"its member {member} is a {mention.type}; expected {' or '.join(allowed)}",
            )
    for message in attribute_problems(group.attributes, _optional(kind.attributes), kind.name):
        yield report.link(group.id, "attribute", message)


def _optional(kinds: Mapping[str, AttributeType]) -> dict[str, AttributeType]:
    """The attributes, none required: a chain in a file does not say what its pairs must."""
    return {name: msgspec.structs.replace(kind, required=False) for name, kind in kinds.items()}


def _check_chains(
    annotation_set: AnnotationSet, schema: Schema, report: _Reporter
) -> Iterator[Problem]:
    """Chains that hold two mentions which a pair says are something else than one."""
    kinds = {kind.name: kind for kind in schema.relation if kind.identity}
    other = [
        rel
        for rel in annotation_set.relations
        if rel.type in kinds and not kinds[rel.type].makes_identity(rel.attributes)
    ]
    if not other:
        return
    chain_of = {
        member: number
        for number, members in enumerate(components(identity_links(annotation_set, schema)))
        for member in members
    }
    for rel in other:
        if rel.arg1 in chain_of and chain_of[rel.arg1] == chain_of.get(rel.arg2):
            yield report.link(
                rel.id,
                "chain",
                f"{rel.arg1} and {rel.arg2} are in one chain, but this pair is not an identity",
            )
