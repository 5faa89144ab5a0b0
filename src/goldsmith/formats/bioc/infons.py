"""The keys of BioC infons: which ones mean something to us, and how codes and notes go into them.

`type` is the type of an annotation or relation and `set` the annotation set it belongs to.
`identifier` lists codes as PubTator does (`MESH:D003924,OMIM:125853`), `name` and `name.2` are
their names; a code that such a list cannot hold stands in `code.1` and `system.1`. Notes are
`note`, `note.2` …, of a kind given in `note.kind`, `note.2.kind`. Every other infon is an
attribute; one whose name is taken is written as `attribute:<name>`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from goldsmith.core import CUI_LESS, Code

Infons = dict[str, object]

ATTRIBUTE = "attribute:"
METADATA = "metadata:"
#: Infons of passages are kept with the document's metadata under this prefix and a number.
PASSAGE = "bioc:passage."

_IDENTIFIER = "identifier"
#: Infons that hold codes, and the terminology they speak of.
_CODES = {
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
_TAKEN = re.compile(
    rf"type|set|{'|'.join(_CODES)}|name(\.\d+)?|(code|system)\.\d+|note(\.\d+)?(\.kind)?"
    rf"|{ATTRIBUTE}.*",
    re.DOTALL,
)
_CODE = re.compile(r"(?:([A-Za-z][\w .#-]*):(?!//))?(.+)", re.DOTALL)
_SEPARATOR = re.compile(r"[,;|]")
#: A variant as tmVar spells it, p|SUB|V|600|E: the bars belong to the one code.
_VARIANT = re.compile(r"tmVar:|(?:\w+:)?[a-z]?\|[A-Za-z]+\|")
_NOTE = re.compile(r"note(?:\.(\d+))?")
_NO_CODE = ("-", "-1")


def plain(infons: Mapping[str, object]) -> dict[str, str]:
    """Infons with all values as text; JSON files hold numbers, nothing and whole objects too."""
    return {key: _as_text(value) for key, value in infons.items() if value is not None}


def _as_text(value: object) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def listed_codes(value: str, system: str = "") -> list[Code]:
    """The codes that a text lists."""
    parts = [value] if _VARIANT.match(value) else _SEPARATOR.split(value)
    found = [_CODE.fullmatch(part.strip()) for part in parts]
    return [_code(one[2], one[1] or system) for one in found if one]


def _code(code: str, system: str) -> Code:
    return Code(CUI_LESS if code in _NO_CODE else code, system)


def take_codes(infons: dict[str, str]) -> list[Code]:
    """The codes of an annotation, taken out of its infons."""
    codes: list[Code] = []
    for key, system in _CODES.items():
        if key in infons:
            found = listed_codes(infons.pop(key), system)
            codes += [code for code in found if code not in codes] if codes else found
    while (key := f"code.{len(codes) + 1}") in infons:
        codes.append(Code(infons.pop(key), infons.pop(f"system.{len(codes) + 1}", "")))
    return [
        Code(code.code, code.system, infons.pop("name" if number == 1 else f"name.{number}", ""))
        for number, code in enumerate(codes, 1)
    ]


def code_infons(codes: Sequence[Code]) -> dict[str, str]:
    """The infons that say an annotation's codes."""
    if not codes:
        return {}
    infons = {}
    listed = ",".join(f"{code.system}:{code.code}" if code.system else code.code for code in codes)
    if listed_codes(listed) == [Code(code.code, code.system) for code in codes]:
        infons[_IDENTIFIER] = listed
    for number, code in enumerate(codes, 1):
        if _IDENTIFIER not in infons:
            infons[f"code.{number}"] = code.code
            infons[f"system.{number}"] = code.system
        if code.name:
            infons["name" if number == 1 else f"name.{number}"] = code.name
    return infons


def take_notes(infons: dict[str, str]) -> list[tuple[str, str]]:
    """The notes among infons with their kinds, taken out of them."""
    keys = [key for key in infons if _NOTE.fullmatch(key)]
    return [(infons.pop(key), infons.pop(f"{key}.kind", "")) for key in keys]


def note_infons(notes: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The infons that say notes, each given with its kind."""
    infons = {}
    for number, (text, kind) in enumerate(notes, 1):
        key = "note" if number == 1 else f"note.{number}"
        infons[key] = text
        if kind:
            infons[f"{key}.kind"] = kind
    return infons


def attributes(infons: Mapping[str, str]) -> dict[str, str]:
    """The attributes that are left in infons when everything else was taken out."""
    return {key.removeprefix(ATTRIBUTE): value for key, value in infons.items()}


def attribute_infons(attributes: Mapping[str, str]) -> dict[str, str]:
    """The infons that say attributes."""
    return {
        ATTRIBUTE + name if _TAKEN.fullmatch(name) else name: value
        for name, value in attributes.items()
    }
