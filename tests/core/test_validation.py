"""Every kind of problem as an annotated sentence; messages never quote the note."""

import re

import msgspec
import pytest
from tests.builders import build_document, build_mention, parse_sentence

from goldsmith.core import (
    AnnotationSet,
    Code,
    Group,
    Mention,
    Note,
    Problem,
    Relation,
    Span,
    check_structure,
    load_builtin_schema,
    parse_schema,
    validate,
)
from goldsmith.core.structure import check_recorded_text


class Case(msgspec.Struct, frozen=True):
    """A sentence with its relations and groups, and the problems: kind, annotation, message."""

    schema: str
    markup: str
    expected: tuple[tuple[str, str, str], ...] = ()
    relations: str = ""
    groups: tuple[Group, ...] = ()

    def find_problems(self) -> list[Problem]:
        doc, gold = parse_sentence(self.markup, relations=self.relations, groups=self.groups)
        return validate(doc, gold, load_builtin_schema(self.schema))


def mayo(attributes: str) -> str:
    return f"Worried about <m1:disorder|code=73211009{attributes}>diabetes</>."


MELANOMA = (
    "A <a:Locus>lymph node</> <b:Investigation>biopsy</> shows <c:Condition>melanoma</>, "
    "<d:Negation>nothing</> else on the <e:Laterality>left</>."
)
WEAKNESS = (
    "secondary to <m1:markable|semantic_class=sign/symptom>neck muscle weakness</> ... "
    "<m2:markable|semantic_class=sign/symptom>Neck weakness</> ... noticing "
    "<m3:markable|semantic_class=other>these neck difficulties</>"
)
EVENT = (
    "<a:TLC|class=intervention>Radiotherapy</> ended on "
    "<t:TIMEX3|type=DATE|value=2008-03-14>14 March</>."
)

SOUND = {
    "CLEF Table 3": Case(
        "clef",
        MELANOMA,
        relations="R1 has_target b a, R2 has_finding b c, R3 has_location c a, "
        "R4 negation_modifies d c, R5 laterality_modifies e a, R6 co_refers a e",
    ),
    "a CLEF chain in a file": Case(
        "clef", MELANOMA, groups=(Group("g1", "co_refers", ("a", "c")),)
    ),
    "CTLink": Case("clef-temporal", EVENT, relations="L1 CTLink a t type=is_included; task=B"),
    "ODIE Figure 1": Case(
        "odie",
        WEAKNESS,
        relations="P1 pair m2 m1 relation_type=identity; bagga_class=identical lexical heads, "
        "P2 pair m3 m2 relation_type=identity; bagga_class=demonstratives",
    ),
    "an ODIE chain in a file says no more": Case(
        "odie", WEAKNESS, groups=(Group("g1", "pair", ("m1", "m2", "m3")),)
    ),
    "Mayo, section 2.1.2": Case(
        "mayo-disorder",
        "worrisome for recurrent <m1:disorder|code=C1378462|context=history of|status=negated>"
        "metastatic oropharynx cancer</>.",
    ),
    "Mayo, two spans": Case(
        "mayo-disorder",
        "<m1:disorder|code=C025222|context=current|status=confirmed>black</>, tarry <m1>stools</>",
    ),
    "Mayo, unrelated to patient": Case(
        "mayo-disorder",
        mayo("|unrelated=true|context=unrelated to patient|status=unrelated to patient"),
    ),
    "Mayo, said to be related": Case(
        "mayo-disorder", mayo("|unrelated=false|context=current|status=possible")
    ),
    "i2b2: a pronoun corefers with anything": Case(
        "i2b2-2011",
        "<a:problem>a subdural bleed</>, <b:pronoun>which</> worried <c:person>her</>",
        relations="R1 coreference a b, R2 coreference b c",
    ),
    "ShARe E2: discontiguous": Case(
        "share-2014", "A <m1:Disease_Disorder|code=C0919267>tumor</> was in the left <m1>ovary</>."
    ),
    "ShARe E3: CUI-less is a code": Case(
        "share-2014", "with <m1:Disease_Disorder|code=CUI-less>low blood pressure</>"
    ),
    "attributes of a format pass": Case(
        "share-2014", "<m1:Disease_Disorder|code=CUI-less|brat:event=yes>gsw</>"
    ),
}

WRONG = {
    "unknown mention type": Case(
        "clef",
        "shows <m1:Disease>melanoma</>",
        (("type", "m1", "unknown mention type Disease; known: Condition, Intervention"),),
    ),
    "unknown relation type": Case(
        "clef",
        MELANOMA,
        (("type", "R1", "unknown relation type has_result; known: has_target, has_finding"),),
        "R1 has_result b c",
    ),
    "no relations in this schema": Case(
        "mayo-disorder",
        mayo("|context=current|status=confirmed"),
        (("type", "R1", "unknown relation type same; known: none"),),
        "R1 same m1 m1",
    ),
    "unknown group type": Case(
        "clef",
        MELANOMA,
        (("type", "g1", "unknown group type has_target; known: co_refers"),),
        groups=(Group("g1", "has_target", ("a", "b")),),
    ),
    "wrong first argument": Case(
        "clef",
        MELANOMA,
        (
            (
                "argument",
                "R1",
                "the first argument of has_location is a Investigation; expected Condition",
            ),
        ),
        "R1 has_location b a",
    ),
    "wrong second argument": Case(
        "clef",
        MELANOMA,
        (
            (
                "argument",
                "R1",
                "the second argument of has_finding is a Locus; expected Condition or",
            ),
        ),
        "R1 has_finding b a",
    ),
    "arguments the wrong way round": Case(
        "clef",
        MELANOMA,
        (("argument", "R1", "the first argument"), ("argument", "R1", "the second argument")),
        "R1 negation_modifies c d",
    ),
    "laterality does not modify conditions": Case(
        "clef",
        MELANOMA,
        (("argument", "R1", "is a Condition; expected Locus or Intervention"),),
        "R1 laterality_modifies e c",
    ),
    "both arguments the same": Case(
        "clef", MELANOMA, (("argument", "R1", "the same mention"),), "R1 co_refers a a"
    ),
    "dangling argument": Case(
        "clef",
        MELANOMA,
        (
            ("dangling", "R1", "its second argument z9 does not exist"),
            ("dangling", "R2", "its first argument z8 does not exist"),
        ),
        "R1 has_target b z9, R2 has_target z8 a",
    ),
    "dangling member": Case(
        "clef",
        MELANOMA,
        (("dangling", "g1", "its member z9 does not exist"),),
        groups=(Group("g1", "co_refers", ("a", "z9")),),
    ),
    "a directed relation makes no groups": Case(
        "clef-temporal",
        EVENT,
        (("type", "g1", "unknown group type CTLink; known: none"),),
        groups=(Group("g1", "CTLink", ("a", "t")),),
    ),
    "a group with an unknown attribute value": Case(
        "odie",
        WEAKNESS,
        (("attribute", "g1", "the value of relation_type is not one of: identity"),),
        groups=(Group("g1", "pair", ("m1", "m2"), {"relation_type": "sameness"}),),
    ),
    "a group with an unknown attribute": Case(
        "odie",
        WEAKNESS,
        (("attribute", "g1", "pair has no attribute size; known: relation_type, bagga_class"),),
        groups=(Group("g1", "pair", ("m1", "m2"), {"size": "2"}),),
    ),
    "an id used twice": Case(
        "clef",
        MELANOMA,
        (("duplicate", "a", "the id is used 2 times"),),
        "a has_target b a",
    ),
    "no code": Case(
        "share-2014",
        "found <m1:Disease_Disorder>low blood pressure</>",
        (("incomplete", "m1", "a Disease_Disorder needs a code (CUI-less is one)"),),
    ),
    "a code on a signal": Case(
        "clef",
        "<m1:Negation|code=C0205160>nothing</> found",
        (("code", "m1", "a Negation takes no code"),),
    ),
    "an unknown attribute": Case(
        "clef",
        "<m1:Condition|certainty=sure>melanoma</>",
        (("attribute", "m1", "Condition has no attribute certainty; known: none"),),
    ),
    "an unknown value": Case(
        "mayo-disorder",
        mayo("|context=past|status=confirmed"),
        (("attribute", "m1", "the value of context is not one of: current, history of, family"),),
    ),
    "required attributes": Case(
        "mayo-disorder",
        mayo(""),
        (
            ("incomplete", "m1", "disorder needs the attribute context"),
            ("incomplete", "m1", "disorder needs the attribute status"),
        ),
    ),
    "Mayo: unrelated, yet with a context": Case(
        "mayo-disorder",
        mayo("|unrelated=true|context=current|status=unrelated to patient"),
        (("attribute", "m1", "context must be 'unrelated to patient' here"),),
    ),
    "Mayo: unrelated, and the implied values are missing": Case(
        "mayo-disorder",
        mayo("|unrelated=true"),
        (
            ("incomplete", "m1", "disorder needs the attribute context"),
            ("incomplete", "m1", "disorder needs the attribute status"),
        ),
    ),
    "Mayo: the implied value without the flag": Case(
        "mayo-disorder",
        mayo("|context=unrelated to patient|status=confirmed"),
        (("attribute", "m1", "the value of context is not one of: current, history of, family"),),
    ),
    "a relation's required attributes": Case(
        "clef-temporal",
        EVENT,
        (("incomplete", "L1", "CTLink needs the attribute task"),),
        "L1 CTLink a t type=before",
    ),
    "a relation's attribute values": Case(
        "clef-temporal",
        EVENT,
        (("attribute", "L1", "the value of type is not one of: after, ended_by"),),
        "L1 CTLink a t type=BEFORE; task=A",
    ),
    "a chain that holds a set and its subset": Case(
        "odie",
        WEAKNESS,
        (("chain", "P3", "m3 and m1 are in one chain, but this pair is not an identity"),),
        "P1 pair m2 m1 relation_type=identity, P2 pair m3 m2 relation_type=identity, "
        "P3 pair m3 m1 relation_type=set/subset",
    ),
    "a chain in a file that holds a part and its whole": Case(
        "odie",
        WEAKNESS,
        (("chain", "P1", "m2 and m1 are in one chain, but this pair is not an identity"),),
        "P1 pair m2 m1 relation_type=part/whole",
        (Group("g1", "pair", ("m1", "m2", "m3")),),
    ),
}


@pytest.mark.parametrize("case", SOUND.values(), ids=SOUND.keys())
def test_valid_annotations_have_no_problems(case: Case) -> None:
    assert case.find_problems() == []


@pytest.mark.parametrize("case", WRONG.values(), ids=WRONG.keys())
def test_validation_finds_exactly_the_expected_problems(case: Case) -> None:
    problems = case.find_problems()
    assert [(problem.kind, problem.annotation) for problem in problems] == [
        expected[:2] for expected in case.expected
    ]
    for problem, (_, _, message) in zip(problems, case.expected, strict=True):
        assert message in problem.message


@pytest.mark.parametrize("case", WRONG.values(), ids=WRONG.keys())
def test_messages_never_quote_the_note(case: Case) -> None:
    doc, _ = parse_sentence(case.markup)
    words = {word.casefold() for word in re.findall(r"\w{4,}", doc.text)}
    assert words
    for problem in case.find_problems():
        message = set(re.findall(r"\w+", str(problem).casefold()))
        assert not words & message


def test_set_and_subset_in_different_chains_are_valid() -> None:
    relations = "P1 pair m2 m1 relation_type=identity, P3 pair m3 m1 relation_type=set/subset"
    assert Case("odie", WEAKNESS, (), relations).find_problems() == []


# Checks without a schema


@pytest.mark.parametrize(
    "spans",
    [
        [(0, 16)],
        [(15, 16)],
        [(20, 25)],
        [(-1, 3)],
        [(3, 3)],
        [(5, 2)],
        [(0, 5), (3, 9)],
        [(6, 9), (0, 5)],
    ],
)
def test_spans_outside_the_text_or_out_of_order_are_reported(spans: list[tuple[int, int]]) -> None:
    doc = build_document(build_mention("m1", *spans))
    [problem] = check_structure(doc)
    assert (problem.kind, problem.annotation) == ("span", "m1")
    assert ", ".join(f"{start}-{end}" for start, end in spans) in problem.message
    assert "expected 0 <= start < end <= 15" in problem.message
    assert "fever" not in str(problem)


@pytest.mark.parametrize("spans", [[(0, 15)], [(0, 5), (5, 9)], [(0, 1), (14, 15)], []])
def test_spans_inside_the_text_are_valid(spans: list[tuple[int, int]]) -> None:
    doc = build_document(build_mention("m1", *spans))
    assert list(check_structure(doc)) == []


def test_ids_are_unique_over_mentions_relations_and_groups() -> None:
    mentions = [Mention("a", "x", (Span(0, 5),)), Mention("a", "x", (Span(6, 9),))]
    doc = build_document(
        *mentions,
        relations=(Relation("r", "same", "a", "a"),),
        groups=(Group("r", "same", ("a",)),),
    )
    problems = {
        problem.annotation: problem.message
        for problem in check_structure(doc)
        if problem.kind == "duplicate"
    }
    assert problems == {"a": "the id is used 2 times", "r": "the id is used 2 times"}


def test_empty_ids_and_codes_are_reported() -> None:
    mentions = (
        Mention("", "X", (Span(0, 1),)),
        Mention("m", "X", (Span(0, 1),), {}, (Code("1", "UMLS"), Code("", "UMLS"))),
    )
    doc = build_document(*mentions, relations=(Relation("", "r", "m", "m"),))
    assert [(problem.kind, problem.annotation) for problem in check_structure(doc)] == [
        ("id", ""),
        ("duplicate", ""),
        ("code", "m"),
    ]


def test_note_on_a_missing_annotation_is_reported() -> None:
    doc = build_document(notes=(Note("see fever", "m9"), Note("on the document")))
    [problem] = check_structure(doc)
    assert (problem.kind, problem.annotation) == ("dangling", "m9")
    assert "fever" not in str(problem)


def test_every_set_is_checked_separately() -> None:
    sound, wrong = Mention("m1", "x", (Span(0, 5),)), Mention("m1", "x", (Span(0, 99),))
    doc = build_document(sound).with_set(AnnotationSet("other", (wrong,)))
    assert [problem.set for problem in check_structure(doc)] == ["other"]


def test_wrong_recorded_text_is_reported_without_quoting_it() -> None:
    doc = build_document(Mention("m1", "x", (Span(10, 15),), text="fever"))
    [problem] = check_recorded_text(doc, doc.sets["gold"])
    assert (problem.kind, problem.start, problem.line) == ("text", 10, 2)
    assert "fever" not in str(problem) and "cough" not in str(problem)


@pytest.mark.parametrize("recorded", ["", "fever\nand", "fever and", " fever   and "])
def test_recorded_text_may_differ_in_white_space(recorded: str) -> None:
    doc = build_document(Mention("m1", "x", (Span(0, 9),), text=recorded))
    assert list(check_recorded_text(doc, doc.sets["gold"])) == []


def test_recorded_text_is_compared_with_the_joined_fragments() -> None:
    doc = build_document(Mention("m1", "x", (Span(0, 5), Span(10, 15)), text="fever cough"))
    assert list(check_recorded_text(doc, doc.sets["gold"])) == []


def test_validation_reports_each_problem_once() -> None:
    doc = build_document(
        Mention("m1", "Disease_Disorder", (Span(0, 5),), {}, (Code("C1"),), "cough"),
        Mention("m2", "Disease_Disorder", (Span(0, 99),), {}, (Code("C1"),), "fever"),
    )
    problems = validate(doc, doc.sets["gold"], load_builtin_schema("share-2014"))
    assert [(problem.kind, problem.annotation) for problem in problems] == [
        ("span", "m2"),
        ("text", "m1"),
    ]


def test_unanchored_mention_needs_an_unanchored_type() -> None:
    temporal = load_builtin_schema("clef-temporal")
    letter = Mention("t0", "TIMEX3", (), {"type": "DATE", "value": "2008-03-14"})
    doc = build_document(letter)
    assert validate(doc, doc.sets["gold"], temporal) == []
    doc = build_document(Mention("e1", "TLC", (), {"class": "condition"}))
    [problem] = validate(doc, doc.sets["gold"], temporal)
    assert (problem.kind, problem.start, problem.line) == ("span", -1, 0)
    assert problem.message == "a TLC needs a place in the text"


def test_problem_names_document_set_annotation_and_place() -> None:
    doc = build_document(Mention("m1", "Disease_Disorder", (Span(10, 15),)))
    [problem] = validate(doc, doc.sets["gold"], load_builtin_schema("share-2014"))
    assert str(problem).startswith("note-1 [gold] m1 line 2 (offset 10): a Disease_Disorder needs")


# User schemas

OWN = parse_schema(
    """
name = "own"
version = "1"
title = "Own"
[[mention]]
name = "A"
[mention.attributes.flag]
values = ["on", "off"]
default = "on"
implies = {on = {level = "high"}}
[mention.attributes.level]
values = ["low"]
[[mention]]
name = "B"
[[mention]]
name = "C"
[[relation]]
name = "near"
first = ["A"]
second = ["B"]
symmetric = true
""",
    where="own.toml",
)


def test_arguments_of_a_symmetric_relation_have_no_order() -> None:
    text = "<a:A|level=high>one</> <b:B>two</> <c:C>three</>"
    doc, gold = parse_sentence(text, relations="R1 near a b, R2 near b a")
    assert validate(doc, gold, OWN) == []
    doc, gold = parse_sentence(text, relations="R1 near b b, R2 near c a")
    problems = [problem.annotation for problem in validate(doc, gold, OWN)]
    assert problems == ["R1", "R1", "R2"]


def test_group_accepts_the_types_of_both_arguments() -> None:
    text = "<a:A|level=high>one</> <b:B>two</> <c:C>three</>"
    doc, gold = parse_sentence(text, groups=(Group("g", "near", ("a", "b")),))
    assert validate(doc, gold, OWN) == []
    doc, gold = parse_sentence(text, groups=(Group("g", "near", ("a", "c")),))
    [problem] = validate(doc, gold, OWN)
    assert problem.message == "its member c is a C; expected A or B"


def test_default_of_an_absent_attribute_implies_values() -> None:
    doc, gold = parse_sentence("<a:A>one</> <b:A|level=low>two</> <c:A|flag=off|level=low>three</>")
    problems = {problem.annotation: problem.message for problem in validate(doc, gold, OWN)}
    assert problems == {"a": "A needs the attribute level", "b": "level must be 'high' here"}
