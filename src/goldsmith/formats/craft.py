"""CRAFT coreference as JSON lines: one article a line, with identity chains and appositions.

    {"doc": "11532192", "text": ..., "mentions": [{"id": 0, "class": "Noun Phrase",
     "spans": [[0, 49]]}], "identity_chains": [[0, 9]], "appositions": [{"relation": 3,
     "head": 4, "attributes": [6]}]}

An identity chain is a group. An apposition is a relation from its head to each of its attributes;
the mention that covers the whole of it is named by the relation's attribute `craft:relation`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from goldsmith.core import AnnotationSet, Document, Group, Mention, Relation, Span
from goldsmith.core.validation import Problem
from goldsmith.errors import InputError
from goldsmith.formats.base import Feature, Format, Unit
from goldsmith.formats.shared.lines import lines
from goldsmith.formats.tree import Tree

#: The mention that covers a whole apposition.
RELATION = "craft:relation"
_HEAD = re.compile(rb'(?:\xef\xbb\xbf)?\s*\{\s*"doc"\s*:')


class _Mention(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    id: int | str
    kind: str = msgspec.field(name="class")
    spans: tuple[Span, ...]


class _Apposition(msgspec.Struct, forbid_unknown_fields=True):
    relation: int | str
    head: int | str
    attributes: list[int | str]


class _Article(msgspec.Struct, forbid_unknown_fields=True):
    doc: str
    text: str
    mentions: list[_Mention]
    identity_chains: list[list[int | str]] = []
    appositions: list[_Apposition] = []


class Craft(Format):
    """The coreference annotation of the CRAFT corpus; read only."""

    title = "CRAFT coreference (JSON lines)"
    suffixes = (".jsonl",)
    one_file = True
    writes = False
    carries = frozenset(
        {
            Feature.TYPES,
            Feature.OVERLAPPING,
            Feature.DISCONTIGUOUS,
            Feature.DUPLICATES,
            Feature.RELATIONS,
            Feature.RELATION_ATTRIBUTES,
            Feature.GROUPS,
            Feature.CONTROL_CHARACTERS,
        }
    )

    def recognises(self, name: str, head: bytes) -> bool:
        keys = _HEAD.match(head) or b'"identity_chains"' in head
        return super().recognises(name, head) and bool(keys)

    def read(self, unit: Unit, tree: Tree, *, set_name: str) -> Iterator[Document | InputError]:
        decoder = msgspec.json.Decoder(_Article)
        for number, line in enumerate(lines(tree, unit.main), 1):
            if not line.strip():
                continue
            try:
                article = decoder.decode(line)
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                yield _not_craft(error, tree.where(unit.main), number)
            else:
                found = _annotation_set(article, set_name)
                yield Document(article.doc, article.text, sets={set_name: found})

    def locate(self, unit: Unit, tree: Tree, problem: Problem) -> tuple[str, int]:
        key = re.compile(rb'"doc"\s*:\s*' + re.escape(msgspec.json.encode(problem.document)))
        found = (n for n, line in enumerate(lines(tree, unit.main), 1) if key.search(line))
        return tree.where(unit.main), next(found, 0)


def _annotation_set(article: _Article, name: str) -> AnnotationSet:
    mentions = [
        Mention(str(one.id), one.kind, one.spans if len(one.spans) < 2 else _sorted(one.spans))
        for one in article.mentions
    ]
    groups = [
        Group(f"identity-{number}", "identity", tuple(map(str, chain)))
        for number, chain in enumerate(article.identity_chains, 1)
    ]
    return AnnotationSet(name, tuple(mentions), tuple(_appositions(article)), tuple(groups))


def _sorted(spans: tuple[Span, ...]) -> tuple[Span, ...]:
    return tuple(sorted(spans))


def _appositions(article: _Article) -> Iterator[Relation]:
    number = 0
    for found in article.appositions:
        for attribute in found.attributes:
            number += 1
            ends = (str(found.head), str(attribute))
            whole = {RELATION: str(found.relation)}
            yield Relation(f"apposition-{number}", "apposition", *ends, whole)


def _not_craft(error: Exception, where: str, line: int) -> InputError:
    shape = f": {error}" if isinstance(error, msgspec.ValidationError) else ""
    return InputError(
        f"this is not an article of CRAFT in JSON{shape}",
        where=where,
        line=line,
        expected='an object with "doc", "text", "mentions", "identity_chains" and "appositions"',
        remedy="The file may be truncated or made by another program",
    )


provides = Craft()
