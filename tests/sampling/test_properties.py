"""What holds for every population, plan and seed."""

from collections import Counter
from fractions import Fraction

from hypothesis import assume, given
from hypothesis import strategies as st

from goldsmith.errors import InputError
from goldsmith.sampling import Card, DrawPlan, Part, SplitPlan, draw, population, split
from goldsmith.sampling.rounding import allocate, largest_remainder

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
def test_largest_remainder_gives_every_cell_its_quota_rounded(
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
def test_allocation_keeps_to_the_room_there_is(
    weights: dict[tuple[str, ...], int], data: st.DataObject
) -> None:
    room = {cell: data.draw(st.integers(0, weight)) for cell, weight in weights.items()}
    size = data.draw(st.integers(0, sum(room.values())))
    counts = allocate(size, weights, room)
    assert sum(counts.values()) == size
    assert all(0 <= counts[cell] <= room[cell] for cell in weights)
    if size:
        assert allocate(size, weights, weights) == largest_remainder(size, weights)


@given(populations(), st.integers(1, 4), st.integers(1, 4), SEEDS, st.booleans())
def test_parts_are_disjoint_and_exact_and_never_depend_on_order(
    cards: list[Card], first: int, second: int, seed: int, by_patient: bool
) -> None:
    plan = DrawPlan(
        seed=seed,
        axes=("type", "diagnosis"),
        parts=(Part("one", first), Part("two", second)),
        by_patient=by_patient,
    )
    try:
        drawn = draw(population(cards), plan)
    except InputError as error:
        assert by_patient or "there are" in str(error)
        return
    assert draw(population(cards), plan) == drawn
    assert draw(population(cards[::-1]), plan) == drawn
    one, two = (set(drawn.parts[name]) for name in ("one", "two"))
    assert (len(one), len(two)) == (first, second) and not one & two
    if by_patient:
        of = {card.id: card.patient for card in cards}
        assert not {of[doc] for doc in one} & {of[doc] for doc in two}
    for stratum in drawn.strata:
        if stratum.part == "one":
            assert abs(stratum.wanted - stratum.obtained) < 1
            assert stratum.obtained <= stratum.population


@given(populations(), SEEDS, st.booleans())
def test_a_mirror_has_the_same_strata_and_no_document_in_common(
    cards: list[Card], seed: int, by_patient: bool
) -> None:
    plan = DrawPlan(
        seed=seed, axes=("diagnosis",), parts=(Part("s", 3),), mirror="s", by_patient=by_patient
    )
    try:
        drawn = draw(population(cards), plan)
    except InputError:
        return
    of = {card.id: card for card in cards}
    first, other = ([of[one] for one in drawn.parts[name]] for name in ("s", "mirror"))
    assert Counter(one.diagnosis for one in first) == Counter(one.diagnosis for one in other)
    assert not {one.id for one in first} & {one.id for one in other}
    if by_patient:
        assert not {one.patient for one in first} & {one.patient for one in other}


SHARES = st.sampled_from(
    [
        {"train": "0.8", "dev": "0.1", "test": "0.1"},
        {"a": "1/3", "b": "1/3", "c": "1/3"},
        {"big": "90%", "small": "10%"},
    ]
)


@given(populations(), SHARES, SEEDS, st.sampled_from(["patient", "document"]))
def test_a_split_takes_every_document_once_and_no_patient_twice(
    cards: list[Card], shares: dict[str, str], seed: int, by: str
) -> None:
    plan = SplitPlan(shares, seed, ("type", "diagnosis"), by)  # type: ignore[arg-type]
    try:
        drawn = split(population(cards), plan)
    except InputError as error:
        assert "would be empty" in str(error)
        return
    assert split(population(cards[::-1]), plan) == drawn
    part_of = {doc: name for name, ids in drawn.parts.items() for doc in ids}
    assert len(part_of) == sum(map(len, drawn.parts.values())) == len(cards)
    if by == "document":
        sizes = {name: len(ids) for name, ids in drawn.parts.items()}
        quotas = {name: sum(s.wanted for s in drawn.strata if s.part == name) for name in shares}
        assert all(abs(sizes[name] - quotas[name]) < 1 + 1e-4 for name in shares)
    else:
        pairs = {(card.patient, part_of[card.id]) for card in cards}
        assert len(pairs) == len({card.patient for card in cards})
