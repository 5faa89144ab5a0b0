"""Features to decide whether a place is a time: the place, and the words and places around it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from goldsmith.components.temporal.extents.passages import Passage, Place

#: The number of words before and after a place that are features.
_WINDOW: Final = 3
#: The largest distance to the next place, in tokens; larger distances count as this one.
_FAR: Final = 4


def describe_place(passage: Passage, place: Place, reason: str) -> list[str]:
    """Return the features of the alternative that a place is not a time, for a given reason."""
    features = (
        *_describe_itself(passage, place),
        *_describe_words(passage, place),
        *_describe_neighbours(passage, place),
    )
    row = [f"no {name}" for name in features]
    return [*row, *(f"{reason} {name}" for name in row)]


def _describe_itself(passage: Passage, place: Place) -> Iterator[str]:
    """Yield the content of a place: "53 seconds" and "2D" are rarely times."""
    size = place.end - place.first
    yield "time"
    yield f"type={place.type}"
    yield f"pattern={place.pattern}"
    yield f"size={size}"
    yield f"size pattern={size} {place.pattern}"
    yield f"capital={place.is_capital} {place.type}"
    yield f"brackets={_count_brackets(passage, place)}"
    if place.unit:
        yield f"unit={place.unit}"
        yield f"size unit={size} {place.unit}"
        yield f"[unit={passage.get_word(place.first - 1)} {place.unit}"


def _count_brackets(passage: Passage, place: Place) -> int:
    """Return how many more brackets are opened than closed before a place."""
    before = list(islice(passage.words, place.first))
    return sum(map(before.count, "([")) - sum(map(before.count, ")]"))


def _describe_words(passage: Passage, place: Place) -> Iterator[str]:
    """Yield the words before and after a place."""
    get = passage.get_word
    for distance in range(1, _WINDOW + 1):
        sides = ("before", get(place.first - distance)), ("behind", get(place.end + distance - 1))
        for side, word in sides:
            yield f"{side}={word}"
            yield f"{side}{distance}={word}"
    before, behind = get(place.first - 1), get(place.end)
    yield f"[pattern={before} {place.pattern}"
    yield f"pattern]={place.pattern} {behind}"
    yield f"two before={get(place.first - 2)} {before}"
    yield f"two behind={behind} {get(place.end + 1)}"


def _describe_neighbours(passage: Passage, place: Place) -> Iterator[str]:
    """Yield the previous and next places: "daily" before "for 5 days" belongs to a dosage."""
    number = passage.places.index(place)
    for previous in passage.places[max(0, number - 1) : number]:
        yield f"previous={previous.pattern}"
        distance = min(_FAR, place.first - previous.end)
        yield f"previous types={previous.type} {place.type} {distance}"
    for following in passage.places[number + 1 : number + 2]:
        yield f"next={following.pattern}"
        distance = min(_FAR, following.first - place.end)
        yield f"next types={place.type} {following.type} {distance}"
