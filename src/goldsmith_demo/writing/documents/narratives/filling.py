"""Fill the lists, places, sides and targets of a phrase from the facts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache, partial

import msgspec

from goldsmith_demo.data_files import make_reader
from goldsmith_demo.life.model import Thing
from goldsmith_demo.life.spelling import americanise
from goldsmith_demo.writing.documents.narratives.facts import Fact, Facts
from goldsmith_demo.writing.documents.narratives.readings import (
    LAST,
    PLACE_MARK,
    Reading,
    list_names_without,
    split_place,
)
from goldsmith_demo.writing.documents.phrases import narratives as books
from goldsmith_demo.writing.grammar import is_countable
from goldsmith_demo.writing.sheet import Value
from goldsmith_demo.writing.template import join_words

_LIST = re.compile(r"%(?P<name>\w+)(?P<flags>(?:!\w+)*)")
_OPERATION = re.compile(r"\{(?P<name>op2?|nop|o|w|what)(?=(?:!(?:hist|hyp|plan|past|poss))*\})")
_LOOK = re.compile(
    r"\{(?P<name>i|ri|stg|scan|tissue|clean|hist|invs\d)(?P<flags>(?:!\w+)*)\}(?! of the @| @)"
)
_CONDITION = re.compile(r"\{(?P<name>c|what|tr|trc|sign|w\d)(?P<flags>(?:!(?:hyp|poss))*)\}")
_HANDED = re.compile(r"mastectomy|excision|clearance|sentinel|lobectomy|pneumonect|orchid")
_DOSED = re.compile(r"(?<=[lgs0-9] )(?:qds|tds|bd|od|nocte)\b|\bParacetamol\b")
_DETERMINED = re.compile(
    r"(?:^|[:;(/-] ?|/o |\b(?:[Tt]he|[Yy]our|this|any|no|Recent|(?:history|episode|bout|"
    r"background|diagnosis|review) of) |\{[Hh]er\} |\}'s |a\(n\) )\Z"
)
"""Words before a condition that has no article."""
_COUNTED = re.compile(r"a\(n\) (?=\{(?:c|ic|long)\W)")
_UNCOUNTABLE = ("dlbcl", "hodgkin", "myeloma")
_HAVE_TARGETS = ("Investigation", "Intervention")

load_lay_words = make_reader(__package__, "lay_words", dict[str, str])
_SHORT = re.compile(r"\b[A-Z0-9&]{2,}s?\b")


class Filling:
    """A phrase to be filled: its words, the values of its slots, and its relations."""

    def __init__(
        self, facts: Facts, voice: str, reading: Reading, values: Mapping[str, Fact]
    ) -> None:
        self._facts, self._voice, self._all = facts, voice, values
        self._words, self.links = reading.words, list(reading.links)
        self.values: dict[str, Value] = {
            name: value
            for name in reading.named
            if (value := values.get(name)) is not None and not isinstance(value, list)
        }

    def fill(self) -> str:
        """Return the words; give the values the names that suit the voice."""
        if self._facts.patient.cancer in _UNCOUNTABLE:
            self._words = _COUNTED.sub("", self._words)
        for pattern, write in _REWRITES[_find_first_rewrite(self._words) :]:
            self._words = pattern.sub(partial(write, self), self._words)
        words = self._words
        self.values = {n: _select_names(value, self._voice) for n, value in self.values.items()}
        if self._facts.style == "us":
            doses = books.anatomy.get_words("doses")
            words = _DOSED.sub(lambda match: doses[match[0]], americanise(words))
        return words

    def _write_list(self, match: re.Match[str]) -> str:
        name, flags = match["name"], match["flags"]
        things = self._all[name]
        assert isinstance(things, list)
        parts = []
        for number, thing in enumerate(things, 1):
            key = f"{name}{number}"
            self.values[key] = thing
            inner = self._name_place(key, thing, flags)
            text = inner or f"{{{key}{flags}}}" + self._write_side(key, thing)
            parts.append(self._add_article(key, text, match))
            self.values[name + LAST] = thing
        every = f"{name}*"
        for link in [link for link in self.links if every in link]:
            self.links.remove(link)
            for number in range(1, len(things) + 1):
                first, kind, second = (part.replace(every, f"{name}{number}") for part in link)
                self.links.append((first, kind, second))
        return join_words(parts, "or" if "!neg" in flags else "and")

    def _name_place(self, name: str, thing: Thing, flags: str) -> str:
        """Write a condition with separate slots for side and place ("left | breast | lump")."""
        place = self._facts.find_place(thing)
        if thing.kind != "Condition" or place is None or self._voice == "lay":
            return ""
        mark = self._mark_side(name, thing)
        splits = (split_place(alias, place) for alias in thing.names)
        first, rest = next((split for split in splits if split[1]), ("", ""))
        preposition = books.names.get_words("apart").get(rest)
        apart = preposition is not None and self._facts.maybe(0.5)
        if not rest or not (mark or apart):
            return ""
        self._locate(name, "has_location", place)
        if apart:
            return f"{{{name}{flags}:{rest}}} {preposition} the {mark}{{{name}place}}"
        return f"{mark}{{{name}place:{first}}} {{{name}{flags}:{rest}}}"

    def _locate(self, name: str, relation: str, place: Thing) -> None:
        self.values[f"{name}place"] = place
        self.links.append((name, relation, f"{name}place"))

    def _place_condition(self, match: re.Match[str]) -> str:
        """Write a condition with a separate slot for its place, unless the phrase has one."""
        name, thing = match["name"], self.values.get(match["name"])
        is_placed = f"@{name}" in self._words
        if not isinstance(thing, Thing):
            return match[0]
        is_whole = is_placed or self._facts.maybe(0.15)
        placed = "" if is_whole else self._name_place(name, thing, match["flags"])
        return self._add_article(name, placed or match[0], match)

    def _add_article(self, name: str, text: str, match: re.Match[str]) -> str:
        """Put an article before a condition or test where running prose needs one."""
        if self._voice == "terse" or "!neg" in text:
            return text
        thing = _select_names(self.values[name], self._voice)
        assert isinstance(thing, Thing)
        if thing.kind == "Intervention" or not any(map(is_countable, thing.names)):
            return text
        begins = thing.kind == "Investigation" and match.start() == 0
        if not begins and _DETERMINED.search(match.string[: match.start()]):
            return text
        slot = re.search(rf"\{{{name}(?:!\w+)*(?::([^}}]*))?\}}", text)
        assert slot is not None
        alias = slot[1] or self._facts.chance.choice(thing.names)
        if not slot[1]:  # the other names stay with the thing: they tell what its words mean
            text = f"{text[: slot.end() - 1]}:{alias}{text[slot.end() - 1 :]}"
        return "a(n) " * is_countable(alias) + text

    def _write_side(self, name: str, thing: Thing) -> str:
        """Write the place of a one-sided condition if its name does not include the place."""
        is_placed = thing.kind == "Condition" and self._facts.find_place(thing) is not None
        return f" in the @{name}" if thing.side and is_placed and self._voice != "lay" else ""

    def _write_place(self, match: re.Match[str]) -> str:
        name, the = match["name"], match["the"] or ""
        thing = self.values[name]
        place = self._facts.find_place(thing)
        assert isinstance(thing, Thing)
        assert place is not None
        names = list_names_without(thing.names, place.names) or thing.names
        self.values[name] = msgspec.structs.replace(thing, names=names)
        part = self._write_part(name, thing, the)
        self._locate(name, "has_target" if thing.kind in _HAVE_TARGETS else "has_location", place)
        before = the + part + self._mark_side(name, thing)
        if place.base in books.anatomy["parts"] and self._facts.maybe(0.85):
            piece, between, whole = books.anatomy["parts"][place.base]
            return f"{before}{{{name}sub=Sub-location:{piece}}}{between}{{{name}place:{whole}}}"
        return f"{before}{{{name}place}}"

    def _write_part(self, name: str, thing: Thing, the: str) -> str:
        """Write the quadrant of a thing in some phrases."""
        quadrant = self._facts.things.get(thing.details.get("part", ""))
        if quadrant is None or "quadrant" not in quadrant.base:
            return ""
        of = "of the " if the and self._facts.maybe(0.8) else ""
        if not of and self._voice != "terse":
            return ""
        self.values[f"{name}part"] = quadrant
        return f"{{{name}part}} {of}"

    def _write_target(self, match: re.Match[str]) -> str:
        """Write an investigation with its target in most phrases."""
        name, thing = match["name"], self.values.get(match["name"])
        if not isinstance(thing, Thing) or self._facts.maybe(0.2):
            return match[0]
        if thing.base == "ct_cap" and self._voice not in ("terse", "brisk"):
            trunk = ("chest", "abdomen", "pelvis")
            self.links += [(name, "has_target", f"{name}{region}") for region in trunk]
            regions = join_words([f"{{{name}{region}=Locus:{region}}}" for region in trunk])
            return f"{{{name}{match['flags']}:CT}} of the {regions}"
        if self._facts.find_place(thing) is None or thing.base not in books.names.targeted:
            return match[0]
        return f"{match[0]} @{name}" if self._voice == "terse" else f"{match[0]} of the @{name}"

    def _write_laterality(self, match: re.Match[str]) -> str:
        """Write an operation with its side, if it has one: "left mastectomy"."""
        name, thing = match["name"], self.values.get(match["name"])
        if not isinstance(thing, Thing) or thing.kind != "Intervention" or self._facts.maybe(0.3):
            return match[0]
        mark = self._mark_side(name, thing) if _HANDED.search(thing.base) else ""
        return mark + match[0]

    def _mark_side(self, name: str, thing: Thing) -> str:
        """Write the side of a thing, if it is left or right, and a space."""
        side = thing.side
        if side not in ("left", "right"):
            return ""
        if self._voice == "terse":
            side = self._facts.chance.choice((side[0].upper(), side[0].upper(), side))
        return f"{{{name}side=Laterality:{side}}} "


#: How to rewrite the parts of a phrase, in this order: one may produce what a later one finds.
_REWRITES = (
    (_LIST, Filling._write_list),
    (_LOOK, Filling._write_target),
    (_OPERATION, Filling._write_laterality),
    (_CONDITION, Filling._place_condition),
    (PLACE_MARK, Filling._write_place),
)


@lru_cache(1 << 14)
def _find_first_rewrite(words: str) -> int:
    matches = (number for number, (pattern, _) in enumerate(_REWRITES) if pattern.search(words))
    return next(matches, len(_REWRITES))


def _select_names(value: Value, voice: str) -> Value:
    """Return the value with only the names that suit a voice, or unchanged if none do."""
    if not isinstance(value, Thing):
        return value
    if voice == "lay" and value.base in load_lay_words():
        return msgspec.structs.replace(value, names=(load_lay_words()[value.base],))
    names = _select(value.names, value.kind == "Drug-or-device", voice)
    return msgspec.structs.replace(value, names=names) if names != value.names else value


@lru_cache(1 << 14)
def _select(names: tuple[str, ...], drug: bool, voice: str) -> tuple[str, ...]:
    return tuple(name for name in names if _is_suitable(name, drug, voice)) or names


@cache
def _compile_slang() -> re.Pattern[str]:
    return re.compile(rf"(?i)\b(?:{'|'.join(books.names.slang)})\b")


def _is_suitable(name: str, drug: bool, voice: str) -> bool:
    if any(map(name.__contains__, books.names.stiff)):
        return False
    if voice == "terse":
        return len(name) < 28
    if voice == "lay":
        return (
            all(short in books.names.plain_short for short in _SHORT.findall(name))
            and name not in ("abdo", "SOB")
            and "/" not in name
        )
    return not _compile_slang().search(name) and (
        voice != "old" or drug or not _SHORT.fullmatch(name)
    )
