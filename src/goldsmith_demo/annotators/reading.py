"""One annotator's reading of one document: all that an error mechanism looks at."""

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

#: Wording, without regard to case -> the type it is annotated with elsewhere.
Lexicon = Mapping[str, str]
#: Code -> those that could be taken for it.
Siblings = Callable[[Code], Sequence[Code]]

_HIGHEST: Final = 0.95
"""Factors alone never make anything go wrong every time; only a profile that says so does."""


class Reading:
    """An annotator of a profile in front of a document."""

    def __init__(
        self,
        doc: Document,
        gold: AnnotationSet,
        profile: Profile,
        draws: Draws,
        *,
        schema: Schema,
        roles: Roles,
        lexicon: Lexicon,
        siblings: Siblings | None = None,
    ) -> None:
        self.doc, self.gold, self.profile, self.draws = doc, gold, profile, draws
        self.schema, self.roles, self.siblings = schema, roles, siblings
        self.words = Words(doc.text)
        self.lexicon = {**lexicon, **wordings([(doc, gold)])}
        self.rules: dict[str, RelationType] = {kind.name: kind for kind in schema.relation}
        self._gold = gold.by_id()
        ends = (end for rel in gold.relations for end in (rel.arg1, rel.arg2))
        self._related = Counter(ends)
        self._person = draws.personal(profile.spread)
        self._genre = profile.genres.get(doc.metadata.type, 1.0)

    def rate(self, base: float, *factors: float, by_genre: bool = True) -> float:
        """A profile's rate for this annotator and document, times what makes the place harder."""
        rate = base * self._person * (self._genre if by_genre else 1.0)
        return min(math.prod(factors, start=rate), max(_HIGHEST, base))

    def draw(
        self, mechanism: str, place: Mention | Relation, mentions: Mapping[str, Mention]
    ) -> Draw:
        """The draw of a mechanism at a mention or a relation."""
        where, profile = self._place(place, mentions), self.profile
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
        """The draw of a mechanism at a mention."""
        return self.draw(mechanism, mention, {})

    def _place(self, place: Mention | Relation, mentions: Mapping[str, Mention]) -> str:
        """What the gold standard has there: annotators who differ still speak of the same."""
        if isinstance(place, Relation):
            ends = (mentions[place.arg1], mentions[place.arg2])
            return f"{place.type} {self._place(ends[0], {})} {self._place(ends[1], {})}"
        known = self._gold.get(place.id, place)
        return f"{known.type} {[(span.start, span.end) for span in known.spans]}"

    def related(self, mention: Mention) -> int:
        """How many relations the gold standard has for a mention."""
        return self._related[mention.id]

    def untouched(self, mention: Mention) -> bool:
        """Whether a mention is still as the gold standard has it: no error is done and undone."""
        return self._gold.get(mention.id) == mention

    def is_pronoun(self, mention: Mention) -> bool:
        """Whether a mention is a pronoun, or a determiner that stands for one."""
        return self.words.wording(mention) in PRONOUNS

    def is_link(self, rel: Relation) -> bool:
        """Whether a relation is one of coreference, whatever its kind."""
        rule = self.rules.get(rel.type)
        return rule is not None and rule.identity

    def apart(self, first: Mention, second: Mention) -> int:
        """How many sentences further on the one mention is than the other."""
        here, there = (self.words.sentence(one.start) for one in (first, second))
        return abs(here - there)


def wordings(docs: Iterable[tuple[Document, AnnotationSet]]) -> dict[str, str]:
    """Wording -> type, over some documents; of several types the first by name."""
    found: dict[str, str] = {}
    for doc, one in docs:
        for mention in one.mentions:
            wording = doc.covered(mention).casefold()
            if wording not in PRONOUNS:
                found[wording] = min(found.get(wording, mention.type), mention.type)
    return found


@cache
def common(schema: str) -> Lexicon:
    """What annotators of a schema know as mentions: for CLEF, the wordings of the demo notes."""
    if schema != "clef":
        return {}
    return wordings((doc, doc.sets["gold"]) for doc in notes.documents())
