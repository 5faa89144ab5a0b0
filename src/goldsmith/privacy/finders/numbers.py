"""Find the numbers and contacts whose form is certain, or that the record of a patient names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from goldsmith.privacy.identifiers import CONTACT, EMAIL, NHS, NUMBER, SHAPE, URL, Identifier
from goldsmith.privacy.nhs_number import is_nhs_number, keep_digits

_NHS = re.compile(r"(?<![\d/.,-])\d{3}([ -]?)\d{3}\1\d{4}(?![\d/-]|[.,]\d)")
_SSN = re.compile(r"(?<![\d-])\d{3}-\d{2}-\d{4}(?![\d-])")
_PHONE = re.compile(
    r"(?<![\d/.+-])(?:\+\d{1,3}[ ]?(?:\(0\)[ ]?)?\d{2,4}(?:[ -]?\d{2,4}){2,3}"
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
    r"(?<![^\W_])(?:ext|extn|extension)(?:\.|:|[ ]no\.?)?[ ]?(?P<number>\d{1,6})(?![\w/]|[.,-]\d)",
    re.IGNORECASE,
)
#: A quick test: only a text with one of these has web addresses.
_URL_SIGN = re.compile(r"\.(?:com|org|net|edu|gov|uk)\b|www\.|https?:", re.IGNORECASE)


def find_links(text: str) -> Iterator[Identifier]:
    """Find e-mail and web addresses."""
    if "@" in text:
        for match in _EMAIL.finditer(text):
            yield Identifier(*match.span(), CONTACT, "e-mail", 1, EMAIL)
    if _URL_SIGN.search(text):
        for match in _URL.finditer(text):
            yield Identifier(*match.span(), CONTACT, "URL", 2, URL)


def find_extensions(text: str) -> Iterator[Identifier]:
    """Find the extensions of phone numbers, which may be as short as ext. 12."""
    if "ext" in text.casefold():
        for match in _EXTENSION.finditer(text):
            yield Identifier(*match.span("number"), CONTACT, "extension", 6, SHAPE)


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
