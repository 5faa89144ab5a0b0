"""Relation agreement: IAA and CIAA by hand, direction, alignment of arguments, duplicates."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.builders import build_mention, build_set

from goldsmith.core import (
    AnnotationSet,
    Document,
    Group,
    Relation,
    Schema,
    Span,
    load_builtin_schema,
)
from goldsmith.errors import InputError
from goldsmith.metrics import Metric, Result, SetPair, Tally, get, measure

METRIC = get("relations")
CLEF = load_builtin_schema("clef")


C1, C2 = build_mention("C1", (0, 4)), build_mention("C2", (20, 24))
L1, L2 = build_mention("L1", (10, 14), kind="Locus"), build_mention("L2", (30, 34), kind="Locus")


def build_links(*ends: str, kind: str = "has_location") -> tuple[Relation, ...]:
    """Build relations, each from "first second"."""
    pairs = [item.split() for item in ends]
    return tuple(Relation(f"R{n}", kind, first, second) for n, (first, second) in enumerate(pairs))


def score(
    a: AnnotationSet, b: AnnotationSet, metric: Metric = METRIC, schema: Schema | None = CLEF
) -> Result:
    return measure(metric, [SetPair(Document("d", " " * 50), a, b, schema)]).compute_result()


def test_iaa_and_ciaa_by_hand() -> None:
    # b did not mark L2, so C2-L2 is not a disagreement about the relation.
    # IAA = 2·2 / (3 + 2) = 0.8; CIAA = 2·2 / (2 + 2) = 1.
    a = build_set([C1, C2, L1, L2], build_links("C1 L1", "C2 L2", "C2 L1"))
    b = build_set([C1, C2, L1], build_links("C1 L1", "C2 L1"))
    row = score(a, b).rows["has_location"]
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


def test_ciaa_counts_differences_between_common_mentions() -> None:
    # All four mentions found by both; one of three and one of two match: 2·1 / (3 + 2).
    a = build_set([C1, C2, L1, L2], build_links("C1 L1", "C2 L2", "C2 L1"))
    b = build_set([C1, C2, L1, L2], build_links("C1 L1", "C1 L2"))
    row = score(a, b).rows["has_location"]
    assert row.values["iaa"] == row.values["ciaa"] == pytest.approx(2 / 5)


def test_type_must_be_the_same() -> None:
    a = build_set([C1, L1], build_links("C1 L1"))
    b = build_set([C1, L1], build_links("C1 L1", kind="has_target"))
    result = score(a, b)
    assert result.rows["has_location"].values["iaa"] == 0
    assert result.rows["has_target"].values["iaa"] == 0


@pytest.mark.parametrize(
    ("kind", "schema", "iaa"),
    [("has_location", CLEF, 0), ("co_refers", CLEF, 1), ("co_refers", None, 0)],
)
def test_direction_matters_unless_the_relation_is_symmetric(
    kind: str, schema: Schema | None, iaa: float
) -> None:
    a, b = (build_set([C1, C2], build_links(ends, kind=kind)) for ends in ("C1 C2", "C2 C1"))
    assert score(a, b, schema=schema).rows[kind].values["iaa"] == iaa


def test_lenient_aligns_overlapping_arguments() -> None:
    a = build_set([C1, L1], build_links("C1 L1"))
    b = build_set([C1, replace(L1, spans=(Span(12, 16),))], build_links("C1 L1"))
    strict, lenient = (
        score(a, b, METRIC.with_options(found=result)).rows["has_location"]
        for result in ("strict", "lenient")
    )
    assert (strict.values["iaa"], strict.values["ciaa"]) == (0, None)
    assert (lenient.values["iaa"], lenient.values["ciaa"]) == (1, 1)


def test_arguments_of_another_type_do_not_match() -> None:
    a = build_set([C1, L1], build_links("C1 L1"))
    b = build_set([replace(C1, type="Result"), L1], build_links("C1 L1"))
    row = score(a, b, METRIC.with_options(found="lenient")).rows["has_location"]
    assert row.values["iaa"] == 0 and row.values["ciaa"] is None


def test_second_copy_of_a_relation_remains_unmatched() -> None:
    a = build_set([C1, L1], build_links("C1 L1", "C1 L1"))
    b = build_set([C1, L1], build_links("C1 L1"))
    row = score(a, b).rows["has_location"]
    assert row.counts["match"] == 1
    assert row.values["iaa"] == pytest.approx(2 / 3)
    assert row.values["ciaa"] == pytest.approx(2 / 3)


def test_relations_to_copies_of_a_mention_match() -> None:
    copy = replace(C1, id="C9")
    a = build_set([C1, copy, L1], build_links("C1 L1"))
    for ends in ("C1 L1", "C9 L1"):
        row = score(a, build_set([C1, copy, L1], build_links(ends))).rows["has_location"]
        assert row.values["iaa"] == 1
    # The other annotator marked it only once: the mention still counts as found.
    assert score(build_set([C1, copy, L1], build_links("C9 L1")), build_set([C1, L1], ())).rows[
        "has_location"
    ].counts == {"a": 1, "found_a": 1}


def test_mentions_that_differ_in_an_attribute_are_not_copies() -> None:
    second = replace(C1, id="C9", attributes={"status": "negated"})
    a, b = (build_set([C1, second, L1], build_links(ends)) for ends in ("C1 L1", "C9 L1"))
    assert score(a, b).rows["has_location"].values["iaa"] == 0


def test_relation_to_a_missing_mention_never_matches() -> None:
    a, b = build_set([C1], build_links("C1 gone")), build_set([C1], build_links("C1 gone"))
    row = score(a, b).rows["has_location"]
    assert row.counts == {"a": 1, "b": 1} and row.values["ciaa"] is None


def test_groups_are_not_relations() -> None:
    chain = AnnotationSet("a", (C1, C2), groups=(Group("g", "co_refers", ("C1", "C2")),))
    assert not score(chain, chain).rows


def test_empty_sides_have_no_value() -> None:
    empty = build_set([C1], ())
    result = score(empty, empty)
    assert result.micro is not None and set(result.micro.values.values()) == {None}
    first = score(build_set([C1, L1], build_links("C1 L1")), build_set([C1, L1], ())).rows[
        "has_location"
    ]
    assert (first.values["iaa"], first.values["precision"], first.values["recall"]) == (0, None, 0)


def test_micro_adds_up_and_macro_is_the_mean_of_types() -> None:
    # has_location 2·1 / (1 + 1) = 1, has_target 2·0 / (3 + 0) = 0.
    a = build_set(
        [C1, C2, L1],
        (*build_links("C1 L1"), *build_links("C1 L1", "C2 L1", "L1 C1", kind="has_target")),
    )
    b = build_set([C1, C2, L1], build_links("C1 L1"))
    result = score(a, b)
    assert result.micro is not None and result.macro is not None
    assert result.micro.values["iaa"] == pytest.approx(2 / 5)
    assert result.macro.values["iaa"] == pytest.approx(1 / 2)
    assert result.macro.values["precision"] == 1  # has_target has no value and is left out


def test_every_count_has_places() -> None:
    a = build_set([C1, L1, L2], build_links("C1 L1", "C1 L2"))
    b = build_set([C1, L1], build_links("C1 L1"))
    tally = Tally("d", keep_places=True)
    METRIC.count(SetPair(Document("d", " " * 50), a, b, CLEF), tally)
    places = [(place.column, place.a, place.b) for place in tally.places]
    assert ("match", ("R0",), ("R0",)) in places
    assert [place for place in places if place[0] == "found_a"] == [("found_a", ("R0",), ())]


def test_unknown_alignment_is_refused() -> None:
    with pytest.raises(InputError, match="strict or lenient"):
        METRIC.with_options(found="loose")


@st.composite
def random_sides(draw: st.DrawFn) -> tuple[AnnotationSet, AnnotationSet]:
    """Draw two sides whose mentions have different spans; some mentions are on one side only."""
    both = [
        build_mention(f"M{at}", (3 * at, 3 * at + 2), kind=draw(st.sampled_from("XY")))
        for at in range(5)
    ]
    made = []
    for _ in range(2):
        remaining = [item for item in both if draw(st.integers(0, 4))] or both[:1]
        names = st.sampled_from([mention.id for mention in remaining])
        relations = [
            Relation(
                f"R{number}", draw(st.sampled_from(["has_location", "co_refers"])), first, second
            )
            for number, (first, second) in enumerate(
                draw(st.lists(st.tuples(names, names), max_size=6))
            )
        ]
        made.append(build_set(remaining, relations))
    return made[0], made[1]


@settings(max_examples=300, deadline=None, derandomize=True)
@given(random_sides(), st.randoms(use_true_random=False))
def test_counts_equal_a_naive_count(
    both: tuple[AnnotationSet, AnnotationSet], chance: random.Random
) -> None:
    a, b = both
    shared = {mention.id for mention in a.mentions} & {mention.id for mention in b.mentions}

    def count_facts(annotation_set: AnnotationSet) -> Counter[tuple[str, ...]]:
        facts: Counter[tuple[str, ...]] = Counter()
        for rel in annotation_set.relations:
            arguments = [rel.arg1, rel.arg2]
            facts[rel.type, *(sorted(arguments) if rel.type == "co_refers" else arguments)] += 1
        return facts

    def count_shared(facts: Counter[tuple[str, ...]]) -> int:
        return sum(n for (_, *arguments), n in facts.items() if shared.issuperset(arguments))

    expected = {
        "a": len(a.relations),
        "b": len(b.relations),
        "match": count_shared(count_facts(a) & count_facts(b)),
        "found_a": count_shared(count_facts(a)),
        "found_b": count_shared(count_facts(b)),
    }
    names = dict(zip([f"M{at}" for at in range(5)], chance.sample(range(99), 5), strict=True))
    renamed = build_set(
        [replace(mention, id=f"n{names[mention.id]}") for mention in b.mentions],
        [
            replace(rel, arg1=f"n{names[rel.arg1]}", arg2=f"n{names[rel.arg2]}")
            for rel in b.relations
        ],
    )
    for second in (b, renamed):
        micro = score(a, second).micro
        assert micro is not None
        assert {name: micro.counts.get(name, 0) for name in expected} == expected
