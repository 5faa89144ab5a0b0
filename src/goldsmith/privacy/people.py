"""Names of people as written in notes and records, split into first names and surname."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from goldsmith.privacy import words

UPPER = "A-ZÀ-ÖØ-Þ"
LETTER = r"[^\W\d_]"
#: Particles that belong to a surname: van der Berg, de la Cruz.
PARTICLES = (
    r"(?:(?:[Vv]an|[Vv]on|[Dd]e|[Dd]er|[Dd]en|[Dd]el|[Dd]i|[Dd]a|[Dd]u|[Ll]a|[Ll]e|[Tt]er|[Aa]l"
    r"|[Bb]in|[Ss]t\.?)[ ])"
)
#: A capitalised word with hyphens and apostrophes, but without a possessive 's.
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
    """The name of a person: first names or initials, surname, and the sex if known."""

    first: tuple[str, ...]
    surname: str
    sex: str = ""


@lru_cache(50_000)
def normalise_name(name: str) -> str:
    """Normalise a name, so that case, accents, dots and apostrophes do not matter."""
    if name.isascii() and name.isalpha():
        return name.lower()  # a shortcut for most words; the rest takes longer
    return words.fold_name(re.sub(r"[.'’\s]", "", name))


def get_title_sex(title: str) -> str:
    """Return the sex that a title implies, or ""."""
    folded = title.strip(". ").casefold()
    if folded in FEMALE_TITLES:
        return words.FEMALE
    return words.MALE if folded in MALE_TITLES else ""


def parse_person(name: str, sex: str = "") -> Person:
    """Parse a full name: "Mrs Ivy TARROW", "TARROW, Ivy", "Dr R. Quill"."""
    title = _TITLED.match(name.strip())
    sex = get_title_sex(title.group()) if title else sex
    rest = name.strip()[title.end() :] if title else name.strip()
    last, comma, first = rest.partition(",")
    if comma and first.strip() and first.strip().split()[0].casefold() not in _DEGREES:
        return Person(_split_tokens(first), " ".join(last.split()), sex)
    tokens = _split_tokens(last)
    upper = [token for token in tokens if token.isupper() and len(normalise_name(token)) > 1]
    surname = upper[0] if len(upper) == 1 and len(tokens) > 1 else (tokens or ("",))[-1]
    return Person(tuple(token for token in tokens if token is not surname), surname, sex)


def _split_tokens(text: str) -> tuple[str, ...]:
    """Split a name into words, without a role in brackets such as (daughter)."""
    return tuple(_TOKEN.findall(re.sub(r"\(.*?\)", " ", text)))


_DEGREES = words.load_folded("roles")
