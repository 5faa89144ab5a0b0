"""Choice of the phrases that the facts allow, with places, sides and lists filled in.

Beyond the notation of `template`:

| written      | means                                                                           |
| ------------ | ------------------------------------------------------------------------------- |
| `@c`         | the place of `c` with its side ("left breast"), linked to `c`                   |
| `%f` `%f!neg`| the things of the list `f`, joined by commas and and (or, where negated)        |
| `{f_last:it}`| a mention of the last thing of the list `f`                                      |
| `i … f*`     | in relations: with each thing of the list `f`                                   |
| `~` `^`      | at the beginning of a phrase: only brisk authors, only old-fashioned ones       |
| `£` `$`      | at the beginning of a phrase: only in Britain, only in America                  |

A phrase that mentions a missing fact is skipped.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec

from goldsmith_demo.life.catalogue import load_catalogue
from goldsmith_demo.life.model import Event, Thing
from goldsmith_demo.life.spelling import americanise
from goldsmith_demo.writing.documents.narratives.facts import Facts
from goldsmith_demo.writing.documents.narratives.phrases import books
from goldsmith_demo.writing.documents.narratives.readings import (
    LAST,
    PLACE_MARK,
    find_names,
    find_required,
    list_names_without,
    read_frame,
    tidy,
    write_trunk,
)
from goldsmith_demo.writing.documents.narratives.words import select_names
from goldsmith_demo.writing.page import Page
from goldsmith_demo.writing.template import join_words, resolve_choices
from goldsmith_demo.writing.times import Time

Fact = Thing | Time | str | list[Thing] | None
VOICES = ("plain", "plain", "brisk", "old")

_SLOT = re.compile(r"\{(\w+)")
_LIST = re.compile(r"%(?P<name>\w+)(?P<flags>(?:!\w+)*)")
_OPERATION = re.compile(r"\{(?P<name>op2?|nop|o|w|what)(?=(?:!(?:hist|hyp|plan|past|poss))*\})")
_LOOK = re.compile(
    r"\{(?P<name>i|ri|stg|scan|tissue|clean|hist|invs\d)(?P<flags>(?:!\w+)*)\}(?! of the @| @)"
)
_TARGETED_SCANS = re.compile(
    r"^(ultrasound|mri|ct|xray|core_biopsy|fna|biopsy|ct_guided_biopsy|mammogram|excision_biopsy|"
    r"histopathology|transvaginal_ultrasound)(-\d+)?$"
)
_HANDED = re.compile(r"mastectomy|excision|clearance|sentinel|lobectomy|pneumonect|orchid")
_MARKS = {"~": ("brisk", "terse"), "^": ("old",), "£": ("uk",), "$": ("us",)}
_MARK = "".join(_MARKS)
_TRIES = 4
_ADJECTIVES = {"pulmonary": "lung", "bony": "skeleton", "cerebral": "brain", "hepatic": "liver"}
_CONDITION = re.compile(r"\{(?P<name>c|what|tr|trc|w\d)(?P<flags>(?:!(?:hyp|poss))*)\}")
_APART = {
    "pain": "in", "lump": "in", "mass": "in", "metastases": "in", "metastasis": "in", "mets": "in",
    "cancer": "of", "carcinoma": "of",
}  # fmt: skip
"""Conditions that may be written before their place, with the word between."""
_TUMOUR = frozenset(("c", "ic"))
_SINGLE = re.compile(r"\{(?:(\w+)_last(?:!\w+)*:(?:it|this)|first(?:!it|!the|:This))\}")
"""A pronoun for a thing of a list ("first" is that of the symptoms): it fits a list of one only."""
_DOSED = re.compile(r"(?<=[lgs0-9] )(?:qds|tds|bd|od|nocte)\b|\bParacetamol\b")
_SIDES = frozenset(("left", "right", "l", "r"))
_COUNTED = re.compile(r"a\(n\) (?=\{(?:c|ic|long)\W)")
_UNCOUNTABLE = ("dlbcl", "hodgkin", "myeloma")
_HAVE_TARGETS = ("Investigation", "Intervention")


def _split_place(alias: str, place: Thing) -> tuple[str, str]:
    """Split a name into the place that it begins with and the rest; empty if it does not."""
    for name in place.names:
        for start in (name, name.removesuffix("s")):
            if alias.lower().startswith(f"{start.lower()} "):
                return alias[: len(start)], alias[len(start) + 1 :]
    first, _, rest = alias.partition(" ")
    stems = {word[:4].lower() for words in place.names for word in words.split()}
    named = first[:4].lower() in stems or _ADJECTIVES.get(first) == place.base
    return (first, rest) if named and " " not in rest else ("", "")


@lru_cache(1 << 12)
def _select_suitable(frames: tuple[str, ...], voice: str, style: str) -> tuple[str, ...]:
    """Return the phrases that such an author would use in such a country."""
    return tuple(
        frame
        for frame in frames
        if all(
            voice in _MARKS[mark] or style in _MARKS[mark]
            for mark in frame[: len(frame) - len(frame.lstrip(_MARK))]
        )
    )


def _count(fact: Fact) -> int:
    """Return how many things a fact lists."""
    return len(fact) if isinstance(fact, list) else 1


class Teller(Facts):
    """Writes facts on a page in the voice of an author."""

    def __init__(self, page: Page, event: Event, voice: str = "") -> None:
        super().__init__(page, event)
        self.voice = voice or self.chance.choice(VOICES)
        self.terse = self.voice in ("terse", "brisk")
        self.common: dict[str, Fact] = {}
        self._used: set[str] = set()
        self._harmful = tuple(
            name.lower()
            for key in self.patient.allergies
            if key in self.patient.things
            for name in self.patient.things[key].names
        )
        self.spoken: Counter[str] = Counter()
        """How often lists (by name) and places ("@c") have been mentioned."""

    def has_mentioned(self, thing: Thing | None) -> bool:
        """Return whether the document has mentioned a thing already."""
        return thing is not None and any(mark.thing.key == thing.key for mark in self.page.marks)

    def make_thing(self, kind: str, text: str, flags: str = "") -> Thing:
        """Make a thing that only this document mentions, from its words."""
        text = americanise(text) if self.style == "us" else text
        return self.page.make_loose_thing(kind, text, frozenset(flags))

    def say(
        self,
        frames: Sequence[str],
        also: Mapping[str, Fact] | None = None,
        *,
        lead: str = "",
        after: str = " ",
        again: bool = False,
        **values: Fact,
    ) -> bool:
        """Write a phrase that the values allow, after `lead`; return False if there is none.

        No phrase is used twice in a note, except `again` for other things.
        """
        facts = {**self.common, **(also or {}), **values}
        self._used.difference_update(frames if again else ())
        suitable = _select_suitable(tuple(frames), self.voice, self.style)
        candidates = [frame for frame in suitable if frame not in self._used]
        while candidates:
            frame = self._pop_random(candidates)
            for _ in range(_TRIES if all(map(facts.get, find_required(frame))) else 0):
                reading = tidy(resolve_choices(frame.lstrip(_MARK), self.chance))
                if self._is_harmless(reading) and self._can_fill(reading, facts):
                    self._used.add(frame)
                    self._write(lead + reading, facts, after)
                    return True
        return False

    def _is_harmless(self, reading: str) -> bool:
        """Return whether a phrase mentions no drug of its own that the patient reacts to."""
        if not self._harmful or "Drug-or-device" not in reading:
            return True
        low = reading.lower()
        return not any(f":{name}" in low for name in self._harmful)

    def _pop_random(self, frames: list[str]) -> str:
        """Remove and return a random phrase."""
        at = int(self.chance.random() * len(frames))
        frames[at], frames[-1] = frames[-1], frames[at]
        return frames.pop()

    def _can_fill(self, frame: str, facts: Mapping[str, Fact]) -> bool:
        """Return whether the facts that are present fill a reading."""
        needed, placed = find_names(frame)
        if not all(map(facts.get, needed)):
            return False
        if "c" in placed and self.spoken["@c"] > 2:
            return False
        if any(not self._can_place(facts.get(name)) for name in placed & _TUMOUR):
            return False
        if any(_count(facts.get(match[1] or "s")) > 1 for match in _SINGLE.finditer(frame)):
            return False
        return all(self._find_place(facts.get(name)) for name in placed)

    def _can_place(self, value: Fact) -> bool:
        """Return whether the place of a thing can be stated without repeating it."""
        place = self._find_place(value)
        return (
            isinstance(value, Thing)
            and place is not None
            and bool(list_names_without(value, place))
        )

    def _find_place(self, value: Fact) -> Thing | None:
        if not isinstance(value, Thing) or not value.place:
            return None
        place = self.patient.things.get(value.place)
        if place is None:
            entry = load_catalogue(self.style).get(value.place)
            return msgspec.structs.replace(entry, key=f"loose-{entry.key}") if entry else None
        return place

    def _write(self, frame: str, facts: Mapping[str, Fact], after: str) -> None:
        words, names, mentioned, links = read_frame(frame)
        relations = list(links)
        values: dict[str, Thing | Time | str] = {
            name: value
            for name in names
            if isinstance(value := facts.get(name), (Thing, Time, str))
        }
        self.spoken.update(mentioned)
        if self.patient.cancer in _UNCOUNTABLE:
            words = _COUNTED.sub("", words)
        if "%" in words:
            words = _LIST.sub(
                lambda match: self._write_list(match, facts, values, relations), words
            )
        words = _LOOK.sub(lambda match: self._write_target(match, values, relations), words)
        words = _OPERATION.sub(lambda match: self._write_laterality(match, values), words)
        words = _CONDITION.sub(
            lambda match: self._place_condition(match, words, values, relations), words
        )
        if "@" in words:
            words = PLACE_MARK.sub(lambda match: self._write_place(match, values, relations), words)
        used = {match[1] for match in _SLOT.finditer(words)}
        used |= {link.split()[2] for link in relations if " has_indication " in link}
        values = {
            name: select_names(value, self.voice) for name, value in values.items() if name in used
        }
        if self.style == "us":
            words = _DOSED.sub(
                lambda match: books.anatomy.get_words("doses")[match[0]], americanise(words)
            )
        tail = f" | {', '.join(dict.fromkeys(relations))}" if relations else ""
        self.page.say(words + tail, after=after, **values)

    def _write_list(
        self,
        match: re.Match[str],
        facts: Mapping[str, Fact],
        values: dict[str, Thing | Time | str],
        relations: list[str],
    ) -> str:
        name, flags = match["name"], match["flags"]
        things = facts[name]
        assert isinstance(things, list)
        parts = []
        for number, thing in enumerate(things, 1):
            key = f"{name}{number}"
            values[key] = thing
            inner = self._name_place(key, thing, flags, values, relations)
            parts.append(inner or f"{{{key}{flags}}}" + self._write_side(key, thing))
            values[name + LAST] = thing
        for link in [link for link in relations if f"{name}*" in link.split()]:
            relations.remove(link)
            relations += [link.replace(f"{name}*", f"{name}{n + 1}") for n in range(len(things))]
        return join_words(parts, "or" if "!neg" in flags else "and")

    def _name_place(
        self,
        name: str,
        thing: Thing,
        flags: str,
        values: dict[str, Thing | Time | str],
        relations: list[str],
    ) -> str:
        """Write a condition with the place in its name apart from it ("left | breast | lump")."""
        place = self._find_place(thing)
        if thing.kind != "Condition" or place is None or self.voice == "lay":
            return ""
        side = self._choose_side(thing.side or place.side)
        for alias in thing.names:
            first, rest = _split_place(alias, place)
            if not rest:
                continue
            mark = self._mark_side(name, side) if side.lower() in _SIDES else ""
            preposition = _APART.get(rest)
            apart = preposition is not None and self.maybe(0.5)
            if not (mark or apart):
                return ""
            values[f"{name}place"] = place
            relations.append(f"{name} has_location {name}place")
            if apart:
                return f"{{{name}{flags}:{rest}}} {preposition} the {mark}{{{name}place}}"
            return f"{mark}{{{name}place:{first}}} {{{name}{flags}:{rest}}}"
        return ""

    def _place_condition(
        self,
        match: re.Match[str],
        words: str,
        values: dict[str, Thing | Time | str],
        relations: list[str],
    ) -> str:
        """Write a condition with the place in its name apart, unless the place is named anyway."""
        name, thing = match["name"], values.get(match["name"])
        if not isinstance(thing, Thing) or f"@{name}" in words or self.maybe(0.15):
            return match[0]
        return self._name_place(name, thing, match["flags"], values, relations) or match[0]

    def _write_side(self, name: str, thing: Thing) -> str:
        """Write where a thing is, if it is on one side and its name does not tell."""
        place = self._find_place(thing)
        if (
            place is None
            or not thing.side
            or self.voice == "lay"
            or list_names_without(thing, place) == ()
        ):
            return ""
        return f" in the @{name}" if thing.kind == "Condition" else ""

    def _write_place(
        self, match: re.Match[str], values: dict[str, Thing | Time | str], relations: list[str]
    ) -> str:
        name, the = match["name"], match["the"] or ""
        thing = values[name]
        place = self._find_place(thing)
        assert isinstance(thing, Thing)
        assert place is not None
        values[name] = msgspec.structs.replace(
            thing, names=list_names_without(thing, place) or thing.names
        )
        verb = "has_target" if thing.kind in _HAVE_TARGETS else "has_location"
        part = ""
        quadrant = self.patient.things.get(thing.details.get("part", ""))
        if quadrant is not None and "quadrant" in quadrant.base and the and self.maybe(0.8):
            values[f"{name}part"] = quadrant
            part = f"{{{name}part}} of the "
        elif quadrant is not None and "quadrant" in quadrant.base and self.voice == "terse":
            values[f"{name}part"] = quadrant
            part = f"{{{name}part}} "
        relations.append(f"{name} {verb} {name}place")
        values[f"{name}place"] = place
        side = self._choose_side(thing.side or place.side)
        before = "" if side == "both" else (the + part)
        signal = self._mark_side(name, side)
        if place.base in books.anatomy["parts"] and self.maybe(0.85):
            piece, between, whole = books.anatomy["parts"][place.base]
            mark = f"{{{name}sub=Sub-location:{piece}}}"
            return f"{before}{signal}{mark}{between}{{{name}place:{whole}}}"
        return f"{before}{signal}{{{name}place}}"

    def _write_target(
        self, match: re.Match[str], values: Mapping[str, Thing | Time | str], relations: list[str]
    ) -> str:
        """Write an investigation with its target, now and then."""
        name, flags = match["name"], match["flags"]
        thing = values.get(name)
        if not isinstance(thing, Thing) or self.maybe(0.2):
            return match[0]
        if thing.base == "ct_cap" and not self.terse:
            return write_trunk(name, flags, relations)
        if self._find_place(thing) is None or not _TARGETED_SCANS.match(thing.base):
            return match[0]
        terse = self.voice == "terse"
        return f"{match[0]} @{name}" if terse else f"{match[0]} of the @{name}"

    def _write_laterality(
        self, match: re.Match[str], values: Mapping[str, Thing | Time | str]
    ) -> str:
        """Write an operation with its side ("left mastectomy"), if it was done on one."""
        name = match["name"]
        thing = values.get(name)
        if not isinstance(thing, Thing) or thing.kind != "Intervention" or self.maybe(0.3):
            return match[0]
        sided = thing.side in ("left", "right") and _HANDED.search(thing.base)
        side = self._choose_side(thing.side) if sided else ""
        return f"{{{name}hand=Laterality:{side}}} {match[0]}" if side else match[0]

    def _choose_side(self, side: str) -> str:
        if self.voice == "terse" and side in ("left", "right"):
            return self.chance.choice((side[0].upper(), side[0].upper(), side))
        return side

    def _mark_side(self, name: str, side: str) -> str:
        return f"{{{name}side=Laterality:{side}}} " if side else ""
