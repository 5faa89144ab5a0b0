"""Temporal awareness: closure and reduction against all possible timelines, and by hand."""

from collections.abc import Callable, Sequence
from itertools import combinations, permutations, product
from random import Random

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from goldsmith import metrics
from goldsmith.core import AnnotationSet, Document, Mention, Relation, Span
from goldsmith.errors import InputError
from goldsmith.metrics import Result, SetPair, Tally, measure
from goldsmith.metrics.temporal.closure import CONSTRAINTS, Fact, TemporalGraph, Timeline
from goldsmith.testing import check_metric

AWARENESS = metrics.get("temporal-awareness")
Renamed = Callable[[AnnotationSet, int], AnnotationSet]
Interval = tuple[int, int]

# Allen's relations, defined again on intervals with a start and an end.
TRUE: dict[str, Callable[[Interval, Interval], bool]] = {
    "before": lambda a, b: a[1] < b[0],
    "after": lambda a, b: b[1] < a[0],
    "ibefore": lambda a, b: a[1] == b[0],
    "iafter": lambda a, b: b[1] == a[0],
    "includes": lambda a, b: a[0] < b[0] and b[1] < a[1],
    "is_included": lambda a, b: b[0] < a[0] and a[1] < b[1],
    "begins": lambda a, b: a[0] == b[0] and a[1] < b[1],
    "begun_by": lambda a, b: a[0] == b[0] and b[1] < a[1],
    "ends": lambda a, b: a[1] == b[1] and b[0] < a[0],
    "ended_by": lambda a, b: a[1] == b[1] and a[0] < b[0],
    "simultaneous": lambda a, b: a == b,
    "overlap": lambda a, b: a[0] < b[1] and b[0] < a[1],
}
NODES = range(4)
FACTS: list[Fact] = [
    (first, second, kind) for first, second in combinations(NODES, 2) for kind in TRUE
]


def enumerate_timelines() -> dict[Fact, npt.NDArray[np.bool_]]:
    """Return for each link on which of the distinct timelines of four intervals it is true."""
    intervals = [(start, end) for start, end in product(range(8), repeat=2) if start < end]
    drawn = np.array(list(product(range(len(intervals)), repeat=len(NODES))))
    used = np.array([1 << start | 1 << end for start, end in intervals])[drawn]
    points = np.bitwise_or.reduce(used, axis=1)
    drawn = drawn[points & (points + 1) == 0]  # no gaps between the points: one for each order
    table = {
        kind: np.array([[holds(a, b) for b in intervals] for a in intervals])
        for kind, holds in TRUE.items()
    }
    return {
        (first, second, kind): table[kind][drawn[:, first], drawn[:, second]]
        for first, second, kind in FACTS
    }


@pytest.fixture(scope="module")
def timelines() -> dict[Fact, npt.NDArray[np.bool_]]:
    return enumerate_timelines()


def test_constraints_of_every_kind_match_the_definition(
    timelines: dict[Fact, npt.NDArray[np.bool_]],
) -> None:
    assert set(CONSTRAINTS) == set(TRUE)
    for kind in TRUE:
        possible = timelines[0, 1, kind]
        for second in TRUE:
            follows = bool(timelines[0, 1, second][possible].all())
            assert TemporalGraph([(0, 1, kind)]).entails((0, 1, second)) == follows, (kind, second)


def test_closure_is_true_on_all_timelines(
    timelines: dict[Fact, npt.NDArray[np.bool_]],
) -> None:
    """Compare consistency, entailment and reduction of random links with brute force."""
    contradictions = inferred = dropped = 0
    for seed in range(400):
        chance = Random(seed)
        stated = chance.sample(FACTS, chance.randint(1, 5))
        if seed % 2:  # true on one timeline, thus consistent and with more inferences
            at = chance.randrange(len(timelines[FACTS[0]]))
            true = [fact for fact in FACTS if timelines[fact][at]]
            stated = chance.sample(true, min(len(true), 7))
        timeline = Timeline(stated)
        possible = np.logical_and.reduce([timelines[fact] for fact in stated])
        consistent = all(part.is_consistent for part in timeline.graphs)
        assert consistent == possible.any()
        if not consistent:
            contradictions += 1
            continue
        here = np.flatnonzero(possible)
        for fact in FACTS:
            follows = bool(timelines[fact][here].all())
            assert timeline.entails(fact) == follows, (stated, fact)
            inferred += follows and fact not in stated
        dropped += check_reduction(stated, timelines)
    # All cases occurred.
    assert contradictions > 50 and inferred > 300 and dropped > 100


def check_reduction(stated: list[Fact], timelines: dict[Fact, npt.NDArray[np.bool_]]) -> int:
    """Check that the reduced links are equivalent to all links, and none of them is redundant."""
    reduced = Timeline(stated).reduce()
    assert set(reduced) <= set(stated) and len(reduced) == len(set(reduced))
    whole = np.logical_and.reduce([timelines[fact] for fact in stated])
    everything = np.ones_like(whole)
    for left_out in [None, *reduced]:
        remaining = [timelines[fact] for fact in reduced if fact != left_out]
        meant = np.logical_and.reduce(remaining) if remaining else everything
        assert np.array_equal(meant, whole) == (left_out is None)
    for again in (sorted(stated), stated[::-1], stated * 2):
        assert sorted(Timeline(again).reduce()) == sorted(reduced)
    return len(set(stated)) - len(reduced)


@settings(max_examples=120, deadline=None, derandomize=True)
@given(
    st.lists(st.tuples(st.integers(0, 12), st.integers(1, 6)), min_size=2, max_size=9), st.data()
)
def test_inferred_links_are_true_on_the_timeline(
    drawn: list[tuple[int, int]], data: st.DataObject
) -> None:
    """Links sampled from a timeline entail only true links; all its links entail every true one."""
    intervals = [(start, start + length) for start, length in drawn]
    pairs = list(permutations(range(len(intervals)), 2))
    every = [(first, second, kind) for first, second in pairs for kind in TRUE]
    true = [fact for fact in every if TRUE[fact[2]](intervals[fact[0]], intervals[fact[1]])]
    whole = Timeline(true)
    rest = Timeline(whole.reduce())
    subset = data.draw(st.lists(st.sampled_from(true or [(0, 0, "simultaneous")]), max_size=12))
    sampled = Timeline(subset)
    for timeline in (whole, rest, sampled):
        assert all(part.is_consistent for part in timeline.graphs)
    names = set(true)
    for fact in every:
        assert whole.entails(fact) == rest.entails(fact) == (fact in names)
        assert not sampled.entails(fact) or fact in names


def test_known_closures() -> None:
    chain = Timeline([(0, 1, "before"), (1, 2, "ibefore"), (2, 3, "includes")])
    assert chain.entails((0, 3, "before"))
    assert chain.entails((3, 1, "after"))
    assert not chain.entails((1, 3, "ibefore"))  # 3 starts after 2 does
    same = Timeline([(0, 1, "simultaneous"), (1, 2, "simultaneous"), (2, 3, "begins")])
    assert same.entails((0, 2, "simultaneous")) and same.entails((3, 0, "begun_by"))
    ends = Timeline([(0, 1, "begins"), (1, 2, "ends")])
    assert ends.entails((0, 2, "is_included"))  # starts with 1, after 2; ends before 1 and 2 do
    vague = Timeline([(0, 1, "overlap"), (1, 2, "is_included")])
    assert vague.entails((0, 2, "overlap")) and not vague.entails((0, 2, "includes"))
    apart = Timeline([(0, 1, "before"), (2, 3, "before")])
    assert not apart.entails((0, 3, "before"))


def test_contradictions_stay_in_their_component() -> None:
    circle = [(0, 1, "before"), (1, 2, "before"), (0, 2, "after")]
    sound = [(3, 4, "before"), (4, 5, "before"), (3, 5, "before")]
    timeline = Timeline(circle + sound)
    assert sorted(part.is_consistent for part in timeline.graphs) == [False, True]
    assert sorted(timeline.reduce()) == sorted(circle + sound[:2])
    assert timeline.entails((0, 2, "after")) and not timeline.entails((0, 2, "before"))
    assert timeline.entails((3, 5, "before"))
    for alone in ([(0, 0, "before")], [(0, 1, "simultaneous"), (0, 1, "begins")]):
        assert not TemporalGraph(alone).is_consistent


def test_trivial_links_of_a_node_to_itself_are_removed() -> None:
    assert Timeline([(0, 0, "simultaneous"), (0, 0, "overlap")]).reduce() == []


# --- the metric -------------------------------------------------------------------------------

EVENTS = [Mention(f"e{n}", "EVENT", (Span(10 * n, 10 * n + 5),)) for n in range(1, 7)]
TIMES = [Mention("t1", "TIMEX3", (Span(3, 8),)), Mention("t0", "TIMEX3", ())]


def build_set(*links: str, mentions: Sequence[Mention] = (*EVENTS, *TIMES)) -> AnnotationSet:
    rels = []
    for number, link in enumerate(links):
        first, kind, second = link.split()
        rels.append(Relation(f"r{number}", "TLINK", first, second, {"relType": kind}))
    return AnnotationSet("set", tuple(mentions), tuple(rels))


def score(a: AnnotationSet, b: AnnotationSet, **options: object) -> Result:
    pair = SetPair(Document("note", "x" * 100), a, b)
    return measure(AWARENESS.with_options(**options), [pair]).compute_result()


def test_worked_example() -> None:
    gold = build_set(
        "e1 BEFORE e2",
        "e2 BEFORE e3",
        "e1 BEFORE e3",  # follows from the two above
        "e3 INCLUDES t1",
    )
    system = build_set(
        "e1 BEFORE e3",  # follows from the second and the last: e1 < t1 < e3
        "t1 AFTER e1",  # right: e1 ends before e3 begins, and t1 is within e3
        "e2 AFTER e1",  # right
        "t1 BEFORE e3",  # wrong
    )
    result = score(gold, system)
    assert result.rows["links"].counts == {
        "links_a": 4,
        "links_b": 4,
        "a": 3,
        "b": 3,
        "entailed_b": 2,  # e1 before t1, e1 before e2
        "entailed_a": 1,  # e1 before e2, but not e2 before e3 or e3 includes t1
    }
    assert result.get_value("precision") == pytest.approx(2 / 3)
    assert result.get_value("recall") == pytest.approx(1 / 3)
    # 2 · 2/3 · 1/3 / (2/3 + 1/3)
    assert result.get_value("f1") == pytest.approx(4 / 9)
    assert result.micro is None


def test_equivalent_links_are_perfect() -> None:
    gold = build_set("e1 BEFORE e2", "e2 SIMULTANEOUS e3", "e1 IBEFORE e4")
    system = build_set("e3 AFTER e1", "e3 IDENTITY e2", "e4 IAFTER e1", "e1 BEFORE e2")
    result = score(gold, system)
    assert [result.get_value(name) for name in ("precision", "recall", "f1")] == [1, 1, 1]
    assert result.rows["links"].counts["b"] == 3


def test_clef_links() -> None:
    events = [replace(event, type="TLC") for event in EVENTS]

    def build_clef_set(*links: str) -> AnnotationSet:
        made = build_set(*links, mentions=(*events, *TIMES))
        rels = [
            replace(rel, type="CTLink", attributes={"type": rel.attributes["relType"], "task": "A"})
            for rel in made.relations
        ]
        return replace(made, relations=tuple(rels))

    gold = build_clef_set(
        "e1 before t0", "e2 includes t0", "e3 none t0", "e4 unknown t1", "e5 begun_by t0"
    )
    system = build_clef_set("e1 before t0", "e2 overlap t0", "e3 before t0", "e5 begun_by t0")
    result = score(gold, system)
    # e2 overlap t0 follows from includes, but not vice versa; only one set places e3
    assert result.rows["links"].counts == {
        "links_a": 3, "vague_a": 2, "links_b": 4, "a": 3, "b": 4, "entailed_a": 2, "entailed_b": 3
    }  # fmt: skip
    # No link relates e1 and e5, but e1 ends before t0 begins, and e5 begins with t0.
    assert score(gold, build_clef_set("e1 before t0")).get_value("precision") == 1
    between = build_set("e1 BEFORE e5", mentions=(*events, *TIMES))
    assert score(gold, between).get_value("precision") == 1


def test_contradicting_links_are_scored_without_closure() -> None:
    gold = build_set("e1 BEFORE e3", "e1 BEFORE e2", "e4 BEFORE e6")
    system = build_set(
        *("e1 BEFORE e2", "e2 BEFORE e3", "e3 BEFORE e1"),
        *("e4 BEFORE e5", "e5 BEFORE e6", "e4 BEFORE e6"),
    )
    result = score(gold, system)
    # Reduced, b has the three contradicting links and two of the others. Only e1 before e2 is
    # right; in the gold standard, e1 before e2 (stated) and e4 before e6 are found.
    assert result.rows["links"].counts == {
        "links_a": 3, "links_b": 6, "a": 3, "b": 5, "entailed_b": 1, "entailed_a": 2,
        "inconsistent_b": 1,
    }  # fmt: skip
    assert score(system, system).get_value("f1") == 1


def test_empty_sides() -> None:
    gold, nothing = build_set("e1 BEFORE e2"), build_set()
    assert score(nothing, nothing).get_value("f1") is None
    missed, spurious = score(gold, nothing), score(nothing, gold)
    assert [missed.get_value(name) for name in ("f1", "precision", "recall")] == [0, None, 0]
    assert [spurious.get_value(name) for name in ("f1", "precision", "recall")] == [0, 0, None]
    vague = build_set("e1 NONE e2", "e1 other e3")
    assert score(vague, vague).rows["links"].counts == {"vague_a": 2, "vague_b": 2}
    assert score(vague, vague).get_value("f1") is None


def test_documents_are_summed() -> None:
    doc = Document("note", "x" * 100)
    right = build_set("e1 BEFORE e2", "e2 BEFORE e3")
    wrong = build_set("e1 AFTER e2")
    pairs = [SetPair(doc, right, right), SetPair(doc, right, wrong)]
    result = measure(AWARENESS, pairs).compute_result()
    # precision (2 + 0) / (2 + 1), recall (2 + 0) / (2 + 2)
    assert result.get_value("precision") == pytest.approx(2 / 3)
    assert result.get_value("recall") == pytest.approx(2 / 4)
    assert result.get_value("f1") == pytest.approx(2 * (2 / 3) * (1 / 2) / (2 / 3 + 1 / 2))


def test_lenient_aligns_arguments_on_other_spans() -> None:
    moved = [replace(mention, spans=(Span(mention.start, mention.end + 1),)) for mention in EVENTS]
    gold = build_set("e1 BEFORE e2", "e2 BEFORE e3")
    system = build_set("e1 BEFORE e3", mentions=moved)
    assert score(gold, system).get_value("precision") == 0
    assert score(gold, system, found="lenient").get_value("precision") == 1
    with pytest.raises(InputError, match="found"):
        AWARENESS.with_options(found="loosely")


def test_every_count_has_places() -> None:
    gold = build_set("e1 BEFORE e2", "e2 AFTER e1", "e2 BEFORE e3", "e1 BEFORE e3", "e4 NONE e1")
    system = build_set("e5 BEFORE e6", "e6 BEFORE e5", "e3 AFTER e1")
    pair = SetPair(Document("note", "x" * 100), gold, system)
    places = measure(AWARENESS, [pair], keep_places=True).places
    result = {
        (place.column, place.a, place.b) for place in places if not place.column.startswith("links")
    }
    assert result == {
        ("a", ("r0", "r1"), ()),
        ("a", ("r2",), ()),
        ("vague_a", ("r4",), ()),
        ("b", (), ("r0",)),
        ("b", (), ("r1",)),
        ("b", (), ("r2",)),
        ("entailed_b", (), ("r2",)),
        ("inconsistent_b", (), ("r1", "r0")),
    }


def test_invariances(temporal_documents: st.SearchStrategy[Document]) -> None:
    check_metric(AWARENESS, examples=200, documents=temporal_documents)


@pytest.mark.parametrize("found", ["strict", "lenient"])
def test_scores_do_not_depend_on_ids(
    temporal_documents: st.SearchStrategy[Document], rename: Renamed, found: str
) -> None:
    metric = AWARENESS.with_options(found=found)

    @settings(max_examples=150, deadline=None, derandomize=True)
    @given(temporal_documents)
    def run(doc: Document) -> None:
        pair = SetPair(doc, doc.sets["a"], doc.sets["b"])
        here, there = Tally("x"), Tally("x")
        metric.count(pair, here)
        metric.count(replace(pair, a=rename(pair.a, 1), b=rename(pair.b, 2)), there)
        assert here.counts == there.counts

    run()


@pytest.mark.parametrize("events", [30, 120, 501])
def test_documents_with_five_hundred_links(events: int) -> None:
    chance = Random(events)
    intervals = [(start, start + chance.randint(1, 40)) for start in range(events)]
    mentions = [Mention(f"e{n}", "EVENT", (Span(n, n + 1),)) for n in range(events)]

    def links() -> AnnotationSet:
        statements = []
        for number in range(500):
            first = number % (events - 1)
            second = chance.choice([first + 1, chance.randrange(events)])
            true = [
                kind for kind, holds in TRUE.items() if holds(intervals[first], intervals[second])
            ]
            statements.append(f"e{first} {chance.choice(true)} e{second}")
        return build_set(*statements, mentions=mentions)

    a, b = links(), links()
    result = score(a, b)
    assert result.rows["links"].counts["links_a"] == 500
    assert "inconsistent_a" not in result.rows["links"].counts


# The scoring variants of the TempEval-3 toolkit (the option manner)

MANNERS = ("published", "toolkit", "acl11")
GOLD = ("e1 BEFORE e2", "e2 BEFORE e3", "e1 BEFORE e3", "e3 INCLUDES t1")
SYSTEM = ("e1 BEFORE e3", "t1 AFTER e1", "e2 AFTER e1", "t1 BEFORE e3")


def count_links(a: Sequence[str], b: Sequence[str], manner: str) -> tuple[float, ...]:
    """Return how many links of b are entailed, of how many, and the same for a."""
    counts = score(build_set(*a), build_set(*b), manner=manner).rows["links"].counts
    return tuple(counts.get(name, 0) for name in ("entailed_b", "b", "entailed_a", "a"))


@pytest.mark.parametrize(
    ("manner", "expected"),
    [
        # Both sets have a redundant link: the gold's third and the system's first.
        ("published", (2, 3, 1, 3)),
        # In file order, the gold's third follows from its first two; the system's first does not.
        ("toolkit", (3, 4, 1, 3)),
        ("acl11", (3, 4, 2, 4)),
    ],
)
def test_worked_example_in_each_manner(manner: str, expected: tuple[float, ...]) -> None:
    assert count_links(GOLD, SYSTEM, manner) == expected


def test_toolkit_depends_on_the_order_of_the_links() -> None:
    assert count_links(GOLD, SYSTEM[1:] + SYSTEM[:1], "toolkit") == (2, 3, 1, 3)
    assert count_links(GOLD, SYSTEM[1:] + SYSTEM[:1], "published") == (2, 3, 1, 3)


def test_toolkit_keeps_a_contradiction_out_of_the_graph_and_scores_it() -> None:
    gold = ("e1 BEFORE e2", "e2 BEFORE e3", "e3 BEFORE e1")
    system = ("e1 BEFORE e3", "e3 BEFORE e1")
    # The gold's first two entail e1 before e3; its third is only stated. The system's second
    # contradicts its first and is stated in the gold.
    assert count_links(gold, system, "toolkit") == (2, 2, 1, 3)
    # A part with a contradiction has no graph and entails only its stated links.
    assert count_links(gold, system, "published") == (1, 2, 1, 3)
    counts = score(build_set(*gold), build_set(*system), manner="toolkit").rows["links"].counts
    assert (counts["inconsistent_a"], counts["inconsistent_b"]) == (1, 1)


def test_toolkit_scores_links_without_constraints_if_both_sides_state_them() -> None:
    gold = ("e1 NONE e2", "e1 OVERLAP e3", "e1 BEFORE e4")
    system = ("e1 NONE e2", "e3 OVERLAP e1", "e4 AFTER e1", "e2 VAGUE e3")
    assert count_links(gold, system, "toolkit") == (3, 4, 3, 3)
    assert count_links(gold, system, "published") == (2, 2, 2, 2)
    # Overlap is a kind of CLEF: the toolkit infers nothing for it.
    assert count_links(("e1 INCLUDES e2",), ("e1 OVERLAP e2",), "toolkit") == (0, 1, 0, 1)
    assert count_links(("e1 INCLUDES e2",), ("e1 OVERLAP e2",), "published") == (1, 1, 0, 1)


def test_repeated_links_count_once_except_in_the_manner_of_acl11() -> None:
    gold, system = ("e1 BEFORE e2", "e2 AFTER e1", "e2 BEFORE e3"), ("e1 BEFORE e2",)
    assert count_links(gold, system, "toolkit") == count_links(gold, system, "published")
    assert count_links(gold, system, "acl11") == (1, 1, 2, 3)


@pytest.mark.parametrize("manner", MANNERS)
def test_same_links_are_perfect_in_each_manner(manner: str) -> None:
    random = Random(12)
    for _ in range(50):
        links = tuple(
            f"{first} {random.choice(('BEFORE', 'INCLUDES', 'SIMULTANEOUS', 'ENDS'))} {second}"
            for first, second in combinations(("e1", "e2", "e3", "e4"), 2)
            if random.random() < 0.7
        )
        entailed_b, b, entailed_a, a = count_links(links, links, manner)
        assert entailed_b == b == a == entailed_a


def test_unknown_manner_is_refused() -> None:
    with pytest.raises(InputError, match="published, toolkit or acl11"):
        AWARENESS.with_options(manner="script")
