"""Positive specific agreement: six criteria by hand, pairing under a criterion, brute force."""

import random
from collections.abc import Callable, Sequence
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Code, Document, Mention, Span, builtin
from goldsmith.metrics import Compared, Metric, Result, Tally, get, measure

METRIC = get("positive-agreement")
MAYO = builtin("mayo-disorder")
CRITERIA = [
    "span exact",
    "overlap",
    "overlap + concept",
    "overlap + context",
    "overlap + status",
    "overlap + all",
]


def disorder(
    name: str,
    start: int,
    end: int,
    code: str = "C1",
    context: str = "current",
    status: str = "confirmed",
) -> Mention:
    attributes = {"context": context, "status": status}
    return Mention(name, "disorder", (Span(start, end),), attributes, (Code(code),))


def result(a: Sequence[Mention], b: Sequence[Mention], metric: Metric = METRIC) -> Result:
    sets = (AnnotationSet("a", tuple(a)), AnnotationSet("b", tuple(b)))
    return measure(metric, [Compared(Document("d", " " * 99), *sets, MAYO)]).result()


def agreement(a: Sequence[Mention], b: Sequence[Mention]) -> list[float | None]:
    rows = result(a, b).rows
    return [rows[name].values["agreement"] for name in CRITERIA]


def test_the_six_criteria_by_hand() -> None:
    a = [
        disorder("a1", 0, 5),
        disorder("a2", 10, 15),
        disorder("a3", 20, 25),
        disorder("a4", 30, 35),
        disorder("a5", 40, 45),
    ]
    b = [
        disorder("b1", 0, 5),  # the same in everything
        disorder("b2", 10, 15, code="C2"),  # another concept
        disorder("b3", 22, 28, context="history of"),  # another extent and context
        disorder("b4", 30, 35, status="negated"),  # another status
        disorder("b5", 45, 50),  # touches a5 only
    ]
    # Of 5 + 5 mentions 3, 4, 3, 3, 3 and 1 pairs meet the criterion.
    assert agreement(a, b) == pytest.approx([2 * pairs / 10 for pairs in (3, 4, 3, 3, 3, 1)])


def test_the_type_is_not_a_criterion() -> None:
    a, b = disorder("a", 0, 5), replace(disorder("b", 0, 5), type="finding")
    assert agreement([a], [b]) == [1] * 6


def test_under_a_criterion_other_mentions_are_paired() -> None:
    # On the same spans the concept differs; the wider one has the right concept.
    a = [disorder("a", 0, 5, code="C1")]
    b = [disorder("b1", 0, 5, code="C2"), disorder("b2", 0, 9, code="C1")]
    rows = result(a, b).rows
    assert rows["overlap + concept"].counts == {"a": 1, "b": 2, "pairs": 1}
    tally = Tally("d", keep_places=True)
    sets = (AnnotationSet("a", tuple(a)), AnnotationSet("b", tuple(b)))
    METRIC.count(Compared(Document("d", " " * 99), *sets, MAYO), tally)
    places = {place.group: place.b for place in tally.places if place.column == "pairs"}
    assert places["overlap"] == ("b1",) and places["overlap + concept"] == ("b2",)


def test_several_codes_are_a_set() -> None:
    a = replace(disorder("a", 0, 5), codes=(Code("C1"), Code("C2", "UMLS")))
    b = replace(disorder("b", 0, 5), codes=(Code("C2"), Code("C1", name="diabetes")))
    assert agreement([a], [b]) == [1] * 6
    fewer = replace(b, codes=(Code("C2"),))
    assert agreement([a], [fewer]) == [1, 1, 0, 1, 1, 0]


def test_a_mention_without_a_code_agrees_with_one_without() -> None:
    none = [replace(disorder(name, 0, 5), codes=()) for name in "ab"]
    assert agreement(none[:1], none[1:]) == [1] * 6
    assert agreement(none[:1], [disorder("b", 0, 5)]) == [1, 1, 0, 1, 1, 0]


def test_discontiguous_mentions() -> None:
    split = replace(disorder("a", 0, 5), spans=(Span(0, 5), Span(20, 25)))
    assert agreement([split], [disorder("b", 8, 12)]) == [0] * 6
    assert agreement([split], [disorder("b", 22, 30)]) == [0, 1, 1, 1, 1, 1]


def test_a_default_of_the_schema_is_a_value() -> None:
    metric = METRIC.with_options(attributes=("unrelated",))
    said = replace(disorder("a", 0, 5), attributes={"unrelated": "false"})
    silent = replace(said, id="b", attributes={})
    rows = result([said], [silent], metric).rows
    assert list(rows) == [
        "span exact",
        "overlap",
        "overlap + concept",
        "overlap + unrelated",
        "overlap + all",
    ]
    assert {row.values["agreement"] for row in rows.values()} == {1}


def test_a_second_copy_stays_unmatched() -> None:
    a, b = [disorder("a1", 0, 5), disorder("a2", 0, 5)], [disorder("b", 0, 5)]
    assert agreement(a, b) == pytest.approx([2 / 3] * 6)


def test_empty_sides() -> None:
    assert agreement([], []) == [None] * 6
    assert agreement([disorder("a", 0, 5)], []) == [0] * 6


def test_criteria_are_not_pooled() -> None:
    found = result([disorder("a", 0, 5)], [disorder("b", 0, 5)])
    assert found.micro is None and found.macro is None


def most_pairs(
    a: Sequence[Mention], b: Sequence[Mention], meets: Callable[[Mention, Mention], bool]
) -> int:
    """The most pairs there can be, by trying all."""
    shorter, longer = sorted((a, b), key=len)
    return max(
        sum(meets(one, other) for one, other in zip(shorter, order, strict=True))
        for order in permutations(longer, len(shorter))
    )


@st.composite
def crowded(draw: st.DrawFn) -> list[Mention]:
    made = []
    for number in range(draw(st.integers(0, 5))):
        start = draw(st.integers(0, 8))
        mention = disorder(
            f"m{number}",
            start,
            start + draw(st.integers(1, 4)),
            draw(st.sampled_from(["C1", "C2"])),
            draw(st.sampled_from(["current", "history of"])),
        )
        made.append(mention)
    return made


@settings(max_examples=200, deadline=None, derandomize=True)
@given(crowded(), crowded(), st.randoms(use_true_random=False))
def test_exact_pairs_first_then_as_many_as_there_can_be(
    a: list[Mention], b: list[Mention], chance: random.Random
) -> None:
    rows = result(chance.sample(a, len(a)), chance.sample(b, len(b))).rows
    criteria: dict[str, Callable[[Mention], object]] = {
        "overlap": lambda _: "",
        "overlap + concept": lambda one: one.codes,
        "overlap + context": lambda one: one.attributes["context"],
        "overlap + all": lambda one: (one.codes, one.attributes),
    }
    for name, trait in criteria.items():
        left_a, left_b, exact = list(a), list(b), 0
        for one in a:
            twin = next(
                (two for two in left_b if two.spans == one.spans and trait(two) == trait(one)), None
            )
            if twin:
                left_a.remove(one)
                left_b.remove(twin)
                exact += 1
        loose = most_pairs(
            left_a,
            left_b,
            lambda one, two, same=trait: one.overlaps(two) and same(one) == same(two),  # type: ignore[misc]
        )
        assert rows[name].counts.get("pairs", 0) == exact + loose
