"""Codes for conditions that only one sentence knows: those of the concept that their words name."""

from __future__ import annotations

import re
from functools import cache

from goldsmith_demo.life.catalogue import CATALOGUE
from goldsmith_demo.life.model import Thing
from goldsmith_demo.writing.page import Page, Value, named

_LOOSE = re.compile(r"\{(?P<name>\w+)=Condition(?P<flags>(?:!\w+)*):(?P<words>[^{}\[\]|]+)\}")
#: Words of notes that mean a concept and are not among its names.
_MEANT = {
    "breathless": "dyspnoea",
    "shortness of breath": "dyspnoea",
    "trouble breathing": "dyspnoea",
    "jaundiced": "jaundice",
    "icterus": "jaundice",
    "scleral icterus": "jaundice",
    "icteric": "jaundice",
    "constipated": "constipation",
    "sickness": "nausea",
    "hair loss": "alopecia",
    "clot": "dvt",
    "heart attack": "myocardial_infarction",
    "adenopathy": "lymphadenopathy",
    "enlarged nodes": "lymphadenopathy",
    "palpable nodes": "lymphadenopathy",
    "fevers": "fever",
    "temperature": "fever",
    "tired": "fatigue",
    "headaches": "headache",
}


@cache
def _by_name() -> dict[str, str]:
    """What a condition is called -> its concept, where only one is called so."""
    found: dict[str, set[str]] = {}
    for entries in CATALOGUE.values():
        for base, thing in entries.items():
            if thing.kind == "Condition" and not base.startswith("family_"):
                for name in thing.names:
                    found.setdefault(name.lower(), set()).add(thing.concept)
    return {name: concepts.pop() for name, concepts in found.items() if len(concepts) == 1}


@cache
def meant(words: str) -> str:
    """The key of the concept that words mean; nothing if there is none."""
    plain = words.lower().strip()
    return named(plain) or _by_name().get(plain, "") or _MEANT.get(plain, "")


def coded(words: str, given: dict[str, Value], page: Page) -> str:
    """The words with such conditions as things of their own, which go into `given`."""

    def thing(found: re.Match[str]) -> str:
        said, flags = found["words"], found["flags"]
        concept = meant(said)
        if not concept or named(said) or found["name"] in given:
            return found[0]
        loose = page.loose("Condition", said, frozenset(flags.split("!")))
        given[found["name"]] = _with(loose, concept)
        return f"{{{found['name']}{flags}:{said}}}"

    return _LOOSE.sub(thing, words) if "=Condition" in words else words


def _with(thing: Thing, concept: str) -> Thing:
    return Thing(
        key=thing.key,
        kind=thing.kind,
        names=thing.names,
        concept=concept,
        is_disorder=thing.is_disorder,
        is_symptom=thing.is_symptom,
    )
