"""Every document has the same chance of being drawn, in every part of a draw."""

from collections import Counter

import pytest

from goldsmith.sampling import (
    Card,
    DrawPlan,
    Part,
    Population,
    build_population_from_cards,
    draw_samples,
)

SEEDS = range(1000)


@pytest.fixture(scope="module")
def skewed() -> Population:
    """Return 60 documents: one large stratum, two medium ones, and nine with a single document."""
    strata = [("a", "x")] * 30 + [("a", "y")] * 12 + [("b", "x")] * 9
    strata += [("c", "x"), ("c", "y"), ("d", "y"), ("d", "z"), ("e", "x")]
    strata += [("e", "z"), ("f", "y"), ("f", "x"), ("b", "z")]
    return build_population_from_cards(
        Card(f"{number:02}", f"P{number}", doc_type, subtype)
        for number, (doc_type, subtype) in enumerate(strata)
    )


def test_every_document_has_the_same_chance_in_every_part(skewed: Population) -> None:
    sizes = {"gold": 15, "training": 10, "test": 20}
    parts = tuple(Part(name, size) for name, size in sizes.items())
    counts: dict[str, Counter[str]] = {name: Counter() for name in sizes}
    for seed in SEEDS:
        plan = DrawPlan(seed=seed, axes=("type", "subtype"), parts=parts)
        for name, ids in draw_samples(skewed, plan).parts.items():
            counts[name].update(ids)
    for name, size in sizes.items():
        chance = size / len(skewed.cards)
        tolerance = 4.5 * (chance * (1 - chance) / len(SEEDS)) ** 0.5
        assert len(counts[name]) == len(skewed.cards)
        for count in counts[name].values():
            assert abs(count / len(SEEDS) - chance) < tolerance


def test_later_parts_keep_the_proportions_of_the_population() -> None:
    # Equal sizes by type leave few imaging reports, but the next part has the original shares.
    cards = [Card(f"{n}", type="imaging" if n < 100 else "narrative") for n in range(1000)]
    parts = (Part("gold", {"imaging": 50, "narrative": 50}), Part("training", 40))
    result = draw_samples(build_population_from_cards(cards), DrawPlan(parts=parts))
    assert [row.obtained for row in result.strata if row.part == "training"] == [4, 36]


def test_mirror_replaces_an_exhausted_stratum(skewed: Population) -> None:
    replaced = 0
    by_id = {card.id: card for card in skewed.cards}
    for seed in range(100):
        plan = DrawPlan(
            seed=seed, axes=("subtype", "type"), parts=(Part("gold", 12),), mirror="gold"
        )
        result = draw_samples(skewed, plan)
        gold, mirror = ([by_id[doc_id] for doc_id in ids] for ids in result.parts.values())
        assert not {card.id for card in gold} & {card.id for card in mirror}
        subtypes = [Counter(card.subtype for card in cards) for cards in (gold, mirror)]
        assert subtypes[0] == subtypes[1]
        same_strata = Counter((card.type, card.subtype) for card in gold) == Counter(
            (card.type, card.subtype) for card in mirror
        )
        assert bool(result.notes) is not same_strata
        replaced += not same_strata
    assert replaced > 50


def test_mirror_matches_the_values_of_exhausted_strata() -> None:
    # The strata of the sample are exhausted. Documents 3 and 4 together have the same values.
    cards = [
        Card("1", type="a", subtype="x", institution="p"),
        Card("2", type="a", subtype="y", institution="q"),
    ]
    cards += [
        Card("3", type="a", subtype="x", institution="q"),
        Card("4", type="a", subtype="y", institution="p"),
    ]
    cards += [Card(f"{n}", type="a", subtype="z", institution="r") for n in range(5, 50)]
    plan = DrawPlan(axes=("type", "subtype", "institution"), like=("1", "2"))
    result = draw_samples(build_population_from_cards(cards), plan)
    assert result.parts["mirror"] == ("3", "4")
    assert result.notes[0].startswith("mirror: 2 of 2 documents are from a similar stratum")
