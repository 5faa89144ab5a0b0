"""Positive specific agreement: six criteria by hand, pairing by criterion, brute force."""

import random
from collections.abc import Callable, Sequence
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Code, Document, Mention, Span, load_builtin_schema
from goldsmith.metrics import Metric, Result, SetPair, Tally, get, measure

METRIC = get("positive-agreement")
MAYO = load_builtin_schema("mayo-disorder")
CRITERIA = [
    "span exact",
    "overlap",
    "overlap + concept",
    "overlap + context",
    "overlap + status",
    "overlap + all",
]


def build_disorder(
    name: str,
    start: int,
    end: int,
    code: str = "C1",
    context: str = "current",
    status: str = "confirmed",
) -> Mention:
    attributes = {"context": context, "status": status}
    return Mention(name, "disorder", (Span(start, end),), attributes, (Code(code),))


def score(a: Sequence[Mention], b: Sequence[Mention], metric: Metric = METRIC) -> Result:
    sets = (AnnotationSet("a", tuple(a)), AnnotationSet("b", tuple(b)))
    return measure(metric, [SetPair(Document("d", " " * 99), *sets, MAYO)]).compute_result()


def compute_agreement(a: Sequence[Mention], b: Sequence[Mention]) -> list[float | None]:
    rows = score(a, b).rows
    return [rows[name].values["agreement"] for name in CRITERIA]


def test_six_criteria_by_hand() -> None:
    a = [
        build_disorder("a1", 0, 5),
        build_disorder("a2", 10, 15),
        build_disorder("a3", 20, 25),
        build_disorder("a4", 30, 35),
        build_disorder("a5", 40, 45),
    ]
    b = [
        build_disorder("b1", 0, 5),  # identical
        build_disorder("b2", 10, 15, code="C2"),  # another concept
        build_disorder("b3", 22, 28, context="history of"),  # another extent and context
        build_disorder("b4", 30, 35, status="negated"),  # another status
        build_disorder("b5", 45, 50),  # touches a5 only
    ]
    # Of 5 + 5 mentions 3, 4, 3, 3, 3 and 1 pairs meet the criterion.
    assert compute_agreement(a, b) == pytest.approx(
        [2 * pairs / 10 for pairs in (3, 4, 3, 3, 3, 1)]
    )


def test_type_is_not_a_criterion() -> None:
    a, b = build_disorder("a", 0, 5), replace(build_disorder("b", 0, 5), type="finding")
    assert compute_agreement([a], [b]) == [1] * 6


def test_each_criterion_pairs_mentions_again() -> None:
    # The mention on the same spans has another concept; the wider mention has the right one.
    a = [build_disorder("a", 0, 5, code="C1")]
    b = [build_disorder("b1", 0, 5, code="C2"), build_disorder("b2", 0, 9, code="C1")]
    rows = score(a, b).rows
    assert rows["overlap + concept"].counts == {"a": 1, "b": 2, "pairs": 1}
    tally = Tally("d", keep_places=True)
    sets = (AnnotationSet("a", tuple(a)), AnnotationSet("b", tuple(b)))
    METRIC.count(SetPair(Document("d", " " * 99), *sets, MAYO), tally)
    places = {place.group: place.b for place in tally.places if place.column == "pairs"}
    assert places["overlap"] == ("b1",) and places["overlap + concept"] == ("b2",)


def test_several_codes_are_a_set() -> None:
    a = replace(build_disorder("a", 0, 5), codes=(Code("C1"), Code("C2", "UMLS")))
    b = replace(build_disorder("b", 0, 5), codes=(Code("C2"), Code("C1", name="diabetes")))
    assert compute_agreement([a], [b]) == [1] * 6
    fewer = replace(b, codes=(Code("C2"),))
    assert compute_agreement([a], [fewer]) == [1, 1, 0, 1, 1, 0]


def test_two_mentions_without_a_code_agree() -> None:
    none = [replace(build_disorder(name, 0, 5), codes=()) for name in "ab"]
    coded = [build_disorder(name, 10, 15) for name in "cd"]
    assert compute_agreement([none[0], coded[0]], [none[1], coded[1]]) == [1] * 6
    second = [build_disorder("b", 0, 5), coded[1]]
    assert compute_agreement([none[0], coded[0]], second) == [1, 1, 0.5, 1, 1, 0.5]


def test_discontiguous_mentions() -> None:
    split = replace(build_disorder("a", 0, 5), spans=(Span(0, 5), Span(20, 25)))
    assert compute_agreement([split], [build_disorder("b", 8, 12)]) == [0] * 6
    assert compute_agreement([split], [build_disorder("b", 22, 30)]) == [0, 1, 1, 1, 1, 1]


def test_default_of_the_schema_is_a_value() -> None:
    metric = METRIC.with_options(attributes=("unrelated",))
    statements = replace(build_disorder("a", 0, 5), attributes={"unrelated": "false"})
    silent = replace(statements, id="b", attributes={})
    rows = score([statements], [silent], metric).rows
    assert list(rows) == [
        "span exact",
        "overlap",
        "overlap + concept",
        "overlap + unrelated",
        "overlap + all",
    ]
    assert {row.values["agreement"] for row in rows.values()} == {1}


def test_second_copy_remains_unmatched() -> None:
    a, b = [build_disorder("a1", 0, 5), build_disorder("a2", 0, 5)], [build_disorder("b", 0, 5)]
    assert compute_agreement(a, b) == pytest.approx([2 / 3] * 6)


def test_empty_sides() -> None:
    assert compute_agreement([], []) == [None] * 6
    assert compute_agreement([build_disorder("a", 0, 5)], []) == [0] * 6


def test_criteria_are_not_pooled() -> None:
    result = score([build_disorder("a", 0, 5)], [build_disorder("b", 0, 5)])
    assert result.micro is None and result.macro is None


def count_most_pairs(
    a: Sequence[Mention], b: Sequence[Mention], meets: Callable[[Mention, Mention], bool]
) -> int:
    """Return the largest number of pairs by trying all of them."""
    shorter, longer = sorted((a, b), key=len)
    return max(
        sum(meets(first, second) for first, second in zip(shorter, order, strict=True))
        for order in permutations(longer, len(shorter))
    )


@st.composite
def dense_mentions(draw: st.DrawFn) -> list[Mention]:
    made = []
    for number in range(draw(st.integers(0, 5))):
        start = draw(st.integers(0, 8))
        mention = build_disorder(
            f"m{number}",
            start,
            start + draw(st.integers(1, 4)),
            draw(st.sampled_from(["C1", "C2"])),
            draw(st.sampled_from(["current", "history of"])),
        )
        made.append(mention)
    return made


@settings(max_examples=200, deadline=None, derandomize=True)
@given(dense_mentions(), dense_mentions(), st.randoms(use_true_random=False))
def test_exact_pairs_come_first_then_as_many_as_possible(
    a: list[Mention], b: list[Mention], chance: random.Random
) -> None:
    rows = score(chance.sample(a, len(a)), chance.sample(b, len(b))).rows
    criteria: dict[str, Callable[[Mention], object]] = {
        "overlap": lambda _: "",
        "overlap + concept": lambda mention: mention.codes,
        "overlap + context": lambda mention: mention.attributes["context"],
        "overlap + all": lambda mention: (mention.codes, mention.attributes),
    }
    for name, trait in criteria.items():
        left_a, left_b, exact = list(a), list(b), 0
        for mention in a:
            twin = next(
                (
                    item
                    for item in left_b
                    if item.spans == mention.spans and trait(item) == trait(mention)
                ),
                None,
            )
            if twin:
                left_a.remove(mention)
                left_b.remove(twin)
                exact += 1
        loose = count_most_pairs(
            left_a,
            left_b,
            lambda mention, second, same=trait: (
                mention.overlaps(second) and same(mention) == same(second)
            ),  # type: ignore[misc]
        )
        assert rows[name].counts.get("pairs", 0) == exact + loose
