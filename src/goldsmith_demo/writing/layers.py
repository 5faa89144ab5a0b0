"""Gold for every schema from one page: what the writer meant is what the annotators should find."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from goldsmith.core import CUI_LESS, AnnotationSet, Code, Mention, Relation, Span
from goldsmith.core.offsets import merged
from goldsmith_demo.life.concepts import CONCEPTS
from goldsmith_demo.writing.anaphora import bagga, category, function, semantic_class
from goldsmith_demo.writing.page import Mark, Page
from goldsmith_demo.writing.times import Time

#: Which thing of the patient's life a mention is about, kept for truth across documents.
THING = "demo:thing"
_CLEF = frozenset(
    "Condition Intervention Investigation Result Drug-or-device Locus Negation Laterality "
    "Sub-location".split()
)
_DETERMINER = re.compile(r"(?:the|an?|this|that|these|those|his|her|its|their) ", re.IGNORECASE)
#: What it takes to see that a part belongs to a whole.
_KNOWN = "ontology knowledge"
_EVENTS = {"Investigation", "Intervention", "Condition"}
_I2B2 = {
    "Condition": "problem",
    "Investigation": "test",
    "Intervention": "treatment",
    "Drug-or-device": "treatment",
    "Person": "person",
}


def layers(page: Page) -> dict[str, AnnotationSet]:
    """The gold sets of a page, named after their schemas."""
    marks = sorted(page.marks, key=lambda mark: (mark.start, -mark.spans[-1].end, mark.kind))
    every = (clef(page, marks), temporal(page, marks), mayo(page, marks), odie(page, marks))
    sets = [*every, share(page, marks), i2b2(page, marks)]
    return {one.name: one for one in sets}


def _mention(
    mark: Mark,
    key: str,
    kind: str,
    codes: tuple[Code, ...] = (),
    attributes: dict[str, str] | None = None,
    *,
    bare: str = "",
) -> Mention:
    """A mention; given the text as `bare`, its span leaves out a determiner in front."""
    spans = merged(mark.spans)
    if bare:
        found = _DETERMINER.match(bare, spans[0].start, spans[0].end)
        if found and found.end() < spans[0].end:
            spans = (Span(found.end(), spans[0].end), *spans[1:])
    about = {} if mark.thing.key.startswith("loose-") else {THING: mark.thing.key}
    return Mention(key, kind, spans, {**(attributes or {}), **about}, codes)


def _ids(marks: list[Mark], letter: str) -> dict[int, str]:
    return {id(mark): f"{letter}{number}" for number, mark in enumerate(marks, 1)}


def _chains(marks: list[Mark]) -> Iterator[tuple[Mark, Mark]]:
    """Each mention of a thing with the one before it."""
    last: dict[str, Mark] = {}
    for mark in marks:
        before = last.get(mark.thing.key)
        if before is not None and not mark.flags & {"fam", "unrel"}:
            yield mark, before
        last[mark.thing.key] = mark


def clef(page: Page, marks: list[Mark]) -> AnnotationSet:
    """Entities, signals, relations and co-reference."""
    own = [mark for mark in marks if mark.kind in _CLEF]
    ids = _ids(own, "T")
    relations = [
        (kind, ids[id(one)], ids[id(other)])
        for kind, one, other in page.links
        if id(one) in ids and id(other) in ids
    ]
    relations += [("co_refers", ids[id(one)], ids[id(other)]) for one, other in _chains(own)]
    return AnnotationSet(
        "clef",
        tuple(_mention(mark, ids[id(mark)], mark.kind, bare=page.text) for mark in own),
        tuple(
            Relation(f"R{number}", *row) for number, row in enumerate(dict.fromkeys(relations), 1)
        ),
        schema="clef",
    )


def temporal(page: Page, marks: list[Mark]) -> AnnotationSet:
    """Events, time expressions, and links that are true in the life."""
    own = [mark for mark in marks if mark.kind in _EVENTS and _timed(mark)]
    ids = _ids(own, "E")
    mentions = [
        _mention(
            mark,
            ids[id(mark)],
            "TLC",
            attributes={
                "class": mark.kind.lower(),
                "hypothetical": str("hyp" in mark.flags).lower(),
            },
            bare=page.text,
        )
        for mark in own
    ]
    times = [(f"t{number}", one) for number, one in enumerate(page.times, 1)]
    written = Time("", "DATE", page.date.isoformat(), page.date, page.date, True)
    anchor = next((key for key, one in times if one.time.is_creation), "t0")
    if anchor == "t0":
        mentions.append(Mention("t0", "TIMEX3", (), _timex(written)))
    mentions += [Mention(key, "TIMEX3", (one.span,), _timex(one.time)) for key, one in times]
    rows = []
    for mark in own:
        if "hyp" not in mark.flags:
            rows.append((ids[id(mark)], anchor, "A", _relation(mark, written)))
            rows += [
                (ids[id(mark)], key, "B", _relation(mark, one.time))
                for key, one in times
                if one.sentence == mark.sentence and one.time.first and key != anchor
            ]
    links = tuple(
        Relation(f"L{n}", "CTLink", event, time, {"type": kind, "task": task})
        for n, (event, time, task, kind) in enumerate(rows, 1)
    )
    return AnnotationSet("clef-temporal", tuple(mentions), links, schema="clef-temporal")


def _timed(mark: Mark) -> bool:
    """Whether a mention is of something that happened, or might: not of what was ruled out."""
    real = mark.thing.start is not None and not mark.flags & {"neg", "fam", "unrel"}
    return real or "hyp" in mark.flags


def _timex(time: Time) -> dict[str, str]:
    creation = {"functionInDocument": "CREATION_TIME"} if time.is_creation else {}
    return {"type": time.type, "value": time.value, **creation}


def _relation(mark: Mark, time: Time) -> str:
    """How an event's days lie to those of a time expression (the nine types of Table 15)."""
    start, end = mark.thing.start, mark.thing.end
    first, last = time.first, time.last
    if start is None or first is None or last is None:
        return "unknown"
    if start > last:
        return "after"
    if end is not None and end < first:
        return "before"
    if end is not None and first <= start and end <= last:
        return "is_included"
    if first <= start:
        return "begun_by"
    return "ended_by" if end is not None and end <= last else "includes"


def mayo(page: Page, marks: list[Mark]) -> AnnotationSet:
    """Disorders with code, context and status."""
    own = [mark for mark in marks if mark.thing.is_disorder and mark.kind == "Condition"]
    ids = _ids(own, "D")
    mentions = []
    for mark in own:
        code = Code(_code(mark, 1), "SNOMED CT")
        said = _assertion(mark)
        mentions.append(_mention(mark, ids[id(mark)], "disorder", (code,), said, bare=page.text))
    return AnnotationSet("mayo-disorder", tuple(mentions), schema="mayo-disorder")


def _code(mark: Mark, which: int) -> str:
    """The UMLS (0) or SNOMED CT (1) code of what a mention is about; CUI-less if there is none."""
    found = CONCEPTS.get(mark.thing.concept)
    return ((found.snomed if which else found.cui) if found else "") or CUI_LESS


def _assertion(mark: Mark) -> dict[str, str]:
    if "unrel" in mark.flags:
        aside = "unrelated to patient"
        return {"context": aside, "status": aside, "unrelated": "true"}
    history = "family history of" if "fam" in mark.flags else "history of"
    context = history if mark.flags & {"fam", "hist"} else "current"
    status = "negated" if "neg" in mark.flags else "possible"
    return {
        "context": context,
        "status": status if mark.flags & {"neg", "poss", "hyp"} else "confirmed",
        "unrelated": "false",
    }


def share(page: Page, marks: list[Mark]) -> AnnotationSet:
    """Disorders, signs and symptoms with their concepts; CUI-less where there is none."""
    own = [
        mark
        for mark in marks
        if mark.kind == "Condition" and (mark.thing.is_disorder or mark.thing.is_symptom)
    ]
    ids = _ids(own, "D")
    mentions = []
    for mark in own:
        code = Code(_code(mark, 0), "UMLS")
        kind = "Disease_Disorder"
        mentions.append(_mention(mark, ids[id(mark)], kind, (code,), bare=page.text))
    return AnnotationSet("share-2014", tuple(mentions), schema="share-2014")


def i2b2(page: Page, marks: list[Mark]) -> AnnotationSet:
    """Problems, tests, treatments, persons and pronouns, and what is one and the same."""
    own = [mark for mark in marks if mark.kind in _I2B2 and len(merged(mark.spans)) == 1]
    ids = _ids(own, "C")
    mentions = [_mention(mark, ids[id(mark)], _i2b2_type(mark, page.text)) for mark in own]
    relations = [
        Relation(f"R{number}", "coreference", ids[id(one)], ids[id(other)])
        for number, (one, other) in enumerate(_chains(own), 1)
    ]
    return AnnotationSet("i2b2-2011", tuple(mentions), tuple(relations), schema="i2b2-2011")


def _i2b2_type(mark: Mark, text: str) -> str:
    words = text[mark.start : mark.spans[-1].end].lower()
    if mark.kind != "Person" and words in ("it", "this", "that", "these", "which", "they"):
        return "pronoun"
    return _I2B2[mark.kind]


def odie(page: Page, marks: list[Mark]) -> AnnotationSet:
    """Markables that take part in a pair, and pairs of identity, set/subset and part/whole."""
    own = [mark for mark in marks if semantic_class(mark)]
    rows = [(one, other, "identity") for one, other in _chains(own)]
    rows += list(_wholes(own))
    used = {id(mark) for one, other, _ in rows for mark in (one, other)}
    kept = [mark for mark in own if id(mark) in used]
    ids = _ids(kept, "M")
    mentions = [
        _mention(
            mark,
            ids[id(mark)],
            "markable",
            attributes={
                "grammatical_category": category(mark, page.text),
                "sentence_function": function(mark, page.text),
                "semantic_class": semantic_class(mark),
            },
        )
        for mark in kept
    ]
    relations = [
        Relation(
            f"P{number}",
            "pair",
            ids[id(one)],
            ids[id(other)],
            {
                "relation_type": kind,
                "bagga_class": bagga(one, other, page.text) if kind == "identity" else _KNOWN,
            },
        )
        for number, (one, other, kind) in enumerate(rows, 1)
    ]
    return AnnotationSet("odie", tuple(mentions), tuple(relations), schema="odie")


def _wholes(marks: list[Mark]) -> Iterator[tuple[Mark, Mark, str]]:
    """First mentions of a part or member with the last mention of its whole or set before it."""
    last: dict[str, Mark] = {}
    seen: dict[str, int] = defaultdict(int)
    for mark in marks:
        thing = mark.thing
        seen[thing.key] += 1
        for key, kind in ((thing.whole, "part/whole"), (thing.among, "set/subset")):
            if key and key in last and seen[thing.key] == 1:
                yield mark, last[key], kind
        last[thing.key] = mark
