"""OBO graphs: the JSON form in which OBO ontologies are published beside OWL and OBO."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from goldsmith.errors import InputError
from goldsmith.terminology.concept import Concept, Name
from goldsmith.terminology.sources import ontology
from goldsmith.terminology.sources.base import Options, Release, bare, beginning, content, distinct
from goldsmith.terminology.sources.systems import normal, seen_from, split

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
        return (
            path.is_file()
            and bare(path).endswith(".json")
            and b'"graphs"' in beginning(path, 65536)
        )

    def read(self, path: Path, options: Options) -> Release:
        try:
            graphs = msgspec.json.decode(content(path), type=_Graphs).graphs
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            # A decoder's message names a place and a type, and quotes nothing.
            raise InputError(
                f"these are no OBO graphs: {error}", where=str(path), expected="graphs with nodes"
            ) from None
        meta = graphs[0].meta if graphs else _Meta()
        return Release(
            ontology.settled(_entries(graphs, options), path),
            title=next(_with(meta, "title"), bare(path)),
            version=meta.version or "",
            licence=next(_with(meta, "license"), ""),
            files=(path,),
        )


def _entries(graphs: Iterable[_Graph], options: Options) -> Iterator[ontology.Entry]:
    for graph in graphs:
        parents: dict[str, list[str]] = {}
        for edge in graph.edges:
            if edge.pred == "is_a":
                parents.setdefault(edge.sub, []).append(edge.obj)
        usual = tuple(_with(graph.meta, "default-namespace")) or options.types
        for node in graph.nodes:
            # A class without a name is one of another ontology that this one only points to.
            if node.type == "CLASS" and (node.lbl or node.meta.deprecated):
                yield _entry(node, parents.get(node.id, ()), usual, options)


def _entry(
    node: _Node, parents: Iterable[str], usual: tuple[str, ...], options: Options
) -> ontology.Entry:
    meta = node.meta
    prefix, code = _pair(node.id)
    system = options.system or prefix
    above = map(_pair, parents)
    concept = Concept(
        code=code,
        system=system,
        names=distinct(_names(node)) or (Name(f"{prefix}:{code}", "preferred"),),
        types=tuple(_with(meta, "hasOBONamespace")) or usual,
        definition=meta.definition.val if meta.definition else "",
        parents=tuple(number for start, number in above if start == prefix),
        xrefs=tuple(dict.fromkeys(filter(None, (normal(one.val) for one in meta.xrefs)))),
        retired=meta.deprecated,
        replaced_by=tuple(seen_from(prefix, *_pair(value)) for value in _with(meta, "IAO_0100001")),
    )
    # Codes of other systems were not merged: their own terminology says what became of them.
    old = (_pair(value) for value in _with(meta, "hasAlternativeId"))
    return ontology.Entry(concept, tuple(number for start, number in old if start == prefix))


def _names(node: _Node) -> Iterator[Name]:
    yield Name((node.lbl or "").strip(), "preferred")
    for synonym in node.meta.synonyms:
        exact = synonym.pred == "hasExactSynonym"
        # Before there were types, ontologies named them among the cross-references.
        described = " ".join((synonym.synonym_type, *synonym.xrefs))
        yield Name(synonym.val.strip(), ontology.kind(exact=exact, described=described))


def _with(meta: _Meta, name: str) -> Iterator[str]:
    """The values of the property whose IRI ends in the name."""
    return (one.val for one in meta.values if re.split(r"[/#:]", one.pred)[-1] == name)


def _pair(identifier: str) -> tuple[str, str]:
    """The system and the code of an IRI such as http://purl.obolibrary.org/obo/HP_0002027."""
    if found := _IRI.fullmatch(identifier):
        return found[1], found[2]
    return ("", identifier) if "/" in identifier else split(identifier)


provides = Obographs()
