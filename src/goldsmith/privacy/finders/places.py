"""Find places named in the record or the metadata: addresses, towns, institutions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from goldsmith.privacy import words
from goldsmith.privacy.identifiers import FACILITY, HOUSE, PLACE, Identifier

_ROAD = (
    r"(?:Road|Rd|Street|St|Avenue|Ave|Lane|Ln|Close|Drive|Dr|Way|Crescent|Cres|Court|Ct|Place|Gardens"
    r"|Grove|Terrace|Hill|Park|Square|Boulevard|Blvd|View|Rise|Walk|Mews|Green|Row)"
)
_LINE = re.compile(rf"(?:(?P<house>\d+[a-z]?),?\s+)?(?P<name>.+?)(?:\s+{_ROAD}\.?)?", re.I)


def find_recorded_places(text: str, values: Iterable[str], form: str) -> Iterator[Identifier]:
    """Find the places of the record, including each comma-separated part of an address."""
    for value in sorted(set(split_addresses(values))):
        pattern = r"\s+".join(map(re.escape, value.split()))
        for match in re.finditer(rf"(?<![\w-]){pattern}(?![\w-])", text, re.IGNORECASE):
            if match.group()[0].isupper() or match.group()[0].isdigit():
                yield from _split_house_number(match, form)


def _split_house_number(match: re.Match[str], form: str) -> Iterator[Identifier]:
    """Separate the house number from the street, so that the surrogate has the same form."""
    if form == FACILITY:  # in Elm Park Hospital, Park is not a street type
        yield Identifier(*match.span(), PLACE, "record", 7, form)
        return
    line = _LINE.fullmatch(match.group())
    if line is None:
        return
    if line["house"]:
        start = match.start()
        yield Identifier(start, start + line.end("house"), PLACE, "record", 7, HOUSE)
    start = match.start() + line.start("name")
    yield Identifier(start, start + len(line["name"]), PLACE, "record", 7, form)


def split_addresses(values: Iterable[str]) -> Iterator[str]:
    """Split addresses into the parts to look for, without ordinary words and bare numbers."""
    for part in (part.strip() for value in values for part in re.split(r"[,\n]", value)):
        if len(part) > 3 and not part.isdigit() and _is_proper_name(part):
            yield part


def get_institution_names(institution: str) -> list[str]:
    """Return the distinctive part of the name of an institution, or an empty list."""
    parts = institution.split()
    own = [
        index
        for index, word in enumerate(parts)
        if word.casefold() not in words.load_folded("generic")
    ]
    short = " ".join(parts[own[0] : own[-1] + 1]) if own else ""
    return [short] if short and _is_proper_name(short) else []


def _is_proper_name(name: str) -> bool:
    """Return whether a name has a word that is neither ordinary nor generic."""
    first = name.split()[0].casefold()
    return not all(
        word.casefold() in words.load_ordinary() or word.casefold() in words.load_folded("generic")
        for word in name.split()
    ) and first not in ("the",)
