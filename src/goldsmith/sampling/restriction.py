"""Restrict a population by diagnosis, by other fields, and to frequent values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from goldsmith.errors import InputError, UnknownName
from goldsmith.sampling import icd10
from goldsmith.sampling.fields import Fields
from goldsmith.sampling.plan import Restriction, RestrictionStep
from goldsmith.sampling.population import Card

#: The number of values that an error lists, the most frequent first.
_LISTED = 30

#: The wording of a condition and the test for it.
Condition = tuple[str, Callable[[Card], bool]]


def check_restriction(only: Restriction) -> None:
    """Raise InputError if a restriction is wrong for any population."""
    for term in only.icd10:
        icd10.parse_range(term)
    if not 0 <= only.min_share < 1:
        raise InputError(f"{only.min_share:g} is not a share", expected="such as 0.05")


def restrict_cards(
    cards: Sequence[Card], fields: Fields, only: Restriction
) -> tuple[list[Card], tuple[RestrictionStep, ...]]:
    """Select the cards that meet every condition, and count those that remain after each.

    Raises:
        InputError: No card meets the conditions, or a field or value is unknown.
    """
    remaining: list[Card] = list(cards)
    steps: list[RestrictionStep] = []
    for condition in _list_conditions(cards, fields, only):
        remaining = _apply_condition(condition, remaining, steps, len(cards))
    if only.frequent:
        condition = _make_frequency_condition(cards, remaining, fields, only)
        remaining = _apply_condition(condition, remaining, steps, len(cards))
    return remaining, tuple(steps)


def _apply_condition(
    condition: Condition, cards: list[Card], steps: list[RestrictionStep], total: int
) -> list[Card]:
    """Select the cards that meet a condition and add the step; raise an error if none does."""
    name, holds = condition
    remaining = [card for card in cards if holds(card)]
    if not remaining:
        raise InputError(
            f"none of the {total:,} documents remain: none has {name}",
            remedy="`goldsmith describe` shows the values of the corpus; widen the restriction",
        )
    steps.append(RestrictionStep(name, len(remaining)))
    return remaining


def _list_conditions(
    cards: Sequence[Card], fields: Fields, only: Restriction
) -> Iterator[Condition]:
    if only.icd10:
        ranges = [icd10.parse_range(term) for term in only.icd10]
        read = fields.make_reader("code")
        yield (
            f"a diagnosis in ICD-10 {', '.join(only.icd10)}",
            lambda card: any(
                code_range.contains(icd10.parse_code(read(card))) for code_range in ranges
            ),
        )
    for name, values in only.where.items():
        yield _make_value_condition(cards, fields, name, values)


def _make_value_condition(
    cards: Sequence[Card], fields: Fields, name: str, values: tuple[str, ...]
) -> Condition:
    read = fields.make_reader(name)
    counts = Counter(read(card) for card in cards)
    for value in values:
        if value not in counts:
            frequent = [common for common, _ in counts.most_common(_LISTED) if common]
            raise UnknownName(f"value of {name}", value, frequent)
    return f"{name} {' or '.join(values)}", lambda card: read(card) in values


def _make_frequency_condition(
    cards: Sequence[Card], remaining: Sequence[Card], fields: Fields, only: Restriction
) -> Condition:
    """Make the condition that a value has a minimum share of the *whole* population.

    This is the condition of CLEF, section 3.1. A missing value never meets it.
    """
    read = fields.make_reader(only.frequent)
    counts = Counter(map(read, cards))
    threshold = only.min_share * len(cards)
    frequent = {value for value, count in counts.items() if value and count > threshold}
    ranked = sorted(
        {read(card) for card in remaining} & frequent, key=lambda value: (-counts[value], value)
    )
    name = f"{only.frequent} above {100 * only.min_share:g} % of all documents"
    listed = f" ({', '.join(ranked)})" if 0 < len(ranked) <= _LISTED else ""
    return name + listed, lambda card: read(card) in frequent
