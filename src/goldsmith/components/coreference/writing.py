"""Write chains in the form of a schema (typed pairs, plain pairs, groups), with attributes."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise

import msgspec
from msgspec.structs import replace

from goldsmith.components.coreference.bagga import BRIDGING_CLASS, classify_pair
from goldsmith.components.coreference.bridging import Bridge
from goldsmith.components.coreference.markables import Markable
from goldsmith.core import Group, Relation, Schema
from goldsmith.core.schema import ANY, RelationType
from goldsmith.errors import InputError, Remedy
from goldsmith.pipeline.analysis import Analysis

IDENTITY = "identity"
_RELATION_TYPE, _BAGGA_CLASS = "relation type", "Bagga class"
#: The semantic class of a thing whose class is unknown.
_OTHER = "other"


class _Order(msgspec.Struct, frozen=True):
    later_first: tuple[str, ...]


class _Table(msgspec.Struct, frozen=True):
    """The content of writing.toml."""

    attributes: dict[str, str]
    order: _Order


@cache
def _load_table() -> _Table:
    content = files(__package__).joinpath("writing.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(content), _Table)


def choose_relation_type(schema: Schema | None, name: str) -> RelationType:
    """Return the relation type for writing chains.

    Args:
        schema: The schema.
        name: The name of the type; empty for the schema's first type that means identity.

    Raises:
        InputError: No type is named, and the schema has none that means identity.
    """
    types = [kind for kind in (schema.relation if schema else ()) if kind.identity]
    if name:
        matching = [kind for kind in types if kind.name == name]
        plain = RelationType(name, first=(ANY,), second=(ANY,), symmetric=True, identity=True)
        return matching[0] if matching else plain
    if not types:
        raise InputError(
            "coreference has no relation type to write chains with",
            expected="a schema with a relation type that means identity, or the option relation",
            remedy=Remedy.NAME_SCHEMA,
        )
    return types[0]


class ChainWriter:
    """Adds chains and other pairs to an analysis."""

    def __init__(self, kind: RelationType, *, as_groups: bool) -> None:
        self.kind, self._as_groups = kind, as_groups
        self._later_first = kind.first_role in _load_table().order.later_first
        self._attributes = {
            content: name
            for name, content in _load_table().attributes.items()
            if name in kind.attributes
        }

    @property
    def has_relation_types(self) -> bool:
        """Whether a pair may have a type other than identity."""
        return _RELATION_TYPE in self._attributes

    def get_relation_type(self, rel: Relation) -> str:
        """Return the relation type of a pair; identity if the schema has no other."""
        name = self._attributes.get(_RELATION_TYPE)
        return rel.attributes.get(name, IDENTITY) if name else IDENTITY

    def order_ids(self, rel: Relation) -> tuple[str, str]:
        """Return the ids of anaphor and antecedent."""
        return (rel.arg1, rel.arg2) if self._later_first else (rel.arg2, rel.arg1)

    def write_chains(
        self, analysis: Analysis, markables: Sequence[Markable], chains: Iterable[Sequence[int]]
    ) -> None:
        """Add chains as groups, or as pairs of each mention with the previous one."""
        for chain in chains:
            members = [markables[number] for number in chain]
            if self._as_groups:
                ids = tuple(member.mention.id for member in members)
                analysis.groups.append(Group(analysis.make_id("g"), self.kind.name, ids))
                continue
            for antecedent, anaphor in pairwise(members):
                self._add_pair(analysis, anaphor, antecedent, IDENTITY)

    def write_bridges(
        self, analysis: Analysis, markables: Sequence[Markable], bridges: Iterable[Bridge]
    ) -> None:
        """Add bridging pairs."""
        for bridge in bridges:
            anaphor, antecedent = markables[bridge.anaphor], markables[bridge.antecedent]
            self._add_pair(analysis, anaphor, antecedent, bridge.kind)

    def _add_pair(
        self, analysis: Analysis, anaphor: Markable, antecedent: Markable, kind: str
    ) -> None:
        ids = antecedent.mention.id, anaphor.mention.id
        arg1, arg2 = ids[::-1] if self._later_first else ids
        is_identity = kind == IDENTITY
        values = {
            _RELATION_TYPE: kind,
            _BAGGA_CLASS: classify_pair(anaphor, antecedent) if is_identity else BRIDGING_CLASS,
        }
        attributes = {name: values[content] for content, name in self._attributes.items()}
        rel = Relation(analysis.make_id("r"), self.kind.name, arg1, arg2, attributes)
        analysis.relations.append(rel)


def describe_mentions(
    analysis: Analysis, markables: Iterable[Markable], schema: Schema | None
) -> None:
    """Add the attributes of the schema that mentions lack."""
    named = {kind.name: set(kind.attributes) for kind in (schema.mention if schema else ())}
    added = {
        markable.mention.id: values
        for markable in markables
        if (values := _list_missing(markable, named.get(markable.type, set())))
    }
    analysis.mentions = [
        replace(mention, attributes={**mention.attributes, **added[mention.id]})
        if mention.id in added
        else mention
        for mention in analysis.mentions
    ]


def _list_missing(markable: Markable, names: set[str]) -> dict[str, str]:
    values = {
        "grammatical_category": markable.category,
        "sentence_function": markable.function,
        "semantic_class": markable.semantic_class or _OTHER,
    }
    return {
        name: value
        for name, value in values.items()
        if name in names and name not in markable.mention.attributes
    }
