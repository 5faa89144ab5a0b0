"""Find places that help to identify a person: hospitals, practices, wards, addresses, towns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from goldsmith.privacy import words
from goldsmith.privacy.identifiers import (
    FACILITY,
    HOUSE,
    PLACE,
    POSTCODE,
    TOWN,
    ZIP,
    Identifier,
)
from goldsmith.privacy.people import CAPITAL, TITLE

_KIND = (
    r"(?:Hospitals?|Infirmary|Clinic|Hospice|Surgery|Polyclinic|Medical Cent(?:re|er)"
    r"|Health Cent(?:re|er)|Cancer Cent(?:re|er)|Cent(?:re|er)|Medical Practice|Practice"
    r"|Nursing Home|Care Home|Residential Home"
    r"|Rest Home|Lodge|Ward|NHS (?:Foundation )?Trust|Unit"
    r"|Medical School|University|College"
    r"|Elementary|Primary School|High School|School|Academy"
    r"|HOSPITAL|INFIRMARY|CLINIC|HOSPICE|MEDICAL CENT(?:RE|ER)|HEALTH CENT(?:RE|ER)|NURSING HOME)\b"
)
_WORD = rf"(?:St\.?[ ]{CAPITAL}(?:['’]s?)?|{CAPITAL}(?:['’]s\b)?)"
_FACILITY = re.compile(rf"(?<![\w'’-])(?P<run>(?:{_WORD}[ ]){{1,5}})(?P<kind>{_KIND})")
#: A facility with two names: Penmarrow and Vale Hospital.
_PAIR = re.compile(rf"(?<![\w'’-])(?P<first>{_WORD})[ ](?:and|&)[ ](?P<last>{_WORD})[ ]{_KIND}")
#: Contexts that are no names: Department of Upper Limb Surgery, Brief Hospital Course.
_DEPARTMENT = re.compile(
    r"\b(?:Department|Dept\.?|Division|Section|Institute|Professor|Consultant|Fellow|Head)[ ]"
    r"(?:of|in)[ ]$",
    re.IGNORECASE,
)
_NOT_PLACE = re.compile(r"[ ](?:Course|Stay|Number|No|Day|Admission|Discharge|Visit)\b", re.I)
_OF = re.compile(
    rf"\b(?:Hospitals?|University|Royal Infirmary)[ ](?:of|at)[ ](?P<name>{_WORD}(?:[ ]{CAPITAL})?)"
)
_ROAD = (
    r"(?:Road|Rd|Street|St|Avenue|Ave|Lane|Ln|Close|Drive|Dr|Way|Crescent|Cres|Court|Ct|Place|Gardens"
    r"|Grove|Terrace|Hill|Park|Square|Boulevard|Blvd|View|Rise|Walk|Mews|Green|Row)"
)
_LINE = re.compile(rf"(?:(?P<house>\d+[a-z]?),?\s+)?(?P<name>.+?)(?:\s+{_ROAD}\.?)?", re.I)
_STREET = re.compile(
    rf"(?<![\d./])(?P<house>\d{{1,4}}[a-zA-Z]?),?[ ](?P<street>(?:{CAPITAL}[ ]){{1,3}})"
    rf"{_ROAD}\b\.?"
    rf"(?P<towns>(?:,?(?:\n|[ ]){CAPITAL}(?:[ ]{CAPITAL})?){{0,3}})(?!\w)"
)
#: A street without a number is an address if it starts a line and a town follows.
_LANE = re.compile(
    rf"^[ \t]*(?P<street>(?:{CAPITAL}[ ]){{1,3}}){_ROAD},[ ]?(?P<towns>{CAPITAL}(?:[ ]{CAPITAL})?)",
    re.MULTILINE,
)
_FLAT = re.compile(r"\b(?:Flat|Apartment|Apt\.?|Unit)[ ](?P<house>\d{1,4}[A-Za-z]?)(?=,)")
_POSTCODE = re.compile(r"\b[A-Z]{1,2}\d[A-Z\d]?[ ]?\d[ABD-HJLNP-UW-Z]{2}\b")
_ORDINAL = re.compile(r"(?:1ST|2ND|3RD|\dTH)$")
_STATE = (
    r"(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]"
    r"|T[NX]|UT|V[AT]|W[AIVY])"
)
_ZIP = re.compile(
    rf"(?P<city>{CAPITAL}(?:[ ]{CAPITAL})?),[ ]{_STATE}[ ](?P<zip>\d{{5}}(?:-\d{{4}})?)\b"
)
_CITY = re.compile(
    rf"\b(?:in|from|near|to|of)[ ](?P<city>{CAPITAL}(?:[ ]{CAPITAL})?),[ ]{_STATE}\b"
)
_LIVES = re.compile(
    r"\b(?:lives?|lived|living|resides?|residing|born|moved|resident|relocated|grew up"
    r"|travel(?:l?ed|s)|comes|drove|transferred|retired)[ ]"
    r"(?:\w+[ ]){0,3}?(?:in|at|near|to|of|from|outside)[ ]"
    rf"(?P<city>{CAPITAL}(?:[ ]{CAPITAL}){{0,2}})"
)
_POSSESSIVE = re.compile(r"['’]s$")
#: Generic words that belong to the name they follow: Mercy Falls Hospital.
_NAME_ENDINGS = (
    "Falls",
    "Bay",
    "Heart",
    "Hill",
    "Park",
    "Green",
    "Vale",
    "Lodge",
    "House",
    "Court",
)
_TITLED = re.compile(rf"\b{TITLE}\.?[ ](?:{CAPITAL}[ ])?$")
_SENTENCE_START = re.compile(r"(?:^|[.!?:\n]\s*)$")


def find_places(text: str) -> Iterator[Identifier]:
    """Find the places that can be recognised without a record."""
    yield from _find_facilities(text)
    yield from _find_addresses(text)
    for match in _POSTCODE.finditer(text):
        if not _ORDINAL.search(match.group()):
            yield Identifier(*match.span(), PLACE, "postcode", 6, POSTCODE)
    for match in _ZIP.finditer(text):
        yield Identifier(*match.span("city"), PLACE, "city", 7, TOWN)
        yield Identifier(*match.span("zip"), PLACE, "zip code", 7, ZIP)
    for pattern in (_CITY, _LIVES):
        for match in pattern.finditer(text):
            if _is_proper_name(match["city"]) and not match["city"].isupper():
                yield Identifier(*match.span("city"), PLACE, "city", 21, TOWN)


def _find_facilities(text: str) -> Iterator[Identifier]:
    for match in _FACILITY.finditer(text):
        is_person = match["kind"] == "Ward" and words.guess_sex(match["run"].strip())  # Bruce Ward
        titled = _TITLED.search(text, max(0, match.start() - 25), match.start())
        if not (is_person or titled or _is_no_place(text, match)):
            yield from _find_facility_name(text, match, match["kind"].casefold())
    for match in _PAIR.finditer(text):
        titled = _TITLED.search(text, max(0, match.start() - 25), match.start())
        if not titled and all(_is_distinctive(match[name], True, "") for name in ("first", "last")):
            yield Identifier(match.start(), match.end("last"), PLACE, "facility", 20, FACILITY)
    for match in _OF.finditer(text):
        if _is_proper_name(match["name"]):
            yield Identifier(*match.span("name"), PLACE, "facility", 20, FACILITY)


def _is_no_place(text: str, match: re.Match[str]) -> bool:
    """Return whether the words before or after show a department or a heading."""
    before = _DEPARTMENT.search(text, max(0, match.start() - 20), match.start())
    return bool(before or _NOT_PLACE.match(text, match.end()))


def _find_facility_name(text: str, match: re.Match[str], kind: str) -> Iterator[Identifier]:
    """Find the distinctive words of a facility: Thornbeck in Royal Thornbeck Infirmary."""
    parts = list(re.finditer(_WORD, match["run"]))
    starts_sentence = bool(_SENTENCE_START.search(text, max(0, match.start() - 4), match.start()))
    own = [
        part
        for index, part in enumerate(parts)
        if _is_distinctive(part.group(), starts_sentence and index == 0, kind)
    ]
    if own and (own[0].group().startswith("St") or not _POSSESSIVE.search(own[0].group())):
        after = [part for part in parts if part.start() > own[-1].end()]
        last = after[0] if after and after[0].group() in _NAME_ENDINGS else own[-1]
        start, end = match.start() + own[0].start(), match.start() + last.end()
        yield Identifier(start, end, PLACE, "facility", 20, FACILITY)


def _is_distinctive(word: str, first: bool, kind: str) -> bool:
    folded = word.casefold()
    if folded in words.load_folded("generic") or folded in words.load_folded("roles"):
        return False
    # Wards, units and centres are often named after their purpose; a sentence start is no evidence.
    is_doubtful = first or kind in (
        "ward",
        "unit",
        "centre",
        "center",
        "surgery",
        "practice",
        "lodge",
    )
    is_ordinary = folded in words.load_ordinary()
    if word.isupper():
        return not is_ordinary and len(word) > 3
    return not (is_ordinary and (is_doubtful or folded in words.load_folded("heads")))


def _find_addresses(text: str) -> Iterator[Identifier]:
    for match in _FLAT.finditer(text):
        yield Identifier(*match.span("house"), PLACE, "address", 7, HOUSE)
    for match in (*_STREET.finditer(text), *_LANE.finditer(text)):
        if not _is_proper_name(match["street"].strip()):
            continue
        if "house" in match.re.groupindex:
            yield Identifier(*match.span("house"), PLACE, "address", 7, HOUSE)
        start = match.start("street")
        yield Identifier(start, start + len(match["street"].rstrip()), PLACE, "address", 7, TOWN)
        for part in re.finditer(rf"{CAPITAL}(?:[ ]{CAPITAL})?", match["towns"] or ""):
            if _is_proper_name(part.group()) and len(part.group()) > 3:
                offset = match.start("towns")
                yield Identifier(
                    offset + part.start(), offset + part.end(), PLACE, "address", 7, TOWN
                )


def _is_proper_name(name: str) -> bool:
    """Return whether a name has a word that is neither ordinary nor generic."""
    first = name.split()[0].casefold()
    return not all(
        word.casefold() in words.load_ordinary() or word.casefold() in words.load_folded("generic")
        for word in name.split()
    ) and first not in ("the",)


def find_recorded_places(text: str, values: Iterable[str], form: str) -> Iterator[Identifier]:
    """Find the places of the record; each part of an address between commas counts."""
    for value in sorted(set(split_addresses(values))):
        pattern = r"\s+".join(map(re.escape, value.split()))
        for match in re.finditer(rf"(?<![\w-]){pattern}(?![\w-])", text, re.IGNORECASE):
            if match.group()[0].isupper() or match.group()[0].isdigit():
                yield from _split_house_number(match, form)


def _split_house_number(match: re.Match[str], form: str) -> Iterator[Identifier]:
    """Separate the house number from the street, so that the surrogate has the same form."""
    if form == FACILITY:  # in Elm Park Hospital, Park is no street type
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
    """Return the distinctive part of the name of an institution, if it has one."""
    parts = institution.split()
    own = [
        index
        for index, word in enumerate(parts)
        if word.casefold() not in words.load_folded("generic")
    ]
    short = " ".join(parts[own[0] : own[-1] + 1]) if own else ""
    return [short] if short and _is_proper_name(short) else []
