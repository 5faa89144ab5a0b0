"""Cases from the papers (CLEF 4.5, Mayo, ODIE), as annotated sentences."""

from msgspec.structs import replace
from tests.builders import parse_sentence

from goldsmith.adjudication import (
    Comparison,
    Decision,
    Mixture,
    NewMention,
    build_consensus,
    check_decision,
    compare_sets,
    decide_automatically,
    find_open_units,
    load_rules,
)
from goldsmith.core import AnnotationSet, Document, Group, Schema, Span, load_builtin_schema

CLEF = load_builtin_schema("clef")
MAYO = load_builtin_schema("mayo-disorder")
ODIE = load_builtin_schema("odie")


def compare(
    a: str,
    b: str,
    rules: str = "clef",
    schema: Schema | None = CLEF,
    relations: tuple[str, str] = ("", ""),
) -> Comparison:
    doc, first = parse_sentence(a, relations=relations[0])
    other_doc, second = parse_sentence(b, relations=relations[1])
    assert doc.text == other_doc.text
    sets = {"anna": replace(first, name="anna"), "ben": replace(second, name="ben")}
    return compare_sets(Document("d", doc.text), sets, load_rules(rules), schema)


def settle(comparison: Comparison, *decisions: Decision, schema: Schema = CLEF) -> list[str]:
    """Return the mentions of the consensus as `words:type`, then the relations as `R:type`."""
    by_unit = {decision.unit: decision for decision in decisions}
    consensus = build_consensus(comparison, by_unit, schema=schema)
    assert consensus.undecided == ()
    text = comparison.document.text
    annotations = consensus.annotations
    mentions = [
        " ".join(text[span.start : span.end] for span in mention.spans) + ":" + mention.type
        for mention in annotations.mentions
    ]
    return mentions + [f"R:{rel.type}" for rel in annotations.relations]


def test_identical_annotations_need_no_decision() -> None:
    sentence = "a <m:Locus>lymph node</> <n:Investigation>biopsy</> shows <o:Condition>melanoma</>"
    comparison = compare(sentence, sentence)
    assert comparison.units == ()
    assert settle(comparison) == ["lymph node:Locus", "biopsy:Investigation", "melanoma:Condition"]


def test_only_one_of_two_overlapping_mentions_can_be_kept() -> None:
    comparison = compare(
        "has <m:Condition>malignant melanoma</>", "has malignant <m:Condition>melanoma</>"
    )
    [unit] = comparison.units
    rules = load_rules("clef")
    assert check_decision(unit, Decision(unit.id, ("1", "2")), rules) == [
        "overlap: of versions 1 and 2, one at most can be kept"
    ]
    assert check_decision(unit, Decision(unit.id, ("2",)), rules) == []
    assert settle(comparison, Decision(unit.id, ("1",))) == ["malignant melanoma:Condition"]
    assert settle(comparison, Decision(unit.id, ("2",))) == ["melanoma:Condition"]


def test_a_place_that_both_annotators_marked_cannot_be_dropped() -> None:
    comparison = compare("<m:Condition>severe pain</>", "severe <m:Condition>pain</>")
    [unit] = comparison.units
    assert check_decision(unit, Decision(unit.id), load_rules("clef")) == [
        "drop_places: all annotators marked this place; keep one of 1, 2"
    ]
    assert check_decision(unit, Decision(unit.id), load_rules("mayo")) == []


def test_one_span_has_one_type() -> None:
    comparison = compare("a groin <m:Intervention>scan</>", "a groin <m:Investigation>scan</>")
    [unit] = comparison.units
    assert check_decision(unit, Decision(unit.id, ("1", "2")), load_rules("clef")) == [
        "types: of versions 1 and 2, one at most can be kept"
    ]
    assert settle(comparison, Decision(unit.id, ("2",))) == ["scan:Investigation"]


def test_a_mention_by_only_one_annotator_may_be_kept_or_dropped() -> None:
    comparison = compare("in the <m:Locus>groin</> today", "in the groin today")
    [unit] = comparison.units
    for keep in ((), ("1",)):
        assert check_decision(unit, Decision(unit.id, keep), load_rules("clef")) == []
    assert settle(comparison, Decision(unit.id)) == []
    assert settle(comparison, Decision(unit.id, ("1",))) == ["groin:Locus"]


def test_nothing_new_may_be_added_under_clef() -> None:
    comparison = compare("in the <m:Locus>groin</> today", "in the groin today")
    [unit] = comparison.units
    decision = Decision(unit.id, add=(NewMention("Condition", (Span(0, 2),)),))
    assert check_decision(unit, decision, load_rules("clef")) == [
        "new: nothing may be added that no annotator made"
    ]
    assert check_decision(unit, decision, load_rules("free")) == []
    assert settle(comparison, decision) == ["in:Condition"]


def test_only_mayo_allows_mixing_fields_of_different_versions() -> None:
    comparison = compare(
        "<m:Condition>severe pain</> here", "severe <m:Locus>pain</> here", schema=None
    )
    [unit] = comparison.units
    spans = {unit.candidates[0].spans: "1", unit.candidates[1].spans: "2"}
    decision = Decision(unit.id, mix=(Mixture(spans=spans[Span(0, 11),], type="2"),))
    assert check_decision(unit, decision, load_rules("clef"))[0] == (
        "fields: a version is taken whole, not field by field"
    )
    assert check_decision(unit, decision, load_rules("mayo")) == []
    assert settle(comparison, decision) == ["severe pain:Locus"]


def test_nested_mentions_of_one_annotator_are_not_rivals() -> None:
    comparison = compare(
        "<m:Condition>cancer of the </><n:Locus>breast</>", "cancer of the <n:Locus>breast</>"
    )
    [unit] = comparison.units
    assert unit.rivals == ()


def test_relations_with_different_arguments_are_rivals() -> None:
    sentence = (
        "<a:Investigation>CT</> of <b:Locus>chest</> and <c:Locus>liver</> "
        "showed <d:Condition>nodules</>"
    )
    comparison = compare(sentence, sentence, relations=("R has_location d b", "R has_location d c"))
    [unit] = comparison.units
    assert unit.kind == "relation"
    assert check_decision(unit, Decision(unit.id, ("1", "2")), load_rules("clef")) == [
        "arguments: of versions 1 and 2, one at most can be kept"
    ]
    assert settle(comparison, Decision(unit.id, ("2",)))[-1] == "R:has_location"


def test_relations_follow_the_mention_that_was_chosen() -> None:
    comparison = compare(
        "<a:Condition>severe pain</> in the <b:Locus>back</>",
        "severe <a:Condition>pain</> in the <b:Locus>back</>",
        relations=("R has_location a b", "R has_location a b"),
    )
    [unit] = comparison.units
    assert unit.kind == "mention"
    consensus = build_consensus(comparison, {unit.id: Decision(unit.id, ("2",))}, schema=CLEF)
    [relation] = consensus.annotations.relations
    assert (relation.arg1, relation.arg2) == ("M1", "M2")


def test_relation_of_a_dropped_mention_is_reported_as_lost() -> None:
    comparison = compare(
        "<a:Condition>pain</> in the <b:Locus>back</>",
        "<a:Condition>pain</> in the back",
        relations=("R has_location a b", ""),
    )
    mention, relation = comparison.units
    decisions = {
        mention.id: Decision(mention.id),
        relation.id: Decision(relation.id, ("1",)),
    }
    consensus = build_consensus(comparison, decisions, schema=CLEF)
    assert consensus.annotations.relations == ()
    assert consensus.lost == ("has_location by anna",)
    assert find_open_units(comparison, {mention.id: Decision(mention.id)}, CLEF) == []


def test_relation_that_the_new_types_forbid_is_lost() -> None:
    comparison = compare(
        "<a:Condition>pain</> in the <b:Locus>back</>",
        "<a:Condition>pain</> in the <b:Condition>back</>",
        relations=("R has_location a b", ""),
    )
    mention, relation = comparison.units
    keep = next(entry.id for entry in mention.candidates if entry.type == "Condition")
    decisions = {
        mention.id: Decision(mention.id, (keep,)),
        relation.id: Decision(relation.id, ("1",)),
    }
    assert build_consensus(comparison, decisions, schema=CLEF).lost == ("has_location by anna",)


def test_mayo_settles_code_context_and_status_in_two_rounds() -> None:
    template = "<m:disorder|code={}|context={}|status={}>diabetes</>"
    first = compare(
        template.format("73211009", "current", "confirmed"),
        template.format("44054006", "history of", "possible"),
        "mayo",
        MAYO,
    )
    assert [unit.kind for unit in first.units] == ["attributes", "codes"]
    attributes, codes = first.units
    context = next(c.id for c in attributes.candidates if c.attributes["context"] == "current")
    status = next(c.id for c in attributes.candidates if c.attributes["status"] == "possible")
    mixture = Mixture(attributes={"context": context, "status": status})
    chosen = next(c.id for c in codes.candidates if c.codes[0].code == "44054006")
    decisions = {
        attributes.id: Decision(attributes.id, mix=(mixture,)),
        codes.id: Decision(codes.id, (chosen,)),
    }
    rules = load_rules("mayo")
    assert check_decision(attributes, decisions[attributes.id], rules, MAYO) == []
    one = build_consensus(first, decisions, name="one", schema=MAYO).annotations
    assert one.mentions[0].attributes == {"context": "current", "status": "possible"}
    assert one.mentions[0].codes[0].code == "44054006"

    # The master consensus is the consensus of two consensus sets.
    two = replace(one, name="two", mentions=())
    master = compare_sets(first.document, {"one": one, "two": two}, rules, MAYO)
    [unit] = master.units
    final = build_consensus(master, {unit.id: Decision(unit.id, ("1",))}, schema=MAYO).annotations
    assert final.mentions[0].attributes == one.mentions[0].attributes


def test_attributes_that_the_schema_forbids_together_are_refused() -> None:
    comparison = compare(
        "<m:disorder|context=current|status=confirmed>gout</>",
        "<m:disorder|unrelated=true|context=unrelated to patient|status=unrelated to patient>"
        "gout</>",
        "mayo",
        MAYO,
    )
    [unit] = comparison.units
    related = next(c.id for c in unit.candidates if "unrelated" not in c.attributes)
    unrelated = next(c.id for c in unit.candidates if "unrelated" in c.attributes)
    mixture = Mixture(attributes={"context": related, "status": related, "unrelated": unrelated})
    decision = Decision(unit.id, mix=(mixture,))
    assert check_decision(unit, decision, load_rules("mayo"), MAYO) == [
        "schema: context must be 'unrelated to patient' here",
        "schema: status must be 'unrelated to patient' here",
    ]


def test_odie_keeps_the_union_and_asks_only_about_mismatches() -> None:
    a = "<m:markable>neck weakness</> ... <n:markable>she</> ... <o:markable>it</>"
    b = "neck <m:markable>weakness</> ... <n:markable>she</> ... it"
    comparison = compare(a, b, "odie-union", ODIE)
    [unit] = comparison.units
    assert [entry.spans for entry in unit.candidates] == [(Span(0, 13),), (Span(5, 13),)]
    assert settle(comparison, Decision(unit.id, ("1",)), schema=ODIE) == [
        "neck weakness:markable",
        "she:markable",
        "it:markable",
    ]


def test_chains_are_settled_as_partitions() -> None:
    doc, base = parse_sentence("<a:x>pain</> <b:x>it</> <c:x>this</> <d:x>ache</>")

    def make_set(name: str, *chains: str) -> AnnotationSet:
        groups = [Group(f"g{n}", "chain", tuple(chain)) for n, chain in enumerate(chains)]
        return replace(base, name=name, groups=tuple(groups))

    sets = {"anna": make_set("anna", "ab", "cd"), "ben": make_set("ben", "abc")}
    comparison = compare_sets(doc, sets, load_rules("clef"))
    [unit] = comparison.units
    rules = load_rules("clef")
    assert check_decision(unit, Decision(unit.id, ("1",)), rules) == []
    assert check_decision(unit, Decision(unit.id, blocks=((0, 1, 2), (3,))), rules) == []
    assert check_decision(unit, Decision(unit.id, blocks=((0,), (1,))), rules) == [
        "drop: a chain splits mentions that all annotators joined"
    ]
    assert check_decision(unit, Decision(unit.id, blocks=((0, 1, 3),)), rules) == [
        "new: a chain joins mentions that no annotator joined"
    ]
    decisions = {unit.id: Decision(unit.id, blocks=((0, 1), (2, 3)))}
    groups = build_consensus(comparison, decisions).annotations.groups
    assert [group.members for group in groups] == [("M1", "M2"), ("M3", "M4")]


def test_a_unit_id_changes_only_if_its_annotations_change() -> None:
    before = compare("<m:Locus>groin</> and <n:Locus>neck</>", "groin and neck")
    after = compare("<m:Locus>groin</> and <n:Condition>neck</>", "groin and neck")
    assert before.units[0].id == after.units[0].id
    assert before.units[1].id != after.units[1].id


def test_automatic_policies() -> None:
    doc, a = parse_sentence("<m:Locus>groin</> <n:Locus>neck</>")
    _, b = parse_sentence("<m:Locus>groin</> neck")
    _, c = parse_sentence("groin neck")
    comparison = compare_sets(doc, {"a": a, "b": b, "c": c}, load_rules("free"))
    for policy, count in (("majority", 1), ("union", 2), ("intersection", 0), ("a", 2), ("b", 1)):
        decisions = {unit.id: decide_automatically(unit, policy) for unit in comparison.units}
        consensus = build_consensus(comparison, decisions)
        assert len(consensus.annotations.mentions) == count, policy


def test_every_annotation_states_its_origin() -> None:
    comparison = compare(
        "<m:Condition>malignant melanoma</> of the <n:Locus>toe</>",
        "malignant <m:Condition>melanoma</> of the <n:Locus>toe</>",
    )
    [unit] = comparison.units
    consensus = build_consensus(comparison, {unit.id: Decision(unit.id, ("2",))})
    notes = {note.target: note.text for note in consensus.annotations.notes}
    assert notes == {
        "M1": f"made by ben; decided in {unit.id}",
        "M2": "made by anna, ben",
    }
