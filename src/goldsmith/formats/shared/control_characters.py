"""Characters that XML 1.0 cannot hold: counted and replaced wherever they stand in a document."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from goldsmith.core import Document

NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
#: How they look in JSON. Rarely something else looks alike; then the slow way finds nothing.
_IN_JSON = re.compile(rb"\\(?:u00[01]|b|f)|\xef\xbf[\xbe\xbf]")


def control_characters(doc: Document) -> int:
    """How many there are in the text, in names and in values."""
    if not _suspicious(doc):
        return 0
    return sum(len(NOT_XML.findall(text)) for text in _strings(msgspec.to_builtins(doc)))


def cleaned(doc: Document) -> Document:
    """The document with such characters replaced by U+FFFD; offsets stay what they are."""
    if not _suspicious(doc):
        return doc
    return msgspec.convert(_cleaned(msgspec.to_builtins(doc)), Document)


def _suspicious(doc: Document) -> bool:
    try:
        return bool(_IN_JSON.search(msgspec.json.encode(doc)))
    except UnicodeEncodeError:  # half a surrogate pair
        return True


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield key
            yield from _strings(entry)
    elif isinstance(value, list | tuple):
        for entry in value:
            yield from _strings(entry)


def _cleaned(value: Any) -> Any:
    if isinstance(value, str):
        return NOT_XML.sub("\ufffd", value)
    if isinstance(value, dict):
        return {_cleaned(key): _cleaned(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_cleaned(entry) for entry in value]
    return value
