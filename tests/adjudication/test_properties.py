"""The consensus follows the rules for all decisions that they allow."""

from hypothesis import given, settings
from hypothesis import strategies as st

from goldsmith.adjudication import (
    Comparison,
    Decision,
    build_consensus,
    check_decision,
    compare_sets,
    load_rules,
)
from goldsmith.core import (
    AnnotationSet,
    Document,
    Group,
    Mention,
    Relation,
    Span,
    load_builtin_schema,
    validate,
)

TEXT = "CT of the chest showed nodules in both lungs and pain in the back."
SCHEMA = load_builtin_schema("clef")
TYPES = ("Condition", "Locus", "Investigation")
WORDS = [(0, 2), (10, 15), (23, 30), (34, 38), (39, 44), (49, 53), (61, 65)]


@st.composite
def annotation_sets(draw: st.DrawFn, name: str) -> AnnotationSet:
    spans = draw(st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from(WORDS)), max_size=6))
    versions = {
        (Span(min(first[0], second[0]), max(first[1], second[1])), draw(st.sampled_from(TYPES)))
        for first, second in spans
    }
    mentions = tuple(
        Mention(f"{name}{number}", kind, (span,))
        for number, (span, kind) in enumerate(sorted(versions))
    )
    conditions = [mention.id for mention in mentions if mention.type == "Condition"]
    places = [mention.id for mention in mentions if mention.type == "Locus"]
    pairs = [(a, b) for a in conditions for b in places]
    chosen = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=3)) if pairs else []
    relations = tuple(
        Relation(f"R{number}", "has_location", a, b) for number, (a, b) in enumerate(chosen)
    )
    groups: tuple[Group, ...] = ()
    if len(conditions) > 1 and draw(st.booleans()):
        members = draw(st.permutations(conditions))[: draw(st.integers(2, len(conditions)))]
        groups = (Group("G", "co_refers", tuple(members)),)
    return AnnotationSet(name, mentions, relations, groups, schema="clef")


def draw_decisions(data: st.DataObject, comparison: Comparison) -> dict[str, Decision]:
    """Draw decisions that the rules allow."""
    rules = load_rules("clef")
    decisions = {}
    for unit in comparison.units:
        names = [entry.id for entry in unit.candidates]
        allowed = [
            decision
            for decision in (
                *(Decision(unit.id, (name,)) for name in names),
                *(Decision(unit.id, (a, b)) for a in names for b in names if a < b),
                Decision(unit.id),
                Decision(unit.id, tuple(names)),
            )
            if not check_decision(unit, decision, rules, SCHEMA)
        ]
        if not allowed:  # with many versions, those of a single annotator are always allowed
            maker = data.draw(st.sampled_from(unit.annotators))
            keep = tuple(entry.id for entry in unit.candidates if maker in entry.made_by)
            allowed = [Decision(unit.id, keep)]
        decisions[unit.id] = data.draw(st.sampled_from(allowed))
    return decisions


@settings(max_examples=150, deadline=None)
@given(annotation_sets("a"), annotation_sets("b"), st.data())
def test_consensus_follows_the_rules_of_clef(
    a: AnnotationSet, b: AnnotationSet, data: st.DataObject
) -> None:
    doc = Document("d", TEXT)
    comparison = compare_sets(doc, {"a": a, "b": b}, load_rules("clef"), SCHEMA)
    decisions = draw_decisions(data, comparison)
    consensus = build_consensus(comparison, decisions, schema=SCHEMA)
    marked = [{(mention.spans, mention.type) for mention in entry.mentions} for entry in (a, b)]
    agreed = {(mention.spans, mention.type) for mention in consensus.annotations.mentions}
    assert agreed <= marked[0] | marked[1], "the consensus has a mention of neither annotator"
    assert marked[0] & marked[1] <= agreed, "the consensus lacks a mention of both annotators"
    assert validate(doc, consensus.annotations, SCHEMA) == []
    assert consensus.undecided == ()

    mirrored = compare_sets(doc, {"b": b, "a": a}, load_rules("clef"), SCHEMA)
    assert mirrored.units == comparison.units
    repeated = build_consensus(mirrored, decisions, schema=SCHEMA)
    assert repeated.annotations == consensus.annotations


@settings(max_examples=60, deadline=None)
@given(annotation_sets("a"), annotation_sets("b"), annotation_sets("c"))
def test_order_of_three_annotators_does_not_matter(
    a: AnnotationSet, b: AnnotationSet, c: AnnotationSet
) -> None:
    doc = Document("d", TEXT)
    rules = load_rules("odie-union")
    first = compare_sets(doc, {"a": a, "b": b, "c": c}, rules, SCHEMA)
    second = compare_sets(doc, {"c": c, "a": a, "b": b}, rules, SCHEMA)
    assert first.units == second.units
    assert first.settled == second.settled
