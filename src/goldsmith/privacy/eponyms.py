"""Whether a name at a place in the text names a disease, a sign or a thing, not a person."""

from __future__ import annotations

import re

from goldsmith.privacy import words

_NEXT = re.compile(r"(?:['’]s|s['’]|['’])?[ \t\n-]+([^\W\d_]+)(?:['’]s)?(?:[ \t\n-]+([^\W\d_]+))?")
_STAGE = re.compile(
    r"(?:['’]s|['’])?[ \t]+(?:grade|stage|score|group|class|type)?[ \t]*"
    r"(?:[A-D][1-3]?|[IVX]{1,4}[ABC]?|\d{1,2}(?:[+/]\d+)?)\b(?![ \t]*(?:years|yrs|January|March))"
)
_BEFORE = re.compile(
    r"(?:\bnon-?[ ]?|\b(?:pouch|circle|tetralogy|angle|canal|ligament|foramen|duct|ampulla|bundle"
    r"|node|space|triangle|loop|crypts|islets|sphincter|sign|islands|tubercle|organ) of )$",
    re.IGNORECASE,
)
_FIRST = re.compile(r"\b([^\W\d_]+)(?:['’]s)?([ -])$")
#: First halves that nobody needs a hyphen or a head after.
_LEADING = ("Ann", "Brown", "Child", "Grey", "Lou", "Ramsay", "Roland")
#: Two first names that are an operation, but only where the words around them say so.
_IVOR_LEWIS = re.compile(
    r"(?:\b(?P<before>an?|the|prior|previous|planned|s/p|post|after|underwent|had)[ ])?"
    r"\bIvor[ -]Lewis\b"
    r"(?P<after>[ -](?:o?esophag\w+|procedure|operation|approach|resection|technique))?",
    re.IGNORECASE,
)
_POSSESSIVE = re.compile(r"['’]s\b")


def is_eponym(text: str, start: int, end: int) -> bool:
    """Whether the word is used as an eponym: Parkinson's disease, Dukes C1, pouch of Douglas."""
    word = text[start:end].casefold()
    if word in ("ivor", "lewis") and _is_ivor_lewis(text, start, end):
        return True
    if word not in words.folded("eponyms") and word.removesuffix("s") not in words.folded(
        "eponyms"
    ):
        return False
    if _BEFORE.search(text, max(0, start - 20), start) or _STAGE.match(text, end):
        return True
    return _heads(text, end) or _second(text, start) or _leads(text, start, end)


def _is_ivor_lewis(text: str, start: int, end: int) -> bool:
    return any(
        one.start() <= start and end <= one.end() and (one["before"] or one["after"])
        for one in _IVOR_LEWIS.finditer(text, max(0, start - 20), end + 40)
    )


def bare_possessive(text: str, start: int, end: int) -> bool:
    """Whether an eponym stands as "Parkinson's" with nothing to tell the disease from a person."""
    known = text[start:end].casefold() in words.folded("eponyms")
    return known and bool(_POSSESSIVE.match(text, end))


def _heads(text: str, end: int) -> bool:
    """Whether the next word, or the one after it, is the head of an eponym."""
    after = _NEXT.match(text, end)
    if after is None:
        return False
    first, second = after.group(1).casefold(), (after.group(2) or "").casefold()
    pair = text[end] == "-" and first in words.folded("eponyms")
    heads = words.folded("heads")
    return first in heads or second in heads or pair


def _leads(text: str, start: int, end: int) -> bool:
    """Whether an eponym of two names begins here, like Ann Arbor."""
    after = _NEXT.match(text, end)
    follows = after is not None and after.group(1).casefold() in words.folded("eponyms")
    return text[start:end] in _LEADING and follows


def _second(text: str, start: int) -> bool:
    """Whether an eponym of two names ends here: Guillain-Barré, Ann Arbor."""
    before = _FIRST.search(text, max(0, start - 25), start)
    if before is None or before.group(1).casefold() not in words.folded("eponyms"):
        return False
    return before.group(2) == "-" or before.group(1) in _LEADING
