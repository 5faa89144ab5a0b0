"""Derive the relations between the entities of a page, and resolve its places.

The writer states most relations between marks. The context yields the others: the indication of a
treatment, and the findings of an examination at the beginning of a line.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache, partial

from goldsmith.core import Span
from goldsmith_demo.writing.layers.entities import MODIFIES_PLACE, Draft, Entity
from goldsmith_demo.writing.layers.mentions import read_words
from goldsmith_demo.writing.layers.places import is_collective, list_wholes
from goldsmith_demo.writing.page import BATCH, Page
from goldsmith_demo.writing.sheet import Mark

Link = tuple[str, Entity, Entity]
_SPREAD = ("metast", "recurrence", "relapse", "deposit", "progression")
"""Stems in the catalogue keys of metastases and recurrences."""
_TREATS = ("Intervention", "Drug-or-device")
_EXAMS = ("o/e", "exam")
_LOOSE = "loose-"
_BREAK = "\n\n"
"""The end of a paragraph."""
_PAINKILLERS = ("paracetamol", "codeine", "naproxen", "ibuprofen")
_VAGUE = ("treatment", "therapy", "it", "this", "that")
"""Words with many possible indications, like painkillers: their sentence must name the reason."""
_WINDOW = 60
"""The maximum number of mentions between a treatment and its reason."""
_NOT_THE_PATIENTS = frozenset(("fam", "unrel", "neg"))


@lru_cache(maxsize=BATCH)
def read_relations(draft: Draft) -> tuple[Link, ...]:
    """Return the relations between entities; each part of a name inherits those of the name."""
    page = draft.page
    links = list(draft.inner)
    for kind, first, second in (*page.links, *_list_reasons(page)):
        targets = _list_targets(draft, kind, second)
        links += [(kind, row, target) for row in _list_main(draft, first) for target in targets]
    return (*links, *_list_seen(draft, links))


def _list_seen(draft: Draft, links: list[Link]) -> Iterator[Link]:
    """Link an examination to the findings that follow it on its line: "O/E: chest clear"."""
    linked = {second for kind, _, second in links if kind == "has_finding"}
    text = draft.page.text
    for number, exam in enumerate(draft.rows):
        if not _is_exam(exam, text):
            continue
        for row in draft.rows[number + 1 :]:
            if _is_exam(row, text) or "\n" in text[exam.spans[0].start : row.spans[0].start]:
                break
            if row.kind == "Result" and row not in linked:
                yield "has_finding", exam, row


def _is_exam(row: Entity, text: str) -> bool:
    is_test = row.kind == "Investigation"
    return is_test and text[row.spans[0].start : row.spans[-1].end].lower() in _EXAMS


def _list_targets(draft: Draft, kind: str, mark: Mark) -> list[Entity]:
    """Return the targets of a relation: for a side, the place within the name, if any."""
    rows = draft.entities.get(mark, [])
    places = [row for row in rows if row.kind == "Locus"] if kind == "laterality_modifies" else []
    return places or _list_main(draft, mark)


def _list_main(draft: Draft, mark: Mark) -> list[Entity]:
    """Return the entities of a mark, without places in its name."""
    rows = draft.entities.get(mark, [])
    return rows if len(rows) < 2 else [row for row in rows if row.kind == mark.kind]


def _list_reasons(page: Page) -> Iterator[tuple[str, Mark, Mark]]:
    """Yield the nearby indication of each treatment and planned test.

    If the note does not mention the metastases that a treatment is for, the tumour is its
    indication, as far as a reader can tell. Nearby means in the same paragraph, or in the one
    before: a list of illnesses may precede a list of drugs. The indication of a planned test is a
    suspected condition.
    """
    done = {first for kind, first, _ in page.links if kind == "has_indication"}
    for at, mark in enumerate(page.marks):
        if not mark.thing.reason or mark in done:
            continue
        is_test = mark.kind == "Investigation" and "plan" in mark.flags
        if not is_test and mark.kind not in _TREATS:
            continue
        meant = page.patient.things.get(mark.thing.reason)
        spreads = meant is not None and any(stem in meant.base for stem in _SPREAD)
        keys = (mark.thing.reason, page.patient.tumour if spreads else "")
        reasons = [
            reason
            for reason in page.marks[max(0, at - _WINDOW) : at + _WINDOW]
            if reason.thing.key in keys
            and not reason.flags & _NOT_THE_PATIENTS
            and ("poss" in reason.flags or not is_test)
            and page.text.count(_BREAK, reason.start, mark.start) <= 1
            and _BREAK not in page.text[mark.start : reason.start]
            and (reason.sentence == mark.sentence or not _is_vague(mark))
        ]
        named = [reason for reason in reasons if reason.thing.key == keys[0]] or reasons
        if named:
            nearest = min(named, key=partial(_measure, page, mark))
            yield "has_indication", mark, nearest


def is_spread(mark: Mark, page: Page) -> bool:
    """Return whether a mark refers to the tumour or its spread, which the text alone can end."""
    return mark.thing.key == page.patient.tumour or any(stem in mark.thing.base for stem in _SPREAD)


def _is_vague(mark: Mark) -> bool:
    return mark.thing.base in _PAINKILLERS or mark.words in _VAGUE


def _measure(page: Page, mark: Mark, reason: Mark) -> tuple[bool, bool, bool, int]:
    """Return a sort key for the distance of a reason from a treatment.

    The order is: after it in its sentence, before it in its sentence, earlier in the paragraph,
    later in the paragraph, in the paragraph before.
    """
    is_apart = reason.sentence != mark.sentence
    is_after = reason.start > mark.start
    in_earlier_paragraph = _BREAK in page.text[reason.start : mark.start]
    return is_apart, in_earlier_paragraph, is_apart == is_after, abs(reason.start - mark.start)


@lru_cache(maxsize=BATCH)
def find_places(draft: Draft) -> dict[Span, str]:
    """Return the key of each place of a page, by its first span.

    A body has one chest: mentions with the same words, side and part refer to the same place,
    whether or not it is part of the patient's made-up life. A mention without a side refers to the
    place of that name mentioned before, unless there are several. Words for sets, or for parts of
    several organs, do not identify a single place, so they co-refer only if the made-up life says
    so.
    """
    text, parts = draft.page.text, _list_parts(draft)
    named: dict[str, dict[frozenset[str], str]] = defaultdict(dict)
    keys: dict[Span, str] = {}
    for row in draft.rows:
        if row.kind == "Locus":
            words = read_words(row.spans, text).lower()
            is_set, closer, about = is_collective(words), frozenset(parts[row]), row.about
            places = named[words if is_set else list_wholes(words)[0]]
            match = "" if is_set else _choose(places, closer)
            if match and _LOOSE in (about[: len(_LOOSE)], match[: len(_LOOSE)]):
                about = match
            places.setdefault(closer, about)
            keys[row.spans[0]] = about
    return keys


def _list_parts(draft: Draft) -> dict[Entity, set[str]]:
    """Return the words for sides and parts that modify each place."""
    text = draft.page.text
    parts: dict[Entity, set[str]] = defaultdict(set)
    for kind, modifier, place in read_relations(draft):
        if kind in MODIFIES_PLACE:
            between = text[modifier.spans[-1].end : place.spans[0].start]
            if " of " not in between:  # "quadrant of the breast" does not change which breast it is
                parts[place].add(read_words(modifier.spans, text).lower())
    return parts


def _choose(places: dict[frozenset[str], str], closer: frozenset[str]) -> str:
    """Return the matching place with the same name, or "" if none or several match."""
    if closer in places:
        return places[closer]
    fitting = set(places.values())
    return fitting.pop() if not closer and len(fitting) == 1 else ""
