"""Damage for files: random changes to bytes, lines, numbers, ids, XML, JSON and encodings.

Every mutation takes the content of a file and a source of random numbers and returns new content.
The same random numbers give the same result.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

#: Replaces ids, names and values; no message may show more than its beginning.
MARKER = "Mrs. Ada Quigley, born 14 March 1958, seen at Hollybush Ward for a fever of unknown"
_LARGEST = 300_000
_ZLIB = b"\x78"

_NUMBER = re.compile(rb"-?\d+")
_WORD = re.compile(rb"[A-Za-z0-9_.:#@-]+")
_ELEMENT = re.compile(
    rb"<([\w:.-]+)(?:\s[^<>]*)?>(?:[^<]|<(?!/?\1[\s>/]))*</\1\s*>|<[\w:.-]+[^<>]*/>"
)
_ATTRIBUTE = re.compile(rb"""\s[\w:.-]+\s*=\s*("[^"<]*"|'[^'<]*')""")
_NUMBERS = (
    *(b"0", b"-1", b"1", b"2147483648", b"9223372036854775808", b"99999999999999999999"),
    *(b"1e400", b"-0", b"1.5", b"007", b"1_000", b"NaN", "٣".encode(), b"9" * 400, b"9" * 4400),
)
_PIECES = (
    *(b"\x00", b"\xff", b"\xef\xbb\xbf", b"\xff\xfe", b"\xed\xa0\x80", b"\xf0\x9f\x98\x80"),
    *(b"\xc2", b"\r", b"\n", b"\n\n", b"\t", b" ", b"\x0b", b"\x1c", b"\x85", "\u2028".encode()),
    *(b"\\", b'"', b"'", b"<", b">", b"&", b"&amp;", b"&#0;", b"&#xD800;", b"&x;", b"]]>"),
    *(b"<![CDATA[", b"<!--", b"<?xml?>", b"<!DOCTYPE a>", b"{", b"}", b"[", b"]", b",", b":"),
    *(b"|", b";", b"||", b"#", b"null", b"(", b")", b"..", b"../", b"/", b"\\u0000", b"\\ud800"),
    *(b"-", b"", MARKER.encode()),
)
_CODECS = ("utf-16", "utf-16-le", "utf-32", "utf-32-be", "utf-7", "cp037", "latin-1", "utf-8-sig")

Mutation = Callable[[bytes, Random], bytes]


def mutate(content: bytes, random: Random) -> bytes:
    """Apply one to four random mutations; the size of the result is limited.

    Most mutations of a zlib-compressed file change its uncompressed content: the checksum would
    expose all others at once.
    """
    if content.startswith(_ZLIB) and random.random() < 0.9:
        try:
            return zlib.compress(mutate(zlib.decompress(content), random), 1)
        except zlib.error:
            pass
    for _ in range(random.choice((1, 1, 1, 2, 2, 4))):
        content = random.choice(MUTATIONS)(content, random)[:_LARGEST]
    return content


def _pick_range(content: bytes, random: Random, longest: int = 60) -> tuple[int, int]:
    start = random.randrange(len(content) + 1)
    return start, min(len(content), start + random.randrange(longest))


def flip_bits(content: bytes, random: Random) -> bytes:
    """Flip one to eight bits."""
    changed = bytearray(content)
    for _ in range(random.randrange(1, 9) if changed else 0):
        changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return bytes(changed)


def delete_range(content: bytes, random: Random) -> bytes:
    """Delete a range of bytes."""
    start, end = _pick_range(content, random)
    return content[:start] + content[end:]


def duplicate_range(content: bytes, random: Random) -> bytes:
    """Repeat a range of bytes a few or very many times."""
    start, end = _pick_range(content, random)
    return content[:end] + content[start:end] * random.choice((1, 1, 2, 30, 2000)) + content[end:]


def move_range(content: bytes, random: Random) -> bytes:
    """Copy a range of bytes to another place of the file."""
    (start, end), (place, after) = _pick_range(content, random), _pick_range(content, random)
    return content[:place] + content[start:end] + content[random.choice((place, after)) :]


def insert_piece(content: bytes, random: Random) -> bytes:
    """Insert characters with a meaning in some format, or replace others with them."""
    start, end = _pick_range(content, random, 4)
    return content[:start] + random.choice(_PIECES) + content[random.choice((start, end)) :]


def truncate(content: bytes, random: Random) -> bytes:
    """Keep only the beginning or only the end."""
    place = random.randrange(len(content) + 1)
    return content[:place] if random.random() < 0.8 else content[place:]


def replace_number(content: bytes, random: Random) -> bytes:
    """Replace a number with a huge, negative or neighbouring one, or delete it."""
    match = _choose(list(_NUMBER.finditer(content)), random)
    if match is None:
        return content
    near = (
        b"%d" % (int(match[0][:15]) + random.choice((-1, 1, 2, 100)))
        if len(match[0]) < 15
        else b"0"
    )
    number = random.choice((near, random.choice(_NUMBERS)))
    return content[: match.start()] + number + content[match.end() :]


def replace_word(content: bytes, random: Random) -> bytes:
    """Replace a word with another word of the file, with nothing, or with a long text."""
    matches = list(_WORD.finditer(content))
    match, substitute = _choose(matches, random), _choose(matches, random)
    if match is None or substitute is None:
        return content
    word = random.choice((substitute[0], substitute[0], b"", MARKER.encode(), match[0] * 200))
    return content[: match.start()] + word + content[match.end() :]


def change_lines(content: bytes, random: Random) -> bytes:
    """Delete, repeat, swap or join lines, or change all line ends."""
    lines = content.splitlines(keepends=True)
    if not lines:
        return content
    first, second = random.randrange(len(lines)), random.randrange(len(lines))
    kind = random.randrange(5)
    if kind == 0:
        del lines[first]
    elif kind == 1:
        lines[first] *= random.choice((2, 3, 500))
    elif kind == 2:
        lines[first], lines[second] = lines[second], lines[first]
    elif kind == 3:
        lines[first] = lines[first].rstrip(b"\r\n")
    else:
        return random.choice((b"\r\n", b"\r", b"")).join(content.split(b"\n"))
    return b"".join(lines)


def change_element(content: bytes, random: Random) -> bytes:
    """Delete, repeat, empty, nest or move an XML element, or a part of one."""
    pattern = random.choice((_ELEMENT, _ELEMENT, _ATTRIBUTE))
    match = _choose(list(pattern.finditer(content[:100_000])), random)
    if match is None:
        return insert_piece(content, random)
    part, depth = match[0], random.choice((1, 2, 300, 5000))
    opening = part[: part.find(b">") + 1].replace(b"/>", b">")
    closing = b"</" + re.split(rb"[\s/>]", part[1:], maxsplit=1)[0] + b">"
    choices = [
        b"",
        part * 2,
        part * 100,
        opening * depth + part + closing * depth,
        opening,
        b"<a/>",
    ]
    changed = random.choice(choices)
    if random.random() < 0.1:  # moved to another place
        place = random.randrange(len(content))
        return content[:place] + part + content[place:]
    return content[: match.start()] + changed + content[match.end() :]


def change_json(content: bytes, random: Random) -> bytes:
    """Delete, repeat, nest or replace a value of JSON, or of one line of JSON lines."""
    lines = content.splitlines() if random.random() < 0.8 else [content]
    index = random.randrange(len(lines)) if lines else 0
    for start, end in ((index, index + 1), (0, len(lines))):
        try:
            value = json.loads(b"\n".join(lines[start:end]))
        except (ValueError, RecursionError):
            continue
        changed = json.dumps(_change_value(value, random), ensure_ascii=random.random() < 0.5)
        nested = changed.replace('"DEEP"', "[" * 5000 + "]" * 5000)
        lines[start:end] = [nested.encode("utf-8", "replace")]
        return b"\n".join(lines) + b"\n"
    return replace_word(content, random)


def _change_value(value: Any, random: Random) -> Any:
    """Return a copy of a JSON value with one value, key or element changed."""
    if isinstance(value, dict) and value and random.random() < 0.85:
        key = random.choice(list(value))
        kind = random.randrange(8)
        if kind == 0:
            return {name: item for name, item in value.items() if name != key}
        if kind == 1:
            return {(MARKER if name == key else name): item for name, item in value.items()}
        return {**value, key: _change_value(value[key], random)}
    if isinstance(value, list) and value and random.random() < 0.85:
        index = random.randrange(len(value))
        kind = random.randrange(8)
        if kind == 0:
            return value[:index] + value[index + 1 :]
        if kind == 1:
            return value[: index + 1] * 2 + value[index:]
        return [*value[:index], _change_value(value[index], random), *value[index + 1 :]]
    return random.choice(
        (
            None,
            True,
            0,
            -1,
            2**31,
            2**70,
            1.5,
            "",
            "0",
            MARKER,
            [],
            {},
            [value],
            [value] * 2,
            "DEEP",
        )
    )


def change_encoding(content: bytes, random: Random) -> bytes:
    """Write the whole file in another encoding, declared or not."""
    codec = random.choice(_CODECS)
    text = content.decode("utf-8", "replace")
    if random.random() < 0.5:
        text = re.sub(r"encoding=[\"'][\w-]+[\"']", f'encoding="{codec}"', text, count=1)
    return text.encode(codec, "replace")


def _choose(matches: Sequence[re.Match[bytes]], random: Random) -> re.Match[bytes] | None:
    return random.choice(matches) if matches else None


#: Frequent mutations are listed more than once.
MUTATIONS: tuple[Mutation, ...] = (
    *(flip_bits, delete_range, duplicate_range, move_range, insert_piece, insert_piece, truncate),
    *(replace_number, replace_number, replace_word, replace_word, replace_word, change_lines),
    *(change_element, change_element, change_element, change_json, change_json, change_encoding),
)
