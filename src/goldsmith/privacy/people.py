"""Names of people as notes and records write them, taken apart into first names and surname."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from goldsmith.privacy import words

UPPER = "A-ZÀ-ÖØ-Þ"
LETTER = r"[^\W\d_]"
#: Small words that belong to a surname: van der Berg, de la Cruz.
PARTICLES = (
    r"(?:(?:[Vv]an|[Vv]on|[Dd]e|[Dd]er|[Dd]en|[Dd]el|[Dd]i|[Dd]a|[Dd]u|[Ll]a|[Ll]e|[Tt]er|[Aa]l"
    r"|[Bb]in|[Ss]t\.?)[ ])"
)
#: A capitalised word, hyphens and apostrophes inside, a possessive 's left out.
CAPITAL = rf"[{UPPER}]{LETTER}*(?:['’](?!s\b){LETTER}+|-{LETTER}+)*"
INITIAL = rf"[{UPPER}](?:\.|(?!{LETTER}|['’&/-]{LETTER}|\d))"
TITLE = (
    r"(?:Mr|Mrs|Ms|Miss|Mx|Master|Dr|Drs|Doctor|Prof|Professor|Sir|Dame|Lady|Lord|Rev|Reverend"
    r"|Sister|Nurse|Matron|Sr|Canon|Capt|Captain|Sgt|MR|MRS|MS|MISS|DR|DRS|PROF|PROFESSOR|REV"
    r"|Messrs|S/N|N/S)"
)
FEMALE_TITLES = frozenset("mrs ms miss dame lady sister matron".split())
MALE_TITLES = frozenset("mr master sir lord canon messrs".split())

_TITLED = re.compile(rf"{TITLE}\b\.?\s*")
_TOKEN = re.compile(rf"{PARTICLES}{{0,2}}[^\W\d_][\w'’.-]*")


class Person(msgspec.Struct, frozen=True):
    """Somebody's name: first names (or initials), surname, and the sex where it is told."""

    first: tuple[str, ...]
    surname: str
    sex: str = ""


@lru_cache(50_000)
def key(name: str) -> str:
    """The form of a name that its surrogate hangs on: case, dots and apostrophes do not matter."""
    return words.plain(re.sub(r"[.'’\s]", "", name))


def sex_of_title(title: str) -> str:
    """The sex a title tells, or nothing."""
    folded = title.strip(". ").casefold()
    if folded in FEMALE_TITLES:
        return words.FEMALE
    return words.MALE if folded in MALE_TITLES else ""


def person(name: str, sex: str = "") -> Person:
    """The person a whole name describes: "Mrs Ivy TARROW", "TARROW, Ivy", "Dr R. Quill"."""
    titled = _TITLED.match(name.strip())
    sex = sex_of_title(titled.group()) if titled else sex
    rest = name.strip()[titled.end() :] if titled else name.strip()
    last, comma, others = rest.partition(",")
    if comma and others.strip() and others.strip().split()[0].casefold() not in _DEGREES:
        return Person(_tokens(others), " ".join(last.split()), sex)
    tokens = _tokens(last)
    upper = [token for token in tokens if token.isupper() and len(key(token)) > 1]
    surname = upper[0] if len(upper) == 1 and len(tokens) > 1 else (tokens or ("",))[-1]
    return Person(tuple(token for token in tokens if token is not surname), surname, sex)


def _tokens(text: str) -> tuple[str, ...]:
    """The words of a name; what stands in brackets (daughter, GP) says who it is."""
    return tuple(_TOKEN.findall(re.sub(r"\(.*?\)", " ", text)))


_DEGREES = words.folded("roles")
