"""Properties for any two sets: each disagreement is reported once, in any order of annotations."""

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
    derive_chains,
    load_builtin_schema,
)
from goldsmith.differences import CLASSES, CLEF, Roles, find_differences
from goldsmith.testing import two_set_documents

SCHEMA = load_builtin_schema("clef")
#: Roles for the types that the strategy draws, so that every rule applies.
DRAWN = Roles(
    modifiers=frozenset({"Sub_location"}),
    granular=frozenset({"Condition", "Drug-or-device"}),
    services=frozenset({"cough", "fever", "t1"}),
)
MIRROR = {"overlinking": "underlinking", "underlinking": "overlinking"}
MANY = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
roles = st.sampled_from([CLEF, DRAWN])


@st.composite
def dense_documents(draw: st.DrawFn) -> Document:
    """Draw a sentence or two with many mentions of the types that the rules depend on."""
    words = draw(st.lists(st.sampled_from(["renal", "team", "CT", "mass.", "5"]), min_size=3))
    words = words[:9]
    starts = [sum(len(word) + 1 for word in words[:at]) for at in range(len(words))]
    text = " ".join(words)
    place = st.integers(0, len(words) - 1)
    kinds = st.sampled_from(
        ["Locus", "Sub-location", "Investigation", "Condition", "Result", "Negation"]
    )
    links = st.sampled_from(["has_location", "has_finding", "has_target", "co_refers"])

    def draw_set(name: str) -> AnnotationSet:
        mentions = []
        for number in range(draw(st.integers(0, 5))):
            first, last = sorted((draw(place), draw(place)))
            last = min(last, first + 2)
            span = Span(starts[first], starts[last] + len(words[last].rstrip(".")))
            mentions.append(Mention(f"{name}{number}", draw(kinds), (span,)))
        ids = st.sampled_from([mention.id for mention in mentions] or [""])
        relations = [
            Relation(f"{name}r{number}", draw(links), draw(ids), draw(ids))
            for number in range(draw(st.integers(0, 4)) if mentions else 0)
        ]
        return AnnotationSet(name, tuple(mentions), tuple(relations))

    return Document("dense", text, sets={"a": draw_set("a"), "b": draw_set("b")})


pairs = st.one_of(two_set_documents(), dense_documents())


def shuffle(annotation_set: AnnotationSet, seed: int) -> AnnotationSet:
    generator = random.Random(seed)
    mentions, relations, groups = (
        annotation_set.mentions,
        annotation_set.relations,
        annotation_set.groups,
    )
    return replace(
        annotation_set,
        mentions=tuple(generator.sample(mentions, len(mentions))),
        relations=tuple(generator.sample(relations, len(relations))),
        groups=tuple(generator.sample(groups, len(groups))),
    )


def rename(annotation_set: AnnotationSet) -> AnnotationSet:
    """Return the set with other ids."""
    return replace(
        annotation_set,
        mentions=tuple(replace(m, id=f"z{m.id}") for m in annotation_set.mentions),
        relations=tuple(
            replace(r, id=f"z{r.id}", arg1=f"z{r.arg1}", arg2=f"z{r.arg2}")
            for r in annotation_set.relations
        ),
        groups=tuple(
            replace(g, id=f"z{g.id}", members=tuple(f"z{m}" for m in g.members))
            for g in annotation_set.groups
        ),
    )


@MANY
@given(pairs, roles)
def test_every_mention_that_differs_is_named_exactly_once(doc: Document, chosen: Roles) -> None:
    a, b = doc.sets["a"], doc.sets["b"]
    differences = [
        difference
        for difference in find_differences(doc, a, b, SCHEMA, roles=chosen)
        if difference.kind == "mention"
    ]
    exact = align(a.mentions, b.mentions, partial=False)
    assert Counter(i for difference in differences for i in difference.a) == Counter(
        m.id for m in exact.only_a
    )
    assert Counter(i for difference in differences for i in difference.b) == Counter(
        m.id for m in exact.only_b
    )


@MANY
@given(pairs, roles)
def test_every_relation_is_named_at_most_once_and_only_if_it_differs(
    doc: Document, chosen: Roles
) -> None:
    a, b = doc.sets["a"], doc.sets["b"]
    differences = find_differences(doc, a, b, SCHEMA, roles=chosen)
    counterparts = {
        pair.a.id: pair.b.id for pair in align(a.mentions, b.mentions, partial=False).pairs
    }
    for side, annotation_set, opposite in ((0, a, b), (1, b, a)):
        own = (
            difference.a if side == 0 else difference.b
            for difference in differences
            if difference.kind == "relation"
        )
        consequences = (
            difference.relations_a if side == 0 else difference.relations_b
            for difference in differences
        )
        named = Counter(name for names in (*own, *consequences) for name in names)
        assert all(count == 1 for count in named.values())
        across = counterparts if side == 0 else {y: x for x, y in counterparts.items()}
        there = {(rel.type, rel.arg1, rel.arg2) for rel in opposite.relations}
        for rel in annotation_set.relations:
            ends = [across.get(rel.arg1), across.get(rel.arg2)]
            if rel.type == "co_refers":
                assert rel.id not in named
            elif None not in ends and (rel.type, *ends) not in there:
                assert rel.id in named


@MANY
@given(pairs, roles)
def test_set_does_not_differ_from_itself(doc: Document, chosen: Roles) -> None:
    a = doc.sets["a"]
    if len({(m.type, m.spans) for m in a.mentions}) == len(a.mentions):
        assert find_differences(doc, a, shuffle(rename(a), 1), SCHEMA, roles=chosen) == ()
    assert find_differences(doc, a, shuffle(a, 1), SCHEMA, roles=chosen) == ()


@MANY
@given(pairs, roles, st.integers())
def test_differences_do_not_depend_on_the_order_of_annotations(
    doc: Document, chosen: Roles, seed: int
) -> None:
    a, b = doc.sets["a"], doc.sets["b"]
    differences = find_differences(doc, a, b, SCHEMA, roles=chosen)
    assert (
        find_differences(doc, shuffle(a, seed), shuffle(b, seed + 1), SCHEMA, roles=chosen)
        == differences
    )


@MANY
@given(pairs, roles)
def test_exchanging_sides_changes_only_over_and_underlinking(doc: Document, chosen: Roles) -> None:
    a, b = doc.sets["a"], doc.sets["b"]
    here = find_differences(doc, a, b, SCHEMA, roles=chosen)
    there = find_differences(doc, b, a, SCHEMA, roles=chosen)
    mirrored = Counter(
        tuple(MIRROR.get(name, name) for name in difference.classes) for difference in there
    )
    assert Counter(difference.classes for difference in here) == mirrored
    mentions = Counter(
        (difference.classes, difference.a, difference.b)
        for difference in here
        if difference.kind == "mention"
    )
    assert mentions == Counter(
        (difference.classes, difference.b, difference.a)
        for difference in there
        if difference.kind == "mention"
    )


@MANY
@given(pairs, roles)
def test_difference_is_complete(doc: Document, chosen: Roles) -> None:
    for difference in find_differences(doc, doc.sets["a"], doc.sets["b"], None, roles=chosen):
        assert (
            difference.document == doc.id
            and difference.classes
            and difference.rule
            and (difference.a or difference.b)
        )
        assert difference.kind != "coreference", "without a schema there are no chains"
        assert set(difference.classes) <= set(CLASSES)
        assert list(difference.classes) == sorted(difference.classes, key=list(CLASSES).index)
        assert (difference.start, difference.end) == (
            -1,
            -1,
        ) or 0 <= difference.start < difference.end <= len(doc.text)


@st.composite
def partitions(draw: st.DrawFn) -> tuple[Document, AnnotationSet, AnnotationSet]:
    """Draw disjoint mentions, partitioned in two ways."""
    words = [f"w{number}" for number in range(draw(st.integers(1, 9)))]
    text = " ".join(words)
    mentions = tuple(
        Mention(word, "Condition", (Span(text.index(word), text.index(word) + 2),))
        for word in words
    )

    def draw_partition(name: str) -> AnnotationSet:
        homes: dict[int, list[str]] = {}
        for word in words:
            homes.setdefault(draw(st.integers(0, 3)), []).append(word)
        groups = [Group(f"{name}{n}", "co_refers", tuple(home)) for n, home in homes.items()]
        return AnnotationSet(name, mentions, groups=tuple(groups))

    return Document("d", text), draw_partition("a"), draw_partition("b")


@MANY
@given(partitions())
def test_links_are_counted_as_muc_counts_them(
    sets: tuple[Document, AnnotationSet, AnnotationSet],
) -> None:
    """A chain with mentions of k chains of the other side has k - 1 surplus links."""
    doc, a, b = sets
    differences = Counter(difference.classes for difference in find_differences(doc, a, b, SCHEMA))

    def count_surplus(links: AnnotationSet, reference: AnnotationSet) -> int:
        home = {
            m: n for n, chain in enumerate(derive_chains(reference, SCHEMA)) for m in chain.members
        }
        return sum(len({home[m] for m in c.members}) - 1 for c in derive_chains(links, SCHEMA))

    assert differences[("overlinking",)] == count_surplus(b, a)
    assert differences[("underlinking",)] == count_surplus(a, b)
    assert differences.total() == count_surplus(a, b) + count_surplus(b, a)
