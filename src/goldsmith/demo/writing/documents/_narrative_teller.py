"""Chooses among phrasings those that the facts allow, and fills in places, sides and lists.

Beyond the notation of `template`:

| written      | means                                                                           |
| ------------ | ------------------------------------------------------------------------------- |
| `@c`         | the place of `c` with its side ("left breast"), linked to `c`                   |
| `%f` `%f!neg`| the things of the list `f`, joined by commas and and (or, where negated)        |
| `i … f*`     | in relations: with each thing of the list `f`                                   |
| `~` `^`      | at the beginning of a phrase: only brisk authors, only old-fashioned ones       |

A phrase that speaks of what is not given is passed over.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec

from goldsmith.demo.life.model import Event, Thing
from goldsmith.demo.life.spelling import american
from goldsmith.demo.writing.documents._narrative_words import suited
from goldsmith.demo.writing.page import Page
from goldsmith.demo.writing.template import chosen
from goldsmith.demo.writing.times import Time

Given = Thing | Time | str | list[Thing] | None
VOICES = ("plain", "plain", "brisk", "old")

_NAMED = re.compile(r"(?:\{|@|%)(\w+)(=?)")
_BLANKS = re.compile("  +")
_BEFORE_A_STOP = re.compile(r" (?=[.,;:)](?: |$))")
_SLOT = re.compile(r"\{(\w+)")
_PLACED = re.compile(r"(?P<the>\b[Tt]he )?@(?P<name>\w+)")
_LIST = re.compile(r"%(?P<name>\w+)(?P<flags>(?:!\w+)*)")
_OPERATION = re.compile(r"\{(?P<name>op2?|nop|o|w|what)(?=[!}])")
_LOOK = re.compile(r"\{(?P<name>i|scan|tissue|clean|hist)\}(?! of the @)")
_AIMED = re.compile(r"^(ultrasound|mri|ct|xray|core_biopsy|fna|biopsy|ct_guided_biopsy)(-\d+)?$")
_HANDED = re.compile(r"mastectomy|excision|clearance|sentinel|lobectomy|pneumonect|orchid")
_PERSONS = frozenset("she her hers herself patient".split())
_MARKS = {"~": ("brisk", "terse"), "^": ("old",)}
_TRIES = 4
_UNCOUNTED = ("dlbcl", "hodgkin", "myeloma")
_TARGETED = ("Investigation", "Intervention")


@lru_cache(1 << 16)
def _names(frame: str) -> tuple[frozenset[str], frozenset[str]]:
    """The facts that a reading of a phrase needs, and those whose places it names."""
    found = [(one[1], one[2]) for one in _NAMED.finditer(frame)]
    loose = {name for name, kind in found if kind}
    needed = {name for name, _ in found if name.lower() not in _PERSONS} - loose
    return frozenset(needed), frozenset(one["name"] for one in _PLACED.finditer(frame))


class Teller:
    """Tells facts on a page in the voice of one author."""

    def __init__(self, page: Page, event: Event, voice: str = "") -> None:
        self.page, self.event, self.patient = page, event, page.patient
        self.chance = page.chance
        self.voice = voice or self.chance.choice(VOICES)
        self.terse = self.voice in ("terse", "brisk")
        self.common: dict[str, Given] = {}
        self._used: set[str] = set()
        self.spoken: Counter[str] = Counter()
        """What has been spoken of: names of lists, and places as "@c"."""

    def maybe(self, likelihood: float) -> bool:
        """Whether something that is not always said is said this time."""
        return self.chance.random() < likelihood

    def mentioned(self, thing: Thing | None) -> bool:
        """Whether the document has spoken of it already."""
        return thing is not None and any(mark.thing.key == thing.key for mark in self.page.marks)

    def words(self, kind: str, text: str, flags: str = "") -> Thing:
        """A thing that only this document knows, by its words."""
        text = american(text) if self.patient.style == "us" else text
        return self.page.loose(kind, text, frozenset(flags))

    def say(
        self,
        frames: Sequence[str],
        also: Mapping[str, Given] | None = None,
        *,
        lead: str = "",
        after: str = " ",
        **given: Given,
    ) -> bool:
        """Says one of the phrases that what is given allows, after `lead`; False if none is."""
        known = {**self.common, **(also or {}), **given}
        fresh = [
            one
            for one in frames
            if one not in self._used and (one[0] not in _MARKS or self.voice in _MARKS[one[0]])
        ]
        while fresh:
            frame = self._taken(fresh)
            for _ in range(_TRIES):
                reading = _tidy(chosen(frame.lstrip("~^"), self.chance))
                if self._fits(reading, known):
                    self._used.add(frame)
                    self._write(lead + reading, known, after)
                    return True
        return False

    def _taken(self, frames: list[str]) -> str:
        """One of the phrases, taken out by chance; mostly the first one drawn will do."""
        at = int(self.chance.random() * len(frames))
        frames[at], frames[-1] = frames[-1], frames[at]
        return frames.pop()

    def item(
        self,
        frames: Sequence[str],
        also: Mapping[str, Given] | None = None,
        *,
        lead: str = "",
        **given: Given,
    ) -> bool:
        """Says a line of a list; what was said before may be said again of other things."""
        self._used.difference_update(frames)
        return self.say(frames, also, lead=lead, after="\n", **given)

    def _fits(self, frame: str, known: Mapping[str, Given]) -> bool:
        needed, placed = _names(frame)
        if "c" in placed and self.spoken["@c"] > 2:
            return False
        return all(known.get(name) for name in needed) and all(
            self._place(known.get(name)) for name in placed
        )

    def _place(self, value: Given) -> Thing | None:
        return self.patient.things.get(value.place) if isinstance(value, Thing) else None

    def _write(self, frame: str, known: Mapping[str, Given], after: str) -> None:
        words, _, links = frame.rpartition(" | ") if " | " in frame else (frame, "", "")
        loose = {found[1] for found in _NAMED.finditer(words) if found[2]}
        values: dict[str, Thing | Time | str] = {
            name: value
            for name, value in known.items()
            if isinstance(value, (Thing, Time, str)) and name not in loose
        }
        relations = [one.strip() for one in links.split(",") if one.strip()]
        self.spoken.update(found[0].rstrip("=").lstrip("{") for found in _NAMED.finditer(words))
        if self.patient.cancer in _UNCOUNTED:
            words = re.sub(r"a\(n\) (?=\{(?:c|ic|long)\W)", "", words)
        words = _LIST.sub(lambda found: self._listed(found, known, values, relations), words)
        words = _LOOK.sub(lambda found: self._aimed(found, values), words)
        words = _OPERATION.sub(lambda found: self._handed(found, values), words)
        words = _PLACED.sub(lambda found: self._placed(found, values, relations), words)
        relations += _reasons(values)
        used = {found[1] for found in _SLOT.finditer(words)}
        values = {name: suited(value, self.voice) for name, value in values.items() if name in used}
        if self.patient.style == "us":
            words = american(words)
        tail = f" | {', '.join(dict.fromkeys(relations))}" if relations else ""
        self.page.say(words + tail, after=after, **values)

    def _listed(
        self,
        found: re.Match[str],
        known: Mapping[str, Given],
        values: dict[str, Thing | Time | str],
        relations: list[str],
    ) -> str:
        name, flags = found["name"], found["flags"]
        things = known[name]
        assert isinstance(things, list)
        parts = []
        for number, thing in enumerate(things, 1):
            values[f"{name}{number}"] = thing
            parts.append(f"{{{name}{number}{flags}}}" + self._sided(f"{name}{number}", thing))
        for one in [one for one in relations if f"{name}*" in one.split()]:
            relations.remove(one)
            relations += [one.replace(f"{name}*", f"{name}{n + 1}") for n in range(len(things))]
        return joined(parts, "or" if "!neg" in flags else "and")

    def _sided(self, name: str, thing: Thing) -> str:
        """Where the thing is, if it is on one side and its name can do without."""
        place = self._place(thing)
        if place is None or not thing.side or self.voice == "lay" or _without(thing, place) == ():
            return ""
        return f" in the @{name}" if thing.kind == "Condition" else ""

    def _placed(
        self,
        found: re.Match[str],
        values: dict[str, Thing | Time | str],
        relations: list[str],
    ) -> str:
        name, the = found["name"], found["the"] or ""
        thing = values[name]
        place = self._place(thing)
        assert isinstance(thing, Thing)
        assert place is not None
        values[name] = msgspec.structs.replace(thing, names=_without(thing, place) or thing.names)
        verb = "has_target" if thing.kind in _TARGETED else "has_location"
        part = ""
        quadrant = self.patient.things.get(thing.details.get("part", ""))
        if quadrant is not None and "quadrant" in quadrant.base and the and self.maybe(0.65):
            values[f"{name}part"] = quadrant
            part = f"{{{name}part}} of the "
        relations.append(f"{name} {verb} {name}place")
        values[f"{name}place"] = place
        side = self._side(thing.side or place.side)
        before = "" if side == "both" else the + part
        return f"{before}{self._signal(name, side)}{{{name}place}}"

    def _aimed(self, found: re.Match[str], values: Mapping[str, Thing | Time | str]) -> str:
        """An investigation with what it was aimed at, now and then."""
        thing = values.get(found["name"])
        place = self._place(thing)
        if not isinstance(thing, Thing) or place is None or not _AIMED.match(thing.base):
            return found[0]
        said = (
            f"{found[0]} @{found['name']}" if self.terse else f"{found[0]} of the @{found['name']}"
        )
        return found[0] if self.maybe(0.35) else said

    def _handed(self, found: re.Match[str], values: Mapping[str, Thing | Time | str]) -> str:
        """An operation with its side ("left mastectomy"), if it was done on one."""
        name = found["name"]
        thing = values.get(name)
        if not isinstance(thing, Thing) or thing.kind != "Intervention" or self.maybe(0.3):
            return found[0]
        sided = thing.side in ("left", "right") and _HANDED.search(thing.base)
        side = self._side(thing.side) if sided else ""
        return f"{{{name}hand=Laterality:{side}}} {found[0]}" if side else found[0]

    def _side(self, side: str) -> str:
        if self.voice == "terse" and side in ("left", "right"):
            return self.chance.choice((side[0].upper(), side[0].upper(), side))
        return side

    def _signal(self, name: str, side: str) -> str:
        return f"{{{name}side=Laterality:{side}}} " if side else ""


def _tidy(reading: str) -> str:
    """The reading without what empty choices leave behind."""
    reading = reading.strip(" ")
    if "  " in reading:
        reading = _BLANKS.sub(" ", reading)
    return _BEFORE_A_STOP.sub("", reading)


def joined(parts: Sequence[str], last: str) -> str:
    """The parts in one string: a, b and c."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def _without(thing: Thing, place: Thing) -> tuple[str, ...]:
    """The names of a thing that do not name its place."""
    stems = {word[:4].lower() for name in place.names for word in name.split()}
    return tuple(
        name
        for name in thing.names
        if not any(word[:4].lower() in stems for word in re.split(r"[\s-]", name))
        and " in the " not in name
    )


def _reasons(values: Mapping[str, Thing | Time | str]) -> list[str]:
    """What the life says was done or given for which condition."""
    things = {name: value for name, value in values.items() if isinstance(value, Thing)}
    treated = {name: thing.reason for name, thing in things.items() if thing.reason}
    if not treated:
        return []
    conditions = {name: thing.key for name, thing in things.items() if thing.kind == "Condition"}
    return [
        f"{one} has_indication {other}"
        for one, reason in treated.items()
        for other, key in conditions.items()
        if reason == key
    ]
