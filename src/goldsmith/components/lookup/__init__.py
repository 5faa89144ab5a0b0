"""Mentions by looking up the names of terminologies; nothing is learned.

Which type a mention gets says a subset with a mapping, or there is one type for all. A mention has
one code of each coding system whose concepts have the name.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, ClassVar

import msgspec

from goldsmith.components.lookup.mentions import Looked, Typed
from goldsmith.components.lookup.places import Finder, Mask, Place
from goldsmith.core import Mention, Span
from goldsmith.errors import InputError
from goldsmith.pipeline.analysis import Analysis
from goldsmith.pipeline.component import Example, Resources
from goldsmith.terminology.lookup.finder import THRESHOLD, Overlap
from goldsmith.terminology.store import Terminology
from goldsmith.terminology.subsets import Subset

#: Attributes of the look-up's own, which no schema need know.
WORTH, HOW, CHOICES = "lookup:worth", "lookup:how", "lookup:choices"


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is looked up, and what it is called."""

    #: Terminologies of the pipeline to look up; empty: all.
    terms: tuple[str, ...] = ()
    #: A subset with a mapping from entity types to concepts: a name (`clef`) or a TOML file.
    subset: str = ""
    #: One type for all mentions; the subset then only says which concepts are looked up.
    type: str = ""
    #: What a name must be worth, of 100.
    threshold: Annotated[int, msgspec.Meta(ge=0, le=100)] = THRESHOLD
    #: `longest`: no two overlap; `outermost`: none lies in another; `all`: every name.
    overlap: Overlap = "longest"
    #: Find names as they are written only, whatever their capitals.
    exact: bool = False
    #: Find names with a misspelt word.
    typos: bool = False
    #: Give mentions codes.
    codes: bool = True
    #: Say of each mention what it is worth, how it was found and among how many, as attributes.
    explain: bool = False


class LookUp:
    """Adds a mention wherever a name of a terminology stands."""

    requires: ClassVar[frozenset[str]] = frozenset()
    adds: ClassVar[frozenset[str]] = frozenset({"mentions", "codes"})
    learns: ClassVar[bool] = False
    settings: ClassVar[type[msgspec.Struct]] = Options

    def __init__(self, options: Options, resources: Resources) -> None:
        self.options, self.resources = options, resources
        chosen = options.terms or tuple(resources.terms)
        if not chosen:
            raise InputError(
                "the component lookup has no terminology",
                expected="one under [terms] of the pipeline",
            )
        among = self._among([resources.terminology(name) for name in chosen])
        self._typed = Typed(among, subset=options.subset, kind=options.type)
        self._find = Finder(
            self._typed.parts,
            overlap=options.overlap,
            threshold=options.threshold,
            exact=options.exact,
            typos=options.typos,
        )

    def _among(self, several: Sequence[Terminology]) -> list[tuple[Terminology, Mask | None]]:
        """The terminologies that have something of the subset, each with what that is."""
        if not self.options.subset:
            return [(terms, None) for terms in several]
        chosen = Subset.load(self.options.subset)
        found: list[tuple[Terminology, Mask | None]] = []
        problems = []
        for terms in several:
            try:
                found.append((terms, chosen.mask(terms)))
            except InputError as error:
                problems.append(error)
                self.resources.progress(f"{terms.name} is left out: {error}")
        if not found:
            raise problems[0]
        return found

    def __call__(self, work: Analysis) -> None:
        self._add(work, self._find(work.text))

    def many(self, works: Sequence[Analysis]) -> None:
        """Look through all texts at once, which is several times as fast for short ones."""
        found = self._find.many([work.text for work in works])
        for work, places in zip(works, found, strict=True):
            self._add(work, places)

    def _add(self, work: Analysis, places: Sequence[Place]) -> None:
        for one in self._typed(places):
            work.mentions.append(self._mention(work.fresh_id("s"), one))

    def _mention(self, id_: str, one: Looked) -> Mention:
        codes = one.codes if self.options.codes else ()
        said = explained(one) if self.options.explain else {}
        return Mention(id_, one.type, (Span(one.start, one.end),), said, codes)

    def train(self, examples: Sequence[Example]) -> None:
        """Nothing is learned."""

    def save(self, folder: Path) -> None:
        """Nothing was learned."""

    def load(self, folder: Path) -> None:
        """Nothing was learned."""


def explained(one: Looked) -> dict[str, str]:
    """How a mention was found, as attributes."""
    said = {WORTH: str(one.worth), HOW: one.how}
    if one.choices > 1:
        said[CHOICES] = str(one.choices)
    return said


provides = LookUp
