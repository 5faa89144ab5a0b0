"""Restricts a population by diagnosis, by other fields, and to what is frequent in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from goldsmith.errors import InputError, UnknownName
from goldsmith.sampling import icd10
from goldsmith.sampling.card import Card
from goldsmith.sampling.fields import Fields
from goldsmith.sampling.plan import Kept, Restriction

#: How many values an error lists, the most frequent ones.
_LISTED = 30

Condition = tuple[str, Callable[[Card], bool]]


def restricted(
    cards: Sequence[Card], fields: Fields, only: Restriction
) -> tuple[list[Card], tuple[Kept, ...]]:
    """The cards that meet every condition, and how many were left after each of them."""
    left: list[Card] = list(cards)
    kept: list[Kept] = []
    for condition in _conditions(cards, fields, only):
        left = _meeting(condition, left, kept, len(cards))
    if only.frequent:
        left = _meeting(_frequent(cards, left, fields, only), left, kept, len(cards))
    return left, tuple(kept)


def _meeting(condition: Condition, cards: list[Card], kept: list[Kept], of: int) -> list[Card]:
    """The cards that meet a condition; that none does is said at once."""
    name, holds = condition
    left = [card for card in cards if holds(card)]
    if not left:
        raise InputError(
            f"no document is left of {of:,}: none has {name}",
            remedy="`goldsmith describe` shows what there is; widen the restriction",
        )
    kept.append(Kept(name, len(left)))
    return left


def _conditions(cards: Sequence[Card], fields: Fields, only: Restriction) -> Iterator[Condition]:
    if only.icd10:
        stretches = [icd10.stretch(term) for term in only.icd10]
        yield (
            f"a diagnosis in ICD-10 {', '.join(only.icd10)}",
            lambda card: any(one.holds(icd10.code(card.diagnosis)) for one in stretches),
        )
    for name, values in only.where.items():
        yield _has_value(cards, fields, name, values)


def _has_value(
    cards: Sequence[Card], fields: Fields, name: str, values: tuple[str, ...]
) -> Condition:
    read = fields.field(name)
    known = Counter(read(card) for card in cards)
    for value in values:
        if value not in known:
            frequent = [one for one, _ in known.most_common(_LISTED) if one]
            raise UnknownName(f"value of {name}", value, frequent)
    return f"{name} {' or '.join(values)}", lambda card: read(card) in values


def _frequent(
    cards: Sequence[Card], left: Sequence[Card], fields: Fields, only: Restriction
) -> Condition:
    """Values above a share of the *whole* population, as in CLEF section 3.1; no value is none."""
    if not 0 <= only.min_share < 1:
        raise InputError(f"{only.min_share:g} is not a share", expected="such as 0.05")
    read = fields.field(only.frequent)
    counts = Counter(map(read, cards))
    least = only.min_share * len(cards)
    often = {value for value, count in counts.items() if value and count > least}
    ranked = sorted({read(card) for card in left} & often, key=lambda one: (-counts[one], one))
    name = f"{only.frequent} above {100 * only.min_share:g} % of all documents"
    listed = f" ({', '.join(ranked)})" if 0 < len(ranked) <= _LISTED else ""
    return name + listed, lambda card: read(card) in often
