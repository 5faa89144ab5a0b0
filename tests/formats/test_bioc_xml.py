"""BioC XML as PubTator and the bioc package write it, and as we write it."""

import gc
import io
from pathlib import Path

import pytest
from bioc import biocxml, validate
from lxml import etree
from msgspec.structs import replace

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
    Section,
    Span,
    canonical,
)
from goldsmith.errors import InputError, LossError
from goldsmith.formats import get, read, write

GOLDEN = Path(__file__).parent / "golden" / "bioc_xml"
FORMAT = "bioc-xml"


@pytest.fixture(scope="module")
def golden() -> dict[str, Document]:
    return {doc.id: doc for doc in read(GOLDEN / "pubtator.xml", FORMAT)}


@pytest.fixture(scope="module")
def abstract(golden: dict[str, Document]) -> AnnotationSet:
    return golden["90000001"].sets["gold"]


@pytest.fixture(scope="module")
def methods(golden: dict[str, Document]) -> AnnotationSet:
    return golden["90000002"].sets["gold"]


def test_passages_make_the_text_and_its_sections(golden: dict[str, Document]) -> None:
    doc = golden["90000001"]
    assert doc.text.startswith("Cough after enalapril & lisinopril 😀\nA woman aged 61 had dry")
    assert doc.sections == (
        Section(Span(0, 36), "title"),
        Section(Span(37, len(doc.text)), "abstract"),
    )


def test_infons_of_documents_and_passages_are_metadata(golden: dict[str, Document]) -> None:
    assert golden["90000001"].metadata == Metadata(
        type="letter", extra={"journal": "Made-up Letters", "bioc:passage.1.year": "2019"}
    )
    assert golden["90000002"].metadata.extra == {"bioc:passage.1.type": "paragraph"}
    assert [section.kind for section in golden["90000002"].sections] == ["METHODS"]


def test_sentences_make_the_text_where_a_passage_has_none(golden: dict[str, Document]) -> None:
    assert golden["90000002"].text == "Methotrexate was stopped.  It had caused hepatitis."


def test_a_plain_annotation(abstract: AnnotationSet) -> None:
    assert abstract.by_id()["2"] == Mention(
        "2", "Disease", (Span(0, 5),), {}, (Code("D003371", "MESH"),), "Cough"
    )


def test_other_infons_are_attributes(abstract: AnnotationSet) -> None:
    assert abstract.by_id()["3"].attributes == {"updated_at": "2019-05-01T00:00:00Z"}


def test_a_dash_says_that_there_is_no_concept(abstract: AnnotationSet) -> None:
    assert abstract.by_id()["4"].codes == (Code(CUI_LESS),)


def test_several_locations_and_several_codes(
    golden: dict[str, Document], abstract: AnnotationSet
) -> None:
    mention = abstract.by_id()["7"]
    assert golden["90000001"].covered(mention) == "dry cough" == mention.text
    assert mention.codes == (Code("D003371", "MESH"), Code("123456", "OMIM"))


def test_infons_named_after_a_terminology_are_codes(
    abstract: AnnotationSet, methods: AnnotationSet
) -> None:
    assert abstract.by_id()["8"].codes == (Code("673"), Code("3197", "NCBI Homologene"))
    assert methods.by_id()["T2"].codes == (Code("D056486", "MESH"), Code("D003643", "MESH"))
    assert methods.by_id()["T4"].codes == (Code(CUI_LESS, "MESH"),)


def test_a_variant_is_one_code(abstract: AnnotationSet) -> None:
    [code] = abstract.by_id()["9"].codes
    assert code == Code("p|SUB|V|600|E;HGVS:p.V600E;CorrespondingGene:673", "tmVar")


def test_no_location_means_the_whole_document(abstract: AnnotationSet) -> None:
    mention = abstract.by_id()["10"]
    assert mention.spans == ()
    assert mention.attributes == {"entry_term": "Enalapril"}


def test_a_relation_between_concepts(abstract: AnnotationSet) -> None:
    [rel] = abstract.relations
    drug, disease = abstract.by_id()[rel.arg1], abstract.by_id()[rel.arg2]
    assert (rel.type, rel.attributes) == ("Positive_Correlation", {"score": "0.97"})
    assert (drug.type, drug.spans, drug.codes) == ("Chemical", (), (Code("D004656", "MESH"),))
    assert (disease.type, disease.codes) == ("Disease", (Code("D003371", "MESH"),))


def test_a_relation_between_concepts_as_bc5cdr_has_it(methods: AnnotationSet) -> None:
    rel = next(rel for rel in methods.relations if rel.type == "CID")
    drug, disease = methods.by_id()[rel.arg1], methods.by_id()[rel.arg2]
    assert (drug.type, drug.spans, drug.codes) == ("Chemical", (), (Code("D008727"),))
    assert (disease.type, disease.codes) == ("Disease", (Code("D056486"),))


def test_two_nodes_are_a_relation_and_unusual_roles_are_kept(methods: AnnotationSet) -> None:
    found = {rel.id: rel for rel in methods.relations}
    assert found["R2"] == Relation("R2", "anaphora", "T4", "T1", {"certain": "yes"})
    assert found["R3"].attributes == {"bioc:role1": "anaphor", "bioc:role2": "antecedent"}


def test_other_numbers_of_nodes_and_members_are_groups(methods: AnnotationSet) -> None:
    roles = {"bioc:role1": "Trigger", "bioc:role2": "Agent", "bioc:role3": "Theme"}
    assert methods.groups == (
        Group("R6", "same", ("T1", "T4")),
        Group("E1", "Cause", ("T3", "T1", "T2"), roles),
    )


def test_a_relation_that_others_point_at_is_a_mention(methods: AnnotationSet) -> None:
    assert methods.by_id()["R5"] == Mention(
        "R5", "Cause", (), {"certain": "yes", "bioc:relation": "true"}
    )
    found = {(rel.type, rel.arg1, rel.arg2) for rel in methods.relations}
    assert {
        ("stopped-because", "T1", "R5"),
        ("Agent", "R5", "T1"),
        ("Theme", "R5", "T2"),
    } <= found


def test_notes(methods: AnnotationSet) -> None:
    assert methods.notes == (Note("two concepts", "T2"),)


def test_the_golden_file_comes_back_from_what_we_write(
    golden: dict[str, Document], tmp_path: Path
) -> None:
    write(golden.values(), tmp_path / "out.xml", FORMAT)
    again = {doc.id: doc for doc in read(tmp_path / "out.xml", FORMAT)}
    assert {key: canonical(doc) for key, doc in again.items()} == {
        key: canonical(doc) for key, doc in golden.items()
    }


def full() -> Document:
    text = "HISTORY: fever\r\nand cough.\nPLAN: rest"
    gold = AnnotationSet(
        "gold",
        (
            Mention("T1", "Finding", (Span(9, 14),), {"status": "new", "type": "x"}),
            Mention(
                "T2",
                "Finding",
                (Span(9, 11), Span(20, 25)),
                codes=(Code("C0010200", "UMLS", "Coughing"), Code("R05", "ICD-10")),
            ),
            Mention("T3", "Date", ()),
        ),
        (Relation("R1", "after", "T2", "T1", {"sure": "no"}),),
        (Group("G1", "same", ("T1", "T2", "T3")),),
        (Note("ask", "T1", "Query"), Note("again", "T1"), Note("all read")),
        provenance=Provenance("human", "A1", sources=("a", "b")),
    )
    metadata = Metadata("P1", date="2008-03-14", extra={"ward": "7", "type": "y"})
    sections = (Section(Span(0, 26), "history", "HISTORY:"), Section(Span(27, 37), "plan"))
    return Document("n1", text, metadata, sections, {"gold": gold})


EXPECTED = (
    "<?xml version='1.0' encoding='UTF-8' standalone='yes'?>\n"
    "<collection><source>Goldsmith</source>\n<date></date>\n<key></key>\n"
    '<document><id>n1</id><infon key="patient">P1</infon><infon key="date">2008-03-14</infon>'
    '<infon key="ward">7</infon><infon key="metadata:type">y</infon>'
    '<infon key="set.kind:gold">human</infon><infon key="set.agent:gold">A1</infon>'
    '<infon key="set.source.1:gold">a</infon><infon key="set.source.2:gold">b</infon>'
    '<infon key="set.note:gold">all read</infon>'
    '<passage><infon key="type">history</infon><infon key="title">HISTORY:</infon>'
    "<offset>0</offset><text>HISTORY: fever&#13;\nand cough.</text>"
    '<annotation id="T1"><infon key="type">Finding</infon><infon key="set">gold</infon>'
    '<infon key="status">new</infon><infon key="attribute:type">x</infon>'
    '<infon key="note">ask</infon><infon key="note.kind">Query</infon>'
    '<infon key="note.2">again</infon>'
    '<location offset="9" length="5"/><text>fever</text></annotation>'
    '<annotation id="T2"><infon key="type">Finding</infon><infon key="set">gold</infon>'
    '<infon key="identifier">UMLS:C0010200,ICD-10:R05</infon><infon key="name">Coughing</infon>'
    '<location offset="9" length="2"/><location offset="20" length="5"/>'
    "<text>fe cough</text></annotation>"
    '<annotation id="T3"><infon key="type">Date</infon><infon key="set">gold</infon>'
    "<text></text></annotation></passage>"
    '<passage><infon key="type">plan</infon><offset>27</offset><text>PLAN: rest</text></passage>'
    '<relation id="R1"><infon key="type">after</infon><infon key="set">gold</infon>'
    '<infon key="sure">no</infon><node refid="T2" role="Arg1"/><node refid="T1" role="Arg2"/>'
    '</relation><relation id="G1"><infon key="type">same</infon><infon key="set">gold</infon>'
    '<node refid="T1" role="member"/><node refid="T2" role="member"/>'
    '<node refid="T3" role="member"/></relation></document>\n'
    "</collection>"
)


def test_what_is_written_byte_by_byte(tmp_path: Path) -> None:
    write([full()], tmp_path / "out", FORMAT)
    assert (tmp_path / "out" / "corpus.xml").read_bytes().decode() == EXPECTED
    [back] = read(tmp_path / "out", FORMAT)
    assert canonical(back) == canonical(full())
    assert back.sets["gold"].by_id().keys() == {"T1", "T2", "T3"}


def test_a_single_set_of_the_usual_name_is_not_spelt_out(tmp_path: Path) -> None:
    mention = Mention("T1", "Finding", (Span(0, 5),))
    doc = Document("n1", "fever", sets={"gold": AnnotationSet("gold", (mention,))})
    write([doc], tmp_path / "out.xml", FORMAT)
    assert "gold" not in (tmp_path / "out.xml").read_text("utf-8")
    [back] = read(tmp_path / "out.xml", FORMAT, set_name="other")
    assert list(back.sets) == ["other"]


def test_sets_with_the_same_ids_and_empty_sets_stay_apart(tmp_path: Path) -> None:
    mentions = (Mention("T1", "Finding", (Span(0, 5),)), Mention("T2", "Finding", (Span(0, 5),)))
    links = (Relation("R1", "same", "T1", "T2"),)
    sets = {name: AnnotationSet(name, mentions, links) for name in ("a", "b")}
    doc = Document("n1", "fever", sets={**sets, "c": AnnotationSet("c")})
    write([doc], tmp_path / "out.xml", FORMAT)
    [back] = read(tmp_path / "out.xml", FORMAT)
    assert list(back.sets) == ["a", "b", "c"]
    assert canonical(back) == canonical(doc)


def test_codes_and_names_that_a_list_cannot_hold(tmp_path: Path) -> None:
    codes = (Code("a,b|c", "http://snomed.info/sct", "Burn, minor"), Code("", "X"), Code("-"))
    attributes = {"identifier": "1", "name": "n", "note": "no note", "attribute:x": "y", "MESH": ""}
    mention = Mention("T1", "", (Span(0, 5),), attributes, codes)
    doc = Document("n1", "fever", sets={"gold": AnnotationSet("gold", (mention,))})
    write([doc], tmp_path / "out.xml", FORMAT)
    [back] = read(tmp_path / "out.xml", FORMAT)
    assert back.sets["gold"].mentions == (replace(mention, text="fever"),)


def test_the_bioc_package_reads_what_we_write(tmp_path: Path) -> None:
    write([full()], tmp_path / "out.xml", FORMAT)
    with open(tmp_path / "out.xml", "rb") as stream:
        [doc] = biocxml.load(stream).documents
    assert [passage.text for passage in doc.passages] == [
        "HISTORY: fever\r\nand cough.",
        "PLAN: rest",
    ]
    first, second, third = doc.passages[0].annotations
    assert [(place.offset, place.length) for place in second.locations] == [(9, 2), (20, 5)]
    assert [node.refid for node in doc.relations[0].nodes] == [second.id, first.id]
    assert third.locations == []


def test_what_the_bioc_package_writes_comes_back(
    golden: dict[str, Document], tmp_path: Path
) -> None:
    with open(GOLDEN / "pubtator.xml", "rb") as stream:
        collection = biocxml.load(stream)
    (tmp_path / "out.xml").write_text(biocxml.dumps(collection), "utf-8")
    for doc in read(tmp_path / "out.xml", FORMAT):
        assert canonical(doc) == canonical(golden[doc.id])


def test_overlapping_sections_and_empty_groups_are_said_to_be_lost(tmp_path: Path) -> None:
    sections = (Section(Span(0, 4)), Section(Span(2, 5)))
    sets = {"gold": AnnotationSet("gold", groups=(Group("G1", "same", ()),))}
    doc = Document("n1", "fever", sections=sections, sets=sets)
    with pytest.raises(LossError) as caught:
        write([doc], tmp_path / "out.xml", FORMAT)
    assert caught.value.losses == {"overlapping-sections": 1, "groups-without-members": 1}
    write([doc], tmp_path / "out.xml", FORMAT, allow_loss=["all"])
    [back] = read(tmp_path / "out.xml", FORMAT)
    assert back.sections == sections[:1]


def test_control_characters_in_names_are_a_loss(tmp_path: Path) -> None:
    mention = Mention("T1", "Find\x01ing", (Span(0, 5),), codes=(Code("C\x02", "U"),))
    doc = Document(
        "n1", "fever", Metadata("P\x03"), sets={"gold": AnnotationSet("gold", (mention,))}
    )
    with pytest.raises(LossError) as caught:
        write([doc], tmp_path / "out.xml", FORMAT)
    assert caught.value.losses == {"control-characters": 3}
    write([doc], tmp_path / "out.xml", FORMAT, allow_loss=["all"])
    [back] = read(tmp_path / "out.xml", FORMAT)
    assert back.sets["gold"].mentions[0].type == "Find\ufffding"


def test_it_is_recognised_by_its_root() -> None:
    fmt = get(FORMAT)
    head = (GOLDEN / "pubtator.xml").read_bytes()[:2048]
    assert fmt.recognises("a.xml", head)
    assert not fmt.recognises("a.xml", head.replace(b"<collection", b"<corpus"))
    assert not fmt.recognises("a.xml", b"<collection><book/></collection>")
    assert not fmt.recognises("a.txt", head)


def test_memory_stays_flat(tmp_path: Path) -> None:
    """What earlier documents held is gone when a later one is handed out."""
    docs = (Document(f"n{number}", "fever " * 20_000) for number in range(20))
    write(docs, tmp_path / "out.xml", FORMAT)
    for _ in read(tmp_path / "out.xml", FORMAT):
        gc.collect()
        elements = [one for one in gc.get_objects() if issubclass(type(one), etree._Element)]
        roots = [one for one in elements if one.tag == "collection"]
        assert max(map(len, roots)) <= 6


PASSAGE = "<passage><offset>0</offset><text>secret fever</text>{}</passage>"
LINES = "<collection>\n<source/>\n<document>\n<id>d</id>\n{}\n</document>\n</collection>"
MENTION = '<annotation id="{}"><location offset="{}" length="5"/></annotation>'


def refused(tmp_path: Path, content: str | bytes) -> str:
    path = tmp_path / "bad.xml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(InputError) as caught:
        list(read(path, FORMAT))
    message = str(caught.value)
    assert "secret" not in message
    assert "bad.xml" in message
    return message.partition("bad.xml")[2]


def annotated(inside: str) -> str:
    """A passage with something in it, on the sixth line of the file."""
    return PASSAGE.format(f"\n{inside}")


NODES = '<node refid="T1" role="a"/><node refid="T2" role="b"/>'
NONSENSE = {
    "no offset": ("<passage><text>secret</text></passage>", 5, "not a number"),
    "a word for an offset": ("<passage><offset>secret</offset></passage>", 5, "not a number"),
    "a word for a place": (annotated(MENTION.format("T1", "x")), 6, "not a number"),
    "no length": (annotated('<annotation><location offset="0"/></annotation>'), 6, "no 'length'"),
    "no key": (annotated("<annotation><infon>secret</infon></annotation>"), 6, "no 'key'"),
    "no refid": (annotated('<relation id="R1"><node role="x"/></relation>'), 6, "no 'refid'"),
    "no nodes": (annotated('<relation id="R1"/>'), 3, "R1 links nothing"),
    "overlapping passages": (2 * PASSAGE.format(""), 3, "begins at 0"),
    "a huge gap": (PASSAGE.format("").replace(">0<", ">99999999<"), 3, "begins at 99999999"),
    "a negative offset": (PASSAGE.format("").replace(">0<", ">-1<"), 3, "begins at -1"),
    "markup": (PASSAGE.format("").replace("fever", "<b>fever</b>"), 5, "holds an element"),
    "past the end": (annotated(MENTION.format("T1", 10)), 6, "not inside the text"),
    "twice": (annotated(MENTION.format("T1", 0) + "\n" + MENTION.format("T1", 2)), 7, "2 times"),
    "dangling": (annotated(f'<relation id="R1">{NODES}</relation>'), 6, "does not exist"),
}


@pytest.mark.parametrize(("inside", "line", "what"), NONSENSE.values(), ids=NONSENSE)
def test_nonsense_is_refused_with_its_line(
    tmp_path: Path, inside: str, line: int, what: str
) -> None:
    message = refused(tmp_path, LINES.format(inside))
    assert message.startswith(f":{line}: ")
    assert what in message


def test_a_document_without_an_id_is_refused_and_the_others_are_read(tmp_path: Path) -> None:
    content = LINES.format(PASSAGE.format("")).replace("<id>d</id>", "")
    assert refused(tmp_path, content).startswith(":3: the document has no id")
    both = LINES.format(PASSAGE.format("") + "</document><document><id>e</id>").replace(
        "<id>d</id>", ""
    )
    (tmp_path / "bad.xml").write_text(both, "utf-8")
    assert [doc.id for doc in read(tmp_path / "bad.xml", FORMAT, keep_going=True)] == ["e"]


@pytest.mark.parametrize(
    "declaration",
    ['<!ENTITY a "secret">', '<!ENTITY a SYSTEM "file:///etc/passwd">', '<!ENTITY % a "b">'],
)
def test_entities_are_refused(tmp_path: Path, declaration: str) -> None:
    content = f"<!DOCTYPE collection [\n{declaration}]>" + LINES.format("<x>&a;</x>")
    assert refused(tmp_path, content).startswith(":2: the file defines XML entities")


def test_entities_are_refused_far_into_the_file(tmp_path: Path) -> None:
    content = f"<!--{' ' * 40000}-->\n<!DOCTYPE c [<!ENTITY a 'b'>]><c/>"
    assert "defines XML entities" in refused(tmp_path, content)


def test_an_entity_that_is_not_declared_here_is_refused(tmp_path: Path) -> None:
    passage = PASSAGE.format("").replace("secret", "secret&nbsp;")
    content = '<!DOCTYPE collection SYSTEM "BioC.dtd">\n' + LINES.format(passage)
    assert refused(tmp_path, content).startswith(":6: <text> holds an element or an entity")


def test_a_truncated_file_gives_what_it_can(tmp_path: Path) -> None:
    content = (GOLDEN / "pubtator.xml").read_bytes()
    cut = content[: content.index(b"METHODS")]
    (tmp_path / "bad.xml").write_bytes(cut)
    found = read(tmp_path / "bad.xml", FORMAT)
    assert next(found).id == "90000001"
    with pytest.raises(InputError, match=r"bad\.xml:\d+: this is not well-formed XML"):
        next(found)


def test_other_encodings(tmp_path: Path) -> None:
    declared = "<?xml version='1.0' encoding='ISO-8859-1'?>" + LINES.format(
        PASSAGE.format("")
    ).replace("fever", "é")
    (tmp_path / "good.xml").write_bytes(declared.encode("latin-1"))
    assert [doc.text for doc in read(tmp_path / "good.xml", FORMAT)] == ["secret é"]
    bare = LINES.format(PASSAGE.format("").replace("fever", "é"))
    assert "not well-formed" in refused(tmp_path, bare.encode("latin-1"))


def test_a_very_long_text_is_read(tmp_path: Path) -> None:
    """libxml2 would stop at ten million characters; without entities there is no danger."""
    text = "secret fever " * 800_000
    content = LINES.format(PASSAGE.format("").replace("secret fever", text))
    (tmp_path / "good.xml").write_text(content, "utf-8")
    assert [doc.text == text for doc in read(tmp_path / "good.xml", FORMAT)] == [True]


def test_another_root_is_refused(tmp_path: Path) -> None:
    assert refused(tmp_path, "<corpus>secret</corpus>").startswith(":1: this is not a BioC")


def test_the_library_agrees_on_text_offsets() -> None:
    """The package counts code points as well: its own validation passes on the golden file."""
    content = (GOLDEN / "pubtator.xml").read_bytes()
    collection = biocxml.load(io.BytesIO(content))
    [doc, _] = collection.documents
    for passage in doc.passages:
        passage.annotations = [one for one in passage.annotations if len(one.locations) == 1]
    doc.relations = []
    collection.documents = [doc]
    validate(collection)
