"""CLEF's sampling (Roberts et al. 2009, section 3), worked through on Table 1."""

from collections import Counter

import pytest

from goldsmith.sampling import Card, Draw, DrawPlan, Part, Population, Restriction, draw, population

AXES = ("subtype", "diagnosis")

#: 50 times the shares of Table 1, rounded by the largest remainder. Whole parts add up to 37; the
#: 13 largest remainders go up, the smallest of them 0.4001 (to consultant, respiratory).
#: Columns: digestive, breast, haematological, respiratory, female genital, male genital.
SAMPLE_OF_50 = {
    "to GP": (5, 6, 6, 3, 2, 3),
    "discharge": (4, 1, 1, 1, 1, 0),
    "case note": (2, 2, 1, 1, 1, 1),
    "other letter": (1, 1, 1, 0, 1, 0),
    "to consultant": (1, 1, 0, 1, 0, 0),
    "to referrer": (1, 0, 0, 0, 0, 0),
    "to patient": (0, 1, 0, 0, 0, 0),
    "report": (0, 0, 0, 0, 0, 0),
    "audit": (0, 0, 0, 0, 0, 0),
}
COLUMNS = (
    "digestive",
    "breast",
    "haematological",
    "respiratory",
    "female-genital",
    "male-genital",
)


def obtained(drawn: Draw, part: str) -> dict[tuple[str, ...], int]:
    return {
        tuple(one.values.values()): one.obtained
        for one in drawn.strata
        if one.part == part and one.obtained
    }


def test_the_table_written_here_adds_up() -> None:
    assert sum(map(sum, SAMPLE_OF_50.values())) == 50


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_fifty_narratives_in_the_proportions_of_table_1(table_1: Population, seed: int) -> None:
    drawn = draw(table_1, DrawPlan(seed=seed, axes=AXES, parts=(Part("gold", 50),)))
    assert obtained(drawn, "gold") == {
        (subtype, column): count
        for subtype, row in SAMPLE_OF_50.items()
        for column, count in zip(COLUMNS, row, strict=True)
        if count
    }
    assert len(set(drawn.parts["gold"])) == 50


def test_table_1_s_margins_come_out_within_one_document(table_1: Population) -> None:
    drawn = draw(table_1, DrawPlan(axes=AXES, parts=(Part("gold", 50),)))
    for axis in AXES:
        wanted: Counter[str] = Counter()
        got: Counter[str] = Counter()
        for one in drawn.strata:
            wanted[one.values[axis]] += one.wanted  # type: ignore[assignment]
            got[one.values[axis]] += one.obtained
        assert all(abs(wanted[value] - got[value]) < 1 for value in wanted)


def test_the_mirror_has_the_same_strata_and_other_documents(table_1: Population) -> None:
    plan = DrawPlan(axes=AXES, parts=(Part("gold", 50), Part("training", 32)), mirror="gold")
    drawn = draw(table_1, plan)
    assert obtained(drawn, "mirror") == obtained(drawn, "gold")
    assert {name: len(ids) for name, ids in drawn.parts.items()} == {
        "gold": 50,
        "training": 32,
        "mirror": 50,
    }
    assert len({one for ids in drawn.parts.values() for one in ids}) == 132


def test_a_mirror_of_a_sample_drawn_before(table_1: Population) -> None:
    first = draw(table_1, DrawPlan(seed=5, axes=AXES, parts=(Part("gold", 50),)))
    second = draw(table_1, DrawPlan(seed=6, axes=AXES, like=first.parts["gold"]))
    assert obtained(second, "mirror") == obtained(first, "gold")
    assert not set(second.parts["mirror"]) & set(first.parts["gold"])


def test_fifty_of_each_type() -> None:
    kinds = {"narrative": 3000, "histopathology": 1000, "imaging": 200}
    cards = [
        Card(f"{kind}-{number}", type=kind, diagnosis=("C50", "C18")[number % 4 == 0])
        for kind, count in kinds.items()
        for number in range(count)
    ]
    size = dict.fromkeys(kinds, 50)
    drawn = draw(population(cards), DrawPlan(axes=("diagnosis",), parts=(Part("gold", size),)))
    assert Counter(one.rpartition("-")[0] for one in drawn.parts["gold"]) == size
    # A quarter has C18, of each type: 12.5 goes to the larger stratum, breast.
    assert obtained(drawn, "gold")["narrative", "digestive"] == 12
    assert obtained(drawn, "gold")["imaging", "breast"] == 38


def test_restricted_to_neoplasms_above_five_per_cent_of_the_whole() -> None:
    codes = {"C50.1": 60, "C18": 40, "C34": 7, "C61": 6, "I10": 87}
    cards = [
        Card(f"{code}-{n}", diagnosis=code) for code, many in codes.items() for n in range(many)
    ]
    # 7 of 200 is 3.5 %; of the neoplasms alone it would be above 5 %.
    plan = DrawPlan(
        only=Restriction(icd10=("II",), frequent="diagnosis"), parts=(Part("all", 100),)
    )
    drawn = draw(population(cards), plan)
    assert [one.documents for one in drawn.kept] == [113, 100]
    assert drawn.kept[1].condition.endswith("(breast, digestive)")
    assert {one.partition("-")[0] for one in drawn.parts["all"]} == {"C50.1", "C18"}


def test_exactly_five_per_cent_is_not_above_it() -> None:
    cards = [Card(f"{n}", diagnosis="C50" if n < 5 else "C18") for n in range(100)]
    plan = DrawPlan(only=Restriction(frequent="diagnosis"), parts=(Part("all", 95),))
    assert draw(population(cards), plan).kept[0].documents == 95


def test_mayo_s_trial_and_experimental_sets_take_all_160_notes() -> None:
    cards = [Card(f"{n}", type="abcdefg"[n % 7], subtype=str(n % 11)) for n in range(160)]
    parts = (Part("trial", 60), Part("experimental", 100))
    drawn = draw(population(cards), DrawPlan(axes=("type", "subtype"), parts=parts))
    assert len(drawn.parts["trial"]) == 60 and len(drawn.parts["experimental"]) == 100
    assert not set(drawn.parts["trial"]) & set(drawn.parts["experimental"])
