"""The word lists of the package: names to find, names for surrogates, and ordinary words."""

from __future__ import annotations

import struct
import unicodedata
import zlib
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from importlib.resources import files

FEMALE, MALE, SURNAME = "f", "m", "s"


def read_lines(name: str) -> Iterator[list[str]]:
    """Read the lines of a list as words, without comments."""
    text = files("goldsmith.privacy").joinpath("data", f"{name}.txt").read_text("utf-8")
    return (line.split() for line in text.splitlines() if line and not line.startswith("#"))


@cache
def load_words(name: str) -> tuple[str, ...]:
    """Load the words of a list."""
    return tuple(word for line in read_lines(name) for word in line)


@cache
def load_terms() -> frozenset[tuple[str, str]]:
    """Load the clinical terms of two words in which a word looks like a name or a title."""
    return frozenset(
        (first, second)
        for firsts, seconds in (" ".join(line).split(": ", 1) for line in read_lines("terms"))
        for first in firsts.split()
        for second in seconds.split()
    )


@cache
def load_folded(name: str) -> frozenset[str]:
    """Load the words of a list, case-folded."""
    return frozenset(word.casefold() for word in load_words(name))


def encode_vocabulary(members: Iterable[str]) -> bytes:
    """Encode a vocabulary: the checksums of its words, sorted and compressed."""
    checksums = sorted({zlib.crc32(word.encode()) for word in members})
    return zlib.compress(struct.pack(f"<{len(checksums)}I", *checksums), 9)


@cache
def _load_vocabulary() -> frozenset[int]:
    content = files("goldsmith.privacy").joinpath("data", "vocabulary.bin").read_bytes()
    return frozenset(checksum for (checksum,) in struct.iter_unpack("<I", zlib.decompress(content)))


def is_term(lower: str) -> bool:
    """Return whether a lower-case word is a rare clinical word, by its checksum."""
    return zlib.crc32(lower.encode()) in _load_vocabulary()


@cache
def load_first_names(sex: str) -> tuple[str, ...]:
    """Load the unambiguous first names of a sex, from which surrogates are drawn."""
    return tuple(word for kind, *line in read_lines("first_names") if kind == sex for word in line)


@cache
def load_sexes() -> dict[str, str]:
    """Load the unambiguous first names, case-folded, with their sex."""
    return {word.casefold(): sex for sex in (FEMALE, MALE) for word in load_first_names(sex)}


@cache
def load_ambiguous() -> dict[str, str]:
    """Load the names that are also words, case-folded, with f, m, or s for surnames."""
    return {word.casefold(): kind for kind, *line in read_lines("ambiguous") for word in line}


@cache
def load_ordinary() -> frozenset[str]:
    """Load the words that are not names: ordinary words, roles, countries, months, weekdays."""
    return load_folded("words") | load_folded("roles") | load_folded("countries") | _CALENDAR


@lru_cache(50_000)
def fold_name(name: str) -> str:
    """Fold case and accents of a name: Zoë and ZOE become equal."""
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def guess_sex(name: str) -> str:
    """Return the sex that a first name implies, or ""."""
    key = fold_name(name)
    kind = load_sexes().get(key) or load_ambiguous().get(key, "")
    return kind if kind != SURNAME else ""


_CALENDAR = frozenset(
    "january february march april may june july august september october november december "
    "jan feb mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday "
    "saturday sunday mon tue tues wed thu thur thurs fri sat sun".split()
) - {"april", "may", "june", "august"}
