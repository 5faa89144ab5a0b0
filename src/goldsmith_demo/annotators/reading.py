"""An annotator's reading of a document: the data that the error mechanisms use and change."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from goldsmith.core import AnnotationSet, Document, Mention, Relation, Schema, Span
from goldsmith.examples import notes
from goldsmith_demo.annotators.draws import Draw, Draws
from goldsmith_demo.annotators.profiles import Profile
from goldsmith_demo.annotators.roles import find_roles
from goldsmith_demo.annotators.words import PRONOUNS, Words

#: Text in lower case -> the type that it has elsewhere.
Lexicon = Mapping[str, str]

_HIGHEST: Final = 0.95
"""Factors never raise a rate above this value; only a profile can set a higher one."""


class Reading:
    """A document as an annotator with a profile reads it, and the annotations so far."""

    def __init__(
        self, doc: Document, gold: AnnotationSet, profile: Profile, draws: Draws, schema: Schema
    ) -> None:
        self.doc, self.gold, self.profile, self._draws = doc, gold, profile, draws
        self.schema, self.roles = schema, find_roles(schema.name)
        self.words = Words(doc.text)
        self.lexicon = {**_load_lexicon(schema.name), **_collect_wordings([(doc, gold)])}
        self.rules = {kind.name: kind for kind in schema.relation}
        self._gold = gold.mentions_by_id()
        self.update(gold)
        self.related = Counter(end for rel in gold.relations for end in (rel.arg1, rel.arg2))
        """The number of relations of each mention in the gold standard."""
        self._person = draws.draw_factor(profile.spread)
        self._genre = profile.genres.get(doc.metadata.type, 1.0)

    def update(self, annotations: AnnotationSet) -> None:
        """Replace the annotations so far."""
        self.annotations, self.mentions = annotations, annotations.mentions_by_id()

    def rate(self, base: float, *factors: float, by_genre: bool = True) -> float:
        """Return a profile's rate, scaled for this annotator, document type and place."""
        rate = base * self._person * (self._genre if by_genre else 1.0)
        return min(math.prod(factors, start=rate), max(_HIGHEST, base))

    def draw(self, mechanism: str, place: Mention | Relation | Span) -> Draw:
        """Return the draw of a mechanism for a mention, a relation or a word."""
        profile, where = self.profile, self._describe_place(place)
        if not isinstance(place, Relation):
            return self._draws.at(mechanism, where, shared=profile.shared)
        shared, complementary = profile.shared_relations, profile.complementary
        return self._draws.at(
            mechanism, where, shared=shared, complementary=complementary, mirrored=profile.mirrored
        )

    def _describe_place(self, place: Mention | Relation | Span) -> str:
        """Describe a place as in the gold standard, so that all annotators have the same key."""
        if isinstance(place, Span):
            return f"{place.start}-{place.end}"
        if isinstance(place, Relation):
            ends = (self._describe_place(self.mentions[end]) for end in (place.arg1, place.arg2))
            return " ".join((place.type, *ends))
        gold = self._gold.get(place.id, place)
        return f"{gold.type} {[(span.start, span.end) for span in gold.spans]}"

    def is_untouched(self, mention: Mention) -> bool:
        """Return whether a mention is unchanged from the gold standard, so no error is undone."""
        return self._gold.get(mention.id) == mention

    def is_pronoun(self, mention: Mention) -> bool:
        """Return whether a mention is a pronoun, or a determiner used as one."""
        return self.words.get_text(mention) in PRONOUNS

    def is_link(self, rel: Relation) -> bool:
        """Return whether a relation belongs to a coreference type, identity or not."""
        rule = self.rules.get(rel.type)
        return rule is not None and rule.identity

    def count_sentences(self, rel: Relation) -> int:
        """Count the sentence boundaries between the arguments of a relation."""
        starts = (self.mentions[rel.arg1].start, self.mentions[rel.arg2].start)
        first, second = map(self.words.find_sentence, starts)
        return abs(first - second)


def _collect_wordings(docs: Iterable[tuple[Document, AnnotationSet]]) -> dict[str, str]:
    """Map the wordings of mentions to types; of several types, take the first by name."""
    types: dict[str, str] = {}
    for doc, annotation_set in docs:
        for mention in annotation_set.mentions:
            wording = doc.get_covered_text(mention).casefold()
            if wording not in PRONOUNS:
                types[wording] = min(types.get(wording, mention.type), mention.type)
    return types


@cache
def _load_lexicon(schema: str) -> Lexicon:
    """Return the wordings that annotators of a schema know: for CLEF, those of the demo notes."""
    if schema != "clef":
        return {}
    return _collect_wordings((doc, doc.sets["gold"]) for doc in notes.load_documents())
