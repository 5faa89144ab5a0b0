"""Find names by their context: titles, labels, headings, salutations, signatures, roles."""

from __future__ import annotations

import re
from collections.abc import Iterator

from goldsmith.privacy import words
from goldsmith.privacy.finders.eponyms import is_bare_possessive, is_eponym
from goldsmith.privacy.finders.name_runs import Token, make_identifiers, read_name
from goldsmith.privacy.finders.roles import find_names_by_role, is_eponym_token
from goldsmith.privacy.finders.signatures import find_signatures
from goldsmith.privacy.identifiers import FIRST, FIRST_INITIAL, NAME, SURNAME, Identifier
from goldsmith.privacy.people import (
    CAPITAL,
    PARTICLES,
    TITLE,
    UPPER,
    get_title_sex,
    normalise_name,
)

_TITLE = re.compile(
    rf"(?<![\w-])(?P<title>{TITLE})\b\.?(?:[ ]?(?:and|&|/)[ ]?(?:{TITLE})\b\.?)?"
    rf"[ \t\xa0]*\n?[ \t]*(?=[{UPPER}]|{PARTICLES}{{1,2}}[{UPPER}])"
)
_SMALL_TITLE = re.compile(r"(?<![\w-])(?:mr|mrs|dr)\b\.?[ ]([a-z]{4,})(?=[ ,.'’;\n]|$)")
_HEADING = re.compile(
    rf"^[ \t]*((?:{CAPITAL}[ ]){{1,2}}[{UPPER}][{UPPER}'’-]{{3,}})"
    r"(?=,|[ ]+(?:d\.?o\.?b|aged|age)|[ ]*$)",
    re.MULTILINE,
)
_AND = re.compile(r"(?:,[ ]| and | & |,? and )(?=[A-Z])")
_UPPER_TITLES = ("MR", "MS")
_LABEL = re.compile(
    r"(?:(?<=^)|(?<=[\n,;.(|]))[ \t]*(?P<label>(?:patient(?:['’]s)?[ ])?(?:full[ ])?name"
    r"(?:[ ]of[ ]patient)?|patient|pt|re|surname|last name|family name|forenames?|first names?"
    r"|given names?|next of kin|n\.?o\.?k\.?|consultant|(?:assistant )?surgeons?|an(?:a?e)sthetist"
    r"|anesthesiologist|assistants?|attending(?: physician)?|(?:\w+ (?:care )?)?physician|author"
    r"|(?:dictated|reported|authorised|authorized|typed|signed|verified|seen|performed|reviewed"
    r"|electronically signed|referred|completed|prepared|requested|entered)(?: by)?|cc|copy(?: to)?"
    r"|copies(?: to)?|radiologist|pathologist|gp|pcp|key ?worker|carer|provider|operator"
    r"|(?:mother|father|daughter|son|wife|husband|sister|brother|partner)(?:['’]s name)?)"
    rf"[ \t]*[:=][ \t]*(?P<title>{TITLE}\b\.?[ ])?(?=[{UPPER}])",
    re.IGNORECASE,
)
#: Labels that precede other things as often: CC (chief complaint), reviewed, seen.
_AMBIGUOUS_LABEL = re.compile(
    r"CC|(?i:reviewed|seen|performed|completed|entered|requested|reported)"
)
#: "FINCH, Eric": a word in upper case is a surname if a first name follows.
_INVERTED = re.compile(rf"[{UPPER}]{{3,}},[ ][{UPPER}][a-zß-öø-ÿ]")
_DEAR = re.compile(rf"^[ \t]*(?:Dear|Hi|Hello|DEAR)[ ]+(?=[{UPPER}])", re.MULTILINE)
_OFFICE = re.compile(r"[ ](?:Department|Team|Office|Desk|Unit|Section|Committee|Service)s?\b")
_FIRST = re.compile(rf"\b{CAPITAL}")


def find_names(text: str) -> Iterator[Identifier]:
    """Find the names that can be recognised without a record."""
    yield from _find_titled(text)
    yield from _find_lower_case(text)
    yield from _find_labelled(text)
    yield from _find_headings(text)
    yield from _find_salutations(text)
    yield from find_signatures(text)
    yield from find_names_by_role(text)
    yield from _find_first_names(text)


def _find_titled(text: str) -> Iterator[Identifier]:
    for match in _TITLE.finditer(text):
        title = match["title"]
        tokens = read_name(text, match.end(), titled=True, loose=True)
        if not tokens or (title in _UPPER_TITLES and not _are_upper(tokens)):
            continue
        if title == "Mx" and (text[match.end("title")] == "." or tokens[0].text.isupper()):
            continue  # "Planned Mx. IDC": management or mastectomy
        yield from make_identifiers(tokens, "title", 10, sex=get_title_sex(title))
        if title.casefold() in ("drs", "messrs"):
            yield from _find_listed(text, tokens[-1].end)


def _find_lower_case(text: str) -> Iterator[Identifier]:
    """Find names in lower case after a title in lower case."""
    for match in _SMALL_TITLE.finditer(text):
        word = match.group(1)
        if word not in words.load_ordinary() and word not in words.load_folded("heads"):
            yield Identifier(*match.span(1), NAME, "title", 10, SURNAME)


def _find_headings(text: str) -> Iterator[Identifier]:
    """Find names that start a line, with the surname in upper case: "Ivy TARROW d.o.b. ..."."""
    for match in _HEADING.finditer(text):
        tokens = read_name(text, match.start(1), limit=3)
        if len(tokens) > 1 and tokens[-1].end == match.end(1) and not tokens[0].text.isupper():
            yield from make_identifiers(tokens, "heading", 13)


def _are_upper(tokens: list[Token]) -> bool:
    """Return whether the names after MR or MS are in upper case too, unlike "MR Angiogram"."""
    return all(token.text.isupper() for token in tokens) and not tokens[-1].initial


def _find_listed(text: str, offset: int) -> Iterator[Identifier]:
    """Find the further names in "Drs Fenn, Quill and Tolland"."""
    separator = _AND.match(text, offset)
    while separator:
        tokens = read_name(text, separator.end(), titled=True)
        if not tokens:
            return
        yield from make_identifiers(tokens, "title", 10)
        separator = _AND.match(text, tokens[-1].end)


def _find_labelled(text: str) -> Iterator[Identifier]:
    for match in _LABEL.finditer(text):
        tokens = read_name(text, match.end(), titled=bool(_INVERTED.match(text, match.end())))
        if len(tokens) == 1 and not match["title"] and _AMBIGUOUS_LABEL.fullmatch(match["label"]):
            continue
        if not tokens or all(token.initial for token in tokens) or is_eponym_token(text, tokens[0]):
            continue
        label = match["label"].casefold()
        only = FIRST if label.startswith(("fore", "first", "given")) else ""
        yield from make_identifiers(tokens, "label", 12, only=only)
        yield from _find_inverted(text, tokens)


def _find_inverted(text: str, tokens: list[Token]) -> Iterator[Identifier]:
    """Find the first names after the comma of "TARROW, Ivy Ann"."""
    comma = re.compile(r",[ ]?(?=[A-Z])").match(text, tokens[-1].end)
    if comma is None or len(tokens) != 1:
        return
    for token in read_name(text, comma.end(), limit=2, letters=True):
        if token.initial:
            form, detail = FIRST_INITIAL, normalise_name(tokens[0].text)
        else:
            form, detail = FIRST, words.guess_sex(token.text)
        yield Identifier(token.start, token.end, NAME, "label", 11, form, detail)


def _find_salutations(text: str) -> Iterator[Identifier]:
    for match in _DEAR.finditer(text):
        tokens = read_name(text, match.end())
        if tokens and _OFFICE.match(text, tokens[-1].end):
            continue
        single = len(tokens) == 1 and not tokens[0].initial
        is_first = single and words.guess_sex(tokens[0].text)
        yield from make_identifiers(tokens, "salutation", 12, only=FIRST if is_first else "")


def _find_first_names(text: str) -> Iterator[Identifier]:
    """Find common first names, with the surname that follows."""
    for match in _FIRST.finditer(text):
        word = match.group()
        is_certain = words.fold_name(word) in words.load_sexes()
        if not (is_certain or words.guess_sex(word)) or _is_eponymous(text, match):
            continue
        tokens = read_name(text, match.start(), limit=2, titled=True)
        names = [token for token in tokens if not token.initial]
        if len(names) > 1 and _is_surname(text, names[-1], word):
            yield from make_identifiers(tokens, "first name", 40)
        elif (
            is_certain
            and not word.isupper()
            and word.casefold() not in words.load_folded("eponyms")
        ):
            yield Identifier(*match.span(), NAME, "first name", 41, FIRST, words.guess_sex(word))


def _is_eponymous(text: str, match: re.Match[str]) -> bool:
    start, end = match.span()
    return is_eponym(text, start, end) or is_bare_possessive(text, start, end)


def _is_surname(text: str, token: Token, first: str) -> bool:
    """Return whether a word after a first name is a surname: in the same case, no eponym."""
    same_case = token.text.isupper() <= (first.isupper() or len(token.text) > 3)
    return (
        same_case
        and token.text.casefold() not in words.load_folded("heads")
        and token.text.casefold() not in words.load_folded("generic")
        and not is_eponym(text, token.start, token.end)
    )
