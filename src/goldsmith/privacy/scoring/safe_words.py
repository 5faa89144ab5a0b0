"""Words that are not names unless a title or relation precedes them, or not places either."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from goldsmith.privacy import words
from goldsmith.privacy.scoring import gazetteers
from goldsmith.privacy.scoring.cues import is_cue, load_cues
from goldsmith.privacy.scoring.word_classes import FUNCTION, RARE, get_zipf, is_derived

#: The frequency per million people at which a name is plausible without a title.
_FREQUENT_NAME = 20
#: Classes of cues that are often part of the name of a place.
_PLACE_CUES: Final = ("compass", "state", "head", "land", "street", "month")
_NAMED_DEMONYMS: Final = frozenset("black english french german irish welsh christian".split())
_PARTICLES: Final = frozenset("van von de der den del di da du la le ter al el bin dos".split())


@lru_cache(50_000)
def is_safe(text: str) -> bool:
    """Return whether a word is not a name unless a title or relation precedes it.

    Very frequent words, inflected words, titles, roles and abbreviations with a slash are safe,
    unless many people have the name.
    """
    lower = text.lower()
    if len(text) == 2 and text.isupper():
        return False  # initials of staff
    if lower in words.load_folded("demonyms") and lower not in _NAMED_DEMONYMS:
        return True
    frequency = gazetteers.load_surnames().get(lower, 0.0)
    if max(frequency, gazetteers.load_first_names().get(lower, 0.0)) > _FREQUENT_NAME:
        return False
    if "/" in lower or "." in lower or lower in words.load_folded("roles"):
        return True
    is_described = lower in load_cues() and lower not in _PARTICLES
    if is_described or get_zipf(lower) >= FUNCTION:
        return True
    is_inflected = not frequency and get_zipf(lower) >= RARE and is_derived(lower)
    return is_inflected and text[0].isupper()  # Endorses pain


@lru_cache(50_000)
def is_safe_place(text: str) -> bool:
    """Return whether a safe word is not part of the name of a place either."""
    lower = text.lower()
    if text.islower() or "/" in text or lower in words.load_folded("demonyms"):
        return True
    return lower in load_cues() and not any(is_cue(lower, name) for name in _PLACE_CUES)
