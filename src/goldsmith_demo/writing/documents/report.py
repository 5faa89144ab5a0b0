"""Write the sentences of an examination report; imaging and histopathology share this module.

Sentences are templates (see `goldsmith_demo.writing.template`) in British spelling. A slot named
`l_liver` or `l_left_kidney` mentions the place of that name. Some relations are implicit and need
not follow the bar: every result, and every condition not ruled out, is a finding of the
examination; conditions are located in the places of their sentence; a negation rules out everything
after it up to the next negation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

import msgspec

from goldsmith_demo.life.catalogue import load_catalogue
from goldsmith_demo.life.model import Event, Thing
from goldsmith_demo.writing.documents.note import Note
from goldsmith_demo.writing.documents.spelling import prepare_sentence
from goldsmith_demo.writing.page import Page
from goldsmith_demo.writing.sheet import Mark, Value
from goldsmith_demo.writing.template import resolve_choices

_SIDED = re.compile(r"(left|right|both)_(\w+)")
_LAY = frozenset(
    "lining of the womb;womb;neck of the womb;gut;tummy;abdo;gullet;armpit;testicle;"
    "lymph glands;back passage".split(";")
)
_PLACE = re.compile(r"\{(l_\w+)")
_MACRO = re.compile(r"@(\w+)")
_BEGINS = re.compile(r"(?<=[\w)][.?] )[a-z](?![A-Z])")
_KNOWN = re.compile(r"\b(?:known|established) $", re.IGNORECASE)
_FAR = re.compile(r"\b(?:from|nearest) (?:the )?(?:\w+ )?$")
_LEAD = 24
_VAGUE = frozenset("nodes skeleton body blood wound".split())
_NO_FINDING = {"neg", "hist", "fam", "unrel", "hyp"}


class Report(Note):
    """A page that reports on an examination, with its findings and the patient's earlier events."""

    def __init__(self, page: Page, event: Event) -> None:
        super().__init__(page, event)
        self.exam, self.tumour = self.what, self.things[page.patient.tumour]
        self.findings = self.find_things(event.findings, "Condition")
        self.excluded = self.find_things(event.excluded, "Condition")
        self.mark: Mark | None = None
        self.previous = page.make_loose_thing("Investigation", "test", frozenset())
        """The previous test, with which the report compares this one."""
        self.is_asking = False
        """Whether the report is writing the request, which states no findings."""
        self._finding_keys: set[str] = set()
        """Keys of tests and their findings that are already linked; later mentions co-refer."""
        surgery = page.make_loose_thing("Intervention", "surgery", frozenset())
        self.last_operation = next((what for _, what in self.list_operations()), surgery)
        """The last operation for the cancer, or a loose "surgery" if there was none."""
        diagnosed = self.patient.diagnosed
        self.days_known = max((self.date - diagnosed).days, 0) if diagnosed else 0
        """The number of days since the diagnosis; 0 before it."""

    def list_earlier(self, *kinds: str) -> Iterator[tuple[Event, Thing]]:
        """Yield earlier events of these kinds with their subjects, the latest first."""
        for event in reversed(self.list_events(*kinds)):
            yield event, self.things[event.what]

    def list_operations(self) -> Iterator[tuple[Event, Thing]]:
        """Yield earlier operations for the cancer, the latest first."""
        for event, what in self.list_earlier("operation"):
            if "surgery" in what.generic and what.reason in ("", self.tumour.key):
                yield event, what

    @cached_property
    def remaining_breast(self) -> str:
        """The side of the breast that remains after a mastectomy; empty if both remain."""
        removed = any(what.base == "mastectomy" for _, what in self.list_operations())
        return {"left": "right", "right": "left"}[self.tumour.side] if removed else ""

    def list_symptoms(self) -> list[Thing]:
        """Return the patient's first complaints up to now."""
        events = [event for event in self.patient.events if event.kind == "presentation"]
        findings = self.find_things(events[0].findings, "Condition")
        return [thing for thing in findings if thing.is_symptom]

    def find_place(self, name: str) -> Thing:
        """Return the place called, say, liver or left_kidney: the patient's own, or a loose one."""
        sided = _SIDED.fullmatch(name)
        side, base = sided.groups() if sided else ("", name)
        for thing in self.things.values():
            if thing.kind == "Locus" and thing.base == base and thing.side == side:
                return thing
        entry = load_catalogue(self.style).get(base)
        whole = entry.whole if entry and entry.whole in self.things else ""
        key = f"loose-{side}-{base}" if side else f"loose-{base}"
        return Thing(key=key, base=base, kind="Locus", names=(base.replace("_", " "),), whole=whole)

    def find_location(self, thing: Thing) -> Thing | None:
        """Return the place of a thing without its lay names."""
        place = self.things.get(thing.place) if thing.place else None
        if place is None or not _LAY & set(place.names):
            return place
        names = tuple(name for name in place.names if name not in _LAY)
        return msgspec.structs.replace(place, names=names)

    def tell(
        self, template: str, *, is_finding: bool = True, after: str = " ", **values: Value
    ) -> None:
        """Write a sentence; with `is_finding`, link its results and conditions to the examination.

        If `after` is a space, add a missing full stop; leave a line unchanged.
        """
        template = resolve_choices(template, self.chance)
        words = prepare_sentence(template, self.style, is_line=after != " ")
        for name in _PLACE.findall(words):
            values.setdefault(name, self.find_place(name[2:]))
        standing = {"x": self.exam, "p": self.previous, "op": self.last_operation}
        values = {**standing, "tumour": self.tumour, **values}
        before = len(self.page.marks)
        self.page.say(words, after=after, starts=_BEGINS, **values)
        new = sorted(self.page.marks[before:], key=lambda mark: mark.start)
        self._link_negations(new)
        self._link_places(new)
        for mark in new:
            if mark.thing.key == self.exam.key:
                self.mark = mark
        if is_finding:
            self._link_findings(new)

    def _link_negations(self, marks: list[Mark]) -> None:
        """Link a negation to every negated mention after it, up to the next negation."""
        linked = {(first, second) for _, first, second in self.page.links}
        sign: Mark | None = None
        for mark in marks:
            if mark.kind == "Negation":
                sign = mark
            elif sign and "neg" in mark.flags and (sign, mark) not in linked:
                self.page.links.append(("negation_modifies", sign, mark))

    def _link_places(self, marks: list[Mark]) -> None:
        """Link a sentence's only condition to all places, or all conditions to its only place."""
        places = [mark for mark in marks if mark.kind == "Locus" and not self._is_far(mark)]
        conditions = [mark for mark in marks if mark.kind == "Condition"]
        placed = {first for kind, first, _ in self.page.links if kind == "has_location"}
        if min(len(places), len(conditions)) == 1 and placed.isdisjoint(conditions):
            self.page.links += [
                ("has_location", condition, place) for condition in conditions for place in places
            ]

    def _is_far(self, place: Mark) -> bool:
        """Return whether the text gives a distance from a place: "9 mm from the margin"."""
        return _FAR.search(self.page.text, place.start - _LEAD, place.start) is not None

    def _link_findings(self, marks: list[Mark]) -> None:
        if self.mark is None:
            return
        linked = {second for kind, _, second in self.page.links if kind == "has_finding"}
        for mark in marks:
            is_shown = mark.kind == "Condition" and not mark.flags & _NO_FINDING
            is_doubtful = "poss" in mark.flags  # two suspicions do not co-refer
            key = f"{self.mark.thing.key} {mark.start if is_doubtful else mark.thing.key}"
            is_old = _KNOWN.search(self.page.text, mark.start - _LEAD, mark.start)
            fits = (mark.kind == "Result" or is_shown) and not is_old
            if fits and mark not in linked and key not in self._finding_keys:
                self.page.links.append(("has_finding", self.mark, mark))
                self._finding_keys.add(key)

    def write_signature(self, role: str, ways: Sequence[str], unsigned: float) -> None:
        """Write the name of the first member of staff with a role, except in a share of reports."""
        staff = [person for person in self.patient.others if role in person.role.lower()]
        if staff and not self.maybe(unsigned):
            self.page.end_paragraph()
            fields = msgspec.structs.asdict(staff[0])
            way = self.chance.choice(ways)
            self.page.write_line(way.format(**fields, initial=fields["first"][0]))

    def fill(self, templates: Sequence[str], thing: Thing) -> str:
        """Choose a template whose @ words the patient's life can fill, and fill them."""
        macros = self.build_macros(thing)
        macros |= {_capitalise(name): _capitalise(words) for name, words in macros.items()}
        order = list(templates)
        self.chance.shuffle(order)
        order.sort(key=lambda template: template in self.used)
        for template in [each for each in order for _ in range(3)]:
            words = resolve_choices(template, self.chance)
            required = set(_MACRO.findall(words)) | ({"l"} if "{l}" in words else set())
            if required <= macros.keys():
                self.used.add(template)
                return _MACRO.sub(lambda match: macros[match[1]], words)
        return ""

    def describe(self, templates: Sequence[str], thing: Thing | None = None, **more: Value) -> bool:
        """Write one of the templates about a thing, by default the tumour.

        Return False if the facts cannot fill any of them.
        """
        thing, before = thing or self.tumour, len(self.page.marks)
        words = self.fill(templates, thing)
        if words:
            values = {**self.build_values(thing), **more}
            self.tell(words, is_finding=not self.is_asking, after=" ", **values)
        if self.is_asking and self.mark is not None:
            reasons = self.list_reasons(self.page.marks[before:])
            self.page.links += [("has_indication", self.mark, mark) for mark in reasons]
        return bool(words)

    def list_reasons(self, marks: list[Mark]) -> list[Mark]:
        """Return the mentions in a request that are reasons for it: the tumour only if alone."""
        reasons = [mark for mark in marks if mark.kind == "Condition"]
        new = [mark for mark in reasons if mark.thing.key != self.tumour.key]
        return new or reasons

    def build_values(self, thing: Thing) -> dict[str, Value]:
        """Build the values of slots: the thing is `c`, and `c2` in a second mention."""
        size = Thing(key=f"loose-size-{thing.key}", kind="Result", names=("size",))
        values: dict[str, Value] = {"c": thing, "c2": thing, "g": _name_nodes(thing), "zsize": size}
        place = self.find_location(thing)
        return values | ({"l": place, f"l_{place.base}": place} if place is not None else {})

    def describe_first(self, options: Iterable[Sequence[str]], thing: Thing | None = None) -> bool:
        """Describe a thing from the first list that has a template which the facts can fill."""
        return any(self.describe(templates, thing) for templates in options)

    def build_macros(self, thing: Thing) -> dict[str, str]:
        """Build the known values of @side, @size, @in and so on for a thing."""
        macros = self.build_traits(thing) | {"sidesp": "", "again": self.exam.names[-1]}
        if thing.side:
            mark = f"{{s=Laterality:{thing.side}}}"
            macros |= {"side": mark, "sidesp": f"{mark} ", "plainside": thing.side}
        size = (self.event if thing.key == self.tumour.key else thing).details.get("size")
        macros.pop("size", None)
        has_grown = any(row.base == "disease_progression" for row in self.findings)
        if size and (thing.key == self.tumour.key or not has_grown):
            macros["size"] = f"{{zsize:{size}}}"
        stages = {"tnm": self.patient.tnm, "stage": self.patient.stage}
        macros |= {name: words for name, words in stages.items() if words}
        score = "BI-RADS " if self.style == "us" else "M"
        macros |= {"name": self.tumour.names[0], "M5": f"{score}5", "M1": f"{score}1"}
        place = self.find_location(thing)
        if place is not None:
            macros["l"] = ""
        if place is not None and place.base not in _VAGUE:
            words = self.describe_place(thing, place)
            macros |= {"in": words, "at": f"in {words}"}
        return macros

    def build_traits(self, thing: Thing) -> dict[str, str]:
        """Build the values for the details of a thing: @look, and @where_ribs for where: ribs."""
        traits = thing.details.items()
        flags = {f"{name}_{value}": "" for name, value in traits if value.isidentifier()}
        return {**thing.details, **flags}

    def describe_place(self, thing: Thing, place: Thing) -> str:
        """Describe the place of a thing: the upper outer quadrant of the left breast."""
        before = f"the {{s=Laterality:{thing.side}}} " if thing.side else "the "
        part = self.things.get(thing.details.get("part", ""))  # such as a quadrant
        if part is None:
            return f"{before}{{l:{self.chance.choice(place.names)}}}"
        words = self.chance.choice(part.names)
        return f"the {{q=Sub-location:{words}}} of {before}{{l:{place.names[0]}}}"


def _capitalise(words: str) -> str:
    return words[:1].upper() + words[1:]


def _name_nodes(tumour: Thing) -> Thing:
    """Return the nodal disease of a lymphoma: a finding on scans, not the lymphoma itself."""
    return msgspec.structs.replace(
        tumour, key=f"{tumour.key}-nodes", base="lymphadenopathy", names=("adenopathy",), generic=()
    )
