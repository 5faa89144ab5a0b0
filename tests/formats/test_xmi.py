"""UIMA CAS XMI as INCEpTION and cTAKES write it, and as we write it."""

import shutil
import zipfile
from pathlib import Path

import pytest
from cassis import load_cas_from_xmi, load_typesystem
from msgspec.structs import replace

from goldsmith.core import (
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
from goldsmith.formats import Reader, read, write

GOLDEN = Path(__file__).parent / "golden" / "xmi"
INCEPTION = GOLDEN / "inception"
CTAKES = GOLDEN / "ctakes"
FORMAT = "xmi"
NAMED_ENTITY = "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity"
TEXT = "Plan 😀: T2DM with foot ulcer, oozing.\r\nUlcer of the left foot was cleaned; it healed.\n"


@pytest.fixture(scope="module")
def golden() -> Document:
    [doc] = read(INCEPTION, FORMAT)
    return doc


@pytest.fixture(scope="module")
def alice(golden: Document) -> AnnotationSet:
    return golden.sets["alice"]


def test_each_annotator_is_a_set_of_one_document(golden: Document) -> None:
    assert (golden.id, golden.text) == ("note-1", TEXT)
    assert list(golden.sets) == ["alice", "bob"]
    assert golden.sets["bob"].provenance == Provenance(agent="bob")
    assert golden.metadata == Metadata()


def test_offsets_count_utf_16(golden: Document, alice: AnnotationSet) -> None:
    """A face in the text moves everything behind it by one."""
    mention = alice.by_id()["40"]
    assert mention.spans == (Span(18, 28),)
    assert golden.covered(mention) == "foot ulcer"


def test_a_span_layer_with_features_of_all_kinds(alice: AnnotationSet) -> None:
    assert alice.by_id()["40"] == Mention(
        "40",
        "Finding",
        (Span(18, 28),),
        {
            "certainty": "doubtful",
            "count": "1",
            "negated": "false",
            "size": "2.5",
            "concepts": "C0085119|C0041582",
            "type": "wound",
        },
    )


def test_named_entities(alice: AnnotationSet) -> None:
    first, second = alice.by_id()["30"], alice.by_id()["31"]
    assert (first.type, first.codes) == ("Disease", (Code("http://snomed.info/id/44054006"),))
    assert first.attributes == {"xmi:type": NAMED_ENTITY}
    assert (second.type, second.codes) == ("NamedEntity", ())


def test_an_annotation_without_extent_keeps_its_place(alice: AnnotationSet) -> None:
    assert alice.by_id()["43"] == Mention("43", "Finding", (), {"xmi:begin": "78"})


def test_an_annotation_of_the_document(alice: AnnotationSet) -> None:
    assert alice.by_id()["90"] == Mention("90", "Quality", (), {"grade": "good"})


def test_a_relation_layer(alice: AnnotationSet) -> None:
    assert Relation("50", "Located", "40", "41", {"kind": "on"}) in alice.relations


def test_relations_between_tokens_bring_the_tokens_along(
    golden: Document, alice: AnnotationSet
) -> None:
    rel = next(rel for rel in alice.relations if rel.type == "Dependency")
    governor, dependent = alice.by_id()[rel.arg1], alice.by_id()[rel.arg2]
    assert rel.attributes == {"DependencyType": "nsubj", "flavor": "basic"}
    assert (governor.type, golden.covered(governor)) == ("Token", "cleaned")
    assert golden.covered(dependent) == "Ulcer"


def test_chain_layers(golden: Document, alice: AnnotationSet) -> None:
    assert alice.groups == (
        Group("63", "Same", ("60", "61", "62")),
        Group("65", "Coreference", ("64",)),
    )
    links = [alice.by_id()[one] for one in ("60", "61", "62")]
    assert [golden.covered(link) for link in links] == [
        "foot ulcer",
        "Ulcer of the left foot",
        "it",
    ]
    assert {link.type for link in links} == {"Same"}
    assert links[0].attributes == {"referenceType": "nominal"}
    assert links[1].attributes == {"referenceRelation": "anaphoric"}


def test_slots_and_other_references_are_relations(alice: AnnotationSet) -> None:
    found = {rel.id: rel for rel in alice.relations}
    assert found["72.participants.1"] == Relation(
        "72.participants.1", "participants", "72", "40", {"role": "theme"}
    )
    assert found["72.participants.2"].attributes == {}
    assert found["72.cause.1"] == Relation("72.cause.1", "cause", "72", "42")
    assert found["82.arguments.1"] == Relation(
        "82.arguments.1", "arguments", "82", "80", {"role": "ARG1"}
    )


def test_housekeeping_is_left_out(golden: Document, alice: AnnotationSet) -> None:
    types = {mention.type for mention in alice.mentions}
    assert types == {
        *("Disease", "NamedEntity", "Finding", "Event", "SemArg", "SemPred", "Quality"),
        *("Same", "Coreference", "Token"),
    }
    assert golden.sections == (Section(Span(0, 39), "plan"),)


def test_ctakes() -> None:
    [doc] = read(CTAKES, FORMAT)
    one = doc.sets["gold"]
    disease = one.by_id()["40"]
    assert (doc.id, doc.covered(disease)) == ("visit-17", "Gouty arthritis")
    assert disease.codes == (
        Code("C0003868", "UMLS", "Arthritis, Gouty"),
        Code("48440001", "SNOMEDCT_US", "Arthritis, Gouty"),
        Code("190828008", "SNOMEDCT_US", "Arthritis, Gouty"),
    )
    assert disease.attributes == {
        "id": "7",
        "typeID": "2",
        "polarity": "-1",
        "confidence": "0.5",
        "subject": "patient",
        "tui": "T047",
    }
    assert doc.sections == (Section(Span(12, 47), "IMPRESSION", "Impression"),)
    assert doc.metadata.extra == {"language": "en", "documentID": "visit_17"}
    rel = next(rel for rel in one.relations if rel.type == "location_of")
    assert (rel.arg1, rel.attributes) == ("40", {"polarity": "0"})
    assert doc.covered(one.by_id()[rel.arg2]) == "left knee", "it is in no index of the file"
    event = next(rel for rel in one.relations if rel.type == "event")
    assert one.by_id()[event.arg2] == Mention("32", "Event", (), {"docTimeRel": "OVERLAP"})


@pytest.mark.parametrize("folder", [INCEPTION, CTAKES])
def test_golden_files_come_back_from_what_we_write(folder: Path, tmp_path: Path) -> None:
    [doc] = read(folder, FORMAT)
    write([doc], tmp_path / "out", FORMAT)
    [back] = read(tmp_path / "out", FORMAT)
    assert back.id == doc.id
    assert canonical(back) == canonical(doc)


def test_the_files_of_a_project_that_inception_exports(tmp_path: Path) -> None:
    """Zips in a zip; what the curator made joins what the annotators made."""
    inner = {}
    for user in ("alice", "bob"):
        inner[f"annotation/note-1.txt/{user}.zip"] = INCEPTION / f"note-1.txt/{user}.xmi"
    inner["curation/note-1.txt/CURATION_USER.zip"] = INCEPTION / "note-1.txt/bob.xmi"
    with zipfile.ZipFile(tmp_path / "project.zip", "w") as project:
        project.writestr("source/note-1.txt", "not read")
        for name, source in inner.items():
            user = Path(name).stem
            with zipfile.ZipFile(tmp_path / f"{user}.zip", "w") as archive:
                archive.write(source, f"{user}.xmi")
                archive.write(INCEPTION / "TypeSystem.xml", "TypeSystem.xml")
            project.write(tmp_path / f"{user}.zip", name)
    reader = Reader(tmp_path / "project.zip", FORMAT)
    [doc] = reader
    assert doc.id == "note-1"
    assert list(doc.sets) == ["alice", "bob", "CURATION_USER"]
    assert len(doc.sets["alice"].groups) == 2


def test_a_single_document_is_called_as_in_its_project(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "export.zip", "w") as archive:
        archive.write(INCEPTION / "note-1.txt/alice.xmi", "alice.xmi")
        archive.write(INCEPTION / "TypeSystem.xml", "TypeSystem.xml")
    [doc] = read(tmp_path / "export.zip")
    assert (doc.id, list(doc.sets)) == ("note-1", ["alice"])


def test_a_file_by_itself_finds_its_type_system_beside_it(tmp_path: Path) -> None:
    shutil.copy(CTAKES / "visit-17.xmi", tmp_path / "a.xmi")
    shutil.copy(CTAKES / "TypeSystem.xml", tmp_path / "TypeSystem.xml")
    [doc] = read(tmp_path / "a.xmi", FORMAT, set_name="ctakes")
    assert (doc.id, list(doc.sets)) == ("a", ["ctakes"])


def test_types_with_the_same_short_name_keep_their_long_ones(tmp_path: Path) -> None:
    types = (INCEPTION / "TypeSystem.xml").read_text("utf-8")
    added = """<typeDescription><name>org.other.Finding</name><description/>
        <supertypeName>uima.tcas.Annotation</supertypeName></typeDescription>"""
    (tmp_path / "TypeSystem.xml").write_text(types.replace("</types>", f"{added}</types>"), "utf-8")
    content = (INCEPTION / "note-1.txt/bob.xmi").read_text("utf-8")
    content = content.replace("xmlns:custom", 'xmlns:other="http:///org/other.ecore" xmlns:custom')
    element = '<other:Finding xmi:id="41" sofa="12" begin="0" end="4"/>'
    content = content.replace("<cas:Sofa", f"{element}<cas:Sofa").replace("1 2 40", "1 2 40 41")
    (tmp_path / "n.xmi").write_text(content, "utf-8")
    [doc] = read(tmp_path, FORMAT)
    assert [one.type for one in doc.sets["gold"].mentions] == ["Finding", "org.other.Finding"]


def full() -> Document:
    gold = AnnotationSet(
        "gold",
        (
            Mention(
                "T1",
                "Drug-or-device",
                (Span(8, 13),),
                {"history of": "yes", "code": "x"},
                (Code("C0015967", "UMLS", "Fever"), Code("R50")),
            ),
            Mention("T2", "Finding", (Span(16, 18), Span(20, 25))),
            Mention("T3", "Finding", ()),
        ),
        (Relation("R1", "has_location", "T1", "T2", {"sure": "no"}),),
        (Group("G1", "co_refers", ("T1", "T3"), {"sure": ""}),),
        (Note("ask", "T1", "Query"), Note("all read")),
        provenance=Provenance("human", "A1", "2026-01-01", "goldsmith", ("a", "b")),
    )
    return Document(
        "note-1",
        'Plan 😀: fever,\r\nno <cough> & "rash"\t.',
        Metadata("P1", date="2008-03-14", extra={"ward": "7", "x": ""}),
        (Section(Span(0, 15), "plan", "Plan"),),
        {"gold": gold},
    )


def test_what_is_written_byte_by_byte(tmp_path: Path) -> None:
    write([full()], tmp_path / "out", FORMAT)
    for name in ("note-1.xmi", "TypeSystem.xml"):
        expected = (GOLDEN / "written" / name).read_bytes()
        assert (tmp_path / "out" / name).read_bytes() == expected
    [back] = read(tmp_path / "out", FORMAT)
    assert back == full(), "ids come back too"


def test_cassis_reads_what_we_write(tmp_path: Path) -> None:
    write([full()], tmp_path / "out", FORMAT)
    system = load_typesystem(tmp_path / "out" / "TypeSystem.xml")
    cas = load_cas_from_xmi(tmp_path / "out" / "note-1.xmi", typesystem=system)
    [drug] = cas.select("webanno.custom.Drug_or_device")
    assert drug.get_covered_text() == "fever"
    assert drug.history_of == "yes"
    [link] = cas.select("webanno.custom.has_location")
    assert (link.Governor, link.Dependent.begin) == (drug, 16)
    [chain] = cas.select("webanno.custom.co_refersChain")
    assert chain.first.get_covered_text() == "fever"


def test_every_layer_can_be_taken_over_by_inception(tmp_path: Path) -> None:
    """INCEpTION's rules: spans have plain features, lists of strings and slots; a relation has
    besides these exactly Governor and Dependent of one type; a chain is called so and has links.
    """
    write([full()], tmp_path / "out", FORMAT)
    system = load_typesystem(tmp_path / "out" / "TypeSystem.xml")
    for name in ("Drug_or_device", "Finding", "has_location", "co_refersLink"):
        type_ = system.get_type(f"webanno.custom.{name}")
        assert type_.supertype.name == "uima.tcas.Annotation"
        for feature in type_.features:
            element = feature.elementType and system.get_type(feature.elementType.name)
            slot = element and {one.name for one in element.features}
            plain = system.is_primitive(feature.rangeType)
            listed = feature.rangeType.name == "uima.cas.StringArray"
            linked = feature.name in ("Governor", "Dependent", "next")
            assert plain or listed or linked or slot == {"role", "target"}
    chain = system.get_type("webanno.custom.co_refersChain")
    assert chain.supertype.name == "uima.cas.AnnotationBase"
    assert chain.get_feature("first").rangeType.name == "webanno.custom.co_refersLink"


def test_names_that_look_alike_stay_apart(tmp_path: Path) -> None:
    names = ["a-b", "a_b", "a b", "", " ", "1st", "größe", "class", "get", "type", "a-bLink", "id"]
    mentions = [Mention(f"T{n}", one, (Span(0, 5),)) for n, one in enumerate(names)]
    mentions.append(Mention("T", "x", (Span(0, 5),), {name: name for name in names}))
    groups = (Group("G1", "a-b", ("T1",)), Group("G2", "a b", ("T2",)))
    links = tuple(Relation(f"R{n}", one, "T1", "T2") for n, one in enumerate(names))
    one = AnnotationSet("gold", tuple(mentions), links, groups)
    doc = Document("n1", "fever", sets={"gold": one})
    write([doc], tmp_path / "out", FORMAT)
    [back] = read(tmp_path / "out", FORMAT)
    assert back == doc


def test_features_that_later_documents_bring(tmp_path: Path) -> None:
    docs = []
    for number, attributes in enumerate([{}, {"a": "1"}, {"b": "2", "a": "3"}]):
        mentions = (Mention("T1", "F", (Span(0, 1),), attributes), Mention("T2", "F", ()))
        docs.append(Document(f"n{number}", "x", sets={"gold": AnnotationSet("gold", mentions)}))
    write(iter(docs), tmp_path / "out", FORMAT)
    assert list(read(tmp_path / "out", FORMAT)) == docs


def test_several_sets_go_into_a_folder_of_the_document(tmp_path: Path) -> None:
    mention = Mention("T1", "F", (Span(0, 5),))
    sets = {"a": AnnotationSet("a", (mention,)), "b": AnnotationSet("b")}
    docs = [Document(name, "fever", sets=sets) for name in ("x/n1", "n2.txt")]
    write(docs, tmp_path / "out", FORMAT)
    files = sorted(
        str(one.relative_to(tmp_path / "out")) for one in (tmp_path / "out").rglob("*.*")
    )
    assert files == [
        *("TypeSystem.xml", "n2.txt.txt", "n2.txt.txt/a.xmi", "n2.txt.txt/b.xmi"),
        *("x/n1.txt", "x/n1.txt/a.xmi", "x/n1.txt/b.xmi"),
    ]
    assert {doc.id: doc for doc in read(tmp_path / "out", FORMAT)} == {doc.id: doc for doc in docs}


@pytest.mark.parametrize("name", ["a.txt/b", "annotation/x/y", "a.b/c", "curation/z"])
def test_document_ids_that_look_like_folders_of_inception(name: str, tmp_path: Path) -> None:
    doc = Document(name, "fever", sets={"gold": AnnotationSet("gold", (Mention("T", "F", ()),))})
    write([doc], tmp_path / "out", FORMAT)
    assert list(read(tmp_path / "out", FORMAT)) == [doc]


def test_an_annotation_that_was_copied_gets_an_id_of_its_own(tmp_path: Path) -> None:
    mentions = (Mention("T1", "F", (Span(0, 2),)), Mention("T2", "F", (Span(2, 5),)))
    doc = Document("n1", "fever", sets={"gold": AnnotationSet("gold", mentions)})
    write([doc], tmp_path / "out", FORMAT)
    path = tmp_path / "out" / "n1.xmi"
    path.write_text(path.read_text("utf-8").replace('id="T2"', 'id="T1"'), "utf-8")
    [doc] = read(tmp_path / "out", FORMAT)
    assert [mention.id for mention in doc.sets["gold"].mentions] == ["T1", "4"]


def test_a_link_whose_mention_is_gone_is_a_mention_itself(tmp_path: Path) -> None:
    write([full()], tmp_path / "out", FORMAT)
    path = tmp_path / "out" / "note-1.xmi"
    content = path.read_text("utf-8").replace('mention="T1"', 'mention="T9"')
    path.write_text(content, "utf-8", newline="")
    [doc] = read(tmp_path / "out", FORMAT)
    [group] = doc.sets["gold"].groups
    link = doc.sets["gold"].by_id()[group.members[0]]
    assert (link.type, doc.covered(link), group.members[1]) == ("co_refers", "fever", "T3")


def test_control_characters_are_a_loss(tmp_path: Path) -> None:
    mention = Mention("T1", "F\x01", (Span(0, 5),), {"a\x02": "b\x03"})
    doc = Document("n1", "fe\x00er", sets={"gold": AnnotationSet("gold", (mention,))})
    with pytest.raises(LossError) as caught:
        write([doc], tmp_path / "out", FORMAT)
    assert caught.value.losses == {"control-characters": 4}
    write([doc], tmp_path / "out", FORMAT, allow_loss=["all"])
    [back] = read(tmp_path / "out", FORMAT)
    assert back.text == "fe\ufffder"


def test_it_is_recognised(tmp_path: Path) -> None:
    for folder in (INCEPTION, CTAKES):
        assert Reader(folder).format.name == FORMAT
    (tmp_path / "a.xmi").write_text("<XMI/>", "utf-8")
    with pytest.raises(InputError, match="no known format"):
        Reader(tmp_path)


def spoilt(tmp_path: Path, old: str, new: str, *, name: str = "alice.xmi") -> str:
    """The message for a golden file in which something was replaced."""
    shutil.copytree(INCEPTION, tmp_path / "in", dirs_exist_ok=True)
    (tmp_path / "in" / "note-1.txt" / "bob.xmi").unlink(missing_ok=True)
    path = next((tmp_path / "in").rglob(name))
    content = path.read_text("utf-8")
    assert old in content
    path.write_bytes(content.replace(old, new).encode("utf-8", "surrogateescape"))
    with pytest.raises(InputError) as caught:
        list(read(tmp_path / "in", FORMAT))
    message = str(caught.value)
    assert "ulcer" not in message.lower()
    assert name in message
    return message.partition(name)[2]


OOZING = '<custom:Finding xmi:id="42" sofa="12" begin="31" end="37"/>'
SOFA = '<cas:Sofa xmi:id="12" sofaNum="1" sofaID="_InitialView" mimeType="text"'
NONSENSE = {
    "past the end": ('begin="31" end="37"', 'begin="31" end="370"', 19, "not inside the text"),
    "inside a character": ('begin="31"', 'begin="6"', 19, "points inside a character"),
    "a word for an offset": ('begin="31"', 'begin="x"', 19, "not a number"),
    "an id twice": ('xmi:id="42"', 'xmi:id="41"', 19, "the id 41 is used twice"),
    "no id": ('xmi:id="42" ', "", 19, "has no"),
    "a word for an id": ('xmi:id="42"', 'xmi:id="x"', 19, "not a number"),
    "a missing end": ('Governor="40" ', "", 21, "the relation 50 has one end only"),
    "a dangling end": ('Governor="40"', 'Governor="99"', 21, "points at 99, which does not exist"),
    "a dangling member": ("20 21 22 23", "20 21 99 23", 37, "points at 99"),
    "a dangling slot": ('target="42"', 'target="99"', 30, "points at 99"),
    "a circle": ('end="78"/>\n    <custom:SameChain', 'end="78" next="60"/>\n    <custom:SameChain',
                 26, "goes round in a circle"),
    "an unknown type": (OOZING, OOZING.replace("Finding", "Fnding"), 19, "webanno.custom.Fnding"),
    "an unknown feature": (OOZING, OOZING.replace("sofa", 'x="1" sofa'), 19, "feature 'x'"),
    "no integer": ('count="1"', 'count="one"', 14, "impossible value"),
    "no boolean": ('negated="false"', 'negated="no"', 14, "impossible value"),
    "no text": ('sofaString="', 'sofaURI="', 2, "the file has no text"),
    "another sofa": ('xmi:id="42" sofa="12"', 'xmi:id="42" sofa="13"', 19, "points at 13"),
    "another root": ("xmi:XMI", "xmi:XML", 2, "the root element is <XML>"),
    "broken": ("</xmi:XMI>", "", 39, "not well-formed"),
    "another encoding": ("Plan", "Plan \udce9", 36, "not well-formed"),
    "an entity": ("<xmi:XMI", '<!DOCTYPE x [<!ENTITY a "b">]><xmi:XMI', 2, "XML entities"),
    "an external entity": ("<xmi:XMI", '<!DOCTYPE x [<!ENTITY a SYSTEM "/etc/passwd">]><xmi:XMI',
                           2, "XML entities"),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "line", "what"), NONSENSE.values(), ids=NONSENSE)
def test_nonsense_is_refused_with_its_line(
    tmp_path: Path, old: str, new: str, line: int, what: str
) -> None:
    message = spoilt(tmp_path, old, new)
    assert message.startswith(f":{line}: ")
    assert what in message


@pytest.mark.parametrize(
    ("old", "new", "line", "what"),
    [
        ("<types>", "<types", 4, "not well-formed"),
        ("<types>", "<types><!-- <!ENTITY -->", 3, "XML entities"),
        ("<name>webanno.custom.Certainty<", "<name>webanno.custom.Other<", 1, "not a type system"),
    ],
)
def test_a_bad_type_system_is_refused(
    tmp_path: Path, old: str, new: str, line: int, what: str
) -> None:
    message = spoilt(tmp_path, old, new, name="TypeSystem.xml")
    assert message.startswith(f":{line}: ")
    assert what in message


def test_a_file_without_a_type_system_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "down"
    folder.mkdir(parents=True)
    shutil.copy(CTAKES / "visit-17.xmi", folder)
    with pytest.raises(InputError, match=r"visit-17\.xmi: there is no type system"):
        list(read(folder, FORMAT))


def test_files_of_two_texts_are_not_one_document(tmp_path: Path) -> None:
    shutil.copytree(INCEPTION, tmp_path / "in")
    path = tmp_path / "in" / "note-1.txt" / "bob.xmi"
    path.write_text(path.read_text("utf-8").replace("oozing", "closed"), "utf-8", newline="")
    with pytest.raises(InputError, match=r"bob\.xmi: the text is not that of the other files"):
        list(read(tmp_path / "in", FORMAT))


def test_a_second_text_with_annotations_is_refused(tmp_path: Path) -> None:
    second = SOFA.replace('"12"', '"13"').replace('sofaNum="1"', 'sofaNum="2"')
    second = second.replace("_InitialView", "other") + ' sofaString="x"/>'
    view = '<cas:View sofa="13" members="41"/></xmi:XMI>'
    shutil.copytree(INCEPTION, tmp_path / "in")
    path = tmp_path / "in" / "note-1.txt" / "alice.xmi"
    content = path.read_text("utf-8").replace("</xmi:XMI>", f"{second}{view}")
    path.write_text(content, "utf-8", newline="")
    with pytest.raises(InputError, match=r"alice\.xmi:38: the file has 2 texts"):
        list(read(tmp_path / "in", FORMAT))


def test_a_damaged_zip_in_a_project_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "annotation" / "note-1.txt"
    folder.mkdir(parents=True)
    (folder / "alice.zip").write_bytes(b"PK\x03\x04 alice.xmi")
    with pytest.raises(InputError, match=r"alice\.zip: the archive is damaged"):
        list(read(tmp_path, FORMAT))


def test_a_zip_that_points_outside_itself_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "annotation" / "note-1.txt"
    folder.mkdir(parents=True)
    with zipfile.ZipFile(folder / "alice.zip", "w") as archive:
        archive.writestr("../alice.xmi", "x")
    with pytest.raises(InputError, match="points outside the archive"):
        list(read(tmp_path, FORMAT))


def test_problems_are_placed_in_the_file_of_their_set(tmp_path: Path) -> None:
    shutil.copytree(INCEPTION, tmp_path / "in")
    path = tmp_path / "in" / "note-1.txt" / "bob.xmi"
    content = path.read_text("utf-8").replace('end="29"', 'end="290"')
    path.write_text(content, "utf-8", newline="")
    with pytest.raises(InputError, match=r"bob\.xmi:6: note-1, 40: .*not inside the text"):
        list(read(tmp_path / "in", FORMAT))


def test_named_entities_go_back_to_their_layer(tmp_path: Path) -> None:
    attributes = {"xmi:type": NAMED_ENTITY, "value": "v"}
    codes = (Code("C1", "UMLS"), Code("C2", "UMLS", "two"))
    first = Mention("T1", "Disease", (Span(0, 5),), attributes, codes)
    second = replace(first, id="T2", codes=codes[1:], type="")
    one = AnnotationSet("gold", (first, second))
    doc = Document("n1", "fever", sets={"gold": one})
    write([doc], tmp_path / "out", FORMAT)
    assert 'value="Disease" identifier="UMLS:C1"' in (tmp_path / "out/n1.xmi").read_text("utf-8")
    assert list(read(tmp_path / "out", FORMAT)) == [doc]
