"""Relation agreement: IAA and CIAA by hand, direction, alignment of arguments, duplicates."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Document, Group, Mention, Relation, Schema, Span, builtin
from goldsmith.errors import InputError
from goldsmith.metrics import Compared, Metric, Result, Tally, get, measure

METRIC = get("relations")
CLEF = builtin("clef")


def mention(name: str, start: int, end: int, kind: str = "Condition") -> Mention:
    return Mention(name, kind, (Span(start, end),))


C1, C2 = mention("C1", 0, 4), mention("C2", 20, 24)
L1, L2 = mention("L1", 10, 14, "Locus"), mention("L2", 30, 34, "Locus")


def links(*ends: str, kind: str = "has_location") -> tuple[Relation, ...]:
    """Relations from "first second" each."""
    pairs = [one.split() for one in ends]
    return tuple(Relation(f"R{n}", kind, one, other) for n, (one, other) in enumerate(pairs))


def side(mentions: Sequence[Mention], relations: Sequence[Relation]) -> AnnotationSet:
    return AnnotationSet("set", tuple(mentions), tuple(relations))


def result(
    a: AnnotationSet, b: AnnotationSet, metric: Metric = METRIC, schema: Schema | None = CLEF
) -> Result:
    return measure(metric, [Compared(Document("d", " " * 50), a, b, schema)]).result()


def test_iaa_and_ciaa_by_hand() -> None:
    # b did not find L2, so that C2-L2 cannot be blamed on the relation.
    # IAA = 2·2 / (3 + 2) = 0.8; CIAA = 2·2 / (2 + 2) = 1.
    a = side([C1, C2, L1, L2], links("C1 L1", "C2 L2", "C2 L1"))
    b = side([C1, C2, L1], links("C1 L1", "C2 L1"))
    row = result(a, b).rows["has_location"]
    assert row.counts == {"a": 3, "b": 2, "match": 2, "found_a": 2, "found_b": 2}
    assert row.values == pytest.approx(
        {
            "iaa": 4 / 5,
            "ciaa": 1,
            "precision": 1,
            "recall": 2 / 3,
            "f1": 4 / 5,
            "corrected_precision": 1,
            "corrected_recall": 1,
            "corrected_f1": 1,
        }
    )


def test_a_difference_between_found_mentions_stays_in_ciaa() -> None:
    # All four mentions found by both; one of three and one of two match: 2·1 / (3 + 2).
    a = side([C1, C2, L1, L2], links("C1 L1", "C2 L2", "C2 L1"))
    b = side([C1, C2, L1, L2], links("C1 L1", "C1 L2"))
    row = result(a, b).rows["has_location"]
    assert row.values["iaa"] == row.values["ciaa"] == pytest.approx(2 / 5)


def test_the_type_must_be_the_same() -> None:
    a = side([C1, L1], links("C1 L1"))
    b = side([C1, L1], links("C1 L1", kind="has_target"))
    found = result(a, b)
    assert found.rows["has_location"].values["iaa"] == 0
    assert found.rows["has_target"].values["iaa"] == 0


@pytest.mark.parametrize(
    ("kind", "schema", "iaa"),
    [("has_location", CLEF, 0), ("co_refers", CLEF, 1), ("co_refers", None, 0)],
)
def test_the_direction_is_kept_unless_the_schema_says_symmetric(
    kind: str, schema: Schema | None, iaa: float
) -> None:
    a, b = (side([C1, C2], links(ends, kind=kind)) for ends in ("C1 C2", "C2 C1"))
    assert result(a, b, schema=schema).rows[kind].values["iaa"] == iaa


def test_lenient_takes_overlapping_mentions_for_the_same() -> None:
    a = side([C1, L1], links("C1 L1"))
    b = side([C1, replace(L1, spans=(Span(12, 16),))], links("C1 L1"))
    strict, lenient = (
        result(a, b, METRIC.with_options(found=found)).rows["has_location"]
        for found in ("strict", "lenient")
    )
    assert (strict.values["iaa"], strict.values["ciaa"]) == (0, None)
    assert (lenient.values["iaa"], lenient.values["ciaa"]) == (1, 1)


def test_arguments_of_another_type_are_not_the_same() -> None:
    a = side([C1, L1], links("C1 L1"))
    b = side([replace(C1, type="Result"), L1], links("C1 L1"))
    row = result(a, b, METRIC.with_options(found="lenient")).rows["has_location"]
    assert row.values["iaa"] == 0 and row.values["ciaa"] is None


def test_a_second_copy_of_a_relation_stays_unmatched() -> None:
    a = side([C1, L1], links("C1 L1", "C1 L1"))
    b = side([C1, L1], links("C1 L1"))
    row = result(a, b).rows["has_location"]
    assert row.counts["match"] == 1
    assert row.values["iaa"] == pytest.approx(2 / 3)
    assert row.values["ciaa"] == pytest.approx(2 / 3)


def test_which_copy_of_a_mention_a_relation_names_does_not_matter() -> None:
    copy = replace(C1, id="C9")
    a = side([C1, copy, L1], links("C1 L1"))
    for ends in ("C1 L1", "C9 L1"):
        row = result(a, side([C1, copy, L1], links(ends))).rows["has_location"]
        assert row.values["iaa"] == 1
    # The other annotator marked it once: it is found all the same.
    assert result(side([C1, copy, L1], links("C9 L1")), side([C1, L1], ())).rows[
        "has_location"
    ].counts == {"a": 1, "found_a": 1}


def test_copies_that_differ_in_an_attribute_are_two() -> None:
    other = replace(C1, id="C9", attributes={"status": "negated"})
    a, b = (side([C1, other, L1], links(ends)) for ends in ("C1 L1", "C9 L1"))
    assert result(a, b).rows["has_location"].values["iaa"] == 0


def test_a_relation_to_a_mention_that_is_not_there_never_matches() -> None:
    a, b = side([C1], links("C1 gone")), side([C1], links("C1 gone"))
    row = result(a, b).rows["has_location"]
    assert row.counts == {"a": 1, "b": 1} and row.values["ciaa"] is None


def test_groups_are_not_relations() -> None:
    chain = AnnotationSet("a", (C1, C2), groups=(Group("g", "co_refers", ("C1", "C2")),))
    assert not result(chain, chain).rows


def test_nothing_on_either_side_is_no_value() -> None:
    empty = side([C1], ())
    found = result(empty, empty)
    assert found.micro is not None and set(found.micro.values.values()) == {None}
    one = result(side([C1, L1], links("C1 L1")), side([C1, L1], ())).rows["has_location"]
    assert (one.values["iaa"], one.values["precision"], one.values["recall"]) == (0, None, 0)


def test_micro_adds_up_and_macro_is_the_mean_of_types() -> None:
    # has_location 2·1 / (1 + 1) = 1, has_target 2·0 / (3 + 0) = 0.
    a = side([C1, C2, L1], (*links("C1 L1"), *links("C1 L1", "C2 L1", "L1 C1", kind="has_target")))
    b = side([C1, C2, L1], links("C1 L1"))
    found = result(a, b)
    assert found.micro is not None and found.macro is not None
    assert found.micro.values["iaa"] == pytest.approx(2 / 5)
    assert found.macro.values["iaa"] == pytest.approx(1 / 2)
    assert found.macro.values["precision"] == 1  # has_target has none: it is left out


def test_every_number_has_its_places() -> None:
    a = side([C1, L1, L2], links("C1 L1", "C1 L2"))
    b = side([C1, L1], links("C1 L1"))
    tally = Tally("d", keep_places=True)
    METRIC.count(Compared(Document("d", " " * 50), a, b, CLEF), tally)
    places = [(place.column, place.a, place.b) for place in tally.places]
    assert ("match", ("R0",), ("R0",)) in places
    assert [place for place in places if place[0] == "found_a"] == [("found_a", ("R0",), ())]


def test_an_unknown_alignment_is_refused() -> None:
    with pytest.raises(InputError, match="strict or lenient"):
        METRIC.with_options(found="loose")


@st.composite
def random_sides(draw: st.DrawFn) -> tuple[AnnotationSet, AnnotationSet]:
    """Sides whose mentions have different spans; some mentions are in one side only."""
    both = [mention(f"M{at}", 3 * at, 3 * at + 2, draw(st.sampled_from("XY"))) for at in range(5)]
    made = []
    for _ in range(2):
        kept = [one for one in both if draw(st.integers(0, 4))] or both[:1]
        names = st.sampled_from([one.id for one in kept])
        relations = [
            Relation(f"R{number}", draw(st.sampled_from(["has_location", "co_refers"])), one, two)
            for number, (one, two) in enumerate(draw(st.lists(st.tuples(names, names), max_size=6)))
        ]
        made.append(side(kept, relations))
    return made[0], made[1]


@settings(max_examples=300, deadline=None, derandomize=True)
@given(random_sides(), st.randoms(use_true_random=False))
def test_as_counted_one_by_one(
    both: tuple[AnnotationSet, AnnotationSet], chance: random.Random
) -> None:
    a, b = both
    shared = {one.id for one in a.mentions} & {one.id for one in b.mentions}

    def facts(one: AnnotationSet) -> Counter[tuple[str, ...]]:
        return Counter(
            (rel.type, *(sorted if rel.type == "co_refers" else list)([rel.arg1, rel.arg2]))  # type: ignore[operator]
            for rel in one.relations
        )

    def among(found: Counter[tuple[str, ...]]) -> int:
        return sum(n for (_, *ends), n in found.items() if shared.issuperset(ends))

    expected = {
        "a": len(a.relations),
        "b": len(b.relations),
        "match": among(facts(a) & facts(b)),
        "found_a": among(facts(a)),
        "found_b": among(facts(b)),
    }
    names = dict(zip([f"M{at}" for at in range(5)], chance.sample(range(99), 5), strict=True))
    renamed = side(
        [replace(one, id=f"n{names[one.id]}") for one in b.mentions],
        [
            replace(rel, arg1=f"n{names[rel.arg1]}", arg2=f"n{names[rel.arg2]}")
            for rel in b.relations
        ],
    )
    for other in (b, renamed):
        micro = result(a, other).micro
        assert micro is not None
        assert {name: micro.counts.get(name, 0) for name in expected} == expected
