"""Find patient numbers and contacts: NHS and hospital numbers, phones, e-mails, URLs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from goldsmith.privacy.identifiers import CONTACT, EMAIL, NHS, NUMBER, SHAPE, URL, Identifier
from goldsmith.privacy.nhs_number import is_nhs_number, keep_digits

_NHS = re.compile(r"(?<![\d/.,-])\d{3}([ -]?)\d{3}\1\d{4}(?![\d/-]|[.,]\d)")
_NHS_LABEL = re.compile(r"NHS\s*(?:no|number|num|#)?\.?\s*[:#]?\s*$", re.IGNORECASE)
_LABELLED = re.compile(
    r"\b(?:MRN|MR#|(?:hosp(?:ital)?|unit|patient|case|account|acct|accession|specimen|lab"
    r"|laboratory|medical record|policy|member|visit|encounter|study|request|insurance"
    r"|licen[cs]e|device|serial|x-?ray|health ?care)[ ]?(?:no|nos|number|num|id|#|ref|record)"
    r"|(?:CHI|SSN|CRN|RM2|PAS|GMC|NMC|NPI|DEA|NHS|passport|serial)(?:[ ]?(?:no|number|id))?"
    r"|(?:our|your)[ ]ref|ref(?:erence)?(?:[ ]no)?|ID)(?:\b|(?<=#))\.?[ \t]*"
    r"(?:is[ ]|[:#=(-][ \t]*)?"
    r"(?P<number>(?-i:[A-Z]{0,4}[-/ ]?\d[\dA-Z]*(?:[ /.-]?(?=[A-Z]*\d)[\dA-Z]{2,})*))",
    re.IGNORECASE,
)
_REF = re.compile(
    r"\b(?:our|your)?[ ]?ref(?:erence)?\.?[ ]?:[ \t]*"
    r"(?P<number>[A-Z]{2,4}/[A-Za-z]{2,4}(?:/[\w]+)*)",
    re.IGNORECASE,
)
_BARE = re.compile(
    r"(?<![\w/.,-])(?:[A-Z]{1,4}-?\d{5,10}[A-Z]?|[A-Z]{1,3}\d{2}[-/]\d{3,6}|\d{2}[A-Z]{1,2}-?\d{4,6}"
    r"|\d{7,12})(?![\w/-]|[.,]\d)"
)
_SSN = re.compile(r"(?<![\d-])\d{3}-\d{2}-\d{4}(?![\d-])")
_EMAIL = re.compile(r"[\w.+'-]+@[\w-]+(?:\.[\w-]+)+")
_URL = re.compile(r"(?:https?://|www\.)[^\s<>()\"']*[^\s<>()\"'.,;:]", re.IGNORECASE)
_PHONE = re.compile(
    r"(?<![\d/.+-])(?:\+\d{1,3}[ ]?(?:\(0\)[ ]?)?\d{2,4}(?:[ -]?\d{2,4}){2,3}"
    r"|\(?0\d{2,4}\)?[ -]?\d{3,4}[ -]?\d{3,4}"
    r"|(?:1[ -])?(?:\(\d{3}\)[ -]?|\d{3}[-.])\d{3}[-.]\d{4})(?![\d/]|[.,-]\d)"
)
_CALL = re.compile(
    r"\b(?:tel(?:ephone)?|phone|mobile|mob|fax|bleep|pager|ext(?:ension)?|cell|call|contact)\b"
    r"(?:[ ]?(?:no|number))?\.?[ \t]*(?:is[ ]|on[ ]|at[ ]|[:#-])?[ \t]*"
    r"(?P<number>[+(]?\d[\d ()-]{1,17}\d)"
    r"(?![\d/]|[.]\d|[ ]?(?:mg|ml|mm|cm|weeks?|days?|months?|hours?|times|years?)\b)",
    re.IGNORECASE,
)
_EMERGENCY = ("911", "999", "111", "112", "101")


def find_numbers(text: str) -> Iterator[Identifier]:
    """Find the numbers that may identify a person."""
    for match in _NHS.finditer(text):
        labelled = _NHS_LABEL.search(text, max(0, match.start() - 20), match.start())
        if labelled or (match.group(1) != "-" and is_nhs_number(match.group())):
            yield Identifier(*match.span(), NUMBER, "NHS number", 4, NHS)
    for match in (*_LABELLED.finditer(text), *_REF.finditer(text)):
        if _is_identifying(match["number"]):
            yield Identifier(*match.span("number"), NUMBER, "labelled number", 4, SHAPE)
    for match in _SSN.finditer(text):
        yield Identifier(*match.span(), NUMBER, "social security number", 4, SHAPE)
    for match in _BARE.finditer(text):
        if match.group().endswith("000"):
            continue  # a million units, for example
        yield Identifier(*match.span(), NUMBER, "long number", 18, SHAPE)


def find_contacts(text: str) -> Iterator[Identifier]:
    """Find phone numbers, e-mail and web addresses."""
    for match in _EMAIL.finditer(text):
        yield Identifier(*match.span(), CONTACT, "e-mail", 1, EMAIL)
    for match in _URL.finditer(text):
        yield Identifier(*match.span(), CONTACT, "URL", 2, URL)
    for match in _PHONE.finditer(text):
        if 9 < len(keep_digits(match.group())) < 15:
            yield Identifier(*match.span(), CONTACT, "phone", 5, SHAPE)
    for match in _CALL.finditer(text):
        number = match["number"]
        if len(keep_digits(number)) > 2 and _has_phone_groups(number) and number not in _EMERGENCY:
            yield Identifier(*match.span("number"), CONTACT, "phone with label", 5, SHAPE)


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


def _is_identifying(number: str) -> bool:
    """Return whether a labelled number has at least four digits, or letters and slashes."""
    return len(keep_digits(number)) >= 4 or ("/" in number and not number[0].isdigit())


def _has_phone_groups(number: str) -> bool:
    """Return whether digits are grouped as in a phone number, not as in a list of results."""
    return all(len(group) > 1 for group in re.findall(r"\d+", number)) and number.count(" ") < 5
