"""Mentions of people by rules: pronouns, and names after an honorific."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar, Literal

import msgspec

from goldsmith.components.coreference.grammar import Place, find_function
from goldsmith.components.coreference.people import (
    PERSONAL,
    POSSESSIVE,
    RELATIVE,
    PersonMention,
    find_names,
    find_pronouns,
)
from goldsmith.components.coreference.phrases import PhraseBook
from goldsmith.core import Mention
from goldsmith.errors import InputError
from goldsmith.pipeline.analysis import Analysis
from goldsmith.pipeline.component import Example, Resources
from goldsmith.text.words import tag_parts_of_speech

__all__ = ["Options", "People", "provides"]

_ODIE, _I2B2 = "odie", "i2b2-2011"
#: Kind of expression -> ODIE's grammatical category.
_CATEGORIES = {
    PERSONAL: "personal pronoun",
    POSSESSIVE: "possessive pronoun",
    RELATIVE: "relative pronoun",
}
_NAME_CATEGORY = "proper noun phrase"


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of the component `people`."""

    #: people: pronouns that refer to people. all: also it, they, which … none: no pronouns.
    pronouns: Literal["people", "all", "none"] = "people"
    #: Words before a name; if empty, names are not annotated.
    honorifics: tuple[str, ...] = ("Mr", "Mrs", "Ms")
    #: The type of mentions of people; by default the type in the schema odie or i2b2-2011.
    type: str = ""


class People:
    """Adds mentions of people by rules: pronouns, and names after Mr, Mrs and Ms.

    ODIE pre-annotated its markables of people in this way (Savova et al. 2011). It has no training.

    Example:
        >>> component = People(Options(type="person"), Resources())
        >>> component(analysis)
        >>> analysis.mentions

    Options: see `Options` and docs/reference/components/people.md, which has the measured results.
    """

    requires: ClassVar[frozenset[str]] = frozenset()
    adds: ClassVar[frozenset[str]] = frozenset({"mentions"})
    learns: ClassVar[bool] = False
    settings: ClassVar[type[msgspec.Struct]] = Options

    def __init__(self, options: Options, resources: Resources) -> None:
        self.options, self.resources = options, resources
        self._schema = resources.schema.name if resources.schema else ""
        if not options.type and self._schema not in (_ODIE, _I2B2):
            raise InputError(
                "the type of mentions of people is not defined",
                expected=f"the schema {_ODIE} or {_I2B2}, or the option type",
            )

    def __call__(self, analysis: Analysis) -> None:
        mentions = [*find_names(analysis.text, self.options.honorifics)]
        if self.options.pronouns != "none":
            mentions += find_pronouns(analysis, things=self.options.pronouns == "all")
        for person in sorted(mentions):
            type_, attributes = self._choose_type(person), self._describe(person, analysis)
            mention = Mention(analysis.make_id("s"), type_, (person.span,), attributes)
            analysis.mentions.append(mention)

    def _choose_type(self, person: PersonMention) -> str:
        if self.options.type:
            return self.options.type
        if self._schema == _ODIE:
            return "markable"
        return "person" if person.is_person else "pronoun"

    def _describe(self, person: PersonMention, analysis: Analysis) -> Mapping[str, str]:
        if self.options.type or self._schema != _ODIE:
            return {}
        return {
            "grammatical_category": _CATEGORIES.get(person.kind, _NAME_CATEGORY),
            "semantic_class": "people" if person.is_person else "none",
            "sentence_function": _find_function(person, analysis),
        }

    def train(self, examples: Sequence[Example]) -> None:
        """Do nothing: this component is not trained."""

    def save(self, folder: Path) -> None:
        """Do nothing: there is no trained state."""

    def load(self, folder: Path) -> None:
        """Do nothing: there is no trained state."""


def _find_function(person: PersonMention, analysis: Analysis) -> str:
    first, end = analysis.find_tokens(person.span)
    begin, stop = analysis.sentences[analysis.find_sentence(first)]
    words = analysis.tokens.words[begin:stop]
    low = [word.lower() for word in words]
    place = Place(low, tag_parts_of_speech(words), first - begin, end - begin)
    phrase = PhraseBook({}).get(analysis.text[person.span.start : person.span.end])
    return find_function(phrase, place)


provides = People
