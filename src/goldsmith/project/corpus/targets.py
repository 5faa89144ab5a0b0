"""The targets of a comparison: sets of a corpus, or paths, each with a unique name.

A name is written before its target: `baseline=runs/1/brat`. Without it, a set has its own name, and
a path is named by its last parts, as many as needed to distinguish the paths.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec

from goldsmith.errors import InputError, Remedy, quote_id


class Target(msgspec.Struct, frozen=True):
    """A set or path to compare, and its name in tables and messages."""

    name: str
    place: str
    """The name of the set, or the path."""


def name_targets(texts: Sequence[str], *, are_paths: bool) -> list[Target]:
    """Return the target of each text, with unique names.

    Args:
        texts: Sets or paths, each on its own or written `NAME=SET` or `NAME=PATH`.
        are_paths: Whether they are paths; otherwise they are sets of one corpus.

    Raises:
        InputError: Two of them have the same name, or are the same.

    Example:
        >>> [target.name for target in name_targets(["1/brat", "2/brat"], are_paths=True)]
        ['1-brat', '2-brat']
    """
    parsed = [_parse(text, are_paths=are_paths) for text in texts]
    unnamed = [place for name, place in parsed if not name]
    reserved = {name for name, _ in parsed if name}
    made = iter(_make_names(unnamed, reserved) if are_paths else unnamed)
    targets = [Target(name or next(made), place) for name, place in parsed]
    [(name, count)] = Counter(target.name for target in targets).most_common(1) or [("", 0)]
    if count > 1:
        raise InputError(
            f"{quote_id(name)} is named twice",
            expected="a unique name for each",
            remedy=Remedy.NAME_EACH,
        )
    return targets


def name_sides(
    gold: str, systems: Sequence[str], *, are_paths: bool
) -> tuple[Target, list[Target]]:
    """Return the gold standard and the systems with their names; the gold may be a system too."""
    if gold in systems:
        targets = name_targets(systems, are_paths=are_paths)
        return targets[list(systems).index(gold)], targets
    first, *rest = name_targets([gold, *systems], are_paths=are_paths)
    return first, rest


def _parse(text: str, *, are_paths: bool) -> tuple[str, str]:
    """Split `NAME=PLACE`; the name is "" if it is missing, or if the text itself is a path."""
    name, _, place = text.partition("=")
    is_plain = not name or not place or "/" in name or (are_paths and Path(text).exists())
    return ("", text) if is_plain else (name, place)


def _make_names(paths: Sequence[str], reserved: set[str]) -> list[str]:
    """Return the ends of paths, with as many parts as needed to make all names unique."""
    split = [[part for part in Path(path).parts if part != "/"] or [path] for path in paths]
    names: list[str] = []
    for length in range(1, max(map(len, split), default=0) + 1):
        names = ["-".join(parts[-length:]).removesuffix(".gz") for parts in split]
        if len({*names, *reserved}) == len(names) + len(reserved):
            break
    return names
