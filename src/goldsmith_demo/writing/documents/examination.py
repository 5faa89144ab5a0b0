"""What reports of imaging and of tissue have in common: an examination, and what it found.

Sentences are templates (see `goldsmith_demo.writing.template`) in British spelling. A slot named
`l_liver` or `l_left_kidney` is given the place of that name. What need not be written behind the
bar: the examination has found every result and every condition that is not ruled out; conditions
lie in the places of their sentence; a negation rules out all that follows it up to the next one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from goldsmith_demo.life.catalogue import CATALOGUE
from goldsmith_demo.life.model import Date, Event, Person, Thing
from goldsmith_demo.writing.documents.spelling import spelt, stopped, tidy
from goldsmith_demo.writing.page import Mark, Page, Value
from goldsmith_demo.writing.template import chosen
from goldsmith_demo.writing.times import mentioned, written

_PLACE = re.compile(r"\{(l_\w+)")
_MACRO = re.compile(r"@(\w+)")
_BEGINS = re.compile(r"(?<=[\w)][.?] )[a-z](?![A-Z])")
_LOBE = re.compile(r"(upper|middle|lower) (lobe)")
_SIDED = re.compile(r"(left|right|both)_(\w+)")
_LAY = frozenset(
    "lining of the womb;womb;neck of the womb;gut;tummy;abdo;gullet;armpit;testicle;"
    "lymph glands;back passage".split(";")
)
_VAGUE = frozenset("nodes skeleton body blood wound".split())
_NOT_FOUND = {"neg", "hist", "fam", "unrel", "hyp"}


class Report:
    """A page that reports one examination."""

    def __init__(self, page: Page, event: Event, kinds: Sequence[str]) -> None:
        self.page, self.event = page, event
        self.patient, self.chance, self.style = page.patient, page.chance, page.patient.style
        self.things = page.patient.things
        self.exam = self._exam(kinds)
        self.mark: Mark | None = None
        self.findings = tuple(t for t in self._all(event.findings) if not t.is_symptom)
        self.excluded = tuple(t for t in self._all(event.excluded) if not t.is_symptom)
        self.tumour = self.things[page.patient.tumour]
        self._said: set[str] = set()
        self._found: set[str] = set()
        """Keys of what a relation says was found; later mentions co-refer."""

    def _exam(self, kinds: Sequence[str]) -> Thing:
        """The examination: the event's own, or one that the event must have had."""
        what = self.things.get(self.event.what)
        if what is not None and what.kind == "Investigation":
            return what
        style = CATALOGUE[self.style]
        base = kinds[0] if kinds else "histopathology"
        day = self.page.date
        given = style[base]
        return Thing(
            key="loose-examination",
            base=base,
            kind="Investigation",
            names=given.names,
            generic=given.generic,
            place=given.place,
            start=day,
            end=day,
        )

    def _all(self, keys: Sequence[str]) -> tuple[Thing, ...]:
        found = (self.things[key] for key in keys if key in self.things)
        return tuple(thing for thing in found if thing.kind == "Condition")

    # -- writing -----------------------------------------------------------------------------

    def tell(self, template: str, *, found: bool = True, after: str = " ", **given: Value) -> None:
        """Writes a sentence; with `found`, what it states was found by the examination.

        A sentence (after a blank) gets a full stop, if it has none; a line stays as it is.
        """
        picked = tidy(chosen(template, self.chance))
        words = spelt(stopped(picked) if after == " " else picked, self.style)
        for name in _PLACE.findall(words):
            given.setdefault(name, self.place(name[2:]))
        given.setdefault("x", self.exam)
        before = len(self.page.marks)
        begin = len(self.page.text)
        self.page.say(words, after=after, **given)
        self._capitals(begin)
        new = sorted(self.page.marks[before:], key=lambda mark: mark.start)
        self._negate(new)
        self._locate(new)
        for mark in new:
            if mark.thing.key == self.exam.key:
                self.mark = mark
        if found:
            self._find(new)

    def _capitals(self, begin: int) -> None:
        """Capitals for the further sentences of a template."""
        new = _BEGINS.sub(lambda found: found[0].upper(), self.page.text[begin:])
        self.page.text = self.page.text[:begin] + new

    def ask(self, template: str, **given: Value) -> None:
        """Writes a sentence of the request: its conditions are what the examination is for."""
        before = len(self.page.marks)
        self.tell(template, found=False, after=" ", **given)
        if self.mark is not None:
            for mark in self.page.marks[before:]:
                if mark.kind == "Condition" and not mark.flags & {"fam", "hist", "unrel"}:
                    self.page.links.append(("has_indication", self.mark, mark))

    def one_of(self, templates: Sequence[str], *, found: bool = True, **given: Value) -> None:
        """Writes one of several sentences that say the same; not one that stands here already."""
        self.tell(self.fresh(templates), found=found, after=" ", **given)

    def fresh(self, templates: Sequence[str]) -> str:
        """One of the templates, and not one that was taken before, if that can be helped."""
        new = [template for template in templates if template not in self._said]
        pick = self.chance.choice(new or list(templates))
        self._said.add(pick)
        return pick

    def maybe(self, share: float) -> bool:
        """True in this share of cases."""
        return self.chance.random() < share

    def _negate(self, marks: list[Mark]) -> None:
        """A negation rules out all that follows it, up to the next negation."""
        linked = {(id(one), id(other)) for _, one, other in self.page.links}
        sign: Mark | None = None
        for mark in marks:
            if mark.kind == "Negation":
                sign = mark
            elif sign and "neg" in mark.flags and self._is_free(mark, sign, linked):
                self.page.links.append(("negation_modifies", sign, mark))

    @staticmethod
    def _is_free(mark: Mark, sign: Mark, linked: set[tuple[int, int]]) -> bool:
        return not any(other == id(mark) and one == id(sign) for one, other in linked)

    def _locate(self, marks: list[Mark]) -> None:
        """One condition lies in all places of its sentence, several in its only place."""
        places = [mark for mark in marks if mark.kind == "Locus"]
        conditions = [mark for mark in marks if mark.kind == "Condition"]
        if min(len(places), len(conditions)) != 1:
            return
        here = {id(mark) for mark in conditions}
        if any(kind == "has_location" and id(one) in here for kind, one, _ in self.page.links):
            return
        for condition in conditions:
            for place in places:
                self.page.links.append(("has_location", condition, place))

    def _find(self, marks: list[Mark]) -> None:
        if self.mark is None:
            return
        known = {id(other) for kind, _, other in self.page.links if kind == "has_finding"}
        for mark in marks:
            fits = mark.kind == "Result" or (
                mark.kind == "Condition" and not mark.flags & _NOT_FOUND
            )
            key = mark.thing.key
            if fits and id(mark) not in known and key not in self._found:
                self.page.links.append(("has_finding", self.mark, mark))
                self._found.add(key)

    # -- what the life says ------------------------------------------------------------------

    def place(self, name: str) -> Thing:
        """The place called so, with its side in front if it has one; the patient's, if known."""
        sided = _SIDED.fullmatch(name)
        side, base = sided.groups() if sided else ("", name)
        for thing in self.things.values():
            if thing.kind == "Locus" and thing.base == base and self._side_fits(thing, side):
                return thing
        known = CATALOGUE[self.style].get(base)
        whole = known.whole if known and known.whole in self.things else ""
        key = f"loose-{side}-{base}" if side else f"loose-{base}"
        return Thing(key=key, base=base, kind="Locus", names=(base.replace("_", " "),), whole=whole)

    def _side_fits(self, place: Thing, side: str) -> bool:
        if place.side or not side:
            return place.side == side
        return side == self.tumour.side and place.key == self.tumour.place

    def where(self, thing: Thing) -> Thing | None:
        """The place of a thing, without the words that only patients use for it."""
        place = self.things.get(thing.place) if thing.place else None
        if place is None or not _LAY & set(place.names):
            return place
        names = tuple(name for name in place.names if name not in _LAY)
        return msgspec.structs.replace(place, names=names)

    def is_known(self) -> bool:
        """Whether the cancer has been diagnosed before this report."""
        return self.diagnosed() > 0

    def before(self, *kinds: str) -> Iterator[tuple[Event, Thing]]:
        """Earlier events of these kinds with what they were about, the latest first."""
        for event in reversed(self.patient.events):
            what = self.things.get(event.what)
            if event.date < self.event.date and event.kind in kinds and what is not None:
                yield event, what

    def operations(self) -> Iterator[tuple[Event, Thing]]:
        """Earlier operations for the cancer, the latest first."""
        for event, what in self.before("operation"):
            if "surgery" in what.generic and what.reason in ("", self.tumour.key):
                yield event, what

    @property
    def kept_breast(self) -> str:
        """The side of the breast that is left after a mastectomy; nothing if both are."""
        for _, what in self.operations():
            if what.base == "mastectomy":
                return "left" if (what.side or self.tumour.side) == "right" else "right"
        return ""

    def diagnosed(self) -> int:
        """How many days ago the cancer was diagnosed; 0 if it has not been."""
        for event in self.patient.events:
            if event.kind == "diagnosis" and event.date < self.page.date:
                return (self.page.date - event.date).days
        return 0

    def symptoms(self) -> list[Thing]:
        """What the patient complained of first, until now."""
        found: list[Thing] = []
        for event in self.patient.events:
            if event.kind in ("presentation", "referral") and event.date <= self.page.date:
                found += [thing for thing in self._all(event.findings) if thing.is_symptom]
        return list({thing.key: thing for thing in found}.values())

    def signature(self, *roles: str) -> Person | None:
        """Who signs: the first of the patient's people with such a role."""
        for person in self.patient.others:
            if any(role in person.role.lower() for role in roles):
                return person
        return None

    def ago(self, day: Date) -> Value:
        """A day before the report, as the report writes it."""
        return mentioned(day, self.page.date, self.style, self.chance)

    def today(self) -> Value:
        """The date of the report."""
        return written(self.page.date, self.style, self.chance, creation=True)

    # -- filling in what the life says of a thing --------------------------------------------

    def fill(self, templates: Sequence[str], thing: Thing) -> str:
        """One of the templates with its @ words filled; only such as the life has words for."""
        given = self.macros(thing)
        order = list(templates)
        self.chance.shuffle(order)
        order.sort(key=lambda template: template in self._said)
        for template in [each for each in order for _ in range(3)]:
            words = chosen(template, self.chance)
            wanted = set(_MACRO.findall(words)) | ({"l"} if "{l}" in words else set())
            if wanted <= given.keys():
                self._said.add(template)
                return _MACRO.sub(lambda found: given[found[1]], words)
        return ""

    def about(self, templates: Sequence[str], thing: Thing, **options: bool) -> bool:
        """Writes one of the templates about a thing (`c`, and `c2` for a second mention)."""
        words = self.fill(templates, thing)
        if not words:
            return False
        place = self.where(thing)
        size = Thing(key=f"loose-size-{thing.key}", kind="Result", names=("size",))
        given: dict[str, Value] = {"c": thing, "c2": thing, "zsize": size}
        if place is not None:
            given |= {"l": place, f"l_{place.base}": place}
        self.tell(words, found=options.get("found", True), after=" ", **given)
        return True

    def macros(self, thing: Thing) -> dict[str, str]:
        """@side, @size, @in and so on, as far as the life knows them for a thing."""
        side = thing.side if thing.side in ("left", "right") else ""
        given = self.traits(thing)
        given |= {
            "sidesp": f"{{s=Laterality:{side}}} " if side else "",
            "again": self.exam.names[-1],
        }
        if side:
            given |= {"side": f"{{s=Laterality:{side}}}", "SIDE": side}
        size = (self.event if thing.key == self.tumour.key else thing).details.get("size")
        given.pop("size", None)
        if size and (thing.key == self.tumour.key or not self.is_worse):
            given["size"] = f"{{zsize=Result:{size}}}"
        if self.patient.tnm:
            given["tnm"] = self.patient.tnm
        if self.patient.stage:
            given["stage"] = self.patient.stage
        us = self.style == "us"
        given["histology"] = self.tumour.names[0]
        given["Histology"] = given["histology"][0].upper() + given["histology"][1:]
        given |= {"M5": "BI-RADS 5" if us else "M5", "M1": "BI-RADS 1" if us else "M1"}
        place = self.where(thing)
        if place is not None:
            given["l"] = ""
        if place is not None and place.base not in _VAGUE:
            words = self.within(thing, place)
            given |= {"in": words, "at": f"in {words}", "In": f"In {words}", "The": "T" + words[1:]}
        return given

    def traits(self, thing: Thing) -> dict[str, str]:
        """What the life says of the looks of a thing: @look, and @where_ribs for where: ribs."""
        given = dict(thing.details)
        for name, value in thing.details.items():
            if value.isidentifier():
                given[f"{name}_{value}"] = ""
        return given

    @property
    def is_worse(self) -> bool:
        """Whether the examination found growth, so that what was measured once holds no more."""
        return any(thing.base == "disease_progression" for thing in self.findings)

    def within(self, thing: Thing, place: Thing) -> str:
        """The place of a thing in words: the upper outer quadrant of the left breast."""
        side = thing.side or place.side
        before = ("the " if side != "both" else "") + (f"{{s=Laterality:{side}}} " if side else "")
        part = self.part(thing)
        region = " region" if part in ("central", "retroareolar") else ""
        inner = f"the {{q=Sub-location:{part}}}{region} of " if part else ""
        name = self.chance.choice(place.names) if not part else place.names[0]
        lobe = _LOBE.fullmatch(name)
        if lobe:
            return f"{before}{{q=Sub-location:{lobe[1]}}} {{l:{lobe[2]}}}"
        return f"{inner}{before}{{l:{name}}}"

    def part(self, thing: Thing) -> str:
        """The part of its place in which a thing is, such as a quadrant."""
        key = thing.details.get("part", "")
        part = self.things.get(key) or CATALOGUE[self.style].get(key)
        if part is not None:
            return self.chance.choice(part.names)
        return key
