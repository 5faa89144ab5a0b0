"""The noun phrases that the layers of co-reference mark, and which of them mean the same."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache

from goldsmith_demo.life.concepts import find_meaning
from goldsmith_demo.life.model import Thing
from goldsmith_demo.writing.anaphora import Expression
from goldsmith_demo.writing.grammar import NAMED, is_verb
from goldsmith_demo.writing.layers.clef import find_places, part_courses, read_entities
from goldsmith_demo.writing.page import Page
from goldsmith_demo.writing.phrases import Phrase, read_phrases
from goldsmith_demo.writing.sheet import Mark

_BEHIND = re.compile(r"(?P<joint> (?:in|of|on|to|from|at|over|within) )(?:(?:the|your) )?$")
#: What does not exist, is only feared, or is somebody else's.
_UNREAL = frozenset(("neg", "hyp", "poss", "fam", "unrel"))
#: Words that say no more than that something is suspected.
_PERHAPS = frozenset("possible probable occult underlying".split())
#: What leads to a reading, not to a mere suspicion.
_STATED = ("in keeping with", "consistent with", "typical of", "with the features of")
#: Names of the one suspicion that something is cancer, and words that make it another one.
_CANCER = frozenset("ca cancer carcinoma malignancy neoplasm tumour tumor".split())
_FURTHER = frozenset("metastatic nodal recurrent residual".split())
#: What stands alone even if its words come back: the rashes from two drugs are two.
_APART = _UNREAL | {"hist"}


@lru_cache(maxsize=1)
def list_expressions(page: Page) -> tuple[Expression, ...]:
    """Return the people, problems, tests, treatments and places of a page, in order."""
    phrases = read_phrases(page)
    named = [
        Expression(mark, phrases[id(mark)], page.text)
        for mark in page.marks
        if mark.kind in NAMED and len(mark.spans) == 1 and not is_verb(_read(mark, page.text))
    ]
    named += _list_inner_places(page)
    return tuple(
        sorted(named, key=lambda row: (row.mark.start, -row.mark.spans[-1].end, row.mark.kind))
    )


def _list_inner_places(page: Page) -> Iterator[Expression]:
    """Yield the places within names: "chest" in "chest X-ray" and in "pain in the chest"."""
    for row in read_entities(page).rows:
        if row.kind == "Locus" and row.mark.kind != "Locus":
            span = row.spans[0]
            thing = Thing(key=row.about, kind="Locus", names=())
            mark = Mark(thing, "Locus", row.mark.flags, row.mark.sentence, [span])
            behind = _BEHIND.search(page.text, max(row.mark.start, span.start - 10), span.start)
            function = "prepositional object" if behind else "modifier"
            start = behind.end("joint") if behind else span.start
            yield Expression(mark, Phrase(start, span.end, span.start, function), page.text)


def _read(mark: Mark, text: str) -> str:
    return text[mark.start : mark.spans[-1].end].lower()


def identify(page: Page, expressions: list[Expression]) -> dict[int, str]:
    """Return what each expression means: the same key for the same thing.

    What the note only says to be absent is no thing: each mention of it stands alone, as does what
    may only happen, unless it is planned. What is suspected is not yet what is found.
    """
    places = find_places(read_entities(page))
    stated = _find_stated(page)
    keys: dict[int, str] = {}
    real = {row.mark.thing.key for row in expressions if not row.mark.flags & _UNREAL}
    mentioned = _index_names(expressions)
    for expression in expressions:
        mark, key = expression.mark, expression.mark.thing.key
        words = " ".join(expression.content)
        is_absent = "neg" in mark.flags and key not in real
        is_loose = key.startswith("loose-") and mark.kind in ("Condition", "Drug-or-device")
        is_maybe = "hyp" in mark.flags and (key.startswith("loose-") or mark.kind == "Condition")
        if mark.kind == "Locus" and mark.spans[0] in places:
            keys[id(mark)] = places[mark.spans[0]]
        elif mark.kind == "Locus":  # a place is there even if nothing is found in it
            keys[id(mark)] = key
        elif is_absent or (is_maybe and not expression.is_pronoun):
            keys[id(mark)] = f"{key} {mark.start}"
        elif "poss" in mark.flags and id(mark) not in stated and not expression.is_pronoun:
            keys[id(mark)] = f"{_name_feared(expression, '' if is_loose else key)} suspected"
        elif expression.is_pronoun or mark.flags & _APART or not is_loose:
            keys[id(mark)] = key
        else:
            keys[id(mark)] = mentioned.get(words, f"{mark.kind} {words}")
    treatments = (row for row in expressions if row.mark.kind == "Intervention")
    keys |= part_courses(
        page,
        (
            (id(row.mark), keys[id(row.mark)], row.phrase.start, row.phrase.end)
            for row in treatments
        ),
    )
    _follow_pronouns(expressions, keys)
    return keys


def _find_stated(page: Page) -> set[int]:
    """Return the marks that a reading states, however carefully: "in keeping with a leak"."""
    return {
        id(second)
        for kind, first, second in page.links
        if kind == "negation_modifies" and _read(first, page.text).endswith(_STATED)
    }


def _index_names(expressions: list[Expression]) -> dict[str, str]:
    """Return the things of the life that are really mentioned, by their names."""
    things = {
        (row.mark.thing.key, row.mark.thing.names): None
        for row in reversed(expressions)
        if not row.mark.thing.key.startswith("loose-") and not row.mark.flags & _UNREAL
    }
    return {name.lower(): key for key, names in reversed(things) for name in names}


def _name_feared(expression: Expression, key: str) -> str:
    """Return one name for what is suspected, however it is called: "PE", "pulmonary embolism"."""
    if _CANCER.intersection(expression.content) and _FURTHER.isdisjoint(expression.content):
        return "cancer"
    words = " ".join(word for word in expression.content if word not in _PERHAPS)
    meaning = find_meaning(words)
    return key or (meaning.cui or words if meaning else words)


def _follow_pronouns(expressions: list[Expression], keys: dict[int, str]) -> None:
    """Give pronouns the key of the thing that they stand for: as it was named last, or later."""
    named: dict[str, str] = {}
    for expression in reversed(expressions):
        if not expression.is_pronoun:
            named[expression.mark.thing.key] = keys[id(expression.mark)]
    for expression in expressions:
        key = expression.mark.thing.key
        if expression.is_pronoun:
            keys[id(expression.mark)] = named.get(key, key)
        else:
            named[key] = keys[id(expression.mark)]


def pair_expressions(
    expressions: list[Expression], keys: dict[int, str]
) -> Iterator[tuple[Expression, Expression]]:
    """Yield each expression with the closest one before it that means the same.

    What stands within a phrase is not before it: "she is her usual self".
    """
    earlier: dict[str, list[Expression]] = defaultdict(list)
    for expression in expressions:
        key, aside = keys[id(expression.mark)], expression.mark.flags & {"fam", "unrel"}
        begin = expression.phrase.start
        before = [row for row in earlier[key][-2:] if row.phrase.start < begin]
        if before and not aside:
            yield expression, before[-1]
        if expression.mark.kind != "Locus" or not aside:  # the sister's breast is not the patient's
            earlier[key].append(expression)
