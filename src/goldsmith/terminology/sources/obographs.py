"""OBO graphs: the JSON form of OBO ontologies."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from goldsmith.terminology.concept import Concept, Name
from goldsmith.terminology.sources import ontology
from goldsmith.terminology.sources.base import (
    Options,
    Release,
    drop_duplicates,
    has_ending,
    parse_json,
    read_start,
    strip_gz,
)
from goldsmith.terminology.sources.systems import normalise_xref, qualify_code, split_identifier

_IRI = re.compile(r".*[/#]([A-Za-z]\w*?)_([^/#]+)")


class _Value(msgspec.Struct):
    val: str = ""
    pred: str = ""
    xrefs: list[str] = []
    synonym_type: str = msgspec.field(default="", name="synonymType")


class _Meta(msgspec.Struct):
    definition: _Value | None = None
    synonyms: list[_Value] = []
    xrefs: list[_Value] = []
    values: list[_Value] = msgspec.field(default_factory=list, name="basicPropertyValues")
    deprecated: bool = False
    version: str | None = None


class _Node(msgspec.Struct):
    id: str
    lbl: str | None = None
    type: str = "CLASS"
    meta: _Meta = msgspec.field(default_factory=_Meta)


class _Edge(msgspec.Struct):
    sub: str
    pred: str
    obj: str


class _Graph(msgspec.Struct):
    id: str = ""
    meta: _Meta = msgspec.field(default_factory=_Meta)
    nodes: list[_Node] = []
    edges: list[_Edge] = []


class _Graphs(msgspec.Struct):
    graphs: list[_Graph]


class Obographs:
    """An ontology as OBO graphs in JSON."""

    title = "OBO graphs (JSON)"
    uses = frozenset[str]()

    def recognises(self, path: Path) -> bool:
        return has_ending(path, ".json") and b'"graphs"' in read_start(path, 65536)

    def read(self, path: Path, options: Options) -> Release:
        content = parse_json(
            path, _Graphs, what="a file of OBO graphs", expected="graphs with nodes"
        )
        graphs = content.graphs
        meta = graphs[0].meta if graphs else _Meta()
        return Release(
            ontology.add_merged_codes(_read_entries(graphs, options), path),
            title=next(_find_values(meta, "title"), strip_gz(path)),
            version=meta.version or "",
            licence=next(_find_values(meta, "license"), ""),
            files=(path,),
        )


def _read_entries(graphs: Iterable[_Graph], options: Options) -> Iterator[ontology.Entry]:
    for graph in graphs:
        parents: dict[str, list[str]] = {}
        for edge in graph.edges:
            if edge.pred == "is_a":
                parents.setdefault(edge.sub, []).append(edge.obj)
        types = tuple(_find_values(graph.meta, "default-namespace")) or options.types
        for node in graph.nodes:
            # A class without a name belongs to another ontology and is only referred to.
            if node.type == "CLASS" and (node.lbl or node.meta.deprecated):
                yield _make_entry(node, parents.get(node.id, ()), types, options)


def _make_entry(
    node: _Node, parents: Iterable[str], types: tuple[str, ...], options: Options
) -> ontology.Entry:
    meta = node.meta
    prefix, code = _split_iri(node.id)
    system = options.system or prefix
    parent_ids = map(_split_iri, parents)
    concept = Concept(
        code=code,
        system=system,
        names=drop_duplicates(_list_names(node)) or (Name(f"{prefix}:{code}", "preferred"),),
        types=tuple(_find_values(meta, "hasOBONamespace")) or types,
        definition=meta.definition.val if meta.definition else "",
        parents=tuple(number for start, number in parent_ids if start == prefix),
        xrefs=tuple(dict.fromkeys(filter(None, (normalise_xref(xref.val) for xref in meta.xrefs)))),
        retired=meta.deprecated,
        replaced_by=tuple(
            qualify_code(prefix, *_split_iri(value)) for value in _find_values(meta, "IAO_0100001")
        ),
    )
    # Codes of other systems are not merged here; their own terminology describes them.
    merged = (_split_iri(value) for value in _find_values(meta, "hasAlternativeId"))
    return ontology.Entry(concept, tuple(number for start, number in merged if start == prefix))


def _list_names(node: _Node) -> Iterator[Name]:
    yield Name((node.lbl or "").strip(), "preferred")
    for synonym in node.meta.synonyms:
        exact = synonym.pred == "hasExactSynonym"
        # Older ontologies list the type of a synonym among its cross-references.
        described = " ".join((synonym.synonym_type, *synonym.xrefs))
        yield Name(synonym.val.strip(), ontology.classify_synonym(exact=exact, described=described))


def _find_values(meta: _Meta, name: str) -> Iterator[str]:
    """Yield the values of the property whose IRI ends in a name."""
    return (value.val for value in meta.values if re.split(r"[/#:]", value.pred)[-1] == name)


def _split_iri(identifier: str) -> tuple[str, str]:
    """Split an IRI such as http://purl.obolibrary.org/obo/HP_0002027 into system and code."""
    if match := _IRI.fullmatch(identifier):
        return match[1], match[2]
    return ("", identifier) if "/" in identifier else split_identifier(identifier)


provides = Obographs()
