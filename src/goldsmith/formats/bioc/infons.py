"""The keys of BioC infons, and how codes, notes and attributes are stored in them.

`type` is the type of an annotation or relation and `set` the annotation set it belongs to.
`identifier` lists codes as PubTator does (`MESH:D003924,OMIM:125853`); `name` and `name.2` are
their names. Codes that such a list cannot represent are stored as `code.1` and `system.1`. Notes
are `note`, `note.2` …, with their kinds in `note.kind`, `note.2.kind`. Every other infon is an
attribute; an attribute whose name is reserved is written as `attribute:<name>`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from goldsmith.core import CUI_LESS, Code

Infons = dict[str, object]

ATTRIBUTE = "attribute:"
METADATA = "metadata:"
#: Prefix of the metadata for the infons of passages; a passage number follows.
PASSAGE = "bioc:passage."

_IDENTIFIER = "identifier"
#: Infons with codes, and the terminology of the codes.
_CODE_SYSTEMS = {
    _IDENTIFIER: "",
    "concept_id": "",
    "MESH": "MESH",
    "MeSH": "MESH",
    "OMIM": "OMIM",
    "ChEBI": "CHEBI",
    "CHEBI": "CHEBI",
    "NCBI_Gene": "NCBI Gene",
    "NCBI Gene": "NCBI Gene",
    "NCBI_Taxonomy": "NCBI Taxonomy",
    "NCBI Taxonomy": "NCBI Taxonomy",
    "NCBI Homologene": "NCBI Homologene",
    "UMLS": "UMLS",
    "CUI": "UMLS",
}
_RESERVED = re.compile(
    rf"type|set|{'|'.join(_CODE_SYSTEMS)}|name(\.\d+)?|(code|system)\.\d+|note(\.\d+)?(\.kind)?"
    rf"|{ATTRIBUTE}.*",
    re.DOTALL,
)
_CODE = re.compile(r"(?:([A-Za-z][\w .#-]*):(?!//))?(.+)", re.DOTALL)
_SEPARATOR = re.compile(r"[,;|]")
#: A variant as tmVar writes it, p|SUB|V|600|E: the bars are part of the code.
_VARIANT = re.compile(r"tmVar:|(?:\w+:)?[a-z]?\|[A-Za-z]+\|")
_NOTE = re.compile(r"note(?:\.(\d+))?")
_NO_CODE = ("-", "-1")


def stringify_infons(infons: Mapping[str, object]) -> dict[str, str]:
    """Convert all values to text; in JSON, infons may also be numbers, null and objects."""
    return {key: _format_value(value) for key, value in infons.items() if value is not None}


def _format_value(value: object) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def parse_codes(value: str, system: str = "") -> list[Code]:
    """Parse a list of codes."""
    parts = [value] if _VARIANT.match(value) else _SEPARATOR.split(value)
    matches = [_CODE.fullmatch(part.strip()) for part in parts]
    return [_make_code(match[2], match[1] or system) for match in matches if match]


def _make_code(code: str, system: str) -> Code:
    return Code(CUI_LESS if code in _NO_CODE else code, system)


def pop_codes(infons: dict[str, str]) -> list[Code]:
    """Remove the codes of an annotation from its infons and return them."""
    codes: list[Code] = []
    for key, system in _CODE_SYSTEMS.items():
        if key in infons:
            parsed = parse_codes(infons.pop(key), system)
            codes += [code for code in parsed if code not in codes] if codes else parsed
    while (key := f"code.{len(codes) + 1}") in infons:
        codes.append(Code(infons.pop(key), infons.pop(f"system.{len(codes) + 1}", "")))
    return [
        Code(code.code, code.system, infons.pop("name" if number == 1 else f"name.{number}", ""))
        for number, code in enumerate(codes, 1)
    ]


def build_code_infons(codes: Sequence[Code]) -> dict[str, str]:
    """Build the infons for an annotation's codes."""
    if not codes:
        return {}
    infons = {}
    listed = ",".join(f"{code.system}:{code.code}" if code.system else code.code for code in codes)
    if parse_codes(listed) == [Code(code.code, code.system) for code in codes]:
        infons[_IDENTIFIER] = listed
    for number, code in enumerate(codes, 1):
        if _IDENTIFIER not in infons:
            infons[f"code.{number}"] = code.code
            infons[f"system.{number}"] = code.system
        if code.name:
            infons["name" if number == 1 else f"name.{number}"] = code.name
    return infons


def pop_notes(infons: dict[str, str]) -> list[tuple[str, str]]:
    """Remove the notes from infons and return them, each with its kind."""
    keys = [key for key in infons if _NOTE.fullmatch(key)]
    return [(infons.pop(key), infons.pop(f"{key}.kind", "")) for key in keys]


def build_note_infons(notes: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Build the infons for notes, each a pair of text and kind."""
    infons = {}
    for number, (text, kind) in enumerate(notes, 1):
        key = "note" if number == 1 else f"note.{number}"
        infons[key] = text
        if kind:
            infons[f"{key}.kind"] = kind
    return infons


def read_attributes(infons: Mapping[str, str]) -> dict[str, str]:
    """Return the remaining infons as attributes."""
    return {key.removeprefix(ATTRIBUTE): value for key, value in infons.items()}


def build_attribute_infons(attributes: Mapping[str, str]) -> dict[str, str]:
    """Build the infons for attributes."""
    return {
        ATTRIBUTE + name if _RESERVED.fullmatch(name) else name: value
        for name, value in attributes.items()
    }
