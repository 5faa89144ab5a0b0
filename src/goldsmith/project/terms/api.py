"""The function of `goldsmith` that looks up concepts in a text."""

from __future__ import annotations

from collections.abc import Sequence

from goldsmith.project.terms.find import Filter, filter_terminologies
from goldsmith.project.terms.text import Finder, NamedConcept
from goldsmith.terminology.lookup.finder import THRESHOLD, Overlap
from goldsmith.terminology.shelf import open_terminologies


def lookup(
    text: str,
    *,
    terms: Sequence[str] = (),
    subset: str = "",
    types: Sequence[str] = (),
    systems: Sequence[str] = (),
    below: Sequence[str] = (),
    overlap: Overlap = "longest",
    threshold: int = THRESHOLD,
    exact: bool = False,
    typos: bool = False,
) -> list[NamedConcept]:
    """Find the names of concepts in a text, with their offsets.

    Args:
        text: The text.
        terms: The terminologies: names on the shelf, "demo" or folders; by default all on the
            shelf, or the built-in one if the shelf is empty.
        subset: Only concepts of this subset: a built-in one or a TOML file.
        types: Only concepts of these semantic types.
        systems: Only concepts of these coding systems.
        below: Only these concepts and their descendants, each CODE or SYSTEM:CODE.
        overlap: Of overlapping names keep the "longest", the "outermost" or "all".
        threshold: Leave out names with a lower worth (0 to 100).
        exact: Find names only as written, not inflected.
        typos: Find misspelt names too.

    Raises:
        InputError: No terminology has a type, system or code.
        UnknownName: A terminology does not exist.

    Example:
        for name in goldsmith.lookup("No chest pain since the biopsy.", terms=["demo"]):
            print(name.start, name.end, name.code, name.title)
    """
    only = Filter(subset, tuple(types), tuple(systems), tuple(below))
    parts = filter_terminologies(open_terminologies(list(terms)), only)
    finder = Finder(parts, overlap=overlap, threshold=threshold, exact=exact, typos=typos)
    return finder.find_names(text)
