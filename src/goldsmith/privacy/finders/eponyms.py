"""Recognise eponyms: names that denote a disease, a sign or a thing, not a person."""

from __future__ import annotations

import re

from goldsmith.privacy import words

#: A line break before a capital ends the phrase, and so does the gap between two columns: a
#: signature is not an eponym.
_GAP = r"(?:[ \t-]|\n(?![A-Z])){1,2}(?![ \t])"
_NEXT = re.compile(rf"(?:['’]s|s['’]|['’])?{_GAP}([^\W\d_]+)(?:['’]s)?(?:{_GAP}([^\W\d_]+))?")
_STAGE = re.compile(
    r"(?:['’]s|['’])?[ \t]{1,2}(?:grade|stage|score|group|class|type)?[ \t]{0,2}"
    r"(?:[A-D][1-3]?|[IVX]{1,4}[ABC]?|\d{1,2}(?:[+/]\d+)?)\b(?![ \t]*(?:years|yrs|January|March))"
)
_BEFORE = re.compile(
    r"(?:\bnon-?[ ]?|\b(?:pouch|circle|tetralogy|angle|canal|ligament|foramen|duct|ampulla|bundle"
    r"|node|space|triangle|loop|crypts|islets|sphincter|sign|islands|tubercle|organ) of )$",
    re.IGNORECASE,
)
_FIRST = re.compile(r"\b([^\W\d_]+)(?:['’]s)?([ -])$")
#: First words of two-word eponyms, such as Ann Arbor.
_FIRST_WORDS = ("Ann", "Brown", "Child", "Grey", "Lou", "Ramsay", "Roland")
#: Two first names that denote an operation in the right context.
_IVOR_LEWIS = re.compile(
    r"(?:\b(?P<before>an?|the|prior|previous|planned|s/p|post|after|underwent|had)[ ])?"
    r"\bIvor[ -]Lewis\b"
    r"(?P<after>[ -](?:o?esophag\w+|procedure|operation|approach|resection|technique))?",
    re.IGNORECASE,
)
_POSSESSIVE = re.compile(r"['’]s\b")


def is_eponym(text: str, start: int, end: int) -> bool:
    """Return whether a word is an eponym: Parkinson's disease, Dukes C1, pouch of Douglas."""
    word = text[start:end].casefold()
    if word in ("ivor", "lewis") and _is_ivor_lewis(text, start, end):
        return True
    if word not in words.load_folded("eponyms") and word.removesuffix("s") not in words.load_folded(
        "eponyms"
    ):
        return False
    if _BEFORE.search(text, max(0, start - 20), start) or _STAGE.match(text, end):
        return True
    return _has_head(text, end) or _ends_pair(text, start) or _starts_pair(text, start, end)


def _is_ivor_lewis(text: str, start: int, end: int) -> bool:
    return any(
        match.start() <= start and end <= match.end() and (match["before"] or match["after"])
        for match in _IVOR_LEWIS.finditer(text, max(0, start - 20), end + 40)
    )


def is_bare_possessive(text: str, start: int, end: int) -> bool:
    """Return whether a word is a possessive such as "Parkinson's", person or disease."""
    listed = text[start:end].casefold() in words.load_folded("eponyms")
    return listed and bool(_POSSESSIVE.match(text, end))


def _has_head(text: str, end: int) -> bool:
    """Return whether one of the next two words is the head of an eponym, such as "disease"."""
    after = _NEXT.match(text, end)
    if after is None:
        return False
    first, second = after.group(1).casefold(), (after.group(2) or "").casefold()
    is_pair = text[end] == "-" and first in words.load_folded("eponyms")
    heads = words.load_folded("heads")
    return first in heads or second in heads or is_pair


def _starts_pair(text: str, start: int, end: int) -> bool:
    """Return whether an eponym of two names starts here: Ann Arbor."""
    after = _NEXT.match(text, end)
    is_followed = after is not None and after.group(1).casefold() in words.load_folded("eponyms")
    return text[start:end] in _FIRST_WORDS and is_followed


def _ends_pair(text: str, start: int) -> bool:
    """Return whether an eponym of two names ends here: Guillain-Barré, Ann Arbor."""
    before = _FIRST.search(text, max(0, start - 25), start)
    if before is None or before.group(1).casefold() not in words.load_folded("eponyms"):
        return False
    return before.group(2) == "-" or before.group(1) in _FIRST_WORDS
