"""Numbers of patients and ways to reach people: NHS and hospital numbers, phones, e-mail, URLs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from goldsmith.privacy.found import CONTACT, NUMBER, Found

NHS, EMAIL, URL, SHAPE = "nhs", "email", "url", "shape"
_NHS_LENGTH = 10

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
_DIGITS = re.compile(r"\D")


def numbers(text: str) -> Iterator[Found]:
    """Every number that may be somebody's."""
    for match in _NHS.finditer(text):
        labelled = _NHS_LABEL.search(text, max(0, match.start() - 20), match.start())
        if labelled or (match.group(1) != "-" and is_nhs(match.group())):
            yield Found(*match.span(), NUMBER, "NHS number", 4, NHS)
    for match in (*_LABELLED.finditer(text), *_REF.finditer(text)):
        if _is_number(match["number"]):
            yield Found(*match.span("number"), NUMBER, "labelled number", 4, SHAPE)
    for match in _SSN.finditer(text):
        yield Found(*match.span(), NUMBER, "social security number", 4, SHAPE)
    for match in _BARE.finditer(text):
        if match.group().endswith("000"):
            continue  # a million units, not a person
        yield Found(*match.span(), NUMBER, "long number", 18, SHAPE)


def contacts(text: str) -> Iterator[Found]:
    """Every phone number, e-mail and web address."""
    for match in _EMAIL.finditer(text):
        yield Found(*match.span(), CONTACT, "e-mail", 1, EMAIL)
    for match in _URL.finditer(text):
        yield Found(*match.span(), CONTACT, "URL", 2, URL)
    for match in _PHONE.finditer(text):
        if 9 < len(digits(match.group())) < 15:
            yield Found(*match.span(), CONTACT, "phone", 5, SHAPE)
    for match in _CALL.finditer(text):
        number = match["number"]
        if len(digits(number)) > 2 and _groups(number) and number not in _EMERGENCY:
            yield Found(*match.span("number"), CONTACT, "phone with label", 5, SHAPE)


def recorded(text: str, known: Iterable[str], kind: str, rank: int = 3) -> Iterator[Found]:
    """The record's own numbers and addresses of a kind, however they are spaced."""
    for value in known:
        plain = re.sub(r"[\s()/-]", "", value)
        if len(plain) < 4:
            continue
        pattern = r"[\s()/-]{0,2}".join(map(re.escape, plain))
        for match in re.finditer(rf"(?<!\w)\(?{pattern}(?!\w)", text, re.IGNORECASE):
            form = EMAIL if "@" in value else NHS if is_nhs(value) else SHAPE
            yield Found(*match.span(), kind, "record", rank, form)


def digits(text: str) -> str:
    """Only the digits."""
    return _DIGITS.sub("", text)


def is_nhs(text: str) -> bool:
    """Whether ten digits end in the check digit of an NHS number (modulus 11)."""
    found = digits(text)
    return len(found) == _NHS_LENGTH and check_digit(found[:9]) == int(found[9])


def check_digit(nine: str) -> int:
    """The NHS check digit of nine digits; 10 where there is none, and the number is not used."""
    return (11 - sum(int(d) * (10 - at) for at, d in enumerate(nine)) % 11) % 11


def _is_number(number: str) -> bool:
    """Whether it looks like one: four digits or more, or letters and slashes; no measurement."""
    return len(digits(number)) >= 4 or ("/" in number and not number[0].isdigit())


def _groups(number: str) -> bool:
    """Whether the digits stand in groups as phone numbers have them, not as a list of results."""
    return all(len(group) > 1 for group in re.findall(r"\d+", number)) and number.count(" ") < 5
