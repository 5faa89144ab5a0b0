"""Places that narrow down who somebody is: hospitals, practices, wards, addresses, towns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from goldsmith.privacy import words
from goldsmith.privacy.found import PLACE, Found
from goldsmith.privacy.people import CAPITAL, TITLE

FACILITY, TOWN, HOUSE, POSTCODE, ZIP = "facility", "town", "house", "postcode", "zip"

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
#: Two names in one: Penmarrow and Vale Hospital.
_PAIR = re.compile(rf"(?<![\w'’-])(?P<first>{_WORD})[ ](?:and|&)[ ](?P<last>{_WORD})[ ]{_KIND}")
#: The Department of Upper Limb Surgery is not called Upper Limb, nor is a Brief Hospital Course.
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
#: A street without a number counts where a line begins with it and a town follows.
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
#: Words that say what a clinic does, but behind a name belong to it: Mercy Falls Hospital.
_SOFT = ("Falls", "Bay", "Heart", "Hill", "Park", "Green", "Vale", "Lodge", "House", "Court")
_TITLED = re.compile(rf"\b{TITLE}\.?[ ](?:{CAPITAL}[ ])?$")
_BEGINS = re.compile(r"(?:^|[.!?:\n]\s*)$")


def places(text: str) -> Iterator[Found]:
    """Every place that the text shows to be one."""
    yield from _facilities(text)
    yield from _addresses(text)
    for match in _POSTCODE.finditer(text):
        if not _ORDINAL.search(match.group()):
            yield Found(*match.span(), PLACE, "postcode", 6, POSTCODE)
    for match in _ZIP.finditer(text):
        yield Found(*match.span("city"), PLACE, "city", 7, TOWN)
        yield Found(*match.span("zip"), PLACE, "zip code", 7, ZIP)
    for pattern in (_CITY, _LIVES):
        for match in pattern.finditer(text):
            if _proper(match["city"]) and not match["city"].isupper():
                yield Found(*match.span("city"), PLACE, "city", 21, TOWN)


def _facilities(text: str) -> Iterator[Found]:
    for match in _FACILITY.finditer(text):
        named = match["kind"] == "Ward" and words.sex_of(match["run"].strip())  # Bruce Ward
        titled = _TITLED.search(text, max(0, match.start() - 25), match.start())
        if not (named or titled or _is_no_place(text, match)):
            yield from _name_of(text, match, match["kind"].casefold())
    for match in _PAIR.finditer(text):
        titled = _TITLED.search(text, max(0, match.start() - 25), match.start())
        if not titled and all(_names(match[name], True, "") for name in ("first", "last")):
            yield Found(match.start(), match.end("last"), PLACE, "facility", 20, FACILITY)
    for match in _OF.finditer(text):
        if _proper(match["name"]):
            yield Found(*match.span("name"), PLACE, "facility", 20, FACILITY)


def _is_no_place(text: str, match: re.Match[str]) -> bool:
    """Whether words before or behind show a department or a heading."""
    before = _DEPARTMENT.search(text, max(0, match.start() - 20), match.start())
    return bool(before or _NOT_PLACE.match(text, match.end()))


def _name_of(text: str, match: re.Match[str], kind: str) -> Iterator[Found]:
    """The words that say which hospital it is: Thornbeck in Royal Thornbeck Infirmary."""
    parts = list(re.finditer(_WORD, match["run"]))
    begins = bool(_BEGINS.search(text, max(0, match.start() - 4), match.start()))
    own = [part for at, part in enumerate(parts) if _names(part.group(), begins and at == 0, kind)]
    if own and (own[0].group().startswith("St") or not _POSSESSIVE.search(own[0].group())):
        after = [part for part in parts if part.start() > own[-1].end()]
        last = after[0] if after and after[0].group() in _SOFT else own[-1]
        start, end = match.start() + own[0].start(), match.start() + last.end()
        yield Found(start, end, PLACE, "facility", 20, FACILITY)


def _names(word: str, begins: bool, kind: str) -> bool:
    folded = word.casefold()
    if folded in words.folded("generic") or folded in words.folded("roles"):
        return False
    # A ward, unit or centre is more often named for what it does; so is whatever begins a sentence.
    wary = begins or kind in ("ward", "unit", "centre", "center", "surgery", "practice", "lodge")
    plain = folded in words.ordinary()
    if word.isupper():
        return not plain and len(word) > 3
    return not (plain and (wary or folded in words.folded("heads")))


def _addresses(text: str) -> Iterator[Found]:
    for match in _FLAT.finditer(text):
        yield Found(*match.span("house"), PLACE, "address", 7, HOUSE)
    for match in (*_STREET.finditer(text), *_LANE.finditer(text)):
        if not _proper(match["street"].strip()):
            continue
        if "house" in match.re.groupindex:
            yield Found(*match.span("house"), PLACE, "address", 7, HOUSE)
        start = match.start("street")
        yield Found(start, start + len(match["street"].rstrip()), PLACE, "address", 7, TOWN)
        for part in re.finditer(rf"{CAPITAL}(?:[ ]{CAPITAL})?", match["towns"] or ""):
            if _proper(part.group()) and len(part.group()) > 3:
                at = match.start("towns")
                yield Found(at + part.start(), at + part.end(), PLACE, "address", 7, TOWN)


def _proper(name: str) -> bool:
    """Whether a name of words says more than what kind of thing it is."""
    first = name.split()[0].casefold()
    return not all(
        word.casefold() in words.ordinary() or word.casefold() in words.folded("generic")
        for word in name.split()
    ) and first not in ("the",)


def recorded(text: str, known: Iterable[str], form: str) -> Iterator[Found]:
    """Places of the record: the parts of an address between commas, each for itself."""
    for value in sorted(set(parts(known))):
        pattern = r"\s+".join(map(re.escape, value.split()))
        for match in re.finditer(rf"(?<![\w-]){pattern}(?![\w-])", text, re.IGNORECASE):
            if match.group()[0].isupper() or match.group()[0].isdigit():
                yield from _split(match, form)


def _split(match: re.Match[str], form: str) -> Iterator[Found]:
    """House number and name of a street apart, so that the surrogate has the same shape."""
    if form == FACILITY:  # Elm Park Hospital: there Park is no road that may stay
        yield Found(*match.span(), PLACE, "record", 7, form)
        return
    line = _LINE.fullmatch(match.group())
    if line is None:
        return
    if line["house"]:
        at = match.start()
        yield Found(at, at + line.end("house"), PLACE, "record", 7, HOUSE)
    start = match.start() + line.start("name")
    yield Found(start, start + len(line["name"]), PLACE, "record", 7, form)


def parts(known: Iterable[str]) -> Iterator[str]:
    """The parts of addresses that can stand alone; ordinary words and bare numbers cannot."""
    for part in (part.strip() for value in known for part in re.split(r"[,\n]", value)):
        if len(part) > 3 and not part.isdigit() and _proper(part):
            yield part


def institution_names(institution: str) -> list[str]:
    """How a text may call an institution: by its whole name, or by the part that names it."""
    said = institution.split()
    own = [at for at, word in enumerate(said) if word.casefold() not in words.folded("generic")]
    short = " ".join(said[own[0] : own[-1] + 1]) if own else ""
    return [short] if short and _proper(short) else []
