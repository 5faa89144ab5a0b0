"""What holds for any two sets: each disagreement is sorted once, and order does not matter."""

import random
from collections import Counter

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from goldsmith.alignment import align
from goldsmith.core import (
    AnnotationSet,
    Document,
    Group,
    Mention,
    Relation,
    Span,
    builtin,
    chains,
)
from goldsmith.differences import CLASSES, CLEF, Roles, differences
from goldsmith.testing import compared

SCHEMA = builtin("clef")
#: Roles for the types that the strategy draws, so that every rule is reached.
DRAWN = Roles(
    modifiers=frozenset({"Sub_location"}),
    granular=frozenset({"Condition", "Drug-or-device"}),
    services=frozenset({"cough", "fever", "t1"}),
)
MIRROR = {"overlinking": "underlinking", "underlinking": "overlinking"}
MANY = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
roles = st.sampled_from([CLEF, DRAWN])


@st.composite
def crowded(draw: st.DrawFn) -> Document:
    """A sentence or two in which two annotators mark much, in the types that the rules know."""
    words = draw(st.lists(st.sampled_from(["renal", "team", "CT", "mass.", "5"]), min_size=3))
    words = words[:9]
    starts = [sum(len(word) + 1 for word in words[:at]) for at in range(len(words))]
    text = " ".join(words)
    place = st.integers(0, len(words) - 1)
    kinds = st.sampled_from(
        ["Locus", "Sub-location", "Investigation", "Condition", "Result", "Negation"]
    )
    links = st.sampled_from(["has_location", "has_finding", "has_target", "co_refers"])

    def annotated(name: str) -> AnnotationSet:
        mentions = []
        for number in range(draw(st.integers(0, 5))):
            first, last = sorted((draw(place), draw(place)))
            last = min(last, first + 2)
            span = Span(starts[first], starts[last] + len(words[last].rstrip(".")))
            mentions.append(Mention(f"{name}{number}", draw(kinds), (span,)))
        some = st.sampled_from([mention.id for mention in mentions] or [""])
        relations = [
            Relation(f"{name}r{number}", draw(links), draw(some), draw(some))
            for number in range(draw(st.integers(0, 4)) if mentions else 0)
        ]
        return AnnotationSet(name, tuple(mentions), tuple(relations))

    return Document("crowded", text, sets={"a": annotated("a"), "b": annotated("b")})


pairs = st.one_of(compared(), crowded())


def mixed(one: AnnotationSet, seed: int) -> AnnotationSet:
    chance = random.Random(seed)
    return replace(
        one,
        mentions=tuple(chance.sample(one.mentions, len(one.mentions))),
        relations=tuple(chance.sample(one.relations, len(one.relations))),
        groups=tuple(chance.sample(one.groups, len(one.groups))),
    )


def renamed(one: AnnotationSet) -> AnnotationSet:
    """The set with other ids."""
    return replace(
        one,
        mentions=tuple(replace(m, id=f"z{m.id}") for m in one.mentions),
        relations=tuple(
            replace(r, id=f"z{r.id}", arg1=f"z{r.arg1}", arg2=f"z{r.arg2}") for r in one.relations
        ),
        groups=tuple(
            replace(g, id=f"z{g.id}", members=tuple(f"z{m}" for m in g.members)) for g in one.groups
        ),
    )


@MANY
@given(pairs, roles)
def test_every_mention_that_differs_is_named_exactly_once(doc: Document, chosen: Roles) -> None:
    a, b = doc.sets["a"], doc.sets["b"]
    found = [one for one in differences(doc, a, b, SCHEMA, roles=chosen) if one.kind == "mention"]
    exact = align(a.mentions, b.mentions, partial=False)
    assert Counter(i for one in found for i in one.a) == Counter(m.id for m in exact.only_a)
    assert Counter(i for one in found for i in one.b) == Counter(m.id for m in exact.only_b)


@MANY
@given(pairs, roles)
def test_every_relation_is_named_at_most_once_and_only_if_it_differs(
    doc: Document, chosen: Roles
) -> None:
    a, b = doc.sets["a"], doc.sets["b"]
    found = differences(doc, a, b, SCHEMA, roles=chosen)
    twins = {pair.a.id: pair.b.id for pair in align(a.mentions, b.mentions, partial=False).pairs}
    for side, one_set, other in ((0, a, b), (1, b, a)):
        own = (one.a if side == 0 else one.b for one in found if one.kind == "relation")
        brought = (one.relations_a if side == 0 else one.relations_b for one in found)
        named = Counter(name for names in (*own, *brought) for name in names)
        assert all(count == 1 for count in named.values())
        across = twins if side == 0 else {y: x for x, y in twins.items()}
        there = {(rel.type, rel.arg1, rel.arg2) for rel in other.relations}
        for rel in one_set.relations:
            ends = [across.get(rel.arg1), across.get(rel.arg2)]
            if rel.type == "co_refers":
                assert rel.id not in named
            elif None not in ends and (rel.type, *ends) not in there:
                assert rel.id in named


@MANY
@given(pairs, roles)
def test_a_set_does_not_differ_from_itself(doc: Document, chosen: Roles) -> None:
    a = doc.sets["a"]
    if len({(m.type, m.spans) for m in a.mentions}) == len(a.mentions):
        assert differences(doc, a, mixed(renamed(a), 1), SCHEMA, roles=chosen) == ()
    assert differences(doc, a, mixed(a, 1), SCHEMA, roles=chosen) == ()


@MANY
@given(pairs, roles, st.integers())
def test_the_order_of_annotations_does_not_matter(doc: Document, chosen: Roles, seed: int) -> None:
    a, b = doc.sets["a"], doc.sets["b"]
    found = differences(doc, a, b, SCHEMA, roles=chosen)
    assert differences(doc, mixed(a, seed), mixed(b, seed + 1), SCHEMA, roles=chosen) == found


@MANY
@given(pairs, roles)
def test_changing_sides_changes_only_over_and_underlinking(doc: Document, chosen: Roles) -> None:
    a, b = doc.sets["a"], doc.sets["b"]
    here = differences(doc, a, b, SCHEMA, roles=chosen)
    there = differences(doc, b, a, SCHEMA, roles=chosen)
    turned = Counter(tuple(MIRROR.get(name, name) for name in one.classes) for one in there)
    assert Counter(one.classes for one in here) == turned
    mentions = Counter((one.classes, one.a, one.b) for one in here if one.kind == "mention")
    assert mentions == Counter(
        (one.classes, one.b, one.a) for one in there if one.kind == "mention"
    )


@MANY
@given(pairs, roles)
def test_a_difference_is_complete(doc: Document, chosen: Roles) -> None:
    for one in differences(doc, doc.sets["a"], doc.sets["b"], None, roles=chosen):
        assert one.document == doc.id and one.classes and one.rule and (one.a or one.b)
        assert one.kind != "coreference", "without a schema nothing is known of identity"
        assert set(one.classes) <= set(CLASSES)
        assert list(one.classes) == sorted(one.classes, key=list(CLASSES).index)
        assert (one.start, one.end) == (-1, -1) or 0 <= one.start < one.end <= len(doc.text)


@st.composite
def chained(draw: st.DrawFn) -> tuple[Document, AnnotationSet, AnnotationSet]:
    """Mentions with nothing in common, partitioned in two ways."""
    words = [f"w{number}" for number in range(draw(st.integers(1, 9)))]
    text = " ".join(words)
    mentions = tuple(
        Mention(word, "Condition", (Span(text.index(word), text.index(word) + 2),))
        for word in words
    )

    def partition(name: str) -> AnnotationSet:
        homes: dict[int, list[str]] = {}
        for word in words:
            homes.setdefault(draw(st.integers(0, 3)), []).append(word)
        groups = [Group(f"{name}{n}", "co_refers", tuple(home)) for n, home in homes.items()]
        return AnnotationSet(name, mentions, groups=tuple(groups))

    return Document("d", text), partition("a"), partition("b")


@MANY
@given(chained())
def test_links_are_counted_as_muc_counts_them(
    sets: tuple[Document, AnnotationSet, AnnotationSet],
) -> None:
    """A chain that has mentions of k chains of the other side makes k - 1 links too many."""
    doc, a, b = sets
    found = Counter(one.classes for one in differences(doc, a, b, SCHEMA))

    def too_many(mine: AnnotationSet, other: AnnotationSet) -> int:
        home = {m: n for n, chain in enumerate(chains(other, SCHEMA)) for m in chain.members}
        return sum(len({home[m] for m in c.members}) - 1 for c in chains(mine, SCHEMA))

    assert found[("overlinking",)] == too_many(b, a)
    assert found[("underlinking",)] == too_many(a, b)
    assert found.total() == too_many(a, b) + too_many(b, a)
