"""Pairs that are no identity: parts of a whole, subsets of a set.

Parts are known by their nouns: from the word list, and from the pairs of the gold standard.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from goldsmith.components.coreference.lexicon import load_lexicon
from goldsmith.components.coreference.markables import Markable

PART, SUBSET = "part/whole", "set/subset"
#: A number or a quantifier alone: "The tumors have changed. Two are stage three."
_SUBSET_PRONOUN: Final = "quantifier"
#: Sentences back in which the set of such a word is looked for.
_REACH: Final = 2


class Bridge(NamedTuple):
    """An anaphor and its antecedent, and the type of their relation."""

    anaphor: int
    antecedent: int
    kind: str


class BridgingNouns:
    """Head of the anaphor and head of the antecedent -> type of their relation."""

    def __init__(self, learned: Mapping[tuple[str, str], str] | None = None) -> None:
        self.learned = dict(learned or {})

    def get_kind(self, anaphor: Markable, antecedent: Markable) -> str:
        """Return the relation type of two nouns; nothing if there is none."""
        heads = anaphor.phrase.head, antecedent.phrase.head
        if heads in self.learned:
            return self.learned[heads]
        return PART if heads[1] in load_lexicon().parts.get(heads[0], ()) else ""

    def find(self, markables: Sequence[Markable], chains: Sequence[int]) -> Iterator[Bridge]:
        """Yield the bridges of the first mention of each chain, to the nearest antecedent.

        Args:
            markables: The markables in text order.
            chains: The chain of each.
        """
        first: set[int] = set()
        for number, (markable, chain) in enumerate(zip(markables, chains, strict=True)):
            if chain in first:
                continue
            first.add(chain)
            if bridge := self._find_antecedent(markables, number, markable):
                yield bridge

    def _find_antecedent(
        self, markables: Sequence[Markable], number: int, anaphor: Markable
    ) -> Bridge | None:
        for earlier in range(number - 1, -1, -1):
            antecedent = markables[earlier]
            if _is_subset(anaphor, antecedent):
                return Bridge(number, earlier, SUBSET)
            if kind := self.get_kind(anaphor, antecedent):
                return Bridge(number, earlier, kind)
        return None


def _is_subset(anaphor: Markable, antecedent: Markable) -> bool:
    """Return whether a quantifier alone follows a plural."""
    near = anaphor.sentence - antecedent.sentence <= _REACH
    is_quantifier = anaphor.phrase.pronoun == _SUBSET_PRONOUN
    return near and is_quantifier and antecedent.phrase.is_plural and not antecedent.phrase.pronoun
