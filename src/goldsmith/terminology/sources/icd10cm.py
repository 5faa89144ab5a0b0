"""ICD-10-CM: the tabular list in XML that the CDC publishes every year."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from lxml import etree

from goldsmith.errors import InputError
from goldsmith.terminology.concept import Concept, Name
from goldsmith.terminology.sources.base import (
    CodeRegister,
    Options,
    Release,
    drop_duplicates,
    has_ending,
    read_content,
    read_start,
)

_ROOT = "ICD10CM.tabular"
_RANGE = re.compile(r"\(([A-Z]\w\w(?:-[A-Z]\w\w)?)\)\s*$")


class Icd10cm:
    """The tabular list of ICD-10-CM."""

    title = "ICD-10-CM tabular list (XML)"
    uses = frozenset[str]()

    def recognises(self, path: Path) -> bool:
        return has_ending(path, ".xml") and f"<{_ROOT}".encode() in read_start(path)

    def read(self, path: Path, options: Options) -> Release:
        root = _parse_xml(path)
        if root.tag != _ROOT:
            raise InputError(
                "this is not a tabular list of ICD-10-CM", where=str(path), expected=f"<{_ROOT}>"
            )
        return Release(
            _read_concepts(root, path, options),
            title="ICD-10-CM",
            version=(root.findtext("version") or "").strip(),
            licence="public domain (CDC, National Center for Health Statistics)",
            files=(path,),
        )


def _parse_xml(path: Path) -> etree._Element:
    """Return the root element; reject entities, because they can read files or fill memory."""
    raw = read_content(path)
    if b"<!ENTITY" in raw.upper().replace(b"\0", b""):
        raise InputError(
            "the file defines XML entities", where=str(path), expected="XML without <!ENTITY"
        )
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True
    )
    try:
        return etree.fromstring(raw, parser)
    except etree.XMLSyntaxError as error:
        raise InputError(
            "this is not well-formed XML",
            where=str(path),
            line=error.position[0] or 0 if error.position else 0,
            expected="a complete XML file",
        ) from None


def _read_concepts(root: etree._Element, path: Path, options: Options) -> Iterator[Concept]:
    codes = CodeRegister(path)
    for chapter in root.iterfind("chapter"):
        kind = _get_range(chapter)
        for diag in chapter.iter("diag"):
            code, name = _get_text(diag, "name"), _get_text(diag, "desc")
            if not code or not name:
                raise InputError(
                    f"the code {code} has no description" if code else "a diagnosis has no code",
                    where=str(path),
                    line=_get_line(diag),
                    expected="<diag> with <name> and <desc>",
                )
            if codes.add(code, name, _get_line(diag)):
                yield _make_concept(diag, code, name, kind, options)


def _make_concept(
    diag: etree._Element, code: str, name: str, chapter: str, options: Options
) -> Concept:
    outer = diag.getparent()
    parent = _get_text(outer, "name") if outer is not None and outer.tag == "diag" else ""
    included = (Name(text) for text in _read_notes(diag, "inclusionTerm"))
    # An inclusion note of a category is often not a name: it is searched, not looked up.
    related = (Name(text, "related") for text in _read_notes(diag, "includes"))
    return Concept(
        code=code,
        system=options.system or "ICD10CM",
        names=drop_duplicates([Name(name, "preferred"), *included, *related]),
        types=(chapter,) if chapter else options.types,
        parents=(parent,) if parent else (),
    )


def _get_range(chapter: etree._Element) -> str:
    """Return the range of codes of a chapter, such as A00-B99, otherwise its number."""
    match = _RANGE.search(_get_text(chapter, "desc"))
    return match[1] if match else _get_text(chapter, "name")


def _read_notes(diag: etree._Element, tag: str) -> Iterator[str]:
    return (" ".join((note.text or "").split()) for note in diag.iterfind(f"{tag}/note"))


def _get_line(element: etree._Element) -> int:
    # The stubs declare that the line may be an ellipsis, which it never is.
    return element.sourceline if isinstance(element.sourceline, int) else 0


def _get_text(element: etree._Element, tag: str) -> str:
    return " ".join((element.findtext(tag) or "").split())


provides = Icd10cm()
