"""Knowtator 2: golden files as it writes them for CRAFT, the way back, and bad input."""

from pathlib import Path

import pytest

from goldsmith.core import (
    AnnotationSet,
    Code,
    Document,
    Group,
    Mention,
    Note,
    Relation,
    Span,
    canonical,
)
from goldsmith.core.validation import mismatches
from goldsmith.errors import BadFiles, InputError
from goldsmith.formats import Reader, get, losses, read, write

GOLDEN = Path(__file__).parent / "golden" / "knowtator2"


@pytest.fixture
def case() -> Document:
    return {doc.id: doc for doc in read(GOLDEN)}["case1"]


def key(number: int) -> str:
    return f"case1_Instance_{number}"


def test_a_project_gives_its_documents_and_nothing_for_its_settings() -> None:
    assert [doc.id for doc in read(GOLDEN)] == ["case1", "case2", "case3"]


def test_offsets_count_java_characters(case: Document) -> None:
    mentions = case.sets["gold"].by_id()
    assert case.covered(mentions[key(5)]) == "It"
    assert mentions[key(7)].start == case.text.index("Calcium")


def test_fragments_come_in_text_order_with_their_wording(case: Document) -> None:
    her = case.sets["gold"].by_id()[key(4)]
    assert case.covered(her) == her.text == "Her IOP"
    assert not list(mismatches(case, case.sets["gold"]))


def test_chains_are_groups_whoever_made_them(case: Document) -> None:
    assert list(case.sets) == ["gold"]
    members = (key(1), key(4), key(5))
    assert case.sets["gold"].groups == (Group("0", "IDENTITY chain", members),)


def test_triples_are_relations(case: Document) -> None:
    head, attribute, part = case.sets["gold"].relations
    assert head == Relation("edge_3", "APPOS Head", key(1), key(2))
    assert attribute == Relation("edge_4", "APPOS Attributes", key(1), key(3))
    fields = {
        "knowtator:quantifier": "exactly",
        "knowtator:value": "2",
        "knowtator:polarity": "negative",
    }
    assert part == Relation("edge_0.2", "part_of", key(6), key(7), fields)


def test_concept_classes_are_codes(case: Document) -> None:
    mentions = case.sets["gold"].by_id()
    assert mentions[key(6)].type == "CHEBI"
    assert mentions[key(6)].codes == (Code("24870", "CHEBI", "ion"),)
    assert mentions[key(7)].codes == (Code("calcium", "CHEBI_EXT", "calcium"),)
    assert mentions[key(5)].type == "Noun Phrase"


def test_motivations_are_notes(case: Document) -> None:
    assert case.sets["gold"].notes == (
        Note("possessive kept apart", key(4)),
        Note("two charges", "edge_0.2"),
    )


def test_annotators_are_sets_where_there_are_several() -> None:
    docs = {doc.id: doc for doc in read(GOLDEN, set_name="ours")}
    assert {name: len(one.mentions) for name, one in docs["case2"].sets.items()} == {
        "p1": 1,
        "p2": 1,
    }
    assert list(docs["case3"].sets) == ["ours"]


def test_the_way_back(case: Document, tmp_path: Path) -> None:
    assert not losses(case, get("knowtator2"))
    write([case], tmp_path / "out", "knowtator2")
    [back] = read(tmp_path / "out")
    assert canonical(back) == canonical(case)


def test_craft_keeps_its_texts_elsewhere(tmp_path: Path) -> None:
    content = (GOLDEN / "Annotations/case1.xml").read_text("utf-8")
    for kind in ("CHEBI", "GO_BP"):
        folder = tmp_path / f"concept-annotation/{kind}/knowtator-2"
        folder.mkdir(parents=True)
        (folder / "case1.txt.knowtator.xml").write_text(content, "utf-8")
    (tmp_path / "articles/txt").mkdir(parents=True)
    (tmp_path / "articles/txt/case1.txt").write_bytes((GOLDEN / "Articles/case1.txt").read_bytes())
    docs = list(read(tmp_path))
    assert [doc.id for doc in docs] == [
        "concept-annotation/CHEBI/knowtator-2/case1",
        "concept-annotation/GO_BP/knowtator-2/case1",
    ]
    assert len(docs[0].sets["gold"].mentions) == 7


def test_texts_of_the_same_name_are_told_apart_by_their_folders(tmp_path: Path) -> None:
    docs = [Document(f"{ward}/n", f"text of {ward}") for ward in ("a", "b", "a/b")]
    write(docs, tmp_path / "out", "knowtator2")
    assert {doc.id: doc.text for doc in read(tmp_path / "out")} == {
        doc.id: doc.text for doc in docs
    }


def line(
    name: str, subject: str, kind: str, other: str, value: str = "", quantifier: str = ""
) -> str:
    return (
        f'<triple annotator="gold" id="{name}" motivation="" object="{other}" polarity="positive" '
        f'property="{kind}" quantifier="{quantifier}" subject="{subject}" value="{value}"/>'
    )


def test_writing(tmp_path: Path) -> None:
    one = AnnotationSet(
        "gold",
        (
            Mention("T1", "Condition", (Span(2, 4),), {"status": "a | b"}, (Code("C1", "X", "n"),)),
            Mention("T2", "CHEBI", (Span(0, 1), Span(6, 9)), {}, (Code("12", "CHEBI", "ion"),)),
        ),
        (
            Relation("R1", "at", "T1", "T2", {"knowtator:quantifier": "only"}),
            Relation("R2", "at", "T1", "T2", {"sure": "no"}),
        ),
        (Group("g", "same", ("T1", "T2")),),
        (Note("check", "T1"),),
    )
    doc = Document("ward/n1", "\U0001f600 ab\r\n<c>", sets={"gold": one})
    write([doc], tmp_path / "out", "knowtator2")
    assert (tmp_path / "out/Articles/ward/n1.txt").read_bytes().decode() == doc.text
    assert (tmp_path / "out/Annotations/ward/n1.xml").read_text() == (
        f"""<?xml version='1.0' encoding='UTF-8'?>
<knowtator-project>
  <document id="ward/n1" text-file="ward/n1.txt">
    <annotation annotator="gold" id="T1" motivation="check" type="identity">
      <class id="Condition" label="Condition"/>
      <span end="5" id="T1-1" start="3">ab</span>
    </annotation>
    <annotation annotator="gold" id="T2" motivation="" type="identity">
      <class id="CHEBI:12" label="ion"/>
      <span end="2" id="T2-1" start="0">\U0001f600</span>
      <span end="10" id="T2-2" start="7">&lt;c&gt;</span>
    </annotation>
    <annotation annotator="gold" id="R2" motivation="" type="identity">
      <class id="at" label="at"/>
      <span end="5" id="R2-1" start="3">ab</span>
    </annotation>
    <annotation annotator="gold" id="g" motivation="" type="identity">
      <class id="same" label="same"/>
      <span end="5" id="g-1" start="3">ab</span>
    </annotation>
    <graph-space id="gold">
      <vertex annotation="T1" id="node_1"/>
      <vertex annotation="T2" id="node_2"/>
      <vertex annotation="R2" id="node_3"/>
      <vertex annotation="g" id="node_4"/>
      {line("R1", "node_1", "at", "node_2", "", "ONLY")}
      {line("value_1", "node_1", "status", "node_1", "a | b")}
      {line("value_2", "node_1", "associatedCode", "node_1", "X:C1 |n|")}
      {line("R2.1", "node_3", "Arg1", "node_1")}
      {line("R2.2", "node_3", "Arg2", "node_2")}
      {line("value_3", "node_3", "sure", "node_3", "no")}
      {line("g.1", "node_4", "Coreferring strings", "node_1")}
      {line("g.2", "node_4", "Coreferring strings", "node_2")}
    </graph-space>
  </document>
</knowtator-project>"""
    )
    [back] = read(tmp_path / "out", "knowtator2")
    assert back.id == "ward/n1"
    assert canonical(back) == canonical(doc)


def test_a_trigger_with_two_arguments_of_its_own_stays_a_mention(tmp_path: Path) -> None:
    parts = annotation("a") + annotation("b", 6, 9) + annotation("t", 10, 12)
    graph = vertex("a") + vertex("b") + vertex("t")
    graph += triple("e1", "t", "Arg1", "a") + triple("e2", "t", "Arg2", "b")
    [doc] = read(save(tmp_path, parts, graph))
    one = doc.sets["gold"]
    assert [m.id for m in one.mentions] == ["a", "b", "t"]
    assert [(rel.type, rel.arg1) for rel in one.relations] == [("Arg1", "t"), ("Arg2", "t")]


def test_a_relation_to_itself_is_not_an_attribute(tmp_path: Path) -> None:
    graph = vertex("a") + triple("e1", "a", "same", "a") + triple("e2", "a", "status", "a", "new")
    [doc] = read(save(tmp_path, annotation("a"), graph))
    one = doc.sets["gold"]
    assert one.mentions[0].attributes == {"status": "new"}
    assert one.relations == (Relation("e1", "same", "a", "a"),)


def annotation(name: str, start: object = 0, end: object = 5, inside: str = "") -> str:
    inside = inside or f'<class id="Condition"/><span start="{start}" end="{end}">fever</span>'
    return f'<annotation annotator="A" id="{name}">{inside}</annotation>\n'


def vertex(name: str) -> str:
    return f'<vertex annotation="{name}" id="v{name}"/>\n'


def triple(name: str, subject: str, kind: str, other: str, value: str = "") -> str:
    ends = f'subject="v{subject}" property="{kind}" object="v{other}"'
    return f'<triple annotator="A" id="{name}" {ends} value="{value}"/>\n'


def save(folder: Path, annotations: str, graph: str = "") -> Path:
    (folder / "n.txt").write_text("fever and the secret illness")
    space = f'<graph-space id="g">\n{graph}</graph-space>\n'
    inside = f'<document id="n" text-file="n.txt">\n{annotations}{space}</document>\n'
    (folder / "n.xml").write_text(f"<knowtator-project>\n{inside}</knowtator-project>\n")
    return folder


@pytest.mark.parametrize(
    ("annotations", "graph", "says"),
    [
        (annotation("a") + "<annotation", "", "n.xml:4: this is not well-formed XML"),
        (annotation("a", 0, 500), "", "n.xml:3: n, a: the spans 0-500 are not inside"),
        (annotation("a", 7, 3), "", "n.xml:3: n, a: the spans 7-3 are not inside"),
        (annotation("a", "x"), "", "n.xml:3: <span> holds something that is not a number"),
        (annotation("a") + annotation("a"), "", "n.xml:3: n, a: the id is used 2 times"),
        (annotation("a", inside="<span/>"), "", "n.xml:3: <annotation> has no <class>"),
        ("<annotation/>", "", "n.xml:3: <annotation> has no 'id'"),
        (
            annotation("a"),
            vertex("a") + triple("e", "a", "at", "b"),
            "n.xml:6: the object of a triple is the vertex vb, which does not exist",
        ),
        (
            annotation("a"),
            vertex("a") + vertex("b") + triple("e", "b", "at", "a"),
            "n.xml:7: the subject of a triple is the annotation b, which does not exist",
        ),
        (annotation("a"), vertex("a") + "<triple/>", "n.xml:6: <triple> has no 'subject'"),
    ],
)
def test_bad_input_names_file_and_line(
    tmp_path: Path, annotations: str, graph: str, says: str
) -> None:
    with pytest.raises(InputError) as caught:
        list(read(save(tmp_path, annotations, graph), "knowtator2"))
    message = str(caught.value)
    assert says in message
    assert "fever" not in message and "secret" not in message


def test_an_offset_inside_a_character(tmp_path: Path) -> None:
    save(tmp_path, annotation("a", 0, 1))
    (tmp_path / "n.txt").write_text("\U0001f600 secret", "utf-8")
    with pytest.raises(InputError, match=r"n\.xml:3: UTF-16 offset 1 points inside a character"):
        list(read(tmp_path, "knowtator2"))


@pytest.mark.parametrize(
    ("head", "line"),
    [
        ('<!DOCTYPE a [\n<!ENTITY x "secret">]>\n', 2),
        ('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n', 1),
    ],
)
def test_entities_are_refused(tmp_path: Path, head: str, line: int) -> None:
    file = save(tmp_path, annotation("a")) / "n.xml"
    file.write_text(head + file.read_text())
    with pytest.raises(InputError, match=rf"xml:{line}: the file defines XML entities") as caught:
        list(read(tmp_path, "knowtator2"))
    assert "secret" not in str(caught.value)


def test_bytes_that_are_not_utf_8(tmp_path: Path) -> None:
    save(tmp_path, annotation("a"))
    (tmp_path / "n.txt").write_bytes("fever\ncaf\u00e9 secret".encode("latin-1"))
    with pytest.raises(InputError, match=r"n\.txt:2: byte 0xe9 is not UTF-8"):
        list(read(tmp_path, "knowtator2"))


def test_one_spoiled_document_does_not_spoil_the_file(tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text("fever")
    (tmp_path / "n.xml").write_text(
        '<knowtator-project>\n<document id="gone"/>\n<document id="one"/>\n</knowtator-project>'
    )
    reader = Reader(tmp_path, "knowtator2", keep_going=True)
    assert [doc.id for doc in reader] == ["one"]
    assert "n.xml:2: the text of this document is missing" in str(reader.errors[0])


def test_other_xml_beside_it_is_an_error_for_each_file(tmp_path: Path) -> None:
    save(tmp_path, annotation("a"))
    for name in "bc":
        (tmp_path / f"{name}.xml").write_text("<collection/>")
    with pytest.raises(BadFiles) as caught:
        list(read(tmp_path, "knowtator2"))
    assert len(caught.value.errors) == 2


def test_what_cannot_be_said_is_named() -> None:
    one = AnnotationSet(
        "gold",
        (Mention("1", "X", (Span(0, 1),), {"x": ""}), Mention("2", "Date", ())),
        notes=(Note("a", "1"), Note("b", "1"), Note("c")),
    )
    assert losses(Document("n", "ab", sets={"gold": one}), get("knowtator2")) == {
        "empty-values": 1,
        "second-notes": 1,
        "notes-on-documents": 1,
        "unanchored": 1,
    }
