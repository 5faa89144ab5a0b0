"""The limit on the length of a note: counts the characters of a text before it is decoded.

Code that reads notes of unknown origin sets a limit (`Reader`, `longest_text`). Readers reject a
longer note as soon as they reach its text, so that a file mistaken for a note does not fill memory.
"""

from __future__ import annotations

from typing import Final

from goldsmith.errors import InputError, Remedy

#: The number of bytes to count at once.
_BLOCK: Final = 1 << 20
#: The UTF-8 continuation bytes.
_CONTINUATION: Final = bytes(range(0x80, 0xC0))
#: The most bytes of a character in UTF-8.
MAX_CHARACTER_SIZE: Final = 4


def count_characters(content: bytes | memoryview) -> int:
    """Count the characters of a UTF-8 text block by block, without decoding it."""
    blocks = (bytes(content[start : start + _BLOCK]) for start in range(0, len(content), _BLOCK))
    return sum(len(block.translate(None, _CONTINUATION)) for block in blocks)


def make_length_error(characters: int, limit: int) -> InputError:
    """Return the error for a note that is too long."""
    return InputError(
        f"the note has {characters:,} characters",
        expected=f"at most {limit:,}",
        remedy=Remedy.RAISE_LENGTH,
    )


def make_bytes_error(what: str, size: int, limit: int) -> InputError:
    """Return the error for a note or line that is too long by its number of bytes."""
    return InputError(
        f"{what} has {size:,} bytes",
        expected=f"at most {limit * MAX_CHARACTER_SIZE:,}, for a note of {limit:,} characters",
        remedy=Remedy.RAISE_LENGTH,
    )
