"""Split names that contain several mentions: two drugs, a test or condition and its place."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

import msgspec

from goldsmith.core import Span
from goldsmith_demo.data_files import DataFile, make_reader
from goldsmith_demo.writing.layers.mentions import Whole

_SEPARATOR = "; "
_JOINTS = re.compile(r", | and |/")
_PLACED = re.compile(
    r"(?P<what>\S.*?) (?:in|of|on|to|from|within) (?:the|your) (?P<place>\w[\w -]*)", re.IGNORECASE
)
_LINK = re.compile(r"(?: (?:in|of|on|to|from|within))?(?: (?:the|your))? ?$")


class Parts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words for directions and parts, and for the places that they divide."""

    directions: str
    places: str
    parts: str
    organs: str
    adjectives: str


class Results(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words for findings, words of degree, and words that link a finding to a place or test."""

    words: str
    links: str
    degrees: str


class Compounds(DataFile, frozen=True):
    """Names of tests and operations with their places, indivisible names, parts, and findings."""

    targets: dict[str, str]
    whole: Whole
    parts: Parts
    results: Results


class Part(NamedTuple):
    """A mention within a name; the spans are relative to the name."""

    spans: tuple[Span, ...]
    is_place: bool = False


_load = make_reader(__package__, "compounds", Compounds)


@cache
def _list_whole() -> frozenset[str]:
    return frozenset(_load().whole.names.lower().split(_SEPARATOR))


@cache
def _compile_results() -> re.Pattern[str]:
    words = "|".join(_load().results.words.split(_SEPARATOR))
    links = "|".join(f" {link}" for link in _load().results.links.split(_SEPARATOR))
    degrees = "|".join(_load().results.degrees.split(_SEPARATOR))
    return re.compile(
        rf"(?::|{links}|)(?: (?:{degrees}))? ({words})(?: and ({words}))?(?![\w-]| \w+ing\b)"
    )


@cache
def _compile_parts() -> tuple[re.Pattern[str], ...]:
    words = {
        key: "|".join(value.split(_SEPARATOR))
        for key, value in msgspec.structs.asdict(_load().parts).items()
    }
    patterns = (
        "(?P<part>{directions}) (?P<place>{places})",
        "(?P<part>{parts}) of the (?P<place>{organs})",
        "(?P<place>{adjectives}) (?P<part>{parts})",
    )
    return tuple(re.compile(row.format(**words), re.IGNORECASE) for row in patterns)


def find_results(text: str, at: int) -> list[Span]:
    """Return the findings that follow a place or a test: "clear" after "chest"."""
    match = _compile_results().match(text, at)
    return [Span(*match.span(group)) for group in (1, 2) if match[group]] if match else []


@cache
def find_part(name: str) -> tuple[Span, Span] | None:
    """Return the part and the whole within the name of a place: "lower" and "limb"."""
    for pattern in _compile_parts():
        if match := pattern.fullmatch(name):
            return Span(*match.span("part")), Span(*match.span("place"))
    return None


@cache
def split_name(kind: str, name: str) -> tuple[Part, ...]:
    """Return the mentions within a name of a CLEF type: a single one if it is indivisible."""
    low = " ".join(name.lower().split(" "))
    whole = (Part((Span(0, len(name)),)),)
    if low in _list_whole():
        return whole
    if kind == "Drug-or-device" or (kind == "Intervention" and " and " in low):
        return tuple(_split_list(name)) or whole
    match = _PLACED.fullmatch(name) if kind == "Condition" else None
    if match:
        return _cut_out(name, [match["place"]])
    places = _load().targets.get(low, "")
    return _cut_out(name, places.split(_SEPARATOR)) if places else whole


def _split_list(name: str) -> list[Part]:
    at, parts = 0, []
    for match in _JOINTS.finditer(name):
        parts.append(Part((Span(at, match.start()),)))
        at = match.end()
    return [*parts, Part((Span(at, len(name)),))] if parts else []


def _cut_out(name: str, places: list[str]) -> tuple[Part, ...]:
    """Separate the places from a name; return the remainder, then the places."""
    starts = [name.lower().index(place.lower()) for place in places]
    cuts = [Span(at, at + len(place)) for at, place in zip(starts, places, strict=True)]
    before = _LINK.sub("", name[: cuts[0].start])
    pieces = (Span(0, len(before)), Span(cuts[-1].end + 1, len(name)))
    rest = tuple(piece for piece in pieces if piece.end > piece.start)
    return (Part(rest), *(Part((cut,), is_place=True) for cut in cuts))
