"""CLEF XML: a golden letter, its schema against the built-in ones, the way back, bad input."""

from pathlib import Path

import pytest
from lxml import etree

from goldsmith.core import (
    CUI_LESS,
    AnnotationSet,
    Code,
    Document,
    Group,
    Mention,
    Metadata,
    Note,
    Provenance,
    Relation,
    Schema,
    Section,
    Span,
    builtin,
    canonical,
    validate,
)
from goldsmith.errors import InputError, LossError
from goldsmith.examples import notes
from goldsmith.formats import read, write
from goldsmith.formats.clef_xml import schema_errors
from goldsmith.formats.clef_xml.write import MENTIONS, RELATIONS

GOLDEN = Path(__file__).parent / "golden" / "clef_xml" / "letter.clef.xml"
SCHEMAS = [builtin("clef"), builtin("clef-temporal")]
HEAD = '<document xmlns="urn:goldsmith:clef:1" id="n">\n<text>secret fever</text>\n'


@pytest.fixture
def letter() -> Document:
    [doc] = read(GOLDEN)
    return doc


def errors(inside: str) -> list[tuple[int, str]]:
    return schema_errors(f"{HEAD}{inside}</document>".encode())


def in_set(mentions: str, relations: str = "", rest: str = "") -> str:
    links = f"<relations>\n{relations}</relations>\n" if relations else ""
    inside = f"<mentions>\n{mentions}</mentions>\n{links}{rest}"
    return f'<annotations set="gold">\n{inside}</annotations>\n'


def written(doc: Document, folder: Path) -> bytes:
    write([doc], folder / "out", "clef-xml")
    return (folder / f"out/{doc.id}.clef.xml").read_bytes()


# The golden letter


def test_the_golden_letter_is_valid() -> None:
    assert schema_errors(GOLDEN.read_bytes()) == []


def test_document_and_what_is_known_about_it(letter: Document) -> None:
    assert letter.id == "letters/0417"
    assert letter.text.startswith("Dear Dr Quill,\n\nRe: ")
    assert letter.text.endswith("appropriate.\n") and len(letter.text) == 368
    assert letter.metadata == Metadata(
        "P-12",
        "narrative",
        "to GP",
        "2008-03-28",
        "C43.7",
        "St Elsewhere",
        {"dictated by": "Dr Marsh & team", "pages": ""},
    )
    first, second = letter.sections
    assert first == Section(Span(0, 171), "history", "Dear Dr Quill,")
    assert second == Section(Span(171, 368))


def test_sets_know_where_they_come_from(letter: Document) -> None:
    consensus, temporal = letter.sets.values()
    assert (consensus.name, consensus.schema) == ("consensus", "clef")
    assert consensus.provenance == Provenance(
        "consensus", "adjudicator 3", "2008-05-02", "Knowtator", ("A1", "A2")
    )
    assert (temporal.name, temporal.schema) == ("temporal", "clef-temporal")
    assert temporal.provenance == Provenance()


def test_every_type_of_mention_is_there_and_offsets_are_code_points(letter: Document) -> None:
    mentions = [m for one in letter.sets.values() for m in one.mentions]
    assert {mention.type for mention in mentions} == {*MENTIONS, "Person name"}
    for mention in mentions:
        assert letter.covered(mention) == mention.text


def test_codes_fragments_and_attributes(letter: Document) -> None:
    mentions = letter.sets["consensus"].by_id()
    assert mentions["c1"].codes == (Code("C0025202", "UMLS", "Melanoma"),)
    assert mentions["c3"].codes == (Code(CUI_LESS, "UMLS"),)
    pain = mentions["c4"]
    assert pain.spans == (Span(245, 251), Span(266, 270))
    assert pain.codes == (Code("C0015468", "UMLS", "Facial Pain"), Code("95668009", "SNOMEDCT_US"))
    assert pain.attributes == {"status": "resolved", "certain": "yes & no"}
    assert mentions["x1"].type == "Person name" and mentions["x1"].attributes == {}


def test_relations_chains_groups_and_notes(letter: Document) -> None:
    one = letter.sets["consensus"]
    relations = {rel.id: rel for rel in one.relations}
    assert {rel.type for rel in one.relations} == {*RELATIONS, "has_name"} - {"CTLink"}
    assert relations["R9"] == Relation("R9", "negation_modifies", "s3", "c3")
    assert relations["R14"] == Relation("R14", "has_name", "x1", "x1", {"basis": "letterhead"})
    assert one.groups == (
        Group("g1", "co_refers", ("c1", "c2"), {"certain": "no"}),
        Group("g2", "places", ("l1", "l3", "l4")),
    )
    assert one.notes == (
        Note("Or the vomiting of last week?", "c5", "question"),
        Note('indication is plain from "relieved"', "R8"),
        Note("second page missing"),
    )


def test_the_temporal_layer(letter: Document) -> None:
    one = letter.sets["temporal"]
    mentions = one.by_id()
    assert mentions["e2"].attributes == {"class": "intervention", "hypothetical": "true"}
    assert mentions["t1"].attributes == {"type": "DATE", "value": "2008-03-14"}
    assert mentions["t0"] == Mention(
        "t0",
        "TIMEX3",
        (),
        {
            "type": "DATE",
            "value": "2008-03-28",
            "functionInDocument": "CREATION_TIME",
            "quant": "1",
        },
    )
    assert one.relations == (
        Relation("k1", "CTLink", "e1", "t1", {"type": "is_included", "task": "B"}),
        Relation("k2", "CTLink", "e1", "t0", {"type": "before", "task": "A"}),
        Relation("k3", "CTLink", "e3", "t0", {"type": "unknown", "task": "A", "by": "A2"}),
    )


def test_the_letter_comes_back_and_stays_valid(letter: Document, tmp_path: Path) -> None:
    content = written(letter, tmp_path)
    assert schema_errors(content) == []
    [back] = read(tmp_path / "out")
    assert back == letter


# Writing


def test_writing(tmp_path: Path) -> None:
    one = AnnotationSet(
        "gold",
        (
            Mention(
                "T1",
                "Condition",
                (Span(0, 5),),
                {"status": "possible"},
                (Code("C0015967", "UMLS", "Fever"), Code(CUI_LESS)),
            ),
            Mention("T2", "Symptom & sign", (Span(6, 8), Span(10, 13))),
            Mention("T3", "TIMEX3", (), {"value": "2008", "type": "DATE", "x": '"\n'}),
        ),
        (
            Relation("R1", "CTLink", "T1", "T3", {"task": "A", "type": "before", "by": "me"}),
            Relation("R2", "treats", "T2", "T1"),
        ),
        (Group("g", "co_refers", ("T1", "T2")), Group("h", "same", ("T1",))),
        (Note("sure?", "R2", "question"),),
        "clef",
        Provenance("human", "A1", sources=("a",)),
    )
    known = Metadata(patient="P1", extra={"ward": "7"})
    doc = Document("a/n1", "fever on\r\nASA <&", known, (Section(Span(0, 5)),), {"gold": one})
    expected = """\
<?xml version='1.0' encoding='UTF-8'?>
<document xmlns="urn:goldsmith:clef:1" id="a/n1">
  <metadata patient="P1">
    <extra name="ward">7</extra>
  </metadata>
  <text>fever on&#13;
ASA &lt;&amp;</text>
  <sections>
    <section start="0" end="5"/>
  </sections>
  <annotations set="gold" schema="clef">
    <provenance kind="human" agent="A1">
      <source>a</source>
    </provenance>
    <mentions>
      <Condition id="T1" start="0" end="5" text="fever">
        <code code="C0015967" system="UMLS" name="Fever"/>
        <code code="CUI-less"/>
        <attribute name="status" value="possible"/>
      </Condition>
      <mention id="T2" type="Symptom &amp; sign" text="on ASA">
        <span start="6" end="8"/>
        <span start="10" end="13"/>
      </mention>
      <TIMEX3 id="T3" type="DATE" value="2008">
        <attribute name="x" value="&quot;&#10;"/>
      </TIMEX3>
    </mentions>
    <relations>
      <CTLink id="R1" type="before" task="A" arg1="T1" arg2="T3">
        <attribute name="by" value="me"/>
      </CTLink>
      <relation id="R2" type="treats" arg1="T2" arg2="T1"/>
    </relations>
    <groups>
      <chain id="g">
        <member ref="T1"/>
        <member ref="T2"/>
      </chain>
      <group id="h" type="same">
        <member ref="T1"/>
      </group>
    </groups>
    <notes>
      <note target="R2" kind="question">sure?</note>
    </notes>
  </annotations>
</document>
"""
    assert written(doc, tmp_path).decode() == expected
    [back] = read(tmp_path / "out")
    assert canonical(back) == canonical(doc) and back.id == doc.id


def test_a_name_with_a_character_xml_forbids_is_a_loss(tmp_path: Path) -> None:
    mention = Mention("T\x01", "Condition", (Span(0, 1),), {"a\x02": "b"})
    doc = Document("n", "fever", sets={"gold": AnnotationSet("gold", (mention,))})
    with pytest.raises(LossError) as caught:
        write([doc], tmp_path / "out", "clef-xml")
    assert caught.value.losses == {"control-characters": 2}
    write([doc], tmp_path / "out", "clef-xml", allow_loss=["control-characters"])
    [back] = read(tmp_path / "out")
    assert back.sets["gold"].mentions[0].id == "T\ufffd"


# The schema


def test_notes_annotated_by_the_clef_schema_are_valid_when_written(tmp_path: Path) -> None:
    for doc in notes.documents():
        assert schema_errors(written(doc, tmp_path / doc.id)) == []


def test_the_schema_names_every_type_and_attribute_of_the_built_in_ones() -> None:
    mentions = {kind.name: tuple(kind.attributes) for one in SCHEMAS for kind in one.mention}
    relations = {kind.name: tuple(kind.attributes) for one in SCHEMAS for kind in one.relation}
    assert mentions == MENTIONS
    assert relations == RELATIONS


def sample(kind: str, key: str) -> str:
    needed = {"TLC": ' class="condition"', "TIMEX3": ' type="DATE"'}
    return f'<{kind} id="{key}" start="0" end="3"{needed.get(kind, "")}/>\n'


@pytest.mark.parametrize(
    ("schema", "relation"),
    [(schema, kind.name) for schema in SCHEMAS for kind in schema.relation],
    ids=lambda one: one if isinstance(one, str) else one.name,
)
def test_the_schema_restricts_arguments_exactly_as_the_built_in_one(
    schema: Schema, relation: str
) -> None:
    more = ' type="before" task="A"' if relation == "CTLink" else ""
    rel = Relation("r", relation, "a", "b", {"type": "before", "task": "A"} if more else {})
    line = f'<{relation} id="r" arg1="a" arg2="b"{more}/>'
    verdicts = set()
    for first in MENTIONS:
        for second in MENTIONS:
            found = errors(in_set(sample(first, "a") + sample(second, "b"), line))
            ends = (Mention("a", first, (Span(0, 3),)), Mention("b", second, (Span(0, 3),)))
            one = AnnotationSet("gold", ends, (rel,))
            wrong = [
                problem
                for problem in validate(Document("n", "fever"), one, schema)
                if problem.kind == "argument"
            ]
            assert bool(found) == bool(wrong), f"{relation}({first}, {second}): {found}"
            verdicts.add(bool(found))
    assert verdicts == ({False} if relation == "co_refers" else {True, False})


@pytest.mark.parametrize("kind", ["TLC", "TIMEX3", "CTLink"])
def test_the_schema_allows_exactly_the_values_of_the_built_in_one(kind: str) -> None:
    schema = builtin("clef-temporal")
    entry = schema.mention_type(kind) or schema.relation_type(kind)
    assert entry is not None
    for name, attribute in entry.attributes.items():
        others = {
            other: (rule.values or ("x",))[0]
            for other, rule in entry.attributes.items()
            if other != name
        }
        for value in (*attribute.values, "something else", None):
            given = {**others, name: value} if value is not None else others
            listed = "".join(f' {key}="{one}"' for key, one in given.items())
            if kind == "CTLink":
                ends = sample("TLC", "a") + sample("TIMEX3", "b")
                found = errors(in_set(ends, f'<CTLink id="r" arg1="a" arg2="b"{listed}/>'))
            else:
                found = errors(in_set(f'<{kind} id="a"{listed}/>'))
            free = not attribute.values and value is not None
            absent = value is None and not attribute.required
            assert (not found) == (free or absent or value in attribute.values), (name, value)


def test_codes_are_for_the_types_that_take_them() -> None:
    for schema in SCHEMAS:
        for kind in schema.mention:
            element = sample(kind.name, "a").replace("/>", '><code code="C1"/></X>')
            element = element.replace("</X>", f"</{kind.name}>")
            assert bool(errors(in_set(element))) == (kind.codes == "none"), kind.name


FEVER = '<Condition id="T1" start="7" end="12"/>\n'
PLACE = '<Locus id="T2"/>\n<Drug-or-device id="T3"/>\n'


@pytest.mark.parametrize(
    ("inside", "says"),
    [
        (in_set(FEVER + '<Diagnosis id="T2"/>'), (6, "<Diagnosis> does not belong here")),
        (
            in_set(FEVER + PLACE, '<has_location id="R1" arg1="T3" arg2="T2"/>'),
            (10, "<has_location>: its arg1 points at nothing that may stand there"),
        ),
        (
            in_set(FEVER + PLACE, '\n<has_location id="R1" arg1="T1" arg2="T9"/>'),
            (11, "<has_location>: its arg2 points at nothing that may stand there"),
        ),
        (
            in_set(FEVER, '<relation id="R1" type="x" arg1="T1" arg2="secret"/>'),
            (8, "<relation>: its arg2 points at nothing that may stand there"),
        ),
        (in_set(FEVER, '<near id="R1" arg1="T1" arg2="T1"/>'), (8, "<near> does not belong here")),
        (in_set(FEVER + FEVER), (6, "<Condition> has an id or name that is missing or used twice")),
        (in_set('<Condition start="1" end="2"/>'), (5, "<Condition> has no 'id'")),
        (
            in_set('<Condition id="T1" start="secret" end="2"/>'),
            (5, "<Condition>: its start is not a whole number in the range allowed"),
        ),
        (
            in_set('<Condition id="T1" begin="3"/>'),
            (5, "<Condition>: its begin is not an attribute that it may have"),
        ),
        (
            in_set(FEVER, rest='<groups><chain id="g"><member ref="T9"/></chain></groups>'),
            (7, "<member>: its ref points at nothing that may stand there"),
        ),
        (
            in_set(FEVER, rest='<notes><note target="T9">secret</note></notes>'),
            (7, "<note>: its target points at nothing that may stand there"),
        ),
        (in_set("secret" + FEVER), (4, "<mentions> holds text where only elements may stand")),
        (
            '<annotations set="a"/>\n<annotations set="a"/>',
            (4, "<annotations> has an id or name that is missing or used twice"),
        ),
    ],
)
def test_the_schema_tells_what_is_wrong_and_where(inside: str, says: tuple[int, str]) -> None:
    found = errors(inside)
    assert says in found
    assert "secret" not in str(found)


def test_ids_are_free_in_another_set() -> None:
    other = in_set(FEVER).replace('set="gold"', 'set="a"')
    assert errors(in_set(FEVER) + other) == []
    lonely = '<annotations set="b"><relations><co_refers id="R1" arg1="T1" arg2="T1"/></relations>'
    assert errors(in_set(FEVER) + lonely + "</annotations>")


def test_a_file_of_something_else_has_schema_errors() -> None:
    assert schema_errors(b"<data/>") == [(1, "<data> is not the root of CLEF XML")]
    assert schema_errors(f"{HEAD.splitlines()[0]}</document>".encode()) == [
        (1, "<document> is not complete")
    ]
    with pytest.raises(InputError, match="not well-formed"):
        schema_errors(b"<document>")


def test_the_schema_is_itself_valid_xml_schema() -> None:
    source = Path(__file__).parents[2] / "src/goldsmith/formats/clef_xml/clef.xsd"
    assert etree.XMLSchema(etree.parse(source))


def test_reading_takes_any_type_and_passes_over_attributes_of_other_namespaces(
    tmp_path: Path,
) -> None:
    odd = '<Diagnosis id="T1" start="7" end="12" xml:lang="en" sure="no"/>'
    inside = in_set(odd, '<near id="R1" arg1="T1" arg2="T1" far="yes"/>')
    (tmp_path / "n.clef.xml").write_text(f"{HEAD}{inside}</document>")
    [doc] = read(tmp_path)
    one = doc.sets["gold"]
    assert one.mentions == (Mention("T1", "Diagnosis", (Span(7, 12),), {"sure": "no"}),)
    assert one.relations == (Relation("R1", "near", "T1", "T1", {"far": "yes"}),)


# Bad input


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (HEAD + in_set(FEVER) + "</documen", "n.clef.xml:8: this is not well-formed XML"),
        (HEAD + "<text>again</text></document>", "n.clef.xml:3: <text> is there twice"),
        (HEAD.splitlines()[0] + "</document>", "n.clef.xml:1: <document> has no <text>"),
        (HEAD.replace(' id="n"', "") + "</document>", "n.clef.xml:1: <document> has no 'id'"),
        ("<document id='n'><text>secret</text></document>", "n.clef.xml:1: this is not CLEF XML"),
        (
            HEAD.replace("secret", "<b>secret</b>") + "</document>",
            "n.clef.xml:2: <text> holds an element; expected text alone",
        ),
        (HEAD + "<remark/></document>", "n.clef.xml:3: <remark> does not belong inside <document>"),
        (
            HEAD + '<x:mention xmlns:x="urn:other"/></document>',
            "n.clef.xml:3: <mention> does not belong inside <document>",
        ),
        (
            HEAD + in_set('<Condition id="T1" start="7" end="400"/>\n') + "</document>",
            "n.clef.xml:5: n, T1: the spans 7-400 are not inside the text",
        ),
        (
            HEAD + in_set('<Condition id="T1" start="7"/>') + "</document>",
            "n.clef.xml:5: <Condition> has no 'end'",
        ),
        (
            HEAD + in_set('<Condition id="T1" start="secret" end="9"/>') + "</document>",
            "n.clef.xml:5: <Condition> holds something that is not a number",
        ),
        (
            HEAD
            + in_set('<Condition id="T1" start="1" end="2"><span start="1" end="2"/></Condition>')
            + "</document>",
            "n.clef.xml:5: <Condition> gives its place twice",
        ),
        (
            HEAD + in_set(FEVER + FEVER) + "</document>",
            "n.clef.xml:5: n, T1: the id is used 2 times",
        ),
        (
            HEAD + in_set(FEVER, '<near id="R1" arg1="T1" arg2="T9"/>') + "</document>",
            "n.clef.xml:8: n, R1: its second argument T9 does not exist",
        ),
        (
            HEAD + in_set(FEVER, '<near id="R1" arg1="T1"/>') + "</document>",
            "n.clef.xml:8: <near> has no 'arg2'",
        ),
        (
            HEAD + in_set(FEVER) + in_set(FEVER) + "</document>",
            "n.clef.xml:8: the set 'gold' is there twice",
        ),
        (
            HEAD + '<sections><section start="3" end="99"/></sections></document>',
            "n.clef.xml:3: the section 3-99 is not inside the text; expected 0 <= start",
        ),
        (
            HEAD + in_set('<mention id="T1"/>') + "</document>",
            "n.clef.xml:5: <mention> has no 'type'",
        ),
        (
            '<!DOCTYPE d [<!ENTITY a "secret">]>\n' + HEAD + "</document>",
            "n.clef.xml:1: the file defines XML entities",
        ),
        (
            '<!DOCTYPE d [\n<!ENTITY a SYSTEM "file:///etc/passwd">]>\n' + HEAD + "</document>",
            "n.clef.xml:2: the file defines XML entities",
        ),
        (
            '<!DOCTYPE d SYSTEM "d.dtd">\n' + HEAD + in_set('<X id="&a;"/>') + "</document>",
            "n.clef.xml:6: the file uses an entity of a DTD, which is not read",
        ),
    ],
)
def test_bad_input_names_file_and_line(tmp_path: Path, content: str, says: str) -> None:
    (tmp_path / "n.clef.xml").write_text(content)
    with pytest.raises(InputError) as caught:
        list(read(tmp_path, "clef-xml"))
    assert says in str(caught.value)
    assert "secret" not in str(caught.value)


def test_a_problem_is_placed_in_the_set_it_is_in(tmp_path: Path) -> None:
    other = '<annotations set="b">\n<mentions>\n<Locus id="T1" start="9" end="99"/>\n</mentions>\n'
    (tmp_path / "n.clef.xml").write_text(f"{HEAD}{in_set(FEVER)}{other}</annotations></document>")
    with pytest.raises(InputError, match=r"n\.clef\.xml:10: n, T1: the spans 9-99"):
        list(read(tmp_path, "clef-xml"))


def test_wrong_encoding_is_told(tmp_path: Path) -> None:
    (tmp_path / "n.clef.xml").write_bytes(HEAD.replace("secret", "café").encode("latin-1"))
    with pytest.raises(InputError, match=r"n\.clef\.xml:2: this is not well-formed XML") as caught:
        list(read(tmp_path, "clef-xml"))
    assert "fever" not in str(caught.value)


def test_only_files_in_our_namespace_are_recognised(tmp_path: Path) -> None:
    (tmp_path / "n.clef.xml").write_text("<document><text>x</text></document>")
    with pytest.raises(InputError, match="no known format fits"):
        list(read(tmp_path))
