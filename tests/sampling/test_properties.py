"""Properties that hold for every population, plan and seed."""

from collections import Counter
from fractions import Fraction

from hypothesis import assume, given
from hypothesis import strategies as st

from goldsmith.errors import InputError
from goldsmith.sampling import (
    Card,
    DrawPlan,
    Part,
    SplitPlan,
    build_population_from_cards,
    draw_samples,
    split_population,
)
from goldsmith.sampling.allocation import compute_quotas, largest_remainder

WEIGHTS = st.dictionaries(
    st.tuples(st.sampled_from("abcdefgh"), st.sampled_from("xyz")), st.integers(0, 60), min_size=1
)
SEEDS = st.integers(0, 5)


@st.composite
def populations(draws: st.DrawFn) -> list[Card]:
    values = st.tuples(st.integers(0, 12), st.sampled_from("nih"), st.sampled_from(["C50", "C18"]))
    rows = draws(st.lists(values, min_size=4, max_size=60))
    return [
        Card(f"d{number}", f"P{patient}", kind, diagnosis=code)
        for number, (patient, kind, code) in enumerate(rows)
    ]


@given(WEIGHTS, st.data(), SEEDS)
def test_largest_remainder_rounds_every_quota(
    weights: dict[tuple[str, ...], int], data: st.DataObject, seed: int
) -> None:
    total = sum(weights.values())
    assume(total)
    size = data.draw(st.integers(0, total))
    counts = largest_remainder(size, weights, seed=seed)
    assert sum(counts.values()) == size
    quotas = {cell: Fraction(size * weight, total) for cell, weight in weights.items()}
    assert all(abs(counts[cell] - quotas[cell]) < 1 for cell in weights)
    ups = [quotas[cell] % 1 for cell in weights if counts[cell] > quotas[cell]]
    downs = [quotas[cell] % 1 for cell in weights if counts[cell] < quotas[cell]]
    assert not ups or not downs or min(ups) >= max(downs)


@given(WEIGHTS, st.data())
def test_allocation_never_exceeds_the_available_documents(
    weights: dict[tuple[str, ...], int], data: st.DataObject
) -> None:
    room = {cell: data.draw(st.integers(0, weight)) for cell, weight in weights.items()}
    size = data.draw(st.integers(0, sum(room.values())))
    quotas = compute_quotas(size, weights, room)
    assert sum(map(quotas.get_quota, weights)) == size
    assert all(0 <= quotas.get_quota(cell) <= room[cell] for cell in weights)
    counts = quotas.round(seed=0, name="")
    assert sum(counts.values()) == size
    assert all(0 <= counts[cell] <= room[cell] for cell in weights)
    if size:
        exact = compute_quotas(size, weights, weights)
        total = sum(weights.values())
        assert all(
            exact.get_quota(cell) == Fraction(size * weight, total)
            for cell, weight in weights.items()
        )


@given(populations(), st.integers(1, 4), st.integers(1, 4), SEEDS, st.booleans())
def test_parts_are_disjoint_exact_and_independent_of_order(
    cards: list[Card], first: int, second: int, seed: int, by_patient: bool
) -> None:
    plan = DrawPlan(
        seed=seed,
        axes=("type", "diagnosis"),
        parts=(Part("first", first), Part("second", second)),
        by_patient=by_patient,
    )
    try:
        result = draw_samples(build_population_from_cards(cards), plan)
    except InputError as error:
        assert by_patient or "but only" in str(error)
        return
    assert draw_samples(build_population_from_cards(cards), plan) == result
    assert draw_samples(build_population_from_cards(cards[::-1]), plan) == result
    first_ids, second_ids = (set(result.parts[name]) for name in ("first", "second"))
    assert (len(first_ids), len(second_ids)) == (first, second) and not first_ids & second_ids
    if by_patient:
        patients = {card.id: card.patient for card in cards}
        shared = {patients[doc_id] for doc_id in first_ids} & {
            patients[doc_id] for doc_id in second_ids
        }
        assert not shared
    for stratum in result.strata:
        if stratum.part == "first":
            assert abs(stratum.quota - stratum.obtained) < 1
            assert stratum.obtained <= stratum.population


@given(populations(), SEEDS, st.booleans())
def test_mirror_has_the_same_strata_and_other_documents(
    cards: list[Card], seed: int, by_patient: bool
) -> None:
    plan = DrawPlan(
        seed=seed, axes=("diagnosis",), parts=(Part("s", 3),), mirror="s", by_patient=by_patient
    )
    try:
        result = draw_samples(build_population_from_cards(cards), plan)
    except InputError:
        return
    by_id = {card.id: card for card in cards}
    sample, mirror = ([by_id[doc_id] for doc_id in result.parts[name]] for name in ("s", "mirror"))
    assert Counter(card.diagnosis for card in sample) == Counter(card.diagnosis for card in mirror)
    assert not {card.id for card in sample} & {card.id for card in mirror}
    if by_patient:
        assert not {card.patient for card in sample} & {card.patient for card in mirror}


SHARES = st.sampled_from(
    [
        {"train": "0.8", "dev": "0.1", "test": "0.1"},
        {"a": "1/3", "b": "1/3", "c": "1/3"},
        {"big": "90%", "small": "10%"},
    ]
)


@given(populations(), SHARES, SEEDS, st.sampled_from(["patient", "document"]))
def test_split_assigns_every_document_once_and_no_patient_twice(
    cards: list[Card], shares: dict[str, str], seed: int, by: str
) -> None:
    plan = SplitPlan(shares, seed, ("type", "diagnosis"), by)  # type: ignore[arg-type]
    try:
        result = split_population(build_population_from_cards(cards), plan)
    except InputError as error:
        assert "would be empty" in str(error)
        return
    assert split_population(build_population_from_cards(cards[::-1]), plan) == result
    part_of = {doc_id: name for name, ids in result.parts.items() for doc_id in ids}
    assert len(part_of) == sum(map(len, result.parts.values())) == len(cards)
    if by == "document":
        sizes = {name: len(ids) for name, ids in result.parts.items()}
        quotas = {
            name: sum(row.quota for row in result.strata if row.part == name) for name in shares
        }
        assert all(abs(sizes[name] - quotas[name]) < 1 + 1e-4 for name in shares)
    else:
        pairs = {(card.patient, part_of[card.id]) for card in cards}
        assert len(pairs) == len({card.patient for card in cards})
