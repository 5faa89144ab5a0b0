"""One line of the catalogue: a thing without dates, from which a patient's own things are made."""

from __future__ import annotations

from goldsmith_demo.life.model import Thing

_SEPARATOR = "; "


def entry(
    base: str,
    kind: str,
    names: str,
    generic: str = "",
    *,
    place: str = "",
    whole: str = "",
    disorder: bool = False,
    symptom: bool = False,
) -> Thing:
    """A template; names and generic words are written in one string, divided by "; "."""
    return Thing(
        key=base,
        base=base,
        kind=kind,
        names=tuple(names.split(_SEPARATOR)),
        generic=tuple(generic.split(_SEPARATOR)) if generic else (),
        place=place,
        whole=whole,
        is_disorder=disorder,
        is_symptom=symptom,
    )
