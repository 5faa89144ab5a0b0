"""Anafora: golden folders as THYME and the tool have them, the way back, names, bad input."""

from collections.abc import Callable
from pathlib import Path

import pytest

from goldsmith.core import (
    CUI_LESS,
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
from goldsmith.errors import InputError, LossError
from goldsmith.formats import get, losses, read, write

GOLDEN = Path(__file__).parent / "golden" / "anafora"
TEMPORAL = {"anafora:parentsType": "TemporalEntities"}
LINK = {"anafora:parentsType": "TemporalRelations"}
CHAIN = {"anafora:parentsType": "CorefChains"}


@pytest.fixture
def thyme() -> dict[str, Document]:
    return {doc.id: doc for doc in read(GOLDEN / "thyme")}


@pytest.fixture
def sample() -> Document:
    [doc] = read(GOLDEN / "sample")
    return doc


def clinic(number: int, kind: str = "e") -> str:
    return f"{number}@{kind}@ID901_clinic_002@gold"


def lost(doc: Document) -> dict[str, int]:
    return dict(losses(doc, get("anafora")))


# THYME: layers by one annotator


def test_every_layer_is_a_set_named_alike_throughout_the_corpus(
    thyme: dict[str, Document],
) -> None:
    assert {key: list(doc.sets) for key, doc in thyme.items()} == {
        "ID901_clinic_002": ["gold.Coreference", "gold.Temporal-Relation"],
        "ID901_path_003": ["gold.Temporal-Entity"],
    }
    assert thyme["ID901_clinic_002"].sets["gold.Coreference"].schema == "Coreference"


def test_one_layer_alone_is_named_after_its_annotator() -> None:
    [doc] = read(GOLDEN / "thyme" / "ID901_path_003")
    assert doc.id == "ID901_path_003"
    assert list(doc.sets) == ["gold"] and doc.sets["gold"].schema == "Temporal-Entity"


def test_entities_and_their_properties(thyme: dict[str, Document]) -> None:
    doc = thyme["ID901_clinic_002"]
    mentions = doc.sets["gold.Temporal-Relation"].by_id()
    assert {doc.covered(mention) for mention in mentions.values()} == {
        "03/28/2008",
        "returns",
        "hemicolectomy",
        "March 14, 2008",
        "recurred",
        "left hips",
    }
    assert mentions[clinic(1)].type == "DOCTIME" and mentions[clinic(1)].attributes == TEMPORAL
    assert mentions[clinic(5)].attributes == {
        **TEMPORAL,
        "DocTimeRel": "BEFORE/OVERLAP",
        "Type": "N/A",
        "Degree": "N/A",
        "Polarity": "NEG",
        "ContextualModality": "ACTUAL",
        "ContextualAspect": "N/A",
        "Permanence": "UNDETERMINED",
    }


def test_fragments_unset_properties_and_blanks_around_values(thyme: dict[str, Document]) -> None:
    hip = thyme["ID901_clinic_002"].sets["gold.Temporal-Relation"].by_id()[clinic(6)]
    assert hip.spans == (Span(221, 225), Span(236, 240))
    assert hip.attributes == {**TEMPORAL, "DocTimeRel": "OVERLAP", "Polarity": "POS"}


def test_links_whichever_argument_comes_first(thyme: dict[str, Document]) -> None:
    one = thyme["ID901_clinic_002"].sets["gold.Temporal-Relation"]
    assert one.relations == (
        Relation(clinic(1, "r"), "TLINK", clinic(4), clinic(3), {**LINK, "Type": "CONTAINS"}),
        Relation(clinic(2, "r"), "ALINK", clinic(2), clinic(5), {**LINK, "Type": "CONTINUES"}),
    )


def test_a_link_without_its_second_argument_is_kept_as_a_group(thyme: dict[str, Document]) -> None:
    one = thyme["ID901_clinic_002"].sets["gold.Temporal-Relation"]
    attributes = {**LINK, "Type": "BEFORE", "anafora:roles": "Source"}
    assert one.groups == (Group(clinic(3, "r"), "TLINK", (clinic(3),), attributes),)


def test_chains_are_groups_however_short(thyme: dict[str, Document]) -> None:
    doc = thyme["ID901_clinic_002"]
    one = doc.sets["gold.Coreference"]
    mentions = one.by_id()
    long, short, subsets = one.groups
    assert long == Group(clinic(1, "r"), "Identical", (clinic(1), clinic(2), clinic(3)), CHAIN)
    assert [doc.covered(mentions[key]) for key in long.members] == [
        "colon cancer",
        "adenocarcinoma",
        "it",
    ]
    assert short == Group(clinic(2, "r"), "Identical", (clinic(7), clinic(8)), CHAIN)
    assert subsets == Group(
        clinic(3, "r"),
        "Set/Subset",
        (clinic(4), clinic(5), clinic(6)),
        {**CHAIN, "anafora:roles": "Set Subset Subset"},
    )
    assert one.relations == (
        Relation(
            clinic(4, "r"),
            "Whole/Part",
            clinic(4),
            clinic(5),
            {**CHAIN, "anafora:arg1": "Whole", "anafora:arg2": "Part"},
        ),
    )


def test_line_ends_of_the_text_are_counted_as_they_are(thyme: dict[str, Document]) -> None:
    doc = thyme["ID901_path_003"]
    assert doc.text == "Colon, right:\r\nadenocarcinoma, seen 3/14.\r\n"
    [mention] = doc.sets["gold.Temporal-Entity"].mentions
    assert doc.covered(mention) == "adenocarcinoma"


# The tool's own sample: two annotators, another schema


def test_annotators_are_sets(sample: Document) -> None:
    assert sample.id == "doc.22"
    assert list(sample.sets) == ["marsh", "quill"]
    assert {one.schema for one in sample.sets.values()} == {"Medicine"}


def test_codes_joined_properties_additions_and_comments(sample: Document) -> None:
    one = sample.sets["marsh"]
    drug, disease, _ = one.mentions
    assert drug.type == "Medication/Intervention"
    assert drug.attributes == {"anafora:parentsType": "Entities", "GenericName": "Fluticasone"}
    assert drug.codes == (Code("C0717005"), Code("301543", "RXNORM"))
    assert disease.codes == (Code(CUI_LESS),)
    assert disease.attributes == {
        "anafora:parentsType": "Entities",
        "anafora:adjudication": "gold",
        "Polarity": "Positive",
        "Course": "Chronic,Severe",
    }
    assert one.notes == (Note("lung or airways?", disease.id),)


def test_a_property_that_holds_an_entity_is_a_relation(sample: Document) -> None:
    location, treats = sample.sets["marsh"].relations
    assert location == Relation(
        "2@e@doc.22@marsh.1",
        "Location",
        "2@e@doc.22@marsh",
        "3@e@doc.22@marsh",
        {"anafora:property": "true"},
    )
    assert treats.attributes == {
        "anafora:parentsType": "MedicalRelations",
        "Outcome": "Failure",
        "anafora:arg1": "Treated",
        "anafora:arg2": "Treatment",
    }


def test_files_without_a_folder_of_their_own() -> None:
    first, second = read(GOLDEN / "flat", set_name="mine")
    assert (first.id, first.text, list(first.sets)) == ("note1", "Fever.", ["mine"])
    assert first.sets["mine"].schema == "Gold_Temporal_Entities"
    assert (second.id, second.text, list(second.sets)) == ("note2", "Cough.", ["mine"])


def test_a_text_alone_in_its_folder_is_a_document(tmp_path: Path) -> None:
    (tmp_path / "a" / "n1").mkdir(parents=True)
    (tmp_path / "a" / "n1" / "n1").write_text("Fever.")
    (tmp_path / "a" / "README").write_text("about these files")
    [doc] = read(tmp_path, "anafora")
    assert (doc.id, doc.text, doc.sets) == ("a/n1", "Fever.", {})


# Writing


def test_the_sample_comes_back_with_its_ids(sample: Document, tmp_path: Path) -> None:
    write([sample], tmp_path / "out", "anafora")
    assert sorted(path.name for path in (tmp_path / "out/doc.22").iterdir()) == [
        "doc.22",
        "doc.22.Medicine.marsh.completed.xml",
        "doc.22.Medicine.quill.completed.xml",
    ]
    [back] = read(tmp_path / "out")
    assert back == sample


def test_thyme_comes_back(thyme: dict[str, Document], tmp_path: Path) -> None:
    assert lost(thyme["ID901_clinic_002"]) == {}
    assert lost(thyme["ID901_path_003"]) == {"set-names": 1}, "alone it would be called gold"
    write(thyme.values(), tmp_path / "out", "anafora", allow_loss=["set-names"])
    assert {doc.id: doc for doc in read(tmp_path / "out")} == thyme


def test_writing(tmp_path: Path) -> None:
    one = AnnotationSet(
        "A1",
        (
            Mention(
                "7@e@n1@A1",
                "Disease",
                (Span(0, 5),),
                {"status": "<new>", "anafora:parentsType": "Entities", "anafora:seen": "twice"},
                (Code("C0015967", "UMLS"), Code(CUI_LESS)),
            ),
            Mention("m", "Drug", (Span(6, 8), Span(10, 13))),
            Mention("d", "DOCTIME", ()),
        ),
        (
            Relation("R1", "Location", "m", "7@e@n1@A1", {"anafora:property": "true"}),
            Relation("R2", "TLINK", "m", "d", {"Type": "BEFORE"}),
            Relation("R3", "Part", "m", "d", {"anafora:arg1": "Whole", "anafora:arg2": "Part"}),
        ),
        (
            Group("g", "Identical", ("m", "d")),
            Group("h", "Sets", ("m", "d", "m"), {"anafora:roles": "Set Sub Sub"}),
        ),
        (Note("sure?", "m"), Note("why?", "g")),
    )
    doc = Document("ward/n1", "fever on\r\nASA", sets={"A1": one})
    write([doc], tmp_path / "out", "anafora")
    assert (tmp_path / "out/ward/n1/n1").read_bytes() == b"fever on\r\nASA"
    expected = """\
<?xml version='1.0' encoding='UTF-8'?>
<data>
	<info>
		<progress>completed</progress>
	</info>
	<schema path="./" protocol="file">Goldsmith.xml</schema>
	<annotations>
		<entity>
			<id>7@e@n1@A1</id>
			<span>0,5</span>
			<type>Disease</type>
			<parentsType>Entities</parentsType>
			<properties>
				<associatedCode>UMLS:C0015967</associatedCode>
				<associatedCode>CUI-less</associatedCode>
				<status>&lt;new&gt;</status>
			</properties>
			<addition>
				<seen>twice</seen>
			</addition>
		</entity>
		<entity>
			<id>1@e@n1@A1</id>
			<span>6,8;10,13</span>
			<type>Drug</type>
			<parentsType></parentsType>
			<properties>
				<Location>7@e@n1@A1</Location>
			</properties>
			<comment>sure?</comment>
		</entity>
		<entity>
			<id>2@e@n1@A1</id>
			<type>DOCTIME</type>
			<parentsType></parentsType>
			<properties/>
		</entity>
		<relation>
			<id>1@r@n1@A1</id>
			<type>TLINK</type>
			<parentsType></parentsType>
			<properties>
				<Source>1@e@n1@A1</Source>
				<Target>2@e@n1@A1</Target>
				<Type>BEFORE</Type>
			</properties>
		</relation>
		<relation>
			<id>2@r@n1@A1</id>
			<type>Part</type>
			<parentsType></parentsType>
			<properties>
				<Whole>1@e@n1@A1</Whole>
				<Part>2@e@n1@A1</Part>
			</properties>
		</relation>
		<relation>
			<id>3@r@n1@A1</id>
			<type>Identical</type>
			<parentsType></parentsType>
			<properties>
				<FirstInstance>1@e@n1@A1</FirstInstance>
				<Coreferring_String>2@e@n1@A1</Coreferring_String>
			</properties>
			<comment>why?</comment>
		</relation>
		<relation>
			<id>4@r@n1@A1</id>
			<type>Sets</type>
			<parentsType></parentsType>
			<properties>
				<Set>1@e@n1@A1</Set>
				<Sub>2@e@n1@A1</Sub>
				<Sub>1@e@n1@A1</Sub>
			</properties>
		</relation>
	</annotations>
</data>
"""
    file = tmp_path / "out/ward/n1/n1.Goldsmith.A1.completed.xml"
    assert file.read_bytes().decode() == expected
    [back] = read(tmp_path / "out")
    assert canonical(back) == canonical(doc) and back.id == doc.id


def test_role_names_that_do_not_fit_are_kept_beside(tmp_path: Path) -> None:
    mentions = (Mention("a", "X", (Span(0, 1),)), Mention("b", "X", (Span(1, 2),)))
    one = AnnotationSet(
        "gold",
        mentions,
        (
            Relation("1", "r", "a", "b", {"anafora:arg1": "Target", "anafora:arg2": "Source"}),
            Relation("2", "r", "a", "b", {"anafora:arg1": "Source"}),
            Relation("3", "r", "a", "b", {"anafora:property": "true", "sure": "no"}),
            Relation("4", "not a name", "a", "b", {"anafora:property": "true"}),
            Relation("5", "r", "a", "b", {"Source": "letter"}),
        ),
        (
            Group("6", "g", ("a", "b"), {"anafora:roles": "Whole Part"}),
            Group("7", "g", ("a", "b"), {"anafora:roles": "FirstInstance"}),
            Group("8", "g", ("b",)),
        ),
    )
    doc = Document("n", "fever", sets={"gold": one})
    write([doc], tmp_path / "out", "anafora")
    [back] = read(tmp_path / "out")
    assert canonical(back) == canonical(doc)


def named(*names: str, schema: str = "") -> Document:
    sets = {name: AnnotationSet(name, schema=schema) for name in names}
    return Document("n", "fever", sets=sets)


def test_set_names_that_would_not_come_back_are_losses(tmp_path: Path) -> None:
    assert lost(named("a b", "gold")) == {}
    assert lost(named("dr.who", "x@y")) == {"set-names": 2}
    both = {
        name: AnnotationSet(name, schema=name[5:]) for name in ("gold.Coreference", "gold.Time")
    }
    assert lost(Document("n", "fever", sets=both)) == {}
    write([named("a.b", "a_b", "a@b")], tmp_path / "out", "anafora", allow_loss=["set-names"])
    [back] = read(tmp_path / "out")
    assert len(back.sets) == 3


def test_other_losses_are_named_and_what_is_left_can_be_read(tmp_path: Path) -> None:
    one = AnnotationSet(
        "gold",
        (
            Mention(
                "a",
                "X",
                (Span(0, 1),),
                {
                    "two words": "x",
                    "brat:event": "y",
                    "associatedCode": "z",
                    "v1": " blank ",
                    "v2": "",
                    "v3": "undefined",
                    "v4": "3@e@other@gold",
                    "v5": "\x01",
                },
                (Code("C1", "A:B"), Code("", "UMLS"), Code("HP:1"), Code("C2", "S", "name")),
            ),
        ),
        (),
        (Group("g", "Identical", ()),),
        (Note("on the document"), Note("of a kind", "a", "question"), Note(" ", "a")),
    )
    doc = Document("n", "fever", sets={"gold": one})
    assert lost(doc) == {
        "code-names": 1,
        "names-not-for-anafora": 3,
        "values-not-for-anafora": 5,
        "notes-but-comments": 3,
        "groups-of-none": 1,
        "control-characters-in-values": 1,
    }
    with pytest.raises(LossError):
        write([doc], tmp_path / "out", "anafora")
    write([doc], tmp_path / "out", "anafora", allow_loss=["all"])
    [back] = read(tmp_path / "out")
    [mention] = back.sets["gold"].mentions
    assert mention.attributes == {
        "two_words": "x",
        "brat_event": "y",
        "_associatedCode": "z",
        "v1": "blank",
        "v4": "3_e_other_gold",
        "v5": "\ufffd",
    }
    assert Code("HP:1") in mention.codes
    assert back.sets["gold"].notes == (Note("of a kind", mention.id),)


def test_control_characters_in_the_text_are_carried(tmp_path: Path) -> None:
    write([Document("n", "fe\x00ver\x0b")], tmp_path / "out", "anafora")
    [back] = read(tmp_path / "out", "anafora")
    assert back.text == "fe\x00ver\x0b"


# Bad input

ENTITY = "<entity><id>1@e@n@gold</id><span>0,5</span><type>EVENT</type></entity>\n"


def corpus(folder: Path, inside: str, name: str = "n.T.gold.completed.xml") -> Path:
    (folder / "n").mkdir(exist_ok=True)
    (folder / "n/n").write_text("secret fever")
    (folder / "n" / name).write_text(inside)
    return folder


def relation(properties: str, key: str = "1@r@n@gold") -> str:
    head = f"<relation><id>{key}</id><type>TLINK</type>"
    return f"{head}<properties>{properties}</properties></relation>\n"


def second(value: str) -> str:
    return relation(f"<Source>1@e@n@gold</Source><Target>{value}</Target>")


@pytest.mark.parametrize(
    ("inside", "says"),
    [
        (ENTITY.replace("</entity>", ""), ":4: this is not well-formed XML"),
        (ENTITY.replace("0,5", "0,500"), ":3: n, 1@e@n@gold: the spans 0-500 are not inside"),
        (ENTITY.replace("0,5", "secret"), ":3: 1@e@n@gold: its span is not a list of offsets"),
        (ENTITY.replace("0,5", "0,5,7"), ":3: 1@e@n@gold: its span is not a list of offsets"),
        (ENTITY.replace("<id>1@e@n@gold</id>", ""), ":3: <entity> has no <id>"),
        (ENTITY.replace("EVENT", " "), ":3: <entity> has no <type>"),
        (ENTITY + ENTITY, ":3: n, 1@e@n@gold: the id is used 2 times"),
        (ENTITY + second("9@e@n@gold"), ":4: n, 1@r@n@gold: its second argument 9@e@n@gold does"),
        (ENTITY + relation("<Type>secret</Type>"), ":4: the relation 1@r@n@gold has no argument"),
        (
            ENTITY.replace("</entity>", "<properties><At>4@e@n@x</At></properties></entity>"),
            ":3: n, 1@e@n@gold.1: its second argument 4@e@n@x does not exist",
        ),
        (ENTITY.replace("</entity>", "<head>secret</head></entity>"), ":3: <head> is no part of"),
        ("<markable>secret</markable>", ":3: <markable> is no annotation; expected <entity> or"),
        (
            f"</annotations><adjudication>\n{ENTITY}</adjudication><annotations>",
            ":4: the file is an adjudication in work",
        ),
    ],
)
def test_bad_input_names_file_and_line(tmp_path: Path, inside: str, says: str) -> None:
    corpus(tmp_path, f"<data>\n<annotations>\n{inside}</annotations>\n</data>")
    with pytest.raises(InputError) as caught:
        list(read(tmp_path, "anafora"))
    assert f"n/n.T.gold.completed.xml{says}" in str(caught.value)
    assert "secret" not in str(caught.value) and "fever" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("<TimeML>secret</TimeML>", ":1: this is not Anafora XML; expected <data> as the root"),
        ('<!DOCTYPE a [\n<!ENTITY b "secret">]>\n<data/>', ":2: the file defines XML entities"),
        (
            '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>\n<data>&b;</data>',
            ":1: the file defines XML entities",
        ),
        ('<!DOCTYPE a SYSTEM "a.dtd">\n<data>&b;</data>', ":2: the file uses an entity of a DTD"),
    ],
)
def test_files_of_another_kind(tmp_path: Path, content: str, says: str) -> None:
    corpus(tmp_path, content)
    with pytest.raises(InputError) as caught:
        list(read(tmp_path, "anafora"))
    assert f"n/n.T.gold.completed.xml{says}" in str(caught.value)
    assert "secret" not in str(caught.value)


def test_a_problem_is_placed_in_the_file_it_is_in(tmp_path: Path) -> None:
    corpus(tmp_path, f"<data><annotations>{ENTITY}</annotations></data>")
    bad = ENTITY.replace("0,5", "0,99")
    corpus(tmp_path, f"<data><annotations>\n{bad}</annotations></data>", "n.U.gold.completed.xml")
    with pytest.raises(InputError, match=r"n\.U\.gold\.completed\.xml:2: n, 1@e@n@gold: the spans"):
        list(read(tmp_path, "anafora"))


def test_two_files_for_one_set_are_refused(tmp_path: Path) -> None:
    content = f"<data><annotations>{ENTITY}</annotations></data>"
    corpus(corpus(tmp_path, content), content, "n.T.gold.inprogress.xml")
    with pytest.raises(InputError, match=r"n\.T\.gold\.inprogress\.xml: the set 'gold\.T' has two"):
        list(read(tmp_path, "anafora"))


def without_text(folder: Path) -> None:
    (folder / "n/n").unlink()


def in_latin_1(folder: Path) -> None:
    (folder / "n/n").write_bytes("ein\nsecret Fieber für Müller".encode("latin-1"))


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (without_text, "n.T.gold.completed.xml: the text of this document is missing; expected a"),
        (in_latin_1, "n/n:2: byte 0xfc is not UTF-8"),
    ],
)
def test_a_text_that_is_missing_or_in_another_encoding(
    tmp_path: Path, spoil: Callable[[Path], None], says: str
) -> None:
    spoil(corpus(tmp_path, f"<data><annotations>{ENTITY}</annotations></data>"))
    with pytest.raises(InputError) as caught:
        list(read(tmp_path))
    assert says in str(caught.value) and "secret" not in str(caught.value)


def test_a_file_in_its_documents_folder_is_never_passed_over(tmp_path: Path) -> None:
    without_text(corpus(tmp_path, "<data/>", "n.Gold_Temporal_Entities.xml"))
    with pytest.raises(InputError, match=r"n\.Gold_Temporal_Entities\.xml: the text of this"):
        list(read(tmp_path, "anafora"))


def test_a_text_can_be_missing_in_a_flat_folder_too(tmp_path: Path) -> None:
    (tmp_path / "a.b.T.gold.completed.xml").write_text("<data><annotations/></data>")
    with pytest.raises(InputError, match=r"expected a file a\.b \(or a\.b\.txt\) beside it"):
        list(read(tmp_path))
