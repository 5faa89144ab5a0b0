"""OBO flat files: the Disease Ontology, HPO, UBERON, CL and most biomedical ontologies."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from goldsmith.errors import InputError
from goldsmith.terminology.concept import Concept, Name
from goldsmith.terminology.sources import ontology
from goldsmith.terminology.sources.base import (
    Options,
    Release,
    drop_duplicates,
    has_ending,
    read_lines,
    strip_gz,
)
from goldsmith.terminology.sources.systems import normalise_xref, qualify_code, split_identifier

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
        return has_ending(path, ".obo")

    def read(self, path: Path, options: Options) -> Release:
        stanzas = _read_stanzas(path)
        _, header = next(stanzas, ("", []))
        tags = {tag: value for _, tag, value in reversed(header)}
        if "format-version" not in tags:
            raise InputError(
                "the header has no format version",
                where=str(path),
                line=1,
                expected="format-version:",
            )
        namespace = tags.get("default-namespace", "")
        entries = _read_entries(path, stanzas, options, namespace)
        return Release(
            ontology.add_merged_codes(entries, path),
            title=tags.get("ontology", strip_gz(path)),
            version=tags.get("data-version", tags.get("date", "")),
            licence=_find_licence(header),
            files=(path,),
        )


def _find_licence(header: Stanza) -> str:
    """Return the licence in the header, from a property or otherwise from a remark."""
    for _, tag, value in header:
        if tag == "property_value" and (match := _LICENCE.match(value)):
            return _unescape(match[1]) if match[1] else match[2]
    for _, tag, value in header:
        if tag == "remark" and "licen" in value.lower():
            return value
    return ""


def _read_stanzas(path: Path) -> Iterator[tuple[str, Stanza]]:
    """Yield the header with the kind "", then each stanza with its kind, as (line, tag, value)."""
    kind, tags = "", list[tuple[int, str, str]]()
    for number, line in read_lines(path):
        if line.startswith("[") and line.endswith("]"):
            yield kind, tags
            kind, tags = line[1:-1], []
        elif line.strip() and not line.startswith("!"):
            tag, colon, value = line.partition(":")
            if not colon:
                raise InputError(
                    "the line has no tag", where=str(path), line=number, expected="tag: value"
                )
            tags.append((number, tag, value.strip()))
    yield kind, tags


def _read_entries(
    path: Path, stanzas: Iterable[tuple[str, Stanza]], options: Options, namespace: str
) -> Iterator[ontology.Entry]:
    for kind, tags in stanzas:
        if kind == "Term":
            try:
                yield _make_entry(tags, options, namespace)
            except InputError as error:
                raise error.at(str(path)) from None


def _make_entry(tags: Stanza, options: Options, namespace: str) -> ontology.Entry:
    """Return the concept of a stanza; `namespace` is the default namespace."""
    values: dict[str, list[str]] = {}
    for _, tag, value in tags:
        values.setdefault(tag, []).append(value)
    first = tags[0][0] if tags else 0
    if "id" not in values:
        raise InputError("a term has no id", line=first, expected="id:")
    identifier = _strip_comments(values["id"][0])
    retired = values.get("is_obsolete") == ["true"]
    if "name" not in values and not retired:
        raise InputError(f"the term {identifier} has no name", line=first, expected="name:")
    prefix, code = split_identifier(identifier)
    namespaces = tuple(_strip_comments(value) for value in values.get("namespace", ()))
    concept = Concept(
        code=code,
        system=options.system or prefix,
        names=drop_duplicates(_list_names(tags)) or (Name(identifier, "preferred"),),
        types=namespaces or ((namespace,) if namespace else options.types),
        definition=_find_definition(tags),
        parents=tuple(code for start, code in _split_ids(values, "is_a") if start == prefix),
        xrefs=_list_xrefs(values.get("xref", ())),
        retired=retired,
        replaced_by=tuple(
            qualify_code(prefix, *pair) for pair in _split_ids(values, "replaced_by")
        ),
    )
    # Codes of other systems are not merged here; their own terminology describes them.
    former = tuple(code for start, code in _split_ids(values, "alt_id") if start == prefix)
    return ontology.Entry(concept, former, first)


def _split_ids(values: dict[str, list[str]], tag: str) -> Iterator[tuple[str, str]]:
    return (split_identifier(_strip_comments(value)) for value in values.get(tag, ()))


def _list_names(tags: Stanza) -> Iterator[Name]:
    for _, tag, value in tags:
        if tag == "name":
            yield Name(_unescape(value), "preferred")
            break
    for number, tag, value in tags:
        if tag == "synonym":
            text, rest = _parse_quoted(value, number)
            scope = rest.partition("[")[0]
            exact = scope.startswith("EXACT")
            yield Name(text.strip(), ontology.classify_synonym(exact=exact, described=scope))


def _find_definition(tags: Stanza) -> str:
    return next(
        (_parse_quoted(value, number)[0] for number, tag, value in tags if tag == "def"), ""
    )


def _list_xrefs(values: Iterable[str]) -> tuple[str, ...]:
    xrefs = (
        normalise_xref(_unescape(_strip_comments(value).split(' "')[0].strip())) for value in values
    )
    return tuple(dict.fromkeys(filter(None, xrefs)))


def _parse_quoted(value: str, line: int) -> tuple[str, str]:
    match = _QUOTED.match(value)
    if not match:
        raise InputError("the value has no quotes", line=line, expected='"text" SCOPE [xrefs]')
    return _unescape(match[1]), match[2]


def _unescape(value: str) -> str:
    return _ESCAPE.sub(lambda match: _SPACE.get(match[1], match[1]), value)


def _strip_comments(value: str) -> str:
    """Return a value without its comment and trailing modifiers."""
    while _TAIL.search(value):
        value = _TAIL.sub("", value)
    return value.strip()


provides = Obo()
