"""The steps from one consensus to the next produce it, and leave unchanged mentions alone."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from goldsmith.core import AnnotationSet, Code, Group, Mention, Relation, Span
from goldsmith.project.curation.adjudication.differing import find_steps
from goldsmith.store.journal.state import Content, State
from goldsmith.store.journal.steps import SetAttribute, SetCodes, SetMembers

PLACES = st.lists(st.integers(0, 7), unique=True, max_size=6)


@st.composite
def sets(draw: st.DrawFn) -> AnnotationSet:
    """Draw a consensus set, numbered as the engine numbers it."""
    places = sorted(draw(PLACES))
    mentions = tuple(
        Mention(
            f"M{number}",
            draw(st.sampled_from(("Condition", "Locus"))),
            (Span(10 * place, 10 * place + 5),),
            draw(st.sampled_from(({}, {"status": "x"}, {"status": "y"}))),
            draw(st.sampled_from(((), (Code("1", "S"),)))),
        )
        for number, place in enumerate(places, 1)
    )
    names = [mention.id for mention in mentions]
    relations: list[Relation] = []
    groups: list[Group] = []
    if len(names) > 1:
        pairs = draw(st.lists(st.permutations(names), max_size=3))
        ends = dict.fromkeys((pair[0], pair[1]) for pair in pairs)
        relations = [Relation(f"R{at}", "r", *pair) for at, pair in enumerate(ends, 1)]
        cut = draw(st.integers(1, len(names)))
        groups = [Group("C1", "c", tuple(names[:cut]))]
        groups += [Group("C2", "c", tuple(names[cut:]))] if cut < len(names) else []
    return AnnotationSet("consensus", mentions, tuple(relations), tuple(groups))


def describe(annotations: AnnotationSet | Content) -> object:
    """Return the content of a set without its ids."""
    places = {mention.id: (mention.spans, mention.type) for mention in annotations.mentions}
    return (
        sorted(
            (places[mention.id], sorted(mention.attributes.items()), mention.codes)
            for mention in annotations.mentions
        ),
        sorted((rel.type, places[rel.arg1], places[rel.arg2]) for rel in annotations.relations),
        sorted(
            (group.type, [places[name] for name in group.members]) for group in annotations.groups
        ),
    )


@given(st.lists(sets(), min_size=1, max_size=4))
def test_steps_lead_to_the_target(targets: list[AnnotationSet]) -> None:
    state = State()
    for target in targets:
        before = {mention.id: (mention.spans, mention.type) for mention in state.mentions.values()}
        state.apply(find_steps(state.export(), target))
        content = state.export()
        assert describe(content) == describe(target)
        assert find_steps(content, target) == ()
        unchanged = {(mention.spans, mention.type) for mention in target.mentions}
        for name, place in before.items():
            if place in unchanged:
                mention = state.mentions[name]
                assert (mention.spans, mention.type) == place


def test_steps_change_only_what_differs() -> None:
    first = AnnotationSet(
        "consensus",
        (Mention("M1", "Condition", (Span(0, 4),)), Mention("M2", "Locus", (Span(5, 9),))),
        groups=(Group("C1", "c", ("M1",)),),
    )
    state = State()
    state.apply(find_steps(Content(), first))
    coded = Mention("M1", "Condition", (Span(0, 4),), {"status": "x"}, (Code("1"),))
    second = AnnotationSet(
        "consensus", (coded, first.mentions[1]), groups=(Group("C1", "c", ("M1", "M2")),)
    )
    assert find_steps(state.export(), second) == (
        SetAttribute("M1", "status", "x"),
        SetCodes("M1", (Code("1"),)),
        SetMembers("C1", ("M1", "M2")),
    )
    assert find_steps(state.export(), second, {("M1", "codes"), ("M1", "attributes.status")}) == (
        SetMembers("C1", ("M1", "M2")),
    )
