"""Unpack a DocBin without spaCy's own loader, which trusts offsets and counts in the file.

A file is compressed msgpack: each string once, and for each token the 64-bit hashes of its strings.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

import msgspec

from goldsmith.core.decoding import BAD_JSON, describe_json_error
from goldsmith.errors import InputError
from goldsmith.formats.damage import MAX_DOCUMENT_SIZE, make_size_error
from goldsmith.formats.docbin.spacy_types import Attribute, StringStore

_SPAN = struct.Struct(">QQQllll")
#: Values of ENT_IOB: none, inside, outside, begin.
_NO_TAG, _INSIDE, _OUTSIDE, _BEGIN = range(4)


class PackedSpan(NamedTuple):
    """A span or an entity, with spaCy's names for its parts."""

    start: int
    end: int
    start_char: int
    end_char: int
    text: str
    label_: str
    kb_id_: str
    id_: str


class PackedDocument(NamedTuple):
    """The parts of a spaCy document that the format reads."""

    text: str
    ents: Sequence[PackedSpan]
    spans: Mapping[str, Sequence[PackedSpan]]
    user_data: Mapping[Any, Any]


class _Message(msgspec.Struct):
    attrs: list[int]
    strings: list[str]
    lengths: bytes
    spaces: bytes
    tokens: bytes
    flags: list[dict[str, Any]] = []
    span_groups: list[bytes] = []
    user_data: list[bytes | None] = []


class _Group(msgspec.Struct):
    name: str
    spans: list[bytes]


class _Text:
    """The text of a document and the offsets of its tokens."""

    def __init__(self, words: Sequence[str], spaces: Sequence[int]) -> None:
        sizes = [len(word) + bool(space) for word, space in zip(words, spaces, strict=True)]
        if sum(sizes) > MAX_DOCUMENT_SIZE:  # a long string may be the text of many tokens
            raise make_size_error("")
        self.starts = [0, *accumulate(sizes)]
        self.ends = [start + len(word) for start, word in zip(self.starts, words, strict=False)]
        pairs = zip(words, spaces, strict=True)
        self.text = "".join([f"{word} " if space else word for word, space in pairs])

    def make_span(self, start: int, end: int, label: str, code: str, key: str) -> PackedSpan:
        """Return the span of some tokens.

        Raises:
            InputError: There are no such tokens.
        """
        if not 0 <= start < end <= len(self.ends):
            raise InputError("a span is outside its document")
        first, last = self.starts[start], self.ends[end - 1]
        return PackedSpan(start, end, first, last, self.text[first:last], label, code, key)


def unpack_documents(content: bytes) -> Iterator[PackedDocument]:
    """Yield the documents of a file.

    Raises:
        InputError: The file is damaged or of another kind; the error has no location yet.
    """
    message = _decode(_decompress(content), _Message)
    strings = _Strings(message.strings)
    columns = {attribute: column for column, attribute in enumerate(message.attrs)}
    rows = _split_rows(message)
    for number, (tokens, spaces) in enumerate(rows):
        flags = message.flags[number] if number < len(message.flags) else {}
        if flags.get("has_unknown_spaces"):
            spaces = b"\1" * len(tokens)
        words = [strings[row[columns[Attribute.ORTH]]] for row in tokens]
        text = _Text(words, spaces)
        yield PackedDocument(
            text.text,
            list(_find_entities(tokens, columns, text, strings)),
            _unpack_groups(_get(message.span_groups, number), text, strings),
            _unpack_user_data(_get(message.user_data, number)),
        )


def _get(parts: Sequence[bytes | None], number: int) -> bytes:
    return (parts[number] or b"") if number < len(parts) else b""


def _decompress(content: bytes) -> bytes:
    decompressor = zlib.decompressobj()
    try:
        message = decompressor.decompress(content, MAX_DOCUMENT_SIZE + 1)
    except zlib.error:
        raise InputError("it cannot be decompressed") from None
    if len(message) > MAX_DOCUMENT_SIZE:
        raise make_size_error("")
    if not decompressor.eof:
        raise InputError("it is truncated")
    return message


def _decode(content: bytes, kind: Any) -> Any:
    try:
        return msgspec.msgpack.decode(content, type=kind)
    except (*BAD_JSON, TypeError, ValueError) as error:  # an unhashable key, a number too large
        raise InputError(f"it cannot be read{describe_json_error(error)}") from None


class _Strings:
    """The strings of a file by hash; the messages of spaCy would quote other strings."""

    def __init__(self, strings: Sequence[str]) -> None:
        self._store = StringStore(strings)

    def __getitem__(self, key: int) -> str:
        try:
            return str(self._store[key])
        except KeyError:
            raise InputError("a string is missing") from None


def _split_rows(message: _Message) -> Iterator[tuple[list[tuple[int, ...]], bytes]]:
    """Yield the tokens of each document, a row of attributes each, and their spaces.

    Raises:
        InputError: The sizes of the parts are inconsistent.
    """
    row = struct.Struct(f"<{len(message.attrs)}Q")
    is_whole = Attribute.ORTH in message.attrs and len(message.lengths) % 4 == 0
    lengths = (
        [length for (length,) in struct.iter_unpack("<i", message.lengths)] if is_whole else []
    )
    count = sum(lengths)
    has_sizes = len(message.tokens) == count * row.size and len(message.spaces) == count
    if not is_whole or not has_sizes or min(lengths, default=0) < 0:
        raise InputError("its numbers of tokens do not fit together")
    start = 0
    for length in lengths:
        end = start + length
        tokens = list(row.iter_unpack(message.tokens[start * row.size : end * row.size]))
        yield tokens, message.spaces[start:end]
        start = end


def _find_entities(
    tokens: Sequence[tuple[int, ...]], columns: Mapping[int, int], text: _Text, strings: _Strings
) -> Iterator[PackedSpan]:
    """Yield the labelled entities, as `Doc.ents` does."""
    if Attribute.ENT_IOB not in columns:
        return
    start = -1
    for index, tag in enumerate([*(row[columns[Attribute.ENT_IOB]] for row in tokens), _OUTSIDE]):
        if tag > _BEGIN or (tag == _INSIDE and start < 0):
            raise InputError("an entity has no beginning")
        if tag == _INSIDE:
            continue
        if start >= 0:
            names = [
                strings[tokens[start][columns[attribute]]] if attribute in columns else ""
                for attribute in (Attribute.ENT_TYPE, Attribute.ENT_KB_ID, Attribute.ENT_ID)
            ]
            if names[0]:
                yield text.make_span(start, index, *names)
        start = index if tag == _BEGIN else -1


def _unpack_groups(
    content: bytes, text: _Text, strings: _Strings
) -> dict[str, Sequence[PackedSpan]]:
    """Return the span groups by key; earlier versions have a list of groups with names."""
    if not content:
        return {}
    packed = _decode(content, list[bytes] | dict[bytes, list[str]])
    pairs = packed.items() if isinstance(packed, dict) else [(group, None) for group in packed]
    groups: dict[str, Sequence[PackedSpan]] = {}
    size = 0
    for group_content, keys in pairs:
        group = _decode(group_content, _Group)
        names = [group.name] if keys is None else keys
        size += len(names) * len(group.spans) * _SPAN.size
        if size > MAX_DOCUMENT_SIZE:  # a group may have many keys
            raise make_size_error("")
        spans = [_unpack_span(span, text, strings) for span in group.spans]
        groups |= dict.fromkeys(names, spans)
    return groups


def _unpack_span(content: bytes, text: _Text, strings: _Strings) -> PackedSpan:
    if len(content) != _SPAN.size:
        raise InputError("a span is truncated")
    key, code, label, start, end, _, _ = _SPAN.unpack(content)
    return text.make_span(start, end, strings[label], strings[code], strings[key])


def _unpack_user_data(content: bytes) -> Mapping[Any, Any]:
    data = _decode(content, Any) if content else {}
    return data if isinstance(data, dict) else {}
