"""The inline notation: the meaning of each mark, and the error messages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.core import Code, Document, Mention, Section, Span
from goldsmith.errors import InputError
from goldsmith.examples.inline import parse


def list_mentions(doc: Document) -> list[tuple[str, str]]:
    return [(mention.type, doc.get_covered_text(mention)) for mention in doc.sets["gold"].mentions]


def list_relations(doc: Document) -> list[tuple[str, str, str]]:
    gold = doc.sets["gold"]
    words = {name: doc.get_covered_text(mention) for name, mention in gold.mentions_by_id().items()}
    return [(words[rel.arg1], rel.type, words[rel.arg2]) for rel in gold.relations]


def test_mention_has_type_attributes_and_place() -> None:
    doc = parse("Denies <Condition status=negated>chest pain</Condition>.", doc_id="case")
    assert doc.id == "case"
    assert doc.text == "Denies chest pain."
    expected = Mention("m1", "Condition", (Span(7, 17),), {"status": "negated"})
    assert doc.sets["gold"].mentions == (expected,)


def test_set_has_the_requested_name_and_schema() -> None:
    doc = parse("<Condition>fever</>", set_name="anna", schema="clef")
    assert list(doc.sets) == ["anna"]
    assert (doc.sets["anna"].name, doc.sets["anna"].schema) == ("anna", "clef")


def test_relations_refer_to_earlier_and_later_ids() -> None:
    doc = parse(
        "<Condition #c1 has_location=#l1>melanoma</> in his "
        "<Laterality laterality_modifies=#l1>right</> <Locus #l1>groin</>. "
        "The <Condition co_refers=#c1>tumour</>"
    )
    assert list_relations(doc) == [
        ("melanoma", "has_location", "groin"),
        ("right", "laterality_modifies", "groin"),
        ("tumour", "co_refers", "melanoma"),
    ]


def test_relation_may_have_several_targets() -> None:
    doc = parse("<Negation n=#a,#b n=#c>no</> <C #a>fever</>, <C #b>cough</>, <C #c>pain</>")
    assert list_relations(doc) == [("no", "n", "fever"), ("no", "n", "cough"), ("no", "n", "pain")]


def test_reverse_relation_is_written_at_its_second_argument() -> None:
    doc = parse("<Investigation #ct>CT</>: <Condition ^has_finding=#ct>mass</>")
    assert list_relations(doc) == [("CT", "has_finding", "mass")]


def test_fragments_make_a_discontiguous_mention() -> None:
    doc = parse("<Condition #n1>motor</> and <Condition>sensory <+n1>neuropathy</></>")
    assert list_mentions(doc) == [
        ("Condition", "motor neuropathy"),
        ("Condition", "sensory neuropathy"),
    ]
    assert [mention.is_discontiguous for mention in doc.sets["gold"].mentions] == [True, False]


def test_adjacent_fragments_are_merged() -> None:
    doc = parse("<Condition #c>chest </><+c>pain</>")
    assert doc.sets["gold"].mentions[0].spans == (Span(0, 10),)


def test_codes_with_and_without_a_system() -> None:
    doc = parse("<Disorder code=UMLS:C0006142 code=CUI-less>breast cancer</>")
    expected = (Code("C0006142", "UMLS"), Code("CUI-less"))
    assert doc.sets["gold"].mentions[0].codes == expected


def test_quoted_value_may_contain_spaces_and_punctuation() -> None:
    doc = parse('<TIMEX3 value="> 3 weeks" note="#1">long</> ago')
    assert doc.sets["gold"].mentions[0].attributes == {"value": "> 3 weeks", "note": "#1"}


def test_tag_may_span_lines() -> None:
    assert list_mentions(parse("<Condition\n  #c1\n  status=negated\n>fever</>")) == [
        ("Condition", "fever")
    ]


def test_explicit_ids_are_preserved_and_never_generated() -> None:
    gold = parse("<A>x</> <A #m1 r=#r1>y</> <A>z</> <A #r1>w</>").sets["gold"]
    assert [mention.id for mention in gold.mentions] == ["m2", "m1", "m3", "r1"]
    assert [rel.id for rel in gold.relations] == ["r2"]


def test_special_characters_are_literal_or_escaped() -> None:
    doc = parse("U&E fine, Na &lt;135, K > 5, &amp;lt; and a \\ too")
    assert doc.text == "U&E fine, Na <135, K > 5, &lt; and a \\ too"


def test_backslash_joins_lines() -> None:
    assert parse("one \\\nline\nand another").text == "one line\nand another"


def test_sections_run_from_heading_to_heading() -> None:
    doc = parse("Mr X\n<@history>PMH:</> asthma\n\n<@><B>Plan</></>\nrest\n")
    assert doc.sections == (
        Section(Span(5, 16), "history", "PMH"),
        Section(Span(18, 27), "", "Plan"),
    )
    assert list_mentions(doc) == [("B", "Plan")]


def test_header_contains_the_metadata() -> None:
    doc = parse('+++\npatient = "P1"\ndate = "2012-01"\n[extra]\nward = "9"\n+++\nfever')
    assert doc.text == "fever"
    assert (doc.metadata.patient, doc.metadata.date) == ("P1", "2012-01")
    assert doc.metadata.extra == {"ward": "9"}
    assert parse("+++\n+++\nfever").text == "fever"


@given(st.text().filter(lambda text: "\\" not in text))
def test_any_text_can_be_written(text: str) -> None:
    escaped = text.replace("&", "&amp;").replace("<", "&lt;")
    assert parse(f"|{escaped}").text == f"|{text}"


@pytest.mark.parametrize(
    ("source", "line", "problem"),
    [
        ("fine\n<Condition>secret", 2, "never closed"),
        ("<Condition><Locus>secret</>\n", 1, "never closed"),
        ("secret\n\n</>", 3, "not opened"),
        ("<Condition>\nsecret</Locus>", 2, "opened on line 1"),
        ("<@plan>secret</plan>", 1, "does not close"),
        ("<Condition></>secret", 1, "nothing between"),
        ("<Condition has_location=#l9>\nsecret</>", 1, "has_location refers to #l9"),
        ("secret <+l9>x</>", 1, "has the id #l9"),
        ("<A #a>x</>\n<A #a>secret</>", 2, "#a is taken"),
        ("<A #a #b>secret</>", 1, "two ids"),
        ("<A s=1 s=2>secret</>", 1, "s is given twice"),
        ("<A code=UMLS:>secret</>", 1, "code is empty"),
        ("<A secret>x</>", 1, "not valid"),
        ("<A s=#>secret</>", 1, "not valid"),
        ("<A s=#a,b>secret</>", 1, "not valid"),
        ("<A #a><+a secret>x</></>", 1, "must not have attributes"),
        ("a secret\n< 5 mm", 2, "does not open a tag"),
        ("<5 secret>", 1, "does not open a tag"),
        ("<Condition secret</Condition>", 1, "does not open a tag"),
        ("+++\nsecret", 1, "no end"),
        ("+++\nsecret\n+++\n", 1, "not TOML"),
        ("+++\ndate = 2012-01-01\n+++\nsecret", 1, "the header is wrong"),
        ("+++\nward = 9\n+++\nsecret", 1, "unknown names: ward"),
        ('+++\npatient = "P1"\n+++\nsecret\n<A>x', 5, "never closed"),
    ],
)
def test_errors_name_the_line_and_never_quote_the_note(
    source: str, line: int, problem: str
) -> None:
    with pytest.raises(InputError) as caught:
        parse(source, doc_id="case")
    message = str(caught.value)
    assert message.startswith(f"case:{line}: ")
    assert problem in message
    assert "secret" not in message


def test_relation_with_attributes() -> None:
    doc = parse(
        '<m #a>He</> fell. <m pair[relation_type=identity, bagga_class="exact matches"]=#a>He</>'
    )
    (rel,) = doc.sets["gold"].relations
    assert rel.attributes == {"relation_type": "identity", "bagga_class": "exact matches"}
    assert (rel.arg1, rel.arg2) == ("m1", "a")


def test_relation_with_bad_attributes_is_an_error() -> None:
    with pytest.raises(InputError, match="attributes of this relation are not valid"):
        parse("<m #a>He</> fell. <m pair[identity]=#a>He</>")
