"""Agreement by distance in a hierarchy: shortest ways, sets of codes, cycles, unknown codes."""

import random
from collections.abc import Collection, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldsmith.core import CUI_LESS, AnnotationSet, Code, Document, Mention, Span
from goldsmith.metrics import Compared, Metric, Result, get, measure
from goldsmith.metrics.engine.hierarchy import Distances, Taxonomy

#           disorder
#          /        \
#      cancer      bleeding
#      /    \          \
#   lung    breast     cerebral
#     \      /
#     both (a child of two)
TREE = Taxonomy(
    {
        "cancer": ["disorder"],
        "bleeding": ["disorder"],
        "lung": ["cancer"],
        "breast": ["cancer"],
        "cerebral": ["bleeding"],
        "both": ["lung", "breast"],
    }
)
PLAIN = get("concept-distance")
METRIC = PLAIN.with_options(hierarchy=TREE)


def coded(name: str, at: int, *codes: str) -> Mention:
    return Mention(name, "disorder", (Span(at, at + 5),), {}, tuple(Code(code) for code in codes))


def result(a: Sequence[Mention], b: Sequence[Mention], metric: Metric = METRIC) -> Result:
    sets = (AnnotationSet("a", tuple(a)), AnnotationSet("b", tuple(b)))
    return measure(metric, [Compared(Document("d", " " * 99), *sets)]).result()


@pytest.mark.parametrize(
    ("one", "other", "steps"),
    [
        ("lung", "lung", 0),
        ("lung", "cancer", 1),
        ("both", "breast", 1),
        ("lung", "breast", 2),  # through cancer; not through their child
        ("both", "cancer", 2),
        ("lung", "bleeding", 3),
        ("lung", "cerebral", 4),
        ("lung", "elsewhere", None),
        ("elsewhere", "elsewhere", 0),
    ],
)
def test_the_shortest_way_through_a_common_ancestor(
    one: str, other: str, steps: int | None
) -> None:
    distances = Distances(TREE)
    assert distances.between(one, other) == distances.between(other, one) == steps


def test_a_cycle_is_walked_once() -> None:
    distances = Distances(Taxonomy({"a": ["b"], "b": ["c"], "c": ["a"], "d": ["b"]}))
    assert distances.above("a") == {"a": 0, "b": 1, "c": 2}
    assert distances.between("d", "c") == 2


def test_parents_are_asked_once() -> None:
    class Counting:
        asked = 0

        def parents(self, code: str) -> Collection[str]:
            self.asked += 1
            return TREE.parents(code)

    counting = Counting()
    distances = Distances(counting)
    for _ in range(3):
        distances.between("lung", "breast")
    assert counting.asked == 2 * 3  # each of the two, cancer and disorder


def test_sets_of_codes_are_as_far_apart_as_their_most_lonely_code() -> None:
    distances = Distances(TREE)
    assert distances.apart({"lung", "breast"}, {"breast", "lung"}) == 0
    assert distances.apart({"lung", "breast"}, {"lung"}) == 2
    assert distances.apart({"lung"}, {"lung", "cerebral"}) == 4
    assert distances.apart({"lung", "cerebral"}, {"lung", "bleeding"}) == 1
    assert distances.apart({"lung", CUI_LESS}, {"lung"}) is None


def test_agreement_by_hand() -> None:
    codes = [
        ("lung", "lung"),
        ("lung", "cancer"),
        ("lung", "breast"),
        ("lung", "bleeding"),
        ("lung", "cerebral"),
        ("lung", "elsewhere"),
        (CUI_LESS, CUI_LESS),
        (CUI_LESS, "lung"),
    ]
    a = [coded(f"a{at}", 10 * at, one) for at, (one, _) in enumerate(codes)]
    b = [coded(f"b{at}", 10 * at + 1, other) for at, (_, other) in enumerate(codes)]
    row = result(a, b).rows["concept"]
    assert row.counts == {
        "pairs": 8,
        "at_0": 2,
        "at_1": 1,
        "at_2": 1,
        "at_3": 1,
        "further": 1,
        "unknown": 2,
    }
    assert row.values == pytest.approx(
        {"agree_0": 2 / 8, "agree_1": 3 / 8, "agree_2": 4 / 8, "agree_3": 5 / 8}
    )


def test_without_a_hierarchy_only_equality_counts() -> None:
    a = [coded("a1", 0, "lung"), coded("a2", 10, "lung")]
    b = [coded("b1", 0, "lung"), coded("b2", 10, "cancer")]
    row = result(a, b, PLAIN).rows["concept"]
    assert row.counts == {"pairs": 2, "at_0": 1, "unknown": 1}
    assert set(row.values.values()) == {0.5}


def test_mentions_without_a_code_are_not_paired() -> None:
    assert not result([coded("a", 0)], [coded("b", 0, "lung")]).rows
    # The uncoded mention on the same spans does not stand in the way of the coded one.
    b = [coded("b1", 0), coded("b2", 2, "lung")]
    assert result([coded("a", 0, "lung")], b).rows["concept"].counts == {"pairs": 1, "at_0": 1}


def test_the_same_concept_goes_first_among_mentions_on_one_span() -> None:
    a = [coded("a1", 0, "breast"), coded("a2", 0, "lung")]
    b = [coded("b1", 0, "cancer"), coded("b2", 0, "breast")]
    counts = result(a, b).rows["concept"].counts
    assert counts == {"pairs": 2, "at_0": 1, "at_1": 1}


def _brute_force(parents: dict[str, list[str]], one: str, other: str) -> int | None:
    """Every way up from both, by walking level by level without remembering anything."""

    def up(code: str) -> dict[str, int]:
        found, level = {code: 0}, {code}
        for depth in range(1, 8):
            level = {parent for child in level for parent in parents.get(child, ())}
            for parent in level:
                found[parent] = min(found.get(parent, depth), depth)
        return found

    here, there = up(one), up(other)
    return min((here[code] + there[code] for code in here.keys() & there.keys()), default=None)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(
    st.dictionaries(
        st.sampled_from("abcdef"), st.lists(st.sampled_from("abcdef"), max_size=3), max_size=6
    ),
    st.randoms(use_true_random=False),
)
def test_distances_as_walked_step_by_step(
    parents: dict[str, list[str]], chance: random.Random
) -> None:
    distances = Distances(Taxonomy(parents))
    for _ in range(10):
        one, other = chance.choice("abcdef"), chance.choice("abcdef")
        assert distances.between(one, other) == _brute_force(parents, one, other)
