"""CRAFT coreference as JSON lines: each line is an article with identity chains and appositions.

    {"doc": "11532192", "text": ..., "mentions": [{"id": 0, "class": "Noun Phrase",
     "spans": [[0, 49]]}], "identity_chains": [[0, 9]], "appositions": [{"relation": 3,
     "head": 4, "attributes": [6]}]}

An identity chain becomes a group. An apposition becomes a relation from its head to each of its
attributes; the attribute `craft:relation` of the relation names the mention that covers the whole
apposition.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from goldsmith.core import AnnotationSet, Document, Group, Mention, Relation, Span
from goldsmith.core.decoding import BAD_JSON, describe_json_error
from goldsmith.core.problem import Problem
from goldsmith.errors import InputError
from goldsmith.formats.base import Feature, Format, Unit
from goldsmith.formats.shared.lines import read_lines
from goldsmith.formats.tree import Tree

#: Attribute of a relation that names the mention covering the whole apposition.
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
    single_file = True
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
        for number, line in enumerate(read_lines(tree, unit.main), 1):
            if not line.strip():
                continue
            try:
                article = decoder.decode(line)
            except BAD_JSON as error:
                yield _make_error(error, tree.where(unit.main), number)
            else:
                annotation_set = _build_set(article, set_name)
                yield Document(article.doc, article.text, sets={set_name: annotation_set})

    def locate(self, unit: Unit, tree: Tree, problem: Problem) -> tuple[str, int]:
        key = re.compile(rb'"doc"\s*:\s*' + re.escape(msgspec.json.encode(problem.document)))
        lines = enumerate(read_lines(tree, unit.main), 1)
        numbers = (number for number, line in lines if key.search(line))
        return tree.where(unit.main), next(numbers, 0)


def _build_set(article: _Article, name: str) -> AnnotationSet:
    mentions = [
        Mention(str(mention.id), mention.kind, tuple(sorted(mention.spans)))
        for mention in article.mentions
    ]
    groups = [
        Group(f"identity-{number}", "identity", tuple(map(str, chain)))
        for number, chain in enumerate(article.identity_chains, 1)
    ]
    return AnnotationSet(name, tuple(mentions), tuple(_build_relations(article)), tuple(groups))


def _build_relations(article: _Article) -> Iterator[Relation]:
    pairs = (
        (apposition, attribute)
        for apposition in article.appositions
        for attribute in apposition.attributes
    )
    for number, (apposition, attribute) in enumerate(pairs, 1):
        yield Relation(
            f"apposition-{number}",
            "apposition",
            str(apposition.head),
            str(attribute),
            {RELATION: str(apposition.relation)},
        )


def _make_error(error: Exception, where: str, line: int) -> InputError:
    return InputError(
        f"this is not a CRAFT article in JSON{describe_json_error(error)}",
        where=where,
        line=line,
        expected='an object with "doc", "text", "mentions", "identity_chains" and "appositions"',
        remedy="The file may be truncated or written by another program",
    )


provides = Craft()
