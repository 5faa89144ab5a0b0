"""Builders of mentions, annotation sets and documents, shared by the tests of all packages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from goldsmith.core import (
    AnnotationSet,
    Code,
    Document,
    Group,
    Mention,
    Note,
    Relation,
    Schema,
    Span,
)
from goldsmith.metrics import SetPair

_TAG = re.compile(r"<(\w+)(?::([^|>]+))?((?:\|[^|>]+=[^|>]*)*)>(.*?)</>", re.DOTALL)


def build_mention(
    mention_id: str,
    *spans: tuple[int, int],
    kind: str = "Condition",
    codes: Sequence[str] = (),
    **attributes: str,
) -> Mention:
    """Build a mention; without spans it applies to the whole document."""
    return Mention(
        mention_id,
        kind,
        tuple(Span(start, end) for start, end in spans),
        attributes,
        tuple(Code(code) for code in codes),
    )


def build_set(
    mentions: Iterable[Mention] = (),
    relations: Iterable[Relation] = (),
    groups: Iterable[Group] = (),
    notes: Iterable[Note] = (),
    *,
    name: str = "gold",
) -> AnnotationSet:
    """Build an annotation set from any iterables."""
    return AnnotationSet(name, tuple(mentions), tuple(relations), tuple(groups), tuple(notes))


def build_document(
    *mentions: Mention,
    doc_id: str = "note-1",
    text: str = "fever\nand cough",
    relations: Iterable[Relation] = (),
    groups: Iterable[Group] = (),
    notes: Iterable[Note] = (),
) -> Document:
    """Build a document with a single annotation set, "gold"."""
    return Document(
        doc_id, text, sets={"gold": build_set(mentions, relations, groups, notes, name="gold")}
    )


def build_pair(
    a: AnnotationSet | Iterable[Mention],
    b: AnnotationSet | Iterable[Mention],
    *,
    schema: Schema | None = None,
    doc_id: str = "note-1",
    text: str = " " * 99,
) -> SetPair:
    """Build two annotation sets to compare; `a` and `b` are sets or their mentions."""
    first = a if isinstance(a, AnnotationSet) else build_set(a, name="a")
    second = b if isinstance(b, AnnotationSet) else build_set(b, name="b")
    return SetPair(Document(doc_id, text), first, second, schema)


def parse_sentence(
    markup: str, *, relations: str = "", groups: tuple[Group, ...] = ()
) -> tuple[Document, AnnotationSet]:
    """Parse a sentence with tags, such as `Denies <m1:disorder|status=negated>chest pain</>`.

    A tag with the id of an earlier tag adds a span to that mention, and `code=` gives a code.
    Relations are written `R1 has_target a b task=A; type=x, R2 …`.
    """
    text = ""
    mentions: dict[str, Mention] = {}
    plain, *parts = _TAG.split(markup)
    text += plain
    for at in range(0, len(parts), 5):
        mention_id, kind, pairs, covered, plain = parts[at : at + 5]
        span = Span(len(text), len(text) + len(covered))
        attributes = dict(pair.split("=", 1) for pair in pairs.split("|")[1:])
        mentions[mention_id] = _add_span(
            mentions.get(mention_id), mention_id, kind, span, attributes
        )
        text += covered + plain
    annotation_set = build_set(mentions.values(), _parse_relations(relations), groups)
    return Document("note-1", text, sets={"gold": annotation_set}), annotation_set


def _add_span(
    mention: Mention | None, mention_id: str, kind: str, span: Span, attributes: dict[str, str]
) -> Mention:
    if mention is not None:
        spans = (*mention.spans, span)
        return Mention(mention.id, mention.type, spans, mention.attributes, mention.codes)
    code = attributes.pop("code", None)
    return Mention(mention_id, kind, (span,), attributes, (Code(code),) if code else ())


def _parse_relations(notation: str) -> Iterable[Relation]:
    for part in filter(None, notation.split(", ")):
        relation_id, kind, arg1, arg2, *rest = part.split(" ", 4)
        attributes = dict(pair.split("=") for pair in rest[0].split("; ")) if rest else {}
        yield Relation(relation_id, kind, arg1, arg2, attributes)
