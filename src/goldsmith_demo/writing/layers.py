"""Gold sets for every schema from a page: what the writer meant is the gold standard."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from goldsmith.core import CUI_LESS, AnnotationSet, Code, Mention, Relation, Span
from goldsmith.core.offsets import merge_spans
from goldsmith_demo.life.concepts import load_concepts
from goldsmith_demo.writing.anaphora import (
    classify_bagga,
    find_category,
    find_function,
    get_semantic_class,
)
from goldsmith_demo.writing.page import Mark, Page
from goldsmith_demo.writing.times import Time

#: The attribute that names the thing of the life which a mention is about.
THING = "demo:thing"
_CLEF = frozenset(
    "Condition Intervention Investigation Result Drug-or-device Locus Negation Laterality "
    "Sub-location".split()
)
_DETERMINER = re.compile(r"(?:the|an?|this|that|these|those|his|her|its|their) ", re.IGNORECASE)
#: The Bagga class of pairs of part and whole, and of set and subset.
_BRIDGING_CLASS = "ontology knowledge"
_EVENTS = {"Investigation", "Intervention", "Condition"}
_I2B2 = {
    "Condition": "problem",
    "Investigation": "test",
    "Intervention": "treatment",
    "Drug-or-device": "treatment",
    "Person": "person",
}


def build_layers(page: Page) -> dict[str, AnnotationSet]:
    """Build the gold sets of a page, named after their schemas."""
    marks = sorted(page.marks, key=lambda mark: (mark.start, -mark.spans[-1].end, mark.kind))
    every = (
        build_clef(page, marks),
        build_temporal(page, marks),
        build_mayo(page, marks),
        build_odie(page, marks),
    )
    sets = [*every, build_share(page, marks), build_i2b2(page, marks)]
    return {layer.name: layer for layer in sets}


def _build_mention(
    mark: Mark,
    key: str,
    kind: str,
    codes: tuple[Code, ...] = (),
    attributes: dict[str, str] | None = None,
    *,
    bare: str = "",
) -> Mention:
    """Build a mention; if `bare` is the text, the span leaves out a leading determiner."""
    spans = merge_spans(mark.spans)
    if bare:
        determiner = _DETERMINER.match(bare, spans[0].start, spans[0].end)
        if determiner and determiner.end() < spans[0].end:
            spans = (Span(determiner.end(), spans[0].end), *spans[1:])
    about = {} if mark.thing.key.startswith("loose-") else {THING: mark.thing.key}
    return Mention(key, kind, spans, {**(attributes or {}), **about}, codes)


def _number_marks(marks: list[Mark], letter: str) -> dict[int, str]:
    return {id(mark): f"{letter}{number}" for number, mark in enumerate(marks, 1)}


def _pair_mentions(marks: list[Mark]) -> Iterator[tuple[Mark, Mark]]:
    """Yield each mention of a thing with the mention before it."""
    last: dict[str, Mark] = {}
    for mark in marks:
        before = last.get(mark.thing.key)
        if before is not None and not mark.flags & {"fam", "unrel"}:
            yield mark, before
        last[mark.thing.key] = mark


def build_clef(page: Page, marks: list[Mark]) -> AnnotationSet:
    """Build entities, signals, relations and co-reference."""
    own = [mark for mark in marks if mark.kind in _CLEF]
    ids = _number_marks(own, "T")
    relations = [
        (kind, ids[id(first)], ids[id(second)])
        for kind, first, second in page.links
        if id(first) in ids and id(second) in ids
    ]
    relations += [
        ("co_refers", ids[id(first)], ids[id(second)]) for first, second in _pair_mentions(own)
    ]
    return AnnotationSet(
        "clef",
        tuple(_build_mention(mark, ids[id(mark)], mark.kind, bare=page.text) for mark in own),
        tuple(
            Relation(f"R{number}", *row) for number, row in enumerate(dict.fromkeys(relations), 1)
        ),
        schema="clef",
    )


def build_temporal(page: Page, marks: list[Mark]) -> AnnotationSet:
    """Build events, time expressions, and links that are true in the life."""
    own = [mark for mark in marks if mark.kind in _EVENTS and _is_event(mark)]
    ids = _number_marks(own, "E")
    mentions = [
        _build_mention(
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
    times = [(f"t{number}", time_mark) for number, time_mark in enumerate(page.times, 1)]
    written = Time("", "DATE", page.date.isoformat(), page.date, page.date, True)
    anchor = next((key for key, time_mark in times if time_mark.time.is_creation), "t0")
    if anchor == "t0":
        mentions.append(Mention("t0", "TIMEX3", (), _build_timex(written)))
    mentions += [
        Mention(key, "TIMEX3", (time_mark.span,), _build_timex(time_mark.time))
        for key, time_mark in times
    ]
    rows = []
    for mark in own:
        if "hyp" not in mark.flags:
            rows.append((ids[id(mark)], anchor, "A", _relate(mark, written)))
            rows += [
                (ids[id(mark)], key, "B", _relate(mark, time_mark.time))
                for key, time_mark in times
                if time_mark.sentence == mark.sentence and time_mark.time.first and key != anchor
            ]
    links = tuple(
        Relation(f"L{n}", "CTLink", event, time, {"type": kind, "task": task})
        for n, (event, time, task, kind) in enumerate(rows, 1)
    )
    return AnnotationSet("clef-temporal", tuple(mentions), links, schema="clef-temporal")


def _is_event(mark: Mark) -> bool:
    """Return whether a mention is of something that happened or might happen."""
    real = mark.thing.start is not None and not mark.flags & {"neg", "fam", "unrel"}
    return real or "hyp" in mark.flags


def _build_timex(time: Time) -> dict[str, str]:
    creation = {"functionInDocument": "CREATION_TIME"} if time.is_creation else {}
    return {"type": time.type, "value": time.value, **creation}


def _relate(mark: Mark, time: Time) -> str:
    """Return how the days of an event relate to a time expression (the nine types of Table 15)."""
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


def build_mayo(page: Page, marks: list[Mark]) -> AnnotationSet:
    """Build disorders with code, context and status."""
    own = [mark for mark in marks if mark.thing.is_disorder and mark.kind == "Condition"]
    ids = _number_marks(own, "D")
    mentions = []
    for mark in own:
        code = Code(_find_code(mark, 1), "SNOMED CT")
        assertion = _assess_assertion(mark)
        mentions.append(
            _build_mention(mark, ids[id(mark)], "disorder", (code,), assertion, bare=page.text)
        )
    return AnnotationSet("mayo-disorder", tuple(mentions), schema="mayo-disorder")


def _find_code(mark: Mark, which: int) -> str:
    """Return the UMLS (0) or SNOMED CT (1) code of a mention, or CUI-less."""
    concept = load_concepts().get(mark.thing.concept)
    return ((concept.snomed if which else concept.cui) if concept else "") or CUI_LESS


def _assess_assertion(mark: Mark) -> dict[str, str]:
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


def build_share(page: Page, marks: list[Mark]) -> AnnotationSet:
    """Build disorders, signs and symptoms with their concepts, or CUI-less."""
    own = [
        mark
        for mark in marks
        if mark.kind == "Condition" and (mark.thing.is_disorder or mark.thing.is_symptom)
    ]
    ids = _number_marks(own, "D")
    mentions = []
    for mark in own:
        code = Code(_find_code(mark, 0), "UMLS")
        kind = "Disease_Disorder"
        mentions.append(_build_mention(mark, ids[id(mark)], kind, (code,), bare=page.text))
    return AnnotationSet("share-2014", tuple(mentions), schema="share-2014")


def build_i2b2(page: Page, marks: list[Mark]) -> AnnotationSet:
    """Build problems, tests, treatments, persons and pronouns, and their co-reference."""
    own = [mark for mark in marks if mark.kind in _I2B2 and len(merge_spans(mark.spans)) == 1]
    ids = _number_marks(own, "C")
    mentions = [
        _build_mention(mark, ids[id(mark)], _find_i2b2_type(mark, page.text)) for mark in own
    ]
    relations = [
        Relation(f"R{number}", "coreference", ids[id(first)], ids[id(second)])
        for number, (first, second) in enumerate(_pair_mentions(own), 1)
    ]
    return AnnotationSet("i2b2-2011", tuple(mentions), tuple(relations), schema="i2b2-2011")


def _find_i2b2_type(mark: Mark, text: str) -> str:
    words = text[mark.start : mark.spans[-1].end].lower()
    if mark.kind != "Person" and words in ("it", "this", "that", "these", "which", "they"):
        return "pronoun"
    return _I2B2[mark.kind]


def build_odie(page: Page, marks: list[Mark]) -> AnnotationSet:
    """Build markables that take part in a pair, and pairs of identity, set/subset, part/whole."""
    own = [mark for mark in marks if get_semantic_class(mark)]
    rows = [(first, second, "identity") for first, second in _pair_mentions(own)]
    rows += list(_pair_parts(own))
    used = {id(mark) for first, second, _ in rows for mark in (first, second)}
    linked = [mark for mark in own if id(mark) in used]
    ids = _number_marks(linked, "M")
    mentions = [
        _build_mention(
            mark,
            ids[id(mark)],
            "markable",
            attributes={
                "grammatical_category": find_category(mark, page.text),
                "sentence_function": find_function(mark, page.text),
                "semantic_class": get_semantic_class(mark),
            },
        )
        for mark in linked
    ]
    relations = [
        Relation(
            f"P{number}",
            "pair",
            ids[id(first)],
            ids[id(second)],
            {
                "relation_type": kind,
                "bagga_class": classify_bagga(first, second, page.text)
                if kind == "identity"
                else _BRIDGING_CLASS,
            },
        )
        for number, (first, second, kind) in enumerate(rows, 1)
    ]
    return AnnotationSet("odie", tuple(mentions), tuple(relations), schema="odie")


def _pair_parts(marks: list[Mark]) -> Iterator[tuple[Mark, Mark, str]]:
    """Yield the first mention of a part or member with the last mention of its whole or set."""
    last: dict[str, Mark] = {}
    counts: dict[str, int] = defaultdict(int)
    for mark in marks:
        thing = mark.thing
        counts[thing.key] += 1
        for key, kind in ((thing.whole, "part/whole"), (thing.among, "set/subset")):
            if key and key in last and counts[thing.key] == 1:
                yield mark, last[key], kind
        last[thing.key] = mark
