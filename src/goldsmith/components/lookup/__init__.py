"""Mentions and codes by looking up the names of terminologies."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, ClassVar

import msgspec

from goldsmith.components.lookup.mentions import LookupMention, MentionTyper
from goldsmith.components.lookup.places import Finder, Mask, Place
from goldsmith.core import Mention, Span
from goldsmith.errors import InputError
from goldsmith.pipeline.analysis import Analysis
from goldsmith.pipeline.component import Example, Resources
from goldsmith.terminology.lookup.finder import THRESHOLD, Overlap
from goldsmith.terminology.store import Terminology
from goldsmith.terminology.subsets import Subset

#: Attributes that the option `explain` adds; they are in no schema.
WORTH, HOW, CHOICES = "lookup:worth", "lookup:how", "lookup:choices"


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of the component `lookup`."""

    #: Terminologies of the pipeline to look up; if empty, all.
    terms: tuple[str, ...] = ()
    #: A subset that maps entity types to concepts: a name (`clef`) or a TOML file.
    subset: str = ""
    #: One type for all mentions; the subset then only restricts the concepts.
    type: str = ""
    #: Minimum score of a match, of 100.
    threshold: Annotated[int, msgspec.Meta(ge=0, le=100)] = THRESHOLD
    #: `longest`: no overlaps; `outermost`: none inside another; `all`: every match.
    overlap: Overlap = "longest"
    #: Match names literally, ignoring case only.
    exact: bool = False
    #: Match names with a misspelt word.
    typos: bool = False
    #: Add codes to mentions.
    codes: bool = True
    #: The maximum number of concepts for a range of text; each becomes a separate mention.
    mappings: Annotated[int, msgspec.Meta(ge=1)] = 1
    #: Add attributes with score, kind of match and number of candidate concepts.
    explain: bool = False


class LookUp:
    """Adds a mention for every name of a terminology in the text; nothing is trained.

    A subset with a mapping determines the type of a mention, or all mentions get the same type. A
    mention has one code of each coding system whose concepts have the name.

    Example:
        >>> component = LookUp(Options(type="Condition"), Resources(terms={"mondo": terminology}))
        >>> component(analysis)
        >>> analysis.mentions

    Options: see `Options` and docs/reference/components/lookup.md.

    Measured speed: docs/background/benchmarks/extract.md; matches: terminology.md in that folder.
    """

    requires: ClassVar[frozenset[str]] = frozenset()
    adds: ClassVar[frozenset[str]] = frozenset({"mentions", "codes"})
    learns: ClassVar[bool] = False
    settings: ClassVar[type[msgspec.Struct]] = Options

    def __init__(self, options: Options, resources: Resources) -> None:
        self.options, self.resources = options, resources
        parts = self._select_concepts(resources.get_terminologies(options.terms, "lookup"))
        self._typer = MentionTyper(
            parts, subset=options.subset, kind=options.type, mappings=options.mappings
        )
        self._find = Finder(
            self._typer.parts,
            overlap=options.overlap,
            threshold=options.threshold,
            exact=options.exact,
            typos=options.typos,
        )

    def _select_concepts(
        self, terminologies: Sequence[Terminology]
    ) -> list[tuple[Terminology, Mask | None]]:
        """Return the terminologies with concepts of the subset, and a mask of these concepts."""
        if not self.options.subset:
            return [(terms, None) for terms in terminologies]
        subset = Subset.load(self.options.subset)
        parts: list[tuple[Terminology, Mask | None]] = []
        problems = []
        for terms in terminologies:
            try:
                parts.append((terms, subset.mask(terms)))
            except InputError as error:
                problems.append(error)
                self.resources.progress(f"{terms.name} is left out: {error}")
        if not parts:
            raise problems[0]
        return parts

    def __call__(self, analysis: Analysis) -> None:
        self._add(analysis, self._find(analysis.text))

    def many(self, analyses: Sequence[Analysis]) -> None:
        """Look up all texts at once, which is several times faster for short texts."""
        results = self._find.many([analysis.text for analysis in analyses])
        for analysis, places in zip(analyses, results, strict=True):
            self._add(analysis, places)

    def _add(self, analysis: Analysis, places: Sequence[Place]) -> None:
        for match in self._typer(places):
            analysis.mentions.append(self._make_mention(analysis.make_id("s"), match))

    def _make_mention(self, id_: str, match: LookupMention) -> Mention:
        codes = match.codes if self.options.codes else ()
        attributes = explain_mention(match) if self.options.explain else {}
        return Mention(id_, match.type, (Span(match.start, match.end),), attributes, codes)

    def train(self, examples: Sequence[Example]) -> None:
        """Do nothing: this component is not trained."""

    def save(self, folder: Path) -> None:
        """Do nothing: there is no trained state."""

    def load(self, folder: Path) -> None:
        """Do nothing: there is no trained state."""


def explain_mention(match: LookupMention) -> dict[str, str]:
    """Return score, kind of match and number of candidate concepts as attributes."""
    attributes = {WORTH: str(match.worth), HOW: match.how}
    if match.choices > 1:
        attributes[CHOICES] = str(match.choices)
    return attributes


provides = LookUp
