"""Find mentions of people in the plain words of a page: patient, relatives, staff, I, we, you.

Writers mark third-person pronouns (she, her) themselves, because only they know the referents. This
module finds all other mentions of people, so that no writer can forget them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterator
from functools import cache
from itertools import chain
from typing import NamedTuple

from goldsmith_demo.data_files import DataFile, make_reader
from goldsmith_demo.life.model import Patient
from goldsmith_demo.writing.scanning import find_all

PATIENT = "patient"
_TEAM, _READER = "we", "reader"
_ANYBODY = "To whom it may concern"
_TITLE = r"(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor)\b\.?"
_FIRST = r"(?:[A-Z][a-z]+|[A-Z]\.?)"
_CAPITALS = r"[A-Z](?:[A-Za-z-]|'(?!s\b))+"
#: Two patterns with the same groups: a search is faster if the pattern begins with a letter.
_NAME = re.compile(rf"(?P<title>{_TITLE}) (?:(?P<first>{_FIRST}) )?(?P<last>{_CAPITALS})(?P<lead>)")
_LISTED = re.compile(
    r"^(?P<title>)(?P<lead>(?:(?:RE|Re|Patient|Name): )?)"
    rf"(?P<last>[A-Z]{{2,}}[A-Z'-]*), (?P<first>{_FIRST})\b",
    re.MULTILINE,
)
#: I, me, my, myself, we, us, our, ourselves, you, your, yourself. The first letter precedes the
#: word boundary and the lookbehinds, because the search for a set of letters is much faster.
_PRONOUN = re.compile(
    r"[ImMwWuoOyY](?<!\w\w)(?:"
    r"(?P<i>(?<=I)(?<!stage I)(?<!type I)(?<!grade I)(?<!Stage I)(?= [a-z])"
    r"|(?<=m)(?:e|yself)|(?<=[Mm])y)|"
    r"(?P<we>(?<=[Ww])e|(?<=u)s|(?<=[Oo])ur|(?<=o)urselves)|"
    r"(?P<you>(?<=[Yy])(?<!hank .)(?:our?|(?<=y)ourself)))\b"
)
_WHO = re.compile(r"who(?<!\wwho)(?<!To who)(?:m|se)?\b(?! to\b)")
_STOP = re.compile(r"(?<!\bDr)(?<!\bM[rs])(?<!\bMrs)\. |\n")
"""The end of a sentence."""
_GREETING = re.compile(r"^Dear (?P<who>[^,:\n]+)", re.MULTILINE)
_WORD = re.compile(r"[a-z]+")
_ONE = re.compile(r"\ban? (?:\w+ )?\Z")
"""An indefinite article, which introduces a relative not mentioned before."""
#: The first digit precedes the lookbehind, because the search for a set of characters is faster.
_AGED = re.compile(r"\d(?<!\w\d)\d ?(?:y/?o )?[MF]\b")
_NO_PERSON = re.compile(
    r"(?:'s)? ?(?:history|hx|visit|clinic|review|room|contact|education|information|advice|prefer|"
    r"led|-|clinics|R/V|chart|ID\b|name|number|care centre|specialist clinic|instructions|"
    r"physician|grossly)",
    re.IGNORECASE,
)
_BEFORE_NAME = re.compile(r"|.*(?:signed|dictated|reported)(?: by)?:?,? ", re.IGNORECASE)
_AFTER_NAME = re.compile(r"[.:]?|(?:, | \()[A-Z][\w. ]*\)?|, (?:bleep|pager) \d+")
_PROVIDER = "\nProvider: "
"""The label before the author's name at the head of a note."""
_REACH = 300
"""The maximum number of characters between "who" and the beginning of its sentence."""
_SIGNED = 4
"""The number of lines at the end of a note in which its author may sign."""


class People(DataFile, frozen=True):
    """Nouns for people."""

    patient: str
    own_doctor: str
    author: str
    relatives: str
    staff: str
    posts: str


class Person(NamedTuple):
    """A mention of a person: its offsets, and the key of the person."""

    start: int
    end: int
    key: str


_load = make_reader(__package__, "people", People)


@cache
def _index_nouns() -> dict[str, list[tuple[str, str]]]:
    """Index the nouns and their lists by their last word, the longest nouns first."""
    nouns: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for name in ("own_doctor", "author", "relatives", "staff", "patient"):
        for noun in getattr(_load(), name).lower().split("; "):
            nouns[_WORD.findall(noun)[-1]].append((noun, name))
    return {word: sorted(rows, key=lambda row: -len(row[0])) for word, rows in nouns.items()}


@cache
def _compile_post() -> re.Pattern[str]:
    words = "|".join(_load().posts.split("; "))
    post = rf"(?:[A-Z][a-z]+ ){{0,2}}(?:{words})(?: (?:{words}|Practitioner))*"
    return re.compile(rf"(?:,? |\n)(?P<post>{post})(?=[,.]?(?:\n|$))")


def find_people(text: str, patient: Patient, taken: Container[int]) -> list[Person]:
    """Find the mentions of people in a text; skip those whose start offset is in `taken`."""
    names = list(_find_names(text, patient))
    reader = _find_reader(text, names)
    author = _find_author(text, names)
    rows = [*names, *_find_posts(text, names), *reader]
    rows += _find_nouns(text, patient, author)
    greeted = [row.key for row in (*reader, *names) if text.endswith("Dear ", 0, row.start)]
    key = greeted[0] if greeted else _READER if _ANYBODY in text else PATIENT
    keys = {"i": author, "we": _TEAM, "you": key}
    for match in _PRONOUN.finditer(text):
        rows.append(Person(*match.span(), keys[str(match.lastgroup)]))
    return _drop_overlaps(rows, taken)


def find_relatives(text: str, people: list[Person]) -> Iterator[Person]:
    """Find who, whom and whose, which refer to the last person mentioned in the sentence."""
    for match in _WHO.finditer(text):
        earliest = max(0, match.start() - _REACH)
        stops = [stop.start() for stop in _STOP.finditer(text, earliest, match.start())]
        begin = stops[-1] if stops else earliest - 1
        named = [
            person for person in people if begin < person.start and person.end <= match.start()
        ]
        if named:
            yield Person(*match.span(), max(named, key=lambda person: person.end).key)


def _drop_overlaps(rows: list[Person], taken: Container[int]) -> list[Person]:
    people: list[Person] = []
    end = 0
    for row in sorted(rows, key=lambda row: (row.start, -row.end)):
        if row.start >= end and row.start not in taken:
            people.append(row)
            end = row.end
    return people


def _list_persons(patient: Patient) -> list[tuple[str, str, str, str]]:
    """Return the key, title, first and last name of the patient, then of the staff."""
    staff = (patient.consultant, patient.surgeon, patient.gp, *patient.others)
    rows = [(PATIENT, patient.title, patient.first, patient.last)]
    return rows + [(f"{p.first} {p.last}", p.title, p.first, p.last) for p in staff]


def _find_names(text: str, patient: Patient) -> Iterator[Person]:
    persons = _list_persons(patient)
    for match in chain(_NAME.finditer(text), _LISTED.finditer(text)):
        first, last = match["first"] or "", match["last"]
        start = match.start() + len(match["lead"])
        key = _identify(persons, match["title"].rstrip("."), first.rstrip("."), last)
        if key or match["title"]:
            yield Person(start, match.end(), key or last.lower())
    low = text.lower()
    for key, _, first, last in persons:
        for form in (last, last.upper()) if last.lower() in low else ():
            for start, end in _find_full_names(text, first, form):
                yield Person(start, end, key)


def _find_full_names(text: str, first: str, last: str) -> Iterator[tuple[int, int]]:
    """Find occurrences of a surname after the first name or its initial."""
    for at in find_all(text, last):
        end = at + len(last)
        for forename in (f"{first} ", f"{first[0]}. ", f"{first[0]} "):
            start = at - len(forename)
            is_whole = not (text[start - 1 : start].isalnum() or text[end : end + 1].isalnum())
            if is_whole and text.endswith(forename, max(0, start), at):
                yield start, end


def _identify(persons: list[tuple[str, str, str, str]], title: str, first: str, last: str) -> str:
    """Return the key of the person with a name, or ""; first name and title resolve namesakes."""
    same = [row for row in persons if row[3].lower() == last.lower()]
    if first:
        same = [row for row in same if row[2].startswith(first)] or same
    if title:
        same = [row for row in same if row[1] == title] or same
    return same[0][0] if same else ""


def _find_posts(text: str, names: list[Person]) -> Iterator[Person]:
    """Find the post after a name, or on the line below it."""
    for name in names:
        match = _compile_post().match(text, name.end)
        if match:
            yield Person(*match.span("post"), name.key)


def _find_reader(text: str, names: list[Person]) -> list[Person]:
    """Find the reader if the greeting does not name them."""
    match = _GREETING.search(text)
    if match is None or any(name.start == match.start("who") for name in names):
        return []
    return [Person(*match.span("who"), _READER)]


def _find_author(text: str, names: list[Person]) -> str:
    """Return the key of the person who signs at the end of the note."""
    tail = text.rstrip().split("\n")[-_SIGNED:]
    begin = len(text.rstrip()) - len("\n".join(tail))
    signed = [
        name
        for name in names
        if name.start >= begin and name.key != PATIENT and _is_signature(text, name)
    ]
    signed = signed or [
        name
        for name in names
        if text.endswith(_PROVIDER, 0, name.start) and text.startswith("\n", name.end)
    ]
    return max(signed, key=lambda name: name.start).key if signed else "author"


def _is_signature(text: str, name: Person) -> bool:
    """Return whether a line has only a name, besides "signed by", a post or a pager number."""
    start = text.rfind("\n", 0, name.start) + 1
    end = text.find("\n", name.end)
    before, after = text[start : name.start], text[name.end : end if end >= 0 else None]
    return bool(_BEFORE_NAME.fullmatch(before) and _AFTER_NAME.fullmatch(after))


def _find_nouns(text: str, patient: Patient, author: str) -> Iterator[Person]:
    work, low = patient.occupation.removeprefix("retired "), text.lower()
    if work.lower() in low:
        for match in re.finditer(rf"\b{re.escape(work)}\b", text, re.IGNORECASE):
            yield Person(*match.span(), PATIENT)
    for match in _AGED.finditer(text):
        yield Person(*match.span(), PATIENT)
    own_doctor = f"{patient.gp.first} {patient.gp.last}"
    keys = {"own_doctor": own_doctor, "patient": PATIENT, "author": author}
    index = _index_nouns()
    for word in index.keys() & _WORD.findall(low):
        for at in find_all(low, word):
            end = at + len(word)
            for noun, name in index[word]:
                start = end - len(noun)
                if low.endswith(noun, 0, end) and _stands_alone(text, start, end):
                    is_other = name == "relatives" and _ONE.search(low, max(0, start - 12), start)
                    yield Person(start, end, f"a {noun}" if is_other else keys.get(name, noun))
                    break


def _stands_alone(text: str, start: int, end: int) -> bool:
    before = text[start - 1 : start]
    is_whole = not (before.isalnum() or before == "-" or text[end : end + 1].isalpha())
    return is_whole and not _NO_PERSON.match(text, end)
