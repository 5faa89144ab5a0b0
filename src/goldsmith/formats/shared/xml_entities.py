"""Reject XML files with entities or in encodings that could hide them; needs no XML library."""

from __future__ import annotations

import codecs
import re

from goldsmith.errors import InputError, quote_id

_ENTITY = re.compile(rb"<!\s*ENTITY", re.IGNORECASE)
_DTD_ENTITY = re.compile(rb"&(?!#|amp;|lt;|gt;|quot;|apos;)[^\s;&<]+;")
_UTF_16 = {
    b"\xff\xfe": "utf-16-le",
    b"\xfe\xff": "utf-16-be",
    b"<\x00": "utf-16-le",
    b"\x00<": "utf-16-be",
}
#: First bytes of files in UTF-32 and EBCDIC, in which a declaration is not recognisable.
_HIDING = {
    b"\xff\xfe\x00\x00": "UTF-32",
    b"\x00\x00\xfe\xff": "UTF-32",
    b"<\x00\x00\x00": "UTF-32",
    b"\x00\x00\x00<": "UTF-32",
    b"\x4c\x6f\xa7\x94": "EBCDIC",
}
_DECLARED = re.compile(rb"""\s*(?:\xef\xbb\xbf)?<\?xml\b[^>]*?\bencoding\s*=\s*["']([^"']*)""")
#: UTF-16, and encodings that extend ASCII.
_SAFE_ENCODING = re.compile(
    r"utf-?8|utf-?16(-?[lb]e)?|(us-)?ascii|iso-?8859-?\d+|iso_8859-\d+|latin-?\d+|windows-?\d+"
    r"|cp125\d|koi8-\w+|gb\w+|big5|shift[_-]jis|euc-\w+",
    re.IGNORECASE,
)


def refuse_entities(content: bytes, *, where: str) -> None:
    """Raise an error if a file defines entities, which can exhaust memory or read other files."""
    _refuse_declarations(_to_ascii_compatible(content, where=where), where=where)


def refuse_dtd_entities(content: bytes, *, where: str) -> None:
    """Raise an error for entities that only an external DTD defines: they would vanish silently."""
    searchable = _to_ascii_compatible(content, where=where)
    match = _DTD_ENTITY.search(searchable) if b"<!DOCTYPE" in searchable else None
    if match:
        raise InputError(
            "the file uses an entity of a DTD, which is not read",
            where=where,
            line=searchable.count(b"\n", 0, match.start()) + 1,
            expected="literal characters, or &#...;",
            remedy="Expand the entities first, perhaps with: xmllint --noent",
        )


class EntityScanner:
    """A search for entity declarations in a file that arrives in chunks."""

    _OVERLAP = 64

    def __init__(self, *, where: str) -> None:
        self._where = where
        self._decoder: codecs.IncrementalDecoder | None = None
        self._tail: bytes | None = None

    def scan(self, chunk: bytes) -> None:
        """Raise an error if a declaration is in a chunk or crosses the boundary before it."""
        if self._tail is None:
            self._tail = b""
            encoding = _detect_utf_16(chunk, where=self._where)
            self._decoder = codecs.getincrementaldecoder(encoding)("replace") if encoding else None
        if self._decoder:
            chunk = self._decoder.decode(chunk).encode("utf-8", "replace")
        _refuse_declarations(self._tail + chunk, where=self._where)
        self._tail = chunk[-self._OVERLAP :]


def _refuse_declarations(searchable: bytes, *, where: str) -> None:
    match = _ENTITY.search(searchable)
    if match:
        raise InputError(
            "the file defines XML entities, which can read other files or exhaust the memory",
            where=where,
            line=searchable.count(b"\n", 0, match.start()) + 1,
            expected="XML without <!ENTITY",
            remedy="Remove the DTD's entity declarations",
        )


def _to_ascii_compatible(content: bytes, *, where: str) -> bytes:
    """Return UTF-16 content as UTF-8, so that it can be searched for declarations."""
    encoding = _detect_utf_16(content, where=where)
    return content.decode(encoding, "replace").encode("utf-8", "replace") if encoding else content


def _detect_utf_16(content: bytes, *, where: str) -> str:
    """Return the codec of UTF-16 content, or "" for all other safe encodings.

    Raises:
        InputError: The file is in an encoding that could hide a declaration.
    """
    hiding = _HIDING.get(content[:4])
    if hiding:
        raise _make_encoding_error(hiding, where)
    declared = _DECLARED.match(content[:1024])
    name = declared[1].decode("ascii", "replace").strip() if declared else "utf-8"
    if not _SAFE_ENCODING.fullmatch(name):
        raise _make_encoding_error(name, where)
    return _UTF_16.get(content[:2], "")


def _make_encoding_error(encoding: str, where: str) -> InputError:
    return InputError(
        f"the XML is in the encoding {quote_id(encoding)}, which is not read",
        where=where,
        line=1,
        expected="UTF-8, UTF-16 or an encoding that extends ASCII",
        remedy="Convert it first, perhaps with: iconv -t utf-8, and correct its first line",
    )
