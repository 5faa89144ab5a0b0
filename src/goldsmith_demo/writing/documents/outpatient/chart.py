"""The chart beside a page: what is known of the patient on the day, and sentences made of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

import msgspec

from goldsmith_demo.life.catalogue import CATALOGUE
from goldsmith_demo.life.model import Date, Event, Thing
from goldsmith_demo.life.spelling import american
from goldsmith_demo.writing import times
from goldsmith_demo.writing.documents.narratives.codes import coded
from goldsmith_demo.writing.documents.outpatient.words import BRITISH, GO_TOGETHER, LAY, british
from goldsmith_demo.writing.page import Page, Value, named
from goldsmith_demo.writing.template import chosen

Item = TypeVar("Item")
_SIDES = {"both": ("bilateral",), "left": ("left", "left", "L"), "right": ("right", "right", "R")}
_OPEN = re.compile(r"\{(?P<name>\w+)(?P<flags>(?:!\w+)*)\}")
_ITEM = re.compile(r"(?:\d+[.)] |#\d+ |\(\d+\) )(?=[a-z])")
_ARTICLE = re.compile(r"\ba\(n\) (?=(\w+))", re.IGNORECASE)
_AN = re.compile(
    r"[aeioAEIO]|u(?!ni|s|ro|te)|(?:8\d?|11|18)(?!\d)|M[RS]|X-|H[LG]|N[SG]|SC|ER|FN", re.ASCII
)
_COUNTED = re.compile(
    r"(?:lump|mass|nodule|cough|rash|lesion|seizure|change in bowel habit|voice|stream|"
    r"altered bowel habit|effusion|infection|fracture|collection|abnormality|convulsion|smear)$"
)
_SITED = re.compile(
    r"(?:breast|colon|colonic|rectal|gastric|stomach|pancreatic|lung|ovarian|cervical|endometrial|"
    r"prostate|prostatic|testicular|uterine serous) (?:cancer|carcinoma)|NSCLC|SCLC|PDAC|pancreatic"
)
_BACK = re.compile(r"\{(\w+)!the\}")
_REFERS = re.compile(r"!(?:the|it)\b")
_KNOWN_FROM = ("diagnosis", "mdt", "operation", "chemotherapy", "radiotherapy", "recurrence")


class Phrase(msgspec.Struct, frozen=True):
    """A part of a sentence: goes where its name stands in <angle brackets>."""

    name: str
    words: str
    links: tuple[str, ...] = ()
    given: dict[str, Value] = {}


def given(**things: Thing) -> Phrase:
    """Things for the slots of a sentence."""
    return Phrase("-", "", (), dict(things))


class Chart:
    """Page, event and patient together."""

    def __init__(self, page: Page, event: Event) -> None:
        self.page, self.event = page, event
        self.patient, self.chance, self.date = page.patient, page.chance, page.date
        self.style = page.patient.style
        self.us = self.style == "us"
        self.white = 0.0
        """The white cell count as this note has it: its neutrophils cannot be more."""
        self._made = 0
        self._used: set[str] = set()

    # --- what is known ---

    def thing(self, key: str) -> Thing | None:
        return self.patient.things.get(key)

    def things(self, keys: Iterable[str], kind: str = "") -> list[Thing]:
        found = [thing for key in keys if (thing := self.thing(key))]
        return [one for one in found if not kind or one.kind == kind]

    @property
    def what(self) -> Thing | None:
        return self.thing(self.event.what) if self.event.what else None

    @property
    def tumour(self) -> Thing | None:
        """The tumour, once it has been diagnosed."""
        known = any(one.kind in _KNOWN_FROM for one in self.before()) or (
            self.event.kind in (*_KNOWN_FROM, "follow_up", "palliative")
        )
        return self.thing(self.patient.tumour) if known else None

    def before(self, *kinds: str) -> list[Event]:
        """Earlier events, the oldest first."""
        return [
            one
            for one in self.patient.events
            if one.date < self.event.date and (not kinds or one.kind in kinds)
        ]

    def found(self) -> list[Thing]:
        """What is new on the day: the condition that the event is about, then its findings."""
        keys = dict.fromkeys([self.event.what, *self.event.findings])
        keys.pop(self.patient.tumour, None)
        return self.things(keys, "Condition")

    def complaints(self) -> list[Thing]:
        return [one for one in self.found() if one.is_symptom]

    def problems(self) -> list[Thing]:
        return [one for one in self.found() if not one.is_symptom]

    def active(self, *, also_ended: bool = False) -> list[Thing]:
        """Conditions that had begun before the day and go on."""
        return [
            one
            for one in self.patient.things.values()
            if one.kind == "Condition"
            and one.start
            and one.start <= self.date
            and (also_ended or one.end is None or one.end >= self.date)
        ]

    def known(self) -> list[Thing]:
        """Those of them that somebody has found by now."""
        told = {
            key
            for one in self.patient.events
            if one.date <= self.date
            for key in (one.what, *one.findings)
        }
        return [one for one in self.active() if one.key in told]

    def measured(self, base: str) -> Thing | None:
        """A blood test of the last days."""
        rows = [
            one
            for one in self.patient.things.values()
            if one.base == base
            and one.start
            and 0 <= (self.date - one.start).days <= 7
            and one.details.get("value", "")
        ]
        return max(rows, key=lambda one: str(one.start)) if rows else None

    def excluded(self) -> list[Thing]:
        """Symptoms that were asked for on the day and denied."""
        return [one for one in self.things(self.event.excluded, "Condition") if one.is_symptom]

    def has(self) -> set[str]:
        """Bases of what must not be denied today."""
        bases = {one.base for one in [*self.active(), *self.found(), *self.morbid()]}
        return bases | {more for one in bases for more in GO_TOGETHER.get(one, "").split()}

    def morbid(self) -> list[Thing]:
        own = self.things(self.patient.comorbidities, "Condition")
        return [one for one in own if one.start is None or one.start <= self.date]

    def acute(self) -> set[str]:
        """Bases of what is new on the day, and of what goes with it."""
        bases = {one.base for one in self.found()}
        return bases | {more for one in bases for more in GO_TOGETHER.get(one, "").split()}

    def unexplained(self) -> list[Thing]:
        """Complaints that no problem of the day accounts for."""
        going = {more for one in self.problems() for more in GO_TOGETHER.get(one.base, "").split()}
        return [one for one in self.complaints() if one.base not in going]

    def drugs(self) -> list[Thing]:
        return self.things(self.event.drugs, "Drug-or-device")

    def regular(self) -> list[Thing]:
        return self.things(self.patient.medication, "Drug-or-device")

    def reason(self, drug: Thing) -> Thing | None:
        """Why a drug is given, if that is known by now."""
        found = self.thing(drug.reason) if drug.reason else None
        if found and found.key == self.patient.tumour and self.tumour is None:
            return None
        return found if found and found.kind == "Condition" else None

    # --- words ---

    def maybe(self, share: float) -> bool:
        return self.chance.random() < share

    def pick(self, *ways: str) -> str:
        return self.chance.choice(ways)

    def some(self, things: Sequence[Item], count: int) -> list[Item]:
        """At most so many of them, in their own order."""
        taken = set(self.chance.sample(range(len(things)), min(count, len(things))))
        return [one for number, one in enumerate(things) if number in taken]

    def say(
        self, ways: str | Sequence[str], *phrases: Phrase, after: str = " ", **given: Value
    ) -> None:
        """Writes one of the ways, with the phrases put in."""
        template = ways if isinstance(ways, str) else self._fresh(ways)
        words, bar, links = template.rpartition(" | ")
        words, every = (words, [links]) if bar else (template, [])
        for one in phrases:
            words = words.replace(f"<{one.name}>", one.words)
            past = one.words.replace(f"{{{one.name}:", f"{{{one.name}!hist:")
            words = words.replace(f"<{one.name}!hist>", past)
            every += one.links
            given |= one.given
        words = _settled(chosen(words, self.chance))
        words = american(words) if self.us else british(words)
        words = coded(self._named(words, given), given, self.page)
        given |= _referred(words, given)
        begin = len(self.page.text)
        self.page.say(words + (" | " + ", ".join(every) if every else ""), after=after, **given)
        self._capital(begin)

    def _fresh(self, ways: Sequence[str]) -> str:
        """One of the ways, not twice the same in a note if that can be helped."""
        left = [way for way in ways if way not in self._used] or list(ways)
        way = self.chance.choice(left)
        self._used.add(way)
        return way

    def _capital(self, begin: int) -> None:
        """A capital behind the number of a list item."""
        found = _ITEM.match(self.page.text, begin)
        if found:
            at = found.end()
            text = self.page.text
            self.page.text = text[:at] + text[at : at + 1].upper() + text[at + 1 :]

    def _named(self, words: str, given: Mapping[str, Value]) -> str:
        """The words with a name put into each slot that leaves it open."""

        def filled(slot: re.Match[str]) -> str:
            thing = given.get(slot["name"])
            if not isinstance(thing, Thing) or _REFERS.search(slot["flags"]):
                return slot[0]
            return f"{{{slot['name']}{slot['flags']}:{self.called(thing)}}}"

        return _OPEN.sub(filled, words)

    def when(self, day: Date) -> times.Time:
        """A day as this note would speak of it."""
        if (self.date - day).days > 800 and self.maybe(0.5):
            return times.year(day)
        return times.mentioned(day, self.date, self.style, self.chance)

    def written(self, day: Date) -> times.Time:
        creation = day == self.date
        return times.written(day, self.style, self.chance, creation=creation)

    def side(self, thing: Thing) -> str:
        return self.chance.choice(_SIDES[thing.side]) if thing.side in _SIDES else ""

    def called(self, thing: Thing) -> str:
        """One of the names that clinicians use among themselves."""
        skipped = LAY | (BRITISH if self.us else frozenset())
        names = [one for one in thing.names if one not in skipped and " in the " not in one]
        return self.chance.choice(names or thing.names[:1])

    def new(self, base: str) -> Thing:
        """A symptom or a disorder that only one sentence knows."""
        self._made += 1
        key = f"loose-{base}-{self._made}"
        entry = CATALOGUE[self.style].get(base)
        if entry:
            return msgspec.structs.replace(entry, key=key, place="", whole="")
        words = base.replace("_", " ")
        words = american(words) if self.us else words
        return Thing(
            key=key,
            base=base,
            kind="Condition",
            names=(words,),
            concept=named(base.replace("_", " ")),
            is_symptom=True,
        )

    @property
    def name(self) -> str:
        """Mr Ashdown, or Mr. Ashdown."""
        title = self.patient.title.rstrip(".")
        point = "." if self.us and title != "Miss" else ""
        return f"{title}{point} {self.patient.last}"

    def sited(self, name: str, thing: Thing, flags: str = "", *, words: str = "") -> Phrase:
        """A condition with its place and side, as far as they are known."""
        words = words or self.called(thing)
        place = self.thing(thing.place) if thing.place else None
        if place is None or place.kind != "Locus" or thing.base.startswith("myeloma"):
            return Phrase(name, f"{{{name}{flags}:{words}}}", (), {name: thing})
        given: dict[str, Value] = {name: thing, f"{name}_l": place}
        link = (f"{name} has_location {name}_l",)
        side = self.side(thing) or self.side(place)
        mark = f"{{{name}_s=Laterality:{side}}} " if side else ""
        spoken = f" {words.lower()} "
        for called in place.names:
            if words.lower().startswith(called.lower() + " "):
                head = words[: len(called)]
                rest = words[len(called) + 1 :]
                if not side:
                    break
                made = f"{mark}{{{name}_l:{head}}} {{{name}{flags}:{rest}}}"
                return Phrase(name, made, link, given)
        if _SITED.search(words):
            return Phrase(name, f"{{{name}{flags}:{words}}}", (), {name: thing})
        if f" {place.names[0].lower()}" in spoken or not (side or thing.key == self.patient.tumour):
            return Phrase(name, f"{{{name}{flags}:{words}}}", (), {name: thing})
        of = self.pick(" of the ", " of the ", " of ", ", ") if side else " of the "
        if thing.is_symptom or words in ("mass", "lesion", "tumour", "tumor", "lump"):
            of = " in the "
        made = f"{{{name}{flags}:{words}}}{of}{mark}{{{name}_l}}"
        return Phrase(name, made, link, given)

    def operated(self, name: str, thing: Thing, flags: str = "") -> Phrase:
        """An operation or a scan with its side."""
        words = self.called(thing)
        side = self.side(thing)
        bare = "operation" not in thing.generic or side.lower() in words.lower()
        bare = bare or not side or "bilateral" in words
        mark = "" if bare else f"{{{name}_s=Laterality:{side}}} "
        return Phrase(name, f"{mark}{{{name}{flags}:{words}}}", (), {name: thing})

    def several(
        self,
        name: str,
        things: Sequence[Thing],
        flags: str = "",
        word: str = "and",
        *,
        articles: bool = False,
    ) -> Phrase:
        """Things in a row; each is name1, name2 …; with a or an where English wants it."""
        slots = []
        for number, one in enumerate(things, 1):
            words = self.called(one)
            article = "a(n) " if articles and _COUNTED.search(words) else ""
            slots.append(f"{article}{{{name}{number}{flags}:{words}}}")
        given: dict[str, Value] = {f"{name}{n}": one for n, one in enumerate(things, 1)}
        return Phrase(name, joined(slots, word), (), given)

    def _shared(self, name: str, things: Sequence[Thing], signal: str) -> Phrase | None:
        """No chest or back pain: the first of the two has a gap."""
        halves = [[_halves(one) for one in thing.names] for thing in things]
        for first, noun in halves[0]:
            for second, other in halves[1]:
                if first and second and noun == other and " " not in first + second:
                    words = (
                        f"{{{name}_n=Negation:{signal}}} {{{name}1!neg:{first}}} or "
                        f"{{{name}2!neg:{second} {{{name}1+:{noun}}}}}"
                    )
                    links = tuple(f"{name}_n negation_modifies {name}{n}" for n in (1, 2))
                    both: dict[str, Value] = {f"{name}1": things[0], f"{name}2": things[1]}
                    return Phrase(name, words, links, both)
        return None

    def denied(
        self,
        name: str,
        bases: str,
        count: int,
        signal: str,
        word: str = "or",
        *,
        first: Sequence[Thing] = (),
    ) -> Phrase:
        """A signal of negation, and some of what it rules out."""
        gone = self.has() | {one.base for one in first}
        open_ = [base for base in bases.split() if base not in gone]
        taken = self.chance.sample(open_, min(max(count - len(first), 0), len(open_)))
        things = [*first, *(self.new(base) for base in taken)]
        if not things:
            return Phrase(name, "")
        if len(things) == 2 and word == "or" and self.maybe(0.5):
            shared = self._shared(name, things, signal)
            if shared:
                return shared
        row = self.several(name, things, "!neg", word)
        links = tuple(f"{name}_n negation_modifies {key}" for key in row.given)
        return Phrase(name, f"{{{name}_n=Negation:{signal}}} {row.words}", links, row.given)


def _referred(words: str, given: Mapping[str, Value]) -> dict[str, Value]:
    """The things that are referred back to, without the palest of their generic words."""
    found = {slot[1]: given.get(slot[1]) for slot in _BACK.finditer(words)}
    return {
        name: msgspec.structs.replace(
            thing, generic=tuple(one for one in thing.generic if one != "complication")
        )
        for name, thing in found.items()
        if isinstance(thing, Thing)
    }


def _halves(name: str) -> tuple[str, str]:
    first, _, second = name.rpartition(" ")
    return first, second


def _settled(words: str) -> str:
    """Plain articles settled (those before slots are left to the page), single blanks."""
    words = _ARTICLE.sub(lambda found: "an " if _AN.match(found[1]) else "a ", words)
    return re.sub(r" +(?=[,.;:])", "", re.sub(r" {2,}", " ", words)).replace("..", ".").strip(" ")


def joined(words: Sequence[str], last: str = "and") -> str:
    """A, B and C."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
