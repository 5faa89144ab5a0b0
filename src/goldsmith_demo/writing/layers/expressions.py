"""The noun phrases that the layers of co-reference mark, and which of them mean the same."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from goldsmith_demo.writing.anaphora import Expression
from goldsmith_demo.writing.clauses import read_phrases
from goldsmith_demo.writing.grammar import NAMED, is_verb
from goldsmith_demo.writing.page import Mark, Page

#: What does not exist, is only feared, or is somebody else's.
_UNREAL = frozenset(("neg", "hyp", "poss", "fam", "unrel"))


@lru_cache(maxsize=1)
def list_expressions(page: Page) -> tuple[Expression, ...]:
    """Return the people, problems, tests, treatments and places of a page, in order."""
    phrases = read_phrases(page)
    marks = sorted(page.marks, key=lambda mark: (mark.start, -mark.spans[-1].end, mark.kind))
    return tuple(
        Expression(mark, phrases[id(mark)], page.text)
        for mark in marks
        if mark.kind in NAMED and len(mark.spans) == 1 and not is_verb(_read(mark, page.text))
    )


def _read(mark: Mark, text: str) -> str:
    return text[mark.start : mark.spans[-1].end].lower()


def identify(page: Page, expressions: list[Expression]) -> dict[int, str]:
    """Return what each expression means: the same key for the same thing.

    What the note only says to be absent is no thing: each mention of it stands alone.
    """
    sides = {
        id(second): page.text[first.start : first.spans[-1].end].lower()
        for kind, first, second in page.links
        if kind == "laterality_modifies"
    }
    names = _index_places(page)
    mentioned = {
        name.lower(): expression.mark.thing.key
        for expression in expressions
        if not expression.mark.thing.key.startswith("loose-")
        and not expression.mark.flags & _UNREAL
        for name in expression.mark.thing.names
    }
    keys: dict[int, str] = {}
    real = {row.mark.thing.key for row in expressions if not row.mark.flags & _UNREAL}
    for expression in expressions:
        mark, key = expression.mark, expression.mark.thing.key
        if "neg" in mark.flags and key not in real:
            keys[id(mark)] = f"{key} {mark.start}"
            continue
        words = " ".join(expression.content)
        if not key.startswith("loose-") or expression.is_pronoun:
            keys[id(mark)] = key
        elif mark.kind == "Locus":
            side = sides.get(id(mark), "")
            keys[id(mark)] = (not side and names.get(words)) or f"{side} {words}"
        elif mark.flags & _UNREAL or mark.kind not in ("Condition", "Drug-or-device"):
            keys[id(mark)] = key
        else:
            keys[id(mark)] = mentioned.get(words, f"{mark.kind} {words}")
    _follow_pronouns(expressions, keys)
    return keys


@lru_cache(maxsize=1)
def _index_places(page: Page) -> dict[str, str]:
    """Return the places of a life that have no side, by their names."""
    return {
        name.lower(): thing.key
        for thing in page.patient.things.values()
        if thing.kind == "Locus" and not thing.side
        for name in thing.names
    }


def _follow_pronouns(expressions: list[Expression], keys: dict[int, str]) -> None:
    """Give pronouns the key of the thing that they stand for."""
    named = {
        expression.mark.thing.key: keys[id(expression.mark)]
        for expression in expressions
        if not expression.is_pronoun
    }
    for expression in expressions:
        if expression.is_pronoun:
            key = expression.mark.thing.key
            keys[id(expression.mark)] = named.get(key, key)


def pair_expressions(
    expressions: list[Expression], keys: dict[int, str]
) -> Iterator[tuple[Expression, Expression]]:
    """Yield each expression with the closest one before it that means the same."""
    last: dict[str, Expression] = {}
    for expression in expressions:
        key = keys[id(expression.mark)]
        before = last.get(key)
        if before is not None and not expression.mark.flags & {"fam", "unrel"}:
            yield expression, before
        last[key] = expression
