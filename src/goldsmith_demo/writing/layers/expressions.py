"""Find the noun phrases that the co-reference layers mark, and resolve which ones co-refer."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache

from goldsmith_demo.life.concepts import find_meaning
from goldsmith_demo.life.model import Thing
from goldsmith_demo.writing.anaphora import Expression
from goldsmith_demo.writing.grammar import list_verbs
from goldsmith_demo.writing.layers.courses import part_courses
from goldsmith_demo.writing.layers.entities import read_entities
from goldsmith_demo.writing.layers.relations import find_places
from goldsmith_demo.writing.page import BATCH, Page
from goldsmith_demo.writing.phrases import Phrase, read_phrases
from goldsmith_demo.writing.reading import NAMED
from goldsmith_demo.writing.sheet import Mark

_PREPOSITION = re.compile(r"(?P<joint> (?:in|of|on|to|from|at|over|within) )(?:(?:the|your) )?$")
#: Flags of mentions that are negated, hypothetical, possible or not the patient's.
_UNREAL = frozenset(("neg", "hyp", "poss", "fam", "unrel"))
#: Words that only express suspicion.
_PERHAPS = frozenset("possible probable occult underlying".split())
#: Hedges that introduce a report's conclusion rather than a mere suspicion.
_STATED = ("in keeping with", "consistent with", "typical of", "with the features of")
#: Names that all express the same suspicion of cancer, and modifiers that make it a different one.
_CANCER = frozenset("ca cancer carcinoma malignancy neoplasm tumour tumor".split())
_FURTHER = frozenset("metastatic nodal recurrent residual".split())
#: Flags of mentions that do not co-refer even if their words recur: two drugs, two rashes.
_APART = _UNREAL | {"hist"}
#: Flags of mentions that are not the patient's.
_ASIDE = frozenset(("fam", "unrel"))


@lru_cache(maxsize=BATCH)
def list_expressions(page: Page) -> list[Expression]:
    """Return the people, problems, tests, treatments and places of a page, in text order."""
    phrases, text, verbs = read_phrases(page), page.text, list_verbs()
    rows = [
        Expression(mark, phrases[mark], text)
        for mark in page.ordered
        if mark.kind in NAMED and len(mark.spans) == 1 and mark.words not in verbs
    ]
    if inner := list(_list_inner_places(page)):
        rows += inner
        rows.sort(key=lambda row: (row.mark.start, -row.mark.end, row.mark.kind))
    return rows


def _list_inner_places(page: Page) -> Iterator[Expression]:
    """Yield the places within names: "chest" in "chest X-ray" and in "pain in the chest"."""
    for row in read_entities(page).rows:
        if row.kind == "Locus" and row.mark.kind != "Locus":
            span = row.spans[0]
            thing = Thing(key=row.about, kind="Locus", names=())
            mark = Mark(thing, "Locus", row.mark.flags, row.mark.sentence, [span])
            preposition = _PREPOSITION.search(
                page.text, max(row.mark.start, span.start - 10), span.start
            )
            function = "prepositional object" if preposition else "modifier"
            start = preposition.end("joint") if preposition else span.start
            yield Expression(mark, Phrase(start, span.end, span.start, function), page.text)


def identify(page: Page, expressions: list[Expression]) -> dict[Mark, str]:
    """Return the key of each expression's referent; expressions that co-refer share a key.

    A problem that the note only negates has no referent, so each mention of it gets a separate key.
    So does a hypothetical event, unless it is planned. A suspected problem does not co-refer with
    the confirmed one.
    """
    places = find_places(read_entities(page))
    stated = _find_stated(page)
    real = {row.mark.thing.key for row in expressions if row.mark.flags.isdisjoint(_UNREAL)}
    keys: dict[Mark, str] = {}
    loose: list[Expression] = []
    for expression in expressions:
        mark, key = expression.mark, expression.mark.thing.key
        if mark.kind == "Locus":  # a place exists even if nothing was found there
            keys[mark] = places.get(mark.spans[0], key)
            continue
        keys[mark] = key
        if mark.kind == "Person":
            continue
        is_loose = key.startswith("loose-") and mark.kind in ("Condition", "Drug-or-device")
        if mark.flags and _stands_alone(expression, real):
            keys[mark] = f"{key} {mark.start}"
        elif expression.pronoun:
            continue
        elif "poss" in mark.flags and mark not in stated:
            keys[mark] = f"{_name_feared(expression, '' if is_loose else key)} suspected"
        elif is_loose and _APART.isdisjoint(mark.flags):
            loose.append(expression)
    named = _index_names(expressions) if loose else {}
    for expression in loose:
        words = " ".join(expression.content)
        keys[expression.mark] = named.get(words, f"{expression.mark.kind} {words}")
    treatments = (row for row in expressions if row.mark.kind == "Intervention")
    keys |= part_courses(
        page,
        ((row.mark, keys[row.mark], row.phrase.start, row.phrase.end) for row in treatments),
    )
    _follow_pronouns(expressions, keys)
    return keys


def _stands_alone(expression: Expression, real: set[str]) -> bool:
    """Return whether a mention is hypothetical, or negated and not `real` anywhere in the note."""
    mark, key = expression.mark, expression.mark.thing.key
    if "neg" in mark.flags and key not in real:
        return True
    is_maybe = "hyp" in mark.flags and (key.startswith("loose-") or mark.kind == "Condition")
    return is_maybe and not expression.pronoun


def _find_stated(page: Page) -> set[Mark]:
    """Return the marks that a hedged conclusion states: "in keeping with a leak"."""
    return {
        second
        for kind, first, second in page.links
        if kind == "negation_modifies" and first.words.endswith(_STATED)
    }


def _index_names(expressions: list[Expression]) -> dict[str, str]:
    """Return the keys of the things that the note mentions as real, by their lower-case names."""
    things = {
        (row.mark.thing.key, row.mark.thing.names): None
        for row in reversed(expressions)
        if not row.mark.thing.key.startswith("loose-") and not row.mark.flags & _UNREAL
    }
    return {name.lower(): key for key, names in reversed(things) for name in names}


def _name_feared(expression: Expression, key: str) -> str:
    """Return the same key for all names of a suspected problem: "PE", "pulmonary embolism"."""
    if _CANCER.intersection(expression.content) and _FURTHER.isdisjoint(expression.content):
        return "cancer"
    words = " ".join(word for word in expression.content if word not in _PERHAPS)
    meaning = find_meaning(words)
    return key or (meaning.cui or words if meaning else words)


def _follow_pronouns(expressions: list[Expression], keys: dict[Mark, str]) -> None:
    """Give each pronoun the key of its referent's last mention, or of the first later one."""
    for number, row in enumerate(expressions):
        if row.pronoun and row.mark.kind != "Person":  # all mentions of a person share a key
            key = row.mark.thing.key
            order = (*reversed(expressions[:number]), *expressions[number:])
            same = (each for each in order if each.mark.thing.key == key and not each.pronoun)
            keys[row.mark] = next((keys[each.mark] for each in same), key)


def pair_expressions(
    expressions: list[Expression], keys: dict[Mark, str]
) -> Iterator[tuple[Expression, Expression]]:
    """Yield each expression with its closest antecedent.

    An expression within the anaphor's own phrase cannot be its antecedent: "she is her usual self".
    """
    earlier: dict[str, list[Expression]] = defaultdict(list)
    for expression in expressions:
        mark = expression.mark
        rows, aside = earlier[keys[mark]], not _ASIDE.isdisjoint(mark.flags)
        for before in rows[:-3:-1] if rows and not aside else ():
            if before.phrase.start < expression.phrase.start:
                yield expression, before
                break
        if mark.kind != "Locus" or not aside:  # the sister's breast is not the patient's
            rows.append(expression)
