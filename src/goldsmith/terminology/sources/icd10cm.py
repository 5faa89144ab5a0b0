"""ICD-10-CM: the tabular list in XML, as the CDC publishes it every year."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from lxml import etree

from goldsmith.errors import InputError
from goldsmith.terminology.concept import Concept, Name
from goldsmith.terminology.sources.base import (
    Codes,
    Options,
    Release,
    bare,
    beginning,
    content,
    distinct,
)

_ROOT = "ICD10CM.tabular"
_RANGE = re.compile(r"\(([A-Z]\w\w(?:-[A-Z]\w\w)?)\)\s*$")


class Icd10cm:
    """The tabular list of ICD-10-CM."""

    title = "ICD-10-CM tabular list (XML)"
    uses = frozenset[str]()

    def recognises(self, path: Path) -> bool:
        return (
            path.is_file()
            and bare(path).endswith(".xml")
            and f"<{_ROOT}".encode() in beginning(path)
        )

    def read(self, path: Path, options: Options) -> Release:
        root = _parsed(path)
        if root.tag != _ROOT:
            raise InputError(
                "this is no tabular list of ICD-10-CM", where=str(path), expected=f"<{_ROOT}>"
            )
        return Release(
            _concepts(root, path, options),
            title="ICD-10-CM",
            version=(root.findtext("version") or "").strip(),
            licence="public domain (CDC, National Center for Health Statistics)",
            files=(path,),
        )


def _parsed(path: Path) -> etree._Element:
    """The root element; entities are refused, they can read other files or fill the memory."""
    raw = content(path)
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


def _concepts(root: etree._Element, path: Path, options: Options) -> Iterator[Concept]:
    codes = Codes(path)
    for chapter in root.iterfind("chapter"):
        kind = _chapter(chapter)
        for diag in chapter.iter("diag"):
            code, name = _text(diag, "name"), _text(diag, "desc")
            if not code or not name:
                raise InputError(
                    f"the code {code} has no description" if code else "this diagnosis has no code",
                    where=str(path),
                    line=_line(diag),
                    expected="<diag> with <name> and <desc>",
                )
            if codes.add(code, name, _line(diag)):
                yield _concept(diag, code, name, kind, options)


def _concept(diag: etree._Element, code: str, name: str, chapter: str, options: Options) -> Concept:
    above = diag.getparent()
    parent = _text(above, "name") if above is not None and above.tag == "diag" else ""
    included = (Name(text) for text in _notes(diag, "inclusionTerm"))
    # What a category includes is a remark, often no name of it: found by search, not in text.
    related = (Name(text, "related") for text in _notes(diag, "includes"))
    return Concept(
        code=code,
        system=options.system or "ICD10CM",
        names=distinct([Name(name, "preferred"), *included, *related]),
        types=(chapter,) if chapter else options.types,
        parents=(parent,) if parent else (),
    )


def _chapter(chapter: etree._Element) -> str:
    """The codes that a chapter spans, such as A00-B99; its number when it does not say."""
    found = _RANGE.search(_text(chapter, "desc"))
    return found[1] if found else _text(chapter, "name")


def _notes(diag: etree._Element, tag: str) -> Iterator[str]:
    return (" ".join((note.text or "").split()) for note in diag.iterfind(f"{tag}/note"))


def _line(element: etree._Element) -> int:
    # The stubs say that the line may be an ellipsis, which it never is.
    return element.sourceline if isinstance(element.sourceline, int) else 0


def _text(element: etree._Element, tag: str) -> str:
    return " ".join((element.findtext(tag) or "").split())


provides = Icd10cm()
