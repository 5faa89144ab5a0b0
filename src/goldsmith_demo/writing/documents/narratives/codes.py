"""Codes for conditions that only one sentence mentions: those of the concept their words name."""

from __future__ import annotations

import re
from functools import cache

from goldsmith_demo.life.catalogue import STYLES, load_catalogue
from goldsmith_demo.life.model import Thing
from goldsmith_demo.writing.documents.narratives.phrases import load_meanings
from goldsmith_demo.writing.page import Page, Value, find_concept

_LOOSE = re.compile(r"\{(?P<name>\w+)=Condition(?P<flags>(?:!\w+)*):(?P<words>[^{}\[\]|]+)\}")


@cache
def _index_names() -> dict[str, str]:
    """Map names of conditions to concepts, where a name belongs to one concept only."""
    concepts_by_name: dict[str, set[str]] = {}
    for entries in map(load_catalogue, STYLES):
        for base, thing in entries.items():
            if thing.kind == "Condition" and not base.startswith("family_"):
                for name in thing.names:
                    concepts_by_name.setdefault(name.lower(), set()).add(thing.concept)
    return {
        name: concepts.pop() for name, concepts in concepts_by_name.items() if len(concepts) == 1
    }


@cache
def find_meaning(words: str) -> str:
    """Return the key of the concept that words mean, or an empty string."""
    plain = words.lower().strip()
    return (
        find_concept(plain) or _index_names().get(plain, "") or load_meanings().meant.get(plain, "")
    )


def code_conditions(words: str, values: dict[str, Value], page: Page) -> str:
    """Make things of the conditions in a sentence that have a concept, and add them to `values`."""

    def replace_slot(match: re.Match[str]) -> str:
        text, flags = match["words"], match["flags"]
        concept = find_meaning(text)
        if not concept or find_concept(text) or match["name"] in values:
            return match[0]
        loose = page.make_loose_thing("Condition", text, frozenset(flags.split("!")))
        values[match["name"]] = _set_concept(loose, concept)
        return f"{{{match['name']}{flags}:{text}}}"

    return _LOOSE.sub(replace_slot, words) if "=Condition" in words else words


def _set_concept(thing: Thing, concept: str) -> Thing:
    return Thing(
        key=thing.key,
        kind=thing.kind,
        names=thing.names,
        concept=concept,
        is_disorder=thing.is_disorder,
        is_symptom=thing.is_symptom,
    )
