"""Detection of the encoding that fits a whole file, and reading of the file as text."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from functools import partial
from typing import IO

from goldsmith.errors import InputError, Remedy, quote_id
from goldsmith.formats.damage import DAMAGED, MAX_DOCUMENT_SIZE, make_damage_error, make_size_error
from goldsmith.formats.tree import Tree

UTF_8, UTF_8_BOM, UTF_16 = "utf-8", "utf-8-sig", "utf-16"
_BOMS = {b"\xef\xbb\xbf": UTF_8_BOM, b"\xff\xfe": UTF_16, b"\xfe\xff": UTF_16}
_NOT_IN_CP1252 = frozenset(b"\x81\x8d\x8f\x90\x9d")
_PIECE = 1 << 20
_EXAMPLES = "utf-8, utf-16, cp1252 or latin-1"


def choose_encoding(tree: Tree, name: str, requested: str) -> str:
    """Return the encoding of a file: the requested one, or one that fits every line.

    Raises:
        InputError: The requested encoding is unknown, or no encoding fits all lines.
    """
    bom = next((code for mark, code in _BOMS.items() if tree.read_head(name).startswith(mark)), "")
    if requested:
        return _check_requested(requested, bom, tree.where(name))
    return bom or _try_encodings(_read_blocks(tree, name), tree.where(name))


def check_encoding(name: str) -> None:
    """Check that an encoding of text has this name.

    Raises:
        InputError: No encoding has this name.
    """
    try:
        io.TextIOWrapper(io.BytesIO(), name)
    except (LookupError, ValueError):
        raise InputError(
            f"there is no encoding called {quote_id(name)}", expected=_EXAMPLES
        ) from None


def _check_requested(requested: str, bom: str, where: str) -> str:
    check_encoding(requested)
    plain = requested.lower().replace("_", "-")
    if plain in (UTF_16, "utf16") and bom != UTF_16:
        raise InputError(
            "the file has no byte order mark, so that utf-16 may mean two encodings",
            where=where,
            expected="utf-16-le or utf-16-be",
            remedy=Remedy.NAME_ENCODING,
        )
    return UTF_8_BOM if plain in (UTF_8, "utf8") and bom == UTF_8_BOM else requested


def _try_encodings(blocks: Iterable[tuple[int, bytes]], where: str) -> str:
    """Return utf-8, cp1252 or latin-1.

    A file with both valid and invalid UTF-8 is damaged or mixed: reading it as cp1252 would corrupt
    the valid characters, so it is refused.
    """
    valid = invalid = 0
    codes: set[int] = set()
    for start, block in blocks:
        if start == 1 and b"\0" in block.partition(b"\n")[0]:
            raise _make_nul_error(where)
        lines = [] if block.isascii() else block.split(b"\n")
        for number, line in enumerate(lines, start):
            if not _is_utf_8(line):
                invalid = invalid or number
                codes.update(line)
            elif not line.isascii():
                valid = valid or number
    if invalid and valid:
        raise InputError(
            f"this line is not UTF-8, but line {valid:,} is",
            where=where,
            line=invalid,
            expected="the same encoding in the whole file",
            remedy=Remedy.NAME_ENCODING,
        )
    if not invalid:
        return UTF_8
    return "cp1252" if _NOT_IN_CP1252.isdisjoint(codes) else "latin-1"


def _read_blocks(tree: Tree, name: str) -> Iterator[tuple[int, bytes]]:
    """Yield blocks of bytes with the number of their first line; no UTF-8 character is split.

    Lines are not split either, unless they are very long.
    """
    number, carry, where = 1, b"", tree.where(name)
    try:
        with tree.open(name) as stream:
            while content := stream.read(_PIECE):
                block = carry + content + stream.readline(_PIECE)
                cut = _find_cut(block)
                carry, block = (block[-cut:], block[:-cut]) if cut else (b"", block)
                yield number, block
                number += block.count(b"\n")
    except DAMAGED as error:
        raise make_damage_error(error, where, number) from None
    if carry:
        yield number, carry


def _find_cut(piece: bytes) -> int:
    """Return how many bytes at the end may be the beginning of a character."""
    return next((back for back in (1, 2, 3) if piece[-back:][:1] >= b"\xc0"), 0)


def _make_nul_error(where: str) -> InputError:
    return InputError(
        "the first line has NUL bytes, which suggests UTF-16 without a byte order mark",
        where=where,
        expected="text in " + _EXAMPLES,
        remedy=Remedy.NAME_ENCODING,
    )


def _is_utf_8(line: bytes) -> bool:
    try:
        line.decode(UTF_8)
    except UnicodeDecodeError:
        return False
    return True


def read_text_lines(tree: Tree, name: str, encoding: str) -> Iterator[str]:
    """Yield the lines of a file with their line ends, as `read_text_pieces` does.

    Raises:
        InputError: A line is longer than a document may be.
    """
    pieces = read_text_pieces(tree, name, encoding, MAX_DOCUMENT_SIZE + 1)
    for number, line in enumerate(pieces, 1):
        if len(line) > MAX_DOCUMENT_SIZE:
            raise make_size_error(tree.where(name), number)
        yield line


def read_text_pieces(tree: Tree, name: str, encoding: str, size: int) -> Iterator[str]:
    """Yield the lines of a file with their line ends; lines longer than `size` in pieces.

    Invalid bytes become lone surrogates, so that the code that splits the lines into rows can
    report the row.

    Raises:
        InputError: The file is damaged, or not valid in an encoding such as UTF-16.
    """
    line, where = 1, tree.where(name)
    try:
        with tree.open(name) as stream, _wrap(stream, encoding) as text:
            for piece in iter(partial(text.readline, size), ""):
                yield piece
                line += piece.endswith("\n")
    except DAMAGED as error:
        raise make_damage_error(error, where, line) from None
    except UnicodeError:
        raise InputError(
            f"this line is not valid {encoding}", where=where, line=line, expected="valid text"
        ) from None


def _wrap(stream: IO[bytes], encoding: str) -> io.TextIOWrapper:
    return io.TextIOWrapper(stream, encoding, errors="surrogateescape", newline="")


def decode_text(content: bytes, encoding: str) -> str:
    """Decode the content of a file; bytes that are not valid become lone surrogates."""
    return content.decode(encoding, errors="surrogateescape")
