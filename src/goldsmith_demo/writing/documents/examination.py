"""What reports of imaging and of tissue have in common: an examination and its findings.

Sentences are templates (see `goldsmith_demo.writing.template`) in British spelling. A slot named
`l_liver` or `l_left_kidney` takes the place of that name. Some relations need not be written behind
the bar: the examination has found every result and every condition that is not ruled out;
conditions lie in the places of their sentence; a negation rules out everything that follows it up
to the next negation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

import msgspec

from goldsmith_demo.life.catalogue import load_catalogue
from goldsmith_demo.life.model import Date, Event, Thing
from goldsmith_demo.writing.documents.note import Note
from goldsmith_demo.writing.documents.spelling import add_full_stop, respell, tidy
from goldsmith_demo.writing.page import Page
from goldsmith_demo.writing.sheet import Mark, Value
from goldsmith_demo.writing.template import resolve_choices
from goldsmith_demo.writing.times import mention_day

_PLACE = re.compile(r"\{(l_\w+)")
_MACRO = re.compile(r"@(\w+)")
_BEGINS = re.compile(r"(?<=[\w)][.?] )[a-z](?![A-Z])")
_SIDED = re.compile(r"(left|right|both)_(\w+)")
_LAY = frozenset(
    "lining of the womb;womb;neck of the womb;gut;tummy;abdo;gullet;armpit;testicle;"
    "lymph glands;back passage".split(";")
)
_KNOWN = re.compile(r"\b(?:known|established) $", re.IGNORECASE)
_FAR = re.compile(r"\b(?:from|nearest) (?:the )?(?:\w+ )?$")
_LEAD = 24
_VAGUE = frozenset("nodes skeleton body blood wound".split())
_NO_FINDING = {"neg", "hist", "fam", "unrel", "hyp"}


class Report(Note):
    """A page that reports on an examination."""

    def __init__(self, page: Page, event: Event, base: str) -> None:
        super().__init__(page, event)
        self.things = page.patient.things
        self.exam = self._find_exam(base)
        self.mark: Mark | None = None
        self.findings = tuple(t for t in self._list_conditions(event.findings) if not t.is_symptom)
        self.excluded = tuple(t for t in self._list_conditions(event.excluded) if not t.is_symptom)
        self.tumour = self.things[page.patient.tumour]
        self.previous = page.make_loose_thing("Investigation", "test", frozenset())
        """The test before this one, with which the report compares it."""
        self._used_templates: set[str] = set()
        self._finding_keys: set[str] = set()
        """Tests with what they showed or suspect; later mentions co-refer."""

    def _find_exam(self, base: str) -> Thing:
        """Return the examination of the event, or one that the event must have had."""
        what = self.things.get(self.event.what)
        if what is not None and what.kind == "Investigation":
            return what
        entry = load_catalogue(self.style)[base]
        return msgspec.structs.replace(
            entry, key="loose-examination", start=self.date, end=self.date
        )

    def _list_conditions(self, keys: Sequence[str]) -> tuple[Thing, ...]:
        things = (self.things[key] for key in keys if key in self.things)
        return tuple(thing for thing in things if thing.kind == "Condition")

    def tell(
        self, template: str, *, is_finding: bool = True, after: str = " ", **values: Value
    ) -> None:
        """Write a sentence; with `is_finding`, the examination found what it states.

        A sentence (after a blank) gets a full stop if it has none; a line stays as it is.
        """
        picked = tidy(resolve_choices(template, self.chance))
        words = respell(add_full_stop(picked) if after == " " else picked, self.style)
        for name in _PLACE.findall(words):
            values.setdefault(name, self.find_place(name[2:]))
        values = {**self._list_standing(), **values}
        before = len(self.page.marks)
        begin = len(self.page.text)
        self.page.say(words, after=after, **values)
        self._capitalise_sentences(begin)
        new = sorted(self.page.marks[before:], key=lambda mark: mark.start)
        self._link_negations(new)
        self._link_places(new)
        for mark in new:
            if mark.thing.key == self.exam.key:
                self.mark = mark
        if is_finding:
            self._link_findings(new)

    def _list_standing(self) -> dict[str, Value]:
        """Return what every sentence can name: the tumour, this and last test, the operation."""
        return {
            "x": self.exam,
            "p": self.previous,
            "op": self.last_operation,
            "tumour": self.tumour,
        }

    @cached_property
    def last_operation(self) -> Thing:
        """The last operation for the cancer, as far as the life has it."""
        operations = (what for _, what in self.list_operations())
        return next(operations, self.page.make_loose_thing("Intervention", "surgery", frozenset()))

    def _capitalise_sentences(self, begin: int) -> None:
        """Capitalise the further sentences of a template."""
        new = _BEGINS.sub(lambda match: match[0].upper(), self.page.text[begin:])
        self.page.text = self.page.text[:begin] + new

    def ask(self, template: str, **values: Value) -> None:
        """Write a sentence of the request: its conditions are the reason for the examination."""
        before = len(self.page.marks)
        self.tell(template, is_finding=False, after=" ", **values)
        if self.mark is not None:
            reasons = [
                mark
                for mark in self.page.marks[before:]
                if mark.kind == "Condition" and not mark.flags & {"fam", "hist", "unrel"}
            ]
            new = [mark for mark in reasons if mark.thing.key != self.page.patient.tumour]
            self.page.links += [("has_indication", self.mark, mark) for mark in new or reasons]

    def choose_fresh(self, templates: Sequence[str]) -> str:
        """Choose a template, if possible one that was not used before."""
        new = [template for template in templates if template not in self._used_templates]
        pick = self.chance.choice(new or list(templates))
        self._used_templates.add(pick)
        return pick

    def _link_negations(self, marks: list[Mark]) -> None:
        """Link a negation to everything that follows it, up to the next negation."""
        linked = {(id(first), id(second)) for _, first, second in self.page.links}
        sign: Mark | None = None
        for mark in marks:
            if mark.kind == "Negation":
                sign = mark
            elif sign and "neg" in mark.flags and (id(sign), id(mark)) not in linked:
                self.page.links.append(("negation_modifies", sign, mark))

    def _link_places(self, marks: list[Mark]) -> None:
        """Link a single condition to all places of its sentence, or several to its only place."""
        places = [mark for mark in marks if mark.kind == "Locus" and not self._is_far(mark)]
        conditions = [mark for mark in marks if mark.kind == "Condition"]
        if min(len(places), len(conditions)) != 1:
            return
        here = {id(mark) for mark in conditions}
        if any(kind == "has_location" and id(first) in here for kind, first, _ in self.page.links):
            return
        for condition in conditions:
            for place in places:
                self.page.links.append(("has_location", condition, place))

    def _is_far(self, place: Mark) -> bool:
        """Return whether the words measure a distance from a place: "9 mm from the margin"."""
        return _FAR.search(self.page.text, place.start - _LEAD, place.start) is not None

    def _link_findings(self, marks: list[Mark]) -> None:
        if self.mark is None:
            return
        linked = {id(second) for kind, _, second in self.page.links if kind == "has_finding"}
        for mark in marks:
            fits = mark.kind == "Result" or (
                mark.kind == "Condition" and not mark.flags & _NO_FINDING
            )
            is_doubtful = "poss" in mark.flags  # what is suspected twice is not one thing
            key = f"{self.mark.thing.key} {mark.start if is_doubtful else mark.thing.key}"
            fits = fits and not _KNOWN.search(self.page.text, mark.start - _LEAD, mark.start)
            if fits and id(mark) not in linked and key not in self._finding_keys:
                self.page.links.append(("has_finding", self.mark, mark))
                self._finding_keys.add(key)

    def find_place(self, name: str) -> Thing:
        """Return the place of a name such as liver or left_kidney; the patient's own, if any."""
        sided = _SIDED.fullmatch(name)
        side, base = sided.groups() if sided else ("", name)
        for thing in self.things.values():
            if thing.kind == "Locus" and thing.base == base and self._matches_side(thing, side):
                return thing
        entry = load_catalogue(self.style).get(base)
        whole = entry.whole if entry and entry.whole in self.things else ""
        key = f"loose-{side}-{base}" if side else f"loose-{base}"
        return Thing(key=key, base=base, kind="Locus", names=(base.replace("_", " "),), whole=whole)

    def _matches_side(self, place: Thing, side: str) -> bool:
        if place.side or not side:
            return place.side == side
        return side == self.tumour.side and place.key == self.tumour.place

    def find_location(self, thing: Thing) -> Thing | None:
        """Return the place of a thing, without the words that only patients use for it."""
        place = self.things.get(thing.place) if thing.place else None
        if place is None or not _LAY & set(place.names):
            return place
        names = tuple(name for name in place.names if name not in _LAY)
        return msgspec.structs.replace(place, names=names)

    def is_diagnosed(self) -> bool:
        """Return whether the cancer was diagnosed before this report."""
        return self.count_days_since_diagnosis() > 0

    def list_earlier(self, *kinds: str) -> Iterator[tuple[Event, Thing]]:
        """Yield earlier events of these kinds with their subjects, the latest first."""
        for event in reversed(self.patient.events):
            what = self.things.get(event.what)
            if event.date < self.event.date and event.kind in kinds and what is not None:
                yield event, what

    def list_operations(self) -> Iterator[tuple[Event, Thing]]:
        """Yield earlier operations for the cancer, the latest first."""
        for event, what in self.list_earlier("operation"):
            if "surgery" in what.generic and what.reason in ("", self.tumour.key):
                yield event, what

    @property
    def remaining_breast(self) -> str:
        """The side of the breast that remains after a mastectomy; empty if both remain."""
        for _, what in self.list_operations():
            if what.base == "mastectomy":
                return "left" if (what.side or self.tumour.side) == "right" else "right"
        return ""

    def count_days_since_diagnosis(self) -> int:
        """Count the days since the diagnosis; 0 if there is none yet."""
        for event in self.patient.events:
            if event.kind == "diagnosis" and event.date < self.date:
                return (self.date - event.date).days
        return 0

    def list_symptoms(self) -> list[Thing]:
        """Return the patient's first complaints up to now."""
        complaints: list[Thing] = []
        for event in self.patient.events:
            if event.kind in ("presentation", "referral") and event.date <= self.date:
                complaints += [
                    thing for thing in self._list_conditions(event.findings) if thing.is_symptom
                ]
        return list({thing.key: thing for thing in complaints}.values())

    def write_signature(self, role: str, ways: Sequence[str], unsigned: float) -> None:
        """Write who reported, the first member of staff with a role; a share stays unsigned."""
        staff = [person for person in self.patient.others if role in person.role.lower()]
        if staff and not self.maybe(unsigned):
            self.page.end_paragraph()
            fields = msgspec.structs.asdict(staff[0])
            self.page.write_line(
                self.chance.choice(ways).format(**fields, initial=fields["first"][0])
            )

    def mention_day(self, day: Date) -> Value:
        """Mention a day before the report."""
        return mention_day(day, self.date, self.style, self.chance)

    def fill(self, templates: Sequence[str], thing: Thing) -> str:
        """Choose a template for which the life has all @ words, and fill them."""
        macros = self.build_macros(thing)
        order = list(templates)
        self.chance.shuffle(order)
        order.sort(key=lambda template: template in self._used_templates)
        for template in [each for each in order for _ in range(3)]:
            words = resolve_choices(template, self.chance)
            required = set(_MACRO.findall(words)) | ({"l"} if "{l}" in words else set())
            if required <= macros.keys():
                self._used_templates.add(template)
                return _MACRO.sub(lambda match: macros[match[1]], words)
        return ""

    def describe(self, templates: Sequence[str], thing: Thing, **options: bool) -> bool:
        """Write one of the templates about a thing (`c`, and `c2` for a second mention)."""
        words = self.fill(templates, thing)
        if not words:
            return False
        place = self.find_location(thing)
        size = Thing(key=f"loose-size-{thing.key}", kind="Result", names=("size",))
        values: dict[str, Value] = {"c": thing, "c2": thing, "g": _name_nodes(thing), "zsize": size}
        if place is not None:
            values |= {"l": place, f"l_{place.base}": place}
        self.tell(words, is_finding=options.get("found", True), after=" ", **values)
        return True

    def build_macros(self, thing: Thing) -> dict[str, str]:
        """Build the values of @side, @size, @in and so on that the life has for a thing."""
        side = thing.side if thing.side in ("left", "right") else ""
        macros = self.build_traits(thing)
        macros |= {
            "sidesp": f"{{s=Laterality:{side}}} " if side else "",
            "again": self.exam.names[-1],
        }
        if side:
            macros |= {"side": f"{{s=Laterality:{side}}}", "SIDE": side}
        size = (self.event if thing.key == self.tumour.key else thing).details.get("size")
        macros.pop("size", None)
        if size and (thing.key == self.tumour.key or not self.is_worse):
            macros["size"] = f"{{zsize:{size}}}"
        if self.patient.tnm:
            macros["tnm"] = self.patient.tnm
        if self.patient.stage:
            macros["stage"] = self.patient.stage
        us = self.style == "us"
        macros["histology"] = self.tumour.names[0]
        macros["Histology"] = macros["histology"][0].upper() + macros["histology"][1:]
        macros |= {"M5": "BI-RADS 5" if us else "M5", "M1": "BI-RADS 1" if us else "M1"}
        place = self.find_location(thing)
        if place is not None:
            macros["l"] = ""
        if place is not None and place.base not in _VAGUE:
            words = self.describe_place(thing, place)
            macros |= {
                "in": words,
                "at": f"in {words}",
                "In": f"In {words}",
                "The": "T" + words[1:],
            }
        return macros

    def build_traits(self, thing: Thing) -> dict[str, str]:
        """Build the values for the looks of a thing: @look, and @where_ribs for where: ribs."""
        traits = dict(thing.details)
        for name, value in thing.details.items():
            if value.isidentifier():
                traits[f"{name}_{value}"] = ""
        return traits

    @property
    def is_worse(self) -> bool:
        """Whether the examination found growth, so that earlier measurements no longer hold."""
        return any(thing.base == "disease_progression" for thing in self.findings)

    def describe_place(self, thing: Thing, place: Thing) -> str:
        """Describe the place of a thing: the upper outer quadrant of the left breast."""
        side = thing.side or place.side
        before = ("the " if side != "both" else "") + (f"{{s=Laterality:{side}}} " if side else "")
        part = self.describe_part(thing)
        inner = f"the {{q=Sub-location:{part}}} of " if part else ""
        name = self.chance.choice(place.names) if not part else place.names[0]
        return f"{inner}{before}{{l:{name}}}"

    def describe_part(self, thing: Thing) -> str:
        """Describe the part of its place in which a thing is, such as a quadrant."""
        key = thing.details.get("part", "")
        part = self.things.get(key) or load_catalogue(self.style).get(key)
        if part is not None:
            return self.chance.choice(part.names)
        return key


def _name_nodes(tumour: Thing) -> Thing:
    """Return the nodal disease of a lymphoma: a finding on scans, not the lymphoma itself."""
    return msgspec.structs.replace(
        tumour, key=f"{tumour.key}-nodes", base="lymphadenopathy", names=("adenopathy",), generic=()
    )
