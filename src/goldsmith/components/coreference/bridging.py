"""Bridging pairs: part and whole, subset and set.

Pairs are recognised by their head nouns, from the word list and from the gold standard.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from goldsmith.components.coreference.lexicon import load_lexicon
from goldsmith.components.coreference.markables import Markable

PART, SUBSET = "part/whole", "set/subset"
#: A number or a quantifier alone: "The tumors have changed. Two are stage three."
_SUBSET_PRONOUN: Final = "quantifier"
#: How many sentences back the set of such a word may be.
_REACH: Final = 2


class Bridge(NamedTuple):
    """An anaphor and its antecedent, and the type of their relation."""

    anaphor: int
    antecedent: int
    kind: str


class BridgingNouns:
    """Head of the anaphor and head of the antecedent -> type of their relation."""

    def __init__(self, learned: Mapping[tuple[str, str], str] | None = None) -> None:
        self._kinds = {
            part: dict.fromkeys(wholes, PART) for part, wholes in load_lexicon().parts.items()
        }
        for (anaphor, antecedent), kind in (learned or {}).items():
            self._kinds.setdefault(anaphor, {})[antecedent] = kind

    def find(self, markables: Sequence[Markable], chains: Sequence[int]) -> Iterator[Bridge]:
        """Yield the bridges of the first mention of each chain, to the nearest antecedent.

        Args:
            markables: The markables in text order.
            chains: The chain of each.
        """
        first: set[int] = set()
        last: dict[str, int] = {}
        for number, (markable, chain) in enumerate(zip(markables, chains, strict=True)):
            if chain not in first:
                first.add(chain)
                bridges = (_find_set(markables, number), self._find_whole(markable, number, last))
                yield from sorted(filter(None, bridges), key=lambda b: -b.antecedent)[:1]
            last[markable.phrase.head] = number

    def _find_whole(self, anaphor: Markable, number: int, last: Mapping[str, int]) -> Bridge | None:
        """Find the nearest antecedent by its head.

        Args:
            anaphor: The anaphor.
            number: Its number.
            last: Head -> the last markable before the anaphor that has it.
        """
        kinds = self._kinds.get(anaphor.phrase.head, {})
        heads = [head for head, kind in kinds.items() if kind and head in last]
        if not heads:
            return None
        nearest = max(heads, key=lambda head: last[head])
        return Bridge(number, last[nearest], kinds[nearest])


def _find_set(markables: Sequence[Markable], number: int) -> Bridge | None:
    """Find the set that a bare quantifier selects from: a plural in the preceding sentences."""
    anaphor = markables[number]
    if anaphor.phrase.pronoun != _SUBSET_PRONOUN:
        return None
    for earlier in range(number - 1, -1, -1):
        phrase = markables[earlier].phrase
        if anaphor.sentence - markables[earlier].sentence > _REACH:
            break
        if phrase.is_plural and not phrase.pronoun:
            return Bridge(number, earlier, SUBSET)
    return None
