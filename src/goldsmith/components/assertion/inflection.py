"""Forms of English verbs, as word classes for phrases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_VOWELS: Final = "aeiou"
_SIBILANTS: Final = ("s", "x", "z", "ch", "sh")


def list_classes(verbs: Mapping[str, str]) -> dict[str, str]:
    """Return the word classes of verbs: one with all forms, and one for each kind of form.

    A verb is written as its infinitive, an irregular one as infinitive/past/participle.

    Example:
        >>> list_classes({"find": "detect see/saw/seen"})["find.participle"]
        'detected seen'
    """
    classes: dict[str, str] = {}
    for name, text in verbs.items():
        forms = [_inflect(verb) for verb in text.lower().split()]
        for kind in forms[0] if forms else ():
            classes[f"{name}.{kind}"] = " ".join(verb[kind] for verb in forms)
        classes[name] = " ".join(dict.fromkeys(word for verb in forms for word in verb.values()))
    return classes


def _inflect(verb: str) -> dict[str, str]:
    """Return the forms of a verb by kind."""
    base, _, irregular = verb.partition("/")
    past, _, participle = irregular.partition("/")
    past = past or _add_ending(base, "ed")
    return {
        "base": base,
        "third": _add_ending(base, "s"),
        "past": past,
        "participle": participle or past,
        "ing": base[:-1] + "ing" if base.endswith("e") and base[-2:] != "ee" else base + "ing",
    }


def _add_ending(base: str, ending: str) -> str:
    if base.endswith("y") and base[-2:-1] not in _VOWELS:
        return f"{base[:-1]}ie{ending[-1]}"
    if ending == "ed" and base.endswith("e"):
        return base + "d"
    if ending == "s" and base.endswith(_SIBILANTS):
        return base + "es"
    return base + ending
