"""Write sentences from the facts about the patient on the day of the note."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeVar

import msgspec

from goldsmith_demo.life.catalogue import load_catalogue
from goldsmith_demo.life.model import Date, Event, Thing
from goldsmith_demo.life.spelling import americanise
from goldsmith_demo.writing import times
from goldsmith_demo.writing.documents.outpatient.chart_facts import ChartFacts
from goldsmith_demo.writing.documents.outpatient.phrase import (
    Phrase,
    select_fillable,
    settle_wording,
)
from goldsmith_demo.writing.documents.phrases import outpatient as books
from goldsmith_demo.writing.page import Page
from goldsmith_demo.writing.sheet import Value
from goldsmith_demo.writing.template import join_words, resolve_choices, split_links

Item = TypeVar("Item")
_SIDES = {"both": ("bilateral",), "left": ("left", "left", "L"), "right": ("right", "right", "R")}
_OPEN = re.compile(r"\{(?P<name>\w+)(?P<flags>(?:!\w+)*)\}")
_ITEM = re.compile(r"\A(?:\d+[.)] |#\d+ |\(\d+\) )[a-z]")
_VAGUE = "complication"
_REFERS = re.compile(r"!(?:the|it)\b")


class Chart(ChartFacts):
    """The facts of a patient, and sentences written from them."""

    def __init__(self, page: Page, event: Event) -> None:
        super().__init__(page, event)
        self.us = self.style == "us"
        self.white = 0.0
        """The white cell count in this note, an upper limit for its neutrophil count."""
        self._made = 0

    def pick(self, *ways: str) -> str:
        """Pick one of the options."""
        return self.chance.choice(ways)

    def sample(self, things: Sequence[Item], count: int) -> list[Item]:
        """Return at most `count` random items, in their original order."""
        taken = set(self.chance.sample(range(len(things)), min(count, len(things))))
        return [item for number, item in enumerate(things) if number in taken]

    def say(
        self,
        ways: str | Sequence[str],
        *phrases: Phrase,
        lead: str = "",
        after: str = " ",
        **facts: Value | None,
    ) -> None:
        """Write one of the templates after filling in phrases and plain words (`<name>`).

        Skip templates that name a fact that is None. `lead` precedes the template.
        """
        if isinstance(ways, str):
            template = lead + ways
        else:
            template = self.choose_fresh([lead + way for way in select_fillable(ways, facts)])
        words, links = split_links(template)
        values = {name: value for name, value in facts.items() if value is not None}
        for phrase in phrases:
            words = words.replace(f"<{phrase.name}>", phrase.words)
            past = phrase.words.replace(f"{{{phrase.name}:", f"{{{phrase.name}!hist:")
            words = words.replace(f"<{phrase.name}!hist>", past)
            links += phrase.links
            values |= phrase.values
        for name, value in facts.items():
            words = words.replace(f"<{name}>", value) if isinstance(value, str) else words
        words = settle_wording(resolve_choices(words, self.chance), self.style)
        words = self._name_slots(words, values)
        self.page.write(words, links, values, after, _ITEM)

    def say_some(
        self, ways: Sequence[str], low: int, high: int, after: str = " ", **facts: Value | None
    ) -> None:
        """Write some of the templates, in their original order."""
        for way in self.sample(ways, self.chance.randint(low, high)):
            self.say(way, lead="", after=after, **facts)

    def _name_slots(self, words: str, values: dict[str, Value]) -> str:
        """Put a name into each slot that has no words; no anaphor is "the complication"."""

        def fill(slot: re.Match[str]) -> str:
            name, flags = slot["name"], slot["flags"]
            thing = values.get(name)
            if not isinstance(thing, Thing):
                return slot[0]
            if flags == "!the":
                generic = tuple(word for word in thing.generic if word != _VAGUE)
                values[name] = msgspec.structs.replace(thing, generic=generic)
            if _REFERS.search(flags):
                return slot[0]
            return f"{{{name}{flags}:{self.choose_name(thing)}}}"

        return _OPEN.sub(fill, words)

    def mention_day(self, day: Date) -> times.Time:
        """Mention a day in this note."""
        if (self.date - day).days > 800 and self.maybe(0.5):
            return times.write_year(day)
        return super().mention_day(day)

    def choose_side(self, thing: Thing) -> str:
        """Choose a word for the side of a thing, or return "" if it has none."""
        return self.chance.choice(_SIDES[thing.side]) if thing.side in _SIDES else ""

    def choose_name(self, thing: Thing) -> str:
        """Choose one of the names that clinicians use with each other."""
        avoided = books.words.read("avoided", dict[str, frozenset[str]])
        skipped = avoided["lay"] | avoided["british"] if self.us else avoided["lay"]
        names = [name for name in thing.names if name not in skipped and " in the " not in name]
        return self.chance.choice(names or thing.names[:1])

    def make_loose_thing(self, base: str) -> Thing:
        """Make a symptom or disorder that only the current sentence mentions."""
        self._made += 1
        key = f"loose-{base}-{self._made}"
        entry = load_catalogue(self.style).get(base)
        if entry:
            return msgspec.structs.replace(entry, key=key, place="", whole="")
        words = base.replace("_", " ")
        words = americanise(words) if self.us else words
        return Thing(key=key, base=base, kind="Condition", names=(words,), is_symptom=True)

    @property
    def name(self) -> str:
        """The patient's surname with its title: Mr Ashdown, or Mr. Ashdown."""
        title = self.patient.title.rstrip(".")
        point = "." if self.us and title != "Miss" else ""
        return f"{title}{point} {self.patient.last}"

    def describe_condition(self, name: str, thing: Thing, *, words: str = "") -> Phrase:
        """Describe a condition with its place and side, if known."""
        words = words or self.choose_name(thing)
        plain = Phrase(name, f"{{{name}:{words}}}", (), {name: thing})
        place = self.things.get(thing.place)
        if place is None or thing.base.startswith("myeloma"):
            return plain
        values: dict[str, Value] = {name: thing, f"{name}_l": place}
        link = ((name, "has_location", f"{name}_l"),)
        side = self.choose_side(thing)
        mark = f"{{{name}_s=Laterality:{side}}} " if side else ""
        for place_name in place.names if side else ():
            if words.lower().startswith(place_name.lower() + " "):
                head, rest = words[: len(place_name)], words[len(place_name) + 1 :]
                text = f"{mark}{{{name}_l:{head}}} {{{name}:{rest}}}"
                return Phrase(name, text, link, values)
        is_named = any(map(words.__contains__, books.words.names_with_site))
        is_named = is_named or f" {place.names[0].lower()}" in f" {words.lower()}"
        if is_named or not (side or thing.key == self.patient.tumour):
            return plain
        of = self.pick(" of the ", " of the ", " of ", ", ") if side else " of the "
        if thing.is_symptom or words in ("mass", "lesion", "tumour", "tumor", "lump"):
            of = " in the "
        text = f"{{{name}:{words}}}{of}{mark}{{{name}_l}}"
        return Phrase(name, text, link, values)

    def describe_operation(self, thing: Thing) -> Phrase:
        """Describe an operation or a scan with its side, as the phrase `o`."""
        words = self.choose_name(thing)
        side = self.choose_side(thing)
        bare = "operation" not in thing.generic or side.lower() in words.lower()
        mark = "" if bare else f"{{o_s=Laterality:{side}}} "
        return Phrase("o", f"{mark}{{o:{words}}}", (), {"o": thing})

    def list_things(
        self,
        name: str,
        things: Sequence[Thing],
        flags: str = "",
        word: str = "and",
        *,
        articles: bool = False,
    ) -> Phrase:
        """List things inline as name1, name2 …, with articles where English needs them."""
        slots = []
        for number, thing in enumerate(things, 1):
            words = self.choose_name(thing)
            article = "a(n) " if articles and words.endswith(books.words.countable) else ""
            slots.append(f"{article}{{{name}{number}{flags}:{words}}}")
        values: dict[str, Value] = {f"{name}{n}": thing for n, thing in enumerate(things, 1)}
        values |= {f"{name}_last": thing for thing in things}
        return Phrase(name, join_words(slots, word), (), values)

    def deny(self, bases: str, count: int, signal: str, *, first: Sequence[Thing] = ()) -> Phrase:
        """Write a negation signal and some conditions that it rules out, as the phrase `d`."""
        barred = self.present | {thing.base for thing in first}
        open_ = [base for base in bases.split() if base not in barred]
        taken = self.chance.sample(open_, min(max(count - len(first), 0), len(open_)))
        things = [*first, *(self.make_loose_thing(base) for base in taken)]
        row = _share_noun(things) if len(things) == 2 and self.maybe(0.5) else None
        row = row or self.list_things("d", things, "!neg", "or")
        links = tuple(("d_n", "negation_modifies", key) for key in row.values)
        return Phrase("d", f"{{d_n=Negation:{signal}}} {row.words}", links, row.values)


def _share_noun(things: Sequence[Thing]) -> Phrase | None:
    """Write two negated things with a shared noun: "chest or back pain"."""
    halves = [[name.rpartition(" ") for name in thing.names] for thing in things]
    for first, _, noun in halves[0]:
        for second, _, second_noun in halves[1]:
            if first and second and noun == second_noun and " " not in first + second:
                words = f"{{d1!neg:{first}}} or {{d2!neg:{second} {{d1+:{noun}}}}}"
                return Phrase("d", words, (), {"d1": things[0], "d2": things[1]})
    return None
