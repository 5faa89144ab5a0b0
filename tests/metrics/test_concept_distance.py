"""Agreement by distance in a hierarchy: shortest paths, sets of codes, cycles, unknown codes."""

import random
from collections.abc import Collection, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldsmith.core import CUI_LESS, AnnotationSet, Code, Document, Mention, Span
from goldsmith.metrics import Metric, Result, SetPair, get, measure
from goldsmith.metrics.engine.hierarchy import Distances, Taxonomy

#           disorder
#          /        \
#      cancer      bleeding
#      /    \          \
#   lung    breast     cerebral
#     \      /
#     both (has two parents)
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


def build_coded(name: str, at: int, *codes: str) -> Mention:
    return Mention(name, "disorder", (Span(at, at + 5),), {}, tuple(Code(code) for code in codes))


def score(a: Sequence[Mention], b: Sequence[Mention], metric: Metric = METRIC) -> Result:
    sets = (AnnotationSet("a", tuple(a)), AnnotationSet("b", tuple(b)))
    return measure(metric, [SetPair(Document("d", " " * 99), *sets)]).compute_result()


@pytest.mark.parametrize(
    ("first", "second", "steps"),
    [
        ("lung", "lung", 0),
        ("lung", "cancer", 1),
        ("both", "breast", 1),
        ("lung", "breast", 2),  # through cancer, not through their child
        ("both", "cancer", 2),
        ("lung", "bleeding", 3),
        ("lung", "cerebral", 4),
        ("lung", "elsewhere", None),
        ("elsewhere", "elsewhere", 0),
    ],
)
def test_distance_is_the_shortest_path_through_a_common_ancestor(
    first: str, second: str, steps: int | None
) -> None:
    distances = Distances(TREE)
    assert (
        distances.compute_distance(first, second)
        == distances.compute_distance(second, first)
        == steps
    )


def test_cycles_are_harmless() -> None:
    distances = Distances(Taxonomy({"a": ["b"], "b": ["c"], "c": ["a"], "d": ["b"]}))
    assert distances.find_ancestors("a") == {"a": 0, "b": 1, "c": 2}
    assert distances.compute_distance("d", "c") == 2


def test_ancestors_are_cached() -> None:
    class Counting:
        calls = 0

        def parents(self, code: str) -> Collection[str]:
            self.calls += 1
            return TREE.parents(code)

    counting = Counting()
    distances = Distances(counting)
    for _ in range(3):
        distances.compute_distance("lung", "breast")
    assert counting.calls == 2 * 3  # for each of the two: itself, cancer, disorder


def test_distance_of_sets_is_the_distance_of_the_most_distant_code() -> None:
    distances = Distances(TREE)
    assert distances.compute_set_distance({"lung", "breast"}, {"breast", "lung"}) == 0
    assert distances.compute_set_distance({"lung", "breast"}, {"lung"}) == 2
    assert distances.compute_set_distance({"lung"}, {"lung", "cerebral"}) == 4
    assert distances.compute_set_distance({"lung", "cerebral"}, {"lung", "bleeding"}) == 1
    assert distances.compute_set_distance({"lung", CUI_LESS}, {"lung"}) is None


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
    a = [build_coded(f"a{at}", 10 * at, first) for at, (first, _) in enumerate(codes)]
    b = [build_coded(f"b{at}", 10 * at + 1, second) for at, (_, second) in enumerate(codes)]
    row = score(a, b).rows["concept"]
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


def test_only_equal_concepts_agree_without_a_hierarchy() -> None:
    a = [build_coded("a1", 0, "lung"), build_coded("a2", 10, "lung")]
    b = [build_coded("b1", 0, "lung"), build_coded("b2", 10, "cancer")]
    row = score(a, b, PLAIN).rows["concept"]
    assert row.counts == {"pairs": 2, "at_0": 1, "unknown": 1}
    assert set(row.values.values()) == {0.5}


def test_mentions_without_a_code_are_not_paired() -> None:
    assert not score([build_coded("a", 0)], [build_coded("b", 0, "lung")]).rows
    # The uncoded mention on the same spans does not displace the coded one.
    b = [build_coded("b1", 0), build_coded("b2", 2, "lung")]
    assert score([build_coded("a", 0, "lung")], b).rows["concept"].counts == {"pairs": 1, "at_0": 1}


def test_equal_concepts_on_the_same_span_are_paired_first() -> None:
    a = [build_coded("a1", 0, "breast"), build_coded("a2", 0, "lung")]
    b = [build_coded("b1", 0, "cancer"), build_coded("b2", 0, "breast")]
    counts = score(a, b).rows["concept"].counts
    assert counts == {"pairs": 2, "at_0": 1, "at_1": 1}


def _compute_by_brute_force(parents: dict[str, list[str]], first: str, second: str) -> int | None:
    """Compute the distance by climbing from both codes level by level, without a cache."""

    def find_ancestors(code: str) -> dict[str, int]:
        result, level = {code: 0}, {code}
        for depth in range(1, 8):
            level = {parent for child in level for parent in parents.get(child, ())}
            for parent in level:
                result[parent] = min(result.get(parent, depth), depth)
        return result

    here, there = find_ancestors(first), find_ancestors(second)
    return min((here[code] + there[code] for code in here.keys() & there.keys()), default=None)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(
    st.dictionaries(
        st.sampled_from("abcdef"), st.lists(st.sampled_from("abcdef"), max_size=3), max_size=6
    ),
    st.randoms(use_true_random=False),
)
def test_distances_equal_a_naive_search(
    parents: dict[str, list[str]], chance: random.Random
) -> None:
    distances = Distances(Taxonomy(parents))
    for _ in range(10):
        first, second = chance.choice("abcdef"), chance.choice("abcdef")
        assert distances.compute_distance(first, second) == _compute_by_brute_force(
            parents, first, second
        )
