"""Select names that suit the author: lay words for patients, short ones for case notes."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from goldsmith_demo.data_files import make_reader
from goldsmith_demo.life.model import Thing
from goldsmith_demo.writing.times import Time

load_lay_words = make_reader(__package__, "lay_words", dict[str, str])
_SLANG = re.compile(
    r"(?i)\b(tummy|abdo|armpit|chemo|bili|bx|mx|oxali|cis|bleo|vanc|hemi|bronch|flexi|being sick|"
    r"feeling sick|broken bone|fit|muddled.*|low plate.*|low neut.*|low haem.*|high blood.*|"
    r"pr|core|"
    r"high calcium|coughing up.*|vomiting blood|passing a lot.*|getting up.*|yellowing.*|"
    r"heart attack|urine infection|worry|belly|temperature)\b"
)
_STIFF = re.compile(
    r"computed tomography|magnetic resonance imaging|positron emission|cholangiopancreat|"
    r"carcinoembryonic|aminotransferase|lactate dehydr|immunoglobulin|C-reactive|erythrocyte sed"
)
_SHORT = re.compile(r"\b[A-Z0-9&]{2,}s?\b")
_PLAIN_SHORT = frozenset(("CT", "MRI", "PET", "X-ray", "CA125", "CA", "PSA"))


def select_names(value: Thing | Time | str, voice: str) -> Thing | Time | str:
    """Return the value with only the names that suit a voice, or unchanged if none do."""
    if not isinstance(value, Thing) or value.kind == "Person":
        return value
    if voice == "lay" and value.base in load_lay_words():
        return msgspec.structs.replace(value, names=(load_lay_words()[value.base],))
    names = _select(value.names, value.kind == "Drug-or-device", voice)
    return msgspec.structs.replace(value, names=names) if names != value.names else value


@lru_cache(1 << 14)
def _select(names: tuple[str, ...], drug: bool, voice: str) -> tuple[str, ...]:
    return tuple(name for name in names if _is_suitable(name, drug, voice)) or names


def _is_suitable(name: str, drug: bool, voice: str) -> bool:
    if _STIFF.search(name) or name == "mammograms":
        return False
    if voice == "terse":
        return len(name) < 28
    if voice == "lay":
        return (
            not any(match[0] not in _PLAIN_SHORT for match in _SHORT.finditer(name))
            and name not in ("abdo", "SOB")
            and "/" not in name
        )
    return not _SLANG.search(name) and (voice != "old" or drug or not _SHORT.fullmatch(name))
