"""Refuses XML files with entities; needs no XML library."""

from __future__ import annotations

import re

from goldsmith.errors import InputError

_ENTITY = re.compile(rb"<!\s*ENTITY", re.IGNORECASE)
_DTD_ENTITY = re.compile(rb"&(?!#|amp;|lt;|gt;|quot;|apos;)[^\s;&<]+;")
_UTF_16 = {
    b"\xff\xfe": "utf-16-le",
    b"\xfe\xff": "utf-16-be",
    b"<\x00": "utf-16-le",
    b"\x00<": "utf-16-be",
}


def refuse_entities(content: bytes, *, where: str) -> None:
    """Raise an error if a file defines entities, which can exhaust memory or read other files."""
    searchable = _to_ascii_compatible(content)
    match = _ENTITY.search(searchable)
    if match:
        raise InputError(
            "the file defines XML entities, which can read other files or exhaust the memory",
            where=where,
            line=searchable.count(b"\n", 0, match.start()) + 1,
            expected="XML without <!ENTITY",
            remedy="Remove the DTD's entity declarations",
        )


def _to_ascii_compatible(content: bytes) -> bytes:
    """Return UTF-16 content as UTF-8, so that it can be searched for declarations."""
    encoding = _UTF_16.get(content[:2])
    return content.decode(encoding, "replace").encode("utf-8", "replace") if encoding else content


def refuse_dtd_entities(content: bytes, *, where: str) -> None:
    """Raise an error for entities that only an external DTD defines: they would vanish silently."""
    searchable = _to_ascii_compatible(content)
    match = _DTD_ENTITY.search(searchable) if b"<!DOCTYPE" in searchable else None
    if match:
        raise InputError(
            "the file uses an entity of a DTD, which is not read",
            where=where,
            line=searchable.count(b"\n", 0, match.start()) + 1,
            expected="characters as they are, or as &#...;",
            remedy="Expand the entities first, perhaps with: xmllint --noent",
        )
