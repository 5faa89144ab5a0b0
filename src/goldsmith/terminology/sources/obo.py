"""OBO: the flat files of the Disease Ontology, HPO, UBERON, CL and most biomedical ontologies."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from goldsmith.errors import InputError
from goldsmith.terminology.concept import Concept, Name
from goldsmith.terminology.sources import ontology
from goldsmith.terminology.sources.base import Options, Release, bare, distinct, lines
from goldsmith.terminology.sources.systems import normal, seen_from, split

_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"\s*(.*)')
_ESCAPE = re.compile(r"\\(.)")
_TAIL = re.compile(r"\s+(?:![^!]*|\{[^}]*\})$")
_LICENCE = re.compile(r'\S*licen[cs]e\S*\s+(?:"((?:[^"\\]|\\.)*)"|(\S+))')
_SPACE = {"n": "\n", "t": "\t", "W": " "}

Stanza = list[tuple[int, str, str]]


class Obo:
    """An ontology in OBO format 1.2 or 1.4."""

    title = "OBO ontology"
    uses = frozenset[str]()

    def recognises(self, path: Path) -> bool:
        return path.is_file() and bare(path).endswith(".obo")

    def read(self, path: Path, options: Options) -> Release:
        stanzas = _stanzas(path)
        _, header = next(stanzas, ("", []))
        tags = {tag: value for _, tag, value in reversed(header)}
        if "format-version" not in tags:
            raise InputError(
                "the header names no format", where=str(path), line=1, expected="format-version:"
            )
        usual = tags.get("default-namespace", "")
        entries = _entries(path, stanzas, options, usual)
        return Release(
            ontology.settled(entries, path),
            title=tags.get("ontology", bare(path)),
            version=tags.get("data-version", tags.get("date", "")),
            licence=_licence(header),
            files=(path,),
        )


def _licence(header: Stanza) -> str:
    """What the header says about the licence: as a property, else in a remark."""
    for _, tag, value in header:
        if tag == "property_value" and (found := _LICENCE.match(value)):
            return _unescaped(found[1]) if found[1] else found[2]
    for _, tag, value in header:
        if tag == "remark" and "licen" in value.lower():
            return value
    return ""


def _stanzas(path: Path) -> Iterator[tuple[str, Stanza]]:
    """The header under the kind "", then each stanza under its kind, as (line, tag, value)."""
    kind, tags = "", list[tuple[int, str, str]]()
    for number, line in lines(path):
        if line.startswith("[") and line.endswith("]"):
            yield kind, tags
            kind, tags = line[1:-1], []
        elif line.strip() and not line.startswith("!"):
            tag, colon, value = line.partition(":")
            if not colon:
                raise InputError(
                    "this line has no tag", where=str(path), line=number, expected="tag: value"
                )
            tags.append((number, tag, value.strip()))
    yield kind, tags


def _entries(
    path: Path, stanzas: Iterable[tuple[str, Stanza]], options: Options, usual: str
) -> Iterator[ontology.Entry]:
    for kind, tags in stanzas:
        if kind == "Term":
            try:
                yield _entry(tags, options, usual)
            except InputError as error:
                raise error.at(str(path)) from None


def _entry(tags: Stanza, options: Options, usual: str) -> ontology.Entry:
    """The concept of a stanza; a term without a namespace has the `usual` one."""
    values: dict[str, list[str]] = {}
    for _, tag, value in tags:
        values.setdefault(tag, []).append(value)
    first = tags[0][0] if tags else 0
    if "id" not in values:
        raise InputError("this term has no id", line=first, expected="id:")
    identifier = _bare_value(values["id"][0])
    retired = values.get("is_obsolete") == ["true"]
    if "name" not in values and not retired:
        raise InputError(f"the term {identifier} has no name", line=first, expected="name:")
    prefix, code = split(identifier)
    namespaces = tuple(_bare_value(value) for value in values.get("namespace", ()))
    concept = Concept(
        code=code,
        system=options.system or prefix,
        names=distinct(_names(tags)) or (Name(identifier, "preferred"),),
        types=namespaces or ((usual,) if usual else options.types),
        definition=_definition(tags),
        parents=tuple(code for start, code in _ids(values, "is_a") if start == prefix),
        xrefs=_xrefs(values.get("xref", ())),
        retired=retired,
        replaced_by=tuple(seen_from(prefix, *pair) for pair in _ids(values, "replaced_by")),
    )
    # Codes of other systems were not merged: their own terminology says what became of them.
    former = tuple(code for start, code in _ids(values, "alt_id") if start == prefix)
    return ontology.Entry(concept, former, first)


def _ids(values: dict[str, list[str]], tag: str) -> Iterator[tuple[str, str]]:
    return (split(_bare_value(value)) for value in values.get(tag, ()))


def _names(tags: Stanza) -> Iterator[Name]:
    for _, tag, value in tags:
        if tag == "name":
            yield Name(_unescaped(value), "preferred")
            break
    for number, tag, value in tags:
        if tag == "synonym":
            text, rest = _quoted(value, number)
            scope = rest.partition("[")[0]
            exact = scope.startswith("EXACT")
            yield Name(text.strip(), ontology.kind(exact=exact, described=scope))


def _definition(tags: Stanza) -> str:
    return next((_quoted(value, number)[0] for number, tag, value in tags if tag == "def"), "")


def _xrefs(values: Iterable[str]) -> tuple[str, ...]:
    found = (normal(_unescaped(_bare_value(value).split(' "')[0].strip())) for value in values)
    return tuple(dict.fromkeys(filter(None, found)))


def _quoted(value: str, line: int) -> tuple[str, str]:
    match = _QUOTED.match(value)
    if not match:
        raise InputError("this value has no quotes", line=line, expected='"text" SCOPE [xrefs]')
    return _unescaped(match[1]), match[2]


def _unescaped(value: str) -> str:
    return _ESCAPE.sub(lambda match: _SPACE.get(match[1], match[1]), value)


def _bare_value(value: str) -> str:
    """The value without a comment or trailing modifiers."""
    while _TAIL.search(value):
        value = _TAIL.sub("", value)
    return value.strip()


provides = Obo()
