"""Chooses among phrasings those that the facts allow, and fills in places, sides and lists.

Beyond the notation of `template`:

| written      | means                                                                           |
| ------------ | ------------------------------------------------------------------------------- |
| `@c`         | the place of `c` with its side ("left breast"), linked to `c`                   |
| `%f` `%f!neg`| the things of the list `f`, joined by commas and and (or, where negated)        |
| `i … f*`     | in relations: with each thing of the list `f`                                   |
| `~` `^`      | at the beginning of a phrase: only brisk authors, only old-fashioned ones       |
| `£` `$`      | at the beginning of a phrase: only in Britain, only in America                  |

A phrase that speaks of what is not given is passed over.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec

from goldsmith_demo.life.catalogue import CATALOGUE
from goldsmith_demo.life.model import Event, Thing
from goldsmith_demo.life.spelling import american
from goldsmith_demo.writing.documents.narratives.codes import coded, meant
from goldsmith_demo.writing.documents.narratives.words import suited
from goldsmith_demo.writing.page import Page
from goldsmith_demo.writing.template import chosen
from goldsmith_demo.writing.times import Time

Given = Thing | Time | str | list[Thing] | None
VOICES = ("plain", "plain", "brisk", "old")

_NAMED = re.compile(r"(?:\{|@|%)(\w+)(=?)")
_CHOICES = re.compile(r"\[[^\[\]]*\]")
_BLANKS = re.compile("  +")
_BEFORE_A_STOP = re.compile(r" (?=[.,;:)](?: |$))")
_SLOT = re.compile(r"\{(\w+)")
_PLACED = re.compile(r"(?P<the>\b[Tt]he )?@(?P<name>\w+)")
_LIST = re.compile(r"%(?P<name>\w+)(?P<flags>(?:!\w+)*)")
_OPERATION = re.compile(r"\{(?P<name>op2?|nop|o|w|what)(?=[!}])")
_LOOK = re.compile(
    r"\{(?P<name>i|ri|stg|scan|tissue|clean|hist|invs\d)(?P<flags>(?:!\w+)*)\}(?! of the @| @)"
)
_AIMED = re.compile(
    r"^(ultrasound|mri|ct|xray|core_biopsy|fna|biopsy|ct_guided_biopsy|mammogram|excision_biopsy|"
    r"histopathology|transvaginal_ultrasound)(-\d+)?$"
)
#: Investigations whose names hold what they are aimed at: before it, it, and behind it.
_WITHIN = {
    "chest_xray": ("", "chest", " X-ray"),
    "bone_scan": ("", "bone", " scan"),
    "bone_marrow_biopsy": ("", "bone marrow", " biopsy"),
    "rectal_examination": ("", "rectal", " examination"),
    "pelvic_examination": ("", "pelvic", " examination"),
    "breast_examination": ("examination of the ", "breasts", ""),
    "prostate_biopsy": ("", "prostate", " biopsy"),
    "endometrial_biopsy": ("", "endometrial", " biopsy"),
}
#: Places that are a part of something: the part, what goes between, and the whole.
_PARTS = {
    "upper_lobe": ("upper", " ", "lobe"),
    "middle_lobe": ("middle", " ", "lobe"),
    "lower_lobe": ("lower", " ", "lobe"),
    "pancreas_head": ("head", " of the ", "pancreas"),
    "pancreas_body": ("body", " of the ", "pancreas"),
    "pancreas_tail": ("tail", " of the ", "pancreas"),
    "thoracic_spine": ("thoracic", " ", "spine"),
}
_HANDED = re.compile(r"mastectomy|excision|clearance|sentinel|lobectomy|pneumonect|orchid")
_PERSONS = frozenset("she her hers herself patient".split())
_MARKS = {"~": ("brisk", "terse"), "^": ("old",), "£": ("uk",), "$": ("us",)}
_MARK = "".join(_MARKS)
_NEAR = 4
"""A treatment and what it was for may be so many sentences apart."""
_TRIES = 4
_ADJECTIVES = {"pulmonary": "lung", "bony": "skeleton", "cerebral": "brain", "hepatic": "liver"}
_CONDITION = re.compile(r"\{(?P<name>c|what|tr|trc|w\d)(?P<flags>(?:!(?:hyp|poss))*)\}")
_ORGAN = re.compile(
    r"(lung|gastric|stomach|colon|colonic|nodal|lymph node|liver|bone|brain|peritoneal|marrow|"
    r"epigastric|pelvic|urinary|wound) (.+)"
)
_LOOSE = re.compile(
    r"\{(?P<name>\w+)=Condition(?P<flags>(?:!\w+)*):"
    r"(?P<where>back|bone|chest|abdominal|limb|breast|wound|skin|heart|finger) (?P<what>[a-z ]+)\}"
)
_TUMOUR = frozenset(("c", "ic"))
_DOSES = {
    "qds": "q.i.d.",
    "tds": "t.i.d.",
    "bd": "b.i.d.",
    "od": "daily",
    "nocte": "at bedtime",
    "Paracetamol": "Acetaminophen",
}
_DOSED = re.compile(r"(?<=[lgs0-9] )(?:qds|tds|bd|od|nocte)\b|\bParacetamol\b")
_ORGANS = frozenset("womb uterine bowel lung colon colonic gastric stomach nsclc sclc".split())
_UNCOUNTED = ("dlbcl", "hodgkin", "myeloma")
_TARGETED = ("Investigation", "Intervention")
_TREATS = ("Intervention", "Drug-or-device")


@lru_cache(1 << 16)
def _names(frame: str) -> tuple[frozenset[str], frozenset[str]]:
    """The facts that a reading of a phrase needs, and those whose places it names."""
    found = [(one[1], one[2]) for one in _NAMED.finditer(frame)]
    loose = {name for name, kind in found if kind}
    needed = {name for name, _ in found if name.lower() not in _PERSONS} - loose
    return frozenset(needed), frozenset(one["name"] for one in _PLACED.finditer(frame))


@lru_cache(1 << 12)
def _always(frame: str) -> frozenset[str]:
    """The facts that every reading of a phrase needs."""
    while found := _CHOICES.search(frame):
        frame = frame[: found.start()] + frame[found.end() :]
    return _names(frame)[0]


class Teller:
    """Tells facts on a page in the voice of one author."""

    def __init__(self, page: Page, event: Event, voice: str = "") -> None:
        self.page, self.event, self.patient = page, event, page.patient
        self.chance = page.chance
        self.voice = voice or self.chance.choice(VOICES)
        self.terse = self.voice in ("terse", "brisk")
        self.common: dict[str, Given] = {}
        self._used: set[str] = set()
        self._harmful = tuple(
            name.lower()
            for key in self.patient.allergies
            if key in self.patient.things
            for name in self.patient.things[key].names
        )
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
        thing = self.page.loose(kind, text, frozenset(flags))
        if kind == "Condition" and not thing.concept:
            return msgspec.structs.replace(thing, concept=meant(text))
        return thing

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
        fresh = [one for one in frames if one not in self._used and self._suits(one)]
        while fresh:
            frame = self._taken(fresh)
            for _ in range(_TRIES if all(known.get(name) for name in _always(frame)) else 0):
                reading = _tidy(chosen(frame.lstrip(_MARK), self.chance))
                if self._fits(reading, known):
                    self._used.add(frame)
                    self._write(lead + reading, known, after)
                    return True
        return False

    def _suits(self, frame: str) -> bool:
        """Whether this author, in this country, would put it so; and give it to this patient."""
        if self._harmful and "Drug-or-device" in frame:
            low = frame.lower()
            if any(f":{name}" in low for name in self._harmful):
                return False
        while frame[0] in _MARKS:
            if not {self.voice, self.patient.style} & set(_MARKS[frame[0]]):
                return False
            frame = frame[1:]
        return True

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
        if any(not self._placeable(known.get(name)) for name in placed & _TUMOUR):
            return False
        return all(known.get(name) for name in needed) and all(
            self._place(known.get(name)) for name in placed
        )

    def _placeable(self, value: Given) -> bool:
        """Whether one can say where it is without saying it twice."""
        place = self._place(value)
        return isinstance(value, Thing) and place is not None and bool(_without(value, place))

    def _place(self, value: Given) -> Thing | None:
        if not isinstance(value, Thing) or not value.place:
            return None
        found = self.patient.things.get(value.place)
        if found is None:
            entry = CATALOGUE[self.patient.style].get(value.place)
            return msgspec.structs.replace(entry, key=f"loose-{entry.key}") if entry else None
        return found

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
        words = _LOOK.sub(lambda found: self._aimed(found, values, relations), words)
        words = _OPERATION.sub(lambda found: self._handed(found, values), words)
        words = _LOOSE.sub(lambda found: _seated(found, relations), words)
        words = _CONDITION.sub(lambda found: self._within(found, words, values, relations), words)
        words = _PLACED.sub(lambda found: self._placed(found, values, relations), words)
        relations = [one for one in relations if _true(one, values)] + _reasons(values)
        used = {found[1] for found in _SLOT.finditer(words)}
        values = {name: suited(value, self.voice) for name, value in values.items() if name in used}
        if self.patient.style == "us":
            words = _DOSED.sub(lambda found: _DOSES[found[0]], american(words))
        words = coded(words, values, self.page)
        tail = f" | {', '.join(dict.fromkeys(relations))}" if relations else ""
        self.page.say(words + tail, after=after, **values)
        self._indicated()

    def _indicated(self) -> None:
        """Links treatments of the last sentence to what they were for, a few sentences before."""
        page = self.page
        now = page.sentence - 1
        done = {id(one) for kind, one, _ in page.links if kind == "has_indication"}
        for mark in reversed(page.marks):
            if mark.sentence != now:
                return
            if not mark.thing.reason or mark.kind not in _TREATS or id(mark) in done:
                continue
            for other in reversed(page.marks):
                if other.sentence < now - _NEAR:
                    break
                if other.thing.key == mark.thing.reason and not other.flags & {"fam", "unrel"}:
                    page.links.append(("has_indication", mark, other))
                    break

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
            key = f"{name}{number}"
            values[key] = thing
            inner = self._nested(key, thing, flags, values, relations)
            parts.append(inner or f"{{{key}{flags}}}" + self._sided(key, thing))
        for one in [one for one in relations if f"{name}*" in one.split()]:
            relations.remove(one)
            relations += [one.replace(f"{name}*", f"{name}{n + 1}") for n in range(len(things))]
        return joined(parts, "or" if "!neg" in flags else "and")

    def _nested(
        self,
        name: str,
        thing: Thing,
        flags: str,
        values: dict[str, Thing | Time | str],
        relations: list[str],
    ) -> str:
        """A condition with its place inside its name ("liver mets"), if it has such a name."""
        place = self._place(thing)
        if thing.kind != "Condition" or self.voice == "lay" or self.maybe(0.1):
            return ""
        named = place.names if place is not None else ()
        stems = {word[:4].lower() for one in named for word in one.split()}
        for called in thing.names:
            first, _, rest = called.partition(" ")
            if place is None or not rest:
                continue
            if first[:4].lower() in stems or _ADJECTIVES.get(first) == place.base:
                values[f"{name}place"] = place
                relations.append(f"{name} has_location {name}place")
                side = self._side(thing.side or place.side)
                mark = self._signal(name, side) if side in ("left", "right") else ""
                return f"{mark}{{{name}{flags}:{{{name}place:{first}}} {rest}}}"
        found = _ORGAN.match(self.chance.choice(thing.names))
        if found is None:
            return ""
        relations.append(f"{name} has_location {name}organ")
        return f"{{{name}{flags}:{{{name}organ=Locus:{found[1]}}} {found[2]}}}"

    def _within(
        self,
        found: re.Match[str],
        words: str,
        values: dict[str, Thing | Time | str],
        relations: list[str],
    ) -> str:
        """A condition of the life with its place inside its name, unless the place is named."""
        name, thing = found["name"], values.get(found["name"])
        if not isinstance(thing, Thing) or f"@{name}" in words or self.maybe(0.15):
            return found[0]
        return self._nested(name, thing, found["flags"], values, relations) or found[0]

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
        if quadrant is not None and "quadrant" in quadrant.base and the and self.maybe(0.8):
            values[f"{name}part"] = quadrant
            part = f"{{{name}part}} of the "
        elif quadrant is not None and "quadrant" in quadrant.base and self.voice == "terse":
            values[f"{name}part"] = quadrant
            part = f"{{{name}part}} "
        relations.append(f"{name} {verb} {name}place")
        values[f"{name}place"] = place
        side = self._side(thing.side or place.side)
        before = "" if side == "both" else (the + part)
        signal = self._signal(name, side)
        if place.base in _PARTS and self.maybe(0.85):
            piece, between, whole = _PARTS[place.base]
            mark = f"{{{name}sub=Sub-location:{piece}}}"
            return f"{before}{signal}{mark}{between}{{{name}place:{whole}}}"
        return f"{before}{signal}{{{name}place}}"

    def _aimed(
        self,
        found: re.Match[str],
        values: Mapping[str, Thing | Time | str],
        relations: list[str],
    ) -> str:
        """An investigation with what it was aimed at, now and then."""
        name, flags = found["name"], found["flags"]
        thing = values.get(name)
        if not isinstance(thing, Thing) or self.maybe(0.2):
            return found[0]
        if thing.base == "ct_cap" and not self.terse:
            return _trunk(name, flags, relations)
        if thing.base in _WITHIN and self.voice != "lay":
            head, inner, rest = _WITHIN[thing.base]
            relations.append(f"{name} has_target {name}within")
            return f"{{{name}{flags}:{head}{{{name}within=Locus:{inner}}}{rest}}}"
        if self._place(thing) is None or not _AIMED.match(thing.base):
            return found[0]
        terse = self.voice == "terse"
        return f"{found[0]} @{name}" if terse else f"{found[0]} of the @{name}"

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


def _seated(found: re.Match[str], relations: list[str]) -> str:
    """A condition of this sentence only ("back pain"), with its place inside."""
    name = found["name"]
    relations.append(f"{name} has_location {name}seat")
    place = f"{{{name}seat=Locus:{found['where']}}}"
    return f"{{{name}=Condition{found['flags']}:{place} {found['what']}}}"


def _trunk(name: str, flags: str, relations: list[str]) -> str:
    """A CT of the trunk, with its three targets."""
    relations += [f"{name} has_target {name}{one}" for one in ("chest", "belly", "pelvis")]
    return (
        f"{{{name}{flags}:CT}} of the {{{name}chest=Locus:chest}}, {{{name}belly=Locus:abdomen}} "
        f"and {{{name}pelvis=Locus:pelvis}}"
    )


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
        if not any(_names_place(word.lower(), stems) for word in re.split(r"[\s-]", name))
        and " in the " not in name
    )


def _names_place(word: str, stems: set[str]) -> bool:
    """Whether a word of a name says where: by its stem, or as an organ of ordinary speech."""
    return word != "endometrioid" and (word[:4] in stems or word in _ORGANS)


def _true(relation: str, values: Mapping[str, Thing | Time | str]) -> bool:
    """Whether the life does not say that something else was the reason."""
    one, kind, other = relation.split()
    first, second = values.get(one), values.get(other)
    if kind != "has_indication" or not isinstance(first, Thing) or not isinstance(second, Thing):
        return True
    return first.reason in ("", second.key) or first.kind == "Investigation"


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
