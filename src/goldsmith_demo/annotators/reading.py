"""An annotator's reading of a document: the data that the error mechanisms use."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Final

from goldsmith.core import AnnotationSet, Code, Document, Mention, Relation, RelationType, Schema
from goldsmith.examples import notes
from goldsmith_demo.annotators.draws import Draw, Draws
from goldsmith_demo.annotators.profiles import Profile
from goldsmith_demo.annotators.roles import Roles
from goldsmith_demo.annotators.words import PRONOUNS, Words

#: Text in lower case -> the type that it has elsewhere.
Lexicon = Mapping[str, str]
#: Returns the codes that a code may be confused with.
Siblings = Callable[[Code], Sequence[Code]]

_HIGHEST: Final = 0.95
"""Factors never raise a rate above this value; only a profile can set a higher one."""


class Reading:
    """A document as an annotator with a profile reads it."""

    def __init__(
        self,
        doc: Document,
        gold: AnnotationSet,
        profile: Profile,
        draws: Draws,
        *,
        schema: Schema,
        roles: Roles,
        siblings: Siblings | None = None,
    ) -> None:
        self.doc, self.gold, self.profile, self.draws = doc, gold, profile, draws
        self.schema, self.roles, self.siblings = schema, roles, siblings
        self.words = Words(doc.text)
        self.lexicon = {**_load_lexicon(schema.name), **_collect_wordings([(doc, gold)])}
        self.rules: dict[str, RelationType] = {kind.name: kind for kind in schema.relation}
        self._gold = gold.mentions_by_id()
        self.related = Counter(end for rel in gold.relations for end in (rel.arg1, rel.arg2))
        """The number of relations of each mention in the gold standard."""
        self._person = draws.draw_factor(profile.spread)
        self._genre = profile.genres.get(doc.metadata.type, 1.0)

    def rate(self, base: float, *factors: float, by_genre: bool = True) -> float:
        """Return a profile's rate, scaled for this annotator, document type and place."""
        rate = base * self._person * (self._genre if by_genre else 1.0)
        return min(math.prod(factors, start=rate), max(_HIGHEST, base))

    def draw(
        self, mechanism: str, place: Mention | Relation, mentions: Mapping[str, Mention]
    ) -> Draw:
        """Return the draw of a mechanism for a mention or a relation."""
        where, profile = self._describe_place(place, mentions), self.profile
        if isinstance(place, Mention):
            return self.draws.at(mechanism, where, shared=profile.shared)
        return self.draws.at(
            mechanism,
            where,
            shared=profile.shared_relations,
            complementary=profile.complementary,
            mirrored=profile.mirrored,
        )

    def at(self, mechanism: str, mention: Mention) -> Draw:
        """Return the draw of a mechanism for a mention."""
        return self.draw(mechanism, mention, {})

    def _describe_place(self, place: Mention | Relation, mentions: Mapping[str, Mention]) -> str:
        """Describe a place as in the gold standard, so that all annotators have the same key."""
        if isinstance(place, Relation):
            ends = (mentions[place.arg1], mentions[place.arg2])
            first, second = (self._describe_place(end, {}) for end in ends)
            return f"{place.type} {first} {second}"
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

    def count_sentences(self, first: Mention, second: Mention) -> int:
        """Count the sentence boundaries between two mentions."""
        find = self.words.find_sentence
        return abs(find(first.start) - find(second.start))


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
