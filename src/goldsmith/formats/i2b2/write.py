"""Write the i2b2 files of a document and count what they cannot represent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from goldsmith.core import AnnotationSet, Document, Group, Mention
from goldsmith.formats.base import get_only_set
from goldsmith.formats.i2b2.lines import format_concept, is_quotable, make_quotable
from goldsmith.formats.i2b2.read import (
    ASSERTION,
    CLASS,
    COREFERENCE,
    PRONOUN,
    MentionIndex,
    derive_class,
    get_argument_types,
)
from goldsmith.formats.shared.tokens import (
    Tokens,
    count_broken_links,
    count_misaligned,
    snap_to_tokens,
)


def count_losses(annotation_set: AnnotationSet, tokens: Tokens) -> Counter[str]:
    """Count what the files cannot represent, by name of the loss."""
    attributes = [name for mention in annotation_set.mentions for name in mention.attributes]
    counts = Counter(
        {**count_misaligned(annotation_set, tokens), **count_broken_links(annotation_set, tokens)}
    )
    counts["other-attributes"] = sum(name != ASSERTION for name in attributes)
    counts["names"] = sum(not is_quotable(value) for value in _iterate_quoted(annotation_set))
    counts["ambiguous-links"] = _count_ambiguous(annotation_set)
    mentions = annotation_set.mentions_by_id()
    for group in annotation_set.groups:
        counts += _count_chain_losses(group, mentions)
    return +counts


def _iterate_quoted(annotation_set: AnnotationSet) -> Iterator[str]:
    """Yield everything that is written in quotes, except the texts of concepts."""
    for mention in annotation_set.mentions:
        yield from (mention.type, mention.attributes.get(ASSERTION, ""))
    yield from (rel.type for rel in annotation_set.relations)
    yield from (group.attributes.get(CLASS, "") for group in annotation_set.groups)


def _count_chain_losses(group: Group, mentions: Mapping[str, Mention]) -> Counter[str]:
    stated = group.attributes.get(CLASS)
    derived = derive_class(mentions[member].type for member in group.members)
    extra = sum(name != CLASS for name in group.attributes)
    return Counter(
        {
            "group-types": int(group.type != COREFERENCE),
            "other-group-attributes": extra + (stated == derived),
            "mixed-chains": int(stated is None and not derived),
        }
    )


def _count_ambiguous(annotation_set: AnnotationSet) -> int:
    """Count the relations and groups that would be read with another mention at the same spans."""
    index, mentions = MentionIndex(annotation_set.mentions), annotation_set.mentions_by_id()

    def is_ambiguous(key: str, kind: str) -> bool:
        return index.find(mentions[key].spans, kind) is not mentions[key]

    relations = sum(
        any(map(is_ambiguous, (rel.arg1, rel.arg2), get_argument_types(rel.type)))
        for rel in annotation_set.relations
    )
    groups = sum(
        any(is_ambiguous(member, _choose_class(group, mentions)) for member in group.members)
        for group in annotation_set.groups
    )
    return relations + groups


def _choose_class(group: Group, mentions: Mapping[str, Mention]) -> str:
    """Return the class to write for a chain; if it is ambiguous, the most frequent type."""
    if CLASS in group.attributes:
        return group.attributes[CLASS]
    types = [mentions[member].type for member in group.members]
    most_common = Counter(kind for kind in types if kind != PRONOUN).most_common(1)
    return derive_class(types) or most_common[0][0]


class DocumentWriter:
    """The lines of the files of a document."""

    def __init__(self, doc: Document) -> None:
        tokens = Tokens(doc.text)
        self.set = snap_to_tokens(get_only_set(doc), tokens)
        self.concepts: dict[str, str] = {}
        self.typed_concepts: dict[str, str] = {}
        for mention in self.set.mentions:
            concept = format_concept(mention, doc, tokens)
            self.concepts[mention.id] = concept
            self.typed_concepts[mention.id] = f'{concept}||t="{make_quotable(mention.type)}"'

    def format_files(self) -> dict[str, list[str]]:
        """Return the lines of each kind of file."""
        return {
            "con": list(self.typed_concepts.values()),
            "ast": self._format_assertions(),
            "rel": self._format_relations(),
            "chains": self._format_chains(),
        }

    def _format_assertions(self) -> list[str]:
        values: dict[str, str] = {}
        for mention in self.set.mentions:
            if ASSERTION in mention.attributes:
                # Mentions may share tokens after they were extended; the first one is used.
                concept = self.typed_concepts[mention.id]
                values.setdefault(concept, make_quotable(mention.attributes[ASSERTION]))
        return [f'{concept}||a="{value}"' for concept, value in values.items()]

    def _format_relations(self) -> list[str]:
        return [
            f'{self.concepts[rel.arg1]}||r="{make_quotable(rel.type)}"||{self.concepts[rel.arg2]}'
            for rel in self.set.relations
        ]

    def _format_chains(self) -> list[str]:
        mentions = self.set.mentions_by_id()
        return [
            "||".join([self.concepts[member] for member in group.members])
            + f'||t="coref {make_quotable(_choose_class(group, mentions))}"'
            for group in self.set.groups
        ]
