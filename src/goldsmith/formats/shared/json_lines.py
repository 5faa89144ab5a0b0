"""Read files of JSON objects, one on each line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

import msgspec

from goldsmith.core.decoding import BAD_JSON, describe_json_error
from goldsmith.errors import InputError
from goldsmith.formats.shared.lines import read_lines
from goldsmith.formats.tree import Tree

T = TypeVar("T")


def decode_lines(
    tree: Tree, name: str, decoder: msgspec.json.Decoder[T], *, expected: str
) -> Iterator[tuple[int, bytes, T | InputError]]:
    """Yield the number and content of each line that is not blank, and its object or the error."""
    for number, line in enumerate(read_lines(tree, name), 1):
        if line.strip():
            result: T | InputError = decode_line(line, decoder, tree.where(name), number, expected)
            yield number, line, result


def decode_line(
    line: bytes, decoder: msgspec.json.Decoder[T], where: str, number: int, expected: str
) -> T | InputError:
    """Return the object on a line, or the error if the line is malformed."""
    try:
        return decoder.decode(line)
    except BAD_JSON as error:
        return InputError(
            f"this line cannot be read{describe_json_error(error)}",
            where=where,
            line=number,
            expected=expected,
            remedy="The file may be truncated or written by another program",
        )
