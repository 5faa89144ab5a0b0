"""Concepts for tests."""

from __future__ import annotations

from goldsmith.terminology.concept import KINDS, Concept, Name, NameKind


def make_concept(
    code: str,
    name: str,
    *synonyms: str,
    system: str = "X",
    types: tuple[str, ...] = (),
    definition: str = "",
    parents: tuple[str, ...] = (),
    xrefs: tuple[str, ...] = (),
    retired: bool = False,
    replaced_by: tuple[str, ...] = (),
) -> Concept:
    """Make a concept; a synonym can start with its kind: `lay: belly ache`."""
    return Concept(
        code,
        system,
        (Name(name, "preferred"), *map(_parse_name, synonyms)),
        types=types,
        definition=definition,
        parents=parents,
        xrefs=xrefs,
        retired=retired,
        replaced_by=replaced_by,
    )


def _parse_name(text: str) -> Name:
    prefix, colon, rest = text.partition(": ")
    kinds: dict[str, NameKind] = {kind: kind for kind in KINDS}
    return Name(rest, kinds[prefix]) if colon else Name(text)
