"""Find numbers and contacts that have a certain form or are in the record of a patient."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from goldsmith.privacy.identifiers import (
    CONTACT,
    EMAIL,
    EXTENSION,
    NHS,
    NUMBER,
    SHAPE,
    SPOKEN,
    URL,
    Identifier,
)
from goldsmith.privacy.nhs_number import is_nhs_number, keep_digits

#: The rules of contacts that are certain.
E_MAIL, WEB = "e-mail", "URL"
#: The reason given for the extension of a phone number.
PHONE_EXTENSION = "extension of a phone number"
_NHS = re.compile(r"(?<![\d/.,-])\d{3}([ -]?)\d{3}\1\d{4}(?![\d/-]|[.,]\d)")
_SSN = re.compile(r"(?<![\d-])\d{3}-\d{2}-\d{4}(?![\d-])")
_PHONE = re.compile(
    r"(?<![\d/.+-])(?:\+\d{1,3}[ ]?(?:\(0\)[ ]?)?(?:\d{2,4}|\d(?=[ -]))(?:[ -]?\d{2,4}){2,4}"
    r"|\(?0\d{2,4}\)?[ -]?\d{3,4}[ -]?\d{3,4}"
    r"|(?:1[ -])?(?:\(\d{3}\)[ -]?|\d{3}[-.])\d{3}[-.]\d{4})(?![\d/]|[.,-]\d)"
)
_EMAIL = re.compile(r"[\w.+'-]+@[\w-]+(?:\.[\w-]+)+")
_URL = re.compile(
    r"(?:https?://|www\.)[^\s<>()\"']*[^\s<>()\"'.,;:]"
    r"|\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|edu|gov|nhs\.uk|co\.uk|ac\.uk|org\.uk)\b"
    r"(?:/[^\s<>()\"']*[^\s<>()\"'.,;:])?",
    re.IGNORECASE,
)
_EXTENSION = re.compile(
    r"(?<![^\W_])(?:ext|extn|extension)(?:\.|:|[ ]no\.?)?[ ]?"
    r"(?P<number>\d{1,6}(?:-\d{3,5})?)(?![\w/+]|[.,-]\d)",
    re.IGNORECASE,
)
#: The extension right after a phone number.
_PHONE_EXTENSION = re.compile(
    r"\d{4}[ ]?[,;(]?[ ]?(?P<whole>(?:ext|extn|extension|x)\.?:?[ ]?\d{1,6}(?:-\d{3,5})?)"
    r"(?![\w/]|[.,-]\d)",
    re.IGNORECASE,
)
_LABELS = (
    "id no nos number ref reference mrn acct account member policy ins insurance group licence "
    "license lic tag plate reg registration tracking claim serial s/n sn ser hosp hospital band "
    "key case badge pc officer pin file chart record accession accn specimen nhs chi ssn passport "
    "voucher receipt device lot order auth authorization booking waybill form asset complaint "
    "report grp card donor recip sample docket permit".split()
)


def _match_words(words: Iterable[str]) -> str:
    """Return a pattern of words in any case, with one branch for each first letter.

    Python's `re` skips a branch at once if its first letter does not match, but only if that letter
    is not inside a group that ignores case.
    """
    endings: dict[str, list[str]] = {}
    for word in words:
        endings.setdefault(word[0], []).append(word[1:])
    return "|".join(
        f"[{first}{first.upper()}](?i:{'|'.join(rest)})" for first, rest in endings.items()
    )


#: A number in several groups after a label: Hosp no RXK 33 90 17, tag L 20447, S/N LV 4 77 0135.
_LABELLED = re.compile(
    rf"(?=[A-Za-z])(?<![^\W_])(?:{_match_words(_LABELS)})\b[.:#]{{0,2}}"
    r"(?i:[ ](?:no|number|id|is|reads|#)\b[.:]?)?[ ]{0,2}[:#]?[ ]?"
    r"(?P<number>(?:[A-Z]{1,5}|[A-Z]{0,3}\d{1,8}[A-Z]?)"
    r"(?:[ /-](?:\d{1,6}[A-Z]?\d?|[A-Z]{1,3}\d{0,4})(?![A-Za-z])){1,5})"
    r"(?![\w/%]|[.,:-]\d|[ ](?:mg|ml|g|mcg|units?|cc|cm|mm|hrs?|hours?|days?|yo|y/o)\b)"
)
_MIN_DIGITS = 4
_DIGIT = "zero|oh|one|two|three|four|five|six|seven|eight|nine"
_SPOKEN = re.compile(
    rf"(?<![\w-])(?:{_DIGIT})(?:[ ,-]{{1,2}}(?:{_DIGIT})){{3,}}(?![\w-])", re.IGNORECASE
)
#: A text with spoken digits contains some of these.
_DIGIT_SIGNS = tuple(f" {word} " for word in _DIGIT.split("|"))
_MIN_SIGNS = 2
#: Quick tests: only a text with one of these contains web addresses.
_URL_SIGNS = (".com", ".org", ".net", ".edu", ".gov", ".uk", "www.", "http")
_URL_SIGN = re.compile(r"\.(?:com|org|net|edu|gov|uk)\b|www\.|https?:", re.IGNORECASE)


def find_links(text: str) -> Iterator[Identifier]:
    """Find e-mail and web addresses."""
    if "@" in text:
        for match in _EMAIL.finditer(text):
            yield Identifier(*match.span(), CONTACT, E_MAIL, 1, EMAIL)
    lower = text.lower()
    if any(sign in lower for sign in _URL_SIGNS) and _URL_SIGN.search(text):
        for match in _URL.finditer(text):
            yield Identifier(*match.span(), CONTACT, WEB, 2, URL)


def find_extensions(text: str) -> Iterator[Identifier]:
    """Find the extensions of phone numbers, which may be as short as ext. 12."""
    if "ext" in text.casefold():
        for match in _EXTENSION.finditer(text):
            yield Identifier(*match.span("number"), CONTACT, "extension", 6, SHAPE)


def find_phone_extensions(text: str) -> Iterator[Identifier]:
    """Find the extensions right after a phone number, which are certain: 555-0111 x22."""
    if "x" in text or "X" in text:
        for match in _PHONE_EXTENSION.finditer(text):
            yield Identifier(*match.span("whole"), CONTACT, PHONE_EXTENSION, 5, EXTENSION)


def propose_numbers(text: str) -> Iterator[Identifier]:
    """Propose numbers in several groups after a label, and numbers spoken digit by digit."""
    for match in _LABELLED.finditer(text):
        if len(keep_digits(match["number"])) >= _MIN_DIGITS:
            yield Identifier(*match.span("number"), NUMBER, "labelled groups", 18, SHAPE)
    if sum(sign in text for sign in _DIGIT_SIGNS) >= _MIN_SIGNS:
        for match in _SPOKEN.finditer(text):
            yield Identifier(*match.span(), NUMBER, "spoken digits", 18, SPOKEN)


def find_certain_numbers(text: str) -> Iterator[Identifier]:
    """Find the numbers and contacts that need no context: with a check digit or a typical form."""
    yield from find_links(text)
    for match in _NHS.finditer(text):
        if match.group(1) != "-" and is_nhs_number(match.group()):
            yield Identifier(*match.span(), NUMBER, "NHS number", 4, NHS)
    for match in _SSN.finditer(text):
        yield Identifier(*match.span(), NUMBER, "social security number", 4, SHAPE)
    for match in _PHONE.finditer(text):
        if 9 < len(keep_digits(match.group())) < 15:
            yield Identifier(*match.span(), CONTACT, "phone", 5, SHAPE)


def find_recorded_numbers(
    text: str, values: Iterable[str], kind: str, rank: int = 3
) -> Iterator[Identifier]:
    """Find the numbers or contacts of the record, with any spacing."""
    for value in values:
        plain = re.sub(r"[\s()/-]", "", value)
        if len(plain) < 4:
            continue
        pattern = r"[\s()/-]{0,2}".join(map(re.escape, plain))
        for match in re.finditer(rf"(?<!\w)\(?{pattern}(?!\w)", text, re.IGNORECASE):
            form = EMAIL if "@" in value else NHS if is_nhs_number(value) else SHAPE
            yield Identifier(*match.span(), kind, "record", rank, form)
