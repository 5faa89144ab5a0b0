"""The longest note: how the characters of a text are counted before it is decoded.

Who reads notes of unknown origin sets a limit (`Reader`, `longest_text`). A note beyond it is
refused where its text is found, so that a file mistaken for a note does not fill the memory.
"""

from __future__ import annotations

from typing import Final

from goldsmith.errors import InputError, Remedy

#: Bytes that are counted at once.
_BLOCK: Final = 1 << 20
#: The bytes of UTF-8 that continue a character.
_CONTINUATION: Final = bytes(range(0x80, 0xC0))
#: The most bytes that a character has in UTF-8.
MAX_CHARACTER_SIZE: Final = 4


def count_characters(content: bytes | memoryview) -> int:
    """Count the characters of a text in UTF-8, a block at a time, without decoding it."""
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
    """Return the error for a note, or its line, of which only the bytes were counted."""
    return InputError(
        f"{what} has {size:,} bytes",
        expected=f"at most {limit * MAX_CHARACTER_SIZE:,}, for a note of {limit:,} characters",
        remedy=Remedy.RAISE_LENGTH,
    )
