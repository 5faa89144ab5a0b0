"""Count and replace the characters of a document that XML 1.0 does not allow."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from goldsmith.core import Document

NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
#: The same characters in JSON. Other text can match too; then the exact search finds nothing.
_IN_JSON = re.compile(rb"\\(?:u00[01]|b|f)|\xef\xbf[\xbe\xbf]")


def count_control_characters(doc: Document) -> int:
    """Count control characters in the text, the names and the values of a document."""
    if not _may_have_control_characters(doc):
        return 0
    return sum(len(NOT_XML.findall(text)) for text in _iterate_strings(msgspec.to_builtins(doc)))


def replace_control_characters(doc: Document) -> Document:
    """Return the document with each control character replaced by U+FFFD, so offsets stay valid."""
    if not _may_have_control_characters(doc):
        return doc
    return msgspec.convert(_replace_in(msgspec.to_builtins(doc)), Document)


def _may_have_control_characters(doc: Document) -> bool:
    """Search the JSON of a document, which is much faster than visiting every string."""
    try:
        return bool(_IN_JSON.search(msgspec.json.encode(doc)))
    except UnicodeEncodeError:  # half a surrogate pair
        return True


def _iterate_strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield key
            yield from _iterate_strings(entry)
    elif isinstance(value, list | tuple):
        for entry in value:
            yield from _iterate_strings(entry)


def _replace_in(value: Any) -> Any:
    if isinstance(value, str):
        return NOT_XML.sub("\ufffd", value)
    if isinstance(value, dict):
        return {_replace_in(key): _replace_in(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_replace_in(entry) for entry in value]
    return value
